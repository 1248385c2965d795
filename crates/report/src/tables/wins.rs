//! Who wins: by side, role, seat and bot; and what components go with that.

use crate::format::{self, interval};
use crate::metrics::{names, only_side, playing};
use crate::tables::cell::{INTERVAL, Shown, count, estimate, figure, gap, number, optional, share, text as word_cell};
use balance_config::games::Presence;
use balance_inference::table::{ComponentRow, Configuration, WayRow};

pub fn sides(each: &Configuration) -> Shown {
    let (fair, help) = if each.fair_share_declared {
        (
            "what the scenario wants each side to win, as a part of all wins",
            "what the scenario wants the side to win, as a part of all wins",
        )
    } else {
        (
            "in every game every person has the same chance to win",
            "what the side would win if every person had the same chance in every game",
        )
    };
    let has_shares = only_side(each).is_none();
    let note = format::joined([
        each.has_places_of_several_bots()
            .then(|| "A side is a place in turn order, whichever bot sat there.".to_owned()),
        Some(format!("{}.", format::capital(&format::games(each.games)))),
        has_shares.then(|| format!("Fair share: {fair}.")),
    ]);
    Shown::of_rows("sides", "Win rate by side", &each.sides)
        .note(note)
        .words("side", |row| word_cell(&row.side))
        .figure("win rate", INTERVAL, |row| share(row.win_rate))
        .column_if(has_shares.then_some(figure("fair share", help)), |row| {
            optional(row.fair, |fair| number(format::percent(fair, 1), fair))
        })
        .column_if(
            has_shares.then_some(figure("gap", "win rate minus fair share, in percentage points")),
            |row| {
                optional(row.fair, |fair| {
                    gap(row.win_rate.value, fair, format::decimals(row.win_rate))
                })
            },
        )
        .figure("games won", "", |row| count(row.wins))
        .build()
}

/// What there is more than one of.
fn several<T>(rows: &[T]) -> impl Iterator<Item = &T> {
    rows.iter().filter(|_| rows.len() > 1)
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
    let ahead = |row: &WayRow, percent: usize| {
        optional(row.leads.get(percent / 10 - 1), |(led, won)| {
            let (wins, others) = (part(*won, row.wins), part(led - won, row.games - row.wins));
            number(format!("{wins} / {others}"), ratio(*won, row.wins))
        })
    };
    Shown::of_rows("ways", "How does each side win?", rows)
        .note(if watched { "Ahead: in this share of its wins / of all other games it leads alone at that part of the length. That goes with winning, but need not be a cause." } else { "" })
        .words("side", |row| word_cell(&row.side))
        .figure("wins", "of all games", |row| {
            number(share(row.wins, row.games, 1), ratio(row.wins, row.games))
        })
        .words("its wins end by", |row| {
            let ending = |(name, won): &(String, u64)| format!("{} {name}", part(*won, row.wins));
            word_cell(row.endings.iter().map(ending).collect::<Vec<_>>().join(", "))
        })
        .columns(
            MOMENTS.into_iter().filter(|_| watched),
            |percent| figure(&format!("ahead at {percent}%"), "share of its wins / of all other games in which it leads alone at this part of the length"),
            |row, percent| ahead(row, *percent),
        )
        .build()
}

pub fn roles(each: &Configuration) -> Shown {
    Shown::of_rows("roles", "Win rate by role", several(&each.roles))
        .note("How often a player with this role wins. Games, not players, are the sample.")
        .words("role", |row| word_cell(&row.role))
        .words("side", |row| word_cell(&row.side))
        .figure(
            "win rate",
            concat!("share of players with the role that won; in brackets the ", interval!()),
            |row| share(row.win_rate),
        )
        .figure("players", "how many players had the role, over all games", |row| {
            count(row.appearances)
        })
        .build()
}

