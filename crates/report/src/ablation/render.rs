//! What components do, on the terminal.

use std::fmt::Write;

use super::{Ablation, ComponentEffects, SOMEWHAT, word};
use crate::format;
use crate::html::{FINDINGS, PageSection, page_figure, prose, question_page, table};
use crate::markdown::{escape, escape_cell};
use crate::tables::Shown;
use crate::tables::cell;
use crate::terminal::{paragraph, wrap};
use balance_analysis::table::Rate;
use balance_charts::{Chart, ChartError, Estimate, Forest, ForestRow, Unit};
use maud::{Markup, html};

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

/// The text of an ablation as Markdown; the picture stands beside it.
pub fn markdown(ablation: &Ablation) -> String {
    let mut out = format!(
        "# {}\n\n{}\n\n## What does each component do?\n\n",
        escape(&ablation.title),
        escape(&ablation.summary())
    );
    what_components_do(&mut out, ablation);
    let _ = writeln!(
        out,
        "![{}](ablation.svg)\n\n{}\n\n{}\n",
        escape(ablation.above_picture()),
        escape(&ablation.grounds()),
        escape(&ablation.note())
    );
    effects_table(&mut out, ablation);
    if !ablation.pairs.is_empty() {
        pairs_table(&mut out, ablation);
    }
    out
}

/// What was found, in sentences.
fn what_components_do(out: &mut String, ablation: &Ablation) {
    let findings = ablation.findings();
    for (figure, all) in &findings {
        let _ = writeln!(out, "{}:\n", escape(figure));
        for said in all {
            let _ = writeln!(out, "- {}", escape(said));
        }
        let _ = writeln!(out);
    }
    let somewhat = ablation.somewhat();
    if let Some(nobody) = ablation.nobody_wins() {
        let _ = writeln!(out, "{}\n", escape(nobody));
    } else if findings.is_empty() && somewhat.is_empty() {
        let _ = writeln!(out, "Nothing is shown to move anything beyond the margin.\n");
    }
    if !somewhat.is_empty() {
        let _ = writeln!(out, "{SOMEWHAT}:\n");
        for said in &somewhat {
            let _ = writeln!(out, "- {}", escape(said));
        }
        let _ = writeln!(out);
    }
    let only = ablation.only();
    if !only.is_empty() {
        let _ = writeln!(out, "Only together:\n");
        for said in &only {
            let _ = writeln!(out, "- {}", escape(said));
        }
        let _ = writeln!(out);
    }
    let dead = ablation.dead();
    if !dead.is_empty() {
        let within = ablation.within();
        let _ = writeln!(
            out,
            "Shown to do nothing beyond {within}: {}.\n",
            escape(&dead.join(", "))
        );
    }
    if let Some(open) = ablation.still_open() {
        let _ = writeln!(out, "{}\n", escape(&open));
    }
    let untried = ablation.untried();
    if !untried.is_empty() {
        let _ = writeln!(out, "No blank makes a game without: {}.\n", escape(&untried.join(", ")));
    }
}

/// Every component, blank and figure.
fn effects_table(out: &mut String, ablation: &Ablation) {
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
                    escape_cell(&each.title),
                    escape_cell(&blank.name),
                    format::count(blank.deals),
                    escape_cell(&figure.title()),
                    ablation.effect(blank.effects[at], at),
                    word(each.says[at]),
                    goes.unwrap_or_default()
                );
            }
        }
    }
}

/// The strongest components in pairs.
fn pairs_table(out: &mut String, ablation: &Ablation) {
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
                escape_cell(first),
                escape_cell(second),
                escape_cell(&figure.title())
            );
        }
    }
}

/// The page of an ablation with its picture: one file that asks for no other.
pub fn page(ablation: &Ablation, chart: &Chart) -> String {
    let part = |id, title, body| PageSection { id, title, body };
    let mut parts = vec![
        part(FINDINGS, "What does each component do?", findings_section(ablation)),
        part("picture", ablation.above_picture(), page_figure(chart)),
        part(
            "numbers",
            "Every component and blank",
            table::whole(&rows(ablation), "all"),
        ),
    ];
    if !ablation.pairs.is_empty() {
        parts.push(part(
            "pairs",
            "Pairs of the strongest",
            table::whole(&pairs(ablation), "all"),
        ));
    }
    question_page(&ablation.game_title, &ablation.title, &ablation.facts(), &parts)
}

fn findings_section(ablation: &Ablation) -> Markup {
    let (findings, only, dead) = (ablation.findings(), ablation.only(), ablation.dead());
    let (untried, somewhat) = (ablation.untried(), ablation.somewhat());
    html! {
        @if let Some(nobody) = ablation.nobody_wins() { p { (nobody) } }
        @else if findings.is_empty() && somewhat.is_empty() { p { "Nothing is shown to move anything beyond the margin." } }
        @for (figure, all) in &findings {
            h3 { (figure) }
            ol.findings { @for said in all { li { p { (said) } } } }
        }
        @if !somewhat.is_empty() {
            h3 { (SOMEWHAT) }
            ol.findings { @for said in &somewhat { li { p { (said) } } } }
        }
        @if !only.is_empty() {
            h3 { "Only together" }
            ol.findings { @for said in &only { li { p { (said) } } } }
        }
        @if !dead.is_empty() {
            p { "Shown to do nothing beyond " (ablation.within()) ", whatever is in their place: " (dead.join(", ")) "." }
        }
        @if let Some(open) = ablation.still_open() { p { (open) } }
        @if !untried.is_empty() { p { "No blank makes a game without: " (untried.join(", ")) "." } }
        p.facts { (prose(&ablation.grounds())) }
    }
}

