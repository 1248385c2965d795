//! What a configuration is made of, value by value, and what of it is another since a baseline was made.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::foreign;
use crate::games::GameInfo;
use crate::scenario::{self, Configuration, Expectation, as_percent, leaves};
use crate::table::seating;

/// The key of the scenario's margin.
const MARGIN: &str = "margin";

/// The key of a configuration's name.
const NAME: &str = "name";

/// Before the metric of a band.
const BAND: &str = "expect.";

/// Every rule, every setting of a bot that plays and every value of the content, by its place; and what is tolerated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(BTreeMap<String, String>);

/// A value that is not what it was; none where there was, or is, no such value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it stands: `rules.end-points.coins`, `tiles: tile 6 layers`.
    pub key: String,
    /// What it was.
    pub was: Option<String>,
    /// What it is.
    pub is: Option<String>,
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_struct("Change", 3)?;
        all.serialize_field("key", &self.key)?;
        all.serialize_field("was", &self.was.as_deref().map(bare))?;
        all.serialize_field("is", &self.is.as_deref().map(bare))?;
        all.end()
    }
}

/// A word without the quotes in which TOML has it: some of what is compared has none.
fn bare(text: &str) -> String {
    let table = toml::from_str::<toml::Table>(&format!("word = {text}")).ok();
    let word = table.and_then(|table| table.get("word")?.as_str().map(str::to_owned));
    word.unwrap_or_else(|| text.to_owned())
}

impl Change {
    /// The metric of the band that it is; none where it is none.
    pub fn band(&self) -> Option<&str> {
        self.key.strip_prefix(BAND)
    }

    /// Is it what is tolerated?
    pub fn is_margin(&self) -> bool {
        self.key == MARGIN
    }

    /// Is it a margin of which less passes than before?
    pub fn is_tighter(&self) -> bool {
        let percent = |text: &Option<String>| text.as_deref()?.trim_end_matches('%').parse::<f64>().ok();
        self.is_margin() && percent(&self.is) < percent(&self.was) && self.is.is_some()
    }

    /// Does it stand in a file of content?
    pub fn is_content(&self) -> bool {
        self.key.contains(": ")
    }

    /// Of what was called `was` and is called `is`; none where that is the same.
    pub fn of_name(was: &str, is: &str) -> Option<Self> {
        let told = |name: &str| Some(format!("“{name}”"));
        (was != is).then(|| Change {
            key: NAME.to_owned(),
            was: told(was),
            is: told(is),
        })
    }

    /// Can it let a game go differently? What is tolerated cannot, nor can a name.
    pub fn plays(&self) -> bool {
        !self.is_margin() && self.band().is_none() && self.key != NAME
    }
}

impl Inputs {
    /// What `configuration` is made of.
    pub fn of(info: &GameInfo, configuration: &Configuration) -> Self {
        let setup = &configuration.setup;
        let mut all = Inputs::default();
        // A rule that is not written has a value as well, which a new version of the program may change.
        let rules = scenario::in_force(info, setup).into_iter();
        all.0
            .extend(rules.map(|(key, value)| (format!("rules.{key}"), value.to_string())));
        all.0.insert("seats".to_owned(), seating(&setup.seats));
        for (name, bot) in &setup.bots {
            all.0.insert(format!("bots.{name}.kind"), bot.kind.clone());
            all.add(&format!("bots.{name}"), &toml::Value::Table(bot.settings.clone()));
        }
        for content in info.content {
            // It was read before, so that it can be read.
            let read = toml::from_str(&info.text(setup, content.key)).unwrap_or_default();
            all.entries(&format!("{}:", content.key), &read);
        }
        all
    }

    /// With what `configuration` is held to: its bands among these, and this margin.
    #[must_use]
    pub fn held_to(mut self, bands: &[Expectation], margin: f64, configuration: &Configuration) -> Self {
        // Changes are asked of versions, and of none by a check.
        let bands = bands
            .iter()
            .filter(|band| band.concerns(configuration) && !band.band.is_change());
        self.0.extend(bands.map(|expected| {
            let (lo, hi) = expected.band.ends();
            (format!("{BAND}{}", expected.metric), format!("{lo} to {hi}"))
        }));
        self.0.insert(MARGIN.to_owned(), as_percent(margin));
        self
    }

