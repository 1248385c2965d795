//! Dice by expectation: what rolling, rolling again and leaving it are worth, exactly, for points that count one each
//! or, in the last round, for being ahead of somebody.

use super::distance_table::{RingDistances, dots};
use super::weights::{FISH, PreparedWeights};
use crate::state::{Player, Public, Spot};
use crate::track::RING;
use crate::{Favor, Regatta};
use balance_engine::Seat;

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
    pub fn from_player(player: &Player) -> Self {
        Means {
            fish: player.fish.min(FISH as u8 - 1),
            apollo: player.has(Favor::Apollo),
            hephaestus: player.has(Favor::Hephaestus),
        }
    }
}

/// What points are worth, and what it costs to get them.
#[derive(Clone, Copy, Debug)]
pub struct PointValues<'a> {
    /// Weights.
    pub tuned: &'a PreparedWeights,
    /// Part of their worth that fish and favors still have.
    pub useful: f32,
    /// Points that the navigation die gives.
    pub base: f32,
    /// With so many points the player would be level with the one to beat, in a last round.
    pub target: Option<f32>,
}

impl PointValues<'_> {
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

/// What the race looks like to the ship that moves.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// Part of their worth that fish and favors still have.
    pub useful: f32,
    /// Will the game end with this round, whatever this ship does?
    pub last: bool,
    /// Ranks of others who will not move any more in this round: the greatest.
    pub best: u32,
    /// The least.
    pub worst: u32,
    /// The least of their places, in wedges from the start.
    pub rear: u32,
    /// How far the best of those who will move has still to go then, by its dice.
    pub chaser: f32,
    /// Does anybody move after this ship?
    pub chased: bool,
}

impl Race {
    /// The race as the ship sees it whose turn it is.
    pub fn new(game: &Regatta, public: &Public, bearings: &RingDistances<'_>, useful: f32) -> Self {
        let mut race = Race {
            useful,
            last: false,
            best: 0,
            worst: u32::MAX,
            rear: u32::MAX,
            chaser: f32::MAX,
            chased: false,
        };
        let place = game.place_in_order(public.fleece, public.turn);
        for other in game.seats().filter(|other| *other != public.turn) {
            let player = public.player(other);
            if game.place_in_order(public.fleece, other) < place {
                let key = game.rank_key(public, player);
                race.best = race.best.max(key);
                race.worst = race.worst.min(key);
                race.rear = race.rear.min(wedges(player.laps, player.spot));
                race.last |= player.laps >= game.rules.laps;
            } else {
                let to_go = reach(game, public, bearings, other);
                race.chased = true;
                race.chaser = if to_go < race.chaser { to_go } else { race.chaser };
                race.last |= to_go < 0.0;
            }
        }
        race
    }
}

/// Place in wedges from the start.
#[inline]
pub fn wedges(laps: u8, spot: Spot) -> u32 {
    u32::from(laps) * RING as u32 + u32::from(spot.position)
}

/// How far `seat`, whose dice are rolled, has still to go after its turn.
pub fn reach(game: &Regatta, public: &Public, bearings: &RingDistances<'_>, seat: Seat) -> f32 {
    let player = public.player(seat);
    to_end(game, bearings, player) - f32::from(game.points(public, seat))
}

/// How far a ship has to go to its end of the race.
#[inline]
pub fn to_end(game: &Regatta, bearings: &RingDistances<'_>, player: &Player) -> f32 {
    dots(bearings.to_end(player.spot, i16::from(game.rules.laps) - i16::from(player.laps)))
}

/// Part of their worth that fish and favors still have: less and less when the leader comes near the end.
#[inline]
pub fn useful(game: &Regatta, public: &Public, horizon: f32) -> f32 {
    let mut least = i32::MAX;
    for player in &public.players[..game.players] {
        least = least.min(ahead(game, player.laps, player.spot));
    }
    useful_at(least, horizon)
}

/// Wedges that a ship has still to cross.
#[inline]
pub fn ahead(game: &Regatta, laps: u8, spot: Spot) -> i32 {
    (i32::from(game.rules.laps) - i32::from(laps)) * RING as i32 - i32::from(spot.position)
}

/// Part of their worth that fish and favors still have when the leader has so many wedges to cross.
#[inline]
pub fn useful_at(wedges: i32, horizon: f32) -> f32 {
    let left = wedges.max(0) as f32;
    if left >= horizon { 1.0 } else { left / horizon }
}
