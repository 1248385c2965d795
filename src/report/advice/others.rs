//! What speaks against an advice with other bots.

use crate::judge;
use crate::report::findings::{FAIR, Off, off};
use crate::report::format;
use crate::table::{Configuration, Results, TargetRow};

/// With which other bots `best` is shown to miss wishes, how many `base` misses with them, and which wish is further off with
/// them than in `base`; nothing where it misses none.
pub fn missed_elsewhere(best: &Configuration, base: &Configuration) -> String {
    let missed = |of: &Configuration| {
        let outside = |row: &&TargetRow| {
            row.answer
                .is_some_and(|answer| answer.verdict == judge::Verdict::Outside)
        };
        of.targets.iter().filter(outside).count()
    };
    let (mut misses, mut further) = (Vec::new(), Vec::new());
    for other in &best.others {
        let count = missed(other);
        let before = base.others.iter().find(|one| one.name == other.name);
        let before = before.filter(|_| base.name != best.name);
        if count > 0 {
            let before = before.map_or(String::new(), |one| format!(" (“{}” {})", base.name, missed(one)));
            misses.push(format!("{count} with {}{before}", other.name));
        }
        let off = before.and_then(|before| further_off(other, before));
        further.extend(off.map(|(row, from, to)| format!("{row} with {} ({from} to {to})", other.name)));
    }
    if misses.is_empty() {
        return String::new();
    }
    let of = match best.targets.len() {
        1 => "its only wish".to_owned(),
        count => format!("of its {count} wishes"),
    };
    let further = match further.len() {
        0 => String::new(),
        _ => format!(" It leads away from what is wished of {}.", format::and(&further)),
    };
    format!(" With other bots it misses, {of}: {}.{further}", format::and(&misses))
}

/// The wish that is furthest off in `now` among those that are shown to be further off than in `before`: its metric, and the
/// numbers before and now.
fn further_off(now: &Configuration, before: &Configuration) -> Option<(String, String, String)> {
    let off = |row: &TargetRow, lo: f64, hi: f64| {
        let over = row.to.map_or(0.0, |to| lo - to);
        let under = row.from.map_or(0.0, |from| from - hi);
        over.max(under).max(0.0)
    };
    let pairs = now
        .targets
        .iter()
        .filter(|row| judge::is_share(&row.metric))
        .filter_map(|row| {
            let of_before = before.targets.iter().find(|one| one.metric == row.metric)?;
            let (now, before) = (row.answer?, of_before.answer?);
            // The least that it may be off now is more than the most that it may have been.
            let least = off(row, now.lo?, now.hi?);
            let most = off(row, before.hi?, before.lo?);
            (least > most).then_some((row, least - most, before.value, now.value))
        });
    let (row, _, before, now) = pairs.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some((row.metric.clone(), format::percent(before, 1), format::percent(now, 1)))
}

/// With more sides than this that are off with other bots only the furthest are named.
const OFF: usize = 3;

/// What is shown to be far from fair with other bots; nothing where nothing is.
pub fn off_elsewhere(results: &Results) -> String {
    let all = off(results, FAIR);
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
        more => format!("; and {} more", format::count(more as u64)),
    };
    format!(" With other bots it is otherwise: {}{more}.", named.join("; "))
}
