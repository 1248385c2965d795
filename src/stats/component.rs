//! What a tile, card or component is worth to those who hold it. Whether a lift is a cause depends on how holders came by
//! it: dealt at random or forced, it is; chosen by players, it is an association only.

use super::Interval;
use super::proportion::ratio_cluster;
use super::special::{chi2_sf, norm_p, z};
use serde::Serialize;

/// Excess share of wins per holder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lift {
    /// Mean excess.
    pub lift: f64,
    /// Its standard error.
    pub se: f64,
    /// Normal interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// Lift in standard errors; none without spread.
    pub z: Option<f64>,
    /// Two-sided p-value; none without spread.
    pub p: Option<f64>,
}

/// Lift of a component: `rows` are (holders in a game, sum over them of share less the share expected of their side, seat
/// and bot, games). Games are the clusters, so several holders and shared wins are right. None when nobody ever held it.
pub fn lift_cluster(rows: &[(f64, f64, u64)], confidence: f64) -> Option<Lift> {
    let ratio = ratio_cluster(rows, confidence)?;
    let score = (ratio.se > 0.0).then(|| ratio.rate / ratio.se);
    Some(Lift {
        lift: ratio.rate,
        se: ratio.se,
        interval: ratio.interval,
        z: score,
        p: score.map(norm_p),
    })
}

/// Wins and losses with and without a component in one stratum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stratum {
    /// Wins with it.
    pub a: u64,
    /// Losses with it.
    pub b: u64,
    /// Wins without it.
    pub c: u64,
    /// Losses without it.
    pub d: u64,
}

/// Effects pooled over strata.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MantelHaenszel {
    /// Difference of rates.
    pub rd: f64,
    /// Its standard error (Sato 1989).
    pub rd_se: f64,
    /// Lower end of its interval.
    pub rd_lo: f64,
    /// Upper end of its interval.
    pub rd_hi: f64,
    /// Statistic of no effect (Cochran 1954; Mantel and Haenszel 1959), without continuity correction; none when all win
    /// or all lose.
    pub cmh_chi2: Option<f64>,
    /// Its p-value.
    pub cmh_p: Option<f64>,
    /// Ratio of rates; none when one arm never wins.
    pub rr: Option<f64>,
    /// Lower end of its interval (Greenland and Robins 1985).
    pub rr_lo: Option<f64>,
    /// Upper end of its interval.
    pub rr_hi: Option<f64>,
    /// Odds ratio; none when an arm never wins or never loses.
    pub odds_ratio: Option<f64>,
    /// Lower end of its interval (Robins, Breslow and Greenland 1986).
    pub or_lo: Option<f64>,
    /// Upper end of its interval.
    pub or_hi: Option<f64>,
    /// Strata left out because one arm is empty.
    pub skipped: usize,
}

/// Effects of a component pooled over strata such as sides (Mantel and Haenszel 1959). None when no stratum has both arms.
pub fn mantel_haenszel(strata: &[Stratum], confidence: f64) -> Option<MantelHaenszel> {
    let z = z(confidence);
    let mut sums = Pooled::default();
    let used = strata
        .iter()
        .filter(|stratum| stratum.a + stratum.b > 0 && stratum.c + stratum.d > 0);
    let mut count = 0;
    for stratum in used {
        sums.add(stratum);
        count += 1;
    }
    if count == 0 {
        return None;
    }
    let rd = sums.excess / sums.weight;
    let rd_se = ((rd * sums.sato_p + sums.sato_q) / (sums.weight * sums.weight))
        .max(0.0)
        .sqrt();
    let around = |log: f64, variance: f64| {
        let half = z * variance.sqrt();
        (libm::exp(log), libm::exp(log - half), libm::exp(log + half))
    };
    let rates = (sums.rate_with > 0.0 && sums.rate_without > 0.0).then(|| {
        let product = sums.rate_with * sums.rate_without;
        around(
            libm::log(sums.rate_with / sums.rate_without),
            sums.rate_variance / product,
        )
    });
    let odds = (sums.odds_for > 0.0 && sums.odds_against > 0.0).then(|| {
        let (r, s) = (sums.odds_for, sums.odds_against);
        let variance = sums.odds_pr / (2.0 * r * r) + sums.odds_cross / (2.0 * r * s) + sums.odds_qs / (2.0 * s * s);
        around(libm::log(r / s), variance)
    });
    let cmh_chi2 = (sums.test_variance > 0.0).then(|| sums.test_gap * sums.test_gap / sums.test_variance);
    Some(MantelHaenszel {
        rd,
        rd_se,
        rd_lo: rd - z * rd_se,
        rd_hi: rd + z * rd_se,
        cmh_chi2,
        cmh_p: cmh_chi2.map(|chi2| chi2_sf(chi2, 1)),
        rr: rates.map(|rates| rates.0),
        rr_lo: rates.map(|rates| rates.1),
        rr_hi: rates.map(|rates| rates.2),
        odds_ratio: odds.map(|odds| odds.0),
        or_lo: odds.map(|odds| odds.1),
        or_hi: odds.map(|odds| odds.2),
        skipped: strata.len() - count,
    })
}

