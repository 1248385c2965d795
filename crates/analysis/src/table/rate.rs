//! One estimate with its interval.

use balance_stats::Interval;
use serde::{Deserialize, Serialize};

/// An estimate with its interval: a share of games or of appearances as a fraction of 1, or a mean. An end of which
/// nothing is known is infinite, and null in files.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rate {
    /// What was observed.
    pub value: f64,
    /// Lower end of the interval.
    #[serde(deserialize_with = "lower")]
    pub lo: f64,
    /// Upper end of the interval.
    #[serde(deserialize_with = "upper")]
    pub hi: f64,
}

/// Room for the last bit of a share that was computed.
const ROUNDING: f64 = 1e-9;

impl Rate {
    /// `value` with its interval.
    pub fn new(value: f64, interval: Interval) -> Self {
        let Interval { lo, hi } = interval;
        Rate { value, lo, hi }
    }

    /// The value and its interval.
    pub fn known(self) -> (f64, Interval) {
        (self.value, self.interval())
    }

    /// The interval alone.
    pub fn interval(self) -> Interval {
        Interval {
            lo: self.lo,
            hi: self.hi,
        }
    }

    /// Does the interval lie within `margin` of 0 on both sides?
    pub fn is_within(self, margin: f64) -> bool {
        self.lo >= -margin && self.hi <= margin
    }

    /// Does it lie further than `margin` from 0, on one side?
    pub fn is_beyond(self, margin: f64) -> bool {
        self.lo > margin || self.hi < -margin
    }

    /// Is a difference shown to be one?
    pub fn leaves_out_zero(self) -> bool {
        self.is_beyond(0.0)
    }

    /// Do it and its interval lie between 0 and 1? An interval that held at every look need not hold the last value.
    pub(super) fn is_share(self) -> bool {
        let mut ends = [self.value, self.lo, self.hi].into_iter();
        ends.all(|value| (-ROUNDING..=1.0 + ROUNDING).contains(&value))
    }
}

fn lower<'de, D: serde::Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Option::deserialize(from).map(|end| end.unwrap_or(f64::NEG_INFINITY))
}

fn upper<'de, D: serde::Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Option::deserialize(from).map(|end| end.unwrap_or(f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_ends_at_zero_or_the_margin_holds_it() {
        let of = |lo: f64, hi: f64| Rate::new(f64::midpoint(lo, hi), Interval { lo, hi });
        assert!(of(-0.1, 0.1).is_within(0.1) && !of(-0.1, 0.11).is_within(0.1) && !of(-0.11, 0.0).is_within(0.1));
        assert!(of(0.1, 0.2).leaves_out_zero() && !of(0.0, 0.2).leaves_out_zero() && !of(-0.2, 0.0).leaves_out_zero());
        assert!(of(-0.3, -0.2).is_beyond(0.1) && !of(0.1, 0.3).is_beyond(0.1) && !of(-0.3, 0.3).is_beyond(0.1));
        assert!(!Rate::new(0.2, Interval::ANY).is_within(0.5) && !Rate::new(0.2, Interval::ANY).leaves_out_zero());
    }
}
