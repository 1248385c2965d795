//! What holds in every position, shown on many random games.

use super::*;
use crate::board::content::{self, BOARD};
use crate::board::{Board, Capsule, PlacementSet, Point, placement};
use crate::build::each_placement;
use crate::rules::{Candidates, ColourTable, IdleVillages, Misjudge, MoveTwo, Side, StoneOffset, ThirdStone};
use crate::state::spaces;
use crate::water::Nearby;
use balance_engine::{Bot, RandomBot, Turn};

/// Plays random games and shows every position, with what the seat may do and what happened before.
pub fn walk(game: &Mekong, games: u64, mut visit: impl FnMut(&State<Mekong>, &[Move], &[Event])) {
    for index in 0..games {
        let mut chance = Chance::new(77, index);
        let mut state = game.setup(&mut chance);
        let mut log = Log::default();
        while let Turn::Choose(seat) = game.turn(&state.public) {
            let mut out = Moves::default();
            game.moves(state.view(game, seat), &mut out);
            visit(&state, &out, &log.0);
            let bot: &dyn Bot<Mekong> = &RandomBot;
            let chosen = if out.len() == 1 {
                0
            } else {
                bot.choose(state.view(game, seat), &out, chance.bot(seat))
            };
            game.play(&mut state, out[chosen], &mut chance, &mut log);
            game.invariant(&state)
                .unwrap_or_else(|broken| panic!("after {:?}: {broken}", out[chosen]));
        }
    }
}

#[test]
fn every_switch_keeps_the_invariants() {
    let changes: [fn(&mut Rules); 12] = [
        |rules| rules.move2 = MoveTwo::Exact,
        |rules| rules.jump_uturn = true,
        |rules| rules.village_is_space = false,
        |rules| rules.forced_loss = false,
        |rules| rules.third_stone = ThirdStone::Ignore,
        |rules| rules.misjudge = Misjudge::Lost,
        |rules| {
            rules.stone_offset = StoneOffset::Free;
            rules.misjudge = Misjudge::Lost;
        },
        |rules| rules.idle_villages = IdleVillages::GoalsOnly,
        |rules| rules.colours = ColourTable::Edition2000,
        |rules| rules.planks_per_support = 2,
        |rules| rules.dragons_max = 5,
        |rules| rules.reserve_colours = 1,
    ];
    for change in changes {
        let game = table(3, |rules| {
            rules.turns_max = 20;
            change(rules);
        });
        let mut asked = 0;
        walk(&game, 3, |_, _, _| asked += 1);
        assert!(asked > 300, "{asked}");
    }
}

/// A board of a designer's own: five islands, longer planks.
fn own_board() -> Board {
    let start = BOARD.find("centres = [").expect("there are islands");
    let text = format!(
        "{}centres = [[2250, 1300], [2250, 2250], [2250, 3200], [1300, 2250], [3200, 2250]]\n",
        &BOARD[..start]
    );
    let text = text.replace("710, 820, 930", "1100, 1200, 1300");
    content::board(&text).unwrap_or_else(|flaws| panic!("{flaws:?}"))
}

#[test]
fn every_board_keeps_the_invariants() {
    // After every move, as `walk` asks: RD-50 RD-67 RD-68 RD-70 RD-74
    let sides: [fn(&mut Rules); 4] = [
        |_| {},
        |rules| rules.stone_offset = StoneOffset::Free,
        |rules| (rules.side, rules.candidates) = (Side::Water, Candidates::Coarse),
        |rules| rules.side = Side::Water,
    ];
    for board in [Board::standard(), own_board()] {
        for (at, change) in sides.into_iter().enumerate() {
            let mut rules = Rules {
                players: 2 + at as u8,
                turns_max: 8,
                ..Rules::default()
            };
            change(&mut rules);
            let game = Mekong::new(rules, board.clone()).expect("it goes together");
            let (mut stones, mut laid, mut loose) = (0, 0, 0);
            walk(&game, 2, |state, moves, _| {
                let public = &state.public;
                (stones, laid) = (
                    stones.max(public.stones.count_ones()),
                    laid.max(public.laid.count_ones()),
                );
                if public.ask == Ask::Remove {
                    // RD-30: what carries a plank stays.
                    for mv in moves {
                        if let Move::TakeStone(slot) = mv {
                            let carries = |slot: usize| [public.planks[slot].a, public.planks[slot].b];
                            let mut on = spaces(public.laid).filter_map(Space::slot).flat_map(carries);
                            assert!(on.all(|support| support != slot + 6));
                            loose += 1;
                        }
                    }
                }
            });
            assert!(stones >= 4 && laid >= 2 && loose > 0, "{stones}, {laid}, {loose}");
        }
    }
}

