//! The shape of a scenario file as a JSON Schema: for the checks here and for editors.

use super::{Margins, PlayTime};
use crate::games::{GameInfo, MOST_ROTATIONS};
use balance_engine::Proportion;
use balance_kit::schema::tree::{Sources, TomlTable};
use schemars::JsonSchema;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Most games of one configuration.
pub(crate) const MOST_GAMES: u64 = balance_engine::tally::MOST_GAMES;

/// Largest seed: the largest number that TOML can hold.
pub(crate) const MOST_SEED: u64 = i64::MAX as u64;

/// What the checks of a file need.
pub(crate) struct Context<'a> {
    pub sources: &'a Sources,
    /// Shape of a scenario of this game.
    pub root: &'a Json,
    pub game: Option<&'a GameInfo>,
    /// `[bots]` of the scenario with all that it extends.
    pub bots: &'a TomlTable,
}

/// A scenario for `balance`: which game, under which rules, played by whom, and what is expected of it.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
struct Shape {
    /// Heading of the report.
    #[schemars(length(max = 200))]
    title: Option<String>,
    /// Another scenario file of which this one changes what it names; relative to this file.
    #[schemars(length(min = 1))]
    extends: Option<String>,
    /// Which game is played.
    game: Option<String>,
    /// Games for each configuration.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    games: Option<u64>,
    /// Seed: the same seed gives the same games.
    #[schemars(range(min = 0, max = 9_223_372_036_854_775_807_u64))]
    seed: Option<u64>,
    /// Variants whose win rates differ by less than this count as the same.
    margin: Option<Proportion>,
    /// Mean lengths that differ by less than this part of themselves count as the same; left out: as `margin`.
    length_margin: Option<Proportion>,
    /// Name of the configuration that the variants are compared with.
    #[schemars(length(min = 1, max = 80))]
    base_name: Option<String>,
    /// Rules that differ from the published ones.
    rules: Option<Map<String, Json>>,
    /// Who plays where: `all`, by number of seat, by role, or `rotate`.
    seats: Option<Map<String, Json>>,
    /// Bots of your own making, by name.
    bots: Option<Map<String, Json>>,
    /// When to stop before all games are played.
    stop: Option<StopShape>,
    /// How long people take: reports then give lengths in minutes as well.
    time: Option<PlayTime>,
    /// A log of games that people played, a CSV file, to hold the results against; relative to this file.
    #[schemars(length(min = 1))]
    playtests: Option<String>,
    /// Variants, compared with the base on the same deals.
    variant: Option<Vec<VariantShape>>,
    /// Lists of values by dotted key, crossed with each other and with the variants.
    matrix: Option<BTreeMap<String, Vec<Json>>>,
    /// What each side should win, as shares that add up to 100%; left out: every person has the same chance.
    fair_share: Option<BTreeMap<String, Proportion>>,
    /// Bands in which results must lie, by metric.
    expect: Option<Map<String, Json>>,
    /// Other bots that the same is asked of; `false`: none.
    league: Option<LeagueShape>,
    /// Rules that the command `tune` may change, by dotted key, each with a list of values or a range.
    tune: Option<TuneShape>,
}

/// Rules that may be changed to bring the results into the bands of [expect].
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[allow(dead_code)]
struct TuneShape {
    /// Games of the whole search, unless `--games` says otherwise.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    games: Option<u64>,
    /// A bot under which the proposals are tried as well; left out: another bot that the game offers.
    #[schemars(length(min = 1))]
    second: Option<String>,
}

/// Other bots that the same is asked of: each sits at every seat in place of the scenario's own.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
struct LeagueShape {
    /// Their names; left out: the levels `novice`, `club` and `expert`.
    #[schemars(length(min = 1))]
    members: Option<Vec<String>>,
    /// Deals of each at most; all of them together play no more deals than the run.
    #[schemars(range(min = 1, max = 1_000_000_000_000_u64))]
    games: Option<u64>,
}

/// When to stop before all games are played; with several reasons, once all of them hold.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
struct StopShape {
    /// Stop when every side's win rate is known this well, at 95% over all looks.
    half_width: Option<Proportion>,
    /// Stop when it is known of every band of [expect] whether the result lies in it.
    bands: Option<bool>,
    /// Stop when every variant is told apart from its base or shown to be equal within the margin.
    variants: Option<bool>,
}

