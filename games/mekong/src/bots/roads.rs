//! What ways cost on the board that lies, kept for all who ask of it: a board changes less often than somebody looks at it. Which of
//! two ways is gone that cost the same is a whim of each; where only one does, it is kept, too.

use super::ground::Ground;
use super::routes::{PRICES, Routes, reserve};
use super::way::Way;
use crate::Mekong;
use crate::board::PlacementSet;
use crate::state::{Public, SUPPORTS, Space};
use balance_engine::{BySeat, Seat};

/// What the ground of ways goes by on islands, beside the pawns; what else is to be known of planks follows from it.
#[derive(PartialEq)]
struct Seen {
    stones: u32,
    covered: u32,
    on: [u64; SUPPORTS],
    barred: PlacementSet,
}

impl Seen {
    fn of(public: &Public) -> Self {
        Seen {
            stones: public.stones,
            covered: public.covered,
            on: public.on,
            barred: public.barred,
        }
    }

    /// Has nothing of it changed?
    #[inline]
    fn is(&self, public: &Public) -> bool {
        let Seen {
            stones,
            covered,
            on,
            barred,
        } = self;
        *stones == public.stones && *covered == public.covered && *on == public.on && *barred == public.barred
    }
}

/// What ways cost on the board that was seen last.
#[derive(Default)]
pub struct Roads(Option<Known>);

/// What ways cost on a board, as far as it was asked.
pub struct Known {
    seen: Seen,
    /// The board as ways see it.
    pub ground: Ground,
    /// To the destination of each seat.
    seats: BySeat<Option<Found>>,
}

/// What ways to one destination cost.
#[derive(Clone, Copy)]
struct Found {
    /// Numbers that may be laid, and planks on which others stand, as bits.
    by: (u8, u64),
    /// From these spaces at least, as bits.
    from: u64,
    routes: Routes,
    /// The best way from a space, if it is the only one that costs so little.
    way: Option<(Space, Way)>,
}

impl Roads {
    /// On this board, always of the same variant of the game; ways that cost the same are told apart by `whim`.
    pub fn on(&mut self, game: &Mekong, public: &Public, whim: u64) -> &mut Known {
        let new = || Known {
            seen: Seen::of(public),
            ground: Ground::new(game, public, whim),
            seats: BySeat::filled(None),
        };
        let known = self.0.get_or_insert_with(new);
        // In open water ways go by more than what is held against what was seen.
        if game.free || !known.seen.is(public) {
            known.seen = Seen::of(public);
            known.ground = Ground::new(game, public, whim);
            known.seats.first_mut(game.players).fill(None);
        }
        known.ground.whim = whim;
        known.ground.occupied = game.occupied(public);
        known
    }
}

impl Known {
    /// The ways to the destination of `seat` from these spaces, as bits, and what they go over; what is told of other places is
    /// worth nothing.
    pub fn routes(&mut self, game: &Mekong, public: &Public, seat: Seat, from: u64) -> (&Ground, &Routes) {
        let Known { ground, seats, .. } = self;
        let found = Found::at(&mut seats[seat], game, public, (ground, seat), from);
        (ground, &found.routes)
    }

    /// The best way of `seat`, if there is one, and what it would be from home if that is asked.
    pub fn way(&mut self, game: &Mekong, public: &Public, seat: Seat, home: bool) -> Option<Way> {
        let Known { ground, seats, .. } = self;
        let pawn = public.pawns[seat];
        let village = Space::village(game.colours[seat]).bit();
        let from = pawn.bit() | if home { village } else { 0 };
        let found = Found::at(&mut seats[seat], game, public, (ground, seat), from);
        match found.way {
            Some((from, way)) if from == pawn => Some(way),
            _ => {
                let way = Way::new(game, public, ground, seat, &found.routes);
                found.way = way.filter(|way| way.sole).map(|way| (pawn, way));
                way
            }
        }
    }
}

impl Found {
    /// What is known, if it is of that board and of these spaces; else it is found.
    fn at<'f>(
        known: &'f mut Option<Found>,
        game: &Mekong,
        public: &Public,
        (ground, seat): (&Ground, Seat),
        from: u64,
    ) -> &'f mut Found {
        let by = (reserve(public, seat), ground.taken(public, seat));
        if !known
            .as_ref()
            .is_some_and(|found| found.by == by && from & !found.from == 0)
        {
            *known = None;
        }
        known.get_or_insert_with(|| Found {
            by,
            from,
            routes: Routes::new(game, public, ground, seat, (from, 0), PRICES),
            way: None,
        })
    }
}
