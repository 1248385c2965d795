//! The table of games: one row a game, written in parts, so that memory does not grow with the games.

use std::collections::BTreeSet;
use std::io::Write;

use super::{Parquet, TableError, TableRows, plain};
use crate::judge::Metric;
use balance_config::games::{Facts, Sheet};
use balance_config::scenario::Configuration;
use balance_engine::key;
use polars::prelude::DataFrame;
use polars_io::SerWriter;
use polars_io::csv::write::CsvWriter;

/// Writes the games of all versions of a run as CSV and as Parquet, in the order in which they are handed over.
pub struct GamesTable<'g, W: Write> {
    versions: Vec<(&'g Configuration, &'g Sheet)>,
    seed: u64,
    /// Keys of the matrix, sides and counters of any version: the columns that some versions leave empty.
    cells: BTreeSet<&'g str>,
    sides: Vec<&'g str>,
    counters: Vec<String>,
    /// At the largest table.
    players: usize,
    csv: W,
    parquet: Parquet<W>,
}

impl<'g, W: Write> GamesTable<'g, W> {
    /// The head of the table of these versions.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn new(
        versions: Vec<(&'g Configuration, &'g Sheet)>,
        seed: u64,
        mut csv: W,
        parquet: W,
    ) -> Result<Self, TableError> {
        let (mut cells, mut sides, mut counters) = (BTreeSet::new(), Vec::new(), Vec::new());
        for (configuration, sheet) in &versions {
            cells.extend(configuration.cell.iter().map(|(key, _)| key.as_str()));
            let new = |known: &[&str], name: &&str| !known.contains(name) && !name.is_empty();
            sides.extend(
                sheet
                    .sides
                    .iter()
                    .map(String::as_str)
                    .filter(|side| new(&sides, side))
                    .collect::<Vec<_>>(),
            );
            let names: Vec<String> = counted(sheet).map(|(_, name)| name).collect();
            counters.extend(
                names
                    .into_iter()
                    .filter(|name| !counters.contains(name))
                    .collect::<Vec<_>>(),
            );
        }
        let players = versions.iter().map(|(_, sheet)| sheet.players).max().unwrap_or(0);
        let empty = rows(&[], versions[0], seed, (&cells, &sides, &counters, players))?;
        CsvWriter::new(&mut csv).finish(&mut empty.clone())?;
        Ok(GamesTable {
            parquet: Parquet::new(&empty, parquet)?,
            versions,
            seed,
            cells,
            sides,
            counters,
            players,
            csv,
        })
    }

    /// Adds games of the version of this number, one row group.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn add(&mut self, version: usize, games: &[Facts]) -> Result<(), TableError> {
        let columns = (&self.cells, &*self.sides, &*self.counters, self.players);
        let data = rows(games, self.versions[version], self.seed, columns)?;
        CsvWriter::new(&mut self.csv)
            .include_header(false)
            .finish(&mut plain(&data)?)?;
        self.parquet.write(&data)
    }

    /// Writes the end of the table.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn end(mut self) -> Result<(), TableError> {
        self.csv.flush()?;
        self.parquet.end()
    }
}

/// The counters of a sheet, those of scores as well as those of events, with their names.
fn counted(sheet: &Sheet) -> impl Iterator<Item = (usize, String)> {
    let named = (0..sheet.counters.len()).filter(|counter| !sheet.counters[*counter].key.is_empty());
    named.map(|counter| (counter, Metric::Counter(counter).name(sheet)))
}

