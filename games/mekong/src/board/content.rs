//! Villages, islands and planks as data: the embedded file, and the same checked when a designer brings his own. Knows
//! nothing of play.

use std::sync::{Mutex, PoisonError};

use balance_kit::content::{Spanned, flaw, read};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Board, HALF_WIDTH, ISLAND, ISLANDS, PLACEMENTS, Planks, Point, SIZE, STONE, VILLAGE, Village, placement};
pub use balance_kit::content::Flaw;
use balance_kit::provenance::Marks;
use balance_kit::{Blank, Entries, Instead, Named, unchanged};

pub const BOARD: &str = include_str!("../content/board.toml");

/// Colours in the order in which the rules number them.
pub const COLOURS: [&str; 6] = ["pink", "green", "blue", "black", "red", "yellow"];

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IslandsFile {
    pub planks: PlanksRow,
    pub village: Spanned<Vec<VillageRow>>,
    pub islands: IslandsRow,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanksRow {
    #[serde(default)]
    pub status: Marks,
    pub lengths: Spanned<Vec<i32>>,
    pub bearing: Spanned<i32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VillageRow {
    pub colour: Spanned<String>,
    pub centre: Spanned<(i32, i32)>,
    pub destination: Spanned<String>,
    neck: Option<Spanned<[i32; 4]>>,
    #[serde(default)]
    pub status: Marks,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IslandsRow {
    #[serde(default)]
    pub status: Marks,
    pub centres: Spanned<Vec<Spanned<(i32, i32)>>>,
}

/// The last board that was read, and its text: what is asked of a run has the same one a dozen times.
static LAST: Mutex<Option<(String, Board)>> = Mutex::new(None);

/// Reads a board.
pub fn board(text: &str) -> Result<Board, Vec<Flaw>> {
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, board)) = last().as_ref().filter(|(of, _)| of == text) {
        return Ok(board.clone());
    }
    let board = fresh(text)?;
    *last() = Some((text.to_owned(), board.clone()));
    Ok(board)
}

/// The same, read anew.
fn fresh(text: &str) -> Result<Board, Vec<Flaw>> {
    let file: IslandsFile = read(text)?;
    let mut flaws = Vec::new();
    let planks = planks(&file.planks, &mut flaws);
    let villages = villages(&file.village, &mut flaws);
    let islands = islands(&file.islands.centres, &villages, &mut flaws);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let board = Board::with_tables(villages, islands, planks).map_err(|count| {
        let message = format!("planks can lie in {count} ways");
        let help = format!("at most {PLACEMENTS} are possible: take shorter planks, or islands further apart");
        vec![flaw(file.islands.centres.span(), message, help)]
    })?;
    let cut_off = cut_off(&board, &file);
    if cut_off.is_empty() { Ok(board) } else { Err(cut_off) }
}

pub fn point(at: (i32, i32)) -> Point {
    Point { x: at.0, y: at.1 }
}

/// Is a disc with this centre wholly on the board?
fn on_board(at: Point, radius: i32) -> bool {
    let inside = |value: i32| (radius..=SIZE - radius).contains(&value);
    inside(at.x) && inside(at.y)
}

fn overlap(one: Point, two: Point, distance: i32) -> bool {
    placement::square_of(one, two) < i64::from(distance) * i64::from(distance)
}

fn planks(row: &PlanksRow, flaws: &mut Vec<Flaw>) -> Planks {
    let lengths = row.lengths.get_ref();
    if lengths.len() != 6 {
        let message = format!("there are {} lengths", lengths.len());
        let help = "give one for each number from 1 to 6";
        flaws.push(flaw(row.lengths.span(), message, help));
    }
    if lengths.windows(2).any(|pair| pair[0] >= pair[1]) {
        let message = "a higher number must be a longer plank";
        flaws.push(flaw(row.lengths.span(), message, "order the lengths from the shortest"));
    }
    if lengths.iter().any(|length| !(2 * HALF_WIDTH..=SIZE).contains(length)) {
        let message = format!("a plank is {} to {SIZE} long", 2 * HALF_WIDTH);
        flaws.push(flaw(row.lengths.span(), message, ""));
    }
    let bearing = *row.bearing.get_ref();
    if !(1..=STONE).contains(&bearing) {
        let message = format!("a plank cannot cover {bearing} of a stone");
        flaws.push(flaw(row.bearing.span(), message, format!("take 1 to {STONE}")));
    }
    let mut six = [0; 6];
    six.iter_mut().zip(lengths).for_each(|(to, length)| *to = *length);
    Planks { lengths: six, bearing }
}

fn villages(rows: &Spanned<Vec<VillageRow>>, flaws: &mut Vec<Flaw>) -> Vec<Village> {
    let list = rows.get_ref();
    if list.len() != 6 {
        let message = format!("there are {} villages", list.len());
        flaws.push(flaw(rows.span(), message, "give one for each of the six colours"));
    }
    let mut colour = |name: &Spanned<String>| {
        let found = COLOURS.iter().position(|colour| colour == name.get_ref());
        if found.is_none() {
            let message = format!("there is no colour \"{}\"", name.get_ref());
            let help = format!("the colours are {}", COLOURS.join(", "));
            flaws.push(flaw(name.span(), message, help));
        }
        found
    };
    let ends = list.iter().map(|row| (colour(&row.colour), colour(&row.destination)));
    let ends: Vec<(Option<usize>, Option<usize>)> = ends.collect();
    let mut villages = Vec::new();
    for (at, row) in list.iter().enumerate() {
        let (own, opposite) = ends[at];
        let name = row.colour.get_ref();
        // Of a colour that there is not nothing more is said.
        if own.is_some() && ends[..at].iter().any(|other| other.0 == own) {
            flaws.push(flaw(row.colour.span(), format!("the village {name} stands twice"), ""));
        }
        if own.is_some() && own == opposite {
            let message = format!("{name} would begin at its destination");
            flaws.push(flaw(row.destination.span(), message, "name another village"));
        }
        let centre = point(*row.centre.get_ref());
        if !on_board(centre, 0) {
            let help = format!("both numbers are 0 to {SIZE}");
            let message = format!("the village {name} is not on the board");
            flaws.push(flaw(row.centre.span(), message, help));
        }
        if let Some(other) = list[..at]
            .iter()
            .find(|other| overlap(centre, point(*other.centre.get_ref()), 2 * VILLAGE))
        {
            let message = format!("the villages {} and {name} overlap", other.colour.get_ref());
            let help = format!("their centres must be {} apart", 2 * VILLAGE);
            flaws.push(flaw(row.centre.span(), message, help));
        }
        // Without land of its own a village is its disc.
        let neck = row
            .neck
            .as_ref()
            .map_or([centre.x, centre.y, centre.x, centre.y], |neck| *neck.get_ref());
        if let Some(given) = row.neck.as_ref().filter(|_| neck[0] > neck[2] || neck[1] > neck[3]) {
            let message = format!("the neck of {name} has its sides the wrong way round");
            flaws.push(flaw(given.span(), message, "write left, top, right, bottom"));
        }
        villages.push((
            own,
            Village {
                colour: name.clone(),
                centre,
                opposite: opposite.unwrap_or_default() as u8,
                neck,
            },
        ));
    }
    villages.sort_by_key(|village| village.0);
    villages.into_iter().map(|village| village.1).collect()
}

fn islands(rows: &Spanned<Vec<Spanned<(i32, i32)>>>, villages: &[Village], flaws: &mut Vec<Flaw>) -> Vec<Point> {
    let list = rows.get_ref();
    if list.is_empty() || list.len() > ISLANDS {
        let message = format!("there are {} islands", list.len());
        flaws.push(flaw(rows.span(), message, format!("1 to {ISLANDS} are possible")));
    }
    let islands: Vec<Point> = list.iter().map(|row| point(*row.get_ref())).collect();
    for (at, (row, centre)) in list.iter().zip(&islands).enumerate() {
        let number = at + 1;
        if !on_board(*centre, ISLAND) {
            let help = format!("both numbers are {ISLAND} to {}", SIZE - ISLAND);
            let message = format!("island {number} is not wholly on the board");
            flaws.push(flaw(row.span(), message, help));
        }
        if let Some(other) = islands[..at]
            .iter()
            .position(|other| overlap(*other, *centre, 2 * ISLAND))
        {
            let help = format!("their centres must be {} apart", 2 * ISLAND);
            let message = format!("islands {} and {number} overlap", other + 1);
            flaws.push(flaw(row.span(), message, help));
        }
        let land = |village: &&Village| {
            let [left, top, right, bottom] = village.neck;
            let bank = Point::new(centre.x.max(left).min(right), centre.y.max(top).min(bottom));
            overlap(village.centre, *centre, VILLAGE + ISLAND) || overlap(bank, *centre, ISLAND)
        };
        if let Some(village) = villages.iter().find(land) {
            let help = format!("their centres must be {} apart", VILLAGE + ISLAND);
            let message = format!("island {number} lies on the village {}", village.colour);
            flaws.push(flaw(row.span(), message, help));
        }
    }
    islands
}

/// Villages from which no planks can lead to their destination.
fn cut_off(board: &Board, file: &IslandsFile) -> Vec<Flaw> {
    let mut links = [0u64; 33];
    for placement in &board.placements {
        links[usize::from(placement.a)] |= 1 << placement.b;
        links[usize::from(placement.b)] |= 1 << placement.a;
    }
    let mut flaws = Vec::new();
    for (at, village) in board.villages.iter().enumerate() {
        let mut found = 1u64 << at;
        let mut rest = found;
        while rest != 0 {
            let fresh = links[rest.trailing_zeros() as usize] & !found;
            rest = (rest & (rest - 1)) | fresh;
            found |= fresh;
        }
        if found >> village.opposite & 1 == 0 {
            let row = file
                .village
                .get_ref()
                .iter()
                .find(|row| *row.colour.get_ref() == village.colour);
            let span = row.map_or(file.village.span(), |row| row.colour.span());
            let goal = &board.villages[usize::from(village.opposite)].colour;
            let message = format!("no planks lead from {} to {goal}", village.colour);
            flaws.push(flaw(span, message, "move islands nearer, or make planks longer"));
        }
    }
    flaws
}

pub const BOARD_ENTRIES: &[Entries] = &[
    Entries {
        word: "plank",
        list: "planks.lengths",
        named: Named::Place,
        help: "the planks of a number: their length in tenths of a millimetre",
        blanks: &[
            Blank {
                name: "as-shorter",
                help: "hardly longer than the planks of the number below",
                make: |at, all| length(all.get(at.checked_sub(1)?)?.as_integer()? + 1),
            },
            Blank {
                name: "too-short",
                help: "as short as they are wide; only for the shortest",
                make: |at, _| {
                    if at == 0 {
                        length(i64::from(2 * HALF_WIDTH))
                    } else {
                        None
                    }
                },
            },
        ],
        near: unchanged,
        title: |name, _| format!("plank {name}"),
    },
    Entries {
        word: "island",
        list: "islands.centres",
        named: Named::Place,
        help: "an island, by its place in the list: its centre",
        blanks: &[Blank {
            name: "left-out",
            help: "water in its place",
            make: |_, all| (all.len() > 1).then_some(Instead::Out),
        }],
        near: unchanged,
        title: |name, _| format!("island {name}"),
    },
    Entries {
        word: "village",
        list: "village",
        named: Named::By {
            field: "colour",
            main: "destination",
        },
        help: "a village, by its colour; a text is its destination",
        blanks: &[],
        near: unchanged,
        title: |name, _| format!("village {name}"),
    },
];

fn length(of: i64) -> Option<Instead> {
    Some(Instead::Value(of.into()))
}
