use super::*;
use crate::sample;
use balance_analysis::judge::Verdict;
use balance_analysis::table::joint;

fn rate(value: f64, lo: f64, hi: f64) -> Rate {
    Rate { value, lo, hi }
}

#[test]
fn a_finding_needs_its_whole_interval_beyond_the_band() {
    assert_eq!(
        lies(rate(0.40, 0.36, 0.44), 0.33, 0.02),
        Lies::Beyond(0.40 - 0.33, Strength::Clear)
    );
    assert!(matches!(lies(rate(0.40, 0.34, 0.46), 0.33, 0.02), Lies::Across(times) if times > 1.0));
    assert_eq!(lies(rate(0.34, 0.33, 0.35), 0.33, 0.02), Lies::Within);
    assert!(matches!(
        lies(rate(0.40, 0.399, 0.401), 0.33, 0.02),
        Lies::Beyond(_, Strength::Certain)
    ));
    assert!(matches!(lies(rate(0.10, 0.09, 0.11), 0.33, 0.02), Lies::Beyond(gap, _) if gap < 0.0));
}

#[test]
fn every_question_has_an_even_part_of_what_its_kind_may_err() {
    let (one, many) = (sample::single(), sample::matrix());
    let asked = |results: &Results| {
        let (of, each) = (results.configurations.len(), &results.configurations[0]);
        FindingContext { each, of, others: 0.95 }.confidence(Family::Sides, 4)
    };
    // A tenth of 5 % over 4 rows, and over 4 rows of 36 configurations.
    assert!((asked(&one) - (1.0 - 0.005 / 4.0)).abs() < 1e-12);
    assert!((asked(&many) - (1.0 - 0.005 / 144.0)).abs() < 1e-12);
    let width = |results: &Results| {
        let each = &results.configurations[0];
        let rate = joint(results, each, &each.sides[0]);
        (rate.hi - rate.lo) * (each.games as f64).sqrt()
    };
    assert!(width(&many) > 1.05 * width(&one), "{} {}", width(&many), width(&one));
}

/// Of a deal whose bots rotate every game has a number of its own, without which another would be shown.
#[test]
fn the_rotations_are_named_of_a_deal_that_others_win() {
    let mut results = sample::variants();
    let told = |results: &Results| {
        let all = findings(results);
        let change = all
            .iter()
            .find(|each| each.weight == Severity::Change)
            .expect("a change");
        change.sample.as_ref().expect("a game").words()
    };
    assert_eq!(
        told(&results),
        "game 7, the first in which who wins differs from “base”"
    );
    for each in &mut results.configurations {
        each.rotations = 4;
    }
    assert_eq!(
        told(&results),
        "game 7, the first in which who wins differs from “base”, in one at least of its rotations, --rotation 0 to 3"
    );
    assert!(crate::details(&crate::Insights::of_run(&results), 200).contains("--rotation"));
}

#[test]
fn the_worst_news_come_first_and_limits_last() {
    let all = findings(&sample::single());
    let keys: Vec<String> = all.iter().map(Finding::key).collect();
    let expected = [
        "side profiteer less",
        "side separatists more",
        "side merchants more",
        "seat 9 (the Chief) handicapped",
        "turn cap, some",
        "length turns",
        "event markers-used rare",
        "event cons-won hopeless",
        "unused",
        "link card 2 merchants more",
        "Part of the content is reconstructed: what depends on it is not about the published game.",
        "Bots are not people.",
    ];
    assert_eq!(keys, expected);
    assert!(all.is_sorted_by_key(|each| each.weight));
}

