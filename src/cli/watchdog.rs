//! Names the games that have been going on for long: what loops in a move of its own cannot be stopped from outside, nor does
//! it say where it is.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread, ThreadId};
use std::time::{Duration, Instant};

use balance_analysis::experiment::Subject;

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
#[derive(Debug)]
struct WatchedGames {
    going: HashMap<ThreadId, GamesUnderWay>,
    /// The longest time that a game has taken, of those that came to their end.
    longest: Duration,
}

/// Watches over the games that are being played.
#[derive(Debug)]
pub struct Watchdog(Mutex<WatchedGames>);

impl Default for Watchdog {
    fn default() -> Self {
        Watchdog(Mutex::new(WatchedGames {
            going: HashMap::new(),
            longest: Duration::ZERO,
        }))
    }
}

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
