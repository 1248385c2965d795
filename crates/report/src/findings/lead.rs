//! Does the leader run away, can those behind come back, does the lead count at all?

use super::kind::{LeadEffect, Robustness};
use super::{Finding, FindingClaim, FindingContext, FindingKind, Severity};
use crate::format;
use crate::metrics::playing;
use balance_inference::judge::Family;
use balance_inference::table::{Configuration, DramaRow, Rate, Shows};

/// A leader at half time who wins more often than this runs away.
const RUNAWAY: f64 = 0.8;
/// The last at half time comes back who wins at least this part of what the side does that wins least.
const HOPE: f64 = 0.25;
/// Times at which the game is judged, in per cent of its length.
const HALF: u32 = 50;
/// Questions asked of each configuration here: leader and last at half time.
pub(super) const ROWS: usize = 2;

/// What sides win, and who leads or is last at half time.
struct HalfTime<'a> {
    row: &'a DramaRow,
    /// What the side alone in front wins; none where there was none.
    leader: Option<Rate>,
    /// What the side alone behind wins; none where there was none.
    last: Option<Rate>,
    /// The side that wins least wins at least and at most this; an interval of its smallest and one of its largest end.
    least: (f64, f64),
    /// The side that wins most wins at least and at most this.
    most: (f64, f64),
    /// Do several sides win one game? Then a leader may nearly always win, and those behind no less.
    shared: bool,
}

impl<'a> HalfTime<'a> {
    fn of_configuration(each: &'a Configuration, confidence: f64) -> Option<Self> {
        let row = each.drama.iter().find(|row| row.percent == HALF)?;
        let sides = playing(each);
        let rates: Vec<Rate> = (sides.clone())
            .map(|row| row.win_rate_at(each.sampling(), confidence))
            .collect();
        let least = |end: fn(&Rate) -> f64| rates.iter().map(end).fold(f64::INFINITY, f64::min);
        let most = |end: fn(&Rate) -> f64| rates.iter().map(end).fold(0.0, f64::max);
        Some(HalfTime {
            row,
            leader: row.leader_at(each.sampling(), confidence),
            last: row.last_at(each.sampling(), confidence),
            least: (least(|rate| rate.lo), least(|rate| rate.hi)),
            most: (most(|rate| rate.lo), most(|rate| rate.hi)),
            shared: sides.map(|row| row.wins).sum::<u64>() > each.games,
        })
    }

    /// Is little left to all but the leader? Where one side alone wins, what the leader wins says it.
    fn leaves_little(&self) -> bool {
        !self.shared || self.last.is_some_and(|last| last.hi < 1.0 - RUNAWAY)
    }

    fn leaves_much(&self) -> bool {
        self.shared && self.last.is_some_and(|last| last.lo > 1.0 - RUNAWAY)
    }
}

/// Does one bot play every seat? Where bots of different strength meet, the lead shows who is stronger, not what a lead is worth.
fn is_of_one_bot(each: &Configuration) -> bool {
    each.bots.iter().all(|row| row.mirror)
}

/// What the games of another bot say to it, and the win rate that does.
pub(super) fn robustness(other: &Configuration, effect: LeadEffect, confidence: f64) -> (Robustness, String) {
    let half = HalfTime::of_configuration(other, confidence).filter(|_| is_of_one_bot(other));
    let rate = half.as_ref().and_then(|half| match effect {
        LeadEffect::Hopeless => half.last,
        _ => half.leader,
    });
    let Some((half, rate)) = half.zip(rate) else {
        return (Robustness::Undecided, String::new());
    };
    let (same, different) = match effect {
        LeadEffect::Burden => (rate.hi < half.least.0, rate.lo > half.least.1),
        LeadEffect::Helps => (rate.lo > half.most.1, rate.hi < half.most.0),
        LeadEffect::Decides => (
            rate.lo > half.most.1.max(RUNAWAY) && half.leaves_little(),
            rate.hi < RUNAWAY || rate.hi < half.most.0 || half.leaves_much(),
        ),
        LeadEffect::Hopeless => (rate.hi < HOPE * half.least.0, rate.lo > HOPE * half.least.1),
    };
    let says = match (same, different) {
        (true, _) => Robustness::Same,
        (_, true) => Robustness::Different,
        _ => Robustness::Undecided,
    };
    (says, format::percent(rate.value, 1))
}

