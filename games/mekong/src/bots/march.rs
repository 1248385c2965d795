//! What the cards of a programme would do on the own way, one after another, if nobody interfered.

use super::route::PawnRoute;
use crate::card::{ACTIONS, Card};
use crate::state::COLOURS;

/// What each card would do after those that lie.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// Has the pawn stayed where it was?
    pub stands: bool,
    /// Has it planks left?
    pub has_planks: bool,
    /// Numbers that would bridge the first gap for which no plank is left, as bits.
    pub lacks: u8,
    /// By action.
    deeds: [Deed; ACTIONS],
}

impl Prospect {
    /// After the cards `laid`; `planks` are the numbers in the reserve as bits, `ashore` tells whether the pawn is in a village.
    pub fn new(way: &PawnRoute, planks: u8, ashore: bool, laid: &[Card]) -> Self {
        let mut march = March::new(way, planks, ashore);
        for card in laid {
            march.play(*card);
        }
        Prospect {
            stands: march.at == 0,
            has_planks: march.planks != 0,
            lacks: march.lacks(),
            deeds: std::array::from_fn(|card| { march }.play(Card(card as u8))),
        }
    }

    /// What a card would do.
    pub fn deed(&self, card: Card) -> Deed {
        self.deeds.get(usize::from(card.0)).copied().unwrap_or_default()
    }
}

/// A way while a programme is carried out in the mind.
#[derive(Clone, Copy)]
struct March<'w> {
    way: &'w PawnRoute,
    there: u32,
    bridged: u32,
    /// Gaps bridged by this programme.
    fresh: u32,
    /// Numbers in the reserve, as bits.
    planks: u8,
    /// Supports of the way behind the pawn.
    at: usize,
    /// Does the pawn stand in the village at which it is?
    ashore: bool,
}

/// What one card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deed {
    /// Stones placed on the way.
    pub stones: i32,
    /// Gaps of the way bridged.
    pub planks: i32,
    /// Planks that have to be laid elsewhere or are lost.
    pub wasted: i32,
    /// Steps along the way.
    pub steps: i32,
    /// Of these, over planks laid in the same programme, or where a rival stands.
    pub daring: i32,
    /// Does the pawn arrive?
    pub arrives: bool,
}

impl<'w> March<'w> {
    /// Before the first card.
    fn new(way: &'w PawnRoute, planks: u8, ashore: bool) -> Self {
        March {
            way,
            there: way.there,
            bridged: u32::from(way.bridged),
            fresh: 0,
            planks,
            at: 0,
            ashore,
        }
    }

    /// Numbers that would bridge the first gap for which no plank is left, as bits.
    fn lacks(&self) -> u8 {
        let short = |gap: &usize| self.bridged >> gap & 1 == 0 && self.way.fits[*gap] & self.planks == 0;
        let gap = (self.at..self.way.gaps).find(short);
        gap.map_or(0, |gap| self.way.fits[gap])
    }

    /// Carries a card out.
    fn play(&mut self, card: Card) -> Deed {
        let mut deed = Deed::default();
        match card {
            Card::STONE => self.stone(&mut deed),
            Card::STONES => (0..2).for_each(|_| self.stone(&mut deed)),
            Card::PLANK => self.plank(&mut deed),
            Card::PLANKS => (0..2).for_each(|_| self.plank(&mut deed)),
            Card::MOVE => self.step(&mut deed),
            Card::MOVE_TWO => (0..2).for_each(|_| self.step(&mut deed)),
            _ => {}
        }
        deed
    }

    fn stone(&mut self, deed: &mut Deed) {
        let missing = (0..=self.way.gaps).find(|at| self.there >> at & 1 == 0);
        if let Some(at) = missing {
            self.there |= 1 << at;
            deed.stones += 1;
        }
    }

    /// The shortest plank that fits goes over the first gap that has both its supports.
    fn plank(&mut self, deed: &mut Deed) {
        if self.planks == 0 {
            return;
        }
        let open = !self.bridged & self.there & self.there >> 1;
        let fitting = |gap: &usize| open >> gap & 1 == 1 && self.way.fits[*gap] & self.planks != 0;
        if let Some(gap) = (self.at..self.way.gaps).find(fitting) {
            let numbers = self.way.fits[gap] & self.planks;
            self.planks &= !(numbers & numbers.wrapping_neg());
            self.bridged |= 1 << gap;
            self.fresh |= 1 << gap;
            deed.planks += 1;
        } else {
            self.planks &= self.planks - 1;
            deed.wasted += 1;
        }
    }

    fn step(&mut self, deed: &mut Deed) {
        if deed.arrives {
            return;
        }
        let village = usize::from(self.way.supports[self.at]) < COLOURS;
        if self.at == self.way.gaps {
            deed.steps += 1;
            deed.arrives = true;
        } else if village && !self.ashore {
            self.ashore = true;
            deed.steps += 1;
        } else if self.bridged >> self.at & 1 == 1 {
            let daring = (self.fresh | u32::from(self.way.taken)) >> self.at & 1;
            deed.steps += 1;
            deed.daring += daring as i32;
            self.at += 1;
            self.ashore = false;
        }
    }
}
