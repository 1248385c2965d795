//! Four games counted by hand, cut and merged in every way, and what counts read from a file must hold.

use super::*;
use crate::{Component, Counter, Presence};

/// Three players, two sides, two roles, two bots.
fn sheet() -> Sheet {
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    Sheet {
        players: 3,
        sides: names(&["a", "b"]),
        roles: names(&["r", "s"]),
        role_sides: vec![0, 1],
        positions: names(&["1", "2", "3"]),
        bots: names(&["x", "y"]),
        counters: vec![Counter::new("k", "one thing"), Counter::new("l", "another")],
        components: ["t", "u"]
            .map(|name| Component::new(name.to_owned(), Presence::Dealt))
            .into(),
        ..Sheet::default()
    }
    .ends(&["end"])
    .cut_off("cap")
}

/// A game: (role, position, bot, won) of each seat; sides that won and took part; ending, turns, choices, components.
fn unit(game: u64, seats: [(u8, u8, u8, bool); 3], sides: [u16; 2], rest: (u8, u32, u32, u64)) -> FinishedGame {
    let mut all = [SeatResult::default(); MAX_SEATS];
    for (seating, (role, position, bot, won)) in all.iter_mut().zip(seats) {
        *seating = SeatResult {
            role,
            position,
            bot,
            won,
        };
    }
    FinishedGame {
        id: GameId { game, rotation: 0 },
        seats: all,
        winners: seats.iter().filter(|seat| seat.3).count() as u8,
        sides_won: sides[0],
        sides_in_play: sides[1],
        ending: rest.0,
        turns: rest.1,
        decisions: rest.2,
        options: 3 * rest.2,
        forced: rest.2,
        components: rest.3.into(),
    }
}

/// The games with their counts. The third is won by nobody, in the last two only one side takes part. Two are the shortest, two
/// the longest.
fn games() -> [(FinishedGame, [u32; 2]); 4] {
    let (w, l) = (true, false);
    [
        (
            unit(
                10,
                [(0, 0, 0, w), (1, 1, 1, l), (1, 2, 1, w)],
                [0b01, 0b11],
                (0, 5, 11, 0b01),
            ),
            [3, 0],
        ),
        (
            unit(
                11,
                [(0, 1, 0, l), (1, 2, 1, w), (1, 0, 0, l)],
                [0b10, 0b11],
                (0, 9, 12, 0b11),
            ),
            [1, 2],
        ),
        (
            unit(12, [(0, 2, 1, l), (1, 0, 0, l), (1, 1, 0, l)], [0, 0b01], (1, 5, 11, 0)),
            [0, 2],
        ),
        (
            unit(
                13,
                [(0, 0, 1, w), (1, 1, 0, w), (1, 2, 1, w)],
                [0b01, 0b01],
                (0, 9, 20, 0b11),
            ),
            [0, 0],
        ),
    ]
}

fn tally(games: &[(FinishedGame, [u32; 2])]) -> Tally {
    let mut tally = Tally::new(&sheet());
    for (unit, counts) in games {
        tally.add(unit, counts);
        let wins = [0, 1].map(|side| (unit.sides_won >> side & 1) as u8);
        let endings = [0, 1].map(|ending| u8::from(unit.ending == ending));
        tally.close_game(&wins, &endings, 1);
        let drama = &mut tally.drama;
        drama.games += 1;
        drama.stand(0, unit.id, None, Some(counts[1] > 0));
        drama.stand(HALF, unit.id, Some(counts[0] > 0), Some(counts[1] > 0));
        drama.close_deal();
        drama.changes += u64::from(unit.turns);
        drama.changes_squared += u128::from(unit.turns).pow(2);
    }
    tally
}

