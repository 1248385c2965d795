//! Games told are the games of the run, in every game, and nobody is told what he cannot know.

use balance::engine::Seat;
use balance::games::{AnyGame, Asked, GAMES, Setup};

fn games() -> Vec<(&'static str, Box<dyn AnyGame>)> {
    let build = |bot: &str| {
        GAMES
            .iter()
            .map(move |info| {
                let mut setup = Setup::default();
                setup.seats.all = bot.to_owned();
                let game = (info.build)(&setup).unwrap_or_else(|faults| panic!("{}: {faults:?}", info.key));
                (info.key, game)
            })
            .collect::<Vec<_>>()
    };
    build("random")
}

#[test]
fn a_game_told_is_the_game_of_the_run() {
    for (key, game) in games() {
        let sheet = game.sheet();
        let facts = game.facts(7, 0..60).expect("no game breaks");
        let block = game.play_block(7, 0..60).expect("no game breaks");
        assert_eq!(facts.len(), 60);
        for (facts, line) in facts.iter().zip(&block.lines) {
            assert_eq!(
                (facts.turns, facts.sides.count_ones()),
                (line.turns, line.wins.iter().map(|won| u32::from(*won)).sum())
            );
            let told = game.tell(7, facts.game, 0, Asked::default()).expect("no game breaks");
            assert_eq!(
                (told.turns_played, told.decisions),
                (facts.turns, facts.decisions),
                "{key}, game {}",
                facts.game
            );
            assert_eq!(told.ending, sheet.endings[usize::from(facts.ending)]);
            let sides: Vec<&String> = (0..sheet.sides.len())
                .filter(|side| facts.sides >> side & 1 == 1)
                .map(|side| &sheet.sides[side])
                .collect();
            assert_eq!(told.sides.iter().collect::<Vec<_>>(), sides);
            let choices = told
                .turns
                .iter()
                .flat_map(|turn| &turn.steps)
                .filter(|step| step.of > 1)
                .count();
            assert_eq!(choices, told.decisions as usize, "every decision is told");
        }
    }
}

#[test]
fn every_game_has_words_and_a_picture() {
    for (key, game) in games() {
        let asked = Asked {
            picture: Some(3),
            why: true,
            ..Asked::default()
        };
        let told = game.tell(7, 1, 0, asked).expect("no game breaks");
        assert!(
            !told.start.is_empty() && !told.end.is_empty(),
            "{key} says how it stands"
        );
        let picture = told.picture.unwrap_or_else(|| panic!("{key} is drawn"));
        assert!(
            picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"),
            "{key}"
        );
        let said = told
            .turns
            .iter()
            .flat_map(|turn| &turn.steps)
            .flat_map(|step| step.events.iter().chain(&step.choice));
        for text in said {
            assert!(
                !text.contains(['{', '}']) && !text.contains("Seat("),
                "{key} tells in words: {text}"
            );
        }
    }
}

/// What one seat is told of others does not change when what it cannot know is told as well: no role, hand or programme
/// of anybody else stands in it, and only its own choices.
#[test]
fn a_seat_is_told_its_own_choices_only() {
    for (key, game) in games() {
        let asked = Asked {
            seen_by: Some(Seat(1)),
            ..Asked::default()
        };
        let told = game.tell(7, 2, 0, asked).expect("no game breaks");
        let steps: Vec<_> = told.turns.iter().flat_map(|turn| &turn.steps).collect();
        assert!(steps.iter().any(|step| step.choice.is_some()), "{key}");
        assert!(
            steps.iter().all(|step| step.seat == 2 || step.choice.is_none()),
            "{key}"
        );
        assert!(
            told.seats.iter().all(|seat| seat.seat == 2 || seat.role.is_none()),
            "{key}"
        );
    }
}
