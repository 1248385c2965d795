//! Who was ahead and who behind while games went on, and who won.

use serde::{Deserialize, Serialize};

use super::samples::keep;
use super::{GameId, MOST_IN_A_GAME};

/// Moments of a game that are looked at: when each tenth of its turns is over.
pub const MARKS: usize = 10;

/// The moment at which half of the turns are over.
pub const HALF: usize = MARKS / 2 - 1;

/// Games by who was alone in front, or alone behind, at each moment; all zero in a game that keeps no count of progress.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drama {
    /// Games watched.
    pub games: u64,
    /// By moment: games with a side alone in front.
    pub led: [u64; MARKS],
    /// Of these, games that it won.
    pub led_won: [u64; MARKS],
    /// By moment: games with a side alone behind.
    pub behind: [u64; MARKS],
    /// Of these, games that it won.
    pub behind_won: [u64; MARKS],
    /// How often the side alone in front was another than before, over all games.
    pub changes: u64,
    /// Sum of squares of that number by game.
    pub changes_squared: u128,
    /// The first game that the side alone in front at half time wins.
    #[serde(default)]
    pub held: Option<GameId>,
    /// The first game that it does not win.
    #[serde(default)]
    pub lost: Option<GameId>,
    /// The first game that the side alone behind at half time wins.
    #[serde(default)]
    pub comeback: Option<GameId>,
}

impl Drama {
    /// Keeps a game as a sample of what became of those in front and behind at half time.
    pub fn sample(&mut self, id: GameId, leader_won: Option<bool>, last_won: Option<bool>) {
        let seen = |told: bool| told.then_some(id);
        keep(&mut self.held, seen(leader_won == Some(true)));
        keep(&mut self.lost, seen(leader_won == Some(false)));
        keep(&mut self.comeback, seen(last_won == Some(true)));
    }

    /// Could these be counts of so many games?
    pub(super) fn fits(&self, games: u64, known: impl Fn(Option<GameId>) -> bool) -> bool {
        let among =
            |part: &[u64; MARKS], of: &[u64; MARKS]| part.iter().zip(of).all(|(part, of)| part <= of && *of <= games);
        self.games <= games
            && among(&self.led_won, &self.led)
            && among(&self.behind_won, &self.behind)
            && u128::from(self.changes) <= self.changes_squared
            && self.changes_squared <= u128::from(games) * u128::from(MOST_IN_A_GAME).pow(2)
            && [self.held, self.lost, self.comeback].into_iter().all(known)
    }

    /// Adds another set of games.
    pub fn merge(&mut self, other: &Drama) {
        self.games += other.games;
        self.changes += other.changes;
        self.changes_squared += other.changes_squared;
        keep(&mut self.held, other.held);
        keep(&mut self.lost, other.lost);
        keep(&mut self.comeback, other.comeback);
        for (mine, theirs) in [
            (&mut self.led, &other.led),
            (&mut self.led_won, &other.led_won),
            (&mut self.behind, &other.behind),
            (&mut self.behind_won, &other.behind_won),
        ] {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
    }
}
