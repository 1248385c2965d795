//! What was planted in a made-up game, and what is found.

use std::sync::atomic::{AtomicBool, AtomicU64};

use super::planted::{GAME, decided_by};
use super::*;
use balance_inference::table::Rate;
use balance_simulation::experiment::{Halt, Runner, conduct};

fn found(decides: &str, bots: &[&str], deals: u64) -> Skill {
    let bots = bots.iter().map(|bot| (*bot).to_owned()).collect();
    let study =
        Study::new(&GAME, &decided_by(decides), 3, bots, (5, deals)).unwrap_or_else(|faults| panic!("{faults:?}"));
    conduct(&study, Runner::unwatched()).expect("it is played")
}

/// The parts as they are, each in its interval.
fn values(parts: &Parts) -> [Option<f64>; 4] {
    [parts.skill, parts.setup, parts.later, parts.rest].map(|part: Option<Rate>| {
        part.map(|part| {
            assert!(part.lo <= part.value && part.value <= part.hi, "{part:?}");
            part.value
        })
    })
}

#[test]
fn what_decides_alone_is_named() {
    for (decides, planted) in [("setup", [0.0, 1.0, 0.0, 0.0]), ("later", [0.0, 0.0, 1.0, 0.0])] {
        let luck = found(decides, &["random", "high"], 20).luck;
        // Games that share something are others than those that share nothing, so that the parts vary a little.
        for (part, truth) in values(&luck.mixed).into_iter().zip(planted) {
            assert!(
                (part.expect("games differ") - truth).abs() < 0.1,
                "{decides}: {:?}",
                luck.mixed
            );
        }
        for (part, truth) in values(&luck.equals).into_iter().zip(planted).skip(1) {
            assert!(
                (part.expect("games differ") - truth).abs() < 0.1,
                "{decides}: {:?}",
                luck.equals
            );
        }
        assert_eq!(luck.equals.skill, None);
        let deal = luck.equals.deal.expect("games differ");
        assert!((deal.value - 1.0).abs() < 1e-9 && deal.hi > 1.0 - 1e-6, "{deal:?}");
    }
}

#[test]
fn skill_decides_where_bots_alone_do() {
    let found = found("skill", &["low", "high"], 40);
    assert_eq!(found.skill.bots, ["high", "low"]);
    let [skill, setup, later, rest] = values(&found.luck.mixed).map(|part| part.expect("games differ"));
    assert!(skill > 0.999, "{skill}");
    assert!(setup < 0.06 && later < 0.06 && rest < 0.06, "{setup} {later} {rest}");
    // Of equal bots that draw nothing all games end alike.
    assert_eq!(values(&found.luck.equals), [None; 4]);
    assert_eq!(found.skill.chain.bots, ["low", "high"]);
}

#[test]
fn what_bots_draw_is_neither_skill_nor_deal() {
    let found = found("choices", &["random", "high"], 40);
    let [skill, setup, later, rest] = values(&found.luck.mixed).map(|part| part.expect("games differ"));
    assert!(setup < 0.08 && later < 0.08, "{setup} {later}");
    assert!(rest > 0.5 && skill < 0.5, "{skill} {rest}");
    let deal = found.luck.mixed.deal.expect("games differ");
    assert!(deal.lo < 0.01, "{deal:?}");
}

#[test]
fn the_same_for_any_number_of_threads_and_none_once_stopped() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads")
            .install(|| found("choices", &["random", "high"], 10))
    };
    assert_eq!(with(1), with(3));
    let bots = vec!["high".to_owned(), "low".to_owned()];
    let study = Study::new(&GAME, &decided_by("setup"), 3, bots, (5, 10)).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(
        conduct(&study, Runner::quiet(&AtomicBool::new(true))),
        Err(Halt::Interrupted)
    );
}

/// Of the three choices of a game the first is worth .90 less the mean of .90, .30, .30, .30; the others nothing. So the mean
/// over all is .15, and the third seat never has a chance but moves nobody's.
#[test]
fn what_choices_are_worth_is_found_and_what_is_worth_nothing_is_none() {
    let found = found("first", &["random", "high"], 60).quality;
    let gap = found.gap.expect("positions");
    assert!(
        gap.lo <= 0.15 && 0.15 <= gap.hi && gap.lo > 0.05 && gap.hi < 0.25,
        "{gap:?}"
    );
    assert_eq!((found.positions, found.deals), (120, 60));
    let hopeless = found.hopeless.expect("positions");
    assert!((hopeless.value - 1.0 / 3.0).abs() < 0.15, "{hopeless:?}");
    // One seat of three has never a chance.
    let waiting = found.waiting.expect("positions");
    assert!((waiting.value - 1.0 / 3.0).abs() < 0.05, "{waiting:?}");
    let spread = found.kingmaking.expect("the third seat chooses");
    assert!(
        spread.lo <= 0.0 && spread.hi >= 0.0 && spread.value.abs() < 0.03,
        "{spread:?}"
    );
    let forced = found.forced.expect("choices");
    assert!(forced.value.abs() < 1e-12 && forced.hi < 0.2, "{forced:?}");
    assert_eq!((found.lead_changes, found.leader_wins), (None, None));
}

#[test]
fn a_seat_without_a_chance_that_says_who_wins_is_found() {
    let found = found("last", &["random", "high"], 40).quality;
    let spread = found.kingmaking.expect("the third seat chooses");
    assert!(spread.value > 0.999 && found.kingmakers > 15, "{found:?}");
    let gap = found.gap.expect("positions");
    // Nobody's own choice gains anything; what is best by luck would seem to.
    assert!(gap.lo <= 0.0 && gap.hi >= 0.0 && gap.value.abs() < 0.04, "{gap:?}");
}

/// Every game is counted that was promised.
#[test]
fn as_many_games_are_watched_as_are_told() {
    let bots = vec!["high".to_owned(), "random".to_owned()];
    let study = Study::new(&GAME, &decided_by("setup"), 3, bots, (5, 12)).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (count, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let runner = Runner {
        progress: &count,
        stop: &stop,
    };
    conduct(&study, runner).expect("it is played");
    assert_eq!(count.into_inner(), study.total_games());
}
