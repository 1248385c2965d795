//! The tactics a script may name: what each is called, and how it rates the moves at hand.
//!
//! Names are compiled once, when a scenario is read; a decision compares no text.

use crate::Niagara;
use crate::content::CARD_MAX;
use crate::each_card;
use crate::river::{LAND, NO_PLACE};
use crate::state::{Ask, CLOUD, COLOURS, Canoe, LASSO, Move, NONE};
use balance_engine::View;

use balance_kit::script;
pub use balance_kit::script::TacticInfo;

macro_rules! tactics {
    ($($name:literal => $tactic:ident, $help:literal;)*) => {
        /// Every tactic.
        pub const TACTICS: &[TacticInfo] = &[$(TacticInfo { name: $name, help: $help }),*];

        /// One line of a script, compiled.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Tactic {
            $(
                #[doc = $help]
                $tactic,
            )*
        }

        const ALL: &[Tactic] = &[$(Tactic::$tactic),*];
    };
}

tactics! {
    "card home" => CardHome, "lay the lowest card that brings a loaded canoe ashore";
    "card load near" => CardLoadNear, "lay a card with which a canoe can load at one of the two nearest places";
    "card load new" => CardLoadNew, "lay a card with which a canoe can load a colour that one lacks";
    "card load" => CardLoad, "lay the lowest card with which a canoe can load";
    "card rob" => CardRob, "lay a card that brings an empty canoe up to a loaded one";
    "card climb" => CardClimb, "with a gem aboard, lay the highest number";
    "card low" => CardLow, "lay the lowest number";
    "card high" => CardHigh, "lay the highest number";
    "card cloud" => CardCloud, "lay the cloud";
    "card cloud in danger" => CardCloudDanger, "lay the cloud when own canoes lie deeper than those of the others";
    "card lasso in danger" => CardLassoDanger, "lay the lasso when own canoes lie deeper than those of the others";
    "weather down" => WeatherDown, "move the cloud to less flow";
    "weather up" => WeatherUp, "move the cloud to more flow";
    "weather suits" => WeatherSuits, "less flow when own canoes lie deeper than those of the others, more otherwise";
    "buy back" => BuyBack, "recover a canoe with the gem one has most of";
    "land loaded" => LandLoaded, "bring a gem ashore";
    "land unsafe" => LandUnsafe, "bring an empty canoe ashore";
    "steal" => Steal, "take a gem from another canoe, the rarest first";
    "trade" => Trade, "take Diamond Joe's gem, for a gem nearer to land where need be";
    "rob" => Rob, "paddle an empty canoe up to a loaded one of somebody else";
    "load near" => LoadNear, "load at one of the two nearest places";
    "load new" => LoadNew, "load a colour that one has neither on land nor aboard";
    "load safe" => LoadSafe, "load and stop before the fork";
    "load any" => LoadAny, "load a gem";
    "climb loaded" => ClimbLoaded, "move a loaded canoe as far up as possible";
    "climb" => Climb, "move any canoe as far up as possible, but not ashore";
    "lurk" => Lurk, "move an empty canoe down to the last spaces before the fork";
    "go down safe" => GoDownSafe, "move an empty canoe down, but not beyond the fork";
    "stay ashore" => StayAshore, "leave an optional canoe on the beach";
    "any" => Any, "any legal move; every script ends with it";
}

impl Tactic {
    /// The tactic of that name.
    pub fn named(name: &str) -> Option<Tactic> {
        let at = TACTICS.iter().position(|info| info.name == name)?;
        ALL.get(at).copied()
    }

    /// The name most like `name`.
    pub fn nearest(name: &str) -> String {
        script::nearest_tactic(name, TACTICS, std::iter::empty())
    }

