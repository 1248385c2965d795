//! The answers as `JUnit` XML: a suite for each configuration, a case for each metric.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{cause, drift, name, sentence};
use crate::games::program;
use crate::gate::Checked;
use crate::judge::Verdict;

/// The XML of a check; metrics outside and undecided are failures of that type.
///
/// # Errors
/// When it cannot be written as XML, which no answer causes.
pub fn junit(all: &[Checked]) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new(format!("{} check", program()));
    for each in all {
        let mut suite = TestSuite::new(name(each));
        let (changed, cause) = (drift(each), cause(each));
        for row in &each.rows {
            let told = sentence(row);
            let status = match row.verdict {
                Verdict::Within => TestCaseStatus::success(),
                Verdict::Outside | Verdict::Undecided => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    status.set_type(row.verdict.word()).set_message(told.clone());
                    if let Some((said, command)) = &changed {
                        let shown = command
                            .as_ref()
                            .map_or_else(String::new, |command| format!("\n{command}"));
                        let cause = cause.as_ref().map_or_else(String::new, |cause| format!("\n{cause}"));
                        status.set_description(format!("{told}\n{said}{shown}{cause}"));
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
        report.add_test_suite(suite);
    }
    report.to_string()
}

/// The XML where nothing was checked: an error for each scenario, with what is wrong.
///
/// # Errors
/// When it cannot be written as XML, which no message causes.
pub fn junit_of_refused(refused: &[(String, String)]) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new(format!("{} check", program()));
    for (scenario, said) in refused {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        let first = said.lines().next().unwrap_or_default();
        status
            .set_type("refused")
            .set_message(first)
            .set_description(said.clone());
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
        let xml =
            junit_of_refused(&[("a.toml".to_owned(), "error: no game\nhelp: write one".to_owned())]).expect("XML");
        assert!(
            xml.contains("errors=\"1\"") && xml.contains("message=\"error: no game\""),
            "{xml}"
        );
    }

    #[test]
    fn every_metric_is_a_case() {
        let xml = junit(&sample()).expect("XML");
        assert_eq!(xml.matches("<testcase ").count(), 4);
        assert_eq!(xml.matches("<failure ").count(), 2);
        assert!(xml.contains("type=\"undecided\"") && xml.contains("type=\"outside\""));
        assert!(xml.contains("balance replay scenarios/two.toml --game 3"), "{xml}");
    }
}
