//! Where games part that others win, in sentences and in tables.

use super::format;
use super::tables::cell::{Shown, TableCell, count, figure, share, text, word};
use balance_analysis::games::divergence::Cause;
use balance_analysis::table::{FEW_PARTED, Gain, Parted, Partings, Place, Results};

/// What was played under both, and what came of it; `seed` says with which seed, if that is to be said.
pub fn summary(parted: &Parted, seed: &str) -> String {
    let found = &parted.found;
    let games = match (found.games == found.deals, found.deals) {
        (true, 1) => "One deal".to_owned(),
        (true, deals) => format!("{} deals", format::count(deals)),
        (false, deals) => format!(
            "{} on {}",
            format::games(found.games),
            if deals == 1 {
                "one deal".to_owned()
            } else {
                format!("{} deals", format::count(deals))
            }
        ),
    };
    let [one, other] = parted.names();
    let played = format!("{games}, played under “{one}” and under “{other}”{seed}.");
    match found.flips {
        0 => format!("{played} Who wins is the same in every game."),
        1 => format!("{played} Who wins differs in one game, {}.", format::share(found.share)),
        flips => format!(
            "{played} Who wins differs in {} games, {}.",
            format::count(flips),
            format::share(found.share)
        ),
    }
}

/// How many games others may win, where none was found.
pub fn at_most(found: &Partings) -> String {
    format!(
        "So it differs in at most {} of all games ({}). More --games find rarer ones.",
        upper(found.share.hi),
        format::interval!()
    )
}

/// The upper end of an interval, rounded up.
fn upper(value: f64) -> String {
    // Few games do not carry many.
    let digits = match value {
        value if value < 0.001 => 3,
        value if value < 0.01 => 2,
        value if value < 0.1 => 1,
        _ => 0,
    };
    let scale = 10f64.powi(digits);
    format::percent((value * 100.0 * scale).ceil() / scale / 100.0, digits as usize)
}

/// Where most games part, in a sentence.
pub fn foremost(parted: &Parted) -> Option<String> {
    let found = &parted.found;
    if let Some(bots) = &parted.bots_alone {
        return Some(only_bots_differ(parted, bots));
    }
    if found.looked < FEW_PARTED {
        let games = match found.looked {
            1 => "One game is".to_owned(),
            games => format!("{games} games are"),
        };
        return Some(format!(
            "{games} too few to say where most part; with more --games there are more of them."
        ));
    }
    let known = |gain: &&Gain| {
        let most = gain.most.is_some_and(|(row, _)| found.rows[row].cause.is_some());
        most && gain.looked >= FEW_PARTED
    };
    // By how many games more a side wins so than it loses the other way.
    let more = |gain: &Gain| {
        let back = found
            .swings
            .iter()
            .find(|other| other.side == gain.side && other.gained != gain.gained);
        i128::from(gain.games) - i128::from(back.map_or(0, |back| back.games))
    };
    let gain = found.swings.iter().filter(known);
    let order = |gain: &Gain| (more(gain), gain.games);
    let gain = gain.max_by(|a, b| order(a).cmp(&order(b)).then(b.side.cmp(&a.side)));
    let Some((gain, (row, share))) = gain.and_then(|gain| Some((gain, gain.most?))) else {
        return found.rows.iter().all(|row| row.cause.is_none()).then(|| {
            let bots = if parted.other_bots {
                "only the bots differ"
            } else {
                "bots alone, which know the rules, choose differently"
            };
            format!("To the choices of either game the rules make no difference: {bots}.")
        });
    };
    let cause = found.rows[row].cause.as_ref()?;
    let with = if gain.gained {
        &parted.configuration
    } else {
        &parted.reference
    };
    // The share is of those looked into, which may be fewer.
    let of = if gain.looked == gain.games {
        format!("{} games", format::count(gain.games))
    } else {
        format!("{} games looked into", format::count(gain.looked))
    };
    let side = format::side(&gain.side);
    let moved = u64::try_from(more(gain)).unwrap_or(0);
    let (moved, who) = if moved == 0 {
        (String::new(), side)
    } else {
        let moved = format!(
            "Of the {} played for this {side} wins {} more with “{with}”, {}. ",
            format::games(found.games),
            format::count(moved),
            format::percent(moved as f64 / found.games.max(1) as f64, 1)
        );
        (moved, "it".to_owned())
    };
    // The same place may be as frequent whoever wins.
    let all = found.rows[row].share;
    let beside = if gain.looked < found.looked {
        format!(", as in {} of all that others win", format::share(all))
    } else {
        String::new()
    };
    Some(format!(
        "{moved}Of the {of} that {who} wins only with “{with}”, in {} the rules first make a difference where {}{beside}.",
        format::share(share),
        place(cause, parted.names())
    ))
}

