//! `report.html`: one self-contained page. Findings first, then pictures and tables; works offline, light and dark, narrow
//! and wide, printed, by keyboard and with a screen reader.

use crate::document::{Block, Document, Tone};
use crate::findings::{Finding, Severity, both, certainties, commands, errs};
use crate::html::page::{Skip, name_of_run, place_of_run};
use crate::pictures::{self, Pictures, ReportChart};
use crate::{Insights, divergence, format, tables};
use balance_charts::ChartError;
use balance_inference::table::{Configuration, Parted, Results};
use maud::{Markup, PreEscaped, html};

mod help;
mod page;
pub(super) mod table;

pub use page::{FINDINGS, MARK, PageSection, figure as page_figure, film_page, question_page};

pub(super) use self::page::prose;

/// With more changes than this, their table is folded away.
const FEW: usize = 8;
/// With more configurations than this, their list in the contents is folded away.
const LISTED: usize = 12;
/// With more rows than this, the table of other bots is folded away.
const MANY: usize = 30;

/// The page with pictures that have been drawn already, and with links to the pages of `games`, as files beside it.
pub fn page(insights: &Insights<'_>, pictures: &Pictures, games: &[String]) -> String {
    let results = insights.results;
    let all = &results.configurations;
    // A picture of many configurations would push the findings far down.
    let first = pictures.first().filter(|first| !first.chart.is_long());
    let document = insights.summary.document();
    let (verdict, rest) = document.split_at(1);
    let body = html! {
        (heading(results))
        section id="answers" .several[all.len() > 1] aria-label="In short" {
            div { (document_part(verdict, "summary")) }
            @if let Some(first) = first { (figure(first)) }
            div.summary { (document_part(rest, "summary")) }
        }
        (content(results))
        (findings_section(&insights.findings, results, games))
        @if all.len() > 1 {
            section id="overview" {
                h2 { "All versions" }
                (figures(&pictures.overview, first))
                (table::whole(&tables::overview(results), "all"))
            }
        }
        @if let Some(others) = tables::others(results, tables::Detail::Full) {
            section id="others" {
                h2 { (tables::LEVELS) }
                (folded(&others, "Every table and bot", others.rows.len() > MANY))
            }
        }
        @if !results.comparisons.is_empty() {
            section id="changes" {
                h2 { "What each change does" }
                (figures(&pictures.changes, None))
                (folded(&tables::comparisons(results), "Every difference", results.comparisons.len() > FEW))
                @if let Some(shown) = tables::happenings(results) { (table::whole(&shown, "all")) }
            }
        }
        @if let Some(shown) = divergence::parted(results) { (divergences(&shown, results)) }
        @for (index, each) in all.iter().enumerate() {
            (configuration(each, index, pictures, all.len()))
        }
        (help::section(&[results]))
    };
    page::whole(&results.scenario.title, &contents(results), &body, Skip::ToFindings).into_string()
}

/// The document as parts of a page; `place` begins the anchors of its tables. Commands are folded away.
pub fn document_part(document: &[Block], place: &str) -> Markup {
    html! {
        @for block in document {
            @match block {
                Block::Verdict { word, tone, sentence } => {
                    p.verdict.good[*tone == Tone::Good].bad[*tone == Tone::Bad] { strong { (word) } " " (sentence) }
                }
                Block::Paragraph(text) => { p { (text) } },
                Block::Table(shown) => { (table::whole(shown, place)) },
                Block::Lines { title, lines } => {
                    @if let Some(title) = title { h2.lines { (title) } }
                    dl.lines { @for (label, text) in lines { div { dt { (label) } dd { (text) } } } }
                },
                Block::Code { lead, lines } => { p { (lead) } pre { (lines.join("\n")) } },
                Block::Commands(commands) => {
                    details.commands {
                        summary { "Commands for the designer" }
                        @for each in commands { p { (each.purpose) ":" } pre { (each.command) } }
                    }
                },
            }
        }
    }
}

/// A table over the full width; one that `is_long` is folded away below a name.
fn folded(shown: &tables::Shown, name: &str, is_long: bool) -> Markup {
    let table = table::whole(shown, "all");
    html! { @if is_long { details { summary { (name) } (table) } } @else { (table) } }
}

fn heading(results: &Results) -> Markup {
    html! {
        header {
            p.game { (results.scenario.game_title) }
            h1 { (results.scenario.title) }
            p.facts { (tables::summary(results)) " · balance " (results.program) }
            @if let Some(reason) = results.configurations.first().and_then(|each| each.stopped.as_ref()) {
                p.facts { "Stopped: " (reason) }
            }
            @if results.interrupted {
                p.facts { strong { "Stopped early by the user: this holds what was played until then." } }
            }
        }
    }
}

