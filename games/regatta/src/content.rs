//! Wedges and favors as data: the embedded files, and the same checked when a designer brings his own. Knows nothing of
//! play.

use balance_kit::content::{Spanned, flaw, read};
use schemars::JsonSchema;
use serde::Deserialize;

use super::favors::{Favor, Kind, MAX_DECK};
use super::track::{Icon, LANES, MAX_WEDGES, RING, Wedge, WedgeGroup};
use super::{FAVORS, notation};
pub use balance_kit::content::Flaw;
use balance_kit::provenance::Marks;
use balance_kit::{Blank, Entries, Instead, Named, one_more_or_less, unchanged};
use toml::Value;

pub const WEDGES: &str = include_str!("content/wedges.toml");
pub const FAVOR_CARDS: &str = include_str!("content/favors.toml");

pub const TRIOS: usize = 4;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct WedgeEntry {
    id: Spanned<String>,
    name: Spanned<String>,
    symbol: Spanned<String>,
    course: Spanned<String>,
    #[serde(default)]
    status: Marks,
}

/// Reads a set of wedges: those of the trios first, trio by trio, then the stack, the Starting Line last.
pub fn wedges(text: &str) -> Result<Vec<Wedge>, Vec<Flaw>> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct WedgesFile {
        wedge: Vec<WedgeEntry>,
    }
    let file: WedgesFile = read(text)?;
    let mut flaws = Vec::new();
    let mut symbols: Vec<&str> = Vec::new();
    let mut wedges: Vec<Wedge> = Vec::new();
    for (at, row) in file.wedge.iter().enumerate() {
        namesakes(row, &file.wedge[..at], &mut flaws);
        let part = match row.symbol.get_ref().as_str() {
            "line" => WedgeGroup::Line,
            "none" => WedgeGroup::Stack,
            symbol => {
                let known = symbols.iter().position(|known| *known == symbol);
                WedgeGroup::Trio(known.unwrap_or_else(|| {
                    symbols.push(symbol);
                    symbols.len() - 1
                }) as u8)
            }
        };
        wedges.extend(wedge(text, row, part, &mut flaws));
    }
    whole_set(&file.wedge, &symbols, &mut flaws);
    if !flaws.is_empty() {
        return Err(flaws);
    }
    wedges.sort_by_key(|wedge| match wedge.part {
        WedgeGroup::Trio(trio) => trio,
        WedgeGroup::Stack => TRIOS as u8,
        WedgeGroup::Line => TRIOS as u8 + 1,
    });
    Ok(wedges)
}

/// Checks that no earlier wedge has the same id or name.
fn namesakes(row: &WedgeEntry, before: &[WedgeEntry], flaws: &mut Vec<Flaw>) {
    let id = row.id.get_ref();
    if before.iter().any(|other| other.id.get_ref() == id) {
        let message = format!("there is a second wedge {id}");
        flaws.push(flaw(row.id.span(), message, "give it another `id`"));
    }
    let name = row.name.get_ref();
    let namesake = |other: &&WedgeEntry| !name.is_empty() && other.name.get_ref() == name;
    if let Some(other) = before.iter().find(namesake) {
        let message = format!("the wedges {} and {id} are both called {name}", other.id.get_ref());
        flaws.push(flaw(row.name.span(), message, "give each wedge its own name"));
    }
}

/// A wedge of the file; none where its course cannot be read.
fn wedge(text: &str, row: &WedgeEntry, part: WedgeGroup, flaws: &mut Vec<Flaw>) -> Option<Wedge> {
    let id = row.id.get_ref();
    let (dots, entry) = match notation::read(row.course.get_ref()) {
        Ok(read) => read,
        Err(slips) => {
            flaws.extend(slips.into_iter().map(|(span, message, help)| {
                flaw(inside(text, &row.course, span), format!("wedge {id}: {message}"), help)
            }));
            return None;
        }
    };
    let line = |icon: Icon| (icon == Icon::Line) == (part == WedgeGroup::Line);
    if let Some(dot) = dots.iter().find(|dot| !line(dot.icon)) {
        let message = format!("wedge {id}: dot {}: 0 is for the Starting Line, and only 0", dot.name());
        let help = "write another sign there, such as `.`";
        flaws.push(flaw(row.course.span(), message, help));
    } else if part == WedgeGroup::Line && dots.len() != LANES {
        let message = format!("wedge {id}: the Starting Line has one dot on each lane");
        flaws.push(flaw(row.course.span(), message, "write `a 0 | b 0 | c 0 | d 0`"));
    }
    Some(Wedge {
        id: id.clone(),
        name: row.name.get_ref().clone(),
        part,
        dots,
        entry,
        marks: row.status.clone(),
    })
}

