//! `balance report A B --out DIR`: one page about several runs, to be handed on. Its first screen is for a reader who will
//! not look at numbers: what the designer says before the first heading or picture, and every run in a line.

use maud::{Markup, PreEscaped, html};

use super::super::Insights;
use super::super::advice::off_elsewhere;
use super::super::answers::{Answers, DesignerQuestion};
use super::super::findings::{DEAD, Finding, FindingKind, commands, words_of};
use super::super::pictures::{self, Picture, Pictures};
use super::super::{format, tables};
use super::glance::glance;
use super::page::Skip;
use super::places::{self, AT_A_GLANCE, READING, name_of_run};
use super::prose::without_commands;
use super::{Intro, finding, page, reading, seated, table};
use balance_analysis::games::program;
use balance_analysis::table::Results;
use balance_charts::ChartError;

/// Pictures of a run of several configurations.
const PICTURES: usize = 2;

/// A table of other bots with more rows is left to the report of the run.
const OTHERS: usize = 24;

/// The page: a title, what the designer says, and the runs.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn several(title: &str, intro: &Intro, all: &[Insights<'_>]) -> Result<String, ChartError> {
    let runs: Vec<&Results> = all.iter().map(|each| each.results).collect();
    let runs = &runs[..];
    let found: Vec<&Finding> = all.iter().flat_map(|each| &each.findings).collect();
    let drawn = runs
        .iter()
        .map(|run| Ok((label(runs, run), pictures::all(run)?)))
        .collect::<Result<Vec<_>, ChartError>>()?;
    let [lead, rest] = intro.html(&drawn);
    let body = html! {
        header {
            h1 id=[intro.place_of(title)] { (title) }
            div.intro { (lead) }
        }
        section id=(AT_A_GLANCE) {
            h2 { "At a glance" }
            p.facts {
                "All games were played by programs, called bots: "
                a href=(format!("#{}", seated::EXPLAINED)) { "what each of them is" } "."
            }
            (glance(all, runs))
        }
        @if !rest.0.is_empty() { section { div.intro { (rest) } } }
        @for (index, (insights, (_, pictures))) in all.iter().zip(&drawn).enumerate() { (one(runs, insights, index, pictures)) }
        section id=(READING) {
            h2 { "How to read this" }
            dl {
                dt { "A number with its interval, as 39.9 % (39.8–40.0)" }
                dd {
                    "39.9 % of the games that were played; the brackets are the interval. Chance alone moves such a number a \
                     little: an interval misses the true number in few of many runs with other seeds, at "
                    (format::percent(confidence(runs), 0)) " in one of "
                    (format::plain(1.0 / (1.0 - confidence(runs)), 0)) "."
                }
                dd { (reading::LOPSIDED) }
                dd {
                    "The intervals of answers and findings hold all at once, and are wider for it; those of pictures hold one by one."
                }
                @for (word, meaning) in words_of(found.iter().copied()) { dt { (format::capital(word)) } dd { (format::capital(meaning)) "." } }
                @if found.iter().any(|each| matches!(each.kind, FindingKind::EventRare { .. })) {
                    dt { (format::capital(DEAD)) }
                    dd {
                        "Something that the rules allow happened in hardly any game. Perhaps the rule can go; perhaps people \
                         would do it where these programs do not."
                    }
                }
                dt { "Fair share" }
                dd { "What a side would win if every person at the table had the same chance, or what the scenario says it should win." }
                @for (word, said) in reading::turns(runs) { dt { (word) } dd { (said) } }
                (reading::thresholds(runs))
                (reading::words(runs))
                dt id=(seated::EXPLAINED) { "Bots" }
                dd {
                    "All games were played by programs, called bots. What they show is about the rules as these programs play them."
                    @for (game, bots) in seated::explained(runs) {
                        ul { @for (bot, plays) in bots { li { (game) ", " strong { (bot) } ": " (plays) "." } } }
                    }
                }
                (reading::content_words())
                dt { "To repeat a run" }
                dd {
                    "With the program (" (program()) ", version " (versions(runs)) ") and the file that its command names the same \
                     games can be played again. The files are not part of this page: whoever made it has them."
                    @for run in runs { pre { (commands(run)[0]) } }
                }
            }
        }
    };
    let contents = html! {
        li { a href=(format!("#{AT_A_GLANCE}")) { "At a glance" } }
        @for (place, words) in intro.contents() { li { a href=(format!("#{place}")) { (words) } } }
        @for (index, run) in runs.iter().enumerate() {
            li { a href=(format!("#{}", places::of_run(index))) { (name_of_run(runs, run)) } }
        }
        li { a href=(format!("#{READING}")) { "How to read this" } }
    };
    Ok(page::whole(title, &contents, &body, Skip::Contents).into_string())
}

