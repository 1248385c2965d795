//! Rows of games that were played at the same time, added up in the order of their numbers.

use std::collections::BTreeMap;

use crate::games::{Block, Broken};

/// Takes rows without a gap, in their order.
pub trait Sink: Send {
    /// The blocks of all configurations in this row.
    fn add(&mut self, row: usize, blocks: &[Block]);
    /// Called after one or more rows.
    fn grown(&self) {}
}

/// Rows that wait for an earlier one.
pub struct Adding<'a> {
    /// Number of the row to be added next: so many have been.
    pub next: usize,
    /// The first game, by number and configuration, that broke its own rules.
    pub broken: Option<Broken>,
    sink: &'a mut dyn Sink,
    configurations: usize,
    /// Rows by number; the block of each configuration once it was played.
    waiting: BTreeMap<usize, Vec<Option<Result<Block, Broken>>>>,
}

impl<'a> Adding<'a> {
    /// Nothing waits.
    pub fn new(sink: &'a mut dyn Sink, configurations: usize) -> Self {
        Adding {
            next: 0,
            broken: None,
            sink,
            configurations,
            waiting: BTreeMap::new(),
        }
    }

    /// Takes the block of one configuration in a row, and adds what has no gap before it any more.
    pub fn take(&mut self, row: usize, configuration: usize, block: Result<Block, Broken>) {
        let none = || (0..self.configurations).map(|_| None).collect();
        self.waiting.entry(row).or_insert_with(none)[configuration] = Some(block);
        let before = self.next;
        while self.broken.is_none() {
            let whole = |row: &Vec<Option<_>>| row.iter().all(Option::is_some);
            if !self.waiting.get(&self.next).is_some_and(whole) {
                break;
            }
            let row = self.waiting.remove(&self.next).unwrap_or_default();
            self.add(row.into_iter().flatten().collect());
            self.next += 1;
        }
        if self.next > before && self.broken.is_none() {
            self.sink.grown();
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
            self.sink.add(self.next, &blocks);
        }
    }
}
