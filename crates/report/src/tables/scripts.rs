//! What the lines of a script had to say, a row for each.

use super::super::findings::any_game;
use super::super::format;
use super::cell::{Shown, TableCell, count, figure, number, text, word};
use balance_analysis::games::script_usage::{NO_LINE, SPANS};
use balance_analysis::table::{Configuration, LineUse, Results, SaidAt, ScriptUse};

/// The line that makes any choice, at random.
const ANY: &str = "any";

/// From this share of the choices on it is said what such a line makes.
const MUCH: f64 = 0.2;

/// Silent lines named one by one in a sentence.
const NAMED: usize = 6;

/// The lines of one script.
pub fn lines(results: &Results, each: &ScriptUse) -> Shown {
    let mut roles: Vec<&str> = each
        .lines
        .iter()
        .flat_map(|line| &line.at)
        .map(|at| &*at.role)
        .collect();
    roles.sort_unstable();
    roles.dedup();
    let named = |other: &&Configuration| other.name == each.configuration;
    let turn_word = (results.configurations.iter().find(named)).map_or("turns", |each| &each.turn_word);
    let first = each.lines.first();
    let spans = SPANS
        .into_iter()
        .filter(|span| first.is_some_and(|line| line.at.iter().any(|at| at.turns == **span)));
    let spans: Vec<&str> = spans.collect();
    let mut heads = vec![
        word("line"),
        figure("choices", "in which the line had a say, between at least two moves"),
        figure("of all", "share of the bot's choices between at least two moves"),
    ];
    let split = |name: String, help: String| figure(&name, help);
    if roles.len() > 1 {
        heads.extend(
            roles
                .iter()
                .map(|role| split((*role).to_owned(), "share of the choices in this role".to_owned())),
        );
    }
    heads.extend(spans.iter().map(|span| {
        split(
            turns(span, turn_word),
            format!("share of the choices in these {turn_word}"),
        )
    }));
    let row = |line: &LineUse| {
        let said = match line.line {
            0 => NO_LINE.to_owned(),
            number => format!("{number}: {}", line.text),
        };
        let mut cells = vec![text(said), count(line.said), part(line, |_| true)];
        if roles.len() > 1 {
            cells.extend(roles.iter().map(|role| part(line, |at| at.role == **role)));
        }
        cells.extend(spans.iter().map(|span| part(line, |at| at.turns == **span)));
        cells
    };
    Shown {
        id: "script",
        title: format!("What the script of {} does", each.bot),
        note: format!(
            "Counted in {}. A column of a role or of {turn_word} is of the choices there alone. A line that only narrows a choice counts \
             beside the one that makes it.",
            deals(each)
        ),
        heads,
        rows: each.lines.iter().map(row).collect(),
    }
}

/// The head of a span of turns; the first holds what is chosen before the first turn as well, where `turn` is 0.
fn turns(span: &str, turn_word: &str) -> String {
    let to = if span == SPANS[0] { "to " } else { "" };
    format!("{to}{} {span}", format::one(turn_word))
}

/// The share of the choices that `counts` in which a line had a say.
fn part(line: &LineUse, counts: impl Fn(&SaidAt) -> bool) -> TableCell {
    let of = || line.at.iter().filter(|at| counts(at));
    let (said, choices): (u64, u64) = (of().map(|at| at.said).sum(), of().map(|at| at.choices).sum());
    if choices == 0 {
        return text("–");
    }
    let share = said as f64 / choices as f64;
    number(format::percent(share, 1), share)
}

fn deals(each: &ScriptUse) -> String {
    match each.deals {
        1 => "the first deal".to_owned(),
        deals => format!("the first {} deals", format::count(deals)),
    }
}

/// What is to be said of the lines of a script, in sentences.
pub fn silent_lines(results: &Results, each: &ScriptUse) -> Vec<String> {
    sentences(results, each, &each.silent().collect::<Vec<_>>())
}

