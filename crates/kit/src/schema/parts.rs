//! Reads parts of a JSON Schema as schemars writes it.

use serde_json::Value as Json;

/// The schema behind references.
pub fn resolve<'a>(root: &'a Json, schema: &'a Json) -> &'a Json {
    let mut schema = schema;
    for _ in 0..16 {
        if let Some(name) = schema.get("$ref").and_then(Json::as_str) {
            match name.strip_prefix('#').and_then(|pointer| root.pointer(pointer)) {
                Some(target) => schema = target,
                None => return schema,
            }
        } else if let Some([only]) = schema.get("allOf").and_then(Json::as_array).map(Vec::as_slice) {
            schema = only;
        } else {
            return schema;
        }
    }
    schema
}

/// The same of a value that may be left out: that of the value.
pub fn value_schema<'a>(root: &'a Json, schema: &'a Json) -> &'a Json {
    let schema = resolve(root, schema);
    match branches(root, schema).as_slice() {
        [only] => resolve(root, only),
        _ => schema,
    }
}

/// The schema of the key `name` of a table, if the table may have it.
pub fn property<'a>(root: &'a Json, schema: &'a Json, name: &str) -> Option<&'a Json> {
    let schema = value_schema(root, schema);
    let named = schema
        .get("properties")
        .and_then(|p| p.get(name))
        .or_else(|| by_pattern(schema, name));
    named.or_else(|| {
        schema
            .get("additionalProperties")
            .filter(|part| part.is_object() || **part == Json::Bool(true))
    })
}

/// The keys of a table schema.
pub fn property_names<'a>(root: &'a Json, schema: &'a Json) -> Vec<&'a str> {
    let schema = value_schema(root, schema);
    let properties = schema.get("properties").and_then(Json::as_object);
    properties
        .map(|p| p.keys().map(String::as_str).collect())
        .unwrap_or_default()
}

/// The keys that a table must have.
pub fn required(schema: &Json) -> impl Iterator<Item = &str> {
    schema
        .get("required")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
}

/// The schema of a key that is a number, where `patternProperties` has one for such.
pub fn by_pattern<'a>(schema: &'a Json, name: &str) -> Option<&'a Json> {
    let numeric = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let patterns = schema.get("patternProperties").and_then(Json::as_object)?;
    patterns
        .iter()
        .find(|(pattern, _)| numeric && pattern.contains('d'))
        .map(|(_, part)| part)
}

/// The shapes of `anyOf`/`oneOf` besides "nothing".
pub fn branches<'a>(root: &'a Json, schema: &'a Json) -> Vec<&'a Json> {
    let all = schema.get("anyOf").or(schema.get("oneOf")).and_then(Json::as_array);
    let is_null = |part: &&Json| resolve(root, part).get("type").and_then(Json::as_str) == Some("null");
    all.into_iter().flatten().filter(|part| !is_null(part)).collect()
}

/// The words of an enumeration, when it has nothing but words.
pub fn allowed_words<'a>(root: &'a Json, schema: &'a Json) -> Option<Vec<&'a str>> {
    let schema = resolve(root, schema);
    if let Some(word) = schema.get("const") {
        return word.as_str().map(|word| vec![word]);
    }
    if let Some(list) = schema.get("enum").and_then(Json::as_array) {
        return list.iter().filter(|word| !word.is_null()).map(Json::as_str).collect();
    }
    let branches = branches(root, schema);
    if branches.is_empty() {
        return None;
    }
    let words: Option<Vec<_>> = branches.into_iter().map(|part| allowed_words(root, part)).collect();
    words.map(|words| words.concat())
}

/// The kinds of value that a schema allows, besides "nothing".
pub fn kinds(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(kind)) => vec![kind.as_str()],
        Some(Json::Array(list)) => list
            .iter()
            .filter_map(Json::as_str)
            .filter(|kind| *kind != "null")
            .collect(),
        _ => Vec::new(),
    }
}

/// The defaults of a table schema, as TOML.
pub fn defaults(root: &Json) -> toml::Table {
    let mut all = toml::Table::new();
    for name in property_names(root, root) {
        let default = property(root, root, name).and_then(|part| part.get("default"));
        if let Some(value) = default.and_then(to_toml) {
            all.insert(name.to_owned(), value);
        }
    }
    all
}

/// The keys of a table schema that may be left out though their default is not there: schemars writes it where its type derives
/// `Serialize`.
pub fn unread(root: &Json) -> Vec<&str> {
    let needed: Vec<&str> = required(resolve(root, root)).collect();
    let is_unread = |name: &&str| {
        property(root, root, name).is_some_and(|part| part.get("default").is_none() && !may_be_nothing(root, part))
    };
    let names = property_names(root, root).into_iter();
    names.filter(|name| !needed.contains(name)).filter(is_unread).collect()
}

/// May nothing stand there, which is then its default?
fn may_be_nothing(root: &Json, schema: &Json) -> bool {
    let schema = resolve(root, schema);
    let all = schema.get("anyOf").or(schema.get("oneOf")).and_then(Json::as_array);
    let of_kind = |kind: Option<&Json>| match kind {
        Some(Json::Array(list)) => list.iter().any(|kind| kind == "null"),
        kind => kind.is_some_and(|kind| kind == "null"),
    };
    of_kind(schema.get("type")) || all.is_some_and(|all| all.iter().any(|part| may_be_nothing(root, part)))
}

/// The value as TOML, without what is nothing.
fn to_toml(value: &Json) -> Option<toml::Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(flag) => toml::Value::Boolean(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => toml::Value::Integer(whole),
            None => toml::Value::Float(number.as_f64()?),
        },
        Json::String(text) => toml::Value::String(text.clone()),
        Json::Array(list) => toml::Value::Array(list.iter().filter_map(to_toml).collect()),
        Json::Object(map) => {
            let parts = map
                .iter()
                .filter_map(|(name, value)| Some((name.clone(), to_toml(value)?)));
            toml::Value::Table(parts.collect())
        }
    })
}
