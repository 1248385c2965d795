//! How many deals it takes to decide something, foretold before or while games are played.

use super::metric::Metric;
use super::question::Question;

/// Deals after which bets on a number of this variance that is so far from a limit come to a verdict, with some room for bets
/// of the wrong size; `luck` is by how many standard deviations chance may be against it. All forecasts are made here: what is
/// told before or after games are played differs in what is taken for the variance and the distance alone.
pub(super) fn deals_for(var: f64, distance: f64, reach: f64, error: f64, luck: f64) -> f64 {
    let (log, distance) = (libm::log(2.0 / error), distance.abs());
    // The logarithm of what is won grows by the squared distance over twice the variance, g a deal, and varies by the root of
    // 2 g: after n deals n g - z (2 n g)^1/2 is to be as much as is needed.
    let root = f64::midpoint(luck, (luck * luck + 2.0 * (log + 3.0)).sqrt());
    // Equal deals bring nearly all of the capital that is bet on there being no rare ones.
    4.0 * var / (distance * distance) * root * root + (log + 1.0) * reach / distance
}

/// So many times the deals that would decide what is open if its estimate stayed as it is: chance moves that by then, as often
/// nearer to its limit as further from it, and one more try is to do in most cases.
pub(super) const ROOM: f64 = 1.4;

/// The number is what it seems to be, or in the middle of its band: chance helps as often as it hinders.
pub(super) const EVEN: f64 = 0.0;

/// Nine of ten tries are to come to a verdict, at both ends of a tolerance.
const NINE_OF_TEN: f64 = 1.64;

/// Deals that decide a band whose middle the number is; none where they depend on how much it varies, or on the band.
pub fn deals_in_the_middle(question: &Question) -> Option<u64> {
    let (lo, hi) = question.ends();
    let (half, middle) = ((hi - lo) / 2.0, f64::midpoint(lo, hi));
    // A gap varies less the more seldom either side wins.
    if question.is_change()
        || !question.metric.is_share()
        || question.metric.is_gap()
        || !half.is_finite()
        || half <= 0.0
        || !(0.0..=1.0).contains(&middle)
    {
        return None;
    }
    let deals = deals_for(middle * (1.0 - middle), half, 1.0 - half, question.error, EVEN);
    (deals < 1e7).then(|| deals.ceil() as u64)
}

/// How far from an end of its band a share of games must lie for so many deals to decide, where it is one half, at most; the
/// same of a gap of two sides, of which one wins every game, at most; of a quantile how far the share of games up to an end must
/// lie from it. None where it depends on how much the number varies.
pub fn clear_from(question: &Question, deals: u64) -> Option<f64> {
    let (lo, hi) = question.ends();
    let nearest = |middle: f64| {
        let ends = [lo, hi].into_iter().filter(|end| end.is_finite());
        ends.min_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs()))
    };
    let of_share = |share: f64| share * (1.0 - share);
    let (var, range) = match question.metric {
        _ if question.is_change() => return None,
        Metric::TurnsQuantile(percent) => (of_share(f64::from(percent) / 100.0), 1.0),
        // As if one of the two won every game.
        Metric::Gap(..) => (1.0 - nearest(0.0)?.powi(2), 2.0),
        metric if metric.is_share() => (of_share(nearest(0.5)?), 1.0),
        _ => return None,
    };
    let decided = |distance: f64| deals_for(var.max(0.01), distance, range, question.error, EVEN) <= deals as f64;
    (1..=1_000)
        .map(|step| f64::from(step) / 1_000.0)
        .find(|distance| decided(*distance))
}

/// Deals that decide in nine of ten tries that a difference of this variance, which is none, is within `tolerance`, where no
/// deal can differ by more than `most`.
pub fn deals_to_clear(var: f64, tolerance: f64, most: f64, error: f64) -> f64 {
    deals_for(var, tolerance, most + tolerance, error, NINE_OF_TEN)
}
