//! Does a side, or a seat, win far more or less than its fair share?

use super::super::format;
use super::{
    Deals, Direction, Finding, FindingClaim, FindingContext, FindingKind, GapSize, Lies, Sample, Severity, Strength,
    by_size, lies, more, off_too, p_value, times_of_all,
};
use balance_analysis::judge::{Family, Verdict};
use balance_analysis::table::{Configuration, Rate, SeatRow, Shows, SideRow};

/// So many points around its fair share a side is called fair; also part of texts that are put together when compiled.
macro_rules! points {
    () => {
        2
    };
}

const POINTS: u8 = points!();

/// A side this near its fair share is called fair.
pub const MARGIN: f64 = POINTS as f64 / 100.0;

/// How a side stands to its fair share.
struct JudgedSide<'r> {
    row: &'r SideRow,
    fair: f64,
    rate: Rate,
    /// To the fair share ± [`MARGIN`].
    place: Lies,
    /// To the fair share itself; both by the same interval, so that they err together.
    exactly: Lies,
}

/// Where a win rate stands to its fair share, as its interval shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Off, and by more than the margin.
    Beyond(Direction),
    /// Off; whether by more than the margin is undecided.
    Off(Direction),
    /// Not off by more than the margin.
    Within,
    /// Undecided.
    Open,
}

impl Standing {
    fn from_intervals(margin: Lies, exactly: Lies) -> Self {
        match (margin, exactly) {
            (Lies::Beyond(gap, _), _) => Standing::Beyond(Direction::of_gap(gap)),
            (Lies::Within, _) => Standing::Within,
            (_, Lies::Beyond(gap, _)) => Standing::Off(Direction::of_gap(gap)),
            _ => Standing::Open,
        }
    }
}

/// A win rate beside its fair share.
#[derive(Clone, Copy, Debug)]
pub struct RateStanding {
    /// The rate, with an interval that holds for all its like in all configurations at once.
    pub rate: Rate,
    /// The fair share.
    pub fair: f64,
    /// Where it stands.
    pub standing: Standing,
}

/// Where every side of `each`, one of `of` configurations, stands of which nothing is wished and that has a fair share.
pub fn sides_of(each: &Configuration, of: usize) -> Vec<(&SideRow, RateStanding)> {
    let confidence = 1.0 - Family::Sides.each(each.sides.len() * of);
    let standing = |one: JudgedSide<'_>| RateStanding {
        rate: one.rate,
        fair: one.fair,
        standing: Standing::from_intervals(one.place, one.exactly),
    };
    judged_at(each, confidence)
        .into_iter()
        .map(|one| (one.row, standing(one)))
        .collect()
}

/// Where every seat of `each`, one of `of` configurations, stands to what its roles win.
pub fn seats_of(each: &Configuration, of: usize) -> Vec<(&SeatRow, RateStanding)> {
    let confidence = 1.0 - Family::Seats.each(each.seats.len() * of);
    let standing = |row: &SeatRow| {
        let rate = row.win_rate_at(each.sampling(), confidence);
        RateStanding {
            rate,
            fair: row.fair,
            standing: Standing::from_intervals(lies(rate, row.fair, SEAT_MARGIN), lies(rate, row.fair, 0.0)),
        }
    };
    each.seats.iter().map(|row| (row, standing(row))).collect()
}

impl JudgedSide<'_> {
    fn kind(&self, direction: Direction, size: GapSize) -> FindingKind {
        FindingKind::SideGap {
            side: self.row.side.clone(),
            direction,
            size,
        }
    }

    /// The side at the start of a sentence.
    fn name(&self) -> String {
        format::capital(&format::side(&self.row.side))
    }
}

/// Every side of which nothing else is wanted, to its fair share.
fn judged<'r>(asked: &FindingContext<'r>) -> Vec<JudgedSide<'r>> {
    judged_at(asked.each, asked.confidence(Family::Sides, asked.each.sides.len()))
}

