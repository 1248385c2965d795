//! A game of which it is known what decides it, and what a choice is worth.

use balance_kit::{Bots, Contents, Guest, Mistake, Telling};
use schemars::JsonSchema;
use serde::Deserialize;

use balance_config::games::{GameInfo, Seats, Setup};
use balance_engine::{
    Bot, BySeat, Chance, Game, Imagine, Moves, Outcome, Purpose, Recorder, Seat, SeatSet, Sheet, State, Stream, Turn,
    View,
};
use balance_kit::NoSettings;

/// What decides who of three wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Decides {
    /// A lot drawn in the set-up.
    Setup,
    /// A lot drawn after the last choice.
    Later,
    /// Who chooses the highest number, all who do; bots always choose the same.
    Skill,
    /// The sum of all choices.
    Choices,
    /// The first seat wins nine games of ten by its number 0 and three by any other, else the second.
    First,
    /// The last seat, which wins nothing, says which of the others does: the first by an even number.
    Last,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    decides: Decides,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            decides: Decides::Setup,
        }
    }
}

/// Every seat chooses one number below four, in turn.
pub struct Lots(Rules);

#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    lot: u8,
    chosen: Vec<u8>,
    won: SeatSet,
}

const SEATS: usize = 3;

impl Game for Lots {
    type Public = Public;
    type Private = ();
    type Hidden = ();
    type Move = u8;
    type Event = u8;

    fn players(&self) -> usize {
        SEATS
    }
    fn setup(&self, chance: &mut Chance) -> State<Self> {
        let public = Public {
            lot: chance.stream(Purpose::Setup).below(3) as u8,
            chosen: Vec::new(),
            won: SeatSet::default(),
        };
        State::seen(public, BySeat::default())
    }
    fn turn(&self, public: &Public) -> Turn {
        match public.chosen.len() {
            SEATS => Turn::Over,
            seat => Turn::Choose(Seat(seat as u8)),
        }
    }
    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<u8>) {
        (0..4).for_each(|number| out.push(number));
    }
    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: u8, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        public.chosen.push(mv);
        log.event(self, mv, public);
        if public.chosen.len() < SEATS {
            return;
        }
        let only = |seat: u32| SeatSet::from_iter([Seat(seat as u8)]);
        public.won = match self.0.decides {
            Decides::Setup => only(public.lot.into()),
            Decides::Later => only(chance.stream(Purpose::Dice).below(3)),
            Decides::Choices => only(public.chosen.iter().map(|mv| u32::from(*mv)).sum::<u32>() % 3),
            Decides::First => {
                let often = if public.chosen[0] == 0 { 0.9 } else { 0.3 };
                only(u32::from(chance.stream(Purpose::Dice).unit() >= often))
            }
            Decides::Last => only(u32::from(public.chosen[2] % 2)),
            Decides::Skill => {
                let highest = public.chosen.iter().max().copied();
                let seats = (0..SEATS).filter(|seat| Some(public.chosen[*seat]) == highest);
                seats.map(|seat| Seat(seat as u8)).collect()
            }
        };
    }
    fn outcome(&self, state: &State<Self>) -> Outcome {
        Outcome::of_seats(state.public.won, 0)
    }
    fn turns(&self, public: &Public) -> u32 {
        public.chosen.len() as u32
    }
}

impl Imagine for Lots {
    fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
        State::seen(view.public.clone(), BySeat::default())
    }
}

impl Telling for Lots {}

/// Always chooses this number.
struct Always(usize);

impl Bot<Lots> for Always {
    fn choose(&self, _view: View<'_, Lots>, _moves: &Moves<u8>, _chance: &mut Stream) -> usize {
        self.0
    }
}

impl Guest for Lots {
    type Rules = Rules;
    type Metrics = ();
    const KEY: &'static str = "lots";
    const TITLE: &'static str = "Lots";
    const PLAYERS: std::ops::RangeInclusive<u8> = 3..=3;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Lots(rules))
    }
    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet::of_players(SEATS).ends(&["last choice"])
    }
    fn bots() -> Bots<Self> {
        Bots::new()
            .kind("high", "the highest number", |_, _: NoSettings| Ok(Box::new(Always(3))))
            .kind("low", "the lowest number", |_, _: NoSettings| Ok(Box::new(Always(0))))
    }
}

/// The game as the program knows it.
pub static GAME: GameInfo = balance_kit::game::<Lots>();

/// The game in which this decides.
pub fn decided_by(decides: &str) -> Setup {
    let seats = Seats::filled("random");
    Setup {
        seats,
        ..Setup::default().with_rule("decides", decides)
    }
}
