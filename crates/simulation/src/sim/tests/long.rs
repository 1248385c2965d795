//! Runs of millions of games, which are counted without being played: the first game stands for all.

use super::broken::altered;
use super::{AnyGame, Run, Share, built, merged, run_of};
use crate::experiment::Runner;
use crate::sim::course::MOST;
use crate::sim::{FIRST_LOOK, KeptLooks, Piece};
use balance_config::games::GameBlock;
use balance_engine::tally::Tally;

/// A game whose games are all its first.
fn counted(coins: i64) -> Box<dyn AnyGame> {
    let game = built(coins);
    let first = game.play_block(7, 0..1).expect("it does not break");
    let line = first.lines[0];
    let double = |tally: &Tally| {
        let mut two = tally.clone();
        two.merge(tally);
        Some(two)
    };
    // The tally of one game, of two, of four and so on.
    let tallies: Vec<Tally> = std::iter::successors(Some(first.tally), double).take(17).collect();
    altered(game, move |game, _, games, _| {
        let count = games.end - games.start;
        let mut tally = Tally::new(game.sheet());
        for (bit, part) in tallies.iter().enumerate() {
            if count >> bit & 1 == 1 {
                tally.merge(part);
            }
        }
        let lines = vec![line; count as usize];
        let imagined = 0;
        Ok(Some(GameBlock { tally, lines, imagined }))
    })
}

fn run<'a>(games: &'a [&'a dyn AnyGame], to: u64) -> Run<'a> {
    Run {
        reference: vec![None, None],
        members: Vec::new(),
        first_look: FIRST_LOOK,
        ..run_of(games, to)
    }
}

/// More looks than are kept: in one go, gone on with, and in rounds of shares that have fewer looks each.
#[test]
fn a_long_run_keeps_few_looks_however_it_is_played() {
    let games = [counted(5), counted(4)];
    let games = [&*games[0], &*games[1]];
    let ends = [15_000_000, 30_000_000, 36_000_000];
    let whole = run(&games, ends[2])
        .play(Runner::unwatched(), &())
        .expect("no game breaks");
    assert!((MOST / 2..=MOST + 1).contains(&(whole.looks.len() as u64)));
    assert!(
        run(&games, ends[2]).games / 65_536 > 2 * MOST,
        "looks were left out twice"
    );

    let mut kept = run(&games, ends[0])
        .play(Runner::unwatched(), &())
        .expect("no game breaks");
    for end in ends {
        kept.forget_last_look();
        assert_eq!(run(&games, end).misfit(&kept), None);
        kept = run(&games, end)
            .go_on(kept, Runner::unwatched(), &())
            .expect("no game breaks");
    }
    assert!(kept == whole);

    let mut pieces: Vec<Piece> = Vec::new();
    for (from, to) in [(0, ends[0]), (ends[0], ends[1]), (ends[1], ends[2])] {
        for index in 0..3 {
            let (run, share) = (run(&games, to), Share { index, of: 3 });
            let played = run.play_share(share, from, KeptLooks::Last, Runner::unwatched());
            let played = played.expect("no game breaks").expect("nobody stops it");
            assert_eq!(run.misfit_share(&played, share, from), None);
            assert!(played.iter().all(|piece| piece.looks.len() as u64 <= MOST + 1));
            let again = run.play_again(&played, share, from, 9).expect("no game breaks");
            assert!(again.is_some_and(|(_, same)| same));
            pieces.extend(played);
        }
    }
    pieces.reverse();
    assert!(merged(&run(&games, ends[2]), &pieces, &()) == whole);
}
