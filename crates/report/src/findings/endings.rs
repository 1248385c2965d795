//! Do games get stuck, or nearly always end the same way?

use super::super::format;
use super::{
    CapShare, Direction, Finding, FindingClaim, FindingContext, FindingKind, Lies, Rarity, Severity, Strength, lies,
};
use balance_analysis::judge::Family;
use balance_analysis::table::{EndingRow, Rate, Shows};

/// More games than this at the cap are worth saying.
const STUCK: f64 = 0.001;
/// Most games.
const MOST: f64 = 0.5;
/// As good as all games: of other bots so few are played that no more is shown of them.
const ALL: f64 = 0.8;
/// More games than this with the same ending make it the only one that counts.
const DOMINANT: f64 = 0.8;
/// Fewer games than this make an ending a dead rule.
const RARE: f64 = 0.01;
/// More games than this without a winner are worth saying.
const NOBODY: f64 = 0.02;

pub fn find(asked: &FindingContext) -> Vec<Finding> {
    let each = asked.each;
    let confidence = confidence(asked);
    let mut found = stuck(asked);
    // Where there is but one way to end, nothing is to be said about it.
    let ways = each.endings.iter().filter(|row| !row.capped && !row.ruled_out).count();
    for row in &each.endings {
        let share = row.share_at(each.sampling(), confidence);
        if row.capped || row.ruled_out {
            continue;
        }
        if let (true, Lies::Beyond(_, strength)) = (ways > 1, lies(share, 0.0, DOMINANT)) {
            found.push(Finding {
                headline: format!("More than four games in five end by “{}”.", row.ending),
                evidence: format!("{} of {}: {}.", format::count(row.games), format::games(each.games), format::share(share)),
                method: "The interval of the share of this ending, corrected for all endings and configurations, lies above \
                         80%.",
                sample: asked.sample(Shows::Ending, &row.ending),
                claim: Some(claim(row, Direction::More, DOMINANT)),
                ..asked.finding(
                    Severity::Notice,
                    FindingKind::EndingDominant { ending: row.ending.clone() },
                    row.share.value,
                    strength,
                )
            });
        } else if share.hi < RARE {
            let rarity = Rarity::of_count(row.games);
            let how = match rarity {
                Rarity::Never => "No game ended",
                Rarity::Rare => "Hardly any game ended",
            };
            found.push(Finding {
                headline: format!("{how} by “{}”.", row.ending),
                evidence: format!("{} of {}: {}.", format::count(row.games), format::games(each.games), format::share(share)),
                method: "The interval of the share of this ending, corrected for all endings and configurations, lies below \
                         1%.",
                sample: asked.sample(Shows::Ending, &row.ending),
                claim: Some(claim(row, Direction::Less, RARE)),
                ..asked.finding(
                    Severity::Notice,
                    FindingKind::EndingRare { ending: row.ending.clone(), rarity },
                    0.6,
                    Strength::Clear,
                )
            });
        }
    }
    let capped: u64 = each.endings.iter().filter(|row| row.capped).map(|row| row.games).sum();
    let nobody = each.sides.iter().find(|row| row.fair.is_none());
    if let Some(row) = nobody {
        let rate = row.win_rate_at(each.sampling(), confidence);
        // Games at the cap have been told already.
        if rate.lo > NOBODY && row.wins > capped {
            let at_cap = each.cap().map_or_else(String::new, |cap| {
                format!("; {} of these run into the {cap}", format::count(capped))
            });
            found.push(Finding {
                headline: format!("{} are won by nobody.", so_many(rate)),
                evidence: format!(
                    "{} of {}: {}{at_cap}.",
                    format::count(row.wins),
                    format::games(each.games),
                    format::share(rate)
                ),
                method: "An exact count; its interval, corrected for all endings and configurations, lies above 2%.",
                sample: asked.sample(Shows::Nobody, ""),
                claim: Some(FindingClaim::Nobody(NOBODY)),
                ..asked.finding(
                    Severity::Problem,
                    FindingKind::NobodyWins,
                    row.win_rate.value,
                    Strength::Clear,
                )
            });
        }
    }
    found
}

/// That more, or fewer, than this share of games end so.
fn claim(row: &EndingRow, direction: Direction, than: f64) -> FindingClaim {
    FindingClaim::Ending {
        ending: row.ending.clone(),
        direction,
        than,
    }
}

/// Asked of every ending, and of games without a winner.
fn confidence(asked: &FindingContext) -> f64 {
    asked.confidence(Family::Endings, asked.each.endings.len() + 1)
}

/// Games that run into the cap.
pub fn stuck(asked: &FindingContext) -> Vec<Finding> {
    let confidence = confidence(asked);
    let capped = asked.each.endings.iter().filter(|row| row.capped);
    capped
        .filter_map(|row| {
            let share = row.share_at(asked.each.sampling(), confidence);
            match lies(share, 0.0, STUCK) {
                Lies::Beyond(gap, strength) if gap > 0.0 => Some(at_cap(asked, row, share, strength)),
                _ => None,
            }
        })
        .collect()
}

fn at_cap(asked: &FindingContext, row: &EndingRow, share: Rate, strength: Strength) -> Finding {
    let cap = &row.ending;
    // Of other bots as much is asked as is said here.
    let (headline, games, than) = if row.games == asked.each.games {
        let all = format!("No game finds an end: every one runs into the {cap}.");
        (all, CapShare::All, ALL)
    } else if share.lo > MOST {
        let most = format!("Most games find no end: they run into the {cap}.");
        (most, CapShare::Most, MOST)
    } else {
        let some = format!("{} find no end: they run into the {cap}.", so_many(share));
        (some, CapShare::Some, STUCK)
    };
    Finding {
        headline,
        evidence: format!(
            "{} of {}: {}.",
            format::count(row.games),
            format::games(asked.each.games),
            format::share(share)
        ),
        method: "An exact count: games at the cap are an ending of their own and none is dropped; the interval, corrected for \
                 all endings and configurations, lies above 0.1%.",
        sample: asked.sample(Shows::Ending, &row.ending),
        claim: Some(claim(row, Direction::More, than)),
        // What hinders games from ending at all matters more than who wins the others.
        ..asked.finding(
            Severity::Problem,
            FindingKind::TurnCap(games),
            2.0 * row.share.value,
            strength,
        )
    }
}

/// `3.4% of games`.
fn so_many(share: Rate) -> String {
    format!("{} of games", format::percent(share.value, format::decimals(share)))
}
