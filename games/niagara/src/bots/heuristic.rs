//! A player who looks one round ahead: what each canoe is worth once the river has moved, given the cards that the others
//! may still lay and those that it keeps itself. Among cards that are about equally good a mixed strategy chooses.

use super::Weights;
use super::outlook::{Expectations, Flow, Prey};
use super::tables::Tabled;
use crate::river::Space;
use crate::state::{Ask, Block, Canoe, Card, GemColour, Move};
use crate::{Niagara, each_card};
use balance_engine::{Bot, Moves, Stream, View};

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
            if view.public.ask == Ask::Card {
                return self.lay(&outlook, moves, chance);
            }
            let acting = outlook.acting();
            first_best(moves.iter().map(|mv| outlook.rate(*mv, &acting))).1
        })
    }

    fn values(&self, view: View<'_, Niagara>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        self.tabled.with(view.game, |tables| {
            let outlook = Expectations::new(view, &self.tabled.weights, tables);
            let acting = outlook.acting();
            out.extend(moves.iter().map(|mv| outlook.rate(*mv, &acting)));
        });
    }
}

impl HeuristicBot {
    /// A card by a mixed strategy: it is the likelier the less it falls short of the best, and out of the question from
    /// `mix` on.
    fn lay(&self, outlook: &Expectations<'_>, moves: &[Move], chance: &mut Stream) -> usize {
        let mut rated = [f64::NEG_INFINITY; CARDS];
        for (rated, mv) in rated.iter_mut().zip(moves) {
            if let Move::Card(card) = mv {
                *rated = outlook.card(*card);
            }
        }
        let best = first_best(rated.into_iter().take(moves.len()));
        let mix = self.tabled.weights.mix;
        if mix <= 0.0 {
            return best.1;
        }
        let floor = best.0 - mix * outlook.stake();
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
    fn acting(&self) -> Flow<'v> {
        let (public, seat) = (self.view.public, self.view.seat);
        let card = public.shown[seat].unwrap_or(Card::CLOUD);
        self.flow(public.weather, card, public.hands[seat])
    }

    /// Worth of a move; `acting` is how the river may move with the own card as it lies.
    fn rate(&self, mv: Move, acting: &Flow<'v>) -> f64 {
        let (public, seat) = (self.view.public, self.view.seat);
        match mv {
            Move::Card(card) => self.card(card),
            Move::Number(number) => {
                let flow = self.flow(public.weather, Card(number), public.hands[seat]);
                self.number(&flow, number, true)
            }
            Move::Weather { up } => {
                let cloud = if up { public.weather + 1 } else { public.weather - 1 };
                let flow = self.flow(cloud, Card::CLOUD, public.hands[seat]);
                self.idle(&flow) - self.weights.spite * self.falls_of_others(&flow)
            }
            Move::Return { canoe, paid } => {
                let lost = paid.map_or(0.0, |colour| self.loss(colour));
                let none = !Niagara::has_canoe(public, seat);
                let need = if none { 3.0 } else { 1.0 };
                let gain = self.worth(Space::LAND, None, acting) + self.weights.usual * self.weights.canoe;
                f64::from(self.view.game.holds(canoe)) * need * gain - lost
            }
            Move::Paddle { canoe, pre, to, post } => {
                let own = public.canoes[seat][canoe as usize];
                let worth = self.action(canoe, own, [pre, post], to, acting);
                if own.afloat() {
                    worth
                } else {
                    worth - self.stay(own, acting)
                }
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
    fn card(&self, card: Card) -> f64 {
        let (game, public) = (self.view.game, self.view.public);
        let mut best = f64::NEG_INFINITY;
        let hand = public.hands[self.view.seat] & !card.bit();
        match card {
            Card::CLOUD => {
                for cloud in [public.weather.wrapping_sub(1), public.weather + 1] {
                    if usize::from(cloud) < game.weather.len() {
                        best = best.max(self.idle(&self.flow(cloud, card, hand)));
                    }
                }
            }
            Card::LASSO => best = self.idle(&self.flow(public.weather, card, hand)),
            Card::CHOICE => each_card(game.choice, |number| {
                best = best.max(self.number(&self.flow(public.weather, number, hand), number.0, true));
            }),
            Card(number) => best = self.number(&self.flow(public.weather, card, hand), number, false),
        }
        best
    }

    /// Worth of the best actions with this number; of one canoe alone, the other staying where it is, or of all.
    fn number(&self, flow: &Flow<'v>, number: u8, single: bool) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let canoes = public.canoes[seat];
        let single = single || !canoes.iter().any(|canoe| canoe.afloat());
        let (mut sum, mut gain) = (0.0, f64::NEG_INFINITY);
        for (at, canoe) in (0..2u8).zip(canoes) {
            let stay = self.stay(canoe, flow);
            let mut best = f64::NEG_INFINITY;
            let twin = at == 1 && canoe == canoes[0] && !game.rules.spirits.doubles;
            if canoe.space != Space::FALLEN && !(twin && canoe.space == Space::LAND) {
                let points = number + Niagara::help(public, seat, at);
                game.each_paddle(public, at, canoe, points, |pre, to, post| {
                    best = best.max(self.action(at, canoe, [pre, post], to, flow));
                });
            }
            sum += if single || !canoe.afloat() { stay } else { best };
            if single {
                gain = gain.max(best - stay);
            } else if !canoe.afloat() {
                gain = gain.max(best - stay).max(0.0);
            }
        }
        if gain.is_finite() { sum + gain } else { sum }
    }

    /// Worth of a canoe after one action, with these blocks at its start and its end.
    #[inline]
    fn action(&self, at: u8, canoe: Canoe, [pre, post]: [Block; 2], to: Space, flow: &Flow<'v>) -> f64 {
        let (game, public) = (self.view.game, self.view.public);
        let block = if pre.is_nothing() { post } else { pre };
        let after = if block.is_nothing() { canoe } else { canoe.after(block) };
        let cargo = self.cargo(after);
        let worth = self.worth(to, cargo, flow);
        if to == Space::LAND || after.gems() >= game.holds(at) {
            return worth;
        }
        let mut gain: f64 = 0.0;
        let mut loot = |prey: Prey| {
            let cargo = cargo.unwrap_or(0.0) + prey.gem;
            gain = gain.max(prey.chance * (self.worth(to, Some(cargo), flow) - worth + prey.harm));
        };
        let up = canoe.space != Space::LAND && game.river.depth(to) < game.river.depth(canoe.space);
        let prey = self.prey[to.slot()];
        if up && block.is_nothing() && prey.chance > 0.0 {
            loot(prey);
        }
        let joe = public.joe.filter(|joe| joe.space == to);
        if let Some(colour) = joe.and_then(|joe| joe.cargo) {
            loot(Prey {
                chance: 1.0,
                gem: self.gem(colour),
                harm: 0.0,
            });
        }
        worth + gain
    }
}
