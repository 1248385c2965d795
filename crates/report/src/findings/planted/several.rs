//! What is said of several configurations at once is so in each of them.

use super::*;
use crate::findings::limitations::capped;

/// The configurations of a run, each made by a plan.
fn made(plans: &[Plan]) -> Vec<Finding> {
    let names = ["a", "b", "c", "d"];
    let tallies: Vec<(&str, Tally)> = names
        .into_iter()
        .zip(plans)
        .zip(90..)
        .map(|((name, plan), seed)| (name, played(seed, 4_000, *plan)))
        .collect();
    findings(&results(&tallies))
}

/// Headline and place of every finding with such a key.
fn told(found: &[Finding], key: &str) -> Vec<String> {
    let about = found.iter().filter(|each| each.key().starts_with(key));
    about
        .map(|each| format!("{} {}", each.headline, each.place()))
        .collect()
}

#[test]
fn how_many_games_find_no_end_is_said_of_each_for_itself() {
    let plan = |stalled: f64| Plan {
        stalled,
        ..Plan::default()
    };
    let found = made(&[1.0, 0.7, 0.4, 0.1].map(plan));
    assert_eq!(
        told(&found, "turn cap"),
        [
            "No game finds an end: every one runs into the turn cap. This is so in “a”.",
            "Most games find no end: they run into the turn cap. This is so in “b”.",
            "Up to 41.8% of games find no end: they run into the turn cap. This is so in 2 of 4 configurations, seen most in “c”."
        ]
    );
    let alone = made(&[plan(0.4)]);
    assert!(told(&alone, "turn cap")[0].starts_with('4'), "{alone:?}");
}

#[test]
fn what_never_happened_is_told_from_what_hardly_ever_did() {
    let plan = |rule: f64| Plan {
        rule: Some(rule),
        ..Plan::default()
    };
    let found = made(&[0.0, 0.001, 0.0].map(plan));
    assert_eq!(
        told(&found, "event sixes"),
        [
            "“sixes thrown” did not happen in these games, a dead rule? This is so in 2 of 3 configurations. The figures are of “a”.",
            "“sixes thrown” hardly ever happens, a dead rule? This is so in “b”."
        ]
    );
}

#[test]
fn how_much_a_lead_counts_is_said_of_the_least() {
    let plan = |lead: f64| Plan {
        lead,
        ..Plan::default()
    };
    let found = made(&[0.35, 0.45].map(plan));
    assert_eq!(
        told(&found, "runaway"),
        [
            "The leader runs away: who is alone in front at half time wins more than 80% of such games. This is so in both \
             configurations, seen most in “b”."
        ]
    );
}

/// A game that runs into the cap does not end there, also where fewer than half of them were seen to.
#[test]
fn games_at_the_cap_are_not_said_to_end_within_it() {
    let of = |seed: u64, stalled: f64| {
        let plan = Plan {
            stalled,
            ..Plan::default()
        };
        results(&[("", played(seed, 4_000, plan))]).configurations.remove(0)
    };
    let nearly_half = (100..)
        .map(|seed| of(seed, 0.493))
        .filter(|each| (1_950..1_990).contains(&capped(each)));
    let [one, other] = &nearly_half.take(2).collect::<Vec<_>>()[..] else {
        unreachable!("two of very many")
    };
    let (most, some) = (of(98, 0.8), of(99, 0.1));
    let found_in = |all: &[&Configuration]| {
        let mut made = results(&[]);
        made.configurations = all.iter().map(|each| (*each).clone()).collect();
        for (each, name) in made.configurations.iter_mut().zip(["a", "b", "c"]) {
            name.clone_into(&mut each.name);
        }
        findings(&made)
    };
    let said = |all: &[&Configuration]| told(&found_in(all), "length");
    let played = "At least half of the games played ended within 13 turns";
    assert_eq!(
        said(&[one]),
        ["At least half of the 4,000 games ended within 13 turns. "]
    );
    let evidence = found_in(&[one]);
    let evidence = &evidence
        .iter()
        .find(|each| matches!(each.kind, FindingKind::Length { .. } | FindingKind::LengthRange))
        .expect("a length")
        .evidence;
    assert!(evidence.starts_with("Median 13 (13 or more), mean "), "{evidence}");
    assert_eq!(said(&[one, &most]), [format!("{played} in “a”. ")]);
    assert_eq!(
        said(&[one, other, &most]),
        [format!("{played} in 2 of 3 configurations. ")]
    );
    assert_eq!(said(&[&some]), ["At least half of the games end within 12 turns. "]);
}

#[test]
fn how_much_games_vary_is_said_of_the_least() {
    let mut made = results(&[
        ("a", played(94, 4_000, Plan::default())),
        ("b", played(95, 4_000, Plan::default())),
    ]);
    // One game in eight takes longest.
    for (each, longest) in made.configurations.iter_mut().zip([50, 90]) {
        let long = |row: &&mut balance_analysis::table::HistogramRow| row.measure == "turns" && row.value == 13;
        each.histogram
            .iter_mut()
            .filter(long)
            .for_each(|row| row.value = longest);
    }
    let said = told(&findings(&made), "length spread");
    assert_eq!(
        said,
        [
            "Games vary a lot: long ones take at least 4 times as many turns as short ones. This is so in both configurations, \
             seen most in “b”."
        ]
    );
}
