//! How long does a game take, and how much does that vary?

use super::super::format;
use super::{Asked, Finding, Strength, Weight, again};
use crate::table::{Configuration, Results, Shows};

/// Long games that take this many times as long as short ones are worth saying.
const SPREAD: u32 = 4;

pub fn find(asked: &Asked) -> Vec<Finding> {
    let Some(row) = asked.each.lengths.first() else {
        return Vec::new();
    };
    let at = |percent: u32| row.quantiles.iter().find(|each| each.percent == percent);
    let (Some(low), Some(middle), Some(high)) = (at(5), at(50), at(95)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if asked.of == 1 {
        found.push(Finding {
            headline: format!("Half of the games end within {} {}.", middle.value, row.measure),
            evidence: format!(
                "Mean {} {}; nine games in ten take {} to {}.",
                format::mean(row.mean),
                row.measure,
                low.value,
                high.value
            ),
            method: "The exact histogram of all games; Student's interval of the mean.",
            ..asked.finding(Weight::Notice, format!("length {}", row.measure), 1.3, Strength::Exact)
        });
    }
    // The ends of the quantiles' intervals that are least in favour of the claim.
    if let (Some(short), Some(long)) = (low.hi.filter(|short| *short > 0), high.lo)
        && long >= SPREAD * short
    {
        let times = long / short;
        found.push(Finding {
            headline: format!(
                "Games vary a lot: long ones take at least {times} times as many {} as short ones.",
                row.measure
            ),
            evidence: format!(
                "One game in twenty takes at most {} {}, one in twenty at least {}.",
                low.value, row.measure, high.value
            ),
            method: "The lower end of the interval of the 95 % quantile over the upper end of that of the 5 % quantile \
                     (order statistics), at least 4.",
            ..asked.finding(
                Weight::Notice,
                "length spread".to_owned(),
                0.7 + f64::from(times) / 1000.0,
                Strength::Clear,
            )
        });
    }
    found
}

/// The shortest and the longest of several configurations.
pub fn range(results: &Results) -> Option<Finding> {
    let all = &results.configurations;
    let median = |each: &Configuration| {
        let quantile = each
            .lengths
            .first()?
            .quantiles
            .iter()
            .find(|quantile| quantile.percent == 50)?;
        Some(quantile.value)
    };
    let rows: Vec<(&Configuration, u32)> = all.iter().filter_map(|each| Some((each, median(each)?))).collect();
    let (shortest, low) = rows.iter().min_by_key(|row| row.1)?;
    let (longest, high) = rows.iter().rev().max_by_key(|row| row.1)?;
    let word = &shortest.turn_word;
    let (headline, evidence) = match (all.len(), low == high) {
        (0 | 1, _) => return None,
        (_, true) => (
            format!("In every configuration half of the games end within {low} {word}."),
            "The medians are the same.".to_owned(),
        ),
        (_, false) => (
            format!("Half of the games end within {low} to {high} {word}, depending on the configuration."),
            format!("Shortest in “{}”, longest in “{}”.", shortest.name, longest.name),
        ),
    };
    Some(Finding {
        weight: Weight::Notice,
        size: 1.3,
        key: "length".to_owned(),
        headline,
        evidence,
        strength: Strength::Exact,
        method: "The medians of the exact histograms of all games.",
        place: None,
        sample: again::sample(longest, Shows::Longest, "", ""),
    })
}
