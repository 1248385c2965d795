//! The Mekong crossing in words and as a picture.

use super::board::{Point, Support};
use super::card::{Card, KIND_NAMES};
use super::state::{COLOURS, Event, Move, NONE, PLANKS, STONES, Space, colour_of, number_of};
use super::{Mekong, Public};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;
use balance_kit::picture::{Anchor, Picture};

/// Fill of each colour: pink, green, blue, black, red, yellow.
const FILLS: [&str; COLOURS] = ["#d86a9e", "#2e8b57", "#2f6fd0", "#3a3a3a", "#c0392b", "#d9a400"];

impl Telling for Mekong {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        match mv {
            Move::Card(card) => format!("the card “{}”", self.card(card)),
            Move::Island(island) => format!("a stone on island {}", island + 1),
            Move::Stone(point) => format!("a stone at {}", millimetres(point)),
            Move::Gap(a, b) => format!("a plank for the gap from {} to {}", self.support(a), self.support(b)),
            Move::Plank(number) => format!("the plank of number {number}"),
            Move::Lay { a, b, .. } => format!("to lay it from {} to {}", self.support(a), self.support(b)),
            Move::TakePlank(slot) => format!("to take away {}", self.space(view.public, Space::plank(slot))),
            Move::TakeStone(slot) => format!("to take away the stone {}", self.support(COLOURS as u8 + slot)),
            Move::Step(space) => format!("to step onto {}", self.space(view.public, space)),
            Move::Stop => "to stop after one step".to_owned(),
            Move::Jump(space) => format!("to jump onto {}", self.space(view.public, space)),
        }
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        Some(match event {
            Event::TurnBegan => format!("{} is first player", public.first),
            Event::Shown(seat, card) => format!("{} turns up “{}”", self.player(seat), self.card(card)),
            Event::Cancelled(seat, card) => format!(
                "“{}” of {} is cancelled by a dragon",
                self.card(card),
                self.player(seat)
            ),
            Event::StonePlaced(seat, slot) => {
                let support = COLOURS as u8 + slot;
                let place = if self.free {
                    format!("at {}", millimetres(public.points[usize::from(slot)]))
                } else {
                    format!("on {}", self.support(support))
                };
                format!("{} places a stone {place}", self.player(seat))
            }
            Event::StoneSkipped(seat) => format!("{} finds no place for a stone", self.player(seat)),
            Event::PlankLaid(seat, space) => format!("{} lays {}", self.player(seat), self.space(public, space)),
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
            Event::PlankTaken { seat, from, plank } => {
                let (colour, number) = (
                    colour_of(plank.slot().unwrap_or(0)),
                    number_of(plank.slot().unwrap_or(0)),
                );
                let name = self.colour_name(colour);
                format!(
                    "{} takes the {name} plank {number}, laid by {}",
                    self.player(seat),
                    self.player(from)
                )
            }
            Event::StoneTaken(seat, slot) => {
                format!(
                    "{} takes the stone {}",
                    self.player(seat),
                    self.support(COLOURS as u8 + slot)
                )
            }
            Event::RemoveSkipped(seat) => format!("{} finds nothing to take away", self.player(seat)),
            Event::Stepped(seat, space) => format!("{} steps onto {}", self.player(seat), self.space(public, space)),
            Event::Jumped(seat, space) => format!("{} jumps onto {}", self.player(seat), self.space(public, space)),
            Event::Fell(seat, _) => format!("{} falls into the river and is home again", self.player(seat)),
        })
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let stones = public.stones.count_ones();
        let mut lines = vec![format!(
            "{stones} stones on the board, {} in the reserve",
            STONES as u32 - stones
        )];
        for slot in (0..PLANKS).filter(|slot| public.laid >> (slot + COLOURS) & 1 == 1) {
            lines.push(format!(
                "on the board: {}",
                self.space(public, Space::plank(slot as u8))
            ));
        }
        for index in 0..self.players {
            let seat = Seat(index as u8);
            let planks: Vec<String> = public.reserves[seat]
                .iter()
                .enumerate()
                .filter(|(_, colour)| **colour != NONE)
                .map(|(number, colour)| format!("{}{}", self.colour_name(*colour), number + 1))
                .collect();
            let planks = if planks.is_empty() {
                "no planks".to_owned()
            } else {
                planks.join(" ")
            };
            let laid = state.private[seat].programme.iter().filter(|card| **card != Card::NONE);
            let programme: Vec<String> = laid.map(|card| self.card(*card)).collect();
            let own = to.is_none_or(|to| to == seat) && !programme.is_empty();
            let programme = if own {
                format!(", programme: {}", programme.join(", "))
            } else {
                String::new()
            };
            lines.push(format!(
                "{}: on {}, {planks}{programme}",
                self.player(seat),
                self.space(public, public.pawns[seat])
            ));
        }
        lines
    }

    fn picture(&self, state: &State<Self>) -> Option<String> {
        let public = &state.public;
        // The board is 450 mm wide.
        let (scale, left, top) = (0.18, 24.0, 60.0);
        let at = |point: Point| (left + scale * f64::from(point.x), top + scale * f64::from(point.y));
        let mut picture = Picture::new(1_120.0, 900.0);
        let title = format!("The Mekong crossing, turn {}", public.turn);
        picture.text(left, 38.0, 20.0, Anchor::Start, true, &title);
        picture.rect(left, top, 4_500.0 * scale, 4_500.0 * scale, 6.0, "#cfe6ee", "#2f5d73");
        for (colour, village) in self.board.villages.iter().enumerate() {
            let (x, y) = at(village.centre);
            picture.circle(x, y, 280.0 * scale, "#efe3c4", FILLS[colour]);
            picture.text(x, y + 40.0, 12.0, Anchor::Middle, true, &village.colour);
        }
        if !self.free {
            for (island, centre) in self.board.islands.iter().enumerate() {
                let (x, y) = at(*centre);
                picture.circle(x, y, 150.0 * scale, "#dfe8cf", "#a7b98a");
                picture.text(x, y + 4.0, 10.0, Anchor::Middle, false, &(island + 1).to_string());
            }
        }
        for slot in (0..STONES).filter(|slot| public.stones >> slot & 1 == 1) {
            let (x, y) = at(public.points[slot]);
            picture.circle(x, y, 120.0 * scale, "#9aa3a8", "#4c5961");
        }
        for slot in (0..PLANKS).filter(|slot| public.laid >> (slot + COLOURS) & 1 == 1) {
            let plank = &public.planks[slot];
            let (from, to) = (at(plank.lie.from), at(plank.lie.to));
            picture.line(from, to, 80.0 * scale + 2.0, "#3b2a14");
            picture.line(from, to, 80.0 * scale - 1.0, FILLS[usize::from(colour_of(slot))]);
            let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
            picture.disc(middle.0, middle.1, 7.5, "#5b4630", &number_of(slot).to_string());
        }
        for index in 0..self.players {
            let seat = Seat(index as u8);
            let (mut x, mut y) = match public.pawns[seat].slot() {
                None => at(self.board.villages[usize::from(public.pawns[seat].0)].centre),
                Some(slot) => {
                    let lie = public.planks[slot].lie;
                    let (from, to) = (at(lie.from), at(lie.to));
                    (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1) - 14.0)
                }
            };
            let together = (0..index)
                .filter(|other| public.pawns[Seat(*other as u8)] == public.pawns[seat])
                .count();
            x += 22.0 * together as f64;
            y -= 4.0;
            let colour = usize::from(self.colours[seat]);
            picture.disc(x, y, 12.0, FILLS[colour], &(index + 1).to_string());
            let row = 110.0 + 84.0 * index as f64;
            picture.disc(876.0, row - 6.0, 12.0, FILLS[colour], &(index + 1).to_string());
            let goal = self.colour_name(self.goals[seat]);
            let name = format!("{}, to {goal}", self.colour_name(self.colours[seat]));
            picture.text(898.0, row, 15.0, Anchor::Start, true, &name);
            let planks: Vec<String> = (1..=public.reserves[seat].len())
                .filter(|number| public.reserves[seat][number - 1] != NONE)
                .map(|number| number.to_string())
                .collect();
            let planks = if planks.is_empty() {
                "no planks".to_owned()
            } else {
                format!("planks {}", planks.join(" "))
            };
            picture.text(898.0, row + 20.0, 13.0, Anchor::Start, false, &planks);
            let shown: Vec<String> = public.shown[seat]
                .iter()
                .filter(|card| **card != Card::NONE)
                .map(|card| self.card(*card))
                .collect();
            picture.text(898.0, row + 38.0, 11.0, Anchor::Start, false, &shown.join(", "));
        }
        Some(picture.finish(&title))
    }
}

impl Mekong {
    fn colour_name(&self, colour: u8) -> &str {
        self.board
            .villages
            .get(usize::from(colour))
            .map_or("", |village| village.colour.as_str())
    }

    /// "seat 1 (pink)".
    fn player(&self, seat: Seat) -> String {
        format!("{seat} ({})", self.colour_name(self.colours[seat]))
    }

    fn card(&self, card: Card) -> String {
        match card.dragon_of() {
            Some(colour) => format!("{} dragon", self.colour_name(colour)),
            None => KIND_NAMES[card.kind()].replace('-', " "),
        }
    }

    fn support(&self, support: Support) -> String {
        match usize::from(support).checked_sub(COLOURS) {
            None => format!("the {} village", self.colour_name(support)),
            Some(slot) if self.free => format!("stone {}", slot + 1),
            Some(slot) => format!("island {}", slot + 1),
        }
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
            self.support(plank.a),
            self.support(plank.b)
        )
    }
}

fn millimetres(point: Point) -> String {
    format!(
        "{:.1} mm, {:.1} mm",
        f64::from(point.x) / 10.0,
        f64::from(point.y) / 10.0
    )
}
