//! How to read the page: every word of statistics on it, explained once.

use crate::findings::{FAIR, commands};
use crate::{format, tables};
use balance_analysis::games;
use balance_analysis::games::{GameInfo, Status};
use balance_analysis::table::Results;
use balance_kit::bots::SEARCH;
use maud::{Markup, html};

/// Why an interval need not lie evenly around its number.
pub(super) const LOPSIDED: &str = "An interval may reach further on one side of its number than on the other: where a few games \
                                   are far longer than most, the true mean may lie further above than below.";

/// What a median is, and the marks beside it.
pub(super) fn lengths() -> Markup {
    html! {
        dt { "Median, 5 %, 95 %" }
        dd {
            "At least half of the games are no longer than the median and at least half are no shorter. At most one in \
             twenty is shorter than the 5 % mark, and at most one in twenty longer than the 95 % mark."
        }
    }
}

/// Words of the program that whoever was only handed the page has not met.
pub(super) fn words(runs: &[&Results]) -> Markup {
    let others = runs
        .iter()
        .flat_map(|run| &run.configurations)
        .any(|each| !each.others.is_empty());
    let several = runs.iter().any(|run| run.configurations.len() > 1);
    html! {
        dt { "Side" }
        dd {
            "Those who win together: a team, a player alone, or, where everybody plays alone, a place in turn order."
        }
        @if several {
            dt { "Configuration" }
            dd { "One way in which the game was set up: with its rules, its number of players and its bots." }
        }
        dt { "Seed" }
        dd { "The number from which all chance of a run is drawn: with the same one the same games are played." }
        (lengths())
        @if others {
            dt { "Other bots" }
            dd {
                "The same game was played with other bots at every seat. What is said of the game holds with them, does not hold, \
                 or is open: their games do not settle it."
            }
        }
        dt { "League, safest" }
        dd {
            "The league of a game is a set of bots that play it in different ways. Safest is the one, or the mix of several, beside \
             which none of the others was found to win more than its share."
        }
    }
}

