//! Holds a tree against a JSON Schema as schemars writes them, and says in plain words what does not fit.
//!
//! Understands `$ref`, `type`, `properties`, `patternProperties` for numbers, `additionalProperties`, `required`,
//! `enum`, `const`, `oneOf`, `anyOf`, `allOf` with one part, ranges, `items`, `prefixItems`, sizes, and `format =
//! "rate"`. Keys that a schema does not name are mistakes unless it says otherwise.

use super::messages::{
    Label, POINT, Quote, by_local_custom, example, found_kind, kind_words, mended, missing_key, number_words,
    percent_of, remedy, things, unknown_key,
};
use super::parts::{allowed_words, branches, by_pattern, kinds, required, resolve};
use super::relative_number::By;
use super::tree::{Node, Place, Problem, Sources, TomlTable, TomlValue};
use crate::Code;
use crate::sanitize::obeyed;
use balance_engine::{as_percent, percent};
use serde_json::Value as Json;
use std::cmp::Ordering;

/// One walk; the mistakes gather in `found`.
pub struct Walk<'a> {
    /// The texts that places refer to.
    pub sources: &'a Sources,
    /// Where `$ref` looks.
    pub root: &'a Json,
    /// Whether keys may be left out although the schema requires them, because they stand elsewhere.
    pub partial: bool,
    /// Whether a number may be written as how much more or less it is.
    pub relative: bool,
    /// What does not fit.
    pub found: Vec<Problem>,
}

impl<'a> Walk<'a> {
    /// A walk that has found nothing yet; keys may be left out.
    pub fn new(sources: &'a Sources, root: &'a Json) -> Self {
        Self {
            sources,
            root,
            partial: true,
            relative: false,
            found: Vec::new(),
        }
    }

    /// Checks a file as a whole.
    pub fn document(&mut self, file: &TomlTable) {
        self.table(&Place::new(0, 0..0), file, self.root, &Label::section(""));
    }

