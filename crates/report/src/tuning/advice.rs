//! What to do, and what speaks against it.

mod beside;

use super::{Ahead, Change, Figure, Proposal, Tuning, Wish, gone, label};
use crate::findings::round_up;
use crate::format;
use balance_analysis::games::program;
use balance_analysis::judge::Verdict;
use balance_analysis::tune::Class;
use balance_engine::tally::MOST_GAMES;
use beside::{away, missed_by_second};

/// Games enough show every figure to within this part of the width of its band.
const FINE: f64 = 0.25;

/// What is to be done where no game is won.
const NOBODY: &str = "Nobody wins any of their games, so that these bots tell nothing of who does: let bots play that try to finish, or \
                      raise the cap on the length.";

impl Tuning {
    /// What to do, in some sentences.
    pub(super) fn advice(&self) -> String {
        self.which() + &self.simpler() + &self.as_well_told()
    }

    /// Which rules to change, if any.
    fn which(&self) -> String {
        let present = &self.proposals[0];
        let deals = format::count(self.deals);
        let more = self.more();
        // One wish may be further off where another is much nearer.
        let whole = if self.wishes.len() > 1 {
            ", all wishes taken together"
        } else {
            ""
        };
        let met = self.proposals[1..].iter().find(|other| other.class == Class::Met);
        let Some(taken) = self.take.map(|take| &self.proposals[take]) else {
            return match (present.class, met) {
                (Class::Open, Some(met)) => format!(
                    "Whether the present rules meet every wish is open after {deals} deals. Changing {} is shown to meet every \
                     wish, but not to be nearer than the present rules{whole}; {more} would tell them apart.",
                    listed(&met.changes)
                ),
                (Class::Met, _) => format!(
                    "Change nothing: {}the present rules are shown to meet every wish.",
                    only_these(present)
                ),
                (Class::Likely, _) if self.asks_too_much() => {
                    "With the present rules every number seen lies as wished. What is open no number of games shows: that a share \
                     is exactly nothing, or all; leave its band some room."
                        .to_owned()
                }
                (Class::Likely, _) => {
                    format!(
                        "With the present rules every number seen lies as wished, but {deals} deals do not show it of all: \
                         {more}, or `{} check` of the scenario, would tell more.",
                        program()
                    )
                }
                (Class::Open, _) => format!(
                    "Whether the present rules meet every wish is open after {deals} deals, and no proposal is shown to be \
                     nearer{whole}.{} Before anything is changed, {more} would tell more.",
                    self.seen_inside()
                ),
                (Class::Missed, _) => {
                    let missed = format!(
                        "The present rules miss {}, and in {deals} deals no proposal is shown to be nearer{whole}",
                        missed(present)
                    );
                    if self.nobody_wins() {
                        return format!("{missed}. {NOBODY}");
                    }
                    match (self.apart(), self.seen_inside()) {
                        (Some(apart), seen) => format!("{missed}.{seen} {apart}"),
                        (None, seen) if seen.is_empty() => {
                            format!("{missed}: {more} may show one, or other changes in [tune].")
                        }
                        (None, seen) => format!("{missed}.{seen} To show it takes {more}."),
                    }
                }
            };
        };
        let change = listed(&taken.changes);
        if let Some(ahead) = &self.ahead {
            let may = listed(&ahead.changes);
            let shown = if self.turned().is_empty() {
                format!("Changing {change}")
            } else {
                format!("{}, changing {change}", self.of_these_bots())
            };
            let may = match (ahead.seen, ahead.nearer) {
                (true, nearer) => {
                    let nor = if nearer {
                        String::new()
                    } else {
                        format!(", nor that it is nearer than the present rules{whole}")
                    };
                    format!(
                        "Changing {may} puts every number seen where it is wished; {deals} deals do not show it of all{nor}, and \
                         {more} would tell more."
                    )
                }
                (false, true) => format!(
                    "Changing {may} may: it is shown to be nearer than the present rules{whole}, {deals} deals leave open whether \
                     it meets all, and {more} would tell more."
                ),
                (false, false) => format!(
                    "Changing {may} may: it is seen nearer than the present rules{whole}, but {deals} deals do not show it, and \
                     {more} would tell more."
                ),
            };
            let but = match (taken.class, gone::told(&taken.gone)) {
                (Class::Missed, _) => "misses a wish".to_owned(),
                (Class::Likely, Some(lost)) => lost,
                _ => "not every number seen lies as wished".to_owned(),
            };
            return format!(
                "No proposal is shown to meet every wish. {may}{} {shown} is shown to be nearer, but {but}.",
                self.leads_away(ahead)
            );
        }
        // What another bot turns round is none of the rules; but where that bot's games lie elsewhere from the beginning, no
        // change does for both.
        if !self.turned().is_empty() {
            let alone = match self.of_these_bots() {
                alone if self.never_both() => alone.to_owned(),
                alone => format!("Nothing yet: {}", alone.to_lowercase()),
            };
            return match taken.class {
                Class::Met => format!("{alone}, changing {change} is shown to meet every wish."),
                Class::Likely => format!(
                    "{alone}, changing {change} puts every number seen where it is wished; {deals} deals do not show it of all, \
                     and a run of it alone, as below, would tell more."
                ),
                Class::Open | Class::Missed => format!(
                    "{alone}, changing {change} is shown to be nearer than the present rules{whole}; and it is not shown to meet \
                     every wish."
                ),
            };
        }
        match taken.class {
            Class::Met => format!(
                "Change {change}. {} shown to meet every wish.",
                match only_these(taken) {
                    "" => "That is",
                    _ => "With these bots that is",
                }
            ),
            Class::Likely => format!(
                "Try this: change {change}. Then every number seen lies as wished, but {deals} deals do not show it of all; \
                 a run of it alone, as below, would tell more."
            ),
            Class::Open => format!(
                "No proposal is shown to meet every wish. Changing {change} is shown to come nearer to the wishes than the present \
                 rules do{whole}, and nothing is shown to come nearer still; whether it meets all wishes is open, and {more} would tell more."
            ),
            Class::Missed => format!(
                "No proposal meets every wish. Changing {change} is shown to come nearer to the wishes than the present rules \
                 do{whole}, and nothing is shown to come nearer still."
            ),
        }
    }