/// What is said of content, word by word.
pub(super) fn content_words() -> Markup {
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
pub(super) fn turns(runs: &[&Results]) -> Vec<(String, String)> {
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
pub(super) fn thresholds(runs: &[&Results]) -> Markup {
    let roles = runs
        .iter()
        .flat_map(|run| &run.configurations)
        .any(|each| !each.seats_are_sides());
    html! {
        dt { "Points" }
        dd {
            "Differences of percentages are given in points: from 40 % to 43 % is +3 points. Every number is rounded by itself, so \
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

/// The last section.
pub fn section(results: &Results) -> Markup {
    let scenario = &results.scenario;
    let confidence = format::percent(scenario.confidence, 0);
    html! {
        section id="reading" {
            h2 { "How to read this" }
            dl {
                dt { "A number with its interval, as 39.9 % (39.8–40.0)" }
                dd {
                    "39.9 % of the games that were played; the brackets are the interval. Chance alone moves such a number a \
                     little: of many runs with other seeds, " (confidence) " give an interval that holds the true number."
                }
                dd { (LOPSIDED) }
                dt { "Win rate and fair share" }
                dd {
                    "The win rate is the share of all games that a side won; games that nobody won count too. The fair share is \
                     what it would win if in every game every person at the table had the same chance, winning and losing with \
                     their side: game by game an even part of its wins among the sides taking part. Where sides may win \
                     together, these add up to more than 100 %; where nobody may, to less. A scenario may say otherwise in \
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
                     of mean lengths within " (format::plain(100.0 * scenario.margins.length, 1)) " % of them. More games may show that two are not the same after all: that is \
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

/// Where a page says what bots are.
pub(super) const BOTS: &str = "reading-bots";

/// Who played: the bots of the run, and those of which the same was asked.
pub(super) fn who_played(run: &Results) -> String {
    let mut seatings: Vec<&str> = run.configurations.iter().map(|each| each.seating.as_str()).collect();
    seatings.dedup();
    let mut others: Vec<&str> = Vec::new();
    for other in run.configurations.iter().flat_map(|each| &each.others) {
        if !others.contains(&other.name.as_str()) {
            others.push(&other.name);
        }
    }
    let others = if others.is_empty() {
        String::new()
    } else {
        format!("; the same was asked of games of {}", others.join(", "))
    };
    format!("CheckExtent by programs, {}{others}.", seatings.join("; or "))
}

/// What each bot of the runs is, game by game.
pub(super) fn bots(runs: &[&Results]) -> Vec<(String, Vec<(String, String)>)> {
    let mut all: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for run in runs {
        let Some(game) = games::named(&run.scenario.game) else {
            continue;
        };
        let title = &run.scenario.game_title;
        let known = all.iter().position(|(other, _)| other == title);
        let of_game = known.unwrap_or_else(|| {
            all.push((title.clone(), Vec::new()));
            all.len() - 1
        });
        let bots = &mut all[of_game].1;
        // Whatever a bot is called, it plays as its kind does.
        let names = run.configurations.iter().flat_map(|each| {
            let own = each.bots.iter().map(|row| (row.bot.as_str(), row.kind.as_str()));
            let others = each.others.iter().map(|other| other.name.as_str());
            own.chain(others.map(|name| (name, name)))
        });
        for (name, kind) in names {
            if bots.iter().all(|(other, _)| other != name)
                && let Some(plays) = plays(game, if kind.is_empty() { name } else { kind })
            {
                bots.push((name.to_owned(), plays));
            }
        }
    }
    // What “Can I trust it?” tells of bots that search was measured in games of its own.
    for run in runs {
        let Some(game) = games::named(&run.scenario.game) else {
            continue;
        };
        let told = game.searched().is_ok_and(|searched| !searched.is_empty());
        let of_game = all.iter_mut().find(|(title, _)| *title == run.scenario.game_title);
        if let Some((_, bots)) = of_game.filter(|(_, bots)| told && bots.iter().all(|(bot, _)| bot != SEARCH))
            && let Some(plays) = plays(game, SEARCH)
        {
            bots.push((
                SEARCH.to_owned(),
                format!("{plays}; it played none of the games of this page"),
            ));
        }
    }
    all.retain(|(_, bots)| !bots.is_empty());
    all
}

/// How the bot of this name plays: one of the game's own kinds, or of its league.
fn plays(game: &GameInfo, name: &str) -> Option<String> {
    let league = game.league().unwrap_or_default();
    let member = league.iter().find(|member| member.name == name);
    if let Some(plays) = member.and_then(|member| member.plays.clone()) {
        return Some(plays);
    }
    let kind = member.map_or(name, |member| &member.spec.kind);
    let bots = (game.bots)();
    let bot = bots.iter().find(|bot| bot.kind == kind)?;
    // What may be set of it is nothing to somebody who reads.
    Some(bot.help.split(';').next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod bot_tests {
    use super::*;
    use balance_analysis::sample;

    #[test]
    fn a_bot_is_explained_by_its_kind_whatever_it_is_called() {
        let mut run = sample::single();
        let row = &mut run.configurations[0].bots[0];
        "heuristic".clone_into(&mut row.bot);
        "search".clone_into(&mut row.kind);
        let all = bots(&[&run]);
        let heuristic = all[0].1.iter().find(|(bot, _)| bot == "heuristic").expect("a bot");
        let game = games::named("riverbed").expect("a game");
        assert_eq!(Some(&heuristic.1), plays(game, "search").as_ref());
    }

    #[test]
    fn every_bot_is_explained_once_and_no_other() {
        let mut run = sample::single();
        let mut other = run.configurations[0].clone();
        "nobody-knows".clone_into(&mut other.name);
        run.configurations[0].others = vec![other];
        let all = bots(&[&run, &run]);
        let [(game, bots)] = &all[..] else { panic!("{all:?}") };
        assert_eq!(game, "Riverbed Hunt");
        let names: Vec<&str> = bots.iter().map(|(bot, _)| bot.as_str()).collect();
        assert_eq!(names, ["heuristic", "search"]);
        assert!(!bots[0].1.is_empty() && bots[1].1.ends_with("none of the games of this page"));
    }
}
