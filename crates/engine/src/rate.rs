//! Shares: `"0.1%"` and `0.001` are the same.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A share from 0 to 1, read from a fraction or from text with a percent sign; for rules of games as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "WrittenShare")]
pub struct Proportion(
    /// The fraction.
    pub f64,
);

/// The fraction in `"12.5%"`; `None` when the text is no such thing. `_` may stand between digits.
pub fn percent(text: &str) -> Option<f64> {
    let number = text.trim().strip_suffix('%')?.trim_end();
    let digits = number.trim_start_matches(['-', '+']);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    // Read as thousandths of the number that was typed: "0.1%" must be the nearest double to 0.001.
    let fraction: f64 = format!("{}e-2", number.replace('_', "")).parse().ok()?;
    fraction.is_finite().then_some(fraction)
}

/// A fraction as people write it: `0.125` gives `12.5%`.
pub fn as_percent(fraction: f64) -> String {
    let rounded = (fraction * 1e12).round() / 1e10;
    format!("{rounded}%")
}

impl JsonSchema for Proportion {
    fn schema_name() -> Cow<'static, str> {
        "Rate".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A share: 0.001 or \"0.1%\".",
            "type": ["number", "string"],
            "format": "rate",
            "minimum": 0,
            "maximum": 1,
            "pattern": "^\\s*[0-9._]+\\s*%\\s*$",
        })
    }
}

/// A share as it may be written.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a share such as \"0.1%\" or 0.001")]
enum WrittenShare {
    Number(f64),
    Text(String),
}

impl TryFrom<WrittenShare> for Proportion {
    type Error = &'static str;

    fn try_from(written: WrittenShare) -> Result<Self, Self::Error> {
        let share = match written {
            WrittenShare::Number(share) => share,
            WrittenShare::Text(text) => percent(&text).ok_or("expected a share such as \"0.1%\" or 0.001")?,
        };
        if (0.0..=1.0).contains(&share) {
            Ok(Proportion(share))
        } else {
            Err("a share must be from 0% to 100%")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_percents() {
        assert_eq!(percent("0.1%"), Some(0.001));
        assert_eq!(percent(" 40 % "), Some(0.4));
        assert_eq!(percent("-3%"), Some(-0.03));
        for bad in ["40", "%", "nan%", "inf%", "4 0%", "1e999%", "--3%", ""] {
            assert_eq!(percent(bad), None, "{bad}");
        }
    }

    #[test]
    fn writes_percents() {
        assert_eq!(as_percent(0.125), "12.5%");
        assert_eq!(as_percent(0.001), "0.1%");
        assert_eq!(as_percent(1.0), "100%");
    }

    #[test]
    fn reads_both_forms_from_toml() {
        #[derive(Deserialize)]
        struct Rain {
            rain: Proportion,
        }
        for (text, value) in [("rain = \"5%\"", 0.05), ("rain = 0.05", 0.05), ("rain = 1", 1.0)] {
            assert_eq!(
                toml::from_str::<Rain>(text).map(|r| r.rain).ok(),
                Some(Proportion(value))
            );
        }
        assert!(toml::from_str::<Rain>("rain = 5").is_err());
        assert!(toml::from_str::<Rain>("rain = \"lots\"").is_err());
    }
}
