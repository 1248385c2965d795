//! How many games would settle what is open. Said only where the games played carry a forecast.

use super::super::format;
use balance_analysis::table::{Configuration, Rate};

/// Fewer games than this say too little of a rate to foresee anything from it.
pub const ENOUGH: u64 = 100;
/// What is open after so many games takes so many times as many, at least, whatever a formula says.
const MORE: f64 = 2.0;
/// What is seen in more games is not what was seen in fewer, even where the rates are: with so many times the games that would
/// do if chance added nothing, nine runs of ten tell. For an interval of z standard deviations it is (z + 1.28)² / z².
const ROOM: f64 = 2.7;
/// Of an observed distance to the threshold that would take more than so many times the games, chance is too large a part.
const FAR: f64 = 10.0;

/// How many times as many games would settle in nine of ten runs where a rate stands that differs by `gap`, known to within
/// `half`, from the middle of a band `margin` wide on either side, if it stays as it is.
pub fn times(half: f64, gap: f64, margin: f64) -> f64 {
    ROOM * (half / (gap.abs() - margin).abs()).powi(2)
}

/// How many times as many games would settle whether all of some rates lie within `margin` of what each is held to: the
/// first that lies beyond decides it alone; while none does, all must be shown to lie within.
pub fn times_of_all(rows: impl Iterator<Item = (Rate, f64)>, margin: f64) -> f64 {
    let (mut beyond, mut within) = (f64::INFINITY, 0.0_f64);
    for (rate, from) in rows {
        let gap = rate.value - from;
        let times = times((rate.hi - rate.lo) / 2.0, gap, margin);
        if gap.abs() > margin {
            beyond = beyond.min(times);
        } else {
            within = within.max(times);
        }
    }
    if beyond.is_finite() { beyond } else { within }
}

/// Deals, as a run is asked for them.
#[derive(Clone, Copy)]
pub struct Deals {
    /// How many.
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

/// How many games would settle an open question, as a sentence after a space: `times` as many as were played. Nothing where so few
/// foresee nothing, or where so many are needed that chance is too large a part of what was seen.
pub fn more(deals: Deals, times: f64) -> String {
    if deals.count < ENOUGH || times > FAR {
        return String::new();
    }
    format!(
        " About {} would tell.",
        deals.in_words(deals.count as f64 * times.max(MORE))
    )
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

    fn rate(value: f64, half: f64) -> Rate {
        Rate {
            value,
            lo: value - half,
            hi: value + half,
        }
    }

    fn more(count: u64, times: f64) -> String {
        super::more(Deals { count, rotations: 1 }, times)
    }

    #[test]
    fn what_is_played_in_rotation_is_asked_for_in_deals() {
        let of = Deals {
            count: 1_000,
            rotations: 5,
        };
        assert_eq!(super::more(of, 3.4), " About 4,000 deals would tell.");
    }

    #[test]
    fn what_it_takes_to_settle_a_question_is_rounded_up_and_more_than_was_played() {
        assert_eq!(more(1000, 3.4), " About 4,000 games would tell.");
        for (games, times) in [(200, 0.45_f64), (5_000, 0.78), (900, 1.0), (100, 1.01)] {
            let needed = round_up(games as f64 * times.max(MORE));
            assert!(needed >= 2 * games, "{needed} after {games}");
            assert!(more(games, times).contains(&format::games(needed)));
        }
    }

    #[test]
    fn forecasts_are_rounded_up_to_what_they_carry() {
        let rounded = [
            3.2, 9.5, 10.0, 11_951.0, 10_000.0, 18_001.0, 20_000.0, 20_001.0, 91_000.0,
        ]
        .map(round_up);
        assert_eq!(rounded, [4, 10, 10, 12_000, 10_000, 20_000, 20_000, 30_000, 100_000]);
    }

    /// A distance of which chance is a large part is not counted on.
    #[test]
    fn no_more_than_ten_times_the_games_are_foreseen() {
        assert!(
            more(200, 10.0).contains("About 2,000 games would tell"),
            "{}",
            more(200, 10.0)
        );
        assert_eq!(more(200, 10.1), "");
        assert_eq!(
            (more(16, 2.0), more(500, f64::INFINITY)),
            (String::new(), String::new())
        );
    }

    #[test]
    fn the_first_rate_beyond_decides_and_else_the_last_one_within() {
        // 8 points off and known to 7: soon shown. 1.9 points off: long not shown to be within.
        let rows = [(rate(0.33, 0.07), 0.25), (rate(0.231, 0.07), 0.25)];
        assert!((times_of_all(rows.into_iter(), 0.02) - ROOM * (0.07f64 / 0.06).powi(2)).abs() < 1e-9);
        let rows = [(rate(0.25, 0.04), 0.25), (rate(0.26, 0.04), 0.25)];
        assert!((times_of_all(rows.into_iter(), 0.02) - ROOM * 16.0).abs() < 1e-9);
    }
}
