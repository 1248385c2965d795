//! The turn ahead: every way that the own ship can go with its dice, its fish and its favors, depth first, and what the
//! best is worth. Works on a small copy of the own ship; the other ships lie still.

mod ship;

pub use ship::Ship;

use super::dice::{Race, wedges};
use super::distance_table::{RingDistances, dots};
use super::weights::PreparedWeights;
use crate::bots::old::dice::{ahead, useful_at};
use crate::rules::{Protection, SkipWhirlpool};
use crate::state::{Move, PLAYERS_MAX, Player, Public, Spot};
use crate::track::{Exit, Icon, RING, Way};
use crate::{Favor, Regatta};
use balance_engine::MovePlan;

/// Most dots looked at for one decision. The published course needs far fewer; on a designer's, what lies beyond is
/// judged by its length alone.
const LOOKS: u32 = 20_000;
/// Ships met on several ways are remembered while a turn is looked through: so many at a time in a long one.
pub const KNOWN: usize = 256;
/// And so many in a short one.
pub const KNOWN_SHORT: usize = 32;
/// A turn is long from so many points on.
pub const LONG: u8 = 8;
/// Those with so many points left or more: for fewer, it is quicker to look again.
const WORTH_KNOWING: u8 = 2;

/// The plans of one turn.
pub struct Plans<'a> {
    game: &'a Regatta,
    public: &'a Public,
    tuned: &'a PreparedWeights,
    bearings: &'a RingDistances<'a>,
    race: Race,
    others: [Spot; PLAYERS_MAX - 1],
    dice: [u8; 3],
    guard: u8,
    /// Are there wedges to be drawn?
    wedges: bool,
    /// Dots sailed in this turn from which on the rest is judged by its length.
    far: u8,
    looks: u32,
    /// Was anything judged by its length alone so far?
    cut: bool,
    known: &'a mut [Known],
    /// Bits of a hash to drop for a place among the known.
    drop: u32,
}

/// A ship by its key, and what its best plan is worth. No ship with points left has the key 0.
pub type Known = (u64, f32);

impl<'a> Plans<'a> {
    /// Plans for the ship whose turn it is. `known` is empty room, a power of two.
    pub fn new(
        game: &'a Regatta,
        public: &'a Public,
        tuned: &'a PreparedWeights,
        bearings: &'a RingDistances<'a>,
        race: Race,
        known: &'a mut [Known],
    ) -> Self {
        let mut others = [Spot {
            position: u8::MAX,
            dot: u8::MAX,
        }; PLAYERS_MAX - 1];
        for (other, step) in others.iter_mut().zip(1..game.players) {
            *other = public.player(public.turn.clockwise(step, game.players)).spot;
        }
        let mover = public.mover();
        let ship = Ship::new(public);
        let far = far(game, tuned, bearings, &race, ship);
        Plans {
            game,
            public,
            tuned,
            bearings,
            race,
            others,
            dice: [mover.nav, mover.first, mover.second],
            guard: if public.windborne {
                0
            } else {
                game.guard(public, public.turn)
            },
            wedges: game.has_wedges(public),
            far,
            looks: LOOKS,
            cut: false,
            drop: u64::BITS - known.len().ilog2(),
            known,
        }
    }

    /// Worth of a move of the ship, at a Hydra or on its way.
    pub fn rate(&mut self, ship: Ship, mv: Move, hydra: bool) -> f32 {
        match mv {
            Move::Go(exit) => self.go(ship, exit),
            Move::Pass | Move::Ignore => self.end_or_on(ship),
            Move::Face => self.face(ship),
            Move::Use(Favor::Janus) => self.janus(ship),
            Move::Use(Favor::Poseidon) => self.poseidon(ship),
            Move::Use(Favor::Hermes) => self.hermes(ship),
            Move::Use(Favor::Athena) => self.athena(ship),
            Move::Use(Favor::Demeter) if hydra => self.demeter_at_hydra(ship),
            Move::Use(Favor::Demeter) => self.demeter(ship),
            _ => f32::NEG_INFINITY,
        }
    }

