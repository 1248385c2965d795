//! What a player expects of this round: how far the river moves, given the cards that the others may still show, and
//! what each place in it is worth once it has.

use super::Weights;
use crate::content::CARD_MAX;
use crate::river::{DRIFTS, MAX_SPACES, SLOTS, Space};
use crate::state::{COLOURS, Canoe, Card, GemColour};
use crate::{Niagara, each_card};
use balance_engine::{Seat, View};
use std::sync::OnceLock;

use crate::rules::WinningSets;

/// Expectations of one seat. Spaces are slots of [`crate::River::drift`].
pub struct Expectations<'v> {
    /// What the seat sees.
    pub view: View<'v, Niagara>,
    /// How it weighs things.
    pub weights: &'v Weights,
    /// What follows from the game and the weights alone.
    tables: &'v Tables,
    /// Worth of the gems on land.
    pub landed: f64,
    /// Worth of one more gem of each colour on land.
    gem: [f64; COLOURS],
    /// Worth of an empty canoe.
    pub empty: [f64; SLOTS],
    /// Share of its gem's worth that a loaded canoe has; with the highest card of the hand still to come, and without.
    share: [&'v [f64; SLOTS]; 2],
    /// The numbers that others may show, from the lowest, so far as they matter.
    others: [Lowest; CARD_MAX as usize],
    /// How many these are.
    count: usize,
    /// Lowest number that others have shown.
    seen: Option<u8>,
    /// Chance that no thief who acts later comes by.
    safe: [f64; SLOTS],
}

/// A number that others may show.
#[derive(Clone, Copy)]
struct Lowest {
    number: u8,
    /// Chance that it is the lowest of theirs.
    chance: f64,
    /// Chance that all of theirs are higher.
    above: f64,
}

/// Where the disc of each slot comes to rest.
type Row<'v> = &'v [Space; SLOTS];

/// How the numbers of others move the river with the cloud on one box.
pub struct Weather<'v> {
    shift: i8,
    rows: [Row<'v>; CARD_MAX as usize],
}

/// How the river may move: where each disc comes to rest, and how likely.
#[derive(Clone, Copy)]
pub struct Flow<'v> {
    /// Where discs come to rest when the lowest number is one of others, as many as may be the lowest.
    rows: &'v [Row<'v>],
    /// Chance that it is none of them.
    above: f64,
    /// Where discs come to rest then.
    rest: Row<'v>,
    /// Does it leave own canoes where they are?
    tied: bool,
}

impl<'v> Expectations<'v> {
    /// What the seat of `view` expects, by `tables` for its game and `weights`.
    #[inline]
    pub fn new(view: View<'v, Niagara>, weights: &'v Weights, tables: &'v Tables) -> Self {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let (landed, gem) = tables.worth_of_gems(game, weights, public.gems[seat]);
        let hand = public.hands[seat] & game.numbers;
        let top = |hand: u16| 15 - if hand == 0 { game.numbers } else { hand }.leading_zeros() as usize;
        let highest = top(hand);
        let share = [highest, top(hand & !(1 << highest))].map(|highest| &tables.share[highest & 15]);
        let mut outlook = Expectations {
            view,
            weights,
            tables,
            landed,
            gem,
            empty: [0.0; SLOTS],
            share,
            others: [Lowest {
                number: 0,
                chance: 0.0,
                above: 1.0,
            }; CARD_MAX as usize],
            count: 0,
            seen: None,
            safe: [1.0; SLOTS],
        };
        outlook.value_spaces();
        outlook.foresee_cards();
        outlook.fear_thieves();
        outlook
    }

    fn value_spaces(&mut self) {
        let (game, public, weights) = (self.view.game, self.view.public, self.weights);
        let river = &game.river;
        // What an empty canoe hopes for at each depth; the arms are alike.
        let mut best = 0.0;
        let mut hopes = [0.0; MAX_SPACES + 1];
        let depths = ..=usize::from(river.deepest()).min(MAX_SPACES);
        for (colour, factors) in self.tables.hope.iter().enumerate() {
            if public.places[colour] == [0; COLOURS] {
                continue;
            }
            let worth = self.gem[colour];
            best = f64::max(best, worth);
            for (hope, factor) in hopes[depths].iter_mut().zip(&factors[depths]) {
                let own = worth * factor;
                *hope = if own > *hope { own } else { *hope };
            }
        }
        for space in river.spaces() {
            let depth = usize::from(river.depth(space)).min(MAX_SPACES);
            self.empty[space.slot()] = hopes[depth] - self.tables.drag[space.slot()];
        }
        self.empty[Space::LAND.slot()] = weights.ashore * best;
        self.empty[Space::FALLEN.slot()] = -weights.canoe;
    }

