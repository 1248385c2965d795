//! `report.html`: one self-contained page. Findings first, then pictures and tables; works offline, light and dark, narrow
//! and wide, printed, by keyboard and with a screen reader.

mod page;

use maud::{Markup, PreEscaped, html};

use super::charts::ChartError;
use super::findings::{Finding, Strength, Weight, findings};
use super::format;
use super::pictures::{self, Picture};
use super::tables::{self, Shown};
use crate::table::{Configuration, Results};

/// With more configurations than this, each is folded away and shows its tables without pictures.
const PICTURED: usize = 6;

/// The page.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn html(results: &Results) -> Result<String, ChartError> {
    let all = &results.configurations;
    let several = all.len() > 1;
    let found = findings(results);
    let mut sections = Vec::new();
    for (index, each) in all.iter().enumerate() {
        let anchor = anchor(index);
        let slug = if several { anchor.as_str() } else { "" };
        let drawn = if all.len() <= PICTURED {
            pictures::of_configuration(each, slug)?
        } else {
            Vec::new()
        };
        sections.push(configuration(each, &anchor, &drawn, several));
    }
    let overview = if several {
        let picture = pictures::overview(results)?;
        html! {
            section id="overview" {
                h2 { "All configurations" }
                @if let Some(picture) = &picture { (figure(picture)) }
                (table(&tables::overview(results), "overview"))
            }
        }
    } else {
        html! {}
    };
    let changes = if results.comparisons.is_empty() {
        html! {}
    } else {
        let picture = pictures::comparisons(results)?;
        html! {
            section id="changes" {
                h2 { "What each change does" }
                @if let Some(picture) = &picture { (figure(picture)) }
                (table(&tables::comparisons(results), "comparisons"))
            }
        }
    };
    let body = html! {
        (heading(results))
        (finding_list(&found, several))
        (overview)
        (changes)
        @for section in &sections { (section) }
        (reading(results))
    };
    Ok(page::whole(&results.scenario.title, &contents(results), &body).into_string())
}

fn anchor(index: usize) -> String {
    format!("configuration-{}", index + 1)
}

fn heading(results: &Results) -> Markup {
    let scenario = &results.scenario;
    let played: u64 = results.configurations.iter().map(|each| each.games).sum();
    let count = results.configurations.len();
    html! {
        header {
            p.game { (scenario.game_title) }
            h1 { (scenario.title) }
            p.facts {
                (format::games(played)) " · "
                @if count == 1 { "one configuration" } @else { (count) " configurations" }
                " · seed " (scenario.seed) " · balance " (results.program)
                @if results.interrupted { " · " strong { "stopped early: holds what was played until then" } }
            }
            @if let Some(reason) = results.configurations.first().and_then(|each| each.stopped.as_ref()) {
                p.facts { "Stopped: " (reason) }
            }
        }
    }
}

fn finding_list(found: &[Finding], several: bool) -> Markup {
    html! {
        section id="findings" {
            h2 { "Findings" }
            ol.findings {
                @for finding in found { (one_finding(finding, several)) }
            }
            details.legend {
                summary { "What certain, clear and exact mean" }
                dl {
                    @for strength in [Strength::Certain, Strength::Clear, Strength::Exact] {
                        dt { (strength.word()) }
                        dd { (strength.meaning()) }
                    }
                }
            }
        }
    }
}

fn one_finding(finding: &Finding, several: bool) -> Markup {
    let (class, word) = match finding.weight {
        Weight::Change => ("change", "Change"),
        Weight::Problem => ("problem", "Problem"),
        Weight::Notice => ("notice", "Notice"),
        Weight::Limit => ("limit", "Limit"),
    };
    html! {
        li class=(class) {
            p.head {
                span.mark { (word) } " "
                @if let (true, Some(name)) = (several, &finding.configuration) { span.place { (name) } " " }
                strong { (finding.headline) }
            }
            p.evidence { (finding.evidence) " " span.strength title=(finding.strength.meaning()) { (finding.strength.word()) } }
            @if !finding.also.is_empty() {
                details {
                    summary { "Also, less marked, in " (finding.also.len()) " more" }
                    p { (finding.also.join(", ")) }
                }
            }
            details { summary { "How this was found" } p { (format::capital(finding.method)) "." } }
        }
    }
}

