//! A game with scores for up to twelve, told to balance in one file: points below zero, and how near the games end.
//!
//! Chores are drawn one by one, each with its hours. In turn each player pays a coin to pass the chore on, or takes it with all
//! coins that lie on it. When all chores are done, everybody scores the coins left less the hours worked; who scores most wins.
//!
//! `cargo run --release --example chores -- run examples/chores.toml`

use std::process::ExitCode;

use balance::prelude::*;

fn main() -> ExitCode {
    balance::main_called(env!("CARGO_BIN_NAME"), &[game::<Chores>()])
}

/// What a scenario may change.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Rules {
    /// How many play.
    #[schemars(range(min = 3, max = 12))]
    players: u8,
    /// Chores that are drawn, of 40 with 1 to 40 hours.
    #[schemars(range(min = 1, max = 40))]
    chores: u8,
    /// Coins of each player at the beginning.
    #[schemars(range(min = 0, max = 50))]
    coins: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 12,
            chores: 24,
            coins: 6,
        }
    }
}

struct Chores {
    rules: Rules,
}

/// Hours of the longest chore, and how many chores there are.
const LONGEST: u8 = 40;

#[derive(Clone, Debug, PartialEq, Default)]
struct Public {
    turn: Seat,
    turns: u32,
    coins: BySeat<u16>,
    hours: BySeat<u16>,
    /// Hours of the chore to be done; 0 once all are done.
    chore: u8,
    /// Coins on it.
    paid: u16,
    /// Chores that were drawn, the present one among them, as bits.
    drawn: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    Pay,
    Take,
}

impl Game for Chores {
    type Public = Public;
    type Private = ();
    /// Chores are drawn by lot, so there is no deck to remember.
    type Hidden = ();
    type Move = Move;
    type Event = Move;

    fn players(&self) -> usize {
        self.rules.players.into()
    }

    fn setup(&self, chance: &mut Chance) -> State<Self> {
        let mut public = Public {
            turns: 1,
            coins: BySeat::filled(self.rules.coins.into()),
            ..Public::default()
        };
        self.draw(&mut public, chance);
        State::seen(public, BySeat::default())
    }

    fn turn(&self, public: &Public) -> Turn {
        if public.chore == 0 {
            Turn::Over
        } else {
            Turn::Choose(public.turn)
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        out.push(Move::Take);
        if view.public.coins[view.seat] > 0 {
            out.push(Move::Pay);
        }
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        let seat = public.turn;
        log.event(self, mv, public);
        match mv {
            Move::Pay => {
                public.coins[seat] -= 1;
                public.paid += 1;
                public.turn = seat.clockwise(1, self.players());
            }
            // Who takes a chore is the first to choose at the next.
            Move::Take => {
                public.coins[seat] += std::mem::take(&mut public.paid);
                public.hours[seat] += u16::from(public.chore);
                self.draw(public, chance);
            }
        }
        public.turns += u32::from(public.chore > 0);
    }

    /// Who scores most; of several all.
    fn outcome(&self, state: &State<Self>) -> Outcome {
        let seats = || (0..self.rules.players).map(Seat);
        let best = seats().map(|seat| points(&state.public, seat)).max();
        let won = seats().filter(|seat| Some(points(&state.public, *seat)) == best);
        Outcome::of_seats(won.collect(), 0)
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turns
    }

    fn score(&self, state: &State<Self>, seat: Seat) -> i32 {
        points(&state.public, seat)
    }
}

fn points(public: &Public, seat: Seat) -> i32 {
    i32::from(public.coins[seat]) - i32::from(public.hours[seat])
}

impl Chores {
    /// Draws the next chore, if one is left.
    fn draw(&self, public: &mut Public, chance: &mut Chance) {
        public.chore = 0;
        if public.drawn.count_ones() < self.rules.chores.into() {
            let left = !public.drawn & ((1 << LONGEST) - 1);
            let drawn = chance.stream(Purpose::Deck).one_of(left);
            public.drawn |= 1 << drawn;
            public.chore = drawn as u8 + 1;
        }
    }
}

/// Nothing is hidden.
impl Imagine for Chores {
    fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
        State::seen(view.public.clone(), BySeat::default())
    }
}

