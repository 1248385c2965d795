//! The first table of a page about several runs: who wins, how long it takes and what is wrong, for a reader who looks at
//! nothing else.

use maud::{Markup, html};

use super::places::{self, name_of_run};
use crate::Insights;
use crate::advice::told_in_short;
use crate::answers::{bot_rates, of_sides, winners};
use crate::findings::{Claim, FAIR, Finding, FindingKind, Says, Strength, Weight, capped, of_most, off, shared};
use crate::trust::made_up;
use crate::versions::of_rules;
use crate::{format, tables, wishes};
use balance_analysis::games::Status;
use balance_analysis::judge::Verdict;
use balance_analysis::table::{Configuration, Quantile, Results, TargetRow};

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
                            a href=(format!("#{}", places::of_run(index))) { (name_of_run(runs, run)) }
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
    if found.iter().any(|each| each.weight == Weight::Void) {
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
    let (base, ranking) = (versions.first()?, wishes::ranking(run));
    let best = ranking
        .first()
        .filter(|best| best.all() && best.version.name != base.name && wishes::are_of_one_measure(&ranking))?;
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
        .find(|each| matches!(each.weight, Weight::Void | Weight::Problem));
    let of_sides = of_sides(found);
    let is_of_sides = wrong.is_none_or(|wrong| matches!(wrong.claim, Some(Claim::Side { .. })));
    if let [only] = &run.configurations[..]
        && is_of_sides
        && of_sides.is_some()
        && only.seats_are_sides()
    {
        let seat = &insights.answers.seat;
        return format!("Is a seat favoured? {}", seat.players.as_ref().unwrap_or(&seat.text));
    }
    wrong.or(of_sides).map_or_else(String::new, told_in_short)
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
    format::and(&told)
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
    let problems = of(|each| each.weight == Weight::Problem);
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
    let here = |each: &Finding| each.weight == Weight::Problem && matches!(each.kind, FindingKind::SideGap { .. });
    if !found.iter().any(here) {
        for one in off(run, FAIR) {
            with(one.bot);
        }
    }
    let fair = |each: &&Finding| matches!(each.claim, Some(Claim::Seats(_))) && each.turns();
    for other in found.iter().filter(fair).flat_map(|each| &each.others) {
        if other.says >= Says::Fails {
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
