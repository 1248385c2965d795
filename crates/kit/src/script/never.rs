//! Conditions of a line that hold in no game under these rules: told only where that follows from what the quantities can be.

use std::ops::{Range, RangeInclusive};

use super::pieces::{Piece, pieces};
use super::{Quantity, Reading, find};
use crate::sign::Sign;
use balance_engine::Game;

/// Conditions that never hold, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// The bytes of the line where they stand.
    pub part: Range<usize>,
    /// What is told of them.
    pub message: String,
}

/// A condition of a number.
struct Compared<'l> {
    piece: &'l Piece,
    name: &'l str,
    sign: Sign,
    limit: i64,
}

/// Whether one of several things is among them, or is not.
struct Asked<'l> {
    piece: &'l Piece,
    name: &'l str,
    wanted: bool,
    thing: &'l str,
}

/// The first conditions of a line that never hold in a game of these rules, alone or together; none where there may be a game in
/// which they do, or something in them is wrong.
pub fn never<G: Game>(line: &str, quantities: &[Quantity<G>], game: &G) -> Option<Never> {
    let conditions = pieces(line).conditions?;
    let numbers: Vec<Compared<'_>> = conditions.iter().filter_map(compared).collect();
    let things: Vec<Asked<'_>> = conditions.iter().filter_map(asked).collect();
    let of_numbers = numbers.iter().find_map(|one| {
        let quantity = find(one.name, quantities)?;
        let within = matches!(quantity.reading, Reading::Number(_)).then(|| quantity.within(game))?;
        numbers_never(one.name, &numbers, &within)
    });
    of_numbers.or_else(|| {
        things
            .iter()
            .find_map(|one| thing_never(one, &things, quantities, game))
    })
}

fn compared(piece: &Piece) -> Option<Compared<'_>> {
    let (name, sign, limit) = Sign::split(&piece.text)?;
    Some(Compared {
        piece,
        name,
        sign: Sign::read(sign)?,
        limit: limit.replace('_', "").parse::<i32>().ok()?.into(),
    })
}

fn asked(piece: &Piece) -> Option<Asked<'_>> {
    let words: Vec<&str> = piece.text.split(' ').collect();
    let (name, wanted, thing) = match words[..] {
        [name, "has" | "is", "no" | "not", thing] => (name, false, thing),
        [name, "has" | "is", thing] => (name, true, thing),
        _ => return None,
    };
    Some(Asked {
        piece,
        name,
        wanted,
        thing,
    })
}

/// What no number within these ends is, of all that a line asks of the quantity `name`.
fn numbers_never(name: &str, all: &[Compared<'_>], within: &RangeInclusive<i32>) -> Option<Never> {
    let mut least: Vec<&Compared<'_>> = all.iter().filter(|one| one.name == name).collect();
    let ends = (*within.start()).into()..=(*within.end()).into();
    if possible(&least, &ends) {
        return None;
    }
    // What is impossible without a condition is not told of it.
    let mut at = 0;
    while at < least.len() {
        let one = least.remove(at);
        if possible(&least, &ends) {
            least.insert(at, one);
            at += 1;
        }
    }
    let anyway = !possible(&least, &(i64::from(i32::MIN)..=i64::from(i32::MAX)));
    let why = if anyway { String::new() } else { reason(name, within) };
    Some(together(&least.iter().map(|one| one.piece).collect::<Vec<_>>(), &why))
}

/// Is there a number within these ends for which all of them hold?
fn possible(all: &[&Compared<'_>], ends: &RangeInclusive<i64>) -> bool {
    // Only next to a limit or an end does it change whether one holds.
    let near = all.iter().flat_map(|one| [one.limit - 1, one.limit, one.limit + 1]);
    let mut near = near
        .chain([*ends.start(), *ends.end()])
        .filter(|found| ends.contains(found));
    near.any(|found| all.iter().all(|one| one.sign.holds(&found, &one.limit)))
}

/// What the quantity can be.
fn reason(name: &str, within: &RangeInclusive<i32>) -> String {
    match (*within.start(), *within.end()) {
        (i32::MIN, most) => format!(": `{name}` is at most {most} here"),
        (least, i32::MAX) => format!(": `{name}` is at least {least}"),
        (least, most) => format!(": `{name}` is from {least} to {most} here"),
    }
}

fn together(pieces: &[&Piece], why: &str) -> Never {
    let start = pieces.iter().map(|piece| piece.at.start).min().unwrap_or_default();
    let end = pieces.iter().map(|piece| piece.at.end).max().unwrap_or_default();
    let texts: Vec<String> = pieces.iter().map(|piece| format!("`{}`", piece.text)).collect();
    let message = match &texts[..] {
        [only] => format!("{only} never holds{why}"),
        [all @ .., last] => format!("{} and {last} never hold together{why}", all.join(", ")),
        [] => String::new(),
    };
    Never {
        part: start..end,
        message,
    }
}

fn thing_never<G: Game>(one: &Asked<'_>, all: &[Asked<'_>], quantities: &[Quantity<G>], game: &G) -> Option<Never> {
    let Some(Reading::Things { names, .. }) = find(one.name, quantities).map(|found| &found.reading) else {
        return None;
    };
    let index = names().iter().position(|name| name == one.thing)?;
    let quantity = find(one.name, quantities)?;
    if one.wanted && !quantity.may_have(game, index) {
        return Some(together(&[one.piece], " under these rules"));
    }
    let contrary = |other: &&Asked<'_>| (other.name, other.thing, other.wanted) == (one.name, one.thing, !one.wanted);
    let other = all.iter().find(contrary)?;
    Some(together(&[one.piece, other.piece], ""))
}
