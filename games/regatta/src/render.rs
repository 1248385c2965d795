//! Hydra Regatta as a picture. Everything in it lies open.

use super::Regatta;
use super::notation::SIGNS;
use super::state::{Public, Spot};
use super::track::{Icon, LANES, RING};
use super::transcript::dice;
use balance_engine::{Seat, State};
use balance_kit::picture::{SvgPicture, TextStyle, colour, lines, titled};

/// Letters in a line beside the course.
const LETTERS: usize = 38;

/// Width of the ring of a ship.
const SHIP: f64 = 4.5;

const CENTRE: (f64, f64) = (390.0, 430.0);

const TURN: f64 = std::f64::consts::TAU / RING as f64;

/// A point at an angle and a distance from the middle.
fn polar(angle: f64, radius: f64) -> (f64, f64) {
    (
        CENTRE.0 + radius * libm::sin(angle),
        CENTRE.1 - radius * libm::cos(angle),
    )
}

fn lane_radius(lane: u8) -> f64 {
    130.0 + 62.0 * f64::from(lane)
}

impl Regatta {
    pub(super) fn draw(&self, state: &State<Self>, to: Option<Seat>) -> String {
        let public = &state.public;
        let mut picture = SvgPicture::new(1_120.0, 830.0);
        let title = titled(&format!("Hydra Regatta, round {}", public.round), to);
        picture.text(24.0, 36.0, TextStyle::bold(20.0), &title);
        self.draw_wedges(&mut picture, public);
        self.draw_dots(&mut picture, public);
        for index in 0..self.players {
            self.draw_ship(&mut picture, public, index);
            self.draw_player(&mut picture, public, index);
        }
        let legend = [
            "F fish, G favor, W wedge, + boost",
            "H Hydra, C Charybdis, S Scylla, 0 line",
        ];
        for (row, text) in legend.iter().enumerate() {
            picture.text(806.0, 760.0 + 20.0 * row as f64, TextStyle::normal(13.0), text);
        }
        picture.finish(&title)
    }

    /// The middle of a dot. Position 0, the Starting Line, begins at the top; the course runs clockwise.
    fn middle(&self, public: &Public, spot: Spot) -> (f64, f64) {
        let dot = self.course.dot(&public.ring, spot);
        let part = f64::from(dot.angle) / (2.0 * 840.0);
        polar((f64::from(spot.position) + part) * TURN, lane_radius(dot.lane))
    }

    fn ships_on(&self, public: &Public, spot: Spot) -> impl Iterator<Item = usize> {
        (0..self.players).filter(move |index| public.player(Seat(*index as u8)).spot == spot)
    }

    /// The ring of wedges, and the paths between their dots.
    fn draw_wedges(&self, picture: &mut SvgPicture, public: &Public) {
        picture.circle(
            CENTRE.0,
            CENTRE.1,
            lane_radius(LANES as u8 - 1) + 42.0,
            "#dcecf2",
            "#2f5d73",
        );
        picture.circle(CENTRE.0, CENTRE.1, 92.0, "#2f5d73", "#17252c");
        for position in 0..RING as u8 {
            let angle = f64::from(position) * TURN;
            picture.line(polar(angle, 92.0), polar(angle, lane_radius(3) + 42.0), 1.2, "#8fb4c2");
            let wedge = &self.course.wedges[usize::from(public.ring[usize::from(position)])];
            let (x, y) = polar(angle + TURN / 2.0, lane_radius(3) + 62.0);
            let (style, name) = match position {
                0 => (TextStyle::bold(13.0), "START".to_owned()),
                _ => (TextStyle::normal(13.0), format!("{position}: {}", wedge.id)),
            };
            picture.text(x, y + 5.0, style.centred(), &name);
        }
        for position in 0..RING as u8 {
            let wedge = &self.course.wedges[usize::from(public.ring[usize::from(position)])];
            for dot in 0..wedge.dots.len() as u8 {
                let spot = Spot { position, dot };
                for exit in self.course.dot(&public.ring, spot).exits() {
                    let next = self.course.follow(&public.ring, position, exit.way);
                    picture.line(self.middle(public, spot), self.middle(public, next), 2.0, "#6f98a8");
                }
            }
        }
    }

