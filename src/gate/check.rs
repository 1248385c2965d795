//! Plays every configuration until its questions are answered.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::ALPHA;
use super::judge::{Answer, judge};
use crate::games::{AnyGame, Broken, Line};
use crate::judge::{Against, Data, Metric, Question, Verdict};
use crate::scenario::Scenario;
use crate::sim::{Pairs, Played, Reference, Run, Watch};
use crate::stats::Interval;
use crate::table::difference_rows;
use crate::tally::Tally;

/// Version of the shape of what `balance check --json` prints.
pub const FORMAT: u32 = 1;

/// One configuration with the questions about it.
pub struct Task<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The configuration, as an index into the scenario's.
    pub configuration: usize,
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its questions.
    pub questions: Vec<Question>,
    /// Its stored games, if there is a baseline.
    pub stored: Option<&'a [Line]>,
    /// Questions asked of all scenarios together.
    pub metrics: usize,
}

/// The answers about one configuration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Checked {
    /// The scenario's name.
    pub scenario: String,
    /// Its file.
    pub file: String,
    /// The configuration.
    pub configuration: String,
    /// Is it the scenario's only one?
    #[serde(skip)]
    pub only: bool,
    /// Games played, rotations counted singly.
    pub games: u64,
    /// Was it asked to stop before it was done?
    pub interrupted: bool,
    /// Deals that went another way than in the baseline; none without one.
    pub changed: Option<u64>,
    /// The first of them: a game to look at.
    pub first_changed: Option<u64>,
    /// One row a question.
    pub rows: Vec<Row>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Row {
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
    /// 95 % interval, valid at every look: of the new value for a band, of the difference for a baseline.
    pub lo: Option<f64>,
    /// Its upper end.
    pub hi: Option<f64>,
    /// Deals that the verdict rests on.
    pub deals: u64,
    /// The verdict.
    pub verdict: Verdict,
    /// About how many deals would decide it, where it is undecided and any number would.
    pub enough: Option<u64>,
}

impl Checked {
    /// The worst of its verdicts.
    pub fn verdict(&self) -> Verdict {
        let any = |wanted: Verdict| self.rows.iter().any(|row| row.verdict == wanted);
        if any(Verdict::Outside) {
            Verdict::Outside
        } else if any(Verdict::Undecided) {
            Verdict::Undecided
        } else {
            Verdict::Within
        }
    }
}

/// Plays the games of `task` until all its questions are answered or there are no more games.
///
/// # Errors
/// A game that broke its own rules.
pub fn check(task: &Task<'_>, stop: &AtomicBool) -> Result<Checked, Broken> {
    let scenario = task.scenario;
    let configuration = &scenario.configurations[task.configuration];
    let rotations = configuration.setup.seats.rotate.len().max(1);
    let bands = task
        .questions
        .iter()
        .any(|each| matches!(each.against, Against::Band { .. }));
    let stored = task.stored.map_or(0, |lines| lines.len() as u64);
    let watch = Answers {
        task,
        rotations: rotations as u64,
        found: Mutex::new(vec![None; task.questions.len()]),
    };
    let run = Run {
        configurations: &[task.game],
        reference: &[task.stored.map(Reference::Stored)],
        rotations: &[rotations],
        seed: scenario.seed,
        games: if bands { scenario.games.max(stored) } else { stored },
        first_look: 1,
    };
    let played = run.play(stop, &watch)?;
    watch.look(&played);
    let answers = watch
        .found
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let rows = task.questions.iter().zip(answers).filter_map(|(question, answer)| {
        let (answer, old) = answer?;
        Some(row(task, question, &answer, old))
    });
    let pairs = played.pairs[0].as_ref();
    Ok(Checked {
        scenario: scenario.name.clone(),
        file: scenario.path.display().to_string(),
        configuration: configuration.name.clone(),
        only: scenario.configurations.len() == 1,
        games: played.tallies[0].games,
        interrupted: played.interrupted,
        changed: pairs.map(|pairs| pairs.changed),
        first_changed: pairs.and_then(|pairs| pairs.first_changed),
        rows: rows.collect(),
    })
}

/// An answer, and for a baseline what its games had on the same deals.
type Found = (Answer, Option<f64>);

/// Looks at the games so far. An answer that is a decision stands, whatever comes later.
struct Answers<'a> {
    task: &'a Task<'a>,
    rotations: u64,
    found: Mutex<Vec<Option<Found>>>,
}

