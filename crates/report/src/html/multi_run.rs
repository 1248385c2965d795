//! `balance report A B --out DIR`: one page about several runs, to be handed on. Its first screen is for a reader who will
//! not look at numbers: what the designer says before the first heading or picture, and every run in a line.

use super::page::{AT_A_GLANCE, READING, Skip, name_of_run, place_of_run, without_commands};
use super::{Intro, handed_on as handed_on_finding, help, page, table};
use crate::advice::{off_elsewhere, short_statement};
use crate::answers::{DesignerAnswers, DesignerQuestion, bot_rates, of_sides, winners};
use crate::findings::{
    DEAD, FAIR, Finding, FindingClaim, FindingKind, Robustness, Severity, Strength, capped, commands, of_most, off,
    shared, words_of,
};
use crate::pictures::{self, Pictures, ReportChart};
use crate::trust::made_up;
use crate::versions::of_rules;
use crate::{Insights, expectations, format, tables};
use balance_analysis::games::{Status, program};
use balance_analysis::judge::Verdict;
use balance_analysis::table::{Configuration, Quantile, Results, TargetRow};
use balance_charts::ChartError;
use maud::{Markup, PreEscaped, html};

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
                a href=(format!("#{}", help::BOTS)) { "what each of them is" } "."
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
                dd { (help::LOPSIDED) }
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
                @for (word, said) in help::turns(runs) { dt { (word) } dd { (said) } }
                (help::thresholds(runs))
                (help::words(runs))
                dt id=(help::BOTS) { "Bots" }
                dd {
                    "All games were played by programs, called bots. What they show is about the rules as these programs play them."
                    @for (game, bots) in help::bots(runs) {
                        ul { @for (bot, plays) in bots { li { (game) ", " strong { (bot) } ": " (plays) "." } } }
                    }
                }
                (help::content_words())
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
            li { a href=(format!("#{}", place_of_run(index))) { (name_of_run(runs, run)) } }
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
    let drawn: Vec<&ReportChart> = match of_one {
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
        section id=(place_of_run(index)) {
            h2 {
                (name_of_run(runs, run))
                @if let Some(sizes) = tables::sizes(run) { " " span.of { "(played by " (sizes) ")" } }
            }
            p.facts { (tables::summary(run)) " · balance " (run.program) }
            p.facts { (help::who_played(run)) " " a href=(format!("#{}", help::BOTS)) { "What these bots are" } }
            @if let Some(rules) = house_rules(run) { p.facts { (rules) } }
            dl.answers {
                @for (question, text) in answers.iter() {
                    div { dt { (question.words()) } dd { (handed_on(question, text, answers)) } }
                }
            }
            div.pictures { @for each in drawn { figure .tall[each.chart.is_tall()] {
                (PreEscaped(each.chart.page(&format!("{}-", place_of_run(index)))))
                @if !label.is_empty() { figcaption.caption { (label) } }
            } } }
            ol.findings { @for each in &insights.findings { li class=(each.weight.word()) { (handed_on_finding(each)) } } }
            @if let Some(others) = tables::others(run, tables::Detail::Short).filter(|others| others.rows.len() <= OTHERS) {
                (table::html(&others, &place_of_run(index), &label, tables::Detail::Full))
            }
            @if let Some(off) = off { p { (off) } }
            @if !content.is_empty() { p.content { strong { "Content. " } (content) ". " a href="#reading-content" { "What these words mean" } } }
        }
    }
}

/// What an answer says to a reader without the program. In place of a command that would search for a change it says that none was
/// looked for.
fn handed_on(question: DesignerQuestion, text: &str, answers: &DesignerAnswers) -> String {
    let kept = without_commands(text);
    if question == DesignerQuestion::Change && answers.change.names_search {
        format!(
            "{kept} Which rule to change for it has not been looked for; whoever has the program can let it search."
        )
    } else {
        kept
    }
}

/// With more bots than this only some are named.
const NAMED: usize = 3;

