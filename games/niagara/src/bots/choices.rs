//! What a bot looks at where it chooses: what each move leaves it with once the river has moved. Weights in
//! `content/features.toml`.

use super::outlook::{Expectations, Flow, Prey};
use super::voyages::{self, Rest, Voyage, Voyages};
use super::voyages::{Tabled, Tables};
use crate::river::{SLOTS, Space};
use crate::state::{Ask, Block, COLOURS, Canoe, Card, GemColour, Move};
use crate::{Niagara, each_card};
use balance_kit::search::{Feature, Policy};
use std::cell::OnceCell;

/// What is seen of a move, in the order of [`FEATURES`].
#[derive(Clone, Copy)]
enum MoveFeature {
    Lost,
    Afloat,
    AfloatDeep,
    AfloatDanger,
    Ashore,
    Danger,
    Aboard,
    AboardDeep,
    Home,
    Plan,
    Landed,
    Won,
    Loot,
    Harm,
    Falls,
    Paid,
    Cloud,
    Weather,
    Number,
    One,
}

use MoveFeature as F;

const FEATURES: &[Feature] = &[
    Feature::new("lost", "canoes that fell; ten where one does without any"),
    Feature::new("afloat", "empty canoes in the river"),
    Feature::new("afloat-deep", "how deep these are, in parts of the river"),
    Feature::new("afloat-danger", "those behind the fork"),
    Feature::new("ashore", "canoes on the beach"),
    Feature::new("danger", "loaded canoes behind the fork"),
    Feature::new("aboard", "what the gems aboard would add to the sets"),
    Feature::new("aboard-deep", "the same for each part of the river that they lie deep"),
    Feature::new("home", "the same of those that a card in hand brings ashore"),
    Feature::new(
        "plan",
        "what the voyages add that canoes can make with the cards in hand",
    ),
    Feature::new("landed", "what the gems add that come ashore"),
    Feature::new("won", "a set that wins comes ashore"),
    Feature::new("loot", "what gems add that may be stolen"),
    Feature::new("harm", "what their loss is to others"),
    Feature::new("falls", "canoes and gems of others that fall"),
    Feature::new("paid", "what the gem adds that is given for a canoe"),
    Feature::new("cloud", "the cloud is laid"),
    Feature::new("weather", "what it adds to the flow then"),
    Feature::new("number", "the number laid, in parts of the highest"),
    Feature::new("one", "a 1 is laid"),
    Feature::new("two", "a 2 is laid"),
    Feature::new("three", "a 3 is laid"),
    Feature::new("four", "a 4 is laid"),
    Feature::new("five", "a 5 is laid"),
];

/// Features of a canoe that depend on where it comes to rest: of an empty one, of one with a gem aboard, and of what the gem adds.
const EMPTY: [F; 6] = [F::Lost, F::Afloat, F::AfloatDeep, F::AfloatDanger, F::Ashore, F::Plan];
const LADEN: [F; 3] = [F::Lost, F::Danger, F::Plan];
const GEM: [F; 4] = [F::Aboard, F::AboardDeep, F::Home, F::Plan];

/// The features in the order of the three lists.
fn features(space: Space, rest: &Rest) -> ([f64; EMPTY.len()], [f64; LADEN.len()], [f64; GEM.len()]) {
    let [lost, afloat, deep, arm, plan, later, home, first] = *rest;
    let ashore = if space == Space::LAND { 1.0 } else { 0.0 };
    (
        [lost, afloat, deep, arm, ashore, plan],
        [lost, arm, later],
        [afloat, deep, home, first],
    )
}

/// What a gem adds on average.
const USUAL: f64 = 2.24;

type Row = [f64; FEATURES.len()];
/// The blocks of an action, and where it ends.
type Action = ([Block; 2], Space);

pub fn policy() -> Policy<Niagara> {
    let tabled = Tabled::default();
    Policy::new(
        FEATURES,
        include_str!("../content/features.toml"),
        "collector",
        move |view, moves, weights, row| {
            tabled.with(view.game, |tables| {
                Choice {
                    outlook: Expectations::new(view, tables),
                    weights: std::array::from_fn(|at| weights[at]),
                    tables,
                }
                .rows(moves, row);
            });
        },
    )
    .secret(|view| view.public.ask == Ask::Card)
}

