//! `balance tune SCENARIO`.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::json;

use super::Failure;
use super::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, stop, unmade};
use super::options::{Delivery, Seed};
use super::output::{Output, relative};
use super::prepare::{Prepared, called, games, joined, prepare};
use super::progress::Total;
use balance_config::games::{self, Seats, Setup};
use balance_config::scenario::{self, Knob, Overrides, Problem, Tune};
use balance_engine::tally::MOST_GAMES;
use balance_experiments::tune::min_single_change_games;
use balance_experiments::tune::{Aims, Arena, Games, RuleSearch, TunePlan, Tuned, Versions, bases};
use balance_inference::judge::key;
use balance_kit::bots::RANDOM;
use balance_report::format;
use balance_report::tuning::{self, Tuning};
use balance_report::{self as report};
use balance_simulation::experiment::Subject;

/// Games of a search, unless somebody says otherwise.
const GAMES: u64 = 1_000_000;

/// With fewer games a search finds nothing but chance.
const FEWEST: u64 = 10_000;

/// Of more versions than this it is not asked beforehand whether any is another game.
const FEW: usize = 1_000;

/// Searches for the fewest, smallest rule changes that meet your goals
///
/// [expect] of the scenario states the goals, [tune] the rules that may change. Without [tune] every rule is tried near its
/// present value. At most five versions, the present rules among them, are played again on new deals, and with a second bot
/// in every seat. Writes reports/SCENARIO/: tuning.html, .md, .json, .csv and .parquet. After Ctrl-C (exit code 5) or a kill
/// the same command resumes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario
    scenario: PathBuf,
    /// Games of the whole search, instead of `games` in [tune] [default: 1,000,000]
    #[arg(long, allow_negative_numbers = true, value_parser = games)]
    games: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Write the proposals to this file, as variants of a scenario that extends this one
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    how: Delivery,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let (how, write) = (&args.how, args.write.as_deref());
    let stop = stop(how);
    let search = RuleTuning::new(&args.scenario, &args.seed.overrides(), args.games, &stop)?;
    if how.play.sharded.shard.is_none()
        && let Some(said) = search.takes_more()
    {
        super::remark(&said);
    }
    conduct(search, ("tune", &json!({ "games": args.games })), write, how, &stop)
}

/// What is looked for, and all that it takes.
pub struct RuleTuning {
    job: ConductedExperiment<Versions<RuleSearch<Games>>>,
    wanted: Tune,
    /// The bot under which proposals are tried as well.
    second: Option<String>,
}

impl RuleTuning {
    /// What the scenario at `path` asks, with so many games in all instead of its own.
    pub fn new(path: &Path, overrides: &Overrides, games: Option<u64>, stop: &AtomicBool) -> Result<Self, Failure> {
        let one = prepare(path, overrides)?;
        let mut wanted = one.scenario.tune.clone().unwrap_or_default();
        if !wanted.listed {
            wanted.knobs = every_rule(&one);
        }
        let games = games_asked(games.or(wanted.games))?;
        let arena = arena(&one, &wanted, None)?;
        let second = second(&one, &wanted, &arena)?;
        let (second, others) = second.unzip();
        has_changes(&one, &wanted, &arena)?;
        let aims = aims(&one, &wanted, &arena, stop)?;
        let plan = TunePlan {
            games,
            seed: one.scenario.seed,
            alone: !wanted.listed,
        };
        // Who is measured by what decides what is played next.
        let mut key = format!("{games} {aims:?}\n{second:?}");
        for knob in &wanted.knobs {
            key.push_str(&format!("\n{} {:?}", knob.rule, knob.choices));
        }
        for each in &one.scenario.expect {
            key.push_str(&format!("\n{} {:?} {:?}", each.metric, each.band, each.configuration));
        }
        let search = Versions(RuleSearch {
            arena,
            second: others,
            aims,
            plan,
        });
        Ok(RuleTuning {
            job: ConductedExperiment::new(one, search, Total::About(games), &key),
            wanted,
            second,
        })
    }

    fn tuning(&self, tuned: &Tuned) -> Tuning {
        let (one, search) = (&self.job.one, &self.job.experiment.0);
        let second = self.second.as_deref();
        Tuning::new(&one.scenario, &search.arena, &search.aims, tuned, second)
    }
}

/// What is played of a version, as a user is told of it.
pub fn version_called(one: &Prepared, arena: &Games, subject: &Subject) -> String {
    let Subject::Version(version) = subject else {
        return one.called(subject);
    };
    let changed = arena.changed(version);
    let changes = changed.iter().map(|(rule, _, value)| format!("{rule} = {value}"));
    let changes: Vec<String> = changes.collect();
    let what = if changes.is_empty() {
        "the present rules".to_owned()
    } else {
        changes.join(", ")
    };
    called(&one.scenario, &what)
}

