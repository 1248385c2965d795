//! Hydra Regatta in words and as a picture.

use super::course::{Icon, LANES, RING, lane_name};
use super::favors::Favor;
use super::state::{Event, Met, Move, Rolled, Spent, Spot};
use super::{Player, Public, Regatta};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;
use balance_kit::picture::{Anchor, Picture, colour};

impl Telling for Regatta {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        let public = view.public;
        match mv {
            Move::Start(dot) => format!("to begin on lane {}", self.lane(public, Spot { position: 0, dot })),
            Move::Pass => "to leave it so".to_owned(),
            Move::Reroll => "to pay a fish and roll again".to_owned(),
            Move::Roll => "to roll the second movement die".to_owned(),
            Move::Use(favor) => format!("to use {}", self.favor(favor)),
            Move::Place { wedge, position } => format!("to put {} at position {position}", self.wedge(wedge)),
            Move::Go(exit) => {
                let spot = public.mover().spot;
                let way = self.course.dot(&public.ring, spot).exits()[usize::from(exit)].way;
                let next = self.course.follow(&public.ring, spot.position, way);
                format!("the way to {}", self.spot_name(public, next))
            }
            Move::Face => "to face the Hydra".to_owned(),
            Move::Ignore => "to be protected by the navigation die".to_owned(),
            Move::Target(seat) => format!("the board of {seat}"),
            Move::Discard(slot) => {
                let held = public.player(view.seat).slots[usize::from(slot) & 1];
                format!(
                    "to discard {}",
                    held.map_or_else(String::new, |favor| self.favor(favor))
                )
            }
            Move::Decline => "to discard the favor just turned up".to_owned(),
        }
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        let (turn, mover) = (public.turn, public.mover());
        let fish = |count: u8| {
            if count == 1 {
                "a fish".to_owned()
            } else {
                format!("{count} fish")
            }
        };
        Some(match event {
            Event::RoundBegan => format!("the round begins; {} holds the Golden Fleece", public.fleece),
            Event::SecondRolled => format!("{turn} rolls the second movement die"),
            Event::Rolled(how) => {
                let dice = dice(mover);
                match how {
                    Rolled::Single => format!("{turn} rolls {dice} and leaves it at one movement die"),
                    Rolled::Double => format!("{turn} rolls {dice}"),
                    Rolled::Bust => format!("{turn} goes bust: {dice} is left"),
                    Rolled::Saved => format!("{turn} goes bust, but Hephaestus saves the first die: {dice} is left"),
                }
            }
            Event::FishSpent(on) => format!(
                "{turn} pays a fish {}",
                match on {
                    Spent::Nav => "to roll the navigation die again",
                    Spent::Second => "to roll the second movement die again",
                    Spent::Hydra => "to the Hydra",
                    Spent::Scylla => "to Scylla",
                }
            ),
            Event::FishTaken(seat, 0) => format!("{seat} has no room for fish"),
            Event::FishTaken(seat, count) => format!("{seat} takes {}", fish(count)),
            Event::TurnBegan => format!(
                "{turn} is to move from {} with {} and {}",
                self.spot_name(public, mover.spot),
                dice(mover),
                fish(mover.fish)
            ),
            Event::Placed { wedge, position } => format!("{} covers position {position}", self.wedge(wedge)),
            Event::Entered => format!("{turn} sails to {}", self.spot_name(public, mover.spot)),
            Event::Jumped(over) => format!("{turn} jumps over {over}"),
            Event::Boosted => format!("{turn} gets a boost"),
            Event::Hydra(met) => match met {
                Met::Protected => format!("{turn} passes the Hydra, protected by the navigation die"),
                Met::Ignored => format!("{turn} ignores the Hydra with Athena"),
                Met::Fed => format!("{turn} feeds the Hydra"),
                Met::Battle => format!("{turn} has no fish for the Hydra: movement is over"),
            },
            Event::Lap => format!("{turn} reaches the Starting Line: lap {}", mover.laps),
            Event::FavorDrawn => format!("{turn} draws a favor"),
            Event::WedgeDrawn(wedge) => format!("{turn} draws {}", self.wedge(wedge)),
            Event::Used(favor) => format!("{turn} uses {}", self.favor(favor)),
            Event::Struck(seat, favor) => format!("{} strikes {seat}", self.favor(favor)),
            Event::Discarded(seat, favor) => format!("{seat} discards {}", self.favor(favor)),
            Event::MoveEnded => format!("{turn} stops on {}", self.spot_name(public, mover.spot)),
            Event::TurnEnded => return None,
            Event::RoundEnded => "the round is over".to_owned(),
        })
    }

    fn position_lines(&self, state: &State<Self>, _to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let ring: Vec<&str> = public
            .ring
            .iter()
            .map(|wedge| self.course.wedges[usize::from(*wedge)].id.as_str())
            .collect();
        let mut lines = vec![format!("course from the Starting Line: {}", ring.join(" "))];
        for index in 0..self.players {
            let seat = Seat(index as u8);
            let player = public.player(seat);
            let favors: Vec<String> = player.slots.iter().flatten().map(|favor| self.favor(*favor)).collect();
            let favors = if favors.is_empty() {
                "no favors".to_owned()
            } else {
                favors.join(" and ")
            };
            let fleece = if public.fleece == seat {
                ", the Golden Fleece"
            } else {
                ""
            };
            lines.push(format!(
                "{seat}: lap {}, on {}, {} fish, {favors}{fleece}",
                player.laps,
                self.spot_name(public, player.spot),
                player.fish
            ));
        }
        lines
    }

    fn picture(&self, state: &State<Self>, _to: Option<Seat>) -> Option<String> {
        let public = &state.public;
        let (cx, cy) = (390.0, 430.0);
        let mut picture = Picture::new(1_120.0, 830.0);
        let title = format!("Hydra Regatta, round {}", public.round);
        picture.text(24.0, 36.0, 20.0, Anchor::Start, true, &title);
        let turn = std::f64::consts::TAU / RING as f64;
        let polar = |angle: f64, radius: f64| (cx + radius * libm::sin(angle), cy - radius * libm::cos(angle));
        let lane_radius = |lane: u8| 130.0 + 62.0 * f64::from(lane);
        // Position 0, the Starting Line, begins at the top; the course runs clockwise.
        let at = |spot: Spot| {
            let dot = self.course.dot(&public.ring, spot);
            let part = f64::from(dot.angle) / (2.0 * 840.0);
            polar((f64::from(spot.position) + part) * turn, lane_radius(dot.lane))
        };
        picture.circle(cx, cy, lane_radius(LANES as u8 - 1) + 42.0, "#dcecf2", "#2f5d73");
        picture.circle(cx, cy, 92.0, "#2f5d73", "#17252c");
        for position in 0..RING as u8 {
            let angle = f64::from(position) * turn;
            picture.line(polar(angle, 92.0), polar(angle, lane_radius(3) + 42.0), 1.2, "#8fb4c2");
            let wedge = &self.course.wedges[usize::from(public.ring[usize::from(position)])];
            let (x, y) = polar(angle + turn / 2.0, lane_radius(3) + 62.0);
            let name = if position == 0 {
                "START".to_owned()
            } else {
                format!("{position}: {}", wedge.id)
            };
            picture.text(x, y + 5.0, 13.0, Anchor::Middle, position == 0, &name);
        }
        for position in 0..RING as u8 {
            let wedge = &self.course.wedges[usize::from(public.ring[usize::from(position)])];
            for dot in 0..wedge.dots.len() as u8 {
                let spot = Spot { position, dot };
                for exit in self.course.dot(&public.ring, spot).exits() {
                    let next = self.course.follow(&public.ring, position, exit.way);
                    picture.line(at(spot), at(next), 2.0, "#6f98a8");
                }
            }
        }
        for position in 0..RING as u8 {
            let wedge = &self.course.wedges[usize::from(public.ring[usize::from(position)])];
            for (dot, printed) in wedge.dots.iter().enumerate() {
                let (x, y) = at(Spot {
                    position,
                    dot: dot as u8,
                });
                let (letter, fill) = icon(printed.icon);
                picture.circle(x, y, if letter.is_empty() { 6.0 } else { 10.0 }, fill, "#17252c");
                picture.text(x, y + 4.0, 11.0, Anchor::Middle, true, letter);
            }
        }
        for index in 0..self.players {
            let seat = Seat(index as u8);
            let player = public.player(seat);
            if player.spot.on_course() {
                let (x, y) = at(player.spot);
                picture.disc(x + 9.0, y - 9.0, 12.0, colour(index), &(index + 1).to_string());
            }
            let y = 120.0 + 96.0 * index as f64;
            picture.disc(806.0, y - 6.0, 13.0, colour(index), &(index + 1).to_string());
            let head = format!("lap {}, {} fish", player.laps, player.fish);
            picture.text(828.0, y, 15.0, Anchor::Start, true, &head);
            let fleece = if public.fleece == seat { ", Golden Fleece" } else { "" };
            picture.text(
                828.0,
                y + 20.0,
                13.0,
                Anchor::Start,
                false,
                &format!("{}{fleece}", dice(player)),
            );
            let favors: Vec<String> = player.slots.iter().flatten().map(|favor| self.favor(*favor)).collect();
            picture.text(828.0, y + 39.0, 13.0, Anchor::Start, false, &favors.join(", "));
        }
        let legend = ["F fish, V favor, W wedge, + boost", "H Hydra, C Charybdis, S Scylla"];
        for (row, text) in legend.iter().enumerate() {
            picture.text(806.0, 760.0 + 20.0 * row as f64, 13.0, Anchor::Start, false, text);
        }
        Some(picture.finish(&title))
    }
}

