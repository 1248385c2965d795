//! Bands of `[expect]` that no game can meet, whatever the bots do. Warned of and not refused: at another table of a matrix the
//! same band may be in order.

use super::Metric;
use balance_config::games::{AnyGame, Sheet};
use balance_config::scenario::{Expectation, Scenario};
use balance_engine::as_percent;
use balance_kit::schema::messages::with_commas;
use balance_kit::schema::tree::Problem;

/// Room for the halves of halves in which shares are reckoned.
const ROOM: f64 = 1e-9;

/// Every band, or bands together, that nothing can meet: each once, with where that is so.
pub fn never_met(scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> Vec<Problem> {
    let mut found: Vec<(Problem, Vec<&str>)> = Vec::new();
    for (configuration, game) in scenario.configurations.iter().zip(games) {
        let sheet = game.sheet();
        let concerns = |each: &&Expectation| !each.band.is_change() && each.concerns(configuration);
        let band = |each| Some(WantedRange::new(each, Metric::read(&each.metric, sheet)?));
        let bands: Vec<WantedRange<'_>> = scenario.expect.iter().filter(concerns).filter_map(band).collect();
        for problem in of_one(&bands, sheet) {
            match found.iter_mut().find(|(known, _)| *known == problem) {
                Some((_, names)) => names.push(&configuration.name),
                None => found.push((problem, vec![&configuration.name])),
            }
        }
    }
    let all = scenario.configurations.len();
    let told = found.into_iter().map(|(mut problem, names)| {
        problem.message += &match names[..] {
            _ if names.len() == all => String::new(),
            [name] => format!(", in \"{}\"", name.escape_debug()),
            _ => format!(", in {} of {all} configurations", names.len()),
        };
        problem
    });
    told.collect()
}

/// A metric, and between which ends it is to lie.
#[derive(Clone, Copy)]
struct WantedRange<'a> {
    what: &'a Expectation,
    metric: Metric,
    least: f64,
    most: f64,
}

impl<'a> WantedRange<'a> {
    fn new(what: &'a Expectation, metric: Metric) -> Self {
        let (least, most) = what.band.ends();
        WantedRange {
            what,
            metric,
            least,
            most,
        }
    }

    /// A number of its kind as it is written in a scenario.
    fn written(&self, value: f64) -> String {
        if self.metric.is_share() {
            as_percent(value)
        } else {
            format!("{value}")
        }
    }

    fn problem(&self, message: String, help: &str) -> Problem {
        Problem::located(&self.what.place, message).help(help)
    }
}

/// What nothing can meet of the bands of one configuration.
fn of_one(bands: &[WantedRange<'_>], sheet: &Sheet) -> Vec<Problem> {
    let mut found: Vec<Problem> = bands.iter().filter_map(|each| alone(each, sheet)).collect();
    // What one band says that cannot be is not told again of it and others.
    if found.is_empty() {
        found.extend(disjoint(bands));
    }
    if found.is_empty() {
        let all = together(bands);
        found.extend(crossed(&all));
        found.extend(too_little(&all, sheet));
        found.extend(won_and_not(&all));
        found.extend(gaps(&all));
    }
    found
}

/// A band that nothing can meet by itself.
fn alone(each: &WantedRange<'_>, sheet: &Sheet) -> Option<Problem> {
    let name = &each.what.metric;
    let is_length = matches!(each.metric, Metric::Turns | Metric::TurnsQuantile(_));
    let (least, _) = each.metric.range(sheet);
    if !each.metric.is_share() && each.most < least {
        let message = format!(
            "the band of `{name}` ends at {}, and nothing is counted below {least}",
            each.most
        );
        let help = format!("write the most that there is to be, from {least} on");
        return Some(each.problem(message, &help));
    }
    if let Some(cap) = sheet.turns_max.filter(|cap| is_length && each.least > f64::from(*cap)) {
        let (word, cap) = (&sheet.turn_word, with_commas(cap.into()));
        let message = format!(
            "the band of `{name}` begins at {}, but no game takes more than {cap} {word}",
            each.least
        );
        return Some(each.problem(
            message,
            "let the band begin lower, or raise the rule that ends long games",
        ));
    }
    if matches!(each.metric, Metric::TurnsQuantile(_)) && each.least.ceil() > each.most.floor() {
        let message = format!(
            "no whole number lies in the band of `{name}`, {} to {}",
            each.least, each.most
        );
        let help = format!(
            "it is always a whole number of {}: make the band wider",
            sheet.turn_word
        );
        return Some(each.problem(message, &help));
    }
    None
}

/// Bands of one metric that have nothing in common.
fn disjoint(bands: &[WantedRange<'_>]) -> Option<Problem> {
    bands.iter().enumerate().find_map(|(at, each)| {
        let parted = |other: &&WantedRange<'_>| {
            other.metric == each.metric && (other.least > each.most || other.most < each.least)
        };
        let other = bands[..at].iter().find(parted)?;
        let (least, most) = (each.least.max(other.least), each.most.min(other.most));
        let message = format!(
            "two bands of `{}` have nothing in common: one ends at {}, the other begins at {}",
            each.what.metric,
            each.written(most),
            each.written(least)
        );
        Some(each.problem(message, "both are to be met: let them overlap, or take one out"))
    })
}

/// Each metric once, with what all its bands leave.
fn together<'a>(bands: &[WantedRange<'a>]) -> Vec<WantedRange<'a>> {
    let mut all: Vec<WantedRange<'a>> = Vec::new();
    for each in bands {
        match all.iter_mut().find(|known| known.metric == each.metric) {
            Some(known) => {
                known.least = known.least.max(each.least);
                known.most = known.most.min(each.most);
            }
            None => all.push(*each),
        }
    }
    all
}

