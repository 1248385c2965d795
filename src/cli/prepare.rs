//! What several commands do before they play: read scenarios, build their games, start threads.

use std::fmt::Display;
use std::path::Path;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::Failure;
use balance_config::games::{self, AnyGame, GameInfo, Mistake, Sheet, program};
use balance_config::playtests::{LogMistake, LogRequest, PlaytestLog};
use balance_config::scenario::{Frames, Other, Overrides, Problems, Scenario};
use balance_config::untrusted;
use balance_config::whole_file::working_file;
use balance_engine::MAX_SEATS;
use balance_inference::judge::{self, Docket, Question};
use balance_inference::table;
use balance_kit::schema::messages::{grouped, suggest, things};
use balance_report::{dangling, format};
use balance_simulation::experiment::Subject;

/// So many mistakes of a log of playtests are shown.
const SHOWN: usize = 20;

/// A scenario ready to be played.
pub struct Prepared {
    /// The scenario.
    pub scenario: Scenario,
    /// Its game.
    pub info: &'static GameInfo,
    /// The game of each configuration.
    pub games: Vec<Box<dyn AnyGame>>,
    /// The bots of the league at the tables of the configurations, in the order of these.
    pub others: Vec<PreparedOpponent>,
    /// The games that people played of each configuration; none where the scenario names no log.
    pub playtests: Vec<Option<PlaytestLog>>,
    /// What `[expect]` asks.
    pub bands: Vec<Question>,
}

/// What is played of a scenario, as a user is told of it.
pub fn called(scenario: &Scenario, what: &str) -> String {
    format!("{}: {what}, seed {}", scenario.name, scenario.seed)
}

/// A bot of the league at the table of a configuration.
pub struct PreparedOpponent {
    /// The number of the configuration.
    pub configuration: usize,
    /// The bot, and what is played.
    pub other: Other,
    /// The game with this bot at every seat.
    pub game: Box<dyn AnyGame>,
}

impl PreparedOpponent {
    /// What the tables know of it.
    pub fn of_table(&self) -> table::OpponentGame<'_> {
        table::OpponentGame {
            configuration: self.configuration,
            other: &self.other,
            sheet: self.game.sheet(),
        }
    }
}

impl Prepared {
    /// What `[expect]` asks, and nothing decided of it.
    pub fn docket(&self) -> Docket {
        Docket::new(self.bands.clone())
    }

    /// What is played, as a user is told of it where it goes on for long.
    pub fn called(&self, subject: &Subject) -> String {
        let what = match subject {
            Subject::Configuration(number) => self.configuration_called(*number),
            Subject::Table { one, among } => format!("“{one}” among “{among}”"),
            Subject::Named(bots) => format!("a table of {bots}"),
            Subject::Version(_) => "other rules".to_owned(),
        };
        called(&self.scenario, &what)
    }

    /// A configuration by its number, or after these a bot of the league.
    fn configuration_called(&self, number: usize) -> String {
        let all = &self.scenario.configurations;
        let bot = |other: &PreparedOpponent| {
            let (of, bot) = (&all[other.configuration].name, &other.other.bot);
            format!("“{of}” with the bot “{bot}”")
        };
        match all.get(number) {
            Some(each) => format!("“{}”", each.name),
            None => self.others.get(number - all.len()).map_or_else(String::new, bot),
        }
    }

    /// What `[expect]` counts from now where a command asks that of nothing, and `instead` says what to do; none where there is no
    /// such band.
    pub fn not_asked(&self, instead: &str) -> Option<String> {
        let changes = self.scenario.expect.iter().filter(|each| each.band.is_change());
        let mut named: Vec<String> = changes.map(|each| format!("`{}`", each.metric)).collect();
        named.dedup();
        (!named.is_empty()).then(|| {
            format!(
                "note: {}: {} of [expect] {} from now, and that is asked of versions of the game alone{instead}\n",
                self.scenario.path.display(),
                format::join_and(&named),
                if named.len() == 1 { "counts" } else { "count" }
            )
        })
    }

