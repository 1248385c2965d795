//! Places in files, and mistakes that stand there.

use std::ops::Range;
use std::path::PathBuf;

use crate::Mistake;

/// A file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Path as shown to the user.
    pub shown: String,
    /// Folder against which files named in it are looked up.
    pub folder: PathBuf,
    /// Whole text.
    pub text: String,
}

/// Bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Index of the file in [`Sources`].
    pub file: usize,
    /// First byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
}

impl Place {
    /// The bytes `span` of that file.
    pub fn new(file: usize, span: Range<usize>) -> Self {
        Self {
            file,
            start: span.start,
            end: span.end,
        }
    }
}

/// All files that were read, the first of them first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources(pub Vec<Source>);

impl Sources {
    /// Adds a file; returns its index.
    pub fn add(&mut self, source: Source) -> usize {
        self.0.push(source);
        self.0.len() - 1
    }

    /// The text at a place, as written.
    pub fn written(&self, place: &Place) -> &str {
        self.0
            .get(place.file)
            .and_then(|source| source.text.get(place.start..place.end))
            .unwrap_or("")
    }
}

/// One mistake in a file, or one thing worth a second look; `at` is `None` when it is not about a place.
pub type Problem = Mistake<Option<Place>>;

impl Problem {
    /// A mistake at a place.
    pub fn at(place: &Place, message: impl Into<String>) -> Self {
        Self::new(Some(place.clone()), message, "")
    }

    /// A mistake of the file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self::new(None, message, "")
    }

    /// The same with what was probably meant, or what is allowed.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with this help, where there is any.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }
}