    /// How well `mv` carries the tactic out; `None` where it does not. Only the best are played.
    pub fn rate(self, view: View<'_, Niagara>, mv: Move) -> Option<i32> {
        match mv {
            Move::Card(card) => self.rate_card(view, card),
            Move::Number(number) => self.rate_number(view, number),
            Move::Weather { up } => {
                let fits = match self {
                    Tactic::WeatherDown => !up,
                    Tactic::WeatherUp => up,
                    Tactic::WeatherSuits => up != in_danger(view),
                    Tactic::Any => true,
                    _ => false,
                };
                fits.then_some(0)
            }
            Move::Return(colour) => match self {
                Tactic::BuyBack if colour == NONE => Some(0),
                Tactic::BuyBack => Some(i32::from(view.public.gems[view.seat][colour as usize])),
                Tactic::Any => Some(0),
                _ => None,
            },
            Move::Trade(colour) => {
                let value = |colour: u8| i32::from(view.game.values.get(colour as usize).copied().unwrap_or(0));
                let gain = value(view.public.joe.cargo) - value(colour);
                match self {
                    Tactic::Trade => (gain > 0).then_some(gain),
                    Tactic::Any => Some(0),
                    _ => None,
                }
            }
            Move::Steal { victim, canoe, hold } => match self {
                Tactic::Steal => {
                    let colour = view.public.canoes[victim][canoe as usize].hold(hold);
                    Some(i32::from(view.game.values[colour as usize]))
                }
                Tactic::Any => Some(0),
                _ => None,
            },
            Move::Pass => match (self, view.public.ask) {
                (Tactic::StayAshore, Ask::Canoe) | (Tactic::Any, _) => Some(0),
                _ => None,
            },
            Move::Paddle { .. } => self.rate_paddle(view, mv),
        }
    }

    /// A card is as good as the best number it may stand for.
    fn rate_card(self, view: View<'_, Niagara>, card: u8) -> Option<i32> {
        match (self, card) {
            (Tactic::CardCloud, CLOUD) | (Tactic::Any, _) => Some(0),
            (Tactic::CardCloudDanger, CLOUD) | (Tactic::CardLassoDanger, LASSO) => in_danger(view).then_some(0),
            (_, CLOUD | LASSO) => None,
            (_, 1..=CARD_MAX) => self.rate_number(view, card),
            _ => {
                let mut best = None;
                each_card(view.game.choice, |number| {
                    best = best.max(self.rate_number(view, number));
                });
                best
            }
        }
    }

    fn rate_number(self, view: View<'_, Niagara>, card: u8) -> Option<i32> {
        let game = view.game;
        let eddy = view.public.whirlpool;
        let own = view.public.canoes[view.seat];
        let number = i32::from(card);
        let loaded = || own.iter().any(|canoe| canoe.loaded());
        let unit = game.rules.load_cost;
        // A place where an empty canoe could load with this card, after its move or before it.
        let loads = |wanted: &dyn Fn(u8, u8) -> bool| {
            own.iter().any(|canoe| {
                let reach = |to: u8| {
                    let place = if to == LAND {
                        NO_PLACE
                    } else {
                        game.river.place[to as usize]
                    };
                    place != NO_PLACE
                        && view.public.places[place as usize].iter().any(|count| *count > 0)
                        && wanted(place, to)
                };
                let mut found = false;
                if canoe.space <= game.river.spaces() && !canoe.loaded() && card >= unit {
                    found = canoe.afloat() && reach(canoe.space);
                    if card > unit {
                        game.each_stop(canoe.space, card - unit, eddy, |to| found |= reach(to));
                    }
                }
                found
            })
        };
        match self {
            Tactic::CardHome => {
                let home = |canoe: &Canoe| canoe.loaded() && card >= game.river.depth[canoe.space as usize];
                own.iter().any(home).then_some(-number)
            }
            Tactic::CardLoadNear => loads(&|place, _| nearness(game, place) < 2).then_some(-number),
            Tactic::CardLoadNew => loads(&|place, _| lacks(view, place)).then_some(-number),
            Tactic::CardLoad => loads(&|_, to| game.river.side(to).is_none()).then_some(-number),
            Tactic::CardRob => {
                let robs = |canoe: &Canoe| {
                    canoe.afloat() && !canoe.loaded() && {
                        let depth = game.river.depth[canoe.space as usize];
                        depth > card && {
                            let to = game.river.upstream(canoe.space, depth - card);
                            game.each_victim(view.public, view.seat, to, |_, _, _| {})
                        }
                    }
                };
                own.iter().any(robs).then_some(0)
            }
            Tactic::CardClimb => loaded().then_some(number),
            Tactic::CardLow => Some(-number),
            Tactic::CardHigh => Some(number),
            Tactic::Any => Some(0),
            _ => None,
        }
    }

