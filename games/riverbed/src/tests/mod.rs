//! The rules of Riverbed Hunt, proved one by one: a test whose name begins with `rb_67` proves rule RB-67, one that
//! begins with `rb_r19` proves the ruling RB-R19 (with both values where it is a switch), `t1` to `t10` are worked
//! examples. A test that proves further rules names them in its first line. Spaces and tiles are numbered as printed.
//!
//! Not simulated, because they are talk, advice or cardboard:
//! - RB-09 (in part) and RB-10: statements, bluffs and lies; that a role stays hidden is tested.
//! - RB-94: the list of icons.
//! - RB-104 and RB-105: advice on Uncover and on revealing blindly.
//! - RB-R42: talk about which tile to reveal in a Co-op; that only the chosen player decides is tested.
//! - RB-R43 (in part): what the viewer of a Confession says; that nobody else learns anything is tested.

use super::cards::Effect::{
    BorrowedGills, ClearWater, Confession, Counterfeit, Crosscurrent, Decoy, DeepBreath, Delusion, Eavesdrop, FarReach,
    LightFingers, MurkyWater, RottenTimber, Sandbank, SecondWind, SlantingCurrent, SteppingStone, SwimmingHole,
    TwinLanterns, Undertow, Whirlpool, WitheredKelp,
};
use super::cards::{Effect, Window};
use super::rules::{
    Adjacent, CoinsWithoutProfiteer, EndPoints, FourPlayerDeal, HandLimitFor, RoleCounts, SwimOverGaps, TileDecider,
};
use super::state::{Action, Ask, Ending, Event, HuntEnd, MeeplePosition, Move, Price};
use super::tiles::{Text, TileStep};
use super::{Private, Public, Riverbed, Role, Rules, Spaces, bits};
use balance_engine::{BySeat, Chance, Game, Imagine, Moves, Outcome, Purpose, Recorder, Seat, SeatSet, State, Turn};

mod actions;
mod cards;
mod cards_of_movement;
mod cards_of_people;
mod cards_of_tiles;
mod content;
mod counters;
mod end;
mod examples;
mod hunt;
mod imagining;
mod model;
mod random_games;
mod reach_and_movement;
mod rulings;
mod rulings_of_tiles;
mod setup;
mod switches;
mod tiles;
mod transcript;
mod turns;

impl Riverbed {
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

/// Seats of every position laid out here; the others follow as in [`Riverbed::role_cards`].
const CHIEF: Seat = Seat(0);
const LEADER: Seat = Seat(1);
const MERCHANT: Seat = Seat(2);
/// With seven players: a separatist and the Profiteer.
const SEPARATIST: Seat = Seat(4);
const PROFITEER: Seat = Seat(6);

/// The space with this printed number, as a choice.
fn at(space: u8) -> Move {
    Move::Space(space - 1)
}

fn who(seat: Seat) -> Move {
    Move::Seat(seat)
}

/// The published game but for what `change` does to its rules.
fn rules(players: u8, change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules {
        players,
        ..Rules::default()
    };
    change(&mut rules);
    rules
}

/// A game of seven with these tiles and cards.
fn with_contents(tiles: &str, cards: &str) -> Riverbed {
    let tiles = crate::content::tiles(tiles).expect("tiles");
    let cards = crate::content::cards(cards).expect("cards");
    let board = crate::content::board(crate::content::BOARD).expect("a board");
    Riverbed::new(rules(7, |_| {}), &tiles, &cards, &board).expect("they go together")
}

/// What pays for the Hunt and the Con.
const CARD: Effect = ClearWater;

/// The Hunt is declared and paid; the Leader's meeple stands on `space`.
fn hunting(p: Position, space: u8) -> Position {
    declared(p, LEADER, Move::Hunt, space)
}

/// The Con is declared and paid; the Profiteer's meeple stands on `space`.
fn conning(p: Position, space: u8) -> Position {
    declared(p, PROFITEER, Move::Con, space)
}

fn declared(p: Position, seat: Seat, what: Move, space: u8) -> Position {
    let mut p = p.hand(seat, &[CARD]).meeple(seat, space);
    p.play(&[Move::CoOp, who(seat), what, Move::Discard(CARD)]);
    p
}

/// Printed numbers of a set of spaces.
fn printed(spaces: Spaces) -> Vec<u8> {
    bits(spaces).map(|space| space as u8 + 1).collect()
}

struct Log<'l>(&'l mut Vec<Event>);

impl Recorder<Riverbed> for Log<'_> {
    fn event(&mut self, _game: &Riverbed, event: Event, _public: &Public) {
        self.0.push(event);
    }
}

/// A known position in the Chief's turn, before the action: tiles face-down in the order of their numbers along the
/// river (so with seven players tile N lies on space N), empty hands, a sorted deck, every meeple on the first tile.
struct Position {
    game: Riverbed,
    state: State<Riverbed>,
    chance: Chance,
    events: Vec<Event>,
}

impl std::ops::Deref for Position {
    type Target = State<Riverbed>;

    fn deref(&self) -> &State<Riverbed> {
        &self.state
    }
}

