//! The command line: one file a subcommand, with its arguments and one function, and files of what several do.
//!
//! Results go to stdout, everything else to stderr. Exit codes are a contract: 0 done, 1 `check` found something outside
//! its tolerance, 2 wrong input, 3 `check` could not decide, or a shard is missing, 4 a game broke its own rules, 5 stopped by
//! Ctrl-C before the last game, 6 what was found could not be written, 7 another round of shards is to be played, 130 stopped
//! at once by a second Ctrl-C. What `check` found outside or undecided counts for more than that it could not be written.

mod baseline;
mod bots;
mod check;
mod checkpoint;
mod compare;
mod drive;
mod explain;
mod games_table;
mod generate;
mod list;
mod new;
mod new_game;
mod odds;
mod options;
mod output;
mod pairing;
mod play;
mod playtests;
mod prepare;
mod progress;
mod replay;
mod report;
mod run;
mod sample_games;
mod shard;
mod shards;
mod sit;
mod skill;
mod terminal;
mod tune;
mod validate;
mod why;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use terminal::{columns, complain, narrow, print, print_hung, print_json, remark, width};

use balance_config::games;
use balance_config::scenario::Problems;
use balance_inference::judge::Verdict;

/// Characters in a line of help, at most.
const HELP: usize = 100;

/// Is this version of the game fair, how long does it take, and which rule should change?
///
/// Plays millions of seeded games of a board game with bots and says who wins how often, how long games take, and how sure
/// that is.
#[derive(Parser, Debug)]
#[command(propagate_version = true, max_term_width = HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// When to colour what is printed.
    #[arg(long, global = true, value_enum, default_value_t = ColourMode::Auto, value_name = "WHEN")]
    color: ColourMode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ColourMode {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    Run(run::Args),
    Compare(compare::Args),
    Replay(replay::Args),
    Play(sit::Args),
    Playtests(playtests::Args),
    Report(report::Args),
    Tune(tune::Args),
    #[command(alias = "ablate")]
    Explain(explain::Args),
    Why(why::Args),
    Check(check::Args),
    Baseline(baseline::Args),
    Skill(skill::Args),
    Bots(bots::Args),
    New(new::Args),
    List(list::Args),
    Validate(validate::Args),
    Shards(shards::Args),
    Generate(generate::Args),
}

/// The commands by the question that they answer.
const GROUPS: [(&str, &[&str]); 7] = [
    (
        "Judge a version",
        &["run", "compare", "replay", "play", "playtests", "report"],
    ),
    ("Change it", &["explain", "tune", "why"]),
    ("Guard it", &["check", "baseline"]),
    ("Who plays", &["skill", "bots"]),
    ("Write scenarios and games", &["new", "generate", "list", "validate"]),
    ("Many machines", &["shards"]),
    ("The program itself", &["help"]),
];

/// Why a command ended without its result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// Mistakes in a scenario or content file.
    #[error(transparent)]
    Scenario(#[from] Problems),
    /// Anything else that the user can mend.
    #[error("{0}")]
    Input(String),
    /// A game broke its own rules.
    #[error("{0}")]
    Broken(String),
    /// What was found could not be written, or not all of it.
    #[error("{0}")]
    Unwritten(String),
    /// A check that did its work, with a verdict other than "within"; everything has been said.
    #[error("{}", .0.word())]
    Verdict(Verdict),
    /// Shards that are missing or damaged: to play them again mends it. Nothing is said where everything has been.
    #[error("{0}")]
    Missing(String),
    /// Nothing is missing, but what was found so far asks for games of its own: another round of shards.
    #[error("{0}")]
    Round(String),
    /// Stopped by Ctrl-C before everything was played; everything has been said.
    #[error("stopped")]
    Interrupted,
}

impl Failure {
    /// What the user can mend, as an error says it.
    fn input(error: impl Display) -> Self {
        Failure::Input(error.to_string())
    }

    /// That `path` cannot be written.
    fn unwritten(path: &Path, error: impl Display) -> Self {
        Failure::Unwritten(format!("{} cannot be written: {error}", path.display()))
    }

