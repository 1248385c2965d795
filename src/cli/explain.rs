//! `balance explain SCENARIO`.

use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use serde::{Deserialize, Serialize};

use super::Failure;
use super::drive::{CommandWords, ConductedExperiment, Delivered, Destination, Driven, conduct, stop, unmade};
use super::options::{ConfigurationChoice, Delivery, Seed};
use super::prepare::{Prepared, games, joined, meant, prepare};
use super::progress::Total;
use super::tune::version_called;
use balance_config::games::{ContentKey, Entry, GameInfo, Setup};
use balance_config::scenario::{Knob, KnobValue, Overrides, Tune, default_space, in_force, number};
use balance_engine::tally::{MOST_GAMES, Tally};
use balance_experiments::ablate::{Ablated, AblationPlan, ComponentAblation};
use balance_experiments::tune::{Arena, Games, Versions};
use balance_kit::bots::EXPERT;
use balance_kit::in_play;
use balance_kit::schema::messages::{grouped, things};
use balance_report::explanation::{self, Explanation, Factor};
use balance_simulation::experiment::Subject;

/// Games of an explanation, unless somebody says otherwise.
const GAMES: u64 = 1_000_000;

/// Experts, who play slowly, get one deal a role for so many games.
const PER_EXPERT: u64 = 1_000;

/// Fewest deals of each version, or all would be chance.
const FEWEST: u64 = 100;

/// Shows why each side wins as often as it does
///
/// Plays the same deals with every component replaced by a neutral one (docs/scenario.md names them) and with every rule one
/// step higher and lower, and measures what changes. In games with roles, experts play each of them in turn. Effects that are
/// known well enough are dropped early. Writes
/// reports/SCENARIO-explain/: explanation.html, .md, .json, .csv, .parquet and a picture. After Ctrl-C (exit code 5) the
/// same command resumes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The scenario
    scenario: PathBuf,
    #[command(flatten)]
    asked: ExplainRequest,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    how: Delivery,
}

/// What is explained.
#[derive(clap::Args, Debug, Serialize, Deserialize)]
pub struct ExplainRequest {
    /// Only these: a component or rule by its key, such as tile.6 or hunt-cost, or all components of a kind, such as tile
    #[arg(long, value_delimiter = ',', value_parser = NonEmptyStringValueParser::new(), value_name = "KEY")]
    only: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    choice: ConfigurationChoice,
    /// Games of all changes; fewer are played where all is known earlier, or where what is left does not suffice for one more deal of each. Experts play one deal in each role for 1,000 of them
    #[arg(long, allow_negative_numbers = true, value_parser = games, default_value_t = GAMES)]
    games: u64,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let Args { asked, seed, how, .. } = args;
    let table = ExplainedTable::new(&args.scenario, &seed.overrides_for_all_bots(), asked)?;
    conduct(table, ("explain", asked), None, how, &stop(how))
}

/// A table of which every component and rule is changed, and all that it takes.
pub struct ExplainedTable {
    /// With one table, which is the base of what is compared.
    job: ConductedExperiment<Versions<ComponentAblation<Games>>>,
    /// The configuration's name.
    name: String,
    factors: Vec<Factor>,
}

impl ExplainedTable {
    /// What is named with `only`, or all, at the table of the configuration of this name, or the first, of the scenario at
    /// `path`; with so many games in all.
    pub fn new(path: &Path, overrides: &Overrides, asked: &ExplainRequest) -> Result<Self, Failure> {
        let games = asked.games;
        let mut one = prepare(path, overrides)?;
        let index = one.configuration(asked.choice.configuration.as_deref())?;
        let mut base = one.scenario.configurations[index].clone();
        let name = base.name.clone();
        base.variant = None;
        base.cell.clear();
        one.scenario.configurations = vec![base];
        one.games = vec![one.games.remove(index)];
        let (factors, knobs) = changes(&one, &asked.only)?;
        let arena = arena(&one, knobs)?;
        let versions = arena.space().singles().len() as u64 + 1;
        let fewest = versions * FEWEST * arena.games_per_deal();
        if games < fewest || games > MOST_GAMES {
            return Err(Failure::Input(format!(
                "--games {games}: write at least {} for {}, and at most {}",
                grouped(i128::from(fewest)),
                things(versions as usize - 1, "change"),
                grouped(i128::from(MOST_GAMES)),
            )));
        }
        let paired = arena.paired().len();
        let empty = Some(Tally::new(one.games[0].sheet()));
        let roles = roles(&one)?;
        let plan = AblationPlan {
            games,
            margins: one.scenario.margins,
            shares: arena.figures[..paired].iter().map(|figure| figure.share).collect(),
            role_deals: roles.as_ref().map_or(0, |_| (games / PER_EXPERT).max(1)),
        };
        let changes = factors
            .iter()
            .flat_map(|factor| factor.instead.iter().map(|each| (&factor.key, &each.name)));
        let key = format!("{name} {plan:?} {:?}", changes.collect::<Vec<_>>());
        let ablation = Versions(ComponentAblation {
            arena,
            roles,
            plan,
            empty,
        });
        Ok(ExplainedTable {
            job: ConductedExperiment::new(one, ablation, Total::About(games), &key),
            name,
            factors,
        })
    }

