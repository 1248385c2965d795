//! Which rules to change: one verdict, one table, and what speaks against it.

use crate::document::{Block, Document, SuggestedCommand, Tone};
use crate::format;
use crate::metrics::{goal_word, metric_words};
use crate::tables::cell::{Shown, estimate, figure as number_head, text};
use crate::tuning::{RuleChange, Transfer, Tuning, TuningFigure, TuningWish, label};
use balance_config::games::{Counter, program};
use balance_config::scenario::{self, FAIR, Of, is_gap_of};
use balance_experiments::tune::{Class, Confirmed, Event, FIGURES, Games};
use balance_inference::judge::Verdict;
use balance_kit::schema::messages::things;

/// A win rate without a goal that moves by more forbids a recommendation.
const FAR: f64 = 0.05;

/// The answer to "which rule should I change?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuneVerdict {
    /// These rules.
    Change,
    /// None of those that were tried.
    NoChange(Objection),
    /// None: every goal is met.
    Keep,
    /// More games would tell.
    Undecided(UndecidedChange),
    /// The goals contradict each other.
    Impossible,
    /// Nobody wins any game.
    NobodyWins,
}

/// What speaks against the best change that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// Nothing is confirmed to be closer to the goals.
    NoneCloser,
    /// It moves a side that has no goal.
    SideEffect,
    /// Something that happens now never happens with it.
    Loss,
    /// With another bot it leads away from a goal.
    OtherBot,
    /// It still misses a goal.
    GoalMissed,
}

/// What is undecided of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndecidedChange {
    /// A change that looks on target.
    OnTarget,
    Closer,
    /// The rules as they are, which look on target.
    Present,
    Nothing,
}

/// The change that the answer is about, with what was found of it.
struct Proposed<'a> {
    changes: &'a [RuleChange],
    figures: &'a [TuningFigure],
    gone: &'a [String],
}

