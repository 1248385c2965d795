//! The Mekong crossing in words: enough of them to play every game again from its text alone. Pictures are in
//! [`super::picture`].

use super::board::placement::reach;
use super::board::{Point, Slide, Support};
use super::grid::Patch;
use super::rules::Side;
use super::state::{Ask, COLOURS, Card, Event, KIND_NAMES, Move, NONE, STONES, Space, colour_of, number_of, spaces};
use super::{Mekong, Public};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;

impl Telling for Mekong {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        let public = view.public;
        match mv {
            Move::Card(card) => format!("the card “{}”", self.card(card)),
            Move::Island(island) => format!("a stone on island {}", island + 1),
            Move::Patch(patch) => format!("a stone in the water round {}", millimetres(Patch::new(patch).middle())),
            Move::Stone(point) => format!("a stone {}", self.spot(point)),
            Move::Gap(a, b) => format!(
                "a plank for the gap from {} to {}",
                self.support(public, a),
                self.support(public, b)
            ),
            Move::Plank(number) => format!("the plank of number {number}, {}", self.length(number)),
            Move::Lay { a, b, slide } => format!("to lay it {}", self.laid(public, (a, b), slide)),
            Move::TakePlank(slot) => format!("to take away {}", self.space(public, Space::plank(slot))),
            Move::TakeStone(slot) => format!("to take away {}", self.stone(public, slot)),
            Move::Step(space) => format!("to step {}", self.onto(public, space)),
            Move::Stop => "to stop after one step".to_owned(),
            Move::Jump(space) => format!("to jump {}", self.onto(public, space)),
        }
    }

    fn seat_of_event(&self, event: Event, _public: &Public) -> Option<Seat> {
        match event {
            Event::TurnBegan => None,
            Event::Shown(seat, _)
            | Event::Cancelled(seat, _)
            | Event::StonePlaced(seat, _)
            | Event::StoneSkipped(seat)
            | Event::PlankLaid(seat, _)
            | Event::PlankLost { seat, .. }
            | Event::PlankDropped(seat, _)
            | Event::PlankSkipped(seat)
            | Event::PlankTaken { seat, .. }
            | Event::StoneTaken(seat, _)
            | Event::RemoveSkipped(seat)
            | Event::Stepped(seat, _)
            | Event::Jumped(seat, _)
            | Event::Fell(seat, _) => Some(seat),
        }
    }

    fn how_to_play(&self) -> Vec<String> {
        let dragons = match self.rules.dragons_max {
            0 => "none of them a dragon".to_owned(),
            1 => "at most one of them a dragon".to_owned(),
            most => format!("at most {most} of them dragons"),
        };
        let place = if self.free { "in the water" } else { "on an island" };
        let mut lines = vec![
            "Goal: be first in the village opposite your own.".to_owned(),
            format!(
                "Each turn all lay five cards in secret, {dragons}. Then the first cards act clockwise from the first player, then \
                 the second, and so on. All cards come back for the next turn."
            ),
            "What a card says must be done where it can be.".to_owned(),
            format!(
                "Stone: put a stone {place}. Plank: choose one of yours by its number, then lay it between two stones, or a stone and a village."
            ),
            "A plank that fits nowhere is lost. It may stick out over its supports, and is then in the way of others."
                .to_owned(),
            format!(
                "Remove: take a plank on which nobody stands for yourself, or a stone that carries none. You may have each \
                 number once, and planks of {} colours.",
                self.rules.reserve_colours
            ),
            "Move: one step to a village or a free plank at the same stone. Move two: one or two steps.".to_owned(),
            "Jump: over a pawn on the plank next to you, to a free plank or a village next to that one. Who cannot move or \
             jump falls, back to their own village."
                .to_owned(),
            "Dragon: the card of that colour at the same place does nothing, unless it is a dragon.".to_owned(),
        ];
        let spans = |a: Support, b: Support| {
            let reach = (1..=6).map(|number| reach(&self.board.planks, a, b, number) as f64 / 10.0);
            reach.map(|reach| format!("{reach:.1}")).collect::<Vec<_>>().join(", ")
        };
        let stone = COLOURS as Support;
        lines.push(format!(
            "Planks 1 to 6 span at most {} mm between the centres of two stones, {} mm from a village to a stone.",
            spans(stone, stone),
            spans(0, stone)
        ));
        let villages = self.board.villages.iter();
        lines.extend(villages.map(|village| {
            format!(
                "The {} village lies at {}.",
                village.colour,
                millimetres(village.centre)
            )
        }));
        if !self.free {
            let islands = self.board.islands.iter().zip(1..);
            lines.extend(islands.map(|(place, number)| format!("Island {number} lies at {}.", millimetres(*place))));
        }
        lines
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        Some(match event {
            Event::TurnBegan => format!("{} is first player", self.player(public.first)),
            Event::Shown(seat, card) => format!("{} turns up “{}”", self.player(seat), self.card(card)),
            Event::Cancelled(seat, card) => format!(
                "“{}” of {} is cancelled by a dragon",
                self.card(card),
                self.player(seat)
            ),
            Event::StonePlaced(seat, slot) => {
                let place = self.stone_with_place(public, slot);
                format!("{} places {place}", self.player(seat))
            }
            Event::StoneSkipped(seat) => format!("{} finds no place for a stone", self.player(seat)),
            Event::PlankLaid(seat, space) => format!("{} lays {}", self.player(seat), self.plank(public, space)),
            Event::PlankLost {
                seat,
                number,
                misjudged,
            } => {
                let why = if misjudged { ", misjudged" } else { "" };
                format!("plank {number} of {} has no place and is lost{why}", self.player(seat))
            }
            Event::PlankDropped(seat, number) => {
                format!("plank {number} of {} is knocked over and lost", self.player(seat))
            }
            Event::PlankSkipped(seat) => format!("{} has no plank to lay", self.player(seat)),
            Event::PlankTaken { seat, from, plank } => format!(
                "{} takes the {} plank {}, laid by {}",
                self.player(seat),
                self.colour_name(colour_of(plank.slot().unwrap_or(0))),
                number_of(plank.slot().unwrap_or(0)),
                self.player(from)
            ),
            Event::StoneTaken(seat, slot) => {
                format!("{} takes {}", self.player(seat), self.stone(public, slot))
            }
            Event::RemoveSkipped(seat) => format!("{} finds nothing to take away", self.player(seat)),
            Event::Stepped(seat, space) => format!("{} steps {}", self.player(seat), self.onto(public, space)),
            Event::Jumped(seat, space) => format!("{} jumps {}", self.player(seat), self.onto(public, space)),
            Event::Fell(seat, from) if from == Space::village(self.colours[seat]) => {
                format!("{} cannot go on and stays in its village", self.player(seat))
            }
            Event::Fell(seat, from) => format!(
                "{} falls into the river from {} and is home again",
                self.player(seat),
                self.space(public, from)
            ),
        })
    }

    fn kind(&self, event: Event) -> String {
        let card = |card: Card| KIND_NAMES[card.kind()].replace('-', " ");
        match event {
            Event::TurnBegan => "a turn begins".to_owned(),
            Event::Shown(_, it) => format!("a card “{}” is turned up", card(it)),
            Event::Cancelled(_, it) => format!("a card “{}” is cancelled", card(it)),
            Event::StonePlaced(..) => "a stone is placed".to_owned(),
            Event::StoneSkipped(_) => "no stone can be placed".to_owned(),
            Event::PlankLaid(_, space) => {
                format!("a plank {} is laid", number_of(space.slot().unwrap_or(0)))
            }
            Event::PlankLost { number, .. } => format!("a plank {number} has no place"),
            Event::PlankDropped(_, number) => format!("a plank {number} is knocked over"),
            Event::PlankSkipped(_) => "no plank can be laid".to_owned(),
            Event::PlankTaken { plank, .. } => {
                format!("a plank {} is taken away", number_of(plank.slot().unwrap_or(0)))
            }
            Event::StoneTaken(..) => "a stone is taken away".to_owned(),
            Event::RemoveSkipped(_) => "nothing can be taken away".to_owned(),
            Event::Stepped(..) => "a pawn steps".to_owned(),
            Event::Jumped(..) => "a pawn jumps".to_owned(),
            Event::Fell(..) => "a pawn falls into the river".to_owned(),
        }
    }

    /// What can be built where follows from the lengths of planks.
    fn same_table(&self, a: &Public, b: &Public) -> bool {
        let lying = Public {
            covered: a.covered,
            possible: a.possible,
            barred: a.barred,
            grid: a.grid,
            gaps: a.gaps,
            ..*b
        };
        *a == lying
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let mut lines = Vec::new();
        if public.turn > 1 {
            lines.push(format!("{} was first player in turn 1", self.player(public.opener)));
        }
        lines.push(self.stones(public));
        for space in spaces(public.laid) {
            let by = space.slot().map_or(Seat(0), |slot| public.planks[slot].by);
            lines.push(format!(
                "on the board: {}, laid by {}",
                self.plank(public, space),
                self.player(by)
            ));
        }
        if public.lost != 0 {
            let lost: Vec<String> = spaces(public.lost)
                .filter_map(Space::slot)
                .map(|slot| format!("{}{}", self.colour_name(colour_of(slot)), number_of(slot)))
                .collect();
            lines.push(format!("out of the game: {}", lost.join(" ")));
        }
        lines.extend(self.seats().map(|seat| self.seat_line(state, seat, to)));
        lines.extend(self.unfit_planks(public));
        lines.push(self.moment(public));
        lines
    }

    fn picture(&self, state: &State<Self>, to: Option<Seat>) -> Option<String> {
        Some(self.draw(&state.public, to))
    }
}

