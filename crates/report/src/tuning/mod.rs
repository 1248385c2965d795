//! What `balance tune` says: on the terminal, as Markdown, as JSON and as a scenario of its own.

use crate::format;
use crate::metrics::{Measure, between, goal_rank};
use crate::summary::Grounds;
use crate::tables::turn;
use answer::listed;
use balance_config::scenario::{Of, Scenario};
use balance_config::shell_quote;
use balance_experiments::tune::{self, Aims, Class, Confirmed, Games, Tuned, Unmeasured};
use balance_inference::judge::Verdict;
use balance_inference::table::{Frame, Rate, TableError, TableRows, for_display};
use balance_kit::schema::messages::things;
use balance_kit::schema::relative_number::By;
use serde::Serialize;

mod answer;
mod render;
mod search_space;

pub use render::{head, markdown, page, scenario, terminal};
pub use search_space::by_itself;

/// Version of the shape of what `balance tune --json` prints.
const FORMAT: u32 = 3;

/// What a search came to, with the words for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(Default))]
#[serde(rename_all = "kebab-case")]
pub struct Tuning {
    format: u32,
    program: &'static str,
    /// Name of the scenario.
    pub scenario: String,
    #[serde(skip)]
    file: String,
    title: String,
    game: String,
    game_title: String,
    seed: u64,
    games: u64,
    search_games: u64,
    /// Rules that may be changed.
    rules: usize,
    /// Versions that there are; as a number with a point, since there may be very many.
    versions: f64,
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
    /// What a turn is, or whatever lengths are counted in.
    #[serde(skip)]
    turn: Option<String>,
    /// How strong the bots are, and what is reconstructed.
    #[serde(skip)]
    grounds: Vec<(&'static str, String)>,
    wishes: Vec<TuningWish>,
    /// How far a game may grow longer than now, where the scenario has no goals and fair games, no longer than now, are sought.
    #[serde(skip)]
    fair_goals: Option<f64>,
    /// What is not tried where the scenario does not say which rules may be changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    untried: Vec<String>,
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
        let worst = wishes
            .map(|(_, verdict)| *verdict)
            .min_by_key(|verdict| goal_rank(*verdict));
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
            name: render::name(&changes),
            changes,
            class: proposal.class,
            nearer: proposal.nearer,
            figures: self.figures(proposal.finalist, &proposal.verdicts),
            gone: answer::removed_events(self.games, &self.tuned.confirmed, proposal.finalist),
        }
    }

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
            turn: unplayed.first().and_then(turn),
            grounds: Grounds::new(&scenario.game, &unplayed).lines().into(),
            fair_goals: scenario.expect.is_empty().then_some(scenario.margins.length),
            wishes: aims.wishes.iter().map(|aim| search.wish(aim)).collect(),
            untried: (tuned.alone.as_ref()).map_or_else(Vec::new, |_| search_space::untried(games)),
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

impl RuleProposal {
    /// The proposal and its place among all, from 1: `Proposal 3, “sets.same 3”`.
    fn place(&self, index: usize) -> String {
        format!("Proposal {}, “{}”", index + 1, self.name)
    }

