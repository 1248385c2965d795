//! What is known of the reconstruction, counted afresh; points one unit from every obstacle; files with flaws.

use super::content::{self, BOARD, COLOURS};
use super::{Board, Capsule, Placement, Point, SIZE, STONE, Slide, Support, VILLAGE, placement};
use crate::water::SLIDES;
use balance_engine::{Chance, Purpose, Stream};
use proptest::prelude::*;
use std::collections::BTreeSet;
use xxhash_rust::xxh3::xxh3_128;

impl Board {
    pub(crate) fn standard() -> Self {
        super::content::board(super::content::BOARD).expect("a board without a flaw")
    }
}

fn name(support: u8) -> String {
    if support < 6 {
        format!("V{support}")
    } else {
        format!("I{:02}", support - 5)
    }
}

fn line(placement: &Placement) -> String {
    let slide = match placement.slide {
        Slide::Mid => "mid",
        Slide::OverA => "over_a",
        Slide::OverB => "over_b",
    };
    let Capsule { from, to } = placement.lie;
    let (a, b, number) = (name(placement.a), name(placement.b), placement.number);
    format!("{a} {b} {number} {slide} {} {} {} {}\n", from.x, from.y, to.x, to.y)
}

fn bit(set: &[u64], at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

fn pairs(board: &Board) -> BTreeSet<(u8, u8)> {
    let all = board.placements.iter().map(|placement| (placement.a, placement.b));
    all.collect()
}

#[test]
fn rd_34_every_placement_is_pinned() {
    let board = Board::standard();
    let lines: Vec<String> = board.placements.iter().map(line).collect();
    assert_eq!(lines.len(), 1269);
    assert_eq!(lines[0], "V0 I07 4 mid 465 2084 870 1501\n");
    let found = format!("{:032x}", xxh3_128(lines.concat().as_bytes()));
    assert_eq!(found, "30a675f80843a53b38a2099f891653c8");
}

#[test]
fn rd_32_planks_join_two_stones_or_a_village_and_a_stone() {
    let board = Board::standard();
    let pairs = pairs(&board);
    assert_eq!(pairs.len(), 117);
    assert!(pairs.iter().all(|(a, b)| a < b && *b >= 6));
    let triples: BTreeSet<_> = (board.placements.iter())
        .map(|placement| (placement.a, placement.b, placement.number))
        .collect();
    assert_eq!(triples.len(), 423);
    let mut smallest = [0; 6];
    for pair in &pairs {
        let numbers = triples.iter().filter(|triple| (triple.0, triple.1) == *pair);
        let numbers = numbers.map(|triple| triple.2);
        let least = numbers.min().unwrap();
        smallest[usize::from(least) - 1] += 1;
        // Whatever is longer spans, too.
        assert!((least..=6).all(|number| triples.contains(&(pair.0, pair.1, number))));
    }
    assert_eq!(smallest, [24, 18, 18, 21, 18, 18]);
    let spanned = [1, 2, 3, 4, 5, 6].map(|number| triples.iter().filter(|triple| triple.2 == number).count());
    assert_eq!(spanned, [24, 42, 60, 81, 99, 117]);
}

#[test]
fn rd_38_the_smallest_number_that_spans_a_gap() {
    let board = Board::standard();
    let least = |a: u8, island: u8| {
        let b = island + 5;
        let between = board.placements.iter();
        let between = between.filter(|placement| (placement.a, placement.b) == (a, b));
        between.map(|placement| placement.number).min()
    };
    let found = [18, 10, 14, 7, 12].map(|island| least(0, island));
    assert_eq!(found, [Some(1), Some(2), Some(3), Some(4), None]);
    for village in 0..6 {
        let mut numbers: Vec<u8> = (1..=27).filter_map(|island| least(village, island)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2, 3, 4]);
    }
}

