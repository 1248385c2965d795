//! The sentences of a study of skill and luck.

use super::KINGMAKERS;
use crate::format;
use balance_experiments::ladder::Company;
use balance_experiments::skill::{Climb, ClimbStep, HOPELESS, Luck, NONE, Quality, SIMULATED, Skill, WIDTH as CHOICES};
use balance_kit::schema::messages::things;

pub fn steps(company: Company) -> &'static str {
    match company {
        Company::Rivals(_) => "Skill: each bot alone among the next one by rating",
        Company::Team(_) => "Skill: each bot at every seat beside the next one by rating",
    }
}

pub const EVEN: &str = "what it would win were both alike";
pub const INDEX: &str = "0 where it wins what would be even, 1 where it always wins";
pub const ANY_BOTS: &str = "every seat has any of the bots";
pub const BEST_BOT: &str = "every seat has the bot that is rated highest";
pub const QUALITY: &str = "What it is like to play, by the scenario's own bots";

pub mod figure {
    pub const FORCED: &str = "choices without an alternative";
    pub const GAP: &str = "the best choice over the mean one, points to win *";
    pub const HOPELESS: &str = "free choices of a seat without a chance (dead time) *";
    pub const WAITING: &str = "seats without a chance at a free choice *";
    pub const KINGMAKING: &str = "such a seat's choice for a rival, points to win *";
    pub const LEAD_CHANGES: &str = "changes of the lead in a game *";
    pub const LEADER_WINS: &str = "games that the leader at half time wins *";
}

pub fn method(skill: &Skill) -> String {
    format!(
        "{}; all of this is about the bots {}. * not validated: no study with people shows that it is what they feel.",
        things(skill.players, "player"),
        skill.skill.bots.join(", ")
    )
}

pub fn headline(luck: &Luck) -> String {
    let (mixed, equals) = (&luck.mixed, &luck.equals);
    let parts = [
        ("who plays", mixed.skill),
        ("the set-up", mixed.setup),
        ("chance afterwards", mixed.later),
    ];
    let mut parts = parts
        .into_iter()
        .filter_map(|(what, part)| Some((what, format::share(part?))));
    let all = match parts.next() {
        Some((what, share)) => {
            let rest = parts.map(|(what, share)| format!(", {what} {share}"));
            format!(
                "{} explains {share} of who wins{}.",
                format::capital(what),
                rest.collect::<String>()
            )
        }
        None => "All games of any bots ended alike: there was nothing to decide.".to_owned(),
    };
    let only = equals.bots.concat();
    match equals.deal {
        Some(deal) => format!(
            "{all} Between equal bots ({only} at every seat) set-up and chance explain {}.",
            format::share(deal)
        ),
        None => format!("{all} All games of {only} alone ended alike."),
    }
}

pub fn levels(climb: &Climb) -> String {
    let chain = &climb.chain;
    let (weakest, each) = (climb.bots.last().map_or("", String::as_str), chain.bots.join(", "));
    let found = match chain.bots.len() {
        0 | 1 => format!("No bot is confirmed to be a level above {weakest}."),
        count if count > chain.by_ratings => format!(
            "Each of these is confirmed to be a level above the one before: {each}. Only as many count as the ratings make."
        ),
        count => format!("At least {count} levels, each confirmed above the one before: {each}."),
    };
    let scale = format!(
        "One level: winning 3 of 4 games between two; by the ratings there are {}. Index: 0 at even, 1 for always.",
        chain.by_ratings
    );
    format::joined([Some(found), Some(scale), against_ratings(&climb.steps)])
}

/// Which bots are confirmed to win less than would be even among one that is rated lower.
fn against_ratings(steps: &[ClimbStep]) -> Option<String> {
    let less = steps.iter().filter(|step| step.share.hi < step.even);
    let named: Vec<String> = less.map(|step| format!("{} among {}", step.bot, step.among)).collect();
    (!named.is_empty()).then(|| format!("Below even although rated higher: {}.", format::join_and(&named)))
}

pub fn luck(luck: &Luck) -> String {
    format!(
        "Parts of the variance of each seat's wins. Chance: dice, reshuffles, events. Rest: the bots' randomness, and parts together. {} deals, {} games of either kind; intervals hold one by one.",
        format::count(luck.equals.deals),
        format::count(luck.equals.games)
    )
}

pub fn quality(found: &Quality, company: Company) -> String {
    let kings = match found.kingmakers {
        0 => "No seat without a chance was to choose, so kingmaking is unknown.".to_owned(),
        count @ ..KINGMAKERS => format!("Choices of seats without a chance: {count}, too few for a figure."),
        count => format!("Choices of seats without a chance: {}.", format::count(count)),
    };
    let leads = match (found.lead_changes, found.leader_wins) {
        (None, _) => Some("This game keeps no count of who leads.".to_owned()),
        (_, None) => Some("At half time no side was ever alone in front.".to_owned()),
        _ => None,
    };
    let method = format!(
        "{} positions of {} deals; {} games played on from them. No chance: shown to win less than {} (at most {NONE} of {SIMULATED}); the intervals allow for seats that cannot be told. The best of at most {CHOICES} choices is found on one half and measured on the other.",
        format::count(found.positions),
        format::count(found.deals),
        format::count(found.games),
        format::percent(HOPELESS, 0)
    );
    let intervals = format!(
        "Each interval holds by itself (95%); leads are of {} games.",
        format::count(found.watched)
    );
    match company {
        Company::Rivals(_) => format::joined([Some(method), Some(kings), leads, Some(intervals)]),
        Company::Team(_) => format!("{method} Each interval holds by itself (95%)."),
    }
}
