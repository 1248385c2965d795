//! Changes after which other sides play, so that who wins cannot be compared.

use super::super::format;
use super::{Finding, FindingKind, Strength, Weight};
use balance_analysis::table::{Comparison, Configuration, Results};

/// The configurations that are compared: the reference first.
pub(super) fn pair<'r>(each: &Comparison, results: &'r Results) -> Option<(&'r Configuration, &'r Configuration)> {
    let named = |name: &String| results.configurations.iter().find(|of| of.name == *name);
    Some((named(&each.reference)?, named(&each.configuration)?))
}

/// That who wins cannot be compared, where a change makes other sides of the players.
pub(super) fn find(apart: &[&Comparison], results: &Results) -> Option<Finding> {
    let first = apart.first()?;
    let (before, after) = pair(first, results)?;
    let sides = |each: &Configuration| {
        let playing = each.sides.iter().filter(|row| row.fair.is_some());
        format::and(&playing.map(|row| row.side.clone()).collect::<Vec<_>>())
    };
    let more = match apart.len() - 1 {
        0 => String::new(),
        1 => " So it is with one other change.".to_owned(),
        more => format!(" So it is with {more} other changes."),
    };
    Some(Finding {
        headline: format!(
            "Who wins in “{}” cannot be compared with “{}”: other sides play there.",
            first.configuration, first.reference
        ),
        evidence: format!("{} there, {} here.{more}", sides(after), sides(before)),
        method: "What the rules of both say.",
        ..Finding::new(
            Weight::Notice,
            FindingKind::OtherSides {
                configuration: first.configuration.clone(),
                reference: first.reference.clone(),
            },
            1.0,
            Strength::Exact,
        )
    })
}
