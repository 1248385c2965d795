//! Does a side, or a seat, win far more or less than is fair; does the only side there is win too seldom, or too often?

use super::kind::{EndingFact, Evenness, GameShare, SEAT_MARGIN, SELDOM, Standing, WinGap, Winners};
use super::targets::goals_of_winners;
use super::{Direction, Finding, FindingClaim, FindingContext, FindingKind, Severity};
use crate::metrics::{only_side, playing};
use balance_config::scenario::FAIR;
use balance_inference::judge::Family;
use balance_inference::table::{Configuration, Rate, RoleSeatRow, SeatRow, Shows, SideRow};

/// A win rate beside what would be fair.
#[derive(Clone, Copy, Debug)]
pub struct RateStanding {
    /// The rate, with an interval that holds for all its like in all configurations at once.
    pub rate: Rate,
    pub fair: f64,
    pub standing: Standing,
}

impl RateStanding {
    fn new(rate: Rate, fair: f64, margin: f64) -> Self {
        RateStanding {
            rate,
            fair,
            standing: Standing::of_rate(rate, fair, margin),
        }
    }
}

/// Where every side of `each`, one of `of` configurations, stands that has a fair share and no goal.
pub fn sides_of(each: &Configuration, of: usize) -> Vec<(&SideRow, RateStanding)> {
    let confidence = 1.0 - Family::Sides.each(each.sides.len() * of);
    let rows = each.sides.iter().filter(|row| !each.is_wished(&row.side));
    let standing = |row| {
        let rate = SideRow::win_rate_at(row, each.sampling(), confidence);
        Some((row, RateStanding::new(rate, row.fair?, FAIR)))
    };
    rows.filter_map(standing).collect()
}

/// Where the only side of `each`, one of `of` configurations, stands to half of all games, up to [`SELDOM`] from none and from all
/// of them; none where several sides play.
pub fn team_of(each: &Configuration, of: usize) -> Option<(&SideRow, RateStanding)> {
    let row = only_side(each)?;
    let confidence = 1.0 - Family::Sides.each(each.sides.len() * of);
    let rate = row.win_rate_at(each.sampling(), confidence);
    Some((row, RateStanding::new(rate, 0.5, 0.5 - SELDOM)))
}

/// Where every seat of `each`, one of `of` configurations, stands to what its roles win, but for seats that a role has to itself: of
/// these nothing can be said.
pub fn seats_of(each: &Configuration, of: usize) -> Vec<(&SeatRow, RateStanding)> {
    let confidence = 1.0 - Family::Seats.each(each.seats.len() * of);
    let standing = |row| {
        let rate = SeatRow::win_rate_at(row, each.sampling(), confidence);
        (row, RateStanding::new(rate, row.fair, SEAT_MARGIN))
    };
    let rows = each.seats.iter().filter(|row| !is_of_one_role(each, row));
    rows.map(standing).collect()
}

/// Has the seat always the same role, and no other seat this role?
fn is_of_one_role(each: &Configuration, seat: &SeatRow) -> bool {
    let met = || each.role_seats.iter().filter(|row| row.appearances > 0);
    let mut roles = met().filter(|row| row.seat == seat.seat);
    let (Some(RoleSeatRow { role, .. }), None) = (roles.next(), roles.next()) else {
        return false;
    };
    each.seats.len() > 1 && met().filter(|row| row.role == *role).count() == 1
}

/// Who wins: one finding for all sides. Where a goal says who should win, that counts and not the fair share.
pub fn find(context: &FindingContext) -> Vec<Finding> {
    let each = context.each;
    if goals_of_winners(each) {
        return Vec::new();
    }
    if playing(each).count() < 2 {
        return too_hard_or_easy(context).into_iter().collect();
    }
    let rows = sides_of(each, context.of).into_iter();
    let gaps: Vec<(WinGap, Standing)> = rows.map(|(row, at)| (win_gap(&row.side, at), at.standing)).collect();
    fairness(context, Winners::Sides, gaps, FAIR).into_iter().collect()
}

