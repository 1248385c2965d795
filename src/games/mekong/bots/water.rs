//! Open water for the heuristic bot: which planks could lie between stones at any point, and how many are needed where
//! stones are still missing.

use super::routes::{NO_WAY, Prices, apart, lay};
use crate::games::mekong::Mekong;
use crate::games::mekong::board::{Slide, Support, expert};
use crate::games::mekong::state::{COLOURS, NUMBERS, Public};

/// What lies in the water.
#[derive(Clone, Copy, Debug)]
pub struct Water {
    /// Supports that can carry another plank, as bits.
    pub roomy: u64,
}

impl Water {
    /// The water as it is.
    pub fn new(game: &Mekong, public: &Public) -> Self {
        Water {
            roomy: game.roomy(public),
        }
    }

    /// Numbers that fit between two supports now, as bits.
    pub fn numbers(&self, game: &Mekong, public: &Public, (a, b): (Support, Support)) -> u8 {
        if self.roomy >> a & self.roomy >> b & 1 == 0 || usize::from(a.max(b)) < COLOURS {
            return 0;
        }
        let gap = apart(game.centre(public, a), game.centre(public, b));
        let mut numbers = 0;
        for number in (1..=NUMBERS as u8).rev() {
            if expert::reach(&game.board.planks, a, b, number) < gap {
                break;
            }
            let mut slides = [Slide::Mid, Slide::OverA, Slide::OverB].into_iter();
            let fits = slides.any(|slide| game.plank_fits(public, (a, b), number, slide).is_some());
            numbers |= u8::from(fits) << (number - 1);
        }
        numbers
    }

    /// What it costs to get from one support to another that no plank joins: with stones between them where it is too
    /// far for one plank.
    pub fn price(
        &self,
        game: &Mekong,
        public: &Public,
        (a, b): (Support, Support),
        reserve: u8,
        longest: u8,
        prices: Prices,
    ) -> u32 {
        let plank = prices.step + prices.plank;
        let count = hops(game, public, (a, b), longest.max(1));
        if count > 1 {
            return u32::from(count) * plank + u32::from(count - 1) * prices.stone;
        }
        let numbers = self.numbers(game, public, (a, b));
        if numbers == 0 {
            return NO_WAY;
        }
        prices.step + lay(numbers & reserve, prices)
    }
}

/// Planks of this number from one support to another, with stones between them.
pub fn hops(game: &Mekong, public: &Public, (a, b): (Support, Support), number: u8) -> u16 {
    let stone = COLOURS as Support;
    let planks = &game.board.planks;
    let gap = apart(game.centre(public, a), game.centre(public, b));
    if usize::from(b.max(a)) >= COLOURS && gap <= expert::reach(planks, a, b, number) {
        return 1;
    }
    let two = expert::reach(planks, a, stone, number) + expert::reach(planks, stone, b, number);
    2 + ((gap - two).max(0.0) / expert::reach(planks, stone, stone, number)).ceil() as u16
}
