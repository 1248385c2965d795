//! The tables as polars frames, and their CSV and Parquet files. Nothing else in the program names polars.

mod games;

pub use games::GamesTable;

use std::borrow::Cow;
use std::io::Write;

use super::divergence::{Parted, Place};
use super::interval::Rate;
use super::results::{Configuration, Results};
use super::rows::Quantile;
use super::sides::joint;
use balance_config::games::divergence::Cause;
use polars::prelude::{Column, CompatLevel, DataFrame, IntoColumn, NamedFrom, PolarsError, Series};
use polars_io::SerWriter;
use polars_io::csv::write::CsvWriter;
use polars_parquet::read::ParquetError;
use polars_parquet::write::{
    CompressionOptions, Compressor, DynIter, DynStreamingIterator, FallibleStreamingIterator, FileWriter,
    StatisticsOptions, Version, WriteOptions, array_to_columns, get_dtype_encoding,
};

/// Why a table cannot be made or written.
pub type TableError = PolarsError;

/// One table of a run: long, with a column that names the configuration, in the order of the results.
pub struct Frame {
    /// Name of its files.
    pub name: &'static str,
    data: DataFrame,
}

impl Frame {
    /// Rows.
    #[cfg(test)]
    pub fn height(&self) -> usize {
        self.data.height()
    }

    /// Its files: the ending of the name and the bytes. Parquet is one row group, Snappy, without statistics, written on one
    /// thread, so that the same table gives the same bytes.
    pub fn files(&mut self) -> Result<[(&'static str, Vec<u8>); 2], PolarsError> {
        let mut csv = Vec::new();
        CsvWriter::new(&mut csv).finish(&mut plain(&self.data)?)?;
        Ok([("csv", csv), ("parquet", parquet(&self.data)?)])
    }
}

/// Every table of a run.
pub fn frames(results: &Results) -> Result<Vec<Frame>, PolarsError> {
    let tables = [
        configurations, sides, roles, seats, role_seats, bots, endings, lengths, histogram, counters, components,
        drama, ways, convergence, others, samples, comparisons, deals, seated, winners, differences,
    ];
    let mut all = tables
        .iter()
        .map(|table| table(results))
        .collect::<Result<Vec<_>, _>>()?;
    if !results.parted.is_empty() {
        all.push(parted_frame(&results.parted)?);
    }
    Ok(all)
}

/// The table of where games part, of these comparisons.
pub fn parted_frame(all: &[Parted]) -> Result<Frame, PolarsError> {
    parted(all).frame("parted")
}

/// Rows from which columns are picked.
pub struct TableRows<T> {
    rows: Vec<T>,
    columns: Vec<Column>,
}

impl<T> TableRows<T> {
    /// These rows without a column.
    pub fn new(rows: impl IntoIterator<Item = T>) -> Self {
        TableRows {
            rows: rows.into_iter().collect(),
            columns: Vec::new(),
        }
    }

    /// With a column of texts, numbers or flags.
    #[must_use]
    pub fn column<C, K: ?Sized>(mut self, name: &str, cell: impl Fn(&T) -> C) -> Self
    where
        Series: NamedFrom<Vec<C>, K>,
    {
        let cells: Vec<C> = self.rows.iter().map(cell).collect();
        self.columns.push(Series::new(name.into(), cells).into_column());
        self
    }

    /// With three columns: the estimate and both ends of its interval; an open end is empty.
    #[must_use]
    pub fn rate(self, name: &str, cell: impl Fn(&T) -> Option<Rate>) -> Self {
        let end = |end: f64| end.is_finite().then_some(end);
        self.column(name, |row| cell(row).map(|rate| rate.value))
            .column(&format!("{name}-lo"), |row| cell(row).and_then(|rate| end(rate.lo)))
            .column(&format!("{name}-hi"), |row| cell(row).and_then(|rate| end(rate.hi)))
    }

