//! From a path to a checked scenario: reads the files, runs all checks, builds the configurations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::diagnostics::Problems;
use super::expand::{Draft, drafts, slug};
use super::expect::{cell_of, expectations, values_of};
use super::files::{ExtendsChain, Files, read_chain};
use super::league::{ScenarioLeague, league};
use super::lint::{lint, nowhere, outdated};
use super::merge::{count, flatten, lay_scenario, seats_kept, whole_entries};
use super::schema::{Context, MOST_GAMES, MOST_SEED, shape_for};
use super::setup::{SetupReader, locate, of_faults, of_idle_bots, unharmed, untouched, whole_rules};
use super::shares::{fair_share, misspelt, share};
use super::tune::{self, Tune};
use super::validate::check_file;
use super::{BASE, Configuration, Expectation, Margins, Overrides, PlayTime, Scenario, Stop, overrides};
use crate::games::{At, GameInfo, Mistake};
use balance_kit::sanitize::obeyed;
use balance_kit::schema::messages::{Quote, grouped, listed, remedy, suggest};
use balance_kit::schema::tree::{Field, Node, Place, Problem, Source, Sources, TomlTable, TomlValue, parse};
use serde_json::Value as Json;
use xxhash_rust::xxh3::xxh3_64;

/// Bots that a scenario or a variant makes, at most; sixteen sit at a table.
const MOST_BOTS: usize = 200;
/// What the command line changes is part of a folder's name up to so many letters.
const LONGEST_CHANGES: usize = 60;
const DEFAULT_GAMES: u64 = 100_000;
const DEFAULT_SEED: u64 = 1;

pub(crate) fn read(
    files: &dyn Files,
    path: &Path,
    games: &[GameInfo],
    overrides: &Overrides,
) -> Result<Scenario, Problems> {
    let name = name_of(path, &overrides.set);
    let Overlaid {
        chain,
        game,
        merged,
        kept,
        mut sources,
        mut problems,
    } = overlay(files, path, &name, games, overrides)?;
    let root = shape_for(game);
    let setup_faults = check_files(&chain, &merged, &sources, &root, game);
    // What a mistake touches is left out of the setups, so that the rest can still be checked.
    let bad: BTreeSet<Place> = setup_faults.iter().filter_map(|problem| problem.at.clone()).collect();
    let sound = problems.is_empty() && bad.is_empty();
    problems.extend(setup_faults);

    let base_name = text(&merged, "base-name")
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| BASE.to_owned());
    let (drafts, found) = drafts(&merged, &base_name, &bad, &|node| show(node, &sources));
    problems.extend(found);
    let expect = expectations(merged.table("expect"), &sources);
    let (stop, found) = merged.get("stop").and_then(|node| stop(node, &expect, &drafts)).unzip();
    problems.extend(found.into_iter().flatten());
    let (time, found) = merged.get("time").and_then(PlayTime::read).unzip();
    problems.extend(found.flatten());
    problems.extend(unknown_configurations(&merged, &drafts, &base_name));
    let written = ScenarioText {
        overrides,
        chain: &chain,
        merged: &merged,
        base_name: &base_name,
        drafts: &drafts,
        sound,
        expect: &expect,
    };
    let mut tables = written.tables(files, &root, game, &mut sources, bad);
    problems.append(&mut tables.problems);
    if game.is_some() {
        tables.warnings.extend(kept);
    }
    let games = overrides.games.or_else(|| count(&merged, "games"));
    let games = games.unwrap_or(DEFAULT_GAMES);
    let seed = overrides.seed.or_else(|| count(&merged, "seed"));
    problems.extend(too_many(games, &tables.configurations, merged.get("games")));
    if !problems.is_empty() {
        return Err(finish(path, sources, problems));
    }
    Ok(Scenario {
        title: text(&merged, "title").unwrap_or_else(|| name.clone()),
        name,
        path: path.to_owned(),
        game: game.map(|game| game.key.to_owned()).unwrap_or_default(),
        games,
        seed: seed.unwrap_or(DEFAULT_SEED),
        margins: Margins::read(&merged),
        time,
        playtests: merged.get("playtests").and_then(|node| beside(node, &sources)),
        stop,
        expect,
        league: tables.league,
        no_league: overrides.no_league,
        tune: tables.tune,
        configurations: tables.configurations,
        resolved: resolved(&merged, overrides),
        set: overrides.set.clone(),
        compared: None,
        compared_path: None,
        sources,
        warnings: tables.warnings,
    })
}

