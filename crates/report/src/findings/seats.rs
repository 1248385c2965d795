//! Is a seat favoured?

use super::super::format;
use super::{
    Asked, Claim, Deals, Direction, Finding, FindingKind, GapSize, Lies, Strength, Weight, lies, more, off_too,
    p_value, times_of_all,
};
use balance_analysis::judge::Family;
use balance_analysis::table::{SeatRow, Shows};

/// A seat this near to what its roles win is called even.
const MARGIN: f64 = 0.01;

pub fn find(asked: &Asked) -> Vec<Finding> {
    let each = asked.each;
    if each.seats_are_sides() {
        return Vec::new();
    }
    let confidence = asked.confidence(Family::Seats, each.seats.len());
    let judged: Vec<_> = each
        .seats
        .iter()
        .map(|row| {
            let rate = row.at(each.sampling(), confidence);
            (row, rate, lies(rate, row.fair, MARGIN), lies(rate, row.fair, 0.0))
        })
        .collect();
    if judged.is_empty() {
        return Vec::new();
    }
    let ahead = each.seats.iter().max_by(|a, b| gap_of(a).total_cmp(&gap_of(b)));
    let ahead = ahead.map_or("", |row| row.seat.as_str());
    // A seat that wins too seldom is shown by a game that the best one wins.
    let shown = |row: &SeatRow, gap: f64| asked.sample(Shows::Seat, if gap > 0.0 { &row.seat } else { ahead });
    let expected = if each.roles.len() > 1 {
        "its roles would give it"
    } else {
        "the average seat wins"
    };
    let sure = judged.iter().filter_map(|(row, rate, place, exactly)| match exactly {
        Lies::Beyond(gap, strength) => Some((row, rate, *gap, *strength, place)),
        _ => None,
    });
    let beyond = judged.iter().filter_map(|(row, rate, place, _)| match place {
        Lies::Beyond(gap, strength) => Some((row, rate, *gap, *strength)),
        _ => None,
    });
    let worst = beyond.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
    // One deal tests nothing.
    let test = if each.games > u64::from(each.rotations) {
        format!(" Test that no seat matters: {}.", p_value(each.seat_p))
    } else {
        String::new()
    };
    if let Some((row, rate, gap, strength)) = worst {
        let direction = Direction::of_gap(gap);
        let also = also(sure.map(|other| (&*other.0.seat, other.2)), &row.seat);
        let others = off_too(&also);
        return vec![Finding {
            also,
            headline: format!("Seat {} is {}.", row.seat, direction.of_seat()),
            evidence: format!(
                "It wins {}; {expected} {}.{test}{others}",
                format::share(*rate),
                format::percent(row.fair, 1)
            ),
            method: "The interval of each seat's win rate, corrected for the number of seats and configurations, against \
                     what its roles win on average over all seats ± 1 point; Wald's test over all seats at once.",
            sample: shown(row, gap),
            claim: Some(claim(row, gap, MARGIN)),
            ..asked.finding(
                Weight::Problem,
                kind(row, direction, GapSize::BeyondMargin),
                gap.abs(),
                strength,
            )
        }];
    }
    let worst = sure.clone().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
    if let Some((row, rate, gap, strength, place)) = worst {
        let direction = Direction::of_gap(gap);
        let exceeds = match place {
            Lies::Across(times) => format!(
                "Whether it is more than 1 point off is open.{}",
                more(Deals::of(each), *times)
            ),
            _ => "The gap is less than 1 point.".to_owned(),
        };
        // What is small in one configuration may be large in another.
        let (sure_size, size) = if *place == Lies::Within {
            ("small but sure", GapSize::WithinMargin)
        } else {
            ("sure", GapSize::Open)
        };
        let also = also(sure.map(|other| (&*other.0.seat, other.2)), &row.seat);
        let others = off_too(&also);
        return vec![Finding {
            also,
            headline: format!("Seat {} has a {sure_size} {}.", row.seat, direction.noun()),
            evidence: format!(
                "It wins {}; {expected} {}. {exceeds}{others}",
                format::share(*rate),
                format::percent(row.fair, 1)
            ),
            method: "The interval of the seat's win rate leaves out what its roles win on average over all seats, corrected \
                     for the number of seats and configurations; it does not lie beyond ± 1 point of that.",
            sample: shown(row, gap),
            claim: Some(claim(row, gap, 0.0)),
            ..asked.finding(Weight::Notice, kind(row, direction, size), 1.4 + gap.abs(), strength)
        }];
    }
    let effect = format!(
        "The largest gap seen to what the roles win is {} points.",
        format::plain(100.0 * each.seat_effect, 1)
    );
    // Of several configurations the one with the largest gap speaks for all.
    let size = 1.4 + each.seat_effect / 100.0;
    let sample = asked.sample(Shows::Seat, ahead);
    if judged.iter().all(|(_, _, place, _)| *place == Lies::Within) {
        return vec![Finding {
            headline: "No seat is favoured, to within 1 point.".to_owned(),
            evidence: format!("{effect} Every interval lies within 1 point."),
            method: "Every seat's interval, corrected for the number of seats and configurations, lies within ± 1 point of \
                     what its roles win.",
            sample,
            claim: Some(Claim::Seats(MARGIN)),
            ..asked.finding(Weight::Notice, FindingKind::SeatsEven, size, Strength::Clear)
        }];
    }
    let times = times_of_all(judged.iter().map(|(row, rate, ..)| (*rate, row.fair)), MARGIN);
    vec![Finding {
        headline: "Whether a seat is favoured by more than 1 point is not settled yet.".to_owned(),
        evidence: format!("{effect}{test}{}", more(Deals::of(each), times)),
        method: "Some seat's interval, corrected for the number of seats and configurations, reaches across ± 1 point of \
                 what its roles win.",
        sample,
        ..asked.finding(Weight::Notice, FindingKind::SeatsOpen, size, Strength::Open)
    }]
}

/// That a seat is off in this direction, by more than so much.
fn claim(row: &SeatRow, gap: f64, by: f64) -> Claim {
    Claim::Seat {
        seat: row.seat.clone(),
        direction: Direction::of_gap(gap),
        by,
    }
}

fn kind(row: &SeatRow, direction: Direction, size: GapSize) -> FindingKind {
    FindingKind::SeatGap {
        seat: row.seat.clone(),
        direction,
        size,
    }
}

/// How far a seat is from what its roles win.
fn gap_of(row: &SeatRow) -> f64 {
    row.win_rate.value - row.fair
}

/// Other seats that are off, with their gaps.
fn also<'r>(all: impl Iterator<Item = (&'r str, f64)>, but: &str) -> Vec<(String, f64)> {
    let others = all.filter(|(seat, _)| *seat != but);
    others.map(|(seat, gap)| (format!("seat {seat}"), gap)).collect()
}
