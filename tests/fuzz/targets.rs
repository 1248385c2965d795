//! What is done with an input of each kind: all that the program would do with such a file before, or instead of, a long
//! run. Each says whether it took the input.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use balance::experiment::Runner;
use balance::games::{AnyGame, BUILT_IN, built_in};
use balance::gate::Baseline;
use balance::scenario::{Frames, Overrides, Scenario, references};
use balance::sim::{KeptLooks, Piece, Played, Reference, Run, Share};
use balance::{judge, report, shards, table};
use serde_json::Value;

/// Whatever a file says, what is told of it holds nothing that a terminal would obey but colours.
fn harmless(text: &str) {
    let hostile = |letter: char| (letter.is_control() && !"\n\u{1b}".contains(letter)) || letter == '\u{202e}';
    assert!(!text.contains(hostile), "{text:?}");
    assert!(text.split('\u{1b}').skip(1).all(is_colour), "{text:?}");
}

/// The rest of an escape that sets a colour: `[1;31m`.
fn is_colour(rest: &str) -> bool {
    let end = rest.find('m').unwrap_or(0);
    rest.starts_with('[')
        && end > 0
        && rest[1..end]
            .chars()
            .all(|letter| letter.is_ascii_digit() || letter == ';')
}

/// Reads `text` as the scenario `mine.toml` of `dir`, builds its games and plays some.
pub fn scenario(dir: &Path, text: &[u8]) -> bool {
    let path = dir.join("mine.toml");
    fs::write(&path, text).expect("written");
    let scenario = match Scenario::load(&path, &BUILT_IN, &Overrides::default()) {
        Ok(scenario) => scenario,
        Err(problems) => {
            assert!(!problems.list.is_empty());
            harmless(&problems.render(Frames::Coloured));
            return false;
        }
    };
    if let Some(warnings) = scenario.warned() {
        harmless(&warnings.render(Frames::Coloured));
    }
    let games = built(&scenario);
    if let Err(problems) = judge::of_bands(&scenario, &games) {
        harmless(&problems.render(Frames::Coloured));
    }
    // A bot that searches takes its time.
    let first = &scenario.configurations[0].setup;
    let searches = first.bots.values().any(|bot| bot.kind.starts_with("search"));
    let seats = &first.seats;
    let names = seats
        .by_role
        .values()
        .chain(seats.by_seat.values())
        .chain(&seats.rotate)
        .chain([&seats.all]);
    if !searches && !names.into_iter().any(|name| name.starts_with("search")) && seats.rotate.len() < 10 {
        let block = games[0]
            .play_block(scenario.seed, 0..2)
            .expect("a game of sound rules keeps them");
        assert_eq!(block.lines.len(), 2);
    }
    true
}

fn built(scenario: &Scenario) -> Vec<Box<dyn AnyGame>> {
    let info = built_in(&scenario.game).expect("read");
    let build = |configuration: &balance::scenario::Configuration| {
        (info.build)(&configuration.setup).unwrap_or_else(|faults| panic!("checked, but not built: {faults:?}"))
    };
    scenario.configurations.iter().map(build).collect()
}

/// Reads `text` as the results of a run and reports them, all but the charts.
pub fn results(dir: &Path, text: &[u8]) -> bool {
    fs::write(dir.join("results.json"), text).expect("written");
    let results = match report::read(dir) {
        Ok(results) => results,
        Err(error) => {
            harmless(&error.to_string());
            return false;
        }
    };
    let insights = report::Insights::of_run(&results);
    harmless(&report::terminal(&insights, 80));
    harmless(&report::markdown(&insights));
    for mut frame in table::frames(&results).expect("tables") {
        frame.files().expect("files");
    }
    if let Ok(found) = table::compare_runs(&results, &results) {
        harmless(&report::run_comparison_terminal(&found, 80));
    }
    true
}

/// The whole run as one shard.
const ONE: Share = Share { index: 0, of: 1 };

/// A scenario with its games.
pub struct Loaded {
    scenario: Scenario,
    games: Vec<Box<dyn AnyGame>>,
}

impl Loaded {
    /// The scenario at `path`.
    pub fn new(path: &Path) -> Self {
        let scenario = Scenario::load(path, &BUILT_IN, &Overrides::default()).expect("a sound scenario");
        Loaded {
            games: built(&scenario),
            scenario,
        }
    }