#[test]
fn wins_are_counted_by_side_seat_and_component() {
    let tally = tally(&games());
    assert_eq!((tally.games, tally.units, tally.nobody), (4, 4, 1));
    let nobody: Vec<u64> = games()
        .iter()
        .map(|game| self::tally(std::slice::from_ref(game)).nobody)
        .collect();
    assert_eq!(nobody, [0, 0, 1, 0]);
    assert_eq!((tally.side_wins, tally.side_games), (vec![2, 1], vec![4, 2]));
    assert_eq!(tally.side_fair, [2 * SHARE_UNIT, SHARE_UNIT]);
    assert_eq!(tally.side_by_rotation, [[2, 2], [3, 1]]);
    assert_eq!(tally.ending_by_rotation, [[1, 3], [3, 1]]);
    assert_eq!(tally.position_by_rotation, [[2, 2], [3, 1], [1, 3]]);
    let rows = |all: &[Appearances]| all.iter().map(|each| each.rows().collect()).collect::<Vec<Vec<_>>>();
    assert_eq!(
        rows(&tally.roles),
        [vec![(1, 0, 2), (1, 1, 2)], vec![(2, 0, 1), (2, 1, 2), (2, 2, 1)]]
    );
    assert_eq!(
        rows(&tally.bots),
        [
            vec![(1, 1, 2), (2, 0, 2)],
            vec![(1, 0, 1), (1, 1, 1), (2, 1, 1), (2, 2, 1)]
        ]
    );
    assert_eq!([0, 1].map(|role: usize| tally.roles[role].totals()), [(4, 2), (8, 4)]);
    let shared: Vec<&[u64]> = tally.positions.iter().map(|counts| &counts[..4]).collect();
    assert_eq!(shared, [[2, 0, 1, 1], [3, 0, 0, 1], [1, 1, 1, 1]]);
    assert_eq!(tally.position_pairs, [2, 1, 2, 1, 1, 1, 2, 1, 3]);
    assert_eq!(tally.role_positions, [(2, 2), (1, 0), (1, 0), (2, 0), (3, 1), (3, 3)]);
    assert_eq!(tally.component_games, [3, 2]);
    assert_eq!(tally.component_wins, [2, 1, 1, 1]);
}

#[test]
fn lengths_and_counters_are_counted_exactly() {
    let tally = tally(&games());
    let rows = |histogram: &Histogram| histogram.rows().collect::<Vec<_>>();
    assert_eq!((&*tally.endings, &*tally.ending_wins), (&[3, 1][..], &[2, 1, 0, 0][..]));
    assert_eq!((rows(&tally.turns), tally.turns.total()), (vec![(5, 2), (9, 2)], 4));
    assert_eq!(rows(&tally.decisions), [(11, 2), (12, 1), (20, 1)]);
    assert_eq!(tally.choices.means(), Some((3.0, 0.5)));
    let by_ending: Vec<_> = tally.turns_by_ending.iter().map(rows).collect();
    assert_eq!(by_ending, [vec![(5, 1), (9, 2)], vec![(5, 1)]]);
    let sums = |sum, squares, games| CounterSums { sum, squares, games };
    assert_eq!(tally.counters, [sums(4, 10, 2), sums(4, 8, 2)]);
    assert_eq!(tally.samples.most, [Some((3, 10)), Some((2, 11))]);
    assert_eq!(tally.counter_by_rotation, [[2, 2], [2, 2]]);
    assert_eq!(tally.nobody_by_rotation, [3, 1]);
    assert_eq!(tally.drama.led[HALF].rows().collect::<Vec<_>>(), [(1, 0, 2), (1, 1, 2)]);
    let pairs: Histogram = [(3, 1), (0, 2), (3, 1), (4, 1)].into_iter().collect();
    assert_eq!(rows(&pairs), [(0, 2), (3, 2), (4, 1)]);
    let mut one_by_one = Histogram::default();
    for value in [3, 0, 0, 3, 4] {
        one_by_one.add(value);
    }
    assert_eq!(one_by_one, pairs, "the same to the byte");
}

/// Deals of two games each: what both have is one number.
#[test]
fn games_of_a_deal_are_counted_together() {
    let mut tally = Tally::new(&sheet());
    for (game, (unit, counts)) in [0, 0, 1, 1].into_iter().zip(games()) {
        let unit = FinishedGame {
            id: GameId { game, rotation: 0 },
            ..unit
        };
        tally.add(&unit, &counts);
        let won = counts.map(|count| Some(count > 0));
        tally.drama.stand(0, unit.id, won[0], won[1].filter(|won| *won));
        if [1, 3].contains(&(tally.games - 1)) {
            tally.close_game(&[1, 1], &[2, 0], 2);
            tally.drama.close_deal();
        }
    }
    let [one, other] = tally.counters[..] else {
        panic!("two")
    };
    assert_eq!((one.sum, one.squares, one.games), (4, 16, 2));
    assert_eq!((other.sum, other.squares, other.games), (4, 8, 2));
    assert_eq!(tally.samples.most, [Some((4, 0)), Some((2, 0))]);
    assert_eq!(tally.counter_by_rotation, [[1, 0, 1], [0, 2, 0]]);
    assert_eq!(tally.nobody_by_rotation, [1, 1, 0]);
    let rows = |of: &Appearances| of.rows().collect::<Vec<_>>();
    assert_eq!(rows(&tally.drama.led[0]), [(2, 0, 1), (2, 2, 1)]);
    assert_eq!(rows(&tally.drama.behind[0]), [(1, 1, 2)]);
}

