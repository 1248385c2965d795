//! Games told are the games of the run, in every game, and nobody is told what he cannot know.

use balance::engine::Seat;
use balance::games::transcript::ToldStep;
use balance::games::{AnyGame, BUILT_IN as GAMES, GameInfo, Seats, Setup, Transcript, TranscriptOptions};

fn built(info: &GameInfo, setup: &Setup) -> Box<dyn AnyGame> {
    (info.build)(setup).unwrap_or_else(|faults| panic!("{}: {faults:?}", info.key))
}

/// The published game with this bot at every seat.
fn filled(bot: &str) -> Setup {
    Setup {
        seats: Seats::filled(bot),
        ..Setup::default()
    }
}

fn steps(told: &Transcript) -> impl Iterator<Item = &ToldStep> {
    told.turns.iter().flat_map(|turn| &turn.steps)
}

/// Every published game with the strongest quick bot it has, and one seat that plays by chance.
fn games() -> Vec<(&'static str, Box<dyn AnyGame>)> {
    let build = |info: &GameInfo| {
        let mut setup = filled((info.default_bot)());
        setup.seats.by_seat.insert(1, "random".to_owned());
        (info.key, built(info, &setup))
    };
    GAMES.iter().map(build).collect()
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
            let seen_by = (facts.game % 2 == 1).then_some(Seat(1));
            let asked = TranscriptOptions {
                seen_by,
                why: true,
                ..TranscriptOptions::default()
            };
            let told = game.tell(7, facts.game, 0, asked).expect("no game breaks");
            assert_eq!(
                (told.turns_played, told.decisions),
                (facts.turns, seen_by.is_none().then_some(facts.decisions)),
                "{key}, game {}",
                facts.game
            );
            assert_eq!(told.ending, sheet.endings[usize::from(facts.ending)].name);
            let sides: Vec<&String> = (0..sheet.sides.len())
                .filter(|side| facts.sides >> side & 1 == 1)
                .map(|side| &sheet.sides[side])
                .collect();
            assert_eq!(told.sides.iter().collect::<Vec<_>>(), sides);
            match seen_by {
                None => {
                    let choices = steps(&told).filter(|step| step.of > 1).count();
                    assert_eq!(choices, facts.decisions as usize, "every decision is told");
                }
                Some(seat) => {
                    let own = |step: &ToldStep| step.seat == seat.0 + 1 || step.choice.is_none();
                    assert!(steps(&told).all(own), "only one's own choices are told");
                }
            }
        }
    }
}

/// Every bot that goes by a script says by which line it chose, and plays as it does unasked.
#[test]
fn scripts_say_which_line_chose() {
    for info in GAMES.iter() {
        let scripted = (info.bots)().into_iter().filter(|bot| !bot.script.is_empty());
        for bot in scripted {
            let game = built(info, &filled(bot.kind));
            let none = bot.script.len();
            let mut told_by = vec![0u64; none + 1];
            for number in 0..3 {
                let asked = |why| TranscriptOptions {
                    why,
                    ..TranscriptOptions::default()
                };
                let [plain, told] =
                    [false, true].map(|why| game.tell(7, number, 0, asked(why)).expect("no game breaks"));
                for (plain, step) in steps(&plain).zip(steps(&told)) {
                    assert_eq!((&plain.choice, plain.lines.len()), (&step.choice, 0), "{}", bot.kind);
                    assert_eq!(step.lines.is_empty(), step.of < 2, "{}: {step:?}", bot.kind);
                    for line in &step.lines {
                        let said = |(at, text): (usize, &&str)| *line == format!("line {}: {text}", at + 1);
                        told_by[bot.script.iter().enumerate().position(said).unwrap_or(none)] += 1;
                    }
                }
            }
            assert!(
                told_by[..none].iter().filter(|times| **times > 0).count() > 1,
                "{}",
                bot.kind
            );
        }
    }
}

#[test]
fn every_game_has_words_and_a_picture() {
    for (key, game) in games() {
        let asked = TranscriptOptions {
            picture: Some(3),
            why: true,
            ..TranscriptOptions::default()
        };
        let told = game.tell(7, 1, 0, asked).expect("no game breaks");
        assert!(
            !told.start.is_empty() && !told.end.is_empty(),
            "{key} says how it stands"
        );
        let picture = told.picture.as_ref().unwrap_or_else(|| panic!("{key} is drawn"));
        assert!(
            picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"),
            "{key}"
        );
        assert!(picture.contains("<desc>"), "{key} says in words what it shows");
        let said = steps(&told).flat_map(|step| step.events.iter().chain(&step.choice));
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
        let asked = TranscriptOptions {
            seen_by: Some(Seat(1)),
            ..TranscriptOptions::default()
        };
        let told = game.tell(7, 2, 0, asked).expect("no game breaks");
        assert!(steps(&told).any(|step| step.choice.is_some()), "{key}");
        assert!(
            steps(&told).all(|step| step.seat == 2 || step.choice.is_none()),
            "{key}"
        );
        assert!(
            told.seats.iter().all(|seat| seat.seat == 2 || seat.role.is_none()),
            "{key}"
        );
    }
}

/// Bots that weigh moves say so, the move they play is the best or level with it unless chance mixes, and nobody's
/// reasons are told to others.
#[test]
fn reasons_are_told_best_first_and_only_to_those_who_may_know() {
    for key in ["riverbed", "niagara", "regatta"] {
        let info = balance::games::built_in(key).expect("a game");
        let game = built(info, &filled("heuristic"));
        let asked = |seen_by| TranscriptOptions {
            seen_by,
            why: true,
            ..TranscriptOptions::default()
        };
        let told = game.tell(3, 5, 0, asked(None)).expect("no game breaks");
        let reasoned = steps(&told).filter(|step| !step.why.is_empty()).count();
        let decisions = told.decisions.expect("all is told");
        assert!(reasoned * 2 > decisions as usize, "{key}: {reasoned} of {decisions}");
        for step in steps(&told) {
            assert!(step.why.is_sorted_by(|a, b| a.1 >= b.1), "{key}: {step:?}");
        }
        let own = game.tell(3, 5, 0, asked(Some(Seat(2)))).expect("no game breaks");
        for step in steps(&own) {
            assert!(
                step.seat == 3 || step.why.is_empty() && step.choice.is_none(),
                "{key}: {step:?}"
            );
        }
    }
}

/// Where bots go by role, the name of a bot would name the role.
#[test]
fn bots_by_role_are_kept_from_other_seats() {
    let info = balance::games::built_in("riverbed").expect("a game");
    let mut setup = filled("heuristic");
    let bots = |setup: &Setup, seen_by| {
        let game = built(info, setup);
        let asked = TranscriptOptions {
            seen_by,
            ..TranscriptOptions::default()
        };
        let told = game.tell(3, 5, 0, asked).expect("no game breaks");
        told.seats
            .iter()
            .filter_map(|seat| seat.bot.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(bots(&setup, Some(Seat(2))).len(), 7, "everybody plays by the same bot");
    setup.seats.by_role.insert("leader".to_owned(), "random".to_owned());
    assert_eq!(bots(&setup, None).len(), 7);
    assert_eq!(bots(&setup, Some(Seat(2))).len(), 1, "its own alone");
}
