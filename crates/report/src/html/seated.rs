//! Which bots played, and what each of them is.

use balance_kit::kinds::SEARCH;

use balance_analysis::games::{self, GameInfo};
use balance_analysis::table::Results;

/// Where a page says what bots are.
pub(super) const EXPLAINED: &str = "reading-bots";

/// Who played: the bots of the run, and those of which the same was asked.
pub(super) fn of(run: &Results) -> String {
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
    format!("Played by programs, {}{others}.", seatings.join("; or "))
}

/// What each bot of the runs is, game by game.
pub(super) fn explained(runs: &[&Results]) -> Vec<(String, Vec<(String, String)>)> {
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
mod tests {
    use super::*;
    use balance_analysis::sample;

    #[test]
    fn a_bot_is_explained_by_its_kind_whatever_it_is_called() {
        let mut run = sample::single();
        let row = &mut run.configurations[0].bots[0];
        "heuristic".clone_into(&mut row.bot);
        "search".clone_into(&mut row.kind);
        let all = explained(&[&run]);
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
        let all = explained(&[&run, &run]);
        let [(game, bots)] = &all[..] else { panic!("{all:?}") };
        assert_eq!(game, "Riverbed Hunt");
        let names: Vec<&str> = bots.iter().map(|(bot, _)| bot.as_str()).collect();
        assert_eq!(names, ["heuristic", "search"]);
        assert!(!bots[0].1.is_empty() && bots[1].1.ends_with("none of the games of this page"));
    }
}
