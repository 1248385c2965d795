//! Rules that change nothing at a table are said, and those alone.

use crate::GAME;
use balance_kit::Setup;

/// Keys of these rules that are said to change nothing.
fn idle(written: &str) -> Vec<String> {
    GAME.idle_keys(written, 12)
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let both = "wedges-per-turn = { two-players = 1, more-players = 2 }";
    assert_eq!(idle(&format!("players = 2\n{both}")), ["wedges-per-turn.more-players"]);
    assert_eq!(idle(&format!("players = 3\n{both}")), ["wedges-per-turn.two-players"]);
    let again = "stack-empty = \"recycle\"";
    for (players, said) in [(2, false), (3, true)] {
        let none = format!("players = {players}\n{again}\nwedges-per-turn = {{ more-players = 0 }}");
        let told = idle(&none);
        let found = told.contains(&"stack-empty".to_owned());
        assert_eq!(found, said, "{players} players: {told:?}");
    }
    let tridents = "trident-replaceable = false";
    let found = idle(&format!("{tridents}\nfavors-per-turn = 0"));
    assert_eq!(found, ["trident-replaceable"]);
    assert!(idle(&format!("{tridents}\n{again}")).is_empty());
}

/// Of the two numbers of wedges the one for other tables does not count.
#[test]
fn wedges_that_nobody_draws_are_no_dead_rule() {
    let of_rule = |players: u8, two: u8, more: u8| {
        let setup = Setup::default().with_rule("players", players);
        let setup = setup.with_rule("wedges-per-turn.two-players", two);
        let mut setup = setup.with_rule("wedges-per-turn.more-players", more);
        setup.seats.all = "random".to_owned();
        let game = (GAME.build)(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let counter = |key| game.sheet().counters.iter().find(|counter| counter.key == key);
        ["wedges-drawn", "wedges-placed", "wedges-ahead"].map(|key| counter(key).expect("a counter").rule)
    };
    for (players, two, more, drawn) in [
        (2, 0, 1, false),
        (2, 1, 0, true),
        (3, 0, 1, true),
        (4, 1, 0, false),
        (4, 0, 0, false),
    ] {
        let found = of_rule(players, two, more);
        assert_eq!(found, [drawn; 3], "{players} players, {two} and {more}");
    }
}
