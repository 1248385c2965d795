use super::*;
use balance_config::games::Seats;
use balance_config::scenario::{Knob, KnobValue};
use balance_kit::schema::relative_number::By;

fn knob(rule: &str, choices: impl IntoIterator<Item = KnobValue>) -> Knob {
    Knob {
        rule: rule.to_owned(),
        choices: choices.into_iter().collect(),
    }
}

fn value(value: toml::Value) -> KnobValue {
    KnobValue {
        value,
        by: None,
        contents: BTreeMap::new(),
    }
}

/// What a gem is worth is known, so that a range of it has an order and the present value once.
#[test]
fn the_number_of_an_entry_is_a_knob_with_an_order() {
    let info = crate::built_in::named("niagara").expect("a game");
    let knob = knob("gem.pink", (1..=6).map(|worth| value(worth.into())));
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
    let info = crate::built_in::named("riverbed").expect("a game");
    let knob = knob("end-points.coins", [0, 2, 3].map(|coins| value(coins.into())));
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
    let info = crate::built_in::named("riverbed").expect("a game");
    let step = |by: i128| KnobValue {
        by: Some(By::Whole(by)),
        ..value(0.into())
    };
    let knob = knob("end-points.coins", [1, -1, 0].map(step));
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

/// What is not in play is not changed: the version without that change is the same game.
#[test]
fn a_change_without_effect_is_none() {
    let info = crate::built_in::named("riverbed").expect("a game");
    let one = |rule: &str, now: &str| {
        let read = format!("v = {now}").parse::<toml::Table>().expect("TOML");
        knob(rule, [value(read["v"].clone())])
    };
    let games = |rules: &[&str], knobs: &[(&str, &str)]| {
        let setup = |rules: &&str| Setup {
            rules: rules.parse().expect("TOML"),
            seats: Seats::filled("random"),
            ..Setup::default()
        };
        let setups: Vec<Setup> = rules.iter().map(setup).collect();
        let settled: Vec<toml::Table> = setups.iter().map(|setup| (info.settled)(setup)).collect();
        let defaults = scenario::defaults(info);
        let read = |(name, value): &(&str, &str)| rule(info, &one(name, value), true, &setups, &settled, &defaults);
        let (rules, knobs) = knobs.iter().map(read).unzip();
        let figure = |table: usize| Figure {
            table,
            name: "turns.mean".to_owned(),
            share: false,
            length: true,
        };
        Games {
            info,
            seed: 1,
            tables: vec![String::new(); setups.len()],
            figures: (0..setups.len()).map(figure).collect(),
            events: Vec::new(),
            of_bots: vec![false; setups.len()],
            paired: vec![1; setups.len()],
            rotations: setups.len() as u64,
            setups,
            rules,
            slow: false,
            space: SearchSpace { knobs },
            built: Mutex::default(),
        }
    };
    // Which of the versions that change the first, the second and both are allowed.
    let allowed = |games: &Games| {
        let present = games.space.present();
        let changed = |which: [bool; 2]| -> Version {
            let each = present.iter().zip(which);
            each.map(|(now, change)| if change { 1 - now } else { *now }).collect()
        };
        [[true, false], [false, true], [true, true]].map(|which| games.allows(&changed(which)))
    };
    let without_16 = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17]";
    let tile = ("tile.16", "[\"1 coin\"]");
    let seven = "players = 7";
    assert_eq!(
        allowed(&games(&[seven], &[("tile-numbers", without_16), tile])),
        [true, true, false]
    );
    // What is in play at one table alone is a change.
    let eight = format!("players = 7\ntile-numbers = {without_16}");
    assert_eq!(
        allowed(&games(&[&eight], &[("con-cost", "0"), tile])),
        [true, false, false]
    );
    assert_eq!(allowed(&games(&[&eight, seven], &[("con-cost", "0"), tile])), [true; 3]);
    // Rules that others leave without effect, at their defaults or not.
    let cards = [("uncovers", "0"), ("uncover-cost", "2")];
    assert_eq!(allowed(&games(&[seven], &cards)), [true, true, false]);
    let none = "players = 7\nuncovers = 0\nuncover-cost = 2";
    assert_eq!(
        allowed(&games(&[none], &[("uncovers", "1"), ("uncover-cost", "1")])),
        [true, false, true]
    );
}
