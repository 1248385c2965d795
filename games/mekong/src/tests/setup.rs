//! What lies where at the beginning, and who plays which colour.

use super::*;
use crate::GAME;
use crate::board::Board;
use crate::board::content::BOARD;
use crate::rules::{ColourTable, IdleVillages, Seating, Side};
use balance_engine::Provenance;
use balance_kit::{Content, Setup};

#[test]
fn rd_01_02_03_04_05_everything_begins_in_its_place() {
    let game = table(4, |_| {});
    let p = start(&game);
    let public = &p.public;
    assert_eq!((public.stones, public.laid, public.lost), (0, 0, 0));
    assert_eq!(game.open_islands(public).count_ones(), 27);
    assert_eq!((game.rules.stones, game.rules.side), (27, Side::Islands));
    for seat in game.seats() {
        let colour = game.colours[seat];
        assert_eq!(public.reserves[seat], [colour; 6]);
        assert_eq!(public.pawns[seat], village(colour));
        assert_eq!(game.goals[seat], (colour + 3) % 6);
        assert_eq!(game.hands[seat] & 0xff, 0xff, "all eight actions");
    }
    let all = table(6, |_| {});
    let holds = all.seats().all(|seat| all.hands[seat].count_ones() == 13);
    assert!(holds, "thirteen cards, before those of absent colours go");
    assert_eq!((public.turn, public.ask), (1, Ask::Card));
}

#[test]
fn rd_06_24_dragons_of_absent_colours_go() {
    // RD-R16: nobody holds the dragon of his own colour
    for players in 2..=6u8 {
        let game = table(players, |_| {});
        for seat in game.seats() {
            let hand = game.hands[seat];
            assert_eq!(hand.count_ones(), 8 + u32::from(players) - 1);
            for other in game.seats() {
                let dragon = Card::dragon(game.colours[other]);
                assert_eq!(hand & dragon.bit() != 0, other != seat);
            }
        }
    }
}

