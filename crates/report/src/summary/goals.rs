//! What the goals of a scenario say of one version, but for those of sides, which stand in their table.

use super::text;
use super::verdict::judged_goals;
use balance_analysis::scenario::Of;
use balance_analysis::table::{Configuration, TargetRow};

/// Goals that are judged and not about one side, each in a sentence, those that are missed first.
pub fn lines(each: &Configuration) -> Vec<String> {
    let mut rows: Vec<&TargetRow> = judged_goals(each)
        .filter(|row| row.change || !matches!(Of::metric(&row.metric), Of::Side(_)))
        .collect();
    rows.sort_by_key(|row| text::goal_rank(row));
    rows.into_iter().filter_map(text::goal).collect()
}
