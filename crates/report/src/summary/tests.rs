//! What the first screen says, in every case: its word, its number, and no more than was tested.

use super::trust::BotGrade;
use super::*;
use crate::findings::Direction;
use crate::sample;
use crate::terminal::document as to_terminal;
use balance_config::scenario::PlayTime;
use balance_inference::judge::Verdict;
use balance_inference::table::{BotRow, DifferenceVerdict, Differing, Rate, SeatRow, SideRow};
use balance_stats::Interval;

/// A table at which each of some players plays for himself, who win so many of so many games.
fn players(wins: &[u64], games: u64) -> Results {
    let mut results = sample::single();
    let each = &mut results.configurations[0];
    (each.players, each.games) = (wins.len() as u32, games);
    each.endings.clear();
    each.others.clear();
    let (side, seat) = (each.sides[0].clone(), each.seats[0].clone());
    let rate = |wins: u64| Rate {
        value: wins as f64 / games as f64,
        ..side.win_rate
    };
    let fair = 1.0 / wins.len() as f64;
    let names: Vec<String> = (0..wins.len()).map(balance_engine::player_name).collect();
    each.sides = names
        .iter()
        .zip(wins)
        .map(|(name, wins)| SideRow {
            side: name.clone(),
            wins: *wins,
            games,
            deals: vec![games - wins, *wins],
            win_rate: rate(*wins),
            fair: Some(fair),
            ..side.clone()
        })
        .collect();
    each.seats = names
        .iter()
        .zip(wins)
        .map(|(name, wins)| SeatRow {
            seat: name.clone(),
            wins: *wins,
            ..seat.clone()
        })
        .collect();
    results
}

fn verdict_of(results: &Results) -> BalanceVerdict {
    Summary::of_run(results, &[]).versions[0].verdict
}

fn sentence(results: &Results) -> String {
    Summary::of_run(results, &[]).verdict_sentence()
}

fn screen(results: &Results) -> String {
    to_terminal(&Summary::of_run(results, &[]).document(), 80)
}

#[test]
fn the_verdict_follows_the_intervals() {
    for (wins, verdict) in [
        ([398, 486, 717, 399], BalanceVerdict::NotFair),
        ([500, 500, 590, 410], BalanceVerdict::Uneven),
        ([500, 520, 490, 490], BalanceVerdict::Undecided),
        ([50_000, 50_100, 49_900, 50_000], BalanceVerdict::Fair),
        // Surely off, but by less than matters.
        ([51_000, 49_500, 49_500, 50_000], BalanceVerdict::Fair),
    ] {
        assert_eq!(verdict_of(&players(&wins, wins.iter().sum())), verdict, "{wins:?}");
    }
}

#[test]
fn few_games_settle_nothing() {
    for games in [1, 3, 16] {
        let results = players(&[games, 0], games);
        assert_ne!(verdict_of(&results), BalanceVerdict::Fair, "{games} games");
        if games < 4 {
            assert_eq!(verdict_of(&results), BalanceVerdict::Undecided, "{games} games");
        }
    }
    assert_eq!(
        verdict_of(&players(&[0, 0], 0)),
        BalanceVerdict::NoAnswer(NoAnswer::NoGames)
    );
}

#[test]
fn the_sentence_names_who_is_furthest_off_with_the_number() {
    assert_eq!(
        sentence(&players(&[398, 486, 717, 399], 2_000)),
        "NOT FAIR between heuristic bots: 35.85% of games are won by the 3rd player, where 25.00% would be fair."
    );
    let uneven = sentence(&players(&[500, 500, 590, 410], 2_000));
    assert!(
        uneven.ends_with("The gap is confirmed, but may be below 2 points."),
        "{uneven}"
    );
    let fair = sentence(&players(&[50_000, 50_100, 49_900, 50_000], 200_000));
    assert!(
        fair.contains("every player is within 2 points of a fair share"),
        "{fair}"
    );
}

#[test]
fn random_moves_have_no_answer() {
    let mut results = players(&[900, 50], 1_000);
    results.configurations[0].bots[0].random = true;
    assert_eq!(verdict_of(&results), BalanceVerdict::NoAnswer(NoAnswer::RandomMoves));
}

