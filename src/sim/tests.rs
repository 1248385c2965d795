//! A run comes to the same, however it is cut, interrupted and gone on with.

use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::checksum::Checksum;
use super::{Member, Piece, Played, Reference, Run, Share, Watch};
use crate::games::parting::Parts;
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

/// Two bots of the league that share the deals of a configuration; the second plays one deal in two up to its sixtieth.
static OTHERS: LazyLock<[Member<'static>; 2]> = LazyLock::new(|| {
    static OTHER: LazyLock<Box<dyn AnyGame>> = LazyLock::new(|| {
        let mut setup = Setup::default().with_rule("players", 5);
        setup.seats.all = "random".to_owned();
        (named("riverbed").expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
    });
    [(0, 1_000), (1, 60)].map(|(index, games)| Member {
        game: &**OTHER,
        index,
        of: 2,
        games,
    })
});

#[test]
fn bots_of_the_league_share_the_deals() {
    let all: Vec<Vec<u64>> = OTHERS.iter().map(|one| one.deals(0..300).collect()).collect();
    assert_eq!(all[0], (0..150).map(|deal| 2 * deal).collect::<Vec<_>>());
    assert_eq!(all[1], (0..60).map(|deal| 2 * deal + 1).collect::<Vec<_>>());
    let three = |index| Member {
        index,
        of: 3,
        games: 9,
        ..OTHERS[0]
    };
    for one in OTHERS.iter().copied().chain([three(0), three(1), three(2)]) {
        for (start, end) in [
            (0, 0),
            (0, 1),
            (1, 2),
            (3, 50),
            (7, 7),
            (110, 130),
            (119, 121),
            (500, 600),
        ] {
            let deals: Vec<u64> = one.deals(start..end).collect();
            assert_eq!(deals.len() as u64, one.count(&(start..end)), "{start}..{end}");
            assert!(
                deals
                    .iter()
                    .all(|deal| (start..end).contains(deal) && deal % one.of == one.index)
            );
        }
    }
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let played = run(&games, 300).play(&AtomicBool::new(false), &()).expect("played");
    assert_eq!(
        played.members.iter().map(|tally| tally.games).collect::<Vec<_>>(),
        [150, 60]
    );
    // Nothing else is counted otherwise.
    let alone = Run {
        members: &[],
        ..run(&games, 300)
    };
    let alone = alone.play(&AtomicBool::new(false), &()).expect("played");
    assert_eq!(
        (alone.tallies, alone.pairs, alone.looks),
        (played.tallies, played.pairs, played.looks)
    );
}

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

    fn facts_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Facts>>, Broken> {
        self.0.facts_unless(seed, games, stop)
    }

    fn tell(&self, seed: u64, game: u64, rotation: usize, asked: Asked) -> Result<Told, Broken> {
        self.0.tell(seed, game, rotation, asked)
    }

    fn parts(&self, other: &dyn AnyGame, seed: u64, game: u64, rotation: usize) -> Result<Option<Parts>, Broken> {
        self.0.parts(other, seed, game, rotation)
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
            members: &[],
            seed: 7,
            games: 16,
            first_look: 1,
        }
        .play(&stop, &())
    });
    let played = asked.expect("no game breaks");
    assert_eq!((played.games, played.interrupted), (0, true));
}

/// Any number of shares, played in rounds with any numbers of threads, come to the run in one go, in whatever order they come.
#[test]
fn shares_in_any_order_come_to_the_same_as_one_run() {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let never = AtomicBool::new(false);
    let rule = |at: u64| Ends {
        stop: &never,
        left: AtomicU64::new(u64::MAX),
        at,
    };
    let config = proptest::test_runner::Config {
        cases: 12,
        failure_persistence: None,
        ..Default::default()
    };
    let strategy = (
        proptest::collection::vec((1..40u32, 1..1_500u64, 1..4usize), 1..3),
        proptest::prelude::any::<u64>(),
        0..3u64,
    );
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let done = runner.run(&strategy, |(rounds, order, stops)| {
        let last: u64 = rounds.iter().map(|round| round.1).sum();
        // Not at all, at a look of the first block, or at the one after.
        let at = if stops == 0 { u64::MAX } else { stops * 1_024 };
        let apart = stops > 0;
        let whole = run(&games, last).play(&never, &rule(at)).expect("no game breaks");
        let mut pieces = Vec::new();
        let mut from = 0;
        for (of, more, threads) in rounds {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            let run = run(&games, from + more);
            for index in 0..of {
                let share = Share::new(index, of).expect("one of them");
                let played = pool.install(|| run.play_share(share, from, apart, &never, &()));
                let played = played.expect("no game breaks").expect("nobody stops it");
                let text = serde_json::to_string(&played).expect("text");
                let read: Vec<Piece> = serde_json::from_str(&text).expect("read back");
                assert_eq!(run.misfit_share(&read, share, from), None);
                pieces.extend(read);
            }
            from += more;
        }
        // Marsaglia's numbers shuffle them.
        let mut dice = order | 1;
        for last in (1..pieces.len()).rev() {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            pieces.swap(last, (dice % (last as u64 + 1)) as usize);
        }
        let of = |look: u64, take: &mut dyn FnMut(Piece)| -> Result<(), ()> {
            pieces
                .iter()
                .filter(|piece| piece.until == look)
                .cloned()
                .for_each(take);
            Ok(())
        };
        let merged = run(&games, last).merge(of, &rule(at)).expect("no error");
        assert!(merged == whole, "{last} games");
        if whole.stopped.is_none() {
            let mut kept = merged;
            kept.forget_last_look();
            assert_eq!(run(&games, last).misfit(&kept), None);
        }
        Ok(())
    });
    done.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn shares_are_even_and_leave_nothing_out() {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    for (to, of) in [(5_000, 7), (1_000_000, 100), (100_000_000, 1_000)] {
        let run = Run {
            first_look: super::FIRST_LOOK,
            ..run(&games, to)
        };
        let (mut all, mut most, mut least, mut largest) = (Vec::new(), 0, u64::MAX, 0);
        for index in 0..of {
            let units = run.units_of(Share { index, of }, 0);
            let count: u64 = units.iter().map(|unit| unit.end - unit.start).sum();
            (most, least) = (most.max(count), least.min(count));
            largest = units.iter().map(|unit| unit.end - unit.start).fold(largest, u64::max);
            all.extend(units);
        }
        all.sort_by_key(|unit| unit.start);
        assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start), "no gap");
        assert_eq!((all[0].start, all[all.len() - 1].end), (0, to));
        assert!(
            most - least <= largest,
            "{least} to {most} games a share, in units of {largest}"
        );
    }
}

