//! What scripts of a game are made of, and how one is made into another.

use balance_config::games::GameInfo;
use balance_engine::Stream;
use balance_kit::bots::SCRIPTED;
use balance_kit::script;
use balance_kit::script::{AND, IF};

/// The lines of a script.
pub type Script = Vec<String>;

/// Lines of a script at most.
const LONGEST: usize = 24;
/// Conditions of a line at most.
const CONDITIONS: usize = 3;
/// Numbers that a quantity is compared with.
const LIMITS: [u32; 14] = [0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24];
/// Comparisons.
const SIGNS: [&str; 4] = ["<=", ">=", "=", "!="];

/// What the scripts of a game may say.
pub struct Phrases {
    tactics: Vec<String>,
    numbers: Vec<String>,
    things: Vec<(String, Vec<String>)>,
}

impl Phrases {
    /// Of this game; none where it has no scripted bot. Tactics that leave something open are left out.
    pub fn of_game(info: &GameInfo) -> Option<Self> {
        let scripted = (info.bots)().into_iter().find(|bot| bot.kind == SCRIPTED)?;
        let (tactics, quantities) = script::offered(&(scripted.schema)());
        let mut phrases = Phrases {
            tactics: tactics
                .into_iter()
                .filter(|row| row[2].is_empty())
                .map(|row| row[0].clone())
                .collect(),
            numbers: Vec::new(),
            things: Vec::new(),
        };
        for row in quantities {
            match script::things(&row) {
                None => phrases.numbers.push(row[0].clone()),
                Some(names) => {
                    let names = names.into_iter().map(str::to_owned).collect();
                    phrases.things.push((row[0].clone(), names));
                }
            }
        }
        (!phrases.tactics.is_empty()).then_some(phrases)
    }

    fn condition(&self, stream: &mut Stream) -> Option<String> {
        let all = self.numbers.len() + self.things.len();
        if all == 0 {
            return None;
        }
        let at = below(stream, all);
        let Some(number) = self.numbers.get(at) else {
            let (name, things) = &self.things[at - self.numbers.len()];
            let thing = &things[below(stream, things.len())];
            let word = ["has", "has no"][below(stream, 2)];
            return Some(format!("{name} {word} {thing}"));
        };
        let sign = SIGNS[below(stream, SIGNS.len())];
        Some(format!("{number} {sign} {}", LIMITS[below(stream, LIMITS.len())]))
    }

    /// A tactic with no, one or two conditions.
    fn line(&self, stream: &mut Stream) -> String {
        let mut line = self.tactics[below(stream, self.tactics.len())].clone();
        for _ in 0..[0, 1, 1, 2][below(stream, 4)] {
            line = self.with_condition(line, stream);
        }
        line
    }

    fn with_condition(&self, line: String, stream: &mut Stream) -> String {
        let conditions = line.split_once(IF).map_or(0, |(_, all)| all.split(AND).count());
        match self.condition(stream) {
            Some(condition) if conditions == 0 => format!("{line}{IF}{condition}"),
            Some(condition) if conditions < CONDITIONS => format!("{line}{AND}{condition}"),
            _ => line,
        }
    }

    /// A script of some lines.
    pub fn any(&self, stream: &mut Stream) -> Script {
        (0..6 + below(stream, 7)).map(|_| self.line(stream)).collect()
    }

    /// `script` with something changed, or crossed with `other`.
    pub fn changed(&self, script: &[String], other: &[String], stream: &mut Stream) -> Script {
        let mut new = script.to_vec();
        loop {
            match below(stream, 20) {
                0..6 => new.insert(below(stream, new.len() + 1), self.line(stream)),
                6..9 if new.len() > 1 => {
                    new.remove(below(stream, new.len()));
                }
                9..13 if new.len() > 1 => {
                    let (a, b) = (below(stream, new.len()), below(stream, new.len()));
                    new.swap(a, b);
                }
                13..17 if !new.is_empty() => {
                    let at = below(stream, new.len());
                    new[at] = self.with_condition(new[at].clone(), stream);
                }
                17 if !new.is_empty() => {
                    // A line of the other one, where it may matter more.
                    if let Some(line) = other.get(below(stream, other.len().max(1))) {
                        new.insert(below(stream, new.len() + 1), line.clone());
                    }
                }
                18 if !new.is_empty() => {
                    let at = below(stream, new.len());
                    let plain = new[at].split_once(IF).map(|(tactic, _)| tactic.to_owned());
                    new[at] = plain.unwrap_or_else(|| self.line(stream));
                }
                _ => {
                    let head = below(stream, new.len() + 1);
                    new.truncate(head);
                    new.extend(other.iter().skip(below(stream, other.len() + 1)).cloned());
                }
            }
            // Often more than one thing must change to gain anything.
            if below(stream, 10) >= 3 {
                break;
            }
        }
        new.dedup();
        new.truncate(LONGEST);
        if new.is_empty() {
            new.push(self.line(stream));
        }
        new
    }
}

/// A number below `end`, which is not 0.
pub(super) fn below(stream: &mut Stream, end: usize) -> usize {
    stream.below(u32::try_from(end).unwrap_or(u32::MAX)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in::BUILT_IN;
    use balance_config::games::{BotSpec, Seats, Setup};

    /// A thousand scripts of every game, changed again and again, are all read.
    #[test]
    fn every_script_that_is_made_can_be_read() {
        for info in BUILT_IN.iter() {
            let phrases = Phrases::of_game(info).expect("a game with scripts");
            let mut stream = Stream::keyed(1, 2, balance_engine::Analysis::Scripts as u8, 0);
            let mut script = phrases.any(&mut stream);
            for round in 0..250 {
                let other = phrases.any(&mut stream);
                script = phrases.changed(&script, &other, &mut stream);
                assert!(!script.is_empty() && script.len() <= LONGEST);
                let mut setup = Setup {
                    seats: Seats::filled("made"),
                    ..Setup::default()
                };
                let settings = toml::toml! { script = [] };
                let mut spec = BotSpec {
                    kind: SCRIPTED.to_owned(),
                    settings,
                };
                spec.settings.insert("script".to_owned(), script.clone().into());
                setup.bots.insert("made".to_owned(), spec);
                let faults = (info.check)(&setup);
                assert!(faults.is_empty(), "{}, round {round}: {script:?} {faults:?}", info.key);
            }
        }
    }
}
