//! What is asked of a scenario's results.

use super::error_budget::Family;
use super::metric::Metric;
use balance_config::games::{AnyGame, Sheet, program};
use balance_config::scenario::{Band, DEAL_BY_DEAL, Expectation, Of, Problem, Problems, Scenario, kind, references};
use balance_engine::as_percent;
use balance_kit::schema::messages::{suggest, things};

/// One metric of one configuration and what it is held to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The configuration, as an index into the scenario's.
    pub configuration: usize,
    /// The metric.
    pub metric: Metric,
    /// What it is held to.
    pub against: Against,
    /// How often its answer may call the number outside while it is inside, at most, over all looks together.
    pub error: f64,
    /// How often it may call it within while it is not.
    pub within: f64,
    /// Between which ends the number of a game lies, whatever the bots do.
    pub range: (f64, f64),
    /// Mean turns of a baseline's games.
    pub mean: Option<f64>,
    /// Seats that the bot had in a deal of a baseline.
    pub seats: Option<f64>,
}

impl Question {
    /// Is `metric` of a configuration between `lo` and `hi`, told with this error?
    pub fn band(configuration: usize, metric: Metric, (lo, hi): (f64, f64), sheet: &Sheet, error: f64) -> Self {
        Self::new(configuration, metric, Against::Band { lo, hi }, sheet, error)
    }

    /// Does `metric` of a configuration meet what it is held to, told with this error?
    pub fn new(configuration: usize, metric: Metric, against: Against, sheet: &Sheet, error: f64) -> Self {
        Question {
            configuration,
            metric,
            against,
            error,
            within: error,
            range: metric.range(sheet),
            mean: None,
            seats: None,
        }
    }

    /// Between which ends the number, or its difference to that of the base or the baseline, is to lie.
    pub fn ends(&self) -> (f64, f64) {
        match self.against {
            Against::Band { lo, hi } | Against::Base { lo, hi } => (lo, hi),
            Against::Baseline { tolerance } => (-tolerance, tolerance),
        }
    }

    /// Is it a band of `[expect]`?
    pub fn is_band(&self) -> bool {
        !matches!(self.against, Against::Baseline { .. })
    }

    /// Is it a band of changes?
    pub fn is_change(&self) -> bool {
        matches!(self.against, Against::Base { .. })
    }
}

/// What a metric is held to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Against {
    /// A band of `[expect]`; either end may be infinite.
    Band {
        /// Least.
        lo: f64,
        /// Most.
        hi: f64,
    },
    /// A band of `[expect]` that counts from what is now: the paired difference to the configuration that this is compared with;
    /// of one that is compared with none, to itself. Either end may be infinite.
    Base {
        /// Least.
        lo: f64,
        /// Most.
        hi: f64,
    },
    /// The baseline: the paired difference may be this large.
    Baseline {
        /// Tolerance, in the metric's unit.
        tolerance: f64,
    },
}

impl Against {
    /// Is there a number, or a change of one, that this does not allow, of a metric that lies between these ends?
    fn is_missable(self, (least, most): (f64, f64)) -> bool {
        match self {
            Against::Band { lo, hi } => least < lo || hi < most,
            Against::Base { lo, hi } => least - most < lo || hi < most - least,
            Against::Baseline { .. } => true,
        }
    }

    /// What a band of `[expect]` holds a number to.
    pub fn band(band: &Band) -> Self {
        let (lo, hi) = band.ends();
        if band.is_change() {
            Against::Base { lo, hi }
        } else {
            Against::Band { lo, hi }
        }
    }
}

/// Is a band of changes asked of the configuration of this number? Of variants whose numbers can be held deal by deal to those of
/// their base, and of the bases of variants, which are as they are.
fn asks_changes(scenario: &Scenario, index: usize, references: &[Option<usize>]) -> bool {
    let all = &scenario.configurations;
    if all[index].variant.is_some() {
        references[index].is_some()
    } else {
        references.contains(&Some(index)) && all.iter().any(|each| each.variant.is_some())
    }
}

