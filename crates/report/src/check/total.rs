//! What a check comes to, in a few sentences.

use std::collections::BTreeMap;

use super::Outcome;
use super::outcome::{Refused, without_scenario};
use crate::format;
use balance_analysis::gate::{Change, Checked};
use balance_analysis::judge::Verdict;
use balance_kit::schema::words::things;

impl Outcome<'_> {
    /// What was asked and answered, in a few sentences.
    pub(super) fn total(&self) -> String {
        let rows = || self.all.iter().flat_map(|each| &each.rows);
        let count = |wanted| rows().filter(|row| row.verdict == wanted).count() as u64;
        let (within, outside, undecided) = (
            count(Verdict::Within),
            count(Verdict::Outside),
            count(Verdict::Undecided),
        );
        let mut said = String::new();
        if !self.refused.is_empty() {
            let (parts, wholes): (Vec<&Refused>, Vec<&Refused>) =
                self.refused.iter().partition(|refused| refused.configuration.is_some());
            for (these, what) in [(wholes, "checked"), (parts, "compared with the baseline")] {
                let names: Vec<String> = these.iter().map(|refused| refused.title()).collect();
                if !names.is_empty() {
                    said += &format!("{} could not be {what}. ", format::and(&names));
                }
            }
        }
        if self.all.is_empty() {
            return said.trim_end().to_owned();
        }
        if self.all.iter().any(|each| each.unchanged == Some(false)) {
            said += "Something is not as in its baseline, which --unchanged refuses. ";
        }
        if !self.orphans.is_empty() {
            said += &without_scenario(self.orphans.len());
            said += &self
                .lost()
                .map_or_else(|| ". ".to_owned(), |option| format!(", which {option} refuses. "));
        }
        said += &self.margins();
        said += &self.bands();
        if self.interrupted() {
            said +=
                "Interrupted before all games were played. A check keeps none of them: run again, it plays them all. ";
        }
        let games = self.all.iter().map(|each| each.games).sum();
        let metrics = things(rows().count(), "metric");
        format!(
            "{said}{} within, {} outside, {} undecided, of {metrics} in {}.{} In each scenario at most one check of 20 calls \
             outside by chance what is not.",
            format::count(within),
            format::count(outside),
            format::count(undecided),
            format::games(games),
            self.without_baseline(),
        )
    }

    /// Has the check more than one scenario?
    fn several(&self) -> bool {
        self.all.iter().any(|each| each.file != self.all[0].file)
    }

    /// Which margins are not what they were, those first that let more pass.
    fn margins(&self) -> String {
        let of_scenario = |all: &[Checked]| {
            let changes = all.iter().flat_map(|each| each.inputs_changed.iter().flatten());
            // Every configuration tells of the same.
            let margins: BTreeMap<&str, &Change> = changes
                .filter(|change| change.is_margin())
                .map(|change| (change.key.as_str(), change))
                .collect();
            let of = if self.several() {
                format!(" of {}", all[0].scenario)
            } else {
                String::new()
            };
            let said = |change: &Change| {
                let (was, is) = (change.was.as_ref()?, change.is.as_ref()?);
                let more = !change.is_tighter();
                let passes = if more { "more" } else { "less" };
                let key = change.key.replace('-', " ");
                let said = format!("The {key}{of} was {was} and is {is}, so that {passes} passes. ");
                Some((more, said))
            };
            margins.into_values().filter_map(said).collect::<Vec<_>>()
        };
        let all: Vec<(bool, String)> = self.scenarios().flat_map(of_scenario).collect();
        let those = |more: bool| {
            all.iter()
                .filter(move |each| each.0 == more)
                .map(|each| each.1.as_str())
        };
        those(true).chain(those(false)).collect()
    }

    /// Which wishes are not what they were, scenario by scenario.
    fn bands(&self) -> String {
        let of_scenario = |all: &[Checked]| {
            let mut bands: Vec<String> = Vec::new();
            for change in all.iter().flat_map(|each| each.inputs_changed.iter().flatten()) {
                let band = change.band().filter(|band| !bands.iter().any(|known| known == band));
                bands.extend(band.map(str::to_owned));
            }
            let of = if self.several() {
                format!(" of {}", all[0].scenario)
            } else {
                String::new()
            };
            (!bands.is_empty()).then(|| format!("{}{of}", format::and(&bands)))
        };
        let all: Vec<String> = self.scenarios().filter_map(of_scenario).collect();
        if all.is_empty() {
            return String::new();
        }
        format!(
            "What is wished is not what it was when the baseline was made: {}. ",
            all.join("; ")
        )
    }

    /// How many of several scenarios have no baseline.
    fn without_baseline(&self) -> String {
        let without = self.scenarios().filter(|all| !all[0].has_baseline).count();
        if without == 0 || !self.several() {
            return String::new();
        }
        let (have, their, are) = if without == 1 {
            ("has", "its", "is")
        } else {
            ("have", "their", "are")
        };
        format!(
            " {} {have} no baseline and {are} held to {their} bands alone.",
            things(without, "scenario")
        )
    }
}
