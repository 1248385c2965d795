//! Is a place in turn order favoured?

use super::super::format;
use super::{Finding, Strength, Weight, about, beyond};
use crate::table::{Configuration, SeatRow};

/// A place this near the average is called even.
const MARGIN: f64 = 0.01;

const METHOD: &str = "interval of each place, corrected for the number of places, against what its roles win on average ± 1 point; Wald's test over all places";

pub fn find(each: &Configuration) -> Vec<Finding> {
    let judged = each
        .seats
        .iter()
        .filter_map(|row| Some((row, beyond(row.simultaneous, row.fair, MARGIN)?)));
    let worst = judged.max_by(|a, b| a.1.0.abs().total_cmp(&b.1.0.abs()));
    if let Some((row, (gap, strength))) = worst {
        let better = if gap > 0.0 { "better" } else { "worse" };
        return vec![Finding {
            headline: format!("Place {} in turn order does {better} than its roles explain.", row.seat),
            evidence: format!(
                "It wins {}; its roles would give it {}. That no place matters: p {}.",
                format::share(row.simultaneous),
                format::percent(row.fair, 1),
                if each.seat_p < 1e-6 {
                    "< 0.000001".to_owned()
                } else {
                    format!("= {:.6}", each.seat_p)
                }
            ),
            method: METHOD,
            ..about(each, format!("seat {better}"), Weight::Problem, gap.abs(), strength)
        }];
    }
    let inside = |row: &SeatRow| row.simultaneous.lo >= row.fair - MARGIN && row.simultaneous.hi <= row.fair + MARGIN;
    let most = each.seats.iter().max_by(|a, b| {
        let gap = |row: &SeatRow| (row.win_rate.value - row.fair).abs();
        gap(a).total_cmp(&gap(b))
    });
    match most {
        Some(row) if each.seats.iter().all(inside) => vec![Finding {
            headline: "No place in turn order is favoured.".to_owned(),
            evidence: format!(
                "Every place lies within 1 point of what its roles win; the largest gap is {} points (place {}).",
                format::plain(100.0 * (row.win_rate.value - row.fair), 2),
                row.seat
            ),
            method: METHOD,
            ..about(each, "seats even", Weight::Notice, 0.8, Strength::Clear)
        }],
        _ => Vec::new(),
    }
}