    fn foresee_cards(&mut self) {
        let (game, public) = (self.view.game, self.view.public);
        // Chance that nobody else shows a number up to this one.
        let mut none = [1.0; CARD_MAX as usize + 1];
        for seat in (0..game.players as u8).map(Seat).filter(|seat| *seat != self.view.seat) {
            if let Some(shown) = public.shown[seat] {
                self.seen = lower(self.seen, shown.number());
                continue;
            }
            let higher = self.tables.higher(game, public.hands[seat]);
            for (none, higher) in none.iter_mut().zip(higher) {
                *none *= higher;
            }
        }
        let mut above = 1.0;
        let numbers = usize::from(game.highest) + 1;
        for (number, none) in none[..numbers].iter().enumerate().skip(1) {
            if *none < above {
                self.others[self.count] = Lowest {
                    number: number as u8,
                    chance: above - none,
                    above: *none,
                };
                self.count += 1;
                above = *none;
                if above < 0.005 {
                    break;
                }
            }
        }
    }

    /// Empty canoes below may come up and steal; only who acts later can this round.
    fn fear_thieves(&mut self) {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let river = &game.river;
        let own = game.place_in_order(public.first, seat);
        for other in (0..game.players as u8).map(Seat) {
            if game.place_in_order(public.first, other) <= own {
                continue;
            }
            let hand = public.hands[other] & game.numbers;
            for (at, canoe) in public.canoes[other].into_iter().enumerate() {
                if !canoe.afloat() || canoe.gems() >= game.holds(at as u8) {
                    continue;
                }
                let depth = river.depth(canoe.space);
                let help = Niagara::help(public, other, at as u8);
                let chance = self.weights.thief * game.odds[public.hands[other].count_ones() as usize];
                each_card(hand, |Card(number)| {
                    if number + help < depth {
                        let to = river.upstream(canoe.space, depth - number - help);
                        self.safe[to.slot()] *= 1.0 - chance.min(0.9);
                    }
                });
            }
        }
    }

