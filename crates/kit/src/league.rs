//! The league of a game: bots of other kinds, which a scenario may seat and which meet in ladders and searches.

use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::bots::{CLUB, MIXED, NOVICE, RANDOM, SCRIPTED, is_search};
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

/// The safest mix of the members at a table, which nobody gains from leaving for one of them: what `bots league` says of all
/// members together. Where they leave none that scripts do not beat, a searching bot may stand in it, though it is too slow to
/// be a member.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    /// The numbers of players.
    pub players: RangeInclusive<u32>,
    /// What its rules set, such as a side of the board; else they are the published ones.
    pub rules: toml::Table,
    /// Members with their parts, which add up to 1.
    pub bots: Vec<(String, f64)>,
}

impl Mix {
    /// Those of its bots that search.
    pub fn searching(&self) -> impl Iterator<Item = &str> {
        let names = self.bots.iter().map(|(name, _)| name.as_str());
        names.filter(|name| is_search(name))
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
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LeagueContent {
    /// Its members, in order.
    pub members: Vec<Member>,
    /// The safest mixes of these.
    pub mixes: Vec<Mix>,
    /// What experts win.
    pub experts: Vec<ExpertRecord>,
}

/// The mix of a table for so many players with these rules: of those that name no others the one that names most.
pub(crate) fn of_table<'m>(mixes: &'m [Mix], players: u32, rules: &toml::Table) -> Option<&'m Mix> {
    let holds = |mix: &&Mix| holds(&mix.rules, rules);
    let of = mixes.iter().filter(|mix| mix.players.contains(&players)).filter(holds);
    of.max_by_key(|mix| mix.rules.len())
}

/// Parts of a mix are rounded, so that they add up to 1 only about.
const ROUNDING: f64 = 0.01;

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
            .filter(|kind| !is_search(kind) && ![RANDOM, SCRIPTED, MIXED, NOVICE, CLUB].contains(kind))
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

    /// The safest mix of the league's members, by table, as far as the game's content says.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn mixes(&self) -> Result<Vec<Mix>, String> {
        Ok(self.content()?.mixes)
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

    /// The safest mix of the league at a table for so many `players` with these `rules`, as far as the game's content says.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn safest(&self, players: u32, rules: &toml::Table) -> Result<Option<Mix>, String> {
        Ok(of_table(&self.mixes()?, players, rules).cloned())
    }

    /// The searching bots of the safest mix at the table of `setup` for so many `players`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn searching(&self, setup: &Setup, players: u32) -> Result<Vec<String>, String> {
        let mix = self.safest(players, &setup.rules)?;
        Ok(mix.iter().flat_map(Mix::searching).map(str::to_owned).collect())
    }
}

