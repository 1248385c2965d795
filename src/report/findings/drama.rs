//! Does the leader run away, can those behind come back, does the lead count at all?

use super::super::format;
use super::{Asked, Finding, Lies, Strength, Weight, lies};
use crate::judge::Family;
use crate::table::{Rate, Shows};

/// A leader at half time who wins more often than this runs away.
const RUNAWAY: f64 = 0.8;
/// Who is last at half time comes back, if he wins at least this part of what the side does that wins least.
const HOPE: f64 = 0.25;
/// Times at which the game is judged, in per cent of its turns.
const HALF: u32 = 50;
/// Questions asked of each configuration here: leader and last at half time.
const ROWS: usize = 2;

pub fn find(asked: &Asked) -> Vec<Finding> {
    let each = asked.each;
    // Where bots of different strength meet, the lead shows who is stronger, not what a lead is worth.
    if each.bots.iter().any(|row| !row.mirror) {
        return Vec::new();
    }
    let Some(row) = each.drama.iter().find(|row| row.percent == HALF) else {
        return Vec::new();
    };
    // What a side wins without a lead to speak of. Which one leads is not known: some side that wins between these.
    let mut found = Vec::new();
    let confidence = asked.confidence(Family::Drama, ROWS);
    let sides = each.sides.iter().filter(|row| row.fair.is_some());
    let rates = sides.map(|row| row.at(each.sampling(), confidence));
    let seen = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.win_rate.value);
    let seen = (seen.clone().fold(f64::INFINITY, f64::min), seen.fold(0.0, f64::max));
    let anyway = (
        rates.clone().fold(f64::INFINITY, |least, rate| least.min(rate.lo)),
        rates.fold(0.0, |most: f64, rate| most.max(rate.hi)),
    );
    if let Some(rate) = row.leader_at(each.sampling(), confidence) {
        found.extend(leader(asked, rate, row.led, anyway, seen));
    }
    if let Some(rate) = row.last_at(each.sampling(), confidence)
        && rate.hi < HOPE * anyway.0
    {
        found.push(Finding {
            headline: "Whoever is last at half time hardly ever wins.".to_owned(),
            evidence: format!(
                "The side alone in last place wins {}; the side that wins least wins {} of all games. A side was alone in last place in {}.",
                format::share(rate),
                format::percent(seen.0, 1),
                format::games(row.behind)
            ),
            method: "Progress of each side when half of the turns are over; the interval of the win rate of the side \
                     alone behind, corrected for all configurations, lies below a quarter of what the side wins that wins least.",
            sample: asked.sample(Shows::Comeback, ""),
            ..asked.finding(
                Weight::Notice,
                "no comeback".to_owned(),
                0.9 - rate.value,
                Strength::Clear,
            )
        });
    }
    found
}

fn leader(asked: &Asked, rate: Rate, games: u64, (least, most): (f64, f64), seen: (f64, f64)) -> Option<Finding> {
    let changes = asked.each.lead_changes.map_or_else(String::new, |found| {
        format!(
            " The lead in progress, looked at turn by turn, changes hands {} times a game.",
            format::plain(found.per_game, 1)
        )
    });
    // A game may count the lead by something of its own.
    let counted = asked.each.counters.iter().find(|row| row.counter == "lead-changes");
    let counted = counted.filter(|_| !changes.is_empty());
    let counted = counted.map_or_else(String::new, |row| {
        format!(" Apart from it, `lead-changes` counts {}.", row.help)
    });
    let less = rate.hi < least;
    let evidence = format!(
        "The side alone in front wins {}; the side that wins {} wins {} of all games. A side was alone in front in {}.{changes}{counted}",
        format::share(rate),
        if less { "least" } else { "most" },
        format::percent(if less { seen.0 } else { seen.1 }, 1),
        format::games(games)
    );
    if less {
        return Some(Finding {
            headline: "Whoever leads at half time wins less often than any side does.".to_owned(),
            evidence,
            method: "Progress of each side when half of the turns are over; the interval of the win rate of the side alone \
                     in front, corrected for all configurations, lies below what the side wins that wins least.",
            sample: asked.sample(Shows::LeaderLoses, ""),
            ..asked.finding(Weight::Notice, "lead is a burden".to_owned(), 0.85, Strength::Clear)
        });
    }
    // A side that wins nearly all is in front in most games: the lead has to bring more than that.
    let Lies::Beyond(gap, strength) = lies(rate, most, 0.0) else {
        return None;
    };
    if gap < 0.0 {
        return None;
    }
    if let Lies::Beyond(gap, strength) = lies(rate, RUNAWAY, 0.0)
        && gap > 0.0
    {
        return Some(Finding {
            headline: format!(
                "The leader runs away: who leads at half time wins {} of games.",
                if asked.of > 1 {
                    format!("more than {}", format::percent(RUNAWAY, 0))
                } else {
                    format::percent(rate.value, 0)
                }
            ),
            evidence,
            method: "Progress of each side when half of the turns are over; the interval of the win rate of the side alone \
                     in front, corrected for all configurations, lies above 80 % and above what any side wins.",
            sample: asked.sample(Shows::LeaderWins, ""),
            ..asked.finding(Weight::Problem, "runaway leader".to_owned(), gap, strength)
        });
    }
    let (headline, key) = if rate.hi < RUNAWAY {
        (
            "A lead at half time helps, but does not decide the game.",
            "lead counts",
        )
    } else {
        ("A lead at half time helps.", "lead helps")
    };
    Some(Finding {
        headline: headline.to_owned(),
        evidence,
        method: "Progress of each side when half of the turns are over; the interval of the win rate of the side alone in \
                 front, corrected for all configurations, lies above what the side wins that wins most; it does not decide \
                 where the interval lies below 80 %.",
        sample: asked.sample(Shows::LeaderLoses, ""),
        ..asked.finding(Weight::Notice, key.to_owned(), 0.5 * gap, strength)
    })
}
