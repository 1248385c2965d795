//! A change that other bots answer, too: with some it moves the same way, with others it does not, or back.

use super::super::kind::ChangeFact;
use super::*;
use crate::sample;
use balance_inference::table::{DifferenceVerdict, SideRow};

/// The made-up runs of two versions: the other moves the first side to 38 and the last to 17.8% of the games.
fn two() -> Results {
    let mut made = sample::variants();
    made.configurations.truncate(2);
    made.comparisons.truncate(1);
    made.parted.clear();
    made.scenario.league = true;
    made
}

/// One that is played by another bot, which wins these shares of the games with each side.
fn played_by(bot: &str, each: &Configuration, shares: [f64; 3]) -> Configuration {
    let mut other = each.clone();
    bot.clone_into(&mut other.name);
    for (row, share) in other.sides.iter_mut().zip(shares) {
        let wins = (share * row.games as f64) as u64;
        *row = SideRow {
            wins,
            deals: vec![row.games - wins, wins],
            win_rate: table::Rate {
                value: share,
                ..row.win_rate
            },
            ..row.clone()
        };
    }
    other
}

fn with(others: &[(&str, [f64; 3], [f64; 3])]) -> Results {
    let mut made = two();
    for (bot, before, after) in others {
        for (each, shares) in made.configurations.iter_mut().zip([before, after]) {
            let other = played_by(bot, each, *shares);
            each.others.push(other);
        }
    }
    made
}

const BEFORE: [f64; 3] = [0.4, 0.47, 0.13];
const AFTER: [f64; 3] = [0.38, 0.44, 0.18];

fn change(made: &Results) -> (ChangeFact, Vec<Robustness>) {
    let found = find(made, |kind| matches!(kind, FindingKind::Change { .. })).expect("a change");
    let says = found.others.iter().map(|one| one.says).collect();
    match found.kind {
        FindingKind::Change { fact, .. } => (fact, says),
        _ => unreachable!("a change"),
    }
}

#[test]
fn what_a_change_does_with_other_bots_is_compared() {
    let says = |others: &[(&str, [f64; 3], [f64; 3])]| change(&with(others)).1;
    let same = says(&[("novice", BEFORE, AFTER), ("expert", BEFORE, [0.3, 0.4, 0.3])]);
    assert_eq!(same, [Robustness::Same; 2]);
    let turned = says(&[("novice", BEFORE, AFTER), ("expert", AFTER, BEFORE)]);
    assert_eq!(turned, [Robustness::Same, Robustness::Different]);
    assert_eq!(says(&[("expert", BEFORE, BEFORE)]), [Robustness::Different]);
    // No difference seen in few games is not none.
    let mut made = with(&[("expert", BEFORE, BEFORE)]);
    for each in made.configurations.iter_mut().flat_map(|each| &mut each.others) {
        each.games = 100;
    }
    assert_eq!(change(&made).1, [Robustness::Undecided]);
}

#[test]
fn bots_whose_games_are_stopped_say_nothing() {
    let mut made = with(&[("expert", BEFORE, AFTER)]);
    for each in &mut made.configurations {
        let other = &mut each.others[0];
        for row in &mut other.endings {
            row.games = if row.capped { other.games } else { 0 };
        }
    }
    assert!(change(&made).1.is_empty());
    let sides = find(&made, is_about_sides);
    assert_eq!(sides.expect("sides").others[0].says, Robustness::Undecided);
}

/// What another bot does in the place of one that sits there is nothing to ask a third.
#[test]
fn a_change_of_bots_is_not_asked_of_others() {
    let mut made = with(&[("novice", BEFORE, BEFORE)]);
    made.configurations[1].seating = "every seat: careful".to_owned();
    assert!(change(&made).1.is_empty());
    let mut made = with(&[("novice", BEFORE, BEFORE)]);
    made.configurations[1].rules = made.configurations[0].rules.clone();
    assert!(change(&made).1.is_empty());
}

#[test]
fn changes_by_random_moves_are_no_findings() {
    let mut made = two();
    for row in made.configurations.iter_mut().flat_map(|each| &mut each.bots) {
        row.random = true;
    }
    assert!(find(&made, |kind| matches!(kind, FindingKind::Change { .. })).is_none());
}

#[test]
fn changes_are_different_the_same_or_undecided() {
    let mut made = sample::variants();
    let facts = |made: &Results| -> Vec<ChangeFact> {
        let fact = |each: Finding| match each.kind {
            FindingKind::Change { fact, .. } => Some(fact),
            _ => None,
        };
        findings(made).into_iter().filter_map(fact).collect()
    };
    let all = facts(&made);
    assert!(
        matches!(all[0], ChangeFact::Different(_)) && matches!(all[1], ChangeFact::Same(_)),
        "{all:?}"
    );
    let rows = || sample::variants().comparisons.remove(0).rows;
    let sides = rows().iter().filter(|row| row.side().is_some()).count();
    for row in made.comparisons[0].rows.iter_mut().filter(|row| row.side().is_some()) {
        row.verdict = DifferenceVerdict::Different;
    }
    let ChangeFact::Different(effects) = facts(&made).remove(0) else {
        panic!("a difference")
    };
    // Every side that differs is listed, the largest first of all.
    assert!(effects.len() >= sides, "{effects:?}");
    assert_eq!(effects[0].metric, "Profiteer");
    for row in made.comparisons.iter_mut().flat_map(|each| &mut each.rows) {
        row.verdict = DifferenceVerdict::Undecided;
    }
    assert!(facts(&made).iter().all(|fact| matches!(fact, ChangeFact::Undecided(_))));
}

#[test]
fn many_changes_are_counted() {
    let mut made = sample::variants();
    let (each, comparison) = (made.configurations[1].clone(), made.comparisons[0].clone());
    for index in 0..8 {
        let mut each = each.clone();
        each.name = format!("copy {index}");
        let mut comparison = comparison.clone();
        comparison.configuration.clone_from(&each.name);
        made.configurations.push(each);
        made.comparisons.push(comparison);
    }
    let counted = find(&made, |kind| matches!(kind, FindingKind::Changes { .. })).expect("a count");
    let FindingKind::Changes {
        different, same, of, ..
    } = counted.kind
    else {
        unreachable!()
    };
    assert_eq!([different, same, of], [9, 1, 10]);
    assert!(matches!(change(&made).0, ChangeFact::Largest(_)));
}

#[test]
fn who_wins_is_not_compared_between_other_sides() {
    let mut made = two();
    made.comparisons[0].rows.retain(|row| row.side().is_none());
    for row in &mut made.configurations[1].sides {
        row.side = format!("other {}", row.side);
    }
    assert_eq!(change(&made).0, ChangeFact::OtherSides);
}
