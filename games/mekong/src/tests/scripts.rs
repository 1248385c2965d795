//! Scripts: what each tactic does where it can be told, what conditions may ask, and what is said about a wrong script.

use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::bots::quantities::QUANTITIES;
use crate::bots::tactics::{Bearings, Path, TACTICS, Tactic};
use crate::bots::{Eye, ScriptedBot, bots, tactics};
use crate::rules::{Misjudge, Side};
use balance_engine::tally::Tally;
use balance_engine::{Bot, Stream, Table, View};
use balance_kit::script::{ScriptTactic, lines};
use balance_kit::{BotSpec, Setup};

/// One that sees exactly.
const SURE: Eye = Eye {
    error: 0.0,
    safety: 0.0,
};

/// A bot with a sure eye.
fn read(lines: &[&str]) -> ScriptedBot {
    ScriptedBot::read("mine", lines, SURE).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// What a script does here, each thing once, as chance has it.
fn choices(p: &Position, bot: &ScriptedBot) -> Vec<Move> {
    let state = p.state();
    let view = state.view(&p.game, p.public.decider);
    let mut offered = Moves::default();
    p.game.moves(view, &mut offered);
    let mut found = Vec::new();
    for stream in 0..20 {
        let mv = offered[bot.choose(view, &offered, &mut Stream::keyed(7, stream, 0, 0))];
        if !found.contains(&mv) {
            found.push(mv);
        }
    }
    found
}

/// The same where chance has no say.
fn choice(p: &Position, lines: &[&str]) -> Option<Move> {
    match choices(p, &read(lines))[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The programme that a script lays whole.
fn lays_cards(p: &Position, lines: &[&str]) -> Vec<Card> {
    let mut p = p.clone();
    let mut programme = Vec::new();
    for _ in 0..PROGRAMME {
        let Some(mv @ Move::Card(card)) = choice(&p, lines) else {
            break;
        };
        programme.push(card);
        p.play(mv);
    }
    programme
}

/// Takes the whole reserve of a seat out of the game.
fn empty_reserve(p: &mut Position, seat: u8) {
    let reserve = p.public.reserves[Seat(seat)];
    let left = (1..=6).filter(|number| reserve[usize::from(*number) - 1] != NONE);
    p.spend(seat, &left.collect::<Vec<_>>());
}

/// A position in which pink has the whole way but its last two planks before it, and stands at home.
fn half_built(game: &Mekong) -> Position {
    let mut p = start(game);
    for (number, ends) in WAY.into_iter().take(3) {
        p.bridge(0, number, ends);
    }
    p
}

#[test]
fn rd_10_programmes_follow_the_way_they_build() {
    let game = table(2, |_| {});
    let p = start(&game);
    // On an empty board there is nothing to step onto until stones and a plank lie.
    let rush = ["card step", "card build", "card idle"];
    let cards = lays_cards(&p, &rush);
    let expected = [Card::STONES, Card::PLANKS, Card::MOVE_TWO, Card::STONE, Card::PLANK];
    assert_eq!(cards, expected);
    // Whoever trusts nothing fresh builds on, and then lays what does no harm.
    let safe = lays_cards(&p, &["card step safe", "card build", "card idle"]);
    assert_eq!(safe[..4], [Card::STONES, Card::PLANKS, Card::STONE, Card::PLANK]);
    let expected = [Card::STONES, Card::STONE, Card::PLANKS, Card::PLANK];
    assert_eq!(lays_cards(&p, &["card stones", "card planks"])[..4], expected);
    let half = half_built(&game);
    assert_eq!(
        lays_cards(&half, &["card step safe"])[..2],
        [Card::MOVE_TWO, Card::MOVE]
    );
    // From the plank before the last a double step arrives, a single one does not.
    let mut near = half_built(&game);
    for (number, ends) in WAY.into_iter().skip(3) {
        near.bridge(0, number, ends);
    }
    near.stand(0, plank(PINK, 3));
    assert_eq!(choice(&near, &["card finish"]), Some(Move::Card(Card::MOVE_TWO)));
    near.stand(0, plank(PINK, 2));
    assert_eq!(choice(&near, &["card finish"]), Some(Move::Card(Card::MOVE)));
    near.stand(0, plank(PINK, 5));
    assert_eq!(choice(&near, &["card finish"]), None, "too far");
    // A rival on the next plank is jumped over.
    near.stand(1, plank(PINK, 3));
    assert_eq!(choice(&near, &["card jump over"]), Some(Move::Card(Card::JUMP)));
    assert_eq!(choice(&near, &["card step safe"]), None);
}

#[test]
fn rd_19_dragons_and_removal_find_their_target() {
    let game = table(4, |_| {});
    let mut p = start(&game);
    let seats: Vec<Seat> = (0..4).map(|at| p.public.decider.clockwise(at, 4)).collect();
    let dragon = |seat: Seat| Some(Move::Card(Card::dragon(game.colours[seat])));
    assert_eq!(choice(&p, &["card dragon next"]), dragon(seats[1]));
    assert_eq!(choice(&p, &["card dragon leader"]), dragon(seats[1]), "all alike");
    assert_eq!(choice(&p, &["card take"]), None, "there is nothing on the board");
    // The last player's first plank lies, and its pawn is on it.
    let rival = seats[3];
    let home = game.colours[rival];
    let goal = game.board.villages[usize::from(game.goals[rival])].centre;
    let left = |support: Support| {
        let at = game.board.islands[usize::from(support) - 6];
        (i64::from(at.x - goal.x)).pow(2) + (i64::from(at.y - goal.y)).pow(2)
    };
    let ends = game.board.placements.iter();
    let ends = ends.filter(|place| place.a == home && place.number == 6);
    let end = ends.map(|place| place.b).min_by_key(|end| left(*end));
    let end = end.expect("an island in reach");
    let first = p.bridge(rival.0, 6, (home, end));
    p.stand(rival.0, first);
    assert_eq!(choice(&p, &["card dragon leader"]), dragon(rival));
    empty_reserve(&mut p, seats[0].0);
    let removes = Some(Move::Card(Card::REMOVE));
    assert_ne!(choice(&p, &["card take"]), removes, "a pawn stands on the only plank");
    p.stand(rival.0, village(home));
    assert_eq!(choice(&p, &["card take"]), removes);
    p.act(Card::REMOVE);
    assert_eq!(p.public.ask, Ask::Remove);
    assert_eq!(choice(&p, &["take leader"]), Some(take(first)));
}

#[test]
fn rd_25_what_the_own_way_needs_is_left_alone() {
    let mut p = half_built(&table(2, |_| {}));
    let aside = p.bridge(1, 1, (BLACK, i(19)));
    for seat in [0, 1] {
        empty_reserve(&mut p, seat);
    }
    p.act(Card::REMOVE);
    // Only black's plank lies off pink's way.
    assert_eq!(choice(&p, &["take aside"]), Some(take(aside)));
    // From home there is nothing behind; from the second plank the first is.
    assert_ne!(choice(&p, &["take behind"]), Some(take(plank(PINK, 4))));
    p.stand(0, plank(PINK, 6));
    assert_eq!(choice(&p, &["take behind"]), Some(take(plank(PINK, 4))));
    p.stones(&[27]);
    assert_eq!(choice(&p, &["take stone"]), Some(Move::TakeStone(26)));
}

#[test]
fn rd_33_the_shortest_plank_that_reaches_is_chosen() {
    let mut p = start(&table(2, |_| {}));
    p.stones(&[7, 12, 13, 11]);
    p.act(Card::PLANK);
    assert_eq!(choice(&p, &["number fitting"]), Some(Move::Plank(4)));
    assert_eq!(choice(&p, &["number short"]), Some(Move::Plank(1)));
    assert_eq!(choice(&p, &["number long"]), Some(Move::Plank(6)));
    // An eye that adds 20 mm to everything takes a longer one.
    let wary = ScriptedBot::read(
        "mine",
        &["number fitting"],
        Eye {
            error: 0.0,
            safety: 20.0,
        },
    )
    .unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(choices(&p, &wary), [Move::Plank(6)]);
    p.play(Move::Plank(4));
    for mv in choices(&p, &read(&["plank way"])) {
        assert!(matches!(mv, Move::Lay { a: 0, b, .. } if b == i(7)), "{mv:?}");
    }
}

#[test]
fn rd_43_stones_are_placed_on_the_way_or_along_the_rim() {
    let game = table(2, |_| {});
    let mut p = start(&game);
    p.act(Card::STONE);
    // How far from the middle of the board a script puts it, in millimetres.
    let radii = |lines: &[&str]| {
        let islands = choices(&p, &read(lines)).into_iter().map(|mv| match mv {
            Move::Island(island) => game.board.islands[usize::from(island)],
            other => panic!("{other:?} is no stone on an island"),
        });
        let radius = islands.map(|at| f64::from((at.x - 2250).pow(2) + (at.y - 2250).pow(2)).sqrt() / 10.0);
        radius.collect::<Vec<_>>()
    };
    assert!(radii(&["stone middle"]).into_iter().all(|radius| radius < 51.0));
    assert!(
        radii(&["way rim", "stone way"])
            .into_iter()
            .all(|radius| radius > 112.5)
    );
    let shortest = choices(&p, &read(&["stone way"]));
    for lines in [
        &["way rim", "way short", "stone way"][..],
        &["way rim if turn > 1", "stone way"],
    ] {
        assert_eq!(choices(&p, &read(lines)), shortest, "{lines:?}");
    }
    for whim in 0..20 {
        let state = p.state();
        let mut bearings = Bearings::new(state.view(&game, Seat(0)), 1.0, 0.0, whim << 40 | whim);
        let outside = |bearings: &Bearings<'_>| {
            let way = bearings.course().way.expect("the board is empty");
            let stones = way.supports[..=way.gaps].iter().filter(|support| **support >= 6);
            let centres = stones.map(|support| game.board.islands[usize::from(*support) - 6]);
            centres.map(|at| (at.x - 2250).pow(2) + (at.y - 2250).pow(2)).min() >= Some(1125 * 1125)
        };
        assert!(!outside(&bearings), "the shortest way leads through the middle");
        bearings.keep_to(Path::Rim);
        assert!(outside(&bearings));
    }
}

#[test]
fn rd_53_steps_follow_the_way() {
    let mut p = half_built(&table(2, |_| {}));
    let aside = p.bridge(1, 3, (PINK, i(14)));
    p.act(Card::MOVE_TWO);
    assert!(p.moves().contains(&Move::Step(aside)));
    assert_eq!(choice(&p, &["go way"]), Some(Move::Step(plank(PINK, 4))));
    let found = choice(&p, &["go middle"]);
    assert_eq!(found, Some(Move::Step(aside)), "this plank lies nearer to it");
    p.play(Move::Step(plank(PINK, 4)));
    assert_eq!(choice(&p, &["go way"]), Some(Move::Step(plank(PINK, 6))));
    // Where nothing leads on it stands still.
    p.stand(0, plank(PINK, 5));
    assert_eq!(choice(&p, &["go way"]), Some(Move::Stop));
}

#[test]
fn conditions_ask_for_what_a_seat_may_know() {
    let mut p = half_built(&table(2, |_| {}));
    p.public.last[Seat(1)][2] = Card::dragon(PINK);
    p.private[Seat(0)].programme[0] = Card::STONES;
    p.public.position = 1;
    let holds = |condition: &str| {
        let bot = read(&[&format!("card jump if {condition}"), "card plank"]);
        choices(&p, &bot) == [Move::Card(Card::JUMP)]
    };
    for condition in [
        "turn = 1",
        "position = 2",
        "place = 1 and planks = 3",
        "longest = 3 and stones = 24",
        "distance = 6 and missing = 2",
        "rival-distance = 6 and rival-missing = 2",
        "lead = 0",
        "exits = 1",
        "prey = 3",
        "hunted = 1",
        "hand has dragon and hand has no two-stones",
        "programme has two-stones and programme has no stone",
        "reserve has 1 and reserve has not 4",
        "pawn is home and pawn is village and pawn is not plank",
    ] {
        assert!(holds(condition), "{condition}");
    }
    for condition in [
        "turn > 1",
        "planks > 3",
        "hunted > 1",
        "hand has two-stones",
        "pawn is plank",
        "lead != 0",
    ] {
        assert!(!holds(condition), "{condition}");
    }
    assert_eq!(QUANTITIES.len(), 18, "each is asked for above");
}

#[test]
fn a_wrong_tactic_is_explained() {
    let said = |line: &str| {
        let faults = ScriptedBot::read("mine", &["go way", line], SURE).err();
        let faults = faults.expect("a mistake");
        assert_eq!(faults.len(), 1);
        let fault = faults[0].clone();
        format!("{}; {}", fault.message, fault.help.unwrap_or_default())
    };
    assert!(said("card tow-stones").ends_with("did you mean `card two-stones`?"));
    assert!(said("card dragons leader").contains("`card dragon leader`"));
    assert!(said("go way if rival-distanse <= 2").contains("did you mean `rival-distance`?"));
    assert!(said("card jump if hand has dargon").contains("`dragon`"));
}

#[test]
fn a_wrong_table_is_refused() {
    let spec = |kind: &str, settings: &str| BotSpec {
        kind: kind.to_owned(),
        settings: toml::from_str(settings).expect("TOML"),
    };
    let fails = |kind: &str, settings: &str| bots().make("mine", &spec(kind, settings)).is_err();
    assert!(fails("scripted", ""), "a script is wanted");
    assert!(fails("scripted", "script = [\"walk\"]"));
    assert!(fails("scripted", "script = [\"any\"]\nweights = {}"));
    assert!(!fails("scripted", "script = [\"any\"]\neye-error = 0.2\nsafety = 8.0"));
    assert!(fails("rusher", "script = [\"any\"]"));
}

/// Plays like another bot and notes which tactics could have been played.
struct Witness {
    bot: ScriptedBot,
    seen: AtomicU64,
}

impl Bot<Mekong> for Witness {
    fn choose(&self, view: View<'_, Mekong>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        let bearings = Bearings::new(view, 1.0, 0.0, 0);
        for (at, info) in TACTICS.iter().enumerate() {
            let tactic = Tactic::named(&info.name.replace("CARD", "remove")).expect("a name of the list");
            if moves.iter().any(|mv| tactic.rate(&bearings, *mv).is_some()) {
                let ask = view.public.ask;
                assert!(tactic.answers(view), "{} here: {ask:?}", info.name);
                self.seen.fetch_or(1 << at, Ordering::Relaxed);
            }
        }
        self.bot.choose(view, moves, chance)
    }
}

#[test]
fn every_tactic_has_its_moment() {
    for side in [Side::Islands, Side::Water] {
        let game = table(3, |rules| {
            rules.side = side;
            rules.misjudge = Misjudge::Lost;
            rules.turns_max = 6;
        });
        let mut witness = Witness {
            bot: read(&lines(tactics::SCRIPTS, "saboteur")),
            seen: AtomicU64::new(0),
        };
        let names = ["saboteur", "rusher", "rim-walker", "builder", "careful"];
        for (deal, name) in names.into_iter().enumerate() {
            witness.bot = read(&lines(tactics::SCRIPTS, name));
            for more in 0..if side == Side::Islands { 6 } else { 1 } {
                let chance = Chance::new(5, (10 * deal + more) as u64);
                Table::new(&game).play(chance, |_, _| &witness, &mut Log::default());
            }
        }
        let seen = witness.seen.into_inner();
        let never = TACTICS.iter().enumerate().filter(|(at, _)| seen >> at & 1 == 0);
        // What stands for no move of its own changes the way for the lines after it.
        let silent = ["way rim", "way short"];
        let rare = |name: &&str| side == Side::Islands || *name != "card jump over";
        let never = never.map(|(_, info)| info.name).filter(|name| !silent.contains(name));
        let never: Vec<_> = never.filter(rare).collect();
        assert!(never.is_empty(), "{side:?}: {never:?} could never be played");
    }
}

/// What comes of forty deals of this many players with these bots in turn.
fn played(players: i64, rotate: &[&str]) -> Tally {
    let mut setup = Setup::default().with_rule("players", players);
    setup.seats.rotate = rotate.iter().map(|bot| (*bot).to_owned()).collect();
    let game = (crate::GAME.build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    game.play_block(5, 0..40).expect("no game breaks").tally
}

const SCRIPTS: [&str; 5] = ["rusher", "rim-walker", "saboteur", "careful", "builder"];

/// Each wins nearly every game against two players who move at random.
#[test]
fn every_script_beats_chance() {
    for kind in SCRIPTS {
        let tally = played(4, &[kind, "random"]);
        let [(seats, won), (_, lost)] = [0, 1].map(|bot| tally.bots[bot].totals());
        assert_eq!(seats, 160, "two seats in each deal, played twice");
        assert!(won > 60 && lost < 5, "{kind}: {won} against {lost}");
    }
}

/// Games of one script against itself end by somebody's arriving, within the turns given. Two alone with nobody else's
/// planks may block each other for good, once in ten games at most.
#[test]
fn games_of_scripts_end() {
    for (kind, turns) in SCRIPTS.into_iter().zip([6.0, 20.0, 12.0, 12.0, 9.0]) {
        for players in [2, 4, 6] {
            let tally = played(players, &[kind]);
            let capped = tally.endings[3];
            let all: u64 = tally.turns.rows().map(|(turns, games)| u64::from(turns) * games).sum();
            let mean = all as f64 / tally.games as f64;
            let holds = capped <= if players == 2 { 4 } else { 0 } && mean < turns;
            assert!(holds, "{kind}, {players} players: {mean} turns, {capped} never ended");
        }
    }
}