#[test]
fn the_first_game_of_each_kind_is_kept() {
    let samples = tally(&games()).samples;
    let numbers = |ids: &[Option<GameId>]| ids.iter().map(|id| id.map_or(0, |id| id.game)).collect::<Vec<_>>();
    let turns = |extreme: Option<(u32, GameId)>| extreme.map(|(turns, id)| (turns, id.game));
    assert_eq!(
        (turns(samples.shortest), turns(samples.longest)),
        (Some((5, 10)), Some((9, 11)))
    );
    assert_eq!(numbers(&[samples.nobody]), [12]);
    assert_eq!(
        (numbers(&samples.sides), numbers(&samples.positions)),
        (vec![10, 11], vec![10, 13, 10])
    );
    assert_eq!(
        (numbers(&samples.bots), numbers(&samples.endings)),
        (vec![10, 10], vec![10, 12])
    );
    assert_eq!(
        (numbers(&samples.counters), numbers(&samples.components)),
        (vec![10, 11], vec![10, 11, 13, 11])
    );
    let drama = tally(&games()).drama;
    assert_eq!(numbers(&[drama.held, drama.lost, drama.comeback]), [10, 12, 11]);
}

#[test]
fn tallies_merge_to_the_same_however_they_are_cut() {
    let games = games();
    let whole = tally(&games);
    for cut in 0..=games.len() {
        let (one, two) = games.split_at(cut);
        for (one, two) in [(one, two), (two, one)] {
            let mut merged = tally(one);
            merged.merge(&tally(two));
            assert_eq!(merged, whole, "cut at {cut}");
        }
    }
}

/// A change of counts that were read.
type Change = fn(&mut Tally);

const ALIEN: Option<GameId> = Some(GameId { game: 20, rotation: 0 });

/// Whether the four games, changed so, could be counts of games 0 to 19 of this sheet.
fn fits(change: Change) -> bool {
    let mut read = tally(&games());
    change(&mut read);
    read.fits(&Tally::new(&sheet()), (4, 20), 1)
}

#[test]
fn counts_of_the_game_fit() {
    let bounds: [Change; 12] = [
        |_| {},
        |t| t.nobody = 4,
        |t| t.side_wins[0] = 4,
        |t| t.side_fair[1] = 4 * SHARE_UNIT,
        |t| t.role_positions[0] = (64, 64),
        |t| t.counters[0].games = 4,
        |t| t.counters[0].squares = 4,
        |t| t.counters[0].squares = 12,
        |t| t.samples.most[0] = Some((MOST_IN_A_GAME as u32, 19)),
        |t| (t.drama.changes, t.drama.changes_squared) = (9, 9),
        |t| t.drama.changes_squared = 4 * u128::from(MOST_IN_A_GAME).pow(2),
        |t| t.samples.nobody = Some(GameId { game: 19, rotation: 0 }),
    ];
    for (at, change) in bounds.into_iter().enumerate() {
        assert!(fits(change), "{at}");
    }
    let empty = Tally::new(&sheet());
    assert!(empty.fits(&empty, (0, 20), 1));
    assert!(!empty.fits(&empty, (MOST_GAMES + 1, 20), 1) && !empty.fits(&empty, (u64::MAX, 20), 2));
}

