//! What each change does to who wins, as one picture.

use super::{Picture, estimate, picture};
use balance_analysis::table::{Comparison, Rate, Results};
use balance_charts::{ChartError, Forest, ForestRow, Unit};

/// Every change of a run in one picture, if there is any.
pub fn forest(results: &Results) -> Result<Option<Picture>, ChartError> {
    let all = &results.comparisons;
    let first = all.first().map(|each| each.reference.as_str());
    let common = first.filter(|first| all.iter().all(|each| each.reference == *first));
    let rows: Vec<ForestRow> = all.iter().flat_map(|each| rows_of(each, common.is_some())).collect();
    // Beyond that the map of all configurations says more.
    if rows.is_empty() || rows.len() > Forest::MOST {
        return Ok(None);
    }
    let forest = Forest {
        title: "What each change does to who wins".to_owned(),
        subtitle: format!(
            "difference in win rate from {}, on the same deals; intervals hold for all rows at once",
            common.map_or("the reference".to_owned(), |name| format!("“{name}”"))
        ),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no change".to_owned(),
        unit: Unit::PercentagePoints,
        rows,
    };
    Ok(Some(picture("comparisons", forest.draw("chart-comparisons")?)))
}

/// The rows of one change; where the reference is not `common` to all, its heading names it.
fn rows_of(each: &Comparison, common: bool) -> Vec<ForestRow> {
    let group = if common {
        each.configuration.clone()
    } else {
        format!("{} against {}", each.configuration, each.reference)
    };
    let rates = each.rows.iter().filter_map(|row| Some((row, row.side()?)));
    rates
        .map(|(row, side)| ForestRow {
            label: side.to_owned(),
            group: Some(group.clone()),
            estimate: estimate(Rate {
                value: row.difference.value,
                ..row.simultaneous
            }),
            reference: None,
            wished: None,
        })
        .collect()
}
