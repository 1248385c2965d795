//! Which versions meet most wishes, and what is advised of them.

use super::super::{advice::advice, findings::findings, tables};
use super::*;
use balance_analysis::sample::{self, wish};

/// Three configurations and what they do to two wishes.
fn wished(found: [[(Verdict, f64); 2]; 3]) -> Results {
    let mut results = sample::variants();
    for (each, [rate, turns]) in results.configurations.iter_mut().zip(found) {
        each.targets = vec![
            wish("win-rate.profiteer", (0.16, 0.20), rate),
            wish("turns.mean", (20.0, 30.0), turns),
        ];
    }
    results
}

const MET: (Verdict, f64) = (Verdict::Within, 0.178);
const MISSED: (Verdict, f64) = (Verdict::Outside, 0.128);
const OPEN: (Verdict, f64) = (Verdict::Undecided, 0.17);
const SHORT: (Verdict, f64) = (Verdict::Within, 26.0);

fn change(results: &Results) -> String {
    advice(results, &findings(results)).text
}

/// What the base meets because it is itself is said to be that.
#[test]
fn the_base_meets_what_is_counted_from_it() {
    let mut results = wished([[MISSED, SHORT], [MISSED, SHORT], [OPEN, SHORT]]);
    for (at, each) in results.configurations.iter_mut().enumerate() {
        let mut row = wish("turns.mean", (-1.0, 1.0), (Verdict::Within, 0.0));
        row.change = true;
        let answer = row.answer.as_mut().expect("an answer");
        (answer.lo, answer.hi) = if at == 0 {
            (Some(0.0), Some(0.0))
        } else {
            (Some(-0.5), Some(0.5))
        };
        each.targets.push(row);
    }
    let said = change(&results);
    assert!(
        said.contains("(2 of 3, one of them as it is counted from it)"),
        "{said}"
    );
}

/// Bots are no rules: where nothing else differs nothing is there to be taken.
#[test]
fn versions_that_differ_in_their_bots_alone_are_no_choice() {
    let mut results = wished([[MISSED, SHORT], [MET, SHORT], [OPEN, SHORT]]);
    let rules = results.configurations[0].rules.clone();
    for (each, bot) in results.configurations.iter_mut().zip(["bold", "careful", "random"]) {
        each.rules.clone_from(&rules);
        each.seating = format!("every seat: {bot}");
    }
    // A search leaves variants out.
    let said = "These configurations differ in their bots alone, and 1 of 3 are shown to meet what is wished. ";
    assert_eq!(
        change(&results),
        format!(
            "{said}`balance tune scenarios/coins.toml` looks for rules with the bots of “base”; with all of them once [matrix] \
             names them."
        )
    );
    for each in &mut results.configurations {
        each.variant = None;
    }
    let search = "To look for rules that meet it with all of them: `balance tune scenarios/coins.toml`.";
    assert_eq!(change(&results), format!("{said}{search}"));
}

/// Beside a change of the rules a change of the bots is neither advised nor ranked, however the bots are told apart.
#[test]
fn other_bots_stand_aside_where_rules_are_changed_too() {
    let mut results = wished([[MISSED, SHORT], [OPEN, SHORT], [MET, SHORT]]);
    let ranked =
        |results: &Results| -> Vec<String> { ranking(results).into_iter().map(|meets| meets.version.name).collect() };
    for (seating, bots_set) in [
        ("every seat: greedy", ""),
        ("every seat: heuristic", "heuristic.eye-error = 0.1"),
    ] {
        let other = &mut results.configurations[2];
        other.rules = vec!["end-points.coins = 3".to_owned()];
        other.seating = seating.to_owned();
        other.bots_set = vec![bots_set.to_owned()];
        let told = change(&results);
        assert!(
            !told.contains(sample::HOSTILE) && told.starts_with("Nothing yet: none is"),
            "{told}"
        );
        assert_eq!(ranked(&results), ["one coin fewer", "base"]);
        let list = tables::shortlist(&results).expect("two versions of the rules");
        let aside = " One version with other bots stands aside: who plays is no rule.";
        assert!(list.note.contains(aside), "{}", list.note);
    }
    results.configurations.remove(1);
    assert_eq!(ranked(&results), ["base"]);
    assert!(tables::shortlist(&results).is_none());
}

