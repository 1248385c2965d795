//! The tables of estimates: a row a side, a role, a seat, an ending … of a configuration.

use polars::prelude::{Column, IntoColumn, NamedFrom, Series};

use super::super::rate::Rate;
use super::super::results::{Configuration, Results};
use super::super::rows::LengthRow;
use super::super::sides::joint;

/// Rows of one kind over all configurations, from which columns are picked.
struct Rows<'r, T> {
    rows: Vec<(&'r str, &'r T)>,
    columns: Vec<Column>,
}

impl<'r, T> Rows<'r, T> {
    fn new(results: &'r Results, pick: impl Fn(&'r Configuration) -> &'r [T]) -> Self {
        let rows: Vec<(&str, &T)> = results
            .configurations
            .iter()
            .flat_map(|each| pick(each).iter().map(|row| (each.name.as_str(), row)))
            .collect();
        let names: Vec<&str> = rows.iter().map(|row| row.0).collect();
        let columns = vec![Series::new("configuration".into(), names).into_column()];
        Rows { rows, columns }
    }

    fn text(mut self, name: &str, cell: impl Fn(&'r T) -> &'r str) -> Self {
        let cells: Vec<&str> = self.rows.iter().map(|row| cell(row.1)).collect();
        self.columns.push(Series::new(name.into(), cells).into_column());
        self
    }

    fn count(mut self, name: &str, cell: impl Fn(&T) -> u64) -> Self {
        let cells: Vec<u64> = self.rows.iter().map(|row| cell(row.1)).collect();
        self.columns.push(Series::new(name.into(), cells).into_column());
        self
    }

    fn number(mut self, name: &str, cell: impl Fn(&T) -> Option<f64>) -> Self {
        let cells: Vec<Option<f64>> = self.rows.iter().map(|row| cell(row.1)).collect();
        self.columns.push(Series::new(name.into(), cells).into_column());
        self
    }

    fn flag(mut self, name: &str, cell: impl Fn(&T) -> bool) -> Self {
        let cells: Vec<bool> = self.rows.iter().map(|row| cell(row.1)).collect();
        self.columns.push(Series::new(name.into(), cells).into_column());
        self
    }

    /// Two columns: both ends of an interval of each row.
    fn rates(mut self, name: &str, rates: &[Rate]) -> Self {
        for (end, ends) in [
            ("lo", rates.iter().map(|rate| rate.lo).collect::<Vec<f64>>()),
            ("hi", rates.iter().map(|rate| rate.hi).collect()),
        ] {
            let column = Series::new(format!("{name}-{end}").into(), ends);
            self.columns.push(column.into_column());
        }
        self
    }

    /// Three columns: the estimate and both ends of its interval; an open end is empty.
    fn rate(self, name: &str, cell: impl Fn(&T) -> Option<Rate>) -> Self {
        let end = |end: f64| end.is_finite().then_some(end);
        self.number(name, |row| cell(row).map(|rate| rate.value))
            .number(&format!("{name}-lo"), |row| cell(row).and_then(|rate| end(rate.lo)))
            .number(&format!("{name}-hi"), |row| cell(row).and_then(|rate| end(rate.hi)))
    }
}

pub(super) fn configurations(results: &Results) -> Vec<Column> {
    Rows::new(results, std::slice::from_ref)
        .count("players", |row| u64::from(row.players))
        .count("games", |row| row.games)
        .count("rotations", |row| u64::from(row.rotations))
        .number("planned", |row| row.planned)
        .number("turns-max", |row| row.turns_max.map(f64::from))
        .text("turn-word", |row| &row.turn_word)
        .number("seat-effect", |row| Some(row.seat_effect))
        .number("seat-p", |row| Some(row.seat_p))
        .count("watched", |row| row.lead_changes.map_or(0, |found| found.games))
        .count("lead-changes", |row| row.lead_changes.map_or(0, |found| found.total))
        .columns
}

pub(super) fn sides(results: &Results) -> Vec<Column> {
    let of = |each: &Configuration| -> Vec<Rate> { each.sides.iter().map(|row| joint(results, each, row)).collect() };
    let told: Vec<Rate> = results.configurations.iter().flat_map(of).collect();
    Rows::new(results, |each| &each.sides)
        .text("side", |row| &row.side)
        .count("wins", |row| row.wins)
        .count("games", |row| row.games)
        .rate("win-rate", |row| Some(row.win_rate))
        .rate("simultaneous", |row| Some(row.simultaneous))
        .rates("answer", &told)
        .number("fair", |row| row.fair)
        .columns
}

/// A number of the games of another bot.
struct OtherRow<'r> {
    configuration: &'r str,
    bot: &'r str,
    of: &'static str,
    name: &'r str,
    games: u64,
    rate: Rate,
    fair: Option<f64>,
}

