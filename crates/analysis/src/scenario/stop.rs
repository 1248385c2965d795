//! `[stop]`: when a run may end by its own results.

use super::{Expectation, Stop};
use balance_engine::percent;
use balance_kit::schema::place::Problem;
use balance_kit::schema::tree::{Field, Node, Value};

/// `[stop]` and what is wrong with it, given the bands of the scenario, and whether it has variants and comparisons.
pub(super) fn stop(
    node: &Node,
    bands: &[Expectation],
    variants: bool,
    comparisons: bool,
) -> Option<(Stop, Vec<Problem>)> {
    let table = node.table()?;
    let wanted = |key: &str| matches!(table.get(key).map(|node| &node.value), Some(Value::Flag(true)));
    let stop = Stop {
        half_width: table.get("half-width").and_then(share),
        bands: wanted("bands"),
        variants: wanted("variants"),
    };
    let mut problems = Vec::new();
    let mut refuse = |key: &str, message: &str, help: &str| {
        let at = table.get(key).map_or(&node.at, |node| &node.at);
        problems.push(Problem::at(at, message).help(help));
    };
    // Any other key is a mistake that is told elsewhere.
    let says_no = |field: &Field| matches!(field.node.value, Value::Flag(false));
    if table.fields.iter().all(says_no) {
        refuse(
            "",
            "[stop] names no reason to stop",
            "add `half-width = \"0.1%\"`, `bands = true` or `variants = true`",
        );
    }
    if stop.bands && !bands.is_empty() && !variants && bands.iter().all(|each| each.band.is_change()) {
        refuse(
            "bands",
            "`bands` in [stop] waits for the bands of [expect], but these only count from now, which is asked of variants",
            "add [[variant]] or a band of numbers, or leave this out",
        );
    }
    if stop.bands && bands.is_empty() {
        refuse(
            "bands",
            "`bands` in [stop] waits for the bands of [expect], but there are none",
            "add [expect], or leave this out",
        );
    }
    if stop.variants && !comparisons {
        refuse(
            "variants",
            "`variants` in [stop] waits for comparisons, but there is one configuration only",
            "add [[variant]] or [matrix], or leave this out",
        );
    }
    Some((stop, problems))
}

/// A share as it may be written: per cent in quotes, or a number.
pub(super) fn share(node: &Node) -> Option<f64> {
    match &node.value {
        Value::Text(text) => percent(text),
        Value::Whole(whole) => Some(*whole as f64),
        Value::Number(number) => Some(*number),
        _ => None,
    }
}