/// Configurations that are one and the same differ in nothing.
#[test]
fn equal_versions_are_not_said_to_differ_in_their_bots() {
    let mut results = wished([[MISSED, SHORT], [OPEN, SHORT], [OPEN, SHORT]]);
    let rules = results.configurations[0].rules.clone();
    for each in &mut results.configurations {
        each.rules.clone_from(&rules);
    }
    let told = change(&results);
    assert!(!told.contains("differ in their bots"), "{told}");
}

#[test]
fn what_meets_all_wishes_is_named_with_what_it_costs() {
    let results = wished([[MISSED, SHORT], [MET, SHORT], [OPEN, SHORT]]);
    assert_eq!(
        change(&results),
        "Take “one coin fewer” (end-points.coins = 6): it is shown to meet both wishes, “base” 1 of 2. Against “base”: \
         profiteer +5.0 (3.9 to 6.1) points, mean length −0.40 (−0.56 to −0.24) turns. It was chosen on these deals; \
         `balance run scenarios/coins.toml --games 20000 --seed 20261122` plays others. Where the games part: `balance why \
         scenarios/coins.toml --variant 'one coin fewer'`."
    );
    let names: Vec<String> = ranking(&results).into_iter().map(|meets| meets.version.name).collect();
    assert_eq!(names, ["one coin fewer", sample::HOSTILE, "base"]);
}

/// Of those that meet all wishes the one with the fewest changes is taken, then the smallest.
#[test]
fn the_fewest_and_smallest_changes_are_taken() {
    let roomy = (Verdict::Within, 0.18);
    let mut results = wished([[MISSED, SHORT], [roomy, SHORT], [MET, SHORT]]);
    let mut set = |rules: [&[&str]; 3]| {
        for (each, rules) in results.configurations.iter_mut().zip(rules) {
            each.rules = rules.iter().map(|line| (*line).to_owned()).collect();
        }
        ranking(&results)[0].version.name.clone()
    };
    let now = ["coins = 7", "logs = 6"];
    let one = ["coins = 7", "logs = 5"];
    assert_eq!(set([&now, &["coins = 6", "logs = 5"], &one]), sample::HOSTILE);
    assert_eq!(set([&now, &["coins = 4", "logs = 6"], &one]), sample::HOSTILE);
    assert_eq!(set([&now, &one, &["coins = 4", "logs = 6"]]), "one coin fewer");
    assert_eq!(set([&now, &one, &one]), "one coin fewer", "it has more room");
    let told = change(&results);
    assert!(
        told.contains(" One other meets them, too, and changes no fewer rules."),
        "{told}"
    );
}

/// A name that says some of the rules alone does not leave the others out.
#[test]
fn all_rules_are_named_of_what_is_to_be_taken() {
    let mut results = wished([[MISSED, SHORT], [MET, SHORT], [OPEN, SHORT]]);
    let taken = |results: &Results| change(results).split(':').next().unwrap_or_default().to_owned();
    let best = &mut results.configurations[1];
    best.rules.push("uncovers = 0".to_owned());
    best.name = "coins 6 uncovers 0".to_owned();
    for row in &mut results.comparisons {
        row.configuration = "coins 6 uncovers 0".to_owned();
    }
    assert_eq!(
        taken(&results),
        "Take “coins 6 uncovers 0” (end-points.coins = 6, uncovers = 0)"
    );
    results.configurations[1].name = "end-points.coins 6 uncovers 0".to_owned();
    assert_eq!(taken(&results), "Take “end-points.coins 6 uncovers 0”");
}

