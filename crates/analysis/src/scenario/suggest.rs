//! What was meant by a rule that there is not, where it is near none by its letters.

use super::schema_keys;
use crate::games::GameInfo;
use balance_kit::Code;
use balance_kit::schema::messages::suggest;
use balance_kit::schema::parts::{property, property_names};
use balance_kit::schema::tree::Node;
use balance_kit::schema::tree::Problem;
use serde_json::Value as Json;

/// What was meant by what a `problem` is about, a key of `rules` or its value.
pub(super) fn rule(root: &Json, rules: &Node, problem: &Problem) -> Option<String> {
    let at = problem.at.as_ref()?;
    let mut fields = rules.table()?.fields.iter();
    let field = fields.find(|field| field.key == *at)?;
    let schema = &root["properties"]["rules"];
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
