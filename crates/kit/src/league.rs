//! The league of a game: bots of other kinds, which a scenario may seat and which meet in ladders and searches.

use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::bots::{CLUB, NOVICE, RANDOM, SCRIPTED, is_search};
use crate::{BotSpec, GameInfo, Seats, Setup};

/// A bot of the league.
#[derive(Clone, Debug, PartialEq)]
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
        holds(&self.rules, rules)
    }
}

/// Do `rules` set all that is `wanted`?
fn holds(wanted: &toml::Table, rules: &toml::Table) -> bool {
    wanted.iter().all(|(key, value)| rules.get(key) == Some(value))
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
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LeagueContent {
    /// Its members, in order.
    pub members: Vec<Member>,
    /// What experts win.
    pub experts: Vec<ExpertRecord>,
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
        Ok(self.content()?.experts)
    }

    /// What the content says of the league: nothing where there is none.
    fn content(&self) -> Result<LeagueContent, String> {
        if self.league.is_empty() {
            return Ok(LeagueContent::default());
        }
        read(self.league)
    }
}

/// Reads entries of `[[member]]`: a `name`, the `kind` where that is another word, how it `plays`, `players` as the least
/// and the most, `rules` that a table must set, and the settings of the kind;
/// and of `[[expert]]`: `players`, one number, `wins` as a share and the ends of its interval, in how many `games`, and what the
/// `others` win.
pub(crate) fn read(text: &str) -> Result<LeagueContent, String> {
    let mut file: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let Some(toml::Value::Array(list)) = file.remove("member") else {
        return Err("it has no [[member]]".to_owned());
    };
    let mut optional = |key: &str| match file.remove(key) {
        None => Ok(Vec::new()),
        Some(toml::Value::Array(list)) => Ok(list),
        Some(_) => Err(format!("`{key}` is a list: write [[{key}]]")),
    };
    let experts = optional("expert")?;
    if let Some(key) = file.keys().next() {
        return Err(format!("`{key}` stands beside [[member]]"));
    }
    let members: Vec<Member> = list.into_iter().map(member).collect::<Result<_, _>>()?;
    for (at, one) in members.iter().enumerate() {
        if members[..at].iter().any(|other| other.name == one.name) {
            return Err(format!("`{}` is a member twice", one.name));
        }
    }
    Ok(LeagueContent {
        experts: experts.into_iter().map(record).collect::<Result<_, _>>()?,
        members,
    })
}

fn record(entry: toml::Value) -> Result<ExpertRecord, String> {
    let found: ExpertRecord = entry
        .try_into()
        .map_err(|error| format!("what an expert wins: {error}"))?;
    let [value, lo, hi] = found.wins;
    if !(0.0 <= lo && lo <= value && value <= hi && hi <= 1.0 && (0.0..=1.0).contains(&found.others)) {
        return Err("what an expert wins are shares from 0 to 1: the value, and the ends of its interval".to_owned());
    }
    Ok(found)
}

/// The `rules` of an entry.
fn rules_of(entry: &mut toml::Table, whose: &str) -> Result<toml::Table, String> {
    match entry.remove("rules") {
        None => Ok(toml::Table::new()),
        Some(toml::Value::Table(rules)) => Ok(rules),
        Some(_) => Err(format!("the `rules` of {whose} are a table")),
    }
}

/// A list of two numbers as the least and the most.
fn ends(list: &toml::Value) -> Option<RangeInclusive<u32>> {
    let whole = |end: &toml::Value| end.as_integer().and_then(|end| u32::try_from(end).ok());
    let ends: Vec<u32> = list.as_array()?.iter().filter_map(whole).collect();
    match ends[..] {
        [least, most] if least <= most => Some(least..=most),
        _ => None,
    }
}

fn member(entry: toml::Value) -> Result<Member, String> {
    let toml::Value::Table(mut settings) = entry else {
        return Err("a member is a table".to_owned());
    };
    let mut text = |key: &str| match settings.remove(key) {
        None => Ok(None),
        Some(toml::Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("the `{key}` of a member is text")),
    };
    let name = text("name")?.ok_or("a member has a `name`")?;
    let kind = text("kind")?.unwrap_or_else(|| name.clone());
    let plays = text("plays")?;
    let players = settings.remove("players").map(|found| {
        ends(&found).ok_or_else(|| format!("the `players` of `{name}` are two numbers, the least and the most"))
    });
    Ok(Member {
        plays,
        rules: rules_of(&mut settings, "a member")?,
        players: players.transpose()?,
        spec: BotSpec { kind, settings },
        name,
    })
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
            ("", "no [[member]]"),
            ("other = 1\n[[member]]\nname = \"a\"", "`other`"),
            ("[[member]]\nkind = \"a\"", "`name`"),
            ("[[member]]\nname = 1", "is text"),
            ("[[member]]\nname = \"a\"\nplayers = [3, 2]", "least and the most"),
            ("[[member]]\nname = \"a\"\nrules = 1", "are a table"),
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
