//! Positions that read like the rulebook, chapter by chapter, and answers that are known without playing.
//!
//! Not simulated, because: GL-05 is about the box, and the wake token (GL-65) is a count of dots, held in `moved` and
//! seen in the tests of protection. More laps than two (GL-R33) are counted like two, and paths join at dots alone since
//! the notation knows nothing else (GL-R39).

mod boats;
mod bots;
mod content;
mod counters;
mod favors;
mod finish;
mod known;
mod model;
mod obstacles;
mod rolling;
mod sailing;
mod scripts;
mod start;
mod transcript;

type ScriptedBot = balance_kit::script::ScriptedBot<Regatta, crate::bots::tactics::TacticLengths>;

use super::favors::Favor::{
    self, Aeolus, Apollo, Ares, Artemis, Athena, Demeter, Dionysus, Eris, Hades, Hephaestus, Hermes, Hypnos, Janus,
    Nemesis, Nike, Poseidon, Zeus,
};
use super::state::{Ask, Event, Move, Public, Spot};
use super::track::{LANES, RING};
use super::{Hidden, Private, Regatta, Rules, content as files};
use balance_engine::{BySeat, Chance, Game, Moves, Purpose, Recorder, Seat, State};

impl Regatta {
    pub(crate) fn standard(players: u8) -> Self {
        Self::with_rules(Rules {
            players,
            ..Rules::default()
        })
    }

    /// A variant of the rules with the embedded content.
    pub(crate) fn with_rules(rules: Rules) -> Self {
        balance_kit::published(rules)
    }
}

fn rules(players: u8, change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules {
        players,
        ..Rules::default()
    };
    change(&mut rules);
    rules
}

fn table(players: u8, change: impl FnOnce(&mut Rules)) -> Regatta {
    Regatta::with_rules(rules(players, change))
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
    let wedges = files::wedges(&uniform(course)).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let favors = files::favors(files::FAVOR_CARDS).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    Regatta::new(rules(players, change), wedges, favors).unwrap_or_else(|clashes| panic!("{clashes:?}"))
}

fn wedge(game: &Regatta, id: &str) -> u8 {
    let at = game.course.wedges.iter().position(|wedge| wedge.id == id);
    at.unwrap_or_else(|| panic!("there is no wedge {id}")) as u8
}

/// A table that is laid out by hand, with its game and its luck.
#[derive(Clone)]
struct Position {
    game: Regatta,
    public: Public,
    hidden: Hidden,
    chance: Chance,
}

/// Ships on the line, seat 1 on the lane at the centre and so on; seat 1 has the Fleece and is about to be asked about
/// its roll. The starters are among the discards.
fn start(game: &Regatta, dice: &[u32]) -> Position {
    let mut p = Position::dealt(game, Chance::new(1, 1));
    for seat in game.seats() {
        let player = &mut p.public.players[seat.index()];
        player.spot = Spot::new(0, seat.0);
        if let Some(favor) = player.slots[0].take() {
            p.public.discards[favor as usize] += 1;
        }
    }
    (p.public.fleece, p.public.opener, p.public.round) = (Seat(0), Seat(0), 1);
    p.chance.script(Purpose::Dice, dice);
    p.change(Regatta::begin_rolls);
    p
}

/// Scripted dice: the navigation die shows `nav`, movement dice show what is written.
fn nav(face: u32) -> u32 {
    2 * (face - 1)
}

fn die(face: u32) -> u32 {
    face - 1
}

/// A game whose first turn, of seat 1 without the Fleece, is about to begin; call [`Position::sail`].
fn moored(game: &Regatta) -> Position {
    let mut p = start(game, &[]);
    for player in &mut p.public.players {
        (player.nav, player.first, player.second) = (1, 1, 0);
    }
    // Seat 1 is the last of the round and has no Fleece: its dice count as they show, and nobody sails after it.
    p.public.fleece = Seat(1);
    p.public.done = game.players as u8 - 1;
    p
}

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

impl Position {
    fn dealt(game: &Regatta, mut chance: Chance) -> Self {
        let State { public, hidden, .. } = game.setup(&mut chance);
        Position {
            game: game.clone(),
            public,
            hidden,
            chance,
        }
    }

    fn state(&self) -> State<Regatta> {
        State {
            public: self.public,
            private: BySeat::filled(Private),
            hidden: self.hidden,
        }
    }

    fn change(&mut self, go_on: impl FnOnce(&Regatta, &mut State<Regatta>, &mut Chance, &mut Log)) -> Log {
        let (mut state, mut log) = (self.state(), Log::default());
        go_on(&self.game, &mut state, &mut self.chance, &mut log);
        sound(&self.game, &state);
        (self.public, self.hidden) = (state.public, state.hidden);
        log
    }

