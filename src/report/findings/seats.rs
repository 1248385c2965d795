//! Is a seat favoured?

use super::super::format;
use super::{Asked, Finding, Lies, Strength, Weight, lies, more, p_value};

/// A seat this near to what its roles win is called even.
const MARGIN: f64 = 0.01;

pub fn find(asked: &Asked) -> Vec<Finding> {
    let each = asked.each;
    if super::super::tables::seats_are_sides(each) {
        return Vec::new();
    }
    let rows = each.seats.len();
    let judged: Vec<_> = each
        .seats
        .iter()
        .map(|row| {
            let rate = asked.widened_share(row.simultaneous, rows, rows);
            (row, rate, lies(rate, row.fair, MARGIN))
        })
        .collect();
    if judged.is_empty() {
        return Vec::new();
    }
    let expected = if each.roles.len() > 1 {
        "its roles would give it"
    } else {
        "the average seat wins"
    };
    let beyond = judged.iter().filter_map(|(row, rate, place)| match place {
        Lies::Beyond(gap, strength) => Some((row, rate, *gap, *strength)),
        _ => None,
    });
    let worst = beyond.clone().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
    let test = format!("Test that no seat matters: {}.", p_value(each.seat_p));
    if let Some((row, rate, gap, strength)) = worst {
        let how = if gap > 0.0 { "favoured" } else { "handicapped" };
        let others: Vec<String> = beyond
            .filter(|other| other.0.seat != row.seat)
            .map(|other| format!("{} ({})", other.0.seat, format::points_only(other.2, 1)))
            .collect();
        let others = if others.is_empty() {
            String::new()
        } else {
            format!(" Also off, in points: {}.", others.join(", "))
        };
        return vec![Finding {
            headline: format!("Seat {} is {how}.", row.seat),
            evidence: format!(
                "It wins {}; {expected} {}.{others} {test}",
                format::share(*rate),
                format::percent(row.fair, 1)
            ),
            method: "The interval of each seat's win rate, corrected for the number of seats and configurations, against \
                     what its roles win on average over all seats ± 1 point; Wald's test over all seats at once.",
            ..asked.finding(Weight::Problem, format!("seat {} {how}", row.seat), gap.abs(), strength)
        }];
    }
    let effect = format!(
        "The largest gap to what the roles win is {} points.",
        format::plain(100.0 * each.seat_effect, 1)
    );
    let times = judged.iter().filter_map(|(.., place)| {
        if let Lies::Across(times) = place {
            Some(*times)
        } else {
            None
        }
    });
    vec![match times.reduce(f64::max) {
        None => Finding {
            headline: "No seat is favoured.".to_owned(),
            evidence: format!("{effect} Every interval lies within 1 point."),
            method: "Every seat's interval, corrected for the number of seats and configurations, lies within ± 1 point of \
                     what its roles win.",
            ..asked.finding(Weight::Notice, "seats even".to_owned(), 1.4, Strength::Clear)
        },
        Some(times) => Finding {
            headline: "Whether a seat is favoured is not settled yet.".to_owned(),
            evidence: format!("{effect} {test} {}", more(each.games, times)),
            method: "Some seat's interval, corrected for the number of seats and configurations, reaches across ± 1 point of \
                     what its roles win.",
            ..asked.finding(Weight::Notice, "seats open".to_owned(), 1.4, Strength::Open)
        },
    }]
}
