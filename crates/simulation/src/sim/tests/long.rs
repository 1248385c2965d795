//! Runs of millions of games, which are counted without being played: the first game stands for all.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::{Run, Share, built};
use crate::experiment::Runner;
use crate::sim::course::MOST;
use crate::sim::{FIRST_LOOK, KeptLooks, Piece};
use balance_config::games::{AnyGame, Block, Broken, Line, Sheet};
use balance_engine::SeatSet;
use balance_engine::tally::Tally;
use balance_kit::divergence::Divergence;
use balance_kit::move_values::Drawn;
use balance_kit::move_values::{MoveValues, Weighing};
use balance_kit::{Facts, Transcript, TranscriptOptions};

/// A game whose games are all its first.
struct Counted {
    sheet: Sheet,
    line: Line,
    /// The tally of one game, of two, of four and so on.
    tallies: Vec<Tally>,
}

impl Counted {
    fn new(coins: i64) -> Self {
        let game = built(coins);
        let first = game.play_block(7, 0..1).expect("it does not break");
        let double = |tally: &Tally| {
            let mut two = tally.clone();
            two.merge(tally);
            Some(two)
        };
        Counted {
            sheet: game.sheet().clone(),
            line: first.lines[0],
            tallies: std::iter::successors(Some(first.tally), double).take(17).collect(),
        }
    }
}

impl AnyGame for Counted {
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn play_unless(&self, _seed: u64, games: Range<u64>, _stop: &AtomicBool) -> Result<Option<Block>, Broken> {
        let count = games.end - games.start;
        let mut tally = Tally::new(&self.sheet);
        for (bit, part) in self.tallies.iter().enumerate() {
            if count >> bit & 1 == 1 {
                tally.merge(part);
            }
        }
        let lines = vec![self.line; count as usize];
        let imagined = 0;
        Ok(Some(Block { tally, lines, imagined }))
    }

    fn slow(&self) -> bool {
        false
    }

    fn facts_unless(&self, _: u64, _: Range<u64>, _: &AtomicBool) -> Result<Option<Vec<Facts>>, Broken> {
        unimplemented!()
    }

    fn tell(&self, _: u64, _: u64, _: usize, _: TranscriptOptions) -> Result<Transcript, Broken> {
        unimplemented!()
    }

    fn parts(&self, _: &dyn AnyGame, _: u64, _: u64, _: usize) -> Result<Option<Divergence>, Broken> {
        unimplemented!()
    }

    fn winners(&self, _: &Drawn, _: &AtomicBool) -> Result<Option<SeatSet>, Broken> {
        unimplemented!()
    }

    fn weigh(&self, _: &Weighing, _: &AtomicBool) -> Result<Option<MoveValues>, Broken> {
        unimplemented!()
    }
}

fn run<'a>(games: &'a [&'a dyn AnyGame], to: u64) -> Run<'a> {
    Run {
        reference: &[None, None],
        members: &[],
        first_look: FIRST_LOOK,
        ..super::run(games, to)
    }
}

/// More looks than are kept: in one go, gone on with, and in rounds of shares that have fewer looks each.
#[test]
fn a_long_run_keeps_few_looks_however_it_is_played() {
    let games = [Counted::new(5), Counted::new(4)];
    let games: Vec<&dyn AnyGame> = games.iter().map(|game| game as &dyn AnyGame).collect();
    let never = AtomicBool::new(false);
    let ends = [15_000_000, 30_000_000, 36_000_000];
    let whole = run(&games, ends[2])
        .play(Runner::quiet(&never), &())
        .expect("no game breaks");
    assert!((MOST / 2..=MOST + 1).contains(&(whole.looks.len() as u64)));
    assert!(
        run(&games, ends[2]).games / 65_536 > 2 * MOST,
        "looks were left out twice"
    );

    let mut kept = run(&games, ends[0])
        .play(Runner::quiet(&never), &())
        .expect("no game breaks");
    for end in ends {
        kept.forget_last_look();
        assert_eq!(run(&games, end).misfit(&kept), None);
        kept = run(&games, end)
            .go_on(kept, Runner::quiet(&never), &())
            .expect("no game breaks");
    }
    assert!(kept == whole);

    let mut pieces: Vec<Piece> = Vec::new();
    for (from, to) in [(0, ends[0]), (ends[0], ends[1]), (ends[1], ends[2])] {
        for index in 0..3 {
            let (run, share) = (run(&games, to), Share { index, of: 3 });
            let played = run.play_share(share, from, KeptLooks::Last, Runner::quiet(&never));
            let played = played.expect("no game breaks").expect("nobody stops it");
            assert_eq!(run.misfit_share(&played, share, from), None);
            assert!(played.iter().all(|piece| piece.looks.len() as u64 <= MOST + 1));
            let again = run.play_again(&played, share, from, 9).expect("no game breaks");
            assert!(again.is_some_and(|(_, same)| same));
            pieces.extend(played);
        }
    }
    pieces.reverse();
    let of = |look: u64, take: &mut dyn FnMut(Piece)| -> Result<(), ()> {
        let here = pieces.iter().filter(|piece| piece.until == look);
        here.cloned().for_each(take);
        Ok(())
    };
    assert!(run(&games, ends[2]).merge(of, &()) == Ok(whole));
}
