//! # The Mekong crossing
//!
//! Two to six players, each with a pawn in a village on the bank, a destination on the bank opposite, and six planks of
//! different lengths. Whoever gets across first, over stones and planks that serve everybody, wins.
//!
//! **A turn**: everybody secretly lays five of his cards in a row. Then the first cards are turned up together and
//! carried out clockwise from the first player, then the second ones, and so on; the first-player card goes to the
//! left, and everybody takes his cards back. Cards place one or two stones, lay one or two planks, take a plank or a
//! loose stone from the board, move by one step or by up to two, or jump over a pawn. A dragon, at most one in a
//! programme, cancels whatever the player of its colour shows in the same position, unless that is a dragon too.
//!
//! **Planks** rest on two stones, or on a village and a stone; lengths are judged by eye before a plank is chosen, and
//! one that fits nowhere is lost. A plank taken from the board joins the taker's reserve, which never holds a number
//! twice nor more than two colours. **Pawns** stand on planks, one on each, and in villages. Who has to move and cannot
//! falls into the river and begins again in his village.
//!
//! Where islands lie and how long planks are is not published: `board` holds a reconstruction, which can be replaced.
//! On the expert side there are no islands, and a stone may lie at any point of the water. Rules are cited by number
//! (`RD-53`), rulings on open questions as `RD-R4`; a ruling with an alternative is a switch in [`Rules`].

mod board;
mod bots;
mod build;
mod candidate_points;
mod description;
mod distance;
mod grid;
mod metrics;
mod play;
mod render;
mod rules;
mod setup;
mod spans;
mod state;
mod transcript;
mod water;

#[cfg(test)]
mod tests;

use board::{Board, PlacementSet};
pub use description::GAME;
pub use rules::Rules;
use state::{Ask, COLOURS, Card, Ending, Event, Hidden, Move, NONE, NUMBERS, Private, Public, Space, spaces};
use water::Gaps;

use balance_engine::{BySeat, Chance, Game, Moves, Outcome, Recorder, Seat, SeatSet, State, Turn, View};
use balance_kit::bits;
use candidate_points::Shoals;
use distance::{Links, Toll};
use grid::Grid;
use rules::MoveTwo;
use spans::Spans;

/// One variant of the Mekong crossing, with its tables.
#[derive(Clone, Debug)]
pub struct Mekong {
    rules: Rules,
    players: usize,
    board: Board,
    /// Are stones laid at points rather than on numbered islands?
    free: bool,
    colours: BySeat<u8>,
    goals: BySeat<u8>,
    /// Seat of each colour; none when it does not play.
    seat_of: [Option<Seat>; COLOURS],
    /// Cards of each seat, as bits.
    hands: BySeat<u16>,
    /// Villages that carry neither planks nor pawns, as bits.
    closed: u8,
    every_placement: PlacementSet,
    /// Islands whose stone forbids a plank that does not rest on it, as bits.
    crossed: u32,
    /// Placements that no game of this variant allows.
    closed_placements: PlacementSet,
    /// Placements by the pair of supports they join.
    spans: Spans,
    /// Points of open water worth a look.
    shoals: Shoals,
    /// What the whole crossing takes each seat, in steps, planks and stones.
    crossing: BySeat<u32>,
    /// So many of the longest planks lead from any place to any other, with stones between them.
    across: usize,
    /// The grid and the gaps before the first stone, where stones lie anywhere.
    empty: (Grid, Gaps),
}

impl Game for Mekong {
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

    #[inline]
    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        let (public, seat) = (view.public, view.seat);
        match public.ask {
            Ask::Card => {
                let laid = &view.private.programme[..usize::from(public.position)];
                state::cards(self.cards_left(seat, laid)).for_each(|card| out.push(Move::Card(card)));
            }
            Ask::Stone => self.each_stone_place(public, seat, |mv| out.push(mv)),
            Ask::Gap => self.each_gap(public, |a, b| out.push(Move::Gap(a, b))),
            Ask::Plank => {
                let reserve = public.reserves[seat];
                let numbers = (1..=NUMBERS as u8).filter(|number| reserve[usize::from(*number) - 1] != NONE);
                numbers.for_each(|number| out.push(Move::Plank(number)));
            }
            Ask::Place => self.each_lay(public, public.number, public.gap, |a, b, slide| {
                out.push(Move::Lay { a, b, slide });
                true
            }),
            Ask::Remove => {
                let planks = self.removable_planks(public, seat);
                let slots = spaces(planks).filter_map(Space::slot);
                slots.for_each(|slot| out.push(Move::TakePlank(slot as u8)));
                bits(Self::loose_stones(public)).for_each(|slot| out.push(Move::TakeStone(slot as u8)));
            }
            Ask::Step | Ask::Second => {
                let here = public.pawns[seat];
                spaces(self.steps(public, here)).for_each(|space| out.push(Move::Step(space)));
                if public.ask == Ask::Second && (self.rules.move2 == MoveTwo::UpTo || here.is_village()) {
                    out.push(Move::Stop);
                }
            }
            Ask::Jump => spaces(self.landings(public, seat)).for_each(|space| out.push(Move::Jump(space))),
            Ask::Over => {}
        }
    }

    #[inline]
    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        self.step(state, mv, chance, log);
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let public = &state.public;
        let home = |seat: &Seat| public.pawns[*seat] == Space::village(self.goals[*seat]);
        let winners: SeatSet = self.seats().filter(home).collect();
        let sides = winners
            .iter()
            .fold(0, |sides, seat| sides | 1 << self.place_in_order(public.opener, seat));
        Outcome {
            winners,
            sides,
            ending: public.ending.unwrap_or(Ending::TurnCap) as u8,
        }
    }

    fn turns(&self, public: &Public) -> u32 {
        u32::from(public.turn)
    }

    fn position(&self, state: &State<Self>, seat: Seat) -> usize {
        self.place_in_order(state.public.opener, seat)
    }

    /// How much of the crossing is behind a seat, or built before it by whomever: planks serve everybody.
    fn progress(&self, state: &State<Self>, side: usize) -> Option<u32> {
        let mut found = None;
        self.each_progress(state, 1 << side, |_, progress| found = Some(progress));
        found
    }

    fn each_progress(&self, state: &State<Self>, sides: u16, mut visit: impl FnMut(usize, u32)) {
        let public = &state.public;
        let links = Links::new(self, public);
        for side in SeatSet(sides).iter().map(Seat::index) {
            let seat = public.opener.clockwise(side, self.players);
            let whole = self.crossing[seat];
            let left = links.left(self, public, seat, Toll::ALL);
            visit(side, 1000 * whole.saturating_sub(left) / whole);
        }
    }

    fn invariant(&self, state: &State<Self>) -> Result<(), String> {
        setup::invariant(self, state)
    }
}

impl Mekong {
    #[inline]
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players as u8).map(Seat)
    }

    /// Place of `seat` counted clockwise from `first`.
    #[inline]
    fn place_in_order(&self, first: Seat, seat: Seat) -> usize {
        (seat.index() + self.players - first.index()) % self.players
    }

    /// Cards that `seat` may lay after `laid`, as bits (RD-10, RD-12).
    #[inline]
    fn cards_left(&self, seat: Seat, laid: &[Card]) -> u16 {
        let used = laid.iter().fold(0, |used, card| used | card.bit());
        let dragons = (used & Card::DRAGONS).count_ones();
        let barred = if dragons >= u32::from(self.rules.dragons_max) {
            Card::DRAGONS
        } else {
            0
        };
        self.hands[seat] & !(used | barred)
    }
}
