//! The league of a game: bots of other kinds, which a scenario may seat and which meet in ladders and searches.

use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::bots::{CLUB, NOVICE, RANDOM, SCRIPTED, is_search};
use crate::{BotSpec, GameInfo, Seats, Setup};

/// A bot of the league.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "MemberEntry")]
pub struct Member {
    /// Its name for people.
    pub name: String,
    /// What it is made from.
    pub spec: BotSpec,
    /// How it plays, for people; none where its kind says so.
    pub plays: Option<String>,
    /// The numbers of players at whose tables it plays; none: all.
    pub players: Option<RangeInclusive<u32>>,
    /// What the rules of tables at which it plays set, such as a side of the board; nothing: any.
    pub rules: toml::Table,
}

impl Member {
    /// Does it play at tables for so many?
    pub fn plays(&self, players: u32) -> bool {
        self.players.as_ref().is_none_or(|of| of.contains(&players))
    }

    /// Does it play where these rules are set?
    pub fn suits(&self, rules: &toml::Table) -> bool {
        self.rules.iter().all(|(key, value)| rules.get(key) == Some(value))
    }
}

/// How an expert fared alone among club players with the published rules, as was measured: what a run of the others does not
/// show.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpertRecord {
    /// The number of players.
    pub players: u32,
    /// The share of games that it won, from 0 to 1, with the ends of the 95% interval.
    pub wins: [f64; 3],
    /// In how many games.
    pub games: u64,
    /// The share that each of the others won.
    pub others: f64,
}

/// What a game's content says of its league.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeagueContent {
    /// Its members, in order.
    #[serde(rename = "member")]
    pub members: Vec<Member>,
    /// What experts win.
    #[serde(default, rename = "expert")]
    pub experts: Vec<ExpertRecord>,
}

/// An entry of `[[member]]`: the kind is that of its name where none is written, and all other keys are settings of the kind.
#[derive(Deserialize)]
struct MemberEntry {
    name: String,
    kind: Option<String>,
    plays: Option<String>,
    /// The least and the most.
    players: Option<[u32; 2]>,
    #[serde(default)]
    rules: toml::Table,
    #[serde(flatten)]
    settings: toml::Table,
}

impl From<MemberEntry> for Member {
    fn from(entry: MemberEntry) -> Self {
        let kind = entry.kind.unwrap_or_else(|| entry.name.clone());
        Member {
            name: entry.name,
            spec: BotSpec {
                kind,
                settings: entry.settings,
            },
            plays: entry.plays,
            players: entry.players.map(|[least, most]| least..=most),
            rules: entry.rules,
        }
    }
}

impl GameInfo {
    /// The members of the league, in order: those of [`crate::Guest::LEAGUE`], or where there is none every kind of bot that
    /// needs no settings, without the random and the searching ones.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn league(&self) -> Result<Vec<Member>, String> {
        if !self.league.is_empty() {
            return Ok(read(self.league)?.members);
        }
        let kinds = (self.bots)().into_iter().map(|bot| bot.kind);
        let member = |kind: &str| Member {
            name: kind.to_owned(),
            spec: BotSpec::of_kind(kind),
            plays: None,
            players: None,
            rules: toml::Table::new(),
        };
        Ok(kinds
            .filter(|kind| !is_search(kind) && ![RANDOM, SCRIPTED, NOVICE, CLUB].contains(kind))
            .map(member)
            .collect())
    }

    /// The setup with one bot at every seat: one of its own, a kind, or one of the league.
    #[must_use]
    pub fn seated(&self, setup: &Setup, bot: &str) -> Setup {
        let mut setup = setup.clone();
        let is_kind = (self.bots)().iter().any(|info| info.kind == bot);
        let mut members = self.league().unwrap_or_default().into_iter();
        if let Some(member) = members.find(|member| member.name == bot && !is_kind) {
            setup.bots.entry(member.name).or_insert(member.spec);
        }
        setup.seats = Seats::filled(bot);
        setup
    }

    /// How an expert fares among club players with the published rules, for each number of players, as far as the game's content
    /// says.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn experts(&self) -> Result<Vec<ExpertRecord>, String> {
        if self.league.is_empty() {
            return Ok(Vec::new());
        }
        Ok(read(self.league)?.experts)
    }
}

