use super::*;
use crate::games;
use crate::scenario::Choice;
use crate::scenario::Knob;

/// What a gem is worth is known, so that a range of it has an order and the present value once.
#[test]
fn the_number_of_an_entry_is_a_knob_with_an_order() {
    let info = games::named("niagara").expect("a game");
    let knob = Knob {
        rule: "gem.pink".to_owned(),
        choices: (1..=6)
            .map(|worth| Choice {
                value: worth.into(),
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