    /// Worth of going on.
    pub fn on(&mut self, ship: Ship) -> f32 {
        if ship.beaten() || ship.left() == 0 && !ship.jumping() {
            let end = self.end(ship);
            if ship.beaten() || !ship.has_favors() {
                return end;
            }
            let mut more = false;
            let moment = ship.moment(self.public);
            self.game
                .each_boat(Icon::Plain, &moment, |boat| more |= boat == Favor::Poseidon);
            return if more { most(end, self.poseidon(ship)) } else { end };
        }
        if self.looks == 0 || ship.moved() >= self.far {
            self.cut = true;
            return self.end(ship);
        }
        self.looks -= 1;
        if ship.left() < WORTH_KNOWING {
            return self.look(ship);
        }
        let key = ship.key();
        // Fibonacci hashing: the upper bits of the product.
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.drop) as usize;
        let (known, worth) = self.known[place];
        if known == key {
            return worth;
        }
        let worth = self.look(ship);
        self.known[place] = (key, worth);
        worth
    }

    /// Worth of the best way on from here.
    #[inline]
    fn look(&mut self, ship: Ship) -> f32 {
        let game = self.game;
        let dot = game.course.dot(&self.public.ring, ship.spot());
        let mut best = f32::NEG_INFINITY;
        if ship.has_favors() {
            best = self.boats(ship, dot.icon);
        }
        for exit in dot.exits() {
            if self.is_open(ship, dot.icon, exit.label) {
                best = most(best, self.leave(ship, dot.icon, *exit));
            }
        }
        best
    }

    /// Worth of doing nothing more here: with points left the ship goes on, without it stops.
    pub fn end_or_on(&mut self, ship: Ship) -> f32 {
        if ship.left() == 0 {
            self.end(ship)
        } else {
            self.on(ship)
        }
    }

    /// Worth of the best boat that may be used here.
    fn boats(&mut self, ship: Ship, icon: Icon) -> f32 {
        let mut best = f32::NEG_INFINITY;
        let game = self.game;
        let moment = ship.moment(self.public);
        game.each_boat(icon, &moment, |boat| {
            let worth = match boat {
                Favor::Hermes => self.hermes(ship),
                Favor::Janus => self.janus(ship),
                Favor::Demeter if icon == Icon::Scylla && !ship.opened() && ship.fish() < 2 => self.demeter(ship),
                // Poseidon does as well at the end of the movement, and Demeter where fish are needed.
                _ => return,
            };
            best = most(best, worth);
        });
        best
    }

    /// Worth of opening the whirlpool with Janus.
    pub fn janus(&mut self, ship: Ship) -> f32 {
        let mut ship = ship.without(Favor::Janus);
        ship.open();
        self.on(ship)
    }

    /// Worth of three points more, by Poseidon.
    pub fn poseidon(&mut self, ship: Ship) -> f32 {
        let mut ship = ship.without(Favor::Poseidon);
        ship.set_left(ship.left() + 3);
        self.on(ship)
    }

    /// Worth of ending movement with Hermes.
    pub fn hermes(&mut self, ship: Ship) -> f32 {
        let mut ship = ship.without(Favor::Hermes);
        ship.set_left(0);
        self.end(ship)
    }

    /// Worth of taking two fish from Demeter here and going on.
    pub fn demeter(&mut self, ship: Ship) -> f32 {
        let ship = self.fed(ship);
        self.on(ship)
    }

    /// Worth of taking two fish from Demeter and facing the Hydra.
    pub fn demeter_at_hydra(&mut self, ship: Ship) -> f32 {
        let ship = self.fed(ship);
        self.face(ship)
    }

    fn fed(&self, ship: Ship) -> Ship {
        let mut ship = ship.without(Favor::Demeter);
        ship.set_fish((ship.fish() + 2).min(self.game.rules.fish_max));
        ship
    }

    /// Worth of going past the Hydra with Athena.
    pub fn athena(&mut self, ship: Ship) -> f32 {
        self.on(ship.without(Favor::Athena))
    }

    /// Worth of feeding the Hydra, or fighting it for lack of fish.
    pub fn face(&mut self, ship: Ship) -> f32 {
        self.on(ship.faced())
    }

    #[inline]
    fn is_open(&self, ship: Ship, icon: Icon, label: u8) -> bool {
        match icon {
            Icon::Charybdis => self.dice.contains(&label) || self.is_free(ship),
            Icon::Scylla => label <= ship.fish() || self.is_free(ship),
            _ => true,
        }
    }

    #[inline]
    fn is_free(&self, ship: Ship) -> bool {
        ship.opened() || ship.jumping() && self.game.rules.skip_whirlpool == SkipWhirlpool::Free
    }

    /// Worth of leaving the dot by this exit.
    pub fn go(&mut self, ship: Ship, at: u8) -> f32 {
        let from = self.game.course.dot(&self.public.ring, ship.spot());
        self.leave(ship, from.icon, from.exits()[usize::from(at)])
    }

    /// Worth of leaving a dot with this `icon` by `exit`.
    #[inline]
    fn leave(&mut self, ship: Ship, icon: Icon, exit: Exit) -> f32 {
        match self.left(ship, icon, exit) {
            (ship, Icon::Hydra) if ship.moved() > self.guard => self.hydra(ship),
            (ship, _) => self.on(ship),
        }
    }

    /// The ship that has left a dot with this `icon` by `exit`, and what is printed where it has come to; nothing where it
    /// jumps. A Hydra there is still to be met.
    #[inline]
    fn left(&self, mut ship: Ship, icon: Icon, exit: Exit) -> (Ship, Icon) {
        let rules = &self.game.rules;
        let ring = &self.public.ring;
        if icon == Icon::Scylla && !self.is_free(ship) {
            ship.set_fish(ship.fish().saturating_sub(exit.label));
        }
        ship.close();
        let position = ship.spot().position;
        let across = matches!(exit.way, Way::Port(_)) && usize::from(position) == RING - 1;
        let spot = self.game.course.follow(ring, position, exit.way);
        ship.go_to(spot);
        if across {
            ship.add_lap();
            self.take_fish(&mut ship);
            self.take_favor(&mut ship);
            self.take_wedge(&mut ship);
        }
        if self.others.contains(&spot) {
            ship.jump();
            return (ship, Icon::Plain);
        }
        ship.land();
        ship.set_left(ship.left().saturating_sub(1));
        ship.add_dot();
        let icon = self.game.course.dot(ring, spot).icon;
        match icon {
            Icon::Fish => self.take_fish(&mut ship),
            Icon::Favor => self.take_favor(&mut ship),
            Icon::Wedge => self.take_wedge(&mut ship),
            Icon::Boost => ship.set_left(ship.left().saturating_add(rules.boost)),
            _ => {}
        }
        (ship, icon)
    }

    /// Worth of the best answer to a Hydra.
    fn hydra(&mut self, ship: Ship) -> f32 {
        let game = self.game;
        let mut best = f32::NEG_INFINITY;
        let mut fed = false;
        game.each_boat_at_hydra(&ship.moment(self.public), |boat| {
            let worth = match boat {
                Favor::Athena => self.athena(ship),
                Favor::Demeter if ship.fish() == 0 => {
                    fed = true;
                    self.demeter_at_hydra(ship)
                }
                _ => return,
            };
            best = most(best, worth);
        });
        if fed { best } else { most(best, self.face(ship)) }
    }

    #[inline]
    fn take_fish(&self, ship: &mut Ship) {
        let barred = !self.public.windborne && ship.has(Favor::Nemesis);
        if !barred && ship.fish() < self.game.rules.fish_max {
            ship.set_fish(ship.fish() + 1);
        }
    }

    #[inline]
    fn take_favor(&self, ship: &mut Ship) {
        if !self.public.windborne && ship.favors() < self.game.rules.favors_per_turn {
            ship.add_favor();
        }
    }

    #[inline]
    fn take_wedge(&self, ship: &mut Ship) {
        if ship.wedges() < self.game.wedge_cap && self.wedges {
            ship.add_wedge();
        }
    }

    /// Worth of lying here at the end of the movement, or, with points left, of being on the way.
    #[inline]
    fn end(&self, ship: Ship) -> f32 {
        let (rules, race, tuned) = (&self.game.rules, &self.race, self.tuned);
        let more = i16::from(rules.laps) - i16::from(ship.laps());
        let to_go = dots(self.bearings.to_end(ship.spot(), more)) - f32::from(ship.left());
        if race.last || more <= 0 {
            return -to_go + tuned.weights.first * self.chance(ship, to_go);
        }
        let favors = f32::from(ship.favors()) * tuned.weights.favor;
        let things = tuned.fish[usize::from(ship.fish())]
            + tuned.slots(ship.slots())
            + favors
            + f32::from(ship.wedges()) * tuned.weights.wedge;
        race.useful * things - to_go + self.fleece(ship, to_go)
    }

    /// Worth of the Fleece, if this ship is last.
    #[inline]
    fn fleece(&self, ship: Ship, to_go: f32) -> f32 {
        let race = &self.race;
        if !self.game.rules.fleece || race.chased && to_go < race.chaser {
            return 0.0;
        }
        let place = wedges(ship.laps(), ship.spot());
        if place > race.rear || place == race.rear && self.rank(ship) > race.worst {
            return 0.0;
        }
        self.tuned.weights.fleece
    }

    /// Rough chance of being first when the round ends with the game.
    fn chance(&self, ship: Ship, to_go: f32) -> f32 {
        if self.rank(ship) < self.race.best {
            return 0.0;
        }
        if self.race.chased {
            (0.5 + (self.race.chaser - to_go) * 0.15).clamp(0.0, 1.0)
        } else {
            1.0
        }
    }

    /// Place in the race, as the rules rank ships.
    #[inline]
    fn rank(&self, ship: Ship) -> u32 {
        let player = Player {
            spot: ship.spot(),
            laps: ship.laps(),
            ..Player::default()
        };
        self.game.rank_key(self.public, &player)
    }
}

