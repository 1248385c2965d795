//! The tactics a script may name: what each is called, and how it rates the moves at hand.
//!
//! Names are compiled once, when a scenario is read; a decision compares no text.

use std::cell::OnceCell;

use super::distance_table::{Charted, Costs, DistanceTable, RingDistances};
use super::quantities::QUANTITIES;
use crate::Regatta;
use crate::favors::{Favor, Kind};
use crate::state::{Ask, Move, Player, Spot};
use crate::track::{Icon, RING};
use balance_engine::{Moves, Stream, View};
use balance_kit::script::{self, LineEffect, Quantity, ScriptTactic, TacticInfo};

balance_kit::tactics! {
    /// One line of a script, compiled.
    pub enum Tactic, TACTICS {
        "start near" => StartNear, "begin on the free dot nearest to the centre";
        "start far" => StartFar, "begin on the free dot furthest from the centre";
        "reroll one" => RerollOne, "pay a fish to roll a navigation die of 1 again";
        "reroll one when rich" => RerollOneRich, "the same with three fish or more, with the Fleece with two";
        "roll" => Roll, "roll the second movement die";
        "roll by the table" => RollTable, "roll it after 1 to 4, and after a 5 with two fish, Hephaestus or Apollo";
        "stop" => Stop, "do not roll the second movement die";
        "save a bust" => SaveBust, "after a bust, use Hephaestus";
        "retry a bust" => RetryBust, "after a bust, roll the second movement die again, by Apollo or for a fish";
        "retry a bust when rich" => RetryBustRich, "the same, and never for the last fish";
        "help oneself" => PlaceOwn, "lay the wedge that shortens the own way most, without regard to Hydras";
        "set Hydras" => PlaceHydras, "lay the wedge with most Hydras on the next position that another ship comes to";
        "short way" => Short, "go the way with the fewest dots to the Starting Line";
        "way of fish" => WayOfFish, "go where fish are, if it is not much longer";
        "way of favors" => WayOfFavors, "go where favors are, if it is not much longer";
        "way of wedges" => WayOfWedges, "go where wedges are, if it is not much longer";
        "way round Hydras" => WayRoundHydras, "go where Hydras are few, if it is not much longer";
        "balanced way" => Balanced, "weigh dots, Hydras, fish and favors, and go the best way";
        "inner lane" => Inner, "go to the dot nearest to the centre";
        "outer lane" => Outer, "go to the dot furthest from the centre";
        "sail on" => Poseidon, "use Poseidon for more movement";
        "fool Hydras" => Athena, "use Athena against a Hydra";
        "feed Hydras" => Demeter, "use Demeter when a Hydra is met without fish";
        "open whirlpools" => Janus, "use Janus in a whirlpool";
        "hold the better favor" => HoldBetter, "give up a trident first, else what is turned up";
        "strike the leader" => StrikeLeader, "lay a trident on the board of whoever is first among the others";
        "strike the last" => StrikeLast, "lay a trident on the board of whoever is last among the others";
        "let it be" => LetBe, "roll nothing again, use nothing, and take Hydras as they come";
        "any" => Any, "any legal move; every script ends with it";
    }
}

/// Costs of the tactics about ways.
const FISH: Costs = Costs {
    fish: -2.5,
    ..Costs::PLAIN
};
const FAVORS: Costs = Costs {
    favor: -2.0,
    ..Costs::PLAIN
};
const WEDGES: Costs = Costs {
    wedge: -2.5,
    ..Costs::PLAIN
};
const SHY: Costs = Costs {
    hydra: 4.0,
    ..Costs::PLAIN
};
const BALANCED: Costs = Costs {
    hydra: 2.0,
    scylla: 2.0,
    fish: -0.8,
    favor: -0.5,
    wedge: -0.2,
    ..Costs::PLAIN
};

/// The lengths of one decision, made at their first use: all moves are rated by the same.
pub struct Ways<'c> {
    chart: &'c DistanceTable,
    ring: &'c [u8; RING],
    bearings: OnceCell<RingDistances<'c>>,
}

impl<'c> Ways<'c> {
    /// Those of `chart` on a ring with these wedges on top.
    pub fn new(chart: &'c DistanceTable, ring: &'c [u8; RING]) -> Self {
        Ways {
            chart,
            ring,
            bearings: OnceCell::new(),
        }
    }

    fn bearings(&self) -> &RingDistances<'c> {
        self.bearings.get_or_init(|| self.chart.bearings(self.ring))
    }
}

