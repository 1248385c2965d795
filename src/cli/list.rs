//! `balance list games|bots|settings|league|rules|parts|metrics|tactics [GAME]`.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::Failure;
use super::prepare::{chosen, may_play, most_players};
use super::terminal::aligned;
use balance_config::games::{self, GameInfo, Member, Setup, program, script};
use balance_config::scenario::schema_keys::{self, SchemaKey, rules};
use balance_inference::judge::Metric;
use balance_report::{format, wrap};

/// Lists games, bots, rules, parts of the content, metrics and more
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to list
    #[arg(value_enum)]
    what: Option<What>,
    /// Only of this game
    game: Option<String>,
    /// Rules, metrics and tactics as they are at a table of so many players [default: the game's]
    #[arg(long, short, value_name = "N", allow_negative_numbers = true, value_parser = super::prepare::players)]
    players: Option<u8>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Games, with their numbers of players
    Games,
    /// Kinds of bots
    Bots,
    /// What a bot's table in `[bots]` may set, such as its weights
    Settings,
    /// Further bots of the game, which meet in ladders and searches
    League,
    /// Rules a scenario can change, with their defaults and ranges
    Rules,
    /// Single parts of the content that rules can change, such as tiles: with how many players each is in play, and what it says
    Parts,
    /// What `[expect]` can set goals for
    Metrics,
    /// What scripts can say: tactics, and quantities for conditions
    Tactics,
}

/// Where in a script a quantity stands.
const IF: &str = "after `if`";

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

pub fn run(args: &Args) -> Result<(), Failure> {
    let chosen = chosen(args.game.as_deref())?;
    let asked = args.what.ok_or_else(unsaid)?;
    let (what, heads): (&str, &[&str]) = match asked {
        What::Games => ("games", &["game", "title", "players"]),
        What::Bots => ("bots", &["game", "bot", "plays"]),
        What::Settings => ("settings", &["game", "bot", "setting", "default", "allowed", "meaning"]),
        What::League => ("league", &["game", "bot", "players"]),
        What::Rules => ("rules", &["game", "rule", "default", "allowed", "meaning"]),
        What::Parts => ("parts", &["game", "part", "in play with", "says"]),
        What::Metrics => ("metrics", &["game", "metric", "meaning"]),
        What::Tactics => ("tactics", &["game", "in a script", "name", "meaning", "takes"]),
    };
    if args.players.is_some() && ![What::Rules, What::Metrics, What::Tactics].contains(&asked) {
        return Err(Failure::Input(format!(
            "--players is for the lists of rules, metrics and tactics; `{} list {what}` is of every number of players",
            program()
        )));
    }
    for game in &chosen {
        may_play(game, args.players)?;
    }
    let all = chosen.iter().map(|game| rows(asked, game, args.players));
    let rows: Vec<Vec<Vec<String>>> = all.collect::<Result<_, _>>()?;
    let mut rows = rows.concat();
    if args.json {
        let object = |row: &Vec<String>| -> Value {
            heads
                .iter()
                .zip(row)
                .map(|(head, cell)| (head.replace(' ', "-"), json!(cell)))
                .collect()
        };
        let all: Vec<Value> = rows.iter().map(object).collect();
        super::print_json(&format!(
            "{:#}\n",
            json!({ "format": FORMAT, "what": what, "rows": all })
        ))
    } else if rows.is_empty() {
        let titles: Vec<String> = chosen.iter().map(|game| game.title.to_owned()).collect();
        let have = if titles.len() == 1 { "has" } else { "have" };
        super::print(&format!("{} {have} no {what} to list.\n", format::join_and(&titles)))
    } else {
        let mut below = String::new();
        if asked == What::Tactics {
            for row in rows.iter_mut().filter(|row| row[4].starts_with(script::NUMBER)) {
                let rest = row[4][script::NUMBER.len()..].trim_start_matches("; ").to_owned();
                row[4] = rest;
            }
            let number = format!(
                "After a quantity of which nothing else is said stand {}.",
                script::NUMBER
            );
            below = format!("\n{}\n", wrap(&number, super::width()).join("\n"));
        }
        // The game that was asked for need not be named in every row, and what is allowed stands behind the meaning.
        let from = usize::from(args.game.is_some() && asked != What::Games);
        let allowed = heads.iter().position(|head| ["allowed", "takes"].contains(head));
        let kept = |column: usize| column >= from && Some(column) != allowed;
        let heads: Vec<&str> = (0..heads.len())
            .filter(|column| kept(*column))
            .map(|column| heads[column])
            .collect();
        let shown = |row: &Vec<String>| -> Vec<String> {
            let mut cells: Vec<String> = (0..row.len())
                .filter(|at| kept(*at))
                .map(|at| row[at].clone())
                .collect();
            let more = allowed.map(|column| &row[column]).filter(|more| !more.is_empty());
            if let (Some(last), Some(more)) = (cells.last_mut(), more) {
                *last = format!("{last} ({more})");
            }
            cells
        };
        let rows: Vec<Vec<String>> = rows.iter().map(shown).collect();
        super::print(&(aligned(&heads, &rows, super::columns().unwrap_or(usize::MAX)) + &below))
    }
}

