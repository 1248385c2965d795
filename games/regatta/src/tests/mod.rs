//! Positions that read like the rulebook, chapter by chapter, and answers that are known without playing.
//!
//! Not simulated, because: GL-05 is about the box, and the wake token (GL-65) is a count of dots, held in `moved` and
//! seen in the tests of protection. More laps than two (GL-R33) are counted like two, and paths join at dots alone since
//! the notation knows nothing else (GL-R39).

mod boats;
mod content;
mod counters;
mod favors;
mod finish;
mod imagining;
mod known;
mod model;
mod obstacles;
mod provenance;
mod rolling;
mod sailing;
mod scripts;
mod start;
mod transcript;
mod unused_rules;

use super::favors::Favor;
use super::state::{Ask, Event, Move, Public, Spot};
use super::track::{LANES, RING};
use super::{Regatta, Rules, content as files};
use balance_engine::{Chance, Game, Moves, Purpose, Recorder, Seat, State};

fn table(players: u8, change: impl FnOnce(&mut Rules)) -> Regatta {
    let mut rules = Rules {
        players,
        ..Rules::default()
    };
    change(&mut rules);
    Regatta::with_rules(rules)
}

/// A set whose wedges all show this, besides the Starting Line.
fn uniform(course: &str) -> String {
    let mut text = String::new();
    let mut add = |id: &str, symbol: &str, course: &str| {
        text += &format!(
            "[[wedge]]\nid = \"{id}\"\nname = \"\"\nsymbol = \"{symbol}\"\ncourse = \"{course}\"\nstatus = \"own\"\n"
        );
    };
    add("SL", "line", "a 0 | b 0 | c 0 | d 0");
    for symbol in ["p", "q", "r", "s"] {
        (1..=3).for_each(|at| add(&format!("{symbol}{at}"), symbol, course));
    }
    (1..=4).for_each(|at| add(&format!("n{at}"), "none", course));
    text
}

/// A game on such wedges.
fn on_course(players: u8, course: &str, change: impl FnOnce(&mut Rules)) -> Regatta {
    let mut rules = Rules {
        players,
        ..Rules::default()
    };
    change(&mut rules);
    let wedges = files::wedges(&uniform(course)).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let favors = files::favors(files::FAVOR_CARDS).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    Regatta::new(rules, wedges, favors).unwrap_or_else(|clashes| panic!("{clashes:?}"))
}

/// Ships on the line, seat 1 on the lane at the centre and so on; seat 1 has the Fleece and is about to be asked about
/// its roll. The starters are among the discards.
fn start(game: &Regatta, dice: &[u32]) -> (State<Regatta>, Chance) {
    let mut chance = Chance::new(1, 1);
    let mut state = game.setup(&mut chance);
    let public = &mut state.public;
    for seat in game.seats() {
        public.players[seat.index()].spot = Spot {
            position: 0,
            dot: seat.0,
        };
        let starter = public.players[seat.index()].slots[0].take();
        if let Some(favor) = starter {
            public.discards[favor as usize] += 1;
        }
    }
    (public.fleece, public.opener, public.round) = (Seat(0), Seat(0), 1);
    chance.script(Purpose::Dice, dice);
    game.begin_rolls(&mut state, &mut chance, &mut ());
    (state, chance)
}

/// Scripted dice: the navigation die shows `nav`, movement dice show what is written.
fn nav(face: u32) -> u32 {
    2 * (face - 1)
}

fn die(face: u32) -> u32 {
    face - 1
}

/// A game whose first turn, of seat 1 without the Fleece, is about to begin; call [`sail`].
fn moored(game: &Regatta) -> (State<Regatta>, Chance) {
    let (mut state, chance) = start(game, &[]);
    for player in &mut state.public.players {
        (player.nav, player.first, player.second) = (1, 1, 0);
    }
    // Seat 1 is the last of the round and has no Fleece: its dice count as they show, and nobody sails after it.
    state.public.fleece = Seat(1);
    state.public.done = game.players as u8 - 1;
    (state, chance)
}

/// Lets the first seat's turn begin with these dice.
fn sail(game: &Regatta, state: &mut State<Regatta>, chance: &mut Chance, dice: [u8; 3]) -> Log {
    let player = &mut state.public.players[0];
    [player.nav, player.first, player.second] = dice;
    let mut log = Log::default();
    game.begin_turn(state, chance, &mut log);
    sound(game, state);
    log
}

/// Remembers what happened.
#[derive(Default)]
struct Log(Vec<Event>);

impl Recorder<Regatta> for Log {
    fn event(&mut self, _game: &Regatta, event: Event, _public: &Public) {
        self.0.push(event);
    }
}

impl Log {
    fn count(&self, event: Event) -> usize {
        self.0.iter().filter(|known| **known == event).count()
    }
}

fn sound(game: &Regatta, state: &State<Regatta>) {
    game.invariant(state).unwrap_or_else(|broken| panic!("{broken}"));
}

fn moves(game: &Regatta, state: &State<Regatta>) -> Vec<Move> {
    let mut out = Moves::default();
    game.moves(state.view(game, state.public.decider), &mut out);
    out.to_vec()
}