impl std::ops::DerefMut for Position {
    fn deref_mut(&mut self) -> &mut State<Riverbed> {
        &mut self.state
    }
}

impl Position {
    fn new(players: u8) -> Self {
        Self::of(Riverbed::standard(players))
    }

    /// A position of the published game but for what `change` does to its rules.
    fn changed(players: u8, change: impl FnOnce(&mut Rules)) -> Self {
        Self::of(Riverbed::with_rules(rules(players, change)))
    }

    /// A position whose tracks are too long to end the game, with every tile face-up but those named.
    fn endless(players: u8, face_down: &[u8]) -> Self {
        let position = Self::changed(players, |rules| {
            rules.end_points = EndPoints {
                kelp: Some(60),
                logs: Some(60),
                coins: Some(60),
            };
        });
        let numbers = position.game.tiles.iter().map(|tile| tile.number);
        let up: Vec<u8> = numbers.filter(|number| !face_down.contains(number)).collect();
        position.face_up(&up)
    }

    fn of(game: Riverbed) -> Self {
        let mut chance = Chance::new(1, 0);
        let mut state = game.setup(&mut chance);
        for (tile, space) in bits(game.board.tiled).enumerate() {
            state.hidden.tile_at[space] = tile as u8;
        }
        let cards = game.deck.count_ones() as u8;
        for card in 0..cards {
            state.hidden.deck[card as usize] = card;
        }
        state.public.deck = cards;
        state.public.hand_size = BySeat::default();
        for private in state.private.first_mut(game.players) {
            private.hand = 0;
        }
        state.public.placed = game.players as u8;
        state.public.meeple = BySeat::filled(MeeplePosition::on(game.board.tiled.trailing_zeros() as u8));
        state.public.turn = 1;
        let roles = game.role_cards(Role::Separatist);
        let mut position = Position {
            game,
            state,
            chance,
            events: Vec::new(),
        }
        .turn_of(CHIEF);
        let players = position.game.players;
        position = position.roles(&roles[..players]);
        position.check();
        position
    }

    // Laying out.

    fn roles(mut self, roles: &[Role]) -> Self {
        self.public.role = BySeat::default();
        for (index, role) in roles.iter().enumerate() {
            let seat = Seat(index as u8);
            self.private[seat].role = *role;
            if *role == Role::Chief {
                self.public.role[seat] = Some(Role::Chief);
                self.public.chief = seat;
            }
        }
        if self.state.hidden.left_out.is_some() {
            self.state.hidden.left_out = Some(if roles.contains(&Role::Profiteer) {
                Role::Separatist
            } else {
                Role::Profiteer
            });
        }
        self
    }

    fn turn_of(mut self, seat: Seat) -> Self {
        self.public.active = seat;
        self.public.decider = seat;
        self.public.ask = Ask::Menu;
        self
    }

    /// Puts the tile `number` on `space`; the tile that lay there takes its place.
    fn tile(mut self, number: u8, space: u8) -> Self {
        let from = self.space_of(number);
        self.state.hidden.tile_at.swap(from as usize - 1, space as usize - 1);
        self
    }

    /// Turns tiles face-up as if executed before, texts without effect; the tracks follow.
    fn face_up(mut self, numbers: &[u8]) -> Self {
        for number in numbers {
            let space = self.space_of(*number) as usize - 1;
            let tile = self.state.hidden.tile_at[space];
            self.public.face_up |= 1 << space;
            self.public.shown[space] = tile;
            for private in self.state.private.first_mut(self.game.players) {
                private.place_of[tile as usize] = 1 << space;
            }
            let tracks = self.state.public.tracks.iter_mut();
            for (track, count) in tracks.zip(self.game.tiles[tile as usize].elements) {
                *track += count;
            }
        }
        self
    }

    /// Puts cards from the deck into a hand.
    fn hand(mut self, seat: Seat, effects: &[Effect]) -> Self {
        for effect in effects {
            let card = self.take(*effect);
            self.private[seat].hand |= 1 << card;
            self.public.hand_size[seat] += 1;
        }
        self
    }

    /// Puts cards on top of the deck, the first to be drawn first.
    fn deck_top(mut self, effects: &[Effect]) -> Self {
        for effect in effects.iter().rev() {
            let card = self.take(*effect);
            self.state.hidden.deck[self.public.deck as usize] = card;
            self.public.deck += 1;
        }
        self
    }

    /// Moves all of the deck but `keep` cards to the discard pile.
    fn deck_of(mut self, keep: u8) -> Self {
        while self.public.deck > keep {
            self.public.deck -= 1;
            self.public.discards |= 1 << self.state.hidden.deck[self.public.deck as usize];
        }
        self
    }

    fn take(&mut self, effect: Effect) -> u8 {
        let left = self.public.deck as usize;
        let deck = &mut self.state.hidden.deck[..left];
        let place = deck
            .iter()
            .position(|card| self.game.effect_of[*card as usize] == effect)
            .expect("the deck holds this card");
        let card = deck[place];
        deck[place..].rotate_left(1);
        self.public.deck -= 1;
        card
    }

