//! Is a seat favoured? Winners within games, as if seats had been drawn by lot.

use super::special::chi2_sf;
use balance_engine::{Analysis, Stream};
use serde::Serialize;

/// Up to so many games the p-value is found by drawing winners, above by the limit law.
const FEW: u64 = 200;
/// Draws of winners; so p is at least one in 2,000.
const DRAWS: u64 = 1_999;

/// A test that every seat is as good as another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatTest {
    /// Cochran's Q.
    pub q: f64,
    /// Degrees of freedom.
    pub df: u32,
    /// p-value.
    pub p: f64,
}

/// Tests whether seats win equally often (Cochran 1950, for any number of winners in a game; with one winner it is Pearson's
/// test): `wins` by seat, which may be corrected for what the roles dealt to the seat win anyway, and `winners[k]` games that
/// k seats won. `together` games of a deal may go alike and count as one. With few games the winners of each are drawn from
/// all its seats by lot, with draws that are the same in every run, and p is the share of draws as uneven as what was seen
/// (Davison and Hinkley 1997, 4.2). None without a game that some seats win and others do not.
pub fn seat_test(wins: &[f64], winners: &[u64], together: u32) -> Option<SeatTest> {
    let seats = wins.len();
    let deals = |games: u64| games as f64 / f64::from(together.max(1));
    let open = || (1..seats).map(|count| (count, winners.get(count).copied().unwrap_or(0)));
    let room: f64 = open()
        .map(|(count, games)| (count * (seats - count)) as f64 * deals(games))
        .sum();
    if room <= 0.0 {
        return None;
    }
    let seen = unevenness(wins) / f64::from(together.max(1)).powi(2);
    let q = ((seats - 1) * seats) as f64 * seen / room;
    let df = seats as u32 - 1;
    let games: u64 = open().map(|(_, games)| games).sum();
    // A corrected count is no sum of whole games; only the spread of what is drawn matters then, as it does here.
    let p = if deals(games) > FEW as f64 {
        chi2_sf(q, df)
    } else {
        let lots: Vec<(usize, u64)> = open()
            .map(|(count, games)| (count, deals(games).ceil() as u64))
            .collect();
        by_lot(seats, &lots, seen)
    };
    Some(SeatTest { q, df, p })
}

/// Sum of squared deviations from the mean.
fn unevenness(wins: &[f64]) -> f64 {
    let mean = wins.iter().sum::<f64>() / wins.len().max(1) as f64;
    wins.iter().map(|wins| (wins - mean) * (wins - mean)).sum()
}

/// Share of draws in which seats win at least as unevenly as was `seen`; `lots` are (winners, games).
fn by_lot(seats: usize, lots: &[(usize, u64)], seen: f64) -> f64 {
    let mut stream = Stream::keyed(0, 0, Analysis::Seats as u8, 0);
    let mut order: Vec<usize> = (0..seats).collect();
    let mut wins = vec![0.0; seats];
    let mut as_uneven = 0;
    for _ in 0..DRAWS {
        wins.fill(0.0);
        for (winners, games) in lots {
            for _ in 0..*games {
                for place in 0..*winners {
                    let other = place + stream.below((seats - place) as u32) as usize;
                    order.swap(place, other);
                    wins[order[place]] += 1.0;
                }
            }
        }
        // What is as uneven must not fall out by rounding.
        as_uneven += u64::from(unevenness(&wins) >= seen - 1e-9);
    }
    (as_uneven + 1) as f64 / (DRAWS + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_seats_pass_and_one_that_takes_all_does_not() {
        let even = seat_test(&[25.0; 4], &[0, 100], 1).expect("games");
        assert!(even.q < 1e-9 && even.p > 0.999);
        let one = seat_test(&[100.0, 0.0, 0.0, 0.0], &[0, 100], 1).expect("games");
        assert!((one.q - 300.0).abs() < 1e-9 && one.df == 3 && one.p < 0.001);
        assert_eq!(seat_test(&[0.0; 4], &[9, 0, 0, 0, 3], 1), None);
        assert_eq!(seat_test(&[], &[], 1), None);
    }

    /// With one winner it is Pearson's statistic.
    #[test]
    fn one_winner_makes_it_pearsons() {
        let counts = [350.0, 340.0, 310.0];
        let found = seat_test(&counts, &[0, 1_000], 1).expect("games");
        let third = 1_000.0 / 3.0;
        let pearson: f64 = counts
            .iter()
            .map(|count| (count - third) * (count - third) / third)
            .sum();
        assert!((found.q - pearson).abs() < 1e-9);
        assert!((found.p - chi2_sf(pearson, 2)).abs() < 1e-12);
    }

    /// By lot and by the limit law the same, where both may be used.
    #[test]
    fn lots_agree_with_the_limit_law() {
        let few = seat_test(&[60.0, 52.0, 48.0, 40.0], &[0, 200], 1).expect("games");
        // 1,999 draws of a p of 0.22 are off by more than 0.04 in one set out of 30,000.
        assert!((few.p - chi2_sf(few.q, few.df)).abs() < 0.04, "{few:?}");
    }

    #[test]
    fn games_of_a_deal_that_go_alike_count_as_one() {
        let once = seat_test(&[60.0, 40.0], &[0, 100], 1).expect("games");
        let four = seat_test(&[240.0, 160.0], &[0, 400], 4).expect("games");
        assert!((once.q - four.q).abs() < 1e-9 && (once.p - four.p).abs() < 1e-12);
    }
}
