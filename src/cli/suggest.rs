//! What was meant by a command line that cannot be read.

use balance_kit::schema::messages::suggest;
use balance_kit::schema::parts::property;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{command, list};
use balance_analysis::games::{self, GameInfo};
use balance_analysis::scenario;
use balance_analysis::shell_quote;

/// Names what may be meant by a command or an option that there is not among the `words` of a command line: letters in the wrong
/// order, too.
pub fn near(mut error: clap::Error, words: &[String]) -> clap::Error {
    if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg).cloned().as_ref() {
        let games = argument == "--games";
        // That it might have been meant as a file's name is no help.
        if error.kind() == ErrorKind::UnknownArgument && argument.starts_with('-') {
            error.remove(ContextKind::Suggested);
        }
        let word = argument.trim_start_matches('-').split('=').next().unwrap_or_default();
        if plays_all(&error) && argument.starts_with("--") && ["config", "configuration", "variant"].contains(&word) {
            let tip = "all configurations of a scenario are played side by side; to play one alone, write its rules into a file \
                       without [[variant]] and [matrix]";
            // What only looks like it, and how that is used, is no help.
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Usage);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            return error;
        }
        // An option that it is but for a letter at its end goes before a key of the same name.
        let letter_off = error.get(ContextKind::SuggestedArg).is_some_and(|near| {
            let ContextValue::String(near) = near else { return false };
            let near = near.trim_start_matches('-');
            near.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(near)
        });
        let key = scenario::key_of_a_scenario(word).filter(|_| !games && !letter_off);
        let said = match word {
            "set" => Some(set_elsewhere()),
            "baselines" if words.first().is_some_and(|first| first == "baseline") => {
                Some("the folder that baselines are written into is that of `--out DIR`".to_owned())
            }
            _ if key.is_none() && !games && !letter_off => rule(word, words),
            _ => key,
        };
        let said = said.filter(|_| error.kind() == ErrorKind::UnknownArgument);
        if let Some(said) = said {
            // Nor is how something is used that only looks like it.
            if error.remove(ContextKind::SuggestedArg).is_some() {
                error.remove(ContextKind::Usage);
            }
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![said.into()]));
        } else if games && plays_deals(&error) {
            error.insert(ContextKind::SuggestedArg, ContextValue::String("--deals".to_owned()));
        }
        return error;
    }
    let unknown = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if error.get(ContextKind::SuggestedSubcommand).is_none() => word.clone(),
        _ => return error,
    };
    let all = command();
    if let Some(tip) = turned_round(&unknown, words, &all) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        return error;
    }
    if list::has(&unknown) {
        let tip = format!("`{} list {unknown}` lists them", games::program());
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        return error;
    }
    if let Some(meant) = suggest(&unknown, all.get_subcommands().map(clap::Command::get_name)) {
        let meant = ContextValue::Strings(vec![meant.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, meant);
    }
    error
}

/// Where a rule is written that stands among the `words` as an option; none where no game has it.
fn rule(word: &str, words: &[String]) -> Option<String> {
    let has = |game: &&'static GameInfo| {
        let schema = (game.rules_schema)().to_value();
        let below = |part, step| property(&schema, part, step);
        !word.is_empty() && word.split('.').try_fold(&schema, below).is_some()
    };
    games::all().iter().find(has)?;
    let option = words
        .iter()
        .position(|each| each.trim_start_matches('-').split('=').next() == Some(word))?;
    let value = words[option].split_once('=').map(|(_, value)| value);
    let next = || {
        words
            .get(option + 1)
            .map(String::as_str)
            .filter(|next| !next.starts_with("--"))
    };
    let value = value.or_else(next).unwrap_or("…");
    let takes_it = words.first().is_some_and(|first| {
        command()
            .find_subcommand(first)
            .is_some_and(|each| each.get_arguments().any(|each| each.get_long() == Some("set")))
    });
    Some(if takes_it {
        format!("`{word}` is a rule: write `--set rules.{word}={value}`")
    } else {
        format!("`{word}` is a rule: write `{word} = {value}` under [rules] of the scenario")
    })
}

/// The right order, where a file stands where the command belongs.
fn turned_round(file: &str, words: &[String], all: &clap::Command) -> Option<String> {
    let is_file = std::path::Path::new(file)
        .extension()
        .is_some_and(|ending| ending == "toml");
    if !is_file && !std::path::Path::new(file).is_file() {
        return None;
    }
    let behind = words.iter().skip_while(|word| *word != file).skip(1);
    let meant = behind
        .map(String::as_str)
        .find(|word| all.find_subcommand(word).is_some());
    Some(format!(
        "the command comes before the file: `{} {} {}`",
        games::program(),
        meant.unwrap_or("run"),
        shell_quote::file(file)
    ))
}

