//! Lengths, dice and plans against independent counts; and who thinks beats who goes by a list, who beats chance.

use super::{ScriptedBot, player};
use crate::bots::choices::WAY;
use crate::bots::distance_table::{Costs, DistanceTable};
use crate::bots::tactics::{SCRIPTS, TACTICS};
use crate::state::{Ask, Event, Move, Player, Public, Spot};
use crate::track::{RING, Way};
use crate::{Favor, Regatta, Rules};
use balance_engine::{Bot, Chance, Game, Moves, RandomBot, Recorder, Seat, State, Table, Turn};
use balance_kit::script::{GameScript, lines, named};

fn script(lines: &[&str]) -> ScriptedBot {
    ScriptedBot::read("bot", lines, ()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Share of games that `one` wins against `other`, and four standard errors of it. Each deal is played both ways round.
fn share(one: &dyn Bot<Regatta>, other: &dyn Bot<Regatta>, deals: u64) -> (f64, f64) {
    let game = Regatta::standard(2);
    let mut table = Table::new(&game);
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let mut both = 0.0;
        for shift in [0, 1] {
            let bot_of = |_, seat: usize| if seat == shift { one } else { other };
            let finished = table.play(Chance::new(31, deal), bot_of, &mut ());
            both += 0.5 * f64::from(u8::from(finished.outcome.winners.has(Seat(shift as u8))));
        }
        sum += both;
        squares += both * both;
    }
    let n = deals as f64;
    let mean = sum / n;
    (mean, 4.0 * ((squares / n - mean * mean) / n).sqrt())
}

/// The share is 0.77 against the best script. An even match would pass this once in 30,000 sets of deals.
#[test]
fn thinking_beats_every_script() {
    let thinking = player("heuristic", "");
    for GameScript { name, lines, .. } in named(SCRIPTS) {
        let (mean, half) = share(&*thinking, &script(&lines), 200);
        assert!(mean - half > 0.5, "{name}: {mean:.2} ± {half:.2}");
    }
}

/// The least share is 0.65, of the script that never rolls the second die. An even match would pass this once in 30,000
/// sets of deals.
#[test]
fn every_script_beats_chance() {
    for GameScript { name, lines, .. } in named(SCRIPTS) {
        let (mean, half) = share(&script(&lines), &RandomBot, 400);
        assert!(mean - half > 0.5, "{name}: {mean:.2} ± {half:.2}");
    }
}

/// The length of the way on by recursion, step by step over the ring.
fn slowly(game: &Regatta, ring: &[u8; RING], costs: &Costs, spot: Spot) -> f64 {
    let dot = game.course.dot(ring, spot);
    let mut lengths = Vec::new();
    for exit in dot.exits() {
        let to = game.course.follow(ring, spot.position, exit.way);
        let icon = game.course.dot(ring, to).icon;
        let step = costs.step(icon, game.rules.boost) + costs.toll(dot.icon, *exit);
        let crosses = matches!(exit.way, Way::Port(_)) && to.position == 0;
        lengths.push(f64::from(step) + if crosses { 0.0 } else { slowly(game, ring, costs, to) });
    }
    lengths.into_iter().fold(f64::MAX, f64::min)
}

#[test]
fn lengths_are_those_of_the_course_walked_step_by_step() {
    let game = Regatta::standard(4);
    let chart = DistanceTable::new(&game.course, game.rules.boost, &WAY);
    let mut compared = 0;
    for index in 0..6 {
        let mut ring = game.setup(&mut Chance::new(5, index)).public.ring;
        // The stack's wedges, too: each on the last four positions once.
        for (place, position) in (8..RING).enumerate() {
            ring[position] = 12 + ((index as usize * 4 + place) % 16) as u8;
        }
        let bearings = chart.bearings(&ring);
        for position in 7..RING as u8 {
            let wedge = &game.course.wedges[usize::from(ring[usize::from(position)])];
            for dot in 0..wedge.dots.len() as u8 {
                let spot = Spot { position, dot };
                let (quick, slow) = (f64::from(bearings.to_line(spot)), slowly(&game, &ring, &WAY, spot));
                assert!((quick - slow).abs() < 1e-4, "{} {dot}: {quick} is {slow}", wedge.id);
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Two lanes with the same fish and dots are not as good when two Hydras lie on one of them.
#[test]
fn a_lane_with_hydras_is_longer_than_the_same_without() {
    let lanes = "a .H.H. | b ..... | c ..... | d .....";
    let game = super::on_course(3, lanes, |_| {});
    let chart = DistanceTable::new(&game.course, game.rules.boost, &WAY);
    let ring = game.setup(&mut Chance::new(5, 1)).public.ring;
    let bearings = chart.bearings(&ring);
    let from = |lane: u8| bearings.to_line(Spot::new(3, 5 * lane));
    assert!(from(0) > from(1) + 3.0, "{} and {}", from(0), from(1));
}

#[test]
fn a_wedge_laid_later_gives_the_lengths_of_the_ring_with_it() {
    let game = Regatta::standard(4);
    let chart = DistanceTable::new(&game.course, game.rules.boost, &Costs::PLAIN);
    let mut ring = game.setup(&mut Chance::new(6, 1)).public.ring;
    for (wedge, position) in [(12, 1), (20, 11), (27, 6), (21, 6)] {
        let mut laid = chart.bearings(&ring);
        laid.lay(wedge, position);
        ring[usize::from(position)] = wedge;
        let fresh = chart.bearings(&ring);
        assert_eq!(laid.lap().to_bits(), fresh.lap().to_bits());
        for at in 0..RING as u8 {
            let spot = Spot { position: at, dot: 0 };
            let [laid, fresh] = [&laid, &fresh].map(|table| table.to_line(spot).to_bits());
            assert_eq!(laid, fresh, "position {at} after {wedge}");
        }
    }
}

/// Gains of rolling the second die over stopping, worked out by hand for fish worth one and a half dots: after a first
/// die of 1 to 6, with no fish to three, which are spent after a bust alone.
#[test]
fn rolling_the_second_die_gains_what_was_worked_out() {
    let game = Regatta::standard(3);
    let weights = only(&[("way", -1.0), ("fish", 1.5), ("fish-more", 1.5), ("fish-most", 1.5)]);
    let bot = player("heuristic", &weights);
    let gains = [
        [3.50, 3.50, 3.50, 3.50],
        [3.00, 3.58, 3.68, 3.70],
        [2.00, 3.17, 3.56, 3.69],
        [0.50, 2.00, 2.75, 3.12],
        [-1.50, -0.17, 0.72, 1.31],
        [-4.00, -3.58, -3.24, -2.95],
    ];
    for (first, row) in (1..).zip(gains) {
        for (fish, gain) in (0..).zip(row) {
            let state = asked(&game, Ask::First, |public| {
                (public.players[0].nav, public.players[0].first, public.players[0].fish) = (2, first, fish);
            });
            let moves = [Move::Pass, Move::Roll];
            let mut offered = Moves::default();
            for mv in moves {
                offered.push(mv);
            }
            let mut values = Vec::new();
            bot.values(state.view(&game, Seat(0)), &offered, &mut values);
            let found = values[1] - values[0];
            assert!((found - gain).abs() < 0.006, "{first} with {fish} fish: {found}");
        }
    }
}

/// Settings of a bot that weighs only this.
fn only(weights: &[(&str, f64)]) -> String {
    let features = crate::bots::bots().infos();
    let info = features.into_iter().find(|info| info.kind == "heuristic");
    let schema = (info.expect("the heuristic").schema)();
    let known = schema.pointer("/properties/weights/properties").expect("weights");
    let weight = |name: &String| {
        let set = weights.iter().find(|(key, _)| key == name);
        format!("{name} = {:?}", set.map_or(0.0, |(_, weight)| *weight))
    };
    let all: Vec<String> = known.as_object().expect("weights").keys().map(weight).collect();
    format!("weights = {{ {} }}", all.join(", "))
}

/// Ends when the movement of the turn does.
#[derive(Default)]
struct Watch {
    ended: Option<Spot>,
    laps: u8,
}

impl Recorder<Regatta> for Watch {
    fn event(&mut self, _game: &Regatta, event: Event, public: &Public) {
        if event == Event::MoveEnded && self.ended.is_none() {
            self.ended = Some(public.mover().spot);
            self.laps = public.mover().laps;
        }
    }
}

/// The least way that is left after the turn, over all that can be chosen.
fn least_way(game: &Regatta, state: &State<Regatta>, chance: &Chance, way: &dyn Fn(&Watch) -> f32) -> f32 {
    let mut moves = Moves::default();
    game.moves(state.view(game, state.public.decider), &mut moves);
    let mut least = f32::INFINITY;
    for mv in moves.iter() {
        let (mut next, mut draws, mut watch) = (state.clone(), chance.clone(), Watch::default());
        game.play(&mut next, *mv, &mut draws, &mut watch);
        least = least.min(if watch.ended.is_some() {
            way(&watch)
        } else {
            least_way(game, &next, &draws, way)
        });
    }
    least
}

#[test]
fn a_player_to_whom_only_the_way_counts_finds_the_best_of_all_plans() {
    let game = Regatta::with_rules(Rules {
        players: 3,
        laps: 9,
        // No turn goes further then than is looked through.
        boost: 0,
        ..Rules::default()
    });
    let thinking = player("heuristic", &only(&[("way", -1.0)]));
    let chart = DistanceTable::new(&game.course, game.rules.boost, &WAY);
    let mut turns = 0;
    let mut choices = 0;
    for index in 0..12 {
        let mut chance = Chance::new(17, index);
        let mut state = game.setup(&mut chance);
        let mut moves = Moves::default();
        for _ in 0..120 {
            // No favors: what they are worth is not the way. At the start they say who places first.
            if state.public.ask != Ask::Start {
                for player in &mut state.public.players {
                    player.slots = [None; 2];
                }
            }
            let begun = state.public.ask == Ask::Step && state.public.moved == 0 && !state.public.windborne;
            if begun && state.public.left <= 6 {
                let ring = state.public.ring;
                let bearings = chart.bearings(&ring);
                let way = |watch: &Watch| {
                    let ship = Player {
                        spot: watch.ended.unwrap_or_default(),
                        laps: watch.laps,
                        ..Player::default()
                    };
                    bearings.to_end(&ship, game.rules.laps)
                };
                let least = least_way(&game, &state, &chance, &way);
                let (mut own, mut draws, mut watch) = (state.clone(), chance.clone(), Watch::default());
                while watch.ended.is_none() {
                    let seat = own.public.decider;
                    moves.clear();
                    game.moves(own.view(&game, seat), &mut moves);
                    let at = thinking.choose(own.view(&game, seat), &moves, draws.bot(seat));
                    choices += usize::from(moves.len() > 1);
                    game.play(&mut own, moves[at], &mut draws, &mut watch);
                }
                let found = way(&watch).to_bits();
                assert_eq!(found, least.to_bits(), "game {index}, {} points", state.public.left);
                turns += 1;
            }
            let Turn::Choose(seat) = game.turn(&state.public) else {
                break;
            };
            moves.clear();
            game.moves(state.view(&game, seat), &mut moves);
            let at = RandomBot.choose(state.view(&game, seat), &moves, chance.bot(seat));
            game.play(&mut state, moves[at], &mut chance, &mut ());
        }
    }
    assert!(turns > 40 && choices > 80, "{turns} turns with {choices} choices");
}

/// A table of three at which seat 1 is asked this.
fn asked(game: &Regatta, ask: Ask, change: impl FnOnce(&mut Public)) -> State<Regatta> {
    let mut state = game.setup(&mut Chance::new(3, 3));
    let public = &mut state.public;
    for (at, player) in public.players.iter_mut().enumerate().take(game.players) {
        player.spot = Spot::new(2 * at as u8, 0);
        player.slots = [None; 2];
    }
    (public.turn, public.decider, public.ask) = (Seat(0), Seat(0), ask);
    change(public);
    state
}

fn chosen(game: &Regatta, bot: &dyn Bot<Regatta>, state: &State<Regatta>) -> Move {
    let view = state.view(game, state.public.decider);
    let mut moves = Moves::default();
    game.moves(view, &mut moves);
    moves[bot.choose(view, &moves, Chance::new(1, 1).bot(Seat(0)))]
}

#[test]
fn tridents_go_to_the_leader_and_are_the_first_to_be_given_up() {
    let game = Regatta::standard(3);
    let thinking = player("heuristic", "");
    let listed = script(&lines(SCRIPTS, "dasher"));
    let bots: [&dyn Bot<Regatta>; 2] = [&*thinking, &listed];
    for bot in bots {
        let target = asked(&game, Ask::Target, |public| public.revealed = Some(Favor::Ares));
        assert_eq!(chosen(&game, bot, &target), Move::Target(Seat(2)));
        let slot = asked(&game, Ask::Slot, |public| {
            public.revealed = Some(Favor::Hermes);
            public.players[0].slots = [Some(Favor::Demeter), Some(Favor::Hypnos)];
        });
        assert_eq!(chosen(&game, bot, &slot), Move::Discard(1));
    }
}

/// By the odds: 1 to 4 always, 5 with two fish, 6 never; the navigation die from a 1 with three fish, or two with the
/// Fleece.
#[test]
fn dice_are_rolled_by_the_odds() {
    let game = Regatta::standard(3);
    let thinking = player("heuristic", "");
    let listed = script(&lines(SCRIPTS, "by-the-table"));
    let bots: [&dyn Bot<Regatta>; 2] = [&*thinking, &listed];
    for bot in bots {
        for (first, fish, rolls) in [(1, 0, true), (4, 0, true), (5, 0, false), (6, 0, false), (6, 3, false)] {
            let state = asked(&game, Ask::First, |public| {
                (public.players[0].nav, public.players[0].first, public.players[0].fish) = (2, first, fish);
            });
            let wanted = if rolls { Move::Roll } else { Move::Pass };
            assert_eq!(chosen(&game, bot, &state), wanted, "{first} with {fish} fish");
        }
        for (nav, fish, fleece, again) in [(1, 1, 1, false), (1, 3, 0, true), (2, 3, 0, false), (3, 3, 0, false)] {
            let state = asked(&game, Ask::Nav, |public| {
                (public.players[0].nav, public.players[0].fish) = (nav, fish);
                public.fleece = Seat(fleece);
            });
            let wanted = if again { Move::Reroll } else { Move::Pass };
            assert_eq!(chosen(&game, bot, &state), wanted, "{nav} with {fish} fish");
        }
    }
}

/// Each tactic decides something somewhere: put first, it makes games go differently than `any` alone does, or
/// before a list that keeps favors until they are of use.
#[test]
fn every_tactic_changes_games() {
    let game = Regatta::standard(3);
    let mut table = Table::new(&game);
    let mut play = |lines: &[&str]| {
        let bot = script(lines);
        let mut ends = Vec::new();
        for index in 0..80 {
            let finished = table.play(Chance::new(9, index), |_, _| &bot, &mut ());
            ends.push(finished.state.public.players);
        }
        ends
    };
    let (any, still) = (play(&["any"]), play(&["short way", "let it be"]));
    for info in TACTICS.iter().filter(|info| info.name != "any") {
        let changes = play(&[info.name]) != any || play(&[info.name, "short way", "let it be"]) != still;
        assert!(changes, "{}", info.name);
    }
}
