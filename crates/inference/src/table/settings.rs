//! What a configuration sets: who sits where, in words, and its rules and bots as lines of TOML.

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
        std::iter::once(kind).chain(rule_lines(&format!("{name}."), &bot.settings))
    };
    own.flat_map(lines).collect()
}

fn named(seats: &Seats) -> Vec<String> {
    let by_role = seats.by_role.iter().map(|(role, bot)| format!("{role}: {bot}"));
    let by_seat = seats.by_seat.iter().map(|(seat, bot)| format!("seat {seat}: {bot}"));
    by_role.chain(by_seat).collect()
}

/// Rules as `key = value` lines, dotted.
pub fn rule_lines(prefix: &str, rules: &toml::Table) -> Vec<String> {
    let mut all = Vec::new();
    for (key, value) in rules {
        match value {
            toml::Value::Table(inner) => all.extend(rule_lines(&format!("{prefix}{key}."), inner)),
            other => all.push(format!("{prefix}{key} = {other}")),
        }
    }
    all
}

/// Drops from the lines of every configuration what is the default anyway, by the lines of the defaults, unless another
/// configuration sets that rule otherwise.
pub fn without_defaults<'a>(configurations: impl Iterator<Item = &'a mut Vec<String>>, defaults: &[String]) {
    let key = |line: &String| line.split(" = ").next().unwrap_or_default().to_owned();
    let mut all: Vec<&mut Vec<String>> = configurations.collect();
    let changed = all.iter().flat_map(|lines| lines.iter());
    let changed: Vec<String> = changed.filter(|line| !defaults.contains(line)).map(key).collect();
    for lines in &mut all {
        lines.retain(|line| !defaults.contains(line) || changed.contains(&key(line)));
    }
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

#[cfg(test)]
mod rules_tests {
    use super::*;

    fn left(configurations: [&str; 2]) -> Vec<Vec<String>> {
        let read = |text: &str| rule_lines("", &toml::from_str(text).expect("TOML"));
        let mut all: Vec<Vec<String>> = configurations.into_iter().map(read).collect();
        let defaults = read("players = 4\nend.coins = 7\nfleece = true");
        without_defaults(all.iter_mut(), &defaults);
        all
    }

    #[test]
    fn what_is_the_default_anyway_is_not_set() {
        assert_eq!(left(["players = 4", "fleece = true"]), [[""; 0]; 2]);
        assert_eq!(left(["players = 4\nfleece = false", ""])[0], ["fleece = false"]);
    }

    #[test]
    fn what_others_set_otherwise_is_said_of_all() {
        let [base, other] = &left(["players = 4\nend.coins = 6", "players = 4\nend.coins = 7"])[..] else {
            panic!("two configurations");
        };
        assert_eq!(
            (base, other),
            (&vec!["end.coins = 6".to_owned()], &vec!["end.coins = 7".to_owned()])
        );
    }
}
