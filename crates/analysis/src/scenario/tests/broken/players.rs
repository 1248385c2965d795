//! Seats, bots and variants.

use crate::scenario::tests::shown;
use insta::assert_snapshot;

#[test]
fn unknown_bot() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[seats]
all = "bald"
toad = "zz"
[bots.bold]
kind = "heuristic"
"#)]), @r#"
    error: there is no bot "bald"
     --> a.toml:3:7
      |
    3 | all = "bald"
      |       ^^^^^^
      |
      = help: did you mean "bold"?

    error: there is no bot "zz"
     --> a.toml:4:8
      |
    4 | toad = "zz"
      |        ^^^^
      |
      = help: make it with a table [bots.zz], or take one of "bold", "random", "heuristic", "scripted"

    a.toml: 2 problems
    "#);
}

#[test]
fn unknown_role() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[seats]
heron-keper = "random"
0 = "random"
"#)]), @r#"
    error: unknown key `heron-keper` in [seats]
     --> a.toml:3:1
      |
    3 | heron-keper = "random"
      | ^^^^^^^^^^^
      |
      = help: did you mean `heron-keeper`? There are `toad`, `heron-keeper`

    error: there is no seat 0 in [seats]
     --> a.toml:4:1
      |
    4 | 0 = "random"
      | ^
      |
      = help: seats are counted from 1

    a.toml: 2 problems
    "#);
}

#[test]
fn rotate_beside_all() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[seats]
all = "random"
rotate = ["heuristic", "radnom"]
"#)]), @r#"
    error: `rotate` in [seats] cannot stand beside `all`
     --> a.toml:4:1
      |
    4 | rotate = ["heuristic", "radnom"]
      | ^^^^^^
      |
      = help: `rotate` fills all seats; keep one of the two

    error: there is no bot "radnom"
     --> a.toml:4:24
      |
    4 | rotate = ["heuristic", "radnom"]
      |                        ^^^^^^^^
      |
      = help: did you mean "random"? A bot of your own needs a table [bots.radnom]

    a.toml: 2 problems
    "#);
}

#[test]
fn rotate_empty() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[seats]
rotate = []
"#)]), @r"
    error: `rotate` in [seats] is an empty list
     --> a.toml:3:10
      |
    3 | rotate = []
      |          ^^
      |
      = help: name at least one value

    a.toml: 1 problem
    ");
}

#[test]
fn seat_too_high_for_the_game() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[seats]
5 = "random"
"#)]), @r#"
    error: there is no seat 5 with 4 players
     --> a.toml:3:1
      |
    3 | 5 = "random"
      | ^

    a.toml: 1 problem
    "#);
}

#[test]
fn bot_without_kind() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[bots.bold]
weights = { risk = 0.2 }
"#)]), @r#"
    error: `kind` is missing in [bots.bold]
     --> a.toml:2:7
      |
    2 | [bots.bold]
      |       ^^^^
      |
      = help: add, say, kind = "random"; kinds: "random", "heuristic", "scripted"

    a.toml: 1 problem
    "#);
}

#[test]
fn bot_of_unknown_kind() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[bots.bold]
kind = "heuristics"
"#)]), @r#"
    error: `kind` in [bots.bold] cannot be "heuristics"
     --> a.toml:3:8
      |
    3 | kind = "heuristics"
      |        ^^^^^^^^^^^^
      |
      = help: did you mean "heuristic"?

    a.toml: 1 problem
    "#);
}

#[test]
fn bot_settings() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[bots.bold]
kind = "heuristic"
weights = { risc = 0.2, risk = 2, greed = true }
[bots.parrot]
kind = "scripted"
script = []
"#)]), @r"
    error: unknown key `weights.risc` in [bots.bold]
     --> a.toml:4:13
      |
    4 | weights = { risc = 0.2, risk = 2, greed = true }
      |             ^^^^
      |
      = help: did you mean `weights.risk`? It has a value already

    error: `weights.risk` in [bots.bold] is 2, but must be from 0 to 1
     --> a.toml:4:32
      |
    4 | weights = { risc = 0.2, risk = 2, greed = true }
      |                                ^

    error: `weights.greed` in [bots.bold] must be a number, but is true
     --> a.toml:4:43
      |
    4 | weights = { risc = 0.2, risk = 2, greed = true }
      |                                           ^^^^

    error: `script` in [bots.parrot] is an empty list
     --> a.toml:7:10
      |
    7 | script = []
      |          ^^
      |
      = help: name at least one value

    a.toml: 4 problems
    ");
}

