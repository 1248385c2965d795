//! Commands that repeat a run, show one of its games, and ask further: for rules that are better, what a component does, where
//! games diverge. How many games a run is told to play is rounded to what such a number carries.

use crate::format;
use balance_config::games::program;
use balance_config::shell_quote::{self, quoted};
use balance_inference::table::{Configuration, Results};

/// The command that shows games of `configuration`, but for which.
pub(super) fn replay(results: &Results, configuration: &str) -> String {
    let files = files(results);
    let (Some([first, second]), [one, other]) = (&results.scenario.compared, &files[..]) else {
        let several = results.configurations.len() > 1;
        return replay_of(results, &shell_quote::file(&files[0]), several.then_some(configuration));
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
    replay_of(results, &shell_quote::file(file), own)
}

fn replay_of(results: &Results, file: &str, configuration: Option<&str>) -> String {
    let mut words = vec![format!("{} replay {file} --seed {}", program(), results.scenario.seed)];
    words.extend(changes(results));
    words.extend(configuration.map(|name| format!("--configuration {}", quoted(name))));
    words.join(" ")
}

/// The command that plays the same games again, and one that plays others.
pub fn commands(results: &Results) -> [String; 2] {
    let scenario = &results.scenario;
    [scenario.seed, scenario.seed.wrapping_add(1)].map(|seed| run_command(results, scenario.games, Some(seed)))
}

/// The command that plays so many games of the same, with this seed or with the one of the scenario.
pub fn run_command(results: &Results, games: u64, seed: Option<u64>) -> String {
    let scenario = &results.scenario;
    let verb = if scenario.compared.is_some() { "compare" } else { "run" };
    let files = files(results).into_iter().map(shell_quote::file);
    let files = files.chain(changes(results)).collect::<Vec<_>>().join(" ");
    let league = if scenario.no_league { " --no-league" } else { "" };
    let seed = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let games = format::option(games);
    format!("{} {verb} {files} --games {games}{seed}{league}", program())
}

/// The command that shows a game of two compared configurations side by side, up to its number.
pub fn both(results: &Results, reference: &str, configuration: &str) -> String {
    let files = files(results);
    let (named, against) = if let (Some([first, second]), [_, other]) = (&results.scenario.compared, &files[..]) {
        // Each of two scenarios has configurations of its own: the second takes the one of the same name.
        let name = if first == second { "A" } else { first };
        let own = reference.strip_prefix(name).and_then(|rest| rest.strip_prefix(" · "));
        (own, shell_quote::file(other))
    } else {
        let first = results.configurations.first();
        let is_first = first.is_some_and(|first| first.name == reference);
        ((!is_first).then_some(reference), quoted(configuration))
    };
    let replay = replay_of(results, &shell_quote::file(&files[0]), named);
    format!("{replay} --against {against}")
}

/// The command that shows any game, but for the game's number; what stands for several scenarios and configurations is written large.
pub fn any_game_of_all(results: &Results) -> String {
    let (file, alone) = if results.scenario.compared.is_some() {
        ("SCENARIO".to_owned(), 2)
    } else {
        (shell_quote::file(&files(results)[0]), 1)
    };
    let several = results.configurations.len() > alone;
    format!("{} --game", replay_of(results, &file, several.then_some("NAME")))
}

fn changes(results: &Results) -> impl Iterator<Item = String> {
    results
        .scenario
        .set
        .iter()
        .map(|each| format!("--set {}", quoted(each)))
}

/// The scenario's file, or both that were compared; at least one.
fn files(results: &Results) -> Vec<String> {
    let scenario = &results.scenario;
    let usual = |name: &String| format!("scenarios/{name}.toml");
    match (&scenario.files[..], &scenario.compared) {
        ([], Some(names)) => names.iter().map(usual).collect(),
        ([], None) => vec![usual(&scenario.name)],
        (files, _) => files.to_vec(),
    }
}

/// The file of the scenario, where it was played as it stands there: none where two were compared, or a command changed it.
pub fn as_it_is(results: &Results) -> Option<String> {
    let file = files(results).into_iter().next()?;
    let alone = results.scenario.compared.is_none() && changes(results).next().is_none();
    alone.then_some(file)
}

/// The command that looks for rules that meet the goals; none where `--set`, which it does not know, set the table.
pub fn tune_command(results: &Results) -> Option<String> {
    let file = as_it_is(results).filter(|file| file != "-")?;
    Some(format!("{} tune {}", program(), shell_quote::file(&file)))
}

/// The command that says why each side wins as often as it does; none where no such command plays these rules.
pub fn explain(results: &Results) -> Option<String> {
    as_it_is(results).map(|file| format!("{} explain {}", program(), shell_quote::file(file)))
}

/// The command that says where games diverge that others win with `configuration`; none where there is no such command.
pub fn why(results: &Results, configuration: &str) -> Option<String> {
    let mut words = vec![format!("{} why", program())];
    words.extend(files(results).iter().map(shell_quote::file));
    words.extend(changes(results));
    match (&results.scenario.compared, results.comparisons.len()) {
        (Some(_), 2..) => return None,
        (None, 2..) => words.push(format!("--variant {}", quoted(configuration))),
        _ => {}
    }
    Some(words.join(" "))
}

/// Fewer games than this say too little of a rate to forecast anything from it.
pub const ENOUGH: u64 = 100;

#[derive(Clone, Copy)]
pub struct Deals {
    pub count: u64,
    pub rotations: u32,
}

impl Deals {
    /// Those played of a configuration.
    pub fn of_configuration(each: &Configuration) -> Self {
        Deals {
            count: each.games / u64::from(each.rotations.max(1)),
            rotations: each.rotations,
        }
    }

    /// So many of them in words, rounded up: a deal that is played once is a game.
    pub fn in_words(self, count: f64) -> String {
        let what = if self.rotations > 1 { "deals" } else { "games" };
        format!("{} {what}", format::count(round_up(count)))
    }
}

/// The number rounded up to its first digit, or in fifths of it where that is a 1: that is all that such a forecast carries.
pub fn round_up(needed: f64) -> u64 {
    let unit = 10f64.powf(needed.max(1.0).log10().floor());
    let parts = if needed > 2.0 * unit || unit < 10.0 { 1.0 } else { 5.0 };
    ((needed / unit * parts).ceil() * unit / parts).round() as u64
}

#[cfg(test)]
mod tests {
    use super::super::sample::find as sample;
    use super::*;
    use crate::sample as made_up;
    use balance_inference::table::Shows;

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
        assert!(commands(&results)[0].starts_with("balance run 'my games/coins.toml' --games 20_000 --seed 20261121"));
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

    #[test]
    fn a_table_that_was_set_is_not_explained() {
        let mut results = made_up::single();
        assert_eq!(
            explain(&results).expect("a command"),
            "balance explain scenarios/riverbed-9p.toml"
        );
        results.scenario.set = vec!["end-points.coins=5".to_owned()];
        assert_eq!(explain(&results), None, "it knows no --set");
    }

    #[test]
    fn forecasts_are_rounded_up_to_what_they_carry() {
        let rounded = [
            3.2, 9.5, 10.0, 11_951.0, 10_000.0, 18_001.0, 20_000.0, 20_001.0, 91_000.0,
        ]
        .map(round_up);
        assert_eq!(rounded, [4, 10, 10, 12_000, 10_000, 20_000, 20_000, 30_000, 100_000]);
    }
}
