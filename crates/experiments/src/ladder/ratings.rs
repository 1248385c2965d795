//! From who won to how strong: ratings, win shares and the matrix of pairs, each with its interval.

use serde::Serialize;

use super::{Company, Meeting, Wins};
use balance_inference::judge::TOTAL;
use balance_inference::table::Rate;
use balance_stats::{self as stats, Interval, TableWins};

/// How often the ratings of a ladder are wrong, at most; its shares and its pairs have as much.
const PART: f64 = TOTAL / 3.0;

/// Parts of the deals of which one after the other is left out, to see how far a rating moves (the grouped jackknife).
const PARTS: usize = 50;

/// Games that every bot wins and loses against a phantom, so that one that never loses has its place in the order, too.
const GHOST: f64 = 0.5;

/// Bots by strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ladder {
    /// Players at the table.
    pub players: usize,
    /// Who sits there.
    #[serde(skip)]
    pub company: Company,
    /// Deals, each played at every table once for each seat.
    pub deals: u64,
    /// The bot whose rating is 0.
    pub anchor: String,
    /// The bots, the strongest first.
    pub rungs: Vec<Rung>,
    /// Each bot alone among each other, in the order of the rungs.
    pub pairs: Vec<Pair>,
    /// The pair that one rating for each bot fits worst; none of two bots at a table for two, whom ratings always fit.
    pub misfit: Option<Misfit>,
}

/// A pair beside what the ratings say of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Misfit {
    /// The bot that sits alone.
    pub bot: String,
    /// The bot at the other seats.
    pub among: String,
    /// Its share of their wins, less that by the ratings; intervals hold for all pairs at once.
    pub gap: Rate,
}

/// One bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Rung {
    /// Its name.
    pub bot: String,
    /// Its rating less that of the anchor, on the Elo scale; intervals hold for all bots at once. Where an end is open, nothing
    /// is known but the other end: the value then says how many games were played.
    pub rating: Rate,
    /// Share of games that it wins alone, over all others as often; intervals hold for all bots at once.
    pub share: Rate,
    /// What it would win were all alike: seats that win by seats that there were.
    pub even: f64,
}

/// One bot alone among others of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pair {
    /// The bot that sits alone.
    pub bot: String,
    /// The bot at the other seats.
    pub among: String,
    /// Share of games that it wins; intervals hold for all pairs at once.
    pub share: Rate,
    /// What it would win were both alike.
    pub even: f64,
}

struct Rated<'a> {
    bots: &'a [String],
    company: Company,
    /// Places at a table.
    players: usize,
    deals: usize,
    /// By meeting, both ways round: wins by deal.
    meetings: Vec<(Meeting, Vec<Wins>)>,
}

/// The ladder of `bots` at a table for `players`, from the wins of every meeting by deal; the first bot's rating is 0. None
/// without two bots and two deals.
pub fn climbed(bots: &[String], company: impl Into<Company>, played: &[(Meeting, Vec<Wins>)]) -> Option<Ladder> {
    let company = company.into();
    let players = company.places();
    let deals = played.iter().map(|(_, wins)| wins.len()).min()?;
    if bots.len() < 2 || deals < 2 {
        return None;
    }
    let rated = Rated {
        bots,
        company,
        players,
        deals,
        meetings: both_ways(players, played),
    };
    rated.ladder()
}

/// All meetings both ways round: at a table for two these are the same games.
pub fn both_ways(players: usize, played: &[(Meeting, Vec<Wins>)]) -> Vec<(Meeting, Vec<Wins>)> {
    let mut meetings: Vec<(Meeting, Vec<Wins>)> = played.to_vec();
    if players == 2 {
        let turned = played.iter().map(|(meeting, wins)| {
            let turned = Meeting {
                one: meeting.among,
                among: meeting.one,
            };
            let wins = wins.iter().map(|wins| Wins {
                one: wins.others,
                others: wins.one,
            });
            (turned, wins.collect())
        });
        meetings.extend(turned);
    }
    meetings
}

