//! The sentences about where games first differ.

use super::{DivergenceFact, MOST};
use crate::format;
use balance_config::games::divergence::Cause;
use balance_inference::table::{Parted, Partings};

/// What was played under both, and what came of it; `seed` says with which seed, if that is to be said.
pub fn summary(parted: &Parted, seed: &str) -> String {
    let found = &parted.found;
    let [one, other] = parted.names();
    let games = if found.games == found.deals {
        deals(found)
    } else {
        format!("{} on {}", format::games(found.games), deals(found))
    };
    let games = format::capital(&games);
    match found.flips {
        0 => format!("{games}, played under “{one}” and under “{other}”{seed}. Who wins is the same in every game."),
        flips => format!(
            "{games}, played under “{one}” and under “{other}”{seed}. The winner differs in {}, {}.",
            format::games(flips),
            format::share(found.share)
        ),
    }
}

/// `2,000 deals`.
pub fn deals(found: &Partings) -> String {
    match found.deals {
        1 => "one deal".to_owned(),
        deals => format!("{} deals", format::count(deals)),
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

pub(super) fn fact(fact: &DivergenceFact, parted: &Parted) -> String {
    let [reference, configuration] = parted.names();
    match fact {
        DivergenceFact::OtherSettings(bots) => {
            format!("Only the bots differ: under “{configuration}” they have other settings ({bots}).")
        }
        DivergenceFact::OtherBots([one, other]) => {
            format!("Only the bots differ: under “{reference}”, {one}; under “{configuration}”, {other}.")
        }
        DivergenceFact::TooFew(games) => {
            format!("Games with another winner: {games}. Too few to say where most of them first differ.")
        }
        DivergenceFact::OnlyBotsChoose => {
            "No rule made a difference to the choices of either game: only the bots chose differently.".to_owned()
        }
        DivergenceFact::Mostly { gain, share, row } => format!(
            "{}: {} wins only with “{}”. In {} of {} examined, the rules first make a difference where {}. Of all games with another winner it is {}.",
            format::side(&gain.side),
            format::count(gain.games),
            if gain.gained { configuration } else { reference },
            format::share(*share),
            format::count(gain.looked),
            row.cause
                .as_ref()
                .map_or_else(String::new, |cause| place(cause, parted.names())),
            format::share(row.share)
        ),
    }
}

pub fn notes(parted: &Parted) -> Vec<String> {
    let found = &parted.found;
    if parted.bots_alone.is_some() {
        return vec![
            "This does not say which choice decided a game. All intervals together miss in at most 5% of such lists."
                .to_owned(),
        ];
    }
    let other_bots = parted.other_bots.then(|| {
        format!(
            "Other bots sit at “{}”, or bots with other settings. They alone may change who wins.",
            parted.configuration
        )
    });
    let examined = (found.looked < found.flips).then(|| {
        format!(
            "The first {} of the {} games with another winner were examined.",
            format::count(found.looked),
            format::count(found.flips)
        )
    });
    let bots_first = (found.bots_first > 0).then(|| {
        format!(
            "In {} of {} games a bot chose differently first (“bots first”). The choices of one game were then repeated under the other rules.",
            format::count(found.bots_first),
            format::count(found.looked)
        )
    });
    let laid_out = (found.laid_out > 0).then(|| {
        format!(
            "In {} games the set-up differs: what is shuffled or dealt has changed.",
            format::count(found.laid_out)
        )
    });
    let caveat =
        "The first difference is not the cause of the result. All intervals together miss in at most 5% of such lists.";
    let all = [other_bots, examined, bots_first, laid_out, Some(caveat.to_owned())];
    all.into_iter().flatten().collect()
}

pub const EXPLAINED: &str = "Examined: games with another winner. Share: the part of them that first differ at the place named. The first difference is not the cause of the result.";

/// Of which games the table of all comparisons is, and how sure it is.
pub fn note(deals: &str, explained: &str, other_bots: &str) -> String {
    let played = format!("{}, played under both.", format::capital(deals));
    let intervals = "The intervals of each row and of its tables miss together in at most 5% of runs.";
    format::joined([&*played, explained, intervals, other_bots].map(|said| Some(said.to_owned())))
}

pub fn with_other_bots(names: &str) -> String {
    format!("In {names} other bots sit, or bots with other settings; they alone may change who wins.")
}

pub fn with_bots_alone(names: &str) -> String {
    format!("In {names} only the bots differ.")
}

pub mod head {
    pub const OTHER_WINNER: &str = "share of the games played under both; in brackets the interval";
    pub const EXAMINED: &str = "games with another winner whose first difference was looked for";
    pub const SHARE: &str = "share of the games examined; in brackets the interval";
    pub const NOWHERE: &str = "bots alone chose differently: no rule made a difference to the choices of either game";
    pub const OTHER_BOTS: &str = "What other bots change";
    pub const FIRST_DIFFERENCES: &str = "Where games first differ";
    pub const ALL_OTHER_BOTS: &str = "Games with another winner";
    pub const ALL: &str = "First differences of games with another winner";
    pub const GAINS: &str = "Which side wins only under one of the two";
    pub const PLACES: &str = "Where the rules first make a difference to these games";
}

/// Where games first differ, as a clause.
pub fn place(cause: &Cause, names: [&str; 2]) -> String {
    let [one, other] = names;
    match cause {
        Cause::Setup => "the game is set up differently".to_owned(),
        Cause::End([Some(a), Some(b)]) if a == b => format!("both games end ({a}), with another winner"),
        Cause::End([Some(a), Some(b)]) => format!("both games end: {a}, with “{other}” {b}"),
        Cause::End([Some(a), None]) => format!("only “{one}” ends: {a}"),
        Cause::End([None, Some(b)]) => format!("only “{other}” ends: {b}"),
        Cause::End([None, None]) => "a game ends".to_owned(),
        Cause::After(kind) => format!("{kind}, and something else follows"),
        Cause::At(kind) => format!("{kind}, with another outcome"),
        Cause::Instead(a, b) => format!("{b}, where with “{one}” {a}"),
        Cause::Moves => "other moves are possible".to_owned(),
        Cause::Seat => "another seat is to choose".to_owned(),
        Cause::Choice(..) => "a bot chooses differently, from the same moves in the same position".to_owned(),
    }
}

/// The same as the cell of a table, in which long names are cut.
pub fn place_in_short(cause: Option<&Cause>, names: [&str; 2]) -> String {
    match cause {
        None => "no rule involved: the bots chose differently".to_owned(),
        Some(Cause::After(kind)) => kind.clone(),
        Some(Cause::At(kind)) => format!("{kind}: another outcome"),
        Some(Cause::Instead(a, b)) => format!("{a} / {b}"),
        Some(Cause::End([Some(a), Some(b)])) if a == b => format!("both end: {a}, another winner"),
        Some(Cause::End([Some(a), Some(b)])) => format!("both end: {a} / {b}"),
        Some(cause) => place(cause, names),
    }
}

pub fn letter(found: &Partings, row: usize) -> String {
    match (row, found.rows[row].cause.is_some()) {
        (_, false) => "–".to_owned(),
        (0..MOST, _) => char::from(b'A' + row as u8).to_string(),
        _ => "…".to_owned(),
    }
}
