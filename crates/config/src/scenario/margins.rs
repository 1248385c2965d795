//! Within which two figures count as the same.

use balance_engine::percent;
use balance_kit::schema::tree::{Node, TomlTable, TomlValue};
use serde::{Deserialize, Serialize};

/// A side this near its fair share is called fair.
pub const FAIR: f64 = 0.02;

/// Of shares, where none is written.
const DEFAULT: f64 = 0.01;

/// Within which two figures count as the same: win rates and other shares, and numbers such as mean lengths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Margins {
    /// Of shares: a fraction of 1, more than 0 and at most that of [`Margins::WIDEST`].
    pub share: f64,
    /// Of numbers: a part of the number, the same.
    pub length: f64,
}

impl Margins {
    /// The widest that a scenario can have. Of a wider share nobody would hear what changes: 0.5 stands for half a point more often
    /// than for half of all games.
    pub const WIDEST: Margins = Margins {
        share: 0.25,
        length: 0.5,
    };

    /// One for both.
    pub const fn one(margin: f64) -> Self {
        Margins {
            share: margin,
            length: margin,
        }
    }

    /// Those of a scenario: lengths have that of shares where none is written.
    pub(super) fn read(scenario: &TomlTable) -> Self {
        let written = |key: &str| scenario.get(key).and_then(share);
        let share = written("margin").unwrap_or(DEFAULT);
        Margins {
            share,
            length: written("length-margin").unwrap_or(share),
        }
    }

    /// Is that of lengths that of shares?
    pub fn are_one(self) -> bool {
        self.share.total_cmp(&self.length).is_eq()
    }

    /// Of a share, or else of a number of this size, in its own unit.
    pub fn margin(self, share: bool, size: f64) -> f64 {
        if share { self.share } else { self.length * size }
    }
}

/// A share as it may be written: per cent in quotes, or a number.
pub(super) fn share(node: &Node) -> Option<f64> {
    match &node.value {
        TomlValue::Text(text) => percent(text),
        TomlValue::Whole(whole) => Some(*whole as f64),
        TomlValue::Number(number) => Some(*number),
        _ => None,
    }
}

/// As files have it: that of lengths stands there where it is another.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Written {
    margin: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length_margin: Option<f64>,
}

impl From<Written> for Margins {
    fn from(written: Written) -> Self {
        Margins {
            share: written.margin,
            length: written.length_margin.unwrap_or(written.margin),
        }
    }
}

impl From<Margins> for Written {
    fn from(margins: Margins) -> Self {
        Written {
            margin: margins.share,
            length_margin: (!margins.are_one()).then_some(margins.length),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_a_margin_of_their_own_where_one_is_written() {
        let read = |text: &str| serde_json::from_str::<Margins>(text).expect("margins");
        for (text, share, length) in [
            (r#"{"margin":0.01}"#, 0.01, 0.01),
            (r#"{"margin":0.01,"length-margin":0.05}"#, 0.01, 0.05),
        ] {
            let margins = read(text);
            assert_eq!((margins.share, margins.length), (share, length));
            assert_eq!(serde_json::to_string(&margins).expect("text"), text);
        }
        let margins = read(r#"{"margin":0.01,"length-margin":0.05}"#);
        assert_eq!((margins.margin(true, 30.0), margins.margin(false, 30.0)), (0.01, 1.5));
    }
}
