//! Bots of a known strength at a table of three: one seat for the one, two for the other, changed about.

use super::*;

/// How often the bot with one seat wins.
const STRONG: f64 = 0.4;

fn table() -> Sheet {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Sheet {
        players: 3,
        positions: names(&["1", "2", "3"]),
        bots: names(&["strong", "weak"]),
        ..sheet(400)
    }
}

/// One deal in three games, in each of which the strong bot has another seat; where deals decide `alike`, it wins all of
/// them or none.
fn deal(tally: &mut Tally, game: u64, stream: &mut Stream, alike: bool) {
    let mut luck = stream.unit();
    for rotation in 0..3 {
        if !alike && rotation > 0 {
            luck = stream.unit();
        }
        let strong = luck < STRONG;
        let other = 1 + stream.below(2);
        let mut seats = [SeatResult::default(); MAX_SEATS];
        for (seat, seating) in seats.iter_mut().enumerate().take(3) {
            let from = (seat as u32 + 3 - rotation) % 3;
            *seating = SeatResult {
                position: seat as u8,
                bot: u8::from(from > 0),
                won: if strong { from == 0 } else { from == other },
                ..SeatResult::default()
            };
        }
        let unit = FinishedGame {
            id: GameId { game, rotation },
            seats,
            winners: 1,
            sides_won: 1,
            sides_in_play: 3,
            turns: 30,
            decisions: 60,
            ..FinishedGame::default()
        };
        tally.add(&unit, &[0]);
    }
    tally.close_game(&[3, 0], &[3], 3);
}

fn answer(question: Question, deals: u64, seed: u64, alike: bool) -> Answer {
    let mut docket = Docket::new(vec![question]);
    let mut played = Played {
        tallies: vec![Tally::new(&table())],
        pairs: vec![None],
        ..Played::default()
    };
    for game in 0..deals {
        deal(
            &mut played.tallies[0],
            game,
            Chance::new(seed, game).stream(Purpose::Events),
            alike,
        );
        played.games += 1;
        if played.games.is_multiple_of(BLOCK) {
            docket.judge(&played);
        }
    }
    docket.answers(&played)[0]
}

fn asked(name: &str, lo: f64, hi: f64) -> Question {
    let sheet = table();
    let metric = Metric::read(name, &sheet).expect("a bot among others");
    Question::band(0, metric, (lo, hi), &sheet, TOTAL)
}

/// The bot with two seats wins three of ten games at each of them.
#[test]
fn of_several_seats_each_counts() {
    let few = answer(asked("bot.weak", 0.01, f64::INFINITY), 2, 5, false);
    assert!(few.hi.is_some_and(|hi| hi <= 1.0), "nobody wins more than all: {few:?}");
    for (name, lo, hi, verdict) in [
        ("bot.strong", 0.35, 0.45, Verdict::Within),
        ("bot.strong", 0.5, f64::INFINITY, Verdict::Outside),
        ("bot.weak", 0.25, 0.35, Verdict::Within),
        ("bot.weak", 0.55, 0.65, Verdict::Outside),
    ] {
        let found = answer(asked(name, lo, hi), 4 * BLOCK, 5, false);
        assert_eq!(found.verdict, verdict, "{name} from {lo} to {hi}: {found:?}");
        let truth = if name == "bot.strong" { 0.4 } else { 0.3 };
        assert!((found.value - truth).abs() < 0.02, "{name}: {found:?}");
    }
}

/// Exactly on the edge of what is wanted, where the games of a deal are one, too.
#[test]
fn at_the_edge_of_a_bots_band_neither_verdict_comes_often() {
    for (name, lo, hi) in [
        ("bot.strong", 0.34, 0.4),
        ("bot.strong", 0.4, 0.46),
        ("bot.weak", 0.24, 0.3),
        ("bot.weak", 0.3, 0.36),
    ] {
        let question = asked(name, lo, hi);
        let wrong = (0..tries()).filter(|seed| answer(question, 6 * BLOCK, *seed, true).verdict != Verdict::Undecided);
        let wrong = wrong.count() as u64;
        assert!(wrong <= tries() / 20, "{name} from {lo} to {hi}: {wrong}");
    }
}
