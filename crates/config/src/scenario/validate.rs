//! The checks of one file by itself: keys, kinds of values, ranges.

use std::collections::BTreeSet;

use super::expand::check_matrix;
use super::expect;
use super::overrides::{COMMAND_LINE, of_command_line};
use super::schema::{Context, bot_pointer, expectation_schema};
use super::tune::check_tune;
use balance_kit::Code;
use balance_kit::sanitize::obeyed;
use balance_kit::schema::messages::{Label, Quote, example, found_kind, listed, missing_key, unknown_key};
use balance_kit::schema::parts::{property, property_names, required};
use balance_kit::schema::tree::{Field, Node, Problem, TomlTable, TomlValue};
use balance_kit::schema::walk::Walk;
use serde_json::{Value as Json, json};

/// All mistakes of one file that can be seen without the others.
pub(crate) fn check_file(context: &Context<'_>, file: &TomlTable) -> Vec<Problem> {
    let mut walk = Walk::new(context.sources, context.root);
    check_top(context, &mut walk, file);
    check_parts(context, &mut walk, file, "");
    check_variants(context, &mut walk, file);
    walk.partial = false;
    for (key, label) in [("stop", "[stop]"), ("time", "[time]")] {
        if let Some(node) = file.get(key) {
            walk.value(node, &context.root["properties"][key], &Label::section(label));
        }
    }
    walk.partial = true;
    if let Some(node) = file
        .get("league")
        .filter(|node| !matches!(node.value, TomlValue::Flag(_)))
    {
        walk.value(node, &context.root["$defs"]["LeagueShape"], &Label::section("[league]"));
    }
    check_matrix(context, &mut walk, file);
    check_tune(context, &mut walk, file);
    check_expect(&mut walk, file);
    misplaced(file, &mut walk.found);
    walk.found
}

/// Keys that stand above all tables, and that people write below one.
const ABOVE: [&str; 7] = ["games", "seed", "title", "margin", "length-margin", "extends", "game"];

/// Says of what is wrong with a key in a table where it belongs, if that is above all tables.
fn misplaced(file: &TomlTable, found: &mut [Problem]) {
    let below = |field: &&Field| ABOVE.contains(&&*field.name);
    let tables = file.fields.iter().flat_map(|section| {
        let list = section.node.list().unwrap_or(std::slice::from_ref(&section.node));
        list.iter().filter_map(Node::table)
    });
    for field in tables.flat_map(|table| table.fields.iter().filter(below)) {
        let of = |problem: &&mut Problem| {
            let at = problem.at.as_ref();
            let here = at == Some(&field.key) || at == Some(&field.node.at);
            let table = |wanted: &[String]| wanted.first().is_some_and(|kind| kind == "object");
            here && match &problem.code {
                Code::UnknownKey { .. } => true,
                Code::WrongKind { wanted } => table(wanted),
                _ => false,
            }
        };
        for problem in found.iter_mut().filter(of) {
            problem.help = Some(format!(
                "`{}` stands at the top of the file, above the first table",
                field.name
            ));
        }
    }
}

fn check_top(context: &Context<'_>, walk: &mut Walk<'_>, file: &TomlTable) {
    let top = Label::section("");
    let properties = &context.root["properties"];
    let known = property_names(context.root, context.root);
    let unset = file.unset(&known);
    for field in &file.fields {
        match (field.name.as_str(), properties.get(&field.name)) {
            ("rules" | "seats" | "bots" | "stop" | "time" | "variant" | "matrix" | "league" | "tune" | "expect", _) => {
            }
            ("game", _) if field.node.text().is_some() => {}
            (name, Some(schema)) => {
                walk.value(&field.node, schema, &top.below(name));
            }
            (_, None) => walk.found.push(unknown_at_top(context, field, &known, &unset)),
        }
    }
}

fn unknown_at_top(context: &Context<'_>, field: &Field, known: &[&str], unset: &[&str]) -> Problem {
    let name = field.name.as_str();
    let rules = &context.root["properties"]["rules"];
    if context.game.is_some() && property_names(context.root, rules).contains(&name) {
        let problem = Problem::located(&field.key, format!("unknown key `{name}`"));
        return problem.help(format!("`{name}` is a rule: move it below [rules]"));
    }
    if name == "minutes-per-turn" {
        let problem = Problem::located(&field.key, format!("unknown key `{name}`"));
        return problem.help("write `seconds-per-turn` below [time] instead");
    }
    unknown_key(field, known, unset, &Label::section(""))
}

/// `rules`, `seats` and `bots` of the base (`within` empty) or of a variant; without a game only that they are tables.
fn check_parts(context: &Context<'_>, walk: &mut Walk<'_>, table: &TomlTable, within: &str) {
    if context.game.is_some() {
        return check_setup(context, walk, table, within, &[context.bots]);
    }
    for part in ["rules", "seats", "bots"] {
        if let Some(field) = table.field(part) {
            walk.value(&field.node, &json!({ "type": "object" }), &part_label(part, within));
        }
    }
}

