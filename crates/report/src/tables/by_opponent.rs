//! The same tables with other bots at every seat.

use super::super::findings::{Direction, far_from_fair, sides_of, sure_of_others};
use super::super::format;
use super::cell::{
    Detail, Shown, TableCell, TableHead, count, estimate, figure, number, optional, rate_of_side, text, word,
};
use super::events::median;
use super::setup::sides;
use crate::metrics::{fair_share, goal_mark, playing, side};
use balance_config::scenario::FAIR;
use balance_inference::table::{Configuration, Results, SideRow};

/// What stands above these tables.
pub const LEVELS: &str = "By level of the bots";

/// One row for the bots of the run and for each bot of the league, at every table; none where no other bot was asked. Without
/// intervals where it is to be short.
pub fn others(results: &Results, detail: Detail) -> Option<Shown> {
    let table = OpponentTable::of_run(results, detail)?;
    let rows: Vec<Vec<TableCell>> = table.all.iter().flat_map(|each| table.rows(results, each)).collect();
    let marked = |cell: &TableCell| cell.text.ends_with(['✓', '✗', '?', '▲', '▼']);
    let mut note = if table.several {
        String::new()
    } else {
        "First row: this run. Below: the same with other bots.".to_owned()
    };
    if rows.iter().flatten().any(marked) {
        note = format::joined([Some(note), Some(legend(&table.all, &table.sides))]);
    }
    Some(Shown {
        id: "others",
        title: LEVELS.to_owned(),
        note,
        heads: table.heads(),
        rows,
    })
}

/// What all rows of the table have in common.
struct OpponentTable<'r> {
    detail: Detail,
    /// The configurations of which other bots were asked.
    all: Vec<&'r Configuration>,
    /// Are there several configurations in the run?
    several: bool,
    sides: Vec<&'r str>,
    /// Does a column tell the fair share of every side?
    fair: bool,
}

impl<'r> OpponentTable<'r> {
    fn of_run(results: &'r Results, detail: Detail) -> Option<Self> {
        let asked = results.configurations.iter().filter(|each| !each.others.is_empty());
        let all: Vec<&Configuration> = asked.collect();
        all.first()?;
        let plays = |side: &&str| all.iter().any(|each| playing(each).any(|row| row.side == *side));
        Some(OpponentTable {
            detail,
            several: results.configurations.len() > 1,
            sides: sides(results).into_iter().filter(plays).collect(),
            fair: fair_shares(&all),
            all,
        })
    }

    fn heads(&self) -> Vec<TableHead> {
        let mut heads: Vec<TableHead> = Vec::new();
        if self.several {
            heads.push(word("version"));
        }
        heads.push(word("bots"));
        heads.push(figure("games", ""));
        let help = match self.detail {
            Detail::Short => "win rate",
            Detail::Full => "win rate; in brackets the 95% interval",
        };
        heads.extend(self.sides.iter().map(|side| rate_of_side(side, help)));
        if self.fair {
            heads.push(figure(
                "fair share",
                "of every side: several may win together, with one bot more often than with another",
            ));
        }
        let word = &self.all[0].turn_word;
        heads.push(figure(&format!("median {word}"), "median length of a game"));
        heads
    }

    /// The rows of a configuration: of the bots of the run, and of each other bot.
    fn rows(&self, results: &Results, each: &Configuration) -> Vec<Vec<TableCell>> {
        let standings = sides_of(each, results.configurations.len());
        let of_run = |row: &SideRow| {
            let (_, at) = standings.iter().find(|(known, _)| known.side == row.side)?;
            at.standing.beyond()
        };
        let own_bots = match &each.bots[..] {
            [only] => only.bot.clone(),
            _ => "those of this run".to_owned(),
        };
        let first = self.row(each, (&own_bots, each), &of_run);
        let confidence = sure_of_others(results);
        let others = each
            .others
            .iter()
            .map(|one| self.row(each, (&one.name, one), &|row| far_from_fair(one, row, confidence)));
        std::iter::once(first).chain(others).collect()
    }

