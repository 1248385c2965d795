//! The river as a picture.

use super::Riverbed;
use super::telling::{knows, role_name};
use balance_engine::{Seat, State};
use balance_kit::picture::{Anchor, Picture, colour};

/// Side of a space and the gap between two, in pixels.
const SIDE: f64 = 110.0;
const GAP: f64 = 16.0;
/// Height of what stands above the river.
const HEAD: f64 = 90.0;
/// Height of a seat's line below the river.
const LINE: f64 = 22.0;

impl Riverbed {
    /// The position as `to` sees it, or everything.
    pub(super) fn draw_river(&self, state: &State<Self>, to: Option<Seat>) -> String {
        let public = &state.public;
        let (rows, columns) = self.board.place.iter().fold((0, 0), |(rows, columns), place| {
            (rows.max(place.0 + 1), columns.max(place.1 + 1))
        });
        let width = f64::from(columns) * (SIDE + GAP) + GAP;
        let river = HEAD + f64::from(rows) * (SIDE + GAP) + GAP;
        let mut picture = Picture::new(width.max(560.0), river + LINE * self.players as f64 + GAP);
        let title = format!("Riverbed Hunt, turn {}", public.turn);
        picture.text(GAP, 34.0, 20.0, Anchor::Start, true, &title);
        picture.text(GAP, 62.0, 15.0, Anchor::Start, false, &self.tracks(public));
        for space in 0..self.board.spaces {
            let (row, column) = self.board.place[space];
            let x = GAP + f64::from(column) * (SIDE + GAP);
            let y = HEAD + f64::from(row) * (SIDE + GAP);
            self.draw_space(&mut picture, (x, y), state, space, to);
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
            picture.text(GAP + 28.0, y + 13.0, 13.0, Anchor::Start, false, &text);
        }
        picture.finish(&title)
    }

    fn draw_space(
        &self,
        picture: &mut Picture,
        (x, y): (f64, f64),
        state: &State<Self>,
        space: usize,
        to: Option<Seat>,
    ) {
        let public = &state.public;
        let tiled = self.board.tiled >> space & 1 == 1;
        let up = public.face_up >> space & 1 == 1;
        let fill = match (tiled, up) {
            (false, _) => "#e8f1f5",
            (true, false) => "#7fb2c9",
            (true, true) => "#f6ecd2",
        };
        picture.rect(x, y, SIDE, SIDE, 8.0, fill, "#2f5d73");
        picture.text(x + 8.0, y + 18.0, 12.0, Anchor::Start, false, &format!("{}", space + 1));
        if let Some(tile) = knows(state, space, to).filter(|_| tiled) {
            let number = format!("tile {}", self.tiles[tile as usize].number);
            picture.text(x + SIDE - 8.0, y + 18.0, 12.0, Anchor::End, false, &number);
            if up {
                for (row, text) in self.faces(tile).iter().enumerate() {
                    picture.text(x + 8.0, y + 38.0 + 15.0 * row as f64, 11.0, Anchor::Start, false, text);
                }
            }
        }
        let seats = (0..self.players).filter(|index| public.meeple[Seat(*index as u8)].index() == space);
        for (at, index) in seats.enumerate() {
            let (column, row) = ((at % 5) as f64, (at / 5) as f64);
            let (cx, cy) = (x + 16.0 + 20.0 * column, y + SIDE - 16.0 - 20.0 * row);
            picture.disc(cx, cy, 9.5, colour(index), &(index + 1).to_string());
        }
    }
}
