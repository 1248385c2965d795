//! The sentences of a league.

use crate::format;
use balance_experiments::league::{CAPPED, Exploiter, League};

pub const TITLE: &str = "Bots, and the strongest mix of them";
pub const PART: &str = "of the mix that no single bot beats, as nearly as was found";
pub const LEAST: &str = "points won alone over its even share";
pub const GROUNDS: &str = "The mix estimates an equilibrium, without an interval. All intervals of scripts together miss in at most 5% of leagues.";

/// Who played, and how often.
pub fn played(league: &League) -> String {
    format!(
        "{} players; each bot alone against others of one kind, {} deals at every table, each played once for every seat.",
        league.players,
        format::count(league.deals)
    )
}

/// The other mixes that no single bot beats.
pub fn also(league: &League) -> String {
    let all: Vec<String> = league.also.iter().map(|mix| parts(mix)).collect();
    format!(
        "Other mixes that no single bot beats: {}. The table shows the hardest one to leave.",
        all.join("; ")
    )
}

/// Bots with their parts.
fn parts(mix: &[(String, f64)]) -> String {
    let of = |(bot, part): &(String, f64)| format!("{bot} {}", format::percent(*part, 0));
    mix.iter().map(of).collect::<Vec<_>>().join(", ")
}

/// What a script that was found wins.
pub fn exploiter(one: &Exploiter, league: &League) -> String {
    let (name, mix) = (&one.name, parts(&one.mix));
    let (share, even, gain) = (
        format::share(one.share),
        format::percent(one.even, 1),
        format::points(one.gain),
    );
    if one.joined {
        format!(
            "The script “{name}” wins {share} against {mix}; even is {even}. It gains {gain} points and joins the bots."
        )
    } else if one.gain.hi <= league.allowed {
        format!(
            "The best script, “{name}”, wins {share} against {mix}; even is {even}. Its gain is {gain} points: no exploit."
        )
    } else {
        format!(
            "The best script, “{name}”, wins {share} against {mix}; even is {even}. Its gain is {gain} points: undecided."
        )
    }
}

/// That a script does not end its own games; nothing where it does.
pub fn stalls(one: &Exploiter) -> Option<String> {
    (one.capped > CAPPED).then(|| {
        format!(
            "Against itself {} of its games are stopped at the limit on their length, so it does not join.",
            format::percent(one.capped, 0)
        )
    })
}

pub fn verdict(league: &League) -> String {
    let allowed = format!("{} points", format::plain(100.0 * league.allowed, 1));
    match league.scripts.last() {
        Some(last) if last.joined => {
            format!("Exploit found: a script of the last round gains more than {allowed}. More --rounds may find more.")
        }
        Some(last) if last.gain.hi <= league.allowed => {
            format!("No exploit found: no script gains more than {allowed} against this mix.")
        }
        _ => format!("Undecided: whether the last script gains more than {allowed}. More --deals would decide."),
    }
}
