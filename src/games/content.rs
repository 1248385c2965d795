//! What every content file has in common: how it is read, and how a mistake in it is told.

use std::ops::Range;

use serde::de::DeserializeOwned;

/// A mistake in a content file: where (bytes), what, and what was probably meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Bytes of the file the message is about.
    pub span: Range<usize>,
    /// What is wrong, as a sentence without its full stop.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// A flaw; an empty `help` is none.
pub fn flaw(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Flaw {
    let help = help.into();
    Flaw {
        span,
        message: message.into(),
        help: (!help.is_empty()).then_some(help),
    }
}

/// Reads a file into its rows.
///
/// # Errors
/// The first place that is no TOML or does not fit the rows.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Flaw>> {
    toml::from_str(text).map_err(|error| {
        let message = error
            .message()
            .lines()
            .next()
            .unwrap_or("this cannot be read")
            .to_owned();
        vec![flaw(error.span().unwrap_or(0..0), message, "")]
    })
}
