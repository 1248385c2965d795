//! What was played, and what it is made of, in words.

use super::super::format;
use super::cell::{Shown, count, text};
use crate::metrics::names;
use balance_config::games::{Provenance, Status};
use balance_inference::table::{Configuration, Results};
use balance_kit::schema::messages::things;

/// Every side of any configuration, in the order in which they first occur, those that can win before "nobody".
pub fn sides(results: &Results) -> Vec<&str> {
    let rows = results.configurations.iter().flat_map(|each| &each.sides);
    let (playing, nobody): (Vec<_>, Vec<_>) = rows.partition(|row| row.fair.is_some());
    names(playing.into_iter().chain(nobody))
}

/// Do the configurations differ in the number of players, so that a win rate means something else in each?
pub fn tables_differ(results: &Results) -> bool {
    let mut players = results.configurations.iter().map(|each| each.players);
    let first = players.next();
    players.any(|other| Some(other) != first)
}

/// What was played, in a line: games, configurations, seed.
pub fn summary(results: &Results) -> String {
    let played: u64 = results.configurations.iter().map(|each| each.games).sum();
    let count = match results.configurations.len() {
        1 => "one version".to_owned(),
        count => format!("{count} versions"),
    };
    let scenario = &results.scenario;
    // What is asked for is deals: of these there are fewer than games where seats rotate.
    let deals: u64 = results
        .configurations
        .iter()
        .map(|each| each.games / u64::from(each.rotations.max(1)))
        .sum();
    let mut rotations = results.configurations.iter().map(|each| each.rotations);
    let first = rotations.next().unwrap_or(1);
    let deals = if deals == played {
        String::new()
    } else if rotations.all(|other| other == first) {
        format!(" ({} deals, each played {first} times)", format::count(deals))
    } else {
        format!(" ({} deals, some played several times)", format::count(deals))
    };
    format!(
        "{}{deals} of {} · {count}{} · seed {}",
        format::games(played),
        scenario.game_title,
        sizes(results).map_or_else(String::new, |sizes| format!(" · {sizes}")),
        scenario.seed
    )
}

/// The sizes of the tables, `3, 4 and 5 players`, where they differ.
pub fn sizes(results: &Results) -> Option<String> {
    let mut all: Vec<u32> = results.configurations.iter().map(|each| each.players).collect();
    all.sort_unstable();
    all.dedup();
    let words: Vec<String> = all.iter().map(u32::to_string).collect();
    (all.len() > 1).then(|| format!("{} players", format::join_and(&words)))
}

/// A configuration in a line: players, games, bots, and rules that the scenario sets.
pub fn facts(each: &Configuration) -> String {
    let mut parts = vec![
        things(each.players as usize, "player"),
        format::games(each.games),
        each.seating.clone(),
    ];
    if each.rotations > 1 {
        parts.push(format!("every deal {} times", each.rotations));
    }
    if !each.rules.is_empty() {
        parts.push(format!("rules set: {}", each.rules.join(", ")));
    }
    parts.join(" · ")
}

/// How sure we are of what the configurations are made of, in a line: `tiles (elements): 24 published, 12 reconstructed`.
pub fn content(results: &Results) -> String {
    /// A part in one aspect and, for each status, the fewest and the most entries.
    type Part = (String, Vec<(Status, u32, u32)>);
    let mut parts: Vec<Part> = Vec::new();
    let all = &results.configurations;
    for row in all.iter().flat_map(|each| &each.provenance) {
        let label = row.label();
        let at = parts.iter().position(|part| part.0 == label).unwrap_or_else(|| {
            parts.push((label, Vec::new()));
            parts.len() - 1
        });
        let counts = &mut parts[at].1;
        // A configuration that has none of them says nothing of it.
        let has = |each: &Configuration| {
            let same = |other: &&Provenance| other.label() == row.label() && other.status == row.status;
            each.provenance.iter().any(|other| same(&other))
        };
        if let Some((_, least, most)) = counts.iter_mut().find(|count| count.0 == row.status) {
            (*least, *most) = ((*least).min(row.entries), (*most).max(row.entries));
        } else {
            let least = if all.iter().all(has) { row.entries } else { 0 };
            counts.push((row.status, least, row.entries));
        }
    }
    let number = |least: u32, most: u32| {
        if least == most {
            most.to_string()
        } else {
            format!("{least}–{most}")
        }
    };
    let words = parts.into_iter().map(|(part, counts)| {
        let counts = counts
            .into_iter()
            .map(|(status, least, most)| format!("{} {}", number(least, most), word_of(status)));
        format!("{part}: {}", counts.collect::<Vec<_>>().join(", "))
    });
    words.collect::<Vec<_>>().join("; ")
}

pub fn word_of(status: Status) -> &'static str {
    match status {
        Status::Published => "published",
        Status::Constrained => "constrained",
        Status::Reconstructed => "reconstructed",
        Status::Own => "your own",
    }
}

pub fn meaning_of(status: Status) -> &'static str {
    match status {
        Status::Published => "printed in the rulebook or on a public page",
        Status::Constrained => "forced, or nearly, by the rulebook's text",
        Status::Reconstructed => {
            "made up for this program, so that it satisfies every rule and example of the rulebook; not the publisher's"
        }
        Status::Own => "given by the scenario",
    }
}

/// How sure we are of what a configuration is made of.
pub fn provenance(each: &Configuration) -> Shown {
    Shown::of_rows("provenance", "Where the content comes from", &each.provenance)
        .note("Reconstructed components fit every rule and example of the rulebook. Results that depend on them are about the reconstruction.")
        .words("part", |row| text(&row.part))
        .words("aspect", |row| text(&row.aspect))
        .words("status", |row| {
            text(format!("{}: {}", word_of(row.status), meaning_of(row.status)))
        })
        .figure("entries", "", |row| count(row.entries.into()))
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Where one of two configurations has none of a kind the range begins with none.
    #[test]
    fn what_one_configuration_lacks_is_counted_as_none() {
        let mut results = sample::variants();
        results.configurations.truncate(2);
        let row = |status: Status, entries: u32| Provenance {
            status,
            entries,
            ..results.configurations[0].provenance[0].clone()
        };
        let [own, published] = [row(Status::Own, 4), row(Status::Published, 9)];
        let label = own.label();
        results.configurations[0].provenance = vec![published.clone()];
        results.configurations[1].provenance = vec![
            Provenance {
                entries: 5,
                ..published
            },
            own,
        ];
        assert_eq!(content(&results), format!("{label}: 5–9 published, 0–4 your own"));
    }
}
