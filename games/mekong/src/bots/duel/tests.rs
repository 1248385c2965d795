use super::*;
use crate::bots::plan::ProgrammeState;
use crate::bots::{ForTwo, Weights};
use crate::state::NONE;

const MOVE: u8 = Card::MOVE.0;
const MOVE_TWO: u8 = Card::MOVE_TWO.0;
const STONE: u8 = Card::STONE.0;
const STONES: u8 = Card::STONES.0;
const PLANK: u8 = Card::PLANK.0;
const REMOVE: u8 = Card::REMOVE.0;
const JUMP: u8 = Card::JUMP.0;

/// A way over these supports, of whose gaps those in `bridged` are.
fn way<const N: usize>(supports: [u8; N], bridged: u16) -> PawnRoute {
    let mut all = [NONE; PawnRoute::GAPS + 1];
    all[..N].copy_from_slice(&supports);
    PawnRoute {
        supports: all,
        over: 0,
        gaps: N - 1,
        bridged,
        taken: 0,
        there: !0,
        fits: [0x3f; PawnRoute::GAPS],
        planks: 0,
        left: 50,
        from_home: 50,
        sole: false,
    }
}

fn weights() -> (Weights, ForTwo) {
    let two = ForTwo::default();
    (two.of_way(&Weights::default()), two)
}

fn side<'a>(way: &'a PawnRoute, weights: &'a Weights, prey: u16) -> DuelSide<'a> {
    DuelSide {
        course: PlanInput {
            way,
            planks: 0x3f,
            home: false,
            retreat: true,
            prey: prey != 0,
            harm: false,
            dragon: [0.0; PROGRAMME],
            loot: [0.0; PROGRAMME],
            stays: [1.0; PROGRAMME],
            weights,
        },
        cards: 0x1ff,
        prey,
    }
}

/// What two programmes are worth to the first.
fn play(duel: &Duel<'_>, [first, second]: [Programme; 2]) -> f32 {
    let laid = |programme: Programme| Laid::new([programme].into_iter().collect());
    let worth = duel.worths(0, &laid(first), second)[0];
    let other = duel.worths(1, &laid(second), first)[0];
    assert!((worth + other).abs() < 1e-6, "{worth} and {other}");
    worth
}

/// What two programmes are worth to the first, on two ways that have nothing in common, both a plank from the end.
fn race(first: Programme, second: Programme) -> f32 {
    let (one, two) = (way([6, 7], 1), way([8, 9], 1));
    let (weights, for_two) = weights();
    play(
        &Duel::new([side(&one, &weights, 1), side(&two, &weights, 1)], &for_two),
        [first, second],
    )
}

/// Nothing but an arrival is worth a whole game.
fn won(worth: f32) -> bool {
    worth >= 1.0
}

fn lost(worth: f32) -> bool {
    worth <= -1.0
}

#[test]
fn whoever_arrives_first_wins_and_of_two_at_once_who_acts_first() {
    assert!(won(race([MOVE_TWO, 0, 1, 2, 3], [MOVE_TWO, 0, 1, 2, 3])));
    assert!(lost(race([STONE, MOVE_TWO, 1, 2, 3], [MOVE_TWO, 0, 1, 2, 3])));
    let neither = race([STONE, STONES, MOVE, 2, 3], [STONE, STONES, MOVE, 2, 3]);
    assert!(neither.abs() < 0.5, "{neither}");
}

#[test]
fn a_dragon_cancels_what_is_shown_beside_it_unless_that_is_one_too() {
    assert!(lost(race([MOVE_TWO, 0, 1, 2, 3], [DRAGON, MOVE_TWO, 0, 1, 2])));
    assert!(won(race([MOVE_TWO, 0, 1, 2, 3], [STONE, DRAGON, MOVE_TWO, 0, 1])));
    assert!(won(race([DRAGON, MOVE_TWO, 0, 1, 2], [DRAGON, MOVE_TWO, 0, 1, 2])));
}

#[test]
fn who_takes_the_plank_ahead_stops_a_pawn() {
    // The second takes it before the first steps, and arrives.
    assert!(lost(race([STONE, MOVE_TWO, 1, 2, 3], [REMOVE, MOVE_TWO, 0, 1, 2])));
    // What may not be taken stays.
    let (one, two) = (way([6, 7], 1), way([8, 9], 1));
    let (weights, for_two) = weights();
    let duel = Duel::new([side(&one, &weights, 0), side(&two, &weights, 0)], &for_two);
    assert!(won(play(
        &duel,
        [[STONE, MOVE_TWO, 1, 2, 3], [REMOVE, STONE, MOVE_TWO, 1, 2]]
    )));
}

