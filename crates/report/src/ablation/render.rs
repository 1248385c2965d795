//! What components do, on the terminal, as Markdown and as a page.

use std::fmt::Write;

use super::{Ablation, ComponentEffects, word};
use crate::document::{Block, Document};
use crate::format;
use crate::html::{FINDINGS, PageSection, document_part, page_figure, question_page, table};
use crate::markdown::escape;
use crate::tables::Shown;
use crate::tables::cell;
use crate::terminal::{paragraph, wrap};
use balance_charts::{Chart, ChartError, Estimate, Forest, ForestRow, Unit};
use balance_inference::table::Rate;
use balance_kit::schema::messages::things;

/// Rows of confirmed effects on the first screen.
const MOST: usize = 20;

/// The first screen: what is confirmed, and what is not known.
fn document(ablation: &Ablation) -> Document {
    let confirmed = confirmed(ablation);
    let first = match ablation.nobody_wins() {
        Some(nobody) => Block::Paragraph(nobody.to_owned()),
        None if confirmed.rows.is_empty() => {
            Block::Paragraph("Nothing is shown to move anything beyond the margin.".to_owned())
        }
        None => Block::Table(confirmed),
    };
    let mut lines: Vec<(&str, String)> = ablation.only().into_iter().map(|said| ("Together", said)).collect();
    let dead = ablation.dead();
    if !dead.is_empty() {
        let within = ablation.within();
        let said = format!(
            "Shown to do nothing beyond {within}, whatever is in their place: {}.",
            dead.join(", ")
        );
        lines.push(("Dead", said));
    }
    lines.extend(ablation.still_open().map(|open| ("Open", open)));
    let untried = ablation.untried();
    if !untried.is_empty() {
        lines.push((
            "Untried",
            format!("No blank makes a game without: {}.", untried.join(", ")),
        ));
    }
    lines.push(("Figures", ablation.grounds()));
    vec![first, Block::Lines { title: None, lines }]
}

/// What components are shown to move, the largest effect first.
fn confirmed(ablation: &Ablation) -> Shown {
    let mut rows = Vec::new();
    for (each, at) in ablation.confirmed() {
        let figure = &ablation.figures[at];
        let moved = figure.side.as_deref().unwrap_or(figure.unit());
        for blank in &each.blanks {
            let effect = blank.effects[at];
            rows.push(vec![
                cell::text(&each.title),
                cell::text(&blank.name),
                cell::text(moved),
                cell::estimate(ablation.effect(effect, at), effect),
                cell::text(word(each.says[at])),
            ]);
        }
    }
    let more = rows.len().saturating_sub(MOST);
    rows.truncate(MOST);
    Shown {
        id: "confirmed",
        title: "What does each component do?".to_owned(),
        note: if more > 0 {
            format!(
                "In the table of every component: {}.",
                things(more, "more confirmed effect")
            )
        } else {
            String::new()
        },
        heads: vec![
            cell::word("component"),
            cell::word("against"),
            cell::word("moves"),
            cell::figure("by", "points of a win rate, or the length; in brackets an interval"),
            cell::word("over all blanks"),
        ],
        rows,
    }
}

/// The text of an ablation in lines of `width` characters, with colours as ANSI escapes.
pub fn terminal(ablation: &Ablation, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let _ = writeln!(out);
    for line in wrap(&ablation.title, width) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    paragraph(&mut out, width, "", &ablation.summary());
    out + &crate::terminal::document(&document(ablation), width)
}

/// The text of an ablation as Markdown; the picture stands beside it.
pub fn markdown(ablation: &Ablation) -> String {
    let mut tables = vec![Block::Table(rows(ablation))];
    if !ablation.pairs.is_empty() {
        tables.push(Block::Table(pairs(ablation)));
    }
    format!(
        "# {}\n\n{}\n\n{}![{}](ablation.svg)\n\n{}",
        escape(&ablation.title),
        escape(&ablation.summary()),
        crate::markdown::document(&document(ablation)),
        escape(ablation.above_picture()),
        crate::markdown::document(&tables)
    )
}

/// The page of an ablation with its picture: one file that asks for no other.
pub fn page(ablation: &Ablation, chart: &Chart) -> String {
    let part = |id, title, body| PageSection { id, title, body };
    let mut parts = vec![
        part(
            FINDINGS,
            "What does each component do?",
            document_part(&document(ablation), "all"),
        ),
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
            crate::format::surety(balance_experiments::ablate::SINGLES)
        ),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no effect".to_owned(),
        unit: Unit::PercentagePoints,
        rows: rows.collect(),
    };
    forest.draw("chart-ablation")
}
