//! The answers as `JUnit` XML: a suite for each configuration, a case for each metric.

use std::slice::from_ref;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{
    CheckOutcome, INTERRUPTED, Refused, UNFINISHED, UNPLAYED, advice, allowed, beside, cause, drift, least_digits,
    name, notes, orphaned, repeated, sentence,
};
use crate::format;
use balance_analysis::games::program;
use balance_analysis::gate::{CheckRow, Checked};
use balance_analysis::judge::Verdict;

impl CheckOutcome<'_> {
    /// The XML of a check: metrics outside are failures of that type, and so are undecided ones, unless these may pass: then they
    /// are skipped. What was not played, or could not be checked, is an error.
    ///
    /// # Errors
    /// When it cannot be written as XML, which no answer causes.
    pub fn junit(&self) -> Result<String, quick_junit::SerializeError> {
        junit(self)
    }
}

/// What stands in the place of the answers until there are some: an error, so that a check that is killed leaves neither an older
/// answer nor none.
///
/// # Errors
/// When it cannot be written as XML, which nothing causes.
pub fn unfinished_junit() -> Result<String, quick_junit::SerializeError> {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("unfinished").set_message(UNFINISHED);
    let mut suite = TestSuite::new(format!("{} check", program()));
    suite.add_test_case(TestCase::new("comes to an end", status));
    let mut report = Report::new(format!("{} check", program()));
    report.add_test_suite(suite);
    report.to_string()
}

/// The same in a summary.
pub fn unfinished_markdown() -> String {
    format!("## Balance: not finished\n\n{}.\n", format::capital(UNFINISHED))
}

fn junit(outcome: &CheckOutcome<'_>) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new(format!("{} check", program()));
    let elsewhere = |refused: &&Refused| !outcome.all.iter().any(|each| refused.is_of(each));
    for refused in outcome.refused.iter().filter(elsewhere) {
        let mut suite = TestSuite::new(refused.title());
        suite.add_test_case(not_checked(refused));
        report.add_test_suite(suite);
    }
    for each in outcome.all {
        let mut suite = TestSuite::new(name(each));
        let own = outcome.refused.iter().filter(|refused| refused.is_of(each));
        suite.add_test_cases(own.map(not_checked).collect::<Vec<_>>());
        if each.games == 0 {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("interrupted").set_message(UNPLAYED);
            let mut case = TestCase::new("is played", status);
            case.set_classname(name(each));
            suite.add_test_case(case);
        } else {
            let cases = each.rows.iter().map(|row| case(outcome, each, row));
            suite.add_test_cases(cases.collect::<Vec<_>>());
        }
        // What was found may all be within, and deals that were not played go differently.
        if each.games > 0 && each.interrupted && !each.rows.iter().any(|row| row.verdict != Verdict::Within) {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("interrupted").set_message(INTERRUPTED);
            let mut case = TestCase::new("is played to the end", status);
            case.set_classname(name(each));
            suite.add_test_case(case);
        }
        if let Some(unchanged) = each.unchanged {
            let mut status = TestCaseStatus::success();
            if !unchanged {
                let said = drift(each).map(|(said, _)| said);
                let told: Vec<String> = cause(each).into_iter().chain(said).collect();
                status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_type("changed").set_message(told.join("; "));
                status.set_description(explained(outcome, each, |row| row.against != "band"));
            }
            let mut case = TestCase::new("unchanged", status);
            case.set_classname(name(each));
            suite.add_test_case(case);
        }
        let mut notes = notes(each);
        // What passes is no failure, and has changed all the same.
        notes.extend(cause(each));
        notes.extend(drift(each).filter(|_| each.changed.is_some()).map(|(said, _)| said));
        // Once a scenario: with its first configuration.
        let begins = |all: &&[Checked]| all.first().is_some_and(|first| std::ptr::eq(first, each));
        let kept = outcome
            .scenarios()
            .find(begins)
            .and_then(|all| outcome.advice_if_within(all));
        notes.extend(kept.map(|advice| advice.text()));
        if !notes.is_empty() {
            suite.set_system_out(notes.join("\n"));
        }
        report.add_test_suite(suite);
    }
    if outcome.lost_by_themselves().next().is_some() {
        let mut suite = TestSuite::new("baselines without a scenario");
        for orphan in outcome.lost_by_themselves() {
            let mut status = if outcome.lost().is_some() {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_type("lost").set_description(orphaned(orphan));
                status
            } else {
                TestCaseStatus::skipped()
            };
            status.set_message(orphaned(orphan));
            suite.add_test_case(TestCase::new(orphan.clone(), status));
        }
        report.add_test_suite(suite);
    }
    report.to_string()
}

