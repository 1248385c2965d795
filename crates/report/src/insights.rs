//! What was found in a run, and what that comes to: worked out once, and handed to every form of its report.

use crate::findings::{Finding, findings};
use crate::summary::Summary;
use balance_inference::table::Results;

/// A run with its findings and its summary.
pub struct Insights<'r> {
    /// The run.
    pub results: &'r Results,
    /// What was found, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// What the first screen says.
    pub(crate) summary: Summary<'r>,
}

impl<'r> Insights<'r> {
    /// Those of a run.
    pub fn of_run(results: &'r Results) -> Self {
        let findings = findings(results);
        Insights {
            results,
            summary: Summary::of_run(results, &findings),
            findings,
        }
    }

    /// The same of results that differ in nothing but the names of their files, which stand in commands.
    #[must_use]
    pub fn with_files_of(self, results: &Results) -> Insights<'_> {
        Insights {
            results,
            summary: Summary::of_run(results, &self.findings),
            findings: self.findings,
        }
    }
}
