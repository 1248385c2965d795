//! Do games get stuck, or nearly always end the same way?

use super::super::format;
use super::{Finding, Strength, Weight, about};
use crate::table::Configuration;

pub fn find(each: &Configuration) -> Vec<Finding> {
    let mut found = Vec::new();
    for row in each.endings.iter().filter(|row| row.capped && row.share.lo > 0.001) {
        found.push(Finding {
            headline: format!(
                "{} of games run into the turn cap.",
                format::percent(row.share.value, 1)
            ),
            evidence: format!(
                "{} of {} have no end of their own: {}.",
                format::count(row.games),
                format::games(each.games),
                format::share(row.share)
            ),
            method: "exact count; the interval is Wilson's or, for rare events, Clopper and Pearson's",
            ..about(each, "capped", Weight::Problem, row.share.value, Strength::Clear)
        });
    }
    for row in each.endings.iter().filter(|row| !row.capped && row.share.lo > 0.8) {
        found.push(Finding {
            headline: format!("Nearly every game ends by {}.", row.ending),
            evidence: format!("{} of games.", format::share(row.share)),
            method: "interval of the share of this ending, above 80 %",
            ..about(
                each,
                format!("ending {}", row.ending),
                Weight::Notice,
                row.share.value,
                Strength::Clear,
            )
        });
    }
    let nobody = each
        .sides
        .iter()
        .find(|row| row.fair.is_none() && row.win_rate.lo > 0.02);
    if let Some(row) = nobody {
        found.push(Finding {
            headline: format!("Nobody wins {} of games.", format::percent(row.win_rate.value, 1)),
            evidence: format!(
                "{} of {}: {}.",
                format::count(row.wins),
                format::games(each.games),
                format::share(row.win_rate)
            ),
            method: "exact count with its interval, above 2 %",
            ..about(each, "nobody", Weight::Problem, row.win_rate.value, Strength::Clear)
        });
    }
    found
}
