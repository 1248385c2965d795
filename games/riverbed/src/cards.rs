//! Ability cards: what they do, when they may be played and at what they may aim (RB-55 to RB-65).
//!
//! A card whose mandatory parts cannot all be done cannot be played (RB-62), so every card has a target when offered.

use super::Riverbed;
use super::board::{Spaces, spaces_where};
use super::state::{Public, Target};
use super::tiles::Element;
use balance_engine::{Seat, SeatSet};

balance_kit::listed! {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Effect {
        /// Move by land to a neighbouring space, then draw a card.
        SteppingStone => "stepping-stone",
        /// Move any meeple to any other space with a tile.
        SwimmingHole => "swimming-hole",
        /// Turn a face-up tile within reach face-down, then turn up another.
        Delusion => "delusion",
        /// Look at any face-down tile.
        ClearWater => "clear-water",
        /// Look at two face-down tiles within reach.
        TwinLanterns => "twin-lanterns",
        /// Refresh one of your actions; also after another player's action.
        SecondWind => "second-wind",
        /// Shuffle two face-down tiles within reach.
        MurkyWater => "murky-water",
        /// Swap two face-down tiles, one above or beside the other, at least one within reach.
        Crosscurrent => "crosscurrent",
        /// Swap two face-down tiles that touch at a corner, at least one within reach.
        SlantingCurrent => "slanting-current",
        /// Move another meeple within reach one step by water; also, after another player's swim, your own.
        Undertow => "undertow",
        /// Draw two cards.
        DeepBreath => "deep-breath",
        /// Take a card at random from another hand.
        LightFingers => "light-fingers",
        /// Look at a face-down tile within reach of any other meeple; also at a tile within your reach that another
        /// player just dived for.
        Eavesdrop => "eavesdrop",
        /// Change places with another meeple; also, when you are chosen for Co-op, name somebody else.
        Decoy => "decoy",
        /// Look at a hidden role.
        Confession => "confession",
        /// Exhaust another player's Dive or Swim.
        Sandbank => "sandbank",
        /// Turn any face-up tile with a log face-down.
        RottenTimber => "rotten-timber",
        /// Turn any face-up tile with kelp face-down.
        WitheredKelp => "withered-kelp",
        /// Turn any face-up tile with a coin face-down.
        Counterfeit => "counterfeit",
        /// Before your action: Dive or Uncover may choose any face-down tile.
        FarReach => "far-reach",
        /// Shuffle a face-down tile with all face-down tiles next to it.
        Whirlpool => "whirlpool",
        /// Swim one or two steps without drawing; also one step after another player's swim ends on your space.
        BorrowedGills => "borrowed-gills",
    }
}

pub const EFFECTS: usize = Effect::ALL.len();

impl Effect {
    /// What it asks for in one's own turn, one choice after another; nothing where there is nothing to choose.
    pub fn aims(self) -> &'static [CardChoice] {
        match self {
            Effect::DeepBreath | Effect::FarReach => &[],
            Effect::SteppingStone
            | Effect::ClearWater
            | Effect::RottenTimber
            | Effect::WitheredKelp
            | Effect::Counterfeit
            | Effect::Whirlpool
            | Effect::BorrowedGills => &[CardChoice::Space],
            Effect::Delusion
            | Effect::TwinLanterns
            | Effect::MurkyWater
            | Effect::Crosscurrent
            | Effect::SlantingCurrent => &[CardChoice::Space, CardChoice::Space],
            Effect::LightFingers | Effect::Decoy | Effect::Confession => &[CardChoice::Seat],
            Effect::SwimmingHole | Effect::Undertow | Effect::Eavesdrop => &[CardChoice::Seat, CardChoice::Space],
            Effect::SecondWind => &[CardChoice::Action],
            Effect::Sandbank => &[CardChoice::Seat, CardChoice::Action],
        }
    }

    /// When it may be played in another player's turn, if ever.
    pub fn window(self) -> Option<Moment> {
        match self {
            Effect::Undertow | Effect::BorrowedGills => Some(Moment::Swim),
            Effect::Eavesdrop => Some(Moment::Dive),
            Effect::Decoy => Some(Moment::Named),
            Effect::SecondWind => Some(Moment::Action),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardChoice {
    Space,
    Seat,
    Action,
}

/// The kinds of moments at which other players may play a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    Swim,
    Dive,
    Named,
    Action,
}

impl Moment {
    pub const COUNT: usize = 4;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    Swim,
    /// After a Dive has viewed the tile on this space.
    Dive(u8),
    Named,
    /// After the action, before the rest of the active player's turn.
    Action,
}

impl Window {
    pub fn moment(self) -> Moment {
        match self {
            Window::Swim => Moment::Swim,
            Window::Dive(_) => Moment::Dive,
            Window::Named => Moment::Named,
            Window::Action => Moment::Action,
        }
    }
}

/// What a choice may aim at, of the sort that [`Effect::aims`] tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Targets {
    Nothing,
    Spaces(Spaces),
    Seats(SeatSet),
    Actions { dive: bool, swim: bool },
}

