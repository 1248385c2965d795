//! Every meeting of a ladder on the same deals.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::{MeetingTable, Wins};
use crate::experiment::{Experiment, Halt, Merge, Session, Task};
use crate::games::Broken;

/// Tables that play the same deals.
pub struct Meetings {
    /// The tables.
    pub tables: Vec<MeetingTable>,
    /// Players at each.
    pub players: usize,
    /// Master seed.
    pub seed: u64,
    /// Deals of each table.
    pub deals: u64,
}

/// Wins by table and deal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ByTable(pub Vec<Vec<Wins>>);

impl Merge for ByTable {
    fn add(&mut self, next: Self) {
        append(&mut self.0, next.0);
    }
}

/// Adds the wins of the deals that follow.
pub fn append(all: &mut Vec<Vec<Wins>>, next: Vec<Vec<Wins>>) {
    if all.is_empty() {
        *all = next;
        return;
    }
    for (all, next) in all.iter_mut().zip(next) {
        all.extend(next);
    }
}

/// Can these be the wins of so many deals at so many tables for `players`?
pub fn are_wins(wins: &[Vec<Wins>], tables: usize, deals: usize, players: usize) -> bool {
    let fits = |wins: &Vec<Wins>| wins.len() == deals && wins.iter().all(|wins| wins.fits(players));
    wins.len() == tables && wins.iter().all(fits)
}

impl Experiment for Meetings {
    /// Deals of all tables.
    type Job = Range<u64>;
    type Table = ();
    type Block = Vec<Wins>;
    type Sum = ByTable;
    type Output = Vec<Vec<Wins>>;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Self::Output, Halt> {
        let all = 0..self.deals;
        let mut wins = session.play(std::slice::from_ref(&all))?;
        Ok(wins.pop().unwrap_or_default().0)
    }

    fn deals(&self, deals: &Range<u64>) -> Range<u64> {
        deals.clone()
    }

    fn games(&self, _: &Range<u64>, deals: &Range<u64>) -> u64 {
        let count = deals.end - deals.start;
        self.tables.iter().map(|table| table.games(count)).sum()
    }

    fn chunk(&self, _: &Range<u64>) -> u64 {
        1
    }

    fn is_slow(&self) -> bool {
        self.tables.iter().any(MeetingTable::is_slow)
    }

    fn table(&self, _: &Range<u64>) {}

    fn width(&self, _: &Range<u64>, (): &()) -> usize {
        self.tables.len()
    }

    fn task(&self, _: &Range<u64>, (): &(), table: usize, deals: Range<u64>) -> Task {
        self.tables[table].task(deals)
    }

    fn play(
        &self,
        _: &Range<u64>,
        (): &(),
        table: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Wins>>, Broken> {
        self.tables[table].play(self.seed, deals, stop)
    }

    fn sum(&self, _: &Range<u64>, blocks: Vec<Vec<Wins>>) -> ByTable {
        ByTable(blocks)
    }

    fn fits(&self, _: &Range<u64>, deals: &Range<u64>, ByTable(wins): &ByTable) -> bool {
        are_wins(
            wins,
            self.tables.len(),
            (deals.end - deals.start) as usize,
            self.players,
        )
    }
}
