//! Settings that stand in the wrong place, or in the wrong unit.

use crate::scenario::tests::shown;

/// What stands below a table though it belongs above all of them is sent there.
#[test]
fn settings_below_a_table() {
    let told = shown(&[(
        "a.toml",
        r#"game = "pond"
[rules]
seed = 5
[expect]
games = 100
length-margin = "2%"
"turns.mean" = 5
[[variant]]
name = "a"
margin = "3%"
[league]
title = "x"
"#,
    )]);
    let above = told
        .lines()
        .filter(|line| line.contains("stands at the top of the file, above the first table"));
    let named: Vec<&str> = above.filter_map(|line| line.split('`').nth(1)).collect();
    assert_eq!(named, ["seed", "games", "length-margin", "margin", "title"], "{told}");
    assert!(told.contains("a.toml: 6 problems"), "{told}");
}

/// Half a point is written so, and not as half of all games.
#[test]
fn a_margin_of_half_of_all_games() {
    let told = shown(&[("a.toml", "game = \"pond\"\nmargin = 0.5\n")]);
    assert!(
        told.contains("`margin` is 0.5, but must be") && told.contains("help: write \"0.5%\" if per cent are meant"),
        "{told}"
    );
    let told = shown(&[(
        "a.toml",
        "game = \"pond\"\n[expect]\n\"winrate.heron\" = { target = 20, within = \"1%\" }\n",
    )]);
    assert!(told.contains("write target = \"20%\" for a share"), "{told}");
}
