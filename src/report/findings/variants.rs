//! What does each change do?

use super::super::format;
use super::{Finding, Strength, Weight};
use crate::table::{Comparison, ComparisonRow, Results, Verdict};

pub fn find(results: &Results) -> Vec<Finding> {
    results
        .comparisons
        .iter()
        .map(|each| judge(each, results.scenario.margin))
        .collect()
}

fn judge(each: &Comparison, margin: f64) -> Finding {
    let different = each.rows.iter().filter(|row| row.verdict == Verdict::Different);
    let largest = different
        .filter(|row| row.metric.starts_with("win-rate"))
        .max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()));
    let equal = each.rows.iter().all(|row| row.verdict == Verdict::Equal);
    let method = "difference game by game on the same deals, normal interval corrected for all rows of all comparisons";
    let finding = |headline: String, evidence: String, size: f64, strength: Strength| Finding {
        weight: Weight::Change,
        size,
        headline,
        evidence,
        strength,
        method,
        configuration: None,
        also: Vec::new(),
        key: String::new(),
    };
    let (name, reference) = (&each.configuration, &each.reference);
    match largest {
        Some(row) => finding(
            format!("“{name}” changes who wins, against “{reference}”."),
            evidence(row),
            1.0 + row.difference.value.abs(),
            Strength::Clear,
        ),
        None if equal => finding(
            format!("“{name}” plays like “{reference}”: shown to be equal."),
            format!("Every difference lies within {}.", format::percent(margin, 1)),
            0.9,
            Strength::Clear,
        ),
        None => finding(
            format!(
                "“{name}” against “{reference}”: no difference in who wins could be shown, nor that there is none."
            ),
            "More games would decide.".to_owned(),
            0.1,
            Strength::Exact,
        ),
    }
}

fn evidence(row: &ComparisonRow) -> String {
    let side = row.metric.trim_start_matches("win-rate.");
    format!(
        "{}: {} points, from {} to {}.",
        format::capital(side),
        format::points(row.simultaneous),
        format::percent(row.reference, 1),
        format::percent(row.other, 1)
    )
}
