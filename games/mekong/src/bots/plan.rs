//! Which cards in which order gain most on a way: the best order of every set of cards is that of one of the sets with a card less,
//! and that card after it. One of the most promising programmes is drawn, so that it cannot be foreseen.

use super::heuristic::Weights;
use super::march::{Deed, March, Route};
use crate::state::{ACTIONS, Card, PROGRAMME};
use arrayvec::ArrayVec;
use balance_kit::bits;

pub const DRAGON: Card = Card(ACTIONS as u8);
const SETS: usize = 1 << (ACTIONS + 1);
/// Programmes that are compared: two of five cards, ten with a dragon or a card for removing, twenty with both.
pub const MOST: usize = 32;
/// What a card is worth, as a part, that is needed only if the arrival before it is cancelled.
const SPARE: f32 = 0.3;
/// Parts of the worth of standing before the destination, by the steps to it.
const NEAR: [f32; 4] = [1.0, 1.0, 0.6, 0.3];

/// The cards of a turn; fewer are followed by stones.
pub type Programme = [Card; PROGRAMME];

pub type Weighed = (Programme, f32);

pub struct Plan<'a> {
    pub course: Route<'a>,
    pub weights: &'a Weights,
    pub dragon: [f32; PROGRAMME],
    /// What it is worth to take something away.
    pub remove: f32,
    /// How likely a dragon is to cancel a card.
    pub hit: f32,
}

/// How far a programme has come, and what it gained.
#[derive(Clone, Copy)]
struct Advance {
    march: March,
    gain: f32,
    arrived: bool,
}

/// How the best order of a set of cards goes, and the card that it plays last.
type Known = Option<(Advance, Card)>;

