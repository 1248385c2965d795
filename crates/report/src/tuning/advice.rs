//! What to do, and what speaks against it.

use super::figure::Transfer;
use super::{Promising, RuleChange, RuleProposal, Tuning, TuningFigure, TuningWish, label};
use crate::findings::{in_words, round_up};
use crate::format;
use balance_analysis::games::program;
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::{Of, is_gap_of};
use balance_analysis::table::Rate;
use balance_analysis::tune::{Class, Confirmed, Event, Games};
use balance_engine::tally::MOST_GAMES;

/// Games enough show every figure to within this part of the width of its band.
const FINE: f64 = 0.25;

/// What is to be done where no game is won.
const NOBODY: &str = "Nobody wins any of their games, so that these bots tell nothing of who does: let bots play that try to finish, or \
                      raise the cap on the length.";

impl Tuning {
    /// What to do, in some sentences.
    pub(super) fn advice(&self) -> String {
        self.recommendation() + &self.simpler() + &self.as_well_told()
    }

    /// Which rules to change, if any.
    fn recommendation(&self) -> String {
        let Some(taken) = self.take.map(|take| &self.proposals[take]) else {
            return self.recommendation_without_proposal();
        };
        if let Some(ahead) = &self.ahead {
            return self.recommendation_with_promising(taken, ahead);
        }
        // What another bot turns round is none of the rules; but where that bot's games lie elsewhere from the beginning, no
        // change does for both.
        if !self.turned().is_empty() {
            return self.recommendation_for_these_bots(taken);
        }
        let change = listed(&taken.changes);
        let (deals, more, whole) = (format::count(self.deals), self.more(), self.whole());
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

    /// What stands behind “nearer” where there are several wishes: one may be further off where another is much nearer.
    fn whole(&self) -> &'static str {
        if self.wishes.len() > 1 {
            ", all wishes taken together"
        } else {
            ""
        }
    }

