//! The command line: one file a subcommand, with its arguments and one function.
//!
//! Results go to stdout, everything else to stderr. Exit codes are a contract: 0 done, 1 `check` found something outside
//! its tolerance, 2 wrong input, 3 `check` could not decide, 4 a game broke its own rules, 130 stopped at once by a second
//! Ctrl-C.

mod baseline;
mod check;
mod compare;
mod completions;
mod diff;
mod list;
mod man;
mod new;
mod play;
mod prepare;
mod replay;
mod report;
mod resume;
mod run;
mod schema;
mod validate;

use std::io::Write;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use crate::judge::Verdict;
use crate::scenario::Problems;

/// Is this version of the game fair, how long does it take, and which rule should change?
///
/// balance plays millions of seeded games of a board game with bots and says who wins how often, how long games take,
/// and how sure that is.
#[derive(Parser, Debug)]
#[command(name = "balance", version, propagate_version = true, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
    /// When to colour what is printed.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
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
    Check(check::Args),
    Baseline(baseline::Args),
    Diff(diff::Args),
    Replay(replay::Args),
    Report(report::Args),
    Validate(validate::Args),
    New(new::Args),
    List(list::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Why a command ended without its result.
#[derive(Debug, thiserror::Error)]
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
    /// A check that did its work, with a verdict other than "within"; everything has been said.
    #[error("{}", .0.word())]
    Verdict(Verdict),
}

impl Failure {
    fn code(&self) -> u8 {
        match self {
            Failure::Verdict(Verdict::Within) => 0,
            Failure::Verdict(Verdict::Outside) => 1,
            Failure::Scenario(_) | Failure::Input(_) => 2,
            Failure::Verdict(Verdict::Undecided) => 3,
            Failure::Broken(_) => 4,
        }
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let args = Args::parse();
    match args.color {
        Colour::Auto => ColorChoice::Auto,
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    }
    .write_global();
    crate::games::tell_of_broken_games_once();
    let done = match args.command {
        Command::Run(args) => run::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Baseline(args) => baseline::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Validate(args) => validate::run(&args),
        Command::New(args) => new::run(&args),
        Command::List(args) => list::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            complain(&failure);
            ExitCode::from(failure.code())
        }
    }
}

/// The whole command line, for completions and manual pages.
pub fn command() -> clap::Command {
    Args::command()
}

/// Prints a result. A reader that has closed the pipe has seen enough: the program ends there, as others do.
fn print(text: &str) {
    let mut out = anstream::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Prints what is not a result.
fn remark(text: &str) {
    let mut err = anstream::stderr().lock();
    let _ = err.write_all(text.as_bytes());
}

fn complain(failure: &Failure) {
    let text = match failure {
        Failure::Scenario(problems) => problems.render(true, false),
        Failure::Verdict(_) => return,
        other => format!("{}: {other}\n", error_word()),
    };
    remark(&text);
}

fn error_word() -> String {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    format!("{style}error{style:#}")
}
