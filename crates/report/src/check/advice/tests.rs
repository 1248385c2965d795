//! What is advised of a check, as it stands in the sample.

use super::*;
use crate::check::tests::sample;
use std::slice::from_ref;

/// What is open names one command, and none where no baseline can be so large.
#[test]
fn what_is_open_against_a_baseline_names_a_larger_one() {
    let mut all = sample();
    let larger = |each: &Checked| larger(from_ref(each)).map(|advice| advice.text());
    assert_eq!(larger(&all[0]), None);
    let each = &mut all[1];
    assert_eq!(larger(each), None, "what is outside stays so");
    each.rows[0].verdict = Verdict::Within;
    let said = larger(each).expect("an open row");
    assert!(
        said.ends_with(
            ":\n  git worktree add before COMMIT\n  (cd before && balance baseline scenarios/two.toml --games 100_000)\n  \
             balance check scenarios/two.toml --baselines before/reports/baselines\n  git worktree remove --force before"
        ),
        "{said}"
    );
    let open = each
        .rows
        .iter()
        .position(|row| row.verdict == Verdict::Undecided)
        .expect("open");
    each.rows[open].enough = Some(2_000_000);
    assert_eq!(larger(each), None);
    each.rows[open].against = "band";
    let more = |each: &Checked| more(from_ref(each)).map(|advice| advice.text());
    let told = "what is open in [expect] takes more games: balance check scenarios/two.toml --games 2_000_000";
    assert_eq!(more(each).as_deref(), Some(told));
    each.rows[open].enough = None;
    assert_eq!(more(each), None, "none that is known");
}

/// What was not played may decide what is open, also in another scenario: the next step is to run it all again.
#[test]
fn a_check_that_was_cut_short_asks_for_no_more_games() {
    let mut each = sample().remove(1);
    each.rows[0].verdict = Verdict::Within;
    assert_eq!(advice(from_ref(&each), CheckExtent::Whole).len(), 2);
    assert_eq!(advice(from_ref(&each), CheckExtent::CutShort), []);
    let mut other = sample().remove(0);
    (other.games, other.interrupted) = (0, true);
    let all = [each, other];
    let outcome = crate::check::CheckOutcome {
        all: &all,
        ..Default::default()
    };
    assert_eq!(outcome.what_to_do(&all[..1]), []);
    for text in [outcome.terminal(80), outcome.markdown(), outcome.junit().expect("XML")] {
        assert!(!text.contains("balance baseline"), "{text}");
    }
    // What was found stays found.
    let found = sample().remove(1);
    assert!(accept(from_ref(&found), CheckExtent::CutShort).is_some());
}

/// Where the folder of the scenario is none of the checkout, or the program is another, no command is named: here it would
/// make the game as it is now the baseline.
#[test]
fn a_larger_baseline_is_never_made_of_the_game_as_it_is_now() {
    let mut each = sample().remove(1);
    each.rows[0].verdict = Verdict::Within;
    for file in ["/home/me/two.toml", "../two.toml"] {
        each.file = file.to_owned();
        let found = larger(from_ref(&each)).expect("open");
        assert!(
            found.commands.is_empty() && found.said.contains(", of 100_000 deals, made in a checkout"),
            "{found:?}"
        );
    }
    each.inputs_changed = Some(Vec::new());
    let found = larger(from_ref(&each)).expect("open");
    assert!(
        found.commands.is_empty() && found.said.contains("made by the program as it was"),
        "{found:?}"
    );
}

/// No baseline mends a band.
#[test]
fn of_a_missed_band_no_baseline_is_named() {
    let mut all = sample();
    assert!(missed(&all[1..]).is_none());
    all[1].rows[0].against = "band";
    assert!(
        missed(&all[1..]).is_some() && accept(&all[1..], CheckExtent::Whole).is_some(),
        "another row is held to the baseline"
    );
    all[1].rows.truncate(1);
    assert!(missed(&all[1..]).is_some());
    assert!(accept(&all[1..], CheckExtent::Whole).is_none());
    all[1].unchanged = Some(false);
    assert!(
        accept(&all[1..], CheckExtent::Whole).is_some(),
        "nothing was to be another"
    );
}