impl Mekong {
    /// How long the plank of this number is.
    fn length(&self, number: u8) -> String {
        let length = self.board.planks.lengths.get(usize::from(number).wrapping_sub(1));
        format!("{:.1} mm long", f64::from(*length.unwrap_or(&0)) / 10.0)
    }

    /// The name of a colour, which is that of a village, too.
    pub(super) fn colour_name(&self, colour: u8) -> &str {
        let found = self.board.villages.get(usize::from(colour));
        found.map_or("", |village| village.colour.as_str())
    }

    /// "seat 1 (pink)".
    fn player(&self, seat: Seat) -> String {
        format!("{seat} ({})", self.colour_name(self.colours[seat]))
    }

    pub(super) fn card(&self, card: Card) -> String {
        match card.dragon_of() {
            Some(colour) => format!("{} dragon", self.colour_name(colour)),
            None => KIND_NAMES[card.kind()].replace('-', " "),
        }
    }

    /// The cards of a row that lie there, from the left.
    pub(super) fn cards(&self, row: &[Card]) -> String {
        let names = row.iter().filter(|card| **card != Card::NONE);
        names.map(|card| self.card(*card)).collect::<Vec<_>>().join(", ")
    }

    fn support(&self, public: &Public, support: Support) -> String {
        match usize::from(support).checked_sub(COLOURS) {
            None => format!("the {} village", self.colour_name(support)),
            Some(_) if self.rules.side == Side::Water => self.stone(public, support - COLOURS as Support),
            Some(island) => format!("island {}", island + 1),
        }
    }