/// Who plays alone has no fair share: asked is whether it wins now and then.
#[test]
fn one_side_is_told_whether_it_wins_often_enough() {
    let said = |wins: u64, games: u64| sentence(&players(&[wins], games));
    for (wins, games, wanted) in [
        (
            30,
            1_000,
            "TOO HARD with heuristic bots: 3.0% of games are won, fewer than 5%.",
        ),
        (500, 1_000, "WINNABLE with heuristic bots: 50.0% of games are won."),
        (
            970,
            1_000,
            "TOO EASY with heuristic bots: 97.0% of games are won, more than 95%.",
        ),
        (
            5,
            100,
            "UNDECIDED with heuristic bots after 100 games: 5% of games are won; whether fewer than 5% or more than 95% is not confirmed.",
        ),
    ] {
        assert_eq!(said(wins, games), wanted);
    }
    let mut wished = players(&[30], 1_000);
    wished.configurations[0].targets = vec![sample::wish("win-rate.1st-player", (0.0, 0.1), (Verdict::Within, 0.03))];
    assert_eq!(verdict_of(&wished), BalanceVerdict::GoalsMet);
    let told = screen(&players(&[500], 1_000));
    for word in ["Fair", "Seats", "Gap"] {
        assert!(
            !told.contains(word) && !told.contains(&word.to_lowercase()),
            "{word}: {told}"
        );
    }
}

#[test]
fn goals_take_the_place_of_fair_shares() {
    use Verdict::{Outside, Undecided, Within};
    for (outcome, verdict) in [
        (Within, BalanceVerdict::GoalsMet),
        (Outside, BalanceVerdict::GoalsMissed),
        (Undecided, BalanceVerdict::Undecided),
    ] {
        let mut results = players(&[398, 486, 717, 399], 2_000);
        results.configurations[0].targets = vec![sample::wish("win-rate.3rd-player", (0.3, 0.4), (outcome, 0.36))];
        assert_eq!(verdict_of(&results), verdict);
        let summary = Summary::of_run(&results, &[]);
        let standings = summary.versions[0].sides.iter().filter_map(SideSummary::standing);
        assert_eq!(standings.count(), 0);
        let text = to_terminal(&summary.document(), 80);
        assert!(text.contains("no goal") && !text.contains("too high"), "{text}");
    }
}

/// The most that is said of seats is what their intervals show.
#[test]
fn seats_are_judged_like_sides() {
    let seats_are_sides = players(&[398, 486, 717, 399], 2_000);
    assert!(!screen(&seats_are_sides).contains("Seats"));
    let results = sample::single();
    let said = seats(&results.configurations[0]).expect("seats that are no sides");
    assert!(
        ["Fair", "Not fair", "Uneven", "Undecided"]
            .iter()
            .any(|word| said.starts_with(word)),
        "{said}"
    );
}

/// Where the interval of the expert lies decides the grade, and nothing else does.
#[test]
fn bots_are_graded_by_what_an_expert_wins_among_them() {
    let grade = |game: &str, players: u32| {
        let mut each = sample::single().configurations.remove(0);
        each.players = players;
        each.bots_set.clear();
        trust::bot_grade(game, &each)
    };
    assert!(matches!(grade("riverbed", 9), BotGrade::Solid(_)));
    assert!(matches!(grade("regatta", 4), BotGrade::Medium(_)));
    assert!(matches!(grade("niagara", 4), BotGrade::Weak(_)));
    assert!(matches!(grade("mekong", 2), BotGrade::Weak(_)));
    assert_eq!(grade("no-such-game", 4), BotGrade::Unknown);
    // Another bot, or one with other settings, was not measured.
    let mut each = sample::single().configurations.remove(0);
    each.players = 9;
    each.bots[0] = BotRow {
        bot: "bolder".to_owned(),
        kind: "script".to_owned(),
        ..each.bots[0].clone()
    };
    assert_eq!(trust::bot_grade("riverbed", &each), BotGrade::Unknown);
}