impl Targets {
    /// Is there nothing to aim at although something is needed?
    #[inline]
    pub fn is_empty(self) -> bool {
        match self {
            Targets::Nothing => false,
            Targets::Spaces(spaces) => spaces == 0,
            Targets::Seats(seats) => seats.is_empty(),
            Targets::Actions { dive, swim } => !dive && !swim,
        }
    }
}

impl Riverbed {
    /// At what `effect` may aim when `seat` plays it in its own turn; `first` is the first of two choices.
    pub(super) fn card_targets(&self, public: &Public, seat: Seat, effect: Effect, first: Option<Target>) -> Targets {
        match first {
            None => self.first_targets(public, seat, effect),
            Some(first) => self.second_targets(public, seat, effect, first),
        }
    }

    /// Such targets that the second choice finds one, too (RB-62).
    fn first_targets(&self, public: &Public, seat: Seat, effect: Effect) -> Targets {
        let spot = public.meeple[seat];
        let at = spot.index();
        let board = &self.board;
        let down = board.tiled & !public.face_up;
        let in_reach = down & board.reach[at];
        let pair = |neighbours: &[Spaces]| spaces_where(in_reach, |space| neighbours[space] & down != 0);
        let showing = |element: Element| {
            spaces_where(public.face_up, |space| {
                self.tiles[public.shown[space] as usize].elements[element as usize] > 0
            })
        };
        match effect {
            Effect::DeepBreath | Effect::FarReach => Targets::Nothing,
            Effect::SteppingStone => Targets::Spaces(board.land_step[at]),
            Effect::SwimmingHole => Targets::Seats(SeatSet::all(self.players)),
            Effect::Delusion if in_reach == 0 => Targets::Spaces(0),
            Effect::Delusion => Targets::Spaces(public.face_up & board.reach[at]),
            Effect::ClearWater => Targets::Spaces(down),
            Effect::TwinLanterns | Effect::MurkyWater if in_reach.count_ones() < 2 => Targets::Spaces(0),
            Effect::TwinLanterns | Effect::MurkyWater => Targets::Spaces(in_reach),
            Effect::SecondWind => exhausted(public, seat),
            Effect::Crosscurrent => Targets::Spaces(pair(&board.orthogonal)),
            Effect::SlantingCurrent => Targets::Spaces(pair(&board.diagonal)),
            Effect::Undertow => self.others(seat, |other| {
                let there = public.meeple[other];
                board.reach[at] & there.bit() != 0 && board.water_step[there.index()] != 0
            }),
            Effect::LightFingers => self.others(seat, |other| public.hand_size[other] > 0),
            Effect::Eavesdrop => self.others(seat, |other| board.reach[public.meeple[other].index()] & down != 0),
            Effect::Decoy => self.others(seat, |other| public.meeple[other] != spot),
            Effect::Confession => self.others(seat, |other| public.role[other].is_none()),
            Effect::Sandbank => self.others(seat, |other| !public.marks[other].dive || !public.marks[other].swim),
            Effect::RottenTimber => Targets::Spaces(showing(Element::Log)),
            Effect::WitheredKelp => Targets::Spaces(showing(Element::Kelp)),
            Effect::Counterfeit => Targets::Spaces(showing(Element::Coin)),
            Effect::Whirlpool => Targets::Spaces(spaces_where(down, |space| board.adjacent[space] & down != 0)),
            Effect::BorrowedGills => Targets::Spaces(board.swim[at]),
        }
    }