    /// The row of one bot; `gap` says of a side of which nothing is wished whether it is far from fair.
    fn row(
        &self,
        each: &Configuration,
        (name, one): (&str, &Configuration),
        gap: &dyn Fn(&SideRow) -> Option<Direction>,
    ) -> Vec<TableCell> {
        // What is wished is asked of every row by itself, as in the other tables.
        let mark = |row: &SideRow| match one.wish_of_side(&row.side) {
            Some(wish) => wish.answer.map_or("", |answer| goal_mark(answer.verdict)),
            // Beside a goal of another side a fair share says nothing.
            None if each.sides.iter().any(|side| each.is_wished(&side.side)) => "",
            None => gap(row).map_or("", Direction::mark),
        };
        // As many digits in all of a line as the widest of its intervals carries.
        let digits = one.sides.iter().map(|row| format::decimals(row.win_rate)).min();
        let digits = digits.unwrap_or(0).min(1);
        let rate = |row: &SideRow| -> TableCell {
            let shown = match self.detail {
                Detail::Short => format::percent(row.win_rate.value, digits),
                Detail::Full => format::share(row.win_rate),
            };
            estimate(format!("{shown} {}", mark(row)).trim_end(), row.win_rate)
        };
        let mut cells = if self.several {
            vec![text(&each.name)]
        } else {
            Vec::new()
        };
        cells.push(text(name));
        cells.push(count(one.games));
        cells.extend(self.sides.iter().map(|name| optional(side(one, name), rate)));
        if self.fair {
            cells.push(optional(fair_share(one), |share| {
                number(format::percent(share, digits), share)
            }));
        }
        cells.push(median(one));
        cells
    }
}

/// Is a share fair with some bots that is not with others at the same table, and one share of all sides with each?
fn fair_shares(all: &[&Configuration]) -> bool {
    let other = |each: &Configuration, one: &Configuration| {
        let shares = fair_share(each).zip(fair_share(one));
        shares.is_some_and(|(own, other)| (own - other).abs() > 0.000_5)
    };
    all.iter().any(|each| each.others.iter().any(|one| other(each, one)))
}

