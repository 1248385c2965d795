//! Two series of games on the same deals, counted game by game.

use serde::{Deserialize, Serialize};

use crate::games::{Line, Sheet};

/// Exact counts of the differences between a configuration and its reference, over the same game numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Game numbers compared.
    pub pairs: u64,
    /// By side: how many game numbers had this difference (other minus reference) of rotations won; the middle entry
    /// is no difference.
    pub wins: Vec<Vec<u64>>,
    /// By ending, likewise: differences of rotations that ended so.
    pub endings: Vec<Vec<u64>>,
    /// Sum of differences of turns.
    pub turns: i64,
    /// Sum of squared differences of turns.
    pub turns_squared: u64,
    /// Game numbers with any difference.
    pub changed: u64,
    /// The first of them.
    pub first_changed: Option<u64>,
    /// The first with another winner.
    #[serde(default)]
    pub first_won_otherwise: Option<u64>,
}

impl Pairs {
    /// Nothing compared yet, for games with the sides and endings of `sheet` played `rotations` times each.
    pub fn new(sheet: &Sheet, rotations: usize) -> Self {
        let empty = vec![0; 2 * rotations + 1];
        Pairs {
            pairs: 0,
            wins: vec![empty.clone(); sheet.sides.len()],
            endings: vec![empty; sheet.endings.len()],
            turns: 0,
            turns_squared: 0,
            changed: 0,
            first_changed: None,
            first_won_otherwise: None,
        }
    }

    /// Compares the same game numbers, of which the first is `first`, as far as both go.
    pub fn add(&mut self, first: u64, reference: &[Line], other: &[Line]) {
        for (game, (a, b)) in (first..).zip(reference.iter().zip(other)) {
            self.pairs += 1;
            count(&mut self.wins, &a.wins, &b.wins);
            count(&mut self.endings, &a.endings, &b.endings);
            let difference = i64::from(b.turns) - i64::from(a.turns);
            self.turns += difference;
            self.turns_squared += difference.unsigned_abs().pow(2);
            if a != b {
                self.changed += 1;
                self.first_changed = self.first_changed.or(Some(game));
            }
            if a.wins != b.wins {
                self.first_won_otherwise = self.first_won_otherwise.or(Some(game));
            }
        }
    }
}

fn count(differences: &mut [Vec<u64>], reference: &[u8], other: &[u8]) {
    for ((counts, a), b) in differences.iter_mut().zip(reference).zip(other) {
        let middle = counts.len() / 2;
        counts[middle + usize::from(*b) - usize::from(*a)] += 1;
    }
}