#[test]
fn rd_34_a_plank_spans_up_to_its_reach_and_no_further() {
    let planks = Board::standard().planks;
    let at = |x| Point { x, y: 0 };
    for (number, reach) in (1..).zip([520, 630, 740, 850, 960, 1070]) {
        let stones = |x| placement::between(&planks, [(6, at(0)), (7, at(x))], number, Slide::Mid);
        assert!(stones(reach).is_some() && stones(reach + 1).is_none());
        let village = |x| placement::between(&planks, [(0, at(0)), (7, at(x))], number, Slide::Mid);
        assert!(village(reach + 160).is_some() && village(reach + 161).is_none());
    }
    let both = [(6, at(0)), (7, at(100))];
    let found = placement::between(&planks, both, 0, Slide::Mid);
    assert_eq!(found, None, "there is no number 0");
    let found = placement::between(&planks, both, 7, Slide::Mid);
    assert_eq!(found, None, "there is no number 7");
    // Spare length: 380 over a gap of 300, of which 50 lie on each stone at least.
    let ends =
        |slide| placement::between(&planks, [(6, at(0)), (7, at(300))], 1, slide).map(|lie| (lie.from.x, lie.to.x));
    assert_eq!(ends(Slide::OverA), Some((-150, 230)));
    assert_eq!(ends(Slide::Mid), Some((-40, 340)));
    assert_eq!(ends(Slide::OverB), Some((70, 450)));
}

#[test]
fn rd_36_planks_conflict() {
    let board = Board::standard();
    let (mut conflicts, mut joined) = (0, 0);
    for (id, one) in board.placements.iter().enumerate() {
        assert!(bit(&board.conflicts[id], id));
        for (other, two) in board.placements.iter().enumerate().skip(id + 1) {
            let clash = bit(&board.conflicts[id], other);
            assert_eq!(clash, bit(&board.conflicts[other], id));
            let same = (one.a, one.b) == (two.a, two.b);
            assert!(clash || !same);
            conflicts += u32::from(clash);
            joined += u32::from(same);
        }
    }
    assert_eq!((conflicts, joined), (28_478, 7_830));
}

/// Id of each placement seen in a mirror.
fn mirrored(board: &Board) -> Vec<usize> {
    let centre = |support: u8| match support {
        0..6 => board.villages[usize::from(support)].centre,
        _ => board.islands[usize::from(support) - 6],
    };
    let twin = |support: u8| {
        let at = centre(support);
        (0..33).find(|other| {
            let there = centre(*other);
            (there.x, there.y) == (SIZE - at.x, at.y)
        })
    };
    let find = |placement: &Placement| {
        let (a, b) = (twin(placement.a).unwrap(), twin(placement.b).unwrap());
        let slide = match placement.slide {
            Slide::OverA if a > b => Slide::OverB,
            Slide::OverB if a > b => Slide::OverA,
            slide => slide,
        };
        let key = (a.min(b), a.max(b), placement.number, slide);
        let same = |other: &Placement| (other.a, other.b, other.number, other.slide) == key;
        board.placements.iter().position(same).unwrap()
    };
    board.placements.iter().map(find).collect()
}

#[test]
fn rd_36_a_mirror_changes_no_conflict() {
    let board = Board::standard();
    let twins = mirrored(&board);
    for (id, twin) in twins.iter().enumerate() {
        for (other, other_twin) in twins.iter().enumerate() {
            let clash = bit(&board.conflicts[id], other);
            assert_eq!(clash, bit(&board.conflicts[*twin], *other_twin), "{id} {other}");
        }
    }
}

#[test]
fn rd_48_planks_over_a_third_island() {
    let board = Board::standard();
    let crossing = board.placements.iter().filter(|placement| placement.blockers != 0);
    assert_eq!(crossing.count(), 60);
    for (id, placement) in board.placements.iter().enumerate() {
        for (island, set) in board.under.iter().enumerate() {
            let own = [placement.a, placement.b].contains(&(island as u8 + 6));
            let under = !own && placement::covers(placement.lie, board.islands[island]);
            assert_eq!(bit(set, id), under);
            assert_eq!(placement.blockers >> island & 1 == 1, under);
        }
        for support in 0..33u8 {
            let rests = [placement.a, placement.b].contains(&support);
            assert_eq!(bit(&board.on_support[usize::from(support)], id), rests);
        }
        for number in 1..=6 {
            let found = bit(&board.by_number[number - 1], id);
            assert_eq!(found, usize::from(placement.number) == number);
        }
    }
}

