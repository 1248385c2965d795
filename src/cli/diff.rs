//! `balance diff RUN_A RUN_B`.

use std::path::PathBuf;

use super::Failure;
use balance_analysis::table;
use balance_report as report;

/// Says what changed between two stored runs of the same game, without playing
///
/// Configurations of the same name are set side by side: win rates, length, endings. The games of two runs are not
/// paired; `compare` plays both scenarios on the same deals and sees smaller differences.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of the run before, such as reports/riverbed-9p
    #[arg(value_name = "RUN_A")]
    a: PathBuf,
    /// The folder of the run after
    #[arg(value_name = "RUN_B")]
    b: PathBuf,
    /// Print the differences as JSON instead of text
    #[arg(long)]
    json: bool,
    /// Print the differences as Markdown instead of text, for a pull request
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let read = |dir: &PathBuf| report::read(dir).map_err(|error| Failure::Input(error.to_string()));
    let (a, b) = (read(&args.a)?, read(&args.b)?);
    let diff = table::diff(&a, &b).map_err(|error| Failure::Input(error.to_string()))?;
    let text = if args.json {
        let text = serde_json::to_string_pretty(&diff).map_err(|error| Failure::Input(error.to_string()))?;
        return super::print_json(&(text + "\n"));
    } else if args.markdown {
        report::diff_markdown(&diff)
    } else {
        report::diff_terminal(&diff, super::narrow())
    };
    super::print(&text)
}