    /// A stone by its name: its island, or in open water the number that it got when it was placed.
    fn stone(&self, public: &Public, slot: u8) -> String {
        let number = self.stone_number(public, slot);
        match self.rules.side {
            Side::Water => format!("stone {number}"),
            Side::Islands => format!("the stone on island {number}"),
        }
    }

    /// The number in the name of a stone.
    pub(super) fn stone_number(&self, public: &Public, slot: u8) -> u16 {
        1 + match self.rules.side {
            Side::Water => public.serials[usize::from(slot)],
            Side::Islands => u16::from(slot),
        }
    }

    /// A stone and where it lies.
    fn stone_with_place(&self, public: &Public, slot: u8) -> String {
        let point = public.points[usize::from(slot)];
        match (self.rules.side, self.free) {
            (Side::Water, _) => format!("{} {}", self.stone(public, slot), self.spot(point)),
            (Side::Islands, true) => format!("a stone {}", self.spot(point)),
            (Side::Islands, false) => format!("a stone on island {}", slot + 1),
        }
    }

    /// A point of the board; on the side with islands also whose island it is.
    fn spot(&self, point: Point) -> String {
        let island = match self.rules.side {
            Side::Water => None,
            Side::Islands => self.island_at(point),
        };
        let island = island.map_or_else(String::new, |island| format!("on island {} ", island + 1));
        format!("{island}at {}", millimetres(point))
    }

