//! Holds a tree against a JSON Schema as schemars writes them, and says in plain words what does not fit.
//!
//! Understands `$ref`, `type`, `properties`, `patternProperties` for numbers, `additionalProperties`, `required`,
//! `enum`, `const`, `oneOf`, `anyOf`, `allOf` with one part, ranges, `items`, `prefixItems`, sizes, and `format =
//! "rate"`. Keys that a schema does not name are mistakes unless it says otherwise.

use super::problems::{Place, Problem, Sources};
use super::rate::{as_percent, percent};
use super::suggest::{Quote, remedy, suggest};
use super::tree::{Field, Node, Table, Value};
use serde_json::Value as Json;
use std::cmp::Ordering;

/// How a place is called in messages.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// `[rules]`, `[[variant]]`; empty at the top of the file.
    pub section: String,
    /// `end-points.coins`; empty for the section itself.
    pub path: String,
}

impl Label {
    pub fn section(section: impl Into<String>) -> Self {
        Self {
            section: section.into(),
            path: String::new(),
        }
    }

    /// The label of a key below.
    pub fn below(&self, key: &str) -> Self {
        if self.section.is_empty() && self.path.is_empty() {
            return Self {
                section: String::new(),
                path: key.to_owned(),
            };
        }
        let path = if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        };
        Self {
            section: self.section.clone(),
            path,
        }
    }

    fn item(&self, index: usize) -> Self {
        Self {
            section: self.section.clone(),
            path: format!("{}[{}]", self.path, index + 1),
        }
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.path.as_str(), self.section.as_str()) {
            ("", "") => f.write_str("the file"),
            ("", section) => f.write_str(section),
            (path, "") => write!(f, "`{path}`"),
            (path, section) => write!(f, "`{path}` in {section}"),
        }
    }
}

/// One walk; the mistakes gather in `found`.
pub(crate) struct Walk<'a> {
    pub sources: &'a Sources,
    /// Where `$ref` looks.
    pub root: &'a Json,
    /// Whether keys may be left out although the schema requires them, because they stand elsewhere.
    pub partial: bool,
    pub found: Vec<Problem>,
}

impl<'a> Walk<'a> {
    pub fn new(sources: &'a Sources, root: &'a Json) -> Self {
        Self {
            sources,
            root,
            partial: true,
            found: Vec::new(),
        }
    }

    /// Checks one value.
    pub fn value(&mut self, node: &Node, schema: &Json, label: &Label) {
        let schema = resolve(self.root, schema);
        let branches = branches(self.root, schema);
        if let [only] = branches.as_slice() {
            return self.value(node, only, label);
        }
        if let Some(words) = allowed_words(self.root, schema) {
            return self.word(node, &words, label);
        }
        if !branches.is_empty() {
            return self.either(node, &branches, label);
        }
        if schema.get("format").and_then(Json::as_str) == Some("rate") {
            return self.rate(node, schema, label);
        }
        if let Some(word) = schema.get("enum").or(schema.get("const")) {
            return self.constant(node, word, label);
        }
        let kinds = kinds(schema);
        if !kinds.is_empty() && !kinds.iter().any(|kind| fits(&node.value, kind)) {
            self.wrong_kind(node, &kinds, label);
            let examples: Option<Vec<&str>> = schema
                .get("examples")
                .and_then(Json::as_array)
                .map(|list| list.iter().filter_map(Json::as_str).collect());
            if let (Some(problem), Some(examples)) = (self.found.last_mut(), examples) {
                problem.help = remedy("", &examples, "possible values", Quote::Text);
            }
            return;
        }
        match &node.value {
            Value::Whole(_) | Value::Number(_) => self.range(node, schema, label),
            Value::List(list) => self.list(node, list, schema, label),
            Value::Table(table) => self.table(&node.at, table, schema, label),
            Value::Text(text) => self.text(node, text, schema, label),
            _ => {}
        }
    }

    fn text(&mut self, node: &Node, text: &str, schema: &Json, label: &Label) {
        let size = |name| schema.get(name).and_then(Json::as_u64);
        let length = text.chars().count() as u64;
        if length < size("minLength").unwrap_or(0) {
            self.found
                .push(Problem::at(&node.at, format!("{label} must not be empty")));
        }
        if let Some(most) = size("maxLength").filter(|most| length > *most) {
            let message = format!("{label} has {length} characters, but must have at most {most}");
            self.found.push(Problem::at(&node.at, message));
        } else if size("maxLength").is_some() && text.contains(char::is_control) {
            self.found
                .push(Problem::at(&node.at, format!("{label} must stand on one line")));
        }
    }