    /// The table of this name.
    pub fn frame(self, name: &'static str) -> Result<Frame, TableError> {
        DataFrame::new_infer_height(self.columns).map(|data| Frame { name, data })
    }
}

/// Would a spreadsheet make anything else of this text: a formula, another number, a date, or something true or false?
fn is_typed(text: &str) -> bool {
    let text = text.to_lowercase();
    // The number of a seat is the same as a number.
    if text.len() < 16 && text.parse::<u64>().is_ok_and(|number| number.to_string() == text) {
        return false;
    }
    let is_number = |part: &str| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
        digits(part)
            || part
                .split_once('e')
                .is_some_and(|(number, exponent)| digits(number) && digits(exponent))
    };
    let is_month = |part: &str| part.len() > 2 && MONTHS.iter().any(|month| month.starts_with(part));
    let mut parts = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|part| !part.is_empty());
    text.starts_with([
        '=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
    ]) || ["true", "false"].contains(&text.trim())
        || text.contains(|letter: char| letter.is_ascii_digit())
            && parts.all(|part| is_number(part) || is_month(part) || ["am", "pm"].contains(&part))
}

const MONTHS: [&str; 12] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
];

/// The text, with a quote before it where a spreadsheet would take it for anything else.
pub fn as_text(text: &str) -> Cow<'_, str> {
    if is_typed(text) {
        format!("'{text}").into()
    } else {
        text.into()
    }
}

/// The table with a quote before every text that a spreadsheet would take for anything else.
fn plain(data: &DataFrame) -> Result<DataFrame, PolarsError> {
    let mut plain = data.clone();
    for column in data.columns() {
        let Ok(texts) = column.str() else { continue };
        if texts.iter().flatten().any(is_typed) {
            let shown = |text: &str| as_text(text).into_owned();
            let cells: Vec<Option<String>> = texts.iter().map(|text| text.map(shown)).collect();
            plain.with_column(Series::new(column.name().clone(), cells).into_column())?;
        }
    }
    Ok(plain)
}

/// Rows of one kind over all configurations, with a column that names these.
fn of_each<'r, T>(
    results: &'r Results,
    pick: impl Fn(&'r Configuration) -> &'r [T],
) -> TableRows<(&'r Configuration, &'r T)> {
    let rows = results.configurations.iter();
    TableRows::new(rows.flat_map(|each| pick(each).iter().map(move |row| (each, row))))
        .column("configuration", |row| row.0.name.as_str())
}

fn comparisons(results: &Results) -> Result<Frame, PolarsError> {
    let rows = results.comparisons.iter();
    TableRows::new(rows.flat_map(|each| each.rows.iter().map(move |row| (each, row))))
        .column("configuration", |row| row.0.configuration.as_str())
        .column("reference", |row| row.0.reference.as_str())
        .column("metric", |row| row.1.metric.as_str())
        .column("in-reference", |row| Some(row.1.reference))
        .column("in-configuration", |row| Some(row.1.other))
        .rate("difference", |row| Some(row.1.difference))
        .rate("simultaneous", |row| Some(row.1.simultaneous))
        .column("range", |row| row.1.range)
        .column("variance-in-reference", |row| Some(row.1.variances[0]))
        .column("variance-in-configuration", |row| Some(row.1.variances[1]))
        .column("pairing-gain", |row| row.1.pairing_gain)
        .column("verdict", |row| row.1.verdict.word())
        .frame("comparisons")
}

/// Deals by how many of their games a side or a seat won, ended in a way, or had an event.
fn deals(results: &Results) -> Result<Frame, PolarsError> {
    let of_each = |each: &Configuration| {
        let sides = each.sides.iter().map(|row| ("side", row.side.clone(), &row.deals));
        let endings = each
            .endings
            .iter()
            .map(|row| ("ending", row.ending.clone(), &row.deals));
        let seats = each.seats.iter().map(|row| ("seat", row.seat.clone(), &row.deals));
        let events = each
            .counters
            .iter()
            .map(|row| ("event", row.counter.clone(), &row.deals));
        let mut rows = Vec::new();
        for (of, name, deals) in sides.chain(endings).chain(seats).chain(events) {
            let counted = deals.iter().enumerate();
            rows.extend(
                counted.map(|(times, deals)| (each.name.clone(), of, name.clone(), times as i64, *deals as i64)),
            );
        }
        rows
    };
    TableRows::new(results.configurations.iter().flat_map(of_each))
        .column("configuration", |row| row.0.clone())
        .column("of", |row| row.1)
        .column("name", |row| row.2.clone())
        .column("times", |row| row.3)
        .column("deals", |row| row.4)
        .frame("deals")
}