    fn report(&self, found: &Ablated) -> Explanation {
        let one = &self.job.one;
        Explanation::new(
            &one.scenario,
            &self.name,
            &self.job.experiment.0.arena,
            (&self.factors, one.games[0].sheet()),
            found,
        )
    }
}

impl Driven for ExplainedTable {
    type Experiment = Versions<ComponentAblation<Games>>;

    const WORDS: CommandWords = CommandWords {
        files: "explanation",
        folder: "-explain",
        what: "explanation",
        before: "all was known",
        asked: "rules, bots, components or --games",
    };

    fn job(&self) -> &ConductedExperiment<Versions<ComponentAblation<Games>>> {
        &self.job
    }

    fn called(&self, subject: &Subject) -> String {
        version_called(&self.job.one, &self.job.experiment.0.arena, subject)
    }

    fn write(&self, found: Ablated, place: &Destination<'_>) -> Result<Delivered, Failure> {
        let report = &self.report(&found);
        let json = report.json().map_err(unmade)?;
        let chart = explanation::picture(report).map_err(unmade)?;
        let files = vec![
            ("json", json.clone().into_bytes()),
            ("md", explanation::markdown(report).into_bytes()),
            ("png", balance_charts::png(&chart.plain).map_err(unmade)?),
            ("html", explanation::page(report, &chart).into_bytes()),
            ("svg", chart.plain.into_bytes()),
        ];
        place.write("explanation", files, report.table().map_err(unmade)?)?;
        let page = place.folder.file("explanation.html");
        let text = format!(
            "{}\nReport: {}\n",
            explanation::terminal(report, super::narrow()),
            page.display()
        );
        Ok(Delivered { text, json })
    }
}

/// Everything that is changed, or what is asked for: each component in play with its blanks, and each step of a rule.
fn changes(one: &Prepared, only: &[String]) -> Result<(Vec<Factor>, Vec<Knob>), Failure> {
    let setup = &one.scenario.configurations[0].setup;
    let all: Vec<Entry> = one.info.played(setup);
    let playing = in_play(all.clone(), &one.games[0].sheet().components);
    let blank = |entry: &&Entry| !entry.blanks.is_empty();
    let components: Vec<Entry> = playing.iter().filter(blank).cloned().collect();
    let mut rules = default_space(one.info, &[setup]);
    rules.retain(|knob| all.iter().all(|entry| entry.key != knob.rule));
    let word = |key: &str| key.split('.').next().unwrap_or_default().to_owned();
    let mut known: Vec<String> = components.iter().map(|entry| word(&entry.key)).collect();
    known.dedup();
    known.extend(components.iter().map(|entry| entry.key.clone()));
    known.extend(rules.iter().map(|knob| knob.rule.clone()));
    if let Some(asked) = only.iter().find(|asked| !known.contains(asked)) {
        let is_out = |entry: &Entry| entry.key == *asked || word(&entry.key) == *asked;
        return Err(Failure::Input(if all.iter().any(is_out) {
            format!("--only {asked}: this is not in play at this table, or nothing can take its place")
        } else {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            format!(
                "--only {asked}: there is no such component or rule; {}",
                meant(asked, &known)
            )
        }));
    }
    let wanted = |key: &str| only.is_empty() || only.iter().any(|asked| asked == key);
    let components = components.into_iter();
    let components = components.filter(|entry| wanted(&entry.key) || wanted(&word(&entry.key)));
    let components = with_other_blanks(one.info, setup, components.collect());
    rules.retain(|knob| wanted(&knob.rule));
    let now = in_force(one.info, setup);
    let steps = rules.iter().filter_map(|knob| Some((knob, now.get(&knob.rule)?)));
    let steps = steps.flat_map(|(knob, now)| {
        nearest(knob, now)
            .into_iter()
            .map(move |choice| (&knob.rule, now, choice))
    });
    let factors = components.iter().map(|entry| Factor::of_entry(entry, &components));
    let steps: Vec<_> = steps.collect();
    let of_rules = steps
        .iter()
        .map(|(rule, now, choice)| Factor::of_rule(rule, now, &choice.value));
    let factors: Vec<Factor> = factors.chain(of_rules).collect();
    if factors.is_empty() {
        return Err(Failure::Input(
            "there is nothing to change: what is asked for is already what would stand in its place".to_owned(),
        ));
    }
    let of_steps = steps.iter().map(|(rule, _, choice)| Knob {
        rule: (*rule).clone(),
        choices: vec![(*choice).clone()],
    });
    let knobs = components.iter().map(of_blanks).chain(of_steps).collect();
    Ok((factors, knobs))
}

