//! How people stand to the bots of a run, by a log of their games.

use crate::findings::players;
use crate::format;
use balance_config::scenario::Margins;
use balance_inference::playtests::{LevelFigure, Overall, PeopleFigure, Playtests};
use balance_inference::table::{Rate, Results};
use balance_kit::schema::messages::things;

/// How people stand to the bots of a run whose scenario names a log of their games; none where it names none.
pub fn beside_bots(results: &Results) -> Option<String> {
    let logs = results
        .configurations
        .iter()
        .filter_map(|each| Some((each, each.playtests.as_ref()?)));
    let margins = results.scenario.margins;
    let found: Vec<Playtests> = logs
        .map(|(each, log)| Playtests::new(log, each, margins, None))
        .collect();
    let of_bots = |found: &Playtests| found.standing(found.levels().next().unwrap_or_default());
    match &found[..] {
        [] => None,
        [only] => Some(sentence(only, of_bots(only), margins)),
        several => {
            let played = several.iter().filter(|found| found.games > 0);
            Some(by_version(&played.map(of_bots).collect::<Vec<_>>()))
        }
    }
}

/// What a log says beside bots, without the word that it begins with.
pub fn people_verdict(found: &Playtests, overall: Overall, margins: Margins) -> String {
    let bots = players(found.levels().next().unwrap_or_default());
    let games = format::games(found.games as u64);
    let own = |figure: &PeopleFigure| figure.levels.first().cloned();
    let differs = |figure: &PeopleFigure| own(figure).filter(|of| of.standing.differs());
    let apart = |of: &LevelFigure| of.difference.value.abs();
    let sides = found.sides.iter().filter_map(|figure| Some((figure, differs(figure)?)));
    let length = found
        .length
        .as_ref()
        .and_then(|figure| Some((figure, differs(figure)?)));
    let mut seats = found.seats.iter().filter_map(|figure| Some((figure, differs(figure)?)));
    let furthest = sides.max_by(|a, b| apart(&a.1).total_cmp(&apart(&b.1)));
    match (overall, furthest, length, seats.next()) {
        _ if found.games == 0 => "The log has no game of this version.".to_owned(),
        (Overall::Different, Some((figure, of)), ..) => format!(
            "from {bots}: {} wins {} of {games} between people, {} of those between {bots}.",
            format::side(&figure.subject),
            format::percent(figure.people.value, digits(figure.people)),
            format::percent(of.rate.value, digits(of.rate))
        ),
        (Overall::Different, _, Some((figure, of)), _) => format!(
            "from {bots}: {games} between people took {} {} on average, those between {bots} {}.",
            format::plain(figure.people.value, 1),
            figure.subject,
            format::plain(of.rate.value, 1)
        ),
        (Overall::Different, _, _, Some((figure, of))) => format!(
            "from {bots}: seat {} wins {} of {games} between people, {} of those between {bots}.",
            figure.subject,
            format::percent(figure.people.value, digits(figure.people)),
            format::percent(of.rate.value, digits(of.rate))
        ),
        (Overall::Alike, ..) => format!(
            "to {bots} within {}, in {games} between people.",
            format::margins(margins)
        ),
        _ => format!("after {games} between people: no difference from {bots} is confirmed."),
    }
}

/// The same in a line of its own.
fn sentence(found: &Playtests, overall: Overall, margins: Margins) -> String {
    let said = people_verdict(found, overall, margins);
    match overall {
        _ if found.games == 0 => said,
        Overall::Different => format!("Different {said}"),
        Overall::Alike => format!("Alike {said}"),
        Overall::Undecided => format!("Undecided {said}"),
    }
}

/// In how many versions people win as bots do: `Different in 1, undecided in 2 of the 3 versions that people played.`
fn by_version(standings: &[Overall]) -> String {
    let named = [
        ("different", Overall::Different),
        ("alike", Overall::Alike),
        ("undecided", Overall::Undecided),
    ];
    let counts = named.map(|(word, standing)| (word, standings.iter().filter(|found| **found == standing).count()));
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(word, count)| format!("{word} in {count}")).collect();
    if counts.is_empty() {
        return "The log has no game of these versions.".to_owned();
    }
    let played = format::capital(&counts.join(", "));
    format!(
        "{played} of the {} that people played.",
        things(standings.len(), "version")
    )
}

fn digits(rate: Rate) -> usize {
    format::decimals(rate).min(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_counted_by_how_people_stand_to_bots() {
        let said = by_version(&[Overall::Undecided, Overall::Different, Overall::Undecided]);
        assert_eq!(
            said,
            "Different in 1, undecided in 2 of the 3 versions that people played."
        );
        assert_eq!(by_version(&[]), "The log has no game of these versions.");
    }
}
