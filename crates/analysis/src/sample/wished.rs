//! What a made-up run wishes, and what its games say to it.

use crate::judge::{Answer, Strength, Verdict};
use crate::table::TargetRow;

/// A row that wants `metric` in a band, and what was found.
pub fn wish(metric: &str, band: (f64, f64), found: (Verdict, f64)) -> TargetRow {
    let (verdict, value) = found;
    TargetRow {
        change: false,
        metric: metric.to_owned(),
        from: Some(band.0),
        to: Some(band.1),
        answer: Some(Answer {
            verdict,
            strength: match verdict {
                Verdict::Undecided => Strength::Open,
                _ => Strength::Clear,
            },
            value,
            lo: Some(value - 0.01),
            hi: Some(value + 0.01),
            deals: 20_000,
            error: 0.01,
            enough: None,
        }),
    }
}
