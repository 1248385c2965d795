//! What is right, but has no effect or cannot be answered: told as a warning.

use std::collections::{BTreeMap, BTreeSet};

use super::expand::Draft;
use super::expect::Expectation;
use super::setup::locate;
use super::{Configuration, Of, as_percent, in_force};
use crate::games::{self, At, GameInfo, Mistake};
use balance_kit::schema::messages::{Quote, listed};
use balance_kit::schema::parts::{property, resolve};
use balance_kit::schema::tree::{Field, Node, Place, Problem, TomlTable};
use serde_json::Value as Json;

/// The line of a script that always finds something to play.
const ALWAYS: &str = "any";

/// Bots that sit nowhere: one warning for all of them.
pub(crate) fn nowhere(drafts: &[Draft], used: &BTreeSet<String>) -> Vec<Problem> {
    let mut idle: Vec<&Field> = Vec::new();
    let bots = drafts.iter().filter_map(|draft| draft.tree.table("bots"));
    for bot in bots.flat_map(|bots| &bots.fields) {
        if !used.contains(&bot.name) && idle.iter().all(|other| other.name != bot.name) {
            idle.push(bot);
        }
    }
    let Some(first) = idle.first() else { return Vec::new() };
    let (program, names) = (games::program(), idle.iter().map(|bot| format!("`{}`", bot.name)));
    let names: Vec<String> = names.collect();
    let (message, it) = match names.split_last() {
        Some((last, others)) if !others.is_empty() => {
            (format!("the bots {} and {last} sit nowhere", others.join(", ")), "them")
        }
        _ => (format!("the bot {} sits nowhere", names[0]), "it"),
    };
    let help = format!("name {it} in [seats], or meet {it} in `{program} bots ladder`; else take {it} out");
    vec![Problem::located(&first.key, message).help(help)]
}

/// Everything pointless in a sound scenario but bots that sit nowhere.
pub(crate) fn lint(
    game: &GameInfo,
    merged: &TomlTable,
    drafts: &[Draft],
    configurations: &[Configuration],
    expect: &[Expectation],
) -> Vec<Problem> {
    let mut warnings = empty_variants(merged);
    warnings.extend(repeated_variants(game, merged, configurations));
    let bots = drafts.iter().filter_map(|draft| draft.tree.table("bots"));
    warnings.extend(bots.flat_map(after_any));
    // A bot of the base stands in every draft.
    let mut told: Vec<Problem> = Vec::new();
    for warning in warnings {
        if !told.contains(&warning) {
            told.push(warning);
        }
    }
    told.extend(too_much(game, configurations, expect));
    let out_of_reach = |configuration: &Configuration| (game.out_of_reach)(&configuration.setup);
    told.extend(everywhere(drafts, configurations, merged, out_of_reach, |_| true));
    told.extend(without_effect(game, drafts, configurations, merged));
    told.extend(roles_of_nobody(game, drafts, configurations, merged));
    for each in expect {
        let (least, most) = each.band.ends();
        // That a percentile is a whole number games do show.
        let is_whole = matches!(Of::metric(&each.metric), Of::Quantile(..)) && least.fract().total_cmp(&0.0).is_eq();
        if least.total_cmp(&most).is_eq() && !is_whole {
            let message = format!("the band of `{}` has no width", each.metric);
            let help = "no number of games shows that a result is exactly this; add some room on both sides";
            told.push(Problem::located(&each.place, message).help(help));
        } else if !each.band.is_change()
            && Of::metric(&each.metric).is_share()
            && (most <= lowest(&each.metric) || least >= 1.0)
        {
            let alone = as_percent(most.clamp(lowest(&each.metric), 1.0));
            let message = format!("the band of `{}` holds {alone} alone", each.metric);
            let help = "no number of games shows that a share is exactly this; leave some room";
            told.push(Problem::located(&each.place, message).help(help));
        }
    }
    told
}

/// The least that a share can be, or a difference of shares.
fn lowest(metric: &str) -> f64 {
    if Of::metric(metric).is_gap() { -1.0 } else { 0.0 }
}

