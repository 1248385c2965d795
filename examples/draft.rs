//! A draft, told to balance in one file: choices made at the same time, hidden until all are made, and what a player
//! remembers.
//!
//! Each player is dealt a packet of fruit. Everybody takes one card of the packet in hand, face down; all show what they
//! took and pass the rest to the right. One, two, three, four … of a kind score 1, 3, 6, 10 … Most points win.
//!
//! `cargo run --release --example draft -- run examples/draft.toml`

use std::process::ExitCode;

use balance::prelude::*;

fn main() -> ExitCode {
    balance::main_called(env!("CARGO_BIN_NAME"), &[game::<Draft>()])
}

/// What a scenario may change.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct Rules {
    /// How many play.
    #[schemars(range(min = 2, max = 5))]
    players: u8,
    /// Cards in a packet.
    #[schemars(range(min = 1, max = 10))]
    packet: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { players: 2, packet: 8 }
    }
}

const FRUIT: [&str; 5] = ["apple", "fig", "lemon", "pear", "plum"];
/// Cards as bits, twelve of each fruit: small, and none can be there twice.
type Cards = u64;
const DECK: Cards = (1 << 60) - 1;
/// One for each player; the first is dealt to seat 1.
type Packets = [Cards; 5];

/// Those of `cards` that show this fruit.
fn of_kind(cards: Cards, kind: u8) -> Cards {
    cards & 0xfff << (12 * kind)
}

struct Draft {
    rules: Rules,
}

#[derive(Clone, Debug, PartialEq, Default)]
struct Public {
    /// Who is asked next: choices made at the same time are asked for one by one.
    turn: Seat,
    /// Rounds begun, or one more at the end.
    round: u8,
    taken: BySeat<Cards>,
}

/// What one seat knows. A bot keeps no memory: what a player would remember stands in the state.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Private {
    /// What is left in the packets that it has held; nothing where it has not.
    seen: Packets,
    /// The card that it takes in this round, once it has chosen.
    takes: Cards,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Chose(Seat),
    Showed(Seat, u8),
}

impl Game for Draft {
    type Public = Public;
    type Private = Private;
    /// What is left in each packet. What was not dealt plays no part.
    type Hidden = Packets;
    /// A kind of fruit.
    type Move = u8;
    type Event = Event;

    fn players(&self) -> usize {
        self.rules.players.into()
    }

    fn setup(&self, chance: &mut Chance) -> State<Self> {
        let mut state: State<Self> = State {
            public: Public::default(),
            private: BySeat::default(),
            hidden: Packets::default(),
        };
        let mut deck = DECK;
        for packet in &mut state.hidden[..self.players()] {
            *packet = dealt(&mut deck, self.rules.packet, chance.stream(Purpose::Setup));
        }
        state.public.round = 1;
        self.look(&mut state);
        state
    }

    fn turn(&self, public: &Public) -> Turn {
        if public.round > self.rules.packet {
            return Turn::Over;
        }
        Turn::Choose(public.turn)
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<u8>) {
        let packet = view.private.seen[self.held(view.seat, view.public.round)];
        (0..5)
            .filter(|kind| of_kind(packet, *kind) != 0)
            .for_each(|kind| out.push(kind));
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: u8, _chance: &mut Chance, log: &mut R) {
        let seat = state.public.turn;
        let private = &mut state.private[seat];
        let held = of_kind(private.seen[self.held(seat, state.public.round)], mv);
        private.takes = 1 << held.trailing_zeros();
        log.event(self, Event::Chose(seat), &state.public);
        state.public.turn = seat.clockwise(1, self.players());
        if state.public.turn != Seat(0) {
            return;
        }
        // All have chosen.
        for seat in self.seats().iter() {
            let card = std::mem::take(&mut state.private[seat].takes);
            state.hidden[self.held(seat, state.public.round)] &= !card;
            state.public.taken[seat] |= card;
            let kind = card.trailing_zeros() as u8 / 12;
            log.event(self, Event::Showed(seat, kind), &state.public);
        }
        state.public.round += 1;
        self.look(state);
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let points = |seat: Seat| score(state.public.taken[seat]);
        let most = self.seats().iter().map(points).max();
        let winners: SeatSet = self.seats().iter().filter(|seat| Some(points(*seat)) == most).collect();
        Outcome::of_seats(winners, (winners.len() > 1).into())
    }

    fn turns(&self, public: &Public) -> u32 {
        public.round.min(self.rules.packet).into()
    }
}

impl Draft {
    fn seats(&self) -> SeatSet {
        SeatSet::all(self.players())
    }

    /// The packet that `seat` holds in a round: packets go to the right, so each seat's next is that of its left.
    fn held(&self, seat: Seat, round: u8) -> usize {
        seat.clockwise(round as usize - 1, self.players()).index()
    }

    /// Everybody looks at the packet in hand, and has followed what was taken out of those before.
    fn look(&self, state: &mut State<Self>) {
        for seat in self.seats().iter() {
            for round in 1..=state.public.round {
                let packet = self.held(seat, round);
                state.private[seat].seen[packet] = state.hidden[packet];
            }
        }
    }
}

