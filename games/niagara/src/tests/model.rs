//! The base game by a second hand: tables and walks written from the rules alone, held against every choice, every turn
//! of the river and every end of games by chance.

use super::*;
use crate::state::{Ending, Event};
use balance_engine::{Imagine, RandomBot, Recorder, Stream, Table};
use std::collections::BTreeSet;

/// The space above each: land, five of the trunk, then both arms.
const UP: [u8; 10] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 8];
/// The spaces below each; beyond the last of an arm there is none.
const DOWN: [&[u8]; 10] = [&[1], &[2], &[3], &[4], &[5], &[6, 8], &[7], &[], &[9], &[]];
const BESIDE: [Option<usize>; 10] = [
    None,
    None,
    None,
    Some(0),
    Some(1),
    Some(2),
    Some(3),
    Some(4),
    Some(3),
    Some(4),
];

/// What a canoe does at one end of its move: points, gem put down, gem taken aboard.
type Stop = (u8, Option<usize>, Option<usize>);
const NOTHING: Stop = (0, None, None);

/// Everything that may be done with gems at a space.
fn stops_at(space: u8, aboard: Option<usize>, places: &[[u8; COLOURS]; COLOURS]) -> Vec<Stop> {
    let mut stops = vec![NOTHING];
    let Some(place) = BESIDE[usize::from(space)] else {
        return stops;
    };
    let lying = (0..COLOURS).filter(|colour| places[place][*colour] > 0);
    match aboard {
        None => stops.extend(lying.map(|colour| (2, None, Some(colour)))),
        Some(own) if own != place => {
            stops.push((2, Some(own), None));
            stops.extend(
                lying
                    .filter(|colour| *colour != own)
                    .map(|colour| (4, Some(own), Some(colour))),
            );
        }
        Some(_) => {}
    }
    stops
}

/// Spaces exactly so many steps down.
fn down(space: u8, steps: u8) -> Vec<u8> {
    if steps == 0 {
        return vec![space];
    }
    let below = DOWN[usize::from(space)].iter();
    below.flat_map(|next| down(*next, steps - 1)).collect()
}

/// The space exactly so many steps up, short of land.
fn up(space: u8, steps: u8) -> Option<u8> {
    let end = (0..steps).fold(space, |at, _| UP[usize::from(at)]);
    (end != 0).then_some(end)
}

/// Every move of a canoe with so many points: done before, where to, done after.
fn paddles(
    space: u8,
    aboard: Option<usize>,
    points: u8,
    places: &[[u8; COLOURS]; COLOURS],
) -> BTreeSet<(Stop, u8, Stop)> {
    let mut all = BTreeSet::new();
    for before in stops_at(space, aboard, places)
        .into_iter()
        .filter(|stop| stop.0 <= points)
    {
        let left = points - before.0;
        for steps in 0..=left {
            let mut ends = down(space, steps);
            ends.extend(up(space, steps).filter(|_| space != 0));
            for end in ends {
                for after in stops_at(end, aboard, places) {
                    let one = before == NOTHING || after == NOTHING;
                    if !one || steps + after.0 != left || before == NOTHING && after == NOTHING && steps == 0 {
                        continue;
                    }
                    // Staying at a place, it is all the same whether it happens before or after.
                    if steps == 0 && before == NOTHING {
                        all.insert((after, end, NOTHING));
                    } else {
                        all.insert((before, end, after));
                    }
                }
            }
        }
        let home = (1..=left).any(|steps| space != 0 && up(space, steps).is_none());
        if home {
            all.insert((before, 0, NOTHING));
        }
    }
    all
}

fn stop_of(block: Block, aboard: Option<usize>) -> Stop {
    let down = (block.unload == 1).then(|| aboard.expect("something aboard"));
    let points = 2 * (u8::from(down.is_some()) + u8::from(block.load.is_some()));
    (points, down, block.load.map(GemColour::index))
}

/// A canoe as the model has it: where, and the gem aboard; 99 is below the falls.
type Model = (u8, Option<usize>);
const BELOW: u8 = 99;

fn model_of(canoe: Canoe) -> Model {
    let space = if canoe.space == LOST { BELOW } else { canoe.space.0 };
    (space, canoe.cargo.map(GemColour::index))
}

fn canoes_of(public: &Public) -> Vec<Model> {
    let seats = (0..4).map(|seat| &public.canoes[Seat(seat)]);
    seats.flatten().copied().map(model_of).collect()
}

