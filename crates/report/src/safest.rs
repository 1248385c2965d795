//! Which bots of a game's league are the safest at a table, so that nobody has to guess which of them to believe.

use super::findings::as_it_is;
use super::format;
use balance_analysis::games::{GameInfo, Mix, Searched, named, program};
use balance_analysis::shell_quote;
use balance_analysis::table::{Rate, Results};
use balance_kit::bots::SEARCH;

/// Games with bots that search for a first try, as they are typed: a minute or two of two cores.
const TRIED: &str = "1_000";

/// Which bots of the league are the safest, and whether bots that search are known to play much better.
pub struct Safest {
    /// In words.
    pub said: String,
    /// Is one that searches, and was not asked, the safest itself, or did it win half as often again as each of the others beside it?
    pub outplayed: bool,
    /// What one that searches, and was not asked, won alone among the others, where that is so much.
    pub alone: Option<String>,
}

/// Most bots of a mix that are named.
const NAMED: usize = 4;

/// Which bots of the game's league are the safest at the tables of a run, in words: none where the game's content says nothing, or
/// where it is another thing at each.
pub fn of_run(results: &Results) -> Option<Safest> {
    let tables = results
        .configurations
        .iter()
        .map(|each| (each.players, each.rules_set()));
    let one = one_bot(results.configurations.iter().map(|each| match &each.bots[..] {
        [only] if only.mirror && !only.searches && each.rotations == 1 => Some(only.bot.as_str()),
        _ => None,
    }));
    let mut all = results
        .configurations
        .iter()
        .flat_map(|each| std::iter::once(each).chain(&each.others));
    let searching = if all.any(|each| each.bots.iter().any(|row| row.searches)) {
        SearchingBots::Asked
    } else {
        SearchingBots::Untried(as_it_is(results).filter(|_| one).map(Trial::Scenario))
    };
    of_tables(named(&results.scenario.game)?, tables, searching)
}

/// What is known of bots that search beside the others.
pub enum SearchingBots {
    /// They were asked, and what they say stands with the findings.
    Asked,
    /// They were not; how they are, where one bot sits at every seat.
    Untried(Option<Trial>),
}

/// What a run plays in which bots that search take the place of the one bot.
pub enum Trial {
    /// The scenario of this file.
    Scenario(String),
    /// What is proposed, in the file that it can be written to.
    Proposals,
}

/// Does one bot sit at every seat of every table, so that one that searches can take its place? `bots` say which bot sits at all
/// seats of each table; none where there are several, or where it searches.
pub fn one_bot<'b>(mut bots: impl Iterator<Item = Option<&'b str>>) -> bool {
    let first = bots.next().flatten();
    first.is_some() && bots.all(|other| other == first)
}

/// The same of `tables` of a game, each with its number of players and the rules that are set.
pub fn of_tables(
    game: &GameInfo,
    tables: impl Iterator<Item = (u32, toml::Table)>,
    searching: SearchingBots,
) -> Option<Safest> {
    let mut tables = tables.peekable();
    let players = tables.peek()?.0;
    let mut all_alike = true;
    let of = |(players, rules): (u32, toml::Table)| game.safest(players, &rules).ok()?;
    let mix = of(tables.next()?)?;
    let agrees = |table: (u32, toml::Table)| {
        all_alike &= table.0 == players;
        of(table).is_some_and(|other| other.bots == mix.bots)
    };
    if !tables.all(agrees) {
        return None;
    }
    let searches = (game.bots)().iter().any(|bot| bot.kind == SEARCH);
    let (mut outplayed, mut alone) = (false, None);
    let said = match searching {
        SearchingBots::Asked => {
            format!("{UNTRIED}; what they say of this game stands with the findings.")
        }
        SearchingBots::Untried(trial) => {
            let run = |file: &str| {
                let run = format!("{} run {}", program(), shell_quote::file(file));
                format!("`{run} --set seats.all={SEARCH} --games {TRIED} --out with-{SEARCH}`")
            };
            let tried = trial.filter(|_| searches).map(|trial| match trial {
                Trial::Scenario(file) if file == "-" => String::new(),
                Trial::Scenario(file) => format!(" For a rough idea: {}.", run(&file)),
                Trial::Proposals => format!(
                    " Once `--write FILE` has written what is proposed, {} plays it with them.",
                    run("FILE")
                ),
            });
            // Another side of the board is another game.
            let alike = all_alike && mix.rules.is_empty();
            let measured = game.searched().unwrap_or_default();
            let measured = measured.iter().find(|one| alike && one.players == players);
            outplayed = mix.searching().next().is_some() || measured.is_some_and(outplays);
            alone = measured
                .filter(|one| outplays(one))
                .map(|one| format!("one that searches won {} alone among them", wins(one)));
            let better = measured.map_or_else(|| format!("{UNTRIED}, and may play better."), won);
            format!("{better}{}", tried.unwrap_or_default())
        }
    };
    Some(Safest {
        said: words(&mix, &said),
        outplayed,
        alone,
    })
}

