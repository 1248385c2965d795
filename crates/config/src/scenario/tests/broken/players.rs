//! Seats, bots and variants.

use crate::scenario::tests::{catalogue, shown};
use insta::assert_snapshot;

#[test]
fn players() {
    let all = catalogue(
        r#"
== unknown bot
game = "pond"
[seats]
all = "bald"
toad = "zz"
[bots.bold]
kind = "heuristic"
== unknown role
game = "pond"
[seats]
heron-keper = "random"
0 = "random"
== rotate beside all
game = "pond"
[seats]
all = "random"
rotate = ["heuristic", "radnom"]
== rotate empty
game = "pond"
[seats]
rotate = []
== seat too high for the game
game = "pond"
[seats]
5 = "random"
== bot without kind
game = "pond"
[bots.bold]
weights = { risk = 0.2 }
== bot of unknown kind
game = "pond"
[bots.bold]
kind = "heuristics"
== bot settings
game = "pond"
[bots.bold]
kind = "heuristic"
weights = { risc = 0.2, risk = 2, greed = true }
[bots.parrot]
kind = "scripted"
script = []
== bot settings of another kind
game = "pond"
[bots.parrot]
kind = "random"
script = ["jump"]
== bot with built in name
game = "pond"
[bots.random]
kind = "heuristic"
== variants
game = "pond"
[[variant]]
name = "wet"
rules = { rain = 2 }
[[variant]]
name = "wet"
rule = { rain = 0.2 }
[[variant]]
rules.players = 9
== variant in single brackets
game = "pond"
[variant]
name = "wet"
== variant called base
game = "pond"
[[variant]]
name = "base"
seats.all = "randon"
== script missing
game = "pond"
[bots.parrot]
kind = "scripted"
[seats]
all = "parrot"
== name on two lines
game = "pond"
base-name = ""
[[variant]]
name = "a\nb"
== variant with bad bot
game = "pond"
[bots.bold]
kind = "heuristic"
[[variant]]
name = "v"
bots.bold.weights.risk = 3
seats.al = "bold"
== bot among the rules
game = "pond"
rules.bold.risk = 0.1
bots.bold.kind = "heuristic"
seats.all = "bold"
"#,
    );
    assert_snapshot!(all);
}

#[test]
fn a_variant_in_no_cell() {
    let variant = "[[variant]]\nname = \"wet\"\nconfiguration = \"players 6\"\nrules.end-points.coins = 5\n";
    let matrix = "[matrix]\n\"rules.players\" = [4, 5]\n";
    assert_snapshot!(shown(&[("a.toml", &format!("game = \"pond\"\n{variant}{matrix}"))]), @r#"
    error: [matrix] has no cell "players 6"
     --> a.toml:4:17
      |
    4 | configuration = "players 6"
      |                 ^^^^^^^^^^^
      |
      = help: cells: "players 4", "players 5"

    a.toml: 1 problem
    "#);
    assert_snapshot!(shown(&[("a.toml", &format!("game = \"pond\"\n{variant}"))]), @r#"
    error: [matrix] has no cell "players 6"
     --> a.toml:4:17
      |
    4 | configuration = "players 6"
      |                 ^^^^^^^^^^^
      |
      = help: it has none at all: leave `configuration` out

    a.toml: 1 problem
    "#);
}