fn score(taken: Cards) -> u32 {
    let count = |kind: u8| of_kind(taken, kind).count_ones();
    (0..5).map(|kind| count(kind) * (count(kind) + 1) / 2).sum()
}

/// So many cards by lot out of `deck`.
fn dealt(deck: &mut Cards, cards: u8, chance: &mut Stream) -> Cards {
    let before = *deck;
    (0..cards).for_each(|_| *deck &= !(1 << chance.one_of(*deck)));
    before & !*deck
}

/// Packets that the seat has not held are dealt afresh; what the others have chosen in this round is any card of theirs.
impl Imagine for Draft {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let (public, mine) = (view.public.clone(), view.private);
        let mut hidden = mine.seen;
        let known = |all: Cards, cards: &Cards| all | cards;
        let mut deck = DECK & !hidden.iter().chain(public.taken.first(self.players())).fold(0, known);
        let left = self.rules.packet + 1 - public.round;
        let unseen = |packet: &usize| (1..=public.round).all(|round| self.held(view.seat, round) != *packet);
        for packet in (0..self.players()).filter(unseen) {
            hidden[packet] = dealt(&mut deck, left, chance);
        }
        let private = BySeat::default();
        let mut state = State {
            public,
            private,
            hidden,
        };
        self.look(&mut state);
        for seat in (0..state.public.turn.0).map(Seat) {
            state.private[seat].takes = 1 << chance.one_of(hidden[self.held(seat, state.public.round)]);
        }
        state.private[view.seat] = *mine;
        state
    }
}

impl Telling for Draft {
    fn choice(&self, _view: View<'_, Self>, mv: u8) -> String {
        format!("the {}", FRUIT[mv as usize])
    }

    fn happening(&self, event: Event, _public: &Public, _to: Option<Seat>) -> Option<String> {
        Some(match event {
            Event::Chose(seat) => format!("{seat} has chosen"),
            Event::Showed(seat, kind) => format!("{seat} shows the {}", FRUIT[kind as usize]),
        })
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let words = |cards: Cards| {
            let kinds = (0..60).filter(|bit| cards >> bit & 1 == 1).map(|bit| FRUIT[bit / 12]);
            kinds.collect::<Vec<_>>().join(", ")
        };
        let packets = to.map_or(state.hidden, |to| state.private[to].seen);
        let line = |seat: Seat| {
            let (taken, packet) = (state.public.taken[seat], packets[self.held(seat, state.public.round)]);
            format!("{seat} has taken [{}] and holds [{}]", words(taken), words(packet))
        };
        self.seats().iter().map(line).collect()
    }
}

const TERMS: &[Term<Draft>] = &[Term {
    name: "gain",
    help: "points that it brings at once",
    weight: 1.0,
    of: |view, kind| f64::from(of_kind(view.public.taken[view.seat], kind).count_ones()) + 1.0,
}];

impl Guest for Draft {
    type Rules = Rules;
    /// Counts nothing of its own: how games end, how long they take and who is ahead is counted of every game.
    type Metrics = ();

    const KEY: &'static str = "draft";
    const TITLE: &'static str = "Draft";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=5;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Draft { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet::of_players(self.players()).ends(&["most points", "equal points"])
    }

    fn bots() -> Bots<Self> {
        Bots::new()
            .weighted("heuristic", "takes what scores most", TERMS)
            .by_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance::kit::{Setup, laws};

    #[test]
    fn the_laws_hold_at_every_table() {
        laws::hold_at_every_table::<Draft>(10).unwrap_or_else(|breach| panic!("{breach}"));
    }

    #[test]
    fn nobody_sees_what_was_taken_before_all_have_chosen() {
        let rules = Rules::default();
        let (game, mut chance) = (Draft { rules }, Chance::new(1, 1));
        let mut state = game.setup(&mut chance);
        let before = state.private[Seat(1)];
        game.play(&mut state, 0, &mut chance, &mut ());
        assert_eq!((state.private[Seat(1)], state.public.taken[Seat(0)]), (before, 0));
        game.play(&mut state, 1, &mut chance, &mut ());
        let taken = |seat: u8| state.public.taken[Seat(seat)];
        assert!(of_kind(taken(0), 0) == taken(0) && of_kind(taken(1), 1) == taken(1) && taken(0) != 0 && taken(1) != 0);
        // Seat 2 now holds the packet of seat 1, and knows what is left of its own.
        assert_eq!(state.private[Seat(1)].seen, state.hidden);
    }

    #[test]
    fn looking_ahead_beats_chance() {
        let setup = Setup::default().with_bot("deep", "search", [("iterations", 40)]);
        let (won, played) = laws::wins(&game::<Draft>(), &setup, "deep", "random", 20).expect("it plays");
        assert!(won * 4 > played * 3, "{won} of {played}");
    }
}
