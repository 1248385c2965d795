//! Is one version of the game fair, or as its designer wants it?

use crate::findings::{Direction, RateStanding, Standing, Tells, goals_of_winners, sides_of, team_of, tells};
use crate::format;

use crate::metrics::{judged_goals, only_side, playing};
use balance_config::scenario::{FAIR, OF_CELL};
use balance_inference::judge::Verdict;
use balance_inference::table::{Configuration, Rate, SideRow, TargetRow};
use unicode_width::UnicodeWidthStr;

/// A longer name of a version is shortened, or broken into lines.
pub const NAME: usize = 22;

/// Why games say nothing about balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    NoGames,
    RandomMoves,
    NoGameEnds,
    FewGamesEnd,
}

impl NoAnswer {
    /// Why a configuration says nothing; none where it says something.
    pub fn of_configuration(each: &Configuration) -> Option<Self> {
        if each.games == 0 {
            return Some(NoAnswer::NoGames);
        }
        match tells(each) {
            Tells::Nothing => Some(NoAnswer::NoGameEnds),
            Tells::Little => Some(NoAnswer::FewGamesEnd),
            Tells::Random => Some(NoAnswer::RandomMoves),
            Tells::Balance => None,
        }
    }
}

/// The answer to "is it fair?"; where only one side plays, to "does it win often enough?"; where goals say who should win, to "are they met?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BalanceVerdict {
    /// Every side is within the margin of its fair share.
    Fair,
    /// A side is off its fair share by more than the margin.
    NotFair,
    /// A side is off its fair share; whether by more than the margin is undecided.
    Uneven,
    Undecided,
    /// The only side wins too seldom.
    TooHard,
    /// It wins too often.
    TooEasy,
    /// It wins neither too seldom nor too often.
    Winnable,
    GoalsMet,
    GoalsMissed,
    NoAnswer(NoAnswer),
}

impl BalanceVerdict {
    pub fn word(self) -> &'static str {
        match self {
            BalanceVerdict::Fair => "FAIR",
            BalanceVerdict::NotFair => "NOT FAIR",
            BalanceVerdict::Uneven => "UNEVEN",
            BalanceVerdict::Undecided => "UNDECIDED",
            BalanceVerdict::TooHard => "TOO HARD",
            BalanceVerdict::TooEasy => "TOO EASY",
            BalanceVerdict::Winnable => "WINNABLE",
            BalanceVerdict::GoalsMet => "GOALS MET",
            BalanceVerdict::GoalsMissed => "GOALS MISSED",
            BalanceVerdict::NoAnswer(_) => "NO ANSWER",
        }
    }
}

/// What a side's win rate is compared with.
#[derive(Clone, Copy, Debug)]
pub enum SideReference<'r> {
    Fair(RateStanding),
    Goal(&'r TargetRow),
    /// Nothing: it has no goal where others have one.
    None,
}

#[derive(Clone, Copy, Debug)]
pub struct SideSummary<'r> {
    pub row: &'r SideRow,
    /// What it wins, with the interval that its verdict is about.
    pub rate: Rate,
    pub reference: SideReference<'r>,
}

impl SideSummary<'_> {
    /// Where it stands to its fair share; none where it is compared with something else.
    pub fn standing(&self) -> Option<RateStanding> {
        match self.reference {
            SideReference::Fair(standing) => Some(standing),
            _ => None,
        }
    }

    /// What it wins less its fair share; none without one.
    pub fn gap(&self) -> Option<f64> {
        self.standing().map(|of| of.rate.value - of.fair)
    }
}

pub struct VersionSummary<'r> {
    pub each: &'r Configuration,
    pub verdict: BalanceVerdict,
    /// Every side that can win, in the order of the tables.
    pub sides: Vec<SideSummary<'r>>,
}

