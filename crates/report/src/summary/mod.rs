//! The first screen of a run: is it fair, what does each change do, how long does it take, how far can it be trusted, what comes
//! next. What is said is decided here, by type; how it is said stands in `text`.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::document::{Block, Document, SuggestedCommand, Tone};
use crate::findings::{
    Deals, EndingFact, Finding, FindingKind, MANY, RateStanding, SampleGame, Standing, Winners, as_it_is, capped,
    explain, findings, of_bots, run_command, seats_of, shared, span_of_most, tune_command, why,
};
use crate::metrics::{goal_rank, goal_verdict, judged_goals, only_side};
use crate::summary::text::purpose;
use crate::summary::trust::BotGrade;
use crate::tables::cell::{Shown, estimate, figure, gap, number, optional, text as word_cell};
use crate::{format, tables};
use balance_config::games::program;
use balance_config::scenario::{Of, PlayTime};
use balance_config::shell_quote;
use balance_inference::table::{Configuration, EndingRow, LengthRow, MARGIN, Results, TargetRow};
use balance_kit::bots::EXPERT;
use text::{Minutes, label};

mod fairness;
mod people;
mod text;
mod trust;
mod verdict;
mod versions;

#[cfg(test)]
pub use fairness::fairer;
pub use people::people_verdict;
pub use trust::{Grounds, Trust, reconstructed};
pub use verdict::{BalanceVerdict, NoAnswer, SideReference, SideSummary, VersionSummary};

/// With more bots at a table than this, those in the middle are left to the details.
const BOTS: usize = 8;

/// What a run says, in short.
pub struct Summary<'r> {
    results: &'r Results,
    /// Every configuration, in the order of the run.
    pub versions: Vec<VersionSummary<'r>>,
    pub trust: Trust,
    next: Vec<SuggestedCommand>,
    /// What other levels of play say to the verdict on a single version; none where nothing.
    levels: Option<String>,
}

impl<'r> Summary<'r> {
    /// That of a run in which this was found.
    pub fn of_run(results: &'r Results, findings: &[Finding]) -> Self {
        let of = results.configurations.len();
        let versions: Vec<VersionSummary> = results
            .configurations
            .iter()
            .map(|each| VersionSummary::of_configuration(each, of))
            .collect();
        let trust = Trust::of_run(results);
        let next = next_commands(results, &versions, &trust);
        Summary {
            results,
            versions,
            trust,
            next,
            levels: findings.iter().find_map(levels_of_fairness),
        }
    }

    pub fn document(&self) -> Document {
        let mut document = match &self.versions[..] {
            [only] => self.of_one(only),
            several => versions::blocks(self.results, several, &self.trust),
        };
        document.push(Block::Lines {
            title: Some(label::TRUST),
            lines: self.trust.lines(),
        });
        if !self.next.is_empty() {
            document.push(Block::Commands(self.next.clone()));
        }
        document
    }

    /// What follows the verdict on a single version: what other levels of play say to it, and that its bots are weak.
    fn remarks(&self, only: &VersionSummary) -> [Option<String>; 2] {
        let of_shares = matches!(
            only.verdict,
            BalanceVerdict::Fair
                | BalanceVerdict::NotFair
                | BalanceVerdict::Uneven
                | BalanceVerdict::TooHard
                | BalanceVerdict::TooEasy
        );
        [self.levels.clone().filter(|_| of_shares), self.trust.warning()]
    }

