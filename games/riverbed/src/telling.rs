//! Riverbed Hunt in words and as a picture.

use std::fmt::Write;

use super::board::Spaces;
use super::cards::Effect;
use super::state::{Action, Ending, Event, Move, Role};
use super::{Public, Riverbed, bits};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;
use balance_kit::picture::{Anchor, Picture};

const TRACKS: [&str; 3] = ["kelp", "logs", "coins"];
/// One of an element, and several.
const ELEMENTS: [(&str, &str); 3] = [("kelp", "kelp"), ("log", "logs"), ("coin", "coins")];

impl Telling for Riverbed {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        match mv {
            Move::Space(space) => {
                let known =
                    bits_of_tile(view, space).map_or_else(String::new, |tile| format!(" with {}", self.tile(tile)));
                format!("space {}{known}", space + 1)
            }
            Move::Seat(seat) => seat.to_string(),
            Move::Dive => "to dive".to_owned(),
            Move::Swim => "to swim".to_owned(),
            Move::CoOp => "Co-op".to_owned(),
            Move::Uncover => "to uncover".to_owned(),
            Move::Card(effect) => format!("to play {}", self.card(effect)),
            Move::Discard(effect) => format!("to give up {}", self.card(effect)),
            Move::Refresh(action) => format!("to refresh {}", action_name(action)),
            Move::Exhaust(action) => format!("to exhaust {}", action_name(action)),
            Move::Hunt => "the Hunt".to_owned(),
            Move::Con => "the Con".to_owned(),
            Move::Stop => "to stop the Hunt".to_owned(),
            Move::Pass => "not to".to_owned(),
            Move::EndTurn => "to end the turn".to_owned(),
        }
    }

    fn happening(&self, event: Event, public: &Public, to: Option<Seat>) -> Option<String> {
        let sees = |seat: Seat| to.is_none_or(|to| to == seat);
        // What one player alone has seen is told to others without its name.
        let secret = |seat: Seat, tile: u8| {
            if sees(seat) {
                self.tile(tile)
            } else {
                "its tile".to_owned()
            }
        };
        Some(match event {
            Event::Placed { seat, space } => format!("{seat} starts on space {}", space + 1),
            Event::TurnBegan { seat } => format!("{seat} is to move; {}", self.tracks(public)),
            Event::Dived { seat, space, tile } => {
                format!("{seat} dives at space {} and sees {}", space + 1, secret(seat, tile))
            }
            Event::Viewed { seat, space, tile } => {
                format!("{seat} looks at space {} and sees {}", space + 1, secret(seat, tile))
            }
            Event::Moved { seat, from, to, swim } => {
                let verb = if swim { "swims" } else { "moves" };
                format!("{seat} {verb} from space {} to {}", from + 1, to + 1)
            }
            Event::CoOp { seat, chosen } => format!("{seat} asks {chosen} to reveal a tile"),
            Event::Uncovered { seat } => format!("{seat} uncovers"),
            Event::HuntDeclared { seat } => format!("{seat} declares the Hunt"),
            Event::HuntEnded { seat, penalty } => {
                let how = if penalty {
                    "with the penalty"
                } else {
                    "without a winner"
                };
                format!("the Hunt of {seat} ends {how}")
            }
            Event::ConDeclared { seat } => format!("{seat} declares the Con"),
            Event::Revealed { seat, space, tile } => {
                format!("{seat} turns up {} on space {}", self.tile(tile), space + 1)
            }
            Event::FlippedDown { seat, space, tile } => {
                format!("{seat} turns {} on space {} face-down", self.tile(tile), space + 1)
            }
            Event::Swapped { seat, spaces: (a, b) } => format!("{seat} swaps spaces {} and {} unseen", a + 1, b + 1),
            Event::Shuffled { seat, spaces } => format!("{seat} shuffles spaces {}", list(spaces)),
            Event::CardPlayed { seat, effect, window } => {
                let when = if window { " in another's turn" } else { "" };
                format!("{seat} plays {}{when}", self.card(effect))
            }
            Event::Drew { seat, count } => format!("{seat} draws {count} card{}", if count == 1 { "" } else { "s" }),
            Event::Discarded { seat, effect } => format!("{seat} discards {}", self.card(effect)),
            Event::Stole { seat, from } => format!("{seat} takes a card from {from}"),
            Event::Confessed { seat, to } => format!("{seat} shows {to} its role"),
            Event::MarkerUsed { seat, action } => format!("{seat} uses its marker to refresh {}", action_name(action)),
            Event::Ended { ending } => match ending {
                Ending::Kelp => "kelp reaches its end: the merchants win".to_owned(),
                Ending::Logs => "logs reach their end: the separatists win".to_owned(),
                Ending::Coins => "coins reach their end: the Profiteer wins".to_owned(),
                Ending::CoinsForNobody => "coins reach their end, and no Profiteer plays: nobody wins".to_owned(),
                Ending::TurnCap => "the cap of turns ends the game".to_owned(),
            },
        })
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let mut lines = vec![self.tracks(public)];
        let river = bits(self.board.tiled).map(|space| {
            let up = public.face_up >> space & 1 == 1;
            let tile = state.hidden.tile_at[space];
            let known = to.is_none_or(|to| state.private[to].place_of[tile as usize] == 1 << space);
            let name = if up || known {
                self.tiles[tile as usize].number.to_string()
            } else {
                "?".to_owned()
            };
            format!("{}:{name}{}", space + 1, if up { " up" } else { "" })
        });
        lines.push(format!("river (space:tile) {}", river.collect::<Vec<_>>().join(", ")));
        for index in 0..self.players {
            let seat = Seat(index as u8);
            let private = &state.private[seat];
            let own = to.is_none_or(|to| to == seat);
            let role = if own { Some(private.role) } else { public.role[seat] };
            let role = role.map_or("role unknown", role_name);
            let hand = if own {
                let cards = Effect::ALL
                    .into_iter()
                    .filter(|effect| private.hand & self.copies[*effect as usize] != 0);
                cards.map(|effect| self.card(effect)).collect::<Vec<_>>().join(", ")
            } else {
                format!("{} cards", public.hand_size[seat])
            };
            let hand = if hand.is_empty() { "no cards".to_owned() } else { hand };
            lines.push(format!("{seat}: {role}, on space {}, {hand}", public.meeple[seat] + 1));
        }
        lines
    }

    fn picture(&self, state: &State<Self>, _to: Option<Seat>) -> Option<String> {
        let public = &state.public;
        let (rows, columns) = self.board.place.iter().fold((0, 0), |(rows, columns), place| {
            (rows.max(place.0 + 1), columns.max(place.1 + 1))
        });
        let (side, gap) = (110.0, 16.0);
        let (width, head) = (f64::from(columns) * (side + gap) + gap, 90.0);
        let mut picture = Picture::new(width.max(560.0), head + f64::from(rows) * (side + gap) + gap);
        let title = format!("Riverbed Hunt, turn {}", public.turn);
        picture.text(gap, 34.0, 20.0, Anchor::Start, true, &title);
        picture.text(gap, 62.0, 15.0, Anchor::Start, false, &self.tracks(public));
        for space in 0..self.board.spaces {
            let place = self.board.place[space];
            let x = gap + f64::from(place.1) * (side + gap);
            let y = head + f64::from(place.0) * (side + gap);
            let tiled = self.board.tiled >> space & 1 == 1;
            let up = public.face_up >> space & 1 == 1;
            let fill = match (tiled, up) {
                (false, _) => "#e8f1f5",
                (true, false) => "#7fb2c9",
                (true, true) => "#f6ecd2",
            };
            picture.rect(x, y, side, side, 8.0, fill, "#2f5d73");
            picture.text(x + 8.0, y + 18.0, 12.0, Anchor::Start, false, &format!("{}", space + 1));
            if tiled {
                let tile = &self.tiles[state.hidden.tile_at[space] as usize];
                let number = format!("tile {}", tile.number);
                picture.text(x + side - 8.0, y + 18.0, 12.0, Anchor::End, false, &number);
                if up {
                    for (row, text) in self.faces(state.hidden.tile_at[space]).iter().enumerate() {
                        picture.text(x + 8.0, y + 40.0 + 16.0 * row as f64, 12.0, Anchor::Start, false, text);
                    }
                }
            }
            let here: Vec<usize> = (0..self.players)
                .filter(|index| usize::from(public.meeple[Seat(*index as u8)]) == space)
                .collect();
            for (at, index) in here.iter().enumerate() {
                let (column, row) = ((at % 5) as f64, (at / 5) as f64);
                let (cx, cy) = (x + 16.0 + 20.0 * column, y + side - 16.0 - 20.0 * row);
                picture.disc(
                    cx,
                    cy,
                    9.5,
                    balance_kit::picture::colour(*index),
                    &(index + 1).to_string(),
                );
            }
        }
        Some(picture.finish(&title))
    }
}

