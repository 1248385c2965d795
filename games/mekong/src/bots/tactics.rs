//! The tactics a script may name: what each is called, and how it rates the moves at hand.
//!
//! Names are compiled once, when a scenario is read; a decision compares no text. A tactic for the programme looks at the
//! cards laid before, as if each would be carried out on the own way.

pub use super::bearings::{Bearings, Path};
use super::bearings::{beside, from_middle, middle_of, next, sight};
use super::march::Deed;
use super::quantities::QUANTITIES;
use super::routes::{PRICES, PawnRoute, reserve};
use crate::Mekong;
use crate::board::{Point, Support, placement};
use crate::grid::Patch;
use crate::state::{Ask, COLOURS, Card, KIND_NAMES, KINDS, Move, NONE, Space, number_of, spaces};
use balance_engine::{Moves, Stream, View};
use balance_kit::script::{self, LineEffect, Quantity, ScriptTactic, TacticInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a script writes before the name of a card.
const CARD: &str = "card ";

balance_kit::tactics! {
    /// One line of a script, compiled.
    pub enum Tactic, TACTICS {
        "way rim" => WayRim,
            "from this line on, one's way is the cheapest that keeps off the middle of the board, where there is one";
        "way short" => WayShort, "from this line on, one's way is the cheapest, as at first";
        "card finish" => CardFinish, "lay a card for moving that brings one's pawn to its destination";
        "card step" => CardStep, "lay the card for moving that brings one's pawn furthest along its way";
        "card step safe" => CardStepSafe,
            "the same, only over planks that lie already and that no rival stands on";
        "card jump over" => CardJump, "lay the jump when a rival stands on the next plank of one's way";
        "card build" => CardBuild, "lay the card that adds most to one's way, planks before stones";
        "card stones" => CardStones, "lay the card that places most stones that one's way lacks";
        "card planks" => CardPlanks, "lay the card that bridges most gaps of one's way and wastes no plank";
        "card take" => CardTake, "lay the card for removing when there is a plank one may take";
        "card take lacking" => CardTakeLacking,
            "lay the card for removing when one will have no plank for the next gap, and the board has one that may be taken";
        "card dragon leader" => CardDragonLeader, "lay the dragon of the rival nearest to arriving";
        "card dragon next" => CardDragonNext, "lay the dragon of the next player clockwise";
        "card dragon" => CardDragon, "lay any dragon";
        "card idle" => CardIdle, "lay a card that neither moves one's pawn nor spends a plank";
        "card CARD" => Card(Card), "lay this card, such as `card two-stones`";
        "stone way" => StoneWay, "place the next stone that one's way lacks";
        "stone middle" => StoneMiddle, "place a stone as near as possible to the middle of the board";
        "stone aside" => StoneAside, "place a stone where it does not help the rival nearest to arriving";
        "number fitting" => NumberFitting,
            "choose the shortest plank that seems to reach over the next gap of one's way, or the gap already named";
        "number short" => NumberShort, "choose the shortest plank";
        "number long" => NumberLong, "choose the longest plank";
        "plank way" => PlankWay, "lay the plank on one's way, the next gap first";
        "plank middle" => PlankMiddle, "lay the plank as near as possible to the middle of the board";
        "plank aside" => PlankAside, "lay the plank where the rival nearest to arriving does not need one";
        "take leader" => TakeLeader,
            "take the next plank or stone on the way of the rival nearest to arriving, unless it is on one's own";
        "take next" => TakeNext, "the same for the next player clockwise";
        "take lacking" => TakeLacking, "take a plank that fits the next gap for which one has none";
        "take behind" => TakeBehind, "take a plank next to one's pawn that is not on one's way";
        "take stone" => TakeStone, "take a loose stone that is not on one's way";
        "take aside" => TakeAside, "take anything that is not on one's way, a plank if possible";
        "go way" => GoWay, "step or jump to where least is left to go; stand still where that is best";
        "go middle" => GoMiddle, "step or jump as near as possible to the middle of the board";
        "any" => Any, "any legal move; every script ends with it";
    }
}

/// The cards that `card CARD` may name; a dragon needs a target.
fn named_cards() -> impl Iterator<Item = (Card, &'static str)> {
    let actions = KIND_NAMES.iter().take(KINDS - 1).enumerate();
    actions.map(|(kind, name)| (Card(kind as u8), *name))
}

impl ScriptTactic<Mekong> for Tactic {
    type Eye = Eye;
    type Sight<'v> = Bearings<'v>;

    const TACTICS: &'static [TacticInfo] = TACTICS;
    const QUANTITIES: &'static [Quantity<Mekong>] = QUANTITIES;

    fn named(name: &str) -> Option<Self> {
        if let Some(card) = name.strip_prefix(CARD)
            && let Some((card, _)) = named_cards().find(|(_, known)| *known == card)
        {
            return Some(Tactic::Card(card));
        }
        Tactic::plain(name)
    }

    fn nearest(name: &str) -> String {
        script::nearest_tactic(name, TACTICS, named_cards().map(|(_, card)| format!("{CARD}{card}")))
    }

    #[inline]
    fn look<'v>(eye: &'v Eye, view: View<'v, Mekong>, _moves: &'v Moves<Move>, chance: &mut Stream) -> Bearings<'v> {
        let sight = sight(view.public, eye.error, chance);
        Bearings::new(view, sight, 10.0 * eye.safety, chance.bits())
    }

    #[inline]
    fn answers(&self, view: View<'_, Mekong>) -> bool {
        let ask = view.public.ask;
        match *self {
            Tactic::StoneWay | Tactic::StoneMiddle | Tactic::StoneAside => ask == Ask::Stone,
            Tactic::NumberFitting | Tactic::NumberShort | Tactic::NumberLong => ask == Ask::Plank,
            Tactic::PlankWay | Tactic::PlankMiddle | Tactic::PlankAside => matches!(ask, Ask::Gap | Ask::Place),
            Tactic::TakeLeader
            | Tactic::TakeNext
            | Tactic::TakeLacking
            | Tactic::TakeBehind
            | Tactic::TakeStone
            | Tactic::TakeAside => ask == Ask::Remove,
            Tactic::GoWay | Tactic::GoMiddle => matches!(ask, Ask::Step | Ask::Second | Ask::Jump),
            Tactic::Any | Tactic::WayRim | Tactic::WayShort => true,
            _ => ask == Ask::Card,
        }
    }

    #[inline]
    fn carry_out(&self, bearings: &mut Bearings<'_>, moves: &Moves<Move>, chance: &mut Stream) -> LineEffect {
        let path = match self {
            Tactic::WayRim => Some(Path::Rim),
            Tactic::WayShort => Some(Path::Short),
            _ => None,
        };
        if let Some(path) = path {
            bearings.keep_to(path);
            return LineEffect::Narrows;
        }
        if self.is_idle(bearings) {
            return LineEffect::Nothing;
        }
        script::best(moves, chance, |mv| self.rate(bearings, mv)).into()
    }
}

