//! The programme of a turn: how far each order of cards would bring the own pawn along its best way, if nobody
//! interferes. A small model of the way, searched whole; reads what everybody sees, allocates nothing.

use super::routes::{Prices, Routes, hops, needed, reserve};
use super::weights::Weights;
use crate::engine::Seat;
use crate::games::mekong::Mekong;
use crate::games::mekong::board::Support;
use crate::games::mekong::card::Card;
use crate::games::mekong::state::{COLOURS, NONE, NUMBERS, PROGRAMME, Public, Space, spaces};

/// Most gaps of a way that are looked at; no sensible one is longer.
const GAPS: usize = 16;
/// Planks of every number, as bits.
const EVERY_NUMBER: u8 = (1 << NUMBERS) - 1;
/// What a gap needs that no plank reaches over.
const LONGER_THAN_ALL: u8 = NUMBERS as u8 + 1;

/// The best way of a pawn as gaps between supports: which are bridged, which supports are there.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Supports, from the one where the pawn leaves its space to the destination.
    pub supports: [Support; GAPS + 1],
    /// Gaps on the way.
    pub gaps: usize,
    /// Planks that bridge a gap already, as bits by gap.
    pub bridged: u32,
    /// Supports that are there, as bits by place on the way.
    pub there: u32,
    /// The smallest number that reaches over each gap.
    pub needed: [u8; GAPS],
}

impl Way {
    /// The best way of `seat`, if there is one. Where its own planks lead nowhere it is the way that planks of every
    /// number would lead, for then it has to get some.
    pub fn of(game: &Mekong, public: &Public, seat: Seat, prices: Prices) -> Option<Self> {
        let own = reserve(public, seat);
        Self::along(game, public, seat, own, prices).or_else(|| Self::along(game, public, seat, EVERY_NUMBER, prices))
    }

    fn along(game: &Mekong, public: &Public, seat: Seat, numbers: u8, prices: Prices) -> Option<Self> {
        let routes = Routes::with(game, public, seat, numbers, prices);
        let from = public.pawns[seat];
        let first = routes.leaves_at(public, from)?;
        let mut way = Way {
            supports: [NONE; GAPS + 1],
            gaps: 0,
            bridged: 0,
            there: 1,
            needed: [1; GAPS],
        };
        way.supports[0] = first;
        let longest = numbers.checked_ilog2().map_or(0, |at| at as u8 + 1);
        let mut before = first;
        for support in routes.onwards(first) {
            let bridged = plank_between(public, before, support).is_some();
            // In open water a long gap wants stones that have no place yet: they fit the planks that are there.
            let hops = if game.free && !bridged {
                usize::from(hops(game, public, (before, support), longest))
            } else {
                1
            };
            if way.gaps + hops > GAPS {
                break;
            }
            if hops == 1 {
                way.needed[way.gaps] = needed(game, public, before, support).unwrap_or(LONGER_THAN_ALL);
            }
            way.bridged |= u32::from(bridged) << way.gaps;
            way.gaps += hops;
            way.supports[way.gaps] = support;
            if usize::from(support) < COLOURS || public.stones >> (usize::from(support) - COLOURS) & 1 == 1 {
                way.there |= 1 << way.gaps;
            }
            before = support;
        }
        Some(way)
    }

    /// Of the planks `numbers`, as bits, the one that the next open gap but `before` is left, longest first: stones in
    /// open water are laid for it.
    pub fn plank_for_next_stone(&self, numbers: u8) -> Option<u8> {
        let open = !self.bridged & self.there & self.there >> 1;
        let mut left = numbers;
        for _ in 0..(0..self.gaps).filter(|gap| open >> gap & 1 == 1).count() {
            let rest = left & !(1 << left.checked_ilog2()?);
            if rest == 0 {
                break;
            }
            left = rest;
        }
        left.checked_ilog2().map(|at| at as u8 + 1)
    }

    /// The first gap that could be bridged now.
    pub fn open_gap(&self) -> Option<(Support, Support)> {
        let open = !self.bridged & self.there & self.there >> 1;
        let gap = (0..self.gaps).find(|gap| open >> gap & 1 == 1)?;
        Some((self.supports[gap], self.supports[gap + 1]))
    }

    /// The first stone that is missing.
    pub fn missing_stone(&self) -> Option<Support> {
        (0..=self.gaps)
            .find(|at| self.there >> at & 1 == 0)
            .map(|at| self.supports[at])
    }

    /// In open water: the first two supports of the way that stones are missing between.
    pub fn gap_without_stones(&self) -> Option<(Support, Support)> {
        let missing = (0..=self.gaps).find(|at| self.there >> at & 1 == 0)?;
        let after = (missing..=self.gaps).find(|at| self.there >> at & 1 == 1)?;
        Some((self.supports[missing.checked_sub(1)?], self.supports[after]))
    }

    /// The number that the first open gap needs, where none of the planks `numbers`, as bits, reaches over it.
    pub fn lacks(&self, numbers: u8) -> Option<u8> {
        let short = |gap: &usize| self.bridged >> gap & 1 == 0 && numbers >> (self.needed[*gap] - 1) == 0;
        (0..self.gaps).find(short).map(|gap| self.needed[gap])
    }

    /// Are these two next to each other on the way?
    pub fn joins(&self, a: Support, b: Support) -> bool {
        (0..self.gaps).any(|gap| {
            let pair = (self.supports[gap], self.supports[gap + 1]);
            pair == (a, b) || pair == (b, a)
        })
    }
}