/// The tile on `space`, if the seat has seen it there.
fn bits_of_tile(view: View<'_, Riverbed>, space: u8) -> Option<u8> {
    let here: Spaces = 1 << space;
    if view.public.face_up & here != 0 {
        return Some(view.public.shown[space as usize]);
    }
    (0..view.game.tiles.len() as u8).find(|tile| view.private.place_of[*tile as usize] == here)
}

impl Riverbed {
    fn card(&self, effect: Effect) -> String {
        self.card_names[effect as usize].clone()
    }

    /// Number and elements: "tile 3 (1 kelp, 1 log)".
    fn tile(&self, tile: u8) -> String {
        let faces = self.faces(tile);
        format!("tile {} ({})", self.tiles[tile as usize].number, faces.join(", "))
    }

    /// What a tile shows, element by element.
    fn faces(&self, tile: u8) -> Vec<String> {
        let tile = &self.tiles[tile as usize];
        let named = ELEMENTS.iter().zip(tile.elements).filter(|(_, count)| *count > 0);
        let mut faces: Vec<String> = named
            .map(|((one, more), count)| format!("{count} {}", if count == 1 { one } else { more }))
            .collect();
        if faces.is_empty() {
            faces.push("no element".to_owned());
        }
        faces
    }

    fn tracks(&self, public: &Public) -> String {
        let mut out = String::new();
        for (index, name) in TRACKS.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(out, "{comma}{name} {} of {}", public.tracks[index], self.ends[index]);
        }
        out
    }
}

fn list(spaces: Spaces) -> String {
    bits(spaces)
        .map(|space| (space + 1).to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

fn action_name(action: Action) -> &'static str {
    match action {
        Action::Dive => "Dive",
        Action::Swim => "Swim",
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Chief => "Chief",
        Role::Merchant => "merchant",
        Role::Leader => "Leader",
        Role::Separatist => "separatist",
        Role::Profiteer => "Profiteer",
    }
}