/// Does a searching bot win so much that who wins among the others says little of those who play like it?
fn outplays(one: &Searched) -> bool {
    one.wins[1] > 1.5 * one.others
}

/// Digits after the point in which its percentages are written.
fn digits(one: &Searched) -> usize {
    let whole = |share: &f64| (100.0 * share - (100.0 * share).round()).abs() < 1e-9;
    usize::from(!one.wins.iter().all(whole))
}

/// What a searching bot won.
fn won(one: &Searched) -> String {
    format!(
        "One that searches, alone among {} bots, won {}, each of these {}.",
        one.among,
        wins(one),
        format::percent(one.others, digits(one))
    )
}

/// `87 % (79–93) of 300 games`.
fn wins(one: &Searched) -> String {
    let [value, lo, hi] = one.wins;
    let rate = Rate { value, lo, hi };
    format!(
        "{} of {}",
        format::share_in(rate, digits(one)),
        format::games(one.games)
    )
}

/// How what is not known of bots that search begins.
const UNTRIED: &str = "Bots that search were not among these";

/// What is known of a mix, as sentences; `searching` says what is of bots that search, which took no part.
fn words(mix: &Mix, searching: &str) -> String {
    let mut bots = mix.bots.clone();
    bots.sort_by(|a, b| b.1.total_cmp(&a.1));
    let left_out = if mix.searching().next().is_none() {
        format!(" {searching}")
    } else {
        String::new()
    };
    let quick = if left_out.is_empty() {
        ""
    } else {
        " that does not search"
    };
    if let [(bot, _)] = &bots[..] {
        return format!(
            "With the published rules {bot} is the safest bot of the league at such a table: no other{quick} was found \
             to win more alone.{left_out}"
        );
    }
    let part = |(bot, part): &(String, f64)| format!("{bot} {}", format::percent(*part, 0));
    let more = bots.len().saturating_sub(NAMED);
    let mut parts: Vec<String> = bots.iter().take(NAMED).map(part).collect();
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    format!(
        "With the published rules the safest mix of the league at such a table is {}: as nearly as was found, no other of its \
         bots{quick} wins more alone.{left_out}",
        format::join_and(&parts)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one mix is at every table is told, and what differs is not.
    #[test]
    fn another_bot_is_tried_where_one_sits_at_every_seat() {
        let one = |bots: &[Option<&str>]| one_bot(bots.iter().copied());
        assert!(one(&[Some("bold"), Some("bold")]));
        assert!(!one(&[Some("bold"), Some("shy")]));
        assert!(!one(&[None]) && !one(&[Some("bold"), None]) && !one(&[None, None]));
    }

    /// What is measured stands in the docs beside its commands: each row of their table has what the content says.
    #[test]
    fn what_a_search_wins_is_what_the_docs_say() {
        let docs = include_str!("../../../docs/play.md");
        for game in balance_analysis::games::all() {
            for one in game.searched().expect("what a search wins") {
                let start = format!("| {} {}, `", game.title, one.players);
                let row = docs.lines().find(|line| line.starts_with(&start));
                let row = row.unwrap_or_else(|| panic!("no row {start}"));
                let digits = 2 + digits(&one);
                let told = |share: f64| format!("{share:.digits$}").trim_start_matches('0').to_owned();
                let [value, lo, hi] = one.wins.map(told);
                assert!(
                    row.replace('*', "")
                        .contains(&format!("{value} ({lo} to {hi}) of {}", format::count(one.games))),
                    "{row}"
                );
            }
        }
    }

    /// A bot may be called what its maker likes.
    #[test]
    fn what_a_bot_is_called_says_nothing_of_how_it_plays() {
        let mut run = balance_analysis::sample::single();
        let said = |run: &Results| of_run(run).expect("a mix").said;
        let plain = said(&run);
        assert!(
            plain.contains("One that searches, alone among heuristic bots"),
            "{plain}"
        );
        let call = |run: &mut Results, name: &str| {
            run.configurations[0].seating = format!("every seat: {name}");
            name.clone_into(&mut run.configurations[0].bots[0].bot);
        };
        call(&mut run, "research");
        assert_eq!(said(&run), plain);
        call(&mut run, "deep");
        run.configurations[0].bots[0].searches = true;
        assert!(said(&run).ends_with("what they say of this game stands with the findings."));
    }

    #[test]
    fn a_mix_of_several_is_told_by_its_parts() {
        let mix = Mix {
            players: 3..=3,
            rules: toml::Table::new(),
            bots: [("lurker", 0.07), ("heuristic", 0.61), ("skirmisher", 0.32)]
                .map(|(bot, part)| (bot.to_owned(), part))
                .to_vec(),
        };
        assert_eq!(
            words(&mix, "Others were not asked."),
            "With the published rules the safest mix of the league at such a table is heuristic 61 %, skirmisher 32 % and lurker 7 %: as \
             nearly as was found, no other of its bots that does not search wins more alone. Others were not asked."
        );
    }

    #[test]
    fn one_mix_of_all_tables_is_told() {
        let said = |game: &str, players: &[u32]| {
            let tables = players.iter().map(|players| (*players, toml::Table::new()));
            let untried = SearchingBots::Untried(Some(Trial::Scenario("here/a.toml".to_owned())));
            of_tables(named(game).expect("a game"), tables, untried).map(|safest| safest.said)
        };
        let game = named("riverbed").expect("a game");
        let asked = of_tables(game, [(9, toml::Table::new())].into_iter(), SearchingBots::Asked)
            .expect("a mix")
            .said;
        assert!(
            !asked.contains("may play better") && !asked.contains("rough"),
            "{asked}"
        );
        let of = said("riverbed", &[4, 9]).expect("one mix");
        assert!(of.contains("rules heuristic is the safest bot"), "{of}");
        assert!(
            of.ends_with(
                " Bots that search were not among these, and may play better. For a rough idea: `balance run here/a.toml --set \
                 seats.all=search --games 1_000 --out with-search`."
            ),
            "{of}"
        );
        let untried = SearchingBots::Untried(Some(Trial::Proposals));
        let of = of_tables(game, [(9, toml::Table::new())].into_iter(), untried)
            .expect("one mix")
            .said;
        let tried = " Once `--write FILE` has written what is proposed, `balance run FILE --set seats.all=search --games 1_000 \
                     --out with-search` plays it with them.";
        assert!(of.ends_with(tried), "{of}");
        let of = said("riverbed", &[9, 9]).expect("one mix");
        assert!(
            of.contains(
                "to win more alone. One that searches, alone among heuristic bots, won 42.7 % (41.5–43.9) of 59,994 games, each of \
                 these 40.6 %. For a"
            ),
            "{of}"
        );
        let of = said("regatta", &[4]).expect("one mix");
        assert!(
            of.contains("won 30.3 % (27.3–33.4) of 9,600 games, each of these 23.2 %"),
            "{of}"
        );
        assert!(said("mekong", &[3]).is_some_and(|said| said.contains("heuristic is the safest bot")));
        assert_eq!(said("mekong", &[2, 6]), None);
        let outplayed = |game: &str, players: u32| {
            let tables = [(players, toml::Table::new())].into_iter();
            of_tables(named(game).expect("a game"), tables, SearchingBots::Untried(None))
                .is_some_and(|safest| safest.outplayed)
        };
        assert!(
            outplayed("niagara", 3) && outplayed("mekong", 2) && !outplayed("regatta", 4) && !outplayed("riverbed", 9)
        );
        let at = |players: u32, rules: &str| {
            let tables = [(players, rules.parse().expect("rules"))].into_iter();
            of_tables(named("mekong").expect("a game"), tables, SearchingBots::Untried(None)).expect("a mix")
        };
        let water = "side = \"water\"";
        assert!(
            at(4, "").said.contains("alone among heuristic") && !at(4, water).said.contains("alone among heuristic")
        );
        // The safest bot, and none that a run asks.
        assert!(at(3, water).said.contains("search is the safest bot") && at(3, water).outplayed);
        assert!(!at(4, water).outplayed);
    }
}