impl Tactic {
    /// Is it known, before any move is looked at, that it rates none?
    pub fn is_idle(self, bearings: &Bearings<'_>) -> bool {
        let at_points = bearings.view.game.free && bearings.view.public.ask == Ask::Stone;
        self == Tactic::StoneWay && at_points && bearings.wanted().is_none()
    }

    /// How well `mv` carries the tactic out; `None` where it does not. Only the best are played.
    pub fn rate(self, bearings: &Bearings<'_>, mv: Move) -> Option<i32> {
        if self == Tactic::Any {
            return Some(0);
        }
        match mv {
            Move::Card(card) => self.rate_card(bearings, card),
            Move::Island(island) => self.rate_stone(bearings, COLOURS as Support + island, None),
            Move::Patch(patch) => self.rate_patch(bearings, patch),
            Move::Stone(point) => self.rate_stone(bearings, NONE, Some(point)),
            Move::Plank(number) => self.rate_number(bearings, number),
            Move::Gap(a, b) | Move::Lay { a, b, .. } => self.rate_gap(bearings, (a, b)),
            Move::TakePlank(_) | Move::TakeStone(_) => self.rate_removal(bearings, mv),
            Move::Step(space) | Move::Jump(space) => self.rate_step(bearings, space, 0),
            // Standing still is better than a step that gains nothing.
            Move::Stop => self.rate_step(bearings, bearings.view.public.pawns[bearings.view.seat], 1),
        }
    }