/// Sums over strata, named after what they serve.
#[derive(Default)]
struct Pooled {
    excess: f64,
    weight: f64,
    sato_p: f64,
    sato_q: f64,
    test_gap: f64,
    test_variance: f64,
    rate_with: f64,
    rate_without: f64,
    rate_variance: f64,
    odds_for: f64,
    odds_against: f64,
    odds_pr: f64,
    odds_cross: f64,
    odds_qs: f64,
}

impl Pooled {
    fn add(&mut self, stratum: &Stratum) {
        let [a, b, c, d] = [stratum.a, stratum.b, stratum.c, stratum.d].map(|count| count as f64);
        let (with, without, won, lost) = (a + b, c + d, a + c, b + d);
        let n = with + without;
        self.excess += (a * without - c * with) / n;
        self.weight += with * without / n;
        let tilt = with * with * c - without * without * a + with * without * (without - with) / 2.0;
        self.sato_p += tilt / (n * n);
        self.sato_q += (a * (without - c) + c * (with - a)) / (2.0 * n);
        self.test_gap += a - with * won / n;
        self.test_variance += with * without * won * lost / (n * n * (n - 1.0));
        self.rate_with += a * without / n;
        self.rate_without += c * with / n;
        self.rate_variance += (won * with * without - a * c * n) / (n * n);
        let (r, s, p, q) = (a * d / n, b * c / n, (a + d) / n, (b + c) / n);
        self.odds_for += r;
        self.odds_against += s;
        self.odds_pr += p * r;
        self.odds_cross += p * s + q * r;
        self.odds_qs += q * s;
    }
}

/// Ratio of two rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RiskRatio {
    /// First over second.
    pub rr: f64,
    /// Log-normal interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// Ratio of the rate with a component to that without (Katz et al. 1978); one half is added to every count when an arm
/// never wins (Haldane 1956). None when an arm is empty.
pub fn risk_ratio(wins_with: u64, with: u64, wins_without: u64, without: u64, confidence: f64) -> Option<RiskRatio> {
    if with == 0 || without == 0 {
        return None;
    }
    let added = if wins_with == 0 || wins_without == 0 { 0.5 } else { 0.0 };
    let [a, n, b, m] = [wins_with, with, wins_without, without].map(|count| count as f64 + added);
    let log = libm::log(a / n) - libm::log(b / m);
    let half = z(confidence) * (1.0 / a - 1.0 / n + 1.0 / b - 1.0 / m).sqrt();
    Some(RiskRatio {
        rr: a / n / (b / m),
        interval: Interval {
            lo: libm::exp(log - half),
            hi: libm::exp(log + half),
        },
    })
}

/// Lifts pulled towards their common mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shrunk {
    /// Variance of true lifts.
    pub tau2: f64,
    /// Cochran's statistic of equal lifts.
    pub q: f64,
    /// Mean lift.
    pub mean: f64,
    /// Each lift after shrinking, by which to rank.
    pub shrunk: Vec<f64>,
}

