//! `balance report A B --out DIR`: one page about several runs, to be handed on: of each its summary and main pictures.

use super::page::{Skip, name_of_run, place_of_run};
use super::{content, document_part, help, page};
use crate::document::{Block, Document};
use crate::pictures::{self, Pictures, ReportChart};
use crate::{Insights, tables};
use balance_charts::ChartError;
use balance_inference::table::Results;
use maud::{Markup, PreEscaped, html};

/// Pictures of a run of several configurations.
const PICTURES: usize = 2;

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
        @for (index, (insights, pictures)) in all.iter().zip(&drawn).enumerate() { (one(&runs, insights, index, pictures)) }
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
fn one(runs: &[&Results], insights: &Insights<'_>, index: usize, pictures: &Pictures) -> Markup {
    let run = insights.results;
    // Who wins, and how long it takes.
    let of_one = pictures.of.first().filter(|_| run.configurations.len() == 1);
    let drawn: Vec<&ReportChart> = match of_one {
        Some(all) => all
            .iter()
            .filter(|each| ["win-rate", "length"].contains(&each.name.as_str()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn page_of(runs: &[Results]) -> String {
        let runs: Vec<Insights> = runs.iter().map(Insights::of_run).collect();
        several("Two games", &runs).expect("drawn")
    }

    /// Two runs of one scenario are told apart wherever they are named.
    #[test]
    fn runs_of_one_title_are_named_by_what_differs() {
        let mut runs = [sample::single(), sample::single()];
        runs[1].scenario.seed = 7;
        let title = runs[0].scenario.title.clone();
        assert_eq!(
            page_of(&runs).matches(&format!("{title}, seed 7")).count(),
            2,
            "nav and heading"
        );
        runs[1].scenario.seed = runs[0].scenario.seed;
        runs[1].scenario.set = vec!["seats.all=search".to_owned()];
        assert_eq!(name_of_run(&[&runs[0], &runs[1]], &runs[0]), title);
        let other = name_of_run(&[&runs[0], &runs[1]], &runs[1]);
        assert_eq!(other, format!("{title}, seats.all=search"));
    }

    #[test]
    fn every_run_has_its_answers_and_its_pictures_and_every_place_is_named_once() {
        let page = page_of(&[sample::single(), sample::variants()]);
        assert!(page.contains("<h1>Two games</h1>"));
        assert_eq!(page.matches("class=\"verdict").count(), 2);
        assert!(!page.contains("class=\"commands\""), "who reads it has no program");
        assert_eq!(page.matches("class=\"chart narrow\"").count(), 2 + PICTURES);
        for (_, id) in page.match_indices(" id=\"").map(|(at, _)| page[at..].split_at(5)) {
            let id = id.split('"').next().expect("an end");
            assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        }
        for id in ["run-1", "run-2", "reading"] {
            assert!(
                page.contains(&format!("id=\"{id}\"")) && page.contains(&format!("href=\"#{id}\"")),
                "{id}"
            );
        }
    }
}
