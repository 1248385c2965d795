//! What is right, but has no effect or cannot be answered: told as a warning.

use std::collections::{BTreeMap, BTreeSet};

use super::expand::Draft;
use super::expect::Expectation;
use super::fault_places::locate;
use super::{Configuration, Of, as_percent, in_force};
use crate::games;
use crate::games::{At, GameInfo, Mistake};
use balance_kit::schema::messages::{Quote, listed, things};
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
    warnings.extend(same_as_base(game, merged, configurations));
    warnings.extend(same_as_another(game, merged, configurations));
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
    told.extend(out_of_reach(game, drafts, configurations, merged));
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

/// Variants that are, in every cell of the matrix, what their base is. Those that name nothing are told of elsewhere.
fn same_as_base(game: &GameInfo, merged: &TomlTable, configurations: &[Configuration]) -> Vec<Problem> {
    let base = |of: &Configuration| {
        let is_base = |other: &&Configuration| other.variant.is_none() && other.cell == of.cell;
        configurations.iter().find(is_base)
    };
    let same = |name: &str| {
        let of_variant = || {
            configurations
                .iter()
                .filter(|each| each.variant.as_deref() == Some(name))
        };
        let is_base = |each: &Configuration| base(each).is_some_and(|base| alike(game, base, each));
        of_variant().next().is_some() && of_variant().all(is_base)
    };
    let variants = merged.get("variant").and_then(Node::list).into_iter().flatten();
    let tell = |node: &Node| {
        let table = node.table()?;
        let name = table.get("name")?;
        let text = name.text()?;
        (changes(table) && same(text)).then(|| {
            let message = format!("the variant \"{}\" is the same as its base", text.escape_debug());
            Problem::located(&name.at, message).help("change something in it, or take it out")
        })
    };
    variants.filter_map(tell).collect()
}

/// Variants that are, in every cell of the matrix, what an earlier one is.
fn same_as_another(game: &GameInfo, merged: &TomlTable, configurations: &[Configuration]) -> Vec<Problem> {
    let mut of: BTreeMap<&str, Vec<&Configuration>> = BTreeMap::new();
    for each in configurations {
        of.entry(each.variant.as_deref().unwrap_or_default())
            .or_default()
            .push(each);
    }
    let variants = merged.get("variant").and_then(Node::list).into_iter().flatten();
    let names: Vec<(&str, &Node)> = variants
        .filter_map(|node| {
            let name = node.table()?.get("name")?;
            Some((name.text()?, name))
        })
        .collect();
    let mut told = Vec::new();
    for (at, (name, node)) in names.iter().enumerate() {
        // Of too many variants none is a configuration.
        let Some(mine) = of.get(name) else { continue };
        let same = |(other, _): &&(&str, &Node)| {
            of.get(other).is_some_and(|theirs| {
                let mut pairs = mine.iter().zip(theirs);
                mine.len() == theirs.len()
                    && pairs.all(|(mine, theirs)| mine.cell == theirs.cell && alike(game, mine, theirs))
            })
        };
        if let Some((other, _)) = names[..at].iter().find(same) {
            let (name, other) = (name.escape_debug(), other.escape_debug());
            let message = format!("the variant \"{name}\" is the same as \"{other}\"");
            told.push(Problem::located(&node.at, message).help("change something in one of them, or take it out"));
        }
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

/// What is rewarded in some configuration and can be reached in none of its games.
fn out_of_reach(
    game: &GameInfo,
    drafts: &[Draft],
    configurations: &[Configuration],
    merged: &TomlTable,
) -> Vec<Problem> {
    // What is wrong, at what place, in the words of the first configuration, and in how many it is.
    let mut found: Vec<(Option<Place>, Mistake, &str, usize, bool)> = Vec::new();
    for (draft, configuration) in drafts.iter().zip(configurations) {
        for mistake in (game.out_of_reach)(&configuration.setup) {
            let place = locate(&mistake, draft, &BTreeMap::new(), merged);
            let same =
                |known: &&mut (Option<Place>, Mistake, &str, usize, bool)| known.0 == place && known.1.at == mistake.at;
            match found.iter_mut().find(same) {
                Some((_, known, _, count, alike)) => {
                    *count += 1;
                    *alike &= known.message == mistake.message;
                }
                None => found.push((place, mistake, &configuration.name, 1, true)),
            }
        }
    }
    let told = found.into_iter().map(|(place, mut mistake, first, count, alike)| {
        let all = configurations.len();
        let first = first.escape_debug();
        mistake.message += &match count - 1 {
            _ if alike && count == all => String::new(),
            _ if alike => format!(", in {count} of {all} configurations"),
            more => format!(", in \"{first}\"; likewise in {}", things(more, "more configuration")),
        };
        mistake.moved(|_| place)
    });
    told.collect()
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

/// What is so in all of the configurations for which it is written down; of what is told `partly`, where it is so in some of them,
/// too.
fn everywhere(
    drafts: &[Draft],
    configurations: &[Configuration],
    merged: &TomlTable,
    ask: impl Fn(&Configuration) -> Vec<Mistake>,
    partly: impl Fn(&Mistake) -> bool,
) -> Vec<Problem> {
    let place_of = |mistake: &Mistake, draft: &Draft| locate(mistake, draft, &BTreeMap::new(), merged);
    let mut found: Vec<(Option<Place>, Mistake, Vec<&str>)> = Vec::new();
    for (draft, configuration) in drafts.iter().zip(configurations) {
        for mistake in ask(configuration) {
            let place = place_of(&mistake, draft);
            match found.iter_mut().find(|known| known.0 == place) {
                // Where the reasons differ, none is told.
                Some(known) => {
                    known.2.push(&configuration.name);
                    if known.1.message != mistake.message {
                        let what = known.1.message.split(": ").next().unwrap_or_default();
                        known.1.message = what.to_owned();
                    }
                }
                None => found.push((place, mistake, vec![&configuration.name])),
            }
        }
    }
    let told = found.into_iter().filter_map(|(place, mut mistake, so_in)| {
        let of = drafts.iter().filter(|draft| place_of(&mistake, draft) == place).count();
        // Where it does something at another table of the matrix, it is meant.
        if so_in.len() < of {
            if !partly(&mistake) {
                return None;
            }
            mistake.message += &format!(
                ", in {} of {of} configurations, such as \"{}\"",
                so_in.len(),
                so_in[0].escape_debug()
            );
        }
        Some(mistake.moved(|_| place))
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
