//! Scenarios without mistakes.

use super::pond::{DUNE, POND};
use super::{load, load_with};
use crate::games::BotSpec;
use crate::scenario::{Band, Configuration, Frames, Margins, Overrides, Problem, Scenario, schema};
use serde_json::{Value as Json, json};

pub(super) const WHOLE: &str = r#"
title = "Is the toad hopeless?"
game  = "pond"
games = 1_000_000
seed  = 20261121

[rules]
players = 5
end-points.coins = 7
rain = "12.5%"
leaves = "own/leaves.toml"

[seats]
all = "heuristic"
toad = "bold"
2 = "random"

[bots.bold]
kind = "heuristic"
weights = { risk = 0.2 }

[stop]
half-width = "0.1%"

[[variant]]
name  = "one coin fewer"
rules = { end-points.coins = 6 }

[matrix]
"rules.players" = [4, 5]

[expect]
"win-rate.toad" = { target = "40%", within = "3%" }
turns.mean = { from = 25, to = 40, configuration = "one coin fewer" }
"#;

#[test]
fn a_whole_scenario() {
    let all = [("pond.toml", WHOLE), ("own/leaves.toml", "leaf = 1")];
    let scenario = load(&all).unwrap();
    assert_eq!((scenario.name.as_str(), scenario.game.as_str()), ("pond", "pond"));
    assert_eq!(
        (scenario.games, scenario.seed, scenario.margins),
        (1_000_000, 20_261_121, Margins::one(0.01))
    );
    assert_eq!(scenario.stop.and_then(|stop| stop.half_width), Some(0.001));
    let names: Vec<_> = scenario
        .configurations
        .iter()
        .map(|c| (c.name.as_str(), c.slug()))
        .collect();
    assert_eq!(
        names,
        [
            ("players 4 · base", "players-4-base"),
            ("players 4 · one coin fewer", "players-4-one-coin-fewer"),
            ("players 5 · base", "players-5-base"),
            ("players 5 · one coin fewer", "players-5-one-coin-fewer"),
        ]
    );
    let last = scenario.configurations.last().unwrap();
    assert_eq!(last.cell, [("rules.players".to_owned(), "5".to_owned())]);
    assert_eq!(scenario.base_of(last).unwrap().name, "players 5 · base");
    let setup = &last.setup;
    assert_eq!(setup.rules["players"].as_integer(), Some(5));
    assert_eq!(setup.rules["end-points"]["coins"].as_integer(), Some(6));
    assert_eq!(setup.contents["leaves"].text, "leaf = 1");
    assert_eq!(setup.contents["leaves"].file, "own/leaves.toml");
    assert_eq!(setup.seats.all, "heuristic");
    assert_eq!(setup.seats.by_role["toad"], "bold");
    assert_eq!(setup.seats.by_seat[&2], "random");
    assert_eq!(setup.bot("bold").settings["weights"]["risk"].as_float(), Some(0.2));
    assert_eq!(
        setup.bot("random"),
        BotSpec {
            kind: "random".into(),
            settings: toml::Table::new()
        }
    );
    let bands: Vec<_> = scenario.expect.iter().map(|e| (e.metric.as_str(), e.band)).collect();
    assert_eq!(
        bands[0],
        (
            "win-rate.toad",
            Band::Target {
                target: 0.4,
                within: 0.03
            }
        )
    );
    assert_eq!(
        bands[1],
        (
            "turns.mean",
            Band::Range {
                from: Some(25.0),
                to: Some(40.0)
            }
        )
    );
    assert_eq!(scenario.expect[1].configuration.as_deref(), Some("one coin fewer"));
    assert!(scenario.warned().is_none());
}

#[test]
fn the_shortest_scenario() {
    let scenario = load(&[("a/pond.toml", "game = \"pond\"")]).unwrap();
    assert_eq!((scenario.games, scenario.seed, scenario.stop), (100_000, 1, None));
    assert_eq!(scenario.title, "pond");
    assert_eq!(scenario.configurations.len(), 1);
    assert_eq!(scenario.configurations[0].name, "base");
    assert_eq!(scenario.configurations[0].setup.seats.all, "heuristic");
    assert!(scenario.configurations[0].setup.rules.is_empty());
}

#[test]
fn the_command_line_goes_first() {
    let overrides = Overrides {
        games: Some(5),
        seed: Some(7),
        ..Overrides::default()
    };
    let scenario = load_with(&[("a.toml", "game = \"pond\"\ngames = 3\nseed = 4")], &overrides).unwrap();
    assert_eq!((scenario.games, scenario.seed), (5, 7));
    assert_eq!(scenario.resolved["games"].as_integer(), Some(5));
}

