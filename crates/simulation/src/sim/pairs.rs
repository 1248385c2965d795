//! Two series of games on the same deals, counted game by game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use balance_config::games::{Line, MOST_ROTATIONS, Sheet};
use balance_engine::tally::MOST_IN_A_GAME;

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
    /// Game numbers by the difference of turns (other minus reference), summed over rotations.
    pub turns: BTreeMap<i64, u64>,
    /// By bot, where the wins of bots are compared, none of a bot whose are not: game numbers by how many of its seats won
    /// before and how many now, [`won`] together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Option<BTreeMap<u32, u64>>>,
    /// Turns of the reference by game number, summed over rotations.
    pub turns_before: Moments,
    /// Turns of the other, likewise.
    pub turns_after: Moments,
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
            turns: BTreeMap::new(),
            bots: Vec::new(),
            turns_before: Moments::default(),
            turns_after: Moments::default(),
            changed: 0,
            first_changed: None,
            first_won_otherwise: None,
        }
    }

    /// Where what these `bots` of `sheet` win, given as bits, is compared, too.
    #[must_use]
    pub fn with_bots(mut self, sheet: &Sheet, bots: u16) -> Self {
        let known = |bot: usize| (bots >> bot & 1 == 1).then(BTreeMap::new);
        if bots != 0 {
            self.bots = (0..sheet.bots.len()).map(known).collect();
        }
        self
    }

    /// Adds what was counted of other games.
    pub fn merge(&mut self, other: &Pairs) {
        let add = |mine: &mut [Vec<u64>], theirs: &[Vec<u64>]| {
            let pairs = mine.iter_mut().flatten().zip(theirs.iter().flatten());
            pairs.for_each(|(mine, theirs)| *mine += theirs);
        };
        add(&mut self.wins, &other.wins);
        add(&mut self.endings, &other.endings);
        for (difference, games) in &other.turns {
            *self.turns.entry(*difference).or_default() += games;
        }
        for (mine, theirs) in self.bots.iter_mut().zip(&other.bots) {
            for (won, games) in theirs.iter().flatten() {
                if let Some(mine) = mine {
                    *mine.entry(*won).or_default() += games;
                }
            }
        }
        self.pairs += other.pairs;
        self.turns_before.merge(other.turns_before);
        self.turns_after.merge(other.turns_after);
        self.changed += other.changed;
        let first = |mine: Option<u64>, theirs: Option<u64>| mine.into_iter().chain(theirs).min();
        self.first_changed = first(self.first_changed, other.first_changed);
        self.first_won_otherwise = first(self.first_won_otherwise, other.first_won_otherwise);
    }

    /// Could these be counts of so many pairs of games, whose numbers are `below` this? `empty` has the shape that they need.
    pub fn fits(&self, empty: &Pairs, pairs: u64, below: u64) -> bool {
        let counted = |mine: &[Vec<u64>], theirs: &[Vec<u64>]| {
            let same =
                |(mine, theirs): (&Vec<u64>, &Vec<u64>)| mine.len() == theirs.len() && total(mine) == Some(pairs);
            mine.len() == theirs.len() && mine.iter().zip(theirs).all(same)
        };
        let most = MOST_IN_A_GAME * MOST_ROTATIONS as u64;
        let number = |game: Option<u64>| game.is_none_or(|game| game < below);
        self.pairs == pairs
            && self.changed <= pairs
            && number(self.first_changed)
            && number(self.first_won_otherwise)
            && total(self.turns.values()) == Some(pairs)
            && self.turns.keys().all(|difference| difference.unsigned_abs() <= most)
            && self.turns_before.fits(pairs, most)
            && self.turns_after.fits(pairs, most)
            && self.bots.len() == empty.bots.len()
            && self
                .bots
                .iter()
                .zip(&empty.bots)
                .all(|(mine, theirs)| match (mine, theirs) {
                    (Some(mine), Some(_)) => total(mine.values()) == Some(pairs),
                    (None, None) => true,
                    _ => false,
                })
            && counted(&self.wins, &empty.wins)
            && counted(&self.endings, &empty.endings)
    }

    /// Compares the same game numbers, of which the first is `first`, as far as both go.
    pub fn add(&mut self, first: u64, reference: &[Line], other: &[Line]) {
        for (game, (a, b)) in (first..).zip(reference.iter().zip(other)) {
            self.pairs += 1;
            count(&mut self.wins, &a.wins, &b.wins);
            count(&mut self.endings, &a.endings, &b.endings);
            let difference = i64::from(b.turns) - i64::from(a.turns);
            *self.turns.entry(difference).or_default() += 1;
            self.turns_before.add(a.turns);
            self.turns_after.add(b.turns);
            let mut otherwise = (a.wins, a.endings, a.turns) != (b.wins, b.endings, b.turns);
            for (bot, counts) in self.bots.iter_mut().enumerate() {
                if let Some(counts) = counts {
                    *counts.entry(won_together(a.bots[bot], b.bots[bot])).or_default() += 1;
                    otherwise |= a.bots[bot] != b.bots[bot];
                }
            }
            if otherwise {
                self.changed += 1;
                self.first_changed = self.first_changed.or(Some(game));
            }
            if a.wins != b.wins {
                self.first_won_otherwise = self.first_won_otherwise.or(Some(game));
            }
        }
    }
}

/// Seats of a bot that won before and now, as one number.
fn won_together(before: u16, now: u16) -> u32 {
    u32::from(before) << 16 | u32::from(now)
}

/// Seats that won before and now.
pub fn won(together: u32) -> (u16, u16) {
    ((together >> 16) as u16, together as u16)
}

/// Sum and sum of squares of whole numbers, one for each game number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Their sum.
    pub sum: u64,
    /// The sum of their squares.
    pub squares: u128,
}

impl Moments {
    fn merge(&mut self, other: Moments) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn add(&mut self, value: u32) {
        self.sum += u64::from(value);
        self.squares += u128::from(u64::from(value).pow(2));
    }

    /// Could these be of so many values of at most `most`?
    fn fits(self, count: u64, most: u64) -> bool {
        let sum = u128::from(self.sum);
        sum <= self.squares && sum <= u128::from(count) * u128::from(most) && self.squares <= sum * u128::from(most)
    }
}

/// None where the sum is beyond what can be counted.
fn total<'a>(counts: impl IntoIterator<Item = &'a u64>) -> Option<u64> {
    counts.into_iter().try_fold(0u64, |sum, count| sum.checked_add(*count))
}

fn count(differences: &mut [Vec<u64>], reference: &[u8], other: &[u8]) {
    for ((counts, a), b) in differences.iter_mut().zip(reference).zip(other) {
        let middle = counts.len() / 2;
        counts[middle + usize::from(*b) - usize::from(*a)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_config::games::Sheet;

    fn line(turns: u32) -> Line {
        Line {
            turns,
            ..Line::default()
        }
    }

    #[test]
    fn lengths_are_counted_by_their_difference() {
        let mut pairs = Pairs::new(&Sheet::default(), 1);
        let (before, after) = ([line(9), line(7), line(9)], [line(7), line(7), line(7)]);
        pairs.add(0, &before, &after);
        assert_eq!(pairs.turns, BTreeMap::from([(-2, 2), (0, 1)]));
        assert_eq!((pairs.turns_before.sum, pairs.turns_before.squares), (25, 81 + 49 + 81));
        assert_eq!((pairs.turns_after.sum, pairs.turns_after.squares), (21, 147));
        assert_eq!((pairs.pairs, pairs.changed, pairs.first_changed), (3, 2, Some(0)));
    }
}
