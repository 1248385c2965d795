//! The conditions of a line, and their signs: how they are read, and what is said of one that is none.

use super::{Quantity, Reading};
use crate::schema::messages::suggest;
use balance_engine::{Game, View};

/// How a quantity must lie to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=` or `==`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Sign {
    /// The sign that is written so; none where this is no sign.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "<" => Sign::Less,
            "<=" => Sign::AtMost,
            "=" | "==" => Sign::Equal,
            "!=" => Sign::Unequal,
            ">=" => Sign::AtLeast,
            ">" => Sign::More,
            _ => return None,
        })
    }

    /// The sign that holds where this one does not, as it is written.
    pub fn opposite(self) -> &'static str {
        match self {
            Sign::Less => ">=",
            Sign::AtMost => ">",
            Sign::Equal => "!=",
            Sign::Unequal => "=",
            Sign::AtLeast => "<",
            Sign::More => "<=",
        }
    }

    /// Is this a character of a sign?
    fn is_of(character: char) -> bool {
        matches!(character, '<' | '=' | '>' | '!')
    }

    /// Cuts a condition into what stands before its sign, the sign as it is written, and what stands behind it, the outer two
    /// without white space around them; none where it has no sign.
    pub fn split(text: &str) -> Option<(&str, &str, &str)> {
        let (before, rest) = text.split_at(text.find(Sign::is_of)?);
        let (written, behind) = rest.split_at(rest.find(|each| !Sign::is_of(each)).unwrap_or(rest.len()));
        Some((before.trim(), written, behind.trim()))
    }

    /// Does a quantity that was `found` lie so to `limit`?
    #[inline]
    pub fn holds<N: Ord>(self, found: &N, limit: &N) -> bool {
        match self {
            Sign::Less => found < limit,
            Sign::AtMost => found <= limit,
            Sign::Equal => found == limit,
            Sign::Unequal => found != limit,
            Sign::AtLeast => found >= limit,
            Sign::More => found > limit,
        }
    }
}

