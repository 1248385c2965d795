//! Two players: programmes against programmes. What each might lay is played through a model of both ways at once, card by
//! card in the order of play; both lay by chance what neither gains from leaving. Whoever always lays what seems best can be
//! foreseen: a script of eight lines won nine games of ten so.
//!
//! Few people lay by chance alone: who laid a dragon first will often do so again. So part of what the other is thought to lay
//! is like what it laid in the turn before, and the rest is its best answer (restricted Nash response: Johanson, Zinkevich and
//! Bowling 2007). Much is won so from who is set in its ways, and little is lost to who sees through it.
//!
//! The mixes are found by regret matching (Hart and Mas-Colell 2000), as Tammelin (2014) lets regrets not fall below zero, on
//! the few programmes that matter (double oracle, `McMahan`, Gordon and Blum 2003). Allocates nothing, draws nothing.

mod learn;

use self::learn::{Belief, Inside, learn};
use super::plan::{Course, DRAGON, Going, Programme};
use super::way::Way;
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
/// Lead in the worths of a course that is worth half a game.
const LEAD: f32 = 16.0;
/// How far the other side is trusted to lay a dragon and a card for removing where it laid them in the turn before.
const HABIT: f32 = 0.3;
/// How much less likely each place makes it that they lie off there, as powers of e: the dragon, and the card for removing.
const OFF: [(u8, f32); 2] = [(DRAGON, 1.5), (Card::REMOVE.0, 0.8)];
/// Places that it takes for being off where a card is laid in one of two turns only.
const ABSENT: f32 = 2.0;
/// What is less likely than this is not reckoned with.
const UNLIKELY: f32 = 0.2;

type Programmes = ArrayVec<Programme, MOST>;
/// One number for each programme.
type Each = [f32; MOST];

/// One of the two.
pub struct Side<'a> {
    /// Its way.
    pub course: Course<'a>,
    /// Its cards, of the model, as bits.
    pub cards: u16,
    /// Gaps of the other's way that it may take a plank from, as bits.
    pub prey: u16,
}

/// Both, the one that acts first before the other.
pub struct Duel<'a> {
    sides: [Side<'a>; 2],
    /// For each gap of a way the gap of the other's way that is the same.
    gaps: [[Option<u8>; Way::GAPS]; 2],
    /// For each support of a way its place on the other's.
    supports: [[Option<u8>; Way::GAPS + 1]; 2],
}

/// How a side should lay.
pub struct Mix {
    programmes: Programmes,
    /// How often each.
    shares: Each,
    /// What each is worth against the other side's mix, from -1 to 1.
    worths: Each,
}