impl Driven for RuleTuning {
    type Experiment = Versions<RuleSearch<Games>>;

    const WORDS: CommandWords = CommandWords {
        files: "tuning",
        folder: "",
        what: "search",
        before: "the search was done",
        asked: "rules, wishes, bots, knobs or --games",
    };

    fn job(&self) -> &ConductedExperiment<Versions<RuleSearch<Games>>> {
        &self.job
    }

    fn called(&self, subject: &Subject) -> String {
        version_called(&self.job.one, &self.job.experiment.0.arena, subject)
    }

    fn write(&self, tuned: Tuned, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let tuning = self.tuning(&tuned);
        let json = tuning.json().map_err(unmade)?;
        let files = vec![
            ("json", json.clone().into_bytes()),
            ("md", tuning::markdown(&tuning).into_bytes()),
            ("html", tuning::page(&tuning).map_err(unmade)?.into_bytes()),
        ];
        place.write("tuning", files, tuning.table().map_err(unmade)?)?;
        let path = place.output.as_ref().map(Output::path);
        if let (Some(output), Some(path)) = (&place.output, path) {
            let base = relative(&self.job.one.scenario.path, path);
            output.replace(tuning::scenario(&tuning, &base, &path.display().to_string()).as_bytes())?;
        }
        let page = place.folder.file("tuning.html");
        let text = format!(
            "{}\nReport: {}\n{}",
            tuning::terminal(&tuning, super::narrow()),
            page.display(),
            path.map_or_else(String::new, |path| format!("Proposals: {}\n", path.display()))
        );
        Ok(Delivered { text, json })
    }
}

/// Every rule of the game, where a scenario does not say which may be changed.
fn every_rule(one: &Prepared) -> Vec<Knob> {
    let setups: Vec<&Setup> = bases(&one.scenario).map(|(_, base)| &base.setup).collect();
    scenario::default_space(one.info, &setups)
}

/// How many games the search has.
fn games_asked(games: Option<u64>) -> Result<u64, Failure> {
    let games = games.unwrap_or(GAMES);
    if games < FEWEST {
        return Err(Failure::Input(format!(
            "{games} games are too few for a search; let it play at least {FEWEST}"
        )));
    }
    if games > MOST_GAMES {
        return Err(Failure::Input(format!("a search plays at most {MOST_GAMES} games")));
    }
    Ok(games)
}

/// What is wrong with a [tune] that was written, or with what stands for one that was not.
fn wrong(one: &Prepared, wanted: &Tune, message: &str, help: &str) -> Failure {
    let scenario = &one.scenario;
    match &wanted.place {
        Some(place) => scenario
            .problems(vec![Problem::located(place, message).help(help)])
            .into(),
        None => Failure::Input(format!("{}: {message}; {help}", scenario.path.display())),
    }
}

/// The bot under which proposals are tried as well, and the tables with it.
fn second(one: &Prepared, wanted: &Tune, arena: &Games) -> Result<Option<(String, Games)>, Failure> {
    let free = arena.of_bots.contains(&false);
    // Where tables differ in their bots, each has others beside it.
    let tables = bases(&one.scenario)
        .zip(&arena.of_bots)
        .filter(|(_, of_bots)| !**of_bots);
    let seats: Vec<&Seats> = tables.map(|((_, base), _)| &base.setup.seats).collect();
    let vary = seats.iter().any(|other| *other != seats[0]);
    if let Some(named) = &wanted.second {
        let alone = Seats::filled(named);
        let flaw = if !free {
            Some("has no table to play at: [expect] asks about the bots of every table")
        } else if vary {
            Some("is another bot at every seat, and the tables of this scenario differ in their bots already")
        } else if seats.contains(&&alone) {
            Some("is the bot that sits at every seat already")
        } else {
            None
        };
        if let Some(flaw) = flaw {
            let message = format!("`second` of [tune] {flaw}");
            return Err(wrong(one, wanted, &message, "name another bot, or leave `second` out"));
        }
    }
    let bot = second_bot(one, wanted).filter(|_| free && !vary);
    bot.map(|bot| {
        let arena = self::arena(one, wanted, Some(&bot))?;
        Ok((bot, arena))
    })
    .transpose()
}

