//! Does one bot win far more than another at the same table?

use super::super::format;
use super::{Finding, Strength, Weight, about};
use crate::table::Configuration;

pub fn find(each: &Configuration) -> Vec<Finding> {
    let rows: Vec<_> = each.bots.iter().filter(|row| !row.mirror).collect();
    let best = rows.iter().max_by(|a, b| a.win_rate.value.total_cmp(&b.win_rate.value));
    let worst = rows.iter().min_by(|a, b| a.win_rate.value.total_cmp(&b.win_rate.value));
    match (best, worst) {
        (Some(best), Some(worst)) if best.win_rate.lo > worst.win_rate.hi => vec![Finding {
            headline: format!("The bot {} wins more often than {}.", best.bot, worst.bot),
            evidence: format!(
                "{} against {} of their players. Roles and places count too: compare like with like.",
                format::share(best.win_rate),
                format::share(worst.win_rate)
            ),
            method: "intervals of the rates per player, with games as clusters, do not touch",
            ..about(
                each,
                format!("bots {} {}", best.bot, worst.bot),
                Weight::Notice,
                best.win_rate.value - worst.win_rate.value,
                Strength::Clear,
            )
        }],
        _ => Vec::new(),
    }
}