    /// Checks one value.
    pub fn value(&mut self, node: &Node, schema: &Json, label: &Label) {
        let schema = resolve(self.root, schema);
        let by = node.text().filter(|_| self.relative).and_then(By::read);
        if by.is_some_and(|by| by.fits(self.root, schema)) {
            return;
        }
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
            self.wrong_kind(node, &kinds, schema, label);
            let keys = schema.get("properties").and_then(Json::as_object);
            if let (Some(problem), Some(keys)) = (self.found.last_mut(), keys) {
                let keys: Vec<&str> = keys.keys().map(String::as_str).collect();
                problem.help = remedy("", &keys, "keys below it", Quote::Key);
            }
            let examples: Option<Vec<&str>> = schema
                .get("examples")
                .and_then(Json::as_array)
                .and_then(|list| list.iter().map(Json::as_str).collect());
            if let (Some(problem), Some(examples)) = (self.found.last_mut(), examples) {
                problem.help = remedy("", &examples, "possible values", Quote::Text);
            }
            return;
        }
        match &node.value {
            TomlValue::Whole(_) | TomlValue::Number(_) => self.range(node, schema, label),
            TomlValue::List(list) => self.list(node, list, schema, label),
            TomlValue::Table(table) => self.table(&node.at, table, schema, label),
            TomlValue::Text(text) => self.text(node, text, schema, label),
            _ => {}
        }
    }

    fn text(&mut self, node: &Node, text: &str, schema: &Json, label: &Label) {
        let size = |name| schema.get(name).and_then(Json::as_u64);
        let length = text.chars().count() as u64;
        if length < size("minLength").unwrap_or(0) {
            self.found
                .push(Problem::located(&node.at, format!("{label} must not be empty")));
        }
        if let Some(most) = size("maxLength").filter(|most| length > *most) {
            let message = format!("{label} has {length} characters, but must have at most {most}");
            self.found.push(Problem::located(&node.at, message));
        } else if size("maxLength").is_some() && text.contains(obeyed) {
            let message = if text.contains(['\n', '\r', '\t']) {
                format!("{label} must stand on one line")
            } else {
                format!("{label} contains a character that cannot be shown")
            };
            self.found.push(Problem::located(&node.at, message));
        }
    }

    /// Checks the keys of a table; `head` is where the table begins.
    pub fn table(&mut self, head: &Place, table: &TomlTable, schema: &Json, label: &Label) {
        let schema = resolve(self.root, schema);
        let properties = schema.get("properties").and_then(Json::as_object);
        let names: Vec<&str> = properties
            .map(|p| p.keys().map(String::as_str).collect())
            .unwrap_or_default();
        let unset = table.unset(&names);
        let mut meant: Vec<String> = Vec::new();
        for field in &table.fields {
            let below = label.below(&field.name);
            let known = properties
                .and_then(|p| p.get(&field.name))
                .or_else(|| by_pattern(schema, &field.name));
            match (known, schema.get("additionalProperties")) {
                (Some(part), _) | (None, Some(part @ Json::Object(_))) => self.value(&field.node, part, &below),
                (None, Some(Json::Bool(true))) => {}
                (None, None) if properties.is_none() && schema.get("patternProperties").is_none() => {}
                (None, _) => {
                    let problem = unknown_key(field, &names, &unset, label);
                    if let Code::UnknownKey { near: Some(near) } = &problem.code {
                        meant.push(near.clone());
                    }
                    self.found.push(problem);
                }
            }
        }
        if !self.partial {
            for name in required(schema) {
                // A misspelt key is not missing as well.
                if table.field(name).is_none() && !meant.iter().any(|near| near == name) {
                    let help = example(name, properties.and_then(|p| p.get(name)));
                    self.found.push(missing_key(head, name, label).maybe_help(help));
                }
            }
        }
    }

    fn list(&mut self, node: &Node, list: &[Node], schema: &Json, label: &Label) {
        let size = |name| schema.get(name).and_then(Json::as_u64).map(|n| n as usize);
        let (least, most) = (size("minItems").unwrap_or(0), size("maxItems").unwrap_or(usize::MAX));
        if list.len() < least || list.len() > most {
            let problem = if list.is_empty() && (least == 1 || most == usize::MAX) {
                let such = schema.get("examples").and_then(|all| all.get(0));
                let such = such.and_then(|one| toml::Value::try_from(one).ok());
                let help = such.map_or_else(
                    || "name at least one value".to_owned(),
                    |such| format!("name at least one value, such as {such}"),
                );
                Problem::located(&node.at, format!("{label} is an empty list")).help(help)
            } else {
                let wanted = match (least, most) {
                    (least, usize::MAX) => format!("at least {}", things(least, "value")),
                    (least, most) if least == most => format!("exactly {}", things(least, "value")),
                    (0, most) => format!("at most {}", things(most, "value")),
                    (least, most) => format!("from {least} to {most} values"),
                };
                Problem::located(
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
                let of_header = self.sources.written(&item.at).starts_with("[[");
                let label = if of_header { label.header() } else { label.item(i) };
                self.value(item, part, &label);
            }
        }
        self.partial = partial;
    }

    fn range(&mut self, node: &Node, schema: &Json, label: &Label) {
        let limits = NumberLimits::from_schema(schema);
        let written = self.sources.written(&node.at);
        if matches!(node.value, TomlValue::Number(number) if !number.is_finite()) {
            let message = format!("{label} is {written}, but must be an ordinary number");
            return self.found.push(Problem::located(&node.at, message));
        }
        if !limits.hold(&node.value) {
            let message = format!("{label} is {written}, but must be {}", limits.in_words(number_words));
            return self.found.push(Problem::located(&node.at, message));
        }
        if let TomlValue::Whole(whole) = node.value
            && i64::try_from(whole).is_err()
        {
            self.found.push(Problem::located(
                &node.at,
                format!("{label} is {written}, too large a number"),
            ));
        }
    }

    fn rate(&mut self, node: &Node, schema: &Json, label: &Label) {
        let (none, all) = (Json::from(0), Json::from(1));
        let mut limits = NumberLimits::from_schema(schema);
        limits.least = limits.above.is_none().then(|| limits.least.unwrap_or(&none));
        limits.most = limits.below.is_none().then(|| limits.most.unwrap_or(&all));
        let written = self.sources.written(&node.at);
        let share = match &node.value {
            TomlValue::Text(text) => percent(text),
            TomlValue::Whole(whole) => Some(*whole as f64),
            TomlValue::Number(number) => Some(*number),
            _ => None,
        };
        let Some(share) = share.filter(|share| !share.is_nan()) else {
            let message = format!(
                "{label} must be a share such as \"5%\" or 0.05, but is {}",
                found_kind(node, written)
            );
            let number = node.text().and_then(|text| {
                let (sign, digits) = text.trim().split_at(usize::from(text.trim().starts_with(['+', '-'])));
                Some((sign, digits.parse::<f64>().ok()?))
            });
            // As a number by itself it would be a part of all.
            let local = node
                .text()
                .and_then(|text| by_local_custom(text.trim().trim_end_matches('%').trim_end()));
            let local = local.map(|number| format!("write \"{number}%\": {POINT}"));
            let as_share = number.map(|(sign, n)| match n {
                part if part > 0.0 && part <= 1.0 => {
                    format!(
                        "write \"{sign}{n}%\", or \"{sign}{}\" if that is meant",
                        percent_of(part)
                    )
                }
                _ => format!("write \"{sign}{n}%\""),
            });
            let help = local.or(as_share);
            return self.found.push(Problem::located(&node.at, message).maybe_help(help));
        };
        if !limits.hold(&TomlValue::Number(share)) {
            let wanted = limits.in_words(|limit| as_percent(limit.as_f64().unwrap_or_default()));
            let high = schema.get("maximum").and_then(Json::as_f64).unwrap_or(1.0);
            let meant = node.text().is_none() && share > high && share <= 100.0 * high;
            let help = meant.then(|| format!("write \"{share}%\" if per cent are meant"));
            let message = format!("{label} is {written}, but must be {wanted}");
            self.found.push(Problem::located(&node.at, message).maybe_help(help));
        }
    }

    fn word(&mut self, node: &Node, words: &[&str], label: &Label) {
        match &node.value {
            TomlValue::Text(text) if words.contains(&text.as_str()) => {}
            TomlValue::Text(text) => {
                let message = format!("{label} cannot be \"{}\"", text.escape_debug());
                self.found.push(
                    Problem::located(&node.at, message)
                        .code(Code::WrongWord)
                        .maybe_help(remedy(text, words, "possible", Quote::Text)),
                );
            }
            _ => {
                let message = format!(
                    "{label} must be text, but is {}",
                    found_kind(node, self.sources.written(&node.at))
                );
                self.found.push(Problem::located(&node.at, message).maybe_help(remedy(
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
            TomlValue::Text(text) => json.as_str() == Some(text),
            TomlValue::Whole(whole) => json.as_i64().map(i128::from) == Some(*whole),
            TomlValue::Number(number) => json.as_f64() == Some(*number),
            TomlValue::Flag(flag) => json.as_bool() == Some(*flag),
            _ => false,
        };
        if !allowed.iter().any(is) {
            let names: Vec<String> = allowed.iter().map(Json::to_string).collect();
            let message = format!("{label} cannot be {}", found_kind(node, self.sources.written(&node.at)));
            self.found.push(
                Problem::located(&node.at, message)
                    .code(Code::WrongWord)
                    .help(format!("possible values: {}", names.join(", "))),
            );
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
                relative: self.relative,
                found: Vec::new(),
            };
            trial.value(node, branch, label);
            if trial.found.is_empty() {
                return;
            }
            if kinds.is_empty() || kinds.iter().any(|kind| fits(&node.value, kind)) {
                // A wrong tag means another shape altogether.
                let wrong_tag = trial.found.iter().any(|problem| problem.code == Code::WrongWord);
                let cost = trial.found.len() + if wrong_tag { 100 } else { 0 };
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, trial.found));
                }
            }
            names.extend(kinds);
        }
        if let Some((_, found)) = best {
            return self.found.extend(found);
        }
        let shapes = branches.iter().map(|branch| resolve(self.root, branch));
        let is_number = |shape: &&Json| kinds(shape).iter().any(|kind| ["integer", "number"].contains(kind));
        let number = shapes.clone().find(is_number).unwrap_or(&Json::Null);
        self.wrong_kind(node, &names, number, label);
    }

    fn wrong_kind(&mut self, node: &Node, kinds: &[&str], schema: &Json, label: &Label) {
        let range = NumberLimits::from_schema(schema).in_words(number_words);
        let mut words: Vec<String> = Vec::new();
        for kind in kinds {
            let word = match *kind {
                "integer" | "number" if !range.is_empty() => format!("{} {range}", kind_words(kind)),
                kind => kind_words(kind).to_owned(),
            };
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
        let wanted = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        self.found.push(
            Problem::located(&node.at, message)
                .code(Code::WrongKind { wanted })
                .maybe_help(help),
        );
    }
}

fn fits(value: &TomlValue, kind: &str) -> bool {
    matches!(
        (value, kind),
        (TomlValue::Text(_), "string")
            | (TomlValue::Whole(_), "integer" | "number")
            | (TomlValue::Number(_), "number")
            | (TomlValue::Flag(_), "boolean")
            | (TomlValue::List(_), "array")
            | (TomlValue::Table(_), "object")
    )
}

/// What a schema says of a number.
struct NumberLimits<'a> {
    least: Option<&'a Json>,
    most: Option<&'a Json>,
    above: Option<&'a Json>,
    below: Option<&'a Json>,
}

