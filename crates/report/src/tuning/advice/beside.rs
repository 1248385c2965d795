//! What speaks against what is advised.

use super::super::figure::Transfer;
use super::super::{Figure, Proposal, Tuning, Wish, label};
use crate::format;
use balance_analysis::games::program;
use balance_analysis::scenario::{Of, is_gap_of};
use balance_analysis::table::Rate;

impl Tuning {
    /// The wishes from which the proposal to take leads away under the second bot.
    pub(in crate::tuning) fn turned(&self) -> Vec<&Figure> {
        let taken = self.take.map(|take| &self.proposals[take]);
        taken.into_iter().flat_map(|taken| away(&taken.figures)).collect()
    }

    /// Does the proposal lead away under the second bot only where that bot's games lie, with the present rules, within what is
    /// wished or beyond, while those of the usual bots do not? Then only what moves the two differently brings both there.
    pub(in crate::tuning) fn never_both(&self) -> bool {
        let turned = self.turned();
        let beyond = |figure: &&Figure| {
            let same = |present: &&Figure| present.metric == figure.metric && present.table == figure.table;
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
        let name = |figure: &Figure| label(figure.table.as_deref(), &figure.metric);
        let pairs = taken.figures.iter().zip(&self.proposals[0].figures);
        let far = pairs.filter(|(figure, present)| figure.verdict.is_none() && figure.moves_far(present));
        let mut stay = far.clone().map(|(figure, present)| figure.to_stay(present));
        let stays = stay
            .next()
            .map_or_else(String::new, |line| format!(", such as `{line}`"));
        let told = |(figure, present): (&Figure, &Figure)| {
            let [before, now] = [present, figure].map(|figure| figure.number(figure.now.value));
            format!("{} from {before} to {now}", name(figure))
        };
        // How far two sides are apart is wished, not what either wins.
        let (apart, moved): (Vec<_>, Vec<_>) = far.partition(|(figure, _)| self.is_of_gap(figure));
        let [apart, moved] = [apart, moved].map(|all| all.into_iter().map(told).collect::<Vec<String>>());
        let wished = || taken.figures.iter().filter(|figure| figure.verdict.is_some());
        // What lies as wished there may move as it likes.
        let that = |transfer: Transfer| {
            let told = move |figure: &&Figure| figure.transfers() == Some(transfer) && !figure.second_within();
            wished().filter(told)
        };
        let stay: Vec<String> = that(Transfer::Open).map(name).collect();
        let turned: Vec<String> = that(Transfer::Other).map(name).collect();
        let away: Vec<String> = self
            .turned()
            .into_iter()
            .filter_map(|figure| {
                let (before, now) = (figure.second_before()?, figure.second?.value);
                let [before, now] = [before, now].map(|value| figure.number(value));
                Some(format!("{} (from {before} to {now})", name(figure)))
            })
            .collect();
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
        let away = self.second.as_ref().filter(|_| !away.is_empty()).map(|bot| {
            let safest = self
                .safest
                .as_ref()
                .map_or_else(String::new, |said| format!(" {said}"));
            let ladder = format!("`{} ladder` of the scenario", program());
            let several = "What is to hold with several bots is looked for where [matrix] has them: `\"seats.all\" = [...]`.";
            if self.never_both() {
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
            }
        });
        let table = self.players.map(|players| {
            let parts = self.in_play_with.iter().map(|(part, with)| {
                let with: Vec<String> = with.iter().map(u8::to_string).collect();
                format!(" {part} is in play with {}.", format::and(&with))
            });
            format!(
                "It was tried with {players} players; it may do otherwise with another number of them.{}",
                parts.collect::<String>()
            )
        });
        let missed = self.missed_elsewhere(taken);
        let said: Vec<String> = [away, missed, lost, moved, turned, stay, table]
            .into_iter()
            .flatten()
            .collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// Is it how often a side wins of which it is wished how far it is from another?
    fn is_of_gap(&self, figure: &Figure) -> bool {
        let Some(side) = Of::metric(&figure.metric).side() else {
            return false;
        };
        let of = |wish: &Wish| wish.table == figure.table && is_gap_of(&wish.metric, side);
        self.wishes.iter().any(of)
    }

    /// What the second bot is shown to miss with `proposal`, and is not said to be led away from.
    fn missed_elsewhere(&self, proposal: &Proposal) -> Option<String> {
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
        let everywhere = |wish: &Wish| {
            let at = |table: &&String| {
                let there = |other: &Wish| other.metric == wish.metric && other.table.as_ref() == Some(*table);
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
                format::and(&named)
            )
        })
    }
}

/// The wishes that `proposal` surely misses under the second bot.
pub(super) fn missed_by_second(proposal: &Proposal) -> impl Iterator<Item = &Figure> {
    let outside = |figure: &&Figure| {
        let (from, to) = figure.second_band;
        let misses = |second: Rate| second.lo > to || second.hi < from;
        figure.verdict.is_some() && figure.second.is_some_and(misses)
    };
    proposal.figures.iter().filter(outside)
}

/// The wishes among these figures of a version from which it leads away under the second bot.
pub(super) fn away(figures: &[Figure]) -> impl Iterator<Item = &Figure> {
    let away = |figure: &&Figure| {
        figure.verdict.is_some() && figure.transfers() == Some(Transfer::Away) && !figure.second_within()
    };
    figures.iter().filter(away)
}