    fn rate_card(self, bearings: &Bearings<'_>, card: Card) -> Option<i32> {
        let view = bearings.view;
        let (game, public, seat) = (view.game, view.public, view.seat);
        let is_dragon_of = |rival| (card == Card::dragon(game.colours[rival])).then_some(0);
        match self {
            Tactic::Card(wanted) => return (card == wanted).then_some(0),
            Tactic::CardDragon => return card.dragon_of().is_some().then_some(0),
            Tactic::CardDragonLeader => return card.dragon_of().and_then(|_| is_dragon_of(bearings.leader())),
            Tactic::CardDragonNext => return is_dragon_of(next(view)),
            Tactic::CardTake => {
                return (card == Card::REMOVE && game.removable_planks(public, seat) != 0).then_some(0);
            }
            _ => {}
        }
        let way = bearings.course().way.as_ref()?;
        let prospect = bearings.prospect()?;
        let deed = prospect.deed(card);
        let moves = matches!(card, Card::MOVE | Card::MOVE_TWO);
        // Of two cards that go as far the smaller is kept for nothing else: it is laid, the greater stays in the hand.
        let far = |deed: Deed| 4 * deed.steps - i32::from(card == Card::MOVE_TWO);
        let (fits, rating) = match self {
            Tactic::CardFinish => (deed.arrives, far(deed)),
            Tactic::CardStep => (moves && deed.steps > 0, far(deed)),
            Tactic::CardStepSafe => (moves && deed.steps > 0 && deed.daring == 0, far(deed)),
            Tactic::CardJump => (card == Card::JUMP && prospect.stands && way.taken & 1 == 1, 0),
            Tactic::CardBuild => {
                let worth = 3 * (deed.planks - deed.wasted) + 2 * deed.stones;
                (deed.planks + deed.stones > deed.wasted, worth)
            }
            Tactic::CardStones => (deed.stones > 0, deed.stones),
            Tactic::CardPlanks => (deed.planks > 0 && deed.wasted == 0, deed.planks),
            Tactic::CardTakeLacking => (card == Card::REMOVE && some_prey(bearings, way, prospect.lacks), 0),
            Tactic::CardIdle => match card {
                Card::STONE | Card::STONES => (true, 2),
                Card::PLANK | Card::PLANKS => (!prospect.has_planks, 0),
                // At home a fall changes nothing.
                Card::MOVE | Card::MOVE_TWO | Card::JUMP => {
                    let home = public.pawns[seat] == Space::village(game.colours[seat]);
                    (home && prospect.stands && deed.steps == 0, 0)
                }
                // Removing, and dragons.
                _ => (true, 1),
            },
            _ => (false, 0),
        };
        fits.then_some(rating)
    }

    /// A stone on an island, or at a point of the water.
    fn rate_stone(self, bearings: &Bearings<'_>, support: Support, point: Option<Point>) -> Option<i32> {
        let view = bearings.view;
        let island = || usize::from(support).checked_sub(COLOURS);
        let centre = || point.or_else(|| view.game.board.islands.get(island()?).copied());
        match self {
            Tactic::StoneWay => match point {
                None => {
                    let way = bearings.course().way.as_ref()?;
                    (way.missing_stone() == Some(support)).then_some(0)
                }
                Some(point) => bearings.wanted().map(|wanted| wanted.rate(point)),
            },
            Tactic::StoneMiddle => centre().map(|at| -(from_middle(at) / 100) as i32),
            Tactic::StoneAside => match point {
                None => (!bearings.leaders_way()?.has(support)).then_some(0),
                Some(point) => {
                    let stations = bearings.leaders_stations().iter();
                    let nearest = stations.map(|at| placement::square_of(*at, point)).min()?;
                    Some((nearest as f64).sqrt() as i32)
                }
            },
            _ => None,
        }
    }

    /// A stone in a patch of open water: where the best point of its grid is, or of the ring that is meant for it.
    fn rate_patch(self, bearings: &Bearings<'_>, number: u8) -> Option<i32> {
        let patch = Patch::new(number);
        match self {
            Tactic::StoneWay => (bearings.patch() == Some(number)).then_some(0),
            Tactic::StoneMiddle => {
                let points = patch.points(&bearings.view.public.grid);
                points.filter_map(|at| self.rate_stone(bearings, NONE, Some(at))).max()
            }
            Tactic::StoneAside => (bearings.patches_aside() >> number & 1 == 1).then_some(0),
            _ => None,
        }
    }

    fn rate_number(self, bearings: &Bearings<'_>, number: u8) -> Option<i32> {
        let view = bearings.view;
        match self {
            Tactic::NumberFitting => {
                let named = (view.public.gap.0 != NONE).then_some(view.public.gap);
                let own = || {
                    let way = bearings.course().way.as_ref()?;
                    way.open_gap(reserve(view.public, view.seat))
                };
                let (a, b) = named.or_else(own)?;
                let gap = view
                    .game
                    .centre(view.public, a)
                    .distance(view.game.centre(view.public, b));
                let reach = placement::reach(&view.game.board.planks, a, b, number) as f64;
                (reach >= bearings.seen(gap)).then_some(-i32::from(number))
            }
            Tactic::NumberShort => Some(-i32::from(number)),
            Tactic::NumberLong => Some(i32::from(number)),
            _ => None,
        }
    }

    fn rate_gap(self, bearings: &Bearings<'_>, (a, b): (Support, Support)) -> Option<i32> {
        let view = bearings.view;
        match self {
            Tactic::PlankWay => {
                let way = bearings.course().way.as_ref()?;
                place_on(way, (a, b)).map(|gap| -(gap as i32))
            }
            Tactic::PlankMiddle => {
                let [a, b] = [a, b].map(|end| from_middle(view.game.centre(view.public, end)) / 100);
                Some(-(a + b) as i32)
            }
            Tactic::PlankAside => {
                let theirs = bearings.leaders_way()?;
                (!theirs.joins(a, b)).then_some(-i32::from(theirs.has(a)) - i32::from(theirs.has(b)))
            }
            _ => None,
        }
    }

