//! Who is ahead and who is behind, turn by turn: the recorder of the drama of a game.

use balance_engine::tally::{Drama, GameId, MARKS};
use balance_engine::{Game, Outcome, Recorder, State};

/// The sides ahead and behind at the end of every turn of one game.
#[derive(Debug, Default)]
pub struct Trace {
    stands: Vec<Stand>,
    /// The game that is played.
    pub id: GameId,
    /// Sides in play, as bits: the same all through a game.
    sides: u16,
    /// Counts of all games watched.
    pub drama: Drama,
}

/// Sides that have come furthest and least far, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stand {
    first: u16,
    last: u16,
}

impl Trace {
    fn look<G: Game>(&mut self, game: &G, state: &State<G>) {
        let mut stand = Stand { first: 0, last: 0 };
        let (mut most, mut least) = (0, u32::MAX);
        let mut told = false;
        game.each_progress(state, self.sides, |side, progress| {
            told = true;
            if progress > most || stand.first == 0 {
                (most, stand.first) = (progress, 1 << side);
            } else if progress == most {
                stand.first |= 1 << side;
            }
            if progress < least {
                (least, stand.last) = (progress, 1 << side);
            } else if progress == least {
                stand.last |= 1 << side;
            }
        });
        if told {
            self.stands.push(stand);
        }
    }

    /// Where the game stood when each tenth of its turns was over.
    fn count(&mut self, won: u16) {
        let Some(turns) = self.stands.len().checked_sub(1) else {
            return;
        };
        self.drama.games += 1;
        for mark in 0..MARKS {
            let stand = self.stands[(turns * (mark + 1)).div_ceil(MARKS)];
            // Several that share the first or last place do not count as alone there.
            let leads = stand.first.is_power_of_two();
            let trails = stand.last.is_power_of_two() && stand.last != stand.first;
            let leader_won = leads.then_some(stand.first & won != 0);
            let last_won = trails.then_some(stand.last & won != 0);
            self.drama.stand(mark, self.id, leader_won, last_won);
        }
        let mut leader = 0;
        let mut changes = 0;
        for stand in &self.stands {
            if stand.first.is_power_of_two() && stand.first != leader {
                changes += u64::from(leader != 0);
                leader = stand.first;
            }
        }
        self.drama.changes += changes;
        self.drama.changes_squared += u128::from(changes * changes);
    }
}

impl<G: Game> Recorder<G> for Trace {
    fn start(&mut self, game: &G, state: &State<G>) {
        self.stands.clear();
        self.sides = game.sides_in_play(state);
        self.look(game, state);
    }

    fn turn(&mut self, game: &G, state: &State<G>) {
        // A game that keeps no count has left nothing at its start.
        if !self.stands.is_empty() {
            self.look(game, state);
        }
    }

    fn finish(&mut self, game: &G, state: &State<G>, outcome: &Outcome) {
        if !self.stands.is_empty() {
            self.look(game, state);
            self.count(outcome.sides);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::tally::Appearances;

    #[test]
    fn tenths_are_counted_from_the_turns_of_each_game() {
        let mut trace = Trace::default();
        // Eleven stands: before the first turn, and after each of ten turns.
        let stand = |first: u16, last: u16| Stand { first, last };
        trace.stands = vec![stand(0b11, 0b11)];
        trace.stands.extend([stand(0b01, 0b10); 4]);
        trace.stands.extend([stand(0b11, 0b11); 2]);
        trace.stands.extend([stand(0b10, 0b01); 4]);
        trace.count(0b10);
        trace.drama.close_deal();
        let totals = |table: &[Appearances; MARKS]| table.each_ref().map(Appearances::totals);
        let (none, lost, won) = ((0, 0), (1, 0), (1, 1));
        let led = [lost, lost, lost, lost, none, none, won, won, won, won];
        assert_eq!(totals(&trace.drama.led), led);
        let behind = [won, won, won, won, none, none, lost, lost, lost, lost];
        assert_eq!(totals(&trace.drama.behind), behind);
        assert_eq!((trace.drama.games, trace.drama.changes), (1, 1));
        assert_eq!((trace.drama.held, trace.drama.comeback), (None, None));
        // At half time the first side leads and the other comes last.
        trace.stands = vec![stand(0b01, 0b10); 11];
        trace.id.game = 8;
        trace.count(0b10);
        trace.id.game = 9;
        trace.count(0b01);
        let game = |id: Option<GameId>| id.map(|id| id.game);
        let drama = &trace.drama;
        assert_eq!(
            [game(drama.held), game(drama.lost), game(drama.comeback)],
            [Some(9), Some(8), Some(8)]
        );
    }
}