/// Deals by seats and wins of a role or bot, or by games and wins of who was alone in front or behind.
fn seated(results: &Results) -> Result<Frame, PolarsError> {
    let of_each = |each: &Configuration| {
        let roles = each.roles.iter().map(|row| ("role", row.role.clone(), &row.seated));
        let bots = each.bots.iter().map(|row| ("bot", row.bot.clone(), &row.seated));
        let leaders = each
            .drama
            .iter()
            .map(|row| ("leader", row.percent.to_string(), &row.leaders));
        let lasts = each
            .drama
            .iter()
            .map(|row| ("last", row.percent.to_string(), &row.lasts));
        let mut rows = Vec::new();
        for (of, name, seated) in roles.chain(bots).chain(leaders).chain(lasts) {
            rows.extend(seated.iter().map(|row| (each.name.clone(), of, name.clone(), *row)));
        }
        rows
    };
    TableRows::new(results.configurations.iter().flat_map(of_each))
        .column("configuration", |row| row.0.clone())
        .column("of", |row| row.1)
        .column("name", |row| row.2.clone())
        .column("seats", |row| row.3.seats as i64)
        .column("won", |row| row.3.won as i64)
        .column("games", |row| row.3.games as i64)
        .frame("seated")
}

fn winners(results: &Results) -> Result<Frame, PolarsError> {
    let rows = results.configurations.iter();
    TableRows::new(rows.flat_map(|each| each.winners.iter().enumerate().map(move |row| (each, row))))
        .column("configuration", |row| row.0.name.as_str())
        .column("winners", |(_, (seats, _))| *seats as i64)
        .column("games", |(_, (_, games))| **games as i64)
        .frame("winners")
}

fn differences(results: &Results) -> Result<Frame, PolarsError> {
    let rows = results.comparisons.iter();
    let rows = rows.flat_map(|each| each.rows.iter().map(move |row| (each, row)));
    TableRows::new(rows.flat_map(|(each, row)| row.differing.iter().map(move |differing| (each, row, differing))))
        .column("configuration", |row| row.0.configuration.as_str())
        .column("reference", |row| row.0.reference.as_str())
        .column("metric", |row| row.1.metric.as_str())
        .column("by", |row| row.2.by)
        .column("deals", |row| row.2.deals as i64)
        .frame("differences")
}

/// A row: how many games others win, what a side wins only under either, or where they part.
#[derive(Default)]
struct DivergenceRow<'p> {
    configuration: &'p str,
    reference: &'p str,
    /// `flips`, `gain`, `place`, or `gain-at`.
    what: &'static str,
    side: &'p str,
    wins_with: &'p str,
    cause: &'static str,
    first: &'p str,
    second: &'p str,
    games: u64,
    of: u64,
    share: Option<Rate>,
    bots_first: Option<u64>,
    sample: Option<(u64, usize)>,
}

/// What a place is counted by: a word, and what it is in the first game and in the second.
fn words(place: &Place) -> (&'static str, &str, &str) {
    match &place.cause {
        None => ("bots alone", "", ""),
        Some(Cause::Setup) => ("setup", "", ""),
        Some(Cause::End([a, b])) => ("end", a.as_deref().unwrap_or(""), b.as_deref().unwrap_or("")),
        Some(Cause::After(kind)) => ("after", kind, kind),
        Some(Cause::At(kind)) => ("at", kind, kind),
        Some(Cause::Instead(a, b)) => ("instead", a, b),
        Some(Cause::Moves) => ("moves", "", ""),
        Some(Cause::Seat) => ("seat", "", ""),
        Some(Cause::Choice(a, b)) => ("choice", a, b),
    }
}

