//! Searches whose games are played by several machines: the sums of what each plays, and what cannot be one.

use super::*;
use crate::conduct::conduct_in_rounds;
use balance_simulation::experiment::{Experiment, Merge};

#[test]
fn a_search_in_rounds_of_shares_is_that_of_one_machine() {
    let made = MadeUp::new(77, 4, 2);
    let plan = with_singles(60_000, made.seed);
    let whole = made.by(&plan);
    for machines in [1, 3, 8] {
        let (tuned, rounds) = conduct_in_rounds(&made.search(made.aims(), plan), machines);
        assert!(tuned == whole, "{machines} machines");
        assert!((5..40).contains(&rounds), "{rounds} rounds");
    }
}

/// What a job comes to that is played in pieces of so many deals.
fn in_pieces(made: &MadeUp, job: &Job, long: usize) -> Sum {
    let never = AtomicBool::new(false);
    let plan = plan(0, 0);
    let search = made.search(made.aims(), plan);
    let mut sum = Sum::default();
    let deals = job.deals();
    for first in deals.clone().step_by(long) {
        let piece = first..(first + long as u64).min(deals.end);
        let play = |version| {
            search
                .play(job, &(), version, piece.clone(), &never)
                .expect("no game breaks")
        };
        let blocks: Option<Vec<VersionBlock>> = (0..search.width(job, &())).map(play).collect();
        sum.add(search.sum(job, blocks.expect("nobody stops it")));
    }
    sum
}

/// Deals are played in parts; where one ends, none is lost.
#[test]
fn sums_and_products_are_of_all_deals() {
    let made = MadeUp::new(77, 4, 2);
    let versions = [made.space.present(), made.best.clone()];
    let job = Job::products(&versions, 5..500);
    let sum = in_pieces(&made, &job, 64);
    assert!(sum == in_pieces(&made, &job, 7));
    let width = sum.sums.len();
    assert_eq!(width, 2 * (SIDES + 1));
    for (version, figures) in sum.figures.iter().enumerate() {
        for (side, count) in figures.iter().take(SIDES).enumerate() {
            let Count::Share(deals) = count else { panic!("a share") };
            let at = version * (SIDES + 1) + side;
            assert_eq!(sum.sums[at], deals[1]);
            assert_eq!(sum.products[at * width + at], u128::from(deals[1]));
        }
    }
    // In every deal one side wins with each version.
    let both = |side: usize| (0..SIDES).map(move |other| (SIDES + 1 + side, other));
    let all: u128 = (0..SIDES)
        .flat_map(both)
        .map(|(one, other)| sum.products[one * width + other])
        .sum();
    assert_eq!(all, 495);
}

#[test]
fn what_no_deals_come_to_is_refused() {
    let made = MadeUp::new(77, 4, 2);
    let present = made.space.present();
    let versions = [present.clone(), made.best.clone()];
    let deals = 5..200;
    for job in [
        Job::figures(present, deals.clone()),
        Job::products(&versions, deals.clone()),
        Job::differences(&versions, deals.clone()),
    ] {
        let sum = in_pieces(&made, &job, 64);
        assert!(job.fits(&made, &deals, &sum, None) && !job.fits(&made, &(5..201), &sum, None));
        let lies: [fn(&mut Sum); 5] = [
            |sum| sum.figures.push(Counts::new()),
            |sum| sum.sums.push(1),
            |sum| sum.products.push(1),
            |sum| sum.differences.push(Vec::new()),
            |sum| match sum.figures.first_mut().and_then(|of| of.first_mut()) {
                Some(Count::Share(deals)) => deals[0] += u64::MAX / 2,
                _ => drop(sum.differences[0][1].insert(1, u64::MAX)),
            },
        ];
        for (at, lie) in lies.iter().enumerate() {
            let mut odd = sum.clone();
            lie(&mut odd);
            assert!(!job.fits(&made, &deals, &odd, None), "lie {at} of {job:?}");
        }
    }
}
