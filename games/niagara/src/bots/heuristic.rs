//! A player who looks one round ahead: what each place in the river is worth once the river has moved, given the cards
//! that the others may still lay. Among cards that are about equally good a mixed strategy chooses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::aims::worth_of_gems;
use super::outlook::{Flow, Outlook};
use crate::river::Space;
use crate::state::{Ask, Block, Canoe, Card, Colour, Move};
use crate::{Niagara, each_card};
use balance_engine::{Bot, Moves, Seat, Stream, View};

/// How the heuristic bot weighs things. The unit is about what an ordinary gem on land is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// Worth of a canoe.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub canoe: f64,
    /// Share of a gem's worth that it has aboard just below the rope.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub aboard: f64,
    /// Share lost for each point beyond the best card still in hand.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub distance: f64,
    /// Share of a gem's worth that an empty canoe has beside its place.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub hope: f64,
    /// Share lost for each space between the canoe and the place.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub way: f64,
    /// Share of the best gem's worth that a canoe on the beach has.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub ashore: f64,
    /// Worth lost for each space between a canoe and land.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub deep: f64,
    /// Worth of taking a gem away from somebody.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub theft: f64,
    /// Worth of taking away the gem that would make somebody win.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub deny: f64,
    /// How likely somebody who can steal with a card lays it, in times of an even choice among his cards.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub thief: f64,
    /// Worth of others' falls, where the cloud decides them.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub spite: f64,
    /// Worth of keeping a card, for each of its points.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub keep: f64,
    /// Worth of the cloud or the lasso kept.
    #[schemars(range(min = -2.0, max = 2.0))]
    pub cloud: f64,
    /// Cards within this worth of the best are mixed.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub mix: f64,
    /// Worth of being near the winning set that is nearest.
    #[schemars(range(min = 0.0, max = 50.0))]
    pub nearest: f64,
    /// Worth of being near each winning set.
    #[schemars(range(min = 0.0, max = 50.0))]
    pub spread: f64,
    /// Worth of any gem.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub plain: f64,
    /// How much harder a gem is to get for each space that it lies deeper.
    #[schemars(range(min = 0.0, max = 0.3))]
    pub depth: f64,
    /// How much harder a gem is to get that has to be of one colour.
    #[schemars(range(min = 0.1, max = 5.0))]
    pub same: f64,
    /// How much harder a gem is to get that has to be of a new colour.
    #[schemars(range(min = 0.1, max = 5.0))]
    pub different: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            canoe: 1.2,
            aboard: 0.85,
            distance: 0.08,
            hope: 0.35,
            way: 0.03,
            ashore: 0.15,
            deep: 0.02,
            theft: 0.5,
            deny: 2.0,
            thief: 1.1,
            spite: 0.1,
            keep: 0.1,
            cloud: 0.0,
            mix: 0.15,
            nearest: 4.0,
            spread: 0.5,
            plain: 0.4,
            depth: 0.12,
            same: 1.2,
            different: 1.1,
        }
    }
}

/// The bot of kind `heuristic`.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicBot {
    weights: Weights,
}

impl HeuristicBot {
    /// A bot that weighs so.
    pub fn new(weights: Weights) -> Self {
        HeuristicBot { weights }
    }
}

