//! The tables as polars frames, and their CSV and Parquet files. Nothing else in the program names polars.

use std::borrow::Cow;

use super::divergence::{Parted, Place};
use super::interval::Rate;
use super::results::{Configuration, Results};
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
    ///
    /// # Errors
    /// When polars refuses to write, which no result causes.
    pub fn files(&mut self) -> Result<[(&'static str, Vec<u8>); 2], PolarsError> {
        let mut csv = Vec::new();
        CsvWriter::new(&mut csv).finish(&mut plain(&self.data)?)?;
        Ok([("csv", csv), ("parquet", parquet(&self.data)?)])
    }
}

/// Every table of a run.
///
/// # Errors
/// When columns do not fit together, which no result causes.
pub fn frames(results: &Results) -> Result<Vec<Frame>, PolarsError> {
    let frame = |name: &'static str, columns: Vec<Column>| {
        DataFrame::new_infer_height(columns).map(|data| Frame { name, data })
    };
    let mut all = vec![
        frame("configurations", configurations(results))?,
        frame("sides", sides(results))?,
        frame("roles", roles(results))?,
        frame("seats", seats(results))?,
        frame("role-seats", role_seats(results))?,
        frame("bots", bots(results))?,
        frame("endings", endings(results))?,
        frame("lengths", lengths(results))?,
        frame("histogram", histogram(results))?,
        frame("counters", counters(results))?,
        frame("components", components(results))?,
        frame("drama", drama(results))?,
        frame("convergence", convergence(results))?,
        frame("others", others(results))?,
        frame("samples", samples(results))?,
        frame("comparisons", comparisons(results))?,
        frame("deals", deals(results))?,
        frame("seated", seated(results))?,
        frame("winners", winners(results))?,
        frame("differences", differences(results))?,
    ];
    if !results.parted.is_empty() {
        all.push(parted_frame(&results.parted)?);
    }
    Ok(all)
}

/// The table of where games part, of these comparisons.
///
/// # Errors
/// As [`frames`].
pub fn parted_frame(all: &[Parted]) -> Result<Frame, PolarsError> {
    DataFrame::new_infer_height(parted(all)).map(|data| Frame { name: "parted", data })
}

/// A column of a table that is made elsewhere.
pub enum Cells {
    /// Texts.
    Text(Vec<String>),
    /// Numbers; none where there is nothing.
    Number(Vec<Option<f64>>),
    /// Whole numbers.
    Count(Vec<u64>),
}

