//! `--set KEY=VALUE`: changes named on the command line, written as a scenario that is laid over the file.
//!
//! One value is part of a variant, compared with the scenario as it is; several values, with commas between them, are a key
//! of the matrix. So is one number of players, or one bot at every seat, with which everything is played: it is another table, and no
//! change of this one.

use balance_kit::schema::messages::{POINT, by_local_custom};
use balance_kit::schema::relative_number::By;
use balance_kit::schema::tree::{Place, Problem, Sources};

/// How what it says is called, as files are by their paths.
pub(super) const COMMAND_LINE: &str = "--set";

/// Does this place stand in what the command line says?
pub(super) fn of_command_line(sources: &Sources, place: &Place) -> bool {
    let source = sources.0.get(place.file);
    source.is_some_and(|source| source.shown == COMMAND_LINE)
}

/// What was meant by two values that may be one number with a decimal comma, where something is wrong with them.
pub(super) fn decimal_comma(sources: &Sources, problem: &Problem) -> Option<String> {
    let place = problem.at.as_ref().filter(|place| of_command_line(sources, place))?;
    let text = &sources.0[place.file].text;
    let line = text.get(..place.start)?.matches('\n').count();
    // As the matrix below writes it, with its key in quotes.
    let (key, list) = text.lines().nth(line)?.split_once("\" = [")?;
    let number = by_local_custom(&list.trim_end_matches(']').replace(", ", ","))?;
    let key = key.get(1..)?;
    Some(format!("write --set {key}={number} if one number is meant: {POINT}"))
}

/// Keys at which a variant may begin; any other is a rule.
const PARTS: [&str; 3] = ["rules", "seats", "bots"];

/// Keys of a scenario that are no rules.
const WHOLE: [&str; 13] = [
    "seed", "games", "game", "title", "margin", "length-margin", "time", "extends", "stop", "expect", "league",
    "fair-share", "playtests",
];

const PLAYERS: &str = "rules.players";

const EVERY_SEAT: &str = "seats.all";

const LONGEST_NAME: usize = 80;