/// The same of all scripts, what is so of the same line in several configurations once.
pub fn in_short(results: &Results) -> Vec<String> {
    let mut all = Vec::new();
    for (at, each) in results.scripts.iter().enumerate() {
        // For another reason it is another thing.
        let same = |a: &LineUse, b: &LineUse| {
            (a.line, &a.text, reasons(a).map(|why| why > 0)) == (b.line, &b.text, reasons(b).map(|why| why > 0))
        };
        let before = |line: &LineUse| {
            let earlier = results.scripts[..at].iter().filter(|earlier| earlier.bot == each.bot);
            earlier.flat_map(ScriptUse::silent).any(|other| same(other, line))
        };
        let (known, new): (Vec<&LineUse>, Vec<&LineUse>) = each.silent().partition(|line| before(line));
        // First, or what is told of it alone looks like all that there is.
        if !known.is_empty() {
            let numbers: Vec<String> = known.iter().map(|line| line.line.to_string()).collect();
            let lines = if known.len() == 1 { "Line" } else { "Lines" };
            all.push(format!(
                "{lines} {} of {} had none in “{}” either.",
                format::join_and(&numbers),
                each.bot,
                each.configuration
            ));
        }
        all.extend(sentences(results, each, &new));
    }
    all
}

/// Of the lines that are `silent`, and of what is left to chance.
fn sentences(results: &Results, each: &ScriptUse, silent: &[&LineUse]) -> Vec<String> {
    let mut all = of_silent(results, each, silent);
    all.extend(left_to_chance(each, &any_game(results, &each.configuration)));
    all
}

/// Where the same line had a say, to stand behind where it had none; nothing where that was nowhere.
fn elsewhere(results: &Results, each: &ScriptUse, line: &LineUse) -> String {
    let others = results.scripts.iter().filter(|other| other.bot == each.bot);
    let said = others.filter_map(|other| {
        let mut lines = other.lines.iter();
        let same = lines.find(|one| (one.line, &one.text) == (line.line, &line.text))?;
        (same.said > 0).then_some((same.said, &other.configuration))
    });
    let most = said.max_by_key(|(said, _)| *said);
    most.map_or_else(String::new, |(said, configuration)| {
        let choices = if said == 1 { "choice" } else { "choices" };
        format!(", though in {} {choices} of “{configuration}”", format::count(said))
    })
}

/// Which lines never had a say and why, a sentence each; of several that had one in another configuration, where they are for
/// other seats or roles, one for all.
fn of_silent(results: &Results, each: &ScriptUse, silent: &[&LineUse]) -> Vec<String> {
    let sentence = |line: &&LineUse| {
        format!(
            "Line {} of the script of {} (`{}`) had no say in {} of “{}”{}{}.",
            line.line,
            each.bot,
            line.text,
            deals(each),
            each.configuration,
            elsewhere(results, each, line),
            why_silent(line)
        )
    };
    let (mut nowhere, mut other): (Vec<&LineUse>, Vec<&LineUse>) = silent
        .iter()
        .partition(|line| elsewhere(results, each, line).is_empty());
    if other.len() == 1 {
        nowhere.append(&mut other);
        nowhere.sort_by_key(|line| line.line);
    }
    let mut all: Vec<String> = nowhere.iter().take(NAMED).map(sentence).collect();
    match nowhere.len().saturating_sub(NAMED) {
        0 => {}
        rest => all.push(format!("Nor had {rest} more of its lines.")),
    }
    if !other.is_empty() {
        let numbers: Vec<String> = other.iter().map(|line| line.line.to_string()).collect();
        all.push(format!(
            "Lines {} of the script of {} had no say in {} of “{}”, but had one in other configurations.",
            format::join_and(&numbers),
            each.bot,
            deals(each),
            each.configuration
        ));
    }
    all
}

/// In how many choices a line had no say: for its conditions, for want of a move, since an earlier line forbids it or had chosen.
fn reasons(line: &LineUse) -> [u64; 4] {
    let sum = |of: fn(&SaidAt) -> u64| line.at.iter().map(of).sum::<u64>();
    [
        sum(|at| at.unmet),
        sum(|at| at.unfit),
        sum(|at| at.barred),
        sum(|at| at.late),
    ]
}