/// A table of these columns, all of one length.
///
/// # Errors
/// When columns do not fit together.
pub fn frame(name: &'static str, columns: Vec<(&'static str, Cells)>) -> Result<Frame, TableError> {
    let column = |(name, cells): (&'static str, Cells)| {
        match cells {
            Cells::Text(cells) => Series::new(name.into(), cells),
            Cells::Number(cells) => Series::new(name.into(), cells),
            Cells::Count(cells) => Series::new(name.into(), cells),
        }
        .into_column()
    };
    DataFrame::new_infer_height(columns.into_iter().map(column).collect()).map(|data| Frame { name, data })
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

fn comparisons(results: &Results) -> Vec<Column> {
    let rows: Vec<_> = results
        .comparisons
        .iter()
        .flat_map(|each| each.rows.iter().map(move |row| (each, row)))
        .collect();
    let text = |name: &str, cells: Vec<&str>| Series::new(name.into(), cells).into_column();
    let number = |name: &str, cells: Vec<f64>| {
        let cells: Vec<Option<f64>> = cells.into_iter().map(|cell| cell.is_finite().then_some(cell)).collect();
        Series::new(name.into(), cells).into_column()
    };
    let rate = |name: &str, pick: &dyn Fn(usize) -> Rate| {
        let all = (0..rows.len()).map(pick);
        let (value, ends): (Vec<f64>, Vec<(f64, f64)>) = all.map(|rate| (rate.value, (rate.lo, rate.hi))).unzip();
        let (lo, hi) = ends.into_iter().unzip();
        [
            number(name, value),
            number(&format!("{name}-lo"), lo),
            number(&format!("{name}-hi"), hi),
        ]
    };
    let mut columns = vec![
        text(
            "configuration",
            rows.iter().map(|(each, _)| each.configuration.as_str()).collect(),
        ),
        text(
            "reference",
            rows.iter().map(|(each, _)| each.reference.as_str()).collect(),
        ),
        text("metric", rows.iter().map(|(_, row)| row.metric.as_str()).collect()),
        number("in-reference", rows.iter().map(|(_, row)| row.reference).collect()),
        number("in-configuration", rows.iter().map(|(_, row)| row.other).collect()),
    ];
    columns.extend(rate("difference", &|at| rows[at].1.difference));
    columns.extend(rate("simultaneous", &|at| rows[at].1.simultaneous));
    let ranges: Vec<Option<u32>> = rows.iter().map(|(_, row)| row.range).collect();
    columns.push(Series::new("range".into(), ranges).into_column());
    columns.push(number(
        "variance-in-reference",
        rows.iter().map(|(_, row)| row.variances[0]).collect(),
    ));
    columns.push(number(
        "variance-in-configuration",
        rows.iter().map(|(_, row)| row.variances[1]).collect(),
    ));
    let gains: Vec<Option<f64>> = rows.iter().map(|(_, row)| row.pairing_gain).collect();
    columns.push(Series::new("pairing-gain".into(), gains).into_column());
    columns.push(text(
        "verdict",
        rows.iter().map(|(_, row)| row.verdict.word()).collect(),
    ));
    columns
}

/// Cells of long tables of counts: texts, then whole numbers.
fn counts<const T: usize, const N: usize>(
    texts: [&str; T],
    numbers: [&str; N],
    rows: &[([&str; T], [i64; N])],
) -> Vec<Column> {
    let text = |(at, name): (usize, &&str)| {
        let cells: Vec<&str> = rows.iter().map(|row| row.0[at]).collect();
        Series::new((*name).into(), cells).into_column()
    };
    let number = |(at, name): (usize, &&str)| {
        let cells: Vec<i64> = rows.iter().map(|row| row.1[at]).collect();
        Series::new((*name).into(), cells).into_column()
    };
    let mut columns: Vec<Column> = texts.iter().enumerate().map(text).collect();
    columns.extend(numbers.iter().enumerate().map(number));
    columns
}

/// Deals by how many of their games a side or a seat won, or ended in a way.
fn deals(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.configurations {
        let sides = each.sides.iter().map(|row| ("side", row.side.as_str(), &row.deals));
        let endings = each
            .endings
            .iter()
            .map(|row| ("ending", row.ending.as_str(), &row.deals));
        let seats = each.seats.iter().map(|row| ("seat", row.seat.as_str(), &row.deals));
        for (of, name, deals) in sides.chain(endings).chain(seats) {
            for (times, deals) in deals.iter().enumerate() {
                rows.push(([each.name.as_str(), of, name], [times as i64, *deals as i64]));
            }
        }
    }
    counts(["configuration", "of", "name"], ["times", "deals"], &rows)
}

/// Deals by seats and wins of a role or bot.
fn seated(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.configurations {
        let roles = each.roles.iter().map(|row| ("role", row.role.as_str(), &row.seated));
        let bots = each.bots.iter().map(|row| ("bot", row.bot.as_str(), &row.seated));
        for (of, name, seated) in roles.chain(bots) {
            for row in seated {
                rows.push((
                    [each.name.as_str(), of, name],
                    [row.seats as i64, row.won as i64, row.games as i64],
                ));
            }
        }
    }
    counts(["configuration", "of", "name"], ["seats", "won", "games"], &rows)
}

/// Games by how many seats win them.
fn winners(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.configurations {
        for (seats, games) in each.winners.iter().enumerate() {
            rows.push(([each.name.as_str()], [seats as i64, *games as i64]));
        }
    }
    counts(["configuration"], ["winners", "games"], &rows)
}

/// Deals by the difference between two configurations.
fn differences(results: &Results) -> Vec<Column> {
    let mut rows = Vec::new();
    for each in &results.comparisons {
        for row in &each.rows {
            for differing in &row.differing {
                rows.push((
                    [each.configuration.as_str(), &each.reference, &row.metric],
                    [differing.by, differing.deals as i64],
                ));
            }
        }
    }
    counts(["configuration", "reference", "metric"], ["by", "deals"], &rows)
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

/// The columns for these comparisons.
fn parted(all: &[Parted]) -> Vec<Column> {
    let rows: Vec<DivergenceRow<'_>> = all.iter().flat_map(rows).collect();
    let text = |name: &str, cell: &dyn Fn(&DivergenceRow<'_>) -> String| {
        let cells: Vec<String> = rows.iter().map(cell).collect();
        Series::new(name.into(), cells).into_column()
    };
    let count = |name: &str, cell: &dyn Fn(&DivergenceRow<'_>) -> Option<u64>| {
        let cells: Vec<Option<u64>> = rows.iter().map(cell).collect();
        Series::new(name.into(), cells).into_column()
    };
    let number = |name: &str, cell: &dyn Fn(Rate) -> f64| {
        let cells = rows
            .iter()
            .map(|row| row.share.map(cell).filter(|value| value.is_finite()));
        Series::new(name.into(), cells.collect::<Vec<Option<f64>>>()).into_column()
    };
    vec![
        text("configuration", &|row| row.configuration.to_owned()),
        text("reference", &|row| row.reference.to_owned()),
        text("what", &|row| row.what.to_owned()),
        text("side", &|row| row.side.to_owned()),
        text("wins-with", &|row| row.wins_with.to_owned()),
        text("cause", &|row| row.cause.to_owned()),
        text("in-reference", &|row| row.first.to_owned()),
        text("in-configuration", &|row| row.second.to_owned()),
        count("games", &|row| Some(row.games)),
        count("of", &|row| Some(row.of)),
        number("share", &|rate| rate.value),
        number("share-lo", &|rate| rate.lo),
        number("share-hi", &|rate| rate.hi),
        count("bots-first", &|row| row.bots_first),
        count("game", &|row| row.sample.map(|(game, _)| game)),
        count("rotation", &|row| row.sample.map(|(_, rotation)| rotation as u64)),
    ]
}

/// Rows of one kind over all configurations, from which columns are picked.
struct EstimateRows<'r, T> {
    rows: Vec<(&'r str, &'r T)>,
    columns: Vec<Column>,
}

impl<'r, T> EstimateRows<'r, T> {
    fn new(results: &'r Results, pick: impl Fn(&'r Configuration) -> &'r [T]) -> Self {
        let rows: Vec<(&str, &T)> = results
            .configurations
            .iter()
            .flat_map(|each| pick(each).iter().map(|row| (each.name.as_str(), row)))
            .collect();
        let names: Vec<&str> = rows.iter().map(|row| row.0).collect();
        let columns = vec![Series::new("configuration".into(), names).into_column()];
        EstimateRows { rows, columns }
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

fn configurations(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, std::slice::from_ref)
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

fn sides(results: &Results) -> Vec<Column> {
    let of = |each: &Configuration| -> Vec<Rate> { each.sides.iter().map(|row| joint(results, each, row)).collect() };
    let told: Vec<Rate> = results.configurations.iter().flat_map(of).collect();
    EstimateRows::new(results, |each| &each.sides)
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

fn others(results: &Results) -> Vec<Column> {
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
    let all = EstimateRows {
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

fn roles(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.roles)
        .text("role", |row| &row.role)
        .text("side", |row| &row.side)
        .count("appearances", |row| row.appearances)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .columns
}

fn seats(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.seats)
        .text("seat", |row| &row.seat)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .rate("simultaneous", |row| Some(row.simultaneous))
        .number("fair", |row| Some(row.fair))
        .columns
}

fn role_seats(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.role_seats)
        .text("role", |row| &row.role)
        .text("seat", |row| &row.seat)
        .count("appearances", |row| row.appearances)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| row.win_rate)
        .columns
}

fn bots(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.bots)
        .text("bot", |row| &row.bot)
        .count("appearances", |row| row.appearances)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .flag("mirror", |row| row.mirror)
        .columns
}

