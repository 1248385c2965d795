//! What stderr shows while games are played: how far they are, and which of them go on for long.

use std::ops::Range;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::patience::Patience;
use crate::scenario::Scenario;
use crate::sim::Watch;
use crate::{ladder, skill, why};

/// A bar, and patience with the games of which `W` says what is played.
pub struct Shown<W> {
    bar: ProgressBar,
    patience: Patience<W>,
    keeps: bool,
}

impl<W: Clone + Ord + Send> Shown<W> {
    /// With this bar, of a command that keeps nothing of what it has not finished.
    pub fn new(bar: ProgressBar) -> Self {
        Shown {
            bar,
            patience: Patience::default(),
            keeps: false,
        }
    }

    /// The same of a command that goes on from what it has kept.
    pub fn keeping(self) -> Self {
        Shown { keeps: true, ..self }
    }

    /// This thread begins games.
    pub fn begins(&self, what: W, games: &Range<u64>) {
        self.patience.begins(what, games.clone(), Instant::now());
    }

    /// It has played them.
    pub fn ends(&self) {
        self.patience.ends(Instant::now());
    }

    /// So many more games were played.
    pub fn played(&self, games: u64) {
        self.bar.inc(games);
    }

    /// What stands beside the bar.
    pub fn says(&self, what: impl Into<std::borrow::Cow<'static, str>>) {
        self.bar.set_message(what);
    }

    /// Runs `play` and takes the bar away. What goes on for long is told, by its `name` as [`called`] gives it.
    pub fn over<T>(&self, name: impl Fn(&W) -> String + Sync, play: impl FnOnce() -> T) -> T {
        let late = |what: W, games: Range<u64>| {
            let said = late(&name(&what), &games, self.keeps);
            self.bar.suspend(|| super::remark(&said));
        };
        let played = self.patience.over(late, play);
        self.bar.finish_and_clear();
        played
    }
}

impl Watch for Shown<usize> {
    fn begins(&self, configuration: usize, games: &Range<u64>) {
        Shown::begins(self, configuration, games);
    }

    fn ends(&self) {
        Shown::ends(self);
    }

    fn played(&self, games: u64) {
        Shown::played(self, games);
    }
}

impl why::Watch for Shown<usize> {
    fn begins(&self, which: usize, deals: &Range<u64>) {
        Shown::begins(self, which, deals);
    }

    fn ends(&self) {
        Shown::ends(self);
    }

    fn played(&self, games: u64) {
        Shown::played(self, games);
    }

    fn looking(&self, games: usize) {
        self.says(format!("looking into {games} of them"));
    }
}

/// A table: the bot that sits alone, and the others.
pub type Seated = (String, String);

impl ladder::Watch for Shown<Seated> {
    fn begins(&self, one: &str, among: &str, deal: u64) {
        Shown::begins(self, (one.to_owned(), among.to_owned()), &(deal..deal + 1));
    }

    fn ends(&self) {
        Shown::ends(self);
    }

    fn played(&self, games: u64) {
        Shown::played(self, games);
    }
}

impl skill::Watch for Shown<Seated> {
    fn begins_at(&self, table: &str, deal: u64) {
        Shown::begins(self, (table.to_owned(), String::new()), &(deal..deal + 1));
    }
}

/// What is played of a scenario, as a user is told of it.
pub fn called(scenario: &Scenario, what: &str) -> String {
    format!("{}: {what}, seed {}", scenario.name, scenario.seed)
}

/// Games that have been going on for long, as a user is told of them.
fn late(name: &str, games: &Range<u64>, keeps: bool) -> String {
    let which = match games.end - games.start {
        1 => format!("game {} has", games.start),
        _ => format!("games {} to {} have", games.start, games.end - 1),
    };
    let then = if keeps { ", and what was kept stays" } else { "" };
    format!(
        "\n{name}: {which} been going on for a minute or more.\nShould it never end: Ctrl-C twice stops at once{then}.\n"
    )
}

/// The bar on stderr: games, games per second, time left, and a message, such as how wide the widest interval still is.
pub fn bar(name: &str, games: u64, quiet: bool) -> ProgressBar {
    let template = "{prefix}  {wide_bar}  {human_pos} of {human_len} games  {per_sec:>14}  {eta} left  {msg}";
    drawn(name, games, quiet, template)
}

/// The same where it is not known how many games it takes: games, time left, and what is being done.
pub fn about(name: &str, games: u64, quiet: bool) -> ProgressBar {
    let template = "{prefix}  {wide_bar}  about {human_pos} of {human_len} games  {eta} left  {msg}";
    drawn(name, games, quiet, template)
}

fn drawn(name: &str, games: u64, quiet: bool, template: &str) -> ProgressBar {
    let target = if quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(5)
    };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let per_second = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{} games/s", indicatif::HumanCount(state.per_sec() as u64));
        };
        bar.set_style(style.with_key("per_sec", per_second).progress_chars("━╸─"));
    }
    bar.set_prefix(name.to_owned());
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_for_long_is_told_with_what_becomes_of_the_rest() {
        assert_eq!(
            late("four: “tough” among “random”, seed 3", &(7..8), false),
            "\nfour: “tough” among “random”, seed 3: game 7 has been going on for a minute or more.\nShould it never end: \
             Ctrl-C twice stops at once.\n"
        );
        assert_eq!(
            late("four: “base”, seed 3", &(64..128), true),
            "\nfour: “base”, seed 3: games 64 to 127 have been going on for a minute or more.\nShould it never end: Ctrl-C \
             twice stops at once, and what was kept stays.\n"
        );
    }
}
