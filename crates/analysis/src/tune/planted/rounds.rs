//! Searches whose batches are played by several machines: the sums of what each plays, and what cannot be one.

use super::*;

/// What the units of every batch came to, played by several machines and told back as text, is put together.
fn in_rounds(made: &MadeUp, plan: &Plan, machines: usize) -> (Tuned, usize) {
    let mut record = Record::default();
    let mut told: Option<Sum> = None;
    for round in 0..200 {
        let stop = AtomicBool::new(false);
        let play = |mut hands: Hands, record: &mut Record| {
            let playing = Playing {
                record,
                hands: &mut hands,
                runner: Runner::quiet(&stop),
                keep: &|_| (),
            };
            let found = tune(made, None, &made.aims(), plan, playing);
            (found, hands.open())
        };
        if let (Ok(tuned), _) = play(
            told.take().map_or_else(|| Hands::of(Vec::new()), Hands::told),
            &mut record,
        ) {
            return (tuned, round);
        }
        let open = play(Hands::of(Vec::new()), &mut record).1.expect("a batch");
        let mut all = open.nothing();
        for machine in (0..machines).rev() {
            let mine = (machine..open.units()).step_by(machines).collect();
            // Another record each, as it was when the round began.
            let (found, share) = play(Hands::of(mine), &mut record.clone());
            assert_eq!(found, Err(Halt::Elsewhere));
            for (unit, sum) in share.expect("the same batch").played {
                let text = serde_json::to_string(&sum).expect("text");
                let sum: Sum = serde_json::from_str(&text).expect("read back");
                assert!(open.fits(unit, &sum, None));
                assert!(open.add(&mut all, unit, sum));
            }
        }
        told = Some(all);
    }
    panic!("it never ends");
}

#[test]
fn a_search_in_rounds_of_shares_is_that_of_one_machine() {
    let made = MadeUp::new(77, 4, 2);
    let plan = Plan {
        games: 60_000,
        seed: made.seed,
        alone: true,
    };
    let whole = made.by(&plan);
    for machines in [1, 3, 8] {
        let (tuned, rounds) = in_rounds(&made, &plan, machines);
        assert!(tuned == whole, "{machines} machines");
        assert!((5..40).contains(&rounds), "{rounds} rounds");
    }
}

/// Deals are played in parts; where one ends, none is lost.
#[test]
fn sums_and_products_are_of_all_deals() {
    let made = MadeUp::new(77, 4, 2);
    let versions = [made.space.present(), made.best.clone()];
    let batch = Batch::of_products(&versions, &(5..500));
    let stop = AtomicBool::new(false);
    let sum = Hands::default().play(&made, batch, Runner::quiet(&stop));
    let sum = sum.expect("no game breaks");
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
fn what_no_unit_comes_to_is_refused() {
    let made = MadeUp::new(77, 4, 2);
    let present = made.space.present();
    let versions = [present.clone(), made.best.clone()];
    let stop = AtomicBool::new(false);
    let deals = 5..200;
    let terms = vec![vec![(0, 1), (1, -1)]];
    for batch in [
        Batch::apart(vec![(present, deals.clone()), (made.best.clone(), 7..9)]),
        Batch::of_products(&versions, &deals),
        Batch::of_differences(&versions, &deals, terms),
    ] {
        let mut hands = Hands::of(vec![0]);
        assert_eq!(
            hands.play(&made, batch.clone(), Runner::quiet(&stop)),
            Err(Halt::Elsewhere)
        );
        let open = hands.open().expect("a batch");
        let sum = &open.played[0].1;
        assert!(open.fits(0, sum, None) && !open.fits(open.units(), sum, None));
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
            assert!(!open.fits(0, &odd, None), "lie {at} of {batch:?}");
        }
        let mut all = open.nothing();
        assert!(open.add(&mut all, 0, sum.clone()));
        let mut odd = sum.clone();
        odd.sums.push(1);
        odd.products.push(1);
        odd.differences.push(Vec::new());
        odd.figures.iter_mut().for_each(|counts| drop(counts.pop()));
        let before = all.clone();
        assert!(!open.add(&mut all, 0, odd) && all == before);
    }
}
