//! `[tune]` as it is meant: which values a knob may take.

use super::load;
use crate::games::{GameInfo, Setup};
use crate::scenario::{Scenario, default_space, stuck};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fn values(scenario: &Scenario, rule: &str) -> Vec<String> {
    let tune = scenario.tune.as_ref().expect("a table");
    let knob = tune.knobs.iter().find(|knob| knob.rule == rule).expect("a knob");
    knob.choices.iter().map(|choice| choice.value.to_string()).collect()
}

#[test]
fn lists_and_ranges_become_values() {
    let text = r#"game = "pond"
[tune]
games = 50_000
second = "random"
players = { from = 3, to = 5 }
end-points.coins = { from = 3, to = 8, step = 2 }
"rain" = { from = "5%", to = "20%", step = "5%" }
growth = { from = 0.7, to = 1.0, step = 0.1 }
swim = [true, false]
weather = ["foggy"]
leaves = ["sparse", "mine.toml"]
"#;
    let scenario = load(&[("a.toml", text), ("mine.toml", "number = 1\n")]).expect("a sound scenario");
    assert_eq!(values(&scenario, "players"), ["3", "4", "5"]);
    assert_eq!(values(&scenario, "end-points.coins"), ["3", "5", "7"]);
    assert_eq!(values(&scenario, "rain"), ["\"5%\"", "\"10%\"", "\"15%\"", "\"20%\""]);
    assert_eq!(values(&scenario, "growth"), ["0.7", "0.8", "0.9", "1.0"]);
    assert_eq!(values(&scenario, "swim"), ["true", "false"]);
    let tune = scenario.tune.as_ref().expect("a table");
    assert_eq!((tune.games, tune.second.as_deref()), (Some(50_000), Some("random")));
    let leaves = tune.knobs.iter().find(|knob| knob.rule == "leaves").expect("a knob");
    assert!(leaves.choices[0].contents.is_empty() && leaves.choices[1].contents["leaves"].text == "number = 1\n");
    let mut setup = scenario.configurations[0].setup.clone();
    leaves.choices[1].put("leaves", &mut setup);
    tune.knobs[1].choices[0].put(&tune.knobs[1].rule, &mut setup);
    assert!(setup.contents.contains_key("leaves") && setup.rules["end-points"]["coins"].as_integer() == Some(3));
    leaves.choices[0].put("leaves", &mut setup);
    assert!(setup.contents.is_empty());
}

#[test]
fn a_scenario_changes_the_knobs_of_the_one_it_extends() {
    let base = "game = \"pond\"\n[tune]\nplayers = { from = 3, to = 5 }\nswim = [true]\n";
    let over = "extends = \"b.toml\"\n[tune]\nplayers = { from = 3, to = 4 }\nswim = [false]\n";
    let scenario = load(&[("a.toml", over), ("b.toml", base)]);
    let scenario = scenario.unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(values(&scenario, "players"), ["3", "4"]);
    assert_eq!(values(&scenario, "swim"), ["false"]);
}

