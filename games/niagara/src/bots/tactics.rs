//! The tactics a script may name: what each is called, and how it rates the moves at hand.
//!
//! Names are compiled once, when a scenario is read; a decision compares no text.

use super::quantities::QUANTITIES;
use crate::river::Space;
use crate::state::{Ask, Block, Canoe, Card, GemColour, Move};
use crate::{Niagara, each_card};
use balance_engine::{Moves, Stream, View};
use balance_kit::script::{self, LineEffect, Quantity, ScriptTactic, TacticInfo};

balance_kit::tactics! {
    /// One line of a script, compiled.
    pub enum Tactic, TACTICS {
        "card home" => CardHome, "lay the lowest card that brings a loaded canoe ashore";
        "card load near" => CardLoadNear, "lay the lowest card with which a canoe that has room can load at one of the two nearest places";
        "card load new" => CardLoadNew, "lay the lowest card with which a canoe that has room can load a colour that one lacks";
        "card load" => CardLoad, "lay the lowest card with which a canoe that has room can load";
        "card load safe" => CardLoadSafe, "the same, at a place before the fork";
        "card rob" => CardRob, "lay a card that brings an empty canoe up to a loaded one";
        "card climb" => CardClimb, "with a gem aboard, lay the highest number";
        "card low" => CardLow, "lay the lowest number";
        "card high" => CardHigh, "lay the highest number";
        "card cloud" => CardCloud, "lay the cloud";
        "card cloud in danger" => CardCloudDanger, "lay the cloud when own canoes lie deeper than those of the others";
        "card lasso in danger" => CardLassoDanger,
            "lay the lasso when own canoes lie deeper than those of the others; only with the rule `spirits.cards`";
        "weather down" => WeatherDown, "move the cloud to less flow";
        "weather up" => WeatherUp, "move the cloud to more flow";
        "weather suits" => WeatherSuits, "less flow when own canoes lie deeper than those of the others, more otherwise";
        "buy back" => BuyBack, "recover a canoe with the gem one has most of";
        "land loaded" => LandLoaded, "bring a gem ashore";
        "land empty" => LandEmpty, "bring an empty canoe ashore";
        "steal" => Steal, "take a gem from another canoe, the rarest first";
        "trade" => Trade, "take Diamond Joe's gem, for a gem nearer to land where need be; only with the rule `joe`";
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
}

impl Tactic {
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
            Move::Return { paid, .. } => match self {
                Tactic::BuyBack => {
                    Some(paid.map_or(0, |colour| i32::from(view.public.gems[view.seat][colour.index()])))
                }
                Tactic::Any => Some(0),
                _ => None,
            },
            Move::Trade(colour) => {
                let worth = |colour: Option<GemColour>| colour.map_or(0, |colour| value(view.game, colour));
                let gain = worth(view.public.joe.and_then(|joe| joe.cargo)) - worth(colour);
                match self {
                    Tactic::Trade => (gain > 0).then_some(gain),
                    Tactic::Any => Some(0),
                    _ => None,
                }
            }
            Move::Steal { victim, canoe, hold } => match self {
                Tactic::Steal => {
                    let colour = view.public.canoes[victim][canoe as usize].hold(hold);
                    colour.map(|colour| value(view.game, colour))
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
    fn rate_card(self, view: View<'_, Niagara>, card: Card) -> Option<i32> {
        match (self, card) {
            (Tactic::CardCloud, Card::CLOUD) | (Tactic::Any, _) => Some(0),
            (Tactic::CardCloudDanger, Card::CLOUD) | (Tactic::CardLassoDanger, Card::LASSO) => {
                in_danger(view).then_some(0)
            }
            (_, Card::CLOUD | Card::LASSO) => None,
            (_, Card::CHOICE) => {
                let mut best = None;
                each_card(view.game.choice, |Card(number)| {
                    best = best.max(self.rate_number(view, number));
                });
                best
            }
            (_, Card(number)) => self.rate_number(view, number),
        }
    }

    fn rate_number(self, view: View<'_, Niagara>, card: u8) -> Option<i32> {
        let game = view.game;
        let number = i32::from(card);
        // What some canoe may do with this number, by the rules of paddling.
        let can = |wanted: &dyn Fn(&Paddle) -> bool| {
            let mut found = false;
            for (at, canoe) in (0..2).zip(view.public.canoes[view.seat]) {
                if canoe.space == Space::FALLEN {
                    continue;
                }
                let points = card + Niagara::help(view.public, view.seat, at);
                game.each_paddle(view.public, at, canoe, points, |pre, to, post| {
                    found = found || wanted(&Paddle::new(canoe, pre, to, post));
                });
            }
            found
        };
        let own = view.public.canoes[view.seat];
        match self {
            Tactic::CardHome => can(&|paddle| paddle.lands_a_gem()).then_some(-number),
            Tactic::CardLoadNear => can(&|paddle| !paddle.unloads && paddle.loads_near(game)).then_some(-number),
            Tactic::CardLoadNew => {
                can(&|paddle| !paddle.unloads && paddle.new_colour(view).is_some()).then_some(-number)
            }
            Tactic::CardLoad => can(&|paddle| !paddle.unloads && paddle.loads()).then_some(-number),
            Tactic::CardLoadSafe => {
                can(&|paddle| !paddle.unloads && paddle.loads() && game.river.side(paddle.at).is_none())
                    .then_some(-number)
            }
            Tactic::CardRob => can(&|paddle| paddle.robs(view)).then_some(0),
            Tactic::CardClimb => own.iter().any(|canoe| canoe.loaded()).then_some(number),
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
        let (game, river) = (view.game, &view.game.river);
        let paddle = Paddle::new(view.public.canoes[view.seat][canoe as usize], pre, to, post);
        let (from, to) = (river.depth(paddle.before.space), river.depth(paddle.after.space));
        let gem = paddle.after.loaded();
        let ashore = paddle.after.space == Space::LAND;
        let fits = match self {
            Tactic::LandLoaded => paddle.lands_a_gem(),
            Tactic::LandEmpty => ashore,
            Tactic::Rob => paddle.robs(view),
            Tactic::LoadNear => paddle.loads_near(game),
            Tactic::LoadNew => paddle.new_colour(view).is_some(),
            Tactic::LoadSafe => paddle.loads() && paddle.is_safe(game),
            Tactic::LoadAny => paddle.loads(),
            Tactic::ClimbLoaded => gem && !paddle.unloads && to < from,
            Tactic::Climb => !ashore && to < from && !paddle.unloads,
            Tactic::Lurk => !gem && !paddle.unloads && to <= river.trunk && to + 1 >= river.trunk,
            Tactic::GoDownSafe => !gem && to > from && to < river.trunk,
            Tactic::Any => true,
            _ => false,
        };
        let depth = i32::from(to);
        let rating = match self {
            Tactic::Any => 0,
            Tactic::LoadNew => {
                let new = paddle.new_colour(view).map_or(0, |colour| value(game, colour));
                new * 10 - depth
            }
            Tactic::Rob | Tactic::Lurk | Tactic::GoDownSafe => depth,
            _ => -depth,
        };
        fits.then_some(rating)
    }
}

struct Paddle {
    before: Canoe,
    /// Where it stops, with what is aboard then, also on land.
    after: Canoe,
    /// What it takes aboard, and at which space.
    loads: [Option<GemColour>; 2],
    at: Space,
    unloads: bool,
}

impl Paddle {
    fn new(before: Canoe, pre: Block, to: Space, post: Block) -> Self {
        let early = pre.load.is_some();
        let block = if early { pre } else { post };
        let mut after = before.after(pre).after(post);
        after.space = to;
        Paddle {
            before,
            after,
            loads: [block.load, block.also],
            at: if early { before.space } else { to },
            unloads: pre.unload | post.unload != 0,
        }
    }

    fn loads(&self) -> bool {
        self.loads[0].is_some()
    }

    fn lands_a_gem(&self) -> bool {
        self.after.space == Space::LAND && self.after.loaded()
    }

    /// Does it stop before the fork, or on land?
    fn is_safe(&self, game: &Niagara) -> bool {
        game.river.side(self.after.space).is_none()
    }

    /// Does it load at one of the two places nearest to land?
    fn loads_near(&self, game: &Niagara) -> bool {
        let depths = &game.river.depth_of_place;
        let nearer = |place: GemColour| depths.iter().filter(|depth| **depth < depths[place.index()]).count();
        self.loads() && game.river.place(self.at).is_some_and(|place| nearer(place) < 2)
    }

    /// The most precious colour it loads of which its owner has no gem, on land or aboard.
    fn new_colour(&self, view: View<'_, Niagara>) -> Option<GemColour> {
        let (public, seat) = (view.public, view.seat);
        let aboard = |colour: GemColour| {
            let canoes = public.canoes[seat].into_iter();
            canoes.flat_map(Canoe::cargoes).any(|gem| gem == colour)
        };
        let lacks = |colour: &GemColour| public.gems[seat][colour.index()] == 0 && !aboard(*colour);
        let new = self.loads.into_iter().flatten().filter(lacks);
        new.max_by_key(|colour| value(view.game, *colour))
    }

    /// Does it come up, empty and without a stop for gems, to a loaded canoe of somebody else?
    fn robs(&self, view: View<'_, Niagara>) -> bool {
        let river = &view.game.river;
        let (from, to) = (self.before.space, self.after.space);
        let idle = !self.before.loaded() && !self.after.loaded() && !self.unloads;
        idle && to != Space::LAND
            && river.depth(to) < river.depth(from)
            && view.game.each_victim(view.public, view.seat, to, |_, _, _| {})
    }
}

/// Value of a gem of this colour, as the board file has it.
fn value(game: &Niagara, colour: GemColour) -> i32 {
    i32::from(game.values[colour.index()])
}

/// Do own canoes lie deeper than those of the others on average?
fn in_danger(view: View<'_, Niagara>) -> bool {
    let river = &view.game.river;
    let (mut own, mut others) = (0, 0);
    for at in 0..view.game.players as u8 {
        let seat = balance_engine::Seat(at);
        let afloat = view.public.canoes[seat].iter().filter(|canoe| canoe.afloat());
        let depth: u32 = afloat.map(|canoe| u32::from(river.depth(canoe.space))).sum();
        if seat == view.seat {
            own += depth;
        } else {
            others += depth;
        }
    }
    own * (view.game.players as u32 - 1) > others
}

pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

impl ScriptTactic<Niagara> for Tactic {
    type Eye = ();
    type Sight<'v> = View<'v, Niagara>;

    const TACTICS: &'static [TacticInfo] = TACTICS;
    const QUANTITIES: &'static [Quantity<Niagara>] = QUANTITIES;

    fn named(name: &str) -> Option<Self> {
        // Scripts of before call it so.
        Tactic::plain(if name == "land unsafe" { "land empty" } else { name })
    }

    fn nearest(name: &str) -> String {
        Tactic::nearest(name)
    }

    fn look<'v>(
        _eye: &'v (),
        view: View<'v, Niagara>,
        _moves: &'v Moves<Move>,
        _chance: &mut Stream,
    ) -> View<'v, Niagara> {
        view
    }

    #[inline]
    fn carry_out(&self, view: &mut View<'_, Niagara>, moves: &Moves<Move>, chance: &mut Stream) -> LineEffect {
        script::best(moves, chance, |mv| self.rate(*view, mv)).into()
    }
}
