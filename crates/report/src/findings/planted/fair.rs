//! In fair games there is nothing to find.

use super::*;

/// Findings that claim an effect.
fn claims(key: &str) -> bool {
    let effects = [
        "link ",
        "turn cap",
        "nobody",
        "runaway",
        "lead ",
        "no comeback",
        "bot ",
        "unused",
        "sensitivity",
        "robust",
    ];
    effects.iter().any(|effect| key.starts_with(effect))
        || ["more", "less", "favoured", "handicapped"]
            .iter()
            .any(|end| key.ends_with(end))
}

/// In 500 fair games, each with its own seed, at most one run in twenty may claim anything; a count beyond 42 would come
/// from a true rate of 5% less than once in a thousand times.
#[test]
fn on_a_fair_game_nothing_is_claimed() {
    let made: Vec<Vec<String>> = (0..500).map(|seed| keys(1000 + seed, 2_000, Plan::default())).collect();
    let false_ones = made.iter().filter(|keys| keys.iter().any(|key| claims(key))).count();
    assert!(false_ones <= 42, "{false_ones} of 500 runs claim something");
    assert!(made.iter().all(|keys| !keys.is_empty()), "every run says something");
}

/// The same for runs of six fair configurations each, some of them with other bots: of 60 such runs, a count beyond 9 would
/// come from a true rate of 5% less than once in a thousand times.
#[test]
fn on_a_matrix_of_fair_games_nothing_is_claimed() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let claimed = |run: u64| {
        let tallies: Vec<(&str, Tally)> = names
            .iter()
            .zip(0..)
            .map(|(name, cell)| (*name, played(50_000 + 6 * run + cell, 1_000, Plan::default())))
            .collect();
        let mut made = results(&tallies);
        for (cell, each) in made.configurations.iter_mut().enumerate() {
            each.cell = vec![("rules.wind".to_owned(), (cell / 2).to_string())];
            each.seating = format!("every seat: bot {}", cell % 2);
            each.rules = vec![format!("wind = {}", cell / 2)];
        }
        findings(&made).iter().any(|each| claims(&each.key()))
    };
    let false_ones = (0..60).filter(|run| claimed(*run)).count();
    assert!(false_ones <= 9, "{false_ones} of 60 runs claim something");
}

/// In short runs the margins count little beside the intervals: each question errs for itself, at most once in twenty runs.
#[test]
fn each_question_errs_seldom_in_short_runs_too() {
    let made: Vec<Vec<String>> = (0..500).map(|seed| keys(70_000 + seed, 150, Plan::default())).collect();
    for question in [
        &["side "][..],
        &["seat "],
        &["link "],
        &["lead ", "runaway", "no comeback"],
        &["turn cap", "nobody"],
    ] {
        let claimed = |key: &String| claims(key) && question.iter().any(|start| key.starts_with(start));
        let false_ones = made.iter().filter(|keys| keys.iter().any(claimed)).count();
        assert!(
            false_ones <= 42,
            "{question:?}: {false_ones} of 500 runs claim something"
        );
    }
}