/// Least shares of games that cannot all be reached: every game ends in one way.
fn too_much(game: &GameInfo, configurations: &[Configuration], expect: &[Expectation]) -> Option<Problem> {
    let of = |kind: &str, configuration: &Configuration| {
        let bands = expect.iter().filter(|each| {
            let other = each.metric.strip_prefix(kind);
            other.is_some_and(|other| other != "nobody") && !each.band.is_change() && each.concerns(configuration)
        });
        // Of several bands of one share the highest counts.
        let mut least: BTreeMap<&str, f64> = BTreeMap::new();
        let mut last = None;
        for each in bands {
            let most = least.entry(&each.metric).or_default();
            *most = most.max(each.band.ends().0);
            last = Some(&each.place);
        }
        let each = least
            .iter()
            .map(|(metric, least)| format!("{} of `{metric}`", as_percent(*least)));
        (least.values().sum::<f64>(), each.collect::<Vec<_>>().join(", "), last)
    };
    configurations.iter().find_map(|configuration| {
        let tell = |kind: &str, what: &str, help: &str| {
            let (sum, each, last) = of(kind, configuration);
            let sum = (sum * 1e6).round() / 1e6;
            let message = format!(
                "the least shares wished of {what} add up to {}: {each}",
                as_percent(sum)
            );
            (sum > 1.0).then_some(Problem::located(last?, message).help(help))
        };
        // Where everybody plays for himself several may win together, and their shares add up to more.
        let sides = || {
            let help = "only games that several sides win together make that possible; lower some of them";
            tell("win-rate.", "sides", help).filter(|_| !game.roles.is_empty())
        };
        tell("ending.", "endings", "every game ends in one way: lower some of them").or_else(sides)
    })
}

/// Variants that name nothing.
fn empty_variants(merged: &TomlTable) -> Vec<Problem> {
    let variants = merged.get("variant").and_then(Node::list).into_iter().flatten();
    let tell = |variant: &Node| {
        let table = variant.table().filter(|table| !changes(table))?;
        let message = format!("the variant {} changes nothing", table.get("name")?.text()?);
        Some(Problem::located(&variant.at, message).help("give it `rules`, `seats` or `bots`"))
    };
    variants.filter_map(tell).collect()
}

/// Does a variant name anything besides itself and where it is played?
fn changes(variant: &TomlTable) -> bool {
    let names = ["name", "configuration"];
    variant.fields.iter().any(|field| !names.contains(&field.name.as_str()))
}

/// Variants that are, wherever they are played, what their base or an earlier one is. Those that name nothing are told of elsewhere.
fn repeated_variants(game: &GameInfo, merged: &TomlTable, configurations: &[Configuration]) -> Vec<Problem> {
    let played = |variant: Option<&str>| -> Vec<&Configuration> {
        let all = configurations.iter();
        all.filter(|each| each.variant.as_deref() == variant).collect()
    };
    let variants = merged.get("variant").and_then(Node::list).into_iter().flatten();
    let (mut told, mut earlier) = (Vec::new(), Vec::new());
    for table in variants.filter_map(Node::table) {
        let Some((name, node)) = table.get("name").and_then(|node| Some((node.text()?, node))) else {
            continue;
        };
        // Of too many variants none is a configuration.
        let own = played(Some(name));
        let is_among = |others: &[&Configuration]| {
            let same = |own: &&Configuration| {
                let mut others = others.iter();
                others.any(|other| other.cell == own.cell && alike(game, own, other))
            };
            !own.is_empty() && own.iter().all(same)
        };
        let is_same = |other: &&&str| {
            let others = played(Some(other));
            others.len() == own.len() && is_among(&others)
        };
        let shown = name.escape_debug();
        if changes(table) && is_among(&played(None)) {
            let message = format!("the variant \"{shown}\" is the same as its base");
            told.push(Problem::located(&node.at, message).help("change something in it, or take it out"));
        } else if let Some(other) = earlier.iter().find(is_same) {
            let message = format!("the variant \"{shown}\" is the same as \"{}\"", other.escape_debug());
            told.push(Problem::located(&node.at, message).help("change something in one of them, or take it out"));
        }
        earlier.push(name);
    }
    told
}

/// Do two configurations play the same game with the same bots, whatever is written in each?
pub fn alike(game: &GameInfo, one: &Configuration, other: &Configuration) -> bool {
    let (one, other) = (&one.setup, &other.setup);
    let same = |each: &games::ContentKey| game.text(one, each.key) == game.text(other, each.key);
    let contents = || game.content.iter().all(same);
    one.seats == other.seats && one.bots == other.bots && in_force(game, one) == in_force(game, other) && contents()
}

/// The first line of each script that comes after one that always finds something to play.
fn after_any(bots: &TomlTable) -> Vec<Problem> {
    let never_played = |bot: &TomlTable| {
        let lines = bot.get("script")?.list()?;
        let always = |line: &Node| line.text().is_some_and(|text| text.trim() == ALWAYS);
        let any = lines.iter().position(always)?;
        let next = lines.get(any + 1)?;
        let message = format!("nothing after `{ALWAYS}` is ever played");
        Some(Problem::located(&next.at, message).help("move `any` to the end of the script"))
    };
    let tables = bots.fields.iter().filter_map(|bot| bot.node.table());
    tables.filter_map(never_played).collect()
}

