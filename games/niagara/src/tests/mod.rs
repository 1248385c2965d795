//! Positions that read like the rulebook.
//!
//! Not simulated, because: NI-01 and NI-02 count what lies in the box, NI-03 and NI-08 are about the table.

mod board;
mod bots;
mod canoes;
mod counters;
mod joe;
mod model;
mod river;
mod round;
mod rulings;
mod spirits;
mod tactics;
mod transcript;

type ScriptedBot = balance_kit::script::ScriptedBot<Niagara, crate::bots::tactics::Tactic>;

use super::river::Space;
use super::state::{Ask, Block, COLOURS, Canoe, Card, Event, GemColour, Move, Public};
use super::{Niagara, Rules};
use balance_engine::{Chance, Game, Moves, Recorder, Seat, State};

impl Niagara {
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

const VIOLET: GemColour = GemColour::Violet;
const CLEAR: GemColour = GemColour::Clear;
const YELLOW: GemColour = GemColour::Yellow;
const BLUE: GemColour = GemColour::Blue;
const PINK: GemColour = GemColour::Pink;
const NONE: Option<GemColour> = None;

const LAND: Space = Space::LAND;
const LOST: Space = Space::FALLEN;
/// Spaces of the standard river: 1 to 5, then left 6 and 7, right 8 and 9.
const S: [Space; 6] = [LAND, Space(1), Space(2), Space(3), Space(4), Space(5)];
const L6: Space = Space(6);
const L7: Space = Space(7);
const R6: Space = Space(8);
const R7: Space = Space(9);

const CLOUD: Card = Card::CLOUD;
const CHOICE: Card = Card::CHOICE;
const LASSO: Card = Card::LASSO;

/// Numbers stand for spaces and cards in tests.
impl From<u8> for Space {
    fn from(number: u8) -> Self {
        Space(number)
    }
}

impl From<u8> for Card {
    fn from(number: u8) -> Self {
        Card(number)
    }
}

fn table(players: u8, change: impl FnOnce(&mut Rules)) -> Niagara {
    let mut rules = Rules {
        players,
        fork_switch: balance_engine::Proportion(1.0),
        ..Rules::default()
    };
    change(&mut rules);
    Niagara::with_rules(rules)
}

/// A game by these rules that is being played.
struct Expedition {
    game: Niagara,
    state: State<Niagara>,
    chance: Chance,
}

impl std::ops::Deref for Expedition {
    type Target = State<Niagara>;

    fn deref(&self) -> &State<Niagara> {
        &self.state
    }
}

impl std::ops::DerefMut for Expedition {
    fn deref_mut(&mut self) -> &mut State<Niagara> {
        &mut self.state
    }
}

/// A first position in which seat 1 begins.
fn begin(game: &Niagara) -> Expedition {
    let mut chance = Chance::new(1, 1);
    chance.script(balance_engine::Purpose::Setup, &[0, 0]);
    Expedition {
        game: game.clone(),
        state: game.setup(&mut chance),
        chance,
    }
}

/// The first position of [`table`].
fn position(players: u8, change: impl FnOnce(&mut Rules)) -> Expedition {
    begin(&table(players, change))
}

impl Expedition {
    /// Puts a canoe somewhere, with a gem from its own place.
    fn put(&mut self, seat: u8, at: usize, space: impl Into<Space>, cargo: impl Into<Option<GemColour>>) {
        let canoe = laden(space, cargo);
        self.public.canoes[Seat(seat)][at] = canoe;
        canoe.cargo.into_iter().for_each(|gem| self.take_away(gem));
    }

    /// Takes a gem out of the place of its colour.
    fn take_away(&mut self, gem: GemColour) {
        self.public.places[gem.index()][gem.index()] -= 1;
    }

    /// Gives gems of one colour on land, from their own place.
    fn own(&mut self, seat: u8, colour: GemColour, count: u8) {
        self.public.gems[Seat(seat)][colour.index()] += count;
        self.public.places[colour.index()][colour.index()] -= count;
    }

    fn moves(&self) -> Vec<Move> {
        moves(&self.game, &self.state)
    }

    fn play(&mut self, mv: Move) {
        self.happened(&[mv]);
    }

    /// Plays these moves, and what happened.
    fn happened(&mut self, all: &[Move]) -> Vec<Event> {
        let mut log = Log::default();
        for mv in all {
            assert!(self.moves().contains(mv), "{mv:?} is not offered: {:?}", self.moves());
            self.game.play(&mut self.state, *mv, &mut self.chance, &mut log);
            self.game
                .invariant(&self.state)
                .unwrap_or_else(|broken| panic!("{broken}"));
        }
        log.0
    }

    /// All lay these cards, the first player first.
    fn lay(&mut self, cards: &[impl Into<Card> + Copy]) {
        for laid in cards {
            self.play(card(*laid));
        }
    }

