//! Experiments that are ended and gone on with, or played by several machines: for the tests of crates that have some; each
//! includes this file.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use balance_simulation::experiment::{Experiment, Halt, Ledger, Merge, Runner, Session};

/// Read back from text, as it is kept.
pub fn kept<S: Merge>(ledger: &Ledger<S>) -> Ledger<S> {
    serde_json::from_str(&serde_json::to_string(ledger).expect("text")).expect("read back")
}

/// Ended after every few pieces, read back from text, and gone on with: what is found, and after how many rounds.
pub fn conduct_in_pieces<E: Experiment>(experiment: &E) -> (E::Output, u64) {
    let mut ledger = Ledger::default();
    for round in 1..1_000 {
        let (stop, left) = (AtomicBool::new(false), AtomicU64::new(20 + round % 50));
        let keep = |_: &Ledger<E::Sum>| {
            if left.fetch_sub(1, Ordering::Relaxed) <= 1 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let mut session = Session::new(experiment, Runner::quiet(&stop), ledger, &keep);
        match experiment.run(&mut session) {
            Ok(found) => return (found, round),
            Err(halt) => assert_eq!(halt, Halt::Interrupted),
        }
        ledger = kept(session.ledger());
    }
    panic!("it never ends");
}

/// What several machines have played of every step, told back as text, is put together: what is found, and after how many rounds.
pub fn conduct_in_rounds<E: Experiment>(experiment: &E, machines: usize) -> (E::Output, usize) {
    let mut ledger = Ledger::default();
    for round in 0..500 {
        let play = |units: Vec<usize>| {
            let mut session = Session::of_units(experiment, Runner::unwatched(), ledger.clone(), units);
            (experiment.run(&mut session), session.into_open())
        };
        let open = match play(Vec::new()) {
            (Ok(found), _) => return (found, round),
            (Err(halt), open) => {
                assert_eq!(halt, Halt::Elsewhere);
                open.expect("a step")
            }
        };
        let mut all = BTreeMap::new();
        for machine in (0..machines).rev() {
            let units = (machine..open.units()).step_by(machines).collect();
            all.extend(play(units).1.expect("the same step").into_played());
        }
        let fits = |(unit, sum): (&usize, &E::Sum)| open.fits(experiment, *unit, sum) || *sum == E::Sum::default();
        assert!(all.iter().all(fits));
        open.close(&mut ledger, all.into_values());
        ledger = kept(&ledger);
    }
    panic!("it never ends");
}
