//! What follows from a game alone, worked out once, at the first choice: what gems on land are worth, and what canoes may do.

use super::voyages::VoyagePlan;
use crate::Niagara;
use crate::rules::Rules;
use crate::state::COLOURS;
use std::sync::OnceLock;

const WIN: f64 = 20.0;
/// Worth of being near the winning set that is nearest.
const NEAREST: f64 = 5.36;
/// Worth of being near each winning set.
const EACH: f64 = 5.64;
const PLAIN: f64 = 1.23;
/// How much harder a gem is to get for each space that it lies deeper.
const DEPTH: f64 = 0.084;
/// How much harder a gem is to get that has to be of one colour.
const SAME: f64 = 4.06;
/// How much harder a gem is to get that has to be of a new colour.
const DIFFERENT: f64 = 4.7;
/// Gems of one colour on land that are looked up; who has more is reckoned anew.
const HELD: usize = 5;

#[derive(Clone, Debug)]
pub struct Tables {
    /// By which they were made; these also name the board.
    rules: Rules,
    worths: Vec<f64>,
    /// By the box of the cloud.
    pub plans: Vec<VoyagePlan>,
}

impl Tables {
    fn new(game: &Niagara) -> Self {
        let gems = |at: usize| std::array::from_fn(|colour| (at / HELD.pow(colour as u32) % HELD) as u8);
        let worth = |at| worth_of_gems(game, gems(at));
        Tables {
            rules: game.rules.clone(),
            worths: (0..HELD.pow(COLOURS as u32)).map(worth).collect(),
            plans: game.weather.iter().map(|shift| VoyagePlan::new(game, *shift)).collect(),
        }
    }

    /// Worth of these gems on land, and of one more of each colour.
    #[inline]
    pub fn worth_of_gems(&self, game: &Niagara, gems: [u8; COLOURS]) -> (f64, [f64; COLOURS]) {
        let worth = |gems: [u8; COLOURS]| {
            let few = gems.iter().all(|count| usize::from(*count) < HELD);
            let at = gems.iter().rev().fold(0, |at, count| HELD * at + usize::from(*count));
            if few {
                self.worths[at]
            } else {
                worth_of_gems(game, gems)
            }
        };
        let now = worth(gems);
        let more = std::array::from_fn(|colour| {
            let mut then = gems;
            then[colour] += 1;
            worth(then) - now
        });
        (now, more)
    }
}

/// Worth of `gems` on land: the nearer they are to a winning set, the more.
fn worth_of_gems(game: &Niagara, gems: [u8; COLOURS]) -> f64 {
    if game.sets_of(gems) != 0 {
        return WIN;
    }
    let sets = &game.rules.sets;
    let all: u8 = gems.iter().sum();
    let missing = |need: u8, have: u8| {
        if need == 0 {
            f64::INFINITY
        } else {
            f64::from(need - have)
        }
    };
    // How hard a gem is to get that has to be of this colour.
    let effort = |colour: usize| {
        let deeper = f64::from(game.river.depth_of_place[colour]) - f64::from(game.river.trunk - 1);
        1.0 + DEPTH * deeper
    };
    let same = (0..COLOURS).map(|colour| missing(sets.same, gems[colour]) * effort(colour));
    let same = SAME * same.fold(f64::INFINITY, f64::min);
    let lacking = || (0..COLOURS).filter(|colour| gems[*colour] == 0);
    let colours = COLOURS - lacking().count();
    let mean = lacking().map(effort).sum::<f64>() / lacking().count().max(1) as f64;
    let different = DIFFERENT * mean.max(0.1) * missing(sets.different, colours as u8);
    let any = missing(sets.any, all);
    let near = |gap: f64| 1.0 / (1.0 + gap);
    let spread = near(any) + near(same) + near(different);
    NEAREST * near(any.min(same).min(different)) + EACH * spread + PLAIN * f64::from(all)
}

pub const SEATS: usize = 6;

/// Tables by the number of players, made at their first use.
#[derive(Clone, Debug, Default)]
pub struct Tabled([OnceLock<Tables>; SEATS + 1]);

impl Tabled {
    #[inline]
    pub fn with<T>(&self, game: &Niagara, read: impl FnOnce(&Tables) -> T) -> T {
        let tables = self.0[game.players].get_or_init(|| Tables::new(game));
        if tables.rules == game.rules {
            read(tables)
        } else {
            read(&Tables::new(game))
        }
    }
}
