//! Does the leader run away, can those behind come back, does the lead count at all?

use super::super::format;
use super::kind::LeadEffect;
use super::{Finding, FindingClaim, FindingContext, FindingKind, Lies, Robustness, Severity, Strength, lies};
use balance_analysis::judge::Family;
use balance_analysis::table::{Configuration, DramaRow, Rate, Shows};

/// A leader at half time who wins more often than this runs away.
const RUNAWAY: f64 = 0.8;
/// Who is last at half time comes back, if he wins at least this part of what the side does that wins least.
const HOPE: f64 = 0.25;
/// Times at which the game is judged, in per cent of its length.
const HALF: u32 = 50;
/// Questions asked of each configuration here: leader and last at half time.
pub(super) const ROWS: usize = 2;

/// What sides win, and who leads or is last at half time.
struct Half<'a> {
    row: &'a DramaRow,
    /// What the side alone in front wins; none where there was none.
    leader: Option<Rate>,
    /// What the side alone behind wins; none where there was none.
    last: Option<Rate>,
    /// What any side wins without a lead to speak of, by the intervals: which one leads is not known, so it is some side between
    /// these.
    anyway: (f64, f64),
    /// What the side that wins least wins at most, and the one that wins most at least.
    surely: (f64, f64),
    /// Do several sides win one game? Then a leader may nearly always win, and those behind him no less.
    shared: bool,
}

impl<'a> Half<'a> {
    fn of_configuration(each: &'a Configuration, confidence: f64) -> Option<Self> {
        let row = each.drama.iter().find(|row| row.percent == HALF)?;
        let sides = each.sides.iter().filter(|row| row.fair.is_some());
        let rates = sides.clone().map(|row| row.win_rate_at(each.sampling(), confidence));
        Some(Half {
            row,
            leader: row.leader_at(each.sampling(), confidence),
            last: row.last_at(each.sampling(), confidence),
            anyway: (
                rates.clone().fold(f64::INFINITY, |least, rate| least.min(rate.lo)),
                rates.clone().fold(0.0, |most: f64, rate| most.max(rate.hi)),
            ),
            surely: (
                rates.clone().fold(f64::INFINITY, |least, rate| least.min(rate.hi)),
                rates.fold(0.0, |most: f64, rate| most.max(rate.lo)),
            ),
            shared: sides.map(|row| row.wins).sum::<u64>() > each.games,
        })
    }

    /// Is whoever does not lead left without much? Where one side alone wins, what the leader wins says it.
    fn leaves_little(&self) -> bool {
        !self.shared || self.last.is_some_and(|last| last.hi < 1.0 - RUNAWAY)
    }

    /// Is it shown that whoever is behind wins often, too?
    fn leaves_much(&self) -> bool {
        self.shared && self.last.is_some_and(|last| last.lo > 1.0 - RUNAWAY)
    }
}

/// Does one bot play every seat? Where bots of different strength meet, the lead shows who is stronger, not what a lead is worth.
fn of_one_bot(each: &Configuration) -> bool {
    each.mixes.is_empty() && each.bots.iter().all(|row| row.mirror)
}

/// What the games of another bot say to it, and the win rate that does.
pub(super) fn robustness_of(other: &Configuration, standing: LeadEffect, confidence: f64) -> (Robustness, String) {
    let half = Half::of_configuration(other, confidence).filter(|_| of_one_bot(other));
    let rate = half.as_ref().and_then(|half| match standing {
        LeadEffect::Hopeless => half.last,
        _ => half.leader,
    });
    let Some((half, rate)) = half.zip(rate) else {
        return (Robustness::Open, String::new());
    };
    let ((least, most), (surely_least, surely_most)) = (half.anyway, half.surely);
    let (holds, fails) = match standing {
        LeadEffect::Burden => (rate.hi < least, rate.lo > surely_least),
        LeadEffect::Helps => (rate.lo > most, rate.hi < surely_most),
        LeadEffect::Counts => (
            rate.lo > most && rate.hi < RUNAWAY,
            rate.hi < surely_most || rate.lo > RUNAWAY,
        ),
        LeadEffect::Decides => (
            rate.lo > most.max(RUNAWAY) && half.leaves_little(),
            rate.hi < RUNAWAY || rate.hi < surely_most || half.leaves_much(),
        ),
        LeadEffect::Hopeless => (rate.hi < HOPE * least, rate.lo > HOPE * surely_least),
    };
    let said = match (holds, fails) {
        (true, _) => Robustness::Holds,
        (_, true) => Robustness::Fails,
        _ => Robustness::Open,
    };
    (said, format::percent(rate.value, 1))
}

