//! `balance new GAME`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Failure;
use super::output::relative;
use super::prepare::{game, joined, may_play};
use balance_config::games::{self, GameInfo, Mistake, Setup, Sheet, program};
use balance_config::playtests::{COLUMNS, NOBODY};
use balance_config::scenario::schema_keys::{SchemaKey, rules};
use balance_config::shell_quote;
use balance_kit::bots::CLUB;
use balance_report::format::join_and;

/// Prints a scenario with every rule, what it means and its default
///
/// The defaults are the game's own: what is left as it is changes nothing. Write it to a file with `--out mine.toml`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game
    game: String,
    /// Players at the table [default: the game's]
    #[arg(long, short, value_name = "N", allow_negative_numbers = true, value_parser = super::prepare::players)]
    players: Option<u8>,
    /// Write the game's tiles, cards and boards into this folder, to be changed; the scenario then names them
    #[arg(long, value_name = "DIR")]
    content: Option<PathBuf>,
    /// Write the scenario to this file instead of printing it; paths of content then hold from its folder, as they must, and
    /// otherwise from the folder in which the command runs
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the head of a table of games that people played, for `playtests`, instead of a scenario
    #[arg(long, conflicts_with = "content")]
    playtests: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let game = game(&args.game)?;
    may_play(game, args.players)?;
    if args.playtests {
        return log_head(game, args);
    }
    let files = args
        .content
        .as_deref()
        .map_or(Ok(Vec::new()), |dir| write_content(game, dir))?;
    let text = text(game, args.players);
    let Some(out) = &args.out else {
        return super::print(&named(&text, &files, None));
    };
    write_new(out, &named(&text, &files, Some(out)))?;
    super::print_hung(&written(out, &files))
}

/// The first line of a log of playtests, and who may win.
fn log_head(game: &GameInfo, args: &Args) -> Result<(), Failure> {
    let sheet = sheet(game, args.players).map_err(|faults| joined(game.title, faults))?;
    let column = |column: &str| {
        if column == "turns" {
            sheet.turn_word.clone()
        } else {
            column.to_owned()
        }
    };
    let head = COLUMNS.map(column).join(",") + "\n";
    match &args.out {
        Some(out) => write_new(out, &head)?,
        None => super::print(&head)?,
    }
    let file = args.out.as_deref().unwrap_or(Path::new("FILE.csv"));
    super::remark(&format!(
        "A row a game; only `winner` is needed: {} or {NOBODY}.\nThen: `{} playtests {} SCENARIO`\n",
        sheet.sides.join(", "),
        program(),
        shell_quote::file(file.display().to_string())
    ));
    Ok(())
}

/// What was written, and what to do with it.
fn written(out: &Path, files: &[(&'static str, PathBuf)]) -> String {
    let out = out.display().to_string();
    let names: Vec<String> = files.iter().map(|(_, path)| path.display().to_string()).collect();
    let content = match names.len() {
        0 => String::new(),
        _ => format!("It takes its content from {}.\n", join_and(&names)),
    };
    let (program, file) = (program(), shell_quote::file(&out));
    format!("{out} is written\n{content}Change it, then: `{program} validate {file}`, `{program} run {file}`\n")
}

/// Writes `text` to a file that is not there yet, or is the same: one that was changed is never written over.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    balance_report::place_new(path, text.as_bytes()).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Input(format!(
            "{} cannot be written: a different file of that name exists already",
            path.display()
        )),
        _ => Failure::unwritten(path, error),
    })
}

/// Writes every content file of the game into `dir`: the rule that names it, and its path.
fn write_content(game: &GameInfo, dir: &Path) -> Result<Vec<(&'static str, PathBuf)>, Failure> {
    if game.content.is_empty() {
        return Err(Failure::Input(format!(
            "--content {}: {} has no content that stands in files; leave it out",
            dir.display(),
            game.title
        )));
    }
    if dir.is_file() {
        return Err(Failure::Input(format!(
            "--content {}: that is a file; write the name of a folder, in which each kind of content gets a file",
            dir.display()
        )));
    }
    let mut files = Vec::new();
    for content in game.content {
        let last = content.key.rsplit('.').next().unwrap_or(content.key);
        let path = dir.join(format!("{last}.toml"));
        let (_, text) = content.sets.first().copied().unwrap_or_default();
        let mut whole = String::new();
        for entries in content.entries {
            comment(
                &mut whole,
                &format!(
                    "One entry in a scenario, without this file: `{}.NAME = …` is {}.",
                    entries.word, entries.help
                ),
            );
            for blank in entries.blanks {
                comment(
                    &mut whole,
                    &format!("`{}.NAME = \"{}\"` is {}.", entries.word, blank.name, blank.help),
                );
            }
        }
        if !content.entries.is_empty() {
            whole.push('\n');
        }
        whole += text;
        write_new(&path, &whole)?;
        files.push((content.key, path));
    }
    Ok(files)
}

