//! What is said to change nothing does change nothing.

use super::Breach;
use crate::kinds::RANDOM;
use crate::playable::AnyGame;
use crate::{At, GameInfo, Guest, Mistake, Setup, guest};

impl GameInfo {
    /// For the tests of a game: the keys of the rules that change nothing in a configuration with these, written as TOML;
    /// where there are any, so many games show that they do not.
    ///
    /// # Panics
    /// When that is no TOML, or a law is broken.
    pub fn idle_keys(&self, rules: &str, games: u64) -> Vec<String> {
        let setup = Setup {
            rules: toml::from_str(rules).expect("rules"),
            ..Setup::default()
        };
        let keys = keys((self.idle)(&setup));
        if !keys.is_empty() {
            (self.laws)(&setup, &[RANDOM], games).unwrap_or_else(|breach| panic!("{rules}: {breach}"));
        }
        keys
    }

    /// For the tests of a game: the keys of the rules that nobody can reach in a configuration with these, written as TOML.
    ///
    /// # Panics
    /// When that is no TOML.
    pub fn keys_out_of_reach(&self, rules: &str) -> Vec<String> {
        let setup = Setup {
            rules: toml::from_str(rules).expect("rules"),
            ..Setup::default()
        };
        keys((self.out_of_reach)(&setup))
    }
}

fn keys(mistakes: Vec<Mistake>) -> Vec<String> {
    let key = |mistake: Mistake| match mistake.at {
        At::Rule(path) => path.join("."),
        other => panic!("{other:?}"),
    };
    mistakes.into_iter().map(key).collect()
}

/// Rules that are said to change nothing in a configuration ([`Guest::idle`]) do not: without them it plays the same games.
pub(super) fn idle_rules_change_nothing<G: Guest>(setup: &Setup, games: u64) -> Result<(), Breach> {
    let wrong = |mistakes: Vec<Mistake>| format!("{}: {}", mistakes[0].at, mistakes[0].message);
    for idle in crate::idle::idle::<G>(setup).map_err(wrong)? {
        let At::Rule(path) = &idle.at else {
            return Err(format!("what has no effect is a rule, not {}", idle.at));
        };
        let mut without = setup.clone();
        take_out(&mut without.rules, path);
        let blocks = [setup, &without].map(|setup| {
            let mut setup = setup.clone();
            RANDOM.clone_into(&mut setup.seats.all);
            let playable = guest::build::<G>(&setup).map_err(wrong)?;
            playable.play_block(14, 0..games).map_err(|broken| broken.to_string())
        });
        let [with, without] = blocks;
        if with?.tally != without?.tally {
            let key = path.join(".");
            return Err(format!(
                "without `{key}`, which is said to change nothing, other games are played"
            ));
        }
    }
    Ok(())
}

/// Takes the rule at a key path out of a table.
fn take_out(rules: &mut toml::Table, path: &[String]) {
    match path {
        [] => {}
        [key] => drop(rules.remove(key)),
        [key, rest @ ..] => {
            if let Some(below) = rules.get_mut(key).and_then(toml::Value::as_table_mut) {
                take_out(below, rest);
            }
        }
    }
}