/// Why others win now is told of one value at one table of the same players.
#[test]
fn one_change_that_lets_others_win_is_to_be_looked_into() {
    let mut each = sample().remove(1);
    let told = |each: &Checked| {
        advice(from_ref(each), CheckExtent::Whole)
            .iter()
            .any(|advice| advice.text().contains(" why "))
    };
    each.only = true;
    assert!(!told(&each), "two changes");
    each.inputs_changed.iter_mut().for_each(|changes| changes.truncate(1));
    let all = advice(from_ref(&each), CheckExtent::Whole);
    assert!(
        all.iter().any(|advice| advice.text()
            == "where the games part that others win now, “end-points.coins=5” being the game as it was: balance why \
                scenarios/two.toml --set end-points.coins=5"),
        "{all:?}"
    );
    each.only = false;
    assert!(!told(&each), "one of several tables");
    each.only = true;
    each.rows[0].metric = "turns.mean".to_owned();
    assert!(!told(&each), "who wins has not moved");
    each.rows[0].metric = "win-rate.tribe".to_owned();
    each.inputs_changed
        .iter_mut()
        .flatten()
        .for_each(|change| change.key = "rules.players".to_owned());
    assert!(!told(&each), "other tables");
}

#[test]
fn a_change_that_is_meant_becomes_the_baseline() {
    let mut all = sample();
    let accept = |each: &Checked| accept(from_ref(each), CheckExtent::Whole).map(|advice| advice.text());
    assert_eq!(
        accept(&all[1]).as_deref(),
        Some("if the change is meant: balance baseline scenarios/two.toml")
    );
    all[1].inputs_changed = Some(Vec::new());
    assert!(accept(&all[1]).is_some(), "the program itself plays differently");
    all[1].changed = Some(0);
    assert_eq!(accept(&all[1]), None);
}

/// Of several configurations each thing is told once, with the most games that any of them takes.
#[test]
fn what_is_open_in_several_configurations_is_told_once() {
    let mut each = sample().remove(1);
    each.rows[0].verdict = Verdict::Within;
    let mut other = each.clone();
    other.rows[1].enough = Some(150_000);
    let told: Vec<String> = advice(&[each, other], CheckExtent::Whole)
        .iter()
        .map(CheckAdvice::text)
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains(" balance baseline scenarios/two.toml --games 160_000)\n"),
        "{told:?}"
    );
    assert!(told[1].starts_with("if the change is meant: "), "{told:?}");
}

/// Where another bot sits there and all is within, it is accepted by one command, told once.
#[test]
fn a_change_is_accepted_by_one_command() {
    let mut each = sample().remove(0);
    each.bots_not_held = vec!["rusher".to_owned()];
    each.changed = Some(5);
    each.inputs_changed = Some(vec![InputChange {
        key: "seats".to_owned(),
        was: Some("all heuristic".to_owned()),
        is: Some("1 rusher".to_owned()),
    }]);
    let outcome = crate::check::CheckOutcome {
        all: from_ref(&each),
        ..Default::default()
    };
    let all: Vec<String> = outcome
        .what_to_do(from_ref(&each))
        .iter()
        .map(CheckAdvice::text)
        .collect();
    let commands = all.iter().filter(|text| text.contains("balance baseline")).count();
    assert_eq!(commands, 1, "{all:?}");
    assert!(
        all.last().is_some_and(|text| text.starts_with("all within; ")),
        "{all:?}"
    );
}

/// What has changed and passes is to be accepted, or it adds up.
#[test]
fn a_change_within_its_tolerance_is_to_become_the_baseline() {
    let mut all = sample();
    assert!(new_baseline(&all[..1]).is_none(), "nothing went differently");
    assert!(new_baseline(&all).is_none(), "not all is within");
    for row in &mut all[1].rows {
        row.verdict = Verdict::Within;
    }
    assert_eq!(
        new_baseline(&all).map(|advice| advice.text()).as_deref(),
        Some(
            "all within; if the change is meant, make it the new baseline, or later changes add up to it: \
             balance baseline scenarios/two.toml"
        )
    );
    all[1].interrupted = true;
    assert!(new_baseline(&all).is_none());
}

/// A baseline of the game as it was knows nothing of a bot that came since.
#[test]
fn of_a_new_bot_no_baseline_of_the_game_as_it_was_is_asked() {
    let mut all = sample();
    let each = &mut all[0];
    each.bots_not_held = vec!["rusher".to_owned()];
    each.inputs_changed = Some(Vec::new());
    let held = |each: &Checked| not_held(each).expect("a bot").text();
    assert!(held(each).contains("made of the game as it was, holds it: balance baseline"));
    assert!(accept(from_ref(each), CheckExtent::Whole).is_none());
    each.inputs_changed = Some(vec![InputChange {
        key: "seats".to_owned(),
        was: Some("all heuristic".to_owned()),
        is: Some("1 rusher".to_owned()),
    }]);
    assert!(held(each).ends_with("their shares are not compared") && !held(each).contains("balance baseline"));
    assert!(accept(from_ref(each), CheckExtent::Whole).is_some());
}
