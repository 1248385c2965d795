//! What a bot expects of somebody who goes by a script is what that script lays.

use super::*;
use crate::bots::ScriptedBot;
use crate::bots::programming;
use crate::bots::scripted::SCRIPTS;
use balance_engine::{Bot, Stream};
use balance_kit::script::lines;

#[test]
fn who_goes_by_a_script_lays_what_is_expected_of_it() {
    let game = table(2, |_| {});
    let mut state = start(&game);
    bridge(&game, &mut state, 0, 4, (0, i(7)));
    let scripts = [
        lines(SCRIPTS, "rusher"),
        lines(SCRIPTS, "builder"),
        lines(SCRIPTS, "saboteur"),
        vec!["card dragon next", "card stones", "card take"],
    ];
    let bots = scripts.map(|lines| ScriptedBot::read("other", &lines, 0.0, 0.0).expect("well formed"));
    let chance = Stream::keyed(7, 0, 0, 0);
    let other = state.public.decider.clockwise(1, 2);
    let mut room = None;
    let expected = programming::programmes(&bots, state.view(&game, other), &chance, &mut room);
    for (bot, expected) in bots.iter().zip(&expected) {
        let (mut state, mut chance) = (state.clone(), chance.clone());
        for card in expected {
            let view = state.view(&game, state.public.decider);
            let mut offered = Moves::default();
            game.moves(view, &mut offered);
            let mv = offered[bot.choose(view, &offered, &mut chance)];
            assert!(
                matches!(mv, Move::Card(laid) if laid.0.min(8) == *card),
                "{mv:?}, {expected:?}"
            );
            play(&game, &mut state, mv);
        }
    }
    assert_eq!(expected.len(), bots.len());
    assert!(expected.windows(2).all(|two| two[0] != two[1]), "{expected:?}");
}
