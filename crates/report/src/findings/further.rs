//! The commands that ask further: for rules that are better, what a component does, how strong bots are, why others win.

use super::super::format;
use super::again::{changes, files};
use balance_analysis::games::{named, program};
use balance_analysis::scenario::varied;
use balance_analysis::shell::{self, quoted};
use balance_analysis::table::{Configuration, Results};

/// The file of the scenario, where it was played as it stands there: none where two were compared, or a command changed it.
pub fn as_it_is(results: &Results) -> Option<String> {
    let file = files(results).into_iter().next()?;
    let alone = results.scenario.compared.is_none() && changes(results).next().is_none();
    alone.then_some(file)
}

/// The command that looks for rules that meet the wishes, in words.
pub fn tune(results: &Results) -> String {
    let file = files(results).into_iter().next().unwrap_or_default();
    let elsewhere = !varied(&results.scenario.set).is_empty();
    of_file("tune", &file, "", elsewhere)
}

/// The command `verb` of a scenario in words: where `--set`, which it does not know, set the table, of a file yet to be written.
fn of_file(verb: &str, file: &str, options: &str, elsewhere: bool) -> String {
    let program = program();
    if !elsewhere {
        return format!("`{program} {verb} {}{options}`", shell::file(file));
    }
    let one = if file == "-" {
        "holds this scenario and what --set changes".to_owned()
    } else {
        format!("extends {file} and says what --set changes")
    };
    format!("`{program} {verb} FILE{options}` (FILE: one that {one})")
}

/// The commands that say how strong bots are beside those of the league, in words: of the bots of the first configuration, and of the
/// second of two scenarios where others sit in it. None where there are no two that could meet.
pub fn ladder(results: &Results) -> Option<String> {
    let (files, all) = (files(results), &results.configurations);
    let first = all.first()?;
    let second = all
        .len()
        .checked_sub(results.comparisons.len())
        .and_then(|at| all.get(at));
    let second = second.filter(|second| results.scenario.compared.is_some() && !second.has_bots_of(first));
    let tables = files.iter().zip([Some(first), second].into_iter().flatten());
    let commands: Vec<String> = tables
        .filter_map(|(file, each)| ladder_of(results, file, each))
        .collect();
    (!commands.is_empty()).then(|| format::and(&commands))
}

fn ladder_of(results: &Results, file: &str, first: &Configuration) -> Option<String> {
    let game = named(&results.scenario.game)?;
    let members = game
        .league()
        .ok()?
        .into_iter()
        .filter(|member| member.plays(first.players) && member.suits(&first.rules_set()));
    let mut bots: Vec<String> = members.map(|member| member.name).collect();
    // A bot of the scenario's own [bots] meets the league anyway, one of the game's that sits there only if it is named.
    let kinds = (game.bots)();
    // Nobody asks how strong random moves are.
    let kind = |name: &String| name != "random" && kinds.iter().any(|bot| bot.kind == name);
    let unasked = |name: &String| kind(name) && !bots.contains(name);
    let by_name = first.bots.iter().any(|row| unasked(&row.bot));
    for row in &first.bots {
        if !bots.contains(&row.bot) {
            bots.push(row.bot.clone());
        }
    }
    let named = if by_name {
        format!(" --bots {}", bots.join(","))
    } else {
        String::new()
    };
    // All bots meet, whoever sits where.
    let set = varied(&results.scenario.set);
    let elsewhere = set.iter().any(|key| !key.starts_with("seats."));
    (bots.len() > 1).then(|| of_file("ladder", file, &named, elsewhere))
}

/// The command that says what each component of `configuration` does, or of the first; none where the game has none that can be
/// taken out, or no such command plays these rules.
pub fn ablate(results: &Results, configuration: Option<&str>) -> Option<String> {
    let scenario = &results.scenario;
    let taken_out = named(&scenario.game)?
        .content
        .iter()
        .flat_map(|content| content.entries)
        .any(|entries| !entries.blanks.is_empty());
    let file = files(results).into_iter().next()?;
    let first = results.configurations.first().map(|each| each.name.as_str());
    let other = configuration.filter(|name| Some(*name) != first);
    let which = other.map_or_else(String::new, |name| format!(" --configuration {}", quoted(name)));
    (taken_out && scenario.compared.is_none() && scenario.set.is_empty())
        .then(|| format!("{} ablate {}{which}", program(), shell::file(&file)))
}