pub fn seats(each: &Configuration) -> Shown {
    let note = if each.roles.len() > 1 {
        "Seats in turn order; [seats] and replays count chairs. Expected: what its roles win on average over all seats."
    } else {
        "Seats in turn order; [seats] and replays count chairs. Expected: every seat wins equally often."
    };
    Shown::of_rows(
        "seats",
        "Win rate by seat",
        each.seats.iter().filter(|_| !each.seats_are_sides()),
    )
    .note(note)
    .words("seat", |row| word_cell(&row.seat))
    .figure("win rate", INTERVAL, |row| share(row.win_rate))
    .figure(
        "expected",
        "what the roles dealt to the seat win on average over all seats",
        |row| number(format::percent(row.fair, 1), row.fair),
    )
    .figure("gap", "win rate minus expected, in percentage points", |row| {
        gap(row.win_rate.value, row.fair, format::decimals(row.win_rate))
    })
    .figure("games won", "", |row| count(row.wins))
    .build()
}

pub fn bots(each: &Configuration) -> Shown {
    Shown::of_rows("bots", "Win rate by bot", several(&each.bots))
        .note("How often a player steered by this bot wins.")
        .words("bot", |row| word_cell(&row.bot))
        .figure(
            "win rate",
            concat!("share of its players that won; in brackets the ", interval!()),
            |row| share(row.win_rate),
        )
        .figure("players", "how many players it steered, over all games", |row| {
            count(row.appearances)
        })
        .build()
}

/// One row for each role, one column for each seat.
pub fn role_seats(each: &Configuration) -> Shown {
    let rate = |role: &str, seat: &str| {
        let mut rows = each.role_seats.iter();
        rows.find(|row| row.role == role && row.seat == seat)?.win_rate
    };
    Shown::of_rows("role-seats", "Win rate by role and seat", several(&each.roles))
        .note("How often a player with this role at this seat wins; – never occurs.")
        .words("role", |row| word_cell(&row.role))
        .columns(
            &each.seats,
            |seat| {
                figure(
                    &seat.seat,
                    concat!("win rate of the role at this seat; in brackets the ", interval!()),
                )
            },
            |row, seat| optional(rate(&row.role, &seat.seat), share),
        )
        .build()
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
    let ComponentSelection { rows, left_out } = telling(each);
    let note = format::joined([
        Some(format!(
            "Win rate in games with the component minus games without, in percentage points. {}.",
            format::capital(&each.component_note)
        )),
        Some(meanings(each)),
        Some("The surest first.".to_owned()),
        (left_out > 0).then(|| format!("Left out, since every interval holds zero: {left_out}.")),
    ]);
    Shown::of_rows("components", "What components go with", rows)
        .note(note)
        .words("component", |(name, _)| word_cell(*name))
        .words("counts when", |(_, rows)| {
            word_cell(rows.first().map_or("", |row| row.held.word()))
        })
        .figure("games with", "share of games with it", |(_, rows)| {
            let counts = rows.first().map_or((0, 0), |row| (row.games_with, row.games_without));
            let with = counts.0 as f64 / (counts.0 + counts.1).max(1) as f64;
            number(format::percent(with, 1), with)
        })
        .columns(
            names(playing(each)),
            |side| figure(side, "win rate with the component minus win rate without, in points; the interval holds for the whole table"),
            |(_, rows), side| {
                let lift = rows.iter().find(|row| row.side == *side).and_then(|row| row.lift);
                optional(lift, |lift| estimate(format::points(lift), lift))
            },
        )
        .build()
}

/// What a lift may mean, for each kind of component that the configuration has.
fn meanings(each: &Configuration) -> String {
    let kinds = [Presence::Dealt, Presence::Used, Presence::AtEnd];
    let has = |held: &Presence| each.components.iter().any(|row| row.held == *held);
    let words = kinds.into_iter().filter(has).map(meaning);
    words.collect::<Vec<_>>().join(" ")
}

/// What a difference with a component may mean.
fn meaning(held: Presence) -> &'static str {
    match held {
        Presence::Dealt => "What is dealt comes by chance, so that a difference is its effect.",
        Presence::Used => "What is used need not be a cause: a leader may use more, and longer games see more.",
        Presence::AtEnd => "What lies open at the end is part of how the game was won, and never a cause.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

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
