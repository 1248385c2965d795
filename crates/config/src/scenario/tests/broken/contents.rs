//! Content files, and what games find.

use crate::scenario::tests::catalogue;
use insta::assert_snapshot;

#[test]
fn contents() {
    let all = catalogue(
        r#"
== content missing
-- s/a.toml
game = "pond"
[rules]
leaves = "leafs.toml"
-- s/leaves.toml
== content set unknown
game = "pond"
[rules]
leaves = "standart"
== content fault
-- s/a.toml
game = "pond"
[rules]
leaves = "own.toml"
-- s/own.toml
leaf = "green"
frog = "rotten"
== content fault beside other mistakes
-- a.toml
game = "pond"
[rules]
player = 3
leaves = "own.toml"
-- own.toml
leaf = 'rotten'
== fault of a rule
game = "pond"
[rules]
end-points.coins = 40
players = 3
== fault in one configuration
game = "pond"
[rules]
end-points.coins = 40
[matrix]
"rules.players" = [4, 3, 2]
== fault of a bot
game = "pond"
[seats]
all = "parrot"
[bots.parrot]
kind = "scripted"
script = [
  "jump",
  "fly",
]
== content is no text
game = "pond"
[rules]
leaves = 5
[matrix]
"rules.leaves" = ["sparse", "gone.toml", true]
== content is no toml
-- a.toml
game = "pond"
[rules]
leaves = "own.toml"
-- own.toml
leaf = rotten
frog
colours = [1, 2
"#,
    );
    assert_snapshot!(all);
}