fn play(game: &Regatta, state: &mut State<Regatta>, chance: &mut Chance, mv: Move) -> Log {
    let offered = moves(game, state);
    assert!(offered.contains(&mv), "{mv:?} is not offered: {offered:?}");
    let mut log = Log::default();
    game.play(state, mv, chance, &mut log);
    sound(game, state);
    log
}

/// Puts this wedge on top of a ring position; what lay there goes where the wedge came from.
fn lay(game: &Regatta, state: &mut State<Regatta>, position: usize, id: &str) {
    let at = game.course.wedges.iter().position(|wedge| wedge.id == id);
    let wedge = at.unwrap_or_else(|| panic!("there is no wedge {id}")) as u8;
    let public = &mut state.public;
    let before = public.ring[position];
    if let Some(other) = public.ring.iter().position(|known| *known == wedge) {
        public.ring.swap(position, other);
        return;
    }
    public.ring[position] = wedge;
    if public.stack >> wedge & 1 == 1 {
        public.stack = public.stack & !(1 << wedge) | 1 << before;
        state
            .hidden
            .stack
            .iter_mut()
            .filter(|known| **known == wedge)
            .for_each(|known| *known = before);
    }
}

/// Lays eleven wedges, the first behind the line.
fn lay_all(game: &Regatta, state: &mut State<Regatta>, ids: [&str; RING - 1]) {
    ids.iter().enumerate().for_each(|(at, id)| lay(game, state, at + 1, id));
}

/// The dot of that name at a ring position.
fn spot(game: &Regatta, state: &State<Regatta>, position: u8, name: &str) -> Spot {
    let wedge = &game.course.wedges[usize::from(state.public.ring[usize::from(position)])];
    let dot = wedge.dots.iter().position(|dot| dot.name() == name);
    Spot {
        position,
        dot: dot.unwrap_or_else(|| panic!("{} has no dot {name}", wedge.id)) as u8,
    }
}

/// Puts the ship of `seat` there.
fn put(game: &Regatta, state: &mut State<Regatta>, seat: usize, position: u8, name: &str) {
    state.public.players[seat].spot = spot(game, state, position, name);
}

/// Where the ship of `seat` is, such as "3 b2".
fn place(game: &Regatta, state: &State<Regatta>, seat: usize) -> String {
    let spot = state.public.players[seat].spot;
    format!("{} {}", spot.position, game.course.dot(&state.public.ring, spot).name())
}

/// Lays a favor from the deck open before `seat`.
fn give(state: &mut State<Regatta>, seat: usize, favor: Favor) {
    bring_up(state, &[favor]);
    state.public.deck -= 1;
    let slots = &mut state.public.players[seat].slots;
    let slot = slots.iter().position(Option::is_none).expect("a free slot");
    slots[slot] = Some(favor);
}

/// Lets these be drawn next, first to last.
fn bring_up(state: &mut State<Regatta>, favors: &[Favor]) {
    for (at, favor) in favors.iter().enumerate() {
        let top = usize::from(state.public.deck) - 1 - at;
        let from = state.hidden.deck[..=top].iter().rposition(|card| card == favor);
        state.hidden.deck.swap(top, from.expect("the deck has this favor"));
    }
}

/// Takes the exit to that dot, named with its ring position.
fn go(game: &Regatta, state: &mut State<Regatta>, chance: &mut Chance, to: &str) -> Log {
    let from = state.public.mover().spot;
    let exits = game.course.dot(&state.public.ring, from).exits();
    let leads = |exit: &super::track::Exit| {
        let spot = game.target(&state.public, from, *exit);
        format!("{} {}", spot.position, game.course.dot(&state.public.ring, spot).name()) == to
    };
    let exit = exits
        .iter()
        .position(leads)
        .unwrap_or_else(|| panic!("no path leads to {to}"));
    play(game, state, chance, Move::Go(exit as u8))
}

/// Where the ship may go next.
fn ways(game: &Regatta, state: &State<Regatta>) -> Vec<String> {
    let from = state.public.mover().spot;
    let exits = game.course.dot(&state.public.ring, from).exits();
    let to = |mv: &Move| match mv {
        Move::Go(exit) => {
            let spot = game.target(&state.public, from, exits[usize::from(*exit)]);
            Some(format!(
                "{} {}",
                spot.position,
                game.course.dot(&state.public.ring, spot).name()
            ))
        }
        _ => None,
    };
    moves(game, state).iter().filter_map(to).collect()
}

/// A player who takes the first of these moves that is offered, otherwise the first move.
struct Prefers(&'static [Move]);

impl balance_engine::Bot<Regatta> for Prefers {
    fn choose(
        &self,
        _view: balance_engine::View<'_, Regatta>,
        moves: &Moves<Move>,
        _chance: &mut balance_engine::Stream,
    ) -> usize {
        let wanted = self
            .0
            .iter()
            .find_map(|wanted| moves.iter().position(|mv| mv == wanted));
        wanted.unwrap_or(0)
    }
}
