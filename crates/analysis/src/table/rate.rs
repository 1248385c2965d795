//! An estimate with its interval.

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
