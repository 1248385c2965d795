//! The checks of `[matrix]` in one file by itself.

use super::overrides::{COMMAND_LINE, of_command_line};
use super::schema::{Context, bot_pointer};
use balance_kit::schema::messages::{Label, found_kind};
use balance_kit::schema::parts::{property, property_names};
use balance_kit::schema::suggest::{Quote, remedy, suggest};
use balance_kit::schema::tree::Problem;
use balance_kit::schema::tree::{Field, Node, TomlTable};
use balance_kit::schema::walk::Walk;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Every key can be varied and has a list of values that it can have.
pub(super) fn check_matrix(context: &Context<'_>, walk: &mut Walk<'_>, file: &TomlTable) {
    let Some(field) = file.field("matrix") else { return };
    let label = Label::section(if of_command_line(context.sources, &field.key) {
        COMMAND_LINE
    } else {
        "[matrix]"
    });
    let Some(matrix) = field.node.table() else {
        return walk.value(&field.node, &json!({ "type": "object" }), &label);
    };
    for axis in &matrix.fields {
        let schema = axis_schema(context, axis, &label, walk);
        let name = label.below(&axis.name);
        let Some(list) = axis.node.list() else {
            let written = context.sources.written(&axis.node.at);
            let message = format!(
                "{name} must be a list of values, but is {}",
                found_kind(&axis.node, written)
            );
            walk.found
                .push(Problem::located(&axis.node.at, message).help(format!("write [{written}]")));
            continue;
        };
        if list.is_empty() {
            walk.found.push(
                Problem::located(&axis.node.at, format!("{name} is an empty list")).help("name at least one value"),
            );
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for node in list {
            let written = context.sources.written(&node.at);
            if !seen.insert(written) {
                walk.found
                    .push(Problem::located(&node.at, format!("{name} names {written} twice")));
            }
            if let Some(schema) = &schema {
                walk.relative = axis.name.starts_with("rules.");
                walk.value(node, schema, &name);
                walk.relative = false;
            }
        }
    }
}

/// The schema of the values of an axis; a key that cannot be varied is reported.
fn axis_schema(context: &Context<'_>, axis: &Field, label: &Label, walk: &mut Walk<'_>) -> Option<Json> {
    let game = context.game?;
    let path: Vec<&str> = axis.name.split('.').collect();
    let root = context.root;
    let unknown = |help: Option<String>| {
        Problem::located(
            &axis.key,
            format!("{} is no key that can be varied", label.below(&axis.name)),
        )
        .maybe_help(help)
    };
    if axis.name == "seats" {
        let help = "write \"seats.all\" for each of them at every seat, or \"seats.1\" for one seat";
        walk.found.push(unknown(Some(help.to_owned())));
        return None;
    }
    let (first, rest) = path.split_first()?;
    let rules = &root["properties"]["rules"];
    let (mut schema, steps, mut done) = match *first {
        "rules" | "seats" if !rest.is_empty() => (&root["properties"][*first], rest, (*first).to_owned()),
        "bots" if rest.len() >= 2 => {
            let name = rest.first().copied().unwrap_or("");
            let Some(bot) = context.bots.table(name) else {
                if context.broken {
                    return None;
                }
                let names = context.bots.names();
                let help = remedy(name, &names, "bots with a table", Quote::Key);
                walk.found.push(unknown(
                    help.or_else(|| Some(format!("make the bot with a table [bots.{name}]"))),
                ));
                return None;
            };
            let kind = bot.get("kind").and_then(Node::text)?;
            (
                root.pointer(&bot_pointer(game, kind))?,
                rest.get(1..)?,
                format!("bots.{name}"),
            )
        }
        _ => {
            let whole = property_names(root, rules)
                .into_iter()
                .find(|name| axis.name.split('.').next() == Some(name));
            let help = match whole {
                Some(_) => format!("did you mean `rules.{}`?", axis.name),
                None => match suggest(first, ["rules", "seats", "bots"]) {
                    Some(near) if *first != near => format!("did you mean `{near}.{}`?", rest.join(".")),
                    _ => "write a dotted key such as \"rules.players\", \"seats.all\" or \"bots.mine.weights\""
                        .to_owned(),
                },
            };
            walk.found.push(unknown(Some(help)));
            return None;
        }
    };
    for step in steps {
        let Some(part) = property(root, schema, step) else {
            let names = property_names(root, schema);
            let help = match suggest(step, names.iter().copied()) {
                Some(near) => Some(format!("did you mean `{done}.{near}`?")),
                None => remedy("", &names, "keys there", Quote::Key),
            };
            walk.found.push(unknown(help));
            return None;
        };
        schema = part;
        done = format!("{done}.{step}");
    }
    Some(schema.clone())
}
