//! What the lines of a script had to say, a row for each.

use super::super::findings::any_game;
use super::super::format;
use super::cell::{Cell, Head, Shown, count, figure, number, text, word};
use crate::games::lines::{NO_LINE, SPANS};
use crate::table::{LineUse, Results, SaidAt, ScriptUse};

/// The line that makes any choice, at random.
const ANY: &str = "any";

/// From this share of the choices on it is said what such a line makes.
const MUCH: f64 = 0.2;

/// Silent lines named one by one in a sentence.
const NAMED: usize = 6;

/// The lines of one script.
pub fn lines(each: &ScriptUse) -> Shown {
    let mut roles: Vec<&str> = each
        .lines
        .iter()
        .flat_map(|line| &line.at)
        .map(|at| &*at.role)
        .collect();
    roles.sort_unstable();
    roles.dedup();
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
    let split = |name: String, help| Head {
        help,
        ..figure(&name, "")
    };
    if roles.len() > 1 {
        heads.extend(
            roles
                .iter()
                .map(|role| split((*role).to_owned(), "share of the choices in this role")),
        );
    }
    heads.extend(
        spans
            .iter()
            .map(|span| split(format!("turn {span}"), "share of the choices in these turns")),
    );
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
            "Counted in {}. A line that only narrows a choice counts beside the one that makes it.",
            deals(each)
        ),
        heads,
        rows: each.lines.iter().map(row).collect(),
    }
}

/// The share of the choices that `counts` in which a line had a say.
fn part(line: &LineUse, counts: impl Fn(&SaidAt) -> bool) -> Cell {
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
pub fn said(results: &Results, each: &ScriptUse) -> Vec<String> {
    told(each, &any_game(results, results.configurations.len() > 1))
}

/// The same, where `replay` is the command that tells a game.
fn told(each: &ScriptUse, replay: &str) -> Vec<String> {
    [silent(each), left_to_chance(each, replay)]
        .into_iter()
        .flatten()
        .collect()
}

/// Which lines never had a say and why, as a sentence; none where all had.
fn silent(each: &ScriptUse) -> Option<String> {
    let all: Vec<&LineUse> = each.silent().collect();
    let named: Vec<String> = all
        .iter()
        .take(NAMED)
        .map(|line| format!("{} (`{}`{})", line.line, line.text, why_silent(line)))
        .collect();
    let rest = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    let lines = if all.len() == 1 { "line" } else { "lines" };
    (!all.is_empty()).then(|| {
        format!(
            "In {} of “{}” {lines} {}{rest} of the script of {} had no say.",
            deals(each),
            each.configuration,
            named.join(", "),
            each.bot
        )
    })
}

/// Why a line had no say, to stand behind its text; nothing where that was not counted.
fn why_silent(line: &LineUse) -> String {
    let sum = |of: fn(&SaidAt) -> u64| line.at.iter().map(of).sum::<u64>();
    let parts = [
        (
            sum(|at| at.unmet),
            "its conditions never held",
            "its conditions did not hold",
        ),
        (
            sum(|at| at.unfit),
            "no move on offer ever was what it asks for",
            "no move on offer was what it asks for",
        ),
        (
            sum(|at| at.late),
            "an earlier line had chosen at every choice",
            "an earlier line had chosen",
        ),
    ];
    let told: Vec<_> = parts.into_iter().filter(|(choices, ..)| *choices > 0).collect();
    match told[..] {
        [] => String::new(),
        [(_, only, _)] => format!(": {only}"),
        _ => {
            let told = told
                .iter()
                .map(|(choices, _, why)| format!("at {} {why}", format::count(*choices)));
            let choices = format::count(sum(|at| at.choices));
            format!(": of {choices} choices, {}", format::and(&told.collect::<Vec<_>>()))
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
            "{} of the choices of {} in “{}” fell to `{ANY}` or to no line, and were made at random: `{replay} --why` \
             shows which, to write lines for them.",
            format::percent(any, 0),
            each.bot,
            each.configuration,
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
                    late: 0,
                },
                SaidAt {
                    role: "player".to_owned(),
                    turns: "4–7".to_owned(),
                    choices: 30,
                    said: *said,
                    unmet: 0,
                    unfit: 0,
                    late: if *said == 0 { 30 } else { 0 },
                },
            ],
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
        let shown = lines(&script(&[6, 0]));
        let heads: Vec<&str> = shown.heads.iter().map(|head| &*head.text).collect();
        assert_eq!(heads, ["line", "choices", "of all", "turn 1", "turn 4–7"]);
        let cells: Vec<&str> = shown.rows[0].iter().map(|cell| &*cell.text).collect();
        assert_eq!(cells, ["1: tactic 1", "6", "15.0 %", "0.0 %", "20.0 %"]);
    }

    #[test]
    fn silent_lines_are_named_and_many_are_counted() {
        assert_eq!(silent(&script(&[6, 1])), None);
        assert_eq!(
            silent(&script(&[6, 0])).as_deref(),
            Some(
                "In the first 100 deals of “base” line 2 (`tactic 2`: of 40 choices, at 10 its conditions did not hold and at 30 an \
                 earlier line had chosen) of the script of mine had no say."
            )
        );
        let mut late = script(&[6, 0]);
        (late.lines[1].at[0].unmet, late.lines[1].at[0].late) = (0, 10);
        let said = silent(&late).expect("one is silent");
        assert!(
            said.contains("line 2 (`tactic 2`: an earlier line had chosen at every choice) of"),
            "{said}"
        );
        (late.lines[1].at[0].unmet, late.lines[1].at[0].late) = (10, 0);
        (late.lines[1].at[1].unmet, late.lines[1].at[1].late) = (30, 0);
        let said = silent(&late).expect("one is silent");
        assert!(
            said.contains("line 2 (`tactic 2`: its conditions never held) of"),
            "{said}"
        );
        let many = silent(&script(&[0; 9])).expect("all are silent");
        assert!(
            many.contains("lines 1 (`tactic 1`: ") && many.contains("chosen), 2 (") && many.contains("and 3 more of"),
            "{many}"
        );
    }

    /// What falls to chance is told where it is much.
    #[test]
    fn what_is_left_to_chance_is_told() {
        let mut each = script(&[6, 10]);
        assert_eq!(told(&each, "balance replay mine.toml --game N"), Vec::<String>::new());
        ANY.clone_into(&mut each.lines[1].text);
        let [said] = &told(&each, "balance replay mine.toml --game N")[..] else {
            panic!("one sentence")
        };
        assert!(
            said.starts_with(
                "25 % of the choices of mine in “base” fell to `any` or to no line, and were made at random"
            ),
            "{said}"
        );
        assert!(said.contains("`balance replay mine.toml --game N --why`"), "{said}");
        (each.lines[1].said, each.lines[1].at[1].said) = (2, 2);
        assert_eq!(
            told(&each, "balance replay mine.toml --game N"),
            Vec::<String>::new(),
            "little"
        );
    }
}
