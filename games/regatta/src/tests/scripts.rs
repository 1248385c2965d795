//! What a script may ask, line by line of a table laid out by hand, and how far a ship has come.

use super::*;
use crate::bots::quantities::QUANTITIES;
use crate::rules::RankMode;
use balance_engine::{Bot, Outcome, Table};
use balance_kit::script::{self, Reading, ScriptLine};

/// Seat 1 is a lap ahead with everything there is to ask about; seat 2 lies two wedges behind seat 3.
fn laid_out() -> Position {
    let mut p = moored(&on_course(3, "a .H.. | b F.G. | c .W.. | d ..+.", |_| {}));
    p.put(0, 3, "a2");
    p.put(1, 5, "b1");
    p.put(2, 7, "d1");
    p.give(0, Apollo);
    p.give(0, Ares);
    let public = &mut p.public;
    (public.round, public.fleece, public.left, public.moved) = (4, Seat(2), 5, 2);
    let player = &mut public.players[0];
    (player.laps, player.fish, player.holding) = (1, 2, 1);
    (player.nav, player.first, player.second) = (3, 4, 0);
    p
}

fn holds(p: &Position, seat: usize, condition: &str) -> bool {
    let line = format!("go if {condition}");
    let named = |name: &str| (name == "go").then_some(());
    let read = script::read("bot", &[line], named, |_| "go", QUANTITIES);
    let script: Vec<ScriptLine<Regatta, ()>> = read.unwrap_or_else(|faults| panic!("{condition}: {faults:?}"));
    script[0].holds(p.state().view(&p.game, Seat(seat as u8)))
}

#[test]
fn a_script_asks_about_what_lies_on_the_table() {
    let p = laid_out();
    for (seat, condition) in [
        (0, "round = 4"),
        (0, "place = 1"),
        (1, "place = 3"),
        (2, "place = 2"),
        (0, "lead = 8"),
        (1, "lead = -10"),
        (2, "lead = -8"),
        (0, "laps = 1 and position = 3"),
        (0, "to-go = 9"),
        (1, "to-go = 19 and leader-to-go = 9"),
        (0, "lane = 1"),
        (2, "lane = 4"),
        (0, "fish = 2 and boats = 1 and tridents = 1 and wedges = 1"),
        (1, "fish = 2 and boats = 0 and tridents = 0 and wedges = 0"),
        (0, "stack = 4"),
        (0, "nav = 3 and first = 4 and second = 0 and dice = 2 and points = 7"),
        (2, "points = 3"),
        (0, "left = 5 and moved = 2"),
        (1, "left = 0 and moved = 0"),
        (
            0,
            "board has apollo and board has ares and board has no fleece and board has no janus",
        ),
        (2, "board has fleece and board has no apollo"),
        (0, "dot is hydra and dot is not plain"),
        (1, "dot is fish"),
        (2, "dot is plain"),
    ] {
        for each in condition.split(" and ") {
            assert!(holds(&p, seat, each), "seat {}: {each}", seat + 1);
        }
        assert!(holds(&p, seat, condition), "seat {}: {condition}", seat + 1);
    }
}

/// Every quantity is asked of every seat at every choice of whole games, also before ships are on the course.
#[test]
fn everything_may_be_asked_at_every_choice() {
    struct Asking([bool; QUANTITIES.len()]);
    impl Recorder<Regatta> for Asking {
        fn choice(&mut self, game: &Regatta, state: &State<Regatta>, _: Seat, _: &Moves<Move>, _: usize) {
            for seat in game.seats() {
                let view = state.view(game, seat);
                for (asked, quantity) in self.0.iter_mut().zip(QUANTITIES) {
                    *asked |= match quantity.reading {
                        Reading::Number(number) => number(view) != 0,
                        Reading::Things { names, has } => (0..names().len()).any(|thing| has(view, thing)),
                    };
                }
            }
        }
    }
    let mut asking = Asking([false; QUANTITIES.len()]);
    for players in 2..=4 {
        let game = Regatta::standard(players);
        let bot = player("heuristic", "");
        for index in 0..5 {
            Table::new(&game).play(Chance::new(3, index), |_, _| &*bot, &mut asking);
        }
    }
    for (said, quantity) in asking.0.into_iter().zip(QUANTITIES) {
        assert!(said, "{} is never anything", quantity.name);
    }
}