    /// Is there a table at which no side wins any game of the present rules?
    fn nobody_wins(&self) -> bool {
        let rates = || self.proposals[0].figures.iter().filter(|figure| figure.is_win_rate());
        let tables = rates().map(|figure| &figure.table);
        tables.into_iter().any(|table| {
            let here = rates().filter(|figure| figure.table == *table);
            here.map(|figure| figure.now.value).fold(0.0, f64::max) <= 0.0
        })
    }

    /// Which version is seen to meet every wish where none is shown to be nearer, as a sentence; nothing where none is.
    fn seen_inside(&self) -> String {
        let proposed = self.proposals.iter().skip(1).filter(|each| each.class <= Class::Likely);
        let alike = self.proposals.iter().flat_map(|each| &each.alike);
        let alike = alike.filter(|each| each.figures.iter().all(lies_as_wished));
        let mut all = proposed.map(|each| &each.name).chain(alike.map(|each| &each.name));
        all.next().map_or_else(String::new, |name| {
            format!(" With “{name}” every number seen lies as wished.")
        })
    }

    /// Which proposal of fewer changes is seen to meet every wish, too, where the one to take is of several; nothing where none is.
    fn simpler(&self) -> String {
        let Some(taken) = self
            .take
            .map(|take| &self.proposals[take])
            .filter(|_| self.ahead.is_none())
        else {
            return self.needed();
        };
        let fewer = self.proposals[1..].iter().filter(|each| {
            let changes = each.changes.len();
            changes < taken.changes.len() && each.gone.is_empty() && each.figures.iter().all(lies_as_wished)
        });
        let Some(each) = fewer.min_by_key(|each| each.changes.len()) else {
            return self.needed();
        };
        let open = each
            .figures
            .iter()
            .filter(|figure| figure.verdict == Some(Verdict::Undecided));
        let open: Vec<String> = open
            .map(|figure| label(figure.table.as_deref(), &figure.metric))
            .collect();
        let still = if open.is_empty() {
            String::new()
        } else {
            format!(
                "; {} deals do not show it of {}: a little more room there, or more games, would",
                format::count(self.deals),
                format::and(&open)
            )
        };
        format!(
            " It takes less: changing {} alone puts every number seen where it is wished, too{still}.",
            listed(&each.changes)
        )
    }