/// One disc in at the top: everything before the fork moves down, the last of it into the arm, one canoe space falls.
fn pushed(space: u8, arm: u8) -> u8 {
    let first = if arm == 0 { 6 } else { 8 };
    match space {
        1..=4 => space + 1,
        5 => first,
        _ if space == first => first + 1,
        _ if space == first + 1 => BELOW,
        _ => space,
    }
}

/// Goes along with a game, moving its own canoes.
#[derive(Default)]
struct River {
    canoes: Vec<Model>,
    places: [[u8; COLOURS]; COLOURS],
    steps: i8,
    falls: usize,
}

impl Recorder<Niagara> for River {
    fn event(&mut self, game: &Niagara, event: Event, public: &Public) {
        match event {
            Event::Flowed(steps) => {
                let numbers = (0..4).filter_map(|seat| public.shown[Seat(seat)]).map(|card| card.0);
                let weather = [-1, 0, 1, 2][usize::from(public.weather)];
                let lowest = numbers.filter(|number| *number > 0).min().unwrap_or(0) as i8;
                assert_eq!(steps as i8, (lowest + weather).max(0));
                (self.canoes, self.places, self.steps) = (canoes_of(public), public.places, steps as i8);
            }
            Event::Pushed(arm) => {
                self.steps -= 1;
                for (space, aboard) in &mut self.canoes {
                    let before = *space;
                    *space = pushed(before, arm);
                    if *space == BELOW && before != BELOW {
                        self.falls += 1;
                        if let Some(colour) = aboard.take() {
                            self.places[colour][colour] += 1;
                        }
                    }
                }
            }
            Event::RoundBegan => {
                assert_eq!(self.steps, 0, "as many discs as steps");
                assert_eq!(self.canoes, canoes_of(public));
                assert_eq!(self.places, public.places);
                assert_eq!(game.players, 4);
            }
            _ => {}
        }
    }
}

#[test]
fn every_paddle_is_one_that_the_rules_allow() {
    let game = table(4, |rules| rules.rounds_max = 60);
    let (mut seen, mut kinds) = (0, BTreeSet::new());
    for index in 0..40 {
        let mut chance = Chance::new(23, index);
        let mut stream = balance_engine::Stream::keyed(29, index, 0, 0);
        let mut state = game.setup(&mut chance);
        while state.public.ask != Ask::Over {
            let offered = moves(&game, &state);
            let public = &state.public;
            if public.ask == Ask::Canoe {
                let seat = public.decider;
                let points = public.shown[seat].expect("a card").0;
                let canoes = public.canoes[seat];
                for canoe in (0..2u8).filter(|canoe| public.may >> canoe & 1 == 1) {
                    let (space, aboard) = model_of(canoes[usize::from(canoe)]);
                    let told = offered.iter().filter_map(|mv| match *mv {
                        Move::Paddle {
                            canoe: of,
                            pre,
                            to,
                            post,
                        } if of == canoe => Some((stop_of(pre, aboard), to.0, stop_of(post, aboard))),
                        _ => None,
                    });
                    let told: BTreeSet<_> = told.collect();
                    if told.is_empty() && canoe == 1 && canoes[0] == canoes[1] {
                        continue; // of two that do not differ one is offered
                    }
                    let allowed = paddles(space, aboard, points, &public.places);
                    assert_eq!(
                        told, allowed,
                        "from {space} with {aboard:?} and {points}: {:?}",
                        public.places
                    );
                    seen += told.len();
                    kinds.extend(told.iter().map(|(before, _, after)| (before.0, after.0)));
                }
            }
            let mv = offered[stream.below(offered.len() as u32) as usize];
            game.play(&mut state, mv, &mut chance, &mut ());
        }
    }
    assert!(seen > 20_000, "{seen}");
    let all = [(0, 0), (0, 2), (0, 4), (2, 0), (4, 0)];
    assert_eq!(kinds, all.into_iter().collect(), "each way to load and unload");
}

#[test]
fn the_river_carries_every_canoe_where_the_rules_do() {
    let game = table(4, |rules| rules.rounds_max = 60);
    let mut falls = 0;
    for index in 0..40 {
        let mut river = River::default();
        Table::new(&game).play(Chance::new(31, index), |_, _| &RandomBot, &mut river);
        falls += river.falls;
    }
    assert!(falls > 400, "{falls}");
}

