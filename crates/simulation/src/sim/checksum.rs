//! A checksum that adds up: those of two sets of games make that of both. So what a shard says of each of its units is held
//! against the sums that are merged.

use std::iter::Sum;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::course::Look;
use super::{Pairs, Played};
use balance_engine::tally::{Histogram, Tally};

/// Every count times a weight that follows from its place, summed modulo 2^128. Whoever changes one count changes it, since
/// weights are odd. Extremes and samples are no sums, and not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Checksum(u128);

/// Which of the counts of a tally or of a comparison: the first of each kind.
mod kind {
    pub const LISTS: u64 = 0;
    pub const TABLES: u64 = 100;
    pub const HISTOGRAMS: u64 = 200;
    pub const APPEARANCES: u64 = 300;
    pub const ROLE_POSITIONS: u64 = 400;
    pub const COUNTERS: u64 = 500;
    pub const DRAMA: u64 = 600;
    pub const PAIRS: u64 = 700;
    pub const LOOKS: u64 = 800;
    pub const SCORES: u64 = 900;
}

/// Bots of the league count from here, configurations from 0.
const MEMBERS: u64 = 1 << 32;

impl Checksum {
    /// That of all counts in `played` but its looks.
    pub fn of_games(played: &Played) -> Self {
        let mut sum = Checksum::default();
        sum.add([u64::MAX, 0, 0, 0], played.games);
        let configurations = (0..).zip(&played.tallies);
        let members = (MEMBERS..).zip(&played.members);
        for (of, tally) in configurations.chain(members) {
            sum.tally(of, tally);
        }
        for (of, pairs) in (0..).zip(&played.pairs) {
            if let Some(pairs) = pairs {
                sum.pairs(of, pairs);
            }
        }
        sum
    }

    /// That of what a look counts of the games before game `at`.
    pub fn of_look(at: u64, look: &Look) -> Self {
        let mut sum = Checksum::default();
        for (of, (games, wins)) in (0..).zip(&look.configurations) {
            sum.list([of, kind::LOOKS, at], &[*games]);
            sum.list([of, kind::LOOKS + 1, at], wins);
        }
        sum
    }

    /// What is missing to it from `other`.
    #[cfg(test)]
    pub(super) fn less(self, other: Checksum) -> Checksum {
        Checksum(self.0.wrapping_sub(other.0))
    }

    fn add(&mut self, place: [u64; 4], count: impl Into<u128>) {
        let count: u128 = count.into();
        if count > 0 {
            let mut bytes = [0; 32];
            for (part, number) in bytes.chunks_exact_mut(8).zip(place) {
                part.copy_from_slice(&number.to_le_bytes());
            }
            let weight = xxh3_128(&bytes) | 1;
            self.0 = self.0.wrapping_add(weight.wrapping_mul(count));
        }
    }

    fn list(&mut self, [of, what, row]: [u64; 3], counts: &[u64]) {
        for (at, count) in (0..).zip(counts) {
            self.add([of, what, row, at], *count);
        }
    }

    fn tally(&mut self, of: u64, tally: &Tally) {
        let (drama, choices) = (&tally.drama, tally.choices);
        let lists: [&[u64]; 10] = [
            &[
                tally.games, tally.units, tally.nobody, drama.games, drama.changes, choices.decisions, choices.options,
                choices.forced,
            ],
            &tally.nobody_by_rotation,
            &tally.side_wins,
            &tally.side_games,
            &tally.side_fair,
            &tally.endings,
            &tally.position_pairs,
            &tally.component_games,
            &tally.component_wins,
            &tally.ending_wins,
        ];
        for (what, counts) in (kind::LISTS..).zip(lists) {
            self.list([of, what, 0], counts);
        }
        let tables = [
            &tally.side_by_rotation,
            &tally.ending_by_rotation,
            &tally.positions,
            &tally.position_by_rotation,
            &tally.counter_by_rotation,
        ];
        for (what, table) in (kind::TABLES..).zip(tables) {
            for (row, counts) in (0..).zip(table) {
                self.list([of, what, row], counts);
            }
        }
        let histograms: [&[Histogram]; 3] = [
            std::slice::from_ref(&tally.turns),
            std::slice::from_ref(&tally.decisions),
            &tally.turns_by_ending,
        ];
        for (what, histograms) in (kind::HISTOGRAMS..).zip(histograms) {
            for (row, histogram) in (0..).zip(histograms) {
                for (value, count) in histogram.rows() {
                    self.add([of, what, row, value.into()], count);
                }
            }
        }
        for (row, scores) in (0..).zip(&tally.scores) {
            for (value, count) in scores.rows() {
                self.add([of, kind::SCORES, row, value.into()], count);
            }
        }
        let appearances: [&[_]; 4] = [&tally.roles, &tally.bots, &drama.led, &drama.behind];
        for (what, all) in (kind::APPEARANCES..).zip(appearances) {
            for (row, appearances) in (0..).zip(all) {
                for (seats, won, count) in appearances.rows() {
                    self.add([of, what, row, seats << 32 | won], count);
                }
            }
        }
        for (row, (seats, won)) in (0..).zip(&tally.role_positions) {
            self.list([of, kind::ROLE_POSITIONS, row], &[*seats, *won]);
        }
        for (row, counter) in (0..).zip(&tally.counters) {
            self.list([of, kind::COUNTERS, row], &[counter.sum, counter.games]);
            self.add([of, kind::COUNTERS + 1, row, 0], counter.squares);
        }
        self.add([of, kind::DRAMA, 0, 0], drama.changes_squared);
        for (row, leads) in (1..).zip(&drama.leads) {
            let (led, won): (Vec<u64>, Vec<u64>) = leads.iter().copied().unzip();
            self.list([of, kind::DRAMA, row], &led);
            self.list([of, kind::DRAMA + 1, row], &won);
        }
    }

