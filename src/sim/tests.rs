//! A run comes to the same, however it is cut, interrupted and gone on with.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Played, Reference, Run, Watch};
use crate::games::{AnyGame, Asked, Block, Broken, Facts, Setup, Sheet, Told, named};

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

/// Two configurations, the second compared with the first.
fn run<'a>(games: &'a [&'a dyn AnyGame], to: u64) -> Run<'a> {
    Run {
        configurations: games,
        reference: &[None, Some(Reference::Configuration(0))],
        rotations: &[5, 5],
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

impl Watch for Ends<'_> {
    fn played(&self, games: u64) {
        if self.left.fetch_sub(games, Ordering::Relaxed) <= games {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn look(&self, so_far: &Played) -> Option<String> {
        (so_far.games >= self.at).then(|| "it is enough".to_owned())
    }
}

/// Plays in pieces of about so many games, each read back from text and let through as a kept run.
fn in_pieces(run: &Run<'_>, games: u64, at: u64) -> Played {
    let mut kept: Option<Played> = None;
    for _ in 0..1_000 {
        let stop = AtomicBool::new(false);
        let watch = Ends {
            stop: &stop,
            left: AtomicU64::new(games),
            at,
        };
        let played = match kept {
            None => run.play(&stop, &watch),
            Some(kept) => run.go_on(kept, &stop, &watch),
        };
        let mut played = played.expect("no game breaks");
        if !played.interrupted {
            return played;
        }
        played.forget_last_look();
        let text = serde_json::to_string(&played).expect("text");
        let read: Played = serde_json::from_str(&text).expect("read back");
        assert_eq!(run.misfit(&read), None);
        kept = Some(read);
    }
    panic!("it never ends");
}

#[test]
fn a_run_in_pieces_comes_to_the_same_with_any_number_of_threads() {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    for (to, at) in [(1_300, u64::MAX), (5_000, 1_000)] {
        let run = run(&games, to);
        let stop = AtomicBool::new(false);
        let watch = Ends {
            stop: &stop,
            left: AtomicU64::new(u64::MAX),
            at,
        };
        let whole = run.play(&stop, &watch).expect("no game breaks");
        assert_eq!(whole.games, if at == 1_000 { 1_024 } else { 1_300 });
        assert_eq!(whole.looks.len() as u64, whole.games.div_ceil(1_024));
        assert_eq!(whole.stopped.is_some(), at == 1_000);
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            for piece in [1_111, 5_001] {
                let pieces = pool.install(|| in_pieces(&run, piece, at));
                assert!(pieces == whole, "{to} games in pieces of {piece}, {threads} threads");
            }
        }
    }
}

/// A run that ended by its results ends there again, and one that played all its games goes on to more.
#[test]
fn a_run_kept_at_its_last_game_goes_on_as_in_one_go() {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let stop = AtomicBool::new(false);
    let play = |to: u64, kept: Option<Played>, at: u64| {
        let watch = Ends {
            stop: &stop,
            left: AtomicU64::new(u64::MAX),
            at,
        };
        let run = run(&games, to);
        let mut kept = kept;
        if let Some(kept) = &mut kept {
            kept.forget_last_look();
            assert_eq!(run.misfit(kept), None);
        }
        kept.map_or_else(|| run.play(&stop, &watch), |kept| run.go_on(kept, &stop, &watch))
            .expect("no game breaks")
    };
    let ended = play(4_000, None, 1_024);
    assert_eq!((ended.games, ended.stopped.is_some()), (1_024, true));
    assert!(
        play(4_000, Some(ended.clone()), 1_024) == ended,
        "the rule is asked again"
    );
    for to in [1_000, 1_024, 1_500] {
        let short = play(to, None, u64::MAX);
        assert!(play(to, Some(short.clone()), u64::MAX) == short);
        assert!(
            play(1_600, Some(short), u64::MAX) == play(1_600, None, u64::MAX),
            "from {to}"
        );
    }
}

/// Something done to what was kept.
type Change = fn(&mut Played);

#[test]
fn what_was_not_kept_of_such_a_run_is_found_out() {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let run = run(&games, 1_300);
    let mut kept = run.play(&AtomicBool::new(false), &()).expect("no game breaks");
    kept.forget_last_look();
    assert_eq!(run.misfit(&kept), None);
    let changes: [(&str, Change); 14] = [
        ("a count too few", |kept| kept.games -= 1),
        ("a count beyond all numbers", |kept| kept.games = u64::MAX),
        ("no tally", |kept| kept.tallies.clear()),
        ("a side more", |kept| kept.tallies[0].side_wins.push(0)),
        ("a side less", |kept| drop(kept.tallies[1].side_by_rotation.pop())),
        ("no seat", |kept| kept.tallies[1].positions.clear()),
        ("no bot", |kept| kept.tallies[1].bots.clear()),
        ("no sample", |kept| kept.tallies[1].samples.bots.clear()),
        ("an ending too many", |kept| kept.tallies[0].endings[0] += 1),
        ("overflow", |kept| {
            kept.tallies[0].side_fair = vec![u64::MAX; kept.tallies[0].side_fair.len()];
        }),
        ("no pairs", |kept| kept.pairs[1] = None),
        ("a narrow pair", |kept| {
            kept.pairs
                .iter_mut()
                .flatten()
                .for_each(|pairs| pairs.wins[0].truncate(1));
        }),
        ("a look less", |kept| drop(kept.looks.pop())),
        ("a look elsewhere", |kept| kept.looks[0].configurations[1].0 += 1),
    ];
    for (what, change) in changes {
        let mut other = kept.clone();
        change(&mut other);
        assert!(run.misfit(&other).is_some(), "{what}");
    }
}

/// Breaks at some game numbers.
struct Breaks(Box<dyn AnyGame>, &'static [u64]);

impl AnyGame for Breaks {
    fn sheet(&self) -> &Sheet {
        self.0.sheet()
    }

    fn slow(&self) -> bool {
        self.0.slow()
    }

    fn play_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Block>, Broken> {
        match self.1.iter().find(|game| games.contains(game)) {
            None => self.0.play_unless(seed, games, stop),
            Some(game) => Err(Broken {
                seed,
                game: *game,
                message: format!("{:?}", self.1),
            }),
        }
    }

    fn facts(&self, seed: u64, games: Range<u64>) -> Result<Vec<Facts>, Broken> {
        self.0.facts(seed, games)
    }

    fn tell(&self, seed: u64, game: u64, rotation: usize, asked: Asked) -> Result<Told, Broken> {
        self.0.tell(seed, game, rotation, asked)
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
        let broken = pool.install(|| run(&games, 2_000).play(&AtomicBool::new(false), &()));
        assert_eq!(broken.map_err(|broken| broken.game), Err(332), "{threads} threads");
    }
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
    setup
        .bots
        .insert("deep".to_owned(), crate::games::BotSpec { kind, settings });
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
            seed: 7,
            games: 16,
            first_look: 1,
        }
        .play(&stop, &())
    });
    let played = asked.expect("no game breaks");
    assert_eq!((played.games, played.interrupted), (0, true));
}