/// Quantiles of the length in the wrong order: what half the games do not exceed is never more than what more of them do not.
fn crossed(all: &[WantedRange<'_>]) -> Option<Problem> {
    let quantile = |each: &WantedRange<'_>| match each.metric {
        Metric::TurnsQuantile(percent) => Some(percent),
        _ => None,
    };
    all.iter().find_map(|each| {
        let below = |other: &&WantedRange<'_>| quantile(other) > quantile(each) && other.most < each.least;
        let other = all.iter().find(|other| quantile(each).is_some() && below(other))?;
        let message = format!(
            "the band of `{}` begins at {}, and that of `{}` ends at {}",
            each.what.metric, each.least, other.what.metric, other.most
        );
        let help = format!("`{}` is never the smaller of the two", other.what.metric);
        Some(each.problem(message, &help))
    })
}

/// Greatest shares that leave some games without an end, or neither won nor lost by all.
fn too_little(all: &[WantedRange<'_>], sheet: &Sheet) -> Option<Problem> {
    let most = |metric: Metric| {
        all.iter()
            .find(|each| each.metric == metric)
            .filter(|each| each.most < 1.0)
    };
    let tell = |metrics: Vec<Metric>, what: &str, help: &str| {
        let bands: Vec<&WantedRange<'_>> = metrics.into_iter().map(most).collect::<Option<_>>()?;
        let sum: f64 = bands.iter().map(|each| each.most).sum();
        let each: Vec<String> = bands
            .iter()
            .map(|each| format!("{} of `{}`", as_percent(each.most), each.what.metric))
            .collect();
        let message = format!(
            "the greatest shares wished of {what} add up to {}: {}",
            as_percent(sum),
            each.join(", ")
        );
        (sum < 1.0 - ROOM).then_some(bands.last()?.problem(message, help))
    };
    let possible = (0..sheet.endings.len()).filter(|ending| !sheet.endings[*ending].ruled_out);
    let endings = possible.map(Metric::Ending).collect();
    let sides = (0..sheet.sides.len())
        .map(Metric::WinRate)
        .chain([Metric::Nobody])
        .collect();
    tell(
        endings,
        "endings",
        "every game ends in one of these ways: raise some of them",
    )
    .or_else(|| {
        let help = "every game is won by a side or by nobody: raise some of them";
        tell(sides, "sides and of `nobody`", help)
    })
}

/// More games that nobody wins than a side leaves.
fn won_and_not(all: &[WantedRange<'_>]) -> Option<Problem> {
    let nobody = all.iter().find(|each| each.metric == Metric::Nobody)?;
    let is_side = |each: &&WantedRange<'_>| matches!(each.metric, Metric::WinRate(_));
    let side = all.iter().filter(is_side).max_by(|a, b| a.least.total_cmp(&b.least))?;
    let sum = nobody.least + side.least;
    let message = format!(
        "the least shares wished of a side and of `nobody` add up to {}: {} of `{}`, {} of `{}`",
        as_percent(sum),
        as_percent(side.least),
        side.what.metric,
        as_percent(nobody.least),
        nobody.what.metric
    );
    let help = "a game that nobody wins is won by no side: lower one of them";
    (sum > 1.0 + ROOM).then(|| nobody.problem(message, help))
}

/// A gap that the win rates of its two sides do not leave.
fn gaps(all: &[WantedRange<'_>]) -> Option<Problem> {
    let ends = |side: usize| {
        let of_side = all.iter().find(|each| each.metric == Metric::WinRate(side));
        of_side.map_or((0.0, 1.0), |each| (each.least.max(0.0), each.most.min(1.0)))
    };
    all.iter().find_map(|each| {
        let Metric::Gap(one, other) = each.metric else {
            return None;
        };
        let (one, other) = (ends(one), ends(other));
        let (least, most) = (one.0 - other.1, one.1 - other.0);
        let what = if each.least > most + ROOM {
            format!("begins at {}, but", as_percent(each.least))
        } else if each.most < least - ROOM {
            format!("ends at {}, but", as_percent(each.most))
        } else {
            return None;
        };
        let message = format!(
            "the band of `{}` {what} what is wished of the two win rates leaves {} to {}",
            each.what.metric,
            as_percent(least),
            as_percent(most)
        );
        Some(each.problem(
            message,
            "a gap is the first win rate less the second: change one of the three bands",
        ))
    })
}