fn rows(ablation: &Ablation) -> Shown {
    let counted = ablation.is_counted();
    let mut heads = vec![
        cell::word("component"),
        cell::word("blank"),
        cell::word("figure"),
        cell::figure("effect", "in brackets an interval; all of them hold together"),
        cell::word("says"),
    ];
    let mut note = ablation.note();
    if counted {
        let help = "win rate where it was counted less win rate where it was not";
        heads.push(cell::figure("goes with it", help));
        note += " “Goes with it” is what a report shows without taking anything out.";
    }
    heads.push(cell::figure("deals", ""));
    let mut rows = Vec::new();
    for each in &ablation.components {
        for blank in &each.blanks {
            for (at, figure) in ablation.figures.iter().enumerate() {
                let effect = blank.effects[at];
                let mut row = vec![
                    cell::text(&each.title),
                    cell::text(&blank.name),
                    cell::text(figure.title()),
                    cell::estimate(ablation.effect(effect, at), effect),
                    cell::text(word(each.says[at])),
                ];
                if counted {
                    let goes = |rate| cell::estimate(format::points(rate), rate);
                    row.push(cell::optional(each.goes_with[at], goes));
                }
                row.push(cell::count(blank.deals));
                rows.push(row);
            }
        }
    }
    Shown {
        id: "ablation",
        title: "The game with the component less the game with the blank".to_owned(),
        note,
        heads,
        rows,
    }
}

fn pairs(ablation: &Ablation) -> Shown {
    let mut rows = Vec::new();
    for pair in &ablation.pairs {
        for (at, figure) in ablation.figures.iter().enumerate() {
            let [first, second] = &pair.components;
            let more = pair.more[at];
            rows.push(vec![
                cell::text(first),
                cell::text(second),
                cell::text(figure.title()),
                cell::estimate(ablation.effect(more, at), more),
            ]);
        }
    }
    Shown {
        id: "pairs",
        title: "What the first does with the second, less what it does without it".to_owned(),
        note: "Each in the place of its first blank.".to_owned(),
        heads: vec![
            cell::word("first"),
            cell::word("second"),
            cell::word("figure"),
            cell::figure(
                "more",
                "in brackets an interval; with those of single components all hold at 95%",
            ),
        ],
        rows,
    }
}

/// Most components in the picture.
const MOST_DRAWN: usize = 24;

/// The components that move a win rate most, each on the side that it moves most: its effect against every blank, and what
/// the report of a run shows to go with it, where it counts that.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn picture(ablation: &Ablation) -> Result<Chart, ChartError> {
    let mut strongest: Vec<(f64, usize, &ComponentEffects)> = Vec::new();
    for each in ablation.components.iter().filter(|each| !each.blanks.is_empty()) {
        let size = |figure: usize| {
            let effects = each.blanks.iter().map(|blank| blank.effects[figure].value.abs());
            effects.fold(0.0, f64::max)
        };
        let shares = (0..ablation.figures.len()).filter(|figure| ablation.figures[*figure].share);
        if let Some(figure) = shares.max_by(|a, b| size(*a).total_cmp(&size(*b))) {
            strongest.push((size(figure), figure, each));
        }
    }
    strongest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.key.cmp(&b.2.key)));
    let rows = strongest.iter().take(MOST_DRAWN).flat_map(|(_, figure, each)| {
        let side = ablation.figures[*figure].title();
        let row = |label: String, rate: Rate| ForestRow {
            label,
            group: Some(format!("{}, {side}", each.title)),
            estimate: Estimate::new(rate.value, rate.lo, rate.hi),
            reference: None,
            wished: None,
        };
        let blanks = each
            .blanks
            .iter()
            .map(move |blank| row(format!("against “{}”", blank.name), blank.effects[*figure]));
        let goes = each.goes_with[*figure].map(|rate| row("goes with it".to_owned(), rate));
        blanks.chain(goes).collect::<Vec<_>>()
    });
    let forest = Forest {
        title: if ablation.is_counted() {
            "What components do, and what goes with them".to_owned()
        } else {
            "What components do".to_owned()
        },
        subtitle: format!(
            "difference in the win rate of the side moved most; all effects hold together at {}",
            crate::format::surety(balance_analysis::ablate::SINGLES)
        ),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no effect".to_owned(),
        unit: Unit::PercentagePoints,
        rows: rows.collect(),
    };
    forest.draw("chart-ablation")
}
