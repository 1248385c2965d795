//! Is a seat favoured? Where every seat is a side of its own, who of them is off, in their names.

use super::of_sides;
use super::who::everywhere;
use crate::advice::{off_elsewhere, told, told_as, told_in_short};
use crate::findings::{Claim, Direction, FAIR, Finding, FindingKind, Topic, Weight, first, gaps};
use crate::format;
use balance_analysis::judge::Verdict;
use balance_analysis::table::{Configuration, Results, joint};

/// The answer.
#[derive(Default)]
pub struct SeatAnswer {
    /// Where every seat is a side of its own, its first sentence: who is off, and by how much.
    pub players: Option<String>,
    /// All of it.
    pub text: String,
    /// Does it name who is far from fair with other bots?
    pub names_unfair_bots: bool,
}

impl From<String> for SeatAnswer {
    fn from(text: String) -> Self {
        SeatAnswer {
            text,
            ..SeatAnswer::default()
        }
    }
}

/// The answer.
pub(super) fn seat(results: &Results, found: &[Finding]) -> SeatAnswer {
    if let Some(void) = found.iter().find(|each| each.weight == Weight::Void) {
        return format!("These games cannot say. {}", void.headline).into();
    }
    if let Some(finding) = first(found, Topic::Seats) {
        return format!("{}{}", told(finding), besides(found, finding)).into();
    }
    let Some(finding) = of_sides(found) else {
        return "No game was played.".to_owned().into();
    };
    let places = results
        .configurations
        .iter()
        .any(Configuration::has_places_of_several_bots);
    let lead = if places {
        "Of places in turn order, not of bots: "
    } else {
        ""
    };
    match &results.configurations[..] {
        [only] if only.seats_are_sides() => {
            let (players, rest) = of_players(results, only, found, finding);
            let players = format!("{lead}{players}");
            let elsewhere = off_elsewhere(results);
            SeatAnswer {
                text: format!("{players}{rest} {elsewhere}").trim_end().to_owned(),
                players: Some(players),
                names_unfair_bots: !elsewhere.is_empty(),
            }
        }
        _ => {
            let said = everywhere(found, finding, answer);
            let said = said.unwrap_or_else(|| told_as(finding, &answer(finding)));
            format!("{lead}{said}{}", besides(found, finding)).into()
        }
    }
}

/// What a finding about who wins says to the question, in a sentence: yes, no, or not yet.
fn answer(finding: &Finding) -> String {
    if finding.kind.topic() == Topic::Targets {
        let said = match &finding.claim {
            Some(Claim::Wish { verdict, .. }) if *verdict == Verdict::Outside => "Yes",
            Some(Claim::Wish { verdict, .. }) if *verdict == Verdict::Within => "No",
            // It is open; or counted from the base, which says how much a change moves, and not who is favoured.
            _ => return finding.headline.clone(),
        };
        return format!("{said}, by what you wish of it: {}", small(&finding.headline));
    }
    match (&finding.kind, &finding.claim, &finding.open) {
        (FindingKind::SidesOpen, _, Some(what)) => format!("Not settled yet: it is open whether {what}."),
        (FindingKind::SidesFair, ..) => format!("No: {}", small(&finding.headline)),
        (_, Some(Claim::Side { .. }), _) => format!("Yes: {}", small(&finding.headline)),
        _ => finding.headline.clone(),
    }
}

