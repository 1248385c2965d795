//! The river as one seat knows it: which tile lies where, and what turning a space face-up is worth to each side.

use super::heuristic::WeightTables;
use super::value::{BySide, TrackState, larger};
use crate::state::{NONE, RevealRecord, Role};
use crate::tiles::Tile;
use crate::{Fifth, MAX_SPACES, MAX_TILES, Riverbed, Spaces, bits};
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
    /// What turning each tile face-up gains each side, as the tracks stand.
    gains: [BySide; MAX_TILES],
    /// The tile of a space, where known; face-up ones too.
    known: [u8; MAX_SPACES],
    /// Is more known of some blind space than of another?
    uneven: bool,
    /// The mean of what each of the tiles on blind spaces gains.
    pub mean: BySide,
    /// By how much the better ones surpass nothing, on average over all.
    pub hope: BySide,
}

impl<'v> Outlook<'v> {
    /// What `view` tells.
    pub fn new(view: View<'v, Riverbed>, tuned: &'v WeightTables) -> Self {
        let game = view.game;
        let standing = TrackState::new(&tuned.ladder, game, view.public);
        let mut gains = [[0.0; 4]; MAX_TILES];
        for (gain, tile) in gains.iter_mut().zip(&game.tiles) {
            *gain = standing.gain(tile);
        }
        let down = game.board.tiled & !view.public.face_up;
        let mut outlook = Outlook {
            view,
            side: view.private.role.side(),
            standing,
            down,
            blind: down,
            placed: 0,
            open: 0,
            risk: tuned.weights.risk,
            gains,
            known: [NONE; MAX_SPACES],
            uneven: false,
            mean: [0.0; 4],
            hope: [0.0; 4],
        };
        outlook.look_round();
        outlook
    }

    /// What lies where, and what is expected of what nobody has seen.
    fn look_round(&mut self) {
        // First which tiles are not known, without short cuts: that would be guessed wrong.
        let (mut open, mut least) = (0, Spaces::MAX);
        let places = &self.view.private.place_of;
        for (index, place) in places.iter().enumerate() {
            let several = place & place.wrapping_sub(1) != 0;
            open |= u32::from(several) << index;
            least &= place | Spaces::from(several).wrapping_sub(1);
        }
        // Tiles that are not in play may lie nowhere, or on any space.
        let all = (1 << self.view.game.tiles.len()) - 1;
        self.open = open & all;
        for tile in bits(all & !open) {
            let place = places[tile];
            self.known[place.trailing_zeros() as usize] = tile as u8;
            self.blind &= !place;
            // A tile that lies face-up has one place too, but none that is face-down.
            self.placed |= u32::from(place & self.down != 0) << tile;
        }
        self.uneven = self.blind & !least != 0;
        for tile in bits(self.open) {
            for (side, gain) in self.gains[tile].into_iter().enumerate() {
                self.mean[side] += gain;
                self.hope[side] += larger(gain, 0.0);
            }
        }
        let scale = 1.0 / self.open.count_ones().max(1) as f32;
        self.mean = self.mean.map(|sum| sum * scale);
        self.hope = self.hope.map(|sum| sum * scale);
    }

    /// The tile on the face-down `space`, if this seat knows it.
    #[inline]
    pub fn known(&self, space: usize) -> Option<usize> {
        let tile = self.known[space];
        (tile != NONE).then_some(tile as usize)
    }

    #[inline]
    pub fn gain(&self, tile: usize) -> &BySide {
        &self.gains[tile]
    }

    /// What turning `space` face-up is expected to gain one's own side.
    #[inline]
    pub fn expect(&self, space: usize) -> f32 {
        match self.known(space) {
            Some(tile) if self.down >> space & 1 == 1 => self.gains[tile][self.side],
            None if self.uneven && self.blind >> space & 1 == 1 => self.mean_at(space),
            _ => self.mean[self.side],
        }
    }

    /// The mean of what turning one of `spaces` is expected to gain one's own side; nothing of none.
    pub fn average(&self, spaces: Spaces) -> f32 {
        let sum = bits(spaces).fold(0.0, |sum, space| sum + self.expect(space));
        sum / spaces.count_ones().max(1) as f32
    }

    /// The same with one's taste for risk.
    #[inline]
    pub fn worth(&self, space: usize) -> f32 {
        let expected = self.expect(space);
        if self.risk != 0.0 && self.blind >> space & 1 == 1 {
            expected + self.risk * self.hope[self.side]
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
            return if sure > 0.0 { sum / sure } else { self.mean[self.side] };
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
