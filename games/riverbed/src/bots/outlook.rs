//! The river as one seat knows it: which tile lies where, and what turning a space face-up is worth to each side.

use super::notes::{Notes, River};
use super::value::{BySide, Gains, Standing, larger};
use super::weights::Tuned;
use crate::tiles::Tile;
use crate::{MAX_SPACES, Riverbed, Spaces, bits};
use balance_engine::View;

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

/// What one seat expects of every face-down space.
pub struct Outlook<'v> {
    /// Whose eyes these are.
    pub view: View<'v, Riverbed>,
    /// Its side.
    pub side: usize,
    /// How the tracks stand.
    pub standing: Standing<'v>,
    /// Face-down spaces.
    pub down: Spaces,
    /// Face-down spaces whose tile this seat does not know for certain.
    pub blind: Spaces,
    /// Tiles known to lie face-down on a certain space, as bits.
    pub placed: u32,
    /// Tiles that lie on blind spaces, as bits.
    pub open: u32,
    risk: f32,
    gains: &'v Gains,
    river: &'v River,
}

impl<'v> Outlook<'v> {
    /// What `view` tells; what of it was worked out before is taken from `notes`.
    #[inline]
    pub fn new(view: View<'v, Riverbed>, tuned: &'v Tuned, notes: &'v mut Notes) -> Self {
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

    /// What turning `tile` face-up gains each side.
    #[inline]
    pub fn gain(&self, tile: usize) -> &BySide {
        self.gains.of(tile)
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

    /// What the elements of `tile` gain one's own side.
    pub fn gain_of(&self, tile: &Tile) -> f32 {
        self.standing.gain_of(tile.elements)[self.side]
    }

    /// The best of `spaces` for one's own side.
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