/// Games of a version as rows.
fn rows(
    games: &[Facts],
    (configuration, sheet): (&Configuration, &Sheet),
    seed: u64,
    (cells, sides, counters, players): (&BTreeSet<&str>, &[&str], &[String], usize),
) -> Result<DataFrame, TableError> {
    let endings = sheet.ending_names();
    let won = |game: &Facts, side: usize| game.sides >> side & 1 == 1;
    let winners = |game: &&Facts| {
        let names = sheet.sides.iter().enumerate().filter(|(side, _)| won(game, *side));
        names.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(" + ")
    };
    let mut table = TableRows::new(games)
        .column("configuration", |_| configuration.name.as_str())
        .column("variant", |_| configuration.variant.as_deref().unwrap_or(""));
    for key in cells {
        let value = configuration
            .cell
            .iter()
            .find(|cell| cell.0 == **key)
            .map(|cell| cell.1.as_str());
        table = table.column(key, |_| value);
    }
    table = table
        .column("seed", |_| seed)
        .column("game", |game| game.game)
        .column("rotation", |game| game.rotation as u32)
        .column("winners", winners)
        .column("ending", |game| endings[usize::from(game.ending)].as_str())
        .column("turns", |game| game.turns)
        .column("decisions", |game| game.decisions);
    for seat in 0..players {
        let of = |what: &str| format!("seat-{}.{what}", seat + 1);
        let here = |game: &Facts| (seat < sheet.players).then(|| game.seats[seat]);
        table = table
            .column(&of("bot"), |game| {
                here(game).map(|one| &*sheet.bots[usize::from(one.bot)])
            })
            .column(&of("role"), |game| {
                here(game).map(|one| &*sheet.roles[usize::from(one.role)])
            })
            .column(&of("place"), |game| here(game).map(|one| u32::from(one.position) + 1))
            .column(&of("won"), |game| here(game).map(|one| one.won));
    }
    for name in sides {
        let side = sheet.sides.iter().position(|side| side == name);
        table = table.column(&format!("wins.{}", key(name)), |game| side.map(|side| won(game, side)));
    }
    for name in counters {
        let at = counted(sheet).find(|(_, own)| own == name).map(|(counter, _)| counter);
        let least = at.map_or(0, |counter| Metric::Counter(counter).range(sheet).0 as i64);
        table = table.column(name, |game| at.map(|at| i64::from(game.counts[at]) + least));
    }
    Ok(table.frame("games")?.data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_config::games::{Counter, Ending};
    use balance_engine::MAX_SEATS;
    use balance_engine::tally::SeatResult;

    /// A game of this number that the first side wins.
    fn won(game: u64) -> Facts {
        Facts {
            game,
            rotation: 0,
            turns: 9,
            decisions: 20,
            sides: 1,
            seats: [SeatResult {
                won: true,
                ..SeatResult::default()
            }; MAX_SEATS],
            bots: 1,
            ending: 0,
            counts: vec![3, 4, 2, 6],
            led: 0,
            lead_changes: 0,
        }
    }

    /// The CSV and the Parquet of two versions, whose games come in parts of this size.
    fn written(part: usize) -> [Vec<u8>; 2] {
        let sheet = |sides: &[&str]| Sheet {
            players: sides.len(),
            sides: sides.iter().map(|side| (*side).to_owned()).collect(),
            roles: vec!["fox".to_owned()],
            bots: vec!["club".to_owned()],
            endings: vec![Ending {
                name: "flood".to_owned(),
                capped: false,
                ruled_out: false,
            }],
            ..Sheet::default()
        };
        let counting = |sides: &[&str]| {
            let mut sheet = sheet(sides).scored(-5..=5);
            let scores = sheet.score_counters();
            sheet.counters = std::iter::once(Counter::new("floods", "")).chain(scores).collect();
            sheet
        };
        let sheets = [counting(&["north"]), counting(&["north", "south"])];
        let version = |name: &str, players: &str| {
            let mut version = Configuration::default().renamed(name.to_owned());
            version.cell = vec![("rules.players".to_owned(), players.to_owned())];
            version
        };
        let versions = [version("1-2", "3"), version("base", "4")];
        let mut files = [Vec::new(), Vec::new()];
        let [csv, parquet] = &mut files;
        let mut table = GamesTable::new(versions.iter().zip(&sheets).collect(), 7, csv, parquet).expect("a head");
        let games: Vec<Facts> = (0..6).map(won).collect();
        for version in 0..2 {
            for part in games.chunks(part) {
                table.add(version, part).expect("rows");
            }
        }
        table.end().expect("an end");
        files
    }

    /// A disk that is full once what waits is to be written.
    struct Full;

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn a_table_that_is_not_whole_is_an_error() {
        let (version, sheet) = (Configuration::default(), Sheet::default());
        let empty = rows(&[], (&version, &sheet), 7, (&BTreeSet::new(), &[], &[], 0)).expect("rows");
        let parquet = Parquet::new(&empty, Full).expect("a head");
        assert!(parquet.end().is_err());
    }

    #[test]
    fn every_game_is_a_row() {
        let [csv, parquet] = written(4);
        let text = String::from_utf8(csv).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "configuration,variant,rules.players,seed,game,rotation,winners,ending,turns,decisions,seat-1.bot,seat-1.role,\
             seat-1.place,seat-1.won,seat-2.bot,seat-2.role,seat-2.place,seat-2.won,wins.north,wins.south,\
             counter.floods,score.north,margin,score.south"
        );
        assert_eq!(lines.len(), 13);
        // A version without a side has no value there; a spreadsheet takes no name for a date.
        assert!(
            lines[1].starts_with("'1-2,\"\",3,7,0,0,north,")
                && lines[1].ends_with(",9,20,club,fox,1,true,,,,,true,,3,-3,,"),
            "{}",
            lines[1]
        );
        assert!(
            lines[12].ends_with(",9,20,club,fox,1,true,club,fox,1,true,true,false,3,-3,4,1"),
            "{}",
            lines[12]
        );
        assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
        assert_eq!(written(3)[0], text.as_bytes(), "parts change no row");
    }
}
