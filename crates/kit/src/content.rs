//! What every content file has in common: how it is read, and how a mistake in it is told.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;

use schemars::{JsonSchema, Schema, SchemaGenerator, schema_for};
use serde::de::{Deserialize, DeserializeOwned, Deserializer};

use crate::Mistake;
use crate::schema::messages::suggest;
use crate::schema::tree;
use crate::schema::tree::{Problem, Source, Sources};
use crate::schema::walk::Walk;

/// A mistake in a content file; its place is bytes of the file.
pub type Flaw = Mistake<Range<usize>>;

/// A flaw; an empty `help` is none.
pub fn flaw(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Flaw {
    Mistake::new(span, message, help)
}

/// Most mistakes of one file that are told at once.
const MOST: usize = 20;

/// Reads a file into its rows. What the type of the rows takes is right; where it refuses, its schema says what is wrong.
///
/// # Errors
/// Everything that does not fit the schema of the rows, and every line that is no TOML.
pub fn read<T: DeserializeOwned + JsonSchema>(text: &str) -> Result<T, Vec<Flaw>> {
    // Content is read for every configuration, and nearly always right.
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let mut problems = problems::<T>(text);
        problems.truncate(MOST);
        if problems.is_empty() {
            // What a schema cannot say, the reader of the rows says.
            return vec![flaw(error.span().unwrap_or_default(), error.message(), "")];
        }
        problems.into_iter().map(of_file).collect()
    })
}

/// Everything that does not fit, in the order of the file.
fn problems<T: JsonSchema>(text: &str) -> Vec<Problem> {
    let schema = schema_for!(T).to_value();
    let table = match tree::parse(0, text) {
        Ok(table) => table,
        Err(problems) => return problems,
    };
    let source = Source {
        shown: String::new(),
        folder: PathBuf::new(),
        text: text.to_owned(),
    };
    let sources = Sources(vec![source]);
    let mut walk = Walk::new(&sources, &schema);
    walk.partial = false;
    walk.document(&table);
    let mut found = walk.found;
    found.sort_by_key(|problem| problem.at.as_ref().map(|place| place.start));
    found
}

/// The problem with its place in the one file there is.
fn of_file(problem: Problem) -> Flaw {
    problem.moved(|place| place.map_or(0..0, |place| place.bytes()))
}

/// A remedy for a name that is none: the nearest of those that are, and all of them.
pub fn nearest(name: &str, known: &[&str]) -> String {
    if let [only] = known {
        return format!("only `{only}` is");
    }
    let all = known.join(", ");
    match suggest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? There are {all}"),
        None => format!("there are {all}"),
    }
}

/// A value of a content file and the bytes where it stands, for checks that a schema cannot make.
#[derive(Clone, Debug)]
pub struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    /// The value.
    pub fn get_ref(&self) -> &T {
        self.0.get_ref()
    }

    /// The value for itself.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }

    /// Bytes of the file.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        toml::Spanned::deserialize(from).map(Spanned)
    }
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct File {
        size: u8,
        #[serde(default)]
        gem: Vec<Gem>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Gem {
        colour: Colour,
        value: i8,
        rare: bool,
        #[serde(default)]
        at: [u8; 2],
        #[serde(default)]
        note: String,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Pink,
        Blue,
    }

    /// Line, piece of the file, message and remedy of each flaw.
    fn told(text: &str) -> String {
        let flaws = read::<File>(text).expect_err("flaws");
        let tell = |flaw: &Flaw| {
            let line = text[..flaw.at.start].matches('\n').count() + 1;
            let piece = text[flaw.at.clone()].lines().next().unwrap_or_default().to_owned();
            format!(
                "{line} {piece}: {} ({})",
                flaw.message,
                flaw.help.clone().unwrap_or_default()
            )
        };
        flaws.iter().map(tell).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_entry_with_a_mistake_is_told_in_plain_words() {
        let text = "size = 300\n\
            [[gem]]\ncolour = \"pinc\"\nvalue = 1\nrare = true\n\
            [[gem]]\ncolour = \"pink\"\nvalue = 1\nrare = \"yes\"\n\
            [[gem]]\ncolour = \"pink\"\nvalue = 1\nrear = true\n\
            [[gem]]\ncolour = \"pink\"\nrare = true\n\
            [[gem]]\ncolour = \"blue\"\nvalue = \"one\"\nrare = true\n\
            [[gem]]\ncolour = \"blue\"\nvalue = 1\nrare = true\nnote = 5\n\
            [[gem]]\ncolour = \"blue\"\nvalue = 1.5\nrare = true\n\
            [[gem]]\ncolour = \"blue\"\nvalue = 1\nrare = true\nat = 3\n";
        let entries = text.split_once('\n').map_or("", |(_, rest)| rest);
        insta::assert_snapshot!(told(&format!("size = 3\n{entries}")));
        insta::assert_snapshot!(told(text));
        assert!(read::<File>("size = 3\n[[gem]]\ncolour = \"pink\"\nvalue = 1\nrare = true\n").is_ok());
    }
}