impl Telling for Chores {
    fn how_to_play(&self) -> Vec<String> {
        vec![
            "Goal: most coins less hours when all chores are done.".to_owned(),
            "Pay a coin to pass a chore on, or take it with the coins on it and choose first at the next.".to_owned(),
            format!(
                "Of {LONGEST} chores of 1 to {LONGEST} hours, {} are drawn.",
                self.rules.chores
            ),
        ]
    }

    fn happening(&self, event: Move, public: &Public, _to: Option<Seat>) -> Option<String> {
        let seat = public.turn;
        Some(match event {
            Move::Pay => format!("{seat} pays a coin"),
            Move::Take => format!("{seat} takes {} hours and {} coins", public.chore, public.paid),
        })
    }

    fn position_lines(&self, state: &State<Self>, _to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let of_seat = |seat: Seat| {
            format!(
                "{seat} has {} coins and {} hours",
                public.coins[seat], public.hours[seat]
            )
        };
        let mut lines: Vec<String> = (0..self.rules.players).map(|seat| of_seat(Seat(seat))).collect();
        let (chore, paid) = (public.chore, public.paid);
        let (turn, drawn) = (public.turn, public.drawn);
        let drawn: Vec<u8> = (1..=LONGEST).filter(|hours| drawn >> (hours - 1) & 1 == 1).collect();
        lines.push(format!(
            "{turn} is to choose: {chore} hours with {paid} coins; drawn so far: {drawn:?}"
        ));
        lines
    }
}

counters! {
    /// What a run counts.
    enum Count, Counts {
        Choices => Counter::new("choices", "choices between a coin and a chore"),
        Taken => Counter::success("taken", "of these, a chore taken", "choices"),
    }
}

impl Recorder<Chores> for Counts {
    fn start(&mut self, _game: &Chores, _state: &State<Chores>) {
        *self = Counts::default();
    }

    fn event(&mut self, _game: &Chores, event: Move, _public: &Public) {
        self.add(Count::Choices, 1);
        if event == Move::Take {
            self.add(Count::Taken, 1);
        }
    }
}

const TERMS: &[Term<Chores>] = &[Term {
    name: "bargain",
    help: "a chore with many coins for its hours",
    weight: 1.0,
    of: |view, mv| match mv {
        Move::Pay => -1.0,
        Move::Take => {
            let public = view.public;
            2.0 * f64::from(public.paid) - f64::from(public.chore) / 2.0
        }
    },
}];

impl Guest for Chores {
    type Rules = Rules;
    type Metrics = Counts;

    const KEY: &'static str = "chores";
    const TITLE: &'static str = "Chores";
    const PLAYERS: std::ops::RangeInclusive<u8> = 3..=12;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Chores { rules })
    }

    /// Between all hours there are without a coin, and all coins without an hour.
    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        let hours = i32::from(LONGEST) * (i32::from(LONGEST) + 1) / 2;
        let coins = i32::from(self.rules.coins) * i32::from(self.rules.players);
        Sheet::of_players(self.players())
            .ends(&["all done"])
            .scored(-hours..=coins)
    }

    fn bots() -> Bots<Self> {
        Bots::new()
            .weighted("heuristic", "takes a chore once enough coins lie on it", TERMS)
            .by_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance::kit::laws;

    #[test]
    fn the_laws_hold_at_every_table() {
        laws::hold_at_every_table::<Chores>(5).unwrap_or_else(|breach| panic!("{breach}"));
    }

    #[test]
    fn who_takes_a_chore_has_its_hours_and_its_coins() {
        let rules = Rules::default();
        let (game, mut chance) = (Chores { rules }, Chance::new(1, 1));
        let mut state = game.setup(&mut chance);
        let hours = i32::from(state.public.chore);
        game.play(&mut state, Move::Pay, &mut chance, &mut ());
        game.play(&mut state, Move::Take, &mut chance, &mut ());
        assert_eq!([Seat(0), Seat(1)].map(|seat| game.score(&state, seat)), [5, 7 - hours]);
    }
}
