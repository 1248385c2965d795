//! Every rule as a position that reads like the rulebook. A test's name begins with the number of the rule it proves;
//! further rules stand in its first line.
//!
//! Not simulated, because:
//! - RB-09, RB-10, RB-R42, RB-R43: talk at the table. Bots say nothing, so nothing said can be true or false.
//! - RB-06: parts left in the box do not exist here.
//! - RB-94: the icons are the vocabulary of the printed cards; the content files use words.
//! - RB-104, RB-105, RB-106: advice to players; bots follow it or not.
//! - RB-R29: a layer with two kinds is counted from left to right, which the order of its steps is.

mod actions;
mod cards;
mod content;
mod end;
mod hunt_and_con;
mod river;
mod rulings;
mod setup;
mod tiles;
mod turns;
mod windows;

use super::cards::Effect;
use super::state::{Action, Ask, Event, Move, Private, Public, Role};
use super::{Riverbed, Rules};
use crate::engine::{Chance, Game, Moves, Recorder, Seat, State};

/// A table in the middle of a game, set up by hand.
struct Position {
    game: Riverbed,
    state: State<Riverbed>,
    chance: Chance,
    log: Log,
}

/// Keeps what happened.
#[derive(Default)]
struct Log(Vec<Event>);

impl Recorder<Riverbed> for Log {
    fn event(&mut self, _game: &Riverbed, event: Event, _public: &Public) {
        self.0.push(event);
    }
}

impl Position {
    /// All meeples placed, the first player to move, roles as given from seat 1, empty hands, tiles in order of number.
    fn new(players: u8) -> Self {
        Self::with(Rules {
            players,
            ..Rules::default()
        })
    }

    fn with(rules: Rules) -> Self {
        let game = Riverbed::with_rules(rules);
        let mut chance = Chance::new(1, 0);
        let mut state = game.setup(&mut chance);
        for (space, tile) in super::bits(game.board.tiled).zip(0..) {
            state.hidden.tile_at[space] = tile;
        }
        let mut position = Position {
            game,
            state,
            chance,
            log: Log::default(),
        };
        let cards = position.game.role_cards(Role::Profiteer);
        for (index, role) in cards.into_iter().enumerate().take(position.game.players) {
            let seat = Seat(index as u8);
            position.state.private[seat].role = role;
            position.state.public.role[seat] = (role == Role::Chief).then_some(role);
            position.take_hand(seat);
        }
        if position.state.hidden.left_out.is_some() {
            position.state.hidden.left_out = Some(Role::Separatist);
        }
        let public = &mut position.state.public;
        public.chief = Seat(0);
        public.placed = position.game.players as u8;
        public.active = Seat(1);
        public.turn = 1;
        public.decider = Seat(1);
        public.ask = Ask::Menu;
        position
    }

    fn take_hand(&mut self, seat: Seat) {
        let mut hand = std::mem::take(&mut self.state.private[seat].hand);
        self.state.public.hand_size[seat] = 0;
        while hand != 0 {
            self.state.hidden.deck[self.state.public.deck as usize] = hand.trailing_zeros() as u8;
            self.state.public.deck += 1;
            hand &= hand - 1;
        }
    }

    /// The tile with this printed number lies on this printed space; what lay there goes to its old place.
    fn tile(mut self, number: u8, space: u8) -> Self {
        let tile = self
            .game
            .tiles
            .iter()
            .position(|tile| tile.number == number)
            .expect("in play") as u8;
        let at = self
            .state
            .hidden
            .tile_at
            .iter()
            .position(|other| *other == tile)
            .expect("on the board");
        self.state.hidden.tile_at.swap(at, space as usize - 1);
        self
    }

    /// The tile on this space lies face-up, already counted.
    fn face_up(mut self, space: u8) -> Self {
        let space = space as usize - 1;
        let tile = self.state.hidden.tile_at[space];
        let public = &mut self.state.public;
        public.face_up |= 1 << space;
        public.shown[space] = tile;
        for (track, count) in public.tracks.iter_mut().zip(self.game.tiles[tile as usize].elements) {
            *track += count;
        }
        for private in self.state.private.first_mut(self.game.players) {
            private.place_of[tile as usize] = 1 << space;
        }
        self
    }

    fn meeple(mut self, seat: u8, space: u8) -> Self {
        self.state.public.meeple[Seat(seat)] = space - 1;
        self
    }

    fn everybody_on(mut self, space: u8) -> Self {
        for meeple in self.state.public.meeple.first_mut(self.game.players) {
            *meeple = space - 1;
        }
        self
    }