/// That the bots alone differ, and who sits there.
fn only_bots_differ(parted: &Parted, [one, other]: &[String; 2]) -> String {
    let [reference, configuration] = parted.names();
    let who = if one == other {
        format!("The same bots sit there, with other settings under “{configuration}” ({other}).")
    } else {
        format!("At the table: under “{reference}”, {one}; under “{configuration}”, {other}.")
    };
    format!(
        "Only the bots differ: the rules and the content are the same. {who} So whatever changes in who wins comes from \
         what the bots do."
    )
}

/// What the tables are of, and what they do not say.
pub fn notes(parted: &Parted) -> Vec<String> {
    let found = &parted.found;
    if parted.bots_alone.is_some() {
        return vec![
            "This does not say which choice decided a game. The command `bots ladder` says how strong bots are beside each other at \
             one table. All intervals together miss in at most 5 of 100 such lists."
                .to_owned(),
        ];
    }
    let mut out = Vec::new();
    if parted.other_bots {
        out.push(format!(
            "Other bots sit at “{}”, or bots with other settings. They alone may change who wins: a place names what the \
             rules first do to the same choices, and may have decided nothing.",
            parted.configuration
        ));
    }
    if found.looked < found.flips {
        out.push(format!(
            "The first {} of the {} games were looked into.",
            format::count(found.looked),
            format::count(found.flips)
        ));
    }
    if found.bots_first > 0 {
        let all = if found.bots_first == found.looked {
            "all".to_owned()
        } else {
            format::count(found.bots_first)
        };
        let why = if parted.other_bots {
            "In"
        } else {
            "Bots know the rules: in"
        };
        out.push(format!(
            "{why} {all} of these games a bot chose differently first (“bots first”), from the same moves in the same \
             position. For these, the choices of one game were made again under the rules of the other, as far as \
             they were possible; the place is where that first makes a difference."
        ));
    }
    if found.laid_out > 0 {
        out.push(format!(
            "{} of these games were set up differently: what is shuffled or dealt has changed, and no more can \
             be said.",
            format::count(found.laid_out)
        ));
    }
    out.push(
        "This is where games part. It does not prove what decided them: much may happen between that and the end. All \
         intervals together miss in at most 5 of 100 such lists."
            .to_owned(),
    );
    out
}

/// By the letter of each place, games that part there; where the bots alone differ there are no places.
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

/// What the columns of places are.
const EXPLAINED: &str = " They are held against each other choice by choice: where the rules first make a difference. “Looked into” are the \
                         games won by others of which it was found where they part; “there” is the share of these that part at the place \
                         named, “nowhere” that in which bots alone chose differently. Where games part does not prove what decided them.";

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
        let mut cells = vec![text(name), share(found.share), count(found.looked)];
        if found.looked < FEW_PARTED {
            let said = if found.flips == 0 {
                "no such game"
            } else {
                "too few games to say"
            };
            cells.extend([text(said), text("–"), text("–")]);
            return cells;
        }
        let (rest, most) = (none(found), found.rows.first());
        cells.extend(match most.filter(|most| most.cause.is_some()) {
            Some(most) => [text(place_in_short(most.cause.as_ref(), each)), share(most.share)],
            None if each.bots_alone.is_some() => [text("only the bots differ"), text("–")],
            None => [text("–"), text("–")],
        });
        cells.push(rest.map_or_else(|| count(0), |rest| share(rest.share)));
        cells
    };
    let mut heads = vec![
        word("change"),
        figure(
            "won by others",
            "share of the games played under both; in brackets the interval",
        ),
        figure(
            "looked into",
            "games won by others of which it was found where they part",
        ),
        word("parting most often"),
        figure("there", "share of the games looked into; in brackets the interval"),
        figure(
            "nowhere",
            "in these bots alone chose differently: no rule made a difference to the choices of either game",
        ),
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
    let explained = if alone { "" } else { EXPLAINED };
    Some(Shown {
        id: "parted",
        title: if alone {
            "Games that others win with other bots"
        } else {
            "Where the games part that others win"
        }
        .to_owned(),
        note: format!(
            "The first {}, played under both.{explained} The intervals of each row and of its tables together miss in at most 5 \
             of 100 runs.{}",
            deals(&first.found),
            other_bots(&results.parted)
        ),
        heads,
        rows,
    })
}

/// What a section about these comparisons is called.
pub fn heading(all: &[Parted]) -> &'static str {
    if alone(all) {
        "What other bots change"
    } else {
        "Where the games part"
    }
}

