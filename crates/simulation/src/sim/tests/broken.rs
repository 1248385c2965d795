//! Games that break, and bots that think for long.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{AnyGame, Run, Setup, built, named, run};
use crate::experiment::{Progress, Runner};
use balance_config::games::divergence::Divergence;
use balance_config::games::{Block, BotSpec, Broken, Facts, Sheet, Transcript, TranscriptOptions};
use balance_engine::SeatSet;
use balance_kit::move_values::Drawn;
use balance_kit::move_values::{MoveValues, Weighing};

/// Breaks at some game numbers.
pub(super) struct Breaks(pub Box<dyn AnyGame>, pub &'static [u64]);

impl Breaks {
    fn at(&self, seed: u64, games: &Range<u64>) -> Result<(), Broken> {
        match self.1.iter().find(|game| games.contains(game)) {
            None => Ok(()),
            Some(game) => Err(Broken {
                seed,
                game: *game,
                message: format!("{:?}", self.1),
            }),
        }
    }
}

impl AnyGame for Breaks {
    fn sheet(&self) -> &Sheet {
        self.0.sheet()
    }

    fn slow(&self) -> bool {
        self.0.slow()
    }

    fn play_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Block>, Broken> {
        self.at(seed, &games)?;
        self.0.play_unless(seed, games, stop)
    }

    fn facts_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Facts>>, Broken> {
        self.0.facts_unless(seed, games, stop)
    }

    fn tell(&self, seed: u64, game: u64, rotation: usize, asked: TranscriptOptions) -> Result<Transcript, Broken> {
        self.0.tell(seed, game, rotation, asked)
    }

    fn parts(&self, other: &dyn AnyGame, seed: u64, game: u64, rotation: usize) -> Result<Option<Divergence>, Broken> {
        self.0.parts(other, seed, game, rotation)
    }

    fn winners(&self, drawn: &Drawn, stop: &AtomicBool) -> Result<Option<SeatSet>, Broken> {
        self.0.winners(drawn, stop)
    }

    fn weigh(&self, asked: &Weighing, stop: &AtomicBool) -> Result<Option<MoveValues>, Broken> {
        self.0.weigh(asked, stop)
    }
}

#[test]
fn the_first_game_that_breaks_is_named_whoever_plays_it() {
    let games = [Breaks(built(5), &[900, 333]), Breaks(built(4), &[332, 700])];
    let games: [&dyn AnyGame; 2] = [&games[0], &games[1]];
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let broken = pool.install(|| run(&games, 2_000).play(Runner::unwatched(), &()));
        assert_eq!(broken.map_err(|broken| broken.game), Err(332), "{threads} threads");
    }
}

/// Whoever watches and panics ends the run: nobody plays on to its end.
#[test]
fn a_panic_ends_the_run() {
    struct Gives(AtomicU64);
    impl Progress for Gives {
        fn played(&self, games: u64) {
            assert!(self.0.fetch_add(games, Ordering::Relaxed) == 0, "given up");
        }
    }
    let game = built(4);
    let gives = Gives(AtomicU64::new(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let runner = Runner {
        progress: &gives,
        stop: &AtomicBool::new(false),
    };
    let play = || run(&[&*game], 1_000_000).play(runner, &());
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.install(play)));
    assert!(ended.is_err());
    assert!(gives.0.into_inner() < 100_000);
}

/// However long a bot thinks over one choice, it ends when it is asked to.
#[test]
fn a_bot_that_thinks_for_long_is_not_waited_for() {
    let mut setup = Setup::default();
    setup.rules.insert("players".to_owned(), 3.into());
    setup.seats.all = "deep".to_owned();
    let mut settings = toml::Table::new();
    // Half an hour for one choice.
    settings.insert("iterations".to_owned(), 1_000_000.into());
    let kind = "search".to_owned();
    setup.bots.insert("deep".to_owned(), BotSpec { kind, settings });
    let deep = (named("niagara").expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert!(deep.slow() && !built(5).slow());
    let stop = AtomicBool::new(false);
    let asked = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        Run {
            configurations: &[&*deep],
            reference: &[None],
            rotations: &[1],
            members: &[],
            seed: 7,
            games: 16,
            first_look: 1,
        }
        .play(Runner::quiet(&stop), &())
    });
    let played = asked.expect("no game breaks");
    assert_eq!((played.games, played.interrupted), (0, true));
}