impl<'a> Duel<'a> {
    /// The first of `sides` acts first.
    pub fn new(sides: [Side<'a>; 2]) -> Self {
        let mut duel = Duel {
            gaps: [[None; Way::GAPS]; 2],
            supports: [[None; Way::GAPS + 1]; 2],
            sides,
        };
        for at in 0..2 {
            let (mine, others) = (duel.sides[at].course.way, duel.sides[1 - at].course.way);
            for (to, support) in duel.supports[at].iter_mut().zip(&mine.supports[..=mine.gaps]) {
                let found = others.supports[..=others.gaps].iter().position(|one| one == support);
                *to = found.map(|place| place as u8);
            }
            for gap in 0..mine.gaps {
                if let (Some(a), Some(b)) = (duel.supports[at][gap], duel.supports[at][gap + 1])
                    && a.abs_diff(b) == 1
                {
                    duel.gaps[at][gap] = Some(a.min(b));
                }
            }
        }
        duel
    }

    /// How the side `at` should lay, if the other laid `last` in the turn before.
    pub fn mix(&self, at: usize, last: Option<Programme>) -> Mix {
        let all = [self.sides[0].programmes(), self.sides[1].programmes()];
        let mut beliefs = [Belief::default(), Belief::default()];
        if let Some(last) = last {
            beliefs[at] = self.belief(at, &all, last);
        }
        let (shares, worths) = self.equilibrium(&all, &beliefs);
        let [first, second] = all;
        Mix {
            programmes: if at == 0 { first } else { second },
            shares: shares[at],
            worths: worths[at],
        }
    }

    /// How often either side should lay each, and what that is worth to it. Whatever does best against the other side's mix
    /// is let in until nothing gains any more.
    fn equilibrium(&self, all: &[Programmes; 2], beliefs: &[Belief; 2]) -> ([Each; 2], [Each; 2]) {
        let mut inside = [Inside::default(), Inside::default()];
        let mut worths = [[0.0; MOST]; 2];
        let mut next = [Some(0), Some(0)];
        while next != [None; 2] {
            for side in 0..2 {
                let Some(at) = next[side] else { continue };
                let one = all[side][at];
                let mut against = [0.0; MOST];
                for (worth, two) in against.iter_mut().zip(&all[1 - side]) {
                    *worth = self.worth(1 - side, *two, one);
                }
                inside[side].programmes.push(at);
                inside[side].against.push(against);
            }
            learn(&mut inside, beliefs);
            for side in 0..2 {
                let (mine, others) = (&inside[side], &inside[1 - side]);
                worths[side] = beliefs[side].blend(&others.worths());
                let worth = |at: usize| worths[side][at];
                let now: f32 = mine.members().map(|(at, share)| share * worth(at)).sum();
                let best = (0..all[side].len()).max_by(|a, b| worth(*a).total_cmp(&worth(*b)));
                next[side] = best.filter(|best| {
                    worth(*best) > now + ENOUGH && !mine.programmes.contains(best) && !mine.programmes.is_full()
                });
            }
        }
        (inside.map(|side| side.shares()), worths)
    }

    /// What the side `at` thinks that its programmes are worth, as far as the other lays as it did in the turn before.
    fn belief(&self, at: usize, all: &[Programmes; 2], last: Programme) -> Belief {
        let likely = |other: &Programme| (likeness(*other, last), *other);
        let others: ArrayVec<(f32, Programme), MOST> = all[1 - at].iter().map(likely).collect();
        let others = others.iter().filter(|(likely, _)| *likely >= UNLIKELY);
        let total: f32 = others.clone().map(|(likely, _)| likely).sum();
        let mut belief = Belief::default();
        if total > 0.0 {
            belief.trust = HABIT;
            for (worth, mine) in belief.worths.iter_mut().zip(&all[at]) {
                let worths = others
                    .clone()
                    .map(|(likely, other)| likely * self.worth(at, *mine, *other));
                *worth = worths.sum::<f32>() / total;
            }
        }
        belief
    }

    /// What it is worth to the side `at`, from -1 to 1, to lay `mine` against the other's.
    fn worth(&self, at: usize, mine: Programme, others: Programme) -> f32 {
        if at == 0 {
            self.play([mine, others])
        } else {
            -self.play([others, mine])
        }
    }

    /// What the game is worth to the first, from -1 to 1, if both lay these.
    fn play(&self, programmes: [Programme; 2]) -> f32 {
        let mut going = [self.sides[0].course.start(), self.sides[1].course.start()];
        let [first, second] = programmes;
        for (position, cards) in first.into_iter().zip(second).map(<[u8; 2]>::from).enumerate() {
            for at in 0..2 {
                if cards[at] == DRAGON {
                    going[at].gain += self.sides[at].course.weights.dragon.min(0.0);
                } else if cards[1 - at] != DRAGON {
                    self.act(&mut going, at, cards[at], position);
                }
                if going[at].done {
                    return [1.0, -1.0][at];
                }
            }
        }
        let standing = |at: usize| {
            let course = &self.sides[at].course;
            course.rest(&going[at]) - 0.1 * course.way.left as f32
        };
        let lead = standing(0) - standing(1);
        lead / (LEAD + lead.abs())
    }

    /// The side `at` carries out a card; what it builds serves both.
    fn act(&self, going: &mut [Going; 2], at: usize, card: u8, position: usize) {
        if Card(card) == Card::REMOVE {
            return self.remove(going, at);
        }
        going[at].taken = self.pawn(going, 1 - at);
        let before = going[at];
        self.sides[at].course.apply(&mut going[at], card, position, 0.0);
        let other = 1 - at;
        let mut laid = going[at].bridged & !before.bridged;
        while laid != 0 {
            if let Some(gap) = self.gaps[at][laid.trailing_zeros() as usize] {
                going[other].bridged |= 1 << gap;
                going[other].gain += self.sides[other].course.weights.plank;
            }
            laid &= laid - 1;
        }
        let mut placed = going[at].there & !before.there;
        while placed != 0 {
            if let Some(place) = self.supports[at][placed.trailing_zeros() as usize] {
                going[other].there |= 1 << place;
            }
            placed &= placed - 1;
        }
    }

    /// Stones ahead on the way of the side `at` that carry no plank of it, as bits.
    fn loose(&self, going: &[Going; 2], at: usize) -> u32 {
        let one = &going[at];
        let gaps = self.sides[at].course.way.gaps;
        let ahead = (!0u32).checked_shl(one.at.clamp(0, 15) as u32 + 1).unwrap_or(0) & ((1 << gaps) - 1);
        let bridged = u32::from(one.bridged);
        one.there & ahead & !(bridged | bridged << 1)
    }

    /// The gap of the other's way on which the pawn of the side `at` stands, as a bit.
    fn pawn(&self, going: &[Going; 2], at: usize) -> u16 {
        let one = &going[at];
        if one.fell {
            return 0;
        }
        match usize::try_from(one.at) {
            Ok(0) => self.sides[1 - at].course.way.taken,
            Ok(crossed) => self.gaps[at][crossed - 1].map_or(0, |gap| 1 << gap),
            Err(_) => 0,
        }
    }

    /// The side `at` takes the plank that the other needs next, or else any.
    fn remove(&self, going: &mut [Going; 2], at: usize) {
        let (other, course) = (1 - at, &self.sides[at].course);
        let take = |going: &mut Going| {
            going.spoils = true;
            going.gain += course.weights.waste + course.weights.remove.min(0.0);
        };
        let ahead = !0u16 << going[other].at.clamp(0, 15);
        let safe = self.sides[other].course.way.bridged & !self.sides[at].prey;
        let prey = going[other].bridged & ahead & !safe & !self.pawn(going, at);
        if prey == 0 {
            let loose = self.loose(going, other);
            if course.prey {
                take(&mut going[at]);
            } else if loose != 0 {
                let place = loose.trailing_zeros() as usize;
                going[other].there &= !(1 << place);
                if let Some(mine) = self.supports[other][place] {
                    going[at].there &= !(1 << mine);
                }
            } else if course.harm {
                going[at].gain -= course.weights.plank;
            }
            return;
        }
        let gap = prey.trailing_zeros() as usize;
        going[other].bridged &= !(1 << gap);
        going[other].gain -= self.sides[other].course.weights.plank;
        take(&mut going[at]);
        if let Some(mine) = self.gaps[other][gap] {
            going[at].bridged &= !(1 << mine);
            going[at].gain -= course.weights.plank;
        }
    }
}

impl Side<'_> {
    /// What is worth a look: the best orders of cards for the own way, with and without a dragon and a card for removing at
    /// every position.
    fn programmes(&self) -> Programmes {
        let may = |card: u8| self.cards >> card & 1 == 1;
        let (dragon, remove) = (may(DRAGON), may(Card::REMOVE.0));
        let mut best: [ArrayVec<(Programme, f32), { ORDERS[0] }>; ORDERS.len()] = Default::default();
        let building = self.cards & !(1 << DRAGON | Card::REMOVE.bit());
        self.course.orders(building, |order, count, worth| {
            let Some(best) = best.get_mut(PROGRAMME - count) else {
                return;
            };
            let place = best.iter().position(|(_, other)| worth > *other).unwrap_or(best.len());
            let most = ORDERS[PROGRAMME - count];
            if place < most {
                best.truncate(most - 1);
                best.insert(place, (order, worth));
            }
        });
        let mut all: Programmes = best[0].iter().map(|(order, _)| *order).collect();
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

impl Mix {
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
