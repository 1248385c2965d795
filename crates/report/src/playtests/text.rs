//! The sentences about games that people played.

use crate::findings::{players, round_up};
use crate::format;
use balance_config::playtests::PlaytestLog;
use balance_inference::playtests::{Overall, Playtests};
use balance_inference::table::{Rate, Results};
use balance_kit::schema::messages::things;

pub mod label {
    pub const TIME: &str = "Time";
    pub const LEVELS: &str = "Bots";
    pub const SAMPLING: &str = "Sampling";
    pub const LEFT_OUT: &str = "Not used";
}

pub const RUN_WITH: &str = "the same between bots that may play as these people do";
pub const MINUTES: &str = "For minutes in every report, add to the scenario:";

/// Half width, in parts of 1, that a forecast is about.
const FORECAST: f64 = 0.05;

pub fn title(results: &Results, found: &Playtests) -> String {
    let version = match results.configurations.len() {
        1 => String::new(),
        _ => format!(", “{}”", found.configuration),
    };
    let (game, players) = (&results.scenario.game_title, format::players(found.players));
    format!("{game}, {players}{version}: do people win as the bots do?")
}

pub fn range(rate: Rate, scale: f64, digits: usize) -> String {
    let end = |end: f64| format::plain(scale * end, digits);
    format!("{}–{}", end(rate.lo), end(rate.hi))
}

/// `Turns (mean)`
pub fn mean_of(turns: &str) -> String {
    format!("{} (mean)", format::capital(turns))
}

pub fn note(found: &Playtests) -> String {
    let marks = "▲▼ people confirmed above, below these bots. = confirmed alike. All ranges hold together.";
    let pooled = found.pooled_as.map(|count| {
        let bots = players(found.levels().next().unwrap_or_default());
        format!(
            "Pooled: an assumption, not a measurement: {bots} count as {} between people.",
            format::games(count)
        )
    });
    format::joined([Some(marks.to_owned()), pooled])
}

pub fn time(found: &Playtests) -> Option<String> {
    let minutes = found.minutes?;
    let game = format!(
        "{} minutes a game ({}).",
        format::plain(minutes.value, 0),
        range(minutes, 1.0, 0)
    );
    let turn = found.seconds_per_turn.map(|seconds| {
        let word = found
            .length
            .as_ref()
            .map_or("turn", |figure| format::one(&figure.subject));
        format!(
            "{} seconds a {word} ({}).",
            format::plain(seconds.value, 0),
            range(seconds, 1.0, 0)
        )
    });
    Some(format::joined([Some(game), turn]))
}

pub fn seconds(seconds: Rate) -> String {
    format!("seconds-per-turn = {}", format::plain(seconds.value, 0))
}

/// Which bots these people may be like.
pub fn levels(found: &Playtests) -> Option<String> {
    let of = |overall: Overall| -> Vec<String> {
        let levels = found.levels().filter(|level| found.standing(level) == overall);
        levels.map(str::to_owned).collect()
    };
    let line = |what: &str, levels: Vec<String>| {
        (!levels.is_empty()).then(|| format!("{what}: {}.", format::join_and(&levels)))
    };
    let lines = [
        line("People play like", of(Overall::Alike)),
        line("Not like", of(Overall::Different)),
        line("Undecided", of(Overall::Undecided)),
    ];
    (found.games > 0).then(|| format::joined(lines))
}

pub fn sampling(found: &Playtests) -> Option<String> {
    let half = found.half_width();
    if found.games == 0 {
        return None;
    }
    let of_groups = found.groups.map_or_else(String::new, |groups| {
        format!(" of {}, which are the sample", things(groups, "group"))
    });
    let known = format!(
        "{}{of_groups}: win rates to ±{} points.",
        format::capital(&format::games(found.games as u64)),
        format::plain(100.0 * half, usize::from(half < FORECAST))
    );
    let needed = found.games as f64 * (half / FORECAST).powi(2);
    let more = (half > FORECAST).then(|| {
        let points = format::plain(100.0 * FORECAST, 0);
        format!("About {} would give ±{points}.", format::games(round_up(needed)))
    });
    Some(format::joined([Some(known), more]))
}

pub fn left_out(log: &PlaytestLog) -> Option<String> {
    let rows = |count: usize, what: &str| (count > 0).then(|| format!("{} {what}.", things(count, "row")));
    let columns = (!log.unused.is_empty()).then(|| format!("Columns: {}.", log.unused.join(", ")));
    let said = format::joined([
        rows(log.left_out.other_tables, "of other versions or numbers of players"),
        rows(log.left_out.with_bots, "of games against bots"),
        rows(log.left_out.not_asked, "that --only leaves out"),
        columns,
    ]);
    (!said.is_empty()).then_some(said)
}