/// Rules that change nothing in any of the configurations for which they are written down.
fn without_effect(
    game: &GameInfo,
    drafts: &[Draft],
    configurations: &[Configuration],
    merged: &TomlTable,
) -> Vec<Problem> {
    let idle = |configuration: &Configuration| (game.idle)(&configuration.setup);
    // A part of the content that is in play at some tables alone is easily taken for tried at all of them.
    let is_part = |mistake: &Mistake| {
        let names = |word: &String| {
            let entries = game.content.iter().flat_map(|content| content.entries);
            entries.into_iter().any(|entries| entries.word == word)
        };
        matches!(&mistake.at, At::Rule(path) if path.first().is_some_and(names))
    };
    everywhere(drafts, configurations, merged, idle, is_part)
}

/// Bots for roles that nobody has at a table, where others sit in their place.
fn roles_of_nobody(
    game: &GameInfo,
    drafts: &[Draft],
    configurations: &[Configuration],
    merged: &TomlTable,
) -> Vec<Problem> {
    let of_nobody = |configuration: &Configuration| {
        let seats = &configuration.setup.seats;
        let built = (!seats.by_role.is_empty()).then(|| (game.build)(&configuration.setup));
        let Some(Ok(built)) = built else { return Vec::new() };
        let roles = &built.sheet().roles;
        let missing = seats.by_role.keys().filter(|role| !roles.contains(role));
        let told = missing.map(|role| {
            let help = if let [one] = &roles[..] {
                format!("every seat has the role `{one}` here: name seats by their numbers")
            } else {
                let roles: Vec<&str> = roles.iter().map(String::as_str).collect();
                format!("the roles here are {}", listed(&roles, Quote::Key))
            };
            Mistake::new(At::Seat(role.clone()), format!("no seat has the role `{role}`"), help)
        });
        told.collect()
    };
    everywhere(drafts, configurations, merged, of_nobody, |_| true)
}

/// A place, and the mistakes there, each with its configuration.
type PlacedMistakes<'c> = (Option<Place>, Vec<(Mistake, &'c str)>);

/// What is so in all of the configurations for which it is written down; of what is told `partly`, where it is so in some of them,
/// too. Told are the words of the first.
fn everywhere(
    drafts: &[Draft],
    configurations: &[Configuration],
    merged: &TomlTable,
    ask: impl Fn(&Configuration) -> Vec<Mistake>,
    partly: impl Fn(&Mistake) -> bool,
) -> Vec<Problem> {
    let place_of = |mistake: &Mistake, draft: &Draft| locate(mistake, draft, &BTreeMap::new(), merged);
    let mut found: Vec<PlacedMistakes<'_>> = Vec::new();
    for (draft, configuration) in drafts.iter().zip(configurations) {
        for mistake in ask(configuration) {
            let place = place_of(&mistake, draft);
            match found
                .iter_mut()
                .find(|known| known.0 == place && known.1[0].0.at == mistake.at)
            {
                Some((_, mistakes)) => mistakes.push((mistake, &configuration.name)),
                None => found.push((place, vec![(mistake, &configuration.name)])),
            }
        }
    }
    let told = found.into_iter().filter_map(|(place, mistakes)| {
        let (mut first, name) = mistakes[0].clone();
        let of = drafts.iter().filter(|draft| place_of(&first, draft) == place).count();
        // Where it does something at another table of the matrix, it is meant.
        if mistakes.len() < of && !partly(&first) {
            return None;
        }
        if mistakes.len() < of || mistakes.iter().any(|(other, _)| other.message != first.message) {
            let count = mistakes.len();
            first.message += &format!(
                ", in {count} of {of} configurations, such as \"{}\"",
                name.escape_debug()
            );
        }
        Some(first.moved(|_| place))
    });
    told.collect()
}

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

fn look(root: &Json, schema: &Json, table: &TomlTable, found: &mut Vec<Problem>) {
    for field in &table.fields {
        let Some(part) = property(root, schema, &field.name) else {
            continue;
        };
        if part.get("deprecated") == Some(&Json::Bool(true))
            && !found.iter().any(|known| known.at.as_ref() == Some(&field.key))
        {
            let message = format!("`{}` is outdated, and will be gone in a later version", field.name);
            let problem = Problem::located(&field.key, message);
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
