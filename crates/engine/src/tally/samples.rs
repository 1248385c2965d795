//! Games worth looking at: of each kind the one with the lowest number, and the shortest and the longest of all.
//!
//! Lowest numbers and extremes merge in any order to the same, like every count.

use serde::{Deserialize, Serialize};

use super::FinishedGame;
use crate::Sheet;

/// One game of a configuration, as `balance replay` names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameId {
    /// Its number.
    pub game: u64,
    /// Which of its rotations.
    pub rotation: u32,
}

/// The first game of each kind; none where there was none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Samples {
    /// The fewest turns, and the first game that took so many.
    pub shortest: Option<(u32, GameId)>,
    /// The most turns, and the first game that took so many.
    pub longest: Option<(u32, GameId)>,
    /// Nobody wins.
    pub nobody: Option<GameId>,
    /// By side: it wins.
    pub sides: Vec<Option<GameId>>,
    /// By position: it wins.
    pub positions: Vec<Option<GameId>>,
    /// By bot: a seat of it wins.
    pub bots: Vec<Option<GameId>>,
    /// By ending.
    pub endings: Vec<Option<GameId>>,
    /// By counter: at least one.
    pub counters: Vec<Option<GameId>>,
    /// By counter: the most in a deal, all its games together, and the first deal with so many.
    pub most: Vec<Option<(u32, u64)>>,
    /// By component and side, row by row: a game with it that the side wins.
    pub components: Vec<Option<GameId>>,
}

impl Samples {
    /// None yet, of the shape that `sheet` describes.
    pub fn new(sheet: &Sheet) -> Self {
        Samples {
            sides: vec![None; sheet.sides.len()],
            positions: vec![None; sheet.players],
            bots: vec![None; sheet.bots.len()],
            endings: vec![None; sheet.endings.len()],
            counters: vec![None; sheet.counters.len()],
            most: vec![None; sheet.counters.len()],
            components: vec![None; sheet.components.len() * sheet.sides.len()],
            ..Samples::default()
        }
    }

    /// Looks at one game with its `counts`, in the order of the sheet's counters.
    pub fn add(&mut self, unit: &FinishedGame, counts: &[u32]) {
        let id = unit.id;
        keep(&mut self.shortest, Some((unit.turns, id)));
        keep_most(&mut self.longest, Some((unit.turns, id)));
        if unit.winners == 0 {
            keep(&mut self.nobody, Some(id));
        }
        let sides = self.sides.len();
        let won = |side: usize| unit.sides_won >> side & 1 == 1;
        for (side, slot) in self.sides.iter_mut().enumerate() {
            if won(side) {
                keep(slot, Some(id));
            }
        }
        for seating in unit.seats[..self.positions.len()].iter().filter(|seat| seat.won) {
            keep(&mut self.positions[seating.position as usize], Some(id));
            if let Some(slot) = self.bots.get_mut(seating.bot as usize) {
                keep(slot, Some(id));
            }
        }
        keep(&mut self.endings[unit.ending as usize], Some(id));
        for (slot, _) in self.counters.iter_mut().zip(counts).filter(|(_, count)| **count > 0) {
            keep(slot, Some(id));
        }
        let of_components = &mut self.components;
        unit.components.each(|component| {
            for side in (0..sides).filter(|side| won(*side)) {
                keep(&mut of_components[component * sides + side], Some(id));
            }
        });
    }

    /// Have these the shape of `empty`, and are they all of `known` games?
    pub(super) fn fits(&self, empty: &Samples, known: impl Fn(Option<GameId>) -> bool) -> bool {
        let list = |mine: &[Option<GameId>], theirs: &[Option<GameId>]| {
            mine.len() == theirs.len() && mine.iter().all(|id| known(*id))
        };
        let deal = |(_, game): (u32, u64)| GameId { game, rotation: 0 };
        [self.shortest, self.longest]
            .iter()
            .all(|extreme| known(extreme.map(|(_, id)| id)))
            && self.most.len() == empty.most.len()
            && self.most.iter().all(|most| known(most.map(deal)))
            && known(self.nobody)
            && list(&self.sides, &empty.sides)
            && list(&self.positions, &empty.positions)
            && list(&self.bots, &empty.bots)
            && list(&self.endings, &empty.endings)
            && list(&self.counters, &empty.counters)
            && list(&self.components, &empty.components)
    }

    /// Adds another set of games.
    pub fn merge(&mut self, other: &Samples) {
        keep(&mut self.shortest, other.shortest);
        keep_most(&mut self.longest, other.longest);
        for (mine, theirs) in self.most.iter_mut().zip(&other.most) {
            keep_most(mine, *theirs);
        }
        keep(&mut self.nobody, other.nobody);
        for (mine, theirs) in [
            (&mut self.sides, &other.sides),
            (&mut self.positions, &other.positions),
            (&mut self.bots, &other.bots),
            (&mut self.endings, &other.endings),
            (&mut self.counters, &other.counters),
            (&mut self.components, &other.components),
        ] {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                keep(mine, *theirs);
            }
        }
    }
}

/// Keeps the lower of both.
#[inline]
pub(super) fn keep<T: Ord + Copy>(mine: &mut Option<T>, other: Option<T>) {
    if let Some(other) = other
        && mine.is_none_or(|mine| other < mine)
    {
        *mine = Some(other);
    }
}

/// Keeps the one with more, or with the lower number where these are equal.
#[inline]
pub(super) fn keep_most<T: Ord + Copy>(mine: &mut Option<(u32, T)>, other: Option<(u32, T)>) {
    if let Some((more, id)) = other
        && mine.is_none_or(|(most, first)| more > most || more == most && id < first)
    {
        *mine = Some((more, id));
    }
}
