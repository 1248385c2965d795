//! Long tables of counts, from which every figure can be made again.

use polars::prelude::{Column, IntoColumn, NamedFrom, Series};

use super::super::results::Results;

/// Cells of long tables of counts: texts, then whole numbers.
fn counts<const T: usize, const N: usize>(
    texts: [&str; T],
    numbers: [&str; N],
    rows: &[([&str; T], [i64; N])],
) -> Vec<Column> {
    let text = |(at, name): (usize, &&str)| {
        let cells: Vec<&str> = rows.iter().map(|row| row.0[at]).collect();
        Series::new((*name).into(), cells).into_column()
    };
    let number = |(at, name): (usize, &&str)| {
        let cells: Vec<i64> = rows.iter().map(|row| row.1[at]).collect();
        Series::new((*name).into(), cells).into_column()
    };
    let mut columns: Vec<Column> = texts.iter().enumerate().map(text).collect();
    columns.extend(numbers.iter().enumerate().map(number));
    columns
}

/// Deals by how many of their games a side won, or ended in a way.
pub(super) fn deals(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.configurations {
        let sides = each.sides.iter().map(|row| ("side", row.side.as_str(), &row.deals));
        let endings = each
            .endings
            .iter()
            .map(|row| ("ending", row.ending.as_str(), &row.deals));
        for (of, name, deals) in sides.chain(endings) {
            for (times, deals) in deals.iter().enumerate() {
                rows.push(([each.name.as_str(), of, name], [times as i64, *deals as i64]));
            }
        }
    }
    counts(["configuration", "of", "name"], ["times", "deals"], &rows)
}

/// Games by seats and wins of a role or bot.
pub(super) fn seated(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.configurations {
        let roles = each.roles.iter().map(|row| ("role", row.role.as_str(), &row.seated));
        let bots = each.bots.iter().map(|row| ("bot", row.bot.as_str(), &row.seated));
        for (of, name, seated) in roles.chain(bots) {
            for row in seated {
                rows.push((
                    [each.name.as_str(), of, name],
                    [row.seats as i64, row.won as i64, row.games as i64],
                ));
            }
        }
    }
    counts(["configuration", "of", "name"], ["seats", "won", "games"], &rows)
}

/// Games by how many seats win them.
pub(super) fn winners(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.configurations {
        for (seats, games) in each.winners.iter().enumerate() {
            rows.push(([each.name.as_str()], [seats as i64, *games as i64]));
        }
    }
    counts(["configuration"], ["winners", "games"], &rows)
}

/// Deals by the difference between two configurations.
pub(super) fn differences(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.comparisons {
        for row in &each.rows {
            for differing in &row.differing {
                rows.push((
                    [each.configuration.as_str(), &each.reference, &row.metric],
                    [differing.by, differing.deals as i64],
                ));
            }
        }
    }
    counts(["configuration", "reference", "metric"], ["by", "deals"], &rows)
}
