//! All mistakes of a scenario, and how they are shown.
//!
//! Knows nothing of scenarios; prints nothing.

use super::overrides::of_command_line;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use balance_kit::sanitize::obeyed;
use balance_kit::schema::tree::{Place, Problem, Source, Sources};
use std::fmt::{self, Write};
use std::ops::Range;
use std::path::Path;

/// Nobody reads more at once.
const MOST_SHOWN: usize = 50;

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

/// How lines with mistakes are framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frames {
    /// By letters that every terminal has.
    Ascii,
    /// By lines.
    Plain,
    /// By lines, with ANSI colours.
    Coloured,
}

impl Problems {
    /// The mistakes with frames around the lines, for a terminal, and a last line that counts them.
    pub fn render(&self, frames: Frames) -> String {
        self.render_within(frames, None)
    }

    /// The same, what is said broken into lines of at most so many characters.
    pub fn render_within(&self, frames: Frames, width: Option<usize>) -> String {
        let (renderer, decor) = match frames {
            Frames::Ascii => (Renderer::plain(), DecorStyle::Ascii),
            Frames::Plain => (Renderer::plain(), DecorStyle::Unicode),
            Frames::Coloured => (Renderer::styled(), DecorStyle::Unicode),
        };
        let renderer = renderer.decor_style(decor);
        let renderer = width.map_or(renderer.clone(), |width| renderer.term_width(width));
        let mut text = String::new();
        for problem in self.list.iter().take(MOST_SHOWN) {
            text.push_str(&self.one(problem, &renderer, width));
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
        format!(
            "{}: {n} {word}{}",
            sanitized(&self.shown),
            if n == 1 { "" } else { "s" }
        )
    }

    fn one(&self, problem: &Problem, renderer: &Renderer, width: Option<usize>) -> String {
        // Before what is said stand its kind, and of help the frame.
        let broken = |text: String, before: usize| match width {
            Some(width) => in_lines(&text, width.saturating_sub(before).max(24)),
            None => text,
        };
        let level = if self.warnings { Level::WARNING } else { Level::ERROR };
        let at = problem.at.as_ref();
        let at = at.and_then(|place| Some((self.sources.0.get(place.file)?, place)));
        let typed = at.is_some_and(|(_, place)| of_command_line(&self.sources, place));
        let quoted = at.filter(|(source, place)| !typed && self.is_quoted(source, place));
        let mut message = sanitized(&problem.message);
        if let Some((source, place)) = at.filter(|_| !typed && quoted.is_none()) {
            let line = source
                .text
                .as_bytes()
                .iter()
                .take(place.start)
                .filter(|byte| **byte == b'\n');
            message = format!("{}, line {}: {message}", sanitized(&source.shown), line.count() + 1);
        }
        let message = broken(message, "warning: ".len());
        let mut group = level.primary_title(message).elements(Vec::<Origin<'_>>::new());
        // The lines that --set makes are nowhere to be looked up.
        if let Some((source, place)) = quoted {
            let span = inside(&source.text, place);
            let snippet = Snippet::source(source.text.as_str()).path(source.shown.as_str());
            group = group.element(snippet.annotation(AnnotationKind::Primary.span(span)));
        }
        if let Some(help) = &problem.help {
            group = group.element(Level::HELP.message(broken(sanitized(help), "     ╰ help: ".chars().count())));
        }
        let shown = renderer.render(&[group]);
        shown.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }
}

impl Problems {
    /// May lines of this file be shown? Whoever sends a scenario may not read other files by the mistakes in them: those of TOML
    /// alone, and where the scenario names them, below its folder or the present one.
    fn is_quoted(&self, source: &Source, place: &Place) -> bool {
        let Ok(path) = Path::new(&source.shown).canonicalize() else {
            return true;
        };
        let own = self.sources.0.first().map(|first| first.folder.as_path());
        let mut roots = own.into_iter().chain([Path::new("")]);
        let is_below = |root: &Path| {
            Path::new(".")
                .join(root)
                .canonicalize()
                .is_ok_and(|root| path.starts_with(root))
        };
        path.extension().is_some_and(|ending| ending == "toml") && (place.file == 0 || roots.any(is_below))
    }
}

/// The text with marks in place of what a terminal would obey: it may quote a file that anybody made.
fn sanitized(text: &str) -> String {
    text.replace(|letter| letter != '\n' && obeyed(letter), "\u{fffd}")
}

/// The text in lines of at most so many characters, where its words allow.
fn in_lines(text: &str, width: usize) -> String {
    let (mut lines, mut last) = (String::new(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if last > 0 && last + 1 + length > width {
            lines.push('\n');
            last = 0;
        } else if last > 0 {
            lines.push(' ');
            last += 1;
        }
        lines.push_str(word);
        last += length;
    }
    lines
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
        f.write_str(self.render(Frames::Ascii).trim_end())
    }
}

impl std::error::Error for Problems {}
