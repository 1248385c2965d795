//! How games go: length, endings, events.

use super::super::format::{self, interval};
use super::cell::{Head, INTERVAL, Shown, count, estimate, figure, number, optional, share, text, word};
use balance_analysis::table::{Configuration, CounterRow, Results};

/// How long games are.
pub fn lengths(each: &Configuration) -> Shown {
    let row = |row: &balance_analysis::table::LengthRow| {
        let mut cells = vec![
            text(&row.measure),
            estimate(format::mean(row.mean), row.mean),
            optional(row.sd, |sd| number(format::plain(sd, 2), sd)),
            count(u64::from(row.min)),
        ];
        cells.extend(row.quantiles.iter().map(|each| count(u64::from(each.value))));
        cells.resize(9, text("–"));
        cells.push(count(u64::from(row.max)));
        cells
    };
    Shown {
        id: "lengths",
        title: "Length of a game".to_owned(),
        note: format!(
            "{} A decision is a choice between at least two moves.",
            turn(each).unwrap_or_else(|| format!(
                "{} are counted as the game counts them.",
                format::capital(&each.turn_word)
            ))
        ),
        heads: vec![
            word("measure"),
            figure("mean", concat!("mean; in brackets its ", interval!())),
            figure("sd", "standard deviation: how far games scatter about the mean"),
            figure("min", "shortest game"),
            figure("5 %", "one game in twenty is at most this long"),
            figure("25 %", "one game in four is at most this long"),
            figure("median", "half of the games are at most this long"),
            figure("75 %", "three games in four are at most this long"),
            figure("95 %", "nineteen games in twenty are at most this long"),
            figure("max", "longest game"),
        ],
        rows: each.lengths.iter().map(row).collect(),
    }
}

/// What a turn is, or whatever lengths are counted in; none where the game does not say.
pub fn turn(each: &Configuration) -> Option<String> {
    let word = format::one(&each.turn_word);
    (!each.turn_note.is_empty()).then(|| format!("A {word}: {}.", each.turn_note))
}

/// The head of a column of mean lengths, which says what these are counted in.
pub fn length_head(results: &Results) -> Head {
    let all = &results.configurations;
    let words = |each: &Configuration| (each.turn_word.clone(), turn(each));
    let help = match all.first().map(words) {
        Some((word, said)) if all.iter().all(|each| words(each).0 == word) => {
            format!("in {word}. {}", said.unwrap_or_default()).trim_end().to_owned()
        }
        _ => "in turns, rounds or whatever the game counts".to_owned(),
    };
    figure("mean length", help)
}

/// How games end.
pub fn endings(each: &Configuration) -> Shown {
    let row = |row: &balance_analysis::table::EndingRow| {
        vec![
            text(&row.ending),
            share(row.share),
            optional(row.turns_mean, |mean| number(format::plain(mean, 1), mean)),
            count(row.games),
        ]
    };
    Shown {
        id: "endings",
        title: "How games end".to_owned(),
        note: each.cap().map_or_else(
            || "Every game is counted; none is dropped.".to_owned(),
            |cap| format!("Games that reach the {cap} are an ending of their own; none is dropped."),
        ),
        heads: vec![
            word("ending"),
            figure("share", INTERVAL),
            figure(
                &format!("mean {}", each.turn_word),
                "mean length of the games that end so",
            ),
            figure("games", ""),
        ],
        rows: each.endings.iter().map(row).collect(),
    }
}

/// How often things happen.
pub fn counters(each: &Configuration) -> Shown {
    let happen = || each.counters.iter().filter(|row| !row.amount);
    // As many digits in all of a column as the narrowest of its intervals carries.
    let digits = |of: fn(&CounterRow) -> usize, least| happen().map(of).max().unwrap_or(least).max(least);
    let per_game = digits(|row| format::mean_decimals(row.per_game), 2);
    let games_with = digits(|row| format::decimals(row.games_with), 0);
    let row = |row: &CounterRow| {
        vec![
            text(row.counter.replace('-', " ")),
            estimate(format::plain(row.per_game.value, per_game), row.per_game),
            estimate(format::percent(row.games_with.value, games_with), row.games_with),
            optional(row.success, share),
            text(&row.help),
        ]
    };
    Shown {
        id: "events",
        title: "How often things happen".to_owned(),
        note: "Of these: its share of what it is a part of.".to_owned(),
        heads: vec![
            word("event"),
            figure("per game", "mean number in a game"),
            figure("games with", "share of games in which it happens at all"),
            figure(
                "of these",
                concat!("share of what it is counted of; in brackets the ", interval!()),
            ),
            word("what is counted"),
        ],
        rows: happen().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_analysis::sample;

    /// A column reads down: `0.025` below `0.09` looks larger.
    #[test]
    fn what_happens_has_as_many_digits_all_the_way_down() {
        let mut each = sample::single().configurations.remove(0);
        each.counters[0].per_game.hi = each.counters[0].per_game.value + 1.0;
        let shown = counters(&each);
        let digits = |column: usize| {
            let text = |row: &Vec<super::super::cell::Cell>| row[column].text.trim_end_matches(" %").to_owned();
            let all = shown.rows.iter().map(text);
            all.map(|text| text.split('.').nth(1).map_or(0, str::len))
                .collect::<Vec<_>>()
        };
        for column in [1, 2] {
            let all = digits(column);
            assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:?}");
        }
    }

    #[test]
    fn a_number_that_a_game_has_does_not_happen() {
        let mut each = sample::single().configurations.remove(0);
        let all = counters(&each).rows.len();
        each.counters[1].amount = true;
        assert_eq!(counters(&each).rows.len(), all - 1);
    }
}
