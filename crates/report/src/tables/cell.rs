//! What a table is made of: heads, cells, and how numbers become cells.

use std::borrow::Cow;

use super::super::format::{self, interval};
use balance_inference::table::Rate;

#[derive(Clone, Debug)]
pub struct Shown {
    /// Its anchor.
    pub id: &'static str,
    /// Its caption.
    pub title: String,
    /// How to read it, in a sentence.
    pub note: String,
    pub heads: Vec<TableHead>,
    /// Rows of as many cells as there are heads.
    pub rows: Vec<Vec<TableCell>>,
}

/// How much of a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// All of it.
    Full,
    /// What matters most, where there is little room.
    Short,
}

#[derive(Clone, Debug)]
pub struct TableHead {
    /// Its words, as they are shown.
    pub text: String,
    /// What that means, where it needs saying.
    pub help: Cow<'static, str>,
    /// Are its cells numbers?
    pub number: bool,
    /// Are these how often a side wins with other bots?
    pub rate_of_side: bool,
}

/// A cell: what it says, and what it is sorted by.
#[derive(Clone, Debug)]
pub struct TableCell {
    /// Its words or number with its unit, as they are shown.
    pub text: String,
    /// The number behind it, if any.
    pub value: Option<f64>,
    /// The ends of its interval, if it has one.
    pub ends: Option<(f64, f64)>,
}

/// A cell of words.
pub fn text(text: impl Into<String>) -> TableCell {
    TableCell {
        text: text.into(),
        value: None,
        ends: None,
    }
}

/// A cell that is sorted by `value`.
pub fn number(text: impl Into<String>, value: f64) -> TableCell {
    TableCell {
        text: text.into(),
        value: Some(value),
        ends: None,
    }
}

/// A cell with an interval behind it, unless that is open.
pub fn estimate(text: impl Into<String>, rate: Rate) -> TableCell {
    TableCell {
        text: text.into(),
        value: Some(rate.value),
        ends: (rate.lo.is_finite() && rate.hi.is_finite()).then_some((rate.lo, rate.hi)),
    }
}

/// A share with its interval.
pub fn share(rate: Rate) -> TableCell {
    estimate(format::share(rate), rate)
}

/// What one share has more than another, in points.
pub fn gap(share: f64, than: f64, decimals: usize) -> TableCell {
    number(format::points_between(share, than, decimals), share - than)
}

/// A whole number.
pub fn count(value: u64) -> TableCell {
    number(format::count(value), value as f64)
}

/// The cell of a value, or a dash.
pub fn optional<T>(value: Option<T>, cell: impl Fn(T) -> TableCell) -> TableCell {
    value.map_or_else(|| text("–"), cell)
}

/// The head of a column of words.
pub fn word(name: &str) -> TableHead {
    TableHead {
        text: name.to_owned(),
        help: Cow::Borrowed(""),
        number: false,
        rate_of_side: false,
    }
}

/// The same, and what they mean.
pub fn explained(name: &str, help: impl Into<Cow<'static, str>>) -> TableHead {
    TableHead {
        help: help.into(),
        ..word(name)
    }
}

/// The head of a column of numbers, and what they mean.
pub fn figure(name: &str, help: impl Into<Cow<'static, str>>) -> TableHead {
    TableHead {
        number: true,
        ..explained(name, help)
    }
}

/// The head of a column of how often a side wins with other bots.
pub fn rate_of_side(side: &str, help: impl Into<Cow<'static, str>>) -> TableHead {
    TableHead {
        rate_of_side: true,
        ..figure(side, help)
    }
}

/// What the brackets behind a share of games hold.
pub const INTERVAL: &str = concat!("share of games; in brackets the ", interval!());
