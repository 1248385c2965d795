//! Options that several commands take: each stands here once, with its help.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use serde::{Deserialize, Serialize};

use super::Failure;
use super::prepare::{games, seed, start_threads, threads};
use balance_config::scenario::Overrides;

/// The scenarios of a command that plays none of them twice.
#[derive(clap::Args, Debug)]
pub struct Scenarios {
    /// Scenario files; `-` is standard input
    #[arg(required = true, value_name = "SCENARIO")]
    pub scenarios: Vec<PathBuf>,
}

/// The seed of a command that plays a scenario.
#[derive(clap::Args, Debug)]
pub struct Seed {
    /// Master seed, instead of the scenario's
    #[arg(long, allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,
}

impl Seed {
    /// The scenario with this seed, and otherwise as it is.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            seed: self.seed,
            ..Overrides::default()
        }
    }

    /// The same for a command at which all bots of the scenario meet.
    pub fn overrides_for_all_bots(&self) -> Overrides {
        Overrides {
            idle_untold: true,
            ..self.overrides()
        }
    }
}

/// Which games a run plays.
#[derive(clap::Args, Debug)]
pub struct Dealt {
    /// Deals of each configuration, instead of the scenario's `games`: a deal is one game, or where seats rotate one for each
    /// of the bots in turn
    #[arg(long, allow_negative_numbers = true, value_parser = games)]
    pub games: Option<u64>,
    #[command(flatten)]
    pub seed: Seed,
}

impl Dealt {
    /// The scenario with these games and this seed, and otherwise as it is.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            games: self.games,
            ..self.seed.overrides()
        }
    }
}

/// What a command may change of a scenario without touching its file.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize)]
pub struct Changes {
    /// Try a change: KEY=VALUE is a variant beside the scenario as it is, KEY=A,B,C a matrix; players=N and seats.all=BOT are for all of it; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Changes {
    /// The scenario with these changes and `others`.
    pub fn with(&self, mut others: Overrides) -> Overrides {
        others.set.clone_from(&self.set);
        others
    }
}

/// One of a scenario's configurations.
#[derive(clap::Args, Debug, Serialize, Deserialize)]
pub struct ConfigurationChoice {
    /// Name of the configuration [default: the first]
    #[arg(long, value_name = "NAME")]
    pub configuration: Option<String>,
}

/// On how many threads is played.
#[derive(clap::Args, Debug)]
pub struct Threads {
    /// Threads; never changes a result [default: one for each core]
    #[arg(long, allow_negative_numbers = true, value_parser = threads)]
    threads: Option<u16>,
}

impl Threads {
    /// Starts so many for all that follows.
    pub fn start(&self) -> Result<(), Failure> {
        start_threads(self.threads)
    }
}

/// What is printed of what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// Text for people, in short.
    Text,
    /// The same with the findings and every table.
    Details,
    /// JSON for programs.
    Json,
}

impl Printed {
    /// As `--json` says.
    pub fn of_json(json: bool) -> Self {
        if json { Printed::Json } else { Printed::Text }
    }
}

/// What a run prints.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct RunOutput {
    /// Print the results as JSON instead of text
    #[arg(long)]
    pub json: bool,
    /// Print the findings and every table, too
    #[arg(long, conflicts_with = "json")]
    pub details: bool,
}

impl RunOutput {
    /// As the flags say.
    pub fn printed(self) -> Printed {
        match (self.json, self.details) {
            (true, _) => Printed::Json,
            (false, true) => Printed::Details,
            (false, false) => Printed::Text,
        }
    }
}

/// Is progress shown?
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Quiet {
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Which shard is asked for.
#[derive(clap::Args, Debug)]
pub struct Which {
    /// Play one of several equal shards and keep it in a folder beside where the result goes, such as DIR/SCENARIO.shards:
    /// I/N, counted from 0, or `auto`, by the number that a scheduler gives the task. `shards merge` puts them together
    #[arg(long, value_name = "I/N", conflicts_with = "json")]
    pub shard: Option<String>,
    /// How many shards there are, for --shard auto
    #[arg(long, value_name = "N", requires = "shard")]
    pub shards: Option<u32>,
}

/// How games are played, whatever for.
#[derive(clap::Args, Debug)]
pub struct PlayOptions {
    #[command(flatten)]
    pub threads: Threads,
    /// Start anew where an earlier one was ended before it was done; play a shard that is there
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub sharded: Which,
    #[command(flatten)]
    pub quiet: Quiet,
}

/// How an experiment is conducted, and where what it finds goes.
#[derive(clap::Args, Debug)]
pub struct Delivery {
    #[command(flatten)]
    pub play: PlayOptions,
    /// Folder for what is found, which gets a folder of its own in it
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub out: PathBuf,
    /// Print JSON instead of text
    #[arg(long)]
    pub json: bool,
}

/// Where else the answers go, and what comes of them.
#[derive(clap::Args, Debug)]
pub struct Answers {
    /// What an undecided metric makes of the exit code [default: fail]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub undecided: Option<Undecided>,
    /// Fail on any difference from the baseline, even where every figure is within its margin: a changed rule, bot, content,
    /// margin or band, and any deal that goes differently; where nothing is found to have changed, all deals of the baseline are
    /// played for it
    #[arg(long)]
    pub unchanged: bool,
    /// Refuse a scenario that has no baseline, instead of holding it to its bands alone, and a baseline whose scenario is gone
    #[arg(long)]
    pub require_baseline: bool,
    /// Write an XML file of test results, as `JUnit` does
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Append a Markdown summary to this file, such as `$GITHUB_STEP_SUMMARY`; nowhere where the name is empty
    #[arg(long, value_name = "FILE", value_parser = clap::builder::OsStringValueParser::new().map(PathBuf::from))]
    pub summary: Option<PathBuf>,
}

impl Answers {
    /// Nothing of it is asked for.
    pub fn is_empty(&self) -> bool {
        self.undecided.is_none() && self.needed().is_none() && self.junit.is_none() && self.summary.is_none()
    }

    /// The option that asks for a baseline of every scenario and a scenario of every baseline; none where none does.
    pub fn needed(&self) -> Option<&'static str> {
        match (self.unchanged, self.require_baseline) {
            (true, _) => Some("--unchanged"),
            (_, true) => Some("--require-baseline"),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Undecided {
    /// Exit code 3.
    Fail,
    /// Exit code 0.
    Pass,
}