/// Every band of `[expect]`, for each configuration that it is about.
///
/// # Errors
/// A metric that the game does not have, with the nearest one that it has; a change of what is not compared deal by deal; a band that
/// nothing can miss.
pub fn of_bands(scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> Result<Vec<Question>, Problems> {
    let mut all = Vec::new();
    let mut wrong = Vec::new();
    let references = references(scenario);
    for expected in &scenario.expect {
        let against = Against::band(&expected.band);
        let is_change = expected.band.is_change();
        let (mut known, mut missable) = (false, false);
        let mut concerned = None;
        for (index, configuration) in scenario.configurations.iter().enumerate() {
            if !expected.concerns(configuration) {
                continue;
            }
            let sheet = games[index].sheet();
            concerned.get_or_insert(sheet);
            // At tables of different size there may be sides that only some of them have.
            if let Some(metric) = Metric::read(&expected.metric, sheet) {
                if is_change && !known && !metric.is_paired() {
                    wrong.push(unpaired(expected));
                }
                known = true;
                missable |= against.is_missable(metric.range(sheet));
                let same = |base: &usize| Metric::read(&expected.metric, games[*base].sheet()) == Some(metric);
                let has_base = references[index].as_ref().is_none_or(same);
                if !is_change || has_base && asks_changes(scenario, index, &references) {
                    all.push(Question::new(index, metric, against, sheet, 1.0));
                }
            }
        }
        match concerned {
            Some(sheet) if !known => wrong.push(unknown(scenario, expected, sheet)),
            Some(sheet) if !missable => wrong.push(never_missed(expected, sheet)),
            _ => {}
        }
    }
    let each = Family::Wishes.each(all.len());
    for question in &mut all {
        (question.error, question.within) = (each, each);
    }
    scenario.refuse(wrong).map(|()| all)
}

/// A band in which the metric lies whatever happens: what it may have been meant to be.
fn never_missed(expected: &Expectation, sheet: &Sheet) -> Problem {
    let share = Of::metric(&expected.metric).is_share();
    let (least, most) =
        Metric::read(&expected.metric, sheet).map_or((0.0, f64::INFINITY), |metric| metric.range(sheet));
    let message = if most.is_infinite() {
        format!("`{}` cannot miss its band: it is never below {least}", expected.metric)
    } else {
        let end = |end: f64| if share { as_percent(end) } else { end.to_string() };
        let (least, most) = (end(least), end(most));
        format!(
            "`{}` cannot miss its band: it is always from {least} to {most}",
            expected.metric
        )
    };
    let help = match expected.band {
        Band::Target { within, .. } if share => format!("write within = \"{within}%\" if that is meant"),
        Band::Range { to: Some(to), .. } if share && to <= 1.0 => {
            format!("write to = \"{to}%\" if that is meant, or leave the band out")
        }
        _ => "let an end lie where the metric can be beyond it, or leave the band out".to_owned(),
    };
    Problem::located(&expected.place, message).help(help)
}

fn unpaired(expected: &Expectation) -> Problem {
    let message = format!("`{}` cannot be counted from now", expected.metric);
    Problem::located(&expected.place, message).help(DEAL_BY_DEAL)
}

fn unknown(scenario: &Scenario, expected: &Expectation, sheet: &Sheet) -> Problem {
    let names = Metric::names(sheet);
    let listed: Vec<&str> = names.iter().map(String::as_str).collect();
    let of = Of::metric(&expected.metric);
    // More players are more sides, in games in which everybody plays for himself.
    let (with, option) = match of {
        Of::Side(_) | Of::Sides(..) | Of::FairShare(_) => (
            format!(" with {}", things(sheet.players, "player")),
            format!(" --players {}", sheet.players),
        ),
        _ => (String::new(), String::new()),
    };
    let message = format!("unknown metric `{}` in {}{with}", expected.metric, scenario.game);
    let problem = Problem::located(&expected.place, message);
    if let ([only], true) = (&sheet.bots[..], matches!(of, Of::Bot(_))) {
        let help = format!("bots are measured where several sit at a table; here `{only}` has every seat");
        return problem.help(help);
    }
    // Of one kind all that there are, otherwise the first: the whole list is long.
    let kind = kind(&expected.metric);
    let alike = listed
        .iter()
        .copied()
        .filter(|name| name.split('.').next() == Some(kind));
    let alike: Vec<&str> = alike.collect();
    let some = if alike.is_empty() { &listed } else { &alike };
    // What it is called at the end, or at the beginning where it is a mean.
    let (by_end, mean) = (format!(".{}", expected.metric), format!("{}.mean", expected.metric));
    let part = listed.iter().find(|name| name.ends_with(&by_end) || **name == mean);
    let help = if let Some(whole) = part {
        format!("did you mean `{whole}`?")
    } else if let Some(near) = suggest(&expected.metric, listed.iter().copied()) {
        format!("did you mean `{near}`?")
    } else {
        let some = some[..some.len().min(10)].join(", ");
        format!(
            "there are {some}; `{} list metrics {}{option}` names all",
            program(),
            scenario.game
        )
    };
    problem.help(help)
}