    /// The dots, each with a ring around it for every ship on it, so that it is seen which one that is.
    fn draw_dots(&self, picture: &mut SvgPicture, public: &Public) {
        for position in 0..RING as u8 {
            let wedge = &self.course.wedges[usize::from(public.ring[usize::from(position)])];
            for (dot, printed) in wedge.dots.iter().enumerate() {
                let spot = Spot::new(position, dot as u8);
                let (x, y) = self.middle(public, spot);
                let letter = letter(printed.icon);
                let radius = if letter.is_empty() { 6.0 } else { 10.0 };
                let ships: Vec<usize> = self.ships_on(public, spot).collect();
                for (place, index) in ships.iter().enumerate().rev() {
                    let ring = radius + SHIP * (place + 1) as f64;
                    picture.circle(x, y, ring, colour(*index), "#17252c");
                }
                picture.circle(x, y, radius, fill(printed.icon), "#17252c");
                picture.text(x, y + 4.0, TextStyle::bold(11.0).centred(), &letter);
            }
        }
    }

    fn draw_ship(&self, picture: &mut SvgPicture, public: &Public, index: usize) {
        let player = public.player(Seat(index as u8));
        if player.spot.on_course() {
            // Its number beyond the rings, where no space of the lane is, with those of others in a row.
            let (x, y) = self.middle(public, player.spot);
            let (before, all) = (
                self.ships_on(public, player.spot)
                    .take_while(|other| *other < index)
                    .count(),
                self.ships_on(public, player.spot).count(),
            );
            let aside = 20.0 * (before as f64 - (all - 1) as f64 / 2.0);
            let beyond = 17.0 + SHIP * all as f64;
            let (dx, dy) = (x - CENTRE.0, y - CENTRE.1);
            let far = (dx * dx + dy * dy).sqrt();
            let (dx, dy) = (dx / far, dy / far);
            let (x, y) = (x + beyond * dx - aside * dy, y + beyond * dy + aside * dx);
            picture.disc(x, y, 9.0, colour(index), &(index + 1).to_string());
        }
    }

    fn draw_player(&self, picture: &mut SvgPicture, public: &Public, index: usize) {
        let seat = Seat(index as u8);
        let player = public.player(seat);
        let y = 120.0 + 96.0 * index as f64;
        picture.disc(806.0, y - 6.0, 13.0, colour(index), &(index + 1).to_string());
        let head = format!("lap {}, {} fish", player.laps, player.fish);
        picture.text(828.0, y, TextStyle::bold(15.0), &head);
        let fleece = if public.fleece == seat { ", Golden Fleece" } else { "" };
        picture.text(
            828.0,
            y + 20.0,
            TextStyle::normal(13.0),
            &format!("{}{fleece}", dice(player)),
        );
        let favors: Vec<String> = player.slots.iter().flatten().map(|favor| self.favor(*favor)).collect();
        for (line, text) in lines(&favors.join(", "), LETTERS).iter().enumerate() {
            picture.text(828.0, y + 39.0 + 17.0 * line as f64, TextStyle::normal(13.0), text);
        }
    }
}

/// The sign that stands for an icon in content files; none on a plain dot.
fn letter(icon: Icon) -> String {
    let sign = SIGNS.iter().find(|(_, known)| *known == icon);
    let sign = sign.filter(|(_, icon)| *icon != Icon::Plain);
    sign.map_or_else(String::new, |(sign, _)| sign.to_string())
}

fn fill(icon: Icon) -> &'static str {
    match icon {
        Icon::Plain | Icon::Line => "#ffffff",
        Icon::Fish => "#bfe3c6",
        Icon::Favor => "#f5e1a4",
        Icon::Wedge => "#e2d3ef",
        Icon::Boost => "#ffd9b8",
        Icon::Hydra => "#f0a6a0",
        Icon::Charybdis => "#b9d7ea",
        Icon::Scylla => "#cdd3da",
    }
}
