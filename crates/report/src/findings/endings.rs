//! Do games get stuck, or nearly always end the same way?

use super::kind::{EndingFact, GameShare, StoppedShare};
use super::{Direction, Finding, FindingClaim, FindingContext, FindingKind, Severity};
use crate::format;
use crate::metrics::{only_side, playing};
use balance_inference::judge::Family;
use balance_inference::table::{EndingRow, Rate, Shows};

/// More stopped games than this are worth saying.
const STUCK: f64 = 0.001;
const MOST: f64 = 0.5;
/// More games than this with the same ending make it the only one that counts.
const DOMINANT: f64 = 0.8;
/// Fewer games than this make an ending a dead rule.
const RARE: f64 = 0.01;
/// More games than this without a winner are worth saying.
const NOBODY: f64 = 0.02;
const NEARLY_ALL: f64 = 0.95;

pub fn find(context: &FindingContext) -> Vec<Finding> {
    let mut found = stopped(context);
    found.extend(ways_to_end(context));
    found.extend(nobody_wins(context));
    found.extend(everybody_wins(context));
    found
}

/// Every ending is a question, and so are games that nobody wins and games that everybody wins.
fn confidence(context: &FindingContext) -> f64 {
    context.confidence(Family::Endings, context.each.endings.len() + 2)
}

fn share_of(context: &FindingContext, row: &EndingRow) -> GameShare {
    GameShare {
        games: row.games,
        of: context.each.games,
        rate: row.share_at(context.each.sampling(), confidence(context)),
    }
}

fn ways_to_end(context: &FindingContext) -> Vec<Finding> {
    let ends = context.each.endings.iter().filter(|row| !row.capped && !row.ruled_out);
    let ends: Vec<&EndingRow> = ends.collect();
    let finding = |row: &&EndingRow| {
        let share = share_of(context, row);
        let ending = row.ending.clone();
        // Where there is but one way to end, it needs no saying.
        let (fact, direction, than, size) = if ends.len() > 1 && share.rate.lo > DOMINANT {
            let size = share.rate.value;
            (EndingFact::Dominant(ending), Direction::More, DOMINANT, size)
        } else if share.rate.hi >= RARE {
            return None;
        } else if share.games == 0 {
            (EndingFact::Never(ending), Direction::Less, RARE, 0.6)
        } else {
            (EndingFact::Rare(ending), Direction::Less, RARE, 0.6)
        };
        let kind = FindingKind::Ending { fact, share };
        // That no game ends so is not asked of others, of which one may.
        let claim = (share.games > 0).then(|| FindingClaim::Ending {
            ending: row.ending.clone(),
            direction,
            than,
        });
        Some(Finding {
            sample: context.sample(Shows::Ending, &row.ending),
            claim,
            ..context.finding(Severity::Notice, kind, size)
        })
    };
    ends.iter().filter_map(finding).collect()
}

/// Games without a winner. Where only one side plays, to lose is part of the game.
fn nobody_wins(context: &FindingContext) -> Option<Finding> {
    let each = context.each;
    let row = each.sides.iter().find(|row| row.fair.is_none())?;
    let rate = row.win_rate_at(each.sampling(), confidence(context));
    // Stopped games have a finding of their own.
    (only_side(each).is_none() && rate.lo > NOBODY && row.wins > super::capped(each)).then(|| Finding {
        sample: context.sample(Shows::Nobody, ""),
        claim: Some(FindingClaim::Nobody(NOBODY)),
        ..won(context, EndingFact::WonByNobody, row.wins, rate)
    })
}

fn everybody_wins(context: &FindingContext) -> Option<Finding> {
    let each = context.each;
    let least = playing(each).min_by_key(|row| row.wins)?;
    let rate = least.win_rate_at(each.sampling(), confidence(context));
    (only_side(each).is_none() && rate.lo > NEARLY_ALL).then(|| Finding {
        sample: context.sample(Shows::Side, &least.side),
        claim: Some(FindingClaim::Everybody(NEARLY_ALL)),
        ..won(context, EndingFact::WonByEverybody, least.wins, rate)
    })
}

fn won(context: &FindingContext, fact: EndingFact, games: u64, rate: Rate) -> Finding {
    let of = context.each.games;
    let share = GameShare { games, of, rate };
    context.finding(Severity::Problem, FindingKind::Ending { fact, share }, rate.value)
}

pub fn stopped(context: &FindingContext) -> Vec<Finding> {
    let each = context.each;
    let finding = |row: &EndingRow| {
        let share = share_of(context, row);
        let (stopped, than) = if share.games == share.of {
            (StoppedShare::All, MOST)
        } else if share.rate.lo > MOST {
            (StoppedShare::Most, MOST)
        } else {
            (StoppedShare::Some, STUCK)
        };
        let severity = match stopped {
            StoppedShare::All | StoppedShare::Most => context.silence,
            StoppedShare::Some => Severity::Problem,
        };
        let turn = format::one(&each.turn_word).to_owned();
        let fact = EndingFact::Stopped { stopped, turn };
        let kind = FindingKind::Ending { fact, share };
        Finding {
            sample: context.sample(Shows::Ending, &row.ending),
            // Of other bots as much is asked as is said here; of some a game may end where here none does.
            claim: (stopped != StoppedShare::All).then(|| FindingClaim::Ending {
                ending: row.ending.clone(),
                direction: Direction::More,
                than,
            }),
            // What hinders games from ending at all matters more than who wins the others.
            ..context.finding(severity, kind, 2.0 * share.rate.value)
        }
    };
    let capped = each.endings.iter().filter(|row| row.capped);
    let worth_saying = capped.filter(|row| {
        let share = share_of(context, row);
        share.games == share.of || share.rate.lo > STUCK
    });
    worth_saying.map(finding).collect()
}
