//! Logs of games that people played: CSV files with a row a game, or a row a seat.

use std::collections::BTreeMap;

use balance_engine::{Sheet, key};
use balance_kit::sanitize::harmless;
use balance_kit::schema::messages::{Quote, listed, remedy};
use serde::{Deserialize, Serialize};

/// Columns of a log with a row a game, in the order of a template. All but the first may be left out.
pub const COLUMNS: [&str; 6] = ["winner", "turns", "minutes", "version", "players", "group"];

/// Columns of a log with a row a seat; a game's rows have one number.
const OF_SEATS: [&str; 5] = ["game", "seat", "role", "side", "won"];

/// What stands in place of a winner where there is none.
pub const NOBODY: &str = "nobody";

/// A game that people played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayedGame {
    /// Which sides won, in the order of the sheet.
    pub winners: Vec<bool>,
    /// Which seats won, by position; none where the log does not tell.
    pub seats: Option<Vec<bool>>,
    /// Turns.
    pub turns: Option<u32>,
    /// Minutes.
    pub minutes: Option<f64>,
    /// Number of the group of people; a game without one is its own group.
    pub group: usize,
}

/// What is wrong in a line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogMistake {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong, and what was meant.
    pub message: String,
}

/// Rows that are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LeftOut {
    /// Of another version, or for another number of players.
    pub other_tables: usize,
    /// With bots at the table.
    pub with_bots: usize,
    /// Not asked for.
    pub not_asked: usize,
}

/// All that a log tells of one configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlaytestLog {
    /// Its games.
    pub games: Vec<PlayedGame>,
    /// What is not counted, and why.
    pub left_out: LeftOut,
    /// Does the log say who played in which group?
    pub has_groups: bool,
    /// Columns that mean nothing here.
    pub unused: Vec<String>,
}

/// What is read of a log.
pub struct LogRequest<'r> {
    /// Who plays at the table.
    pub sheet: &'r Sheet,
    /// Names of all versions of the scenario.
    pub versions: &'r [&'r str],
    /// The one whose games are wanted.
    pub version: &'r str,
    /// Only games of which this column has this value.
    pub only: Option<(&'r str, &'r str)>,
}

impl PlaytestLog {
    /// The games of a version in the text of a log.
    ///
    /// # Errors
    /// Everything that is wrong in it, by line.
    pub fn parse(text: &str, request: &LogRequest<'_>) -> Result<Self, Vec<LogMistake>> {
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        let delimiter = if first.contains(';') { b';' } else { b',' };
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let head = reader
            .headers()
            .map(|head| head.iter().map(key).collect::<Vec<String>>());
        let head = head.map_err(|error| vec![of_csv(&error)])?;
        let mut parser = LogParser::new(head, request)?;
        for record in reader.records() {
            match record {
                Ok(record) => parser.read(&record),
                Err(error) => parser.mistakes.push(of_csv(&error)),
            }
        }
        parser.close()
    }
}

fn of_csv(error: &csv::Error) -> LogMistake {
    LogMistake {
        line: error.position().map_or(1, csv::Position::line),
        message: "this is no row of a CSV table".to_owned(),
    }
}

/// What one row says of a game.
struct LogRow<'r> {
    line: u64,
    record: &'r csv::StringRecord,
}

/// Rows of one game, of a log with a row a seat.
struct SeatedGame {
    line: u64,
    game: PlayedGame,
    seated: Vec<bool>,
    rows: usize,
}

/// Reads a log row by row, and goes on after a mistake.
struct LogParser<'r> {
    head: Vec<String>,
    request: &'r LogRequest<'r>,
    by_seat: bool,
    groups: BTreeMap<String, usize>,
    seated: BTreeMap<[String; 3], SeatedGame>,
    log: PlaytestLog,
    mistakes: Vec<LogMistake>,
}

