//! Who plays the batches of a search: this machine all of them, or several machines, batch after batch.

use super::Arena;
use super::batch::{Batch, Sum, Unit};
use crate::experiment::{Halt, Runner};
use balance_engine::tally::Tally;

/// Who plays the games of a search: this machine all of them, or several, batch after batch.
#[derive(Debug, Default)]
pub struct Hands {
    mine: Mine,
    told: Option<Sum>,
    open: Option<Open>,
}

/// Which units of the first batch that is not known are played here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mine {
    /// All of them, and those of all further batches.
    #[default]
    All,
    /// These, by their number; then the search halts.
    Some(Vec<usize>),
}

/// The first batch that is not known.
#[derive(Clone, Debug)]
pub struct Open {
    /// Its games.
    pub games: u64,
    /// What was played of its units here, by number.
    pub played: Vec<(usize, Sum)>,
    batch: Batch,
    units: Vec<Unit>,
    /// Figures told deal by deal, and games of a deal.
    shape: (usize, u64),
}

impl Open {
    /// How many units it has.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// The first deal of a unit.
    pub fn first(&self, unit: usize) -> u64 {
        self.units[unit].deals.start
    }

    /// Games in these units.
    pub fn games_of(&self, units: &[usize]) -> u64 {
        let deals = units.iter().map(|unit| &self.units[*unit]);
        let deals: u64 = deals
            .map(|unit| (unit.deals.end - unit.deals.start) * unit.jobs.len() as u64)
            .sum();
        deals * self.shape.1
    }

    /// Can a unit have come to this? `empty` is the tally of no games at all, where one is kept.
    pub fn fits(&self, unit: usize, sum: &Sum, empty: Option<&Tally>) -> bool {
        let of = self.units.get(unit);
        of.is_some_and(|unit| self.batch.fits(unit, sum, self.shape, empty))
    }

    /// What no unit comes to.
    pub fn nothing(&self) -> Sum {
        self.batch.nothing()
    }

    /// Adds what a unit came to; false, and nothing added, where that cannot be of the same batch.
    #[must_use]
    pub fn add(&self, all: &mut Sum, unit: usize, sum: Sum) -> bool {
        Batch::add(all, &self.units[unit], sum)
    }
}

impl Hands {
    /// Plays these units of the first batch that is not known, and no other.
    pub fn of(mine: Vec<usize>) -> Self {
        Hands {
            mine: Mine::Some(mine),
            ..Hands::default()
        }
    }

    /// Takes what others have played of the first batch that is not known, and plays nothing of the next.
    pub fn told(sum: Sum) -> Self {
        Hands {
            told: Some(sum),
            ..Hands::of(Vec::new())
        }
    }

    /// The batch at which the search has halted.
    pub fn open(self) -> Option<Open> {
        self.open
    }

    /// How much of so many deals is one batch: on this machine a step, after which what was played is kept.
    pub fn step(&self, step: u64, rest: u64) -> u64 {
        match self.mine {
            Mine::All => step.min(rest),
            Mine::Some(_) => rest,
        }
    }

    /// What the batch comes to.
    ///
    /// # Errors
    /// A game that broke its own rules, that somebody asked to stop, or that others are to play it first.
    pub fn play(&mut self, arena: &dyn Arena, batch: Batch, runner: Runner<'_>) -> Result<Sum, Halt> {
        if let Some(told) = self.told.take() {
            return Ok(told);
        }
        let Mine::Some(mine) = &self.mine else {
            let units = batch.whole();
            let mut all = batch.nothing();
            for (unit, sum) in units.iter().zip(batch.play(arena, &units, runner)?) {
                let alike = Batch::add(&mut all, unit, sum);
                debug_assert!(alike, "one arena plays all");
            }
            return Ok(all);
        };
        let units = batch.cut(arena);
        let mine: Vec<usize> = mine.iter().copied().filter(|unit| *unit < units.len()).collect();
        let chosen: Vec<Unit> = mine.iter().map(|unit| units[*unit].clone()).collect();
        let played = batch.play(arena, &chosen, runner)?;
        self.open = Some(Open {
            games: batch.games(arena),
            shape: (arena.paired().len(), arena.games_per_deal()),
            played: mine.into_iter().zip(played).collect(),
            batch,
            units,
        });
        Err(Halt::Elsewhere)
    }
}
