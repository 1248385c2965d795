//! Content files, and what games find.

use crate::scenario::tests::{catalogue, shown};
use insta::assert_snapshot;

#[test]
fn contents() {
    let all = catalogue(&[
        (
            "content missing",
            shown(&[
                (
                    "s/a.toml",
                    r#"game = "pond"
[rules]
leaves = "leafs.toml"
"#,
                ),
                ("s/leaves.toml", ""),
            ]),
        ),
        (
            "content set unknown",
            shown(&[(
                "a.toml",
                r#"game = "pond"
[rules]
leaves = "standart"
"#,
            )]),
        ),
        (
            "content fault",
            shown(&[
                (
                    "s/a.toml",
                    r#"game = "pond"
[rules]
leaves = "own.toml"
"#,
                ),
                (
                    "s/own.toml",
                    r#"leaf = "green"
frog = "rotten"
"#,
                ),
            ]),
        ),
        (
            "content fault beside other mistakes",
            shown(&[
                (
                    "a.toml",
                    r#"game = "pond"
[rules]
player = 3
leaves = "own.toml"
"#,
                ),
                (
                    "own.toml", r"leaf = 'rotten'
",
                ),
            ]),
        ),
        (
            "fault of a rule",
            shown(&[(
                "a.toml",
                r#"game = "pond"
[rules]
end-points.coins = 40
players = 3
"#,
            )]),
        ),
        (
            "fault in one configuration",
            shown(&[(
                "a.toml",
                r#"game = "pond"
[rules]
end-points.coins = 40
[matrix]
"rules.players" = [4, 3, 2]
"#,
            )]),
        ),
        (
            "fault of a bot",
            shown(&[(
                "a.toml",
                r#"game = "pond"
[seats]
all = "parrot"
[bots.parrot]
kind = "scripted"
script = [
  "jump",
  "fly",
]
"#,
            )]),
        ),
        (
            "content is no text",
            shown(&[(
                "a.toml",
                r#"game = "pond"
[rules]
leaves = 5
[matrix]
"rules.leaves" = ["sparse", "gone.toml", true]
"#,
            )]),
        ),
        (
            "content is no toml",
            shown(&[
                (
                    "a.toml",
                    r#"game = "pond"
[rules]
leaves = "own.toml"
"#,
                ),
                (
                    "own.toml",
                    r"leaf = rotten
frog
colours = [1, 2
",
                ),
            ]),
        ),
    ]);
    assert_snapshot!(all);
}
