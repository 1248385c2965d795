//! `balance report A B --out DIR`: one page about several runs, to be handed on. Its first screen is for a reader who will
//! not look at numbers: what the designer says, and every run in a line.

use maud::{Markup, PreEscaped, html};

use super::super::answers::{answers, winners};
use super::super::charts::ChartError;
use super::super::findings::{DEAD, Finding, Strength, Weight, commands, findings, words_of};
use super::super::pictures::{self, Picture, Pictures};
use super::super::{format, tables};
use super::{Intro, finding, page, table};
use crate::table::Results;

/// Pictures of a run of several configurations.
const PICTURES: usize = 2;

/// A table of other bots with more rows is left to the report of the run.
const OTHERS: usize = 24;

/// The page: a title, what the designer says, and the runs.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn several(title: &str, intro: &Intro, runs: &[Results]) -> Result<String, ChartError> {
    let found: Vec<Finding> = runs.iter().flat_map(findings).collect();
    let drawn = runs.iter().map(pictures::all).collect::<Result<Vec<_>, _>>()?;
    let body = html! {
        header {
            h1 { (title) }
            div.intro { (intro.html()) }
        }
        section id="runs" {
            h2 { "At a glance" }
            (glance(runs))
        }
        @for (index, (run, pictures)) in runs.iter().zip(&drawn).enumerate() { (one(run, index, pictures)) }
        section id="reading" {
            h2 { "How to read this" }
            dl {
                dt { "A number with its interval, as 39.9 % (39.8–40.0)" }
                dd {
                    "39.9 % of the games that were played; the brackets are the interval. Chance alone moves such a number a \
                     little: an interval misses the true number in few of many runs with other seeds, at "
                    (format::percent(confidence(runs), 0)) " in one of "
                    (format::plain(1.0 / (1.0 - confidence(runs)), 0)) "."
                }
                dd {
                    "The intervals of answers and findings hold all at once, and are wider for it; those of pictures hold one by one."
                }
                @for (word, meaning) in words_of(&found) { dt { (format::capital(word)) } dd { (format::capital(meaning)) "." } }
                @if found.iter().any(|each| each.headline.ends_with(DEAD)) {
                    dt { (format::capital(DEAD)) }
                    dd {
                        "Something that the rules allow happened in hardly any game. Perhaps the rule can go; perhaps people \
                         would do it where these programs do not."
                    }
                }
                dt { "Fair share" }
                dd { "What a side would win if every person at the table had the same chance, or what the scenario says it should win." }
                dt { "Bots" }
                dd { "All games were played by programs. What they show is about the rules as these programs play them." }
                dt { "To repeat a run" }
                dd { @for run in runs { pre { (commands(run)[0]) } } }
            }
        }
    };
    let contents = html! {
        li { a href="#runs" { "At a glance" } }
        @for (index, run) in runs.iter().enumerate() {
            li { a href=(format!("#{}", anchor(index))) { (run.scenario.title) } }
        }
        li { a href="#reading" { "How to read this" } }
    };
    Ok(page::whole(title, &contents, &body).into_string())
}

/// The least confidence of the runs.
fn confidence(runs: &[Results]) -> f64 {
    runs.iter().map(|run| run.scenario.confidence).fold(1.0, f64::min)
}

fn anchor(index: usize) -> String {
    format!("run-{}", index + 1)
}

/// Every run in a line.
fn glance(runs: &[Results]) -> Markup {
    html! {
        div.table.wide role="region" tabindex="0" aria-label="At a glance" {
            table {
                thead { tr {
                    th scope="col" { "Run" }
                    th.n scope="col" { "Games" }
                    th.n scope="col" { "Median length" }
                    th scope="col" { "Who wins" }
                    th scope="col" { "Problems shown" }
                } }
                tbody { @for (index, run) in runs.iter().enumerate() {
                    tr {
                        th scope="row" {
                            a href=(format!("#{}", anchor(index))) { (run.scenario.title) }
                            span.of { (run.scenario.game_title) }
                        }
                        td.n { (format::count(run.configurations.iter().map(|each| each.games).sum())) }
                        td.n { (median(run)) }
                        td { (winners(run, &findings(run))) }
                        td { (problems(run)) }
                    }
                } }
            }
        }
    }
}

/// How many problems were found; and how many questions are not settled, of which each may be one.
fn problems(run: &Results) -> String {
    let found = findings(run);
    let of = |is: fn(&Finding) -> bool| found.iter().filter(|each| is(each)).count();
    let open = of(|each| each.strength == Strength::Open);
    let problems = match of(|each| each.weight == Weight::Problem) {
        0 => "none".to_owned(),
        problems => problems.to_string(),
    };
    match open {
        0 => problems,
        1 => format!("{problems}; one question is not settled"),
        open => format!("{problems}; {open} questions are not settled"),
    }
}