/// Fairer is what is confirmed to be: the interval of its largest gap lies below that of what it is compared with.
#[test]
fn a_change_is_fairer_only_where_the_intervals_part() {
    let changed = |wins: [u64; 4], games: u64| {
        let mut results = players(&[398, 486, 717, 399].map(|won: u64| won * games / 2_000), games);
        let mut other = players(&wins, games).configurations.remove(0);
        other.name = "change".to_owned();
        other.variant = Some("change".to_owned());
        results.configurations.push(other);
        let mut of = sample::variants().comparisons.remove(0);
        of.reference.clone_from(&results.configurations[0].name);
        of.configuration = "change".to_owned();
        results.comparisons = vec![of];
        results
    };
    let even = changed([5_000; 4], 20_000);
    let found = fairness::fairer(&even);
    assert_eq!(found.len(), 1);
    let said = |results: &Results| text::fairest(&fairness::Fairness::of_run(results), Some("base"));
    assert!(
        said(&even).starts_with("Fairest: “change”, confirmed. Its largest gap is 0.0 points, before the change 10."),
        "{}",
        said(&even)
    );
    let as_before = changed([4_000, 5_000, 7_000, 4_000], 20_000);
    assert!(fairness::fairer(&as_before).is_empty());
    assert_eq!(said(&as_before), "Which of the two is fairer is undecided.");
    let others = ["6 coins", "7 coins", "8 coins", "9 coins"].map(|name| Configuration {
        name: name.to_owned(),
        ..even.configurations[0].clone()
    });
    let unfair = |less: usize, of: usize, alike: bool| {
        let fairness = fairness::Fairness {
            all: Vec::new(),
            less: others[..less].iter().collect(),
            of,
            alike,
            fairest: false,
        };
        text::fairest(&fairness, Some("5 coins"))
    };
    assert_eq!(unfair(1, 1, false), "Fairer: “5 coins”, confirmed against “6 coins”.");
    assert_eq!(
        unfair(2, 2, false),
        "Fairest: “5 coins”, confirmed against every change."
    );
    assert_eq!(unfair(0, 3, false), "Which version is fairest is undecided.");
    assert_eq!(unfair(1, 1, true), "No version is meaningfully fairer.");
    assert!(unfair(2, 3, false).ends_with("Confirmed less fair than “5 coins”: “6 coins” and “7 coins”."));
    assert!(unfair(4, 5, false).ends_with("Confirmed less fair than “5 coins”: 4 of 5 changes."));
    assert!(fairness::less_fair(&as_before).is_empty());
    let worse = changed([1_000, 2_000, 15_000, 2_000], 20_000);
    assert_eq!(
        (fairness::less_fair(&worse).len(), fairness::fairer(&worse).len()),
        (1, 0)
    );
    // What each of four wins stands beside the change.
    let text = screen(&even);
    assert!(text.contains("4th") && text.contains("25.0%"), "{text}");
    // Other bots are no change of the rules.
    let mut bots = even.clone();
    bots.configurations[1].seating = "every seat: loner".to_owned();
    assert!(fairness::fairer(&bots).is_empty());
}

/// Where games say nothing about balance, nothing is said of fairer changes, nor of goals that nobody has.
#[test]
fn no_conclusion_follows_from_games_that_say_nothing() {
    let mut results = sample::variants();
    for each in &mut results.configurations {
        each.bots[0].random = true;
    }
    let text = screen(&results);
    assert!(text.contains("NO ANSWER"), "{text}");
    assert!(!text.contains("fairer") && !text.contains("goal."), "{text}");
    results.configurations.truncate(1);
    results.comparisons.clear();
    let text = screen(&results);
    assert!(!text.contains("fair ") && !text.contains("undecided"), "{text}");
}

#[test]
fn the_first_screen_is_one_screen() {
    for (results, lines, words) in [
        (sample::single(), 40, 300),
        (sample::variants(), 60, 500),
        (sample::matrix(), 60, 600),
    ] {
        let plain = anstream::adapter::strip_str(&screen(&results)).to_string();
        assert!(plain.lines().count() <= lines, "{plain}");
        assert!(plain.split_whitespace().count() <= words, "{plain}");
    }
}

/// Where several win together no longer, every win rate falls with the fair share: what is shown is the gap between them.
#[test]
fn a_win_rate_that_moves_with_its_fair_share_is_no_change() {
    let mut results = sample::variants();
    results.configurations.truncate(2);
    results.comparisons.truncate(1);
    for row in &mut results.configurations[1].sides {
        row.fair = row.fair.map(|fair| fair - 0.05);
    }
    for row in &mut results.comparisons[0].rows {
        let falls = row.side().is_some();
        let moved = if falls { -0.05 } else { 0.0 };
        row.other = row.reference + moved;
        row.simultaneous = Rate::new(
            moved,
            Interval {
                lo: moved - 0.001,
                hi: moved + 0.001,
            },
        );
        row.verdict = if falls {
            DifferenceVerdict::Different
        } else {
            DifferenceVerdict::Equal
        };
    }
    let text = screen(&results);
    for what in [
        "No meaningful difference",
        "Win rates in points above or below the fair share",
    ] {
        assert!(text.contains(what), "{what}: {text}");
    }
    assert!(text.contains("−20.5") && !text.contains("12.8%"), "{text}");
}

