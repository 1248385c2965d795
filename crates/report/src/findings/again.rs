//! How to see a finding again: the command that repeats it, and a game that shows it.

use super::super::format;
use super::{Asked, events};
use balance_analysis::games::program;
use balance_analysis::shell::{self, quoted};
use balance_analysis::table::{Configuration, Results, Shows};

/// A game that shows what a finding says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Name of its configuration.
    pub configuration: String,
    which: Which,
    shows: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// Number and rotation.
    Number(u64, u32),
    /// What `balance replay` is to look for: in results that name no games.
    Search(Vec<String>),
}

impl Sample {
    /// Which game it is and what it shows: `game 17, won by “merchants”`.
    pub fn words(&self) -> String {
        match &self.which {
            Which::Number(..) => format!("{}, {}", self.short(), self.shows),
            Which::Search(_) => format!("a game {}", self.shows.trim_start_matches("the first ")),
        }
    }

    /// The game alone: `game 17`.
    pub fn short(&self) -> String {
        self.short_with(' ')
    }

    /// The same, with no line broken before its number.
    pub fn short_tied(&self) -> String {
        self.short_with('\u{a0}')
    }

    fn short_with(&self, space: char) -> String {
        match &self.which {
            Which::Number(game, 0) => format!("game{space}{}", format::count(*game)),
            Which::Number(game, rotation) => format!("game{space}{}, rotation {rotation}", format::count(*game)),
            Which::Search(options) => options.join(" "),
        }
    }

    /// The command that tells this game move by move.
    pub fn command(&self, results: &Results) -> String {
        let mut words = vec![replay(results, &self.configuration)];
        match &self.which {
            Which::Number(game, rotation) => {
                words.push(format!("--game {game}"));
                if *rotation > 0 {
                    words.push(format!("--rotation {rotation}"));
                }
            }
            Which::Search(options) => words.extend(options.iter().map(|option| quoted(option))),
        }
        words.join(" ")
    }
}

/// The command that tells games of `configuration`, but for which.
fn replay(results: &Results, configuration: &str) -> String {
    let files = files(results);
    let (Some([first, second]), [one, other]) = (&results.scenario.compared, &files[..]) else {
        let several = results.configurations.len() > 1;
        return replay_of(results, &shell::file(&files[0]), several.then_some(configuration));
    };
    // Of two compared scenarios each has its own file, and its configurations their own names in it. The first scenario's
    // configurations come first; a name that begins with the other's is the longer one's.
    let names = if first == second {
        ["A", "B"]
    } else {
        [first.as_str(), second]
    };
    let at = results
        .configurations
        .iter()
        .position(|each| each.name == configuration);
    let of_second = at.is_some_and(|at| at >= results.configurations.len() - results.comparisons.len());
    let (name, file) = if of_second { (names[1], other) } else { (names[0], one) };
    let own = configuration
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix(" · "));
    replay_of(results, &shell::file(file), own)
}

fn replay_of(results: &Results, file: &str, configuration: Option<&str>) -> String {
    let mut words = vec![format!("{} replay {file} --seed {}", program(), results.scenario.seed)];
    words.extend(changes(results));
    words.extend(configuration.map(|name| format!("--configuration {}", quoted(name))));
    words.join(" ")
}

impl Asked<'_> {
    /// The first game that shows this, or the longest where none does.
    pub(super) fn sample(&self, shows: Shows, name: &str) -> Option<Sample> {
        sample(self.each, shows, name, "")
    }

    /// The first game with this component that the side wins.
    pub(super) fn sample_with(&self, component: &str, side: &str) -> Option<Sample> {
        sample(self.each, Shows::Component, component, side)
    }
}

/// The first game of a configuration that shows this, or the longest where none does; none where no game was played.
pub fn sample(each: &Configuration, shows: Shows, name: &str, side: &str) -> Option<Sample> {
    if each.games == 0 {
        return None;
    }
    let number = |shows: Shows, name: &str, side: &str| {
        let row = each
            .samples
            .iter()
            .find(|row| row.shows == shows && row.name == name && row.side == side)?;
        Some(Sample {
            configuration: each.name.clone(),
            which: Which::Number(row.game, row.rotation),
            shows: words(shows, &called(each, shows, name), side),
        })
    };
    let looked_for = || {
        let (shows, options) = search(shows, name, &called(each, shows, name));
        Sample {
            configuration: each.name.clone(),
            which: Which::Search(options),
            shows,
        }
    };
    let longest = || number(Shows::Longest, "", "");
    Some(number(shows, name, side).or_else(longest).unwrap_or_else(looked_for))
}

