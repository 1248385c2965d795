//! `balance validate SCENARIO...`.

use serde_json::json;

use super::Failure;
use super::options::{Changes, Scenarios};
use super::prepare::{Prepared, prepare};
use balance_config::scenario::Overrides;
use balance_inference::table;
use balance_kit::schema::messages::things;
use balance_report::format;

/// Finds mistakes in scenarios, and forecasts the precision
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    which: Scenarios,
    #[command(flatten)]
    changes: Changes,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 2;

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = args.changes.with(Overrides::default());
    let mut wrong = None;
    let mut valid = Vec::new();
    for path in &args.which.scenarios {
        // The games are built, too: only they know what `[expect]` may name.
        match prepare(path, &overrides) {
            Ok(one) => {
                let Prepared { scenario, games, .. } = one;
                let half_width = table::half_width(&scenario, &games);
                if args.json {
                    let names: Vec<&str> = scenario.configurations.iter().map(|each| each.name.as_str()).collect();
                    let path = path.display().to_string();
                    valid.push(json!({
                        "scenario": path,
                        "configurations": names,
                        "deals": scenario.games,
                        "win-rates-within": half_width,
                    }));
                    continue;
                }
                super::print(&format!(
                    "ok  {}: {}, {} each\n    Precision: ±{} points on every win rate.\n",
                    path.display(),
                    things(scenario.configurations.len(), "version"),
                    format::games(scenario.games),
                    format::plain(100.0 * half_width, 1),
                ))?;
            }
            Err(failure) => {
                if let Some(earlier) = wrong.replace(failure) {
                    super::complain(&earlier);
                }
            }
        }
    }
    if args.json && wrong.is_none() {
        super::print_json(&format!("{:#}\n", json!({ "format": FORMAT, "scenarios": valid })))?;
    }
    wrong.map_or(Ok(()), Err)
}
