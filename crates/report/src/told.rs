//! A game told, line by line.

use balance_analysis::games::Told;
use balance_analysis::games::telling::{ToldSeat, ToldStep};

use super::format::{capital, one};

/// Who sits there.
pub fn seat(seat: &ToldSeat) -> String {
    let role = seat.role.as_ref().map_or_else(String::new, |role| format!(", {role}"));
    let bot = seat.bot.as_deref().unwrap_or("bot unknown");
    let part = seat.plays_as.as_ref();
    let part = part.map_or_else(String::new, |part| format!(", in this game as {part}"));
    format!("seat {}: {bot}{part}{role}, place {}", seat.seat, seat.position)
}

/// The heading of a turn, where a turn is called as in the plural `word`.
pub fn heading(turn: u32, word: &str) -> String {
    match turn {
        0 => format!("Before the first {}", one(word)),
        turn => format!("{} {turn}", capital(one(word))),
    }
}

/// What was chosen, if it is told, with the reasons that the bot had.
pub fn choice(step: &ToldStep) -> Vec<String> {
    let mut lines = match &step.choice {
        Some(choice) if step.of > 1 => {
            vec![format!("  seat {} chooses {choice} ({} possible)", step.seat, step.of)]
        }
        // A move without an alternative is told by what came of it.
        Some(choice) if step.events.is_empty() && step.seat > 0 => {
            vec![format!("  seat {} can only choose {choice}", step.seat)]
        }
        _ => Vec::new(),
    };
    lines.extend(step.lines.iter().map(|line| format!("      {line}")));
    // What rounds to none has no sign.
    let plain = |value: f64| if value.abs() < 0.000_5 { 0.0 } else { value };
    let why = step.why.iter();
    lines.extend(why.map(|(choice, value)| format!("      {:>9.3}  {choice}", plain(*value))));
    lines
}

/// What the numbers before moves are, where there are any.
pub fn values(told: &Told) -> Option<&'static str> {
    let mut steps = told.turns.iter().flat_map(|turn| &turn.steps);
    steps.any(|step| !step.why.is_empty()).then_some(
        "Numbers before moves: what they are worth to the bot, in a unit of its own, which is good for one choice alone: the \
         best four, and the one chosen. Of equal ones, or nearly so, most bots draw; some mix what they choose in secret, and \
         then also take worse moves, the seldomer the worse.",
    )
}

/// Something that happened.
pub fn event(said: &str) -> String {
    format!("    {said}")
}

/// Who won, and after how long.
pub fn winners(told: &Told, word: &str) -> String {
    let winners: Vec<String> = told.winners.iter().map(|seat| format!("seat {seat}")).collect();
    let who = if winners.is_empty() {
        "nobody".to_owned()
    } else {
        winners.join(", ")
    };
    let sides = if told.sides.is_empty() {
        String::new()
    } else {
        format!(" ({})", told.sides.join(", "))
    };
    let decisions = told
        .decisions
        .map_or_else(String::new, |decisions| format!(" and {decisions} decisions"));
    format!("Won by {who}{sides} after {} {word}{decisions}.", told.turns_played)
}
