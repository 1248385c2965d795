//! What speaks against an advice with other bots.

use crate::advice::fairness::{FairnessGap, gap_of_other};
use crate::findings::{FAIR, Off, off};
use crate::format;
use crate::metrics::Measure;
use crate::versions::Version;
use balance_analysis::judge::{self, key};
use balance_analysis::scenario::{OF_CELL, Of};
use balance_analysis::table::{Configuration, Rate, Results, TargetRow, all_at_once};

use super::Pair;

/// With which other bots a version misses wishes, table by table.
pub fn missed_with_others(best: &Version<'_>, base: &Version<'_>) -> String {
    let several = best.tables.len() > 1;
    let table = |each: &Configuration| format!("“{}”", each.name.split(OF_CELL).next().unwrap_or_default());
    let at = |each: &Configuration| {
        if several {
            format!(" at {}", table(each))
        } else {
            String::new()
        }
    };
    // Where a change changes nothing, what is missed is no news of it.
    let alike = |pair: &Pair<'_>| best.name != base.name && plays_alike(pair.0, pair.1);
    let (alike, changed): (Vec<_>, Vec<_>) = best.beside(base).partition(alike);
    let said: String = changed
        .into_iter()
        .map(|(each, base)| missed_elsewhere(each, base, &at(each)))
        .collect();
    let alike: Vec<String> = alike
        .iter()
        .filter(|(each, _)| each.others.iter().any(|other| missed(other) > 0))
        .map(|(each, _)| table(each))
        .collect();
    if alike.is_empty() {
        return said;
    }
    let there = if several {
        format!(" At {}", format::join_and(&alike))
    } else {
        " Here".to_owned()
    };
    format!(
        "{said}{there} it plays the same games as “{}”, with which other bots miss what is wished just the same.",
        base.name
    )
}

/// With which other bots `best` is shown to miss wishes, `at` which table, how many `base` misses with them, and which wish is
/// further off with them than in `base`; nothing where it misses none.
fn missed_elsewhere(best: &Configuration, base: &Configuration, at: &str) -> String {
    let beside = best.others.iter().map(|other| {
        let before = base.others.iter().find(|one| one.name == other.name);
        (other, before.filter(|_| base.name != best.name))
    });
    // What is wished from now, or of one version alone, is not asked of what is now: fewer misses of fewer wishes say nothing.
    let pairs = beside
        .clone()
        .map(|(other, before)| (other, before.filter(|one| wishes_asked(one) == wishes_asked(other))));
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
    let further = best.targets.iter().filter(|wish| !wish.change).filter_map(|wish| {
        let off = |(other, before): (&Configuration, Option<&Configuration>)| {
            let (before, now) = further_off(&wish.metric, before?, other)?;
            Some(format!("{} ({before} to {now})", other.name))
        };
        let bots: Vec<String> = beside.clone().filter_map(off).collect();
        (!bots.is_empty()).then(|| format!("{} with {}", wish.metric, format::join_and(&bots)))
    });
    let further = further.collect::<Vec<_>>().join("; ");
    let further = if further.is_empty() {
        further
    } else {
        format!(" It leads away from what is wished of {further}.")
    };
    let bots = pairs
        .clone()
        .filter(|(other, _)| missed(other) > 0)
        .map(|(other, _)| other.name.clone());
    match best.targets.len() {
        1 => {
            let too = |(other, before): &(&Configuration, Option<&Configuration>)| {
                missed(other) > 0 && before.is_some_and(|one| missed(one) > 0)
            };
            let too: Vec<String> = pairs.clone().filter(too).map(|(other, _)| other.name.clone()).collect();
            // What is missed with the present rules, too, is nothing that the change does.
            let base = match too.len() {
                0 => String::new(),
                all if all == misses.len() => format!(", and so does “{}”", base.name),
                _ => format!("; so does “{}” with {}", base.name, format::join_and(&too)),
            };
            format!(
                " It misses its only wish{at} with {}{base}.{further}",
                format::join_and(&bots.collect::<Vec<_>>())
            )
        }
        count => format!(
            " With other bots it misses, of its {count} wishes{at}: {}.{further}",
            format::join_and(&misses)
        ),
    }
}

/// Does it play the very same games as `base`, as far as is seen, also with the other bots that were asked?
fn plays_alike(each: &Configuration, base: &Configuration) -> bool {
    let same = |a: &Configuration, b: &Configuration| {
        (a.games, &a.sides, &a.endings, &a.lengths) == (b.games, &b.sides, &b.endings, &b.lengths)
    };
    let others = each.others.iter().zip(&base.others);
    each.others.len() == base.others.len()
        && same(each, base)
        && others.into_iter().all(|(a, b)| a.name == b.name && same(a, b))
}

/// How many wishes its games were asked.
fn wishes_asked(of: &Configuration) -> usize {
    of.targets.iter().filter(|row| row.answer.is_some()).count()
}