#[test]
fn extends_changes_what_it_names() {
    let base = r#"
game = "pond"
games = 10
[rules]
players = 3
end-points.coins = 5
end-points.frogs = 2
leaves = "leaves.toml"
[seats]
all = "random"
1 = "bold"
[bots.bold]
kind = "heuristic"
weights = { risk = 0.2, greed = 3 }
[[variant]]
name = "wet"
rules.rain = 0.5
[expect]
"turns.mean" = { target = 30, within = 2 }
"turns.sd" = { to = 9 }
"#;
    let middle =
        "extends = \"deep/base.toml\"\n[rules]\nend-points.coins = 6\n[seats]\nrotate = [\"bold\", \"random\"]\n";
    let own = r#"
extends = "../middle.toml"
title = "Own"
rules.players = 4
bots.bold.weights.risk = 0.9
[[variant]]
name = "wet"
rules.swim = true
[[variant]]
name = "seated"
seats = { 2 = "bold" }
bots.bold.kind = "random"
[expect]
"turns.mean" = { from = 20 }
"#;
    let files = [
        ("own/a.toml", own),
        ("middle.toml", middle),
        ("deep/base.toml", base),
        ("deep/leaves.toml", "leaf = 1"),
    ];
    let scenario = load(&files).unwrap();
    assert_eq!((scenario.games, scenario.title.as_str()), (10, "Own"));
    let names: Vec<_> = scenario.configurations.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["base", "wet", "seated"]);
    let [base, wet, seated] = &scenario.configurations[..] else {
        panic!("three configurations")
    };
    assert_eq!(
        base.setup.rules.to_string(),
        "leaves = \"leaves.toml\"\nplayers = 4\n\n[end-points]\ncoins = 6\nfrogs = 2\n"
    );
    assert_eq!(base.setup.contents["leaves"].file, "deep/leaves.toml");
    assert_eq!(base.setup.seats.rotate, ["bold", "random"]);
    assert!(base.setup.seats.by_seat.is_empty());
    assert_eq!(
        base.setup.bots["bold"].settings["weights"].to_string(),
        "{ greed = 3, risk = 0.9 }"
    );
    assert_eq!(wet.setup.rules["rain"].as_float(), Some(0.5));
    assert_eq!(wet.setup.rules["swim"].as_bool(), Some(true));
    assert!(seated.setup.seats.rotate.is_empty());
    assert_eq!(seated.setup.seats.by_seat[&2], "bold");
    assert_eq!(
        seated.setup.bots["bold"],
        BotSpec {
            kind: "random".into(),
            settings: toml::Table::new()
        }
    );
    let bands: Vec<_> = scenario
        .expect
        .iter()
        .map(|e| (e.metric.as_str(), e.band.ends()))
        .collect();
    assert_eq!(
        bands,
        [
            ("turns.sd", (f64::NEG_INFINITY, 9.0)),
            ("turns.mean", (20.0, f64::INFINITY))
        ]
    );
    assert!(!scenario.resolved.contains_key("extends"));
}

#[test]
fn a_matrix_crosses_everything() {
    let text = r#"
game = "pond"
base-name = "as printed"
[bots.bold]
kind = "heuristic"
[seats]
all = "bold"
[matrix]
rules.end-points.coins = [5, 6]
"seats.rotate" = [["bold", "random"], ["random"]]
"bots.bold.weights.risk" = [0.1]
rules.rain = ["5%"]
"#;
    let scenario = load(&[("a.toml", text)]).unwrap();
    let names: Vec<_> = scenario.configurations.iter().map(|c| c.name.as_str()).collect();
    let rest = "risk 0.1";
    assert_eq!(
        names,
        [
            format!("coins 5, rain 5%, seats rotate bold+random, {rest}"),
            format!("coins 5, rain 5%, seats rotate random, {rest}"),
            format!("coins 6, rain 5%, seats rotate bold+random, {rest}"),
            format!("coins 6, rain 5%, seats rotate random, {rest}"),
        ]
    );
    assert_eq!(scenario.configurations[3].setup.seats.rotate, ["random"]);
    assert_eq!(
        scenario.configurations[3].setup.bots["bold"].settings["weights"].to_string(),
        "{ risk = 0.1 }"
    );
}

#[test]
fn names_and_slugs_are_unique() {
    let text = r#"
game = "pond"
[[variant]]
name = "coin +1"
rules.end-points.coins = 8
[[variant]]
name = "coin -1"
rules.end-points.coins = 6
[[variant]]
name = "Größer"
rules.players = 6
[[variant]]
name = "池"
rules.players = 2
"#;
    let scenario = load(&[("a.toml", text)]).unwrap();
    let slugs: Vec<_> = scenario.configurations.iter().map(Configuration::slug).collect();
    assert_eq!(slugs, ["base", "coin-1", "coin-1-2", "gro-er", "configuration"]);
}