    fn rate_removal(self, bearings: &Bearings<'_>, mv: Move) -> Option<i32> {
        let view = bearings.view;
        let own = bearings.course().way.as_ref();
        match mv {
            Move::TakePlank(slot) => {
                let plank = &view.public.planks[usize::from(slot)];
                let ends = (plank.a, plank.b);
                if own.is_some_and(|way| way.joins(plank.a, plank.b)) {
                    return None;
                }
                let number = number_of(usize::from(slot));
                let ahead = |way: &PawnRoute| place_on(way, ends).map(|gap| -(gap as i32));
                match self {
                    Tactic::TakeLeader => bearings.leaders_way().and_then(ahead),
                    Tactic::TakeNext => bearings.next_ones_way().and_then(ahead),
                    Tactic::TakeLacking => {
                        let lacking = own?.lacks(reserve(view.public, view.seat));
                        (lacking >> (number - 1) & 1 == 1).then_some(0)
                    }
                    Tactic::TakeBehind => {
                        let near = beside(view) & Space::plank(slot).bit() != 0;
                        near.then_some(0)
                    }
                    Tactic::TakeAside => Some(1),
                    _ => None,
                }
            }
            Move::TakeStone(slot) => {
                let support = COLOURS as Support + slot;
                if own.is_some_and(|way| way.has(support)) {
                    return None;
                }
                // A plank is worth more than a stone, which anybody can place again.
                let on = |way: Option<&PawnRoute>| way.is_some_and(|way| way.has(support)).then_some(-100);
                match self {
                    Tactic::TakeLeader => on(bearings.leaders_way()),
                    Tactic::TakeNext => on(bearings.next_ones_way()),
                    Tactic::TakeStone | Tactic::TakeAside => Some(0),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn rate_step(self, bearings: &Bearings<'_>, space: Space, more: i32) -> Option<i32> {
        match self {
            Tactic::GoWay => {
                let left = bearings.course().routes.cost_from(bearings.view.public, space, PRICES);
                Some(more - 2 * left.min(1_000_000) as i32)
            }
            Tactic::GoMiddle => Some(more - 2 * (from_middle(middle_of(bearings.view, space)) / 100) as i32),
            _ => None,
        }
    }
}

/// Is there a plank of one of these numbers, as bits, that may be taken and is not on the own way?
fn some_prey(bearings: &Bearings<'_>, way: &PawnRoute, numbers: u8) -> bool {
    let (game, public) = (bearings.view.game, bearings.view.public);
    if numbers == 0 {
        return false;
    }
    let mut slots = spaces(game.removable_planks(public, bearings.view.seat)).filter_map(Space::slot);
    slots.any(|slot| {
        let plank = &public.planks[slot];
        numbers >> (number_of(slot) - 1) & 1 == 1 && !way.joins(plank.a, plank.b)
    })
}

/// Place on the way of the gap between these two.
fn place_on(way: &PawnRoute, (a, b): (Support, Support)) -> Option<usize> {
    (0..way.gaps).find(|gap| {
        let ends = (way.supports[*gap], way.supports[gap + 1]);
        ends == (a, b) || ends == (b, a)
    })
}

#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// Spread of a distance as it is seen, as a part of it: 0 sees exactly.
    pub error: f64,
    /// What is added to a distance before a plank is chosen, in millimetres.
    pub safety: f64,
}

impl Default for Eye {
    fn default() -> Self {
        Eye {
            error: 0.05,
            safety: 3.0,
        }
    }
}

/// The `[bots.X]` table of a scripted bot.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScriptSettings {
    /// Tactics from most to least urgent; of the first that offers a legal move, the best such move is played. `any`
    /// is implied at the end.
    /// A line may end in conditions: `TACTIC if turn > 3 and hand has CARD`.
    #[schemars(length(min = 1))]
    pub script: Vec<String>,
    /// Spread of a distance as it is seen, as a part of it: 0 sees exactly.
    #[schemars(range(min = 0.0, max = 0.5))]
    #[serde(default = "eye_error")]
    pub eye_error: f64,
    /// What it adds to a distance before it chooses a plank, in millimetres.
    #[schemars(range(min = 0.0, max = 50.0))]
    #[serde(default = "safety")]
    pub safety: f64,
}

fn eye_error() -> f64 {
    Eye::default().error
}

fn safety() -> f64 {
    Eye::default().safety
}

pub const SCRIPTS: &str = include_str!("../content/scripts.toml");

pub type ScriptedBot = script::ScriptedBot<Mekong, Tactic>;