fn check_setup(context: &Context<'_>, walk: &mut Walk<'_>, table: &TomlTable, within: &str, bots: &[&TomlTable]) {
    for part in ["rules", "seats"] {
        if let Some(field) = table.field(part) {
            let (schema, start) = (&context.root["properties"][part], walk.found.len());
            walk.relative = part == "rules";
            walk.value(&field.node, schema, &part_label(part, within));
            walk.relative = false;
            let found = walk.found.iter_mut().skip(start);
            for problem in found.filter(|_| part == "rules") {
                let meant = meant_rule(context.root, &field.node, problem);
                problem.help = meant.or(problem.help.take());
            }
        }
    }
    if let Some(seats) = table.table("seats") {
        check_seat_keys(walk, seats, &part_label("seats", within));
    }
    let Some(field) = table.field("bots") else { return };
    let label = part_label("bots", within);
    match field.node.table() {
        None => walk.value(&field.node, &json!({ "type": "object" }), &label),
        Some(own) => {
            for bot in &own.fields {
                check_bot(context, walk, bot, &label, within, bots);
            }
        }
    }
}

fn part_label(part: &str, within: &str) -> Label {
    if within.is_empty() {
        return Label::section(format!("[{part}]"));
    }
    Label {
        section: within.to_owned(),
        path: part.to_owned(),
    }
}

fn check_seat_keys(walk: &mut Walk<'_>, seats: &TomlTable, label: &Label) {
    for field in &seats.fields {
        let numeric = field.name.bytes().all(|byte| byte.is_ascii_digit());
        let plain = field.name.parse::<u8>().is_ok_and(|seat| seat > 0) && !field.name.starts_with('0');
        if numeric && !field.name.is_empty() && !plain {
            let message = format!("there is no seat {} in {label}", field.name);
            walk.found
                .push(Problem::located(&field.key, message).help("seats are counted from 1"));
        }
    }
    if let Some(rotate) = seats.field("rotate")
        && let Some(other) = seats.fields.iter().find(|field| field.name != "rotate")
    {
        let (later, sooner) = if other.key.start > rotate.key.start {
            (other, rotate)
        } else {
            (rotate, other)
        };
        let message = format!("{} cannot stand beside `{}`", label.below(&later.name), sooner.name);
        walk.found
            .push(Problem::located(&later.key, message).help("`rotate` fills all seats; keep one of the two"));
    }
}

fn check_bot(
    context: &Context<'_>,
    walk: &mut Walk<'_>,
    bot: &Field,
    label: &Label,
    within: &str,
    bots: &[&TomlTable],
) {
    let Some(game) = context.game else { return };
    let label = match within {
        "" => Label::section(format!("[bots.{}]", bot.name)),
        _ => label.below(&bot.name),
    };
    let Some(table) = bot.node.table() else {
        return walk.value(&bot.node, &json!({ "type": "object" }), &label);
    };
    if bot.name.contains(obeyed) {
        let message = format!("a bot cannot be called \"{}\"", bot.name.escape_debug());
        walk.found.push(Problem::located(&bot.key, message));
    }
    let bots_of_game = (game.bots)();
    let kinds: Vec<&str> = bots_of_game.iter().map(|bot| bot.kind).collect();
    if kinds.contains(&bot.name.as_str()) {
        let message = format!("`{}` is a built-in bot and cannot be redefined", bot.name);
        let kind = table.get("kind").and_then(Node::text).unwrap_or(&bot.name);
        let help =
            format!("give it its own name: [bots.mine] with kind = \"{kind}\", and all = \"mine\" below [seats]");
        walk.found.push(Problem::located(&bot.key, message).help(help));
        // What it lacks besides would be another kind.
        if table.get("kind").is_none() {
            return;
        }
    }
    let inherited = bots.iter().find_map(|bots| bots.table(&bot.name)?.get("kind"));
    match table.get("kind").or(inherited) {
        None => {
            let help = format!(
                "add, say, kind = \"{}\"; kinds: {}",
                kinds.first().unwrap_or(&""),
                listed(&kinds, Quote::Text)
            );
            walk.found.push(missing_key(&bot.key, "kind", &label).help(help));
        }
        Some(kind) => {
            if let Some(kind) = kind.text().filter(|kind| kinds.contains(kind)) {
                check_settings(context, walk, (bot, table), kind, &label, bots);
            } else if table.get("kind").is_some() {
                walk.value(kind, &json!({ "enum": kinds }), &label.below("kind"));
            }
        }
    }
}

