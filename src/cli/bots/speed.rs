//! `balance bots speed [GAME]`.

use std::time::Duration;

use serde_json::{Value, json};
use xxhash_rust::xxh3::Xxh3;

use crate::cli::options::Quiet;
use crate::cli::prepare::{between, chosen, players};
use crate::cli::progress::{Total, bar};
use crate::cli::terminal::aligned;
use crate::cli::{Failure, print, print_json};
use balance_config::games::program;
use balance_simulation::speed::{Figures, Row, measured, rows};

/// Measures how fast bots play
///
/// Plays every game at its smallest and its largest table (or with --players), with every kind of bot, on one thread. Each
/// figure is compared with a game without rules: two choices a turn, as many turns, random bots. That game is measured again
/// before every row, so that the ratio depends little on the machine. “Imagined/s” counts the games that look-ahead bots
/// imagine. The signature of the games played is the same on every machine.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only this game
    game: Option<String>,
    /// Only tables with this kind of bot, such as heuristic
    #[arg(long, value_name = "KIND")]
    bot: Option<String>,
    /// Only tables of so many players, instead of the smallest and the largest
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = players)]
    players: Option<u8>,
    /// Milliseconds for each row at least; 0 plays its games once
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = milliseconds)]
    least: u64,
    #[command(flatten)]
    quiet: Quiet,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

fn milliseconds(text: &str) -> Result<u64, String> {
    between(text, 0, 60_000, "milliseconds")
}

/// Measures the rows and prints them.
pub fn run(args: &Args) -> Result<(), Failure> {
    let games = chosen(args.game.as_deref())?;
    let mut rows = rows(games, args.players);
    if let (Some(players), true) = (args.players, rows.is_empty()) {
        let program = program();
        let message =
            format!("no table here is for {players} players; `{program} list games` says how many each game has");
        return Err(Failure::Input(message));
    }
    if let Some(kind) = &args.bot {
        rows.retain(|row| row.bot == kind);
        if rows.is_empty() {
            let program = program();
            let message = format!("no table has a bot of the kind `{kind}`; `{program} list bots` names all");
            return Err(Failure::Input(message));
        }
    }
    let least = Duration::from_millis(args.least);
    let mut all = Xxh3::new();
    let mut figures = Vec::new();
    let progress = bar("speed", Total::Exactly(rows.len() as u64), args.quiet);
    for row in &rows {
        progress.set_message(format!("{} {}", row.game, row.bot));
        let found = measured(row, least).map_err(Failure::Broken)?;
        all.update(&found.signature.to_le_bytes());
        figures.push(found);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let (build, machine) = built();
    let signature = format!("{:016x}", all.digest());
    if args.json {
        let list: Vec<Value> = rows
            .iter()
            .zip(&figures)
            .map(|(row, found)| to_json(row, found))
            .collect();
        let whole = json!({
            "format": FORMAT, "program": env!("CARGO_PKG_VERSION"), "build": build, "machine": machine,
            "rows": list, "signature": signature,
        });
        return print_json(&format!("{whole:#}\n"));
    }
    let heads = [
        "table", "variant", "bot", "games/s", "imagined/s", "ns/decision", "× floor",
    ];
    let list: Vec<Vec<String>> = rows
        .iter()
        .zip(&figures)
        .map(|(row, found)| cells(row, found))
        .collect();
    print(&format!(
        "{}\nbalance {}, {build} build, {machine}, signature {signature}\n",
        aligned(&heads, &list, 78),
        env!("CARGO_PKG_VERSION"),
    ))
}

/// How this program was built, and for what machine.
fn built() -> (&'static str, String) {
    let build = if cfg!(debug_assertions) { "checked" } else { "release" };
    (build, format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS))
}

/// A row of the table.
fn cells(row: &Row, found: &Figures) -> Vec<String> {
    vec![
        format!("{} {}", row.game, row.players),
        if row.variant.is_empty() { "–" } else { row.variant }.to_owned(),
        row.bot.to_owned(),
        rate(found.games_per_second),
        if found.imagined_per_second > 0.0 {
            rate(found.imagined_per_second)
        } else {
            "–".to_owned()
        },
        format!("{:.0}", found.per_decision),
        format!("{:.1}", found.ratio()),
    ]
}

/// A rate, which may be below ten.
fn rate(rate: f64) -> String {
    if rate < 99.5 {
        format!("{rate:.1}")
    } else {
        format!("{rate:.0}")
    }
}

fn to_json(row: &Row, found: &Figures) -> Value {
    json!({
        "game": row.game, "variant": row.variant, "players": row.players, "bot": row.bot,
        "games-per-second": found.games_per_second, "ns-per-decision": found.per_decision,
        "imagined-per-second": found.imagined_per_second, "decisions": found.decisions, "floor-ns-per-decision": found.floor,
        "ratio": found.ratio(), "signature": format!("{:016x}", found.signature),
    })
}