pub fn find(context: &FindingContext) -> Vec<Finding> {
    let each = context.each;
    let confidence = context.confidence(Family::Drama, ROWS);
    let Some(half) = HalfTime::of_configuration(each, confidence).filter(|_| is_of_one_bot(each)) else {
        return Vec::new();
    };
    let rates = playing(each).map(|row| row.win_rate.value);
    let (least, most) = (rates.clone().fold(f64::INFINITY, f64::min), rates.fold(0.0, f64::max));
    let (led, behind) = (half.row.led, half.row.behind);
    let finding = |effect: LeadEffect, rate: Rate| {
        use Severity::{Notice, Problem};
        let (severity, shows, reference, games, size) = match effect {
            LeadEffect::Burden => (Notice, Shows::LeaderLoses, least, led, 0.85),
            LeadEffect::Helps => (Notice, Shows::LeaderLoses, most, led, 0.5 * (rate.value - most)),
            LeadEffect::Decides => (Problem, Shows::LeaderWins, most, led, rate.value - RUNAWAY),
            LeadEffect::Hopeless => (Notice, Shows::Comeback, least, behind, 0.9 - rate.value),
        };
        let kind = FindingKind::Lead {
            effect,
            rate,
            reference,
            games,
        };
        Finding {
            sample: context.sample(shows, ""),
            claim: Some(FindingClaim::Lead(effect)),
            ..context.finding(severity, kind, size)
        }
    };
    let leader = half.leader.and_then(|rate| {
        let effect = if rate.hi < half.least.0 {
            LeadEffect::Burden
        } else if rate.lo > half.most.1.max(RUNAWAY) && half.leaves_little() {
            LeadEffect::Decides
        } else if rate.lo > half.most.1 {
            // A side that wins nearly all is in front in most games: the lead has to bring more than that.
            LeadEffect::Helps
        } else {
            return None;
        };
        Some(finding(effect, rate))
    });
    let last = half.last.filter(|rate| rate.hi < HOPE * half.least.0);
    let last = last.map(|rate| finding(LeadEffect::Hopeless, rate));
    leader.into_iter().chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Half time of games half of which have a side alone in front that wins so many in a hundred, while the one behind does.
    fn half_time(games: u64, won: u64, behind_won: u64) -> Vec<DramaRow> {
        let led = games / 2;
        vec![DramaRow {
            percent: HALF,
            led,
            led_won: led * won / 100,
            leader_wins: None,
            behind: led,
            behind_won: led * behind_won / 100,
            lasts: Vec::new(),
            leaders: Vec::new(),
            last_wins: None,
        }]
    }

    fn effects(of: impl Fn(&mut Configuration), won: u64, behind_won: u64) -> Vec<LeadEffect> {
        let mut results = sample::single();
        let each = &mut results.configurations[0];
        each.drama = half_time(each.games, won, behind_won);
        of(each);
        let effect = |each: Finding| match each.kind {
            FindingKind::Lead { effect, .. } => Some(effect),
            _ => None,
        };
        super::super::findings(&results)
            .into_iter()
            .filter_map(effect)
            .collect()
    }

    #[test]
    fn a_leader_runs_away_only_where_the_others_win_less() {
        assert_eq!(effects(|_| {}, 96, 10), [LeadEffect::Decides]);
        let shared = |each: &mut Configuration| each.sides.iter_mut().for_each(|row| row.wins = each.games);
        assert_eq!(effects(shared, 96, 51), [LeadEffect::Helps]);
        assert_eq!(effects(shared, 96, 10), [LeadEffect::Decides]);
    }

    /// What a lead is worth with another bot: half of the games have a side alone in front, which wins this part of them.
    #[test]
    fn another_bot_has_its_own_worth_of_a_lead() {
        use LeadEffect::{Burden, Decides, Helps, Hopeless};
        let mut other = sample::single().configurations.remove(0);
        let mut says = |wins: u64, effect: LeadEffect| {
            other.drama = half_time(other.games, wins, wins);
            robustness(&other, effect, 0.99).0
        };
        let (same, different) = (Robustness::Same, Robustness::Different);
        for (wins, wanted) in [
            (65, [same, different, different, different]),
            (95, [same, same, different, different]),
            (1, [different, different, same, same]),
        ] {
            let said = [Helps, Decides, Burden, Hopeless].map(|effect| says(wins, effect));
            assert_eq!(said, wanted, "{wins}");
        }
        assert_eq!(says(80, Decides), Robustness::Undecided);
    }
}
