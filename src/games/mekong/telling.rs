//! The game in words.

use super::Mekong;
use super::board::{Slide, Support};
use super::card::Card;
use super::draw::{self, DrawnPawn, DrawnPlank, Scene, Stand};
use super::rules::Side;
use super::state::{Event, Move, NONE, Public, STONES, Space, colour_of, number_of, spaces};
use crate::engine::{Seat, State, View};
use crate::games::Telling;

impl Telling for Mekong {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        let public = view.public;
        match mv {
            Move::Card(card) => format!("lays {}", self.card_name(card)),
            Move::Island(island) => format!("stone on island {}", island + 1),
            Move::Stone(at) => format!("stone at {}, {} tenths of a millimetre", at.x, at.y),
            Move::Gap(a, b) => format!("means the gap {}", self.gap_name(public, a, b)),
            Move::Plank(number) => format!("takes plank {number}"),
            Move::Lay { a, b, slide } => {
                let over = match slide {
                    Slide::Mid => String::new(),
                    Slide::OverA => format!(", spare length at {}", self.support_name(public, a)),
                    Slide::OverB => format!(", spare length at {}", self.support_name(public, b)),
                };
                format!("lays it {}{over}", self.gap_name(public, a, b))
            }
            Move::TakePlank(slot) => format!("takes away {}", self.space_name(public, Space::plank(slot))),
            Move::TakeStone(slot) => format!("takes away the stone of {}", self.support_name(public, slot + 6)),
            Move::Step(space) => format!("steps onto {}", self.space_name(public, space)),
            Move::Stop => "stops there".to_owned(),
            Move::Jump(space) => format!("jumps onto {}", self.space_name(public, space)),
        }
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        let who = |seat: Seat| self.colour_name(self.colours[seat]);
        let told = match event {
            // What is said by the choice itself, and the turn by its number.
            Event::TurnBegan
            | Event::StonePlaced(..)
            | Event::StoneTaken(..)
            | Event::PlankTaken { .. }
            | Event::Stepped(..) => return None,
            Event::Shown(seat, card) => format!("{} shows {}", who(seat), self.card_name(card)),
            Event::Cancelled(seat, card) => format!("a dragon stops {} of {}", self.card_name(card), who(seat)),
            Event::StoneSkipped(seat) => format!("{} has no stone to place", who(seat)),
            Event::PlankLaid(seat, plank) => {
                format!("{} has laid {}", who(seat), self.space_name(public, plank))
            }
            Event::PlankLost { seat, number, .. } => {
                format!("plank {number} of {} fits nowhere and drifts away", who(seat))
            }
            Event::PlankSkipped(seat) => format!("{} lays no plank", who(seat)),
            Event::RemoveSkipped(seat) => format!("{} finds nothing to take away", who(seat)),
            Event::Jumped(seat, space) => {
                format!("{} lands on {}", who(seat), self.space_name(public, space))
            }
            Event::Fell(seat, from) if from.is_village() => {
                format!("{} cannot move and falls in front of a village", who(seat))
            }
            Event::Fell(seat, _) => format!("{} falls into the river and begins again at home", who(seat)),
        };
        Some(told)
    }

    fn picture(&self, state: &State<Self>) -> Option<String> {
        let public = &state.public;
        let planks = spaces(public.laid).filter_map(Space::slot);
        let pawn = |(colour, space): (&u8, &Space)| DrawnPawn {
            at: (space.slot()).map_or(Stand::Village(space.0), |slot| Stand::Plank(public.planks[slot].lie)),
            colour: *colour,
        };
        let colours = self.colours.first(self.players).iter();
        let scene = Scene {
            title: format!("turn {}", public.turn),
            islands: self.rules.side == Side::Islands,
            stones: (0..STONES)
                .filter(|slot| public.stones >> slot & 1 == 1)
                .map(|slot| public.points[slot])
                .collect(),
            planks: planks
                .map(|slot| DrawnPlank {
                    lie: public.planks[slot].lie,
                    colour: colour_of(slot),
                    number: number_of(slot),
                })
                .collect(),
            pawns: colours.zip(public.pawns.first(self.players)).map(pawn).collect(),
        };
        Some(draw::svg(&self.board, &scene))
    }

    fn position_lines(&self, state: &State<Self>, _to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let mut lines = Vec::new();
        for seat in self.seats() {
            let reserve: Vec<String> = (public.reserves[seat].iter().enumerate())
                .filter(|(_, colour)| **colour != NONE)
                .map(|(at, colour)| {
                    let foreign = *colour != self.colours[seat];
                    let name = if foreign { self.colour_name(*colour) } else { "" };
                    format!("{name}{}{}", if foreign { " " } else { "" }, at + 1)
                })
                .collect();
            lines.push(format!(
                "{}: pawn on {}, bound for {}; planks {}",
                self.colour_name(self.colours[seat]),
                self.space_name(public, public.pawns[seat]),
                self.colour_name(self.goals[seat]),
                if reserve.is_empty() {
                    "none".to_owned()
                } else {
                    reserve.join(", ")
                }
            ));
        }
        let stones = (0..32).filter(|slot| public.stones >> slot & 1 == 1);
        let stones: Vec<String> = stones.map(|slot| self.support_name(public, slot + 6)).collect();
        if !stones.is_empty() {
            lines.push(format!("stones: {}", stones.join(", ")));
        }
        let planks: Vec<String> = spaces(public.laid)
            .map(|space| self.space_name(public, space))
            .collect();
        if !planks.is_empty() {
            lines.push(format!("planks: {}", planks.join("; ")));
        }
        lines
    }
}