fn judged_at(each: &Configuration, confidence: f64) -> Vec<JudgedSide<'_>> {
    let of_row = |row| -> Option<JudgedSide<'_>> {
        let row: &SideRow = row;
        let fair = row.fair?;
        let rate = row.win_rate_at(each.sampling(), confidence);
        Some(JudgedSide {
            row,
            fair,
            rate,
            place: lies(rate, fair, MARGIN),
            exactly: lies(rate, fair, 0.0),
        })
    };
    each.sides
        .iter()
        // Where the designer has said what he wants, that counts and not the fair share.
        .filter(|row| !each.is_wished(&row.side))
        .filter_map(of_row)
        .collect()
}

pub fn find(asked: &FindingContext) -> Vec<Finding> {
    let each = asked.each;
    let judged = judged(asked);
    let shared = [shared(each), wished_beside(each)].concat();
    let mut found = Vec::new();
    for one in &judged {
        let Lies::Beyond(gap, strength) = one.place else {
            continue;
        };
        let direction = Direction::of_gap(gap);
        let (rate, fair) = format::share_and_fair(one.rate, one.fair, MARGIN);
        found.push(Finding {
            headline: format!("{} wins {} than its fair share.", one.name(), direction.word()),
            evidence: format!(
                concat!("It wins {}: more than ", points!(), " points off its fair share, {}.{}"),
                rate, fair, shared
            ),
            method: concat!(
                "The interval of the side's win rate, corrected for the number of sides and configurations, against its fair \
                 share ± ",
                points!(),
                " points."
            ),
            sample: asked.sample(Shows::Side, if gap > 0.0 { &one.row.side } else { ahead(&judged) }),
            claim: Some(claim(one, gap, MARGIN)),
            ..asked.finding(
                Severity::Problem,
                one.kind(direction, GapSize::BeyondMargin),
                gap.abs(),
                strength,
            )
        });
    }
    found.extend(small(asked, &judged, &shared));
    if found.is_empty() && !judged.is_empty() {
        found.push(neither(asked, &judged));
    }
    found
}

/// Where a side is wished to win something else than its fair share, the fair shares of the others no longer fit.
fn wished_beside(each: &Configuration) -> String {
    // "Nobody" is no side, and has no fair share.
    let mut sides = each.sides.iter().filter(|row| row.fair.is_some());
    if !each.fair_share_declared && sides.any(|row| each.is_wished(&row.side)) {
        " Another side has a wish in [expect]; [fair-share] can say what this one should win beside it.".to_owned()
    } else {
        String::new()
    }
}

/// What is claimed of a side of `each`, so that the same can be asked of other bots; none where nothing of it is sure.
pub fn claimed(asked: &FindingContext, side: &str) -> Option<FindingClaim> {
    if let Some(row) = asked.each.wish_of_side(side) {
        let verdict = row.answer?.verdict;
        return (verdict != Verdict::Undecided).then(|| FindingClaim::Wish {
            row: row.clone(),
            verdict,
        });
    }
    let judged = judged(asked);
    let one = judged.iter().find(|one| one.row.side == side)?;
    match (one.place, one.exactly) {
        (Lies::Beyond(gap, _), _) => Some(claim(one, gap, MARGIN)),
        (_, Lies::Beyond(gap, _)) => Some(claim(one, gap, 0.0)),
        _ => None,
    }
}

