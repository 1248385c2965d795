//! What should I change? First the wishes that are missed, then what is nearest to fair, else what is wrong, else nothing.

use super::expectations;
use super::expectations::Meets;
use super::findings::{Finding, FindingKind, Severity, Strength, Topic, ablate, commands, ladder, none_of, tune};
use super::versions::{Version, of_rules};
use crate::findings::why;
use crate::format;
use balance_analysis::judge;
use balance_analysis::scenario::Of;
use balance_analysis::table::{ComparisonRow, Configuration, DifferenceVerdict, Parted, Results};
use fairest::{ChoiceStatus, nearest_to_fair};
use objections::missed_with_others;

mod fairest;
mod fairness;
mod objections;

pub use objections::off_elsewhere;

/// What may be taken and what was there before, at one table.
type Pair<'r> = (&'r Configuration, &'r Configuration);

/// What the designer is advised to change, and what that names.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Advice {
    /// All of it.
    pub text: String,
    /// Does it name the command that searches for other rules?
    pub names_search: bool,
}

impl From<String> for Advice {
    fn from(text: String) -> Self {
        Advice {
            text,
            ..Advice::default()
        }
    }
}

impl Advice {
    /// One that names the command that searches for other rules.
    fn with_search(text: String) -> Self {
        Advice {
            names_search: true,
            ..text.into()
        }
    }

    /// With what is far from fair with other bots behind it; nothing where nothing is.
    fn with_unfair_bots(self, elsewhere: &str) -> Self {
        Advice {
            text: format!("{} {elsewhere}", self.text).trim_end().to_owned(),
            ..self
        }
    }

    /// With another sentence behind it.
    fn and(self, sentence: &str) -> Self {
        Advice {
            text: format!("{} {sentence}", self.text),
            ..self
        }
    }
}

/// The answer.
pub fn advice(results: &Results, found: &[Finding]) -> Advice {
    if let Some(void) = found.iter().find(|each| each.weight == Severity::Void) {
        return format!("These games cannot say. {}", void.headline).into();
    }
    if let Some(answer) = wishes_first(results, found) {
        return answer;
    }
    let Some((answer, known)) = nearest_to_fair(results) else {
        return worst_news(results, found);
    };
    if known == ChoiceStatus::Equal && found.iter().any(|each| each.weight == Severity::Problem) {
        return worst_news(results, found).and(&answer.text);
    }
    // A choice of who wins mends nothing else.
    let else_wrong =
        |each: &&Finding| each.weight == Severity::Problem && !matches!(each.kind, FindingKind::SideGap { .. });
    let problems: Vec<&Finding> = found.iter().filter(else_wrong).collect();
    let of_more = problems.iter().find(|each| !is_of_a_variant(results, each));
    match (problems.first(), of_more) {
        (Some(_), Some(problem)) if known == ChoiceStatus::Open => begin(results, found, problem, problems.len())
            .and("Which version is nearest to fair is not settled: that takes more games."),
        (Some(problem), _) => {
            let place = problem.where_alone();
            let told = format!("But see to this: {} {place}", problem.headline);
            answer.and(told.trim_end())
        }
        (None, _) => answer,
    }
}

