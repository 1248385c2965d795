//! The heuristic bot: goes its cheapest way, builds what it lacks, and hinders the player who is nearest to arriving.

use super::plan::{Choice, Way, next_card};
use super::routes::{Prices, Routes, reserve};
use super::weights::Weights;
use crate::engine::{Bot, Moves, Seat, Stream, View};
use crate::games::mekong::Mekong;
use crate::games::mekong::board::{Point, Support, expert};
use crate::games::mekong::card::Card;
use crate::games::mekong::state::{Ask, COLOURS, Move, NONE, PROGRAMME, Public, Space, number_of};

/// What steps, stones and planks cost on the way, one for another.
const PRICES: Prices = Prices {
    step: 10,
    blocked: 12,
    plank: 12,
    stone: 7,
};

/// How far inside a plank's reach a stone in open water is wanted.
const SPARE: f64 = 15.0;

/// Plans a programme whole, then carries it out by the same way.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicBot {
    weights: Weights,
    eye_error: f64,
    safety: f64,
}

impl HeuristicBot {
    /// With these weights; `eye_error` is the spread of a distance as it is seen (0.05: five per cent), `safety` what is
    /// added to it, in millimetres.
    pub fn new(weights: Weights, eye_error: f64, safety: f64) -> Self {
        HeuristicBot {
            weights,
            eye_error,
            safety: 10.0 * safety,
        }
    }
}

impl Bot<Mekong> for HeuristicBot {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let (game, public, seat) = (view.game, view.public, view.seat);
        match public.ask {
            Ask::Card => self.card(view, moves, chance),
            Ask::Stone => {
                let way = Way::of(game, public, seat, PRICES);
                stone(view, moves, way, chance)
            }
            Ask::Gap | Ask::Place => {
                let way = Way::of(game, public, seat, PRICES);
                place(moves, way, chance)
            }
            Ask::Plank => self.number(view, moves, chance),
            Ask::Remove => remove(view, moves, chance),
            Ask::Step | Ask::Second | Ask::Jump => {
                let routes = Routes::new(game, public, seat, PRICES);
                step(view, moves, &routes, chance)
            }
            Ask::Over => 0,
        }
    }
}

impl HeuristicBot {
    fn card(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let mut whim = [0.0; PROGRAMME];
        for each in &mut whim {
            *each = chance.unit() as f32;
        }
        let Some(way) = Way::of(game, public, seat, PRICES) else {
            return chance.below(moves.len() as u32) as usize;
        };
        let laid = view
            .private
            .programme
            .iter()
            .take_while(|card| **card != Card::NONE)
            .count();
        let left = moves.iter().fold(0, |set, mv| {
            if let Move::Card(card) = mv {
                set | card.bit()
            } else {
                set
            }
        });
        let choice = Choice {
            way,
            planks: reserve(public, seat),
            home: public.pawns[seat] == Space::village(game.colours[seat]),
            prey: game.removable_planks(public, seat) != 0,
            dragon: leader(game, public, seat, chance).map(|rival| Card::dragon(game.colours[rival])),
            weights: &self.weights,
            whim,
        };
        let card = next_card(&choice, &view.private.programme[..laid], left);
        let at = card.and_then(|card| moves.iter().position(|mv| *mv == Move::Card(card)));
        at.unwrap_or_else(|| chance.below(moves.len() as u32) as usize)
    }

    /// The smallest plank that seems to reach over the gap it is wanted for.
    fn number(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let named = (public.gap.0 != NONE).then_some(public.gap);
        let way = Way::of(game, public, seat, PRICES);
        let Some((a, b)) = named.or_else(|| way.and_then(|way| way.open_gap())) else {
            return chance.below(moves.len() as u32) as usize;
        };
        let gap = apart(game.centre(public, a), game.centre(public, b));
        let seen = gap * libm::exp(self.eye_error * normal(chance)) + self.safety;
        let number = |mv: &Move| if let Move::Plank(number) = mv { *number } else { 0 };
        let reaches = |mv: &Move| expert::reach(&game.board.planks, a, b, number(mv)) >= seen;
        let fitting = moves.iter().enumerate().filter(|(_, mv)| reaches(mv));
        let smallest = fitting.min_by_key(|(_, mv)| number(mv));
        let largest = || moves.iter().enumerate().max_by_key(|(_, mv)| number(mv));
        smallest.or_else(largest).map_or(0, |(index, _)| index)
    }
}

