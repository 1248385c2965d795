//! Rules that change nothing at a table are said, and those alone.

use crate::GAME;
use balance_kit::{At, Setup};

/// Games that the laws play.
const GAMES: u64 = 12;

/// Keys of these rules that are said to change nothing; the laws hold the games to it.
fn idle(written: &str) -> Vec<String> {
    let setup = Setup {
        rules: toml::from_str(written).expect("rules"),
        ..Setup::default()
    };
    let key = |mistake: balance_kit::Mistake| match mistake.at {
        At::Rule(path) => path.join("."),
        other => panic!("{other:?}"),
    };
    let keys: Vec<String> = (GAME.idle)(&setup).into_iter().map(key).collect();
    if !keys.is_empty() {
        (GAME.laws)(&setup, &["random"], GAMES).unwrap_or_else(|breach| panic!("{written}: {breach}"));
    }
    keys
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let six = "spirits = { sixth-player = true }\nrounds-max = 10";
    assert_eq!(idle(&format!("players = 5\n{six}")), ["spirits.sixth-player"]);
    assert!(idle(&format!("players = 6\n{six}")).is_empty());
    let gems = "spirits = { gems-by-players = true }\nrounds-max = 10";
    for (players, said) in [(2, true), (3, false), (4, true), (5, true)] {
        let told = idle(&format!("players = {players}\n{gems}"));
        assert_eq!(told == ["spirits.gems-by-players"], said, "{players} players: {told:?}");
    }
    // Of one gem none is taken away.
    let one = "players = 3\ngems-per-place = 1\nsets = { any = 4, same = 0, different = 0 }";
    assert_eq!(idle(&format!("{one}\n{gems}")), ["spirits.gems-by-players"]);
    let soon = "sets = { any = 1, same = 0, different = 0 }";
    for tiebreak in ["value", "count-then-first"] {
        let tie = format!("tiebreak = \"{tiebreak}\"\n{soon}");
        assert_eq!(idle(&format!("{tie}\nwin-check = \"after-each\"")), ["tiebreak"]);
        assert!(idle(&tie).is_empty());
    }
    assert!(
        idle("win-check = \"after-each\"\ntiebreak = \"shared\"").is_empty(),
        "the default"
    );
}
