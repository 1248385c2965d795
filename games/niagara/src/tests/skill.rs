//! Who thinks beats who goes by a list, and who goes by a list beats chance; and games are nearly as long as people report.

use super::{ScriptedBot, player};
use crate::Niagara;
use crate::bots::tactics::SCRIPTS;
use crate::state::Ending;
use balance_engine::{Bot, Chance, RandomBot, Table};
use balance_kit::script::{GameScript, named};

/// Mean of wins of the two seats of `one` less wins of the two of `other`, and four standard errors of it. The two sit
/// alternately at a table of four, and every deal is played both ways round.
fn lead(one: &dyn Bot<Niagara>, other: &dyn Bot<Niagara>, deals: u64) -> (f64, f64) {
    let game = Niagara::standard(4);
    let mut table = Table::new(&game);
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let mut both = 0.0;
        for shift in [0, 1] {
            let bot_of = |_, seat: usize| if (seat + shift).is_multiple_of(2) { one } else { other };
            let finished = table.play(Chance::new(31, deal), bot_of, &mut ());
            for seat in finished.outcome.winners.iter() {
                both += if (seat.index() + shift).is_multiple_of(2) {
                    0.5
                } else {
                    -0.5
                };
            }
        }
        sum += both;
        squares += both * both;
    }
    let n = deals as f64;
    let mean = sum / n;
    (mean, 4.0 * ((squares / n - mean * mean) / n).sqrt())
}

/// The lead is 1.0 to 1.1 of a win a game; the bound is 0.5 and has to lie below the interval of four standard errors.
#[test]
fn thinking_beats_every_script() {
    let thinking = player("heuristic", "");
    for GameScript { name, lines, .. } in named(SCRIPTS) {
        let script = ScriptedBot::read(name, &lines, ()).expect("well formed");
        let (mean, half) = lead(&*thinking, &script, 150);
        assert!(mean - half > 0.5, "{name}: {mean:.2} ± {half:.2}");
    }
}

/// Chance practically never brings a winning set ashore; a script does in more than half of the games against it.
#[test]
fn every_script_beats_chance() {
    for GameScript { name, lines, .. } in named(SCRIPTS) {
        let script = ScriptedBot::read(name, &lines, ()).expect("well formed");
        let (mean, half) = lead(&script, &RandomBot, 60);
        assert!(mean - half > 0.5, "{name}: {mean:.2} ± {half:.2}");
    }
}

/// People report 20 to 50 rounds; these bots, who waste no voyage, need 15 to 18, as searches do. Each kind of set wins some games;
/// the rarest, five colours at three players, wins about 2%.
#[test]
fn games_end_as_those_of_searches_do_and_every_set_wins() {
    let thinking = player("heuristic", "");
    for players in 3..=5 {
        let game = Niagara::standard(players);
        let mut table = Table::new(&game);
        let (mut rounds, mut kinds) = (0u32, [0u32; 3]);
        for index in 0..300 {
            let finished = table.play(Chance::new(41, index), |_, _| &*thinking, &mut ());
            assert_ne!(finished.outcome.ending, Ending::RoundCap as u8, "somebody wins");
            rounds += u32::from(finished.state.public.round);
            let sets = (finished.outcome.winners.iter())
                .fold(0, |sets, seat| sets | game.sets_of(finished.state.public.gems[seat]));
            for (bit, count) in kinds.iter_mut().enumerate() {
                *count += u32::from(sets >> bit & 1);
            }
        }
        let mean = f64::from(rounds) / 300.0;
        assert!((12.0..50.0).contains(&mean), "{players} players: {mean:.1} rounds");
        assert!(kinds.iter().all(|count| *count >= 3), "{players} players: {kinds:?}");
    }
}