fn rows(parted: &Parted) -> Vec<DivergenceRow<'_>> {
    let found = &parted.found;
    let row = |what| DivergenceRow {
        configuration: &parted.configuration,
        reference: &parted.reference,
        what,
        ..DivergenceRow::default()
    };
    let mut all = vec![DivergenceRow {
        games: found.flips,
        of: found.games,
        share: Some(found.share),
        ..row("flips")
    }];
    for place in &found.rows {
        let (cause, first, second) = words(place);
        all.push(DivergenceRow {
            cause,
            first,
            second,
            games: place.games,
            of: found.looked,
            share: Some(place.share),
            bots_first: Some(place.bots_first),
            sample: place.samples.first().copied(),
            ..row("place")
        });
    }
    for gain in &found.swings {
        let wins_with = if gain.gained {
            &parted.configuration
        } else {
            &parted.reference
        };
        let own = |what| DivergenceRow {
            side: &gain.side,
            wins_with,
            ..row(what)
        };
        all.push(DivergenceRow {
            games: gain.games,
            of: found.games,
            share: Some(gain.share),
            ..own("gain")
        });
        for (at, (games, place)) in gain.parts.iter().zip(&found.rows).enumerate() {
            let (cause, first, second) = words(place);
            all.push(DivergenceRow {
                cause,
                first,
                second,
                games: *games,
                of: gain.looked,
                share: gain.most.filter(|(most, _)| *most == at).map(|(_, share)| share),
                ..own("gain-at")
            });
        }
    }
    all
}

fn parted(all: &[Parted]) -> TableRows<DivergenceRow<'_>> {
    TableRows::new(all.iter().flat_map(rows))
        .column("configuration", |row| row.configuration)
        .column("reference", |row| row.reference)
        .column("what", |row| row.what)
        .column("side", |row| row.side)
        .column("wins-with", |row| row.wins_with)
        .column("cause", |row| row.cause)
        .column("in-reference", |row| row.first)
        .column("in-configuration", |row| row.second)
        .column("games", |row| Some(row.games))
        .column("of", |row| Some(row.of))
        .rate("share", |row| row.share)
        .column("bots-first", |row| row.bots_first)
        .column("game", |row| row.sample.map(|(game, _)| game))
        .column("rotation", |row| row.sample.map(|(_, rotation)| rotation as u64))
}

fn configurations(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, std::slice::from_ref)
        .column("players", |row| u64::from(row.1.players))
        .column("games", |row| row.1.games)
        .column("rotations", |row| u64::from(row.1.rotations))
        .column("planned", |row| row.1.planned)
        .column("turns-max", |row| row.1.turns_max.map(f64::from))
        .column("turn-word", |row| row.1.turn_word.as_str())
        .column("seat-effect", |row| Some(row.1.seat_effect))
        .column("seat-p", |row| Some(row.1.seat_p))
        .column("watched", |row| row.1.lead_changes.map_or(0, |found| found.games))
        .column("lead-changes", |row| row.1.lead_changes.map_or(0, |found| found.total))
        .frame("configurations")
}

fn sides(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.sides)
        .column("side", |row| row.1.side.as_str())
        .column("wins", |row| row.1.wins)
        .column("games", |row| row.1.games)
        .rate("win-rate", |row| Some(row.1.win_rate))
        .rate("simultaneous", |row| Some(row.1.simultaneous))
        .column("answer-lo", |row| joint(results, row.0, row.1).lo)
        .column("answer-hi", |row| joint(results, row.0, row.1).hi)
        .column("fair", |row| row.1.fair)
        .frame("sides")
}

fn others(results: &Results) -> Result<Frame, PolarsError> {
    let of_bot = |each: &Configuration, other: &Configuration| {
        let mut rows = Vec::new();
        let mut add = |of: &'static str, name: &str, rate: Rate, fair: Option<f64>| {
            rows.push((
                each.name.clone(),
                other.name.clone(),
                of,
                name.to_owned(),
                other.games,
                rate,
                fair,
            ));
        };
        other
            .sides
            .iter()
            .for_each(|row| add("side", &row.side, row.win_rate, row.fair));
        other
            .roles
            .iter()
            .for_each(|row| add("role", &row.role, row.win_rate, None));
        other
            .seats
            .iter()
            .for_each(|row| add("seat", &row.seat, row.win_rate, Some(row.fair)));
        other
            .endings
            .iter()
            .for_each(|row| add("ending", &row.ending, row.share, None));
        other
            .lengths
            .iter()
            .for_each(|row| add("length", &row.measure, row.mean, None));
        rows
    };
    let tables = results.configurations.iter();
    TableRows::new(tables.flat_map(|each| each.others.iter().flat_map(move |other| of_bot(each, other))))
        .column("configuration", |row| row.0.clone())
        .column("bot", |row| row.1.clone())
        .column("of", |row| row.2)
        .column("name", |row| row.3.clone())
        .column("games", |row| row.4)
        .rate("value", |row| Some(row.5))
        .column("fair", |row| row.6)
        .frame("others")
}

