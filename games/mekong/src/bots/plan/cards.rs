//! What each card does in the model.

#![expect(
    clippy::inline_always,
    reason = "a card is a few instructions, a call as many again; searches play millions of them"
)]

use super::{FURTHEST, PlanInput, ProgrammeState};
use crate::card::Card;

impl PlanInput<'_> {
    /// All gaps of the way, as bits.
    #[inline(always)]
    fn gaps(&self) -> u32 {
        (1 << self.way.gaps) - 1
    }

    /// Worth of a programme gone through: what it gained, and how near it leaves the pawn to arriving.
    #[inline(always)]
    pub fn rest(&self, going: &ProgrammeState) -> f32 {
        if going.done() {
            return going.gain;
        }
        going.gain + self.standing(going)
    }

    /// What it is worth how near a pawn that has not arrived stands to arriving.
    #[inline(always)]
    pub(super) fn standing(&self, going: &ProgrammeState) -> f32 {
        // Steps to go, if nothing is missing any more.
        let left = self.way.gaps as i32 - i32::from(going.position());
        let near = match left {
            0 | 1 => 1.0,
            2 => 0.6,
            3 => 0.3,
            _ => return 0.0,
        };
        let ahead = self.gaps() & !0 << going.position().max(0);
        if going.fell() || u32::from(going.bridged()) & ahead != ahead {
            return 0.0;
        }
        near * self.weights.near
    }

    /// One card of the programme carried out in the model.
    #[inline(always)]
    pub fn apply(&self, going: &mut ProgrammeState, card: u8, position: usize, caution: f32) {
        match Card(card) {
            Card::STONE => _ = self.stone(going),
            Card::STONES => _ = (self.stone(going), self.stone(going)),
            Card::PLANK => _ = self.plank(going),
            Card::PLANKS => _ = (self.plank(going), self.plank(going)),
            Card::REMOVE => self.remove(going, position),
            Card::MOVE => self.steps(going, 1, position, caution),
            Card::MOVE_TWO => self.steps(going, 2, position, caution),
            Card::JUMP => self.jump(going, position),
            _ => going.gain += self.dragon[position],
        }
    }

    /// The same with a plain card after each of several programmes `before`, where the pawn has not arrived.
    #[inline]
    pub(super) fn apply_to_all(
        &self,
        before: &[ProgrammeState],
        after: &mut [ProgrammeState],
        card: u8,
        position: usize,
    ) {
        let goings = after.iter_mut().zip(before).filter_map(|(after, before)| {
            *after = *before;
            (!before.done()).then_some(after)
        });
        match Card(card) {
            Card::STONE => goings.for_each(|going| _ = self.stone(going)),
            Card::PLANK => goings.for_each(|going| _ = self.plank(going)),
            Card::MOVE => goings.for_each(|going| self.steps(going, 1, position, 0.0)),
            Card::MOVE_TWO => goings.for_each(|going| self.steps(going, 2, position, 0.0)),
            _ => goings.for_each(|going| self.apply(going, card, position, 0.0)),
        }
    }

    /// A stone comes to the first place of the way where one is missing: which that is.
    #[inline(always)]
    pub fn stone(&self, going: &mut ProgrammeState) -> Option<usize> {
        let missing = !going.there() & (self.gaps() << 1 | 1);
        if missing == 0 || going.fell() {
            return None;
        }
        going.place(missing & missing.wrapping_neg());
        going.gain += self.weights.stone;
        Some(missing.trailing_zeros() as usize)
    }

    /// A plank comes over the first open gap that one of the reserve fits, or any where there are spoils; else one is wasted.
    /// Which gap it is.
    #[inline(always)]
    pub fn plank(&self, going: &mut ProgrammeState) -> Option<usize> {
        let there = going.there();
        let mut open = !u32::from(going.bridged()) & there & there >> 1 & self.gaps();
        if going.fell() {
            open = 0;
        }
        let planks = going.planks();
        let fits = |gap: usize| planks & self.way.fits[gap];
        while open != 0 && !going.has_spoils() && fits(open.trailing_zeros() as usize) == 0 {
            open &= open - 1;
        }
        if open != 0 {
            let gap = open.trailing_zeros() as usize;
            let fitting = fits(gap);
            going.build(gap, fitting & fitting.wrapping_neg());
            going.gain += self.weights.plank;
            return Some(gap);
        }
        if planks != 0 {
            going.lose(planks & planks.wrapping_neg());
            going.gain -= self.weights.waste;
        }
        None
    }

    #[inline(always)]
    pub(super) fn remove(&self, going: &mut ProgrammeState, position: usize) {
        if self.prey {
            going.take();
            going.gain += self.loot[position];
        } else if self.harm {
            going.gain -= self.weights.plank;
        }
    }

    /// So many steps along the way at most; who can take none steps back, or falls.
    #[inline(always)]
    pub fn steps(&self, going: &mut ProgrammeState, most: usize, position: usize, caution: f32) {
        if going.fell() {
            return;
        }
        let before = going.position();
        let mut at = before;
        for _ in 0..most {
            let Some(to) = self.step(going, at, position, caution) else {
                break;
            };
            *going = to;
            // It stands where it stood if the card is cancelled.
            if to.done() {
                return;
            }
            at += 1;
        }
        if at == before {
            let [one, two] = self.no_step(going);
            *going = if most == 1 { one } else { two };
        } else {
            going.stand(at);
        }
    }

    /// After one step along the way, and after two at most; who can take none steps back, or falls.
    #[inline(always)]
    pub(super) fn one_and_two_steps(
        &self,
        from: &ProgrammeState,
        position: usize,
        caution: f32,
    ) -> [ProgrammeState; 2] {
        if from.fell() {
            return [*from; 2];
        }
        let at = from.position();
        let Some(one) = self.step(from, at, position, caution) else {
            return self.no_step(from);
        };
        if one.done() {
            return [one; 2];
        }
        let two = self.step(&one, at + 1, position, caution);
        let stand = |mut going: ProgrammeState, at: i8| {
            going.stand(at);
            going
        };
        let first = stand(one, at + 1);
        match two {
            None => [first; 2],
            // It stands where it stood if the card is cancelled.
            Some(two) if two.done() => [first, two],
            Some(two) => [first, stand(two, at + 2)],
        }
    }

    /// What a step from there gains, before it is said where the pawn stands then; none where the plank ahead is missing or taken.
    #[inline(always)]
    fn step(&self, from: &ProgrammeState, at: i8, position: usize, caution: f32) -> Option<ProgrammeState> {
        let mut to = *from;
        if at >= 0 && at as usize == self.way.gaps {
            to.gain += self.weights.step;
            to.gain += self.weights.win - position as f32 * self.weights.haste;
            to.set_done(true);
            return Some(to);
        }
        let mut sure = 1.0;
        if at >= 0 {
            if from.bridged() >> at & 1 == 0 {
                return None;
            }
            if from.taken >> at & 1 == 1 {
                if self.stays[position] > 0.5 {
                    return None;
                }
                sure -= self.stays[position];
            }
            // What is built in the same turn may be cancelled, taken away or stood upon.
            if from.fresh() >> at & 1 == 1 {
                sure *= 1.0 - caution;
            }
        }
        to.gain += self.weights.step * sure;
        Some(to)
    }

    /// Nothing ahead: two steps lead back to where they began, one leads away.
    #[inline(always)]
    fn no_step(&self, from: &ProgrammeState) -> [ProgrammeState; 2] {
        let [mut one, mut two] = [*from; 2];
        let at = from.position();
        if at == 0 && !self.retreat {
            self.fall(&mut one, 1.0);
            two = one;
        } else {
            one.stand(at - 1);
            one.gain -= self.weights.step;
        }
        [one, two]
    }

    /// Over a pawn that stands ahead.
    pub fn jump(&self, going: &mut ProgrammeState, position: usize) {
        if going.fell() {
            return;
        }
        let gap = going.position();
        let gaps = self.way.gaps as i8;
        let free = going.bridged() & !going.taken;
        let over = gap >= 0 && gap < gaps && going.taken >> gap & going.bridged() >> gap & 1 == 1;
        let lands = gap + 1 == gaps || free >> (gap + 1).clamp(0, 15) & 1 == 1;
        if !over || !lands {
            self.fall(going, 1.0);
            return;
        }
        let sure = self.stays[position];
        if gap + 1 == gaps {
            going.gain += sure * (self.weights.win - position as f32 * self.weights.haste + 2.0 * self.weights.step);
            going.set_done(sure > 0.9);
        } else {
            going.gain += sure * 2.0 * self.weights.step;
        }
        if sure > 0.5 && !going.done() {
            going.stand(gap + 2);
        }
        self.fall(going, 1.0 - sure);
    }

    /// What lies between the pawn and its home, in prices.
    #[inline(always)]
    pub(super) fn back(&self) -> u32 {
        self.way.from_home.saturating_sub(self.way.left).min(FURTHEST)
    }

    /// A pawn that cannot move goes home, this surely.
    fn fall(&self, going: &mut ProgrammeState, sure: f32) {
        if self.home && going.position() <= 0 {
            return;
        }
        let back = self.back() as f32 * 0.1 + f32::from(going.position().max(0));
        going.gain -= sure * (self.weights.fall + self.weights.step * back);
        going.set_fell(sure > 0.5);
    }
}
