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
mod model;
mod paths;
mod plank_sites;
mod properties;
mod routes;
mod rulings;
mod scripts;
mod setup;
mod transcript;
mod turns;
mod water;

use super::board::{Slide, Support};
use super::state::{Ask, Card, Event, Move, NONE, PROGRAMME, Public, Space, cards, slot_of};
use super::{Hidden, Mekong, Private, Rules};
use balance_engine::{BySeat, Chance, Game, Moves, Purpose, Recorder, Seat, State};

impl Mekong {
    pub(crate) fn with_rules(rules: Rules) -> Self {
        balance_kit::published(rules)
    }
}

const PINK: u8 = 0;
const GREEN: u8 = 1;
const BLUE: u8 = 2;
const BLACK: u8 = 3;
const RED: u8 = 4;
const YELLOW: u8 = 5;

/// Pink against black: V0 to V3 over islands 7, 12, 13 and 11.
const WAY: [(u8, (Support, Support)); 5] = [
    (4, (0, i(7))),
    (6, (i(7), i(12))),
    (5, (i(12), i(13))),
    (3, (i(11), i(13))),
    (2, (3, i(11))),
];

/// The support on island `number`, counted from 1 as on the board.
const fn i(number: u8) -> Support {
    5 + number
}

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

/// A position that is laid out by hand, with its game.
#[derive(Clone)]
struct Position {
    game: Mekong,
    public: Public,
    private: BySeat<Private>,
}

/// A first position in which seat 1 begins.
fn start(game: &Mekong) -> Position {
    begun_by(game, 0)
}

/// A first position in which this seat begins, counted from 0.
fn begun_by(game: &Mekong, first: u32) -> Position {
    let mut chance = Chance::new(1, 1);
    chance.script(Purpose::Setup, &[first]);
    let State { public, private, .. } = game.setup(&mut chance);
    Position {
        game: game.clone(),
        public,
        private,
    }
}

fn moves(game: &Mekong, state: &State<Mekong>) -> Vec<Move> {
    let mut out = Moves::default();
    game.moves(state.view(game, state.public.decider), &mut out);
    out.to_vec()
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

impl Position {
    fn state(&self) -> State<Mekong> {
        State {
            public: self.public,
            private: self.private,
            hidden: Hidden,
        }
    }

    fn invariant(&self) -> Result<(), String> {
        self.game.invariant(&self.state())
    }

    fn moves(&self) -> Vec<Move> {
        moves(&self.game, &self.state())
    }

    /// Plays a move that must be offered, and gives what happened.
    fn play(&mut self, mv: Move) -> Vec<Event> {
        let (offered, mut state, mut log) = (self.moves(), self.state(), Log::default());
        assert!(offered.contains(&mv), "{mv:?} is not offered: {offered:?}");
        self.game.play(&mut state, mv, &mut Chance::new(1, 1), &mut log);
        (self.public, self.private) = (state.public, state.private);
        self.invariant().unwrap_or_else(|broken| panic!("{broken}"));
        log.0
    }

    /// All lay programmes that begin with these cards, the first player first; the first ones are turned up.
    fn turn(&mut self, heads: &[&[Card]]) -> Vec<Event> {
        assert_eq!((self.public.ask, heads.len()), (Ask::Card, self.game.players));
        let mut events = Vec::new();
        for head in heads {
            for card in programme(&self.game, self.public.decider, head) {
                events = self.play(Move::Card(card));
            }
        }
        events
    }

    /// The first player's first card is `card`, the others place stones.
    fn act(&mut self, card: Card) -> Vec<Event> {
        let mut heads: Vec<&[Card]> = vec![&[Card::STONE]; self.game.players];
        let first = [card];
        heads[0] = &first;
        self.turn(&heads)
    }

    /// Stones on these islands.
    fn stones(&mut self, islands: &[u8]) {
        for island in islands {
            self.game.put_stone(&mut self.public, Move::Island(island - 1));
        }
    }

    /// Lays a plank of a seat's reserve, with stones under it where they are missing; gives its space.
    fn bridge(&mut self, seat: u8, number: u8, (a, b): (Support, Support)) -> Space {
        for support in [a, b] {
            if support >= 6 && self.public.stones >> (support - 6) & 1 == 0 {
                self.game.put_stone(&mut self.public, Move::Island(support - 6));
            }
        }
        let lay = (a, b, Slide::Mid);
        assert!(self.lays(number).contains(&lay), "{lay:?} is not possible");
        assert_ne!(self.public.reserves[Seat(seat)][usize::from(number) - 1], NONE);
        self.game
            .lay_plank(&mut self.public, Seat(seat), number, (a, b), Slide::Mid)
    }

    fn lays(&self, number: u8) -> Vec<(Support, Support, Slide)> {
        let mut all = Vec::new();
        self.game.each_lay(&self.public, number, (NONE, NONE), |a, b, slide| {
            all.push((a, b, slide));
            true
        });
        all
    }

    fn stand(&mut self, seat: u8, space: Space) {
        self.public.pawns[Seat(seat)] = space;
    }

    /// Takes these planks out of a seat's reserve: they are lost.
    fn spend(&mut self, seat: u8, numbers: &[u8]) {
        for number in numbers {
            Mekong::lose_plank(&mut self.public, Seat(seat), *number);
        }
    }
}

fn village(colour: u8) -> Space {
    Space::village(colour)
}

fn plank(colour: u8, number: u8) -> Space {
    Space::plank(slot_of(colour, number) as u8)
}

fn take(plank: Space) -> Move {
    Move::TakePlank(plank.slot().expect("a plank") as u8)
}

fn steps(to: &[Space]) -> Vec<Move> {
    let mut to = to.to_vec();
    to.sort();
    to.into_iter().map(Move::Step).collect()
}
