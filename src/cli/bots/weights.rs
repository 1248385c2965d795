//! `balance bots weights SCENARIO --bot NAME`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;

use super::{known, members};
use crate::cli::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, stop};
use crate::cli::options::{Delivery, Seed};
use crate::cli::output::relative;
use crate::cli::prepare::{Prepared, called, games, prepare};
use crate::cli::progress::Total;
use crate::cli::{Failure, narrow};
use balance_config::games::{self, BotSpec};
use balance_config::scenario::{Configuration, Overrides};
use balance_engine::tally::MOST_GAMES;
use balance_experiments::ladder::{NamedBot, TRIED};
use balance_experiments::tune::bases;
use balance_experiments::weights::{FoundWeights, Population, Populations, WeightPlan, WeightSearch, fewest, numbers};
use balance_report::tuning;
use balance_report::weights::WeightsReport;
use balance_simulation::experiment::Subject;
use balance_simulation::shards::ShardCommand;

/// Games of a search, unless somebody says otherwise.
const GAMES: u64 = 100_000;

/// Searches for weights with which a bot wins more
///
/// The bot plays against several others at every table of the scenario: alone, in half the seats, and in all but one. Results
/// are confirmed on new deals. Writes reports/SCENARIO-weights/: weights.json, .csv and .toml.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario's file
    scenario: PathBuf,
    /// The bot, by kind or by name in [bots] or the game's league
    #[arg(long, value_name = "BOT")]
    bot: String,
    /// Bots that it is tuned against, besides itself as it is [default: the game's league and those of [bots]]
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    against: Vec<String>,
    /// Games of the whole search [default: 100,000]
    #[arg(long, allow_negative_numbers = true, value_parser = games)]
    games: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Write the bot to this file, as one of [bots] of a scenario that extends this one
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    how: Delivery,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        idle_untold: true,
        ..args.seed.overrides()
    };
    let asked = WeightRequest {
        bot: &args.bot,
        against: &args.against,
        games: args.games,
    };
    let tuned = TunedBot::new(prepare(&args.scenario, &overrides)?, &asked)?;
    let asked = ShardCommand::Weights {
        bot: args.bot.clone(),
        against: args.against.clone(),
        games: args.games,
    };
    conduct(tuned, asked, args.write.as_deref(), &args.how, &stop(&args.how))
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct WeightRequest<'a> {
    /// The bot.
    pub bot: &'a str,
    /// Who it is tuned against; empty: the league.
    pub against: &'a [String],
    /// Games of the whole search.
    pub games: Option<u64>,
}

/// A bot that is tuned.
pub struct TunedBot {
    job: ConductedExperiment<WeightSearch>,
    bot: String,
    spec: BotSpec,
}

impl TunedBot {
    /// The search for weights of a bot of `one`, as it is asked.
    pub fn new(one: Prepared, asked: &WeightRequest<'_>) -> Result<Self, Failure> {
        let spec = spec(&one, asked.bot)?;
        let numbers = numbers(one.info, &spec);
        if numbers.is_empty() {
            return Err(none_to_tune(&one, asked.bot));
        }
        let met = populations(&one, asked, &spec)?;
        let rivals = format!("{met:?}");
        let opposition = Populations::new(one.info, &spec, numbers.clone(), met, one.scenario.seed);
        let games = asked.games.unwrap_or(GAMES);
        let least = fewest(&opposition, numbers.len());
        if games < least {
            let count = numbers.len();
            return Err(Failure::Input(format!(
                "{games} games are too few to tune {count} numbers at these tables; let it play at least {least}"
            )));
        }
        if games > MOST_GAMES {
            return Err(Failure::Input(format!("a search plays at most {MOST_GAMES} games")));
        }
        let key = format!("{} {games} {spec:?} {rivals}", asked.bot);
        let search = WeightSearch {
            opposition: Box::new(opposition),
            numbers,
            plan: WeightPlan {
                games,
                seed: one.scenario.seed,
            },
        };
        Ok(TunedBot {
            bot: asked.bot.to_owned(),
            spec,
            job: ConductedExperiment::new(one, search, Total::About(games), &key),
        })
    }
}

impl Driven for TunedBot {
    type Experiment = WeightSearch;

    const WORDS: CommandWords = CommandWords {
        files: "weights",
        folder: "-weights",
        shards: "-weights",
        what: "search",
        before: "the search was done",
        asked: "rules, bots or --games",
    };

    fn job(&self) -> &ConductedExperiment<WeightSearch> {
        &self.job
    }

    fn called(&self, subject: &Subject) -> String {
        let among = match subject {
            Subject::Table { among, .. } if among != TRIED => format!("“{among}”"),
            _ => "its like".to_owned(),
        };
        called(
            &self.job.one.scenario,
            &format!("“{}” as it is tried, among {among}", self.bot),
        )
    }

    fn write(&self, found: FoundWeights, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let (one, numbers) = (&self.job.one, &self.job.experiment.numbers);
        let mut tuned = self.spec.clone();
        for (number, value) in numbers.iter().zip(&found.weights) {
            number.put(*value, &mut tuned);
        }
        let sheets = || one.games.iter().map(|game| game.sheet());
        let weights = WeightsReport {
            title: format!("{}: which weights let “{}” win more?", one.info.title, self.bot),
            bot: &self.bot,
            called: free_name(one, &self.bot),
            spec: tuned,
            numbers,
            found: &found,
            turn_word: sheets().next().map_or("turns", |sheet| &sheet.turn_word),
            has_cap: sheets().any(|sheet| sheet.endings.iter().any(|ending| ending.capped)),
        };
        place.put(weights.files())?;
        if let Some(output) = &place.output {
            output.replace(written(one, &weights, output.path()).as_bytes())?;
        }
        let lead = if weights.is_better() {
            "The same as a file"
        } else {
            "The weights that were found, as a file"
        };
        let file = place.folder.file("weights.toml");
        Ok(Delivered {
            text: format!("{}\n{lead}: {}\n", weights.text(narrow()), file.display()),
            json: weights.json(),
        })
    }
}