impl<'r> LogParser<'r> {
    fn new(head: Vec<String>, request: &'r LogRequest<'r>) -> Result<Self, Vec<LogMistake>> {
        let has = |name: &str| head.iter().any(|column| column == name);
        let by_seat = !has("winner") && has("won");
        let mut missing: Vec<String> = Vec::new();
        if by_seat {
            let who = has("side") || has("role") || (has("seat") && request.is_by_seat());
            missing.extend((!has("game")).then(|| "`game`: a number that the rows of one game share".to_owned()));
            missing.extend((!who).then(|| "`side`: whom each seat won for".to_owned()));
        } else if !has("winner") {
            let sides: Vec<&str> = request.sides().collect();
            let named = listed(&sides, Quote::Text);
            missing.push(format!("`winner`: who won each game ({named} or \"{NOBODY}\")"));
        }
        if let Some((column, _)) = request.only.filter(|(column, _)| !has(&key(column))) {
            missing.push(format!("`{column}`, which is asked for"));
        }
        let mistake = |missing: String| LogMistake {
            line: 1,
            message: format!("there is no column {missing}"),
        };
        if !missing.is_empty() {
            return Err(missing.into_iter().map(mistake).collect());
        }
        let turns = key(&request.sheet.turn_word);
        let is_read = |column: &&String| {
            let of_seats = by_seat && OF_SEATS.contains(&&***column);
            COLUMNS.contains(&&***column) || of_seats || **column == turns || *column == "against" || column.is_empty()
        };
        let unused = head.iter().filter(|column| !is_read(column));
        Ok(LogParser {
            log: PlaytestLog {
                has_groups: has("group"),
                unused: unused.map(|column| harmless(column)).collect(),
                ..PlaytestLog::default()
            },
            head,
            request,
            by_seat,
            groups: BTreeMap::new(),
            seated: BTreeMap::new(),
            mistakes: Vec::new(),
        })
    }

    fn read(&mut self, record: &csv::StringRecord) {
        let row = LogRow {
            line: record.position().map_or(0, csv::Position::line),
            record,
        };
        if record.iter().all(str::is_empty) {
            return;
        }
        if record.len() > self.head.len() {
            let (found, wanted) = (record.len(), self.head.len());
            self.refuse(row.line, &format!("{found} cells stand below {wanted} columns"));
            return;
        }
        let Some(true) = self.is_wanted(&row) else { return };
        let game = self.game(&row);
        if self.by_seat {
            self.seat(&row, game);
        } else if let Some(winners) = self.winners(&row) {
            self.log.games.push(PlayedGame { winners, ..game });
        }
    }

    fn refuse(&mut self, line: u64, message: &str) {
        self.mistakes.push(LogMistake {
            line,
            message: harmless(message),
        });
    }

