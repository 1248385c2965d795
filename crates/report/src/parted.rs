//! Where games part that others win, in sentences.

use super::format;
use super::tables::parted::{letter, place, shown};
use balance_analysis::table::{FEW_PARTED, Gain, Parted, Partings, Place};

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
    if let Some([one, other]) = &parted.bots_alone {
        let [reference, configuration] = parted.names();
        let who = if one == other {
            format!("The same bots sit there, with other settings under “{configuration}” ({other}).")
        } else {
            format!("At the table: under “{reference}”, {one}; under “{configuration}”, {other}.")
        };
        return Some(format!(
            "Only the bots differ: the rules and the content are the same. {who} So whatever changes in who wins comes from \
             what the bots do."
        ));
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

/// What the tables are of, and what they do not say.
pub fn notes(parted: &Parted) -> Vec<String> {
    let found = &parted.found;
    if parted.bots_alone.is_some() {
        return vec![
            "This does not say which choice decided a game. The command ladder says how strong bots are beside each other at \
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
    shown(found).chain(alone)
}

/// A game as `--game` takes it.
fn option(game: u64, rotation: usize) -> String {
    match rotation {
        0 => game.to_string(),
        rotation => format!("{game} --rotation {rotation}"),
    }
}
