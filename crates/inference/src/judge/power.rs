//! How many deals it takes to decide something, foretold before or while games are played.

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

/// Deals that decide in nine of ten tries that a difference of this variance, which is none, is within `tolerance`, where no
/// deal can differ by more than `most`.
pub fn deals_to_clear(var: f64, tolerance: f64, most: f64, error: f64) -> f64 {
    deals_for(var, tolerance, most + tolerance, error, NINE_OF_TEN)
}
