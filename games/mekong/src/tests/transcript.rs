//! A game told is a game that can be played again, from its text alone; and what a picture shows.

use super::*;
use crate::GAME;
use crate::rules::{Candidates, Misjudge, Side, StoneOffset};
use balance_engine::{RandomBot, Turn};
use balance_kit::transcript::ToldStep;
use balance_kit::{AnyGame, Setup, Telling, TranscriptOptions, laws};

/// The game that rules and bots make, and its rules alone.
fn setup(rules: &str, bots: &str) -> Setup {
    let mut setup = Setup {
        rules: toml::from_str(rules).expect("rules"),
        ..Setup::default()
    };
    bots.clone_into(&mut setup.seats.all);
    setup
}

fn build(setup: &Setup) -> Box<dyn AnyGame> {
    (GAME.build)(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Writes down what happens, in words.
#[derive(Default)]
struct Words(Vec<String>);

impl Recorder<Mekong> for Words {
    fn event(&mut self, game: &Mekong, event: Event, public: &Public) {
        self.0.extend(game.happening(event, public, None));
    }
}

/// The number of the seat that a line begins to speak of after `before`, from 0.
fn seat_after(line: &str, before: &str) -> u32 {
    let number = line.split(before).nth(1).and_then(|rest| rest.split(' ').next());
    let number: u32 = number.and_then(|number| number.parse().ok()).expect("a seat is named");
    number - 1
}

/// Somebody with the rulebook and the text of a game, who plays it again.
struct Reader {
    /// The rules with a hand that drops no plank, and with one that drops every plank.
    hands: [Mekong; 2],
    state: State<Mekong>,
    chance: Chance,
    /// What has happened.
    words: Words,
}

impl Reader {
    fn new(setup: &Setup, start: &[String]) -> Self {
        let hands = [0.0, 1.0].map(|drop| {
            let mut setup = setup.clone();
            setup.rules.insert("plank-drop".to_owned(), toml::Value::Float(drop));
            balance_kit::read::<Mekong>(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
        });
        let mut chance = Chance::new(0, 0);
        let first = start[0].split(" is first player").next().expect("a line");
        chance.script(Purpose::Setup, &[seat_after(first, "seat ")]);
        let state = hands[0].setup(&mut chance);
        assert_eq!(hands[0].position_lines(&state, None), start);
        Reader {
            hands,
            state,
            chance,
            words: Words::default(),
        }
    }

    /// Plays what a step tells, which must be exactly one of the moves offered.
    fn read(&mut self, step: &ToldStep) {
        let dropped = step.events.iter().any(|event| event.contains("is knocked over"));
        let game = &self.hands[usize::from(dropped)];
        let Turn::Choose(seat) = game.turn(&self.state.public) else {
            panic!("the game is over before its text: {step:?}");
        };
        assert_eq!(step.seat, seat.0 + 1);
        let view = self.state.view(game, seat);
        let mut offered = Moves::default();
        game.moves(view, &mut offered);
        assert_eq!(step.of, offered.len());
        let told = step.choice.as_ref().expect("every choice is told");
        let meant: Vec<Move> = offered
            .iter()
            .copied()
            .filter(|mv| game.choice(view, *mv) == *told)
            .collect();
        assert_eq!(meant.len(), 1, "“{told}” may be any of {meant:?}");
        game.play(&mut self.state, meant[0], &mut self.chance, &mut self.words);
    }
}

fn read_again(rules: &str, bots: &str, games: u64) {
    let setup = setup(rules, bots);
    let game = build(&setup);
    for number in 0..games {
        let told = game
            .tell(15, number, 0, TranscriptOptions::default())
            .expect("no game breaks");
        let mut reader = Reader::new(&setup, &told.start);
        let steps = || told.turns.iter().flat_map(|turn| &turn.steps);
        // What begins a turn is told as a step that nobody chose.
        for step in steps().filter(|step| step.of > 0) {
            reader.read(step);
        }
        let events: Vec<&String> = steps().flat_map(|step| &step.events).collect();
        assert_eq!(reader.words.0.iter().collect::<Vec<_>>(), events);
        let rules = &reader.hands[0];
        assert_eq!(rules.turn(&reader.state.public), Turn::Over);
        assert_eq!(rules.position_lines(&reader.state, None), told.end, "game {number}");
        let winners = rules.outcome(&reader.state).winners;
        assert_eq!(winners.iter().map(|seat| seat.0 + 1).collect::<Vec<_>>(), told.winners);
    }
}

#[test]
fn games_on_islands_can_be_played_again_from_their_text() {
    for players in 2..=6 {
        read_again(&format!("players = {players}\nturns-max = 12"), "saboteur", 40);
    }
    read_again("turns-max = 12", "random", 20);
    read_again("stones = 5", "heuristic", 20);
}

#[test]
fn games_with_other_switches_can_be_played_again_from_their_text() {
    read_again("misjudge = \"lost\"\nplank-drop = 0.2\nturns-max = 12", "random", 100);
    read_again(
        "stone-offset = \"free\"\nmisjudge = \"lost\"\nturns-max = 12",
        "random",
        60,
    );
    read_again("stone-offset = \"free\"\nplayers = 3", "rusher", 60);
}

#[test]
fn games_on_open_water_can_be_played_again_from_their_text() {
    let coarse = "side = \"water\"\ncandidates = \"coarse\"\nturns-max = 12\nplayers =";
    read_again(&format!("{coarse} 4"), "saboteur", 160);
    read_again(
        &format!("{coarse} 2\nmisjudge = \"lost\"\nplank-drop = 0.2"),
        "random",
        30,
    );
    read_again("side = \"water\"\nplayers = 3", "rusher", 10);
}

#[test]
fn a_position_tells_the_supply_that_is_played_with() {
    let mut p = start(&table(2, |rules| rules.stones = 9));
    p.stones(&[3, 14]);
    let lines = p.game.position_lines(&p.state(), None);
    assert!(
        lines.contains(&"2 stones on the board, 7 in the reserve: on islands 3, 14".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn rd_r31_a_programme_is_told_to_its_owner_alone() {
    let mut p = start(&table(2, |_| {}));
    p.play(Move::Card(Card::JUMP));
    let lines = |to| p.game.position_lines(&p.state(), to).join("\n");
    let tells = [None, Some(Seat(0)), Some(Seat(1))].map(|to| lines(to).contains("programme: jump"));
    assert_eq!(tells, [true, true, false]);
}

#[test]
fn rd_r31_words_and_pictures_tell_all_and_nothing_hidden() {
    let variants: [fn(&mut Rules); 4] = [
        |_| {},
        |rules| rules.misjudge = Misjudge::Lost,
        |rules| rules.stone_offset = StoneOffset::Free,
        |rules| (rules.side, rules.candidates) = (Side::Water, Candidates::Coarse),
    ];
    for (at, change) in variants.into_iter().enumerate() {
        let game = table(2 + at as u8, |rules| {
            rules.turns_max = 10;
            change(rules);
        });
        let keep = |law: Result<(), String>| law.unwrap_or_else(|breach| panic!("variant {at}: {breach}"));
        keep(laws::choices_are_told_apart(&game, &RandomBot, 31, 3));
        keep(laws::positions_are_told_whole(&game, &RandomBot, 32, 3));
        keep(laws::views_are_sealed(&game, &RandomBot, 33, 2));
    }
}
