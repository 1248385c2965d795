//! Two players: programmes against programmes. What each might lay is played through a model of both ways at once, card by
//! card in the order of play; both lay by chance what neither gains from leaving. Whoever always lays what seems best can be
//! foreseen: a script of eight lines won nine games of ten so.
//!
//! Few people lay by chance alone: who laid a dragon first will often do so again, or whenever it acts first. So part of what the
//! other is thought to lay is like what it laid in one of the two turns before, in one of which it was first, and the rest is its
//! best answer (restricted Nash response: Johanson, Zinkevich and Bowling 2007). Much is won so from who is set in its ways. Whoever
//! sees through it gains the less, the more is left to whim among programmes that seem nearly as good.
//!
//! The mixes are found by regret matching (Hart and Mas-Colell 2000), as Tammelin (2014) lets regrets not fall below zero, on
//! the few programmes that matter (double oracle, `McMahan`, Gordon and Blum 2003). Allocates nothing, draws nothing.

mod learn;
mod model;

use self::learn::{Inside, LearnedMix, learn};
use self::model::Laid;
use super::plan::{DRAGON, PlanInput, Programme, Sets};
use super::route::PawnRoute;
use super::weights::ForTwo;
use crate::card::Card;
use crate::state::PROGRAMME;
use arrayvec::ArrayVec;

/// Orders of cards for the own way that are looked at: of five cards, of four beside a dragon or a card for removing, of three
/// beside both.
const ORDERS: [usize; 3] = [2, 1, 1];
/// So many programmes they make.
const MOST: usize = ORDERS[0] + 2 * PROGRAMME * ORDERS[1] + PROGRAMME * (PROGRAMME - 1) * ORDERS[2];
/// What a programme must gain to be let in, where a won game is worth 1 and a lost one -1.
const ENOUGH: f32 = 0.1;
/// How much less likely each place makes it that they lie off there, as powers of e: the dragon, and the card for removing.
const OFF: [(u8, f32); 2] = [(DRAGON, 1.5), (Card::REMOVE.0, 0.8)];
/// Places that it takes for being off where a card is laid in one of two turns only.
const ABSENT: f32 = 2.0;
/// By so many times its whim a programme is worth less than the best where it is never laid.
const NEVER: f32 = 4.0;
/// What is less likely than this is not reckoned with.
const UNLIKELY: f32 = 0.2;
/// How likely a programme that it was told of is at least.
const EVEN: f32 = 0.2;

/// One number for each programme.
type Each = [f32; MOST];

/// One of the two.
pub struct DuelSide<'a> {
    /// Its way.
    pub course: PlanInput<'a>,
    /// Its cards, of the model, as bits.
    pub cards: u16,
    /// Gaps of the other's way that it may take a plank from, as bits.
    pub prey: u16,
}

/// Both, the one that acts first before the other.
pub struct Duel<'a> {
    sides: [DuelSide<'a>; 2],
    weights: &'a ForTwo,
    /// For each gap of a way the gap of the other's way that is the same, as a bit; 0 where none is.
    gaps: [[u16; PawnRoute::GAPS]; 2],
    /// For each support of a way its place on the other's, as a bit; 0 where it has none.
    supports: [[u32; PawnRoute::GAPS + 1]; 2],
    /// What it costs each that so much is left to go when the turn begins.
    left: [f32; 2],
}

/// How a side should lay.
pub struct ProgrammeMix {
    programmes: ArrayVec<Programme, MOST>,
    /// How often each.
    shares: Each,
    /// What each is worth against the other side's mix, from -1 to 1.
    worths: Each,
}