/// Is there another game to look through?
fn has_changes(one: &Prepared, wanted: &Tune, arena: &Games) -> Result<(), Failure> {
    if arena.space().knobs.iter().all(|knob| knob.places.len() < 2) {
        let message = "there is nothing to change but the present rules";
        return Err(wrong(one, wanted, message, "name rules and other values in [tune]"));
    }
    // Without a change that makes another game there is nothing to look through.
    let present = arena.space().present();
    let others = arena.space().all(FEW);
    let others = others.map(|all| all.into_iter().filter(|version| *version != present));
    if others.is_none_or(|mut others| others.any(|version| arena.allows(&version))) {
        return Ok(());
    }
    let help = "name other rules in [tune], or other values";
    let Some(said) = tuning::by_itself(&arena.unmeasured()) else {
        let message = "no change makes another game here";
        return Err(wrong(one, wanted, message, help));
    };
    let program = games::program();
    let help = format!("{said} A [[variant]] of it is played beside the present rules by `{program} run`; here {help}");
    let message = "no change can be held to the present rules";
    Err(wrong(one, wanted, message, &help))
}

/// What is wished; some games of the present rules may have to be played for it, until `stop` is set.
fn aims(one: &Prepared, wanted: &Tune, arena: &Games, stop: &AtomicBool) -> Result<Aims, Failure> {
    let scenario = &one.scenario;
    let plays = |games: u64| {
        if arena.slow() {
            let games = format::count(games);
            let name = &scenario.name;
            super::remark(&format!("{name}: first {games} games of the present rules\n"));
        }
    };
    let aims = arena.aims(scenario, &plays, stop);
    if let Some(aims) = aims.map_err(|halt| RuleTuning::WORDS.halted(&halt, one))? {
        return Ok(aims);
    }
    // Only where one side plays there is no fair share to aim at.
    let mut sides = one.games.iter().flat_map(|game| &game.sheet().sides);
    let side = sides.next().map(|side| key(side)).unwrap_or_default();
    let wish = format!("\"win-rate.{side}\" = {{ from = \"40%\", to = \"60%\" }}");
    let program = games::program();
    let help = format!("state a goal in [expect], such as {wish} (`{program} list metrics` names all)");
    Err(wrong(one, wanted, "there is nothing to aim at", &help))
}

fn arena(one: &Prepared, wanted: &Tune, second: Option<&str>) -> Result<Games, Failure> {
    Games::new(&one.scenario, wanted, one.info, second).map_err(|faults| {
        let who = second.map_or(String::new(), |bot| format!(", with `{bot}` at every seat"));
        joined(format!("{}{who}", one.scenario.path.display()), faults)
    })
}

impl RuleTuning {
    /// That more games are played than were asked for, where so few cannot show what every rule does by itself.
    fn takes_more(&self) -> Option<String> {
        let search = &self.job.experiment.0;
        let alone = min_single_change_games(&search.arena);
        let more = alone.saturating_sub(search.plan.games / 10);
        (!self.wanted.listed && more > 0).then(|| {
            format!(
                "note: the single changes alone take {} games, so about {} will be played instead of {}. Name fewer rules in [tune] to keep to that.\n",
                format::count(alone),
                format::count(report::round_up((search.plan.games + more) as f64)),
                format::count(search.plan.games)
            )
        })
    }
}

/// The bot under which proposals are tried as well: the one named, else one of the scenario's own, of the game's or of its league
/// that does not sit at the table and does not think for long, and the random one only where there is no other.
fn second_bot(one: &Prepared, wanted: &Tune) -> Option<String> {
    if wanted.second.is_some() {
        return wanted.second.clone();
    }
    let (_, base) = bases(&one.scenario).next()?;
    let seats = &base.setup.seats;
    let named: Vec<&String> = seats
        .by_seat
        .values()
        .chain(seats.by_role.values())
        .chain(&seats.rotate)
        .collect();
    let used = |bot: &str| {
        let kind = |name: &str| base.setup.bot(name).kind;
        let sits = |name: &str| name == bot || kind(name) == bot;
        named.iter().any(|name| sits(name)) || (seats.rotate.is_empty() && sits(&seats.all))
    };
    let kinds = (one.info.bots)();
    let league = one.info.league().unwrap_or_default();
    let own = base.setup.bots.keys().map(String::as_str);
    let mut all: Vec<&str> = own
        .chain(kinds.iter().map(|bot| bot.kind))
        .chain(league.iter().map(|member| member.name.as_str()))
        .filter(|bot| !used(bot))
        .collect();
    all.sort_by_key(|bot| *bot == RANDOM);
    let plays = |bot: &&str| (one.info.build)(&one.info.seated(&base.setup, bot)).is_ok_and(|game| !game.slow());
    all.into_iter().find(plays).map(str::to_owned)
}
