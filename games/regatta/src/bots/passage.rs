//! The turn ahead: every way that the own ship can go with its dice, fish and favors, by the rules themselves, and where the best
//! ends.

use super::choices::{COUNT, Row, TurnChoice, TurnFeature as F, feature_of, see_fish};
use crate::favors::{FAVORS, MAX_DECK};
use crate::rules::Protection;
use crate::state::{Ask, DRAWN_MAX, Hidden, Move, Public};
use crate::track::{Icon, MAX_WEDGES, RING};
use crate::{BoatMoment, Favor, Regatta};
use balance_engine::{Chance, View};
use balance_kit::bits;

/// Dots that are looked through one by one; what of a turn goes further is judged by its length.
const DEPTH: u8 = 6;
/// Most choices looked at behind a move. The published course needs far fewer.
const LOOKS: u32 = 2_000;
/// Wedges that the leader has still to cross when fish and favors begin to lose their worth.
const HORIZON: f64 = 8.0;

/// Numbers of fish that are told apart: 0 to 9.
const FISH: usize = 10;

/// What the race looks like to the ship that moves.
#[derive(Clone, Copy)]
pub struct Race {
    /// Part of their worth that fish and favors still have.
    useful: f64,
    /// Will the game end with this round, whatever this ship does?
    last: bool,
    /// The greatest rank of others who will not move any more in this round.
    best: u32,
    /// How far the best of those who will move has still to go then, by its dice; far if there is none.
    chaser: f64,
    /// How far the last of all others has still to go when the round ends.
    rear: f64,
}

impl Race {
    pub fn new(choice: &TurnChoice<'_>) -> Self {
        let (game, public) = (choice.view.game, choice.view.public);
        let mut race = Race {
            useful: useful(choice.view, public),
            last: false,
            best: 0,
            chaser: f64::INFINITY,
            rear: f64::NEG_INFINITY,
        };
        let place = game.place_in_order(public.fleece, public.turn);
        for other in game.seats().filter(|other| *other != public.turn) {
            let player = public.player(other);
            let way = if game.place_in_order(public.fleece, other) < place {
                race.best = race.best.max(game.rank_key(public, player));
                race.last |= player.laps >= game.rules.laps;
                choice.to_end(player)
            } else {
                let way = choice.reach(other);
                race.chaser = if way < race.chaser { way } else { race.chaser };
                race.last |= way < 0.0;
                way
            };
            race.rear = if way > race.rear { way } else { race.rear };
        }
        race
    }
}

/// Part of their worth that fish and favors still have: less and less when the leader comes near the end.
pub fn useful(view: View<'_, Regatta>, public: &Public) -> f64 {
    let game = view.game;
    let left = |seat| {
        let player = public.player(seat);
        (i32::from(game.rules.laps) - i32::from(player.laps)) * RING as i32 - i32::from(player.spot.position)
    };
    let least = game.seats().map(left).min().unwrap_or(0);
    (f64::from(least.max(0)) / HORIZON).min(1.0)
}

pub struct Passage<'c> {
    choice: &'c TurnChoice<'c>,
    race: Race,
    /// Worth of so many fish, and of a favor in a slot.
    fish: [f64; FISH],
    favors: [f64; FAVORS],
    far: u8,
    looks: u32,
    /// What is drawn on the way: what it is does not count.
    hidden: Hidden,
    chance: Chance,
    best: (f64, Public),
}

impl<'c> Passage<'c> {
    pub fn new(choice: &'c TurnChoice<'c>, race: Race) -> Self {
        let public = choice.view.public;
        let near = choice.to_end(public.mover()) <= f64::from(public.left) + 4.0;
        Passage {
            choice,
            race,
            fish: std::array::from_fn(|fish| {
                let mut row = [0.0; 3];
                see_fish(&mut row, fish as u8, race.useful);
                let weights = &choice.weights[F::Fish as usize..];
                row.iter().zip(weights).map(|(a, b)| a * b).sum()
            }),
            favors: Favor::ALL.map(|favor| feature_of(favor).map_or(0.0, |at| race.useful * choice.weights[at])),
            far: if race.last || near {
                u8::MAX
            } else {
                public.moved.saturating_add(DEPTH)
            },
            looks: LOOKS,
            hidden: Hidden {
                deck: [Favor::Nike; MAX_DECK],
                drawn: [Favor::Nike; DRAWN_MAX],
                stack: [0; MAX_WEDGES],
            },
            chance: Chance::new(0, 0),
            best: (0.0, *public),
        }
    }

    /// The features of where the best plan ends that begins with each of these moves.
    pub fn rows(&mut self, moves: &[Move], push: &mut dyn FnMut(&[f64])) {
        let (game, public) = (self.choice.view.game, self.choice.view.public);
        let icon = match public.ask {
            Ask::Hydra => Icon::Hydra,
            _ => game.here(public).icon,
        };
        let moment = BoatMoment::from_public(public);
        let mut first = (f64::NEG_INFINITY, [0.0; COUNT]);
        for mv in moves {
            let row = match mv {
                Move::Use(boat) if !helps(*boat, icon, &moment) => early(first.1),
                _ => {
                    self.best.0 = f64::NEG_INFINITY;
                    self.go(public, *mv);
                    self.see(&self.best.1)
                }
            };
            push(&row);
            if self.best.0 > first.0 {
                first = (self.best.0, row);
            }
        }
    }