/// Part, aspect, status and number of everything that is marked.
fn marked(rules: &str, board: Option<&str>) -> Vec<String> {
    let mut setup = Setup {
        rules: toml::from_str(rules).expect("rules"),
        ..Setup::default()
    };
    setup.seats.all = "random".to_owned();
    if let Some(text) = board {
        let own = Content {
            file: "own.toml".to_owned(),
            text: text.to_owned(),
        };
        setup.contents.insert("board".to_owned(), own);
    }
    let game = (GAME.build)(&setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let row = |row: &Provenance| format!("{} {} {:?} {}", row.part, row.aspect, row.status, row.entries);
    game.sheet().provenance.iter().map(row).collect()
}

#[test]
fn what_is_not_published_is_not_called_so() {
    let standard = [
        "cards kinds Published 44",
        "islands places Reconstructed 27",
        "planks lengths Reconstructed 24",
        "villages destinations Published 4",
        "villages destinations Constrained 2",
        "villages places Reconstructed 6",
    ];
    assert_eq!(marked("", None), standard);
    assert_eq!(marked("", Some(BOARD)), standard, "a copy is no board of one's own");
    let water = marked("side = \"water\"\nplayers = 2", None);
    let expected = ["cards kinds Published 18", "planks lengths Reconstructed 12"];
    assert_eq!(water[..2], expected);
}

#[test]
fn what_a_designer_changes_is_his_own() {
    let edited = BOARD
        .replace("[1872, 778]", "[1873, 778]")
        .replace("centre = [350, 2250]", "centre = [351, 2250]")
        .replace("820, 930]", "820, 931]");
    let own = [
        "cards kinds Published 44",
        "islands places Reconstructed 26",
        "islands places Own 1",
        "planks lengths Reconstructed 20",
        "planks lengths Own 4",
        "villages destinations Published 4",
        "villages destinations Constrained 2",
        "villages places Reconstructed 5",
        "villages places Own 1",
    ];
    assert_eq!(marked("", Some(&edited)), own);
}

#[test]
fn rd_07_chance_names_the_first_player() {
    let game = table(4, |_| {});
    let first = |index| game.setup(&mut Chance::new(3, index)).public.first;
    let firsts: std::collections::BTreeSet<Seat> = (0..50).map(first).collect();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn rd_08_colours_sit_as_their_villages_lie() {
    // RD-R29: or as the table lists them
    let seats = |seats| table(4, |rules| rules.seats = seats).colours.first(4).to_vec();
    assert_eq!(seats(Seating::Villages), [GREEN, BLUE, RED, YELLOW]);
    assert_eq!(seats(Seating::Given), [BLUE, GREEN, RED, YELLOW]);
    let given = |players, colours| {
        let game = table(players, |rules| {
            (rules.seats, rules.colours) = (Seating::Given, colours);
        });
        game.colours.first(usize::from(players)).to_vec()
    };
    assert_eq!(given(3, ColourTable::Rulebook), [BLUE, RED, YELLOW]);
    assert_eq!(given(3, ColourTable::Edition2000), [RED, BLUE, PINK]);
    assert_eq!(given(5, ColourTable::Rulebook), [RED, GREEN, BLUE, YELLOW, PINK]);
}

#[test]
fn rd_83_84_85_86_87_colours_by_number_of_players() {
    // RD-R1
    let colours = |players: u8, colours| {
        let game = table(players, |rules| rules.colours = colours);
        game.colours.first(usize::from(players)).to_vec()
    };
    for table in [ColourTable::Rulebook, ColourTable::Edition2000] {
        assert_eq!(colours(2, table), [PINK, BLACK]);
        assert_eq!(colours(4, table), [GREEN, BLUE, RED, YELLOW]);
        assert_eq!(colours(5, table), [PINK, GREEN, BLUE, RED, YELLOW]);
        assert_eq!(colours(6, table), [PINK, GREEN, BLUE, BLACK, RED, YELLOW]);
    }
    assert_eq!(colours(3, ColourTable::Rulebook), [BLUE, RED, YELLOW]);
    assert_eq!(colours(3, ColourTable::Edition2000), [PINK, BLUE, RED]);
}

#[test]
fn rd_81_two_to_six_play() {
    for (players, fine) in [(1, false), (2, true), (6, true), (7, false)] {
        let rules = Rules {
            players,
            ..Rules::default()
        };
        assert_eq!(Mekong::new(rules, Board::standard()).is_ok(), fine, "{players}");
    }
}

#[test]
fn rd_82_idle_villages_are_villages() {
    // RD-R33: at four, pink and black play no part; at three, green is red's destination
    let mut p = start(&table(4, |_| {}));
    p.stones(&[18]);
    assert!(p.lays(1).contains(&(PINK, i(18), Slide::Mid)));

    let closed = |players| table(players, |rules| rules.idle_villages = IdleVillages::GoalsOnly);
    let game = closed(4);
    assert_eq!(game.closed, 1 << PINK | 1 << BLACK);
    let mut p = start(&game);
    p.stones(&[18]);
    assert_eq!(p.lays(1), []);
    // Blue, red and yellow: pink and black are idle, green is red's goal.
    assert_eq!(closed(3).closed, 1 << PINK | 1 << BLACK);
    let mut p = start(&closed(3));
    p.stones(&[1]);
    assert!(p.lays(1).contains(&(GREEN, i(1), Slide::Mid)));
    assert_eq!(closed(5).closed, 0, "black is pink's destination");
}

/// Keys of these rules that are said to change nothing.
fn idle(written: &str) -> Vec<String> {
    GAME.idle_keys(written, 3)
}

#[test]
fn rules_without_effect_at_a_table_are_said() {
    let at = |players: u8, rules: &str| idle(&format!("players = {players}\nturns-max = 6\n{rules}"));
    for players in 2..=6 {
        let three = players == 3;
        let found = at(players, "colours = \"edition2000\"").is_empty();
        assert_eq!(found, three, "{players} players");
        // Listed otherwise than the villages lie with four and five, and with three in the edition of 2000.
        let listed = [4, 5].contains(&players);
        assert_eq!(at(players, "seats = \"given\"").is_empty(), listed, "{players} players");
        // Black is the destination of pink with five.
        let idle_villages = at(players, "idle-villages = \"goals-only\"");
        assert_eq!(idle_villages.is_empty(), players < 5, "{players} players");
        for (rule, one) in [("dragons-max", 0), ("reserve-colours", 1)] {
            let found = at(players, &format!("{rule} = 3")).is_empty();
            assert_eq!(found, players > 2, "{players} players");
            assert!(at(players, &format!("{rule} = {one}")).is_empty(), "{players} players");
        }
    }
    assert!(at(3, "colours = \"edition2000\"\nseats = \"given\"").is_empty());
    let coarse = "candidates = \"coarse\"";
    assert_eq!(at(2, coarse), ["candidates"]);
    assert_eq!(at(2, &format!("{coarse}\nstone-offset = \"free\"")), ["candidates"]);
    assert!(at(2, &format!("{coarse}\nside = \"water\"\nplank-drop = 0.5")).is_empty());
}
