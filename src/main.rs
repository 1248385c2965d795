//! The program: parse, run, exit code. Everything it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    balance::main_with(&balance::games::BUILT_IN)
}
