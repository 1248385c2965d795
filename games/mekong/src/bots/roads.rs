//! The board as all see it who lay programmes in one turn: what ways cost is worked out once for them. Which of two ways is gone that
//! cost the same is a whim of each.

use super::ground::Ground;
use super::routes::Routes;
use super::way::Way;
use crate::Mekong;
use crate::board::PlacementSet;
use crate::state::{NUMBERS, PLANKS, Plank, Public, SUPPORTS, Space};
use balance_engine::{BySeat, Seat};

/// What ways go by on islands.
struct Seen {
    stones: u32,
    covered: u32,
    laid: u64,
    on: [u64; SUPPORTS],
    barred: PlacementSet,
    planks: [Plank; PLANKS],
    pawns: BySeat<Space>,
    reserves: BySeat<[u8; NUMBERS]>,
}

impl Seen {
    fn of(public: &Public) -> Self {
        Seen {
            stones: public.stones,
            covered: public.covered,
            laid: public.laid,
            on: public.on,
            barred: public.barred,
            planks: public.planks,
            pawns: public.pawns,
            reserves: public.reserves,
        }
    }

    /// Does a plank lie where it lay, as far as ways go by it?
    #[inline]
    fn same(a: &Plank, b: &Plank) -> bool {
        (a.id, a.a, a.b) == (b.id, b.a, b.b)
    }

    /// Has nothing of it changed?
    fn is(&self, public: &Public) -> bool {
        let Seen {
            stones,
            covered,
            laid,
            on,
            barred,
            planks,
            pawns,
            reserves,
        } = self;
        *stones == public.stones
            && *covered == public.covered
            && *laid == public.laid
            && *pawns == public.pawns
            && *reserves == public.reserves
            && *on == public.on
            && *barred == public.barred
            && planks.iter().zip(&public.planks).all(|(a, b)| Self::same(a, b))
    }
}

/// What ways cost on the board that was seen last.
#[derive(Default)]
pub struct Roads(Option<Known>);

/// What ways cost on a board, as far as it was asked.
pub struct Known {
    seen: Seen,
    ground: Ground,
    /// To the destination of each seat, from where its pawn stands and from its home.
    routes: BySeat<Option<Routes>>,
}

impl Roads {
    /// On this board, always of the same variant of the game; ways that cost the same are told apart by `whim`.
    pub fn on(&mut self, game: &Mekong, public: &Public, whim: u64) -> &mut Known {
        // In open water ways go by more than what is held against what was seen.
        if game.free || !self.0.as_ref().is_some_and(|known| known.seen.is(public)) {
            self.0 = None;
        }
        let known = self.0.get_or_insert_with(|| Known {
            seen: Seen::of(public),
            ground: Ground::new(game, public, whim),
            routes: BySeat::filled(None),
        });
        known.ground.whim = whim;
        known
    }
}

impl Known {
    /// The best way of `seat`, and what it would be from home, as [`Way::of`] finds it on this board.
    pub fn way(&mut self, game: &Mekong, public: &Public, seat: Seat) -> Option<Way> {
        let ground = &self.ground;
        let routes = self.routes[seat].get_or_insert_with(|| Way::routes(game, public, ground, seat, true));
        Way::new(game, public, ground, seat, routes)
    }
}
