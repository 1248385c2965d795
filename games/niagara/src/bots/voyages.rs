//! What a canoe is worth by where it is and by the cards that its owner still has: voyages planned ahead by value
//! iteration (Bellman 1957), each canoe by itself, on a river that others move as if they laid any card. With what gems on
//! land are worth it follows from a game alone, and is worked out at the first choice.

use crate::content::CARD_MAX;
use crate::river::{DRIFTS, River, SLOTS, Space};
use crate::rules::Rules;
use crate::state::{COLOURS, Canoe, Card, GemColour};
use crate::{Niagara, each_card};
use std::sync::OnceLock;

/// Most cards that are told apart; of more the lowest are taken to be gone.
const CARDS: usize = 10;
const CYCLES: usize = 4;
/// What follows the colours that a canoe may fetch: it has a gem aboard.
pub const LADEN: usize = COLOURS;

/// What a voyage promises, in gems as they are on average.
#[derive(Clone, Copy, Debug, Default)]
pub struct Voyage {
    /// All gems that come of it; the later, the less they count.
    pub worth: f32,
    /// The first of them.
    pub landing: f32,
}

/// By the colour that a canoe fetches, or [`LADEN`], and the slot where it is.
pub type Voyages = [[Voyage; SLOTS]; COLOURS + 1];
/// A canoe at rest: has it fallen, is it afloat, how deep, behind the fork; what voyages add that it can make empty; and of a gem
/// aboard what comes after it, whether a card brings it ashore, and how much of it comes.
pub type Rest = [f64; 8];
/// By card: how likely it is laid.
pub type Odds = [f64; 16];

/// What a gem that comes a round later is still worth, in parts.
const PATIENCE: f32 = 0.62;
/// What a canoe that falls costs, in gems.
const LOSS: f32 = 0.65;
/// How far others may stray from the card that suits their canoes best, in gems.
const DOUBT: f64 = 0.84;

/// Voyages with every hand.
#[derive(Clone, Debug)]
pub struct VoyagePlan {
    deck: u16,
    /// By the cards of the deck in hand, as bits; a hand without any stands for all.
    hands: Vec<Voyages>,
    /// What a canoe, empty or with a gem aboard, is worth when one of these cards is laid, by hand.
    laid: Vec<[[[f32; SLOTS]; 2]; CARDS]>,
}

impl VoyagePlan {
    pub fn new(game: &Niagara, shift: i8) -> Self {
        let mut deck = game.full_hand;
        while deck.count_ones() as usize > CARDS {
            deck &= deck - 1;
        }
        let full = (1 << deck.count_ones()) - 1;
        let mut start = Voyages::default();
        for row in &mut start {
            row[Space::FALLEN.slot()].worth = -LOSS;
        }
        let mut plan = VoyagePlan {
            deck,
            hands: vec![start; full + 1],
            laid: vec![[[[0.0; SLOTS]; 2]; CARDS]; full + 1],
        };
        let odds: [_; CARD_MAX as usize + 1] = std::array::from_fn(|own| flow_odds(game, shift, own as u8));
        for hand in (0..CYCLES).flat_map(|_| 1..=full) {
            plan.improve(game, &odds, hand);
            if hand == full {
                plan.hands[0] = plan.hands[full];
            }
        }
        plan
    }

    #[inline]
    pub fn with(&self, hand: u16) -> &Voyages {
        &self.hands[self.index(hand)]
    }

    /// How likely the owner of these canoes and this hand lays each card.
    pub fn forecast(&self, hand: u16, canoes: [Canoe; 2]) -> Odds {
        let table = &self.laid[self.index(hand)];
        let mut odds = [0.0; 16];
        let mut best = f64::NEG_INFINITY;
        let mut at = 0;
        each_card(self.deck, |card| {
            if hand & card.bit() != 0 {
                let [one, other] = canoes.map(|canoe| table[at][usize::from(canoe.loaded())][canoe.space.slot()]);
                odds[usize::from(card.0)] = f64::from(one + other);
                best = f64::max(best, f64::from(one + other));
            }
            at += 1;
        });
        let mut sum = 0.0;
        each_card(hand & self.deck, |card| {
            let odds = &mut odds[usize::from(card.0)];
            let near = DOUBT / (DOUBT + best - *odds);
            *odds = near * near;
            sum += *odds;
        });
        let share = 1.0 / f64::max(sum, f64::MIN_POSITIVE);
        each_card(hand & self.deck, |card| odds[usize::from(card.0)] *= share);
        odds
    }

    #[inline]
    fn index(&self, hand: u16) -> usize {
        let (mut index, mut bit) = (0, 1);
        each_card(self.deck, |card| {
            index |= if hand & card.bit() == 0 { 0 } else { bit };
            bit <<= 1;
        });
        index
    }