/// The file that a scenario names, from where the file lies that names it.
fn beside(node: &Node, sources: &Sources) -> Option<PathBuf> {
    let folder = sources
        .0
        .get(node.at.file)
        .map_or(Path::new(""), |source| &source.folder);
    node.text().map(|name| folder.join(name))
}

fn text(merged: &TomlTable, key: &str) -> Option<String> {
    merged.get(key).and_then(Node::text).map(str::to_owned)
}

/// A scenario with all that it extends and what the command line changes, laid over each other.
struct Overlaid<'g> {
    chain: ExtendsChain,
    game: Option<&'g GameInfo>,
    merged: TomlTable,
    /// Warnings of seats that stay as they were.
    kept: Vec<Problem>,
    sources: Sources,
    problems: Vec<Problem>,
}

fn overlay<'g>(
    files: &dyn Files,
    path: &Path,
    name: &str,
    games: &'g [GameInfo],
    overrides: &Overrides,
) -> Result<Overlaid<'g>, Problems> {
    let mut sources = Sources::default();
    let mut chain = read_chain(files, path, &mut sources);
    let mut problems = std::mem::take(&mut chain.problems);
    let broken = !problems.is_empty();
    problems.extend(wrong_options(overrides));
    problems.extend(lay_on_top(&overrides.set, &mut chain, &mut sources));
    if name.trim_matches('.').is_empty() || name.contains(obeyed) {
        let message = format!("a scenario cannot be called \"{}\"", name.escape_debug());
        let help = "its report stands in a folder of that name; rename the file, such as niagara-4p.toml";
        problems.push(Problem::whole(message).help(help));
    }
    // Before anything is done for each of them.
    if let Some(problem) = chain.tables.iter().find_map(too_many_bots) {
        problems.push(problem);
        return Err(finish(path, sources, problems));
    }
    // What cannot be read may hold anything.
    if broken {
        return Err(finish(path, sources, problems));
    }
    for table in &mut chain.tables {
        problems.extend(flatten(table));
    }
    let (game, of_game) = find_game(&chain, games);
    if let Some(game) = game {
        chain.tables.iter_mut().for_each(|table| whole_entries(table, game));
    }
    let (merged, kept) = merge(&chain, overrides);
    if let (Some(resolved), Some(_)) = (merged.field("resolved"), merged.get("random-scheme")) {
        let message = "this is the record of a run, not a scenario";
        let help = "name the scenario that was run, or copy what stands below [resolved] into its own file";
        problems.push(Problem::located(&resolved.key, message).help(help));
        return Err(finish(path, sources, problems));
    }
    problems.extend(of_game);
    Ok(Overlaid {
        chain,
        game,
        merged,
        kept,
        sources,
        problems,
    })
}

fn find_game<'a>(chain: &ExtendsChain, games: &'a [GameInfo]) -> (Option<&'a GameInfo>, Vec<Problem>) {
    let tables = &chain.tables;
    let named: Vec<&Node> = tables.iter().filter_map(|table| table.get("game")).collect();
    let mut problems: Vec<Problem> = named.iter().filter_map(|node| unknown_game(node, games)).collect();
    // What is no text is reported with the other keys.
    let keys: Vec<(&str, &Node)> = named.iter().filter_map(|node| Some((node.text()?, *node))).collect();
    for ((own, node), (other, _)) in keys.iter().zip(keys.iter().skip(1)) {
        if own != other {
            let message = format!("the scenario that is extended here is of the game \"{other}\"");
            let help = "leave `game` out, or extend a scenario of the same game";
            problems.push(Problem::located(&node.at, message).help(help));
            // Its rules cannot be judged by those of this game.
            return (None, problems);
        }
    }
    // A misspelt key is told as what it is.
    let mut fields = tables.iter().flat_map(|table| &table.fields);
    let misspelt = fields.any(|field| field.name != "games" && suggest(&field.name, ["game"]).is_some());
    if named.is_empty() && !misspelt {
        problems.push(missing_game(tables, games));
    }
    let game = keys
        .first()
        .and_then(|(key, _)| games.iter().find(|game| game.key == *key));
    (game, problems)
}