    fn of_one(&self, only: &VersionSummary) -> Document {
        let each = only.each;
        let mut document = vec![verdict_block(only, &text::scope(each), self.remarks(only))];
        if let Some(shown) = sides_table(only) {
            document.push(Block::Table(shown));
        }
        document.extend(bots_table(each, self.results.configurations.len()).map(Block::Table));
        let mut lines: Vec<(&str, String)> = Vec::new();
        lines.extend(seats(each).map(|said| (label::SEATS, said)));
        lines.extend(length(each, self.results.scenario.time).map(|said| (label::LENGTH, said)));
        lines.extend(scores(each).map(|said| (label::SCORES, said)));
        lines.extend(endings(each).map(|said| (label::ENDINGS, said)));
        lines.extend(lead(each).map(|said| (label::LEAD, said)));
        lines.extend(choices(each).map(|said| (label::CHOICES, said)));
        lines.extend(goals(each).into_iter().map(|said| (label::GOAL, said)));
        lines.extend(stops(self.results));
        if !lines.is_empty() {
            document.push(Block::Lines { title: None, lines });
        }
        document.extend(tables::others(self.results, tables::Detail::Short).map(Block::Table));
        document
    }
}

/// That the run ended before its games were played, and why.
fn stops(results: &Results) -> Vec<(&'static str, String)> {
    let reason = results.configurations.first().and_then(|each| each.stopped.clone());
    let by_user = results.interrupted.then(|| text::interrupted(results.scenario.games));
    let both = [reason, by_user].into_iter().flatten();
    both.map(|said| (label::STOPPED, said)).collect()
}

fn verdict_block(version: &VersionSummary, scope: &str, remarks: [Option<String>; 2]) -> Block {
    let [one, other] = remarks;
    Block::Verdict {
        word: version.verdict.word(),
        tone: version.verdict.tone(),
        sentence: format::joined([Some(text::verdict(version, scope)), one, other]),
    }
}

/// What other levels of play say to it how fair the sides are.
fn levels_of_fairness(finding: &Finding) -> Option<String> {
    let of_sides = matches!(
        finding.kind,
        FindingKind::Fairness {
            winners: Winners::Sides,
            ..
        } | FindingKind::Ending {
            fact: EndingFact::WonByOnly(_),
            ..
        }
    );
    of_sides.then(|| finding.elsewhere())
}

/// Every side beside its fair share or its goal; none where no game was played.
fn sides_table(version: &VersionSummary) -> Option<Shown> {
    if version.each.games == 0 || version.sides.is_empty() {
        return None;
    }
    let digits = version.digits();
    let has = |is: fn(&SideReference) -> bool| version.sides.iter().any(|side| is(&side.reference));
    let has_goals = has(|reference| matches!(reference, SideReference::Goal(_)));
    let has_shares = has(|reference| matches!(reference, SideReference::Fair(_)));
    let is_small = |side: &SideSummary| matches!(side.standing().map(|at| at.standing), Some(Standing::Off(_)));
    let small = version.sides.iter().any(is_small).then(text::small_gaps);
    let nobody = unwon(version.each).map(text::nobody);
    let teams = has_shares && version.sides.len() < version.each.players as usize && !version.each.fair_share_declared;
    let fair = teams.then(|| text::FAIR_SIDES.to_owned());
    let shown = Shown::of_rows("summary", "", &version.sides)
        .note(format::joined([small, Some(shared(version.each)), nobody, fair]))
        .words("", |side| word_cell(format::capital(&side.row.side)))
        .figure("wins", "", |side| {
            estimate(format::percent(side.rate.value, digits), side.rate)
        })
        .figure("95% range", "", |side| word_cell(text::range(side.rate, digits)))
        .column_if(has_goals.then_some(figure("goal", "")), |side| {
            word_cell(text::goal_of(side))
        })
        .column_if(has_shares.then_some(figure("fair", "")), |side| {
            optional(side.standing(), |at| {
                number(format::percent(at.fair, digits.max(1)), at.fair)
            })
        })
        .column_if(has_shares.then_some(figure("gap", "")), |side| {
            optional(side.standing(), |at| gap(side.rate.value, at.fair, digits))
        })
        .words("", |side| word_cell(text::standing(side)));
    Some(shown.build())
}

/// What share of games nobody wins; none where that is too small to be seen in the sum of the others.
fn unwon(each: &Configuration) -> Option<f64> {
    let nobody = each.sides.iter().find(|row| row.fair.is_none())?;
    Some(nobody.win_rate.value).filter(|share| *share >= 0.000_5)
}