impl Rated<'_> {
    fn ladder(&self) -> Option<Ladder> {
        let fits = self.fits()?;
        let ratings = self.ratings(&fits)?;
        let mut order: Vec<usize> = (0..self.bots.len()).collect();
        order.sort_by(|a, b| ratings[*b].value.total_cmp(&ratings[*a].value).then(a.cmp(b)));
        let rung = |bot: &usize| {
            let (share, even) = self.share(|meeting| meeting.one == *bot, self.bots.len());
            Rung {
                bot: self.bots[*bot].clone(),
                rating: ratings[*bot],
                share,
                even,
            }
        };
        let ways = self.bots.len() * (self.bots.len() - 1);
        let pair = |one: usize, among: usize| {
            let (share, even) = self.share(|meeting| *meeting == Meeting { one, among }, ways);
            Pair {
                bot: self.bots[one].clone(),
                among: self.bots[among].clone(),
                share,
                even,
            }
        };
        let pairs = order.iter().flat_map(|one| {
            let others = order.iter().filter(move |among| *among != one);
            others.map(move |among| pair(*one, *among))
        });
        Some(Ladder {
            players: self.company.players(),
            company: self.company,
            deals: self.deals as u64,
            anchor: self.bots[0].clone(),
            rungs: order.iter().map(rung).collect(),
            pairs: pairs.collect(),
            misfit: self.misfit(&fits),
        })
    }

    /// Share of games that the one bot wins over the meetings that are `asked`, with an interval that holds for so many of
    /// them at once, and what it would win were all alike. The deal is the sample: at all tables it is the same.
    fn share(&self, asked: impl Fn(&Meeting) -> bool, questions: usize) -> (Rate, f64) {
        let chosen = self.meetings.iter().filter(|(meeting, _)| asked(meeting));
        let chosen: Vec<&Vec<Wins>> = chosen.map(|(_, wins)| wins).collect();
        let games = (chosen.len() * self.players) as f64;
        let won = |deal: usize| chosen.iter().map(|wins| wins[deal].one).sum::<u32>();
        let rows: Vec<(f64, f64)> = (0..self.deals)
            .map(|deal| (f64::from(won(deal)) / games, 1.0))
            .collect();
        let confidence = 1.0 - PART / questions as f64;
        let share = Rate::mean(&rows, Interval::SHARE, confidence);
        let winners: u32 = chosen
            .iter()
            .flat_map(|wins| &wins[..self.deals])
            .map(|wins| wins.one + wins.others)
            .sum();
        let even = f64::from(winners) / (games * self.players as f64 * self.deals as f64);
        let Company::Team(_) = self.company else {
            return (share, even);
        };
        // One team wins no less often when another wins more: the interval also holds for how far both are apart.
        let apart = |deal: usize| {
            let half = |wins: &Wins| (f64::from(wins.one) - f64::from(wins.others)) / 2.0;
            chosen.iter().map(|wins| half(&wins[deal])).sum::<f64>() / games
        };
        let rows: Vec<(f64, f64)> = (0..self.deals).map(|deal| (apart(deal), 1.0)).collect();
        let apart = Rate::mean(&rows, Interval { lo: -0.5, hi: 0.5 }, confidence);
        let share = Rate {
            lo: share.lo.min(even + apart.lo).max(0.0),
            hi: share.hi.max(even + apart.hi).min(1.0),
            ..share
        };
        (share, even)
    }

    /// Elo of every bot less that of the first, with intervals that hold for all at once. Each reaches as far as the farther
    /// of two: that of the model with the deal as one game, of which an end is open where the games show none; and, where that
    /// is known, that by leaving out one part of the deals after the other (the delete-a-group jackknife, Kott 2001), which
    /// knows that the games of a deal go alike.
    fn ratings(&self, fits: &Fits) -> Option<Vec<Rate>> {
        let confidence = 1.0 - PART / (self.bots.len() - 1) as f64;
        let by_model = stats::luce_intervals(&self.tables(|_| true), self.bots.len(), confidence)?;
        let of_bot = |bot: usize| {
            let value = fits.whole.elo_vs_first[bot];
            let without: Vec<f64> = fits.without.iter().map(|each| each.elo_vs_first[bot]).collect();
            let moved = jackknifed(value, &without, confidence);
            let Interval { lo, hi } = by_model[bot];
            let interval = Interval {
                lo: lo.min(moved.lo),
                hi: hi.max(moved.hi),
            };
            Rate::new(value, interval)
        };
        Some((0..self.bots.len()).map(of_bot).collect())
    }

    /// The ratings that fit all deals, and those that fit without each part of them.
    fn fits(&self) -> Option<Fits> {
        let parts = self.parts();
        let without = (0..parts).map(|part| self.fit(|deal| deal % parts != part));
        Some(Fits {
            whole: self.fit(|_| true)?,
            without: without.collect::<Option<_>>()?,
        })
    }

    fn parts(&self) -> usize {
        PARTS.min(self.deals)
    }

    /// The pair whose wins lie furthest from what the ratings say, as far as that is known.
    fn misfit(&self, fits: &Fits) -> Option<Misfit> {
        if matches!(self.company, Company::Team(_)) || self.bots.len() == 2 && self.players == 2 {
            return None;
        }
        let parts = self.parts();
        let confidence = 1.0 - PART / self.meetings.len() as f64;
        let of_pair = |(meeting, wins): &(Meeting, Vec<Wins>)| {
            let gap = |ratings: &stats::Ratings, without: Option<usize>| {
                let taken = wins[..self.deals].iter().enumerate();
                let taken = taken.filter(|(deal, _)| without.is_none_or(|part| deal % parts != part));
                let (one, all) = taken.fold((0, 0), |(one, all), (_, wins)| {
                    (one + wins.one, all + wins.one + wins.others)
                });
                let worth = |bot: usize| libm::exp(ratings.theta[bot] - ratings.theta[meeting.one]);
                let rated = 1.0 / (1.0 + worth(meeting.among) * (self.players - 1) as f64);
                f64::from(one) / f64::from(all.max(1)) - rated
            };
            let value = gap(&fits.whole, None);
            let without: Vec<f64> = (0..parts).map(|part| gap(&fits.without[part], Some(part))).collect();
            Misfit {
                bot: self.bots[meeting.one].clone(),
                among: self.bots[meeting.among].clone(),
                gap: Rate::new(value, jackknifed(value, &without, confidence)),
            }
        };
        // The end of the interval that is nearer to 0, or how far it reaches across.
        let known = |misfit: &Misfit| misfit.gap.lo.max(-misfit.gap.hi);
        let all = self.meetings.iter().map(of_pair);
        all.max_by(|a, b| known(a).total_cmp(&known(b)))
    }

    /// The ratings that fit the deals that are `taken`.
    fn fit(&self, taken: impl Fn(usize) -> bool) -> Option<stats::Ratings> {
        stats::luce_fit(&self.tables(taken), self.bots.len(), GHOST)
    }

    /// Who won the deals that are `taken`; each seat that wins counts as one win, each deal as one game.
    fn tables(&self, taken: impl Fn(usize) -> bool) -> Vec<TableWins> {
        let table = |(meeting, wins): &(Meeting, Vec<Wins>)| {
            let taken = || wins[..self.deals].iter().enumerate().filter(|(deal, _)| taken(*deal));
            let sum = |of: fn(&Wins) -> u32| taken().map(|(_, wins)| f64::from(of(wins))).sum::<f64>();
            let games = self.players as f64;
            let mut bots = vec![meeting.among; self.players];
            bots[0] = meeting.one;
            TableWins {
                bots,
                wins: vec![
                    (meeting.one, sum(|wins| wins.one) / games),
                    (meeting.among, sum(|wins| wins.others) / games),
                ],
            }
        };
        // At a table for two both ways round are the same games.
        let once = |(meeting, _): &&(Meeting, Vec<Wins>)| self.players > 2 || meeting.one < meeting.among;
        self.meetings.iter().filter(once).map(table).collect()
    }
}