fn unknown_game(node: &Node, games: &[GameInfo]) -> Option<Problem> {
    let name = node.text()?;
    if games.iter().any(|game| game.key == name) {
        return None;
    }
    let keys: Vec<&str> = games.iter().map(|game| game.key).collect();
    let message = format!("unknown game \"{}\"", name.escape_debug());
    Some(Problem::located(&node.at, message).maybe_help(remedy(name, &keys, "games", Quote::Text)))
}

fn missing_game(tables: &[TomlTable], games: &[GameInfo]) -> Problem {
    let keys: Vec<&str> = games.iter().map(|game| game.key).collect();
    let first = tables.first().and_then(|table| table.fields.first());
    let place = first.map_or(Place::new(0, 0..0), |field| field.key.clone());
    let help = format!(
        "add, say, game = \"{}\"; games: {}",
        keys.first().unwrap_or(&""),
        listed(&keys, Quote::Text)
    );
    Problem::located(&place, "`game` is missing").help(help)
}

fn wrong_options(overrides: &Overrides) -> Vec<Problem> {
    let option = |name: &str, value: Option<u64>, least: u64, most: u64| {
        let value = value.filter(|value| !(least..=most).contains(value))?;
        let most = grouped(i128::from(most));
        let message = format!("--{name} is {value}, but must be from {least} to {most}");
        Some(Problem::whole(message))
    };
    let games = option("games", overrides.games, 1, MOST_GAMES);
    let seed = option("seed", overrides.seed, 0, MOST_SEED);
    games.into_iter().chain(seed).collect()
}

/// All files laid over each other, the command line on top; with warnings of seats that stay as they were.
fn merge(chain: &ExtendsChain, overrides: &Overrides) -> (TomlTable, Vec<Problem>) {
    let mut merged = TomlTable::default();
    let mut kept = Vec::new();
    for (at, table) in chain.tables.iter().enumerate().rev() {
        let of_set = at == 0 && !overrides.set.is_empty();
        let whose = if of_set {
            "the scenario"
        } else {
            "the scenario that this extends"
        };
        kept.extend(seats_kept(&merged, table, whose));
        lay_scenario(&mut merged, table);
    }
    let variants = merged.get("variant").and_then(Node::list).into_iter().flatten();
    let of_base = |variant: &TomlTable| seats_kept(&merged, variant, "the base");
    kept.extend(variants.filter_map(Node::table).filter_map(of_base));
    (merged, kept)
}

fn check_files(
    chain: &ExtendsChain,
    merged: &TomlTable,
    sources: &Sources,
    root: &Json,
    game: Option<&GameInfo>,
) -> Vec<Problem> {
    let no_bots = TomlTable::default();
    let bots = merged.table("bots").unwrap_or(&no_bots);
    let context = Context {
        sources,
        root,
        game,
        bots,
    };
    chain
        .tables
        .iter()
        .flat_map(|table| check_file(&context, table))
        .collect()
}

/// The scenario as one table, as a record of the run holds it.
fn resolved(merged: &TomlTable, overrides: &Overrides) -> toml::Table {
    let mut resolved = merged.to_toml(&|_| true);
    resolved.remove("extends");
    if overrides.no_league {
        resolved.insert("league".to_owned(), toml::Value::Boolean(false));
    }
    for (key, value) in [("games", overrides.games), ("seed", overrides.seed)] {
        if let Some(value) = value.and_then(|value| i64::try_from(value).ok()) {
            resolved.insert(key.to_owned(), toml::Value::Integer(value));
        }
    }
    resolved
}

/// A scenario as it is written, merged and expanded, before its game has seen it.
struct ScenarioText<'a> {
    overrides: &'a Overrides,
    chain: &'a ExtendsChain,
    merged: &'a TomlTable,
    base_name: &'a str,
    drafts: &'a [Draft],
    /// Is nothing wrong so far?
    sound: bool,
    expect: &'a [Expectation],
}

/// The tables that a scenario is played at, and what its game says of them.
#[derive(Default)]
struct CheckedTables {
    configurations: Vec<Configuration>,
    tune: Option<Tune>,
    league: Option<ScenarioLeague>,
    warnings: Vec<Problem>,
    problems: Vec<Problem>,
}

/// A mistake in a configuration, given by its number, with its place.
type Fault = (usize, Option<Place>, Mistake);

