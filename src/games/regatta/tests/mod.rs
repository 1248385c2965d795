//! Positions that read like the rulebook.

use super::Regatta;
use crate::engine::{RandomBot, laws};

#[test]
fn random_players_keep_the_laws() {
    for players in 2..=4 {
        let game = Regatta::standard(players);
        laws::plays_and_repeats(&game, &RandomBot, 7, 40).unwrap_or_else(|breach| panic!("{breach}"));
        laws::moves_are_distinct(&game, &RandomBot, 8, 40).unwrap_or_else(|breach| panic!("{breach}"));
        laws::nobody_peeks(&game, &RandomBot, 9, 25).unwrap_or_else(|breach| panic!("{breach}"));
    }
}
