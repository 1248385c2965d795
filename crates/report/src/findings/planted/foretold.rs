//! How many games are said to tell, held to games of which the rates stay as they were seen.

use super::*;

/// The number after which an open finding is said to be told, if it is.
fn foretold(evidence: &str) -> Option<u64> {
    let number = evidence.split_once(" About ")?.1.split_once(" games would tell")?.0;
    number.replace(',', "").parse().ok()
}

/// Is it left open how far off its share a side is, whether or not it is shown to be off at all?
fn is_open(finding: &Finding) -> bool {
    match &finding.kind {
        FindingKind::SidesOpen => true,
        FindingKind::SideGap { size, .. } => *size == GapSize::Open,
        _ => false,
    }
}

/// Runs in which it is open whether the sides are even, each with the chance of the north set to what was seen before a second
/// run of as many games as was foretold: in nine of ten of these it is open no more. Without room for chance it would be in
/// less than half of them.
#[test]
fn what_is_open_is_told_by_as_many_games_as_are_foretold() {
    const GAMES: u64 = 400;
    let (mut said, mut told) = (0, 0);
    for run in 0..120 {
        let plan = |north: f64| Plan {
            north,
            ..Plan::default()
        };
        let made = results(&[("dice", played(3_000 + run, GAMES, plan(0.0006 * run as f64)))]);
        let open = |made: &Results| findings(made).into_iter().find(is_open);
        let Some(needed) = open(&made).and_then(|each| foretold(&each.evidence)) else {
            continue;
        };
        said += 1;
        let sides = &made.configurations[0].sides;
        let seen = sides.iter().find(|row| row.side == "north").expect("a side").wins as f64 / GAMES as f64;
        let again = results(&[("dice", played(9_000 + run, needed, plan(seen - 0.5)))]);
        told += u32::from(open(&again).is_none());
    }
    assert!(said >= 20, "of 120 runs {said} say how many games would tell");
    assert!(told * 100 >= said * 85, "of {said} runs only {told} told by then");
}