#[test]
fn nothing_is_advised_where_all_wishes_are_met_or_nothing_is_known() {
    let results = wished([[MET, SHORT], [MET, SHORT], [MISSED, SHORT]]);
    assert_eq!(change(&results), "Nothing: “base” is shown to meet both wishes.");
    let mut turned = results.clone();
    let mut other = turned.configurations[0].clone();
    other.name = "gambler".to_owned();
    other.targets[0] = wish("win-rate.profiteer", (0.16, 0.20), MISSED);
    turned.configurations[0].others = vec![other.clone()];
    assert_eq!(
        change(&turned),
        "Nothing for these bots: “base” is shown to meet both wishes. With other bots it misses, of its 2 wishes: 1 with \
         gambler."
    );
    let mut turned = wished([[MISSED, SHORT], [MET, SHORT], [OPEN, SHORT]]);
    let mut further = other.clone();
    further.targets[0] = wish("win-rate.profiteer", (0.16, 0.20), (Verdict::Outside, 0.45));
    turned.configurations[0].others = vec![other.clone()];
    turned.configurations[1].others = vec![further];
    let told = change(&turned);
    assert!(told.starts_with("For these bots take “one coin fewer”"), "{told}");
    assert!(
        told.contains(
            " 1 of 2. With other bots it misses, of its 2 wishes: 1 with gambler (“base” 1). It leads away from what is \
             wished of win-rate.profiteer with gambler (12.8 % to 45.0 %). Against “base”:"
        ),
        "{told}"
    );
    // No nearer, but not shown to be further off.
    turned.configurations[1].others = vec![other];
    assert!(change(&turned).contains(": 1 with gambler (“base” 1). Against “base”:"));
    // What the base is not asked, it does not meet.
    turned.configurations[0].others[0].targets[0].answer = None;
    assert!(change(&turned).contains(": 1 with gambler. Against “base”:"));
    let results = wished([[MISSED, SHORT], [OPEN, SHORT], [OPEN, SHORT]]);
    assert!(change(&results).starts_with("Nothing yet: none is shown to meet more wishes than “base” (1 of 2)"));
    let results = wished([[MISSED, SHORT]; 3]);
    assert!(change(&results).starts_with("Nothing that was tried: none is shown to meet more"));
}

/// A version of which fewer is wished does not meet all, though it meets all that is wished of it.
#[test]
fn what_is_not_asked_of_the_base_is_not_met_by_it() {
    let mut results = wished([[MET, SHORT], [MET, SHORT], [MISSED, SHORT]]);
    results.configurations[0].targets.truncate(1);
    let told = change(&results);
    assert!(
        told.starts_with(
            "Take “one coin fewer” (end-points.coins = 6): it is shown to meet both wishes; “base” is held to 1 wish alone, and \
             meets 1."
        ),
        "{told}"
    );
    results.configurations[1].targets[0] = wish("win-rate.profiteer", (0.16, 0.20), OPEN);
    let told = change(&results);
    assert!(
        told.starts_with("Not all versions are held to the same wishes"),
        "{told}"
    );
}

/// What is wished of each alone says nothing of which is better, and is neither met nor missed by another.
#[test]
fn versions_with_wishes_of_their_own_are_not_ranked() {
    let mut results = wished([[MISSED, SHORT], [MET, SHORT], [MET, SHORT]]);
    results.configurations.truncate(2);
    results.configurations[0].targets.truncate(1);
    results.configurations[1].targets.remove(0);
    assert_eq!(
        change(&results),
        "Not all versions are held to the same wishes, so that none is best. Shown so far: “one coin fewer” meets 1 of 1 wish; \
         “base” meets 0 of 1 wish and misses 1."
    );
    let table = tables::shortlist(&results).expect("two versions");
    assert_eq!(table.title, "Wishes met by version");
    assert_eq!(table.rows.len(), 2);
}