impl Mekong {
    fn colour_name(&self, colour: u8) -> &str {
        let village = self.board.villages.get(usize::from(colour));
        village.map_or("nobody", |village| village.colour.as_str())
    }

    fn card_name(&self, card: Card) -> String {
        let name = match card {
            Card::STONE => "one stone",
            Card::STONES => "two stones",
            Card::PLANK => "one plank",
            Card::PLANKS => "two planks",
            Card::REMOVE => "take away",
            Card::MOVE => "one step",
            Card::MOVE_TWO => "up to two steps",
            Card::JUMP => "jump",
            _ => {
                let colour = card.dragon_of().unwrap_or(NONE);
                return format!("the {} dragon", self.colour_name(colour));
            }
        };
        format!("“{name}”")
    }

    /// A village by its colour, an island by its number, a stone in open water by its age.
    fn support_name(&self, public: &Public, support: Support) -> String {
        match support.checked_sub(6) {
            None => format!("the {} village", self.colour_name(support)),
            Some(slot) if self.rules.side == Side::Water => {
                format!("S{:02}", public.serials[usize::from(slot)] + 1)
            }
            Some(slot) => format!("I{:02}", slot + 1),
        }
    }

    fn gap_name(&self, public: &Public, a: Support, b: Support) -> String {
        let (a, b) = (self.support_name(public, a), self.support_name(public, b));
        format!("from {a} to {b}")
    }

    fn space_name(&self, public: &Public, space: Space) -> String {
        let Some(slot) = space.slot() else {
            return format!("the {} village", self.colour_name(space.0));
        };
        let name = format!("{} {}", self.colour_name(colour_of(slot)), number_of(slot));
        if public.laid & space.bit() == 0 {
            return name;
        }
        let plank = &public.planks[slot];
        format!("{name} {}", self.gap_name(public, plank.a, plank.b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Chance, Game, RandomBot, Table};

    #[test]
    fn everything_has_a_name() {
        for side in [Side::Islands, Side::Water] {
            let game = Mekong::with_rules(super::super::Rules {
                side,
                turns_max: 20,
                ..super::super::Rules::default()
            });
            let finished = Table::new(&game).play(Chance::new(4, 4), |_, _| &RandomBot, &mut ());
            let lines = game.position_lines(&finished.state, None);
            assert_eq!(lines.len(), 4 + 2);
            assert!(lines[0].starts_with("green: pawn on "), "{lines:?}");
            assert!(lines[4].starts_with("stones: "), "{lines:?}");
            let state = game.setup(&mut Chance::new(4, 4));
            let view = state.view(&game, Seat(0));
            assert_eq!(game.choice(view, Move::Card(Card::dragon(4))), "lays the red dragon");
            assert_eq!(
                game.choice(view, Move::Step(Space::village(1))),
                "steps onto the green village"
            );
        }
    }
}
