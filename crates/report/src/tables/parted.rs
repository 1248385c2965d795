//! Where the games part that others win: of a run in a row for each comparison, and of one comparison by place and by side.

use super::super::format;
use super::cell::{Cell, Shown, count, figure, share, text, word};
use balance_analysis::games::parting::Cause;
use balance_analysis::table::{FEW_PARTED, Gain, Parted, Partings, Place, Results};

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
    let mut rows: Vec<Vec<Cell>> = results.parted.iter().map(row).collect();
    // Where the bots alone differ there are no places.
    let alone = alone(&results.parted);
    if alone {
        heads.truncate(2);
        for row in &mut rows {
            row.truncate(2);
        }
    }
    let explained = if alone {
        ""
    } else {
        " They are held against each other choice by choice: where the rules first make a difference. “Looked into” are the games \
         won by others of which it was found where they part; “there” is the share of these that part at the place named, \
         “nowhere” that in which bots alone chose differently. Where games part does not prove what decided them."
    };
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
pub fn shown(found: &Partings) -> impl Iterator<Item = (usize, &Place)> {
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
    let mut rows: Vec<Vec<Cell>> = found.swings.iter().filter(|gain| gain.games > 0).map(line).collect();
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
    let mut all: Vec<Vec<Cell>> = shown(found).map(line).collect();
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
    use balance_analysis::sample;

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
