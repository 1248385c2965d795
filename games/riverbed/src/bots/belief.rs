//! What a seat believes about everybody's side: roles it was shown, the counts of roles, and what each player has
//! revealed by choice.

use super::value::{BySide, larger};
use crate::state::{Record, Role};
use crate::{Fifth, Riverbed};
use balance_engine::{BySeat, MAX_SEATS, Seat, SeatSet, View};

/// Chances of each seat's side.
#[derive(Clone, Copy, Debug)]
pub struct Belief {
    /// By seat: merchants, separatists, Profiteer.
    pub side: BySeat<BySide>,
    /// Given that a hidden seat is a separatist, the chance that it is the Leader.
    pub leader: f32,
}

/// The role of `seat` as far as `view` knows it for certain.
#[inline]
pub fn certain(view: &View<'_, Riverbed>, seat: Seat) -> Option<Role> {
    if seat == view.seat {
        return Some(view.private.role);
    }
    view.public.role[seat].or(view.private.seen_role[seat])
}

/// The seats whose role `view` knows for certain.
#[inline]
fn known(view: &View<'_, Riverbed>) -> SeatSet {
    let shown = view.public.role.first(MAX_SEATS).iter();
    let roles = shown.zip(view.private.seen_role.first(MAX_SEATS));
    let mut known = SeatSet(1 << view.seat.0);
    for (seat, (shown, seen)) in roles.enumerate() {
        known.0 |= u16::from(shown.is_some() | seen.is_some()) << seat;
    }
    known
}

impl Belief {
    /// What `view` suggests; `suspicion` is how strongly reveals speak.
    #[inline]
    pub fn new(view: &View<'_, Riverbed>, suspicion: f32) -> Self {
        let game = view.game;
        let mut left = [
            1.0 + f32::from(game.others[0]),
            1.0 + f32::from(game.others[1]),
            f32::from(game.others[2]),
            0.0,
        ];
        let mut leader_hidden = true;
        let (mut separatist, mut profiteer) = (false, false);
        let known = known(view);
        let roles = || known.iter().filter_map(|seat| Some((seat, certain(view, seat)?)));
        for (_, role) in roles() {
            left[role.side()] -= 1.0;
            leader_hidden &= role != Role::Leader;
            separatist |= role == Role::Separatist;
            profiteer |= role == Role::Profiteer;
        }
        match game.fifth {
            Fifth::None => {}
            Fifth::Fixed(role) => left[role.side()] += 1.0,
            Fifth::Unseen if separatist => left[1] += 1.0,
            Fifth::Unseen if profiteer => left[2] += 1.0,
            Fifth::Unseen => {
                left[1] += 0.5;
                left[2] += 0.5;
            }
        }
        let left = left.map(|count| larger(count, 0.0));
        // Of all who have revealed nothing the same is thought.
        let mut side = BySeat::filled(judge(&Record::default(), left, suspicion));
        for (seat, role) in roles() {
            side[seat] = [0.0; 4];
            side[seat][role.side()] = 1.0;
        }
        for seat in SeatSet(SeatSet::all(game.players).0 & !known.0).iter() {
            let record = &view.public.record[seat];
            if record.reveals > 0 {
                side[seat] = judge(record, left, suspicion);
            }
        }
        Belief {
            side,
            leader: if leader_hidden && left[1] > 0.0 {
                1.0 / left[1].max(1.0)
            } else {
                0.0
            },
        }
    }
}

/// Chances of a side given how many places each side has `left` and what the seat has shown. What it revealed knowingly
/// counts twice.
#[inline]
pub fn judge(record: &Record, left: BySide, suspicion: f32) -> BySide {
    let mut chances = left;
    if record.reveals > 0 {
        for ((chance, shown), knowingly) in chances.iter_mut().zip(record.shown).zip(record.knowingly) {
            let seen = u16::from(shown) + u16::from(knowingly);
            *chance *= 1.0 + suspicion * f32::from(seen);
        }
    }
    let sum = chances[0] + chances[1] + chances[2];
    let scale = if sum > 0.0 { 1.0 / sum } else { 0.0 };
    chances.map(|chance| chance * scale)
}