/// What the bot is made from: a table of `[bots]`, a member of the league, or a kind.
fn spec(one: &Prepared, bot: &str) -> Result<BotSpec, Failure> {
    let told = |said| Failure::Input(format!("{}: its league is wrong: {said}", one.info.title));
    let league = one.info.league().map_err(told)?;
    let mut setups = bases(&one.scenario).map(|(_, base)| &base.setup);
    let Some(setup) = setups.next() else {
        return Err(Failure::Input("the scenario has no table".to_owned()));
    };
    let names: Vec<&str> = league.iter().map(|member| member.name.as_str()).collect();
    known(one, setup, &[bot.to_owned()], &names)?;
    if setups.any(|other| other.bots.get(bot) != setup.bots.get(bot)) {
        return Err(Failure::Input(format!(
            "[matrix] varies the settings of \"{bot}\"; tune it in a scenario in which they are the same at every table"
        )));
    }
    let member = league.into_iter().find(|member| member.name == bot);
    Ok(match member {
        Some(member) if !setup.bots.contains_key(bot) => member.spec,
        _ => setup.bot(bot),
    })
}

/// Why a bot cannot be tuned.
fn none_to_tune(one: &Prepared, bot: &str) -> Failure {
    let kinds = (one.info.bots)();
    let has = |kind: &&games::BotInfo| {
        let spec = BotSpec {
            kind: kind.kind.to_owned(),
            ..BotSpec::default()
        };
        !numbers(one.info, &spec).is_empty()
    };
    let with: Vec<&str> = kinds.iter().filter(has).map(|kind| kind.kind).collect();
    let program = games::program();
    Failure::Input(format!(
        "“{bot}” has no numbers that could be tuned; {} has some, and for bots of scripts `{program} bots league` looks for others",
        if with.is_empty() {
            "no bot of this game".to_owned()
        } else {
            with.join(", ")
        }
    ))
}

/// The tables of the scenario, each once, with who is met there.
fn populations(one: &Prepared, asked: &WeightRequest<'_>, spec: &BotSpec) -> Result<Vec<Population>, Failure> {
    let mut all: Vec<Population> = Vec::new();
    for (index, base) in bases(&one.scenario) {
        let sheet = one.games[index].sheet();
        let players = u32::try_from(sheet.players).unwrap_or(u32::MAX);
        if players < 2 {
            let said = format!("“{}” is a table for one; a bot is tuned against others", base.name);
            return Err(Failure::Input(said));
        }
        let mut setup = base.setup.clone();
        setup.seats = games::Seats::default();
        if all.iter().any(|other| other.setup == setup) {
            continue;
        }
        all.push(Population {
            name: base.name.clone(),
            setup,
            players,
            sides: sheet.sides.clone(),
            rivals: rivals(one, base, players, asked, spec)?,
        });
    }
    Ok(all)
}

/// The bot as it is, and the others that were asked for, or those of the league and of the scenario's own.
fn rivals(
    one: &Prepared,
    base: &Configuration,
    players: u32,
    asked: &WeightRequest<'_>,
    spec: &BotSpec,
) -> Result<Vec<NamedBot>, Failure> {
    let mut all = vec![NamedBot {
        name: format!("{} as it is", asked.bot),
        spec: spec.clone(),
    }];
    let others = members(one, &base.setup, players as usize, asked.against)?;
    let mut seen = BTreeSet::new();
    for member in others {
        if member.spec != *spec && seen.insert(member.name.clone()) {
            all.push(NamedBot {
                name: member.name,
                spec: member.spec,
            });
        }
    }
    Ok(all)
}

/// A name that a table of `[bots]` may have: the bot's own where it has one.
fn free_name(one: &Prepared, bot: &str) -> String {
    let own = |name: &str| bases(&one.scenario).any(|(_, base)| base.setup.bots.contains_key(name));
    if own(bot) {
        return bot.to_owned();
    }
    let mut name = format!("{bot}-tuned");
    let mut number = 2;
    while own(&name) {
        name = format!("{bot}-tuned-{number}");
        number += 1;
    }
    name
}

/// A scenario with what was found, which extends this one; where the bot sat at every seat, it does so there.
fn written(one: &Prepared, weights: &WeightsReport<'_>, path: &Path) -> String {
    let base = relative(&one.scenario.path, path);
    let all = |base: &Configuration| {
        let seats = &base.setup.seats;
        seats.all == weights.bot && seats.by_seat.is_empty() && seats.by_role.is_empty() && seats.rotate.is_empty()
    };
    let everywhere = weights.called != weights.bot && bases(&one.scenario).all(|(_, base)| all(base));
    let seats = if everywhere {
        format!("seats.all = {}\n", toml::Value::String(weights.called.clone()))
    } else {
        String::new()
    };
    format!(
        "{}bots weights --bot {}` found for {}.\nextends = {}\n{seats}\n{}",
        tuning::head(),
        weights.bot,
        one.scenario.name,
        toml::Value::String(base),
        weights.toml()
    )
}