/// A crossing in the making: supports so far, numbers used, placements chosen.
struct Crossing<'b> {
    board: &'b Board,
    goal: u8,
    length: usize,
}

impl Crossing<'_> {
    /// Can planks of different numbers lie along the whole route, none over another or over a stone of the route?
    fn stands(&self, route: &[u8], chosen: &mut Vec<usize>) -> bool {
        let done = chosen.len();
        if done + 1 == route.len() {
            return true;
        }
        let (a, b) = (route[done].min(route[done + 1]), route[done].max(route[done + 1]));
        let each = route.iter().filter(|support| **support >= 6);
        let stones = each.fold(0u32, |set, s| set | 1 << (s - 6));
        for (id, placement) in self.board.placements.iter().enumerate() {
            let fits = (placement.a, placement.b) == (a, b)
                && placement.blockers & stones == 0
                && chosen.iter().all(|other| {
                    self.board.placements[*other].number != placement.number && !bit(&self.board.conflicts[id], *other)
                });
            if fits {
                chosen.push(id);
                if self.stands(route, chosen) {
                    return true;
                }
                chosen.pop();
            }
        }
        false
    }

    fn count(&self, links: &[Vec<u8>], route: &mut Vec<u8>) -> usize {
        let here = route[route.len() - 1];
        if here == self.goal {
            return usize::from(route.len() == self.length + 1 && self.stands(route, &mut Vec::new()));
        }
        if route.len() > self.length || (here < 6 && route.len() > 1) {
            return 0;
        }
        let mut count = 0;
        for next in &links[usize::from(here)] {
            if !route.contains(next) {
                route.push(*next);
                count += self.count(links, route);
                route.pop();
            }
        }
        count
    }
}

#[test]
fn rd_04_every_colour_has_the_same_crossings() {
    let board = Board::standard();
    let mut links = vec![Vec::new(); 33];
    for (a, b) in pairs(&board) {
        links[usize::from(a)].push(b);
        links[usize::from(b)].push(a);
    }
    for village in 0..6u8 {
        let goal = board.villages[usize::from(village)].opposite;
        let routes = [4, 5, 6].map(|length| {
            let crossing = Crossing {
                board: &board,
                goal,
                length,
            };
            crossing.count(&links, &mut vec![village])
        });
        assert_eq!(routes, [0, 18, 178], "{}", COLOURS[usize::from(village)]);
    }
    let example = Crossing {
        board: &board,
        goal: 3,
        length: 5,
    };
    assert!(example.stands(&[0, 12, 17, 18, 16, 3], &mut Vec::new()));
}

/// May a stone lie at a point, beside these stones and planks (RD-77, RD-79)?
fn stone_fits(board: &Board, stones: &[Point], planks: &[Capsule], at: Point) -> bool {
    placement::in_water(board, at)
        && !stones.iter().any(|stone| placement::too_near(*stone, at))
        && !planks.iter().any(|plank| placement::covers(*plank, at))
}

