//! What a table is made of: heads, cells, and how numbers become cells.

use std::borrow::Cow;

use super::super::format::{self, interval};
use balance_inference::table::Rate;

#[derive(Clone, Debug)]
pub struct Shown {
    pub id: &'static str,
    pub title: String,
    /// How to read it, in a sentence.
    pub note: String,
    pub heads: Vec<TableHead>,
    /// Rows of as many cells as there are heads.
    pub rows: Vec<Vec<TableCell>>,
}

impl Shown {
    /// A table with a row for each of these, and no columns yet.
    pub fn of_rows<T>(id: &'static str, title: impl Into<String>, of: impl IntoIterator<Item = T>) -> TableBuilder<T> {
        let of: Vec<T> = of.into_iter().collect();
        let shown = Shown {
            id,
            title: title.into(),
            note: String::new(),
            heads: Vec::new(),
            rows: of.iter().map(|_| Vec::new()).collect(),
        };
        TableBuilder { of, shown }
    }
}

/// A table that is made column by column.
pub struct TableBuilder<T> {
    /// What the rows are of.
    of: Vec<T>,
    shown: Shown,
}

impl<T> TableBuilder<T> {
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.shown.note = note.into();
        self
    }

    pub fn column(mut self, head: TableHead, cell: impl Fn(&T) -> TableCell) -> Self {
        for (row, of) in self.shown.rows.iter_mut().zip(&self.of) {
            row.push(cell(of));
        }
        self.shown.heads.push(head);
        self
    }

    /// A column of words.
    pub fn words(self, name: &str, cell: impl Fn(&T) -> TableCell) -> Self {
        self.column(word(name), cell)
    }

    /// A column of numbers, and what they mean.
    pub fn figure(self, name: &str, help: impl Into<Cow<'static, str>>, cell: impl Fn(&T) -> TableCell) -> Self {
        self.column(figure(name, help), cell)
    }

    /// A column that not every such table has.
    pub fn column_if(self, head: Option<TableHead>, cell: impl Fn(&T) -> TableCell) -> Self {
        match head {
            Some(head) => self.column(head, cell),
            None => self,
        }
    }

    /// A column for each of these.
    pub fn columns<C>(
        self,
        all: impl IntoIterator<Item = C>,
        head: impl Fn(&C) -> TableHead,
        cell: impl Fn(&T, &C) -> TableCell,
    ) -> Self {
        let add = |table: Self, each: C| table.column(head(&each), |of| cell(of, &each));
        all.into_iter().fold(self, add)
    }

    pub fn build(self) -> Shown {
        self.shown
    }
}

/// How much of a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
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
    /// Does it stand below the table where it has no room beside the others?
    pub essential: bool,
}

/// A cell: what it says, and what it is sorted by.
#[derive(Clone, Debug)]
pub struct TableCell {
    pub text: String,
    /// The number behind it, if any.
    pub value: Option<f64>,
    /// The ends of its interval, if it has one.
    pub ends: Option<(f64, f64)>,
}

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

pub fn share(rate: Rate) -> TableCell {
    estimate(format::share(rate), rate)
}

/// What one share has more than another, in points.
pub fn gap(share: f64, than: f64, decimals: usize) -> TableCell {
    number(format::points_between(share, than, decimals), share - than)
}

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
        essential: false,
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

/// The head of a column of numbers that no terminal is too narrow for.
pub fn essential(name: &str, help: impl Into<Cow<'static, str>>) -> TableHead {
    TableHead {
        essential: true,
        ..figure(name, help)
    }
}

/// What the brackets behind a share of games hold.
pub const INTERVAL: &str = concat!("share of games; in brackets the ", interval!());
