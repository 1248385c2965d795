//! The keys that `[rules]` and the tables of bots may have: the leaves of their schemas.

use balance_kit::schema::parts::{allowed_words, unread, value_schema};
use schemars::Schema;
use serde_json::Value;

use crate::games::{BotInfo, GameInfo, Setup};

/// One key that `[rules]`, or the table of a bot, may have.
pub struct SchemaKey {
    /// The dotted key.
    pub name: String,
    /// The published rule, or what the bot does unless told; none where it depends on others.
    pub default: Option<Value>,
    /// What follows from the others where there is no default, all of them as published.
    pub settled: Option<Value>,
    /// Is there a default that the schema does not say?
    pub unread: bool,
    /// What may stand there, in words.
    pub allowed: String,
    /// Is it a list?
    pub is_list: bool,
    /// Least and most, where they are whole numbers.
    pub range: (Option<i64>, Option<i64>),
    /// What it means.
    pub help: String,
}

/// One row for each leaf of the game's rules schema; what follows from the number of players does from `players`, or from the
/// published one.
pub fn rules(game: &GameInfo, players: Option<u8>) -> Vec<SchemaKey> {
    let mut rows = leaves(&(game.rules_schema)());
    let mut setup = Setup::default();
    if let Some(players) = players {
        setup = setup.with_rule("players", i64::from(players));
    }
    let (settled, schema) = ((game.settled)(&setup), (game.rules_schema)());
    let unread = unread(schema.as_value());
    for row in rows.iter_mut().filter(|row| row.default.is_none()) {
        let mut steps = row.name.split('.');
        let first = steps.next();
        row.unread = first.is_some_and(|step| unread.contains(&step));
        let first = first.and_then(|step| settled.get(step));
        let value = steps.fold(first, |value, step| value?.get(step));
        row.settled = value.and_then(|value| serde_json::to_value(value).ok());
    }
    rows
}

/// One row for each setting of a kind of bot, but its script, which is a language of its own.
pub fn settings(bot: &BotInfo) -> Vec<SchemaKey> {
    let mut rows = leaves(&(bot.schema)());
    rows.retain(|row| row.name != "script");
    rows
}

/// One row for each leaf of a schema.
fn leaves(schema: &Schema) -> Vec<SchemaKey> {
    let root = schema.as_value();
    let mut rows = Vec::new();
    let properties = root.get("properties").cloned().unwrap_or_default();
    walk(root, &properties, None, "", &mut rows);
    rows
}

/// `outer` is the default of the table as a whole, which counts before that of its keys.
fn walk(root: &Value, properties: &Value, outer: Option<&Value>, prefix: &str, rows: &mut Vec<SchemaKey>) {
    let Some(properties) = properties.as_object() else {
        return;
    };
    for (key, schema) in properties {
        let target = value_schema(root, schema);
        let name = format!("{prefix}{key}");
        let default = match outer {
            Some(outer) => outer.get(key),
            None => schema.get("default"),
        };
        let default = default.filter(|value| !value.is_null());
        if let Some(inner) = target.get("properties") {
            walk(root, inner, default, &format!("{name}."), rows);
            continue;
        }
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let help = text(schema.get("description"))
            .or_else(|| text(target.get("description")))
            .unwrap_or_default();
        let limit = |word: &str| target.get(word).and_then(Value::as_i64);
        rows.push(SchemaKey {
            name,
            default: default.cloned(),
            settled: None,
            unread: false,
            allowed: allowed(root, target),
            is_list: is_list(target),
            range: (limit("minimum"), limit("maximum")),
            help: help.replace('\n', " "),
        });
    }
}

fn allowed(root: &Value, schema: &Value) -> String {
    if let Some(words) = allowed_words(root, schema) {
        return words.join(" | ");
    }
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        _ => match schema.get("type") {
            Some(Value::String(kind)) if kind == "boolean" => "true | false".to_owned(),
            Some(Value::String(kind)) if kind == "string" => "a name or a file".to_owned(),
            _ if is_list(schema) => "a list of numbers".to_owned(),
            _ => String::new(),
        },
    }
}

fn is_list(schema: &Value) -> bool {
    let kinds = schema.get("type").and_then(Value::as_array);
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "array"))
}

/// A value as a scenario would say it: a number of 32 bits as short as it was written.
pub fn short(value: &serde_json::Value) -> String {
    match value.as_f64() {
        Some(number) if value.is_f64() && f64::from(number as f32).total_cmp(&number).is_eq() => {
            format!("{:?}", number as f32)
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::JsonSchema;

    /// Words of which none is explained stand elsewhere in a schema than those that are.
    #[test]
    fn words_are_shown_with_and_without_a_meaning() {
        #[derive(JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[allow(dead_code)]
        enum Bare {
            Plain,
            FirstBid,
        }
        #[derive(JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[allow(dead_code)]
        enum Told {
            /// None.
            Cancel,
            First,
        }
        #[derive(JsonSchema)]
        #[allow(dead_code)]
        struct Rules {
            bare: Bare,
            may: Option<Bare>,
            told: Told,
            text: String,
        }
        let rows = leaves(&schemars::schema_for!(Rules));
        let allowed = |name: &str| rows.iter().find(|row| row.name == name).map(|row| row.allowed.clone());
        assert_eq!(allowed("bare").as_deref(), Some("plain | first-bid"));
        assert_eq!(allowed("may").as_deref(), Some("plain | first-bid"));
        let told = allowed("told").expect("a rule");
        assert!(told.contains("cancel") && told.contains("first"), "{told}");
        assert_eq!(allowed("text").as_deref(), Some("a name or a file"));
    }
}
