//! What a player expects of this round: how far the river moves, given the cards that the others may still show, and
//! what each place in it is worth once it has.

use super::Weights;
use super::aims::worth_of_gems;
use crate::content::CARD_MAX;
use crate::river::{DRIFTS, MAX_SPACES, SLOTS, Space};
use crate::state::{COLOURS, Canoe, Card, Colour};
use crate::{Niagara, each_card};
use balance_engine::{Seat, View};

/// Expectations of one seat. Spaces are slots of [`crate::River::drift`].
pub struct Outlook<'v> {
    /// What the seat sees.
    pub view: View<'v, Niagara>,
    /// How it weighs things.
    pub weights: &'v Weights,
    /// Worth of the gems on land.
    pub landed: f64,
    /// Worth of one more gem of each colour on land.
    gem: [f64; COLOURS],
    /// Worth of an empty canoe.
    pub empty: [f64; SLOTS],
    /// Share of its gem's worth that a loaded canoe has; with the highest card of the hand still to come, and without.
    share: [[f64; SLOTS]; 2],
    /// What is taken off for a loaded canoe.
    drag: [f64; SLOTS],
    /// Chance that nobody else shows a number up to this one.
    none: [f64; CARD_MAX as usize + 1],
    /// Lowest number that others have shown.
    seen: Option<u8>,
    /// Chance that no thief who acts later comes by.
    safe: [f64; SLOTS],
}

/// How the river may move: with this number shown, the cloud on this box.
#[derive(Clone, Copy)]
pub struct Flow {
    /// Own number.
    pub own: Option<u8>,
    /// Box of the cloud.
    pub weather: u8,
    /// Does it leave own canoes where they are?
    pub tied: bool,
}

impl<'v> Outlook<'v> {
    /// What the seat of `view` expects.
    #[inline]
    pub fn new(view: View<'v, Niagara>, weights: &'v Weights) -> Self {
        let (game, public, seat) = (view.game, view.public, view.seat);
        let (landed, gem) = worth_of_gems(game, weights, &public.gems[seat]);
        let mut outlook = Outlook {
            view,
            weights,
            landed,
            gem,
            empty: [0.0; SLOTS],
            share: [[0.0; SLOTS]; 2],
            drag: [0.0; SLOTS],
            none: [1.0; CARD_MAX as usize + 1],
            seen: None,
            safe: [1.0; SLOTS],
        };
        outlook.value_spaces(public.hands[seat] & game.numbers);
        outlook.foresee_cards();
        outlook.fear_thieves();
        outlook
    }

    fn value_spaces(&mut self, hand: u16) {
        let (game, public, weights) = (self.view.game, self.view.public, self.weights);
        let river = &game.river;
        let top = |hand: u16| 15 - if hand == 0 { game.numbers } else { hand }.leading_zeros() as i32;
        let highest = top(hand);
        let tops = [highest, top(hand & !(1 << highest))];
        // What an empty canoe hopes for at each depth; the arms are alike.
        let mut best = 0.0;
        let mut hope = [0.0; MAX_SPACES + 1];
        for colour in 0..COLOURS {
            if public.places[colour] == [0; COLOURS] {
                continue;
            }
            let worth = self.gem[colour];
            best = f64::max(best, worth);
            let place = i32::from(river.depth_of_place[colour]);
            for (depth, hope) in hope.iter_mut().enumerate().take(river.deepest() as usize + 1).skip(1) {
                let way = f64::from((depth as i32 - place).abs());
                *hope = f64::max(*hope, worth * (weights.hope - weights.way * way));
            }
        }
        self.empty[Space::LAND.slot()] = weights.ashore * best;
        for space in river.spaces() {
            let depth = i32::from(river.depth(space));
            let space = space.slot();
            self.empty[space] = hope[depth as usize] - weights.deep * f64::from(depth);
            self.drag[space] = weights.deep * f64::from(depth);
            for (share, highest) in self.share.iter_mut().zip(tops) {
                let beyond = f64::from((depth - highest).max(0));
                let near = f64::from(depth.min(highest));
                share[space] = (weights.aboard - 0.03 * near - weights.distance * beyond).max(0.05);
            }
        }
        self.empty[Space::FALLEN.slot()] = -weights.canoe;
        self.drag[Space::FALLEN.slot()] = weights.canoe;
    }