pub fn find(asked: &FindingContext) -> Vec<Finding> {
    let each = asked.each;
    if !of_one_bot(each) {
        return Vec::new();
    }
    let confidence = asked.confidence(Family::Drama, ROWS);
    let Some(half) = Half::of_configuration(each, confidence) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let seen = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.win_rate.value);
    let seen = (seen.clone().fold(f64::INFINITY, f64::min), seen.fold(0.0, f64::max));
    if let Some(rate) = half.leader {
        found.extend(leader(asked, &half, rate, seen));
    }
    if let Some(rate) = half.last
        && rate.hi < HOPE * half.anyway.0
    {
        found.push(Finding {
            headline: "Whoever is last at half time hardly ever wins.".to_owned(),
            evidence: format!(
                "The side alone in last place wins {}; the side that wins least wins {} of all games. A side was alone in last place in {}.",
                format::share(rate),
                format::percent(seen.0, 1),
                format::games(half.row.behind)
            ),
            method: "Progress of each side when half of the game is over, as its length is counted; the interval of the win rate of the side \
                     alone behind, corrected for all configurations, lies below a quarter of what the side wins that wins least.",
            sample: asked.sample(Shows::Comeback, ""),
            claim: Some(FindingClaim::Lead(LeadEffect::Hopeless)),
            ..asked.finding(
                Severity::Notice,
                FindingKind::Lead(LeadEffect::Hopeless),
                0.9 - rate.value,
                Strength::Clear,
            )
        });
    }
    found
}

fn leader(asked: &FindingContext, half: &Half, rate: Rate, seen: (f64, f64)) -> Option<Finding> {
    let (least, most) = half.anyway;
    let less = rate.hi < least;
    let evidence = lead_evidence(
        asked,
        half,
        rate,
        if less { ("least", seen.0) } else { ("most", seen.1) },
    );
    if less {
        return Some(Finding {
            headline: "Whoever leads at half time wins less often than any side does.".to_owned(),
            evidence,
            method: "Progress of each side when half of the game is over, as its length is counted; the interval of the win rate of the side alone \
                     in front, corrected for all configurations, lies below what the side wins that wins least.",
            sample: asked.sample(Shows::LeaderLoses, ""),
            claim: Some(FindingClaim::Lead(LeadEffect::Burden)),
            ..asked.finding(
                Severity::Notice,
                FindingKind::Lead(LeadEffect::Burden),
                0.85,
                Strength::Clear,
            )
        });
    }
    // A side that wins nearly all is in front in most games: the lead has to bring more than that.
    let Lies::Beyond(gap, strength) = lies(rate, most, 0.0) else {
        return None;
    };
    if gap < 0.0 {
        return None;
    }
    if let Lies::Beyond(gap, strength) = lies(rate, RUNAWAY, 0.0)
        && gap > 0.0
        && half.leaves_little()
    {
        return Some(Finding {
            headline: format!(
                "The leader runs away: who is alone in front at half time wins {} of such games.",
                if asked.of > 1 {
                    format!("more than {}", format::percent(RUNAWAY, 0))
                } else {
                    format::percent(rate.value, 0)
                }
            ),
            evidence,
            method: "Progress of each side when half of the game is over, as its length is counted; the interval of the win rate of the side alone \
                     in front, corrected for all configurations, lies above 80% and above what any side wins; where several sides may win \
                     one game, that of the side alone behind lies below 20%.",
            sample: asked.sample(Shows::LeaderWins, ""),
            claim: Some(FindingClaim::Lead(LeadEffect::Decides)),
            ..asked.finding(Severity::Problem, FindingKind::Lead(LeadEffect::Decides), gap, strength)
        });
    }
    let (headline, standing) = if rate.hi < RUNAWAY {
        (
            "A lead at half time helps, but does not decide the game.",
            LeadEffect::Counts,
        )
    } else {
        ("A lead at half time helps.", LeadEffect::Helps)
    };
    Some(Finding {
        headline: headline.to_owned(),
        evidence,
        method: "Progress of each side when half of the game is over, as its length is counted; the interval of the win rate of the side alone in \
                 front, corrected for all configurations, lies above what the side wins that wins most; it does not decide \
                 where the interval lies below 80%.",
        sample: asked.sample(Shows::LeaderLoses, ""),
        claim: Some(FindingClaim::Lead(standing)),
        ..asked.finding(Severity::Notice, FindingKind::Lead(standing), 0.5 * gap, strength)
    })
}

