//! Does a side win far more or less than its fair share?

use super::super::format;
use super::{Finding, Weight, about, beyond};
use crate::table::Configuration;

/// A side this near its fair share is called fair.
const MARGIN: f64 = 0.02;

pub fn find(each: &Configuration) -> Vec<Finding> {
    let mut found = Vec::new();
    for row in &each.sides {
        let Some(fair) = row.fair else { continue };
        let Some((gap, strength)) = beyond(row.simultaneous, fair, MARGIN) else {
            continue;
        };
        let than = if gap > 0.0 { "above" } else { "below" };
        found.push(Finding {
            headline: format!("The win rate of {} is {than} its fair share.", row.side),
            evidence: format!(
                "{}; were every side equally likely to win, it would be {}.",
                format::share(row.simultaneous),
                format::percent(fair, 1)
            ),
            method: "Wilson interval of the side's win rate, corrected for the number of sides, against its fair share ± 2 points",
            ..about(each, format!("side {} {than}", row.side), Weight::Problem, gap.abs(), strength)
        });
    }
    if found.is_empty() && each.sides.iter().any(|row| row.fair.is_some()) {
        let within = each.sides.iter().filter_map(|row| Some((row.simultaneous, row.fair?)));
        let all = within
            .clone()
            .all(|(rate, fair)| rate.lo >= fair - MARGIN && rate.hi <= fair + MARGIN);
        if all {
            let widest = within.map(|(rate, fair)| (rate.value - fair).abs()).fold(0.0, f64::max);
            found.push(Finding {
                headline: "Every side wins its fair share.".to_owned(),
                evidence: format!(
                    "The largest gap is {} points; all intervals lie within 2 points.",
                    format::plain(100.0 * widest, 1)
                ),
                method: "every simultaneous interval lies inside fair share ± 2 points",
                ..about(each, "sides fair", Weight::Notice, 0.0, super::Strength::Clear)
            });
        }
    }
    found
}
