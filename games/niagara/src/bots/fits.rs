//! What is known of the tactics without playing: when one can fit at all, and which fits wherever another does.

use super::tactics::Tactic;
use crate::Niagara;
use balance_kit::script::{Fits, Needs};

/// Of the tactics of this game.
pub const FITS: Fits<Niagara> = Fits { needs, covers };

fn needs(game: &Niagara, name: &str) -> Needs {
    let needed = match Tactic::named(name) {
        Some(Tactic::CardCloud | Tactic::CardCloudDanger) => "hand has cloud",
        Some(Tactic::CardLassoDanger) => "hand has lasso",
        Some(Tactic::CardClimb) => "aboard >= 1",
        Some(Tactic::Trade) if !game.rules.joe => return Err("the rule `joe` is off here".to_owned()),
        _ => return Ok(Vec::new()),
    };
    Ok(vec![needed.to_owned()])
}

fn covers(names: &[&str]) -> bool {
    let known = |name: Option<&&str>| name.and_then(|name| Tactic::named(name));
    let (Some(first), Some(last)) = (known(names.first()), known(names.last())) else {
        return false;
    };
    match first {
        // What comes after it is told by its own warning.
        Tactic::Any => false,
        Tactic::CardLow | Tactic::CardHigh => matches!(
            last,
            Tactic::CardHome
                | Tactic::CardLoad
                | Tactic::CardLoadNear
                | Tactic::CardLoadNew
                | Tactic::CardLoadSafe
                | Tactic::CardRob
                | Tactic::CardClimb
                | Tactic::CardLow
                | Tactic::CardHigh
        ),
        Tactic::CardLoad => matches!(
            last,
            Tactic::CardLoad | Tactic::CardLoadNear | Tactic::CardLoadNew | Tactic::CardLoadSafe
        ),
        Tactic::CardCloud => matches!(last, Tactic::CardCloud | Tactic::CardCloudDanger),
        Tactic::LandEmpty => matches!(last, Tactic::LandEmpty | Tactic::LandLoaded),
        Tactic::LoadAny => matches!(
            last,
            Tactic::LoadAny | Tactic::LoadNear | Tactic::LoadNew | Tactic::LoadSafe
        ),
        _ => first == last,
    }
}