impl Regatta {
    fn favor(&self, favor: Favor) -> String {
        self.names[favor as usize].clone()
    }

    fn wedge(&self, wedge: u8) -> String {
        let wedge = &self.course.wedges[usize::from(wedge)];
        format!("the wedge {} ({})", wedge.id, wedge.name)
    }

    fn lane(&self, public: &Public, spot: Spot) -> char {
        lane_name(self.course.dot(&public.ring, spot).lane)
    }

    /// Ring position and dot: "3 b2 (Hydra)".
    fn spot_name(&self, public: &Public, spot: Spot) -> String {
        if !spot.on_course() {
            return "no dot yet".to_owned();
        }
        let dot = self.course.dot(&public.ring, spot);
        let position = if spot.position == 0 {
            "the Starting Line".to_owned()
        } else {
            spot.position.to_string()
        };
        let icon = match icon_name(dot.icon) {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        format!("{position} {}{icon}", dot.name())
    }
}

/// The dice on a board, as a sum.
fn dice(player: &Player) -> String {
    let shown: Vec<String> = [player.nav, player.first, player.second]
        .into_iter()
        .filter(|die| *die > 0)
        .map(|die| die.to_string())
        .collect();
    if shown.is_empty() {
        "no dice".to_owned()
    } else {
        shown.join(" + ")
    }
}

/// Letter and fill of an icon.
fn icon(icon: Icon) -> (&'static str, &'static str) {
    match icon {
        Icon::Plain => ("", "#ffffff"),
        Icon::Fish => ("F", "#bfe3c6"),
        Icon::Favor => ("V", "#f5e1a4"),
        Icon::Wedge => ("W", "#e2d3ef"),
        Icon::Boost => ("+", "#ffd9b8"),
        Icon::Hydra => ("H", "#f0a6a0"),
        Icon::Charybdis => ("C", "#b9d7ea"),
        Icon::Scylla => ("S", "#cdd3da"),
        Icon::Line => ("L", "#ffffff"),
    }
}

fn icon_name(icon: Icon) -> &'static str {
    match icon {
        Icon::Plain | Icon::Line => "",
        Icon::Fish => "fish",
        Icon::Favor => "favor",
        Icon::Wedge => "wedge",
        Icon::Boost => "boost",
        Icon::Hydra => "Hydra",
        Icon::Charybdis => "Charybdis",
        Icon::Scylla => "Scylla",
    }
}