    fn role(mut self, seat: u8, role: Role) -> Self {
        let other = (0..self.game.players as u8)
            .map(Seat)
            .find(|other| self.state.private[*other].role == role)
            .expect("the role is dealt");
        let mine = self.state.private[Seat(seat)].role;
        self.state.private[other].role = mine;
        self.state.private[Seat(seat)].role = role;
        for (seat, role) in [(other, mine), (Seat(seat), role)] {
            self.state.public.role[seat] = (role == Role::Chief).then_some(role);
            if role == Role::Chief {
                self.state.public.chief = seat;
            }
        }
        self
    }

    /// Puts cards with these effects from the deck into a hand.
    fn hand(mut self, seat: u8, effects: &[Effect]) -> Self {
        for effect in effects {
            let deck = &mut self.state.hidden.deck[..self.state.public.deck as usize];
            let at = deck
                .iter()
                .position(|card| self.game.effect_of[*card as usize] == *effect)
                .expect("in the deck");
            let card = deck[at];
            deck.copy_within(at + 1.., at);
            self.state.public.deck -= 1;
            self.state.private[Seat(seat)].hand |= 1 << card;
            self.state.public.hand_size[Seat(seat)] += 1;
        }
        self
    }

    fn turn_of(mut self, seat: u8) -> Self {
        self.state.public.active = Seat(seat);
        self.state.public.decider = Seat(seat);
        self
    }

    fn end_points(mut self, kelp: u8, logs: u8, coins: u8) -> Self {
        self.game.ends = [kelp, logs, coins];
        self
    }

    fn offered(&self) -> Vec<Move> {
        let mut moves = Moves::default();
        if self.state.public.ask != Ask::Over {
            self.game
                .moves(self.state.view(&self.game, self.state.public.decider), &mut moves);
        }
        moves.to_vec()
    }

    /// Spaces offered, as printed.
    fn spaces(&self) -> Vec<u8> {
        let space = |mv: &Move| {
            if let Move::Space(space) = mv {
                Some(space + 1)
            } else {
                None
            }
        };
        self.offered().iter().filter_map(space).collect()
    }

    fn seats(&self) -> Vec<u8> {
        let seat = |mv: &Move| if let Move::Seat(seat) = mv { Some(seat.0) } else { None };
        self.offered().iter().filter_map(seat).collect()
    }

    fn offers(&self, mv: Move) -> bool {
        self.offered().contains(&mv)
    }

    /// Plays moves that must be offered; the invariant must hold after each.
    fn play(&mut self, moves: &[Move]) -> &mut Self {
        for mv in moves {
            assert!(
                self.offers(*mv),
                "{mv:?} is not among {:?} ({:?})",
                self.offered(),
                self.state.public.ask
            );
            self.game.play(&mut self.state, *mv, &mut self.chance, &mut self.log);
            self.game
                .invariant(&self.state)
                .unwrap_or_else(|broken| panic!("after {mv:?}: {broken}"));
        }
        self
    }

    fn tracks(&self) -> [u8; 3] {
        self.state.public.tracks
    }

    fn private(&self, seat: u8) -> &Private {
        &self.state.private[Seat(seat)]
    }

    fn hand_size(&self, seat: u8) -> u8 {
        self.state.public.hand_size[Seat(seat)]
    }

    fn decider(&self) -> u8 {
        self.state.public.decider.0
    }

    fn is_face_up(&self, space: u8) -> bool {
        self.state.public.face_up >> (space - 1) & 1 == 1
    }

    /// Number of the tile that lies on a space.
    fn number_on(&self, space: u8) -> u8 {
        self.game.tiles[self.state.hidden.tile_at[space as usize - 1] as usize].number
    }

    /// Does the seat know for certain which tile lies here?
    fn knows(&self, seat: u8, space: u8) -> bool {
        let tile = self.state.hidden.tile_at[space as usize - 1];
        self.private(seat).place_of[tile as usize] == 1 << (space - 1)
    }

    fn winners(&self) -> Vec<u8> {
        self.game
            .outcome(&self.state)
            .winners
            .iter()
            .map(|seat| seat.0)
            .collect()
    }

    fn happened(&self, test: impl Fn(&Event) -> bool) -> usize {
        self.log.0.iter().filter(|event| test(event)).count()
    }
}

/// A move to a printed space.
fn to(space: u8) -> Move {
    Move::Space(space - 1)
}

/// A move that names a player.
fn at(seat: u8) -> Move {
    Move::Seat(Seat(seat))
}

fn marks(position: &Position, seat: u8) -> super::state::Marks {
    position.state.public.marks[Seat(seat)]
}

/// The ways to refresh.
const DIVE: Move = Move::Refresh(Action::Dive);
const SWIM: Move = Move::Refresh(Action::Swim);
