//! A bot that goes by a script, and does not always tell by which line.

use balance_engine::{Bot, Moves, Stream, View};

use super::{Flaw, Stones, breach_of};
use crate::{AnyGame, Playable, Setup, TranscriptOptions, description};

/// Goes by a script of one line: takes as many as it likes.
pub(super) struct Taker;

impl Bot<Stones> for Taker {
    fn choose(&self, _view: View<'_, Stones>, moves: &Moves<u8>, chance: &mut Stream) -> usize {
        chance.below(moves.len() as u32) as usize
    }

    fn choose_by(
        &self,
        view: View<'_, Stones>,
        moves: &Moves<u8>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        if view.game.flaw != Flaw::TellsNoLine {
            lines(0);
        }
        let other = usize::from(view.game.flaw == Flaw::OfTwoMinds);
        (self.choose(view, moves, chance) + other) % moves.len()
    }
}

/// The game with this flaw and takers at the table.
fn takers(flaw: &str) -> Playable<Stones> {
    let mut setup = Setup::default().with_rule("flaw", flaw);
    setup.seats.all = "taker".to_owned();
    description::build::<Stones>(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

#[test]
fn a_script_of_whose_lines_its_bot_does_not_tell_is_named() {
    assert_eq!(breach_of("none", "taker"), "none");
    assert_eq!(
        breach_of("tells-no-line", "taker"),
        "taker: game 0 of seed 17: seat 1 does not tell by which line of its script it chooses: write `choose_by`"
    );
    let breach = breach_of("of-two-minds", "taker");
    let said = "taker: game 0 of seed 17: seat 1 chooses ";
    assert!(
        breach.starts_with(said) && breach.ends_with(" by `choose_by`"),
        "{breach}"
    );
}

/// Of a bot that tells nothing a replay claims nothing.
#[test]
fn of_lines_that_nobody_tells_of_nothing_is_said() {
    let why = TranscriptOptions {
        why: true,
        ..TranscriptOptions::default()
    };
    let told = |flaw: &str| {
        let replay = takers(flaw).tell(7, 0, 0, why).expect("no game breaks");
        replay.turns[0].steps[0].lines.clone()
    };
    assert_eq!(told("none"), ["line 1: take some"]);
    assert_eq!(
        told("tells-no-line"),
        ["the bot does not tell by which line of its script it chooses"]
    );
}
