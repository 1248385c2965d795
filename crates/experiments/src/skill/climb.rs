//! How far bots stand above each other: the skill index of each among the next one by rating, and how many levels of play
//! there are.

use serde::Serialize;

use crate::ladder::{self, Company, Ladder, Meeting, Pair, Wins};
use balance_inference::table::{CONFIDENCE, Rate};
use balance_stats::{self as stats, Interval};

/// What the stronger of two wins where one level of play lies between them.
pub const CLASS_RATE: f64 = 0.75;

/// How far bots stand above each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Climb {
    /// The bots by their ratings, the highest first.
    pub bots: Vec<String>,
    /// Each bot but the last, alone among the next one by rating.
    pub steps: Vec<ClimbStep>,
    /// Levels of play.
    pub chain: Chain,
}

/// One bot alone among others of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ClimbStep {
    /// The bot.
    pub bot: String,
    /// The bot at the other seats.
    pub among: String,
    /// Share of games that it wins.
    pub share: Rate,
    /// What it would win were both alike.
    pub even: f64,
    /// 0 where it wins what would be even, 1 where it always wins; none where everybody wins always, or nobody does.
    pub index: Option<Rate>,
}

/// Bots of which each stands at least a level above the one before it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Chain {
    /// What the stronger of two wins where a level lies between them.
    pub class_rate: f64,
    /// From the weakest bot up, each that surely stands a level above the last.
    pub bots: Vec<String>,
    /// Bots of such a chain where ratings are taken as they are.
    pub by_ratings: usize,
}

/// What the games of a ladder show; none without two bots and two deals. All intervals hold at once, for every order in which
/// the bots may be found.
pub fn climb(bots: &[String], company: impl Into<Company>, played: &[(Meeting, Vec<Wins>)]) -> Option<Climb> {
    let company = company.into();
    let players = company.places();
    let ladder = ladder::climbed(bots, company, played)?;
    let order: Vec<String> = ladder.rungs.iter().map(|rung| rung.bot.clone()).collect();
    let both = ladder::both_ways(players, played);
    let asked = both.len();
    let step = |pair: &[String]| {
        let (bot, among) = (&pair[0], &pair[1]);
        let of = |name: &String| bots.iter().position(|bot| bot == name);
        let wins = both
            .iter()
            .find(|(met, _)| (Some(met.one), Some(met.among)) == (of(bot), of(among)));
        let known = pair_of(&ladder, bot, among)?;
        Some(ClimbStep {
            bot: bot.clone(),
            among: among.clone(),
            share: known.share,
            even: known.even,
            index: index(&wins?.1, players, asked),
        })
    };
    let steps: Vec<ClimbStep> = order.windows(2).filter_map(step).collect();
    let ratings: Vec<f64> = ladder.rungs.iter().map(|rung| rung.rating.value).collect();
    let mut chain: Vec<String> = order.last().cloned().into_iter().collect();
    for bot in order.iter().rev() {
        let last = chain.last();
        let pair = last.and_then(|last| pair_of(&ladder, bot, last));
        if pair.is_some_and(surely_above) {
            chain.push(bot.clone());
        }
    }
    Some(Climb {
        steps,
        chain: Chain {
            class_rate: CLASS_RATE,
            bots: chain,
            by_ratings: stats::skill_depth(&ratings, CLASS_RATE)?.chain_length,
        },
        bots: order,
    })
}

fn pair_of<'l>(ladder: &'l Ladder, bot: &str, among: &str) -> Option<&'l Pair> {
    let mut pairs = ladder.pairs.iter();
    pairs.find(|pair| pair.bot == bot && pair.among == among)
}

/// Does the bot surely stand a level above the others? A level is the same factor of the odds at every table.
fn surely_above(pair: &Pair) -> bool {
    let odds = |share: f64| share / (1.0 - share);
    pair.even > 0.0 && pair.even < 1.0 && odds(pair.share.lo) >= odds(CLASS_RATE) * odds(pair.even)
}