/// What could not be checked, as a case that should be so.
fn not_checked(refused: &Refused) -> TestCase {
    let said = &refused.error;
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status
        .set_type("refused")
        .set_message(said.lines().next().unwrap_or_default())
        .set_description(said.clone());
    let what = match &refused.configuration {
        None => "can be checked",
        Some(_) if refused.gone => "is still there",
        Some(_) => "has a baseline",
    };
    let mut case = TestCase::new(what, status);
    case.set_classname(refused.title());
    case
}

/// A metric, which may be held to a band and to the baseline, as a case of its own.
fn case(outcome: &CheckOutcome<'_>, each: &Checked, row: &CheckRow) -> TestCase {
    let told = sentence(each, row);
    let with = |mut status: TestCaseStatus, kind: &str| {
        status.set_type(kind).set_message(told.clone());
        status
    };
    let status = match row.verdict {
        Verdict::Within => TestCaseStatus::success(),
        // One thing that fails is one failure.
        _ if repeated(each, row).is_some() => {
            let mut status = TestCaseStatus::skipped();
            let first = repeated(each, row).map_or("", |first| &first.metric);
            status.set_message(format!("it has the same figures as {first}, which is told"));
            status
        }
        Verdict::Undecided if outcome.lenient || !each.counts(row) => {
            with(TestCaseStatus::skipped(), row.verdict.word())
        }
        // It is no drift that was found.
        Verdict::Undecided if each.interrupted => {
            with(TestCaseStatus::non_success(NonSuccessKind::Error), "interrupted")
        }
        Verdict::Outside | Verdict::Undecided => {
            let failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
            let mut status = with(failure, row.verdict.word());
            status.set_description(format!("{told}\n{}", explained(outcome, each, |other| other == row)));
            status
        }
    };
    // Some readers take the name and the class alone, and drop what has both in common with another.
    let alike = |other: &&CheckRow| (&other.metric, other.against) == (&row.metric, row.against);
    let which = if each.rows.iter().filter(alike).count() > 1 {
        format!(" {}", allowed(row, least_digits(row.share)))
    } else {
        String::new()
    };
    let mut case = TestCase::new(format!("{} · {}{which}", row.metric, row.against), status);
    case.set_classname(name(each));
    if row.verdict == Verdict::Within {
        case.set_system_out(told);
    }
    case
}

