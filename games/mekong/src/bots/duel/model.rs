//! The model of a turn: both programmes card by card, in the order of play. Programmes that begin alike are played together as
//! far as they do.

use super::super::plan::{DRAGON, Going, Programme};
use super::{Duel, Each, MOST};
use crate::card::Card;
use crate::state::{NUMBERS, PROGRAMME};
use arrayvec::ArrayVec;

/// How many numbers a reserve has.
const COUNTS: [f32; 1 << NUMBERS] = {
    let mut counts = [0.0; 1 << NUMBERS];
    let mut planks = 0;
    while planks < counts.len() {
        counts[planks] = planks.count_ones() as f32;
        planks += 1;
    }
    counts
};

/// What a side might lay.
pub(super) struct Laid {
    pub(super) programmes: ArrayVec<Programme, MOST>,
    /// Their numbers, so that those follow each other that begin alike, each with the cards that it has in common with the one
    /// before.
    sorted: ArrayVec<(u8, u8), MOST>,
}

impl Laid {
    pub(super) fn new(programmes: ArrayVec<Programme, MOST>) -> Self {
        // Every programme as one number, its own number behind its cards: four bits for each card.
        let key = |cards: &Programme| cards.iter().fold(0, |key, card| key << 4 | u32::from(*card));
        let numbered = programmes.iter().enumerate();
        let mut keys: ArrayVec<u32, MOST> = numbered.map(|(at, cards)| key(cards) << 8 | at as u32).collect();
        keys.sort_unstable();
        let mut before = !0;
        let sorted = keys.iter().map(|key| {
            let different = (std::mem::replace(&mut before, *key) ^ key) >> 8 << (32 - 4 * PROGRAMME);
            (
                *key as u8,
                (different.leading_zeros() as usize / 4).min(PROGRAMME) as u8,
            )
        });
        let sorted = sorted.collect();
        Laid { programmes, sorted }
    }
}

