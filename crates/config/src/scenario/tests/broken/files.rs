//! Games and extended scenarios.

use crate::scenario::tests::{catalogue, shown_of};
use insta::assert_snapshot;

#[test]
fn files() {
    let all = catalogue(
        r#"
== unknown game
game = "pnod"
== game missing
title = "No game"
[rules]
players = 4
== empty file
== game is no text
game = 5
== extends missing
-- s/a.toml
extends = "pond-5.toml"
game = "pond"
-- s/pond5.toml
== extends itself
extends = "./a.toml"
game = "pond"
== extends in a circle
-- a.toml
extends = "b.toml"
game = "pond"
-- b.toml
extends = "c.toml"
-- c.toml
extends = "a.toml"
== extended file has mistakes
-- s/a.toml
extends = "../base/b.toml"
[rules]
players = 44
-- base/b.toml
game = "pond"
[rules]
player = 4
leaves = "none.toml"
== extends another game
-- a.toml
extends = "b.toml"
game = "dune-hop"
-- b.toml
game = "pond"
== all at once
games = 0
game = "pond"
sede = 5
[rules]
players = "many"
weather = "sun"
[seats]
all = "bold"
[bots.bald]
kind = "heuristic"
[matrix]
"rules.rounds" = []
[expect]
"turns.mean" = { from = 9, to = 1 }
== record of a run
-- run.toml
random-scheme = 1
scenario = "frogs"

[resolved]
game = "pond"
"#,
    );
    assert_snapshot!(all);
}

#[test]
fn no_such_scenario() {
    let files = [("s/pond-5p.toml", ""), ("s/pond-6p.toml", ""), ("s/notes.md", "")];
    assert_snapshot!(shown_of("s/pond-5.toml", &files), @r"
    error: there is no scenario file s/pond-5.toml
     |
     = help: did you mean `s/pond-5p.toml`?

    s/pond-5.toml: 1 problem
    ");
    assert_snapshot!(shown_of("s/zebra.toml", &files), @r"
    error: there is no scenario file s/zebra.toml

    s/zebra.toml: 1 problem
    ");
    assert_snapshot!(shown_of("zebra.toml", &files), @r"
    error: there is no scenario file zebra.toml

    zebra.toml: 1 problem
    ");
}

/// Where the name of a scenario is all that was written, it is looked for where a project has them.
#[test]
fn a_scenario_of_the_usual_folder_is_found_by_its_name() {
    let files = [("Cargo.toml", ""), ("scenarios/pond-5p.toml", "")];
    for name in ["pond-5p", "pond-5p.toml", "pnod-5p"] {
        let said = shown_of(name, &files);
        assert!(said.contains("did you mean `scenarios/pond-5p.toml`?"), "{said}");
    }
    assert!(!shown_of("zebra", &files).contains("did you mean"));
}
