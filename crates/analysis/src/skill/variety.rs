//! How varied the safest mix of the bots is: its effective number of strategies.

use serde::Serialize;

use super::PURPOSE;
use crate::ladder::{Meeting, Wins};
use crate::league;
use balance_engine::Stream;

/// Redraws of the deals.
const REDRAWS: usize = 200;

/// The safest mix of bots.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Variety {
    /// Bots with their part of it, the largest first, those without one left out.
    pub mix: Vec<(String, f64)>,
    /// The number of bots in equal parts that would be as mixed: e to the entropy of the parts (Hill 1973).
    pub effective: f64,
    /// Within these lie 95 of 100 numbers where deals are drawn anew from those that were played (bootstrap, Efron 1979).
    pub redrawn: (f64, f64),
}

/// The variety of `bots` from the wins of each meeting by deal.
pub fn variety(bots: &[String], players: usize, played: &[(Meeting, Vec<Wins>)], seed: u64) -> Variety {
    let parts = league::mix_of(bots.len(), players as u32, played);
    let deals = played.iter().map(|(_, wins)| wins.len()).min().unwrap_or(0);
    let mut lots = Stream::keyed(seed, 0, PURPOSE, 4);
    let mut redraw = || {
        let drawn: Vec<usize> = (0..deals).map(|_| lots.below(deals as u32) as usize).collect();
        let again: Vec<(Meeting, Vec<Wins>)> = played
            .iter()
            .map(|(met, wins)| (*met, drawn.iter().map(|deal| wins[*deal]).collect()))
            .collect();
        effective(&league::mix_of(bots.len(), players as u32, &again))
    };
    let mut numbers: Vec<f64> = (0..REDRAWS).map(|_| redraw()).collect();
    numbers.sort_by(f64::total_cmp);
    let mut mix: Vec<(String, f64)> = bots.iter().cloned().zip(parts.iter().copied()).collect();
    mix.retain(|(_, part)| *part > 0.0);
    mix.sort_by(|a, b| b.1.total_cmp(&a.1));
    let effective = effective(&parts);
    Variety {
        mix,
        effective,
        redrawn: (numbers[REDRAWS / 40], numbers[REDRAWS - 1 - REDRAWS / 40]),
    }
}

/// e to the entropy of parts that add up to 1.
fn effective(parts: &[f64]) -> f64 {
    let used = parts.iter().filter(|part| **part > 0.0);
    libm::exp(-used.map(|part| part * libm::log(*part)).sum::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(one: usize, among: usize, won: u32) -> (Meeting, Vec<Wins>) {
        let wins = Wins {
            one: won,
            others: 2 - won,
        };
        (Meeting { one, among }, vec![wins; 30])
    }

    fn names() -> Vec<String> {
        ["rock", "paper", "scissors"].map(str::to_owned).to_vec()
    }

    #[test]
    fn three_that_beat_each_other_in_turn_are_three_and_one_that_beats_all_is_one() {
        let circle = [meeting(0, 1, 0), meeting(0, 2, 2), meeting(1, 2, 0)];
        let found = variety(&names(), 2, &circle, 1);
        assert!((found.effective - 3.0).abs() < 1e-6, "{found:?}");
        let king = [meeting(0, 1, 2), meeting(0, 2, 2), meeting(1, 2, 1)];
        let found = variety(&names(), 2, &king, 1);
        assert!((found.effective - 1.0).abs() < 1e-3, "{found:?}");
        assert_eq!((found.mix.len(), &*found.mix[0].0), (1, "rock"));
        assert!((found.redrawn.0 - 1.0).abs() < 1e-3 && (found.redrawn.1 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn what_hangs_on_few_deals_is_redrawn_widely() {
        let mut open = [meeting(0, 1, 1), meeting(0, 2, 2), meeting(1, 2, 2)];
        for (deal, wins) in open[0].1.iter_mut().enumerate() {
            let won = if deal % 2 == 0 { 2 } else { 0 };
            *wins = Wins {
                one: won,
                others: 2 - won,
            };
        }
        let found = variety(&names(), 2, &open, 1);
        assert!((found.effective - 2.0).abs() < 1e-6, "{found:?}");
        assert!(found.redrawn.0 < 1.2 && found.redrawn.1 > 1.2, "{found:?}");
    }
}
