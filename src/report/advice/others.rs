//! What speaks against an advice with other bots.

use crate::judge;
use crate::report::fairness::{Gap, gap_of_other};
use crate::report::findings::{FAIR, Off, off};
use crate::report::format;
use crate::table::{Configuration, Results, TargetRow};

/// With which other bots `best` is shown to miss wishes, `at` which table, how many `base` misses with them, and which wish is further off with
/// them than in `base`; nothing where it misses none.
pub fn missed_elsewhere(best: &Configuration, base: &Configuration, at: &str) -> String {
    let missed = |of: &Configuration| {
        let outside = |row: &&TargetRow| {
            row.answer
                .is_some_and(|answer| answer.verdict == judge::Verdict::Outside)
        };
        of.targets.iter().filter(outside).count()
    };
    let pairs = best.others.iter().map(|other| {
        let before = base.others.iter().find(|one| one.name == other.name);
        (other, before.filter(|_| base.name != best.name))
    });
    let misses: Vec<String> = pairs
        .clone()
        .filter(|(other, _)| missed(other) > 0)
        .map(|(other, before)| {
            let before = before.map_or(String::new(), |one| format!(" (“{}” {})", base.name, missed(one)));
            format!("{} with {}{before}", missed(other), other.name)
        })
        .collect();
    if misses.is_empty() {
        return String::new();
    }
    let further = best.targets.iter().filter_map(|wish| {
        let off = |(other, before): (&Configuration, Option<&Configuration>)| {
            let (before, now) = further_off(&wish.metric, before?, other)?;
            Some(format!("{} ({before} to {now})", other.name))
        };
        let bots: Vec<String> = pairs.clone().filter_map(off).collect();
        (!bots.is_empty()).then(|| format!("{} with {}", wish.metric, format::and(&bots)))
    });
    let further = further.collect::<Vec<_>>().join("; ");
    let further = if further.is_empty() {
        further
    } else {
        format!(" It leads away from what is wished of {further}.")
    };
    let bots = pairs
        .filter(|(other, _)| missed(other) > 0)
        .map(|(other, _)| other.name.clone());
    match best.targets.len() {
        1 => format!(
            " It misses its only wish{at} with {}.{further}",
            format::and(&bots.collect::<Vec<_>>())
        ),
        count => format!(
            " With other bots it misses, of its {count} wishes{at}: {}.{further}",
            format::and(&misses)
        ),
    }
}

/// What other bots say to it that a configuration is nearer to fair than its base.
pub struct Nearer {
    /// Is it shown to be further from fair with one of them at least?
    pub contradicted: bool,
    /// What each says, in a sentence; nothing where none was asked.
    pub said: String,
}

/// What the other bots say to it that `best` is nearer to fair than `base`.
pub fn nearer_elsewhere(results: &Results, best: &Configuration, base: &Configuration) -> Nearer {
    let (mut nearer, mut further, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for other in &best.others {
        let before = base.others.iter().find(|one| one.name == other.name);
        let gaps = (
            before.and_then(|one| gap_of_other(results, one)),
            gap_of_other(results, other),
        );
        let (Some(was), Some(is)) = gaps else { continue };
        let points = |gap: &Gap| format!("{} points of {}", format::points_only(gap.value, 1), gap.side);
        let told = format!("{} ({}, before {})", other.name, points(&is), points(&was));
        if is.most < was.least {
            nearer.push(told);
        } else if is.least > was.most {
            further.push(told);
        } else {
            open.push(other.name.clone());
        }
    }
    let parts = [
        ("nearer with ", &nearer),
        ("further from it with ", &further),
        ("open with ", &open),
    ];
    let parts = parts.into_iter().filter(|(_, bots)| !bots.is_empty());
    let parts: Vec<String> = parts
        .map(|(lead, bots)| format!("{lead}{}", format::and(bots)))
        .collect();
    Nearer {
        contradicted: !further.is_empty(),
        said: if parts.is_empty() {
            String::new()
        } else {
            format!(" With other bots it is {}.", parts.join("; "))
        },
    }
}

/// What the number of a wish was `before` and is `now`, where that is shown to be further off.
fn further_off(metric: &str, before: &Configuration, now: &Configuration) -> Option<(String, String)> {
    let of = |each: &Configuration| each.targets.iter().find(|row| row.metric == metric)?.answer;
    let row = now.targets.iter().find(|row| row.metric == metric)?;
    let off = |lo: f64, hi: f64| {
        let over = row.to.map_or(0.0, |to| lo - to);
        let under = row.from.map_or(0.0, |from| from - hi);
        over.max(under).max(0.0)
    };
    let (before, now) = (of(before)?, of(now)?);
    // The least that it may be off now is more than the most that it may have been.
    let further = off(now.lo?, now.hi?) > off(before.hi?, before.lo?);
    let number = |value: f64| {
        if judge::is_share(metric) {
            format::percent(value, 1)
        } else {
            format::plain(value, 1)
        }
    };
    further.then(|| (number(before.value), number(now.value)))
}

/// Of more bots than this with which a side is off only those are named with which one is furthest.
const OFF: usize = 3;

/// What is shown to be far from fair with other bots, in a sentence; nothing where nothing is.
pub fn off_elsewhere(results: &Results) -> String {
    let mut all: Vec<Off<'_>> = Vec::new();
    for one in off(results, FAIR) {
        // The furthest of each bot.
        if all.iter().all(|known| known.bot != one.bot) {
            all.push(one);
        }
    }
    if all.is_empty() {
        return String::new();
    }
    let several = results.configurations.len() > 1;
    let word = |one: &Off<'_>| {
        let (rate, fair) = format::share_and_fair(one.rate, one.fair);
        let place = if several {
            format!(", in “{}”,", one.configuration)
        } else {
            String::new()
        };
        format!(
            "with {}{place} “{}” wins {rate}, where {fair} is fair",
            one.bot, one.side
        )
    };
    let named: Vec<String> = all.iter().take(OFF).map(word).collect();
    let more = match all.len().saturating_sub(OFF) {
        0 => String::new(),
        more => format!("; and with {} more", format::count(more as u64)),
    };
    format!("Far from fair with other bots: {}{more}.", named.join("; "))
}