impl Tuning {
    /// The change that the answer is about; none where that is about the rules as they are.
    fn proposed(&self) -> Option<Proposed<'_>> {
        if let Some(ahead) = &self.ahead {
            return Some(Proposed {
                changes: &ahead.changes,
                figures: &ahead.figures,
                gone: &[],
            });
        }
        let taken = &self.proposals[self.take?];
        Some(Proposed {
            changes: &taken.changes,
            figures: &taken.figures,
            gone: &taken.gone,
        })
    }

    /// The answer.
    pub fn verdict(&self) -> TuneVerdict {
        let present = &self.proposals[0];
        if self.contradiction().is_some() {
            return TuneVerdict::Impossible;
        }
        if self.nobody_wins() {
            return TuneVerdict::NobodyWins;
        }
        let Some(proposed) = self.proposed() else {
            return match present.class {
                Class::Met => TuneVerdict::Keep,
                Class::Likely => TuneVerdict::Undecided(UndecidedChange::Present),
                Class::Open => TuneVerdict::Undecided(UndecidedChange::Nothing),
                Class::Missed => TuneVerdict::NoChange(Objection::NoneCloser),
            };
        };
        let class = self.take.map(|take| self.proposals[take].class);
        if self.ahead.is_none() && class == Some(Class::Missed) {
            TuneVerdict::NoChange(Objection::GoalMissed)
        } else if !self.side_effects(&proposed).is_empty() {
            TuneVerdict::NoChange(Objection::SideEffect)
        } else if !proposed.gone.is_empty() {
            TuneVerdict::NoChange(Objection::Loss)
        } else if away(proposed.figures).next().is_some() {
            TuneVerdict::NoChange(Objection::OtherBot)
        } else {
            match (&self.ahead, class) {
                (None, Some(Class::Met)) => TuneVerdict::Change,
                (Some(ahead), _) if !ahead.seen => TuneVerdict::Undecided(UndecidedChange::Closer),
                (None, Some(Class::Open | Class::Missed)) => TuneVerdict::Undecided(UndecidedChange::Closer),
                _ => TuneVerdict::Undecided(UndecidedChange::OnTarget),
            }
        }
    }

    /// Win rates without a goal that the change moves far, each with what it was.
    fn side_effects<'a>(&'a self, proposed: &Proposed<'a>) -> Vec<(&'a TuningFigure, &'a TuningFigure)> {
        let pairs = proposed.figures.iter().zip(&self.proposals[0].figures);
        pairs
            .filter(|(after, now)| {
                let moved = (after.now.value - now.now.value).abs();
                self.is_to_stay(after) && moved > FAR
            })
            .collect()
    }

    /// Is it a win rate without a goal?
    fn is_to_stay(&self, figure: &TuningFigure) -> bool {
        figure.verdict.is_none() && figure.is_win_rate() && !self.is_of_gap(figure)
    }

    /// The first screen of the answer.
    pub fn document(&self) -> Document {
        let verdict = self.verdict();
        let mut document = vec![self.verdict_block(verdict), Block::Table(self.answer_table())];
        let lines = self.answer_lines();
        if !lines.is_empty() {
            document.push(Block::Lines { title: None, lines });
        }
        let effects = self
            .proposed()
            .map_or_else(Vec::new, |proposed| self.side_effects(&proposed));
        let is_limited = !effects.is_empty();
        if is_limited {
            document.push(Block::Code {
                lead: "Limits are checked after the search. To search within them, add to [expect]:",
                lines: effects.iter().map(|(after, now)| after.to_stay(now)).collect(),
            });
        }
        if verdict != TuneVerdict::Keep {
            let again = format!("{} tune {}", program(), self.file);
            let made = |command: String, purpose: &'static str| SuggestedCommand {
                command,
                purpose: purpose.into(),
            };
            let mut commands = Vec::new();
            if is_limited {
                commands.push(made(again.clone(), "the search again, with these lines"));
            }
            let purpose = "saves what came closest as a scenario, to compare by `run`";
            commands.push(made(format!("{again} --write mine.toml"), purpose));
            document.push(Block::Commands(commands));
        }
        document
    }

    /// The verdict as a sentence.
    pub fn verdict_line(&self) -> String {
        let verdict = self.verdict();
        format!("{} {}", word_and_tone(verdict).0, self.verdict_sentence(verdict))
    }

    fn verdict_block(&self, verdict: TuneVerdict) -> Block {
        let (word, tone) = word_and_tone(verdict);
        Block::Verdict {
            word,
            tone,
            sentence: self.verdict_sentence(verdict),
        }
    }

    fn verdict_sentence(&self, verdict: TuneVerdict) -> String {
        let proposed = self.proposed();
        let change = proposed
            .as_ref()
            .map_or_else(String::new, |proposed| listed(proposed.changes));
        let games = format::games(self.deals);
        let closest = |but: &str| {
            format::joined([
                self.missed_now(),
                Some(format!("Closest to the goals: {change}. {but}")),
            ])
        };
        match verdict {
            TuneVerdict::Change => {
                let count = proposed.map_or(0, |proposed| proposed.changes.len());
                let rules = if count == 1 { "rule" } else { "rules" };
                format!("{count} {rules}: {change}. Every goal is then met.")
            }
            TuneVerdict::Keep => "They already meet every goal.".to_owned(),
            TuneVerdict::NoChange(Objection::NoneCloser) => {
                "No change that was tried is confirmed to be closer to the goals.".to_owned()
            }
            TuneVerdict::NoChange(Objection::SideEffect) => {
                let moved = |(after, now): (&TuningFigure, &TuningFigure)| {
                    let name = metric_words(&after.metric);
                    format!(
                        "{name} from {} to {}",
                        now.number(now.now.value),
                        after.number(after.now.value)
                    )
                };
                let size = |(after, now): &(&TuningFigure, &TuningFigure)| (after.now.value - now.now.value).abs();
                let effects = proposed.map_or_else(Vec::new, |proposed| self.side_effects(&proposed));
                let largest = effects.into_iter().max_by(|a, b| size(a).total_cmp(&size(b)));
                let moved = largest.map_or_else(String::new, moved);
                let none = self.proposals.iter().all(|each| each.class != Class::Met);
                let none = none.then(|| {
                    let tried = things(self.tried, "version");
                    format!("None of {tried} tried is confirmed to meet every goal.")
                });
                let closest = format!("Closest to the goals: {change}. Rejected: it moves {moved}.");
                format::joined([self.missed_now(), none, Some(closest)])
            }
            TuneVerdict::NoChange(Objection::Loss) => closest("Rejected: it takes something out of the game."),
            TuneVerdict::NoChange(Objection::OtherBot) => {
                closest("Rejected: with another bot it leads away from a goal.")
            }
            TuneVerdict::NoChange(Objection::GoalMissed) => closest("It still misses a goal."),
            TuneVerdict::Undecided(UndecidedChange::OnTarget) => {
                format!(
                    "{} looks on target, but {games} do not confirm it.",
                    format::capital(&change)
                )
            }
            TuneVerdict::Undecided(UndecidedChange::Closer) => {
                format!("Closest to the goals: {change}. Whether it meets every goal takes more games.")
            }
            TuneVerdict::Undecided(UndecidedChange::Present) => {
                format!("The current rules look on target, but {games} do not confirm it.")
            }
            TuneVerdict::Undecided(UndecidedChange::Nothing) => {
                "The current rules may meet every goal, and no change is confirmed to be closer.".to_owned()
            }
            TuneVerdict::Impossible => {
                let Some(Contradiction { metric, least, most }) = self.contradiction() else {
                    return String::new();
                };
                format!(
                    "The goals contradict each other: {} cannot be {least} and {most}.",
                    metric_words(&metric)
                )
            }
            TuneVerdict::NobodyWins => "Nobody wins any of these games.".to_owned(),
        }
    }

    /// Every figure worth a row: its goal, what it is, and what it would be.
    fn answer_table(&self) -> Shown {
        let present = &self.proposals[0];
        let proposed = self.proposed();
        let after = proposed
            .as_ref()
            .map_or(&present.figures[..], |proposed| proposed.figures);
        let worth = |figure: &TuningFigure| figure.verdict.is_some() || figure.length || figure.is_win_rate();
        let pairs = present.figures.iter().zip(after).filter(|(_, after)| worth(after));
        // What the user asks for comes first.
        let (goals, others): (Vec<_>, Vec<_>) = pairs.partition(|(_, after)| after.verdict.is_some());
        let limited = others.iter().any(|(_, after)| self.is_to_stay(after));
        let limit = limited.then(|| "Limit: a change that moves a side further is rejected.".to_owned());
        let name = |figure: &TuningFigure| label(figure.table.as_deref(), &metric_words(&figure.metric));
        let digits = |figure: &TuningFigure| figure.measure().digits(figure.now).min(1);
        let value = |figure: &TuningFigure, after: &TuningFigure| {
            estimate(after.measure().number(figure.now.value, digits(after)), figure.now)
        };
        let range = |after: &TuningFigure| {
            let end = |end: f64| format::plain(after.measure().scale() * end, digits(after));
            [after.now.lo, after.now.hi].map(end).join("–")
        };
        let column = match self.verdict() {
            TuneVerdict::Change => "after",
            _ => "tried",
        };
        Shown::of_rows("answer", "", goals.into_iter().chain(others))
            .note(format::joined([limit, self.turn.clone()]))
            .words("", |(_, after)| text(format::capital(&name(after))))
            .figure("goal", "", |(_, after)| text(self.goal_of(after)))
            .figure("now", "", |(now, after)| value(now, after))
            .column_if(proposed.is_some().then_some(number_head(column, "")), |(_, after)| {
                value(after, after)
            })
            .figure(&format!("{} range", format::surety(FIGURES)), "", |(_, after)| {
                text(range(after))
            })
            .words("result", |(now, after)| text(self.status(now, after)))
            .build()
    }

    /// How many goals the current rules miss; none where they are not confirmed to miss any.
    fn missed_now(&self) -> Option<String> {
        let verdicts = || self.proposals[0].figures.iter().filter_map(|figure| figure.verdict);
        let missed = verdicts().filter(|verdict| *verdict == Verdict::Outside).count();
        (missed > 0).then(|| {
            format!(
                "The current rules miss {missed} of {}.",
                things(verdicts().count(), "goal")
            )
        })
    }

    /// The goal of a figure; a win rate without one is to stay as it is.
    fn goal_of(&self, figure: &TuningFigure) -> String {
        let of = |goal: &&super::TuningWish| goal.metric == figure.metric && goal.table == figure.table;
        let goals: Vec<String> = self.wishes.iter().filter(of).map(super::TuningWish::band).collect();
        if !goals.is_empty() {
            goals.join(", ")
        } else if self.is_to_stay(figure) {
            format!("limit: ±{} points", format::plain(100.0 * FAR, 0))
        } else {
            "no goal".to_owned()
        }
    }

    /// Whether a goal is met; without one how far the figure moves, or that it moves too far.
    fn status(&self, now: &TuningFigure, after: &TuningFigure) -> String {
        let measure = after.measure();
        match after.verdict {
            Some(verdict) => goal_word(verdict).to_owned(),
            None if self.proposed().is_none() => String::new(),
            None => {
                let digits = measure.digits(after.now).min(1);
                if self.is_to_stay(after) && (after.now.value - now.now.value).abs() > FAR {
                    return "too far".to_owned();
                }
                let [after, now] = [after, now].map(|figure| measure.scale() * figure.now.value);
                let moved = format::difference_as_written(after, now, digits);
                moved + measure.points()
            }
        }
    }

    fn answer_lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        if let Some(proposed) = self.proposed() {
            let ends = proposed.changes.iter().filter(|change| change.is_end);
            let ends: Vec<String> = ends.map(|change| format!("{} = {}", change.rule, change.to)).collect();
            if !ends.is_empty() {
                let values = format!("{}. Wider limits in [tune] may do better.", format::join_and(&ends));
                lines.push(("At limit", values));
            }
            lines.extend(loss_in_words(proposed.gone).map(|lost| ("Lost", format!("{}.", format::capital(&lost)))));
            lines.extend(self.other_bot(proposed.figures).map(|said| ("Other bot", said)));
        }
        lines.extend(self.fair_goals.map(|longer| ("Goals", fair_goals(longer))));
        let tried = format!(
            "{} of {}, {}.",
            self.versions_tried(),
            things(self.rules, "rule"),
            format::games(self.games)
        );
        lines.push(("Tried", tried));
        lines.push((
            "Figures",
            format!(
                "From {} per version that the search did not use. All ranges hold at once.",
                format::games(self.deals)
            ),
        ));
        let players = match self.players {
            Some(players) => format!("{players}; {}.", self.seating),
            None => format!("{}.", format::capital(&self.seating)),
        };
        lines.push(("Players", players));
        lines.extend(self.grounds.iter().cloned());
        lines.extend(self.not_tried().map(|said| ("Untried", said)));
        lines
    }

    /// What the second bot's games are before and after the change, for every goal.
    fn other_bot(&self, figures: &[TuningFigure]) -> Option<String> {
        let bot = self.second.as_ref()?;
        let figure = |figure: &TuningFigure| {
            let (before, second) = (figure.second_before()?, figure.second?);
            let [before, after] = [before, second.value].map(|value| figure.number(value));
            Some(format!("{} {before} → {after}", metric_words(&figure.metric)))
        };
        let told: Vec<String> = figures
            .iter()
            .filter(|each| each.verdict.is_some())
            .filter_map(figure)
            .collect();
        (!told.is_empty()).then(|| format!("{bot} at every seat: {}.", told.join(", ")))
    }

    /// Is there a table at which no side wins any game of the present rules?
    pub(super) fn nobody_wins(&self) -> bool {
        let rates = || self.proposals[0].figures.iter().filter(|figure| figure.is_win_rate());
        let tables = rates().map(|figure| &figure.table);
        tables.into_iter().any(|table| {
            let here = rates().filter(|figure| figure.table == *table);
            here.map(|figure| figure.now.value).fold(0.0, f64::max) <= 0.0
        })
    }

    /// Two goals for one figure at one table that no game meets together, as the present rules show it; none where there are none.
    pub(super) fn contradiction(&self) -> Option<Contradiction> {
        let figures = self.proposals[0].figures.iter();
        let opposed = figures
            .filter(|figure| figure.verdict.is_some())
            .find(|figure| figure.band.0 > figure.band.1)?;
        let measure = opposed.measure();
        let end = |band: (Option<f64>, Option<f64>)| measure.band(band, measure.digits_of_ends(band, 0));
        Some(Contradiction {
            metric: opposed.metric.clone(),
            least: end((Some(opposed.band.0), None)),
            most: end((None, Some(opposed.band.1))),
        })
    }

    /// Is this proposal what may meet every wish, where the one to take is shown to miss one?
    pub(super) fn is_ahead(&self, index: usize) -> bool {
        let ahead = self.ahead.as_ref();
        ahead.is_some_and(|ahead| self.proposals[index].changes == ahead.changes)
    }

    /// What stands beside the proposal that the answer is about.
    pub(super) fn mark(&self, index: usize) -> Option<&'static str> {
        let closest = if self.ahead.is_some() {
            self.is_ahead(index)
        } else {
            self.take == Some(index)
        };
        closest.then_some("closest")
    }

    /// Is it how often a side wins of which it is wished how far it is from another?
    pub(super) fn is_of_gap(&self, figure: &TuningFigure) -> bool {
        let Some(side) = Of::metric(&figure.metric).side() else {
            return false;
        };
        let of = |wish: &TuningWish| wish.table == figure.table && is_gap_of(&wish.metric, side);
        self.wishes.iter().any(of)
    }
}

