//! The model while a programme is gone through.

use super::super::way::Way;

/// How far a programme has come, and what it gained. A search copies and compares many of them: all that is there, and where the
/// pawn stands, is one number.
#[derive(Clone, Copy, PartialEq)]
pub struct Going {
    /// What it gained.
    pub gain: f32,
    /// Gaps that another pawn stands on, as bits.
    pub taken: u16,
    /// From the lowest bit on: gaps with a plank; those of them that this programme bridged; supports that are there; numbers in the
    /// reserve; whether a plank was taken from the board; whether the pawn fell; whether it is across; and where it stands.
    things: u64,
}

const FRESH: usize = Way::GAPS;
const THERE: usize = FRESH + Way::GAPS;
const PLANKS: usize = THERE + Way::GAPS + 1;
const SPOILS: usize = PLANKS + 6;
const FELL: usize = SPOILS + 1;
const DONE: usize = FELL + 1;
const AT: usize = DONE + 1;
/// Supports of a way, as bits.
const SUPPORTS: u32 = (1 << (Way::GAPS + 1)) - 1;

impl Going {
    /// Of no way.
    pub const NOTHING: Going = Going {
        gain: 0.0,
        taken: 0,
        things: 0,
    };

    /// On a way, with these numbers in the reserve.
    pub fn new(way: &Way, planks: u8) -> Self {
        let things = u64::from(way.bridged) | u64::from(way.there & SUPPORTS) << THERE | u64::from(planks) << PLANKS;
        let mut going = Going {
            gain: 0.0,
            taken: way.taken,
            things,
        };
        going.stand(0);
        going
    }

    /// A number that is the same for what has come as far.
    pub fn mixed(&self) -> u64 {
        self.things ^ u64::from(self.taken) << 48 ^ u64::from(self.gain.to_bits())
    }

    /// Gaps with a plank, as bits.
    #[inline]
    pub fn bridged(&self) -> u16 {
        self.things as u16
    }

    /// Gaps bridged in this programme, as bits.
    #[inline]
    pub fn fresh(&self) -> u16 {
        (self.things >> FRESH) as u16
    }

    /// Supports that are there, as bits.
    #[inline]
    pub fn there(&self) -> u32 {
        (self.things >> THERE) as u32 & SUPPORTS
    }

    /// Numbers in the reserve, as bits.
    #[inline]
    pub fn planks(&self) -> u8 {
        (self.things >> PLANKS) as u8 & 0x3f
    }

    /// Was a plank taken from the board? There is likely to have been one of the number wanted.
    #[inline]
    pub fn has_spoils(&self) -> bool {
        self.things >> SPOILS & 1 == 1
    }

    /// Has the pawn fallen, and the way with it?
    #[inline]
    pub fn fell(&self) -> bool {
        self.things >> FELL & 1 == 1
    }

    /// Is the pawn across?
    #[inline]
    pub fn done(&self) -> bool {
        self.things >> DONE & 1 == 1
    }

    /// Gaps crossed; -1 one step behind the start. All gaps, and then the destination.
    #[inline]
    pub fn at(&self) -> i8 {
        (self.things >> AT) as i8 - 1
    }

    /// A plank of the reserve, or of the spoils if it is none of these, bridges a gap in this programme.
    #[inline]
    pub fn build(&mut self, gap: usize, planks: u8) {
        self.bridge(1 << gap);
        self.things |= 1 << gap << FRESH;
        self.lose(planks);
        if planks == 0 {
            self.things &= !(1 << SPOILS);
        }
    }

    /// These gaps are bridged by somebody else, as bits.
    #[inline]
    pub fn bridge(&mut self, gaps: u16) {
        self.things |= u64::from(gaps);
    }

    /// Planks of these gaps, as bits, are gone.
    #[inline]
    pub fn unbridge(&mut self, gaps: u16) {
        self.things &= !u64::from(gaps);
    }

    /// Stones come to lie at these places, as bits.
    #[inline]
    pub fn place(&mut self, supports: u32) {
        self.things |= u64::from(supports) << THERE;
    }

    /// Stones at these places are gone, as bits.
    #[inline]
    pub fn displace(&mut self, supports: u32) {
        self.things &= !(u64::from(supports) << THERE);
    }

    /// These planks leave the reserve, as bits.
    #[inline]
    pub fn lose(&mut self, planks: u8) {
        self.things &= !(u64::from(planks) << PLANKS);
    }

    /// A plank is taken from the board.
    #[inline]
    pub fn take(&mut self) {
        self.things |= 1 << SPOILS;
    }

    /// The pawn stands so many gaps from the start.
    #[inline]
    pub fn stand(&mut self, at: i8) {
        let below = self.things & ((1 << AT) - 1);
        self.things = below | ((at + 1) as u64) << AT;
    }

    /// Whether the pawn fell.
    #[inline]
    pub fn set_fell(&mut self, fell: bool) {
        self.things = self.things & !(1 << FELL) | u64::from(fell) << FELL;
    }

    /// Whether the pawn is across.
    #[inline]
    pub fn set_done(&mut self, done: bool) {
        self.things = self.things & !(1 << DONE) | u64::from(done) << DONE;
    }
}