/// (share - even) / (1 - even) of the bot that sits alone, with an interval that holds for so many at once; what would be even
/// is counted in the same games, so it is 1 of so many players where each game has one winner. A deal that was not seen is
/// taken to have as many winners as one that was.
fn index(wins: &[Wins], players: usize, asked: usize) -> Option<Rate> {
    let seats = players as f64;
    let even = |wins: &Wins| f64::from(wins.one + wins.others) / seats / seats;
    let row = |one: f64, even: f64| (one - even, 1.0 - even);
    let rows: Vec<(f64, f64)> = wins
        .iter()
        .map(|wins| row(f64::from(wins.one) / seats, even(wins)))
        .collect();
    let least = wins.iter().map(even).fold(1.0, f64::min);
    let most = wins.iter().map(even).fold(0.0, f64::max);
    let corners = [row(1.0, least), row(1.0, most), row(0.0, least), row(0.0, most)];
    let range = Interval { lo: -seats, hi: 1.0 };
    let confidence = 1.0 - (1.0 - CONFIDENCE) / asked.max(1) as f64;
    let (value, interval) = stats::mean_ratio(&rows, &corners, range, confidence)?;
    Some(Rate::new(value, interval))
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::Stream;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|bot| format!("bot {bot}")).collect()
    }

    /// Games with one winner, in which bots win by these worths.
    fn played(worths: &[f64], players: usize, deals: u64, seed: u64) -> Vec<(Meeting, Vec<Wins>)> {
        let mut dice = Stream::keyed(seed, 0, 1, 0);
        let wins = |met: Meeting| {
            let (one, others) = (worths[met.one], worths[met.among] * (players - 1) as f64);
            let mut deal = || {
                let one = (0..players).filter(|_| dice.unit() < one / (one + others)).count() as u32;
                Wins {
                    one,
                    others: players as u32 - one,
                }
            };
            (met, (0..deals).map(|_| deal()).collect())
        };
        ladder::meetings(worths.len(), players).into_iter().map(wins).collect()
    }

    #[test]
    fn a_planted_index_is_found_and_levels_are_counted() {
        for players in [2, 4] {
            let worths = [1.0, 12.0, 150.0, 1.2];
            let found = climb(&names(4), players, &played(&worths, players, 400, 3)).expect("bots");
            assert_eq!(found.bots[..2], ["bot 2", "bot 1"], "{players} players");
            let others = (players - 1) as f64;
            for (step, (one, among)) in found.steps[..1].iter().zip([(150.0, 12.0)]) {
                let share = one / (one + others * among);
                let planted = (share - 1.0 / players as f64) / (1.0 - 1.0 / players as f64);
                let index = step.index.expect("games");
                assert!(
                    index.lo <= planted && planted <= index.hi && index.hi - index.lo < 0.25,
                    "{step:?}"
                );
                assert!((step.even - 1.0 / players as f64).abs() < 1e-12);
            }
            // The two that are nearly alike stand on one level.
            assert_eq!(
                (found.chain.bots.len(), found.chain.by_ratings),
                (3, 3),
                "{:?}",
                found.chain
            );
            assert_eq!(found.chain.bots[1..], ["bot 1", "bot 2"]);
        }
    }

    #[test]
    fn alike_bots_are_one_level_and_their_index_holds_0() {
        let mut off = 0;
        for seed in 0..100 {
            let found = climb(&names(3), 3, &played(&[1.0; 3], 3, 50, 40 + seed)).expect("bots");
            assert_eq!(found.chain.bots.len(), 1);
            off += usize::from(
                found
                    .steps
                    .iter()
                    .any(|step| step.index.expect("games").leaves_out_zero()),
            );
        }
        assert!(off <= 10, "{off} of 100");
    }

    #[test]
    fn where_all_win_or_nobody_does_there_is_no_skill_to_see() {
        let wins = |one, others| {
            let met = Meeting { one: 0, among: 1 };
            climb(&names(2), 2, &[(met, vec![Wins { one, others }; 20])]).expect("bots")
        };
        let all = wins(2, 2);
        assert_eq!((all.steps[0].index, all.chain.bots.len()), (None, 1));
        let nobody = wins(0, 0);
        let index = nobody.steps[0].index.expect("a share of games");
        assert!(index.lo <= 0.0 && index.hi > 0.0, "{index:?}");
        assert_eq!(nobody.chain.bots.len(), 1);
        assert!(climb(&names(1), 2, &[]).is_none());
    }
}
