//! Shares of a run come to the run, and what is no such share is found out.

use super::{Ends, Run, Share, merged, on, run};
use crate::experiment::Runner;
use crate::sim::checksum::Checksum;
use crate::sim::{FIRST_LOOK, KeptLooks, Piece};

/// Any number of shares, played in rounds with any numbers of threads, come to the run in one go, in whatever order they come.
#[test]
fn shares_in_any_order_come_to_the_same_as_one_run() {
    let config = proptest::test_runner::Config {
        cases: 12,
        failure_persistence: None,
        ..Default::default()
    };
    let strategy = (
        proptest::collection::vec((1..40u32, 1..1_500u64, 1..4usize), 1..3),
        proptest::prelude::any::<u64>(),
        0..3u64,
    );
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let done = runner.run(&strategy, |(rounds, order, stops)| {
        let last: u64 = rounds.iter().map(|round| round.1).sum();
        // Not at all, at a look of the first block, or at the one after.
        let at = if stops == 0 { u64::MAX } else { stops * 1_024 };
        let kept = if stops > 0 { KeptLooks::Every } else { KeptLooks::Last };
        let rule = Ends::new(u64::MAX, at);
        let whole = run(last).play(rule.runner(), &rule).expect("no game breaks");
        let mut pieces = Vec::new();
        let mut from = 0;
        for (of, more, threads) in rounds {
            let run = run(from + more);
            for index in 0..of {
                let share = Share::new(index, of).expect("one of them");
                let played = on(threads, || run.play_share(share, from, kept, Runner::unwatched()));
                let played = played.expect("no game breaks").expect("nobody stops it");
                let text = serde_json::to_string(&played).expect("text");
                let read: Vec<Piece> = serde_json::from_str(&text).expect("read back");
                assert_eq!(run.misfit_share(&read, share, from), None);
                pieces.extend(read);
            }
            from += more;
        }
        // Marsaglia's numbers shuffle them.
        let mut dice = order | 1;
        for last in (1..pieces.len()).rev() {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            pieces.swap(last, (dice % (last as u64 + 1)) as usize);
        }
        let mut merged = merged(&run(last), &pieces, &rule);
        assert!(merged == whole, "{last} games");
        if whole.stopped.is_none() {
            merged.forget_last_look();
            assert_eq!(run(last).misfit(&merged), None);
        }
        Ok(())
    });
    done.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn shares_are_even_and_leave_nothing_out() {
    for (to, of) in [(5_000, 7), (1_000_000, 100), (100_000_000, 1_000)] {
        let run = Run {
            first_look: FIRST_LOOK,
            ..run(to)
        };
        let (mut all, mut most, mut least, mut largest) = (Vec::new(), 0, u64::MAX, 0);
        for index in 0..of {
            let units = run.units_of(Share { index, of }, 0);
            let count: u64 = units.iter().map(|unit| unit.end - unit.start).sum();
            (most, least) = (most.max(count), least.min(count));
            largest = units.iter().map(|unit| unit.end - unit.start).fold(largest, u64::max);
            all.extend(units);
        }
        all.sort_by_key(|unit| unit.start);
        assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start), "no gap");
        assert_eq!((all[0].start, all[all.len() - 1].end), (0, to));
        assert!(
            most - least <= largest,
            "{least} to {most} games a share, in units of {largest}"
        );
    }
}

/// Something done to a piece.
type Spoil = fn(&mut Vec<Piece>);