/// The least confidence of the runs.
fn confidence(runs: &[&Results]) -> f64 {
    runs.iter().map(|run| run.scenario.confidence).fold(1.0, f64::min)
}

/// The versions of the program that played.
fn versions(runs: &[&Results]) -> String {
    let mut all: Vec<&str> = Vec::new();
    for run in runs {
        if !all.contains(&run.program.as_str()) {
            all.push(&run.program);
        }
    }
    all.join(" or ")
}

/// What stands below a chart, so that it says of what it is wherever it is shown; nothing where there is only one run.
fn label(runs: &[&Results], run: &Results) -> String {
    if runs.len() > 1 {
        name_of_run(runs, run)
    } else {
        String::new()
    }
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

fn one(runs: &[&Results], insights: &Insights<'_>, index: usize, pictures: &Pictures) -> Markup {
    let (run, answers) = (insights.results, &insights.answers);
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
    let label = label(runs, run);
    // Where an answer says it, it is not said once more below the table.
    let off = off_elsewhere(run);
    let off = (!off.is_empty() && !answers.name_unfair_bots()).then_some(off);
    html! {
        section id=(places::of_run(index)) {
            h2 {
                (name_of_run(runs, run))
                @if let Some(sizes) = tables::sizes(run) { " " span.of { "(played by " (sizes) ")" } }
            }
            p.facts { (tables::summary(run)) " · balance " (run.program) }
            p.facts { (seated::of(run)) " " a href=(format!("#{}", seated::EXPLAINED)) { "What these bots are" } }
            @if let Some(rules) = house_rules(run) { p.facts { (rules) } }
            dl.answers {
                @for (question, text) in answers.iter() {
                    div { dt { (question.words()) } dd { (handed_on(question, text, answers)) } }
                }
            }
            div.pictures { @for each in drawn { figure .tall[each.chart.is_tall()] {
                (PreEscaped(each.chart.page(&format!("{}-", places::of_run(index)))))
                @if !label.is_empty() { figcaption.caption { (label) } }
            } } }
            ol.findings { @for each in &insights.findings { li class=(each.weight.word()) { (finding::handed_on(each)) } } }
            @if let Some(others) = tables::others(run, true).filter(|others| others.rows.len() <= OTHERS) {
                (table::of(&others, &places::of_run(index), &label, false))
            }
            @if let Some(off) = off { p { (off) } }
            @if !content.is_empty() { p.content { strong { "Content. " } (content) ". " a href="#reading-content" { "What these words mean" } } }
        }
    }
}

/// What an answer says to a reader without the program. In place of a command that would search for a change it says that none was
/// looked for.
fn handed_on(question: DesignerQuestion, text: &str, answers: &Answers) -> String {
    let kept = without_commands(text);
    if question == DesignerQuestion::Change && answers.change.names_search {
        format!(
            "{kept} Which rule to change for it has not been looked for; whoever has the program can let it search."
        )
    } else {
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::findings;
    use balance_analysis::sample;

    fn page_of(title: &str, intro: &Intro, runs: &[Results]) -> String {
        let runs: Vec<Insights> = runs.iter().map(Insights::of_run).collect();
        several(title, intro, &runs).expect("drawn")
    }

    #[test]
    fn a_rule_that_may_be_dead_is_explained_where_there_is_one() {
        for run in [sample::single(), sample::variants()] {
            let rare = |each: &Finding| matches!(each.kind, FindingKind::EventRare { .. });
            let dead = findings(&run).iter().any(rare);
            let page = page_of("One", &Intro::new(String::new()), &[run]);
            assert_eq!(page.contains("<dt>A dead rule?</dt>"), dead);
        }
    }

    /// A reader without the program is told that no change was looked for, where a command would have stood.
    #[test]
    fn that_no_change_was_looked_for_is_said() {
        let told = |run: Results| page_of("One", &Intro::new(String::new()), &[run]);
        let said = "Which rule to change for it has not been looked for";
        assert!(told(sample::single()).contains(said));
        assert!(!told(sample::variants()).contains(said), "some were tried");
    }

    /// Two runs of one scenario are told apart wherever they are named.
    #[test]
    fn runs_of_one_title_are_named_by_their_seeds() {
        let mut runs = [sample::single(), sample::single()];
        runs[1].scenario.seed = 7;
        let page = page_of("One game", &Intro::new(String::new()), &runs);
        let title = runs[0].scenario.title.clone();
        assert_eq!(
            page.matches(&format!("{title}, seed 7")).count(),
            5,
            "nav, table and heading, and below two charts"
        );
        runs[1].scenario.title = "Another".to_owned();
        let page = page_of("One game", &Intro::new(String::new()), &runs);
        assert!(!page.contains(&format!("{title}, seed ")));
        // The same with other bots at the seats.
        runs[1].scenario.title.clone_from(&title);
        runs[1].scenario.seed = runs[0].scenario.seed;
        runs[1].scenario.set = vec!["seats.all=search".to_owned()];
        assert_eq!(name_of_run(&[&runs[0], &runs[1]], &runs[0]), title);
        assert_eq!(
            name_of_run(&[&runs[0], &runs[1]], &runs[1]),
            format!("{title}, seats.all=search")
        );
    }

    /// Names of metrics, which are for commands, are left out; how large a gap is a problem is said.
    #[test]
    fn the_page_to_hand_on_says_what_a_problem_is_and_names_no_metric() {
        let page = page_of("One", &Intro::new(String::new()), &[sample::single()]);
        assert!(page.contains("surely more than 2 points off its fair share"));
        assert!(!page.contains("counter."));
    }

    #[test]
    fn every_run_has_its_line_its_answers_and_its_pictures() {
        let runs = [sample::single(), sample::variants()];
        let page = page_of("Two games", &Intro::new("*Read* this.".to_owned()), &runs);
        assert!(
            page.contains("<h1>Two games</h1><div class=\"intro\"><p><em>Read</em> this.</p>"),
            "{}",
            &page[..200]
        );
        let intro = Intro::new("## What *we* ask\n\n### First\n\n## Why\n".to_owned());
        let page_with = page_of("Two games", &intro, &runs);
        let contents = "<ol><li><a href=\"#runs\">At a glance</a></li><li><a href=\"#intro-heading-what-we-ask\">What we ask</a></li>\
                        <li><a href=\"#intro-heading-why\">Why</a></li><li><a href=\"#run-1\">";
        assert!(page_with.contains(contents), "{page_with}");
        let places = ["id=\"runs\"", "id=\"intro-heading-why\"", "id=\"run-1\""].map(|place| page_with.find(place));
        assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
        assert_eq!(page.matches("<dt>Who wins?</dt>").count(), 2);
        assert_eq!(page.matches("class=\"chart narrow\"").count(), 2 + PICTURES);
        for (_, id) in page.match_indices(" id=\"").map(|(at, _)| page[at..].split_at(5)) {
            let id = id.split('"').next().expect("an end");
            assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        }
        for run in &runs {
            let below = format!("<figcaption class=\"caption\">{}</figcaption>", run.scenario.title);
            assert_eq!(page.matches(&below).count(), PICTURES, "{below}");
        }
        for id in ["runs", "run-1", "run-2", "reading"] {
            assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
            assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
        }
    }
}