/// Where wishes are not all met by what was there before, or all that is wished for is: which version meets most.
fn wishes_first(results: &Results, found: &[Finding]) -> Option<Advice> {
    let ranking = expectations::ranking(results);
    let versions = of_rules(results);
    let base = versions.first()?;
    let best = ranking.first()?;
    if let Some(answer) = of_bots(results) {
        return Some(answer);
    }
    let Some(base) = ranking.iter().find(|each| each.version.name == base.name) else {
        return (ranking.len() == 1).then(|| of_its_own(results, best, base).into());
    };
    let several = versions.len() > 1;
    if several && !expectations::are_of_one_measure(&ranking) {
        return Some(of_other_measures(&ranking).into());
    }
    if base.all() && base.of_itself() {
        return several.then(|| {
            format!(
                "Nothing is wished of “{}”: all that is wished is counted from what it has itself. What each change does to \
                 that stands below.",
                base.version.name
            )
            .into()
        });
    }
    if base.all() {
        // Fairness is asked for where no wish is about who wins.
        let mut wished = base.version.tables.iter().flat_map(|each| &each.targets);
        let who = wished.any(|row| Of::metric(&row.metric).side().is_some());
        let name = if several {
            format!("“{}”", base.version.name)
        } else {
            "the game".to_owned()
        };
        let elsewhere = missed_with_others(&base.version, &base.version);
        let these = if elsewhere.is_empty() { "" } else { " for these bots" };
        return who.then(|| {
            format!(
                "Nothing{these}: {name} is shown to meet {}.{elsewhere}",
                base.all_in_words()
            )
            .into()
        });
    }
    if !several {
        return Some(of_one(results, found, base));
    }
    Some(of_several(results, &ranking, base, best).into())
}