/// A variant of the base.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
struct VariantShape {
    /// Name in tables and charts.
    #[schemars(length(min = 1, max = 80))]
    name: String,
    /// The cell of the matrix, or the value of one of its keys, at which alone it is played; left out: in every cell.
    #[schemars(length(min = 1))]
    configuration: Option<String>,
    /// Rules that differ from the base.
    rules: Option<Map<String, Json>>,
    /// Seats that differ from the base.
    seats: Option<Map<String, Json>>,
    /// Bots that differ from the base.
    bots: Option<Map<String, Json>>,
}

/// The JSON Schema of a scenario file of any of these games, for the `#:schema` line of editors.
pub fn schema(games: &[GameInfo]) -> Json {
    let mut root = plain_shape();
    let keys: Vec<&str> = games.iter().map(|game| game.key).collect();
    if let Some(game) = root.pointer_mut("/properties/game").and_then(Json::as_object_mut) {
        game.insert("enum".to_owned(), json!(keys));
    }
    put(
        &mut root,
        "/properties/expect/additionalProperties",
        expectation_schema(),
    );
    put(
        &mut root,
        "/$defs/TuneShape/additionalProperties",
        json!({ "$ref": "#/$defs/Knob" }),
    );
    put(&mut root, "/$defs/Knob", knob_schema());
    // Checked by hand, so that a mistake in the table is told of the table.
    let table = root.pointer("/properties/league").cloned().unwrap_or_default();
    let help = table.get("description").cloned().unwrap_or_default();
    let either = json!({ "description": help, "anyOf": [{ "type": "boolean" }, { "$ref": "#/$defs/LeagueShape" }] });
    put(&mut root, "/properties/league", either);
    let mut defs = taken_defs(&mut root);
    let mut by_game = Vec::new();
    for game in games {
        let parts = game_defs(game, &mut defs);
        let parts_below = json!({ "properties": parts });
        by_game.push(json!({
            "if": { "properties": { "game": { "const": game.key } }, "required": ["game"] },
            "then": { "properties": {
                "rules": parts["rules"],
                "seats": parts["seats"],
                "bots": parts["bots"],
                "variant": { "items": parts_below },
            } },
        }));
    }
    put(&mut root, "/allOf", Json::Array(by_game));
    put(&mut root, "/$defs", Json::Object(defs));
    root
}

/// The shape for the checks of one game: properties with `rules`, `seats`, `bots` and `variant` of that game; without
/// a game these are left open.
pub(crate) fn shape_for(game: Option<&GameInfo>) -> Json {
    let mut root = plain_shape();
    let mut defs = taken_defs(&mut root);
    if let Some(game) = game {
        let parts = game_defs(game, &mut defs);
        for part in ["rules", "seats", "bots"] {
            put(&mut root, &format!("/properties/{part}"), parts[part].clone());
        }
    }
    put(&mut root, "/$defs", Json::Object(defs));
    root
}

/// Where the schema of the settings of a kind of bot stands.
pub(crate) fn bot_pointer(game: &GameInfo, kind: &str) -> String {
    format!("/$defs/{}-bot-{kind}", game.key)
}

/// The shape of one band of `[expect]`.
pub(crate) fn expectation_schema() -> Json {
    let number = |help: &str| json!({ "type": ["number", "string"], "description": help });
    let band = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "target": number("What is wanted; \"40%\" or 0.4, or a plain number; \"now + 2%\" counts from the present rules."),
            "within": number("How far the result may be from the target."),
            "from": number("Least allowed; \"now\" is what the present rules give."),
            "to": number("Most allowed; \"now + 0.5\" is half a turn more than the present rules give."),
            "configuration": { "type": "string", "description": "Only this configuration or variant; else all." },
        },
    });
    json!({ "anyOf": [band, { "type": "array", "minItems": 1, "items": band }] })
}

/// The shape of one rule of `[tune]`; nested tables are dotted keys.
fn knob_schema() -> Json {
    let end = |help: &str| json!({ "type": ["number", "string"], "description": help });
    let range = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["from", "to"],
        "properties": {
            "from": end("Smallest value."),
            "to": end("Largest value."),
            "step": end("From one value to the next; 1 for whole numbers."),
        },
    });
    let list = json!({ "type": "array", "minItems": 1, "description": "The values that it may take." });
    let table = json!({ "type": "object", "additionalProperties": { "$ref": "#/$defs/Knob" } });
    json!({ "anyOf": [list, range, table] })
}

