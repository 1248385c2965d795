//! The heuristic bot: goes its cheapest way, builds what it lacks, and hinders whoever is about to arrive.

use super::ScriptedBot;
use super::bearings::sight;
use super::ground::Ground;
use super::programming;
use super::rivals::HarmCache;
use super::rivals::RivalRoutes;
use super::route::PawnRoute;
use super::route::{Roads, RouteCosts};
use super::routes::{PRICES, Routes, from, reserve};
use super::weights::{ForTwo, Weights};
use crate::Mekong;
use crate::board::{Support, expert};
use crate::card::Card;
use crate::state::{Ask, COLOURS, Move, NONE, Space, number_of};
use balance_engine::{Bot, MovePlan, Moves, Seat, Stream, View};

/// Plans a programme whole, then carries it out by the same way.
pub struct HeuristicBot {
    weights: Weights,
    for_two: ForTwo,
    eye_error: f64,
    safety: f64,
    /// What it takes the other for at a table of two.
    rivals: Vec<ScriptedBot>,
}

impl HeuristicBot {
    /// With these weights; `eye_error` is the spread of a distance as it is seen (0.05: five per cent), `safety` what is
    /// added to it, in millimetres.
    pub fn new(weights: Weights, for_two: ForTwo, eye_error: f64, safety: f64) -> Self {
        HeuristicBot {
            weights,
            for_two,
            eye_error,
            safety: 10.0 * safety,
            rivals: Vec::new(),
        }
    }

    /// The same, but at a table of two it thinks that the other goes by one of these.
    #[must_use]
    pub fn against(mut self, rivals: Vec<ScriptedBot>) -> Self {
        self.rivals = rivals;
        self
    }
}

impl Bot<Mekong> for HeuristicBot {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        if view.public.ask == Ask::Card {
            return self.card(view, moves, chance, None);
        }
        self.act(view, moves, chance, &mut Roads::default())
    }

    fn choose_ahead(
        &self,
        view: View<'_, Mekong>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
    ) -> usize {
        if view.public.ask == Ask::Card {
            return self.card(view, moves, chance, Some(ahead));
        }
        self.act(view, moves, chance, &mut ahead.notes::<HarmCache>().roads)
    }

    fn values(&self, view: View<'_, Mekong>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        if view.public.ask == Ask::Card {
            return programming::values((&self.weights, &self.for_two), view, moves, out);
        }
        let mut roads = Roads::default();
        let mind = ActionChoice::new(self, view, 1.0, roads.on(view.game, view.public, 0));
        out.extend(moves.iter().map(|mv| mind.value(*mv)));
    }
}

impl HeuristicBot {
    /// The next card of its programme; the cards after it go to `ahead`.
    fn card(
        &self,
        view: View<'_, Mekong>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        mut ahead: Option<&mut MovePlan<Move>>,
    ) -> usize {
        let laid = view
            .private
            .programme
            .iter()
            .take_while(|card| **card != Card::NONE)
            .count();
        let programme = |notes: &mut HarmCache| {
            let told = programming::programmes(&self.rivals, view, chance, &mut notes.choices);
            let cards = programming::programme((&self.weights, &self.for_two), view, chance, notes, &told);
            cards.map(|cards| cards.map(Move::Card))
        };
        let programme = match &mut ahead {
            Some(ahead) => programme(ahead.notes()),
            None => programme(&mut HarmCache::default()),
        };
        let next = programme.and_then(|cards| moves.iter().position(|mv| *mv == cards[laid]));
        let Some(next) = next else {
            return chance.below(moves.len() as u32) as usize;
        };
        if let (Some(cards), Some(ahead)) = (programme, ahead) {
            ahead.foretell(view.seat, cards[laid + 1..].iter().copied());
        }
        next
    }

    /// What it does while programmes are carried out.
    fn act(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream, roads: &mut Roads) -> usize {
        // How far a gap seems to be, in times of how far it is.
        let sight = sight(view.public, self.eye_error, chance);
        let known = roads.on(view.game, view.public, chance.bits());
        let mind = ActionChoice::new(self, view, sight, known);
        best_of(moves, chance, |mv| mind.value(mv))
    }
}

/// A choice while programmes are carried out.
struct ActionChoice<'a> {
    bot: &'a HeuristicBot,
    view: View<'a, Mekong>,
    routes: &'a Routes,
    /// Where it is not known yet where to step.
    way: Option<PawnRoute>,
    /// The gap that a plank is wanted for.
    gap: Option<(Support, Support)>,
    /// Numbers that would collide with something there though they are long enough, as bits.
    collide: u8,
    /// How far a gap seems, in times of how far it is.
    sight: f64,
    ground: &'a Ground,
    field: Option<RivalRoutes>,
}

