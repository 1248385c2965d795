use super::*;
use crate::built_in;
use balance_config::games::{Content, Setup};
use balance_config::scenario::{Band, Place};

fn of(game: &str, change: impl FnOnce(&mut Setup)) -> Inputs {
    let mut configuration = Configuration::default();
    change(&mut configuration.setup);
    Inputs::from_configuration(built_in::named(game).expect("a game"), &configuration)
}

#[test]
fn a_changed_value_is_named_with_what_it_was_and_is() {
    let before = of("riverbed", |_| {});
    let tiles = built_in::named("riverbed")
        .expect("a game")
        .text(&Setup::default(), "tiles");
    let layers = "layers = [\"1 kelp\", \"1 coin\"]";
    assert!(tiles.contains(layers));
    let after = of("riverbed", |setup| {
        setup.rules.insert("con-cost".to_owned(), 2.into());
        let content = Content {
            file: "own.toml".to_owned(),
            text: tiles.replacen(layers, "layers = [\"1 kelp\"]", 1),
        };
        setup.contents.insert("tiles".to_owned(), content);
    });
    let told: Vec<(String, Option<String>, Option<String>)> = before
        .changes(&after, &before)
        .into_iter()
        .map(|change| (change.key, change.was, change.is))
        .collect();
    let some = |text: &str| Some(text.to_owned());
    let expected = [
        ("rules.con-cost".to_owned(), some("1"), some("2")),
        (
            "tiles: tile 1 layers".to_owned(),
            some("[\"1 kelp\", \"1 coin\"]"),
            some("[\"1 kelp\"]"),
        ),
    ];
    assert_eq!(told, expected);
    assert!(before.changes(&before, &before).is_empty());
}

#[test]
fn a_rule_that_was_added_is_a_change_where_it_is_not_the_default() {
    let usual = of("riverbed", |_| {});
    let mut before = usual.clone();
    assert!(before.0.remove("rules.con-cost").is_some());
    assert_eq!(before.changes(&usual, &usual), []);
    let after = of("riverbed", |setup| {
        setup.rules.insert("con-cost".to_owned(), 2.into());
    });
    let told = before.changes(&after, &usual);
    assert_eq!((told.len(), told[0].key.as_str()), (1, "rules.con-cost"));
    // One that went away is told whatever it was.
    assert_eq!(usual.changes(&before, &before).len(), 1);
}

/// A default that is written is no change, and a setting that was not written was at its default.
#[test]
fn a_setting_of_a_bot_is_told_with_its_default() {
    let info = built_in::named("niagara").expect("a game");
    let bot = |weights: &[(&str, f64)]| {
        let table: toml::Table = weights
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).into()))
            .collect();
        of("niagara", |setup| {
            *setup = std::mem::take(setup).with_bot("planner", "heuristic", [("weights", toml::Value::Table(table))]);
        })
    };
    let loot = schema_keys::settings((info.bots)().iter().find(|bot| bot.kind == "heuristic").expect("a bot"))
        .into_iter()
        .find(|setting| setting.name == "weights.loot")
        .and_then(|setting| setting.default?.as_f64())
        .expect("a number");
    let told = |before: &Inputs, now: &Inputs| {
        let (was, is) = (
            before.clone().with_defaults(now, info),
            now.clone().with_defaults(before, info),
        );
        was.changes(&is, &Inputs::default())
    };
    assert_eq!(told(&bot(&[]), &bot(&[("loot", loot)])), []);
    let changes = told(&bot(&[]), &bot(&[("loot", loot + 1.0)]));
    let [change] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!(change.key, "bots.planner.weights.loot");
    assert_eq!(change.was.as_deref().and_then(|was| was.parse().ok()), Some(loot));
}

#[test]
fn what_is_tolerated_is_told_where_it_was_kept() {
    let of_margins = |margins: Margins| of("riverbed", |_| {}).held_to(&[], margins, &Configuration::default());
    let held = |margin: f64| of_margins(Margins::one(margin));
    let told = held(0.01).changes(&held(0.2), &Inputs::default());
    assert_eq!((told.len(), told[0].key.as_str()), (1, "margin"));
    assert_eq!(told[0].is.as_deref(), Some("20%"));
    assert!(!told[0].plays());
    assert_eq!(of("riverbed", |_| {}).changes(&held(0.2), &Inputs::default()), []);
    // Lengths that had the margin of all, and have one of their own.
    let own = of_margins(Margins {
        share: 0.01,
        length: 0.05,
    });
    for (before, now, was, is) in [(held(0.01), own.clone(), "1%", "5%"), (own, held(0.01), "5%", "1%")] {
        let told = before.changes(&now, &Inputs::default());
        let [change] = &told[..] else { panic!("{told:?}") };
        assert_eq!(change.key, "length-margin");
        assert_eq!((change.was.as_deref(), change.is.as_deref()), (Some(was), Some(is)));
        assert!(!change.plays());
    }
}

