//! A made-up game for the tests of the scenario layer: frogs on a pond.

use crate::games::search::Untrained;
use crate::games::{At, BotInfo, ContentKey, GameInfo, Mistake, Setup};
use balance_engine::Proportion;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rules of Pond.
#[derive(Debug, JsonSchema, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
struct Rules {
    /// How many play.
    #[schemars(range(min = 2, max = 6))]
    players: u8,
    /// What ends the game.
    end_points: EndPoints,
    /// Which leaves lie on the pond.
    leaves: String,
    /// Weather.
    weather: Weather,
    /// Chance of rain each round.
    rain: Proportion,
    /// Rounds at most; none when left out.
    #[schemars(range(min = 1, max = 500))]
    rounds: Option<u16>,
    /// Growth of the reeds.
    #[schemars(range(min = 0.5, max = 2.0))]
    growth: f64,
    /// Whether frogs may swim.
    swim: bool,
    /// Flies by name.
    flies: BTreeMap<String, u8>,
    /// Order of the phases.
    phases: Vec<Weather>,
    /// Size of the pond.
    size: [u8; 2],
    /// Weather at night.
    night: Option<Weather>,
    /// How the winner is found.
    winner: Winner,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            players: 4,
            end_points: EndPoints::default(),
            leaves: "standard".into(),
            weather: Weather::Sunny,
            rain: Proportion(0.1),
            rounds: None,
            growth: 1.0,
            swim: false,
            flies: BTreeMap::new(),
            phases: Vec::new(),
            size: [5, 5],
            night: None,
            winner: Winner::MostFlies,
        }
    }
}

/// What ends the game.
#[derive(Debug, JsonSchema, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
struct EndPoints {
    /// Coins in one hand.
    #[schemars(range(min = 1, max = 50))]
    coins: u8,
    /// Frogs on the lily.
    frogs: u8,
}

impl Default for EndPoints {
    fn default() -> Self {
        Self { coins: 7, frogs: 3 }
    }
}

/// Weather.
#[derive(Debug, JsonSchema, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Weather {
    /// Dry.
    Sunny,
    /// Wet.
    HeavyRain,
    /// White.
    Foggy,
}

/// How the winner is found.
#[derive(Debug, JsonSchema, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Winner {
    MostFlies,
    FirstHome,
}

/// Settings of the clever bot.
#[derive(JsonSchema, Deserialize, Serialize, Default)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
struct Clever {
    weights: Weights,
}

#[derive(JsonSchema, Deserialize, Serialize, Default)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
struct Weights {
    #[schemars(range(min = 0, max = 1))]
    risk: f64,
    greed: f64,
}

/// Settings of the bot that plays by a list.
#[derive(JsonSchema, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Listed {
    /// First line that fits is played.
    #[allow(dead_code)]
    #[schemars(length(min = 1))]
    script: Vec<String>,
}

#[derive(JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

pub const POND: GameInfo = GameInfo {
    key: "pond",
    title: "Pond",
    players: 2..=6,
    build: |setup| Err(check(setup)),
    // Few frogs need not swim.
    in_play: |_| std::collections::BTreeSet::new(),
    idle: |setup| {
        let few = setup.rules.get("players").and_then(toml::Value::as_integer) < Some(4);
        let told = few && setup.rules.contains_key("players") && setup.rules.contains_key("swim");
        told.then(|| Mistake::rule("swim", "`swim` has no effect: the pond is empty", "leave it out"))
            .into_iter()
            .collect()
    },
    out_of_reach: |_| Vec::new(),
    ranges: |_| Vec::new(),
    settled: |_| toml::Table::new(),
    laws: |_, _, _| Ok(()),
    playthroughs: |_, _, _| Ok(Vec::new()),
    train: |_| Err(Untrained::Mistakes(Vec::new())),
    rules_schema: || schemars::schema_for!(Rules),
    content: &[ContentKey {
        key: "leaves",
        sets: &[("standard", ""), ("sparse", "")],
        entries: &[],
    }],
    entries: |_| Vec::new(),
    roles: &["toad", "heron-keeper"],
    league: "",
    bots: || {
        let bot = |kind, help, schema: fn() -> schemars::Schema| BotInfo {
            kind,
            help,
            script: Rc::default(),
            schema: Rc::new(schema),
        };
        vec![
            bot("random", "any legal move", || schemars::schema_for!(Nothing)),
            bot("heuristic", "weighs moves", || schemars::schema_for!(Clever)),
            bot("scripted", "a list", || schemars::schema_for!(Listed)),
        ]
    },
    default_bot: || "heuristic",
    check,
};

pub const DUNE: GameInfo = GameInfo {
    key: "dune-hop",
    title: "Dune Hop",
    roles: &[],
    league: "",
    ..POND
};

fn check(setup: &Setup) -> Vec<Mistake> {
    let mut faults = Vec::new();
    for (key, content) in &setup.contents {
        if let Some(start) = content.text.find("rotten") {
            let at = At::Content {
                key: key.clone(),
                span: start..start + 6,
            };
            faults.push(Mistake::new(at, "a leaf cannot be rotten", "say `fresh`"));
        }
    }
    let rules: Rules = match setup.rules.clone().try_into() {
        Ok(rules) => rules,
        Err(error) => {
            faults.push(Mistake::new(At::Whole, error.to_string(), ""));
            return faults;
        }
    };
    if rules.end_points.coins > rules.players * 10 {
        let at = At::Rule(vec!["end-points".into(), "coins".into()]);
        let message = format!(
            "{} coins cannot be had by {} players",
            rules.end_points.coins, rules.players
        );
        faults.push(Mistake::new(at, message, ""));
    }
    for seat in setup.seats.by_seat.keys().filter(|seat| **seat > rules.players) {
        let message = format!("there is no seat {seat} with {} players", rules.players);
        faults.push(Mistake::new(At::Seat(seat.to_string()), message, ""));
    }
    for (name, bot) in &setup.bots {
        let lines = bot
            .settings
            .get("script")
            .and_then(toml::Value::as_array)
            .cloned()
            .unwrap_or_default();
        for (i, line) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.as_str() == Some("fly"))
        {
            let at = At::Bot {
                name: name.clone(),
                path: vec!["script".into(), i.to_string()],
                part: None,
            };
            faults.push(Mistake::new(at, format!("frogs cannot {line}"), ""));
        }
    }
    faults
}
