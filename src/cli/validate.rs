//! `balance validate SCENARIO...`.

use serde_json::json;

use super::Failure;
use super::options::{Changes, Scenarios};
use super::prepare::{Prepared, prepare};
use balance_analysis::scenario::Overrides;
use balance_analysis::table;
use balance_report as report;

/// Checks scenarios without playing them, and says what their games will be able to show
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
const FORMAT: u32 = 1;

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = args.changes.with(Overrides::default());
    let mut wrong = None;
    let mut valid = Vec::new();
    for path in &args.which.scenarios {
        // The games are built, too: only they know what `[expect]` may name.
        match prepare(path, &overrides) {
            Ok(one) => {
                if let Some(note) = one.searchers() {
                    super::remark(&note);
                }
                let Prepared {
                    scenario, games, bands, ..
                } = one;
                let foresight = table::foresee(&scenario, &games, &bands);
                if args.json {
                    let names: Vec<&str> = scenario.configurations.iter().map(|each| each.name.as_str()).collect();
                    let path = path.display().to_string();
                    valid.push(json!({
                        "scenario": path,
                        "configurations": names,
                        "deals": foresight.deals,
                        "win-rates-within": foresight.win_rate,
                        "change-shown-from": foresight.change,
                        "half-width-takes": foresight.too_narrow.map(|(_, deals)| deals),
                        "bands": foresight.bands.iter().map(|band| json!({
                            "metric": band.metric,
                            "deals-in-the-middle": band.middle,
                            "decided-from": band.clear,
                        })).collect::<Vec<_>>(),
                    }));
                    continue;
                }
                let count = scenario.configurations.len();
                let plural = if count == 1 { "" } else { "s" };
                super::print(&format!(
                    "{}: valid, {count} configuration{plural}\n{}",
                    path.display(),
                    report::foreseen(&foresight, super::narrow())
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