    /// The index of the configuration `wanted`; the first where none is named.
    pub fn configuration(&self, wanted: Option<&str>) -> Result<usize, Failure> {
        let Some(wanted) = wanted else { return Ok(0) };
        let all = &self.scenario.configurations;
        let names: Vec<&str> = all.iter().map(|each| each.name.as_str()).collect();
        // A variant that is played in one cell alone needs no cell in its name.
        let variants = all.iter().enumerate();
        let mut of_variant = variants.filter(|(_, each)| each.variant.as_deref() == Some(wanted));
        let only = of_variant
            .next()
            .filter(|_| of_variant.next().is_none())
            .map(|(at, _)| at);
        let found = names.iter().position(|name| *name == wanted).or(only);
        found.ok_or_else(|| {
            let meant = meant(wanted, &names);
            Failure::Input(format!("there is no configuration “{wanted}”; {meant}"))
        })
    }
}

/// Most names listed in a message.
const LISTED: usize = 8;

/// Names as they stand in a sentence; of many the first.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    let named = names.iter().take(LISTED).map(|name| format!("“{}”", name.as_ref()));
    let named: Vec<String> = named.collect();
    match names.len().saturating_sub(LISTED) {
        _ if named.is_empty() => "none".to_owned(),
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// What there is to choose from, by name.
pub fn there_are(names: &[impl AsRef<str>]) -> String {
    match names.len() {
        1 => format!("there is only {}", listed(names)),
        _ => format!("there are {}", listed(names)),
    }
}

/// The name that is probably wanted, or what there is to choose from.
pub fn meant(wanted: &str, names: &[impl AsRef<str>]) -> String {
    suggest(wanted, names.iter().map(AsRef::as_ref))
        .map_or_else(|| there_are(names), |near| format!("did you mean “{near}”?"))
}

/// Reads the scenario at `path` and builds its games; warnings are told.
pub fn prepare(path: &Path, overrides: &Overrides) -> Result<Prepared, Failure> {
    let one = prepare_unwarned(path, overrides)?;
    if let Some(warnings) = one.scenario.warned() {
        super::remark(&warnings.render_within(Frames::Coloured, super::terminal::columns_of_remarks()));
    }
    Ok(one)
}

/// The same, for who looks at a game of a scenario again and again: what a run has warned of is not told each time.
pub fn prepare_unwarned(path: &Path, overrides: &Overrides) -> Result<Prepared, Failure> {
    let mut scenario = Scenario::load(path, games::all(), overrides)?;
    let info = games::named(&scenario.game)
        .ok_or_else(|| Failure::Input(format!("{}: unknown game `{}`", path.display(), scenario.game)))?;
    let games = scenario
        .configurations
        .iter()
        .map(|configuration| (info.build)(&configuration.setup))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|faults| joined(path.display(), faults))?;
    let others = others(&scenario, info)?;
    let bands = judge::of_bands(&scenario, &games)?;
    let never_met = judge::never_met(&scenario, &games);
    scenario.warnings.extend(never_met);
    if let Some(fair_share) = scenario
        .configurations
        .first()
        .and_then(|each| each.fair_share.as_ref())
    {
        fair_share.fits(&scenario, &games)?;
    }
    let playtests = playtests(&scenario, &games)?;
    Ok(Prepared {
        scenario,
        info,
        games,
        others,
        playtests,
        bands,
    })
}

/// What is wrong at a place, in a line.
pub fn joined(place: impl Display, faults: Vec<Mistake>) -> Failure {
    let said: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
    Failure::Input(format!("{place}: {}", said.join("; ")))
}

