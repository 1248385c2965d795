//! What is known of the tactics without playing: when one can fit at all, and which fits wherever another does.

use super::tactics::{Boldness, SPOILERS, Tactic, Toward, Which, Whom};
use crate::Riverbed;
use crate::cards::Effect;
use crate::tiles::{Step, Text};
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
        Tactic::PlaySpoiler if !spoils(game) => {
            let cards = SPOILERS.map(Effect::key);
            return Err(format!(
                "no tile in play has `{}`, and the deck has none of `{}`",
                Text::FlipDown.key(),
                cards.join("`, `")
            ));
        }
        _ => return Ok(Vec::new()),
    };
    Ok(vec![needed])
}

/// Is there anything in play that turns a tile face-down as `play spoiler` does?
fn spoils(game: &Riverbed) -> bool {
    let flips = Step::Text(Text::FlipDown);
    game.tiles.iter().any(|tile| tile.steps.contains(&flips))
        || SPOILERS
            .iter()
            .any(|effect| game.copies[*effect as usize] & !game.blanks != 0)
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
        | (Tactic::CoOp(Whom::Trusted), Tactic::CoOp(Whom::Friend))
        | (Tactic::PlayAny | Tactic::NeverCard, Tactic::PlayAny | Tactic::Play(_))
        | (Tactic::Hunt(Boldness::Now), Tactic::Hunt(Boldness::Winning))
        | (Tactic::Con(Boldness::Now), Tactic::Con(Boldness::Winning)) => true,
        (first, last) => first == last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoiler_needs_a_tile_or_a_card_that_turns_tiles_down() {
        let fits = |game: &Riverbed| needs(game, "play spoiler");
        let mut game = Riverbed::standard(9);
        for tile in &mut game.tiles {
            tile.steps.retain(|step| *step != Step::Text(Text::FlipDown));
        }
        assert_eq!(fits(&game), Ok(Vec::new()), "there are the cards");
        game.blanks = SPOILERS
            .iter()
            .fold(0, |all, effect| all | game.copies[*effect as usize]);
        let why = fits(&game).expect_err("nothing does");
        assert_eq!(
            why,
            "no tile in play has `flip-down`, and the deck has none of `withered-kelp`, `rotten-timber`, `counterfeit`"
        );
        game.tiles[0].steps.push(Step::Text(Text::FlipDown));
        assert_eq!(fits(&game), Ok(Vec::new()), "there is the tile");
    }
}
