use super::*;
use crate::tuning::{Promising, RuleProposal};
use balance_experiments::tune::Class;
use balance_inference::table::Rate;

fn proposal(class: Class, rule: Option<&str>) -> RuleProposal {
    let change = |rule: &str| RuleChange {
        rule: rule.to_owned(),
        from: Some("1".to_owned()),
        to: "2".to_owned(),
        is_end: false,
    };
    RuleProposal {
        name: String::new(),
        changes: rule.map(change).into_iter().collect(),
        class,
        nearer: false,
        figures: Vec::new(),
        gone: Vec::new(),
    }
}

fn tuning(present: Class, other: Class) -> Tuning {
    Tuning {
        file: "tuned.toml".to_owned(),
        games: 1_000,
        rules: 1,
        versions: 2.0,
        tried: 2,
        deals: 100,
        seating: "every seat: heuristic".to_owned(),
        proposals: vec![proposal(present, None), proposal(other, Some("coop-draws"))],
        ..Tuning::default()
    }
}

fn rate(value: f64) -> Rate {
    Rate::plus_minus(value, 0.01)
}

/// One of the north, within its band.
fn figure(band: (f64, f64), value: f64) -> TuningFigure {
    TuningFigure::of("win-rate.north", band, rate(value))
}

/// The verdict where the first proposal is to be taken, with figures of these values now and after, of which the second has no goal.
fn taken(class: Class, [now, after]: [[f64; 2]; 2]) -> Tuning {
    let mut made = tuning(Class::Missed, class);
    made.take = Some(1);
    let figures = |[north, south]: [f64; 2]| {
        let goal = figure((0.19, 0.21), north);
        let free = TuningFigure {
            metric: "win-rate.south".to_owned(),
            verdict: None,
            ..figure((f64::NEG_INFINITY, f64::INFINITY), south)
        };
        vec![goal, free]
    };
    made.proposals[0].figures = figures(now);
    made.proposals[1].figures = figures(after);
    made
}

const SMALL: [[f64; 2]; 2] = [[0.14, 0.43], [0.20, 0.40]];
const FAR: [[f64; 2]; 2] = [[0.14, 0.43], [0.20, 0.15]];

/// A change is recommended only where every goal is confirmed, no side without a goal moves far, and nothing goes.
#[test]
fn a_change_is_recommended_only_where_nothing_speaks_against_it() {
    assert_eq!(taken(Class::Met, SMALL).verdict(), TuneVerdict::Change);
    let word = taken(Class::Met, SMALL).verdict_line();
    assert_eq!(word, "CHANGE 1 rule: coop-draws from 1 to 2. Every goal is then met.");
    let far = taken(Class::Met, FAR);
    assert_eq!(far.verdict(), TuneVerdict::NoChange(Objection::SideEffect));
    let mut lost = taken(Class::Met, SMALL);
    lost.proposals[1].gone = vec!["“cards played”".to_owned()];
    assert_eq!(lost.verdict(), TuneVerdict::NoChange(Objection::Loss));
    assert_eq!(
        taken(Class::Missed, SMALL).verdict(),
        TuneVerdict::NoChange(Objection::GoalMissed)
    );
    let undecided = |candidate| TuneVerdict::Undecided(candidate);
    assert_eq!(
        taken(Class::Likely, SMALL).verdict(),
        undecided(UndecidedChange::OnTarget)
    );
    assert_eq!(taken(Class::Open, SMALL).verdict(), undecided(UndecidedChange::Closer));
}

#[test]
fn a_change_that_another_bot_turns_round_is_not_recommended() {
    let mut made = taken(Class::Met, SMALL);
    made.second = Some("careful".to_owned());
    let goal = &mut made.proposals[1].figures[0];
    goal.moved = Some(rate(0.07));
    goal.second = Some(rate(0.36));
    goal.second_moved = Some(rate(0.11));
    assert_eq!(made.verdict(), TuneVerdict::NoChange(Objection::OtherBot));
    let text = anstream::adapter::strip_str(&crate::terminal::document(&made.document(), 80)).to_string();
    assert!(
        text.contains("careful at every seat: win rate of north 25.0% → 36.0%."),
        "{text}"
    );
}

#[test]
fn the_rules_are_kept_only_where_they_are_confirmed_to_meet_every_goal() {
    let verdict = |present: Class| tuning(present, Class::Missed).verdict();
    assert_eq!(verdict(Class::Met), TuneVerdict::Keep);
    assert_eq!(verdict(Class::Likely), TuneVerdict::Undecided(UndecidedChange::Present));
    assert_eq!(verdict(Class::Open), TuneVerdict::Undecided(UndecidedChange::Nothing));
    assert_eq!(verdict(Class::Missed), TuneVerdict::NoChange(Objection::NoneCloser));
}

#[test]
fn goals_that_exclude_each_other_are_impossible() {
    let mut made = tuning(Class::Missed, Class::Missed);
    made.proposals[0].figures = vec![figure((0.3, 0.2), 0.25)];
    assert_eq!(made.verdict(), TuneVerdict::Impossible);
    assert_eq!(
        made.verdict_line(),
        "IMPOSSIBLE. The goals contradict each other: win rate of north cannot be at least 30% and at most 20%."
    );
}

#[test]
fn games_that_nobody_wins_have_no_answer() {
    let mut made = tuning(Class::Missed, Class::Missed);
    made.proposals[0].figures = vec![figure((0.19, 0.21), 0.0)];
    assert_eq!(made.verdict(), TuneVerdict::NobodyWins);
}

/// What may meet every goal is the candidate where what is confirmed to be closer misses one.
#[test]
fn what_may_meet_every_goal_is_the_candidate() {
    let mut made = taken(Class::Missed, SMALL);
    let coins = proposal(Class::Likely, Some("coins"));
    made.ahead = Some(Promising {
        changes: coins.changes.clone(),
        figures: made.proposals[1].figures.clone(),
        nearer: false,
        seen: true,
    });
    assert_eq!(made.verdict(), TuneVerdict::Undecided(UndecidedChange::OnTarget));
    assert_eq!(made.mark(1), None);
    made.proposals.push(coins);
    assert_eq!(made.mark(2), Some("closest"));
}

#[test]
fn the_answer_is_one_screen_with_every_side() {
    let text = crate::terminal::document(&taken(Class::Met, FAR).document(), 80);
    assert!(text.lines().count() <= 40, "{text}");
    for word in ["Win rate of north", "Win rate of south", "limit: ±5 points", "too far"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn values_of_rules_are_told_without_straight_quotes() {
    let told = |toml: &str| super::value(toml);
    assert_eq!(told("\"shared\""), "“shared”");
    assert_eq!(told("[\"1 log\", \"1 coin\"]"), "[“1 log”, “1 coin”]");
    assert_eq!((&*told("-1"), &*told("2.5"), &*told("true")), ("−1", "2.5", "true"));
}
