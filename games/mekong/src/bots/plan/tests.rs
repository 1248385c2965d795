use super::super::rivals::{Harm, HarmCache};
use super::*;
use crate::card::Card;
use crate::state::NONE;
use balance_engine::Stream;

/// A way of up to seven gaps, of which something lies already.
fn any_way(chance: &mut Stream) -> PawnRoute {
    let gaps = 1 + chance.below(7) as usize;
    let mut bits = |below: u32| chance.below(1 << below);
    let bridged = (bits(gaps as u32) & bits(gaps as u32)) as u16;
    PawnRoute {
        supports: [NONE; PawnRoute::GAPS + 1],
        over: 0,
        gaps,
        bridged,
        taken: bridged & bits(gaps as u32) as u16,
        there: 1 | u32::from(bridged) | u32::from(bridged) << 1 | bits(gaps as u32 + 1),
        fits: std::array::from_fn(|_| bits(6) as u8),
        planks: 0,
        left: 60,
        from_home: 60 + 10 * bits(3),
        sole: false,
    }
}

fn any_course<'a>(way: &'a PawnRoute, weights: &'a Weights, chance: &mut Stream) -> PlanInput<'a> {
    let mut each = || std::array::from_fn(|_| chance.unit() as f32);
    let (dragon, loot, stays) = (each(), each(), each());
    let mut once = || chance.below(2) == 0;
    PlanInput {
        way,
        home: once(),
        retreat: once(),
        prey: once(),
        harm: once(),
        planks: chance.below(64) as u8,
        dragon,
        loot,
        stays,
        weights,
    }
}

/// The best order of every set of cards after `laid`, its worth and how many cards there are then, by the definition: each set is
/// tried with each card it lacks, sets and cards in the order of their numbers, and what is worth more than all before is kept.
fn by_definition(course: &PlanInput<'_>, laid: &[u8], cards: u16) -> Vec<(usize, f32, Programme)> {
    let caution = course.weights.caution;
    let mut start = (course.start(), [0; PROGRAMME]);
    for (position, card) in laid.iter().enumerate() {
        course.apply(&mut start.0, *card, position, caution);
        start.1[position] = *card;
    }
    let cards: Vec<u8> = (0..CARDS as u8).filter(|card| cards >> card & 1 == 1).collect();
    let mut best = vec![None; 1 << cards.len()];
    best[0] = Some((start.0.gain, start));
    let mut found = Vec::new();
    for set in 0..best.len() {
        let Some((_, (going, order))) = best[set] else { continue };
        let position = laid.len() + set.count_ones() as usize;
        found.push((position, course.rest(&going), order));
        for (place, card) in cards.iter().enumerate() {
            if set >> place & 1 == 1 || position == PROGRAMME {
                continue;
            }
            let (mut to, mut longer) = (going, order);
            to.set_done(false);
            course.apply(&mut to, *card, position, caution);
            longer[position] = *card;
            if going.done() {
                to.gain = going.gain + SPARE * (to.gain - going.gain);
                to.set_done(true);
            }
            let worth = if position + 1 == PROGRAMME {
                course.rest(&to)
            } else {
                to.gain
            };
            let with = &mut best[set | 1 << place];
            if with.is_none_or(|(most, _)| worth > most) {
                *with = Some((worth, (to, longer)));
            }
        }
    }
    found
}

