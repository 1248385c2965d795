//! Is every change of what is proposed needed? The same with one of them taken back, on the deals of the finalists.

use super::aims::{Aims, distance};
use super::confirm::{Arm, FEWEST, confirm};
use super::player::{Halt, Playing, Record};
use super::{Arena, Confirmed, Front, Version};

/// What is proposed, with one of its changes taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Without {
    /// Which knob is as it is now.
    pub knob: usize,
    /// What is left.
    pub version: Version,
    /// Does every figure seen lie as wished all the same?
    pub seen: bool,
    /// Deals that it was played on.
    pub deals: u64,
}

/// Every change of `named`, a finalist that is seen to meet every wish, taken back by itself, for about so many `games` in all;
/// empty where it has one change alone, or where they are too few. Versions that are no game are left out. With them the games
/// played.
///
/// # Errors
/// As [`confirm`].
pub(super) fn needed(
    arena: &dyn Arena,
    aims: &Aims,
    confirmed: &Confirmed,
    front: &Front,
    games: u64,
    playing: &mut Playing<'_, Record>,
) -> Result<(Vec<Without>, u64), Halt> {
    let none = (Vec::new(), 0);
    let Some(named) = front.named() else {
        return Ok(none);
    };
    let space = arena.space();
    let all = space.back(&confirmed.versions[named]);
    let allowed = all.into_iter().filter(|(_, version)| arena.allows(version));
    let (known, fresh): (Vec<_>, Vec<_>) = allowed.partition(|(_, version)| confirmed.versions.contains(version));
    let mut versions = vec![space.present()];
    versions.extend(fresh.iter().map(|(_, version)| version.clone()));
    let enough = games / arena.games_per_deal().max(1) / versions.len() as u64 >= FEWEST;
    if !fresh.is_empty() && !enough {
        return Ok(none);
    }
    let mut found = Vec::new();
    let mut note = |all: Vec<(usize, Version)>, of: &Confirmed| {
        let ends = aims.from_now(&of.values(0));
        for (knob, version) in all {
            let place = of.versions.iter().position(|other| *other == version);
            found.extend(place.map(|place| Without {
                knob,
                version,
                seen: distance(&ends.wishes, &of.values(place)) <= 0.0,
                deals: of.deals,
            }));
        }
    };
    note(known, confirmed);
    let mut played = 0;
    if !fresh.is_empty() {
        let of = confirm(arena, &versions, games, Arm::TakenBack, playing)?;
        played = of.deals * versions.len() as u64 * arena.games_per_deal();
        note(fresh, &of);
    }
    found.sort_by_key(|each| each.knob);
    Ok((found, played))
}
