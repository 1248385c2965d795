//! Why sides win as often as they do, on the terminal, as Markdown and as a page.

use super::{Explanation, Factor, word};
use crate::document::{Block, Document};
use crate::format;
use crate::html::{FINDINGS, PageSection, document_part, page_figure, question_page, table};
use crate::markdown::escape;
use crate::tables::{Shown, cell, ways};
use crate::terminal::{paragraph, title};
use balance_charts::{Chart, ChartError, Estimate, Forest, ForestRow, Unit};
use balance_inference::table::Rate;
use balance_kit::schema::messages::things;

const PICTURE: &str = "The largest effects";

/// Of every side and the length so many effects either way stand on the first screen.
const MOST: usize = 3;

/// The first screen: how each side wins, what is confirmed, and what is not known.
fn document(explanation: &Explanation) -> Document {
    let causes = causes(explanation);
    let mut blocks = vec![Block::Table(ways(&explanation.ways))];
    let nobody = explanation.nobody_wins();
    blocks.extend(nobody.map(|nobody| Block::Paragraph(nobody.to_owned())));
    if !causes.rows.is_empty() {
        blocks.push(Block::Table(causes));
    } else if nobody.is_none() {
        let none = "No change is shown to help or hurt a side.";
        blocks.push(Block::Paragraph(none.to_owned()));
    }
    if !explanation.roles.is_empty() {
        blocks.push(Block::Table(roles(explanation)));
    }
    let mut lines: Vec<(&str, String)> = Vec::new();
    let dead = explanation.dead();
    if !dead.is_empty() {
        let within = explanation.within();
        let said = format!("Changing these moves at most {within}: {}.", dead.join(", "));
        lines.push(("Little effect", said));
    }
    lines.extend(explanation.still_open().map(|open| ("Open", open)));
    let untried = explanation.untried();
    if !untried.is_empty() {
        let said = format!("Without these there is no game: {}.", untried.join(", "));
        lines.push(("Untried", said));
    }
    lines.push(("Figures", explanation.grounds()));
    blocks.push(Block::Lines { title: None, lines });
    blocks
}

/// What each role's side wins more where an expert plays it: is it the rules or the play?
fn roles(explanation: &Explanation) -> Shown {
    let deals = explanation.roles.iter().map(|each| each.deals).max();
    let help = "points of the side's win rate; in brackets an interval";
    Shown::of_rows("roles", "Is it the rules or the play?", &explanation.roles)
        .note(format!(
            "Experts in every seat of one role, on the same {}. In points of its side's win rate.",
            format::games(deals.unwrap_or_default())
        ))
        .words("role played by experts", |each| cell::text(&each.role))
        .words("side", |each| cell::text(&each.side))
        .figure("change", help, |each| {
            cell::estimate(format::points(each.effect), each.effect)
        })
        .build()
}

fn causes(explanation: &Explanation) -> Shown {
    let mut rows = Vec::new();
    let mut all = 0;
    for at in 0..explanation.figures.len() {
        let causes = explanation.causes(at);
        all += causes.len();
        let (raise, lower): (Vec<_>, Vec<_>) = causes.into_iter().partition(|(_, each)| each.effects[at].value > 0.0);
        let shown = raise.into_iter().take(MOST).chain(lower.into_iter().take(MOST));
        rows.extend(shown.map(|(factor, instead)| (at, factor, instead)));
    }
    let length = explanation.figures.iter().find(|figure| !figure.share);
    let length = length.map_or_else(String::new, |figure| {
        format!("; lengths in {} up to a typical game", figure.unit())
    });
    let more = match all - rows.len() {
        0 => None,
        more => Some(format!(
            "“Every change” in the report has {}.",
            things(more, "smaller effect")
        )),
    };
    let note = format!("In points of the win rate{length}.");
    let help = "points of a win rate, or the length; in brackets an interval";
    Shown::of_rows("causes", "What helps or hurts each side?", rows)
        .note(format::joined([Some(note), more]))
        .words("side", |(at, ..)| {
            let figure = &explanation.figures[*at];
            cell::text(figure.side.as_deref().unwrap_or(figure.unit()))
        })
        .words("now", |(_, factor, _)| cell::text(factor.with_face()))
        .words("if changed to", |(.., instead)| cell::text(&instead.name))
        .figure("change", help, |(at, _, instead)| {
            let effect = instead.effects[*at];
            cell::estimate(explanation.effect(effect, *at), effect)
        })
        .build()
}