/// What the seats of each bot win, where several sit at the table.
fn bots_table(each: &Configuration, of: usize) -> Option<Shown> {
    let mut rows = of_bots(each, of);
    if rows.len() < 2 || each.games == 0 {
        return None;
    }
    rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(a.0.bot.cmp(&b.0.bot)));
    let left_out = rows.len().saturating_sub(BOTS);
    if left_out > 0 {
        rows.drain(BOTS / 2..BOTS / 2 + left_out);
    }
    let digits = rows.iter().map(|(_, rate)| format::decimals(*rate)).min().unwrap_or(0);
    let shown = Shown::of_rows("summary-bots", "Which bot wins?", rows)
        .note(text::bots_note(each, left_out))
        .words("bot", |(row, _)| word_cell(&row.bot))
        .figure("wins per seat", "", |(_, rate)| {
            estimate(format::percent(rate.value, digits), *rate)
        })
        .figure("95% range", "", |(_, rate)| word_cell(text::range(*rate, digits)));
    Some(shown.build())
}

/// Whether a seat is favoured; none where the seats are the sides, or say nothing.
fn seats(each: &Configuration) -> Option<String> {
    if each.seats_are_sides() || only_side(each).is_some() || NoAnswer::of_configuration(each).is_some() {
        return None;
    }
    let seats = seats_of(each, 1);
    if seats.is_empty() {
        return Some(text::SEATS_ARE_ROLES.to_owned());
    }
    let severity = |at: &RateStanding| match at.standing {
        Standing::Beyond(_) => 2,
        Standing::Off(_) => 1,
        Standing::Within | Standing::Open => 0,
    };
    let gap = |at: &RateStanding| (at.rate.value - at.fair).abs();
    let order = |a: &RateStanding, b: &RateStanding| severity(a).cmp(&severity(b)).then(gap(a).total_cmp(&gap(b)));
    let within = seats.iter().all(|(_, at)| at.standing == Standing::Within);
    let worst = seats.into_iter().max_by(|a, b| order(&a.1, &b.1))?;
    Some(match worst.1.standing {
        Standing::Beyond(_) => text::seat_beyond(worst),
        Standing::Off(_) => text::seat_off(worst),
        _ if within => text::seats_even(worst),
        _ => text::seats_open(worst),
    })
}

/// How the answer reads in colour.
impl BalanceVerdict {
    fn tone(self) -> Tone {
        match self {
            BalanceVerdict::Fair | BalanceVerdict::Winnable | BalanceVerdict::GoalsMet => Tone::Good,
            BalanceVerdict::NotFair
            | BalanceVerdict::TooHard
            | BalanceVerdict::TooEasy
            | BalanceVerdict::GoalsMissed => Tone::Bad,
            _ => Tone::Open,
        }
    }
}

#[cfg(test)]
impl Summary<'_> {
    pub fn verdict_sentence(&self) -> String {
        let blocks = self.document();
        let verdict = blocks.iter().find_map(|block| match block {
            Block::Verdict { word, sentence, .. } => Some(format!("{word} {sentence}")),
            _ => None,
        });
        verdict.unwrap_or_default()
    }
}

/// What is known of the length of a version's games; none where none was played.
fn length(each: &Configuration, time: Option<PlayTime>) -> Option<String> {
    let row = each.lengths.first().filter(|row| row.games > 0)?;
    let capped = capped(each);
    Some(if 2 * capped >= row.games {
        text::mostly_capped(row, capped)
    } else if row.games < MANY {
        text::few_lengths(row)
    } else {
        let median = row.quantile(50)?;
        let minutes = time.and_then(|time| minutes(each, time));
        let length = text::length(row, median, span_of_most(each), capped, minutes.as_ref());
        format::joined([Some(length), tables::turn(each)])
    })
}

