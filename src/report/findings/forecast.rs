//! How many games would settle what is open. Said only where the games played carry a forecast.

use super::super::format;
use crate::table::Rate;

/// Fewer games than this say too little of a rate to foresee anything from it.
pub const ENOUGH: u64 = 100;
/// An observed distance to the threshold that would take more than so many times the games is mostly chance.
const FAR: f64 = 10.0;
/// What is open after so many games takes more of them, whatever a formula of equal arms says.
const LEAST: f64 = 1.2;

/// How many times as many games would settle where a rate stands that differs by `gap`, known to within `half`, from
/// the middle of a band `margin` wide on either side, if it stays as it is.
pub fn times(half: f64, gap: f64, margin: f64) -> f64 {
    (half / (gap.abs() - margin).abs()).powi(2)
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

/// What it would take to settle an open question, as a sentence after a space: `games` played, `times` as many needed.
/// Nothing where so few games foresee nothing.
pub fn more(games: u64, times: f64) -> String {
    if games < ENOUGH {
        String::new()
    } else if times <= FAR {
        let needed = round_up(games as f64 * times.max(LEAST));
        format!(
            " About {} would tell, if the rates stay as they are.",
            format::games(needed)
        )
    } else {
        let least = round_up(games as f64 * FAR);
        format!(
            " More than {} would be needed, if the rates stay as they are.",
            format::games(least)
        )
    }
}

/// The number rounded up to its first digit: that is all that such a forecast carries.
pub fn round_up(needed: f64) -> u64 {
    let unit = 10f64.powf(needed.max(1.0).log10().floor());
    ((needed / unit).ceil() * unit) as u64
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

    #[test]
    fn what_it_takes_to_settle_a_question_is_rounded_up_and_more_than_was_played() {
        assert_eq!(
            more(1000, 3.4),
            " About 4,000 games would tell, if the rates stay as they are."
        );
        for (games, times) in [(200, 0.45_f64), (5_000, 0.78), (900, 1.0), (100, 1.01)] {
            let needed = round_up(games as f64 * times.max(LEAST));
            assert!(needed > games, "{needed} after {games}");
            assert!(more(games, times).contains(&format::games(needed)));
        }
    }

    #[test]
    fn few_games_foresee_nothing_and_many_no_more_than_they_carry() {
        assert_eq!((more(16, 2.0), more(99, f64::INFINITY)), (String::new(), String::new()));
        assert_eq!(
            more(500, f64::INFINITY),
            " More than 5,000 games would be needed, if the rates stay as they are."
        );
    }

    #[test]
    fn the_first_rate_beyond_decides_and_else_the_last_one_within() {
        // 8 points off and known to 7: soon shown. 1.9 points off: long not shown to be within.
        let rows = [(rate(0.33, 0.07), 0.25), (rate(0.231, 0.07), 0.25)];
        assert!((times_of_all(rows.into_iter(), 0.02) - (0.07f64 / 0.06).powi(2)).abs() < 1e-9);
        let rows = [(rate(0.25, 0.04), 0.25), (rate(0.26, 0.04), 0.25)];
        assert!((times_of_all(rows.into_iter(), 0.02) - 16.0).abs() < 1e-9);
    }
}
