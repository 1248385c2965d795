//! Ability cards in hand: which to play now, at what to aim, which to part with.

use std::ops::Deref;

use super::heuristic::Weights;
use super::outlook::{Belief, Outlook};
use super::value::larger;
use crate::board::spaces_where;
use crate::cards::{EFFECTS, Effect, Targets};
use crate::state::{Move, Private, Role, Target};
use crate::{Riverbed, bits};
use balance_engine::{Seat, View};

/// How gladly a card is kept, by effect; the least is discarded first.
const KEEP: [f32; EFFECTS] = [
    0.50, // Stepping Stone
    0.45, // Swimming Hole
    0.65, // Delusion
    0.60, // Clear Water
    0.55, // Twin Lanterns
    0.40, // Second Wind
    0.05, // Murky Water
    0.04, // Crosscurrent
    0.03, // Slanting Current
    0.10, // Undertow
    0.70, // Deep Breath
    0.62, // Light Fingers
    0.50, // Eavesdrop
    0.30, // Decoy
    0.48, // Confession
    0.15, // Sandbank
    0.75, // Rotten Timber
    0.75, // Withered Kelp
    0.75, // Counterfeit
    0.72, // Far Reach
    0.06, // Whirlpool
    0.44, // Borrowed Gills
];

pub fn keep(private: &Private, effect: Effect) -> f32 {
    let own = match effect {
        Effect::WitheredKelp => 0,
        Effect::RottenTimber => 1,
        Effect::Counterfeit => 2,
        _ => return KEEP[effect as usize],
    };
    if private.role.side() == own {
        0.02
    } else {
        KEEP[effect as usize]
    }
}

/// Can this card be worth playing in one's own turn? The others only stir the river, and serve as payment.
pub fn useful(private: &Private, effect: Effect) -> bool {
    keep(private, effect) >= 0.4
}

pub struct Hand<'o, 'v> {
    pub outlook: &'o Outlook<'v>,
    pub weights: &'o Weights,
}

impl Hand<'_, '_> {
    /// What playing `effect` now gains; below zero it is kept.
    pub fn worth(&self, effect: Effect) -> f32 {
        let outlook = self.outlook;
        let (game, public, seat) = (outlook.view.game, outlook.view.public, outlook.view.seat);
        let weights = self.weights;
        let reserve = self.reserve();
        let Targets::Spaces(targets) = game.card_targets(public, seat, effect, None) else {
            return self.worth_without_space(effect, reserve);
        };
        match effect {
            Effect::SteppingStone => self.best_move(targets) + weights.draw,
            Effect::BorrowedGills => self.best_move(targets) - weights.draw - reserve,
            Effect::ClearWater if targets & outlook.blind != 0 => outlook.look(0.0) * weights.look - reserve,
            Effect::TwinLanterns if targets & outlook.blind != 0 => {
                let looks = (targets & outlook.blind).count_ones().min(2) as f32;
                outlook.look(0.0) * weights.look * (0.4 + 0.6 * looks) - reserve
            }
            Effect::Delusion => {
                let down = self.best_down(targets);
                let up = outlook.best_of(outlook.down & game.board.reach[public.meeple[seat].index()]);
                down + up.map_or(0.0, |(worth, _)| worth) - weights.spoil - reserve
            }
            Effect::RottenTimber | Effect::WitheredKelp | Effect::Counterfeit => {
                self.best_down(targets) - weights.spoil - reserve
            }
            _ => -1.0,
        }
    }

    fn worth_without_space(&self, effect: Effect, reserve: f32) -> f32 {
        let outlook = self.outlook;
        let (game, public, seat) = (outlook.view.game, outlook.view.public, outlook.view.seat);
        let weights = self.weights;
        let marks = public.marks[seat];
        match effect {
            Effect::DeepBreath => weights.draw,
            Effect::LightFingers => 1.5 * weights.draw,
            Effect::Eavesdrop if outlook.blind != 0 => outlook.look(0.0) * weights.look - reserve,
            Effect::SecondWind if public.acted && marks.dive => weights.refresh - reserve,
            Effect::Confession => 2.0 * weights.draw - reserve,
            Effect::SwimmingHole => {
                self.best_move(game.board.tiled & !public.meeple[seat].bit()) - weights.draw - reserve
            }
            Effect::FarReach if !public.acted => {
                let near = outlook.down & game.board.reach[public.meeple[seat].index()];
                let here = outlook.best_of(near).map_or(-1.0, |(worth, _)| worth);
                let anywhere = outlook.best_of(outlook.down).map_or(-1.0, |(worth, _)| worth);
                let can_pay = public.hand_size[seat] > game.rules.uncover_cost
                    && public.marks[seat].uncovers < game.rules.uncovers;
                if can_pay && anywhere > weights.uncover && anywhere > here + weights.draw {
                    anywhere - here
                } else {
                    -1.0
                }
            }
            _ => -1.0,
        }
    }

    /// What the last card is worth as the price of Uncover, Hunt or Con.
    fn reserve(&self) -> f32 {
        let (game, public, seat) = (self.outlook.view.game, self.outlook.view.public, self.outlook.view.seat);
        let role = self.outlook.view.private.role;
        let declares = matches!(role, Role::Leader | Role::Profiteer) && public.role[seat].is_none();
        let uncovers = public.marks[seat].uncovers < game.rules.uncovers;
        if public.hand_size[seat] > 1 {
            0.0
        } else {
            self.weights.draw * (2.0 * f32::from(u8::from(declares)) + f32::from(u8::from(uncovers)))
        }
    }

