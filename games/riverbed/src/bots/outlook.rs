//! The river as one seat knows it: which tile lies where, and what turning a space face-up is worth to each side.

use std::cell::OnceCell;

use super::value::{BySide, Standing};
use super::weights::Tuned;
use crate::state::NONE;
use crate::tiles::Tile;
use crate::{MAX_SPACES, MAX_TILES, Riverbed, Spaces, bits};
use balance_engine::View;

/// Face-down spaces whose tile `view` does not know for certain.
#[inline]
pub fn blind_spaces(view: &View<'_, Riverbed>) -> Spaces {
    let places = &view.private.place_of[..view.game.tiles.len()];
    let known = places
        .iter()
        .filter(|place| place.is_power_of_two())
        .fold(0, |set, place| set | place);
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
    /// The tile of a space, where known; face-up ones too.
    known: [u8; MAX_SPACES],
    /// Tiles known to lie face-down on a certain space, as bits.
    pub placed: u32,
    /// Tiles that lie on blind spaces, as bits.
    pub open: u32,
    /// Is more known of some blind space than of another?
    uneven: bool,
    risk: f32,
    /// What each tile that is known to lie face-down gains each side; of the others nothing.
    gain: [BySide; MAX_TILES],
    /// Many a choice is made without a thought for what is not seen.
    unseen: OnceCell<Unseen>,
}

/// What is expected of the tiles on blind spaces.
pub struct Unseen {
    /// What each of them gains one's own side; of the others nothing.
    own: [f32; MAX_TILES],
    /// The mean of it.
    pub mean: BySide,
    /// By how much the better ones surpass nothing, on average over all.
    pub hope: BySide,
}

impl<'v> Outlook<'v> {
    /// What `view` tells.
    #[inline]
    pub fn new(view: View<'v, Riverbed>, tuned: &'v Tuned) -> Self {
        let game = view.game;
        let standing = Standing::new(&tuned.ladder, game, view.public);
        let down = game.board.tiled & !view.public.face_up;
        let mut outlook = Outlook {
            view,
            side: view.private.role.side(),
            standing,
            down,
            blind: down,
            known: [NONE; MAX_SPACES],
            placed: 0,
            open: 0,
            uneven: false,
            risk: tuned.weights.risk,
            gain: [[0.0; 4]; MAX_TILES],
            unseen: OnceCell::new(),
        };
        // First which tiles are not known, without short cuts: that would be guessed wrong.
        let mut least = Spaces::MAX;
        let places = &view.private.place_of[..game.tiles.len()];
        for (index, place) in places.iter().enumerate() {
            let open = place & place.wrapping_sub(1) != 0;
            outlook.open |= u32::from(open) << index;
            least &= place | Spaces::from(open).wrapping_sub(1);
        }
        let all = (1 << places.len()) - 1;
        for tile in bits(all & !outlook.open) {
            let place = places[tile];
            outlook.known[place.trailing_zeros() as usize] = tile as u8;
            outlook.blind &= !place;
            // A tile that lies face-up has one place too, but none that is face-down.
            outlook.placed |= u32::from(place & down != 0) << tile;
        }
        outlook.uneven = outlook.blind & !least != 0;
        for tile in bits(outlook.placed) {
            outlook.gain[tile] = standing.gain(&game.tiles[tile]);
        }
        outlook
    }

    /// What is expected of the tiles on blind spaces.
    #[inline]
    pub fn unseen(&self) -> &Unseen {
        self.unseen.get_or_init(|| self.expected())
    }

    fn expected(&self) -> Unseen {
        let mut own = [0.0; MAX_TILES];
        let (mut mean, mut hope) = ([0.0; 4], [0.0; 4]);
        for tile in bits(self.open) {
            let gain = self.standing.gain(&self.view.game.tiles[tile]);
            own[tile] = gain[self.side];
            for side in 0..4 {
                mean[side] += gain[side];
                hope[side] += gain[side].max(0.0);
            }
        }
        let scale = 1.0 / (self.open.count_ones().max(1) as f32);
        Unseen {
            own,
            mean: mean.map(|sum| sum * scale),
            hope: hope.map(|sum| sum * scale),
        }
    }

    /// The tile on the face-down `space`, if this seat knows it.
    #[inline]
    pub fn known(&self, space: usize) -> Option<usize> {
        let tile = self.known[space];
        (tile != NONE).then_some(tile as usize)
    }

    /// What turning `tile` face-up gains each side, which is known to lie face-down.
    #[inline]
    pub fn gain(&self, tile: usize) -> BySide {
        self.gain[tile]
    }

    /// What turning `space` face-up is expected to gain `side`.
    #[inline]
    pub fn expect(&self, space: usize, side: usize) -> f32 {
        match self.known(space) {
            Some(tile) => self.gain[tile][side],
            None if self.uneven => self.mean_at(space, side),
            None => self.unseen().mean[side],
        }
    }

    /// The same for one's own side, with one's taste for risk.
    #[inline]
    pub fn worth(&self, space: usize) -> f32 {
        let expected = self.expect(space, self.side);
        if self.risk != 0.0 && self.known(space).is_none() {
            expected + self.risk * self.unseen().hope[self.side]
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
        let mut sum = 0.0;
        let unseen = self.unseen();
        for tile in bits(self.open) {
            sum += (unseen.own[tile] - best).max(0.0);
        }
        sum / (self.open.count_ones().max(1) as f32)
    }

    /// The mean over the tiles that may lie on `space`: those confined to few spaces first, the others share the rest.
    #[cold]
    fn mean_at(&self, space: usize, side: usize) -> f32 {
        let (mut sum, mut sure, mut rest, mut others) = (0.0, 0.0, 0.0, 0.0);
        for tile in bits(self.open) {
            let place = self.view.private.place_of[tile] & self.blind;
            if place >> space & 1 == 0 {
                continue;
            }
            let gain = self.standing.gain(&self.view.game.tiles[tile])[side];
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
            return if sure > 0.0 {
                sum / sure
            } else {
                self.unseen().mean[side]
            };
        }
        if sure >= 1.0 {
            return sum / sure;
        }
        sum + rest / others * (1.0 - sure)
    }
}