/// Nothing was named.
fn unsaid() -> Failure {
    let names: Vec<String> = What::value_variants()
        .iter()
        .filter_map(|what| Some(what.to_possible_value()?.get_name().to_owned()))
        .collect();
    Failure::Input(format!("say what to list: {}", names.join(", ")))
}

/// Every part of the content that may be another, as published, with what it says as `[rules]` takes it.
fn parts(game: &GameInfo) -> Vec<Vec<String>> {
    let setup = Setup::default();
    let with = game.in_play_with(&setup);
    // What is not counted and has no blank, such as a start, is always there as it is.
    let may_change = |entry: &games::Entry| with.contains_key(&entry.key) || !entry.blanks.is_empty();
    let row = |entry: games::Entry| {
        let with = with.get(&entry.key).map_or_else(
            || "–".to_owned(),
            |with| with.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
        );
        vec![game.key.to_owned(), entry.key, with, entry.value.to_string()]
    };
    (game.entries)(&setup).into_iter().filter(may_change).map(row).collect()
}

fn rows(what: What, game: &GameInfo, players: Option<u8>) -> Result<Vec<Vec<String>>, Failure> {
    let key = || game.key.to_owned();
    let table = || {
        let of = |players: u8| Setup::default().with_rule("players", i64::from(players));
        players.map_or_else(Setup::default, of)
    };
    Ok(match what {
        What::Games => {
            let (least, most) = (game.players.start(), game.players.end());
            let players = if least == most {
                format!("{least} players")
            } else {
                format!("{least} to {most} players")
            };
            let more = most_players(game).map_or_else(String::new, |most| format!(", {most} with other rules"));
            vec![vec![key(), game.title.to_owned(), players + &more]]
        }
        What::Bots => {
            let row = |bot: &games::BotInfo| vec![key(), bot.kind.to_owned(), bot.help.to_owned()];
            (game.bots)().iter().map(row).collect()
        }
        What::Settings => settings(game),
        What::League => league(game)?,
        What::Rules => {
            let rules = rules(game, players);
            let published = || {
                let rule = rules.iter().find(|rule| rule.name == "players")?;
                rule.default.as_ref()?.as_u64()
            };
            let players = players.map(u64::from).or_else(published);
            let row = |rule: &SchemaKey| {
                let default = match (&rule.default, &rule.settled, players) {
                    (None, Some(value), Some(players)) => format!("{value} with {players} players"),
                    (Some(value), ..) | (None, Some(value), None) => value.to_string(),
                    (None, None, _) => "–".to_owned(),
                };
                vec![
                    key(),
                    rule.name.clone(),
                    default,
                    rule.allowed.clone(),
                    rule.help.clone(),
                ]
            };
            rules.iter().map(row).collect()
        }
        What::Parts => parts(game),
        What::Metrics => metrics(game, table()),
        What::Tactics => {
            let table = table();
            let ranges = (game.ranges)(&table);
            let mut rows = Vec::new();
            for bot in (game.bots)() {
                let (tactics, quantities) = script::offered(&(bot.schema)());
                for (kind, list) in [("tactic", tactics), (IF, quantities)] {
                    rows.extend(list.into_iter().map(|[name, meaning, takes]| {
                        let range = ranges.iter().find(|(known, _)| *known == name);
                        let takes = takes + &range.map_or_else(String::new, |(_, range)| usual(range));
                        vec![key(), kind.to_owned(), name, meaning, takes]
                    }));
                }
            }
            rows
        }
    })
}