    /// Looks one round further ahead with this hand.
    fn improve(&mut self, game: &Niagara, odds: &[[f64; DRIFTS]], hand: usize) {
        let spaces = usize::from(game.river.count());
        let mut at = 0;
        let mut first = true;
        each_card(self.deck, |card| {
            let bit = 1 << at;
            at += 1;
            if hand & bit == 0 {
                return;
            }
            let next = &self.hands[hand & !bit];
            let number = if card == Card::CHOICE {
                game.choice.trailing_zeros() as u8
            } else {
                card.number().unwrap_or(0)
            };
            let mut then = if card == Card::LASSO {
                *next
            } else {
                drifted(game, next, &odds[usize::from(number)])
            };
            if number > 0 {
                then = paddled(game, &then, number);
            }
            for slot in 0..=spaces {
                let empty = then[..LADEN].iter().map(|row| row[slot].worth);
                self.laid[hand][at - 1][0][slot] = empty.fold(f32::NEG_INFINITY, f32::max);
                self.laid[hand][at - 1][1][slot] = then[LADEN][slot].worth;
            }
            for (best, then) in self.hands[hand].iter_mut().zip(&then) {
                for (best, then) in best.iter_mut().zip(then).take(spaces + 1) {
                    let (worth, landing) = (PATIENCE * then.worth, PATIENCE * then.landing);
                    if first || worth > best.worth {
                        *best = Voyage { worth, landing };
                    }
                }
            }
            first = false;
        });
    }
}

/// Worth of every voyage before paddling with `points`, if `next` is what it is worth afterwards.
fn paddled(game: &Niagara, next: &Voyages, points: u8) -> Voyages {
    let mut best = *next;
    let unit = game.rules.load_cost;
    for space in (0..=game.river.count()).map(Space) {
        for (layer, best) in best.iter_mut().enumerate() {
            let best = &mut best[space.slot()];
            if layer == LADEN || space != Space::LAND {
                best.worth = f32::NEG_INFINITY;
            }
            let mut offer = |layer: usize, to: Space| {
                let then = next[layer][to.slot()];
                if then.worth > best.worth {
                    *best = then;
                }
            };
            game.each_stop(space, points, None, |to| offer(layer, to));
            let lies = |space: Space| layer < LADEN && game.river.place(space) == Some(GemColour::ALL[layer]);
            if points > unit {
                game.each_stop(space, points - unit, None, |to| {
                    if lies(space) || lies(to) {
                        offer(LADEN, to);
                    }
                });
            } else if points == unit && game.rules.load_without_moving && lies(space) {
                offer(LADEN, space);
            }
        }
    }
    best
}

/// What voyages are worth before the river moves with these odds, if `next` is what they are worth afterwards.
fn drifted(game: &Niagara, next: &Voyages, odds: &[f64; DRIFTS]) -> Voyages {
    let mut mean = *next;
    for (mean, next) in mean.iter_mut().zip(next) {
        for space in game.river.spaces() {
            let mut sum = Voyage::default();
            for (steps, chance) in odds.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                for side in &game.river.drift {
                    let to = next[side[steps][space.slot()].slot()];
                    sum.worth += 0.5 * *chance as f32 * to.worth;
                    sum.landing += 0.5 * *chance as f32 * to.landing;
                }
            }
            mean[space.slot()] = sum;
        }
    }
    let again = next[..LADEN].iter().map(|row| row[Space::LAND.slot()].worth);
    mean[LADEN][Space::LAND.slot()] = Voyage {
        worth: 1.0 + again.fold(0.0, f32::max),
        landing: 1.0,
    };
    mean
}

/// How likely the river moves by how much when others lay any card and one's own shows this number, 0 being none.
fn flow_odds(game: &Niagara, shift: i8, own: u8) -> [f64; DRIFTS] {
    let least = game.rules.flow_min as i8;
    let steps = |lowest: u8| ((lowest as i8 + shift).max(least) as usize).min(DRIFTS - 1);
    let mut odds = [0.0; DRIFTS];
    let mut above = 1.0;
    for number in 1..=if own == 0 { game.highest } else { own } {
        let up_to = (game.numbers & ((2 << number) - 1)).count_ones();
        let one = 1.0 - f64::from(up_to) / f64::from(game.full_hand.count_ones());
        let none = (1..game.players).fold(1.0, |all, _| all * one);
        odds[steps(number)] += above - none;
        above = none;
    }
    let rest = if own == 0 { shift.max(0) as usize } else { steps(own) };
    odds[rest] += above;
    odds
}

