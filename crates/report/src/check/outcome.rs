//! All that comes of a check.

use std::collections::BTreeMap;

use super::advice::{CheckAdvice, CheckExtent, advice, new_baseline};
use super::power::deals_to_decide;
use crate::format;
use balance_analysis::gate::{CheckRow, Checked, FORMAT, InputChange};
use balance_analysis::judge::Verdict;
use balance_kit::schema::messages::things;
use serde::Serialize;

/// The verdict where nothing is outside, and something is not as in the baseline where that is refused.
const CHANGED: &str = "changed";

/// What could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Refused {
    /// The scenario's name.
    pub scenario: String,
    /// Its file.
    pub file: String,
    /// The configuration that has no part in its baseline, or is gone from the scenario; none: nothing of the scenario was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// Is the configuration gone from the scenario?
    #[serde(skip)]
    pub gone: bool,
    /// Why.
    pub error: String,
}

impl Refused {
    /// That it was not, or `can` not, be checked, as the beginning of a sentence.
    pub fn refusal(&self, cannot: &str) -> String {
        let (name, than) = match &self.configuration {
            Some(_) => (self.title(), "compared with the baseline"),
            None => (self.file.clone(), "checked"),
        };
        format!("{name} {cannot} be {than}")
    }

    /// What it is, as a list of configurations has it.
    pub(super) fn title(&self) -> String {
        match &self.configuration {
            Some(configuration) => format!("{} · {configuration}", self.scenario),
            None => self.scenario.clone(),
        }
    }

    /// Is it that `each` has no part in its baseline, though its bands were checked?
    pub(super) fn is_of(&self, each: &Checked) -> bool {
        self.file == each.file && self.configuration.as_ref() == Some(&each.configuration)
    }
}

/// All that comes of a check.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOutcome<'a> {
    /// The answers, by configuration.
    pub all: &'a [Checked],
    /// What could not be checked, and why.
    pub refused: &'a [Refused],
    /// Baselines whose scenarios are gone.
    pub orphans: &'a [String],
    /// The option that refuses baselines whose scenarios are gone; none where these are warned of.
    pub needed: Option<&'static str>,
    /// Does what is undecided pass?
    pub lenient: bool,
}

