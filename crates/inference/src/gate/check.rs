//! Plays every configuration until its questions are answered.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::baseline::stored_metrics;
use super::{Baseline, DealCounts, InputChange};
use crate::judge::{Against, Answer, Docket, Metric, Question, TOTAL, Verdict, baselines};
use balance_config::games::{AnyGame, Broken};
use balance_config::scenario::Scenario;
use balance_simulation::experiment::Runner;
use balance_simulation::sim::{FIRST_LOOK, Observer, Piece, Played, Reference, Run};

/// Version of the shape of what `balance check --json` prints.
pub const FORMAT: u32 = 1;

/// What is known of the baseline of a scenario beside its games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BaselineFacts {
    /// Is there one?
    #[serde(skip)]
    pub exists: bool,
    /// The folder of the baselines, where it is not the usual one.
    #[serde(skip)]
    pub folder: Option<String>,
    /// Deals that the margin takes where every deal goes another way; none without a baseline.
    #[serde(skip)]
    pub takes: Option<u64>,
    /// Of a baseline of a scenario that is gone and may be this, where this has none of its own: what to say of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renamed: Option<String>,
    /// The scenario that the baseline was made of, where that has another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_of: Option<String>,
    /// The version of the program that made the baseline, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<String>,
}

/// One configuration with the questions about it.
pub struct CheckTask<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The configuration, as an index into the scenario's.
    pub configuration: usize,
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its questions.
    pub questions: Vec<Question>,
    /// Its stored games, if there is a baseline that holds it.
    pub stored: Option<&'a DealCounts>,
    /// The baseline of its scenario, whether it holds this configuration or not.
    pub baseline: &'a BaselineFacts,
    /// What has changed since these were played; none without a baseline.
    pub inputs: Option<&'a [InputChange]>,
    /// Is nothing to be another than in the baseline?
    pub unchanged: bool,
}

impl CheckTask<'_> {
    /// Times each deal is played, the bots shifted.
    fn rotations(&self) -> usize {
        self.scenario.configurations[self.configuration].setup.seats.rotations()
    }

    /// Most deals that it may take.
    pub fn deals(&self) -> u64 {
        let stored = self.stored.map_or(0, |dealt| dealt.lines.len() as u64);
        let bands = self.questions.iter().any(Question::is_band);
        if bands { self.scenario.games.max(stored) } else { stored }
    }

    /// Its run.
    pub fn run(&self) -> Run<'_> {
        Run {
            configurations: vec![self.game],
            reference: vec![self.stored.map(|dealt| Reference::Stored {
                lines: &dealt.lines,
                bots: dealt.bots(),
            })],
            rotations: vec![self.rotations()],
            members: Vec::new(),
            seed: self.scenario.seed,
            games: self.deals(),
            // Bands are looked at when a run looks at them, so that both say the same.
            first_look: if self.questions.iter().any(Question::is_band) {
                FIRST_LOOK
            } else {
                1
            },
        }
    }

    /// Was every stored deal compared? Then no other deal says anything of the baseline.
    fn compared(&self, played: &Played) -> bool {
        let pairs = played.pairs[0].as_ref().map_or(0, |pairs| pairs.pairs);
        self.stored.is_none_or(|dealt| pairs >= dealt.lines.len() as u64)
    }

    /// Is it known whether all is as in the baseline? That no deal goes differently is known only of those that were played.
    fn knows_of_changes(&self, played: &Played) -> bool {
        let changed = played.pairs[0].as_ref().is_some_and(|pairs| pairs.changed > 0);
        changed || self.inputs.is_some_and(|changes| !changes.is_empty()) || self.compared(played)
    }

    /// Did every stored deal go exactly as it did, with nothing changed that could let one go differently? Then nothing that is
    /// asked of them is open.
    fn identical(&self, played: &Played) -> bool {
        let same = self
            .inputs
            .is_some_and(|changes| !changes.iter().any(InputChange::plays));
        let pairs = played.pairs[0].as_ref();
        same && self.compared(played) && pairs.is_some_and(|pairs| pairs.changed == 0)
    }

    /// Most games that it may take, rotations counted singly.
    pub fn most_games(&self) -> u64 {
        self.deals().saturating_mul(self.rotations() as u64)
    }
}