/// Empirical Bayes means of many lifts, with the variance of `DerSimonian` and Laird (1986). Without it the top of a list is
/// all rare cards. None for no lifts, lists of different length or a standard error that is not above 0.
pub fn eb_shrink(lift: &[f64], se: &[f64]) -> Option<Shrunk> {
    if lift.is_empty() || lift.len() != se.len() || !se.iter().all(|se| *se > 0.0) {
        return None;
    }
    let weighted = |extra: f64| {
        let (mut sum, mut total, mut squares) = (0.0, 0.0, 0.0);
        for (lift, se) in lift.iter().zip(se) {
            let weight = 1.0 / (se * se + extra);
            sum += weight * lift;
            total += weight;
            squares += weight * weight;
        }
        (sum / total, total, squares)
    };
    let (fixed, total, squares) = weighted(0.0);
    let q: f64 = lift
        .iter()
        .zip(se)
        .map(|(lift, se)| (lift - fixed) * (lift - fixed) / (se * se))
        .sum();
    let room = total - squares / total;
    let tau2 = if lift.len() > 1 && room > 0.0 {
        ((q - (lift.len() - 1) as f64) / room).max(0.0)
    } else {
        0.0
    };
    let (mean, ..) = weighted(tau2);
    let pulled = |(lift, se): (&f64, &f64)| mean + tau2 / (tau2 + se * se) * (lift - mean);
    Some(Shrunk {
        tau2,
        q,
        mean,
        shrunk: lift.iter().zip(se).map(pulled).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Stratum = Stratum {
        a: 12,
        b: 30,
        c: 9,
        d: 40,
    };

    #[test]
    fn swapping_the_arms_turns_every_effect() {
        let turned = Stratum {
            a: SOME.c,
            b: SOME.d,
            c: SOME.a,
            d: SOME.b,
        };
        let (one, other) = (
            mantel_haenszel(&[SOME], 0.95).expect("arms"),
            mantel_haenszel(&[turned], 0.95).expect("arms"),
        );
        assert!((one.rd + other.rd).abs() < 1e-12 && (one.rd_lo + other.rd_hi).abs() < 1e-12);
        let product = |a: Option<f64>, b: Option<f64>| a.expect("wins") * b.expect("wins");
        assert!((product(one.rr_lo, other.rr_hi) - 1.0).abs() < 1e-12);
        assert!((product(one.or_lo, other.or_hi) - 1.0).abs() < 1e-12);
        assert!((one.cmh_chi2.expect("both") - other.cmh_chi2.expect("both")).abs() < 1e-12);
        let (one, other) = (
            risk_ratio(5, 20, 9, 30, 0.9).expect("games"),
            risk_ratio(9, 30, 5, 20, 0.9).expect("games"),
        );
        assert!((one.interval.lo * other.interval.hi - 1.0).abs() < 1e-12);
    }

    #[test]
    fn empty_arms_and_certain_outcomes() {
        let alone = Stratum { c: 0, d: 0, ..SOME };
        assert_eq!(mantel_haenszel(&[alone], 0.95), None);
        assert_eq!(mantel_haenszel(&[], 0.95), None);
        assert_eq!(mantel_haenszel(&[SOME, alone], 0.95).expect("arms").skipped, 1);
        let won = Stratum { b: 0, d: 0, ..SOME };
        let found = mantel_haenszel(&[won], 0.95).expect("arms");
        assert_eq!(
            (found.rd, found.rd_se, found.cmh_chi2, found.odds_ratio),
            (0.0, 0.0, None, None)
        );
        assert_eq!(risk_ratio(0, 0, 1, 2, 0.95), None);
        assert_eq!(lift_cluster(&[(0.0, 0.0, 9)], 0.95), None);
    }

    #[test]
    fn shrinking_keeps_order_of_equally_sure_lifts() {
        let found = eb_shrink(&[0.3, -0.1, 0.1], &[0.05; 3]).expect("lifts");
        assert!(found.shrunk[0] > found.shrunk[2] && found.shrunk[2] > found.shrunk[1]);
        assert!(found.shrunk[0] < 0.3 && found.shrunk[1] > -0.1);
        assert_eq!((eb_shrink(&[], &[]), eb_shrink(&[1.0], &[0.0])), (None, None));
    }
}
