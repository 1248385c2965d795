//! The heuristic bot: goes its cheapest way, builds what it lacks, and hinders whoever is about to arrive.

use super::bearings::sight;
use super::duel::{Duel, Mix, Side};
use super::plan::{Course, DRAGON, Found, Programme};
use super::rivals::{Field, USUAL, course};
use super::routes::{Ground, PRICES, Routes, apart, reserve};
use super::way::Way;
use super::weights::Weights;
use crate::Mekong;
use crate::board::{Support, expert};
use crate::card::Card;
use crate::state::{Ask, COLOURS, Move, NONE, PROGRAMME, Public, Space, number_of};
use balance_engine::{Bot, Moves, Seat, Stream, View};

/// Turns after which a game is a long one.
const PATIENCE: u16 = 8;
/// How much dearer a plank is to two who hinder each other for many turns: those who wasted theirs came to a standstill.
const SCARCE: f32 = 3.0;
/// A rival that matters less than this part of what the rivals do on average is not hindered.
const MINOR: f32 = 0.6;
/// Hindering others is not planned for if it is worth less than this part of what they lose.
const NEGLIGIBLE: f32 = 0.02;

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
        if view.public.ask == Ask::Card {
            return self.card(view, moves, chance);
        }
        // How far a gap seems to be, in times of how far it is.
        let sight = sight(view.public, self.eye_error, chance);
        let mind = Mind::new(self, view, sight, chance.bits());
        best_of(moves, chance, |mv| mind.value(mv))
    }

    fn values(&self, view: View<'_, Mekong>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        if view.public.ask != Ask::Card {
            let mind = Mind::new(self, view, 1.0, 0);
            out.extend(moves.iter().map(|mv| mind.value(*mv)));
            return;
        }
        if let Some(mix) = self.duel(view, || 0) {
            let (laid, count) = laid_of_model(view);
            let worth = |mv: &Move| mix.worth(&laid[..count], Programming::model(*mv)?);
            // What was not looked at is taken for lost.
            out.extend(moves.iter().map(|mv| f64::from(worth(mv).unwrap_or(-1.0))));
            return;
        }
        let Some(table) = Programming::new(self, view, moves, 0) else {
            return;
        };
        table.with(view, |course, laid| {
            let mut longer = [0; PROGRAMME];
            longer[..laid.len()].copy_from_slice(laid);
            out.extend(moves.iter().map(|mv| {
                let Some(card) = Programming::model(*mv) else {
                    return f64::NEG_INFINITY;
                };
                longer[laid.len()] = card;
                let found = course.best(&longer[..=laid.len()], table.cards & !(1 << card), table.hit, || 0.0);
                f64::from(found.worth)
            }));
        });
    }
}

impl HeuristicBot {
    /// How two players should lay; none where one has no way, on open water, or where there are more.
    fn duel(&self, view: View<'_, Mekong>, whim: impl FnOnce() -> u64) -> Option<Mix> {
        let (game, public, seat) = (view.game, view.public, view.seat);
        if game.players != 2 || game.free {
            return None;
        }
        let ground = Ground::new(game, public, whim());
        let order = [public.first, public.first.clockwise(1, game.players)];
        let way = |seat: Seat| {
            Way::new(
                game,
                public,
                &ground,
                seat,
                &Routes::new(game, public, &ground, seat, 0, PRICES),
            )
        };
        let ways = [way(order[0])?, way(order[1])?];
        let weights = Weights {
            waste: SCARCE * self.weights.waste,
            ..self.weights
        };
        let side = |at: usize| Side {
            course: course(game, public, &ground, order[at], &ways[at], &weights),
            cards: cards_of_model(game.cards_left(order[at], &[])),
            prey: ways[1 - at].gaps_under(&ground, game.removable_planks(public, order[at])),
        };
        Some(Duel::new([side(0), side(1)]).mix(usize::from(order[1] == seat)))
    }

    fn card(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        if let Some(mix) = self.duel(view, || chance.bits()) {
            let (laid, count) = laid_of_model(view);
            let card = mix.next(&laid[..count], chance.unit() as f32);
            if let Some(at) = moves
                .iter()
                .position(|mv| card.is_some() && Programming::model(*mv) == card)
            {
                return at;
            }
        }
        let chosen = Programming::new(self, view, moves, chance.bits()).and_then(|table| {
            // Who has gone round in circles tries something else.
            let late = f32::from(view.public.turn.saturating_sub(PATIENCE)) * 0.25;
            let whim = || self.weights.whim * (1.0 + late) * chance.unit() as f32;
            let found: Found = table.with(view, |course, laid| course.best(laid, table.cards, table.hit, whim));
            let at = table.laid.1;
            let card = if found.best[at] == DRAGON {
                table.target(view, at, chance)?
            } else {
                Card(found.best[at])
            };
            moves.iter().position(|mv| *mv == Move::Card(card))
        });
        chosen.unwrap_or_else(|| chance.below(moves.len() as u32) as usize)
    }
}

