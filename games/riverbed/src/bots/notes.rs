//! What follows from a view for many choices: what each tile gains as the tracks stand, and what lies where as far as a seat
//! knows. It is noted with whoever plays, and worked out again only where something changed that it follows from.

use super::value::{BySide, Gains, larger};
use super::weights::WeightTables;
use crate::state::NONE;
use crate::{MAX_SPACES, MAX_TILES, Riverbed, Spaces, bits};
use balance_engine::{MAX_SEATS, View};

#[derive(Debug, Default)]
pub struct Notes {
    gains: Gains,
    rivers: [KnownRiver; MAX_SEATS],
}

impl Notes {
    /// What tiles gain by `tuned`, and the river as the seat of `view` knows it.
    #[inline]
    pub fn about(&mut self, view: &View<'_, Riverbed>, tuned: &WeightTables) -> (&Gains, &KnownRiver) {
        self.gains.keep_up(tuned, view.game, view.public);
        let river = &mut self.rivers[view.seat.index()];
        if !river.is_of(view, &self.gains) {
            river.look(view, &self.gains);
        }
        (&self.gains, river)
    }
}

/// What lies where, as far as a seat knows, and what is expected of it.
#[derive(Debug, Default)]
pub struct KnownRiver {
    /// What it follows from: where tiles may lie, what lies face-up, whose side the seat is on, and what tiles gain.
    place_of: [Spaces; MAX_TILES],
    face_up: Spaces,
    side: usize,
    gains: u64,
    /// The tile of a space, where known; face-up ones too.
    known: [u8; MAX_SPACES],
    /// Face-down spaces whose tile is not known for certain.
    pub blind: Spaces,
    /// Tiles known to lie face-down on a certain space, as bits.
    pub placed: u32,
    /// Tiles that lie on blind spaces, as bits.
    pub open: u32,
    /// Is more known of some blind space than of another?
    pub uneven: bool,
    /// The mean of what each of the tiles on blind spaces gains.
    pub mean: BySide,
    /// By how much the better ones surpass nothing, on average over all.
    pub hope: BySide,
    /// That of one's own side.
    pub own_hope: f32,
    /// The same, rounded as [`super::outlook::Outlook::look`] does.
    pub better: f32,
    /// What turning a face-down space face-up gains one's own side: where the tile is known what that gains, elsewhere the mean.
    /// Behind the last space: nothing.
    pub own: [f32; MAX_SPACES + 1],
    /// The most of it.
    pub most: f32,
}

impl KnownRiver {
    #[inline]
    fn is_of(&self, view: &View<'_, Riverbed>, gains: &Gains) -> bool {
        self.gains == gains.number
            && self.side == view.private.role.side()
            && self.face_up == view.public.face_up
            && self.place_of == view.private.place_of
    }

    fn look(&mut self, view: &View<'_, Riverbed>, gains: &Gains) {
        let game = view.game;
        let down = game.board.tiled & !view.public.face_up;
        self.place_of = view.private.place_of;
        self.face_up = view.public.face_up;
        self.side = view.private.role.side();
        self.gains = gains.number;
        // First which tiles are not known, without short cuts: that would be guessed wrong.
        let (mut open, mut least) = (0, Spaces::MAX);
        let places = &view.private.place_of;
        for (index, place) in places.iter().enumerate() {
            let several = place & place.wrapping_sub(1) != 0;
            open |= u32::from(several) << index;
            least &= place | Spaces::from(several).wrapping_sub(1);
        }
        // Tiles that are not in play may lie nowhere, or on any space.
        let all = (1 << game.tiles.len()) - 1;
        self.open = open & all;
        self.expect_unseen(gains);
        self.known = [NONE; MAX_SPACES];
        let mean = self.mean[self.side];
        self.own = [mean; MAX_SPACES + 1];
        self.own[MAX_SPACES] = 0.0;
        let (mut blind, mut placed, mut most) = (down, 0, mean);
        for tile in bits(all & !open) {
            let place = places[tile];
            let space = place.trailing_zeros() as usize;
            self.known[space] = tile as u8;
            blind &= !place;
            // A tile that lies face-up has one place too, but none that is face-down.
            let lies_down = place & down != 0;
            placed |= u32::from(lies_down) << tile;
            let own = if lies_down { gains.gains(tile)[self.side] } else { mean };
            self.own[space] = own;
            most = larger(own, most);
        }
        (self.blind, self.placed, self.most) = (blind, placed, most);
        self.uneven = blind & !least != 0;
    }

    fn expect_unseen(&mut self, gains: &Gains) {
        let (mut mean, mut hope) = ([0.0; 4], [0.0; 4]);
        for tile in bits(self.open) {
            let gain = gains.gains(tile);
            for side in 0..4 {
                mean[side] += gain[side];
                hope[side] += larger(gain[side], 0.0);
            }
        }
        let count = self.open.count_ones().max(1) as f32;
        let scale = 1.0 / count;
        self.better = hope[self.side] / count;
        self.mean = mean.map(|sum| sum * scale);
        self.hope = hope.map(|sum| sum * scale);
        self.own_hope = self.hope[self.side];
    }

    #[inline]
    pub fn known(&self, space: usize) -> Option<usize> {
        let tile = self.known[space];
        (tile != NONE).then_some(tile as usize)
    }
}
