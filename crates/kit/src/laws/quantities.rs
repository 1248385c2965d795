//! What conditions of scripts ask about is what it is said to be, and tactics fit where they are said to.

use super::{Breach, walk};
use crate::bots::SCRIPTED;
use crate::script::{Reading, TacticNeeds, offered};
use crate::{BotSpec, Guest};
use balance_engine::Bot;

/// Whenever a bot is asked, every number that a condition may compare lies within its ends, and of several things none is there
/// that cannot be. A wrong end would call a condition pointless that is not.
pub fn quantities_are_possible<G: Guest>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let quantities = G::bots().quantities();
    for index in 0..games {
        walk(game, bot, seed, index, |choice| {
            let view = choice.state.view(game, choice.seat);
            for quantity in quantities {
                let name = quantity.name;
                match &quantity.reading {
                    Reading::Number(of) => {
                        let ends = quantity.within(game);
                        let any = ends == (i32::MIN..=i32::MAX);
                        let found = if any { 0 } else { of(view) };
                        if !any && !ends.contains(&found) {
                            return Err(format!("`{name}` is {found}, outside of {ends:?}"));
                        }
                    }
                    Reading::Things { names, has } => {
                        let all = names();
                        let there: Vec<usize> = (0..all.len()).filter(|at| has(view, *at)).collect();
                        if let Some(at) = there.iter().find(|at| !quantity.may_have(game, **at)) {
                            return Err(format!("`{name}` has {}, which it cannot have", all[*at]));
                        }
                        let apart = |one: usize| there.iter().find(|two| quantity.are_apart(one, **two));
                        if let Some((one, two)) = there.iter().find_map(|one| Some((*one, *apart(*one)?))) {
                            return Err(format!("`{name}` has {} and {} at once", all[one], all[two]));
                        }
                    }
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Of so many choices of a game tactics are tried at one, and at so many of them at most.
const OF: usize = 7;
const TRIED: usize = 60;

/// A tactic alone: what it needs, and a bot whose script has it as its only line.
struct Alone<G: Guest> {
    name: String,
    needs: TacticNeeds<G>,
    bot: Box<dyn Bot<G>>,
}

/// Wherever a tactic fits, what it is said to need holds, and those that are said to cover it fit as well.
pub fn tactics_fit_as_told<G: Guest>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let bots = G::bots();
    let Some(fits) = bots.fits() else { return Ok(()) };
    let mut all: Vec<Alone<G>> = Vec::new();
    for name in tactics::<G>() {
        let mut settings = toml::Table::new();
        settings.insert("script".to_owned(), vec![name.clone()].into());
        let kind = SCRIPTED.to_owned();
        let Ok(bot) = bots.make("of the laws", &BotSpec { kind, settings }) else {
            continue;
        };
        let needs = TacticNeeds::new(&name, &fits, bots.quantities(), game)?;
        all.push(Alone { name, needs, bot });
    }
    let covers = |one: &Alone<G>, other: &Alone<G>| (fits.covers)(&[&one.name, &other.name]);
    let pairs: Vec<(usize, usize)> = (0..all.len())
        .flat_map(|one| (0..all.len()).map(move |other| (one, other)))
        .filter(|(one, other)| covers(&all[*one], &all[*other]))
        .collect();
    for index in 0..games {
        let mut choices = 0;
        walk(game, bot, seed, index, |choice| {
            choices += usize::from(choice.moves.len() > 1);
            if choice.moves.len() == 1 || !choices.is_multiple_of(OF) || choices > OF * TRIED {
                return Ok(());
            }
            let view = choice.state.view(game, choice.seat);
            let mut fit = Vec::with_capacity(all.len());
            for one in &all {
                let mut said = false;
                let mut hear = |line| said |= line == 0;
                one.bot
                    .choose_by(view, choice.moves, &mut choice.stream.clone(), &mut hear);
                if let Some(broken) = one.needs.broken(view).filter(|_| said) {
                    return Err(format!("`{}` fits, but not: {broken}", one.name));
                }
                fit.push(said);
            }
            match pairs.iter().find(|(one, other)| fit[*other] && !fit[*one]) {
                Some((one, other)) => Err(format!(
                    "`{}` fits, and `{}`, which covers it, does not",
                    all[*other].name, all[*one].name
                )),
                None => Ok(()),
            }
        })?;
    }
    Ok(())
}

/// The names of all tactics; of one that stands for several, with each word that may stand there.
fn tactics<G: Guest>() -> Vec<String> {
    let mut names = Vec::new();
    let things = || {
        let all = G::bots().quantities().iter();
        all.flat_map(|one| match one.reading {
            Reading::Things { names, .. } => names(),
            Reading::Number(_) => Vec::new(),
        })
    };
    for [name, _, open] in published::<G>() {
        if open.is_empty() {
            names.push(name);
        } else {
            names.extend(things().map(|thing| name.replace(&open, &thing)));
        }
    }
    names
}

/// The names of the tactics that stand for themselves.
pub(super) fn plain_tactics<G: Guest>() -> Vec<String> {
    let plain = published::<G>().filter(|[_, _, open]| open.is_empty());
    plain.map(|[name, ..]| name).collect()
}

/// The tactics that the kind `scripted` offers: name, help, and the word in it that stands for others.
fn published<G: Guest>() -> impl Iterator<Item = [String; 3]> {
    let infos = G::bots().infos().into_iter().filter(|info| info.kind == SCRIPTED);
    infos.flat_map(|info| offered(&(info.schema)()).0)
}
