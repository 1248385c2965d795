//! One decision as tactics look at it: which of the moves at hand each would play.

use std::cell::OnceCell;

use super::hand::{self, Hand};
use super::heuristic::WeightTables;
use super::hunt_plan::{self, HuntPlan};
use super::outlook::{Belief, Outlook, certain};
use super::tactics::{Boldness, SPOILERS, Tactic, TileChoice, Toward, Whom};
use crate::board::spaces_where;
use crate::cards::{Effect, Window};
use crate::state::{Ask, Move};
use crate::tiles::Text;
use crate::{Riverbed, Spaces, bits};
use balance_engine::{Moves, Seat, SeatSet, View};

pub struct Scene<'s> {
    tuned: &'s WeightTables,
    view: View<'s, Riverbed>,
    moves: &'s [Move],
    /// Moves that no line has ruled out, as bits.
    pub allowed: u64,
    outlook: OnceCell<Outlook<'s>>,
}

impl<'s> Scene<'s> {
    pub fn new(tuned: &'s WeightTables, view: View<'s, Riverbed>, moves: &'s Moves<Move>) -> Self {
        Scene {
            tuned,
            view,
            moves,
            allowed: u64::MAX,
            outlook: OnceCell::new(),
        }
    }

    /// The moves that `tactic` would play, as bits; none when it does not fit.
    pub fn fits(&self, tactic: Tactic) -> u64 {
        let ask = self.view.public.ask;
        match (tactic, ask) {
            (Tactic::Any, _) => u64::MAX >> (64 - self.moves.len().min(64)),
            (Tactic::Uncover(which), Ask::Menu) => self.aimed(Move::Uncover, self.tiles(which, self.action_targets())),
            (Tactic::Uncover(which), Ask::UncoverTile) | (Tactic::Dive(which), Ask::DiveTile) => {
                self.spaces(self.tiles(which, self.offered()))
            }
            (Tactic::Dive(which), Ask::Menu) => self.aimed(Move::Dive, self.tiles(which, self.action_targets())),
            (Tactic::Hunt(bold), _) => self.hunt(bold),
            (Tactic::StopHunt, _) => self.only(Move::Stop),
            (Tactic::Con(bold), _) => self.con(bold),
            (Tactic::CoOp(whom), Ask::Menu) => self.aimed(Move::CoOp, self.partners(whom).0.into()),
            (Tactic::CoOp(whom), Ask::Partner) => {
                let wanted = self.partners(whom);
                self.mask(|mv| matches!(mv, Move::Seat(seat) if wanted.has(seat)))
            }
            (Tactic::Swim(toward), Ask::Menu) => {
                let places = self.view.game.board.swim[self.here()];
                self.aimed(Move::Swim, self.places(toward, places))
            }
            (Tactic::Swim(toward), Ask::SwimSpace) => self.spaces(self.places(toward, self.offered())),
            (Tactic::Reveal(which), _) if self.reveals() => self.spaces(self.tiles(which, self.offered())),
            (Tactic::Pass, _) => self.only(Move::Pass),
            (Tactic::PlayLook, Ask::Menu) => self.looks(),
            (Tactic::PlayLook, Ask::Card { effect, .. }) if looks(effect) => {
                self.spaces(self.tiles(TileChoice::Unseen, self.offered()))
            }
            (Tactic::PlayLook, Ask::Window(Window::Dive(space))) => {
                self.aimed(Move::Card(Effect::Eavesdrop), self.outlook().blind & 1 << space)
            }
            (Tactic::PlaySpoiler, _) => self.spoil(),
            (Tactic::PlayAny, _) => self.cards(),
            (Tactic::Play(effect), _) => self.only(Move::Card(effect)),
            (Tactic::DiscardLeast, Ask::Pay(..) | Ask::HandLimit) => self.least_useful(),
            (Tactic::Refresh(action), _) => self.only(Move::Refresh(action)),
            (Tactic::EndTurn, _) => self.only(Move::EndTurn),
            (Tactic::Start { apart }, Ask::Place) => {
                self.spaces(self.crowded(self.offered(), if apart { -1.0 } else { 1.0 }))
            }
            _ => 0,
        }
    }

    /// The moves that play a card, as bits.
    pub fn cards(&self) -> u64 {
        self.mask(|mv| matches!(mv, Move::Card(_)))
    }

