//! Open water for ways: how many planks are needed where stones are still missing.

use super::routes::Prices;
use crate::Mekong;
use crate::board::{Support, expert};
use crate::state::COLOURS;

/// What it costs to get from one support to another over so many planks that are not there, nor the stones between them.
pub fn price(hops: u16, prices: Prices) -> u32 {
    let hops = u32::from(hops);
    hops * (prices.step + prices.plank) + (hops - 1) * prices.stone
}

/// How far planks of one number reach, one after another.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// Between two stones.
    each: f64,
    /// What a village at one end adds.
    shore: f64,
}

impl Stride {
    /// That of planks of this number; 0 is no plank, and every unit of a distance counts as one.
    pub fn new(game: &Mekong, number: u8) -> Self {
        let stone = COLOURS as Support;
        let reach = |from: Support| expert::reach(&game.board.planks, from, stone, number);
        Stride {
            each: reach(stone).max(1.0),
            shore: reach(0) - reach(stone),
        }
    }

    /// Planks from one support to another so far apart, with stones between them: two at least.
    #[inline]
    pub fn hops(&self, apart: f64, (a, b): (Support, Support)) -> u16 {
        let shores = u8::from(usize::from(a) < COLOURS) + u8::from(usize::from(b) < COLOURS);
        let hops = (apart - f64::from(shores) * self.shore) / self.each;
        let whole = hops as u16;
        (whole + u16::from(f64::from(whole) < hops)).max(2)
    }
}