    /// Checks the keys of a table; `head` is where the table begins.
    pub fn table(&mut self, head: &Place, table: &Table, schema: &Json, label: &Label) {
        let schema = resolve(self.root, schema);
        let properties = schema.get("properties").and_then(Json::as_object);
        let mut meant: Vec<String> = Vec::new();
        for field in &table.fields {
            let below = label.below(&field.name);
            let known = properties
                .and_then(|p| p.get(&field.name))
                .or_else(|| by_pattern(schema, &field.name));
            match (known, schema.get("additionalProperties")) {
                (Some(part), _) => self.value(&field.node, part, &below),
                (None, Some(Json::Bool(true))) => {}
                (None, Some(part @ Json::Object(_))) => self.value(&field.node, part, &below),
                (None, None) if properties.is_none() && schema.get("patternProperties").is_none() => {}
                (None, _) => {
                    let names: Vec<&str> = properties
                        .map(|p| p.keys().map(String::as_str).collect())
                        .unwrap_or_default();
                    let problem = unknown_key(field, &names, table, label);
                    meant.extend(problem.help.clone());
                    self.found.push(problem);
                }
            }
        }
        if !self.partial {
            for name in required(schema) {
                // A misspelt key is not missing as well.
                let misspelt = meant.contains(&format!("did you mean `{name}`?"));
                if table.field(name).is_none() && !misspelt {
                    self.found.push(missing_key(head, name, label));
                }
            }
        }
    }

    fn list(&mut self, node: &Node, list: &[Node], schema: &Json, label: &Label) {
        let size = |name| schema.get(name).and_then(Json::as_u64).map(|n| n as usize);
        let (least, most) = (size("minItems").unwrap_or(0), size("maxItems").unwrap_or(usize::MAX));
        if list.len() < least || list.len() > most {
            let problem = if list.is_empty() && most == usize::MAX {
                Problem::at(&node.at, format!("{label} is an empty list"))
            } else {
                let wanted = match (least, most) {
                    (least, usize::MAX) => format!("at least {}", things(least, "value")),
                    (least, most) if least == most => format!("exactly {}", things(least, "value")),
                    (0, most) => format!("at most {}", things(most, "value")),
                    (least, most) => format!("from {least} to {most} values"),
                };
                Problem::at(
                    &node.at,
                    format!("{label} has {}, but must have {wanted}", things(list.len(), "value")),
                )
            };
            self.found.push(problem);
        }
        let first = schema.get("prefixItems").and_then(Json::as_array);
        let partial = std::mem::replace(&mut self.partial, false);
        for (i, item) in list.iter().enumerate() {
            if let Some(part) = first.and_then(|parts| parts.get(i)).or(schema.get("items")) {
                self.value(item, part, &label.item(i));
            }
        }
        self.partial = partial;
    }

    fn range(&mut self, node: &Node, schema: &Json, label: &Label) {
        let limit = |name| schema.get(name).filter(|limit| limit.is_number());
        let (low, high) = (limit("minimum"), limit("maximum"));
        let (above, below) = (limit("exclusiveMinimum"), limit("exclusiveMaximum"));
        let written = self.sources.written(&node.at);
        if matches!(node.value, Value::Number(number) if !number.is_finite()) {
            let message = format!("{label} is {written}, but must be an ordinary number");
            return self.found.push(Problem::at(&node.at, message));
        }
        let is = |limit: Option<&Json>, wanted: &[Ordering]| {
            limit
                .and_then(|limit| compared(&node.value, limit))
                .is_none_or(|order| wanted.contains(&order))
        };
        let inside = is(low, &[Ordering::Greater, Ordering::Equal])
            && is(high, &[Ordering::Less, Ordering::Equal])
            && is(above, &[Ordering::Greater])
            && is(below, &[Ordering::Less]);
        if !inside {
            let words = |limit: Option<&Json>| limit.map(number_words);
            let wanted = range_words(words(low), words(high), words(above), words(below));
            let message = format!("{label} is {written}, but must be {wanted}");
            return self.found.push(Problem::at(&node.at, message));
        }
        if let Value::Whole(whole) = node.value
            && i64::try_from(whole).is_err()
        {
            self.found.push(Problem::at(
                &node.at,
                format!("{label} is {written}, too large a number"),
            ));
        }
    }

