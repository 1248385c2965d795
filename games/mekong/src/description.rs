//! The Mekong crossing as the other layers see it: names, content, and what its configurations are
//! made of, and how sure we are of that.

use super::board::content::{self, BOARD, IslandsFile, point};
use super::board::{Board, Point};
use super::rules::{ColourTable, Seating, Side};
use super::{Mekong, Rules, bots, metrics};
use balance_engine::{Provenance, Sheet, Status};
use balance_kit::content::read;
use balance_kit::provenance::{Aspect, ProvenanceCounts};
use balance_kit::{Bots, ContentKey, Contents, GameInfo, Guest, Mistake};

/// The game's entry in the table of games. A static, so that its loops are compiled here and not in the program.
pub static GAME: GameInfo = balance_kit::game::<Mekong>();

impl Guest for Mekong {
    type Rules = Rules;
    type Metrics = metrics::MekongMetrics;

    const KEY: &'static str = "mekong";
    const TITLE: &'static str = "The Mekong crossing";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=6;
    const LEAGUE: &'static str = include_str!("content/league.toml");
    const CONTENT: &'static [ContentKey] = &[ContentKey {
        key: "board",
        sets: &[("standard", content::BOARD)],
        entries: content::BOARD_ENTRIES,
    }];

    fn build(rules: Rules, contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let board = contents.read("board", content::board, &mut mistakes).ok_or(mistakes)?;
        Mekong::new(rules, board)
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet {
            counters: metrics::counters(self),
            turn_note: "everybody lays cards, and all of them are carried out".to_owned(),
            turns_max: Some(u32::from(self.rules.turns_max)),
            provenance: provenance(self),
            ..Sheet::of_players(self.players)
        }
        .ends(&["one step", "double step", "jump"])
        .cut_off("turn cap")
    }

    fn bots() -> Bots<Self> {
        bots::bots()
    }

    fn idle(&self, written: &toml::Table) -> Vec<Mistake> {
        let rules = &self.rules;
        // The same rules but for one of the two that say who sits where.
        let colours = Rules {
            colours: ColourTable::Rulebook,
            ..rules.clone()
        };
        let seats = Rules {
            seats: Seating::Villages,
            ..rules.clone()
        };
        let sit = |other: &Rules| other.colours_in_play() == rules.colours_in_play();
        let others = self.players - 1;
        let idle = [
            (
                "colours",
                sit(&colours),
                "both editions name the same colours at this table",
            ),
            (
                "seats",
                sit(&seats),
                "at this table the colours are listed as their villages lie",
            ),
            (
                "candidates",
                rules.side == Side::Islands,
                "stones lie on islands, not in open water",
            ),
            (
                "idle-villages",
                self.closed == 0,
                "every village is a start or a destination at this table",
            ),
            (
                "dragons-max",
                usize::from(rules.dragons_max) >= others && others == 1,
                "a hand has one dragon at this table",
            ),
            (
                "reserve-colours",
                usize::from(rules.reserve_colours) >= self.players && self.players == 2,
                "there are planks of two colours at this table",
            ),
        ];
        Mistake::idle::<Rules>(written, &idle)
    }
}

/// How sure we are of the board, the planks and the cards on this table.
fn provenance(game: &Mekong) -> Vec<Provenance> {
    let islands = match game.rules.side {
        Side::Islands => &game.board.islands[..],
        Side::Water => &[],
    };
    let mut count = count(&game.board, islands, game.players as u32);
    let cards = game.seats().map(|seat| game.hands[seat].count_ones()).sum();
    count.add("cards", "kinds", Status::Published, cards);
    count.rows()
}

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
