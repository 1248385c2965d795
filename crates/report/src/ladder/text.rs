//! The sentences of a ladder of bots.

use super::{LadderTable, Ranking};
use crate::format;
use balance_experiments::ladder::{Company, Ladder, Misfit};
use balance_kit::schema::messages::things;

pub const ONE_END: &str = "“At most” and “at least”: no chain of wins leads from the weaker bot to the stronger.";
pub fn pairs(company: Company) -> &'static str {
    match company {
        Company::Rivals(_) => "Wins against others of one kind, in %: + confirmed above even, − below",
        Company::Team(_) => "Games won, in %: + confirmed to be more than the other bot wins, − less",
    }
}

pub const RATING_HELP: &str = "on the Elo scale, with an interval for all bots at once";
pub const AMONG_HELP: &str = "the bot at all other seats";

pub fn wins_help(company: Company) -> &'static str {
    match company {
        Company::Rivals(_) => "games won alone among the others, with an interval for all bots at once",
        Company::Team(_) => "games won at every seat, with an interval for all bots at once",
    }
}

pub fn corner(company: Company) -> &'static str {
    match company {
        Company::Rivals(_) => "wins among",
        Company::Team(_) => "wins beside",
    }
}

/// Who played, and how the answer was found.
pub fn method(ladder: &Ladder) -> String {
    if let Company::Team(players) = ladder.company {
        return format!(
            "Each bot at every seat ({}), {} of each pair, the same for both. “Even”: the mean of both. All intervals together miss in at most 5% of ladders.",
            things(players, "player"),
            deals(ladder.deals)
        );
    }
    format!(
        "{} players; each bot alone against others of one kind, {} at every table, played once for every seat. “Even”: the share of seats that won. All intervals together miss in at most 5% of ladders.",
        ladder.players,
        deals(ladder.deals)
    )
}

pub fn subtitle(ladder: &Ladder) -> String {
    if let Company::Team(_) = ladder.company {
        return format!(
            "how often bots win at every seat, {} a pair; intervals hold for all bots at once",
            deals(ladder.deals)
        );
    }
    format!(
        "strength of bots at a table for {}, {} a pair on every seat; intervals hold for all bots at once",
        ladder.players,
        deals(ladder.deals)
    )
}

fn deals(count: u64) -> String {
    things(usize::try_from(count).unwrap_or(usize::MAX), "deal")
}

/// How well one rating for each bot fits what they win of each other.
pub fn misfit(misfit: &Misfit) -> String {
    let Misfit { bot, among, gap } = misfit;
    let fit = if gap.leaves_out_zero() {
        "One rating for each bot does not fit all pairs"
    } else {
        "No pair is confirmed to differ from what the ratings say"
    };
    format!(
        "{fit}. Surest gap: {bot} among {among}, {} points.",
        format::points(*gap)
    )
}

pub fn more(deals: u64) -> String {
    format!("`--deals {}` roughly halves the intervals.", format::option(deals))
}

pub fn instead_of(earlier: &LadderTable) -> String {
    format!(
        "note: this takes the place of an earlier ladder there, of “{}”, seed {}, {}; --out DIR keeps both\n",
        earlier.configuration,
        earlier.seed,
        deals(earlier.deals)
    )
}

/// So many bots, or pairs, are named in a list; of the others the number is.
const NAMED: usize = 4;

pub fn ranking(order: &Ranking) -> String {
    let of_bot = |(bot, than): &(&str, Vec<&str>)| {
        let names: Vec<String> = than.iter().map(|name| (*name).to_owned()).collect();
        format!("{bot} than {}", format::join_some(&names, NAMED))
    };
    let of_pair = |(one, other): &(&str, &str)| format!("{one} or {other}");
    let unnamed: usize = order.stronger.iter().skip(NAMED).map(|(_, than)| than.len()).sum();
    let stronger = match order.stronger.len() {
        0 => "No bot is confirmed to be stronger than another.".to_owned(),
        _ => format!("Stronger: {}.", list(order.stronger.iter().map(of_bot), unnamed)),
    };
    let undecided = (!order.undecided.is_empty()).then(|| {
        let unnamed = order.undecided.len().saturating_sub(NAMED);
        format!("Undecided: {}.", list(order.undecided.iter().map(of_pair), unnamed))
    });
    format::joined([Some(stronger), undecided])
}

fn list(all: impl Iterator<Item = String>, unnamed: usize) -> String {
    let rest = (unnamed > 0).then(|| format!("and {}", things(unnamed, "more pair")));
    all.take(NAMED).chain(rest).collect::<Vec<_>>().join("; ")
}
