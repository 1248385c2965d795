//! How many games a run is told to play, rounded to what such a number carries.

use crate::format;
use balance_inference::table::Configuration;

/// Fewer games than this say too little of a rate to forecast anything from it.
pub const ENOUGH: u64 = 100;

/// Deals, as a run is asked for them.
#[derive(Clone, Copy)]
pub struct Deals {
    pub count: u64,
    /// How often each is played.
    pub rotations: u32,
}

impl Deals {
    /// Those played of a configuration.
    pub fn of_configuration(each: &Configuration) -> Self {
        Deals {
            count: each.games / u64::from(each.rotations.max(1)),
            rotations: each.rotations,
        }
    }

    /// So many of them in words, rounded up: a deal that is played once is a game.
    pub fn in_words(self, count: f64) -> String {
        let what = if self.rotations > 1 { "deals" } else { "games" };
        format!("{} {what}", format::count(round_up(count)))
    }
}

/// The number rounded up to its first digit, or in fifths of it where that is a 1: that is all that such a forecast carries.
pub fn round_up(needed: f64) -> u64 {
    let unit = 10f64.powf(needed.max(1.0).log10().floor());
    let parts = if needed > 2.0 * unit || unit < 10.0 { 1.0 } else { 5.0 };
    ((needed / unit * parts).ceil() * unit / parts).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forecasts_are_rounded_up_to_what_they_carry() {
        let rounded = [
            3.2, 9.5, 10.0, 11_951.0, 10_000.0, 18_001.0, 20_000.0, 20_001.0, 91_000.0,
        ]
        .map(round_up);
        assert_eq!(rounded, [4, 10, 10, 12_000, 10_000, 20_000, 20_000, 30_000, 100_000]);
    }
}
