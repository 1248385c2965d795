//! The programme of a turn: how far each order of cards would bring a pawn along its best way. A small model of the way;
//! reads what everybody sees, allocates nothing.
//!
//! Of all orders of the same cards only the most promising is followed, card by card; the best programmes found so are
//! then weighed against every way in which dragons could cancel some of their cards.

mod cards;
mod going;
mod outset;
mod sets;

pub use going::Going;
pub use outset::Outset;
pub use sets::Sets;

use super::way::Way;
use super::weights::Weights;
use crate::state::PROGRAMME;
use arrayvec::ArrayVec;

/// Cards of the model: the eight actions, and a dragon.
pub const CARDS: usize = 9;
/// The dragon among them.
pub const DRAGON: u8 = 8;
/// Programmes weighed against dragons.
const FINALISTS: usize = 8;
/// Ways in which dragons could cancel the cards of a programme.
const WAYS: usize = 1 << PROGRAMME;
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

/// What programmes came to that were weighed on one course, so that none is weighed twice.
#[derive(Default)]
pub struct Weighed(ArrayVec<(Programme, f32), { FINALISTS * PROGRAMME }>);

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
        Going::new(self.way, self.planks)
    }

    /// The programme that gains most if nobody interferes, out of these cards of the model, as bits.
    pub fn unhindered(&self, cards: u16, sets: &mut Sets) -> Found {
        let mut found = Found {
            best: [0; PROGRAMME],
            worth: NOTHING,
        };
        self.sets(sets, (&[], PROGRAMME), cards, 0.0, |_, worth, order| {
            if worth > found.worth {
                found = Found { best: order(), worth };
            }
        });
        found
    }

    /// The programme that begins with `laid` and gains most, if dragons cancel each card with
    /// this chance, which is the same for all that was `weighed`. `whim` blurs the worth of each.
    pub fn best(
        &self,
        laid: &[u8],
        cards: u16,
        (hit, weighed): (f32, &mut Weighed),
        sets: &mut Sets,
        mut whim: impl FnMut() -> f32,
    ) -> Found {
        let mut finalists = [([0; PROGRAMME], NOTHING); FINALISTS];
        let mut least = 0;
        self.sets(
            sets,
            (laid, PROGRAMME),
            cards,
            self.weights.caution,
            |_, worth, order| {
                if worth > finalists[least].1 {
                    finalists[least] = (order(), worth);
                    least = 0;
                    for at in 1..FINALISTS {
                        if finalists[at].1 < finalists[least].1 {
                            least = at;
                        }
                    }
                }
            },
        );
        let mut found = Found {
            best: finalists[0].0,
            worth: NOTHING,
        };
        for (programme, promise) in finalists {
            if promise > NOTHING {
                let worth = weighed.of(programme, || self.expected(programme, hit)) + whim();
                if worth > found.worth {
                    found = Found { best: programme, worth };
                }
            }
        }
        found
    }

    /// What a programme loses by a dragon at each position, and if the plank that the pawn needs next is taken just before each, if
    /// nobody else interferes.
    pub fn losses(&self, programme: Programme) -> [[f32; PROGRAMME]; 2] {
        let before = self.course_of(programme);
        let whole = self.rest(&before[PROGRAMME]);
        let cancelled = std::array::from_fn(|hit| {
            if before[hit + 1] == before[hit] {
                return 0.0;
            }
            let cancelled = self.carry_out(before[hit], programme, hit + 1);
            (whole - self.rest(&cancelled)).max(0.0)
        });
        let taken = std::array::from_fn(|hit| {
            let mut going = before[hit];
            let ahead = going.bridged() & (!0 << going.at().clamp(0, 15));
            if ahead == 0 {
                return 0.0;
            }
            going.unbridge(ahead & ahead.wrapping_neg());
            going.gain -= self.weights.plank;
            let taken = self.carry_out(going, programme, hit);
            (whole - self.rest(&taken)).max(0.0)
        });
        [cancelled, taken]
    }

    /// How a programme goes before each position and after the last, if nobody interferes.
    fn course_of(&self, programme: Programme) -> [Going; PROGRAMME + 1] {
        let mut before = [self.start(); PROGRAMME + 1];
        for position in 0..PROGRAMME {
            before[position + 1] = self.played(&before[position], programme[position], position);
        }
        before
    }

    /// How a programme ends that goes so before the card at `position`.
    fn carry_out(&self, going: Going, programme: Programme, position: usize) -> Going {
        (position..PROGRAMME).fold(going, |going, at| self.played(&going, programme[at], at))
    }

    /// After a card, which whoever is across does not play any more.
    fn played(&self, going: &Going, card: u8, position: usize) -> Going {
        let mut after = *going;
        if !going.done() {
            self.apply(&mut after, card, position, 0.0);
        }
        after
    }

    /// Expected worth, over every way in which dragons cancel cards, each with this chance.
    fn expected(&self, programme: Programme, hit: f32) -> f32 {
        // All ways it may have gone so far: those in which the last card was cancelled before those in which it was played.
        let mut goings = [self.start(); WAYS];
        let mut count = 1;
        for (position, card) in programme.into_iter().enumerate() {
            let (cancelled, played) = goings.split_at_mut(count);
            if card == DRAGON {
                // Nothing cancels it.
                let going_on = cancelled.iter_mut().filter(|going| !going.done());
                going_on.for_each(|going| going.gain += self.dragon[position]);
            } else {
                let played = &mut played[..count];
                self.apply_to_all(cancelled, played, card, position);
                // A card that changes nothing is as good cancelled.
                if played != cancelled {
                    count *= 2;
                }
            }
        }
        let mut worths = [0.0; WAYS];
        for (worth, going) in worths.iter_mut().zip(&goings[..count]) {
            *worth = self.rest(going);
        }
        while count > 1 {
            count /= 2;
            let (cancelled, played) = worths.split_at_mut(count);
            for (cancelled, played) in cancelled.iter_mut().zip(played) {
                *cancelled = *played + hit * (*cancelled - *played);
            }
        }
        worths[0]
    }

    /// Visits the most promising order of every set of these cards of the model that has so many at least, and up to five: how many
    /// they are, what they are worth, and what tells the order.
    pub fn orders(
        &self,
        cards: u16,
        least: usize,
        sets: &mut Sets,
        visit: impl FnMut(usize, f32, &dyn Fn() -> Programme),
    ) {
        self.sets(sets, (&[], least), cards, self.weights.caution, visit);
    }
}

impl Weighed {
    /// What a programme comes to, by `weigh` where that is not known.
    fn of(&mut self, programme: Programme, weigh: impl FnOnce() -> f32) -> f32 {
        if let Some((_, worth)) = self.0.iter().find(|(other, _)| *other == programme) {
            return *worth;
        }
        let worth = weigh();
        // What finds no room is weighed again.
        let _ = self.0.try_push((programme, worth));
        worth
    }
}

#[cfg(test)]
mod tests;
