//! The tables of other bots at the same table: what the league's games say.

use super::interval::Looks;
use super::results::Configuration;
use super::{estimate, targets};
use crate::judge::{self, Answer, Docket, Metric, Question};
use balance_config::games::Sheet;
use balance_config::scenario::{Other, Scenario};
use balance_engine::tally::Tally;
use balance_simulation::sim::Played;

/// A bot of the league at the table of a configuration.
#[derive(Clone, Copy)]
pub struct OpponentGame<'a> {
    /// The number of the configuration.
    pub configuration: usize,
    /// The bot, and what was played.
    pub other: &'a Other,
    /// The names of what was counted.
    pub sheet: &'a Sheet,
}

/// The tables of each bot of the league at the table of the configuration of this number; `all` are in the order in which they
/// were played. Bots of whose deals none was played yet are left out.
pub fn of_configuration(
    scenario: &Scenario,
    index: usize,
    all: &[OpponentGame<'_>],
    played: &Played,
) -> Vec<Configuration> {
    let wishes: usize = all.iter().map(|each| questions(scenario, each, 1.0).len()).sum();
    let error = judge::others() / 2.0 / wishes.max(1) as f64;
    let here = all.iter().zip(&played.members);
    here.filter(|(each, tally)| each.configuration == index && tally.games > 0)
        .map(|(each, tally)| of_bot(scenario, each, tally, error))
        .collect()
}

fn of_bot(scenario: &Scenario, each: &OpponentGame<'_>, tally: &Tally, error: f64) -> Configuration {
    // A run that may end by its own results may have ended these, too.
    let looks = Looks::from_scenario(scenario);
    let answered = answered(questions(scenario, each, error), tally);
    let configuration = each.other.configuration.renamed(each.other.bot.clone());
    let targets = targets(scenario, each.configuration, each.sheet, &answered);
    Configuration {
        targets,
        // What is rare and what a lead is worth is asked of them, too.
        role_seats: Vec::new(),
        components: Vec::new(),
        samples: Vec::new(),
        provenance: Vec::new(),
        ..estimate::configuration(&configuration, each.sheet, tally, looks)
    }
}

/// What `[expect]` asks of a configuration, as asked of the bot's games.
fn questions(scenario: &Scenario, each: &OpponentGame<'_>, error: f64) -> Vec<Question> {
    // By the name that it has here: one of two compared scenarios has another than in its own. Its games are not held deal by
    // deal to those of the base.
    let own = &scenario.configurations[each.configuration];
    let wishes = scenario.expect.iter();
    wishes
        .filter(|wish| wish.concerns(own) && !wish.band.is_change())
        .filter_map(|wish| {
            let metric = Metric::read(&wish.metric, each.sheet)?;
            Some(Question::band(
                each.configuration,
                metric,
                wish.band.ends(),
                each.sheet,
                error,
            ))
        })
        .collect()
}

fn answered(questions: Vec<Question>, tally: &Tally) -> Vec<(Question, Answer)> {
    let alone = Played {
        tallies: vec![tally.clone()],
        pairs: vec![None],
        games: tally.units,
        ..Played::default()
    };
    let here = questions.iter().map(|question| Question {
        configuration: 0,
        ..*question
    });
    let answers = Docket::new(here.collect()).answers(&alone);
    questions.into_iter().zip(answers).collect()
}