fn plain_shape() -> Json {
    let mut root = schemars::schema_for!(Shape).to_value();
    everywhere(&mut root, &without_null);
    for (pointer, most) in [
        ("/properties/margin", Margins::WIDEST.share),
        ("/properties/length-margin", Margins::WIDEST.length),
        ("/$defs/StopShape/properties/half-width", 0.5),
    ] {
        let help = root.pointer(pointer).and_then(|part| part.get("description")).cloned();
        let mut rate = root.pointer("/$defs/Rate").cloned().unwrap_or_default();
        put(&mut rate, "/description", help.unwrap_or_default());
        put(&mut rate, "/maximum", json!(most));
        put(&mut rate, "/exclusiveMinimum", json!(0));
        put(&mut root, pointer, rate);
    }
    root
}

/// Changes every part of a schema, the whole before what stands in it.
fn everywhere(schema: &mut Json, change: &impl Fn(&mut Json)) {
    change(schema);
    match schema {
        Json::Object(map) => map.values_mut().for_each(|part| everywhere(part, change)),
        Json::Array(list) => list.iter_mut().for_each(|part| everywhere(part, change)),
        _ => {}
    }
}

/// `null` does not exist in TOML.
fn without_null(schema: &mut Json) {
    let Json::Object(map) = schema else { return };
    if let Some(Json::Array(kinds)) = map.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            map.insert("type".to_owned(), only);
        }
    }
    if map.get("default") == Some(&Json::Null) {
        map.remove("default");
    }
    if let Some(Json::Array(branches)) = map.get_mut("anyOf") {
        branches.retain(|branch| branch.get("type").and_then(Json::as_str) != Some("null"));
        if let [Json::Object(only)] = branches.as_mut_slice() {
            let only = std::mem::take(only);
            map.remove("anyOf");
            for (name, part) in only {
                map.entry(name).or_insert(part);
            }
        }
    }
}

/// A number kept in single precision, which is widened on its way here, as the shortest decimal that says the same.
fn shortest(schema: &mut Json) {
    let Some(wide) = schema.as_f64().filter(|_| schema.is_f64()) else {
        return;
    };
    let single = wide as f32;
    if f64::from(single).to_bits() == wide.to_bits()
        && let Ok(short) = single.to_string().parse::<f64>()
    {
        *schema = json!(short);
    }
}

fn taken_defs(root: &mut Json) -> Map<String, Json> {
    match root.as_object_mut().and_then(|root| root.remove("$defs")) {
        Some(Json::Object(defs)) => defs,
        _ => Map::new(),
    }
}