impl Bot<Niagara> for HeuristicBot {
    fn choose(&self, view: View<'_, Niagara>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let outlook = Outlook::new(view, &self.weights);
        let mut rated = [f64::NEG_INFINITY; 16];
        let mut best = (f64::NEG_INFINITY, 0);
        for (at, mv) in moves.iter().enumerate() {
            let worth = outlook.rate(*mv);
            if worth > best.0 {
                best = (worth, at);
            }
            if let Some(rated) = rated.get_mut(at) {
                *rated = worth;
            }
        }
        if view.public.ask != Ask::Card || self.weights.mix <= 0.0 {
            return best.1;
        }
        // Mixed strategy: a card is the likelier the less it falls short of the best, and out of the question from
        // `mix` on.
        let floor = best.0 - self.weights.mix;
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

    fn values(&self, view: View<'_, Niagara>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        let outlook = Outlook::new(view, &self.weights);
        out.extend(moves.iter().map(|mv| outlook.rate(*mv)));
    }
}

impl Outlook<'_> {
    fn rate(&self, mv: Move) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let weather = public.weather;
        match mv {
            Move::Card(card) => self.card(card),
            Move::Number(number) => self.number(number, true),
            Move::Weather { up } => {
                let flow = Flow {
                    own: None,
                    weather: if up { weather + 1 } else { weather - 1 },
                    tied: false,
                };
                self.idle(flow) - self.weights.spite * self.others(flow)
            }
            Move::Return(None) => 1.0,
            Move::Return(Some(colour)) => {
                let mut gems = public.gems[seat];
                gems[colour.index()] -= 1;
                let lost = self.landed - worth_of_gems(game, self.weights, &gems).0;
                let none = !Niagara::has_canoe(public, seat);
                (if none { 3.0 } else { 1.0 }) * self.weights.canoe - lost
            }
            Move::Paddle { canoe, .. } => {
                let own = public.canoes[seat][canoe as usize];
                let stay = if own.space == Space::LAND {
                    self.empty[Space::LAND.slot()]
                } else {
                    0.0
                };
                let flow = Flow {
                    own: public.shown[seat].and_then(Card::number),
                    weather,
                    tied: false,
                };
                self.action(canoe, own, mv, flow, false) - stay
            }
            Move::Steal { victim, canoe, hold } => {
                let loot = public.canoes[victim][canoe as usize].hold(hold);
                loot.map_or(0.0, |loot| self.gem(loot) + self.harm(victim, loot))
            }
            Move::Trade(given) => {
                let worth = |colour: Option<Colour>| colour.map_or(0.0, |colour| self.gem(colour));
                worth(public.joe.and_then(|joe| joe.cargo)) - worth(given)
            }
            Move::Pass => 0.0,
        }
    }

    /// Worth of laying `card`: of the best that can be done with it.
    fn card(&self, card: Card) -> f64 {
        let public = self.view.public;
        let flow = |weather: u8, tied: bool| Flow {
            own: None,
            weather,
            tied,
        };
        match card {
            Card::CLOUD => {
                let mut best = f64::NEG_INFINITY;
                let boxes = [public.weather.wrapping_sub(1), public.weather + 1];
                for weather in boxes
                    .into_iter()
                    .filter(|weather| usize::from(*weather) < self.view.game.weather.len())
                {
                    best = best.max(self.idle(flow(weather, false)));
                }
                best - self.weights.cloud
            }
            Card::LASSO => self.idle(flow(public.weather, true)) - self.weights.cloud,
            Card::CHOICE => {
                let mut best = f64::NEG_INFINITY;
                each_card(self.view.game.choice, |Card(number)| {
                    best = f64::max(best, self.number(number, true));
                });
                best - self.weights.keep * 2.0
            }
            Card(number) => self.number(number, false) - self.weights.keep * f64::from(number),
        }
    }

    /// Worth of the best actions with this number; of one canoe alone, the other staying where it is, or of all.
    fn number(&self, number: u8, single: bool) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let canoes = public.canoes[seat];
        let flow = Flow {
            own: Some(number),
            weather: public.weather,
            tied: false,
        };
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
            game.each_paddle(public, at, canoe, points, |mv| {
                best = best.max(self.action(at, canoe, mv, flow, spent));
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

    /// Worth of a canoe after one action.
    fn action(&self, at: u8, canoe: Canoe, mv: Move, flow: Flow, spent: bool) -> f64 {
        let Move::Paddle { pre, to, post, .. } = mv else {
            return 0.0;
        };
        let (game, public) = (self.view.game, self.view.public);
        let block = if pre == Block::NOTHING { post } else { pre };
        let after = canoe.after(block);
        let cargo = self.cargo(after);
        let worth = self.worth(to, cargo, flow, spent);
        if to == Space::LAND || after.gems() >= game.holds(at) {
            return worth;
        }
        let mut gain: f64 = 0.0;
        let mut loot = |colour: Colour, more: f64, chance: f64| {
            let cargo = cargo.unwrap_or(0.0) + self.gem(colour);
            gain = gain.max(chance * (self.worth(to, Some(cargo), flow, spent) - worth + more));
        };
        let up = canoe.space != Space::LAND && game.river.depth(to) < game.river.depth(canoe.space);
        if up && block == Block::NOTHING {
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
    fn harm(&self, other: Seat, colour: Colour) -> f64 {
        let mut gems = self.view.public.gems[other];
        gems[colour.index()] += 1;
        let wins = self.view.game.sets_of(&gems) != 0;
        self.weights.theft + if wins { self.weights.deny } else { 0.0 }
    }
}
