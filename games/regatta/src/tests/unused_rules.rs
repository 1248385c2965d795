//! Rules that change nothing at a table are said, and those alone.

use crate::GAME;

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
        assert_eq!(
            told.contains(&"stack-empty".to_owned()),
            said,
            "{players} players: {told:?}"
        );
    }
    let tridents = "trident-replaceable = false";
    assert_eq!(
        idle(&format!("{tridents}\nfavors-per-turn = 0")),
        ["trident-replaceable"]
    );
    assert!(idle(&format!("{tridents}\n{again}")).is_empty());
}
