//! Bots of the league play their part of the deals, and nothing else is counted otherwise.

use super::{LeagueShare, OTHERS, Run, run};
use crate::experiment::Runner;

#[test]
fn bots_of_the_league_share_the_deals() {
    let all: Vec<Vec<u64>> = OTHERS.iter().map(|one| one.deals(0..300).collect()).collect();
    assert_eq!(all[0], (0..150).map(|deal| 2 * deal).collect::<Vec<_>>());
    assert_eq!(all[1], (0..60).map(|deal| 2 * deal + 1).collect::<Vec<_>>());
    let three = |index| LeagueShare {
        index,
        of: 3,
        games: 9,
        ..OTHERS[0]
    };
    for one in OTHERS.iter().copied().chain([three(0), three(1), three(2)]) {
        for (start, end) in [
            (0, 0),
            (0, 1),
            (1, 2),
            (3, 50),
            (7, 7),
            (110, 130),
            (119, 121),
            (500, 600),
        ] {
            let deals: Vec<u64> = one.deals(start..end).collect();
            assert_eq!(deals.len() as u64, one.count(&(start..end)), "{start}..{end}");
            assert!(
                deals
                    .iter()
                    .all(|deal| (start..end).contains(deal) && deal % one.of == one.index)
            );
        }
    }
    let played = run(300).play(Runner::unwatched(), &()).expect("played");
    assert_eq!(
        played.members.iter().map(|tally| tally.games).collect::<Vec<_>>(),
        [150, 60]
    );
    // Nothing else is counted otherwise.
    let alone = Run {
        members: Vec::new(),
        ..run(300)
    };
    let alone = alone.play(Runner::unwatched(), &()).expect("played");
    assert_eq!(
        (alone.tallies, alone.pairs, alone.looks),
        (played.tallies, played.pairs, played.looks)
    );
}
