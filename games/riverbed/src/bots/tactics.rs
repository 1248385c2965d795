//! The tactics a script may name. What each would play is found by [`super::scene`].
//!
//! Names are compiled once, when a scenario is read; a decision compares no text.

use super::heuristic::WeightTables;
use super::quantities::QUANTITIES;
use super::scene::Scene;
use crate::Riverbed;
use crate::cards::Effect;
use crate::state::{Action, Move};
use balance_engine::{Moves, Stream, View};
use balance_kit::script::{self, LineEffect, Quantity, ScriptTactic};

pub use balance_kit::script::TacticInfo;

macro_rules! tactics {
    ($($name:literal => $tactic:expr, $help:literal;)*) => {
        pub const TACTICS: &[TacticInfo] = &[$(TacticInfo { name: $name, help: $help }),*];

        const NAMED: &[Option<Tactic>] = &[$($tactic),*];
    };
}

tactics! {
    "uncover winning" => Some(Tactic::Uncover(TileChoice::Winning)), "Uncover a tile known to end the game for one's side";
    "uncover known-good" => Some(Tactic::Uncover(TileChoice::Good)), "Uncover the best tile known to help one's side";
    "uncover unseen" => Some(Tactic::Uncover(TileChoice::Unseen)), "Uncover a tile one has not seen";
    "uncover any" => Some(Tactic::Uncover(TileChoice::Any)), "Uncover any tile";
    "hunt winning" => Some(Tactic::Hunt(Boldness::Winning)), "Hunt when tiles one knows win at once, and turn them up";
    "hunt now" => Some(Tactic::Hunt(Boldness::Now)), "Hunt at the first chance; go on while a tile promises a gain";
    "hunt on" => Some(Tactic::Hunt(Boldness::Always)), "in a Hunt, turn up another tile, known or not";
    "stop hunt" => Some(Tactic::StopHunt), "in a Hunt, stop";
    "con winning" => Some(Tactic::Con(Boldness::Winning)), "Con when tiles one knows win at once, and turn them up";
    "con now" => Some(Tactic::Con(Boldness::Now)), "Con at the first chance, with the two best tiles";
    "co-op chief" => Some(Tactic::CoOp(Whom::Chief)), "choose the Chief for Co-op";
    "co-op known-friend" => Some(Tactic::CoOp(Whom::Friend)), "choose a player certain to be of one's side";
    "co-op trusted" => Some(Tactic::CoOp(Whom::Trusted)), "choose the player most likely of one's side, if more likely than not";
    "co-op never-revealed" => Some(Tactic::CoOp(Whom::Fresh)), "choose a player who has revealed nothing yet";
    "co-op anyone" => Some(Tactic::CoOp(Whom::Anyone)), "choose anybody for Co-op";
    "dive unseen" => Some(Tactic::Dive(TileChoice::Unseen)), "look at a tile one has not seen";
    "dive any" => Some(Tactic::Dive(TileChoice::Any)), "look at any tile";
    "swim toward unseen" => Some(Tactic::Swim(Toward::Unseen)), "swim where most unseen tiles come within reach";
    "swim toward known-good" => Some(Tactic::Swim(Toward::Good)), "swim where a tile known to be good comes within reach";
    "swim toward chief" => Some(Tactic::Swim(Toward::Chief)), "swim where one's reach meets the Chief's place";
    "swim away" => Some(Tactic::Swim(Toward::Away)), "swim where fewest others stand within reach";
    "swim any" => Some(Tactic::Swim(Toward::Any)), "swim anywhere";
    "reveal winning" => Some(Tactic::Reveal(TileChoice::Winning)), "when a tile must be turned up: one known to win at once";
    "reveal known-good" => Some(Tactic::Reveal(TileChoice::Good)), "when a tile must be turned up: the best known to help";
    "reveal known-harmless" => Some(Tactic::Reveal(TileChoice::Harmless)), "when a tile must be turned up: one known to hurt little";
    "reveal unseen" => Some(Tactic::Reveal(TileChoice::Unseen)), "when a tile must be turned up: one not seen before";
    "reveal nothing" => Some(Tactic::Pass), "where revealing or playing a card is optional, do not";
    "play view-card" => Some(Tactic::PlayLook), "play a card that looks at an unseen tile";
    "play spoiler" => Some(Tactic::PlaySpoiler), "turn a tile face-down by its text `flip-down`, or by `withered-kelp`, `rotten-timber` or `counterfeit`, when that helps one's side";
    "play card" => Some(Tactic::PlayAny), "play any card";
    "play CARD" => None, "play this card, such as `play deep-breath`";
    "never card" => Some(Tactic::NeverCard), "from this line on, play no card";
    "discard least useful" => Some(Tactic::DiscardLeast), "pay and discard the least useful card";
    "refresh dive" => Some(Tactic::Refresh(Action::Dive)), "use the refresh marker, or a card, for Dive";
    "refresh swim" => Some(Tactic::Refresh(Action::Swim)), "use the refresh marker, or a card, for Swim";
    "end turn" => Some(Tactic::EndTurn), "end the turn once the action is done";
    "start apart" => Some(Tactic::Start { apart: true }), "place one's meeple where fewest stand within reach";
    "start together" => Some(Tactic::Start { apart: false }), "place one's meeple where most stand within reach";
    "any" => Some(Tactic::Any), "any legal move; every script ends with it";
}

