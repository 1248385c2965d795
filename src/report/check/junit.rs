//! The answers as `JUnit` XML: a suite for each configuration, a case for each metric.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{advice, cause, drift, name, notes, orphaned, sentence, waits};
use crate::games::program;
use crate::gate::Checked;
use crate::judge::Verdict;

/// The XML of a check; metrics outside are failures of that type, and undecided ones, unless these may `pass`: then they are
/// skipped.
///
/// # Errors
/// When it cannot be written as XML, which no answer causes.
pub fn junit(all: &[Checked], orphans: &[String], pass: bool) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new(format!("{} check", program()));
    for each in all {
        let mut suite = TestSuite::new(name(each));
        let (changed, cause) = (drift(each), cause(each));
        for row in &each.rows {
            let told = sentence(each, row);
            let status = match row.verdict {
                Verdict::Within => TestCaseStatus::success(),
                Verdict::Undecided if pass || !each.counts(row) => {
                    let mut status = TestCaseStatus::skipped();
                    status.set_type(row.verdict.word()).set_message(told.clone());
                    status
                }
                Verdict::Outside | Verdict::Undecided => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    status.set_type(row.verdict.word()).set_message(told.clone());
                    if let Some((said, command)) = &changed {
                        let shown = command
                            .as_ref()
                            .map_or_else(String::new, |command| format!("\n{command}"));
                        let cause = cause.as_ref().map_or_else(String::new, |cause| format!("\n{cause}"));
                        let advice = advice(each).into_iter().map(|advice| format!("\n{}", advice.text()));
                        let advice: String = advice.collect();
                        status.set_description(format!("{told}\n{said}{shown}{cause}{advice}"));
                    }
                    status
                }
            };
            // A metric may be held to a band and to the baseline.
            let mut case = TestCase::new(format!("{} · {}", row.metric, row.against), status);
            case.set_classname(each.scenario.clone());
            if row.verdict == Verdict::Within {
                case.set_system_out(told);
            }
            suite.add_test_case(case);
        }
        if let Some(unchanged) = each.unchanged {
            let mut status = TestCaseStatus::success();
            if !unchanged {
                let said = changed.as_ref().map(|(said, _)| said.clone());
                let told: Vec<String> = cause.iter().cloned().chain(said).collect();
                status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_type("changed").set_message(told.join("; "));
            }
            let mut case = TestCase::new("unchanged", status);
            case.set_classname(each.scenario.clone());
            suite.add_test_case(case);
        }
        let notes = notes(each);
        if !notes.is_empty() {
            suite.set_system_out(notes.join("\n"));
        }
        report.add_test_suite(suite);
    }
    if !orphans.is_empty() {
        let mut suite = TestSuite::new("baselines without a scenario");
        for orphan in orphans {
            let mut status = TestCaseStatus::skipped();
            status.set_message(orphaned(orphan));
            suite.add_test_case(TestCase::new(orphan.clone(), status));
        }
        report.add_test_suite(suite);
    }
    report.to_string()
}

/// The XML where nothing was checked: an error for each scenario with something wrong; those that wait are skipped.
///
/// # Errors
/// When it cannot be written as XML, which no message causes.
pub fn junit_of_refused(refused: &[(String, Option<String>)]) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new(format!("{} check", program()));
    let waits = waits(refused);
    for (scenario, said) in refused {
        let status = if let Some(said) = said {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            let first = said.lines().next().unwrap_or_default();
            status
                .set_type("refused")
                .set_message(first)
                .set_description(said.clone());
            status
        } else {
            let mut status = TestCaseStatus::skipped();
            status.set_message(waits.clone());
            status
        };
        let mut suite = TestSuite::new(scenario.clone());
        suite.add_test_case(TestCase::new("can be checked", status));
        report.add_test_suite(suite);
    }
    report.to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn what_cannot_be_checked_is_an_error() {
        let wrong = Some("error: no game\nhelp: write one".to_owned());
        let xml = junit_of_refused(&[("a.toml".to_owned(), wrong), ("b.toml".to_owned(), None)]).expect("XML");
        assert!(
            xml.contains("errors=\"1\"") && xml.contains("message=\"error: no game\""),
            "{xml}"
        );
        assert!(
            xml.contains("tests=\"2\"") && xml.matches("<skipped").count() == 1,
            "{xml}"
        );
    }

    #[test]
    fn every_metric_is_a_case() {
        let lenient = junit(&sample(), &[], true).expect("XML");
        assert_eq!(
            (
                lenient.matches("<failure ").count(),
                lenient.matches("<skipped ").count()
            ),
            (1, 1)
        );
        let [within, changed] = <[Checked; 2]>::try_from(sample())
            .expect("two")
            .map(Checked::to_be_unchanged);
        assert_eq!(
            (within.verdict(), changed.verdict()),
            (Verdict::Within, Verdict::Outside)
        );
        let strict = junit(&[within, changed], &[], false).expect("XML");
        assert_eq!(strict.matches("<testcase ").count(), 6);
        assert!(
            strict.contains("type=\"changed\"") && strict.contains("end-points.coins"),
            "{strict}"
        );
        let xml = junit(&sample(), &[], false).expect("XML");
        assert_eq!(xml.matches("<testcase ").count(), 4);
        assert_eq!(xml.matches("<failure ").count(), 2);
        assert!(xml.contains("type=\"undecided\"") && xml.contains("type=\"outside\""));
        assert!(xml.contains("balance replay scenarios/two.toml --game 3"), "{xml}");
    }
}
