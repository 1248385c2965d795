//! Effects, beside what goes with winning where that is counted, as one picture.

use super::{Ablation, Component};
use balance_analysis::table::Rate;
use balance_charts::{Chart, ChartError, Estimate, Forest, ForestRow, Unit};

/// Most components in the picture.
const MOST: usize = 24;

/// The components that move a win rate most, each on the side that it moves most: its effect against every blank, and what
/// the report of a run shows to go with it, where it counts that.
///
/// # Errors
/// When the chart cannot be drawn.
pub fn picture(ablation: &Ablation) -> Result<Chart, ChartError> {
    let mut strongest: Vec<(f64, usize, &Component)> = Vec::new();
    for each in ablation.components.iter().filter(|each| !each.blanks.is_empty()) {
        let size = |figure: usize| {
            let effects = each.blanks.iter().map(|blank| blank.effects[figure].value.abs());
            effects.fold(0.0, f64::max)
        };
        let shares = (0..ablation.figures.len()).filter(|figure| ablation.figures[*figure].share);
        if let Some(figure) = shares.max_by(|a, b| size(*a).total_cmp(&size(*b))) {
            strongest.push((size(figure), figure, each));
        }
    }
    strongest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.key.cmp(&b.2.key)));
    let rows = strongest.iter().take(MOST).flat_map(|(_, figure, each)| {
        let side = ablation.figures[*figure].title();
        let row = |label: String, rate: Rate| ForestRow {
            label,
            group: Some(format!("{}, {side}", each.title)),
            estimate: Estimate::new(rate.value, rate.lo, rate.hi),
            reference: None,
            wished: None,
        };
        let blanks = each
            .blanks
            .iter()
            .map(move |blank| row(format!("against “{}”", blank.name), blank.effects[*figure]));
        let goes = each.goes_with[*figure].map(|rate| row("goes with it".to_owned(), rate));
        blanks.chain(goes).collect::<Vec<_>>()
    });
    let forest = Forest {
        title: if ablation.is_counted() {
            "What components do, and what goes with them".to_owned()
        } else {
            "What components do".to_owned()
        },
        subtitle: format!(
            "difference in the win rate of the side moved most; all effects hold together at {}",
            crate::format::surety(balance_analysis::ablate::SINGLES)
        ),
        axis_label: "percentage points".to_owned(),
        reference: 0.0,
        reference_label: "no effect".to_owned(),
        unit: Unit::PercentagePoints,
        rows: rows.collect(),
    };
    forest.draw("chart-ablation")
}