    fn space(&self, public: &Public, space: Space) -> String {
        let Some(slot) = space.slot() else {
            return format!("the {} village", self.colour_name(space.0));
        };
        let plank = &public.planks[slot];
        format!(
            "the {} plank {} from {} to {}",
            self.colour_name(colour_of(slot)),
            number_of(slot),
            self.support(public, plank.a),
            self.support(public, plank.b)
        )
    }

    /// The way onto a plank or into a village.
    fn onto(&self, public: &Public, space: Space) -> String {
        let way = if space.is_village() { "into" } else { "onto" };
        format!("{way} {}", self.space(public, space))
    }

    /// A plank and exactly how it lies.
    fn plank(&self, public: &Public, space: Space) -> String {
        let Some(slot) = space.slot() else {
            return self.space(public, space);
        };
        let plank = &public.planks[slot];
        format!(
            "the {} plank {} {}",
            self.colour_name(colour_of(slot)),
            number_of(slot),
            self.laid(public, (plank.a, plank.b), plank.slide)
        )
    }

    /// How a plank lies over a gap: from where to where, and on which side what is too long of it.
    fn laid(&self, public: &Public, (a, b): (Support, Support), slide: Slide) -> String {
        let (a, b) = (self.support(public, a), self.support(public, b));
        let spare = match slide {
            Slide::Mid => "at both ends".to_owned(),
            Slide::OverA => format!("beyond {a}"),
            Slide::OverB => format!("beyond {b}"),
        };
        format!("from {a} to {b}, spare length {spare}")
    }

    /// How far the game is, and who has to choose what.
    fn moment(&self, public: &Public) -> String {
        let card = usize::from(public.position) + 1;
        let who = self.player(public.decider);
        let due = public.due;
        let asked = match public.ask {
            Ask::Over => return format!("the game is over in turn {}", public.turn),
            Ask::Card => format!("{who} lays card {card} of its programme"),
            Ask::Stone if public.patch != NONE => format!(
                "card {card}, {who} has to place a stone in the water round {}, {due} still to place",
                millimetres(Patch::new(public.patch).middle())
            ),
            Ask::Stone => format!("card {card}, {who} has to place {due} more"),
            Ask::Gap => format!("card {card}, {who} has to name a gap for a plank, {due} still to lay"),
            Ask::Plank if public.gap.0 != NONE => format!(
                "card {card}, {who} has to choose a plank for the gap from {} to {}, {due} still to lay",
                self.support(public, public.gap.0),
                self.support(public, public.gap.1)
            ),
            Ask::Plank => format!("card {card}, {who} has to choose a plank, {due} still to lay"),
            Ask::Place if public.gap.0 != NONE => format!(
                "card {card}, {who} has to lay its plank {} over the gap from {} to {}, {due} still to lay",
                public.number,
                self.support(public, public.gap.0),
                self.support(public, public.gap.1)
            ),
            Ask::Place => format!(
                "card {card}, {who} has to lay its plank {}, {due} still to lay",
                public.number
            ),
            Ask::Remove => format!("card {card}, {who} has to take something away"),
            Ask::Step => format!("card {card}, {who} has to step, {due} at most"),
            Ask::Second => format!("card {card}, {who} may step again"),
            Ask::Jump => format!("card {card}, {who} has to jump"),
        };
        format!(
            "turn {}, {} is first player; {asked}",
            public.turn,
            self.player(public.first)
        )
    }