impl Duel<'_> {
    /// What each programme of the side `at` is worth to it, from -1 to 1, if the other lays `others`.
    pub(super) fn worths(&self, at: usize, laid: &Laid, others: Programme) -> Each {
        let mut worths = [0.0; MOST];
        // How it goes before each position, and where a side has arrived.
        let mut going = [[self.sides[0].course.start(), self.sides[1].course.start()]; PROGRAMME + 1];
        let mut arrived: Option<(usize, f32)> = None;
        for (number, common) in &laid.sorted {
            let (number, common) = (usize::from(*number), usize::from(*common));
            if arrived.is_none_or(|(position, _)| position >= common) {
                let mine = laid.programmes[number];
                arrived = (common..PROGRAMME).find_map(|position| {
                    let cards = if at == 0 {
                        [mine[position], others[position]]
                    } else {
                        [others[position], mine[position]]
                    };
                    going[position + 1] = going[position];
                    let won = self.advance(&mut going[position + 1], cards, position)?;
                    Some((position, won))
                });
            }
            let worth = arrived.map_or_else(|| self.lead(&going[PROGRAMME]), |(_, won)| won);
            worths[number] = if at == 0 { worth } else { -worth };
        }
        worths
    }

    /// Both carry out a card; 1 if the first has arrived then, -1 if the second has.
    #[inline]
    fn advance(&self, going: &mut [Going; 2], cards: [u8; 2], position: usize) -> Option<f32> {
        if cards.contains(&DRAGON) {
            return None;
        }
        self.act::<0>(going, cards[0], position);
        if going[0].done() {
            return Some(1.0);
        }
        self.act::<1>(going, cards[1], position);
        going[1].done().then_some(-1.0)
    }

    /// What it is worth to the first, between -1 and 1, how far each has come.
    fn lead(&self, going: &[Going; 2]) -> f32 {
        let standing = |at: usize| {
            let course = &self.sides[at].course;
            let kept = self.weights.reserve * COUNTS[usize::from(going[at].planks())];
            // The second of a turn begins the next.
            let begins = if at == 1 { self.weights.begins } else { 0.0 };
            (1.0 + begins) * course.rest(&going[at]) + kept - 0.1 * self.weights.left * course.way.left as f32
        };
        let lead = standing(0) - standing(1);
        lead / (self.weights.lead + lead.abs())
    }

    /// The side `AT` carries out a card; what it builds serves both.
    #[inline]
    fn act<const AT: usize>(&self, going: &mut [Going; 2], card: u8, position: usize) {
        let (at, other) = (AT, 1 - AT);
        match Card(card) {
            Card::REMOVE => return self.remove(going, at),
            Card::MOVE | Card::MOVE_TWO | Card::JUMP => going[at].taken = self.pawn(going, other),
            _ => {}
        }
        let before = going[at];
        self.sides[at].course.apply(&mut going[at], card, position, 0.0);
        if matches!(Card(card), Card::PLANK | Card::PLANKS) {
            let mut laid = going[at].bridged() & !before.bridged();
            while laid != 0 {
                if let Some(gap) = self.gaps[at][laid.trailing_zeros() as usize] {
                    going[other].bridge(usize::from(gap));
                    going[other].gain += self.sides[other].course.weights.plank;
                }
                laid &= laid - 1;
            }
        }
        if matches!(Card(card), Card::STONE | Card::STONES) {
            let mut placed = going[at].there() & !before.there();
            while placed != 0 {
                if let Some(place) = self.supports[at][placed.trailing_zeros() as usize] {
                    going[other].place(1 << place);
                }
                placed &= placed - 1;
            }
        }
    }

    /// Stones ahead on the way of the side `at` that carry no plank of it, as bits.
    fn loose(&self, going: &[Going; 2], at: usize) -> u32 {
        let one = &going[at];
        let gaps = self.sides[at].course.way.gaps;
        let ahead = (!0u32).checked_shl(one.at().clamp(0, 15) as u32 + 1).unwrap_or(0) & ((1 << gaps) - 1);
        let bridged = u32::from(one.bridged());
        one.there() & ahead & !(bridged | bridged << 1)
    }

    /// The gap of the other's way on which the pawn of the side `at` stands, as a bit.
    fn pawn(&self, going: &[Going; 2], at: usize) -> u16 {
        let one = &going[at];
        if one.fell() {
            return 0;
        }
        match usize::try_from(one.at()) {
            Ok(0) => self.sides[1 - at].course.way.taken,
            Ok(crossed) => self.gaps[at][crossed - 1].map_or(0, |gap| 1 << gap),
            Err(_) => 0,
        }
    }

    /// The side `at` takes the plank that the other needs next, or else any.
    pub(super) fn remove(&self, going: &mut [Going; 2], at: usize) {
        let (other, course) = (1 - at, &self.sides[at].course);
        let take = |going: &mut Going| {
            going.take();
            going.gain += course.weights.waste;
        };
        let ahead = !0u16 << going[other].at().clamp(0, 15);
        let safe = self.sides[other].course.way.bridged & !self.sides[at].prey;
        let prey = going[other].bridged() & ahead & !safe & !self.pawn(going, at);
        if prey == 0 {
            let loose = self.loose(going, other);
            if course.prey {
                take(&mut going[at]);
            } else if loose != 0 {
                let place = loose.trailing_zeros() as usize;
                going[other].displace(place);
                if let Some(mine) = self.supports[other][place] {
                    going[at].displace(usize::from(mine));
                }
            } else if course.harm {
                going[at].gain -= course.weights.plank;
            }
            return;
        }
        let gap = prey.trailing_zeros() as usize;
        going[other].unbridge(1 << gap);
        going[other].gain -= self.sides[other].course.weights.plank;
        take(&mut going[at]);
        if let Some(mine) = self.gaps[other][gap] {
            going[at].unbridge(1 << mine);
            going[at].gain -= course.weights.plank;
        }
    }
}
