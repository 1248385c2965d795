//! Which bots of a scenario and of its game's league meet, and at which table.

use super::Failure;
use super::prepare::Prepared;
use balance_analysis::games::{Mistake, Seats, Setup, program};
use balance_analysis::league::LeagueBot;
use balance_analysis::shell_quote;
use balance_kit::Member as OfLeague;
use balance_kit::schema::messages::suggest;

/// The configuration of this name, or the first, and the players at its table.
///
/// # Errors
/// There is no such configuration, or nobody meets at its table.
pub fn chosen(one: &Prepared, name: Option<&str>) -> Result<(usize, usize), Failure> {
    let at = one.configuration(name)?;
    let players = one.games[at].sheet().players;
    if players < 2 {
        let file = shell_quote::file(&one.scenario.path);
        return Err(Failure::Input(format!(
            "{file}: bots are measured by each other, and nobody meets at a table for one. How often each wins alone says \
             `{} run {file} --set seats.all=BOT`.",
            program()
        )));
    }
    Ok((at, players))
}

/// The bots that were `asked` for, or those of the game's league that play at a table for so many, and of the scenario's own.
/// One that the rules of `setup` do not suit is left out unless it was asked for.
///
/// # Errors
/// What is wrong with the league or with a bot that was asked for, and that no bot can play.
pub fn members(one: &Prepared, setup: &Setup, players: usize, asked: &[String]) -> Result<Vec<LeagueBot>, Failure> {
    let mut league = one
        .info
        .league()
        .map_err(|said| Failure::Input(format!("{}: its league is wrong: {said}", one.info.title)))?;
    league.retain(|member| !setup.bots.contains_key(&member.name));
    let own = |name: &String| LeagueBot::of_setup(setup, name);
    let of_league = |member: &OfLeague| LeagueBot {
        name: member.name.clone(),
        spec: member.spec.clone(),
    };
    if !asked.is_empty() {
        let more: Vec<&str> = league.iter().map(|member| member.name.as_str()).collect();
        known(one, setup, asked, &more)?;
        let named = |name: &String| {
            let found = league.iter().find(|member| member.name == *name);
            found.map_or_else(|| own(name), of_league)
        };
        let all: Vec<LeagueBot> = asked.iter().map(named).collect();
        for member in &all {
            let said: Vec<String> = faults(one, setup, member)
                .into_iter()
                .map(|fault| fault.message)
                .collect();
            if !said.is_empty() {
                return Err(Failure::Input(format!(
                    "“{}” cannot play here: {}",
                    member.name,
                    said.join("; ")
                )));
            }
        }
        return Ok(all);
    }
    let seated = u32::try_from(players).unwrap_or(u32::MAX);
    let mut all: Vec<LeagueBot> = league
        .iter()
        .filter(|member| member.plays(seated) && member.suits(&setup.rules))
        .map(of_league)
        .collect();
    all.extend(setup.bots.keys().map(own));
    all.retain(|member| faults(one, setup, member).is_empty());
    if all.is_empty() {
        return Err(Failure::Input(
            "no bot of the league can play by these rules".to_owned(),
        ));
    }
    Ok(all)
}

/// The setup with these bots among its own, and their names.
pub fn known_to(setup: &Setup, members: &[LeagueBot]) -> (Setup, Vec<String>) {
    let mut setup = setup.clone();
    for member in members {
        setup.bots.insert(member.name.clone(), member.spec.clone());
    }
    (setup, members.iter().map(|member| member.name.clone()).collect())
}

/// What is wrong where a bot sits at every seat.
fn faults(one: &Prepared, setup: &Setup, member: &LeagueBot) -> Vec<Mistake> {
    let (mut setup, _) = known_to(setup, std::slice::from_ref(member));
    setup.seats = Seats {
        all: member.name.clone(),
        ..Seats::default()
    };
    (one.info.check)(&setup)
}

/// Are these all names of bots, each once: kinds, bots of the scenario, or one of `more`?
pub fn known(one: &Prepared, setup: &Setup, names: &[String], more: &[&str]) -> Result<(), Failure> {
    let own = setup.bots.keys().map(String::as_str);
    let kinds = (one.info.bots)().into_iter().map(|bot| bot.kind);
    let mut known: Vec<&str> = own.chain(kinds).collect();
    known.extend(
        more.iter()
            .filter(|name| !known.contains(*name))
            .copied()
            .collect::<Vec<_>>(),
    );
    for (at, name) in names.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let near = suggest(name, known.iter().copied()).map_or_else(
                || format!("there are {}", known.join(", ")),
                |near| format!("did you mean \"{near}\"?"),
            );
            return Err(Failure::Input(format!(
                "there is no bot \"{}\"; {near}",
                name.escape_debug()
            )));
        }
        if names[..at].contains(name) {
            return Err(Failure::Input(format!("\"{name}\" is named twice")));
        }
    }
    Ok(())
}