/// What the side alone in front wins, beside the side that wins so often of all games, and how the lead changes.
fn lead_evidence(asked: &FindingContext, half: &Half, rate: Rate, (which, wins): (&str, f64)) -> String {
    let turn = format::one(&asked.each.turn_word);
    let changes = asked.each.lead_changes.map_or_else(String::new, |found| {
        format!(
            " The lead in progress, looked at {turn} by {turn}, changes hands {} times a game.",
            format::plain(found.per_game, 1)
        )
    });
    // A game may count the lead by something of its own.
    let counted = asked.each.counters.iter().find(|row| row.counter == "lead-changes");
    let counted = counted.filter(|_| !changes.is_empty());
    let counted = counted.map_or_else(String::new, |row| {
        format!(" Apart from it, `lead-changes` counts {}.", row.help)
    });
    format!(
        "The side alone in front wins {}; the side that wins {} wins {} of all games. A side was alone in front in {}.{changes}{counted}",
        format::share(rate),
        which,
        format::percent(wins, 1),
        format::games(half.row.led)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use balance_analysis::table::MixRow;

    /// The findings of games, half of which have a side alone in front that wins so many of them, while the one behind does.
    fn found(of: impl Fn(&mut Configuration), won: u64, behind_won: u64) -> Vec<String> {
        let mut each = sample::single().configurations.remove(0);
        let led = each.games / 2;
        each.drama = vec![DramaRow {
            percent: HALF,
            led,
            led_won: led * won / 100,
            leader_wins: None,
            behind: led,
            behind_won: led * behind_won / 100,
            last_wins: None,
        }];
        of(&mut each);
        let asked = FindingContext {
            each: &each,
            of: 1,
            others: 0.99,
        };
        find(&asked).iter().map(Finding::key).collect()
    }

    #[test]
    fn a_leader_runs_away_only_from_those_who_do_not_win_as_well() {
        assert_eq!(found(|_| {}, 96, 10), ["runaway leader"]);
        let shared = |each: &mut Configuration| each.sides.iter_mut().for_each(|row| row.wins = each.games);
        assert_eq!(found(shared, 96, 51), ["lead helps"]);
        assert_eq!(found(shared, 96, 10), ["runaway leader"]);
    }

    #[test]
    fn a_lead_is_worth_nothing_to_speak_of_where_bots_of_different_strength_meet() {
        let mixed = |each: &mut Configuration| {
            each.mixes = vec![MixRow {
                bot: "mixed".to_owned(),
                parts: Vec::new(),
            }];
        };
        assert!(found(mixed, 96, 0).is_empty());
    }

    /// What a lead is worth with another bot: half of the games have a side alone in front, which wins so many of them.
    #[test]
    fn another_bot_says_what_a_lead_is_worth() {
        let mut other = sample::single().configurations.remove(0);
        let led = other.games / 2;
        let mut told = |wins: u64, standing: LeadEffect| {
            let won = led * wins / 100;
            other.drama = vec![DramaRow {
                percent: HALF,
                led,
                led_won: won,
                leader_wins: None,
                behind: led,
                behind_won: won,
                last_wins: None,
            }];
            robustness_of(&other, standing, 0.99).0
        };
        let (holds, fails) = (Robustness::Holds, Robustness::Fails);
        for (wins, counts, decides, burden, hopeless) in [
            (65, holds, fails, fails, fails),
            (95, fails, holds, fails, fails),
            (1, fails, fails, holds, holds),
        ] {
            assert_eq!(told(wins, LeadEffect::Counts), counts, "{wins}");
            assert_eq!(told(wins, LeadEffect::Decides), decides, "{wins}");
            assert_eq!(told(wins, LeadEffect::Burden), burden, "{wins}");
            assert_eq!(told(wins, LeadEffect::Hopeless), hopeless, "{wins}");
        }
        assert_eq!(told(95, LeadEffect::Helps), holds);
        assert_eq!(told(80, LeadEffect::Decides), Robustness::Open);
    }
}