/// Cards that turn a face-up tile face-down, by the element that it shows.
pub const SPOILERS: [Effect; 3] = [Effect::WitheredKelp, Effect::RottenTimber, Effect::Counterfeit];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileChoice {
    Winning,
    Good,
    Harmless,
    Unseen,
    Any,
}

/// When to declare, how far to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boldness {
    Winning,
    Now,
    Always,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    Chief,
    Friend,
    Trusted,
    Fresh,
    Anyone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toward {
    Unseen,
    Good,
    Chief,
    /// Where few are.
    Away,
    Any,
}

/// One line of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactic {
    Uncover(TileChoice),
    Hunt(Boldness),
    StopHunt,
    Con(Boldness),
    CoOp(Whom),
    Dive(TileChoice),
    Swim(Toward),
    Reveal(TileChoice),
    Pass,
    PlayLook,
    PlaySpoiler,
    PlayAny,
    Play(Effect),
    NeverCard,
    DiscardLeast,
    Refresh(Action),
    EndTurn,
    Start { apart: bool },
    Any,
}

pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

impl ScriptTactic<Riverbed> for Tactic {
    type Eye = WeightTables;
    type Sight<'v> = Scene<'v>;

    const TACTICS: &'static [TacticInfo] = TACTICS;
    const QUANTITIES: &'static [Quantity<Riverbed>] = QUANTITIES;

    fn named(name: &str) -> Option<Self> {
        if let Some(("play", card)) = name.split_once(' ')
            && let Some(effect) = Effect::ALL.into_iter().find(|effect| effect.key() == card)
        {
            return Some(Tactic::Play(effect));
        }
        let at = TACTICS.iter().position(|tactic| tactic.name == name)?;
        NAMED[at]
    }

    fn nearest(name: &str) -> String {
        script::nearest_tactic(
            name,
            TACTICS,
            Effect::ALL.into_iter().map(|effect| format!("play {}", effect.key())),
        )
    }

    fn look<'v>(
        tuned: &'v WeightTables,
        view: View<'v, Riverbed>,
        moves: &'v Moves<Move>,
        _chance: &mut Stream,
    ) -> Scene<'v> {
        Scene::new(tuned, view, moves)
    }

    #[inline]
    fn carry_out(&self, scene: &mut Scene<'_>, _moves: &Moves<Move>, chance: &mut Stream) -> LineEffect {
        if *self == Tactic::NeverCard {
            let cards = scene.cards() & scene.allowed;
            scene.allowed &= !cards;
            return if cards == 0 {
                LineEffect::Nothing
            } else {
                LineEffect::Narrows
            };
        }
        let fits = scene.fits(*self);
        let chosen = match (fits & scene.allowed, self) {
            (0, Tactic::Any) => fits,
            (allowed, _) => allowed,
        };
        (chosen != 0).then(|| chance.one_of(chosen) as usize).into()
    }
}