/// Every run in a line.
pub(super) fn glance(all: &[Insights<'_>], runs: &[&Results]) -> Markup {
    html! {
        div.table.wide.stacked role="group" tabindex="0" aria-label="At a glance" {
            table {
                thead { tr {
                    th scope="col" { "Run" }
                    th.n scope="col" { "Games" }
                    th.n scope="col" { "Median length" }
                    th scope="col" { "Who wins" }
                    th scope="col" { "What is found" }
                } }
                tbody { @for (index, insights) in all.iter().enumerate() {
                    @let run = insights.results;
                    tr {
                        th scope="row" {
                            a href=(format!("#{}", place_of_run(index))) { (name_of_run(runs, run)) }
                            span.of { (run.scenario.game_title) @if let Some(tables) = tables::sizes(run) { ", " (tables) } }
                        }
                        td.n data-label="Games" { (format::count(run.configurations.iter().map(|each| each.games).sum())) }
                        td.n data-label="Median length" {
                            (median(run)) @if let Some(most) = most(run) { span.of { "at least nine of ten: " (most) } }
                            @if let Some(others) = medians_of_others(run) { span.of { "median with other bots: " (others) } }
                        }
                        td data-label="Who wins" { (who(insights)) }
                        td data-label="What is found" {
                            (mended(run).unwrap_or_else(|| verdict(insights))) span.of { "Problems: " (problems(insights)) }
                            span.of { "Can it be trusted? " (trusted(insights)) }
                        }
                    }
                } }
            }
        }
    }
}

/// Who wins; where the sides are places and several bots sit there, which bot wins, too; else what is fair, where that is one
/// share for all.
fn who(insights: &Insights<'_>) -> String {
    let (run, found) = (insights.results, &insights.findings);
    let all = winners(run, found);
    if found.iter().any(|each| each.weight == Severity::Void) {
        return all;
    }
    let places = run.configurations.iter().any(Configuration::has_places_of_several_bots);
    if let Some(bots) = bot_rates(run).filter(|_| places) {
        return format!("By place in turn order: {all}. {bots}");
    }
    let mut shares = run
        .configurations
        .iter()
        .flat_map(|each| &each.sides)
        .filter_map(|row| row.fair);
    match shares.next() {
        Some(fair) if run.configurations.len() == 1 && shares.all(|other| (other - fair).abs() < f64::EPSILON) => {
            let together = run.configurations.iter().any(|each| !shared(each).is_empty());
            let why = if together { ", for several may win together" } else { "" };
            format!("{all}; {} each is fair{why}", format::percent(fair, 1))
        }
        _ => all,
    }
}

/// The version that is shown to meet all wishes where what was there before is not: what is wrong with that is told after it.
fn mended(run: &Results) -> Option<String> {
    let versions = of_rules(run);
    let (base, ranking) = (versions.first()?, expectations::ranking(run));
    let best = ranking
        .first()
        .filter(|best| best.all() && best.version.name != base.name && expectations::are_of_one_measure(&ranking))?;
    let before = ranking.iter().find(|each| each.version.name == base.name)?;
    (!before.all()).then(|| {
        let (name, base) = (&best.version.name, &base.name);
        match best.of {
            // Wishes of one version alone are not asked of the other.
            all if all != before.of => format!("With these bots “{name}” is shown to meet {}.", best.all_in_words()),
            1 => format!("With these bots “{name}” is shown to meet the one wish, “{base}” is not."),
            all => format!(
                "With these bots “{name}” is shown to meet {}, “{base}” {} of {all}.",
                best.all_in_words(),
                before.met
            ),
        }
    })
}

/// What was found to be wrong first, else what was found of who wins; in short. Where every seat is a side, who is off by how much.
fn verdict(insights: &Insights<'_>) -> String {
    let (run, found) = (insights.results, &insights.findings);
    let wrong = found
        .iter()
        .find(|each| matches!(each.weight, Severity::Void | Severity::Problem));
    let of_sides = of_sides(found);
    let is_of_sides = wrong.is_none_or(|wrong| matches!(wrong.claim, Some(FindingClaim::Side { .. })));
    if let [only] = &run.configurations[..]
        && is_of_sides
        && of_sides.is_some()
        && only.seats_are_sides()
    {
        let seat = &insights.answers.seat;
        return format!("Is a seat favoured? {}", seat.players.as_ref().unwrap_or(&seat.text));
    }
    wrong.or(of_sides).map_or_else(String::new, short_statement)
}

/// Whether one can trust it, in short: the reasons stand with the run.
fn trusted(insights: &Insights<'_>) -> String {
    let trust = &insights.answers.trust;
    let part = made_up(&insights.findings).map_or_else(String::new, |_| {
        let parts = reconstructed(insights.results);
        format!("; made up for this program, not as published: {parts}")
    });
    let better = trust
        .outplayed_by
        .as_ref()
        .map_or_else(String::new, |better| format!(", for {better}"));
    format!("{}{better}{part}", trust.short)
}

/// Of which parts of the content how many entries are reconstructed, at most in any configuration: those with the most first.
fn reconstructed(run: &Results) -> String {
    let mut parts: Vec<(String, u32, u32)> = Vec::new();
    for each in &run.configurations {
        for row in each.provenance.iter().filter(|row| row.status == Status::Reconstructed) {
            let label = row.label();
            let same = each.provenance.iter().filter(|other| other.label() == label);
            let (made_up, all) = (row.entries, same.map(|other| other.entries).sum());
            match parts.iter_mut().find(|part| part.0 == label) {
                Some(part) if part.1 < made_up => (part.1, part.2) = (made_up, all),
                Some(_) => {}
                None => parts.push((label, made_up, all)),
            }
        }
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.1));
    let more = parts.len().saturating_sub(NAMED);
    let told = parts
        .iter()
        .take(NAMED)
        .map(|(label, made_up, all)| format!("{label} {made_up} of {all}"));
    let mut told: Vec<String> = told.collect();
    if more > 0 {
        told.push(format!("{more} more"));
    }
    format::join_and(&told)
}

