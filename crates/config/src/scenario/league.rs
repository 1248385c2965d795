//! `[league]`: which other bots a run's questions are asked of, and over how many games: the levels of play, or those that a
//! scenario names.

use std::collections::BTreeSet;

use super::merge::count;
use super::setup::SetupReader;
use super::{Configuration, Scenario};
use crate::games::{AnyGame, BotSpec, GameInfo, Seats, Setup};
use balance_kit::bots::{CLUB, LEVELS, RANDOM};
use balance_kit::schema::messages::{Quote, listed, suggest};
use balance_kit::schema::tree::{Node, Problem, TomlTable, TomlValue};

/// Deals of each bot, unless the scenario says otherwise. All bots of a configuration together never play more deals than
/// the run.
const GAMES: u64 = 4_000;

/// The same of a bot that thinks for long, some hundred times as long as another.
const SLOW_GAMES: u64 = 200;

/// `[league]` of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioLeague {
    /// Names of its bots; none: the levels of play.
    pub members: Option<Vec<String>>,
    /// Deals of each bot at most; none: as many as it has time for.
    pub games: Option<u64>,
}

impl ScenarioLeague {
    /// The deals of a bot that plays `game` at every seat.
    pub fn deals(&self, game: &dyn AnyGame) -> u64 {
        let usual = if game.slow() { SLOW_GAMES } else { GAMES };
        self.games.unwrap_or(usual)
    }
}

/// A configuration with a bot of the league at every seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// The bot's name.
    pub bot: String,
    /// What is played.
    pub configuration: Configuration,
}

/// The league that the scenario asks for; none where it is `false`. Bots that it names are added to `used`.
pub(super) fn league(
    node: Option<&Node>,
    bots: &TomlTable,
    reader: &mut SetupReader<'_>,
    used: &mut BTreeSet<String>,
) -> Option<ScenarioLeague> {
    let mut league = ScenarioLeague::default();
    let Some(node) = node else { return Some(league) };
    if matches!(node.value, TomlValue::Flag(false)) {
        return None;
    }
    let table = node.table()?;
    league.games = count(table, "games");
    let kinds = (reader.game.bots)().into_iter().map(|bot| bot.kind);
    let known: Vec<&str> = bots.names().into_iter().chain(kinds).collect();
    league.members = table.get("members").and_then(Node::list).map(|list| {
        let mut names: Vec<String> = Vec::new();
        for node in list {
            let Some(name) = node.text() else { continue };
            if !known.contains(&name) {
                let message = format!("unknown bot \"{}\"", name.escape_debug());
                let help = suggest(name, known.iter().copied()).map_or_else(
                    || format!("take one of {}", listed(&known, Quote::Text)),
                    |near| format!("did you mean \"{near}\"?"),
                );
                reader.problems.push(Problem::located(&node.at, message).help(help));
            } else if names.iter().any(|other| other == name) {
                let message = format!("\"{}\" is named twice", name.escape_debug());
                reader
                    .problems
                    .push(Problem::located(&node.at, message).help("leave one out"));
            }
            used.insert(name.to_owned());
            names.push(name.to_owned());
        }
        names
    });
    Some(league)
}

/// The one bot at all seats, if there is but one.
fn only(setup: &Setup) -> Option<BotSpec> {
    let Seats {
        all,
        by_seat,
        by_role,
        rotate,
    } = &setup.seats;
    let others = by_seat.values().chain(by_role.values());
    let mirror = rotate.is_empty() && others.into_iter().all(|other| other == all);
    mirror.then(|| setup.bot(all))
}

impl Scenario {
    /// The bots that play deals of `configuration` besides its own. None where its bots take
    /// turns at the seats, or where all moves are random: then the question is another one. A bot that plays there anyway is
    /// left out, and so is a level that these rules do not suit.
    pub fn others(&self, configuration: &Configuration, info: &GameInfo) -> Vec<Other> {
        let setup = &configuration.setup;
        // What a level is by another name.
        let itself = |mut spec: BotSpec| {
            if spec.kind == CLUB {
                (info.default_bot)().clone_into(&mut spec.kind);
            }
            spec
        };
        let own = only(setup).map(itself);
        let random = own.as_ref().is_some_and(|own| own.kind == RANDOM);
        let Some(league) = self
            .league
            .as_ref()
            .filter(|_| setup.seats.rotate.is_empty() && !random)
        else {
            return Vec::new();
        };
        let levels = || LEVELS.map(str::to_owned).to_vec();
        let names = league.members.clone().unwrap_or_else(levels).into_iter();
        let bots = names.map(|name| (setup.bot(&name), name));
        let other = |(spec, bot): (BotSpec, String)| {
            let mut configuration = configuration.clone();
            configuration.setup.seats = Seats::filled(&bot);
            configuration.setup.bots.insert(bot.clone(), spec);
            Other { bot, configuration }
        };
        let suits = |other: &Other| league.members.is_some() || (info.check)(&other.configuration.setup).is_empty();
        let plays = |spec: &BotSpec| own.as_ref() == Some(&itself(spec.clone()));
        bots.filter(|(spec, _)| !plays(spec)).map(other).filter(suits).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::built_in::BUILT_IN;
    use crate::games::{Seats, Setup};

    #[test]
    fn every_member_of_a_built_in_league_plays_at_its_tables() {
        for info in BUILT_IN.iter() {
            let league = info.league().unwrap_or_else(|said| panic!("{}: {said}", info.key));
            assert!(league.len() > 1, "{}", info.key);
            for (member, players) in league
                .iter()
                .flat_map(|member| info.players.clone().map(move |players| (member, players)))
            {
                let mut setup = Setup::default().with_rule("players", i64::from(players));
                setup.seats = Seats::filled(&member.name);
                setup.bots.insert(member.name.clone(), member.spec.clone());
                let faults = (info.check)(&setup);
                assert!(faults.is_empty(), "{} {players} {}: {faults:?}", info.key, member.name);
            }
        }
    }
}
