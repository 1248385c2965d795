//! The columns of goals.

use super::super::tables;
use super::*;
use crate::sample::{self, wish};

fn wished(found: [[(Verdict, f64); 2]; 3]) -> Results {
    let mut results = sample::variants();
    for (each, [rate, turns]) in results.configurations.iter_mut().zip(found) {
        each.targets = vec![
            wish("win-rate.profiteer", (0.16, 0.20), rate),
            wish("turns.mean", (20.0, 30.0), turns),
        ];
    }
    results
}

const MET: (Verdict, f64) = (Verdict::Within, 0.178);
const MISSED: (Verdict, f64) = (Verdict::Outside, 0.128);
const OPEN: (Verdict, f64) = (Verdict::Undecided, 0.17);
const SHORT: (Verdict, f64) = (Verdict::Within, 26.0);

/// Bands of one metric, each of one configuration alone, are one column, and each row has the verdict on its own.
#[test]
fn bands_of_one_metric_are_one_column() {
    let mut results = wished([[MISSED, SHORT], [MET, SHORT], [OPEN, SHORT]]);
    let heads = |results: &Results| -> Vec<String> {
        let heads = tables::overview(results).heads.into_iter().map(|head| head.text);
        heads.skip_while(|head| head != "5–95%").skip(1).collect()
    };
    let cells = |results: &Results| -> Vec<String> {
        let overview = tables::overview(results);
        let at = overview.heads.len() - 2;
        overview.rows.iter().map(|row| row[at].text.clone()).collect()
    };
    let found = ["✗ 12.8%", "✓ 17.8%", "? 17.0%"];
    assert_eq!(heads(&results), ["profiteer 16–20%", "mean turns 20–30"]);
    assert_eq!(cells(&results), found);
    for (each, most) in results.configurations.iter_mut().zip([0.2, 0.21, 0.22]) {
        each.targets[0].to = Some(most);
    }
    assert_eq!(heads(&results), ["profiteer: goal", "mean turns 20–30"]);
    assert_eq!(cells(&results), found);
    // Of two of one configuration each has its own.
    let second = wish("win-rate.profiteer", (0.1, 0.3), MET);
    results.configurations[0].targets.push(second);
    assert_eq!(heads(&results).len(), 5);
}
