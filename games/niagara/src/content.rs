//! River, discovery places, weather track and cards as data: the embedded file, and the same checked when a designer
//! brings his own. Knows nothing of play.

use balance_kit::content::Spanned;
use schemars::JsonSchema;
use serde::Deserialize;

use super::river::MAX_SPACES;
use super::state::{COLOURS, GemColour};
pub use balance_kit::content::Flaw;
use balance_kit::content::{flaw, nearest, read};
use balance_kit::provenance::Marks;
use balance_kit::{Blank, Entries, Instead, Named, one_more_or_less, unchanged};
use toml::Value;

pub const BOARD: &str = include_str!("content/board.toml");

pub const CARD_MAX: u8 = 12;

/// A board as its file has it, checked.
#[derive(Clone, Debug)]
pub struct BoardFile {
    /// Discovery place at each space from the rope to the fork.
    pub trunk: Vec<Option<GemColour>>,
    /// The same for each space of an arm, from the fork to the falls.
    pub arm: Vec<Option<GemColour>>,
    pub weather: Vec<i8>,
    /// Index of the box where the cloud begins.
    pub weather_start: u8,
    /// Numbers on the cards besides the cloud.
    pub cards: Vec<u8>,
    pub spirits_numbers: Vec<u8>,
    /// Numbers among which the owner of that expansion's choice card names one; empty without such a card.
    pub spirits_choice: Vec<u8>,
    pub colours: Vec<ColourRow>,
    /// How sure we are of the rest.
    pub marks: BoardMarks,
}

#[derive(Clone, Debug)]
pub struct ColourRow {
    pub name: String,
    /// Value of a gem where the rules break ties by it.
    pub value: u8,
    /// How sure we are of it.
    pub marks: Marks,
}