fn minutes(each: &Configuration, time: PlayTime) -> Option<Minutes> {
    let timed = each.lengths.get(usize::from(time.seconds_per_turn.is_none()))?;
    let at = |percent: u32| Some(time.minutes(f64::from(timed.quantile(percent)?.value)));
    Some(Minutes {
        median: at(50)?,
        most: at(5).zip(at(95)),
    })
}

/// How often the leader wins, at half time and late; none where the game keeps no count, or games are few.
fn lead(each: &Configuration) -> Option<String> {
    // Where bots of different strength meet, a lead shows who is stronger.
    let alike = each.bots.iter().all(|row| row.mirror);
    let at = |percent: u32| {
        let row = each.drama.iter().find(|row| row.percent == percent)?;
        row.leader_wins.filter(|_| alike && row.led >= MANY)
    };
    let (half, late) = at(50).zip(at(text::LATE))?;
    Some(text::lead(half.value, late.value))
}

/// What there is to choose from; none where games are few.
fn choices(each: &Configuration) -> Option<String> {
    each.choices.means().filter(|_| each.games >= MANY).map(text::choices)
}

/// What sides score and how near the games end; none where there are no scores, or games are few.
fn scores(each: &Configuration) -> Option<String> {
    let least = i64::from(each.least_score.filter(|_| each.games >= MANY)?);
    let median = |row: &LengthRow| Some(i64::from(row.quantile(50)?.value) + least);
    let of_sides = each.lengths.iter().filter(|row| row.measure != MARGIN).skip(2);
    let medians: Vec<i64> = of_sides.filter_map(median).collect();
    let span = (medians.iter().min()?, medians.iter().max()?);
    let margin = each.lengths.iter().find(|row| row.measure == MARGIN).and_then(|row| {
        let at = |percent: u32| Some(row.quantile(percent)?.value);
        let close = each
            .histogram_of(MARGIN)
            .iter()
            .filter(|(points, _)| *points <= CLOSE)
            .map(|(_, games)| games)
            .sum::<u64>();
        Some(text::margin(
            at(50)?,
            (at(5)?, at(95)?),
            close as f64 / row.games.max(1) as f64,
        ))
    });
    Some(format::joined([Some(text::scores(span)), margin]))
}

/// A game is close in which the best side is ahead by no more points.
const CLOSE: u32 = 1;

/// How games end; none where all end alike, or are few.
fn endings(each: &Configuration) -> Option<String> {
    let mut rows: Vec<&EndingRow> = each.endings.iter().filter(|row| row.games > 0).collect();
    rows.sort_by_key(|row| Reverse(row.games));
    (rows.len() > 1 && each.games >= MANY).then(|| text::endings(&rows))
}

/// Goals that are judged and not about one side, each in a sentence, those that are missed first.
fn goals(each: &Configuration) -> Vec<String> {
    let mut rows: Vec<&TargetRow> = judged_goals(each)
        .filter(|row| row.change || !matches!(Of::metric(&row.metric), Of::Side(_)))
        .collect();
    rows.sort_by_key(|row| goal_rank(goal_verdict(row)));
    rows.into_iter().filter_map(text::goal).collect()
}

/// A run with its findings and its summary.
pub struct Insights<'r> {
    /// The run.
    pub results: &'r Results,
    /// What was found, the most important first.
    pub(crate) findings: Vec<Finding>,
    pub(crate) summary: Summary<'r>,
}

impl<'r> Insights<'r> {
    /// Those of a run.
    pub fn of_run(results: &'r Results) -> Self {
        let findings = findings(results);
        Insights {
            results,
            summary: Summary::of_run(results, &findings),
            findings,
        }
    }

    /// The games that findings point to, each once, in their order.
    pub fn sample_games(&self) -> Vec<SampleGame> {
        let samples = self.findings.iter().filter_map(|finding| finding.sample.as_ref());
        let mut games: Vec<SampleGame> = Vec::new();
        for game in samples.filter_map(|sample| sample.game(self.results)) {
            if !games.iter().any(|known| known.file() == game.file()) {
                games.push(game);
            }
        }
        games
    }

