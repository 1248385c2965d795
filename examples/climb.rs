//! A card game with hidden hands, told to balance in one file: what one seat alone knows, and how to deal again what a
//! seat cannot see.
//!
//! Each player holds some cards of a deck. Who leads lays any card; then, turn by turn, the others lay a higher one or
//! pass. Once all others have passed, whoever laid last leads again. The first without cards wins.
//!
//! `cargo run --release --example climb -- run examples/climb.toml`

use std::{cmp::Reverse, collections::BTreeSet, process::ExitCode};

use balance::prelude::*;

fn main() -> ExitCode {
    balance::main_called(env!("CARGO_BIN_NAME"), &[game::<Climb>()])
}

/// What a scenario may change.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Rules {
    /// How many play.
    #[schemars(range(min = 2, max = 5))]
    players: u8,
    /// Cards dealt to each.
    #[schemars(range(min = 1, max = 10))]
    hand: u8,
    /// Who could lay a card has to.
    must_lay: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 3,
            hand: 7,
            must_lay: false,
        }
    }
}

/// Cards as bits, four of each rank, the lowest rank first: small, and none can be there twice.
type Cards = u64;
const DECK: Cards = (1 << 52) - 1;

/// Those of `cards` that have this rank, 1 to 13.
fn of_rank(cards: Cards, rank: u8) -> Cards {
    cards & 0b1111 << (4 * (rank - 1))
}

fn ranks(cards: Cards) -> Vec<u8> {
    (0..52)
        .filter(|bit| cards >> bit & 1 == 1)
        .map(|bit| bit / 4 + 1)
        .collect()
}

struct Climb {
    rules: Rules,
}

/// How many cards each holds, but not which.
#[derive(Clone, Debug, PartialEq, Default)]
struct Public {
    turn: Seat,
    turns: u32,
    held: BySeat<u8>,
    laid: Cards,
    /// Cards that a seat has shown not to hold, by a pass where it has to lay.
    lacks: BySeat<Cards>,
    /// Rank of the card to be beaten and whose it is; none for who leads.
    top: Option<(u8, Seat)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    /// A card of this rank: which of the four is no choice.
    Lay(u8),
    Pass,
}

impl Game for Climb {
    type Public = Public;
    /// One's hand.
    type Private = Cards;
    /// Nothing more: the cards that nobody holds stay out of the game.
    type Hidden = ();
    type Move = Move;
    type Event = (Seat, Move);

    fn players(&self) -> usize {
        self.rules.players.into()
    }

    fn setup(&self, chance: &mut Chance) -> State<Self> {
        let public = Public {
            turns: 1,
            held: BySeat::filled(self.rules.hand),
            ..Public::default()
        };
        let private = dealt(DECK, &public, self.seats(), chance.stream(Purpose::Setup));
        State::seen(public, private)
    }

    fn turn(&self, public: &Public) -> Turn {
        self.winner(public).map_or(Turn::Choose(public.turn), |_| Turn::Over)
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        let beaten = view.public.top.map_or(0, |(rank, _)| rank);
        for rank in (beaten + 1..=13).filter(|rank| of_rank(*view.private, *rank) != 0) {
            out.push(Move::Lay(rank));
        }
        // Who leads has to lay: so every round costs a card, and every game ends.
        if out.is_empty() || beaten > 0 && !self.rules.must_lay {
            out.push(Move::Pass);
        }
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, _chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        let seat = public.turn;
        if let Move::Lay(rank) = mv {
            let card = 1 << of_rank(state.private[seat], rank).trailing_zeros();
            state.private[seat] &= !card;
            public.held[seat] -= 1;
            public.laid |= card;
            public.top = Some((rank, seat));
        } else if let (true, Some((rank, _))) = (self.rules.must_lay, public.top) {
            public.lacks[seat] |= DECK & !0 << (4 * rank);
        }
        log.event(self, (seat, mv), public);
        if self.winner(public).is_none() {
            public.turns += 1;
            public.turn = seat.clockwise(1, self.players());
            // Everybody has passed since.
            public.top = public.top.filter(|(_, of)| *of != public.turn);
        }
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        Outcome::of_seats(self.winner(&state.public).into_iter().collect(), 0)
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turns
    }

    /// Optional: what must hold after every move. Everybody holds what the table sees him hold, and no card is there twice.
    fn invariant(&self, state: &State<Self>) -> Result<(), String> {
        let mut seen = state.public.laid;
        for seat in self.seats().iter() {
            let hand = state.private[seat];
            if seen & hand != 0 || hand.count_ones() != u32::from(state.public.held[seat]) {
                return Err(format!("{seat} holds {:?}", ranks(hand)));
            }
            seen |= hand;
        }
        Ok(())
    }
}

impl Climb {
    fn seats(&self) -> SeatSet {
        SeatSet::all(self.players())
    }

    fn winner(&self, public: &Public) -> Option<Seat> {
        self.seats().iter().find(|seat| public.held[*seat] == 0)
    }
}

