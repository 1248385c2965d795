//! A run comes to the same, however it is cut, interrupted, gone on with or shared out.

mod broken;
mod going;
mod league;
mod long;
mod shares;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{KeptLooks, LeagueShare, Observer, Played, Reference, Run, Share};
use crate::built_in::named;
use crate::experiment::{Progress, Runner};
use balance_config::games::{AnyGame, Setup};

/// Games with a rotation of two bots; `coins` is a rule that changes who wins.
fn built(coins: i64) -> Box<dyn AnyGame> {
    let mut setup = Setup::default();
    let mut end = toml::Table::new();
    end.insert("coins".to_owned(), coins.into());
    setup.rules.insert("players".to_owned(), 5.into());
    setup.rules.insert("end-points".to_owned(), end.into());
    setup.seats.rotate = ["random", "heuristic", "random", "random", "random"]
        .map(str::to_owned)
        .to_vec();
    (named("riverbed").expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

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

/// Two configurations, the second compared with the first.
fn run<'a>(games: &'a [&'a dyn AnyGame], to: u64) -> Run<'a> {
    Run {
        configurations: games,
        reference: &[None, Some(Reference::Configuration(0))],
        rotations: &[5, 5],
        members: &OTHERS[..],
        seed: 7,
        games: to,
        first_look: 1,
    }
}

/// Asks to stop after so many games, and ends the run at a look.
struct Ends<'a> {
    stop: &'a AtomicBool,
    left: AtomicU64,
    at: u64,
}

impl Progress for Ends<'_> {
    fn played(&self, games: u64) {
        if self.left.fetch_sub(games, Ordering::Relaxed) <= games {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Ends<'_> {
    fn runner(&self) -> Runner<'_> {
        Runner {
            progress: self,
            stop: self.stop,
        }
    }
}

impl Observer for Ends<'_> {
    fn look(&self, so_far: &Played) -> Option<String> {
        (so_far.games >= self.at).then(|| "it is enough".to_owned())
    }
}

/// Games of two configurations and two bots of the league, with comparisons; and what three shares have of them.
pub(super) fn two_games(to: u64) -> (Played, Vec<Played>) {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let (run, never) = (run(&games, to), AtomicBool::new(false));
    let share = |index| {
        let share = Share { index, of: 3 };
        let pieces = run
            .play_share(share, 0, KeptLooks::Last, Runner::quiet(&never))
            .expect("no game breaks");
        pieces.expect("played").into_iter().map(|piece| piece.played)
    };
    (
        run.play(Runner::quiet(&never), &()).expect("no game breaks"),
        (0..3).flat_map(share).collect(),
    )
}
