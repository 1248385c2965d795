use super::*;
use crate::games;
use crate::scenario::Choice;
use crate::scenario::Knob;
use balance_kit::schema::relative::By;

/// What a gem is worth is known, so that a range of it has an order and the present value once.
#[test]
fn the_number_of_an_entry_is_a_knob_with_an_order() {
    let info = games::named("niagara").expect("a game");
    let knob = Knob {
        rule: "gem.pink".to_owned(),
        choices: (1..=6)
            .map(|worth| Choice {
                value: worth.into(),
                by: None,
                contents: BTreeMap::new(),
            })
            .collect(),
    };
    let all = |rules: &str| {
        let setup = Setup {
            rules: rules.parse().expect("TOML"),
            ..Setup::default()
        };
        rule(info, &knob, true, &[setup], &[toml::Table::new()], &toml::Table::new())
    };
    let published = (info.entries)(&Setup::default());
    let published = published.iter().find(|entry| entry.key == "gem.pink").expect("a gem");
    let now = published.value.as_integer().expect("a number");
    for (rules, present) in [("", now), ("gem.pink = { value = 6 }", 6)] {
        let (rule, knob) = all(rules);
        let values: Vec<i64> = rule
            .values
            .iter()
            .filter_map(|value| value.toml.as_ref()?.as_integer())
            .collect();
        assert_eq!(values, [1, 2, 3, 4, 5, 6], "{rules}");
        assert!(knob.ordered && values[usize::from(knob.present)] == present, "{rules}");
    }
    assert!(!all("gem.pink = { value = 6, name = \"pink\" }").1.ordered);
}

/// A step to 0 is a big change where nobody listed it.
#[test]
fn zero_is_the_game_without_the_rule_where_nobody_listed_it() {
    let info = games::named("riverbed").expect("a game");
    let knob = Knob {
        rule: "end-points.coins".to_owned(),
        choices: [0, 2, 3]
            .map(|value| Choice {
                value: value.into(),
                by: None,
                contents: BTreeMap::new(),
            })
            .to_vec(),
    };
    let setup = Setup {
        rules: "end-points.coins = 1".parse().expect("TOML"),
        ..Setup::default()
    };
    let none = |listed| {
        let setups = std::slice::from_ref(&setup);
        rule(info, &knob, listed, setups, &[toml::Table::new()], &toml::Table::new())
            .1
            .none
    };
    assert_eq!((none(false), none(true)), (Some(0), None));
}

/// What is counted from what a rule is at each table is put there, and ordered with the present value in its place.
#[test]
fn a_step_is_counted_at_each_table() {
    let info = games::named("riverbed").expect("a game");
    let knob = Knob {
        rule: "end-points.coins".to_owned(),
        choices: [By::Whole(1), By::Whole(-1), By::Whole(0)]
            .map(|by| Choice {
                value: 0.into(),
                by: Some(by),
                contents: BTreeMap::new(),
            })
            .to_vec(),
    };
    let setups = [5, 7].map(|coins| Setup::default().with_rule("end-points.coins", coins));
    let settled = [toml::Table::new(), toml::Table::new()];
    let (rule, knob) = rule(info, &knob, true, &setups, &settled, &toml::Table::new());
    let written: Vec<Option<&str>> = rule
        .values
        .iter()
        .map(|value| value.toml.as_ref().and_then(toml::Value::as_str))
        .collect();
    assert_eq!(written, [Some("-1"), None, Some("+1")]);
    assert!(knob.ordered && knob.present == 1 && knob.places == [0.0, 0.5, 1.0]);
    let at = |value: usize| {
        let choices = rule.values[value].choices.as_ref().expect("a change");
        choices
            .iter()
            .map(|choice| choice.value.as_integer())
            .collect::<Vec<_>>()
    };
    assert_eq!((at(0), at(2)), (vec![Some(4), Some(6)], vec![Some(6), Some(8)]));
}