    fn outlook(&self) -> &Outlook<'s> {
        self.outlook.get_or_init(|| Outlook::new(self.view, self.tuned))
    }

    fn here(&self) -> usize {
        self.view.public.meeple[self.view.seat].index()
    }

    fn mask(&self, test: impl Fn(Move) -> bool) -> u64 {
        let numbered = self.moves.iter().take(64).enumerate();
        numbered.fold(0, |set, (index, mv)| set | u64::from(test(*mv)) << index)
    }

    fn only(&self, wanted: Move) -> u64 {
        self.mask(|mv| mv == wanted)
    }

    /// The move, where it has one of these aims.
    fn aimed(&self, wanted: Move, aims: u32) -> u64 {
        if aims == 0 { 0 } else { self.only(wanted) }
    }

    fn spaces(&self, spaces: Spaces) -> u64 {
        self.mask(|mv| matches!(mv, Move::Space(space) if spaces >> space & 1 == 1))
    }

    fn offered(&self) -> Spaces {
        spaces_of(self.moves)
    }

    fn action_targets(&self) -> Spaces {
        self.view.game.action_targets(self.view.public, self.view.seat)
    }

    fn reveals(&self) -> bool {
        match self.view.public.ask {
            Ask::Chosen | Ask::ConFirst | Ask::ConSecond | Ask::UncoverTile | Ask::HuntTile { first: true } => true,
            Ask::Text { text, .. } => text == Text::RevealAdjacent,
            Ask::Card { effect, first } => effect == Effect::Delusion && first.is_some(),
            _ => false,
        }
    }

    fn tiles(&self, which: TileChoice, among: Spaces) -> Spaces {
        if which == TileChoice::Any || among == 0 {
            return among;
        }
        let outlook = self.outlook();
        let known = among & outlook.down & !outlook.blind;
        match which {
            TileChoice::Winning => outlook.winning(known),
            TileChoice::Good => most(known, |space| Some(outlook.worth(space)).filter(|worth| *worth > 0.0)),
            TileChoice::Harmless => most(known, |space| Some(outlook.worth(space)).filter(|worth| *worth > -0.03)),
            TileChoice::Unseen => among & outlook.blind,
            TileChoice::Any => among,
        }
    }

    fn places(&self, toward: Toward, places: Spaces) -> Spaces {
        let (game, public) = (self.view.game, self.view.public);
        let reach = |space: usize| game.board.reach[space];
        match toward {
            Toward::Any => places,
            Toward::Away => self.crowded(places, -1.0),
            Toward::Chief => {
                let chief = public.meeple[public.chief].index();
                spaces_where(places, |space| reach(space) >> chief & 1 == 1)
            }
            Toward::Unseen => {
                let blind = self.outlook().blind;
                most(places, |space| {
                    Some((reach(space) & blind).count_ones() as f32).filter(|count| *count > 0.0)
                })
            }
            Toward::Good => {
                let good = self.tiles(TileChoice::Good, self.outlook().down);
                spaces_where(places, |space| reach(space) & good != 0)
            }
        }
    }

    /// Those of `places` with most other meeples within reach, each worth so much: with fewest where that is below 0.
    fn crowded(&self, places: Spaces, worth: f32) -> Spaces {
        let (game, public) = (self.view.game, self.view.public);
        most(places, |space| {
            let others = SeatSet::all(game.players).without(self.view.seat).iter();
            let near = others
                .filter(|seat| game.board.reach[space] & public.meeple[*seat].bit() != 0)
                .count() as f32;
            Some(worth * near)
        })
    }

    fn partners(&self, whom: Whom) -> SeatSet {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let able = game.partners(public, SeatSet::all(game.players).without(seat));
        let those = |test: &dyn Fn(Seat) -> bool| able.iter().filter(|other| test(*other)).collect();
        let side = self.view.private.role.side();
        match whom {
            Whom::Anyone => able,
            Whom::Chief => those(&|other| other == public.chief),
            Whom::Friend => those(&|other| certain(&self.view, other).is_some_and(|role| role.side() == side)),
            Whom::Fresh => those(&|other| public.record[other].reveals == 0),
            Whom::Trusted => {
                let belief = Belief::new(&self.view, self.tuned.weights.suspicion);
                let trust = |other: Seat| belief.side[other][side];
                let highest = able.iter().map(trust).fold(0.5, f32::max);
                those(&|other| trust(other) > 0.5 && trust(other) >= highest)
            }
        }
    }

    fn hunt(&self, bold: Boldness) -> u64 {
        let down = self.outlook().down;
        match self.view.public.ask {
            Ask::Chosen => {
                let hunt = self.only(Move::Hunt);
                let reach = down & self.view.game.board.reach[self.here()];
                let wins = || hunt_plan::hunt(self.outlook(), reach).is_some_and(|plan| plan.wins);
                let bold = bold != Boldness::Always && (bold == Boldness::Now || hunt != 0 && wins());
                if bold { hunt } else { 0 }
            }
            Ask::HuntTile { first } => {
                let plan = hunt_plan::hunt(self.outlook(), self.offered());
                self.follow(plan, |plan| match bold {
                    Boldness::Winning => plan.wins,
                    Boldness::Now => first || plan.wins || plan.gain > 0.0,
                    Boldness::Always => true,
                })
            }
            _ => 0,
        }
    }

    fn con(&self, bold: Boldness) -> u64 {
        match self.view.public.ask {
            Ask::Chosen => {
                let con = self.only(Move::Con);
                let reach = self.outlook().down & self.view.game.board.reach[self.here()];
                let wins = || hunt_plan::con(self.outlook(), reach).is_some_and(|plan| plan.wins);
                if con != 0 && (bold == Boldness::Now || wins()) {
                    con
                } else {
                    0
                }
            }
            Ask::ConFirst => {
                let plan = hunt_plan::con(self.outlook(), self.offered());
                self.follow(plan, |plan| plan.wins || bold == Boldness::Now)
            }
            Ask::ConSecond => {
                let winning = self.tiles(TileChoice::Winning, self.offered());
                match bold {
                    _ if winning != 0 => self.spaces(winning),
                    Boldness::Winning => 0,
                    _ => self.spaces(most(self.offered(), |space| Some(self.outlook().worth(space)))),
                }
            }
            _ => 0,
        }
    }

    fn follow(&self, plan: Option<HuntPlan>, go: impl Fn(HuntPlan) -> bool) -> u64 {
        plan.filter(|plan| go(*plan))
            .map_or(0, |plan| self.only(Move::Space(plan.space as u8)))
    }

    fn looks(&self) -> u64 {
        if self.outlook().blind == 0 {
            return 0;
        }
        let near = self.outlook().blind & self.view.game.board.reach[self.here()];
        self.mask(|mv| match mv {
            Move::Card(Effect::TwinLanterns) => near != 0,
            Move::Card(effect) => looks(effect),
            _ => false,
        })
    }

    fn spoil(&self) -> u64 {
        let outlook = self.outlook();
        let hand = Hand {
            outlook,
            weights: &self.tuned.weights,
        };
        let gain = |space: usize| Some(hand.down(space)).filter(|gain| *gain > 0.0);
        match self.view.public.ask {
            Ask::Menu => self.mask(|mv| {
                let Move::Card(effect) = mv else { return false };
                let Some(side) = SPOILERS.iter().position(|spoiler| *spoiler == effect) else {
                    return false;
                };
                bits(hand::showing(outlook, side)).any(|space| gain(space).is_some())
            }),
            Ask::Card { effect, .. } if SPOILERS.contains(&effect) => self.spaces(most(self.offered(), gain)),
            Ask::Text {
                text: Text::FlipDown, ..
            } => self.spaces(most(self.offered(), gain)),
            _ => 0,
        }
    }

    fn least_useful(&self) -> u64 {
        let worth = |mv: Move| match mv {
            Move::Discard(effect) => hand::keep(self.view.private, effect),
            _ => f32::MAX,
        };
        let least = self.moves.iter().map(|mv| worth(*mv)).fold(f32::MAX, f32::min);
        self.mask(|mv| worth(mv) <= least)
    }
}

pub fn spaces_of(moves: &[Move]) -> Spaces {
    moves.iter().fold(0, |set, mv| match mv {
        Move::Space(space) => set | 1 << space,
        _ => set,
    })
}

fn looks(effect: Effect) -> bool {
    matches!(effect, Effect::ClearWater | Effect::TwinLanterns | Effect::Eavesdrop)
}

/// The spaces of `among` that score most; those without a score are left out.
fn most(among: Spaces, score: impl Fn(usize) -> Option<f32>) -> Spaces {
    let (mut found, mut most) = (0, f32::MIN);
    for space in bits(among) {
        match score(space) {
            Some(value) if value > most => (found, most) = (1 << space, value),
            Some(value) if value >= most => found |= 1 << space,
            _ => {}
        }
    }
    found
}