/// Takes what the player nearest to arriving needs most and the own way does not.
fn remove(view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
    let (game, public, seat) = (view.game, view.public, view.seat);
    let own = Way::of(game, public, seat, PRICES);
    let rival = leader(game, public, seat, chance);
    let theirs = rival.and_then(|rival| Way::of(game, public, rival, PRICES));
    // A gap of the own way that no plank of the reserve reaches over.
    let lacks = own.and_then(|way| way.lacks(reserve(public, seat)));
    let on = |way: Option<Way>, slot: usize| {
        let plank = &public.planks[slot];
        way.is_some_and(|way| way.joins(plank.a, plank.b))
    };
    best_of(moves, chance, |mv| match mv {
        Move::TakePlank(slot) => {
            let slot = usize::from(slot);
            let wanted = f64::from(u8::from(lacks.is_some_and(|number| number_of(slot) >= number)));
            let (theirs, own) = (on(theirs, slot), on(own, slot));
            1.0 + 3.0 * f64::from(u8::from(theirs)) - 4.0 * f64::from(u8::from(own)) + 4.0 * wanted
        }
        Move::TakeStone(slot) => {
            let support = COLOURS as Support + slot;
            let needs = |way: Option<Way>| way.is_some_and(|way| way.supports[..=way.gaps].contains(&support));
            2.0 * f64::from(u8::from(needs(theirs))) - 4.0 * f64::from(u8::from(needs(own)))
        }
        _ => 0.0,
    })
}

/// The rival with the least left to go; of several each equally likely, or everybody would hinder the lowest seat.
fn leader(game: &Mekong, public: &Public, seat: Seat, chance: &mut Stream) -> Option<Seat> {
    let (mut found, mut least, mut ties) = (None, 0, 0);
    for rival in game.seats().filter(|rival| *rival != seat) {
        let routes = Routes::new(game, public, rival, PRICES);
        let left = routes.from_space(public, public.pawns[rival], PRICES);
        if found.is_none() || left < least {
            (found, least, ties) = (Some(rival), left, 1);
        } else if left == least {
            ties += 1;
            if chance.below(ties) == 0 {
                found = Some(rival);
            }
        }
    }
    found
}

/// A stone where the way lacks one; on open water as far along as the longest plank reaches.
fn stone(view: View<'_, Mekong>, moves: &Moves<Move>, way: Option<Way>, chance: &mut Stream) -> usize {
    let (game, public, seat) = (view.game, view.public, view.seat);
    let wanted = way.and_then(|way| way.missing_stone());
    let plank = way.and_then(|way| way.plank_for_next_stone(reserve(public, seat)));
    let gap = way.and_then(|way| way.gap_without_stones());
    best_of(moves, chance, |mv| match mv {
        Move::Island(island) => {
            let support = COLOURS as Support + island;
            let on_way = way.is_some_and(|way| way.supports[..=way.gaps].contains(&support));
            if wanted == Some(support) {
                2.0
            } else {
                f64::from(u8::from(on_way))
            }
        }
        Move::Stone(point) => {
            let (Some((from, to)), Some(plank)) = (gap, plank) else {
                return 0.0;
            };
            let reach = expert::reach(&game.board.planks, from, COLOURS as Support, plank) - SPARE;
            let near = apart(game.centre(public, from), point) <= reach;
            let left = apart(point, game.centre(public, to));
            if near { 10_000.0 - left } else { -left }
        }
        _ => 0.0,
    })
}

/// A plank, or the gap it is meant for, on the own way; elsewhere by chance.
fn place(moves: &Moves<Move>, way: Option<Way>, chance: &mut Stream) -> usize {
    let open = way.and_then(|way| way.open_gap());
    best_of(moves, chance, |mv| match mv {
        Move::Lay { a, b, .. } | Move::Gap(a, b) => {
            let wanted = open == Some((a, b)) || open == Some((b, a));
            let on_way = way.is_some_and(|way| way.joins(a, b));
            2.0 * f64::from(u8::from(wanted)) + f64::from(u8::from(on_way))
        }
        _ => 0.0,
    })
}

/// The space with the least left to go; a second step only where it brings the pawn on.
fn step(view: View<'_, Mekong>, moves: &Moves<Move>, routes: &Routes, chance: &mut Stream) -> usize {
    let (public, seat) = (view.public, view.seat);
    let left = |space: Space| f64::from(routes.from_space(public, space, PRICES));
    best_of(moves, chance, |mv| match mv {
        Move::Step(space) | Move::Jump(space) => -left(space),
        // Standing still is as good as a step that gains nothing.
        Move::Stop => 0.5 - left(public.pawns[seat]),
        _ => f64::NEG_INFINITY,
    })
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

/// A standard normal number (Box and Muller 1958).
fn normal(chance: &mut Stream) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - chance.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * chance.unit())
}

fn apart(one: Point, two: Point) -> f64 {
    let (dx, dy) = (f64::from(one.x - two.x), f64::from(one.y - two.y));
    (dx * dx + dy * dy).sqrt()
}
