//! What components go with.

use super::super::format;
use super::cell::{Shown, estimate, figure, number, optional, text, word};
use crate::table::{ComponentRow, Configuration};

/// The rows of each component.
pub fn by_component(each: &Configuration) -> Vec<(&str, Vec<&ComponentRow>)> {
    let mut all: Vec<(&str, Vec<&ComponentRow>)> = Vec::new();
    for row in &each.components {
        match all.last_mut() {
            Some((name, rows)) if *name == row.component => rows.push(row),
            _ => all.push((&row.component, vec![row])),
        }
    }
    all
}

/// One row for each component, one column for each side.
pub fn components(each: &Configuration) -> Shown {
    let sides: Vec<&str> = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.side.as_str())
        .collect();
    let mut heads = vec![word("component"), figure("games with", "share of games with it")];
    let help = "win rate of the side in games with the component minus games without, in percentage points; in brackets an \
                interval that holds for the whole table";
    heads.extend(sides.iter().map(|side| figure(side, help)));
    let rows = by_component(each).into_iter().map(|(name, rows)| {
        let counts = rows.first().map_or((0, 0), |row| (row.games_with, row.games_without));
        let with = counts.0 as f64 / (counts.0 + counts.1).max(1) as f64;
        let mut cells = vec![text(name), number(format::percent(with, 1), with)];
        cells.extend(sides.iter().map(|side| {
            let lift = rows.iter().find(|row| row.side == *side).and_then(|row| row.lift);
            optional(lift, |lift| estimate(format::points(lift), lift))
        }));
        cells
    });
    Shown {
        id: "components",
        title: "What components go with".to_owned(),
        note: format!(
            "Win rate of each side in games with the component minus games without, in percentage points: {}. What goes \
             with a win need not be its cause.",
            each.component_note
        ),
        heads,
        rows: rows.collect(),
    }
}
