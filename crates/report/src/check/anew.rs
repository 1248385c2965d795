//! The command that makes a baseline anew.

use super::foreseen::{takes, too_few};
use crate::format;
use balance_analysis::games::program;
use balance_analysis::gate::{Checked, MOST_DEALS, MOST_UNASKED, Row};
use balance_analysis::judge::Verdict;
use balance_analysis::shell::{self, quoted};

/// The command that makes the baseline anew. Where there are as many deals as the margin takes, or it has become tighter,
/// `baseline` finds for itself how many these are: of a game that has changed a few more than of the game as it was. Otherwise of as
/// many deals as there are, unless these have just left something open, or of somewhat more than it takes where `baseline` would not
/// store so many by itself.
pub(super) fn baseline_anew(each: &Checked) -> String {
    let short = too_few(each).is_some();
    let enough = |stored: u64| each.clears.is_some_and(|clears| stored >= clears.changed);
    let by_itself = |deals: Option<u64>| deals.is_some_and(|deals| deals <= MOST_UNASKED);
    let is_open = |row: &Row| row.against == "baseline" && each.counts(row) && row.verdict == Verdict::Undecided;
    let too_few_now = each.rows.iter().any(is_open) && by_itself(each.clears.map(|clears| clears.changed));
    let games = if short {
        let takes = takes(each).filter(|takes| *takes <= MOST_DEALS);
        takes
            .filter(|_| !by_itself(takes))
            .map(|takes| (takes + takes / 10).min(MOST_DEALS))
    } else if too_few_now {
        None
    } else {
        each.stored.filter(|stored| !enough(*stored) || !by_itself(each.stored))
    };
    let games = games.map_or(String::new(), |games| format!(" --games {}", format::option(games)));
    format!(
        "{} baseline {}{games}{}",
        program(),
        shell::file(&each.file),
        into(each.baselines.as_deref())
    )
}

/// What `baseline` has to be told so that it writes into this folder; nothing where it is the usual one.
pub fn into(baselines: Option<&str>) -> String {
    baselines.map_or_else(String::new, |folder| format!(" --out {}", quoted(folder)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;
    use balance_analysis::gate::{Change, Clears};
    use balance_analysis::scenario::Margins;

    /// How many deals the margin takes depends on the game: of one that has changed `baseline` finds it for itself.
    #[test]
    fn the_baseline_of_a_changed_game_is_large_enough_for_its_own_margin() {
        let mut each = sample().remove(1);
        let clears = |changed: u64| {
            Some(Clears {
                margins: Margins::one(0.01),
                unchanged: 100,
                changed,
                cleared: Margins {
                    share: 0.01,
                    length: 0.002,
                },
                tightest: Margins::one(0.004),
            })
        };
        each.clears = clears(20_000);
        assert_eq!(baseline_anew(&each), "balance baseline scenarios/two.toml");
        each.clears = clears(50_000);
        let open = each.clone();
        each.rows.iter_mut().for_each(|row| row.verdict = Verdict::Within);
        let few = "balance baseline scenarios/two.toml --games 20_480";
        assert_eq!(baseline_anew(&each), few, "so few were asked for");
        assert_eq!(
            baseline_anew(&open),
            "balance baseline scenarios/two.toml",
            "so few have just left something open"
        );
        each.stored = Some(300_000);
        let many = "balance baseline scenarios/two.toml --games 300_000";
        assert_eq!(
            baseline_anew(&each),
            many,
            "so many are stored only where they are asked for"
        );
        // A margin that has become tighter.
        each.stored = Some(20_480);
        each.inputs_changed = Some(vec![Change {
            key: "margin".to_owned(),
            was: Some("3%".to_owned()),
            is: Some("1%".to_owned()),
        }]);
        assert_eq!(baseline_anew(&each), "balance baseline scenarios/two.toml");
        each.clears = clears(590_000);
        assert_eq!(
            baseline_anew(&each),
            "balance baseline scenarios/two.toml --games 660_000"
        );
        each.clears = clears(5_000_000);
        assert_eq!(baseline_anew(&each), "balance baseline scenarios/two.toml");
    }
}
