//! What components go with.

use super::super::format;
use super::cell::{Shown, estimate, figure, number, optional, text, word};
use crate::findings::of_held;
use balance_analysis::games::Presence;
use balance_analysis::table::{ComponentRow, Configuration};

/// Components whose lift is shown to be one for some side, the surest first, and how many there are besides.
pub struct ComponentSelection<'r> {
    /// Name and a row for each side.
    pub rows: Vec<(&'r str, Vec<&'r ComponentRow>)>,
    /// Components of which every interval holds zero.
    pub left_out: usize,
}

/// The components of a configuration that go with something.
pub fn telling(each: &Configuration) -> ComponentSelection<'_> {
    let mut all: Vec<(&str, Vec<&ComponentRow>)> = Vec::new();
    for row in &each.components {
        match all.last_mut() {
            Some((name, rows)) if *name == row.component => rows.push(row),
            _ => all.push((&row.component, vec![row])),
        }
    }
    let known = all.len();
    all.retain(|(_, rows)| rows.iter().any(|row| evidence(row) > 0.0));
    let most = |rows: &[&ComponentRow]| rows.iter().map(|row| evidence(row)).fold(0.0, f64::max);
    all.sort_by(|a, b| most(&b.1).total_cmp(&most(&a.1)));
    ComponentSelection {
        left_out: known - all.len(),
        rows: all,
    }
}

/// How surely there is a lift: the distance of its interval from zero, in widths of the interval; 0 where it holds zero.
fn evidence(row: &ComponentRow) -> f64 {
    row.lift.map_or(0.0, |lift| {
        let outside = lift.lo.max(-lift.hi).max(0.0);
        outside / (lift.hi - lift.lo).max(f64::MIN_POSITIVE)
    })
}

/// One row for each component that goes with something, one column for each side.
pub fn components(each: &Configuration) -> Shown {
    let sides: Vec<&str> = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.side.as_str())
        .collect();
    let mut heads = vec![
        word("component"),
        word("counts when"),
        figure("games with", "share of games with it"),
    ];
    let help = "win rate of the side in games with the component minus games without, in percentage points; in brackets an \
                interval that holds for the whole table";
    heads.extend(sides.iter().map(|side| figure(side, help)));
    let ComponentSelection { rows, left_out } = telling(each);
    let rows = rows.into_iter().map(|(name, rows)| {
        let first = rows.first();
        let counts = first.map_or((0, 0), |row| (row.games_with, row.games_without));
        let with = counts.0 as f64 / (counts.0 + counts.1).max(1) as f64;
        let mut cells = vec![
            text(name),
            text(first.map_or("", |row| row.held.word())),
            number(format::percent(with, 1), with),
        ];
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
            "Win rate of each side in games with the component minus games without, in percentage points: {}. {} The \
             surest first.{}",
            each.component_note,
            meanings(each),
            words_of_left_out(left_out)
        ),
        heads,
        rows: rows.collect(),
    }
}

/// How many are left out, as a sentence after a space.
fn words_of_left_out(left_out: usize) -> String {
    match left_out {
        0 => String::new(),
        1 => " One more is left out: for every side its interval holds zero.".to_owned(),
        count => format!(" {count} more are left out: for every side their intervals hold zero."),
    }
}

/// What a lift may mean, for each kind of component that the configuration has.
fn meanings(each: &Configuration) -> String {
    let kinds = [Presence::Dealt, Presence::Used, Presence::AtEnd];
    let has = |held: &Presence| each.components.iter().any(|row| row.held == *held);
    let words: Vec<&str> = kinds.into_iter().filter(has).map(of_held).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Of tiles that do nothing no row is left, and the table says how many there are.
    #[test]
    fn rows_of_noise_are_left_out_and_counted() {
        let mut each = sample::single().configurations.remove(0);
        for row in &mut each.components {
            if let (Some(lift), false) = (&mut row.lift, row.component == "tile 3" || row.component == "card 2") {
                (lift.lo, lift.hi) = (lift.value - 0.5, lift.value + 0.5);
            }
        }
        let shown = components(&each);
        let names: Vec<&str> = shown.rows.iter().map(|row| row[0].text.as_str()).collect();
        assert_eq!(names, ["card 2", "tile 3"]);
        assert_eq!(
            (&*shown.rows[0][1].text, &*shown.rows[1][1].text),
            ("used", "open at the end")
        );
        assert!(
            shown
                .note
                .ends_with("12 more are left out: for every side their intervals hold zero."),
            "{}",
            shown.note
        );
        assert!(
            shown.note.contains("never a cause") && shown.note.contains("need not be a cause"),
            "{}",
            shown.note
        );
    }
}