/// Of random moves only the largest sure gap is told: it is no measure of balance.
pub fn by_random_moves(asked: &FindingContext) -> Vec<Finding> {
    let judged = judged(asked);
    let sure = judged.iter().filter_map(|one| match one.exactly {
        Lies::Beyond(gap, strength) => Some((one, gap, strength)),
        _ => None,
    });
    let largest = sure.max_by(|a, b| by_size(a.1, b.1).then(b.0.row.side.cmp(&a.0.row.side)));
    let finding = largest.map(|(one, gap, strength)| {
        let direction = Direction::of_gap(gap);
        let (rate, fair) = format::share_and_fair(one.rate, one.fair, 0.0);
        Finding {
            headline: format!(
                "By random moves {} wins {} than its fair share.",
                format::side(&one.row.side),
                direction.word()
            ),
            evidence: format!(
                "It wins {rate}; its fair share is {fair}.{}",
                shared(asked.each)
            ),
            method: "The interval of the side's win rate leaves out its fair share, corrected for the number of sides and \
                     configurations; the largest such gap is told.",
            sample: asked.sample(Shows::Side, if gap > 0.0 { &one.row.side } else { ahead(&judged) }),
            ..asked.finding(
                Severity::Notice,
                FindingKind::RandomSideGap {
                    side: one.row.side.clone(),
                    direction,
                },
                // The first of the notices.
                3.0 + gap.abs(),
                strength,
            )
        }
    });
    finding.into_iter().collect()
}

/// Sides that surely differ from their fair share, but not surely by more than the margin: one finding for all.
fn small(asked: &FindingContext, judged: &[JudgedSide], shared: &str) -> Option<Finding> {
    let sure: Vec<(&JudgedSide, f64, Strength)> = judged
        .iter()
        .filter(|one| !matches!(one.place, Lies::Beyond(..)))
        .filter_map(|one| match one.exactly {
            Lies::Beyond(gap, strength) => Some((one, gap, strength)),
            _ => None,
        })
        .collect();
    let (one, gap, strength) = sure
        .iter()
        .max_by(|a, b| by_size(a.1, b.1).then(b.0.row.side.cmp(&a.0.row.side)))?;
    let direction = Direction::of_gap(*gap);
    let exceeds = match one.place {
        Lies::Across(times) => format!(
            concat!("Whether it is more than ", points!(), " points off is open.{}"),
            more(Deals::of_configuration(asked.each), times)
        ),
        _ => concat!("The gap is less than ", points!(), " points.").to_owned(),
    };
    // What is small in one configuration may be large in another.
    let (sure_size, size) = if one.place == Lies::Within {
        ("small but sure", GapSize::WithinMargin)
    } else {
        ("sure", GapSize::Open)
    };
    let others = sure.iter().filter(|other| other.0.row.side != one.row.side);
    let also: Vec<(String, f64)> = others.map(|other| (other.0.row.side.clone(), other.1)).collect();
    let others = off_too(&also);
    let (rate, fair) = format::share_and_fair(one.rate, one.fair, MARGIN);
    Some(Finding {
        headline: format!("{} has a {sure_size} {}.", one.name(), direction.noun()),
        evidence: format!("It wins {rate}; its fair share is {fair}.{shared} {exceeds}{others}"),
        method: concat!(
            "The interval of the side's win rate leaves out its fair share, corrected for the number of sides and configurations; \
             it does not lie beyond fair share ± ",
            points!(),
            " points."
        ),
        sample: asked.sample(Shows::Side, if *gap > 0.0 { &one.row.side } else { ahead(judged) }),
        claim: Some(claim(one, *gap, 0.0)),
        ..asked.finding(Severity::Notice, one.kind(direction, size), 1.5 + gap.abs(), *strength)
    })
}

