//! A player who thinks one round ahead: what each place in the river is worth once the river has moved, given the
//! cards that the others may still lay. Cards that are about equally good are mixed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Niagara;
use super::super::river::{LAND, LOST, MAX_SPACES};
use super::super::state::{Ask, Block, CLOUD, COLOURS, Canoe, Move, NONE};
use crate::engine::{Bot, Moves, Seat, Stream, View};

/// Most steps of the river that are thought of.
const FLOWS: usize = 16;

/// How the heuristic bot weighs things.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// Worth of a canoe, in the unit of an ordinary gem on land.
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
    /// Worth of taking a gem away from somebody.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub theft: f64,
    /// Worth of keeping a card, for each of its points.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub keep: f64,
    /// Cards within this worth of the best are mixed.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub mix: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            canoe: 1.2,
            aboard: 0.85,
            distance: 0.12,
            hope: 0.3,
            theft: 0.3,
            keep: 0.03,
            mix: 0.15,
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

/// What one seat expects: worth of each colour on land, and of each place in the river.
struct Outlook<'v> {
    view: View<'v, Niagara>,
    weights: &'v Weights,
    /// Worth of one more gem of each colour.
    gem: [f64; COLOURS],
    /// Worth of an empty canoe by space.
    empty: [f64; MAX_SPACES + 1],
    /// Share of its gem's worth that a loaded canoe has, by space.
    share: [f64; MAX_SPACES + 1],
}

impl<'v> Outlook<'v> {
    fn new(view: View<'v, Niagara>, weights: &'v Weights) -> Self {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let river = &game.river;
        let now = progress(game, public.gems[seat]);
        let gem = std::array::from_fn(|colour| {
            let mut gems = public.gems[seat];
            gems[colour] += 1;
            progress(game, gems) - now
        });
        let hand = public.hands[seat] & !(1 << CLOUD);
        let hand = if hand == 0 { game.full_hand } else { hand };
        let highest = 15 - hand.leading_zeros().min(15);
        let mut outlook = Outlook {
            view,
            weights,
            gem,
            empty: [0.0; MAX_SPACES + 1],
            share: [0.0; MAX_SPACES + 1],
        };
        for space in 1..=river.spaces() as usize {
            let depth = u32::from(river.depth[space]);
            let beyond = f64::from(depth.saturating_sub(highest));
            let near = f64::from(depth.min(highest));
            outlook.share[space] = (weights.aboard - 0.03 * near - weights.distance * beyond).max(0.05);
            let mut best: f64 = 0.0;
            for (colour, worth) in gem.iter().enumerate() {
                if public.places[colour].iter().all(|count| *count == 0) {
                    continue;
                }
                let way = (f64::from(river.depth_of_place[colour]) - f64::from(depth)).abs();
                best = best.max(worth * (weights.hope - 0.03 * way));
            }
            outlook.empty[space] = best - 0.03 * f64::from(depth);
        }
        let near = gem.iter().copied().fold(0.0, f64::max);
        outlook.empty[0] = 0.15 * near;
        outlook
    }

    /// Worth of a canoe at `space` when the river moves as `flow` says: chance of each number of steps.
    fn worth(&self, space: u8, cargo: u8, flow: &[f64; FLOWS]) -> f64 {
        if space == LAND {
            let landed = if cargo == NONE { 0.0 } else { self.gem[cargo as usize] };
            return self.empty[0] + landed;
        }
        let river = &self.view.game.river;
        let mut side = self.view.public.last_side;
        let mut at = space;
        let mut sum = 0.0;
        for chance in flow {
            if *chance > 0.0 {
                let value = if at == LOST {
                    -self.weights.canoe
                } else if cargo == NONE {
                    self.empty[at as usize]
                } else {
                    self.gem[cargo as usize] * self.share[at as usize] - 0.02 * f64::from(river.depth[at as usize])
                };
                sum += chance * value;
            }
            side ^= 1;
            if at != LOST {
                at = river.after_push(at, side);
            }
        }
        sum
    }