impl<'a> ActionChoice<'a> {
    fn new(bot: &'a HeuristicBot, view: View<'a, Mekong>, sight: f64, known: &'a mut RouteCosts) -> Self {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let steps = matches!(public.ask, Ask::Step | Ask::Second | Ask::Jump);
        let way = if steps {
            None
        } else {
            known.way(game, public, seat, false)
        };
        let named = (public.gap.0 != NONE).then_some(public.gap);
        let gap = named.or_else(|| way.as_ref().and_then(|way| way.open_gap(reserve(public, seat))));
        let fits = gap.map_or(0, |(a, b)| known.ground.numbers(game, public, a, b));
        let way_of = |other: Seat| {
            if other == seat {
                way
            } else {
                known.way(game, public, other, false)
            }
        };
        let field = (public.ask == Ask::Remove).then(|| RivalRoutes::new(game, &bot.weights, way_of));
        let (ground, routes) = known.routes(game, public, seat, from(game, public, seat));
        let lowest = fits & fits.wrapping_neg();
        ActionChoice {
            bot,
            view,
            routes,
            way,
            gap,
            collide: if fits == 0 { 0 } else { !fits & !(lowest - 1) },
            sight,
            ground,
            field,
        }
    }

    /// What a move is worth, one against another.
    #[inline]
    fn value(&self, mv: Move) -> f64 {
        let (public, seat) = (self.view.public, self.view.seat);
        let left = |space: Space| f64::from(self.routes.from_space(public, space, PRICES));
        match mv {
            Move::Island(island) => {
                let support = COLOURS as Support + island;
                let missing = self.way.as_ref().and_then(PawnRoute::missing_stone) == Some(support);
                let on_way = self.way.as_ref().is_some_and(|way| way.has(support));
                f64::from(u8::from(missing)) + f64::from(u8::from(on_way))
            }
            Move::Plank(number) => self.number(number),
            Move::Gap(a, b) | Move::Lay { a, b, .. } => {
                let wanted = self.gap == Some((a, b)) || self.gap == Some((b, a));
                let on_way = self.way.as_ref().is_some_and(|way| way.joins(a, b));
                2.0 * f64::from(u8::from(wanted)) + f64::from(u8::from(on_way))
            }
            Move::TakePlank(_) | Move::TakeStone(_) => self.removal(mv),
            Move::Step(space) | Move::Jump(space) => -left(space),
            // Standing still is as good as a step that gains nothing.
            Move::Stop => 0.5 - left(public.pawns[seat]),
            // Cards are planned; open water is left to a script.
            Move::Card(_) | Move::Patch(_) | Move::Stone(_) => 0.0,
        }
    }

    /// The smallest plank that seems to reach over the gap it is wanted for, or else the longest; without such a gap
    /// the smallest.
    fn number(&self, number: u8) -> f64 {
        let (game, public) = (self.view.game, self.view.public);
        let Some((a, b)) = self.gap else {
            return -f64::from(number);
        };
        let seen = game.centre(public, a).distance(game.centre(public, b)) * self.sight + self.bot.safety;
        let reaches = expert::reach(&game.board.planks, a, b, number) >= seen;
        match (reaches, self.collide >> (number - 1) & 1 == 1) {
            (true, false) => 20.0 - f64::from(number),
            (true, true) => -10.0,
            (false, _) => f64::from(number),
        }
    }

    /// What others lose by it, less what the own way loses, and what the plank is good for.
    fn removal(&self, mv: Move) -> f64 {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let Some(field) = &self.field else { return 0.0 };
        let own = self.way.as_ref();
        match mv {
            Move::TakePlank(slot) => {
                let bit = Space::plank(slot).bit();
                let number = 1u8 << (number_of(usize::from(slot)) - 1);
                let lacks = own.map_or(0, |way| way.lacks(reserve(public, seat)));
                let mut value = if lacks & number == 0 { 0.1 } else { 2.0 };
                for other in game.seats() {
                    let Some(way) = &field.ways[other] else { continue };
                    if way.planks & bit == 0 {
                        continue;
                    }
                    let share = if other == seat {
                        -1.0
                    } else {
                        f64::from(field.share(game, other, seat))
                    };
                    if share.abs() < 0.02 {
                        continue;
                    }
                    let pawn = public.pawns[other];
                    let routes = Routes::new(game, public, self.ground, other, (pawn.bit(), bit), PRICES);
                    let left = routes.from_space(public, pawn, PRICES).min(way.left + 100);
                    value += share * 0.1 * f64::from(left.saturating_sub(way.left));
                }
                value
            }
            Move::TakeStone(slot) => {
                let support = COLOURS as Support + slot;
                let mut value = 0.0;
                for other in game.seats() {
                    if field.ways[other].as_ref().is_some_and(|way| way.has(support)) {
                        value += if other == seat {
                            -0.7
                        } else {
                            0.7 * f64::from(field.share(game, other, seat))
                        };
                    }
                }
                value
            }
            _ => 0.0,
        }
    }
}

/// The move with the highest value, ties by chance.
fn best_of(moves: &Moves<Move>, chance: &mut Stream, value: impl Fn(Move) -> f64) -> usize {
    let (mut found, mut most, mut ties) = (0, f64::NEG_INFINITY, 0);
    for (index, mv) in moves.iter().enumerate() {
        let value = value(*mv);
        if value > most {
            (found, most, ties) = (index, value, 1);
        } else if value.total_cmp(&most).is_eq() {
            ties += 1;
            if chance.below(ties) == 0 {
                found = index;
            }
        }
    }
    found
}
