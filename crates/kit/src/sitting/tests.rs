//! What a person is shown follows from what their seat knows, and is the same however often they look.

use std::ops::RangeInclusive;
use std::sync::Mutex;

use balance_engine::{
    BySeat, Chance, Game, Imagine, Moves, Outcome, Recorder, Seat, SeatSet, Sheet, State, Stream, Turn, View,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Prompt, Sat, Sitter, Sitting};
use crate::{AnyGame, Bots, Contents, Guest, Mistake, Seats, Setup, Telling, description};

/// Two players with a number each, and one that lies face-down, take stones in turn. It tells all that it has to tell.
struct Hats {
    rules: Rules,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Rules {
    /// The first player's number.
    first: u8,
    /// The second player's number.
    second: u8,
    /// The number that lies face-down.
    down: u8,
}

#[derive(Clone, Debug, PartialEq)]
struct Public {
    stones: u8,
    turn: u32,
}

fn to_move(public: &Public) -> Seat {
    Seat((public.turn % 2) as u8)
}

impl Game for Hats {
    type Public = Public;
    type Private = u8;
    type Hidden = u8;
    type Move = u8;
    type Event = (Seat, u8);

    fn players(&self) -> usize {
        2
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        let mut private = BySeat::default();
        (private[Seat(0)], private[Seat(1)]) = (self.rules.first, self.rules.second);
        let public = Public { stones: 20, turn: 0 };
        State {
            public,
            private,
            hidden: self.rules.down,
        }
    }

    fn turn(&self, public: &Public) -> Turn {
        match public.stones {
            0 => Turn::Over,
            _ => Turn::Choose(to_move(public)),
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<u8>) {
        (1..=view.public.stones.min(3)).for_each(|stones| out.push(stones));
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: u8, _chance: &mut Chance, log: &mut R) {
        let seat = to_move(&state.public);
        state.public.stones -= mv;
        log.event(self, (seat, state.private[seat]), &state.public);
        state.public.turn += 1;
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        Outcome::of_seats(SeatSet::from_iter([to_move(&state.public)]), 0)
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turn
    }
}

impl Imagine for Hats {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let mut private = BySeat::default();
        (0..2).for_each(|seat| private[Seat(seat)] = chance.below(100) as u8);
        private[view.seat] = *view.private;
        State {
            public: view.public.clone(),
            private,
            hidden: chance.below(100) as u8,
        }
    }
}

impl Telling for Hats {
    fn happening(&self, (seat, number): (Seat, u8), _public: &Public, to: Option<Seat>) -> Option<String> {
        let known = to.is_none_or(|to| to == seat);
        known.then(|| format!("{seat} takes stones and looks at its {number}"))
    }

    /// Careless: it does not ask who looks.
    fn position_lines(&self, state: &State<Self>, _to: Option<Seat>) -> Vec<String> {
        let State {
            public,
            private,
            hidden,
        } = state;
        let (first, second) = (private[Seat(0)], private[Seat(1)]);
        vec![format!("{} stones; {first}, {second}, {hidden}", public.stones)]
    }
}

impl Guest for Hats {
    type Rules = Rules;
    type Metrics = ();
    const KEY: &'static str = "hats";
    const TITLE: &'static str = "Hats";
    const PLAYERS: RangeInclusive<u8> = 2..=2;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Hats { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet::of_players(2).ends(&["last stone"])
    }

    fn bots() -> Bots<Self> {
        Bots::new()
    }
}

/// Chooses in order, the first move once nothing is left, and keeps what it was shown.
struct Diarist {
    choices: Vec<usize>,
    /// How often it asks for a hint.
    hints: usize,
    /// After so many choices it leaves.
    most: usize,
    shown: Mutex<Vec<String>>,
}

impl Diarist {
    fn new(choices: &[usize]) -> Self {
        Diarist {
            choices: choices.to_vec(),
            hints: 0,
            most: usize::MAX,
            shown: Mutex::default(),
        }
    }

    fn shown(self) -> Vec<String> {
        self.shown.into_inner().expect("whole")
    }
}

impl Sitter for Diarist {
    fn choose(&self, question: &Prompt<'_>) -> Option<usize> {
        let mut shown = self.shown.lock().expect("whole");
        let at = shown.len();
        let (position, choices) = (&question.position, &question.choices);
        shown.push(format!(
            "{} {:?} {position:?} {choices:?}",
            question.turn, question.happened
        ));
        for _ in 0..self.hints {
            assert!((question.hint)() < choices.len());
        }
        (at < self.most).then(|| self.choices.get(at).copied().unwrap_or(0))
    }
}

fn hats(numbers: [u8; 3]) -> Box<dyn AnyGame> {
    let [first, second, down] = numbers.map(i64::from);
    let setup = Setup {
        seats: Seats::filled("random"),
        ..Setup::default()
    };
    let setup = setup
        .with_rule("first", first)
        .with_rule("second", second)
        .with_rule("down", down);
    Box::new(description::build::<Hats>(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}")))
}

fn sit(game: &dyn AnyGame, seat: u8, sitter: &Diarist) -> Option<Sat> {
    let sitting = Sitting {
        seed: 5,
        game: 7,
        seat: Seat(seat),
        sitter,
        adviser: game,
    };
    game.sit(&sitting).expect("it does not break")
}

/// What a seat is shown in a whole game with these numbers.
fn shown(numbers: [u8; 3], seat: u8) -> Vec<String> {
    let diarist = Diarist::new(&[2, 1, 0, 2]);
    sit(&*hats(numbers), seat, &diarist).expect("to the end");
    diarist.shown()
}

#[test]
fn no_question_depends_on_what_the_seat_cannot_know() {
    for seat in 0..2 {
        let mut others = [40, 40, 41];
        others[usize::from(seat)] = 11;
        let one = shown(if seat == 0 { [11, 22, 33] } else { [22, 11, 33] }, seat);
        assert!(one.len() > 3, "{one:?}");
        assert_eq!(one, shown(others, seat), "the numbers of others change nothing");
        others[usize::from(seat)] = 12;
        assert_ne!(one, shown(others, seat), "its own number is shown");
    }
}

#[test]
fn hints_and_leaving_change_no_question() {
    let game = hats([1, 2, 3]);
    let whole = shown([1, 2, 3], 1);
    let asking = Diarist {
        hints: 3,
        ..Diarist::new(&[2, 1, 0, 2])
    };
    let sat = sit(&*game, 1, &asking).expect("to the end");
    assert_eq!(asking.shown(), whole);
    assert_eq!(sat.result.winners.len(), 1);
    let leaving = Diarist {
        most: 2,
        ..Diarist::new(&[2, 1])
    };
    assert!(sit(&*game, 1, &leaving).is_none(), "it was left");
    assert_eq!(leaving.shown(), whole[..3]);
    // Who chooses otherwise is shown something else, from then on.
    let other = Diarist::new(&[2, 0, 0, 2]);
    sit(&*game, 1, &other).expect("to the end");
    let other = other.shown();
    assert_eq!(other[..2], whole[..2]);
    assert_ne!(other[2], whole[2]);
}

/// What came of it may be told much later, or with what others did.
#[test]
fn an_only_move_is_told() {
    let seen = super::Seen::default();
    seen.add(1, "show card 4".to_owned(), true);
    seen.add(1, "seat 2 shows card 1".to_owned(), false);
    let told = seen
        .take()
        .into_iter()
        .map(|happening| (happening.text, happening.only));
    let expected = [("show card 4", true), ("seat 2 shows card 1", false)];
    assert!(told.eq(expected.map(|(text, only)| (text.to_owned(), only))));
    assert!(seen.take().is_empty());
}