/// Of several bands of one metric none is overlooked.
#[test]
fn every_band_of_a_metric_counts() {
    let configuration = Configuration::default();
    let held = |bands: &[(f64, f64)]| {
        let band = |(from, to): &(f64, f64)| Expectation {
            metric: "turns.mean".to_owned(),
            band: Band::Range {
                from: Some(*from),
                to: Some(*to),
            },
            configuration: None,
            place: Place {
                file: 0,
                start: 0,
                end: 0,
            },
        };
        let bands: Vec<Expectation> = bands.iter().map(band).collect();
        Inputs::default().held_to(&bands, Margins::one(0.01), &configuration)
    };
    let two = held(&[(20.0, 30.0), (1.0, 40.0)]);
    for (other, is) in [
        (held(&[(10.0, 30.0), (1.0, 40.0)]), "10 to 30; 1 to 40"),
        (held(&[(1.0, 40.0)]), "1 to 40"),
        (held(&[(20.0, 30.0), (1.0, 45.0)]), "20 to 30; 1 to 45"),
    ] {
        let told = two.changes(&other, &Inputs::default());
        let [change] = &told[..] else { panic!("{told:?}") };
        assert_eq!(
            (change.was.as_deref(), change.is.as_deref()),
            (Some("20 to 30; 1 to 40"), Some(is))
        );
    }
    assert_eq!(two.changes(&held(&[(20.0, 30.0), (1.0, 40.0)]), &Inputs::default()), []);
}

/// As a band is written, however it was reckoned: that is no change either.
#[test]
fn the_ends_of_a_band_are_told_as_they_are_written() {
    let band = |ends: &str| {
        let mut all = of("riverbed", |_| {}).held_to(&[], Margins::one(0.01), &Configuration::default());
        all.0.insert(format!("{BAND}turns.mean"), ends.to_owned());
        all
    };
    let reckoned = band("0.21000000000000002 to 0.33");
    let told = reckoned.changes(&band("-inf to 40"), &Inputs::default());
    let [change] = &told[..] else { panic!("{told:?}") };
    assert_eq!(
        (change.was.as_deref(), change.is.as_deref()),
        (Some("0.21 to 0.33"), Some("-inf to 40"))
    );
    assert_eq!(reckoned.changes(&band("0.21 to 0.33"), &Inputs::default()), []);
}

/// A word stands in JSON without quotes of its own, whatever it is of.
#[test]
fn words_are_told_alike_in_json() {
    let change = |was: &str, is: Option<&str>| InputChange {
        key: "rules.board".to_owned(),
        was: Some(was.to_owned()),
        is: is.map(str::to_owned),
    };
    let told = |change: &InputChange| serde_json::to_string(change).expect("JSON");
    assert_eq!(
        told(&change("\"standard\"", Some("heuristic"))),
        r#"{"key":"rules.board","was":"standard","is":"heuristic"}"#
    );
    assert_eq!(
        told(&change("[\"1 kelp\"]", None)),
        r#"{"key":"rules.board","was":"[\"1 kelp\"]","is":null}"#
    );
    assert_eq!(
        told(&change("5", Some("0.5"))),
        r#"{"key":"rules.board","was":"5","is":"0.5"}"#
    );
}

#[test]
fn what_is_packed_is_unpacked() {
    for info in built_in::BUILT_IN.iter() {
        let inputs = of(info.key, |_| {});
        assert!(inputs.0.len() > 10, "{}: {inputs:?}", info.key);
        assert_eq!(Inputs::unpacked(&inputs.packed()), Ok(inputs));
    }
    assert!(Inputs::unpacked("!").is_err() && Inputs::unpacked("AAAA").is_err());
}

/// Every value of every file has a place of its own.
#[test]
fn no_two_values_share_a_place() {
    fn leaves(value: &toml::Value) -> usize {
        match value {
            toml::Value::Table(table) => table.values().map(leaves).sum(),
            toml::Value::Array(rows) if rows.iter().any(toml::Value::is_table) => rows.iter().map(leaves).sum(),
            _ => 1,
        }
    }
    for info in built_in::BUILT_IN.iter() {
        for content in info.content {
            let read: toml::Table = toml::from_str(&info.text(&Setup::default(), content.key)).expect("TOML");
            let mut inputs = Inputs::default();
            inputs.entries("file:", &read);
            assert_eq!(
                inputs.0.len(),
                leaves(&toml::Value::Table(read)),
                "{} {}",
                info.key,
                content.key
            );
        }
    }
}

/// Whether it plays is asked of the table as it is.
#[test]
fn a_bot_that_sits_nowhere_is_not_in_play() {
    let change = |key: &str| InputChange {
        key: key.to_owned(),
        was: None,
        is: Some("random".to_owned()),
    };
    let mut setup = Setup::default();
    let idle = change("bots.u.kind");
    assert!(!idle.is_in_play(&setup) && change("rules.con-cost").is_in_play(&setup));
    setup.seats.by_seat.insert(2, "u".to_owned());
    assert!(idle.is_in_play(&setup) && !change("bots.u2.kind").is_in_play(&setup));
}
