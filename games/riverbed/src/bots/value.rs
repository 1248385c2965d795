//! What a tile is worth to each side, read from top to bottom as it would be executed.
//!
//! The chance of a side is taken to be its share of `1 / (still missing)^urgency` over the three tracks. A tile's worth
//! is the change it makes to these shares; a layer that ends the game makes them one and nothing.

use crate::Riverbed;
use crate::state::Public;
use crate::tiles::{Step, Text, Tile};

/// One number for each side: merchants, separatists, Profiteer.
pub type BySide = [f32; 3];

/// A win is worth this much beyond the share it makes up, and a loss costs as much: what is certain outweighs what is
/// estimated.
const FINAL: f32 = 0.25;
const RUNGS: usize = 64;

/// Chances, up to a common factor, by side and by how much its track still misses.
#[derive(Clone, Debug)]
pub struct Ladder {
    rungs: [[f32; RUNGS]; 3],
}

impl Ladder {
    /// Chances that go as 1 / missing to the power `urgency`; the Profiteer's, who plays alone, times `profiteer`.
    pub fn new(urgency: f32, profiteer: f32) -> Self {
        let alike: [f32; RUNGS] = std::array::from_fn(|missing| libm::powf(missing.max(1) as f32, -urgency));
        Ladder {
            rungs: [alike, alike, alike.map(|chance| chance * profiteer)],
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "three floats returned through memory cost more than the sum itself"
    )]
    #[inline(always)]
    fn shares(&self, missing: [u8; 3]) -> BySide {
        let chance = |side: usize| self.rungs[side][usize::from(missing[side]) & (RUNGS - 1)];
        let (a, b, c) = (chance(0), chance(1), chance(2));
        let scale = 1.0 / (a + b + c);
        [a * scale, b * scale, c * scale]
    }
}

/// How the three tracks stand.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'t> {
    ladder: &'t Ladder,
    /// What each track still misses; at least 1 while the game goes on.
    pub missing: [u8; 3],
    /// Estimated chance of each side.
    pub shares: BySide,
}

impl<'t> Standing<'t> {
    /// How the tracks stand in `public`.
    #[inline]
    pub fn new(ladder: &'t Ladder, game: &Riverbed, public: &Public) -> Self {
        let track = |side: usize| game.ends[side].saturating_sub(public.tracks[side]).max(1);
        Self::at(ladder, [track(0), track(1), track(2)])
    }

    /// With so much missing on each track.
    #[inline]
    pub fn at(ladder: &'t Ladder, missing: [u8; 3]) -> Self {
        Standing {
            ladder,
            missing,
            shares: ladder.shares(missing),
        }
    }

    /// What turning `tile` face-up gains each side.
    #[expect(
        clippy::inline_always,
        reason = "three floats returned through memory cost more than the sum itself"
    )]
    #[inline(always)]
    pub fn gain(&self, tile: &Tile) -> BySide {
        // Written without short cuts: this runs for every tile of every decision, and branches would be guessed wrong.
        let ([kelp, logs, coins], [a, b, c]) = (tile.elements, self.missing);
        let left = a
            .saturating_sub(kelp)
            .min(b.saturating_sub(logs))
            .min(c.saturating_sub(coins));
        let gain = if left == 0 {
            self.by_layers(tile)
        } else {
            self.gain_of(tile.elements)
        };
        let extra = texts_worth(tile);
        [gain[0] + extra, gain[1] + extra, gain[2] + extra]
    }

    /// What so many elements gain each side, all at once.
    #[expect(
        clippy::inline_always,
        reason = "three floats returned through memory cost more than the sum itself"
    )]
    #[inline(always)]
    pub fn gain_of(&self, elements: [u8; 3]) -> BySide {
        let left = |side: usize| self.missing[side].saturating_sub(elements[side]).max(1);
        let ([a, b, c], [d, e, f]) = (self.ladder.shares([left(0), left(1), left(2)]), self.shares);
        [a - d, b - e, c - f]
    }

    /// What turning `tile` face-down gains each side.
    #[inline]
    pub fn gain_down(&self, tile: &Tile) -> BySide {
        let more = |side: usize| self.missing[side] + tile.elements[side];
        let after = self.ladder.shares([more(0), more(1), more(2)]);
        std::array::from_fn(|side| after[side] - self.shares[side])
    }

    /// The side for which `tile` ends the game, if it does: the first track that is full from top to bottom.
    #[inline]
    pub fn winner(&self, tile: &Tile) -> Option<usize> {
        let mut missing = self.missing;
        tile.steps.iter().find_map(|step| match step {
            Step::Count(element, count) => {
                let track = &mut missing[*element as usize];
                *track = track.saturating_sub(*count);
                (*track == 0).then_some(*element as usize)
            }
            Step::Text(_) => None,
        })
    }

    /// How things stand after the elements of `tile` were added, none of which ended the game.
    #[must_use]
    pub fn after(&self, tile: &Tile) -> Self {
        let left = |side: usize| self.missing[side].saturating_sub(tile.elements[side]).max(1);
        Self::at(self.ladder, [left(0), left(1), left(2)])
    }

    #[cold]
    fn by_layers(&self, tile: &Tile) -> BySide {
        let winner = self.winner(tile);
        std::array::from_fn(|side| {
            let shares = self.shares[side];
            if Some(side) == winner {
                1.0 - shares + FINAL
            } else {
                -shares - FINAL
            }
        })
    }
}

/// What the texts of a tile are worth to whoever decides them: little, and the same for all sides.
#[inline]
fn texts_worth(tile: &Tile) -> f32 {
    let count = |text: Text| f32::from(tile.texts[text as usize]);
    0.01 * count(Text::RevealAdjacent)
        + 0.015 * count(Text::FlipDown)
        + 0.005 * (count(Text::View) + count(Text::DiscardRandom))
}