#[test]
fn bot_settings_of_another_kind() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[bots.parrot]
kind = "random"
script = ["jump"]
"#)]), @r#"
    error: unknown key `script` in [bots.parrot]
     --> a.toml:4:1
      |
    4 | script = ["jump"]
      | ^^^^^^
      |
      = help: keys here: `kind`

    a.toml: 1 problem
    "#);
}

#[test]
fn bot_with_built_in_name() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[bots.random]
kind = "heuristic"
"#)]), @r#"
    error: `random` is a built-in bot and cannot be made anew
     --> a.toml:2:7
      |
    2 | [bots.random]
      |       ^^^^^^
      |
      = help: give it a name of its own: [bots.mine] with kind = "heuristic", and all = "mine" below [seats]

    a.toml: 1 problem
    "#);
}

#[test]
fn variants() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[[variant]]
name = "wet"
rules = { rain = 2 }
[[variant]]
name = "wet"
rule = { rain = 0.2 }
[[variant]]
rules.players = 9
"#)]), @r#"
    error: `rules.rain` in [[variant]] is 2, but must be from 0% to 100%
     --> a.toml:4:18
      |
    4 | rules = { rain = 2 }
      |                  ^
      |
      = help: write "2%" if per cent are meant

    error: two variants are called "wet"
     --> a.toml:6:8
      |
    6 | name = "wet"
      |        ^^^^^
      |
      = help: give each variant a name of its own

    error: unknown key `rule` in [[variant]]
     --> a.toml:7:1
      |
    7 | rule = { rain = 0.2 }
      | ^^^^
      |
      = help: did you mean `rules`?

    error: `name` is missing in [[variant]]
     --> a.toml:8:1
      |
    8 | [[variant]]
      | ^^^^^^^^^^^
      |
      = help: add, say, name = "one coin fewer"

    error: `rules.players` in [[variant]] is 9, but must be from 2 to 6
     --> a.toml:9:17
      |
    9 | rules.players = 9
      |                 ^

    a.toml: 5 problems
    "#);
}

#[test]
fn variant_in_single_brackets() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[variant]
name = "wet"
"#)]), @r"
    error: a variant starts with [[variant]], in double brackets
     --> a.toml:2:1
      |
    2 | [variant]
      | ^^^^^^^^^
      |
      = help: write [[variant]]

    a.toml: 1 problem
    ");
}

#[test]
fn variant_called_base() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[[variant]]
name = "base"
seats.all = "randon"
"#)]), @r#"
    error: a variant cannot have the name of the base, "base"
     --> a.toml:3:8
      |
    3 | name = "base"
      |        ^^^^^^
      |
      = help: choose another name, or set `base-name`

    error: there is no bot "randon"
     --> a.toml:4:13
      |
    4 | seats.all = "randon"
      |             ^^^^^^^^
      |
      = help: did you mean "random"? A bot of your own needs a table [bots.randon]

    a.toml: 2 problems
    "#);
}

#[test]
fn script_missing() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[bots.parrot]
kind = "scripted"
[seats]
all = "parrot"
"#)]), @r"
    error: `script` is missing in [bots.parrot]
     --> a.toml:2:7
      |
    2 | [bots.parrot]
      |       ^^^^^^

    a.toml: 1 problem
    ");
}

#[test]
fn name_on_two_lines() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
base-name = ""
[[variant]]
name = "a\nb"
"#)]), @r#"
    error: `base-name` must not be empty
     --> a.toml:2:13
      |
    2 | base-name = ""
      |             ^^

    error: `name` in [[variant]] must stand on one line
     --> a.toml:4:8
      |
    4 | name = "a\nb"
      |        ^^^^^^

    a.toml: 2 problems
    "#);
}

#[test]
fn variant_with_bad_bot() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
[bots.bold]
kind = "heuristic"
[[variant]]
name = "v"
bots.bold.weights.risk = 3
seats.al = "bold"
"#)]), @r#"
    error: `bots.bold.weights.risk` in [[variant]] is 3, but must be from 0 to 1
     --> a.toml:6:26
      |
    6 | bots.bold.weights.risk = 3
      |                          ^

    error: unknown key `seats.al` in [[variant]]
     --> a.toml:7:7
      |
    7 | seats.al = "bold"
      |       ^^
      |
      = help: did you mean `seats.all`?

    a.toml: 2 problems
    "#);
}

#[test]
fn bot_among_the_rules() {
    assert_snapshot!(shown(&[("a.toml", r#"game = "pond"
rules.bold.risk = 0.1
bots.bold.kind = "heuristic"
seats.all = "bold"
"#)]), @r#"
    error: unknown key `bold` in [rules]
     --> a.toml:2:7
      |
    2 | rules.bold.risk = 0.1
      |       ^^^^
      |
      = help: `bold` is a bot: its settings are `bots.bold.…`

    a.toml: 1 problem
    "#);
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