/// A condition, compiled.
pub(super) enum Condition<G: Game> {
    Number(fn(View<'_, G>) -> i32, Sign, i32),
    Thing(fn(View<'_, G>, usize) -> bool, usize, bool),
}

impl<G: Game> Condition<G> {
    #[inline]
    pub fn holds(&self, view: View<'_, G>) -> bool {
        match self {
            Condition::Thing(has, index, wanted) => has(view, *index) == *wanted,
            Condition::Number(number, sign, limit) => sign.holds(&number(view), limit),
        }
    }
}

/// The condition that is missing at place `at` of so many, and what may stand there.
pub(super) fn no_condition<G: Game>(at: usize, count: usize, quantities: &[Quantity<G>]) -> (String, String) {
    let after = if at == 0 { "if" } else { "and" };
    let spare = if count == 1 { "if" } else { "and" };
    let help = match example(quantities) {
        Some(example) => format!("write for example {example}, or leave `{spare}` out"),
        None => format!("this game publishes no quantities for conditions: leave `{spare}` out"),
    };
    (format!("a condition is missing after `{after}`"), help)
}

/// A condition of each sort that the game knows; none where it publishes no quantities.
fn example<G: Game>(quantities: &[Quantity<G>]) -> Option<String> {
    let number = numbers(quantities).next().map(|one| format!("`{} > 10`", one.name));
    let thing = things_of(quantities).next().and_then(|one| match one.reading {
        Reading::Things { names, .. } => Some(format!("`{} has {}`", one.name, names().first()?)),
        Reading::Number(_) => None,
    });
    match (number, thing) {
        (Some(number), Some(thing)) => Some(format!("{number}, or {thing}")),
        (number, thing) => number.or(thing),
    }
}

/// The quantities that are compared.
fn numbers<G: Game>(quantities: &[Quantity<G>]) -> impl Iterator<Item = &Quantity<G>> {
    let all = quantities.iter();
    all.filter(|one| matches!(one.reading, Reading::Number(_)))
}

/// The quantities that are asked for one of their things.
fn things_of<G: Game>(quantities: &[Quantity<G>]) -> impl Iterator<Item = &Quantity<G>> {
    let all = quantities.iter();
    all.filter(|one| matches!(one.reading, Reading::Things { .. }))
}

/// What to do about one of several conditions that is to hold.
const A_LINE_FOR_EACH: &str = "write a line for each: the first that fits is played";

/// Reads one condition; the error says what is wrong and what to write.
pub(super) fn condition<G: Game>(text: &str, quantities: &[Quantity<G>]) -> Result<Condition<G>, (String, String)> {
    if text.split_whitespace().skip(1).any(|word| word == "or") {
        return Err((
            "conditions cannot be joined by `or`".to_owned(),
            A_LINE_FOR_EACH.to_owned(),
        ));
    }
    if let Some((name, sign, limit)) = Sign::split(text) {
        return comparison(text, (name, sign, limit), quantities);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let (name, wanted, thing) = thing_in_question(text, &words, quantities)?;
    let Some(Reading::Things { names, has }) = find(name, quantities).map(|one| &one.reading) else {
        let is_number = numbers(quantities).any(|one| one.name == name) && thing.parse::<i32>().is_ok();
        if is_number {
            let sign = if wanted { "=" } else { "!=" };
            return Err((
                format!("`{name}` is a number"),
                format!("write `{name} {sign} {thing}`"),
            ));
        }
        return Err(no_quantity(name, &names_of(things_of(quantities)), quantities));
    };
    let names = names();
    if thing.is_empty() {
        let first = names.first().map_or("…", String::as_str);
        return Err((
            format!("something is missing after `{text}`"),
            format!("write for example `{text} {first}`; there are {}", names.join(", ")),
        ));
    }
    let Some(index) = names.iter().position(|known| known == thing) else {
        let near = suggest(thing, names.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        let help = format!("{near}`{name}` may have {}", names.join(", "));
        return Err((format!("there is no `{thing}` for `{name}`"), help));
    };
    Ok(Condition::Thing(*has, index, wanted))
}

/// Reads a comparison.
fn comparison<G: Game>(
    text: &str,
    (name, sign, limit): (&str, &str, &str),
    quantities: &[Quantity<G>],
) -> Result<Condition<G>, (String, String)> {
    let Some(meaning) = Sign::read(sign) else {
        let help = format!("write one of < <= = != >= >, for example `{name} >= 3`");
        return Err((format!("`{sign}` is no comparison"), help));
    };
    let known = names_of(numbers(quantities));
    if let Some(name) = negated(name, quantities).filter(|_| !limit.is_empty()) {
        let message = format!("`{text}` is no condition");
        return Err((message, format!("write `{name} {} {limit}`", meaning.opposite())));
    }
    let Some(Reading::Number(number)) = find(name, quantities).map(|one| &one.reading) else {
        if ["=", "==", "!="].contains(&sign) && thing_of(name, limit, quantities).is_some() {
            let is = if sign == "!=" { "is not" } else { "is" };
            return Err((
                format!("`{name}` is not a number"),
                format!("write `{name} {is} {limit}`"),
            ));
        }
        return Err(match (name, known.first()) {
            ("", Some(first)) => (
                format!("a quantity is missing before `{sign}`"),
                format!("write for example `{first} {sign} 3`; there are {}", known.join(", ")),
            ),
            _ => no_quantity(name, &known, quantities),
        });
    };
    if limit.is_empty() {
        let message = format!("a number is missing after `{name} {sign}`");
        return Err((message, format!("write a whole number, for example `{name} {sign} 3`")));
    }
    let limit = limit
        .replace('_', "")
        .parse()
        .map_err(|_| no_number(name, sign, limit))?;
    Ok(Condition::Number(*number, meaning, limit))
}

/// What is wrong with what stands where a number should.
fn no_number(name: &str, sign: &str, limit: &str) -> (String, String) {
    let digits = limit.trim_start_matches(['-', '+']);
    let large = !digits.is_empty() && digits.chars().all(|one| one.is_ascii_digit() || one == '_');
    let what = if large {
        "is too large a number"
    } else {
        "is no whole number"
    };
    // A number with its unit, or the first of several conditions, is read up to here.
    let end = limit.find([',', ' ', '&', '%']).unwrap_or(limit.len());
    let (first, rest) = limit.split_at(end);
    let is_unit = rest.trim().chars().all(char::is_alphabetic);
    let help = if rest.trim() == "%" {
        format!("`{name}` is a whole number, and no share: write for example `{name} {sign} 3`")
    } else if rest.is_empty() || first.parse::<i64>().is_err() {
        format!("write for example `{name} {sign} 3`")
    } else if is_unit {
        format!("write `{name} {sign} {first}`")
    } else {
        format!("conditions are joined by `and`: `{name} {sign} {first} and …`")
    };
    (format!("`{limit}` {what}"), help)
}

/// The quantity, the thing that it is asked for, and whether it shall be there.
fn thing_in_question<'t, G: Game>(
    text: &str,
    words: &[&'t str],
    quantities: &[Quantity<G>],
) -> Result<(&'t str, bool, &'t str), (String, String)> {
    Ok(match words[..] {
        [name, "has" | "is", "no" | "not", thing] => (name, false, thing),
        [name, "has" | "is"] | [name, "has" | "is", "no" | "not"] => (name, true, ""),
        [name, "has" | "is", thing] => (name, true, thing),
        // What can be asked about stands there, but not what about it.
        [name] if find(name, quantities).is_some() => {
            let (_, help) = no_quantity(name, &[], quantities);
            return Err((format!("`{name}` alone is no condition"), help));
        }
        ["not", name, verb @ ("has" | "is"), thing] if thing_of(name, thing, quantities).is_some() => {
            let message = format!("`{text}` is no condition");
            return Err((message, format!("write `{name} {verb} not {thing}`")));
        }
        [name, "has" | "is", first, ..]
            if text.contains(',') && thing_of(name, first.trim_end_matches(','), quantities).is_some() =>
        {
            return Err((format!("`{text}` is no condition"), A_LINE_FOR_EACH.to_owned()));
        }
        // A thing of two words, written with a space.
        [name, "has" | "is", ref thing @ ..] if thing_of(name, &thing.join("-"), quantities).is_some() => {
            let verb = words[1];
            let message = format!("`{text}` is no condition");
            return Err((message, format!("write `{name} {verb} {}`", thing.join("-"))));
        }
        _ => {
            let message = format!("`{text}` is no condition");
            let help = match example(quantities) {
                Some(example) => format!("write for example {example}"),
                None => "this game publishes no quantities for conditions".to_owned(),
            };
            return Err((message, help));
        }
    })
}

/// What `not` stands before, where that is a quantity that is compared.
fn negated<'t, G: Game>(name: &'t str, quantities: &[Quantity<G>]) -> Option<&'t str> {
    let (not, name) = name.split_once(' ')?;
    let name = Some(name.trim_start()).filter(|_| not == "not")?;
    numbers(quantities).any(|one| one.name == name).then_some(name)
}

/// The place of a thing that may be asked of the quantity of that name.
fn thing_of<G: Game>(name: &str, thing: &str, quantities: &[Quantity<G>]) -> Option<usize> {
    let Some(Reading::Things { names, .. }) = find(name, quantities).map(|one| &one.reading) else {
        return None;
    };
    names().iter().position(|known| known == thing)
}

fn names_of<'q, G: Game>(quantities: impl Iterator<Item = &'q Quantity<G>>) -> Vec<&'q str> {
    quantities.map(|one| one.name).collect()
}

/// The quantity of that name.
pub(super) fn find<'q, G: Game>(name: &str, quantities: &'q [Quantity<G>]) -> Option<&'q Quantity<G>> {
    quantities.iter().find(|one| one.name == name)
}