/// Something done to a piece.
type Spoil = fn(&mut Vec<Piece>);

#[test]
fn what_is_not_such_a_share_is_found_out() {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let run = run(&games, 1_300);
    let share = Share { index: 1, of: 3 };
    let never = AtomicBool::new(false);
    let played = run
        .play_share(share, 100, true, &never, &())
        .expect("no game breaks")
        .expect("played");
    assert_eq!(run.misfit_share(&played, share, 100), None);
    let units = run.units_of(share, 100);
    assert_eq!(run.play_again(&played, share, 100, 0), Ok(Some((units[0].start, true))));
    // The game after the first unit is in the second.
    let next = units[0].end - units[0].start;
    assert_eq!(
        run.play_again(&played, share, 100, next),
        Ok(Some((units[1].start, true)))
    );
    assert!(run.misfit_share(&played, share, 0).is_some(), "another round");
    assert!(
        run.misfit_share(&played, Share { index: 2, of: 3 }, 100).is_some(),
        "another share"
    );
    let spoils: [(&str, Spoil); 8] = [
        ("a piece less", |pieces| drop(pieces.pop())),
        ("a piece twice", |pieces| pieces.push(pieces[0].clone())),
        ("a unit less", |pieces| {
            pieces[0].units.pop_first();
        }),
        ("a count too many", |pieces| pieces[1].played.games += 1),
        ("a win too many", |pieces| pieces[1].played.tallies[0].side_wins[0] += 1),
        ("a win of another side at a look", |pieces| {
            let look = pieces[0].looks.values_mut().next().expect("a look");
            look.configurations[0].1[0] += 1;
        }),
        ("a look elsewhere", |pieces| {
            let (_, look) = pieces[0].looks.pop_first().expect("a look");
            pieces[0].looks.insert(7, look);
        }),
        ("another end", |pieces| pieces[0].until = 5),
    ];
    for (what, spoil) in spoils {
        let mut other = played.clone();
        spoil(&mut other);
        assert!(run.misfit_share(&other, share, 100).is_some(), "{what}");
    }
}

/// A shard whose sums were made up says of a unit at least what is not true, and is caught there.
#[test]
fn a_share_that_lies_is_caught_when_it_is_played_again() {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let run = run(&games, 1_300);
    let share = Share { index: 1, of: 3 };
    let honest = run
        .play_share(share, 0, false, &AtomicBool::new(false), &())
        .expect("no game breaks")
        .expect("played");
    let mut lying = honest.clone();
    lying[0].played.tallies[1].side_wins[0] += 1;
    assert_eq!(
        run.misfit_share(&lying, share, 0),
        Some("its sums are not those of its units")
    );
    // It makes one unit fit.
    let off = lying[0].checksum();
    let units = lying[0].units.clone();
    let (made_up, _) = units.iter().nth(2).expect("a unit");
    let others = units
        .iter()
        .filter(|unit| unit.0 != made_up)
        .map(|unit| *unit.1)
        .sum::<Checksum>();
    lying[0].units.insert(*made_up, off.less(others));
    assert_eq!(run.misfit_share(&lying, share, 0), None);
    let (mut nth, mut caught) = (0, Vec::new());
    for unit in run.units_of(share, 0) {
        let (game, same) = run
            .play_again(&lying, share, 0, nth)
            .expect("no game breaks")
            .expect("a unit");
        assert_eq!(game, unit.start);
        if !same {
            caught.push(game);
        }
        nth += unit.end - unit.start;
    }
    assert_eq!(caught, [*made_up]);
}

/// Games of two configurations and two bots of the league, with comparisons; and what three shares have of them.
pub(super) fn two_games(to: u64) -> (Played, Vec<Played>) {
    let games = [built(5), built(4)];
    let games = [&*games[0], &*games[1]];
    let (run, never) = (run(&games, to), AtomicBool::new(false));
    let share = |index| {
        let share = Share { index, of: 3 };
        let pieces = run.play_share(share, 0, false, &never, &()).expect("no game breaks");
        pieces.expect("played").into_iter().map(|piece| piece.played)
    };
    (
        run.play(&never, &()).expect("no game breaks"),
        (0..3).flat_map(share).collect(),
    )
}