/// Nobody is surely off: all are fair, or it is not settled.
fn neither(asked: &FindingContext, judged: &[JudgedSide]) -> Finding {
    let each = asked.each;
    let widest = judged
        .iter()
        .map(|one| (one.rate.value - one.fair).abs())
        .fold(0.0, f64::max);
    let gap = format!("The largest gap seen is {} points", format::plain(100.0 * widest, 1));
    // Of several configurations the one with the largest gap speaks for all.
    let size = 1.5 + widest / 100.0;
    let sample = asked.sample(Shows::Side, ahead(judged));
    // Sides of which something is wished are judged by that.
    let all = each.sides.iter().filter(|row| row.fair.is_some()).count() == judged.len();
    let places = each.has_places_of_several_bots();
    let side = if places {
        "every place in turn order"
    } else {
        "every side"
    };
    let who = if all {
        side.to_owned()
    } else {
        format!("{side} of which nothing is wished")
    };
    // A bot may win nearly all games at a table where every place wins its share.
    let over = match each.bots.iter().any(|row| !row.mirror) {
        true if places => ", averaged over the bots that sat there,",
        true => ", averaged over the bots that played it,",
        false => "",
    };
    if judged.iter().all(|one| one.place == Lies::Within) {
        return Finding {
            headline: format!(
                concat!("{} wins its fair share, to within ", points!(), " points{}."),
                format::capital(&who),
                over.trim_end_matches(',')
            ),
            evidence: format!(
                concat!(
                    "{}; every interval lies within ",
                    points!(),
                    " points of the fair share."
                ),
                gap
            ),
            method: concat!(
                "Every interval, corrected for the number of sides and configurations, lies within fair share ± ",
                points!(),
                " points."
            ),
            sample,
            claim: all.then_some(FindingClaim::Sides(MARGIN)),
            ..asked.finding(Severity::Notice, FindingKind::SidesFair, size, Strength::Clear)
        };
    }
    let times = times_of_all(judged.iter().map(|one| (one.rate, one.fair)), MARGIN);
    let open = format!("{who} wins its fair share{over}");
    Finding {
        headline: format!("Whether {open} is not settled yet."),
        evidence: format!("{gap}.{}", more(Deals::of_configuration(each), times)),
        method: concat!(
            "Some interval, corrected for the number of sides and configurations, reaches across fair share ± ",
            points!(),
            " points."
        ),
        sample,
        ..asked.finding(Severity::Notice, FindingKind::SidesOpen, size, Strength::Open)
    }
}

/// That a side is off in this direction, by more than so much.
fn claim(one: &JudgedSide, gap: f64, by: f64) -> FindingClaim {
    FindingClaim::Side {
        side: one.row.side.clone(),
        direction: Direction::of_gap(gap),
        by,
    }
}

/// The side furthest above its fair share.
fn ahead<'r>(judged: &[JudgedSide<'r>]) -> &'r str {
    let gap = |one: &JudgedSide| one.rate.value - one.fair;
    let most = judged.iter().max_by(|a, b| gap(a).total_cmp(&gap(b)));
    most.map_or("", |one| one.row.side.as_str())
}

/// Where several sides may win a game together: that they do.
pub fn shared(each: &Configuration) -> String {
    let playing = || each.sides.iter().filter(|row| row.fair.is_some());
    let nobody = each
        .sides
        .iter()
        .find(|row| row.fair.is_none())
        .map_or(0, |row| row.wins);
    let wins: u64 = playing().map(|row| row.wins).sum();
    if wins + nobody <= each.games {
        return String::new();
    }
    let total: f64 = playing().map(|row| row.win_rate.value).sum();
    format!(
        " Several may win together: all rates add up to {}.",
        format::percent(total, 0)
    )
}

/// A seat this near to what its roles win is called even.
pub const SEAT_MARGIN: f64 = 0.01;

/// How a seat stands to what its roles win.
struct JudgedSeat<'r> {
    row: &'r SeatRow,
    rate: Rate,
    /// To that ± [`SEAT_MARGIN`].
    place: Lies,
    /// To that itself.
    exactly: Lies,
}

impl JudgedSeat<'_> {
    /// What it wins, beside what is expected of it, in a sentence.
    fn wins(&self, each: &Configuration) -> String {
        let expected = if each.roles.len() > 1 {
            "its roles would give it"
        } else {
            "the average seat wins"
        };
        let (rate, fair) = (format::share(self.rate), format::percent(self.row.fair, 1));
        format!("It wins {rate}; {expected} {fair}.")
    }
}