    fn rate(&mut self, node: &Node, schema: &Json, label: &Label) {
        let limit = |name, other| schema.get(name).and_then(Json::as_f64).unwrap_or(other);
        let (low, high) = (limit("minimum", 0.0), limit("maximum", 1.0));
        let above = schema.get("exclusiveMinimum").and_then(Json::as_f64);
        let below = schema.get("exclusiveMaximum").and_then(Json::as_f64);
        let written = self.sources.written(&node.at);
        let share = match &node.value {
            Value::Text(text) => percent(text),
            Value::Whole(whole) => Some(*whole as f64),
            Value::Number(number) => Some(*number),
            _ => None,
        };
        let Some(share) = share.filter(|share| !share.is_nan()) else {
            let message = format!(
                "{label} must be a share such as \"5%\" or 0.05, but is {}",
                found_kind(node, written)
            );
            let number = node.text().and_then(|text| text.trim().parse::<f64>().ok());
            let help = number.map(|n| format!("write \"{n}%\""));
            return self.found.push(Problem::at(&node.at, message).maybe_help(help));
        };
        let inside = (low..=high).contains(&share)
            && above.is_none_or(|above| share > above)
            && below.is_none_or(|below| share < below);
        if !inside {
            let wanted = range_words(
                above.is_none().then(|| as_percent(low)),
                below.is_none().then(|| as_percent(high)),
                above.map(as_percent),
                below.map(as_percent),
            );
            let meant = node.text().is_none() && share > 1.0 && share <= 100.0 * high;
            let help = meant.then(|| format!("write \"{share}%\" if per cent are meant"));
            let message = format!("{label} is {written}, but must be {wanted}");
            self.found.push(Problem::at(&node.at, message).maybe_help(help));
        }
    }

    fn word(&mut self, node: &Node, words: &[&str], label: &Label) {
        match &node.value {
            Value::Text(text) if words.contains(&text.as_str()) => {}
            Value::Text(text) => {
                let message = format!("{label} cannot be \"{}\"", text.escape_debug());
                self.found.push(Problem::at(&node.at, message).maybe_help(remedy(
                    text,
                    words,
                    "possible",
                    Quote::Text,
                )));
            }
            _ => {
                let message = format!(
                    "{label} must be text, but is {}",
                    found_kind(node, self.sources.written(&node.at))
                );
                self.found.push(Problem::at(&node.at, message).maybe_help(remedy(
                    "",
                    words,
                    "possible values",
                    Quote::Text,
                )));
            }
        }
    }

    fn constant(&mut self, node: &Node, allowed: &Json, label: &Label) {
        let allowed = allowed.as_array().cloned().unwrap_or_else(|| vec![allowed.clone()]);
        let is = |json: &Json| match &node.value {
            Value::Text(text) => json.as_str() == Some(text),
            Value::Whole(whole) => json.as_i64().map(i128::from) == Some(*whole),
            Value::Number(number) => json.as_f64() == Some(*number),
            Value::Flag(flag) => json.as_bool() == Some(*flag),
            _ => false,
        };
        if !allowed.iter().any(is) {
            let names: Vec<String> = allowed.iter().map(Json::to_string).collect();
            let message = format!("{label} cannot be {}", found_kind(node, self.sources.written(&node.at)));
            self.found
                .push(Problem::at(&node.at, message).help(format!("possible values: {}", names.join(", "))));
        }
    }

