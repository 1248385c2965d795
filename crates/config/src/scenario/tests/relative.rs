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

#[test]
fn bands_that_count_from_now() {
    let text = r#"game = "pond"
[expect]
"turns.mean" = [{ to = "now" }, { from = "now - 0.5", to = "now + 1.5" }, { from = 10 }]
"win-rate.toad" = { target = "now + 5%", within = "2%" }
"win-rate.frog" = { from = "now-3%" }
"#;
    let scenario = load(&[("a/pond.toml", text)]).unwrap();
    let ends: Vec<(bool, (f64, f64))> = scenario
        .expect
        .iter()
        .map(|each| (each.band.is_change(), each.band.ends()))
        .collect();
    let least = f64::NEG_INFINITY;
    let close = |a: f64, b: f64| a.total_cmp(&b).is_eq() || (a - b).abs() < 1e-12;
    let wanted = [
        (true, (least, 0.0)),
        (true, (-0.5, 1.5)),
        (false, (10.0, f64::INFINITY)),
        (true, (0.03, 0.07)),
        (true, (-0.03, f64::INFINITY)),
    ];
    assert_eq!(ends.len(), wanted.len());
    for (found, wanted) in ends.iter().zip(&wanted) {
        assert!(
            found.0 == wanted.0 && close(found.1.0, wanted.1.0) && close(found.1.1, wanted.1.1),
            "{found:?} {wanted:?}"
        );
    }
}

/// What counts from now is asked of variants: without one nothing would ever be decided.
#[test]
fn no_run_ends_by_bands_that_are_asked_of_nothing() {
    let with = |bands: &str, more: &str| {
        let text = format!("game = \"pond\"\n[stop]\nbands = true\n[expect]\n\"turns.mean\" = {bands}\n{more}");
        shown(&[("a.toml", &text)])
    };
    let said = with("{ to = \"now\" }", "");
    assert!(said.contains("these only count from now"), "{said}");
    let variant = "[[variant]]\nname = \"rain\"\nrules.rain = 0.5\n";
    assert_eq!(with("{ to = \"now\" }", variant), "no problem");
    assert_eq!(with("[{ to = \"now\" }, { to = 9 }]", ""), "no problem");
}
