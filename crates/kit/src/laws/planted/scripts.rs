//! A bot that goes by a script, and does not always tell by which line.

use std::sync::atomic::AtomicBool;

use balance_engine::{Bot, Heeded, Moves, Stream, View};

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
        lines: &mut dyn FnMut(usize, Heeded),
    ) -> usize {
        if view.game.flaw != Flaw::TellsNoLine {
            lines(0, Heeded::Said);
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

/// Of a bot that tells nothing nothing is claimed, neither in counts nor in a replay.
#[test]
fn of_lines_that_nobody_tells_of_nothing_is_said() {
    let why = TranscriptOptions {
        why: true,
        ..TranscriptOptions::default()
    };
    let told = |flaw: &str| {
        let game = takers(flaw);
        let said = game
            .script_usage(7, 0..3, &AtomicBool::new(false))
            .expect("no game breaks")
            .expect("played");
        let asked: u64 = said[0].asked.iter().flatten().sum();
        let none: u64 = said[0].said[1].iter().flatten().sum();
        let replay = game.tell(7, 0, 0, why).expect("no game breaks");
        (asked, none, said[0].untold, replay.turns[0].steps[0].lines.clone())
    };
    let (choices, none, untold, lines) = told("none");
    assert!(choices > 9 && (none, untold) == (0, 0), "{choices} {none} {untold}");
    assert_eq!(lines, ["line 1: take some"]);
    let (asked, none, untold, lines) = told("tells-no-line");
    assert_eq!((asked, none, untold), (0, 0, choices));
    assert_eq!(lines, ["the bot does not tell by which line of its script it chooses"]);
}
