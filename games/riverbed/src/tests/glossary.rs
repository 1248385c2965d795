//! Words of the book: any, may, immediately, swap, shuffle, view.

use super::*;

#[test]
fn rb_90_any_means_one_anywhere_the_own_included() {
    let mut p = Position::new(7).hand(CHIEF, &[SwimmingHole]);
    p.play(&[Move::Card(SwimmingHole)]);
    assert!(p.seats().has(CHIEF));
    assert_eq!(p.seats(), SeatSet::all(7));
    let mut p = Position::new(7).meeple(MERCHANT, 12);
    p.coop(MERCHANT, 12);
    assert_eq!(p.spaces().len(), 15, "any two tiles: one and another");
    p.play(&[at(16)]);
    assert_eq!(p.spaces().len(), 14);
}

#[test]
fn rb_91_may_is_optional_all_else_is_not() {
    let asked = |tile| {
        let mut p = Position::new(7).meeple(MERCHANT, tile).face_up(&[8]);
        p.coop(MERCHANT, tile);
        p.offers(Move::Pass)
    };
    assert!(asked(7));
    assert!(!asked(9) && !asked(10) && !asked(12));
}

#[test]
fn rb_92_immediately_interrupts_what_goes_on() {
    // A card played at once after the move of a Swim comes before the draw of that Swim.
    let mut p = Position::new(7).meeples(7).hand(MERCHANT, &[Undertow]);
    p.play(&[Move::Swim, at(8), Move::Card(Undertow), at(6)]);
    let place = |wanted: &dyn Fn(&Event) -> bool| p.events.iter().position(wanted).expect("it happened");
    let undertow = place(&|event| matches!(event, Event::Moved { seat: MERCHANT, .. }));
    let draw = place(&|event| matches!(event, Event::Drew { seat: CHIEF, .. }));
    assert!(undertow < draw);
}

#[test]
fn rb_93_tiles_of_hunt_and_con_are_executed_before_the_next() {
    for mut p in [hunting(Position::new(7), 10), conning(Position::new(7), 10)] {
        p.play(&[at(10)]);
        assert!(matches!(p.ask().1, Ask::Text { .. }));
        assert_eq!(p.tracks(), [0, 2, 1]);
        p.play(&[at(11), at(7)]);
        assert!(matches!(p.ask().1, Ask::Text { .. }));
    }
}

#[test]
fn rb_95_swap_exchanges_places_and_leaves_faces() {
    let mut p = Position::new(7).hand(CHIEF, &[Crosscurrent]).meeples(7);
    p.play(&[Move::Card(Crosscurrent), at(7), at(8)]);
    assert_eq!((p.number_at(7), p.number_at(8)), (8, 7));
    assert_eq!(p.public.face_up, 0);
}

#[test]
fn rb_95_shuffle_keeps_the_tiles_on_the_same_spaces_unseen() {
    let mut p = Position::new(7).meeple(MERCHANT, 16);
    p.coop(MERCHANT, 16);
    for seat in SeatSet::all(7).iter() {
        assert!([11, 13, 15].iter().all(|tile| !p.knows(seat, *tile)));
    }
    assert_eq!(p.shown(), [16]);
}

#[test]
fn rb_95_view_is_secret_and_leaves_the_tile_face_down() {
    let mut p = Position::new(7).hand(CHIEF, &[ClearWater]);
    p.play(&[Move::Card(ClearWater), at(4)]);
    assert!(p.knows(CHIEF, 4));
    assert!(SeatSet::all(7).without(CHIEF).iter().all(|seat| !p.knows(seat, 4)));
    assert_eq!((p.public.face_up, p.tracks()), (0, [0; 3]));
}