fn configuration(each: &Configuration, anchor: &str, drawn: &[Picture], several: bool) -> Markup {
    let shown = tables::of_configuration(each);
    let inner = html! {
        p.facts {
            (each.players) " players · " (format::games(each.games)) " · " (each.seating)
            @if each.rotations > 1 { " · every deal " (each.rotations) " times" }
        }
        @if !each.rules.is_empty() {
            details { summary { "Rules that the scenario sets" } pre { (each.rules.join("\n")) } }
        }
        div.pictures { @for picture in drawn { (figure(picture)) } }
        @for shown in &shown { (table(shown, anchor)) }
        (table(&tables::provenance(each), anchor))
    };
    html! {
        section id=(anchor) {
            @if several && drawn.is_empty() {
                details.configuration { summary { h2 { (each.name) } } (inner) }
            } @else {
                h2 { @if several { (each.name) } @else { "The numbers" } }
                (inner)
            }
        }
    }
}

fn figure(picture: &Picture) -> Markup {
    html! { figure id=(format!("figure-{}", picture.name)) { (PreEscaped(&picture.chart.themed)) } }
}

fn table(shown: &Shown, place: &str) -> Markup {
    let csv = csv(shown);
    html! {
        div.table id=(format!("{place}-{}", shown.id)) {
            table.sortable {
                caption { (shown.title) span.note { (shown.note) } }
                thead { tr {
                    @for head in &shown.heads {
                        th scope="col" class=[head.number.then_some("number")] title=[(!head.help.is_empty()).then_some(head.help)] {
                            button type="button" { (head.text) }
                        }
                    }
                } }
                tbody {
                    @for row in &shown.rows { tr {
                        @for (at, cell) in row.iter().enumerate() {
                            @if at == 0 {
                                th scope="row" { (cell.text) }
                            } @else {
                                td class=[shown.heads[at].number.then_some("number")] data-value=[cell.value] { (cell.text) }
                            }
                        }
                    } }
                }
            }
            a.csv download=(format!("{}.csv", shown.id)) href=(format!("data:text/csv;charset=utf-8,{csv}")) {
                "Download “" (shown.title) "” as CSV"
            }
        }
    }
}

/// The table as CSV, percent-encoded for a link.
fn csv(shown: &Shown) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let head: Vec<String> = shown.heads.iter().map(|head| quote(&head.text)).collect();
    let mut lines = vec![head.join(",")];
    for row in &shown.rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| cell.value.map_or_else(|| quote(&cell.text), |value| value.to_string()))
            .collect();
        lines.push(cells.join(","));
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    let encode = |byte: u8| {
        if plain(byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    (lines.join("\n") + "\n").bytes().map(encode).collect()
}

fn contents(results: &Results) -> Markup {
    let several = results.configurations.len() > 1;
    html! {
        li { a href="#findings" { "Findings" } }
        @if several { li { a href="#overview" { "All configurations" } } }
        @if !results.comparisons.is_empty() { li { a href="#changes" { "What each change does" } } }
        @for (index, each) in results.configurations.iter().enumerate() {
            li { a href=(format!("#{}", anchor(index))) { @if several { (each.name) } @else { "The numbers" } } }
        }
        li { a href="#reading" { "How to read this" } }
    }
}

fn reading(results: &Results) -> Markup {
    let scenario = &results.scenario;
    let confidence = format::percent(scenario.confidence, 0);
    html! {
        section id="reading" {
            h2 { "How to read this" }
            dl {
                dt { "Win rate and interval" }
                dd { "“39.9 % (39.8–40.0)”: won in 39.9 % of the games played; if the run were repeated with other seeds, intervals made this way would hold the true rate in " (confidence) " of runs." }
                dt { "Fair share" }
                dd { "What a side would win if every side taking part in a game were equally likely to win it. Your design may want something else." }
                dt { "For all rows at once" }
                dd { "Among many intervals some miss by chance. Intervals used for findings are widened so that all of a table hold together in " (confidence) " of runs." }
                dt { "Same deals" }
                dd { "All configurations play the same shuffles and dice as far as the rules allow, so a difference is seen with far fewer games." }
                dt { "To repeat this run" }
                dd { code { "balance run scenarios/" (scenario.name) ".toml --seed " (scenario.seed) " --games " (scenario.games) } " gives the same bytes in every table, with any number of threads." }
            }
        }
    }
}
