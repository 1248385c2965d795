//! What stderr shows while games are played: how far they are, and which of them go on for long, since what loops in a move of its
//! own cannot be stopped from outside.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread, ThreadId};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::options::Quiet;
use balance_simulation::experiment::{Progress, Runner, Subject};

/// Shows how far games are, and which of them go on for long.
pub struct Meter {
    bar: ProgressBar,
    watchdog: Watchdog,
    keeps: bool,
}

impl Meter {
    /// With a bar of this name, of a command that keeps nothing of what it has not finished.
    pub fn new(name: &str, total: Total, quiet: Quiet) -> Self {
        Meter {
            bar: bar(name, total, quiet),
            watchdog: Watchdog::default(),
            keeps: false,
        }
    }

    /// The same of a command that goes on from what it has kept.
    pub fn keeping(self) -> Self {
        Meter { keeps: true, ..self }
    }

    /// Plays games that this shows, until `stop` is set.
    pub fn runner<'a>(&'a self, stop: &'a AtomicBool) -> Runner<'a> {
        Runner { progress: self, stop }
    }

    /// What stands beside the bar.
    pub fn says(&self, what: impl Into<std::borrow::Cow<'static, str>>) {
        self.bar.set_message(what);
    }

    /// Runs `play` and takes the bar away. What goes on for long is told, by its `name`; where no bar can be
    /// drawn, as in a log, how far it is, seldom.
    pub fn over<T>(&self, name: impl Fn(&Subject) -> String + Sync, play: impl FnOnce() -> T) -> T {
        let then = if self.keeps { KEPT } else { "" };
        let late = |what: Subject, games: Range<u64>| {
            let said = late(&name(&what), &games, then);
            self.bar.suspend(|| super::remark(&said));
        };
        let (from, told) = (self.bar.position(), AtomicU64::new(0));
        let look = |elapsed: Duration| {
            let is_due = due(elapsed, told.load(Ordering::Relaxed));
            if is_due && self.bar.is_hidden() && !self.bar.prefix().is_empty() {
                told.store(elapsed.as_secs(), Ordering::Relaxed);
                let length = self.bar.length().unwrap_or(0);
                super::remark(&far(&self.bar.prefix(), from, self.bar.position(), length, elapsed));
            }
        };
        let played = self.watchdog.over(late, look, play);
        self.bar.finish_and_clear();
        played
    }
}

impl Progress for Meter {
    fn begins(&self, subject: Subject, deals: &Range<u64>) {
        self.watchdog.begins(subject, deals.clone(), Instant::now());
    }

    fn ends(&self) {
        self.watchdog.ends(Instant::now());
    }

    fn played(&self, games: u64) {
        self.bar.inc(games);
    }

    fn stage(&self, what: &str) {
        self.says(what.to_owned());
    }
}

/// What becomes of the rest, where something is kept.
const KEPT: &str = ", and what was kept stays";

/// Games that have been going on for long, as a user is told of them, and `then` what becomes of the rest.
fn late(name: &str, games: &Range<u64>, then: &str) -> String {
    let which = match games.end - games.start {
        1 => format!("game {} has", games.start),
        _ => format!("games {} to {} have", games.start, games.end - 1),
    };
    format!(
        "\n{name}: {which} been going on for a minute or more.\nShould it never end: Ctrl-C twice stops at once{then}.\n"
    )
}

/// Is it time to say again how far it is, after so long, where it was said last after so many seconds? After half a minute, then
/// after twice as long each time, and every ten minutes at least.
fn due(elapsed: Duration, last: u64) -> bool {
    let next = match last {
        0 => 30,
        last => last + last.min(600),
    };
    elapsed.as_secs() >= next
}

/// How far it is, in a line: games of all, since it began with `from` of them, and how long the rest takes at that rate.
fn far(name: &str, from: u64, games: u64, of: u64, elapsed: Duration) -> String {
    let count = indicatif::HumanCount;
    let fresh = games.saturating_sub(from);
    let left = if fresh == 0 || games >= of {
        String::new()
    } else {
        let seconds = elapsed.as_secs_f64() * (of - games) as f64 / fresh as f64;
        let left = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        format!(", about {} left", indicatif::HumanDuration(left))
    };
    let elapsed = indicatif::HumanDuration(Duration::from_secs(elapsed.as_secs()));
    format!(
        "{name}: {} of {} games after {elapsed}{left}\n",
        count(games),
        count(of)
    )
}

/// How many games it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// So many.
    Exactly(u64),
    /// About so many.
    About(u64),
}

impl Total {
    fn games(self) -> u64 {
        match self {
            Total::Exactly(games) | Total::About(games) => games,
        }
    }
}

/// A bar shorter than this shows nothing.
const SHORTEST: usize = 8;