    /// What stands in a column of a row; none where there is no such column, or nothing stands there.
    fn cell<'c>(&self, row: &LogRow<'c>, column: &str) -> Option<&'c str> {
        let at = self.head.iter().position(|name| name == column)?;
        row.record.get(at).filter(|cell| !cell.is_empty())
    }

    /// Is a row about the games that are asked for? None where that is unknown.
    fn is_wanted(&mut self, row: &LogRow) -> Option<bool> {
        let request = self.request;
        if let Some((column, value)) = request.only
            && self.cell(row, &key(column)).map(key) != Some(key(value))
        {
            self.log.left_out.not_asked += 1;
            return Some(false);
        }
        if self.cell(row, "against").is_some() {
            self.log.left_out.with_bots += 1;
            return Some(false);
        }
        let version = self.cell(row, "version").unwrap_or(request.version);
        let known = request.versions.iter().find(|known| key(known) == key(version));
        let Some(known) = known else {
            let meant = remedy(version, request.versions, "there are", Quote::Text).unwrap_or_default();
            self.refuse(
                row.line,
                &format!("`version`: there is no version \"{version}\"; {meant}"),
            );
            return None;
        };
        let players = self.number(row, "players").ok()?;
        let other = players.is_some_and(|players| players as usize != request.sheet.players);
        if other || *known != request.version {
            self.log.left_out.other_tables += 1;
            return Some(false);
        }
        Some(true)
    }

    /// A whole number above 0 in a column; an error where something else stands there, none where nothing does.
    fn number(&mut self, row: &LogRow, column: &str) -> Result<Option<u32>, ()> {
        let Some(cell) = self.cell(row, column) else {
            return Ok(None);
        };
        match cell.parse() {
            Ok(number) if number > 0 => Ok(Some(number)),
            _ => {
                self.refuse(
                    row.line,
                    &format!("`{column}`: write a whole number above 0, not \"{cell}\""),
                );
                Err(())
            }
        }
    }

    /// What a row says of its game, but for who won.
    fn game(&mut self, row: &LogRow) -> PlayedGame {
        let turn_word = key(&self.request.sheet.turn_word);
        let column = if self.head.contains(&turn_word) {
            &*turn_word
        } else {
            "turns"
        };
        let turns = self.number(row, column).unwrap_or_default();
        let minutes = self.cell(row, "minutes").and_then(|cell| {
            let minutes = cell.replace(',', ".").parse().ok();
            let minutes = minutes.filter(|minutes: &f64| minutes.is_finite() && *minutes > 0.0);
            if minutes.is_none() {
                self.refuse(row.line, &format!("`minutes`: write a number above 0, not \"{cell}\""));
            }
            minutes
        });
        let next = self.groups.len();
        // A game without a group is one by itself.
        let group = self.cell(row, "group").map_or_else(|| format!("\n{next}"), key);
        PlayedGame {
            winners: vec![false; self.request.sheet.sides.len()],
            seats: None,
            turns,
            minutes,
            group: *self.groups.entry(group).or_insert(next),
        }
    }

    fn winners(&mut self, row: &LogRow) -> Option<Vec<bool>> {
        let Some(cell) = self.cell(row, "winner") else {
            self.refuse(row.line, &format!("`winner` is empty: write who won, or \"{NOBODY}\""));
            return None;
        };
        let mut winners = vec![false; self.request.sheet.sides.len()];
        if key(cell) == NOBODY {
            return Some(winners);
        }
        for name in cell.split(['+', '&', '/', '|']) {
            winners[self.side(row.line, "winner", name.trim())?] = true;
        }
        Some(winners)
    }

    /// The side of this name, of a role of this name, or of the seat of this number.
    fn side(&mut self, line: u64, column: &str, name: &str) -> Option<usize> {
        let sheet = self.request.sheet;
        let place = |names: &[String]| names.iter().position(|known| key(known) == key(name));
        let of_seat = || name.parse::<usize>().ok().filter(|_| self.request.is_by_seat());
        let found = place(&sheet.sides)
            .or_else(|| Some(sheet.role_sides[place(&sheet.roles)?]).filter(|_| sheet.roles.len() > 1))
            .or_else(|| Some(of_seat()?.checked_sub(1)?).filter(|seat| *seat < sheet.sides.len()));
        if found.is_none() {
            let known: Vec<&str> = self.request.sides().collect();
            let meant = remedy(name, &known, "there are", Quote::Text).unwrap_or_default();
            self.refuse(line, &format!("`{column}`: nobody is called \"{name}\"; {meant}"));
        }
        found
    }

    fn seat(&mut self, row: &LogRow, game: PlayedGame) {
        let players = self.request.sheet.players;
        let line = row.line;
        let Some(number) = self.cell(row, "game") else {
            self.refuse(line, "`game` is empty: write a number that the rows of one game share");
            return;
        };
        let won = match self.cell(row, "won").map(key).as_deref() {
            Some("1" | "yes" | "true" | "x") => true,
            Some("0" | "no" | "false") | None => false,
            Some(other) => {
                self.refuse(line, &format!("`won`: write yes or no, not \"{other}\""));
                return;
            }
        };
        let Ok(position) = self.number(row, "seat") else {
            return;
        };
        let position = position.map(|position| position as usize - 1);
        if let Some(position) = position.filter(|position| *position >= players) {
            self.refuse(line, &format!("`seat`: there is no seat {} of {players}", position + 1));
            return;
        }
        let named = ["side", "role"]
            .into_iter()
            .find_map(|column| Some((column, self.cell(row, column)?)));
        let side = match (named, position) {
            (Some((column, name)), _) => self.side(line, column, name),
            (None, Some(position)) if self.request.is_by_seat() => Some(position),
            _ => {
                self.refuse(line, "`side` is empty: write whom this seat won or lost for");
                None
            }
        };
        let Some(side) = side else { return };
        let place = ["group", "version"].map(|column| self.cell(row, column).map(key).unwrap_or_default());
        let [group, version] = place;
        let known = self.seated.entry([group, version, key(number)]);
        let known = known.or_insert_with(|| SeatedGame {
            line,
            game: PlayedGame {
                seats: Some(vec![false; players]),
                ..game
            },
            seated: vec![false; players],
            rows: 0,
        });
        known.rows += 1;
        known.game.winners[side] |= won;
        match position {
            Some(position) if known.seated[position] => {
                let message = format!("seat {} stands twice in game \"{number}\"", position + 1);
                self.refuse(line, &message);
            }
            Some(position) => {
                known.seated[position] = true;
                if let Some(seats) = &mut known.game.seats {
                    seats[position] = won;
                }
            }
            None => known.game.seats = None,
        }
    }

    fn close(mut self) -> Result<PlaytestLog, Vec<LogMistake>> {
        let players = self.request.sheet.players;
        let mut seated: Vec<SeatedGame> = std::mem::take(&mut self.seated).into_values().collect();
        seated.sort_by_key(|game| game.line);
        for SeatedGame { line, game, rows, .. } in seated {
            if rows == players {
                self.log.games.push(game);
            } else {
                self.refuse(
                    line,
                    &format!("this game has {rows} rows, one for each seat would be {players}"),
                );
            }
        }
        self.mistakes.sort_by_key(|mistake| mistake.line);
        if self.mistakes.is_empty() {
            Ok(self.log)
        } else {
            Err(self.mistakes)
        }
    }
}

