//! What a configuration is made of, value by value, and what of it is another since a baseline was made.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::table::seating;
use balance_config::games::{GameInfo, Setup};
use balance_config::scenario::{self, Configuration, Expectation, Margins, as_percent, schema_keys};
use balance_config::untrusted;

/// The keys of the scenario's margins: of all, and of lengths where they have one of their own.
const MARGIN: &str = "margin";
const LENGTHS: &str = "length-margin";

/// The key of a configuration's name.
const NAME: &str = "name";

/// Before the metric of a band.
const BAND: &str = "expect.";

/// Every rule, every setting of a bot that plays and every value of the content, by its place; and what is tolerated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(BTreeMap<String, String>);

/// A value that is not what it was; none where there was, or is, no such value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputChange {
    /// Where it stands: `rules.end-points.coins`, `tiles: tile 6 layers`.
    pub key: String,
    /// What it was, as it is written.
    pub was: Option<String>,
    /// What it is now, likewise.
    pub is: Option<String>,
}

impl Serialize for InputChange {
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

/// Between several bands of one metric.
pub const BETWEEN_BANDS: &str = "; ";

/// Between the two ends of a band.
const BETWEEN_ENDS: &str = " to ";

/// The two ends of a band as it is stored; none where it is written in another way.
pub fn ends_of_band(band: &str) -> Option<(f64, f64)> {
    let (from, to) = band.split_once(BETWEEN_ENDS)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

impl InputChange {
    /// The metric of the band that it is; none where it is none.
    pub fn band(&self) -> Option<&str> {
        self.key.strip_prefix(BAND)
    }

    /// Is it what is tolerated?
    pub fn is_margin(&self) -> bool {
        self.key == MARGIN || self.key == LENGTHS
    }

    /// Does it stand in a file of content?
    pub fn is_content(&self) -> bool {
        self.key.contains(": ")
    }

    /// Is it about something other than a bot that does not play in a game of this setup?
    pub fn is_in_play(&self, setup: &Setup) -> bool {
        let Some(place) = self.key.strip_prefix("bots.") else {
            return true;
        };
        let of = |name: &str| place.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        setup.seats.names().any(|name| of(name))
    }

    /// Of what was called `was` and is called `is`; none where that is the same.
    pub fn of_name(was: &str, is: &str) -> Option<Self> {
        let told = |name: &str| Some(format!("“{name}”"));
        (was != is).then(|| InputChange {
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
    pub fn from_configuration(info: &GameInfo, configuration: &Configuration) -> Self {
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

    /// With what `configuration` is held to: its bands among these, and these margins.
    #[must_use]
    pub fn held_to(mut self, bands: &[Expectation], margins: Margins, configuration: &Configuration) -> Self {
        // Changes are asked of versions, and of none by a check.
        let bands = bands
            .iter()
            .filter(|band| band.concerns(configuration) && !band.band.is_change());
        for expected in bands {
            let (lo, hi) = expected.band.ends();
            let all = self.0.entry(format!("{BAND}{}", expected.metric)).or_default();
            // A metric may have several bands, and each counts.
            if !all.is_empty() {
                all.push_str(BETWEEN_BANDS);
            }
            all.push_str(&format!("{lo}{BETWEEN_ENDS}{hi}"));
        }
        self.0.insert(MARGIN.to_owned(), as_percent(margins.share));
        if !margins.are_one() {
            self.0.insert(LENGTHS.to_owned(), as_percent(margins.length));
        }
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
    pub fn changes(&self, now: &Inputs, usual: &Inputs) -> Vec<InputChange> {
        let added = |change: &InputChange| {
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
        let change = |key: &String| InputChange {
            key: key.clone(),
            was: self.value(key).map(|value| told(key, value)),
            is: now.value(key).map(|value| told(key, value)),
        };
        keys.into_iter()
            .map(change)
            .filter(|change| !same(change) && !added(change))
            .collect()
    }

    /// What stands at a key; lengths have the margin of all where they have none of their own.
    fn value(&self, key: &str) -> Option<&String> {
        let own = self.0.get(key);
        own.or_else(|| self.0.get(MARGIN).filter(|_| key == LENGTHS))
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
            for setting in schema_keys::settings(bot) {
                let key = format!("bots.{name}.{}", setting.name);
                let default = setting.default.filter(|value| !value.is_array() && !value.is_object());
                if let (true, Some(default)) = (other.0.contains_key(&key), default) {
                    self.0.entry(key).or_insert_with(|| schema_keys::short(&default));
                }
            }
        }
        self
    }

    /// As one line of text: deflated, in base 64.
    pub fn packed(&self) -> String {
        deflated(&serde_json::to_vec(&self.0).unwrap_or_default(), Compression::best())
    }

    /// What [`Inputs::packed`] wrote.
    pub fn unpacked(text: &str) -> Result<Self, String> {
        let read = inflated(text, untrusted::LARGEST).and_then(|bytes| serde_json::from_slice(&bytes).ok());
        read.map(Inputs)
            .ok_or_else(|| "what it was made from cannot be unpacked".to_owned())
    }
}

/// Is what it was and is one value, however written?
fn same(change: &InputChange) -> bool {
    let number = |value: &Option<String>| value.as_ref()?.parse::<f64>().ok();
    change.was == change.is || number(&change.was).is_some_and(|was| Some(was) == number(&change.is))
}

/// The two ends of a band as a person would write them: of a target and its width they come with the error of the last digit.
fn plain_ends(band: &str) -> String {
    let rounded = |end: &str| format!("{:.12e}", end.parse::<f64>().ok()?).parse::<f64>().ok();
    let plain = |end: &str| rounded(end).map_or_else(|| end.to_owned(), |end| end.to_string());
    let one = |band: &str| {
        let ends: Vec<String> = band.split(BETWEEN_ENDS).map(plain).collect();
        ends.join(BETWEEN_ENDS)
    };
    let bands: Vec<String> = band.split(BETWEEN_BANDS).map(one).collect();
    bands.join(BETWEEN_BANDS)
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

/// Bytes, deflated and in base 64.
pub fn deflated(bytes: &[u8], level: Compression) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), level);
    // Writing into memory cannot fail.
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    STANDARD.encode(packed.unwrap_or_default())
}

/// What [`deflated`] wrote, so many bytes of it at most, whatever it would grow to; none where it is something else.
pub fn inflated(text: &str, most: u64) -> Option<Vec<u8>> {
    let packed = STANDARD.decode(text).ok()?;
    let mut bytes = Vec::new();
    let mut decoder = DeflateDecoder::new(&packed[..]).take(most);
    decoder.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests;
