//! The programme of a turn: how far each order of cards would bring a pawn along its best way. A small model of the way;
//! reads what everybody sees, allocates nothing.
//!
//! Of all orders of the same cards only the most promising is followed, card by card; the best programmes found so are
//! then weighed against every way in which dragons could cancel some of their cards.

use super::way::Way;
use super::weights::Weights;
use crate::card::Card;
use crate::state::PROGRAMME;
use arrayvec::ArrayVec;

/// Cards of the model: the eight actions, and a dragon.
const CARDS: usize = 9;
/// The dragon among them.
pub const DRAGON: u8 = 8;
/// Sets of cards.
const SETS: usize = 1 << CARDS;
/// Programmes weighed against dragons.
const FINALISTS: usize = 8;
/// What a card is worth, as a part, that is needed only if another is cancelled.
const SPARE: f32 = 0.3;
/// Most that is thought to lie between a pawn and its home, in prices.
const FURTHEST: u32 = 200;
/// Nothing.
const NOTHING: f32 = f32::NEG_INFINITY;

/// A programme in cards of the model.
pub type Programme = [u8; PROGRAMME];

/// What a programme is made from.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// The way.
    pub way: &'a Way,
    /// Numbers in the reserve, as bits.
    pub planks: u8,
    /// Is the pawn at home, where a fall changes nothing?
    pub home: bool,
    /// Can the pawn step somewhere else than ahead?
    pub retreat: bool,
    /// Is there a plank to take that does not lie on the own way?
    pub prey: bool,
    /// Must the way itself suffer if something is taken?
    pub harm: bool,
    /// Worth of a dragon at each position.
    pub dragon: [f32; PROGRAMME],
    /// Worth of taking something away at each position.
    pub loot: [f32; PROGRAMME],
    /// How likely it is that a pawn ahead still stands where it stands now, at each position.
    pub stays: [f32; PROGRAMME],
    /// What is weighed.
    pub weights: &'a Weights,
}

/// The model while a programme is gone through.
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Going {
    /// Gaps with a plank, as bits.
    pub bridged: u16,
    /// Supports that are there, as bits.
    pub there: u32,
    /// Gaps bridged in this programme.
    fresh: u16,
    /// Gaps crossed; -1 one step behind the start. All gaps, and then the destination.
    pub at: i8,
    /// Numbers in the reserve, as bits.
    pub planks: u8,
    /// Gaps that another pawn stands on, as bits.
    pub taken: u16,
    /// A plank was taken from the board; there is likely to have been one of the number wanted.
    pub spoils: bool,
    /// The pawn fell, and the way with it.
    pub fell: bool,
    /// The pawn is across.
    pub done: bool,
    /// What it gained.
    pub gain: f32,
}

/// How a set of cards is best played.
#[derive(Clone, Copy)]
struct Reached {
    worth: f32,
    going: Going,
    order: Programme,
}

/// What is known of every programme that starts with some cards.
pub struct Found {
    /// The best one.
    pub best: Programme,
    /// Its worth.
    pub worth: f32,
}