    /// How the numbers of others move the river with the cloud on this box.
    pub fn weather(&self, cloud: u8) -> Weather<'v> {
        let shift = self.view.game.weather[cloud as usize];
        let mut rows = [self.row(0); CARD_MAX as usize];
        for (other, to) in self.others[..self.count].iter().zip(&mut rows) {
            *to = self.row(self.steps(other.number, shift));
        }
        Weather { shift, rows }
    }

    /// How the river may move with this own number shown. `tied` leaves own canoes where they are.
    pub fn flow<'w>(&self, weather: &'w Weather<'v>, own: Option<u8>, tied: bool) -> Flow<'w> {
        let lowest = lower(own, self.seen);
        let lower_ones = |lowest: u8| {
            self.others[..self.count]
                .iter()
                .take_while(move |other| other.number < lowest)
        };
        let count = lowest.map_or(self.count, |lowest| lower_ones(lowest).count());
        let rest = match lowest {
            None => weather.shift.max(0),
            Some(lowest) => self.steps(lowest, weather.shift),
        };
        Flow {
            rows: &weather.rows[..count],
            above: if count == 0 { 1.0 } else { self.others[count - 1].above },
            rest: self.row(rest),
            tied,
        }
    }

    #[inline]
    fn steps(&self, number: u8, shift: i8) -> i8 {
        (number as i8 + shift).max(self.view.game.rules.flow_min as i8)
    }

    #[inline]
    fn row(&self, steps: i8) -> Row<'v> {
        let drift = &self.view.game.river.drift[self.view.public.last_side as usize];
        &drift[(steps as usize).min(DRIFTS - 1)]
    }

    /// The mean of `value` over where the disc at `space` comes to rest.
    #[inline]
    fn mean(&self, space: Space, flow: &Flow<'_>, value: impl Fn(usize) -> f64) -> f64 {
        if flow.tied {
            return value(space.slot());
        }
        let mut sum = 0.0;
        for (other, row) in self.others.iter().zip(flow.rows) {
            sum += other.chance * value(row[space.slot()].slot());
        }
        sum + flow.above * value(flow.rest[space.slot()].slot())
    }

    /// Worth of a canoe that its owner leaves at `space` with gems worth `cargo` on land, none being worth nothing.
    /// `spent` says whether the highest card of the hand has been used for it.
    #[inline]
    pub fn worth(&self, space: Space, cargo: Option<f64>, flow: &Flow<'_>, spent: bool) -> f64 {
        match cargo {
            Some(cargo) if space == Space::LAND => self.empty[Space::LAND.slot()] + cargo,
            None if space == Space::LAND => self.empty[Space::LAND.slot()],
            None => self.mean(space, flow, |slot| self.empty[slot]),
            Some(cargo) => {
                let share = self.share[usize::from(spent)];
                let cargo = cargo * self.safe[space.slot()];
                self.mean(space, flow, |slot| cargo * share[slot] - self.tables.drag[slot])
            }
        }
    }

    /// Worth of these gems on land.
    pub fn worth_of_gems(&self, gems: [u8; COLOURS]) -> f64 {
        self.tables.worth_of_gems(self.view.game, self.weights, gems).0
    }

    /// Worth of one more gem of this colour on land.
    #[inline]
    pub fn gem(&self, colour: GemColour) -> f64 {
        self.gem[colour.index()]
    }

    /// Worth on land of what a canoe has aboard.
    #[inline]
    pub fn cargo(&self, canoe: Canoe) -> Option<f64> {
        let cargo = self.gem(canoe.cargo?);
        Some(canoe.second.map_or(cargo, |second| cargo + self.gem(second)))
    }

    /// Worth of all own canoes where they are.
    pub fn idle(&self, flow: &Flow<'_>) -> f64 {
        let canoes = self.view.public.canoes[self.view.seat];
        let afloat = canoes.iter().filter(|canoe| canoe.afloat());
        afloat
            .map(|canoe| self.worth(canoe.space, self.cargo(*canoe), flow, false))
            .sum()
    }

    /// Worth to the others of their canoes where they are, as far as the river goes.
    pub fn others(&self, flow: &Flow<'_>) -> f64 {
        let (game, public) = (self.view.game, self.view.public);
        let others = (0..game.players as u8).map(Seat).filter(|seat| *seat != self.view.seat);
        let mut sum = 0.0;
        for seat in others.filter(|seat| public.shown[*seat] != Some(Card::LASSO)) {
            for canoe in public.canoes[seat].iter().filter(|canoe| canoe.afloat()) {
                let lost = 1.0 + f64::from(canoe.gems());
                sum -= lost
                    * self.mean(canoe.space, flow, |slot| {
                        f64::from(u8::from(slot == Space::FALLEN.slot()))
                    });
            }
        }
        sum
    }
}

/// The lower of two numbers, where there is one.
#[inline]
fn lower(one: Option<u8>, other: Option<u8>) -> Option<u8> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Worth of a set that wins at once.
pub const WIN: f64 = 20.0;

/// How far a collection is from each winning set, in ordinary gems; infinite where a set is out of the game.
#[derive(Clone, Copy)]
struct MissingGems {
    any: f64,
    same: f64,
    different: f64,
}

impl MissingGems {
    /// How good it is to be this far from the sets, with so many gems in all.
    fn worth(self, weights: &Weights, all: f64) -> f64 {
        let nearest = self.any.min(self.same).min(self.different);
        if nearest <= 0.0 {
            return WIN;
        }
        let near = |gap: f64| 1.0 / (1.0 + gap);
        let all_sets = near(self.any) + near(self.same) + near(self.different);
        weights.nearest * near(nearest) + weights.spread * all_sets + weights.plain * all
    }
}