/// Hands of as many cards as each of `seats` holds, by lot: first for who lacks most, so that every deal is as likely.
fn dealt(mut deck: Cards, public: &Public, seats: SeatSet, chance: &mut Stream) -> BySeat<Cards> {
    let mut hands = BySeat::default();
    let order: BTreeSet<_> = seats.iter().map(|seat| (Reverse(public.lacks[seat]), seat)).collect();
    for (_, seat) in order {
        for _ in 0..public.held[seat] {
            let card = 1 << chance.one_of(deck & !public.lacks[seat]);
            deck &= !card;
            hands[seat] |= card;
        }
    }
    hands
}

/// The others' hands are dealt afresh from the cards that this seat neither holds nor has seen laid.
impl Imagine for Climb {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let public = view.public.clone();
        let unseen = DECK & !public.laid & !view.private;
        let mut private = dealt(unseen, &public, self.seats().without(view.seat), chance);
        private[view.seat] = *view.private;
        State::seen(public, private)
    }
}

/// `to` is who listens: to one seat the other hands are only counted.
impl Telling for Climb {
    fn how_to_play(&self) -> Vec<String> {
        let pass = if self.rules.must_lay {
            "or pass if you cannot"
        } else {
            "or pass"
        };
        vec![
            "Goal: be the first without cards.".to_owned(),
            format!(
                "Lay a higher card than the last one, {pass}. Once all others have passed, whoever laid last leads with any card."
            ),
        ]
    }

    fn choice(&self, _view: View<'_, Self>, mv: Move) -> String {
        match mv {
            Move::Lay(rank) => format!("to lay a {rank}"),
            Move::Pass => "to pass".to_owned(),
        }
    }

    fn happening(&self, (seat, mv): (Seat, Move), _public: &Public, _to: Option<Seat>) -> Option<String> {
        Some(match mv {
            Move::Lay(rank) => format!("{seat} lays a {rank}"),
            Move::Pass => format!("{seat} passes"),
        })
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let beats = |(rank, of): (u8, Seat)| format!("must beat the {rank} of {of}");
        let top = public.top.map_or("leads".to_owned(), beats);
        let mut lines = vec![format!("{} {top}; laid are {:?}", public.turn, ranks(public.laid))];
        for seat in self.seats().iter() {
            lines.push(match to {
                Some(to) if to != seat => format!("{seat} holds {} cards", public.held[seat]),
                _ => format!("{seat} holds {:?}", ranks(state.private[seat])),
            });
        }
        lines
    }
}

counters! {
    /// What a run counts.
    enum Count, Counts {
        Laid => Counter::new("laid", "cards laid"),
        Passed => Counter::new("passed", "turns without a card"),
    }
}

impl Recorder<Climb> for Counts {
    fn start(&mut self, _game: &Climb, _state: &State<Climb>) {
        *self = Counts::default();
    }

    fn event(&mut self, _game: &Climb, (_, mv): (Seat, Move), _public: &Public) {
        self.add(if mv == Move::Pass { Count::Passed } else { Count::Laid }, 1);
    }
}

const TERMS: &[Term<Climb>] = &[Term {
    name: "thrift",
    help: "the lowest card that does, so that the high ones lead later",
    weight: 1.0,
    of: |_, mv| match mv {
        Move::Lay(rank) => -f64::from(rank),
        Move::Pass => -20.0,
    },
}];

impl Guest for Climb {
    type Rules = Rules;
    type Metrics = Counts;

    const KEY: &'static str = "climb";
    const TITLE: &'static str = "Climb";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=5;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Climb { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet::of_players(self.players()).ends(&["hand empty"])
    }

    fn bots() -> Bots<Self> {
        Bots::new()
            .weighted("heuristic", "lays the lowest card that does", TERMS)
            .by_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance::kit::{Setup, laws};

    #[test]
    fn the_laws_hold_at_every_table() {
        laws::hold_at_every_table::<Climb>(10).unwrap_or_else(|breach| panic!("{breach}"));
    }

    #[test]
    fn whoever_laid_last_leads_once_all_others_have_passed() {
        let rules = Rules::default();
        let (game, mut chance) = (Climb { rules }, Chance::new(1, 1));
        let mut state = game.setup(&mut chance);
        state.private = BySeat::filled(of_rank(DECK, 3) | of_rank(DECK, 9));
        for mv in [Move::Lay(3), Move::Lay(9), Move::Pass, Move::Pass] {
            game.play(&mut state, mv, &mut chance, &mut ());
        }
        assert_eq!((state.public.turn, state.public.top), (Seat(1), None));
    }

    #[test]
    fn looking_ahead_beats_chance() {
        let setup = Setup::default().with_bot("deep", "search", [("iterations", 40)]);
        let (won, played) = laws::wins(&game::<Climb>(), &setup, "deep", "random", 20).expect("it plays");
        assert!(won * 2 > played, "{won} of {played}, and chance wins a third");
    }
}