    fn second_targets(&self, public: &Public, seat: Seat, effect: Effect, first: Target) -> Targets {
        let board = &self.board;
        let down = board.tiled & !public.face_up;
        match (effect, first) {
            (Effect::Delusion | Effect::TwinLanterns | Effect::MurkyWater, Target::Space(space)) => {
                Targets::Spaces(down & board.reach[public.meeple[seat].index()] & !(1 << space))
            }
            (Effect::Crosscurrent, Target::Space(space)) => Targets::Spaces(board.orthogonal[space as usize] & down),
            (Effect::SlantingCurrent, Target::Space(space)) => Targets::Spaces(board.diagonal[space as usize] & down),
            (Effect::SwimmingHole, Target::Seat(who)) => Targets::Spaces(board.tiled & !public.meeple[who].bit()),
            (Effect::Undertow, Target::Seat(who)) => Targets::Spaces(board.water_step[public.meeple[who].index()]),
            (Effect::Eavesdrop, Target::Seat(who)) => Targets::Spaces(board.reach[public.meeple[who].index()] & down),
            (Effect::Sandbank, Target::Seat(who)) => Targets::Actions {
                dive: !public.marks[who].dive,
                swim: !public.marks[who].swim,
            },
            _ => Targets::Nothing,
        }
    }

    /// At what `effect` may aim when `seat` plays it in another player's turn.
    pub(super) fn window_targets(&self, public: &Public, seat: Seat, effect: Effect, window: Window) -> Targets {
        let at = public.meeple[seat].index();
        match (effect, window) {
            (Effect::Undertow, Window::Swim) => Targets::Spaces(self.board.water_step[at]),
            (Effect::BorrowedGills, Window::Swim) if public.meeple[public.active].index() == at => {
                Targets::Spaces(self.board.water_step[at])
            }
            (Effect::Eavesdrop, Window::Dive(space)) if self.board.reach[at] >> space & 1 == 1 => Targets::Nothing,
            (Effect::Decoy, Window::Named) => {
                let eligible = SeatSet::all(self.players).without(public.active).without(seat);
                Targets::Seats(self.partners(public, eligible))
            }
            (Effect::SecondWind, Window::Action) => exhausted(public, seat),
            _ => Targets::Spaces(0),
        }
    }

    fn others(&self, seat: Seat, test: impl Fn(Seat) -> bool) -> Targets {
        Targets::Seats(
            SeatSet::all(self.players)
                .without(seat)
                .iter()
                .filter(|other| test(*other))
                .collect(),
        )
    }

    /// Those of `eligible` who may be chosen for Co-op: who can reveal a tile, or anybody if nobody can (RB-R09).
    pub(super) fn partners(&self, public: &Public, eligible: SeatSet) -> SeatSet {
        let down = self.board.tiled & !public.face_up;
        let able: SeatSet = eligible
            .iter()
            .filter(|seat| self.board.reach[public.meeple[*seat].index()] & down != 0)
            .collect();
        if able.is_empty() || self.rules.coop_without_tile {
            eligible
        } else {
            able
        }
    }

    /// Cards of `hand` that `seat` may play in its own turn now, each effect once.
    pub(super) fn playable(&self, public: &Public, seat: Seat, hand: u64, mut each: impl FnMut(Effect)) {
        if public.played[seat] >= self.rules.cards_per_turn {
            return;
        }
        self.each_effect(hand & !self.blanks, |effect| {
            let timely = effect != Effect::FarReach || !public.acted;
            if timely && !self.card_targets(public, seat, effect, None).is_empty() {
                each(effect);
            }
        });
    }

    /// Cards of `hand` that `seat` may play in `window`, each effect once.
    pub(super) fn playable_in(
        &self,
        public: &Public,
        seat: Seat,
        hand: u64,
        window: Window,
        mut each: impl FnMut(Effect),
    ) {
        if public.played[seat] >= self.rules.cards_per_turn {
            return;
        }
        self.each_effect(hand & self.dual_at[window.moment() as usize] & !self.blanks, |effect| {
            if !self.window_targets(public, seat, effect, window).is_empty() {
                each(effect);
            }
        });
    }

    /// Every effect in `hand`, once each; copies lie together in the deck's numbering.
    #[inline]
    pub(super) fn each_effect(&self, hand: u64, mut each: impl FnMut(Effect)) {
        let mut rest = hand;
        while rest != 0 {
            let effect = self.effect_of[rest.trailing_zeros() as usize];
            rest &= !self.copies[effect as usize];
            each(effect);
        }
    }
}

fn exhausted(public: &Public, seat: Seat) -> Targets {
    let marks = public.marks[seat];
    Targets::Actions {
        dive: marks.dive,
        swim: marks.swim,
    }
}
