//! Dice by expectation: what rolling, rolling again and leaving it come to, as features.

use super::choices::{COUNT, Row, TurnChoice, TurnFeature as F, see_fish};
use super::passage::{early, useful};
use crate::Favor;
use crate::state::{Ask, Move, Player};

const FACES: u8 = 6;

/// What a player may do about a die.
#[derive(Clone, Copy)]
pub struct Means {
    fish: u8,
    demeter: bool,
    apollo: bool,
    hephaestus: bool,
}

impl Means {
    pub fn of(player: &Player) -> Self {
        Means {
            fish: player.fish,
            demeter: player.has(Favor::Demeter),
            apollo: player.has(Favor::Apollo),
            hephaestus: player.has(Favor::Hephaestus),
        }
    }

    fn poorer(self) -> Option<Self> {
        (self.fish > 0).then(|| Means {
            fish: self.fish - 1,
            ..self
        })
    }
}

/// What may come of a roll: these of its features.
type Outlook = [f64; PARTS];
const PARTS: usize = 8;
const FEATURES: [usize; PARTS] = [
    F::Way as usize,
    F::Fish as usize,
    F::Fish as usize + 1,
    F::Fish as usize + 2,
    F::Demeter as usize + Favor::Demeter as usize,
    F::Demeter as usize + Favor::Apollo as usize,
    F::Demeter as usize + Favor::Hephaestus as usize,
    F::First as usize,
];

/// A roll in the middle.
pub struct RollOutlook<'c> {
    choice: &'c TurnChoice<'c>,
    weights: Outlook,
    /// Part of their worth that fish and favors still have.
    useful: f64,
    base: f64,
    /// With so many points the ship would be level with the best of those who have rolled, if one of them ends the game.
    target: Option<f64>,
}

impl<'c> RollOutlook<'c> {
    pub fn new(choice: &'c TurnChoice<'c>) -> Self {
        let (game, public) = (choice.view.game, choice.view.public);
        let place = game.place_in_order(public.fleece, public.turn);
        let rolled = game
            .seats()
            .filter(|seat| game.place_in_order(public.fleece, *seat) < place);
        let ahead = rolled.map(|seat| choice.reach(seat)).fold(f64::INFINITY, f64::min);
        RollOutlook {
            choice,
            weights: FEATURES.map(|at| choice.weights[at]),
            useful: useful(choice.view, public),
            base: f64::from(game.guard(public, public.turn)),
            target: (ahead < 0.0).then(|| choice.to_end(public.mover()) - ahead),
        }
    }

    pub fn rows(&self, moves: &[Move], push: &mut dyn FnMut(&[f64])) {
        let public = self.choice.view.public;
        let means = Means::of(public.mover());
        let mut best = (f64::NEG_INFINITY, [0.0; COUNT]);
        for mv in moves {
            // Only to roll again at once: at a Hydra there will be time enough.
            let feeds = *mv == Move::Use(Favor::Demeter);
            if feeds && (public.ask != Ask::Second || means.fish > 0) {
                push(&early(best.1));
                continue;
            }
            let row = self.row(*mv, means);
            push(&row);
            let worth = self.choice.worth(&row);
            if worth > best.0 {
                best = (worth, row);
            }
        }
    }

    fn row(&self, mv: Move, means: Means) -> Row {
        let mut row = [0.0; COUNT];
        for (at, value) in FEATURES.into_iter().zip(self.after(mv, means)) {
            row[at] = value;
        }
        if self.choice.view.public.ask == Ask::Nav {
            row[F::Guard as usize] = self.guard(mv);
            row[F::Way as usize] = -self.guard(mv);
        }
        row
    }

    /// Points that the navigation die gives, or will give on average.
    fn guard(&self, mv: Move) -> f64 {
        let nav = self.choice.view.public.mover().nav;
        if mv == Move::Reroll {
            2.0 * self.base / f64::from(nav.max(1))
        } else {
            self.base
        }
    }

    fn after(&self, mv: Move, means: Means) -> Outlook {
        let public = self.choice.view.public;
        let player = public.mover();
        let (first, second) = (player.first, player.second);
        match (public.ask, mv) {
            (Ask::Nav, Move::Reroll) => self.kept(0, means.poorer().unwrap_or(means)),
            (Ask::Nav, _) => self.kept(0, means),
            (Ask::First, Move::Roll) => self.roll(first, means),
            (Ask::First, Move::Use(_)) => {
                let means = Means { apollo: false, ..means };
                let mut sum = [0.0; PARTS];
                for first in 1..=FACES {
                    add(&mut sum, &self.better(self.kept(first, means), self.roll(first, means)));
                }
                sum
            }
            (Ask::Second, Move::Use(Favor::Demeter)) => {
                // Two fish, one of which pays for the next roll.
                let fish = (means.fish + 2).min(self.choice.view.game.rules.fish_max) - 1;
                let fed = Means {
                    fish,
                    demeter: false,
                    ..means
                };
                self.roll(first, fed)
            }
            (Ask::Second, Move::Reroll) => self.roll(first, means.poorer().unwrap_or(means)),
            (Ask::Second, Move::Use(Favor::Apollo)) => self.roll(first, Means { apollo: false, ..means }),
            (Ask::Second, Move::Use(_)) => self.kept(
                first,
                Means {
                    hephaestus: false,
                    ..means
                },
            ),
            (Ask::Second, _) if second < first => self.kept(0, means),
            _ => self.kept(first + second, means),
        }
    }

    /// So many pips of the movement dice.
    fn kept(&self, pips: u8, means: Means) -> Outlook {
        let one = |has| if has { self.useful } else { 0.0 };
        let pips = f64::from(pips);
        let level = self
            .target
            .map_or(0.0, |target| (0.5 + (self.base + pips - target) * 0.25).clamp(0.0, 1.0));
        let [demeter, apollo, hephaestus] = [means.demeter, means.apollo, means.hephaestus].map(one);
        let mut outlook = [-pips, 0.0, 0.0, 0.0, demeter, apollo, hephaestus, level];
        see_fish(&mut outlook[1..], means.fish, self.useful);
        outlook
    }

    /// The second die rolled after a first one of `first`; of a bust, and of nothing else, the best is made.
    fn roll(&self, first: u8, means: Means) -> Outlook {
        let mut sum = [0.0; PARTS];
        for second in first..=FACES {
            add(&mut sum, &self.kept(first + second, means));
        }
        if first > 1 {
            let bust = self.bust(first, means);
            (1..first).for_each(|_| add(&mut sum, &bust));
        }
        sum
    }

    fn bust(&self, first: u8, means: Means) -> Outlook {
        let mut best = self.kept(0, means);
        if means.hephaestus {
            best = self.better(
                best,
                self.kept(
                    first,
                    Means {
                        hephaestus: false,
                        ..means
                    },
                ),
            );
        }
        if means.apollo {
            best = self.better(best, self.roll(first, Means { apollo: false, ..means }));
        }
        match means.poorer() {
            Some(poorer) => self.better(best, self.roll(first, poorer)),
            None => best,
        }
    }

    fn better(&self, one: Outlook, other: Outlook) -> Outlook {
        let worth = |outlook: &Outlook| -> f64 { self.weights.iter().zip(outlook).map(|(a, b)| a * b).sum() };
        if worth(&other) > worth(&one) { other } else { one }
    }
}

/// Adds what one face of a die leads to.
fn add(sum: &mut Outlook, face: &Outlook) {
    for (sum, face) in sum.iter_mut().zip(face) {
        *sum += face * (1.0 / f64::from(FACES));
    }
}
