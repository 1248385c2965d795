//! How games go: length, endings, events; and what happens more, and less, with a change.

use super::super::format::{self, interval};
use super::cell::{
    INTERVAL, Shown, TableCell, TableHead, count, estimate, figure, number, optional, share, text, word,
};
use crate::metrics::counter_words;
use balance_inference::judge::TOTAL;
use balance_inference::table::{Comparison, Configuration, CounterRow, LengthRow, MARGIN, Rate, Results};

pub fn lengths(each: &Configuration) -> Shown {
    let counted = || {
        format!(
            "{} are counted as the game counts them.",
            format::capital(&each.turn_word)
        )
    };
    let quantiles = [
        (5, "5%", "one game in twenty is at most this long"),
        (25, "25%", "one game in four is at most this long"),
        (50, "median", "half of the games are at most this long"),
        (75, "75%", "three games in four are at most this long"),
        (95, "95%", "nineteen games in twenty are at most this long"),
    ];
    Shown::of_rows("lengths", "Length of a game", each.lengths.iter().take(LENGTHS))
        .note(format!(
            "{} A decision is a choice between at least two moves.",
            turn(each).unwrap_or_else(counted)
        ))
        .words("measure", |row| text(&row.measure))
        .figure("mean", concat!("mean; in brackets its ", interval!()), |row| {
            estimate(format::mean(row.mean), row.mean)
        })
        .figure(
            "sd",
            "standard deviation: how far games scatter about the mean",
            |row| optional(row.sd, |sd| number(format::plain(sd, 2), sd)),
        )
        .figure("min", "shortest game", |row| count(row.min.into()))
        .columns(
            quantiles,
            |(_, name, help)| figure(name, *help),
            |row, (percent, ..)| optional(row.quantile(*percent), |each| count(each.value.into())),
        )
        .figure("max", "longest game", |row| count(row.max.into()))
        .build()
}

/// The first measures are lengths; those of scores follow.
const LENGTHS: usize = 2;

/// What the sides score, and how far the best is ahead; no rows in a game without scores.
pub fn scores(each: &Configuration) -> Shown {
    let least = i64::from(each.least_score.unwrap_or(0));
    let from = |row: &LengthRow| if row.measure == MARGIN { 0 } else { least };
    let points = move |row: &LengthRow, value: u32| {
        let value = i64::from(value) + from(row);
        number(format::plain(value as f64, 0), value as f64)
    };
    Shown::of_rows("scores", "Scores", each.lengths.iter().skip(LENGTHS))
        .note("Margin: how far the best side ends ahead of the next.")
        .words("points", |row| text(&row.measure))
        .figure("mean", concat!("mean; in brackets its ", interval!()), |row| {
            let moved = |value: f64| value + from(row) as f64;
            let mean = Rate {
                value: moved(row.mean.value),
                lo: moved(row.mean.lo),
                hi: moved(row.mean.hi),
            };
            estimate(format::mean_below_zero(mean), mean)
        })
        .figure("min", "least", |row| points(row, row.min))
        .columns(
            [(5, "5%"), (50, "median"), (95, "95%")],
            |(_, name)| figure(name, "so many games of a hundred have at most this"),
            |row, (percent, _)| optional(row.quantile(*percent), |each| points(row, each.value)),
        )
        .figure("max", "most", |row| points(row, row.max))
        .build()
}

/// What a turn is, or whatever lengths are counted in; none where the game does not say.
pub fn turn(each: &Configuration) -> Option<String> {
    let word = format::one(&each.turn_word);
    (!each.turn_note.is_empty()).then(|| format!("A {word}: {}.", each.turn_note))
}

pub fn median(each: &Configuration) -> TableCell {
    let median = each.lengths.first().and_then(LengthRow::median);
    optional(median, |rate| estimate(format::plain(rate.value, 0), rate))
}