/// The scenario with these files in place of the built-in content, as seen from its file `out`, or else from the present folder,
/// which is then said.
fn named(text: &str, files: &[(&'static str, PathBuf)], out: Option<&Path>) -> String {
    let path = |path: &Path| out.map_or_else(|| path.display().to_string(), |out| relative(path, out));
    let line = |line: &str| {
        let file = files.iter().find(|(key, _)| line.starts_with(&format!("{key} = ")));
        file.map_or_else(
            || line.to_owned(),
            |(key, file)| {
                let beside = if out.is_none() && file.is_relative() {
                    "# Looked for beside this file: save it in the folder in which it was made, or make it with --out FILE.\n"
                } else {
                    ""
                };
                format!("{beside}{key} = {}", toml::Value::String(path(file)))
            },
        )
    };
    let lines: Vec<String> = text.lines().map(line).collect();
    lines.join("\n") + "\n"
}

fn text(game: &GameInfo, players: Option<u8>) -> String {
    let rules = rules(game, players);
    let mut out = String::new();
    comment(
        &mut out,
        &format!(
            "Completion and help in editors: `{} generate schema > scenario.json` beside this file.",
            games::program()
        ),
    );
    out += "#:schema scenario.json\n\n";
    // Without the players, of whom `--set players=N` makes others.
    out += &format!("title = \"{}: is it fair?\"\n", game.title);
    out += &format!("game = \"{}\"\n", game.key);
    out += "games = 100_000 # of each configuration\n";
    out += "seed = 1 # the same seed gives the same games\n\n";
    comment(
        &mut out,
        "Every rule with its default. A line that begins with # follows from other rules.",
    );
    out += "[rules]\n";
    for rule in &rules {
        out.push('\n');
        let allowed = if rule.allowed.is_empty() {
            String::new()
        } else {
            format!(" [{}]", rule.allowed)
        };
        comment(&mut out, &format!("{}{allowed}", rule.help));
        let default = match (&rule.default, players) {
            (_, Some(players)) if rule.name == "players" => Some(players.to_string()),
            (Some(value), _) => toml_value(value),
            (None, _) => None,
        };
        match (default, rule.settled.as_ref().and_then(toml_value)) {
            (Some(value), _) => out += &format!("{} = {value}\n", rule.name),
            (None, Some(value)) => out += &format!("# {} = {value}\n", rule.name),
            (None, None) if rule.unread => {
                let key = &rule.name;
                comment(
                    &mut out,
                    &format!("The default of `{key}` cannot be read: derive Serialize on its type."),
                );
            }
            (None, None) => out += &format!("# {} =\n", rule.name),
        }
    }
    out += "\n[seats]\n";
    let kinds: Vec<&str> = (game.bots)().iter().map(|bot| bot.kind).collect();
    comment(
        &mut out,
        &format!("Bots: {}. By seat as well, such as 1 = \"random\".", kinds.join(", ")),
    );
    out += &format!("all = \"{CLUB}\"\n");
    if let Some((name, now, other)) = rules.iter().find_map(another) {
        out += "\n";
        comment(
            &mut out,
            "Another version, compared with the one above on the same deals:",
        );
        out += &format!("# [[variant]]\n# name = \"{name} {other}\"\n# rules = {{ {name} = {other} }}\n\n");
        comment(
            &mut out,
            &format!(
                "What is wished; `{} tune` looks for rules that come to it, among those that [tune] names, or among all:",
                games::program()
            ),
        );
        out += &format!(
            "# [expect]\n# \"{}.mean\" = {{ to = 30 }}\n\n# [tune]\n# \"{name}\" = [{}, {}]\n",
            turn_word(game),
            now.min(other),
            now.max(other)
        );
    }
    out
}

/// What the table of a game is made of, with its default rules and bots.
fn sheet(game: &GameInfo, players: Option<u8>) -> Result<Sheet, Vec<Mistake>> {
    let mut setup = Setup::default();
    (game.default_bot)().clone_into(&mut setup.seats.all);
    let setup = players.map_or_else(
        || setup.clone(),
        |players| setup.clone().with_rule("players", i64::from(players)),
    );
    (game.build)(&setup).map(|built| built.sheet().clone())
}

/// What a turn of a game is called, in the plural.
fn turn_word(game: &GameInfo) -> String {
    sheet(game, None).map_or_else(|_| "turns".to_owned(), |sheet| sheet.turn_word)
}

/// A rule with its default and a value beside it, for an example.
fn another(rule: &SchemaKey) -> Option<(&str, i64, i64)> {
    let value = rule.default.as_ref()?.as_i64()?;
    let (least, most) = (rule.range.0?, rule.range.1?);
    let other = if value > least { value - 1 } else { value + 1 };
    (rule.name != "players" && other <= most).then_some((rule.name.as_str(), value, other))
}

/// A default as TOML; none for an empty table, which says nothing.
fn toml_value(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Object(_) => None,
        Value::Array(list) => {
            let items: Option<Vec<String>> = list.iter().map(toml_value).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        plain => Some(plain.to_string()),
    }
}

/// Adds a comment, broken into lines.
fn comment(out: &mut String, text: &str) {
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() > 79 {
            out.push_str(&line);
            out.push('\n');
            line = String::from("#");
        }
        line.push(' ');
        line += word;
    }
    out.push_str(&line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::BUILT_IN;
    use balance_config::games::{Seats, Setup};

    /// Of what was written every file is named, and what to do with it.
    #[test]
    fn the_files_that_were_written_are_named() {
        let path = Path::new("mine.toml");
        assert_eq!(
            written(path, &[]),
            "mine.toml is written\nChange it, then: `balance validate mine.toml`, `balance run mine.toml`\n"
        );
        let files =
            [("tiles", "own/tiles.toml"), ("cards", "own/cards.toml")].map(|(key, file)| (key, PathBuf::from(file)));
        let said = written(path, &files);
        assert!(
            said.contains("It takes its content from own/tiles.toml and own/cards.toml.\n"),
            "{said}"
        );
    }

    /// A default that the schema does not say is not said to follow from other rules.
    #[test]
    fn a_default_that_cannot_be_read_is_told_to_be() {
        #[derive(Default, serde::Deserialize, schemars::JsonSchema)]
        enum Tie {
            #[default]
            First,
        }
        #[derive(Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(default)]
        struct Rules {
            goal: u8,
            tie: Tie,
            cap: Option<u8>,
        }
        let mut game = BUILT_IN[0].clone();
        game.rules_schema = || schemars::schema_for!(Rules);
        let said = text(&game, None);
        let told = "\n# The default of `tie` cannot be read: derive Serialize on its type.\n";
        assert!(said.contains(told) && !said.contains("# tie ="), "{said}");
        assert!(said.contains("\ngoal = 0\n") && said.contains("\n# cap =\n"), "{said}");
    }

    /// What is printed says nothing but the defaults: the rules of the file make the same game as no rules at all.
    #[test]
    fn what_is_printed_is_the_default() {
        for game in BUILT_IN.iter() {
            let file: toml::Table = text(game, None)
                .parse()
                .unwrap_or_else(|error| panic!("{}: {error}", game.key));
            let printed = file["rules"].as_table().expect("a table").clone();
            let setup = |rules: toml::Table| Setup {
                rules,
                seats: Seats::filled("random"),
                ..Setup::default()
            };
            let facts = |rules: toml::Table| {
                let built = (game.build)(&setup(rules)).unwrap_or_else(|faults| panic!("{}: {faults:?}", game.key));
                built.facts(3, 0..40).expect("no game breaks")
            };
            assert_eq!(facts(printed.clone()), facts(toml::Table::new()), "{}", game.key);
            for rule in rules(game, None) {
                let found = rule
                    .name
                    .split('.')
                    .try_fold(None::<&toml::Value>, |at, part| match at {
                        None => printed.get(part).map(Some),
                        Some(table) => table.get(part).map(Some),
                    });
                let wanted = rule.default.as_ref().filter(|value| toml_value(value).is_some());
                let as_json = found.flatten().map(|value| serde_json::to_value(value).expect("plain"));
                assert_eq!(as_json.as_ref(), wanted, "{} {}", game.key, rule.name);
            }
            // What follows from the others, and is printed behind #, does.
            let mut set = text(game, None);
            for rule in rules(game, None).iter().filter(|rule| rule.settled.is_some()) {
                let line = format!("# {} = ", rule.name);
                assert!(set.contains(&line), "{} {}", game.key, rule.name);
                set = set.replace(&line, &line[2..]);
            }
            let set: toml::Table = set.parse().unwrap_or_else(|error| panic!("{}: {error}", game.key));
            let set = set["rules"].as_table().expect("a table").clone();
            assert_eq!(facts(set), facts(toml::Table::new()), "{}", game.key);
        }
    }
}