    /// One of several shapes: the first that fits, else the mistakes against the most likely one.
    fn either(&mut self, node: &Node, branches: &[&Json], label: &Label) {
        let mut best: Option<(usize, Vec<Problem>)> = None;
        let mut names: Vec<&str> = Vec::new();
        for branch in branches {
            let schema = resolve(self.root, branch);
            let kinds = kinds(schema);
            let mut trial = Walk {
                sources: self.sources,
                root: self.root,
                partial: false,
                found: Vec::new(),
            };
            trial.value(node, branch, label);
            if trial.found.is_empty() {
                return;
            }
            if kinds.is_empty() || kinds.iter().any(|kind| fits(&node.value, kind)) {
                // A wrong tag means another shape altogether.
                let wrong_tag = trial.found.iter().any(|problem| problem.message.contains("cannot be"));
                let cost = trial.found.len() + if wrong_tag { 100 } else { 0 };
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, trial.found));
                }
            }
            names.extend(kinds);
        }
        match best {
            Some((_, found)) => self.found.extend(found),
            None => self.wrong_kind(node, &names, label),
        }
    }

    fn wrong_kind(&mut self, node: &Node, kinds: &[&str], label: &Label) {
        let mut words: Vec<&str> = Vec::new();
        for word in kinds.iter().map(|kind| kind_words(kind)) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let written = self.sources.written(&node.at);
        let message = format!(
            "{label} must be {}, but is {}",
            words.join(" or "),
            found_kind(node, written)
        );
        let help = mended(node, kinds, written);
        self.found.push(Problem::at(&node.at, message).maybe_help(help));
    }
}

/// The schema behind references.
pub(crate) fn resolve<'a>(root: &'a Json, schema: &'a Json) -> &'a Json {
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

/// The schema of the key `name` of a table, if the table may have it.
pub(crate) fn property<'a>(root: &'a Json, schema: &'a Json, name: &str) -> Option<&'a Json> {
    let mut schema = resolve(root, schema);
    if let [only] = branches(root, schema).as_slice() {
        schema = resolve(root, only);
    }
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
pub(crate) fn property_names<'a>(root: &'a Json, schema: &'a Json) -> Vec<&'a str> {
    let mut schema = resolve(root, schema);
    if let [only] = branches(root, schema).as_slice() {
        schema = resolve(root, only);
    }
    let properties = schema.get("properties").and_then(Json::as_object);
    properties
        .map(|p| p.keys().map(String::as_str).collect())
        .unwrap_or_default()
}

pub(crate) fn missing_key(head: &Place, name: &str, label: &Label) -> Problem {
    let message = match (label.section.as_str(), label.path.as_str()) {
        ("", "") => format!("`{name}` is missing"),
        _ => format!("`{name}` is missing in {}", label.to_string().trim_matches('`')),
    };
    Problem::at(head, message)
}

/// A key that the table cannot have; `known` are those it can, `table` what stands in it.
pub(crate) fn unknown_key(field: &Field, known: &[&str], table: &Table, label: &Label) -> Problem {
    let key = label.below(&field.name);
    let unset: Vec<&str> = known
        .iter()
        .copied()
        .filter(|name| table.field(name).is_none())
        .collect();
    let near = suggest(&field.name, unset);
    let help = match near {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if known.is_empty() => Some("there are no keys here".to_owned()),
        None => match suggest(&field.name, known.iter().copied()) {
            Some(name) => Some(format!("`{name}` is set already; take one of the two out")),
            None => remedy("", known, "keys here", Quote::Key),
        },
    };
    Problem::at(&field.key, format!("unknown key {key}")).maybe_help(help)
}

/// The keys that a table must have.
pub(crate) fn required(schema: &Json) -> impl Iterator<Item = &str> {
    schema
        .get("required")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
}

fn by_pattern<'a>(schema: &'a Json, name: &str) -> Option<&'a Json> {
    let numeric = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let patterns = schema.get("patternProperties").and_then(Json::as_object)?;
    patterns
        .iter()
        .find(|(pattern, _)| numeric && pattern.contains('d'))
        .map(|(_, part)| part)
}

/// The shapes of `anyOf`/`oneOf` besides "nothing".
fn branches<'a>(root: &'a Json, schema: &'a Json) -> Vec<&'a Json> {
    let all = schema.get("anyOf").or(schema.get("oneOf")).and_then(Json::as_array);
    let is_null = |part: &&Json| resolve(root, part).get("type").and_then(Json::as_str) == Some("null");
    all.into_iter().flatten().filter(|part| !is_null(part)).collect()
}

