//! Can a run have given these results? Asked of a file before anything is drawn from it.

use serde_json::Value;

use super::{Configuration, LengthRow, Rate, Results, WayRow};
use balance_config::games::MOST_ROTATIONS;
use balance_config::playtests::PlayedGame;
use balance_config::scenario::Margins;
use balance_engine::MAX_SEATS;
use balance_engine::tally::{MOST_GAMES, MOST_IN_A_GAME};

/// Larger than any count or mean of [`MOST_GAMES`] games.
const LARGEST: f64 = 1e17;

/// What no run can have given, in words; none where all is well.
pub fn flaw(results: &Results) -> Option<String> {
    let scenario = &results.scenario;
    if results.configurations.is_empty() {
        return Some("it has no configurations".to_owned());
    }
    let sure = scenario.confidence > 0.5 && scenario.confidence < 1.0;
    let can_be = |margin: f64| (0.0..=0.5).contains(&margin);
    let Margins { share, length } = scenario.margins;
    if !sure || !can_be(share) || !can_be(length) {
        return Some("its confidence or margin cannot be".to_owned());
    }
    let of_configuration = |each: &Configuration| {
        let mut all = std::iter::once(each).chain(&each.others);
        let said = all.find_map(impossible)?;
        Some(format!("“{}” {said}", each.name))
    };
    if let Some(said) = results.configurations.iter().find_map(of_configuration) {
        return Some(said);
    }
    let known = |name: &String| results.configurations.iter().any(|each| each.name == *name);
    if let Some(other) = results
        .comparisons
        .iter()
        .find(|each| !known(&each.reference) || !known(&each.configuration))
    {
        let (reference, configuration) = (&other.reference, &other.configuration);
        return Some(format!(
            "it compares “{configuration}” with “{reference}”, but has not both"
        ));
    }
    for each in &results.parted {
        let (reference, configuration) = (&each.reference, &each.configuration);
        if !known(reference) || !known(configuration) {
            return Some(format!(
                "it says where the games of “{configuration}” and of “{reference}” part, but has not both"
            ));
        }
        if let Some(said) = each.found.flaw() {
            return Some(format!(
                "where the games of “{configuration}” and of “{reference}” part it has {said}"
            ));
        }
    }
    // The seed alone may be any number.
    let mut value = serde_json::to_value(results).ok()?;
    value["scenario"]["seed"] = Value::Null;
    beyond(&value).then(|| "it has a number beyond any count or mean".to_owned())
}

fn impossible(each: &Configuration) -> Option<&'static str> {
    if !(1..=MAX_SEATS as u32).contains(&each.players) || !(1..=MOST_ROTATIONS as u32).contains(&each.rotations) {
        return Some("has a number of players or rotations that cannot be");
    }
    if !(1..=MOST_GAMES).contains(&each.games) || each.sides.is_empty() {
        return Some("has no games, no sides, or more games than can be");
    }
    let sides = each.sides.iter().filter(|row| row.fair.is_some()).count();
    let (games, seats) = (each.playtests.iter().flat_map(|log| &log.games), each.players as usize);
    let fits = |game: &PlayedGame| {
        game.winners.len() == sides && game.seats.as_ref().is_none_or(|won| won.len() == seats) && game.turns != Some(0)
    };
    if !games.into_iter().all(fits) {
        return Some("has a game between people that fits no table");
    }
    let rates = each.sides.iter().flat_map(|row| [row.win_rate, row.simultaneous]);
    let rates = rates.chain(each.roles.iter().map(|row| row.win_rate));
    let rates = rates.chain(each.seats.iter().flat_map(|row| [row.win_rate, row.simultaneous]));
    let rates = rates.chain(each.role_seats.iter().filter_map(|row| row.win_rate));
    let rates = rates.chain(each.bots.iter().map(|row| row.win_rate));
    let rates = rates.chain(each.endings.iter().map(|row| row.share));
    let rates = rates.chain(each.counters.iter().map(|row| row.games_with));
    let rates = rates.chain(
        each.drama
            .iter()
            .flat_map(|row| [row.leader_wins, row.last_wins])
            .flatten(),
    );
    let mut rates = rates.chain(each.convergence.iter().map(|row| row.win_rate));
    if !rates.all(Rate::is_share) {
        return Some("has a share outside 0 and 1");
    }
    if each
        .sides
        .iter()
        .any(|row| row.wins > row.games || row.games > each.games)
    {
        return Some("has a side with more wins than games, or more games than there were");
    }
    if !each.ways.iter().all(WayRow::is_possible) {
        return Some("has a side that wins or leads in more games than there were");
    }
    let counted = each.counters.iter().map(|row| row.games);
    if counted
        .chain(each.endings.iter().map(|row| row.games))
        .any(|games| games > each.games)
    {
        return Some("has an ending or a counter in more games than there were");
    }
    let long = |row: &LengthRow| u64::from(row.max) > MOST_IN_A_GAME || row.min > row.max;
    if each.lengths.iter().any(long) || each.histogram.iter().any(|row| u64::from(row.value) > MOST_IN_A_GAME) {
        return Some("has games of a length that cannot be");
    }
    let percents = each
        .lengths
        .iter()
        .flat_map(|row| row.quantiles.iter().map(|each| each.percent));
    let mut percents = percents.chain(each.drama.iter().map(|row| row.percent));
    percents
        .any(|percent| percent > 100)
        .then_some("has a share of more than 100 per cent")
}

/// Is there a number of absurd size?
fn beyond(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() > LARGEST),
        Value::Array(list) => list.iter().any(beyond),
        Value::Object(map) => map.values().any(beyond),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn what_a_run_gives_has_no_flaw() {
        for results in [sample::single(), sample::variants(), sample::matrix()] {
            assert_eq!(flaw(&results), None);
        }
    }

    #[test]
    fn what_no_run_gives_is_told() {
        let told = |change: &dyn Fn(&mut Results), wanted: &str| {
            let mut results = sample::variants();
            change(&mut results);
            let said = flaw(&results).expect("a flaw");
            assert!(said.contains(wanted), "{said}");
        };
        told(
            &|results| results.configurations[0].counters[0].games = u64::MAX,
            "in more games than there were",
        );
        told(
            &|results| results.configurations[0].endings[0].games = u64::MAX,
            "in more games than there were",
        );
        told(&|results| results.configurations.clear(), "no configurations");
        told(&|results| results.scenario.confidence = 0.0, "confidence or margin");
        told(&|results| results.configurations[1].players = 0, "number of players");
        told(
            &|results| results.configurations[1].games = u64::MAX,
            "more games than can be",
        );
        told(
            &|results| results.configurations[0].sides[0].win_rate.value = 1e300,
            "a share outside",
        );
        told(
            &|results| results.configurations[0].sides[0].wins = 1 << 60,
            "more wins than games",
        );
        told(
            &|results| results.configurations[0].histogram[0].value = u32::MAX,
            "a length that cannot be",
        );
        told(
            &|results| results.configurations[0].lengths[0].mean.value = 1e300,
            "beyond any count",
        );
        told(
            &|results| results.comparisons[0].reference = "nobody's".to_owned(),
            "has not both",
        );
        told(
            &|results| results.parted[0].reference = "nobody's".to_owned(),
            "part, but has not both",
        );
        told(
            &|results| results.parted[0].found.rows.truncate(1),
            "a place that is not in its list",
        );
        told(
            &|results| results.parted[0].found.rows[0].games = u64::MAX,
            "more games than there were",
        );
        told(
            &|results| results.parted[0].found.share.hi = 1e300,
            "a share outside 0 and 1",
        );
    }
}
