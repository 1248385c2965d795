//! Ablation held to truths planted in made-up games: three sides whose worth is the sum of what components give them; the
//! side with the largest worth and luck wins, so that what each component does to who wins is known exactly.
//!
//! `BALANCE_TUNE_RUNS` says how many games are made up for each question (default 12).

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::conduct::{conduct_in_pieces, conduct_in_rounds};
use crate::tune::{Dial, SearchSpace, VersionBlock, Versions};
use balance_config::games::Broken;
use balance_engine::Stream;
use balance_simulation::experiment::{Runner, conduct};

const SIDES: usize = 3;

/// By value of its knob (itself, and two blanks), what a component gives the sides, and how many turns.
struct Part([([f64; SIDES], u32); 3]);

struct MadeUp {
    parts: Vec<Part>,
    space: SearchSpace,
    seed: u64,
    /// So many turns has one in 500 games with the long component; none where it has a length like others.
    endless: Option<u32>,
}

/// Does nothing; it is face-up whenever the first side wins, which no blank changes.
const SCORES: usize = 4;
/// Good for the first side with one blank, bad with the other.
const TURNS: usize = 5;
/// Two turns long.
const LONG: usize = 6;

impl MadeUp {
    fn new(seed: u64) -> Self {
        let mut stream = Stream::keyed(seed, 0, 0, 0);
        let mut any = || 0.5 * (2.0 * stream.unit() - 1.0);
        let mut parts: Vec<Part> = (0..4)
            .map(|_| Part([([any(), any(), any()], 0), ([0.0; SIDES], 0), ([0.1, 0.1, 0.1], 0)]))
            .collect();
        parts.push(Part([([0.0; SIDES], 0); 3]));
        parts.push(Part([([0.3, 0.0, 0.0], 0), ([0.0; SIDES], 0), ([0.8, 0.0, 0.0], 0)]));
        parts.push(Part([([0.0; SIDES], 2), ([0.0; SIDES], 0), ([0.0; SIDES], 0)]));
        let knob = Dial {
            places: vec![0.0; 3],
            ordered: false,
            present: 0,
            none: None,
            part: false,
        };
        MadeUp {
            space: SearchSpace {
                knobs: vec![knob; parts.len()],
            },
            parts,
            seed,
            endless: None,
        }
    }

    fn worth(&self, version: &[u8]) -> [f64; SIDES] {
        let mut worth = [0.0; SIDES];
        for (part, value) in self.parts.iter().zip(version) {
            for (sum, gives) in worth.iter_mut().zip(part.0[usize::from(*value)].0) {
                *sum += gives;
            }
        }
        worth
    }

    fn length(&self, version: &[u8]) -> u32 {
        self.parts
            .iter()
            .zip(version)
            .map(|(part, value)| part.0[usize::from(*value)].1)
            .sum()
    }

    fn truth(&self, version: &[u8]) -> Vec<f64> {
        // With luck of this kind the largest sum is each side's with odds of its worth (Gumbel).
        let odds = self.worth(version).map(libm::exp);
        let mut all: Vec<f64> = odds.iter().map(|each| each / odds.iter().sum::<f64>()).collect();
        all.push(11.0 + f64::from(self.length(version)));
        all
    }

    fn plan(games: u64) -> AblationPlan {
        AblationPlan {
            games,
            margins: Margins::one(0.02),
            shares: vec![true, true, true, false],
            role_deals: 2_000,
        }
    }

    fn ablated(&self, games: u64) -> Ablated {
        conduct(&self.ablation(games), Runner::unwatched()).expect("no game breaks")
    }

    fn ablation(&self, games: u64) -> Versions<ComponentAblation<&MadeUp>> {
        Versions(ComponentAblation {
            arena: self,
            roles: Some(self),
            plan: MadeUp::plan(games),
            empty: None,
        })
    }
}

impl Arena for MadeUp {
    fn space(&self) -> &SearchSpace {
        &self.space
    }

    fn paired(&self) -> &[u32] {
        &[1; SIDES + 1]
    }

    fn play(&self, version: &[u8], deals: Range<u64>, _: &AtomicBool) -> Result<Option<VersionBlock>, Broken> {
        let (worth, length) = (self.worth(version), self.length(version));
        let mut block = VersionBlock::default();
        for deal in deals {
            let mut stream = Stream::keyed(self.seed, deal, 0, 1);
            let luck: [f64; SIDES] = std::array::from_fn(|_| -libm::log(-libm::log(stream.unit().max(1e-300))));
            let with = |side: &usize| worth[*side] + luck[*side];
            let winner = (0..SIDES).max_by(|a, b| with(a).total_cmp(&with(b))).expect("sides");
            let mut row = vec![0; SIDES + 1];
            row[winner] = 1;
            let endless = self.endless.filter(|_| length > 0 && deal % 500 == 7);
            row[SIDES] = endless.unwrap_or(10 + length + stream.below(3));
            block.deals.push(row);
        }
        Ok(Some(block))
    }
}

