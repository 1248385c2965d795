//! Which tile or card goes with winning most, and which is never used?

use super::super::format;
use super::{Asked, Finding, Lies, Strength, Weight, lies};

/// A component that goes with less than this is not worth a finding.
const MARGIN: f64 = 0.05;
/// Fewer games than this say nothing about what is never used.
const ENOUGH: u64 = 1000;

pub fn find(asked: &Asked) -> Vec<Finding> {
    let each = asked.each;
    let rows = each.components.len();
    let judged = each.components.iter().filter_map(|row| {
        let lift = asked.widened(row.lift?, rows, rows);
        match lies(lift, 0.0, MARGIN) {
            Lies::Beyond(gap, strength) => Some((row, lift, gap, strength)),
            _ => None,
        }
    });
    let count = judged.clone().count();
    let most = judged.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
    let mut found: Vec<Finding> = most
        .map(|(row, lift, gap, strength)| {
            let how = if gap > 0.0 { "more" } else { "less" };
            let percent = |rate: Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| format::percent(rate, 1));
            Finding {
                headline: format!("With “{}” in play the side “{}” wins {how} often.", row.component, row.side),
                evidence: format!(
                    "{} points: {} with it, {} without; the largest of {count} such links. What goes with a win need not be \
                     its cause ({}).",
                    format::points(lift),
                    percent(row.with),
                    percent(row.without),
                    each.component_note
                ),
                method: "Newcombe's interval of the difference of two shares, corrected for all components, sides and \
                         configurations, lies beyond ± 5 points; the largest difference is named.",
                ..asked.finding(Weight::Notice, format!("component {} {} {how}", row.component, row.side), gap.abs(), strength)
            }
        })
        .into_iter()
        .collect();
    found.extend(unused(asked));
    found
}

fn unused(asked: &Asked) -> Option<Finding> {
    let each = asked.each;
    let mut names: Vec<&str> = each
        .components
        .iter()
        .filter(|row| row.games_with == 0)
        .map(|row| row.component.as_str())
        .collect();
    names.dedup();
    if names.is_empty() || each.games < ENOUGH {
        return None;
    }
    let shown = names.iter().take(8).copied().collect::<Vec<_>>().join(", ");
    let rest = names.len().saturating_sub(8);
    let rest = if rest > 0 {
        format!(" and {rest} more")
    } else {
        String::new()
    };
    Some(Finding {
        headline: match names.len() {
            1 => "One component is never used.".to_owned(),
            count => format!("{count} components are never used."),
        },
        evidence: format!(
            "In none of {}: {shown}{rest} ({}).",
            format::games(each.games),
            each.component_note
        ),
        method: "An exact count over all games.",
        ..asked.finding(
            Weight::Notice,
            format!("unused {}", names.join(" ")),
            0.65,
            Strength::Exact,
        )
    })
}
