//! The heuristic bot: plans its programme whole along its cheapest way, with a dragon where it hurts the rival nearest to arriving,
//! at a table of two against all that the other might lay (`Contest`), and carries it out by tactics.

use super::bearings::{Bearings, rivals};
use super::contest::Contest;
use super::march::Route;
use super::plan::{DRAGON, Plan, Programme, Weighed};
use super::routes::PawnRoute;
use super::{ScriptedBot, quantities};
use crate::Mekong;
use crate::state::{Ask, Card, Move, PROGRAMME};
use balance_engine::{Bot, MovePlan, Moves, Seat, Stream, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Turns after which a game is a long one.
const PATIENCE: u16 = 8;
/// Cards that everybody is thought to play: all actions but the jump.
const USUAL: u16 = 0xff & !(1 << Card::JUMP.0);

pub struct HeuristicBot {
    pub weights: Weights,
    pub tactics: ScriptedBot,
}

impl Bot<Mekong> for HeuristicBot {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        if view.public.ask != Ask::Card {
            return self.tactics.choose(view, moves, chance);
        }
        self.card(view, moves, chance).0
    }

    fn choose_ahead(
        &self,
        view: View<'_, Mekong>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
    ) -> usize {
        if view.public.ask != Ask::Card {
            return self.tactics.choose(view, moves, chance);
        }
        let (next, programme) = self.card(view, moves, chance);
        if let Some(cards) = programme {
            let after = &cards[laid(view).1 + 1..];
            ahead.foretell(view.seat, after.iter().map(|card| Move::Card(*card)));
        }
        next
    }

    fn values(&self, view: View<'_, Mekong>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        if view.public.ask != Ask::Card {
            return;
        }
        let (mut longer, count) = laid(view);
        Situation::with(&self.weights, view, 0, |situation| {
            out.extend(moves.iter().map(|mv| {
                let Move::Card(card) = *mv else {
                    return f64::NEG_INFINITY;
                };
                longer[count] = model(card);
                let best = situation.draw_programme(&longer[..=count], 0);
                best.map_or(f64::NEG_INFINITY, |(_, worth)| f64::from(worth))
            }));
            Some(())
        });
    }
}

