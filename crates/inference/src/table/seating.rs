//! Who sits where, in words.

use super::rules;
use balance_config::games::{BotSpec, Seats, Setup, Sheet};

/// Who plays where, in words.
pub fn seating(seats: &Seats) -> String {
    if !seats.rotate.is_empty() {
        return format!(
            "{} in turn round the table, every deal once per shift",
            seats.rotate.join(", ")
        );
    }
    let mut parts = named(seats);
    let rest = if parts.is_empty() {
        "every seat: "
    } else {
        "all others: "
    };
    parts.push(format!("{rest}{}", seats.all));
    parts.join(", ")
}

/// The same at a table, where every seat may be named, and a role may be nobody's.
pub fn seating_at(seats: &Seats, sheet: &Sheet) -> String {
    let mut seats = seats.clone();
    seats.by_role.retain(|role, _| sheet.roles.contains(role));
    if seats.rotate.is_empty() && seats.by_seat.len() >= sheet.players {
        named(&seats).join(", ")
    } else {
        seating(&seats)
    }
}

/// What the own bots of a table are that sit there, as `bot.key = value` lines.
pub fn bots_set(setup: &Setup) -> Vec<String> {
    let seated: Vec<&String> = setup.seats.names().collect();
    let own = setup.bots.iter().filter(|(name, _)| seated.contains(name));
    let lines = |(name, bot): (&String, &BotSpec)| {
        let kind = format!("{name}.kind = {}", bot.kind);
        std::iter::once(kind).chain(rules::lines(&format!("{name}."), &bot.settings))
    };
    own.flat_map(lines).collect()
}

/// Bots that are named by role or seat.
fn named(seats: &Seats) -> Vec<String> {
    let by_role = seats.by_role.iter().map(|(role, bot)| format!("{role}: {bot}"));
    let by_seat = seats.by_seat.iter().map(|(seat, bot)| format!("seat {seat}: {bot}"));
    by_role.chain(by_seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bot of the same name with another setting is another bot; one that sits nowhere is none of this table.
    #[test]
    fn own_bots_of_a_table_are_told_by_what_they_are() {
        let mut setup = Setup::default();
        setup.seats.all = "shy".to_owned();
        setup = setup.with_bot("shy", "heuristic", [("caution", 3)]);
        setup = setup.with_bot("bold", "heuristic", [("caution", 0)]);
        assert_eq!(bots_set(&setup), ["shy.kind = heuristic", "shy.caution = 3"]);
        setup.seats.all = "heuristic".to_owned();
        assert!(bots_set(&setup).is_empty());
    }

    #[test]
    fn nobody_is_left_where_every_seat_is_named() {
        let mut seats = Seats::filled("bold");
        seats.by_seat.extend([(1, "shy".to_owned()), (2, "bold".to_owned())]);
        let at = |seats: &Seats, players| seating_at(seats, &Sheet::of_players(players));
        assert_eq!(at(&seats, 2), "seat 1: shy, seat 2: bold");
        assert_eq!(at(&seats, 3), "seat 1: shy, seat 2: bold, all others: bold");
        // Nobody here has a bank to guard.
        seats.by_role.insert("guard".to_owned(), "brave".to_owned());
        assert_eq!(at(&seats, 2), "seat 1: shy, seat 2: bold");
    }
}
