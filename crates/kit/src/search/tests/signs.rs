//! Stone, paper, scissors: both choose in secret, one seat after the other.

use std::sync::atomic::{AtomicU32, Ordering};

use super::{search, to_the_end};
use crate::bots::{Bots, NoSettings};
use crate::laws;
use crate::search::playing::RolloutTable;
use balance_engine::{
    Bot, BySeat, Chance, Game, Imagine, Moves, Outcome, RandomBot, Recorder, Seat, State, Stream, Turn, View,
};

struct Signs;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Public {
    chosen: u8,
}

impl Game for Signs {
    type Public = Public;
    /// The sign: 0 stone, 1 paper, 2 scissors.
    type Private = Option<u8>;
    type Hidden = ();
    type Move = u8;
    type Event = ();

    fn players(&self) -> usize {
        2
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        State::seen(Public { chosen: 0 }, BySeat::default())
    }

    fn turn(&self, public: &Public) -> Turn {
        if public.chosen < 2 {
            Turn::Choose(Seat(public.chosen))
        } else {
            Turn::Over
        }
    }

    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<u8>) {
        (0..3).for_each(|sign| out.push(sign));
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: u8, _chance: &mut Chance, _log: &mut R) {
        state.private[Seat(state.public.chosen)] = Some(mv);
        state.public.chosen += 1;
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let sign = |seat: u8| state.private[Seat(seat)].unwrap_or(0);
        let beats = |one: u8, other: u8| (other + 1) % 3 == one;
        let winners = (0..2).filter(|seat| beats(sign(*seat), sign(1 - seat))).map(Seat);
        Outcome::of_seats(winners.collect(), 0)
    }

    fn turns(&self, _public: &Public) -> u32 {
        1
    }
}

impl Imagine for Signs {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let mut private = BySeat::default();
        private[view.seat] = *view.private;
        if view.seat == Seat(1) {
            private[Seat(0)] = Some(chance.below(3) as u8);
        }
        State::seen(*view.public, private)
    }

    fn suppose(&self, state: &mut State<Self>, eyes: Seat, choose: &mut dyn FnMut(View<'_, Self>) -> u8) {
        if eyes == Seat(1) {
            let asked = Signs.setup(&mut Chance::new(0, 0));
            state.private[Seat(0)] = Some(choose(asked.view(self, Seat(0))));
        }
    }
}

/// Always shows this sign.
struct Always(usize);

impl Bot<Signs> for Always {
    fn choose(&self, _view: View<'_, Signs>, _moves: &Moves<u8>, _chance: &mut Stream) -> usize {
        self.0
    }
}

fn bots() -> Bots<Signs> {
    Bots::new()
        .kind("stone", "", |_, _: NoSettings| Ok(Box::new(Always(0))))
        .kind("paper", "", |_, _: NoSettings| Ok(Box::new(Always(1))))
        .kind("scissors", "", |_, _: NoSettings| Ok(Box::new(Always(2))))
}

/// What a search for `seat` shows that takes the other for one of `rivals`.
fn shown(seat: Seat, rivals: &str) -> u8 {
    let settings = format!("iterations = 240\nplayout = \"random\"\nrivals = {rivals}");
    let bot = search(&bots(), &settings);
    let mut state = Signs.setup(&mut Chance::new(1, 0));
    if seat == Seat(1) {
        // What the first has really chosen is never asked.
        Signs.play(&mut state, 1, &mut Chance::new(1, 0), &mut ());
    }
    let mut moves = Moves::default();
    let view = state.view(&Signs, seat);
    Signs.moves(view, &mut moves);
    moves[bot.choose(view, &moves, &mut Stream::keyed(3, 0, 9, 0))]
}

#[test]
fn secret_choices_come_from_the_rivals_that_are_named() {
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(shown(seat, "[\"stone\"]"), 1, "{seat}");
        assert_eq!(shown(seat, "[\"paper\"]"), 2, "{seat}");
        assert_eq!(shown(seat, "[\"scissors\"]"), 0, "{seat}");
        // Two stones to one scissors: paper wins two of three, stone but one, scissors none.
        assert_eq!(shown(seat, "[\"stone\", \"stone\", \"scissors\"]"), 1, "{seat}");
    }
}

#[test]
fn nobody_peeks() {
    let bot = search(&bots(), "iterations = 20\nrivals = [\"stone\", \"paper\"]");
    laws::nobody_peeks(&Signs, &*bot, 3, 40).unwrap_or_else(|breach| panic!("{breach}"));
}

/// Shows any sign; `asked` counts how often.
struct Any {
    asked: &'static AtomicU32,
}

impl Bot<Signs> for Any {
    fn choose(&self, view: View<'_, Signs>, moves: &Moves<u8>, chance: &mut Stream) -> usize {
        self.asked.fetch_add(1, Ordering::Relaxed);
        RandomBot.choose(view, moves, chance)
    }
}

#[test]
fn who_cannot_see_the_choice_is_asked_once_and_does_what_he_would_after_each() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let bot = to_the_end::<Signs>(RandomBot, Any { asked: &ASKED });
    let state = Signs.setup(&mut Chance::new(1, 0));
    let view = state.view(&Signs, Seat(0));
    let mut chance = Stream::keyed(1, 0, 9, 0);
    for number in 0..100 {
        let same = chance.clone();
        let mut playing = RolloutTable::new(&bot, view);
        playing.deal(number, &mut chance);
        ASKED.store(0, Ordering::Relaxed);
        let values = [0, 1, 2].map(|sign| playing.value(sign));
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
        let alone = [0, 1, 2].map(|sign| {
            let mut playing = RolloutTable::new(&bot, view);
            playing.deal(number, &mut same.clone());
            playing.value(sign)
        });
        // Against one sign one of three wins.
        assert_eq!(values.map(f64::to_bits), alone.map(f64::to_bits));
        assert_eq!(values.iter().sum::<f64>().to_bits(), 1.0f64.to_bits());
    }
}
