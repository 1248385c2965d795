//! The same tables with other bots at every seat.

use super::super::findings::{Direction, far_from_fair, sides_of, sure_of_others};
use super::super::format;
use super::cell::{Detail, Shown, TableCell, count, essential, estimate, figure, number, optional, text, word};
use super::events::median;
use super::setup::sides;
use crate::metrics::{fair_share, goal_mark, only_side, playing, side};
use balance_config::scenario::FAIR;
use balance_inference::table::{Configuration, Results, SideRow};
use balance_kit::bots::{EXPERT, NOVICE};

/// The levels of play beside `club`.
const LEVELS_BESIDE: [&str; 2] = [NOVICE, EXPERT];

/// What stands above these tables.
pub const LEVELS: &str = "By level of the bots";

/// One row for the bots of the run and for each bot of the league, at every table; none where no other bot was asked. Without
/// intervals where it is to be short.
pub fn others(results: &Results, detail: Detail) -> Option<Shown> {
    let asked = results.configurations.iter().filter(|each| !each.others.is_empty());
    let all: Vec<&Configuration> = asked.collect();
    let turn_word = &all.first()?.turn_word;
    let several = results.configurations.len() > 1;
    let is_played = |bot: &str| all.iter().any(|each| each.others.iter().any(|other| other.name == bot));
    let plays = |side: &&str| all.iter().any(|each| playing(each).any(|row| row.side == *side));
    let sides: Vec<&str> = sides(results).into_iter().filter(plays).collect();
    let rate_help = match detail {
        Detail::Short => "win rate",
        Detail::Full => "win rate; in brackets the 95% interval",
    };
    let fair_help = "of every side: several may win together, with one bot more often than with another";
    let mut shown = Shown::of_rows("others", LEVELS, all.iter().flat_map(|each| rows(results, each)))
        .note(match (several, LEVELS_BESIDE.iter().all(|level| is_played(level))) {
            (true, _) => "",
            (false, true) => "First row: this run. Novice bots make mistakes, expert bots look ahead.",
            (false, false) => "First row: this run. Below: the same with other bots.",
        })
        .column_if(several.then_some(word("version")), |row| text(&row.each.name))
        .words("bots", |row| text(row.bots))
        .figure("games", "", |row| count(row.one.games))
        .columns(
            &sides,
            |side| essential(side, rate_help),
            |row, name| optional(side(row.one, name), |side| row.rate(side, detail)),
        )
        .column_if(fair_shares(&all).then_some(figure("fair share", fair_help)), |row| {
            optional(fair_share(row.one), |share| {
                number(format::percent(share, row.digits()), share)
            })
        })
        .figure(&format!("median {turn_word}"), "median length of a game", |row| {
            median(row.one)
        })
        .build();
    let marked = |cell: &TableCell| cell.text.ends_with(['✓', '✗', '?', '▲', '▼']);
    if shown.rows.iter().flatten().any(marked) {
        shown.note = format::joined([Some(shown.note), Some(legend(&all, &sides))]);
    }
    Some(shown)
}

/// What some bots do at a table.
struct OpponentRow<'r> {
    each: &'r Configuration,
    bots: &'r str,
    /// Their games.
    one: &'r Configuration,
    /// Sides that are far from fair with them.
    far: Vec<(&'r str, Direction)>,
}

/// The rows of a configuration: of the bots of the run, and of each other bot.
fn rows<'r>(results: &Results, each: &'r Configuration) -> Vec<OpponentRow<'r>> {
    let bots = match &each.bots[..] {
        [only] => &only.bot,
        _ => "those of this run",
    };
    let standings = sides_of(each, results.configurations.len()).into_iter();
    let far = standings.filter_map(|(row, at)| Some((&*row.side, at.standing.beyond()?)));
    let first = OpponentRow {
        each,
        bots,
        one: each,
        far: far.collect(),
    };
    let confidence = sure_of_others(results);
    let other = |one: &'r Configuration| {
        let far = |row: &'r SideRow| Some((&*row.side, far_from_fair(one, row, confidence)?));
        OpponentRow {
            each,
            bots: &one.name,
            one,
            far: one.sides.iter().filter_map(far).collect(),
        }
    };
    std::iter::once(first).chain(each.others.iter().map(other)).collect()
}

impl OpponentRow<'_> {
    fn rate(&self, row: &SideRow, detail: Detail) -> TableCell {
        let shown = match detail {
            Detail::Short => format::percent(row.win_rate.value, self.digits()),
            Detail::Full => format::share(row.win_rate),
        };
        estimate(format!("{shown} {}", self.mark(row)).trim_end(), row.win_rate)
    }

    fn mark(&self, row: &SideRow) -> &'static str {
        // What is wished is asked of every row by itself, as in the other tables.
        match self.one.wish_of_side(&row.side) {
            Some(wish) => wish.answer.map_or("", |answer| goal_mark(answer.verdict)),
            // Beside a goal of another side a fair share says nothing.
            None if self.each.sides.iter().any(|side| self.each.is_wished(&side.side)) => "",
            None => {
                let mut far = self.far.iter();
                far.find(|(side, _)| *side == row.side).map_or("", |(_, at)| at.mark())
            }
        }
    }

    /// As many digits in all of a line as the widest of its intervals carries.
    fn digits(&self) -> usize {
        let digits = self.one.sides.iter().map(|row| format::decimals(row.win_rate));
        digits.min().unwrap_or(0).min(1)
    }
}

/// Is a share fair with some bots that is not with others at the same table, and one share of all sides with each?
fn fair_shares(all: &[&Configuration]) -> bool {
    let other = |each: &Configuration, one: &Configuration| {
        let shares = fair_share(each).zip(fair_share(one));
        shares.is_some_and(|(own, other)| (own - other).abs() > 0.000_5)
    };
    let mut shared = all.iter().filter(|each| only_side(each).is_none());
    shared.any(|each| each.others.iter().any(|one| other(each, one)))
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
