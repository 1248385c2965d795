//! Is a place in turn order favoured?

use super::super::format;
use super::{Finding, Weight, about, beyond};
use crate::table::Configuration;

/// A place this near the average is called even.
const MARGIN: f64 = 0.01;

pub fn find(each: &Configuration) -> Vec<Finding> {
    let judged = each
        .seats
        .iter()
        .filter_map(|row| Some((row, beyond(row.simultaneous, row.fair, MARGIN)?)));
    let worst = judged.max_by(|a, b| a.1.0.abs().total_cmp(&b.1.0.abs()));
    worst
        .map(|(row, (gap, strength))| {
            let better = if gap > 0.0 { "better" } else { "worse" };
            Finding {
                headline: format!("Place {} does {better} than the others.", row.seat),
                evidence: format!(
                    "It wins {}; its roles would give it {}. No place matters: p {}.",
                    format::share(row.simultaneous),
                    format::percent(row.fair, 1),
                    if each.seat_p < 1e-6 { "< 0.000001".to_owned() } else { format!("= {:.6}", each.seat_p) }
                ),
                method: "interval of each place, corrected for the number of places, against what its roles win on average ± 1 point; Wald's test over all places",
                ..about(each, Weight::Problem, gap.abs(), strength)
            }
        })
        .into_iter()
        .collect()
}