#[test]
fn the_best_orders_of_sets_are_those_of_the_definition() {
    let weights = Weights::default();
    let mut chance = Stream::keyed(1, 2, 3, 4);
    let mut sets = Sets::default();
    let (mut arrived, mut fell) = (0, 0);
    for _ in 0..400 {
        let way = any_way(&mut chance);
        let course = any_course(&way, &weights, &mut chance);
        let mut cards: Vec<u8> = (0..CARDS as u8).collect();
        chance.shuffle(&mut cards);
        let laid = &cards[..chance.below(PROGRAMME as u32 + 1) as usize];
        let left = laid
            .iter()
            .fold((1 << CARDS) - 1, |left: u16, card| left & !(1 << card));
        let missing = PROGRAMME - laid.len();
        let mut found = Vec::new();
        course.sets(&mut sets, (laid, 0), left, weights.caution, |count, worth, order| {
            found.push((count, worth.to_bits(), order()));
        });
        let due = by_definition(&course, laid, course.useful(left, missing));
        let due: Vec<_> = due
            .into_iter()
            .map(|(count, worth, order)| (count, worth.to_bits(), order))
            .collect();
        assert_eq!(found, due, "{way:?} after {laid:?}");
        arrived += usize::from(
            found
                .iter()
                .any(|(_, worth, _)| f32::from_bits(*worth) > weights.win / 2.0),
        );
        fell += usize::from(found.iter().any(|(_, worth, _)| f32::from_bits(*worth) < -weights.fall));
    }
    assert!(arrived > 20 && fell > 20, "{arrived} {fell}");
}

/// What a programme is worth of which only some cards are played, and before one of which the plank ahead is taken.
fn disturbed(
    course: &PlanInput<'_>,
    programme: Programme,
    played: impl Fn(usize) -> bool,
    taken: Option<usize>,
) -> f32 {
    let mut going = course.start();
    for (position, card) in programme.iter().enumerate() {
        let ahead = going.bridged() & !0 << going.position().clamp(0, 15);
        if taken == Some(position) && ahead != 0 {
            going.unbridge(1 << ahead.trailing_zeros());
            going.gain -= course.weights.plank;
        }
        if played(position) && !going.done() {
            course.apply(&mut going, *card, position, 0.0);
        }
    }
    course.rest(&going)
}

#[test]
fn what_a_programme_loses_is_what_is_missing_when_it_is_gone_through_again() {
    let weights = Weights::default();
    let mut chance = Stream::keyed(5, 6, 7, 8);
    let mut lost = [0; 2];
    for _ in 0..400 {
        let way = any_way(&mut chance);
        let course = any_course(&way, &weights, &mut chance);
        let mut cards: Vec<u8> = (0..CARDS as u8).collect();
        chance.shuffle(&mut cards);
        let programme = std::array::from_fn(|at| cards[at]);
        let whole = disturbed(&course, programme, |_| true, None);
        let [losses, bridges] = course.losses(programme);
        for hit in 0..PROGRAMME {
            let cancelled = disturbed(&course, programme, |position| position != hit, None);
            let taken = disturbed(&course, programme, |_| true, Some(hit));
            let due = [cancelled, taken].map(|worth| (whole - worth).max(0.0));
            assert_eq!([losses[hit], bridges[hit]].map(f32::to_bits), due.map(f32::to_bits));
            lost[0] += usize::from(losses[hit] > 0.0);
            lost[1] += usize::from(bridges[hit] > 0.0);
        }
    }
    assert!(lost.iter().all(|times| *times > 100), "{lost:?}");
}

/// Also where a card changes nothing, which is as good cancelled as played.
#[test]
fn what_is_expected_of_a_programme_is_the_mean_over_all_that_dragons_may_cancel() {
    let weights = Weights::default();
    let mut chance = Stream::keyed(9, 8, 7, 6);
    let mut idle = 0;
    for _ in 0..400 {
        let mut way = any_way(&mut chance);
        if chance.below(2) == 0 {
            way.there = !0;
        }
        let course = any_course(&way, &weights, &mut chance);
        let mut cards: Vec<u8> = (0..CARDS as u8).collect();
        chance.shuffle(&mut cards);
        let programme: Programme = std::array::from_fn(|at| cards[at]);
        idle += usize::from(way.there == !0 && programme.contains(&Card::STONE.0));
        let hit = chance.unit() as f32;
        let mut mean = 0.0;
        for cancelled in 0..WAYS {
            let plays = |position: usize| programme[position] == DRAGON || cancelled >> position & 1 == 0;
            let hits = cancelled.count_ones() as i32;
            let odds = f64::from(hit).powi(hits) * f64::from(1.0 - hit).powi(PROGRAMME as i32 - hits);
            mean += odds * f64::from(disturbed(&course, programme, plays, None));
        }
        let found = f64::from(course.expected(programme, hit));
        assert!((found - mean).abs() < 1e-4, "{found}, not {mean}: {programme:?}");
    }
    assert!(idle > 50, "{idle}");
}

