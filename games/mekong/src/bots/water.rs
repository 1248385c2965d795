//! Open water for the heuristic bot: which planks could lie between stones at any point, and how many are needed where
//! stones are still missing.

use super::routes::{Ground, Prices, members};
use crate::Mekong;
use crate::board::{Support, expert};
use crate::state::{COLOURS, NUMBERS, Public};

/// Gaps that planks could bridge now.
pub fn gaps_in_water(game: &Mekong, public: &Public, ground: &mut Ground) {
    let roomy = game.roomy(public);
    for a in members(roomy) {
        for b in members(roomy & (!1 << a)) {
            if public.on[usize::from(a)] & public.on[usize::from(b)] != 0 {
                continue;
            }
            let numbers = numbers(game, public, (a, b));
            let (a, b) = (usize::from(a), usize::from(b));
            for (a, b) in [(a, b), (b, a)] {
                ground.numbers[a][b] = numbers;
                ground.near[a] |= u64::from(numbers != 0) << b;
            }
        }
    }
}

/// Numbers that fit between two supports now, as bits: from the smallest that reaches, if it collides with nothing.
fn numbers(game: &Mekong, public: &Public, (a, b): (Support, Support)) -> u8 {
    if usize::from(a.max(b)) < COLOURS {
        return 0;
    }
    let square = expert::square_of(game.centre(public, a), game.centre(public, b));
    let reaches = |number: &u8| {
        let reach = expert::reach(&game.board.planks, a, b, *number) as i64;
        reach * reach >= square
    };
    if !reaches(&(NUMBERS as u8)) {
        return 0;
    }
    let Some(smallest) = (1..=NUMBERS as u8).find(reaches) else {
        return 0;
    };
    if game.plank_fits_somehow(public, (a, b), smallest) {
        0x3f & (0x3f << (smallest - 1))
    } else {
        0
    }
}

/// What it costs to get from one support to another over so many planks that are not there, nor the stones between them.
pub fn price(hops: u16, prices: Prices) -> u32 {
    let hops = u32::from(hops);
    hops * (prices.step + prices.plank) + (hops - 1) * prices.stone
}

/// How far planks of one number reach, one after another.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// Between two stones.
    each: i64,
    /// What a village at one end adds.
    shore: i64,
}

impl Stride {
    /// That of planks of this number; 0 is no plank.
    pub fn new(game: &Mekong, number: u8) -> Self {
        let stone = COLOURS as Support;
        let reach = |from: Support| expert::reach(&game.board.planks, from, stone, number) as i64;
        Stride {
            each: reach(stone),
            shore: reach(0) - reach(stone),
        }
    }

    /// Planks from one support to another with stones between them: two at least.
    pub fn hops(&self, game: &Mekong, public: &Public, (a, b): (Support, Support)) -> u16 {
        let square = expert::square_of(game.centre(public, a), game.centre(public, b));
        let shores = i64::from(usize::from(a) < COLOURS) + i64::from(usize::from(b) < COLOURS);
        let two = 2 * self.each + shores * self.shore;
        // Without a plank every unit of the distance counts as one.
        let each = self.each.max(1);
        let mut more = if self.each == 0 { square.isqrt() } else { 0 };
        while square > (two + more * each) * (two + more * each) {
            more += 1;
        }
        2 + more as u16
    }
}
