//! `balance slurm SCENARIO --shards N [-- SBATCH FLAGS]`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Failure;
use super::options::{Changes, Dealt};
use super::prepare::prepare;
use super::run::shards_of;
use crate::games;
use crate::report::{self, quoted};
use crate::scenario::Overrides;

/// Plays a run as an array of Slurm jobs: a shard a task, and a job that puts them together
///
/// Writes two scripts into the folder of the shards and submits them. Once all tasks have ended, the second one submits those
/// whose shard is missing again, three times at most, and then writes the report. Whatever ends a task, a signal, a time limit
/// or the loss of its node, only its shard is played again.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Number of shards, each a task of the array; minutes of work each are best
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::sim::MOST_SHARES)))]
    shards: u32,
    #[command(flatten)]
    dealt: Dealt,
    #[command(flatten)]
    changes: Changes,
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

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.scenario == Path::new("-") {
        return Err(Failure::Input(
            "the tasks cannot read this standard input; write the scenario into a file".to_owned(),
        ));
    }
    let overrides = Overrides {
        set: args.changes.set.clone(),
        ..args.dealt.overrides()
    };
    let one = prepare(&args.scenario, &overrides)?;
    let dir = shards_of(&args.out, &one.scenario.name);
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
        name: &one.scenario.name,
        program: &program,
        dir: &dir,
    };
    let (task, finish) = (dir.join("task.sbatch"), dir.join("finish.sbatch"));
    for (path, text) in [(&task, scripts.task()), (&finish, scripts.finish())] {
        report::place(path, text.as_bytes()).map_err(unwritable)?;
    }
    let array = match args.shards {
        1 => "--array=0".to_owned(),
        count => format!("--array=0-{}", count - 1),
    };
    if args.dry_run {
        return super::print(&format!(
            "job=$(sbatch --parsable {array} {task})\nsbatch --dependency=afterany:\"${{job%%;*}}\" {finish}\n",
            task = quoted(&task.display().to_string()),
            finish = quoted(&finish.display().to_string()),
        ));
    }
    let job = submit(&["--parsable", &array], &task)?;
    let after = submit(&["--parsable", &format!("--dependency=afterany:{job}")], &finish)?;
    super::print(&format!(
        "Job {job}: {} shards. Job {after} then writes {}.\nHow far they are: {} shards {}\n",
        args.shards,
        args.out.join(&one.scenario.name).display(),
        games::program(),
        shards_of(&args.out, &one.scenario.name).display(),
    ))
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
        let said = balance_kit::harmless::harmless(String::from_utf8_lossy(&output.stderr).trim());
        return Err(Failure::Input(format!("sbatch refuses {}: {said}", script.display())));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let job = said.trim().split(';').next().unwrap_or_default();
    Ok(balance_kit::harmless::harmless(job))
}

struct Scripts<'a> {
    args: &'a Args,
    name: &'a str,
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
        let args = self.args;
        let mut text = self.head(
            "shard",
            "Plays one shard: the one that has the number of the task.",
            "%A_%a.txt",
        );
        let mut words = vec![self.program.display().to_string(), "run".to_owned()];
        words.push(args.scenario.display().to_string());
        words.extend(["--shard", "auto", "--shards"].map(str::to_owned));
        words.push(args.shards.to_string());
        for (flag, number) in [("--games", args.dealt.games), ("--seed", args.dealt.seed.seed)] {
            words.extend(number.map(|number| format!("{flag}={number}")));
        }
        words.extend(args.changes.set.iter().map(|set| format!("--set={set}")));
        words.extend(["--quiet".to_owned(), "--out".to_owned(), args.out.display().to_string()]);
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
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
        // What a job inherits of its own would hold for the next one as well.
        text.push_str(&format!(
            "balance={balance}\ndir={dir}\nmissing=$(\"$balance\" shards \"$dir\" --shards {shards} --missing)\ncode=$?\n\
             if [ \"$code\" = 3 ] && [ -n \"$missing\" ] && [ \"${{BALANCE_AGAIN:-3}}\" -gt 0 ]; then\n\
             \x20   for name in ${{!SLURM_*}} ${{!SBATCH_*}}; do [ \"$name\" = SLURM_CONF ] || unset \"$name\"; done\n\
             \x20   echo \"Again: $missing\"\n\
             \x20   job=$(sbatch --parsable --array=\"$missing\" \"$dir/task.sbatch\") || exit 3\n\
             \x20   export BALANCE_AGAIN=$((${{BALANCE_AGAIN:-3}} - 1))\n\
             \x20   exec sbatch --dependency=afterany:\"${{job%%;*}}\" \"$dir/finish.sbatch\"\nfi\n\
             [ \"$code\" = 0 ] || exit \"$code\"\nexec \"$balance\" merge \"$dir\" --out {out}\n",
            balance = quote(self.program.to_owned()),
            dir = quote(self.dir.to_owned()),
            shards = self.args.shards,
            out = quote(self.args.out.clone()),
        ));
        text
    }
}