    fn foresee_cards(&mut self) {
        let (game, public) = (self.view.game, self.view.public);
        for seat in (0..game.players as u8).map(Seat).filter(|seat| *seat != self.view.seat) {
            if let Some(shown) = public.shown[seat] {
                self.seen = lower(self.seen, shown.number());
                continue;
            }
            let hand = public.hands[seat];
            let each = game.odds[hand.count_ones() as usize];
            let mut left = 1.0;
            for number in 1..=game.highest {
                // The card of one's choice is likely to be a low number.
                let cards = (hand >> number & 1) + u16::from(number == 1 && hand & Card::CHOICE.bit() != 0);
                left -= each * f64::from(cards);
                self.none[number as usize] *= f64::max(left, 0.0);
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

    /// The mean of `value` over where the disc at `space` comes to rest.
    #[inline]
    fn mean(&self, space: Space, flow: Flow, value: impl Fn(usize) -> f64) -> f64 {
        if flow.tied {
            return value(space.slot());
        }
        let (game, public) = (self.view.game, self.view.public);
        let drift = &game.river.drift[public.last_side as usize];
        let shift = game.weather[flow.weather as usize];
        let floor = game.rules.flow_min as i8;
        let after = |steps: i8| value(drift[(steps as usize).min(DRIFTS - 1)][space.slot()].slot());
        let lowest = lower(flow.own, self.seen);
        let mut above = 1.0;
        let mut sum = 0.0;
        for number in 1..lowest.map_or(game.highest + 1, |lowest| lowest.min(game.highest + 1)) {
            let none = self.none[number as usize];
            if none < above {
                sum += (above - none) * after((number as i8 + shift).max(floor));
                above = none;
                if above < 0.005 {
                    break;
                }
            }
        }
        let rest = match lowest {
            None => shift.max(0),
            Some(lowest) => (lowest as i8 + shift).max(floor),
        };
        sum + above * after(rest)
    }

    /// Worth of a canoe that its owner leaves at `space` with gems worth `cargo` on land, none being worth nothing.
    /// `spent` says whether the highest card of the hand has been used for it.
    #[inline]
    pub fn worth(&self, space: Space, cargo: Option<f64>, flow: Flow, spent: bool) -> f64 {
        match cargo {
            Some(cargo) if space == Space::LAND => self.empty[Space::LAND.slot()] + cargo,
            None if space == Space::LAND => self.empty[Space::LAND.slot()],
            None => self.mean(space, flow, |slot| self.empty[slot]),
            Some(cargo) => {
                let share = &self.share[usize::from(spent)];
                let cargo = cargo * self.safe[space.slot()];
                self.mean(space, flow, |slot| cargo * share[slot] - self.drag[slot])
            }
        }
    }

    /// Worth of one more gem of this colour on land.
    #[inline]
    pub fn gem(&self, colour: Colour) -> f64 {
        self.gem[colour.index()]
    }

    /// Worth on land of what a canoe has aboard.
    #[inline]
    pub fn cargo(&self, canoe: Canoe) -> Option<f64> {
        let cargo = self.gem(canoe.cargo?);
        Some(canoe.second.map_or(cargo, |second| cargo + self.gem(second)))
    }

    /// Worth of all own canoes where they are.
    pub fn idle(&self, flow: Flow) -> f64 {
        let canoes = self.view.public.canoes[self.view.seat];
        let afloat = canoes.iter().filter(|canoe| canoe.afloat());
        afloat
            .map(|canoe| self.worth(canoe.space, self.cargo(*canoe), flow, false))
            .sum()
    }

    /// Worth to the others of their canoes where they are, as far as the river goes.
    pub fn others(&self, flow: Flow) -> f64 {
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