/// The answers about one configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Checked {
    /// The scenario's name.
    pub scenario: String,
    /// Its game.
    #[serde(skip)]
    pub game: String,
    /// Its file.
    pub file: String,
    /// The configuration.
    pub configuration: String,
    /// Is it the scenario's only one?
    #[serde(skip)]
    pub only: bool,
    /// Is it the scenario as it is, without a variant, or the only one?
    #[serde(skip)]
    pub base: bool,
    /// Games played, rotations counted singly.
    pub games: u64,
    /// Times each deal is played, the bots shifted.
    #[serde(skip)]
    pub rotations: usize,
    /// Deals after which all bands were decided; all that were played where one is open.
    #[serde(skip)]
    pub band_deals: u64,
    /// Was it asked to stop before it was done?
    pub interrupted: bool,
    /// Deals that the baseline has; none without one.
    pub stored: Option<u64>,
    /// Deals that went another way than in the baseline; none without one.
    pub changed: Option<u64>,
    /// The first of them: a game to look at.
    pub first_changed: Option<u64>,
    /// Rules, settings of bots and values of content that are not what they were in the baseline; none without one.
    pub inputs_changed: Option<Vec<InputChange>>,
    /// The baseline of its scenario, whether it holds this configuration or not.
    #[serde(flatten)]
    pub baseline: BaselineFacts,
    /// Bots at the table whose share of wins is not compared, since the baseline does not hold it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bots_not_held: Vec<String>,
    /// Is it, with all that it is made of, as in the baseline? None where that was not asked.
    pub unchanged: Option<bool>,
    /// One row a question.
    pub rows: Vec<CheckRow>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CheckRow {
    /// The metric's name.
    pub metric: String,
    /// Is it a share of games?
    pub share: bool,
    /// `band` or `baseline`.
    pub against: &'static str,
    /// Least value allowed; none when open.
    pub from: Option<f64>,
    /// Most allowed; none when open.
    pub to: Option<f64>,
    /// Mean of the baseline's games on the deals played.
    pub old: Option<f64>,
    /// Value now.
    pub new: f64,
    /// Interval, valid at every look and as sure as the verdict: of the new value for a band, of the difference for a baseline.
    pub lo: Option<f64>,
    /// Its upper end.
    pub hi: Option<f64>,
    /// What `lo` and `hi` are of: the `value` that is new, or its `difference` from the old one.
    pub lo_hi_of: &'static str,
    /// Deals that the verdict rests on.
    pub deals: u64,
    /// The verdict.
    pub verdict: Verdict,
    /// About how many deals would decide it, where it is undecided and any number would.
    pub enough: Option<u64>,
    /// Is it held to a baseline of which every deal went exactly as it did?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub identical: bool,
}

impl Checked {
    /// Asks that nothing be another than in the baseline: neither what it is made of nor any of its games. Where no game was until
    /// somebody asked to stop, that is not known.
    #[must_use]
    pub fn to_be_unchanged(mut self) -> Self {
        let same = self.inputs_changed.as_ref().is_some_and(Vec::is_empty) && self.changed == Some(0);
        self.unchanged = (!same || !self.interrupted).then_some(same);
        self
    }

    /// Does the verdict on `row` count? Where all is shown to be as it was, nothing that is held to the baseline is open.
    pub fn counts(&self, row: &CheckRow) -> bool {
        self.unchanged != Some(true) || row.against == "band" || row.verdict != Verdict::Undecided
    }

    /// The worst of its verdicts that count; what was interrupted is not within.
    pub fn verdict(&self) -> Verdict {
        let any = |wanted: Verdict| self.rows.iter().any(|row| self.counts(row) && row.verdict == wanted);
        if any(Verdict::Outside) || self.unchanged == Some(false) {
            Verdict::Outside
        } else if any(Verdict::Undecided) || self.interrupted {
            Verdict::Undecided
        } else {
            Verdict::Within
        }
    }
}

/// What was played of a task that is not done, and what was decided of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnfinishedCheck {
    played: Played,
    decided: Vec<Option<Verdict>>,
    bands_took: Option<u64>,
}

impl UnfinishedCheck {
    /// Games in it, rotations counted singly.
    pub fn games(&self) -> u64 {
        self.played.tallies.iter().map(|tally| tally.games).sum()
    }

