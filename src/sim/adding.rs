//! Rows of games that were played at the same time, added up in the order of their numbers.

use std::collections::BTreeMap;

use super::Watch;
use super::run::{Played, Reference};
use crate::games::{Block, Broken};

/// What was played without a gap from the first game, and rows that wait for an earlier one.
pub struct Adding<'a> {
    /// Without a gap.
    pub played: Played,
    /// The first game, by number and configuration, that broke its own rules.
    pub broken: Option<Broken>,
    references: &'a [Option<Reference<'a>>],
    watch: &'a dyn Watch,
    /// Number of the row to be added next.
    next: usize,
    /// Rows by number; the block of each configuration once it was played.
    waiting: BTreeMap<usize, Vec<Option<Result<Block, Broken>>>>,
}

impl<'a> Adding<'a> {
    /// Nothing waits.
    pub fn new(played: Played, references: &'a [Option<Reference<'a>>], watch: &'a dyn Watch) -> Self {
        Adding {
            played,
            broken: None,
            references,
            watch,
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes the block of one configuration in a row, and adds what has no gap before it any more.
    pub fn take(&mut self, row: usize, configuration: usize, block: Result<Block, Broken>) {
        let none = || self.played.tallies.iter().map(|_| None).collect();
        self.waiting.entry(row).or_insert_with(none)[configuration] = Some(block);
        let before = self.next;
        while self.broken.is_none() {
            let whole = |row: &Vec<Option<_>>| row.iter().all(Option::is_some);
            if !self.waiting.get(&self.next).is_some_and(whole) {
                break;
            }
            let row = self.waiting.remove(&self.next).unwrap_or_default();
            self.next += 1;
            self.add(row.into_iter().flatten().collect());
        }
        if self.next > before && self.broken.is_none() {
            self.watch.grown(&self.played);
        }
    }

    /// Adds a whole row, or keeps the first game that broke in it: the one with the lowest number, whatever the cut.
    fn add(&mut self, row: Vec<Result<Block, Broken>>) {
        let mut blocks = Vec::with_capacity(row.len());
        let mut broken: Vec<Broken> = Vec::new();
        for each in row {
            match each {
                Ok(block) => blocks.push(block),
                Err(error) => broken.push(error),
            }
        }
        self.broken = broken.into_iter().min_by_key(|broken| broken.game);
        if self.broken.is_none() {
            self.played.add(&blocks, self.references);
        }
    }
}