fn runs() -> u64 {
    let asked = std::env::var("BALANCE_TUNE_RUNS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(12)
}

const GAMES: u64 = 300_000;

#[test]
fn intervals_hold_and_what_does_nothing_is_called_dead() {
    let (mut covered, mut dead, mut turned, mut longer) = (0, 0, 0, 0);
    for seed in 0..runs() {
        let made = MadeUp::new(seed);
        let found = made.ablated(GAMES);
        let present = made.space.present();
        let itself = made.truth(&present);
        let mut holds = true;
        let all = [&found.components, &found.roles].map(|all| all.iter().enumerate());
        for (at, component) in all.into_iter().flatten() {
            for arm in &component.arms {
                let mut version = present.clone();
                version[at] = arm.blank as u8 + 1;
                let truth = made.truth(&version);
                for (figure, effect) in arm.effects.iter().enumerate() {
                    let difference = truth[figure] - itself[figure];
                    holds &= effect.lo <= difference + 1e-9 && difference - 1e-9 <= effect.hi;
                }
            }
        }
        covered += u64::from(holds);
        dead += u64::from(found.components[SCORES].is_dead());
        turned += u64::from(found.components[TURNS].says[0] == Says::Turns);
        longer += u64::from(found.components[LONG].says[SIDES] == Says::Lowers);
        let called = found.components.iter().enumerate().filter(|(_, each)| each.is_dead());
        for (at, _) in called {
            let moves = |value: u8| {
                let mut version = present.clone();
                version[at] = value;
                let truth = made.truth(&version);
                (0..SIDES).any(|side| (truth[side] - itself[side]).abs() > 0.02)
            };
            assert!(!moves(1) && !moves(2), "component {at} of game {seed} is not dead");
        }
    }
    let all = runs();
    eprintln!("covered {covered}, dead {dead}, turned {turned}, longer {longer} of {all}");
    assert!(covered * 100 >= all * 94 - 100, "{covered} of {all} hold");
    assert!(
        [dead, turned, longer].into_iter().all(|each| each == all),
        "{dead} {turned} {longer}"
    );
}

/// What a few games last that would not end widens no interval and moves no effect: each counts as a typical game, of 13 turns,
/// rounded up.
#[test]
fn a_length_counts_up_to_a_typical_game() {
    let (typical, rare) = (16.0, 1.0 / 500.0);
    for (seed, turns) in (0..runs()).flat_map(|seed| [(seed, 60), (seed, 600)]) {
        let mut made = MadeUp::new(seed);
        made.endless = Some(turns);
        for (at, component) in made.ablated(GAMES).components.iter().enumerate() {
            let long = -2.0 * (1.0 - rare) - typical * rare;
            let truth = if at == LONG { long } else { 0.0 };
            for arm in &component.arms {
                let effect = arm.effects[SIDES];
                let holds = effect.lo <= truth && truth <= effect.hi;
                assert!(
                    holds && effect.hi - effect.lo < 0.2,
                    "{at} of {seed}, {turns}: {effect:?}"
                );
            }
        }
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let made = MadeUp::new(8);
    let whole = made.ablated(60_000);
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        assert!(pool.install(|| made.ablated(60_000)) == whole, "{threads} threads");
    }
    let (found, rounds) = conduct_in_pieces(&made.ablation(60_000));
    assert!(found == whole && rounds > 2, "after {rounds}");
}

#[test]
fn an_ablation_in_rounds_of_shares_is_that_of_one_machine() {
    let made = MadeUp::new(8);
    let whole = made.ablated(60_000);
    let ablation = made.ablation(60_000);
    for machines in [1, 5] {
        let (found, rounds) = conduct_in_rounds(&ablation, machines);
        assert!(found == whole, "{machines} machines");
        // A look is a round, and so are the roles.
        assert!((3..=8).contains(&rounds), "{rounds} rounds");
    }
}

#[test]
fn what_is_known_is_dropped_early() {
    let found = MadeUp::new(1).ablated(GAMES);
    let deals = found.components[SCORES].arms[0].deals;
    assert!(deals > 0 && deals <= found.deals);
    assert!(found.games < GAMES / 4 * 3, "{} games", found.games);
}
