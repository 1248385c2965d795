//! What a player expects of this round: which cards the others lay, how far the river moves then, who may steal what.

use super::voyages::Odds;
use super::voyages::{SEATS, Tables};
use crate::Niagara;
use crate::content::CARD_MAX;
use crate::river::{DRIFTS, SLOTS, Space};
use crate::state::{Ask, COLOURS, Canoe, Card, GemColour};
use balance_engine::{Seat, View};

/// How likely somebody who can steal with a card lays it, in times of what suits his canoes.
const THIEF: f64 = 1.66;
/// Worth of taking a gem away from somebody, and of one more that would make him win.
const THEFT: f64 = 1.44;
const DENY: f64 = 15.0;
pub struct Expectations<'v> {
    pub view: View<'v, Niagara>,
    /// What follows from the game alone.
    tables: &'v Tables,
    /// What one more gem of each colour on land adds to the sets.
    pub gem: [f64; COLOURS],
    /// The numbers that others may show, from the lowest, so far as they matter.
    lowest: [Lowest; CARD_MAX as usize],
    count: usize,
    seen: Option<u8>,
    /// Chance that no thief who acts later comes by.
    pub safe: [f64; SLOTS],
    /// How likely others lay each card, by seat.
    odds: [Odds; SEATS],
    /// What may be stolen at each space.
    pub prey: [Prey; SLOTS],
}

#[derive(Clone, Copy, Default)]
pub struct Prey {
    pub chance: f64,
    pub gem: f64,
    pub harm: f64,
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

/// How the river may move: where each disc comes to rest, and how likely.
pub struct Flow<'v> {
    /// Where discs come to rest when the lowest number is one of others, of which so many may be the lowest.
    rows: [Row<'v>; CARD_MAX as usize],
    count: usize,
    /// Chance that it is none of them.
    above: f64,
    /// Where discs come to rest then.
    rest: Row<'v>,
    /// The one of all these that moves discs farthest.
    farthest: Row<'v>,
    pub tied: bool,
}

impl<'v> Expectations<'v> {
    /// What the seat of `view` expects, by `tables` for its game.
    #[inline]
    pub fn new(view: View<'v, Niagara>, tables: &'v Tables) -> Self {
        let (_, gem) = tables.worth_of_gems(view.game, view.public.gems[view.seat]);
        let mut outlook = Expectations {
            view,
            tables,
            gem,
            lowest: [Lowest {
                number: 0,
                chance: 0.0,
                above: 1.0,
            }; CARD_MAX as usize],
            count: 0,
            seen: None,
            safe: [1.0; SLOTS],
            odds: [[0.0; 16]; SEATS],
            prey: [Prey::default(); SLOTS],
        };
        let public = view.public;
        let plan = &tables.plans[public.weather as usize];
        for other in outlook.others().filter(|other| public.shown[*other].is_none()) {
            outlook.odds[other.index()] = plan.forecast(public.hands[other], public.canoes[other]);
        }
        outlook.foresee_cards();
        outlook.fear_thieves();
        outlook.seek_prey();
        outlook
    }