/// The next value of a number either way; every other value of a switch or word.
fn nearest<'k>(knob: &'k Knob, now: &toml::Value) -> Vec<&'k KnobValue> {
    let step = |choice: &'k KnobValue| Some((number(&choice.value)? - number(now)?, choice));
    let steps: Vec<(f64, &KnobValue)> = knob.choices.iter().filter_map(step).collect();
    if steps.is_empty() {
        return knob.choices.iter().collect();
    }
    let below = steps
        .iter()
        .filter(|step| step.0 < 0.0)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let above = steps
        .iter()
        .filter(|step| step.0 > 0.0)
        .min_by(|a, b| a.0.total_cmp(&b.0));
    below.into_iter().chain(above).map(|step| step.1).collect()
}

/// The components, each without the blank that it is already: such a one is held against the others, or left out.
fn with_other_blanks(info: &GameInfo, setup: &Setup, mut entries: Vec<Entry>) -> Vec<Entry> {
    let contents = |setup: &Setup| -> Vec<Option<toml::Table>> {
        let read = |key: &ContentKey| toml::from_str(&info.text(setup, key.key)).ok();
        info.content.iter().map(read).collect()
    };
    let now = contents(setup);
    for entry in &mut entries {
        let key = &entry.key;
        entry
            .blanks
            .retain(|(blank, _)| contents(&setup.clone().with_rule(key, *blank)) != now);
    }
    entries.retain(|entry| !entry.blanks.is_empty());
    entries
}

/// A component as a knob: itself, and its blanks.
fn of_blanks(entry: &Entry) -> Knob {
    let choice = |(name, _): &(&str, &str)| KnobValue::plain(*name);
    Knob {
        rule: entry.key.clone(),
        choices: entry.blanks.iter().map(choice).collect(),
    }
}

/// The game with experts in each role; none where there is but one role, seats have bots of their own, or experts play anyway.
fn roles(one: &Prepared) -> Result<Option<Games>, Failure> {
    let (seats, roles) = (&one.scenario.configurations[0].setup.seats, &one.games[0].sheet().roles);
    let by_seat = seats.rotations() > 1 || !seats.by_seat.is_empty();
    if roles.len() < 2 || by_seat || seats.names().any(|bot| bot == EXPERT) {
        return Ok(None);
    }
    let expert = |role: &String| Knob {
        rule: format!("seats.{role}"),
        choices: vec![KnobValue::plain(EXPERT)],
    };
    arena(one, roles.iter().map(expert).collect()).map(Some)
}

/// The game with these knobs.
fn arena(one: &Prepared, knobs: Vec<Knob>) -> Result<Games, Failure> {
    let tune = Tune {
        knobs,
        ..Tune::default()
    };
    // What is wished is not asked here.
    let mut scenario = one.scenario.clone();
    scenario.expect.clear();
    let path = scenario.path.clone();
    Games::new(&scenario, &tune, one.info, None).map_err(|faults| joined(path.display(), faults))
}
