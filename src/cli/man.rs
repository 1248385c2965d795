//! `balance man`.

use super::Failure;

/// Prints the manual page, of the program or of one command
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A command
    command: Option<String>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut all = super::command();
    all.build();
    let page = match &args.command {
        None => all,
        Some(name) => {
            let names: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
            let near = balance_kit::schema::messages::suggest(name, names.iter().copied()).map_or_else(
                || format!("; there are {}", names.join(", ")),
                |near| format!("; did you mean `{near}`?"),
            );
            let found = all.find_subcommand(name).cloned();
            found.ok_or_else(|| Failure::Input(format!("there is no command `{name}`{near}")))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut text)
        .map_err(|error| Failure::Input(error.to_string()))?;
    super::print(&String::from_utf8_lossy(&text))
}