    /// Chance of each number of steps when this seat shows `own` and the cloud stands on box `weather`.
    fn flow(&self, own: u8, weather: u8) -> [f64; FLOWS] {
        let (game, public) = (self.view.game, self.view.public);
        let mut hands = [0u16; crate::engine::MAX_SEATS];
        let mut open = 0;
        let mut lowest = if own == CLOUD { NONE } else { own };
        for seat in (0..game.players as u8).map(Seat).filter(|seat| *seat != self.view.seat) {
            let shown = public.shown[seat];
            if shown == NONE {
                hands[open] = public.hands[seat];
                open += 1;
            } else if shown != CLOUD {
                lowest = lowest.min(shown);
            }
        }
        let mut flow = [0.0; FLOWS];
        let shift = game.weather[weather as usize];
        let floor = game.rules.flow_min as i8;
        let steps = |card: u8| ((card as i8 + shift).max(floor) as usize).min(FLOWS - 1);
        let mut above = 1.0;
        for card in 1..=12u8 {
            if card == lowest {
                break;
            }
            // Nobody shows this card or a lower one: clouds and higher numbers only.
            let higher = !((2u16 << card) - 1) | 1;
            let none = hands[..open].iter().fold(1.0, |none, hand| {
                none * f64::from((hand & higher).count_ones()) / f64::from(hand.count_ones().max(1))
            });
            flow[steps(card)] += above - none;
            above = none;
            if above <= 0.0 {
                return flow;
            }
        }
        let rest = if lowest == NONE {
            (shift.max(0) as usize).min(FLOWS - 1)
        } else {
            steps(lowest)
        };
        flow[rest] += above;
        flow
    }

    /// Worth of one action of a canoe above leaving it out of account.
    fn action(&self, canoe: Canoe, mv: Move, flow: &[f64; FLOWS], rob: f64) -> f64 {
        let Move::Paddle { pre, to, post, .. } = mv else {
            return 0.0;
        };
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let block = if pre == Block::NOTHING { post } else { pre };
        let cargo = if block.unload != 0 || !canoe.loaded() {
            block.load
        } else {
            canoe.cargo
        };
        let mut worth = self.worth(to, cargo, flow);
        let river = &game.river;
        let idle = cargo == NONE && block == Block::NOTHING;
        if idle && to != LAND && river.depth[to as usize] < river.depth[canoe.space as usize] {
            let mut gain: f64 = 0.0;
            game.each_victim(public, seat, to, |victim, at, hold| {
                let loot = public.canoes[victim][at as usize].hold(hold);
                gain = gain.max(self.worth(to, loot, flow) - worth + self.weights.theft);
            });
            worth += rob * gain;
        }
        if cargo != NONE && to != LAND {
            worth -= self.threat(to) * self.gem[cargo as usize] * self.share[to as usize];
        }
        worth
    }