fn roles(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.roles)
        .column("role", |row| row.1.role.as_str())
        .column("side", |row| row.1.side.as_str())
        .column("appearances", |row| row.1.appearances)
        .column("wins", |row| row.1.wins)
        .rate("win-rate", |row| Some(row.1.win_rate))
        .frame("roles")
}

fn seats(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.seats)
        .column("seat", |row| row.1.seat.as_str())
        .column("wins", |row| row.1.wins)
        .rate("win-rate", |row| Some(row.1.win_rate))
        .rate("simultaneous", |row| Some(row.1.simultaneous))
        .column("fair", |row| Some(row.1.fair))
        .frame("seats")
}

fn role_seats(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.role_seats)
        .column("role", |row| row.1.role.as_str())
        .column("seat", |row| row.1.seat.as_str())
        .column("appearances", |row| row.1.appearances)
        .column("wins", |row| row.1.wins)
        .rate("win-rate", |row| row.1.win_rate)
        .frame("role-seats")
}

fn bots(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.bots)
        .column("bot", |row| row.1.bot.as_str())
        .column("appearances", |row| row.1.appearances)
        .column("wins", |row| row.1.wins)
        .rate("win-rate", |row| Some(row.1.win_rate))
        .column("mirror", |row| row.1.mirror)
        .frame("bots")
}

fn endings(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.endings)
        .column("ending", |row| row.1.ending.as_str())
        .column("capped", |row| row.1.capped)
        .column("games", |row| row.1.games)
        .rate("share", |row| Some(row.1.share))
        .column("turns-mean", |row| row.1.turns_mean)
        .frame("endings")
}

fn lengths(results: &Results) -> Result<Frame, PolarsError> {
    let mut rows = of_each(results, |each| &each.lengths)
        .column("measure", |row| row.1.measure.as_str())
        .column("games", |row| row.1.games)
        .rate("mean", |row| Some(row.1.mean))
        .column("sd", |row| row.1.sd)
        .column("min", |row| u64::from(row.1.min))
        .column("max", |row| u64::from(row.1.max));
    for percent in [5, 25, 50, 75, 95] {
        let name = format!("q{percent:02}");
        rows = rows.rate(&name, |row| row.1.quantile(percent).map(Quantile::rate));
    }
    rows.frame("lengths")
}

fn histogram(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.histogram)
        .column("measure", |row| row.1.measure.as_str())
        .column("value", |row| u64::from(row.1.value))
        .column("games", |row| row.1.games)
        .frame("histogram")
}

fn drama(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.drama)
        .column("percent", |row| u64::from(row.1.percent))
        .column("led", |row| row.1.led)
        .column("led-won", |row| row.1.led_won)
        .rate("leader-wins", |row| row.1.leader_wins)
        .column("behind", |row| row.1.behind)
        .column("behind-won", |row| row.1.behind_won)
        .rate("last-wins", |row| row.1.last_wins)
        .frame("drama")
}

/// How games end that a side wins, and how often it leads alone on the way.
fn ways(results: &Results) -> Result<Frame, PolarsError> {
    let rows = results.configurations.iter().flat_map(|each| {
        each.ways.iter().flat_map(move |way| {
            let endings = way
                .endings
                .iter()
                .map(|(name, won)| ("ends by", name.clone(), *won, *won));
            let percent = |at: usize| each.drama.get(at).map_or(0, |row| row.percent);
            let leads = way.leads.iter().enumerate();
            let leads = leads.map(move |(at, (led, won))| ("leads at", percent(at).to_string(), *led, *won));
            endings.chain(leads).map(move |row| (each, way, row))
        })
    });
    TableRows::new(rows)
        .column("configuration", |row| row.0.name.as_str())
        .column("side", |row| row.1.side.as_str())
        .column("event", |row| row.2.0)
        .column("name", |row| row.2.1.clone())
        .column("games", |row| row.2.2)
        .column("wins", |row| row.2.3)
        .frame("ways")
}