/// The head of a column of median lengths, which says what these are counted in.
pub fn length_head(results: &Results) -> TableHead {
    let all = &results.configurations;
    let words = |each: &Configuration| (each.turn_word.clone(), turn(each));
    let help = match all.first().map(words) {
        Some((word, said)) if all.iter().all(|each| words(each).0 == word) => {
            format!("in {word}. {}", said.unwrap_or_default()).trim_end().to_owned()
        }
        _ => "in turns, rounds or whatever the game counts".to_owned(),
    };
    figure("median length", help)
}

pub fn endings(each: &Configuration) -> Shown {
    let note = each.cap().map_or_else(
        || "Every game is counted; none is dropped.".to_owned(),
        |cap| format!("Games that reach the {cap} are an ending of their own; none is dropped."),
    );
    let mean = figure(
        &format!("mean {}", each.turn_word),
        "mean length of the games that end so",
    );
    Shown::of_rows("endings", "How games end", &each.endings)
        .note(note)
        .words("ending", |row| text(&row.ending))
        .figure("share", INTERVAL, |row| share(row.share))
        .column(mean, |row| {
            optional(row.turns_mean, |mean| number(format::plain(mean, 1), mean))
        })
        .figure("games", "", |row| count(row.games))
        .build()
}

pub fn counters(each: &Configuration) -> Shown {
    let happen = || each.counters.iter().filter(|row| !row.amount);
    // As many digits in all of a column as the narrowest of its intervals carries.
    let digits = |of: fn(&CounterRow) -> usize, least| happen().map(of).max().unwrap_or(least).max(least);
    let per_game = digits(|row| format::mean_decimals(row.per_game), 2);
    let games_with = digits(|row| format::decimals(row.games_with), 0);
    let of_these = concat!("share of what it is counted of; in brackets the ", interval!());
    Shown::of_rows("events", "How often things happen", happen())
        .note("Of these: its share of what it is a part of.")
        .words("event", |row| text(row.counter.replace('-', " ")))
        .figure("per game", "mean number in a game", |row| {
            estimate(format::plain(row.per_game.value, per_game), row.per_game)
        })
        .figure("games with", "share of games in which it happens at all", |row| {
            estimate(format::percent(row.games_with.value, games_with), row.games_with)
        })
        .figure("of these", of_these, |row| optional(row.success, share))
        .words("what is counted", |row| text(&row.help))
        .build()
}

/// Most events of a change that are named; of a run with many changes fewer.
const NAMED: usize = 8;

/// So many then.
const OF_MANY: usize = 3;

/// With more changes than this.
const MANY: usize = 4;

/// An event of a change and how much more often it happens.
struct Moved<'r> {
    before: &'r CounterRow,
    after: &'r CounterRow,
    difference: Rate,
}

