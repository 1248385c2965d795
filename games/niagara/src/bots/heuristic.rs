//! A player who looks one round ahead: what each place in the river is worth once the river has moved, given the cards
//! that the others may still lay. Among cards that are about equally good a mixed strategy chooses.

use super::Weights;
use super::outlook::Tabled;
use super::outlook::{Expectations, Flow, Weather};
use crate::river::Space;
use crate::state::{Ask, Block, Canoe, Card, GemColour, Move};
use crate::{Niagara, each_card};
use balance_engine::{Bot, Moves, Seat, Stream, View};

/// No hand has more cards.
const CARDS: usize = 16;

/// The bot of kind `heuristic`.
#[derive(Clone, Debug)]
pub struct HeuristicBot {
    tabled: Tabled,
}

impl HeuristicBot {
    /// A bot that weighs so.
    pub fn new(weights: Weights) -> Self {
        HeuristicBot {
            tabled: Tabled::new(weights),
        }
    }
}

impl Bot<Niagara> for HeuristicBot {
    fn choose(&self, view: View<'_, Niagara>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.tabled.with(view.game, |tables| {
            let outlook = Expectations::new(view, &self.tabled.weights, tables);
            let weather = outlook.weather(view.public.weather);
            if view.public.ask == Ask::Card {
                return self.lay(&outlook, &weather, moves, chance);
            }
            let acting = outlook.acting(&weather);
            first_best(moves.iter().map(|mv| outlook.rate(*mv, &weather, &acting))).1
        })
    }

    fn values(&self, view: View<'_, Niagara>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        self.tabled.with(view.game, |tables| {
            let outlook = Expectations::new(view, &self.tabled.weights, tables);
            let weather = outlook.weather(view.public.weather);
            let acting = outlook.acting(&weather);
            out.extend(moves.iter().map(|mv| outlook.rate(*mv, &weather, &acting)));
        });
    }
}

impl HeuristicBot {
    /// A card by a mixed strategy: it is the likelier the less it falls short of the best, and out of the question from
    /// `mix` on.
    fn lay<'v>(&self, outlook: &Expectations<'v>, weather: &Weather<'v>, moves: &[Move], chance: &mut Stream) -> usize {
        let mut rated = [f64::NEG_INFINITY; CARDS];
        for (rated, mv) in rated.iter_mut().zip(moves) {
            if let Move::Card(card) = mv {
                *rated = outlook.card(weather, *card);
            }
        }
        let best = first_best(rated.into_iter().take(moves.len()));
        let mix = self.tabled.weights.mix;
        if mix <= 0.0 {
            return best.1;
        }
        let floor = best.0 - mix;
        let likely = |worth: f64| (worth - floor).max(0.0);
        let mut left = chance.unit() * rated.iter().map(|worth| likely(*worth)).sum::<f64>();
        for (at, worth) in rated.iter().enumerate().take(moves.len()) {
            let chance = likely(*worth);
            if chance > left {
                return at;
            }
            left -= chance;
        }
        best.1
    }
}

/// The first of the greatest, and how great it is.
#[inline]
fn first_best(worths: impl Iterator<Item = f64>) -> (f64, usize) {
    let mut best = (f64::NEG_INFINITY, 0);
    for (at, worth) in worths.enumerate() {
        if worth > best.0 {
            best = (worth, at);
        }
    }
    best
}

impl<'v> Expectations<'v> {
    /// How the river may move with the own card as it lies.
    fn acting<'w>(&self, weather: &'w Weather<'v>) -> Flow<'w> {
        let own = self.view.public.shown[self.view.seat].and_then(Card::number);
        self.flow(weather, own, false)
    }

    /// Worth of a move; `weather` is the present one, `acting` how the river may move with the own card as it lies.
    fn rate(&self, mv: Move, weather: &Weather<'v>, acting: &Flow<'_>) -> f64 {
        let (public, seat) = (self.view.public, self.view.seat);
        match mv {
            Move::Card(card) => self.card(weather, card),
            Move::Number(number) => self.number(weather, number, true),
            Move::Weather { up } => {
                let weather = self.weather(if up { public.weather + 1 } else { public.weather - 1 });
                let flow = self.flow(&weather, None, false);
                self.idle(&flow) - self.weights.spite * self.others(&flow)
            }
            Move::Return { canoe, paid: None } => f64::from(self.view.game.holds(canoe)),
            Move::Return {
                canoe,
                paid: Some(colour),
            } => {
                let mut gems = public.gems[seat];
                gems[colour.index()] -= 1;
                let lost = self.landed - self.worth_of_gems(gems);
                let none = !Niagara::has_canoe(public, seat);
                let need = if none { 3.0 } else { 1.0 };
                f64::from(self.view.game.holds(canoe)) * need * self.weights.canoe - lost
            }
            Move::Paddle { canoe, pre, to, post } => {
                let own = public.canoes[seat][canoe as usize];
                let stay = if own.space == Space::LAND {
                    self.empty[Space::LAND.slot()]
                } else {
                    0.0
                };
                self.action(canoe, own, [pre, post], to, acting, false) - stay
            }
            Move::Steal { victim, canoe, hold } => {
                let loot = public.canoes[victim][canoe as usize].hold(hold);
                loot.map_or(0.0, |loot| self.gem(loot) + self.harm(victim, loot))
            }
            Move::Trade(given) => {
                let worth = |colour: Option<GemColour>| colour.map_or(0.0, |colour| self.gem(colour));
                worth(public.joe.and_then(|joe| joe.cargo)) - worth(given)
            }
            Move::Pass => 0.0,
        }
    }