/// Why a line had no say, to stand behind that; nothing where that was not counted.
fn why_silent(line: &LineUse) -> String {
    let [unmet, unfit, barred, late] = reasons(line);
    let ahead = line
        .behind
        .iter()
        .max_by_key(|each| (each.choices, usize::MAX - each.line));
    let had_chosen = match (ahead, line.behind.len()) {
        (Some(ahead), 1) => format!("it would have fitted, but line {} had chosen", ahead.line),
        (Some(ahead), _) => format!(
            "it would have fitted, but an earlier line had chosen, mostly line {}",
            ahead.line
        ),
        (None, _) => "it would have fitted, but an earlier line had chosen".to_owned(),
    };
    let parts = [
        (unmet, "its conditions did not hold"),
        (unfit, "no move on offer was what it asks for"),
        (barred, "an earlier line forbids what it asks for (`never …`)"),
        (late, &*had_chosen),
    ];
    let told: Vec<_> = parts.into_iter().filter(|(choices, _)| *choices > 0).collect();
    match told[..] {
        [] => String::new(),
        [(choices, only)] => format!(": at each of {} choices {only}", format::count(choices)),
        _ => {
            let told = told
                .iter()
                .map(|(choices, why)| format!("at {} {why}", format::count(*choices)));
            let choices = format::count(line.at.iter().map(|at| at.choices).sum());
            format!(
                ": of {choices} choices, {}",
                format::join_and(&told.collect::<Vec<_>>())
            )
        }
    }
}