/// What is shown in a line of so many columns: without games per second, and without the bar, where there is no room for them. What is wide by itself would ask a terminal that does not say how many rows it has.
fn template(columns: usize, name: &str, total: Total) -> String {
    let number = indicatif::HumanCount(total.games()).to_string().len();
    let exact = matches!(total, Total::Exactly(_));
    let (about, message) = if exact { ("", 16) } else { ("about ", 33) };
    // A space on either side of a part takes two columns, and the time left up to nine.
    let told = about.len() + 2 * number + " of  games".len() + 2 + 9;
    let all = name.chars().count() + 2 + told + 2 + message;
    let games = format!("{about}{{human_pos}} of {{human_len}} games");
    match (exact, columns.checked_sub(all + SHORTEST + 2)) {
        (true, Some(more @ 16..)) => {
            let bar = SHORTEST + more - 16;
            format!("{{prefix}}  {{bar:{bar}}}  {games}  {{per_sec:>14}}  {{eta}} left  {{msg}}")
        }
        (_, Some(more)) => {
            let bar = SHORTEST + more;
            format!("{{prefix}}  {{bar:{bar}}}  {games}  {{eta}} left  {{msg}}")
        }
        // A long name is cut, and so is what does not fit behind the rest.
        (_, None) => {
            let most = columns.saturating_sub(told + 4);
            let (cut, length) = match name.chars().count() {
                length if length > most => (format!(":{most}!"), most),
                length => (String::new(), length),
            };
            let rest = columns.saturating_sub(length + 2 + told + 2).min(message);
            let said = if rest > 0 {
                format!("  {{msg:{rest}!}}")
            } else {
                String::new()
            };
            format!("{{prefix{cut}}}  {games}  {{eta}} left{said}")
        }
    }
}

/// The bar on stderr: games, where these are known games per second, time left, and a message, such as how wide the widest interval
/// still is, or what is being done.
pub fn bar(name: &str, total: Total, quiet: Quiet) -> ProgressBar {
    let columns = super::terminal::columns_of_remarks().unwrap_or(balance_report::WIDTH);
    let template = template(columns, name, total);
    let target = if quiet.quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr_with_hz(5)
    };
    let bar = ProgressBar::with_draw_target(Some(total.games()), target);
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let per_second = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{} games/s", indicatif::HumanCount(state.per_sec() as u64));
        };
        bar.set_style(style.with_key("per_sec", per_second).progress_chars("━╸─"));
    }
    // Without a name nothing is told of it either.
    if !quiet.quiet {
        bar.set_prefix(name.to_owned());
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Nobody is told of less.
const LONG: Duration = Duration::from_mins(1);

/// Nor of games that have been going on for less than so many times as long as any others have taken.
const TIMES: u32 = 10;

/// How often somebody looks.
const EVERY: Duration = Duration::from_secs(1);

/// Games that one thread plays in one go.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GamesUnderWay {
    /// What is played.
    what: Subject,
    games: Range<u64>,
    since: Instant,
    told: bool,
}

/// What is being played, and how long that took so far.
#[derive(Debug, Default)]
struct WatchedGames {
    going: HashMap<ThreadId, GamesUnderWay>,
    /// The longest time that a game has taken, of those that came to their end.
    longest: Duration,
}

/// Watches over the games that are being played.
#[derive(Debug, Default)]
pub struct Watchdog(Mutex<WatchedGames>);

impl Watchdog {
    /// This thread begins games.
    pub fn begins(&self, what: Subject, games: Range<u64>, now: Instant) {
        let going = GamesUnderWay {
            what,
            games,
            since: now,
            told: false,
        };
        self.known().going.insert(thread::current().id(), going);
    }

    /// It has played them.
    pub fn ends(&self, now: Instant) {
        let mut known = self.known();
        if let Some(done) = known.going.remove(&thread::current().id()) {
            let games = u32::try_from(done.games.end - done.games.start).unwrap_or(u32::MAX);
            known.longest = known.longest.max(now.duration_since(done.since) / games.max(1));
        }
    }

    /// Runs `play`; meanwhile `tell` is given what is played and the numbers of games that are going on for long, once, and `look`
    /// every second how long it has been running.
    pub fn over<T>(
        &self,
        tell: impl Fn(Subject, Range<u64>) + Sync,
        look: impl Fn(Duration) + Sync,
        play: impl FnOnce() -> T,
    ) -> T {
        let (done, start) = (AtomicBool::new(false), Instant::now());
        thread::scope(|scope| {
            let watching = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    thread::park_timeout(EVERY);
                    for (what, games) in self.late(Instant::now()) {
                        tell(what, games);
                    }
                    look(start.elapsed());
                }
            });
            let _done = Done(&done, watching.thread());
            play()
        })
    }

    /// Games that are going on for long and of which nobody was told, by number and by what is played.
    fn late(&self, now: Instant) -> Vec<(Subject, Range<u64>)> {
        let mut known = self.known();
        let longest = known.longest;
        let mut late: Vec<(Subject, Range<u64>)> = Vec::new();
        for going in known.going.values_mut().filter(|going| !going.told) {
            let games = u32::try_from(going.games.end - going.games.start).unwrap_or(u32::MAX);
            let patience = LONG.max(longest.saturating_mul(games.saturating_mul(TIMES)));
            if now.saturating_duration_since(going.since) >= patience {
                going.told = true;
                late.push((going.what.clone(), going.games.clone()));
            }
        }
        late.sort_by(|(what, games), (other, others)| (games.start, what).cmp(&(others.start, other)));
        late
    }

    fn known(&self) -> MutexGuard<'_, WatchedGames> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the one who looks go home, even where `play` panics: nobody would ever be done otherwise.
