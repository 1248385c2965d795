//! What the bots do where everybody would agree, what is said about a wrong script, and who beats whom.

use super::*;
use crate::bots::bots;
use crate::bots::tactics::SCRIPTS;
use crate::state::Ending;
use balance_engine::{Bot, Chance, RandomBot, Stream, Table};
use balance_kit::BotSpec;
use balance_kit::script::{GameScript, named};

fn choice(game: &Niagara, state: &State<Niagara>, bot: &dyn Bot<Niagara>, stream: u64) -> Move {
    let mut offered = Moves::default();
    let seat = state.public.decider;
    game.moves(state.view(game, seat), &mut offered);
    offered[bot.choose(state.view(game, seat), &offered, &mut Stream::keyed(7, stream, 0, 0))]
}

fn thinking() -> Box<dyn Bot<Niagara>> {
    player("heuristic", "")
}

fn scripted(line: &str) -> ScriptedBot {
    ScriptedBot::read("mine", &[line], ()).expect("a tactic")
}

/// How often each card is laid in 300 games that begin with this position.
fn cards(game: &Niagara, state: &State<Niagara>, bot: &dyn Bot<Niagara>) -> [u32; 16] {
    cards_of(game, state, bot, 300)
}

/// The same in so many games.
fn cards_of(game: &Niagara, state: &State<Niagara>, bot: &dyn Bot<Niagara>, games: u64) -> [u32; 16] {
    let mut counts = [0; 16];
    for stream in 0..games {
        if let Move::Card(card) = choice(game, state, bot, stream) {
            counts[card.0 as usize] += 1;
        }
    }
    counts
}

#[test]
fn it_mixes_cards_that_are_about_equally_good() {
    let p = position(4, |_| {});
    let blind = |more: &str| {
        let names = bots().infos().into_iter().find(|info| info.kind == "heuristic");
        let names = names.expect("it");
        let schema = (names.schema)().to_value();
        let weights = schema.pointer("/properties/weights/properties");
        let weights = weights.and_then(|all| all.as_object());
        let all = weights.expect("weights").keys().filter(|name| !more.contains(&**name));
        let zero: Vec<String> = all.map(|name| format!("{name} = 0")).collect();
        player("heuristic", &format!("[weights]\n{}\n{more}", zero.join("\n")))
    };
    let counts = cards(&p.game, &p.state, &*blind(""));
    let holds = counts[..7].iter().all(|count| *count > 20);
    assert!(holds, "nothing tells them apart: {counts:?}");
    let counts = cards(&p.game, &p.state, &*blind("three = 3"));
    assert_eq!(counts[3], 300, "a clear choice is made: {counts:?}");
}

/// All experts opened with the cloud once, though a canoe in the river is worth more than any weather.
#[test]
fn few_open_with_the_cloud() {
    for players in 3..=5 {
        let p = position(players, |_| {});
        let counts = cards(&p.game, &p.state, &*thinking());
        assert!(counts[CLOUD.0 as usize] < 75, "{players} players: {counts:?}");
        let counts = cards_of(&p.game, &p.state, &*player("expert", ""), 24);
        assert!(counts[CLOUD.0 as usize] <= 6, "{players} experts: {counts:?}");
    }
}

/// An expert once kept the card that lands, laid the cloud, and went over the falls with the gem: now in few positions.
#[test]
fn nobody_goes_over_the_falls_with_a_gem_and_the_card_that_lands() {
    let game = table(4, |_| {});
    let mut experts = 0;
    for (space, lands, gem) in [(R6, 6, BLUE), (L6, 6, BLUE), (S[5], 5, YELLOW), (S[4], 4, CLEAR)] {
        for weather in 1..4 {
            let mut p = begin(&game);
            p.public.weather = weather;
            p.put(0, 0, space, gem);
            p.public.hands[Seat(0)] = CLOUD.bit() | 1 << lands;
            for other in 1..4 {
                p.public.hands[Seat(other)] = CLOUD.bit() | 1 << 5;
            }
            let landed = |bot: &str| cards_of(&game, &p.state, &*player(bot, ""), 24)[lands];
            assert_eq!(landed("club"), 24, "at {space:?}, cloud on box {weather}");
            experts += landed("expert");
        }
    }
    assert!(experts >= 260, "{experts} of 288");
}

/// Whatever the weather, a card that lands is laid and not the cloud; where it may be kept for a round, now and then the cloud.
#[test]
fn a_gem_within_reach_of_land_comes_ashore() {
    let game = table(4, |_| {});
    for weather in 0..4 {
        for (space, hand, lands) in [(5, 0b110_0011, 5), (6, 0b100_0001, 6), (4, 0b001_0001, 4)] {
            let mut p = begin(&game);
            p.public.weather = weather;
            p.put(0, 0, space, YELLOW);
            p.public.hands.first_mut(4).fill(hand);
            let counts = cards(&game, &p.state, &*thinking());
            let landed: u32 = counts[lands..].iter().sum();
            assert_eq!(landed, 300, "at {space} with the cloud on box {weather}: {counts:?}");
        }
    }
}