#[test]
fn planks_serve_both_who_go_the_same_way() {
    let (weights, for_two) = weights();
    let programmes: [Programme; 2] = [[PLANK, STONE, STONES, 3, 4], [STONE, MOVE_TWO, 1, 3, 4]];
    // One goes from 6 to 7, the other back; the first lays the plank that the second needs.
    let (there, back) = (way([6, 7], 0), way([7, 6], 0));
    let shared = Duel::new([side(&there, &weights, 0), side(&back, &weights, 0)], &for_two);
    assert!(lost(play(&shared, programmes)));
    let apart = way([9, 8], 0);
    let alone = Duel::new([side(&there, &weights, 0), side(&apart, &weights, 0)], &for_two);
    assert!(play(&alone, programmes) > -0.9);
}

#[test]
fn a_pawn_that_has_come_ahead_bars_the_step_and_may_be_jumped_over() {
    let (weights, for_two) = weights();
    // The second goes over 8 and 7 to 6, and stands after two steps where the first wants to go from 6 to 7.
    let (one, two) = (way([6, 7], 1), way([8, 7, 6], 3));
    let duel = Duel::new([side(&one, &weights, 0), side(&two, &weights, 0)], &for_two);
    let comes = [MOVE_TWO, STONE, STONES, PLANK, 3];
    let waits = [STONE, STONES, PLANK, 3, MOVE_TWO];
    let (steps, jumps) = ([STONE, MOVE_TWO, STONES, PLANK, 3], [STONE, JUMP, STONES, PLANK, 3]);
    assert!(won(play(&duel, [jumps, comes])));
    assert!(!won(play(&duel, [steps, comes])));
    assert!(won(play(&duel, [steps, waits])));
    assert!(!won(play(&duel, [jumps, waits])));
}

#[test]
fn no_plank_is_taken_from_under_a_pawn_and_one_is_once_it_has_gone_on() {
    let (weights, for_two) = weights();
    // The first goes over the plank that the second needs.
    let (one, two) = (way([6, 7, 8], 3), way([7, 6], 1));
    let duel = Duel::new([side(&one, &weights, 1), side(&two, &weights, 0)], &for_two);
    let mut going = [duel.sides[0].course.start(), duel.sides[1].course.start()];
    going[0].stand(1);
    duel.remove(&mut going, 0);
    assert_eq!(going[1].bridged(), 1);
    going[0].stand(2);
    duel.remove(&mut going, 0);
    assert_eq!((going[1].bridged(), going[0].bridged()), (0, 2));
}

#[test]
fn where_no_plank_can_be_taken_a_stone_is_that_carries_none() {
    let (weights, for_two) = weights();
    let (one, two) = (way([6, 7], 0), way([8, 9, 10, 11], 0b100));
    let duel = Duel::new([side(&one, &weights, 0), side(&two, &weights, 0)], &for_two);
    let mut going = [duel.sides[0].course.start(), duel.sides[1].course.start()];
    duel.remove(&mut going, 0);
    // The stone on 10 carries a plank, and that on 8 is where the pawn sets out.
    let first = |going: &ProgrammeState| (0..=PawnRoute::GAPS).find(|place| going.there() >> place & 1 == 0);
    let before = going[1];
    assert_eq!(going.each_ref().map(first), [None, Some(1)]);
    duel.remove(&mut going, 0);
    assert_eq!(going[1].there(), before.there());
}

#[test]
fn who_laid_a_dragon_somewhere_is_thought_to_do_so_again() {
    let (one, two) = (way([6, 7], 1), way([8, 9], 1));
    let (weights, for_two) = weights();
    let duel = Duel::new([side(&one, &weights, 0), side(&two, &weights, 0)], &for_two);
    // What arriving with the first card, before the other acts, is worth after such turns of the other.
    let at_once = |seen: &[Programme]| duel.mix(0, seen, &[]).worth(&[], MOVE_TWO).expect("looked at");
    let (early, late) = ([DRAGON, 0, 1, 2, 3], [0, 1, 2, 3, DRAGON]);
    let worths = [&[early][..], &[early, late], &[late]].map(at_once);
    assert!(worths.is_sorted_by(|less, more| less < more), "{worths:?}");
    let last = [DRAGON, 0, REMOVE, 1, 2];
    assert!((likeness([DRAGON, 2, REMOVE, 0, 1], last) - 1.0).abs() < 1e-6);
    let order = [
        [DRAGON, 2, 0, REMOVE, 1],
        [0, DRAGON, REMOVE, 2, 1],
        [0, DRAGON, 1, REMOVE, 2],
        [0, 1, 2, REMOVE, DRAGON],
    ];
    let likely = order.map(|programme| likeness(programme, last));
    assert!(likely.is_sorted_by(|more, less| more > less), "{likely:?}");
}