#[test]
fn the_same_finding_in_many_configurations_is_told_once() {
    let all = findings(&sample::matrix());
    let less = all
        .iter()
        .find(|each| each.key() == "side profiteer less")
        .expect("found");
    let place = less.place.as_ref().expect("a place");
    assert!(place.count > 10 && place.count < 36 && place.of == 36);
    let mut keys: Vec<String> = all.iter().map(Finding::key).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

/// Of the ways to end the one that changes most is told, where it is shown to.
#[test]
fn a_change_of_how_games_end_is_told() {
    let mut results = sample::variants();
    results.configurations[0].endings[0].ending = "A great flood".to_owned();
    let told = |results: &Results| {
        let all = findings(results);
        let change = all.into_iter().find(|each| each.weight == Severity::Change);
        change.expect("a change").evidence
    };
    let plain = told(&results);
    let verdicts = [
        (-0.43, balance_analysis::table::DifferenceVerdict::Different),
        (0.5, balance_analysis::table::DifferenceVerdict::Undecided),
    ];
    for (by, verdict) in verdicts {
        let of = &mut results.comparisons[0].rows;
        let mut row = of[0].clone();
        row.metric = format!("ending.{}", if by < 0.0 { "a-great-flood" } else { "drought" });
        (row.reference, row.other, row.verdict) = (0.637, 0.637 + by, verdict);
        row.difference.value = by;
        row.simultaneous = rate(by, by - 0.02, by + 0.02);
        of.push(row);
    }
    let words = " Games ending by “A great flood”: −43.0 (−45.0 to −41.0) points, from 63.7% to 20.7%.";
    assert_eq!(told(&results), format!("{plain}{words}"));
    let table = super::super::tables::comparisons(&results);
    let metrics: Vec<&str> = table.rows.iter().map(|row| row[1].text.as_str()).collect();
    assert!(metrics.contains(&"games ending by “A great flood”"), "{metrics:?}");
    assert!(metrics.contains(&"games ending by drought"), "{metrics:?}");
    // What has the figures of a side is told with it.
    let rows = &mut results.comparisons[0].rows;
    let mut same = rows[0].clone();
    same.metric = "ending.a-great-flood".to_owned();
    rows.retain(|row| row.metric != same.metric);
    rows.push(same);
    assert_eq!(told(&results), plain);
    let table = super::super::tables::comparisons(&results);
    let metrics: Vec<&str> = table.rows.iter().map(|row| row[1].text.as_str()).collect();
    let floods: Vec<&&str> = metrics.iter().filter(|words| words.contains("flood")).collect();
    assert_eq!(
        floods,
        [&"win rate of merchants (games ending by “A great flood”)"],
        "{metrics:?}"
    );
    assert!(
        table
            .note
            .contains(" In brackets behind a metric stands what has the very same figures.")
    );
}

#[test]
fn variants_are_different_equal_or_open() {
    let mut results = sample::variants();
    let headlines = |results: &Results| -> Vec<String> {
        let all = findings(results);
        all.into_iter()
            .filter(|each| each.key().starts_with("variant "))
            .map(|each| each.headline)
            .collect()
    };
    let told = headlines(&results);
    assert!(told[0].starts_with("“one coin fewer” changes who wins"), "{told:?}");
    assert!(told[1].contains("are shown to be equal in who wins"), "{told:?}");
    for row in results.comparisons.iter_mut().flat_map(|each| &mut each.rows) {
        row.verdict = balance_analysis::table::DifferenceVerdict::Undecided;
    }
    let told = headlines(&results);
    assert!(
        told.iter().all(|each| each.ends_with("is not settled yet.")),
        "{told:?}"
    );
}

#[test]
fn random_bots_are_no_ground_for_problems_of_balance() {
    let mut results = sample::single();
    results.configurations[0].bots[0].random = true;
    let all = findings(&results);
    assert!(all.iter().all(|each| each.weight != Severity::Problem));
    assert!(
        all.iter()
            .any(|each| each.headline.starts_with("Random bots tell nothing"))
    );
    assert!(!all.iter().any(|each| each.headline == "Bots are not people."));
}

#[test]
fn a_stuck_game_comes_before_all_else() {
    let mut results = sample::single();
    let cap = results.configurations[0].endings.last_mut().expect("the cap");
    cap.games = 600_000;
    cap.deals = vec![400_000, 600_000];
    let told: Vec<String> = findings(&results).into_iter().map(|each| each.headline).collect();
    assert!(told[0].starts_with("These bots tell nothing about balance"), "{told:?}");
    assert_eq!(told[1], "Most games find no end: they run into the turn cap.");
}

#[test]
fn bots_that_are_beaten_are_named() {
    let mut results = sample::single();
    let each = &mut results.configurations[0];
    let mut other = each.bots[0].clone();
    each.bots[0].mirror = false;
    other.mirror = false;
    other.bot = "random".to_owned();
    for row in &mut other.seated {
        row.won = 0;
    }
    each.bots.push(other);
    let beats = |results: &Results| {
        let all = findings(results);
        let beats = all.iter().find(|each| each.key().starts_with("bot heuristic beats"));
        beats.map_or_else(String::new, |each| each.headline.clone())
    };
    // Of bots that stay where they sit it is not known which plays better.
    assert_eq!(beats(&results), "");
    // Where they take turns the neighbours stay the same, and count as well; but not where one alone is another.
    results.configurations[0].rotations = 9;
    assert_eq!(
        beats(&results),
        "The bot “heuristic” beats “random” in this order round the table."
    );
    let each = &mut results.configurations[0];
    each.bots[1].appearances = each.games;
    assert_eq!(beats(&results), "The bot “heuristic” beats “random”.");
}

#[test]
fn fair_even_and_undecided_tables_are_told() {
    let told = |mut results: Results| -> Vec<String> {
        results.configurations.truncate(1);
        results.comparisons.clear();
        let each = &mut results.configurations[0];
        for row in each.sides.iter_mut().filter(|row| row.fair.is_some()) {
            row.wins = each.games / 3;
            row.deals = vec![each.games - row.wins, row.wins];
        }
        for row in &mut each.seats {
            row.wins = (each.games as f64 * row.fair) as u64;
        }
        findings(&results).into_iter().map(|each| each.headline).collect()
    };
    let few = told(sample::variants());
    assert!(
        few.contains(&"Every side wins its fair share, to within 2 points.".to_owned()),
        "{few:?}"
    );
    assert!(
        few.contains(&"Whether a seat is favoured by more than 1 point is not settled yet.".to_owned()),
        "{few:?}"
    );
    let many = told(sample::single());
    assert!(
        many.contains(&"No seat is favoured, to within 1 point.".to_owned()),
        "{many:?}"
    );
}

/// What other bots show of the length is told of several configurations, too.
#[test]
fn lengths_of_several_configurations_are_asked_of_other_bots() {
    let mut results = sample::variants();
    for each in &mut results.configurations {
        let mut other = each.clone();
        "ferryman".clone_into(&mut other.name);
        other.histogram.iter_mut().for_each(|row| row.value += 40);
        each.others = vec![other];
    }
    let all = findings(&results);
    let length = all.iter().find(|each| each.key() == "length").expect("a range");
    let said = length.elsewhere();
    assert_eq!(
        said,
        "Not so with ferryman (in “base” longer, median 66 turns; in “one coin fewer” longer, median 66 turns; and in 1 more)."
    );
    // Where it is longer in one of them alone, that is told of this one.
    for each in &mut results.configurations[1..] {
        each.others[0].histogram.clone_from(&each.histogram);
    }
    let all = findings(&results);
    let length = all.iter().find(|each| each.key() == "length").expect("a range");
    assert_eq!(
        length.elsewhere(),
        "Not so with ferryman (in “base” longer, median 66 turns)."
    );
}

/// What a table calls different its finding names.
#[test]
fn every_side_and_ending_that_is_shown_to_be_different_is_named() {
    use balance_analysis::table::DifferenceVerdict;
    let mut results = sample::variants();
    let rows = &mut results.comparisons[0].rows;
    for row in rows.iter_mut().filter(|row| row.side().is_some()) {
        row.verdict = DifferenceVerdict::Different;
    }
    let sides: Vec<String> = rows.iter().filter_map(|row| row.side().map(str::to_owned)).collect();
    let key = format!(
        "variant {} {}",
        results.comparisons[0].configuration, results.comparisons[0].reference
    );
    let all = findings(&results);
    let told = &all.iter().find(|each| each.key() == key).expect("a change").evidence;
    assert!(told.contains("Also different, in points: "), "{told}");
    assert!(sides.iter().all(|side| told.contains(side.as_str())), "{told}");
}

/// Of three configurations two never end: their length is not that of the third.
#[test]
fn a_length_is_told_of_those_that_end() {
    let mut results = sample::variants();
    for each in &mut results.configurations[1..] {
        let games = each.games;
        for row in &mut each.endings {
            row.games = if row.capped { games } else { 0 };
        }
    }
    let found = findings(&results);
    let length = found.iter().find(|each| each.key() == "length").expect("a length");
    assert!(length.headline.ends_with(" in “base”."), "{}", length.headline);
    let said = "In 2 configurations half of the games played or more ran into the cap.";
    assert!(length.evidence.contains(said), "{}", length.evidence);
}

/// What is wished of games that never end is missed there, too.
#[test]
fn wishes_are_judged_where_no_game_ends() {
    let mut results = sample::variants();
    for each in &mut results.configurations {
        each.targets = vec![sample::wish("turns.mean", (20.0, 30.0), (Verdict::Outside, 35.0))];
    }
    let games = results.configurations[1].games;
    for row in &mut results.configurations[1].endings {
        row.games = if row.capped { games } else { 0 };
    }
    let found = findings(&results);
    let missed = found
        .iter()
        .find(|each| each.key().starts_with("target turns.mean"))
        .expect("a wish");
    assert_eq!(
        missed.place.as_ref().expect("places").count,
        results.configurations.len()
    );
}

/// Each band of a number has a finding of its own, which names it, and none holds in more configurations than there are.
#[test]
fn bands_of_one_number_are_told_apart() {
    let mut results = sample::variants();
    let of = results.configurations.len();
    let wish = |from, to, verdict| sample::wish("turns.mean", (from, to), (verdict, 25.0));
    for each in &mut results.configurations {
        each.targets = vec![
            wish(5.0, 30.0, Verdict::Within),
            wish(20.0, 24.0, Verdict::Outside),
            wish(20.0, 25.5, Verdict::Undecided),
            wish(20.0, 25.2, Verdict::Undecided),
        ];
    }
    let found = findings(&results);
    let wishes: Vec<&Finding> = found.iter().filter(|each| each.key().starts_with("target ")).collect();
    assert_eq!(wishes.len(), 4);
    for each in &wishes {
        assert_eq!(each.place.as_ref().expect("places").count, of, "{}", each.key());
    }
    let said: Vec<&str> = wishes.iter().map(|each| each.headline.as_str()).collect();
    let mean = "The mean number of turns ";
    for ends in [
        "is more than you want, 20.0 to 24.0.",
        "is what you want, 5.0 to 30.0.",
        "may or may not be what you want, 20.0 to 25.5: it is not settled yet.",
        "may or may not be what you want, 20.0 to 25.2: it is not settled yet.",
    ] {
        assert!(said.contains(&&*format!("{mean}{ends}")), "{said:?}");
    }
}

/// With another bot at every seat there is no game of one of these among others.
#[test]
fn a_wish_of_one_bot_is_asked_of_no_other() {
    let mut results = sample::single();
    results.configurations[0].targets = vec![sample::wish("bot.heuristic", (0.5, 1.0), (Verdict::Within, 0.9))];
    results.configurations[0].others = vec![results.configurations[0].clone()];
    let found = findings(&results);
    let wish = found
        .iter()
        .find(|each| each.key().starts_with("target bot."))
        .expect("a wish");
    assert!(wish.claim.is_none() && wish.others.is_empty(), "{}", wish.headline);
}

/// Where a change makes other sides of the players nothing is said of who wins more often.
#[test]
fn who_wins_is_not_compared_between_other_sides() {
    let mut results = sample::variants();
    results.configurations.truncate(2);
    results.comparisons.truncate(1);
    results.comparisons[0].rows.retain(|row| row.side().is_none());
    for row in &mut results.configurations[1].sides {
        row.side = format!("other {}", row.side);
    }
    let (base, name) = (&results.configurations[0].name, &results.configurations[1].name);
    let found = findings(&results);
    let told: Vec<&str> = found
        .iter()
        .filter(|each| each.key().starts_with("variant"))
        .map(|each| each.headline.as_str())
        .collect();
    let said = format!("Who wins in “{name}” cannot be compared with “{base}”: other sides play there.");
    assert_eq!(told, [said]);
}

/// A game without a cap has no games that run into it.
#[test]
fn games_that_nobody_wins_run_into_a_cap_where_there_is_one() {
    let mut results = sample::single();
    let each = &mut results.configurations[0];
    let row = each.sides.iter_mut().find(|row| row.fair.is_none()).expect("nobody");
    row.wins = each.games / 2;
    row.deals = vec![each.games - row.wins, row.wins];
    let told = |results: &Results| {
        let found = findings(results);
        let found = found.iter().find(|found| found.key() == "nobody wins");
        found.expect("a finding").evidence.clone()
    };
    let said = told(&results);
    assert!(said.contains(" of these run into the turn cap."), "{said}");
    results.configurations[0].endings.retain(|row| !row.capped);
    let said = told(&results);
    assert!(!said.contains("cap"), "{said}");
}

/// A game that counts rounds is told of in rounds, its cap as well.
#[test]
fn a_game_goes_by_its_own_word_for_turns() {
    let mut results = sample::single();
    let each = &mut results.configurations[0];
    each.turn_word = "rounds".to_owned();
    for row in &mut each.lengths {
        row.measure = row.measure.replace("turns", "rounds");
    }
    for row in &mut each.histogram {
        row.measure = row.measure.replace("turns", "rounds");
    }
    each.endings.last_mut().expect("the cap").ending = "round cap".to_owned();
    each.samples.clear();
    let texts = [
        crate::markdown(&crate::Insights::of_run(&results)),
        crate::terminal(&crate::Insights::of_run(&results), 100),
        crate::html::page(
            &crate::Insights::of_run(&results),
            &crate::pictures::all(&results).expect("drawn"),
        ),
    ];
    for text in texts {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for wanted in ["round limit", " rounds"] {
            assert!(text.contains(wanted), "{wanted} is not in {text}");
        }
        for other in [" turns", "turn cap"] {
            let at = text
                .find(other)
                .map(|at| text[..at].chars().rev().take(60).collect::<String>());
            assert_eq!(at.map(|letters| letters.chars().rev().collect::<String>()), None);
        }
    }
}
