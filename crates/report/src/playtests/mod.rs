//! Games between people beside those between bots: text and JSON. The sentences stand in `text`.

mod text;

use crate::document::{Block, Document, SuggestedCommand, Tone};
use crate::findings::as_it_is;
use crate::tables::Shown;
use crate::tables::cell::{self, TableCell, figure, word};
use crate::{format, terminal};
use balance_config::games::program;
use balance_config::playtests::PlaytestLog;
use balance_config::shell_quote;
use balance_inference::playtests::{LevelFigure, Overall, PeopleFigure, PeopleStanding, Playtests};
use balance_inference::table::Results;
use text::{digits, label};

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
        sentence: text::verdict(found, overall, results.scenario.margins),
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
    let share = |of: &LevelFigure| {
        let rate = format::percent(of.rate.value, digits(of.rate));
        cell::estimate(format!("{rate} {:1}", mark(of)), of.rate)
    };
    let mean = |of: &LevelFigure| {
        let mean = format::plain(of.rate.value, 1);
        cell::estimate(format!("{mean} {:1}", mark(of)), of.rate)
    };
    let row = |name: String, cells: [String; 2], of: &PeopleFigure, pooled: TableCell, levels: Vec<TableCell>| {
        let [people, range] = cells;
        let mut row = vec![cell::text(name), cell::estimate(people, of.people), cell::text(range)];
        row.extend(found.pooled_as.map(|_| pooled));
        row.extend(levels);
        row
    };
    let shares = figures.iter().map(|of| {
        let rate = of.people;
        let cells = [
            format::percent(rate.value, digits(rate)),
            text::range(rate, 100.0, digits(rate)),
        ];
        let pooled = cell::optional(of.pooled, |pooled| cell::number(format::percent(pooled, 1), pooled));
        row(
            format::capital(&of.subject),
            cells,
            of,
            pooled,
            of.levels.iter().map(share).collect(),
        )
    });
    let lengths = length.map(|of| {
        let cells = [format::plain(of.people.value, 1), text::range(of.people, 1.0, 1)];
        row(
            text::mean_of(&of.subject),
            cells,
            of,
            cell::text(""),
            of.levels.iter().map(mean).collect(),
        )
    });
    let mut heads = vec![word(""), figure("people", ""), figure("95% range", "")];
    heads.extend(found.pooled_as.map(|_| figure("pooled", "")));
    heads.extend(found.levels().map(|level| figure(level, "")));
    Shown {
        id: "people",
        title: String::new(),
        note: text::note(found),
        heads,
        rows: shares.chain(lengths).collect(),
    }
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