struct Done<'a>(&'a AtomicBool, &'a Thread);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_for_long_is_told_with_what_becomes_of_the_rest() {
        assert_eq!(
            late("four: “tough” among “random”, seed 3", &(7..8), ""),
            "\nfour: “tough” among “random”, seed 3: game 7 has been going on for a minute or more.\nShould it never end: \
             Ctrl-C twice stops at once.\n"
        );
        assert_eq!(
            late("four: “base”, seed 3", &(64..128), KEPT),
            "\nfour: “base”, seed 3: games 64 to 127 have been going on for a minute or more.\nShould it never end: Ctrl-C \
             twice stops at once, and what was kept stays.\n"
        );
    }

    /// A line of progress fits, at its widest, and has a bar where there is room for one.
    #[test]
    fn a_line_of_progress_is_no_wider_than_the_terminal() {
        let parts = |columns, name, total| {
            let line = template(columns, name, total);
            ["{bar:", "per_sec", "{msg}", "{prefix:"].map(|part| line.contains(part))
        };
        assert_eq!(
            parts(120, "niagara-fork", Total::Exactly(1_200)),
            [true, true, true, false]
        );
        assert_eq!(
            parts(80, "niagara-fork", Total::Exactly(1_200)),
            [true, false, true, false]
        );
        assert_eq!(
            parts(60, "niagara-fork", Total::Exactly(1_200)),
            [false, false, false, false]
        );
        assert_eq!(parts(60, "tune", Total::About(12_000)), [false, false, false, false]);
        assert_eq!(
            parts(60, &"long ".repeat(20), Total::About(12_000)),
            [false, false, false, true]
        );
    }

    /// In a log, where no bar can be drawn, a line says seldom how far it is.
    #[test]
    fn where_no_bar_is_drawn_lines_say_how_far_it_is() {
        let seconds = Duration::from_secs;
        let mut told = vec![0];
        for elapsed in 1..3_000 {
            if due(seconds(elapsed), told[told.len() - 1]) {
                told.push(elapsed);
            }
        }
        assert_eq!(told[1..], [30, 60, 120, 240, 480, 960, 1_560, 2_160, 2_760]);
        let of = |from, games| far("two", from, games, 3_000, seconds(60));
        assert_eq!(of(0, 0), "two: 0 of 3,000 games after 60 seconds\n");
        assert_eq!(
            of(0, 1_000),
            "two: 1,000 of 3,000 games after 60 seconds, about 2 minutes left\n"
        );
        assert_eq!(
            of(900, 1_000),
            "two: 1,000 of 3,000 games after 60 seconds, about 20 minutes left\n"
        );
        assert_eq!(of(0, 3_000), "two: 3,000 of 3,000 games after 60 seconds\n");
    }

    /// The clock of the test: nobody waits.
    fn at(start: Instant, seconds: u64) -> Instant {
        start + Duration::from_secs(seconds)
    }

    #[test]
    fn games_that_go_on_for_a_minute_are_named_once() {
        let (watchdog, start) = (Watchdog::default(), Instant::now());
        watchdog.begins(Subject::Configuration(1), 7..8, start);
        assert_eq!(watchdog.late(at(start, 59)), []);
        assert_eq!(watchdog.late(at(start, 60)), [(Subject::Configuration(1), 7..8)]);
        assert_eq!(watchdog.late(at(start, 600)), []);
        watchdog.ends(at(start, 600));
        assert_eq!(watchdog.late(at(start, 6_000)), []);
    }

    #[test]
    fn games_that_take_long_anyway_are_given_longer() {
        let (watchdog, start) = (Watchdog::default(), Instant::now());
        watchdog.begins(Subject::Configuration(0), 0..4, start);
        watchdog.ends(at(start, 40));
        // Ten seconds a game: eight games are waited for ten times as long as eight games take.
        watchdog.begins(Subject::Configuration(0), 32..40, at(start, 40));
        assert_eq!(watchdog.late(at(start, 40 + 799)), []);
        assert_eq!(
            watchdog.late(at(start, 40 + 800)),
            [(Subject::Configuration(0), 32..40)]
        );
    }

    #[test]
    fn what_is_watched_over_comes_back() {
        let watchdog = Watchdog::default();
        assert_eq!(watchdog.over(|_, _| panic!("nothing is late"), |_| (), || 5), 5);
    }

    #[test]
    fn a_panic_ends_what_is_watched_over() {
        let (tell, told) = std::sync::mpsc::channel();
        thread::spawn(move || {
            let over = || Watchdog::default().over(|_, _| (), |_| (), || panic!("a game broke"));
            let ended: Result<(), _> = std::panic::catch_unwind(over);
            tell.send(ended.is_err())
        });
        assert_eq!(told.recv_timeout(Duration::from_secs(30)), Ok(true));
    }
}