/// How long most games took, where there is one configuration.
fn most(run: &Results) -> Option<String> {
    let [each] = &run.configurations[..] else { return None };
    of_most(each)
}

/// The least and the greatest median length with other bots, where there is one configuration and some were asked whose games
/// end, and of how many it is not known.
fn medians_of_others(run: &Results) -> Option<String> {
    let [each] = &run.configurations[..] else { return None };
    from_to(&each.others, "")
}

/// How many problems were found, also with other bots; and how many questions are not settled, of which each may be one.
fn problems(insights: &Insights<'_>) -> String {
    let (run, found) = (insights.results, &insights.findings);
    let of = |is: fn(&Finding) -> bool| found.iter().filter(|each| is(each)).count();
    let problems = of(|each| each.weight == Severity::Problem);
    let mut said = match problems {
        0 => "none shown".to_owned(),
        problems => problems.to_string(),
    };
    said.push_str(" with these bots");
    let bots = elsewhere(run, found);
    if !bots.is_empty() {
        let also = if problems > 0 { "further ones" } else { "some" };
        said = format!("{said}; {also} with other bots ({})", listed(&bots));
    }
    match of(|each| each.strength == Strength::Open) {
        0 => said,
        1 => format!("{said}; one question is not settled"),
        open => format!("{said}; {open} questions are not settled"),
    }
}

/// The other bots with which a wish or a fair share is shown to be missed that is not with the bots of the run.
fn elsewhere<'r>(run: &'r Results, found: &'r [Finding]) -> Vec<&'r str> {
    let missed = |row: &TargetRow| row.answer.is_some_and(|answer| answer.verdict == Verdict::Outside);
    let mut bots: Vec<&str> = Vec::new();
    let mut with = |bot: &'r str| {
        if !bots.contains(&bot) {
            bots.push(bot);
        }
    };
    let wish = |row: &'r TargetRow| (row.metric.as_str(), row.change, row.from, row.to);
    let here: Vec<_> = (run.configurations.iter().flat_map(|each| &each.targets))
        .filter(|row| missed(row))
        .map(wish)
        .collect();
    for other in run.configurations.iter().flat_map(|each: &Configuration| &each.others) {
        if other
            .targets
            .iter()
            .any(|row| missed(row) && !here.contains(&wish(row)))
        {
            with(&other.name);
        }
    }
    // Sides that are far from fair with another bot: where one is here, what is told of the others is told of it first.
    let here = |each: &Finding| each.weight == Severity::Problem && matches!(each.kind, FindingKind::SideGap { .. });
    if !found.iter().any(here) {
        for one in off(run, FAIR) {
            with(one.bot);
        }
    }
    let fair = |each: &&Finding| matches!(each.claim, Some(FindingClaim::Seats(_))) && each.turns();
    for other in found.iter().filter(fair).flat_map(|each| &each.others) {
        if other.says >= Robustness::Fails {
            with(&other.bot);
        }
    }
    bots
}