impl ScenarioText<'_> {
    /// Checks every configuration by the `game`; without one nothing can be.
    fn tables(
        &self,
        files: &dyn Files,
        root: &Json,
        game: Option<&GameInfo>,
        sources: &mut Sources,
        bad: BTreeSet<Place>,
    ) -> CheckedTables {
        let mut tables = CheckedTables::default();
        let whole = |field: &&Field| unharmed(&field.node, &bad);
        let share = self.merged.field("fair-share").filter(whole);
        let fair_share = share.map(fair_share).transpose();
        let wrong_share = share.filter(|_| fair_share.is_err());
        let fair_share = fair_share.unwrap_or_else(|problem| {
            tables.problems.push(problem);
            None
        });
        let Some(game) = game else { return tables };
        let mut reader = SetupReader {
            files,
            game,
            root,
            sources: std::mem::take(sources),
            bad,
            contents: BTreeMap::new(),
            problems: Vec::new(),
        };
        let (mut faults, mut used) = (Vec::new(), BTreeSet::new());
        for (i, draft) in self.drafts.iter().enumerate() {
            let (setup, content_files) = reader.setup(draft, &mut used);
            let found = (game.check)(&setup).into_iter();
            let found = found.filter_map(|fault| Some((i, self.place(&fault, draft, &content_files, &reader)?, fault)));
            faults.extend(found);
            tables.configurations.push(Configuration {
                name: draft.name.clone(),
                variant: draft.variant.clone(),
                cell: draft.cell.clone(),
                setup,
                fair_share: fair_share.clone(),
                slug: draft.slug.clone(),
            });
        }
        // Why shares do not add up: the games that can be built know the names of their sides.
        if let Some(field) = wrong_share {
            let setups = tables.configurations.iter().map(|each| &each.setup);
            let built: Option<Vec<_>> = setups.map(|setup| (game.build)(setup).ok()).collect();
            let misspelt = built.into_iter().flat_map(|games| misspelt(field, &games, game.title));
            tables.problems.extend(misspelt);
        }
        faults.extend(of_idle_bots(game, self.drafts, &tables.configurations, &used, &reader));
        self.keep_seats_missing_everywhere(&mut faults);
        self.read_tune(&mut tables, &mut reader, &mut used, &faults);
        let bots = TomlTable::default();
        let bots = self.merged.table("bots").unwrap_or(&bots);
        let league = league(self.merged.get("league"), bots, &mut reader, &mut used);
        tables.league = league.filter(|_| !self.overrides.no_league);
        tables.problems.append(&mut reader.problems);
        tables.problems.extend(of_faults(faults, self.drafts));
        if !self.overrides.idle_untold {
            tables.warnings.extend(nowhere(self.drafts, &used));
        }
        let lint = lint(game, self.merged, self.drafts, &tables.configurations, self.expect);
        tables.warnings.extend(lint);
        tables.warnings.extend(outdated(game, self.drafts));
        *sources = reader.sources;
        tables
    }

    /// Where a fault lies that the game found in a draft; none where it may follow from another mistake.
    #[expect(clippy::option_option, reason = "a fault may have no place in a file")]
    fn place(
        &self,
        fault: &Mistake,
        draft: &Draft,
        content_files: &BTreeMap<String, usize>,
        reader: &SetupReader<'_>,
    ) -> Option<Option<Place>> {
        // What was left out may have been what is missed.
        let sure = match &fault.at {
            At::Content { .. } => true,
            At::Bot { name, .. } if untouched(draft, name, reader) => true,
            At::Rule(_) if whole_rules(draft, reader) => true,
            _ => self.sound && reader.problems.is_empty(),
        };
        sure.then(|| locate(fault, draft, content_files, self.merged))
    }

    /// A seat that only some tables of a matrix have is named for those.
    fn keep_seats_missing_everywhere(&self, faults: &mut Vec<Fault>) {
        let mut missing: BTreeMap<String, usize> = BTreeMap::new();
        for (_, _, fault) in &*faults {
            if let At::Seat(seat) = &fault.at {
                *missing.entry(seat.clone()).or_default() += 1;
            }
        }
        faults.retain(|(_, _, fault)| match &fault.at {
            At::Seat(seat) => missing.get(seat) == Some(&self.drafts.len()),
            _ => true,
        });
    }

    /// Reads `[tune]`, of the files alone where the command line changes some of it.
    fn read_tune(
        &self,
        tables: &mut CheckedTables,
        reader: &mut SetupReader<'_>,
        used: &mut BTreeSet<String>,
        faults: &[Fault],
    ) {
        let own = (!self.overrides.set.is_empty()).then(|| of_files(self.chain, self.base_name, reader));
        let (own, base) = match &own {
            Some((own, base)) => (own, base.as_ref()),
            None => (self.merged, self.drafts.first()),
        };
        let (Some(field), Some(base)) = (own.field("tune"), base) else {
            return;
        };
        let bots = self.merged.table("bots").map(TomlTable::names).unwrap_or_default();
        let kinds = (reader.game.bots)().into_iter().map(|bot| bot.kind);
        let league = reader.game.league().unwrap_or_default();
        let members = league.iter().map(|member| member.name.as_str());
        let known: BTreeSet<&str> = bots.into_iter().chain(kinds).chain(members).collect();
        let known: Vec<&str> = known.into_iter().collect();
        let axes = own.table("matrix").map(TomlTable::names).unwrap_or_default();
        let around = tune::Around {
            bots: &known,
            axes: &axes,
            sound: self.sound && faults.is_empty(),
        };
        let (tune, found) = tune::read(field, base, reader, &around);
        used.extend(tune.iter().filter_map(|tune| tune.second.clone()));
        tables.tune = tune;
        tables.problems.extend(found);
    }
}

