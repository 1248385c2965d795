//! Confidence sequences that hold at every moment of a run, for anything bounded: a mixture of bets on the mean.
//!
//! For values in [0, 1] and a candidate mean m, capital that bets on "the true mean is above m" is multiplied by
//! `1 + c (value / m - 1)` at each game. If m is the mean, no bet can be expected to win, and capital of 20 has a
//! probability below 1/20, whenever one looks (Ville 1939; Waudby-Smith and Ramdas 2024; finite mixture of bets after Ryu
//! and Bhatt 2024). Only counts of values are needed, in any order.

use super::length::quantile;
use super::special::bisect;
use super::{Interval, QuantileInterval};
use core::f64::consts::{FRAC_1_SQRT_2, LN_2};
use serde::Serialize;

/// Number of bets: sizes 1, 2^-1/2, 1/2, ... down to 2^-47/2.
const BETS: usize = 48;

/// Which claim a bet is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetClaim {
    /// The mean is above the candidate.
    Above,
    /// The mean is below the candidate.
    Below,
}

/// What a run is planned for. It sharpens the sequence around the planned size and never makes it invalid, as long as it
/// is set before any game is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlannedRun {
    /// Games at which the sequence should be narrowest.
    pub n: f64,
    /// Variance of a value that is expected.
    pub var: f64,
    /// Mean that is expected, or compared with.
    pub mean: f64,
}

/// Evidence about a candidate mean, as logarithms of capital; 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LogCapital {
    /// That the mean is above it.
    pub above: f64,
    /// That the mean is below it.
    pub below: f64,
}

impl LogCapital {
    /// p-value of "the mean is the candidate"; may be the smallest over a run.
    pub fn p_value(&self) -> f64 {
        libm::exp(LN_2 - self.above.max(self.below)).min(1.0)
    }
}

/// The largest bet of [`Bets::guarded`] and of sums: nearly all, since what bets all is ruined by one value at the end of the range.
pub(super) const LARGEST: f64 = 63.0 / 64.0;

/// Sizes of the bets and how capital is first spread over them.
#[derive(Clone, Debug, PartialEq)]
pub struct Bets {
    sizes: [f64; BETS],
    log_above: [f64; BETS],
    log_below: [f64; BETS],
    group: f64,
}

impl Bets {
    /// Spread for a plan at error level `alpha`, or evenly without one or for a plan without games or variance.
    pub fn new(plan: Option<PlannedRun>, alpha: f64) -> Self {
        let mut sizes = [0.0; BETS];
        for (j, size) in sizes.iter_mut().enumerate() {
            *size = if j % 2 == 0 { 1.0 } else { FRAC_1_SQRT_2 } / (1u64 << (j / 2)) as f64;
        }
        let usable = plan.filter(|plan| plan.n > 0.0 && plan.var > 0.0 && plan.mean > 0.0 && plan.mean < 1.0);
        let even = [-libm::log(BETS as f64); BETS];
        let (log_above, log_below) = usable.map_or((even, even), |plan| {
            let best = (2.0 * libm::log(2.0 / alpha) / (plan.n * plan.var)).sqrt();
            (spread(best * plan.mean), spread(best * (1.0 - plan.mean)))
        });
        Self {
            sizes,
            log_above,
            log_below,
            group: 1.0,
        }
    }

    /// Puts half of the capital on there being no rare values at the far end of the range, which is where values that are
    /// all alike are soonest shown to have a mean near theirs.
    #[must_use]
    pub fn guarded(mut self) -> Self {
        self.sizes[0] = LARGEST;
        for logs in [&mut self.log_above, &mut self.log_below] {
            let rest: f64 = logs[1..].iter().map(|log| libm::exp(*log)).sum();
            let scale = -LN_2 - libm::log(rest);
            logs[1..].iter_mut().for_each(|log| *log += scale);
            logs[0] = -LN_2;
        }
        self
    }

    /// Takes every `group` values as one: games of a deal, of which the mean is bet on. What is computed is never more than
    /// the capital of such bets, since the logarithm of a mean is no less than the mean of logarithms.
    #[must_use]
    pub fn grouped(mut self, group: u64) -> Self {
        self.group = group.max(1) as f64;
        self
    }

    /// Logarithm of the capital of the bets on `claim` about the candidate mean `m`; `rows` are (value in [0, 1], games).
    pub fn log_capital(&self, rows: &[(f64, u64)], m: f64, claim: BetClaim) -> f64 {
        let (log_weights, m) = match claim {
            BetClaim::Above => (&self.log_above, m),
            BetClaim::Below => (&self.log_below, 1.0 - m),
        };
        let gain = |value: f64| {
            let value = if claim == BetClaim::Above { value } else { 1.0 - value };
            if m > 0.0 {
                value / m - 1.0
            } else if value > 0.0 {
                f64::INFINITY
            } else {
                0.0
            }
        };
        let mut logs = *log_weights;
        for (value, games) in rows.iter().filter(|row| row.1 > 0) {
            let gain = gain(*value);
            for (log, size) in logs.iter_mut().zip(&self.sizes) {
                *log += *games as f64 / self.group * libm::log1p(size * gain);
            }
        }
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if most.is_infinite() {
            return most;
        }
        most + libm::log(logs.iter().map(|log| libm::exp(log - most)).sum())
    }

