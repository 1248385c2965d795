//! The race as the ship sees it whose turn it is: who moves after it, how far the others have still to go.

use super::chart::{Bearings, dots};
use crate::Regatta;
use crate::course::RING;
use crate::state::{Player, Public, Spot};
use balance_engine::Seat;

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
    pub fn new(game: &Regatta, public: &Public, bearings: &Bearings<'_>, useful: f32) -> Self {
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
pub fn reach(game: &Regatta, public: &Public, bearings: &Bearings<'_>, seat: Seat) -> f32 {
    let player = public.player(seat);
    to_end(game, bearings, player) - f32::from(game.points(public, seat))
}

/// How far a ship has to go to its end of the race.
#[inline]
pub fn to_end(game: &Regatta, bearings: &Bearings<'_>, player: &Player) -> f32 {
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