fn fair_goals(longer: f64) -> String {
    format!(
        "[expect] states none. So: every side within {} points of its fair share, and games at most {} longer than now.",
        format::plain(100.0 * FAIR, 0),
        scenario::as_percent(longer)
    )
}

/// The word that stands first, and how it reads in colour.
fn word_and_tone(verdict: TuneVerdict) -> (&'static str, Tone) {
    match verdict {
        TuneVerdict::Change => ("CHANGE", Tone::Good),
        TuneVerdict::NoChange(_) => ("NO CHANGE RECOMMENDED.", Tone::Bad),
        TuneVerdict::Keep => ("KEEP THE RULES.", Tone::Good),
        TuneVerdict::Undecided(_) => ("UNDECIDED.", Tone::Open),
        TuneVerdict::Impossible => ("IMPOSSIBLE.", Tone::Bad),
        TuneVerdict::NobodyWins => ("NO ANSWER.", Tone::Open),
    }
}

/// Two goals that exclude each other.
pub(super) struct Contradiction {
    pub metric: String,
    pub least: String,
    pub most: String,
}

/// "`a` from 6 to 5 and `b` from 1 to 0".
pub(super) fn listed(changes: &[RuleChange]) -> String {
    let one = |change: &RuleChange| match (&change.from, change.by()) {
        (Some(from), _) => format!("{} from {} to {}", change.rule, value(from), value(&change.to)),
        (None, Some(by)) => format!("{} by {by} at every table", change.rule),
        (None, None) => format!("{} to {}", change.rule, value(&change.to)),
    };
    match changes {
        [] => "nothing".to_owned(),
        _ => format::join_and(&changes.iter().map(one).collect::<Vec<_>>()),
    }
}

