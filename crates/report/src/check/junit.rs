//! The answers as `JUnit` XML: a suite for each configuration, a case for each metric.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::changes::commands;
use super::text::{self, UNFINISHED};
use super::{CheckOutcome, Refused, repeated};
use balance_config::games::program;
use balance_inference::gate::{CheckRow, Checked};
use balance_inference::judge::Verdict;

impl CheckOutcome<'_> {
    /// The XML of a check: metrics outside are failures of that type, and so are undecided ones, unless these may pass: then they
    /// are skipped. What was not played, or could not be checked, is an error.
    ///
    /// # Errors
    /// When it cannot be written as XML, which no answer causes.
    pub fn junit(&self) -> Result<String, quick_junit::SerializeError> {
        let mut report = Report::new(format!("{} check", program()));
        let elsewhere = |refused: &&Refused| !self.all.iter().any(|each| refused.is_of(each));
        for refused in self.refused.iter().filter(elsewhere) {
            let mut suite = TestSuite::new(refused.title());
            suite.add_test_case(not_checked(refused));
            report.add_test_suite(suite);
        }
        for each in self.all {
            report.add_test_suite(suite(self, each));
        }
        if !self.orphans.is_empty() {
            let mut suite = TestSuite::new("baselines without a scenario");
            suite.add_test_cases(self.orphans.iter().map(|orphan| {
                let mut status = match self.lost() {
                    Some(_) => failed(NonSuccessKind::Failure, "lost"),
                    None => TestCaseStatus::skipped(),
                };
                status.set_message(text::orphaned(orphan));
                TestCase::new(orphan.clone(), status)
            }));
            report.add_test_suite(suite);
        }
        report.to_string()
    }
}

/// What stands in the place of the answers until there are some: an error, so that a check that is killed leaves neither an older
/// answer nor none.
///
/// # Errors
/// When it cannot be written as XML, which nothing causes.
pub fn unfinished_junit() -> Result<String, quick_junit::SerializeError> {
    let mut status = failed(NonSuccessKind::Error, "unfinished");
    status.set_message(UNFINISHED);
    let mut suite = TestSuite::new(format!("{} check", program()));
    suite.add_test_case(TestCase::new("comes to an end", status));
    let mut report = Report::new(format!("{} check", program()));
    report.add_test_suite(suite);
    report.to_string()
}

fn failed(how: NonSuccessKind, kind: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(how);
    status.set_type(kind);
    status
}

fn suite(outcome: &CheckOutcome<'_>, each: &Checked) -> TestSuite {
    let mut suite = TestSuite::new(text::name(each));
    let mut add = |name: &str, status: TestCaseStatus| {
        let mut case = TestCase::new(name, status);
        case.set_classname(text::name(each));
        suite.add_test_case(case);
    };
    if each.interrupted || each.games == 0 {
        let mut status = failed(NonSuccessKind::Error, "interrupted");
        status.set_message(text::headline(each));
        add("is played to the end", status);
    }
    if let Some(unchanged) = each.unchanged {
        let mut status = TestCaseStatus::success();
        if !unchanged {
            status = failed(NonSuccessKind::Failure, "changed");
            status
                .set_message(text::headline(each))
                .set_description(explained(each));
        }
        add("unchanged", status);
    }
    let own = outcome.refused.iter().filter(|refused| refused.is_of(each));
    suite.add_test_cases(own.map(not_checked));
    if each.games > 0 {
        suite.add_test_cases(each.rows.iter().map(|row| case(outcome, each, row)));
    }
    let notes: Vec<String> = text::differing(each).into_iter().chain(text::notes(each)).collect();
    if !notes.is_empty() {
        suite.set_system_out(notes.join("\n"));
    }
    suite
}

fn not_checked(refused: &Refused) -> TestCase {
    let error = &refused.error;
    let mut status = failed(NonSuccessKind::Error, "refused");
    status
        .set_message(error.lines().next().unwrap_or_default())
        .set_description(error.clone());
    let what = match &refused.configuration {
        None => "can be checked",
        Some(_) if refused.gone => "is still there",
        Some(_) => "has a baseline",
    };
    let mut case = TestCase::new(what, status);
    case.set_classname(refused.title());
    case
}

/// A metric, which may have a goal and be compared with the baseline, as a case of its own.
fn case(outcome: &CheckOutcome<'_>, each: &Checked, row: &CheckRow) -> TestCase {
    let mut status = match row.verdict {
        Verdict::Within => TestCaseStatus::success(),
        _ if repeated(each, row).is_some() => TestCaseStatus::skipped(),
        Verdict::Undecided if outcome.lenient || !each.counts(row) => TestCaseStatus::skipped(),
        // It is no drift that was found.
        Verdict::Undecided if each.interrupted => failed(NonSuccessKind::Error, "interrupted"),
        Verdict::Outside | Verdict::Undecided => {
            let mut status = failed(NonSuccessKind::Failure, row.verdict.word());
            status.set_description(explained(each));
            status
        }
    };
    if row.verdict != Verdict::Within {
        status.set_message(text::message(each, row));
    }
    // Some readers take the name and the class alone, and drop what has both in common with another.
    let alike = |other: &&CheckRow| (&other.metric, other.against) == (&row.metric, row.against);
    let which = if each.rows.iter().filter(alike).count() > 1 {
        format!(" {}", text::allowed(row))
    } else {
        String::new()
    };
    let mut case = TestCase::new(format!("{} · {}{which}", row.metric, row.against), status);
    case.set_classname(text::name(each));
    if row.verdict == Verdict::Within {
        case.set_system_out(text::sentence(row));
    }
    case
}

fn explained(each: &Checked) -> String {
    let changes: Vec<_> = each.inputs_changed.iter().flatten().collect();
    let changes = (!changes.is_empty()).then(|| format!("{}: {}", text::label::CHANGES, super::listed(&changes)));
    let commands = commands(each).into_iter();
    let commands = commands.map(|each| format!("{}: {}", each.purpose, each.command));
    let lines = text::differing(each).into_iter().chain(changes).chain(commands);
    lines.collect::<Vec<_>>().join("\n")
}
