//! Positions that read like the rulebook.
//!
//! Not simulated, because: RD-07 asks for the youngest, here chance names the first player; RD-R13 counts attempts that
//! an engine does not make; ages and minutes (RD-81) are no rule. Hands, board and past cards are open (RD-R31): they
//! stand in `Public`, and the law that nobody peeks watches over the rest.

mod borders;
mod building;
mod candidate_points;
mod counts;
mod distance;
mod imagining;
mod model;
mod paths;
mod plank_sites;
mod properties;
mod routes;
mod rulings;
mod scripts;
mod setup;
mod spans;
mod transcript;
mod turns;
mod unused_rules;
mod water;

use super::board::{Slide, Support};
use super::card::{Card, cards};
use super::state::{Ask, Event, Move, NONE, PROGRAMME, Public, Space, slot_of};
use super::{Mekong, Rules};
use balance_engine::{Chance, Game, Moves, Purpose, Recorder, Seat, State};

const PINK: u8 = 0;
const GREEN: u8 = 1;
const BLUE: u8 = 2;
const BLACK: u8 = 3;
const RED: u8 = 4;
const YELLOW: u8 = 5;

/// The support on island `number`, counted from 1 as on the board.
const fn i(number: u8) -> Support {
    5 + number
}

/// What happened, in order.
#[derive(Default)]
struct Log(Vec<Event>);

impl Recorder<Mekong> for Log {
    fn event(&mut self, _game: &Mekong, event: Event, _public: &Public) {
        self.0.push(event);
    }
}

fn table(players: u8, change: impl FnOnce(&mut Rules)) -> Mekong {
    let mut rules = Rules {
        players,
        ..Rules::default()
    };
    change(&mut rules);
    Mekong::with_rules(rules)
}

/// A first position in which seat 1 begins.
fn start(game: &Mekong) -> State<Mekong> {
    let mut chance = Chance::new(1, 1);
    chance.script(Purpose::Setup, &[0]);
    game.setup(&mut chance)
}

fn moves(game: &Mekong, state: &State<Mekong>) -> Vec<Move> {
    let mut out = Moves::default();
    game.moves(state.view(game, state.public.decider), &mut out);
    out.to_vec()
}

/// Plays a move that must be offered, and gives what happened.
fn play(game: &Mekong, state: &mut State<Mekong>, mv: Move) -> Vec<Event> {
    assert!(
        moves(game, state).contains(&mv),
        "{mv:?} is not offered: {:?}",
        moves(game, state)
    );
    let mut log = Log::default();
    game.play(state, mv, &mut Chance::new(1, 1), &mut log);
    game.invariant(state).unwrap_or_else(|broken| panic!("{broken}"));
    log.0
}

/// A programme that begins with `head` and goes on with actions.
fn programme(game: &Mekong, seat: Seat, head: &[Card]) -> [Card; PROGRAMME] {
    let mut programme = [Card::NONE; PROGRAMME];
    programme[..head.len()].copy_from_slice(head);
    for at in head.len()..PROGRAMME {
        let left = game.cards_left(seat, &programme[..at]);
        programme[at] = cards(left).next().expect("there are eight actions");
    }
    programme
}

/// All lay programmes that begin with these cards, the first player first; the first ones are turned up.
fn turn(game: &Mekong, state: &mut State<Mekong>, heads: &[&[Card]]) -> Vec<Event> {
    assert_eq!((state.public.ask, heads.len()), (Ask::Card, game.players));
    let mut events = Vec::new();
    for head in heads {
        let seat = state.public.decider;
        for card in programme(game, seat, head) {
            events = play(game, state, Move::Card(card));
        }
    }
    events
}

/// The first player's first card is `card`, the others place stones.
fn act(game: &Mekong, state: &mut State<Mekong>, card: Card) -> Vec<Event> {
    let mut heads: Vec<&[Card]> = vec![&[Card::STONE]; game.players];
    let first = [card];
    heads[0] = &first;
    turn(game, state, &heads)
}

/// Stones on these islands.
fn stones(game: &Mekong, state: &mut State<Mekong>, islands: &[u8]) {
    for island in islands {
        game.put_stone(&mut state.public, Move::Island(island - 1));
    }
}

/// Lays a plank of a seat's reserve, with stones under it where they are missing; gives its space.
fn bridge(game: &Mekong, state: &mut State<Mekong>, seat: u8, number: u8, ends: (Support, Support)) -> Space {
    bridge_so(game, state, seat, number, ends, Slide::Mid)
}

fn bridge_so(
    game: &Mekong,
    state: &mut State<Mekong>,
    seat: u8,
    number: u8,
    (a, b): (Support, Support),
    slide: Slide,
) -> Space {
    for support in [a, b] {
        if support >= 6 && state.public.stones >> (support - 6) & 1 == 0 {
            game.put_stone(&mut state.public, Move::Island(support - 6));
        }
    }
    let lay = (a, b, slide);
    assert!(
        lays(game, &state.public, number).contains(&lay),
        "{lay:?} is not possible"
    );
    assert_ne!(state.public.reserves[Seat(seat)][usize::from(number) - 1], NONE);
    game.lay_plank(&mut state.public, Seat(seat), number, (a, b), slide)
}

/// Every way to lay a plank of this number.
fn lays(game: &Mekong, public: &Public, number: u8) -> Vec<(Support, Support, Slide)> {
    let mut all = Vec::new();
    game.each_lay(public, number, (NONE, NONE), |a, b, slide| {
        all.push((a, b, slide));
        true
    });
    all
}

fn stand(state: &mut State<Mekong>, seat: u8, space: Space) {
    state.public.pawns[Seat(seat)] = space;
}

fn village(colour: u8) -> Space {
    Space::village(colour)
}

/// A plank by colour and number.
fn plank(colour: u8, number: u8) -> Space {
    Space::plank(slot_of(colour, number) as u8)
}

fn steps(to: &[Space]) -> Vec<Move> {
    let mut to = to.to_vec();
    to.sort();
    to.into_iter().map(Move::Step).collect()
}
