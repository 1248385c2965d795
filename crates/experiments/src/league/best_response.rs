//! The search for a script that wins most against a mix of bots.

use balance_kit::script::IF;
use std::ops::Range;

use super::phrases::{Phrases, Script, below};
use crate::ladder::Wins;
use balance_engine::{Analysis, Stream};
use balance_simulation::experiment::Halt;

/// Deals on which the scripts of a round meet the mix.
const DEALS: u64 = 10;
/// New scripts of a round.
const NEW: usize = 12;
/// Scripts that stay after a round.
const KEPT: usize = 8;
/// Games for which a script is taken to win its even share before it has played any, so that luck at first counts little.
const DOUBT: f64 = 20.0;

/// Plays scripts against a mix.
pub trait ScriptEvaluator {
    /// What each script wins alone among the bots of the mix, by script and deal; none for one that no bot can be made
    /// from.
    fn play(&mut self, scripts: &[Script], deals: Range<u64>) -> Result<Vec<Option<Vec<Wins>>>, Halt>;

    /// Seats at the table.
    fn players(&self) -> u32;
}

/// A script that has been played.
#[derive(Clone)]
struct Tried {
    script: Script,
    wins: Wins,
    games: u32,
}

impl Tried {
    /// What it wins more than its even share, less the more games it has played.
    fn worth(&self, players: u32) -> f64 {
        let even = f64::from(self.wins.one + self.wins.others) / f64::from(players);
        (f64::from(self.wins.one) - even) / (f64::from(self.games) + DOUBT)
    }

    fn add(&mut self, wins: &[Wins], players: u32) {
        for wins in wins {
            self.wins.one += wins.one;
            self.wins.others += wins.others;
            self.games += players;
        }
    }
}

/// The script that wins most against the mix among those that about `games` games allow to try, on deals from
/// `first` on; it begins with `scripts` and some by chance, and changes what has won most. None where nothing could be
/// played.
pub fn best_response(
    evaluator: &mut dyn ScriptEvaluator,
    phrases: &Phrases,
    scripts: &[Script],
    (games, first): (u64, u64),
    stream: &mut Stream,
) -> Result<Option<Script>, Halt> {
    let players = evaluator.players();
    let mut new: Vec<Script> = scripts.to_vec();
    new.extend((0..KEPT).map(|_| phrases.any(stream)));
    let mut kept: Vec<Tried> = Vec::new();
    let (mut spent, mut deal) = (0, first);
    while spent < games {
        let mut met: Vec<Tried> = std::mem::take(&mut kept);
        met.extend(new.drain(..).map(|script| Tried {
            script,
            wins: Wins::default(),
            games: 0,
        }));
        let all: Vec<Script> = met.iter().map(|tried| tried.script.clone()).collect();
        let won = evaluator.play(&all, deal..deal + DEALS)?;
        for (mut tried, won) in met.into_iter().zip(won) {
            if let Some(won) = won {
                tried.add(&won, players);
                kept.push(tried);
            }
        }
        // Of equals the shorter, then the older.
        kept.sort_by(|a, b| {
            let worth = b.worth(players).total_cmp(&a.worth(players));
            worth.then(a.script.len().cmp(&b.script.len()))
        });
        kept.truncate(KEPT);
        if kept.is_empty() {
            return Ok(None);
        }
        deal += DEALS;
        spent += all.len() as u64 * DEALS * u64::from(players);
        for _ in 0..NEW {
            let of = |stream: &mut Stream| &kept[below(stream, kept.len())].script;
            let (script, other) = (of(stream), of(stream));
            let changed = phrases.changed(script, other, stream);
            if !kept.iter().any(|tried| tried.script == changed) && !new.contains(&changed) {
                new.push(changed);
            }
        }
    }
    let found = kept.into_iter().next().map(|tried| tried.script);
    found.map(|script| shortest(evaluator, script, deal)).transpose()
}

/// The script without the lines and conditions whose lack changes no game of the next deals.
fn shortest(evaluator: &mut dyn ScriptEvaluator, script: Script, first: u64) -> Result<Script, Halt> {
    let deals = first..first + 4 * DEALS;
    let mut play = |scripts: &[Script]| evaluator.play(scripts, deals.clone());
    let won = play(std::slice::from_ref(&script))?;
    let mut script = script;
    let mut at = script.len();
    while at > 0 && script.len() > 1 {
        at -= 1;
        let mut without = script.clone();
        without.remove(at);
        let mut shorter = vec![without];
        if let Some((tactic, _)) = script[at].split_once(IF) {
            let mut always = script.clone();
            tactic.clone_into(&mut always[at]);
            shorter.push(always);
        }
        let tried = play(&shorter)?;
        let same = tried.iter().position(|tried| *tried == won[0]);
        if let Some(same) = same {
            script = shorter.swap_remove(same);
        }
    }
    Ok(script)
}

/// The draws of the search for the exploiter of this round.
pub fn stream(seed: u64, round: usize) -> Stream {
    Stream::keyed(seed, round as u64, Analysis::Scripts as u8, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in::BUILT_IN;

    /// Games that a script wins the more surely, the earlier its first line of a planted tactic stands; with `always` it
    /// wins nothing.
    struct Planted {
        tactic: &'static str,
        plus: f64,
    }

    impl ScriptEvaluator for Planted {
        fn play(&mut self, scripts: &[Script], deals: Range<u64>) -> Result<Vec<Option<Vec<Wins>>>, Halt> {
            let chance = |script: &Script| {
                let at = script.iter().position(|line| line.starts_with(self.tactic));
                0.5 + at.map_or(0.0, |at| self.plus / (1.0 + at as f64))
            };
            let deal = |chance: f64, deal: u64| {
                let mut stream = Stream::keyed(3, deal, 0, 0);
                let one = (0..2).filter(|_| stream.unit() < chance).count() as u32;
                Wins { one, others: 2 - one }
            };
            let all = scripts.iter().map(|script| {
                let chance = chance(script);
                Some(deals.clone().map(|at| deal(chance, at)).collect())
            });
            Ok(all.collect())
        }

        fn players(&self) -> u32 {
            2
        }
    }

    #[test]
    fn a_planted_weakness_is_found_and_the_rest_of_the_script_dropped() {
        let info = BUILT_IN.iter().find(|info| info.key == "niagara").expect("Niagara");
        let phrases = Phrases::of_game(info).expect("scripts");
        let mut planted = Planted {
            tactic: "steal",
            plus: 0.3,
        };
        let mut found = 0;
        for round in 0..20 {
            let script = best_response(&mut planted, &phrases, &[], (20_000, 0), &mut stream(5, round));
            let script = script.ok().flatten().expect("a script");
            found += u32::from(script.len() == 1 && script[0].starts_with(planted.tactic));
        }
        assert!(found >= 19, "{found} of 20");
    }
}