impl<'a> Duel<'a> {
    /// The first of `sides` acts first.
    pub fn new(sides: [DuelSide<'a>; 2], weights: &'a ForTwo) -> Self {
        let mut duel = Duel {
            gaps: [[0; PawnRoute::GAPS]; 2],
            supports: [[0; PawnRoute::GAPS + 1]; 2],
            left: sides
                .each_ref()
                .map(|side| 0.1 * weights.left * side.course.way.left as f32),
            sides,
            weights,
        };
        for at in 0..2 {
            let (mine, others) = (duel.sides[at].course.way, duel.sides[1 - at].course.way);
            for (to, support) in duel.supports[at].iter_mut().zip(&mine.supports[..=mine.gaps]) {
                let found = others.supports[..=others.gaps].iter().position(|one| one == support);
                *to = found.map_or(0, |place| 1 << place);
            }
            // The same gap lies between the same two supports.
            for gap in 0..mine.gaps {
                let (a, b) = (duel.supports[at][gap], duel.supports[at][gap + 1]);
                duel.gaps[at][gap] = ((a & b >> 1) | (b & a >> 1)) as u16;
            }
        }
        duel
    }

    /// How the side `at` should lay, if the other laid what is `seen` in the turns before, and lays now one of those that are
    /// `told`; any that it may lay where none is.
    pub fn mix(&self, at: usize, seen: &[Programme], told: &[Programme]) -> ProgrammeMix {
        let mut sets = Sets::default();
        let all = self.sides.each_ref().map(|side| Laid::new(side.programmes(&mut sets)));
        let mut beliefs = [LearnedMix::default(), LearnedMix::default()];
        beliefs[at] = self.belief(at, &all, seen, told);
        let (shares, worths) = if beliefs[at].trust < 1.0 {
            self.equilibrium(&all, &beliefs)
        } else {
            ([[0.0; MOST]; 2], beliefs.each_ref().map(|belief| belief.worths))
        };
        let [first, second] = all;
        let mix = ProgrammeMix {
            programmes: if at == 0 { first } else { second }.programmes,
            shares: shares[at],
            worths: worths[at],
        };
        if self.weights.whim > 0.0 {
            mix.by_whim(self.weights.whim)
        } else {
            mix
        }
    }

    /// How often either side should lay each, and what that is worth to it. Whatever does best against the other side's mix
    /// is let in until nothing gains any more.
    fn equilibrium(&self, all: &[Laid; 2], beliefs: &[LearnedMix; 2]) -> ([Each; 2], [Each; 2]) {
        let mut inside = [Inside::default(), Inside::default()];
        let mut worths = [[0.0; MOST]; 2];
        let mut next = [Some(0), Some(0)];
        while next != [None; 2] {
            for side in 0..2 {
                let Some(at) = next[side] else { continue };
                let one = all[side].programmes[at];
                inside[side].programmes.push(at);
                inside[side].against.push(self.worths(1 - side, &all[1 - side], one));
            }
            learn(&mut inside, beliefs);
            for side in 0..2 {
                let (mine, others) = (&inside[side], &inside[1 - side]);
                worths[side] = beliefs[side].blend(&others.worths());
                let worth = |at: usize| worths[side][at];
                let now: f32 = mine.members().map(|(at, share)| share * worth(at)).sum();
                let best = (0..all[side].programmes.len()).max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
                next[side] = best.filter(|best| {
                    worth(*best) > now + ENOUGH && !mine.programmes.contains(best) && !mine.programmes.is_full()
                });
            }
        }
        (inside.map(|side| side.shares()), worths)
    }

    /// What the side `at` thinks that its programmes are worth, as far as the other lays as it did in one of the turns that were
    /// `seen`, and one of those that are `told`, if any are.
    fn belief(&self, at: usize, all: &[Laid; 2], seen: &[Programme], told: &[Programme]) -> LearnedMix {
        let (others, even) = if told.is_empty() {
            (&all[1 - at].programmes[..], 0.0)
        } else {
            (told, EVEN)
        };
        let like = |other: &Programme| seen.iter().map(|seen| likeness(*other, *seen)).sum::<f32>();
        let others = others.iter().map(|other| (even + like(other), *other));
        let mut belief = LearnedMix::default();
        let mut total = 0.0;
        for (likely, other) in others.filter(|(likely, _): &(f32, _)| *likely >= UNLIKELY) {
            total += likely;
            let worths = self.worths(at, &all[at], other);
            for (sum, worth) in belief.worths.iter_mut().zip(worths) {
                *sum += likely * worth;
            }
        }
        if total > 0.0 {
            belief.trust = self.weights.habit;
            belief.worths = belief.worths.map(|worth| worth / total);
        }
        belief
    }
}

impl DuelSide<'_> {
    /// What is worth a look: the best orders of cards for the own way, with and without a dragon and a card for removing at
    /// every position.
    fn programmes(&self, sets: &mut Sets) -> ArrayVec<Programme, MOST> {
        let may = |card: u8| self.cards >> card & 1 == 1;
        let (dragon, remove) = (may(DRAGON), may(Card::REMOVE.0));
        let mut best: [ArrayVec<(Programme, f32), { ORDERS[0] }>; ORDERS.len()] = Default::default();
        let building = self.cards & !(1 << DRAGON | Card::REMOVE.bit());
        let least = PROGRAMME + 1 - ORDERS.len();
        self.course.orders(building, least, sets, |count, worth, order| {
            let best = &mut best[PROGRAMME - count];
            let place = best.iter().position(|(_, other)| worth > *other).unwrap_or(best.len());
            let most = ORDERS[PROGRAMME - count];
            if place < most {
                best.truncate(most - 1);
                best.insert(place, (order(), worth));
            }
        });
        let mut all: ArrayVec<Programme, MOST> = best[0].iter().map(|(order, _)| *order).collect();
        for (order, _) in &best[1] {
            for place in 0..PROGRAMME {
                let cards = [(dragon, DRAGON), (remove, Card::REMOVE.0)];
                for (_, card) in cards.into_iter().filter(|(may, _)| *may) {
                    all.push(with(*order, &[(place, card)]));
                }
            }
        }
        for (order, _) in best[2].iter().filter(|_| dragon && remove) {
            for place in 0..PROGRAMME {
                for other in (0..PROGRAMME).filter(|other| *other != place) {
                    all.push(with(*order, &[(place, DRAGON), (other, Card::REMOVE.0)]));
                }
            }
        }
        all
    }
}