    /// The same of results that differ in nothing but the names of their files, which stand in commands.
    #[must_use]
    pub fn with_files_of(self, results: &Results) -> Insights<'_> {
        Insights {
            results,
            summary: Summary::of_run(results, &self.findings),
            findings: self.findings,
        }
    }
}

/// So many times the games halve an interval.
const HALVE: u64 = 4;

/// Games between experts for a first impression.
const TRIED: &str = "1_000";

/// What `explain` and `tune` tell of what is wrong.
fn purposes(results: &Results, versions: &[VersionSummary]) -> [Cow<'static, str>; 2] {
    let off = |at: Standing| matches!(at, Standing::Beyond(_) | Standing::Off(_));
    let beyond = |at: Standing| matches!(at, Standing::Beyond(_));
    let only = match versions {
        [only] => only.furthest(beyond).or_else(|| only.furthest(off)),
        _ => None,
    };
    let side = only.and_then(|side| Some((side.row.side.as_str(), side.standing()?.fair)));
    let explain = side.map_or(purpose::EXPLAIN.into(), |(side, _)| purpose::explain_side(side).into());
    let search = match side {
        _ if results.scenario.wished => purpose::SEARCH.into(),
        Some((side, fair)) => purpose::search_fair(side, fair).into(),
        None if versions.iter().any(|version| only_side(version.each).is_some()) => purpose::SEARCH.into(),
        None => purpose::SEARCH_FAIR.into(),
    };
    [explain, search]
}

/// The commands that lead on from a run, the most useful first.
fn next_commands(results: &Results, versions: &[VersionSummary], trust: &Trust) -> Vec<SuggestedCommand> {
    let mut all = Vec::new();
    let suggested = |command: String, purpose: &'static str| SuggestedCommand {
        command,
        purpose: purpose.into(),
    };
    let wrong = |version: &VersionSummary| {
        matches!(
            version.verdict,
            BalanceVerdict::NotFair
                | BalanceVerdict::Uneven
                | BalanceVerdict::TooHard
                | BalanceVerdict::TooEasy
                | BalanceVerdict::GoalsMissed
        )
    };
    let searches = results
        .configurations
        .iter()
        .any(|each| each.bots.iter().any(|row| row.searches));
    let weak = matches!(trust.grounds.bots, BotGrade::Weak(_)) && !searches;
    if weak {
        all.extend(as_it_is(results).filter(|file| file != "-").map(|file| {
            let run = format!("{} run {}", program(), shell_quote::file(file));
            suggested(
                format!("{run} --set seats.all={EXPERT} --games {TRIED} --out with-{EXPERT}"),
                purpose::EXPERTS,
            )
        }));
    }
    let undecided = versions
        .iter()
        .find(|version| version.verdict == BalanceVerdict::Undecided);
    let has_answer = |version: &VersionSummary| !matches!(version.verdict, BalanceVerdict::NoAnswer(_));
    let deals = match undecided {
        // More of these games would answer nothing of people, or end where these ended.
        _ if weak => None,
        _ if !versions.iter().any(has_answer) || results.configurations.iter().any(|each| each.stopped.is_some()) => {
            None
        }
        _ if trust.is_coarse() => Some(trust.needed.count),
        Some(version) => Some(HALVE * Deals::of_configuration(version.each).count),
        None => None,
    };
    all.extend(deals.map(|deals| suggested(run_command(results, deals, None), purpose::FINER)));
    if versions.iter().any(wrong) {
        let [what, goal] = purposes(results, versions);
        let made = |command: String, purpose| SuggestedCommand { command, purpose };
        all.extend(explain(results).map(|command| made(command, what)));
        all.extend(tune_command(results).map(|command| made(command, goal)));
    }
    if let Some(change) = results.comparisons.first().filter(|_| results.comparisons.len() == 1) {
        all.extend(why(results, &change.configuration).map(|command| suggested(command, purpose::WHY)));
    }
    all
}

#[cfg(test)]
mod tests;
