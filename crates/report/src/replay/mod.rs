//! One game in short: the chance of each side turn by turn, and the choices after which it was another.

mod film;

use super::document::{Block, Document, SuggestedCommand};
use super::tables::Shown;
use super::tables::cell::{TableCell, figure, number, text, word};
use super::terminal::{document, title};
use super::{format, transcript};
use crate::summary::reconstructed;
use balance_config::games::transcript::{ToldStep, ToldTurn};
use balance_config::games::{Provenance, Transcript};
use balance_inference::course::{Chances, TurningPoint};

pub use film::page;

/// What a game is called: its number, of which configuration where there are several, and its rotation.
pub fn heading(number: u64, configuration: Option<&str>, rotation: usize) -> String {
    let of = configuration.map_or_else(String::new, |name| format!(" of “{name}”"));
    match rotation {
        0 => format!("Game {number}{of}"),
        rotation => format!("Game {number}{of}, rotation {rotation}"),
    }
}

/// A game with what is known of its course.
pub struct GameStory<'a> {
    /// What is played.
    pub game: &'a str,
    /// Which game it is.
    pub heading: String,
    /// Master seed.
    pub seed: u64,
    /// What a turn is called, in the plural.
    pub turn_word: &'a str,
    /// Names of the sides.
    pub sides: &'a [String],
    /// Where its content comes from.
    pub provenance: &'a [Provenance],
    /// What was played.
    pub transcript: &'a Transcript,
    /// The seat that sees it, from 1; none of a spectator who sees everything.
    pub seen_by: Option<u8>,
    /// The command that tells all of it, without what it is to print.
    pub command: String,
}

/// The chances of the sides over a game, found by playing on from its choices.
pub struct StoryOdds<'a> {
    /// The bots with which the games went on.
    pub players: &'a str,
    /// Games from each choice.
    pub playouts: u32,
    /// The chances at the open choices, in order.
    pub chances: &'a [Chances],
    /// The choices after which they changed most, each with what an expert would choose.
    pub turning_points: &'a [(TurningPoint, String)],
}