/// The plank that joins two supports, if one lies there.
pub fn plank_between(public: &Public, a: Support, b: Support) -> Option<Space> {
    spaces(public.laid).find(|space| {
        space.slot().is_some_and(|slot| {
            let plank = &public.planks[slot];
            (plank.a, plank.b) == (a, b) || (plank.a, plank.b) == (b, a)
        })
    })
}

/// What a programme is made from.
pub struct Choice<'a> {
    /// The way.
    pub way: Way,
    /// Numbers in the reserve, as bits.
    pub planks: u8,
    /// Is the pawn at home, where a fall changes nothing?
    pub home: bool,
    /// Are there planks to take away?
    pub prey: bool,
    /// The dragon worth playing, if any.
    pub dragon: Option<Card>,
    /// What bots weigh.
    pub weights: &'a Weights,
    /// Whims of the moment, by position.
    pub whim: [f32; PROGRAMME],
}

/// The model while a programme is gone through.
#[derive(Clone, Copy)]
struct Going {
    bridged: u32,
    there: u32,
    /// Steps made along the way; the gaps and then the destination.
    at: usize,
    /// Gaps bridged in this programme.
    fresh: u32,
    planks: u8,
    /// A plank was taken from the board; there is likely to have been one of the number wanted.
    taken: bool,
    gain: f32,
    done: bool,
}

/// The best next card after those laid, out of the cards `left`.
pub fn next_card(choice: &Choice<'_>, laid: &[Card], left: u16) -> Option<Card> {
    let mut going = Going {
        bridged: choice.way.bridged,
        there: choice.way.there,
        at: 0,
        fresh: 0,
        planks: choice.planks,
        taken: false,
        gain: 0.0,
        done: false,
    };
    for (position, card) in laid.iter().enumerate() {
        going = after(choice, going, *card, position);
    }
    best(choice, going, laid.len(), left).1
}

fn best(choice: &Choice<'_>, going: Going, position: usize, left: u16) -> (f32, Option<Card>) {
    if position == PROGRAMME || going.done {
        let card = Card((left.trailing_zeros()) as u8);
        return (going.gain, (position < PROGRAMME).then_some(card));
    }
    let mut found = (f32::NEG_INFINITY, None);
    let mut rest = left;
    while rest != 0 {
        let card = Card(rest.trailing_zeros() as u8);
        rest &= rest - 1;
        if card.dragon_of().is_some() && choice.dragon != Some(card) {
            continue;
        }
        let mut remaining = left & !card.bit();
        if card.dragon_of().is_some() {
            remaining &= !Card::DRAGONS;
        }
        let gain = best(choice, after(choice, going, card, position), position + 1, remaining).0;
        if gain > found.0 {
            found = (gain, Some(card));
        }
    }
    found
}

/// One card of the programme carried out in the model.
fn after(choice: &Choice<'_>, mut going: Going, card: Card, position: usize) -> Going {
    let weights = choice.weights;
    match card {
        Card::STONE => stones(choice, &mut going, 1),
        Card::STONES => stones(choice, &mut going, 2),
        Card::PLANK => planks(choice, &mut going, 1),
        Card::PLANKS => planks(choice, &mut going, 2),
        Card::REMOVE if choice.prey => {
            going.taken = true;
            going.gain += weights.remove;
        }
        Card::REMOVE => {}
        Card::MOVE => steps(choice, &mut going, 1, position),
        Card::MOVE_TWO => steps(choice, &mut going, 2, position),
        Card::JUMP => fall(choice, &mut going),
        _ => going.gain += weights.dragon + weights.whim * choice.whim[position],
    }
    going
}

fn stones(choice: &Choice<'_>, going: &mut Going, count: u32) {
    for _ in 0..count {
        let missing = (0..=choice.way.gaps).find(|at| going.there >> at & 1 == 0);
        if let Some(at) = missing {
            going.there |= 1 << at;
            going.gain += choice.weights.stone;
        }
    }
}

fn planks(choice: &Choice<'_>, going: &mut Going, count: u32) {
    for _ in 0..count {
        let open = !going.bridged & going.there & going.there >> 1;
        let gap = (going.at..choice.way.gaps).find(|gap| open >> gap & 1 == 1);
        let reach = |gap: usize| going.planks >> (choice.way.needed[gap] - 1) << (choice.way.needed[gap] - 1);
        match gap {
            Some(gap) if going.taken || reach(gap) != 0 => {
                match reach(gap) {
                    0 => going.taken = false,
                    long_enough => going.planks &= !(long_enough & long_enough.wrapping_neg()),
                }
                going.bridged |= 1 << gap;
                going.fresh |= 1 << gap;
                going.gain += choice.weights.plank;
            }
            _ if going.planks > 0 => {
                going.planks &= going.planks - 1;
                going.gain -= choice.weights.waste;
            }
            _ => {}
        }
    }
}

fn steps(choice: &Choice<'_>, going: &mut Going, most: usize, position: usize) {
    let before = going.at;
    for _ in 0..most {
        let last = going.at == choice.way.gaps;
        if !last && going.bridged >> going.at & 1 == 0 {
            break;
        }
        // What is built in the same turn may be cancelled, taken away or stood upon.
        let risky = !last && going.fresh >> going.at & 1 == 1;
        going.gain += choice.weights.step * if risky { 1.0 - choice.weights.caution } else { 1.0 };
        going.at += 1;
        if last {
            going.gain += choice.weights.win - position as f32;
            going.done = true;
            return;
        }
    }
    if going.at == before {
        fall(choice, going);
    }
}

/// A pawn that cannot move goes home.
fn fall(choice: &Choice<'_>, going: &mut Going) {
    let away = going.at > 0 || !choice.home;
    going.gain -= if away { choice.weights.fall } else { 0.0 };
}