    /// Worth of laying `card`: of the best that can be done with it.
    fn card(&self, weather: &Weather<'v>, card: Card) -> f64 {
        let public = self.view.public;
        match card {
            Card::CLOUD => {
                let mut best = f64::NEG_INFINITY;
                let boxes = [public.weather.wrapping_sub(1), public.weather + 1];
                for weather in boxes
                    .into_iter()
                    .filter(|weather| usize::from(*weather) < self.view.game.weather.len())
                {
                    best = best.max(self.idle(&self.flow(&self.weather(weather), None, false)));
                }
                best - self.weights.cloud
            }
            Card::LASSO => self.idle(&self.flow(weather, None, true)) - self.weights.cloud,
            Card::CHOICE => {
                let mut best = f64::NEG_INFINITY;
                each_card(self.view.game.choice, |Card(number)| {
                    best = f64::max(best, self.number(weather, number, true));
                });
                best - self.weights.keep * 2.0
            }
            Card(number) => self.number(weather, number, false) - self.weights.keep * f64::from(number),
        }
    }

    /// Worth of the best actions with this number; of one canoe alone, the other staying where it is, or of all.
    fn number(&self, weather: &Weather<'v>, number: u8, single: bool) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let canoes = public.canoes[seat];
        let flow = &self.flow(weather, Some(number), false);
        let hand = public.hands[seat] & game.numbers;
        let spent = !single && hand >> number == 1;
        let afloat = canoes.iter().any(|canoe| canoe.afloat());
        let mut sum = 0.0;
        let mut gain = f64::NEG_INFINITY;
        let mut launch = f64::NEG_INFINITY;
        for (at, canoe) in (0..2u8).zip(canoes) {
            let twin = at == 1 && canoe == canoes[0] && !game.rules.spirits.doubles;
            if canoe.space == Space::FALLEN || twin && canoe.space == Space::LAND {
                continue;
            }
            let mut best = f64::NEG_INFINITY;
            let points = number + Niagara::help(public, seat, at);
            game.each_paddle(public, at, canoe, points, |pre, to, post| {
                let worth = self.action(at, canoe, [pre, post], to, flow, spent);
                best = if worth > best { worth } else { best };
            });
            if single {
                let stay = if canoe.afloat() {
                    self.worth(canoe.space, self.cargo(canoe), flow, false)
                } else {
                    self.empty[Space::LAND.slot()]
                };
                sum += stay;
                gain = gain.max(best - stay);
            } else if canoe.space == Space::LAND {
                launch = launch.max(best - self.empty[Space::LAND.slot()]);
            } else {
                sum += best;
            }
        }
        if single {
            if gain > f64::NEG_INFINITY { sum + gain } else { sum }
        } else if launch > f64::NEG_INFINITY {
            sum + if afloat { launch.max(0.0) } else { launch }
        } else {
            sum
        }
    }

    /// Worth of a canoe after one action, with these blocks at its start and its end.
    #[inline]
    fn action(&self, at: u8, canoe: Canoe, [pre, post]: [Block; 2], to: Space, flow: &Flow<'_>, spent: bool) -> f64 {
        let (game, public) = (self.view.game, self.view.public);
        let block = if pre.is_nothing() { post } else { pre };
        let after = if block.is_nothing() { canoe } else { canoe.after(block) };
        let cargo = self.cargo(after);
        let worth = self.worth(to, cargo, flow, spent);
        if to == Space::LAND || after.gems() >= game.holds(at) {
            return worth;
        }
        let mut gain: f64 = 0.0;
        let mut loot = |colour: GemColour, more: f64, chance: f64| {
            let cargo = cargo.unwrap_or(0.0) + self.gem(colour);
            gain = gain.max(chance * (self.worth(to, Some(cargo), flow, spent) - worth + more));
        };
        let up = canoe.space != Space::LAND && game.river.depth(to) < game.river.depth(canoe.space);
        if up && block.is_nothing() {
            game.each_victim(public, self.view.seat, to, |victim, from, hold| {
                if let Some(colour) = public.canoes[victim][from as usize].hold(hold) {
                    loot(colour, self.harm(victim, colour), self.stays(victim));
                }
            });
        }
        let joe = public.joe.filter(|joe| joe.space == to);
        if let Some(colour) = joe.and_then(|joe| joe.cargo) {
            loot(colour, 0.0, 1.0);
        }
        worth + gain
    }

    /// Chance that a canoe of `other` is still where it is when this seat acts: whoever acts earlier has to move it
    /// unless he lays the cloud.
    fn stays(&self, other: Seat) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let place = |seat: Seat| game.place_in_order(public.first, seat);
        if public.ask == Ask::Card && place(other) < place(seat) {
            0.1
        } else {
            1.0
        }
    }

    /// Worth of `other` not getting a gem of this colour ashore.
    fn harm(&self, other: Seat, colour: GemColour) -> f64 {
        let mut gems = self.view.public.gems[other];
        gems[colour.index()] += 1;
        let wins = self.view.game.sets_of(&gems) != 0;
        self.weights.theft + if wins { self.weights.deny } else { 0.0 }
    }
}
