//! Conditions of a line that exclude each other.

use super::joined;
use crate::sign::Sign;

/// The quantity of which the conditions of a line ask what no number can be: `turn`, of `turn > 5 and turn < 3`. Not what the
/// quantity can be in a game.
pub fn contradiction(line: &str) -> Option<String> {
    let (_, conditions) = line.split_once(" if ")?;
    let conditions = joined(conditions);
    let read = conditions.iter().filter_map(|text| {
        let (name, sign, limit) = Sign::split(text)?;
        Some((name, Sign::read(sign)?, limit.replace('_', "").parse::<i64>().ok()?))
    });
    let read: Vec<(&str, Sign, i64)> = read.collect();
    // Only next to a limit does it change whether one holds.
    let possible = |name: &str| {
        let of = || read.iter().filter(|one| one.0 == name);
        let mut near = of().flat_map(|one| [one.2 - 1, one.2, one.2 + 1]);
        near.any(|found| of().all(|(_, sign, limit)| sign.holds(&found, limit)))
    };
    let never = read.iter().find(|one| !possible(one.0))?;
    Some(never.0.to_owned())
}