impl Tactic {
    /// What dots cost on the way, for a tactic that goes by it.
    pub fn costs(self) -> Option<Costs> {
        match self {
            Tactic::Short | Tactic::PlaceOwn => Some(Costs::PLAIN),
            Tactic::WayOfFish => Some(FISH),
            Tactic::WayOfFavors => Some(FAVORS),
            Tactic::WayOfWedges => Some(WEDGES),
            Tactic::WayRoundHydras => Some(SHY),
            Tactic::Balanced => Some(BALANCED),
            _ => None,
        }
    }

    /// Of what the tactic may say something; the others need not be asked.
    pub fn fits(self, ask: Ask) -> bool {
        match self {
            Tactic::StartNear | Tactic::StartFar => ask == Ask::Start,
            Tactic::RerollOne | Tactic::RerollOneRich => ask == Ask::Nav,
            Tactic::Roll | Tactic::RollTable | Tactic::Stop => ask == Ask::First,
            Tactic::SaveBust | Tactic::RetryBust | Tactic::RetryBustRich => ask == Ask::Second,
            Tactic::PlaceOwn | Tactic::PlaceHydras => ask == Ask::Place,
            Tactic::Athena | Tactic::Demeter => ask == Ask::Hydra,
            Tactic::HoldBetter => matches!(ask, Ask::Slot | Ask::Discard),
            Tactic::StrikeLeader | Tactic::StrikeLast => ask == Ask::Target,
            Tactic::LetBe | Tactic::Any => true,
            _ => ask == Ask::Step,
        }
    }

    /// How well each move carries the tactic out; `None` where it does not. Only the best are played. `ways` are of its
    /// own costs, for a tactic that has some.
    pub fn rate(self, view: View<'_, Regatta>, mv: Move, ways: Option<&Ways<'_>>) -> Option<i32> {
        let (game, public) = (view.game, view.public);
        let player = public.player(view.seat);
        match (self, mv) {
            (Tactic::StartNear, Move::Start(dot)) => Some(-i32::from(lane(view, Spot { position: 0, dot }))),
            (Tactic::StartFar, Move::Start(dot)) => Some(i32::from(lane(view, Spot { position: 0, dot }))),
            (Tactic::RerollOne, Move::Reroll) => (player.nav == 1).then_some(0),
            (Tactic::RerollOneRich, Move::Reroll) => {
                let doubled = game.rules.fleece && public.fleece == view.seat;
                (player.nav == 1 && player.fish >= 3 - u8::from(doubled)).then_some(0)
            }
            (Tactic::RollTable, Move::Roll) => rolls_by_table(player).then_some(0),
            (Tactic::RollTable, Move::Pass) => (!rolls_by_table(player)).then_some(0),
            (Tactic::RetryBust | Tactic::RetryBustRich, Move::Use(Favor::Apollo)) => bust(player).then_some(1),
            (Tactic::RetryBust, Move::Reroll) => bust(player).then_some(0),
            (Tactic::RetryBustRich, Move::Reroll) => (bust(player) && player.fish > 1).then_some(0),
            (Tactic::PlaceOwn, Move::Place { wedge, position }) => {
                let way = |ways: &Ways<'_>| {
                    let mut after = ways.bearings().clone();
                    after.lay(wedge, position);
                    after.to_line(player.spot)
                };
                ways.map(|ways| shortness(way(ways)))
            }
            (Tactic::PlaceHydras, Move::Place { wedge, position }) => {
                let others = game.seats().filter(|seat| *seat != view.seat);
                let way = |seat| (RING as u8 + position - public.player(seat).spot.position) % RING as u8;
                let near = others.map(way).min().unwrap_or(0);
                let dots = &game.course.wedges[usize::from(wedge)].dots;
                let hydras = dots.iter().filter(|dot| dot.icon == Icon::Hydra).count();
                Some(20 * hydras as i32 - i32::from(near))
            }
            (Tactic::Poseidon, Move::Use(Favor::Poseidon)) => (public.left == 0).then_some(0),
            (Tactic::Roll, Move::Roll)
            | (Tactic::Stop, Move::Pass)
            | (Tactic::SaveBust, Move::Use(Favor::Hephaestus))
            | (Tactic::Janus, Move::Use(Favor::Janus))
            | (Tactic::Athena, Move::Use(Favor::Athena))
            | (Tactic::LetBe, Move::Face)
            | (Tactic::Any, _) => Some(0),
            (Tactic::LetBe, Move::Pass | Move::Ignore) | (Tactic::HoldBetter, Move::Decline) => Some(1),
            (Tactic::Demeter, Move::Use(Favor::Demeter)) => (player.fish == 0).then_some(0),
            (Tactic::Inner | Tactic::Outer, Move::Go(exit)) => {
                let lane = i32::from(lane(view, target(view, exit)));
                Some(if self == Tactic::Inner { -lane } else { lane })
            }
            (_, Move::Go(exit)) => self.rate_way(view, exit, ways),
            (Tactic::HoldBetter, Move::Discard(slot)) => {
                let trident = |favor: Favor| favor.kind() == Kind::Trident;
                let held = player.slots[usize::from(slot & 1)];
                Some(if held.is_some_and(trident) { 2 } else { 0 })
            }
            (Tactic::StrikeLeader, Move::Target(seat)) => Some(game.rank_key(public, public.player(seat)) as i32),
            (Tactic::StrikeLast, Move::Target(seat)) => Some(-(game.rank_key(public, public.player(seat)) as i32)),
            _ => None,
        }
    }

    /// The less of its kind of way is left beyond an exit, the better.
    fn rate_way(self, view: View<'_, Regatta>, exit: u8, ways: Option<&Ways<'_>>) -> Option<i32> {
        let (game, public) = (view.game, view.public);
        let (costs, ways) = (self.costs()?, ways?);
        if self == Tactic::PlaceOwn {
            return None;
        }
        let to = target(view, exit);
        let crossed = to.position == 0;
        let icon = game.course.dot(&public.ring, to).icon;
        let from = game.course.dot(&public.ring, public.mover().spot);
        let toll = costs.toll(from.icon, from.exits()[usize::from(exit)]);
        let taken = public.is_taken(to);
        let step = if taken { 0.0 } else { costs.step(icon, game.rules.boost) };
        let bearings = ways.bearings();
        let lap = if crossed { bearings.lap() } else { 0.0 };
        Some(shortness(bearings.to_line(to) - lap + step + toll))
    }
}