/// What is counted from what the base has, the base meets by definition.
#[test]
fn the_base_is_not_said_to_meet_what_is_counted_from_it() {
    let mut results = wished([[MET, SHORT], [MET, SHORT], [MET, SHORT]]);
    let change_of = |row: &mut TargetRow| row.change = true;
    results
        .configurations
        .iter_mut()
        .flat_map(|each| &mut each.targets)
        .for_each(change_of);
    for row in &mut results.configurations[0].targets {
        let answer = row.answer.as_mut().expect("an answer");
        (answer.lo, answer.hi) = (Some(answer.value), Some(answer.value));
    }
    assert!(
        change(&results).ends_with("What each change does to that stands below."),
        "{}",
        change(&results)
    );
}

#[test]
fn most_is_said_of_what_meets_most() {
    let long = (Verdict::Outside, 33.0);
    let results = wished([[MISSED, long], [MET, long], [MISSED, long]]);
    let told = change(&results);
    assert!(
        told.starts_with("None is shown to meet all wishes. “one coin fewer” meets the most, 1 of 2, “base” 0 of 2."),
        "{told}"
    );
}

/// A wish at two tables is one wish, and counted at each of them.
#[test]
fn wishes_and_tables_are_counted_apart() {
    let long = (Verdict::Outside, 33.0);
    let mut results = wished([[MISSED, long], [MISSED, long], [MET, long]]);
    let mut more = results.configurations.clone();
    for (each, players) in results
        .configurations
        .iter_mut()
        .zip(["7"; 3])
        .chain(more.iter_mut().zip(["8"; 3]))
    {
        each.cell = vec![("rules.players".to_owned(), players.to_owned())];
        each.name = format!("players {players} · {}", each.variant.as_deref().unwrap_or("base"));
    }
    results.configurations.append(&mut more);
    let told = change(&results);
    assert!(
        told.contains("” meets the most, 2 of 4 (2 wishes at 2 tables), “base” 0 of 4."),
        "{told}"
    );
    for each in &mut results.configurations {
        each.targets.truncate(1);
    }
    let told = change(&results);
    assert!(
        told.contains(": it is shown to meet the wish at both tables, “base” 0 of 2."),
        "{told}"
    );
    let base = |results: &mut Results| results.configurations.retain(|each| each.variant.is_none());
    base(&mut results);
    assert!(change(&results).starts_with("The wish at both tables is missed. Begin with this: "));
    results.configurations[1].targets[0] = wish("win-rate.profiteer", (0.16, 0.20), MET);
    assert!(change(&results).starts_with("The wish at 1 of 2 tables is missed. Begin with this: "));
}

/// One wish is not counted out of one.
#[test]
fn so_many_wishes_are_missed() {
    let long = (Verdict::Outside, 33.0);
    let said = |found: [(Verdict, f64); 2], wishes: usize| {
        let mut results = wished([found; 3]);
        results.configurations.truncate(1);
        results.configurations[0].targets.truncate(wishes);
        change(&results).split(['.', ':']).next().unwrap_or_default().to_owned()
    };
    assert_eq!(said([MISSED, SHORT], 1), "The only wish is missed");
    assert_eq!(said([MISSED, SHORT], 2), "1 of 2 wishes is missed");
    assert_eq!(said([MISSED, long], 2), "Both wishes are missed");
    let open = change(&{
        let mut results = wished([[OPEN, SHORT]; 3]);
        results.configurations.truncate(1);
        results.configurations[0].targets.truncate(1);
        results
    });
    assert!(
        open.starts_with("Nothing yet: whether the only wish is met is not settled."),
        "{open}"
    );
}