/// Worth of `gems`, and of one more gem of each colour.
pub fn worth_of_gems(game: &Niagara, weights: &Weights, gems: &[u8; COLOURS]) -> (f64, [f64; COLOURS]) {
    let sets = &game.rules.sets;
    let effort: [f64; COLOURS] = std::array::from_fn(|colour| {
        1.0 + weights.depth * (f64::from(game.river.depth_of_place[colour]) - f64::from(game.river.trunk - 1))
    });
    let all: u8 = gems.iter().sum();
    let missing = |need: u8, have: u8| {
        if need == 0 {
            f64::INFINITY
        } else {
            f64::from(need.saturating_sub(have))
        }
    };
    let same: [f64; COLOURS] =
        std::array::from_fn(|colour| missing(sets.same, gems[colour]) * effort[colour] * weights.same);
    // The nearest colour, and the nearest but for that one.
    let (mut first, mut second) = (0, f64::INFINITY);
    for colour in 1..COLOURS {
        if same[colour] < same[first] {
            second = same[first];
            first = colour;
        } else {
            second = second.min(same[colour]);
        }
    }
    // Of the colours that lack only the easiest have to be fetched.
    let lacking: u8 = gems.iter().map(|count| u8::from(*count == 0)).sum();
    let wanted = sets.different.saturating_sub(COLOURS as u8 - lacking);
    let mut different = if sets.different == 0 { f64::INFINITY } else { 0.0 };
    if sets.different > 0 && wanted > 0 {
        let share = f64::from(wanted) / f64::from(lacking);
        let sum: f64 = (0..COLOURS)
            .filter(|colour| gems[*colour] == 0)
            .map(|colour| effort[colour])
            .sum();
        different = sum * share * weights.different;
    }
    let now = MissingGems {
        any: missing(sets.any, all),
        same: same[first],
        different,
    };
    let before = now.worth(weights, f64::from(all));
    let more = std::array::from_fn(|colour| {
        let own = missing(sets.same, gems[colour] + 1) * effort[colour] * weights.same;
        let others = if colour == first { second } else { same[first] };
        let fewer = if gems[colour] == 0 && wanted > 0 {
            let left = different - effort[colour] * weights.different;
            if wanted == 1 { 0.0 } else { left.max(0.1) }
        } else {
            different
        };
        let then = MissingGems {
            any: missing(sets.any, all + 1),
            same: own.min(others),
            different: fewer,
        };
        then.worth(weights, f64::from(all + 1)) - before
    });
    (before, more)
}

/// Gems of one colour on land that are looked up; who has more is reckoned anew.
const HELD: usize = 4;
/// Cards that may be the highest of a hand.
const TOPS: usize = 16;

/// Hands that are looked up: those of the base game.
const HANDS: u16 = 1 << 8;

/// By number: chance that whoever may lay any of his cards shows no number up to it.
pub type Higher = [f64; CARD_MAX as usize + 1];
/// Worth of some gems on land, and of one more of each colour.
pub type Worth = (f64, [f64; COLOURS]);

/// Tables of one game and the weights of one bot.
#[derive(Clone, Debug)]
pub struct Tables {
    key: TableKey,
    worths: Vec<Worth>,
    /// By hand.
    higher: Vec<Higher>,
    /// By the highest card still in hand and slot: share of its gem's worth that a loaded canoe has.
    pub share: [[f64; SLOTS]; TOPS],
    /// By slot: what is taken off for a canoe that lies so deep.
    pub drag: [f64; SLOTS],
    /// By colour and depth: share of its worth that an empty canoe hopes for there.
    pub hope: [[f64; MAX_SPACES + 1]; COLOURS],
}

/// All of a game that tables depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TableKey {
    sets: WinningSets,
    trunk: u8,
    arm: u8,
    depth_of_place: [u8; COLOURS],
}

impl TableKey {
    fn new(game: &Niagara) -> Self {
        TableKey {
            sets: game.rules.sets.clone(),
            trunk: game.river.trunk,
            arm: game.river.arm,
            depth_of_place: game.river.depth_of_place,
        }
    }

    #[inline]
    fn fits(&self, game: &Niagara) -> bool {
        let river = &game.river;
        self.sets == game.rules.sets
            && (self.trunk, self.arm) == (river.trunk, river.arm)
            && self.depth_of_place == river.depth_of_place
    }
}