/// What is shown, in words for people: of an event, what is counted.
fn called(each: &Configuration, shows: Shows, name: &str) -> String {
    let row = each
        .counters
        .iter()
        .find(|row| shows == Shows::Event && row.counter == name);
    row.map_or_else(|| name.to_owned(), |row| events::meaning(row, &each.counters))
}

/// Game `game` of a configuration, which shows `shows`.
pub fn numbered(configuration: &str, game: u64, shows: &str) -> Sample {
    Sample {
        configuration: configuration.to_owned(),
        which: Which::Number(game, 0),
        shows: shows.to_owned(),
    }
}

fn words(shows: Shows, name: &str, side: &str) -> String {
    match shows {
        Shows::Shortest => "the shortest".to_owned(),
        Shows::Longest => "the longest".to_owned(),
        Shows::Nobody => "won by nobody".to_owned(),
        Shows::Side => format!("the first won by “{name}”"),
        Shows::Seat => format!("the first won by seat {name}"),
        Shows::Bot => format!("the first won by the bot “{name}”"),
        Shows::Ending => format!("the first that ends by “{name}”"),
        Shows::Event => format!("the first with “{name}”"),
        Shows::Component => format!("the first with “{name}” won by “{side}”"),
        Shows::LeaderWins => "the first won by the side in front at half time".to_owned(),
        Shows::LeaderLoses => "the first not won by the side in front at half time".to_owned(),
        Shows::Comeback => "the first won by the side in last place at half time".to_owned(),
    }
}

/// What `balance replay` can look for that shows the most of it.
fn search(shows: Shows, name: &str, called: &str) -> (String, Vec<String>) {
    let told = words(shows, called, "");
    let option = |flag: &str, value: String| (told.clone(), vec![flag.to_owned(), value]);
    match shows {
        Shows::Side | Shows::Bot => option("--won-by", name.to_owned()),
        Shows::Ending => option("--ending", name.to_owned()),
        Shows::Event => option("--where", format!("{name} >= 1")),
        Shows::Shortest => (told, vec!["--shortest".to_owned()]),
        _ => (words(Shows::Longest, "", ""), vec!["--longest".to_owned()]),
    }
}

/// The command that plays the same games again, and one that plays others.
pub fn commands(results: &Results) -> [String; 2] {
    let scenario = &results.scenario;
    let verb = if scenario.compared.is_some() { "compare" } else { "run" };
    let files: Vec<String> = files(results).iter().map(shell::file).collect();
    let files: Vec<String> = files.into_iter().chain(changes(results)).collect();
    let files = files.join(" ");
    let league = if scenario.no_league { " --no-league" } else { "" };
    let run = |seed: u64| {
        format!(
            "{} {verb} {files} --games {} --seed {seed}{league}",
            program(),
            scenario.games
        )
    };
    [run(scenario.seed), run(scenario.seed.wrapping_add(1))]
}

/// The command that tells a game of two compared configurations side by side, up to its number.
pub fn both(results: &Results, reference: &str, configuration: &str) -> String {
    let scenario = &results.scenario;
    let files = files(results);
    let mut words = vec![
        format!("{} replay", program()),
        shell::file(&files[0]),
        format!("--seed {}", scenario.seed),
    ];
    words.extend(changes(results));
    let (named, against) = if let (Some([first, second]), [_, other]) = (&scenario.compared, &files[..]) {
        // Each of two scenarios has configurations of its own: the second takes the one of the same name.
        let name = if first == second { "A" } else { first };
        let own = reference.strip_prefix(name).and_then(|rest| rest.strip_prefix(" · "));
        (own, shell::file(other))
    } else {
        let first = results.configurations.first();
        let is_first = first.is_some_and(|first| first.name == reference);
        ((!is_first).then_some(reference), quoted(configuration))
    };
    words.extend(named.map(|name| format!("--configuration {}", quoted(name))));
    words.push(format!("--against {against}"));
    words.join(" ")
}

/// The command that tells a game of `configuration`, but for the game's number.
pub fn any_game(results: &Results, configuration: &str) -> String {
    format!("{} --game", replay(results, configuration))
}

/// The command that tells any game, but for the game's number; what stands for several scenarios and configurations is written large.
pub fn any_game_of_all(results: &Results) -> String {
    let (file, alone) = if results.scenario.compared.is_some() {
        ("SCENARIO".to_owned(), 2)
    } else {
        (shell::file(&files(results)[0]), 1)
    };
    let several = results.configurations.len() > alone;
    format!("{} --game", replay_of(results, &file, several.then_some("NAME")))
}

