//! A game that breaks its own rules, or ends the program: it is named, and told of once.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::OnceLock;

/// A game that broke its own rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game} of seed {seed} broke: {message}")]
pub struct Broken {
    /// Master seed.
    pub seed: u64,
    /// Number of the game.
    pub game: u64,
    /// What the game said.
    pub message: String,
}

/// The game that is being played on a thread.
struct CurrentGame {
    /// Its seed; none while no game is played.
    seed: Cell<Option<u64>>,
    game: Cell<u64>,
}

impl Drop for CurrentGame {
    /// A process that ends, with whatever code, drops what its thread has.
    fn drop(&mut self) {
        if let (Some(seed), Some(tell)) = (self.seed.get(), LAST_WORDS.get()) {
            tell(&Broken {
                seed,
                game: self.game.get(),
                message: "it ended the program".to_owned(),
            });
            process::abort();
        }
    }
}

thread_local! {
    static PLAYING: CurrentGame = const {
        CurrentGame {
            seed: Cell::new(None),
            game: Cell::new(0),
        }
    };
    /// Where in the program it broke.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Tells of a game that ends the program.
static LAST_WORDS: OnceLock<fn(&Broken)> = OnceLock::new();

/// From now on a game that breaks is told of by its [`Broken`] alone, with the place in the program; without this, the
/// runtime prints a line of its own as well. Everything else that panics is told as before. A game that ends the program is
/// told of by `last_words`, and is not taken for a success.
pub fn tell_of_broken_games_once(last_words: fn(&Broken)) {
    LAST_WORDS.get_or_init(|| last_words);
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if PLAYING
            .try_with(|playing| playing.seed.get())
            .is_ok_and(|seed| seed.is_some())
        {
            // The loop of the games says itself what is wrong: its place in the program would lead nowhere.
            let own = info.location().filter(|place| !place.file().contains("crates/engine/"));
            PLACE.set(own.map(|place| format!("{}:{}", place.file(), place.line())));
        } else {
            before(info);
        }
    }));
}

/// Runs `play`, and names the game that panics in it.
pub(crate) fn caught<T>(seed: u64, first: u64, play: impl FnOnce(&Cell<u64>) -> T) -> Result<T, Broken> {
    PLAYING.with(|playing| {
        let outer = (playing.seed.replace(Some(seed)), playing.game.replace(first));
        let done = catch_unwind(AssertUnwindSafe(|| play(&playing.game)));
        playing.seed.set(outer.0);
        let game = playing.game.replace(outer.1);
        done.map_err(|cause| {
            let mut message = cause
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| cause.downcast_ref::<&str>().map(|&text| text.to_owned()))
                .unwrap_or_else(|| "it did not say how".to_owned());
            if let Some(place) = PLACE.take() {
                message += &format!(" ({place})");
            }
            Broken { seed, game, message }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set where the test below runs itself as a program of its own, to see what that prints.
    const ALONE: &str = "BALANCE_BROKEN_GAME";

    #[test]
    fn a_broken_game_is_told_of_once_with_its_place() {
        if std::env::var_os(ALONE).is_some() {
            tell_of_broken_games_once(|_| ());
            let broken = caught(5, 7, |current| {
                current.set(9);
                assert!(current.get() < 9, "the river ran dry");
            });
            let said = broken.expect_err("it panics").to_string();
            assert!(
                said.starts_with("game 9 of seed 5 broke: the river ran dry (") && said.contains("broken_game.rs:"),
                "{said}"
            );
            let after = std::panic::catch_unwind(|| panic!("something else"));
            assert!(after.is_err());
            return;
        }
        let test = "broken_game::tests::a_broken_game_is_told_of_once_with_its_place";
        let output = std::process::Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", test, "--nocapture"])
            .env(ALONE, "1")
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(!said.contains("the river ran dry"), "the runtime keeps silent: {said}");
        assert!(said.contains("something else"), "about other things it speaks: {said}");
    }
}
