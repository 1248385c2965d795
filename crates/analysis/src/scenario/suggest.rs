//! What was meant by a rule that there is not, where it is near none by its letters.

use super::schema_keys;
use crate::games::{GameInfo, Setup};
use balance_kit::Code;
use balance_kit::schema::messages::suggest;
use balance_kit::schema::parts::{property, property_names};
use balance_kit::schema::tree::Problem;
use balance_kit::schema::tree::{Field, Node};
use serde_json::Value as Json;

/// What was meant by what a `problem` is about, a key of `rules` or its value.
pub(super) fn rule(game: &GameInfo, root: &Json, rules: &Node, problem: &Problem) -> Option<String> {
    let at = problem.at.as_ref()?;
    let mut fields = rules.table()?.fields.iter();
    let field = fields.find(|field| field.key == *at || field.node.at == *at)?;
    let schema = &root["properties"]["rules"];
    if let Some(help) = one_of_file(game, field) {
        return Some(help);
    }
    if field.key != *at {
        return of_entries(game, field);
    }
    let (name, unknown) = (field.name.as_str(), matches!(problem.code, Code::UnknownKey { .. }));
    if let (true, Some((first, _))) = (unknown, name.split_once('.')) {
        let is_key = property(root, schema, first).is_some();
        return is_key.then(|| format!("write `{name}` without quotes: with them it is one name, dots and all"));
    }
    let has = |above: &&str| {
        let part = property(root, schema, above);
        part.is_some_and(|part| property_names(root, part).contains(&name))
    };
    let above = property_names(root, schema).into_iter().filter(has);
    let all: Vec<String> = above.map(|above| format!("`{above}.{name}`")).collect();
    (unknown && !all.is_empty()).then(|| format!("did you mean {}?", all.join(" or ")))
}

/// Where the word of an entry of content has no entry behind it: the file that was meant by a text, or by a list of entries.
pub(super) fn of_entries(game: &GameInfo, field: &Field) -> Option<String> {
    let word = field.name.as_str();
    let of_word = |content: &&crate::games::ContentKey| content.entries.iter().any(|entries| entries.word == word);
    let key = game.content.iter().find(of_word)?.key;
    if field.node.text().is_some() {
        return Some(format!(
            "did you mean `{key}`, which names a file? One {word} alone is changed as `{word}.NAME`"
        ));
    }
    field.node.list().map(|_| {
        format!(
            "such a list stands in a file, which [rules] names: {key} = \"FILE.toml\"; one {word} alone is changed there as \
             `{word}.NAME`"
        )
    })
}

/// Where an entry is written below the key that names the file of all of them: how one of them is changed.
fn one_of_file(game: &GameInfo, field: &Field) -> Option<String> {
    let first = field.node.table()?.fields.first()?;
    let content = game.content.iter().find(|content| content.key == field.name)?;
    let word = content.entries.first()?.word;
    Some(format!(
        "`{}` names a file of all; one {word} alone is changed as `{word}.{}`",
        content.key, first.name
    ))
}

/// The rule that `name` says, or is near to by its letters, unless it is nearer to one of `others`.
pub(crate) fn near_rule(game: &GameInfo, name: &str, others: &[&str]) -> Option<String> {
    let name = name.strip_prefix("rules.").unwrap_or(name);
    let root = (game.rules_schema)().to_value();
    let entry = name.split_once('.').map(|(word, _)| word);
    let mut words = game
        .content
        .iter()
        .flat_map(|content| content.entries.iter().map(|entries| entries.word));
    if words.any(|word| Some(word) == entry) {
        return Some(name.to_owned());
    }
    if name
        .split('.')
        .try_fold(&root, |part, step| property(&root, part, step))
        .is_some()
    {
        return Some(name.to_owned());
    }
    let rules = schema_keys::rules(game, None);
    let near = suggest(
        name,
        rules
            .iter()
            .map(|rule| rule.name.as_str())
            .chain(others.iter().copied()),
    )?;
    (!others.contains(&near)).then(|| near.to_owned())
}

/// What is to be said of a name where a rule belongs, if it is what games come to: a metric, or a counter by itself.
pub(super) fn metric(game: &GameInfo, name: &str) -> Option<String> {
    let (kind, rest) = name.split_once('.').unwrap_or(("", name));
    let mut setup = Setup::default();
    (game.default_bot)().clone_into(&mut setup.seats.all);
    let built = (game.build)(&setup).ok()?;
    let sheet = built.sheet();
    let is_metric = match kind {
        "" => sheet.counters.iter().any(|counter| counter.key == rest),
        "win-rate" | "turns" | "decisions" | "ending" | "counter" | "bot" | "gap" => true,
        kind => kind == sheet.turn_word,
    };
    is_metric.then(|| {
        format!("`{name}` is what games come to: what is wished of it stands in [expect], while [tune] names rules")
    })
}
