//! `balance report DIR`.

use std::path::PathBuf;

use super::Failure;
use crate::report;

/// Makes the report of a finished run again from its stored tables, without playing
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of the run, such as reports/riverbed-9p
    dir: PathBuf,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let results = report::read(&args.dir).map_err(|error| Failure::Input(error.to_string()))?;
    let _held = report::Folder::claim(&args.dir).map_err(|error| Failure::Input(error.to_string()))?;
    report::remake(&results, &args.dir).map_err(|error| Failure::Unwritten(error.to_string()))?;
    if args.json {
        let text = report::json(&results).map_err(|error| Failure::Input(error.to_string()))?;
        return super::print_json(&text);
    }
    super::print(&format!("{}\n", args.dir.join("report.html").display()))
}
