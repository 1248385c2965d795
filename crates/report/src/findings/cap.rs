//! Is what stays open of lengths open only because the rules let a game last very long?

use super::super::format;
use super::limits::limit;
use super::{Finding, Limit, again};
use balance_analysis::games::named;
use balance_analysis::judge::Family;
use balance_analysis::table::{Comparison, ComparisonRow, Configuration, Results, Shows, Verdict};
use balance_kit::schema::parts::property;
use balance_stats::lower_cap;

/// Why a difference of lengths is open that would not be with a lower cap, and what that would be.
pub fn find(results: &Results) -> Option<Finding> {
    let of_lengths = results
        .comparisons
        .iter()
        .flat_map(|each| each.rows.iter().filter(|row| !row.is_of_ending()))
        .count();
    let confidence = 1.0 - Family::Changes.each(of_lengths);
    let mut open = results
        .comparisons
        .iter()
        .filter_map(|each| Some((each, lower(results, each, confidence)?)));
    let (each, found) = open.next()?;
    let more = open.count();
    let word = found.row.measure()?;
    let also = match more {
        0 => String::new(),
        1 => " One more difference of lengths would be settled so.".to_owned(),
        _ => format!(" {more} more differences of lengths would be settled so."),
    };
    let evidence = format!(
        "A mean has to allow for the longest game that the rules allow, {} {word}; none of “{}” and “{}” took more than {}. Had {} been {}, \
         the same games would have shown that the mean length of “{}” is {} {word}.{also} Choose it as what a table would bear, \
         before you play again: it ends whatever takes longer.",
        found.cap,
        each.reference,
        each.configuration,
        found.longest,
        rule(&results.scenario.game, word).map_or_else(|| "that".to_owned(), |rule| format!("`rules.{rule}`")),
        found.by,
        each.configuration,
        format_args!(
            "{}: {}",
            found.row.verdict.word(),
            format::signed(found.row.simultaneous, 1.0, 2)
        ),
    );
    let configuration = results
        .configurations
        .iter()
        .find(|other| other.name == each.configuration);
    Some(Finding {
        sample: configuration.and_then(|each| again::sample(each, Shows::Longest, "", "")),
        ..limit(
            Limit::HighCap,
            evidence,
            "The interval of the difference as it would be with a lower cap, from the same games.",
            2.8,
        )
    })
}

/// A difference of lengths as a lower cap would show it.
struct Settled {
    /// The cap as it is.
    cap: u32,
    /// The longest game played.
    longest: u32,
    /// The lower cap.
    by: u32,
    /// The difference under that.
    row: ComparisonRow,
}

/// What a lower cap would make of the length of a comparison; none where it is settled, or would still be open.
fn lower(results: &Results, each: &Comparison, confidence: f64) -> Option<Settled> {
    let row = each.rows.iter().find(|row| row.measure().is_some())?;
    let named = |name: &str| results.configurations.iter().find(|other| other.name == name);
    let (reference, other) = (named(&each.reference)?, named(&each.configuration)?);
    let longest = |of: &Configuration| of.lengths.first().map_or(0, |row| row.max);
    let (cap, longest) = (row.range?, longest(reference).max(longest(other)));
    let lower = lower_cap(longest, cap)?;
    if row.verdict != Verdict::Undecided {
        return None;
    }
    let mut row = ComparisonRow {
        range: Some(lower),
        ..row.clone()
    };
    row.simultaneous = row.at(reference.sampling(), confidence);
    row.verdict = Verdict::of(row.simultaneous, row.margin(results.scenario.margins));
    (row.verdict != Verdict::Undecided).then_some(Settled {
        cap,
        longest,
        by: lower,
        row,
    })
}

/// The rule that sets the cap of a game by its key, where it has one of the usual name; `word` is what its turns are called.
pub fn rule(game: &str, word: &str) -> Option<String> {
    let schema = (named(game)?.rules_schema)();
    let rule = format!("{word}-max");
    property(schema.as_value(), schema.as_value(), &rule).map(|_| rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_analysis::sample;
    use balance_analysis::table::Differing;

    /// Two configurations of which no game took more than 39 turns, with so many deals one turn shorter as not.
    fn results(cap: u32) -> Results {
        let mut results = sample::variants();
        results.configurations.truncate(2);
        for each in &mut results.configurations {
            each.lengths[0].max = 39;
        }
        let sampling = results.configurations[0].sampling();
        results.comparisons.truncate(1);
        let comparison = &mut results.comparisons[0];
        comparison.rows.retain(|row| row.measure().is_some());
        let row = &mut comparison.rows[0];
        row.differing = [-1, 0].map(|by| Differing { by, deals: 1_500 }).to_vec();
        row.range = Some(cap);
        row.simultaneous = row.at(sampling, 1.0 - Family::Changes.each(1));
        row.verdict = Verdict::of(row.simultaneous, row.margin(results.scenario.margins));
        results
    }

    /// What the cap leaves open is told with what a lower one would show, and nothing where that is settled.
    #[test]
    fn a_cap_that_no_game_comes_near_is_told() {
        let told = find(&results(400)).expect("an open difference");
        assert!(
            told.evidence.contains(
                "none of “base” and “one coin fewer” took more than 39. Had `rules.turns-max` been 60, the same games"
            ),
            "{}",
            told.evidence
        );
        assert!(
            told.evidence.contains(" is different: \u{2212}0.50 ("),
            "{}",
            told.evidence
        );
        assert!(find(&results(60)).is_none());
    }
}