/// What a line that fits every choice leaves to chance, or that none fits, as a sentence; none where that is little.
fn left_to_chance(each: &ScriptUse, replay: &str) -> Option<String> {
    let share = |line: &LineUse| {
        let choices: u64 = line.at.iter().map(|at| at.choices).sum();
        line.said as f64 / choices.max(1) as f64
    };
    let by_lot = each.lines.iter().filter(|line| line.line == 0 || line.text == ANY);
    let any: f64 = by_lot.map(share).sum();
    (any >= MUCH).then(|| {
        format!(
            "{} of the choices of {} in “{}” fell to `{ANY}` or to no line, and were made at random: `{replay} 0 --why` \
             shows which in the first game, to write lines for them.",
            format::percent(any, 0),
            each.bot,
            each.configuration,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_analysis::table::Behind;

    fn script(said: &[u64]) -> ScriptUse {
        let line = |(at, said): (usize, &u64)| LineUse {
            line: at + 1,
            text: format!("tactic {}", at + 1),
            said: *said,
            at: vec![
                SaidAt {
                    role: "player".to_owned(),
                    turns: "1".to_owned(),
                    choices: 10,
                    said: 0,
                    unmet: if *said == 0 { 10 } else { 0 },
                    unfit: 0,
                    barred: 0,
                    late: 0,
                },
                SaidAt {
                    role: "player".to_owned(),
                    turns: "4–7".to_owned(),
                    choices: 30,
                    said: *said,
                    unmet: 0,
                    unfit: 0,
                    barred: 0,
                    late: if *said == 0 { 30 } else { 0 },
                },
            ],
            behind: Vec::new(),
        };
        ScriptUse {
            configuration: "base".to_owned(),
            bot: "mine".to_owned(),
            deals: 100,
            lines: said.iter().enumerate().map(line).collect(),
        }
    }

    #[test]
    fn a_line_has_its_share_of_all_choices_and_of_those_of_its_turns() {
        let shown = lines(&balance_analysis::sample::variants(), &script(&[6, 0]));
        let heads: Vec<&str> = shown.heads.iter().map(|head| &*head.text).collect();
        assert_eq!(heads, ["line", "choices", "of all", "to turn 1", "turn 4–7"]);
        let cells: Vec<&str> = shown.rows[0].iter().map(|cell| &*cell.text).collect();
        assert_eq!(cells, ["1: tactic 1", "6", "15.0 %", "0.0 %", "20.0 %"]);
    }

    #[test]
    fn silent_lines_are_named_with_the_reason_and_many_are_counted() {
        let results = balance_analysis::sample::variants();
        let silent = |each: &ScriptUse| of_silent(&results, each, &each.silent().collect::<Vec<_>>());
        assert_eq!(silent(&script(&[6, 1])), Vec::<String>::new());
        let one = |each: &ScriptUse, why: &str| {
            let said =
                format!("Line 2 of the script of mine (`tactic 2`) had no say in the first 100 deals of “base”{why}.");
            assert_eq!(silent(each), [said]);
        };
        let mut each = script(&[6, 0]);
        one(
            &each,
            ": of 40 choices, at 10 its conditions did not hold and at 30 it would have fitted, but an earlier line had chosen",
        );
        let behind = |line, choices| Behind { line, choices };
        each.lines[1].behind = vec![behind(1, 30)];
        (each.lines[1].at[0].unmet, each.lines[1].at[0].unfit) = (0, 10);
        one(
            &each,
            ": of 40 choices, at 10 no move on offer was what it asks for and at 30 it would have fitted, but line 1 had chosen",
        );
        (each.lines[1].at[0].unfit, each.lines[1].at[0].barred) = (0, 10);
        one(
            &each,
            ": of 40 choices, at 10 an earlier line forbids what it asks for (`never …`) and at 30 it would have fitted, but line 1 \
             had chosen",
        );
        each.lines[1].at[0].barred = 0;
        each.lines[1].behind = vec![behind(1, 10), behind(3, 20)];
        (each.lines[1].at[0].unfit, each.lines[1].at[0].late) = (0, 10);
        one(
            &each,
            ": at each of 40 choices it would have fitted, but an earlier line had chosen, mostly line 3",
        );
        each.lines[1].behind.clear();
        for at in &mut each.lines[1].at {
            (at.unmet, at.late) = (at.choices, 0);
        }
        one(&each, ": at each of 40 choices its conditions did not hold");
        // Of runs before reasons were counted.
        each.lines[1].at.iter_mut().for_each(|at| at.unmet = 0);
        one(&each, "");
        let many = silent(&script(&[0; 9]));
        assert_eq!((many.len(), &*many[NAMED]), (NAMED + 1, "Nor had 3 more of its lines."));
    }

    /// What is so in several configurations is told of the first.
    #[test]
    fn in_short_a_line_is_told_once() {
        let mut results = balance_analysis::sample::variants();
        let mut other = script(&[6, 0, 0]);
        "other".clone_into(&mut other.configuration);
        results.scripts = vec![script(&[6, 0]), other];
        let said = in_short(&results);
        assert_eq!(
            (said.len(), &*said[1]),
            (3, "Line 2 of mine had none in “other” either.")
        );
        assert!(!said[0].contains("though"), "{said:?}");
        // For another reason it is another thing, and told whole.
        let mut unlike = results.clone();
        for at in &mut unlike.scripts[1].lines[1].at {
            (at.unmet, at.unfit, at.late) = (0, at.choices, 0);
        }
        let told = &in_short(&unlike)[1];
        assert!(
            told.starts_with("Line 2 of the script of mine")
                && told.ends_with("no move on offer was what it asks for."),
            "{told}"
        );
        // That it has one elsewhere is told where it has none.
        let mut busy = results.clone();
        busy.scripts[1].lines[1].said = 264;
        let told = &in_short(&busy)[0];
        assert!(
            told.contains(
                "had no say in the first 100 deals of “base”, though in 264 choices of “other”: of 40 choices"
            ),
            "{told}"
        );
        // Several such lines are told together, behind those that have none anywhere.
        let mut roles = results.clone();
        roles.scripts = vec![script(&[6, 0, 0, 0]), script(&[6, 5, 0, 7])];
        "other".clone_into(&mut roles.scripts[1].configuration);
        let told = &in_short(&roles)[..2];
        assert!(told[0].starts_with("Line 3 of the script of mine"), "{told:?}");
        assert_eq!(
            told[1],
            "Lines 2 and 4 of the script of mine had no say in the first 100 deals of “base”, but had one in other configurations."
        );
        assert!(
            said[0].starts_with("Line 2 of") && said[0].contains("“base”"),
            "{said:?}"
        );
        assert!(
            said[2].starts_with("Line 3 of") && said[2].contains("“other”"),
            "{said:?}"
        );
    }

    /// What falls to chance is told where it is much.
    #[test]
    fn what_is_left_to_chance_is_told() {
        let mut each = script(&[6, 10]);
        let told = |each: &ScriptUse| left_to_chance(each, "balance replay mine.toml --game");
        assert_eq!(told(&each), None);
        ANY.clone_into(&mut each.lines[1].text);
        let said = told(&each).expect("a sentence");
        assert!(
            said.starts_with(
                "25 % of the choices of mine in “base” fell to `any` or to no line, and were made at random"
            ),
            "{said}"
        );
        assert!(said.contains("`balance replay mine.toml --game 0 --why`"), "{said}");
        (each.lines[1].said, each.lines[1].at[1].said) = (2, 2);
        assert_eq!(told(&each), None, "little");
    }
}