impl GameStory<'_> {
    /// The game as lines of `width` characters.
    pub fn text(&self, odds: &StoryOdds<'_>, width: usize) -> String {
        title(&format!("{} · {} · seed {}", self.heading, self.game, self.seed), width)
            + &document(&self.document(odds), width)
    }

    fn document(&self, odds: &StoryOdds<'_>) -> Document {
        let seats = self.transcript.seats.iter().map(transcript::seat);
        let mut blocks = vec![Block::Paragraph(seats.collect::<Vec<_>>().join("; ") + ".")];
        blocks.push(Block::Table(self.course(odds)));
        let turned = odds
            .turning_points
            .iter()
            .map(|(point, advice)| self.sentence(point, advice));
        blocks.push(match turned.collect::<Vec<_>>() {
            turned if turned.is_empty() => {
                Block::Paragraph("No choice is confirmed to have changed a chance.".to_owned())
            }
            turned => Block::Lines {
                title: Some("Turning points"),
                lines: turned.into_iter().map(|sentence| ("", sentence)).collect(),
            },
        });
        blocks.push(Block::Paragraph(format!(
            "Ended by {}. {}",
            self.transcript.ending,
            transcript::winners(self.transcript, self.turn_word)
        )));
        blocks.push(Block::Paragraph(reconstructed(self.provenance)));
        let next = |more: &str, purpose: &'static str| SuggestedCommand {
            command: format!("{} {more}", self.command),
            purpose: purpose.into(),
        };
        blocks.push(Block::Commands(vec![
            next("--full", "tells every choice"),
            next("--html > game.html", "a page to step through it"),
        ]));
        blocks
    }

    /// The chances at the first open choice of each turn.
    fn course(&self, odds: &StoryOdds<'_>) -> Shown {
        let mut heads = vec![figure(&format::capital(format::one(self.turn_word)), "")];
        heads.extend(self.sides.iter().map(|side| figure(side, "")));
        let ahead = self.seen_by.is_none() && self.transcript.turns.iter().any(|turn| turn.ahead != 0);
        heads.extend(ahead.then(|| word("ahead")));
        let mut rows = Vec::new();
        for (turn, first) in self.turns() {
            let Some(chances) = odds.chances.iter().find(|chances| first.contains(&chances.choice)) else {
                continue;
            };
            let mut row = vec![number(turn.turn.to_string(), turn.turn.into())];
            row.extend(chances.sides.iter().map(|rate| percent(rate.value)));
            row.extend(ahead.then(|| text(self.leaders(turn.ahead))));
            rows.push(row);
        }
        let known = match self.seen_by {
            Some(seat) => format!("what seat {seat} knew"),
            None => "the true position".to_owned(),
        };
        let together = odds.chances.iter().any(|chances| {
            let all: f64 = chances.sides.iter().map(|rate| rate.value).sum();
            all > 1.0 + 0.5 / f64::from(odds.playouts)
        });
        Shown {
            id: "course",
            title: format!(
                "Chance to win, at the first choice of each {}",
                format::one(self.turn_word)
            ),
            note: format!(
                "{} bots finished the game {} times from {known} at each choice. 95% range: at most ±{}.{}{}",
                format::capital(odds.players),
                format::count(odds.playouts.into()),
                points(odds.margin()),
                if together { " Several may win together." } else { "" },
                if ahead {
                    " Ahead: nearest to winning by the game's own count."
                } else {
                    ""
                },
            ),
            heads,
            rows,
        }
    }

    /// Turns with the numbers of their choices.
    fn turns(&self) -> impl Iterator<Item = (&ToldTurn, std::ops::Range<u32>)> {
        let mut next = 0;
        self.transcript.turns.iter().map(move |turn| {
            let first = next;
            next += turn.steps.iter().filter(|step| step.choice.is_some()).count() as u32;
            (turn, first..next)
        })
    }

    /// The choice of that number, with its turn.
    fn step(&self, choice: u32) -> Option<(u32, &ToldStep)> {
        let steps = self
            .transcript
            .turns
            .iter()
            .flat_map(|turn| turn.steps.iter().map(|step| (turn.turn, step)));
        steps.filter(|(_, step)| step.choice.is_some()).nth(choice as usize)
    }

    fn leaders(&self, ahead: u16) -> String {
        let named = self.sides.iter().enumerate().filter(|(side, _)| ahead >> side & 1 == 1);
        let named: Vec<&str> = named.map(|(_, side)| side.as_str()).collect();
        if named.is_empty() {
            "–".to_owned()
        } else {
            named.join(", ")
        }
    }

    /// A turning point in a sentence.
    fn sentence(&self, point: &TurningPoint, advice: &str) -> String {
        let Some((turn, step)) = self.step(point.choice) else {
            return String::new();
        };
        let choice = step.choice.as_deref().unwrap_or_default();
        let [before, after] = [point.before, point.after].map(|share| format::percent(share, 0));
        let expert = if advice == choice {
            "So would an expert bot.".to_owned()
        } else {
            format!("An expert bot would choose {advice}.")
        };
        format!(
            "{}: seat {} chooses {choice}. By the next choice the chance of {} goes from {before} to {after}. {expert}",
            transcript::heading(turn, self.turn_word),
            step.seat,
            format::side(&self.sides[point.side]),
        )
    }
}

impl StoryOdds<'_> {
    /// The widest of all margins.
    fn margin(&self) -> f64 {
        let rates = self.chances.iter().flat_map(|chances| &chances.sides);
        rates
            .map(|rate| (rate.hi - rate.value).max(rate.value - rate.lo))
            .fold(0.0, f64::max)
    }
}

/// So many points.
fn points(share: f64) -> String {
    match format::percent(share, 0).trim_end_matches('%') {
        "1" => "1 point".to_owned(),
        points => format!("{points} points"),
    }
}

fn percent(share: f64) -> TableCell {
    number(format::percent(share, 0), share)
}