pub fn of_seats(asked: &FindingContext) -> Vec<Finding> {
    let each = asked.each;
    if each.seats_are_sides() {
        return Vec::new();
    }
    let confidence = asked.confidence(Family::Seats, each.seats.len());
    let of_row = |row| {
        let rate = SeatRow::win_rate_at(row, each.sampling(), confidence);
        JudgedSeat {
            row,
            rate,
            place: lies(rate, row.fair, SEAT_MARGIN),
            exactly: lies(rate, row.fair, 0.0),
        }
    };
    let judged: Vec<JudgedSeat> = each.seats.iter().map(of_row).collect();
    if judged.is_empty() {
        return Vec::new();
    }
    let gap = |lies: Lies| match lies {
        Lies::Beyond(gap, strength) => Some((gap, strength)),
        _ => None,
    };
    let largest = |of: fn(&JudgedSeat) -> Lies| {
        let off = judged.iter().filter_map(|seat| Some((seat, gap(of(seat))?)));
        off.max_by(|a, b| a.1.0.abs().total_cmp(&b.1.0.abs()))
    };
    // Others that are surely off, by whatever.
    let also = |but: &JudgedSeat| {
        let sure = judged
            .iter()
            .filter_map(|seat| Some((&*seat.row.seat, gap(seat.exactly)?.0)));
        also(sure, &but.row.seat)
    };
    vec![if let Some((seat, (gap, strength))) = largest(|seat| seat.place) {
        seat_beyond(asked, seat, gap, strength, &also(seat))
    } else if let Some((seat, (gap, strength))) = largest(|seat| seat.exactly) {
        seat_slightly_off(asked, seat, gap, strength, &also(seat))
    } else {
        no_seat_off(asked, &judged)
    }]
}

/// The seat furthest above what its roles win.
fn seat_ahead(each: &Configuration) -> &str {
    let ahead = each.seats.iter().max_by(|a, b| gap_of(a).total_cmp(&gap_of(b)));
    ahead.map_or("", |row| row.seat.as_str())
}

/// A game that shows a gap: a seat that wins too seldom is shown by one that the best seat wins.
fn sample_of_seat(asked: &FindingContext, row: &SeatRow, gap: f64) -> Option<Sample> {
    let seat = if gap > 0.0 { &row.seat } else { seat_ahead(asked.each) };
    asked.sample(Shows::Seat, seat)
}

/// What the test over all seats says, behind a sentence: one deal tests nothing.
fn test_of_seats(each: &Configuration) -> String {
    if each.games > u64::from(each.rotations) {
        format!(" Test that no seat matters: {}.", p_value(each.seat_p))
    } else {
        String::new()
    }
}

/// That a seat is off by more than the margin.
fn seat_beyond(
    asked: &FindingContext,
    seat: &JudgedSeat,
    gap: f64,
    strength: Strength,
    also: &[(String, f64)],
) -> Finding {
    let (row, direction) = (seat.row, Direction::of_gap(gap));
    let (test, others) = (test_of_seats(asked.each), off_too(also));
    Finding {
        headline: format!("Seat {} is {}.", row.seat, direction.of_seat()),
        evidence: format!("{}{test}{others}", seat.wins(asked.each)),
        method: "The interval of each seat's win rate, corrected for the number of seats and configurations, against \
                 what its roles win on average over all seats ± 1 point; Wald's test over all seats at once.",
        sample: sample_of_seat(asked, row, gap),
        claim: Some(seat_claim(row, gap, SEAT_MARGIN)),
        ..asked.finding(
            Severity::Problem,
            seat_kind(row, direction, GapSize::BeyondMargin),
            gap.abs(),
            strength,
        )
    }
}