/// The median length of the games of the first configuration, or from the shortest to the longest median of all.
fn median(run: &Results) -> String {
    let of = |each: &crate::table::Configuration| {
        let row = each.lengths.iter().find(|row| row.measure == each.turn_word)?;
        row.quantiles
            .iter()
            .find(|quantile| quantile.percent == 50)
            .map(|quantile| quantile.value)
    };
    let word = run.configurations.first().map_or("", |each| each.turn_word.as_str());
    let all: Vec<u32> = run
        .configurations
        .iter()
        .filter(|each| each.games > 0)
        .filter_map(of)
        .collect();
    match (all.iter().min(), all.iter().max()) {
        (Some(least), Some(most)) if least == most => format!("{least} {word}"),
        (Some(least), Some(most)) => format!("{least} to {most} {word}"),
        _ => "–".to_owned(),
    }
}

/// Who played: the bots of the run, and those of which the same was asked.
fn seated(run: &Results) -> String {
    let mut seatings: Vec<&str> = run.configurations.iter().map(|each| each.seating.as_str()).collect();
    seatings.dedup();
    let mut others: Vec<&str> = Vec::new();
    for other in run.configurations.iter().flat_map(|each| &each.others) {
        if !others.contains(&other.name.as_str()) {
            others.push(&other.name);
        }
    }
    let others = if others.is_empty() {
        String::new()
    } else {
        format!("; the same was asked of games of {}", others.join(", "))
    };
    format!("Played by programs, {}{others}.", seatings.join("; or "))
}

/// The rules that are not as usual, by configuration where they differ; none where all are.
fn house_rules(run: &Results) -> Option<String> {
    let all = &run.configurations;
    let first = &all.first()?.rules;
    if all.iter().all(|each| each.rules == *first) {
        return (!first.is_empty()).then(|| format!("Rules set: {}.", first.join(", ")));
    }
    let set = all.iter().filter(|each| !each.rules.is_empty());
    let told: Vec<String> = set
        .map(|each| format!("in “{}” {}", each.name, each.rules.join(", ")))
        .collect();
    Some(format!("Rules set: {}.", told.join("; ")))
}

fn one(run: &Results, index: usize, pictures: &Pictures) -> Markup {
    let found = findings(run);
    let content = tables::content(run);
    // Who wins, and how long it takes.
    let of_one = pictures.of.first().filter(|_| run.configurations.len() == 1);
    let drawn: Vec<&Picture> = match of_one {
        Some(all) => all
            .iter()
            .filter(|each| ["win-rate", "length"].contains(&each.name.as_str()))
            .collect(),
        None => pictures.overview.iter().take(PICTURES).collect(),
    };
    html! {
        section id=(anchor(index)) {
            h2 { (run.scenario.title) }
            p.facts { (tables::summary(run)) " · balance " (run.program) }
            p.facts { (seated(run)) }
            @if let Some(rules) = house_rules(run) { p.facts { (rules) } }
            dl.answers {
                // What to change is not the publisher's question.
                @for each in answers(run, &found).iter().filter(|each| each.key != "change") { div { dt { (each.question) } dd { (each.text) } } }
            }
            div.pictures { @for each in drawn { figure .tall[each.chart.is_tall()] { (PreEscaped(each.chart.page(&format!("{}-", anchor(index))))) } } }
            ol.findings { @for each in &found { li class=(each.weight.word()) { (finding::said(each)) } } }
            @if let Some(others) = tables::others(run, true).filter(|others| others.rows.len() <= OTHERS) {
                (table::whole(&others, &anchor(index)))
            }
            @if !content.is_empty() { p.content { strong { "Content. " } (content) "." } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::sample;
    use super::*;

    #[test]
    fn the_first_table_says_who_wins_and_what_is_wrong() {
        let run = sample::single();
        let glance = glance(std::slice::from_ref(&run)).into_string();
        let side = &run.configurations[0].sides[0].side;
        assert!(glance.to_lowercase().contains(&side.to_lowercase()), "{glance}");
        assert!(
            !glance.contains("0 shown") && glance.contains("Problems shown"),
            "{glance}"
        );
    }

    #[test]
    fn a_rule_that_may_be_dead_is_explained_where_there_is_one() {
        for run in [sample::single(), sample::variants()] {
            let dead = findings(&run).iter().any(|each| each.headline.ends_with(DEAD));
            let page = several("One", &Intro::new(String::new()), &[run]).expect("drawn");
            assert_eq!(page.contains("<dt>A dead rule?</dt>"), dead);
        }
    }

    #[test]
    fn every_run_has_its_line_its_answers_and_its_pictures() {
        let runs = [sample::single(), sample::variants()];
        let page = several("Two games", &Intro::new("*Read* this.".to_owned()), &runs).expect("drawn");
        assert!(
            page.contains("<h1>Two games</h1><div class=\"intro\"><p><em>Read</em> this.</p>"),
            "{}",
            &page[..200]
        );
        assert_eq!(page.matches("<dt>Who wins?</dt>").count(), 2);
        assert_eq!(page.matches("class=\"chart narrow\"").count(), 2 + PICTURES);
        for (_, id) in page.match_indices(" id=\"").map(|(at, _)| page[at..].split_at(5)) {
            let id = id.split('"').next().expect("an end");
            assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        }
        for id in ["runs", "run-1", "run-2", "reading"] {
            assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
            assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
        }
    }
}