/// The name of a run: that of its file, and what the command line changes, so that trials stand beside each other.
fn name_of(path: &Path, set: &[String]) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    let stem = match stem.as_deref() {
        Some("-") => "stdin",
        Some(stem) => stem,
        None => "scenario",
    };
    if set.is_empty() {
        return stem.to_owned();
    }
    let all = set.join(" ");
    let mut changes = slug(&all);
    if changes.len() >= LONGEST_CHANGES {
        changes = format!("{:016x}", xxh3_64(all.as_bytes()));
    }
    format!("{stem}-{changes}")
}

/// Lays what the command line changes over the files; what is wrong with it.
fn lay_on_top(settings: &[String], chain: &mut ExtendsChain, sources: &mut Sources) -> Vec<Problem> {
    if settings.is_empty() {
        return Vec::new();
    }
    let text = match overrides::scenario(settings) {
        Ok(text) => text,
        Err(problems) => return problems,
    };
    let file = sources.add(Source {
        shown: overrides::COMMAND_LINE.to_owned(),
        folder: PathBuf::new(),
        text: text.clone(),
    });
    match parse(file, &text) {
        Ok(table) => {
            chain.tables.insert(0, table);
            Vec::new()
        }
        Err(problems) => problems,
    }
}

/// The files and their base without what the command line changes, which is in the way of no `[tune]`.
fn of_files(chain: &ExtendsChain, base_name: &str, reader: &SetupReader<'_>) -> (TomlTable, Option<Draft>) {
    let mut own = TomlTable::default();
    for table in chain.tables.iter().skip(1).rev() {
        lay_scenario(&mut own, table);
    }
    let (drafts, _) = drafts(&own, base_name, &reader.bad, &|node| show(node, &reader.sources));
    (own, drafts.into_iter().next())
}

/// The scenario or a variant makes more bots than [`MOST_BOTS`].
fn too_many_bots(table: &TomlTable) -> Option<Problem> {
    let variants = table.get("variant").and_then(Node::list).into_iter().flatten();
    let tables = std::iter::once(table).chain(variants.filter_map(Node::table));
    tables.filter_map(|table| table.field("bots")).find_map(|field| {
        let count = field.node.table()?.fields.len();
        let message = format!("{count} bots are made here, but at most {MOST_BOTS} can be");
        (count > MOST_BOTS).then(|| Problem::located(&field.key, message))
    })
}

/// Every rotation is a game, and no counter holds more games than [`MOST_GAMES`].
fn too_many(deals: u64, configurations: &[Configuration], games: Option<&Node>) -> Option<Problem> {
    let rotations = configurations.iter().map(|each| each.setup.seats.rotations());
    let rotations = rotations.max()? as u64;
    if rotations == 1 || deals.checked_mul(rotations).is_some_and(|all| all <= MOST_GAMES) {
        return None;
    }
    let message = format!(
        "{} deals, each played {rotations} times with the bots shifted, are more than {} games",
        grouped(i128::from(deals)),
        grouped(i128::from(MOST_GAMES))
    );
    let help = format!(
        "at most {} deals are possible",
        grouped(i128::from(MOST_GAMES / rotations))
    );
    Some(Problem::new(games.map(|node| node.at.clone()), message, help))
}

