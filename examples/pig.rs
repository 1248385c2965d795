//! A push-your-luck dice game, told to balance from beginning to end. `balance generate game NAME` copies this file: where it
//! says YOURS, your own game begins.
//!
//! Each turn a player rolls one die again and again. Every roll but a one is added to the turn's points; a one loses them
//! and ends the turn. Whoever stops banks them. The first to bank enough points wins.
//!
//! `cargo run --release --example pig -- run examples/pig.toml`

use std::process::ExitCode;

use balance::prelude::*;

fn main() -> ExitCode {
    balance::main_called(env!("CARGO_BIN_NAME"), &[game::<Pig>()])
}

/// YOURS: every number and switch that a scenario may change in `[rules]`; the default is the game as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Rules {
    /// How many play.
    #[schemars(range(min = 2, max = 6))]
    players: u8,
    /// Points that win.
    #[schemars(range(min = 1, max = 1000))]
    goal: u16,
    /// Sides of the die.
    #[schemars(range(min = 2, max = 20))]
    die: u8,
    /// Turns of all players after which a game is cut off.
    #[schemars(range(min = 1, max = 100_000), extend("x-untuned" = true))]
    turns_max: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 2,
            goal: 100,
            die: 6,
            turns_max: 1_000,
        }
    }
}

/// One variant of the game.
struct Pig {
    rules: Rules,
}

/// YOURS: what everybody at the table sees. What one seat alone sees would be `Private`, what nobody sees `Hidden`.
#[derive(Clone, Debug, PartialEq, Default)]
struct Public {
    turn: Seat,
    /// Turns begun.
    turns: u32,
    /// Points banked.
    banked: BySeat<u16>,
    /// Points of this turn.
    pot: u16,
}

/// YOURS: one choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    Roll,
    Bank,
}

/// YOURS: what a counter or a replay may want to know.
#[derive(Clone, Copy, Debug)]
enum Event {
    Rolled(u8),
    Lost(u16),
    Banked(u16),
}

impl Game for Pig {
    type Public = Public;
    type Private = ();
    type Hidden = ();
    type Move = Move;
    type Event = Event;

    fn players(&self) -> usize {
        self.rules.players.into()
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        let public = Public {
            turns: 1,
            ..Public::default()
        };
        State::seen(public, BySeat::default())
    }

    fn turn(&self, public: &Public) -> Turn {
        if self.winner(public).is_some() || public.turns > self.rules.turns_max {
            Turn::Over
        } else {
            Turn::Choose(public.turn)
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        out.push(Move::Roll);
        if view.public.pot > 0 {
            out.push(Move::Bank);
        }
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        match mv {
            Move::Roll => {
                let rolled = chance.stream(Purpose::Dice).below(self.rules.die.into()) as u8 + 1;
                log.event(self, Event::Rolled(rolled), public);
                if rolled > 1 {
                    public.pot += u16::from(rolled);
                    return;
                }
                let lost = std::mem::take(&mut public.pot);
                log.event(self, Event::Lost(lost), public);
            }
            Move::Bank => {
                let pot = std::mem::take(&mut public.pot);
                public.banked[public.turn] += pot;
                log.event(self, Event::Banked(pot), public);
            }
        }
        if self.winner(public).is_none() {
            public.turn = public.turn.clockwise(1, self.players());
            public.turns += 1;
        }
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        match self.winner(&state.public) {
            Some(seat) => Outcome::of_seats(SeatSet::from_iter([seat]), 0),
            None => Outcome::of_seats(SeatSet::default(), 1),
        }
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turns.min(self.rules.turns_max)
    }

    /// Who is ahead while the game goes on: optional, for what the report says of leads and comebacks.
    fn progress(&self, state: &State<Self>, side: usize) -> Option<u32> {
        Some(state.public.banked[Seat(side as u8)].into())
    }
}

impl Pig {
    fn winner(&self, public: &Public) -> Option<Seat> {
        let seats = (0..self.rules.players).map(Seat);
        let mut there = seats.filter(|seat| public.banked[*seat] >= self.rules.goal);
        there.next()
    }
}

/// Nothing is hidden, so what a seat imagines is what it sees. With hidden cards: deal afresh what `view` does not show.
impl Imagine for Pig {
    fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
        State::seen(view.public.clone(), BySeat::default())
    }
}

