//! A way while the cards of a programme are carried out in the model, one after another.

use super::{Course, FURTHEST, Going};
use crate::card::Card;

impl Course<'_> {
    /// Worth of a programme gone through: what it gained, and how near it leaves the pawn to arriving.
    pub fn rest(&self, going: &Going) -> f32 {
        if going.done || going.fell {
            return going.gain;
        }
        // Steps to go, if nothing is missing any more.
        let all = ((1u32 << self.way.gaps) - 1) as u16;
        let ahead = all & (!0u16).checked_shl(going.at.max(0) as u32).unwrap_or(0);
        let near = match self.way.gaps as i32 - i32::from(going.at) {
            0 | 1 => 1.0,
            2 => 0.6,
            3 => 0.3,
            _ => 0.0,
        };
        let ready = going.bridged & ahead == ahead;
        going.gain + if ready { near * self.weights.near } else { 0.0 }
    }

    /// One card of the programme carried out in the model.
    #[inline]
    pub fn apply(&self, going: &mut Going, card: u8, position: usize, caution: f32) {
        match Card(card) {
            Card::STONE => self.stones(going, 1),
            Card::STONES => self.stones(going, 2),
            Card::PLANK => self.planks(going, 1),
            Card::PLANKS => self.planks(going, 2),
            Card::REMOVE => {
                if self.prey {
                    going.spoils = true;
                    going.gain += self.loot[position];
                } else if self.harm {
                    going.gain -= self.weights.plank;
                }
            }
            Card::MOVE => self.steps(going, 1, position, caution),
            Card::MOVE_TWO => self.steps(going, 2, position, caution),
            Card::JUMP => self.jump(going, position),
            _ => going.gain += self.dragon[position],
        }
    }

    #[inline]
    fn stones(&self, going: &mut Going, count: u32) {
        let all = ((1u64 << (self.way.gaps + 1)) - 1) as u32;
        for _ in 0..count {
            let missing = !going.there & all;
            if missing == 0 || going.fell {
                return;
            }
            going.there |= missing & missing.wrapping_neg();
            going.gain += self.weights.stone;
        }
    }

    #[inline]
    fn planks(&self, going: &mut Going, count: u32) {
        let all = (1u32 << self.way.gaps) - 1;
        for _ in 0..count {
            let mut open = !u32::from(going.bridged) & going.there & going.there >> 1 & all;
            let mut laid = false;
            while open != 0 && !going.fell {
                let gap = open.trailing_zeros() as usize;
                open &= open - 1;
                let fitting = going.planks & self.way.fits[gap];
                if fitting != 0 {
                    going.planks &= !(fitting & fitting.wrapping_neg());
                } else if going.spoils {
                    going.spoils = false;
                } else {
                    continue;
                }
                going.bridged |= 1 << gap;
                going.fresh |= 1 << gap;
                going.gain += self.weights.plank;
                laid = true;
                break;
            }
            if !laid && going.planks != 0 {
                going.planks &= going.planks - 1;
                going.gain -= self.weights.waste;
            }
        }
    }

    #[inline]
    fn steps(&self, going: &mut Going, most: usize, position: usize, caution: f32) {
        if going.fell {
            return;
        }
        let before = going.at;
        for _ in 0..most {
            let last = going.at >= 0 && going.at as usize == self.way.gaps;
            let mut sure = 1.0;
            if !last && going.at >= 0 {
                let gap = going.at;
                if going.bridged >> gap & 1 == 0 {
                    break;
                }
                if going.taken >> gap & 1 == 1 {
                    if self.stays[position] > 0.5 {
                        break;
                    }
                    sure -= self.stays[position];
                }
                // What is built in the same turn may be cancelled, taken away or stood upon.
                if going.fresh >> gap & 1 == 1 {
                    sure *= 1.0 - caution;
                }
            }
            going.gain += self.weights.step * sure;
            if last {
                going.gain += self.weights.win - position as f32 * self.weights.haste;
                // Where the pawn stands if the card is cancelled.
                going.at = before;
                going.done = true;
                return;
            }
            going.at += 1;
        }
        if going.at != before {
            return;
        }
        // Nothing ahead: two steps lead back to where they began, one leads away.
        if going.at == 0 && !self.retreat {
            self.fall(going, 1.0);
        } else if most == 1 {
            going.at -= 1;
            going.gain -= self.weights.step;
        }
    }

    /// Over a pawn that stands ahead.
    #[inline]
    fn jump(&self, going: &mut Going, position: usize) {
        if going.fell {
            return;
        }
        let gap = going.at;
        let gaps = self.way.gaps as i8;
        let over = gap >= 0 && gap < gaps && going.taken >> gap & going.bridged >> gap & 1 == 1;
        let lands = gap + 1 == gaps
            || going.bridged >> (gap + 1).clamp(0, 15) & !(going.taken >> (gap + 1).clamp(0, 15)) & 1 == 1;
        if !over || !lands {
            self.fall(going, 1.0);
            return;
        }
        let sure = self.stays[position];
        if gap + 1 == gaps {
            going.gain += sure * (self.weights.win - position as f32 * self.weights.haste + 2.0 * self.weights.step);
            going.done = sure > 0.9;
        } else {
            going.gain += sure * 2.0 * self.weights.step;
        }
        if sure > 0.5 && !going.done {
            going.at += 2;
        }
        self.fall(going, 1.0 - sure);
    }

    /// A pawn that cannot move goes home, this surely.
    #[inline]
    fn fall(&self, going: &mut Going, sure: f32) {
        if self.home && going.at <= 0 {
            return;
        }
        let back =
            self.way.from_home.saturating_sub(self.way.left).min(FURTHEST) as f32 * 0.1 + f32::from(going.at.max(0));
        going.gain -= sure * (self.weights.fall + self.weights.step * back);
        going.fell = sure > 0.5;
    }
}