/// The games that people played of each configuration, in the log that the scenario names.
fn playtests(scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> Result<Vec<Option<PlaytestLog>>, Failure> {
    let Some(path) = &scenario.playtests else {
        return Ok(vec![None; games.len()]);
    };
    let text = read_log(path)?;
    let names: Vec<&str> = scenario.configurations.iter().map(|each| &*each.name).collect();
    let tables = games.iter().map(|game| game.sheet()).zip(&names);
    let read = |(sheet, version): (&Sheet, &&str)| {
        let request = LogRequest {
            sheet,
            versions: &names,
            version,
            only: None,
        };
        let log = PlaytestLog::parse(&text, &request);
        log.map(Some).map_err(|mistakes| refused(path, &mistakes))
    };
    tables.map(read).collect()
}

/// The text of a log.
pub fn read_log(path: &Path) -> Result<String, Failure> {
    let refuse = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    let bytes = untrusted::read(path, untrusted::LARGEST).map_err(|error| refuse(why(&error)))?;
    String::from_utf8(bytes).map_err(|_| refuse("this is no text in UTF-8; save it as “CSV UTF-8”".to_owned()))
}

/// Every mistake in a log, a line each.
pub fn refused(path: &Path, mistakes: &[LogMistake]) -> Failure {
    let path = path.display();
    let line = |of: &LogMistake| format!("{path}:{}: {}", of.line, of.message);
    let mut lines: Vec<String> = mistakes.iter().take(SHOWN).map(line).collect();
    let more = mistakes.len().saturating_sub(SHOWN);
    lines.extend((more > 0).then(|| format!("and {} more", things(more, "mistake"))));
    Failure::Input(lines.join("\n"))
}

/// The bots of the league at the tables of all configurations.
fn others(scenario: &Scenario, info: &GameInfo) -> Result<Vec<PreparedOpponent>, Failure> {
    let path = scenario.path.display();
    let mut all = Vec::new();
    for (index, configuration) in scenario.configurations.iter().enumerate() {
        for other in scenario.others(configuration, info) {
            let game = (info.build)(&other.configuration.setup)
                .map_err(|faults| joined(format!("{path}: `{}` in [league]", other.bot), faults))?;
            all.push(PreparedOpponent {
                configuration: index,
                other,
                game,
            });
        }
    }
    Ok(all)
}

/// Threads for all that follows; none: as many as the scheduler gives this task, or one for each core.
pub fn start_threads(threads: Option<u16>) -> Result<(), Failure> {
    let threads = threads.map_or_else(of_scheduler, |threads| Ok(Some(threads)))?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let count = threads.map_or_else(cores, usize::from);
    let refuse = |error: &dyn Display| {
        Failure::Input(format!(
            "the threads cannot be started: {error}. Raise the limit of processes, or name fewer with --threads N."
        ))
    };
    // Those that play, those that make tables, and those that watch.
    can_start(2 * count + 3).map_err(|error| refuse(&error))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from));
    pool.build_global().map_err(|error| refuse(&error))
}

/// Starts so many threads at once, and ends them: where one cannot be started later, libraries panic.
fn can_start(threads: usize) -> std::io::Result<()> {
    let gate = Arc::new(Mutex::new(()));
    let held = gate.lock();
    let start = |_| {
        let gate = Arc::clone(&gate);
        std::thread::Builder::new().spawn(move || drop(gate.lock()))
    };
    let started: std::io::Result<Vec<_>> = (0..threads).map(start).collect();
    drop(held);
    for thread in started? {
        let _ = thread.join();
    }
    Ok(())
}

/// The cores that Slurm gives a task, unless the environment names a number of threads. A node may have more of them.
fn of_scheduler() -> Result<Option<u16>, Failure> {
    const CORES: &str = "SLURM_CPUS_PER_TASK";
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if ENVIRONMENT[..2].iter().any(|name| set(name).is_some()) {
        return Ok(None);
    }
    let read = |text: String| threads(&text).map_err(|said| Failure::Input(format!("{CORES} is {text:?}: {said}")));
    set(CORES).map(read).transpose()
}

/// Where the libraries that start threads look for their number.
const ENVIRONMENT: [&str; 3] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS", "POLARS_MAX_THREADS"];

/// The environment is held to the same number of threads as `--threads`; "0" and "" say nothing there.
pub fn threads_of_environment() -> Result<(), Failure> {
    for name in ENVIRONMENT {
        let Some(value) = std::env::var_os(name).filter(|value| value != "0" && !value.is_empty()) else {
            continue;
        };
        let text = value.to_string_lossy();
        threads(&text).map_err(|said| Failure::Input(format!("{name} is {text:?}: {said}")))?;
    }
    Ok(())
}

/// Makes the folder and finds out whether files can be written there, before any game is played.
pub fn writable(dir: &Path) -> Result<(), Failure> {
    let refuse = |error: std::io::Error| {
        let why = if dir.is_file() {
            "this is a file".to_owned()
        } else if let Some((link, to)) = dangling(dir) {
            let (link, to) = (link.display(), to.display());
            format!("{link} is a link that leads nowhere, since {to} is not there")
        } else {
            why(&error)
        };
        let dir = dir.display();
        Failure::Input(format!(
            "nothing can be written to {dir}: {why}. Name another folder with --out DIR."
        ))
    };
    std::fs::create_dir_all(dir).map_err(refuse)?;
    working_file(&dir.join("tried")).map_err(refuse)?;
    Ok(())
}

