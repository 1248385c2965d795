//! How well a bot plays, measured; no law, but what a test of a bot wants to know.

use super::Breach;
use crate::{GameInfo, Seats, Setup};

/// Games won by one seat of the bot `bot` among seats of the bot `others`, which sits on every seat in turn: `deals` deals,
/// each played once for every seat. Both are bots of `setup` or kinds. A game won by several counts for each of them.
///
/// ```no_run
/// # fn test<MyGame: balance_kit::Guest>() {
/// use balance_kit::{Setup, game, laws};
/// let setup = Setup::default().with_bot("deep", "search", [("iterations", 50)]);
/// let (won, played) = laws::wins(&game::<MyGame>(), &setup, "deep", "random", 20).unwrap();
/// assert!(won * 2 > played);
/// # }
/// ```
///
/// # Errors
/// Whatever is wrong with the configuration, or the game that broke.
pub fn wins(info: &GameInfo, setup: &Setup, bot: &str, others: &str, deals: u64) -> Result<(u64, u64), Breach> {
    let mut setup = setup.clone();
    setup.seats = Seats {
        rotate: vec![others.to_owned()],
        ..Seats::default()
    };
    let wrong = |mistakes: Vec<crate::Mistake>| format!("{}: {}", mistakes[0].at, mistakes[0].message);
    let players = (info.build)(&setup).map_err(wrong)?.sheet().players;
    setup.seats.rotate = vec![others.to_owned(); players];
    bot.clone_into(&mut setup.seats.rotate[0]);
    let game = (info.build)(&setup).map_err(wrong)?;
    let block = game.play_block(1, 0..deals).map_err(|broken| broken.to_string())?;
    let (_, won) = block.tally.bots[0].totals();
    Ok((won, deals * players as u64))
}
