//! What the bots are held to: obvious moves are made, skill shows in every role, scripts mean what they say.

mod moves;
mod scripts;
mod skill;

type ScriptedBot = balance_kit::script::ScriptedBot<Riverbed, super::tactics::Tactic>;

use crate::Riverbed;
use crate::board::Spaces;
use crate::state::{Ask, MeeplePosition, Move, Role};
use balance_engine::{Bot, Chance, Game, Moves, Seat, State, Stream};

struct Position {
    game: Riverbed,
    state: State<Riverbed>,
}

impl Position {
    /// Seven players, all tiles face-down and unseen; the meeple of every seat on space 4 (0 = spring), whose reach is
    /// 3, 4 and 5.
    fn new() -> Self {
        let game = Riverbed::standard(7);
        let mut state = game.lay_out(&mut Chance::new(1, 1));
        for seat in 0..7 {
            state.public.meeple[Seat(seat)] = MeeplePosition::on(4);
        }
        state.public.placed = 7;
        state.public.turn = 1;
        Position { game, state }
    }

    fn seat(&self, role: Role) -> Seat {
        let found = (0..7).map(Seat).find(|seat| self.state.private[*seat].role == role);
        found.expect("every role is dealt at seven")
    }

    fn tile(&self, number: u8) -> usize {
        let found = self.game.tiles.iter().position(|tile| tile.number == number);
        found.expect("in play")
    }

    fn lay(&mut self, number: u8, space: usize) -> usize {
        let tile = self.tile(number);
        let places = &mut self.state.hidden.tile_at;
        let from = places.iter().position(|other| usize::from(*other) == tile);
        let from = from.expect("laid out");
        places.swap(from, space);
        tile
    }

    /// `seat` has seen the tile with this number on `space`.
    fn seen(&mut self, seat: Seat, number: u8, space: usize) {
        let tile = self.lay(number, space);
        self.state.private[seat].place_of[tile] = 1 << space;
        self.state.public.seen[seat] |= 1 << space;
    }

    /// The tile with this number lies face-up on `space` and counts.
    fn face_up(&mut self, number: u8, space: usize) {
        let tile = self.lay(number, space);
        for seat in 0..7 {
            self.state.private[Seat(seat)].place_of[tile] = 1 << space;
        }
        self.state.public.face_up |= 1 << space;
        self.state.public.shown[space] = tile as u8;
        for (track, count) in self.state.public.tracks.iter_mut().zip(self.game.tiles[tile].elements) {
            *track += count;
        }
    }

    fn answer(&mut self, bot: &dyn Bot<Riverbed>, seat: Seat, ask: Ask) -> Move {
        self.state.public.decider = seat;
        self.state.public.ask = ask;
        if !matches!(ask, Ask::Chosen) {
            self.state.public.active = seat;
        }
        let view = self.state.view(&self.game, seat);
        let mut moves = Moves::default();
        self.game.moves(view, &mut moves);
        moves[bot.choose(view, &moves, &mut Stream::keyed(1, 1, 4, 0))]
    }

    fn reach(&self, seat: Seat) -> Spaces {
        self.game.board.reach[self.state.public.meeple[seat].index()]
    }
}