/// Which events are shown to happen more or less often with each change; none where none is, or nothing is compared.
pub fn happenings(results: &Results) -> Option<Shown> {
    let of = |name: &str| results.configurations.iter().find(|each| each.name == name);
    let pairs: Vec<(&Comparison, &Configuration, &Configuration)> = results
        .comparisons
        .iter()
        .filter_map(|each| Some((each, of(&each.reference)?, of(&each.configuration)?)))
        .collect();
    let events: Vec<Vec<Moved>> = pairs.iter().map(|(_, before, after)| common(before, after)).collect();
    let asked: usize = events.iter().map(Vec::len).sum();
    // Each of the two means of a row may be missed by half of the error of the row, whatever the two have in common.
    let confidence = 1.0 - TOTAL / (2.0 * asked.max(1) as f64);
    let one = pairs.windows(2).all(|pair| pair[0].0.reference == pair[1].0.reference);
    let most = if pairs.len() > MANY { OF_MANY } else { NAMED };
    let (mut rows, mut more) = (Vec::new(), 0);
    for ((change, before, after), events) in pairs.iter().zip(events) {
        let mut moved: Vec<Moved> = events
            .into_iter()
            .map(|event| event.measured(before, after, confidence))
            .filter(|event| event.is_shown(before, after, confidence))
            .collect();
        moved.sort_by(|a, b| b.part().total_cmp(&a.part()));
        more += moved.len().saturating_sub(most);
        rows.extend(moved.into_iter().take(most).map(|event| (*change, *before, event)));
    }
    let first = rows.first()?.0;
    let reference = if one {
        format!(" than in “{}”", first.reference)
    } else {
        String::new()
    };
    let left_out = match more {
        0 => String::new(),
        more => format!(
            " {} more are left out, which differ by a smaller part.",
            format::count(more as u64)
        ),
    };
    let looks = if results.configurations.iter().any(|each| each.planned.is_some()) {
        super::AS_IF_FIXED
    } else {
        ""
    };
    let difference = "after minus before; in brackets an interval that holds for the whole table";
    let shown = Shown::of_rows("happenings", "What happens more, and less", rows)
        .note(format!(
            "How often in a game, where that is confirmed to change{reference}. Intervals hold for the whole table.{left_out}{looks}"
        ))
        .words("change", |(change, ..)| text(&change.configuration))
        .column_if((!one).then_some(word("reference")), |(change, ..)| text(&change.reference))
        .words("event", |(.., event)| text(event.before.counter.replace('-', " ")))
        .figure("before", "mean number in a game of the reference", |(.., event)| {
            event.per_game(event.before)
        })
        .figure("after", "mean number in a game with the change", |(.., event)| {
            event.per_game(event.after)
        })
        .figure("difference", difference, |(.., event)| event.difference())
        .words("what is counted", |(_, before, event)| {
            text(counter_words(event.before, &before.counters))
        });
    Some(shown.build())
}

/// What both configurations count, and nothing yet of how they differ.
fn common<'r>(before: &'r Configuration, after: &'r Configuration) -> Vec<Moved<'r>> {
    let happen = before.counters.iter().filter(|row| !row.amount);
    let pair = |row: &'r CounterRow| {
        let same = after.counters.iter().find(|other| other.counter == row.counter)?;
        (row.total + same.total > 0).then_some(Moved {
            before: row,
            after: same,
            difference: Rate {
                value: same.per_game.value - row.per_game.value,
                lo: f64::NEG_INFINITY,
                hi: f64::INFINITY,
            },
        })
    };
    happen.filter_map(pair).collect()
}

