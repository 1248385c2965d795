//! The proposals on the terminal, within its width where names allow.

use std::fmt::Write;

use super::figure::Transfer;
use super::single_changes::{SingleChanges, arrow};
use super::variants::Paste;
use super::{RuleProposal, Tuning, TuningFigure, TuningWish, label, paste};
use crate::format;
use crate::html::{PageSection, page_figure, prose, question_page, table};
use crate::markdown::{escape, escape_cell};
use crate::metrics::Measure;
use crate::tables::Shown;
use crate::tables::cell;
use crate::terminal::{paragraph, wrap};
use balance_analysis::scenario::Of;
use balance_analysis::tune::FIGURES;
use balance_charts::{Chart, ChartError, Estimate, Forest, ForestRow, Unit, Wished};
use maud::{Markup, html};
use unicode_width::UnicodeWidthStr;

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
    let wishes: Vec<String> = tuning.wishes.iter().map(TuningWish::words).collect();
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
        .flat_map(listed_figures)
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
        for figure in listed_figures(each) {
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
        list_single_changes(&mut out, alone, most);
    }
    if let Some(Paste { title, lead, lines }) = paste(tuning) {
        let _ = writeln!(out, "\n{bold}{title}{bold:#}\n");
        paragraph(&mut out, most, "", &lead);
        let _ = writeln!(out, "\n{}", lines.trim_end());
    }
    out
}

/// Versions that are not shown to be better.
fn alike(out: &mut String, proposal: &RuleProposal, most: usize) {
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
fn list_single_changes(out: &mut String, alone: &SingleChanges, most: usize) {
    let (shown, rest) = alone.is_shown();
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
fn listed_figures(proposal: &RuleProposal) -> impl Iterator<Item = &TuningFigure> {
    let told = |figure: &&TuningFigure| figure.verdict.is_some() || figure.length || figure.is_win_rate();
    proposal.figures.iter().filter(told)
}

fn name(figure: &TuningFigure) -> String {
    label(figure.table.as_deref(), &figure.metric)
}

fn line(out: &mut String, figure: &TuningFigure, width: usize) {
    let name = &figure.metric;
    let gap = " ".repeat(width.saturating_sub(name.width()));
    let value = figure.value_words();
    let said = figure.verdict_words();
    let _ = writeln!(out, "   {}", format!("{name}{gap}  {value:<22} {said}").trim_end());
}

/// What is wished, under the second bot.
fn second(out: &mut String, tuning: &Tuning, proposal: &RuleProposal, most: usize) {
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

/// The text of a search as Markdown.
pub fn markdown(tuning: &Tuning) -> String {
    let mut out = format!("# {}\n\n{}\n\n", tuning.title, tuning.summary());
    let _ = writeln!(out, "Wished:\n");
    for wish in &tuning.wishes {
        let _ = writeln!(out, "- {}", TuningWish::words(wish));
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
                (0, Some(mark)) => format!("**{}. {}** ({mark})", index + 1, escape_cell(&each.name)),
                (0, None) => format!("{}. {}", index + 1, escape_cell(&each.name)),
                _ => String::new(),
            };
            let verdict = figure.verdict_words();
            let second = figure
                .second
                .map_or(String::new(), |rate| format!(" {} |", figure.words(rate)));
            let metric = escape_cell(&label(figure.table.as_deref(), &figure.metric));
            let _ = writeln!(
                out,
                "| {name} | {metric} | {} | {verdict} |{second}",
                figure.value_words()
            );
        }
    }
    for (index, each) in tuning.proposals.iter().enumerate() {
        if let Some(loses) = each.loses() {
            let _ = writeln!(out, "\n{}: {loses}", escape(&each.place(index)));
        }
    }
    for each in tuning.proposals.iter().filter(|each| !each.alike.is_empty()) {
        let _ = writeln!(out, "\n{}\n", escape(&each.lead()));
        for other in &each.alike {
            let _ = writeln!(out, "- {}", escape(&other.words()));
        }
    }
    let _ = writeln!(out, "\n{}", tuning.grounds());
    if let Some(alone) = &tuning.alone {
        markdown_of_single_changes(&mut out, alone);
    }
    if let Some(Paste { title, lead, lines }) = paste(tuning) {
        let _ = writeln!(out, "\n## {title}\n\n{lead}\n\n```toml\n{lines}```");
    }
    let _ = writeln!(out, "\nThe search played {}.", format::games(tuning.search_games));
    out
}

/// What each change does by itself.
fn markdown_of_single_changes(out: &mut String, alone: &SingleChanges) {
    let _ = writeln!(out, "\n## What each rule does by itself\n\n{}\n", alone.grounds());
    let _ = writeln!(
        out,
        "| Rule | Value | Figure | Moves it by | To the wishes |\n|---|---|---|---|---|"
    );
    for each in &alone.changes {
        for (metric, _, said) in alone.moves(each) {
            let (rule, value) = (escape_cell(&each.change.rule), escape_cell(&arrow(&each.change)));
            let _ = writeln!(
                out,
                "| {rule} | {value} | {} | {said} | {} |",
                escape_cell(&metric),
                each.seen()
            );
        }
    }
    if let Some(tune) = alone.tune() {
        let _ = writeln!(out, "\n```toml\n{tune}```");
    }
}

/// The page of a search: one file that asks for no other.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn page(tuning: &Tuning) -> Result<String, ChartError> {
    let part = |id, title, body| PageSection { id, title, body };
    let kinds = [
        (Measure::Share, "shares"),
        (Measure::Gap, "gaps"),
        (Measure::Mean, "numbers"),
    ];
    let charts: Vec<Chart> = kinds
        .into_iter()
        .filter_map(|(measure, name)| forest(tuning, measure).map(|forest| forest.draw(&format!("chart-{name}"))))
        .collect::<Result<_, _>>()?;
    let pictures = html! { div.pictures { @for chart in &charts { (page_figure(chart)) } } };
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
            p { (prose(&lead)) }
            pre { (lines.trim_end()) }
        };
        parts.push(part("paste", title, body));
    }
    Ok(question_page(
        &tuning.game_title,
        &tuning.title,
        &tuning.facts(),
        &parts,
    ))
}

