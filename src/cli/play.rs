//! Playing a scenario for `run` and `compare`: progress on stderr, Ctrl-C, and the results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::Failure;
use super::checkpoint::{Checkpoint, Description, build_id};
use super::options::Quiet;
use super::prepare::Prepared;
use super::progress::{Meter, Total};
use balance_config::games::{self, AnyGame, Broken};
use balance_config::scenario::{self, Scenario, Stop};
use balance_config::shell_quote::{self, quoted};
use balance_inference::judge::{Docket, Family, Verdict};
use balance_inference::table::{self, Looks};
use balance_simulation::checkpoint::ResumeKey;
use balance_simulation::experiment::Progress;
use balance_simulation::sim::{FIRST_LOOK, LeagueShare, Observer, Piece, Played, Reference, Run};

/// What was played, and what was decided of it at the looks.
pub struct Judged {
    /// The games.
    pub played: Played,
    /// What is asked of them.
    pub docket: Docket,
}

/// What is kept of an unfinished run.
#[derive(Clone, Serialize, Deserialize)]
pub struct KeptRun {
    played: Played,
    /// What was decided of the bands of `[expect]`, in their order.
    decided: Vec<Option<Verdict>>,
}

impl KeptRun {
    /// Of what was played so far.
    pub fn new(played: &Played, docket: &Docket) -> Self {
        let mut played = played.clone();
        played.forget_last_look();
        KeptRun {
            played,
            decided: docket.decided().to_vec(),
        }
    }

    /// Deals in it.
    pub fn deals(&self) -> u64 {
        self.played.games
    }

    /// What it is, as a user is told of it.
    pub fn describe(&self) -> Description {
        Description {
            what: format!("{} deals of an unfinished run", self.deals()),
            asked: "rules, seats, bots, configurations or league",
            seed_is_option: true,
        }
    }
}

/// The first signal asks to stop, the second ends the program; told is what becomes of what was played.
pub fn stop_saying(what: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        super::remark(&format!("\nStopping; {what}. Press Ctrl-C again to stop at once.\n"));
    };
    // Where no handler can be set, Ctrl-C ends the program as it does any other.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// A scenario to be played, with what its configurations are compared with.
pub struct ScenarioRun {
    /// The scenario.
    pub one: Prepared,
    /// The configuration that each is compared with.
    pub references: Vec<Option<usize>>,
}

/// The bots of the league, those of one configuration with an even part of the deals each.
fn members(one: &Prepared) -> Vec<LeagueShare<'_>> {
    let league = &one.scenario.league.clone().unwrap_or_default();
    let here = |configuration: usize| {
        one.others
            .iter()
            .filter(move |other| other.configuration == configuration)
    };
    let configurations = 0..one.games.len();
    let member = |configuration: usize| {
        let of = here(configuration).count() as u64;
        here(configuration).zip(0..).map(move |(other, index)| LeagueShare {
            game: &*other.game,
            index,
            of,
            games: league.deals(&*other.game),
        })
    };
    configurations.flat_map(member).collect()
}

impl ScenarioRun {
    /// The run of a scenario.
    pub fn new(one: Prepared) -> Self {
        let references = scenario::references(&one.scenario);
        ScenarioRun { one, references }
    }

    /// What decides which games are played, and what is asked of them.
    pub fn key(&self) -> ResumeKey {
        ResumeKey::of_scenario(&self.one.scenario, &self.references, build_id())
    }

