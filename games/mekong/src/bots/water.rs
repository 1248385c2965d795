//! Open water for the heuristic bot: which planks could lie between stones at any point, and how many are needed where
//! stones are still missing.

use super::routes::{Ground, Prices, apart, members};
use crate::Mekong;
use crate::board::{Slide, Support, expert};
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
    let gap = apart(game.centre(public, a), game.centre(public, b));
    let reaches = |number: &u8| expert::reach(&game.board.planks, a, b, *number) >= gap;
    let Some(smallest) = (1..=NUMBERS as u8).find(reaches) else {
        return 0;
    };
    let mut slides = [Slide::Mid, Slide::OverA, Slide::OverB].into_iter();
    if slides.any(|slide| game.plank_fits(public, (a, b), smallest, slide).is_some()) {
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

/// Planks of this number from one support to another with stones between them: two at least.
pub fn hops(game: &Mekong, public: &Public, (a, b): (Support, Support), number: u8) -> u16 {
    let stone = COLOURS as Support;
    let planks = &game.board.planks;
    let gap = apart(game.centre(public, a), game.centre(public, b));
    let two = expert::reach(planks, a, stone, number) + expert::reach(planks, stone, b, number);
    let each = expert::reach(planks, stone, stone, number).max(1.0);
    2 + ((gap - two).max(0.0) / each).ceil() as u16
}