/// With variants the verdict comes first, then what the changes do; a turn that takes a minute and a half makes lengths minutes.
#[test]
fn changes_follow_the_verdict_and_turns_are_minutes() {
    let mut results = sample::variants();
    let says = |results: &Results, what: &str| {
        let text = screen(results);
        assert!(text.contains(what), "{what}: {text}");
    };
    let text = screen(&results);
    let parts = ["in all 3 versions", "Changes  1 of 2 moves a win rate or the length."];
    let [fairness, change] = parts.map(|part| text.find(part).expect(part));
    assert!(fairness < change, "{text}");
    for row in results.comparisons.iter_mut().flat_map(|each| &mut each.rows) {
        let wide = 10.0 * row.reference;
        row.simultaneous = Rate::new(0.0, Interval { lo: -wide, hi: wide });
        row.verdict = DifferenceVerdict::Undecided;
    }
    says(
        &results,
        "Undecided: no difference in who wins or how long is confirmed",
    );
    // What is confirmed to differ, but by less than the margin, does not matter.
    let mut small = sample::variants();
    for row in small.comparisons.iter_mut().flat_map(|each| &mut each.rows) {
        let margin = row.margin(small.scenario.margins);
        row.simultaneous = Rate::new(
            0.5 * margin,
            Interval {
                lo: 0.2 * margin,
                hi: 0.8 * margin,
            },
        );
        row.verdict = DifferenceVerdict::Different;
    }
    says(&small, "No meaningful difference:");
    // Games that are alike are no proof that all are.
    for row in results.comparisons.iter_mut().flat_map(|each| &mut each.rows) {
        row.differing = vec![Differing {
            by: 0,
            deals: results.configurations[0].games,
        }];
    }
    says(&results, "No result differs in 20,000 games.");
    results.configurations.truncate(1);
    results.comparisons.clear();
    results.scenario.time = Some(PlayTime {
        seconds_per_turn: Some(90.0),
        ..PlayTime::default()
    });
    says(&results, "turns, about 39 minutes.");
}

#[test]
fn a_verdict_says_at_which_levels_it_holds() {
    let mut results = sample::single();
    let others = ["novice", "expert"].map(|name| Configuration {
        name: name.to_owned(),
        ..results.configurations[0].clone()
    });
    results.configurations[0].others = others.to_vec();
    let said = |results: &Results| crate::Insights::of_run(results).summary.verdict_sentence();
    let alike = said(&results);
    assert!(
        alike.ends_with(" would be fair. Also among novice bots (12.8%) and among expert bots (12.8%)."),
        "{alike}"
    );
    let experts = &mut results.configurations[0].others[1];
    for row in &mut experts.sides {
        row.fair = row.fair.map(|_| row.win_rate.value);
    }
    assert!(
        said(&results).contains("Also among novice bots ("),
        "{}",
        said(&results)
    );
}

/// A standing is a mark only where it is beyond the margin.
#[test]
fn only_what_is_beyond_the_margin_is_marked() {
    assert_eq!(Standing::Beyond(Direction::More).beyond(), Some(Direction::More));
    for standing in [Standing::Off(Direction::More), Standing::Within, Standing::Open] {
        assert_eq!(standing.beyond(), None);
    }
}

/// What an expert wins stands in the docs beside its commands: each row of their table has what the content says.
#[test]
fn what_an_expert_wins_is_what_the_docs_say() {
    let docs = include_str!("../../../../docs/play.md");
    for game in crate::built_in::BUILT_IN.iter() {
        for one in game.experts().expect("what an expert wins") {
            let start = format!("| {} {}, `", game.title, one.players);
            let row = docs.lines().find(|line| line.starts_with(&start));
            let row = row.unwrap_or_else(|| panic!("no row {start}"));
            let whole = one
                .wins
                .iter()
                .all(|share| (100.0 * share - (100.0 * share).round()).abs() < 1e-9);
            let [value, lo, hi] = one.wins.map(|share| format::plain(100.0 * share, usize::from(!whole)));
            let told = format!("{value}% ({lo}–{hi}) of {}", format::count(one.games));
            assert!(row.replace('*', "").contains(&told), "{row}: {told}");
        }
    }
}
