use super::kind::{Certainty, EndingFact, StoppedShare, Winners};
use super::*;
use crate::sample as made_up;
use balance_inference::judge::Verdict;
use balance_inference::table::{Rate, joint};

fn rate(value: f64, lo: f64, hi: f64) -> Rate {
    Rate { value, lo, hi }
}

#[test]
fn a_standing_needs_its_whole_interval() {
    use Direction::{Less, More};
    let standing = |rate: Rate| Standing::of_rate(rate, 0.33, 0.02);
    assert_eq!(standing(rate(0.40, 0.36, 0.44)), Standing::Beyond(More));
    assert_eq!(standing(rate(0.40, 0.34, 0.46)), Standing::Off(More));
    assert_eq!(standing(rate(0.34, 0.32, 0.36)), Standing::Open);
    assert_eq!(standing(rate(0.34, 0.335, 0.345)), Standing::Within);
    assert_eq!(standing(rate(0.10, 0.09, 0.11)), Standing::Beyond(Less));
}

#[test]
fn every_question_has_an_even_part_of_what_its_kind_may_err() {
    let (one, many) = (made_up::single(), made_up::matrix());
    let confidence = |results: &Results| {
        let context = FindingContext {
            each: &results.configurations[0],
            of: results.configurations.len(),
            others: 0.95,
            silence: Severity::Problem,
        };
        context.confidence(Family::Sides, 4)
    };
    // A tenth of 5 % over 4 rows, and over 4 rows of 36 configurations.
    assert!((confidence(&one) - (1.0 - 0.005 / 4.0)).abs() < 1e-12);
    assert!((confidence(&many) - (1.0 - 0.005 / 144.0)).abs() < 1e-12);
    let width = |results: &Results| {
        let each = &results.configurations[0];
        let rate = joint(results, each, &each.sides[0]);
        (rate.hi - rate.lo) * (each.games as f64).sqrt()
    };
    assert!(width(&many) > 1.05 * width(&one), "{} {}", width(&many), width(&one));
}

/// Of a deal whose bots rotate every game has a number of its own, without which another would be shown.
#[test]
fn the_rotations_are_named_of_a_game_that_others_win() {
    let mut results = made_up::variants();
    let words = |results: &Results| {
        let mut all = findings(results).into_iter();
        let change = all.find(|each| each.severity == Severity::Change).expect("a change");
        change.sample.expect("a game").words()
    };
    assert_eq!(
        words(&results),
        "game 7, the first in which who wins differs from “base”"
    );
    for each in &mut results.configurations {
        each.rotations = 4;
    }
    assert!(words(&results).ends_with(" --rotation 0 to 3"), "{}", words(&results));
    assert!(crate::details(&crate::Insights::of_run(&results), 200).contains("--rotation"));
}

#[test]
fn the_worst_news_come_first_and_limits_last() {
    let all = findings(&made_up::single());
    assert!(all.is_sorted_by_key(|each| each.severity));
    assert_eq!(all[0].severity, Severity::Problem);
    assert!(
        matches!(&all[0].kind, FindingKind::Fairness { winners: Winners::Sides, gaps, .. }
        if gaps[0].name == "profiteer" && gaps.len() == 3)
    );
    let last = all.last().expect("a limit");
    assert_eq!(last.kind, FindingKind::Limit(Limit::BotsAreNotPeople));
    assert_eq!(last.kind.certainty(), Certainty::Exact);
}

#[test]
fn the_same_finding_in_many_configurations_is_one() {
    let all = findings(&made_up::matrix());
    let unfair =
        |each: &&Finding| each.severity == Severity::Problem && matches!(each.kind, FindingKind::Fairness { .. });
    let place = all
        .iter()
        .find(unfair)
        .and_then(|each| each.place.as_ref())
        .expect("a place");
    assert!(place.count > 10 && place.count < 36 && place.of == 36, "{place:?}");
    for (at, one) in all.iter().enumerate() {
        let again = all[at + 1..].iter().find(|other| other.kind.is_same_as(&one.kind));
        assert!(
            again.is_none() || matches!(one.kind, FindingKind::Change { .. } | FindingKind::Limit(_)),
            "{one:?}"
        );
    }
}

#[test]
fn a_stuck_game_comes_before_all_else() {
    let mut results = made_up::single();
    let cap = results.configurations[0].endings.last_mut().expect("the cap");
    cap.games = 600_000;
    cap.deals = vec![400_000, 600_000];
    let first = findings(&results).remove(0);
    assert_eq!(first.severity, Severity::Void);
    let FindingKind::Ending { fact, .. } = first.kind else {
        panic!("stopped games")
    };
    assert!(matches!(
        fact,
        EndingFact::Stopped {
            stopped: StoppedShare::Most,
            ..
        }
    ));
}