/// What the system says, without the name of a file that was only to be tried, or to take the place of another.
pub fn why(error: &std::io::Error) -> String {
    let said = error.to_string();
    said.split(" at path ").next().unwrap_or_default().to_owned()
}

/// Reads a number that may carry `_`, or end in a power of ten such as `e6`.
pub fn whole_number(text: &str) -> Result<u64, String> {
    number_from(text, 0, u64::MAX)
}

/// Reads a whole number of at most `most`; what cannot be one is told to be from `least` on.
fn number_from(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let mut plain = text.replace('_', "");
    if let Some((digits, power)) = plain.split_once(['e', 'E'])
        && let (false, Ok(power @ 0..=99)) = (digits.is_empty(), power.parse::<usize>())
    {
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        if part.len() <= power {
            plain = format!("{whole}{part}{}", "0".repeat(power - part.len()));
        }
    }
    if plain.is_empty() || !plain.bytes().all(|each| each.is_ascii_digit()) {
        return Err(format!("write a whole number from {least} on, such as 100_000"));
    }
    let number = plain.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| format!("this is too large; at most {most} is possible"))
}

/// Reads a seed, which is no larger than one that a scenario can have.
pub fn seed(text: &str) -> Result<u64, String> {
    number_from(text, 0, i64::MAX as u64)
}

/// Reads a number of games, like any other; what cannot be one is told from 1 on.
pub fn games(text: &str) -> Result<u64, String> {
    number_from(text, 1, u64::MAX)
}

/// Reads a number from `least` to `most` of `what`.
pub fn between<T: TryFrom<u64>>(text: &str, least: u64, most: u64, what: &str) -> Result<T, String> {
    let number = whole_number(text).ok().filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    let (least, most) = (grouped(i128::from(least)), grouped(i128::from(most)));
    number.ok_or_else(|| format!("write {what} from {least} to {most}"))
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<u16, String> {
    between(text, 1, 1024, "a number of threads")
}

/// Reads a number of players; how many a game is for, it says itself.
pub fn players(text: &str) -> Result<u8, String> {
    between(text, 1, u8::MAX.into(), "a number of players")
}

/// Reads the number of a seat; how many a table has, it says itself.
pub fn seat(text: &str) -> Result<u8, String> {
    between(text, 1, MAX_SEATS as u64, "the number of a seat")
}

/// Reads the number of a turn, or anything else that games have fewer of than this.
pub fn count(text: &str) -> Result<u32, String> {
    between(text, 0, 1_000_000, "a number")
}

impl From<Box<Problems>> for Failure {
    fn from(problems: Box<Problems>) -> Self {
        Failure::Scenario(*problems)
    }
}

/// The game of this key.
pub fn game(key: &str) -> Result<&'static GameInfo, Failure> {
    games::named(key).ok_or_else(|| {
        let keys: Vec<&str> = games::all().iter().map(|game| game.key).collect();
        Failure::Input(format!("unknown game “{key}”; {}", meant(key, &keys)))
    })
}

/// The game of this key, or all.
pub fn chosen(key: Option<&str>) -> Result<Vec<&'static GameInfo>, Failure> {
    match key {
        None => Ok(games::all().iter().collect()),
        Some(key) => Ok(vec![game(key)?]),
    }
}

/// Refuses a number of players that a game is not for.
pub fn may_play(game: &GameInfo, players: Option<u8>) -> Result<(), Failure> {
    if let Some(players) = players.filter(|players| !game.players.contains(players)) {
        let (least, most) = (game.players.start(), game.players.end());
        let more = most_players(game).map(|possible| {
            let key = game.key;
            format!(
                "; up to {possible} with other rules, which `{} list rules {key}` names under players",
                program()
            )
        });
        return Err(Failure::Input(format!(
            "--players {players}: {} is for {least} to {most} players{}",
            game.title,
            more.unwrap_or_default()
        )));
    }
    Ok(())
}

/// Most players, where other rules than the default allow more.
pub fn most_players(game: &GameInfo) -> Option<u64> {
    let schema = (game.rules_schema)();
    let possible = schema.pointer("/properties/players/maximum").and_then(Value::as_u64)?;
    (possible > u64::from(*game.players.end())).then_some(possible)
}