fn samples(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.samples)
        .column("shows", |row| row.1.shows.word())
        .column("name", |row| row.1.name.as_str())
        .column("side", |row| row.1.side.as_str())
        .column("game", |row| row.1.game)
        .column("rotation", |row| u64::from(row.1.rotation))
        .frame("samples")
}

fn convergence(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.convergence)
        .column("games", |row| row.1.games)
        .column("side", |row| row.1.side.as_str())
        .column("wins", |row| row.1.wins)
        .rate("win-rate", |row| Some(row.1.win_rate))
        .frame("convergence")
}

fn counters(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.counters)
        .column("counter", |row| row.1.counter.as_str())
        .column("total", |row| row.1.total)
        .column("squares", |row| row.1.squares)
        .column("most", |row| row.1.most)
        .column("games", |row| row.1.games)
        .rate("per-game", |row| Some(row.1.per_game))
        .rate("games-with", |row| Some(row.1.games_with))
        .column("of", |row| row.1.of.as_deref().unwrap_or(""))
        .rate("success", |row| row.1.success)
        .frame("counters")
}

fn components(results: &Results) -> Result<Frame, PolarsError> {
    of_each(results, |each| &each.components)
        .column("component", |row| row.1.component.as_str())
        .column("held", |row| row.1.held.word())
        .column("side", |row| row.1.side.as_str())
        .column("games-with", |row| row.1.games_with)
        .column("games-without", |row| row.1.games_without)
        .column("wins-with", |row| row.1.wins_with)
        .column("wins-without", |row| row.1.wins_without)
        .column("with", |row| row.1.with)
        .column("without", |row| row.1.without)
        .rate("lift", |row| row.1.lift)
        .frame("components")
}

/// A table in one row group, none where it has no rows.
fn parquet(table: &DataFrame) -> Result<Vec<u8>, PolarsError> {
    let mut bytes = Vec::new();
    let mut file = Parquet::new(table, &mut bytes)?;
    file.write(table)?;
    file.end()?;
    Ok(bytes)
}

/// A Parquet file that is written in row groups, with Snappy and without statistics, on one thread: the same rows in the same groups
/// are the same bytes.
pub(super) struct Parquet<W: Write> {
    file: FileWriter<W>,
    options: WriteOptions,
}

impl<W: Write> Parquet<W> {
    fn new(table: &DataFrame, to: W) -> Result<Self, PolarsError> {
        let options = WriteOptions {
            statistics: StatisticsOptions::empty(),
            version: Version::V1,
            compression: CompressionOptions::Snappy,
            data_page_size: None,
        };
        let schema = table.schema().iter().map(|(name, kind)| {
            let field = kind.to_arrow_field(name.clone(), CompatLevel::newest());
            (name.clone(), field)
        });
        let file = FileWriter::try_new(to, schema.collect(), options)?;
        Ok(Parquet { file, options })
    }