/// The wishes among these figures of a version from which it leads away under the second bot.
pub(super) fn away(figures: &[TuningFigure]) -> impl Iterator<Item = &TuningFigure> {
    let away = |figure: &&TuningFigure| {
        figure.verdict.is_some() && figure.transfers() == Some(Transfer::Away) && !figure.second_within()
    };
    figures.iter().filter(away)
}

/// Of more than these only the number is told.
const NAMED: usize = 3;

/// What happens no more with a finalist, in the words of the game; what never succeeds since nobody can try is not told.
pub(super) fn removed_events(games: &Games, confirmed: &Confirmed, finalist: usize) -> Vec<String> {
    let gone: Vec<&Event> = confirmed
        .gone(finalist)
        .iter()
        .map(|event| &games.events[*event])
        .collect();
    let tried = |event: &&&Event| {
        let tries = |other: &&Event| other.table == event.table && Some(other.counter.key) == event.counter.of;
        !gone.iter().any(tries)
    };
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for event in gone.iter().filter(tried) {
        let (what, table) = (words(games, event), games.tables[event.table].as_str());
        match told.iter_mut().find(|known| known.0 == what) {
            Some(known) => known.1.push(table),
            None => told.push((what, vec![table])),
        }
    }
    let at = |(what, tables): (String, Vec<&str>)| {
        let some = (tables.len() < games.tables.len()).then(|| tables.join(", "));
        label(some.as_deref(), &format!("“{what}”"))
    };
    told.into_iter().map(at).collect()
}

