//! What a scenario says of a bot that another game has: a tactic of its scripts, or a setting.

use crate::games::{self, BotInfo, GameInfo, script};
use balance_kit::schema::parts::{property, property_names};

/// Which game has the tactic of which `message` says that there is none.
pub(super) fn tactic(message: &str) -> Option<String> {
    let name = message.strip_prefix("there is no tactic `")?.split('`').next()?;
    let says = |bot: &BotInfo| script::offered(&(bot.schema)()).0.iter().any(|row| row[0] == name);
    let game = games::all().iter().find(|game| (game.bots)().iter().any(says))?;
    Some(format!("`{name}` is a tactic of {}", game.title))
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
