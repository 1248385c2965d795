//! A game as a transcript, line by line; and two games of one deal side by side from where they first differ.

use std::fmt::Write;

use super::divergence::place;
use super::format::{capital, one};
use super::terminal::paragraph;
use super::{format, wrap};
use balance_config::games::Transcript;
use balance_config::games::divergence::Divergence;
use balance_config::games::transcript::{ToldSeat, ToldStep};
use unicode_width::UnicodeWidthStr;

/// Who sits there.
pub fn seat(seat: &ToldSeat) -> String {
    let role = seat.role.as_ref().map_or_else(String::new, |role| format!(", {role}"));
    let bot = seat.bot.as_deref().unwrap_or("bot unknown");
    let position = seat.position.as_ref();
    let position = position.map_or_else(String::new, |position| format!(", turn order {position}"));
    format!("seat {}: {bot}{role}{position}", seat.seat)
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
pub fn values(told: &Transcript) -> Option<&'static str> {
    let mut steps = told.turns.iter().flat_map(|turn| &turn.steps);
    steps.any(|step| !step.why.is_empty()).then_some(
        "Numbers before moves: the bot's values at this choice, of the best four and the one chosen. Some bots draw, so the best is not always chosen.",
    )
}

/// Something that happened.
pub fn event(said: &str) -> String {
    format!("    {said}")
}

/// Who won, and after how long.
pub fn winners(told: &Transcript, word: &str) -> String {
    let place = |seat: &u8| told.seats.iter().find(|each| each.seat == *seat)?.position.as_ref();
    // Where each seat is a side of its own, its place names it.
    let own = |seat: &u8| place(seat).filter(|place| told.sides.contains(place));
    let winner = |seat: &u8| {
        let own = own(seat).map_or_else(String::new, |place| format!(" ({})", format::side(place)));
        format!("seat {seat}{own}")
    };
    let winners: Vec<String> = told.winners.iter().map(winner).collect();
    let who = if winners.is_empty() {
        "nobody".to_owned()
    } else {
        winners.join(", ")
    };
    let sides = if told.sides.is_empty() || told.winners.iter().any(|seat| own(seat).is_some()) {
        String::new()
    } else {
        let sides: Vec<String> = told.sides.iter().map(|side| format::side(side)).collect();
        format!(" ({})", sides.join(", "))
    };
    let decisions = told
        .decisions
        .map_or_else(String::new, |decisions| format!(" and {decisions} decisions"));
    format!("Won by {who}{sides} after {} {word}{decisions}.", told.turns_played)
}

/// Columns below which the games are told below each other.
const NARROW: usize = 80;

/// Two games of one deal.
pub struct SideBySide<'a> {
    /// What is played.
    pub title: &'a str,
    /// Master seed.
    pub seed: u64,
    /// Number of the game.
    pub game: u64,
    /// Which of its rotations, from 0.
    pub rotation: usize,
    /// What the two are called.
    pub names: &'a [String; 2],
    /// What each is: the scenario as it is, a variant of it, or a file.
    pub described: &'a [String; 2],
    /// What a turn is called, in the plural.
    pub turn_word: &'a str,
    /// Do other bots sit there, or bots with other settings?
    pub other_bots: bool,
    /// The games.
    pub told: &'a [Transcript; 2],
    /// Where they first differ; none where they do not.
    pub parts: Option<&'a Divergence>,
}

/// Lines of a turn.
type Turn = (u32, Vec<String>);

