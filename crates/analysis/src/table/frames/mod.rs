//! The tables as polars frames, and their CSV and Parquet files. Nothing else in the program names polars.

mod compared;
mod counts;
mod estimates;
mod parquet;
mod parted;
mod scripts;

use polars::prelude::{Column, DataFrame, IntoColumn, NamedFrom, PolarsError, Series};
use polars_io::SerWriter;
use polars_io::csv::write::CsvWriter;

use super::parted::Parted;
use super::results::Results;
use compared::comparisons;
use counts::{deals, differences, seated, winners};
use estimates::{
    bots, components, configurations, convergence, counters, drama, endings, histogram, lengths, others, role_seats,
    roles, samples, seats, sides,
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
        Ok([("csv", csv), ("parquet", parquet::parquet(&self.data)?)])
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
    if !results.scripts.is_empty() {
        all.push(self::frame("scripts", scripts::scripts(&results.scripts))?);
    }
    Ok(all)
}

/// The table of where games part, of these comparisons.
///
/// # Errors
/// As [`frames`].
pub fn parted_frame(all: &[Parted]) -> Result<Frame, PolarsError> {
    DataFrame::new_infer_height(parted::parted(all)).map(|data| Frame { name: "parted", data })
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

/// The table with a quote before every text that a spreadsheet would take for a formula.
fn plain(data: &DataFrame) -> Result<DataFrame, PolarsError> {
    let mut plain = data.clone();
    for column in data.columns() {
        let Ok(texts) = column.str() else { continue };
        let formula = |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        if texts.iter().flatten().any(formula) {
            let shown = |text: &str| {
                if formula(text) {
                    format!("'{text}")
                } else {
                    text.to_owned()
                }
            };
            let cells: Vec<Option<String>> = texts.iter().map(|text| text.map(shown)).collect();
            plain.with_column(Series::new(column.name().clone(), cells).into_column())?;
        }
    }
    Ok(plain)
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