#[test]
fn rd_79_water_accepts_every_island_and_ends_at_every_obstacle() {
    let board = Board::standard();
    let fits = |x, y| stone_fits(&board, &[], &[], Point { x, y });
    for island in &board.islands {
        assert!(fits(island.x, island.y));
    }
    // The edge of the board, 220 off, on all four sides.
    for (near, far) in [(219, 220), (4281, 4280)] {
        assert!(!fits(near, 1500) && fits(far, 1500));
        assert!(!fits(2250, near) && fits(2250, far));
    }
    // A village, 400 from its centre.
    assert!(!fits(350 + 399, 2250) && fits(350 + 400, 2250));
    assert!(!fits(1300, 605 + 399) && fits(1300, 605 + 400));
    // Land between village and bank, 120 from its side.
    assert!(!fits(1440 + 119, 230) && fits(1440 + 120, 230));
    assert!(!fits(3060 - 119, 230) && fits(3060 - 120, 230));
    // A stone, 240 from its centre.
    let at = |x, y| Point { x, y };
    let stones = [at(2000, 2000)];
    let beside = |point| stone_fits(&board, &stones, &[], point);
    assert!(!beside(at(2239, 2000)) && beside(at(2240, 2000)));
    assert!(!beside(at(2143, 2192)) && beside(at(2144, 2192)), "240 along 3 to 4");
    // A plank, 160 from its side and from its ends.
    let planks = [Capsule {
        from: at(2000, 2000),
        to: at(2600, 2000),
    }];
    let beside = |point| stone_fits(&board, &[], &planks, point);
    assert!(!beside(at(2300, 2159)) && beside(at(2300, 2160)));
    assert!(!beside(at(1841, 2000)) && beside(at(1840, 2000)));
    assert!(!beside(at(2695, 2128)) && beside(at(2696, 2128)), "160 along 3 to 4");
    let slanted = [Capsule {
        from: at(2000, 2000),
        to: at(2300, 2400),
    }];
    let beside = |point| stone_fits(&board, &[], &slanted, point);
    let holds = beside(at(2150 + 128, 2200 - 96)) && !beside(at(2150 + 127, 2200 - 96));
    assert!(holds, "160 across 3 to 4");
}

#[test]
fn rd_36_planks_may_touch_but_not_overlap() {
    let lie = |x, y, to_x, to_y| Capsule {
        from: Point { x, y },
        to: Point { x: to_x, y: to_y },
    };
    let one = lie(1000, 1000, 1500, 1000);
    assert!(!placement::clash(one, lie(1000, 1080, 1500, 1080), None));
    assert!(placement::clash(one, lie(1000, 1079, 1500, 1079), None));
    assert!(!placement::clash(one, lie(1580, 1000, 1900, 1000), None));
    assert!(placement::clash(one, lie(1579, 1000, 1900, 1000), None));
    assert!(placement::clash(one, lie(1250, 800, 1250, 1200), None), "crossed");
    // On a common stone they may cross; 120 from its middle they must be apart.
    let stone = Some((6, Point { x: 1250, y: 1000 }));
    assert!(!placement::clash(one, lie(1250, 800, 1250, 1200), stone));
    assert!(placement::clash(one, lie(1000, 1030, 1500, 970), stone));
}

fn supports() -> impl Strategy<Value = (usize, usize, u8, usize)> {
    (0..33usize, 0..33usize, 1..=6u8, 0..3usize)
}

proptest! {
    #[test]
    fn rd_78_both_sides_of_the_board_judge_alike(
        (a, b, number, slide) in supports(),
        others in proptest::collection::vec(0..1269usize, 1..12),
    ) {
        let board = Board::standard();
        let (a, b) = (a.min(b), a.max(b).max(6));
        prop_assume!(a != b);
        let slide = [Slide::Mid, Slide::OverA, Slide::OverB][slide];
        let centre = |at: usize| if at < 6 { board.villages[at].centre } else { board.islands[at - 6] };
        let ends = [(a as u8, centre(a)), (b as u8, centre(b))];
        let judged = placement::between(&board.planks, ends, number, slide);
        let same = |p: &Placement| (p.a, p.b, p.number, p.slide) == (a as u8, b as u8, number, slide);
        let id = board.placements.iter().position(same);
        prop_assert_eq!(judged, id.map(|id| board.placements[id].lie));
        let Some(id) = id else { return Ok(()) };
        let one = &board.placements[id];
        for (island, at) in board.islands.iter().enumerate() {
            let own = [one.a, one.b].contains(&(island as u8 + 6));
            prop_assert_eq!(!own && one.blockers >> island & 1 == 0, !own && stone_fits(&board, &[], &[one.lie], *at));
        }
        for other in others {
            let two = &board.placements[other];
            let common: Vec<u8> = [one.a, one.b].into_iter().filter(|end| [two.a, two.b].contains(end)).collect();
            let clash = match common[..] {
                [] => placement::clash(one.lie, two.lie, None),
                [end] => placement::clash(one.lie, two.lie, Some((end, centre(usize::from(end))))),
                _ => true,
            };
            prop_assert_eq!(clash, bit(&board.conflicts[id], other));
        }
    }
}

