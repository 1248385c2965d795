//! Where the answers of a check go besides the screen.

use std::path::{Path, PathBuf};

use super::CheckInputs;
use super::inputs::Refusal;
use crate::cli::options::{Answers, Printed};
use crate::cli::output::{Output, same_place};
use crate::cli::{Failure, complain, print, print_json, width};
use balance_analysis::gate::Checked;
use balance_analysis::table;
use balance_report::check::{self as words, CheckOutcome, Refused};

/// The files that were asked for.
pub(super) struct Outputs<'a> {
    junit: Option<Output<'a>>,
    summary: Option<Output<'a>>,
}

impl<'a> Outputs<'a> {
    /// Both can be written, are two files, and none of them is one that is read.
    pub fn prepare(args: &'a Answers, held: &[CheckInputs]) -> Result<Self, Failure> {
        let read = |held: &CheckInputs| {
            let sources = held
                .one
                .scenario
                .sources
                .0
                .iter()
                .map(|source| PathBuf::from(&source.shown));
            let own = [held.one.scenario.path.clone(), held.baseline.clone()];
            sources.chain(own).collect::<Vec<_>>()
        };
        let inputs: Vec<PathBuf> = held.iter().flat_map(read).collect();
        let output = |option: &str, path: &'a Option<PathBuf>| {
            let path = path.as_deref().filter(|path| !path.as_os_str().is_empty());
            path.map(|path| Output::prepare(option, path, &inputs)).transpose()
        };
        if let (Some(junit), Some(summary)) = (&args.junit, &args.summary)
            && same_place(junit, summary)
        {
            let path = junit.display();
            return Err(Failure::Input(format!(
                "--junit and --summary both name the file {path}; name two files"
            )));
        }
        Ok(Outputs {
            junit: output("--junit", &args.junit)?,
            summary: output("--summary", &args.summary)?,
        })
    }
}

impl Outputs<'_> {
    /// Refuses to write where something else than answers stands.
    fn hold_answers(&self) -> Result<(), Failure> {
        let junit = self.junit.as_ref();
        junit.map_or(Ok(()), |output| output.made_by("<?xml"))?;
        let summary = self.summary.as_ref().map(Output::path);
        let read = |path: &&Path| path.extension().is_some_and(|end| end == "toml" || end == "json");
        summary.filter(read).map_or(Ok(()), |path| {
            let path = path.display();
            Err(Failure::Input(format!("--summary: {path} is no place for a summary")))
        })
    }

    /// Says where answers are to stand that there are none yet: a check that is killed then leaves no older ones there.
    pub fn begin(&self) -> Result<(), Failure> {
        if let Some(junit) = &self.junit {
            let xml = words::unfinished_junit().map_err(|error| Failure::Unwritten(error.to_string()))?;
            junit.begin(xml.as_bytes())?;
        }
        let summary = self.summary.as_ref();
        summary.map_or(Ok(()), |output| {
            output.begin_below(words::unfinished_markdown().as_bytes())
        })
    }
}

/// Says where answers were to stand why there are none of what the `files` name, and gives the `failure` back; what cannot be
/// written there is told besides.
pub fn refuse(args: &Answers, printed: Printed, files: &[String], failure: Failure) -> Failure {
    if matches!(failure, Failure::Interrupted | Failure::Round(_)) {
        return failure;
    }
    let refusal = |file: &String| {
        Refusal {
            scenario: file.clone(),
            configuration: None,
            gone: false,
            failure: failure.clone(),
        }
        .told()
    };
    let refused: Vec<Refused> = files.iter().map(refusal).collect();
    let outcome = CheckOutcome {
        refused: &refused,
        ..CheckOutcome::default()
    };
    // What the command reads is not known yet, and none of it is taken for its answers.
    let told = Outputs::prepare(args, &[]).and_then(|outputs| {
        outputs.hold_answers()?;
        tell(&outputs, &outcome, printed)
    });
    if let Err(unwritten) = told {
        complain(&unwritten);
    }
    failure
}

/// Writes what was asked for, all of it that can be written, and prints the answers.
pub(super) fn tell(outputs: &Outputs<'_>, outcome: &CheckOutcome<'_>, printed: Printed) -> Result<(), Failure> {
    let unmade = |error: &dyn std::fmt::Display| Failure::Unwritten(error.to_string());
    // What is handed on does not tell of the user's folders.
    let shown = |file: &str| table::for_display(Path::new(file)).display().to_string();
    let on_page = |each: &Checked| Checked {
        file: shown(&each.file),
        baselines: each.baselines.as_deref().map(shown),
        ..each.clone()
    };
    let published: Vec<Checked> = outcome.all.iter().map(on_page).collect();
    let refused_on_page = |refused: &Refused| Refused {
        file: shown(&refused.file),
        error: refused.error.replace(&refused.file, &shown(&refused.file)),
        ..refused.clone()
    };
    let refused: Vec<Refused> = outcome.refused.iter().map(refused_on_page).collect();
    let page = CheckOutcome {
        all: &published,
        refused: &refused,
        ..*outcome
    };
    let junit = |output: &Output<'_>| {
        let xml = page.junit().map_err(|error| unmade(&error))?;
        output.replace(xml.as_bytes())
    };
    let print = || {
        if printed == Printed::Json {
            print_json(&outcome.json().map_err(|error| unmade(&error))?)
        } else if outcome.all.is_empty() {
            Ok(())
        } else {
            print(&outcome.terminal(width()))
        }
    };
    let done = [
        outputs.junit.as_ref().map_or(Ok(()), junit),
        outputs.summary.as_ref().map_or(Ok(()), |output| {
            output.append(page.markdown().as_bytes(), words::unfinished_markdown().as_bytes())
        }),
        print(),
    ];
    let mut failures = done.into_iter().filter_map(Result::err);
    let first = failures.next();
    failures.for_each(|failure| complain(&failure));
    first.map_or(Ok(()), Err)
}