    /// Of whom it is said what the second bot turns round.
    fn of_these_bots(&self) -> &'static str {
        if self.never_both() {
            "If people play as these bots do"
        } else {
            "With these bots alone"
        }
    }

    /// That what may meet every wish leads away from some under the second bot.
    fn leads_away(&self, ahead: &Ahead) -> String {
        let away: Vec<String> = away(&ahead.figures)
            .map(|figure| label(figure.table.as_deref(), &figure.metric))
            .collect();
        let said = self.second.as_ref().filter(|_| !away.is_empty()).map(|bot| {
            format!(
                " With {bot} at every seat it leads away from what is wished of {}.",
                away.join(", ")
            )
        });
        said.unwrap_or_default()
    }

    /// That a figure is shown to be too small at one table and too large at another, so that hardly any rule mends both.
    fn apart(&self) -> Option<String> {
        let wished = || {
            self.proposals[0]
                .figures
                .iter()
                .filter(|figure| figure.verdict.is_some())
        };
        let missed = |figure: &&Figure| figure.verdict == Some(Verdict::Outside);
        let (low, high) = wished().filter(missed).find_map(|low| {
            let below = |figure: &&Figure| figure.metric == low.metric && figure.now.value > figure.band.1;
            (low.now.value < low.band.0)
                .then(|| wished().filter(missed).find(below))?
                .map(|high| (low, high))
        })?;
        // Seen in one place alone it is one number that two wishes pull apart.
        if low.table == high.table {
            let wished = |band: (Option<f64>, Option<f64>)| {
                let measure = low.measure();
                measure.band(band, measure.digits_of_ends(band, 0))
            };
            return Some(format!(
                "No rules meet all wishes: {} is wished to be {} and {}. Take one of the two out of [expect].",
                low.metric,
                wished((Some(low.band.0), None)),
                wished((None, Some(high.band.1)))
            ));
        }
        let at = |figure: &Figure| {
            figure
                .table
                .clone()
                .map_or_else(String::new, |table| format!(" at “{table}”"))
        };
        let how = if self.bots_alone_differ {
            format!(
                "decide whose play counts: `{} ladder` of the scenario, or wish it of one table alone (configuration = \"NAME\").",
                program()
            )
        } else {
            "look for a change of one table alone in a scenario of that table, and put it into a [[variant]] with configuration = \
             \"NAME\"."
                .to_owned()
        };
        Some(format!(
            "With the present rules {} is below what is wished{} ({}) and above{} ({}): what raises both, or lowers both, leads \
             away from one of the two; {how}",
            low.metric,
            at(low),
            low.number(low.now.value),
            at(high),
            high.number(high.now.value),
        ))
    }

    /// Is this proposal what may meet every wish, where the one to take is shown to miss one?
    pub(super) fn is_ahead(&self, index: usize) -> bool {
        let ahead = self.ahead.as_ref();
        ahead.is_some_and(|ahead| self.proposals[index].changes == ahead.changes)
    }

    /// What stands beside the proposal to take, which may not meet every wish, and beside one that may.
    pub(super) fn mark(&self, index: usize) -> Option<&'static str> {
        if self.is_ahead(index) {
            let seen = self.ahead.as_ref().is_some_and(|ahead| ahead.seen);
            return Some(if seen {
                "seen to meet every wish"
            } else {
                "may meet every wish"
            });
        }
        let taken = self.proposals.get(index).filter(|_| self.take == Some(index))?;
        Some(match taken.class {
            _ if self.never_both() => "if people play as these bots do",
            _ if !self.turned().is_empty() => "with these bots alone",
            Class::Met => "take this",
            Class::Likely if self.ahead.is_some() => "shown nearer, but takes something out of the game",
            Class::Likely => "try this",
            Class::Missed if self.ahead.is_some() => "shown nearer, but misses a wish",
            Class::Open if self.ahead.is_some() => "shown nearer, but not seen to meet every wish",
            Class::Open | Class::Missed => "nothing is shown nearer",
        })
    }

    /// Is all that is open of the present rules whether a share is exactly nothing, or all?
    fn asks_too_much(&self) -> bool {
        let figures = self.proposals[0].figures.iter();
        let open = |figure: &&Figure| figure.verdict == Some(Verdict::Undecided);
        let mut open = figures.filter(open).peekable();
        open.peek().is_some()
            && open.all(|figure| figure.share && (figure.band.1 <= figure.measure().least() || figure.band.0 >= 1.0))
    }

    /// "more games", and how many where that can be foretold: so many that every figure of the present rules that is wished to
    /// lie between two ends is known to within a quarter of what lies between them.
    fn more(&self) -> String {
        let times = |wish: &Wish| {
            let figures = &self.proposals[0].figures;
            let of = |figure: &&Figure| figure.metric == wish.metric && figure.table == wish.table;
            let now = figures.iter().find(of)?.now;
            let width = wish.to? - wish.from?;
            let times = (now.hi - now.lo) / 2.0 / (FINE * width);
            // Of what never happened twice as many games tell twice as much.
            Some(if now.value > now.lo { times.powi(2) } else { times })
        };
        // How closely a change is known is another matter.
        let wishes = self.wishes.iter().filter(|wish| !wish.change);
        let most = wishes.filter_map(times).fold(0.0, f64::max);
        // Four times as many halve every interval; fewer than twice as many are not worth a search.
        let takes = most * self.games as f64;
        let (such, times) = if most > 1.0 && takes <= MOST_GAMES as f64 {
            ("", most.max(2.0))
        } else {
            ("such as ", 4.0)
        };
        let games = format::option(round_up(times * self.games as f64));
        format!("more games ({such}--games {games})")
    }
}

