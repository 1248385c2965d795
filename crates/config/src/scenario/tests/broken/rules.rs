//! Keys, and the command line.

use crate::scenario::Overrides;
use crate::scenario::tests::{catalogue, load_with};
use insta::assert_snapshot;

#[test]
fn rules() {
    let all = catalogue(
        r#"
== unknown rule
game = "pond"
[rules]
end-point.coins = 7
== unknown nested rule
game = "pond"
[rules]
players = 4
end-points.coin = 7
== unknown rule with underscore
game = "pond"
[rules.end_points]
coins = 7
== unknown rule like nothing
game = "pond"
[rules]
zebras = 7
== rule at top
game = "pond"
players = 4
== unknown key at top
game = "pond"
game_count = 4
[variants]
== unknown key whose neighbour is set
game = "pond"
[rules]
players = 4
player = 5
"#,
    );
    assert_snapshot!(all);
}

#[test]
fn mistakes_on_the_command_line() {
    let overrides = Overrides {
        games: Some(0),
        seed: Some(u64::MAX),
        ..Overrides::default()
    };
    let problems = load_with(&[("a.toml", "game = \"pond\"\n")], &overrides).unwrap_err();
    assert_snapshot!(problems, @r"
    error: --games is 0, but must be from 1 to 1_000_000_000_000

    error: --seed is 18446744073709551615, but must be from 0 to 9_223_372_036_854_775_807

    a.toml: 2 problems
    ");
}
