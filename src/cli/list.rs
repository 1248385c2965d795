//! `balance list games|bots|rules [GAME]`.

use clap::ValueEnum;
use serde_json::{Value, json};

use super::Failure;
use crate::games::{self, GAMES, GameInfo};
use crate::scenario::suggest;

/// Lists what there is: games, bots, rules
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to list
    #[arg(value_enum)]
    what: What,
    /// Only of this game
    game: Option<String>,
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
    /// Rules a scenario can change, with their defaults and ranges
    Rules,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let chosen: Vec<&GameInfo> = match &args.game {
        None => GAMES.iter().collect(),
        Some(key) => vec![games::game(key).ok_or_else(|| unknown_game(key))?],
    };
    let rows: Vec<Vec<String>> = chosen
        .iter()
        .flat_map(|game| match args.what {
            What::Games => vec![vec![
                game.key.to_owned(),
                game.title.to_owned(),
                format!("{} to {} players", game.players.start(), game.players.end()),
            ]],
            What::Bots => {
                let row = |bot: &games::BotInfo| vec![game.key.to_owned(), bot.kind.to_owned(), bot.help.to_owned()];
                game.bots.iter().map(row).collect()
            }
            What::Rules => rules(game),
        })
        .collect();
    let heads: &[&str] = match args.what {
        What::Games => &["game", "title", "players"],
        What::Bots => &["game", "bot", "plays"],
        What::Rules => &["game", "rule", "default", "allowed", "meaning"],
    };
    if args.json {
        let object = |row: &Vec<String>| -> Value {
            heads
                .iter()
                .zip(row)
                .map(|(head, cell)| ((*head).to_owned(), json!(cell)))
                .collect()
        };
        let all: Vec<Value> = rows.iter().map(object).collect();
        super::print(&format!("{:#}\n", Value::Array(all)));
    } else {
        super::print(&aligned(heads, &rows));
    }
    Ok(())
}

fn unknown_game(key: &str) -> Failure {
    let keys: Vec<&str> = GAMES.iter().map(|game| game.key).collect();
    let near = suggest(key, keys.iter().copied()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Failure::Input(format!(
        "there is no game `{key}`{near} The games are {}.",
        keys.join(", ")
    ))
}

/// One row for each leaf of the game's rules schema.
fn rules(game: &GameInfo) -> Vec<Vec<String>> {
    let schema = (game.rules_schema)();
    let root = schema.as_value();
    let mut rows = Vec::new();
    let defaults = root.get("properties").cloned().unwrap_or_default();
    walk(game.key, root, &defaults, "", &mut rows);
    rows
}

fn walk(game: &str, root: &Value, properties: &Value, prefix: &str, rows: &mut Vec<Vec<String>>) {
    let Some(properties) = properties.as_object() else {
        return;
    };
    for (key, schema) in properties {
        let target = resolve(root, schema);
        let name = format!("{prefix}{key}");
        if let Some(inner) = target.get("properties") {
            walk(game, root, inner, &format!("{name}."), rows);
            continue;
        }
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let help = text(schema.get("description"))
            .or_else(|| text(target.get("description")))
            .unwrap_or_default();
        let default = match schema.get("default") {
            None | Some(Value::Null) => "–".to_owned(),
            Some(value) => value.to_string(),
        };
        rows.push(vec![
            game.to_owned(),
            name,
            default,
            allowed(target),
            help.replace('\n', " "),
        ]);
    }
}

fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let by_name = |schema: &'s Value| {
        let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
        root.get("$defs")?.get(name)
    };
    let any = schema
        .get("anyOf")
        .and_then(|any| any.as_array())
        .and_then(|any| any.first());
    by_name(schema).or_else(|| any.and_then(by_name)).unwrap_or(schema)
}

fn allowed(schema: &Value) -> String {
    if let Some(options) = schema.get("oneOf").and_then(Value::as_array) {
        let names: Vec<&str> = options
            .iter()
            .filter_map(|option| option.get("const")?.as_str())
            .collect();
        return names.join(" | ");
    }
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        _ => match schema.get("type") {
            Some(Value::String(kind)) if kind == "boolean" => "true | false".to_owned(),
            Some(Value::String(kind)) if kind == "string" => "a name or a file".to_owned(),
            Some(Value::Array(kinds)) if kinds.iter().any(|kind| kind == "array") => "a list of numbers".to_owned(),
            _ => String::new(),
        },
    }
}

fn aligned(heads: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heads[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let padded: Vec<String> = cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        format!("{}\n", padded.join("  ").trim_end())
    };
    let mut text = line(heads.to_vec());
    for row in rows {
        text += &line(row.iter().map(String::as_str).collect());
    }
    text
}