/// Sorted by place, each once.
fn finish(path: &Path, sources: Sources, mut list: Vec<Problem>) -> Problems {
    let key = |problem: &Problem| problem.at.clone().map(|place| (place.file, place.start, place.end));
    list.sort_by_key(key);
    let mut seen = BTreeSet::new();
    list.retain(|problem| seen.insert((problem.at.clone(), problem.message.clone())));
    for problem in &mut list {
        problem.help = overrides::decimal_comma(&sources, problem).or(problem.help.take());
    }
    Problems {
        shown: path.display().to_string(),
        sources,
        list,
        warnings: false,
    }
}

/// A value as it stands in the name of a configuration.
fn show(node: &Node, sources: &Sources) -> String {
    match &node.value {
        TomlValue::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        TomlValue::List(list) => {
            let items: Vec<String> = list.iter().map(|item| show(item, sources)).collect();
            items.join("+")
        }
        TomlValue::Table(table) => {
            let part = |field: &Field| format!("{} {}", field.name, show(&field.node, sources));
            table.fields.iter().map(part).collect::<Vec<_>>().join(" ")
        }
        _ => sources.written(&node.at).replace('_', ""),
    }
}

fn unknown_configurations(merged: &TomlTable, drafts: &[Draft], base_name: &str) -> Vec<Problem> {
    let mut names: Vec<&str> = vec![base_name];
    let variants = drafts.iter().filter_map(|draft| draft.variant.as_deref());
    let cells = drafts.iter().filter_map(|draft| cell_of(&draft.name, &draft.cell));
    let values = drafts.iter().flat_map(|draft| values_of(&draft.name, &draft.cell));
    let whole = drafts.iter().map(|draft| draft.name.as_str());
    for name in variants.chain(values).chain(cells).chain(whole) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut problems = Vec::new();
    for metric in merged.table("expect").into_iter().flat_map(|table| &table.fields) {
        for node in metric.node.list().unwrap_or(std::slice::from_ref(&metric.node)) {
            let Some(wanted) = node.table().and_then(|table| table.get("configuration")) else {
                continue;
            };
            if let Some(name) = wanted.text()
                && !names.contains(&name)
            {
                let message = format!("there is no configuration \"{}\"", name.escape_debug());
                let help = remedy(name, &names, "configurations", Quote::Text);
                problems.push(Problem::located(&wanted.at, message).maybe_help(help));
            }
        }
    }
    problems
}

/// `[stop]` and what is wrong with it, given the bands of the scenario and the configurations that it has.
fn stop(node: &Node, bands: &[Expectation], drafts: &[Draft]) -> Option<(Stop, Vec<Problem>)> {
    let table = node.table()?;
    let wanted = |key: &str| matches!(table.get(key).map(|node| &node.value), Some(TomlValue::Flag(true)));
    let stop = Stop {
        half_width: table.get("half-width").and_then(share),
        bands: wanted("bands"),
        variants: wanted("variants"),
    };
    let mut problems = Vec::new();
    let mut refuse = |key: &str, message: &str, help: &str| {
        let at = table.get(key).map_or(&node.at, |node| &node.at);
        problems.push(Problem::located(at, message).help(help));
    };
    // Any other key is a mistake that is told elsewhere.
    let says_no = |field: &Field| matches!(field.node.value, TomlValue::Flag(false));
    if table.fields.iter().all(says_no) {
        refuse(
            "",
            "[stop] names no reason to stop",
            "add `half-width = \"0.1%\"`, `bands = true` or `variants = true`",
        );
    }
    let variants = drafts.iter().any(|draft| draft.variant.is_some());
    if stop.bands && !bands.is_empty() && !variants && bands.iter().all(|each| each.band.is_change()) {
        refuse(
            "bands",
            "`bands` in [stop] waits for the bands of [expect], but these only count from now, which is asked of variants",
            "add [[variant]] or a band of numbers, or leave this out",
        );
    }
    if stop.bands && bands.is_empty() {
        refuse(
            "bands",
            "`bands` in [stop] waits for the bands of [expect], but there are none",
            "add [expect], or leave this out",
        );
    }
    if stop.variants && drafts.len() < 2 {
        refuse(
            "variants",
            "`variants` in [stop] waits for comparisons, but there is one configuration only",
            "add [[variant]] or [matrix], or leave this out",
        );
    }
    Some((stop, problems))
}
