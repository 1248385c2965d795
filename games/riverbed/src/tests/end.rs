//! Who wins, and when the game ends.

use super::*;

fn side(p: &Position, side: usize) -> SeatSet {
    let seats = SeatSet::all(p.game.players).iter();
    let each = seats.filter(|seat| p.private[*seat].role.side() == side);
    each.collect()
}

#[test]
fn rb_84_chief_and_merchants_win_together_by_kelp() {
    let mut p = Position::new(7).face_up(&[5, 11, 13]).meeple(MERCHANT, 8);
    p.coop(MERCHANT, 8);
    assert_eq!(p.ending(), Some(Ending::Kelp));
    assert_eq!(p.outcome().winners, [CHIEF, MERCHANT, Seat(3)].into_iter().collect());
    assert_eq!(p.outcome().winners, side(&p, 0));
}

#[test]
fn rb_85_leader_and_separatists_win_together_by_logs() {
    let mut p = Position::new(7).face_up(&[12, 10, 3]).meeple(MERCHANT, 6);
    p.coop(MERCHANT, 6);
    assert_eq!(p.ending(), Some(Ending::Logs));
    assert_eq!(p.outcome().winners, side(&p, 1));
    assert_eq!(p.outcome().winners.len(), 3);
}

#[test]
fn rb_86_the_profiteer_wins_alone_by_coins() {
    let mut p = Position::new(7).face_up(&[9, 5, 1]).meeple(MERCHANT, 14);
    p.coop(MERCHANT, 14);
    assert_eq!(p.ending(), Some(Ending::Coins));
    assert_eq!(p.outcome().winners, [PROFITEER].into_iter().collect());
    assert_eq!(p.outcome().sides, 1 << 2);
}

#[test]
fn rb_87_the_game_ends_at_that_moment() {
    // Tile 12 wins by its logs: no swap, no kelp, no draw, no refresh.
    let mut p = Position::new(7)
        .face_up(&[6, 10, 3])
        .meeple(MERCHANT, 12)
        .exhausted(CHIEF);
    p.coop(MERCHANT, 12);
    assert!(p.over());
    assert_eq!(p.tracks(), [1, 7, 1]);
    assert_eq!(p.offered(), []);
    assert_eq!((p.cards_of(CHIEF), p.marks_of(CHIEF)), (vec![], (true, true)));
    assert_eq!(p.events.last(), Some(&Event::Ended { ending: Ending::Logs }));
}

#[test]
fn rb_87_reaching_and_passing_the_end_point_both_count() {
    let mut p = Position::new(7).face_up(&[5, 11, 13, 3]).meeple(MERCHANT, 8);
    assert_eq!(p.tracks()[0], 6);
    p.coop(MERCHANT, 8);
    assert_eq!((p.tracks()[0], p.ending()), (8, Some(Ending::Kelp)));
}

#[test]
fn rb_87_even_in_the_middle_of_a_card() {
    let p = Position::new(7).tile(6, 13).face_up(&[12, 10, 3, 14]).meeple(CHIEF, 13);
    let mut p = p.hand(CHIEF, &[Delusion]);
    assert_eq!(p.tracks()[1], 6);
    p.play(&[Move::Card(Delusion), at(14)]);
    assert_eq!(p.tracks()[1], 5);
    p.play(&[at(13)]);
    assert_eq!((p.tracks()[1], p.ending()), (7, Some(Ending::Logs)));
}

#[test]
fn rb_88_an_upper_layer_can_win_before_a_lower_one_counts() {
    // Kelp 5 and logs 6 of 7.
    let mut p = Position::new(7).face_up(&[5, 11, 3, 6, 10, 2]).meeple(MERCHANT, 8);
    assert_eq!(p.tracks(), [5, 6, 4]);
    p.coop(MERCHANT, 8);
    assert_eq!(p.ending(), Some(Ending::Kelp));
    assert_eq!(p.tracks(), [7, 6, 4]);
}

#[test]
fn rb_89_the_side_of_the_track_wins_wherever_its_players_sit() {
    let roles = [
        Role::Separatist,
        Role::Profiteer,
        Role::Merchant,
        Role::Chief,
        Role::Leader,
        Role::Merchant,
        Role::Separatist,
    ];
    let mut p = Position::new(7).roles(&roles).face_up(&[12, 10, 3]).meeple(MERCHANT, 6);
    p.play(&[Move::CoOp, who(MERCHANT), at(6)]);
    assert_eq!(p.outcome().winners, [Seat(0), Seat(4), Seat(6)].into_iter().collect());
    assert_eq!(p.outcome().ending, Ending::Logs as u8);
}

#[test]
fn endings_that_a_table_rules_out_are_named() {
    let out = |rules: &str| -> Vec<String> {
        let mut setup = balance_kit::Setup {
            rules: toml::from_str(rules).expect("rules"),
            ..balance_kit::Setup::default()
        };
        "random".clone_into(&mut setup.seats.all);
        let game = (crate::GAME.build)(&setup).expect("sound");
        let endings = game.sheet().endings.iter().filter(|ending| ending.ruled_out);
        endings.map(|ending| ending.name.clone()).collect()
    };
    assert_eq!(out("players = 5"), ["coins, no Profiteer in play"]);
    assert_eq!(out("players = 4"), [""; 0]);
    let alone = "players = 5\nroles = { merchants = 2, separatists = 1, profiteers = 0 }";
    assert_eq!(out(alone), ["coins"]);
    let found = out(&format!("{alone}\ncoins-without-profiteer = \"play-on\""));
    assert_eq!(found, ["coins", "coins, no Profiteer in play"]);
}
