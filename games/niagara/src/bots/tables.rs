//! What of an outlook depends on the game and the weights alone, worked out once per bot. Only tables: with another game
//! they are made again.

use std::sync::OnceLock;

use super::Weights;
use super::outlook::worth_of_gems;
use crate::Niagara;
use crate::content::CARD_MAX;
use crate::river::{MAX_SPACES, SLOTS, Space};
use crate::rules::WinningSets;
use crate::state::{COLOURS, Card};

/// Gems of one colour on land that are looked up; who has more is reckoned anew.
const HELD: usize = 4;
/// Cards that may be the highest of a hand.
const TOPS: usize = 16;

/// Hands that are looked up: those of the base game.
const HANDS: u16 = 1 << 8;

/// By number: chance that whoever may lay any of his cards shows no number up to it.
pub type Higher = [f64; CARD_MAX as usize + 1];
/// Worth of some gems on land, and of one more of each colour.
pub type Worth = (f64, [f64; COLOURS]);

/// Tables of one game and the weights of one bot.
#[derive(Clone, Debug)]
pub struct Tables {
    key: TableKey,
    worths: Vec<Worth>,
    /// By hand.
    higher: Vec<Higher>,
    /// By the highest card still in hand and slot: share of its gem's worth that a loaded canoe has.
    pub share: [[f64; SLOTS]; TOPS],
    /// By slot: what is taken off for a canoe that lies so deep.
    pub drag: [f64; SLOTS],
    /// By colour and depth: share of its worth that an empty canoe hopes for there.
    pub hope: [[f64; MAX_SPACES + 1]; COLOURS],
}

/// All of a game that tables depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TableKey {
    sets: WinningSets,
    trunk: u8,
    arm: u8,
    depth_of_place: [u8; COLOURS],
}

impl TableKey {
    fn new(game: &Niagara) -> Self {
        TableKey {
            sets: game.rules.sets.clone(),
            trunk: game.river.trunk,
            arm: game.river.arm,
            depth_of_place: game.river.depth_of_place,
        }
    }

    #[inline]
    fn fits(&self, game: &Niagara) -> bool {
        let river = &game.river;
        self.sets == game.rules.sets
            && (self.trunk, self.arm) == (river.trunk, river.arm)
            && self.depth_of_place == river.depth_of_place
    }
}

impl Tables {
    /// The small tables alone, without those of gems and hands.
    fn new(game: &Niagara, weights: &Weights) -> Self {
        let river = &game.river;
        let mut tables = Tables {
            key: TableKey::new(game),
            worths: Vec::new(),
            higher: Vec::new(),
            share: [[0.0; SLOTS]; TOPS],
            drag: [0.0; SLOTS],
            hope: [[0.0; MAX_SPACES + 1]; COLOURS],
        };
        for space in river.spaces() {
            let depth = i32::from(river.depth(space));
            tables.drag[space.slot()] = weights.deep * f64::from(depth);
            for (share, highest) in tables.share.iter_mut().zip(0..) {
                let beyond = f64::from((depth - highest).max(0));
                let near = f64::from(depth.min(highest));
                share[space.slot()] = (weights.aboard - 0.03 * near - weights.distance * beyond).max(0.05);
            }
        }
        tables.drag[Space::FALLEN.slot()] = weights.canoe;
        for (hope, place) in tables.hope.iter_mut().zip(river.depth_of_place) {
            for (hope, depth) in hope.iter_mut().zip(0..).skip(1) {
                let way = f64::from((depth - i32::from(place)).abs());
                *hope = weights.hope - weights.way * way;
            }
        }
        tables
    }

    fn whole(mut self, game: &Niagara, weights: &Weights) -> Self {
        let gems = |at: usize| std::array::from_fn(|colour| (at / HELD.pow(colour as u32) % HELD) as u8);
        let all = 0..HELD.pow(COLOURS as u32);
        self.worths = all.map(|at| worth_of_gems(game, weights, &gems(at))).collect();
        if game.full_hand < HANDS {
            self.higher = (0..=game.full_hand).map(|hand| higher(game, hand)).collect();
        }
        self
    }

    /// Chances that the owner of this hand shows a higher number.
    #[inline]
    pub fn higher(&self, game: &Niagara, hand: u16) -> Higher {
        match self.higher.get(usize::from(hand)) {
            Some(higher) => *higher,
            None => higher(game, hand),
        }
    }

    /// [`worth_of_gems`].
    #[inline]
    pub fn worth_of_gems(&self, game: &Niagara, weights: &Weights, gems: [u8; COLOURS]) -> Worth {
        let few = gems.iter().all(|count| usize::from(*count) < HELD);
        let at = gems.iter().rev().fold(0, |at, count| HELD * at + usize::from(*count));
        match self.worths.get(at) {
            Some(worth) if few => *worth,
            _ => worth_of_gems(game, weights, &gems),
        }
    }
}

/// Chances that the owner of this hand shows a higher number.
fn higher(game: &Niagara, hand: u16) -> Higher {
    let each = game.odds[hand.count_ones() as usize];
    let mut higher = [1.0; CARD_MAX as usize + 1];
    let mut left = 1.0;
    let numbers = usize::from(game.highest) + 1;
    for (number, higher) in higher[..numbers].iter_mut().enumerate().skip(1) {
        // The card of one's choice is likely to be a low number.
        let cards = (hand >> number & 1) + u16::from(number == 1 && hand & Card::CHOICE.bit() != 0);
        left -= each * f64::from(cards);
        *higher = f64::max(left, 0.0);
    }
    higher
}

/// Weights with their tables, made at their first use.
#[derive(Clone, Debug)]
pub struct Tabled {
    /// The weights.
    pub weights: Weights,
    tables: OnceLock<Tables>,
}

impl Tabled {
    /// Tables for these weights.
    pub fn new(weights: Weights) -> Self {
        Tabled {
            weights,
            tables: OnceLock::new(),
        }
    }

    /// Calls `read` with the tables for `game`.
    #[inline]
    pub fn with<T>(&self, game: &Niagara, read: impl FnOnce(&Tables) -> T) -> T {
        let make = || Tables::new(game, &self.weights).whole(game, &self.weights);
        let tables = self.tables.get_or_init(make);
        if tables.key.fits(game) {
            read(tables)
        } else {
            read(&Tables::new(game, &self.weights))
        }
    }
}