    /// What it takes out of the game, in a sentence.
    fn loses(&self) -> Option<String> {
        Some(format!("Beware: {}.", answer::loss_in_words(&self.gone)?))
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
        between((self.from, self.to), self.change, number)
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

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct TuningFigure {
    pub table: Option<String>,
    pub metric: String,
    pub share: bool,
    /// Is it the length of games?
    #[serde(skip)]
    pub length: bool,
    /// The band of its wishes, infinite where there is none; an end that is counted from now lies where that is seen.
    #[serde(skip)]
    pub band: (f64, f64),
    /// The same under the second bot.
    #[serde(skip)]
    pub second_band: (f64, f64),
    /// Is a wish counted from what the figure is now?
    #[serde(skip)]
    pub change: bool,
    /// Value and interval; all intervals of all proposals miss no more often than [`balance_experiments::tune::FIGURES`].
    pub now: Rate,
    /// Where it lies to its wish, if there is one.
    pub verdict: Option<Verdict>,
    /// The same under the second bot.
    pub second: Option<Rate>,
    /// Under the second bot, the difference to the present rules on the same deals; none for the present rules, and for what
    /// is not told deal by deal.
    pub second_moved: Option<Rate>,
    /// The same under the usual bots.
    pub moved: Option<Rate>,
}

/// What a change does to a figure under the second bot, where it is shown to move it under the usual ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Transfer {
    Same,
    /// The same way, to what surely lies outside the wish, but no further from it than before.
    Beyond,
    /// Away from the wish, whichever way that is.
    Away,
    Open,
    Other,
}

impl Transfer {
    pub fn words(self) -> &'static str {
        match self {
            Transfer::Same => "moves the same way",
            Transfer::Beyond => "moves the same way, past what is wished",
            Transfer::Away => "moves away from what is wished",
            Transfer::Open => "not shown to move",
            Transfer::Other => "moves the other way",
        }
    }
}

impl TuningFigure {
    /// How its numbers are written.
    pub fn measure(&self) -> Measure {
        Measure::known(&self.metric, self.share)
    }

