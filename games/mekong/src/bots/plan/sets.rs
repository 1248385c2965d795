//! The best order of every set of cards: of a set that is one of those sets with one card less in their best order, and that card
//! after it.

use super::{CARDS, Course, Going, Programme, SETS, SPARE};
use crate::card::Card;
use crate::state::PROGRAMME;
use arrayvec::ArrayVec;

/// Sets of cards that follow some that were laid, each with its best order so far.
struct Sets {
    /// The cards, by their places in the bits of a set.
    cards: ArrayVec<u8, CARDS>,
    /// What was laid before, and how much of it.
    laid: (Programme, usize),
    reached: ArrayVec<Reached, SETS>,
}

/// How a set of cards is best played.
struct Reached {
    going: Going,
    /// The place of the card that is played last.
    last: u8,
}

impl Sets {
    /// The best order of a set, after what was laid.
    fn order(&self, set: usize) -> Programme {
        let (mut programme, laid) = self.laid;
        let mut rest = set;
        while rest != 0 {
            let last = self.reached[rest].last;
            programme[laid + rest.count_ones() as usize - 1] = self.cards[usize::from(last)];
            rest &= !(1 << last);
        }
        programme
    }
}

impl Course<'_> {
    /// Visits every set of cards that completes `laid` to at least `least` cards and to a programme at most: how many cards they
    /// are then, what they are worth in their best order, and what tells it.
    pub(super) fn sets(
        &self,
        (laid, least): (&[u8], usize),
        cards: u16,
        caution: f32,
        mut visit: impl FnMut(usize, f32, &dyn Fn() -> Programme),
    ) {
        let mut going = self.start();
        let mut programme = [0; PROGRAMME];
        for (position, card) in laid.iter().enumerate() {
            self.apply(&mut going, *card, position, caution);
            programme[position] = *card;
        }
        let laid = laid.len();
        if laid >= PROGRAMME {
            return visit(laid, self.rest(&going), &|| programme);
        }
        let mut sets = Sets {
            cards: ArrayVec::new(),
            laid: (programme, laid),
            reached: ArrayVec::new(),
        };
        let mut rest = self.useful(cards, PROGRAMME - laid);
        while rest != 0 {
            sets.cards.push(rest.trailing_zeros() as u8);
            rest &= rest - 1;
        }
        sets.reached.push(Reached { going, last: 0 });
        if laid >= least {
            visit(laid, self.rest(&going), &|| programme);
        }
        for set in 1..1usize << sets.cards.len() {
            let count = laid + set.count_ones() as usize;
            if count > PROGRAMME {
                // Sets are found by their numbers.
                sets.reached.push(Reached { going, last: 0 });
                continue;
            }
            let (found, worth) = self.best_last(&sets, set, count - 1, caution);
            sets.reached.push(found);
            if count >= least {
                let worth = if count == PROGRAMME {
                    worth
                } else {
                    self.rest(&sets.reached[set].going)
                };
                visit(count, worth, &|| sets.order(set));
            }
        }
    }

    /// How a set is best played whose last card is at `position`, and its worth: of a programme all of it, of less what was gained.
    #[inline]
    fn best_last(&self, sets: &Sets, set: usize, position: usize, caution: f32) -> (Reached, f32) {
        let whole = position + 1 == PROGRAMME;
        let mut found = Reached {
            going: sets.reached[0].going,
            last: 0,
        };
        let mut most = f32::NEG_INFINITY;
        // Of two that are worth the same the one whose last card has the higher place is taken.
        let mut rest = set;
        while rest != 0 {
            let last = rest.ilog2();
            rest &= !(1 << last);
            let from = &sets.reached[set & !(1 << last)].going;
            let mut to = *from;
            to.done = false;
            self.apply(&mut to, sets.cards[last as usize], position, caution);
            if from.done {
                // What comes after arriving counts only if the arrival is cancelled.
                to.gain = from.gain + SPARE * (to.gain - from.gain);
                to.done = true;
            }
            let worth = if whole { self.rest(&to) } else { to.gain };
            if worth > most {
                most = worth;
                found.going = to;
                found.last = last as u8;
            }
        }
        (found, most)
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
}