    fn pairs(&mut self, of: u64, pairs: &Pairs) {
        let (before, after) = (pairs.turns_before, pairs.turns_after);
        let single = [pairs.pairs, pairs.changed, before.sum, after.sum];
        self.list([of, kind::PAIRS, 0], &single);
        for (what, table) in (kind::PAIRS + 1..).zip([&pairs.wins, &pairs.endings]) {
            for (row, counts) in (0..).zip(table) {
                self.list([of, what, row], counts);
            }
        }
        for (difference, count) in &pairs.turns {
            self.add([of, kind::PAIRS + 3, 0, difference.cast_unsigned()], *count);
        }
        for (bot, counts) in (0..).zip(&pairs.bots) {
            for (won, count) in counts.iter().flatten() {
                self.add([of, kind::PAIRS + 5, bot, (*won).into()], *count);
            }
        }
        self.add([of, kind::PAIRS + 4, 0, 0], before.squares);
        self.add([of, kind::PAIRS + 4, 0, 1], after.squares);
    }
}

impl Sum for Checksum {
    fn sum<I: Iterator<Item = Checksum>>(all: I) -> Self {
        Checksum(all.fold(0, |sum, each| sum.wrapping_add(each.0)))
    }
}

impl From<Checksum> for String {
    fn from(sum: Checksum) -> Self {
        format!("{:032x}", sum.0)
    }
}

impl TryFrom<String> for Checksum {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        u128::from_str_radix(&text, 16).map(Checksum)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::super::tests::two_games;
    use super::*;
    use crate::sim::Course;

    /// Calls `each` for every number with its place.
    fn numbers(value: &mut Value, path: &str, each: &mut dyn FnMut(&str, &mut Value)) {
        match value {
            Value::Number(_) => each(path, value),
            Value::Array(list) => list.iter_mut().for_each(|value| numbers(value, path, each)),
            Value::Object(map) => map
                .iter_mut()
                .for_each(|(key, value)| numbers(value, &format!("{path}.{key}"), each)),
            _ => (),
        }
    }

    /// No count can be changed by itself, nor can one that a later version counts be left out.
    #[test]
    fn every_count_is_in_it_but_extremes_and_samples() {
        let (mut played, _) = two_games(300);
        played.looks = Course::default();
        played.tallies[0].scores = vec![Histogram::from_iter([(3, 5)])];
        let sum = Checksum::of_games(&played);
        let mut text = serde_json::to_value(&played).expect("JSON");
        // Of each kind the first and the last one.
        let mut known: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        let mut all = 0;
        numbers(&mut text, "", &mut |place, _| {
            known.entry(place.to_owned()).or_insert([all; 2])[1] = all;
            all += 1;
        });
        let extreme = [
            ".samples", ".first_", ".players", ".drama.held", ".drama.lost", ".drama.comeback",
        ];
        for (place, ends) in known {
            for end in ends {
                let (mut other, mut at) = (text.clone(), 0);
                numbers(&mut other, "", &mut |_, value| {
                    if at == end {
                        *value = (value.as_u64().expect("whole") + 1).into();
                    }
                    at += 1;
                });
                let other: Played = serde_json::from_value(other).expect("counts");
                let left_out = extreme.iter().any(|part| place.contains(part));
                assert_eq!(Checksum::of_games(&other) == sum, left_out, "{place}");
            }
        }
        assert!(all > 1_000);
    }

    #[test]
    fn checksums_of_parts_make_that_of_the_whole() {
        let (whole, parts) = two_games(300);
        assert_eq!(
            parts.iter().map(Checksum::of_games).sum::<Checksum>(),
            Checksum::of_games(&whole)
        );
        let text: String = Checksum::of_games(&whole).into();
        assert_eq!(Checksum::try_from(text), Ok(Checksum::of_games(&whole)));
    }
}
