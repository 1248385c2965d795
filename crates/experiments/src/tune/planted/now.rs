//! Wishes that count from what is now.

use super::*;
use balance_inference::judge::Verdict;

/// What is counted from now is judged by what a version differs in on the same deals; the present rules are as they are.
#[test]
fn what_is_counted_from_now_is_judged_as_it_is() {
    let (mut within, mut outside) = (0, 0);
    for seed in 0..8 {
        let made = MadeUp::new(seed, 4, 1);
        let mut aims = made.aims();
        let from_now = |figure, hi| Aim {
            figure,
            lo: f64::NEG_INFINITY,
            hi,
            unit: 0.1,
            change: true,
        };
        let first = aims.wishes.len();
        aims.wishes.extend([from_now(SIDES, 0.0), from_now(0, 0.02)]);
        let plan = TunePlan {
            alone: seed % 2 == 0,
            ..plan(60_000, seed)
        };
        let tuned = conduct(&made.search(aims, plan), Runner::unwatched()).expect("no game breaks");
        let present = made.space.present();
        assert_eq!(
            tuned.front.proposals[0].verdicts[first..],
            [Verdict::Within; 2],
            "{seed}"
        );
        for finalist in 1..tuned.confirmed.versions.len() {
            let version = &tuned.confirmed.versions[finalist];
            let [longer, verdicts @ ..] =
                [SIDES, 0].map(|figure| tuned.confirmed.values(finalist)[figure] - tuned.confirmed.values(0)[figure]);
            let truth = [
                f64::from(version[0]) - f64::from(present[0]),
                made.truth(version)[0] - made.truth(&present)[0] - 0.02,
            ];
            assert!((longer - truth[0]).abs() < 0.5, "{longer} {truth:?} {verdicts:?}");
            for (verdict, truth) in tuned.front.verdicts(finalist).iter().skip(first).zip(truth) {
                match verdict {
                    Verdict::Within => assert!(truth <= 0.0, "{seed} {version:?} {truth}"),
                    Verdict::Outside => assert!(truth > 0.0, "{seed} {version:?} {truth}"),
                    Verdict::Undecided => continue,
                }
                within += usize::from(*verdict == Verdict::Within);
                outside += usize::from(*verdict == Verdict::Outside);
            }
        }
    }
    assert!(within > 20 && outside > 5, "{within} {outside}");
}