/// Checks that the set has one Starting Line and four trios, and is not too large.
fn whole_set(rows: &[WedgeEntry], symbols: &[&str], flaws: &mut Vec<Flaw>) {
    let with_symbol = |symbol: &str| rows.iter().filter(move |row| row.symbol.get_ref() == symbol).count();
    if with_symbol("line") != 1 {
        let message = "there is not exactly one Starting Line";
        flaws.push(flaw(0..0, message, "one wedge has the symbol \"line\""));
    }
    for symbol in symbols {
        let wedges = with_symbol(symbol);
        if wedges != RING / TRIOS {
            let first = rows.iter().find(|row| row.symbol.get_ref() == symbol);
            let span = first.map_or(0..0, |row| row.symbol.span());
            let message = format!("the symbol \"{symbol}\" is on {wedges} wedges instead of three");
            flaws.push(flaw(span, message, "wedges of the stack have the symbol \"none\""));
        }
    }
    if symbols.len() != TRIOS {
        let message = format!("there are {} trios instead of {TRIOS}", symbols.len());
        flaws.push(flaw(0..0, message, "three wedges each share one of four symbols"));
    }
    if rows.len() > MAX_WEDGES {
        let message = format!("there are {} wedges", rows.len());
        flaws.push(flaw(0..0, message, format!("at most {MAX_WEDGES} are possible")));
    }
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

#[derive(Clone, Debug)]
pub struct FavorFile {
    /// Cards of each kind.
    pub counts: [u8; FAVORS],
    pub names: [String; FAVORS],
    /// Kinds of which one card is dealt at the start, lowest number first.
    pub starters: Vec<Favor>,
    /// Kinds that do nothing, as bits.
    pub blanks: u32,
    pub rows: Vec<FavorRow>,
}

#[derive(Clone, Debug)]
pub struct FavorRow {
    pub name: String,
    pub favor: Favor,
    pub count: u8,
    pub starter: Option<u8>,
    pub blank: bool,
    /// How sure we are of it.
    pub marks: Marks,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FavorEntry {
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

/// The number of a favor that is dealt at the start, where the file has one that can be.
fn starter(row: &FavorEntry, starters: &[(u8, Favor)], flaws: &mut Vec<Flaw>) -> Option<(u8, Favor)> {
    let (number, favor) = (row.starter.as_ref()?, *row.effect.get_ref());
    let message = if favor.kind() != Kind::Boat {
        "only a boat can be dealt at the start".to_owned()
    } else if *row.count.get_ref() == 0 {
        "there is no card of it to be dealt".to_owned()
    } else if starters.iter().any(|known| known.0 == *number.get_ref()) {
        format!("the starter number {} is there twice", number.get_ref())
    } else {
        return Some((*number.get_ref(), favor));
    };
    let message = format!("{}: {message}", row.name.get_ref());
    flaws.push(flaw(number.span(), message, "give four boats one number each, 1 to 4"));
    None
}

/// Reads favors.
pub fn favors(text: &str) -> Result<FavorFile, Vec<Flaw>> {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct FavorsFile {
        favor: Vec<FavorEntry>,
    }
    let file: FavorsFile = read(text)?;
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
            flaws.push(flaw(row.name.span(), message, "give each favor its own name"));
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
        let dealt = starter(row, &starters, &mut flaws);
        starters.extend(dealt);
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

pub const WEDGE_ENTRIES: &[Entries] = &[Entries {
    word: "wedge",
    list: "wedge",
    named: Named::By {
        field: "id",
        main: "course",
    },
    help: "a wedge, by its id; a text is its course",
    blanks: &[
        Blank {
            name: "plain",
            help: "the same dots and paths with nothing printed on them",
            make: |at, all| course(all.get(at)?, plain),
        },
        Blank {
            name: "open-water",
            help: "three plain dots on every lane, with paths between the lanes",
            make: |at, all| course(all.get(at)?, |_| OPEN.to_owned()),
        },
    ],
    near: unchanged,
    title: |name, wedge| format!("wedge: {name} {}", text(wedge, "name").unwrap_or_default()),
}];

pub const FAVOR_ENTRIES: &[Entries] = &[Entries {
    word: "favor",
    list: "favor",
    named: Named::By {
        field: "effect",
        main: "count",
    },
    help: "a favor of a god, by its effect; a number is that of its cards",
    blanks: &[
        Blank {
            name: "blank",
            help: "cards that do nothing when they are turned up",
            make: |_, _| Instead::fields([("blank", true.into())]),
        },
        Blank {
            name: "left-out",
            help: "not in the deck, but for one that is dealt at the start",
            make: |at, all| {
                let dealt = i64::from(all.get(at)?.get("starter").is_some());
                Instead::fields([("count", dealt.into())])
            },
        },
    ],
    near: one_more_or_less,
    title: |name, favor| format!("favor: {}", text(favor, "name").unwrap_or(name)),
}];

/// Water without anything in it.
const OPEN: &str = "a ... | b ... | c ... | d ... | a1+b2 b1+a2 b1+c2 c1+b2 c1+d2 d1+c2";

fn text<'v>(entry: &'v Value, field: &str) -> Option<&'v str> {
    entry.get(field)?.as_str()
}

/// The wedge with another course; the Starting Line has no other.
fn course(wedge: &Value, change: impl Fn(&str) -> String) -> Option<Instead> {
    let now = text(wedge, "course").filter(|_| text(wedge, "symbol") != Some("line"))?;
    Instead::fields([("course", change(now).into())])
}

/// The course with plain dots only, and all of its paths: those out of a whirlpool are free.
fn plain(course: &str) -> String {
    let mut parts: Vec<&str> = course.split('|').map(str::trim).collect();
    let paths = if parts.len() > LANES { parts.pop() } else { None };
    let lanes: Vec<(&str, usize)> = parts
        .iter()
        .map(|part| part.split_once(' ').unwrap_or((part, "")))
        .map(|(name, dots)| (name, dots.chars().filter(|sign| !sign.is_whitespace()).count()))
        .collect();
    // Where a dot leads by itself.
    let next = |dot: &str| {
        let (lane, number) = dot.split_at(1);
        let last = lanes
            .iter()
            .any(|(name, dots)| *name == lane && *dots.to_string() == *number);
        let after = number.parse::<usize>().map_or(0, |number| number + 1);
        if last {
            format!(">{lane}")
        } else {
            format!("{lane}{after}")
        }
    };
    let out = lanes.iter().map(|(name, dots)| format!("{name} {}", ".".repeat(*dots)));
    let mut out: Vec<String> = out.collect();
    let mut kept: Vec<String> = Vec::new();
    for path in paths.unwrap_or_default().split_whitespace() {
        let Some((dot, exits)) = path.split_once('{') else {
            kept.push(path.to_owned());
            continue;
        };
        let ways = exits.trim_end_matches('}').split(',');
        let ways = ways.filter_map(|exit| Some(exit.split_once(':')?.1));
        kept.extend(ways.filter(|way| *way != next(dot)).map(|way| format!("{dot}+{way}")));
    }
    if !kept.is_empty() {
        out.push(kept.join(" "));
    }
    out.join(" | ")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_plain_course_keeps_dots_and_paths() {
        let found = plain("a H.. | b .C. | c ... | d ...G | b2{1:c3,2:b3,3:a3} a1+b2 c1+b2 d2+c3");
        assert_eq!(found, "a ... | b ... | c ... | d .... | b2+c3 b2+a3 a1+b2 c1+b2 d2+c3");
        assert_eq!(plain("a F | b G | c W | d +"), "a . | b . | c . | d .");
        let found = plain("a .H | b ... | c ...S | d .F.G | c4{0:d3,1:>c,2:>b}");
        assert_eq!(found, "a .. | b ... | c .... | d .... | c4+d3 c4+>b");
    }
}
