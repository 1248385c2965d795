//! Every kind of figure of a configuration, followed from a tally with known counts to the cell that shows it.
//!
//! A hundred games of two players: a wins the first forty, b the next 55, and the last five run into the cap. Intervals of
//! shares are those of Clopper and Pearson, from printed tables.

use super::{Shown, of_configuration};
use balance_config::games::{Component, Counter, Presence, Sheet};
use balance_config::scenario;
use balance_engine::MAX_SEATS;
use balance_engine::tally::{FinishedGame, GameId, SeatResult, Tally};
use balance_inference::table::{self, Looks};

fn sheet() -> Sheet {
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    Sheet {
        players: 2,
        sides: names(&["a", "b"]),
        roles: names(&["role a", "role b"]),
        role_sides: vec![0, 1],
        positions: names(&["first", "second"]),
        bots: names(&["x", "y"]),
        counters: vec![
            Counter::new("dice", "dice thrown"),
            Counter::success("sixes", "of these, sixes", "dice"),
            Counter::new("storms", "storms"),
        ],
        components: vec![Component::new("tile".to_owned(), Presence::Dealt)],
        turn_word: "rounds".to_owned(),
        turns_max: Some(60),
        ..Sheet::default()
    }
    .ends(&["goal"])
    .cut_off("cap")
}

/// Role a sits first in games of even number; the tile is in those that it wins.
fn game(number: u64) -> (FinishedGame, [u32; 3]) {
    let winner = match number {
        0..40 => Some(0),
        40..95 => Some(1),
        _ => None,
    };
    let mut seats = [SeatResult::default(); MAX_SEATS];
    for (role, seating) in seats.iter_mut().take(2).enumerate() {
        seating.role = role as u8;
        seating.bot = role as u8;
        seating.position = (role as u64 + number) as u8 % 2;
        seating.won = winner == Some(role);
    }
    let turns = match winner {
        Some(0) => 10,
        Some(_) => 20,
        None => 60,
    };
    let unit = FinishedGame {
        id: GameId::default(),
        seats,
        winners: u8::from(winner.is_some()),
        sides_won: winner.map_or(0, |side| 1 << side),
        sides_in_play: 0b11,
        ending: u8::from(winner.is_none()),
        turns,
        decisions: 2 * turns,
        components: u64::from(number < 40).into(),
        ..FinishedGame::default()
    };
    (unit, [3 * u32::from(number < 50), u32::from(number < 30), 0])
}

fn tables(looks: Looks) -> Vec<Shown> {
    let mut tally = Tally::new(&sheet());
    for number in 0..100 {
        let (unit, counts) = game(number);
        tally.add(&unit, &counts);
        let won = [0, 1].map(|side| (unit.sides_won >> side & 1) as u8);
        let ended = [0, 1].map(|ending| u8::from(unit.ending == ending));
        tally.close_game(&won, &ended, 1);
    }
    let configuration = table::configuration(&scenario::Configuration::default(), &sheet(), &tally, looks);
    of_configuration(&configuration)
}

#[test]
fn every_figure_arrives_where_it_is_read() {
    let tables = tables(Looks::Fixed);
    let cell = |table: &str, row: usize, head: &str| -> String {
        let shown = tables
            .iter()
            .find(|each| each.id == table)
            .unwrap_or_else(|| panic!("table {table}"));
        let column = shown.heads.iter().position(|each| each.text == head);
        let column = column.unwrap_or_else(|| panic!("no column {head} in {table}"));
        shown.rows[row][column].text.clone()
    };
    for (table, row, head, expected) in [
        ("sides", 0, "win rate", "40% (30–50)"),
        ("sides", 0, "games won", "40"),
        ("sides", 1, "win rate", "55% (45–65)"),
        ("sides", 2, "side", "nobody"),
        ("sides", 2, "win rate", "5.0% (1.6–11.3)"),
        ("roles", 0, "win rate", "40% (30–50)"),
        ("roles", 0, "players", "100"),
        // First is role a in 20 of its wins, and role b in 27 of its own.
        ("seats", 0, "games won", "47"),
        ("seats", 1, "games won", "48"),
        ("seats", 0, "expected", "47.5%"),
        ("role-seats", 0, "first", "40% (26–55)"),
        ("role-seats", 1, "first", "54% (39–68)"),
        ("bots", 1, "win rate", "55% (45–65)"),
        ("endings", 0, "share", "95.0% (88.7–98.4)"),
        ("endings", 1, "share", "5.0% (1.6–11.3)"),
        ("endings", 0, "mean rounds", "15.8"),
        ("endings", 1, "games", "5"),
        ("lengths", 0, "sd", "10.82"),
        ("lengths", 0, "min", "10"),
        ("lengths", 0, "5%", "10"),
        ("lengths", 0, "median", "20"),
        ("lengths", 0, "95%", "20"),
        ("lengths", 1, "max", "120"),
        ("events", 0, "per game", "1.50"),
        ("events", 0, "games with", "50.0%"),
        // All dice of a game may fall alike: thirty of fifty throws of three are worth ten of fifty dice.
        ("events", 1, "of these", "20% (10–34)"),
        ("events", 2, "per game", "0.00"),
        ("components", 0, "games with", "40.0%"),
    ] {
        assert_eq!(cell(table, row, head), expected, "{table}, row {row}, {head}");
    }
    for (table, row, head, begins) in [
        ("lengths", 0, "mean", "18 (1"),
        ("lengths", 1, "mean", "36 (3"),
        ("components", 0, "a", "+100 ("),
    ] {
        let found = cell(table, row, head);
        assert!(found.starts_with(begins), "{table}, row {row}, {head}: {found}");
    }
}

/// Where a run may end by its results, tables say whose intervals do not allow for that.
#[test]
fn fixed_and_any_time_intervals_do_not_stand_side_by_side_without_a_word() {
    let said = |looks: Looks, id: &str| {
        let tables = tables(looks);
        let table = tables.iter().find(|each| each.id == id).expect("a table");
        table.note.contains("could end by its results")
    };
    let stopped = Looks::Until(0.02);
    assert!(said(stopped, "events") && said(stopped, "lengths"));
    assert!(!said(stopped, "sides") && !said(stopped, "seats") && !said(stopped, "roles"));
    assert!(!said(Looks::Fixed, "events"));
}
