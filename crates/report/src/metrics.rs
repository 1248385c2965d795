//! What metrics and rows of comparisons are called, and how their numbers are written: a share in per cent, a difference of shares in
//! points, a mean as it is. Then the sides of a game, and the goals of `[expect]` and which are met.

use crate::format;
use balance_config::games::Counter;
use balance_config::scenario::{Of, sides_of_gap};
use balance_inference::judge::{Answer, Verdict};
use balance_inference::table::{ComparisonRow, Configuration, CounterRow, Rate, Results, SideRow, TargetRow};

/// A key of a matrix, or a metric, as people read it: `players` for `rules.players`, `used hermes` for `counter.used-hermes`.
pub fn key_words(key: &str) -> String {
    let rest = ["rules.", "counter."].iter().find_map(|start| key.strip_prefix(start));
    rest.unwrap_or(key).replace(['.', '-'], " ")
}

/// `win-rate.merchants` as "win rate of merchants", `turns.mean` as "mean turns", `gap.merchants.separatists` as "win rate of
/// merchants less that of separatists".
pub fn metric_words(metric: &str) -> String {
    match Of::metric(metric) {
        Of::Sides(one, other) => format!("win rate of {} less that of {}", key_words(one), key_words(other)),
        Of::Side(winner) => format!("win rate of {}", key_words(winner)),
        Of::Bot(winner) => format!("win rate of {winner}"),
        Of::Mean(measure) => format!("mean {measure}"),
        Of::Ending(ending) => format!("games ending by {}", key_words(ending)),
        Of::Score(side) => format!("mean score of {}", key_words(side)),
        Of::Margin => "mean margin of the best side".to_owned(),
        Of::FairShare(side) => format!("gap of {} to its fair share", key_words(side)),
        Of::Counter(_) | Of::Quantile(..) | Of::Other => key_words(metric),
    }
}

/// What a wish is about, in few words: `profiteer`, `merchants − separatists`.
pub fn short_name(metric: &str) -> String {
    match Of::metric(metric) {
        // Two sides beside each other, as their numbers are reckoned.
        Of::Sides(one, other) => format!("{} − {}", key_words(one), key_words(other)),
        Of::Side(name) | Of::Ending(name) => key_words(name),
        Of::Bot(name) => name.to_owned(),
        _ => metric_words(metric),
    }
}

/// What a row compares; an ending has its name there, not its key.
pub fn words_of_row(row: &ComparisonRow, results: &Results) -> String {
    let mut endings = results.configurations.iter().flat_map(|each| &each.endings);
    match endings.find(|ending| row.is_of(&ending.ending)) {
        Some(ending) => format!("games ending by “{}”", ending.ending),
        // Of one side, even where its name has a dot.
        None if row.fair.is_some() => {
            let side = sides_of_gap(&row.metric).unwrap_or(&row.metric);
            format!("gap of {side} to its fair share")
        }
        None => metric_words(&row.metric),
    }
}

/// What a counter counts, in the words of the game; of one that counts some of another, with what that counts.
pub fn counter_words(row: &CounterRow, all: &[CounterRow]) -> String {
    let whole = all.iter().find(|other| Some(&other.counter) == row.of.as_ref());
    match row.help.strip_prefix(Counter::PART).zip(whole) {
        Some((part, whole)) => format!("of {}: {part}", counter_words(whole, all)),
        None => row.help.clone(),
    }
}

/// What a goal allows: `19 to 21%`, `at most 30`.
pub fn goal_band(row: &TargetRow) -> String {
    let measure = Measure::of_metric(&row.metric);
    let unit = if row.change { measure.points() } else { measure.unit() };
    let number = |value: f64| {
        let value = measure.scale() * value;
        format::plain(value, format::as_written(value, 1)) + unit
    };
    between((row.from, row.to), row.change, number)
}

/// The number that a goal is about, with its interval; a change with what it is counted from.
pub fn number_found(row: &TargetRow, answer: &Answer) -> String {
    let measure = Measure::of_metric(&row.metric);
    let rate = Rate::new(answer.value, answer.interval());
    match (row.change, measure.is_share()) {
        (false, _) => {
            let band = (row.from.unwrap_or(f64::NEG_INFINITY), row.to.unwrap_or(f64::INFINITY));
            measure.rate_in(rate, format::passing(rate, band, measure.scale(), measure.digits(rate)))
        }
        (true, true) => format!("{} points from the base", format::points(rate)),
        (true, false) => format!("{} from the base", format::means(rate)),
    }
}

/// What the numbers of a metric are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Parts of all games, or of all seats of a bot.
    Share,
    /// Differences of shares, which may be below 0.
    Gap,
    /// Anything else.
    Mean,
}

impl Measure {
    pub fn of_metric(metric: &str) -> Self {
        Self::known(metric, Of::metric(metric).is_share())
    }

    /// The same of what is known to be a share, or a difference of such, or not.
    pub fn known(metric: &str, share: bool) -> Self {
        match share {
            true if Of::metric(metric).is_gap() => Measure::Gap,
            true => Measure::Share,
            false => Measure::Mean,
        }
    }

    pub fn is_share(self) -> bool {
        self != Measure::Mean
    }

    /// By what a number is multiplied to be written.
    pub fn scale(self) -> f64 {
        if self.is_share() { 100.0 } else { 1.0 }
    }