impl SideBySide<'_> {
    fn both(&self) -> [&str; 2] {
        [&self.names[0], &self.names[1]]
    }

    /// Both games in lines of `width` characters where names allow.
    pub fn text(&self, width: usize) -> String {
        let bold = anstyle::Style::new().bold();
        let mut out = String::new();
        let [one, other] = self.names;
        let rotation = match self.rotation {
            0 => String::new(),
            rotation => format!(", rotation {rotation}"),
        };
        let head = format!("Game {} of “{one}” and of “{other}”{rotation}", self.game);
        let _ = writeln!(out, "{bold}{head}{bold:#} · {} · seed {}\n", self.title, self.seed);
        let places = if width < NARROW {
            ["First", "Second"]
        } else {
            ["Left", "Right"]
        };
        for ((place, name), what) in places.iter().zip(self.names).zip(self.described) {
            // A file that has no title is called by its path.
            let told = if *what == format!("the file {name}") {
                format!("{what}.")
            } else {
                format!("“{name}”, {what}.")
            };
            paragraph(&mut out, width, &format!("{place}: "), &told);
        }
        let _ = writeln!(out);
        if let Some(note) = self.told.iter().find_map(values) {
            paragraph(&mut out, width, "", note);
        }
        let seats = [0, 1].map(|of| self.told[of].seats.iter().map(seat).collect::<Vec<_>>());
        if seats[0] == seats[1] {
            for line in &seats[0] {
                let _ = writeln!(out, "{line}");
            }
        } else {
            self.heads(&mut out, width);
            self.beside(&mut out, &seats, width);
        }
        let _ = writeln!(out);
        let Some(parts) = self.parts else {
            let [played, _] = self.told;
            let said = format!(
                "Both games go the same way to their end: {}. {}",
                played.ending,
                winners(played, self.turn_word)
            );
            paragraph(&mut out, width, "", &said);
            return out;
        };
        self.same(&mut out, parts, width);
        let rest = [0, 1].map(|of| rest(&self.told[of], parts.played.told));
        let mut turns: Vec<u32> = rest.iter().flatten().map(|turn| turn.0).collect();
        turns.sort_unstable();
        turns.dedup();
        let of = |turns: &[Turn], wanted: u32| {
            let found = turns.iter().find(|turn| turn.0 == wanted);
            found.map_or_else(Vec::new, |turn| turn.1.clone())
        };
        let _ = writeln!(out);
        self.heads(&mut out, width);
        for (at, turn) in turns.into_iter().enumerate() {
            let gap = if at == 0 { "" } else { "\n" };
            let _ = writeln!(out, "{gap}{bold}{}{bold:#}", heading(turn, self.turn_word));
            self.beside(&mut out, &[of(&rest[0], turn), of(&rest[1], turn)], width);
        }
        let _ = writeln!(out, "\n{bold}End{bold:#}");
        let ends = [0, 1].map(|of| {
            let game = &self.told[of];
            vec![format::capital(&game.ending) + ".", winners(game, self.turn_word)]
        });
        self.beside(&mut out, &ends, width);
        out
    }

    /// What was the same, and where and how the games first differ.
    fn same(&self, out: &mut String, parts: &Divergence, width: usize) {
        let played = &parts.played;
        let mut said = match played.choices {
            0 => "The games differ before the first choice.".to_owned(),
            1 => "The first choice is the same in both.".to_owned(),
            choices => format!(
                "The first {} choices are the same in both.",
                format::count(choices.into())
            ),
        };
        if let Some(last) = self.last(played.told) {
            let _ = write!(said, " The last thing that is the same: {}.", last.trim());
        }
        paragraph(out, width, "", &said);
        let here = played.causes.first().map(|cause| place(cause, self.both()));
        let mut said = format!("First difference: {}.", here.unwrap_or_default());
        if played.chosen {
            let rules = parts.rules.as_ref().and_then(|rules| rules.causes.first());
            let bots = if self.other_bots {
                "Other bots sit there, or bots with other settings."
            } else {
                "Bots know the rules."
            };
            let _ = match rules {
                Some(cause) => write!(
                    said,
                    " {bots} Had they chosen the same, the rules would first make a difference later: {}.",
                    place(cause, self.both())
                ),
                None => write!(
                    said,
                    " {bots} To the choices of either game the rules make no difference."
                ),
            };
        }
        paragraph(out, width, "", &said);
    }

    /// The last of the lines that are the same.
    fn last(&self, same: usize) -> Option<String> {
        let told = told_lines(&self.told[0]).into_iter().take(same);
        told.rev().find_map(|(_, lines)| lines.into_iter().next())
    }

    /// What the columns are called, where there are any.
    fn heads(&self, out: &mut String, width: usize) {
        if width < NARROW {
            return;
        }
        let half = (width - GAP) / 2;
        let [left, right] = [0, 1].map(|of| folded(&format!("“{}”", self.names[of]), half));
        rows(out, &left, &right, half);
        let line = "─".repeat(half + 1);
        let _ = writeln!(out, "{line}┼{line}");
    }

    /// Lines of both games, beside each other where there is room, and what is the same in both on the same height.
    fn beside(&self, out: &mut String, lines: &[Vec<String>; 2], width: usize) {
        if width < NARROW {
            for (name, lines) in self.names.iter().zip(lines) {
                let _ = writeln!(out, "“{name}”");
                for line in lines.iter().flat_map(|line| folded(line, width)) {
                    let _ = writeln!(out, "{line}");
                }
                if lines.is_empty() {
                    let _ = writeln!(out, "  –");
                }
            }
            return;
        }
        let half = (width - GAP) / 2;
        let fold = |lines: &[String]| lines.iter().flat_map(|line| folded(line, half)).collect::<Vec<_>>();
        let [left, right] = lines;
        let (mut from, mut next) = (0, 0);
        for (at, same) in common(left, right).into_iter().chain([(left.len(), right.len())]) {
            rows(out, &fold(&left[from..at]), &fold(&right[next..same]), half);
            if at < left.len() {
                rows(out, &fold(&left[at..=at]), &fold(&right[same..=same]), half);
            }
            (from, next) = (at + 1, same + 1);
        }
    }
}

