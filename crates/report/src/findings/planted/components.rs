//! Tiles that were planted: what goes with winning, and what is never used.

use super::*;

const DECISIVE: Plan = Plan { tile: 0.2, ..FAIR };

fn linked(made: &Results) -> Vec<(String, Presence)> {
    let link = |each: Finding| match each.kind {
        FindingKind::Link { component, held, .. } => Some((component, held)),
        _ => None,
    };
    findings(made).into_iter().filter_map(link).collect()
}

#[test]
fn a_decisive_tile_is_found_and_no_other() {
    let made = results(&[("dice", played(3, 20_000, DECISIVE))]);
    assert_eq!(linked(&made), [("tile 1".to_owned(), Presence::Dealt)]);
}

/// What is dealt is a cause, what is used need not be one, and what lies open at the end is left out.
#[test]
fn a_link_depends_on_how_a_component_comes_into_the_game() {
    let mut made = results(&[("dice", played(3, 20_000, DECISIVE))]);
    for (held, count) in [(Presence::Used, 1), (Presence::AtEnd, 0)] {
        for row in &mut made.configurations[0].components {
            row.held = held;
        }
        assert_eq!(linked(&made).len(), count, "{held:?}");
    }
}

#[test]
fn a_useless_tile_is_found() {
    let plan = Plan { useless: true, ..FAIR };
    let unused =
        |kind: &FindingKind| matches!(kind, FindingKind::UnusedComponents { names, .. } if *names == ["tile 12"]);
    assert!(kinds(4, 5_000, plan).iter().any(unused));
}
