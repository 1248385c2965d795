//! What components do, on the terminal.

use std::fmt::Write;

use super::{Ablation, SOMEWHAT};
use crate::terminal::{paragraph, wrap};

/// Sentences told here of each figure; all stand in the page.
const MOST: usize = 5;

/// The text of an ablation in lines of `width` characters, with colours as ANSI escapes.
pub fn terminal(ablation: &Ablation, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let _ = writeln!(out);
    for line in wrap(&ablation.title, width) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    paragraph(&mut out, width, "", &ablation.summary());
    let _ = writeln!(out, "\n{bold}What does each component do?{bold:#}\n");
    let findings = ablation.findings();
    for (at, (figure, all)) in findings.iter().enumerate() {
        let gap = if at == 0 { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{figure}:");
        list(&mut out, all, width);
    }
    let somewhat = ablation.somewhat();
    match ablation.nobody_wins() {
        Some(nobody) => paragraph(&mut out, width, "", nobody),
        None if findings.is_empty() && somewhat.is_empty() => {
            paragraph(
                &mut out,
                width,
                "",
                "Nothing is shown to move anything beyond the margin.",
            );
        }
        None => {}
    }
    if !somewhat.is_empty() {
        let gap = if findings.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{SOMEWHAT}:");
        list(&mut out, &somewhat, width);
    }
    let only = ablation.only();
    if !only.is_empty() {
        let _ = writeln!(out, "\n{bold}Only together{bold:#}\n");
        for said in &only {
            paragraph(&mut out, width, "- ", said);
        }
    }
    let dead = ablation.dead();
    if !dead.is_empty() {
        let _ = writeln!(out, "\n{bold}Dead{bold:#}\n");
        let text = format!(
            "Shown to do nothing beyond {}, whatever is in their place: {}.",
            ablation.within(),
            dead.join(", ")
        );
        paragraph(&mut out, width, "", &text);
    }
    let _ = writeln!(out);
    if let Some(open) = ablation.still_open() {
        paragraph(&mut out, width, "", &open);
    }
    let untried = ablation.untried();
    if !untried.is_empty() {
        paragraph(
            &mut out,
            width,
            "",
            &format!("No blank makes a game without: {}.", untried.join(", ")),
        );
    }
    paragraph(&mut out, width, "", &ablation.grounds());
    out
}

/// The first of these, and how many more the page has.
fn list(out: &mut String, all: &[String], width: usize) {
    for said in all.iter().take(MOST) {
        paragraph(out, width, "- ", said);
    }
    if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
        let _ = writeln!(out, "- and {more} more, on the page");
    }
}