impl Plan<'_> {
    fn start(&self) -> Advance {
        Advance {
            march: self.course.start(),
            gain: 0.0,
            arrived: false,
        }
    }

    #[inline]
    fn after(&self, from: &Advance, card: Card, position: usize) -> Advance {
        let mut to = *from;
        let deed = self.course.play(&mut to.march, card, position);
        let mut worth = self.worth(&deed, &from.march, position);
        if card == DRAGON {
            worth += self.dragon[position];
        }
        to.gain += if from.arrived { SPARE * worth } else { worth };
        to.arrived |= deed.arrives;
        to
    }

    /// What a deed is worth after `before`.
    pub fn worth(&self, deed: &Deed, before: &March, position: usize) -> f32 {
        let weights = self.weights;
        let mut worth = weights.stone * deed.stones as f32 + weights.plank * deed.planks as f32
            - weights.waste * deed.wasted as f32
            + weights.step * deed.hope * deed.steps as f32;
        if deed.arrives {
            worth += deed.hope * (weights.win - weights.haste * position as f32);
        }
        if deed.falls {
            worth -= (1.0 - deed.hope) * (weights.fall + weights.step * f32::from(before.at.max(0)));
        }
        if deed.takes {
            worth += self.remove;
        }
        worth
    }

    /// What it is worth how near a pawn that has not arrived stands to arriving.
    pub fn near(&self, march: &March) -> f32 {
        let part = self.course.steps_left(march).and_then(|left| NEAR.get(left));
        self.weights.near * part.copied().unwrap_or_default()
    }

    fn total(&self, progress: &Advance) -> f32 {
        progress.gain
            + if progress.arrived {
                0.0
            } else {
                self.near(&progress.march)
            }
    }

    /// A programme that begins with `laid` out of these cards, as bits, the likelier the more it is worth against dragons, and
    /// what the best one is worth; none where the cards are too few.
    pub fn draw_programme(&self, laid: &[Card], cards: u16, lot: f32) -> Option<Weighed> {
        let programmes = self.programmes(laid, cards);
        let worth = |programme: &Programme| self.expected(&self.start(), *programme, 0);
        let worths: ArrayVec<f32, MOST> = programmes.iter().map(worth).collect();
        let most = worths.iter().copied().reduce(f32::max)?;
        Some((programmes[draw(&worths, self.weights.whim, lot)], most))
    }

    /// What may be laid that begins with `laid`: the best orders for the way, and a dragon and a card for removing anywhere.
    pub fn programmes(&self, laid: &[Card], hand: u16) -> ArrayVec<Programme, MOST> {
        let more = [Card::REMOVE, DRAGON].into_iter().filter(|card| hand & card.bit() != 0);
        let own = hand & !(Card::REMOVE.bit() | DRAGON.bit());
        let orders = |missing: usize| {
            let size = PROGRAMME.checked_sub(missing).filter(|size| *size >= laid.len());
            let found = size.map(|size| self.promising::<2>(laid, own, size));
            found.unwrap_or_default().into_iter().map(|(order, _)| order)
        };
        // A card at every place from the first that is not laid to the one behind so many cards.
        let woven = |order: Programme, cards: usize, card: Card| {
            (laid.len()..=cards).map(move |place| {
                let mut longer = order;
                longer[place..=cards].rotate_right(1);
                longer[place] = card;
                longer
            })
        };
        let mut all: ArrayVec<Programme, MOST> = orders(0).collect();
        let shorter = orders(1).next();
        for card in more.clone() {
            all.extend(shorter.into_iter().flat_map(|order| woven(order, PROGRAMME - 1, card)));
        }
        if let (2, Some(order)) = (more.count(), orders(2).next()) {
            let removed = woven(order, PROGRAMME - 2, Card::REMOVE);
            all.extend(removed.flat_map(|order| woven(order, PROGRAMME - 1, DRAGON)));
        }
        all
    }

    /// The programmes of so many cards that begin with `laid` and gain most if nobody interferes, the best first: of every set of
    /// cards the best order.
    pub fn promising<const MOST: usize>(&self, laid: &[Card], cards: u16, size: usize) -> ArrayVec<Weighed, MOST> {
        let missing = size - laid.len();
        let cards = usize::from(self.useful(cards, missing));
        let mut known: [Known; SETS] = [None; SETS];
        let lay = |progress: Advance, (position, card): (usize, &Card)| self.after(&progress, *card, position);
        known[0] = Some((laid.iter().enumerate().fold(self.start(), lay), DRAGON));
        let mut found: ArrayVec<Weighed, MOST> = ArrayVec::new();
        let mut set = 0usize;
        loop {
            let count = set.count_ones() as usize;
            if let Some((progress, _)) = known[set]
                && count <= missing
            {
                if count == missing {
                    rank(&mut found, self.total(&progress), || order(&known, laid, set));
                } else {
                    self.extend(&mut known, (set, cards & !set), laid.len() + count, &progress);
                }
            }
            if set == cards {
                return found;
            }
            // The set after this by its number.
            set = set.wrapping_sub(cards) & cards;
        }
    }

    /// Lets each of these cards follow a set.
    #[inline]
    fn extend(&self, known: &mut [Known; SETS], (set, cards): (usize, usize), position: usize, from: &Advance) {
        for card in bits(cards as u64).map(|card| Card(card as u8)) {
            let to = self.after(from, card, position);
            let best = &mut known[set | usize::from(card.bit())];
            if best.is_none_or(|(best, _)| to.gain > best.gain) {
                *best = Some((to, card));
            }
        }
    }

    /// Of these cards those that may help, if they are enough to complete a programme of which `missing` cards are not laid yet.
    fn useful(&self, cards: u16, missing: usize) -> u16 {
        let Route { way, prey, .. } = self.course;
        let idle = [
            (way.there.count_ones() as usize > way.gaps, Card::STONES.bit()),
            (
                way.bridged.count_ones() as usize == way.gaps,
                Card::PLANK.bit() | Card::PLANKS.bit(),
            ),
            (way.taken == 0, Card::JUMP.bit()),
            (!prey, Card::REMOVE.bit()),
        ];
        let each = idle.iter().filter(|(idle, _)| *idle);
        let idle = each.fold(0, |all, (_, cards)| all | cards);
        let useful = cards & !idle;
        if useful.count_ones() as usize >= missing {
            useful
        } else {
            cards
        }
    }

    /// What the rest of a programme is worth if dragons may cancel each card but a dragon.
    fn expected(&self, progress: &Advance, programme: Programme, position: usize) -> f32 {
        if position == PROGRAMME || progress.arrived {
            return self.total(progress);
        }
        let played = self.after(progress, programme[position], position);
        let worth = self.expected(&played, programme, position + 1);
        // A card that changes nothing is as good cancelled.
        if programme[position] == DRAGON || played.march == progress.march && !played.arrived {
            return worth;
        }
        worth + self.hit * (self.expected(progress, programme, position + 1) - worth)
    }

    /// What a programme loses by a dragon at each position, if nobody else interferes.
    pub fn losses(&self, programme: Programme) -> [f32; PROGRAMME] {
        let without = |cancelled: usize| {
            let mut progress = self.start();
            for (position, card) in programme.iter().enumerate() {
                if position != cancelled && !progress.arrived {
                    progress = self.after(&progress, *card, position);
                }
            }
            self.total(&progress)
        };
        let whole = without(PROGRAMME);
        std::array::from_fn(|position| (whole - without(position)).max(0.0))
    }
}

/// The best order of a set, after what was laid.
fn order(known: &[Known; SETS], laid: &[Card], set: usize) -> Programme {
    let mut programme = [Card::STONE; PROGRAMME];
    programme[..laid.len()].copy_from_slice(laid);
    let mut rest = set;
    while let Some((_, card)) = known[rest].filter(|_| rest != 0) {
        programme[laid.len() + rest.count_ones() as usize - 1] = card;
        rest &= !usize::from(card.bit());
    }
    programme
}

/// Keeps the best, the best first.
fn rank<const MOST: usize>(found: &mut ArrayVec<Weighed, MOST>, worth: f32, order: impl Fn() -> Programme) {
    let at = found.iter().position(|(_, known)| worth > *known);
    let at = at.unwrap_or(found.len());
    if at < MOST {
        if found.is_full() {
            found.pop();
        }
        found.insert(at, (order(), worth));
    }
}

/// The index of one of these, the likelier the more it is worth (the choice rule of Luce 1959); `whim` evens the chances out. `lot`,
/// from 0 to 1, says which.
pub fn draw(worths: &[f32], whim: f32, lot: f32) -> usize {
    let most = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let share = |worth: &f32| libm::expf((worth - most) / whim.max(1e-6));
    let mut left = lot * worths.iter().map(share).sum::<f32>();
    let drawn = worths.iter().position(|worth| {
        left -= share(worth);
        left < 0.0
    });
    drawn.unwrap_or_default()
}