/// How the games went against the baseline, why, and what to do about the rows that it is `about`: a line each.
fn explained(outcome: &CheckOutcome<'_>, each: &Checked, about: impl Fn(&CheckRow) -> bool) -> String {
    let (said, command) = drift(each).unzip();
    let mut alone = each.clone();
    alone.rows.retain(about);
    let advice = advice(from_ref(&alone), outcome.played())
        .into_iter()
        .map(|advice| advice.text());
    let game = said.into_iter().chain(command.flatten()).chain(beside(each));
    let lines = game.chain(cause(each)).chain(advice);
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn what_cannot_be_checked_is_an_error() {
        let refused = [Refused {
            scenario: "a".to_owned(),
            file: "a.toml".to_owned(),
            configuration: None,
            gone: false,
            error: "error: no game\nhelp: write one".to_owned(),
        }];
        let mut all = sample();
        (all[1].games, all[1].interrupted) = (0, true);
        let outcome = CheckOutcome {
            all: &all,
            refused: &refused,
            ..CheckOutcome::default()
        };
        let xml = outcome.junit().expect("XML");
        assert!(
            xml.contains("errors=\"2\"")
                && xml.contains("message=\"error: no game\"")
                && xml.contains("help: write one")
                && xml.contains("<testsuite name=\"a\""),
            "{xml}"
        );
        assert!(
            xml.contains("type=\"interrupted\"") && !xml.contains("<failure "),
            "{xml}"
        );
    }

    /// A configuration that the baseline lacks is called as every other, and stands with its bands where it has any.
    #[test]
    fn a_configuration_without_a_baseline_is_a_case() {
        let all = sample();
        let refused = |scenario: &str, configuration: &str, gone| Refused {
            scenario: scenario.to_owned(),
            file: format!("scenarios/{scenario}.toml"),
            configuration: Some(configuration.to_owned()),
            gone,
            error: "error".to_owned(),
        };
        let refused = [
            refused("two", "players 5", false),
            refused("two", "new", false),
            refused("two", "old", true),
        ];
        let outcome = CheckOutcome {
            all: &all,
            refused: &refused,
            ..CheckOutcome::default()
        };
        let xml = outcome.junit().expect("XML");
        assert_eq!(xml.matches("<testsuite name=\"two · players 5\"").count(), 1, "{xml}");
        for (case, class) in [
            ("has a baseline", "two · players 5"),
            ("has a baseline", "two · new"),
            ("is still there", "two · old"),
        ] {
            let case = format!("<testcase name=\"{case}\" classname=\"{class}\"");
            assert!(xml.contains(&case), "{case} is not in {xml}");
        }
    }

    #[test]
    fn every_metric_is_a_case() {
        let xml = |all: &[Checked], lenient: bool| {
            let outcome = CheckOutcome {
                all,
                lenient,
                ..CheckOutcome::default()
            };
            outcome.junit().expect("XML")
        };
        let all = sample();
        let lenient = xml(&all, true);
        assert_eq!(
            (
                lenient.matches("<failure ").count(),
                lenient.matches("<skipped ").count()
            ),
            (1, 1)
        );
        let unchanged = sample().into_iter().map(Checked::to_be_unchanged).collect::<Vec<_>>();
        let verdicts: Vec<Verdict> = unchanged.iter().map(Checked::verdict).collect();
        assert_eq!(verdicts, [Verdict::Within, Verdict::Outside]);
        let strict = xml(&unchanged, false);
        assert_eq!(strict.matches("<testcase ").count(), 6);
        assert!(
            strict.contains("type=\"changed\"") && strict.contains("end-points.coins"),
            "{strict}"
        );
        assert!(strict.contains("if the change is meant: balance baseline"), "{strict}");
        let text = xml(&all, false);
        assert_eq!(text.matches("<testcase ").count(), 4);
        assert_eq!(text.matches("<failure ").count(), 2);
        assert!(text.contains("type=\"undecided\"") && text.contains("type=\"outside\""));
        assert!(text.contains("balance replay scenarios/two.toml --game 3"), "{text}");
    }

    /// A failure says what to do about itself: one that is open nothing of a band that another misses.
    #[test]
    fn what_is_open_is_not_told_to_meet_a_band_that_is_missed() {
        let mut all = sample();
        all.remove(0);
        let missed = CheckRow {
            metric: "counter.hunts".to_owned(),
            against: "band",
            old: None,
            verdict: Verdict::Outside,
            ..all[0].rows[0].clone()
        };
        all[0].rows.push(missed);
        let outcome = CheckOutcome {
            all: &all,
            ..CheckOutcome::default()
        };
        let xml = outcome.junit().expect("XML");
        let with = |advice: &str| {
            let cases = xml.split("<testcase ").skip(1).filter(|case| case.contains(advice));
            cases
                .map(|case| case.split('"').nth(1).unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(with("to meet a band"), ["counter.hunts · band"], "{xml}");
        assert_eq!(
            with("if the change is meant"),
            ["win-rate.tribe · baseline", "turns.mean · baseline"],
            "{xml}"
        );
    }

    /// What are the same games under two names fails once; both names stay.
    #[test]
    fn the_same_figures_are_one_failure() {
        let mut all = sample();
        let again = CheckRow {
            metric: "ending.flood".to_owned(),
            ..all[1].rows[0].clone()
        };
        all[1].rows.push(again);
        let outcome = CheckOutcome {
            all: &all,
            ..CheckOutcome::default()
        };
        let xml = outcome.junit().expect("XML");
        assert_eq!(
            (xml.matches("<failure ").count(), xml.matches("<skipped ").count()),
            (2, 1),
            "{xml}"
        );
        assert!(
            xml.contains("message=\"it has the same figures as win-rate.tribe, which is told\""),
            "{xml}"
        );
    }

    /// What was found until then may all be within.
    #[test]
    fn an_interruption_is_an_error_whatever_was_found() {
        let mut all = sample();
        all.truncate(1);
        all[0].interrupted = true;
        let all: Vec<Checked> = all.into_iter().map(Checked::to_be_unchanged).collect();
        assert_eq!((all[0].unchanged, all[0].verdict()), (None, Verdict::Undecided));
        let outcome = CheckOutcome {
            all: &all,
            ..CheckOutcome::default()
        };
        let xml = outcome.junit().expect("XML");
        assert!(
            xml.contains("errors=\"1\"") && xml.contains("name=\"is played to the end\""),
            "{xml}"
        );
    }

    /// A lost scenario fails where nothing may be another, and is skipped elsewhere.
    #[test]
    fn a_baseline_without_a_scenario_is_a_case() {
        let orphans = ["old.json".to_owned()];
        let mut outcome = CheckOutcome {
            orphans: &orphans,
            ..CheckOutcome::default()
        };
        assert!(outcome.junit().expect("XML").contains("<skipped "));
        outcome.needed = Some("--require-baseline");
        assert!(outcome.junit().expect("XML").contains("<failure "));
        // A scenario that was renamed is one mistake.
        let refused = [Refused {
            scenario: "new".to_owned(),
            file: "new.toml".to_owned(),
            configuration: None,
            gone: false,
            error: "new.toml has no baseline: `git mv old.json new.json`".to_owned(),
        }];
        outcome.refused = &refused;
        let xml = outcome.junit().expect("XML");
        assert!(xml.contains("errors=\"1\"") && !xml.contains("<failure "), "{xml}");
    }
}
