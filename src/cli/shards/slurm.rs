//! `balance shards slurm [COMMAND] SCENARIO --shards N [-- SBATCH FLAGS]`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::options::{Changes, Dealt};
use crate::cli::output::foreign;
use crate::cli::prepare::prepare;
use crate::cli::shard::{folder, last_word};
use crate::cli::{Failure, command, print, report_usage};
use balance_config::games;
use balance_config::shell_quote::quoted;
use balance_report as report;
use balance_simulation::checkpoint::hash;

/// Plays a command as an array of Slurm jobs: a shard a task, and a job that merges them
///
/// Writes two scripts into the folder of the shards and submits them. Once all tasks have ended, the second one submits those
/// whose shard is missing again, three times at most, and then does what `shards merge` does; of a search it submits the next
/// round, as long as there is one. Whatever ends a task, a signal, a time limit or the loss of its node, only its shard
/// is played again.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario's file, after the command where that is not `run`: `compare` (with --with=OTHER), `check`, `baseline`, `tune`,
    /// `explain`, `why`, `skill`, `bots ladder` or `bots exploit`
    #[arg(value_name = "SCENARIO", required = true, num_args = 1..=3)]
    what: Vec<PathBuf>,
    /// Number of shards, each a task of the array; minutes of work each are best
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(balance_simulation::sim::MOST_SHARES)))]
    shards: u32,
    #[command(flatten)]
    dealt: Dealt,
    #[command(flatten)]
    changes: Changes,
    /// A word more for the command, such as --with=--deals=500; may be given several times
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    with: Vec<String>,
    /// Folder for the report, on a disk that all nodes share
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Write the scripts and say how to submit them, but do not
    #[arg(long)]
    dry_run: bool,
    /// What else `sbatch` is told, such as --partition=long --time=30
    #[arg(last = true, value_name = "SBATCH FLAGS")]
    flags: Vec<String>,
}

/// The commands that are played in shards.
const COMMANDS: [&str; 10] = [
    "run", "compare", "check", "baseline", "tune", "explain", "why", "skill", "bots ladder", "bots exploit",
];

/// The folder in which a command puts what it finds of a scenario of this name; none where it has none.
fn result(command: &str, scenario: &str) -> Option<String> {
    match command {
        "compare" | "check" | "baseline" => None,
        "run" | "tune" => Some(scenario.to_owned()),
        other => Some(format!("{scenario}-{}", last_word(other))),
    }
}

/// The command and the scenario that are asked for.
fn asked(what: &[PathBuf]) -> Result<(&'static str, &Path), Failure> {
    let (scenario, words) = what.split_last().expect("clap asks for one at least");
    let words: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
    let command = if words.is_empty() {
        "run".to_owned()
    } else {
        words.join(" ")
    };
    let found = COMMANDS.iter().find(|each| **each == command);
    let found = found.ok_or_else(|| {
        let (command, names) = (command.escape_debug(), COMMANDS.join(", "));
        Failure::Input(format!(
            "“{command}” is no command that is played in shards; there are {names}"
        ))
    })?;
    Ok((found, scenario))
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let (played, scenario) = asked(&args.what)?;
    if scenario == Path::new("-") {
        return Err(Failure::Input(
            "the tasks cannot read this standard input; write the scenario into a file".to_owned(),
        ));
    }
    let overrides = args.changes.with(args.dealt.overrides());
    let one = prepare(scenario, &overrides)?;
    let words = words(args, played, scenario);
    if let Err(other) = command().try_get_matches_from(&words) {
        return report_usage(&other);
    }
    let name = &one.scenario.name;
    let dir = folder(&args.out, name, played);
    let shown = dir.display().to_string();
    let unwritable = |error: std::io::Error| {
        let dir = dir.display();
        Failure::Input(format!(
            "{dir} cannot be written: {error}. Name another folder with --out DIR."
        ))
    };
    std::fs::create_dir_all(dir.join("log")).map_err(unwritable)?;
    let dir = dir.canonicalize().map_err(unwritable)?;
    let program = std::env::current_exe()
        .map_err(|error| Failure::Input(format!("where this program is cannot be found out: {error}")))?;
    let scripts = Scripts {
        args,
        words: &words[1..],
        name,
        has_result: result(played, name).is_some(),
        program: &program,
        dir: &dir,
    };
    let (task, finish) = (dir.join("task.sbatch"), dir.join("finish.sbatch"));
    let both = [(&task, scripts.task()), (&finish, scripts.finish())];
    for (path, text) in both.map(|(path, text)| (path, sealed(&text))) {
        if is_edited(path) {
            return Err(foreign(path));
        }
        report::place(path, text.as_bytes()).map_err(unwritable)?;
    }
    let array = format!("--array={}", array(args.shards));
    if args.dry_run {
        return print(&format!(
            "job=$(sbatch --parsable {array} {task})\nsbatch --dependency=afterany:\"${{job%%;*}}\" {finish}\n",
            task = quoted(&task.display().to_string()),
            finish = quoted(&finish.display().to_string()),
        ));
    }
    let job = submit(&["--parsable", &array], &task)?;
    let after = submit(&["--parsable", &format!("--dependency=afterany:{job}")], &finish)?;
    let then = match result(played, name) {
        Some(result) => format!("writes {}", args.out.join(result).display()),
        None => format!("says in {shown}/log/merge-{after}.txt what was found"),
    };
    print(&format!(
        "Job {job}: {} shards. Job {after} then {then}.\nHow far they are: {} shards list {shown}\n",
        args.shards,
        games::program(),
    ))
}

