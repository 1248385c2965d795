//! What components do, on the terminal.

use std::fmt::Write;

use super::{Ablation, SOMEWHAT};
use crate::terminal::{WIDTH, paragraph, wrap};

/// Sentences told here of each figure; all stand in the page.
const MOST: usize = 5;

/// The text of an ablation, with colours as ANSI escapes.
pub fn terminal(ablation: &Ablation) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let _ = writeln!(out);
    for line in wrap(&ablation.title, WIDTH) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    paragraph(&mut out, WIDTH, "", &ablation.summary());
    let _ = writeln!(out, "\n{bold}What does each component do?{bold:#}\n");
    let findings = ablation.findings();
    for (at, (figure, all)) in findings.iter().enumerate() {
        let gap = if at == 0 { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{figure}:");
        list(&mut out, all);
    }
    let somewhat = ablation.somewhat();
    match ablation.nobody_wins() {
        Some(nobody) => paragraph(&mut out, WIDTH, "", nobody),
        None if findings.is_empty() && somewhat.is_empty() => {
            paragraph(
                &mut out,
                WIDTH,
                "",
                "Nothing is shown to move anything beyond the margin.",
            );
        }
        None => {}
    }
    if !somewhat.is_empty() {
        let gap = if findings.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}{SOMEWHAT}:");
        list(&mut out, &somewhat);
    }
    let only = ablation.only();
    if !only.is_empty() {
        let _ = writeln!(out, "\n{bold}Only together{bold:#}\n");
        for said in &only {
            paragraph(&mut out, WIDTH, "- ", said);
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
        paragraph(&mut out, WIDTH, "", &text);
    }
    let _ = writeln!(out);
    if let Some(open) = ablation.still_open() {
        paragraph(&mut out, WIDTH, "", &open);
    }
    let untried = ablation.untried();
    if !untried.is_empty() {
        paragraph(
            &mut out,
            WIDTH,
            "",
            &format!("No blank makes a game without: {}.", untried.join(", ")),
        );
    }
    paragraph(&mut out, WIDTH, "", &ablation.grounds());
    out
}

/// The first of these, and how many more the page has.
fn list(out: &mut String, all: &[String]) {
    for said in all.iter().take(MOST) {
        paragraph(out, WIDTH, "- ", said);
    }
    if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
        let _ = writeln!(out, "- and {more} more, on the page");
    }
}
