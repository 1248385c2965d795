//! Whether counts that were read from a file have the shape of those of a game.

use super::{Appearances, CounterSums, GameId, Histogram, MOST_GAMES, MOST_IN_A_GAME, SHARE_UNIT, Tally};

impl Tally {
    /// Could these be counts of `units` game numbers, each `below` the second, played `rotations` times, of the game that
    /// `empty` is for? Says nothing about whether they are.
    pub fn fits(&self, empty: &Tally, (units, below): (u64, u64), rotations: u64) -> bool {
        let Some(games) = units.checked_mul(rotations).filter(|games| *games <= MOST_GAMES) else {
            return false;
        };
        let same =
            |mine: &[u64], theirs: &[u64]| mine.len() == theirs.len() && mine.iter().all(|count| *count <= games);
        let shares = |mine: &[u64], theirs: &[u64]| {
            mine.len() == theirs.len() && mine.iter().all(|share| *share <= games * SHARE_UNIT)
        };
        let by_rotation = |mine: &[Vec<u64>], theirs: &[Vec<u64>]| {
            let fits = |counts: &Vec<u64>| {
                counts.is_empty() && units == 0
                    || counts.len() as u64 == rotations + 1 && sum(counts.iter().copied()) == Some(units)
            };
            mine.len() == theirs.len() && mine.iter().all(fits)
        };
        let appearances = |mine: &[Appearances], theirs: &[Appearances]| {
            let width = Appearances::WIDTH * Appearances::WIDTH;
            let fits =
                |each: &Appearances| each.counts.len() == width && sum(each.counts.iter().copied()) == Some(games);
            mine.len() == theirs.len() && mine.iter().all(fits)
        };
        let total = |histogram: &Histogram, games: u64| sum(histogram.rows().map(|row| row.1)) == Some(games);
        let counter = |each: &CounterSums| {
            let most = u128::from(each.most);
            each.games <= games
                && u64::from(each.most) <= MOST_IN_A_GAME
                && u128::from(each.sum) <= most * u128::from(each.games)
                && u128::from(each.sum) <= each.squares
                && each.squares <= most * u128::from(each.sum)
        };
        let known = |id: Option<GameId>| id.is_none_or(|id| id.game < below && u64::from(id.rotation) < rotations);
        (self.games, self.units) == (games, units)
            && self.nobody <= games
            && self.players == empty.players
            && same(&self.side_wins, &empty.side_wins)
            && same(&self.side_games, &empty.side_games)
            && shares(&self.side_fair, &empty.side_fair)
            && by_rotation(&self.side_by_rotation, &empty.side_by_rotation)
            && by_rotation(&self.ending_by_rotation, &empty.ending_by_rotation)
            && appearances(&self.roles, &empty.roles)
            && appearances(&self.bots, &empty.bots)
            && self.positions.len() == empty.positions.len()
            && self
                .positions
                .iter()
                .zip(&empty.positions)
                .all(|(mine, theirs)| same(mine, theirs))
            && same(&self.position_pairs, &empty.position_pairs)
            && self.role_positions.len() == empty.role_positions.len()
            && self
                .role_positions
                .iter()
                .all(|(seats, won)| won <= seats && *seats <= games.saturating_mul(16))
            && same(&self.endings, &empty.endings)
            && sum(self.endings.iter().copied()) == Some(games)
            && total(&self.turns, games)
            && total(&self.decisions, games)
            && self.turns_by_ending.len() == empty.turns_by_ending.len()
            && self
                .turns_by_ending
                .iter()
                .zip(&self.endings)
                .all(|(turns, games)| total(turns, *games))
            && self.counters.len() == empty.counters.len()
            && self.counters.iter().all(counter)
            && same(&self.component_games, &empty.component_games)
            && same(&self.component_wins, &empty.component_wins)
            && self.drama.fits(games, known)
            && self.samples.fits(&empty.samples, known)
    }
}

/// None where the sum is beyond what can be counted.
fn sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0u64, u64::checked_add)
}
