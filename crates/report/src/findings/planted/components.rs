//! Tiles that were planted: what goes with winning, and what is never used.

use super::*;

#[test]
fn a_decisive_tile_is_found_and_no_other() {
    let found = keys(
        3,
        20_000,
        Plan {
            tile: 0.2,
            ..Plan::default()
        },
    );
    assert!(found.iter().any(|key| key.starts_with("link tile 1 ")), "{found:?}");
    assert_eq!(
        found.iter().filter(|key| key.starts_with("link ")).count(),
        1,
        "{found:?}"
    );
}

/// What is dealt is a cause, what is used need not be one, and what lies open at the end is not told at all.
#[test]
fn what_a_component_goes_with_is_told_by_how_it_came_into_the_game() {
    let told = |held: Presence| {
        let plan = Plan {
            tile: 0.2,
            ..Plan::default()
        };
        let mut made = results(&[("dice", played(3, 20_000, plan))]);
        for row in &mut made.configurations[0].components {
            row.held = held;
        }
        let all = findings(&made);
        let found = all.into_iter().find(|each| each.key().starts_with("link "));
        found.map(|each| format!("{} {}", each.headline, each.evidence))
    };
    let dealt = told(Presence::Dealt).expect("found");
    assert!(
        dealt.starts_with("“tile 1”, where it is dealt, makes the side “"),
        "{dealt}"
    );
    assert!(dealt.contains("is its doing"), "{dealt}");
    let used = told(Presence::Used).expect("found");
    assert!(
        used.starts_with("The side “") && used.contains(" often where “tile 1” is used."),
        "{used}"
    );
    assert!(
        used.contains("need not be a cause") && !used.contains("makes"),
        "{used}"
    );
    assert_eq!(told(Presence::AtEnd), None);
}

#[test]
fn a_useless_tile_is_found() {
    let plan = Plan {
        useless: true,
        ..Plan::default()
    };
    let made = findings(&results(&[("dice", played(4, 5_000, plan))]));
    let unused = made.iter().find(|each| each.key() == "unused").expect("found");
    assert!(
        unused.evidence.contains("tile 12") && !unused.evidence.contains("tile 11"),
        "{}",
        unused.evidence
    );
}