    fn write(&mut self, table: &DataFrame) -> Result<(), PolarsError> {
        let batches = table.iter_chunks(CompatLevel::newest(), false);
        for batch in batches.filter(|batch| !batch.is_empty()) {
            let mut columns = Vec::new();
            for (cells, kind) in batch.columns().iter().zip(self.file.parquet_schema().fields()) {
                let encodings = get_dtype_encoding(cells.dtype());
                for pages in array_to_columns(cells, kind.clone(), self.options, &encodings)? {
                    let pages =
                        pages.map(|page| page.map_err(|error| ParquetError::FeatureNotSupported(error.to_string())));
                    let packed = Compressor::new_from_vec(pages, self.options.compression, Vec::new());
                    columns.push(Ok(DynStreamingIterator::new(packed.map_err(PolarsError::from))));
                }
            }
            self.file.write(batch.len() as u64, DynIter::new(columns.into_iter()))?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<(), PolarsError> {
        self.file.end(None)?;
        Ok(self.file.into_inner().flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::table::{ConvergenceRow, DramaRow, WayRow};

    fn csv(results: &Results, name: &str) -> String {
        let mut all = frames(results).expect("tables");
        let frame = all
            .iter_mut()
            .find(|frame| frame.name == name)
            .expect("a table of this name");
        let [(_, bytes), _] = frame.files().expect("written");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn rows_stand_in_the_order_of_the_results() {
        let text = csv(&sample::variants(), "sides");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + 3 * 4);
        assert!(
            lines[0].starts_with("configuration,side,wins,games,win-rate,win-rate-lo,win-rate-hi"),
            "{}",
            lines[0]
        );
        assert!(lines[1].starts_with("base,merchants,8000,20000,0.4,"), "{}", lines[1]);
        assert!(lines[4].ends_with(','), "nobody has no fair share: {}", lines[4]);
    }

    #[test]
    fn names_with_commas_and_quotes_stay_one_cell() {
        let text = csv(&sample::variants(), "endings");
        let quoted = format!("\"{}\"", sample::HOSTILE.replace('"', "\"\""));
        assert_eq!(text.lines().filter(|line| line.starts_with(&quoted)).count(), 4);
    }

    #[test]
    fn spreadsheets_find_no_formula() {
        let mut results = sample::variants();
        for (each, name) in results.configurations.iter_mut().zip(["=1+1", "+1", "-1", "@A1"]) {
            name.clone_into(&mut each.name);
        }
        let text = csv(&results, "endings");
        for line in text.lines().skip(1) {
            assert!(line.starts_with('\''), "{line}");
        }
        assert!(text.contains("\n'-1,"), "{text}");
    }

    /// Nor is a name taken for a number, a date or a truth value, while names with words in them stay as they are.
    #[test]
    fn spreadsheets_leave_names_as_they_are() {
        for name in [
            "1-2", "0012", "TRUE", "false", "3e5", "1/2", "12:30 pm", "5 May", "Mar-3", "50%", "\u{ff1d}1",
        ] {
            assert_eq!(as_text(name), format!("'{name}"));
        }
        for name in [
            "1st player", "7", "120", "players 7", "2 fewer", "true north", "Maya 5", "e5", "", "\u{2212}",
        ] {
            assert_eq!(as_text(name), name);
        }
    }

    #[test]
    fn where_games_part_has_a_row_for_every_count() {
        let mut results = sample::variants();
        let found = &results.parted[0].found;
        let (places, gains) = (found.rows.len(), found.swings.len());
        let text = csv(&results, "parted");
        assert_eq!(text.lines().count(), 1 + 1 + places + gains * (1 + places));
        assert!(
            text.contains("\none coin fewer,base,flips,\"\",\"\",\"\",\"\",\"\",300,2000,0.15,"),
            "{text}"
        );
        assert!(
            text.contains("\none coin fewer,base,place,\"\",\"\",end,\"\",coins,120,200,0.6,"),
            "{text}"
        );
        results.parted[0].configuration = "=1+1".to_owned();
        let text = csv(&results, "parted");
        assert!(text.contains("\n'=1+1,base,") && !text.contains("\n=1+1"), "{text}");
    }

    #[test]
    fn every_table_has_every_configuration() {
        let mut results = sample::matrix();
        for each in &mut results.configurations {
            let rate = each.sides[0].win_rate;
            each.drama.push(DramaRow {
                percent: 50,
                led: 10,
                led_won: 4,
                leader_wins: Some(rate),
                behind: 0,
                behind_won: 0,
                last_wins: None,
                leaders: Vec::new(),
                lasts: Vec::new(),
            });
            each.ways.push(WayRow {
                side: "merchants".to_owned(),
                games: 10,
                wins: 4,
                endings: vec![("kelp".to_owned(), 4)],
                leads: vec![(5, 3)],
            });
            each.convergence.push(ConvergenceRow {
                games: 10,
                side: "merchants".to_owned(),
                wins: 4,
                win_rate: rate,
            });
        }
        for mut frame in frames(&results).expect("tables") {
            let [(_, bytes), _] = frame.files().expect("written");
            let text = String::from_utf8(bytes).expect("text");
            assert_eq!(text.lines().count(), frame.height() + 1, "{}", frame.name);
            let last = "players = 9, end-points.coins = 8";
            // The sample was held to no other bots.
            assert!(
                frame.name == "others" || text.contains(&format!("\"{last}\",")),
                "{}",
                frame.name
            );
        }
    }
}
