//! Other levels at the same table: one that turns a side's advantage round, some that agree, some of too few games.

use super::super::super::{details, markdown, tables};
use super::*;
use balance_inference::judge::{Answer, Strength, Verdict};

fn with(own: Plan, others: &[(&str, u64, Plan)]) -> Results {
    let mut made = results(&[("dice", played(31, 40_000, own))]);
    made.scenario.league = true;
    let tallies: Vec<(&str, Tally)> = (32..)
        .zip(others)
        .map(|(seed, (bot, games, plan))| (*bot, played(seed, *games, *plan)))
        .collect();
    made.configurations[0].others = results(&tallies).configurations;
    made
}

const AHEAD: Plan = Plan { north: 0.08, ..FAIR };

const BEHIND: Plan = Plan { north: -0.08, ..FAIR };

fn says(made: &Results, is: impl Fn(&FindingKind) -> bool) -> Vec<Robustness> {
    let found = find(made, is).expect("a finding");
    found.others.iter().map(|one| one.says).collect()
}

fn is_length(kind: &FindingKind) -> bool {
    matches!(kind, FindingKind::Length { fact, .. } if matches!(fact, LengthFact::Typical { .. }))
}

const SAME: Robustness = Robustness::Same;
const UNDECIDED: Robustness = Robustness::Undecided;
const DIFFERENT: Robustness = Robustness::Different;

#[test]
fn what_another_bot_turns_round_depends_on_the_bots() {
    let others = [
        ("novice", 10_000, AHEAD),
        ("club", 10_000, BEHIND),
        ("expert", 40_000, FAIR),
    ];
    let made = with(AHEAD, &others);
    assert_eq!(says(&made, is_about_sides), [SAME, DIFFERENT, DIFFERENT]);
    let north = find(&made, is_about_sides).expect("found");
    assert_eq!(north.certainty().0, "bot-dependent");
    let elsewhere = north.elsewhere();
    assert!(elsewhere.starts_with("Also among novice bots ("), "{elsewhere}");
    // Nothing that is printed calls it confirmed.
    let run = crate::Insights::of_run(&made);
    for text in [details(&run, 100), markdown(&run)] {
        let text = text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace('\u{a0}', " ");
        let (_, after) = text.split_once(&north.text().evidence).expect("the finding");
        let tag = |word: &str| after.find(word).unwrap_or(usize::MAX);
        assert!(tag("bot-dependent") < tag("confirmed"), "{after}");
    }
    // Where nobody else was asked, it is.
    let alone = find(&with(AHEAD, &[]), is_about_sides).expect("found");
    assert_eq!((alone.certainty().0, alone.elsewhere().as_str()), ("confirmed", ""));
}

#[test]
fn what_all_agree_on_is_confirmed() {
    let made = with(AHEAD, &[("novice", 40_000, AHEAD), ("expert", 3_000, AHEAD)]);
    let north = find(&made, is_about_sides).expect("found");
    assert_eq!(
        (north.certainty().0, north.elsewhere().as_str()),
        (
            "confirmed",
            "Also among novice bots (41.6%) and among expert bots (41.8%)."
        )
    );
    let few = with(AHEAD, &[("novice", 40_000, AHEAD), ("expert", 40, AHEAD)]);
    assert_eq!(says(&few, is_about_sides), [SAME, UNDECIDED]);
}

/// What a bot does that a scenario names stands in the table, and casts no doubt.
#[test]
fn bots_that_are_no_level_say_nothing() {
    let made = with(AHEAD, &[("expert", 40_000, AHEAD), ("pirate", 40_000, BEHIND)]);
    let north = find(&made, is_about_sides).expect("found");
    assert_eq!(
        (north.certainty().0, north.elsewhere().as_str()),
        ("confirmed", "Also among expert bots (41.6%).")
    );
    let shown = tables::others(&made, tables::Detail::Short).expect("others");
    assert_eq!(shown.rows.len(), 3);
}

#[test]
fn lengths_and_endings_are_asked_of_others_too() {
    let slow = Plan { longer: 12, ..FAIR };
    let stuck = Plan { stalled: 0.3, ..FAIR };
    let made = with(
        FAIR,
        &[
            ("novice", 10_000, slow),
            ("club", 10_000, stuck),
            ("expert", 10_000, FAIR),
        ],
    );
    assert_eq!(says(&made, is_length), [DIFFERENT, SAME, SAME]);
    // Games that vary a lot do not vary as much where the longest were stopped too soon for that.
    let late = Plan {
        longer: 20,
        stalled: 0.1,
        ..FAIR
    };
    let endless = Plan { stalled: 1.0, ..FAIR };
    let early = Plan { stalled: 0.1, ..FAIR };
    let mut made = with(
        FAIR,
        &[
            ("novice", 10_000, late),
            ("club", 10_000, endless),
            ("expert", 10_000, early),
        ],
    );
    let long = |row: &&mut table::HistogramRow| row.measure == "turns" && row.value == 13;
    let rows = made.configurations[0].histogram.iter_mut();
    rows.filter(long).for_each(|row| row.value = 50);
    assert_eq!(says(&made, is_spread), [DIFFERENT, DIFFERENT, SAME]);
    // How long stopped games would have taken is not known, however near the limit lies.
    let near = Plan { longer: 86, ..FAIR };
    let endless = Plan { stalled: 0.7, ..near };
    assert_eq!(
        says(&with(near, &[("expert", 10_000, endless)]), is_length),
        [DIFFERENT]
    );
    let own = with(stuck, &[("novice", 10_000, stuck), ("expert", 20_000, FAIR)]);
    assert_eq!(
        says(&own, |kind| is_stopped(kind, StoppedShare::Some)),
        [SAME, DIFFERENT]
    );
}