/// Of whom it holds that every wish is met, where the second bot is shown to miss one.
fn only_these(proposal: &Proposal) -> &'static str {
    if missed_by_second(proposal).next().is_some() {
        "with these bots "
    } else {
        ""
    }
}

/// "2 of 3 wishes": those that `proposal` is shown to miss.
fn missed(proposal: &Proposal) -> String {
    let wished = proposal.figures.iter().filter_map(|figure| figure.verdict);
    let all: Vec<Verdict> = wished.collect();
    let missed = all.iter().filter(|verdict| **verdict == Verdict::Outside).count();
    match (missed, all.len()) {
        (_, 0 | 1) => "the wish".to_owned(),
        (2, 2) => "both wishes".to_owned(),
        (missed, all) if missed == all => format!("all {all} wishes"),
        (missed, all) => format!("{missed} of {all} wishes"),
    }
}

/// A value of a rule, which is TOML, in a sentence: `“shared”`, `−1`.
pub(super) fn value(toml: &str) -> String {
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

/// "`a` from 6 to 5 and `b` from 1 to 0".
pub(super) fn listed(changes: &[Change]) -> String {
    let one = |change: &Change| match (&change.from, change.by()) {
        (Some(from), _) => format!("{} from {} to {}", change.rule, value(from), value(&change.to)),
        (None, Some(by)) => format!("{} by {by} at every table", change.rule),
        (None, None) => format!("{} to {}", change.rule, value(&change.to)),
    };
    match changes {
        [] => "nothing".to_owned(),
        _ => format::and(&changes.iter().map(one).collect::<Vec<_>>()),
    }
}

/// Does the number seen lie as wished, and is it not shown to lie elsewhere, if anything is wished of it?
pub(super) fn lies_as_wished(figure: &Figure) -> bool {
    let (from, to) = figure.band;
    let value = figure.now.value;
    figure
        .verdict
        .is_none_or(|verdict| verdict != Verdict::Outside && from <= value && value <= to)
}

#[cfg(test)]
mod tests;
