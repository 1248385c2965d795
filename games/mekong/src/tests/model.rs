//! Planks, stones and pawns by a second hand: distances in whole numbers, and moves from who rests on what, held against
//! every choice on the island side in games by chance.

use super::properties::walk;
use super::*;
use crate::board::{Capsule, Point};
use balance_engine::{Imagine, Stream, View};
use std::collections::BTreeSet;

/// Villages are supports 0 to 5.
const STONE_0: u8 = 6;

fn times((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> i64 {
    ax * bx + ay * by
}

fn cross((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> i64 {
    ax * by - ay * bx
}

fn from_to(from: Point, to: Point) -> (i64, i64) {
    (i64::from(to.x - from.x), i64::from(to.y - from.y))
}

/// Is the point nearer to the axis than this?
fn near(at: Point, axis: Capsule, distance: i64) -> bool {
    let (along, beside) = (from_to(axis.from, axis.to), from_to(axis.from, at));
    let back = from_to(axis.to, at);
    let square = distance * distance;
    if times(along, beside) <= 0 {
        times(beside, beside) < square
    } else if times(along, back) >= 0 {
        times(back, back) < square
    } else {
        let area = i128::from(cross(along, beside));
        area * area < i128::from(square) * i128::from(times(along, along))
    }
}

/// Do two planks that rest on no common support touch?
fn touch(one: Capsule, two: Capsule) -> bool {
    let side = |axis: Capsule, at: Point| cross(from_to(axis.from, axis.to), from_to(axis.from, at)).signum();
    let parted = |axis: Capsule, other: Capsule| side(axis, other.from) * side(axis, other.to) > 0;
    let crossing = !parted(one, two) && !parted(two, one);
    crossing || near(one.from, two, 80) || near(one.to, two, 80) || near(two.from, one, 80) || near(two.to, one, 80)
}

type Axis = [(f64, f64); 2];

fn plus(from: (f64, f64), way: (f64, f64), part: f64) -> (f64, f64) {
    (from.0 + way.0 * part, from.1 + way.1 * part)
}

fn outside(axis: Capsule, centre: Point, radius: f64) -> Vec<Axis> {
    let dot = |at: Point| (f64::from(at.x - centre.x), f64::from(at.y - centre.y));
    let (from, to) = (dot(axis.from), dot(axis.to));
    let way = (to.0 - from.0, to.1 - from.1);
    // |from + t way| = radius
    let square = way.0 * way.0 + way.1 * way.1;
    let half = (from.0 * way.0 + from.1 * way.1) / square;
    let rest = (from.0 * from.0 + from.1 * from.1 - radius * radius) / square;
    let root = (half * half - rest).max(0.0).sqrt();
    let stretch = |begin: f64, end: f64| [plus(from, way, begin), plus(from, way, end)];
    let (into, out) = ((-half - root).min(1.0), (-half + root).max(0.0));
    let mut parts = Vec::new();
    if into > 0.0 {
        parts.push(stretch(0.0, into));
    }
    if out < 1.0 {
        parts.push(stretch(out, 1.0));
    }
    parts
}

/// Least distance of a point from an axis.
fn distance((x, y): (f64, f64), [from, to]: Axis) -> f64 {
    let way = (to.0 - from.0, to.1 - from.1);
    let part = ((x - from.0) * way.0 + (y - from.1) * way.1) / (way.0 * way.0 + way.1 * way.1);
    let foot = plus(from, way, part.clamp(0.0, 1.0));
    (x - foot.0).hypot(y - foot.1)
}

/// Do two planks that share a support touch outside it? Both axes pass near its centre, so beyond it they cannot cross.
fn touch_beyond(one: Capsule, two: Capsule, centre: Point, radius: i64) -> bool {
    let parts = |axis| outside(axis, centre, radius as f64);
    let (ones, twos) = (parts(one), parts(two));
    let pairs = ones.iter().flat_map(|one| twos.iter().map(move |two| (*one, *two)));
    let least = pairs.map(|(one, two)| {
        let ends = one.map(|end| distance(end, two)).into_iter();
        ends.chain(two.map(|end| distance(end, one)))
            .fold(f64::INFINITY, f64::min)
    });
    least.fold(f64::INFINITY, f64::min) < 80.0
}

/// What lies on the table, as the rules need it.
struct Model<'t> {
    game: &'t Mekong,
    public: &'t Public,
    /// Planks on the board: slot, both supports, axis.
    planks: Vec<(u8, [u8; 2], Capsule)>,
}

impl<'t> Model<'t> {
    fn new(game: &'t Mekong, public: &'t Public) -> Self {
        let on_board = (0..36u8).filter(|slot| public.laid >> (6 + slot) & 1 == 1);
        let plank = |slot: u8| {
            let plank = &public.planks[usize::from(slot)];
            (slot, [plank.a, plank.b], plank.lie)
        };
        Model {
            game,
            public,
            planks: on_board.map(plank).collect(),
        }
    }

    fn centre(&self, support: u8) -> Point {
        if support < STONE_0 {
            self.game.board.villages[usize::from(support)].centre
        } else {
            self.game.board.islands[usize::from(support - STONE_0)]
        }
    }

    fn stands(&self, support: u8) -> bool {
        support < STONE_0 || self.public.stones >> (support - STONE_0) & 1 == 1
    }

    fn load(&self, support: u8) -> usize {
        let all = self.planks.iter().filter(|(_, ends, _)| ends.contains(&support));
        all.count()
    }

    /// Spaces next to one: of planks those that rest on a common stone, and the villages they rest on.
    fn beside(&self, space: u8) -> BTreeSet<u8> {
        let mut found = BTreeSet::new();
        let resting = |support: u8| {
            let planks = self.planks.iter().filter(move |(_, ends, _)| ends.contains(&support));
            planks.map(|(slot, _, _)| 6 + slot)
        };
        if space < 6 {
            found.extend(resting(space));
        } else {
            let (_, ends, _) = self
                .planks
                .iter()
                .find(|(slot, _, _)| 6 + slot == space)
                .expect("a plank");
            for end in ends {
                match *end {
                    village @ 0..6 => found.extend([village]),
                    stone => found.extend(resting(stone)),
                }
            }
            found.remove(&space);
        }
        found
    }

    fn pawns(&self) -> Vec<u8> {
        self.game.seats().map(|seat| self.public.pawns[seat].0).collect()
    }

    fn is_free(&self, space: u8) -> bool {
        space < 6 || !self.pawns().contains(&space)
    }

    fn steps(&self) -> Vec<Move> {
        let own = self.public.pawns[self.public.decider].0;
        let to = self.beside(own).into_iter().filter(|to| self.is_free(*to));
        to.map(|to| Move::Step(Space(to))).collect()
    }

    fn jumps(&self) -> Vec<Move> {
        let own = self.public.pawns[self.public.decider].0;
        let over = self
            .beside(own)
            .into_iter()
            .filter(|over| *over >= 6 && !self.is_free(*over));
        let landings: BTreeSet<u8> = over.flat_map(|over| self.beside(over)).collect();
        let free = landings.into_iter().filter(|to| *to != own && self.is_free(*to));
        free.map(|to| Move::Jump(Space(to))).collect()
    }

    fn removals(&self) -> Vec<Move> {
        let reserve = self.public.reserves[self.public.decider];
        let fits = |slot: u8| {
            let (colour, number) = (slot / 6, slot % 6);
            let own = reserve.into_iter().filter(|own| *own != NONE);
            let colours: BTreeSet<u8> = own.chain([colour]).collect();
            reserve[usize::from(number)] == NONE && colours.len() <= 2 && self.is_free(6 + slot)
        };
        let planks = self.planks.iter().map(|(slot, _, _)| *slot).filter(|slot| fits(*slot));
        let loose = (0..27).filter(|slot| self.stands(STONE_0 + slot) && self.load(STONE_0 + slot) == 0);
        let all = planks.map(Move::TakePlank).chain(loose.map(Move::TakeStone));
        all.collect()
    }

    fn stones(&self) -> Vec<Move> {
        let clear = |island: &u8| {
            let at = self.centre(STONE_0 + island);
            !self.stands(STONE_0 + island) && !self.planks.iter().any(|(_, _, lie)| near(at, *lie, 160))
        };
        (0..27).filter(clear).map(Move::Island).collect()
    }

    fn lays(&self, number: u8) -> Vec<Move> {
        let mut all = Vec::new();
        for placement in self.game.board.placements.iter().filter(|one| one.number == number) {
            let (ends, lie) = ([placement.a, placement.b], placement.lie);
            let room = |end: &u8| self.stands(*end) && self.load(*end) < 3;
            let square = |at: (i64, i64)| times(at, at);
            let radius = |end: u8| if end < STONE_0 { 280 } else { 120 };
            let length = [380, 490, 600, 710, 820, 930][usize::from(number) - 1];
            let reach = length + radius(ends[0]) + radius(ends[1]) - 2 * 50;
            assert!(square(from_to(self.centre(ends[0]), self.centre(ends[1]))) <= reach * reach);
            let others = (0..33).filter(|other| !ends.contains(other) && self.stands(*other));
            let mut legal = ends.iter().all(room);
            legal &= others
                .into_iter()
                .all(|other| !near(self.centre(other), lie, radius(other) + 40));
            for (_, held, other) in &self.planks {
                let shared: Vec<u8> = ends.into_iter().filter(|end| held.contains(end)).collect();
                legal &= match shared[..] {
                    [] => !touch(lie, *other),
                    [end] => !touch_beyond(lie, *other, self.centre(end), radius(end)),
                    _ => false,
                };
            }
            if legal {
                let (a, b, slide) = (placement.a, placement.b, placement.slide);
                all.push(Move::Lay { a, b, slide });
            }
        }
        all
    }
}

#[test]
fn rd_27_28_29_30_34_36_37_43_48_50_51_53_55_59_61_62_every_choice_is_one_that_the_rules_allow() {
    let order = |moves: &[Move]| {
        let mut words: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
        words.sort();
        words
    };
    let mut met = [0; 6];
    for players in 2..=6 {
        let game = table(players, |rules| rules.turns_max = 12);
        walk(&game, 8, |state, offered, _| {
            let public = &state.public;
            let model = Model::new(&game, public);
            let (kind, due) = match public.ask {
                Ask::Step => (0, model.steps()),
                Ask::Second => (1, [model.steps(), vec![Move::Stop]].concat()),
                Ask::Jump => (2, model.jumps()),
                Ask::Remove => (3, model.removals()),
                Ask::Stone => (4, model.stones()),
                Ask::Place => (5, model.lays(public.number)),
                _ => return,
            };
            assert_eq!(order(offered), order(&due), "{:?} with {:?}", public.ask, model.planks);
            met[kind] += due.len();
        });
    }
    assert!(met.iter().all(|count| *count > 20), "{met:?}");
    assert!(met[5] > 20_000, "{met:?}");
}

/// Three players, the second begins. Nobody has anything to jump over or to take, and then stones are placed: three
/// cards of each lie open, two do not.
fn third_card(game: &Mekong) -> Position {
    let mut p = begun_by(game, 1);
    let head: &[Card] = &[Card::JUMP, Card::REMOVE, Card::STONE];
    p.turn(&[head; 3]);
    assert_eq!((p.public.decider, p.public.position), (Seat(1), 2));
    p
}

/// What `seat` may have laid at this place, as far as `eyes` knows.
fn imagined(p: &Position, eyes: Seat, seat: Seat, at: usize) -> BTreeSet<Card> {
    let mut draw = Stream::keyed(5, 1, u8::MAX, 0);
    let mut laid = BTreeSet::new();
    for _ in 0..400 {
        let again = p.game.imagine(p.state().view(&p.game, eyes), &mut draw);
        assert_eq!((again.public, again.private[eyes]), (p.public, p.private[eyes]));
        p.game.invariant(&again).unwrap_or_else(|broken| panic!("{broken}"));
        laid.insert(again.private[seat].programme[at]);
    }
    laid
}

#[test]
fn rd_10_12_any_programme_may_lie_face_down() {
    let game = table(3, |_| {});
    let mut p = start(&game);
    for card in programme(&game, Seat(0), &[]) {
        p.play(Move::Card(card));
    }
    p.play(Move::Card(Card::JUMP));
    let hand = cards(game.hands[Seat(0)]).collect();
    assert_eq!(imagined(&p, Seat(2), Seat(0), 0), hand);
    assert_eq!(imagined(&p, Seat(0), Seat(1), 0).len(), 10);
    for at in 1..PROGRAMME {
        assert_eq!(imagined(&p, Seat(0), Seat(1), at), [Card::NONE].into(), "not laid");
    }
}

#[test]
fn rd_14_what_has_been_turned_up_is_known() {
    let game = table(3, |_| {});
    let p = third_card(&game);
    let shown = p.public.shown[Seat(2)];
    for (at, card) in shown.into_iter().enumerate().take(3) {
        assert_eq!(imagined(&p, Seat(1), Seat(2), at), [card].into());
    }
    let left = cards(game.cards_left(Seat(2), &shown[..3])).collect();
    assert_eq!(imagined(&p, Seat(1), Seat(2), 3), left);
}

#[test]
fn rd_10_11_others_are_supposed_to_lay_what_is_face_down_and_nothing_else() {
    let game = table(3, |_| {});
    let before = third_card(&game);
    let eyes = Seat(0);
    let mut state = before.state();
    let mut asked = Vec::new();
    let mut choose = |view: View<'_, Mekong>| {
        let at = usize::from(view.public.position);
        asked.push((view.seat, at));
        assert_eq!((view.public.ask, view.public.decider), (Ask::Card, view.seat));
        assert_eq!(game.cards_on_table(view.public, view.seat), (at, 0));
        let holds = view.private.programme[at..].iter().all(|card| *card == Card::NONE);
        assert!(holds, "still to be laid");
        let mut offered = Moves::default();
        game.moves(view, &mut offered);
        *offered.to_vec().last().expect("there are cards left")
    };
    game.suppose(&mut state, eyes, &mut choose);
    assert_eq!(asked, [(Seat(1), 3), (Seat(1), 4), (Seat(2), 3), (Seat(2), 4)]);
    let found = (state.public, state.private[eyes]);
    assert_eq!(found, (before.public, before.private[eyes]));
    game.invariant(&state).unwrap_or_else(|broken| panic!("{broken}"));
    for seat in [Seat(1), Seat(2)] {
        let [was, laid] = [before.private, state.private].map(|private| private[seat].programme);
        assert_eq!(was[..3], laid[..3]);
        let left = |at: usize| cards(game.cards_left(seat, &laid[..at])).last();
        assert_eq!([Some(laid[3]), Some(laid[4])], [left(3), left(4)]);
    }
    // Before all have laid theirs, those of before are made anew, and those who have not begun are not asked.
    let mut p = start(&game);
    for card in programme(&game, Seat(0), &[]) {
        p.play(Move::Card(card));
    }
    p.play(Move::Card(Card::JUMP));
    let mut asked = Vec::new();
    let mut state = p.state();
    game.suppose(&mut state, Seat(2), &mut |view| {
        asked.push((view.seat, view.public.position));
        Move::Card(programme(&game, view.seat, &[])[usize::from(view.public.position)])
    });
    let expected = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0)].map(|(seat, at)| (Seat(seat), at));
    assert_eq!(asked, expected);
    game.invariant(&state).unwrap_or_else(|broken| panic!("{broken}"));
}
