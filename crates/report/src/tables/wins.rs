//! Who wins: by side, role, seat and bot.

use super::super::format::{self, interval};
use super::cell::{INTERVAL, Shown, count, figure, gap, number, optional, share, text, word};
use balance_analysis::table::{Configuration, SeatRow};

/// Win rate by side.
pub fn sides(each: &Configuration) -> Shown {
    let row = |row: &balance_analysis::table::SideRow| {
        vec![
            text(&row.side),
            share(row.win_rate),
            optional(row.fair, |fair| number(format::percent(fair, 1), fair)),
            optional(row.fair, |fair| {
                gap(row.win_rate.value - fair, format::decimals(row.win_rate))
            }),
            count(row.wins),
        ]
    };
    Shown {
        id: "sides",
        title: "Win rate by side".to_owned(),
        note: format!(
            "{}.{} Fair share: {}.",
            format::capital(&format::games(each.games)),
            if each.has_places_of_several_bots() {
                " A side is a place in turn order, whichever bot sat there."
            } else {
                ""
            },
            if each.fair_share_declared {
                "what the scenario wants each side to win, as a part of all wins"
            } else {
                "in every game every person has the same chance to win"
            }
        ),
        heads: vec![
            word("side"),
            figure("win rate", INTERVAL),
            figure(
                "fair share",
                if each.fair_share_declared {
                    "what the scenario wants the side to win, as a part of all wins"
                } else {
                    "what the side would win if in every game every person at the table had the same chance; who win together \
                     count as one side"
                },
            ),
            figure("gap", "win rate minus fair share, in percentage points"),
            figure("games won", ""),
        ],
        rows: each.sides.iter().map(row).collect(),
    }
}

/// Win rate by role.
pub fn roles(each: &Configuration) -> Shown {
    let row = |row: &balance_analysis::table::RoleRow| {
        vec![
            text(&row.role),
            text(&row.side),
            share(row.win_rate),
            count(row.appearances),
        ]
    };
    Shown {
        id: "roles",
        title: "Win rate by role".to_owned(),
        note: "How often a player with this role wins. Games, not players, are the sample.".to_owned(),
        heads: vec![
            word("role"),
            word("side"),
            figure(
                "win rate",
                concat!("share of players with the role that won; in brackets the ", interval!()),
            ),
            figure("players", "how many players had the role, over all games"),
        ],
        rows: if each.roles.len() > 1 {
            each.roles.iter().map(row).collect()
        } else {
            Vec::new()
        },
    }
}

/// Win rate by seat.
pub fn seats(each: &Configuration) -> Shown {
    let row = |row: &SeatRow| {
        vec![
            text(&row.seat),
            share(row.win_rate),
            number(format::percent(row.fair, 1), row.fair),
            gap(row.win_rate.value - row.fair, format::decimals(row.win_rate)),
            count(row.wins),
        ]
    };
    let note = if each.roles.len() > 1 {
        "Expected: what the roles dealt to the seat win on average over all seats, so that a seat is not judged by its roles."
    } else {
        "Expected: every seat wins equally often."
    };
    let note = format!(
        "Seats in turn order; the numbers of [seats] and of replays are chairs, of which another may begin in each deal. {note}"
    );
    Shown {
        id: "seats",
        title: "Win rate by seat".to_owned(),
        note,
        heads: vec![
            word("seat"),
            figure("win rate", INTERVAL),
            figure(
                "expected",
                "what the roles dealt to the seat win on average over all seats",
            ),
            figure("gap", "win rate minus expected, in percentage points"),
            figure("games won", ""),
        ],
        rows: if each.seats_are_sides() {
            Vec::new()
        } else {
            each.seats.iter().map(row).collect()
        },
    }
}

/// Win rate by bot.
pub fn bots(each: &Configuration) -> Shown {
    let row = |row: &balance_analysis::table::BotRow| vec![text(&row.bot), share(row.win_rate), count(row.appearances)];
    Shown {
        id: "bots",
        title: "Win rate by bot".to_owned(),
        note: "How often a player steered by this bot wins.".to_owned(),
        heads: vec![
            word("bot"),
            figure(
                "win rate",
                concat!("share of its players that won; in brackets the ", interval!()),
            ),
            figure("players", "how many players it steered, over all games"),
        ],
        rows: if each.bots.len() > 1 {
            each.bots.iter().map(row).collect()
        } else {
            Vec::new()
        },
    }
}

/// One row for each role, one column for each seat.
pub fn role_seats(each: &Configuration) -> Shown {
    let mut heads = vec![word("role")];
    heads.extend(each.seats.iter().map(|row| {
        figure(
            &row.seat,
            concat!("win rate of the role at this seat; in brackets the ", interval!()),
        )
    }));
    let row = |role: &str| {
        let mut cells = vec![text(role)];
        cells.extend(each.seats.iter().map(|seat| {
            let row = each
                .role_seats
                .iter()
                .find(|row| row.role == role && row.seat == seat.seat);
            optional(row.and_then(|row| row.win_rate), share)
        }));
        cells
    };
    Shown {
        id: "role-seats",
        title: "Win rate by role and seat".to_owned(),
        note: "How often a player with this role at this seat wins; – never occurs.".to_owned(),
        heads,
        rows: if each.roles.len() > 1 {
            each.roles.iter().map(|role| row(&role.role)).collect()
        } else {
            Vec::new()
        },
    }
}
