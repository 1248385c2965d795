//! What is told before a search for rules begins.

use super::Sought;
use balance_analysis::scenario::Of;
use balance_analysis::tune::min_single_change_games;
use balance_report::{self as report, format};

impl Sought {
    /// That more games are played than were asked for, where so few cannot show what every rule does by itself.
    pub(super) fn takes_more(&self) -> Option<String> {
        let alone = min_single_change_games(&self.search.arena);
        let more = alone.saturating_sub(self.search.plan.games / 10);
        (!self.wanted.listed && more > 0).then(|| {
            format!(
                "note: what every rule does by itself takes {} games, a tenth of all or more; up to about {} will be played instead of \
                 {}. With fewer rules, named in [tune], the number is kept.\n",
                format::count(alone),
                format::count(report::round_up((self.search.plan.games + more) as f64)),
                format::count(self.search.plan.games)
            )
        })
    }

    /// That a wish counted from now leaves no room for what is as good as the same.
    pub(super) fn leaves_no_room(&self) -> Option<String> {
        let expect = self.one.scenario.expect.iter().filter(|each| each.band.is_change());
        let mut edges = expect.filter_map(|each| {
            let (from, to) = each.band.ends();
            let is_now = |end: f64| end.abs() < f64::EPSILON;
            let edge = match (is_now(from), is_now(to)) {
                (true, false) => ("less", "-"),
                (false, true) => ("more", "+"),
                _ => return None,
            };
            Some((each, edge))
        });
        edges.next().map(|(each, (word, sign))| {
            let room = if Of::metric(&each.metric).is_share() { "1%" } else { "0.3" };
            format!(
                "note: of {} nothing that is {word} than now will do, however little: \"now {sign} {room}\" would leave room for what is \
                 as good as the same\n",
                each.metric
            )
        })
    }
}
