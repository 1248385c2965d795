//! The whole of what is said, at 1, 16, 300 and 20,000 games: every sentence is a claim that must hold.

use super::*;

/// Answers and findings, a line each.
fn said(made: &Results) -> String {
    let found = findings(made);
    let mut lines = vec![crate::Insights::of_run(made).summary.verdict_sentence()];
    lines.extend(found.iter().map(|each| {
        let place = each.place();
        let gap = if place.is_empty() { "" } else { " " };
        let (weight, strength, elsewhere) = (each.weight.word(), each.word(), each.elsewhere());
        let gaps = if elsewhere.is_empty() { "" } else { " " };
        format!(
            "[{weight}] {}{gap}{place} {}{gaps}{elsewhere} [{strength}]",
            each.headline, each.evidence
        )
    }));
    for line in &lines {
        assert!(!line.contains("  ") && !line.contains(" ."), "{line}");
    }
    lines.join("\n")
}

const SIZES: [u64; 4] = [1, 16, 300, 20_000];

/// What is said of the same game after ever more games.
fn at_every_size(plan: Plan) -> String {
    let at = |games: u64| {
        let told = said(&results(&[("dice", played(77, games, plan))]));
        format!("== {games}\n{told}")
    };
    SIZES.map(at).join("\n\n")
}

#[test]
fn a_fair_game() {
    insta::assert_snapshot!(at_every_size(Plan::default()));
}

#[test]
fn an_unfair_game_in_which_much_is_wrong() {
    insta::assert_snapshot!(at_every_size(Plan {
        north: 0.08,
        first_seat: 0.05,
        tile: 0.2,
        rule: Some(0.002),
        stalled: 0.03,
        lead: 0.4,
        ..Plan::default()
    }));
}

#[test]
fn a_game_of_which_hardly_any_ends() {
    insta::assert_snapshot!(at_every_size(Plan {
        stalled: 0.8,
        north: 0.2,
        ..Plan::default()
    }));
}

/// Nothing but that is said, and first of all.
#[test]
fn a_game_that_never_ends() {
    let plan = Plan {
        stalled: 1.0,
        ..Plan::default()
    };
    insta::assert_snapshot!(at_every_size(plan));
    for games in SIZES {
        let found = findings(&results(&[("dice", played(78, games, plan))]));
        assert_eq!(found[0].weight, Severity::Void);
        assert!(
            found
                .iter()
                .all(|each| matches!(each.weight, Severity::Void | Severity::Limit)
                    || each.key().starts_with("turn cap")),
            "{games}"
        );
    }
}

/// Made to be played at random.
fn at_random(mut made: Results) -> Results {
    for each in &mut made.configurations {
        for row in &mut each.bots {
            row.random = true;
        }
    }
    made
}

/// First that these are random moves, then the largest gap that is sure, and of no other question of balance a word.
#[test]
fn random_moves() {
    let plan = Plan {
        north: 0.08,
        first_seat: 0.05,
        tile: 0.3,
        lead: 0.4,
        ..Plan::default()
    };
    let at = |games: u64| {
        let made = at_random(results(&[("dice", played(79, games, plan))]));
        format!("== {games}\n{}", said(&made))
    };
    insta::assert_snapshot!(SIZES.map(at).join("\n\n"));
    let found = findings(&at_random(results(&[("dice", played(79, 20_000, plan))])));
    assert_eq!(found[0].weight, Severity::Void);
    assert_eq!(found[1].key(), "random side north more");
    let about_balance = ["seat ", "link ", "runaway", "lead", "no comeback", "bot ", "side "];
    assert!(
        found
            .iter()
            .all(|each| about_balance.iter().all(|start| !each.key().starts_with(start))),
        "{found:?}"
    );
}

/// Two changes of the same game, at tables of the same size: one makes it fair, one worse.
fn changed(games: u64, base: f64) -> Results {
    let with = |seed: u64, north: f64| {
        played(
            seed,
            games,
            Plan {
                north,
                ..Plan::default()
            },
        )
    };
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

#[test]
fn changes_one_of_which_makes_the_game_fair() {
    let at = |games: u64| format!("== {games}\n{}", said(&changed(games, 0.12)));
    insta::assert_snapshot!(SIZES.map(at).join("\n\n"));
}

/// Of several configurations the one with the largest gap seen speaks for what is open in all of them.
#[test]
fn the_largest_gap_is_told_wherever_it_was_seen() {
    let mut made = changed(16, 0.0);
    let gap = |each: &Configuration| {
        let gaps = each
            .sides
            .iter()
            .filter_map(|row| Some((row.win_rate.value - row.fair?).abs()));
        gaps.fold(0.0, f64::max)
    };
    for _ in 0..made.configurations.len() {
        made.configurations.rotate_left(1);
        let largest = made.configurations.iter().map(gap).fold(0.0, f64::max);
        let found = findings(&made);
        let open = found.iter().find(|each| each.key() == "sides open").expect("open");
        let words = format!("The largest gap seen is {} points", format::plain(100.0 * largest, 1));
        assert!(open.evidence.starts_with(&words), "{} {words}", open.evidence);
    }
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
    assert!(found.iter().all(|each| each.weight != Severity::Change), "{found:?}");
}

/// The change that is named is never the one that makes the game worse, and in a fair game it is none.
#[test]
fn a_change_is_fairer_only_where_it_is_shown_to_be() {
    let names = |made: &Results| -> Vec<String> {
        let mut made = made.clone();
        let [base, others @ ..] = &made.configurations[..] else {
            return Vec::new();
        };
        let change = |each: &Configuration| balance_analysis::table::Comparison {
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

/// Of one game nothing is known, and hardly more of sixteen.
#[test]
fn few_games_are_called_coarse() {
    let line = |games: u64| {
        let made = results(&[("dice", played(83, games, Plan::default()))]);
        crate::Insights::of_run(&made).summary.trust.lines()[0].1.clone()
    };
    for games in [1, 16, 300] {
        assert!(line(games).starts_with("Coarse: "), "{games}: {}", line(games));
    }
    assert!(line(20_000).starts_with('±'), "{}", line(20_000));
}

/// What is foreseen is more than what was played, and not foreseen from a handful of games.
#[test]
fn forecasts_are_of_more_games_than_were_played() {
    let mut forecasts = 0;
    for seed in 0..100 {
        for games in [16, 200] {
            let plan = Plan {
                north: 0.03 * (seed % 4) as f64,
                ..Plan::default()
            };
            let found = findings(&results(&[("dice", played(90_000 + seed, games, plan))]));
            for each in found.iter().filter(|each| each.strength == Strength::Open) {
                let foreseen = [" About ", " Even "].map(|begins| each.evidence.split(begins).nth(1));
                for rest in foreseen.into_iter().flatten() {
                    let number = rest.split(' ').next().expect("a number").replace(',', "");
                    let number: u64 = number.parse().expect("a number");
                    assert!(number > games && games > 16, "{games}: {}", each.evidence);
                    forecasts += 1;
                }
            }
        }
    }
    assert!(forecasts > 20, "{forecasts}");
}
