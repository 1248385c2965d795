//! The river as a picture.

use super::Riverbed;
use super::transcript::{knows, role_name};
use balance_engine::{Seat, State};
use balance_kit::picture::{SvgPicture, TextStyle, colour, lines, titled};

/// Least side of a space and the gap between two, in pixels.
const SIDE: f64 = 124.0;
const GAP: f64 = 16.0;
const HEAD: f64 = 90.0;
const LINE: f64 = 22.0;
/// Where what a tile shows begins in its space, the height of a line of it, and its letters.
const FACES: f64 = 38.0;
const FACE: f64 = 14.0;
const LETTERS: usize = 18;
const WIDE: usize = 70;

/// What lies on a space, as far as somebody knows.
struct SpaceContent {
    number: String,
    faces: Vec<String>,
    /// The seats that stand there.
    seats: Vec<usize>,
}

impl Riverbed {
    pub(super) fn draw_river(&self, state: &State<Self>, to: Option<Seat>) -> String {
        let public = &state.public;
        let (rows, columns) = self.board.place.iter().fold((0, 0), |(rows, columns), place| {
            (rows.max(place.0 + 1), columns.max(place.1 + 1))
        });
        let all = (0..self.board.spaces).map(|space| self.known(state, space, to));
        let all: Vec<SpaceContent> = all.collect();
        // As high as the space with most on it takes.
        let taken = |known: &SpaceContent| {
            FACES + FACE * known.faces.len() as f64 + 20.0 * known.seats.len().div_ceil(5) as f64
        };
        let side = all.iter().map(taken).fold(SIDE, f64::max);
        let width = (f64::from(columns) * (SIDE + GAP) + GAP).max(560.0);
        let river = HEAD + f64::from(rows) * (side + GAP) + GAP;
        let hand = to.map_or_else(Vec::new, |own| lines(&self.hand_line(state, own), WIDE));
        let below = river + LINE * (self.players + 1) as f64;
        let mut picture = SvgPicture::new(width, below + LINE * hand.len() as f64 + GAP);
        let title = titled(&format!("Riverbed Hunt, turn {}", public.turn), to);
        picture.text(GAP, 34.0, TextStyle::bold(20.0), &title);
        picture.text(GAP, 62.0, TextStyle::normal(15.0), &self.tracks(public));
        for (space, known) in all.iter().enumerate() {
            let (row, column) = self.board.place[space];
            let x = GAP + f64::from(column) * (SIDE + GAP);
            let y = HEAD + f64::from(row) * (side + GAP);
            self.draw_space(&mut picture, (x, y, side), state, space, known);
        }
        // Who sits where, as far as `to` knows.
        for index in 0..self.players {
            let seat = Seat(index as u8);
            let y = river + LINE * index as f64;
            picture.disc(GAP + 10.0, y + 8.0, 9.5, colour(index), &(index + 1).to_string());
            let role = match to {
                _ if public.role[seat].is_some() => public.role[seat],
                Some(own) if own != seat => state.private[own].seen_role[seat],
                _ => Some(state.private[seat].role),
            };
            let turn = if public.turn > 0 && public.active == seat {
                ", whose turn it is"
            } else {
                ""
            };
            let text = format!("{seat}: {}{turn}", role.map_or("role unknown", role_name));
            picture.text(GAP + 28.0, y + 13.0, TextStyle::normal(13.0), &text);
        }
        for (line, text) in hand.iter().enumerate() {
            let y = below - LINE + LINE * line as f64;
            picture.text(GAP, y + 13.0, TextStyle::normal(13.0), text);
        }
        let legend = "blue: face-down, with what is known of it; sand: face-up; pale: no tile";
        let y = below - LINE + LINE * hand.len() as f64;
        picture.text(GAP, y + 13.0, TextStyle::normal(13.0), legend);
        picture.finish(&title)
    }

    /// What lies on a space, as far as `to` knows, or in any case.
    fn known(&self, state: &State<Self>, space: usize, to: Option<Seat>) -> SpaceContent {
        let tiled = self.board.tiled >> space & 1 == 1;
        let tile = knows(state, space, to).filter(|_| tiled);
        let faces = tile.map_or_else(Vec::new, |tile| self.faces(tile));
        let stands = |index: &usize| state.public.meeple[Seat(*index as u8)].index() == space;
        SpaceContent {
            number: tile.map_or_else(String::new, |tile| format!("tile {}", self.tiles[tile as usize].number)),
            faces: faces.iter().flat_map(|face| lines(face, LETTERS)).collect(),
            seats: (0..self.players).filter(stands).collect(),
        }
    }

    fn draw_space(
        &self,
        picture: &mut SvgPicture,
        (x, y, side): (f64, f64, f64),
        state: &State<Self>,
        space: usize,
        known: &SpaceContent,
    ) {
        let public = &state.public;
        let tiled = self.board.tiled >> space & 1 == 1;
        let up = public.face_up >> space & 1 == 1;
        let fill = match (tiled, up) {
            (false, _) => "#e8f1f5",
            (true, false) => "#7fb2c9",
            (true, true) => "#f6ecd2",
        };
        picture.rect(x, y, SIDE, side, 8.0, fill, "#2f5d73");
        picture.text(x + 8.0, y + 18.0, TextStyle::normal(12.0), &format!("{}", space + 1));
        if !known.number.is_empty() {
            picture.text(
                x + SIDE - 8.0,
                y + 18.0,
                TextStyle::normal(12.0).ending(),
                &known.number,
            );
        }
        for (row, text) in known.faces.iter().enumerate() {
            let y = y + FACES + FACE * row as f64;
            picture.text(x + 8.0, y, TextStyle::normal(11.0), text);
        }
        for (at, index) in known.seats.iter().enumerate() {
            let (column, row) = ((at % 5) as f64, (at / 5) as f64);
            let (cx, cy) = (x + 16.0 + 20.0 * column, y + side - 16.0 - 20.0 * row);
            picture.disc(cx, cy, 9.5, colour(*index), &(index + 1).to_string());
        }
    }
}
