//! Mistakes with their places, and how they are shown.
//!
//! Knows nothing of scenarios; prints nothing.

use crate::foreign::obeyed;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use std::fmt::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

/// Nobody reads more at once.
const MOST_SHOWN: usize = 50;

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

/// All files that were read, the scenario itself first.
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

    /// Line and column of a place, both from 1, the column in characters.
    pub fn line_column(&self, place: &Place) -> (usize, usize) {
        let Some(source) = self.0.get(place.file) else {
            return (1, 1);
        };
        let before = source.text.get(..place.start).unwrap_or(&source.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before.get(line_start..).unwrap_or("").chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    fn get(&self, file: usize) -> Option<&Source> {
        self.0.get(file)
    }
}

/// One mistake, or one thing worth a second look.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where; `None` when it is not about a place in a file.
    pub place: Option<Place>,
    /// What is wrong, in plain words.
    pub message: String,
    /// What was probably meant or what is allowed.
    pub help: Option<String>,
}

impl Problem {
    pub(crate) fn at(place: &Place, message: impl Into<String>) -> Self {
        Self {
            place: Some(place.clone()),
            message: message.into(),
            help: None,
        }
    }

    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Self {
            place: None,
            message: message.into(),
            help: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }
}

/// All mistakes of one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Problems {
    /// The scenario as the user named it.
    pub shown: String,
    /// What the places refer to.
    pub sources: Sources,
    /// The mistakes, in the order of the files.
    pub list: Vec<Problem>,
    /// Whether these are only warnings.
    pub warnings: bool,
}

impl Problems {
    /// The mistakes with frames around the lines, for a terminal (`colour`: with ANSI colours; `ascii`: frames of
    /// plain ASCII), and a last line that counts them.
    pub fn render(&self, colour: bool, ascii: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let decor = if ascii { DecorStyle::Ascii } else { DecorStyle::Unicode };
        let renderer = renderer.decor_style(decor);
        let mut text = String::new();
        for problem in self.list.iter().take(MOST_SHOWN) {
            text.push_str(&self.one(problem, &renderer));
            text.push_str("\n\n");
        }
        if self.list.len() > MOST_SHOWN {
            let _ = writeln!(text, "... and {} more\n", self.list.len() - MOST_SHOWN);
        }
        text.push_str(&self.count());
        text.push('\n');
        text
    }

    /// "riverbed-9p.toml: 2 problems".
    pub fn count(&self) -> String {
        let word = if self.warnings { "warning" } else { "problem" };
        let n = self.list.len();
        format!("{}: {n} {word}{}", shown(&self.shown), if n == 1 { "" } else { "s" })
    }

    fn one(&self, problem: &Problem, renderer: &Renderer) -> String {
        let level = if self.warnings { Level::WARNING } else { Level::ERROR };
        let mut group = level
            .primary_title(shown(&problem.message))
            .elements(Vec::<Origin<'_>>::new());
        if let Some((source, place)) = problem
            .place
            .as_ref()
            .and_then(|p| Some((self.sources.get(p.file)?, p)))
        {
            let span = inside(&source.text, place);
            let snippet = Snippet::source(source.text.as_str()).path(source.shown.as_str());
            group = group.element(snippet.annotation(AnnotationKind::Primary.span(span)));
        }
        if let Some(help) = &problem.help {
            group = group.element(Level::HELP.message(shown(help)));
        }
        let shown = renderer.render(&[group]);
        shown.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }
}

/// The text with marks in place of what a terminal would obey: it may quote a file that anybody made.
fn shown(text: &str) -> String {
    text.replace(|letter| letter != '\n' && obeyed(letter), "\u{fffd}")
}

/// The span moved onto character boundaries inside the text; only its first line when it has several.
fn inside(text: &str, place: &Place) -> Range<usize> {
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(place.start);
    let end = boundary(place.end.max(place.start));
    let line = text
        .get(start..end)
        .and_then(|part| part.find('\n'))
        .map_or(end, |at| start + at);
    start..line
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.render(false, true).trim_end())
    }
}

impl std::error::Error for Problems {}