/// Is it about a command that plays every configuration?
fn plays_all(error: &clap::Error) -> bool {
    let usage = error
        .get(ContextKind::Usage)
        .map(ToString::to_string)
        .unwrap_or_default();
    ["run", "compare"]
        .iter()
        .any(|command| usage.split_whitespace().any(|word| word == *command))
}

/// Which commands set something for themselves, where one does not.
fn set_elsewhere() -> String {
    let all = command();
    let sets = |command: &&clap::Command| command.get_arguments().any(|each| each.get_long() == Some("set"));
    let names = all
        .get_subcommands()
        .filter(sets)
        .map(|each| format!("`{}`", each.get_name()));
    let names = balance_report::format::join_and(&names.collect::<Vec<_>>());
    format!("`--set` is for {names}; here write it into the scenario, or into one that extends it")
}

/// Is it about a command that counts deals and not games?
fn plays_deals(error: &clap::Error) -> bool {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else {
        return false;
    };
    let (all, usage) = (command(), usage.to_string());
    let has = |command: &clap::Command, long| command.get_arguments().any(|each| each.get_long() == Some(long));
    all.get_subcommands()
        .filter(|each| usage.split_whitespace().any(|word| word == each.get_name()))
        .any(|each| has(each, "deals") && !has(each, "games"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one command sets for itself has to be written down for another; no option that looks like it is meant.
    #[test]
    fn what_cannot_be_set_here_is_written_into_the_scenario() {
        let said = |argument: &str| {
            let error = command().try_get_matches_from(["balance", "tune", "mine.toml", argument]);
            near(error.expect_err("no such option"), &[]).to_string()
        };
        let set = said("--set");
        assert!(set.contains("tip: `--set` is for `run`, "), "{set}");
        assert!(
            set.contains("; here write it into the scenario") && !set.contains("--seed"),
            "{set}"
        );
        assert!(said("--sed").contains("'--seed'"));
    }

    /// An option that there is not is not helped by one that does something else.
    #[test]
    fn what_only_looks_like_an_option_is_not_offered() {
        let said = |arguments: &[&str]| {
            let words: Vec<String> = arguments.iter().skip(1).map(|&word| word.to_owned()).collect();
            near(command().try_get_matches_from(arguments).expect_err("none"), &words).to_string()
        };
        let variant = said(&["balance", "run", "mine.toml", "--variant", "two"]);
        assert!(
            variant.contains("tip: all configurations") && !variant.contains("--version"),
            "{variant}"
        );
        let games = said(&["balance", "games"]);
        assert!(games.contains("tip: `balance list games` lists them"), "{games}");
        let turned = said(&["balance", "mine.toml", "tune"]);
        assert!(
            turned.contains("tip: the command comes before the file: `balance tune mine.toml`"),
            "{turned}"
        );
        let alone = said(&["balance", "mine.toml"]);
        assert!(alone.contains("`balance run mine.toml`"), "{alone}");
    }

    /// What is a rule is set as one, where the command can.
    #[test]
    fn a_rule_that_is_taken_for_an_option_is_told_where_it_is_set() {
        let said = |arguments: &[&str]| {
            let words: Vec<String> = arguments.iter().skip(1).map(|&word| word.to_owned()).collect();
            near(command().try_get_matches_from(arguments).expect_err("none"), &words).to_string()
        };
        let run = said(&["balance", "run", "mine.toml", "--players", "5"]);
        assert!(
            run.contains("tip: `players` is a rule: write `--set rules.players=5`"),
            "{run}"
        );
        let run = said(&["balance", "run", "mine.toml", "--end-points.coins=5"]);
        assert!(run.contains("`--set rules.end-points.coins=5`"), "{run}");
        let folder = said(&["balance", "baseline", "mine.toml", "--baselines", "b"]);
        assert!(
            folder.contains("tip: the folder that baselines are written into"),
            "{folder}"
        );
        let near = said(&["balance", "run", "mine.toml", "--sets", "end-points.coins=5"]);
        assert!(
            near.contains("exists: '--set'") && !near.contains("is a rule"),
            "{near}"
        );
        let tune = said(&["balance", "tune", "mine.toml", "--players", "5"]);
        assert!(
            tune.contains("write `players = 5` under [rules] of the scenario"),
            "{tune}"
        );
    }
}