/// Where nobody says what may be changed: in every game, with the rules as published, all that may be is a game, and neither
/// the number of players nor what cuts games off is among it.
#[test]
fn every_rule_near_its_value() {
    let published = |info: &GameInfo| {
        let mut setup = Setup::default();
        (info.default_bot)().clone_into(&mut setup.seats.all);
        setup
    };
    for info in crate::built_in::BUILT_IN.iter() {
        let knobs = default_space(info, &[&published(info)]);
        assert!(!knobs.is_empty(), "{}", info.key);
        for knob in &knobs {
            let rule = &knob.rule;
            let kept = ["players", "turns-max", "rounds-max", "candidates"];
            assert!(!kept.contains(&rule.as_str()), "{}: {rule}", info.key);
            for choice in &knob.choices {
                let mut setup = published(info);
                choice.put(rule, &mut setup);
                assert!((info.check)(&setup).is_empty(), "{}: {rule} {choice:?}", info.key);
                assert!((info.idle)(&setup).is_empty(), "{}: {rule} {choice:?}", info.key);
            }
        }
    }
    let of = |game: &str, players: &[i64], rule: &str| -> Option<Vec<String>> {
        let info = crate::built_in::named(game).expect("a game");
        let at = |players: &i64| published(info).with_rule("players", *players);
        let setups: Vec<_> = players.iter().map(at).collect();
        let knobs = default_space(info, &setups.iter().collect::<Vec<_>>());
        let knob = knobs.into_iter().find(|knob| knob.rule == rule)?;
        Some(knob.choices.iter().map(|choice| choice.value.to_string()).collect())
    };
    let all = |values: &[&str]| Some(values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>());
    // Numbers two steps either way, within what they may be; both of a switch; all words; shares in tenths.
    assert_eq!(of("riverbed", &[5], "end-points.kelp"), all(&["4", "5", "7", "8"]));
    assert_eq!(of("riverbed", &[5], "uncovers"), all(&["0", "2", "3"]));
    assert_eq!(of("riverbed", &[5], "refresh-marker"), all(&["false"]));
    assert_eq!(
        of("riverbed", &[5], "swim-over-gaps"),
        all(&["\"drift-after-land\"", "\"skip\"", "\"blocked\""])
    );
    assert_eq!(of("niagara", &[4], "fork-switch"), all(&["0.7", "0.8", "1.0"]));
    assert_eq!(of("mekong", &[4], "stones"), all(&["21", "24"]));
    // What is not the same at all tables is counted at each; what does nothing at this one is left out.
    assert_eq!(of("riverbed", &[5, 9], "end-points.kelp"), all(&["4", "5", "7", "8"]));
    let info = crate::built_in::named("riverbed").expect("a game");
    let setups = [5, 9].map(|players: i64| published(info).with_rule("players", players));
    let counted = |rule: &str| -> Vec<Option<String>> {
        let knobs = default_space(info, &setups.iter().collect::<Vec<_>>());
        let of_rule = knobs.iter().filter(|knob| knob.rule == rule);
        let by = of_rule.flat_map(|knob| knob.choices.iter().map(|choice| choice.by));
        by.map(|by| by.map(|by| by.to_string())).collect()
    };
    assert_eq!(
        counted("end-points.kelp").into_iter().flatten().collect::<Vec<_>>(),
        ["-2", "-1", "+1", "+2"]
    );
    assert!(counted("uncovers").iter().all(Option::is_none));
    assert_eq!(of("riverbed", &[5], "four-player-deal"), None);
    // Single entries of content a little else, where they are in play at all tables and say the same there.
    let tile = [
        r#"["3 kelp", "1 coin"]"#,
        r#"["1 kelp", "1 coin"]"#,
        r#"["2 kelp", "2 coins"]"#,
        r#"["1 coin", "2 kelp"]"#,
    ];
    let mut found = of("riverbed", &[5, 9], "tile.5").expect("a tile");
    found.sort();
    let mut tile = tile.map(str::to_owned);
    tile.sort();
    assert_eq!(found, tile);
    assert_eq!(
        of("riverbed", &[7], "tile.16"),
        all(&[r#"["1 kelp"]"#, r#"["1 log"]"#, r#"["1 coin"]"#])
    );
    assert_eq!(
        (of("riverbed", &[5], "tile.16"), of("riverbed", &[7, 9], "tile.11")),
        (None, None)
    );
    assert_eq!(of("niagara", &[4], "card.6"), all(&["7"]), "there is a 5");
    assert_eq!(of("niagara", &[4], "space.3"), None);
    assert_eq!(of("regatta", &[4], "favor.zeus"), all(&["1", "3"]));
    let own = [published(info), published(info)].map(|setup| setup.with_rule("players", 7));
    let mut other = own.clone();
    other[1].rules.insert(
        "tile".to_owned(),
        "{ 6 = [\"1 log\"] }".parse::<toml::Value>().expect("a tile"),
    );
    let knobs = |setups: &[Setup]| default_space(info, &setups.iter().collect::<Vec<_>>());
    let has = |setups: &[Setup]| knobs(setups).iter().any(|knob| knob.rule == "tile.6");
    assert!(has(&own) && !has(&other));
}

/// Of a number at 0 an eighth is no step: a chance moves by tenths, what has ends by a part of what lies between, and what has
/// none is named.
#[test]
fn a_step_from_zero_is_found_or_missed() {
    #[derive(JsonSchema, Serialize, Deserialize, Default)]
    #[serde(default)]
    struct Rules {
        #[schemars(range(min = 0.0, max = 1.0))]
        storm: f64,
        #[schemars(range(min = 0.0, max = 8.0))]
        tide: f64,
        wind: f64,
        #[schemars(extend("x-untuned" = true))]
        depth: f64,
    }
    let info = GameInfo {
        rules_schema: || schemars::schema_for!(Rules),
        check: |_| Vec::new(),
        idle: |_| Vec::new(),
        content: &[],
        ..super::pond::POND
    };
    let of = |setups: &[Setup], rule: &str| -> Vec<f64> {
        let knobs = default_space(&info, &setups.iter().collect::<Vec<_>>());
        let knob = knobs.into_iter().find(|knob| knob.rule == rule);
        let choices = knob.into_iter().flat_map(|knob| knob.choices);
        choices.filter_map(|choice| choice.number()).collect()
    };
    let calm = [Setup::default()];
    assert_eq!(of(&calm, "storm"), [0.1, 0.2]);
    assert_eq!(of(&calm, "tide"), [1.0, 2.0]);
    assert_eq!(of(&calm, "wind"), Vec::<f64>::new());
    assert_eq!(stuck(&info, &calm), ["wind"]);
    let rough = [Setup::default().with_rule("storm", 0.1).with_rule("wind", 8.0)];
    assert_eq!(of(&rough, "storm"), [0.0, 0.2, 0.3]);
    assert_eq!(of(&rough, "wind"), [6.0, 7.0, 9.0, 10.0]);
    assert!(stuck(&info, &rough).is_empty());
    let [calm, rough] = [calm, rough].map(|[setup]| setup);
    assert_eq!(stuck(&info, &[rough, calm]), ["wind"]);
}