impl Watch for Answers<'_> {
    fn look(&self, so_far: &Played) -> Option<String> {
        let mut answers = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (question, answer) in self.task.questions.iter().zip(answers.iter_mut()) {
            if answer.is_none_or(|(answer, _)| answer.standing == Verdict::Undecided) {
                *answer = Some(self.ask(question, so_far));
            }
        }
        let decided = answers
            .iter()
            .all(|answer| answer.is_some_and(|(answer, _)| answer.standing != Verdict::Undecided));
        decided.then(|| "every question is answered".to_owned())
    }
}

impl Answers<'_> {
    /// The answer now.
    fn ask(&self, question: &Question, so_far: &Played) -> Found {
        let tally = &so_far.tallies[0];
        match (question.against, &so_far.pairs[0]) {
            (Against::Baseline { tolerance }, Some(pairs)) => {
                let found = compare(question.metric, pairs, self.rotations, tolerance, self.task.metrics);
                let now = value(question.metric, tally);
                (found, Some(now - found.value))
            }
            (Against::Band { lo, hi }, _) => (band(question.metric, tally, lo, hi, self.task.metrics), None),
            (Against::Baseline { .. }, None) => {
                let nothing = Data::Shares(Vec::new());
                (judge(&nothing, 0.0, 1.0, self.task.metrics), None)
            }
        }
    }
}

fn band(metric: Metric, tally: &Tally, lo: f64, hi: f64, metrics: usize) -> Answer {
    judge(&metric.data(tally), lo, hi, metrics)
}

fn value(metric: Metric, tally: &Tally) -> f64 {
    band(metric, tally, f64::NEG_INFINITY, f64::INFINITY, 1).value
}

/// The paired difference against its tolerance.
fn compare(metric: Metric, pairs: &Pairs, rotations: u64, tolerance: f64, metrics: usize) -> Answer {
    let counts = match metric {
        Metric::WinRate(side) => &pairs.wins[side],
        Metric::Ending(ending) => &pairs.endings[ending],
        _ => {
            let n = pairs.pairs.max(1) as f64;
            let total = |power: i32| {
                pairs
                    .turns
                    .iter()
                    .map(move |(each, deals)| (*each as f64).powi(power) * *deals as f64)
            };
            let mean = total(1).sum::<f64>() / n;
            let spread = (total(2).sum::<f64>() - n * mean * mean).max(0.0) / (n - 1.0).max(1.0);
            let rotations = rotations as f64;
            let data = Data::Mean {
                n: pairs.pairs,
                mean: mean / rotations,
                sd: spread.sqrt() / rotations,
            };
            return judge(&data, -tolerance, tolerance, metrics);
        }
    };
    // Differences from -1 to 1 as values from 0 to 1.
    let scaled = |(difference, games): (f64, u64)| (f64::midpoint(difference, 1.0), games);
    let rows: Vec<(f64, u64)> = difference_rows(counts).into_iter().map(scaled).collect();
    let (lo, hi) = (f64::midpoint(1.0, -tolerance), f64::midpoint(1.0, tolerance));
    let found = judge(&Data::Shares(rows), lo, hi, metrics);
    Answer {
        value: 2.0 * found.value - 1.0,
        interval: Interval {
            lo: 2.0 * found.interval.lo - 1.0,
            hi: 2.0 * found.interval.hi - 1.0,
        },
        ..found
    }
}

fn row(task: &Task<'_>, question: &Question, answer: &Answer, old: Option<f64>) -> Row {
    let finite = |value: f64| value.is_finite().then_some(value);
    let (against, lo, hi) = match question.against {
        Against::Band { lo, hi } => ("band", lo, hi),
        Against::Baseline { tolerance } => {
            let old = old.unwrap_or_default();
            ("baseline", old - tolerance, old + tolerance)
        }
    };
    Row {
        metric: question.metric.name(task.game.sheet()),
        share: question.metric.is_share(),
        against,
        from: finite(lo),
        to: finite(hi),
        old,
        new: old.map_or(answer.value, |old| old + answer.value),
        lo: finite(answer.interval.lo),
        hi: finite(answer.interval.hi),
        deals: answer.deals,
        verdict: answer.standing,
        enough: answer.enough,
    }
}

/// Why a run may end now, if every band is decided in every configuration that it is about.
pub fn bands_decided(questions: &[Question], so_far: &Played) -> Option<String> {
    let decided = |question: &Question| {
        let Against::Band { lo, hi } = question.against else {
            return true;
        };
        let tally = &so_far.tallies[question.configuration];
        band(question.metric, tally, lo, hi, questions.len()).standing != Verdict::Undecided
    };
    let all = questions.iter().all(decided);
    let errors = crate::scenario::as_percent(ALPHA);
    all.then(|| format!("every band of [expect] is decided, with errors of at most {errors} over all looks"))
}