fn content(results: &Results) -> Markup {
    let content = tables::content(results);
    html! {
        @if !content.is_empty() {
            p.content { strong { "Content. " } (content) ". " a href="#reading-content" { "What these words mean" } }
        }
    }
}

/// One configuration: open with its pictures, or folded away with its main tables in a large run.
fn configuration(each: &Configuration, index: usize, pictures: &Pictures, count: usize) -> Markup {
    let drawn = pictures.of.get(index);
    let anchor = page::place_of_configuration(index);
    let short = drawn.is_none();
    let detail = if short {
        tables::Detail::Short
    } else {
        tables::Detail::Full
    };
    let name = if count > 1 { each.name.as_str() } else { "" };
    let inner = html! {
        p.facts { (tables::facts(each)) }
        @if let Some(drawn) = drawn { (figures(drawn, pictures.first())) }
        div.tables {
            @for shown in tables::of_configuration(each) {
                @if !short || shown.id != "role-seats" {
                    (table::html(&shown, &anchor, name, detail))
                }
            }
            (table::html(&tables::provenance(each), &anchor, name, detail))
        }
    };
    html! {
        section id=(anchor) {
            @if short {
                details.configuration { summary { h2 { (each.name) } } (inner) }
            } @else {
                h2 { @if count > 1 { (each.name) } @else { "The numbers" } }
                (inner)
            }
        }
    }
}

/// Pictures but for the one at the head of the page.
fn figures(pictures: &[ReportChart], first: Option<&ReportChart>) -> Markup {
    html! {
        div.pictures {
            @for each in pictures.iter().filter(|each| first.is_none_or(|first| first.name != each.name)) { (figure(each)) }
        }
    }
}

fn figure(ReportChart { name, chart }: &ReportChart) -> Markup {
    html! { figure .tall[chart.is_tall()] id=(format!("figure-{name}")) { (PreEscaped(chart.page(""))) } }
}

fn contents(results: &Results) -> Markup {
    let all = &results.configurations;
    let configurations = html! {
        @for (index, each) in all.iter().enumerate() {
            li class=[(all.len() > 1).then_some("configuration")] { a href=(format!("#{}", page::place_of_configuration(index))) { @if all.len() > 1 { (each.name) } @else { "The numbers" } } }
        }
    };
    html! {
        li { a href="#findings" { "Findings" } }
        @if all.len() > 1 { li { a href="#overview" { "All versions" } } }
        @if all.iter().any(|each| !each.others.is_empty()) { li { a href="#others" { (tables::LEVELS) } } }
        @if !results.comparisons.is_empty() { li { a href="#changes" { "What each change does" } } }
        @if !results.parted.is_empty() { li { a href="#parted" { (divergence::heading(&results.parted)) } } }
        @if all.len() > LISTED {
            li { a href=(format!("#{}", page::place_of_configuration(0))) { "Each version" } }
            li.folded { details { summary { "All " (all.len()) } ol { (configurations) } } }
        } @else {
            (configurations)
        }
        li { a href="#reading" { "How to read this" } }
    }
}

/// The section that comes first.
fn findings_section(found: &[Finding], results: &Results, games: &[String]) -> Markup {
    let (limits, told): (Vec<&Finding>, Vec<&Finding>) =
        found.iter().partition(|each| each.severity == Severity::Limit);
    let [again, other] = commands(results);
    html! {
        section id="findings" {
            h2 { "Findings" }
            ol.findings { @for finding in told { (finding_item(finding, results, games)) } }
            h3 { "What these results are not" }
            ol.findings { @for finding in limits { (finding_item(finding, results, games)) } }
            details.legend {
                summary { "How sure is " (certainties().map(|(word, _)| word).collect::<Vec<_>>().join(", ")) "?" }
                dl {
                    @for (word, meaning) in certainties() {
                        dt { (word) }
                        dd { (meaning) "." }
                    }
                }
                p { (errs(results)) }
            }
            details.legend {
                summary { "See it again" }
                p { "The same games, to the last byte: " }
                pre { (again) }
                p { "Other games, to see that a finding does not depend on these:" }
                pre { (other) }
            }
        }
    }
}

