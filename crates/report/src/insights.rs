//! What was found in a run, and what it answers: worked out once, and handed to every form of its report.

use crate::answers::DesignerAnswers;
use crate::findings::{Finding, findings};
use balance_analysis::table::Results;

/// A run with its findings and answers.
pub struct Insights<'r> {
    /// The run.
    pub results: &'r Results,
    /// What was found, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// What the designer is answered.
    pub(crate) answers: DesignerAnswers,
}

impl<'r> Insights<'r> {
    /// Those of a run.
    pub fn of_run(results: &'r Results) -> Self {
        Insights::with_findings(results, findings(results))
    }

    fn with_findings(results: &'r Results, findings: Vec<Finding>) -> Self {
        let answers = DesignerAnswers::of_run(results, &findings);
        Insights {
            results,
            findings,
            answers,
        }
    }

    /// The same of results that differ in nothing but the names of their files, which stand in the commands of the answers.
    #[must_use]
    pub fn with_files_of(self, results: &Results) -> Insights<'_> {
        Insights::with_findings(results, self.findings)
    }
}