    /// The run up to game `to`.
    pub fn run_to(&self, to: u64) -> Run<'_> {
        let one = &self.one;
        let rotations = one.scenario.configurations.iter();
        let references = self.references.iter();
        Run {
            configurations: one.games.iter().map(|game| &**game).collect(),
            reference: references.map(|each| each.map(Reference::Configuration)).collect(),
            rotations: rotations.map(|each| each.setup.seats.rotations()).collect(),
            members: members(one),
            seed: one.scenario.seed,
            games: to,
            first_look: FIRST_LOOK,
        }
    }

    /// What was kept of an earlier run, if anything.
    pub fn kept(&self, checkpoint: &Checkpoint) -> Result<Option<Judged>, Failure> {
        let Some(kept) = checkpoint.load(KeptRun::describe)? else {
            return Ok(None);
        };
        let deals = kept.deals();
        let Some(docket) = self.one.docket().with(kept.decided) else {
            return Err(checkpoint.refuse("is damaged: what was decided is not of such a run", ""));
        };
        let asked = self.one.scenario.games;
        if let Some(flaw) = self.run_to(asked).misfit(&kept.played) {
            return Err(checkpoint.refuse(&format!("is damaged: {flaw}"), ""));
        }
        if deals > asked {
            return Err(checkpoint.refuse(
                &format!("keeps {deals} deals of an unfinished run of this scenario, and {asked} are asked for"),
                &format!("Ask for at least so many with --games {deals}, "),
            ));
        }
        Ok(Some(Judged {
            played: kept.played,
            docket,
        }))
    }

    /// Plays it, or goes on from what was played `earlier`.
    pub fn play(
        &self,
        stop: &AtomicBool,
        quiet: Quiet,
        checkpoint: &Checkpoint,
        earlier: Option<Judged>,
    ) -> Result<Judged, Failure> {
        let one = &self.one;
        let scenario = &one.scenario;
        let (earlier, docket) = match earlier {
            Some(Judged { played, docket }) => (Some(played), docket),
            None => (None, one.docket()),
        };
        let run = self.run_to(scenario.games);
        let total = Total::Exactly(run.games_of(&(0..scenario.games)));
        let meter = Meter::new(&scenario.name, total, quiet).keeping();
        let judge = RunJudge::new(self, &meter, checkpoint, docket);
        if let Some(earlier) = &earlier {
            super::remark(&format!("{}: going on after {} deals\n", scenario.name, earlier.games));
            meter.played(run.games_of(&(0..earlier.games)));
        }
        let runner = meter.runner(stop);
        let play = || match earlier {
            Some(earlier) => run.go_on(earlier, runner, &judge),
            None => run.play(runner, &judge),
        };
        let played = meter.over(|subject| one.called(subject), play);
        let played = played.map_err(|broken| fault(&broken, one))?;
        if played.games == 0 {
            super::remark("Stopped before the first game was over; there is nothing to report.\n");
            return Err(Failure::Interrupted);
        }
        plays_alike(one)?;
        Ok(judge.judged(played))
    }

    /// Puts the pieces of the run together, asking at every look what was to be asked.
    pub fn merged(
        &self,
        checkpoint: &Checkpoint,
        pieces: impl FnMut(u64, &mut dyn FnMut(Piece)) -> Result<(), Failure>,
    ) -> Result<Judged, Failure> {
        let one = &self.one;
        let meter = Meter::new(&one.scenario.name, Total::Exactly(0), Quiet { quiet: true });
        let judge = RunJudge::new(self, &meter, checkpoint, one.docket());
        let run = self.run_to(one.scenario.games);
        let played = run.merge(pieces, &judge)?;
        let mut kept = played.clone();
        kept.forget_last_look();
        if let Some(flaw) = run.misfit(&kept) {
            return Err(Failure::Input(format!("the shards do not make up a run: {flaw}")));
        }
        Ok(judge.judged(played))
    }
}

/// Games, and configurations, that are played twice more.
const AGAIN: u64 = 4;

/// A game that draws on something beside its seed comes to something else when it is played again.
pub fn plays_alike(one: &Prepared) -> Result<(), Failure> {
    let seed = one.scenario.seed;
    let quick = one.games.iter().filter(|game| !game.slow());
    for game in quick.take(AGAIN as usize) {
        let play = || game.facts(seed, 0..AGAIN.min(one.scenario.games));
        let (Ok(first), Ok(again)) = (play(), play()) else {
            continue;
        };
        if let Some((facts, _)) = first.iter().zip(&again).find(|(first, again)| first != again) {
            let broken = Broken {
                seed,
                game: facts.game,
                message: "played again it goes differently: it draws on something besides `chance`".to_owned(),
            };
            return Err(mistake(&broken, one, ""));
        }
    }
    Ok(())
}

