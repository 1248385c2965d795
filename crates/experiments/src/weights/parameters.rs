//! Which numbers of a bot may change, and between what.

use balance_kit::schema::parts::{branches, kinds, property, property_names, resolve};
use serde::Serialize;
use serde_json::Value as Json;

use balance_config::games::{BotSpec, GameInfo};
use balance_config::scenario::number;

/// How many times more or less than its default a number may become.
const TIMES: f64 = 4.0;
/// Digits of a number that is tried, so that what is pasted is what was played.
const DIGITS: i32 = 4;

/// A number of a bot that may change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Number {
    /// Its key below `[bots.X]`, dotted.
    pub key: String,
    /// What it is now.
    pub present: f64,
    /// The least that is tried.
    pub from: f64,
    /// The most that is tried.
    pub to: f64,
}

impl Number {
    /// One that is `default` in its kind, and may lie within `least` and `most` at all: between a quarter and four times its
    /// default, or, where that is 0, up to a quarter of what is possible either way; what it is now always lies in it.
    fn new(key: String, present: f64, default: f64, least: f64, most: f64) -> Self {
        let (from, to) = if default == 0.0 {
            let reach = |end: f64| if end.is_finite() { end / TIMES } else { end.signum() };
            (reach(least).min(0.0), reach(most).max(0.0))
        } else {
            let (a, b) = (default / TIMES, default * TIMES);
            (a.min(b), a.max(b))
        };
        Number {
            key,
            present,
            from: from.max(least).min(present),
            to: to.min(most).max(present),
        }
    }

    /// Do equal steps multiply the number, not add to it? So where it never comes to 0.
    fn times(&self) -> bool {
        self.from * self.to > 0.0
    }

    /// Where the present value lies between the ends: 0 to 1.
    pub(super) fn place(&self) -> f64 {
        let place = if self.times() {
            libm::log(self.present / self.from) / libm::log(self.to / self.from)
        } else {
            (self.present - self.from) / (self.to - self.from)
        };
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.5 }
    }

    /// The number at a place from 0 to 1.
    pub(super) fn value(&self, place: f64) -> f64 {
        let value = if self.times() {
            self.from * libm::exp(place * libm::log(self.to / self.from))
        } else {
            self.from + place * (self.to - self.from)
        };
        rounded(value).clamp(self.from, self.to)
    }

    /// Puts a value into the settings of a bot.
    pub fn put(&self, value: f64, spec: &mut BotSpec) {
        let mut table = &mut spec.settings;
        let (tables, last) = self.key.rsplit_once('.').unwrap_or(("", &self.key));
        for part in tables.split('.').filter(|part| !part.is_empty()) {
            let entry = table
                .entry(part)
                .or_insert_with(|| toml::Value::Table(toml::Table::new()));
            let toml::Value::Table(below) = entry else { return };
            table = below;
        }
        table.insert(last.to_owned(), toml::Value::Float(value));
    }
}

/// The number with [`DIGITS`] digits that count.
fn rounded(value: f64) -> f64 {
    let text = format!("{value:.*e}", (DIGITS - 1) as usize);
    text.parse().unwrap_or(value)
}

/// The numbers that may change of a bot of `spec`: all of its kind's settings that are numbers and not whole. Whole ones say how
/// far a bot looks, which is paid for in time.
pub fn numbers(info: &GameInfo, spec: &BotSpec) -> Vec<Number> {
    let kinds = (info.bots)();
    let Some(kind) = kinds.iter().find(|kind| kind.kind == spec.kind) else {
        return Vec::new();
    };
    let schema = (kind.schema)();
    let mut found = Vec::new();
    let present = toml::Value::Table(spec.settings.clone());
    below(schema.as_value(), schema.as_value(), "", Some(&present), &mut found);
    found
}

