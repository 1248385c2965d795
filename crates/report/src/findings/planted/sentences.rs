//! The whole of what is printed, at 1, 16, 300 and 20,000 games: every sentence is a claim that must hold.

use super::*;

fn printed(made: &Results) -> String {
    let mut lines = vec![crate::Insights::of_run(made).summary.verdict_sentence()];
    for each in findings(made) {
        let headline = each.text().headline;
        assert!(headline.split_whitespace().count() <= 20, "{headline}");
        let parts = [headline, each.place(), each.text().evidence, each.elsewhere()];
        let said = crate::format::joined(parts.map(Some));
        lines.push(format!("[{}] {said} [{}]", each.label(), each.certainty().0));
    }
    for line in &lines {
        for slip in ["  ", " .", ",.", "..", " 1 turns", "(1 players", "1 games"] {
            assert!(!line.contains(slip), "“{slip}”: {line}");
        }
    }
    lines.join("\n")
}

const SIZES: [u64; 4] = [1, 16, 300, 20_000];

fn at_every_size(made: impl Fn(u64) -> Results) -> String {
    SIZES
        .map(|games| format!("== {games}\n{}", printed(&made(games))))
        .join("\n\n")
}

fn of_plan(plan: Plan) -> impl Fn(u64) -> Results {
    move |games| results(&[("dice", played(77, games, plan))])
}

#[test]
fn an_unfair_game_in_which_much_is_wrong() {
    insta::assert_snapshot!(at_every_size(of_plan(Plan {
        north: 0.08,
        first_seat: 0.05,
        tile: 0.2,
        rule: Some(0.002),
        stalled: 0.03,
        lead: 0.4,
        ..Plan::FAIR
    })));
}

#[test]
fn changes_one_of_which_makes_the_game_fair() {
    insta::assert_snapshot!(at_every_size(|games| changed(games, 0.12)));
}

/// First of all that most games never end, and nothing of who wins.
#[test]
fn games_that_never_end_say_nothing_about_balance() {
    for (stalled, stopped) in [(1.0, StoppedShare::All), (0.8, StoppedShare::Most)] {
        let plan = Plan {
            stalled,
            north: 0.2,
            ..Plan::FAIR
        };
        for games in [300, 20_000] {
            let made = of_plan(plan)(games);
            printed(&made);
            let found = findings(&made);
            assert!(
                found[0].severity == Severity::Void && is_stopped(&found[0].kind, stopped),
                "{games}"
            );
            let of_winners =
                |each: &Finding| matches!(each.kind, FindingKind::Fairness { .. } | FindingKind::Lead { .. });
            assert!(!found.iter().any(of_winners), "{games}");
        }
    }
}

/// First that these are random moves, and of balance not a word.
#[test]
fn random_moves_say_nothing_about_balance() {
    let plan = Plan {
        north: 0.08,
        first_seat: 0.05,
        tile: 0.3,
        lead: 0.4,
        stalled: 0.1,
        ..Plan::FAIR
    };
    for games in SIZES {
        let mut made = of_plan(plan)(games);
        for row in made.configurations.iter_mut().flat_map(|each| &mut each.bots) {
            row.random = true;
        }
        printed(&made);
        let found = findings(&made);
        assert_eq!(found[0].severity, Severity::Void);
        let is_known = |each: &Finding| {
            matches!(
                each.kind,
                FindingKind::Limit(_)
                    | FindingKind::Length { .. }
                    | FindingKind::Ending { .. }
                    | FindingKind::Event { .. }
            )
        };
        assert!(found.iter().all(is_known), "{found:?}");
        assert!(found.iter().all(|each| each.severity != Severity::Problem));
    }
}

/// Two changes of the same game, at tables of the same size: one makes it fair, one worse.
fn changed(games: u64, base: f64) -> Results {
    let with = |seed: u64, north: f64| played(seed, games, Plan { north, ..Plan::FAIR });
    let mut made = results(&[
        ("base", with(80, base)),
        ("fewer coins", with(81, 0.0)),
        ("more coins", with(82, 2.0 * base)),
    ]);
    for (each, coins) in made.configurations.iter_mut().zip(["5", "4", "6"]) {
        each.rules = vec![format!("coins = {coins}")];
    }
    made
}

/// With as many players as a key of the matrix, nobody is told to play with more.
#[test]
fn more_players_are_no_change() {
    let mut made = changed(20_000, 0.12);
    for (each, players) in made.configurations.iter_mut().zip(4..) {
        each.players = players;
        each.cell = vec![("rules.players".to_owned(), players.to_string())];
    }
    let found = findings(&made);
    assert!(found.iter().all(|each| each.severity != Severity::Change), "{found:?}");
}

/// The change that is named is never the one that makes the game worse, and in a fair game it is none.
#[test]
fn a_change_is_fairer_only_where_it_is_confirmed_to_be() {
    let names = |made: &Results| -> Vec<String> {
        let mut made = made.clone();
        let [base, others @ ..] = &made.configurations[..] else {
            return Vec::new();
        };
        let change = |each: &Configuration| table::Comparison {
            reference: base.name.clone(),
            configuration: each.name.clone(),
            rows: Vec::new(),
            ..crate::sample::variants().comparisons.remove(0)
        };
        made.comparisons = others.iter().map(change).collect();
        let all = crate::summary::fairer(&made);
        all.iter().map(|change| change.each.name.clone()).collect()
    };
    assert_eq!(names(&changed(20_000, 0.12)), ["fewer coins"]);
    assert!(names(&changed(20_000, 0.0)).is_empty());
    assert!(names(&changed(16, 0.12)).is_empty());
}

#[test]
fn few_games_are_called_coarse() {
    let line = |games: u64| {
        let made = results(&[("dice", played(83, games, Plan::FAIR))]);
        crate::Insights::of_run(&made).summary.trust.lines()[0].1.clone()
    };
    for games in [1, 16, 300] {
        assert!(line(games).starts_with("Coarse: "), "{games}: {}", line(games));
    }
    assert!(line(20_000).starts_with("Good: at most ±"), "{}", line(20_000));
}