/// In water the mirror is judged by the same whole numbers.
#[test]
fn rd_79_mirrored_water_allows_the_same() {
    let game = table(3, |rules| {
        rules.side = Side::Water;
        rules.candidates = Candidates::Coarse;
        rules.turns_max = 12;
    });
    let villages = [BLACK, BLUE, GREEN, PINK, YELLOW, RED];
    let support = |at: Support| if at < 6 { villages[usize::from(at)] } else { at };
    let flip = |at: Point| Point::new(4500 - at.x, at.y);
    let flipped = |lie: Capsule| Capsule {
        from: flip(lie.from),
        to: flip(lie.to),
    };
    let all = |public: &Public| Nearby {
        villages: 0x3f,
        stones: public.stones,
        planks: public.laid,
    };
    let (mut points, mut planks) = (0, [0, 0]);
    walk(&game, 3, |state, moves, _| {
        let public = &state.public;
        let mut other = *public;
        other.points = public.points.map(flip);
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let plank = &mut other.planks[slot];
            (plank.a, plank.b, plank.lie) = (support(plank.a), support(plank.b), flipped(plank.lie));
        }
        for mv in moves {
            if let Move::Stone(at) = mv {
                assert!(game.point_fits(&other, flip(*at)), "{at:?}");
                for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1), (7, 60), (-60, 7)] {
                    let near = Point::new(at.x + x, at.y + y);
                    let found = game.point_fits(public, near);
                    assert_eq!(found, game.point_fits(&other, flip(near)), "{near:?}");
                    points += 1;
                }
            }
        }
        if public.ask != Ask::Place {
            return;
        }
        let there: Vec<Support> = (0..33).filter(|at| game.has_room(public, usize::from(*at))).collect();
        for (at, a) in there.iter().enumerate() {
            for b in there[at + 1..].iter().filter(|b| **b >= 6) {
                let ends = [(*a, game.centre(public, *a)), (*b, game.centre(public, *b))];
                let Some(lie) = placement::between(&game.board.planks, ends, public.number, Slide::Mid) else {
                    continue;
                };
                let clear = game.clear_among(public, (*a, *b), lie, all(public));
                let mirrored = game.clear_among(&other, (support(*a), support(*b)), flipped(lie), all(&other));
                assert_eq!(clear, mirrored, "{a}, {b}");
                planks[usize::from(clear)] += 1;
            }
        }
    });
    let holds = points > 5000 && planks.iter().all(|count| *count > 100);
    assert!(holds, "{points}, {planks:?}");
}

#[test]
fn rd_35_46_a_stone_lies_where_it_was_placed() {
    // Until it is taken away: nothing that is laid or removed beside it shifts it.
    let sides: [fn(&mut Rules); 3] = [
        |_| {},
        |rules| rules.stone_offset = StoneOffset::Free,
        |rules| (rules.side, rules.candidates) = (Side::Water, Candidates::Coarse),
    ];
    for change in sides {
        let game = table(4, |rules| {
            rules.turns_max = 8;
            change(rules);
        });
        let mut before: Option<Public> = None;
        let (mut seen, mut taken) = (0, 0);
        walk(&game, 3, |state, _, log| {
            let now = state.public;
            if let Some(then) = before.filter(|_| !log.is_empty()) {
                let gone = then.stones & !now.stones;
                let allowed = match log.iter().rev().find(|event| matches!(event, Event::StoneTaken(..))) {
                    Some(Event::StoneTaken(_, slot)) => 1 << slot,
                    _ => 0,
                };
                assert_eq!(gone & !allowed, 0);
                taken += gone.count_ones();
                for slot in (0..27).filter(|slot| (then.stones & now.stones) >> slot & 1 == 1) {
                    if then.serials[slot] == now.serials[slot] {
                        assert_eq!(then.points[slot], now.points[slot]);
                        seen += 1;
                    }
                }
            }
            before = Some(now);
        });
        assert!(seen > 1000 && taken > 0, "{seen}, {taken}");
    }
}

