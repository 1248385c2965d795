//! What the choices of a game are worth: positions of it, from each of which every choice is played on several times.
//!
//! Positions are played on from the true state, hidden things included: what comes of it is the chance that a spectator sees
//! who knows everything, not the players'.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::broken_game::caught;
use crate::{Broken, Guest, Playable};
use balance_engine::{Bot, Chance, Game, Moves, Outcome, Recorder, Seat, SeatSet, State, Stream, Table};
use serde::{Deserialize, Serialize};

/// What is asked of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighing {
    /// Master seed.
    pub seed: u64,
    /// Number of the game.
    pub game: u64,
    /// Which rotation of it.
    pub rotation: usize,
    /// Positions looked into: so many open choices of the game, each as likely as any other.
    pub looks: u32,
    /// Choices played on from each, most; where there are more, so many by lot.
    pub width: u32,
    /// Games played on after each choice, in each of two halves.
    pub half: u32,
    /// Games played on from each position as the bots choose.
    pub free: u32,
    /// So many more where a seat wins no more than `few` of them.
    pub more: u32,
    /// What a seat wins of the first games whose chance is then looked into further.
    pub few: u32,
    /// Purpose of the draws that say what is looked into and how it goes on.
    pub purpose: u8,
}

/// What the choices of one game are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveValues {
    /// Choices, those without an alternative included.
    pub choices: u32,
    /// Choices without an alternative.
    pub forced: u32,
    /// The positions that were looked into, in the order of the game.
    pub looked: Vec<PositionValues>,
}

/// A position with an open choice, and games won of those played on from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionValues {
    /// Who chooses.
    pub seat: usize,
    /// Games played on as the bots choose.
    pub played: u32,
    /// How many of these each seat wins.
    pub free: Vec<u32>,
    /// The same by choice and half.
    pub after: Vec<[Vec<u32>; 2]>,
}

/// Keeps positions with an open choice, each with the same chance.
struct Keep<G: Game> {
    lots: Stream,
    looks: u32,
    choices: u32,
    open: u32,
    kept: Vec<SampledPosition<G>>,
}

/// A position with an open choice.
struct SampledPosition<G: Game> {
    /// Open choices before it.
    at: u32,
    state: State<G>,
    seat: Seat,
    moves: Vec<G::Move>,
}

impl<G: Game> Recorder<G> for Keep<G> {
    fn choice(&mut self, _game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, _chosen: usize) {
        self.choices += 1;
        if moves.len() < 2 {
            return;
        }
        let at = self.open;
        self.open += 1;
        // The first fill the places, later ones take one with the chance that leaves all alike (reservoir sampling).
        let place = if at < self.looks { at } else { self.lots.below(at + 1) };
        if place >= self.looks {
            return;
        }
        let kept = SampledPosition {
            at,
            state: state.clone(),
            seat,
            moves: moves.to_vec(),
        };
        match self.kept.get_mut(place as usize) {
            Some(other) => *other = kept,
            None => self.kept.push(kept),
        }
    }
}

impl<G: Guest> Playable<G> {
    /// What `asked` asks; none once `stop` is set.
    pub(crate) fn weigh_all(&self, asked: &Weighing, stop: &AtomicBool) -> Option<MoveValues> {
        let seated = self.seated(asked.seed, asked.game, asked.rotation);
        let mut keep = Keep {
            lots: Stream::keyed(asked.seed, asked.game, asked.purpose, 0),
            looks: asked.looks,
            choices: 0,
            open: 0,
            kept: Vec::new(),
        };
        let mut table = Table::new(&self.game);
        let chance = Chance::new(asked.seed, asked.game);
        table.play_unless(chance, |_, seat| seated[seat], &mut keep, stop)?;
        keep.kept.sort_by_key(|kept| kept.at);
        let mut looked = Vec::with_capacity(keep.kept.len());
        for kept in keep.kept {
            looked.push(self.look(asked, &mut table, &seated, kept, &mut keep.lots, stop)?);
        }
        Some(MoveValues {
            choices: keep.choices,
            forced: keep.choices - keep.open,
            looked,
        })
    }

    fn look(
        &self,
        asked: &Weighing,
        table: &mut Table<'_, G>,
        seated: &[&dyn Bot<G>],
        kept: SampledPosition<G>,
        lots: &mut Stream,
        stop: &AtomicBool,
    ) -> Option<PositionValues> {
        let seed = lots.bits();
        // The same chance after each choice.
        let mut games = |first: Option<G::Move>, numbers: std::ops::Range<u32>| {
            let mut wins = vec![0; seated.len()];
            for number in numbers {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let mut chance = Chance::new(seed, number.into());
                let mut state = kept.state.clone();
                if let Some(first) = first {
                    self.game.play(&mut state, first, &mut chance, &mut ());
                }
                let finished = table.play_on(state, chance, |_, seat| seated[seat], &mut (), stop)?;
                let Outcome { winners, .. } = finished.outcome;
                for (seat, wins) in wins.iter_mut().enumerate() {
                    *wins += u32::from(winners.has(Seat(seat as u8)));
                }
            }
            Some(wins)
        };
        let mut moves = kept.moves;
        for place in 0..(asked.width as usize).min(moves.len()) {
            let other = place + lots.below((moves.len() - place) as u32) as usize;
            moves.swap(place, other);
        }
        moves.truncate(asked.width as usize);
        let half = asked.half;
        let mut after = Vec::with_capacity(moves.len());
        for first in moves {
            let halves = [games(Some(first), 0..half)?, games(Some(first), half..2 * half)?];
            after.push(halves);
        }
        let first = 2 * half;
        let mut played = asked.free;
        let mut free = games(None, first..first + played)?;
        if free.iter().any(|won| *won <= asked.few) {
            let more = games(None, first + played..first + played + asked.more)?;
            free.iter_mut().zip(more).for_each(|(won, more)| *won += more);
            played += asked.more;
        }
        Some(PositionValues {
            seat: kept.seat.index(),
            played,
            free,
            after,
        })
    }
}

/// Seed and number of a game whose chance is used.
pub type Source = (u64, u64);

/// A game to be put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The bot of each seat, as an index into the bots of the sheet.
    pub seating: Vec<usize>,
    /// The game whose set-up it has: all that is dealt before the first choice, decks and what lies hidden included.
    pub setup: Source,
    /// The game as in which the table's chance goes on after the set-up: dice, reshuffles, events, each a sequence of its own
    /// that is drawn from as choices ask for it.
    pub later: Source,
    /// The game as in which bots draw.
    pub bots: Source,
}

impl<G: Guest> Playable<G> {
    /// The seats that win such a game; none once `stop` is set.
    pub(crate) fn winners(&self, drawn: &Drawn, stop: &AtomicBool) -> Result<Option<SeatSet>, Broken> {
        let (seed, number) = drawn.setup;
        let played = caught(seed, number, |_| {
            let state = self.game.setup(&mut Chance::new(seed, number));
            let chance = Chance::new(drawn.later.0, drawn.later.1).with_bots_of(drawn.bots.0, drawn.bots.1);
            let bot_of = |_, seat: usize| &*self.bots[drawn.seating[seat]];
            Table::new(&self.game).play_on(state, chance, bot_of, &mut (), stop)
        });
        played.map(|finished| finished.map(|finished| finished.outcome.winners))
    }
}
