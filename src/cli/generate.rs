//! `balance generate game|completions|man|schema`: a game to start from, and texts for shells, manuals and editors.

use super::{Failure, new_game};
use crate::{games, scenario};

/// Writes a start for your own game, or files for shells and editors
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: Generated,
}

#[derive(clap::Subcommand, Debug)]
enum Generated {
    Game(new_game::Args),
    /// Prints the completion script of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of the program, or of one command
    Man {
        /// A command, such as run, or bots ladder
        #[arg(num_args = 0..=2)]
        command: Vec<String>,
    },
    /// Prints the JSON Schema of scenarios, for editors
    ///
    /// Save it with `> scenario.json`, and name it in the first line of a scenario: `#:schema scenario.json`.
    /// Editors that know TOML then complete keys and explain them.
    Schema,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut text = Vec::new();
    match &args.what {
        Generated::Game(args) => return new_game::run(args),
        Generated::Completions { shell } => {
            clap_complete::generate(*shell, &mut super::command(), games::program(), &mut text);
        }
        Generated::Man { command } => {
            let mut all = super::command();
            all.build();
            let page = command.iter().try_fold(&all, |within, name| {
                let found = within.find_subcommand(name);
                found.ok_or_else(|| Failure::Input(format!("there is no command `{}`", command.join(" "))))
            })?;
            let page = clap_mangen::Man::new(page.clone());
            page.render(&mut text).map_err(Failure::input)?;
        }
        Generated::Schema => {
            let schema = scenario::schema(games::all());
            text = serde_json::to_vec_pretty(&schema).map_err(Failure::input)?;
            text.push(b'\n');
            return super::print_json(&String::from_utf8_lossy(&text));
        }
    }
    super::print(&String::from_utf8_lossy(&text))
}
