//! How long does a game take?

use super::super::format;
use super::{Finding, Strength, Weight, about};
use crate::table::Configuration;

pub fn find(each: &Configuration) -> Vec<Finding> {
    let Some(row) = each.lengths.first() else {
        return Vec::new();
    };
    let at = |percent: u32| row.quantiles.iter().find(|each| each.percent == percent);
    let (Some(low), Some(middle), Some(high)) = (at(5), at(50), at(95)) else {
        return Vec::new();
    };
    vec![Finding {
        headline: format!("Half of the games end within {} {}.", middle.value, row.measure),
        evidence: format!(
            "Mean {} {}; nine games in ten take {} to {}.",
            format::mean(row.mean),
            row.measure,
            low.value,
            high.value
        ),
        method: "exact histogram of all games; t interval of the mean",
        ..about(each, "length", Weight::Notice, 1.0, Strength::Exact)
    }]
}
