//! In fair games there is nothing to find.

use super::*;

fn claims(kind: &FindingKind) -> bool {
    match kind {
        FindingKind::Fairness { evenness, .. } => matches!(evenness, Evenness::Unfair | Evenness::Uneven),
        FindingKind::Ending { fact, .. } => matches!(
            fact,
            EndingFact::WonByNobody | EndingFact::WonByEverybody | EndingFact::Stopped { .. }
        ),
        FindingKind::Link { .. }
        | FindingKind::UnusedComponents { .. }
        | FindingKind::Lead { .. }
        | FindingKind::BotBeats { .. }
        | FindingKind::BotsDisagree { .. }
        | FindingKind::Sensitivity { .. } => true,
        FindingKind::SeatsAreRoles
        | FindingKind::Length { .. }
        | FindingKind::Event { .. }
        | FindingKind::Goal { .. }
        | FindingKind::Change { .. }
        | FindingKind::Changes { .. }
        | FindingKind::Limit(_) => false,
    }
}

/// In 500 fair games, each with its own seed, at most one run in twenty may claim anything; a count beyond 42 would come
/// from a true rate of 5% less than once in a thousand times.
#[test]
fn on_a_fair_game_nothing_is_claimed() {
    let made: Vec<Vec<FindingKind>> = (0..500).map(|seed| kinds(1000 + seed, 2_000, FAIR)).collect();
    let false_ones = made.iter().filter(|kinds| kinds.iter().any(claims)).count();
    assert!(false_ones <= 42, "{false_ones} of 500 runs claim something");
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
            .map(|(name, cell)| (*name, played(50_000 + 6 * run + cell, 1_000, FAIR)))
            .collect();
        let mut made = results(&tallies);
        for (cell, each) in made.configurations.iter_mut().enumerate() {
            each.cell = vec![("rules.wind".to_owned(), (cell / 2).to_string())];
            each.seating = format!("every seat: bot {}", cell % 2);
            each.rules = vec![format!("wind = {}", cell / 2)];
        }
        findings(&made).iter().any(|each| claims(&each.kind))
    };
    let false_ones = (0..60).filter(|run| claimed(*run)).count();
    assert!(false_ones <= 9, "{false_ones} of 60 runs claim something");
}

/// In short runs the margins count little beside the intervals: each question errs for itself, at most once in twenty runs.
#[test]
fn each_question_errs_seldom_in_short_runs_too() {
    let made: Vec<Vec<FindingKind>> = (0..500).map(|seed| kinds(70_000 + seed, 150, FAIR)).collect();
    let questions: [fn(&FindingKind) -> bool; 5] = [
        |kind| matches!(kind, FindingKind::Fairness { winners, .. } if *winners == Winners::Sides),
        |kind| matches!(kind, FindingKind::Fairness { winners, .. } if *winners == Winners::Seats),
        |kind| matches!(kind, FindingKind::Link { .. }),
        |kind| matches!(kind, FindingKind::Lead { .. }),
        |kind| matches!(kind, FindingKind::Ending { .. }),
    ];
    for (index, question) in questions.into_iter().enumerate() {
        let claimed = |kinds: &&Vec<FindingKind>| kinds.iter().any(|kind| question(kind) && claims(kind));
        let false_ones = made.iter().filter(claimed).count();
        assert!(
            false_ones <= 42,
            "question {index}: {false_ones} of 500 runs claim something"
        );
    }
}
