//! The questions of a run with what is decided so far. Whoever wants an answer asks here: `[stop]`, `balance check`, and the
//! findings of a report.

use super::answer::{Answer, Strength, Verdict};
use super::evidence::Evidence;
use super::metric::Metric;
use super::question::{Against, Question};
use balance_simulation::sim::Played;
use balance_stats::Interval;

/// What so many deals have left open takes so many times as many, at least: where they were nearly enough, or more than enough,
/// by what they show, chance was against them, and a few more would often leave it open again.
const AGAIN: f64 = 2.0;

/// Questions, each with its verdict once there is one. A decision stands, whatever games come later.
#[derive(Clone, Debug, Default)]
pub struct Docket {
    questions: Vec<Question>,
    decided: Vec<Option<Verdict>>,
}

impl Docket {
    /// Nothing is decided yet.
    pub fn new(questions: Vec<Question>) -> Self {
        let decided = vec![None; questions.len()];
        Docket { questions, decided }
    }

    /// The questions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// What is decided of each of them.
    pub fn decided(&self) -> &[Option<Verdict>] {
        &self.decided
    }

    /// The same questions with what was `decided` of them in an earlier part of the run; none where that is not of these.
    #[must_use]
    pub fn with(mut self, decided: Vec<Option<Verdict>>) -> Option<Self> {
        let fits = decided.len() == self.questions.len() && !decided.contains(&Some(Verdict::Undecided));
        self.decided = decided;
        fits.then_some(self)
    }

    /// Judges what is open. To be asked at the fixed moments of a run alone, so that its answers are the same wherever it was
    /// interrupted in between.
    pub fn judge(&mut self, played: &Played) {
        for (question, decided) in self.questions.iter().zip(&mut self.decided) {
            if decided.is_none() {
                *decided =
                    Some(verdict(question, &evidence(question, played))).filter(|found| *found != Verdict::Undecided);
            }
        }
    }

    /// Is everything decided? Not if nothing was asked.
    pub fn is_decided(&self) -> bool {
        !self.decided.is_empty() && self.decided.iter().all(Option::is_some)
    }

    /// Is every band decided? Also where there is none.
    pub fn bands_are_decided(&self) -> bool {
        let mut open = self.questions.iter().zip(&self.decided);
        open.all(|(question, decided)| decided.is_some() || !question.is_band())
    }

    /// The answer to every question after the games `played`, in their order.
    pub fn answers(&self, played: &Played) -> Vec<Answer> {
        let each = self.questions.iter().zip(&self.decided);
        each.map(|(question, decided)| answer(question, *decided, &evidence(question, played)))
            .collect()
    }
}

fn evidence(question: &Question, played: &Played) -> Evidence {
    let at = question.configuration;
    Evidence::from_tally(question, &played.tallies[at], played.pairs[at].as_ref())
}

fn verdict(question: &Question, evidence: &Evidence) -> Verdict {
    evidence.verdict(question.ends(), question.error, question.within)
}

/// What the games say, where the verdict may have been given earlier.
fn answer(question: &Question, decided: Option<Verdict>, evidence: &Evidence) -> Answer {
    let (lo, hi) = question.ends();
    let verdict = decided.unwrap_or_else(|| verdict(question, evidence));
    // By the error of the verdict, so that its interval lies where it says; what is open is shown to be neither.
    let error = match verdict {
        Verdict::Within => question.within,
        Verdict::Outside | Verdict::Undecided => question.error,
    };
    let mut interval = standing(evidence.interval(error), verdict, evidence.value, (lo, hi));
    // Where a bot has another number of seats in every game, what is told of its mean number reaches beyond all of them.
    if matches!(
        (question.metric, question.against),
        (Metric::Bot(_), Against::Band { .. })
    ) {
        interval.hi = interval.hi.min(1.0);
    }
    // At the edge of the band, to which an earlier decision holds the interval, it is no surer than clear.
    let strength = if verdict == Verdict::Undecided {
        Strength::Open
    } else if Verdict::from_interval(interval, lo, hi) == verdict {
        Strength::from_interval(interval, lo, hi)
    } else {
        Strength::Clear
    };
    let finite = |end: f64| end.is_finite().then_some(end);
    Answer {
        verdict,
        strength,
        value: evidence.value,
        lo: finite(interval.lo),
        hi: finite(interval.hi),
        deals: evidence.deals,
        error,
        enough: evidence
            .enough((lo, hi), question.error.max(question.within))
            .filter(|_| verdict == Verdict::Undecided)
            .map(|enough| enough.max((evidence.deals as f64 * AGAIN).ceil() as u64)),
    }
}

/// The part of the interval that the verdict leaves: when it was given, the whole of an interval lay there, and all intervals
/// of a run hold together.
fn standing(interval: Interval, verdict: Verdict, value: f64, (lo, hi): (f64, f64)) -> Interval {
    let left = match verdict {
        Verdict::Within => Interval { lo, hi },
        Verdict::Outside if value > hi => Interval::from(hi),
        Verdict::Outside if value < lo => Interval {
            lo: f64::NEG_INFINITY,
            hi: lo,
        },
        Verdict::Outside | Verdict::Undecided => Interval::ANY,
    };
    let both = Interval {
        lo: interval.lo.max(left.lo),
        hi: interval.hi.min(left.hi),
    };
    if both.lo <= both.hi { both } else { interval }
}