/// Some of the names, and how many more there are.
fn listed(names: &[&str]) -> String {
    match names.len().saturating_sub(NAMED) {
        0 | 1 => names.join(", "),
        more => format!("{} and {more} more", names[..NAMED].join(", ")),
    }
}

/// The median length of the games of a configuration; none where half of them or more run into the cap, or too few were played.
fn median_of(each: &Configuration) -> Option<u32> {
    let row = each.lengths.iter().find(|row| row.measure == each.turn_word)?;
    if 2 * capped(each) >= row.games {
        return None;
    }
    // Of few games nothing is known of it.
    let known = |quantile: &&Quantile| quantile.percent == 50 && quantile.lo.is_some() && quantile.hi.is_some();
    row.quantiles.iter().find(known).map(|quantile| quantile.value)
}

/// The median length of the games of the first configuration, or from the shortest to the longest median of all; of those
/// of which half of the games or more run into the cap it is not known.
fn median(run: &Results) -> String {
    let word = run.configurations.first().map_or("", |each| each.turn_word.as_str());
    from_to(&run.configurations, &format!(" {word}")).unwrap_or_else(|| "–".to_owned())
}

/// From the shortest to the longest median of those that were played, before `word`, and of how many it is not known; none where
/// it is of none.
fn from_to(all: &[Configuration], word: &str) -> Option<String> {
    let played = all.iter().filter(|each| each.games > 0);
    let known: Vec<u32> = played.clone().filter_map(median_of).collect();
    let (least, most) = (known.iter().min()?, known.iter().max()?);
    let medians = if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    };
    Some(match played.count() - known.len() {
        0 => format!("{medians}{word}"),
        unknown => format!("{medians}{word}; of {unknown} not known"),
    })
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

#[cfg(test)]
mod overview_tests {
    use super::*;
    use balance_analysis::sample;

    #[test]
    fn the_first_table_says_who_wins_and_what_is_wrong() {
        let run = sample::single();
        let glance = glance(&[Insights::of_run(&run)], &[&run]).into_string();
        let side = &run.configurations[0].sides[0].side;
        assert!(glance.to_lowercase().contains(&side.to_lowercase()), "{glance}");
        let shown = "With these bots the side “profiteer” wins less than its fair share.<span class=\"of\">Problems: 5 with these bots";
        assert!(glance.contains(shown), "{glance}");
    }

    /// What is missed with other bots alone is no problem of this run, but not none either.
    #[test]
    fn what_other_bots_miss_is_counted_and_they_are_named() {
        let mut run = sample::single();
        let wish = |verdict| sample::wish("turns.mean", (20.0, 30.0), (verdict, 26.0));
        run.configurations[0].targets = vec![wish(Verdict::Within)];
        let said = |run: &Results| problems(&Insights::of_run(run));
        let alone = said(&run);
        assert!(!alone.contains("other bots"), "{alone}");
        let mut other = run.configurations[0].clone();
        "ferryman".clone_into(&mut other.name);
        other.targets = vec![wish(Verdict::Outside)];
        run.configurations[0].others = vec![other];
        let both = said(&run);
        assert!(
            both.contains(" with these bots; further ones with other bots (ferryman)"),
            "{both}"
        );
        run.configurations[0].targets = vec![wish(Verdict::Outside)];
        assert!(!said(&run).contains("other bots"), "it is named as one of this run");
    }

    #[test]
    fn how_long_most_games_take_and_whether_to_trust_it_is_told_in_short() {
        let run = sample::single();
        let page = glance(&[Insights::of_run(&run)], &[&run]).into_string();
        let said = trusted(&Insights::of_run(&run));
        assert!(
            page.contains(&format!("<span class=\"of\">Can it be trusted? {said}</span>")),
            "{page}"
        );
        assert!(
            Insights::of_run(&run)
                .answers
                .trust
                .text
                .starts_with(said.split(';').next().expect("words")),
            "{said}"
        );
        let most = most(&run).expect("many games");
        assert!(
            page.contains(&format!("<span class=\"of\">at least nine of ten: {most}</span>")),
            "{page}"
        );
    }

