//! What `balance tune` says: on the terminal, as Markdown, as JSON and as a scenario of its own.

use super::metrics::Measure;
use super::summary::Grounds;
use super::{expectations, format};
use balance_config::scenario::Scenario;
use balance_config::shell_quote;
use balance_experiments::tune;
use balance_experiments::tune::{Aims, Class, Confirmed, Games, Tuned, Unmeasured};
use balance_inference::judge::Verdict;
use balance_inference::table::{Frame, Rate, TableError, TableRows, for_display};
use balance_kit::schema::messages::things;
use balance_kit::schema::relative_number::By;
use figure::TuningFigure;
use objections::listed;
use serde::Serialize;
use single_changes::SingleChanges;

mod answer;
mod figure;
mod objections;
mod render;
mod single_changes;
mod variants;

pub use render::{markdown, page, terminal};
pub use single_changes::by_itself;
pub use variants::{head, scenario};

/// Version of the shape of what `balance tune --json` prints.
const FORMAT: u32 = 2;

/// What a search came to, with the words for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Tuning {
    format: u32,
    program: &'static str,
    /// Name of the scenario.
    pub scenario: String,
    /// Its file, as it is shown to readers.
    #[serde(skip)]
    file: String,
    title: String,
    game: String,
    game_title: String,
    seed: u64,
    /// Games played in all.
    games: u64,
    /// Those of the search alone.
    search_games: u64,
    /// Rules that may be changed.
    rules: usize,
    /// Versions that there are; as a number with a point, since there may be very many.
    versions: f64,
    /// Versions played.
    tried: usize,
    /// Deals of each finalist that the search did not see.
    deals: u64,
    /// The bot under which the proposals were tried as well.
    second: Option<String>,
    /// Deals of each finalist under that bot.
    second_deals: Option<u64>,
    /// How many play at every table; none where these differ.
    #[serde(skip)]
    players: Option<usize>,
    /// Who sits where.
    #[serde(skip)]
    seating: String,
    /// How strong the bots are, and what is reconstructed.
    #[serde(skip)]
    grounds: Vec<(&'static str, String)>,
    wishes: Vec<TuningWish>,
    /// How far a game may grow longer than now, where the scenario has no goals and fair games, no longer than now, are sought.
    #[serde(skip)]
    fair_goals: Option<f64>,
    /// What each change does by itself, where the scenario does not say which rules may be changed.
    alone: Option<SingleChanges>,
    /// Changes of one rule that are not tried by themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unmeasured: Vec<Unmeasured>,
    /// The present rules first.
    pub proposals: Vec<RuleProposal>,
    /// Which of the proposals to take, counted from 0; none: change nothing.
    take: Option<usize>,
    /// What may meet every wish, where the one to take is not seen to, or takes something out of the game.
    ahead: Option<Promising>,
    /// What the version changes that is seen nearest to the wishes, where none is proposed and it is seen nearer than the present
    /// rules.
    pub nearest: Option<Vec<RuleChange>>,
}

/// A band of `[expect]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct TuningWish {
    /// The cell of the matrix; none where there is one table only.
    table: Option<String>,
    metric: String,
    share: bool,
    /// Is it counted from what the figure is with the present rules?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    change: bool,
    from: Option<f64>,
    to: Option<f64>,
}

/// One version of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleProposal {
    /// Its name as a variant.
    pub name: String,
    /// What it changes.
    pub changes: Vec<RuleChange>,
    class: Class,
    /// Is it shown to be nearer to the wishes than the present rules?
    nearer: bool,
    figures: Vec<TuningFigure>,
    /// What happens with the present rules and in none of its games, in the words of the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<String>,
}

/// A finalist that is named before the proposal to take, since it may meet every wish and that one hardly does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Promising {
    changes: Vec<RuleChange>,
    #[serde(skip)]
    figures: Vec<TuningFigure>,
    /// Is it shown to be nearer to the wishes than the present rules?
    nearer: bool,
    /// Does every number seen of it lie as wished?
    seen: bool,
}

/// A changed rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleChange {
    /// Its key, dotted.
    pub rule: String,
    /// What it is now, as TOML; none where it follows from other rules.
    pub from: Option<String>,
    /// What it is to be, as TOML.
    pub to: String,
    /// Is that the least or the most that was tried?
    pub is_end: bool,
}

impl RuleChange {
    /// How much more or less the rule is to be than at each table now, such as `+1`; none where it is one value.
    fn by(&self) -> Option<String> {
        let to = format::unquoted(&self.to);
        let by = By::read(to).filter(|_| self.from.is_none());
        by.map(|_| to.replace('-', "−"))
    }
}

/// What a search found, as the words for it are made from.
struct SearchResult<'a> {
    games: &'a Games,
    aims: &'a Aims,
    tuned: &'a Tuned,
}