    /// Reads `text` as the baseline, which is `file`.
    pub fn baseline(&self, file: &Path, text: &[u8]) -> bool {
        fs::write(file, text).expect("written");
        let info = built_in(&self.scenario.game).expect("a game");
        let read = Baseline::load(file, info, &self.scenario, &self.games);
        let read = read.map(|baseline| baseline.expect("there"));
        let dealt = read.and_then(|baseline| baseline.dealt(file, &self.scenario, &self.games));
        match dealt {
            Ok(dealt) => {
                // What is taken can be compared with what is played.
                for (dealt, configuration) in dealt.iter().zip(&self.scenario.configurations) {
                    let rotations = configuration.setup.seats.rotations();
                    let lines = dealt.iter().flat_map(|dealt| &dealt.lines);
                    let mut wins = lines.flat_map(|line| line.wins);
                    assert!(wins.all(|wins| usize::from(wins) <= rotations));
                }
                true
            }
            Err(error) => {
                harmless(&error.to_string());
                false
            }
        }
    }

    /// The same of a baseline with a checksum that fits, if it has the shape of one.
    pub fn sealed(&self, file: &Path, value: &Value) -> bool {
        let baseline: Result<Baseline, _> = serde_json::from_value(value.clone());
        baseline.is_ok_and(|baseline| self.baseline(file, baseline.text().as_bytes()))
    }

    /// The run of so many games.
    fn run(&self, games: u64) -> Run<'_> {
        let rotations = |each: &balance::scenario::Configuration| each.setup.seats.rotations();
        let references = references(&self.scenario).into_iter();
        Run {
            configurations: self.games.iter().map(|game| &**game).collect(),
            reference: references.map(|each| each.map(Reference::Configuration)).collect(),
            rotations: self.scenario.configurations.iter().map(rotations).collect(),
            members: Vec::new(),
            seed: self.scenario.seed,
            games,
            first_look: 1,
        }
    }

    /// Reports what was played.
    fn told(&self, played: &Played) {
        let info = built_in(&self.scenario.game).expect("read");
        let results = table::results(
            &self.scenario,
            info,
            &self.games,
            &[],
            played,
            &references(&self.scenario),
            &judge::Docket::default(),
        );
        harmless(&report::terminal(&report::Insights::of_run(&results), 80));
    }

    /// Plays so many games, on from what was kept, if anything was that can be of this run. None where it cannot.
    pub fn to(&self, games: u64, kept: Option<&Value>) -> Option<Value> {
        let run = self.run(games);
        let played = match kept {
            None => run.play(Runner::unwatched(), &()),
            Some(kept) => {
                let kept: Played = serde_json::from_value(kept.clone()).ok()?;
                if kept.games > games || run.misfit(&kept).is_some() {
                    return None;
                }
                run.go_on(kept, Runner::unwatched(), &())
            }
        };
        let mut played = played.expect("no game breaks");
        assert_eq!(played.games, games);
        self.told(&played);
        played.forget_last_look();
        Some(serde_json::to_value(played).expect("JSON"))
    }

    /// The pieces of the one shard of so many games.
    pub fn pieces(&self, games: u64) -> Value {
        let pieces = self
            .run(games)
            .play_share(ONE, 0, KeptLooks::Every, Runner::unwatched());
        serde_json::to_value(pieces.expect("no game breaks").expect("not stopped")).expect("JSON")
    }

    /// Merges the pieces of one shard of so many games, if they can be that.
    pub fn merged(&self, games: u64, pieces: &Value) -> bool {
        let Ok(pieces) = serde_json::from_value::<Vec<Piece>>(pieces.clone()) else {
            return false;
        };
        let run = self.run(games);
        if run.misfit_share(&pieces, ONE, 0).is_some() {
            return false;
        }
        let at = |look: u64, take: &mut dyn FnMut(Piece)| {
            let here = pieces.iter().filter(|piece| piece.until == look);
            here.cloned().for_each(take);
            Ok::<(), Infallible>(())
        };
        let Ok(played) = run.merge(at, &());
        assert_eq!(played.games, games);
        self.told(&played);
        true
    }
}

/// Reads `text` as the only shard in `dir`, and sorts what stands there.
pub fn shard(dir: &Path, file: &str, text: &[u8]) -> bool {
    fs::write(dir.join(file), text).expect("written");
    let entries = shards::entries(dir, 0).expect("a folder");
    let of = shards::usual(&entries).map(|manifest| manifest.share.of);
    let sorted = shards::sort(entries, (0..0, of), |_| None);
    for odd in &sorted.odd {
        harmless(&format!("{}: {}", odd.file, odd.flaw));
    }
    sorted.whole.len() == 1
}