    pub fn unit(self) -> &'static str {
        match self {
            Measure::Share => "%",
            Measure::Gap => " points",
            Measure::Mean => "",
        }
    }

    /// What stands behind a change of it.
    pub fn points(self) -> &'static str {
        if self.is_share() { " points" } else { "" }
    }

    /// A number by itself: `39.9%`, `+1.2 points`, `19.97`.
    pub fn number(self, value: f64, digits: usize) -> String {
        let text = match self {
            Measure::Gap => format::difference(self.scale() * value, digits),
            _ => format::plain(self.scale() * value, digits),
        };
        text + self.unit()
    }

    /// A number with its interval: `39.9% (39.8–40.0)`, `+1.2 (0.9 to 1.5) points`, `19.97 (19.95–19.99)`.
    pub fn rate(self, rate: Rate) -> String {
        match self {
            Measure::Share => format::share(rate),
            Measure::Gap => format::points(rate) + self.unit(),
            Measure::Mean => format::mean(rate),
        }
    }

    /// The same in so many digits after the point.
    pub fn rate_in(self, rate: Rate, digits: usize) -> String {
        match self {
            Measure::Share => format::share_in(rate, digits),
            Measure::Gap => format::signed(rate, self.scale(), digits) + self.unit(),
            Measure::Mean => format::mean_in(rate, digits),
        }
    }

    /// Digits after the point that an interval carries.
    pub fn digits(self, rate: Rate) -> usize {
        if self.is_share() {
            format::decimals(rate)
        } else {
            format::mean_decimals(rate)
        }
    }

    /// Digits after the point, at least `digits`, in which the ends of a band are seen as they are written.
    pub fn digits_of_ends(self, band: (Option<f64>, Option<f64>), digits: usize) -> usize {
        let ends = [band.0, band.1].into_iter().flatten();
        let written = ends.map(|end| format::as_written(self.scale() * end, digits)).max();
        written.unwrap_or(digits)
    }

    /// What a band allows, by its ends: `37 to 43%`, `at least −2 points`.
    pub fn band(self, band: (Option<f64>, Option<f64>), digits: usize) -> String {
        let number = |value: f64| format::plain(self.scale() * value, digits);
        let unit = if band == (None, None) { "" } else { self.unit() };
        between(band, false, number) + unit
    }
}

pub fn playing(each: &Configuration) -> impl Iterator<Item = &SideRow> + Clone {
    each.sides.iter().filter(|row| row.fair.is_some())
}

/// The only side of a game that all win together, or that one plays alone; none where several sides play.
pub fn only_side(each: &Configuration) -> Option<&SideRow> {
    let mut sides = playing(each);
    sides.next().filter(|_| sides.next().is_none())
}

pub fn side<'r>(each: &'r Configuration, name: &str) -> Option<&'r SideRow> {
    each.sides.iter().find(|row| row.side == name)
}

pub fn names<'r>(rows: impl Iterator<Item = &'r SideRow>) -> Vec<&'r str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.side.as_str()) {
            names.push(&row.side);
        }
    }
    names
}

pub fn fair_share(each: &Configuration) -> Option<f64> {
    common(each.sides.iter().filter_map(|row| row.fair))
}

pub fn common(mut shares: impl Iterator<Item = f64>) -> Option<f64> {
    let first = shares.next()?;
    shares.all(|share| (share - first).abs() < 1e-9).then_some(first)
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish<'r> {
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

/// Wishes that were judged, but for those counted from the configuration itself, of which the games say nothing.
pub fn judged_goals(each: &Configuration) -> impl Iterator<Item = &TargetRow> + Clone {
    let rows = each.targets.iter();
    rows.filter(|row| row.answer.is_some() && !of_itself(row))
}

/// Wishes that were judged; results of older versions hold the bands alone.
fn judged(each: &Configuration) -> impl Iterator<Item = &TargetRow> {
    each.targets.iter().filter(|row| row.answer.is_some())
}

/// Is it counted from the configuration itself, which differs from itself by nothing?
fn of_itself(row: &TargetRow) -> bool {
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

/// The rank of a goal in a list: missed goals first, then those that are undecided.
pub fn goal_rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Outside => 0,
        Verdict::Undecided => 1,
        Verdict::Within => 2,
    }
}

pub fn goal_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Within => "met",
        Verdict::Outside => "missed",
        Verdict::Undecided => "undecided",
    }
}

pub fn goal_mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Within => "✓",
        Verdict::Outside => "✗",
        Verdict::Undecided => "?",
    }
}

pub fn goal_verdict(row: &TargetRow) -> Verdict {
    row.answer.map_or(Verdict::Undecided, |answer| answer.verdict)
}

#[cfg(test)]
mod goal_tests;

#[cfg(test)]
mod measure_tests {
    use super::*;

    #[test]
    fn a_difference_has_its_sign_and_is_in_points() {
        let gap = Measure::of_metric("gap.merchants.separatists");
        let rate = |value: f64| Rate::plus_minus(value, 0.003);
        assert_eq!(gap.number(0.012, 1), "+1.2 points");
        assert_eq!(gap.number(-0.012, 1), "−1.2 points");
        assert_eq!(gap.number(0.000_1, 1), "0.0 points");
        assert_eq!(gap.rate(rate(0.012)), "+1.2 (0.9 to 1.5) points");
        assert_eq!(gap.rate_in(rate(-0.012), 2), "−1.20 (−1.50 to −0.90) points");
        assert_eq!(gap.band((Some(-0.02), Some(0.02)), 1), "−2.0 to 2.0 points");
        assert_eq!(
            Measure::of_metric("win-rate.tribe").rate(rate(0.4)),
            "40.0% (39.7–40.3)"
        );
        assert_eq!(
            Measure::of_metric("turns.mean").band((None, Some(30.0)), 0),
            "at most 30"
        );
        assert_eq!(
            Measure::of_metric("gap.tribe"),
            Measure::Mean,
            "of a side to its fair share"
        );
    }
}