    /// Lets the first seat's turn begin with these dice.
    fn sail(&mut self, dice: [u8; 3]) -> Log {
        let player = &mut self.public.players[0];
        [player.nav, player.first, player.second] = dice;
        self.change(Regatta::begin_turn)
    }

    fn moves(&self) -> Vec<Move> {
        moves(&self.game, &self.state())
    }

    fn play(&mut self, mv: Move) -> Log {
        let offered = self.moves();
        assert!(offered.contains(&mv), "{mv:?} is not offered: {offered:?}");
        self.change(|game, state, chance, log| game.play(state, mv, chance, log))
    }

    /// Goes on by the first exit as long as it is asked about its way.
    fn go_straight(&mut self) {
        while self.public.ask == Ask::Step {
            self.play(Move::Go(0));
        }
    }

    /// Puts this wedge on top of a ring position; what lay there goes where the wedge came from.
    fn lay(&mut self, position: usize, id: &str) {
        let wedge = wedge(&self.game, id);
        let public = &mut self.public;
        if let Some(other) = public.ring.iter().position(|known| *known == wedge) {
            return public.ring.swap(position, other);
        }
        let before = std::mem::replace(&mut public.ring[position], wedge);
        if public.stack >> wedge & 1 == 1 {
            public.stack = public.stack & !(1 << wedge) | 1 << before;
            let stack = self.hidden.stack.iter_mut().filter(|known| **known == wedge);
            stack.for_each(|known| *known = before);
        }
    }

    /// Lays eleven wedges, the first behind the line.
    fn lay_all(&mut self, ids: [&str; RING - 1]) {
        ids.iter().enumerate().for_each(|(at, id)| self.lay(at + 1, id));
    }

    /// The dot of that name at a ring position.
    fn spot(&self, position: u8, name: &str) -> Spot {
        let wedge = &self.game.course.wedges[usize::from(self.public.ring[usize::from(position)])];
        let dot = wedge.dots.iter().position(|dot| dot.name() == name);
        Spot::new(
            position,
            dot.unwrap_or_else(|| panic!("{} has no dot {name}", wedge.id)) as u8,
        )
    }

    fn put(&mut self, seat: usize, position: u8, name: &str) {
        self.public.players[seat].spot = self.spot(position, name);
    }

    /// A dot with its ring position, such as "3 b2".
    fn name(&self, spot: Spot) -> String {
        let dot = self.game.course.dot(&self.public.ring, spot);
        format!("{} {}", spot.position, dot.name())
    }

    fn place(&self, seat: usize) -> String {
        self.name(self.public.players[seat].spot)
    }

    /// Where the exits lead of the dot on which the ship is whose turn it is.
    fn exits(&self) -> Vec<String> {
        let from = self.public.mover().spot;
        let exits = self.game.course.dot(&self.public.ring, from).exits().iter();
        let all = exits.map(|exit| self.name(self.game.target(&self.public, from, *exit)));
        all.collect()
    }

    fn go(&mut self, to: &str) -> Log {
        let exit = self.exits().iter().position(|exit| exit == to);
        self.play(Move::Go(exit.unwrap_or_else(|| panic!("no path leads to {to}")) as u8))
    }

    fn ways(&self) -> Vec<String> {
        let exits = self.exits();
        let to = |mv: &Move| match mv {
            Move::Go(exit) => Some(exits[usize::from(*exit)].clone()),
            _ => None,
        };
        self.moves().iter().filter_map(to).collect()
    }

    /// Lays a favor from the deck open before `seat`.
    fn give(&mut self, seat: usize, favor: Favor) {
        self.bring_up(&[favor]);
        self.public.deck -= 1;
        let slot = self.public.players[seat].slots.iter_mut().find(|slot| slot.is_none());
        *slot.expect("a free slot") = Some(favor);
    }

    /// Lets these be drawn next, first to last.
    fn bring_up(&mut self, favors: &[Favor]) {
        for (at, favor) in favors.iter().enumerate() {
            let top = usize::from(self.public.deck) - 1 - at;
            let from = self.hidden.deck[..=top].iter().rposition(|card| card == favor);
            self.hidden.deck.swap(top, from.expect("the deck has this favor"));
        }
    }
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

fn player(kind: &str, settings: &str) -> Box<dyn balance_engine::Bot<Regatta>> {
    let spec = balance_kit::BotSpec {
        kind: kind.to_owned(),
        settings: toml::from_str(settings).expect("TOML"),
    };
    let made = crate::bots::bots().make("mine", &spec);
    made.unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}
