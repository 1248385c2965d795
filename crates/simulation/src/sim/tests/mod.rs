//! A run comes to the same, however it is cut, interrupted, gone on with or shared out.

mod broken;
mod going;
mod league;
mod long;
mod rows;
mod shares;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{KeptLooks, LeagueShare, Observer, Piece, Played, Reference, Run, Share};
use crate::built_in::named;
use crate::experiment::tests::on;
use crate::experiment::{Progress, Runner};
use balance_config::games::{AnyGame, Setup};

/// Games with a rotation of two bots; `coins` is a rule that changes who wins.
fn built(coins: i64) -> Box<dyn AnyGame> {
    let mut setup = Setup::default()
        .with_rule("players", 5)
        .with_rule("end-points.coins", coins);
    setup.seats.rotate = ["random", "heuristic", "random", "random", "random"]
        .map(str::to_owned)
        .to_vec();
    (named("riverbed").expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Two configurations that most of the tests play.
static GAMES: LazyLock<[&'static dyn AnyGame; 2]> = LazyLock::new(|| {
    static BUILT: LazyLock<[Box<dyn AnyGame>; 2]> = LazyLock::new(|| [5, 4].map(built));
    [&*BUILT[0], &*BUILT[1]]
});

/// Two bots of the league that share the deals of a configuration; the second plays one deal in two up to its sixtieth.
static OTHERS: LazyLock<[LeagueShare<'static>; 2]> = LazyLock::new(|| {
    static OTHER: LazyLock<Box<dyn AnyGame>> = LazyLock::new(|| {
        let mut setup = Setup::default().with_rule("players", 5);
        setup.seats.all = "random".to_owned();
        (named("riverbed").expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
    });
    [(0, 1_000), (1, 60)].map(|(index, games)| LeagueShare {
        game: &**OTHER,
        index,
        of: 2,
        games,
    })
});

/// A run of two configurations, the second compared with the first.
fn run(to: u64) -> Run<'static> {
    run_of(&GAMES[..], to)
}

/// The same of other games.
fn run_of<'a>(games: &'a [&'a dyn AnyGame], to: u64) -> Run<'a> {
    Run {
        configurations: games.to_vec(),
        reference: vec![None, Some(Reference::Configuration(0))],
        rotations: vec![5, 5],
        members: OTHERS.to_vec(),
        seed: 7,
        games: to,
        first_look: 1,
    }
}

/// Puts all pieces of a run together.
fn merged(run: &Run<'_>, pieces: &[Piece], observer: &dyn Observer) -> Played {
    let of = |look: u64, take: &mut dyn FnMut(Piece)| -> Result<(), ()> {
        let here = pieces.iter().filter(|piece| piece.until == look);
        here.cloned().for_each(take);
        Ok(())
    };
    run.merge(of, observer).expect("no error")
}

/// Asks to stop after so many games, and ends the run at a look.
struct Ends {
    stop: AtomicBool,
    left: AtomicU64,
    at: u64,
}

impl Progress for Ends {
    fn played(&self, games: u64) {
        if self.left.fetch_sub(games, Ordering::Relaxed) <= games {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Ends {
    fn new(left: u64, at: u64) -> Self {
        Ends {
            stop: AtomicBool::new(false),
            left: AtomicU64::new(left),
            at,
        }
    }

    fn runner(&self) -> Runner<'_> {
        Runner {
            progress: self,
            stop: &self.stop,
        }
    }
}

impl Observer for Ends {
    fn look(&self, so_far: &Played) -> Option<String> {
        (so_far.games >= self.at).then(|| "it is enough".to_owned())
    }
}

/// Games of two configurations and two bots of the league, with comparisons; and what three shares have of them.
pub(super) fn two_games(to: u64) -> (Played, Vec<Played>) {
    let run = run(to);
    let share = |index| {
        let pieces = run.play_share(Share { index, of: 3 }, 0, KeptLooks::Last, Runner::unwatched());
        let pieces = pieces.expect("no game breaks").expect("played");
        pieces.into_iter().map(|piece| piece.played)
    };
    (
        run.play(Runner::unwatched(), &()).expect("no game breaks"),
        (0..3).flat_map(share).collect(),
    )
}