    /// What it is worth to stand on `space`: to be chosen there, to look about, to uncover.
    pub fn stand(&self, space: usize) -> f32 {
        let outlook = self.outlook;
        let reach = outlook.view.game.board.reach[space] & outlook.down;
        if reach == 0 {
            return -self.weights.draw;
        }
        let known = bits(reach & !outlook.blind).map(|space| outlook.expect(space));
        let best = known.fold(0.0, larger);
        let blind = reach & outlook.blind;
        if blind == 0 {
            return self.weights.place * best;
        }
        let looks = if blind.is_power_of_two() { 1.0 } else { 2.0 };
        let unseen = larger(outlook.hope[outlook.side] - 0.5 * best, 0.0) * looks;
        self.weights.place * (best + 0.4 * unseen)
    }

    /// The gain of the best of these places over one's own.
    pub fn best_move(&self, places: u32) -> f32 {
        let outlook = self.outlook;
        let here = self.stand(outlook.view.public.meeple[outlook.view.seat].index());
        let best = bits(places).map(|space| self.stand(space)).fold(f32::MIN, larger);
        best - here
    }

    fn best_down(&self, face_up: u32) -> f32 {
        bits(face_up).map(|space| self.down(space)).fold(f32::MIN, larger)
    }

    /// What turning the tile on `space` face-down gains one's own side.
    pub fn down(&self, space: usize) -> f32 {
        let (game, public) = (self.outlook.view.game, self.outlook.view.public);
        self.outlook
            .standing
            .gain_down(&game.tiles[public.shown[space] as usize])[self.outlook.side]
    }

    /// How good an aim `mv` is for a card already played; `first` is the first of two choices.
    pub fn aim(&self, effect: Effect, first: Option<Target>, mv: Move, belief: &impl Deref<Target = Belief>) -> f32 {
        let outlook = self.outlook;
        let (game, public, seat) = (outlook.view.game, outlook.view.public, outlook.view.seat);
        match (effect, mv) {
            (Effect::SwimmingHole, Move::Seat(other)) => f32::from(u8::from(other == seat)),
            (Effect::SwimmingHole, Move::Space(space)) if first == Some(Target::Seat(seat)) => {
                self.stand(space as usize)
            }
            (Effect::SteppingStone | Effect::BorrowedGills, Move::Space(space)) => self.stand(space as usize),
            (Effect::ClearWater | Effect::TwinLanterns | Effect::Eavesdrop, Move::Space(space)) => {
                interest(&outlook.view, outlook.blind, space)
            }
            (Effect::Eavesdrop, Move::Seat(other)) => {
                let reach = game.board.reach[public.meeple[other].index()];
                f32::from(u8::from(reach & outlook.blind != 0))
            }
            (Effect::Delusion, Move::Space(space)) if first.is_some() => outlook.worth(space as usize),
            (
                Effect::Delusion | Effect::RottenTimber | Effect::WitheredKelp | Effect::Counterfeit,
                Move::Space(space),
            ) => self.down(space as usize),
            // Stir up what others know and what would hurt.
            (Effect::MurkyWater | Effect::Whirlpool, Move::Space(space)) => -outlook.worth(space as usize),
            (Effect::Crosscurrent | Effect::SlantingCurrent, Move::Space(space)) => outlook.worth(space as usize),
            (Effect::Decoy, Move::Seat(other)) => self.stand(public.meeple[other].index()),
            (Effect::LightFingers | Effect::Sandbank, Move::Seat(other)) => foe(outlook, belief, other),
            (Effect::Undertow, Move::Seat(other)) => 1.0 - belief.side[other][outlook.side],
            (Effect::Undertow, Move::Space(space)) => -self.stand(space as usize),
            // Ask those of whom one is least sure.
            (Effect::Confession, Move::Seat(other)) => {
                let chances = belief.side[other];
                1.0 - chances[0].max(chances[1]).max(chances[2])
            }
            (_, Move::Refresh(action) | Move::Exhaust(action)) => {
                f32::from(u8::from(action == crate::state::Action::Dive))
            }
            _ => 0.0,
        }
    }
}

/// How much a look at `space` tells: nothing where one knows the tile; more within reach.
pub fn interest(view: &View<'_, Riverbed>, blind: u32, space: u8) -> f32 {
    let near = view.game.board.reach[view.public.meeple[view.seat].index()] >> space & 1;
    if blind >> space & 1 == 0 {
        0.0
    } else {
        1.0 + 0.5 * near as f32
    }
}

/// Face-up spaces whose tile shows an element of `side`.
pub fn showing(outlook: &Outlook<'_>, side: usize) -> u32 {
    let (game, public) = (outlook.view.game, outlook.view.public);
    spaces_where(public.face_up, |space| {
        game.tiles[public.shown[space] as usize].elements[side] > 0
    })
}

/// A seat of the least friendly kind: for texts that hurt somebody.
pub fn foe(outlook: &Outlook<'_>, belief: &Belief, other: Seat) -> f32 {
    let hand = f32::from(outlook.view.public.hand_size[other].max(1));
    1.0 - belief.side[other][outlook.side] + 0.1 / hand
}
