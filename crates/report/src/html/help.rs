//! How to read the page: every word of statistics on it, explained once.

use crate::findings::{FAIR, commands};
use crate::{format, tables};
use balance_analysis::games::Status;
use balance_analysis::table::Results;
use maud::{Markup, html};

/// Why an interval need not lie evenly around its number.
const LOPSIDED: &str = "An interval may reach further on one side of its number than on the other: where a few games \
                                   are far longer than most, the true mean may lie further above than below.";

/// What a median is, and the marks beside it.
fn lengths() -> Markup {
    html! {
        dt { "Median, 5%, 95%" }
        dd {
            "At least half of the games are no longer than the median and at least half are no shorter. At most one in \
             twenty is shorter than the 5% mark, and at most one in twenty longer than the 95% mark."
        }
    }
}

/// What is said of content, word by word.
fn content_words() -> Markup {
    let statuses = [
        Status::Published,
        Status::Constrained,
        Status::Reconstructed,
        Status::Own,
    ];
    html! {
        dt id="reading-content" { "Content" }
        dd {
            @for status in statuses { p { strong { (tables::word_of(status)) } ": " (tables::meaning_of(status)) "." } }
        }
    }
}

/// What lengths are counted in: each word with what it means in each game, which is named where there are several.
fn turns(runs: &[&Results]) -> Vec<(String, String)> {
    let mut games: Vec<(&str, &str, String)> = Vec::new();
    for run in runs {
        let game = run.scenario.game_title.as_str();
        for each in &run.configurations {
            let known = games
                .iter()
                .any(|(known, word, _)| (*known, *word) == (game, &each.turn_word));
            let said = tables::turn(each).filter(|_| !known);
            games.extend(said.map(|said| (game, each.turn_word.as_str(), said)));
        }
    }
    let several = games.iter().any(|one| one.0 != games[0].0);
    let mut words: Vec<(String, String)> = Vec::new();
    for (game, word, said) in games {
        let said = if several { format!("{game}. {said}") } else { said };
        let word = format::capital(word);
        match words.iter_mut().find(|known| known.0 == word) {
            Some((_, all)) => *all = format!("{all} {said}"),
            None => words.push((word, said)),
        }
    }
    words
}

/// From where on a gap is called a problem, and what points are.
fn thresholds(runs: &[&Results]) -> Markup {
    let roles = runs
        .iter()
        .flat_map(|run| &run.configurations)
        .any(|each| !each.seats_are_sides());
    html! {
        dt { "Points" }
        dd {
            "Differences of percentages are given in points: from 40% to 43% is +3 points. Every number is rounded by itself, so \
             that a gap may end in another digit than what the rounded shares beside it would give."
        }
        dt { "Problem or notice" }
        dd {
            "A side is a problem where it is surely more than " (format::plain(100.0 * FAIR, 0)) " points off its fair share"
            @if roles { ", a seat where it is surely more than 1 point off what its roles win" }
            ". Where one is surely off, but not surely by so much, a notice says that it has an advantage or disadvantage."
        }
    }
}

/// The last section of a page about several runs.
pub(super) fn section_of_several(runs: &[&Results]) -> Markup {
    html! {
        section id="reading" {
            h2 { "How to read this" }
            dl {
                dt { "Bots" }
                dd {
                    "All games were played by programs, called bots. What they show is about the rules as these programs play them."
                }
                dt { "A number with its interval, as 39.9 % (39.8–40.0)" }
                dd {
                    "39.9 % of the games that were played; the brackets are the interval. Chance alone moves such a number a little: an \
                     interval misses the true number in few of many runs with other seeds."
                }
                (thresholds(runs))
                @for (word, said) in turns(runs) { dt { (word) } dd { (said) } }
                (content_words())
                dt { "To repeat a run" }
                dd {
                    "With the program and the file that its command names the same games can be played again."
                    @for run in runs { pre { (commands(run)[0]) } }
                }
            }
        }
    }
}

/// The last section.
pub fn section(results: &Results) -> Markup {
    let scenario = &results.scenario;
    let confidence = format::percent(scenario.confidence, 0);
    html! {
        section id="reading" {
            h2 { "How to read this" }
            dl {
                dt { "A number with its interval, as 39.9% (39.8–40.0)" }
                dd {
                    "39.9% of the games that were played; the brackets are the interval. Chance alone moves such a number a \
                     little: of many runs with other seeds, " (confidence) " give an interval that holds the true number."
                }
                dd { (LOPSIDED) }
                dt { "Win rate and fair share" }
                dd {
                    "The win rate is the share of all games that a side won; games that nobody won count too. The fair share is \
                     what it would win if in every game every person at the table had the same chance, winning and losing with \
                     their side: game by game an even part of its wins among the sides taking part. Where sides may win \
                     together, these add up to more than 100%; where nobody may, to less. A scenario may say otherwise in \
                     [fair-share]."
                }
                @if scenario.any_time {
                    dt { "Stopped when known" }
                    dd {
                        "This run could end as soon as every side's win rate was known well enough. The intervals of sides are \
                         made so that they hold at every look, and so are those of the other tables where these do not say \
                         that the number of games is taken as fixed."
                    }
                }
                (thresholds(&[results]))
                dt { "Intervals that hold at once" }
                dd {
                    "Among many intervals some miss by chance. The findings use wider ones, which hold for all rows of their \
                     table in all configurations together in " (confidence) " of runs."
                }
                dt { "Seats" }
                dd {
                    "Places at the table in turn order, not the numbers of [seats], which are chairs. What is expected of a seat is what the roles dealt to it win on average \
                     over all seats; the gap beyond that is what the seat itself does."
                }
                dt { "Equal" }
                dd {
                    "Not seeing a difference does not show that there is none. Equal is said only when the whole interval of the \
                     difference lies within " (format::plain(100.0 * scenario.margins.share, 1)) " points (the scenario's margin), \
                     of mean lengths within " (format::plain(100.0 * scenario.margins.length, 1)) "% of them. More games may show that two are not the same after all: that is \
                     called different, but within the margin."
                }
                dt { "Same deals" }
                dd {
                    "All configurations play the same shuffles and dice as far as the rules allow. Differences are taken game by \
                     game, and “pairing” says how many times as many games separate deals would have needed."
                }
                @for (word, said) in turns(&[results]) { dt { (word) } dd { (said) } }
                (lengths())
                (content_words())
                dt { "The files beside this page" }
                dd {
                    code { "results.json" } " holds all numbers; " code { "tables/" } " the same as CSV and Parquet; "
                    code { "charts/" } " the pictures; " code { "report.md" } " a short text for pull requests."
                }
                dt { "To repeat this run" }
                dd { pre { (commands(results)[0]) } "gives the same bytes in every table, with any number of threads." }
            }
        }
    }
}
