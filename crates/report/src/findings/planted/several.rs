//! What is said of several configurations at once is so in each of them.

use super::*;

fn made(plans: &[Plan]) -> Results {
    let names = ["a", "b", "c", "d"];
    let tallies: Vec<(&str, Tally)> = names
        .into_iter()
        .zip(plans)
        .zip(90..)
        .map(|((name, plan), seed)| (name, played(seed, 4_000, *plan)))
        .collect();
    results(&tallies)
}

/// Where a finding holds: in how many configurations, and of which its numbers are.
fn place(found: Option<Finding>) -> Option<(usize, String)> {
    found?.place.map(|place| (place.count, place.name))
}

#[test]
fn how_many_games_are_stopped_is_said_of_each_for_itself() {
    let plan = |stalled: f64| Plan { stalled, ..FAIR };
    let made = made(&[1.0, 0.7, 0.4, 0.1].map(plan));
    let at = |of: StoppedShare| place(find(&made, |kind| is_stopped(kind, of)));
    assert_eq!(at(StoppedShare::All), Some((1, "a".to_owned())));
    assert_eq!(at(StoppedShare::Most), Some((1, "b".to_owned())));
    assert_eq!(at(StoppedShare::Some), Some((2, "c".to_owned())));
}

#[test]
fn what_never_happened_is_not_what_hardly_ever_did() {
    let plan = |rule: f64| Plan {
        rule: Some(rule),
        ..FAIR
    };
    let made = made(&[0.0, 0.001, 0.0].map(plan));
    let at = |of: EventFact| place(find(&made, |kind| is_event(kind, &of)));
    assert_eq!(at(EventFact::Never), Some((2, "a".to_owned())));
    assert_eq!(at(EventFact::Rare), Some((1, "b".to_owned())));
}

#[test]
fn the_largest_number_speaks_for_all() {
    let plan = |lead: f64| Plan { lead, ..FAIR };
    let made = made(&[0.35, 0.45].map(plan));
    let found = find(&made, |kind| is_lead(kind, LeadEffect::Decides)).expect("a leader");
    let FindingKind::Lead { rate, .. } = found.kind else {
        unreachable!()
    };
    assert!(rate.value > 0.9, "{rate:?}");
    assert_eq!(place(Some(found)), Some((2, "b".to_owned())));
}

#[test]
fn stopped_games_have_no_length() {
    let plan = |stalled: f64| Plan { stalled, ..FAIR };
    let is_length = |kind: &FindingKind| matches!(kind, FindingKind::Length { .. });
    assert!(find(&made(&[plan(0.495)]), is_length).is_none());
    assert!(find(&made(&[plan(0.8)]), is_length).is_none());
    assert!(find(&made(&[plan(0.1)]), is_length).is_some());
    // A range is that of all versions.
    assert!(find(&made(&[plan(0.0), plan(0.8), plan(0.0)]), is_length).is_none());
    assert!(find(&made(&[plan(0.0), plan(0.1), plan(0.0)]), is_length).is_some());
}

#[test]
fn games_that_vary_a_lot_are_found() {
    let mut made = made(&[FAIR, FAIR]);
    // One game in eight takes longest.
    for (each, longest) in made.configurations.iter_mut().zip([50, 90]) {
        let long = |row: &&mut table::HistogramRow| row.measure == "turns" && row.value == 13;
        each.histogram
            .iter_mut()
            .filter(long)
            .for_each(|row| row.value = longest);
    }
    assert_eq!(place(find(&made, is_spread)), Some((2, "b".to_owned())));
}
