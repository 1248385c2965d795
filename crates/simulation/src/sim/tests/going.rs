//! A run comes to the same in one go and in pieces, and goes on from nothing but what was kept of it.

use super::{Ends, Played, Run, on, run};
use crate::experiment::Runner;

/// Plays in pieces of about so many games, each read back from text and let through as a kept run.
fn in_pieces(run: &Run<'_>, games: u64, at: u64) -> Played {
    let mut kept: Option<Played> = None;
    for _ in 0..1_000 {
        let watch = Ends::new(games, at);
        let played = match kept {
            None => run.play(watch.runner(), &watch),
            Some(kept) => run.go_on(kept, watch.runner(), &watch),
        };
        let mut played = played.expect("no game breaks");
        if !played.interrupted {
            return played;
        }
        played.forget_last_look();
        let text = serde_json::to_string(&played).expect("text");
        let read: Played = serde_json::from_str(&text).expect("read back");
        assert_eq!(run.misfit(&read), None);
        kept = Some(read);
    }
    panic!("it never ends");
}

#[test]
fn a_run_in_pieces_comes_to_the_same_with_any_number_of_threads() {
    for (to, at) in [(1_300, u64::MAX), (5_000, 1_000)] {
        let run = run(to);
        let watch = Ends::new(u64::MAX, at);
        let whole = run.play(watch.runner(), &watch).expect("no game breaks");
        assert_eq!(whole.games, if at == 1_000 { 1_024 } else { 1_300 });
        assert_eq!(whole.looks.len() as u64, whole.games.div_ceil(1_024));
        assert_eq!(whole.stopped.is_some(), at == 1_000);
        for threads in [1, 3] {
            for piece in [1_111, 5_001] {
                let pieces = on(threads, || in_pieces(&run, piece, at));
                assert!(pieces == whole, "{to} games in pieces of {piece}, {threads} threads");
            }
        }
    }
}

/// A run that ended by its results ends there again, and one that played all its games goes on to more.
#[test]
fn a_run_kept_at_its_last_game_goes_on_as_in_one_go() {
    let play = |to: u64, mut kept: Option<Played>, at: u64| {
        let watch = Ends::new(u64::MAX, at);
        let run = run(to);
        if let Some(kept) = &mut kept {
            kept.forget_last_look();
            assert_eq!(run.misfit(kept), None);
        }
        kept.map_or_else(
            || run.play(watch.runner(), &watch),
            |kept| run.go_on(kept, watch.runner(), &watch),
        )
        .expect("no game breaks")
    };
    let ended = play(4_000, None, 1_024);
    assert_eq!((ended.games, ended.stopped.is_some()), (1_024, true));
    assert!(
        play(4_000, Some(ended.clone()), 1_024) == ended,
        "the rule is asked again"
    );
    for to in [1_000, 1_024, 1_500] {
        let short = play(to, None, u64::MAX);
        assert!(play(to, Some(short.clone()), u64::MAX) == short);
        assert!(
            play(1_600, Some(short), u64::MAX) == play(1_600, None, u64::MAX),
            "from {to}"
        );
    }
}

/// Something done to what was kept.
type Change = fn(&mut Played);

#[test]
fn what_was_not_kept_of_such_a_run_is_found_out() {
    let run = run(1_300);
    let mut kept = run.play(Runner::unwatched(), &()).expect("no game breaks");
    kept.forget_last_look();
    assert_eq!(run.misfit(&kept), None);
    let changes: [(&str, Change); 14] = [
        ("a count too few", |kept| kept.games -= 1),
        ("a count beyond all numbers", |kept| kept.games = u64::MAX),
        ("no tally", |kept| kept.tallies.clear()),
        ("a side more", |kept| kept.tallies[0].side_wins.push(0)),
        ("a side less", |kept| drop(kept.tallies[1].side_by_rotation.pop())),
        ("no seat", |kept| kept.tallies[1].positions.clear()),
        ("no bot", |kept| kept.tallies[1].bots.clear()),
        ("no sample", |kept| kept.tallies[1].samples.bots.clear()),
        ("an ending too many", |kept| kept.tallies[0].endings[0] += 1),
        ("overflow", |kept| {
            kept.tallies[0].side_fair = vec![u64::MAX; kept.tallies[0].side_fair.len()];
        }),
        ("no pairs", |kept| kept.pairs[1] = None),
        ("a narrow pair", |kept| {
            kept.pairs
                .iter_mut()
                .flatten()
                .for_each(|pairs| pairs.wins[0].truncate(1));
        }),
        ("a look less", |kept| drop(kept.looks.kept.pop())),
        ("a look elsewhere", |kept| kept.looks.kept[0].configurations[1].0 += 1),
    ];
    for (what, change) in changes {
        let mut other = kept.clone();
        change(&mut other);
        assert!(run.misfit(&other).is_some(), "{what}");
    }
}
