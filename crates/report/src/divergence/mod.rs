//! Where games with another winner first differ: what they have in common, and the tables. The sentences stand in `text`.

use crate::format;
use crate::tables::cell::{Shown, TableCell, count, figure, share, text as word_cell, word};
use balance_inference::table::{FEW_PARTED, Gain, Parted, Partings, Place, Rate, Results};
use text::{deals, head, letter, place_in_short};

mod text;

pub use text::{at_most, notes, place, summary};

/// What most games with another winner have in common.
enum DivergenceFact<'p> {
    /// The bots alone differ, by their settings.
    OtherSettings(&'p str),
    /// The bots alone differ.
    OtherBots(&'p [String; 2]),
    /// So few games say nothing.
    TooFew(u64),
    /// The rules make no difference to the choices.
    OnlyBotsChoose,
    /// A side wins most games more under one of the two, and those mostly differ first at one place.
    Mostly {
        /// What it wins.
        gain: &'p Gain,
        /// The share of these games at the place.
        share: Rate,
        /// The place.
        row: &'p Place,
    },
}

/// What most games with another winner have in common, in a sentence; none where there is nothing.
pub fn foremost(parted: &Parted) -> Option<String> {
    common(parted).map(|fact| text::fact(&fact, parted))
}

fn common(parted: &Parted) -> Option<DivergenceFact<'_>> {
    let found = &parted.found;
    match &parted.bots_alone {
        Some([one, other]) if one == other => return Some(DivergenceFact::OtherSettings(other)),
        Some(bots) => return Some(DivergenceFact::OtherBots(bots)),
        None if found.looked < FEW_PARTED => return Some(DivergenceFact::TooFew(found.looked)),
        None => {}
    }
    if found.rows.iter().all(|row| row.cause.is_none()) {
        return Some(DivergenceFact::OnlyBotsChoose);
    }
    let known = |gain: &&Gain| {
        let most = gain.most.is_some_and(|(row, _)| found.rows[row].cause.is_some());
        most && gain.looked >= FEW_PARTED
    };
    // By how many games more a side wins so than it loses the other way.
    let more = |gain: &Gain| {
        let mut others = found.swings.iter();
        let back = others.find(|other| other.side == gain.side && other.gained != gain.gained);
        i128::from(gain.games) - i128::from(back.map_or(0, |back| back.games))
    };
    let order = |gain: &Gain| (more(gain), gain.games);
    let gains = found.swings.iter().filter(known);
    let gain = gains.max_by(|a, b| order(a).cmp(&order(b)).then(b.side.cmp(&a.side)))?;
    let (row, share) = gain.most?;
    Some(DivergenceFact::Mostly {
        gain,
        share,
        row: &found.rows[row],
    })
}

/// By the letter of each place, games that first differ there; where the bots alone differ there are no places.
pub fn samples(parted: &Parted) -> String {
    let found = &parted.found;
    let named = numbered(found).map(|(at, row)| {
        let games = row.samples.iter().map(|(game, rotation)| option(*game, *rotation));
        let games = games.collect::<Vec<_>>().join(", ");
        if parted.bots_alone.is_some() {
            games
        } else {
            format!("{}: {games}", letter(found, at))
        }
    });
    named.collect::<Vec<_>>().join("; ")
}

/// The command that tells the first of them.
pub fn see(found: &Partings, command: &str) -> Option<String> {
    let (_, row) = numbered(found).next()?;
    let (game, rotation) = row.samples.first()?;
    Some(format!("{command} --game {}", option(*game, *rotation)))
}

/// The rows that are shown, and last the one without a cause.
fn numbered(found: &Partings) -> impl Iterator<Item = (usize, &Place)> {
    let alone = found.rows.iter().enumerate().filter(|(_, row)| row.cause.is_none());
    visible_rows(found).chain(alone)
}

/// A game as `--game` takes it.
fn option(game: u64, rotation: usize) -> String {
    match rotation {
        0 => game.to_string(),
        rotation => format!("{game} --rotation {rotation}"),
    }
}

/// Rows of places shown; all are in the files.
pub const MOST: usize = 8;

/// One row for each comparison; none where nothing was looked into.
pub fn parted(results: &Results) -> Option<Shown> {
    let first = results.parted.first()?;
    let several = results.parted.iter().any(|each| each.reference != first.reference);
    let row = |each: &Parted| {
        let found = &each.found;
        let name = if several {
            format!("{} / {}", each.configuration, each.reference)
        } else {
            each.configuration.clone()
        };
        let mut cells = vec![word_cell(name), share(found.share), count(found.looked)];
        if found.looked < FEW_PARTED {
            let said = if found.flips == 0 {
                "no such game"
            } else {
                "too few games to say"
            };
            cells.extend([word_cell(said), word_cell("–"), word_cell("–")]);
            return cells;
        }
        let (rest, most) = (none(found), found.rows.first());
        cells.extend(match most.filter(|most| most.cause.is_some()) {
            Some(most) => [
                word_cell(place_in_short(most.cause.as_ref(), each.names())),
                share(most.share),
            ],
            None if each.bots_alone.is_some() => [word_cell("only the bots differ"), word_cell("–")],
            None => [word_cell("–"), word_cell("–")],
        });
        cells.push(rest.map_or_else(|| count(0), |rest| share(rest.share)));
        cells
    };
    let mut heads = vec![
        word("change"),
        figure("other winner", head::OTHER_WINNER),
        figure("examined", head::EXAMINED),
        word("first difference"),
        figure("share", head::SHARE),
        figure("nowhere", head::NOWHERE),
    ];
    let mut rows: Vec<Vec<TableCell>> = results.parted.iter().map(row).collect();
    // Where the bots alone differ there are no places.
    let alone = alone(&results.parted);
    if alone {
        heads.truncate(2);
        for row in &mut rows {
            row.truncate(2);
        }
    }
    let (title, explained) = if alone {
        (head::ALL_OTHER_BOTS, "")
    } else {
        (head::ALL, text::EXPLAINED)
    };
    Some(Shown {
        id: "parted",
        title: title.to_owned(),
        note: text::note(&deals(&first.found), explained, &other_bots(&results.parted)),
        heads,
        rows,
    })
}

