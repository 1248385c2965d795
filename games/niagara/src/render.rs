//! Niagara as a picture: what lies open, and nothing else.

use super::Niagara;
use super::river::Space;
use super::state::{GemColour, Public};
use super::transcript::one_card;
use balance_engine::{Seat, State};
use balance_kit::picture::{SvgPicture, TextStyle, colour, lines, titled};

const GEMS: [&str; 5] = ["#7d4fb3", "#e9eef2", "#e5b800", "#2f6fd0", "#e06aa6"];

/// From a space to the next one downstream.
const STEP: f64 = 86.0;

const TOP: f64 = 120.0;

const MIDDLE: f64 = 250.0;

/// Letters in a line beside the river.
const LETTERS: usize = 46;

impl Niagara {
    /// The river with its discs, canoes and gems, and what everybody has.
    pub(super) fn draw(&self, state: &State<Self>, to: Option<Seat>) -> String {
        let public = &state.public;
        let (trunk, arm) = (f64::from(self.river.trunk), f64::from(self.river.arm));
        let height = TOP + (trunk + arm) * STEP + 40.0;
        let mut picture = SvgPicture::new(960.0, height);
        let title = titled(&format!("Niagara, round {}", public.round), to);
        picture.text(24.0, 36.0, TextStyle::bold(20.0), &title);
        let cloud = format!("cloud at {:+}", self.weather[usize::from(public.weather)]);
        picture.text(24.0, 62.0, TextStyle::normal(15.0), &cloud);
        self.draw_river(&mut picture, public);
        for (line, text) in self.extras(public).iter().enumerate() {
            picture.text(500.0, 62.0 + 17.0 * line as f64, TextStyle::normal(13.0), text);
        }
        picture.text(MIDDLE, height - 24.0, TextStyle::bold(15.0).centred(), "the falls");
        for index in 0..self.players {
            self.draw_canoes(&mut picture, public, index);
            self.draw_player(&mut picture, public, index);
        }
        picture.finish(&title)
    }

    fn middle(&self, space: Space) -> (f64, f64) {
        let depth = f64::from(self.river.depth(space));
        let side = match self.river.side(space) {
            None => 0.0,
            Some(0) => -105.0,
            Some(_) => 105.0,
        };
        (MIDDLE + side, TOP + (depth - 1.0) * STEP)
    }

    /// The water below the discs, then discs and the gems beside them.
    fn draw_river(&self, picture: &mut SvgPicture, public: &Public) {
        let fork = self.middle(Space(self.river.trunk));
        picture.line((MIDDLE, TOP), fork, 96.0, "#bfe0ee");
        for first in [self.river.arm_start(0), self.river.arm_start(1)] {
            picture.line(fork, self.middle(first), 96.0, "#bfe0ee");
            picture.line(
                self.middle(first),
                self.middle(Space(first.0 + self.river.arm - 1)),
                96.0,
                "#bfe0ee",
            );
        }
        for space in self.river.spaces() {
            let (x, y) = self.middle(space);
            picture.circle(x, y, 36.0, "#9ccfe3", "#2f7f9f");
            let depth = self.river.depth(space);
            let name = match self.river.side(space) {
                None => depth.to_string(),
                Some(0) => format!("left {depth}"),
                Some(_) => format!("right {depth}"),
            };
            picture.text(x, y + 31.0, TextStyle::normal(11.0).centred(), &name);
            if let Some(place) = self.river.place(space) {
                let right = self.river.side(space) == Some(1);
                let x = if right { x + 78.0 } else { x - 78.0 };
                picture.circle(x, y, 15.0, GEMS[place.index()], "#5b4630");
                picture.text(x, y - 22.0, TextStyle::normal(12.0).centred(), self.gem(place));
                let here = if self.river.side(space).is_some() {
                    "in both"
                } else {
                    "here"
                };
                let count: u8 = public.places[place.index()].iter().sum();
                picture.text(
                    x,
                    y + 34.0,
                    TextStyle::normal(12.0).centred(),
                    &format!("{count} {here}"),
                );
            }
        }
    }

    fn draw_canoes(&self, picture: &mut SvgPicture, public: &Public, index: usize) {
        let seat = Seat(index as u8);
        for (number, canoe) in public.canoes[seat]
            .iter()
            .enumerate()
            .filter(|(_, canoe)| canoe.afloat())
        {
            let (x, y) = self.middle(canoe.space);
            let dx = (index as f64 - (self.players as f64 - 1.0) / 2.0) * 15.0;
            let y = y - 16.0 + 20.0 * number as f64;
            picture.disc(x + dx, y, 9.0, colour(index), &(index + 1).to_string());
            for (hold, gem) in canoe.cargoes().enumerate() {
                let x = x + dx + 7.0 - 14.0 * hold as f64;
                picture.circle(x, y - 8.0, 5.0, GEMS[gem.index()], "#17252c");
            }
        }
    }

    fn draw_player(&self, picture: &mut SvgPicture, public: &Public, index: usize) {
        let seat = Seat(index as u8);
        let y = 130.0 + 92.0 * index as f64;
        picture.disc(500.0, y - 6.0, 13.0, colour(index), &(index + 1).to_string());
        let held: u8 = public.gems[seat].iter().sum();
        let card = match public.shown[seat] {
            None => String::new(),
            Some(card) => format!(", shows {}", one_card(card)),
        };
        picture.text(
            522.0,
            y,
            TextStyle::bold(15.0),
            &format!("{held} gem{} on land{card}", if held == 1 { "" } else { "s" }),
        );
        let canoes = public.canoes[seat].map(|canoe| self.canoe(canoe)).join(", ");
        let canoes = lines(&format!("canoes: {canoes}"), LETTERS);
        for (line, text) in canoes.iter().enumerate() {
            picture.text(522.0, y + 21.0 + 17.0 * line as f64, TextStyle::normal(13.0), text);
        }
        let below = y + 23.0 + 17.0 * canoes.len() as f64;
        let mut x = 530.0;
        // Colour by colour, each with its number and name.
        let held = GemColour::ALL.into_iter().zip(public.gems[seat]);
        for (gem, count) in held.filter(|(_, count)| *count > 0) {
            picture.circle(x, below, 8.0, GEMS[gem.index()], "#17252c");
            let words = format!("{count} {}", self.gem(gem));
            picture.text(x + 12.0, below + 4.0, TextStyle::normal(12.0), &words);
            x += 32.0 + 6.6 * words.chars().count() as f64;
        }
    }
}