/// Words for replays. All of it is optional; without it the names of the code are used.
impl Telling for Pig {
    /// YOURS: the goal in the first line, then the rules: what `play` tells a person.
    fn how_to_play(&self) -> Vec<String> {
        vec![
            format!("Goal: be the first to bank {} points.", self.rules.goal),
            "Roll as often as you like: every number but a one goes into the pot.".to_owned(),
            "A one empties the pot and ends your turn. Bank to keep what is in it.".to_owned(),
        ]
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        let seat = public.turn;
        Some(match event {
            Event::Rolled(rolled) => format!("{seat} rolls a {rolled}"),
            Event::Lost(points) => format!("{seat} loses {points} points"),
            Event::Banked(points) => format!("{seat} banks {points} points"),
        })
    }

    fn position_lines(&self, state: &State<Self>, _to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let line = |seat: u8| format!("seat {} has {} points", seat + 1, public.banked[Seat(seat)]);
        let mut lines: Vec<String> = (0..self.rules.players).map(line).collect();
        lines.push(format!("{} rolls, with {} in the pot", public.turn, public.pot));
        lines
    }
}

counters! {
    /// YOURS: what a run counts, name and number in one place.
    enum Count, Counts {
        Rolls => Counter::new("rolls", "rolls of the die"),
        Banks => Counter::new("banks", "turns that ended by banking"),
        Losses => Counter::new("losses", "turns that a one ended"),
        PointsLost => Counter::new("points-lost", "points lost to a one").measure(),
    }
}

impl Recorder<Pig> for Counts {
    fn start(&mut self, _game: &Pig, _state: &State<Pig>) {
        *self = Counts::default();
    }

    fn event(&mut self, _game: &Pig, event: Event, _public: &Public) {
        match event {
            Event::Rolled(_) => self.add(Count::Rolls, 1),
            Event::Lost(points) => {
                self.add(Count::Losses, 1);
                self.add(Count::PointsLost, points.into());
            }
            Event::Banked(_) => self.add(Count::Banks, 1),
        }
    }
}

/// YOURS: what a thinking bot looks at. It plays the move whose terms, each times its weight, add up to most.
const TERMS: &[Term<Pig>] = &[
    Term {
        name: "greed",
        help: "rolling on, as long as the pot is small",
        weight: 1.0,
        of: |view, mv| f64::from(u8::from(mv == Move::Roll)) * (20.0 - f64::from(view.public.pot)),
    },
    Term {
        name: "goal",
        help: "banking what wins",
        weight: 100.0,
        of: |view, mv| {
            let there = view.public.banked[view.seat] + view.public.pot >= view.game.rules.goal;
            f64::from(u8::from(mv == Move::Bank && there))
        },
    },
];

impl Guest for Pig {
    type Rules = Rules;
    type Metrics = Counts;

    const KEY: &'static str = "pig";
    const TITLE: &'static str = "Pig";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=6;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Pig { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet {
            turns_max: Some(self.rules.turns_max),
            ..Sheet::of_players(self.players())
        }
        .ends(&["goal"])
        .cut_off("turn cap")
    }

    fn bots() -> Bots<Self> {
        Bots::new()
            .weighted("heuristic", "rolls until the pot is large enough", TERMS)
            .by_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance::kit::{Setup, laws};

    #[test]
    fn the_laws_hold_at_every_table() {
        laws::hold_at_every_table::<Pig>(10).unwrap_or_else(|breach| panic!("{breach}"));
    }

    #[test]
    fn a_one_loses_the_pot_and_banking_keeps_it() {
        let game = Pig {
            rules: Rules::default(),
        };
        let mut chance = Chance::new(1, 1);
        let mut state = game.setup(&mut chance);
        // The die is scripted, counted from 0: a six, a one.
        chance.script(Purpose::Dice, &[5, 0, 3]);
        game.play(&mut state, Move::Roll, &mut chance, &mut ());
        assert_eq!((state.public.turn, state.public.pot), (Seat(0), 6));
        game.play(&mut state, Move::Roll, &mut chance, &mut ());
        assert_eq!((state.public.turn, state.public.pot), (Seat(1), 0));
        game.play(&mut state, Move::Roll, &mut chance, &mut ());
        game.play(&mut state, Move::Bank, &mut chance, &mut ());
        assert_eq!(state.public.banked[Seat(1)], 4);
    }

    #[test]
    fn looking_ahead_beats_chance() {
        let setup = Setup::default().with_bot("deep", "search", [("iterations", 40)]);
        let (won, played) = laws::wins(&game::<Pig>(), &setup, "deep", "random", 10).expect("it plays");
        assert!(won * 4 > played * 3, "{won} of {played}");
    }
}
