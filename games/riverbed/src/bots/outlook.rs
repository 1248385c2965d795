//! The river as one seat knows it: which tile lies where, and what turning a space face-up is worth to each side.

use super::notes::{KnownRiver, Notes};
use super::value::{BySide, Gains, TrackState, larger};
use super::weights::WeightTables;
use crate::state::{RevealRecord, Role};
use crate::tiles::Tile;
use crate::{Fifth, MAX_SPACES, Riverbed, Spaces, bits};
use balance_engine::{BySeat, MAX_SEATS, Seat, SeatSet, View};

/// Face-down spaces whose tile `view` does not know for certain.
#[inline]
pub fn blind_spaces(view: &View<'_, Riverbed>) -> Spaces {
    // Without short cuts, which would be guessed wrong.
    let known = view.private.place_of.iter().fold(0, |set, place| {
        let several = place & place.wrapping_sub(1) != 0;
        set | place & Spaces::from(several).wrapping_sub(1)
    });
    view.game.board.tiled & !view.public.face_up & !known
}

pub struct Outlook<'v> {
    /// Whose eyes these are.
    pub view: View<'v, Riverbed>,
    pub side: usize,
    pub standing: TrackState<'v>,
    pub down: Spaces,
    /// Face-down spaces whose tile this seat does not know for certain.
    pub blind: Spaces,
    /// Tiles known to lie face-down on a certain space, as bits.
    pub placed: u32,
    /// Tiles that lie on blind spaces, as bits.
    pub open: u32,
    risk: f32,
    gains: &'v Gains,
    river: &'v KnownRiver,
}

impl<'v> Outlook<'v> {
    /// What `view` tells; what of it was worked out before is taken from `notes`.
    #[inline]
    pub fn new(view: View<'v, Riverbed>, tuned: &'v WeightTables, notes: &'v mut Notes) -> Self {
        let (gains, river) = notes.about(&view, tuned);
        Outlook {
            view,
            side: view.private.role.side(),
            standing: gains.standing(&tuned.ladder),
            down: view.game.board.tiled & !view.public.face_up,
            blind: river.blind,
            placed: river.placed,
            open: river.open,
            risk: tuned.weights.risk,
            gains,
            river,
        }
    }

    /// The mean of what each tile on a blind space gains.
    #[inline]
    pub fn mean(&self) -> &BySide {
        &self.river.mean
    }

    /// By how much the better ones surpass nothing, on average over all.
    #[inline]
    pub fn hope(&self) -> &BySide {
        &self.river.hope
    }

    /// The same for one's own side.
    #[inline]
    pub fn own_hope(&self) -> f32 {
        self.river.own_hope
    }

    /// The tile on the face-down `space`, if this seat knows it.
    #[inline]
    pub fn known(&self, space: usize) -> Option<usize> {
        self.river.known(space)
    }

    #[inline]
    pub fn gain(&self, tile: usize) -> &BySide {
        self.gains.gains(tile)
    }

    /// What turning `space` face-up gains one's own side, whose tile is known.
    #[inline]
    pub fn sure(&self, space: usize) -> f32 {
        self.river.own[space]
    }

    /// What turning `space` face-up is expected to gain one's own side.
    #[inline]
    pub fn expect(&self, space: usize) -> f32 {
        if self.river.uneven && self.blind >> space & 1 == 1 {
            self.mean_at(space)
        } else {
            self.river.own[space]
        }
    }

    /// The mean of what turning one of `spaces`, three at most, is expected to gain one's own side; nothing of none.
    #[inline]
    pub fn average(&self, spaces: Spaces) -> f32 {
        debug_assert!(spaces.count_ones() <= 3);
        // All three in one go, whether there are so many or not: that would be guessed wrong.
        let lowest = |set: Spaces| (set | 1 << MAX_SPACES).trailing_zeros() as usize;
        let second = spaces & spaces.wrapping_sub(1);
        let third = second & second.wrapping_sub(1);
        let count = u8::from(spaces != 0) + u8::from(second != 0) + u8::from(third != 0);
        let sum = if self.river.uneven {
            bits(spaces).fold(0.0, |sum, space| sum + self.expect(space))
        } else {
            let own = |set: Spaces| self.river.own[lowest(set)];
            own(spaces) + own(second) + own(third)
        };
        sum / larger(f32::from(count), 1.0)
    }

    /// The most that any tile is expected to gain one's own side, if that is known without looking at each.
    #[inline]
    pub fn most(&self) -> Option<f32> {
        (!self.river.uneven).then_some(self.river.most)
    }

    /// The same with one's taste for risk.
    #[inline]
    pub fn worth(&self, space: usize) -> f32 {
        let expected = self.expect(space);
        if self.risk != 0.0 && self.blind >> space & 1 == 1 {
            expected + self.risk * self.hope()[self.side]
        } else {
            expected
        }
    }

    pub fn gain_of(&self, tile: &Tile) -> f32 {
        self.standing.gain_of(tile.elements)[self.side]
    }

    #[inline]
    pub fn best_of(&self, spaces: Spaces) -> Option<(f32, usize)> {
        let mut best: Option<(f32, usize)> = None;
        for space in bits(spaces) {
            let worth = self.worth(space);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, space));
            }
        }
        best
    }

    /// Spaces of `among` whose tile is known to end the game for one's own side.
    pub fn winning(&self, among: Spaces) -> Spaces {
        crate::board::spaces_where(among & self.down, |space| {
            let tile = self.known(space).map(|tile| &self.view.game.tiles[tile]);
            tile.is_some_and(|tile| self.standing.winner(tile) == Some(self.side))
        })
    }

    /// What one more look at a blind space gains: the better half of what may lie there, beyond the `best` at hand.
    #[inline]
    pub fn look(&self, best: f32) -> f32 {
        // Most looks are at hand where nothing good is known near.
        if best == 0.0 {
            return self.river.better;
        }
        let mut sum = 0.0;
        for tile in bits(self.open) {
            sum += larger(self.gain(tile)[self.side] - best, 0.0);
        }
        sum / (self.open.count_ones().max(1) as f32)
    }

    /// The mean over the tiles that may lie on `space`: those confined to few spaces first, the others share the rest.
    #[cold]
    fn mean_at(&self, space: usize) -> f32 {
        let (mut sum, mut sure, mut rest, mut others) = (0.0, 0.0, 0.0, 0.0);
        for tile in bits(self.open) {
            let place = self.view.private.place_of[tile] & self.blind;
            if place >> space & 1 == 0 {
                continue;
            }
            let gain = self.gain(tile)[self.side];
            if place == self.blind {
                rest += gain;
                others += 1.0;
            } else {
                let share = 1.0 / place.count_ones() as f32;
                sum += gain * share;
                sure += share;
            }
        }
        if others == 0.0 {
            return if sure > 0.0 { sum / sure } else { self.mean()[self.side] };
        }
        if sure >= 1.0 {
            return sum / sure;
        }
        sum + rest / others * (1.0 - sure)
    }
}

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
        let mut side = BySeat::filled(judge(RevealRecord::default(), left, suspicion));
        for (seat, role) in roles() {
            side[seat] = [0.0; 4];
            side[seat][role.side()] = 1.0;
        }
        for seat in SeatSet(SeatSet::all(game.players).0 & !known.0).iter() {
            let record = &view.public.record[seat];
            if record.reveals > 0 {
                side[seat] = judge(*record, left, suspicion);
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
pub fn judge(record: RevealRecord, left: BySide, suspicion: f32) -> BySide {
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
