//! The proposals on the terminal, within its width where names allow.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::alone::{Alone, arrow};
use super::variants::Paste;
use super::{Figure, Proposal, Tuning, Wish, label, paste};
use crate::terminal::{paragraph, wrap};

/// Most versions that are named though they are not shown to be better.
const ALIKE: usize = 3;

/// The text of a search in lines of `most` characters, with colours as ANSI escapes.
pub fn terminal(tuning: &Tuning, most: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let _ = writeln!(out);
    for line in wrap(&tuning.title, most) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    paragraph(&mut out, most, "", &tuning.summary());
    let wishes: Vec<String> = tuning.wishes.iter().map(Wish::words).collect();
    paragraph(&mut out, most, "", &format!("Wished: {}.", wishes.join("; ")));
    let _ = writeln!(out);
    for line in wrap(&tuning.advice(), most) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    if let Some(beside) = tuning.beside() {
        paragraph(&mut out, most, "", &beside);
    }
    if let Some(some_tables) = tuning.some_tables() {
        paragraph(&mut out, most, "", &some_tables);
    }
    if let Some(not_tried) = tuning.not_tried() {
        paragraph(&mut out, most, "", &not_tried);
    }
    let _ = writeln!(out);
    let width = tuning
        .proposals
        .iter()
        .flat_map(told)
        .map(|figure| figure.metric.width())
        .max();
    for (index, each) in tuning.proposals.iter().enumerate() {
        let mark = tuning.mark(index).map_or(String::new(), |mark| format!("  ← {mark}"));
        paragraph(
            &mut out,
            most,
            &format!("{}. ", index + 1),
            &format!("{}{mark}", each.name),
        );
        let mut table = None;
        for figure in told(each) {
            // Names of tables are long: each stands once, above its figures.
            if figure.table.is_some() && figure.table != table {
                table.clone_from(&figure.table);
                let name = table.as_deref().unwrap_or_default();
                paragraph(&mut out, most, "   ", &format!("{name}:"));
            }
            line(&mut out, figure, width.unwrap_or(0));
        }
        if let Some(loses) = each.loses() {
            paragraph(&mut out, most, "   ", &loses);
        }
        second(&mut out, tuning, each, most);
        alike(&mut out, each, most);
    }
    let _ = writeln!(out);
    paragraph(&mut out, most, "", &tuning.grounds());
    if let Some(alone) = &tuning.alone {
        let _ = writeln!(out, "\n{bold}What each rule does by itself{bold:#}\n");
        self::alone(&mut out, alone, most);
    }
    if let Some(Paste { title, lead, lines }) = paste(tuning) {
        let _ = writeln!(out, "\n{bold}{title}{bold:#}\n");
        paragraph(&mut out, most, "", &lead);
        let _ = writeln!(out, "\n{}", lines.trim_end());
    }
    out
}

/// Versions that are not shown to be better.
fn alike(out: &mut String, proposal: &Proposal, most: usize) {
    if proposal.alike.is_empty() {
        return;
    }
    paragraph(
        out,
        most,
        "   ",
        "Tried too, but not shown to be better in anything, nearest first:",
    );
    for other in proposal.alike.iter().take(ALIKE) {
        paragraph(out, most, "   – ", &other.words());
    }
    if let Some(rest) = proposal.alike.len().checked_sub(ALIKE).filter(|rest| *rest > 0) {
        let _ = writeln!(out, "   – and {rest} more, on the page");
    }
}

/// What each change is shown to do by itself, and what to look at more closely.
fn alone(out: &mut String, alone: &Alone, most: usize) {
    let (shown, rest) = alone.shown();
    let mut further = false;
    for (at, each) in shown.iter().enumerate() {
        if each.nearer == Some(false) && !further {
            let gap = if at == 0 { "" } else { "\n" };
            let _ = writeln!(out, "{gap}  No nearer to the wishes than the present rules:");
            further = true;
        }
        let moves: Vec<String> = alone
            .moves(each)
            .into_iter()
            .filter(|(_, rate, _)| rate.leaves_out_zero())
            .map(|(name, _, said)| format!("{name} {said}"))
            .collect();
        let name = format!("  {} {}: ", each.change.rule, arrow(&each.change));
        paragraph(out, most, &name, &moves.join("; "));
    }
    if rest > 0 {
        paragraph(
            out,
            most,
            "  ",
            &format!("and {rest} more, on the page, with what is not shown to move"),
        );
    }
    for said in [alone.still(), Some(alone.grounds())].into_iter().flatten() {
        paragraph(out, most, "", &said);
    }
    if let Some(tune) = alone.tune() {
        let _ = writeln!(out);
        paragraph(out, most, "", &alone.lead());
        let _ = writeln!(out, "\n{}", tune.trim_end());
    }
}

/// Figures worth a line: those that are wished, who wins, and the length.
fn told(proposal: &Proposal) -> impl Iterator<Item = &Figure> {
    let told = |figure: &&Figure| figure.verdict.is_some() || figure.length || figure.is_win_rate();
    proposal.figures.iter().filter(told)
}

fn name(figure: &Figure) -> String {
    label(figure.table.as_deref(), &figure.metric)
}

fn line(out: &mut String, figure: &Figure, width: usize) {
    let name = &figure.metric;
    let gap = " ".repeat(width.saturating_sub(name.width()));
    let value = figure.told();
    let said = figure.said();
    let _ = writeln!(out, "   {}", format!("{name}{gap}  {value:<22} {said}").trim_end());
}

/// What is wished, under the second bot.
fn second(out: &mut String, tuning: &Tuning, proposal: &Proposal, most: usize) {
    let Some(bot) = &tuning.second else { return };
    let parts: Vec<String> = proposal
        .figures
        .iter()
        .filter(|figure| figure.verdict.is_some())
        .filter_map(|figure| {
            let value = figure.words(figure.second?);
            let moves = figure
                .transfers()
                .map_or(String::new(), |moves| format!(", {}", moves.words()));
            Some(format!("{} {value}{moves}", name(figure)))
        })
        .collect();
    paragraph(
        out,
        most,
        "   ",
        &format!("With {bot} at every seat: {}.", parts.join("; ")),
    );
}
