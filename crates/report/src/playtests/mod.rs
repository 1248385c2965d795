//! Games between people beside those between bots: text and JSON. The sentences stand in `text`.

mod text;

use crate::document::{Block, Document, SuggestedCommand, Tone};
use crate::findings::as_it_is;
use crate::summary::people_verdict;
use crate::tables::Shown;
use crate::tables::cell::{self, figure};
use crate::{format, terminal};
use balance_config::games::program;
use balance_config::playtests::PlaytestLog;
use balance_config::shell_quote;
use balance_inference::playtests::{LevelFigure, Overall, PeopleFigure, PeopleStanding, Playtests};
use balance_inference::table::{Rate, Results};
use text::label;

/// What a log says, for people, in lines of `width` characters where names allow.
pub fn text(found: &Playtests, log: &PlaytestLog, results: &Results, width: usize) -> String {
    terminal::title(&text::title(results, found), width) + &terminal::document(&document(found, log, results), width)
}

fn document(found: &Playtests, log: &PlaytestLog, results: &Results) -> Document {
    let bots = found.levels().next().unwrap_or_default();
    let overall = found.standing(bots);
    let (word, tone) = match overall {
        _ if found.games == 0 => ("NO ANSWER", Tone::Open),
        Overall::Different => ("DIFFERENT", Tone::Bad),
        Overall::Alike => ("ALIKE", Tone::Good),
        Overall::Undecided => ("UNDECIDED", Tone::Open),
    };
    let mut document = vec![Block::Verdict {
        word,
        tone,
        sentence: people_verdict(found, overall, results.scenario.margins),
    }];
    if found.games > 0 {
        document.push(Block::Table(table(&found.sides, found.length.as_ref(), found)));
        if !found.seats.is_empty() {
            document.push(Block::Table(table(&found.seats, None, found)));
        }
    }
    let lines = [
        (label::TIME, text::time(found)),
        (label::LEVELS, text::levels(found)),
        (label::SAMPLING, text::sampling(found)),
        (label::LEFT_OUT, text::left_out(log)),
    ];
    let lines = lines.into_iter().filter_map(|(label, said)| Some((label, said?)));
    document.push(Block::Lines {
        title: None,
        lines: lines.collect(),
    });
    if let Some(seconds) = found.seconds_per_turn.filter(|_| results.scenario.time.is_none()) {
        document.push(Block::Code {
            lead: text::MINUTES,
            lines: vec!["[time]".to_owned(), text::seconds(seconds)],
        });
    }
    document.extend(next(found, overall, results).map(|command| Block::Commands(vec![command])));
    document
}

/// The run between bots that may play as these people do, where those of the run do not.
fn next(found: &Playtests, overall: Overall, results: &Results) -> Option<SuggestedCommand> {
    let mut others = found.levels().skip(1);
    let level = others.find(|level| found.standing(level) != Overall::Different)?;
    let file = as_it_is(results).filter(|_| overall == Overall::Different)?;
    let run = format!("{} run {}", program(), shell_quote::file(file));
    Some(SuggestedCommand {
        command: format!("{run} --set seats.all={level}"),
        purpose: text::RUN_WITH.into(),
    })
}

/// Figures of people beside those of bots.
fn table(figures: &[PeopleFigure], length: Option<&PeopleFigure>, found: &Playtests) -> Shown {
    let is_length = |of: &PeopleFigure| length.is_some_and(|length| std::ptr::eq(length, of));
    let name = |of: &PeopleFigure| {
        if is_length(of) {
            text::mean_of(&of.subject)
        } else {
            format::capital(&of.subject)
        }
    };
    let rate = |of: &PeopleFigure, rate: Rate| {
        if is_length(of) {
            format::plain(rate.value, 1)
        } else {
            format::percent(rate.value, format::decimals(rate).min(1))
        }
    };
    let range = |of: &PeopleFigure| {
        if is_length(of) {
            text::range(of.people, 1.0, 1)
        } else {
            text::range(of.people, 100.0, format::decimals(of.people).min(1))
        }
    };
    let pooled = |of: &PeopleFigure| {
        if is_length(of) {
            cell::text("")
        } else {
            cell::optional(of.pooled, |pooled| cell::number(format::percent(pooled, 1), pooled))
        }
    };
    Shown::of_rows("people", "", figures.iter().chain(length))
        .note(text::note(found))
        .words("", |of| cell::text(name(of)))
        .figure("people", "", |of| cell::estimate(rate(of, of.people), of.people))
        .figure("95% range", "", |of| cell::text(range(of)))
        .column_if(found.pooled_as.is_some().then_some(figure("pooled", "")), |of| {
            pooled(of)
        })
        .columns(
            found.levels().enumerate(),
            |(_, level)| figure(level, ""),
            |of, (at, _)| {
                cell::optional(of.levels.get(*at), |level| {
                    cell::estimate(format!("{} {:1}", rate(of, level.rate), mark(level)), level.rate)
                })
            },
        )
        .build()
}

/// Beside a figure of bots: where people's is confirmed to be.
fn mark(of: &LevelFigure) -> &'static str {
    match of.standing {
        PeopleStanding::Higher => "▲",
        PeopleStanding::Lower => "▼",
        PeopleStanding::Alike => "=",
        PeopleStanding::Undecided => "",
    }
}
