//! What follows from a view for many choices: what each tile gains as the tracks stand, and what lies where as far as a seat
//! knows. It is noted with whoever plays, and worked out again only where something changed that it follows from.

use std::cell::OnceCell;

use super::value::{BySide, Gains};
use super::weights::Tuned;
use crate::state::NONE;
use crate::{MAX_SPACES, MAX_TILES, Riverbed, Spaces, bits};
use balance_engine::{MAX_SEATS, View};

/// What bots at a table worked out last.
#[derive(Debug, Default)]
pub struct Notes {
    gains: Gains,
    rivers: [River; MAX_SEATS],
}

impl Notes {
    /// What tiles gain by `tuned`, and the river as the seat of `view` knows it.
    #[inline]
    pub fn about(&mut self, view: &View<'_, Riverbed>, tuned: &Tuned) -> (&Gains, &River) {
        let news = self.gains.keep_up(tuned, view.game, view.public);
        if news {
            // What is expected of unseen tiles follows from what tiles gain.
            self.rivers.iter_mut().for_each(|river| river.unseen = OnceCell::new());
        }
        let river = &mut self.rivers[view.seat.index()];
        if !river.is_of(view) {
            *river = River::new(view);
        }
        (&self.gains, river)
    }
}

/// What lies where, as far as a seat knows.
#[derive(Debug)]
pub struct River {
    /// What it follows from: where tiles may lie and what lies face-up.
    place_of: [Spaces; MAX_TILES],
    face_up: Spaces,
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
    /// Many a choice is made without a thought for what is not seen.
    unseen: OnceCell<Unseen>,
}

impl Default for River {
    /// Of no seat.
    fn default() -> Self {
        River {
            place_of: [0; MAX_TILES],
            face_up: Spaces::MAX,
            known: [NONE; MAX_SPACES],
            blind: 0,
            placed: 0,
            open: 0,
            uneven: false,
            unseen: OnceCell::new(),
        }
    }
}

/// What is expected of the tiles on blind spaces.
#[derive(Debug)]
pub struct Unseen {
    /// The mean of what each of them gains.
    pub mean: BySide,
    /// By how much the better ones surpass nothing, on average over all.
    pub hope: BySide,
}

impl River {
    fn is_of(&self, view: &View<'_, Riverbed>) -> bool {
        self.face_up == view.public.face_up && self.place_of == view.private.place_of
    }

    fn new(view: &View<'_, Riverbed>) -> Self {
        let game = view.game;
        let down = game.board.tiled & !view.public.face_up;
        let mut river = River {
            place_of: view.private.place_of,
            face_up: view.public.face_up,
            blind: down,
            ..River::default()
        };
        // First which tiles are not known, without short cuts: that would be guessed wrong.
        let mut least = Spaces::MAX;
        let places = &view.private.place_of[..game.tiles.len()];
        for (index, place) in places.iter().enumerate() {
            let open = place & place.wrapping_sub(1) != 0;
            river.open |= u32::from(open) << index;
            least &= place | Spaces::from(open).wrapping_sub(1);
        }
        let all = (1 << places.len()) - 1;
        for tile in bits(all & !river.open) {
            let place = places[tile];
            river.known[place.trailing_zeros() as usize] = tile as u8;
            river.blind &= !place;
            // A tile that lies face-up has one place too, but none that is face-down.
            river.placed |= u32::from(place & down != 0) << tile;
        }
        river.uneven = river.blind & !least != 0;
        river
    }

    /// The tile on `space`, if the seat knows it.
    #[inline]
    pub fn known(&self, space: usize) -> Option<usize> {
        let tile = self.known[space];
        (tile != NONE).then_some(tile as usize)
    }

    /// What is expected of the tiles on blind spaces, each of which gains so much.
    #[inline]
    pub fn unseen(&self, gains: &Gains) -> &Unseen {
        self.unseen.get_or_init(|| self.expected(gains))
    }

    fn expected(&self, gains: &Gains) -> Unseen {
        let (mut mean, mut hope) = ([0.0; 4], [0.0; 4]);
        for tile in bits(self.open) {
            let gain = gains.of(tile);
            for side in 0..4 {
                mean[side] += gain[side];
                hope[side] += gain[side].max(0.0);
            }
        }
        let scale = 1.0 / (self.open.count_ones().max(1) as f32);
        Unseen {
            mean: mean.map(|sum| sum * scale),
            hope: hope.map(|sum| sum * scale),
        }
    }
}