#[test]
fn what_was_weighed_is_weighed_once_however_many_there_are() {
    let mut weighed = WeighedProgrammes::default();
    for round in 0..2 {
        for at in 0..2 * FINALISTS * PROGRAMME {
            let programme = [at as u8, 1, 2, 3, 4];
            let mut asked = false;
            let worth = weighed.value(programme, || {
                asked = true;
                at as f32
            });
            assert_eq!((worth as usize, asked), (at, round == 0 || at >= FINALISTS * PROGRAMME));
        }
    }
}

#[test]
fn a_jump_leads_over_the_pawn_ahead() {
    let weights = Weights::default();
    let mut chance = Stream::keyed(1, 1, 1, 1);
    let way = PawnRoute {
        gaps: 3,
        bridged: 7,
        taken: 1,
        there: 15,
        ..any_way(&mut chance)
    };
    let mut course = any_course(&way, &weights, &mut chance);
    course.stays = [1.0; PROGRAMME];
    let mut going = course.start();
    course.apply(&mut going, Card::JUMP.0, 0, 0.0);
    assert_eq!((going.position(), going.fell(), going.done()), (2, false, false));
    course.apply(&mut going, Card::MOVE_TWO.0, 1, 0.0);
    assert!(going.done());
}

/// As everybody sees it: without dragons and loot.
fn seen<'a>(way: &'a PawnRoute, weights: &'a Weights, chance: &mut Stream) -> PlanInput<'a> {
    PlanInput {
        dragon: [0.0; PROGRAMME],
        loot: [0.0; PROGRAMME],
        stays: [0.8, 0.5, 0.35, 0.25, 0.2],
        ..any_course(way, weights, chance)
    }
}

/// Courses that differ in one thing alone are not taken for each other, nor are those of bots that weigh otherwise.
#[test]
fn what_hurts_a_rival_is_remembered_as_it_would_be_worked_out() {
    let usual = Weights::default();
    let other = Weights { step: 0.9, ..usual };
    let mut chance = Stream::keyed(5, 2, 3, 4);
    let (mut notes, mut sets) = (HarmCache::default(), Sets::default());
    let mut differ = [0; 11];
    for _ in 0..300 {
        let (way, another) = (any_way(&mut chance), any_way(&mut chance));
        let course = seen(&way, &usual, &mut chance);
        let harm = Harm::on(&course, &mut sets);
        for (thing, differ) in differ.iter_mut().enumerate() {
            let mut way = way;
            let mut changed = course;
            match thing {
                0 => way.gaps = another.gaps,
                1 => way.bridged ^= 1,
                2 => way.taken ^= 1,
                3 => way.there ^= 2,
                4 => way.fits[0] = another.fits[0],
                5 => way.from_home = another.from_home,
                6 => changed.planks = chance.below(64) as u8,
                7 => changed.home = !course.home,
                8 => changed.retreat = !course.retreat,
                9 => changed.prey = !course.prey,
                _ => changed.weights = &other,
            }
            changed.way = &way;
            assert_eq!(notes.harm(&course), harm, "{way:?}");
            assert_eq!(notes.harm(&course), harm, "what was known");
            let due = Harm::on(&changed, &mut sets);
            *differ += i32::from(due != harm);
            assert_eq!(notes.harm(&changed), due, "{thing}: {way:?}");
            assert_eq!(notes.harm(&changed), due, "what was known");
        }
    }
    assert!(differ.iter().all(|times| *times > 0), "each thing matters: {differ:?}");
}