/// How a way is rated: by 32nds of a dot.
fn shortness(dots: f32) -> i32 {
    (-32.0 * dots) as i32
}

/// Lane of a dot, 0 next to the centre.
fn lane(view: View<'_, Regatta>, spot: Spot) -> u8 {
    view.game.course.dot(&view.public.ring, spot).lane
}

fn target(view: View<'_, Regatta>, exit: u8) -> Spot {
    let spot = view.public.mover().spot;
    let dot = view.game.course.dot(&view.public.ring, spot);
    view.game.target(view.public, spot, dot.exits()[usize::from(exit)])
}

fn bust(player: &Player) -> bool {
    player.second < player.first
}

fn rolls_by_table(player: &Player) -> bool {
    match player.first {
        0..=4 => true,
        5 => player.fish >= 2 || player.has(Favor::Hephaestus) || player.has(Favor::Apollo),
        _ => false,
    }
}

pub struct TacticLengths {
    tactic: Tactic,
    chart: Option<Charted>,
}

pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

impl ScriptTactic<Regatta> for TacticLengths {
    type Eye = ();
    type Sight<'v> = View<'v, Regatta>;

    const TACTICS: &'static [TacticInfo] = TACTICS;
    const QUANTITIES: &'static [Quantity<Regatta>] = QUANTITIES;

    fn named(name: &str) -> Option<Self> {
        Tactic::plain(name).map(|tactic| TacticLengths {
            tactic,
            chart: tactic.costs().map(Charted::new),
        })
    }

    fn nearest(name: &str) -> String {
        Tactic::nearest(name)
    }

    fn look<'v>(
        _eye: &'v (),
        view: View<'v, Regatta>,
        _moves: &'v Moves<Move>,
        _chance: &mut Stream,
    ) -> View<'v, Regatta> {
        view
    }

    #[inline]
    fn answers(&self, view: View<'_, Regatta>) -> bool {
        self.tactic.fits(view.public.ask)
    }

    #[inline]
    fn carry_out(&self, view: &mut View<'_, Regatta>, moves: &Moves<Move>, chance: &mut Stream) -> LineEffect {
        let mut best = |ways: Option<&Ways<'_>>| script::best(moves, chance, |mv| self.tactic.rate(*view, mv, ways));
        let (course, boost) = (&view.game.course, view.game.rules.boost);
        let chosen = match &self.chart {
            Some(chart) => chart.with(course, boost, |chart| best(Some(&Ways::new(chart, &view.public.ring)))),
            None => best(None),
        };
        chosen.into()
    }
}