    /// Evidence on both sides of the candidate mean `m`.
    pub fn evidence(&self, rows: &[(f64, u64)], m: f64) -> LogCapital {
        LogCapital {
            above: self.log_capital(rows, m, BetClaim::Above),
            below: self.log_capital(rows, m, BetClaim::Below),
        }
    }

    /// The means that are not refuted at level `alpha`; all of [0, 1] without games.
    pub fn interval(&self, rows: &[(f64, u64)], alpha: f64) -> Interval {
        let filled = || rows.iter().filter(|row| row.1 > 0);
        let limit = libm::log(2.0 / alpha);
        let lo = if filled().any(|row| row.0 > 0.0) {
            bisect(0.0, 1.0, |m| self.log_capital(rows, m, BetClaim::Above) >= limit)
        } else {
            0.0
        };
        let hi = if filled().any(|row| row.0 < 1.0) {
            bisect(0.0, 1.0, |m| self.log_capital(rows, m, BetClaim::Below) < limit)
        } else {
            1.0
        };
        Interval { lo, hi }
    }
}

/// Logarithms of weights that fall off on both sides of a bet of size `best`.
fn spread(best: f64) -> [f64; BETS] {
    let peak = (-2.0 * libm::log2(best)).clamp(0.0, (BETS - 1) as f64);
    let mut weights = [0.0; BETS];
    for (j, weight) in weights.iter_mut().enumerate() {
        *weight = libm::pow(0.7, (j as f64 - peak).abs());
    }
    let total: f64 = weights.iter().sum();
    weights.map(|weight| libm::log(weight / total))
}

/// Interval for the mean of values in [0, 1] (shares, length / cap) that holds at every look; `rows` are (value, games).
pub fn bet_cs(rows: &[(f64, u64)], alpha: f64, plan: Option<PlannedRun>) -> Interval {
    Bets::new(plan, alpha).interval(rows, alpha)
}

/// The same for the mean of differences in [-1, 1]; the plan, too, is that of the differences.
pub fn bet_difference_cs(rows: &[(f64, u64)], alpha: f64, plan: Option<PlannedRun>) -> Interval {
    let scaled: Vec<(f64, u64)> = rows.iter().map(|row| (f64::midpoint(row.0, 1.0), row.1)).collect();
    let plan = plan.map(|plan| PlannedRun {
        n: plan.n,
        var: plan.var / 4.0,
        mean: f64::midpoint(plan.mean, 1.0),
    });
    let found = bet_cs(&scaled, alpha, plan);
    Interval {
        lo: 2.0 * found.lo - 1.0,
        hi: 2.0 * found.hi - 1.0,
    }
}

/// Interval for the quantile `num`/`den` of whole numbers that holds at every look, with `planned` games in mind; `rows`
/// are (value, games), smallest first. A value stays unless it is refuted that enough values lie at or below it, or that
/// few enough lie below it (in the manner of Howard and Ramdas 2022). None without values or for a quantile at 0 or 1.
pub fn quantile_bet_cs(
    rows: &[(u32, u64)],
    num: u64,
    den: u64,
    alpha: f64,
    planned: Option<f64>,
) -> Option<QuantileInterval> {
    let p = num as f64 / den as f64;
    let plan = planned.map(|n| PlannedRun {
        n,
        var: p * (1.0 - p),
        mean: p,
    });
    Bets::new(plan, alpha).quantile(rows, num, den, alpha)
}

impl Bets {
    /// As [`quantile_bet_cs`], with these bets on the share of values at or below each value.
    pub fn quantile(&self, rows: &[(u32, u64)], num: u64, den: u64, alpha: f64) -> Option<QuantileInterval> {
        let q = quantile(rows, num, den)?;
        if num == 0 || num >= den {
            return None;
        }
        let p = num as f64 / den as f64;
        let limit = libm::log(2.0 / alpha);
        let n: u64 = rows.iter().map(|row| row.1).sum();
        let refuted =
            |below: u64, claim: BetClaim| self.log_capital(&[(0.0, n - below), (1.0, below)], p, claim) >= limit;
        let mut values = Vec::with_capacity(rows.len());
        let mut below = 0;
        for (value, count) in rows.iter().filter(|row| row.1 > 0) {
            below += count;
            values.push((*value, below));
        }
        // Evidence only falls or rises along the values, so the first that stays can be searched for by halving.
        let lo = refuted(0, BetClaim::Below).then(|| values.partition_point(|row| refuted(row.1, BetClaim::Below)));
        let hi = values.partition_point(|row| !refuted(row.1, BetClaim::Above));
        let at = |index: usize| values.get(index).map(|row| row.0);
        Some(QuantileInterval {
            q,
            lo: lo.and_then(at),
            hi: at(hi),
        })
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "some results are exact")]
mod tests {
    use super::*;
    use crate::special::Quarter;

