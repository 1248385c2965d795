//! Findings: what a designer should know first, in plain words, each with its number, how sure it is, how it was found
//! and how to see it again. One file a question; a finding that the statistics do not carry is not made.

mod bots;
mod components;
mod endings;
mod events;
mod length;
mod limits;
mod seats;
mod sides;
mod variants;

use crate::table::{Configuration, Rate, Results};

/// How sure a finding is, by where its interval lies. The interval holds for all rows of its table at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// A count or a definition: nothing is estimated.
    Exact,
    /// The whole interval lies at least as far beyond the threshold as it is wide.
    Certain,
    /// The whole interval lies beyond the threshold.
    Clear,
}

impl Strength {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Strength::Exact => "exact",
            Strength::Certain => "certain",
            Strength::Clear => "clear",
        }
    }

    /// What the word means.
    pub fn meaning(self) -> &'static str {
        match self {
            Strength::Exact => "a count, not an estimate",
            Strength::Certain => "the whole interval lies beyond the threshold by more than its own width",
            Strength::Clear => "the whole interval lies beyond the threshold",
        }
    }
}

/// What a finding is about: first what the scenario asks, then the worst news.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// What a change of the rules does.
    Change,
    /// Something is wrong with the game or with the run.
    Problem,
    /// Something worth knowing.
    Notice,
    /// What the results cannot say.
    Limit,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is about.
    pub weight: Weight,
    /// Larger comes first among findings of the same weight.
    pub size: f64,
    /// One sentence.
    pub headline: String,
    /// The number with its interval, and what it is compared with.
    pub evidence: String,
    /// How sure it is.
    pub strength: Strength,
    /// How it was found.
    pub method: &'static str,
    /// The configuration it is about; none when it is about the run.
    pub configuration: Option<String>,
    /// Further configurations with the same finding, less marked there.
    pub also: Vec<String>,
    /// Findings with the same key say the same of different configurations.
    key: String,
}

/// Every finding, the most important first.
pub fn findings(results: &Results) -> Vec<Finding> {
    let mut all = Vec::new();
    for each in &results.configurations {
        for find in [
            sides::find,
            seats::find,
            endings::find,
            length::find,
            events::find,
            components::find,
            bots::find,
        ] {
            all.extend(find(each));
        }
    }
    all.extend(variants::find(results));
    all.extend(limits::find(results));
    all.sort_by(|a, b| {
        a.weight
            .cmp(&b.weight)
            .then(b.size.total_cmp(&a.size))
            .then(a.headline.cmp(&b.headline))
    });
    together(all)
}

/// Says the same of several configurations only once, where it is most marked.
fn together(all: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in all {
        match kept
            .iter_mut()
            .find(|other| !finding.key.is_empty() && other.key == finding.key)
        {
            Some(first) => first.also.extend(finding.configuration),
            None => kept.push(finding),
        }
    }
    kept
}

/// How far `rate` lies beyond `from` ± `margin`, with its sign; none when its interval reaches into that band.
fn beyond(rate: Rate, from: f64, margin: f64) -> Option<(f64, Strength)> {
    let width = rate.hi - rate.lo;
    let (gap, outside) = if rate.lo > from + margin {
        (rate.value - from, rate.lo - from - margin)
    } else if rate.hi < from - margin {
        (rate.value - from, from - margin - rate.hi)
    } else {
        return None;
    };
    Some((
        gap,
        if outside > width {
            Strength::Certain
        } else {
            Strength::Clear
        },
    ))
}

/// A finding about one configuration; `key` names what it says.
fn about(each: &Configuration, key: impl Into<String>, weight: Weight, size: f64, strength: Strength) -> Finding {
    Finding {
        weight,
        size,
        headline: String::new(),
        evidence: String::new(),
        strength,
        method: "",
        configuration: Some(each.name.clone()),
        also: Vec::new(),
        key: key.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_needs_its_whole_interval_beyond_the_band() {
        let rate = |value, lo, hi| Rate { value, lo, hi };
        assert_eq!(
            beyond(rate(0.40, 0.36, 0.44), 0.33, 0.02),
            Some((0.40 - 0.33, Strength::Clear))
        );
        assert_eq!(beyond(rate(0.40, 0.34, 0.46), 0.33, 0.02), None);
        assert_eq!(
            beyond(rate(0.40, 0.399, 0.401), 0.33, 0.02).map(|found| found.1),
            Some(Strength::Certain)
        );
        assert!(beyond(rate(0.10, 0.09, 0.11), 0.33, 0.02).is_some_and(|(gap, _)| gap < 0.0));
    }
}
