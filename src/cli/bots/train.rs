//! `balance bots train GAME`.

use crate::cli::prepare::{between, game, whole_number};
use crate::cli::{Failure, print};
use balance_config::games::{self, search};

/// Trains how look-ahead bots judge positions of a game
///
/// Bots play the game at every number of players. A regression of who won on the game's features at the beginning of each
/// turn gives the weights. Prints the file for the game's `content/features.toml`, the same on every machine.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game
    game: String,
    /// Games at each number of players
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = games, default_value_t = 1_000)]
    games: u64,
    /// Master seed
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let game = game(&args.game)?;
    let training = search::Training {
        games: args.games,
        seed: args.seed,
        program: games::program(),
    };
    let trained = (game.train)(&training).map_err(|untrained| match untrained {
        search::Untrained::Mistakes(mistakes) => {
            let told: Vec<String> = mistakes.into_iter().map(|mistake| mistake.message).collect();
            Failure::Input(told.join("; "))
        }
        search::Untrained::Broken(broken) => Failure::Broken(broken.to_string()),
    })?;
    print(&trained.file)
}

/// Fewer say nothing, and more take more memory than they are worth.
fn games(text: &str) -> Result<u64, String> {
    between(text, 10, 10_000, "a number of games")
}
