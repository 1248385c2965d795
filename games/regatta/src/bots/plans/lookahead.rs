//! The rest of the turn, foretold: as long as nothing was judged by its length alone and nothing comes of chance, looking
//! through the turn again at the next step gives the same plan.

use super::{Plans, Ship, far};
use crate::Favor;
use crate::bots::dice::{ahead, useful_at};
use crate::rules::Protection;
use crate::state::Move;
use crate::track::Icon;
use balance_engine::MovePlan;

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
            .each_boat(dot.icon, &ship.moment(self.public.windborne), |_| boats = true);
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

    /// The first of the best moves, as [`super::super::HeuristicBot`] chooses when it is asked; none where it would not go
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
        game.each_boat(icon, &ship.moment(self.public.windborne), |boat| {
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
                game.each_boat_at_hydra(&on.moment(self.public.windborne), |_| boats = true);
                (!free && !boats).then(|| on.faced())
            }
            Move::Use(boat) => {
                let mut after = match boat {
                    Favor::Demeter => self.fed(ship),
                    _ => ship.without(boat),
                };
                match boat {
                    Favor::Janus => after.set_opened(true),
                    Favor::Poseidon => after.set_left(after.left().saturating_add(3)),
                    Favor::Hermes => after.set_left(0),
                    _ => {}
                }
                Some(after)
            }
            _ => None,
        }
    }
}
