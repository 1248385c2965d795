//! Win rates of sides, whose intervals must fit how the run was played and how it ended.

use super::estimate::{CONFIDENCE, share, simultaneous};
use super::results::{Rate, SideRow};
use crate::games::Sheet;
use crate::sim::Played;
use crate::stats;
use crate::tally::Tally;

/// How intervals of win rates are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Looks {
    /// The number of games was fixed beforehand.
    Fixed,
    /// The run may end as soon as every side is known to within this half width, so intervals must hold at every look.
    Until(f64),
}

/// One row for each side, and one for "nobody".
pub fn side_rows(sheet: &Sheet, tally: &Tally, looks: Looks) -> Vec<SideRow> {
    let all = simultaneous(sheet.sides.len() + 1);
    // Several sides may win a game together, or none: a fair share is an even part of the wins that there were. Were all
    // sides equal, this mean would vary with them, so that an interval of the rate errs on the safe side.
    let wins: u64 = tally.side_wins.iter().sum();
    let parts: u64 = tally.side_fair.iter().sum();
    let even = |side: usize| tally.side_fair[side] as f64 / parts.max(1) as f64;
    let mut rows: Vec<SideRow> = sheet
        .sides
        .iter()
        .enumerate()
        .map(|(side, name)| SideRow {
            side: name.clone(),
            wins: tally.side_wins[side],
            games: tally.side_games[side],
            win_rate: win_rate(tally, side, CONFIDENCE, looks),
            simultaneous: win_rate(tally, side, all, looks),
            fair: Some(even(side) * wins as f64 / tally.games.max(1) as f64),
        })
        .collect();
    rows.push(SideRow {
        side: "nobody".to_owned(),
        wins: tally.nobody,
        games: tally.games,
        win_rate: share(tally.nobody, tally.games, CONFIDENCE),
        simultaneous: share(tally.nobody, tally.games, all),
        fair: None,
    });
    rows
}

/// Win rate of a side. The game number is the sample: where deals are played several times with the bots shifted, the
/// share of a deal's games that the side won.
fn win_rate(tally: &Tally, side: usize, confidence: f64, looks: Looks) -> Rate {
    let counts = &tally.side_by_rotation[side];
    let rotations = counts.len().saturating_sub(1).max(1);
    let value = tally.side_wins[side] as f64 / tally.games.max(1) as f64;
    match looks {
        Looks::Until(half_width) => {
            let rows: Vec<(f64, u64)> = counts
                .iter()
                .enumerate()
                .map(|(won, games)| (won as f64 / rotations as f64, *games))
                .collect();
            let interval = stats::bet_cs(&rows, 1.0 - confidence, Some(plan(half_width)));
            Rate {
                value,
                lo: interval.lo,
                hi: interval.hi,
            }
        }
        Looks::Fixed if rotations > 1 => {
            let rows: Vec<(u32, u64)> = counts
                .iter()
                .enumerate()
                .map(|(won, games)| (won as u32, *games))
                .collect();
            let found = stats::wilson_share(&rows, rotations as u32, confidence);
            let interval = found.map_or(stats::Interval { lo: 0.0, hi: 1.0 }, |found| found.interval);
            Rate {
                value,
                lo: interval.lo,
                hi: interval.hi,
            }
        }
        Looks::Fixed => share(tally.side_wins[side], tally.games, confidence),
    }
}

/// Where the sequence should be narrowest: about the number of games at which a side that wins a third of them is known
/// to within `half_width`. Fixed by the scenario alone, before any game.
fn plan(half_width: f64) -> stats::Plan {
    let var = 2.0 / 9.0;
    stats::Plan {
        n: (var * (3.1 / half_width).powi(2)).max(1.0),
        var,
        mean: 1.0 / 3.0,
    }
}

/// Why the run may end now, if every side's win rate in every configuration is known to within `half_width`.
pub fn settled(so_far: &Played, half_width: f64) -> Option<String> {
    let wide = |tally: &Tally| {
        (0..tally.side_wins.len()).any(|side| {
            let rate = win_rate(tally, side, CONFIDENCE, Looks::Until(half_width));
            (rate.hi - rate.lo) / 2.0 > half_width
        })
    };
    let known = !so_far.tallies.iter().any(wide);
    known.then(|| {
        let width = crate::scenario::as_percent(half_width);
        format!("every side's win rate is known to within ± {width}, at 95 % over all looks")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    fn tally(wins: u64, games: u64) -> Tally {
        let sheet = Sheet {
            players: 2,
            sides: vec!["a".to_owned()],
            ..Sheet::default()
        };
        let mut tally = Tally::new(&sheet);
        tally.games = games;
        tally.units = games;
        tally.side_wins[0] = wins;
        tally.side_by_rotation[0] = vec![games - wins, wins];
        tally
    }

    #[test]
    fn an_interval_for_all_looks_is_wider_than_one_for_a_fixed_number() {
        let tally = tally(3_300, 10_000);
        let width = |looks| {
            let rate = win_rate(&tally, 0, 0.95, looks);
            assert!(rate.lo < rate.value && rate.value < rate.hi);
            rate.hi - rate.lo
        };
        let ratio = width(Looks::Until(0.015)) / width(Looks::Fixed);
        assert!((1.3..2.0).contains(&ratio), "{ratio}");
    }

    /// Of ten games the first is won by both sides, the last by none.
    #[test]
    fn a_fair_share_is_an_even_part_of_all_wins() {
        let sheet = Sheet {
            players: 2,
            sides: vec!["a".to_owned(), "b".to_owned()],
            ..Sheet::default()
        };
        let mut tally = Tally::new(&sheet);
        tally.games = 10;
        tally.units = 10;
        tally.side_games = vec![10, 10];
        tally.side_fair = vec![5, 5];
        tally.side_by_rotation = vec![vec![4, 6], vec![4, 6]];
        tally.side_wins = vec![6, 6];
        let fair = |tally: &Tally| side_rows(&sheet, tally, Looks::Fixed)[0].fair;
        assert_eq!(fair(&tally), Some(0.6));
        tally.side_wins = vec![3, 5];
        assert_eq!(fair(&tally), Some(0.4));
        // A side that takes part in half of the games alone.
        tally.side_fair = vec![9, 3];
        tally.side_wins = vec![6, 4];
        assert_eq!(fair(&tally), Some(0.75));
    }

    #[test]
    fn a_run_is_settled_once_it_is_narrow_enough() {
        let so_far = |wins, games| Played {
            tallies: vec![tally(wins, games)],
            pairs: vec![None],
            games,
            looks: Vec::new(),
            interrupted: false,
            stopped: None,
        };
        assert_eq!(settled(&so_far(330, 1_000), 0.01), None);
        assert!(
            settled(&so_far(33_000, 100_000), 0.01)
                .is_some_and(|reason| reason.contains("± 1 %") || reason.contains("1%"))
        );
    }
}
