//! Two walk for three rounds. A turn is two steps of none to two paces and a throw of luck, and different ways come to the same.

use std::sync::atomic::{AtomicU32, Ordering};

use super::to_the_end;
use crate::search::playing::RolloutTable;
use balance_engine::{
    Bot, BySeat, Chance, Game, Imagine, Moves, Outcome, Purpose, RandomBot, Recorder, Seat, State, Stream, Turn, View,
};

struct Walk;

#[derive(Clone, Debug, PartialEq)]
struct Public {
    paces: [u32; 2],
    /// Turns that are over.
    done: u8,
    /// The first step of the present one, once it is taken.
    first: Option<u8>,
}

impl Game for Walk {
    type Public = Public;
    type Private = ();
    type Hidden = ();
    type Move = u8;
    type Event = ();

    fn players(&self) -> usize {
        2
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        let public = Public {
            paces: [0; 2],
            done: 0,
            first: None,
        };
        State::seen(public, BySeat::default())
    }

    fn turn(&self, public: &Public) -> Turn {
        if public.done < 6 {
            Turn::Choose(Seat(public.done % 2))
        } else {
            Turn::Over
        }
    }

    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<u8>) {
        (0..3).for_each(|paces| out.push(paces));
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: u8, chance: &mut Chance, _log: &mut R) {
        let public = &mut state.public;
        let walker = usize::from(public.done % 2);
        public.paces[walker] += u32::from(mv);
        if public.first.take().is_none() {
            public.first = Some(mv);
        } else {
            public.paces[walker] += chance.stream(Purpose::Dice).below(6);
            public.done += 1;
        }
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let paces = state.public.paces;
        let most = paces[0].max(paces[1]);
        let winners = (0..2).filter(|seat| paces[*seat] == most);
        Outcome::of_seats(winners.map(|seat| Seat(seat as u8)).collect(), 0)
    }

    fn turns(&self, public: &Public) -> u32 {
        u32::from(public.done / 2)
    }
}

impl Imagine for Walk {
    fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
        State::seen(view.public.clone(), BySeat::default())
    }
}

/// Steps one pace, and none after a step of two; `asked` counts how often it is asked.
struct Steady {
    asked: &'static AtomicU32,
}

impl Bot<Walk> for Steady {
    fn choose(&self, view: View<'_, Walk>, _moves: &Moves<u8>, _chance: &mut Stream) -> usize {
        self.asked.fetch_add(1, Ordering::Relaxed);
        usize::from(view.public.first.is_none_or(|first| first < 2))
    }
}

#[test]
fn ways_that_meet_are_played_on_once_and_as_each_would_be_alone() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let bot = to_the_end::<Walk>(Steady { asked: &ASKED }, RandomBot);
    let state = Walk.setup(&mut Chance::new(1, 0));
    let view = state.view(&Walk, Seat(0));
    let mut chance = Stream::keyed(1, 0, 9, 0);
    let mut told_apart = 0;
    for number in 0..200 {
        let mut same = chance.clone();
        let mut playing = RolloutTable::new(&bot, view);
        playing.deal(number, &mut chance);
        let asked = || ASKED.swap(0, Ordering::Relaxed);
        asked();
        let one = playing.value(1);
        // Once in this turn and twice in each of two more.
        assert_eq!(asked(), 5);
        let two = playing.value(2);
        assert_eq!(asked(), 1, "one and one, two and none: the rest is known");
        let none = playing.value(0);
        assert_eq!(asked(), 5, "none and one is another way");
        told_apart += u32::from(none < two);
        for (paces, value) in [(0, none), (1, one), (2, two)] {
            let mut alone = RolloutTable::new(&bot, view);
            alone.deal(number, &mut same.clone());
            assert!(
                (alone.value(paces) - value).abs() < f64::EPSILON,
                "{paces} on deal {number}"
            );
        }
        RolloutTable::new(&bot, view).skip(&mut same);
        assert_eq!(same.bits(), chance.bits(), "a deal left out draws as much");
    }
    assert!(told_apart > 0, "a pace less loses some deals");
}
