//! `balance completions SHELL`.

use super::Failure;

/// Prints the completion script of a shell
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell
    shell: clap_complete::Shell,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut super::command(),
        balance_analysis::games::program(),
        &mut script,
    );
    super::print(&String::from_utf8_lossy(&script))
}