/// Do the bots alone differ in all of them?
fn alone(all: &[Parted]) -> bool {
    all.iter().all(|each| each.bots_alone.is_some())
}

/// Under which changes other bots sit, which is told with the table.
fn other_bots(all: &[Parted]) -> String {
    let names = |with: fn(&Parted) -> bool| {
        let with = all.iter().filter(|each| with(each));
        let names: Vec<String> = with.map(|each| format!("“{}”", each.configuration)).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let some = names(|each| each.other_bots && each.bots_alone.is_none()).map_or_else(String::new, |names| {
        format!(" With {names} other bots sit there, or bots with other settings, which alone may change who wins.")
    });
    let alone = names(|each| each.bots_alone.is_some()).map_or_else(String::new, |names| {
        format!(" With {names} only the bots differ: what changes in who wins comes from what they do.")
    });
    some + &alone
}

/// `2,000 deals`.
pub fn deals(found: &Partings) -> String {
    match found.deals {
        1 => "deal".to_owned(),
        deals => format!("{} deals", format::count(deals)),
    }
}

/// The games to whose choices the rules make no difference.
fn none(found: &Partings) -> Option<&Place> {
    found.rows.iter().find(|row| row.cause.is_none())
}

/// Where games part, as a clause.
pub fn place(cause: &Cause, names: [&str; 2]) -> String {
    let [one, other] = names;
    match cause {
        Cause::Setup => "the game is set up differently".to_owned(),
        Cause::End([Some(a), Some(b)]) if a == b => format!("both games end ({a}), won by others"),
        Cause::End([Some(a), Some(b)]) => format!("both games end: {a}, with “{other}” {b}"),
        Cause::End([Some(a), None]) => format!("only “{one}” ends: {a}"),
        Cause::End([None, Some(b)]) => format!("only “{other}” ends: {b}"),
        Cause::End([None, None]) => "a game ends".to_owned(),
        Cause::After(kind) => format!("{kind}, and the games go on otherwise"),
        Cause::At(kind) => format!("{kind}, with another outcome"),
        Cause::Instead(a, b) => format!("{b}, where with “{one}” {a}"),
        Cause::Moves => "other moves are possible".to_owned(),
        Cause::Seat => "another seat is to choose".to_owned(),
        Cause::Choice(..) => "a bot chooses differently, from the same moves in the same position".to_owned(),
    }
}

/// The same as the cell of a table, in which long names are cut.
fn place_in_short(cause: Option<&Cause>, each: &Parted) -> String {
    match cause {
        None => "nowhere: bots alone choose differently".to_owned(),
        Some(Cause::After(kind)) => kind.clone(),
        Some(Cause::At(kind)) => format!("{kind}: another outcome"),
        Some(Cause::Instead(a, b)) => format!("{a} / {b}"),
        Some(Cause::End([Some(a), Some(b)])) if a == b => format!("both end: {a}, won by others"),
        Some(Cause::End([Some(a), Some(b)])) => format!("both end: {a} / {b}"),
        Some(cause) => place(cause, each.names()),
    }
}

/// The letter of a row that is shown.
pub fn letter(found: &Partings, row: usize) -> String {
    match (row, found.rows[row].cause.is_some()) {
        (_, false) => "–".to_owned(),
        (0..MOST, _) => char::from(b'A' + row as u8).to_string(),
        _ => "…".to_owned(),
    }
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
        let place = |(row, share): (usize, balance_analysis::table::Rate)| {
            text(format!("{} {}", letter(found, row), format::share(share)))
        };
        let with = if gain.gained {
            &each.configuration
        } else {
            &each.reference
        };
        vec![
            text(gain.side.clone()),
            text(format!("“{with}”")),
            count(gain.games),
            share(gain.share),
            most.map_or_else(|| text("too few games"), place),
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
        title: "Which side wins only under one of the two".to_owned(),
        note: String::new(),
        heads,
        rows,
    }
}

/// By place, how many games part there.
pub fn places(each: &Parted) -> Shown {
    let found = &each.found;
    let line = |(at, row): (usize, &Place)| {
        vec![
            text(letter(found, at)),
            text(place_in_short(row.cause.as_ref(), each)),
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
            text("…"),
            text(format!("{} other places", rest.len())),
            count(games),
            text(format::percent(games as f64 / found.looked.max(1) as f64, 1)),
            count(bots),
        ];
        all.push(other);
    }
    all.extend(numbered().filter(|(_, row)| row.cause.is_none()).map(line));
    Shown {
        id: "places",
        title: "Where the rules first make a difference to these games".to_owned(),
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
        assert_eq!((heads(&results), heading(&results.parted)), (6, "Where the games part"));
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