/// A point at most so far from another, each way.
fn near(chance: &mut Stream, at: Point, far: i32) -> Point {
    let mut shifted = |value: i32| value - far + chance.below(2 * far as u32 + 1) as i32;
    Point::new(shifted(at.x), shifted(at.y))
}

/// Two supports of any kind somewhere on the board, which do not overlap.
fn gap(chance: &mut Stream) -> [(Support, Point); 2] {
    let from = near(chance, Point { x: 2250, y: 2250 }, 600);
    let kinds = [6 * chance.below(2) as Support, 6];
    let apart = i64::from(if kinds[0] == 0 { VILLAGE + STONE } else { 2 * STONE });
    let mut to = from;
    while placement::square_of(from, to) < apart * apart {
        to = near(chance, from, 860);
    }
    [(kinds[0], from), (kinds[1] + 1, to)]
}

#[test]
fn rd_r_stable_the_middle_of_a_plank_lies_over_or_between_its_supports() {
    let board = Board::standard();
    // A long plank on stones that nearly touch would tip with all its spare length on one side.
    let near = [(6, Point { x: 1000, y: 1000 }), (7, Point { x: 1276, y: 1000 })];
    let ends = |slide| placement::between(&board.planks, near, 5, slide).map(|lie| [lie.from.x, lie.to.x]);
    let length = board.planks.lengths[4];
    let middle = |slide| ends(slide).map(|[from, to]| i32::midpoint(from, to) - 1000);
    assert_eq!(ends(Slide::Mid).map(|[from, to]| to - from), Some(length));
    let middles = [Slide::Mid, Slide::OverA, Slide::OverB].map(middle);
    assert_eq!(middles, [Some(138), Some(-STONE), Some(276 + STONE)]);
    let mut chance = Chance::new(37, 0);
    let chance = chance.stream(Purpose::Setup);
    for _ in 0..5_000 {
        let ends = gap(chance);
        let [(a, from), (b, to)] = ends;
        let radius = |support: Support| f64::from(if support < 6 { VILLAGE } else { STONE });
        let planks =
            (1..=6).flat_map(|number| SLIDES.map(|slide| placement::between(&board.planks, ends, number, slide)));
        for lie in planks.flatten() {
            let middle = Point::new(i32::midpoint(lie.from.x, lie.to.x), i32::midpoint(lie.from.y, lie.to.y));
            let across = |of: fn(Point) -> i32| f64::from(of(middle) - of(from)) * f64::from(of(to) - of(from));
            let along = (across(|at| at.x) + across(|at| at.y)) / from.distance(to);
            let within = -radius(a) - 2.0..=from.distance(to) + radius(b) + 2.0;
            assert!(within.contains(&along), "{ends:?}: {lie:?}");
        }
    }
}

/// The flaws of the embedded board with one text replaced by another: the place's text and the message.
fn flaws(from: &str, to: &str) -> Vec<(String, String)> {
    assert!(BOARD.contains(from), "the file has no {from}");
    let text = BOARD.replacen(from, to, 1);
    let flaws = content::board(&text).err().unwrap_or_default();
    let all = flaws.into_iter().map(|flaw| (text[flaw.at].to_owned(), flaw.message));
    all.collect()
}