impl LogRequest<'_> {
    /// Does everybody play for himself, so that a seat is a side?
    fn is_by_seat(&self) -> bool {
        self.sheet.sides == self.sheet.positions
    }

    fn sides(&self) -> impl Iterator<Item = &str> {
        self.sheet.sides.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sides, of which one has two roles, at a table of three.
    fn sheet() -> Sheet {
        Sheet {
            sides: ["hunters", "thief"].map(str::to_owned).to_vec(),
            roles: ["chief", "scout", "thief"].map(str::to_owned).to_vec(),
            role_sides: vec![0, 0, 1],
            turn_word: "rounds".to_owned(),
            ..Sheet::of_players(3)
        }
    }

    fn parse_of(sheet: &Sheet, text: &str, only: Option<(&str, &str)>) -> Result<PlaytestLog, Vec<LogMistake>> {
        let request = LogRequest {
            sheet,
            versions: &["base", "More coins"],
            version: "base",
            only,
        };
        PlaytestLog::parse(text, &request)
    }

    fn parse(text: &str) -> PlaytestLog {
        parse_of(&sheet(), text, None).expect("a log")
    }

    fn mistakes(text: &str) -> Vec<String> {
        let found = parse_of(&sheet(), text, None).expect_err("mistakes");
        let line = |mistake: LogMistake| format!("{}: {}", mistake.line, mistake.message);
        found.into_iter().map(line).collect()
    }

    #[test]
    fn a_row_tells_a_game() {
        let log = parse(
            "Winner,turns,minutes,group\nHunters,7,62.5,blue\nthief + hunters,8,,blue\nnobody,,,red\n\nScout,,,\n",
        );
        let winners: Vec<&[bool]> = log.games.iter().map(|game| &*game.winners).collect();
        assert_eq!(winners, [[true, false], [true, true], [false, false], [true, false]]);
        let groups: Vec<usize> = log.games.iter().map(|game| game.group).collect();
        assert_eq!(groups, [0, 0, 1, 2]);
        assert_eq!((log.games[0].turns, log.games[0].minutes), (Some(7), Some(62.5)));
        assert_eq!((log.games[1].turns, log.games[1].minutes), (Some(8), None));
        assert!(log.has_groups && log.unused.is_empty());
    }

    /// As spreadsheets write them: with a mark of UTF-8, semicolons, decimal commas, and the game's word for turns.
    #[test]
    fn spreadsheets_may_write_it_their_way() {
        let log = parse("\u{feff}winner;Rounds;Minutes;notes\r\nthief;7;62,5;\"a; b\"\r\n");
        assert_eq!((log.games[0].turns, log.games[0].minutes), (Some(7), Some(62.5)));
        assert_eq!(log.unused, ["notes"]);
        assert!(!log.has_groups);
    }

    #[test]
    fn rows_of_seats_make_up_games() {
        let log = parse(
            "game,seat,role,won,turns\n1,1,chief,no,9\n1,2,scout,yes,9\n1,3,thief,no,9\n2,3,chief,,8\n2,1,thief,1,8\n2,2,scout,0,8\n",
        );
        let told = |at: usize| (&log.games[at].winners[..], log.games[at].seats.as_deref());
        assert_eq!(told(0), (&[true, false][..], Some(&[false, true, false][..])));
        assert_eq!(told(1), (&[false, true][..], Some(&[true, false, false][..])));
        // Where everybody plays for himself a seat says enough.
        let sheet = Sheet::of_players(2);
        let log = parse_of(&sheet, "game,seat,won\n1,2,yes\n1,1,no\n", None).expect("a log");
        assert_eq!(log.games[0].winners, [false, true]);
        let log = parse_of(&sheet, "winner\n2\n1st player\n", None).expect("a log");
        assert_eq!(log.games[0].winners, [false, true]);
        assert_eq!(log.games[1].winners, [true, false]);
    }

    #[test]
    fn games_of_other_tables_are_left_out_and_counted() {
        let text = "winner,version,players,against,night\nthief,base,3,,1\nthief,more coins,3,,1\nthief,,4,,1\nthief,base,3,expert,2\n";
        let log = parse(text);
        assert_eq!(log.games.len(), 1);
        assert_eq!((log.left_out.other_tables, log.left_out.with_bots), (2, 1));
        let second = parse_of(&sheet(), text, Some(("Night", "2"))).expect("a log");
        assert_eq!((second.games.len(), second.left_out.not_asked), (0, 3));
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        let text = "winner,turns,minutes,version\nTheif,0,60,\n,7,long,old\n\"hunters\nthief\",7,60,\nthief,7,60,base,x\n,7,60,\n";
        assert_eq!(
            mistakes(text),
            [
                "2: `turns`: write a whole number above 0, not \"0\"",
                "2: `winner`: nobody is called \"Theif\"; did you mean \"thief\"?",
                "3: `version`: there is no version \"old\"; there are: \"base\", \"More coins\"",
                "4: `winner`: nobody is called \"hunters\u{fffd}thief\"; did you mean \"hunters\"?",
                "6: 5 cells stand below 4 columns",
                "7: `winner` is empty: write who won, or \"nobody\"",
            ]
        );
        assert_eq!(
            mistakes("game,seat,role,won\n1,1,chief,perhaps\n1,4,scout,no\n1,2,thief,no\n1,2,scout,no\n,3,thief,no\n"),
            [
                "2: `won`: write yes or no, not \"perhaps\"",
                "3: `seat`: there is no seat 4 of 3",
                "4: this game has 2 rows, one for each seat would be 3",
                "5: seat 2 stands twice in game \"1\"",
                "6: `game` is empty: write a number that the rows of one game share",
            ]
        );
    }

    #[test]
    fn what_a_log_must_have_is_named() {
        assert_eq!(
            mistakes("who,turns\nthief,7\n"),
            ["1: there is no column `winner`: who won each game (\"hunters\", \"thief\" or \"nobody\")"]
        );
        assert_eq!(
            mistakes("seat,won\n1,yes\n"),
            [
                "1: there is no column `game`: a number that the rows of one game share",
                "1: there is no column `side`: whom each seat won for",
            ]
        );
    }
}
