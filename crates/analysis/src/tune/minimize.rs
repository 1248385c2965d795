//! Is every change of what is proposed needed? Parts of its changes, on the deals of the finalists' own.

use super::confirm::{Confirming, FEWEST, confirm};
use super::job::JobPlayer;
use super::objective::{Aims, distance};
use super::{Arena, Confirmed, Front, Version};
use crate::experiment::Halt;

/// Of more changes only those parts are tried that lack one.
const MOST_CHANGES: usize = 4;

/// What is proposed, with some of its changes taken back.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What is left.
    pub version: Version,
    /// The wish that it is seen to miss by most; none where every figure seen lies as wished.
    pub miss: Option<Miss>,
    /// Deals that it was played on.
    pub deals: u64,
}

/// A wish that is seen to be missed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// Index of the figure.
    pub figure: usize,
    /// What the figure is.
    pub value: f64,
    /// What it has more than with the present rules, where the wish is counted from these.
    pub moved: Option<f64>,
}

/// Parts of the changes of `named`, a finalist that is seen to meet every wish, for about so many `games` in all, fewest changes
/// first: every part, or where they are many, or the games few, those that lack one change. Empty where it has one change alone,
/// or where the games are too few for these. Versions that are no game are left out. With them the games played.
///
/// # Errors
/// As [`confirm`].
pub(super) fn minimize(
    arena: &dyn Arena,
    aims: &Aims,
    confirmed: &Confirmed,
    front: &Front,
    games: u64,
    session: &mut dyn JobPlayer,
) -> Result<(Vec<Part>, u64), Halt> {
    let Some(named) = front.named() else {
        return Ok((Vec::new(), 0));
    };
    let named = &confirmed.versions[named];
    let space = arena.space();
    let parts = |least: usize| -> Vec<Version> {
        let parts = space.parts(named, least).into_iter();
        parts.filter(|version| arena.allows(version)).collect()
    };
    let fresh = |parts: &[Version]| -> Vec<Version> {
        let fresh = parts.iter().filter(|version| !confirmed.versions.contains(version));
        std::iter::once(space.present()).chain(fresh.cloned()).collect()
    };
    let pays = |parts: &Vec<Version>| {
        let versions = fresh(parts).len() as u64;
        versions == 1 || games / arena.games_per_deal().max(1) / versions >= FEWEST
    };
    let changes = space.changes(named);
    let least = if changes > MOST_CHANGES { changes - 1 } else { 1 };
    let parts = [least, changes.saturating_sub(1)].map(parts);
    let Some(parts) = parts.into_iter().find(pays) else {
        return Ok((Vec::new(), 0));
    };
    let versions = fresh(&parts);
    let (mut played, mut again) = (0, None);
    if versions.len() > 1 {
        let of = confirm(arena, &versions, games, Confirming::TakenBack, session)?;
        played = of.deals * versions.len() as u64 * arena.games_per_deal();
        again = Some(of);
    }
    let part = |version: Version| {
        let mut of = [Some(confirmed), again.as_ref()].into_iter().flatten();
        let (of, place) = of.find_map(|of| Some((of, of.versions.iter().position(|other| *other == version)?)))?;
        Some(Part {
            version,
            miss: miss(aims, &of.values(0), &of.values(place)),
            deals: of.deals,
        })
    };
    Ok((parts.into_iter().filter_map(part).collect(), played))
}

/// The wish that a version of these `values` misses by most, where those of the present rules are `now`.
fn miss(aims: &Aims, now: &[f64], values: &[f64]) -> Option<Miss> {
    let ends = aims.settled_at(now).wishes;
    let far = aims
        .wishes
        .iter()
        .zip(ends)
        .map(|(aim, end)| (distance(&[end], values), aim));
    let (far, aim) = far.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let value = values[aim.figure];
    (far > 0.0).then(|| Miss {
        figure: aim.figure,
        value,
        moved: aim.change.then(|| value - now[aim.figure]),
    })
}