impl SearchResult<'_> {
    /// What a table is called, where there are several.
    fn table(&self, table: usize) -> Option<String> {
        (self.games.tables.len() > 1).then(|| self.games.tables[table].clone())
    }

    fn wish(&self, aim: &tune::Aim) -> TuningWish {
        let figure = &self.games.figures[aim.figure];
        TuningWish {
            table: self.table(figure.table),
            metric: figure.name.clone(),
            share: figure.share,
            change: aim.change,
            from: aim.lo.is_finite().then_some(aim.lo),
            to: aim.hi.is_finite().then_some(aim.hi),
        }
    }

    /// What a finalist changes.
    fn changes(&self, finalist: usize) -> Vec<RuleChange> {
        changes(self.games, &self.tuned.confirmed.versions[finalist])
    }

    /// The figures of a finalist, which was found to lie to the wishes as `verdicts` say.
    fn figures(&self, finalist: usize, verdicts: &[Verdict]) -> Vec<TuningFigure> {
        let all = self.games.figures.iter().enumerate();
        all.map(|(index, figure)| self.figure(finalist, verdicts, index, figure))
            .collect()
    }

    fn figure(&self, finalist: usize, verdicts: &[Verdict], index: usize, figure: &tune::Figure) -> TuningFigure {
        let of = |confirmed: &Confirmed| {
            let count = &confirmed.counts[finalist][index];
            let found = count.interval(self.tuned.front.confidence);
            rate(count.value(), found.lo, found.hi)
        };
        let moved = |confirmed: &Confirmed| {
            (finalist > 0 && confirmed.pairs(index)).then(|| {
                let gap = confirmed.difference(index, 0, finalist, self.tuned.front.confidence);
                rate(gap.value, gap.interval.lo, gap.interval.hi)
            })
        };
        let wishes = self
            .aims
            .wishes
            .iter()
            .zip(verdicts)
            .filter(|(aim, _)| aim.figure == index);
        let band = |confirmed: &Confirmed| {
            let now = confirmed.counts[0][index].value();
            let all = wishes.clone().map(|(aim, _)| aim.settled_at(now));
            all.fold((f64::NEG_INFINITY, f64::INFINITY), |band, aim| {
                (band.0.max(aim.lo), band.1.min(aim.hi))
            })
        };
        let change = wishes.clone().any(|(aim, _)| aim.change);
        let bands = [Some(&self.tuned.confirmed), self.tuned.second.as_ref()].map(|all| all.map(band));
        let worst = wishes.map(|(_, verdict)| *verdict).max_by_key(|verdict| match verdict {
            Verdict::Within => 0,
            Verdict::Undecided => 1,
            Verdict::Outside => 2,
        });
        let second = self.tuned.second.as_ref().filter(|_| !self.games.of_bots[figure.table]);
        TuningFigure {
            table: self.table(figure.table),
            metric: figure.name.clone(),
            share: figure.share,
            length: figure.length,
            band: bands[0].unwrap_or_default(),
            second_band: bands[1].or(bands[0]).unwrap_or_default(),
            change,
            now: of(&self.tuned.confirmed),
            verdict: worst,
            second: second.map(of),
            second_moved: second.and_then(moved),
            moved: moved(&self.tuned.confirmed),
        }
    }

    fn proposal(&self, proposal: &tune::Proposal) -> RuleProposal {
        let changes = self.changes(proposal.finalist);
        RuleProposal {
            name: variants::name(&changes),
            changes,
            class: proposal.class,
            nearer: proposal.nearer,
            figures: self.figures(proposal.finalist, &proposal.verdicts),
            gone: self.removed_events(proposal.finalist),
        }
    }

    fn removed_events(&self, finalist: usize) -> Vec<String> {
        objections::removed_events(self.games, &self.tuned.confirmed, finalist)
    }

    /// What each change does by itself, where that was asked.
    fn single_changes(&self) -> Option<SingleChanges> {
        let alone = self.tuned.alone.as_ref()?;
        Some(SingleChanges::new(self.games, self.aims, alone))
    }

    /// Games played in all.
    fn games_played(&self) -> u64 {
        let (tuned, rotations) = (self.tuned, self.games.rotations());
        let versions = tuned.confirmed.versions.len() as u64;
        let played = |confirmed: &Confirmed, games: u64| confirmed.deals * versions * games;
        let alone = tuned.alone.as_ref();
        let alone = alone.map_or(0, |alone| alone.deals * alone.versions.len() as u64 * rotations);
        let again = tuned.second.as_ref();
        let again = again.map_or(0, |second| played(second, self.games.tables.len() as u64));
        alone + tuned.search_games + played(&tuned.confirmed, rotations) + again
    }
}

