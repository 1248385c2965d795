//! How far two sides are apart, where it is not counted in which deals both won.

use super::*;

/// Does each side win?
type Won = [bool; 2];

/// North wins two games in five and south seven in twenty, never both.
fn apart(stream: &mut Stream) -> Won {
    let luck = stream.unit();
    [luck < 0.4, (0.4..0.75).contains(&luck)]
}

/// As often, but south never without north.
fn together(stream: &mut Stream) -> Won {
    let luck = stream.unit();
    [luck < 0.4, luck < 0.35]
}

/// As often, each for itself.
fn alone(stream: &mut Stream) -> Won {
    [stream.unit() < 0.4, stream.unit() < 0.35]
}

/// Plays deals of so many `rotations` and judges at every block.
fn answer(question: Question, of: fn(&mut Stream) -> Won, rotations: u32, deals: u64, seed: u64) -> Answer {
    let sheet = sheet(400);
    let mut docket = Docket::new(vec![question]);
    let mut played = Played {
        tallies: vec![Tally::new(&sheet)],
        pairs: vec![None],
        ..Played::default()
    };
    for game in 0..deals {
        let mut chance = Chance::new(seed, game);
        let stream = chance.stream(Purpose::Events);
        let mut wins = [0, 0];
        for rotation in 0..rotations {
            let won = of(stream);
            let unit = FinishedGame {
                id: GameId { game, rotation },
                winners: u8::from(won[0]) + u8::from(won[1]),
                sides_won: u16::from(won[0]) | u16::from(won[1]) << 1,
                sides_in_play: 3,
                turns: 30,
                decisions: 60,
                ..FinishedGame::default()
            };
            played.tallies[0].add(&unit, &[0]);
            wins = [wins[0] + u8::from(won[0]), wins[1] + u8::from(won[1])];
        }
        played.tallies[0].close_game(&wins, &[rotations as u8], rotations as usize);
        played.games += 1;
        if played.games.is_multiple_of(BLOCK) {
            docket.judge(&played);
            if docket.is_decided() {
                break;
            }
        }
    }
    docket.answers(&played)[0]
}

fn gap(lo: f64, hi: f64) -> Question {
    band(Metric::Gap(0, 1), lo, hi, 400)
}

/// The truth, 5 points, is the end of what is wanted: neither called within nor outside in more than 5% of the runs.
#[test]
fn at_the_edge_neither_verdict_comes_often() {
    for (of, rotations) in [
        (apart as fn(&mut Stream) -> Won, 1),
        (together, 1),
        (alone, 1),
        (apart, 2),
        (alone, 3),
    ] {
        for (lo, hi) in [(0.05, 0.15), (-0.05, 0.05)] {
            let verdicts = (0..tries()).map(|seed| answer(gap(lo, hi), of, rotations, 12 * BLOCK, seed).verdict);
            let decided = verdicts.filter(|found| *found != Verdict::Undecided).count() as u64;
            assert!(decided <= tries() / 20, "{rotations}, {lo} to {hi}: {decided}");
        }
    }
}

#[test]
fn clear_cases_are_decided_early_and_rightly() {
    let open = f64::INFINITY;
    for (of, rotations) in [(apart as fn(&mut Stream) -> Won, 1), (together, 1), (apart, 2)] {
        let told = |lo: f64, hi: f64| {
            let answer = answer(gap(lo, hi), of, rotations, 16 * BLOCK, 5);
            (answer.verdict, answer.deals / BLOCK)
        };
        assert_eq!(told(-0.1, 0.2), (Verdict::Within, 1));
        assert_eq!(told(-0.5, -0.1), (Verdict::Outside, 1));
        assert_eq!(told(0.3, open), (Verdict::Outside, 1));
        assert_eq!(told(-open, 0.3), (Verdict::Within, 1));
        assert_eq!(told(-1.0, 1.0), (Verdict::Within, 1));
        let (verdict, blocks) = told(0.02, 0.08);
        assert!(verdict == Verdict::Within && blocks > 1, "{verdict:?} after {blocks}");
    }
}

/// Turned round it is the same with the other sign, and as many deals as are said to be enough are.
#[test]
fn it_is_told_from_either_side_and_what_is_enough_is() {
    let one = answer(gap(0.02, 0.08), apart, 1, BLOCK, 3);
    let other = answer(band(Metric::Gap(1, 0), -0.08, -0.02, 400), apart, 1, BLOCK, 3);
    assert_eq!(one.verdict, Verdict::Undecided);
    assert!((one.value + other.value).abs() < 1e-12);
    let turned = [other.hi, other.lo].map(|end| end.map(|end| -end));
    for (end, turned) in [one.lo, one.hi].into_iter().zip(turned) {
        assert!(
            end.zip(turned).is_some_and(|(end, turned)| (end - turned).abs() < 1e-9),
            "{one:?} {other:?}"
        );
    }
    assert_eq!(one.enough, other.enough);
    let enough = one.enough.expect("not at the edge");
    assert!((4_000..60_000).contains(&enough), "{enough}");
    let decided = (0..tries()).filter(|seed| {
        let found = answer(gap(0.02, 0.08), apart, 1, enough.next_multiple_of(BLOCK), *seed);
        found.verdict == Verdict::Within
    });
    assert!(decided.count() as u64 > tries() / 2);
}

/// North wins five games in a hundred more than before, all of them from south: the gap of the two has grown by ten points.
#[test]
fn how_much_further_apart_they_are_than_before_is_told_deal_by_deal() {
    let told = |lo: f64, hi: f64| {
        Table::of(
            Question {
                against: Against::Base { lo, hi },
                ..gap(lo, hi)
            },
            16 * BLOCK,
            &|stream| (stream.unit() < 0.45, 30, 0),
        )
        .beside(&|stream| (stream.unit() < 0.4, 30, 0))
    };
    assert_eq!(told(0.05, 0.15).answer(5).verdict, Verdict::Within);
    assert_eq!(told(-0.05, 0.05).answer(5).verdict, Verdict::Outside);
    let found = told(-1.0, 1.0).answer(5);
    assert!((found.value - 0.1).abs() < 0.02, "{found:?}");
    // At the edge neither is said in more than one run of twenty.
    for (lo, hi) in [(0.0, 0.1), (0.1, 0.2)] {
        let (within, outside) = told(lo, hi).times();
        assert!(within + outside <= tries() / 20, "{lo} to {hi}: {within} and {outside}");
    }
}