    /// Adds a value under its dotted key.
    fn add(&mut self, key: &str, value: &toml::Value) {
        match value {
            toml::Value::Table(table) => table
                .iter()
                .for_each(|(name, value)| self.add(&format!("{key}.{name}"), value)),
            other => {
                self.0.insert(key.to_owned(), other.to_string());
            }
        }
    }

    /// Adds what stands in a file: the entries of a list by their names.
    fn entries(&mut self, place: &str, table: &toml::Table) {
        for (name, value) in table {
            let place = format!("{place} {name}");
            match value {
                toml::Value::Table(inner) => self.entries(&place, inner),
                toml::Value::Array(rows) if rows.iter().any(toml::Value::is_table) => {
                    let tables: Vec<&toml::Table> = rows.iter().filter_map(toml::Value::as_table).collect();
                    for (row, label) in tables.iter().zip(labels(&tables)) {
                        self.entries(&format!("{place} {label}"), row);
                    }
                }
                other => {
                    self.0.insert(place, other.to_string());
                }
            }
        }
    }

    /// What is another in `now`. A rule that is not known here and stands at its default, as in `usual`, is none: there was
    /// no such rule then, and whoever added it left the game as it was. What is tolerated is none either, where it was not
    /// kept yet.
    pub fn changes(&self, now: &Inputs, usual: &Inputs) -> Vec<Change> {
        let added = |change: &Change| {
            let is_rule = change.key.starts_with("rules.") && change.was.is_none();
            is_rule && change.is.as_ref() == usual.0.get(&change.key) || !change.plays() && !self.0.contains_key(MARGIN)
        };
        let mut keys: Vec<&String> = self.0.keys().chain(now.0.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        let told = |key: &String, value: &String| match key.strip_prefix(BAND) {
            Some(_) => plain_ends(value),
            None => value.clone(),
        };
        let change = |key: &String| Change {
            key: key.clone(),
            was: self.0.get(key).map(|value| told(key, value)),
            is: now.0.get(key).map(|value| told(key, value)),
        };
        keys.into_iter()
            .map(change)
            .filter(|change| !same(change) && !added(change))
            .collect()
    }

    /// Is it made of the same as `now`, whatever is tolerated?
    pub fn plays_as(&self, now: &Inputs) -> bool {
        self.changes(now, &Inputs::default())
            .iter()
            .all(|change| !change.plays())
    }

    /// With the defaults of settings that only `other` writes, of bots of the same name and kind.
    #[must_use]
    pub fn with_defaults(mut self, other: &Inputs, info: &GameInfo) -> Self {
        let bots = (info.bots)();
        for (key, kind) in &other.0 {
            let name = key.strip_prefix("bots.").and_then(|key| key.strip_suffix(".kind"));
            let (Some(name), Some(bot)) = (name, bots.iter().find(|bot| bot.kind == kind)) else {
                continue;
            };
            if self.0.get(key) != Some(kind) {
                continue;
            }
            for setting in leaves::settings(bot) {
                let key = format!("bots.{name}.{}", setting.name);
                let default = setting.default.filter(|value| !value.is_array() && !value.is_object());
                if let (true, Some(default)) = (other.0.contains_key(&key), default) {
                    self.0.entry(key).or_insert_with(|| leaves::short(&default));
                }
            }
        }
        self
    }

    /// As one line of text: deflated, in base 64.
    pub fn packed(&self) -> String {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        let text = serde_json::to_vec(&self.0).unwrap_or_default();
        // Writing into memory cannot fail.
        let packed = encoder.write_all(&text).and_then(|()| encoder.finish());
        STANDARD.encode(packed.unwrap_or_default())
    }

    /// What [`Inputs::packed`] wrote.
    ///
    /// # Errors
    /// When it is something else.
    pub fn unpacked(text: &str) -> Result<Self, String> {
        let unread = || "what it was made from cannot be unpacked".to_owned();
        let packed = STANDARD.decode(text).map_err(|_| unread())?;
        let mut bytes = Vec::new();
        // Never more than files of a reasonable size come to, whatever it would grow to.
        DeflateDecoder::new(&packed[..])
            .take(foreign::LARGEST)
            .read_to_end(&mut bytes)
            .map_err(|_| unread())?;
        serde_json::from_slice(&bytes).map(Inputs).map_err(|_| unread())
    }
}

/// Is what it was and is one value, however written?
fn same(change: &Change) -> bool {
    let number = |value: &Option<String>| value.as_ref()?.parse::<f64>().ok();
    change.was == change.is || number(&change.was).is_some_and(|was| Some(was) == number(&change.is))
}

/// The two ends of a band as a person would write them: of a target and its width they come with the error of the last digit.
fn plain_ends(band: &str) -> String {
    let plain = |end: &str| {
        let rounded = end
            .parse::<f64>()
            .ok()
            .and_then(|end| format!("{end:.12e}").parse().ok());
        rounded.map_or_else(|| end.to_owned(), |end: f64| end.to_string())
    };
    band.split(" to ").map(plain).collect::<Vec<_>>().join(" to ")
}

/// Names for the entries of a list: what each says under the key that tells them all apart, else their place.
fn labels(rows: &[&toml::Table]) -> Vec<String> {
    let told = |row: &toml::Table, key: &str| match row.get(key) {
        Some(toml::Value::String(text)) => Some(text.clone()),
        Some(toml::Value::Integer(number)) => Some(number.to_string()),
        _ => None,
    };
    let by = |key: &str| {
        let mut all: Vec<String> = rows.iter().filter_map(|row| told(row, key)).collect();
        let names = all.clone();
        all.sort_unstable();
        all.dedup();
        (all.len() == rows.len()).then_some(names)
    };
    let keys = rows.first().into_iter().flat_map(|row| row.keys().map(String::as_str));
    let places = || (1..=rows.len()).map(|place| place.to_string()).collect();
    ["name", "number"]
        .into_iter()
        .chain(keys)
        .find_map(by)
        .unwrap_or_else(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::games::{Content, Setup};

    fn of(game: &str, change: impl FnOnce(&mut Setup)) -> Inputs {
        let mut configuration = Configuration::default();
        change(&mut configuration.setup);
        Inputs::of(games::named(game).expect("a game"), &configuration)
    }

    #[test]
    fn a_changed_value_is_named_with_what_it_was_and_is() {
        let before = of("riverbed", |_| {});
        let tiles = games::named("riverbed")
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
        let info = games::named("niagara").expect("a game");
        let bot = |weights: &[(&str, f64)]| {
            let table: toml::Table = weights
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).into()))
                .collect();
            of("niagara", |setup| {
                *setup =
                    std::mem::take(setup).with_bot("planner", "heuristic", [("weights", toml::Value::Table(table))]);
            })
        };
        let theft = leaves::settings((info.bots)().iter().find(|bot| bot.kind == "heuristic").expect("a bot"))
            .into_iter()
            .find(|setting| setting.name == "weights.theft")
            .and_then(|setting| setting.default?.as_f64())
            .expect("a number");
        let told = |before: &Inputs, now: &Inputs| {
            let (was, is) = (
                before.clone().with_defaults(now, info),
                now.clone().with_defaults(before, info),
            );
            was.changes(&is, &Inputs::default())
        };
        assert_eq!(told(&bot(&[]), &bot(&[("theft", theft)])), []);
        let changes = told(&bot(&[]), &bot(&[("theft", theft + 1.0)]));
        let [change] = &changes[..] else { panic!("{changes:?}") };
        assert_eq!(change.key, "bots.planner.weights.theft");
        assert_eq!(change.was.as_deref().and_then(|was| was.parse().ok()), Some(theft));
    }

    #[test]
    fn what_is_tolerated_is_told_where_it_was_kept() {
        let held = |margin: f64| of("riverbed", |_| {}).held_to(&[], margin, &Configuration::default());
        let told = held(0.01).changes(&held(0.2), &Inputs::default());
        assert_eq!((told.len(), told[0].key.as_str()), (1, "margin"));
        assert_eq!(told[0].is.as_deref(), Some("20%"));
        assert!(!told[0].plays());
        assert_eq!(of("riverbed", |_| {}).changes(&held(0.2), &Inputs::default()), []);
    }

    /// As a band is written, however it was reckoned: that is no change either.
    #[test]
    fn the_ends_of_a_band_are_told_as_they_are_written() {
        let band = |ends: &str| {
            let mut all = of("riverbed", |_| {}).held_to(&[], 0.01, &Configuration::default());
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
        let change = |was: &str, is: Option<&str>| Change {
            key: "rules.board".to_owned(),
            was: Some(was.to_owned()),
            is: is.map(str::to_owned),
        };
        let told = |change: &Change| serde_json::to_string(change).expect("JSON");
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
        for info in games::all() {
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
        for info in games::all() {
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
}
