//! What was meant by a rule that there is not, where it is near none by its letters.

use balance_kit::Code;
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