/// The first cards of `order` in their order, with these at their places.
fn with(order: Programme, placed: &[(usize, u8)]) -> Programme {
    let mut rest = order.iter();
    let mut next = || *rest.next().unwrap_or(&0);
    std::array::from_fn(|at| match placed.iter().find(|(place, _)| *place == at) {
        Some((_, card)) => *card,
        None => next(),
    })
}

impl ProgrammeMix {
    /// Each programme by what it is worth: one that is worth `whim` less is laid e times less often.
    fn by_whim(mut self, whim: f32) -> Self {
        let worths = &self.worths[..self.programmes.len()];
        let best = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let behind = worths.iter().map(|worth| (best - worth) / whim);
        let odds = behind.map(|behind| if behind < NEVER { libm::expf(-behind) } else { 0.0 });
        let total: f32 = odds.clone().sum();
        for (share, odds) in self.shares.iter_mut().zip(odds) {
            *share = odds / total;
        }
        self
    }

    /// The card that is laid after `laid`, at a draw from 0 to 1; none where nothing that was looked at begins so.
    pub fn next(&self, laid: &[u8], draw: f32) -> Option<u8> {
        let fits = || (0..self.programmes.len()).filter(|at| self.programmes[*at].starts_with(laid));
        let total: f32 = fits().map(|at| self.shares[at]).sum();
        let mut left = draw * total;
        let drawn = fits().filter(|at| self.shares[*at] > 0.0).find(|at| {
            left -= self.shares[*at];
            left < 0.0
        });
        // Where the mix never lays these, what does best.
        let best = || fits().max_by(|a, b| self.worths[*a].total_cmp(&self.worths[*b]));
        Some(self.programmes[drawn.or_else(best)?][laid.len()])
    }

    /// The most that a programme is worth in which `card` follows `laid`, from -1 to 1; none where none was looked at.
    pub fn worth(&self, laid: &[u8], card: u8) -> Option<f32> {
        let begins = |programme: &Programme| programme.starts_with(laid) && programme[laid.len()] == card;
        let fits = (0..self.programmes.len()).filter(|at| begins(&self.programmes[*at]));
        fits.map(|at| self.worths[at]).reduce(f32::max)
    }
}

/// How likely who laid `last` is to lay `programme`, from 0 to 1: by the places of dragon and card for removing.
fn likeness(programme: Programme, last: Programme) -> f32 {
    let place = |of: Programme, card: u8| of.iter().position(|other| *other == card);
    let off = |card: u8| match (place(programme, card), place(last, card)) {
        (Some(now), Some(then)) => now.abs_diff(then) as f32,
        (None, None) => 0.0,
        _ => ABSENT,
    };
    libm::expf(-OFF.iter().map(|(card, each)| each * off(*card)).sum::<f32>())
}

#[cfg(test)]
mod tests;
