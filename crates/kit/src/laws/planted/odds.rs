//! The odds of a game that is solved: with bots that move at random the chance to take the last stone follows from what is left.

use std::sync::atomic::AtomicBool;

use super::Stones;
use crate::odds::{ChoiceOdds, OddsPlan};
use crate::{AnyGame, Seats, Setup, TranscriptOptions, description};
use balance_engine::Seat;

fn table() -> Box<dyn AnyGame> {
    let setup = Setup {
        seats: Seats::filled("random"),
        ..Setup::default()
    };
    (description::game::<Stones>().build)(&setup).expect("stones")
}

fn odds(game: u64, seen_by: Option<Seat>, choices: std::ops::Range<u32>, round: u8) -> Vec<ChoiceOdds> {
    let plan = OddsPlan {
        seed: 3,
        game,
        rotation: 0,
        seen_by,
        choices,
        playouts: 400,
        round,
    };
    let (table, go_on) = (table(), AtomicBool::new(false));
    let found = table.odds(&plan, &*table, &go_on);
    found.expect("played").expect("not stopped")
}

/// The chance of whoever is to move with so many stones left.
fn chance_of_mover(stones: usize) -> f64 {
    let mut chances = vec![0.0];
    for left in 1..=stones {
        let taken = 1..=left.min(3);
        let ways = taken.clone().count() as f64;
        chances.push(taken.map(|taken| 1.0 - chances[left - taken]).sum::<f64>() / ways);
    }
    chances[stones]
}

#[test]
fn odds_are_those_of_the_solved_game() {
    let (mut asked, mut missed) = (0, 0);
    for game in 0..60 {
        let transcript = table().tell(3, game, 0, TranscriptOptions::default()).expect("told");
        let steps: Vec<_> = transcript.turns.iter().flat_map(|turn| &turn.steps).collect();
        let mut left = 12;
        let mut next = odds(game, None, 0..20, 0).into_iter();
        for (number, step) in steps.iter().enumerate() {
            if step.of > 1 {
                let found = next.next().expect("every open choice");
                assert_eq!((found.choice, found.games), (number as u32, 400));
                assert_eq!(found.wins.iter().sum::<u32>(), found.games);
                let share = f64::from(found.wins[usize::from(step.seat) - 1]) / f64::from(found.games);
                let truth = chance_of_mover(left);
                asked += 1;
                missed += u32::from((share - truth).abs() > 1.96 * (truth * (1.0 - truth) / 400.0).sqrt());
            }
            let choice = step.choice.as_deref().expect("chosen");
            left -= choice
                .split(' ')
                .next()
                .and_then(|word| word.parse::<usize>().ok())
                .expect("a number");
        }
        assert_eq!(next.next(), None);
    }
    // One in twenty, and three standard errors more.
    let most = 0.05 * f64::from(asked) + 3.0 * (0.0475 * f64::from(asked)).sqrt();
    assert!(asked > 150 && f64::from(missed) <= most, "{missed} of {asked} outside");
}

#[test]
fn parts_of_a_game_give_what_the_whole_does_and_rounds_differ() {
    let whole = odds(1, None, 0..20, 0);
    let parts = [odds(1, None, 0..2, 0), odds(1, None, 2..20, 0)].concat();
    assert_eq!(whole, parts);
    assert_ne!(whole, odds(1, None, 0..20, 1));
    // A seat is told of its own choices alone, numbered as its transcript numbers them.
    let asked = TranscriptOptions {
        seen_by: Some(Seat(1)),
        ..TranscriptOptions::default()
    };
    let seen = table().tell(3, 1, 0, asked).expect("told");
    let own = seen
        .turns
        .iter()
        .flat_map(|turn| &turn.steps)
        .filter(|step| step.choice.is_some());
    let open: Vec<u32> = own
        .enumerate()
        .filter(|(_, step)| step.of > 1)
        .map(|(at, _)| at as u32)
        .collect();
    let found: Vec<u32> = odds(1, Some(Seat(1)), 0..20, 0)
        .iter()
        .map(|odds| odds.choice)
        .collect();
    assert_eq!(found, open);
}