    /// Where no proposal is to be taken.
    fn recommendation_without_proposal(&self) -> String {
        let present = &self.proposals[0];
        let (deals, more, whole) = (format::count(self.deals), self.more(), self.whole());
        let met = self.proposals[1..].iter().find(|other| other.class == Class::Met);
        match (present.class, met) {
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
                match (self.opposed_wishes(), self.seen_inside()) {
                    (Some(apart), seen) => format!("{missed}.{seen} {apart}"),
                    (None, seen) if seen.is_empty() => {
                        format!("{missed}: {more} may show one, or other changes in [tune].")
                    }
                    (None, seen) => format!("{missed}.{seen} To show it takes {more}."),
                }
            }
        }
    }

    /// Where what may meet every wish is named before what is to be taken.
    fn recommendation_with_promising(&self, taken: &RuleProposal, ahead: &Promising) -> String {
        let (deals, more, whole) = (format::count(self.deals), self.more(), self.whole());
        let change = listed(&taken.changes);
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
        let but = match (taken.class, loss_in_words(&taken.gone)) {
            (Class::Missed, _) => "misses a wish".to_owned(),
            (Class::Likely, Some(lost)) => lost,
            _ => "not every number seen lies as wished".to_owned(),
        };
        format!(
            "No proposal is shown to meet every wish. {may}{} {shown} is shown to be nearer, but {but}.",
            self.leads_away(ahead)
        )
    }

    /// Where another bot turns round what is to be taken.
    fn recommendation_for_these_bots(&self, taken: &RuleProposal) -> String {
        let change = listed(&taken.changes);
        let (deals, whole) = (format::count(self.deals), self.whole());
        let alone = match self.of_these_bots() {
            alone if self.never_both() => alone.to_owned(),
            alone => format!("Nothing yet: {}", alone.to_lowercase()),
        };
        match taken.class {
            Class::Met => format!("{alone}, changing {change} is shown to meet every wish."),
            Class::Likely => format!(
                "{alone}, changing {change} puts every number seen where it is wished; {deals} deals do not show it of all, \
                 and a run of it alone, as below, would tell more."
            ),
            Class::Open | Class::Missed => format!(
                "{alone}, changing {change} is shown to be nearer than the present rules{whole}; and it is not shown to meet \
                 every wish."
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
                format::join_and(&open)
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
    fn leads_away(&self, ahead: &Promising) -> String {
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
    fn opposed_wishes(&self) -> Option<String> {
        let wished = || {
            self.proposals[0]
                .figures
                .iter()
                .filter(|figure| figure.verdict.is_some())
        };
        let missed = |figure: &&TuningFigure| figure.verdict == Some(Verdict::Outside);
        let (low, high) = wished().filter(missed).find_map(|low| {
            let below = |figure: &&TuningFigure| figure.metric == low.metric && figure.now.value > figure.band.1;
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
        let at = |figure: &TuningFigure| {
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
        let open = |figure: &&TuningFigure| figure.verdict == Some(Verdict::Undecided);
        let mut open = figures.filter(open).peekable();
        open.peek().is_some()
            && open.all(|figure| figure.share && (figure.band.1 <= figure.measure().least() || figure.band.0 >= 1.0))
    }

    /// "more games", and how many where that can be foretold: so many that every figure of the present rules that is wished to
    /// lie between two ends is known to within a quarter of what lies between them.
    fn more(&self) -> String {
        let times = |wish: &TuningWish| {
            let figures = &self.proposals[0].figures;
            let of = |figure: &&TuningFigure| figure.metric == wish.metric && figure.table == wish.table;
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
fn only_these(proposal: &RuleProposal) -> &'static str {
    if missed_by_second(proposal).next().is_some() {
        "with these bots "
    } else {
        ""
    }
}

/// "2 of 3 wishes": those that `proposal` is shown to miss.
fn missed(proposal: &RuleProposal) -> String {
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

/// Does the number seen lie as wished, and is it not shown to lie elsewhere, if anything is wished of it?
pub(super) fn lies_as_wished(figure: &TuningFigure) -> bool {
    let (from, to) = figure.band;
    let value = figure.now.value;
    figure
        .verdict
        .is_none_or(|verdict| verdict != Verdict::Outside && from <= value && value <= to)
}

impl Tuning {
    /// The wishes from which the proposal to take leads away under the second bot.
    pub(in crate::tuning) fn turned(&self) -> Vec<&TuningFigure> {
        let taken = self.take.map(|take| &self.proposals[take]);
        taken.into_iter().flat_map(|taken| away(&taken.figures)).collect()
    }

    /// Does the proposal lead away under the second bot only where that bot's games lie, with the present rules, within what is
    /// wished or beyond, while those of the usual bots do not? Then only what moves the two differently brings both there.
    pub(in crate::tuning) fn never_both(&self) -> bool {
        let turned = self.turned();
        let beyond = |figure: &&TuningFigure| {
            let same = |present: &&TuningFigure| present.metric == figure.metric && present.table == figure.table;
            let (Some(present), Some(second)) = (self.proposals[0].figures.iter().find(same), figure.second_before())
            else {
                return false;
            };
            let ((from, to), (second_from, second_to)) = (figure.band, figure.second_band);
            let now = present.now.value;
            (now < from && second >= second_from) || (now > to && second <= second_to)
        };
        !turned.is_empty() && turned.iter().all(beyond)
    }

    /// What speaks against the proposal to take: what never happens any more, win rates and lengths of which nothing is wished and
    /// that it is shown to move far, and wishes that it is not shown to bring nearer under the second bot.
    pub(in crate::tuning) fn beside(&self) -> Option<String> {
        let Some(taken) = self.take.map(|take| &self.proposals[take]) else {
            return self.missed_elsewhere(&self.proposals[0]);
        };
        let name = |figure: &TuningFigure| label(figure.table.as_deref(), &figure.metric);
        let pairs = taken.figures.iter().zip(&self.proposals[0].figures);
        let far = pairs.filter(|(figure, present)| figure.verdict.is_none() && figure.moves_far(present));
        let mut stay = far.clone().map(|(figure, present)| figure.to_stay(present));
        let stays = stay
            .next()
            .map_or_else(String::new, |line| format!(", such as `{line}`"));
        let told = |(figure, present): (&TuningFigure, &TuningFigure)| {
            let [before, now] = [present, figure].map(|figure| figure.number(figure.now.value));
            format!("{} from {before} to {now}", name(figure))
        };
        // How far two sides are apart is wished, not what either wins.
        let (apart, moved): (Vec<_>, Vec<_>) = far.partition(|(figure, _)| self.is_of_gap(figure));
        let [apart, moved] = [apart, moved].map(|all| all.into_iter().map(told).collect::<Vec<String>>());
        let wished = || taken.figures.iter().filter(|figure| figure.verdict.is_some());
        // What lies as wished there may move as it likes.
        let that = |transfer: Transfer| {
            let told = move |figure: &&TuningFigure| figure.transfers() == Some(transfer) && !figure.second_within();
            wished().filter(told)
        };
        let stay: Vec<String> = that(Transfer::Open).map(name).collect();
        let turned: Vec<String> = that(Transfer::Other).map(name).collect();
        let lost = taken.loses();
        let parts = [
            (apart, "of which only the gap was wished"),
            (moved, "of which nothing was wished"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(moved, _)| !moved.is_empty())
            .map(|(moved, wished)| format!("{}, {wished}", moved.join(", ")))
            .collect();
        let moved = (!parts.is_empty()).then(|| {
            format!(
                "Beware: that moves {}. What is to stay must be wished for, too{stays}.",
                parts.join("; and ")
            )
        });
        let stay = self.second.as_ref().filter(|_| !stay.is_empty()).map(|bot| {
            format!(
                "Beware: with {bot} at every seat it is not shown to move {} the same way.",
                stay.join(", ")
            )
        });
        let turned = self.second.as_ref().filter(|_| !turned.is_empty()).map(|bot| {
            format!(
                "Beware: with {bot} at every seat it moves {} the other way.",
                turned.join(", ")
            )
        });
        let away = self.led_away();
        let table = self.players.map(|players| self.other_numbers_of_players(players));
        let missed = self.missed_elsewhere(taken);
        let said: Vec<String> = [away, missed, lost, moved, turned, stay, table]
            .into_iter()
            .flatten()
            .collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// The wishes from which the proposal to take leads away under the second bot, and what to do about that.
    fn led_away(&self) -> Option<String> {
        let bot = self.second.as_ref()?;
        let away: Vec<String> = self
            .turned()
            .into_iter()
            .filter_map(|figure| {
                let (before, now) = (figure.second_before()?, figure.second?.value);
                let [before, now] = [before, now].map(|value| figure.number(value));
                Some(format!(
                    "{} (from {before} to {now})",
                    label(figure.table.as_deref(), &figure.metric)
                ))
            })
            .collect();
        if away.is_empty() {
            return None;
        }
        let safest = self.safest.as_ref().map_or_else(String::new, |said| format!(" {said}"));
        let ladder = format!("`{} ladder` of the scenario", program());
        let several =
            "What is to hold with several bots is looked for where [matrix] has them: `\"seats.all\" = [...]`.";
        Some(if self.never_both() {
            format!(
                "With {bot} at every seat it leads away from what is wished of {}: these games are there, or beyond, under the \
                 present rules. What moves the games of both bots alike cannot bring both there. {ladder} says which of them play well.{safest}",
                away.join(", "),
            )
        } else {
            format!(
                "With {bot} at every seat it leads away from what is wished of {}. Before you change a rule, see which bots \
                 play well: {ladder}.{safest} {several}",
                away.join(", "),
            )
        })
    }

    /// That the proposal may do otherwise with another number of players, and with how many what it changes is in play.
    fn other_numbers_of_players(&self, players: usize) -> String {
        let parts = self.in_play_with.iter().map(|(part, with)| {
            let with: Vec<String> = with.iter().map(u8::to_string).collect();
            format!(" {part} is in play with {}.", format::join_and(&with))
        });
        format!(
            "It was tried with {players} players; it may do otherwise with another number of them.{}",
            parts.collect::<String>()
        )
    }

    /// Is it how often a side wins of which it is wished how far it is from another?
    fn is_of_gap(&self, figure: &TuningFigure) -> bool {
        let Some(side) = Of::metric(&figure.metric).side() else {
            return false;
        };
        let of = |wish: &TuningWish| wish.table == figure.table && is_gap_of(&wish.metric, side);
        self.wishes.iter().any(of)
    }

    /// What the second bot is shown to miss with `proposal`, and is not said to be led away from.
    fn missed_elsewhere(&self, proposal: &RuleProposal) -> Option<String> {
        let bot = self.second.as_ref()?;
        let missed: Vec<String> = missed_by_second(proposal)
            .filter(|figure| figure.transfers() != Some(Transfer::Away))
            .filter_map(|figure| {
                let name = label(figure.table.as_deref(), &figure.metric);
                Some(format!("{name} {}", figure.words(figure.second?)))
            })
            .collect();
        (!missed.is_empty()).then(|| format!("With {bot} at every seat this is not as wished: {}.", missed.join("; ")))
    }

    /// Where something is wished of some tables alone: that every change was tried at all of them, and how one is tried by itself.
    pub(in crate::tuning) fn some_tables(&self) -> Option<String> {
        let mut tables: Vec<&String> = Vec::new();
        for table in self.proposals[0]
            .figures
            .iter()
            .filter_map(|figure| figure.table.as_ref())
        {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        let everywhere = |wish: &TuningWish| {
            let at = |table: &&String| {
                let there = |other: &TuningWish| other.metric == wish.metric && other.table.as_ref() == Some(*table);
                self.wishes.iter().any(there)
            };
            tables.iter().all(at)
        };
        let own = |table: &&&String| {
            let mut here = self.wishes.iter().filter(|wish| wish.table.as_ref() == Some(**table));
            here.any(|wish| !everywhere(wish))
        };
        let named: Vec<String> = tables.iter().filter(own).map(|table| format!("“{table}”")).collect();
        let some = !named.is_empty() && named.len() < tables.len() && !self.bots_alone_differ;
        some.then(|| {
            format!(
                "Something is wished of {} alone, and every change was tried at all tables. What may be changed at one table \
                 alone, such as a rule that is another for each number of players, is looked for in a scenario of that table by itself, \
                 without [matrix].",
                format::join_and(&named)
            )
        })
    }
}

/// The wishes that `proposal` surely misses under the second bot.
pub(super) fn missed_by_second(proposal: &RuleProposal) -> impl Iterator<Item = &TuningFigure> {
    let outside = |figure: &&TuningFigure| {
        let (from, to) = figure.second_band;
        let misses = |second: Rate| second.lo > to || second.hi < from;
        figure.verdict.is_some() && figure.second.is_some_and(misses)
    };
    proposal.figures.iter().filter(outside)
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
    let known = |key: &str| {
        let mut all = games.events.iter().map(|other| (other.table, other.counter));
        let whole = all
            .find(|(table, counter)| *table == event.table && counter.key == key)?
            .1;
        Some((whole.help, whole.of))
    };
    in_words(event.counter.help, event.counter.of, &known)
}

/// `“ability cards played” happened in none of its games`.
pub(super) fn loss_in_words(gone: &[String]) -> Option<String> {
    let rest = gone.len().saturating_sub(NAMED);
    let rest = (rest > 0).then(|| format!("{rest} more"));
    let named: Vec<String> = gone.iter().take(NAMED).cloned().chain(rest).collect();
    (!named.is_empty()).then(|| format!("{} happened in none of its games", format::join_and(&named)))
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
