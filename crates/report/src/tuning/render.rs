//! The proposals on the terminal, as Markdown, as a page, and as variants of a scenario.

use std::fmt::Write;

use crate::format;
use crate::html::{PageSection, document_part, page_figure, question_page, table};
use crate::markdown::{escape, escape_cell};
use crate::metrics::Measure;
use crate::tables::{Shown, cell};
use crate::terminal::{title, wrap};
use crate::tuning::{RuleChange, RuleProposal, Transfer, Tuning, TuningFigure, label, listed};
use balance_charts::{Chart, ChartError, Estimate, Forest, ForestRow, Unit, Wished};
use balance_config::games::program;
use balance_config::scenario::Of;
use balance_config::shell_quote;
use balance_experiments::tune::FIGURES;
use maud::{Markup, html};

/// The first screen of a search in lines of `most` characters, with colours as ANSI escapes.
pub fn terminal(tuning: &Tuning, most: usize) -> String {
    title(&tuning.title, most) + &crate::terminal::document(&tuning.document(), most)
}

/// The text of a search as Markdown.
pub fn markdown(tuning: &Tuning) -> String {
    let mut out = format!("# {}\n\n{}\n\n", escape(&tuning.title), escape(&tuning.summary()));
    out.push_str(&crate::markdown::document(&tuning.document()));
    let second = tuning
        .second
        .as_ref()
        .map_or(String::new(), |bot| format!(" With {} |", escape_cell(bot)));
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
            let _ = writeln!(out, "\n{}: {}", escape(&each.place(index)), escape(&loses));
        }
    }
    out
}

/// The page of a search: one file that asks for no other.
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
    let parts = vec![
        part("advice", "Which rules should I change?", advice(tuning)),
        part("proposals", "What is proposed", pictures),
        part("numbers", "Every figure", table::whole(&rows(tuning), "all")),
    ];
    Ok(question_page(
        &tuning.game_title,
        &tuning.title,
        &tuning.facts(),
        &parts,
    ))
}

fn advice(tuning: &Tuning) -> Markup {
    html! {
        (document_part(&tuning.document(), "advice"))
        @for (index, each) in tuning.proposals.iter().enumerate() {
            @if let Some(loses) = each.loses() { p.facts { (each.place(index)) ": " (loses) } }
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
                let estimate = Estimate::new(now.value, now.lo, now.hi);
                ForestRow {
                    wished,
                    ..ForestRow::new(Some(group.clone()), numbered(index, proposal), estimate)
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
    let proposals = tuning.proposals.iter().enumerate();
    let rows = proposals.flat_map(|(index, each)| each.figures.iter().map(move |figure| (index, each, figure)));
    let mut note = String::from("Of deals that the search did not see.");
    if let Some(bot) = &tuning.second {
        note = format!("{note} The second bot is {bot}.");
    }
    let has_second = tuning.second.is_some();
    let second = cell::figure("second bot", "the same with the second bot at every seat");
    Shown::of_rows("tuning", "Every figure of every proposal", rows)
        .note(note)
        .words("proposal", |(index, each, _)| cell::text(numbered(*index, each)))
        .words("figure", |(.., figure)| {
            cell::text(label(figure.table.as_deref(), &figure.metric))
        })
        .figure(
            "value",
            "in brackets an interval; all of them hold together",
            |(.., figure)| cell::estimate(figure.value_words(), figure.now),
        )
        .words("wish", |(.., figure)| cell::text(figure.verdict_words()))
        .column_if(has_second.then_some(second), |(.., figure)| {
            cell::optional(figure.second, |rate| cell::estimate(figure.words(rate), rate))
        })
        .column_if(has_second.then_some(cell::word("there the change")), |(.., figure)| {
            cell::text(figure.transfers().map_or("", Transfer::words))
        })
        .build()
}

/// Characters in a line of a comment that is written into a file.
const COMMENT: usize = 78;

/// What a version changes, in few words.
fn full(changes: &[RuleChange]) -> String {
    if changes.is_empty() {
        return "the present rules".to_owned();
    }
    let one = |change: &RuleChange| format!("{} {}", change.rule, format::unquoted(&change.to));
    let all = changes.iter().map(one).collect::<Vec<_>>().join(", ");
    all.chars().filter(|letter| !letter.is_control()).collect()
}

/// The name of a version: what it changes, cut to what a name may have.
pub fn name(changes: &[RuleChange]) -> String {
    let full = full(changes);
    if full.chars().count() <= 80 {
        return full;
    }
    format!("{}…", full.chars().take(79).collect::<String>())
}

impl Tuning {
    /// What leads to a change that is named before the one to take.
    fn may(&self) -> &'static str {
        if self.ahead.as_ref().is_some_and(|ahead| ahead.nearer) {
            "May meet every wish, and is shown to be nearer than the present rules: "
        } else {
            "May meet every wish, but is not shown to be nearer than the present rules: "
        }
    }

    /// What may meet every wish and is none of the proposals.
    fn beyond(&self) -> Option<&Vec<RuleChange>> {
        let proposed = (0..self.proposals.len()).any(|index| self.is_ahead(index));
        let ahead = self.ahead.as_ref().filter(|_| !proposed)?;
        Some(&ahead.changes)
    }
}

fn variant(changes: &[RuleChange]) -> String {
    let mut out = String::new();
    let name = toml::Value::String(name(changes));
    let _ = writeln!(out, "[[variant]]\nname = {name}");
    for change in changes {
        let _ = writeln!(out, "rules.{} = {}", change.rule, change.to);
    }
    out
}

/// How every scenario begins that a search for rules or weights has written.
pub fn head() -> String {
    format!("# What `{} ", program())
}

/// A scenario that plays the proposals against the present rules: it extends the one at `base`. Where none is proposed, `file`, as
/// which it is written, has the version seen nearest as a comment.
pub fn scenario(tuning: &Tuning, base: &str, file: &str) -> String {
    let mut out = format!("{}tune` proposed for {}.\n", head(), tuning.scenario);
    for line in wrap(&tuning.verdict_line(), COMMENT) {
        let _ = writeln!(out, "# {line}");
    }
    let _ = writeln!(out, "extends = {}", toml::Value::String(base.to_owned()));
    let _ = writeln!(
        out,
        "# The search has not seen the deals of this seed.\nseed = {}",
        tuning.seed ^ 1
    );
    for (index, proposal) in tuning.proposals.iter().enumerate().skip(1) {
        let mark = tuning
            .mark(index)
            .map_or_else(String::new, |mark| format!("{}: ", format::capital(mark)));
        let _ = writeln!(out, "\n# {mark}{}.", listed(&proposal.changes));
        let _ = writeln!(out, "{}", variant(&proposal.changes).trim_end());
    }
    if let Some(changes) = tuning.beyond() {
        let _ = writeln!(
            out,
            "\n# {}{}.\n{}",
            tuning.may(),
            listed(changes),
            variant(changes).trim_end()
        );
    }
    match &tuning.nearest {
        Some(changes) => {
            let _ = writeln!(
                out,
                "\n# No change is proposed. This one is seen nearest to the wishes, but is not shown to be nearer than the present rules.\n\
                 # Without the # signs below, `{} run {}` plays it beside them, with as many games as you ask for (--games).\n#",
                program(),
                shell_quote::file(file)
            );
            for line in variant(changes).lines() {
                let _ = writeln!(out, "# {line}");
            }
        }
        None if tuning.proposals.len() < 2 => {
            let _ = writeln!(
                out,
                "\n# No change is proposed: of the versions played at last, none is seen nearer to the wishes than the present rules."
            );
        }
        None => {}
    }
    out
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