#[test]
fn the_table_of_other_bots_marks_who_agrees() {
    let others = [
        ("novice", 10_000, AHEAD),
        ("club", 10_000, BEHIND),
        ("expert", 10, AHEAD),
    ];
    let made = with(AHEAD, &others);
    let shown = tables::others(&made, tables::Detail::Short).expect("others");
    let column: Vec<&str> = shown.rows.iter().map(|row| row[2].text.as_str()).collect();
    let marks: Vec<Option<char>> = column.iter().map(|cell| cell.chars().last()).collect();
    assert_eq!(marks, [Some('▲'), Some('▲'), Some('▼'), Some('%')], "{column:?}");
    // Ten games carry no tenths of a per cent.
    assert!(column[1].contains('.') && !column[3].contains('.'), "{column:?}");
    assert!(tables::others(&with(AHEAD, &[]), tables::Detail::Short).is_none());
}

/// At the edge of a claim either word would be wrong; so it may be said in few runs only.
#[test]
fn other_bots_are_seldom_said_to_agree_or_not_where_neither_is_so() {
    let edge = Plan { north: 0.02, ..FAIR };
    let mut wrong = 0;
    for seed in 0..300 {
        let mut made = results(&[("dice", played(1_000, 100, AHEAD))]);
        made.configurations[0].others = results(&[("expert", played(2_000 + seed, 1_000, edge))]).configurations;
        let context = FindingContext {
            each: &made.configurations[0],
            of: 1,
            others: robustness::confidence(&made),
            silence: Severity::Problem,
        };
        let claim = FindingClaim::Gap {
            winners: Winners::Sides,
            name: "north".to_owned(),
            direction: Direction::More,
            by: 0.02,
        };
        // At the edge of what was asked nothing is so.
        wrong += u32::from(robustness::answers(&context, &claim).remove(0).says != UNDECIDED);
    }
    assert!(wrong <= 6, "{wrong} of 300");
}

#[test]
fn a_goal_that_others_miss_on_the_other_side_is_not_missed_with_them_too() {
    let mut made = with(AHEAD, &[("novice", 40_000, AHEAD), ("expert", 40_000, BEHIND)]);
    let missed = |value: f64| table::TargetRow {
        change: false,
        metric: "win-rate.north".to_owned(),
        from: Some(0.49),
        to: Some(0.51),
        answer: Some(Answer {
            verdict: Verdict::Outside,
            strength: Strength::Clear,
            value,
            lo: Some(value - 0.01),
            hi: Some(value + 0.01),
            deals: 40_000,
            error: 0.05,
            enough: None,
        }),
    };
    let each = &mut made.configurations[0];
    each.targets = vec![missed(0.58)];
    for (other, value) in each.others.iter_mut().zip([0.58, 0.42]) {
        other.targets = vec![missed(value)];
    }
    let goal = |kind: &FindingKind| matches!(kind, FindingKind::Goal { .. });
    assert_eq!(says(&made, goal), [SAME, DIFFERENT]);
}

/// What is said of several configurations at once holds in each of them: of each bot the worst answer counts.
#[test]
fn of_several_configurations_the_worst_answer_counts() {
    let names = ["one", "two", "three", "four", "five"];
    let tallies: Vec<(&str, Tally)> = (1..)
        .zip(names)
        .map(|(seed, name)| (name, played(seed, 20_000, AHEAD)))
        .collect();
    let mut made = results(&tallies);
    let turned = [("novice", AHEAD), ("club", BEHIND), ("expert", BEHIND)];
    let plans = [turned]
        .into_iter()
        .chain([[("novice", AHEAD), ("club", AHEAD), ("expert", BEHIND)]; 4]);
    for (each, plans) in made.configurations.iter_mut().zip(plans) {
        let others = plans.map(|(name, plan)| (name, played(3, 20_000, plan)));
        each.others = results(&others).configurations;
    }
    assert_eq!(says(&made, is_about_sides), [SAME, DIFFERENT, DIFFERENT]);
    // Of few configurations those in which the bots say something else are a finding of their own.
    made.configurations.truncate(2);
    let all = findings(&made);
    let about: Vec<&Finding> = all.iter().filter(|each| is_about_sides(&each.kind)).collect();
    assert_eq!(about.len(), 2);
    assert!(
        about
            .iter()
            .all(|each| each.place.as_ref().is_some_and(|place| place.count == 1))
    );
}
