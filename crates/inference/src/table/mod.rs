//! What a run leaves: estimates with their intervals as rows of named tables, and the files they are kept in.
//!
//! [`Results`] is the contents of `results.json`; everything in a report is made from it alone. Nothing here plays.

mod by_opponent;
mod compare;
mod comparison;
#[cfg(test)]
mod coverage;
mod divergence;
mod estimate;
mod files;
mod frames;
mod interval;
#[cfg(test)]
mod length_coverage;
#[cfg(test)]
mod recompute;
mod results;
mod rows;
mod run_comparison;
mod sensitivity;
mod settings;
mod sides;
mod validate;

pub use by_opponent::OpponentGame;
pub use comparison::{Comparison, ComparisonRow, DifferenceVerdict};
pub use divergence::{FEW_PARTED, Gain, Parted, Partings, Place};
pub use interval::Rate;
pub use interval::{CONFIDENCE, Differing, Looks, Sampling, Seated, counted_turns};
pub use results::{Configuration, FORMAT, Results, ScenarioInfo, TargetRow};
pub use rows::{
    BotRow, ComponentRow, ConvergenceRow, CounterRow, DramaRow, EndingRow, HistogramRow, LeadChanges, LengthRow,
    Quantile, RoleRow, RoleSeatRow, SampleRow, SeatRow, Shows, SideRow, WayRow, way_rows,
};

pub use compare::told_apart;
pub use estimate::component_rows;
pub use files::{files, files_as_named, for_display};
pub use frames::{Frame, GamesTable, TableError, TableRows, as_text, frames, parted_frame};
pub use run_comparison::{ChangeRow, ComparedRun, ConfigurationChange, DifferentGames, RunComparison, compare_runs};
pub use sensitivity::{Level, Swing, swings};
pub use settings::seating;
pub use sides::{all_at_once, half_width, joint, settled, widest};
pub use validate::flaw;

pub use estimate::{MARGIN, configuration};

use balance_kit::schema::messages::with_commas;

use crate::judge::{Against, Answer, Docket, Metric, Question};
use balance_config::games::{AnyGame, GameInfo, Sheet};
use balance_config::scenario::{Configuration as Configured, Scenario};
use balance_engine::SCHEME;
use balance_simulation::sim::Played;

/// Every table of a run, with what the games say to the questions of `docket`.
pub fn results(
    scenario: &Scenario,
    info: &GameInfo,
    games: &[Box<dyn AnyGame>],
    others: &[OpponentGame<'_>],
    played: &Played,
    references: &[Option<usize>],
    docket: &Docket,
) -> Results {
    let looks = Looks::from_scenario(scenario);
    let answered: Vec<(Question, Answer)> = docket.questions().iter().copied().zip(docket.answers(played)).collect();
    let mut configurations: Vec<Configuration> = scenario
        .configurations
        .iter()
        .zip(games)
        .zip(&played.tallies)
        .enumerate()
        .map(|(index, ((configuration, game), tally))| Configuration {
            convergence: rows::convergence(game.sheet(), &played.looks, index, sampling(configuration, looks)),
            stopped: played.stopped.as_ref().map(|reason| {
                let [games, asked] = [played.games, scenario.games].map(with_commas);
                format!("{reason}; {games} of {asked} deals were enough")
            }),
            targets: targets(scenario, index, game.sheet(), &answered),
            others: by_opponent::of_configuration(scenario, index, others, played),
            ..estimate::configuration(configuration, game.sheet(), tally, looks)
        })
        .collect();
    let defaults = settings::rule_lines("", &balance_config::scenario::defaults(info));
    settings::without_defaults(configurations.iter_mut().map(|each| &mut each.rules), &defaults);
    Results {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: ScenarioInfo {
            name: scenario.name.clone(),
            compared: scenario.compared.clone(),
            files: files(scenario),
            set: scenario.set.clone(),
            league: scenario.league.is_some(),
            no_league: scenario.no_league,
            wished: !scenario.expect.is_empty() || scenario.configurations.iter().any(|each| each.fair_share.is_some()),
            title: scenario.title.clone(),
            game: scenario.game.clone(),
            game_title: info.title.to_owned(),
            seed: scenario.seed,
            random_scheme: SCHEME,
            games: scenario.games,
            confidence: CONFIDENCE,
            margins: scenario.margins,
            time: scenario.time,
            any_time: scenario.stop.is_some(),
        },
        configurations,
        comparisons: compare::comparisons(scenario, games, played, references, looks),
        parted: Vec::new(),
        interrupted: played.interrupted,
    }
}

fn sampling(configuration: &Configured, looks: Looks) -> Sampling {
    Sampling {
        games: 0,
        rotations: configuration.setup.seats.rotations() as u32,
        looks,
    }
}

/// What is expected of the configuration of this number, and what its games say to it.
fn targets(scenario: &Scenario, index: usize, sheet: &Sheet, answered: &[(Question, Answer)]) -> Vec<TargetRow> {
    let configuration = &scenario.configurations[index];
    let asked = scenario.expect.iter();
    asked
        .filter(|each| each.concerns(configuration))
        .filter_map(|each| {
            // At tables of different size there may be sides that only some of them have.
            let metric = Metric::read(&each.metric, sheet)?;
            let (lo, hi) = each.band.ends();
            let against = Against::band(&each.band);
            let same = |question: &Question| {
                question.configuration == index && question.metric == metric && question.against == against
            };
            let answer = answered.iter().find(|(question, _)| same(question));
            let change = each.band.is_change();
            // Changes are asked of some configurations alone.
            (answer.is_some() || !change).then(|| TargetRow {
                metric: each.metric.clone(),
                change,
                from: lo.is_finite().then_some(lo),
                to: hi.is_finite().then_some(hi),
                answer: answer.map(|(_, answer)| *answer),
            })
        })
        .collect()
}
