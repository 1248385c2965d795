//! Kuhn's poker (1950): three cards, two players, one bet. What is won or lost, one or two, is told to the search as the
//! chance of a last throw, 1 in 4 for each.

use super::search;
use crate::bots::{Bots, NoSettings};
use crate::laws;
use balance_engine::{
    Bot, BySeat, Chance, Game, Imagine, Moves, Outcome, Purpose, Recorder, Seat, SeatSet, State, Stream, Turn, View,
};

struct Kuhn;

/// Bets and checks so far, first to last.
#[derive(Clone, Debug, PartialEq)]
struct Public {
    played: [Option<Move>; 3],
    done: u8,
    /// Who won the last throw.
    winner: Option<Seat>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    /// Check, or fold to a bet.
    Check,
    /// Bet, or call one.
    Bet,
}
use Move::{Bet, Check};

impl Game for Kuhn {
    type Public = Public;
    /// The card: 0 the lowest, 2 the highest.
    type Private = u8;
    type Hidden = ();
    type Move = Move;
    type Event = ();

    fn players(&self) -> usize {
        2
    }

    fn setup(&self, chance: &mut Chance) -> State<Self> {
        let mut cards = [0, 1, 2];
        chance.stream(Purpose::Deck).shuffle(&mut cards);
        let mut private = BySeat::filled(0);
        (private[Seat(0)], private[Seat(1)]) = (cards[0], cards[1]);
        let public = Public {
            played: [None; 3],
            done: 0,
            winner: None,
        };
        State::seen(public, private)
    }

    fn turn(&self, public: &Public) -> Turn {
        match public.winner {
            Some(_) => Turn::Over,
            None => Turn::Choose(Seat(public.done % 2)),
        }
    }

    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<Move>) {
        out.push(Check);
        out.push(Bet);
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, _log: &mut R) {
        let public = &mut state.public;
        let seat = Seat(public.done % 2);
        let before = public.done.checked_sub(1).and_then(|at| public.played[usize::from(at)]);
        public.played[usize::from(public.done)] = Some(mv);
        public.done += 1;
        let higher = Seat(u8::from(state.private[Seat(1)] > state.private[Seat(0)]));
        // Who is ahead, and quarters of the last throw that he has.
        let (ahead, quarters) = match (before, mv) {
            (Some(Bet), Bet) => (higher, 4),
            (Some(Bet), Check) => (seat.clockwise(1, 2), 3),
            (Some(Check), Check) => (higher, 3),
            _ => return,
        };
        let wins = chance.stream(Purpose::Dice).below(4) < quarters;
        public.winner = Some(if wins { ahead } else { ahead.clockwise(1, 2) });
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        Outcome::of_seats(SeatSet::from_iter(state.public.winner), 0)
    }

    fn turns(&self, _public: &Public) -> u32 {
        1
    }
}

impl Imagine for Kuhn {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let mut private = BySeat::filled(0);
        private[view.seat] = *view.private;
        private[view.seat.clockwise(1, 2)] = chance.one_of(7 & !(1 << *view.private)) as u8;
        State::seen(view.public.clone(), private)
    }
}

/// Never folds.
struct Caller;

impl Bot<Kuhn> for Caller {
    fn choose(&self, view: View<'_, Kuhn>, _moves: &Moves<Move>, _chance: &mut Stream) -> usize {
        usize::from(view.public.played.contains(&Some(Bet)))
    }
}

/// Bets and calls with the highest card alone.
struct Timid;

impl Bot<Kuhn> for Timid {
    fn choose(&self, view: View<'_, Kuhn>, _moves: &Moves<Move>, _chance: &mut Stream) -> usize {
        usize::from(*view.private == 2)
    }
}

fn bots() -> Bots<Kuhn> {
    Bots::new()
        .kind("caller", "", |_, _: NoSettings| Ok(Box::new(Caller)))
        .kind("timid", "", |_, _: NoSettings| Ok(Box::new(Timid)))
}

/// What `bot` does with `card` after these.
fn reply(bot: &dyn Bot<Kuhn>, card: u8, before: &[Move]) -> Move {
    let seat = Seat(before.len() as u8 % 2);
    let mut state = Kuhn.setup(&mut Chance::new(1, 0));
    state.private[seat] = card;
    for (at, mv) in before.iter().enumerate() {
        state.public.played[at] = Some(*mv);
    }
    state.public.done = before.len() as u8;
    let mut moves = Moves::default();
    let view = state.view(&Kuhn, seat);
    Kuhn.moves(view, &mut moves);
    moves[bot.choose(view, &moves, &mut Stream::keyed(2, 0, 9, card))]
}

#[test]
fn what_is_right_against_everybody_is_done() {
    for rivals in ["\"random\"", "\"caller\", \"timid\"", "\"timid\""] {
        let settings = format!("iterations = 600\nplayout = \"random\"\ncaution = 2.0\nrivals = [{rivals}]");
        let bot = search(&bots(), &settings);
        for before in [&[Bet][..], &[Check, Bet]] {
            assert_eq!(
                reply(&*bot, 0, before),
                Check,
                "the lowest card calls {before:?} of {rivals}"
            );
            assert_eq!(
                reply(&*bot, 2, before),
                Bet,
                "the highest card folds to {before:?} of {rivals}"
            );
        }
        // After a check the highest card can only gain by a bet.
        assert_eq!(reply(&*bot, 2, &[Check]), Bet, "{rivals}");
    }
}

/// The lowest card bluffs those who fold, and not those who never do: so it is the rivals named who are played against.
#[test]
fn the_reply_is_to_the_rivals_that_are_named() {
    let against = |rivals: &str| {
        let settings = format!("iterations = 800\nplayout = \"random\"\ncaution = 2.0\nrivals = {rivals}");
        reply(&*search(&bots(), &settings), 0, &[Check])
    };
    assert_eq!(against("[\"timid\"]"), Bet);
    assert_eq!(against("[\"caller\"]"), Check);
    // Half and half, a bluff costs 1/4 x 3/4 and gains 1/2 x 1/4: not worth it. Three timid ones to one, it is.
    assert_eq!(against("[\"caller\", \"caller\", \"caller\", \"timid\"]"), Check);
}

#[test]
fn nobody_peeks() {
    let bot = search(&bots(), "iterations = 20\nrivals = [\"timid\", \"caller\"]");
    laws::nobody_peeks(&Kuhn, &*bot, 3, 40).unwrap_or_else(|breach| panic!("{breach}"));
    laws::plays_and_repeats(&Kuhn, &*bot, 3, 40).unwrap_or_else(|breach| panic!("{breach}"));
}