impl Tables {
    /// The small tables alone, without those of gems and hands.
    fn new(game: &Niagara, weights: &Weights) -> Self {
        let river = &game.river;
        let mut tables = Tables {
            key: TableKey::new(game),
            worths: Vec::new(),
            higher: Vec::new(),
            share: [[0.0; SLOTS]; TOPS],
            drag: [0.0; SLOTS],
            hope: [[0.0; MAX_SPACES + 1]; COLOURS],
        };
        for space in river.spaces() {
            let depth = i32::from(river.depth(space));
            tables.drag[space.slot()] = weights.deep * f64::from(depth);
            for (share, highest) in tables.share.iter_mut().zip(0..) {
                let beyond = f64::from((depth - highest).max(0));
                let near = f64::from(depth.min(highest));
                share[space.slot()] = (weights.aboard - 0.03 * near - weights.distance * beyond).max(0.05);
            }
        }
        tables.drag[Space::FALLEN.slot()] = weights.canoe;
        for (hope, place) in tables.hope.iter_mut().zip(river.depth_of_place) {
            for (hope, depth) in hope.iter_mut().zip(0..).skip(1) {
                let way = f64::from((depth - i32::from(place)).abs());
                *hope = weights.hope - weights.way * way;
            }
        }
        tables
    }

    fn whole(mut self, game: &Niagara, weights: &Weights) -> Self {
        let gems = |at: usize| std::array::from_fn(|colour| (at / HELD.pow(colour as u32) % HELD) as u8);
        let all = 0..HELD.pow(COLOURS as u32);
        self.worths = all.map(|at| worth_of_gems(game, weights, &gems(at))).collect();
        if game.full_hand < HANDS {
            self.higher = (0..=game.full_hand).map(|hand| higher(game, hand)).collect();
        }
        self
    }

    /// Chances that the owner of this hand shows a higher number.
    #[inline]
    pub fn higher(&self, game: &Niagara, hand: u16) -> Higher {
        match self.higher.get(usize::from(hand)) {
            Some(higher) => *higher,
            None => higher(game, hand),
        }
    }

    /// [`worth_of_gems`].
    #[inline]
    pub fn worth_of_gems(&self, game: &Niagara, weights: &Weights, gems: [u8; COLOURS]) -> Worth {
        let few = gems.iter().all(|count| usize::from(*count) < HELD);
        let at = gems.iter().rev().fold(0, |at, count| HELD * at + usize::from(*count));
        match self.worths.get(at) {
            Some(worth) if few => *worth,
            _ => worth_of_gems(game, weights, &gems),
        }
    }
}

/// Chances that the owner of this hand shows a higher number.
fn higher(game: &Niagara, hand: u16) -> Higher {
    let each = game.odds[hand.count_ones() as usize];
    let mut higher = [1.0; CARD_MAX as usize + 1];
    let mut left = 1.0;
    let numbers = usize::from(game.highest) + 1;
    for (number, higher) in higher[..numbers].iter_mut().enumerate().skip(1) {
        // The card of one's choice is likely to be a low number.
        let cards = (hand >> number & 1) + u16::from(number == 1 && hand & Card::CHOICE.bit() != 0);
        left -= each * f64::from(cards);
        *higher = f64::max(left, 0.0);
    }
    higher
}

/// Weights with their tables, made at their first use.
#[derive(Clone, Debug)]
pub struct Tabled {
    /// The weights.
    pub weights: Weights,
    tables: OnceLock<Tables>,
}

impl Tabled {
    /// Tables for these weights.
    pub fn new(weights: Weights) -> Self {
        Tabled {
            weights,
            tables: OnceLock::new(),
        }
    }

    /// Calls `read` with the tables for `game`.
    #[inline]
    pub fn with<T>(&self, game: &Niagara, read: impl FnOnce(&Tables) -> T) -> T {
        let make = || Tables::new(game, &self.weights).whole(game, &self.weights);
        let tables = self.tables.get_or_init(make);
        if tables.key.fits(game) {
            read(tables)
        } else {
            read(&Tables::new(game, &self.weights))
        }
    }
}
