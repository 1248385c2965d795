//! How sure we are of a board: every village, island and length as the embedded file marks it, where it is as in that
//! file; whatever differs is a designer's own.

use balance_kit::content::read;
use balance_kit::provenance::{Aspect, ProvenanceCounts};

use super::content::{BOARD, IslandsFile, point};
use super::{Board, Point};

/// What is marked of a village.
struct Home {
    centre: Point,
    destination: String,
}

const HOME: &[Aspect<Home>] = &[
    Aspect::new("destinations", |one, other| one.destination == other.destination),
    Aspect::new("places", |one, other| one.centre == other.centre),
];
const ISLAND: &[Aspect<Point>] = &[Aspect::new("places", |one, other| one == other)];
/// A length, and what a plank must cover of each support: together they tell how far it reaches.
const PLANK: &[Aspect<(i32, i32)>] = &[Aspect::new("lengths", |one, other| one == other)];

/// Villages, the islands of the side that lies up, and the planks of `players` players.
pub fn count(board: &Board, islands: &[Point], players: u32) -> ProvenanceCounts {
    let mut count = ProvenanceCounts::default();
    let Ok(known) = read::<IslandsFile>(BOARD) else {
        return count;
    };
    for village in &board.villages {
        let home = Home {
            centre: village.centre,
            destination: board.villages[usize::from(village.opposite)].colour.clone(),
        };
        let rows = known.village.get_ref().iter();
        let row = rows.into_iter().find(|row| *row.colour.get_ref() == village.colour);
        let embedded = row.map(|row| {
            let home = Home {
                centre: point(*row.centre.get_ref()),
                destination: row.destination.get_ref().clone(),
            };
            (home, &row.status)
        });
        let embedded = embedded.as_ref().map(|(home, marks)| (home, *marks));
        count.entry("villages", 1, &home, embedded, HOME);
    }
    let marks = &known.islands.status;
    for centre in islands {
        let mut rows = known.islands.centres.get_ref().iter().map(|row| point(*row.get_ref()));
        let embedded = rows.find(|row| row == centre);
        let embedded = embedded.as_ref().map(|point| (point, marks));
        count.entry("islands", 1, centre, embedded, ISLAND);
    }
    let bearing = *known.planks.bearing.get_ref();
    for (at, length) in board.planks.lengths.iter().enumerate() {
        let embedded = known.planks.lengths.get_ref().get(at).map(|length| (*length, bearing));
        let embedded = embedded.as_ref().map(|plank| (plank, &known.planks.status));
        count.entry("planks", players, &(*length, board.planks.bearing), embedded, PLANK);
    }
    count
}
