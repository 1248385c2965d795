//! What so many games will be able to show, told before any is played.

use super::interval::{Looks, Sampling};
use super::sides::all_at_once;
use crate::games::AnyGame;
use crate::judge::{Family, Question, clear_from, deals_in_the_middle};
use crate::scenario::{Scenario, as_percent, references};

/// What a scenario's number of deals can show. Where it depends on rates, those are taken that need most games.
#[derive(Clone, Debug, PartialEq)]
pub struct Foresight {
    /// Deals of each configuration, at most.
    pub deals: u64,
    /// How closely all win rates of all configurations will be known together: half the width of an interval.
    pub win_rate: f64,
    /// Do bots take turns at the seats? Then rates are known more closely, as far as the games of a deal even out.
    pub rotated: bool,
    /// Bots that take turns and seats, each pair of numbers once, where these are not as many.
    pub uneven: Vec<(usize, usize)>,
    /// The least change of a win rate that is shown in nine of ten runs, where every deal goes another way; none where
    /// nothing is compared.
    pub change: Option<f64>,
    /// The same of a mean length, in standard deviations of a length; none for fewer than 100 deals, too.
    pub length_change: Option<f64>,
    /// Is anything compared?
    pub compared: bool,
    /// The half width at which `[stop]` ends a run, and the deals that come to it for a side that wins half of them, where
    /// there are fewer.
    pub too_narrow: Option<(f64, u64)>,
    /// What is asked by `[expect]`, each band once.
    pub bands: Vec<RequiredDeals>,
}

/// How many deals a band takes.
#[derive(Clone, Debug, PartialEq)]
pub struct RequiredDeals {
    /// The metric's name.
    pub metric: String,
    /// Deals that decide it in the middle of the band; none where the band has but one end, where it is so narrow that none
    /// do, or where it depends on how much the number varies.
    pub middle: Option<u64>,
    /// How far from an end of the band the scenario's deals decide, in the unit of the metric; of a quantile in the share of
    /// games. None where it depends on how much the number varies.
    pub clear: Option<f64>,
    /// Half the width of the band of a share of games; none where it has but one end, and of anything else.
    pub half: Option<f64>,
    /// Is [`RequiredDeals::clear`] a share of games?
    pub share: bool,
}

/// The smallest difference that is shown nine times in ten is so many standard errors beyond the interval that leaves out none.
const POWER: f64 = 1.2816;

/// From so many deals on a mean length is told apart about as closely as a normal law would have it.
const MANY: u64 = 50_000;

/// Half the width of a band with two ends.
fn half_width(question: &Question) -> Option<f64> {
    let (lo, hi) = question.ends();
    Some((hi - lo) / 2.0).filter(|half| half.is_finite())
}

/// `10% to 20%`, `at most 30`.
fn asked_for(question: &Question) -> String {
    let (lo, hi) = question.ends();
    let number = |value: f64| {
        if question.metric.is_share() {
            as_percent(value)
        } else {
            value.to_string()
        }
    };
    match (lo.is_finite(), hi.is_finite()) {
        (true, true) => format!("{} to {}", number(lo), number(hi)),
        (true, false) => format!("at least {}", number(lo)),
        (false, true) => format!("at most {}", number(hi)),
        (false, false) => "anything".to_owned(),
    }
}

/// What the games of `scenario` will show, of which `bands` are asked.
pub fn foresee(scenario: &Scenario, games: &[Box<dyn AnyGame>], bands: &[Question]) -> Foresight {
    let deals = scenario.games;
    let looks = Looks::from_scenario(scenario);
    let sampling = Sampling {
        games: deals,
        rotations: 1,
        looks,
    };
    let half = |confidence: f64| sampling.share(deals / 2, deals, confidence).interval().half_width();
    let sides = games.iter().map(|game| game.sheet().sides.len() + 1).max().unwrap_or(1);
    let win_rate = half(all_at_once(sides * games.len()));
    let compared = references(scenario).iter().flatten().count();
    // A difference of two halves that are dealt apart varies by the root of a half; so does one of lengths, by that of two.
    let changed = |rows: usize| half(1.0 - Family::Changes.each(rows)) * 2f64.sqrt();
    let often = POWER * (0.5 / deals.max(1) as f64).sqrt();
    let change = (compared > 0).then(|| changed(compared * sides) + often);
    let mut told: Vec<(RequiredDeals, &Question)> = Vec::new();
    // What changes take depends on how many deals they let go another way.
    // What every share meets takes one game.
    let holds_all = |question: &Question| {
        let (lo, hi) = question.ends();
        question.metric.is_share() && !question.metric.is_gap() && lo <= 0.0 && hi >= 1.0
    };
    for question in bands
        .iter()
        .filter(|question| !question.is_change() && !holds_all(question))
    {
        let metric = question.metric.name(games[question.configuration].sheet());
        let own = RequiredDeals {
            metric,
            middle: deals_in_the_middle(question),
            clear: clear_from(question, deals),
            // A gap may be known more closely than is foretold.
            half: (question.metric.is_share() && !question.metric.is_gap())
                .then(|| half_width(question))
                .flatten(),
            share: question.metric.is_share_of_games(),
        };
        if told.iter().all(|known| known.0 != own) {
            told.push((own, question));
        }
    }
    // Bands of one metric are told apart by what they ask for.
    let names: Vec<String> = told.iter().map(|(band, _)| band.metric.clone()).collect();
    for (band, question) in &mut told {
        if names.iter().filter(|name| **name == band.metric).count() > 1 {
            band.metric = format!("{} ({})", band.metric, asked_for(question));
        }
    }
    let mut uneven: Vec<(usize, usize)> = Vec::new();
    for (configuration, game) in scenario.configurations.iter().zip(games) {
        let both = (configuration.setup.seats.rotate.len(), game.sheet().players);
        if both.0 > 0 && both.0 != both.1 && !uneven.contains(&both) {
            uneven.push(both);
        }
    }
    Foresight {
        deals,
        win_rate,
        uneven,
        rotated: scenario
            .configurations
            .iter()
            .any(|each| each.setup.seats.rotate.len() > 1),
        change: change.filter(|change| *change < 1.0),
        // A share of one half varies by one half. With fewer deals the cap of turns counts more than what games vary by.
        length_change: change.filter(|_| deals >= MANY).map(|change| 2.0 * change),
        compared: compared > 0,
        too_narrow: scenario.stop.and_then(|stop| stop.half_width).and_then(|wanted| {
            let needed = deals as f64 * (win_rate / wanted).powi(2);
            (win_rate > wanted).then_some((wanted, needed as u64))
        }),
        bands: told.into_iter().map(|(band, _)| band).collect(),
    }
}