#[test]
fn every_flaw_is_told_with_its_place() {
    let flawed = r#"
[380, 490, 600, 710, 820, 930] · [380, 490] · there are 2 lengths
[380, 490, 600, 710, 820, 930] · [380, 380, 600, 710, 820, 930] · a higher number must be a longer plank
[380, 490, 600, 710, 820, 930] · [10, 490, 600, 710, 820, 930] · a plank is 80 to 4500 long
bearing = 50 · bearing = 0 · a plank cannot cover 0 of a stone
colour = "green" · colour = "white" · there is no colour "white"
colour = "green" · colour = "pink" · the village pink stands twice
destination = "red" · destination = "green" · green would begin at its destination
centre = [1300, 605] · centre = [1300, -605] · the village green is not on the board
centre = [1300, 605] · centre = [400, 2000] · the villages pink and green overlap
neck = [0, 2110, 350, 2390] · neck = [350, 2110, 0, 2390] · the neck of pink has its sides the wrong way round
[1872, 778] · [1872, 100] · island 1 is not wholly on the board
[2628, 778] · [1900, 800] · islands 1 and 2 overlap
[1872, 778] · [1500, 900] · island 1 lies on the village green
[1872, 778] · [1580, 250] · island 1 lies on the village green
"#;
    for line in flawed.trim().lines() {
        let [from, to, message] = line.split(" · ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        // It is what stands there now.
        let place = to.rsplit(" = ").next().unwrap_or(to);
        let flaws = flaws(from, to);
        let found = flaws.iter().any(|flaw| flaw.0 == place && flaw.1 == message);
        assert!(found, "{place}: {message} is not among {flaws:?}");
    }
}

#[test]
fn a_board_may_be_smaller_but_every_village_needs_a_way() {
    let start = BOARD.find("centres = [").unwrap();
    let with = |centres: &str| content::board(&format!("{}centres = {centres}\n", &BOARD[..start]));
    let messages = |centres: &str| -> Vec<String> {
        let flaws = with(centres).err().unwrap_or_default();
        flaws.into_iter().map(|flaw| flaw.message).collect()
    };
    assert_eq!(messages("[]"), ["there are 0 islands"]);
    let many = (0..28)
        .map(|at| format!("[{}, {}]", 1700 + at % 4 * 300, 900 + at / 4 * 310))
        .collect::<Vec<_>>()
        .join(", ");
    assert_eq!(messages(&format!("[{many}]")), ["there are 28 islands"]);
    assert_eq!(messages("[[2250, 2250]]").len(), 6, "nobody gets anywhere");
    // 27 islands side by side: more ways to lay planks than there is room for.
    let dense = (0..27)
        .map(|at| format!("[{}, {}]", 1200 + at % 6 * 300, 1300 + at / 6 * 310))
        .collect::<Vec<_>>()
        .join(", ");
    let told = messages(&format!("[{dense}]"));
    assert!(told.len() == 1 && told[0].starts_with("planks can lie in "), "{told:?}");
    // Longer planks make up for fewer islands.
    let text = format!(
        "{}centres = [[2250, 1300], [2250, 2250], [2250, 3200], [1300, 2250], [3200, 2250]]\n",
        &BOARD[..start]
    );
    let board = content::board(&text.replace("710, 820, 930", "1100, 1200, 1300")).unwrap();
    assert_eq!((board.islands.len(), board.planks.lengths[5]), (5, 1300));
    assert_eq!(board.under.len(), 5);
}

#[test]
fn villages_stand_in_the_order_of_the_rules() {
    let board = Board::standard();
    let colours: Vec<&str> = board.villages.iter().map(|village| village.colour.as_str()).collect();
    assert_eq!(colours, COLOURS);
    assert!((0..6u8).all(|at| board.villages[usize::from(at)].opposite == (at + 3) % 6));
    // The order in the file does not count.
    let text = BOARD.replace("\"pink\"", "\"?\"").replace("\"black\"", "\"pink\"");
    let text = text.replace("\"?\"", "\"black\"");
    let swapped = content::board(&text).unwrap();
    assert_eq!(swapped.villages[0].centre, board.villages[3].centre);
    assert_eq!(swapped.villages[3].opposite, 0);
    // What was read last is no other board.
    assert_eq!(Board::standard().villages[0].centre, board.villages[0].centre);
}
