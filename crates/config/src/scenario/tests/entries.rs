//! Single entries of content, in the games that the program brings along.

use super::{Memory, read};
use crate::built_in::BUILT_IN;
use crate::games::Status;
use crate::scenario::{Overrides, Problems, Scenario};
use insta::assert_snapshot;
use std::path::{Path, PathBuf};

pub(super) fn load(all: &[(&str, &str)]) -> Result<Scenario, Problems> {
    load_with(all, &Overrides::default())
}

pub(super) fn load_with(all: &[(&str, &str)], overrides: &Overrides) -> Result<Scenario, Problems> {
    let files = all.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
    read::read(&Memory(files.collect()), Path::new("a.toml"), &BUILT_IN, overrides)
}

fn sound(all: &[(&str, &str)]) -> Scenario {
    load(all).unwrap_or_else(|problems| panic!("{problems}"))
}

/// How many entries of a part are the designer's own, by configuration.
fn own(scenario: &Scenario, part: &str) -> Vec<u32> {
    let info = BUILT_IN.iter().find(|info| info.key == scenario.game).expect("a game");
    let count = |each: &crate::scenario::Configuration| {
        let game = (info.build)(&each.setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let rows = game.sheet().provenance.iter();
        rows.filter(|row| row.part == part && row.status == Status::Own)
            .map(|row| row.entries)
            .max()
            .unwrap_or(0)
    };
    scenario.configurations.iter().map(count).collect()
}

#[test]
fn variants_change_other_fields_of_the_same_entry() {
    let text = r#"game = "riverbed"
[rules]
players = 7
tile.6 = ["1 log", "1 coin"]
[[variant]]
name = "hunted"
rules.tile.6.hunt = true
[[variant]]
name = "other"
rules.tile = { 6 = ["2 coins"], 5 = "blank" }
[[variant]]
name = "no decoy"
rules.card.decoy = "blank"
"#;
    let scenario = sound(&[("a.toml", text)]);
    let tile = |index: usize| scenario.configurations[index].setup.rules["tile"]["6"].to_string();
    assert_eq!(tile(0), "{ layers = [\"1 log\", \"1 coin\"] }");
    assert_eq!(tile(1), "{ hunt = true, layers = [\"1 log\", \"1 coin\"] }");
    assert_eq!(tile(2), "{ layers = [\"2 coins\"] }");
    assert_eq!(own(&scenario, "tiles"), [1, 1, 2, 1]);
    assert_eq!(own(&scenario, "ability cards"), [0, 0, 0, 1]);
}

#[test]
fn entries_are_axes_and_knobs() {
    let text = r#"game = "regatta"
[matrix]
"rules.favor.zeus" = ["left-out", 2, "+1"]
[tune]
"wedge.N1" = ["plain", "open-water"]
favor.zeus = [1, 3]
"#;
    let scenario = sound(&[("a.toml", text.replace("favor.zeus = [1, 3]\n", "").as_str())]);
    let names: Vec<&str> = scenario.configurations.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["zeus left-out", "zeus 2", "zeus +1"]);
    // Two cards as published are not the designer's own.
    assert_eq!(own(&scenario, "favors"), [0, 0, 3]);
    assert_eq!(scenario.tune.expect("a table").knobs[0].choices.len(), 2);
}

#[test]
fn numbers_of_entries_have_ranges() {
    let text = "game = \"niagara\"\n[tune]\n\"gem.pink\" = { from = 2, to = 8, step = 2 }\nweather.4 = { from = -1, to = 1 }\n";
    let tune = sound(&[("a.toml", text)]).tune.expect("a table");
    let values = |knob: usize| -> Vec<f64> {
        let choices = tune.knobs[knob].choices.iter();
        choices.map(|choice| choice.number().expect("a number")).collect()
    };
    assert_eq!((values(0), values(1)), (vec![2.0, 4.0, 6.0, 8.0], vec![-1.0, 0.0, 1.0]));
}

#[test]
fn ranges_of_entries_that_cannot_be() {
    let told = |text: &str| load(&[("a.toml", text)]).expect_err("mistakes").to_string();
    assert_snapshot!(
        "entries-ranges-written",
        told(
            r#"game = "regatta"
[tune]
"favor.zeus" = { from = "one", to = 4 }
"favor.hera" = { from = 3, to = 1 }
"favor.ares" = { from = 1 }
"favor.apollo" = { from = 1, to = 3.5 }
"favor.athena" = { from = 1, to = 3, stop = 1 }
"#
        )
    );
    assert_snapshot!(
        "entries-ranges-refused",
        told(
            r#"game = "regatta"
[tune]
"favor.zues" = { from = 1, to = 3 }
"favor.zeus" = { from = -3, to = -1 }
"favor.hera" = { from = 0.5, to = 1.5, step = 0.5 }
"#
        )
    );
}

