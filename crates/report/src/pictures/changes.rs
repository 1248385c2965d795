//! What each change does to who wins, as one picture.

use super::{Picture, estimate, picture};
use balance_analysis::table::{Comparison, Rate, Results};
use balance_charts::{ChartError, Forest, ForestRow, Unit};

/// Every change of a run in one picture, if there is any.
pub fn forest(results: &Results) -> Result<Option<Picture>, ChartError> {
    let rows: Vec<ForestRow> = results.comparisons.iter().flat_map(rows_of).collect();
    // Beyond that the map of all configurations says more.
    if rows.is_empty() || rows.len() > Forest::MOST {
        return Ok(None);
    }
    let forest = Forest {
        title: "What each change does to who wins".to_owned(),
        subtitle: "difference in win rate from the reference, on the same deals; intervals hold for all rows at once"
            .to_owned(),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no change".to_owned(),
        unit: Unit::PercentagePoints,
        rows,
    };
    Ok(Some(picture("comparisons", forest.draw("chart-comparisons")?)))
}

fn rows_of(each: &Comparison) -> Vec<ForestRow> {
    let rates = each.rows.iter().filter_map(|row| Some((row, row.side()?)));
    rates
        .map(|(row, side)| ForestRow {
            label: side.to_owned(),
            group: Some(format!("{} against {}", each.configuration, each.reference)),
            estimate: estimate(Rate {
                value: row.difference.value,
                ..row.simultaneous
            }),
            reference: None,
            wished: None,
        })
        .collect()
}
