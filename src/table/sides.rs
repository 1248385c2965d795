//! Win rates of sides, whose intervals must fit how the run was played and how it ended.

use super::estimate::{CONFIDENCE, simultaneous};
use super::interval::{Looks, Sampling};
use super::rows::SideRow;
use crate::games::Sheet;
use crate::sim::Played;
use crate::tally::Tally;

/// One row for each side, and one for "nobody".
pub fn side_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<SideRow> {
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
            deals: tally.side_by_rotation[side].clone(),
            win_rate: sampling.share_of_deals(&tally.side_by_rotation[side], tally.side_wins[side], CONFIDENCE),
            simultaneous: sampling.share_of_deals(&tally.side_by_rotation[side], tally.side_wins[side], all),
            fair: Some(even(side) * wins as f64 / tally.games.max(1) as f64),
        })
        .collect();
    rows.push(SideRow {
        side: "nobody".to_owned(),
        wins: tally.nobody,
        games: tally.games,
        deals: Vec::new(),
        win_rate: sampling.share(tally.nobody, tally.games, CONFIDENCE),
        simultaneous: sampling.share(tally.nobody, tally.games, all),
        fair: None,
    });
    rows
}

/// Why the run may end now, if every side's win rate in every configuration is known to within `half_width`.
pub fn settled(so_far: &Played, half_width: f64) -> Option<String> {
    let wide = |tally: &Tally| {
        let sampling = Sampling {
            games: tally.games,
            rotations: (tally.games / tally.units.max(1)) as u32,
            looks: Looks::Until(half_width),
        };
        (0..tally.side_wins.len()).any(|side| {
            let rate = sampling.share_of_deals(&tally.side_by_rotation[side], tally.side_wins[side], CONFIDENCE);
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

    const FIXED: Sampling = Sampling {
        games: 10,
        rotations: 1,
        looks: Looks::Fixed,
    };

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
        let fair = |tally: &Tally| side_rows(&sheet, tally, FIXED)[0].fair;
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