/// The command that says where the games part that others win with `configuration`; none where there is no such command.
pub fn why(results: &Results, configuration: &str) -> Option<String> {
    let mut words = vec![format!("{} why", program())];
    words.extend(files(results).iter().map(shell::file));
    words.extend(changes(results));
    match (&results.scenario.compared, results.comparisons.len()) {
        (Some(_), 2..) => return None,
        (None, 2..) => words.push(format!("--variant {}", quoted(configuration))),
        _ => {}
    }
    Some(words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_analysis::sample as made_up;

    /// A bot that sits at the table meets those of the league, if need be because it is named.
    #[test]
    fn the_ladder_has_the_bots_that_played() {
        let mut results = made_up::single();
        let plain = "`balance ladder scenarios/riverbed-9p.toml`";
        assert_eq!(ladder(&results).as_deref(), Some(plain));
        let seat = |results: &mut Results, bot: &str| bot.clone_into(&mut results.configurations[0].bots[0].bot);
        seat(&mut results, "mine");
        assert_eq!(ladder(&results).as_deref(), Some(plain), "one of [bots]");
        seat(&mut results, "random");
        assert_eq!(ladder(&results).as_deref(), Some(plain));
        seat(&mut results, "search");
        let said = ladder(&results).expect("bots");
        assert!(
            said.starts_with(&format!("{} --bots ", plain.trim_end_matches('`'))) && said.ends_with(",search`"),
            "{said}"
        );
        results.scenario.game = "nothing".to_owned();
        assert_eq!(ladder(&results), None);
    }

    /// Of two scenarios with other bots the ladder of each is named.
    #[test]
    fn the_ladder_is_of_the_bots_of_both_scenarios() {
        let mut results = made_up::variants();
        results.configurations.truncate(2);
        results.comparisons.truncate(1);
        results.scenario.compared = Some(["old".to_owned(), "new".to_owned()]);
        let old = "`balance ladder scenarios/old.toml`";
        assert_eq!(ladder(&results).as_deref(), Some(old));
        results.configurations[1].seating = "every seat: bold".to_owned();
        let both = format!("{old} and `balance ladder scenarios/new.toml`");
        assert_eq!(ladder(&results), Some(both));
    }

    /// Neither command knows `--set`: where that set the table, the change is to be written down first.
    #[test]
    fn what_set_changes_at_the_table_is_written_into_a_file() {
        let mut results = made_up::single();
        let file = "scenarios/riverbed-9p.toml";
        let told =
            |verb: &str| format!("`balance {verb} FILE` (FILE: one that extends {file} and says what --set changes)");
        let mut set = |set: &str| {
            results.scenario.set = vec!["sets.same=4".to_owned(), set.to_owned()];
            (tune(&results), ladder(&results).expect("bots"))
        };
        for table in ["rules.players=5", "players=5", "sets.all=2,3"] {
            assert_eq!(set(table), (told("tune"), told("ladder")), "{table}");
        }
        let plain = |verb: &str| format!("`balance {verb} {file}`");
        let ladder_of_all = plain("ladder");
        assert_eq!(set("seats.all=saboteur"), (told("tune"), ladder_of_all.clone()));
        assert_eq!(set("sets.any=4"), (plain("tune"), ladder_of_all), "a variant beside it");
        results.scenario.files = vec!["-".to_owned()];
        results.scenario.set = vec!["players=5".to_owned()];
        let said = tune(&results);
        assert!(
            said.ends_with("` (FILE: one that holds this scenario and what --set changes)"),
            "{said}"
        );
    }

    #[test]
    fn only_what_can_be_taken_out_is_advised_to_be() {
        let mut results = made_up::single();
        assert_eq!(
            ablate(&results, None).expect("a command"),
            "balance ablate scenarios/riverbed-9p.toml"
        );
        results.scenario.set = vec!["end-points.coins=5".to_owned()];
        assert_eq!(ablate(&results, None), None, "it knows no --set");
        results.scenario.set.clear();
        results.scenario.game = "of one's own".to_owned();
        assert_eq!(ablate(&results, None), None);
    }
}