/// Nothing of that name can be asked for in this way; `known` can.
fn no_quantity<G: Game>(name: &str, known: &[&str], quantities: &[Quantity<G>]) -> (String, String) {
    match find(name, quantities).map(|one| &one.reading) {
        Some(Reading::Number(_)) => (
            format!("`{name}` is a number"),
            format!("compare it, for example `{name} > 3`"),
        ),
        Some(Reading::Things { names, .. }) => (
            format!("`{name}` is not a number"),
            format!(
                "ask for one of its things, for example `{name} has {}`",
                names().first().map_or("…", String::as_str)
            ),
        ),
        None if known.is_empty() => (
            format!("there is no quantity `{name}`"),
            "this game publishes none for conditions".to_owned(),
        ),
        None => {
            let others: Vec<&str> = quantities
                .iter()
                .map(|one| one.name)
                .filter(|one| !known.contains(one))
                .collect();
            let near = suggest(name, known.iter().chain(&others).copied());
            // What is asked in the other way may be what was meant.
            let number = |one: &str| matches!(find(one, quantities).map(|one| &one.reading), Some(Reading::Number(_)));
            let others = match others.first() {
                None => String::new(),
                Some(first) if number(first) => format!("; compared with a number: {}", others.join(", ")),
                Some(_) => format!("; asked by `is` or `has`: {}", others.join(", ")),
            };
            let help = match (near, known) {
                (Some(near), _) => format!("did you mean `{near}`? There are {}{others}", known.join(", ")),
                (None, [only]) => format!("only `{only}` can be asked so{others}"),
                (None, _) => format!("there are {}{others}", known.join(", ")),
            };
            (format!("there is no quantity `{name}`"), help)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_say_what_they_mean() {
        let holding = |sign: &str| {
            let sign = Sign::read(sign).expect("a sign");
            [2, 3, 4].map(|found| sign.holds(&found, &3))
        };
        assert_eq!(holding("<"), [true, false, false]);
        assert_eq!(holding("<="), [true, true, false]);
        assert_eq!(holding("="), [false, true, false]);
        assert_eq!(holding("=="), [false, true, false]);
        assert_eq!(holding("!="), [true, false, true]);
        assert_eq!(holding(">="), [false, true, true]);
        assert_eq!(holding(">"), [false, false, true]);
        for none in ["", "=<", "<>", "===", "! ="] {
            assert_eq!(Sign::read(none), None, "{none}");
        }
    }

    #[test]
    fn an_opposite_holds_where_the_sign_does_not() {
        for sign in ["<", "<=", "=", "!=", ">=", ">"] {
            let sign = Sign::read(sign).expect("a sign");
            let opposite = Sign::read(sign.opposite()).expect("a sign");
            for found in [2, 3, 4] {
                assert_ne!(sign.holds(&found, &3), opposite.holds(&found, &3), "{sign:?}");
            }
        }
    }

    #[test]
    fn conditions_are_cut_at_their_sign() {
        assert_eq!(Sign::split("turns > 20"), Some(("turns", ">", "20")));
        assert_eq!(Sign::split("turns<=20 "), Some(("turns", "<=", "20")));
        assert_eq!(Sign::split(">="), Some(("", ">=", "")));
        assert_eq!(Sign::split("turns"), None);
    }
}