/// The scenario that `settings` say, in TOML.
///
/// # Errors
/// Each that is no key and value.
pub(super) fn scenario(settings: &[String]) -> Result<String, Vec<Problem>> {
    let (mut names, mut variant, mut matrix) = (Vec::new(), String::new(), String::new());
    let (mut wrong, mut seen) = (Vec::new(), Vec::new());
    for setting in settings {
        let Some((key, values)) = read(setting) else {
            let message = format!("--set {} is no key with a value", setting.escape_debug());
            let help = "write KEY=VALUE for a variant, or KEY=A,B,C for a matrix, such as --set rules.players=3,4";
            wrong.push(Problem::whole(message).help(help));
            continue;
        };
        let first = key.split('.').next().unwrap_or_default();
        if let Some(problem) = not_settable(key, first, &values) {
            wrong.push(problem);
            continue;
        }
        if seen.contains(&key) {
            let message = format!("--set {key} stands there twice");
            wrong.push(Problem::whole(message).help(format!("name all values at once: --set {key}=A,B")));
            continue;
        }
        seen.push(key);
        let key = if PARTS.contains(&first) {
            key.to_owned()
        } else {
            format!("rules.{key}")
        };
        // What is no number of players is helped where it would be a rule.
        let is_table = |value: &String| key == EVERY_SEAT || key == PLAYERS && value.parse::<u32>().is_ok();
        if let [value] = &values[..]
            && !is_table(value)
        {
            names.push(setting.trim());
            variant.push_str(&format!("{key} = {value}\n"));
        } else {
            matrix.push_str(&format!("{} = [{}]\n", text(&key), values.join(", ")));
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut toml = String::new();
    if !names.is_empty() {
        let joined = names.join(", ");
        let name = if joined.chars().count() <= LONGEST_NAME {
            joined
        } else {
            format!("{} changes", names.len())
        };
        toml.push_str(&format!("[[variant]]\nname = {}\n{variant}", text(&name)));
    }
    if !matrix.is_empty() {
        toml.push_str(&format!("[matrix]\n{matrix}"));
    }
    Ok(toml)
}

/// Why a key that begins so is no rule, seat or bot.
fn not_settable(key: &str, first: &str, values: &[String]) -> Option<Problem> {
    if WHOLE.contains(&first) {
        let help = match first {
            "seed" => "write --seed N",
            "games" => "write --games N",
            "league" => "write --no-league, or set it in the scenario's file",
            _ => "set it in the scenario's file",
        };
        let message = format!("--set {first}: that is the scenario's own, and no rule, seat or bot");
        return Some(Problem::whole(message).help(help));
    }
    if let ("seats", [value]) = (key, values)
        && !value.starts_with('{')
    {
        let message = format!("--set seats: `seats` says who plays at each seat, and {value} is no table of that");
        let help = format!(
            "write --set rules.seats={value} for a rule of that name, or --set seats.all={value} for a bot at every seat"
        );
        return Some(Problem::whole(message).help(help));
    }
    None
}

/// The keys of the tables that `settings` play instead of the scenario's own, as those of a matrix.
pub fn varied(settings: &[String]) -> Vec<String> {
    let read = |toml: String| toml::from_str::<toml::Table>(&toml).ok();
    let set = scenario(settings).ok().and_then(read);
    let matrix = set.as_ref().and_then(|set| set.get("matrix")?.as_table());
    matrix.into_iter().flat_map(|matrix| matrix.keys().cloned()).collect()
}

/// A key and its values, as they stand in TOML.
fn read(setting: &str) -> Option<(&str, Vec<String>)> {
    if setting.contains(char::is_control) {
        return None;
    }
    let (key, value) = setting.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let parts = toml::from_str::<toml::Table>(&format!("{key} = 0")).ok()?;
    if parts.len() != 1 || value.is_empty() {
        return None;
    }
    Some((key, values(value)))
}

/// One value, or several with commas between them. What is no TOML is text, and so is what has a plus sign: nobody writes one before
/// a number that is the value itself.
fn values(value: &str) -> Vec<String> {
    let added = |text: &str| text.starts_with('+') && By::read(text).is_some();
    let is_toml = |text: &str| !added(text) && toml::from_str::<toml::Table>(&format!("v = {text}")).is_ok();
    if is_toml(value) || !value.contains(',') {
        return vec![if is_toml(value) { value.to_owned() } else { text(value) }];
    }
    if !value.split(',').any(|part| added(part.trim()))
        && let Ok(table) = toml::from_str::<toml::Table>(&format!("v = [{value}]"))
        && let Some(toml::Value::Array(list)) = table.get("v")
    {
        return list.iter().map(ToString::to_string).collect();
    }
    let each = |part: &str| {
        let part = part.trim();
        if is_toml(part) { part.to_owned() } else { text(part) }
    };
    value.split(',').map(each).collect()
}

fn text(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(settings: &[&str]) -> Option<String> {
        let settings: Vec<String> = settings.iter().map(|each| (*each).to_owned()).collect();
        scenario(&settings).ok()
    }

    #[test]
    fn one_value_is_a_variant_and_several_are_a_matrix() {
        let toml = of(&["sets.same=5", "rules.players=3,4,5", "tiles=few.toml", "seats.1=random"]).expect("right");
        assert_eq!(
            toml,
            "[[variant]]\nname = \"sets.same=5, tiles=few.toml, seats.1=random\"\nrules.sets.same = 5\nrules.tiles = \
             \"few.toml\"\nseats.1 = \"random\"\n[matrix]\n\"rules.players\" = [3, 4, 5]\n"
        );
    }

    /// Another number of players, or other bots at all seats, is another table, at which the variants are played as well.
    #[test]
    fn one_table_is_where_all_is_played() {
        for (set, line) in [
            ("rules.players=5", "\"rules.players\" = [5]"),
            ("players=5", "\"rules.players\" = [5]"),
            ("seats.all=search", "\"seats.all\" = [\"search\"]"),
        ] {
            let toml = of(&[set, "sets.same=5"]).expect("right");
            assert_eq!(
                toml,
                format!("[[variant]]\nname = \"sets.same=5\"\nrules.sets.same = 5\n[matrix]\n{line}\n")
            );
        }
    }

    #[test]
    fn lists_and_texts_with_commas_are_one_value() {
        assert_eq!(values("[1, 2]"), ["[1, 2]"]);
        assert_eq!(values("\"a,b\""), ["\"a,b\""]);
        assert_eq!(values("[1],[2, 3]"), ["[1]", "[2, 3]"]);
        assert_eq!(values("a b, c"), ["\"a b\"", "\"c\""]);
        assert_eq!(values("2%"), ["\"2%\""]);
        assert_eq!(values("true,false"), ["true", "false"]);
        assert_eq!(values("+1"), ["\"+1\""]);
        assert_eq!(values("+1, 3"), ["\"+1\"", "3"]);
        assert_eq!(values("-1"), ["-1"], "a rule may be less than nothing");
    }

    #[test]
    fn long_names_are_counted() {
        let long = format!("tiles={}", "x".repeat(90));
        assert!(
            of(&[&long, "sets.same=4"])
                .expect("right")
                .contains("name = \"2 changes\"")
        );
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        for wrong in [
            "sets.same", "=5", "sets.same=", "a b=5", "a=1\nb=2", "[x]=1", "a.=1", "seed=4", "expect.x=1",
        ] {
            assert_eq!(of(&[wrong]), None, "{wrong:?}");
        }
        assert_eq!(of(&["a=0,1", "a=3"]), None);
    }
}