    /// Goes through every plan that begins with `mv`.
    fn go(&mut self, public: &Public, mv: Move) {
        let game = self.choice.view.game;
        let mut public = *public;
        let parts = (&mut public, &mut self.hidden);
        let asks = game.steer(parts, mv, &mut self.chance, &mut ());
        let moment = BoatMoment::from_public(&public);
        if asks && public.ask == Ask::Hydra {
            let mut fed = false;
            game.each_boat_at_hydra(&moment, |boat| {
                if helps(boat, Icon::Hydra, &moment) {
                    fed |= boat == Favor::Demeter;
                    self.go(&public, Move::Use(boat));
                }
            });
            if game.rules.protection == Protection::Optional && game.is_protected(&public) {
                self.go(&public, Move::Ignore);
            } else if !fed {
                self.go(&public, Move::Face);
            }
            return;
        }
        let ends = !asks || public.left == 0 && !public.jumping;
        let cut = public.moved >= self.far || self.looks == 0;
        if ends || cut {
            let worth = self.worth(&public);
            if worth > self.best.0 {
                self.best = (worth, public);
            }
            if !asks || cut {
                return;
            }
        }
        self.looks -= 1;
        let dot = game.here(&public);
        if !ends {
            bits(game.exits_of(&public, dot)).for_each(|exit| self.go(&public, Move::Go(exit as u8)));
        }
        game.each_boat(dot.icon, &moment, |boat| {
            if helps(boat, dot.icon, &moment) {
                self.go(&public, Move::Use(boat));
            }
        });
    }

    /// Dots to go after the turn; is the game over then?
    fn way(&self, public: &Public) -> (f64, bool) {
        let player = public.mover();
        let way = self.choice.to_end(player) - f64::from(public.left);
        (way, self.race.last || player.laps >= self.choice.view.game.rules.laps)
    }

    fn worth(&self, public: &Public) -> f64 {
        let (race, choice) = (&self.race, self.choice);
        let player = public.mover();
        let (way, over) = self.way(public);
        let far = way * choice.weight(F::Way);
        if over {
            return far + self.chance_of_first(public, way) * choice.weight(F::First);
        }
        let slot = |favor: Option<Favor>| favor.map_or(0.0, |favor| self.favors[favor as usize]);
        let drawn = f64::from(public.drawn) * choice.weight(F::Drawn);
        let wedges = f64::from(player.holding) * choice.weight(F::Wedges);
        let fleece = if self.takes_fleece(way) {
            choice.weight(F::Fleece)
        } else {
            0.0
        };
        let things = self.fish[usize::from(player.fish)] + slot(player.slots[0]) + slot(player.slots[1]);
        far + things + race.useful * (drawn + wedges) + fleece
    }

    fn takes_fleece(&self, way: f64) -> bool {
        self.choice.view.game.rules.fleece && way > self.race.rear
    }

    fn see(&self, public: &Public) -> Row {
        let race = &self.race;
        let player = public.mover();
        let (way, over) = self.way(public);
        let mut row = [0.0; COUNT];
        row[F::Way as usize] = way;
        if over {
            row[F::First as usize] = self.chance_of_first(public, way);
            return row;
        }
        see_fish(&mut row[F::Fish as usize..], player.fish, race.useful);
        row[F::Drawn as usize] = race.useful * f64::from(public.drawn);
        row[F::Wedges as usize] = race.useful * f64::from(player.holding);
        row[F::Fleece as usize] = f64::from(u8::from(self.takes_fleece(way)));
        for favor in player.slots.into_iter().flatten() {
            if let Some(at) = feature_of(favor) {
                row[at] += race.useful;
            }
        }
        row
    }

    fn chance_of_first(&self, public: &Public, way: f64) -> f64 {
        let race = &self.race;
        if self.choice.view.game.rank_key(public, public.mover()) < race.best {
            return 0.0;
        }
        (0.5 + (race.chaser - way) * 0.15).clamp(0.0, 1.0)
    }
}

/// The features of using a boat that would serve as well after the best of the other moves, which these are of.
pub fn early(mut row: Row) -> Row {
    row[F::Early as usize] = 1.0;
    row
}

/// Is it worth a look to use this boat now, on a dot with `icon`? Poseidon does as well at the end of the movement, and Demeter
/// where fish are needed.
fn helps(boat: Favor, icon: Icon, moment: &BoatMoment) -> bool {
    match (boat, icon) {
        (Favor::Poseidon, _) => moment.left == 0,
        (Favor::Demeter, Icon::Hydra) => moment.fish == 0,
        (Favor::Demeter, _) => icon == Icon::Scylla && moment.fish < 2 && moment.left > 0,
        _ => true,
    }
}
