//! What a programme goes by beside what is weighed and what others are worth: two pawns that set out alike come as far by the same cards.

use super::super::way::Way;
use super::{Course, Going};

/// How a pawn sets out.
#[derive(Clone, Copy, PartialEq)]
pub struct Outset {
    start: Going,
    fits: [u8; Way::GAPS],
    gaps: u8,
    /// What it is back to its home, as far as that matters.
    back: u8,
    home: bool,
    retreat: bool,
    prey: bool,
    harm: bool,
}

impl Course<'_> {
    /// How the pawn of this course sets out.
    pub fn outset(&self) -> Outset {
        // Whatever comes to be part of a course has to be thought of here.
        let Course {
            way,
            planks,
            home,
            retreat,
            prey,
            harm,
            dragon: _,
            loot: _,
            stays: _,
            weights: _,
        } = *self;
        let Way {
            supports: _,
            over: _,
            gaps,
            bridged: _,
            taken: _,
            there: _,
            fits,
            planks: _,
            left: _,
            from_home: _,
            sole: _,
        } = *way;
        Outset {
            start: Going::new(way, planks),
            fits,
            gaps: gaps as u8,
            back: self.back() as u8,
            home,
            retreat,
            prey,
            harm,
        }
    }
}

impl Outset {
    /// A number that is the same for the same outset, and hardly ever for another one.
    pub fn mixed(&self) -> u64 {
        let fits = u128::from_le_bytes(self.fits);
        let rest = u64::from_le_bytes([
            self.gaps,
            self.back,
            u8::from(self.home),
            u8::from(self.retreat),
            u8::from(self.prey),
            u8::from(self.harm),
            0,
            0,
        ]);
        let parts = [self.start.mixed(), fits as u64, (fits >> 64) as u64, rest];
        parts.into_iter().fold(0, |mixed: u64, part| {
            let mixed = (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        })
    }
}
