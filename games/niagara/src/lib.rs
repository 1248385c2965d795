//! # Niagara
//!
//! Two to five players (six with an expansion), two canoes each, on a river that ends in a fall. Gems lie along the bank, the rarer the nearer
//! to the edge. Whoever first has five colours, four of a colour or seven gems on land wins; several may win together.
//!
//! **A round**: everybody lays a card face-down, shown and carried out in turn order. A number moves each canoe in the
//! river by that many spaces, up or down, and one on the beach if its owner likes; with none in the river one has to
//! go in. Loading and unloading cost two points each, before the move or after it. An empty canoe that stops upstream
//! beside a loaded one may take its gem. A canoe that passes the rope brings its gem ashore. The cloud moves the
//! weather by one box. A card comes back only when all cards have been played.
//!
//! **Then the river moves** by the lowest number shown plus the weather, disc by disc: at each step everything before
//! the fork moves down by one, and so does one of the two arms; the arms mostly take turns. Canoes that go over the
//! edge are lost with their gems; a gem from land buys one back. The life preserver goes to the left.
//!
//! **Diamond Joe** and **Spirits of Niagara**, the two expansions, are switches of [`Rules`]. Public pages give their
//! outline; their details are reconstructed and listed in the heads of the chapters `joe` and `spirits`. Joe is a canoe
//! of nobody's: after all have acted he loads where he stands and paddles to the landing and back by the first player's
//! number; whoever stops beside him may trade gems with him. The Spirits bring double canoes, a cycle of ten cards (7, a
//! number of one's choice for one canoe, a lasso that ties canoes to the bank), other numbers of gems, a whirlpool that
//! lets nobody stop on its disc, a beaver that takes the weather back to its start when it falls, an elk that adds two
//! points to a canoe's moves, and a sixth player.
//!
//! How the discs part at the fork is a matter of physics: the rulebook says that they mostly take turns, and the
//! chance that they do is a switch in [`Rules`]. Rules are cited by number (`NI-36`), rulings on open questions as
//! `NI-R11`; a ruling with an alternative is a switch too. What board and cards rest on stands in the content file.

pub mod bots;
mod content;
mod description;
mod joe;
mod metrics;
mod paddle;
mod play;
mod render;
mod river;
mod rules;
mod setup;
mod spirits;
mod state;
mod transcript;

#[cfg(test)]
mod tests;

pub use description::GAME;
use river::River;
pub use rules::Rules;
use state::{Hidden, Private, Public};

use balance_engine::{Chance, Game, Moves, Outcome, Recorder, Seat, SeatSet, State, Turn, View};
use balance_kit::bits;
use river::Space;
use rules::Tiebreak;
use state::{Ask, COLOURS, Card, Elk, Ending, Event, GemColour, Move};

/// One variant of Niagara, with its tables.
#[derive(Clone, Debug)]
pub struct Niagara {
    rules: Rules,
    players: usize,
    /// Gems of its own colour at each place.
    gems_per_place: u8,
    river: River,
    weather: Vec<i8>,
    /// Index of the box where the cloud begins.
    weather_start: u8,
    /// All cards of a player, as bits; bit 0 is the cloud.
    full_hand: u16,
    /// All cards of a player that show a number.
    numbers: u16,
    /// The highest of these.
    highest: u8,
    /// Numbers that the choice card may stand for, as bits.
    choice: u16,
    values: [u8; COLOURS],
    colours: [String; COLOURS],
}

impl Game for Niagara {
    type Public = Public;
    type Private = Private;
    type Hidden = Hidden;
    type Move = Move;
    type Event = Event;

    fn players(&self) -> usize {
        self.players
    }

    fn setup(&self, chance: &mut Chance) -> State<Self> {
        self.lay_out(chance)
    }