impl CheckOutcome<'_> {
    /// The worst verdict of all that could be checked.
    pub fn verdict(&self) -> Verdict {
        let any = |wanted| self.all.iter().any(|each| each.verdict() == wanted);
        if any(Verdict::Outside) || self.lost().is_some() {
            Verdict::Outside
        } else if any(Verdict::Undecided) {
            Verdict::Undecided
        } else {
            Verdict::Within
        }
    }

    /// The same for its colour: what could not be checked is not within.
    pub(super) fn standing(&self) -> Verdict {
        match self.verdict() {
            Verdict::Within if !self.refused.is_empty() => Verdict::Undecided,
            verdict => verdict,
        }
    }

    /// The option that refuses it that a baseline has no scenario; none where none has, or none does.
    pub(super) fn lost(&self) -> Option<&'static str> {
        self.needed.filter(|_| !self.orphans.is_empty())
    }

    /// The baselines without a scenario that no refusal names: what is told to be renamed is told there.
    pub(super) fn lost_by_themselves(&self) -> impl Iterator<Item = &String> {
        let named = |orphan: &&String| {
            !self
                .refused
                .iter()
                .any(|refused| refused.error.contains(orphan.as_str()))
        };
        self.orphans.iter().filter(named)
    }

    /// What the verdict is not about, behind it in a heading; empty where there is no such thing.
    pub(super) fn besides(&self) -> String {
        let lost = self.orphans.len();
        if lost == 0
            || self.refused.iter().any(|refused| {
                self.orphans
                    .iter()
                    .any(|orphan| refused.error.contains(orphan.as_str()))
            })
        {
            return String::new();
        }
        format!("; {}", without_scenario(lost))
    }

    /// The verdict in one word; where nothing is outside and --unchanged refuses something, or it was interrupted, that.
    pub(super) fn word(&self) -> &'static str {
        let outside = |each: &Checked| each.rows.iter().any(|row| row.verdict == Verdict::Outside);
        let changed = self.all.iter().any(|each| each.unchanged == Some(false));
        let any_outside = self.all.iter().any(outside);
        if self.all.is_empty() && !self.refused.is_empty() {
            "not checked"
        } else if changed && !any_outside {
            CHANGED
        } else if !any_outside && (!self.refused.is_empty() || self.lost().is_some()) {
            "not all checked"
        } else if self.verdict() == Verdict::Undecided && self.interrupted() {
            "interrupted"
        } else {
            self.verdict().word()
        }
    }

    /// The verdict as JSON has it: where nothing is outside and --unchanged refuses something, that; where not all was held to
    /// what it was to be held to, neither is the whole said to be.
    fn in_all(&self) -> &'static str {
        let is_outside = |row: &CheckRow| row.verdict == Verdict::Outside;
        let outside = self.all.iter().flat_map(|each| &each.rows).any(is_outside);
        if !outside && self.all.iter().any(|each| each.unchanged == Some(false)) {
            CHANGED
        } else if !outside && (!self.refused.is_empty() || self.lost().is_some()) {
            "not-checked"
        } else {
            self.verdict().word()
        }
    }

    /// The exit code: that something could not be checked goes first, for whatever was found is not all.
    fn exit_code(&self) -> u8 {
        match self.verdict() {
            _ if !self.refused.is_empty() => 2,
            Verdict::Within => 0,
            Verdict::Outside => 1,
            Verdict::Undecided if self.lenient => 0,
            Verdict::Undecided => 3,
        }
    }

    /// What was found, scenario by scenario.
    pub(super) fn scenarios(&self) -> impl Iterator<Item = &[Checked]> {
        self.all.chunk_by(|one, other| one.file == other.file)
    }

    /// What to do about the configurations of one scenario.
    pub(super) fn what_to_do(&self, all: &[Checked]) -> Vec<CheckAdvice> {
        let kept = self.advice_if_within(all);
        let mut advice = advice(all, self.played());
        // One command is told once.
        advice
            .retain(|each| each.commands.is_empty() || kept.as_ref().is_none_or(|kept| kept.commands != each.commands));
        advice.into_iter().chain(kept).collect()
    }

    /// What to do where all of a scenario is within; none where not all of it was checked.
    pub(super) fn advice_if_within(&self, all: &[Checked]) -> Option<CheckAdvice> {
        let of = |refused: &Refused| all.iter().any(|each| each.file == refused.file);
        new_baseline(all).filter(|_| !self.refused.iter().any(of))
    }

    pub(super) fn played(&self) -> CheckExtent {
        if self.interrupted() {
            CheckExtent::CutShort
        } else {
            CheckExtent::Whole
        }
    }

    pub(super) fn interrupted(&self) -> bool {
        self.all.iter().any(|each| each.interrupted)
    }

    /// Everything as JSON, indented, ending in a line break.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which no answer causes.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        struct CheckJson<'a> {
            format: u32,
            program: &'static str,
            verdict: &'static str,
            exit_code: u8,
            configurations: Vec<Checked>,
            not_checked: &'a [Refused],
            baselines_without_scenario: &'a [String],
        }
        let whole = CheckJson {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION"),
            verdict: self.in_all(),
            exit_code: self.exit_code(),
            configurations: self.all.iter().map(foretold).collect(),
            not_checked: self.refused,
            baselines_without_scenario: self.orphans,
        };
        serde_json::to_string_pretty(&whole).map(|text| text + "\n")
    }
}

/// `each` with what its sentences say would decide what is open.
fn foretold(each: &Checked) -> Checked {
    let mut told = each.clone();
    for (told, row) in told.rows.iter_mut().zip(&each.rows) {
        told.enough = deals_to_decide(each, row);
    }
    told
}

/// That so many baselines belong to nothing.
pub(super) fn without_scenario(count: usize) -> String {
    let have = if count == 1 { "has" } else { "have" };
    format!("{} {have} no scenario", things(count, "baseline"))
}

/// What is said of a baseline whose scenario is not found.
pub fn orphaned(baseline: &str) -> String {
    format!(
        "{baseline} belongs to no scenario that was found, so that nothing is held to it: restore the scenario, or, if it was \
         renamed, rename the baseline with it; delete the baseline only if the scenario is gone for good"
    )
}

