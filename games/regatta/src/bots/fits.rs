//! What is known of the tactics without playing: when one can fit at all, and which fits wherever another does.

use super::tactics::Tactic;
use crate::Regatta;
use balance_kit::script::{Fits, Needs};

/// Of the tactics of this game.
pub const FITS: Fits<Regatta> = Fits { needs, covers };

fn needs(_game: &Regatta, name: &str) -> Needs {
    let needed: &[&str] = match Tactic::named(name) {
        Some(Tactic::RerollOne) => &["nav = 1", "fish >= 1"],
        Some(Tactic::RerollOneRich) => &["nav = 1", "fish >= 2"],
        Some(Tactic::SaveBust) => &["board has hephaestus"],
        Some(Tactic::Poseidon) => &["board has poseidon"],
        Some(Tactic::Athena) => &["board has athena"],
        Some(Tactic::Demeter) => &["board has demeter", "fish = 0"],
        Some(Tactic::Janus) => &["board has janus"],
        _ => &[],
    };
    Ok(needed.iter().map(|text| (*text).to_owned()).collect())
}

/// Does it go some way, wherever there is one?
fn goes(tactic: Tactic) -> bool {
    let by_costs = tactic.costs().is_some() && tactic != Tactic::PlaceOwn;
    by_costs || matches!(tactic, Tactic::Inner | Tactic::Outer)
}

fn covers(names: &[&str]) -> bool {
    let known = |name: Option<&&str>| name.and_then(|name| Tactic::named(name));
    let (Some(first), Some(last)) = (known(names.first()), known(names.last())) else {
        return false;
    };
    match (first, last) {
        // What comes after it is told by its own warning.
        (Tactic::Any, _) => false,
        (Tactic::StartNear | Tactic::StartFar, Tactic::StartNear | Tactic::StartFar)
        | (Tactic::RerollOne, Tactic::RerollOneRich)
        | (Tactic::RetryBust, Tactic::RetryBustRich)
        | (Tactic::PlaceOwn | Tactic::PlaceHydras, Tactic::PlaceOwn | Tactic::PlaceHydras)
        | (Tactic::StrikeLeader | Tactic::StrikeLast, Tactic::StrikeLeader | Tactic::StrikeLast) => true,
        (first, last) => first == last || goes(first) && goes(last),
    }
}