#[test]
fn whoever_has_a_set_wins_and_nobody_else() {
    let game = table(4, |_| {});
    let mut stream = balance_engine::Stream::keyed(37, 0, 0, 0);
    let mut endings = BTreeSet::new();
    for _ in 0..2_000 {
        let mut state = begin(&game).state;
        let mut expected = balance_engine::SeatSet::default();
        for seat in (0..4).map(Seat) {
            let gems: [u8; COLOURS] = std::array::from_fn(|_| stream.below(6) as u8 * stream.below(2) as u8);
            let has = |count: u8| gems.iter().any(|own| *own >= count);
            let wins = gems.iter().sum::<u8>() >= 7 || has(4) || !gems.contains(&0);
            if wins {
                expected = expected.iter().chain([seat]).collect();
            }
            state.public.gems[seat] = gems;
        }
        state.public.ending = Some(Ending::Several);
        let outcome = game.outcome(&state);
        assert_eq!(outcome.winners, expected, "{:?}", state.public.gems);
        endings.insert(outcome.winners.len());
    }
    assert_eq!(endings.len(), 5, "from none to all four");
}

/// Seats 2, 3 and 1 of three lay in this order; so many have laid. Seat 3 holds only two cards.
fn laid(cards: &[u8]) -> Expedition {
    let mut p = position(3, |_| {});
    (p.public.first, p.public.decider) = (Seat(1), Seat(1));
    p.lay(cards);
    p.public.hands[Seat(2)] = Card(3).bit() | Card(5).bit();
    p
}

/// The cards that `eyes` may imagine before each seat.
fn imagined(p: &Expedition, eyes: u8) -> [BTreeSet<Option<u8>>; 3] {
    let mut dealer = Stream::keyed(1, 1, u8::MAX, 0);
    let mut found: [BTreeSet<Option<u8>>; 3] = Default::default();
    for _ in 0..200 {
        let again = p.game.imagine(p.view(&p.game, Seat(eyes)), &mut dealer);
        assert_eq!(again.public, p.public);
        for (seat, found) in found.iter_mut().enumerate() {
            found.insert(again.private[Seat(seat as u8)].card.map(|card| card.0));
        }
    }
    found
}

#[test]
fn ni_17_a_card_face_down_may_be_any_that_is_left() {
    let [none, own]: [BTreeSet<Option<u8>>; 2] = [[None].into(), [Some(3)].into()];
    let any: BTreeSet<_> = (0..=6).map(Some).collect();
    let either: BTreeSet<_> = [Some(3), Some(5)].into();
    // Two have laid: the third has not, and everybody knows the own card.
    let p = laid(&[2, 3]);
    assert_eq!(imagined(&p, 0), [none.clone(), any.clone(), either.clone()]);
    assert_eq!(imagined(&p, 2), [none.clone(), any.clone(), own]);
    // All have laid, and the first has shown.
    let p = laid(&[2, 3, 4]);
    assert_eq!(p.public.shown[Seat(1)], Some(Card(2)));
    assert_eq!(imagined(&p, 1), [any, none, either]);
}

#[test]
fn ni_17_the_last_card_left_may_be_the_cloud() {
    let mut p = laid(&[2, 3]);
    p.public.hands[Seat(1)] = CLOUD.bit();
    p.private[Seat(1)].card = Some(CLOUD);
    assert_eq!(imagined(&p, 0)[1], [Some(0)].into());
}

#[test]
fn ni_r22_no_card_lies_on_the_table_after_the_last_round() {
    let mut p = position(3, |rules| rules.rounds_max = 10);
    p.public.round = 10;
    p.lay(&[CLOUD; 3]);
    while p.public.ask != Ask::Over {
        let first = p.moves()[0];
        p.play(first);
    }
    let none: BTreeSet<Option<u8>> = [None].into();
    assert_eq!(imagined(&p, 0), [none.clone(), none.clone(), none]);
}

#[test]
fn ni_17_a_supposed_card_is_laid_as_at_the_beginning_of_the_round() {
    let mut p = laid(&[2, 3, 4]);
    let mut asked = Vec::new();
    let before = p.public;
    p.game.suppose(&mut p.state, Seat(0), &mut |view| {
        let public = view.public;
        let found = (public.ask, public.decider, view.private.card);
        assert_eq!(found, (Ask::Card, view.seat, None));
        let holds = public.shown.first(3).iter().all(Option::is_none);
        assert!(holds, "nobody has shown a card");
        asked.push((view.seat.0, public.done));
        Move::Card(Card(5))
    });
    // Neither the own card, nor that of seat 2, which lies open.
    assert_eq!(asked, [(2, 1)]);
    assert_eq!(p.public, before);
    let cards = p.private.first(3).iter().map(|private| private.card.map(|card| card.0));
    assert_eq!(cards.collect::<Vec<_>>(), [Some(4), None, Some(5)]);
}