impl CheckOutcome<'_> {
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
                    said += &format!("{} could not be {what}. ", format::join_and(&names));
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
            let margins: BTreeMap<&str, &InputChange> = changes
                .filter(|change| change.is_margin())
                .map(|change| (change.key.as_str(), change))
                .collect();
            let of = if self.several() {
                format!(" of {}", all[0].scenario)
            } else {
                String::new()
            };
            let said = |change: &InputChange| {
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
            (!bands.is_empty()).then(|| format!("{}{of}", format::join_and(&bands)))
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

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;
    use balance_analysis::gate::InputChange;

    fn of(all: &[Checked]) -> CheckOutcome<'_> {
        CheckOutcome {
            all,
            ..CheckOutcome::default()
        }
    }

    #[test]
    fn the_worst_verdict_counts() {
        let all = sample();
        assert_eq!(of(&all).verdict(), Verdict::Outside);
        assert_eq!(of(&all[..1]).verdict(), Verdict::Within);
        assert_eq!(of(&[]).verdict(), Verdict::Within);
    }

    /// A baseline without a scenario is a warning, unless nothing may be another.
    #[test]
    fn a_lost_scenario_is_refused_where_nothing_may_change() {
        let (all, orphans) = (sample(), ["old.json".to_owned()]);
        let mut outcome = CheckOutcome {
            orphans: &orphans,
            ..of(&all[..1])
        };
        assert_eq!((outcome.verdict(), outcome.word()), (Verdict::Within, "within"));
        let head = "## Balance: within; 1 baseline has no scenario\n\n1 baseline has no scenario. ";
        assert!(outcome.markdown().starts_with(head), "{}", outcome.markdown());
        outcome.needed = Some("--unchanged");
        assert_eq!(
            (outcome.verdict(), outcome.word()),
            (Verdict::Outside, "not all checked")
        );
        assert!(
            outcome
                .total()
                .starts_with("1 baseline has no scenario, which --unchanged refuses. ")
        );
    }

    #[test]
    fn what_was_not_checked_is_told_first() {
        let refused = ["a", "b"].map(|name| Refused {
            scenario: name.to_owned(),
            file: format!("{name}.toml"),
            configuration: None,
            gone: false,
            error: "error".to_owned(),
        });
        let all = sample();
        let mut outcome = CheckOutcome {
            refused: &refused,
            ..of(&all)
        };
        assert!(outcome.total().starts_with("a and b could not be checked. 2 within"));
        assert_eq!(outcome.word(), "outside");
        outcome.all = &all[..1];
        assert_eq!(outcome.word(), "not all checked");
        outcome.all = &[];
        assert_eq!(outcome.word(), "not checked");
        assert_eq!(outcome.total(), "a and b could not be checked.");
    }

    #[test]
    fn another_margin_is_told_with_the_verdict() {
        let mut all = sample();
        all[0].inputs_changed = Some(vec![InputChange {
            key: "margin".to_owned(),
            was: Some("1%".to_owned()),
            is: Some("10%".to_owned()),
        }]);
        assert!(
            of(&all)
                .total()
                .starts_with("The margin of one was 1% and is 10%, so that more passes."),
            "{}",
            of(&all).total()
        );
    }

    /// Of several scenarios each margin is told, first those that let more pass.
    #[test]
    fn every_margin_is_told() {
        let mut all = vec![sample()[0].clone(), sample()[0].clone()];
        let margins = [("one", "2%", "1%"), ("two", "1%", "20%")];
        for (each, (name, was, is)) in all.iter_mut().zip(margins) {
            each.scenario = name.to_owned();
            each.file = format!("{name}.toml");
            each.has_baseline = name == "two";
            each.inputs_changed = Some(vec![InputChange {
                key: "margin".to_owned(),
                was: Some(was.to_owned()),
                is: Some(is.to_owned()),
            }]);
        }
        let total = of(&all).total();
        assert!(
            total.starts_with(
                "The margin of two was 1% and is 20%, so that more passes. The margin of one was 2% and is 1%, so that less passes."
            ),
            "{total}"
        );
        assert!(
            total.contains(" 1 scenario has no baseline and is held to its bands alone."),
            "{total}"
        );
    }

    #[test]
    fn another_band_is_told_with_the_verdict() {
        let mut all = sample();
        let change = InputChange {
            key: "expect.turns.mean".to_owned(),
            was: Some("25 to 30".to_owned()),
            is: None,
        };
        for each in &mut all {
            each.inputs_changed = Some(vec![change.clone()]);
        }
        let total = of(&all).total();
        assert!(
            total.starts_with(
                "What is wished is not what it was when the baseline was made: turns.mean of one; turns.mean of two. "
            ),
            "{total}"
        );
    }

    #[test]
    fn an_interruption_is_told() {
        let mut all = sample();
        assert!(!of(&all).total().contains("nterrupted"));
        all[1].interrupted = true;
        assert!(
            of(&all).total().starts_with(
                "Interrupted before all games were played. A check keeps none of them: run again, it plays"
            )
        );
        assert_eq!(of(&all).word(), "outside", "what was found stays found");
        for row in &mut all[1].rows {
            row.verdict = Verdict::Undecided;
        }
        assert_eq!(of(&all).word(), "interrupted");
    }

    #[test]
    fn json_carries_its_version_and_verdict() {
        let all = sample();
        let text = of(&all).json().expect("JSON");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&value["format"], &value["verdict"]), (&1.into(), &"outside".into()));
        assert_eq!(value["configurations"][1]["rows"][0]["old"], 0.4);
        // Ends are of the value where it is held to a band, and of a difference beside what it was.
        let rows = value["configurations"].as_array().into_iter().flatten();
        let rows = rows.flat_map(|each| each["rows"].as_array().into_iter().flatten());
        for row in rows {
            let of = if row["against"] == "band" {
                "value"
            } else {
                "difference"
            };
            assert_eq!(row["lo-hi-of"], of, "{row}");
        }
        // How many deals would do is what the sentences say.
        for (each, json) in all.iter().zip(value["configurations"].as_array().expect("a list")) {
            for (row, json) in each.rows.iter().zip(json["rows"].as_array().expect("a list")) {
                let told = deals_to_decide(each, row);
                assert_eq!(json["enough"].as_u64(), told, "{json}");
            }
        }
    }

    /// What could not be checked, or is held to nothing any more, is not said to be within, nor outside.
    #[test]
    fn the_verdict_in_json_goes_with_the_exit_code() {
        let (all, orphans) = (sample(), ["old.json".to_owned()]);
        let refused = [Refused {
            scenario: "a".to_owned(),
            file: "a.toml".to_owned(),
            configuration: Some("new".to_owned()),
            gone: false,
            error: "error".to_owned(),
        }];
        let told = |outcome: &CheckOutcome<'_>| {
            let text = outcome.json().expect("JSON");
            let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let lost = value["baselines-without-scenario"].as_array().map_or(0, Vec::len);
            let verdict = value["verdict"].as_str().unwrap_or_default().to_owned();
            (verdict, value["exit-code"].as_u64(), lost)
        };
        let is = |verdict: &str, code, lost| (verdict.to_owned(), Some(code), lost);
        let within = of(&all[..1]);
        assert_eq!(told(&within), is("within", 0, 0));
        assert_eq!(told(&of(&all)), is("outside", 1, 0));
        let mut lost = CheckOutcome {
            orphans: &orphans,
            ..within
        };
        assert_eq!(told(&lost), is("within", 0, 1), "that is warned of");
        lost.needed = Some("--unchanged");
        assert_eq!(told(&lost), is("not-checked", 1, 1));
        let mut part = CheckOutcome {
            refused: &refused,
            ..within
        };
        assert_eq!(told(&part), is("not-checked", 2, 0));
        part.all = &all;
        assert_eq!(told(&part), is("outside", 2, 0));
        part.all = &[];
        assert_eq!(told(&part), is("not-checked", 2, 0));
        let mut open = sample();
        for row in &mut open[1].rows {
            row.verdict = Verdict::Undecided;
        }
        let mut undecided = of(&open);
        assert_eq!(told(&undecided), is("undecided", 3, 0));
        undecided.lenient = true;
        assert_eq!(told(&undecided), is("undecided", 0, 0));
        // What --unchanged refuses has the same word as on the terminal; what is outside goes first.
        let mut changed = sample();
        changed[0].unchanged = Some(false);
        assert_eq!(told(&of(&changed)), is("outside", 1, 0));
        assert_eq!(
            (told(&of(&changed[..1])), of(&changed[..1]).word()),
            (is("changed", 1, 0), "changed")
        );
    }
}