/// What the command line changed.
pub(super) fn changes(results: &Results) -> impl Iterator<Item = String> {
    results
        .scenario
        .set
        .iter()
        .map(|each| format!("--set {}", quoted(each)))
}

/// The scenario's file, or both that were compared; at least one.
pub(super) fn files(results: &Results) -> Vec<String> {
    let scenario = &results.scenario;
    let usual = |name: &String| format!("scenarios/{name}.toml");
    match (&scenario.files[..], &scenario.compared) {
        ([], Some(names)) => names.iter().map(usual).collect(),
        ([], None) => vec![usual(&scenario.name)],
        (files, _) => files.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_analysis::sample as made_up;

    #[test]
    fn commands_name_the_file_the_configuration_and_the_game() {
        let mut results = made_up::variants();
        let each = results.configurations[2].clone();
        let found = sample(&each, Shows::Side, "profiteer", "").expect("games");
        assert_eq!(found.words(), "game 2, the first won by “profiteer”");
        assert_eq!(
            found.command(&results),
            "balance replay scenarios/coins.toml --seed 20261121 --configuration \
             '<b>two</b> & \"more\" | '\\''kelp'\\''' --game 2"
        );
        results.scenario.files = vec!["my games/coins.toml".to_owned()];
        assert!(commands(&results)[0].starts_with("balance run 'my games/coins.toml' --games 20000 --seed 20261121"));
        results.scenario.set = vec!["sets.same=5".to_owned(), "name=a b".to_owned()];
        let set = "'my games/coins.toml' --set sets.same=5 --set 'name=a b'";
        assert!(commands(&results)[0].starts_with(&format!("balance run {set} --games")));
        let seeded = set.replacen("--set", "--seed 20261121 --set", 1);
        assert_eq!(
            both(&results, "base", "one coin fewer"),
            format!("balance replay {seeded} --against 'one coin fewer'")
        );
        assert_eq!(
            any_game_of_all(&results),
            format!("balance replay {seeded} --configuration NAME --game")
        );
        assert!(
            found
                .command(&results)
                .contains("--set sets.same=5 --set 'name=a b' --configuration")
        );
    }

    #[test]
    fn results_without_samples_are_searched() {
        let mut each = made_up::single().configurations.remove(0);
        each.samples.clear();
        let command = |shows: Shows, name: &str| {
            let found = sample(&each, shows, name, "").expect("games");
            found.command(&made_up::single())
        };
        assert!(command(Shows::Side, "profiteer").ends_with("--seed 20261121 --won-by profiteer"));
        assert!(command(Shows::Event, "cons-won").ends_with("--where 'cons-won >= 1'"));
        assert!(command(Shows::Seat, "1").ends_with("--longest"));
        each.games = 0;
        assert_eq!(sample(&each, Shows::Longest, "", ""), None);
    }

    #[test]
    fn compared_scenarios_are_named_by_their_own_files() {
        let mut results = made_up::variants();
        results.configurations.truncate(2);
        results.comparisons.truncate(1);
        results.scenario.compared = Some(["old".to_owned(), "old-new".to_owned()]);
        let command = |results: &Results, index: usize| {
            let found = sample(&results.configurations[index], Shows::Longest, "", "").expect("games");
            found.command(results)
        };
        results.configurations[0].name = "old".to_owned();
        results.configurations[1].name = "old-new".to_owned();
        assert_eq!(
            command(&results, 1),
            "balance replay scenarios/old-new.toml --seed 20261121 --game 4093"
        );
        assert_eq!(
            any_game(&results, "old-new"),
            "balance replay scenarios/old-new.toml --seed 20261121 --game"
        );
        assert_eq!(
            any_game_of_all(&results),
            "balance replay SCENARIO --seed 20261121 --game"
        );
        assert_eq!(
            both(&results, "old", "old-new"),
            "balance replay scenarios/old.toml --seed 20261121 --against scenarios/old-new.toml"
        );
        assert_eq!(
            both(&results, "old · base", "old-new · base"),
            "balance replay scenarios/old.toml --seed 20261121 --configuration base --against scenarios/old-new.toml"
        );
        results.configurations[0].name = "old · base".to_owned();
        assert_eq!(
            command(&results, 0),
            "balance replay scenarios/old.toml --seed 20261121 --configuration base --game 4093"
        );
    }
}
