//! What a command says, in the order in which it is read: verdicts, tables, labelled lines and commands. A command composes a
//! [`Document`]; terminal, Markdown and page each write it in one place.

use super::tables::Shown;
use std::borrow::Cow;

/// What a verdict means for whoever reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Good,
    Bad,
    Open,
}

#[derive(Clone, Debug)]
pub enum Block {
    /// The answer in capitals, and the sentence that goes on from it.
    Verdict {
        word: &'static str,
        tone: Tone,
        sentence: String,
    },
    Paragraph(String),
    /// A table; without a title where it goes on from what stands above it.
    Table(Shown),
    /// Lines that each begin with a label.
    Lines {
        /// What they are about; none where they go on from what stands above them.
        title: Option<&'static str>,
        /// Labels with their sentences.
        lines: Vec<(&'static str, String)>,
    },
    /// Lines to paste into a scenario.
    Code {
        lead: &'static str,
        lines: Vec<String>,
    },
    Commands(Vec<SuggestedCommand>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuggestedCommand {
    pub command: String,
    pub purpose: Cow<'static, str>,
}

/// Blocks in the order in which they are read.
pub type Document = Vec<Block>;

pub const NEXT: &str = "Next";