#[test]
fn bots_that_are_beaten_are_named() {
    let mut results = made_up::single();
    let each = &mut results.configurations[0];
    let mut other = each.bots[0].clone();
    each.bots[0].mirror = false;
    other.mirror = false;
    other.bot = "random".to_owned();
    for row in &mut other.seated {
        row.won = 0;
    }
    each.bots.push(other);
    let order = |results: &Results| {
        findings(results).into_iter().find_map(|each| match each.kind {
            FindingKind::BotBeats { order, .. } => Some(order),
            _ => None,
        })
    };
    // Of bots that stay where they sit it is not known which plays better.
    assert_eq!(order(&results), None);
    // Where they take turns the neighbours stay the same, and count as well; but not where one alone is another.
    results.configurations[0].rotations = 9;
    assert_eq!(order(&results), Some(kind::SeatOrder::Fixed));
    let each = &mut results.configurations[0];
    each.bots[1].appearances = each.games;
    assert_eq!(order(&results), Some(kind::SeatOrder::Every));
}

fn goals(results: &Results) -> Vec<Finding> {
    let all = findings(results).into_iter();
    all.filter(|each| matches!(each.kind, FindingKind::Goal { .. }))
        .collect()
}

#[test]
fn goals_are_judged_where_no_game_ends() {
    let mut results = made_up::variants();
    for each in &mut results.configurations {
        each.targets = vec![made_up::wish("turns.mean", (20.0, 30.0), (Verdict::Outside, 35.0))];
    }
    let games = results.configurations[1].games;
    for row in &mut results.configurations[1].endings {
        row.games = if row.capped { games } else { 0 };
    }
    let missed = goals(&results);
    assert_eq!(missed.len(), 1);
    let place = missed[0].place.as_ref().expect("places");
    assert_eq!(place.count, results.configurations.len());
}

/// Each band of a number has a finding of its own, and none holds in more configurations than there are.
#[test]
fn bands_of_one_number_are_kept_separate() {
    let mut results = made_up::variants();
    let of = results.configurations.len();
    let wish = |from, to, verdict| made_up::wish("turns.mean", (from, to), (verdict, 25.0));
    for each in &mut results.configurations {
        each.targets = vec![
            wish(5.0, 30.0, Verdict::Within),
            wish(20.0, 24.0, Verdict::Outside),
            wish(20.0, 25.5, Verdict::Undecided),
            wish(20.0, 25.2, Verdict::Undecided),
        ];
    }
    let found = goals(&results);
    let counts: Vec<usize> = found
        .iter()
        .filter_map(|each| Some(each.place.as_ref()?.count))
        .collect();
    assert_eq!(counts, [of; 4]);
    let mut headlines: Vec<String> = found.iter().map(|each| each.text().headline).collect();
    headlines.dedup();
    assert_eq!(headlines.len(), 4);
}

/// With another bot at every seat there is no game of one of these among others.
#[test]
fn a_goal_of_one_bot_is_asked_of_no_other() {
    let mut results = made_up::single();
    results.configurations[0].targets = vec![made_up::wish("bot.heuristic", (0.5, 1.0), (Verdict::Within, 0.9))];
    results.configurations[0].others = vec![results.configurations[0].clone()];
    let goal = goals(&results).remove(0);
    assert!(goal.claim.is_none() && goal.others.is_empty());
}

#[test]
fn a_game_goes_by_its_own_word_for_turns() {
    let mut results = made_up::single();
    let each = &mut results.configurations[0];
    each.turn_word = "rounds".to_owned();
    for row in &mut each.lengths {
        row.measure = row.measure.replace("turns", "rounds");
    }
    for row in &mut each.histogram {
        row.measure = row.measure.replace("turns", "rounds");
    }
    each.endings.last_mut().expect("the cap").ending = "round cap".to_owned();
    each.samples.clear();
    let run = crate::Insights::of_run(&results);
    let pictures = crate::pictures::all(&results).expect("drawn");
    let texts = [
        crate::markdown(&run),
        crate::terminal(&run, 100),
        crate::html::page(&run, &pictures, &[]),
    ];
    for text in texts {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for wanted in ["round limit", " rounds"] {
            assert!(text.contains(wanted), "{wanted} is not in {text}");
        }
        for other in [" turns", "turn cap"] {
            assert!(!text.contains(other), "{other}");
        }
    }
}