/// A condition keeps its line back until it holds.
#[test]
fn a_line_is_passed_over_unless_its_conditions_hold() {
    let game = table(3, |_| {});
    let bot = ScriptedBot::read("bot", &["roll if fish >= 2", "stop"], ()).expect("a script");
    for (fish, wanted) in [(2, Move::Roll), (1, Move::Pass)] {
        let mut p = start(&game, &[nav(2), die(2)]);
        p.public.players[0].fish = fish;
        while p.public.ask == Ask::Nav {
            p.play(Move::Pass);
        }
        let mut offered = Moves::default();
        game.moves(p.state().view(&game, Seat(0)), &mut offered);
        let chosen = bot.choose(p.state().view(&game, Seat(0)), &offered, p.chance.bot(Seat(0)));
        assert_eq!(offered[chosen], wanted, "{fish} fish");
    }
}

#[test]
fn every_wrong_line_is_told_with_what_was_meant() {
    let faults = ScriptedBot::read(
        "mine",
        &[
            "short wey if rounds > 2",
            "roll if fish > few",
            "sail on if board has hephaistos",
            "sail on if board has zeus",
            "stop if nav",
            "stop if fish has apollo and dot > 3",
        ],
        (),
    )
    .err()
    .expect("eight mistakes");
    let told: Vec<String> = faults
        .iter()
        .map(|fault| format!("{}; {}", fault.message, fault.help.clone().unwrap_or_default()))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

/// Asked why, the heuristic gives every move a value, and the best is the move that it chose.
#[test]
fn the_best_value_is_that_of_the_move_chosen() {
    struct Why(u32);
    impl Recorder<Regatta> for Why {
        fn choice(&mut self, game: &Regatta, state: &State<Regatta>, seat: Seat, moves: &Moves<Move>, chosen: usize) {
            if moves.len() < 2 {
                return;
            }
            self.0 += 1;
            let mut values = Vec::new();
            player("heuristic", "").values(state.view(game, seat), moves, &mut values);
            assert_eq!(values.len(), moves.len());
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let first = values.iter().position(|value| *value >= best);
            assert_eq!(first, Some(chosen), "{:?}: {values:?}", state.public.ask);
        }
    }
    let mut why = Why(0);
    let game = table(3, |_| {});
    let bot = player("heuristic", "");
    for index in 0..4 {
        Table::new(&game).play(Chance::new(6, index), |_, _| &*bot, &mut why);
    }
    assert!(why.0 > 200, "{}", why.0);
}

/// At every choice, ships are in the order of their ranks by what they have come, and at the end the winner has come
/// furthest.
#[test]
fn progress_is_the_order_of_the_race() {
    #[derive(Default)]
    struct Order {
        compared: u32,
        finished: u32,
    }
    impl Recorder<Regatta> for Order {
        fn choice(&mut self, game: &Regatta, state: &State<Regatta>, _: Seat, _: &Moves<Move>, _: usize) {
            if game.seats().any(|seat| !state.public.player(seat).spot.on_course()) {
                return;
            }
            for (one, other) in game.seats().zip(game.seats().skip(1)) {
                let way = |seat| game.progress(state, game.position(state, seat));
                let rank = |seat| game.rank_key(&state.public, state.public.player(seat));
                assert_eq!(way(one).cmp(&way(other)), rank(one).cmp(&rank(other)));
                self.compared += 1;
            }
        }

        fn finish(&mut self, game: &Regatta, state: &State<Regatta>, outcome: &Outcome) {
            let winner = outcome.sides.trailing_zeros() as usize;
            let way = |side| game.progress(state, side);
            assert!((0..game.players).all(|side| side == winner || way(side) < way(winner)));
            self.finished += 1;
        }
    }
    let mut order = Order::default();
    for rank_mode in [RankMode::Literal, RankMode::AngleFirst] {
        let game = table(4, |rules| rules.rank_mode = rank_mode);
        let start = game.setup(&mut Chance::new(1, 1));
        let holds = (0..4).all(|side| game.progress(&start, side) == Some(0));
        assert!(holds, "nobody has begun");
        let bot = player("heuristic", "");
        for index in 0..10 {
            Table::new(&game).play(Chance::new(4, index), |_, _| &*bot, &mut order);
        }
    }
    assert!(order.compared > 1_000 && order.finished == 20, "{}", order.compared);
}
