//! What to do, and what speaks against it.

use super::figure::Transfer;
use super::{RuleChange, Tuning, TuningFigure, TuningWish, label};
use crate::format;
use balance_config::games::Counter;
use balance_config::scenario::{Of, is_gap_of};
use balance_experiments::tune::{Confirmed, Event, Games};

/// Two goals that exclude each other.
pub(super) struct Contradiction {
    /// Of what.
    pub metric: String,
    /// What one allows.
    pub least: String,
    /// What the other allows.
    pub most: String,
}

impl Tuning {
    /// Is there a table at which no side wins any game of the present rules?
    pub(super) fn nobody_wins(&self) -> bool {
        let rates = || self.proposals[0].figures.iter().filter(|figure| figure.is_win_rate());
        let tables = rates().map(|figure| &figure.table);
        tables.into_iter().any(|table| {
            let here = rates().filter(|figure| figure.table == *table);
            here.map(|figure| figure.now.value).fold(0.0, f64::max) <= 0.0
        })
    }

    /// Two goals for one figure at one table that no game meets together, as the present rules show it; none where there are none.
    pub(super) fn contradiction(&self) -> Option<Contradiction> {
        let figures = self.proposals[0].figures.iter();
        let opposed = figures
            .filter(|figure| figure.verdict.is_some())
            .find(|figure| figure.band.0 > figure.band.1)?;
        let measure = opposed.measure();
        let end = |band: (Option<f64>, Option<f64>)| measure.band(band, measure.digits_of_ends(band, 0));
        Some(Contradiction {
            metric: opposed.metric.clone(),
            least: end((Some(opposed.band.0), None)),
            most: end((None, Some(opposed.band.1))),
        })
    }

    /// Is this proposal what may meet every wish, where the one to take is shown to miss one?
    pub(super) fn is_ahead(&self, index: usize) -> bool {
        let ahead = self.ahead.as_ref();
        ahead.is_some_and(|ahead| self.proposals[index].changes == ahead.changes)
    }

    /// What stands beside the proposal that the answer is about.
    pub(super) fn mark(&self, index: usize) -> Option<&'static str> {
        let closest = if self.ahead.is_some() {
            self.is_ahead(index)
        } else {
            self.take == Some(index)
        };
        closest.then_some("closest")
    }
}

/// A value of a rule, which is TOML, in a sentence: `“shared”`, `−1`.
pub(super) fn value(toml: &str) -> String {
    if toml.parse::<f64>().is_ok() {
        return toml.replace('-', "−");
    }
    // What is between quotes has none of its own, or is not to be read aloud.
    if toml.contains('\\') {
        return toml.to_owned();
    }
    let mut said = String::new();
    for (at, part) in toml.split('"').enumerate() {
        said += match at % 2 {
            _ if at == 0 => "",
            0 => "”",
            _ => "“",
        };
        said += part;
    }
    said
}

/// "`a` from 6 to 5 and `b` from 1 to 0".
pub(super) fn listed(changes: &[RuleChange]) -> String {
    let one = |change: &RuleChange| match (&change.from, change.by()) {
        (Some(from), _) => format!("{} from {} to {}", change.rule, value(from), value(&change.to)),
        (None, Some(by)) => format!("{} by {by} at every table", change.rule),
        (None, None) => format!("{} to {}", change.rule, value(&change.to)),
    };
    match changes {
        [] => "nothing".to_owned(),
        _ => format::join_and(&changes.iter().map(one).collect::<Vec<_>>()),
    }
}

impl Tuning {
    /// Is it how often a side wins of which it is wished how far it is from another?
    pub(super) fn is_of_gap(&self, figure: &TuningFigure) -> bool {
        let Some(side) = Of::metric(&figure.metric).side() else {
            return false;
        };
        let of = |wish: &TuningWish| wish.table == figure.table && is_gap_of(&wish.metric, side);
        self.wishes.iter().any(of)
    }
}

/// The wishes among these figures of a version from which it leads away under the second bot.
pub(super) fn away(figures: &[TuningFigure]) -> impl Iterator<Item = &TuningFigure> {
    let away = |figure: &&TuningFigure| {
        figure.verdict.is_some() && figure.transfers() == Some(Transfer::Away) && !figure.second_within()
    };
    figures.iter().filter(away)
}

/// Of more than these only the number is told.
const NAMED: usize = 3;

/// What happens no more with a finalist, in the words of the game; what never succeeds since nobody can try is not told.
pub(super) fn removed_events(games: &Games, confirmed: &Confirmed, finalist: usize) -> Vec<String> {
    let gone: Vec<&Event> = confirmed
        .gone(finalist)
        .iter()
        .map(|event| &games.events[*event])
        .collect();
    let tried = |event: &&&Event| {
        let tries = |other: &&Event| other.table == event.table && Some(other.counter.key) == event.counter.of;
        !gone.iter().any(tries)
    };
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for event in gone.iter().filter(tried) {
        let (what, table) = (words(games, event), games.tables[event.table].as_str());
        match told.iter_mut().find(|known| known.0 == what) {
            Some(known) => known.1.push(table),
            None => told.push((what, vec![table])),
        }
    }
    let at = |(what, tables): (String, Vec<&str>)| {
        let some = (tables.len() < games.tables.len()).then(|| tables.join(", "));
        label(some.as_deref(), &format!("“{what}”"))
    };
    told.into_iter().map(at).collect()
}

fn words(games: &Games, event: &Event) -> String {
    let mut same_table = games.events.iter().filter(|other| other.table == event.table);
    let whole = same_table.find(|other| Some(other.counter.key) == event.counter.of);
    match event.counter.help.strip_prefix(Counter::PART).zip(whole) {
        Some((part, whole)) => format!("of {}: {part}", words(games, whole)),
        None => event.counter.help.to_owned(),
    }
}

/// `“ability cards played” happened in none of its games`.
pub(super) fn loss_in_words(gone: &[String]) -> Option<String> {
    let rest = gone.len().saturating_sub(NAMED);
    let rest = (rest > 0).then(|| format!("{rest} more"));
    let named: Vec<String> = gone.iter().take(NAMED).cloned().chain(rest).collect();
    (!named.is_empty()).then(|| format!("{} happened in none of its games", format::join_and(&named)))
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod removed_events_tests {
    use super::*;

    #[test]
    fn what_happens_no_more_is_told_in_few_words() {
        let all = ["“cards played”", "“falls”", "“swims”", "“dives”", "“cons”"].map(str::to_owned);
        assert_eq!(loss_in_words(&[]), None);
        assert_eq!(
            loss_in_words(&all[..1]).as_deref(),
            Some("“cards played” happened in none of its games")
        );
        assert_eq!(
            loss_in_words(&all[..2]).as_deref(),
            Some("“cards played” and “falls” happened in none of its games")
        );
        assert_eq!(
            loss_in_words(&all).as_deref(),
            Some("“cards played”, “falls”, “swims” and 2 more happened in none of its games")
        );
    }
}
