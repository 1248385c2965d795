//! Where pawns can go (RD-49 to RD-63): spaces joined by the stones and villages that planks rest on.

use super::Mekong;
use super::state::{COLOURS, Public, Space, VILLAGES, spaces};
use balance_engine::Seat;

impl Mekong {
    /// Planks on which a pawn stands, as bits by space.
    #[inline]
    pub fn occupied(&self, public: &Public) -> u64 {
        let pawns = public.pawns.first(self.players).iter();
        pawns.fold(0, |set, space| set | space.bit()) & !VILLAGES
    }

    /// Spaces next to `space`, taken or not, whoever laid the planks (RD-51, RD-52, RD-R7).
    #[inline]
    pub fn adjacent(&self, public: &Public, space: Space) -> u64 {
        let Some(slot) = space.slot() else {
            return public.on[usize::from(space.0)];
        };
        let plank = &public.planks[slot];
        let mut set = 0;
        for support in [plank.a, plank.b] {
            let support = usize::from(support);
            if support < COLOURS {
                set |= 1 << support;
                if !self.rules.village_is_space {
                    set |= public.on[support];
                }
            } else {
                set |= public.on[support];
            }
        }
        set & !space.bit()
    }

    /// Spaces that a pawn standing at `from` can step to (RD-50, RD-53).
    #[inline]
    pub fn steps(&self, public: &Public, from: Space) -> u64 {
        self.adjacent(public, from) & !self.occupied(public)
    }

    /// Where the pawn of `seat` can land after jumping over another (RD-59 to RD-62, RD-R4 to RD-R6).
    #[inline]
    pub fn landings(&self, public: &Public, seat: Seat) -> u64 {
        let start = public.pawns[seat];
        let taken = self.occupied(public) & !start.bit();
        let mut set = 0;
        for jumped in spaces(self.adjacent(public, start) & taken) {
            set |= self.adjacent(public, jumped);
        }
        set &= !taken;
        if !self.rules.jump_uturn {
            set &= !start.bit();
        }
        set
    }
}
