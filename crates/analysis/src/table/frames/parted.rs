//! The table of places where games part that other sides win.

use polars::prelude::{Column, IntoColumn, NamedFrom, Series};

use super::super::parted::{Parted, Place};
use super::super::rate::Rate;
use crate::games::parting::Cause;

/// A row: how many games others win, what a side wins only under either, or where they part.
#[derive(Default)]
struct Row<'p> {
    configuration: &'p str,
    reference: &'p str,
    /// `flips`, `gain`, `place`, or `gain-at`.
    what: &'static str,
    side: &'p str,
    wins_with: &'p str,
    cause: &'static str,
    first: &'p str,
    second: &'p str,
    games: u64,
    of: u64,
    share: Option<Rate>,
    bots_first: Option<u64>,
    sample: Option<(u64, usize)>,
}

/// What a place is counted by: a word, and what it is in the first game and in the second.
fn words(place: &Place) -> (&'static str, &str, &str) {
    match &place.cause {
        None => ("bots alone", "", ""),
        Some(Cause::Setup) => ("setup", "", ""),
        Some(Cause::End([a, b])) => ("end", a.as_deref().unwrap_or(""), b.as_deref().unwrap_or("")),
        Some(Cause::After(kind)) => ("after", kind, kind),
        Some(Cause::At(kind)) => ("at", kind, kind),
        Some(Cause::Instead(a, b)) => ("instead", a, b),
        Some(Cause::Moves) => ("moves", "", ""),
        Some(Cause::Seat) => ("seat", "", ""),
        Some(Cause::Choice(a, b)) => ("choice", a, b),
    }
}

fn rows(parted: &Parted) -> Vec<Row<'_>> {
    let found = &parted.found;
    let row = |what| Row {
        configuration: &parted.configuration,
        reference: &parted.reference,
        what,
        ..Row::default()
    };
    let mut all = vec![Row {
        games: found.flips,
        of: found.games,
        share: Some(found.share),
        ..row("flips")
    }];
    for place in &found.rows {
        let (cause, first, second) = words(place);
        all.push(Row {
            cause,
            first,
            second,
            games: place.games,
            of: found.looked,
            share: Some(place.share),
            bots_first: Some(place.bots_first),
            sample: place.samples.first().copied(),
            ..row("place")
        });
    }
    for gain in &found.swings {
        let wins_with = if gain.gained {
            &parted.configuration
        } else {
            &parted.reference
        };
        let own = |what| Row {
            side: &gain.side,
            wins_with,
            ..row(what)
        };
        all.push(Row {
            games: gain.games,
            of: found.games,
            share: Some(gain.share),
            ..own("gain")
        });
        for (at, (games, place)) in gain.parts.iter().zip(&found.rows).enumerate() {
            let (cause, first, second) = words(place);
            all.push(Row {
                cause,
                first,
                second,
                games: *games,
                of: gain.looked,
                share: gain.most.filter(|(most, _)| *most == at).map(|(_, share)| share),
                ..own("gain-at")
            });
        }
    }
    all
}

/// The columns for these comparisons.
pub(super) fn parted(all: &[Parted]) -> Vec<Column> {
    let rows: Vec<Row<'_>> = all.iter().flat_map(rows).collect();
    let text = |name: &str, cell: &dyn Fn(&Row<'_>) -> String| {
        let cells: Vec<String> = rows.iter().map(cell).collect();
        Series::new(name.into(), cells).into_column()
    };
    let count = |name: &str, cell: &dyn Fn(&Row<'_>) -> Option<u64>| {
        let cells: Vec<Option<u64>> = rows.iter().map(cell).collect();
        Series::new(name.into(), cells).into_column()
    };
    let number = |name: &str, cell: &dyn Fn(Rate) -> f64| {
        let cells = rows
            .iter()
            .map(|row| row.share.map(cell).filter(|value| value.is_finite()));
        Series::new(name.into(), cells.collect::<Vec<Option<f64>>>()).into_column()
    };
    vec![
        text("configuration", &|row| row.configuration.to_owned()),
        text("reference", &|row| row.reference.to_owned()),
        text("what", &|row| row.what.to_owned()),
        text("side", &|row| row.side.to_owned()),
        text("wins-with", &|row| row.wins_with.to_owned()),
        text("cause", &|row| row.cause.to_owned()),
        text("in-reference", &|row| row.first.to_owned()),
        text("in-configuration", &|row| row.second.to_owned()),
        count("games", &|row| Some(row.games)),
        count("of", &|row| Some(row.of)),
        number("share", &|rate| rate.value),
        number("share-lo", &|rate| rate.lo),
        number("share-hi", &|rate| rate.hi),
        count("bots-first", &|row| row.bots_first),
        count("game", &|row| row.sample.map(|(game, _)| game)),
        count("rotation", &|row| row.sample.map(|(_, rotation)| rotation as u64)),
    ]
}