    #[inline]
    fn turn(&self, public: &Public) -> Turn {
        if public.ask == Ask::Over {
            Turn::Over
        } else {
            Turn::Choose(public.decider)
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        let (public, seat) = (view.public, view.seat);
        match public.ask {
            Ask::Card => each_card(public.hands[seat], |card| out.push(Move::Card(card))),
            Ask::Weather => {
                if usize::from(public.weather) + 1 < self.weather.len() {
                    out.push(Move::Weather { up: true });
                }
                if public.weather > 0 {
                    out.push(Move::Weather { up: false });
                }
            }
            Ask::Return => {
                let gems = &public.gems[seat];
                for canoe in self.lost(public, seat) {
                    let paid = GemColour::ALL.into_iter().filter(|colour| gems[colour.index()] > 0);
                    let before = out.len();
                    paid.for_each(|colour| {
                        out.push(Move::Return {
                            canoe,
                            paid: Some(colour),
                        });
                    });
                    if out.len() == before {
                        out.push(Move::Return { canoe, paid: None });
                    }
                }
                if !self.has_to_return(public, seat) {
                    out.push(Move::Pass);
                }
            }
            Ask::Canoe => {
                let canoes = public.canoes[seat];
                // Of two canoes that do not differ only one is offered.
                let has_elk = matches!(public.elk, Elk::With(owner, _) if owner == seat);
                let twins = || canoes[0] == canoes[1] && !self.rules.spirits.doubles && !has_elk;
                for at in 0..2u8 {
                    if public.may >> at & 1 == 1 && !(at == 1 && public.may == 3 && twins()) {
                        let points = Self::points(public, seat, at);
                        self.each_paddle(public, at, canoes[at as usize], points, |pre, to, post| {
                            out.push(Move::Paddle {
                                canoe: at,
                                pre,
                                to,
                                post,
                            });
                        });
                    }
                }
                if public.must == 0 {
                    out.push(Move::Pass);
                }
            }
            Ask::Steal(canoe) => {
                let space = public.canoes[seat][canoe as usize].space;
                self.each_victim(public, seat, space, |victim, canoe, hold| {
                    out.push(Move::Steal { victim, canoe, hold });
                });
                out.push(Move::Pass);
            }
            Ask::Trade(canoe) => {
                self.each_trade(public, seat, canoe, |colour| out.push(Move::Trade(colour)));
                out.push(Move::Pass);
            }
            Ask::Number => each_card(self.choice, |number| out.push(Move::Number(number.0))),
            Ask::Over => {}
        }
    }

    #[inline]
    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        self.step(state, mv, chance, log);
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let public = &state.public;
        let ending = public.ending.unwrap_or(Ending::RoundCap);
        let winners = if ending == Ending::RoundCap {
            SeatSet::default()
        } else {
            self.winners(public)
        };
        let sides = winners
            .iter()
            .fold(0, |sides, seat| sides | 1 << self.place_in_order(public.opener, seat));
        Outcome {
            winners,
            sides,
            ending: ending as u8,
        }
    }

    fn turns(&self, public: &Public) -> u32 {
        u32::from(public.round)
    }

    fn position(&self, state: &State<Self>, seat: Seat) -> usize {
        self.place_in_order(state.public.opener, seat)
    }

    /// How near a seat is to the set of gems it lacks least of.
    fn progress(&self, state: &State<Self>, side: usize) -> Option<u32> {
        let public = &state.public;
        let gems = &public.gems[public.opener.clockwise(side, self.players)];
        let sets = &self.rules.sets;
        if *gems == [0; COLOURS] {
            return Some(0);
        }
        let all = gems.iter().map(|count| u32::from(*count)).sum();
        let most = u32::from(gems.iter().copied().max().unwrap_or(0));
        let colours = gems.iter().filter(|count| **count > 0).count() as u32;
        let near = [(sets.any, all), (sets.same, most), (sets.different, colours)];
        let ways = near.iter().filter(|(need, _)| *need > 0);
        Some(
            ways.map(|(need, have)| 1000 * have / u32::from(*need))
                .max()
                .unwrap_or(0),
        )
    }

    fn invariant(&self, state: &State<Self>) -> Result<(), String> {
        setup::invariant(self, state)
    }
}

impl Niagara {
    /// Place of `seat` counted clockwise from `first`.
    #[inline]
    fn place_in_order(&self, first: Seat, seat: Seat) -> usize {
        let sum = seat.index() + self.players - first.index();
        if sum < self.players { sum } else { sum - self.players }
    }

    /// Who wins among those who hold a winning set (NI-53, NI-R15).
    fn winners(&self, public: &Public) -> SeatSet {
        let qualified: SeatSet = (0..self.players as u8)
            .map(Seat)
            .filter(|seat| self.sets_of(public.gems[*seat]) != 0)
            .collect();
        let worth = |seat: Seat| -> i32 {
            let gems = public.gems[seat].iter().zip(self.values);
            match self.rules.tiebreak {
                Tiebreak::Shared => 0,
                // More gems first; among equals the one who acted earlier in this round.
                Tiebreak::CountThenFirst => {
                    let count: i32 = gems.map(|(count, _)| i32::from(*count)).sum();
                    count * 16 - self.place_in_order(public.first, seat) as i32
                }
                Tiebreak::Value => gems.map(|(count, value)| i32::from(*count) * i32::from(value)).sum(),
            }
        };
        let best = qualified.iter().map(worth).max();
        qualified.iter().filter(|seat| Some(worth(*seat)) == best).collect()
    }

    #[inline]
    fn has_canoe(public: &Public, seat: Seat) -> bool {
        public.canoes[seat].iter().any(|canoe| canoe.space != Space::FALLEN)
    }
}

/// Every card of `hand`, the cloud first.
#[inline]
fn each_card(hand: u16, mut card: impl FnMut(Card)) {
    bits(hand).for_each(|number| card(Card(number as u8)));
}