/// The words of an enumeration, when it has nothing but words.
fn allowed_words<'a>(root: &'a Json, schema: &'a Json) -> Option<Vec<&'a str>> {
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

fn kinds(schema: &Json) -> Vec<&str> {
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

fn fits(value: &Value, kind: &str) -> bool {
    matches!(
        (value, kind),
        (Value::Text(_), "string")
            | (Value::Whole(_), "integer" | "number")
            | (Value::Number(_), "number")
            | (Value::Flag(_), "boolean")
            | (Value::List(_), "array")
            | (Value::Table(_), "object")
    )
}

fn kind_words(kind: &str) -> &'static str {
    match kind {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "a table of keys",
        _ => "something else",
    }
}

/// What was found instead, as written when it is short.
pub(crate) fn found_kind(node: &Node, written: &str) -> String {
    let kind = match node.value {
        Value::Text(_) => "the text",
        Value::Whole(_) | Value::Number(_) | Value::Flag(_) => "",
        Value::Date(_) => "the date",
        Value::List(_) => return "a list".to_owned(),
        Value::Table(_) => return "a table of keys".to_owned(),
    };
    let short = written.chars().count() <= 40 && !written.contains('\n') && !written.is_empty();
    match (short, kind) {
        (true, "") => written.to_owned(),
        (true, kind) => format!("{kind} {written}"),
        (false, "") => "a number".to_owned(),
        (false, kind) => kind.trim_start_matches("the ").to_owned(),
    }
}

/// How the value would be written rightly, when that is plain.
fn mended(node: &Node, kinds: &[&str], written: &str) -> Option<String> {
    let wants = |kind| kinds.contains(&kind);
    match &node.value {
        Value::Text(text) => {
            let text = text.trim();
            let bare = text.replace('_', "");
            let number =
                (wants("integer") && bare.parse::<i64>().is_ok()) || (wants("number") && bare.parse::<f64>().is_ok());
            if number || (wants("boolean") && (text == "true" || text == "false")) {
                return Some(format!("write {text} without quotes"));
            }
            if wants("boolean") && ["yes", "no", "on", "off"].contains(&text) {
                return Some(format!("write {}", ["yes", "on"].contains(&text)));
            }
            if let Some(share) = percent(text).filter(|_| wants("number")) {
                return Some(format!("write {share}"));
            }
            wants("array").then(|| format!("write [{written}]"))
        }
        Value::Number(number) if wants("integer") && number.fract() == 0.0 && number.abs() < 1e15 => {
            Some(format!("write {}", grouped(*number as i128)))
        }
        Value::Whole(_) | Value::Number(_) | Value::Flag(_) if wants("string") => {
            Some(format!("write \"{written}\" in quotes"))
        }
        Value::Whole(_) | Value::Number(_) | Value::Flag(_) if wants("array") => Some(format!("write [{written}]")),
        _ => None,
    }
}

/// How a number compares with a limit; exact when both are whole.
fn compared(value: &Value, limit: &Json) -> Option<Ordering> {
    let whole = limit
        .as_i64()
        .map(i128::from)
        .or_else(|| limit.as_u64().map(i128::from));
    match (value, whole) {
        (Value::Whole(value), Some(limit)) => Some(value.cmp(&limit)),
        (Value::Whole(value), None) => (*value as f64).partial_cmp(&limit.as_f64()?),
        (Value::Number(value), _) => value.partial_cmp(&limit.as_f64()?),
        _ => None,
    }
}

fn range_words(low: Option<String>, high: Option<String>, above: Option<String>, below: Option<String>) -> String {
    match (low, high, above, below) {
        (Some(low), Some(high), None, None) => format!("from {low} to {high}"),
        (low, high, above, below) => {
            let mut parts = Vec::new();
            parts.extend(low.map(|limit| format!("at least {limit}")));
            parts.extend(above.map(|limit| format!("more than {limit}")));
            parts.extend(high.map(|limit| format!("at most {limit}")));
            parts.extend(below.map(|limit| format!("less than {limit}")));
            parts.join(" and ")
        }
    }
}

fn number_words(limit: &Json) -> String {
    match (limit.as_i64(), limit.as_f64()) {
        (Some(whole), _) => grouped(i128::from(whole)),
        (None, Some(number)) if number.fract() == 0.0 && number.abs() < 1e15 => grouped(number as i128),
        (None, Some(number)) => number.to_string(),
        (None, None) => limit.to_string(),
    }
}

/// `1000000` as `1_000_000`.
pub(crate) fn grouped(whole: i128) -> String {
    let digits = whole.unsigned_abs().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && digits.len() > 4 {
            text.push('_');
        }
        text.push(digit);
    }
    if whole < 0 { format!("-{text}") } else { text }
}

fn things(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}
