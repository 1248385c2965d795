//! The search for a script that wins most against a mix of bots.

use std::ops::Range;

use super::phrases::{Phrases, Script, below};
use crate::games::Broken;
use crate::ladder::Wins;
use balance_engine::{Analysis, Stream};

/// Deals on which the scripts of a round meet the mix.
const DEALS: u64 = 10;
/// New scripts of a round.
const NEW: usize = 12;
/// Scripts that stay after a round.
const KEPT: usize = 8;
/// Games for which a script is taken to win its even share before it has played any, so that luck at first counts little.
const DOUBT: f64 = 20.0;

/// Where scripts are played.
pub trait Arena: Sync {
    /// What each script wins alone among the bots of the mix, by script and deal; none for one that no bot can be made
    /// from. None at all once it is to stop.
    ///
    /// # Errors
    /// The first game that broke its own rules.
    fn play(&self, scripts: &[Script], deals: Range<u64>) -> Result<Option<Vec<Option<Vec<Wins>>>>, Broken>;

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

/// The script that wins most against the mix of `arena` among those that about `games` games allow to try, on deals from
/// `first` on; it begins with `scripts` and some by chance, and changes what has won most. None where nothing could be
/// played, or once the arena stops.
///
/// # Errors
/// As [`Arena::play`].
pub fn answer(
    arena: &dyn Arena,
    phrases: &Phrases,
    scripts: &[Script],
    (games, first): (u64, u64),
    stream: &mut Stream,
) -> Result<Option<Script>, Broken> {
    let players = arena.players();
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
        let Some(won) = arena.play(&all, deal..deal + DEALS)? else {
            return Ok(None);
        };
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
    found.map_or(Ok(None), |script| plain(arena, script, deal))
}

/// The script without the lines and conditions whose lack changes no game of the next deals.
fn plain(arena: &dyn Arena, script: Script, first: u64) -> Result<Option<Script>, Broken> {
    let deals = first..first + 4 * DEALS;
    let play = |scripts: &[Script]| arena.play(scripts, deals.clone());
    let Some(won) = play(std::slice::from_ref(&script))? else {
        return Ok(None);
    };
    let mut script = script;
    let mut at = script.len();
    while at > 0 && script.len() > 1 {
        at -= 1;
        let mut without = script.clone();
        without.remove(at);
        let mut shorter = vec![without];
        if let Some((tactic, _)) = script[at].split_once(" if ") {
            let mut always = script.clone();
            tactic.clone_into(&mut always[at]);
            shorter.push(always);
        }
        let Some(tried) = play(&shorter)? else { return Ok(None) };
        let same = tried.iter().position(|tried| *tried == won[0]);
        if let Some(same) = same {
            script = shorter.swap_remove(same);
        }
    }
    Ok(Some(script))
}

/// The draws of the search for the exploiter of this round.
pub fn stream(seed: u64, round: usize) -> Stream {
    Stream::keyed(seed, round as u64, Analysis::Scripts as u8, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::BUILT_IN;

    /// Games that a script wins the more surely, the earlier its first line of a planted tactic stands; with `always` it
    /// wins nothing.
    struct Planted {
        tactic: &'static str,
        plus: f64,
    }

    impl Arena for Planted {
        fn play(&self, scripts: &[Script], deals: Range<u64>) -> Result<Option<Vec<Option<Vec<Wins>>>>, Broken> {
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
            Ok(Some(all.collect()))
        }

        fn players(&self) -> u32 {
            2
        }
    }

    #[test]
    fn a_planted_weakness_is_found_and_the_rest_of_the_script_dropped() {
        let info = BUILT_IN.iter().find(|info| info.key == "niagara").expect("Niagara");
        let phrases = Phrases::of(info).expect("scripts");
        let arena = Planted {
            tactic: "steal",
            plus: 0.3,
        };
        let mut found = 0;
        for round in 0..20 {
            let script = answer(&arena, &phrases, &[], (20_000, 0), &mut stream(5, round));
            let script = script.ok().flatten().expect("a script");
            found += u32::from(script.len() == 1 && script[0].starts_with(arena.tactic));
        }
        assert!(found >= 19, "{found} of 20");
    }
}