/// Reads entries of `[[member]]`: a `name`, the `kind` where that is another word, how it `plays`, `players` as the least
/// and the most, `rules` that a table must set, and the settings of the kind; and of `[[mix]]`: `players` likewise, `rules`, and `bots` with their parts;
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
    let (mixes, experts) = (optional("mix")?, optional("expert")?);
    if let Some(key) = file.keys().next() {
        return Err(format!("`{key}` stands beside [[member]]"));
    }
    let members: Vec<Member> = list.into_iter().map(member).collect::<Result<_, _>>()?;
    for (at, one) in members.iter().enumerate() {
        if members[..at].iter().any(|other| other.name == one.name) {
            return Err(format!("`{}` is a member twice", one.name));
        }
    }
    let mixes = mixes.into_iter().map(|entry| mix(entry, &members));
    Ok(LeagueContent {
        mixes: mixes.collect::<Result<_, _>>()?,
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

fn mix(entry: toml::Value, members: &[Member]) -> Result<Mix, String> {
    let toml::Value::Table(mut entry) = entry else {
        return Err("a mix is a table".to_owned());
    };
    let players = entry.remove("players").and_then(|found| ends(&found));
    let players = players.ok_or("the `players` of a mix are two numbers, the least and the most")?;
    let rules = rules_of(&mut entry, "a mix")?;
    let Some(toml::Value::Table(parts)) = entry.remove("bots") else {
        return Err("a mix has `bots`".to_owned());
    };
    if let Some(key) = entry.keys().next() {
        return Err(format!("`{key}` is nothing that a mix has"));
    }
    let mut bots = Vec::new();
    for (name, part) in parts {
        let member = members.iter().find(|member| member.name == name);
        if member.is_none() && !is_search(&name) {
            return Err(format!("`{name}` is in a mix and no member"));
        }
        let plays = |players: u32| member.is_none_or(|member| member.plays(players) && member.suits(&rules));
        if !players.clone().all(plays) {
            return Err(format!("`{name}` is in a mix of tables at which it does not play"));
        }
        let part = part.as_float().or_else(|| Some(part.as_integer()? as f64));
        let part = part.filter(|part| (0.0..=1.0).contains(part));
        bots.push((name, part.ok_or("a part of a mix is a share from 0 to 1")?));
    }
    let sum: f64 = bots.iter().map(|(_, part)| part).sum();
    if (sum - 1.0).abs() > ROUNDING {
        return Err(format!("the parts of a mix add up to {sum}"));
    }
    bots.sort_by(|one, other| other.1.total_cmp(&one.1));
    Ok(Mix { players, rules, bots })
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
        let LeagueContent { members, mixes, .. } = read(text).expect("a league");
        assert_eq!(mixes, []);
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
            (
                "[[member]]\nname = \"a\"\nrules = { side = \"water\" }\n[[mix]]\nplayers = [2, 2]\nbots = { a = 1 }",
                "does not play",
            ),
            ("[[member]]\nname = \"a\"\n[[member]]\nname = \"a\"", "twice"),
            ("[[member]", "TOML"),
        ] {
            assert!(read(text).is_err_and(|said| said.contains(told)), "{text}");
        }
    }

    const TWO: &str = "[[member]]\nname = \"a\"\n[[member]]\nname = \"b\"\nplayers = [2, 3]\n";

    #[test]
    fn mixes_are_read_the_largest_part_first() {
        let text =
            format!("{TWO}[[mix]]\nplayers = [2, 3]\nrules = {{ side = \"water\" }}\nbots = {{ a = 0.3, b = 0.705 }}");
        let mixes = read(&text).expect("a league").mixes;
        assert_eq!(mixes[0].bots, [("b".to_owned(), 0.705), ("a".to_owned(), 0.3)]);
        assert_eq!(
            (mixes[0].players.clone(), mixes[0].rules["side"].as_str()),
            (2..=3, Some("water"))
        );
    }

    #[test]
    fn a_searching_bot_may_stand_in_a_mix_without_being_a_member() {
        let league = read(&format!("{TWO}[[mix]]\nplayers = [2, 4]\nbots = {{ search = 1 }}")).expect("a league");
        let mixes = league.mixes;
        assert_eq!(mixes[0].searching().collect::<Vec<_>>(), ["search"]);
    }

    #[test]
    fn what_an_expert_wins_is_read() {
        let entry = "[[expert]]\nplayers = 3\nwins = [0.87, 0.79, 0.93]\ngames = 300\nothers = 0.1";
        let experts = read(&format!("{TWO}{entry}")).expect("a league").experts;
        assert_eq!((experts[0].players, experts[0].wins[2]), (3, 0.93));
        for (part, other, told) in [
            ("[0.87, 0.79", "[0.77, 0.79", "from 0 to 1"),
            ("players = 3", "players = [3, 3]", "u32"),
            ("others", "other", "unknown field"),
        ] {
            let wrong = entry.replace(part, other);
            assert!(
                read(&format!("{TWO}{wrong}")).is_err_and(|said| said.contains(told)),
                "{wrong}"
            );
        }
    }

    #[test]
    fn what_is_no_mix_is_told() {
        for (mix, told) in [
            ("players = 3\nbots = { a = 1 }", "least and the most"),
            ("players = [2, 3]", "has `bots`"),
            ("players = [2, 3]\nbots = { c = 1 }", "no member"),
            ("players = [2, 4]\nbots = { b = 1 }", "does not play"),
            ("players = [2, 3]\nbots = { a = 0.5, b = 0.4 }", "add up to"),
            ("players = [2, 3]\nbots = { a = 2 }", "from 0 to 1"),
            ("players = [2, 3]\nrules = 1\nbots = { a = 1 }", "are a table"),
            ("players = [2, 3]\nbots = { a = 1 }\nside = 1", "`side`"),
        ] {
            let text = format!("{TWO}[[mix]]\n{mix}");
            assert!(read(&text).is_err_and(|said| said.contains(told)), "{mix}");
        }
        assert!(read(&format!("mix = 1\n{TWO}")).is_err_and(|said| said.contains("a list")));
    }
}