/// Of several versions held to the same wishes, of which the `base` does not meet all: which is the `best`.
fn of_several(results: &Results, ranking: &[Meets<'_>], base: &Meets<'_>, best: &Meets<'_>) -> String {
    let against = if base.of == best.of {
        format!(", “{}” {} of {}", base.version.name, base.met, base.of)
    } else {
        format!(
            "; “{}” is held to {} alone, and meets {}",
            base.version.name,
            base.asked_in_words(),
            base.met
        )
    };
    let beside: Vec<Pair<'_>> = best.version.beside(&base.version).collect();
    // What is shown to miss too much comes to no more, however much is played.
    let mut rest = ranking.iter().filter(|each| each.version.name != base.version.name);
    let open = rest.any(|each| each.of - each.missed > base.met);
    if best.all() {
        take(results, ranking, (base, best), &against)
    } else if best.met > base.met {
        let rest = if best.missed == 0 {
            " The rest is open, none of it shown to be missed: play more games."
        } else {
            ""
        };
        // What other bots say to it goes before what it does with these.
        let elsewhere = missed_with_others(&best.version, &base.version);
        let (these, rest) = if elsewhere.is_empty() {
            ("", format!("{}{rest}", cost(results, &beside)))
        } else {
            ("With these bots ", format!("{rest}{elsewhere}"))
        };
        format!(
            "None is shown to meet all wishes. {these}“{}” meets the most, {} of {}{}{against}.{rest}",
            best.version.name,
            best.met,
            best.of,
            best.at_tables(),
        )
    } else if open {
        format!(
            "Nothing yet: none is shown to meet more wishes than “{}” ({}), and not all is settled. Play more games \
             first.",
            base.version.name,
            base.in_numbers()
        )
    } else {
        format!(
            "Nothing that was tried: none is shown to meet more wishes than “{}” ({}).",
            base.version.name,
            base.in_numbers()
        )
    }
}

/// That the best of several versions is to be taken, which meets all wishes where the base does not: `against` says how that does.
fn take(results: &Results, ranking: &[Meets<'_>], (base, best): (&Meets<'_>, &Meets<'_>), against: &str) -> String {
    let beside: Vec<Pair<'_>> = best.version.beside(&base.version).collect();
    let others = match ranking.iter().filter(|each| each.all()).count() {
        0 | 1 => String::new(),
        2 => " One other meets them, too, and changes no fewer rules.".to_owned(),
        all => format!(" {} others meet them, too, and change no fewer rules.", all - 1),
    };
    // The best of several on these deals may have had luck on them.
    let luck = if of_rules(results).len() > 2 {
        let [_, other] = commands(results);
        format!(" It was chosen on these deals; `{other}` plays others.")
    } else {
        String::new()
    };
    let elsewhere = missed_with_others(&best.version, &base.version);
    let take = if elsewhere.is_empty() {
        "Take"
    } else {
        "For these bots take"
    };
    format!(
        "{take} “{}”{}: it is shown to meet {}{against}.{elsewhere}{}{others}{luck}{}",
        best.version.name,
        knob(&beside),
        best.all_in_words(),
        cost(results, &beside),
        parting(results, &beside)
    )
}

/// With more versions than this only the first are told one by one.
const TOLD: usize = 4;

/// How the versions do where each has wishes of its own, so that none is best.
fn of_other_measures(ranking: &[Meets<'_>]) -> String {
    let said = |each: &Meets<'_>| {
        let missed = match each.missed {
            0 => String::new(),
            missed => format!(" and misses {missed}"),
        };
        format!(
            "“{}” meets {} of {}{missed}",
            each.version.name,
            each.met,
            each.asked_in_words()
        )
    };
    let told: Vec<String> = ranking.iter().take(TOLD).map(said).collect();
    let more = match ranking.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!(
        "Not all versions are held to the same wishes, so that none is best. Shown so far: {}{more}.",
        told.join("; ")
    )
}

/// How the only version does, which does not meet all wishes.
fn of_one(results: &Results, found: &[Finding], base: &Meets<'_>) -> Advice {
    let missed = found
        .iter()
        .find(|each| each.kind.topic() == Topic::Targets && each.weight == Severity::Problem);
    match missed {
        Some(finding) if finding.nowhere_else() => bots_first(results, finding).into(),
        Some(finding) => {
            let place = finding.where_alone();
            let gap = if place.is_empty() { "" } else { " " };
            Advice::with_search(format!(
                "{} missed. Begin with this: {}{gap}{place} {}",
                base.some_are(base.missed),
                finding.headline,
                next(results, finding)
            ))
        }
        None if base.of == 1 => {
            let open = "Nothing yet: whether the only wish is met is not settled. Play more games first.";
            open.to_owned().into()
        }
        None => format!(
            "Nothing yet. {} shown to be met, the rest is not settled: play more games first.",
            base.some_are(base.met)
        )
        .into(),
    }
}

/// Where the configurations differ in their bots alone, so that no rule was tried: with how many of them the wishes are met.
fn of_bots(results: &Results) -> Option<Advice> {
    let all = &results.configurations;
    let first = all.first()?;
    let alike = |each: &Configuration| {
        (&each.rules, each.players, &each.provenance) == (&first.rules, first.players, &first.provenance)
    };
    let wished = |each: &&Configuration| each.targets.iter().any(|row| row.answer.is_some());
    let meets = |each: &&Configuration| {
        let mut judged = each.targets.iter().filter(|row| row.answer.is_some());
        judged.all(|row| expectations::verdict(row) == judge::Verdict::Within)
    };
    let met = all.iter().filter(meets).count();
    let other_bots = all.iter().any(|each| !each.has_bots_of(first));
    if !other_bots || !all.iter().all(|each| wished(&each)) || met == all.len() || !all.iter().all(alike) {
        return None;
    }
    let search = tune(results);
    // A search plays what is no variant.
    let search = if all.iter().any(|each| each.variant.is_some()) {
        format!(
            "{search} looks for rules with the bots of “{}”; with all of them once [matrix] names them.",
            first.name
        )
    } else {
        format!("To look for rules that meet it with all of them: {search}.")
    };
    Some(Advice::with_search(format!(
        "These configurations differ in their bots alone, and {met} of {} are shown to meet what is wished. {search}",
        all.len(),
    )))
}

/// How the only version does that has wishes, of which the `base` has none.
fn of_its_own(results: &Results, best: &Meets<'_>, base: &Version<'_>) -> String {
    let name = &best.version.name;
    let beside: Vec<Pair<'_>> = best.version.beside(base).collect();
    let cost = cost(results, &beside);
    let elsewhere = missed_with_others(&best.version, &best.version);
    let said = if best.all() {
        format!(
            "“{name}” is shown to meet what is wished of it alone, {}.{elsewhere}",
            best.asked_in_words()
        )
    } else if best.missed > 0 {
        format!(
            "“{name}” is shown to miss {}. Nothing is wished of “{}”.",
            best.some_in_words(best.missed),
            base.name
        )
    } else {
        format!(
            "Nothing yet: whether “{name}” meets what is wished of it alone, {}, is not settled.",
            best.asked_in_words()
        )
    };
    format!("{said}{cost}")
}

/// Is every problem shown to be none with every other bot that was asked?
pub fn of_these_bots_alone(found: &[Finding]) -> bool {
    let mut problems = found.iter().filter(|each| each.weight == Severity::Problem).peekable();
    problems.peek().is_some() && problems.all(Finding::nowhere_else)
}

/// Where a problem is one with these bots alone, rules are not what to begin with.
fn bots_first(results: &Results, problem: &Finding) -> String {
    let how = ladder(results).map_or_else(String::new, |command| format!(": {command}"));
    format!(
        "The bots first: {} It is so with {}; before a rule is changed for it, see which of them play well{how}.",
        problem.headline,
        none_of(problem.others.len()),
    )
}

/// Is it a problem of one variant alone?
fn is_of_a_variant(results: &Results, problem: &Finding) -> bool {
    let only = problem.place.as_ref().filter(|place| place.count == 1);
    let is_variant = |name: &str| {
        results
            .configurations
            .iter()
            .any(|each| each.name == name && each.variant.is_some())
    };
    only.is_some_and(|place| is_variant(&place.most))
}

/// How to come to a change of what `problem` says; each way names the search for other rules.
fn next(results: &Results, problem: &Finding) -> String {
    let search = tune(results);
    let there = problem.place.as_ref().map(|place| place.most.as_str());
    if is_of_a_variant(results, problem) {
        return format!("What that variant changes is what to change: {search} looks without it.");
    }
    // A search looks for what is wished, and for fair shares only where nothing else is, and mends nothing else that is wrong.
    let wishes = results.configurations.iter().any(|each| !each.targets.is_empty());
    let is_searched = if wishes {
        problem.kind.topic() == Topic::Targets
    } else {
        matches!(problem.kind, FindingKind::SideGap { .. })
    };
    if results.scenario.wished && is_searched {
        return format!("To look for rules that meet what is wished: {search}.");
    }
    let about_sides = matches!(problem.kind, FindingKind::SideGap { .. }) || problem.kind.is_wished_win_rate();
    match ablate(results, there).filter(|_| about_sides) {
        Some(command) => format!(
            "What each component does to that: `{command}`. Rules that mend it: write what is wished into [expect], then \
             {search}."
        ),
        None => format!(
            "Try a change as a [[variant]]; or write what is wished into [expect], and {search} looks for rules that meet it."
        ),
    }
}

/// One of so many problems, and what to do about it.
fn begin(results: &Results, found: &[Finding], problem: &Finding, of: usize) -> Advice {
    if of_these_bots_alone(found) {
        return bots_first(results, problem).into();
    }
    let more = match of {
        1 => String::new(),
        count => format!(" ({count} problems are named below.)"),
    };
    let said = short_statement(problem);
    Advice::with_search(format!("Begin with this: {said}{more} {}", next(results, problem)))
}

/// Where there is nothing to choose from: what is wrong most.
fn worst_news(results: &Results, found: &[Finding]) -> Advice {
    let problems: Vec<&Finding> = found.iter().filter(|each| each.weight == Severity::Problem).collect();
    if let Some(first) = problems.first() {
        return begin(results, found, first, problems.len());
    }
    let slight = |each: &&Finding| each.kind.is_slight_gap() && each.strength < Strength::Estimate;
    let open = found.iter().any(|each| each.strength == Strength::Open);
    let elsewhere = off_elsewhere(results);
    let said = match (found.iter().find(slight), open) {
        (Some(finding), _) => format!(
            "{} What is surely off: {}",
            if elsewhere.is_empty() {
                "Nothing is shown to be far off."
            } else {
                "With these bots nothing is shown to be far off."
            },
            short_statement(finding)
        ),
        (None, true) => {
            "Nothing yet: nothing is shown to be wrong, but not all is settled. Play more games first.".to_owned()
        }
        (None, false) => "Nothing is shown to be wrong.".to_owned(),
    };
    match &results.configurations[..] {
        [only] if !elsewhere.is_empty() && only.seats_are_sides() => {
            Advice::from(said).and("With other bots some are far from a fair share: see “Is a seat favoured?”.")
        }
        _ => Advice::from(said).with_unfair_bots(&elsewhere),
    }
}

/// The rules that a configuration sets otherwise than its base, where its name does not say them: ` (end-points.coins = 5)`.
pub(super) fn knob(beside: &[Pair<'_>]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for (each, base) in beside {
        let own = each.rules.iter().filter(|line| !base.rules.contains(line));
        let new: Vec<&String> = own.filter(|line| !lines.contains(&line.as_str())).collect();
        lines.extend(new.into_iter().map(String::as_str));
    }
    // A name that says some of them alone would leave the others out.
    let best = beside.first().map_or("", |(each, _)| &each.name);
    let named = |line: &&str| best.contains(line.split(" = ").next().unwrap_or_default());
    match lines[..] {
        _ if lines.iter().all(named) => String::new(),
        [ref first @ .., last] if first.len() < 2 => {
            format!(
                " ({})",
                first.iter().copied().chain([last]).collect::<Vec<_>>().join(", ")
            )
        }
        _ => format!(" ({} rules)", lines.len()),
    }
}

/// Where the games part that others win, if it is shown that others win.
pub(super) fn parting(results: &Results, beside: &[Pair<'_>]) -> String {
    let mut told = beside.iter().map(|(each, base)| parting_at(results, each, base));
    told.find(|said| !said.is_empty()).unwrap_or_default()
}

fn parting_at(results: &Results, best: &Configuration, base: &Configuration) -> String {
    let shown = results.comparisons.iter().any(|each| {
        each.configuration == best.name
            && each.reference == base.name
            && each
                .rows
                .iter()
                .any(|row| row.side().is_some() && row.verdict == DifferenceVerdict::Different)
    });
    let changed = best.variant.is_some() || results.scenario.compared.is_some();
    let of = |each: &&Parted| each.configuration == best.name && each.reference == base.name;
    let apart = results.parted.iter().find(of).is_some_and(Parted::is_laid_out_apart);
    let command = (shown && changed && !apart).then(|| why(results, &best.name)).flatten();
    command.map_or_else(String::new, |command| format!(" Where the games part: `{command}`."))
}

/// What the change does: to the win rates that are wished, the largest change of any, and that of the mean length, where they
/// are shown to be one.
pub(super) fn cost(results: &Results, beside: &[Pair<'_>]) -> String {
    beside.iter().map(|(each, base)| cost_at(results, each, base)).collect()
}

fn cost_at(results: &Results, best: &Configuration, base: &Configuration) -> String {
    let compared = results
        .comparisons
        .iter()
        .find(|each| each.configuration == best.name && each.reference == base.name);
    let Some(compared) = compared else { return String::new() };
    let shown = || {
        compared
            .rows
            .iter()
            .filter(|row| row.verdict == DifferenceVerdict::Different)
    };
    let size = |row: &&ComparisonRow| row.difference.value.abs();
    let rate = shown()
        .filter(|row| row.side().is_some())
        .max_by(|a, b| size(a).total_cmp(&size(b)));
    let wished = shown().filter(|row| row.side().is_some() && base.wish(&row.metric).is_some());
    let mut rates: Vec<&ComparisonRow> = wished.collect();
    rates.extend(rate.filter(|rate| rates.iter().all(|row| row.metric != rate.metric)));
    let mut words: Vec<String> = Vec::new();
    words.extend(rates.into_iter().map(|row| {
        let side = row.side().unwrap_or_default();
        format!("{side} {} points", format::points(row.simultaneous))
    }));
    words.extend(shown().find(|row| row.measure().is_some()).map(|row| {
        let word = row.measure().unwrap_or_default();
        format!("mean length {} {word}", format::signed(row.simultaneous, 1.0, 2))
    }));
    if words.is_empty() {
        String::new()
    } else {
        format!(" Against “{}”: {}.", base.name, words.join(", "))
    }
}

/// Headline and place of a finding, and with which other bots it does not hold.
pub fn statement(finding: &Finding) -> String {
    with(finding, &finding.headline, None, Finding::elsewhere)
}

/// The same with its numbers, before those of other bots.
pub fn full_statement(finding: &Finding) -> String {
    with(finding, &finding.headline, Some(&finding.evidence), Finding::elsewhere)
}

/// The same in short, where it is told elsewhere.
pub fn short_statement(finding: &Finding) -> String {
    statement_as(finding, &finding.headline)
}

/// The same with another sentence in place of its headline.
pub fn statement_as(finding: &Finding, headline: &str) -> String {
    with(finding, headline, None, Finding::elsewhere_in_short)
}

fn with(finding: &Finding, headline: &str, evidence: Option<&str>, elsewhere: fn(&Finding) -> String) -> String {
    let elsewhere = if finding.only_here() {
        elsewhere(finding)
    } else {
        String::new()
    };
    let place = if evidence.is_some() {
        finding.place()
    } else {
        finding.where_alone()
    };
    let parts = [
        headline.to_owned(),
        place,
        evidence.unwrap_or_default().to_owned(),
        elsewhere,
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::findings;
    use balance_analysis::sample;

    /// The search where the scenario says what is wished, else what takes components out, and the search once a wish is
    /// written.
    #[test]
    fn the_commands_that_answer_are_named() {
        let mut results = sample::single();
        let commands = |results: &Results, found: &[Finding]| {
            let said = advice(results, found).text;
            let commands: Vec<String> = said.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            (said, commands)
        };
        let (search, out) = (
            "balance tune scenarios/riverbed-9p.toml",
            "balance ablate scenarios/riverbed-9p.toml",
        );
        let found = findings(&results);
        let (said, named) = commands(&results, &found);
        assert!(said.starts_with("Begin with this: "), "{said}");
        assert_eq!(named, [out, search], "{said}");
        results.scenario.wished = true;
        assert_eq!(commands(&results, &found).1, [search]);
        // A wish that is met is not what is wrong, and the search for it has nothing to mend.
        let met = sample::wish("turns.mean", (20.0, 30.0), (judge::Verdict::Within, 25.0));
        results.configurations[0].targets = vec![met];
        let (said, named) = commands(&results, &findings(&results));
        assert!(said.contains("write what is wished into [expect]"), "{said}");
        assert_eq!(named, [out, search], "{said}");
        results.configurations[0].targets.clear();
        // What was set on the command line is not in the file that would be ablated.
        results.scenario.wished = false;
        results.scenario.set = vec!["sets.same=4".to_owned()];
        let (said, named) = commands(&results, &found);
        assert!(said.contains("Try a change as a [[variant]]; or write"), "{said}");
        assert_eq!(named, [search], "{said}");
    }

    /// That nothing is wrong with these bots is no news of others.
    #[test]
    fn what_is_far_from_fair_with_other_bots_is_named() {
        let mut results = sample::single();
        assert_eq!(off_elsewhere(&results), "");
        let mut other = results.configurations[0].clone();
        "pirate".clone_into(&mut other.name);
        let games = other.games;
        for row in other.sides.iter_mut().filter(|row| row.fair.is_some()) {
            row.wins = games * 9 / 10;
            row.deals = vec![games - row.wins, row.wins];
        }
        results.configurations[0].others = vec![other];
        let said = off_elsewhere(&results);
        assert!(
            said.starts_with("Far from fair with other bots: with pirate the side “"),
            "{said}"
        );
        assert!(
            said.matches("with pirate").count() <= 3 && said.contains(" wins 90"),
            "{said}"
        );
    }
}