impl<'r> VersionSummary<'r> {
    /// One of `of` configurations.
    pub fn of_configuration(each: &'r Configuration, of: usize) -> Self {
        let goals = goals_of_winners(each);
        let silent = NoAnswer::of_configuration(each).is_some() || only_side(each).is_some();
        let standings = sides_of(each, of);
        let side = |row: &'r SideRow| {
            let standing = standings.iter().find(|(other, _)| other.side == row.side);
            let wish = each.wish_of_side(&row.side).filter(|wish| wish.answer.is_some());
            let reference = match (wish, standing) {
                (Some(wish), _) => SideReference::Goal(wish),
                (None, Some((_, standing))) if !goals && !silent => SideReference::Fair(*standing),
                _ => SideReference::None,
            };
            let rate = match (wish.and_then(|wish| wish.answer), standing) {
                (Some(answer), _) => Rate::new(answer.value, answer.interval()),
                (None, Some((_, standing))) => standing.rate,
                (None, None) => row.simultaneous,
            };
            SideSummary { row, rate, reference }
        };
        let sides: Vec<SideSummary> = playing(each).map(side).collect();
        VersionSummary {
            each,
            verdict: verdict(each, of, &sides),
            sides,
        }
    }

    /// The side that is furthest from its fair share, of those of which `of` holds.
    pub fn furthest(&self, of: impl Fn(Standing) -> bool) -> Option<&SideSummary<'r>> {
        let sides = self
            .sides
            .iter()
            .filter(|side| side.standing().is_some_and(|at| of(at.standing)));
        sides.max_by(|a, b| {
            let gap = |side: &SideSummary| side.gap().unwrap_or(0.0).abs();
            // Of two that are equally far the one that wins too seldom is named.
            gap(a).total_cmp(&gap(b)).then(b.rate.value.total_cmp(&a.rate.value))
        })
    }

    /// Decimals in which all its rates are written: as many as the widest interval carries, one more where a verdict could not be
    /// seen otherwise.
    pub fn digits(&self) -> usize {
        let least = self
            .sides
            .iter()
            .map(|side| format::decimals(side.rate))
            .min()
            .unwrap_or(0);
        let seen = |side: &SideSummary| {
            let shows = |at: RateStanding, off: f64| format::shows_side_of(at.rate, at.fair + off, least);
            side.standing()
                .is_none_or(|at| [-FAIR, 0.0, FAIR].into_iter().all(|off| shows(at, off)))
        };
        least + usize::from(!self.sides.iter().all(seen))
    }
}

fn verdict(each: &Configuration, of: usize, sides: &[SideSummary]) -> BalanceVerdict {
    let goals = goals_of_winners(each);
    if let Some(reason) = NoAnswer::of_configuration(each).filter(|reason| !goals || *reason == NoAnswer::NoGames) {
        return BalanceVerdict::NoAnswer(reason);
    }
    if goals {
        let answers = || judged_goals(each).filter_map(|row| row.answer);
        return if answers().any(|answer| answer.verdict == Verdict::Outside) {
            BalanceVerdict::GoalsMissed
        } else if answers().all(|answer| answer.verdict == Verdict::Within) {
            BalanceVerdict::GoalsMet
        } else {
            BalanceVerdict::Undecided
        };
    }
    if let Some((_, at)) = team_of(each, of) {
        return match at.standing {
            Standing::Beyond(Direction::Less) => BalanceVerdict::TooHard,
            Standing::Beyond(Direction::More) => BalanceVerdict::TooEasy,
            Standing::Within => BalanceVerdict::Winnable,
            Standing::Off(_) | Standing::Open => BalanceVerdict::Undecided,
        };
    }
    let standings = || sides.iter().filter_map(SideSummary::standing).map(|at| at.standing);
    if standings().any(|at| matches!(at, Standing::Beyond(_))) {
        BalanceVerdict::NotFair
    } else if standings().any(|at| matches!(at, Standing::Off(_))) {
        BalanceVerdict::Uneven
    } else if standings().all(|at| at == Standing::Within) {
        BalanceVerdict::Fair
    } else {
        BalanceVerdict::Undecided
    }
}

/// A version by its values in the matrix, without the tables of their rules, and by its variant.
pub fn version_name(each: &Configuration) -> String {
    if each.cell.is_empty() || each.name.width() <= NAME {
        return each.name.clone();
    }
    let value = |(key, value): &(String, String)| {
        let rule = key.rsplit_once('.').map_or(key.as_str(), |(_, rule)| rule);
        format!("{rule} {value}")
    };
    let cell: Vec<String> = each.cell.iter().map(value).collect();
    let arm = each.name.split_once(OF_CELL).map(|(_, arm)| arm.to_owned());
    let parts: Vec<String> = std::iter::once(cell.join(", ")).chain(arm).collect();
    parts.join(OF_CELL)
}
