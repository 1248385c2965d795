//! Does a side win far more or less than its fair share?

use super::super::format;
use super::{Asked, Finding, Lies, Strength, Weight, lies, more};

/// A side this near its fair share is called fair.
const MARGIN: f64 = 0.02;

pub fn find(asked: &Asked) -> Vec<Finding> {
    let each = asked.each;
    let rows = each.sides.len();
    let judged: Vec<_> = each
        .sides
        .iter()
        .filter_map(|row| {
            let fair = row.fair?;
            let rate = asked.widened_share(row.simultaneous, rows, rows);
            Some((row, fair, rate, lies(rate, fair, MARGIN)))
        })
        .collect();
    let mut found = Vec::new();
    for (row, fair, rate, place) in &judged {
        let Lies::Beyond(gap, strength) = place else { continue };
        let how = if *gap > 0.0 { "more" } else { "less" };
        found.push(Finding {
            headline: format!("The side “{}” wins {how} than its fair share.", row.side),
            evidence: format!(
                "It wins {}; were all sides equal, it would win {}.",
                format::share(*rate),
                format::percent(*fair, 1)
            ),
            method: "The interval of the side's win rate (Wilson's; exact for rare events), corrected for the number of \
                     sides and configurations, against its fair share ± 2 points.",
            ..asked.finding(Weight::Problem, format!("side {} {how}", row.side), gap.abs(), *strength)
        });
    }
    if found.is_empty() && !judged.is_empty() {
        let widest = judged
            .iter()
            .map(|(_, fair, rate, _)| (rate.value - fair).abs())
            .fold(0.0, f64::max);
        let gap = format!("The largest gap is {} points", format::plain(100.0 * widest, 1));
        let times = judged.iter().filter_map(|(.., place)| {
            if let Lies::Across(times) = place {
                Some(*times)
            } else {
                None
            }
        });
        found.push(match times.reduce(f64::max) {
            None => Finding {
                headline: "Every side wins its fair share.".to_owned(),
                evidence: format!("{gap}; every interval lies within 2 points of the fair share."),
                method: "Every interval, corrected for the number of sides and configurations, lies within fair share \
                         ± 2 points.",
                ..asked.finding(Weight::Notice, "sides fair".to_owned(), 1.5, Strength::Clear)
            },
            Some(times) => Finding {
                headline: "Whether every side wins its fair share is not settled yet.".to_owned(),
                evidence: format!("{gap}. {}", more(each.games, times)),
                method: "Some interval, corrected for the number of sides and configurations, reaches across fair share \
                         ± 2 points.",
                ..asked.finding(Weight::Notice, "sides open".to_owned(), 1.5, Strength::Open)
            },
        });
    }
    found
}