/// The script with a line by which an edited one is known.
fn sealed(text: &str) -> String {
    let hash = hash(text.as_bytes());
    let (shell, rest) = text.split_once('\n').unwrap_or((text, ""));
    format!("{shell}\n# {hash}: a script that was edited is not written over\n{rest}")
}

/// Is there a script that is not as it was written?
fn is_edited(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else {
        return path.symlink_metadata().is_ok();
    };
    let lines: Vec<&str> = text.splitn(3, '\n').collect();
    !matches!(lines[..], [shell, _, rest] if sealed(&format!("{shell}\n{rest}")) == text)
}

/// The command line of a task.
fn words(args: &Args, played: &str, scenario: &Path) -> Vec<String> {
    let mut words = vec![games::program().to_owned()];
    words.extend(played.split(' ').map(str::to_owned));
    words.push(scenario.display().to_string());
    words.extend(["--shard", "auto", "--shards"].map(str::to_owned));
    words.push(args.shards.to_string());
    for (flag, number) in [("--games", args.dealt.games), ("--seed", args.dealt.seed.seed)] {
        words.extend(number.map(|number| format!("{flag}={number}")));
    }
    words.extend(args.changes.set.iter().map(|set| format!("--set={set}")));
    words.extend(args.with.iter().cloned());
    words.extend(["--quiet".to_owned(), "--out".to_owned(), args.out.display().to_string()]);
    words
}

/// Submits a script; the number of its job.
fn submit(flags: &[&str], script: &Path) -> Result<String, Failure> {
    let output = Command::new("sbatch")
        .args(flags)
        .arg(script)
        .output()
        .map_err(|error| {
            let script = script.display();
            Failure::Input(format!(
                "sbatch cannot be started: {error}. {script} is written; --dry-run does no more."
            ))
        })?;
    if !output.status.success() {
        let said = balance_kit::sanitize::harmless(String::from_utf8_lossy(&output.stderr).trim());
        return Err(Failure::Input(format!("sbatch refuses {}: {said}", script.display())));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let job = said.trim().split(';').next().unwrap_or_default();
    Ok(balance_kit::sanitize::harmless(job))
}

struct Scripts<'a> {
    args: &'a Args,
    /// The command line of a task, without the program.
    words: &'a [String],
    name: &'a str,
    /// Does what is found get a folder of its own?
    has_result: bool,
    program: &'a Path,
    dir: &'a Path,
}

impl Scripts<'_> {
    /// The head of both: what Slurm is told of them.
    fn head(&self, what: &str, about: &str, log: &str) -> String {
        let mut text = format!(
            "#!/bin/bash\n# {about}\n#SBATCH --job-name={}\n#SBATCH --no-requeue\n",
            {
                let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
                format!("{}-{what}", self.name.chars().map(plain).collect::<String>())
            }
        );
        text.push_str(&format!(
            "#SBATCH --output={}\n",
            quoted(&self.dir.join("log").join(log).display().to_string())
        ));
        for flag in &self.args.flags {
            text.push_str(&format!("#SBATCH {}\n", quoted(flag)));
        }
        text
    }

    fn task(&self) -> String {
        let mut text = self.head(
            "shard",
            "Plays one shard: the one that has the number of the task.",
            "%A_%a.txt",
        );
        let words = std::iter::once(self.program.display().to_string()).chain(self.words.iter().cloned());
        let words: Vec<String> = words.map(|word| quoted(&word)).collect();
        text.push_str(&format!("exec {}\n", words.join(" ")));
        text
    }

    fn finish(&self) -> String {
        let mut text = self.head(
            "merge",
            "Submits the shards that are missing again, then puts them together.",
            "merge-%j.txt",
        );
        let quote = |path: PathBuf| quoted(&path.display().to_string());
        let out = if self.has_result {
            format!(" --out {}", quote(self.args.out.clone()))
        } else {
            String::new()
        };
        // What a job inherits of its own would hold for the next one as well.
        text.push_str(&format!(
            "balance={balance}\ndir={dir}\n\
             submit() {{\n\
             \x20   for name in ${{!SLURM_*}} ${{!SBATCH_*}}; do [ \"$name\" = SLURM_CONF ] || unset \"$name\"; done\n\
             \x20   job=$(sbatch --parsable --array=\"$1\" \"$dir/task.sbatch\") || exit 3\n\
             \x20   export BALANCE_AGAIN=$2\n\
             \x20   exec sbatch --dependency=afterany:\"${{job%%;*}}\" \"$dir/finish.sbatch\"\n}}\n\
             missing=$(\"$balance\" shards list \"$dir\" --shards {shards} --missing)\ncode=$?\n\
             if [ -n \"$missing\" ] && [ \"${{BALANCE_AGAIN:-3}}\" -gt 0 ]; then\n\
             \x20   case $code in 3 | 7)\n\
             \x20       echo \"Again: $missing\"\n\
             \x20       submit \"$missing\" $((${{BALANCE_AGAIN:-3}} - 1)) ;;\n\
             \x20   esac\nfi\n\
             [ \"$code\" = 0 ] || exit \"$code\"\n",
            balance = quote(self.program.to_owned()),
            dir = quote(self.dir.to_owned()),
            shards = self.args.shards,
        ));
        text.push_str(&format!(
            "\"$balance\" shards merge \"$dir\"{out}\ncode=$?\n[ \"$code\" = 7 ] || exit \"$code\"\n\
             # The next round, of all shards.\n\
             submit {array} 3\n",
            array = array(self.args.shards),
        ));
        text
    }
}

/// The numbers of all tasks.
fn array(shards: u32) -> String {
    match shards {
        1 => "0".to_owned(),
        count => format!("0-{}", count - 1),
    }
}
