//! Keys that still work, but should be written otherwise: those whose schema says `deprecated`.
//!
//! A game renames a rule by keeping the old field with `#[schemars(extend("deprecated" = true, "x-instead" = "the new
//! key"))]` for a version.

use super::draft::Draft;
use crate::games::GameInfo;
use balance_kit::schema::parts::{property, resolve};
use balance_kit::schema::place::Problem;
use balance_kit::schema::tree::Table;
use serde_json::Value as Json;

/// One warning for each outdated key of `[rules]`, wherever it stands.
pub(crate) fn outdated(game: &GameInfo, drafts: &[Draft]) -> Vec<Problem> {
    let schema = (game.rules_schema)();
    let root = schema.as_value();
    let mut found: Vec<Problem> = Vec::new();
    for rules in drafts.iter().filter_map(|draft| draft.tree.table("rules")) {
        look(root, root, rules, &mut found);
    }
    found
}

fn look(root: &Json, schema: &Json, table: &Table, found: &mut Vec<Problem>) {
    for field in &table.fields {
        let Some(part) = property(root, schema, &field.name) else {
            continue;
        };
        if part.get("deprecated") == Some(&Json::Bool(true))
            && !found.iter().any(|known| known.at.as_ref() == Some(&field.key))
        {
            let message = format!("`{}` is outdated, and will be gone in a later version", field.name);
            let problem = Problem::at(&field.key, message);
            found.push(match part.get("x-instead").and_then(Json::as_str) {
                Some(instead) => problem.help(format!("write `{instead}`")),
                None => problem,
            });
        }
        if let Some(inner) = field.node.table() {
            look(root, resolve(root, part), inner, found);
        }
    }
}
