//! What the heuristic bot goes by, by side of the board and number of players, as `content/policies.toml` says.

use balance_kit::{Guest, Mistake, script};
use serde::Deserialize;

use super::scripted::SCRIPTS;
use super::sides::{Policy, PolicyMix};
use super::{HeuristicBot, ScriptedBot};
use crate::Mekong;
use crate::rules::Side;

/// The content, read.
#[derive(Deserialize)]
pub struct Policies {
    table: Vec<PolicyTable>,
    script: Vec<NamedScript>,
}

/// The policies of one table.
#[derive(Deserialize)]
struct PolicyTable {
    side: Side,
    players: usize,
    policies: Vec<PolicyEntry>,
}

/// A policy with its part of the games.
#[derive(Deserialize)]
struct PolicyEntry {
    part: f64,
    /// By which script it goes; without one it plans.
    script: Option<String>,
    /// What it expects of a single rival: one of these scripts, or anything where there is none.
    #[serde(default)]
    expects: Vec<String>,
}

/// A script with its name.
#[derive(Deserialize)]
struct NamedScript {
    name: String,
    #[serde(default)]
    script: Vec<String>,
}

/// The bots of the league, of which a policy may go by the script.
#[derive(Deserialize)]
struct LeagueScripts {
    member: Vec<NamedScript>,
}

impl Policies {
    /// Those of the content.
    ///
    /// # Errors
    /// Content that cannot be read, in the words of its reader.
    pub fn read(bot: &str) -> Result<Self, Vec<Mistake>> {
        let mistake = |error: toml::de::Error| vec![Mistake::bot(bot, &[], error.message(), "")];
        let mut all: Policies = toml::from_str(include_str!("../content/policies.toml")).map_err(mistake)?;
        let league: LeagueScripts = toml::from_str(Mekong::LEAGUE).map_err(mistake)?;
        all.script
            .extend(league.member.into_iter().filter(|member| !member.script.is_empty()));
        let saboteur = script::lines(SCRIPTS, "saboteur").into_iter().map(str::to_owned);
        all.script.push(NamedScript {
            name: "saboteur".to_owned(),
            script: saboteur.collect(),
        });
        Ok(all)
    }

    /// The mixes of a side, from the smallest table on, with bots that plan as `planner` makes them and scripts as they are `read`.
    ///
    /// # Errors
    /// A script that cannot be read.
    pub fn mixes(
        &self,
        side: Side,
        planner: impl Fn() -> HeuristicBot,
        read: impl Fn(&[String]) -> Result<ScriptedBot, Vec<Mistake>>,
    ) -> Result<Vec<PolicyMix>, Vec<Mistake>> {
        let lines = |name: &String| {
            let found = self.script.iter().find(|script| script.name == *name);
            read(found.map_or(&[], |found| &found.script))
        };
        let policy = |entry: &PolicyEntry| {
            let policy = if let Some(name) = &entry.script {
                Policy::Goes(lines(name)?)
            } else {
                let rivals = entry.expects.iter().map(lines).collect::<Result<_, _>>()?;
                Policy::Plans(planner().against(rivals))
            };
            Ok((entry.part, policy))
        };
        let mut tables: Vec<&PolicyTable> = self.table.iter().filter(|table| table.side == side).collect();
        tables.sort_by_key(|table| table.players);
        let mix = |table: &PolicyTable| table.policies.iter().map(policy).collect::<Result<_, _>>();
        tables.into_iter().map(|table| mix(table).map(PolicyMix::new)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::sides::FEWEST;

    #[test]
    fn every_table_has_policies_whose_parts_add_up_to_1_and_whose_scripts_there_are() {
        let policies = Policies::read("heuristic").unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        for side in [Side::Islands, Side::Water] {
            let tables = policies.table.iter().filter(|table| table.side == side);
            let players: Vec<usize> = tables.clone().map(|table| table.players).collect();
            assert_eq!(players, (FEWEST..=6).collect::<Vec<_>>());
            for table in tables {
                let sum: f64 = table.policies.iter().map(|entry| entry.part).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{sum}");
                for name in table
                    .policies
                    .iter()
                    .flat_map(|entry| entry.script.iter().chain(&entry.expects))
                {
                    let found = policies.script.iter().filter(|script| script.name == *name);
                    assert!(
                        found.clone().count() == 1 && found.clone().all(|each| !each.script.is_empty()),
                        "{name}"
                    );
                }
            }
        }
    }
}