    const PLAN: PlannedRun = PlannedRun {
        n: 1000.0,
        var: 0.1875,
        mean: 0.25,
    };

    #[test]
    fn no_games_leave_everything_open() {
        for plan in [None, Some(PLAN)] {
            assert_eq!(bet_cs(&[], 0.05, plan), Interval { lo: 0.0, hi: 1.0 });
            assert_eq!(bet_cs(&[(0.5, 0)], 0.05, plan), Interval { lo: 0.0, hi: 1.0 });
        }
        assert_eq!(quantile_bet_cs(&[], 1, 2, 0.05, None), None);
        let none = Bets::new(None, 0.05).evidence(&[], 0.5);
        assert_eq!(none.p_value(), 1.0);
    }

    #[test]
    fn all_wins_and_all_losses_fix_one_end() {
        let lost = bet_cs(&[(0.0, 50)], 0.05, None);
        let won = bet_cs(&[(1.0, 50)], 0.05, None);
        assert!(lost.lo == 0.0 && won.hi == 1.0 && (lost.hi - (1.0 - won.lo)).abs() < 1e-12);
    }

    #[test]
    fn swapping_negates_differences_and_doubling_narrows() {
        let one = bet_difference_cs(&[(-1.0, 20), (0.0, 900), (1.0, 60)], 0.05, None);
        let other = bet_difference_cs(&[(-1.0, 60), (0.0, 900), (1.0, 20)], 0.05, None);
        assert!((one.lo + other.hi).abs() < 1e-12 && (one.hi + other.lo).abs() < 1e-12);
        let twice = bet_difference_cs(&[(-1.0, 40), (0.0, 1800), (1.0, 120)], 0.05, None);
        assert!(twice.hi - twice.lo < one.hi - one.lo);
    }

    #[test]
    fn candidates_at_the_ends_are_refuted_by_one_game() {
        let bets = Bets::new(None, 0.05);
        assert_eq!(bets.log_capital(&[(0.5, 1)], 0.0, BetClaim::Above), f64::INFINITY);
        assert_eq!(bets.log_capital(&[(0.5, 1)], 1.0, BetClaim::Below), f64::INFINITY);
        assert!(bets.log_capital(&[(0.0, 1)], 0.0, BetClaim::Above).abs() < 1e-12);
    }

    #[test]
    fn evidence_and_interval_agree() {
        let bets = Bets::new(Some(PLAN), 0.05);
        let rows = [(0.0, 730), (1.0, 270)];
        let found = bets.interval(&rows, 0.05);
        assert!(bets.evidence(&rows, found.lo - 1e-9).p_value() <= 0.05);
        assert!(bets.evidence(&rows, found.lo + 1e-9).p_value() > 0.05);
        assert!(bets.evidence(&rows, found.hi + 1e-9).p_value() <= 0.05);
    }

    /// Values that are all alike soon have a mean near theirs: a deviation of a thousandth of the range is refuted after
    /// some thousand games, where bets of all sizes alike take twice as many.
    #[test]
    fn guarded_bets_soon_refute_what_only_rare_values_could_bring() {
        let needed = |bets: &Bets| {
            let refutes = |n: &u64| bets.log_capital(&[(0.5, *n)], 0.5005, BetClaim::Below) >= libm::log(40.0);
            (1..1_000).map(|k| 100 * k).find(refutes).expect("some number does")
        };
        let (even, guarded) = (Bets::new(None, 0.05), Bets::new(None, 0.05).guarded());
        assert!(
            needed(&guarded) < 4_600 && needed(&even) > 6_000,
            "{} {}",
            needed(&guarded),
            needed(&even)
        );
        // Three in n games at the far end are not refuted: capital of 40 takes ln 80 of them.
        let far = guarded.interval(&[(0.0, 10_000)], 0.05);
        assert!(far.hi > 3.0 / 10_000.0 && far.hi < 5.0 / 10_000.0, "{far:?}");
    }

    #[test]
    fn games_of_one_deal_are_one() {
        let rows = [(0.0, 300), (0.5, 500), (1.0, 200)];
        let four = rows.map(|(value, games)| (value, 4 * games));
        let (one, grouped) = (Bets::new(None, 0.05), Bets::new(None, 0.05).grouped(4));
        let (a, b) = (one.interval(&rows, 0.05), grouped.interval(&four, 0.05));
        assert!((a.lo - b.lo).abs() < 1e-12 && (a.hi - b.hi).abs() < 1e-12);
    }

    /// The sequence may ever miss the truth in 5 % of the runs.
    #[test]
    fn rarely_misses_over_many_looks() {
        let bets = Bets::new(Some(PLAN), 0.05);
        let missed = Quarter::runs_that_miss(|rows| bets.evidence(rows, 0.25).p_value() <= 0.05);
        assert!(missed > 0 && missed <= 100, "{missed} of 2,000");
    }
}
