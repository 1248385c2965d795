//! The cards of a programme on the own way, one after another, if nobody interferes: what each would do.

use super::routes::{PawnRoute, lies, reserve};
use crate::Mekong;
use crate::state::{ACTIONS, COLOURS, Card, PROGRAMME, Public, Space};
use balance_engine::Seat;

/// How likely it is that a pawn ahead still stands where it stood when the turn began, at each position.
const STAYS: [f32; PROGRAMME] = [0.8, 0.5, 0.35, 0.25, 0.2];
/// A pawn that stays as likely as this bars the way.
const BARS: f32 = 0.7;
/// How likely a plank that was laid in the same turn is still there.
const FRESH: f32 = 0.9;

/// A way, and how a pawn sets out on it.
#[derive(Clone, Copy, Debug)]
pub struct Route<'w> {
    pub way: &'w PawnRoute,
    /// Numbers in the reserve, as bits.
    pub planks: u8,
    /// Is the pawn in a village?
    pub ashore: bool,
    /// Is the pawn at home, where a fall changes nothing?
    pub home: bool,
    /// Can it step somewhere else than ahead?
    pub retreat: bool,
    /// Is there a plank to take that does not lie on the way?
    pub prey: bool,
    /// How likely a pawn that stands on the way still does, at each position.
    pub stays: [f32; PROGRAMME],
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct March {
    /// Supports that are there, as bits by place on the way.
    pub there: u32,
    /// Gaps with a plank, as bits.
    pub bridged: u16,
    /// Gaps on which another pawn stands, as bits.
    pub taken: u16,
    /// Gaps bridged by this programme, as bits.
    fresh: u16,
    /// Numbers in the reserve, as bits.
    planks: u8,
    /// Supports of the way behind the pawn; -1 a step behind where it set out.
    pub at: i8,
    /// Does the pawn stand in the village at which it is?
    ashore: bool,
    /// Has it fallen, and the way with it?
    lost: bool,
    /// Was a plank taken? There is likely to have been one of the number wanted.
    pub spoils: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deed {
    pub stones: i32,
    pub planks: i32,
    /// Planks that have to be laid elsewhere or are lost.
    pub wasted: i32,
    pub steps: i32,
    /// Of these, over planks laid in the same programme, or where a rival stands.
    pub daring: i32,
    /// How likely the steps come about.
    pub hope: f32,
    pub arrives: bool,
    /// Does it fall, if the steps do not come about?
    pub falls: bool,
    /// Is something taken from the board?
    pub takes: bool,
}

impl Default for Deed {
    fn default() -> Self {
        Deed {
            stones: 0,
            planks: 0,
            wasted: 0,
            steps: 0,
            daring: 0,
            hope: 1.0,
            arrives: false,
            falls: false,
            takes: false,
        }
    }
}

impl<'w> Route<'w> {
    /// How `seat` sets out on its way.
    pub fn new(game: &Mekong, public: &Public, seat: Seat, way: &'w PawnRoute) -> Self {
        let here = public.pawns[seat];
        // The plank ahead, or the destination.
        let ahead = if way.gaps == 0 {
            Space::village(game.goals[seat]).bit()
        } else if way.bridged & 1 == 1 {
            lies(public, way.supports[0], way.supports[1])
        } else {
            0
        };
        Route {
            way,
            planks: reserve(public, seat),
            ashore: here.is_village(),
            home: here == Space::village(game.colours[seat]),
            retreat: game.steps(public, here) & !ahead != 0,
            prey: game.removable_planks(public, seat) & !way.planks != 0,
            stays: STAYS,
        }
    }

    pub fn start(&self) -> March {
        March {
            there: self.way.there,
            bridged: self.way.bridged,
            taken: self.way.taken,
            fresh: 0,
            planks: self.planks,
            at: 0,
            ashore: self.ashore,
            lost: false,
            spoils: false,
        }
    }

    /// Carries a card out. A dragon does nothing.
    #[inline]
    pub fn play(&self, march: &mut March, card: Card, position: usize) -> Deed {
        let mut deed = Deed::default();
        if march.lost {
            return deed;
        }
        match card {
            Card::STONE => self.stone(march, &mut deed),
            Card::STONES => (0..2).for_each(|_| self.stone(march, &mut deed)),
            Card::PLANK => self.plank(march, &mut deed),
            Card::PLANKS => (0..2).for_each(|_| self.plank(march, &mut deed)),
            Card::REMOVE if self.prey => {
                march.spoils = true;
                deed.takes = true;
            }
            Card::MOVE => self.steps(march, 1, position, &mut deed),
            Card::MOVE_TWO => self.steps(march, 2, position, &mut deed),
            Card::JUMP => self.jump(march, position, &mut deed),
            _ => {}
        }
        deed
    }

    /// All gaps of the way, as bits.
    fn gaps(&self) -> u32 {
        (1 << self.way.gaps) - 1
    }

    /// A stone comes to the first place of the way where one is missing.
    fn stone(&self, march: &mut March, deed: &mut Deed) {
        let missing = !march.there & (self.gaps() << 1 | 1);
        march.there |= missing & missing.wrapping_neg();
        deed.stones += i32::from(missing != 0);
    }

    /// The shortest plank that fits goes over the first gap that has both its supports; where there are spoils any does.
    fn plank(&self, march: &mut March, deed: &mut Deed) {
        let ahead = !0 << march.at.max(0);
        let mut open = !u32::from(march.bridged) & march.there & march.there >> 1 & self.gaps() & ahead;
        let fitting = |gap: u32| self.way.fits[gap as usize] & march.planks;
        while open != 0 && !march.spoils && fitting(open.trailing_zeros()) == 0 {
            open &= open - 1;
        }
        if open != 0 {
            let gap = open.trailing_zeros();
            let numbers = fitting(gap);
            march.planks &= !(numbers & numbers.wrapping_neg());
            march.spoils &= numbers != 0;
            march.bridged |= 1 << gap;
            march.fresh |= 1 << gap;
            deed.planks += 1;
        } else if march.planks != 0 {
            march.planks &= march.planks - 1;
            deed.wasted += 1;
        }
    }

    /// So many steps along the way at most.
    fn steps(&self, march: &mut March, most: i32, position: usize, deed: &mut Deed) {
        let before = *march;
        for _ in 0..most {
            self.step(march, position, deed);
        }
        if deed.arrives {
            // It stands where it stood if the card is cancelled.
            *march = before;
        } else if deed.steps == 0 {
            self.step_back(march, most, deed);
        }
    }

    fn step(&self, march: &mut March, position: usize, deed: &mut Deed) {
        let at = march.at.max(0) as usize;
        let village = usize::from(self.way.supports[at]) < COLOURS;
        let is = |gaps: u16| gaps >> at & 1 == 1;
        if deed.arrives {
            return;
        }
        if march.at < 0 {
            march.at = 0;
        } else if at == self.way.gaps {
            deed.arrives = true;
        } else if village && !march.ashore {
            march.ashore = true;
        } else if is(march.bridged) && !(is(march.taken) && self.stays[position] > BARS) {
            deed.daring += i32::from(is(march.fresh | march.taken));
            if is(march.taken) {
                deed.hope *= 1.0 - self.stays[position];
            }
            if is(march.fresh) {
                deed.hope *= FRESH;
            }
            march.at += 1;
            march.ashore = false;
        } else {
            return;
        }
        deed.steps += 1;
    }

    /// Nothing ahead: two steps lead back to where they began, one leads away.
    fn step_back(&self, march: &mut March, most: i32, deed: &mut Deed) {
        if march.at <= 0 && !self.retreat {
            self.fall(march, deed);
        } else if most == 1 && march.at >= 0 && !(march.at == 0 && march.ashore) {
            march.at -= 1;
            march.ashore = false;
            deed.steps = -1;
        }
    }

    /// Over a pawn that stands ahead.
    fn jump(&self, march: &mut March, position: usize, deed: &mut Deed) {
        let (at, gaps) = (march.at.max(0) as usize, self.way.gaps);
        let over = march.at >= 0 && at < gaps && march.taken & march.bridged & 1 << at != 0;
        let free = march.bridged & !march.taken;
        if !over || at + 1 != gaps && free >> (at + 1) & 1 == 0 {
            return self.fall(march, deed);
        }
        deed.steps = 2;
        deed.daring = 2;
        deed.hope = self.stays[position];
        deed.falls = true;
        if at + 1 == gaps {
            deed.arrives = true;
        } else {
            march.at += 2;
            march.ashore = false;
        }
    }

    fn fall(&self, march: &mut March, deed: &mut Deed) {
        if !(self.home && march.at <= 0 && march.ashore) {
            march.lost = true;
            deed.falls = true;
            deed.hope = 0.0;
        }
    }

    /// Steps to go if nothing is missing any more; none where something is.
    pub fn steps_left(&self, march: &March) -> Option<usize> {
        let ahead = self.gaps() & !0 << march.at.max(0);
        let whole = u32::from(march.bridged) & ahead == ahead;
        (whole && !march.lost).then(|| self.way.gaps - march.at.max(0) as usize)
    }

    /// What each card would do after the cards `laid`.
    pub fn prospect(&self, laid: &[Card]) -> Prospect {
        let mut march = self.start();
        for (position, card) in laid.iter().enumerate() {
            self.play(&mut march, *card, position);
        }
        let position = laid.len().min(PROGRAMME - 1);
        let mut gaps = march.at.max(0) as usize..self.way.gaps;
        let short = |gap: &usize| march.bridged >> gap & 1 == 0 && self.way.fits[*gap] & march.planks == 0;
        Prospect {
            stands: march.at == 0 && !march.lost,
            has_planks: march.planks != 0,
            lacks: gaps.find(short).map_or(0, |gap| self.way.fits[gap]),
            deeds: std::array::from_fn(|card| self.play(&mut march.clone(), Card(card as u8), position)),
        }
    }
}

impl March {
    /// The gap on which the pawn came to stand; none where it did not move, or is in a village.
    pub fn stands_on(&self) -> Option<usize> {
        if self.lost || self.ashore {
            return None;
        }
        usize::try_from(self.at - 1).ok()
    }
}

/// What each card would do after those that lie.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    pub stands: bool,
    pub has_planks: bool,
    /// Numbers that would bridge the first gap for which no plank is left, as bits.
    pub lacks: u8,
    /// By action.
    deeds: [Deed; ACTIONS],
}

impl Prospect {
    pub fn deed(&self, card: Card) -> Deed {
        self.deeds.get(usize::from(card.0)).copied().unwrap_or_default()
    }
}