/// What a programme is chosen by.
struct Programming<'a> {
    bot: &'a HeuristicBot,
    ground: Ground,
    way: Way,
    /// Cards of the model laid already, and how many.
    laid: ([u8; PROGRAMME], usize),
    /// Cards that may be laid, as bits of a hand, and of the model.
    left: u16,
    cards: u16,
    /// Worth of a dragon at each position.
    dragon: [f32; PROGRAMME],
    /// Worth of taking something away at each position.
    loot: [f32; PROGRAMME],
    /// How likely a dragon is to cancel a card.
    hit: f32,
}

impl<'a> Programming<'a> {
    fn new(bot: &'a HeuristicBot, view: View<'_, Mekong>, moves: &Moves<Move>, whim: u64) -> Option<Self> {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let weights = &bot.weights;
        let ground = Ground::new(game, public, whim);
        let routes = Routes::new(game, public, &ground, seat, 0, PRICES);
        let way = Way::new(game, public, &ground, seat, &routes)?;
        let left = moves.iter().fold(0u16, |set, mv| match mv {
            Move::Card(card) => set | card.bit(),
            _ => set,
        });
        // What hurts one rival is good for all the others, too.
        let few = 1.0 / (game.players - 1) as f32;
        let mut table = Programming {
            bot,
            ground,
            way,
            laid: laid_of_model(view),
            left,
            cards: cards_of_model(left),
            dragon: [weights.dragon * few; PROGRAMME],
            loot: [weights.remove * few; PROGRAMME],
            hit: 1.0 - libm::expf(-weights.dread / PROGRAMME as f32),
        };
        let shared = libm::powf(few, weights.crowd);
        if shared * weights.spite.max(weights.loot) > NEGLIGIBLE {
            table.spite(view, shared);
        }
        Some(table)
    }

    /// Adds what dragons and removing take from rivals.
    fn spite(&mut self, view: View<'_, Mekong>, shared: f32) {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let weights = &self.bot.weights;
        let field = Field::new(game, public, &self.ground, weights);
        let mut worst = [0.0f32; PROGRAMME];
        for rival in game.seats().filter(|rival| *rival != seat) {
            let part = field.share(game, rival, seat);
            if part * (game.players - 1) as f32 <= MINOR {
                continue;
            }
            let share = shared * part;
            let (losses, bridges) = harm(game, public, &self.ground, &field, rival, weights);
            let may = self.left & Card::dragon(game.colours[rival]).bit() != 0;
            for at in 0..PROGRAMME {
                if may {
                    worst[at] = worst[at].max(share * losses[at]);
                }
                self.loot[at] += weights.loot * share * bridges[at];
            }
        }
        for (dragon, worst) in self.dragon.iter_mut().zip(worst) {
            *dragon += weights.spite * worst;
        }
    }

    /// The dragon that hurts most at a position: whoever is nearest to arriving, and probably moves there.
    fn target(&self, view: View<'_, Mekong>, at: usize, chance: &mut Stream) -> Option<Card> {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let field = Field::new(game, public, &self.ground, &self.bot.weights);
        let (mut found, mut most, mut ties) = (None, f32::NEG_INFINITY, 0);
        for rival in game.seats().filter(|rival| *rival != seat) {
            let card = Card::dragon(game.colours[rival]);
            if self.left & card.bit() == 0 {
                continue;
            }
            let losses = harm(game, public, &self.ground, &field, rival, &self.bot.weights).0;
            let worth = field.threat[rival] * (losses[at] + 0.5);
            if worth > most {
                (found, most, ties) = (Some(card), worth, 1);
            } else if worth.total_cmp(&most).is_eq() {
                ties += 1;
                if chance.below(ties) == 0 {
                    found = Some(card);
                }
            }
        }
        found
    }

    /// The card of the model that a move stands for.
    fn model(mv: Move) -> Option<u8> {
        let Move::Card(card) = mv else { return None };
        Some(card.0.min(DRAGON))
    }