/// The lines of each choice and event that a game tells, with their turn.
fn told_lines(told: &Transcript) -> Vec<Turn> {
    let mut all = Vec::new();
    for turn in &told.turns {
        for step in &turn.steps {
            all.extend(step.choice.is_some().then(|| (turn.turn, choice(step))));
            all.extend(step.events.iter().map(|said| (turn.turn, vec![event(said)])));
        }
    }
    all
}

/// What a game tells after so many choices and events.
fn rest(told: &Transcript, same: usize) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for (turn, lines) in told_lines(told).into_iter().skip(same) {
        match turns.last_mut() {
            Some((last, all)) if *last == turn => all.extend(lines),
            _ => turns.push((turn, lines)),
        }
    }
    turns.retain(|(_, lines)| !lines.is_empty());
    turns
}

/// Characters between two columns.
const GAP: usize = 3;

/// Rows of two columns, `half` characters wide each.
fn rows(out: &mut String, left: &[String], right: &[String], half: usize) {
    for at in 0..left.len().max(right.len()) {
        let line = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
        let (left, right) = (line(left), line(right));
        let gap = " ".repeat(half.saturating_sub(left.width()));
        let row = format!("{left}{gap} │ {right}");
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

/// Indices of the longest list of lines that both have in the same order.
fn common(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    let mut longest = vec![vec![0usize; right.len() + 1]; left.len() + 1];
    for at in (0..left.len()).rev() {
        for other in (0..right.len()).rev() {
            longest[at][other] = if left[at] == right[other] {
                longest[at + 1][other + 1] + 1
            } else {
                longest[at + 1][other].max(longest[at][other + 1])
            };
        }
    }
    let (mut at, mut other, mut found) = (0, 0, Vec::new());
    while at < left.len() && other < right.len() {
        if left[at] == right[other] {
            found.push((at, other));
            (at, other) = (at + 1, other + 1);
        } else if longest[at + 1][other] >= longest[at][other + 1] {
            at += 1;
        } else {
            other += 1;
        }
    }
    found
}

/// A line broken at its indent, words that are longer than a line cut.
fn folded(line: &str, width: usize) -> Vec<String> {
    let text = line.trim_start();
    let indent = line.chars().count() - text.chars().count();
    let room = width.saturating_sub(indent + 2).max(8);
    let mut out = Vec::new();
    for piece in wrap(text, room) {
        let letters: Vec<char> = piece.chars().collect();
        for part in letters.chunks(room) {
            let lead = " ".repeat(if out.is_empty() { indent } else { indent + 2 });
            out.push(lead + &part.iter().collect::<String>());
        }
    }
    out
}

#[cfg(test)]
mod side_by_side_tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn what_is_the_same_stands_on_the_same_height() {
        let (left, right) = (lines("a b c d"), lines("x b y z d"));
        assert_eq!(common(&left, &right), [(1, 1), (3, 4)]);
        assert_eq!(common(&left, &[]), []);
        let mut out = String::new();
        rows(&mut out, &left, &right[..2], 5);
        assert_eq!(out, "a     │ x\nb     │ b\nc     │\nd     │\n");
    }

    #[test]
    fn long_lines_are_broken_at_their_indent() {
        assert_eq!(folded("  one two three", 11), ["  one two", "    three"]);
        assert_eq!(folded("abcdefghijkl", 10), ["abcdefgh", "  ijkl"]);
    }
}
