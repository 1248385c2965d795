//! How long does a game take, and how much does that vary? Of stopped games only that they are longer is known.

use super::kind::{LengthFact, Median};
use super::{Finding, FindingClaim, FindingContext, FindingKind, Severity, capped, sample};
use balance_inference::judge::Family;
use balance_inference::table::{CONFIDENCE, Configuration, LengthRow, Results, Shows};

/// Long games that take this many times as long as short ones are worth saying.
const SPREAD: u32 = 4;
/// Fewer games than this have no typical length.
pub const MANY: u64 = 100;
/// Longer than any game.
const ENDLESS: u32 = u32::MAX;

/// Games by how long they take; those that were stopped take longer than all others.
pub fn lengths(each: &Configuration) -> Vec<(u32, u64)> {
    let mut rows = each.histogram_of(&each.turn_word);
    rows.sort_unstable();
    let capped = capped(each);
    let mut left = capped;
    for (_, games) in rows.iter_mut().rev() {
        let taken = left.min(*games);
        (*games, left) = (*games - taken, left - taken);
    }
    rows.push((ENDLESS, capped));
    rows.retain(|(_, games)| *games > 0);
    rows
}

/// The median of at least [`MANY`] games; none where it may lie beyond the limit on their length.
pub fn median(each: &Configuration) -> Option<Median> {
    let row = each.lengths.first().filter(|row| row.games >= MANY)?;
    let found = row.quantile(50)?;
    let (lo, hi) = (found.lo?, found.hi?);
    let value = found.value;
    (!reaches_limit(each)).then_some(Median { value, lo, hi })
}

/// May half of the games take longer than the limit?
fn reaches_limit(each: &Configuration) -> bool {
    let median = || each.sampling().quantile(&lengths(each), 50, CONFIDENCE);
    capped(each) > 0 && median().is_none_or(|found| found.hi.is_none_or(|hi| hi == ENDLESS))
}

/// How long at least nine of ten games took; none where they are too few to say so.
pub fn span_of_most(each: &Configuration) -> Option<(u32, u32)> {
    let row = each.lengths.first().filter(|row| row.games >= MANY)?;
    Some((row.quantile(5)?.value, row.quantile(95)?.value))
}

pub fn find(context: &FindingContext) -> Vec<Finding> {
    let Some(row) = context.each.lengths.first().filter(|row| row.games > 0) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if context.of == 1 {
        found.extend(of_one(context, row));
    }
    found.extend(spread(context, row));
    found
}

fn of_one(context: &FindingContext, row: &LengthRow) -> Option<Finding> {
    let each = context.each;
    let word = row.measure.clone();
    if row.games < MANY && capped(each) == 0 {
        let fact = LengthFact::OfFew {
            games: row.games,
            span: (row.min, row.max),
        };
        return Some(context.finding(Severity::Notice, FindingKind::Length { fact, word }, 1.3));
    }
    let median = median(each)?;
    let fact = LengthFact::Typical {
        median,
        most: span_of_most(each)?,
    };
    Some(Finding {
        claim: Some(FindingClaim::Half(median)),
        ..context.finding(Severity::Notice, FindingKind::Length { fact, word }, 1.3)
    })
}

fn spread(context: &FindingContext, row: &LengthRow) -> Option<Finding> {
    // How long the longest would take is not known where they are stopped.
    if 20 * capped(context.each) >= row.games {
        return None;
    }
    let (rows, sampling) = (context.each.histogram_of(&row.measure), context.each.sampling());
    let confidence = context.confidence(Family::Lengths, 2);
    let quantile = |percent: u32| sampling.quantile(&rows, percent, confidence);
    let (low, high) = (quantile(5)?, quantile(95)?);
    // The ends of the quantiles' intervals that are least in favour of the claim.
    let times = high.lo? / low.hi.filter(|short| *short > 0)?;
    let fact = LengthFact::Spread {
        short: low.q,
        long: high.q,
        times,
    };
    let word = row.measure.clone();
    (times >= SPREAD).then(|| Finding {
        claim: Some(FindingClaim::Spread(times)),
        ..context.finding(
            Severity::Notice,
            FindingKind::Length { fact, word },
            0.7 + f64::from(times) / 1000.0,
        )
    })
}

/// The medians of several configurations, the shortest and the longest.
pub fn range(results: &Results) -> Option<Finding> {
    let all = results.configurations.iter();
    let known = all.map(|each| Some((each, median(each)?)));
    let known: Vec<(&Configuration, Median)> = known.collect::<Option<_>>()?;
    let shortest = known.iter().min_by_key(|(_, median)| median.value)?;
    let longest = known.iter().max_by_key(|(_, median)| median.value)?;
    let named = |(each, median): &(&Configuration, Median)| (each.name.clone(), *median);
    let fact = if shortest.1.value == longest.1.value {
        LengthFact::Same {
            median: longest.1,
            of: known.len(),
        }
    } else {
        LengthFact::Range {
            shortest: named(shortest),
            longest: named(longest),
        }
    };
    let word = shortest.0.turn_word.clone();
    (known.len() > 1).then(|| Finding {
        sample: sample::find(longest.0, Shows::Longest, "", ""),
        ..Finding::new(Severity::Notice, FindingKind::Length { fact, word }, 1.3)
    })
}
