//! What one more gem of each colour is worth to a player, by how much nearer it brings each winning set.

use super::Weights;
use crate::Niagara;
use crate::state::COLOURS;

/// Worth of a set that wins at once.
pub const WIN: f64 = 20.0;

/// How far a collection is from each winning set, in ordinary gems; infinite where a set is out of the game.
#[derive(Clone, Copy)]
struct Gap {
    any: f64,
    same: f64,
    different: f64,
}

impl Gap {
    /// How good it is to be this far from the sets, with so many gems in all.
    fn worth(self, weights: &Weights, all: f64) -> f64 {
        let nearest = self.any.min(self.same).min(self.different);
        if nearest <= 0.0 {
            return WIN;
        }
        let near = |gap: f64| 1.0 / (1.0 + gap);
        let all_sets = near(self.any) + near(self.same) + near(self.different);
        weights.nearest * near(nearest) + weights.spread * all_sets + weights.plain * all
    }
}

/// Worth of `gems`, and of one more gem of each colour.
pub fn worth_of_gems(game: &Niagara, weights: &Weights, gems: &[u8; COLOURS]) -> (f64, [f64; COLOURS]) {
    let sets = &game.rules.sets;
    let effort: [f64; COLOURS] = std::array::from_fn(|colour| {
        1.0 + weights.depth * (f64::from(game.river.depth_of_place[colour]) - f64::from(game.river.trunk - 1))
    });
    let all: u8 = gems.iter().sum();
    let missing = |need: u8, have: u8| {
        if need == 0 {
            f64::INFINITY
        } else {
            f64::from(need.saturating_sub(have))
        }
    };
    let same: [f64; COLOURS] =
        std::array::from_fn(|colour| missing(sets.same, gems[colour]) * effort[colour] * weights.same);
    // The nearest colour, and the nearest but for that one.
    let (mut first, mut second) = (0, f64::INFINITY);
    for colour in 1..COLOURS {
        if same[colour] < same[first] {
            second = same[first];
            first = colour;
        } else {
            second = second.min(same[colour]);
        }
    }
    // Of the colours that lack only the easiest have to be fetched.
    let lacking: u8 = gems.iter().map(|count| u8::from(*count == 0)).sum();
    let wanted = sets.different.saturating_sub(COLOURS as u8 - lacking);
    let mut different = if sets.different == 0 { f64::INFINITY } else { 0.0 };
    if sets.different > 0 && wanted > 0 {
        let share = f64::from(wanted) / f64::from(lacking);
        let sum: f64 = (0..COLOURS)
            .filter(|colour| gems[*colour] == 0)
            .map(|colour| effort[colour])
            .sum();
        different = sum * share * weights.different;
    }
    let now = Gap {
        any: missing(sets.any, all),
        same: same[first],
        different,
    };
    let before = now.worth(weights, f64::from(all));
    let more = std::array::from_fn(|colour| {
        let own = missing(sets.same, gems[colour] + 1) * effort[colour] * weights.same;
        let others = if colour == first { second } else { same[first] };
        let fewer = if gems[colour] == 0 && wanted > 0 {
            let left = different - effort[colour] * weights.different;
            if wanted == 1 { 0.0 } else { left.max(0.1) }
        } else {
            different
        };
        let then = Gap {
            any: missing(sets.any, all + 1),
            same: own.min(others),
            different: fewer,
        };
        then.worth(weights, f64::from(all + 1)) - before
    });
    (before, more)
}