    /// Chance that somebody who acts later this round takes a gem at `space`.
    fn threat(&self, space: u8) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let river = &game.river;
        let mut safe = 1.0;
        for other in (0..game.players as u8).map(Seat).filter(|other| *other != seat) {
            if public.shown[other] != NONE {
                continue;
            }
            let hand = public.hands[other];
            for canoe in public.canoes[other] {
                if !canoe.afloat() || canoe.loaded() {
                    continue;
                }
                let (from, to) = (river.depth[canoe.space as usize], river.depth[space as usize]);
                if from > to && river.upstream(canoe.space, to) == space && hand >> (from - to) & 1 == 1 {
                    safe *= 1.0 - 1.5 / f64::from(hand.count_ones() + 1);
                }
            }
        }
        1.0 - safe
    }

    /// Worth of the best action of each canoe with this card.
    fn card(&self, card: u8) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let canoes = public.canoes[seat];
        if card == CLOUD {
            let mut best = f64::NEG_INFINITY;
            for up in [false, true] {
                let weather = if up {
                    public.weather + 1
                } else {
                    public.weather.wrapping_sub(1)
                };
                if usize::from(weather) < game.weather.len() {
                    best = best.max(self.idle(weather));
                }
            }
            return best;
        }
        let flow = self.flow(card, public.weather);
        let rob = if public.first == seat { 0.8 } else { 0.4 };
        let afloat = canoes.iter().any(|canoe| canoe.afloat());
        let mut sum = 0.0;
        let mut launch = f64::NEG_INFINITY;
        for (at, canoe) in canoes.into_iter().enumerate() {
            if canoe.space == LOST || at == 1 && canoe == canoes[0] && canoe.space == LAND {
                continue;
            }
            let mut best = f64::NEG_INFINITY;
            game.each_paddle(public, at as u8, canoe, card, |mv| {
                best = best.max(self.action(canoe, mv, &flow, rob));
            });
            if canoe.space == LAND {
                launch = best - self.empty[0];
            } else {
                sum += best;
            }
        }
        if launch > f64::NEG_INFINITY {
            sum += if afloat { launch.max(0.0) } else { launch };
        }
        sum - self.weights.keep * f64::from(card)
    }

    /// Worth of all own canoes where they are, with the cloud on that box.
    fn idle(&self, weather: u8) -> f64 {
        let flow = self.flow(CLOUD, weather);
        let canoes = self.view.public.canoes[self.view.seat];
        let afloat = canoes.iter().filter(|canoe| canoe.afloat());
        afloat.map(|canoe| self.worth(canoe.space, canoe.cargo, &flow)).sum()
    }

    fn rate(&self, mv: Move, flow: &[f64; FLOWS]) -> f64 {
        let (public, seat) = (self.view.public, self.view.seat);
        match mv {
            Move::Card(card) => self.card(card),
            Move::Weather { up } => self.idle(if up { public.weather + 1 } else { public.weather - 1 }),
            Move::Return(NONE) | Move::Trade(_) | Move::Number(_) => 1.0,
            Move::Return(colour) => {
                let mut gems = public.gems[seat];
                gems[colour as usize] -= 1;
                let lost = progress(self.view.game, public.gems[seat]) - progress(self.view.game, gems);
                let none = !Niagara::has_canoe(public, seat);
                (if none { 3.0 } else { 1.0 }) * self.weights.canoe - lost
            }
            Move::Paddle { canoe, to, .. } => {
                let own = public.canoes[seat][canoe as usize];
                let stay = if own.space == LAND { self.empty[0] } else { 0.0 };
                debug_assert!(to != LOST);
                self.action(own, mv, flow, 1.0) - stay
            }
            Move::Steal { victim, canoe, hold } => {
                let loot = public.canoes[victim][canoe as usize].hold(hold);
                self.gem[loot as usize] + self.weights.theft
            }
            Move::Pass => 0.0,
        }
    }
}

/// How near these gems are to a win, in ordinary gems.
fn progress(game: &Niagara, gems: [u8; COLOURS]) -> f64 {
    let sets = &game.rules.sets;
    if game.sets_of(&gems) != 0 {
        return 20.0;
    }
    let effort = |colour: usize| 0.7 + 0.12 * f64::from(game.river.depth_of_place[colour]);
    let mut nearest = f64::INFINITY;
    let mut others = 0.0;
    let mut consider = |missing: f64| {
        nearest = nearest.min(missing);
        others += 0.25 / (1.0 + missing);
    };
    if sets.any > 0 {
        consider(f64::from(sets.any.saturating_sub(gems.iter().sum())));
    }
    if sets.same > 0 {
        let missing = |(colour, count): (usize, &u8)| f64::from(sets.same.saturating_sub(*count)) * effort(colour);
        consider(gems.iter().enumerate().map(missing).fold(f64::INFINITY, f64::min));
    }
    if sets.different > 0 {
        let colours = (0..COLOURS).filter(|colour| gems[*colour] == 0);
        consider(colours.map(|colour| effort(colour) * 1.1).sum());
    }
    let all: u8 = gems.iter().sum();
    8.0 / (1.0 + nearest) + others * 2.0 + 0.4 * f64::from(all)
}

impl Bot<Niagara> for HeuristicBot {
    fn choose(&self, view: View<'_, Niagara>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let outlook = Outlook::new(view, &self.weights);
        let shown = view.public.shown[view.seat];
        let flow = if shown == NONE {
            [0.0; FLOWS]
        } else {
            outlook.flow(shown, view.public.weather)
        };
        let mix = if view.public.ask == Ask::Card {
            self.weights.mix
        } else {
            0.0
        };
        let mut best = (f64::NEG_INFINITY, 0);
        for (at, mv) in moves.iter().enumerate() {
            let mut worth = outlook.rate(*mv, &flow);
            if mix > 0.0 {
                worth += mix * chance.unit();
            }
            if worth > best.0 {
                best = (worth, at);
            }
        }
        best.1
    }
}