impl HeuristicBot {
    /// The next card, and the programme that it belongs to. Until programmes are turned up nothing that it goes by changes, and it
    /// draws nothing: so it comes to the same programme at every card.
    fn card(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> (usize, Option<Programme>) {
        let (whim, count) = (chance.clone().bits(), laid(view).1);
        let programme = Situation::with(&self.weights, view, whim, |situation| situation.programme(whim));
        let next = programme.and_then(|cards| moves.iter().position(|mv| *mv == Move::Card(cards[count])));
        match next {
            Some(next) => (next, programme),
            None => (chance.below(moves.len() as u32) as usize, None),
        }
    }
}

struct Situation<'a> {
    bearings: &'a Bearings<'a>,
    plan: Plan<'a>,
    /// At a table of two: both sides, and which is one's own.
    contest: Option<(Contest<'a>, usize)>,
}

impl Situation<'_> {
    /// Looks round; none where there is no way.
    fn with<T>(
        weights: &Weights,
        view: View<'_, Mekong>,
        whim: u64,
        then: impl FnOnce(&Situation<'_>) -> Option<T>,
    ) -> Option<T> {
        let (game, public) = (view.game, view.public);
        let bearings = &Bearings::new(view, 1.0, 0.0, whim);
        let part = 1.0 / (game.players - 1) as f32;
        let plan = |seat: Seat, way| Plan {
            course: Route::new(game, public, seat, way),
            weights,
            dragon: [weights.dragon * part; PROGRAMME],
            // Two who keep taking each other's planks never arrive.
            remove: if public.turn > PATIENCE {
                0.0
            } else {
                weights.remove * part
            },
            hit: 1.0 - libm::expf(-weights.dread / PROGRAMME as f32),
        };
        let (own, leader) = (bearings.course().way.as_ref()?, bearings.leader());
        let mut situation = Situation {
            bearings,
            plan: plan(view.seat, own),
            contest: None,
        };
        if let Some(way) = bearings.leaders_way() {
            if game.players == 2 {
                let at = game.place_in_order(public.first, view.seat);
                let sides = [0, 1].map(|place| if place == at { (view.seat, own) } else { (leader, way) });
                situation.contest = Some((
                    Contest::new(sides.map(|(seat, way): (Seat, &PawnRoute)| plan(seat, way))),
                    at,
                ));
            }
            let rival = plan(leader, way);
            for (programme, _) in rival.promising::<1>(&[], USUAL, PROGRAMME) {
                for (dragon, loss) in situation.plan.dragon.iter_mut().zip(rival.losses(programme)) {
                    *dragon += weights.spite * part * loss;
                }
            }
        }
        then(&situation)
    }

    /// The whole programme, cards that lie already first.
    fn programme(&self, whim: u64) -> Option<Programme> {
        let view = self.bearings.view;
        let (laid, count) = laid(view);
        let (mut programme, _) = self.draw_programme(&[], whim)?;
        for at in 0..count {
            if programme[at] != laid[at] {
                (programme, _) = self.draw_programme(&laid[..=at], whim)?;
            }
        }
        Some(programme.map(|card| if card == DRAGON { self.target() } else { card }))
    }

    /// A programme that begins with these cards, drawn among the promising ones, and what the best of them is worth.
    fn draw_programme(&self, laid: &[Card], whim: u64) -> Option<Weighed> {
        let view = self.bearings.view;
        let lot = Stream::keyed(whim, u64::from(view.public.turn), 0, laid.len() as u8).unit() as f32;
        let Some((contest, at)) = &self.contest else {
            return self.plan.draw_programme(laid, cards(view, view.seat, laid), lot);
        };
        let hands = [0, 1].map(|side| {
            if side == *at {
                cards(view, view.seat, laid)
            } else {
                cards(view, self.bearings.leader(), &[])
            }
        });
        let seen = view.public.last[self.bearings.leader()].map(model);
        // Two who have gone round in circles try something else.
        let late = f32::from(view.public.turn.saturating_sub(PATIENCE));
        let whim = self.plan.weights.whim * (1.0 + 2.0 * late);
        contest.best(*at, laid, hands, seen, (lot, whim))
    }

    /// The dragon of the rival nearest to arriving, or any that is there.
    fn target(&self) -> Card {
        let view = self.bearings.view;
        let dragon = |seat: Seat| Card::dragon(view.game.colours[seat]);
        let in_hand = |card: &Card| view.game.hands[view.seat] & card.bit() != 0;
        let leader = dragon(self.bearings.leader());
        let mut all = std::iter::once(leader).chain(rivals(view).map(dragon));
        all.find(in_hand).unwrap_or(leader)
    }
}

/// The card that one counts for in plans.
fn model(card: Card) -> Card {
    if card.dragon_of().is_some() { DRAGON } else { card }
}

/// Cards of plans that `seat` may lay after these, as bits.
fn cards(view: View<'_, Mekong>, seat: Seat, laid: &[Card]) -> u16 {
    let used = laid.iter().fold(0, |used, card| used | card.bit());
    let hand = view.game.hands[seat];
    let dragon = if view.game.rules.dragons_max == 0 || hand & Card::DRAGONS == 0 {
        0
    } else {
        DRAGON.bit()
    };
    (hand & !Card::DRAGONS | dragon) & !used
}

/// Cards of plans that were laid already, and how many.
fn laid(view: View<'_, Mekong>) -> (Programme, usize) {
    let laid = quantities::laid(view);
    let mut programme = [Card::NONE; PROGRAMME];
    for (to, card) in programme.iter_mut().zip(laid) {
        *to = model(*card);
    }
    (programme, laid.len())
}

/// How the heuristic bot weighs what a programme does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// Worth of a step along the way.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub step: f32,
    /// Worth of a stone placed on the way.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub stone: f32,
    /// Worth of a plank laid on the way.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub plank: f32,
    /// Price of a plank that has to be laid elsewhere or is lost.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub waste: f32,
    /// Price of falling, beside the steps lost.
    #[schemars(range(min = 0.0, max = 20.0))]
    pub fall: f32,
    /// Worth of arriving.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub win: f32,
    /// What a later position takes off the worth of arriving.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub haste: f32,
    /// Worth of standing one step before the destination when the turn ends, with the way whole; less of it further off.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub near: f32,
    /// Worth of a dragon, whatever it cancels, divided among the rivals.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub dragon: f32,
    /// Share of what a dragon takes from the rival nearest to arriving that counts as own gain, divided among the rivals.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub spite: f32,
    /// Worth of taking away a plank or a stone, divided among the rivals.
    #[schemars(range(min = -10.0, max = 10.0))]
    pub remove: f32,
    /// How many dragons are expected to be aimed at the own programme in a turn.
    #[schemars(range(min = 0.0, max = 5.0))]
    pub dread: f32,
    /// How far a single rival is trusted to lay a dragon and a card for removing where it laid them in the turn before.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub habit: f32,
    /// How much worse a programme may be and still be drawn often, so that it cannot be foreseen.
    #[schemars(range(min = 0.0, max = 10.0))]
    pub whim: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            step: 1.6,
            stone: 0.3,
            plank: 0.2,
            waste: 0.67,
            fall: 3.0,
            win: 45.0,
            haste: 1.27,
            near: 5.0,
            dragon: 0.1,
            spite: 0.3,
            remove: 0.5,
            dread: 2.0,
            habit: 0.5,
            whim: 1.0,
        }
    }
}