impl Moved<'_> {
    /// Part of the more frequent of the two by which they differ.
    fn part(&self) -> f64 {
        let [before, after] = [self.before, self.after].map(|row| row.per_game.value);
        (after - before).abs() / before.max(after)
    }

    /// The same with the interval of the difference: each mean lies in its own.
    fn measured(mut self, before: &Configuration, after: &Configuration, confidence: f64) -> Self {
        let before = self.before.per_game_at(before.sampling(), confidence);
        let after = self.after.per_game_at(after.sampling(), confidence);
        (self.difference.lo, self.difference.hi) = (after.lo - before.hi, after.hi - before.lo);
        self
    }

    /// Is it shown to happen more, or less? Of what was never seen on one side nothing says how often it may happen in a game, but
    /// the share of games with it is known.
    fn is_shown(&self, before: &Configuration, after: &Configuration, confidence: f64) -> bool {
        if self.before.total > 0 && self.after.total > 0 {
            return self.difference.leaves_out_zero();
        }
        let before = self.before.games_with_at(before.sampling(), confidence);
        let after = self.after.games_with_at(after.sampling(), confidence);
        after.hi < before.lo || after.lo > before.hi
    }

    /// One of the two, in as many digits as either needs.
    fn per_game(&self, row: &CounterRow) -> TableCell {
        let digits = [self.before, self.after].map(|row| format::mean_decimals(row.per_game));
        let digits = digits.into_iter().max().unwrap_or(2).max(2);
        estimate(format::plain(row.per_game.value, digits), row.per_game)
    }

    /// By how much, or that it is on one side alone.
    fn difference(&self) -> TableCell {
        match (self.before.total, self.after.total) {
            (_, 0) => text("not seen any more"),
            (0, _) => text("not seen before"),
            _ => estimate(format::means(self.difference), self.difference),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// A column reads down: `0.025` below `0.09` looks larger.
    #[test]
    fn what_happens_has_as_many_digits_all_the_way_down() {
        let mut each = sample::single().configurations.remove(0);
        each.counters[0].per_game.hi = each.counters[0].per_game.value + 1.0;
        let shown = counters(&each);
        let digits = |column: usize| {
            let text = |row: &Vec<super::super::cell::TableCell>| row[column].text.trim_end_matches('%').to_owned();
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

    /// `variants()` with the first event of the first change at `total`.
    fn with(total: u64) -> Results {
        let mut results = sample::variants();
        let (reference, changed) = (
            results.comparisons[0].reference.clone(),
            results.comparisons[0].configuration.clone(),
        );
        for each in &mut results.configurations {
            let games = each.games;
            let row = each.counters.iter_mut().find(|row| !row.amount).expect("an event");
            let count = if each.name == changed {
                total
            } else if each.name == reference {
                games / 2
            } else {
                continue;
            };
            (row.total, row.squares, row.games, row.most) = (count, count, count, 1);
            row.per_game.value = count as f64 / games as f64;
        }
        results
    }

    /// What is rarer by more than both intervals is told with its sign; what may be chance is not.
    #[test]
    fn what_surely_happens_less_is_told() {
        let games = sample::variants().configurations[0].games;
        let shown = happenings(&with(games / 4)).expect("an event that happens less");
        let difference = shown.rows[0][4].clone();
        let (value, (lo, hi)) = (
            difference.value.expect("a number"),
            difference.ends.expect("an interval"),
        );
        let [before, after] = [2, 3].map(|column| shown.rows[0][column].value.expect("a number"));
        assert!(
            (value + 0.25).abs() < 1e-9 && lo < value && value < hi && hi < 0.0,
            "{difference:?}"
        );
        assert!(
            (before - 0.5).abs() < 1e-9 && (after - 0.25).abs() < 1e-9,
            "{:?}",
            shown.rows[0]
        );
        let rows = happenings(&with(games / 2 + 20)).map_or(0, |shown| shown.rows.len());
        assert!(rows < shown.rows.len(), "twenty games more are chance");
    }

    #[test]
    fn what_never_happens_any_more_is_told() {
        let mut results = with(0);
        let last = |results: &Results| happenings(results).map(|shown| shown.rows[0][4].text.clone());
        assert_eq!(last(&results).as_deref(), Some("not seen any more"));
        let rows = happenings(&results).map_or(0, |shown| shown.rows.len());
        let reference = results.comparisons[0].reference.clone();
        for each in results.configurations.iter_mut().filter(|each| each.name == reference) {
            let row = each.counters.iter_mut().find(|row| !row.amount).expect("an event");
            (row.total, row.squares, row.games) = (2, 2, 2);
        }
        let left = happenings(&results).map_or(0, |shown| shown.rows.len());
        assert!(left < rows, "{left} of {rows}");
    }

    #[test]
    fn of_many_only_those_that_move_most_are_named() {
        let mut results = with(0);
        let games = results.configurations[0].games;
        let row = results.configurations[0].counters[0].clone();
        let changed = results.comparisons[0].configuration.clone();
        for each in &mut results.configurations {
            for number in 1..=20 {
                let count = if each.name == changed {
                    games / 2 - 100 * number
                } else {
                    games
                };
                let mut row = CounterRow {
                    counter: format!("event-{number}"),
                    amount: false,
                    of: None,
                    total: count,
                    squares: count,
                    games: count,
                    most: 1,
                    ..row.clone()
                };
                row.per_game.value = count as f64 / games as f64;
                each.counters.push(row);
            }
        }
        results.comparisons.truncate(1);
        let shown = happenings(&results).expect("events");
        assert_eq!(shown.rows.len(), NAMED);
        // What is gone moves most.
        assert_eq!(shown.rows[0][4].text, "not seen any more");
        assert_eq!(shown.rows[1][1].text, "event 20");
        assert!(shown.note.contains(" more are left out"), "{}", shown.note);
    }
}
