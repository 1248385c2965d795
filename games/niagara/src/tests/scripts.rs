//! The language of scripts, tried on the quantities of this game.

use balance_engine::{Chance, Game, Seat};
use balance_kit::Mistake;
use balance_kit::script::{ScriptLine, TacticInfo, offered, published, read};

use crate::Niagara;
use crate::bots::quantities::QUANTITIES;

fn compiled(lines: &[&str]) -> Result<Vec<ScriptLine<Niagara, u8>>, Vec<Mistake>> {
    read(
        "bot",
        lines,
        |name| (name == "climb").then_some(1),
        |_| "climb",
        QUANTITIES,
    )
}

/// Does the line hold at the beginning of a game, before anything has happened?
fn holds(line: &str) -> bool {
    let game = Niagara::standard(4);
    let state = game.setup(&mut Chance::new(1, 1));
    let script = compiled(&[line]).expect("a line that can be read");
    script[0].holds(state.view(&game, Seat(0)))
}

#[test]
fn conditions_compare_what_the_game_publishes() {
    for line in [
        "climb",
        "climb if turn = 1",
        "climb if turn == 1 and gems < 1",
        "climb if turn != 2 and gems <= 0 and turn >= 1",
        "climb if hand has 6",
        "climb if hand has cloud and hand has no lasso",
        "climb if weather > -2",
    ] {
        assert!(holds(line), "{line}");
    }
    for line in [
        "climb if turn > 1",
        "climb if turn = 1 and gems > 0",
        "climb if hand has not 6",
        "climb if hand has lasso",
        "climb if weather < -1_0",
    ] {
        assert!(!holds(line), "{line}");
    }
}

#[test]
fn every_wrong_condition_is_told_with_its_line_and_what_was_meant() {
    let faults = compiled(&[
        "climb if gem > 2",
        "climb if turn > soon",
        "climb if hand has clowd",
        "clim if trun > 2",
        "climb if late",
        "climb if turn has 6",
        "climb if turn > 2 and hand > 3",
        "climb if turn => 3",
        "climb if turn",
    ])
    .err()
    .expect("nine mistakes");
    let told: Vec<String> = faults
        .iter()
        .map(|fault| {
            format!(
                "{:?}: {}; {}",
                fault.at,
                fault.message,
                fault.help.clone().unwrap_or_default()
            )
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_a_script_may_say_stands_in_its_schema() {
    let tactics = [TacticInfo {
        name: "play CARD",
        help: "play this card",
    }];
    let (tactics, quantities) = offered(&published(schemars::json_schema!({}), &tactics, QUANTITIES));
    assert_eq!(tactics, [["play CARD", "play this card", "CARD"]]);
    assert_eq!(quantities.len(), QUANTITIES.len());
    assert!(
        quantities
            .iter()
            .any(|row| row[0] == "hand" && row[2].contains("cloud"))
    );
}
