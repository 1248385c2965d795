//! What is known of the tactics without playing: when one can fit at all, and which fits wherever another does.

use super::tactics::{Boldness, Tactic, Toward, Which, Whom};
use crate::Riverbed;
use balance_kit::script::{Fits, Needs};

/// Of the tactics of this game.
pub const FITS: Fits<Riverbed> = Fits { needs, covers };

fn needs(game: &Riverbed, name: &str) -> Needs {
    let Some(tactic) = Tactic::named(name) else {
        return Ok(Vec::new());
    };
    let needed = match tactic {
        Tactic::Hunt(_) | Tactic::StopHunt => "role is leader".to_owned(),
        Tactic::Con(_) => "role is profiteer".to_owned(),
        Tactic::CoOp(Whom::Chief) => "role is not chief".to_owned(),
        // Nobody else is of his side.
        Tactic::CoOp(Whom::Friend | Whom::Trusted) if game.others[2] <= 1 => "role is not profiteer".to_owned(),
        Tactic::Uncover(_) => format!("uncovers < {}", game.rules.uncovers),
        Tactic::Play(effect) => {
            let copies = game.copies[effect as usize];
            if copies != 0 && copies & !game.blanks == 0 {
                return Err(format!("`card.{}` is blank", effect.key()));
            }
            format!("hand has {}", effect.key())
        }
        _ => return Ok(Vec::new()),
    };
    Ok(vec![needed])
}

fn covers(names: &[&str]) -> bool {
    let known = |name: Option<&&str>| name.and_then(|name| Tactic::named(name));
    let (Some(first), Some(last)) = (known(names.first()), known(names.last())) else {
        return false;
    };
    match (first, last) {
        // What comes after it is told by its own warning.
        (Tactic::Any, _) => false,
        (Tactic::Uncover(Which::Any), Tactic::Uncover(_))
        | (Tactic::Dive(Which::Any), Tactic::Dive(_))
        | (Tactic::Reveal(Which::Any), Tactic::Reveal(_))
        | (Tactic::Swim(Toward::Any), Tactic::Swim(_))
        | (Tactic::CoOp(Whom::Anyone), Tactic::CoOp(_))
        | (Tactic::PlayAny | Tactic::NeverCard, Tactic::PlayAny | Tactic::Play(_))
        | (Tactic::Hunt(Boldness::Now), Tactic::Hunt(Boldness::Winning))
        | (Tactic::Con(Boldness::Now), Tactic::Con(Boldness::Winning)) => true,
        (first, last) => first == last,
    }
}