/// Reads entries of `[[member]]` and of `[[expert]]`.
pub(crate) fn read(text: &str) -> Result<LeagueContent, String> {
    let league: LeagueContent = toml::from_str(text).map_err(|error| error.to_string())?;
    for (at, member) in league.members.iter().enumerate() {
        if league.members[..at].iter().any(|other| other.name == member.name) {
            return Err(format!("`{}` is a member twice", member.name));
        }
        if member.players.as_ref().is_some_and(RangeInclusive::is_empty) {
            return Err(format!("the `players` of `{}` are the least and the most", member.name));
        }
    }
    for ExpertRecord { wins, others, .. } in &league.experts {
        let [value, lo, hi] = *wins;
        if !(0.0 <= lo && lo <= value && value <= hi && hi <= 1.0 && (0.0..=1.0).contains(others)) {
            return Err(
                "what an expert wins are shares from 0 to 1: the value, and the ends of its interval".to_owned(),
            );
        }
    }
    Ok(league)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_with_their_tables_and_settings() {
        let text = "[[member]]\nname = \"rusher\"\n[[member]]\nname = \"short line\"\nkind = \"scripted\"\n\
                    players = [2, 3]\nscript = [\"advance\"]";
        let members = read(text).expect("a league").members;
        assert_eq!(
            (members[0].name.as_str(), members[0].spec.kind.as_str()),
            ("rusher", "rusher")
        );
        assert_eq!(members[0].players, None);
        assert_eq!(
            (members[1].spec.kind.as_str(), members[1].players.clone()),
            ("scripted", Some(2..=3))
        );
        assert_eq!(members[1].spec.settings.len(), 1);
        // One that plays where the board has a side.
        let text = "[[member]]\nname = \"a\"\nrules = { side = \"water\" }";
        let members = read(text).expect("a league").members;
        let water: toml::Table = "side = \"water\"\ncolours = true".parse().expect("rules");
        assert!(members[0].suits(&water) && !members[0].suits(&toml::Table::new()));
    }

    #[test]
    fn what_is_no_league_is_told() {
        for (text, told) in [
            ("", "`member`"),
            ("other = 1\n[[member]]\nname = \"a\"", "`other`"),
            ("[[member]]\nkind = \"a\"", "`name`"),
            ("[[member]]\nname = 1", "a string"),
            ("[[member]]\nname = \"a\"\nplayers = [3, 2]", "least and the most"),
            ("[[member]]\nname = \"a\"\nrules = 1", "a map"),
            ("[[member]]\nname = \"a\"\n[[member]]\nname = \"a\"", "twice"),
            ("[[member]", "TOML"),
        ] {
            assert!(read(text).is_err_and(|said| said.contains(told)), "{text}");
        }
    }

    #[test]
    fn what_an_expert_wins_is_read() {
        let member = "[[member]]\nname = \"a\"\n";
        let entry = "[[expert]]\nplayers = 3\nwins = [0.87, 0.79, 0.93]\ngames = 300\nothers = 0.1";
        let experts = read(&format!("{member}{entry}")).expect("a league").experts;
        assert_eq!((experts[0].players, experts[0].wins[2]), (3, 0.93));
        for (part, other, told) in [
            ("[0.87, 0.79", "[0.77, 0.79", "from 0 to 1"),
            ("players = 3", "players = [3, 3]", "u32"),
            ("others", "other", "unknown field"),
        ] {
            let wrong = entry.replace(part, other);
            assert!(
                read(&format!("{member}{wrong}")).is_err_and(|said| said.contains(told)),
                "{wrong}"
            );
        }
    }
}