    /// What shows that it was not kept of `task`, if anything does.
    pub fn misfit(&self, task: &CheckTask<'_>) -> Option<&'static str> {
        let decided = Docket::new(task.questions.clone()).with(self.decided.clone());
        if decided.is_none() || self.bands_took.is_some_and(|took| took > self.played.games) {
            return Some("what was decided is not of such a check");
        }
        task.run().misfit(&self.played)
    }
}

/// Is handed what a check has come to, to be made where it is kept.
pub type KeepCheck<'a> = &'a (dyn Fn(&dyn Fn() -> UnfinishedCheck) + Sync);

/// Plays the games of `task` until all its questions are answered or no more games can answer what is open; goes on from what was
/// played `earlier`, and hands to `keep` whatever it has come to. What was played of one that was interrupted comes with the answers.
pub fn check(
    task: &CheckTask<'_>,
    runner: Runner<'_>,
    earlier: Option<UnfinishedCheck>,
    keep: KeepCheck<'_>,
) -> Result<(Checked, Option<UnfinishedCheck>), Broken> {
    let mut answers = OpenTasks::new(task, keep);
    let played = match earlier {
        None => task.run().play(runner, &answers)?,
        Some(UnfinishedCheck {
            played,
            decided,
            bands_took,
        }) => {
            let docket = answers.docket().clone().with(decided);
            answers.docket = Mutex::new(docket.unwrap_or_default());
            answers.bands_took = Mutex::new(bands_took);
            task.run().go_on(played, runner, &answers)?
        }
    };
    let unfinished = played.interrupted.then(|| answers.unfinished(&played));
    Ok((answers.into_checked(task, &played), unfinished))
}

/// Puts the pieces of `task` together, as [`Run::merge`] does, until all its questions are answered.
pub fn merge<E>(
    task: &CheckTask<'_>,
    pieces: impl FnMut(u64, &mut dyn FnMut(Piece)) -> Result<(), E>,
) -> Result<Checked, E> {
    let answers = OpenTasks::new(task, &|_| ());
    let played = task.run().merge(pieces, &answers)?;
    Ok(answers.into_checked(task, &played))
}

/// Looks at the games so far until every question is answered.
struct OpenTasks<'a> {
    task: &'a CheckTask<'a>,
    docket: Mutex<Docket>,
    /// Deals after which all bands were decided.
    bands_took: Mutex<Option<u64>>,
    keep: KeepCheck<'a>,
}

impl<'a> OpenTasks<'a> {
    fn new(task: &'a CheckTask<'a>, keep: KeepCheck<'a>) -> Self {
        let questions = task.questions.iter().map(|question| Question {
            configuration: 0,
            ..*question
        });
        OpenTasks {
            task,
            docket: Mutex::new(Docket::new(questions.collect())),
            bands_took: Mutex::new(None),
            keep,
        }
    }

    fn docket(&self) -> MutexGuard<'_, Docket> {
        self.docket.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bands_took(&self) -> MutexGuard<'_, Option<u64>> {
        self.bands_took.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unfinished(&self, so_far: &Played) -> UnfinishedCheck {
        let mut played = so_far.clone();
        played.forget_last_look();
        UnfinishedCheck {
            played,
            decided: self.docket().decided().to_vec(),
            bands_took: *self.bands_took(),
        }
    }

    /// The answers, once all was `played`.
    fn into_checked(self, task: &CheckTask<'_>, played: &Played) -> Checked {
        let bands_took = self.bands_took().unwrap_or(played.games);
        checked(task, played, &self.docket(), bands_took)
    }
}

fn checked(task: &CheckTask<'_>, played: &Played, docket: &Docket, band_deals: u64) -> Checked {
    let scenario = task.scenario;
    let configuration = &scenario.configurations[task.configuration];
    let rotations = task.rotations();
    let compared = played.pairs[0].as_ref().map_or(0, |pairs| pairs.pairs);
    let before = task.stored;
    let identical = task.identical(played);
    let rows = task
        .questions
        .iter()
        .zip(docket.answers(played))
        .map(|(question, answer)| {
            let old = before.filter(|_| !question.is_band());
            let old = old.map(|dealt| dealt.mean(question.metric, compared as usize, rotations));
            let mut row = row(task, question, &answer, old);
            // No verdict of chance: these deals are the same.
            if identical && !question.is_band() && row.verdict == Verdict::Undecided {
                (row.verdict, row.enough, row.identical) = (Verdict::Within, None, true);
            }
            row
        });
    let pairs = played.pairs[0].as_ref();
    Checked {
        scenario: scenario.name.clone(),
        game: scenario.game.clone(),
        file: scenario.path.display().to_string(),
        configuration: configuration.name.clone(),
        only: scenario.configurations.len() == 1,
        base: scenario.configurations.len() == 1 || configuration.variant.is_none() && configuration.cell.is_empty(),
        games: played.tallies[0].games,
        rotations,
        band_deals,
        interrupted: played.interrupted,
        stored: task.stored.map(|dealt| dealt.lines.len() as u64),
        changed: pairs.map(|pairs| pairs.changed),
        first_changed: pairs.and_then(|pairs| pairs.first_changed),
        inputs_changed: task.inputs.map(<[InputChange]>::to_vec),
        baseline: task.baseline.clone(),
        bots_not_held: not_held(task),
        unchanged: None,
        rows: rows.collect(),
    }
}