#[test]
fn rd_69_no_plank_comes_in_before_one_has_gone_out() {
    for players in [2, 4, 6] {
        let game = table(players, |rules| rules.turns_max = 20);
        let mut seen = 0;
        walk(&game, 10, |state, moves, log| {
            let takes = moves.iter().any(|mv| matches!(mv, Move::TakePlank(_)));
            if state.public.ask == Ask::Remove && takes {
                seen += 1;
                let seat = state.public.decider;
                let gone = |event: &Event| match event {
                    Event::PlankLaid(who, _) | Event::PlankLost { seat: who, .. } => *who == seat,
                    _ => false,
                };
                assert!(log.iter().any(gone));
            }
        });
        assert!(seen > 50, "{seen}");
    }
}

/// The mirror that swaps left and right leaves everything legal that was.
#[test]
fn rd_34_a_mirrored_board_allows_the_same() {
    let game = table(4, |rules| rules.turns_max = 20);
    let board = &game.board;
    let villages = [BLACK, BLUE, GREEN, PINK, YELLOW, RED];
    let island = |at: usize| {
        let mut point = board.islands[at];
        point.x = 4500 - point.x;
        let found = board.islands.iter().position(|other| *other == point);
        found.expect("islands are mirrored") as u8
    };
    let islands: Vec<u8> = (0..27).map(island).collect();
    let support = |at: Support| match at {
        0..6 => villages[usize::from(at)],
        _ => 6 + islands[usize::from(at) - 6],
    };
    let placement = |id: usize| {
        let from = &board.placements[id];
        let (a, b) = (support(from.a), support(from.b));
        let slide = match from.slide {
            Slide::OverA if a > b => Slide::OverB,
            Slide::OverB if a > b => Slide::OverA,
            slide => slide,
        };
        let known = game.spans.find(board, (a.min(b), a.max(b)), from.number, slide);
        known.expect("what reaches, reaches in the mirror")
    };
    let mirror_villages = |set: u64| {
        spaces(set)
            .map(|space| match space.0 {
                0..6 => Space(villages[usize::from(space.0)]),
                _ => space,
            })
            .fold(0, |set, space| set | space.bit())
    };
    let mut compared = 0;
    walk(&game, 6, |state, _, _| {
        let public = &state.public;
        if public.ask == Ask::Card {
            return;
        }
        let mut other = *public;
        other.stones = 0;
        other.on = [0; _];
        for slot in (0..27).filter(|slot| public.stones >> slot & 1 == 1) {
            other.stones |= 1 << islands[slot];
        }
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let id = placement(usize::from(public.planks[slot].id));
            let to = &board.placements[id];
            let plank = &mut other.planks[slot];
            (plank.id, plank.a, plank.b) = (id as u16, to.a, to.b);
            for support in [to.a, to.b] {
                other.on[usize::from(support)] |= Space::plank(slot as u8).bit();
            }
        }
        game.survey(&mut other);
        let mut expected: PlacementSet = [0; _];
        each_placement(&public.possible, |id| {
            let id = placement(id);
            expected[id / 64] |= 1 << (id % 64);
            true
        });
        assert_eq!(other.possible, expected);
        for space in spaces(public.laid) {
            let here = game.adjacent(public, space);
            assert_eq!(game.adjacent(&other, space), mirror_villages(here));
        }
        let told = game.open_islands(&other).count_ones();
        assert_eq!(told, game.open_islands(public).count_ones());
        compared += 1;
    });
    assert!(compared > 500, "{compared}");
}
