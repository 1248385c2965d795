//! The page on which a game is stepped through: one file, its positions as pictures that share their lines.

use std::collections::HashMap;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use balance_inference::course::Chances;

use super::{GameStory, StoryOdds};
use crate::html::{film_page, prose};
use crate::summary::reconstructed;
use crate::transcript;

/// The game as the script of the page reads it.
#[derive(Serialize)]
struct Film<'a> {
    sides: &'a [String],
    /// Every line of every position, once.
    lines: Vec<&'a str>,
    moments: Vec<FilmMoment>,
}

/// A moment of the game.
#[derive(Serialize)]
struct FilmMoment {
    /// The heading of its turn.
    turn: String,
    /// Who chose what, and what happened.
    text: Vec<String>,
    /// The position before it: first line and number of lines, and so on.
    position: Vec<usize>,
    /// The chance of each side with its interval, in percent; empty where nobody had a choice or none was estimated.
    chances: Vec<[f64; 3]>,
    /// Is it a turning point?
    turned: bool,
}

/// Lines that several positions share.
#[derive(Default)]
struct SharedLines<'a> {
    lines: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> SharedLines<'a> {
    /// A position as runs of lines.
    fn add(&mut self, position: &'a str) -> Vec<usize> {
        let mut runs: Vec<usize> = Vec::new();
        for line in position.lines() {
            let number = *self.numbers.entry(line).or_insert_with(|| {
                self.lines.push(line);
                self.lines.len() - 1
            });
            match runs.as_mut_slice() {
                [.., first, count] if *first + *count == number => *count += 1,
                _ => runs.extend([number, 1]),
            }
        }
        runs
    }
}

/// The page, with the chances of the sides where they were estimated.
///
/// # Errors
/// What JSON cannot hold.
pub fn page(story: &GameStory<'_>, odds: Option<&StoryOdds<'_>>) -> serde_json::Result<String> {
    let film = film(story, odds);
    let data = serde_json::to_string(&film)?.replace("</", "<\\/");
    let body = html! {
        header {
            p.game { (story.game) ", seed " (story.seed) }
            h1 { (story.heading) }
            p.facts { "Ended by " (story.transcript.ending) ". " (transcript::winners(story.transcript, story.turn_word)) }
        }
        noscript { p { "This page needs its script to step through the game." } }
        section.film id="film" aria-label="The game" {
            div.stage aria-live="off" {}
            div.told {
                h2.turn {}
                p.label {}
                ul.chances {}
                div.text aria-live="polite" {}
            }
            (controls(film.moments.len()))
        }
        (course(story, odds))
        p.note { (reconstructed(story.provenance)) }
        details {
            summary { "Who plays" }
            ul { @for seat in &story.transcript.seats { li { (transcript::seat(seat)) } } }
        }
        script type="application/json" id="game" { (PreEscaped(data)) }
        script { (PreEscaped(include_str!("film.js"))) }
    };
    let contents = html! {
        li { a href="#film" { "The game" } }
        li { a href="#course" { "Chances" } }
    };
    Ok(film_page(&story.heading, &contents, &body, include_str!("film.css")))
}

fn controls(moments: usize) -> Markup {
    html! {
        div.controls {
            button type="button" data-go="turn-back" aria-label="Previous turn" { "«" }
            button type="button" data-go="back" aria-label="Previous choice" { "‹" }
            input type="range" min="0" max=(moments - 1) value="0" aria-label="Choice";
            button type="button" data-go="on" aria-label="Next choice" { "›" }
            button type="button" data-go="turn-on" aria-label="Next turn" { "»" }
        }
    }
}

/// The chances over the game, and the turning points.
fn course(story: &GameStory<'_>, odds: Option<&StoryOdds<'_>>) -> Markup {
    html! {
        section id="course" {
            h2 { "Chance to win" }
            @match odds {
                None => {
                    p { "This page with the chance of each side at every choice, and the turning points:" }
                    pre { (story.command) " --html > game.html" }
                }
                Some(odds) if odds.chances.is_empty() => { p { "Nobody had a choice." } }
                Some(odds) => {
                    div.curve {}
                    p.note { (prose(&story.course(odds).note)) }
                    @if !odds.turning_points.is_empty() {
                        h2 { "Turning points" }
                        ul.turns { @for (point, advice) in odds.turning_points {
                            li { button type="button" data-choice=(point.choice) { (story.sentence(point, advice)) } }
                        } }
                    }
                }
            }
        }
    }
}

/// The moments of the game: one a choice, in the order of their numbers, and the end.
fn film<'a>(story: &GameStory<'a>, odds: Option<&StoryOdds<'_>>) -> Film<'a> {
    let (chances, turning_points) = odds.map_or((&[][..], &[][..]), |odds| (odds.chances, odds.turning_points));
    let mut shared = SharedLines::default();
    let mut moments = Vec::new();
    // What happens before the next choice is told with it.
    let mut text: Vec<String> = Vec::new();
    for turn in &story.transcript.turns {
        for step in &turn.steps {
            let lines = transcript::choice(step).into_iter().chain(step.events.iter().cloned());
            text.extend(lines.map(|line| line.trim().to_owned()));
            if step.choice.is_none() {
                continue;
            }
            let number = moments.len() as u32;
            moments.push(FilmMoment {
                turn: transcript::heading(turn.turn, story.turn_word),
                text: std::mem::take(&mut text),
                position: shared.add(&step.position),
                chances: chances
                    .iter()
                    .find(|at| at.choice == number)
                    .map_or_else(Vec::new, percents),
                turned: turning_points.iter().any(|(point, _)| point.choice == number),
            });
        }
    }
    let won = |side: &String| {
        if story.transcript.sides.contains(side) {
            [100.0; 3]
        } else {
            [0.0; 3]
        }
    };
    text.push(transcript::winners(story.transcript, story.turn_word));
    moments.push(FilmMoment {
        turn: "End".to_owned(),
        text,
        position: shared.add(story.transcript.picture.as_deref().unwrap_or_default()),
        chances: odds.map_or_else(Vec::new, |_| story.sides.iter().map(won).collect()),
        turned: false,
    });
    Film {
        sides: story.sides,
        lines: shared.lines,
        moments,
    }
}

/// Each side's chance with its interval, in percent.
fn percents(chances: &Chances) -> Vec<[f64; 3]> {
    let percent = |share: f64| (share * 1000.0).round() / 10.0;
    let sides = chances.sides.iter();
    sides.map(|rate| [rate.value, rate.lo, rate.hi].map(percent)).collect()
}
