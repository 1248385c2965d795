//! One row measured.

use std::hint::black_box;
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::Xxh3;

use super::Row;
use super::floor::Floor;
use crate::games::Block;

/// Games of a row that are played again and again; fixed, because their signature is printed.
const GAMES: u64 = 16;
/// The same where a bot thinks for long.
const GAMES_OF_THINKERS: u64 = 1;
pub(super) const SEED: u64 = 1;

/// What was found of a row.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Games a second.
    pub games_per_second: f64,
    /// Nanoseconds a decision.
    pub per_decision: f64,
    /// Decisions of a game.
    pub decisions: f64,
    /// Nanoseconds a decision of the game without rules.
    pub floor: f64,
    /// A number that the games played give on every machine.
    pub signature: u64,
}

impl Figures {
    /// How many times as long a decision takes as one of the game without rules.
    pub fn ratio(&self) -> f64 {
        self.per_decision / self.floor
    }
}

/// Plays the games of a row again and again.
///
/// # Errors
/// A game that breaks, in words.
pub fn measured(row: &Row, least: Duration) -> Result<Figures, String> {
    let broken = |what: String| format!("{} {} {}: {what}", row.game, row.players, row.bot);
    let game = row.build().map_err(|faults| {
        let faults: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        broken(faults.join("; "))
    })?;
    let games = if game.slow() { GAMES_OF_THINKERS } else { GAMES };
    let play = || {
        game.play_block(SEED, 0..games)
            .map_err(|fault| broken(fault.to_string()))
    };
    // The first time is for the caches, and for what was found.
    let first = play()?;
    let decisions: u64 = first
        .tally
        .decisions
        .rows()
        .map(|(value, games)| u64::from(value) * games)
        .sum();
    let turns = (decisions / games).clamp(1, 100_000) as u32;
    let floor = Floor {
        players: usize::from(row.players),
        turns,
    };
    let floor = fastest(least / 4, || Ok(floor.play(games)))?;
    let spent = fastest(least, play)?;
    let per_decision = |time: Duration, decisions: u64| time.as_secs_f64() * 1e9 / decisions.max(1) as f64;
    Ok(Figures {
        games_per_second: games as f64 / spent.as_secs_f64(),
        per_decision: per_decision(spent, decisions),
        decisions: decisions as f64 / games as f64,
        floor: per_decision(floor, games * u64::from(turns)),
        signature: signature(&first),
    })
}

/// The time of the fastest of several calls, which go on for `least`: what else the machine does only makes calls slower.
fn fastest<T>(least: Duration, mut call: impl FnMut() -> Result<T, String>) -> Result<Duration, String> {
    let begin = Instant::now();
    let mut fastest = Duration::MAX;
    loop {
        let from = Instant::now();
        black_box(call()?);
        fastest = fastest.min(from.elapsed());
        if begin.elapsed() >= least {
            return Ok(fastest.max(Duration::from_nanos(1)));
        }
    }
}

/// A number of the games played: winners, endings and turns of each, and decisions.
fn signature(block: &Block) -> u64 {
    let mut hash = Xxh3::new();
    for line in &block.lines {
        hash.update(&line.wins);
        hash.update(&line.endings);
        hash.update(&line.turns.to_le_bytes());
    }
    for (decisions, games) in block.tally.decisions.rows() {
        hash.update(&decisions.to_le_bytes());
        hash.update(&games.to_le_bytes());
    }
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::super::rows;
    use super::*;
    use crate::games;

    #[test]
    fn the_signature_is_that_of_the_games() {
        let of = |bot: &str, seed: u64| {
            let rows = rows(games::named("riverbed"));
            let row = rows.iter().find(|row| row.bot == bot).expect("a row");
            signature(
                &row.build()
                    .expect("it builds")
                    .play_block(seed, 0..8)
                    .expect("no game breaks"),
            )
        };
        assert_eq!(of("random", 1), of("random", 1));
        assert_ne!(of("random", 1), of("random", 2));
        assert_ne!(of("random", 1), of("heuristic", 1));
    }
}