    fn meeple(mut self, seat: Seat, space: u8) -> Self {
        self.public.meeple[seat] = MeeplePosition::on(space - 1);
        self
    }

    fn meeples(mut self, space: u8) -> Self {
        self.public.meeple = BySeat::filled(MeeplePosition::on(space - 1));
        self
    }

    fn exhausted(mut self, seat: Seat) -> Self {
        self.public.marks[seat].dive = true;
        self.public.marks[seat].swim = true;
        self
    }

    /// What the next draws of this kind give.
    fn script(mut self, purpose: Purpose, draws: &[u32]) -> Self {
        self.chance.script(purpose, draws);
        self
    }

    // Playing.

    /// Plays moves that must be on offer; what must always hold is checked after each.
    fn play(&mut self, moves: &[Move]) -> &mut Self {
        self.check();
        for mv in moves {
            let offered = self.offered();
            let holds = offered.contains(mv);
            assert!(holds, "{mv:?} for {:?} is not in {offered:?}", self.public.ask);
            let mut log = Log(&mut self.events);
            self.game.play(&mut self.state, *mv, &mut self.chance, &mut log);
            self.check();
        }
        self
    }

    fn check(&self) {
        if let Err(broken) = self.game.invariant(&self.state) {
            panic!("{broken}, asked {:?}", self.public.ask);
        }
    }

    /// Co-op with `chosen`, who reveals the tile on `space`.
    fn coop(&mut self, chosen: Seat, space: u8) -> &mut Self {
        self.play(&[Move::CoOp, who(chosen), at(space)])
    }

    /// It is the Chief's turn again.
    fn turn_mine(&mut self) {
        (self.public.active, self.public.decider) = (CHIEF, CHIEF);
    }
}

/// What the cards of a set do, copies as often as they are in it.
fn printed_cards(game: &Riverbed, set: u64) -> Vec<Effect> {
    let cards = (0..64).filter(|card| set >> card & 1 == 1);
    cards.map(|card| game.effect_of[card]).collect()
}

impl Position {
    pub(super) fn offered(&self) -> Vec<Move> {
        let mut moves = Moves::default();
        if let Turn::Choose(seat) = self.game.turn(&self.state.public) {
            self.game.moves(self.state.view(&self.game, seat), &mut moves);
        }
        moves.to_vec()
    }

    pub(super) fn offers(&self, mv: Move) -> bool {
        self.offered().contains(&mv)
    }

    /// Printed numbers of the spaces on offer, sorted.
    pub(super) fn spaces(&self) -> Vec<u8> {
        let of = |mv| match mv {
            Move::Space(space) => Some(space + 1),
            _ => None,
        };
        let mut spaces: Vec<u8> = self.offered().into_iter().filter_map(of).collect();
        spaces.sort_unstable();
        spaces
    }

    pub(super) fn seats(&self) -> SeatSet {
        let of = |mv| if let Move::Seat(seat) = mv { Some(seat) } else { None };
        self.offered().into_iter().filter_map(of).collect()
    }

    pub(super) fn ask(&self) -> (Seat, Ask) {
        (self.state.public.decider, self.state.public.ask)
    }

    pub(super) fn over(&self) -> bool {
        self.game.turn(&self.state.public) == Turn::Over
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        self.state.public.ending
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.game.outcome(&self.state)
    }

    pub(super) fn tracks(&self) -> [u8; 3] {
        self.state.public.tracks
    }

    pub(super) fn space_of(&self, number: u8) -> u8 {
        bits(self.game.board.tiled)
            .find(|space| self.game.tiles[self.state.hidden.tile_at[*space] as usize].number == number)
            .expect("this tile is in play") as u8
            + 1
    }

    pub(super) fn number_at(&self, space: u8) -> u8 {
        self.game.tiles[self.state.hidden.tile_at[space as usize - 1] as usize].number
    }

    pub(super) fn shown(&self) -> Vec<u8> {
        let spaces = printed(self.state.public.face_up).into_iter();
        let mut numbers: Vec<u8> = spaces.map(|space| self.number_at(space)).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Spaces on which the tile `number` may lie as far as `seat` knows.
    pub(super) fn guesses(&self, seat: Seat, number: u8) -> Vec<u8> {
        let tile = self.state.hidden.tile_at[self.space_of(number) as usize - 1];
        printed(self.state.private[seat].place_of[tile as usize])
    }

    pub(super) fn knows(&self, seat: Seat, number: u8) -> bool {
        self.guesses(seat, number) == [self.space_of(number)]
    }

    pub(super) fn meeple_of(&self, seat: Seat) -> u8 {
        self.state.public.meeple[seat].space().expect("it is placed") + 1
    }

    pub(super) fn cards_of(&self, seat: Seat) -> Vec<Effect> {
        printed_cards(&self.game, self.state.private[seat].hand)
    }

    pub(super) fn marks_of(&self, seat: Seat) -> (bool, bool) {
        let marks = self.state.public.marks[seat];
        (marks.dive, marks.swim)
    }

    pub(super) fn happened(&self, event: Event) -> bool {
        self.events.contains(&event)
    }
}