struct Choice<'v> {
    outlook: Expectations<'v>,
    weights: Row,
    tables: &'v Tables,
}

/// What canoes become, worked out for the slots that are asked for.
struct CanoeOutlook<'v> {
    flow: Flow<'v>,
    /// A canoe at rest, by slot.
    now: [Rest; SLOTS],
    /// What a canoe is, by the slot where it is before the river moves.
    later: [OnceCell<Later>; SLOTS],
}

/// A canoe where it comes to rest, on average.
struct Later {
    rest: Rest,
    /// Worth of an empty canoe, of one with gems aboard, and of what these add.
    empty: f64,
    laden: f64,
    gem: f64,
}

fn dot(weights: &Row, row: &Row) -> f64 {
    weights.iter().zip(row).map(|(a, b)| a * b).sum()
}

fn add(row: &mut Row, more: &Row, times: f64) {
    for (row, more) in row.iter_mut().zip(more) {
        *row += times * more;
    }
}

impl<'v> Choice<'v> {
    fn weight(&self, feature: F) -> f64 {
        self.weights[feature as usize]
    }

    /// What canoes become with this card laid and this hand left.
    fn ahead(&self, cloud: u8, card: Card, hand: u16) -> CanoeOutlook<'v> {
        let flow = self.outlook.flow(cloud, card);
        let game = self.outlook.view.game;
        let numbers = if hand == 0 { game.full_hand } else { hand } & game.numbers;
        CanoeOutlook {
            flow,
            now: self.now(numbers, self.tables.plans[usize::from(cloud)].with(hand)),
            later: [const { OnceCell::new() }; SLOTS],
        }
    }

    /// What a canoe at `space` becomes.
    fn later<'a>(&self, space: Space, ahead: &'a CanoeOutlook<'v>) -> &'a Later {
        ahead.later[space.slot()].get_or_init(|| {
            let rest = if space.in_river() {
                self.outlook.mean(space, &ahead.flow, &ahead.now)
            } else {
                ahead.now[space.slot()]
            };
            let (empty, laden, gem) = features(space, &rest);
            let sum = |features: &[F], values: &[f64]| -> f64 {
                let weighed = features.iter().zip(values);
                weighed.map(|(feature, value)| self.weight(*feature) * value).sum()
            };
            Later {
                rest,
                empty: sum(&EMPTY, &empty),
                laden: sum(&LADEN, &laden),
                gem: sum(&GEM, &gem),
            }
        })
    }

    /// What a canoe at rest is, by slot, with these numbers in hand.
    fn now(&self, numbers: u16, plans: &Voyages) -> [Rest; SLOTS] {
        let river = &self.outlook.view.game.river;
        let spaces = usize::from(river.count());
        let mut now = self.tables.ground;
        for ((row, more), lying) in plans.iter().zip(self.outlook.gem).zip(&self.outlook.view.public.places) {
            if *lying == [0; COLOURS] {
                continue;
            }
            for (Voyage { worth, landing }, [.., best, _, _, _]) in row.iter().zip(&mut now).take(spaces + 1) {
                let plan = USUAL * f64::from(*worth) + (more - USUAL) * f64::from(*landing);
                *best = if plan > *best { plan } else { *best };
            }
        }
        let highest = (u16::BITS - numbers.leading_zeros()).saturating_sub(1);
        for space in river.spaces() {
            let laden = plans[voyages::LADEN][space.slot()];
            let [.., later, home, first] = &mut now[space.slot()];
            *later = USUAL * f64::from(laden.worth - laden.landing);
            *home = f64::from(u8::from(u32::from(self.needed(space)) <= highest));
            *first = f64::from(laden.landing);
        }
        now
    }

    /// The least number that brings a canoe ashore from `space`.
    fn needed(&self, space: Space) -> u8 {
        let game = self.outlook.view.game;
        (game.river.depth(space) + game.rules.land_cost)
            .saturating_sub(1)
            .max(1)
    }

    /// Worth of a canoe at `space` with this aboard.
    fn worth(&self, space: Space, cargo: Option<f64>, ahead: &CanoeOutlook<'v>) -> f64 {
        let Later { empty, laden, gem, .. } = self.later(space, ahead);
        match cargo {
            None => *empty,
            Some(cargo) if space == Space::LAND => empty + cargo * self.weight(F::Landed),
            Some(cargo) => {
                let safe = self.outlook.safe[space.slot()];
                safe * (laden + cargo * gem) + (1.0 - safe) * empty
            }
        }
    }

    /// The same as features.
    fn see(&self, space: Space, cargo: Option<f64>, ahead: &CanoeOutlook<'v>, times: f64, row: &mut Row) {
        let (empty, laden, gem) = features(space, &self.later(space, ahead).rest);
        let mut put = |values: &[f64], features: &[F], times: f64| {
            for (value, feature) in values.iter().zip(features) {
                row[*feature as usize] += times * value;
            }
        };
        match cargo {
            None => put(&empty, &EMPTY, times),
            Some(cargo) if space == Space::LAND => {
                put(&empty, &EMPTY, times);
                row[F::Landed as usize] += times * cargo;
            }
            Some(cargo) => {
                let safe = self.outlook.safe[space.slot()];
                put(&laden, &LADEN, times * safe);
                put(&gem, &GEM, times * safe * cargo);
                put(&empty, &EMPTY, times * (1.0 - safe));
            }
        }
    }

    /// Worth of a canoe that stays where it is.
    fn stay(&self, canoe: Canoe, ahead: &CanoeOutlook<'v>) -> f64 {
        self.worth(canoe.space, self.outlook.cargo(canoe), ahead)
    }

    /// The same as features.
    fn see_stay(&self, canoe: Canoe, ahead: &CanoeOutlook<'v>, times: f64, row: &mut Row) {
        self.see(canoe.space, self.outlook.cargo(canoe), ahead, times, row);
    }

    fn idle(&self, ahead: &CanoeOutlook<'v>, row: &mut Row) {
        let canoes = self.outlook.view.public.canoes[self.outlook.view.seat];
        for canoe in canoes {
            self.see_stay(canoe, ahead, 1.0, row);
        }
        row[F::Falls as usize] += self.outlook.falls_of_others(&ahead.flow);
    }

    /// Would these gems win once they are ashore?
    fn wins(&self, canoe: Canoe) -> bool {
        let view = self.outlook.view;
        let mut gems = view.public.gems[view.seat];
        canoe.cargoes().for_each(|colour| gems[colour.index()] += 1);
        canoe.loaded() && view.game.sets_of(gems) != 0
    }

    /// Worth of a canoe after an action, and its features where they are asked for.
    fn action(&self, (at, canoe): (u8, Canoe), action: Action, ahead: &CanoeOutlook<'v>, row: Option<&mut Row>) -> f64 {
        let ([pre, post], to) = action;
        let game = self.outlook.view.game;
        let block = if pre.is_nothing() { post } else { pre };
        let after = if block.is_nothing() { canoe } else { canoe.after(block) };
        let cargo = self.outlook.cargo(after);
        let mut worth = self.worth(to, cargo, ahead);
        if to == Space::LAND {
            let won = f64::from(u8::from(self.wins(after)));
            worth += won * self.weight(F::Won);
            if let Some(row) = row {
                self.see(to, cargo, ahead, 1.0, row);
                row[F::Won as usize] += won;
            }
            return worth;
        }
        let loot = if after.gems() < game.holds(at) {
            self.loot((canoe.space, to), cargo, block, ahead)
        } else {
            None
        };
        if let Some(row) = row {
            let chance = loot.map_or(0.0, |(_, prey)| prey.chance);
            self.see(to, cargo, ahead, 1.0 - chance, row);
            if let Some((_, prey)) = loot {
                self.see(to, Some(cargo.unwrap_or(0.0) + prey.gem), ahead, chance, row);
                row[F::Loot as usize] += chance * prey.gem;
                row[F::Harm as usize] += chance * prey.harm;
            }
        }
        worth + loot.map_or(0.0, |(gain, _)| gain)
    }

    /// What a canoe with this aboard may best take at `to`, and what it gains by that.
    fn loot(
        &self,
        (from, to): (Space, Space),
        cargo: Option<f64>,
        block: Block,
        ahead: &CanoeOutlook<'v>,
    ) -> Option<(f64, Prey)> {
        let view = self.outlook.view;
        let river = &view.game.river;
        let worth = self.worth(to, cargo, ahead);
        let mut best: Option<(f64, Prey)> = None;
        let mut find = |prey: Prey| {
            let then = self.worth(to, Some(cargo.unwrap_or(0.0) + prey.gem), ahead);
            let own = prey.gem * self.weight(F::Loot) + prey.harm * self.weight(F::Harm);
            let gain = prey.chance * (then - worth + own);
            if gain > best.map_or(0.0, |(before, _)| before) {
                best = Some((gain, prey));
            }
        };
        let up = from != Space::LAND && river.depth(to) < river.depth(from);
        let prey = self.outlook.prey[to.slot()];
        if up && block.is_nothing() && prey.chance > 0.0 {
            find(prey);
        }
        let joe = view.public.joe.filter(|joe| joe.space == to);
        if let Some(colour) = joe.and_then(|joe| joe.cargo) {
            find(Prey {
                chance: 1.0,
                gem: self.outlook.gem(colour),
                harm: 0.0,
            });
        }
        best
    }

    /// The best actions with this number.
    fn number(&self, ahead: &CanoeOutlook<'v>, number: u8, single: bool, row: &mut Row) {
        let view = self.outlook.view;
        let (game, public, seat) = (view.game, view.public, view.seat);
        let canoes = public.canoes[seat];
        let single = single || !canoes.iter().any(|canoe| canoe.afloat());
        let mut bests: [(f64, Option<(f64, Action)>); 2] = [(0.0, None); 2];
        for (at, canoe) in (0..2u8).zip(canoes) {
            let stay = self.stay(canoe, ahead);
            let mut best: Option<(f64, Action)> = None;
            let twin = at == 1 && canoe == canoes[0] && !game.rules.spirits.doubles;
            if canoe.space != Space::FALLEN && !(twin && canoe.space == Space::LAND) {
                let points = number + Niagara::help(public, seat, at);
                game.each_paddle(public, at, canoe, points, |pre, to, post| {
                    let worth = self.action((at, canoe), ([pre, post], to), ahead, None);
                    if best.is_none_or(|(before, ..)| worth > before) {
                        best = Some((worth, ([pre, post], to)));
                    }
                });
            }
            bests[usize::from(at)] = (stay, best);
        }
        // Who has to move, and who gains by it.
        let gain = |at: usize| bests[at].1.map_or(f64::NEG_INFINITY, |(worth, _)| worth - bests[at].0);
        let one = usize::from(gain(1) > gain(0));
        for (at, canoe) in canoes.into_iter().enumerate() {
            let moves = if single {
                at == one
            } else {
                canoe.afloat() || gain(at) > 0.0
            };
            match bests[at].1.filter(|_| moves) {
                Some((_, action)) => {
                    self.action((at as u8, canoe), action, ahead, Some(row));
                }
                None => self.see_stay(canoe, ahead, 1.0, row),
            }
        }
        row[F::Falls as usize] += self.outlook.falls_of_others(&ahead.flow);
    }

    fn laid(&self, card: Card, row: &mut Row) {
        let game = self.outlook.view.game;
        let top = f64::from(game.highest.max(1));
        row[F::Cloud as usize] = f64::from(u8::from(card == Card::CLOUD));
        row[F::Number as usize] = f64::from(card.number().unwrap_or(0)) / top;
        for (at, number) in (1..=5).enumerate() {
            row[F::One as usize + at] = f64::from(u8::from(card.number() == Some(number)));
        }
    }

    /// Of what can be done with `card` the best.
    fn card(&self, card: Card, row: &mut Row) {
        let view = self.outlook.view;
        let (game, public) = (view.game, view.public);
        let hand = public.hands[view.seat] & !card.bit();
        let mut best: Option<(f64, Row)> = None;
        let mut offer = |row: Row| {
            let worth = dot(&self.weights, &row);
            if best.is_none_or(|(before, _)| worth > before) {
                best = Some((worth, row));
            }
        };
        let mut blank = [0.0; FEATURES.len()];
        self.laid(card, &mut blank);
        match card {
            Card::CLOUD => {
                for cloud in [public.weather.wrapping_sub(1), public.weather + 1] {
                    if usize::from(cloud) < game.weather.len() {
                        offer(self.sky(cloud, hand, blank));
                    }
                }
            }
            Card::LASSO => {
                let mut row = blank;
                self.idle(&self.ahead(public.weather, card, hand), &mut row);
                offer(row);
            }
            Card::CHOICE => each_card(game.choice, |number| {
                let mut row = blank;
                self.number(&self.ahead(public.weather, number, hand), number.0, true, &mut row);
                offer(row);
            }),
            Card(number) => {
                let mut row = blank;
                self.number(&self.ahead(public.weather, card, hand), number, false, &mut row);
                offer(row);
            }
        }
        if let Some((_, found)) = best {
            *row = found;
        }
    }

    /// The cloud on this box.
    fn sky(&self, cloud: u8, hand: u16, mut row: Row) -> Row {
        self.idle(&self.ahead(cloud, Card::CLOUD, hand), &mut row);
        row[F::Weather as usize] = f64::from(self.outlook.view.game.weather[usize::from(cloud)]);
        row
    }

    fn rows(&self, moves: &[Move], push: &mut dyn FnMut(&[f64])) {
        let view = self.outlook.view;
        let (public, seat) = (view.public, view.seat);
        let hand = public.hands[seat];
        let shown = public.shown[seat].unwrap_or(Card::CLOUD);
        let acting = (public.ask != Ask::Card).then(|| self.ahead(public.weather, shown, hand));
        for mv in moves {
            let mut row = [0.0; FEATURES.len()];
            match (*mv, &acting) {
                (Move::Card(card), _) => self.card(card, &mut row),
                (Move::Number(number), _) => {
                    self.number(&self.ahead(public.weather, Card(number), hand), number, true, &mut row);
                }
                (Move::Weather { up }, _) => {
                    let cloud = if up { public.weather + 1 } else { public.weather - 1 };
                    row = self.sky(cloud, hand, row);
                }
                (Move::Return { paid, .. }, Some(ahead)) => {
                    self.see(Space::LAND, None, ahead, 1.0, &mut row);
                    self.see(Space::FALLEN, None, ahead, -1.0, &mut row);
                    row[F::Paid as usize] = paid.map_or(0.0, |colour| self.outlook.loss(colour));
                }
                (Move::Paddle { canoe, pre, to, post }, Some(ahead)) => {
                    let own = public.canoes[seat][canoe as usize];
                    self.action((canoe, own), ([pre, post], to), ahead, Some(&mut row));
                    let mut stay = [0.0; FEATURES.len()];
                    self.see_stay(own, ahead, 1.0, &mut stay);
                    add(&mut row, &stay, -1.0);
                }
                (Move::Steal { victim, canoe, hold }, Some(ahead)) => {
                    if let (Some(loot), Ask::Steal(own)) =
                        (public.canoes[victim][canoe as usize].hold(hold), public.ask)
                    {
                        let gem = self.outlook.gem(loot);
                        let own = public.canoes[seat][own as usize];
                        let cargo = self.outlook.cargo(own);
                        self.see(own.space, Some(cargo.unwrap_or(0.0) + gem), ahead, 1.0, &mut row);
                        self.see(own.space, cargo, ahead, -1.0, &mut row);
                        row[F::Loot as usize] = gem;
                        row[F::Harm as usize] = self.outlook.harm(victim, loot);
                    }
                }
                (Move::Trade(given), _) => {
                    let worth = |colour: Option<GemColour>| colour.map_or(0.0, |colour| self.outlook.gem(colour));
                    row[F::Loot as usize] = worth(public.joe.and_then(|joe| joe.cargo)) - worth(given);
                }
                // Without a canoe nothing can be won.
                (Move::Pass, _) if public.ask == Ask::Return && !Niagara::has_canoe(public, seat) => {
                    row[F::Lost as usize] = 10.0;
                }
                _ => {}
            }
            push(&row);
        }
    }
}
