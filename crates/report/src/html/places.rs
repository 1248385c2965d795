//! What the places of a page are called, to which its links lead.

use balance_analysis::table::Results;

/// The section that says in short what all runs found.
pub(super) const AT_A_GLANCE: &str = "runs";

/// The section that says how the page is read.
pub(super) const READING: &str = "reading";

/// The place of a run on the page.
pub(super) fn of_run(index: usize) -> String {
    format!("run-{}", index + 1)
}

/// The place of a configuration on the page of its run.
pub(super) fn of_configuration(index: usize) -> String {
    format!("configuration-{}", index + 1)
}

/// What a link calls a heading: its words in small letters, with `-` between them.
pub(super) fn of_heading(words: &str) -> String {
    let letters = words.to_lowercase();
    let kept = letters
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// What a run is called on the page: its title, and of several with one title what was set for it on the command line, and the seed,
/// where they differ in these.
pub(super) fn name_of_run(runs: &[&Results], run: &Results) -> String {
    let own = &run.scenario;
    let others = || {
        runs.iter()
            .map(|run| &run.scenario)
            .filter(|other| other.title == own.title)
    };
    let mut name = own.title.clone();
    if !own.set.is_empty() && others().any(|other| other.set != own.set) {
        name = format!("{name}, {}", own.set.join(", "));
    }
    if others().any(|other| other.seed != own.seed) {
        name = format!("{name}, seed {}", own.seed);
    }
    name
}