#[test]
fn counts_of_other_games_do_not_fit() {
    let changes: [Change; 38] = [
        |t| t.games += 1,
        |t| t.units += 1,
        |t| t.players = 2,
        |t| t.nobody = 5,
        |t| t.side_wins[0] = 5,
        |t| t.side_wins.push(0),
        |t| t.side_games[1] = 5,
        |t| t.side_fair[0] = 4 * SHARE_UNIT + 1,
        |t| t.side_fair.push(0),
        |t| t.side_by_rotation[0][0] += 1,
        |t| t.side_by_rotation[0].push(0),
        |t| t.side_by_rotation[0].clear(),
        |t| t.side_by_rotation.truncate(1),
        |t| t.side_by_rotation[0] = vec![u64::MAX, 5],
        |t| t.ending_by_rotation[1][0] += 1,
        |t| t.position_by_rotation[1][0] += 1,
        |t| t.counter_by_rotation[1][0] += 1,
        |t| t.nobody_by_rotation[0] += 1,
        |t| t.positions.truncate(2),
        |t| t.positions[2][0] = 5,
        |t| t.position_pairs[8] = 5,
        |t| t.role_positions.truncate(5),
        |t| t.role_positions[0] = (1, 2),
        |t| t.role_positions[0] = (65, 0),
        |t| t.endings = vec![4, 1],
        |t| t.endings = vec![2, 2],
        |t| t.endings.push(0),
        |t| t.ending_wins[3] = 5,
        |t| t.ending_wins.truncate(3),
        |t| {
            t.endings[0] = 2;
            t.turns_by_ending[0] = [(5, 1), (9, 1)].into_iter().collect();
        },
        |t| t.turns.add(5),
        |t| t.decisions.add(5),
        |t| t.turns_by_ending.truncate(1),
        |t| t.turns_by_ending[0].add(5),
        |t| t.component_games[0] = 5,
        |t| t.component_games.truncate(1),
        |t| t.component_wins[3] = 5,
        |t| t.component_wins.push(0),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        assert!(!fits(change), "{at}");
    }
    let seats: [Change; 7] = [
        |t| t.roles[1].counts[0].1 += 1,
        |t| t.roles[1].counts.push(((0, 0), 0)),
        |t| t.roles[1].counts[0].0 = (1, 2),
        |t| t.roles.truncate(1),
        |t| t.bots[0].counts[0].1 += 1,
        |t| t.bots[0].counts.push(((17, 0), 0)),
        |t| t.bots.truncate(1),
    ];
    let counters: [Change; 6] = [
        |t| t.counters.truncate(1),
        |t| t.counters[0].games = 5,
        |t| t.counters[1].sum = 5,
        |t| t.counters[0].squares = 3,
        |t| t.counters[0].squares = 13,
        |t| t.samples.most[0] = Some((MOST_IN_A_GAME as u32 + 1, 19)),
    ];
    let drama: [Change; 8] = [
        |t| t.drama.games = 5,
        |t| t.drama.led[HALF].counts[0].1 += 1,
        |t| t.drama.behind[0].counts[0].0 = (1, 2),
        |t| t.drama.behind[HALF].counts[1].0 = (2, 1),
        |t| t.drama.changes = 1000,
        |t| t.drama.changes_squared = 4 * u128::from(MOST_IN_A_GAME).pow(2) + 1,
        |t| t.drama.held = ALIEN,
        |t| t.drama.comeback = ALIEN,
    ];
    let samples: [Change; 13] = [
        |t| t.samples.shortest = ALIEN.map(|id| (5, id)),
        |t| t.samples.longest = ALIEN.map(|id| (5, id)),
        |t| t.samples.nobody = ALIEN,
        |t| t.samples.nobody = Some(GameId { game: 1, rotation: 1 }),
        |t| t.samples.sides[1] = ALIEN,
        |t| t.samples.sides.push(None),
        |t| t.samples.positions[1] = ALIEN,
        |t| t.samples.bots[1] = ALIEN,
        |t| t.samples.endings[1] = ALIEN,
        |t| t.samples.counters[1] = ALIEN,
        |t| t.samples.most[1] = Some((2, 20)),
        |t| t.samples.most.push(None),
        |t| t.samples.components[1] = ALIEN,
    ];
    for (part, changes) in [
        ("seats", &seats[..]),
        ("counters", &counters),
        ("drama", &drama),
        ("samples", &samples),
    ] {
        for (at, change) in changes.iter().enumerate() {
            assert!(!fits(*change), "{part} {at}");
        }
    }
}

#[test]
fn components_beyond_a_word_are_counted() {
    let mut set = crate::ComponentSet::default();
    for component in [511, 0, 64, 63] {
        set.insert(component);
    }
    let mut all = Vec::new();
    set.each(|component| all.push(component));
    assert_eq!(all, [0, 63, 64, 511]);
    assert!(set.has(64) && !set.has(65));
}

/// Of three games the best is ahead by 7, 0 and 2.
#[test]
fn scores_are_counted_by_side_and_merged() {
    let mut sheet = sheet().scored(-10..=90);
    sheet.counters.extend(sheet.score_counters());
    let keys: Vec<&str> = sheet.counters.iter().map(|counter| counter.key).collect();
    assert_eq!(keys, ["k", "l", "margin", "score-1", "score-2"]);
    let points = [[7, 3, 10], [0, 4, 4], [2, 6, 4]];
    let tally = |points: &[[u32; 3]]| {
        let mut tally = Tally::new(&sheet);
        for ([margin, one, other], (game, counts)) in points.iter().zip(games()) {
            tally.add(&game, &[counts[0], counts[1], *margin, *one, *other]);
            tally.close_game(&[0, 0], &[1, 0], 1);
        }
        tally
    };
    let whole = tally(&points);
    let mut merged = tally(&points[..2]);
    let mut last = Tally::new(&sheet);
    last.add(&games()[2].0, &[0, 0, 2, 6, 4]);
    last.close_game(&[0, 0], &[1, 0], 1);
    merged.merge(&last);
    let rows = |tally: &Tally| {
        tally
            .scores
            .iter()
            .map(|of| of.rows().collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&merged), rows(&whole));
    assert_eq!(rows(&whole)[0], [(0, 1), (2, 1), (7, 1)]);
    assert_eq!(rows(&whole)[2], [(4, 2), (10, 1)]);
    assert_eq!(whole.counters[2].sum, 9);
}
