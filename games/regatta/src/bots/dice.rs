//! Dice by expectation: what rolling, rolling again and leaving it are worth, exactly, for points that count one each
//! or, in the last round, for being ahead of somebody.

use super::weights::{FISH, Tuned};
use crate::Favor;
use crate::state::Player;

/// Pips of the movement dice.
const PIPS: u8 = 6;

/// What a player may do about a second die.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Fish.
    pub fish: u8,
    /// Apollo in a slot.
    pub apollo: bool,
    /// Hephaestus in a slot.
    pub hephaestus: bool,
}

impl Means {
    /// Those of a player.
    pub fn of(player: &Player) -> Self {
        Means {
            fish: player.fish.min(FISH as u8 - 1),
            apollo: player.has(Favor::Apollo),
            hephaestus: player.has(Favor::Hephaestus),
        }
    }
}

/// What points are worth, and what it costs to get them.
#[derive(Clone, Copy, Debug)]
pub struct Luck<'a> {
    /// Weights.
    pub tuned: &'a Tuned,
    /// Part of their worth that fish and favors still have.
    pub useful: f32,
    /// Points that the navigation die gives.
    pub base: f32,
    /// With so many points the player would be level with the one to beat, in a last round.
    pub target: Option<f32>,
}

impl Luck<'_> {
    /// Worth of so many pips on the movement dice.
    #[inline]
    pub fn points(&self, pips: u8) -> f32 {
        let points = self.base + f32::from(pips);
        match self.target {
            None => points,
            Some(target) => points + self.tuned.weights.first * (0.5 + (points - target) * 0.25).clamp(0.0, 1.0),
        }
    }

    /// Worth of what the player has.
    #[inline]
    pub fn means(&self, means: Means) -> f32 {
        let favors = &self.tuned.favors;
        let mut worth = self.tuned.fish[usize::from(means.fish)];
        if means.apollo {
            worth += favors[Favor::Apollo as usize];
        }
        if means.hephaestus {
            worth += favors[Favor::Hephaestus as usize];
        }
        self.useful * worth
    }

    /// Worth of rolling the second die after a first one of `first`.
    pub fn roll(&self, first: u8, means: Means) -> f32 {
        let again = self.again(first, means);
        let mut sum = 0.0;
        for second in 1..=PIPS {
            let stay = self.stay(first, second, means);
            sum += if stay > again { stay } else { again };
        }
        sum * (1.0 / f32::from(PIPS))
    }

    /// Worth of rolling the second die again, by the better of fish and Apollo; very little where neither is there.
    pub fn again(&self, first: u8, means: Means) -> f32 {
        let mut best = -1.0e9;
        if means.fish > 0 {
            let fish = means.fish - 1;
            best = self.roll(first, Means { fish, ..means });
        }
        if means.apollo {
            let other = self.roll(first, Means { apollo: false, ..means });
            best = if other > best { other } else { best };
        }
        best
    }

    /// Worth of a result as it is, saved by Hephaestus where that is better.
    pub fn stay(&self, first: u8, second: u8, means: Means) -> f32 {
        if second >= first {
            return self.points(first + second) + self.means(means);
        }
        let bust = self.points(0) + self.means(means);
        if !means.hephaestus {
            return bust;
        }
        let saved = self.saved(first, means);
        if saved > bust { saved } else { bust }
    }

    /// Worth of the first die saved by Hephaestus.
    pub fn saved(&self, first: u8, means: Means) -> f32 {
        let without = Means {
            hephaestus: false,
            ..means
        };
        self.points(first) + self.means(without)
    }

    /// Worth of the first die, with the better of leaving it so and rolling the second.
    fn first(&self, first: u8, means: Means) -> f32 {
        let stop = self.points(first) + self.means(means);
        let roll = self.roll(first, means);
        if roll > stop { roll } else { stop }
    }

    /// Worth of rolling the first die again, by Apollo.
    pub fn first_again(&self, means: Means) -> f32 {
        let means = Means { apollo: false, ..means };
        let sum: f32 = (1..=PIPS).map(|first| self.first(first, means)).sum();
        sum * (1.0 / f32::from(PIPS))
    }
}