fn endings(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.endings)
        .text("ending", |row| &row.ending)
        .flag("capped", |row| row.capped)
        .count("games", |row| row.games)
        .rate("share", |row| Some(row.share))
        .number("turns-mean", |row| row.turns_mean)
        .columns
}

fn lengths(results: &Results) -> Vec<Column> {
    let mut rows = EstimateRows::new(results, |each| &each.lengths)
        .text("measure", |row| &row.measure)
        .count("games", |row| row.games)
        .rate("mean", |row| Some(row.mean))
        .number("sd", |row| row.sd)
        .count("min", |row| u64::from(row.min))
        .count("max", |row| u64::from(row.max));
    for percent in [5, 25, 50, 75, 95] {
        let name = format!("q{percent:02}");
        rows = rows
            .number(&name, |row| row.quantile(percent).map(|each| f64::from(each.value)))
            .number(&format!("{name}-lo"), |row| row.quantile(percent)?.lo.map(f64::from))
            .number(&format!("{name}-hi"), |row| row.quantile(percent)?.hi.map(f64::from));
    }
    rows.columns
}

fn histogram(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.histogram)
        .text("measure", |row| &row.measure)
        .count("value", |row| u64::from(row.value))
        .count("games", |row| row.games)
        .columns
}

fn drama(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.drama)
        .count("percent", |row| u64::from(row.percent))
        .count("led", |row| row.led)
        .count("led-won", |row| row.led_won)
        .rate("leader-wins", |row| row.leader_wins)
        .count("behind", |row| row.behind)
        .count("behind-won", |row| row.behind_won)
        .rate("last-wins", |row| row.last_wins)
        .columns
}

