//! A game without rules, beside which games are measured.

use balance_engine::{
    BySeat, Chance, Game, Moves, Outcome, RandomBot, Recorder, Seat, SeatSet, State, Table, Turn, View,
};

/// Seed of the games that are measured.
pub(super) const SEED: u64 = 1;

/// The game without rules: so many turns of two choices, one player after another. What it takes no game can do without: the
/// loop, the streams of chance, a draw a decision, a move that changes the state.
pub(super) struct Floor {
    pub players: usize,
    pub turns: u32,
}

impl Floor {
    pub fn play(&self, games: u64) -> u64 {
        let mut table = Table::new(self);
        let play = |game: u64| {
            table
                .play(Chance::new(SEED, game), |_, _| &RandomBot, &mut ())
                .state
                .public
                .sum
        };
        (0..games).map(play).sum()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turns {
    played: u32,
    pub sum: u64,
}

impl Game for Floor {
    type Public = Turns;
    type Private = ();
    type Hidden = ();
    type Move = bool;
    type Event = ();

    fn players(&self) -> usize {
        self.players
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        State::seen(Turns { played: 0, sum: 0 }, BySeat::default())
    }

    fn turn(&self, public: &Turns) -> Turn {
        if public.played == self.turns {
            Turn::Over
        } else {
            Turn::Choose(Seat((public.played as usize % self.players) as u8))
        }
    }

    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<bool>) {
        out.push(false);
        out.push(true);
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: bool, _chance: &mut Chance, _log: &mut R) {
        state.public.played += 1;
        state.public.sum += u64::from(mv);
    }

    fn outcome(&self, _state: &State<Self>) -> Outcome {
        Outcome::of_seats(SeatSet::default(), 0)
    }

    fn turns(&self, public: &Turns) -> u32 {
        public.played
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_takes_as_many_turns_and_draws_as_it_says() {
        let floor = Floor {
            players: 3,
            turns: 4000,
        };
        let sum = floor.play(2);
        assert!(
            (3700..4300).contains(&sum),
            "half of 8000 choices are the second: {sum}"
        );
    }
}