#[test]
fn warnings_are_no_mistakes() {
    let text = "game = \"pond\"\n[bots.idle]\nkind = \"random\"\n[[variant]]\nname = \"same\"\n";
    let warned = load(&[("a.toml", text)]).unwrap().warned().unwrap();
    insta::assert_snapshot!(warned, @r"
    warning: the bot `idle` sits nowhere
     --> a.toml:2:7
      |
    2 | [bots.idle]
      |       ^^^^
      |
      = help: name it in [seats], or meet it in `balance bots ladder`; else take it out

    warning: the variant same changes nothing
     --> a.toml:4:1
      |
    4 | [[variant]]
      | ^^^^^^^^^^^
      |
      = help: give it `rules`, `seats` or `bots`

    a.toml: 2 warnings
    ");
}

#[test]
fn a_mistake_found_later_is_shown_in_the_file() {
    let text = "game = \"pond\"\n[expect]\nturns.men = { to = 5 }\n";
    let scenario = load(&[("a.toml", text)]).unwrap();
    let problem = Problem::located(&scenario.expect[0].place, "unknown metric `turns.men`");
    let problems = scenario.problems(vec![problem.help("did you mean `turns.mean`?")]);
    insta::assert_snapshot!(problems, @r"
    error: unknown metric `turns.men`
     --> a.toml:3:7
      |
    3 | turns.men = { to = 5 }
      |       ^^^
      |
      = help: did you mean `turns.mean`?

    a.toml: 1 problem
    ");
}

#[test]
fn frames_and_colours() {
    let problems = load(&[("a.toml", "game = \"pnod\"")]).unwrap_err();
    insta::assert_snapshot!(problems.render(Frames::Plain), @r#"
    error: unknown game "pnod"
      ╭▸ a.toml:1:8
      │
    1 │ game = "pnod"
      │        ━━━━━━
      │
      ╰ help: did you mean "pond"?

    a.toml: 1 problem
    "#);
    let coloured = problems.render(Frames::Coloured);
    assert!(coloured.contains("\u{1b}[") && coloured.contains("━━━━━━"));
    assert!(!problems.render(Frames::Ascii).contains('\u{1b}') && problems.render(Frames::Ascii).is_ascii());
}

#[test]
fn files_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let load = |name: &str| Scenario::load(&at(name), &[POND], &Overrides::default());
    std::fs::create_dir(at("sub")).unwrap();
    std::fs::write(at("sub/leaves.toml"), "leaf = 1").unwrap();
    std::fs::write(at("pond.toml"), "game = \"pond\"\nrules.leaves = \"sub/leaves.toml\"").unwrap();
    std::fs::write(at("sub/own.toml"), "extends = \"../sub/../pond.toml\"\ngames = 5").unwrap();
    let scenario = load("sub/own.toml").unwrap();
    assert_eq!(scenario.configurations[0].setup.contents["leaves"].text, "leaf = 1");

    std::fs::write(at("latin.toml"), b"title = \"Fr\xf6sche\"").unwrap();
    std::fs::write(at("folder.toml"), "game = \"pond\"\nrules.leaves = \"./sub\"").unwrap();
    std::fs::write(at("circle.toml"), "extends = \"sub/../circle.toml\"").unwrap();
    let first = |name: &str| load(name).unwrap_err().list[0].clone();
    let shown = |name: &str| first(name).message.replace(&at("").display().to_string(), "");
    assert_eq!(
        shown("latin.toml"),
        "the scenario file latin.toml is not text in UTF-8 (line 1)"
    );
    assert_eq!(shown("folder.toml"), "sub is a folder, not a file");
    assert_eq!(shown("circle.toml"), "a scenario cannot extend itself");
    assert_eq!(shown("ponds.toml"), "there is no scenario file ponds.toml");
    assert!(first("ponds.toml").help.unwrap().contains("pond.toml`?"));
}

#[test]
fn the_schema_of_all_games() {
    let schema = schema(&[POND, DUNE]);
    let at = |pointer: &str| {
        schema
            .pointer(pointer)
            .unwrap_or_else(|| panic!("{pointer} in {schema:#}"))
    };
    assert_eq!(at("/properties/game/enum"), &json!(["pond", "dune-hop"]));
    assert_eq!(at("/properties/games/maximum"), &json!(1_000_000_000_000_u64));
    assert_eq!(at("/allOf/0/if/properties/game/const"), "pond");
    assert_eq!(at("/allOf/0/then/properties/rules/$ref"), "#/$defs/pond-rules");
    assert_eq!(at("/$defs/pond-rules/properties/players/maximum"), 6);
    assert_eq!(at("/$defs/pond-rules/properties/weather/$ref"), "#/$defs/pond-Weather");
    assert_eq!(
        at("/$defs/pond-rules/properties/leaves/examples"),
        &json!(["standard", "sparse"])
    );
    assert_eq!(at("/$defs/pond-seats/properties/toad/type"), "string");
    assert_eq!(at("/$defs/pond-bot-heuristic/properties/kind/const"), "heuristic");
    assert_eq!(at("/properties/stop/$ref"), "#/$defs/StopShape");
    assert!(at("/properties/title/description").as_str().unwrap().contains("report"));
    assert_eq!(dangling(&schema, &schema), Vec::<String>::new());
}

/// References that lead nowhere.
fn dangling(root: &Json, part: &Json) -> Vec<String> {
    let own = part
        .get("$ref")
        .and_then(Json::as_str)
        .filter(|name| root.pointer(&name[1..]).is_none());
    let below: Vec<&Json> = match part {
        Json::Object(map) => map.values().collect(),
        Json::Array(list) => list.iter().collect(),
        _ => Vec::new(),
    };
    own.map(str::to_owned)
        .into_iter()
        .chain(below.into_iter().flat_map(|part| dangling(root, part)))
        .collect()
}

#[test]
fn a_rule_that_changes_nothing_anywhere_is_told() {
    let warned = |text: &str| {
        let scenario = load(&[("a.toml", text)]).expect("nothing is wrong");
        scenario.warned().map(|warned| warned.to_string())
    };
    let few = warned("game = \"pond\"\n[rules]\nplayers = 3\nswim = true\n").expect("a warning");
    assert!(
        few.starts_with("warning: `swim` has no effect: the pond is empty") && few.contains("a.toml:4"),
        "{few}"
    );
    // At one table of the matrix it does something.
    let matrix = "game = \"pond\"\n[rules]\nswim = true\n[matrix]\n\"rules.players\" = ";
    assert_eq!(warned(&format!("{matrix}[3, 5]\n")), None);
    let few = warned(&format!("{matrix}[2, 3]\n")).expect("a warning");
    assert_eq!(few.matches("no effect").count(), 1, "{few}");
}

/// A band is about a configuration, a variant in every cell, or a cell with every variant.
#[test]
fn bands_are_about_what_they_name() {
    let text = |name: &str| {
        format!(
            "game = \"pond\"\n[[variant]]\nname = \"wet\"\nrules.end-points.coins = 5\n[matrix]\n\"rules.players\" = [4, 5]\n\
             [expect]\n\"turns.mean\" = {{ to = 3, configuration = \"{name}\" }}\n"
        )
    };
    let about = |name: &str| {
        let scenario = load(&[("a.toml", &text(name))]).expect("a sound scenario");
        let concerned = scenario
            .configurations
            .iter()
            .filter(|each| scenario.expect[0].concerns(each));
        concerned.map(|each| each.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(about("wet"), ["players 4 · wet", "players 5 · wet"]);
    assert_eq!(about("players 5"), ["players 5 · base", "players 5 · wet"]);
    assert_eq!(about("players 5 · wet"), ["players 5 · wet"]);
    assert!(load(&[("a.toml", &text("players 6"))]).is_err());
    // Of several axes a value of one names all cells with it.
    let two = |name: &str| text(name).replace("[4, 5]\n", "[4, 5]\n\"rules.swim\" = [true, false]\n");
    let scenario = load(&[("a.toml", &two("players 5"))]).expect("a sound scenario");
    let concerned = scenario
        .configurations
        .iter()
        .filter(|each| scenario.expect[0].concerns(each));
    assert_eq!(concerned.count(), 4);
    assert!(load(&[("a.toml", &two("players 6"))]).is_err());
}

#[test]
fn a_variant_is_played_where_it_says() {
    let text = |cell: &str| {
        format!(
            "game = \"pond\"\n[[variant]]\nname = \"wet\"\nconfiguration = \"{cell}\"\nrules.end-points.coins = 5\n\
             [matrix]\n\"rules.players\" = [4, 5]\n\"rules.swim\" = [true, false]\n"
        )
    };
    let played = |cell: &str| {
        let scenario = load(&[("a.toml", &text(cell))]).expect("a sound scenario");
        let wet = scenario.configurations.iter().filter(|each| each.variant.is_some());
        wet.map(|each| each.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        played("players 5"),
        ["players 5, swim true · wet", "players 5, swim false · wet"]
    );
    assert_eq!(played("players 4, swim false"), ["players 4, swim false · wet"]);
}