    fn with<T>(&self, view: View<'_, Mekong>, think: impl FnOnce(&Course<'_>, &[u8]) -> T) -> T {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let mut course = course(game, public, &self.ground, seat, &self.way, &self.bot.weights);
        course.dragon = self.dragon;
        course.loot = self.loot;
        think(&course, &self.laid.0[..self.laid.1])
    }
}

/// Cards of a hand in those of the model, as bits.
fn cards_of_model(hand: u16) -> u16 {
    hand & 0xff | u16::from(hand & Card::DRAGONS != 0) << DRAGON
}

/// Cards of the model that were laid already, and how many.
fn laid_of_model(view: View<'_, Mekong>) -> (Programme, usize) {
    let mut laid = ([0; PROGRAMME], 0);
    for card in view.private.programme.iter().take_while(|card| **card != Card::NONE) {
        laid.0[laid.1] = card.0.min(DRAGON);
        laid.1 += 1;
    }
    laid
}

/// What a rival loses by a dragon at each position, and by the plank ahead of it being taken just before. What it builds
/// serves everybody and counts for nothing.
fn harm(
    game: &Mekong,
    public: &Public,
    ground: &Ground,
    field: &Field,
    rival: Seat,
    weights: &Weights,
) -> ([f32; PROGRAMME], [f32; PROGRAMME]) {
    let Some(way) = &field.ways[rival] else {
        return ([0.0; PROGRAMME], [0.0; PROGRAMME]);
    };
    let counted = Weights {
        stone: 0.0,
        plank: 0.0,
        waste: 0.0,
        step: weights.lead,
        ..*weights
    };
    let mut course = course(game, public, ground, rival, way, weights);
    let programme = course.unhindered(USUAL).best;
    course.weights = &counted;
    (course.losses(programme), course.bridges(programme))
}

/// A choice while programmes are carried out.
struct Mind<'a> {
    bot: &'a HeuristicBot,
    view: View<'a, Mekong>,
    routes: Routes,
    way: Option<Way>,
    /// The gap that a plank is wanted for.
    gap: Option<(Support, Support)>,
    /// Numbers that would collide with something there though they are long enough, as bits.
    collide: u8,
    /// How far a gap seems, in times of how far it is.
    sight: f64,
    ground: Ground,
    field: Option<Field>,
}

impl<'a> Mind<'a> {
    fn new(bot: &'a HeuristicBot, view: View<'a, Mekong>, sight: f64, whim: u64) -> Self {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let ground = Ground::new(game, public, whim);
        let routes = Routes::new(game, public, &ground, seat, 0, PRICES);
        let way = Way::new(game, public, &ground, seat, &routes);
        let named = (public.gap.0 != NONE).then_some(public.gap);
        let gap = named.or_else(|| way.and_then(|way| way.open_gap(reserve(public, seat))));
        let fits = gap.map_or(0, |(a, b)| ground.numbers[usize::from(a)][usize::from(b)]);
        let field = (public.ask == Ask::Remove).then(|| Field::new(game, public, &ground, &bot.weights));
        let lowest = fits & fits.wrapping_neg();
        Mind {
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
    fn value(&self, mv: Move) -> f64 {
        let (public, seat) = (self.view.public, self.view.seat);
        let left = |space: Space| f64::from(self.routes.from_space(public, space, PRICES));
        match mv {
            Move::Island(island) => {
                let support = COLOURS as Support + island;
                let missing = self.way.and_then(|way| way.missing_stone()) == Some(support);
                let on_way = self.way.is_some_and(|way| way.has(support));
                f64::from(u8::from(missing)) + f64::from(u8::from(on_way))
            }
            Move::Plank(number) => self.number(number),
            Move::Gap(a, b) | Move::Lay { a, b, .. } => {
                let wanted = self.gap == Some((a, b)) || self.gap == Some((b, a));
                let on_way = self.way.is_some_and(|way| way.joins(a, b));
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
        let seen = apart(game.centre(public, a), game.centre(public, b)) * self.sight + self.bot.safety;
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
                    let routes = Routes::new(game, public, &self.ground, other, bit, PRICES);
                    let left = routes
                        .from_space(public, public.pawns[other], PRICES)
                        .min(way.left + 100);
                    value += share * 0.1 * f64::from(left.saturating_sub(way.left));
                }
                value
            }
            Move::TakeStone(slot) => {
                let support = COLOURS as Support + slot;
                let mut value = 0.0;
                for other in game.seats() {
                    if field.ways[other].is_some_and(|way| way.has(support)) {
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
