//! What a scenario says that another game has: a rule, a bot, a setting, a tactic or a quantity of scripts, a file of content.

use crate::games::{self, BotInfo, GameInfo, script};
use balance_kit::schema::parts::{property, property_names};
use std::collections::BTreeSet;

/// Which game has the tactic, or the quantity, of which `message` says that there is none.
pub(super) fn tactic(message: &str) -> Option<String> {
    let (rest, what) = match message.strip_prefix("there is no tactic `") {
        Some(rest) => (rest, "tactic"),
        None => (message.strip_prefix("there is no quantity `")?, "quantity"),
    };
    let name = rest.split('`').next()?;
    let says = |bot: &BotInfo| {
        let (tactics, quantities) = script::offered(&(bot.schema)());
        let rows = if what == "tactic" { tactics } else { quantities };
        rows.iter().any(|row| row[0] == name)
    };
    let game = games::all().iter().find(|game| (game.bots)().iter().any(says))?;
    Some(format!("`{name}` is a {what} of {}", game.title))
}

/// Which game but `own` has the rule of which `message` says that it is unknown.
pub(super) fn rule(own: &GameInfo, message: &str) -> Option<String> {
    let unknown = message.strip_prefix("unknown key `")?.split('`').next()?;
    let key = unknown.strip_prefix("rules.").unwrap_or(unknown);
    let has = |game: &&GameInfo| {
        let schema = (game.rules_schema)().to_value();
        let below = |part, step| property(&schema, part, step);
        key.split('.').try_fold(&schema, below).is_some()
    };
    let game = games::all().iter().filter(|game| game.key != own.key).find(has)?;
    Some(format!("`{key}` is a rule of {}", game.title))
}

/// Which game but `own` has the bot of that name, as a kind or in its league.
pub(super) fn bot(own: &GameInfo, name: &str) -> Option<String> {
    let has = |game: &&GameInfo| {
        let mut league = game.league().unwrap_or_default().into_iter();
        (game.bots)().iter().any(|bot| bot.kind == name) || league.any(|member| member.name == name)
    };
    let game = games::all().iter().filter(|game| game.key != own.key).find(has)?;
    Some(format!("\"{name}\" is a bot of {}", game.title))
}

/// A file of content by what it says: its game, and the rule that takes it.
pub(super) struct Kind {
    pub game: &'static GameInfo,
    pub key: &'static str,
}

/// What file of content this text is, by the keys at its top: those that it has are all of that kind of file, with all that
/// such a file must have there. None where several kinds fit, or none.
pub(super) fn content(text: &str) -> Option<Kind> {
    let keys = |text: &str| -> Option<BTreeSet<String>> {
        let table = text.parse::<toml::Table>().ok()?;
        Some(table.keys().filter(|key| !key.ends_with("status")).cloned().collect())
    };
    let own = keys(text).filter(|own| !own.is_empty())?;
    let all = games::all()
        .iter()
        .flat_map(|game| game.content.iter().map(move |content| (game, content)));
    let mut fitting = all.filter(|(_, content)| {
        let known = content.sets.iter().find_map(|(_, text)| keys(text)).unwrap_or_default();
        own.is_subset(&known) && own.len() * 2 > known.len()
    });
    match (fitting.next(), fitting.next()) {
        (Some((game, content)), None) => Some(Kind { game, key: content.key }),
        _ => None,
    }
}

/// Which game but `own` has bots with the setting, such as `weights.caution`, of which `message` says that it is unknown; keys of
/// the bot stand below `above`.
pub(super) fn setting(own: &GameInfo, above: &str, message: &str) -> Option<String> {
    let unknown = message.strip_prefix("unknown key `")?.split('`').next()?;
    let key = unknown.strip_prefix(above)?.trim_start_matches('.');
    let takes = |bot: &BotInfo| {
        let schema = (bot.schema)();
        let root = schema.as_value();
        let below = |schema, step| {
            let named = property_names(root, schema).contains(&step);
            named.then(|| property(root, schema, step)).flatten()
        };
        key.split('.').try_fold(root, below).is_some()
    };
    let mut others = games::all().iter().filter(|game| game.key != own.key);
    let game = others.find(|game| (game.bots)().iter().any(takes))?;
    Some(format!("`{key}` is a setting of bots of {}", game.title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_game_has_is_found_there() {
        let regatta = games::named("regatta").expect("a game");
        let bots = (regatta.bots)();
        let rows = bots
            .iter()
            .find_map(|bot| script::offered(&(bot.schema)()).0.into_iter().next());
        let [name, ..] = rows.expect("a tactic");
        let said = tactic(&format!("there is no tactic `{name}`")).expect("a game");
        assert!(said.starts_with(&format!("`{name}` is a tactic of ")), "{said}");
        assert_eq!(tactic("there is no tactic `fish`"), None);
        let riverbed = games::named("riverbed").expect("a game");
        let wanted = Some(format!("`weights.caution` is a setting of bots of {}", riverbed.title));
        let said = "unknown key `weights.caution` in [bots.fox]";
        assert_eq!(setting(regatta, "", said), wanted);
        let said = "unknown key `bots.fox.weights.caution` in [[variant]]";
        assert_eq!(setting(regatta, "bots.fox", said), wanted);
        assert_eq!(setting(riverbed, "", "unknown key `weights.zebra` in [bots.fox]"), None);
    }
}