    /// Puts a disc in at the top.
    fn push(&mut self) -> Vec<Event> {
        let mut log = Log::default();
        self.game.push(&mut self.state.public, &mut self.chance, &mut log);
        log.0
    }
}

/// A canoe somewhere, with a gem aboard or without.
fn laden(space: impl Into<Space>, cargo: impl Into<Option<GemColour>>) -> Canoe {
    Canoe {
        cargo: cargo.into(),
        ..Canoe::empty(space.into())
    }
}

fn moves(game: &Niagara, state: &State<Niagara>) -> Vec<Move> {
    let mut out = Moves::default();
    game.moves(state.view(game, state.public.decider), &mut out);
    out.to_vec()
}

#[derive(Default)]
struct Log(Vec<Event>);

impl Recorder<Niagara> for Log {
    fn event(&mut self, _game: &Niagara, event: Event, _public: &Public) {
        self.0.push(event);
    }
}

fn card(card: impl Into<Card>) -> Move {
    Move::Card(card.into())
}

fn take_back(paid: Option<GemColour>) -> Move {
    take_back_one(0, paid)
}

fn take_back_one(canoe: u8, paid: Option<GemColour>) -> Move {
    Move::Return { canoe, paid }
}

fn paddle(canoe: u8, to: impl Into<Space>) -> Move {
    Move::Paddle {
        canoe,
        pre: Block::NOTHING,
        to: to.into(),
        post: Block::NOTHING,
    }
}

/// The same with something loaded or put down at one end.
fn paddle_with(pre: Block, to: impl Into<Space>, post: Block) -> Move {
    Move::Paddle {
        canoe: 0,
        pre,
        to: to.into(),
        post,
    }
}

/// Puts the gem aboard down.
const UNLOAD: Block = Block::new(1, NONE, NONE);

fn load(colour: GemColour) -> Block {
    Block::new(0, Some(colour), None)
}

/// Everything canoe 0 of the first player may do with this card, the other canoe lost.
fn options(space: impl Into<Space>, cargo: impl Into<Option<GemColour>>, card: u8) -> Vec<Move> {
    options_with(space, cargo, card, |_| {}, |_| {})
}

/// The same with other rules and in another position.
fn options_with(
    space: impl Into<Space>,
    cargo: impl Into<Option<GemColour>>,
    card: u8,
    rules: impl FnOnce(&mut Rules),
    position: impl FnOnce(&mut Public),
) -> Vec<Move> {
    let mut p = self::position(3, rules);
    p.put(0, 0, space, cargo);
    p.public.canoes[Seat(0)][1].space = LOST;
    position(&mut p.public);
    p.lay(&[card, 6, 6]);
    assert_eq!(p.public.ask, Ask::Canoe);
    p.moves()
}

/// Moves every gem of a place somewhere else: aboard nothing, but onto another seat's land.
fn drain(public: &mut Public, place: GemColour, seat: u8) {
    for colour in 0..COLOURS {
        let lying = std::mem::take(&mut public.places[place.index()][colour]);
        public.gems[Seat(seat)][colour] += lying;
    }
}

/// The same without loading and unloading: where it may stop.
fn stops(space: impl Into<Space>, card: u8) -> Vec<Space> {
    let stop = |mv: &Move| match mv {
        Move::Paddle { pre, to, post, .. } if *pre == Block::NOTHING && *post == Block::NOTHING => Some(*to),
        _ => None,
    };
    options(space, NONE, card).iter().filter_map(stop).collect()
}

#[test]
fn ni_05_06_07_09_everything_begins_in_its_place() {
    // NI-04 NI-06 NI-07 NI-09
    let game = table(4, |_| {});
    let state = game.setup(&mut Chance::new(3, 3));
    let public = &state.public;
    for (colour, place) in public.places.iter().enumerate() {
        assert_eq!((place[colour], place.iter().sum::<u8>()), (7, 7));
    }
    assert_eq!(game.weather[public.weather as usize], 0);
    assert_eq!(game.river.count(), 9);
    assert!((0..4).all(|seat| public.canoes[Seat(seat)].iter().all(|canoe| canoe.space == LAND)));
    assert_eq!(public.first, public.opener);
    let firsts = (0..50).map(|index| game.setup(&mut Chance::new(3, index)).public.first.index());
    assert_eq!(firsts.collect::<std::collections::BTreeSet<_>>().len(), 4);
}

#[test]
fn ni_10_three_sets_win() {
    let game = table(4, |_| {});
    assert_eq!(game.sets_of([3, 3, 0, 0, 0]), 0);
    assert_eq!(game.sets_of([3, 3, 1, 0, 0]), 1);
    assert_eq!(game.sets_of([4, 0, 0, 0, 0]), 2);
    assert_eq!(game.sets_of([1, 1, 1, 1, 1]), 4);
    assert_eq!(game.sets_of([3, 1, 1, 1, 1]), 5);
}

fn player(kind: &str, settings: &str) -> Box<dyn balance_engine::Bot<Niagara>> {
    let spec = balance_kit::BotSpec {
        kind: kind.to_owned(),
        settings: toml::from_str(settings).expect("TOML"),
    };
    let made = crate::bots::bots().make("mine", &spec);
    made.unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}
