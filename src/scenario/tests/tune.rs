//! `[tune]` as it is meant: which values a knob may take.

use super::load;
use crate::scenario::Scenario;

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