/// Paddling a gem up and down wastes cards; where it goes down to be safe from thieves it does so once.
#[test]
fn no_gem_is_paddled_up_and_down() {
    let game = table(4, |_| {});
    let (mut down, mut up) = (0, 0);
    for number in 0..40 {
        let (mut chance, bot) = (Chance::new(5, number), thinking());
        let mut state = game.setup(&mut chance);
        let mut offered = Moves::default();
        while let balance_engine::Turn::Choose(seat) = game.turn(&state.public) {
            offered.clear();
            game.moves(state.view(&game, seat), &mut offered);
            let at = if offered.len() == 1 {
                0
            } else {
                bot.choose(state.view(&game, seat), &offered, chance.bot(seat))
            };
            if let Move::Paddle { canoe, pre, to, .. } = offered[at] {
                let own = state.public.canoes[seat][canoe as usize];
                if own.loaded() && pre.is_nothing() {
                    *(if game.river.depth(to) > game.river.depth(own.space) {
                        &mut down
                    } else {
                        &mut up
                    }) += 1;
                }
            }
            game.play(&mut state, offered[at], &mut chance, &mut ());
        }
    }
    assert!(25 * down <= up, "{down} times down and {up} times up");
}

#[test]
fn a_loaded_canoe_does_not_paddle_down() {
    let game = table(4, |_| {});
    for space in 1..=7 {
        for number in 1..=6 {
            let mut p = begin(&game);
            p.put(0, 0, space, YELLOW);
            p.lay(&[number, 3, 4, 5]);
            let up = |mv: Move| !matches!(mv, Move::Paddle { canoe: 0, to, .. } if game.river.depth(to) > game.river.depth(Space(space)));
            assert!(up(choice(&game, &p.state, &*thinking(), 1)), "at {space} with {number}");
        }
    }
}

#[test]
fn it_brings_the_winning_gem_ashore() {
    let mut p = position(3, |_| {});
    p.own(0, VIOLET, 3);
    p.put(0, 0, 3, VIOLET);
    let counts = cards(&p.game, &p.state, &*thinking());
    let found = counts[3..=6].iter().sum::<u32>();
    assert_eq!(found, 300, "only a card that lands: {counts:?}");
    p.lay(&[4, 6, 6]);
    assert_eq!(choice(&p.game, &p.state, &*thinking(), 1), paddle(0, LAND));
}

#[test]
fn it_takes_the_gem_that_would_make_another_win() {
    let mut p = position(3, |_| {});
    p.own(1, CLEAR, 3);
    p.put(0, 0, L6, NONE);
    p.put(1, 0, 4, CLEAR);
    p.put(2, 0, 4, VIOLET);
    p.lay(&[2, 6, 6]);
    assert_eq!(choice(&p.game, &p.state, &*thinking(), 1), paddle(0, 4));
    p.play(paddle(0, 4));
    assert!(matches!(
        choice(&p.game, &p.state, &*thinking(), 1),
        Move::Steal { victim: Seat(1), .. }
    ));
}

#[test]
fn it_calms_the_river_below_its_own_canoes_and_stirs_it_below_others() {
    let game = table(2, |_| {});
    for (seat, up) in [(0, false), (1, true)] {
        let mut p = begin(&game);
        p.public.weather = 2;
        for at in 0..2 {
            p.put(seat, at, 5, YELLOW);
        }
        p.lay(&[CLOUD, Card(3)]);
        let found = choice(&game, &p.state, &*thinking(), 1);
        assert_eq!(found, Move::Weather { up }, "seat {seat}");
    }
}

#[test]
fn it_buys_a_canoe_back_when_it_has_none() {
    let mut p = position(2, |_| {});
    p.public.canoes[Seat(0)] = [Canoe::empty(LOST); 2];
    p.own(0, VIOLET, 2);
    p.lay(&[3, 3]);
    assert_eq!(choice(&p.game, &p.state, &*thinking(), 1), take_back(Some(VIOLET)));
}

#[test]
fn it_knows_the_new_cards() {
    let game = table(3, |rules| rules.spirits.cards = true);
    // two gems at the edge, and the others have high numbers only: the lasso saves them, the cloud does not
    let mut p = begin(&game);
    p.put(0, 0, R7, PINK);
    p.put(0, 1, R6, BLUE);
    p.public.hands.first_mut(3).fill(1 << 5 | 1 << 6);
    p.public.hands[Seat(0)] = LASSO.bit() | CLOUD.bit();
    let counts = cards(&game, &p.state, &*thinking());
    assert_eq!(counts[LASSO.0 as usize], 300, "{counts:?}");
    let found = cards(&game, &p.state, &scripted("card lasso in danger"))[LASSO.0 as usize];
    assert_eq!(found, 300);
    // the card of one's choice stands for the number that lands
    let mut p = begin(&game);
    p.own(0, VIOLET, 3);
    p.put(0, 0, 3, VIOLET);
    p.lay(&[CHOICE, Card(6), Card(6)]);
    assert_eq!(choice(&game, &p.state, &*thinking(), 1), Move::Number(3));
    assert_eq!(choice(&game, &p.state, &scripted("card home"), 1), Move::Number(3));
}

#[test]
fn it_trades_with_joe_for_a_gem() {
    let mut p = position(2, |rules| rules.joe = true);
    p.put(0, 0, 2, NONE);
    p.public.joe = Some(laden(Space(4), Some(PINK)));
    p.take_away(PINK);
    p.lay(&[2, 3]);
    p.play(paddle(0, 4));
    assert_eq!(choice(&p.game, &p.state, &*thinking(), 1), Move::Trade(NONE));
    assert_eq!(choice(&p.game, &p.state, &scripted("trade"), 1), Move::Trade(NONE));
}

#[test]
fn a_wrong_table_is_explained() {
    let fails = |kind: &str, settings: &str| {
        let settings = toml::from_str(settings).expect("TOML");
        let kind = kind.to_owned();
        bots().make("mine", &BotSpec { kind, settings }).is_err()
    };
    assert!(!fails("heuristic", "weights = { landed = 2.0 }"));
    assert!(fails("heuristic", "weights = { lannded = 2.0 }"));
    assert!(fails("random", "script = []"));
}

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
