//! The best order of every set of cards: that of one of the sets with a card less, and that card after it.

use super::{CARDS, DRAGON, PlanInput, Programme, ProgrammeState, SPARE};
use crate::card::Card;
use crate::state::PROGRAMME;

/// Sets of cards.
const SETS: usize = 1 << CARDS;

/// How many cards each set has.
const COUNTS: [u8; SETS] = {
    let mut counts = [0; SETS];
    let mut set = 0;
    while set < SETS {
        counts[set] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

/// Sets of cards of the model that follow what was laid; each is a number whose bits are cards.
pub struct Sets {
    /// How each goes in its best order; of a whole programme only what it is worth is told. What is not the best stands last.
    going: [ProgrammeState; SETS + 1],
    /// The card that each plays last.
    last: [u8; SETS + 1],
}

#[inline]
fn count(set: usize) -> usize {
    usize::from(COUNTS[set])
}

/// Cards that may follow one set.
struct NextCards<'s> {
    sets: &'s mut Sets,
    set: usize,
    /// As bits.
    cards: usize,
}

impl NextCards<'_> {
    /// May one of these follow?
    #[inline]
    fn has(&self, cards: u16) -> bool {
        self.cards & usize::from(cards) != 0
    }

    /// A card that may follow leads to this. Of two that are worth the same the one that plays the higher card last is kept: it
    /// comes first, because sets follow each other by their numbers.
    #[inline]
    fn leads<const WHOLE: bool>(&mut self, card: Card, to: ProgrammeState) {
        let bit = usize::from(card.bit());
        let with = (self.set | bit) % SETS;
        // Without a branch: a processor could hardly foresee it.
        let better = (self.cards & bit != 0) & ((self.set < bit) | (to.gain > self.sets.going[with].gain));
        let with = if better { with } else { SETS };
        let best = &mut self.sets.going[with];
        if WHOLE {
            best.gain = to.gain;
        } else {
            *best = to;
        }
        self.sets.last[with] = card.0;
    }
}

impl Default for Sets {
    #[inline]
    fn default() -> Self {
        // A constant is made where it is wanted; else so much would be copied there.
        const EMPTY: Sets = Sets {
            going: [ProgrammeState::NOTHING; SETS + 1],
            last: [0; SETS + 1],
        };
        EMPTY
    }
}

impl Sets {
    /// The best order of a set, after what was laid.
    fn order(&self, laid: &[u8], set: usize) -> Programme {
        let mut programme = [0; PROGRAMME];
        programme[..laid.len()].copy_from_slice(laid);
        let mut rest = set;
        for place in programme[laid.len()..].iter_mut().take(count(set)).rev() {
            *place = self.last[rest];
            rest &= !(1 << *place);
        }
        programme
    }
}

impl PlanInput<'_> {
    /// Visits every set of these cards that completes `laid` to at least `least` cards and to a programme at most: how many cards
    /// they are then, what they are worth in their best order, and what tells it.
    pub(super) fn sets(
        &self,
        sets: &mut Sets,
        (laid, least): (&[u8], usize),
        cards: u16,
        caution: f32,
        mut visit: impl FnMut(usize, f32, &dyn Fn() -> Programme),
    ) {
        let mut going = self.start();
        for (position, card) in laid.iter().enumerate() {
            self.apply(&mut going, *card, position, caution);
        }
        let missing = PROGRAMME - laid.len();
        let cards = if missing == 0 {
            0
        } else {
            usize::from(self.useful(cards, missing))
        };
        sets.going[0] = going;
        let mut set = 0usize;
        loop {
            let count = count(set);
            let position = laid.len() + count;
            if position >= least && count <= missing {
                let going = &sets.going[set];
                let worth = if count == missing && count > 0 {
                    going.gain
                } else {
                    self.rest(going)
                };
                visit(position, worth, &|| sets.order(laid, set));
            }
            if count < missing {
                let next = NextCards {
                    sets,
                    set,
                    cards: cards & !set,
                };
                if count + 1 == missing {
                    self.follow::<true>(next, position, caution);
                } else {
                    self.follow::<false>(next, position, caution);
                }
            }
            if set == cards {
                break;
            }
            // The set after this by its number.
            set = set.wrapping_sub(cards) & cards;
        }
    }

    /// Lets each of the cards follow; they complete a programme, or do not.
    #[expect(clippy::inline_always, reason = "nearly all of what is done for a set")]
    #[inline(always)]
    fn follow<const WHOLE: bool>(&self, mut next: NextCards<'_>, position: usize, caution: f32) {
        let from = next.sets.going[next.set];
        if from.done() {
            return self.follow_arrival::<WHOLE>(next, position, caution);
        }
        // Stones, dragons and what is removed leave the pawn as near to arriving as it was.
        let standing = if WHOLE { self.standing(&from) } else { 0.0 };
        let stands = |mut to: ProgrammeState| {
            to.gain += standing;
            to
        };
        let worth = |mut to: ProgrammeState| {
            if WHOLE {
                to.gain = self.rest(&to);
            }
            to
        };
        if next.has(Card::STONE.bit() | Card::STONES.bit()) {
            let mut to = from;
            self.stone(&mut to);
            next.leads::<WHOLE>(Card::STONE, stands(to));
            self.stone(&mut to);
            next.leads::<WHOLE>(Card::STONES, stands(to));
        }
        if next.has(Card::PLANK.bit() | Card::PLANKS.bit()) {
            let mut to = from;
            self.plank(&mut to);
            next.leads::<WHOLE>(Card::PLANK, worth(to));
            self.plank(&mut to);
            next.leads::<WHOLE>(Card::PLANKS, worth(to));
        }
        if next.has(Card::REMOVE.bit()) {
            let mut to = from;
            self.remove(&mut to, position);
            next.leads::<WHOLE>(Card::REMOVE, stands(to));
        }
        if next.has(Card::MOVE.bit() | Card::MOVE_TWO.bit()) {
            let [one, two] = self.one_and_two_steps(&from, position, caution);
            next.leads::<WHOLE>(Card::MOVE, worth(one));
            next.leads::<WHOLE>(Card::MOVE_TWO, worth(two));
        }
        if next.has(Card::JUMP.bit()) {
            let mut to = from;
            self.jump(&mut to, position);
            next.leads::<WHOLE>(Card::JUMP, worth(to));
        }
        if next.has(1 << DRAGON) {
            let mut to = from;
            to.gain += self.dragon[position];
            next.leads::<WHOLE>(Card(DRAGON), stands(to));
        }
    }

    /// The same after the pawn has arrived: what comes then counts only if the arrival is cancelled.
    fn follow_arrival<const WHOLE: bool>(&self, mut next: NextCards<'_>, position: usize, caution: f32) {
        let from = next.sets.going[next.set];
        for card in (0..CARDS as u8).map(Card) {
            if next.has(card.bit()) {
                let mut to = from;
                to.set_done(false);
                self.apply(&mut to, card.0, position, caution);
                to.gain = from.gain + SPARE * (to.gain - from.gain);
                to.set_done(true);
                next.leads::<WHOLE>(card, to);
            }
        }
    }

    /// Of these cards of the model those that may help, if they are enough to complete a programme of which `missing`
    /// cards are not laid yet. A stone is left in, which never does harm.
    pub(super) fn useful(&self, cards: u16, missing: usize) -> u16 {
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