/// What a number that conditions compare can be in the published game.
fn usual(range: &RangeInclusive<i32>) -> String {
    match (*range.start(), *range.end()) {
        (i32::MIN, i32::MAX) => String::new(),
        (i32::MIN, most) => format!("; at most {most} by default"),
        (least, i32::MAX) => format!("; {least} or more by default"),
        (least, most) => format!("; {least} to {most} by default"),
    }
}

/// What each kind of bot can be told; kinds that are told the same stand in one row, unnamed where it is all but one.
fn settings(game: &GameInfo) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for bot in (game.bots)() {
        for setting in schema_keys::settings(&bot) {
            let default = setting.default.map_or("–".to_owned(), |value| match value.as_array() {
                Some(list) => format!(
                    "[{}]",
                    list.iter().map(schema_keys::short).collect::<Vec<_>>().join(", ")
                ),
                None => schema_keys::short(&value),
            });
            let row = [setting.name, default, setting.allowed, setting.help];
            match rows.iter_mut().find(|other| other[2..] == row) {
                Some(other) => other[1] += &format!(", {}", bot.kind),
                None => rows.push([vec![game.key.to_owned(), bot.kind.to_owned()], row.to_vec()].concat()),
            }
        }
    }
    let many = (game.bots)().len() - 1;
    for row in rows.iter_mut().filter(|row| row[1].split(", ").count() >= many) {
        "all others".clone_into(&mut row[1]);
    }
    rows
}

/// The bots of the league with the tables at which they play.
fn league(game: &GameInfo) -> Result<Vec<Vec<String>>, Failure> {
    let broken = |said: String| Failure::Input(format!("the league of {}: {said}", game.title));
    let row = |member: Member| {
        let rule = |(key, value): (&String, &toml::Value)| match value.as_str() {
            Some(word) => format!("{key} {word}"),
            None => format!("{key} {value}"),
        };
        let all = u32::from(*game.players.start())..=u32::from(*game.players.end());
        let players = ends(&member.players.unwrap_or(all));
        let rules = member.rules.iter().map(rule);
        let tables: Vec<String> = std::iter::once(players).chain(rules).collect();
        vec![game.key.to_owned(), member.name, tables.join(", ")]
    };
    Ok(game.league().map_err(broken)?.into_iter().map(row).collect())
}

/// Numbers of players as they stand in a table.
fn ends(players: &RangeInclusive<u32>) -> String {
    if players.start() == players.end() {
        players.start().to_string()
    } else {
        format!("{}–{}", players.start(), players.end())
    }
}

/// What `[expect]` may name at this table.
fn metrics(game: &GameInfo, mut setup: Setup) -> Vec<Vec<String>> {
    (game.default_bot)().clone_into(&mut setup.seats.all);
    let Ok(built) = (game.build)(&setup) else {
        return Vec::new();
    };
    let sheet = built.sheet();
    let meaning = |name: &str| -> String {
        let (kind, rest) = name.split_once('.').unwrap_or((name, ""));
        let counter = sheet.counters.iter().find(|counter| counter.key == rest);
        match (kind, rest) {
            ("win-rate", "nobody") => "share of games that nobody wins".to_owned(),
            ("win-rate", side) => format!("share of games won: {side}"),
            ("ending", ending) => format!("share of games that end so: {ending}"),
            ("gap", sides) => {
                let (one, other) = sides.split_once('.').unwrap_or((sides, ""));
                format!("win rate of {one} less that of {other} (any two sides, either way round)")
            }
            ("counter", _) => counter.map_or_else(String::new, |counter| {
                // In a table the line above says what "these" are; here it does not.
                let these = counter.of.map_or("these".to_owned(), |of| format!("`{of}`"));
                format!("mean number in a game: {}", counter.help.replacen("these", &these, 1))
            }),
            ("score", side) => format!("mean score: {side}"),
            ("margin", _) => "mean number of points by which the best side is ahead".to_owned(),
            (word, "mean") => format!("mean number of {word}"),
            (word, _) => format!("{word} that so many per cent of games do not exceed (any from p1 to p99)"),
        }
    };
    let bots = "share of the seats of this bot that win, where several bots sit at the table";
    Metric::names(sheet)
        .into_iter()
        .map(|name| vec![game.key.to_owned(), name.clone(), meaning(&name)])
        .chain([vec![game.key.to_owned(), "bot.NAME".to_owned(), bots.to_owned()]])
        .collect()
}
