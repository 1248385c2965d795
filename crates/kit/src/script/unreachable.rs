//! Lines that have a say in no game under these rules: told only where that follows from what the quantities can be and what
//! the game knows of its tactics.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use super::{Fits, Quantity, Reading, find};
use super::{LinePiece, Pieces, pieces};
use crate::sign::Sign;
use balance_engine::Game;

/// What to do about such a line.
pub const NO_SAY: &str = "this line never has a say: change it, or take it out";

/// What in a line never holds, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Never {
    /// The bytes of the line where they stand.
    pub part: Range<usize>,
    /// What is told of them.
    pub message: String,
}

/// The quantity of the one role that somebody has, by the names that `[seats]` may use.
const ROLE: &str = "role";

/// A condition of a number.
struct Compared<'l> {
    piece: &'l LinePiece,
    name: &'l str,
    sign: Sign,
    limit: i64,
}

/// Whether one of several things is among them, or is not.
struct Membership<'l> {
    piece: &'l LinePiece,
    name: &'l str,
    wanted: bool,
    thing: &'l str,
}

/// Why the line of a script at a place never has a say in a game of these rules, of a bot that `holds` some roles there: conditions
/// that never hold, alone, together or where its tactic fits; or an earlier line that is played wherever this one would be. None
/// where there may be a game in which it has a say, or something in it is wrong.
pub fn never<G: Game>(
    lines: &[&str],
    at: usize,
    quantities: &[Quantity<G>],
    fits: Option<Fits<G>>,
    game: &G,
    holds: &dyn Fn(&str) -> bool,
) -> Option<Never> {
    let Pieces { tactic, conditions } = pieces(lines.get(at)?);
    let mut all = conditions.unwrap_or_default();
    let of_conditions = |all: &[LinePiece]| {
        let numbers: Vec<Compared<'_>> = all.iter().filter_map(compared).collect();
        let things: Vec<Membership<'_>> = all.iter().filter_map(question).collect();
        let of_numbers = numbers.iter().find_map(|one| {
            let quantity = find(one.name, quantities)?;
            let within = matches!(quantity.reading, Reading::Number(_)).then(|| quantity.within(game))?;
            numbers_never(one.name, &numbers, &within, &tactic)
        });
        of_numbers.or_else(|| {
            let mut things_never = things.iter();
            things_never.find_map(|one| {
                thing_never(one, &things, quantities, game, &tactic)
                    .or_else(|| role_never(one, quantities, holds, &tactic))
            })
        })
    };
    if let Some(never) = of_conditions(&all) {
        return Some(never);
    }
    let fits = fits?;
    match (fits.needs)(game, &tactic.text) {
        Err(why) => {
            return Some(Never {
                part: tactic.at.clone(),
                message: format!("`{}` never fits: {why}", tactic.text),
            });
        }
        Ok(needs) => all.extend(needs.into_iter().map(|text| LinePiece {
            text,
            at: tactic.at.clone(),
        })),
    }
    of_conditions(&all).or_else(|| covered(lines, at, &fits))
}

/// The line at a place, where an earlier one is played wherever it would be.
fn covered<G: Game>(lines: &[&str], at: usize, fits: &Fits<G>) -> Option<Never> {
    let cut: Vec<Pieces> = lines[..=at].iter().map(|line| pieces(line)).collect();
    let tactics: Vec<&str> = cut.iter().map(|line| &*line.tactic.text).collect();
    let asks = |line: &Pieces| -> BTreeSet<String> {
        let all = line.conditions.iter().flatten();
        all.map(|piece| piece.text.clone()).collect()
    };
    let own = asks(&cut[at]);
    let earlier = (0..at).find(|first| (fits.covers)(&tactics[*first..=at]) && asks(&cut[*first]).is_subset(&own))?;
    let line = lines[at];
    let start = line.len() - line.trim_start().len();
    let other = lines[earlier].split_whitespace().collect::<Vec<_>>().join(" ");
    let message = if tactics[earlier] == tactics[at] && asks(&cut[earlier]) == own {
        format!("`{other}` stands twice in this script")
    } else {
        format!("`{}` never has a say after `{other}`", line.trim())
    };
    Some(Never {
        part: start..start + line.trim().len(),
        message,
    })
}