const WIN: f64 = 20.0;
/// Worth of being near the winning set that is nearest.
const NEAREST: f64 = 5.36;
/// Worth of being near each winning set.
const EACH: f64 = 5.64;
const PLAIN: f64 = 1.23;
/// How much harder a gem is to get for each space that it lies deeper.
const DEPTH: f64 = 0.084;
/// How much harder a gem is to get that has to be of one colour.
const SAME: f64 = 4.06;
/// How much harder a gem is to get that has to be of a new colour.
const DIFFERENT: f64 = 4.7;
/// Gems of one colour on land that are looked up; who has more is reckoned anew.
const HELD: usize = 5;

#[derive(Clone, Debug)]
pub struct Tables {
    /// By which they were made; these also name the board.
    rules: Rules,
    worths: Vec<f64>,
    /// By the box of the cloud.
    pub plans: Vec<VoyagePlan>,
    /// A canoe at rest, by slot, as far as it depends on the river alone.
    pub ground: [Rest; SLOTS],
}

fn ground(river: &River) -> [Rest; SLOTS] {
    let deepest = f64::from(river.deepest());
    let mut ground = [Rest::default(); SLOTS];
    for space in river.spaces() {
        let arm = if river.side(space).is_some() { 1.0 } else { 0.0 };
        let deep = f64::from(river.depth(space)) / deepest;
        ground[space.slot()][..4].copy_from_slice(&[0.0, 1.0, deep, arm]);
    }
    ground[Space::FALLEN.slot()][0] = 1.0;
    ground
}

impl Tables {
    fn new(game: &Niagara) -> Self {
        let gems = |at: usize| std::array::from_fn(|colour| (at / HELD.pow(colour as u32) % HELD) as u8);
        let worth = |at| worth_of_gems(game, gems(at));
        Tables {
            rules: game.rules.clone(),
            worths: (0..HELD.pow(COLOURS as u32)).map(worth).collect(),
            plans: game.weather.iter().map(|shift| VoyagePlan::new(game, *shift)).collect(),
            ground: ground(&game.river),
        }
    }

    /// Worth of these gems on land, and of one more of each colour.
    #[inline]
    pub fn worth_of_gems(&self, game: &Niagara, gems: [u8; COLOURS]) -> (f64, [f64; COLOURS]) {
        let worth = |gems: [u8; COLOURS]| {
            let few = gems.iter().all(|count| usize::from(*count) < HELD);
            let at = gems.iter().rev().fold(0, |at, count| HELD * at + usize::from(*count));
            if few {
                self.worths[at]
            } else {
                worth_of_gems(game, gems)
            }
        };
        let now = worth(gems);
        let more = std::array::from_fn(|colour| {
            let mut then = gems;
            then[colour] += 1;
            worth(then) - now
        });
        (now, more)
    }
}

/// Worth of `gems` on land: the nearer they are to a winning set, the more.
fn worth_of_gems(game: &Niagara, gems: [u8; COLOURS]) -> f64 {
    if game.sets_of(gems) != 0 {
        return WIN;
    }
    let sets = &game.rules.sets;
    let all: u8 = gems.iter().sum();
    let missing = |need: u8, have: u8| {
        if need == 0 {
            f64::INFINITY
        } else {
            f64::from(need - have)
        }
    };
    // How hard a gem is to get that has to be of this colour.
    let effort = |colour: usize| {
        let deeper = f64::from(game.river.depth_of_place[colour]) - f64::from(game.river.trunk - 1);
        1.0 + DEPTH * deeper
    };
    let same = (0..COLOURS).map(|colour| missing(sets.same, gems[colour]) * effort(colour));
    let same = SAME * same.fold(f64::INFINITY, f64::min);
    let lacking = || (0..COLOURS).filter(|colour| gems[*colour] == 0);
    let colours = COLOURS - lacking().count();
    let mean = lacking().map(effort).sum::<f64>() / lacking().count().max(1) as f64;
    let different = DIFFERENT * mean.max(0.1) * missing(sets.different, colours as u8);
    let any = missing(sets.any, all);
    let near = |gap: f64| 1.0 / (1.0 + gap);
    let spread = near(any) + near(same) + near(different);
    NEAREST * near(any.min(same).min(different)) + EACH * spread + PLAIN * f64::from(all)
}

pub const SEATS: usize = 6;

/// Tables by the number of players, made at their first use.
#[derive(Clone, Debug, Default)]
pub struct Tabled([OnceLock<Tables>; SEATS + 1]);

impl Tabled {
    #[inline]
    pub fn with<T>(&self, game: &Niagara, read: impl FnOnce(&Tables) -> T) -> T {
        let tables = self.0[game.players].get_or_init(|| Tables::new(game));
        if tables.rules == game.rules {
            read(tables)
        } else {
            read(&Tables::new(game))
        }
    }
}
