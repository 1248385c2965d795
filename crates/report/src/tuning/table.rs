//! The proposals as a table.

use super::{Figure, Proposal, Tuning};
use balance_analysis::judge::Verdict;
use balance_analysis::table::{Cells, Frame, TableError, frame};

/// A proposal with its place, and one of its figures.
type Row<'a> = (usize, &'a Proposal, &'a Figure);

impl Tuning {
    /// The proposals as a table: one row a figure.
    ///
    /// # Errors
    /// When columns do not fit together, which no search causes.
    pub fn table(&self) -> Result<Frame, TableError> {
        let all = self.proposals.iter().enumerate();
        let rows: Vec<Row<'_>> = all
            .flat_map(|(at, proposal)| proposal.figures.iter().map(move |figure| (at, proposal, figure)))
            .collect();
        let text = |cell: &dyn Fn(&Row<'_>) -> String| Cells::Text(rows.iter().map(cell).collect());
        let number = |cell: &dyn Fn(&Row<'_>) -> Option<f64>| {
            let finite = |row: &Row<'_>| cell(row).filter(|value| value.is_finite());
            Cells::Number(rows.iter().map(finite).collect())
        };
        let changes = |proposal: &Proposal| {
            let each = proposal
                .changes
                .iter()
                .map(|change| format!("{} = {}", change.rule, change.to));
            each.collect::<Vec<_>>().join("; ")
        };
        let taken = |at: usize| if self.take == Some(at) { "yes" } else { "no" };
        frame(
            "tuning",
            vec![
                ("proposal", text(&|row| row.1.name.clone())),
                ("changes", text(&|row| changes(row.1))),
                ("take", text(&|row| taken(row.0).to_owned())),
                ("table", text(&|row| row.2.table.clone().unwrap_or_default())),
                ("metric", text(&|row| row.2.metric.clone())),
                ("now", number(&|row| Some(row.2.now.value))),
                ("now-lo", number(&|row| Some(row.2.now.lo))),
                ("now-hi", number(&|row| Some(row.2.now.hi))),
                ("wish", text(&|row| row.2.verdict.map_or("", Verdict::word).to_owned())),
                ("moved", number(&|row| row.2.moved.map(|rate| rate.value))),
                ("moved-lo", number(&|row| row.2.moved.map(|rate| rate.lo))),
                ("moved-hi", number(&|row| row.2.moved.map(|rate| rate.hi))),
                ("second", number(&|row| row.2.second.map(|rate| rate.value))),
                ("second-lo", number(&|row| row.2.second.map(|rate| rate.lo))),
                ("second-hi", number(&|row| row.2.second.map(|rate| rate.hi))),
            ],
        )
    }
}