/// What the marks mean; a side of which something is wished is held to that, and not to its fair share.
fn legend(all: &[&Configuration], sides: &[&str]) -> String {
    let is_wished = |wished: bool| {
        let of = |side: &&str| all.iter().any(|each| each.wish_of_side(side).is_some() == wished);
        sides.iter().any(of)
    };
    let points = format::plain(100.0 * FAIR, 0);
    let shares = format!("▲▼ confirmed more than {points} points above or below fair. No arrow: not confirmed.");
    let goals = "Goals of [expect]: ✓ met, ✗ missed, ? undecided.";
    match (is_wished(true), is_wished(false)) {
        (true, _)
            if all
                .iter()
                .all(|each| each.sides.iter().any(|side| each.is_wished(&side.side))) =>
        {
            goals.to_owned()
        }
        (true, true) => format!("{goals} {shares}"),
        (true, false) => goals.to_owned(),
        (false, _) => shares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use balance_inference::judge::Verdict;

    #[test]
    fn the_note_speaks_of_wishes_where_marks_are_about_them() {
        let mut results = sample::single();
        results.configurations[0].others = vec![results.configurations[0].clone()];
        let note = |results: &Results| others(results, Detail::Full).expect("other bots").note;
        assert!(!note(&results).contains("[expect]"), "{}", note(&results));
        let side = results.configurations[0].sides[0].side.clone();
        let wish = sample::wish(&format!("win-rate.{side}"), (0.3, 0.5), (Verdict::Within, 0.4));
        results.configurations[0].targets = vec![wish];
        let said = note(&results);
        assert!(
            said == "First row: this run. Below: the same with other bots. Goals of [expect]: ✓ met, ✗ missed, ? undecided.",
            "{said}"
        );
    }

    /// A gap that is small, however sure, has no mark: the mark of an unfair side would stand beside a fair share.
    #[test]
    fn a_side_that_is_off_by_little_is_not_marked() {
        let mut results = sample::single();
        let each = &mut results.configurations[0];
        let games = each.games as f64;
        for (row, gap) in each
            .sides
            .iter_mut()
            .filter(|row| row.fair.is_some())
            .zip([0.1, -0.01, -0.09])
        {
            row.fair = Some(1.0 / 3.0);
            row.deals = Vec::new();
            row.wins = ((1.0 / 3.0 + gap) * games) as u64;
        }
        each.others = vec![each.clone()];
        let shown = others(&results, Detail::Short).expect("other bots");
        for row in &shown.rows {
            let marks: Vec<Option<char>> = row[2..5].iter().map(|cell| cell.text.chars().last()).collect();
            assert_eq!(marks, [Some('▲'), Some('%'), Some('▼')], "{row:?}");
        }
        assert!(
            shown
                .note
                .ends_with("▲▼ confirmed more than 2 points above or below fair. No arrow: not confirmed."),
            "{}",
            shown.note
        );
    }

    /// The largest gap of a table is not the one that has no mark.
    #[test]
    fn a_side_that_is_far_off_with_another_bot_alone_is_marked() {
        let mut results = sample::single();
        let each = &mut results.configurations[0];
        let games = each.games;
        let set = |each: &mut Configuration, gaps: [f64; 3]| {
            let fair = each.sides.iter_mut().filter(|row| row.fair.is_some());
            for (row, gap) in fair.zip(gaps) {
                row.fair = Some(1.0 / 3.0);
                row.wins = ((1.0 / 3.0 + gap) * games as f64) as u64;
                row.deals = vec![games - row.wins, row.wins];
            }
        };
        set(each, [0.0; 3]);
        let mut other = each.clone();
        "pirate".clone_into(&mut other.name);
        set(&mut other, [0.2, -0.2, 0.0]);
        each.others = vec![other];
        let shown = others(&results, Detail::Short).expect("other bots");
        let marks = |row: usize| -> Vec<char> {
            let last = shown.rows[row].iter().filter_map(|cell| cell.text.chars().last());
            last.filter(|mark| "▲▼=?".contains(*mark)).collect()
        };
        assert_eq!(marks(0), []);
        assert_eq!(marks(1), ['▲', '▼'], "{:?}", shown.rows[1]);
        assert!(shown.note.contains("▲▼ confirmed"), "{}", shown.note);
    }

    /// The mark of a wish means the same in every row: met or missed by these bots.
    #[test]
    fn a_wish_is_marked_as_met_or_missed() {
        let mut results = sample::single();
        let side = results.configurations[0].sides[0].side.clone();
        let wish = |verdict: Verdict| sample::wish(&format!("win-rate.{side}"), (0.1, 0.2), (verdict, 0.4));
        let mut other = results.configurations[0].clone();
        other.name = "other".to_owned();
        // Of several bands one that is missed counts, wherever it stands.
        other.targets = vec![wish(Verdict::Within), wish(Verdict::Outside), wish(Verdict::Undecided)];
        let mut met = other.clone();
        met.targets = vec![wish(Verdict::Within)];
        let mut open = other.clone();
        open.targets = vec![wish(Verdict::Within), wish(Verdict::Undecided)];
        results.configurations[0].targets = vec![wish(Verdict::Outside)];
        results.configurations[0].others = vec![other, met, open];
        let shown = others(&results, Detail::Short).expect("other bots");
        let column: Vec<Option<char>> = shown.rows.iter().map(|row| row[2].text.chars().last()).collect();
        assert_eq!(column, [Some('✗'), Some('✗'), Some('✓'), Some('?')]);
    }
}