/// Adds the game's definitions and gives the schemas of `rules`, `seats` and `bots`.
fn game_defs(game: &GameInfo, defs: &mut Map<String, Json>) -> Json {
    let key = game.key;
    let mut rules = import((game.rules_schema)().to_value(), &format!("{key}-"), defs);
    for content in game.content.iter().map(|content| content.key) {
        let pointer = format!("/properties/{}", content.replace('.', "/properties/"));
        let mut part = json!({ "type": "string", "minLength": 1, "examples": game.sets(content) });
        for word in ["description", "default"] {
            if let Some(kept) = rules.pointer(&pointer).and_then(|old| old.get(word)) {
                put(&mut part, &format!("/{word}"), kept.clone());
            }
        }
        put(&mut rules, &pointer, part);
    }
    for entries in game.content.iter().flat_map(|content| content.entries) {
        let blanks = entries
            .blanks
            .iter()
            .map(|blank| format!("\"{}\" is {}", blank.name, blank.help));
        let help = std::iter::once(format!("Single entries: {}", entries.help)).chain(blanks);
        let part = json!({
            "type": "object",
            "description": help.collect::<Vec<_>>().join("; "),
            "additionalProperties": { "additionalProperties": true },
        });
        put(&mut rules, &format!("/properties/{}", entries.word), part);
    }
    defs.insert(format!("{key}-rules"), rules);

    let name = json!({ "type": "string", "minLength": 1 });
    let mut seats = Map::new();
    seats.insert("all".to_owned(), name.clone());
    seats.insert(
        "rotate".to_owned(),
        json!({ "type": "array", "minItems": 1, "maxItems": MOST_ROTATIONS, "items": name }),
    );
    for role in game.roles {
        seats.insert((*role).to_owned(), name.clone());
    }
    let seats = json!({
        "type": "object",
        "properties": seats,
        "patternProperties": { "^\\d+$": name },
        "additionalProperties": false,
    });
    defs.insert(format!("{key}-seats"), seats);

    let mut one_of = Vec::new();
    let bots = (game.bots)();
    for bot in &bots {
        let mut settings = import((bot.schema)().to_value(), &format!("{key}-bot-{}-", bot.kind), defs);
        let kind = json!({ "type": "string", "const": bot.kind, "description": bot.help });
        if settings.get("properties").is_none() {
            put(&mut settings, "/properties", json!({}));
        }
        put(&mut settings, "/properties/kind", kind);
        put(&mut settings, "/additionalProperties", Json::Bool(false));
        defs.insert(format!("{key}-bot-{}", bot.kind), settings);
        one_of.push(json!({
            "if": { "properties": { "kind": { "const": bot.kind } }, "required": ["kind"] },
            "then": { "$ref": format!("#{}", bot_pointer(game, bot.kind)) },
        }));
    }
    let kinds: Vec<&str> = bots.iter().map(|bot| bot.kind).collect();
    let bot = json!({ "type": "object", "properties": { "kind": { "enum": kinds } }, "allOf": one_of });
    defs.insert(
        format!("{key}-bots"),
        json!({ "type": "object", "additionalProperties": bot }),
    );

    let part = |name: &str| json!({ "$ref": format!("#/$defs/{key}-{name}") });
    json!({ "rules": part("rules"), "seats": part("seats"), "bots": part("bots") })
}

/// Takes a schema into `defs` under names of its own.
fn import(mut schema: Json, prefix: &str, defs: &mut Map<String, Json>) -> Json {
    everywhere(&mut schema, &without_null);
    everywhere(&mut schema, &shortest);
    everywhere(&mut schema, &|part| rename_ref(part, prefix));
    let own = taken_defs(&mut schema);
    defs.extend(own.into_iter().map(|(name, part)| (format!("{prefix}{name}"), part)));
    if let Some(map) = schema.as_object_mut() {
        map.remove("$schema");
    }
    schema
}

fn rename_ref(schema: &mut Json, prefix: &str) {
    if let Some(Json::String(name)) = schema.get_mut("$ref")
        && let Some(rest) = name.strip_prefix("#/$defs/")
    {
        *name = format!("#/$defs/{prefix}{rest}");
    }
}

/// Sets the value at a pointer whose parent exists.
fn put(root: &mut Json, pointer: &str, value: Json) {
    if let Some((parent, name)) = pointer.rsplit_once('/')
        && let Some(Json::Object(map)) = root.pointer_mut(parent)
    {
        map.insert(name.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in::BUILT_IN;

    #[test]
    fn numbers_of_single_precision_are_written_as_they_were_meant() {
        let widened = |single: f32| json!(f64::from(single));
        let mut schema = json!({ "default": { "dread": widened(1.2), "pull": widened(-0.15), "half": 0.5, "tenth": 0.1 }, "maximum": 60 });
        everywhere(&mut schema, &shortest);
        let meant = json!({ "default": { "dread": 1.2, "pull": -0.15, "half": 0.5, "tenth": 0.1 }, "maximum": 60 });
        assert_eq!(schema, meant);
    }

    /// No default of a game shows how a number is kept.
    #[test]
    fn no_number_of_a_schema_is_long() {
        fn numbers(schema: &Json) -> Vec<String> {
            match schema {
                Json::Number(number) => vec![number.to_string()],
                Json::Object(map) => map.values().flat_map(numbers).collect(),
                Json::Array(list) => list.iter().flat_map(numbers).collect(),
                _ => Vec::new(),
            }
        }
        let long = |number: &String| number.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 8);
        let found: Vec<String> = numbers(&schema(&BUILT_IN)).into_iter().filter(long).collect();
        assert_eq!(found, Vec::<String>::new());
    }
}