    /// Where it lies to its wish, in words; nothing where there is none.
    pub fn verdict_words(&self) -> &'static str {
        match self.verdict {
            Some(Verdict::Within) => "as wished",
            Some(Verdict::Outside) => "not as wished",
            Some(Verdict::Undecided) => "open",
            None => "",
        }
    }

    /// Is it how often a side wins?
    pub fn is_win_rate(&self) -> bool {
        Of::metric(&self.metric).side().is_some_and(|side| side != "nobody")
    }

    /// How it is wished that the figure stays about what it is with the `present` rules: to within a few points, or about a
    /// tenth of a mean.
    pub fn to_stay(&self, present: &TuningFigure) -> String {
        let now = present.now.value;
        let tenth = now.abs() / 10.0;
        let number = |value: f64| format::plain(value, usize::from(tenth < 1.0));
        let (target, within) = match self.moved {
            Some(_) if self.share => ("\"now\"".to_owned(), "\"5%\"".to_owned()),
            Some(_) => ("\"now\"".to_owned(), number(tenth)),
            // What is not told deal by deal is wished by its number.
            None => (number(now), number(tenth)),
        };
        format!("\"{}\" = {{ target = {target}, within = {within} }}", self.metric)
    }

    /// The figure with its interval, and where a wish is counted from now by how much it is another.
    pub fn value_words(&self) -> String {
        let value = self.value();
        match self.moved.filter(|_| self.change) {
            Some(moved) if self.share => format!("{value}, by {} points", format::points(moved)),
            Some(moved) => format!("{value}, by {}", format::means(moved)),
            None => value,
        }
    }

    /// The figure with its interval, in as many digits as show whether it passes an end of its band.
    fn value(&self) -> String {
        let measure = self.measure();
        let digits = format::passing(self.now, self.band, measure.scale(), measure.digits(self.now));
        measure.rate_in(self.now, digits)
    }

    /// A value like this figure's by itself.
    pub fn number(&self, value: f64) -> String {
        self.measure().number(value, 1)
    }

    /// A value like this figure's with its interval.
    pub fn words(&self, rate: Rate) -> String {
        self.measure().rate(rate)
    }

    /// Under the second bot, what it is with the present rules.
    pub fn second_before(&self) -> Option<f64> {
        Some(self.second?.value - self.second_moved?.value)
    }

    /// Does it surely lie in its band under the second bot?
    pub fn second_within(&self) -> bool {
        let (from, to) = self.second_band;
        self.second.is_some_and(|second| second.lo >= from && second.hi <= to)
    }

    /// Does the second bot's table say the same of the change? None where there is nothing to compare.
    pub fn transfers(&self) -> Option<Transfer> {
        let sign = |rate: Rate| match rate {
            Rate { lo, .. } if lo > 0.0 => 1,
            Rate { hi, .. } if hi < 0.0 => -1,
            _ => 0,
        };
        let (second_moved, (from, to)) = (self.second_moved?, self.second_band);
        // Further than the wish in the direction in which it moves; and further from it than before.
        let (past, away) = self.second.map_or((false, false), |second| {
            let before = second.value - second_moved.value;
            match sign(second_moved) {
                1 => (second.lo > to, second.lo - to > from - before),
                -1 => (second.hi < from, from - second.hi > before - to),
                _ => (false, false),
            }
        });
        if past && away {
            return Some(Transfer::Away);
        }
        Some(match (sign(self.moved?), sign(second_moved)) {
            (0, _) => return None,
            (_, 0) => Transfer::Open,
            (a, b) if a == b && past => Transfer::Beyond,
            (a, b) if a == b => Transfer::Same,
            _ => Transfer::Other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl TuningFigure {
        /// A share within its band, under the usual bots alone.
        pub fn of(metric: &str, band: (f64, f64), now: Rate) -> Self {
            TuningFigure {
                table: None,
                metric: metric.to_owned(),
                share: true,
                length: false,
                band,
                second_band: band,
                change: false,
                now,
                verdict: Some(Verdict::Within),
                second: None,
                second_moved: None,
                moved: None,
            }
        }
    }

    #[test]
    fn what_is_to_stay_is_wished_as_it_may_be() {
        let rate = |value: f64| Rate::plus_minus(value, 0.0);
        let told = |metric: &str, value: f64, moved: Option<f64>| {
            let figure = TuningFigure {
                share: metric.starts_with("win-rate."),
                moved: moved.map(rate),
                ..TuningFigure::of(metric, (f64::NEG_INFINITY, f64::INFINITY), rate(value))
            };
            figure.to_stay(&figure)
        };
        let wished = [
            told("win-rate.north", 0.4, Some(0.1)),
            told("turns.mean", 27.2, Some(4.0)),
            told("turns.mean", 6.4, Some(1.0)),
            told("decisions.mean", 121.2, None),
        ];
        assert_eq!(
            wished,
            [
                "\"win-rate.north\" = { target = \"now\", within = \"5%\" }",
                "\"turns.mean\" = { target = \"now\", within = 3 }",
                "\"turns.mean\" = { target = \"now\", within = 0.6 }",
                "\"decisions.mean\" = { target = 121, within = 12 }",
            ]
        );
    }

    /// A figure that moves the same way under the second bot may do so past what is wished.
    #[test]
    fn moving_past_the_wish_is_told() {
        let rate = |value: f64| Rate::plus_minus(value, 0.01);
        let figure = |second: f64, by: f64| TuningFigure {
            second: Some(rate(second)),
            second_moved: Some(rate(by)),
            moved: Some(rate(0.07)),
            ..TuningFigure::of("win-rate.north", (0.19, 0.21), rate(0.2))
        };
        assert!(figure(0.2, 0.05).transfers() == Some(Transfer::Same));
        assert!(figure(0.15, 0.05).transfers() == Some(Transfer::Same), "not yet there");
        assert!(figure(0.25, 0.11).transfers() == Some(Transfer::Beyond), "from 0.14");
        assert!(figure(0.36, 0.11).transfers() == Some(Transfer::Away), "from 0.25");
        assert!(figure(0.36, 0.16).transfers() == Some(Transfer::Away), "from 0.20");
        assert!(
            figure(0.10, -0.05).transfers() == Some(Transfer::Away),
            "the other way, from 0.15"
        );
        // Also where the usual bots are not shown to move it.
        let mut still = figure(0.36, 0.16);
        still.moved = Some(rate(0.0));
        assert!(still.transfers() == Some(Transfer::Away));
        still.second = Some(rate(0.2));
        assert!(still.transfers().is_none(), "there is nothing to compare");
        assert!(figure(0.36, -0.11).transfers() == Some(Transfer::Other));
    }
}