fn advice(tuning: &Tuning) -> Markup {
    html! {
        p { strong { (prose(&tuning.advice())) } }
        @if let Some(beside) = tuning.beside() { p { (prose(&beside)) } }
        @if let Some(some_tables) = tuning.some_tables() { p { (prose(&some_tables)) } }
        @if let Some(not_tried) = tuning.not_tried() { p { (prose(&not_tried)) } }
        p { "Wished: " (tuning.wishes.iter().map(TuningWish::words).collect::<Vec<_>>().join("; ")) "." }
        @for (index, each) in tuning.proposals.iter().enumerate() {
            @if let Some(loses) = each.loses() { p.facts { (each.place(index)) ": " (loses) } }
        }
        @for each in tuning.proposals.iter().filter(|each| !each.alike.is_empty()) {
            p.facts { (each.lead()) }
            ul.facts { @for other in &each.alike { li { (other.words()) } } }
        }
        p.facts { (prose(&tuning.grounds())) " The search played " (format::games(tuning.search_games)) "." }
    }
}

/// What each change does by itself, and what to look at more closely.
fn each(alone: &SingleChanges) -> Markup {
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
        @if let Some(still) = alone.still() { p.facts { (prose(&still)) } }
        @if let Some(tune) = alone.tune() {
            p { (prose(&alone.lead())) }
            pre { (tune.trim_end()) }
        }
    }
}

/// `2. end-points.kelp 9`.
fn numbered(index: usize, proposal: &RuleProposal) -> String {
    format!("{}. {}", index + 1, proposal.name)
}

/// Win rates, what is wished and the length, of every proposal, as far as they are of this kind; none where nothing of the kind is measured.
fn forest(tuning: &Tuning, measure: Measure) -> Option<Forest> {
    let first = tuning.proposals.first()?;
    let told = |figure: &TuningFigure| figure.verdict.is_some() || figure.length || figure.is_win_rate();
    let shown = first.figures.iter().enumerate();
    let shown: Vec<(usize, &TuningFigure)> = shown
        .filter(|(_, figure)| figure.measure() == measure && told(figure))
        .take(Forest::MOST / tuning.proposals.len().max(1))
        .collect();
    let numbers = counted_in(shown.iter().map(|(_, figure)| &*figure.metric));
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
        Measure::Mean if numbers == COUNTED => ("How long, and what else is counted", numbers, Unit::Number),
        Measure::Mean => ("How long games are", numbers, Unit::Number),
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

/// What numbers are counted in that are not all the same.
const COUNTED: &str = "number in a game";

/// What numbers are counted in: `rounds` where all are means of these.
fn counted_in<'m>(metrics: impl Iterator<Item = &'m str>) -> &'m str {
    let mut words: Vec<_> = metrics.map(|metric| Of::metric(metric).mean()).collect();
    words.dedup();
    match words[..] {
        [Some(word)] => word,
        _ => COUNTED,
    }
}

fn rows(tuning: &Tuning) -> Shown {
    let mut rows = Vec::new();
    for (index, each) in tuning.proposals.iter().enumerate() {
        for figure in &each.figures {
            let rate = |rate| cell::estimate(figure.words(rate), rate);
            let mut cells = vec![
                cell::text(numbered(index, each)),
                cell::text(label(figure.table.as_deref(), &figure.metric)),
                cell::estimate(figure.value_words(), figure.now),
                cell::text(figure.verdict_words()),
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

#[cfg(test)]
mod page_tests {
    use super::*;

    #[test]
    fn an_axis_says_what_is_counted() {
        let of = |metrics: &[&'static str]| counted_in(metrics.iter().copied());
        assert_eq!(of(&["rounds.mean"]), "rounds");
        assert_eq!(of(&["turns.mean", "turns.mean"]), "turns");
        assert_eq!(of(&["turns.mean", "counter.dives"]), "number in a game");
        assert_eq!(of(&["counter.dives"]), "number in a game");
    }
}
