//! Rules that change nothing at a table are said, and those alone.

use crate::GAME;

/// Keys of these rules that are said to change nothing.
fn idle(written: &str) -> Vec<String> {
    GAME.idle_keys(written, 12)
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let six = "spirits = { sixth-player = true }\nrounds-max = 10";
    assert_eq!(idle(&format!("players = 5\n{six}")), ["spirits.sixth-player"]);
    assert!(idle(&format!("players = 6\n{six}")).is_empty());
    let whole = "spirits = { doubles = true, cards = true, gems-by-players = true, elk = true }";
    assert!(idle(whole).is_empty(), "the whole expansion is meant");
    let soon = "sets = { any = 1, same = 0, different = 0 }";
    for tiebreak in ["value", "count-then-first"] {
        let tie = format!("tiebreak = \"{tiebreak}\"\n{soon}");
        assert_eq!(idle(&format!("{tie}\nwin-check = \"after-each\"")), ["tiebreak"]);
        assert!(idle(&tie).is_empty());
    }
    let holds = idle("win-check = \"after-each\"\ntiebreak = \"shared\"").is_empty();
    assert!(holds, "the default");
}

#[test]
fn sets_for_which_there_are_too_few_gems_are_said() {
    let short = |sets: &str| GAME.keys_out_of_reach(&format!("sets = {sets}"));
    assert_eq!(short("{ same = 8, any = 36 }"), ["sets.same", "sets.any"]);
    assert!(short("{ same = 7, any = 35 }").is_empty());
}