impl Course<'_> {
    /// Before the first card.
    pub fn start(&self) -> Going {
        Going {
            bridged: self.way.bridged,
            there: self.way.there,
            planks: self.planks,
            taken: self.way.taken,
            ..Going::default()
        }
    }

    /// The programme that gains most if nobody interferes, out of these cards of the model, as bits.
    pub fn unhindered(&self, cards: u16) -> Found {
        let mut found = Found {
            best: [0; PROGRAMME],
            worth: NOTHING,
        };
        self.search(&[], cards, 0.0, |programme, worth| {
            if worth > found.worth {
                found = Found { best: programme, worth };
            }
        });
        found
    }

    /// The programme that begins with `laid` and gains most, if dragons cancel each card with
    /// this chance. `whim` blurs the worth of each that is weighed.
    pub fn best(&self, laid: &[u8], cards: u16, hit: f32, mut whim: impl FnMut() -> f32) -> Found {
        let mut finalists = [([0; PROGRAMME], NOTHING); FINALISTS];
        let mut least = 0;
        self.search(laid, cards, self.weights.caution, |programme, worth| {
            if worth > finalists[least].1 {
                finalists[least] = (programme, worth);
                least = 0;
                for at in 1..FINALISTS {
                    if finalists[at].1 < finalists[least].1 {
                        least = at;
                    }
                }
            }
        });
        let mut found = Found {
            best: finalists[0].0,
            worth: NOTHING,
        };
        for (programme, promise) in finalists {
            if promise > NOTHING {
                let worth = self.expected(programme, 0, self.start(), hit) + whim();
                if worth > found.worth {
                    found = Found { best: programme, worth };
                }
            }
        }
        found
    }

    /// What a programme loses by a dragon at each position, if nobody else interferes.
    pub fn losses(&self, programme: Programme) -> [f32; PROGRAMME] {
        let worth = self.alone(programme, |_, _| true);
        std::array::from_fn(|hit| (worth - self.alone(programme, |_, position| position != hit)).max(0.0))
    }

    /// What a programme loses if the plank that the pawn needs next is taken just before each position.
    pub fn bridges(&self, programme: Programme) -> [f32; PROGRAMME] {
        let worth = self.alone(programme, |_, _| true);
        std::array::from_fn(|hit| {
            let taken = self.alone(programme, |going, position| {
                let ahead = going.bridged & (!0 << going.at.clamp(0, 15));
                if position == hit && ahead != 0 {
                    going.bridged &= !(ahead & ahead.wrapping_neg());
                    going.gain -= self.weights.plank;
                }
                true
            });
            (worth - taken).max(0.0)
        })
    }

    /// Worth of a programme of which only the cards are carried out for which `before` says so.
    fn alone(&self, programme: Programme, mut before: impl FnMut(&mut Going, usize) -> bool) -> f32 {
        let mut going = self.start();
        for (position, card) in programme.iter().enumerate() {
            if before(&mut going, position) && !going.done {
                self.apply(&mut going, *card, position, 0.0);
            }
        }
        self.rest(&going)
    }

    /// Expected worth, over every way in which dragons cancel cards from `position` on.
    fn expected(&self, programme: Programme, position: usize, going: Going, hit: f32) -> f32 {
        if position == PROGRAMME || going.done {
            return self.rest(&going);
        }
        let card = programme[position];
        let mut after = going;
        self.apply(&mut after, card, position, 0.0);
        let played = self.expected(programme, position + 1, after, hit);
        // What changes nothing cannot be cancelled to any harm.
        if card == DRAGON || hit <= 0.0 || after == going {
            return played;
        }
        let cancelled = self.expected(programme, position + 1, going, hit);
        played + hit * (cancelled - played)
    }

    /// Of these cards of the model those that may help, if they are enough to complete a programme of which `missing`
    /// cards are not laid yet. A stone is left in, which never does harm.
    fn useful(&self, cards: u16, missing: usize) -> u16 {
        let way = self.way;
        let mut idle = 0;
        if way.there.count_ones() as usize == way.gaps + 1 {
            idle |= Card::STONES.bit();
        }
        if way.bridged.count_ones() as usize == way.gaps {
            idle |= Card::PLANK.bit() | Card::PLANKS.bit();
        }
        if way.taken == 0 {
            idle |= Card::JUMP.bit();
        }
        if !self.prey {
            idle |= Card::REMOVE.bit();
        }
        let useful = cards & !idle;
        if useful.count_ones() as usize >= missing {
            useful
        } else {
            cards
        }
    }

    /// Visits the most promising order of every set of cards that completes `laid` to a programme.
    fn search(&self, laid: &[u8], cards: u16, caution: f32, mut visit: impl FnMut(Programme, f32)) {
        self.sets(laid, cards, caution, |order, count, going| {
            if count == PROGRAMME {
                visit(order, self.rest(going));
            }
        });
    }

    /// Visits the most promising order of every set of up to five of these cards of the model, with how many they are.
    pub fn orders(&self, cards: u16, mut visit: impl FnMut(Programme, usize, f32)) {
        self.sets(&[], cards, self.weights.caution, |order, count, going| {
            visit(order, count, self.rest(going));
        });
    }

    /// The same of every set that follows `laid`, with how it goes; counted are all cards.
    fn sets(&self, laid: &[u8], cards: u16, caution: f32, mut visit: impl FnMut(Programme, usize, &Going)) {
        let mut going = self.start();
        let mut programme = [0; PROGRAMME];
        for (position, card) in laid.iter().enumerate() {
            self.apply(&mut going, *card, position, caution);
            programme[position] = *card;
        }
        let laid = laid.len();
        if laid >= PROGRAMME {
            return visit(programme, laid, &going);
        }
        let mut rest = self.useful(cards, PROGRAMME - laid);
        let mut cards: ArrayVec<u8, CARDS> = ArrayVec::new();
        while rest != 0 {
            cards.push(rest.trailing_zeros() as u8);
            rest &= rest - 1;
        }
        // A set is a number whose bits are places among these cards.
        let nowhere = Reached {
            worth: NOTHING,
            going,
            order: programme,
        };
        let mut sets: ArrayVec<Reached, SETS> = ArrayVec::new();
        sets.extend(std::iter::repeat_n(nowhere, 1 << cards.len()));
        sets[0].worth = going.gain;
        for set in 0..sets.len() {
            let Reached {
                worth,
                going: from,
                order,
            } = sets[set];
            if worth <= NOTHING {
                continue;
            }
            let position = laid + set.count_ones() as usize;
            visit(order, position, &from);
            if position == PROGRAMME {
                continue;
            }
            for (place, card) in cards.iter().enumerate().filter(|(place, _)| set >> place & 1 == 0) {
                let mut to = from;
                to.done = false;
                self.apply(&mut to, *card, position, caution);
                if from.done {
                    // What comes after arriving counts only if the arrival is cancelled.
                    to.gain = from.gain + SPARE * (to.gain - from.gain);
                    to.done = true;
                }
                let worth = if position + 1 == PROGRAMME {
                    self.rest(&to)
                } else {
                    to.gain
                };
                let with = &mut sets[set | 1 << place];
                if worth > with.worth {
                    *with = Reached {
                        worth,
                        going: to,
                        order,
                    };
                    with.order[position] = *card;
                }
            }
        }
    }

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