fn too_hard_or_easy(context: &FindingContext) -> Option<Finding> {
    let (row, at) = team_of(context.each, context.of)?;
    let direction = at.standing.beyond()?;
    let (shows, claim) = match direction {
        Direction::Less => (Shows::Nobody, FindingClaim::Nobody(1.0 - SELDOM)),
        Direction::More => (Shows::Side, FindingClaim::Everybody(1.0 - SELDOM)),
    };
    let share = GameShare {
        games: row.wins,
        of: context.each.games,
        rate: at.rate,
    };
    let fact = EndingFact::WonByOnly(direction);
    Some(Finding {
        claim: Some(claim),
        sample: context.sample(shows, &row.side),
        ..context.finding(Severity::Problem, FindingKind::Ending { fact, share }, 1.0)
    })
}

/// Whether a seat is favoured: one finding for all of them.
pub fn of_seats(context: &FindingContext) -> Vec<Finding> {
    let each = context.each;
    if playing(each).count() < 2 || each.seats_are_sides() {
        return Vec::new();
    }
    let rows = seats_of(each, context.of);
    if rows.is_empty() && !each.seats.is_empty() {
        return vec![context.finding(Severity::Notice, FindingKind::SeatsAreRoles, 1.0)];
    }
    let gaps: Vec<(WinGap, Standing)> = (rows.into_iter())
        .map(|(row, at)| (win_gap(&row.seat, at), at.standing))
        .collect();
    fairness(context, Winners::Seats, gaps, SEAT_MARGIN)
        .into_iter()
        .collect()
}

fn win_gap(name: &str, at: RateStanding) -> WinGap {
    WinGap {
        name: name.to_owned(),
        rate: at.rate,
        fair: at.fair,
    }
}

fn fairness(
    context: &FindingContext,
    winners: Winners,
    mut all: Vec<(WinGap, Standing)>,
    margin: f64,
) -> Option<Finding> {
    // Of two that are equally far the one that wins too seldom comes first.
    all.sort_by_key(|(gap, _)| ((-1e9 * gap.gap().abs()).round() as i64, gap.gap() > 0.0));
    let ahead = all
        .iter()
        .max_by(|a, b| a.0.gap().total_cmp(&b.0.gap()))?
        .0
        .name
        .clone();
    let those = |is: fn(&Standing) -> bool| -> Vec<WinGap> {
        let these = all.iter().filter(|(_, standing)| is(standing));
        these.map(|(gap, _)| gap.clone()).collect()
    };
    let beyond = those(|standing| matches!(standing, Standing::Beyond(_)));
    let off = those(|standing| matches!(standing, Standing::Off(_)));
    let (severity, evenness, gaps) = if !beyond.is_empty() {
        (Severity::Problem, Evenness::Unfair, [beyond, off].concat())
    } else if !off.is_empty() {
        (Severity::Notice, Evenness::Uneven, off)
    } else if all.iter().all(|(_, standing)| *standing == Standing::Within) {
        (Severity::Notice, Evenness::Fair, those(|_| true))
    } else {
        (Severity::Notice, Evenness::Undecided, those(|_| true))
    };
    let worst = gaps[0].clone();
    let gap_beyond = |by: f64| FindingClaim::Gap {
        winners,
        name: worst.name.clone(),
        direction: Direction::of_gap(worst.gap()),
        by,
    };
    let claim = match evenness {
        Evenness::Unfair => Some(gap_beyond(margin)),
        Evenness::Uneven => Some(gap_beyond(0.0)),
        Evenness::Fair => Some(FindingClaim::Fair {
            winners,
            within: margin,
        }),
        Evenness::Undecided => None,
    };
    let shows = match winners {
        Winners::Sides => Shows::Side,
        Winners::Seats => Shows::Seat,
    };
    // One that wins too seldom is shown by a game that the best one wins.
    let winner = if worst.gap() > 0.0 { &worst.name } else { &ahead };
    // Before all other notices stands which side wins.
    let rank = match (severity, winners) {
        (Severity::Problem, _) => 0.0,
        (_, Winners::Sides) => 2.0,
        (_, Winners::Seats) => 1.0,
    };
    let kind = FindingKind::Fairness {
        winners,
        evenness,
        gaps,
    };
    Some(Finding {
        claim,
        sample: context.sample(shows, winner),
        ..context.finding(severity, kind, rank + worst.gap().abs())
    })
}

pub fn shared(each: &Configuration) -> Option<f64> {
    let nobody = each.sides.iter().find(|row| row.fair.is_none());
    let wins: u64 = playing(each).map(|row| row.wins).sum();
    let total = playing(each).map(|row| row.win_rate.value).sum();
    (wins + nobody.map_or(0, |row| row.wins) > each.games).then_some(total)
}
