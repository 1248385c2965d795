//! Two configurations on the same deals, counted game by game.

use serde::{Deserialize, Serialize};

use crate::engine::MAX_SEATS;
use crate::games::Line;

/// Exact counts of the differences between a configuration and its reference, over the same game numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Game numbers compared.
    pub pairs: u64,
    /// By side: how many game numbers had this difference (other minus reference) of rotations won; the middle entry
    /// is no difference.
    pub wins: Vec<Vec<u64>>,
    /// Sum of differences of turns.
    pub turns: i64,
    /// Sum of squared differences of turns.
    pub turns_squared: u64,
}

impl Pairs {
    /// Nothing compared yet, for games with `sides` sides played `rotations` times each.
    pub fn new(sides: usize, rotations: usize) -> Self {
        Pairs {
            pairs: 0,
            wins: vec![vec![0; 2 * rotations + 1]; sides.min(MAX_SEATS)],
            turns: 0,
            turns_squared: 0,
        }
    }

    /// Compares two blocks of the same game numbers.
    pub fn add(&mut self, reference: &[Line], other: &[Line]) {
        for (a, b) in reference.iter().zip(other) {
            self.pairs += 1;
            for (side, counts) in self.wins.iter_mut().enumerate() {
                let middle = counts.len() / 2;
                counts[middle + b.wins[side] as usize - a.wins[side] as usize] += 1;
            }
            let difference = i64::from(b.turns) - i64::from(a.turns);
            self.turns += difference;
            self.turns_squared += difference.unsigned_abs().pow(2);
        }
    }
}