#[test]
fn what_is_not_such_a_share_is_found_out() {
    let run = run(1_300);
    let share = Share { index: 1, of: 3 };
    let played = run
        .play_share(share, 100, KeptLooks::Every, Runner::unwatched())
        .expect("no game breaks")
        .expect("played");
    assert_eq!(run.misfit_share(&played, share, 100), None);
    let units = run.units_of(share, 100);
    assert_eq!(run.play_again(&played, share, 100, 0), Ok(Some((units[0].start, true))));
    // The game after the first unit is in the second.
    let next = units[0].end - units[0].start;
    assert_eq!(
        run.play_again(&played, share, 100, next),
        Ok(Some((units[1].start, true)))
    );
    // Games that are named, and what is said of them.
    let lies: [(&str, Spoil); 5] = [
        ("a longer game", |pieces| {
            let longest = pieces[0].played.tallies[0].samples.longest.as_mut();
            longest.expect("games").0 += 1;
        }),
        ("another game that a side wins", |pieces| {
            pieces[0].played.tallies[0].samples.sides.reverse();
        }),
        ("no game that a side wins", |pieces| {
            pieces[0].played.tallies[0].samples.sides.fill(None);
        }),
        ("a smaller counter", |pieces| {
            pieces[0].played.tallies[0].samples.most.fill(None);
        }),
        ("a larger counter", |pieces| {
            let most = &mut pieces[0].played.tallies[0].samples.most;
            most.iter_mut().flatten().for_each(|(most, _)| *most += 1);
        }),
    ];
    for (what, lie) in lies {
        let mut other = played.clone();
        lie(&mut other);
        let again = run.play_again(&other, share, 100, 0).expect("no game breaks");
        assert_eq!(again, Some((units[0].start, false)), "{what}");
    }
    assert!(run.misfit_share(&played, share, 0).is_some(), "another round");
    assert!(
        run.misfit_share(&played, Share { index: 2, of: 3 }, 100).is_some(),
        "another share"
    );
    let spoils: [(&str, Spoil); 8] = [
        ("a piece less", |pieces| drop(pieces.pop())),
        ("a piece twice", |pieces| pieces.push(pieces[0].clone())),
        ("a unit less", |pieces| {
            pieces[0].units.pop_first();
        }),
        ("a count too many", |pieces| pieces[1].played.games += 1),
        ("a win too many", |pieces| pieces[1].played.tallies[0].side_wins[0] += 1),
        ("a win of another side at a look", |pieces| {
            let look = pieces[0].looks.values_mut().next().expect("a look");
            look.configurations[0].1[0] += 1;
        }),
        ("a look elsewhere", |pieces| {
            let (_, look) = pieces[0].looks.pop_first().expect("a look");
            pieces[0].looks.insert(7, look);
        }),
        ("another end", |pieces| pieces[0].until = 5),
    ];
    for (what, spoil) in spoils {
        let mut other = played.clone();
        spoil(&mut other);
        assert!(run.misfit_share(&other, share, 100).is_some(), "{what}");
    }
}

/// A shard whose sums were made up says of a unit at least what is not true, and is caught there.
#[test]
fn a_share_that_lies_is_caught_when_it_is_played_again() {
    let run = run(1_300);
    let share = Share { index: 1, of: 3 };
    let honest = run
        .play_share(share, 0, KeptLooks::Last, Runner::unwatched())
        .expect("no game breaks")
        .expect("played");
    let mut lying = honest.clone();
    lying[0].played.tallies[1].side_wins[0] += 1;
    assert_eq!(
        run.misfit_share(&lying, share, 0),
        Some("its sums are not those of its units")
    );
    // It makes one unit fit.
    let off = lying[0].checksum();
    let units = lying[0].units.clone();
    let (made_up, _) = units.iter().nth(2).expect("a unit");
    let others = units
        .iter()
        .filter(|unit| unit.0 != made_up)
        .map(|unit| *unit.1)
        .sum::<Checksum>();
    lying[0].units.insert(*made_up, off.less(others));
    assert_eq!(run.misfit_share(&lying, share, 0), None);
    let (mut nth, mut caught) = (0, Vec::new());
    for unit in run.units_of(share, 0) {
        let (game, same) = run
            .play_again(&lying, share, 0, nth)
            .expect("no game breaks")
            .expect("a unit");
        assert_eq!(game, unit.start);
        if !same {
            caught.push(game);
        }
        nth += unit.end - unit.start;
    }
    assert_eq!(caught, [*made_up]);
}
