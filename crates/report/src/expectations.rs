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

/// What is wished that a configuration is shown to miss and its `base` is not, by metric.
pub fn missed_anew<'r>(each: &'r Configuration, base: &Configuration) -> Vec<&'r str> {
    let missed = |row: &&TargetRow| verdict(row) == Verdict::Outside;
    let before = |row: &&TargetRow| {
        Wish::of_row(row)
            .row(base)
            .is_none_or(|was| verdict(was) != Verdict::Outside)
    };
    let rows = each.targets.iter().filter(missed).filter(before);
    rows.map(|row| row.metric.as_str()).collect()
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
    /// Of these, those that it meets because they are counted from it.
    itself: usize,
    /// Wishes in all, each once at every table.
    pub of: usize,
    /// The same, each once.
    wishes: usize,
    /// Tables at which something is wished.
    tables: usize,
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

    /// Is all that is wished counted from what it has itself, so that it cannot but meet it?
    pub fn of_itself(&self) -> bool {
        self.itself == self.of
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

    /// How many it meets: `1 of 3`, and how many of these because they are counted from it.
    pub fn in_numbers(&self) -> String {
        let itself = match self.itself {
            0 => String::new(),
            1 => ", one of them as it is counted from it".to_owned(),
            count => format!(", {count} of them as they are counted from it"),
        };
        let tables = match self.tables {
            0 | 1 => String::new(),
            _ => format!(", {}", self.asked_in_words()),
        };
        format!("{} of {}{tables}{itself}", self.met, self.of)
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
        itself: rows().filter(|row| of_itself(row)).count(),
        of: rows().count(),
        wishes: different(version),
        tables: version
            .tables
            .iter()
            .filter(|each| judged(each).next().is_some())
            .count(),
        most: rows().count(),
        room: rows().filter_map(room).reduce(f64::min),
        changes,
        size,
    })
}

/// How many wishes there are of a version, those of one metric once where every table has its own band.
fn different(version: &Version<'_>) -> usize {
    let about = |row: &TargetRow| (row.metric.clone(), row.change);
    let mut all: Vec<(String, bool)> = Vec::new();
    for each in &version.tables {
        let here: Vec<_> = judged(each).map(about).collect();
        for (at, one) in here.iter().enumerate() {
            let of = |some: &[(String, bool)]| some.iter().filter(|other| *other == one).count();
            if of(&here[..=at]) > of(&all) {
                all.push(one.clone());
            }
        }
    }
    all.len()
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

impl Meets<'_> {
    /// Is every wish asked at every table?
    fn even(&self) -> bool {
        self.of == self.wishes * self.tables
    }

    /// All of them: `both wishes`, `the wish at both tables`.
    pub fn all_in_words(&self) -> String {
        let wishes = match (self.wishes, self.tables) {
            (1, 0 | 1) => "the only wish".to_owned(),
            (1, _) => "the wish".to_owned(),
            (2, _) => "both wishes".to_owned(),
            (count, _) => format!("all {count} wishes"),
        };
        match self.tables {
            0 | 1 => wishes,
            _ if !self.even() => "all that is wished at its tables".to_owned(),
            2 => format!("{wishes} at both tables"),
            tables => format!("{wishes} at all {tables} tables"),
        }
    }

    /// So many of them: `1 of 3 wishes`, `the wish at 1 of 2 tables`.
    pub fn some_in_words(&self, count: usize) -> String {
        match self.tables {
            _ if count == self.of => self.all_in_words(),
            0 | 1 => format!("{count} of {} wishes", self.of),
            tables if self.even() && self.wishes == 1 => format!("the wish at {count} of {tables} tables"),
            _ => format!("{count} of {}{}", self.of, self.at_tables()),
        }
    }

    /// The same with its verb, as the beginning of a sentence: `1 of 3 wishes is`.
    pub fn some_are(&self, count: usize) -> String {
        let one = count == 1 || self.wishes == 1;
        let verb = if one { "is" } else { "are" };
        format!("{} {verb}", format::capital(&self.some_in_words(count)))
    }

    /// What is counted where there are several tables, after the count: ` (1 wish at 2 tables)`.
    pub fn at_tables(&self) -> String {
        match self.tables {
            0 | 1 => String::new(),
            _ => format!(" ({})", self.asked_in_words()),
        }
    }

    /// What is asked of it: `2 wishes`, `1 wish at 2 tables`.
    pub fn asked_in_words(&self) -> String {
        let wishes = match self.wishes {
            1 => "1 wish".to_owned(),
            count => format!("{count} wishes"),
        };
        match self.tables {
            0 | 1 => wishes,
            tables => format!("{wishes} at {tables} tables"),
        }
    }
}

#[cfg(test)]
mod tests;
