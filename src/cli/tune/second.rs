//! Under which bot proposals are tried as well.

use crate::cli::prepare::Prepared;
use balance_analysis::games::Seats;
use balance_analysis::scenario::Tune;
use balance_analysis::tune::bases;
use balance_kit::bots::RANDOM;

/// The bot under which proposals are tried as well: the one named, else one of the scenario's own or of the game's that does
/// not sit at the table and does not think for long, and the random one only where there is no other.
pub(super) fn second_bot(one: &Prepared, wanted: &Tune) -> Option<String> {
    if wanted.second.is_some() {
        return wanted.second.clone();
    }
    let (_, base) = bases(&one.scenario).next()?;
    let seats = &base.setup.seats;
    let named: Vec<&String> = seats
        .by_seat
        .values()
        .chain(seats.by_role.values())
        .chain(&seats.rotate)
        .collect();
    let used = |bot: &str| {
        let kind = |name: &str| base.setup.bot(name).kind;
        let sits = |name: &str| name == bot || kind(name) == bot;
        named.iter().any(|name| sits(name)) || (seats.rotate.is_empty() && sits(&seats.all))
    };
    let kinds = (one.info.bots)();
    let own = base.setup.bots.keys().map(String::as_str);
    let mut all: Vec<&str> = own
        .chain(kinds.iter().map(|bot| bot.kind))
        .filter(|bot| !used(bot))
        .collect();
    all.sort_by_key(|bot| *bot == RANDOM);
    let plays = |bot: &&str| {
        let mut setup = base.setup.clone();
        setup.seats = Seats {
            all: (*bot).to_owned(),
            ..Seats::default()
        };
        (one.info.build)(&setup).is_ok_and(|game| !game.slow())
    };
    all.into_iter().find(plays).map(str::to_owned)
}