    fn code(&self) -> u8 {
        match self {
            Failure::Verdict(Verdict::Within) => 0,
            Failure::Verdict(Verdict::Outside) => 1,
            Failure::Scenario(_) | Failure::Input(_) => 2,
            Failure::Verdict(Verdict::Undecided) | Failure::Missing(_) => 3,
            Failure::Broken(_) => 4,
            Failure::Interrupted => 5,
            Failure::Unwritten(_) => 6,
            Failure::Round(_) => 7,
        }
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let parsed = helped_within(columns()).try_get_matches();
    let args = match parsed.and_then(|found| Args::from_arg_matches(&found)) {
        Ok(args) => args,
        Err(other) => return ended(report_usage(&other)),
    };
    match args.color {
        ColourMode::Auto => ColorChoice::Auto,
        ColourMode::Always => ColorChoice::Always,
        ColourMode::Never => ColorChoice::Never,
    }
    .write_global();
    games::tell_of_broken_games_once(|broken| {
        complain(&Failure::Broken(format!(
            "{broken}. This is a mistake in the game or in a bot."
        )));
    });
    ended(prepare::threads_of_environment().and_then(|()| run(args.command)))
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Play(args) => sit::run(&args),
        Command::Playtests(args) => playtests::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Why(args) => why::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Baseline(args) => baseline::run(args),
        Command::Skill(args) => skill::run(&args),
        Command::Bots(args) => bots::run(&args),
        Command::New(args) => new::run(&args),
        Command::List(args) => list::run(&args),
        Command::Validate(args) => validate::run(&args),
        Command::Shards(args) => shards::run(&args),
        Command::Generate(args) => generate::run(&args),
    }
}

fn ended(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            complain(&failure);
            ExitCode::from(failure.code())
        }
    }
}

/// Says what is wrong with the command line, or prints the help or version that was asked for.
fn report_usage(other: &clap::Error) -> Result<(), Failure> {
    let text = other.render().ansi().to_string();
    if other.use_stderr() {
        remark(&text);
        std::process::exit(other.exit_code());
    }
    print(&text)
}

/// The whole command line, under the program's name.
pub fn command() -> clap::Command {
    let program = games::program();
    let version = match program {
        "balance" => env!("CARGO_PKG_VERSION"),
        _ => concat!("(balance ", env!("CARGO_PKG_VERSION"), ")"),
    };
    let command = Args::command().name(program).bin_name(program).version(version);
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{{options}}{{after-help}}",
        grouped_commands(&command)
    );
    command.help_template(template)
}

/// Every command with what it does, below the question that it answers; last the heading of the options.
fn grouped_commands(command: &clap::Command) -> String {
    let style = command.get_styles();
    let (heading, literal) = (style.get_header(), style.get_literal());
    let mut out = String::new();
    for (question, names) in GROUPS {
        out += &format!("{heading}{question}:{heading:#}\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map_or_else(|| "Explains a command".to_owned(), ToString::to_string);
            out += &format!("  {literal}{name:9}{literal:#}  {about}\n");
        }
        out.push('\n');
    }
    out + &format!("{heading}Options:{heading:#}\n")
}

/// The command line, with help as wide as the terminal that it is printed to; elsewhere as the library has it.
fn helped_within(columns: Option<usize>) -> clap::Command {
    match columns {
        Some(columns) => command().term_width(columns.min(HELP)),
        None => command(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command stands in one group, with a line that fits a terminal.
    #[test]
    fn every_command_answers_a_question() {
        let command = command();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.push("help");
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        all.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, all);
        let help = helped_within(Some(80)).try_get_matches_from(["balance", "--help"]);
        let help = help.expect_err("help").render().to_string();
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    /// Help obeys the terminal, as all else that is printed, and not only what a shell says of it.
    #[test]
    fn help_is_no_wider_than_the_terminal() {
        let widest = |columns: Option<usize>, command: &str| {
            let told = helped_within(columns).try_get_matches_from(["balance", command, "--help"]);
            let text = told.expect_err("help").render().to_string();
            text.lines().map(|line| line.chars().count()).max()
        };
        for command in ["run", "check", "tune"] {
            assert!(widest(Some(80), command) <= Some(80), "{command}");
            assert!(widest(Some(120), command) > Some(80), "{command}");
            assert!(widest(Some(120), command) <= Some(HELP), "{command}");
        }
    }
}
