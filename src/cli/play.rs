//! Playing a scenario for `run` and `compare`: progress on stderr, Ctrl-C, and the results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Failure;
use super::prepare::Prepared;
use super::resume::Keeper;
use crate::games::{AnyGame, Broken};
use crate::gate;
use crate::scenario::{Scenario, Stop};
use crate::sim::{FIRST_LOOK, Played, Reference, Run, Watch};
use crate::table::{self, Results};

/// How often an unfinished run is kept.
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// The first signal asks to stop, the second ends the program.
pub fn stop_on_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        super::remark("\nStopping at the next block of games; press Ctrl-C again to stop at once.\n");
    };
    // Where no handler can be set, Ctrl-C ends the program as it does any other.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// Plays `one`, each configuration compared with the one that `references` names; goes on where an earlier run of it was
/// ended, if `keeper` has one.
pub fn play(
    one: &Prepared,
    references: &[Option<usize>],
    stop: &AtomicBool,
    quiet: bool,
    keeper: Option<&Keeper>,
) -> Result<Results, Failure> {
    let scenario = &one.scenario;
    let rotations: Vec<usize> = scenario
        .configurations
        .iter()
        .map(|each| each.setup.seats.rotate.len().max(1))
        .collect();
    let games: Vec<&dyn AnyGame> = one.games.iter().map(|game| &**game).collect();
    let reference: Vec<Option<Reference<'_>>> = references
        .iter()
        .map(|reference| reference.map(Reference::Configuration))
        .collect();
    let run = Run {
        configurations: &games,
        reference: &reference,
        rotations: &rotations,
        seed: scenario.seed,
        games: scenario.games,
        first_look: FIRST_LOOK,
    };
    let total = scenario.games * rotations.iter().sum::<usize>() as u64;
    let watch = Progress {
        bar: bar(&scenario.name, total, quiet),
        one,
        references,
        keeper,
        kept: Mutex::new(Instant::now()),
    };
    let earlier = keeper.and_then(|keeper| keeper.load(scenario.games));
    if let Some(earlier) = &earlier {
        super::remark(&format!("{}: going on after {} deals\n", scenario.name, earlier.games));
        watch.played(earlier.games * rotations.iter().sum::<usize>() as u64);
    }
    let played = earlier
        .map_or_else(|| run.play(stop, &watch), |earlier| run.go_on(earlier, stop, &watch))
        .map_err(|broken| fault(&broken, one))?;
    watch.bar.finish_and_clear();
    match keeper {
        Some(keeper) if played.interrupted => keeper.save(&played),
        Some(keeper) => keeper.remove(),
        None => {}
    }
    if played.games == 0 {
        return Err(Failure::Input(
            "stopped before the first block of games was played; nothing to report".to_owned(),
        ));
    }
    Ok(table::results(scenario, one.info, &one.games, &played, references))
}

/// A game that broke its own rules, as a user is told of it.
pub fn fault(broken: &Broken, one: &Prepared) -> Failure {
    let title = one.info.title;
    let message = format!("{broken}. This is a mistake in {title}, not in your scenario.");
    Failure::Broken(format!("{}: {message}", one.scenario.path.display()))
}

/// The bar on stderr: games, games per second, time left, and how wide the widest interval still is.
fn bar(name: &str, total: u64, quiet: bool) -> ProgressBar {
    let target = if quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(5)
    };
    let bar = ProgressBar::with_draw_target(Some(total), target);
    let template = "{prefix}  {wide_bar}  {human_pos} of {human_len} games  {per_sec:>14}  {eta} left  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        let style = style.with_key(
            "per_sec",
            |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                let _ = write!(out, "{} games/s", indicatif::HumanCount(state.per_sec() as u64));
            },
        );
        bar.set_style(style.progress_chars("━╸─"));
    }
    bar.set_prefix(name.to_owned());
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Shows progress, and ends the run for the reasons that `[stop]` gives.
struct Progress<'a> {
    bar: ProgressBar,
    one: &'a Prepared,
    references: &'a [Option<usize>],
    keeper: Option<&'a Keeper>,
    /// When it was kept last.
    kept: Mutex<Instant>,
}

impl Watch for Progress<'_> {
    fn played(&self, games: u64) {
        self.bar.inc(games);
    }

    fn look(&self, so_far: &Played) -> Option<String> {
        self.bar
            .set_message(format!("± {:.2} %", 100.0 * table::widest(so_far)));
        self.keep(so_far);
        self.why_stop(&self.one.scenario, self.one.scenario.stop?, so_far)
    }
}

impl Progress<'_> {
    /// Keeps what was played every few seconds, should the program be ended.
    fn keep(&self, so_far: &Played) {
        let Some(keeper) = self.keeper else { return };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.elapsed() >= KEEP_EVERY {
            keeper.save(so_far);
            *kept = Instant::now();
        }
    }

    /// Every reason that the scenario names, once all of them hold.
    fn why_stop(&self, scenario: &Scenario, stop: Stop, so_far: &Played) -> Option<String> {
        let mut reasons = Vec::new();
        if let Some(half_width) = stop.half_width {
            reasons.push(table::settled(so_far, half_width)?);
        }
        if stop.bands {
            reasons.push(gate::bands_decided(&self.one.bands, so_far)?);
        }
        if stop.variants {
            reasons.push(table::told_apart(scenario, &self.one.games, so_far, self.references)?);
        }
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}