/// A game that broke its own rules, as a user is told of it, with the command that shows how it came to it.
pub fn fault(broken: &Broken, one: &Prepared) -> Failure {
    // It breaks again where it broke.
    let breaks = |game: &dyn AnyGame| {
        let again = game.play_block(broken.seed, broken.game..broken.game + 1);
        again.is_err_and(|again| again.message == broken.message)
    };
    let Some(at) = one.games.iter().position(|game| breaks(&**game)) else {
        return mistake(broken, one, "");
    };
    let configuration = &one.scenario.configurations[at];
    let several = one.games.len() > 1;
    let place = if several {
        format!(" (configuration “{}”)", configuration.name)
    } else {
        String::new()
    };
    let failure = mistake(broken, one, &place);
    // Of several rotations it is not known which one breaks.
    match failure {
        Failure::Broken(said) if configuration.setup.seats.rotate.len() < 2 => {
            let mut words = vec![
                format!("{} replay", games::program()),
                shell_quote::file(&one.scenario.path),
                format!("--seed {}", broken.seed),
            ];
            words.extend(one.scenario.set.iter().map(|set| format!("--set {}", quoted(set))));
            if several {
                words.push(format!("--configuration {}", quoted(&configuration.name)));
            }
            let (command, game) = (words.join(" "), broken.game);
            Failure::Broken(format!("{said} How it came to it: `{command} --game {game}`."))
        }
        other => other,
    }
}

/// The same without the command; `place` says where it broke.
pub fn mistake(broken: &Broken, one: &Prepared, place: &str) -> Failure {
    let (path, title) = (one.scenario.path.display(), one.info.title);
    Failure::Broken(format!(
        "{path}: {broken}{place}. This is a mistake in {title}, not in your scenario."
    ))
}

/// Keeps what a run has come to, and ends it for the reasons that `[stop]` gives.
struct RunJudge<'a> {
    planned: &'a ScenarioRun,
    meter: &'a Meter,
    checkpoint: &'a Checkpoint,
    docket: Mutex<Docket>,
}

impl Observer for RunJudge<'_> {
    fn grown(&self, so_far: &Played) {
        self.checkpoint.keep(|| KeptRun::new(so_far, &self.docket()));
    }

    fn look(&self, so_far: &Played) -> Option<String> {
        let half = table::widest(so_far, Looks::from_scenario(self.scenario()));
        self.meter.says(format!("± {:.2} points", 100.0 * half));
        self.docket().judge(so_far);
        self.why_stop(self.scenario().stop?, so_far)
    }
}

impl<'a> RunJudge<'a> {
    fn new(planned: &'a ScenarioRun, meter: &'a Meter, checkpoint: &'a Checkpoint, docket: Docket) -> Self {
        RunJudge {
            planned,
            meter,
            checkpoint,
            docket: Mutex::new(docket),
        }
    }

    /// What was played, with what was decided of it.
    fn judged(self, played: Played) -> Judged {
        let docket = self.docket.into_inner().unwrap_or_else(PoisonError::into_inner);
        Judged { played, docket }
    }

    fn scenario(&self) -> &'a Scenario {
        &self.planned.one.scenario
    }

    fn docket(&self) -> MutexGuard<'_, Docket> {
        self.docket.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every reason that the scenario names, once all of them hold.
    fn why_stop(&self, stop: Stop, so_far: &Played) -> Option<String> {
        let mut reasons = Vec::new();
        if let Some(half_width) = stop.half_width {
            reasons.push(table::settled(so_far, half_width)?);
        }
        if stop.bands {
            let error = scenario::as_percent(Family::Wishes.error());
            let decided =
                || format!("every band of [expect] is decided, with errors of at most {error} over all looks");
            reasons.push(self.docket().is_decided().then(decided)?);
        }
        if stop.variants {
            let ScenarioRun { one, references } = self.planned;
            reasons.push(table::told_apart(&one.scenario, &one.games, so_far, references)?);
        }
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}