/// What a section about these comparisons is called.
pub fn heading(all: &[Parted]) -> &'static str {
    if alone(all) {
        head::OTHER_BOTS
    } else {
        head::FIRST_DIFFERENCES
    }
}

/// Do the bots alone differ in all of them?
fn alone(all: &[Parted]) -> bool {
    all.iter().all(|each| each.bots_alone.is_some())
}

/// Under which changes other bots sit.
fn other_bots(all: &[Parted]) -> String {
    let names = |with: fn(&Parted) -> bool| {
        let with = all.iter().filter(|each| with(each));
        let names: Vec<String> = with.map(|each| format!("“{}”", each.configuration)).collect();
        (!names.is_empty()).then(|| format::join_and(&names))
    };
    let some = names(|each| each.other_bots && each.bots_alone.is_none());
    let alone = names(|each| each.bots_alone.is_some());
    format::joined([
        some.map(|names| text::with_other_bots(&names)),
        alone.map(|names| text::with_bots_alone(&names)),
    ])
}

/// The games to whose choices the rules make no difference.
fn none(found: &Partings) -> Option<&Place> {
    found.rows.iter().find(|row| row.cause.is_none())
}

/// The rows shown one by one, but for the one without a cause.
pub fn visible_rows(found: &Partings) -> impl Iterator<Item = (usize, &Place)> {
    let all = found.rows.iter().enumerate();
    all.take(MOST).filter(|(_, row)| row.cause.is_some())
}

/// By side, what it wins only under one of the two.
pub fn gains(each: &Parted) -> Shown {
    let found = &each.found;
    let line = |gain: &Gain| {
        let most = gain.most.filter(|_| gain.looked >= FEW_PARTED);
        let place = |(row, share): (usize, Rate)| word_cell(format!("{} {}", letter(found, row), format::share(share)));
        let with = if gain.gained {
            &each.configuration
        } else {
            &each.reference
        };
        vec![
            word_cell(gain.side.clone()),
            word_cell(format!("“{with}”")),
            count(gain.games),
            share(gain.share),
            most.map_or_else(|| word_cell("too few games"), place),
        ]
    };
    let mut heads = vec![
        word("side"),
        word("wins only with"),
        figure("games", ""),
        figure("of all", ""),
        word("mostly at"),
    ];
    let mut rows: Vec<Vec<TableCell>> = found.swings.iter().filter(|gain| gain.games > 0).map(line).collect();
    // Where the bots alone differ there are no places.
    if each.bots_alone.is_some() {
        heads.pop();
        for row in &mut rows {
            row.pop();
        }
    }
    Shown {
        id: "swings",
        title: head::GAINS.to_owned(),
        note: String::new(),
        heads,
        rows,
    }
}

/// By place, how many games first differ there.
pub fn places(each: &Parted) -> Shown {
    let found = &each.found;
    let line = |(at, row): (usize, &Place)| {
        vec![
            word_cell(letter(found, at)),
            word_cell(place_in_short(row.cause.as_ref(), each.names())),
            count(row.games),
            share(row.share),
            count(row.bots_first),
        ]
    };
    let numbered = || found.rows.iter().enumerate();
    let mut all: Vec<Vec<TableCell>> = visible_rows(found).map(line).collect();
    let rest: Vec<&Place> = numbered()
        .filter(|(at, row)| *at >= MOST && row.cause.is_some())
        .map(|(_, row)| row)
        .collect();
    if !rest.is_empty() {
        let games: u64 = rest.iter().map(|row| row.games).sum();
        let bots: u64 = rest.iter().map(|row| row.bots_first).sum();
        let other = vec![
            word_cell("…"),
            word_cell(format!("{} other places", rest.len())),
            count(games),
            word_cell(format::percent(games as f64 / found.looked.max(1) as f64, 1)),
            count(bots),
        ];
        all.push(other);
    }
    all.extend(numbered().filter(|(_, row)| row.cause.is_none()).map(line));
    Shown {
        id: "places",
        title: head::PLACES.to_owned(),
        note: String::new(),
        heads: vec![
            word(""),
            word("where"),
            figure("games", ""),
            figure("share", ""),
            figure("bots first", ""),
        ],
        rows: all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Where only bots differ in every comparison, there are no places to have columns for.
    #[test]
    fn other_bots_alone_have_no_places() {
        let mut results = sample::variants();
        let heads = |results: &Results| parted(results).expect("a table").heads.len();
        assert_eq!(
            (heads(&results), heading(&results.parted)),
            (6, "Where games first differ")
        );
        for each in &mut results.parted {
            each.bots_alone = Some(["careful".to_owned(), "heuristic".to_owned()]);
        }
        let shown = parted(&results).expect("a table");
        assert_eq!((shown.heads.len(), shown.rows[0].len()), (2, 2));
        assert!(
            !shown.note.contains("nowhere") && shown.note.contains("only the bots differ"),
            "{}",
            shown.note
        );
        assert_eq!(heading(&results.parted), "What other bots change");
    }
}
