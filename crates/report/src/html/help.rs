//! How to read the page: every word of statistics on it, explained once.

use crate::findings::{SEAT_MARGIN, commands};
use crate::{format, tables};
use balance_config::games::Status;
use balance_config::scenario::FAIR;
use balance_inference::table::Results;
use maud::{Markup, html};

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
    let game = |run: &Results| run.scenario.game_title.clone();
    let several = runs.iter().any(|run| game(run) != game(runs[0]));
    let mut words: Vec<(String, String)> = Vec::new();
    let all = runs
        .iter()
        .flat_map(|run| run.configurations.iter().map(move |each| (run, each)));
    for (run, each) in all {
        let Some(said) = tables::turn(each) else { continue };
        let said = if several {
            format!("{}. {said}", game(run))
        } else {
            said
        };
        let word = format::capital(&each.turn_word);
        match words.iter_mut().find(|known| known.0 == word) {
            Some((_, known)) if known.contains(&said) => {}
            Some((_, known)) => *known = format!("{known} {said}"),
            None => words.push((word, said)),
        }
    }
    words
}

/// The last section of a page about these runs.
pub fn section(runs: &[&Results]) -> Markup {
    let scenario = &runs[0].scenario;
    let confidence = format::percent(scenario.confidence, 0);
    let margins = scenario.margins;
    html! {
        section id="reading" {
            h2 { "How to read this" }
            dl {
                dt { "A number with its range, as 39.9% (39.8–40.0)" }
                dd {
                    "39.9% of the games that were played. Of many runs with other seeds, " (confidence)
                    " have a range that holds the true number. A range may be uneven: a few very long games may raise the true mean."
                }
                dt { "Win rate and fair share" }
                dd {
                    "Win rate: the share of all games that a side won; games that nobody won count too. "
                    "Fair share: what it would win if every person at the table had the same chance in every game. "
                    "Where sides may win together, fair shares add up to more than 100%. "
                    "[fair-share] of a scenario may say otherwise."
                }
                @if runs.iter().any(|run| run.scenario.any_time) {
                    dt { "Stopped when known" }
                    dd {
                        "The run could end as soon as its win rates were known well enough. "
                        "The ranges allow for that, but where a table takes the number of games as fixed."
                    }
                }
                dt { "Points" }
                dd { "Differences of percentages: from 40% to 43% is +3 points." }
                dt { "Problem or notice" }
                dd {
                    "A problem is a confirmed gap to fair of more than " (format::plain(100.0 * FAIR, 0)) " points for a side, "
                    "or of more than " (format::plain(100.0 * SEAT_MARGIN, 0)) " for a seat. "
                    "A notice is a confirmed gap that may be smaller."
                }
                dt { "Ranges that hold at once" }
                dd {
                    "Among many ranges some miss by chance. Findings use wider ones: all of a table hold together in " (confidence)
                    " of runs."
                }
                dt { "Seats" }
                dd {
                    "Places in turn order; the numbers of [seats] are chairs. "
                    "Expected: what the roles dealt to a seat win on average over all seats."
                }
                dt { "Equal" }
                dd {
                    "Said only where the whole range of a difference lies within " (format::plain(100.0 * margins.share, 1))
                    " points, of mean lengths within " (format::plain(100.0 * margins.length, 1)) "%."
                }
                dt { "Same deals" }
                dd {
                    "All versions play the same shuffles and dice as far as the rules allow. "
                    "Pairing: how many times as many games separate deals would need."
                }
                @for (word, said) in turns(runs) { dt { (word) } dd { (said) } }
                dt { "Median, 5%, 95%" }
                dd {
                    "At least half of the games are no longer than the median. "
                    "At most 1 in 20 is shorter than the 5% mark, at most 1 in 20 longer than the 95% mark."
                }
                (content_words())
                dt { "The files beside this page" }
                dd {
                    code { "results.json" } " holds all numbers; " code { "tables/" } " the same as CSV and Parquet; "
                    code { "charts/" } " the pictures; " code { "report.md" } " a short text for pull requests."
                }
                dt { "To repeat" }
                dd {
                    @for run in runs { pre { (commands(run)[0]) } }
                    "The same bytes in every table, with any number of threads."
                }
            }
        }
    }
}