/// That a seat is surely off, though not surely by more than the margin.
fn seat_slightly_off(
    asked: &FindingContext,
    seat: &JudgedSeat,
    gap: f64,
    strength: Strength,
    also: &[(String, f64)],
) -> Finding {
    let (row, direction) = (seat.row, Direction::of_gap(gap));
    let exceeds = match seat.place {
        Lies::Across(times) => format!(
            "Whether it is more than 1 point off is open.{}",
            more(Deals::of_configuration(asked.each), times)
        ),
        _ => "The gap is less than 1 point.".to_owned(),
    };
    // What is small in one configuration may be large in another.
    let (sure_size, size) = if seat.place == Lies::Within {
        ("small but sure", GapSize::WithinMargin)
    } else {
        ("sure", GapSize::Open)
    };
    let others = off_too(also);
    Finding {
        headline: format!("Seat {} has a {sure_size} {}.", row.seat, direction.noun()),
        evidence: format!("{} {exceeds}{others}", seat.wins(asked.each)),
        method: "The interval of the seat's win rate leaves out what its roles win on average over all seats, corrected \
                 for the number of seats and configurations; it does not lie beyond ± 1 point of that.",
        sample: sample_of_seat(asked, row, gap),
        claim: Some(seat_claim(row, gap, 0.0)),
        ..asked.finding(
            Severity::Notice,
            seat_kind(row, direction, size),
            1.4 + gap.abs(),
            strength,
        )
    }
}

/// That no seat is surely off: all are even, or it is not settled.
fn no_seat_off(asked: &FindingContext, judged: &[JudgedSeat]) -> Finding {
    let each = asked.each;
    let effect = format!(
        "The largest gap seen to what the roles win is {} points.",
        format::plain(100.0 * each.seat_effect, 1)
    );
    // Of several configurations the one with the largest gap speaks for all.
    let size = 1.4 + each.seat_effect / 100.0;
    let sample = asked.sample(Shows::Seat, seat_ahead(each));
    if judged.iter().all(|seat| seat.place == Lies::Within) {
        return Finding {
            headline: "No seat is favoured, to within 1 point.".to_owned(),
            evidence: format!("{effect} Every interval lies within 1 point."),
            method: "Every seat's interval, corrected for the number of seats and configurations, lies within ± 1 point of \
                     what its roles win.",
            sample,
            claim: Some(FindingClaim::Seats(SEAT_MARGIN)),
            ..asked.finding(Severity::Notice, FindingKind::SeatsEven, size, Strength::Clear)
        };
    }
    let times = times_of_all(judged.iter().map(|seat| (seat.rate, seat.row.fair)), SEAT_MARGIN);
    Finding {
        headline: "Whether a seat is favoured by more than 1 point is not settled yet.".to_owned(),
        evidence: format!(
            "{effect}{}{}",
            test_of_seats(each),
            more(Deals::of_configuration(each), times)
        ),
        method: "Some seat's interval, corrected for the number of seats and configurations, reaches across ± 1 point of \
                 what its roles win.",
        sample,
        ..asked.finding(Severity::Notice, FindingKind::SeatsOpen, size, Strength::Open)
    }
}

/// That a seat is off in this direction, by more than so much.
fn seat_claim(row: &SeatRow, gap: f64, by: f64) -> FindingClaim {
    FindingClaim::Seat {
        seat: row.seat.clone(),
        direction: Direction::of_gap(gap),
        by,
    }
}

fn seat_kind(row: &SeatRow, direction: Direction, size: GapSize) -> FindingKind {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// A wish for games that nobody wins is none for a side.
    #[test]
    fn a_wish_for_nobody_is_none_for_another_side() {
        let mut each = sample::single().configurations.remove(0);
        let wish = |metric: &str| vec![sample::wish(metric, (0.0, 0.5), (Verdict::Within, 0.1))];
        each.targets = wish("win-rate.nobody");
        assert_eq!(wished_beside(&each), "");
        each.targets = wish(&format!("win-rate.{}", each.sides[0].side));
        assert!(wished_beside(&each).starts_with(" Another side has a wish in [expect]; "));
    }
}
