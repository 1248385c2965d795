//! A cooperative game, told to balance in one file: everybody wins together or nobody does. One player may play it alone.
//!
//! A river rises at four villages. In turn each player carries a stone to the dam or bails water out of a village; then rain
//! raises the water at some village. All win once the dam has its stones, and lose once a village is under water or the flood
//! comes.
//!
//! `cargo run --release --example flood -- run examples/flood.toml`

use std::process::ExitCode;

use balance::prelude::*;

fn main() -> ExitCode {
    balance::main_called(env!("CARGO_BIN_NAME"), &[game::<Flood>()])
}

/// What a scenario may change.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Rules {
    /// How many play.
    #[schemars(range(min = 1, max = 5))]
    players: u8,
    /// Stones that the dam needs.
    #[schemars(range(min = 1, max = 50))]
    stones: u8,
    /// Water that a village bears; one more and it is under water.
    #[schemars(range(min = 1, max = 10))]
    bank: u8,
    /// Water that a player bails out in one turn.
    #[schemars(range(min = 1, max = 5))]
    bucket: u8,
    /// Turns of all players before the flood comes.
    #[schemars(range(min = 1, max = 100))]
    days: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 3,
            stones: 13,
            bank: 4,
            bucket: 1,
            days: 18,
        }
    }
}

struct Flood {
    rules: Rules,
}

const VILLAGES: u8 = 4;

#[derive(Clone, Debug, PartialEq, Default)]
struct Public {
    turn: Seat,
    turns: u32,
    /// Stones of the dam.
    dam: u8,
    /// Water at each village.
    water: [u8; VILLAGES as usize],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    Carry,
    Bail(u8),
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Carried,
    Bailed(u8),
    Rained(u8),
}

impl Game for Flood {
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
        if self.is_saved(public) || self.is_flooded(public) || public.turns > self.rules.days {
            Turn::Over
        } else {
            Turn::Choose(public.turn)
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        out.push(Move::Carry);
        for village in (0..VILLAGES).filter(|village| view.public.water[usize::from(*village)] > 0) {
            out.push(Move::Bail(village));
        }
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        match mv {
            Move::Carry => {
                public.dam += 1;
                log.event(self, Event::Carried, public);
                if self.is_saved(public) {
                    return;
                }
            }
            Move::Bail(village) => {
                let water = &mut public.water[usize::from(village)];
                *water = water.saturating_sub(self.rules.bucket);
                log.event(self, Event::Bailed(village), public);
            }
        }
        let village = chance.stream(Purpose::Events).below(VILLAGES.into()) as u8;
        public.water[usize::from(village)] += 1;
        log.event(self, Event::Rained(village), public);
        if !self.is_flooded(public) {
            public.turn = public.turn.clockwise(1, self.players());
            public.turns += 1;
        }
    }

    /// All seats win, or none.
    fn outcome(&self, state: &State<Self>) -> Outcome {
        if self.is_saved(&state.public) {
            Outcome::of_team(self.players(), 0)
        } else {
            let ending = if self.is_flooded(&state.public) { 1 } else { 2 };
            Outcome::of_seats(SeatSet::default(), ending)
        }
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turns.min(self.rules.days)
    }

    /// The team, the first side of the sheet.
    fn sides_in_play(&self, _state: &State<Self>) -> u16 {
        1
    }
}

impl Flood {
    fn is_saved(&self, public: &Public) -> bool {
        public.dam >= self.rules.stones
    }

    fn is_flooded(&self, public: &Public) -> bool {
        public.water.iter().any(|water| *water > self.rules.bank)
    }
}

/// Nothing is hidden.
impl Imagine for Flood {
    fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
        State::seen(view.public.clone(), BySeat::default())
    }
}

const NAMES: [&str; VILLAGES as usize] = ["Ash", "Birk", "Elm", "Lind"];

impl Telling for Flood {
    fn how_to_play(&self) -> Vec<String> {
        let rules = &self.rules;
        vec![
            format!(
                "Goal: together carry {} stones to the dam in {} turns.",
                rules.stones, rules.days
            ),
            format!(
                "Carry one stone, or bail out up to {} water. Then it rains on a village.",
                rules.bucket
            ),
            format!("All lose once a village has more than {} water.", rules.bank),
        ]
    }

    fn choice(&self, _view: View<'_, Self>, mv: Move) -> String {
        match mv {
            Move::Carry => "to carry a stone to the dam".to_owned(),
            Move::Bail(village) => format!("to bail out {}", NAMES[usize::from(village)]),
        }
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        let seat = public.turn;
        Some(match event {
            Event::Carried => format!("{seat} carries stone {}", public.dam),
            Event::Bailed(village) => format!("{seat} bails out {}", NAMES[usize::from(village)]),
            Event::Rained(village) => format!("it rains on {}", NAMES[usize::from(village)]),
        })
    }

    fn position_lines(&self, state: &State<Self>, _to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let village = |(name, water): (&&str, &u8)| format!("{name} has water {water} of {}", self.rules.bank);
        let mut lines: Vec<String> = NAMES.iter().zip(&public.water).map(village).collect();
        lines.push(format!("{} is to move; the dam has {} stones", public.turn, public.dam));
        lines
    }
}

counters! {
    /// What a run counts.
    enum Count, Counts {
        Stones => Counter::new("stones", "stones carried to the dam"),
        Bailed => Counter::new("bailed", "turns spent on bailing out"),
    }
}

impl Recorder<Flood> for Counts {
    fn start(&mut self, _game: &Flood, _state: &State<Flood>) {
        *self = Counts::default();
    }

    fn event(&mut self, _game: &Flood, event: Event, _public: &Public) {
        match event {
            Event::Carried => self.add(Count::Stones, 1),
            Event::Bailed(_) => self.add(Count::Bailed, 1),
            Event::Rained(_) => {}
        }
    }
}

const TERMS: &[Term<Flood>] = &[
    Term {
        name: "danger",
        help: "bailing out where the water stands highest",
        weight: 1.0,
        of: |view, mv| match mv {
            Move::Carry => 0.0,
            Move::Bail(village) => {
                f64::from(view.public.water[usize::from(village)]) - f64::from(view.game.rules.bank) + 0.5
            }
        },
    },
    Term {
        name: "goal",
        help: "the last stone",
        weight: 10.0,
        of: |view, mv| {
            f64::from(u8::from(
                mv == Move::Carry && view.public.dam + 1 == view.game.rules.stones,
            ))
        },
    },
];

impl Guest for Flood {
    type Rules = Rules;
    type Metrics = Counts;

    const KEY: &'static str = "flood";
    const TITLE: &'static str = "Flood";
    const PLAYERS: std::ops::RangeInclusive<u8> = 1..=5;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Flood { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet {
            turns_max: Some(self.rules.days),
            ..Sheet::of_team("team", self.players())
        }
        .ends(&["dam built", "village lost", "flood"])
    }

    fn bots() -> Bots<Self> {
        Bots::new()
            .weighted("heuristic", "bails out where it must, else carries stones", TERMS)
            .by_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance::kit::laws;

    #[test]
    fn the_laws_hold_at_every_table() {
        laws::hold_at_every_table::<Flood>(10).unwrap_or_else(|breach| panic!("{breach}"));
    }

    #[test]
    fn all_win_once_the_dam_has_its_stones() {
        let game = Flood {
            rules: Rules::default(),
        };
        let mut state = game.setup(&mut Chance::new(1, 1));
        assert!(game.outcome(&state).winners.is_empty());
        state.public.dam = game.rules.stones;
        assert_eq!(game.outcome(&state), Outcome::of_team(3, 0));
    }
}
