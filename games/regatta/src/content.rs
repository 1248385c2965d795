//! Wedges and favors as data: the embedded files, and the same checked when a designer brings his own. Knows nothing of
//! play.

use balance_kit::content::Spanned;
use schemars::JsonSchema;
use serde::Deserialize;

use super::course::{Icon, LANES, MAX_WEDGES, Part, RING, Wedge};
use super::favors::{FAVORS, Favor, Kind, MAX_DECK};
use super::notation;
pub use balance_kit::content::Flaw;
use balance_kit::content::{flaw, read};
use balance_kit::marks::Marks;

/// The embedded racecourse.
pub const WEDGES: &str = include_str!("content/wedges.toml");
/// The embedded favors.
pub const FAVOR_CARDS: &str = include_str!("content/favors.toml");

/// Trios that the first course is made of.
pub const TRIOS: usize = 4;

/// Reads a set of wedges: those of the trios first, trio by trio, then the stack, the Starting Line last.
///
/// # Errors
/// Every flaw of the file, with its place, its wedge and its dot.
pub fn wedges(text: &str) -> Result<Vec<Wedge>, Vec<Flaw>> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Row {
        id: Spanned<String>,
        name: Spanned<String>,
        symbol: Spanned<String>,
        course: Spanned<String>,
        #[serde(default)]
        status: Marks,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct File {
        wedge: Vec<Row>,
    }
    let file: File = read(text)?;
    let mut flaws = Vec::new();
    let mut symbols: Vec<&str> = Vec::new();
    let mut wedges: Vec<Wedge> = Vec::new();
    for (at, row) in file.wedge.iter().enumerate() {
        let id = row.id.get_ref();
        if file.wedge[..at].iter().any(|other| other.id.get_ref() == id) {
            flaws.push(flaw(
                row.id.span(),
                format!("there is a second wedge {id}"),
                "give it another `id`",
            ));
        }
        let name = row.name.get_ref();
        let namesake = |other: &&Row| !name.is_empty() && other.name.get_ref() == name;
        if let Some(other) = file.wedge[..at].iter().find(namesake) {
            let message = format!("the wedges {} and {id} are both called {name}", other.id.get_ref());
            flaws.push(flaw(row.name.span(), message, "give each wedge a name of its own"));
        }
        let part = match row.symbol.get_ref().as_str() {
            "line" => Part::Line,
            "none" => Part::Stack,
            symbol => {
                let known = symbols.iter().position(|known| *known == symbol);
                Part::Trio(known.unwrap_or_else(|| {
                    symbols.push(symbol);
                    symbols.len() - 1
                }) as u8)
            }
        };
        match notation::read(row.course.get_ref()) {
            Ok((dots, entry)) => {
                let line = |icon: Icon| (icon == Icon::Line) == (part == Part::Line);
                if let Some(dot) = dots.iter().find(|dot| !line(dot.icon)) {
                    let message = format!("wedge {id}: dot {}: 0 is for the Starting Line, and only 0", dot.name());
                    flaws.push(flaw(
                        row.course.span(),
                        message,
                        "write another sign there, such as `.`",
                    ));
                } else if part == Part::Line && dots.len() != LANES {
                    let message = format!("wedge {id}: the Starting Line has one dot on each lane");
                    flaws.push(flaw(row.course.span(), message, "write `a 0 | b 0 | c 0 | d 0`"));
                }
                wedges.push(Wedge {
                    id: id.clone(),
                    name: name.clone(),
                    part,
                    dots,
                    entry,
                    marks: row.status.clone(),
                });
            }
            Err(slips) => {
                for (span, message, help) in slips {
                    flaws.push(flaw(
                        inside(text, &row.course, span),
                        format!("wedge {id}: {message}"),
                        help,
                    ));
                }
            }
        }
    }
    let count = |wanted: &dyn Fn(&Row) -> bool| file.wedge.iter().filter(|row| wanted(row)).count();
    if count(&|row| row.symbol.get_ref() == "line") != 1 {
        let message = "there is not exactly one Starting Line";
        flaws.push(flaw(0..0, message, "one wedge has the symbol \"line\""));
    }
    for symbol in &symbols {
        let found = count(&|row| row.symbol.get_ref() == symbol);
        if found != RING / TRIOS {
            let first = file.wedge.iter().find(|row| row.symbol.get_ref() == symbol);
            let span = first.map_or(0..0, |row| row.symbol.span());
            let message = format!("the symbol \"{symbol}\" is on {found} wedges instead of three");
            flaws.push(flaw(span, message, "wedges of the stack have the symbol \"none\""));
        }
    }
    if symbols.len() != TRIOS {
        let message = format!("there are {} trios instead of {TRIOS}", symbols.len());
        flaws.push(flaw(0..0, message, "three wedges each share one of four symbols"));
    }
    if file.wedge.len() > MAX_WEDGES {
        let message = format!("there are {} wedges", file.wedge.len());
        flaws.push(flaw(0..0, message, format!("at most {MAX_WEDGES} are possible")));
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    wedges.sort_by_key(|wedge| match wedge.part {
        Part::Trio(trio) => trio,
        Part::Stack => TRIOS as u8,
        Part::Line => TRIOS as u8 + 1,
    });
    Ok(wedges)
}

/// Bytes of the file for bytes of a text in it. A text with escapes does not lie in the file as it reads; then the
/// whole text is meant.
fn inside(file: &str, text: &Spanned<String>, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let whole = text.span();
    let raw = file.get(whole.clone()).unwrap_or_default();
    match raw.find(text.get_ref().as_str()) {
        Some(begin) => whole.start + begin + span.start..whole.start + begin + span.end,
        None => whole,
    }
}

/// The favors of a file.
#[derive(Clone, Debug)]
pub struct FavorFile {
    /// Cards of each kind.
    pub counts: [u8; FAVORS],
    /// Their names.
    pub names: [String; FAVORS],
    /// Kinds of which one card is dealt at the start, lowest number first.
    pub starters: Vec<Favor>,
    /// Kinds that do nothing, as bits.
    pub blanks: u32,
    /// Its entries.
    pub rows: Vec<FavorRow>,
}

/// One entry of a file of favors.
#[derive(Clone, Debug)]
pub struct FavorRow {
    /// Name.
    pub name: String,
    /// What its cards do.
    pub favor: Favor,
    /// How many cards.
    pub count: u8,
    /// Its number among the starters.
    pub starter: Option<u8>,
    /// Do its cards do nothing?
    pub blank: bool,
    /// How sure we are of it.
    pub marks: Marks,
}

/// Reads favors.
///
/// # Errors
/// Every flaw of the file, with its place.
pub fn favors(text: &str) -> Result<FavorFile, Vec<Flaw>> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Row {
        name: Spanned<String>,
        effect: Spanned<Favor>,
        count: Spanned<u8>,
        #[serde(default)]
        starter: Option<Spanned<u8>>,
        #[serde(default)]
        blank: bool,
        #[serde(default)]
        status: Marks,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct File {
        favor: Vec<Row>,
    }
    let file: File = read(text)?;
    let mut flaws = Vec::new();
    let mut counts = [0; FAVORS];
    let mut names: [String; FAVORS] = std::array::from_fn(|_| String::new());
    let mut starters: Vec<(u8, Favor)> = Vec::new();
    let mut rows: Vec<FavorRow> = Vec::new();
    let mut total = 0;
    for row in &file.favor {
        let (favor, count) = (*row.effect.get_ref(), *row.count.get_ref());
        if rows.iter().any(|known| known.name == *row.name.get_ref()) {
            let message = format!("the name {} stands twice", row.name.get_ref());
            flaws.push(flaw(row.name.span(), message, "give each favor a name of its own"));
        }
        if rows.iter().any(|known| known.favor == favor) {
            let message = format!("{}: this effect is there twice", row.name.get_ref());
            flaws.push(flaw(row.effect.span(), message, "give all copies one entry"));
        }
        total += usize::from(count);
        counts[favor as usize] = count;
        names[favor as usize].clone_from(row.name.get_ref());
        rows.push(FavorRow {
            name: row.name.get_ref().clone(),
            favor,
            count,
            starter: row.starter.as_ref().map(|number| *number.get_ref()),
            blank: row.blank,
            marks: row.status.clone(),
        });
        let Some(number) = &row.starter else { continue };
        let fault = if favor.kind() != Kind::Boat {
            Some("only a boat can be dealt at the start".to_owned())
        } else if count == 0 {
            Some("there is no card of it to be dealt".to_owned())
        } else {
            let twice = starters.iter().any(|known| known.0 == *number.get_ref());
            twice.then(|| format!("the starter number {} is there twice", number.get_ref()))
        };
        match fault {
            Some(message) => flaws.push(flaw(
                number.span(),
                format!("{}: {message}", row.name.get_ref()),
                "give four boats one number each, 1 to 4",
            )),
            None => starters.push((*number.get_ref(), favor)),
        }
    }
    if starters.len() != 4 && flaws.is_empty() {
        let message = format!("there are {} starters instead of four", starters.len());
        flaws.push(flaw(0..0, message, "give four boats a number in `starter`"));
    }
    if total > MAX_DECK {
        let message = format!("there are {total} cards");
        flaws.push(flaw(0..0, message, format!("at most {MAX_DECK} are possible")));
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    starters.sort_unstable();
    Ok(FavorFile {
        counts,
        names,
        starters: starters.into_iter().map(|starter| starter.1).collect(),
        blanks: rows
            .iter()
            .filter(|row| row.blank)
            .fold(0, |bits, row| bits | 1 << row.favor as u8),
        rows,
    })
}
