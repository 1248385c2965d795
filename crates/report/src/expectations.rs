//! The goals of `[expect]`, and which are met.

use super::format;
use balance_inference::judge::Verdict;
use balance_inference::table::{Configuration, Results, TargetRow};

/// A wish of the scenario: a metric and its band.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish<'r> {
    /// The metric, such as `win-rate.merchants`.
    pub metric: &'r str,
    /// Is it counted from what the base has?
    pub change: bool,
    /// Least value wanted; none when open.
    pub from: Option<f64>,
    /// Most wanted; none when open.
    pub to: Option<f64>,
}

impl<'r> Wish<'r> {
    fn of_row(row: &'r TargetRow) -> Self {
        Wish {
            metric: &row.metric,
            change: row.change,
            from: row.from,
            to: row.to,
        }
    }

    /// What a configuration's games say to it; none where it is not wished of this one.
    pub fn row(self, each: &Configuration) -> Option<&TargetRow> {
        each.targets.iter().find(|row| Wish::of_row(row) == self)
    }
}

/// Wishes that were judged; results of older versions hold the bands alone.
fn judged(each: &Configuration) -> impl Iterator<Item = &TargetRow> {
    each.targets.iter().filter(|row| row.answer.is_some())
}

/// Is it counted from the configuration itself, which differs from itself by nothing?
pub fn of_itself(row: &TargetRow) -> bool {
    row.change && row.answer.is_some_and(|answer| answer.lo == answer.hi)
}

/// Every wish of a run, in the order of the scenario.
pub fn wishes(results: &Results) -> Vec<Wish<'_>> {
    let mut all: Vec<Wish> = Vec::new();
    for row in results.configurations.iter().flat_map(judged) {
        if !all.contains(&Wish::of_row(row)) {
            all.push(Wish::of_row(row));
        }
    }
    all
}

/// Every wish, those of one metric together where no configuration has two of them: each table of a run may have its own band.
pub fn by_metric(results: &Results) -> Vec<Vec<Wish<'_>>> {
    let mut all: Vec<Vec<Wish<'_>>> = Vec::new();
    let twice = |metric: &str| {
        let of = |each: &Configuration| judged(each).filter(|row| row.metric == metric && !row.change).count();
        results.configurations.iter().any(|each| of(each) > 1)
    };
    for wish in wishes(results) {
        let alike = |known: &&mut Vec<Wish<'_>>| known[0].metric == wish.metric && !known[0].change;
        match all.iter_mut().find(alike) {
            Some(known) if !wish.change && !twice(wish.metric) => known.push(wish),
            _ => all.push(vec![wish]),
        }
    }
    all
}

/// What is wished between two ends, each told by `number`: `at most 30`, `at least now − 0.5`.
pub fn between((from, to): (Option<f64>, Option<f64>), change: bool, number: impl Fn(f64) -> String) -> String {
    let end = |value: f64| {
        if change {
            format::from_now(value, &number)
        } else {
            number(value)
        }
    };
    match (from, to) {
        (Some(from), Some(to)) => format!("{} to {}", end(from), end(to)),
        (Some(from), None) => format!("at least {}", end(from)),
        (None, Some(to)) => format!("at most {}", end(to)),
        (None, None) => "anything".to_owned(),
    }
}

/// What the games say to a wish.
pub fn verdict(row: &TargetRow) -> Verdict {
    row.answer.map_or(Verdict::Undecided, |answer| answer.verdict)
}

#[cfg(test)]
mod tests;
