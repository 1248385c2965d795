//! The league of a game: bots of other kinds, of whose games a run asks the same questions, so that nothing is called sure
//! that hangs on one bot.

use std::ops::RangeInclusive;

use crate::{BotSpec, GameInfo, search};

/// A bot of the league.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name for people.
    pub name: String,
    /// What it is made from.
    pub spec: BotSpec,
    /// The numbers of players at whose tables it plays; none: all.
    pub players: Option<RangeInclusive<u32>>,
}

impl Member {
    /// Does it play at tables for so many?
    pub fn plays(&self, players: u32) -> bool {
        self.players.as_ref().is_none_or(|of| of.contains(&players))
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
            return read(self.league);
        }
        let kinds = (self.bots)().into_iter().map(|bot| bot.kind);
        let member = |kind: &str| Member {
            name: kind.to_owned(),
            spec: BotSpec {
                kind: kind.to_owned(),
                settings: toml::Table::new(),
            },
            players: None,
        };
        Ok(kinds
            .filter(|kind| !search::is_search(kind) && !["random", "scripted"].contains(kind))
            .map(member)
            .collect())
    }
}

/// Reads entries of `[[member]]`: a `name`, the `kind` where that is another word, `players` as the least and the most, and
/// the settings of the kind.
fn read(text: &str) -> Result<Vec<Member>, String> {
    let mut file: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let Some(toml::Value::Array(list)) = file.remove("member") else {
        return Err("it has no [[member]]".to_owned());
    };
    if let Some(key) = file.keys().next() {
        return Err(format!("`{key}` stands beside [[member]]"));
    }
    let members: Vec<Member> = list.into_iter().map(member).collect::<Result<_, _>>()?;
    for (at, one) in members.iter().enumerate() {
        if members[..at].iter().any(|other| other.name == one.name) {
            return Err(format!("`{}` is a member twice", one.name));
        }
    }
    Ok(members)
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
    let players = settings.remove("players").map(|found| {
        let ends: Option<Vec<u32>> = found.as_array().map(|ends| {
            let whole = |end: &toml::Value| end.as_integer().and_then(|end| u32::try_from(end).ok());
            ends.iter().filter_map(whole).collect()
        });
        match ends.as_deref() {
            Some([least, most]) if least <= most => Ok(*least..=*most),
            _ => Err(format!(
                "the `players` of `{name}` are two numbers, the least and the most"
            )),
        }
    });
    Ok(Member {
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
        let members = read(text).expect("a league");
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
    }

    #[test]
    fn what_is_no_league_is_told() {
        for (text, told) in [
            ("", "no [[member]]"),
            ("other = 1\n[[member]]\nname = \"a\"", "`other`"),
            ("[[member]]\nkind = \"a\"", "`name`"),
            ("[[member]]\nname = 1", "is text"),
            ("[[member]]\nname = \"a\"\nplayers = [3, 2]", "least and the most"),
            ("[[member]]\nname = \"a\"\n[[member]]\nname = \"a\"", "twice"),
            ("[[member]", "TOML"),
        ] {
            assert!(read(text).is_err_and(|said| said.contains(told)), "{text}");
        }
    }
}
