//! Who wins: by side, role, seat and bot.

use super::cell::{INTERVAL, Shown, count, figure, gap, number, optional, share, text as word_cell, word};
use super::text;
use crate::format;
use balance_inference::table::{BotRow, Configuration, RoleRow, SeatRow, SideRow};

pub fn sides(each: &Configuration) -> Shown {
    let row = |row: &SideRow| {
        vec![
            word_cell(&row.side),
            share(row.win_rate),
            optional(row.fair, |fair| number(format::percent(fair, 1), fair)),
            optional(row.fair, |fair| {
                gap(row.win_rate.value, fair, format::decimals(row.win_rate))
            }),
            count(row.wins),
        ]
    };
    let (fair, help) = if each.fair_share_declared {
        (text::wins::DECLARED, text::wins::ALL_WINS)
    } else {
        (text::wins::UNDECLARED, text::wins::SAME_CHANCE)
    };
    Shown {
        id: "sides",
        title: "Win rate by side".to_owned(),
        note: format::joined([
            each.has_places_of_several_bots().then(|| text::wins::PLACES.to_owned()),
            Some(text::wins::note(each.games, fair)),
        ]),
        heads: vec![
            word("side"),
            figure("win rate", INTERVAL),
            figure("fair share", help),
            figure("gap", text::wins::GAP),
            figure("games won", ""),
        ],
        rows: each.sides.iter().map(row).collect(),
    }
}

pub fn roles(each: &Configuration) -> Shown {
    let row = |row: &RoleRow| {
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
        rows: each.roles.iter().filter(|_| each.roles.len() > 1).map(row).collect(),
    }
}

pub fn seats(each: &Configuration) -> Shown {
    let row = |row: &SeatRow| {
        vec![
            word_cell(&row.seat),
            share(row.win_rate),
            number(format::percent(row.fair, 1), row.fair),
            gap(row.win_rate.value, row.fair, format::decimals(row.win_rate)),
            count(row.wins),
        ]
    };
    let note = if each.roles.len() > 1 {
        text::wins::SEATS_WITH_ROLES
    } else {
        text::wins::SEATS
    };
    let several = each.seats.iter().filter(|_| !each.seats_are_sides());
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
        rows: several.map(row).collect(),
    }
}

pub fn bots(each: &Configuration) -> Shown {
    let row = |row: &BotRow| vec![word_cell(&row.bot), share(row.win_rate), count(row.appearances)];
    Shown {
        id: "bots",
        title: "Win rate by bot".to_owned(),
        note: text::wins::BOTS.to_owned(),
        heads: vec![
            word("bot"),
            figure("win rate", text::wins::BOT),
            figure("players", text::wins::BOT_PLAYERS),
        ],
        rows: each.bots.iter().filter(|_| each.bots.len() > 1).map(row).collect(),
    }
}

/// One row for each role, one column for each seat.
pub fn role_seats(each: &Configuration) -> Shown {
    let mut heads = vec![word("role")];
    heads.extend(each.seats.iter().map(|row| figure(&row.seat, text::wins::ROLE_AT_SEAT)));
    let row = |role: &str| {
        let at = |seat: &SeatRow| {
            let mut rows = each.role_seats.iter();
            let row = rows.find(|row| row.role == role && row.seat == seat.seat);
            optional(row.and_then(|row| row.win_rate), share)
        };
        std::iter::once(word_cell(role))
            .chain(each.seats.iter().map(at))
            .collect::<Vec<_>>()
    };
    let several = each.roles.iter().filter(|_| each.roles.len() > 1);
    Shown {
        id: "role-seats",
        title: "Win rate by role and seat".to_owned(),
        note: text::wins::ROLE_SEATS.to_owned(),
        heads,
        rows: several.map(|role| row(&role.role)).collect(),
    }
}
