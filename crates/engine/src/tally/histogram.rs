//! An exact histogram of whole numbers.

use serde::{Deserialize, Serialize};

/// How often each value occurred: `counts[value]`. Grows to the largest value seen, so memory depends on the length of
/// games, not on their number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts one value.
    #[inline]
    pub fn add(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    /// Adds another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        super::add_all(&mut self.counts, &other.counts);
    }

    /// Every value that occurred with its count, smallest first.
    pub fn rows(&self) -> impl Iterator<Item = (u32, u64)> {
        self.counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(value, count)| (value as u32, *count))
    }

    /// Values counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl FromIterator<(u32, u64)> for Histogram {
    fn from_iter<I: IntoIterator<Item = (u32, u64)>>(rows: I) -> Self {
        let mut counts = Vec::new();
        for (value, count) in rows {
            if counts.len() <= value as usize {
                counts.resize(value as usize + 1, 0);
            }
            counts[value as usize] += count;
        }
        Histogram { counts }
    }
}
