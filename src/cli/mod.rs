//! The command line: one file a subcommand, with its arguments and one function, and files of what several do.
//!
//! Results go to stdout, everything else to stderr. Exit codes are a contract: 0 done, 1 `check` found something outside
//! its tolerance, 2 wrong input, 3 `check` could not decide, or a shard is missing, 4 a game broke its own rules, 5 stopped by
//! Ctrl-C before the last game, 6 what was found could not be written, 7 another round of shards is to be played, 130 stopped
//! at once by a second Ctrl-C. What `check` found outside or undecided counts for more than that it could not be written.

mod ablate;
mod aligned;
mod baseline;
mod bench;
mod bots;
mod check;
mod checkpoint;
mod columns;
mod compare;
mod completions;
mod conduct;
mod diff;
mod divergence;
mod drive;
mod ladder;
mod league;
mod list;
mod man;
mod merge;
mod new;
mod new_game;
mod options;
mod output;
mod pairing;
mod play;
mod prepare;
mod progress;
mod registry;
mod replay;
mod report;
mod rounds;
mod run;
mod schema;
mod shard_command;
mod shard_request;
mod sharded;
mod shards;
mod skill;
mod slurm;
mod train;
mod tune;
mod validate;
mod watchdog;
mod weights;
mod why;

#[cfg(test)]
mod agree;

use std::io::Write;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use columns::{columns, columns_of_remarks, narrow, width};

use balance_analysis::games;
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::{Frames, Problems};
use balance_report::wrap;

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
    Shards(shards::Args),
    Merge(merge::Args),
    Slurm(slurm::Args),
    Compare(compare::Args),
    Tune(tune::Args),
    Ablate(ablate::Args),
    Why(why::Args),
    Check(check::Args),
    Baseline(baseline::Args),
    Diff(diff::Args),
    Replay(replay::Args),
    Report(report::Args),
    Validate(validate::Args),
    New(new::Args),
    NewGame(new_game::Args),
    List(list::Args),
    Schema(schema::Args),
    Ladder(ladder::Args),
    League(league::Args),
    Skill(skill::Args),
    Bench(bench::Args),
    Train(train::Args),
    Completions(completions::Args),
    Man(man::Args),
}

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
    games::tell_of_broken_games_once();
    ended(prepare::threads_of_environment().and_then(|()| run(args.command)))
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Shards(args) => shards::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Slurm(args) => slurm::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Ablate(args) => ablate::run(&args),
        Command::Why(args) => why::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Baseline(args) => baseline::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Validate(args) => validate::run(&args),
        Command::New(args) => new::run(&args),
        Command::NewGame(args) => new_game::run(&args),
        Command::List(args) => list::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::League(args) => league::run(&args),
        Command::Skill(args) => skill::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
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
    Args::command().name(program).bin_name(program).version(version)
}

/// The command line, with help as wide as the terminal that it is printed to; elsewhere as the library has it.
fn helped_within(columns: Option<usize>) -> clap::Command {
    match columns {
        Some(columns) => command().term_width(columns.min(HELP)),
        None => command(),
    }
}

/// Prints a result in lines of text, on a terminal none longer than it is wide: what is broken goes on below the beginning of
/// its text.
fn print_hung(text: &str) -> Result<(), Failure> {
    match columns() {
        Some(width) => print(&hung(text, width)),
        None => print(text),
    }
}

/// The text with every line broken to this width; the rest of a line hangs two columns below where it begins.
fn hung(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if anstream::adapter::strip_str(line).to_string().chars().count() <= width || indent + 24 > width {
            out += line;
            out.push('\n');
            continue;
        }
        let pieces = wrap(line.trim_start(), width - indent - 2);
        for (at, piece) in pieces.iter().enumerate() {
            let more = if at == 0 { 0 } else { 2 };
            out += &" ".repeat(indent + more);
            out += piece;
            out.push('\n');
        }
    }
    out
}

/// Prints a result for people. A reader that has closed the pipe has seen enough.
fn print(text: &str) -> Result<(), Failure> {
    match write_out(text) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(|error| unwritten("the text", &error)),
    }
}

/// Prints a result for programs, which must have it whole.
fn print_json(text: &str) -> Result<(), Failure> {
    write_out(text).map_err(|error| unwritten("the JSON", &error))
}

fn write_out(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn unwritten(what: &str, error: &std::io::Error) -> Failure {
    Failure::Unwritten(format!("{what} cannot be printed: {error}"))
}

/// Prints what is not a result.
fn remark(text: &str) {
    let text = &columns_of_remarks().map_or_else(|| text.to_owned(), |width| hung(text, width));
    let mut err = anstream::stderr().lock();
    let _ = err.write_all(text.as_bytes());
}

fn complain(failure: &Failure) {
    let text = match failure {
        Failure::Scenario(problems) => problems.render_within(Frames::Coloured, columns_of_remarks()),
        Failure::Verdict(_) | Failure::Interrupted => return,
        Failure::Missing(said) if said.is_empty() => return,
        Failure::Round(said) => said.clone(),
        other => format!("{}: {other}\n", error_word()),
    };
    remark(&without_numbers(&text));
}

/// The text without the numbers by which a system calls its errors: their words stand before them.
fn without_numbers(text: &str) -> String {
    let mut pieces = text.split(" (os error ");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |told, piece| {
        let rest = piece.split_once(')').map_or("", |(_, rest)| rest);
        told + rest
    })
}

fn error_word() -> String {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    format!("{style}error{style:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

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
