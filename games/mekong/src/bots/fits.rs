//! What is known of the tactics without playing: when one can fit at all, and which fits wherever another does.

use super::tactics::Tactic;
use crate::Mekong;
use crate::card::{Card, KIND_NAMES};
use balance_kit::script::{Fits, Needs};

/// Of the tactics of this game.
pub const FITS: Fits<Mekong> = Fits { needs, covers };

fn needs(_game: &Mekong, name: &str) -> Needs {
    let card = match Tactic::named(name) {
        Some(Tactic::Card(card)) => KIND_NAMES[card.kind()],
        Some(Tactic::CardJump) => KIND_NAMES[Card::JUMP.kind()],
        Some(Tactic::CardTake | Tactic::CardTakeLacking) => KIND_NAMES[Card::REMOVE.kind()],
        Some(Tactic::CardDragon | Tactic::CardDragonLeader | Tactic::CardDragonNext) => "dragon",
        _ => return Ok(Vec::new()),
    };
    Ok(vec![format!("hand has {card}")])
}

fn covers(names: &[&str]) -> bool {
    let all: Option<Vec<Tactic>> = names.iter().map(|name| Tactic::named(name)).collect();
    let Some([first, between @ .., last]) = all.as_deref() else {
        return false;
    };
    // Which way is meant changes what the others would play.
    let way = |tactic: &Tactic| matches!(tactic, Tactic::Way(_));
    if way(first) || way(last) || between.iter().any(way) {
        return false;
    }
    match (first, last) {
        // What comes after it is told by its own warning.
        (Tactic::Any, _) => false,
        (Tactic::CardStep, Tactic::CardStepSafe)
        | (Tactic::CardTake, Tactic::CardTakeLacking)
        | (Tactic::CardDragon, Tactic::CardDragonLeader | Tactic::CardDragonNext)
        | (
            Tactic::NumberShort | Tactic::NumberLong,
            Tactic::NumberShort | Tactic::NumberLong | Tactic::NumberFitting,
        )
        | (Tactic::PlankMiddle, Tactic::PlankWay | Tactic::PlankAside)
        | (
            Tactic::TakeAside,
            Tactic::TakeLeader | Tactic::TakeNext | Tactic::TakeLacking | Tactic::TakeBehind | Tactic::TakeStone,
        )
        | (Tactic::GoWay | Tactic::GoMiddle, Tactic::GoWay | Tactic::GoMiddle) => true,
        (first, last) => first == last,
    }
}
