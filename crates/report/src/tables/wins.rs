//! Who wins: by side, role, seat and bot; and what components go with that.

use crate::format;
use crate::metrics::{names, playing};
use crate::tables::cell::{
    INTERVAL, Shown, count, estimate, figure, gap, number, optional, share, text as word_cell, word,
};
use crate::tables::text;
use balance_config::games::Presence;
use balance_inference::table::{BotRow, ComponentRow, Configuration, RoleRow, SeatRow, SideRow, WayRow};

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

/// Moments at which a table tells who is in front, in per cent of a game's length.
const MOMENTS: [usize; 3] = [20, 50, 80];

/// How the games end that each side wins, and how often it leads on the way.
pub fn ways(rows: &[WayRow]) -> Shown {
    let watched = rows.iter().any(|row| !row.leads.is_empty());
    let ratio = |some: u64, all: u64| some as f64 / all.max(1) as f64;
    let share = |some: u64, all: u64, digits: usize| match all {
        0 => "–".to_owned(),
        all => format::percent(ratio(some, all), digits),
    };
    let part = |some: u64, all: u64| share(some, all, 0);
    let row = |row: &WayRow| {
        let ending = |(name, won): &(String, u64)| format!("{} {name}", part(*won, row.wins));
        let endings: Vec<String> = row.endings.iter().map(ending).collect();
        let mut cells = vec![
            word_cell(&row.side),
            number(share(row.wins, row.games, 1), ratio(row.wins, row.games)),
            word_cell(endings.join(", ")),
        ];
        let leads = MOMENTS.iter().filter_map(|percent| row.leads.get(percent / 10 - 1));
        cells.extend(leads.map(|(led, won)| {
            let (wins, others) = (part(*won, row.wins), part(led - won, row.games - row.wins));
            number(format!("{wins} / {others}"), ratio(*won, row.wins))
        }));
        cells
    };
    let mut heads = vec![word("side"), figure("wins", "of all games"), word("its wins end by")];
    let lead = |percent: &usize| figure(&format!("ahead at {percent}%"), text::wins::AHEAD);
    heads.extend(MOMENTS.iter().filter(|_| watched).map(lead));
    Shown {
        id: "ways",
        title: "How does each side win?".to_owned(),
        note: if watched {
            text::wins::WAYS.to_owned()
        } else {
            String::new()
        },
        heads,
        rows: rows.iter().map(row).collect(),
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

/// Components whose lift is shown to be one for some side, the surest first, and how many there are besides.
pub struct ComponentSelection<'r> {
    /// Name and a row for each side.
    pub rows: Vec<(&'r str, Vec<&'r ComponentRow>)>,
    /// Components of which every interval holds zero.
    pub left_out: usize,
}

/// The components of a configuration that go with something.
pub fn telling(each: &Configuration) -> ComponentSelection<'_> {
    let mut all: Vec<(&str, Vec<&ComponentRow>)> = Vec::new();
    for row in &each.components {
        match all.last_mut() {
            Some((name, rows)) if *name == row.component => rows.push(row),
            _ => all.push((&row.component, vec![row])),
        }
    }
    let known = all.len();
    all.retain(|(_, rows)| rows.iter().any(|row| evidence(row) > 0.0));
    let most = |rows: &[&ComponentRow]| rows.iter().map(|row| evidence(row)).fold(0.0, f64::max);
    all.sort_by(|a, b| most(&b.1).total_cmp(&most(&a.1)));
    ComponentSelection {
        left_out: known - all.len(),
        rows: all,
    }
}

/// How surely there is a lift: the distance of its interval from zero, in widths of the interval; 0 where it holds zero.
fn evidence(row: &ComponentRow) -> f64 {
    row.lift.map_or(0.0, |lift| {
        let outside = lift.lo.max(-lift.hi).max(0.0);
        outside / (lift.hi - lift.lo).max(f64::MIN_POSITIVE)
    })
}

/// One row for each component that goes with something, one column for each side.
pub fn components(each: &Configuration) -> Shown {
    let sides = names(playing(each));
    let mut heads = vec![
        word("component"),
        word("counts when"),
        figure("games with", "share of games with it"),
    ];
    heads.extend(sides.iter().map(|side| figure(side, text::components::LIFT)));
    let ComponentSelection { rows, left_out } = telling(each);
    let rows = rows.into_iter().map(|(name, rows)| {
        let first = rows.first();
        let counts = first.map_or((0, 0), |row| (row.games_with, row.games_without));
        let with = counts.0 as f64 / (counts.0 + counts.1).max(1) as f64;
        let mut cells = vec![
            word_cell(name),
            word_cell(first.map_or("", |row| row.held.word())),
            number(format::percent(with, 1), with),
        ];
        cells.extend(sides.iter().map(|side| {
            let lift = rows.iter().find(|row| row.side == *side).and_then(|row| row.lift);
            optional(lift, |lift| estimate(format::points(lift), lift))
        }));
        cells
    });
    Shown {
        id: "components",
        title: "What components go with".to_owned(),
        note: format::joined([
            Some(text::components::note(&each.component_note)),
            Some(meanings(each)),
            Some(text::components::ORDER.to_owned()),
            (left_out > 0).then(|| text::components::left_out(left_out)),
        ]),
        heads,
        rows: rows.collect(),
    }
}

/// What a lift may mean, for each kind of component that the configuration has.
fn meanings(each: &Configuration) -> String {
    let kinds = [Presence::Dealt, Presence::Used, Presence::AtEnd];
    let has = |held: &Presence| each.components.iter().any(|row| row.held == *held);
    let words = kinds.into_iter().filter(has).map(text::of_held);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Of tiles that do nothing no row is left, and the table says how many there are.
    #[test]
    fn rows_of_noise_are_left_out_and_counted() {
        let mut each = sample::single().configurations.remove(0);
        for row in &mut each.components {
            if let (Some(lift), false) = (&mut row.lift, row.component == "tile 3" || row.component == "card 2") {
                (lift.lo, lift.hi) = (lift.value - 0.5, lift.value + 0.5);
            }
        }
        let shown = components(&each);
        let names: Vec<&str> = shown.rows.iter().map(|row| row[0].text.as_str()).collect();
        assert_eq!(names, ["card 2", "tile 3"]);
        assert_eq!(
            (&*shown.rows[0][1].text, &*shown.rows[1][1].text),
            ("used", "open at the end")
        );
        assert!(
            shown.note.ends_with("Left out, since every interval holds zero: 12."),
            "{}",
            shown.note
        );
        assert!(
            shown.note.contains("never a cause") && shown.note.contains("need not be a cause"),
            "{}",
            shown.note
        );
    }
}