impl Observer for OpenTasks<'_> {
    fn grown(&self, so_far: &Played) {
        (self.keep)(&|| self.unfinished(so_far));
    }

    fn look(&self, so_far: &Played) -> Option<String> {
        let mut docket = self.docket();
        docket.judge(so_far);
        let bands = docket.bands_are_decided();
        if bands {
            self.bands_took().get_or_insert(so_far.games);
        }
        // What is open against a baseline of which every deal was compared stays so, whatever else is played.
        let answered = docket.is_decided() || bands && self.task.stored.is_some() && self.task.compared(so_far);
        let done = answered && (!self.task.unchanged || self.task.knows_of_changes(so_far));
        done.then(|| "no question is open that more games can answer".to_owned())
    }
}

/// The bots of which the baseline does not know what they won.
fn not_held(task: &CheckTask<'_>) -> Vec<String> {
    let bots = &task.game.sheet().bots;
    let Some(stored) = task.stored.filter(|_| bots.len() > 1) else {
        return Vec::new();
    };
    let not_held = bots.iter().zip(&stored.seats).filter(|(_, seats)| **seats == 0);
    not_held.map(|(name, _)| name.clone()).collect()
}

fn row(task: &CheckTask<'_>, question: &Question, answer: &Answer, old: Option<f64>) -> CheckRow {
    let finite = |value: f64| value.is_finite().then_some(value);
    let (lo, hi) = question.ends();
    let (against, lo_hi_of) = match question.against {
        Against::Band { .. } | Against::Base { .. } => ("band", "value"),
        Against::Baseline { .. } => ("baseline", "difference"),
    };
    let from = old.unwrap_or(0.0);
    CheckRow {
        metric: question.metric.name(task.game.sheet()),
        share: question.metric.is_share(),
        against,
        from: finite(from + lo),
        to: finite(from + hi),
        old,
        new: from + answer.value,
        lo: answer.lo,
        hi: answer.hi,
        lo_hi_of,
        deals: answer.deals,
        verdict: answer.verdict,
        enough: answer.enough,
        identical: false,
    }
}

/// Every win rate, also of bots where several sit there, every ending and the mean length of every configuration, against
/// `baseline`: each within the scenario's margin for its kind. Errors are divided among all of them; that a number has not moved is
/// told with 5% for each, since all of them must be within for a check to be good.
pub fn of_baseline(
    scenario: &Scenario,
    games: &[Box<dyn AnyGame>],
    baseline: &Baseline,
    dealt: &[Option<DealCounts>],
) -> Vec<Question> {
    let mut all = Vec::new();
    for (configuration, held) in baseline.held(scenario).into_iter().zip(dealt).enumerate() {
        let (Some(stored), Some(dealt)) = held else {
            continue;
        };
        let sheet = games[configuration].sheet();
        all.extend(stored_metrics(sheet, dealt.bots()).map(|metric| {
            let tolerance = scenario.margins.margin(metric != Metric::Turns, stored.turns_mean());
            Question {
                configuration,
                metric,
                against: Against::Baseline { tolerance },
                error: TOTAL,
                within: TOTAL,
                range: metric.range(sheet),
                mean: Some(stored.turns_mean()),
                seats: matches!(metric, Metric::Bot(_)).then(|| dealt.units(metric, 1)),
            }
        }));
    }
    let each = baselines() / all.len().max(1) as f64;
    for question in &mut all {
        question.error = each;
    }
    all
}
