//! The proposals as a page.

use maud::{Markup, html};

use super::alone::{Alone, arrow};
use super::figure::Transfer;
use super::variants::Paste;
use super::{Figure, Proposal, Tuning, Wish, label, paste};
use crate::format;
use crate::html::{Part, alone, drawn, table};
use crate::measure::Measure;
use crate::tables::{Shown, cell};
use balance_analysis::judge::Verdict;
use balance_analysis::tune::FIGURES;
use balance_charts::{Chart, ChartError, Estimate, Forest, ForestRow, Unit, Wished};

/// The page of a search: one file that asks for no other.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn page(tuning: &Tuning) -> Result<String, ChartError> {
    let part = |id, title, body| Part { id, title, body };
    let kinds = [
        (Measure::Share, "shares"),
        (Measure::Gap, "gaps"),
        (Measure::Mean, "numbers"),
    ];
    let charts: Vec<Chart> = kinds
        .into_iter()
        .filter_map(|(measure, name)| forest(tuning, measure).map(|forest| forest.draw(&format!("chart-{name}"))))
        .collect::<Result<_, _>>()?;
    let pictures = html! { div.pictures { @for chart in &charts { (drawn(chart)) } } };
    let mut parts = vec![
        part("advice", "Which rules should I change?", advice(tuning)),
        part("proposals", "What is proposed", pictures),
        part("numbers", "Every figure", table::whole(&rows(tuning), "all")),
    ];
    if let Some(alone) = &tuning.alone {
        parts.push(part("alone", "What each rule does by itself", each(alone)));
    }
    if let Some(Paste { title, lead, lines }) = paste(tuning) {
        let body = html! {
            p { (lead) }
            pre { (lines.trim_end()) }
        };
        parts.push(part("paste", title, body));
    }
    Ok(alone(&tuning.game_title, &tuning.title, &tuning.facts(), &parts))
}

fn advice(tuning: &Tuning) -> Markup {
    html! {
        p { strong { (tuning.advice()) } }
        @if let Some(beside) = tuning.beside() { p { (beside) } }
        @if let Some(some_tables) = tuning.some_tables() { p { (some_tables) } }
        @if let Some(not_tried) = tuning.not_tried() { p { (not_tried) } }
        p { "Wished: " (tuning.wishes.iter().map(Wish::words).collect::<Vec<_>>().join("; ")) "." }
        @for (index, each) in tuning.proposals.iter().enumerate() {
            @if let Some(loses) = each.loses() { p.facts { (numbered(index, each)) ": " (loses) } }
        }
        @for each in tuning.proposals.iter().filter(|each| !each.alike.is_empty()) {
            p.facts { (each.lead()) }
            ul.facts { @for other in &each.alike { li { (other.words()) } } }
        }
        p.facts { (tuning.grounds()) " The search played " (format::games(tuning.search_games)) "." }
    }
}

/// What each change does by itself, and what to look at more closely.
fn each(alone: &Alone) -> Markup {
    let mut rows = Vec::new();
    for each in &alone.changes {
        for (metric, rate, said) in alone.moves(each) {
            rows.push(vec![
                cell::text(each.change.rule.clone()),
                cell::text(arrow(&each.change)),
                cell::text(metric),
                cell::estimate(said, rate),
                cell::text(each.seen()),
            ]);
        }
    }
    let table = Shown {
        id: "alone",
        title: "Every change of one rule".to_owned(),
        note: alone.grounds(),
        heads: vec![
            cell::word("rule"),
            cell::word("value"),
            cell::word("figure"),
            cell::figure(
                "moves it by",
                "the difference to the present rules, and in brackets its interval",
            ),
            cell::word("to the wishes"),
        ],
        rows,
    };
    html! {
        (table::whole(&table, "each"))
        @if let Some(still) = alone.still() { p.facts { (still) } }
        @if let Some(tune) = alone.tune() {
            p { (alone.lead()) }
            pre { (tune.trim_end()) }
        }
    }
}

/// `2. end-points.kelp 9`.
fn numbered(index: usize, proposal: &Proposal) -> String {
    format!("{}. {}", index + 1, proposal.name)
}

/// Win rates, what is wished and the length, of every proposal, as far as they are of this kind; none where nothing of the kind is measured.
fn forest(tuning: &Tuning, measure: Measure) -> Option<Forest> {
    let first = tuning.proposals.first()?;
    let told = |figure: &Figure| figure.verdict.is_some() || figure.length || figure.is_win_rate();
    let shown = first.figures.iter().enumerate();
    let shown: Vec<(usize, &Figure)> = shown
        .filter(|(_, figure)| figure.measure() == measure && told(figure))
        .take(Forest::MOST / tuning.proposals.len().max(1))
        .collect();
    let rows: Vec<ForestRow> = shown
        .into_iter()
        .flat_map(|(at, figure)| {
            let wish = tuning
                .wishes
                .iter()
                .find(|wish| !wish.change && wish.metric == figure.metric && wish.table == figure.table);
            let wished = wish.map(|wish| Wished {
                from: wish.from,
                to: wish.to,
            });
            let group = label(figure.table.as_deref(), &figure.metric);
            tuning.proposals.iter().enumerate().map(move |(index, proposal)| {
                let now = proposal.figures[at].now;
                ForestRow {
                    label: numbered(index, proposal),
                    group: Some(group.clone()),
                    estimate: Estimate::new(now.value, now.lo, now.hi),
                    reference: None,
                    wished,
                }
            })
        })
        .collect();
    let (title, what, unit) = match measure {
        Measure::Share => ("Who wins", "shares of games", Unit::Percent),
        Measure::Gap => (
            "How far two sides are apart",
            "differences of shares of games",
            Unit::PercentagePoints,
        ),
        Measure::Mean => ("How long, and what else is counted", "numbers", Unit::Number),
    };
    (!rows.is_empty()).then(|| Forest {
        title: title.to_owned(),
        subtitle: format!(
            "{} that the search did not see; all intervals hold together at {}",
            if tuning.deals == 1 {
                "one deal".to_owned()
            } else {
                format!("{} deals", format::count(tuning.deals))
            },
            format::surety(FIGURES)
        ),
        axis_label: what.to_owned(),
        reference: f64::NAN,
        reference_label: String::new(),
        unit,
        rows,
    })
}

fn rows(tuning: &Tuning) -> Shown {
    let mut rows = Vec::new();
    for (index, each) in tuning.proposals.iter().enumerate() {
        for figure in &each.figures {
            let rate = |rate| cell::estimate(figure.words(rate), rate);
            let mut cells = vec![
                cell::text(numbered(index, each)),
                cell::text(label(figure.table.as_deref(), &figure.metric)),
                cell::estimate(figure.told(), figure.now),
                cell::text(figure.verdict.map_or("", Verdict::word)),
            ];
            if tuning.second.is_some() {
                cells.push(cell::optional(figure.second, rate));
                cells.push(cell::text(figure.transfers().map_or("", Transfer::words)));
            }
            rows.push(cells);
        }
    }
    let mut heads = vec![
        cell::word("proposal"),
        cell::word("figure"),
        cell::figure("value", "in brackets an interval; all of them hold together"),
        cell::word("wish"),
    ];
    let mut note = String::from("Of deals that the search did not see.");
    if let Some(bot) = &tuning.second {
        heads.push(cell::figure("second bot", "the same with the second bot at every seat"));
        heads.push(cell::word("there the change"));
        note = format!("{note} The second bot is {bot}.");
    }
    Shown {
        id: "tuning",
        title: "Every figure of every proposal".to_owned(),
        note,
        heads,
        rows,
    }
}
