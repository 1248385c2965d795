//! Numbers of rules that say how much more or less they are than what they change: `end-points.coins = "-1"`.
//!
//! Where something stands already, as in the base of a variant, the number is taken from there when one is laid over the
//! other; what is left is counted from what the rule is when nobody writes it.

use super::parts::{kinds, property, resolve, value_schema};
use super::tree::{TomlTable, TomlValue};
use balance_engine::{as_percent, percent};
use serde_json::Value as Json;

/// How much more or less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    /// A whole number.
    Whole(i128),
    /// Any other number.
    Number(f64),
    /// A fraction.
    Share(f64),
}

impl By {
    /// "+1", "-0.5", "+5%"; none for any other text.
    pub fn read(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['+', '-'])?;
        if !unsigned.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
        if unsigned.ends_with('%') {
            return percent(unsigned).map(|share| By::Share(sign * share));
        }
        let whole = text.parse().ok().map(By::Whole);
        whole.or_else(|| text.parse().ok().filter(|by: &f64| by.is_finite()).map(By::Number))
    }

    /// What it makes of a value; none where that is no number that it can be added to.
    pub fn from(self, value: &TomlValue) -> Option<TomlValue> {
        let rounded = |number: f64| (number * 1e9).round() / 1e9;
        Some(match (self, value) {
            (By::Whole(by), TomlValue::Whole(now)) => TomlValue::Whole(now.saturating_add(by)),
            (By::Whole(by), TomlValue::Number(now)) => TomlValue::Number(rounded(now + by as f64)),
            (By::Number(by) | By::Share(by), TomlValue::Whole(now)) => TomlValue::Number(rounded(*now as f64 + by)),
            (By::Number(by) | By::Share(by), TomlValue::Number(now)) => TomlValue::Number(rounded(now + by)),
            (_, TomlValue::Text(text)) => match (self, By::read(text)) {
                (By::Share(by), None) => TomlValue::Text(as_percent(rounded(percent(text)? + by))),
                (By::Share(by), Some(By::Share(now))) => signed(&as_percent(rounded(now + by)), now + by),
                (By::Whole(by), Some(By::Whole(now))) => signed(&(now + by).to_string(), (now + by) as f64),
                (by, Some(now)) => {
                    let sum = rounded(by.plain()? + now.plain()?);
                    signed(&sum.to_string(), sum)
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// By how much, shares as fractions.
    pub fn amount(self) -> f64 {
        match self {
            By::Whole(by) => by as f64,
            By::Number(by) | By::Share(by) => by,
        }
    }

    fn plain(self) -> Option<f64> {
        match self {
            By::Whole(by) => Some(by as f64),
            By::Number(by) => Some(by),
            By::Share(_) => None,
        }
    }

    /// May a value of this shape be written so?
    pub fn fits(self, root: &Json, schema: &Json) -> bool {
        let schema = resolve(root, schema);
        let rate = schema.get("format").and_then(Json::as_str) == Some("rate");
        let kinds = kinds(schema);
        match self {
            By::Share(_) => rate,
            By::Whole(_) => !rate && (kinds.contains(&"integer") || kinds.contains(&"number")),
            By::Number(_) => !rate && kinds.contains(&"number"),
        }
    }
}

/// As it is written in a scenario: `+1`, `-0.5`, `+5%`.
impl std::fmt::Display for By {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plus = if self.amount() < 0.0 { "" } else { "+" };
        match self {
            By::Whole(by) => write!(f, "{plus}{by}"),
            By::Number(by) => write!(f, "{plus}{by}"),
            By::Share(by) => write!(f, "{plus}{}", as_percent(*by)),
        }
    }
}

/// A sum that is still to be added to something.
fn signed(text: &str, sum: f64) -> TomlValue {
    TomlValue::Text(if sum < 0.0 { text.to_owned() } else { format!("+{text}") })
}

/// Takes every relative number of `over` from what stands in `under`.
pub fn settle(over: &mut TomlTable, under: &TomlTable) {
    for field in &mut over.fields {
        let Some(now) = under.get(&field.name) else { continue };
        match (&mut field.node.value, &now.value) {
            (TomlValue::Table(over), TomlValue::Table(under)) => settle(over, under),
            (TomlValue::Text(text), now) => {
                if let Some(value) = By::read(text).and_then(|by| by.from(now)) {
                    field.node.value = value;
                }
            }
            _ => {}
        }
    }
}

/// Key paths of the relative numbers that are left where the schema wants numbers.
pub fn left(root: &Json, schema: &Json, table: &TomlTable) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for field in &table.fields {
        let Some(part) = property(root, schema, &field.name) else {
            continue;
        };
        let below = match &field.node.value {
            TomlValue::Table(table) => left(root, part, table),
            TomlValue::Text(text) if By::read(text).is_some_and(|by| by.fits(root, value_schema(root, part))) => {
                vec![Vec::new()]
            }
            _ => Vec::new(),
        };
        let path = |rest: Vec<String>| std::iter::once(field.name.clone()).chain(rest).collect();
        found.extend(below.into_iter().map(path));
    }
    found
}
