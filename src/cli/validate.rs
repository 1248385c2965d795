//! `balance validate SCENARIO...`.

use std::path::PathBuf;

use super::Failure;
use crate::games;
use crate::scenario::{Overrides, Scenario};

/// Checks scenarios without playing them
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut wrong = None;
    for path in &args.scenarios {
        match Scenario::load(path, games::GAMES, &Overrides::default()) {
            Ok(scenario) => {
                if let Some(warnings) = scenario.warned() {
                    super::remark(&warnings.render(true, false));
                }
                let count = scenario.configurations.len();
                let plural = if count == 1 { "" } else { "s" };
                super::print(&format!(
                    "{}: in order, {count} configuration{plural}\n",
                    path.display()
                ));
            }
            Err(problems) => {
                if let Some(earlier) = wrong.replace(problems) {
                    super::complain(&Failure::Scenario(earlier));
                }
            }
        }
    }
    wrong.map_or(Ok(()), |problems| Err(Failure::Scenario(problems)))
}