/// How many wishes it is shown to miss.
fn missed(of: &Configuration) -> usize {
    let outside = |row: &&TargetRow| {
        row.answer
            .is_some_and(|answer| answer.verdict == judge::Verdict::Outside)
    };
    of.targets.iter().filter(outside).count()
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
        let points = |gap: &FairnessGap| format!("{} points of {}", format::points_only(gap.value, 1), gap.side);
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
        .map(|(lead, bots)| format!("{lead}{}", format::join_and(bots)))
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
    let row = now.targets.iter().find(|row| row.metric == metric && !row.change)?;
    let off = |lo: f64, hi: f64| {
        let over = row.to.map_or(0.0, |to| lo - to);
        let under = row.from.map_or(0.0, |from| from - hi);
        over.max(under).max(0.0)
    };
    let (before, now) = (seen(metric, before)?, seen(metric, now)?);
    // The least that it may be off now is more than the most that it may have been.
    let further = off(now.lo, now.hi) > off(before.hi, before.lo);
    let number = |value: f64| Measure::of_metric(metric).number(value, 1);
    further.then(|| (number(before.value), number(now.value)))
}

/// The number of a metric that may be wished of one version alone; none of what only an answer holds.
fn seen(metric: &str, each: &Configuration) -> Option<Rate> {
    let asked = each.targets.iter().find(|row| row.metric == metric && !row.change);
    if let Some(answer) = asked.and_then(|row| row.answer) {
        let (value, lo, hi) = (answer.value, answer.lo?, answer.hi?);
        return Some(Rate { value, lo, hi });
    }
    let at = all_at_once(each.sides.len() + 1);
    if let Some(side) = Of::metric(metric).side() {
        let row = each.sides.iter().find(|row| key(&row.side) == side)?;
        return Some(row.win_rate_at(each.sampling(), at));
    }
    let length = Of::metric(metric).mean()?;
    let row = each.lengths.iter().find(|row| row.measure == length)?;
    Some(each.mean_at(row, at))
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
        let (rate, fair) = format::share_and_fair(one.rate, one.fair, FAIR);
        let place = if several {
            format!(", in “{}”,", one.configuration)
        } else {
            String::new()
        };
        format!(
            "with {}{place} {} wins {rate}, where {fair} is fair",
            one.bot,
            format::side(one.side)
        )
    };
    let named: Vec<String> = all.iter().take(OFF).map(word).collect();
    let more = match all.len().saturating_sub(OFF) {
        0 => String::new(),
        more => format!("; and with {} more", format::count(more as u64)),
    };
    format!("Far from fair with other bots: {}{more}.", named.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::versions::versions;
    use balance_analysis::sample::{self, wish};

    /// What other bots miss with the present rules, too, is told as such; where the change changes nothing, it is no news of it.
    #[test]
    fn what_is_missed_with_the_present_rules_too_is_told_so() {
        let mut results = sample::variants();
        let row = |verdict, value| vec![wish("win-rate.profiteer", (0.16, 0.20), (verdict, value))];
        let (outside, within) = (judge::Verdict::Outside, judge::Verdict::Within);
        for each in &mut results.configurations {
            each.targets = row(within, 0.18);
            let bots = ["gambler", "hoarder"].map(|name| Configuration {
                name: name.to_owned(),
                targets: row(outside, 0.25),
                ..each.clone()
            });
            each.others = bots.to_vec();
        }
        let told = |results: &Results| {
            let versions = versions(results);
            missed_with_others(&versions[1], &versions[0])
        };
        assert_eq!(
            told(&results),
            " It misses its only wish with gambler and hoarder, and so does “base”."
        );
        results.configurations[0].others[1].targets = row(within, 0.18);
        assert_eq!(
            told(&results),
            " It misses its only wish with gambler and hoarder; so does “base” with gambler. It leads away from what is wished of \
             win-rate.profiteer with hoarder (18.0 % to 25.0 %)."
        );
        results.configurations[0].others[0].targets = row(within, 0.18);
        let said = told(&results);
        assert!(
            said.starts_with(" It misses its only wish with gambler and hoarder. It leads away"),
            "{said}"
        );
        // Of a wish of the variant alone the base knows the number, too.
        for other in &mut results.configurations[0].others {
            other.targets.clear();
            let profiteer = other
                .sides
                .iter_mut()
                .find(|row| row.side == "profiteer")
                .expect("a side");
            profiteer.wins = other.games / 6;
            profiteer.deals = vec![other.games - other.games / 6, other.games / 6];
        }
        let said = told(&results);
        assert!(
            said.contains(
                "It leads away from what is wished of win-rate.profiteer with gambler (16.7 % to 25.0 %) and hoarder"
            ),
            "{said}"
        );
        // The very same games.
        let name = results.configurations[1].name.clone();
        let variant = results.configurations[1].variant.clone();
        results.configurations[0].others = results.configurations[1].others.clone();
        results.configurations[1] = Configuration {
            name,
            variant,
            ..results.configurations[0].clone()
        };
        assert_eq!(
            told(&results),
            " Here it plays the same games as “base”, with which other bots miss what is wished just the same."
        );
    }
}