    fn rate_paddle(self, view: View<'_, Niagara>, mv: Move) -> Option<i32> {
        let Move::Paddle { canoe, pre, to, post } = mv else {
            return None;
        };
        let river = &view.game.river;
        let before = view.public.canoes[view.seat][canoe as usize];
        let loads = if pre.load == NONE { post.load } else { pre.load };
        let unloads = pre.unload | post.unload != 0;
        let depth = i32::from(river.depth[to as usize]);
        let from = if before.space == LAND {
            0
        } else {
            i32::from(river.depth[before.space as usize])
        };
        let gem = (before.loaded() && !unloads) || loads != NONE;
        let fork = i32::from(river.trunk);
        let fits = match self {
            Tactic::LandLoaded => to == LAND && gem,
            Tactic::LandUnsafe => to == LAND,
            Tactic::Rob => {
                let idle = !gem && !unloads;
                idle && to != LAND && depth < from && view.game.each_victim(view.public, view.seat, to, |_, _, _| {})
            }
            Tactic::LoadNear => loads != NONE && nearness(view.game, loads) < 2 && depth <= fork,
            Tactic::LoadNew => loads != NONE && lacks(view, loads),
            Tactic::LoadSafe => loads != NONE && depth <= fork,
            Tactic::LoadAny => loads != NONE,
            Tactic::ClimbLoaded => gem && !unloads && depth < from,
            Tactic::Climb => to != LAND && depth < from && !unloads,
            Tactic::Lurk => !gem && !unloads && depth <= fork && depth + 1 >= fork,
            Tactic::GoDownSafe => !gem && depth > from && depth < fork,
            Tactic::Any => true,
            _ => false,
        };
        let rating = match self {
            Tactic::Any => 0,
            Tactic::LoadNew => i32::from(view.game.values[(loads as usize).min(COLOURS - 1)]) * 10 - depth,
            Tactic::Rob | Tactic::Lurk | Tactic::GoDownSafe => depth,
            _ => -depth,
        };
        fits.then_some(rating)
    }
}

/// How many places lie nearer to land than `place`.
fn nearness(game: &Niagara, place: u8) -> usize {
    let depths = &game.river.depth_of_place;
    depths.iter().filter(|depth| **depth < depths[place as usize]).count()
}

/// Has the player no gem of this colour, on land or aboard?
fn lacks(view: View<'_, Niagara>, colour: u8) -> bool {
    let (public, seat) = (view.public, view.seat);
    public.gems[seat][colour as usize] == 0 && public.canoes[seat].iter().all(|canoe| canoe.cargo != colour)
}

/// Do own canoes lie deeper than those of the others on average?
fn in_danger(view: View<'_, Niagara>) -> bool {
    let river = &view.game.river;
    let (mut own, mut others) = (0, 0);
    for at in 0..view.game.players as u8 {
        let seat = balance_engine::Seat(at);
        let afloat = view.public.canoes[seat].iter().filter(|canoe| canoe.afloat());
        let depth: u32 = afloat.map(|canoe| u32::from(river.depth[canoe.space as usize])).sum();
        if seat == view.seat {
            own += depth;
        } else {
            others += depth;
        }
    }
    own * (view.game.players as u32 - 1) > others
}