/// The text in lines of `width` characters, with colours as ANSI escapes.
pub fn terminal(explanation: &Explanation, width: usize) -> String {
    let mut out = format!("\n{}", title(&explanation.title, width));
    paragraph(&mut out, width, "", &explanation.summary());
    out + &crate::terminal::document(&document(explanation), width)
}

/// The text as Markdown; the picture stands beside it.
pub fn markdown(explanation: &Explanation) -> String {
    let tables = vec![Block::Table(rows(explanation))];
    format!(
        "# {}\n\n{}\n\n{}![{}](explanation.svg)\n\n{}",
        escape(&explanation.title),
        escape(&explanation.summary()),
        crate::markdown::document(&document(explanation)),
        escape(PICTURE),
        crate::markdown::document(&tables)
    )
}

/// The page with its picture: one file that asks for no other.
pub fn page(explanation: &Explanation, chart: &Chart) -> String {
    let part = |id, title, body| PageSection { id, title, body };
    let parts = vec![
        part(
            FINDINGS,
            "Why does each side win as often as it does?",
            document_part(&document(explanation), "all"),
        ),
        part("picture", PICTURE, page_figure(chart)),
        part("numbers", "Every change", table::whole(&rows(explanation), "all")),
    ];
    question_page(
        &explanation.game_title,
        &explanation.title,
        &explanation.facts(),
        &parts,
    )
}

fn rows(explanation: &Explanation) -> Shown {
    let factors = explanation.factors.iter();
    let all = factors.flat_map(|each| each.instead.iter().map(move |instead| (each, instead)));
    let rows = all.flat_map(|(each, instead)| (0..explanation.figures.len()).map(move |at| (each, instead, at)));
    Shown::of_rows("changes", "The game with one change less the game as it is", rows)
        .note(explanation.note())
        .words("now", |(each, ..)| cell::text(&each.title))
        .words("if changed to", |(_, instead, _)| cell::text(&instead.name))
        .words("figure", |(.., at)| cell::text(explanation.figures[*at].title()))
        .figure(
            "change",
            "in brackets an interval; all of them hold together",
            |(_, instead, at)| cell::estimate(explanation.effect(instead.effects[*at], *at), instead.effects[*at]),
        )
        .words("says", |(each, _, at)| cell::text(word(each.says[*at])))
        .figure("deals", "", |(_, instead, _)| cell::count(instead.deals))
        .build()
}

const MOST_DRAWN: usize = 24;

/// The factors that move a win rate most, each on the side that it moves most: its effects.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn picture(explanation: &Explanation) -> Result<Chart, ChartError> {
    let mut strongest: Vec<(f64, usize, &Factor)> = Vec::new();
    for each in explanation.factors.iter().filter(|each| !each.instead.is_empty()) {
        let size = |figure: usize| {
            let effects = each.instead.iter().map(|instead| instead.effects[figure].value.abs());
            effects.fold(0.0, f64::max)
        };
        let shares = (0..explanation.figures.len()).filter(|figure| explanation.figures[*figure].share);
        if let Some(figure) = shares.max_by(|a, b| size(*a).total_cmp(&size(*b))) {
            strongest.push((size(figure), figure, each));
        }
    }
    strongest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.key.cmp(&b.2.key)));
    let rows = strongest.iter().take(MOST_DRAWN).flat_map(|(_, figure, each)| {
        let side = explanation.figures[*figure].title();
        let group = format!("{}, {side}", each.title);
        let row = move |label: String, rate: Rate| {
            let estimate = Estimate::new(rate.value, rate.lo, rate.hi);
            ForestRow::new(Some(group.clone()), label, estimate)
        };
        let instead = each
            .instead
            .iter()
            .map(move |instead| row(format!("changed to “{}”", instead.name), instead.effects[*figure]));
        instead.collect::<Vec<_>>()
    });
    let forest = Forest {
        title: "What one change does".to_owned(),
        subtitle: format!(
            "difference in the win rate of the side moved most; all effects hold together at {}",
            crate::format::surety(balance_inference::judge::TOTAL)
        ),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no effect".to_owned(),
        unit: Unit::PercentagePoints,
        rows: rows.collect(),
    };
    forest.draw("chart-explanation")
}