/// Dots sailed in a turn from which on the rest is judged by its length, as a ship plans there. Where the end of the game is
/// near, everything is looked through.
#[inline]
fn far(game: &Regatta, tuned: &PreparedWeights, bearings: &RingDistances<'_>, race: &Race, ship: Ship) -> u8 {
    let more = i16::from(game.rules.laps) - i16::from(ship.laps());
    let near = dots(bearings.to_end(ship.spot(), more)) <= f32::from(ship.left()) + 4.0;
    if race.last || near {
        u8::MAX
    } else {
        ship.moved().saturating_add(tuned.weights.depth)
    }
}

#[inline]
fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Most choices that are foretold at once.
const MOST: usize = 12;
/// The rules end a turn of so many dots.
const DOTS_MAX: u8 = 200;

/// Where a turn goes on.
enum Continuation {
    /// Something is chosen, these exits, as bits, being open.
    Asks(u8),
    /// The ship goes on by the only exit.
    By(u8),
    /// Movement is over.
    Ends,
}

impl Plans<'_> {
    /// Foretells what is chosen after `first`, which these plans have chosen for `ship` where it was asked about its way.
    pub fn foretell(&mut self, ship: Ship, first: Move, to: &mut MovePlan<Move>) {
        if self.cut || !self.keeps_what_is_drawn() {
            return;
        }
        let mut next = self.after(ship, first);
        let mut chosen = [Move::Pass; MOST];
        let mut count = 0;
        while let Some(ship) = next.filter(|_| count < MOST) {
            let mv = match self.next(ship) {
                Continuation::By(exit) => Move::Go(exit),
                Continuation::Asks(exits) => {
                    let Some(best) = self.best(ship, exits) else { break };
                    chosen[count] = best;
                    count += 1;
                    best
                }
                Continuation::Ends => break,
            };
            next = self.after(ship, mv);
        }
        if count > 0 {
            to.foretell(self.public.turn, chosen[..count].iter().copied());
        }
    }

    /// Are there favors and wedges enough to be drawn, so that no plan changes when some are?
    fn keeps_what_is_drawn(&self) -> bool {
        let stack = self.public.stack.count_ones();
        self.public.deck >= self.game.rules.favors_per_turn && (!self.wedges || stack > u32::from(self.game.wedge_cap))
    }

    fn next(&self, ship: Ship) -> Continuation {
        if ship.beaten() || ship.moved() >= DOTS_MAX {
            return Continuation::Ends;
        }
        let dot = self.game.course.dot(&self.public.ring, ship.spot());
        let mut boats = false;
        self.game
            .each_boat(dot.icon, &ship.moment(self.public), |_| boats = true);
        let mut exits = 0;
        if ship.left() > 0 {
            for (at, exit) in dot.exits().iter().enumerate() {
                exits |= u8::from(self.is_open(ship, dot.icon, exit.label)) << at;
            }
        }
        match (boats, ship.left(), exits.count_ones()) {
            (true, ..) | (_, 1.., 2..) => Continuation::Asks(exits),
            (_, 0, _) | (.., 0) => Continuation::Ends,
            _ => Continuation::By(exits.trailing_zeros() as u8),
        }
    }

    /// The first of the best moves, as [`super::HeuristicBot`] chooses when it is asked; none where it would not go
    /// by the same plans.
    fn best(&mut self, ship: Ship, exits: u8) -> Option<Move> {
        let nearer = far(self.game, self.tuned, self.bearings, &self.race, ship) < self.far;
        if nearer || self.useful_for(ship).to_bits() != self.race.useful.to_bits() {
            return None;
        }
        let mut best = (f32::NEG_INFINITY, None);
        let mut rate = |plans: &mut Self, mv: Move| {
            let worth = plans.rate(ship, mv, false);
            if worth > best.0 {
                best = (worth, Some(mv));
            }
        };
        if ship.left() == 0 {
            rate(self, Move::Pass);
        }
        for exit in (0..8).filter(|exit| exits >> exit & 1 == 1) {
            rate(self, Move::Go(exit));
        }
        let game = self.game;
        let icon = game.course.dot(&self.public.ring, ship.spot()).icon;
        game.each_boat(icon, &ship.moment(self.public), |boat| {
            if ship.makes_sense(boat, icon, false) {
                rate(self, Move::Use(boat));
            }
        });
        best.1.filter(|_| !self.cut)
    }

    /// Part of their worth that fish and favors have once the ship is there.
    fn useful_for(&self, ship: Ship) -> f32 {
        let game = self.game;
        let others = game.seats().filter(|seat| *seat != self.public.turn);
        let others = others.map(|seat| self.public.player(seat));
        let least = others.map(|player| ahead(game, player.laps, player.spot)).min();
        let own = ahead(game, ship.laps(), ship.spot());
        useful_at(least.unwrap_or(own).min(own), self.tuned.weights.horizon)
    }

    /// The ship after a move, up to the next dot; none where a Hydra is met about which something is asked, or it stops.
    fn after(&self, ship: Ship, mv: Move) -> Option<Ship> {
        let game = self.game;
        match mv {
            Move::Go(exit) => {
                let from = game.course.dot(&self.public.ring, ship.spot());
                let (on, icon) = self.left(ship, from.icon, from.exits()[usize::from(exit)]);
                let free = on.moved() <= self.guard;
                if icon != Icon::Hydra || free && game.rules.protection == Protection::Auto {
                    return Some(on);
                }
                let mut boats = false;
                game.each_boat_at_hydra(&on.moment(self.public), |_| boats = true);
                (!free && !boats).then(|| on.faced())
            }
            Move::Use(Favor::Hermes) => None,
            Move::Use(boat) => {
                let mut after = match boat {
                    Favor::Demeter => self.fed(ship),
                    _ => ship.without(boat),
                };
                match boat {
                    Favor::Janus => after.open(),
                    Favor::Poseidon => after.set_left(after.left().saturating_add(3)),
                    _ => {}
                }
                Some(after)
            }
            _ => None,
        }
    }
}