/// A sentence as the part of another.
fn small(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Of one configuration in which every seat is a side: which are surely off and by how much, or that none is. In two parts: the
/// first sentence, and the rest.
fn of_players(results: &Results, only: &Configuration, found: &[Finding], finding: &Finding) -> (String, String) {
    // What is wished of a side counts, and not its fair share.
    if finding.kind.topic() == Topic::Targets {
        return (answer(finding), first_seat(results, only, &[]));
    }
    let off = |each: &&Finding| matches!(each.claim, Some(Claim::Side { .. }));
    let off: Vec<&Finding> = found.iter().filter(off).collect();
    let named = |much: bool| -> Vec<&str> {
        let these = off.iter().filter(|each| (each.weight == Weight::Problem) == much);
        let sides = these.flat_map(|each| {
            let own = match &each.claim {
                Some(Claim::Side { side, .. }) => Some(side.as_str()),
                _ => None,
            };
            own.into_iter().chain(each.also.iter().map(|(side, _)| side.as_str()))
        });
        sides.collect()
    };
    let (much, little) = (named(true), named(false));
    let all: Vec<&str> = much.iter().chain(&little).copied().collect();
    let first = first_seat(results, only, &all);
    if all.is_empty() {
        if finding.kind == FindingKind::SidesFair {
            let margin = format::plain(100.0 * FAIR, 0);
            let none = format!("Not by more than {margin} points, with these bots; less may show with more games.");
            return (none, first);
        }
        let free = only.sides.iter().filter(|row| !only.is_wished(&row.side));
        let gaps = free.filter_map(|row| Some((row.win_rate.value - row.fair?, row.side.as_str())));
        let largest = gaps.max_by(|one, two| one.0.abs().total_cmp(&two.0.abs()));
        let largest = largest.map_or(String::new(), |(gap, side)| match format::points_only(gap, 1) {
            points if points == "0.0" => ", though no gap is seen".to_owned(),
            points => format!(
                ": the largest gap seen is that of {}, {points} points",
                format::side(side)
            ),
        });
        return (format!("Not settled yet{largest}."), first);
    }
    let these = if off.iter().any(|each| each.is_of_these_bots()) {
        ", with these bots"
    } else {
        ""
    };
    let words = |sides: &[&str], unit: &str| {
        let one = |(at, side): (usize, &&str)| {
            let row = only.sides.iter().find(|row| row.side == **side);
            let gap = row.and_then(|row| Some(row.win_rate.value - row.fair?)).unwrap_or(0.0);
            let unit = if at == 0 { unit } else { "" };
            format!("{} ({}{unit})", format::side(side), format::points_only(gap, 1))
        };
        format::and(&sides.iter().enumerate().map(one).collect::<Vec<_>>())
    };
    let (is_much, is_little) = (are(much.len()), are(little.len()));
    let margin = format::plain(100.0 * FAIR, 0);
    // All of them shown to be within the margin, or one at least not.
    let within = |side: &&str| {
        let row = only.sides.iter().find(|row| row.side == **side);
        row.and_then(|row| Some((joint(results, only, row), row.fair?)))
            .is_some_and(|(rate, fair)| rate.lo >= fair - FAIR && rate.hi <= fair + FAIR)
    };
    let but = if little.iter().all(within) {
        ""
    } else {
        ", but not shown to be by more than "
    };
    let (said, more) = match (&much[..], &little[..]) {
        (much, []) => (
            format!(
                "{} {is_much} more than {margin} points off the fair share.",
                words(much, " points")
            ),
            String::new(),
        ),
        ([], little) if but.is_empty() => {
            let said = format!("{} {is_little} surely off the fair share.", words(little, " points"));
            return (format!("Yes, but by less than {margin} points{these}: {said}"), first);
        }
        ([], little) => (
            format!(
                "{} {is_little} surely off the fair share{but}{margin} points.",
                words(little, " points")
            ),
            String::new(),
        ),
        (much, little) => {
            let little = format::capital(&words(little, ""));
            let but = if but.is_empty() { ", but by less than " } else { but };
            (
                format!(
                    "{} {is_much} more than {margin} points off the fair share.",
                    words(much, " points")
                ),
                format!(" {little} {is_little} surely off, too{but}{margin}."),
            )
        }
    };
    (format!("Yes{these}: {said}"), format!("{more}{first}"))
}

/// The verb for so many.
fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// What the first seat wins, for whoever asks whether it is better to begin, where it is not `told` yet.
fn first_seat(results: &Results, only: &Configuration, told: &[&str]) -> String {
    let row = only.sides.first().filter(|row| !told.contains(&row.side.as_str()));
    let Some((row, share)) = row.and_then(|row| Some((row, row.fair?))) else {
        return String::new();
    };
    let joint = joint(results, only, row);
    let (rate, fair) = format::share_and_fair(joint, share, 0.0);
    let off = if joint.lo > share {
        "more than is fair"
    } else if joint.hi < share {
        "less than is fair"
    } else {
        "not shown to be off"
    };
    let side = format::capital(&format::side(&row.side));
    format!(" {side} wins {rate}, where {fair} is fair: {off}.")
}

/// So many that are off the other way are named.
const BESIDES: usize = 2;

/// Who wins more where a finding names who wins less, and the other way round: what else it shows to be off, or the first other
/// finding that says so.
fn besides(found: &[Finding], finding: &Finding) -> String {
    let Some(Claim::Side { direction, .. } | Claim::Seat { direction, .. }) = finding.claim else {
        return String::new();
    };
    let contrary = finding
        .also
        .iter()
        .filter(|(_, gap)| Direction::of_gap(*gap) != direction);
    let contrary: Vec<(String, f64)> = contrary.take(BESIDES).cloned().collect();
    if !contrary.is_empty() {
        return format!(" In the other direction, in points: {}.", gaps(&contrary));
    }
    // Who sits where says nothing of a side that is a role.
    if matches!(finding.claim, Some(Claim::Seat { .. })) {
        return String::new();
    }
    let other =
        |each: &&Finding| matches!(each.claim, Some(Claim::Side { direction: other, .. }) if other != direction);
    let other = found.iter().find(other);
    let told = |each: &Finding| each.is_same_as(finding) || other.is_some_and(|other| each.is_same_as(other));
    // What is left is told below.
    let mut rest: Vec<String> = Vec::new();
    for each in found
        .iter()
        .filter(|each| each.weight == Weight::Problem && !told(each))
    {
        if let Some(Claim::Side { side, .. }) = &each.claim
            && !rest.contains(side)
        {
            rest.push(side.clone());
        }
    }
    let below = match &rest[..] {
        [] => String::new(),
        [one] => format!(" {} is off as well.", format::capital(&format::side(one))),
        _ => {
            let rest: Vec<String> = rest.iter().map(|side| format::side(side)).collect();
            format!(" {} are off as well.", format::capital(&format::and(&rest)))
        }
    };
    let other = other.map_or_else(String::new, |other| format!(" {}", told_in_short(other)));
    format!("{other}{below}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::findings;
    use balance_analysis::sample;
    use balance_analysis::table::{Rate, SeatRow, SideRow};

    /// What was found of a wish is said as it was found; what is counted from the base is no answer to who is favoured.
    #[test]
    fn a_wish_answers_as_it_was_found() {
        use balance_analysis::judge::Verdict::{Outside, Undecided, Within};
        let said = |verdict, change| {
            let mut results = players([700, 400, 450, 450]);
            let mut wish = sample::wish("win-rate.1st-player", (0.2, 0.3), (verdict, 0.35));
            wish.change = change;
            results.configurations[0].targets = vec![wish];
            let found = findings(&results);
            let finding = first(&found, Topic::Targets);
            answer(finding.expect("one of the wish"))
        };
        for (verdict, begins) in [
            (Outside, "Yes, by what you wish of it: "),
            (Within, "No, by what you wish of it: "),
        ] {
            assert!(said(verdict, false).starts_with(begins), "{}", said(verdict, false));
            assert!(
                !said(verdict, true).contains("by what you wish"),
                "{}",
                said(verdict, true)
            );
        }
        assert!(said(Undecided, false).contains("not settled yet"));
    }

    /// A table at which each of four plays for himself, who win so many of 2,000 games.
    fn players(wins: [u64; 4]) -> Results {
        let mut results = sample::single();
        let each = &mut results.configurations[0];
        (each.players, each.games) = (4, 2_000);
        each.endings.clear();
        let (side, seat) = (each.sides[0].clone(), each.seats[0].clone());
        let rate = |wins: u64| Rate {
            value: wins as f64 / 2_000.0,
            ..side.win_rate
        };
        let names = ["1st player", "2nd player", "3rd player", "4th player"];
        let rows = || names.into_iter().zip(wins);
        each.sides = rows()
            .map(|(name, wins)| SideRow {
                side: name.to_owned(),
                wins,
                deals: Vec::new(),
                win_rate: rate(wins),
                fair: Some(0.25),
                ..side.clone()
            })
            .collect();
        each.sides.push(SideRow {
            side: "nobody".to_owned(),
            wins: 0,
            deals: Vec::new(),
            win_rate: rate(0),
            fair: None,
            ..side.clone()
        });
        each.seats = rows()
            .map(|(name, wins)| SeatRow {
                seat: name.to_owned(),
                wins,
                ..seat.clone()
            })
            .collect();
        results
    }

    fn said(wins: [u64; 4]) -> String {
        let results = players(wins);
        seat(&results, &findings(&results)).text
    }

    /// Who asks whether to begin reads who is off and by how much, without knowing what a side is.
    #[test]
    fn players_that_are_off_are_named_with_their_gaps() {
        assert_eq!(
            said([398, 486, 717, 399]),
            "Yes, with these bots: the 3rd player (+10.9 points) and the 1st player (−5.1) are more than 2 points off the fair share. The 4th \
             player (−5.1) is surely off, too, but not shown to be by more than 2."
        );
        let sure = said([500, 500, 590, 410]);
        assert!(
            sure.starts_with(
                "Yes, with these bots: the 3rd player (+4.5 points) and the 4th player (−4.5) are surely off"
            ),
            "{sure}"
        );
        assert!(
            sure.ends_with("The 1st player wins 25.0 % (21.9–28.3), where 25.0 % is fair: not shown to be off."),
            "{sure}"
        );
        let open = said([500, 520, 490, 490]);
        assert!(
            open.starts_with("Not settled yet: the largest gap seen is that of the 2nd player, +1.0 points. The 1st player wins 25.0 %"),
            "{open}"
        );
    }

    /// Who is far from fair with another bot is named here, once, and where nothing is wrong else the advice leads here.
    #[test]
    fn who_is_far_off_with_other_bots_is_named() {
        let mut results = players([500, 500, 500, 500]);
        let mut other = players([1_100, 300, 300, 300]).configurations.remove(0);
        "pirate".clone_into(&mut other.name);
        for (row, wins) in other.sides.iter_mut().zip([1_100, 300, 300, 300]) {
            row.deals = vec![2_000 - wins, wins];
        }
        results.configurations[0].others = vec![other];
        let found = findings(&results);
        let answer = seat(&results, &found).text;
        assert!(
            answer.contains(" Far from fair with other bots: with pirate the 1st player wins 55"),
            "{answer}"
        );
        let change = crate::advice::advice(&results, &found).text;
        assert!(
            change.ends_with("With other bots some are far from a fair share: see “Is a seat favoured?”."),
            "{change}"
        );
    }

    /// Where all have won alike so far, nobody is named as farthest off.
    #[test]
    fn no_gap_has_no_seat() {
        let level = said([500, 500, 500, 500]);
        assert!(level.starts_with("Not settled yet, though no gap is seen. "), "{level}");
    }

    /// Two who win the same share to the printed digit are told apart by the digit that does.
    #[test]
    fn equal_shares_with_unequal_verdicts_show_what_parts_them() {
        let results = players([398, 486, 717, 399]);
        let all = findings(&results);
        let of = |side: &str| all.iter().find(|each| each.headline.contains(side)).expect("a finding");
        let (first, last) = (of("1st player"), of("4th player"));
        assert_eq!(
            first.headline,
            "With these bots the 1st player wins less than its fair share."
        );
        assert!(
            first
                .evidence
                .contains("22.97): more than 2 points off its fair share, 25.00 %"),
            "{}",
            first.evidence
        );
        assert_eq!(last.headline, "With these bots the 4th player has a sure disadvantage.");
        assert!(
            last.evidence.contains("23.03); its fair share is 25.00 %"),
            "{}",
            last.evidence
        );
    }
}
