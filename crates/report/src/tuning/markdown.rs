//! The proposals as Markdown.

use std::fmt::Write;

use super::alone::{Alone, arrow};
use super::variants::Paste;
use super::{Tuning, Wish, label, paste};
use crate::format;

/// The text of a search as Markdown.
pub fn markdown(tuning: &Tuning) -> String {
    let mut out = format!("# {}\n\n{}\n\n", tuning.title, tuning.summary());
    let _ = writeln!(out, "Wished:\n");
    for wish in &tuning.wishes {
        let _ = writeln!(out, "- {}", Wish::words(wish));
    }
    let _ = writeln!(out, "\n**{}**\n", tuning.advice());
    if let Some(beside) = tuning.beside() {
        let _ = writeln!(out, "{beside}\n");
    }
    if let Some(some_tables) = tuning.some_tables() {
        let _ = writeln!(out, "{some_tables}\n");
    }
    if let Some(not_tried) = tuning.not_tried() {
        let _ = writeln!(out, "{not_tried}\n");
    }
    let second = tuning
        .second
        .as_ref()
        .map_or(String::new(), |bot| format!(" With {bot} |"));
    let rule = if second.is_empty() { "" } else { "---|" };
    let _ = writeln!(
        out,
        "| Proposal | Figure | Value | Wish |{second}\n|---|---|---|---|{rule}"
    );
    for (index, each) in tuning.proposals.iter().enumerate() {
        for (at, figure) in each.figures.iter().enumerate() {
            let name = match (at, tuning.mark(index)) {
                (0, Some(mark)) => format!("**{}. {}** ({mark})", index + 1, cell(&each.name)),
                (0, None) => format!("{}. {}", index + 1, cell(&each.name)),
                _ => String::new(),
            };
            let verdict = figure.said();
            let second = figure
                .second
                .map_or(String::new(), |rate| format!(" {} |", figure.words(rate)));
            let metric = cell(&label(figure.table.as_deref(), &figure.metric));
            let _ = writeln!(out, "| {name} | {metric} | {} | {verdict} |{second}", figure.told());
        }
    }
    for (index, each) in tuning.proposals.iter().enumerate() {
        if let Some(loses) = each.loses() {
            let _ = writeln!(out, "\n{}: {loses}", cell(&each.place(index)));
        }
    }
    for each in tuning.proposals.iter().filter(|each| !each.alike.is_empty()) {
        let _ = writeln!(out, "\n{}\n", cell(&each.lead()));
        for other in &each.alike {
            let _ = writeln!(out, "- {}", cell(&other.words()));
        }
    }
    let _ = writeln!(out, "\n{}", tuning.grounds());
    if let Some(alone) = &tuning.alone {
        self::alone(&mut out, alone);
    }
    if let Some(Paste { title, lead, lines }) = paste(tuning) {
        let _ = writeln!(out, "\n## {title}\n\n{lead}\n\n```toml\n{lines}```");
    }
    let _ = writeln!(out, "\nThe search played {}.", format::games(tuning.search_games));
    out
}

/// What each change does by itself.
fn alone(out: &mut String, alone: &Alone) {
    let _ = writeln!(out, "\n## What each rule does by itself\n\n{}\n", alone.grounds());
    let _ = writeln!(
        out,
        "| Rule | Value | Figure | Moves it by | To the wishes |\n|---|---|---|---|---|"
    );
    for each in &alone.changes {
        for (metric, _, said) in alone.moves(each) {
            let (rule, value) = (cell(&each.change.rule), cell(&arrow(&each.change)));
            let _ = writeln!(
                out,
                "| {rule} | {value} | {} | {said} | {} |",
                cell(&metric),
                each.seen()
            );
        }
    }
    if let Some(tune) = alone.tune() {
        let _ = writeln!(out, "\n```toml\n{tune}```");
    }
}

/// Text that stays in its cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
