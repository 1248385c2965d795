//! The wishes of `[expect]`: which are met, and which versions of the game meet most.

use super::format;
use super::versions::{Version, of_rules};
use balance_analysis::judge::Verdict;
use balance_analysis::table::{Configuration, Results, TargetRow};

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

/// How a version does on its wishes, at all its tables.
#[derive(Clone, Debug)]
pub struct Meets<'r> {
    /// The version.
    pub version: Version<'r>,
    /// Wishes shown to be met.
    pub met: usize,
    /// Wishes shown to be missed.
    pub missed: usize,
    /// Wishes in all, each once at every table.
    pub of: usize,
    /// The most wishes that there are of any version: of which fewer are asked, that does not meet them all.
    pub most: usize,
    /// How far the tightest of the wishes with two ends is from the edge of its band: 1 in its middle, 0 at its edge, less
    /// beyond; none where no wish has two ends.
    pub room: Option<f64>,
    /// Rules that it sets otherwise than the first version, at the table where these are most.
    pub changes: usize,
    /// How far: of every number the part by which it is another, of anything else 1.
    size: f64,
}

impl Meets<'_> {
    /// Are all wishes shown to be met?
    pub fn all(&self) -> bool {
        self.met == self.of && self.of == self.most
    }

    /// Is nothing wished of it that is not wished of the `other` at the same table?
    fn asks_no_more_than(&self, other: &Meets<'_>) -> bool {
        let tables = self.version.tables.iter().filter(|each| judged(each).next().is_some());
        let mut pairs = tables.map(|mine| {
            (
                *mine,
                self.version
                    .beside(&other.version)
                    .find(|(each, _)| each.name == mine.name),
            )
        });
        pairs.all(|(mine, pair)| {
            let there = |row: &TargetRow| pair.and_then(|(_, other)| Wish::of_row(row).row(other));
            judged(mine).all(|row| there(row).is_some_and(|row| row.answer.is_some()))
        })
    }
}

/// How a version does, of which `base` is the first of its run; none without wishes for it.
fn meets<'r>(version: &Version<'r>, base: &Version<'r>) -> Option<Meets<'r>> {
    let rows = || version.tables.iter().flat_map(|each| judged(each));
    let count = |wanted: Verdict| rows().filter(|row| verdict(row) == wanted).count();
    let changed = version.beside(base).map(|(each, base)| {
        let sizes: Vec<f64> = each.rules.iter().filter_map(|line| size(line, &base.rules)).collect();
        (sizes.len(), sizes.into_iter().sum::<f64>())
    });
    let (changes, size) = changed.fold((0, 0.0), |most: (usize, f64), of| (most.0.max(of.0), most.1.max(of.1)));
    (rows().count() > 0).then(|| Meets {
        version: version.clone(),
        met: count(Verdict::Within),
        missed: count(Verdict::Outside),
        of: rows().count(),
        most: rows().count(),
        room: rows().filter_map(room).reduce(f64::min),
        changes,
        size,
    })
}

/// How far a rule is from what `base` sets; none where that is the same.
fn size(line: &String, base: &[String]) -> Option<f64> {
    if base.contains(line) {
        return None;
    }
    let (key, value) = line.split_once(" = ")?;
    let was = base.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    let numbers = value
        .parse::<f64>()
        .ok()
        .zip(was.and_then(|was| was.parse::<f64>().ok()));
    let most = |(now, was): (f64, f64)| now.abs().max(was.abs());
    Some(numbers.map_or(1.0, |pair| ((pair.0 - pair.1).abs() / most(pair)).min(1.0)))
}

fn room(row: &TargetRow) -> Option<f64> {
    let (from, to, answer) = (row.from?, row.to?, row.answer?);
    let half = (to - from) / 2.0;
    (half > 0.0).then(|| 1.0 - (answer.value - f64::midpoint(from, to)).abs() / half)
}

/// Every version of the rules with wishes, those first that meet most of them and miss fewest; of those that meet all, those that
/// change fewest rules, and these least; then those that have most room.
pub fn ranking(results: &Results) -> Vec<Meets<'_>> {
    let versions = of_rules(results);
    let Some(base) = versions.first() else {
        return Vec::new();
    };
    let mut all: Vec<Meets> = versions.iter().filter_map(|each| meets(each, base)).collect();
    let most = all.iter().map(|each| each.of).max().unwrap_or(0);
    for each in &mut all {
        each.most = most;
    }
    let share = |each: &Meets| each.met as f64 / each.most as f64;
    let change = |each: &Meets| {
        if each.all() {
            (each.changes, each.size)
        } else {
            (0, 0.0)
        }
    };
    all.sort_by(|a, b| {
        share(b)
            .total_cmp(&share(a))
            .then(a.missed.cmp(&b.missed))
            .then(change(a).0.cmp(&change(b).0))
            .then(change(a).1.total_cmp(&change(b).1))
            .then(b.room.unwrap_or(0.0).total_cmp(&a.room.unwrap_or(0.0)))
    });
    all
}

/// Can the versions be ranked: is of none anything wished that is not wished of the first?
pub fn are_of_one_measure(ranking: &[Meets<'_>]) -> bool {
    let Some(best) = ranking.first() else { return true };
    ranking.iter().all(|each| each.asks_no_more_than(best))
}

impl Meets<'_> {}

#[cfg(test)]
mod tests;