    /// Which planks would be lost if they were chosen. Over a gap that was named, a player has to judge that by eye.
    fn unfit_planks(&self, public: &Public) -> Option<String> {
        let asked = public.ask == Ask::Plank && public.gap.0 == NONE;
        let reserve = &public.reserves[public.decider];
        let unfit =
            |number: &u8| reserve[usize::from(*number) - 1] != NONE && !self.fits(public, (NONE, NONE), *number);
        let unfit: Vec<String> = (1..=reserve.len() as u8)
            .filter(unfit)
            .map(|number| number.to_string())
            .collect();
        (asked && !unfit.is_empty()).then(|| format!("fit nowhere and would be lost: planks {}", unfit.join(", ")))
    }

    fn stones(&self, public: &Public) -> String {
        let count = public.stones.count_ones();
        let mut line = format!(
            "{count} stone{} on the board, {} in the reserve",
            if count == 1 { "" } else { "s" },
            u32::from(self.rules.stones).saturating_sub(count)
        );
        let slots = (0..STONES as u8).filter(|slot| public.stones >> slot & 1 == 1);
        let mut slots: Vec<u8> = slots.collect();
        slots.sort_by_key(|slot| self.stone_number(public, *slot));
        let join = |name: &dyn Fn(u8) -> String, between: &str| {
            let names: Vec<String> = slots.iter().map(|slot| name(*slot)).collect();
            names.join(between)
        };
        if !slots.is_empty() {
            line += &match (self.rules.side, self.free) {
                (Side::Islands, false) => format!(": on islands {}", join(&|slot| (slot + 1).to_string(), ", ")),
                (Side::Islands, true) => {
                    let spot = |slot: u8| self.spot(public.points[usize::from(slot)]);
                    format!(": {}", join(&spot, "; "))
                }
                (Side::Water, _) => format!(": {}", join(&|slot| self.stone_with_place(public, slot), "; ")),
            };
        }
        if self.rules.side == Side::Water {
            line += &format!("; the next one placed is stone {}", u32::from(public.placed) + 1);
        }
        line
    }

    fn seat_line(&self, state: &State<Self>, seat: Seat, to: Option<Seat>) -> String {
        let public = &state.public;
        let planks: Vec<String> = public.reserves[seat]
            .iter()
            .enumerate()
            .filter(|(_, colour)| **colour != NONE)
            .map(|(number, colour)| format!("{}{}", self.colour_name(*colour), number + 1))
            .collect();
        let planks = if planks.is_empty() {
            "no planks".to_owned()
        } else {
            format!("planks {}", planks.join(" "))
        };
        let mut line = format!(
            "{}, to {}: {} {}; {planks}",
            self.player(seat),
            self.colour_name(self.goals[seat]),
            if public.pawns[seat].is_village() { "in" } else { "on" },
            self.space(public, public.pawns[seat])
        );
        let own = to.is_none_or(|to| to == seat);
        let open = [("turned up", public.shown[seat]), ("last turn", public.last[seat])];
        let programme = own.then_some(("programme", state.private[seat].programme));
        let rows = open.into_iter().chain(programme);
        for (name, row) in rows.filter(|(_, row)| row[0] != Card::NONE) {
            line += &format!("; {name}: {}", self.cards(&row));
        }
        line
    }
}

fn millimetres(point: Point) -> String {
    format!(
        "{:.1} mm, {:.1} mm",
        f64::from(point.x) / 10.0,
        f64::from(point.y) / 10.0
    )
}