fn words(games: &Games, event: &Event) -> String {
    let mut same_table = games.events.iter().filter(|other| other.table == event.table);
    let whole = same_table.find(|other| Some(other.counter.key) == event.counter.of);
    match event.counter.help.strip_prefix(Counter::PART).zip(whole) {
        Some((part, whole)) => format!("of {}: {part}", words(games, whole)),
        None => event.counter.help.to_owned(),
    }
}

/// `“ability cards played” happened in none of its games`.
pub(super) fn loss_in_words(gone: &[String]) -> Option<String> {
    let named = format::join_some(gone, NAMED);
    (!named.is_empty()).then(|| format!("{named} happened in none of its games"))
}

fn value(toml: &str) -> String {
    if toml.parse::<f64>().is_ok() {
        return toml.replace('-', "−");
    }
    // What is between quotes has none of its own, or is not to be read aloud.
    if toml.contains('\\') {
        return toml.to_owned();
    }
    let mut said = String::new();
    for (at, part) in toml.split('"').enumerate() {
        said += match at % 2 {
            _ if at == 0 => "",
            0 => "”",
            _ => "“",
        };
        said += part;
    }
    said
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod removed_events_tests {
    use super::*;

    #[test]
    fn what_happens_no_more_is_told_in_few_words() {
        let all = ["“cards played”", "“falls”", "“swims”", "“dives”", "“cons”"].map(str::to_owned);
        assert_eq!(loss_in_words(&[]), None);
        assert_eq!(
            loss_in_words(&all[..1]).as_deref(),
            Some("“cards played” happened in none of its games")
        );
        assert_eq!(
            loss_in_words(&all[..2]).as_deref(),
            Some("“cards played” and “falls” happened in none of its games")
        );
        assert_eq!(
            loss_in_words(&all).as_deref(),
            Some("“cards played”, “falls”, “swims” and 2 more happened in none of its games")
        );
    }
}
