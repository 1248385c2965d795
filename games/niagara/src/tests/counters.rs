//! Every counter counts its own event and nothing else.

use super::*;
use crate::metrics::{Count, NiagaraMetrics};
use crate::state::Event;
use balance_engine::{RandomBot, Recorder, Table};
use balance_kit::Metrics;

type Counted = Vec<(&'static str, u32)>;

/// The counters that are not nothing, by key.
fn counted(metrics: &NiagaraMetrics) -> Counted {
    let all = Count::TABLE.iter().map(|counter| counter.key);
    let all = all.zip(metrics.counts().iter().copied());
    all.filter(|(_, count)| *count > 0).collect()
}

/// What is counted when these happen in round 3 of a game of three.
fn counts_of(events: &[Event], position: impl FnOnce(&mut Public)) -> Counted {
    let mut p = self::position(3, |_| {});
    p.public.round = 3;
    position(&mut p.public);
    let mut metrics = NiagaraMetrics::default();
    metrics.start(&p.game, &p.state);
    for event in events {
        metrics.event(&p.game, *event, &p.public);
    }
    counted(&metrics)
}

fn once(keys: &[&'static str]) -> Counted {
    keys.iter().map(|key| (*key, 1)).collect()
}

#[test]
fn every_event_moves_its_counters_and_no_other() {
    let seat = Seat(1);
    let fell = |loaded| Event::Fell { seat, canoe: 0, loaded };
    let landed = |gem| Event::Landed(seat, 0, [gem, None]);
    let paddled = |from| Event::Paddled {
        seat,
        canoe: 0,
        from,
        to: S[2],
    };
    let stolen = Event::Stolen {
        thief: seat,
        canoe: 0,
        victim: Seat(0),
        from: 0,
        colour: BLUE,
    };
    let found: [(Event, &[&str]); 27] = [
        (fell(false), &["falls"]),
        (fell(true), &["falls", "falls-loaded"]),
        (stolen, &["steals"]),
        (paddled(LAND), &["launches"]),
        (paddled(S[1]), &[]),
        (landed(NONE), &["landings"]),
        (Event::Returned(seat, 0, None), &["returns"]),
        (Event::Returned(seat, 0, Some(BLUE)), &["returns", "returns-paid"]),
        (Event::Unloaded(seat, 0, BLUE), &["unloads"]),
        (Event::WeatherMoved, &["clouds"]),
        (Event::Flowed(0), &["rivers", "rivers-still"]),
        (Event::Flowed(1), &["rivers", "flow"]),
        (Event::Traded(seat), &["trades"]),
        (Event::ElkTaken(seat, 0), &["elk-rides"]),
        (Event::BeaverFell, &["beaver-falls"]),
        (Event::Tied(seat), &["lassos"]),
        (Event::RoundBegan, &[]),
        (Event::Shown(seat, CLOUD), &[]),
        (Event::Pushed(0), &[]),
        (Event::BeaverCame, &[]),
        (Event::Swept(seat, 0), &[]),
        (Event::ElkHome, &[]),
        (Event::WhirlpoolFell, &[]),
        (Event::WhirlpoolCame, &[]),
        (Event::JoeLoaded(BLUE), &[]),
        (Event::JoeMoved, &[]),
        (Event::JoeFell, &[]),
    ];
    for (event, keys) in found {
        assert_eq!(counts_of(&[event], |_| {}), once(keys), "{event:?}");
    }
    let steps = counts_of(&[Event::Flowed(4)], |_| {});
    assert_eq!(steps, [("rivers", 1), ("flow", 4)]);
    let home = counts_of(&[landed(Some(BLUE)), landed(Some(PINK))], |_| {});
    assert_eq!(home, [("landings", 2), ("gems-landed", 2), ("first-gem-round", 3)]);
}

#[test]
fn loads_are_counted_by_colour_and_by_depth() {
    let depths = [
        (1, "shallow"),
        (2, "shallow"),
        (3, "shallow"),
        (4, "middle"),
        (5, "middle"),
        (6, "deep"),
        (7, "deep"),
    ];
    for (at, colour) in GemColour::ALL.into_iter().enumerate() {
        for (depth, part) in depths {
            let seat = Seat(0);
            let mut found = counts_of(
                &[Event::Loaded {
                    seat,
                    canoe: 0,
                    colour,
                    depth,
                }],
                |_| {},
            );
            found.sort_unstable();
            let [by_colour, by_depth] = [format!("loads-{}", at + 1), format!("loads-{part}")];
            let mut expected = [("loads", 1), (by_colour.as_str(), 1), (by_depth.as_str(), 1)];
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn halves_are_those_of_the_river_played_on() {
    let text = crate::content::BOARD.replace("trunk = [\"\", \"\",", "trunk = [\"\", \"\", \"\",");
    let board = crate::content::board(&text).expect("well formed");
    let game = Niagara::new(Rules::default(), &board).expect("it goes together");
    let p = begin(&game);
    for (depth, part) in [(3, "shallow"), (4, "middle"), (6, "middle"), (7, "deep")] {
        let mut metrics = NiagaraMetrics::default();
        metrics.start(&game, &p.state);
        let loaded = Event::Loaded {
            seat: Seat(0),
            canoe: 0,
            colour: VIOLET,
            depth,
        };
        metrics.event(&game, loaded, &p.public);
        let key = format!("loads-{part}");
        let holds = counted(&metrics).contains(&(key.as_str(), 1));
        assert!(holds, "{depth} of six before the fork");
    }
}

#[test]
fn another_leader_is_counted_and_a_tie_is_none() {
    let mut p = position(3, |_| {});
    let mut metrics = NiagaraMetrics::default();
    metrics.start(&p.game, &p.state);
    let mut changes = Vec::new();
    // Gems on land after each landing: seat 1 leads, still leads, ties with seat 2, who then leads, gives one back.
    for gems in [
        [1, 0, 0],
        [2, 1, 0],
        [2, 2, 0],
        [2, 3, 0],
        [4, 3, 0],
        [3, 3, 3],
        [3, 3, 4],
    ] {
        for (seat, count) in gems.into_iter().enumerate() {
            p.public.gems[Seat(seat as u8)] = [count, 0, 0, 0, 0];
        }
        let event = Event::Landed(Seat(0), 0, [Some(VIOLET), None]);
        metrics.event(&p.game, event, &p.public);
        changes.push(metrics.counts()[Count::LeadChanges as usize]);
    }
    assert_eq!(changes, [0, 0, 0, 1, 2, 2, 3]);
    assert!(counted(&metrics).contains(&("lead-changes", 3)));
    // A gem paid for a canoe may cost the lead, too.
    p.public.gems[Seat(2)] = [2, 0, 0, 0, 0];
    p.public.gems[Seat(0)] = [3, 0, 0, 0, 0];
    let paid = Event::Returned(Seat(2), 0, Some(VIOLET));
    p.public.gems[Seat(1)] = [1, 0, 0, 0, 0];
    metrics.event(&p.game, paid, &p.public);
    assert_eq!(metrics.counts()[Count::LeadChanges as usize], 4);
}

#[test]
fn endings_are_counted_by_their_sets() {
    let ends = |gems: [[u8; COLOURS]; 3]| {
        let mut p = position(3, |_| {});
        for (seat, gems) in gems.into_iter().enumerate() {
            p.public.gems[Seat(seat as u8)] = gems;
        }
        p.public.ending = Some(crate::state::Ending::Any);
        let mut metrics = NiagaraMetrics::default();
        metrics.start(&p.game, &p.state);
        metrics.finish(&p.game, &p.state, &p.game.outcome(&p.state));
        counted(&metrics)
    };
    let none = [0; COLOURS];
    assert_eq!(ends([[3, 3, 1, 0, 0], none, none]), once(&["won-any"]));
    assert_eq!(ends([none, [4, 0, 0, 0, 0], none]), once(&["won-same"]));
    assert_eq!(ends([none, none, [1; COLOURS]]), once(&["won-different"]));
    let shared = once(&["won-same", "won-different", "shared-wins"]);
    assert_eq!(ends([[0, 0, 0, 0, 4], none, [1; COLOURS]]), shared);
}

#[test]
fn parts_never_exceed_the_whole() {
    let game = table(4, |rules| rules.rounds_max = 60);
    let mut metrics = NiagaraMetrics::default();
    for index in 0..20 {
        Table::new(&game).play(Chance::new(4, index), |_, _| &RandomBot, &mut metrics);
        let value = |key: &str| {
            let at = Count::TABLE.iter().position(|counter| counter.key == key);
            metrics.counts()[at.expect("a counter")]
        };
        for (counter, count) in Count::TABLE.iter().zip(metrics.counts()) {
            assert!(counter.of.is_none_or(|whole| *count <= value(whole)), "{}", counter.key);
        }
        let colours: u32 = (1..=5).map(|colour| value(&format!("loads-{colour}"))).sum();
        let depths = value("loads-shallow") + value("loads-middle") + value("loads-deep");
        assert_eq!([colours, depths], [value("loads"); 2]);
        assert_eq!(value("rivers"), 60, "the cap comes after the river's turn");
    }
}

#[test]
fn only_a_canoe_from_the_beach_is_a_launch() {
    let mut p = position(2, |_| {});
    p.put(0, 0, 3, NONE);
    let mut metrics = NiagaraMetrics::default();
    let mut launches = |p: &mut Expedition, moves: &[Move]| {
        for mv in moves {
            assert!(p.moves().contains(mv), "{mv:?}");
            p.game.play(&mut p.state, *mv, &mut p.chance, &mut metrics);
        }
        metrics.counts()[Count::Launches as usize]
    };
    assert_eq!(launches(&mut p, &[card(1), card(3), paddle(0, 4), Move::Pass]), 0);
    assert_eq!(launches(&mut p, &[paddle(0, 3)]), 1);
}

#[test]
fn progress_goes_to_the_nearest_set_by_the_order_of_the_first_round() {
    let mut p = position(3, |_| {});
    (p.public.opener, p.public.first) = (Seat(1), Seat(2));
    let progress = |p: &Expedition| [0, 1, 2].map(|side| p.game.progress(p, side));
    assert_eq!(progress(&p), [Some(0); 3]);
    // Three of four alike, four of five colours and four of seven; two of seven and of four alike.
    p.public.gems[Seat(1)] = [3, 0, 0, 0, 0];
    p.public.gems[Seat(2)] = [1, 1, 1, 1, 0];
    p.public.gems[Seat(0)] = [2, 0, 0, 0, 0];
    assert_eq!(progress(&p), [Some(750), Some(800), Some(500)]);
    // A set out of the game is no way to win.
    let any = table(3, |rules| (rules.sets.same, rules.sets.different) = (0, 0));
    assert_eq!(any.progress(&p.state, 0), Some(428));
    let outcome = p.game.outcome(&p.state);
    assert!(outcome.winners.is_empty() && outcome.ending == crate::state::Ending::RoundCap as u8);
}

#[test]
fn ni_r15_who_acted_first_is_a_matter_of_the_round() {
    let mut p = position(2, |rules| rules.tiebreak = crate::rules::Tiebreak::CountThenFirst);
    (p.public.opener, p.public.first) = (Seat(0), Seat(1));
    p.public.gems = balance_engine::BySeat::filled([4, 0, 0, 0, 0]);
    p.public.ending = Some(crate::state::Ending::Same);
    let winners: Vec<Seat> = p.game.outcome(&p.state).winners.iter().collect();
    assert_eq!(winners, [Seat(1)]);
}