    fn foresee_cards(&mut self) {
        let (game, public) = (self.view.game, self.view.public);
        // Chance that nobody else shows a number up to this one.
        let mut none = [1.0; CARD_MAX as usize + 1];
        self.seen = self.others().filter_map(|seat| public.shown[seat]?.number()).min();
        for seat in self.others() {
            if public.shown[seat].is_some() {
                continue;
            }
            let odds = &self.odds[seat.index()];
            // The card of one's choice is likely to be a low number.
            let mut left = 1.0 - odds[usize::from(Card::CHOICE.0)];
            for (number, none) in none.iter_mut().enumerate().skip(1) {
                left -= odds[number];
                *none *= f64::max(left, 0.0);
            }
        }
        let mut above = 1.0;
        let numbers = usize::from(game.highest) + 1;
        for (number, none) in none[..numbers].iter().enumerate().skip(1) {
            if *none < above {
                self.lowest[self.count] = Lowest {
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
        let (game, public) = (self.view.game, self.view.public);
        let river = &game.river;
        for other in self.others() {
            if !self.is_later(other) {
                continue;
            }
            let odds = &self.odds[other.index()];
            for (at, canoe) in public.canoes[other].into_iter().enumerate() {
                if !canoe.afloat() || canoe.gems() >= game.holds(at as u8) {
                    continue;
                }
                let depth = river.depth(canoe.space);
                let help = Niagara::help(public, other, at as u8);
                for number in 1..depth.saturating_sub(help) {
                    let to = river.upstream(canoe.space, depth - number - help);
                    let chance = THIEF * odds[usize::from(number)];
                    self.safe[to.slot()] *= 1.0 - chance.min(0.95);
                }
            }
        }
    }

    /// Looks for gems in canoes of others, where these will be when this seat acts: who acts earlier paddles up.
    fn seek_prey(&mut self) {
        let (game, public) = (self.view.game, self.view.public);
        let river = &game.river;
        for other in self.others() {
            let moves = public.ask == Ask::Card && !self.is_later(other);
            let odds = &self.odds[other.index()];
            for canoe in public.canoes[other].into_iter().filter(|canoe| canoe.afloat()) {
                let depth = river.depth(canoe.space);
                for colour in canoe.cargoes() {
                    let (gem, harm) = (self.gem(colour), self.harm(other, colour));
                    let mut find = |space: Space, chance: f64| {
                        let best = &mut self.prey[space.slot()];
                        if chance * (gem + harm) > best.chance * (best.gem + best.harm) {
                            *best = Prey { chance, gem, harm };
                        }
                    };
                    if !moves {
                        find(canoe.space, 1.0);
                        continue;
                    }
                    find(canoe.space, odds[0] + odds[usize::from(Card::LASSO.0)]);
                    for number in 1..depth {
                        find(river.upstream(canoe.space, depth - number), odds[usize::from(number)]);
                    }
                }
            }
        }
    }

    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let own = self.view.seat;
        let all = (0..self.view.game.players as u8).map(Seat);
        all.filter(move |seat| *seat != own)
    }

    fn is_later(&self, other: Seat) -> bool {
        let place = |seat: Seat| self.view.game.place_in_order(self.view.public.first, seat);
        place(other) > place(self.view.seat)
    }

    /// Worth of `other` not getting a gem of this colour ashore.
    pub fn harm(&self, other: Seat, colour: GemColour) -> f64 {
        let mut gems = self.view.public.gems[other];
        gems[colour.index()] += 1;
        let wins = self.view.game.sets_of(gems) != 0;
        THEFT + if wins { DENY } else { 0.0 }
    }

    /// How the river may move with the cloud on this box and this own card shown.
    pub fn flow(&self, cloud: u8, card: Card) -> Flow<'v> {
        let shift = self.view.game.weather[usize::from(cloud)];
        let lowest = card.number().into_iter().chain(self.seen).min();
        let others = &self.lowest[..self.count];
        let count = lowest.map_or(self.count, |lowest| {
            others.partition_point(|other| other.number < lowest)
        });
        let rest = lowest.map_or(shift.max(0), |lowest| self.steps(lowest, shift));
        let highest = others[..count]
            .last()
            .map_or(0, |other| self.steps(other.number, shift));
        let mut rows = [self.row(rest); CARD_MAX as usize];
        for (row, other) in rows.iter_mut().zip(&others[..count]) {
            *row = self.row(self.steps(other.number, shift));
        }
        Flow {
            rows,
            count,
            above: if count == 0 { 1.0 } else { others[count - 1].above },
            rest: self.row(rest),
            farthest: self.row(rest.max(highest)),
            tied: card == Card::LASSO,
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

    /// Calls `each` with every way in which the river may move, and how likely it is: where the disc of each slot comes to rest.
    #[inline]
    pub fn each_row(&self, flow: &Flow<'v>, mut each: impl FnMut(f64, &[Space; SLOTS])) {
        each(flow.above, flow.rest);
        for (other, row) in self.lowest.iter().zip(&flow.rows[..flow.count]) {
            each(other.chance, row);
        }
    }

    /// The mean of `now`, which is by slot, over where an own canoe at `space` comes to rest.
    #[inline]
    pub fn mean<const N: usize>(&self, space: Space, flow: &Flow<'v>, now: &[[f64; N]; SLOTS]) -> [f64; N] {
        if flow.tied {
            return now[space.slot()];
        }
        let mut sum = [0.0; N];
        self.each_row(flow, |chance, row| {
            for (sum, value) in sum.iter_mut().zip(&now[row[space.slot()].slot()]) {
                *sum += chance * value;
            }
        });
        sum
    }

    /// Worth of one more gem of this colour on land.
    #[inline]
    pub fn gem(&self, colour: GemColour) -> f64 {
        self.gem[colour.index()]
    }

    /// Worth of a gem of this colour that one has on land.
    pub fn loss(&self, colour: GemColour) -> f64 {
        let mut gems = self.view.public.gems[self.view.seat];
        gems[colour.index()] -= 1;
        self.tables.worth_of_gems(self.view.game, gems).1[colour.index()]
    }

    /// Worth on land of what a canoe has aboard.
    #[inline]
    pub fn cargo(&self, canoe: Canoe) -> Option<f64> {
        let cargo = self.gem(canoe.cargo?);
        Some(canoe.second.map_or(cargo, |second| cargo + self.gem(second)))
    }

    /// Canoes and gems of others that fall where they are, as far as the river goes.
    pub fn falls_of_others(&self, flow: &Flow<'v>) -> f64 {
        let public = self.view.public;
        let mut sum = 0.0;
        for seat in self.others().filter(|seat| public.shown[*seat] != Some(Card::LASSO)) {
            // What has fallen does not come back when the river moves on.
            let may_fall = |canoe: &&Canoe| canoe.afloat() && flow.farthest[canoe.space.slot()] == Space::FALLEN;
            for canoe in public.canoes[seat].iter().filter(may_fall) {
                let goods = 1.0 + f64::from(canoe.gems());
                self.each_row(flow, |chance, row| {
                    let falls = row[canoe.space.slot()] == Space::FALLEN;
                    sum += if falls { chance * goods } else { 0.0 };
                });
            }
        }
        sum
    }
}