/// How sure we are of the parts of a board.
#[derive(Clone, Debug)]
pub struct BoardMarks {
    pub river: Marks,
    pub arms: Marks,
    pub weather: Marks,
    pub cards: Marks,
    pub spirits: Marks,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RiverFile {
    #[serde(default)]
    river_status: Marks,
    trunk: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    arms_status: Marks,
    arms: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    weather_status: Marks,
    weather: Spanned<Vec<i8>>,
    weather_start: Spanned<i8>,
    #[serde(default)]
    cards_status: Marks,
    cards: Spanned<Vec<u8>>,
    colour: Spanned<Vec<GemEntry>>,
    spirits: Option<SpiritsFile>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SpiritsFile {
    #[serde(default)]
    status: Marks,
    numbers: Spanned<Vec<u8>>,
    choice: Spanned<Vec<u8>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GemEntry {
    name: Spanned<String>,
    value: u8,
    #[serde(default)]
    status: Marks,
}

/// Reads a board.
pub fn board(text: &str) -> Result<BoardFile, Vec<Flaw>> {
    let file: RiverFile = read(text)?;
    let mut flaws = Vec::new();
    let colours = colours(&file, &mut flaws);
    let (trunk, arm) = river(&file, &colours, &mut flaws);
    let weather_start = weather(&file, &mut flaws);
    cards(&file, trunk.len(), arm.len(), &mut flaws);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    Ok(BoardFile {
        trunk,
        arm,
        weather: file.weather.into_inner(),
        weather_start,
        cards: file.cards.into_inner(),
        spirits_numbers: (file.spirits.as_ref()).map_or_else(Vec::new, |spirits| spirits.numbers.get_ref().clone()),
        spirits_choice: (file.spirits.as_ref()).map_or_else(Vec::new, |spirits| spirits.choice.get_ref().clone()),
        colours,
        marks: BoardMarks {
            river: file.river_status,
            arms: file.arms_status,
            weather: file.weather_status,
            cards: file.cards_status,
            spirits: file.spirits.map(|spirits| spirits.status).unwrap_or_default(),
        },
    })
}

fn colours(file: &RiverFile, flaws: &mut Vec<Flaw>) -> Vec<ColourRow> {
    let row = |row: &GemEntry| ColourRow {
        name: row.name.get_ref().clone(),
        value: row.value,
        marks: row.status.clone(),
    };
    let colours: Vec<ColourRow> = file.colour.get_ref().iter().map(row).collect();
    if colours.len() != COLOURS {
        let message = format!("there are {} colours", colours.len());
        flaws.push(flaw(file.colour.span(), message, format!("name {COLOURS}")));
    }
    for (at, colour) in file.colour.get_ref().iter().enumerate() {
        if colours[..at].iter().any(|other| other.name == *colour.name.get_ref()) {
            let message = format!("the colour {} stands twice", colour.name.get_ref());
            flaws.push(flaw(colour.name.span(), message, "give each colour its own name"));
        }
    }
    colours
}

/// Discovery places by space.
type Places = Vec<Option<GemColour>>;

/// The spaces before the fork and those of an arm.
fn river(file: &RiverFile, colours: &[ColourRow], flaws: &mut Vec<Flaw>) -> (Places, Places) {
    let names = flaws.len();
    let trunk = places(file.trunk.get_ref(), colours, flaws);
    let arm = places(file.arms.get_ref(), colours, flaws);
    let all_known = flaws.len() == names;
    if trunk.is_empty() || arm.is_empty() {
        let span = if trunk.is_empty() {
            file.trunk.span()
        } else {
            file.arms.span()
        };
        flaws.push(flaw(
            span,
            "the river needs a space before the fork and one in each arm",
            "write the colour of each space in order, or \"\" for none",
        ));
    }
    if trunk.len() + 2 * arm.len() > MAX_SPACES {
        let message = format!("the river has {} spaces", trunk.len() + 2 * arm.len());
        let help = format!("at most {MAX_SPACES} are possible");
        flaws.push(flaw(file.trunk.span(), message, help));
    }
    // A name that is wrong may be the one that is missed.
    if all_known && !trunk.is_empty() && !arm.is_empty() {
        unplaced(file, colours, &[&trunk[..], &arm[..]].concat(), flaws);
    }
    (trunk, arm)
}

/// The place of each space of a row, by its name.
fn places(row: &[Spanned<String>], colours: &[ColourRow], flaws: &mut Vec<Flaw>) -> Places {
    let place = |name: &Spanned<String>| {
        if name.get_ref().is_empty() {
            return None;
        }
        let position = colours.iter().position(|colour| colour.name == *name.get_ref());
        if position.is_none() {
            let message = format!("there is no colour \"{}\"", name.get_ref());
            let known: Vec<&str> = colours.iter().map(|colour| colour.name.as_str()).collect();
            let help = format!("{}; \"\" is a space without a place", nearest(name.get_ref(), &known));
            flaws.push(flaw(name.span(), message, help));
        }
        position.and_then(|at| GemColour::ALL.get(at).copied())
    };
    row.iter().map(place).collect()
}

/// Colours without a place at the river; of two colours of one name the first is meant.
fn unplaced(file: &RiverFile, colours: &[ColourRow], places: &[Option<GemColour>], flaws: &mut Vec<Flaw>) {
    for ((at, colour), row) in GemColour::ALL.into_iter().enumerate().zip(file.colour.get_ref()) {
        let name = row.name.get_ref();
        if !places.contains(&Some(colour)) && colours[..at].iter().all(|other| other.name != *name) {
            let message = format!("{name} has no place at the river");
            flaws.push(flaw(row.name.span(), message, "name it in `trunk` or `arms`"));
        }
    }
}

/// The box of the weather track on which the cloud begins.
fn weather(file: &RiverFile, flaws: &mut Vec<Flaw>) -> u8 {
    let weather = file.weather.get_ref();
    let start = weather.iter().position(|flow| flow == file.weather_start.get_ref());
    if start.is_none() && !weather.is_empty() {
        flaws.push(flaw(
            file.weather_start.span(),
            "the cloud begins on a box that the track does not have",
            "write one of the numbers of `weather`",
        ));
    }
    if weather.len() < 2 || weather.len() > 16 || weather.iter().any(|flow| !(-12..=12).contains(flow)) {
        let help = "it has 2 to 16 boxes, each from -12 to 12";
        flaws.push(flaw(file.weather.span(), "this is no weather track", help));
    }
    start.unwrap_or(0) as u8
}

/// Checks the cards at a river of so many spaces before the fork and in each arm.
fn cards(file: &RiverFile, trunk: usize, arm: usize, flaws: &mut Vec<Flaw>) {
    let depth = trunk + arm;
    let mut numbers = |numbers: &Spanned<Vec<u8>>, least: usize| {
        let fits = |card: &u8| (1..=CARD_MAX).contains(card) && *card as usize <= depth;
        if numbers.get_ref().len() < least {
            let message = "there are no cards that show a number";
            let help = "name at least one number, such as [1, 2, 3]";
            flaws.push(flaw(numbers.span(), message, help));
        } else if trunk > 0 && arm > 0 && !numbers.get_ref().iter().all(fits) {
            let message = "a card shows at least 1 and at most the length of the river";
            let help = format!("this river is {depth} spaces long, and {CARD_MAX} is the highest number");
            flaws.push(flaw(numbers.span(), message, help));
        }
    };
    numbers(&file.cards, 1);
    if let Some(spirits) = &file.spirits {
        numbers(&spirits.numbers, 0);
        numbers(&spirits.choice, 0);
    }
    let cards = file.cards.get_ref();
    if (1..cards.len()).any(|at| cards[..at].contains(&cards[at])) {
        let message = "a number stands on two cards";
        flaws.push(flaw(file.cards.span(), message, "each number is there once"));
    }
}

pub const BOARD_ENTRIES: &[Entries] = &[
    Entries {
        word: "card",
        list: "cards",
        named: Named::Place,
        help: "a paddle card, by its place in the list: its number",
        blanks: &[Blank {
            name: "left-out",
            help: "a card that nobody has",
            make: |_, all| (all.len() > 1).then_some(Instead::Out),
        }],
        near: one_more_or_less,
        title: |name, _| format!("card {name}"),
    },
    Entries {
        word: "weather",
        list: "weather",
        named: Named::Place,
        help: "a box of the weather track, by its place: what it adds to the flow",
        blanks: &[
            Blank {
                name: "still",
                help: "a box that adds nothing to the flow",
                make: |at, all| still(at, all).then_some(Instead::Value(0.into())),
            },
            Blank {
                name: "left-out",
                help: "a track without this box",
                make: |at, all| (all.len() > 2 && flow(&all[at]) != 0).then_some(Instead::Out),
            },
        ],
        near: one_more_or_less,
        title: |name, _| format!("weather {name}"),
    },
    Entries {
        word: "space",
        list: "trunk",
        named: Named::Place,
        help: "a space before the fork, by its place: the colour of its discovery place, or nothing",
        blanks: &[],
        near: unchanged,
        title: |name, _| format!("space {name}"),
    },
    Entries {
        word: "arm-space",
        list: "arms",
        named: Named::Place,
        help: "a space of both arms, by its place from the fork: the same",
        blanks: &[],
        near: unchanged,
        title: |name, _| format!("arm space {name}"),
    },
    Entries {
        word: "gem",
        list: "colour",
        named: Named::By {
            field: "name",
            main: "value",
        },
        help: "the gems of a colour; a number is what one is worth where ties are broken by value",
        blanks: &[],
        near: one_more_or_less,
        title: |name, _| format!("{name} gems"),
    },
];

fn flow(value: &Value) -> i64 {
    value.as_integer().unwrap_or(0)
}

/// Can this box add nothing, and the cloud begin where it did? It begins on the first box of its number.
fn still(at: usize, all: &[Value]) -> bool {
    let first = all.iter().position(|value| flow(value) == 0);
    flow(&all[at]) != 0 && first.is_some_and(|first| first < at)
}