pub(super) fn others(results: &Results) -> Vec<Column> {
    let mut rows: Vec<OtherRow<'_>> = Vec::new();
    let tables = results.configurations.iter();
    for (each, other) in tables.flat_map(|each| each.others.iter().map(move |other| (each, other))) {
        let configuration = each.name.as_str();
        let row = |of, name, rate, fair| OtherRow {
            configuration,
            bot: &other.name,
            of,
            name,
            games: other.games,
            rate,
            fair,
        };
        rows.extend(
            other
                .sides
                .iter()
                .map(|each| row("side", &each.side, each.win_rate, each.fair)),
        );
        rows.extend(
            other
                .roles
                .iter()
                .map(|each| row("role", &each.role, each.win_rate, None)),
        );
        rows.extend(
            other
                .seats
                .iter()
                .map(|each| row("seat", &each.seat, each.win_rate, Some(each.fair))),
        );
        rows.extend(
            other
                .endings
                .iter()
                .map(|each| row("ending", &each.ending, each.share, None)),
        );
        rows.extend(
            other
                .lengths
                .iter()
                .map(|each| row("length", &each.measure, each.mean, None)),
        );
    }
    let names: Vec<&str> = rows.iter().map(|row| row.configuration).collect();
    let all = Rows {
        rows: rows.iter().map(|row| (row.configuration, row)).collect(),
        columns: vec![Series::new("configuration".into(), names).into_column()],
    };
    all.text("bot", |row| row.bot)
        .text("of", |row| row.of)
        .text("name", |row| row.name)
        .count("games", |row| row.games)
        .rate("value", |row| Some(row.rate))
        .number("fair", |row| row.fair)
        .columns
}

pub(super) fn roles(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.roles)
        .text("role", |row| &row.role)
        .text("side", |row| &row.side)
        .count("appearances", |row| row.appearances)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .columns
}

pub(super) fn seats(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.seats)
        .text("seat", |row| &row.seat)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .rate("simultaneous", |row| Some(row.simultaneous))
        .number("fair", |row| Some(row.fair))
        .columns
}

pub(super) fn role_seats(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.role_seats)
        .text("role", |row| &row.role)
        .text("seat", |row| &row.seat)
        .count("appearances", |row| row.appearances)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| row.win_rate)
        .columns
}

pub(super) fn bots(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.bots)
        .text("bot", |row| &row.bot)
        .count("appearances", |row| row.appearances)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .flag("mirror", |row| row.mirror)
        .columns
}

pub(super) fn endings(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.endings)
        .text("ending", |row| &row.ending)
        .flag("capped", |row| row.capped)
        .count("games", |row| row.games)
        .rate("share", |row| Some(row.share))
        .number("turns-mean", |row| row.turns_mean)
        .columns
}

pub(super) fn lengths(results: &Results) -> Vec<Column> {
    let found = |row: &LengthRow, percent: u32| row.quantiles.iter().find(|each| each.percent == percent).copied();
    let mut rows = Rows::new(results, |each| &each.lengths)
        .text("measure", |row| &row.measure)
        .count("games", |row| row.games)
        .rate("mean", |row| Some(row.mean))
        .number("sd", |row| row.sd)
        .count("min", |row| u64::from(row.min))
        .count("max", |row| u64::from(row.max));
    for percent in [5, 25, 50, 75, 95] {
        let name = format!("q{percent:02}");
        rows = rows
            .number(&name, |row| found(row, percent).map(|each| f64::from(each.value)))
            .number(&format!("{name}-lo"), |row| found(row, percent)?.lo.map(f64::from))
            .number(&format!("{name}-hi"), |row| found(row, percent)?.hi.map(f64::from));
    }
    rows.columns
}

pub(super) fn histogram(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.histogram)
        .text("measure", |row| &row.measure)
        .count("value", |row| u64::from(row.value))
        .count("games", |row| row.games)
        .columns
}

pub(super) fn drama(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.drama)
        .count("percent", |row| u64::from(row.percent))
        .count("led", |row| row.led)
        .count("led-won", |row| row.led_won)
        .rate("leader-wins", |row| row.leader_wins)
        .count("behind", |row| row.behind)
        .count("behind-won", |row| row.behind_won)
        .rate("last-wins", |row| row.last_wins)
        .columns
}

pub(super) fn samples(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.samples)
        .text("shows", |row| row.shows.word())
        .text("name", |row| &row.name)
        .text("side", |row| &row.side)
        .count("game", |row| row.game)
        .count("rotation", |row| u64::from(row.rotation))
        .columns
}

pub(super) fn convergence(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.convergence)
        .count("games", |row| row.games)
        .text("side", |row| &row.side)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .columns
}

pub(super) fn counters(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.counters)
        .text("counter", |row| &row.counter)
        .count("total", |row| row.total)
        .count("squares", |row| row.squares)
        .count("most", |row| row.most)
        .count("games", |row| row.games)
        .rate("per-game", |row| Some(row.per_game))
        .rate("games-with", |row| Some(row.games_with))
        .text("of", |row| row.of.as_deref().unwrap_or(""))
        .rate("success", |row| row.success)
        .columns
}

pub(super) fn components(results: &Results) -> Vec<Column> {
    Rows::new(results, |each| &each.components)
        .text("component", |row| &row.component)
        .text("held", |row| row.held.word())
        .text("side", |row| &row.side)
        .count("games-with", |row| row.games_with)
        .count("games-without", |row| row.games_without)
        .count("wins-with", |row| row.wins_with)
        .count("wins-without", |row| row.wins_without)
        .number("with", |row| row.with)
        .number("without", |row| row.without)
        .rate("lift", |row| row.lift)
        .columns
}
