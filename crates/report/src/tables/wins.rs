//! Who wins: by side, role, seat and bot.

use super::cell::{INTERVAL, Shown, count, figure, gap, number, optional, share, text as word_cell, word};
use super::text;
use crate::format;
use balance_inference::table::{Configuration, SeatRow};

/// Win rate by side.
pub fn sides(each: &Configuration) -> Shown {
    let row = |row: &balance_inference::table::SideRow| {
        vec![
            word_cell(&row.side),
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
        note: text::joined([
            each.has_places_of_several_bots().then(|| text::wins::PLACES.to_owned()),
            Some(if each.fair_share_declared {
                text::wins::declared(each.games)
            } else {
                text::wins::undeclared(each.games)
            }),
        ]),
        heads: vec![
            word("side"),
            figure("win rate", INTERVAL),
            figure(
                "fair share",
                if each.fair_share_declared {
                    text::wins::ALL_WINS
                } else {
                    text::wins::SAME_CHANCE
                },
            ),
            figure("gap", text::wins::GAP),
            figure("games won", ""),
        ],
        rows: each.sides.iter().map(row).collect(),
    }
}

/// Win rate by role.
pub fn roles(each: &Configuration) -> Shown {
    let row = |row: &balance_inference::table::RoleRow| {
        vec![
            word_cell(&row.role),
            word_cell(&row.side),
            share(row.win_rate),
            count(row.appearances),
        ]
    };
    Shown {
        id: "roles",
        title: "Win rate by role".to_owned(),
        note: text::wins::ROLES.to_owned(),
        heads: vec![
            word("role"),
            word("side"),
            figure("win rate", text::wins::ROLE),
            figure("players", text::wins::ROLE_PLAYERS),
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
            word_cell(&row.seat),
            share(row.win_rate),
            number(format::percent(row.fair, 1), row.fair),
            gap(row.win_rate.value - row.fair, format::decimals(row.win_rate)),
            count(row.wins),
        ]
    };
    let note = if each.roles.len() > 1 {
        text::wins::SEATS_WITH_ROLES
    } else {
        text::wins::SEATS
    };
    Shown {
        id: "seats",
        title: "Win rate by seat".to_owned(),
        note: note.to_owned(),
        heads: vec![
            word("seat"),
            figure("win rate", INTERVAL),
            figure("expected", text::wins::EXPECTED),
            figure("gap", text::wins::EXPECTED_GAP),
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
    let row =
        |row: &balance_inference::table::BotRow| vec![word_cell(&row.bot), share(row.win_rate), count(row.appearances)];
    Shown {
        id: "bots",
        title: "Win rate by bot".to_owned(),
        note: text::wins::BOTS.to_owned(),
        heads: vec![
            word("bot"),
            figure("win rate", text::wins::BOT),
            figure("players", text::wins::BOT_PLAYERS),
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
    heads.extend(each.seats.iter().map(|row| figure(&row.seat, text::wins::ROLE_AT_SEAT)));
    let row = |role: &str| {
        let mut cells = vec![word_cell(role)];
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
        note: text::wins::ROLE_SEATS.to_owned(),
        heads,
        rows: if each.roles.len() > 1 {
            each.roles.iter().map(|role| row(&role.role)).collect()
        } else {
            Vec::new()
        },
    }
}