fn compared(piece: &LinePiece) -> Option<Compared<'_>> {
    let (name, sign, limit) = Sign::split(&piece.text)?;
    Some(Compared {
        piece,
        name,
        sign: Sign::read(sign)?,
        limit: limit.replace('_', "").parse::<i32>().ok()?.into(),
    })
}

fn question(piece: &LinePiece) -> Option<Membership<'_>> {
    let words: Vec<&str> = piece.text.split(' ').collect();
    let (name, wanted, thing) = match words[..] {
        [name, "has" | "is", "no" | "not", thing] => (name, false, thing),
        [name, "has" | "is", thing] => (name, true, thing),
        _ => return None,
    };
    Some(Membership {
        piece,
        name,
        wanted,
        thing,
    })
}

/// What no number within these ends is, of all that a line asks of the quantity `name`.
fn numbers_never(name: &str, all: &[Compared<'_>], within: &RangeInclusive<i32>, tactic: &LinePiece) -> Option<Never> {
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
    let pieces: Vec<&LinePiece> = least.iter().map(|one| one.piece).collect();
    Some(together(&pieces, &why, tactic))
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
        (least, most) if least == most => format!(": `{name}` is always {least} here"),
        (least, most) => format!(": `{name}` is from {least} to {most} here"),
    }
}

/// None of these can hold at once; those that stand where the tactic does are what it needs.
fn together(pieces: &[&LinePiece], why: &str, tactic: &LinePiece) -> Never {
    let start = pieces.iter().map(|piece| piece.at.start).min().unwrap_or_default();
    let end = pieces.iter().map(|piece| piece.at.end).max().unwrap_or_default();
    let written = pieces.iter().filter(|piece| piece.at != tactic.at);
    let texts: Vec<String> = written.map(|piece| format!("`{}`", piece.text)).collect();
    let joined = match &texts[..] {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => texts.concat(),
    };
    let tactic = &tactic.text;
    let message = match (texts.len(), texts.len() == pieces.len()) {
        (0, _) => format!("`{tactic}` never fits{why}"),
        (_, false) => format!("`{tactic}` never fits where {joined}{why}"),
        (1, true) => format!("{joined} never holds{why}"),
        (_, true) => format!("{joined} never hold together{why}"),
    };
    Never {
        part: start..end,
        message,
    }
}

/// A role that the bot never holds, or that it always does.
fn role_never<G: Game>(
    one: &Membership<'_>,
    quantities: &[Quantity<G>],
    holds: &dyn Fn(&str) -> bool,
    tactic: &LinePiece,
) -> Option<Never> {
    let quantity = find(one.name, quantities).filter(|quantity| quantity.name == ROLE)?;
    let Reading::Things { names, .. } = &quantity.reading else {
        return None;
    };
    let held: Vec<String> = names().into_iter().filter(|name| holds(name)).collect();
    let has = held.iter().any(|name| name == one.thing);
    let how = match (one.wanted, has) {
        (true, false) => "never",
        (false, true) if held.len() == 1 => "always",
        _ => return None,
    };
    let why = format!(": this bot is {how} `{}` here", one.thing);
    Some(together(&[one.piece], &why, tactic))
}

fn thing_never<G: Game>(
    one: &Membership<'_>,
    all: &[Membership<'_>],
    quantities: &[Quantity<G>],
    game: &G,
    tactic: &LinePiece,
) -> Option<Never> {
    let quantity = find(one.name, quantities)?;
    let Reading::Things { names, .. } = &quantity.reading else {
        return None;
    };
    let names = names();
    let number = |thing: &str| names.iter().position(|name| name == thing);
    let index = number(one.thing)?;
    if one.wanted && !quantity.may_have(game, index) {
        let of_tactic = one.piece.at == tactic.at;
        let why = format!(" under these rules: `{}` never has `{}`", one.name, one.thing);
        let why = if of_tactic { &*why } else { " under these rules" };
        return Some(together(&[one.piece], why, tactic));
    }
    let against = |other: &&Membership<'_>| {
        let contrary = other.thing == one.thing && other.wanted != one.wanted;
        let apart =
            || one.wanted && other.wanted && number(other.thing).is_some_and(|two| quantity.are_apart(index, two));
        other.name == one.name && (contrary || apart())
    };
    let other = all.iter().find(against)?;
    Some(together(&[one.piece, other.piece], "", tactic))
}