fn check_settings(
    context: &Context<'_>,
    walk: &mut Walk<'_>,
    (bot, table): (&Field, &TomlTable),
    kind: &str,
    label: &Label,
    bots: &[&TomlTable],
) {
    let Some(game) = context.game else { return };
    let schema = context.root.pointer(&bot_pointer(game, kind)).unwrap_or(&Json::Null);
    walk.table(&bot.key, table, schema, label);
    if table.get("kind").is_none() {
        return;
    }
    let has = |bots: &&TomlTable, key: &str| bots.table(&bot.name).is_some_and(|table| table.get(key).is_some());
    for key in required(schema) {
        if table.field(key).is_none() && !bots.iter().any(|bots| has(bots, key)) {
            let help = example(key, schema.pointer(&format!("/properties/{key}")));
            walk.found.push(missing_key(&bot.key, key, label).maybe_help(help));
        }
    }
}

fn check_variants(context: &Context<'_>, walk: &mut Walk<'_>, file: &TomlTable) {
    let Some(field) = file.field("variant") else { return };
    let Some(list) = field.node.list() else {
        let message = "a variant starts with [[variant]], in double brackets";
        walk.found
            .push(Problem::located(&field.node.at, message).help("write [[variant]]"));
        return;
    };
    if list.is_empty() {
        let stay = if file.field("extends").is_some() {
            "; those of the scenario that it extends stay"
        } else {
            ""
        };
        let help = format!(
            "a variant is written as [[variant]] with `name` and what it changes; without any, leave this line out{stay}"
        );
        walk.found
            .push(Problem::located(&field.node.at, "`variant` is an empty list").help(help));
    }
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for variant in list {
        let section = if of_command_line(context.sources, &field.key) {
            COMMAND_LINE
        } else {
            "[[variant]]"
        };
        let label = Label::section(section);
        let Some(table) = variant.table() else {
            walk.value(variant, &json!({ "type": "object" }), &label);
            continue;
        };
        let open = json!({ "type": "object", "properties": {
            "name": { "type": "string", "minLength": 1, "maxLength": 80 }, "rules": true, "seats": true, "bots": true,
            "configuration": { "type": "string", "minLength": 1 },
        } });
        let start = walk.found.len();
        walk.table(&variant.at, table, &open, &label);
        let rules = property_names(context.root, &context.root["properties"]["rules"]);
        for problem in walk.found.iter_mut().skip(start) {
            let key = |field: &&Field| problem.at.as_ref() == Some(&field.key) && rules.contains(&field.name.as_str());
            if let Some(rule) = table.fields.iter().find(key) {
                problem.help = Some(format!("`{0}` is a rule: write `rules.{0}`", rule.name));
            }
        }
        match table.get("name") {
            None => {
                let problem = missing_key(&variant.at, "name", &label);
                walk.found.push(problem.help("add, say, name = \"one coin fewer\""));
            }
            Some(node) => match node.text() {
                Some(name) if !names.insert(name) => {
                    let problem = Problem::located(&node.at, format!("two variants are called \"{name}\""));
                    walk.found.push(problem.help("give each variant its own name"));
                }
                _ => {}
            },
        }
        check_parts(context, walk, table, section);
    }
}

fn check_expect(walk: &mut Walk<'_>, file: &TomlTable) {
    let Some(field) = file.field("expect") else { return };
    let label = Label::section("[expect]");
    let Some(table) = field.node.table() else {
        return walk.value(&field.node, &json!({ "type": "object" }), &label);
    };
    let schema = expectation_schema();
    let band = &schema["anyOf"][0];
    for metric in &table.fields {
        let name = label.below(&metric.name);
        let bands = metric.node.list().unwrap_or(std::slice::from_ref(&metric.node));
        if bands.is_empty() {
            walk.found.push(
                Problem::located(&metric.node.at, format!("{name} is an empty list")).help(expect::example(&name)),
            );
        }
        for node in bands {
            let TomlValue::Table(table) = &node.value else {
                let written = walk.sources.written(&node.at);
                let message = format!("{name} must be a table of keys, but is {}", found_kind(node, written));
                let code = Code::WrongKind {
                    wanted: vec!["object".to_owned()],
                };
                walk.found.push(
                    Problem::located(&node.at, message)
                        .code(code)
                        .help(expect::example(&name)),
                );
                continue;
            };
            // Numbers and shares are judged with their meaning.
            walk.table(&node.at, table, &open_numbers(band), &name);
            if let Err(problems) = expect::band(table, &node.at, &name, walk.sources) {
                // What is no ordinary number is told once.
                let new = |problem: &Problem| walk.found.iter().all(|told| told.at != problem.at);
                let new: Vec<Problem> = problems.into_iter().filter(new).collect();
                walk.found.extend(new);
            }
        }
    }
}

fn open_numbers(band: &Json) -> Json {
    let mut open = band.clone();
    for key in ["target", "within", "from", "to"] {
        open["properties"][key] = Json::Bool(true);
    }
    open
}

/// What was meant by what a `problem` is about, a key of `rules` or its value.
fn meant_rule(root: &Json, rules: &Node, problem: &Problem) -> Option<String> {
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