/// Bands of one metric, each of one configuration alone, are one column, and each row has the verdict on its own.
#[test]
fn bands_of_one_metric_are_one_column() {
    let mut results = wished([[MISSED, SHORT], [MET, SHORT], [OPEN, SHORT]]);
    let heads = |results: &Results| -> Vec<String> {
        let heads = tables::overview(results).heads.into_iter().map(|head| head.text);
        heads.skip_while(|head| head != "5–95 %").skip(1).collect()
    };
    assert_eq!(heads(&results), ["profiteer 16–20 %", "mean turns 20–30"]);
    for (each, most) in results.configurations.iter_mut().zip([0.2, 0.21, 0.22]) {
        each.targets[0].to = Some(most);
    }
    assert_eq!(heads(&results), ["profiteer as wished", "mean turns 20–30"]);
    let overview = tables::overview(&results);
    let at = overview.heads.len() - 2;
    let cells: Vec<&str> = overview.rows.iter().map(|row| row[at].text.as_str()).collect();
    assert_eq!(cells, ["✗ 12.8 %", "✓ 17.8 %", "? 17.0 %"]);
    // Of two of one configuration each has its own.
    let second = wish("win-rate.profiteer", (0.1, 0.3), MET);
    results.configurations[0].targets.push(second);
    assert_eq!(heads(&results).len(), 5);
}

/// Other bots have their say, too, where no version is shown to meet all.
#[test]
fn what_other_bots_miss_is_told_of_what_meets_most() {
    let mut results = wished([[MISSED, SHORT], [MET, (Verdict::Undecided, 29.9)], [MISSED, SHORT]]);
    results.configurations[0].targets[1] = wish("turns.mean", (20.0, 30.0), (Verdict::Undecided, 29.9));
    let told = change(&results);
    assert!(
        told.contains(" “one coin fewer” meets the most, 1 of 2, “base” 0 of 2. Against "),
        "{told}"
    );
    for (at, rate) in [(0, 0.15), (1, 0.45)] {
        let mut other = results.configurations[at].clone();
        other.name = "gambler".to_owned();
        other.targets[0] = wish("win-rate.profiteer", (0.16, 0.20), (Verdict::Outside, rate));
        results.configurations[at].others = vec![other];
    }
    assert_eq!(
        change(&results),
        "None is shown to meet all wishes. With these bots “one coin fewer” meets the most, 1 of 2, “base” 0 of 2. The rest is open, \
         none of it shown to be missed: play more games. With other bots it misses, of its 2 wishes: 1 with gambler (“base” 1). It \
         leads away from what is wished of win-rate.profiteer with gambler (15.0 % to 45.0 %)."
    );
}

#[test]
fn a_column_a_wish_and_a_shortlist() {
    let results = wished([[MISSED, SHORT], [MET, SHORT], [OPEN, SHORT]]);
    let overview = tables::overview(&results);
    let heads: Vec<&str> = overview.heads.iter().map(|head| head.text.as_str()).collect();
    assert_eq!(heads[heads.len() - 2..], ["profiteer 16–20 %", "mean turns 20–30"]);
    let cell = |row: usize| overview.rows[row][heads.len() - 2].text.as_str();
    assert_eq!([cell(0), cell(1), cell(2)], ["✗ 12.8 %", "✓ 17.8 %", "? 17.0 %"]);
    let list = tables::shortlist(&results).expect("wishes");
    assert_eq!(list.title, "What meets all wishes");
    let meant = "“Met” and “missed” are wishes that are shown to be; all others are open.";
    assert!(list.note.contains(meant), "{}", list.note);
    let texts: Vec<&str> = list.rows[0].iter().map(|cell| cell.text.as_str()).collect();
    // Of the band from 16 to 20 %, 17.8 % lies a tenth of its half from the middle; 26 of 20 to 30 a fifth.
    assert_eq!(texts[..5], ["1", "one coin fewer", "2 of 2", "0", "80 %"]);
    assert_eq!(list.rows.len(), 1);
    let none = tables::shortlist(&wished([[MISSED, SHORT]; 3])).expect("wishes");
    assert_eq!(
        (&*none.title, none.rows.len()),
        ("No version is shown to meet all wishes", 3)
    );
    assert!(tables::shortlist(&sample::variants()).is_none());
}
