//! Is there a rule that hardly ever matters, or a try that hardly ever succeeds?

use super::super::format;
use super::{Finding, Strength, Weight, about};
use crate::table::Configuration;

/// Below this share of games a rule is called dead.
const RARE: f64 = 0.01;

pub fn find(each: &Configuration) -> Vec<Finding> {
    let mut found = Vec::new();
    for row in &each.counters {
        let name = format::capital(&row.counter.replace('-', " "));
        if row.of.is_none() && row.games_with.hi < RARE {
            let headline = if row.total == 0 {
                format!("{name}: never happens in these games.")
            } else {
                format!("{name}: hardly ever happens.")
            };
            found.push(Finding {
                headline,
                evidence: format!("In {} of games ({}).", format::share(row.games_with), row.help),
                method: "interval of the share of games with it, below 1 %",
                ..about(
                    each,
                    format!("event {}", row.counter),
                    Weight::Notice,
                    0.5,
                    Strength::Clear,
                )
            });
        }
    }
    found
}
