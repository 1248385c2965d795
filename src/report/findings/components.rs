//! Which tile or card goes with winning most?

use super::super::format;
use super::{Finding, Weight, about, beyond};
use crate::table::Configuration;

/// A component that goes with less than this is not worth a finding.
const MARGIN: f64 = 0.05;

pub fn find(each: &Configuration) -> Vec<Finding> {
    let judged = each
        .components
        .iter()
        .filter_map(|row| Some((row, row.lift?, beyond(row.lift?, 0.0, MARGIN)?)));
    let most = judged.max_by(|a, b| a.2.0.abs().total_cmp(&b.2.0.abs()));
    most.map(|(row, lift, (gap, strength))| {
        let what = if gap > 0.0 { "higher" } else { "lower" };
        Finding {
            headline: format!(
                "{}: with it the win rate of {} is {what} than without.",
                format::capital(&row.component),
                row.side
            ),
            evidence: format!(
                "{} points: {} with it, {} without. What goes with a win need not be its cause ({}).",
                format::points(lift),
                row.with.map_or_else(String::new, |rate| format::percent(rate, 1)),
                row.without.map_or_else(String::new, |rate| format::percent(rate, 1)),
                each.component_note
            ),
            method: "Newcombe's interval of the difference of two shares, corrected for all components and sides, beyond ± 5 points; the largest is named",
            ..about(each, format!("component {} {}", row.component, row.side), Weight::Notice, gap.abs(), strength)
        }
    })
    .into_iter()
    .collect()
}