/// Nothing else is feared then than what the other was said to lay, the more what it laid before.
#[test]
fn who_is_told_what_the_other_may_lay_thinks_of_that_alone() {
    let (one, two) = (way([6, 7], 1), way([8, 9], 1));
    let (weights, for_two) = weights();
    let duel = Duel::new([side(&one, &weights, 0), side(&two, &weights, 0)], &for_two);
    let (early, late) = ([DRAGON, 0, 1, 2, 3], [0, 1, 2, 3, DRAGON]);
    let at_once = |seen: &[Programme], told: &[Programme]| {
        let worth = duel.mix(1, seen, told).worth(&[], MOVE_TWO);
        worth.expect("looked at")
    };
    let sure = [early, late].map(|told| at_once(&[], &[told]));
    assert!(sure[0] < sure[1], "{sure:?}");
    let mean = at_once(&[], &[early, late]);
    assert!(
        (mean - f32::midpoint(sure[0], sure[1])).abs() < 1e-4,
        "{mean} of {sure:?}"
    );
    assert!(at_once(&[early], &[early, late]) < mean - 0.01);
    assert!(at_once(&[late], &[early, late]) > mean + 0.01);
}

/// Both could arrive at once, so both must fear a dragon at every place where they might: no programme is sure to be laid, and
/// none is worth much more than the mix.
#[test]
fn who_could_be_foreseen_lays_by_chance() {
    let (one, two) = (way([6, 7], 1), way([8, 9], 1));
    let (weights, for_two) = weights();
    let duel = Duel::new([side(&one, &weights, 0), side(&two, &weights, 0)], &for_two);
    for at in 0..2 {
        let mix = duel.mix(at, &[], &[]);
        let count = mix.programmes.len();
        assert!((mix.shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!(mix.shares.iter().all(|share| *share < 0.9), "{:?}", mix.shares);
        let mean: f32 = mix
            .shares
            .iter()
            .zip(&mix.worths)
            .map(|(share, worth)| share * worth)
            .sum();
        let best = mix.worths[..count].iter().copied().fold(f32::MIN, f32::max);
        assert!(best < mean + 2.0 * ENOUGH, "{best} and {mean}");
        // Cards drawn one after the other are the programmes of the mix.
        let mut first = [0.0f32; 9];
        for draw in 0..1000 {
            first[usize::from(mix.next(&[], draw as f32 / 1000.0).expect("a card"))] += 0.001;
        }
        for (card, drawn) in (0u8..).zip(first) {
            let begins = (0..count).filter(|at| mix.programmes[*at][0] == card);
            let share: f32 = begins.map(|at| mix.shares[at]).sum();
            assert!((share - drawn).abs() < 0.01, "card {card}: {share}, drawn {drawn}");
        }
    }
}

/// What is worth a whim less is laid e times less often, and what is worth far less never; all together are sure to be laid.
#[test]
fn whim_lays_what_is_nearly_as_good_nearly_as_often() {
    let mut worths = [-1.0; MOST];
    worths[..4].copy_from_slice(&[0.4, 0.5, 0.3, 0.09]);
    let mix = ProgrammeMix {
        programmes: (0..4).map(|first| [first, 4, 5, 6, 7]).collect(),
        shares: [0.0; MOST],
        worths,
    };
    let shares = mix.by_whim(0.1).shares;
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{shares:?}");
    for (at, behind) in [(0, 1.0), (2, 2.0)] {
        assert!(
            (shares[at] / shares[1] - libm::expf(-behind)).abs() < 1e-5,
            "{shares:?}"
        );
    }
    assert_eq!(shares[3..], [0.0; MOST - 3]);
}

/// Programmes that begin alike are played together: that must come to what each comes to alone.
#[test]
fn programmes_played_together_are_worth_what_each_is_alone() {
    let (weights, for_two) = weights();
    let (one, two) = (way([6, 7, 8], 0b10), way([8, 7, 9], 1));
    let duel = Duel::new([side(&one, &weights, 1), side(&two, &weights, 3)], &for_two);
    let all = duel
        .sides
        .each_ref()
        .map(|side| Laid::new(side.programmes(&mut Sets::default())));
    let mut arrived = 0;
    for other in &all[1].programmes {
        let together = duel.worths(0, &all[0], *other);
        for (mine, together) in all[0].programmes.iter().zip(together) {
            let alone = play(&duel, [*mine, *other]);
            assert!(
                (together - alone).abs() < 1e-6,
                "{mine:?} against {other:?}: {together}, {alone}"
            );
            arrived += usize::from(won(alone) || lost(alone));
        }
    }
    assert!(arrived > 0);
}
