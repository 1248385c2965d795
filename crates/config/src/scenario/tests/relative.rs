//! Numbers that say how much more or less they are.

use super::{load, load_with, shown};
use crate::scenario::{Overrides, Scenario};
use insta::assert_snapshot;

fn rules(scenario: &Scenario) -> Vec<String> {
    let configurations = scenario.configurations.iter();
    configurations
        .map(|each| each.setup.rules.to_string().replace('\n', " "))
        .collect()
}

#[test]
fn a_number_is_counted_from_what_stands_below_it() {
    let text = r#"game = "pond"
[rules]
players = "-1"
end-points.coins = 7
growth = "+0.5"
rain = "20%"
[[variant]]
name = "one"
rules = { end-points.coins = "-2", rain = "-5%", players = "+2", growth = "-1" }
"#;
    let scenario = load(&[("a.toml", text)]).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(
        rules(&scenario),
        [
            "growth = 1.5 players = 3 rain = \"20%\"  [end-points] coins = 7 ",
            "growth = 0.5 players = 5 rain = \"15%\"  [end-points] coins = 5 ",
        ]
    );
}

#[test]
fn scenarios_cells_and_the_command_line_count_from_each_other() {
    let base = "game = \"pond\"\n[rules]\nend-points.coins = 7\n";
    let over = "extends = \"b.toml\"\n[rules]\nend-points.coins = \"+1\"\n[matrix]\n\"rules.end-points.coins\" = [\"-1\", \"+1\"]\n";
    let scenario = load(&[("a.toml", over), ("b.toml", base)]).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(rules(&scenario), ["[end-points] coins = 7 ", "[end-points] coins = 9 "]);
    let names: Vec<&str> = scenario.configurations.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["coins -1", "coins +1"]);
    let set = Overrides {
        set: vec!["end-points.coins=\"-3\"".to_owned()],
        ..Overrides::default()
    };
    let scenario = load_with(&[("b.toml", base)], &set).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(rules(&scenario), ["[end-points] coins = 7 ", "[end-points] coins = 4 "]);
    let tune = format!("{base}[tune]\nend-points.coins = [\"-1\", \"+2\"]\nplayers = [\"+1\"]\n");
    let scenario = load(&[("a.toml", &tune)]).unwrap_or_else(|problems| panic!("{problems}"));
    let knobs = scenario.tune.expect("a table").knobs;
    let values: Vec<Vec<String>> = knobs
        .iter()
        .map(|knob| knob.choices.iter().map(|choice| choice.value.to_string()).collect())
        .collect();
    assert_eq!(values, [vec!["6", "9"], vec!["5"]]);
}

#[test]
fn sums_keep_to_the_limits_and_need_a_number() {
    assert_snapshot!(
        "relative-mistakes",
        shown(&[(
            "a.toml",
            r#"game = "pond"
[rules]
players = "+9"
rounds = "-1"
swim = "+1"
size = ["+1", 5]
rain = "+0.1"
[[variant]]
name = "drought"
rules.rain = "-90%"
[[variant]]
name = "many"
rules.growth = "+7"
"#
        )])
    );
    assert_snapshot!(
        "relative-sums",
        shown(&[(
            "a.toml",
            "game = \"pond\"\n[rules]\nplayers = \"+9\"\nrounds = \"-1\"\n[[variant]]\nname = \"drought\"\nrules.rain = \
             \"-90%\"\n[[variant]]\nname = \"many\"\nrules.growth = \"+7\"\n"
        )])
    );
}
