//! The chance of each side to win, at the choices of one game: from each of them the game is played on many times.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::sitting::RecordedChoices;
use crate::{Guest, Playable};
use balance_engine::{Analysis, Bot, Chance, Game, Moves, Recorder, Seat, State, Stream, Table};

/// What is asked of one game.
#[derive(Clone, Debug)]
pub struct OddsPlan {
    /// Master seed.
    pub seed: u64,
    /// Number of the game.
    pub game: u64,
    /// Which of its rotations, from 0.
    pub rotation: usize,
    /// Only its own choices, and as it may judge them: what it cannot know is dealt anew for every game played on. Without a
    /// seat from the whole position, hidden things included.
    pub seen_by: Option<Seat>,
    /// Numbers of the choices, from 0.
    pub choices: Range<u32>,
    /// Games played on from each choice.
    pub playouts: u32,
    /// Which of several independent estimates.
    pub round: u8,
}

/// What was found at one choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ChoiceOdds {
    /// Number of the choice among those of [`crate::transcript::Transcript`], from 0.
    pub choice: u32,
    /// Games played on.
    pub games: u32,
    /// How many of them each side won, in the order of the sheet.
    pub wins: Vec<u32>,
    /// What the bots that play on would choose.
    pub advice: String,
}

/// A choice that is looked into.
struct ChoicePoint<G: Game> {
    number: u32,
    seat: Seat,
    seed: u64,
    state: State<G>,
    moves: Moves<G::Move>,
}

/// Keeps the open choices that are asked for.
struct ChoicePoints<'a, G: Game> {
    plan: &'a OddsPlan,
    seeds: Stream,
    next: u32,
    kept: Vec<ChoicePoint<G>>,
}

impl<G: Game> Recorder<G> for ChoicePoints<'_, G> {
    fn choice(&mut self, _game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, _chosen: usize) {
        if self.plan.seen_by.is_some_and(|eyes| eyes != seat) {
            return;
        }
        let (number, seed) = (self.next, self.seeds.bits());
        self.next += 1;
        if moves.len() > 1 && self.plan.choices.contains(&number) {
            self.kept.push(ChoicePoint {
                number,
                seat,
                seed,
                state: state.clone(),
                moves: moves.clone(),
            });
        }
    }
}

impl<G: Guest> Playable<G> {
    /// The odds that `plan` asks for, with the bots of `players` playing on; none once `stop` is set.
    pub(crate) fn odds_at(&self, plan: &OddsPlan, players: &Self, stop: &AtomicBool) -> Option<Vec<ChoiceOdds>> {
        let mut choices = ChoicePoints {
            plan,
            seeds: Stream::keyed(plan.seed, plan.game, Analysis::Odds as u8, plan.round),
            next: 0,
            kept: Vec::new(),
        };
        let seated = self.seated(plan.seed, plan.game, plan.rotation);
        let person = self.person.as_ref().map(RecordedChoices::new);
        let mut table = Table::new(&self.game);
        let chance = Chance::new(plan.seed, plan.game);
        let bot_of = |_: usize, seat: usize| RecordedChoices::or_bot(person.as_ref(), seat, seated[seat]);
        table.play_unless(chance, bot_of, &mut choices, stop)?;
        let others = players.seated(plan.seed, plan.game, 0);
        let kept = choices.kept.iter();
        kept.map(|choice| self.play_on(plan, choice, &others, stop)).collect()
    }

    fn play_on(
        &self,
        plan: &OddsPlan,
        choice: &ChoicePoint<G>,
        others: &[&dyn Bot<G>],
        stop: &AtomicBool,
    ) -> Option<ChoiceOdds> {
        let mut wins = vec![0; self.sheet.sides.len()];
        let mut table = Table::new(&self.game);
        for number in 0..plan.playouts {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let state = match plan.seen_by {
                Some(eyes) => {
                    let view = choice.state.view(&self.game, eyes);
                    let mut deal = Stream::keyed(choice.seed, number.into(), Analysis::Odds as u8, plan.round);
                    self.game.imagine(view, &mut deal)
                }
                None => choice.state.clone(),
            };
            let chance = Chance::new(choice.seed, number.into());
            let finished = table.play_on(state, chance, |_, seat| others[seat], &mut (), stop)?;
            for (side, wins) in wins.iter_mut().enumerate() {
                *wins += u32::from(finished.outcome.sides >> side & 1);
            }
        }
        let view = choice.state.view(&self.game, choice.seat);
        let mut draws = Stream::keyed(choice.seed, u64::MAX, Analysis::Odds as u8, plan.round);
        let advised = others[choice.seat.index()].choose(view, &choice.moves, &mut draws);
        Some(ChoiceOdds {
            choice: choice.number,
            games: plan.playouts,
            wins,
            advice: self.game.choice(view, choice.moves[advised]),
        })
    }

    /// The bots of one game by seat: the set-up settles who has which role.
    pub(crate) fn seated(&self, seed: u64, game: u64, rotation: usize) -> Vec<&dyn Bot<G>> {
        let cast = &self.cast[rotation % self.cast.len()];
        let laid_out = self.game.setup(&mut Chance::new(seed, game));
        let bot_of = |seat: usize| &*self.bots[cast[self.game.role(&laid_out, Seat(seat as u8))][seat]];
        (0..self.sheet.players).map(bot_of).collect()
    }
}