fn samples(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.samples)
        .text("shows", |row| row.shows.word())
        .text("name", |row| &row.name)
        .text("side", |row| &row.side)
        .count("game", |row| row.game)
        .count("rotation", |row| u64::from(row.rotation))
        .columns
}

fn convergence(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.convergence)
        .count("games", |row| row.games)
        .text("side", |row| &row.side)
        .count("wins", |row| row.wins)
        .rate("win-rate", |row| Some(row.win_rate))
        .columns
}

fn counters(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.counters)
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

fn components(results: &Results) -> Vec<Column> {
    EstimateRows::new(results, |each| &each.components)
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

/// A table in one row group, none where it has no rows.
///
/// # Errors
/// When polars refuses to write, which no result causes.
fn parquet(table: &DataFrame) -> Result<Vec<u8>, PolarsError> {
    let options = WriteOptions {
        statistics: StatisticsOptions::empty(),
        version: Version::V1,
        compression: CompressionOptions::Snappy,
        data_page_size: None,
    };
    let newest = CompatLevel::newest();
    let schema = table.schema().iter().map(|(name, kind)| {
        let field = kind.to_arrow_field(name.clone(), newest);
        (name.clone(), field)
    });
    let mut bytes = Vec::new();
    let mut file = FileWriter::try_new(&mut bytes, schema.collect(), options)?;
    for batch in table.iter_chunks(newest, false).filter(|batch| !batch.is_empty()) {
        let mut columns = Vec::new();
        for (cells, kind) in batch.columns().iter().zip(file.parquet_schema().fields()) {
            let encodings = get_dtype_encoding(cells.dtype());
            for pages in array_to_columns(cells, kind.clone(), options, &encodings)? {
                let pages =
                    pages.map(|page| page.map_err(|error| ParquetError::FeatureNotSupported(error.to_string())));
                let packed = Compressor::new_from_vec(pages, options.compression, Vec::new());
                columns.push(Ok(DynStreamingIterator::new(packed.map_err(PolarsError::from))));
            }
        }
        file.write(batch.len() as u64, DynIter::new(columns.into_iter()))?;
    }
    file.end(None)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::table::{ConvergenceRow, DramaRow};

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
