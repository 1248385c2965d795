//! The searching bot of every game: it improves on another bot by playing on (a rollout in the sense of Tesauro and
//! Galperin 1996, over imagined deals; the budget is spent by sequential halving, Karnin, Koren and Somekh 2013).
//!
//! At each decision it takes what the other bot would do and what that bot values next, imagines positions that fit all
//! its seat may know, and lets the other bot play every candidate to the end on the same deals and the same luck. It
//! leaves the other bot's choice only for one that has won more of these pairs than chance explains; so it seldom plays
//! worse, and better where looking ahead pays.
//!
//! The budget is a number of games, never time, so the same seed gives the same game on any machine. Costs so many whole
//! games a decision: for hundreds of games, not for millions.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::bots::{Bots, Made, read};
use crate::{At, BotInfo, BotSpec, Mistake};
use balance_engine::{Bot, Chance, Game, Imagine, Moves, Seat, State, Stream, Turn, View};

/// The kind of the searching bot.
pub const KIND: &str = "search";

/// How the bot stands in a game's table of bots.
pub(crate) fn info() -> BotInfo {
    BotInfo {
        kind: KIND,
        help: "imagines what it cannot see and plays on from each choice many times; slow: for hundreds of games",
        schema: Rc::new(|| schemars::schema_for!(SearchSettings)),
    }
}

/// The `[bots.X]` table of a searching bot.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SearchSettings {
    /// Games played on from each decision, all candidates together.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub iterations: u32,
    /// Candidates at each decision, at most.
    #[schemars(range(min = 2, max = 64))]
    pub width: usize,
    /// Standard errors by which another choice has to be better than the first.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub caution: f64,
    /// The kind of bot, with its default settings, that it improves on; the game's default bot when left out.
    pub playout: Option<String>,
}

impl Default for SearchSettings {
    fn default() -> Self {
        SearchSettings {
            iterations: 200,
            width: 8,
            caution: 1.5,
            playout: None,
        }
    }
}

/// Builds the bot `name` of a game with these `bots` from its table.
///
/// # Errors
/// What is wrong with the table.
pub(crate) fn make<G: Imagine>(name: &str, spec: &BotSpec, bots: &Bots<G>) -> Made<G> {
    let settings: SearchSettings = read(name, spec)?;
    let kind = settings.playout.as_deref().unwrap_or(bots.default_kind());
    if kind == KIND {
        let message = "a searching bot cannot play its own games to the end";
        return Err(vec![Mistake::bot(name, &["playout"], message, "name another kind")]);
    }
    let playout = BotSpec {
        kind: kind.to_owned(),
        settings: toml::Table::new(),
    };
    let at_playout = |mistakes: Vec<Mistake>| -> Vec<Mistake> {
        let moved = |mistake: Mistake| mistake.moved(|_| At::bot(name, &["playout"]));
        mistakes.into_iter().map(moved).collect()
    };
    let playout = bots.make(name, &playout).map_err(at_playout)?;
    Ok(Box::new(SearchBot { settings, playout }))
}

/// Searches by a [`SearchSettings`].
struct SearchBot<G: Game> {
    settings: SearchSettings,
    playout: Box<dyn Bot<G>>,
}

/// One choice that is looked at.
struct Candidate {
    /// Index into the moves offered.
    at: usize,
    /// Its games won, in parts of [`WIN`]: who wins together shares.
    won: u64,
    /// Pairs in which it did better than the first candidate, and worse.
    better: u32,
    worse: u32,
}

/// One win; divisible by every number of winners.
const WIN: u64 = 2520;

impl<G: Imagine> Bot<G> for SearchBot<G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.choose_unless(view, moves, chance, &AtomicBool::new(false))
            .expect("only who asks to stop ends a search early")
    }

    fn slow(&self) -> bool {
        true
    }

    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        stop: &AtomicBool,
    ) -> Option<usize> {
        let mut alive = self.candidates(view, moves, chance);
        let first = alive[0].at;
        let mut table = Playing {
            bot: self,
            seat: view.seat,
            moves: Moves::default(),
        };
        let rounds = u64::from((alive.len() as u32).next_power_of_two().ilog2().max(1));
        let mut deal = 0;
        loop {
            let games = (u64::from(self.settings.iterations) / rounds / alive.len() as u64).max(1);
            for _ in 0..games {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let state = view.game.imagine(view, chance);
                let luck = Chance::new(chance.bits(), deal);
                deal += 1;
                let mut own = 0;
                for (place, each) in alive.iter_mut().enumerate() {
                    let won = table.play_on(view.game, state.clone(), moves[each.at], luck.clone());
                    if place == 0 {
                        own = won;
                    }
                    each.won += won;
                    each.better += u32::from(won > own);
                    each.worse += u32::from(won < own);
                }
            }
            // The first stays to be compared with; of the others the better half.
            alive[1..].sort_by(|a, b| b.won.cmp(&a.won).then(a.at.cmp(&b.at)));
            if alive.len() <= 2 {
                break;
            }
            alive.truncate(1 + (alive.len() - 1) / 2);
        }
        let best = &alive[1];
        let (better, worse) = (f64::from(best.better), f64::from(best.worse));
        let told_apart = better - worse > self.settings.caution * (better + worse).sqrt();
        Some(if told_apart { best.at } else { first })
    }
}

impl<G: Imagine> SearchBot<G> {
    /// What the other bot would do, then what it values most; of what it does not value, any.
    fn candidates(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> Vec<Candidate> {
        let first = self.playout.choose(view, moves, chance);
        let mut values = Vec::with_capacity(moves.len());
        self.playout.values(view, moves, &mut values);
        let mut others: Vec<usize> = (0..moves.len()).filter(|at| *at != first).collect();
        chance.shuffle(&mut others);
        if values.len() == moves.len() {
            others.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
        }
        let candidate = |at: usize| Candidate {
            at,
            won: 0,
            better: 0,
            worse: 0,
        };
        std::iter::once(first)
            .chain(others)
            .take(self.settings.width)
            .map(candidate)
            .collect()
    }
}

/// A table on which games are played on.
struct Playing<'b, G: Game> {
    bot: &'b SearchBot<G>,
    seat: Seat,
    moves: Moves<G::Move>,
}

impl<G: Imagine> Playing<'_, G> {
    /// Plays `first`, then on to the end; what the seat has won, in parts of [`WIN`].
    fn play_on(&mut self, game: &G, mut state: State<G>, first: G::Move, mut luck: Chance) -> u64 {
        game.play(&mut state, first, &mut luck, &mut ());
        while let Turn::Choose(seat) = game.turn(&state.public) {
            self.moves.clear();
            game.moves(state.view(game, seat), &mut self.moves);
            let at = if self.moves.len() == 1 {
                0
            } else {
                let view = state.view(game, seat);
                self.bot.playout.choose(view, &self.moves, luck.bot(seat))
            };
            game.play(&mut state, self.moves[at], &mut luck, &mut ());
        }
        let winners = game.outcome(&state).winners;
        if winners.has(self.seat) {
            WIN / winners.len() as u64
        } else {
            0
        }
    }
}
