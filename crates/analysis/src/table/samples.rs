//! Games worth looking at, by what they show.

use super::results::{SampleRow, Shows};
use crate::games::Sheet;
use balance_engine::tally::{GameId, Tally};

/// One row for everything of which there was a game.
pub fn rows(sheet: &Sheet, tally: &Tally) -> Vec<SampleRow> {
    let (found, drama) = (&tally.samples, &tally.drama);
    let mut rows = Rows(Vec::new());
    rows.one(Shows::Shortest, "", found.shortest.map(|(_, id)| id));
    rows.one(Shows::Longest, "", found.longest.map(|(_, id)| id));
    rows.one(Shows::Nobody, "", found.nobody);
    rows.one(Shows::LeaderWins, "", drama.held);
    rows.one(Shows::LeaderLoses, "", drama.lost);
    rows.one(Shows::Comeback, "", drama.comeback);
    rows.all(Shows::Side, &sheet.sides, &found.sides);
    rows.all(Shows::Seat, &sheet.positions, &found.positions);
    rows.all(Shows::Bot, &sheet.bots, &found.bots);
    rows.all(Shows::Ending, &sheet.ending_names(), &found.endings);
    for (counter, id) in sheet.counters.iter().zip(&found.counters) {
        if !counter.key.is_empty() {
            rows.one(Shows::Event, counter.key, *id);
        }
    }
    let sides = sheet.sides.len();
    for (index, id) in found.components.iter().enumerate() {
        let (component, side) = (&sheet.components[index / sides].name, &sheet.sides[index % sides]);
        if !component.is_empty() {
            rows.add(Shows::Component, component, side, *id);
        }
    }
    rows.0
}

struct Rows(Vec<SampleRow>);

impl Rows {
    fn add(&mut self, shows: Shows, name: &str, side: &str, id: Option<GameId>) {
        self.0.extend(id.map(|id| SampleRow {
            shows,
            name: name.to_owned(),
            side: side.to_owned(),
            game: id.game,
            rotation: id.rotation,
        }));
    }

    fn one(&mut self, shows: Shows, name: &str, id: Option<GameId>) {
        self.add(shows, name, "", id);
    }

    fn all(&mut self, shows: Shows, names: &[String], ids: &[Option<GameId>]) {
        for (name, id) in names.iter().zip(ids) {
            self.one(shows, name, *id);
        }
    }
}
