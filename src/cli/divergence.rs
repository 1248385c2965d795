//! What a run looks into beside its own games: where those part that others win under a change.

use std::sync::atomic::AtomicBool;

use super::options::Quiet;
use super::prepare::{Prepared, called};
use super::progress::{Meter, Total, bar};
use balance_analysis::experiment::Subject;
use balance_analysis::games::AnyGame;
use balance_analysis::table::Parted;
use balance_analysis::why::{WhyPlan, why};

/// With more comparisons than this none is looked into.
const MOST: usize = 12;

/// Where the games part of every comparison that can be held against each other deal by deal; none once `stop` is set. The
/// same for whatever ended the run, any number of threads, and shards put together.
pub fn partings(one: &Prepared, references: &[Option<usize>], stop: &AtomicBool, quiet: Quiet) -> Option<Vec<Parted>> {
    let all = &one.scenario.configurations;
    let compared = references.iter().enumerate();
    let compared: Vec<(usize, usize)> = compared.filter_map(|(at, of)| Some(((*of)?, at))).collect();
    if compared.len() > MOST {
        return Some(Vec::new());
    }
    let mut found = Vec::new();
    for (reference, at) in compared {
        let games: [&dyn AnyGame; 2] = [&*one.games[reference], &*one.games[at]];
        let rotations = [reference, at].map(|at| all[at].setup.seats.rotations());
        let [a, b] = games.map(AnyGame::sheet);
        let plan = WhyPlan::beside(one.scenario.seed, one.scenario.games, rotations[0]);
        let Some(plan) = plan.filter(|_| a.players == b.players && a.sides == b.sides && rotations[0] == rotations[1])
        else {
            continue;
        };
        let name = format!("{}: where the games of “{}” part", one.scenario.name, all[at].name);
        let meter = Meter::new(bar(&name, Total::Exactly(2 * plan.deals * rotations[0] as u64), quiet)).keeping();
        let late = |subject: &Subject| {
            let which = usize::from(*subject == Subject::Configuration(1));
            called(&one.scenario, &format!("“{}”", all[[reference, at][which]].name))
        };
        let answer = meter.over(late, || why(games, &plan, meter.runner(stop)));
        match answer {
            Ok(Some(answer)) => {
                let [one, other] = [reference, at].map(|at| &all[at]);
                found.push(Parted::new(
                    [&one.name, &other.name],
                    [&one.setup, &other.setup],
                    answer,
                ));
            }
            Ok(None) => return None,
            // The games of the run itself are whole.
            Err(broken) => super::remark(&format!(
                "{}: where the games of “{}” part is left out, for one of them broke: {broken}\n",
                one.scenario.name, all[at].name
            )),
        }
    }
    Some(found)
}
