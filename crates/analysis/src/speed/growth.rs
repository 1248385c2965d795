//! How time and memory grow with what a run is asked for: games, players, configurations, threads.

use std::time::Instant;

use super::floor::SEED;
use crate::experiment::Runner;
use crate::games::{AnyGame, GameInfo, Setup};
use crate::sim::{FIRST_LOOK, Reference, Run};

/// What grows while all else stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrowthAxis {
    /// Games of one configuration.
    Games,
    /// Players at the table.
    Players,
    /// Configurations, among which the games are divided.
    Configurations,
    /// Threads.
    Threads,
}

/// Every axis, in the order in which they are measured: what leaves most memory behind comes last.
pub const AXES: [GrowthAxis; 4] = [
    GrowthAxis::Games,
    GrowthAxis::Players,
    GrowthAxis::Threads,
    GrowthAxis::Configurations,
];

/// A run to be measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What grows.
    pub axis: GrowthAxis,
    /// Up to where it has grown.
    pub at: u64,
    /// Games in all.
    pub games: u64,
    players: Option<u64>,
    configurations: u64,
    threads: usize,
}

/// What was found of a run.
#[derive(Clone, Copy, Debug)]
pub struct GrowthStep {
    /// The run.
    pub plan: Plan,
    /// How long it took.
    pub seconds: f64,
    /// The most memory that the program had while it went on, in megabytes; none where the system does not say.
    pub peak: Option<f64>,
}

impl GrowthStep {
    /// Microseconds a game.
    pub fn per_game(&self) -> f64 {
        self.seconds * 1e6 / self.plan.games as f64
    }

    /// Games a second.
    pub fn games_per_second(&self) -> f64 {
        self.plan.games as f64 / self.seconds
    }
}

/// The runs that are measured of a game, of `most` games and fewer, on a machine with so many `cores`.
pub fn plans(info: &GameInfo, most: u64, cores: usize) -> Vec<Plan> {
    let few = (most / 100).max(1);
    let base = |axis, at| Plan {
        axis,
        at,
        games: few,
        players: None,
        configurations: 1,
        threads: cores,
    };
    let of = |axis: GrowthAxis| -> Vec<Plan> {
        match axis {
            GrowthAxis::Games => {
                let games = [1000, 100, 10, 1].map(|part| (most / part).max(1));
                games
                    .map(|games| Plan {
                        games,
                        ..base(axis, games)
                    })
                    .to_vec()
            }
            GrowthAxis::Players => {
                let players = info.players.clone().map(u64::from);
                let plan = |players| Plan {
                    players: Some(players),
                    ..base(axis, players)
                };
                players.map(plan).collect()
            }
            GrowthAxis::Configurations => {
                let plan = |configurations: u64| Plan {
                    configurations,
                    games: (few / configurations).max(1) * configurations,
                    ..base(axis, configurations)
                };
                [1, 10, 100, 1000].map(plan).to_vec()
            }
            GrowthAxis::Threads => {
                let mut counts = vec![1, cores, 4 * cores];
                counts.dedup();
                let plan = |threads| Plan {
                    threads,
                    ..base(axis, threads as u64)
                };
                counts.into_iter().map(plan).collect()
            }
        }
    };
    AXES.into_iter().flat_map(of).collect()
}

/// Plays a run as `balance run` does, each configuration compared with the first, and measures it.
///
/// # Errors
/// A game that breaks, or threads that cannot be started, in words.
pub fn grown(info: &GameInfo, plan: Plan) -> Result<GrowthStep, String> {
    let mut setup = Setup::default();
    (info.default_bot)().clone_into(&mut setup.seats.all);
    if let Some(players) = plan.players {
        setup = setup.with_rule("players", players as i64);
    }
    let build = |_| (info.build)(&setup).map_err(|faults| faults[0].message.clone());
    let games: Vec<Box<dyn AnyGame>> = (0..plan.configurations).map(build).collect::<Result<_, _>>()?;
    let games: Vec<&dyn AnyGame> = games.iter().map(|game| &**game).collect();
    let mut reference = vec![Some(Reference::Configuration(0)); games.len()];
    reference[0] = None;
    let run = Run {
        reference: &reference,
        rotations: &vec![1; games.len()],
        members: &[],
        seed: SEED,
        games: plan.games / plan.configurations,
        first_look: FIRST_LOOK,
        configurations: &games,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
    let pool = pool.map_err(|error| error.to_string())?;
    forget_peak();
    let from = Instant::now();
    let played = pool.install(|| run.play(Runner::unwatched(), &()));
    let seconds = from.elapsed().as_secs_f64();
    let peak = peak();
    played.map_err(|broken| broken.to_string())?;
    Ok(GrowthStep { plan, seconds, peak })
}

/// From now on the most memory is what the program has now, where the system can do that.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that this program had, in megabytes.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_axis_grows_alone() {
        let info = games::named("niagara").expect("a game");
        let plans = plans(info, 1_000_000, 2);
        for axis in AXES {
            let mine: Vec<&Plan> = plans.iter().filter(|plan| plan.axis == axis).collect();
            assert!(
                mine.len() > 2 && mine.windows(2).all(|pair| pair[0].at < pair[1].at),
                "{axis:?}"
            );
        }
        let games = |axis| {
            plans
                .iter()
                .filter(move |plan| plan.axis == axis)
                .map(|plan| plan.games)
        };
        assert!(games(GrowthAxis::Games).eq([1_000, 10_000, 100_000, 1_000_000]));
        assert!(games(GrowthAxis::Configurations).all(|games| games == 10_000));
        let step = grown(info, Plan { games: 20, ..plans[0] }).expect("it is played");
        assert!(step.seconds > 0.0 && step.per_game() > 0.0);
    }
}