#[test]
fn mistakes_are_told_where_they_are_written() {
    let own = balance_riverbed::content::TILES.replace("number = 18", "number = 60");
    let own = own.replace("16, 17, 18]", "16, 17, 60]");
    let text = r#"game = "riverbed"
[rules]
players = 7
tiles = "own.toml"
tile.18 = ["1 log"]
tile.7.hnut = true
tile.8 = ["1 log", "3 kelps"]
tile.9 = []
card.decoi = "blank"
card.decoy = "blnak"
card.sandbank = { numbers = [1], players = 12 }
"#;
    let told = |without: &[&str]| {
        let kept = text
            .lines()
            .filter(|line| !without.iter().any(|word| line.contains(word)));
        let text = kept.collect::<Vec<_>>().join("\n") + "\n";
        load(&[("a.toml", &text), ("own.toml", &own)])
            .expect_err("mistakes")
            .to_string()
    };
    assert_snapshot!("entries-unknown", told(&[]));
    assert_snapshot!("entries-wrong", told(&["tile.18", "decoi", "decoy"]));
    // What is wrong in the file itself is told there, however much was changed above it.
    let broken = own.replace(
        "layers = [\"2 kelp\", \"swap\", \"1 log\"]",
        "layers = [\"2 kelp\", \"swop\", \"1 log\"]",
    );
    let text =
        "game = \"riverbed\"\n[rules]\nplayers = 9\ntiles = \"own.toml\"\ntile.2 = [\"1 kelp + 1 log + 1 coin\"]\n";
    assert_snapshot!(
        "entries-own-file",
        load(&[("a.toml", text), ("own.toml", &broken)])
            .expect_err("a mistake")
            .to_string()
    );
}

/// A list is offered only of what can stand in one.
#[test]
fn a_word_of_another_entry_is_no_element_of_a_list() {
    for (rule, help) in [
        (
            "tile.6 = \"left-out\"",
            "help: write a list such as [\"2 logs\"], which it is now, or one of blank, one-of-each",
        ),
        ("card.clear-water = \"gone\"", "help: write a list such as ["),
    ] {
        let text = format!("game = \"riverbed\"\n[rules]\nplayers = 5\n{rule}\n");
        let problems = load(&[("a.toml", &text)]).expect_err("a mistake").to_string();
        assert!(problems.contains(help), "{problems}");
    }
}

/// Mistakes of entries, of what they are made into, of scripts and of settings: none waits for another.
#[test]
fn mistakes_of_entries_scripts_and_settings_are_told_at_once() {
    let text = r#"game = "riverbed"
[rules]
players = 5
tile.6 = "1 log"
tile.7.log = 3
[bots.x]
kind = "scripted"
script = ["dives"]
[bots.y]
kind = "heuristic"
weights.cution = 1
[bots.z]
kind = "scripted"
[seats]
all = "x"
1 = "y"
2 = "z"
3 = "nobody"
"#;
    let problems = load(&[("a.toml", text)]).expect_err("mistakes");
    assert_snapshot!(problems.to_string(), @r#"
    error: tile 6 cannot be "1 log"
     --> a.toml:4:10
      |
    4 | tile.6 = "1 log"
      |          ^^^^^^^
      |
      = help: write a list such as ["2 logs"], which it is now, or one of blank, one-of-each

    error: unknown key `log` in [[tile]]
     --> a.toml:5:14
      |
    5 | tile.7.log = 3
      |              ^
      |
      = help: keys here: `hunt`, `layers`, `note`, `number`, `status`

    error: there is no tactic `dives`
     --> a.toml:8:12
      |
    8 | script = ["dives"]
      |            ^^^^^
      |
      = help: did you mean `dive unseen`?

    error: unknown key `weights.cution` in [bots.y]
      --> a.toml:11:9
       |
    11 | weights.cution = 1
       |         ^^^^^^
       |
       = help: did you mean `weights.caution`?

    error: `script` is missing in [bots.z]
      --> a.toml:12:7
       |
    12 | [bots.z]
       |       ^
       |
       = help: write it, such as `script = ["any"]`

    error: unknown bot "nobody"
      --> a.toml:18:5
       |
    18 | 3 = "nobody"
       |     ^^^^^^^^
       |
       = help: make it with a table [bots.nobody], or take one of "x", "y", "z", "random", "scripted", "loyal-diver", "gambler", "hoarder", "heuristic", "novice", "club", "search", "expert"

    a.toml: 6 problems
    "#);
}
