//! Where games with another winner first differ: what they have in common, and the tables. The sentences stand in `text`.

use crate::format;
use crate::tables::cell::{Shown, count, figure, optional, share, text as word_cell, word};
use balance_inference::table::{FEW_PARTED, Gain, Parted, Partings, Place, Rate, Results};
use text::{deals, head, letter, place_in_short};

mod text;

pub use text::{at_most, notes, place, summary};

/// What most games with another winner have in common.
enum DivergenceFact<'p> {
    /// The bots alone differ, by their settings.
    OtherSettings(&'p str),
    OtherBots(&'p [String; 2]),
    TooFew(u64),
    /// The rules make no difference to the choices.
    OnlyBotsChoose,
    /// A side wins most games more under one of the two, and those mostly differ first at one place.
    Mostly {
        gain: &'p Gain,
        share: Rate,
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
    let name = |each: &Parted| {
        if several {
            format!("{} / {}", each.configuration, each.reference)
        } else {
            each.configuration.clone()
        }
    };
    let few = |each: &Parted| each.found.looked < FEW_PARTED;
    let first_difference = |each: &Parted| match most(&each.found) {
        Some(most) => place_in_short(most.cause.as_ref(), each.names()),
        None if few(each) && each.found.flips == 0 => "no such game".to_owned(),
        None if few(each) => "too few games to say".to_owned(),
        None if each.bots_alone.is_some() => "only the bots differ".to_owned(),
        None => "–".to_owned(),
    };
    let nowhere = |each: &Parted| match none(&each.found) {
        _ if few(each) => word_cell("–"),
        Some(rest) => share(rest.share),
        None => count(0),
    };
    // Where the bots alone differ there are no places.
    let alone = alone(&results.parted);
    let (title, explained) = if alone {
        (head::ALL_OTHER_BOTS, "")
    } else {
        (head::ALL, text::EXPLAINED)
    };
    let shown = Shown::of_rows("parted", title, &results.parted)
        .note(text::note(
            &deals(&first.found),
            explained,
            &other_bots(&results.parted),
        ))
        .words("change", |each| word_cell(name(each)))
        .figure("other winner", head::OTHER_WINNER, |each| share(each.found.share))
        .column_if((!alone).then_some(figure("examined", head::EXAMINED)), |each| {
            count(each.found.looked)
        })
        .column_if((!alone).then_some(word("first difference")), |each| {
            word_cell(first_difference(each))
        })
        .column_if((!alone).then_some(figure("share", head::SHARE)), |each| {
            optional(most(&each.found), |most| share(most.share))
        })
        .column_if((!alone).then_some(figure("nowhere", head::NOWHERE)), |each| {
            nowhere(each)
        });
    Some(shown.build())
}

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

/// The place with most games, where enough were looked into.
fn most(found: &Partings) -> Option<&Place> {
    let first = found.rows.first().filter(|_| found.looked >= FEW_PARTED)?;
    first.cause.is_some().then_some(first)
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
    let with = |gain: &Gain| {
        if gain.gained {
            &each.configuration
        } else {
            &each.reference
        }
    };
    let place = |gain: &Gain| match gain.most.filter(|_| gain.looked >= FEW_PARTED) {
        Some((row, share)) => format!("{} {}", letter(found, row), format::share(share)),
        None => "too few games".to_owned(),
    };
    Shown::of_rows("swings", head::GAINS, found.swings.iter().filter(|gain| gain.games > 0))
        .words("side", |gain| word_cell(&gain.side))
        .words("wins only with", |gain| word_cell(format!("“{}”", with(gain))))
        .figure("games", "", |gain| count(gain.games))
        .figure("of all", "", |gain| share(gain.share))
        // Where the bots alone differ there are no places.
        .column_if(each.bots_alone.is_none().then_some(word("mostly at")), |gain| {
            word_cell(place(gain))
        })
        .build()
}

/// By place, how many games first differ there.
pub fn places(each: &Parted) -> Shown {
    let found = &each.found;
    let mut shown = Shown::of_rows("places", head::PLACES, numbered(found))
        .words("", |(at, _)| word_cell(letter(found, *at)))
        .words("where", |(_, row)| {
            word_cell(place_in_short(row.cause.as_ref(), each.names()))
        })
        .figure("games", "", |(_, row)| count(row.games))
        .figure("share", "", |(_, row)| share(row.share))
        .figure("bots first", "", |(_, row)| count(row.bots_first))
        .build();
    let rest = found.rows.iter().skip(MOST).filter(|row| row.cause.is_some());
    let (others, games) = (rest.clone().count(), rest.clone().map(|row| row.games).sum());
    if others > 0 {
        let share = games as f64 / found.looked.max(1) as f64;
        let cells = vec![
            word_cell("…"),
            word_cell(format!("{others} other places")),
            count(games),
            word_cell(format::percent(share, 1)),
            count(rest.map(|row| row.bots_first).sum()),
        ];
        shown.rows.insert(visible_rows(found).count(), cells);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

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
