//! Which changes of rules are fairer than what was there before.

use super::verdict::NoAnswer;
use crate::findings::{levels, sure_of_others};
use crate::metrics::only_side;
use balance_inference::judge::key;
use balance_inference::table::{Comparison, ComparisonRow, Configuration, Rate, Results, SideRow, joint};

/// How far the sides of a version are from their fair shares.
#[derive(Clone, Copy, Debug)]
pub struct LargestGap {
    /// The largest that was observed.
    pub value: f64,
    /// It is at least this.
    pub least: f64,
    /// And at most this; both hold for all versions at once.
    pub most: f64,
}

impl LargestGap {
    /// That of rates with their fair shares; none without sides.
    fn of_rates<'r>(sides: impl Iterator<Item = &'r SideRow>, rate: impl Fn(&SideRow) -> Rate) -> Option<Self> {
        let gaps = sides.filter_map(|row| {
            let (fair, rate) = (row.fair?, rate(row));
            Some(LargestGap {
                value: (rate.value - fair).abs(),
                least: (rate.lo - fair).max(fair - rate.hi).max(0.0),
                most: (rate.hi - fair).max(fair - rate.lo),
            })
        });
        gaps.reduce(|a, b| LargestGap {
            value: a.value.max(b.value),
            least: a.least.max(b.least),
            most: a.most.max(b.most),
        })
    }

    fn of_configuration(results: &Results, each: &Configuration) -> Option<Self> {
        LargestGap::of_rates(each.sides.iter(), |row| joint(results, each, row))
    }

    fn is_below(self, other: Self) -> bool {
        self.most < other.least
    }
}

/// A change that is confirmed to be fairer than what it is compared with.
pub struct Fairer<'r> {
    pub each: &'r Configuration,
    pub gap: LargestGap,
    pub before: LargestGap,
    /// What other levels of play say: with which it is fairer, too, with which less fair, and with which that is undecided.
    pub levels: [Vec<&'r str>; 3],
}

/// Levels of play with which a change is fairer, less fair, and with which that is undecided.
fn levels_of_change<'r>(results: &Results, each: &'r Configuration, before: &Configuration) -> [Vec<&'r str>; 3] {
    let confidence = sure_of_others(results);
    let gap = |other: &Configuration| {
        let rates = |row: &SideRow| row.win_rate_at(other.sampling(), confidence);
        LargestGap::of_rates(other.sides.iter(), rates).filter(|_| NoAnswer::of_configuration(other).is_none())
    };
    let mut all = [const { Vec::new() }; 3];
    for other in levels(each) {
        let Some(was) = before.others.iter().find(|was| was.name == other.name) else {
            continue;
        };
        let answer = match (gap(other), gap(was)) {
            (Some(is), Some(was)) if is.is_below(was) => 0,
            (Some(is), Some(was)) if was.is_below(is) => 1,
            _ => 2,
        };
        all[answer].push(other.name.as_str());
    }
    all
}

/// Every change of rules with what it is compared with, where the games of both say who wins. Who plays is no rule.
pub fn rule_changes(results: &Results) -> impl Iterator<Item = (&Configuration, &Configuration)> {
    let named = |name: &str| results.configurations.iter().find(|each| each.name == name);
    let pairs = results.comparisons.iter();
    pairs
        .filter_map(move |of| Some((named(&of.configuration)?, named(&of.reference)?)))
        .filter(|(each, before)| each.has_bots_of(before) && each.players == before.players)
        .filter(|(each, before)| {
            let answers = |of: &&Configuration| NoAnswer::of_configuration(of).is_none() && only_side(of).is_none();
            [*each, *before].iter().all(answers)
        })
}

fn gaps(results: &Results) -> impl Iterator<Item = (&Configuration, &Configuration, [LargestGap; 2])> {
    rule_changes(results).filter_map(|(each, before)| {
        let gap = |of| LargestGap::of_configuration(results, of);
        Some((each, before, [gap(each)?, gap(before)?]))
    })
}

/// Which version is the fairest, as far as the changes of rules tell.
pub struct Fairness<'r> {
    /// Changes that are confirmed to be fairer than what they are compared with, the fairest first.
    pub all: Vec<Fairer<'r>>,
    pub less: Vec<&'r Configuration>,
    /// How many changes there are.
    pub of: usize,
    /// Does no change move any gap by more than the margin?
    pub alike: bool,
    /// Is the first of `all` confirmed to be fairer than every other version of its run?
    pub fairest: bool,
}

impl<'r> Fairness<'r> {
    pub fn of_run(results: &'r Results) -> Self {
        let all = fairer(results);
        let others = |best: &Fairer| {
            let others: Vec<&Configuration> = results.configurations.iter().collect();
            let mut others = others.into_iter().filter(|other| other.name != best.each.name);
            others.all(|other| LargestGap::of_configuration(results, other).is_some_and(|gap| best.gap.is_below(gap)))
        };
        Fairness {
            fairest: all.first().is_some_and(others),
            all,
            less: less_fair(results),
            of: rule_changes(results).count(),
            alike: rule_changes(results).all(|(each, before)| gaps_stay(results, each, before)),
        }
    }
}

/// Does the gap of no side move by more than the margin with this change?
fn gaps_stay(results: &Results, each: &Configuration, before: &Configuration) -> bool {
    let of = |of: &&Comparison| (&of.configuration, &of.reference) == (&each.name, &before.name);
    let Some(rows) = results.comparisons.iter().find(of).map(Comparison::of_winners) else {
        return false;
    };
    let fair = |of: &Configuration, side: &str| {
        let mut all = of.sides.iter();
        all.find(|row| key(&row.side) == key(side))?.fair
    };
    let mut rows = rows.peekable();
    let stay = |row: &ComparisonRow| {
        let moved = row
            .side()
            .map_or(Some(0.0), |side| Some(fair(each, side)? - fair(before, side)?));
        moved.is_some_and(|moved| {
            row.simultaneous
                .less(moved)
                .is_within(row.margin(results.scenario.margins))
        })
    };
    rows.peek().is_some() && rows.all(stay)
}

pub fn fairer(results: &Results) -> Vec<Fairer<'_>> {
    let fairer = gaps(results).filter(|(.., [gap, was])| gap.is_below(*was));
    let mut all: Vec<Fairer> = fairer
        .map(|(each, before, [gap, was])| Fairer {
            each,
            gap,
            before: was,
            levels: levels_of_change(results, each, before),
        })
        .collect();
    all.sort_by(|a, b| a.gap.value.total_cmp(&b.gap.value));
    all
}

pub fn less_fair(results: &Results) -> Vec<&Configuration> {
    let less = gaps(results).filter(|(.., [gap, was])| was.is_below(*gap));
    less.map(|(each, ..)| each).collect()
}