/// Adds the numbers of a table, whose keys begin with `lead`, and which stands as `present` in the bot's settings.
fn below(root: &Json, schema: &Json, lead: &str, present: Option<&toml::Value>, found: &mut Vec<Number>) {
    for name in property_names(root, schema) {
        let Some(part) = property(root, schema, name) else {
            continue;
        };
        let default = part.get("default").and_then(Json::as_f64);
        let mut part = resolve(root, part);
        if let [only] = branches(root, part).as_slice() {
            part = resolve(root, only);
        }
        let key = format!("{lead}{name}");
        let own = present.and_then(|table| table.get(name));
        match kinds(part).as_slice() {
            ["object"] => below(root, part, &format!("{key}."), own, found),
            ["number"] => {
                let own = own.and_then(number);
                // 0.1 as a number of 32 bits is no longer 0.1.
                let default = default.map(|default| rounded(f64::from(default as f32)));
                let default = default.or(own);
                let end = |name: &str| part.get(name).and_then(Json::as_f64);
                if let Some(default) = default {
                    let (least, most) = (end("minimum"), end("maximum"));
                    let least = least.unwrap_or(f64::NEG_INFINITY);
                    let most = most.unwrap_or(f64::INFINITY);
                    let number = Number::new(key, own.unwrap_or(default), default, least, most);
                    if number.from < number.to {
                        found.push(number);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn niagara(settings: &str) -> Vec<Number> {
        let info = crate::built_in::BUILT_IN.iter().find(|info| info.key == "niagara");
        let spec = BotSpec {
            kind: "heuristic".to_owned(),
            settings: settings.parse().expect("TOML"),
        };
        numbers(info.expect("Niagara"), &spec)
    }

    #[test]
    fn every_weight_lies_between_a_quarter_and_four_times_its_default() {
        let all = niagara("");
        assert_eq!(all.len(), 15);
        let of = |key: &str| all.iter().find(|number| number.key == key).expect(key);
        let ends = |number: &Number| (number.from, number.present, number.to);
        assert_eq!(ends(of("weights.plain")), (0.3075, 1.23, 4.92));
        // Never more than it may be, and never less.
        assert_eq!(ends(of("weights.patience")), (0.2, 0.62, 0.99));
        assert_eq!(ends(of("weights.nearest")), (1.34, 5.36, 21.44));
        for number in &all {
            assert!(
                (number.value(number.place()) - number.present).abs() < 1e-12,
                "{}",
                number.key
            );
            assert!((number.value(0.0), number.value(1.0)) == (number.from, number.to));
        }
    }

    #[test]
    fn what_a_scenario_set_lies_in_its_range_and_can_be_mended() {
        let all = niagara("weights = { nearest = 0.25, mix = 1 }");
        let of = |key: &str| all.iter().find(|number| number.key == key).expect(key);
        let (nearest, mix) = (of("weights.nearest"), of("weights.mix"));
        assert_eq!((nearest.from, nearest.present, nearest.to), (0.25, 0.25, 21.44));
        assert_eq!((mix.from, mix.present, mix.to), (0.075, 1.0, 1.2));
        let mut spec = BotSpec::default();
        nearest.put(4.0, &mut spec);
        mix.put(0.5, &mut spec);
        let written: toml::Table = "weights = { nearest = 4.0, mix = 0.5 }".parse().expect("TOML");
        assert_eq!(spec.settings, written);
    }

    #[test]
    fn below_zero_a_quarter_is_the_larger_end_and_without_limits_there_is_one() {
        let hunt = Number::new("hunt".to_owned(), -0.02, -0.02, -1.0, 1.0);
        assert_eq!((hunt.from, hunt.to), (-0.08, -0.005));
        assert!((hunt.value(hunt.place()) + 0.02).abs() < 1e-12);
        let open = Number::new("open".to_owned(), 0.0, 0.0, f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!((open.from, open.to), (-1.0, 1.0));
    }

    #[test]
    fn whole_numbers_and_words_are_left_alone() {
        let info = crate::built_in::BUILT_IN.iter().find(|info| info.key == "regatta");
        let info = info.expect("the regatta");
        let of = |kind: &str| {
            let spec = BotSpec {
                kind: kind.to_owned(),
                ..BotSpec::default()
            };
            let all = numbers(info, &spec);
            all.into_iter().map(|number| number.key).collect::<Vec<_>>()
        };
        let weights = of("heuristic");
        assert!(weights.contains(&"weights.hydra".to_owned()) && !weights.contains(&"weights.depth".to_owned()));
        assert_eq!(of("search"), ["caution"]);
        assert!(of("random").is_empty() && of("dasher").is_empty() && of("scripted").is_empty());
    }
}