impl<'a> NumberLimits<'a> {
    fn from_schema(schema: &'a Json) -> Self {
        let limit = |name| schema.get(name).filter(|limit| limit.is_number());
        NumberLimits {
            least: limit("minimum"),
            most: limit("maximum"),
            above: limit("exclusiveMinimum"),
            below: limit("exclusiveMaximum"),
        }
    }

    /// Does the number keep to them?
    fn hold(&self, number: &TomlValue) -> bool {
        let order = |limit: Option<&Json>| limit.and_then(|limit| compared(number, limit));
        order(self.least).is_none_or(Ordering::is_ge)
            && order(self.most).is_none_or(Ordering::is_le)
            && order(self.above).is_none_or(Ordering::is_gt)
            && order(self.below).is_none_or(Ordering::is_lt)
    }

    /// In words, each as `written`; empty where there are none.
    fn in_words(&self, written: impl Fn(&Json) -> String) -> String {
        let limit = |limit: Option<&Json>, word: &str| limit.map(|limit| format!("{word} {}", written(limit)));
        if let (Some(least), Some(most), None, None) = (self.least, self.most, self.above, self.below) {
            return format!("from {} to {}", written(least), written(most));
        }
        let parts = [
            limit(self.least, "at least"),
            limit(self.above, "more than"),
            limit(self.most, "at most"),
            limit(self.below, "less than"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
    }
}

/// How a number compares with a limit; exact when both are whole.
fn compared(value: &TomlValue, limit: &Json) -> Option<Ordering> {
    let whole = limit
        .as_i64()
        .map(i128::from)
        .or_else(|| limit.as_u64().map(i128::from));
    match (value, whole) {
        (TomlValue::Whole(value), Some(limit)) => Some(value.cmp(&limit)),
        (TomlValue::Whole(value), None) => (*value as f64).partial_cmp(&limit.as_f64()?),
        (TomlValue::Number(value), _) => value.partial_cmp(&limit.as_f64()?),
        _ => None,
    }
}
