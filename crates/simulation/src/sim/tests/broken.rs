//! Games that break, and bots that think for long.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{AnyGame, Run, Setup, built, named, on, run_of};
use crate::experiment::{Progress, Runner};
use balance_config::games::divergence::Divergence;
use balance_config::games::{Broken, Facts, GameBlock, Sheet, Transcript, TranscriptOptions};
use balance_engine::{Seat, SeatSet};
use balance_kit::move_values::{Drawn, MoveValues, Weighing};
use balance_kit::odds::{ChoiceOdds, OddsPlan};
use balance_kit::sitting::{Sat, Sitting};

/// A game whose blocks are played in another way.
struct Altered<P> {
    game: Box<dyn AnyGame>,
    play: P,
}

type Blocks = Result<Option<GameBlock>, Broken>;

/// The game, whose blocks `play` plays.
pub(super) fn altered(
    game: Box<dyn AnyGame>,
    play: impl Fn(&dyn AnyGame, u64, Range<u64>, &AtomicBool) -> Blocks + Send + Sync + 'static,
) -> Box<dyn AnyGame> {
    Box::new(Altered { game, play })
}

/// Breaks at some game numbers.
fn breaks(game: Box<dyn AnyGame>, at: &'static [u64]) -> Box<dyn AnyGame> {
    altered(game, move |game, seed, games, stop| {
        match at.iter().find(|game| games.contains(game)) {
            None => game.play_unless(seed, games, stop),
            Some(game) => Err(Broken {
                seed,
                game: *game,
                message: format!("{at:?}"),
            }),
        }
    })
}

impl<P> AnyGame for Altered<P>
where
    P: Fn(&dyn AnyGame, u64, Range<u64>, &AtomicBool) -> Blocks + Send + Sync + 'static,
{
    fn sheet(&self) -> &Sheet {
        self.game.sheet()
    }

    fn slow(&self) -> bool {
        self.game.slow()
    }

    fn play_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Blocks {
        (self.play)(&*self.game, seed, games, stop)
    }

    fn facts_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Facts>>, Broken> {
        self.game.facts_unless(seed, games, stop)
    }

    fn counts_by_seat(&self, seed: u64, game: u64, rotation: usize) -> Result<Vec<Vec<u32>>, Broken> {
        self.game.counts_by_seat(seed, game, rotation)
    }

    fn how_to_play(&self) -> Vec<String> {
        self.game.how_to_play()
    }

    fn tell(&self, seed: u64, game: u64, rotation: usize, asked: TranscriptOptions) -> Result<Transcript, Broken> {
        self.game.tell(seed, game, rotation, asked)
    }

    fn sit(&self, sitting: &Sitting<'_>) -> Result<Option<Sat>, Broken> {
        self.game.sit(sitting)
    }

    fn seat_person(&mut self, seat: Seat, choices: Vec<usize>) {
        self.game.seat_person(seat, choices);
    }

    fn parts(&self, other: &dyn AnyGame, seed: u64, game: u64, rotation: usize) -> Result<Option<Divergence>, Broken> {
        self.game.parts(other, seed, game, rotation)
    }

    fn winners(&self, drawn: &Drawn, stop: &AtomicBool) -> Result<Option<SeatSet>, Broken> {
        self.game.winners(drawn, stop)
    }

    fn weigh(&self, asked: &Weighing, stop: &AtomicBool) -> Result<Option<MoveValues>, Broken> {
        self.game.weigh(asked, stop)
    }

    fn odds(&self, plan: &OddsPlan, with: &dyn AnyGame, stop: &AtomicBool) -> Result<Option<Vec<ChoiceOdds>>, Broken> {
        self.game.odds(plan, with, stop)
    }
}

#[test]
fn the_first_game_that_breaks_is_named_whoever_plays_it() {
    let games = [breaks(built(5), &[900, 333]), breaks(built(4), &[332, 700])];
    let games = [&*games[0], &*games[1]];
    for threads in [1, 2, 5] {
        let broken = on(threads, || run_of(&games, 2_000).play(Runner::unwatched(), &()));
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
    let runner = Runner {
        progress: &gives,
        stop: &AtomicBool::new(false),
    };
    let play = || run_of(&[&*game], 1_000_000).play(runner, &());
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| on(2, play)));
    assert!(ended.is_err());
    assert!(gives.0.into_inner() < 100_000);
}

/// However long a bot thinks over one choice, it ends when it is asked to.
#[test]
fn a_bot_that_thinks_for_long_is_not_waited_for() {
    // Half an hour for one choice.
    let mut setup = Setup::default()
        .with_rule("players", 3)
        .with_bot("deep", "search", [("iterations", 1_000_000)]);
    setup.seats.all = "deep".to_owned();
    let deep = (named("niagara").expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert!(deep.slow() && !built(5).slow());
    let stop = AtomicBool::new(false);
    let asked = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        Run {
            reference: vec![None],
            rotations: vec![1],
            members: Vec::new(),
            ..run_of(&[&*deep], 16)
        }
        .play(Runner::quiet(&stop), &())
    });
    let played = asked.expect("no game breaks");
    assert_eq!((played.games, played.interrupted), (0, true));
}