    /// Whether all of a game is made up or one entry of it reads differently.
    #[test]
    fn how_much_is_reconstructed_is_told_by_parts() {
        let run = sample::single();
        assert_eq!(reconstructed(&run), "tiles (elements) 24 of 36");
        let said = trusted(&Insights::of_run(&run));
        assert!(
            said.ends_with("; made up for this program, not as published: tiles (elements) 24 of 36"),
            "{said}"
        );
    }

    /// Who wins and whether to trust it warn of other bots on the first page, and so does the length.
    #[test]
    fn how_long_games_take_with_other_bots_is_told() {
        let mut run = sample::single();
        assert_eq!(medians_of_others(&run), None);
        let set = |each: &mut Configuration, median: u32| {
            let quantile = each.lengths[0].quantiles.iter_mut().find(|each| each.percent == 50);
            quantile.expect("a median").value = median;
        };
        let others = [38, 27, 37].map(|median| {
            let mut other = run.configurations[0].clone();
            set(&mut other, median);
            other
        });
        run.configurations[0].others = others.to_vec();
        assert_eq!(medians_of_others(&run).as_deref(), Some("27 to 38"));
        // Who plays too few games to tell may be the one that differs most.
        for row in &mut run.configurations[0].others[1].lengths[0].quantiles {
            row.hi = None;
        }
        assert_eq!(medians_of_others(&run).as_deref(), Some("37 to 38; of 1 not known"));
        run.configurations[0].others.truncate(1);
        assert_eq!(medians_of_others(&run).as_deref(), Some("38"));
    }

    #[test]
    fn of_few_games_no_median_is_told() {
        let mut run = sample::single();
        assert!(median_of(&run.configurations[0]).is_some());
        for row in &mut run.configurations[0].lengths[0].quantiles {
            row.hi = None;
        }
        assert_eq!(median_of(&run.configurations[0]), None);
    }

    #[test]
    fn a_median_at_the_cap_is_not_known() {
        let mut run = sample::variants();
        let all = median(&run);
        assert!(!all.contains("known"), "{all}");
        let cap = |run: &mut Results, at: usize| {
            let each = &mut run.configurations[at];
            let row = each.endings.iter_mut().find(|row| row.capped).expect("a cap");
            row.games = each.games;
        };
        cap(&mut run, 1);
        assert_eq!(median(&run), format!("{all}; of 1 not known"));
        cap(&mut run, 0);
        cap(&mut run, 2);
        assert_eq!(median(&run), "–");
    }

    /// Who reads nothing else is to see that there is a way out.
    #[test]
    fn what_meets_all_wishes_is_told_before_what_is_wrong_without_it() {
        let mut run = sample::variants();
        for (each, (verdict, mean)) in run.configurations.iter_mut().zip([
            (Verdict::Outside, 35.0),
            (Verdict::Within, 26.0),
            (Verdict::Undecided, 29.0),
        ]) {
            each.targets = vec![sample::wish("turns.mean", (20.0, 30.0), (verdict, mean))];
        }
        let (base, better) = (run.configurations[0].name.clone(), run.configurations[1].name.clone());
        let said = mended(&run).expect("a way out");
        assert_eq!(
            said,
            format!("With these bots “{better}” is shown to meet the one wish, “{base}” is not.")
        );
        run.configurations[1].targets[0].answer = None;
        assert_eq!(mended(&run), None);
    }

    #[test]
    fn places_are_told_apart_from_bots() {
        let mut run = sample::single();
        let each = &mut run.configurations[0];
        each.sides = (each.seats.iter())
            .map(|seat| balance_analysis::table::SideRow {
                side: seat.seat.clone(),
                wins: seat.wins,
                ..each.sides[0].clone()
            })
            .collect();
        let mut other = each.bots[0].clone();
        (each.bots[0].mirror, other.mirror) = (false, false);
        "ferryman".clone_into(&mut other.bot);
        each.bots.push(other);
        let said = who(&Insights::of_run(&run));
        assert!(said.starts_with("By place in turn order: "), "{said}");
        assert!(
            said.contains(". Share of its seats that each bot wins: ") && said.contains("ferryman"),
            "{said}"
        );
    }
}
