//! What scripts say is the same, whoever listens.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::broken::Breaks;
use super::{AnyGame, Setup, named};
use crate::experiment::{Progress, Runner, Subject};
use crate::games::script_usage::{BySpan, Passed, Said};
use crate::games::{GameInfo, all};
use crate::sim::Hearing;

/// A table with two scripts, which every seat goes by in turn.
fn scripted() -> Box<dyn AnyGame> {
    let mut setup = Setup::default().with_rule("players", 4);
    setup.seats.rotate = ["gambler", "hoarder", "random", "gambler"].map(str::to_owned).to_vec();
    (named("riverbed").expect("a game").build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn hearing(game: &dyn AnyGame, deals: u64) -> Hearing<'_> {
    Hearing {
        game,
        configuration: 3,
        rotations: 4,
        seed: 7,
        deals,
    }
}

/// Counts the games, of this configuration alone.
#[derive(Default)]
struct Counts(AtomicU64);

impl Progress for Counts {
    fn begins(&self, subject: Subject, _games: &Range<u64>) {
        assert_eq!(subject, Subject::Configuration(3));
    }

    fn played(&self, games: u64) {
        self.0.fetch_add(games, Ordering::Relaxed);
    }
}

fn on<T: Send>(threads: usize, play: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads").install(play)
}

#[test]
fn what_scripts_say_does_not_depend_on_rows_or_threads() {
    let (game, never) = (scripted(), AtomicBool::new(false));
    let whole = game
        .script_usage(7, 0..130, &never)
        .expect("no game breaks")
        .expect("played");
    assert_eq!(whole.len(), 2);
    assert!(
        whole
            .iter()
            .all(|each| each.said.iter().flatten().flatten().any(|count| *count > 100))
    );
    let hearing = hearing(&*game, 130);
    for threads in [1, 2, 5] {
        let counts = Counts::default();
        let said = on(threads, || {
            hearing.listen(Runner {
                progress: &counts,
                stop: &never,
            })
        });
        assert_eq!(said, Ok(Some(whole.clone())), "{threads} threads");
        assert_eq!(counts.0.into_inner(), 4 * 130, "every rotation is a game");
        for row in [1, 17, 64, 130] {
            let rows = (0..130).step_by(row).map(|from| from..(from + row as u64).min(130));
            let said = on(threads, || {
                hearing.listen_to(&rows.collect::<Vec<_>>(), Runner::quiet(&never))
            });
            assert_eq!(said, Ok(Some(whole.clone())), "{threads} threads, rows of {row}");
        }
    }
}

/// What the scripts say in `games` games with one bot at every seat.
fn listened(game: &GameInfo, setup: Setup, bot: &str, games: u64) -> Vec<Said> {
    let mut setup = setup;
    bot.clone_into(&mut setup.seats.all);
    let built = (game.build)(&setup).unwrap_or_else(|faults| panic!("{}, {bot}: {faults:?}", game.key));
    let said = built.script_usage(7, 0..games, &AtomicBool::new(false));
    said.unwrap_or_else(|broken| panic!("{}, {bot}: {broken}", game.key))
        .expect("played")
}

/// Of every bot that goes by a script, in every game.
#[test]
fn every_choice_is_counted_once_for_each_line() {
    for game in all() {
        let kinds = (game.bots)();
        let scripted = kinds.iter().filter(|kind| !kind.script.is_empty());
        for kind in scripted {
            let setup = Setup::default().with_rule("players", *game.players.start());
            let said = listened(game, setup, kind.kind, 3);
            let [each] = &said[..] else { panic!("one script") };
            assert_eq!(each.untold, 0, "{}", kind.kind);
            let mut too_late = 0;
            for (line, (said, passed)) in each.said.iter().zip(&each.passed).enumerate() {
                for (role, (said, passed)) in said.iter().zip(passed).enumerate() {
                    for (span, asked) in each.asked[role].iter().enumerate() {
                        let counted = said[span] + passed.sums()[span];
                        assert_eq!(counted, *asked, "{}, line {line}, role {role}, span {span}", kind.kind);
                    }
                    too_late += passed.late.iter().sum::<u64>();
                }
            }
            // Who only narrows a choice made none.
            assert!(each.behind.iter().flatten().sum::<u64>() <= too_late, "{}", kind.kind);
            assert!(too_late > 0, "{}", kind.kind);
        }
    }
}

/// What an earlier line forbids is not said to come too late: moved up below that it has no more to say.
#[test]
fn a_forbidden_line_is_told_to_be() {
    let script = ["never card", "dive unseen", "play view-card", "end turn"].map(str::to_owned);
    let lines = toml::Value::from(script.to_vec());
    let setup = Setup::default().with_bot("mine", "scripted", [("script", lines)]);
    let riverbed = named("riverbed").expect("a game");
    let said = listened(riverbed, setup.with_rule("players", 4), "mine", 30);
    let sum = |of: fn(&Passed) -> &BySpan| said[0].passed[2].iter().flat_map(of).sum::<u64>();
    let (barred, late) = (sum(|each| &each.barred), sum(|each| &each.late));
    assert!(barred > 0 && late == 0, "{barred} {late}");
}

/// Why a line had no say: `any` makes every choice, whatever stands below it.
#[test]
fn a_silent_line_has_its_reason() {
    let script = ["hunt now if turn > 500", "any", "dive any", "dive any if turn > 500"].map(str::to_owned);
    let lines = toml::Value::from(script.to_vec());
    let setup = Setup::default().with_bot("mine", "scripted", [("script", lines)]);
    let said = listened(
        named("riverbed").expect("a game"),
        setup.with_rule("players", 4),
        "mine",
        30,
    );
    let choices: u64 = said[0].asked.iter().flatten().sum();
    let sum = |line: usize, of: fn(&Passed) -> &BySpan| said[0].passed[line].iter().flat_map(of).sum::<u64>();
    let why = |line: usize| {
        [
            sum(line, |each| &each.unmet),
            sum(line, |each| &each.unfit),
            sum(line, |each| &each.late),
        ]
    };
    assert_eq!([why(0), why(1)], [[choices, 0, 0], [0, 0, 0]]);
    // Where no dive was on offer moving the line up would not help.
    let [unmet, unfit, late] = why(2);
    assert!(
        unmet == 0 && unfit > 0 && late > 0 && unfit + late == choices,
        "{unmet}, {unfit}, {late} of {choices}"
    );
    assert_eq!(why(3), [choices, 0, 0]);
    assert_eq!(said[0].behind[2], [0, late, 0, 0], "`any` had made them all");
    assert_eq!(said[0].behind[3], [0; 4]);
}

#[test]
fn nothing_is_said_of_deals_that_were_not_all_played() {
    let game = Breaks(scripted(), &[90, 33]);
    let hearing = hearing(&game, 100);
    for threads in [1, 2, 5] {
        let broken = on(threads, || hearing.listen(Runner::unwatched()));
        assert_eq!(broken.map_err(|broken| broken.game), Err(33), "{threads} threads");
    }
    let stopped = hearing.listen(Runner::quiet(&AtomicBool::new(true)));
    assert_eq!(stopped, Ok(None));
}