/// Ratings that fit all deals, and all but each part of them.
struct Fits {
    whole: stats::Ratings,
    without: Vec<stats::Ratings>,
}

/// The interval of a `value` that is so much `without` each part of the deals.
fn jackknifed(value: f64, without: &[f64], confidence: f64) -> Interval {
    let parts = without.len() as f64;
    let mean = without.iter().sum::<f64>() / parts;
    let squares: f64 = without.iter().map(|each| (each - mean).powi(2)).sum();
    let width = stats::t_quantile(confidence, without.len() as u32 - 1);
    Interval::around(value, width * (squares * (parts - 1.0) / parts).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::meetings;
    use super::*;
    use balance_engine::Stream;

    /// Games of dice at a table for `players`, in which bots win by these worths.
    fn played(worths: &[f64], players: usize, deals: usize, seed: u64) -> Vec<(Meeting, Vec<Wins>)> {
        let mut dice = Stream::keyed(seed, 0, 1, 0);
        let wins = |meeting: Meeting| {
            let (one, others) = (worths[meeting.one], worths[meeting.among] * (players - 1) as f64);
            let mut deal = || {
                let mut wins = Wins::default();
                for _ in 0..players {
                    if dice.unit() < one / (one + others) {
                        wins.one += 1;
                    } else {
                        wins.others += 1;
                    }
                }
                wins
            };
            let all = (0..deals).map(|_| deal()).collect();
            (meeting, all)
        };
        meetings(worths.len(), players).into_iter().map(wins).collect()
    }

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|bot| format!("bot {bot}")).collect()
    }

    #[test]
    fn the_stronger_stands_higher_and_ratings_are_those_planted() {
        for players in [2, 4] {
            let ladder = climbed(&names(3), players, &played(&[1.0, 3.0, 0.25], players, 600, 5)).expect("a ladder");
            let order: Vec<&str> = ladder.rungs.iter().map(|rung| rung.bot.as_str()).collect();
            assert_eq!(order, ["bot 1", "bot 0", "bot 2"], "{players} players");
            for (rung, worth) in ladder.rungs.iter().zip([3.0_f64, 1.0, 0.25]) {
                let planted = 400.0 * worth.log10();
                assert!(
                    rung.rating.lo <= planted && planted <= rung.rating.hi,
                    "{rung:?} {planted}"
                );
                assert!((rung.even - 1.0 / players as f64).abs() < 1e-12);
            }
            assert_eq!((ladder.pairs.len(), ladder.anchor.as_str()), (6, "bot 0"));
            assert!(
                ladder.pairs[0].share.lo > ladder.pairs[0].even,
                "the first beats the second"
            );
        }
    }

    /// Games that are as one rating for each bot says are seldom said to be otherwise; a circle is.
    #[test]
    fn ratings_that_do_not_fit_are_told() {
        let misfit = |played: &[(Meeting, Vec<Wins>)], players: usize| {
            let ladder = climbed(&names(3), players, played).expect("a ladder");
            ladder.misfit.expect("pairs").gap
        };
        for players in [2, 4] {
            let wrong = (0..100)
                .filter(|seed| misfit(&played(&[1.0, 3.0, 0.25], players, 200, 900 + seed), players).leaves_out_zero());
            let wrong = wrong.count();
            assert!(wrong <= 5, "{wrong} of 100 with {players} players");
        }
        let circle = meetings(3, 2).into_iter().map(|meeting| {
            let beats = (meeting.one + 1) % 3 == meeting.among;
            let one = |deal: u32| u32::from(beats) + u32::from(deal.is_multiple_of(4));
            let wins = (0..100).map(|deal| Wins {
                one: one(deal),
                others: 2 - one(deal),
            });
            (meeting, wins.collect())
        });
        let gap = misfit(&circle.collect::<Vec<_>>(), 2);
        assert!(gap.leaves_out_zero(), "{gap:?}");
        let two = climbed(&names(2), 2, &played(&[1.0, 3.0], 2, 200, 900)).expect("a ladder");
        assert_eq!(two.misfit, None, "two ratings always fit one pair");
    }

    #[test]
    fn bots_that_are_alike_are_seldom_told_apart() {
        let mut wrong = 0;
        for seed in 0..200 {
            let ladder = climbed(&names(4), 3, &played(&[1.0; 4], 3, 60, 100 + seed)).expect("a ladder");
            let apart = |rate: Rate, even: f64| rate.lo > even || rate.hi < even;
            let off = ladder
                .rungs
                .iter()
                .any(|rung| apart(rung.rating, 0.0) || apart(rung.share, rung.even))
                || ladder.pairs.iter().any(|pair| apart(pair.share, pair.even));
            wrong += u32::from(off);
        }
        assert!(wrong <= 16, "{wrong} of 200");
    }

    #[test]
    fn who_never_loses_is_not_rated_with_certainty() {
        let all = |meeting: Meeting| {
            let wins = if meeting.one == 0 {
                Wins { one: 2, others: 0 }
            } else {
                Wins { one: 0, others: 2 }
            };
            (meeting, vec![wins; 40])
        };
        let ladder = climbed(&names(2), 2, &[all(Meeting { one: 0, among: 1 })]).expect("a ladder");
        let weak = &ladder.rungs[1];
        assert!(weak.rating.hi < 0.0 && weak.rating.lo == f64::NEG_INFINITY, "{weak:?}");
        assert!(climbed(&names(1), 2, &[]).is_none());
    }

    /// However seldom a bot wins, few ladders have a rating whose interval misses: no more than a third of 5 in 100.
    #[test]
    fn ratings_cover_those_planted_however_seldom_a_bot_wins() {
        let worths: [&[f64]; 5] = [
            &[1.0, 1e-5],
            &[1.0, 0.02],
            &[1.0, 0.002, 0.6],
            &[0.005, 1.0, 0.6],
            &[1.0, 0.001, 0.002, 1.5],
        ];
        let (mut wrong, mut open) = (0, 0);
        for (at, worths) in worths.iter().enumerate() {
            for (players, deals) in [(2, 10), (2, 160), (3, 40)] {
                for seed in 0..40 {
                    let played = played(worths, players, deals, 1000 * (at + 1) as u64 + seed);
                    let ladder = climbed(&names(worths.len()), players, &played).expect("a ladder");
                    let misses = |rung: &Rung| {
                        let bot: usize = rung.bot["bot ".len()..].parse().expect("a number");
                        let planted = 400.0 * (worths[bot] / worths[0]).log10();
                        rung.rating.lo > planted || planted > rung.rating.hi
                    };
                    wrong += usize::from(ladder.rungs.iter().any(misses));
                    open += usize::from(
                        ladder
                            .rungs
                            .iter()
                            .any(|rung| !rung.rating.hi.is_finite() || !rung.rating.lo.is_finite()),
                    );
                }
            }
        }
        assert!(wrong <= 16, "{wrong} of 600");
        assert!(open > 150, "{open}");
    }

    /// An end that is known comes nearer with more deals, and one that is open stays open until something is won.
    #[test]
    fn the_end_that_is_known_comes_nearer_with_more_deals() {
        let most = |deals: usize| {
            let none = vec![Wins { one: 2, others: 0 }; deals];
            let ladder = climbed(&names(2), 2, &[(Meeting { one: 0, among: 1 }, none)]).expect("a ladder");
            let rating = ladder.rungs[1].rating;
            assert!(rating.lo == f64::NEG_INFINITY, "{rating:?}");
            rating.hi
        };
        let all = [10, 40, 160, 2_000].map(most);
        assert!(all.windows(2).all(|pair| pair[1] < pair[0] - 200.0), "{all:?}");
    }

    /// Games of a team in which each bot wins this share of them, two bots the same deals.
    fn by_team(shares: &[f64], deals: usize, seed: u64) -> Ladder {
        let mut dice = Stream::keyed(seed, 0, 1, 0);
        let mut meet = |meeting: Meeting| {
            let mut deal = || {
                let luck = dice.unit();
                let won = |bot: usize| 2 * u32::from(luck < shares[bot]);
                Wins {
                    one: won(meeting.one),
                    others: won(meeting.among),
                }
            };
            (meeting, (0..deals).map(|_| deal()).collect())
        };
        let company = Company::Team(4);
        let all: Vec<_> = meetings(shares.len(), company.places())
            .into_iter()
            .map(&mut meet)
            .collect();
        climbed(&names(shares.len()), company, &all).expect("a ladder")
    }

    #[test]
    fn teams_are_ranked_by_the_games_they_win() {
        let ladder = by_team(&[0.3, 0.97, 0.6], 1_000, 3);
        let order: Vec<&str> = ladder.rungs.iter().map(|rung| rung.bot.as_str()).collect();
        assert_eq!(order, [&names(3)[1], &names(3)[2], &names(3)[0]]);
        assert_eq!((ladder.players, ladder.misfit), (4, None));
        for pair in &ladder.pairs {
            let of = |name: &str| {
                names(3)
                    .iter()
                    .position(|bot| bot == name)
                    .map(|at| [0.3, 0.97, 0.6][at])
            };
            let (own, other) = (of(&pair.bot).expect("known"), of(&pair.among).expect("known"));
            assert!((pair.share.value - own).abs() < 0.06, "{pair:?}");
            assert!((pair.even - f64::midpoint(own, other)).abs() < 0.06, "{pair:?}");
            assert_eq!(pair.share.lo > pair.even, own > other, "{pair:?}");
        }
        // Equal teams that win by the same luck, or each by its own, are hardly ever told apart.
        let told = |seed: u64| {
            let ladder = by_team(&[0.5, 0.5], 60, 100 + seed);
            usize::from(
                ladder
                    .pairs
                    .iter()
                    .any(|pair| pair.share.lo > pair.even || pair.share.hi < pair.even),
            )
        };
        assert!((0..200).map(told).sum::<usize>() <= 10);
    }
}
