//! What components do, as Markdown.

use std::fmt::Write;

use super::{Ablation, SOMEWHAT, word};
use crate::format;

/// The text of an ablation as Markdown; the picture stands beside it.
pub fn markdown(ablation: &Ablation) -> String {
    let mut out = format!(
        "# {}\n\n{}\n\n## What does each component do?\n\n",
        ablation.title,
        ablation.summary()
    );
    let findings = ablation.findings();
    for (figure, all) in &findings {
        let _ = writeln!(out, "{}:\n", cell(figure));
        for said in all {
            let _ = writeln!(out, "- {}", cell(said));
        }
        let _ = writeln!(out);
    }
    let somewhat = ablation.somewhat();
    if let Some(nobody) = ablation.nobody_wins() {
        let _ = writeln!(out, "{nobody}\n");
    } else if findings.is_empty() && somewhat.is_empty() {
        let _ = writeln!(out, "Nothing is shown to move anything beyond the margin.\n");
    }
    if !somewhat.is_empty() {
        let _ = writeln!(out, "{SOMEWHAT}:\n");
        for said in &somewhat {
            let _ = writeln!(out, "- {}", cell(said));
        }
        let _ = writeln!(out);
    }
    let only = ablation.only();
    if !only.is_empty() {
        let _ = writeln!(out, "Only together:\n");
        for said in &only {
            let _ = writeln!(out, "- {}", cell(said));
        }
        let _ = writeln!(out);
    }
    let dead = ablation.dead();
    if !dead.is_empty() {
        let within = ablation.within();
        let _ = writeln!(
            out,
            "Shown to do nothing beyond {within}: {}.\n",
            cell(&dead.join(", "))
        );
    }
    if let Some(open) = ablation.still_open() {
        let _ = writeln!(out, "{}\n", cell(&open));
    }
    let untried = ablation.untried();
    if !untried.is_empty() {
        let _ = writeln!(out, "No blank makes a game without: {}.\n", cell(&untried.join(", ")));
    }
    let _ = writeln!(
        out,
        "![{}](ablation.svg)\n\n{}\n\n{}\n",
        ablation.above_picture(),
        ablation.grounds(),
        ablation.note()
    );
    let (head, line) = if ablation.is_counted() {
        (" Goes with |", "---|")
    } else {
        ("", "")
    };
    let _ = writeln!(
        out,
        "| Component | Blank | Deals | Figure | Effect | Says |{head}\n|---|---|---|---|---|---|{line}"
    );
    for each in &ablation.components {
        for blank in &each.blanks {
            for (at, figure) in ablation.figures.iter().enumerate() {
                let goes = |rate: Option<_>| format!(" {} |", rate.map_or_else(String::new, format::points));
                let goes = ablation.is_counted().then(|| goes(each.goes_with[at]));
                let _ = writeln!(
                    out,
                    "| {} | {} | {} | {} | {} | {} |{}",
                    cell(&each.title),
                    blank.name,
                    format::count(blank.deals),
                    cell(&figure.title()),
                    ablation.effect(blank.effects[at], at),
                    word(each.says[at]),
                    goes.unwrap_or_default()
                );
            }
        }
    }
    if !ablation.pairs.is_empty() {
        let _ = writeln!(
            out,
            "\nWhat the first does with the second, less what it does without it:\n\n| First | Second | Figure | More |\n\
             |---|---|---|---|"
        );
        for pair in &ablation.pairs {
            for (at, figure) in ablation.figures.iter().enumerate() {
                let [first, second] = &pair.components;
                let more = ablation.effect(pair.more[at], at);
                let _ = writeln!(
                    out,
                    "| {} | {} | {} | {more} |",
                    cell(first),
                    cell(second),
                    cell(&figure.title())
                );
            }
        }
    }
    out
}

/// Text that stays in its cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}
