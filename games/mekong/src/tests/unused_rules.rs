//! Rules that change nothing at a table are said, and those alone.

use crate::GAME;

/// Keys of these rules that are said to change nothing.
fn idle(written: &str) -> Vec<String> {
    GAME.idle_keys(written, 3)
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let at = |players: u8, rules: &str| idle(&format!("players = {players}\nturns-max = 6\n{rules}"));
    for players in 2..=6 {
        let three = players == 3;
        let found = at(players, "colours = \"edition2000\"").is_empty();
        assert_eq!(found, three, "{players} players");
        // Listed otherwise than the villages lie with four and five, and with three in the edition of 2000.
        let listed = [4, 5].contains(&players);
        assert_eq!(at(players, "seats = \"given\"").is_empty(), listed, "{players} players");
        // Black is the destination of pink with five.
        let idle_villages = at(players, "idle-villages = \"goals-only\"");
        assert_eq!(idle_villages.is_empty(), players < 5, "{players} players");
        for (rule, one) in [("dragons-max", 0), ("reserve-colours", 1)] {
            let found = at(players, &format!("{rule} = 3")).is_empty();
            assert_eq!(found, players > 2, "{players} players");
            assert!(at(players, &format!("{rule} = {one}")).is_empty(), "{players} players");
        }
    }
    assert!(at(3, "colours = \"edition2000\"\nseats = \"given\"").is_empty());
    let coarse = "candidates = \"coarse\"";
    assert_eq!(at(2, coarse), ["candidates"]);
    assert_eq!(at(2, &format!("{coarse}\nstone-offset = \"free\"")), ["candidates"]);
    assert!(at(2, &format!("{coarse}\nside = \"water\"\nplank-drop = 0.5")).is_empty());
}
