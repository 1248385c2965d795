//! `balance bots train GAME`.

use crate::cli::prepare::{between, game, whole_number};
use crate::cli::{Failure, print};
use balance_config::games::{self, search};

/// Trains how bots judge positions and moves of a game
///
/// Bots play the game at every number of players. A regression of who won on the game's features at the beginning of each
/// turn gives the weights of positions. Where the game has features of moves, look-ahead bots play as well: a regression of what they
/// choose on these features gives the weights by which `heuristic` chooses, on which the look-ahead bots of the next round improve.
/// Prints the file for the game's `content/features.toml`, the same on every machine.
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
    /// Most rounds in which look-ahead bots play; the last one is the last that gained something
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = rounds, default_value_t = 3)]
    rounds: u64,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let game = game(&args.game)?;
    let training = search::Training {
        games: args.games,
        seed: args.seed,
        rounds: u32::try_from(args.rounds).unwrap_or(u32::MAX),
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

fn rounds(text: &str) -> Result<u64, String> {
    between(text, 1, 100, "a number of rounds")
}

/// Fewer say nothing, and more take more memory than they are worth.
fn games(text: &str) -> Result<u64, String> {
    between(text, 10, 10_000, "a number of games")
}