/// What a finding says, where, how surely, how it was found, and a game that shows it.
fn finding_item(finding: &Finding, results: &Results, games: &[String]) -> Markup {
    let (text, place, elsewhere) = (finding.text(), finding.place(), finding.elsewhere());
    let (word, meaning) = finding.certainty();
    let is_limit = finding.severity == Severity::Limit;
    let page = finding.sample.as_ref().and_then(|sample| {
        let file = sample.game(results)?.file();
        games.contains(&file).then_some((file, sample.words()))
    });
    html! {
        li class=(finding.label()) {
            p.head {
                @if !is_limit { span.mark { (finding.label()) } " " }
                strong { (text.headline) }
                @if !place.is_empty() { " " span.place { (place) } }
            }
            p.evidence {
                (prose(&text.evidence)) " "
                @if !elsewhere.is_empty() { span.elsewhere { (elsewhere) } " " }
                @if !is_limit { abbr.strength title=(meaning) { (word) } }
                @if let Some((file, words)) = page { " " a href=(file) { "Watch " (words) } "." }
            }
            details {
                summary { "How this was found, and a game that shows it" }
                p { (text.method) }
                @if let Some(sample) = &finding.sample {
                    p { (format::capital(&sample.words())) ":" }
                    pre { (sample.command(results)) }
                }
            }
        }
    }
}

/// Pictures of a run of several configurations.
const PICTURES: usize = 3;

/// The page: a title, and the runs.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn several(title: &str, all: &[Insights<'_>]) -> Result<String, ChartError> {
    let runs: Vec<&Results> = all.iter().map(|each| each.results).collect();
    let drawn = runs.iter().map(|run| pictures::all(run));
    let drawn = drawn.collect::<Result<Vec<_>, ChartError>>()?;
    let body = html! {
        header { h1 { (title) } }
        @for (index, (insights, pictures)) in all.iter().zip(&drawn).enumerate() { (run_section(&runs, insights, index, pictures)) }
        (help::section(&runs))
    };
    let contents = html! {
        @for (index, run) in runs.iter().enumerate() {
            li { a href=(format!("#{}", place_of_run(index))) { (name_of_run(&runs, run)) } }
        }
        li { a href="#reading" { "How to read this" } }
    };
    Ok(page::whole(title, &contents, &body, Skip::Contents).into_string())
}

/// One run: who played, its summary without commands, and its main pictures.
fn run_section(runs: &[&Results], insights: &Insights<'_>, index: usize, pictures: &Pictures) -> Markup {
    let run = insights.results;
    // Who wins, how long it takes, and when it is decided.
    let of_one = pictures.of.first().filter(|_| run.configurations.len() == 1);
    let drawn: Vec<&ReportChart> = match of_one {
        Some(all) => all
            .iter()
            .filter(|each| ["win-rate", "length", "drama"].contains(&each.name.as_str()))
            .collect(),
        None => pictures.overview.iter().take(PICTURES).collect(),
    };
    html! {
        section id=(place_of_run(index)) {
            h2 { (name_of_run(runs, run)) }
            p.facts { (tables::summary(run)) " · balance " (run.program) }
            div.summary { (document_part(&without_commands(insights), &place_of_run(index))) }
            div.pictures { @for each in drawn { figure .tall[each.chart.is_tall()] {
                (PreEscaped(each.chart.page(&format!("{}-", place_of_run(index)))))
            } } }
            (content(run))
        }
    }
}

/// The summary for a reader who has no program to type commands to.
fn without_commands(insights: &Insights<'_>) -> Document {
    let mut document = insights.summary.document();
    document.retain(|block| !matches!(block, Block::Commands(_)));
    document
}

/// The comparisons of a run in a table, and each by itself below; with several these are folded away.
fn divergences(all: &tables::Shown, results: &Results) -> Markup {
    let several = results.parted.len() > 1;
    html! {
        section id="parted" {
            h2 { (divergence::heading(&results.parted)) }
            (table::whole(all, "all"))
            @for (index, each) in results.parted.iter().enumerate() {
                @let place = format!("parted-{}", index + 1);
                @let command = both(results, &each.reference, &each.configuration);
                @if several {
                    details { summary { (each.configuration) } (comparison_part(each, &place, &command)) }
                } @else {
                    (comparison_part(each, &place, &command))
                }
            }
        }
    }
}

/// One comparison: sentences, tables, games to look at with the `command` that tells them, up to a number. `place` begins the
/// anchors of its tables.
pub fn comparison_part(each: &Parted, place: &str, command: &str) -> Markup {
    let found = &each.found;
    html! {
        p { (divergence::summary(each, "")) }
        @if found.flips == 0 {
            p { (divergence::at_most(found)) }
        } @else {
            @if let Some(said) = divergence::foremost(each) { p { strong { (said) } } }
            div.tables {
                @if each.bots_alone.is_none() { (table::html(&divergence::places(each), place, &each.configuration, tables::Detail::Full)) }
                (table::html(&divergence::gains(each), place, &each.configuration, tables::Detail::Full))
            }
            @for said in divergence::notes(each) { p.facts { (said) } }
            p { "Games to look at: " (divergence::samples(each)) "." }
            @if let Some(see) = divergence::see(found, command) { pre { (see) } }
        }
    }
}

#[cfg(test)]
mod tests;