impl Tuning {
    /// What `tuned` says of `scenario`.
    pub fn new(scenario: &Scenario, games: &Games, aims: &Aims, tuned: &Tuned, second: Option<&str>) -> Self {
        let front = &tuned.front;
        let search = SearchResult { games, aims, tuned };
        let unplayed = games.unplayed(scenario);
        Tuning {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION"),
            scenario: scenario.name.clone(),
            file: shell_quote::file(for_display(&scenario.path)),
            title: scenario.title.clone(),
            game: scenario.game.clone(),
            game_title: games.title().to_owned(),
            seed: scenario.seed,
            games: search.games_played(),
            search_games: tuned.search_games,
            rules: games.rules.len(),
            versions: games.rules.iter().map(|rule| rule.values.len() as f64).product(),
            tried: tuned.versions,
            deals: tuned.confirmed.deals,
            second: second.map(str::to_owned),
            second_deals: tuned.second.as_ref().map(|second| second.deals),
            players: games.players(),
            seating: unplayed.first().map_or_else(String::new, |table| table.seating.clone()),
            grounds: Grounds::new(&scenario.game, &unplayed).lines().into(),
            fair_goals: scenario.expect.is_empty().then_some(scenario.margins.length),
            wishes: aims.wishes.iter().map(|aim| search.wish(aim)).collect(),
            alone: search.single_changes(),
            unmeasured: games.unmeasured(),
            proposals: front.proposals.iter().map(|each| search.proposal(each)).collect(),
            take: front.take,
            ahead: front.ahead.map(|ahead| Promising {
                changes: search.changes(ahead.finalist),
                figures: search.figures(ahead.finalist, front.verdicts(ahead.finalist)),
                nearer: ahead.nearer,
                seen: ahead.seen,
            }),
            nearest: front.nearer().map(|finalist| search.changes(finalist)),
        }
    }

    /// Everything as JSON, indented, ending in a line break.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    fn summary(&self) -> String {
        format!("{} · balance {}", self.facts(), self.program)
    }

    fn facts(&self) -> String {
        format!(
            "{} of {} · {}, {} tried · seed {}",
            format::games(self.games),
            self.game_title,
            things(self.rules, "rule"),
            self.versions_tried(),
            self.seed
        )
    }

    /// How many versions were tried, of how many.
    fn versions_tried(&self) -> String {
        let tried = format::count(self.tried as u64);
        if self.versions < 1e9 {
            format!("{tried} of {} versions", format::count(self.versions as u64))
        } else {
            format!("{tried} of more than a billion versions")
        }
    }
}

impl RuleProposal {
    /// The proposal and its place among all, from 1: `Proposal 3, “sets.same 3”`.
    fn place(&self, index: usize) -> String {
        format!("Proposal {}, “{}”", index + 1, self.name)
    }

    /// What it takes out of the game, in a sentence.
    fn loses(&self) -> Option<String> {
        Some(format!("Beware: {}.", objections::loss_in_words(&self.gone)?))
    }
}

impl TuningWish {
    /// What it allows: `18.0 to 22.0%`.
    fn band(&self) -> String {
        let measure = Measure::known(&self.metric, self.share);
        let unit = if self.change { measure.points() } else { measure.unit() };
        let number = |value: f64| {
            let value = measure.scale() * value;
            let text = format::plain(value, format::as_written(value, 2));
            format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
        };
        expectations::between((self.from, self.to), self.change, number)
    }
}

fn label(table: Option<&str>, metric: &str) -> String {
    table.map_or_else(|| metric.to_owned(), |table| format!("{metric} ({table})"))
}

fn rate(value: f64, lo: f64, hi: f64) -> Rate {
    Rate { value, lo, hi }
}

fn changes(games: &Games, version: &[u8]) -> Vec<RuleChange> {
    let changed = games.changed(version).into_iter();
    changed
        .map(|(rule, from, to)| RuleChange {
            rule: rule.to_owned(),
            from: from.map(ToString::to_string),
            to: to.to_string(),
            is_end: games.is_end(rule, to),
        })
        .collect()
}

impl Tuning {
    /// The proposals as a table: one row a figure.
    pub fn table(&self) -> Result<Frame, TableError> {
        let all = self.proposals.iter().enumerate();
        let rows = all.flat_map(|(at, proposal)| proposal.figures.iter().map(move |figure| (at, proposal, figure)));
        let changes = |proposal: &RuleProposal| {
            let each = proposal
                .changes
                .iter()
                .map(|change| format!("{} = {}", change.rule, change.to));
            each.collect::<Vec<_>>().join("; ")
        };
        TableRows::new(rows)
            .column("proposal", |row| row.1.name.clone())
            .column("changes", |row| changes(row.1))
            .column("take", |row| if self.take == Some(row.0) { "yes" } else { "no" })
            .column("table", |row| row.2.table.clone().unwrap_or_default())
            .column("metric", |row| row.2.metric.clone())
            .rate("now", |row| Some(row.2.now))
            .column("wish", |row| row.2.verdict.map_or("", Verdict::word))
            .rate("moved", |row| row.2.moved)
            .rate("second", |row| row.2.second)
            .frame("tuning")
    }
}
