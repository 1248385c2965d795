//! The sentences of the first screen. One message, one template, written out whole.

use super::fairness::Fairness;
use super::verdict::{BalanceVerdict, NoAnswer, SideReference, SideSummary, VersionSummary, version_name};
use crate::findings::{Direction, RateStanding, SEAT_MARGIN, SELDOM, Standing, agreement, goals_of_winners, players};
use crate::format;
use crate::metrics::{
    goal_band, goal_mark, goal_verdict, goal_word, judged_goals, metric_words, number_found, only_side, short_name,
};
use balance_config::scenario::{FAIR, Margins};
use balance_inference::judge::Verdict;
use balance_inference::table::{
    ComparisonRow, Configuration, EndingRow, LengthRow, Quantile, Rate, SeatRow, TargetRow,
};
use balance_kit::schema::messages::{percent_of, things};

pub mod label {
    pub const SEATS: &str = "Seats";
    pub const LENGTH: &str = "Length";
    pub const SCORES: &str = "Scores";
    pub const ENDINGS: &str = "Ends by";
    pub const LEAD: &str = "Lead";
    pub const CHOICES: &str = "Choices";
    pub const GOAL: &str = "Goal";
    pub const STOPPED: &str = "Stopped";
    pub const TRUST: &str = "How far to trust this";
    pub const SAMPLING: &str = "Sampling";
    pub const BOTS: &str = "Bots";
    pub const RULES: &str = "Rules";
    pub const PEOPLE: &str = "People";
    pub const UNUSED: &str = "Unused";
    pub const CHANGES: &str = "Changes";
}

pub mod purpose {
    pub const FINER: &str = "a finer answer";
    pub const EXPERTS: &str = "the same game between expert bots, who play slowly";
    pub const EXPLAIN: &str = "what each rule and component does";

    /// What moves a side that is not fair.
    pub fn explain_side(side: &str) -> String {
        format!("what moves {}’s wins", super::format::side(side))
    }

    /// How a side comes to its fair share.
    pub fn search_fair(side: &str, fair: f64) -> String {
        let fair = super::format::percent(fair, 0);
        format!("try to bring {} to {fair}", super::format::side(side))
    }

    pub const SEARCH: &str = "search for rules that meet the goals";
    pub const SEARCH_FAIR: &str = "search for fairer rules";
    pub const WHY: &str = "where the games first differ";
}

pub fn scope(each: &Configuration) -> String {
    let with = if only_side(each).is_some() { "with" } else { "between" };
    match &each.bots[..] {
        [only] if only.mirror => format!("{with} {}", players(&only.bot)),
        several if each.rotations > 1 => format!("averaged over {} bots that take turns", several.len()),
        _ => format!("{with} these bots"),
    }
}

pub fn verdict(version: &VersionSummary, scope: &str) -> String {
    let each = version.each;
    let digits = version.digits();
    let wins = |side: &SideSummary| {
        let rate = format::percent(side.rate.value, digits);
        let fair = side.standing().map_or(0.0, |at| at.fair);
        let fair = format::percent(fair, digits);
        format!(
            "{scope}: {rate} of games are won by {}, where {fair} would be fair.",
            format::side(&side.row.side)
        )
    };
    let won = version
        .sides
        .first()
        .map_or_else(String::new, |side| format::percent(side.rate.value, digits));
    let [seldom, often] = [SELDOM, 1.0 - SELDOM].map(|share| format::percent(share, 0));
    let margin = format::plain(100.0 * FAIR, 0);
    match version.verdict {
        BalanceVerdict::NotFair => version
            .furthest(|at| matches!(at, Standing::Beyond(_)))
            .map_or_else(String::new, wins),
        BalanceVerdict::Uneven => {
            let off = version
                .furthest(|at| matches!(at, Standing::Off(_)))
                .map_or_else(String::new, wins);
            format!("{off} The gap is confirmed, but may be below {margin} points.")
        }
        BalanceVerdict::Fair => {
            let who = if each.seats_are_sides() { "player" } else { "side" };
            let gap = version.furthest(|_| true);
            let gap = gap.map_or_else(String::new, |side| {
                format!(
                    " Largest gap: {}.",
                    gap_of(&format::side(&side.row.side), side.gap().unwrap_or(0.0))
                )
            });
            format!("{scope}: every {who} is within {margin} points of a fair share.{gap}")
        }
        BalanceVerdict::TooHard => format!("{scope}: {won} of games are won, fewer than {seldom}."),
        BalanceVerdict::TooEasy => format!("{scope}: {won} of games are won, more than {often}."),
        BalanceVerdict::Winnable => format!("{scope}: {won} of games are won."),
        BalanceVerdict::Undecided if only_side(each).is_some() && !goals_of_winners(each) => format!(
            "{scope} after {}: {won} of games are won; whether fewer than {seldom} or more than {often} is not confirmed.",
            format::games(each.games)
        ),
        BalanceVerdict::Undecided if version.sides.iter().all(|side| side.standing().is_some()) => {
            format!(
                "{scope} after {}: a gap of more than {margin} points is neither confirmed nor ruled out.",
                format::games(each.games)
            )
        }
        BalanceVerdict::Undecided | BalanceVerdict::GoalsMet => {
            let met = judged_goals(each).filter(|row| goal_verdict(row) == Verdict::Within);
            format!(
                "{scope}. Goals confirmed: {} of {}.",
                met.count(),
                judged_goals(each).count()
            )
        }
        BalanceVerdict::GoalsMissed => {
            let mut missed = judged_goals(each).filter(|row| goal_verdict(row) == Verdict::Outside);
            let (count, of) = (missed.clone().count(), judged_goals(each).count());
            format!(
                "{scope}, {count} of {of}. {}",
                missed.find_map(goal).unwrap_or_default()
            )
        }
        BalanceVerdict::NoAnswer(reason) => no_answer(reason, scope, format::one(&each.turn_word)),
    }
}

fn no_answer(reason: NoAnswer, scope: &str, turn: &str) -> String {
    match reason {
        NoAnswer::NoGames => "yet: no game was played.".to_owned(),
        NoAnswer::RandomMoves => "from random moves: they say nothing about balance between people.".to_owned(),
        NoAnswer::NoGameEnds => format!("{scope}: every game was stopped at the {turn} limit."),
        NoAnswer::FewGamesEnd => format!("{scope}: most games were stopped at the {turn} limit."),
    }
}

/// `seat 8, −0.5 points`.
fn gap_of(name: &str, gap: f64) -> String {
    format!("{name}, {} points", format::points_only(gap, 1))
}

/// The ends of an interval of a share: `45.8–46.1`; nothing where nothing is known.
pub fn range(rate: Rate, digits: usize) -> String {
    if rate.lo.is_finite() && rate.hi.is_finite() {
        let end = |end: f64| format::plain(100.0 * end, digits);
        format!("{}–{}", end(rate.lo), end(rate.hi))
    } else {
        String::new()
    }
}

pub fn standing(side: &SideSummary) -> &'static str {
    match side.reference {
        SideReference::Fair(at) => match at.standing {
            Standing::Beyond(Direction::More) => "too high",
            Standing::Beyond(Direction::Less) => "too low",
            Standing::Off(Direction::More) => "high",
            Standing::Off(Direction::Less) => "low",
            Standing::Within => "fair",
            Standing::Open => "undecided",
        },
        SideReference::Goal(row) => goal_word(goal_verdict(row)),
        SideReference::None => "",
    }
}

pub fn goal_of(side: &SideSummary) -> String {
    match side.reference {
        SideReference::Goal(row) => goal_band(row),
        _ => "no goal".to_owned(),
    }
}

/// A goal and what was found: `Mean turns 34.7 (34.6–34.8), goal at most 30: missed.`
pub fn goal(row: &TargetRow) -> Option<String> {
    let answer = row.answer?;
    let found = number_found(row, &answer);
    let metric = format::capital(&metric_words(&row.metric));
    Some(format!(
        "{metric} {found}, goal {}: {}.",
        goal_band(row),
        goal_word(answer.verdict)
    ))
}

pub fn bots_note(each: &Configuration, left_out: usize) -> String {
    match (left_out, each.rotations <= 1) {
        (0, true) => "Each bot keeps its seats or roles: this does not say who plays better.".to_owned(),
        (0, false) => String::new(),
        (more, _) => format!("{more} more bots lie between these."),
    }
}

pub fn seat_beyond((row, at): (&SeatRow, RateStanding)) -> String {
    format!("Not fair: {}", seat_wins(row, at))
}

pub fn seat_off((row, at): (&SeatRow, RateStanding)) -> String {
    format!(
        "Uneven: {} Whether the gap exceeds {} point is undecided.",
        seat_wins(row, at),
        format::plain(100.0 * SEAT_MARGIN, 0)
    )
}

fn seat_wins(row: &SeatRow, at: RateStanding) -> String {
    let (rate, fair) = format::share_and_fair(at.rate, at.fair, SEAT_MARGIN);
    format!("seat {} wins {rate}, where its roles would give {fair}.", row.seat)
}

pub const SEATS_ARE_ROLES: &str = "Not separable from roles: every seat always has the same role.";

pub fn seats_even((row, at): (&SeatRow, RateStanding)) -> String {
    format!(
        "Fair to within {} point. Largest gap: {}.",
        format::plain(100.0 * SEAT_MARGIN, 0),
        gap_of(&format!("seat {}", row.seat), at.rate.value - at.fair)
    )
}

pub fn seats_open((row, at): (&SeatRow, RateStanding)) -> String {
    format!(
        "Undecided. Largest gap: {}; the limit is {} point.",
        gap_of(&format!("seat {}", row.seat), at.rate.value - at.fair),
        format::plain(100.0 * SEAT_MARGIN, 0)
    )
}

/// How games end, the most frequent way first: `kelp 46%, logs 43%, coins 11%.`
pub fn endings(rows: &[&EndingRow]) -> String {
    let share = |row: &&EndingRow| match row.share.value {
        rare if rare <= 0.005 => format!("{} under 1%", row.ending),
        most if most >= 0.995 => format!("{} over 99%", row.ending),
        share => format!("{} {}", row.ending, format::percent(share, 0)),
    };
    let named: Vec<String> = rows.iter().take(ENDINGS).map(share).collect();
    let rest = rows.len().saturating_sub(ENDINGS);
    let rest = if rest > 0 {
        format!("; {}", things(rest, "more way"))
    } else {
        String::new()
    };
    format!("{}{rest}.", named.join(", "))
}

/// More ways to end than this are counted and not named.
const ENDINGS: usize = 4;

/// Minutes of a typical game, and the least and most of nine in ten.
pub struct Minutes {
    pub median: f64,
    pub most: Option<(f64, f64)>,
}

/// How long a typical game takes, also in minutes where the scenario says how long people take.
pub fn length(
    row: &LengthRow,
    median: &Quantile,
    most: Option<(u32, u32)>,
    capped: u64,
    minutes: Option<&Minutes>,
) -> String {
    let interval = match (median.lo, median.hi) {
        (Some(lo), Some(hi)) if capped == 0 && lo != hi => format!(" ({lo}–{hi})"),
        _ => String::new(),
    };
    let whole = |minutes: f64| format::plain(minutes, 0);
    let most = most.map_or_else(String::new, |most| {
        let minutes = minutes.and_then(|minutes| minutes.most);
        let minutes = minutes.map_or_else(String::new, |(from, to)| {
            format!(" ({} to {} minutes)", whole(from), whole(to))
        });
        format!(" 9 in 10 games took {}{minutes}.", format::span(most))
    });
    let stopped = match capped {
        0 => String::new(),
        capped => format!(
            " {} of {} were stopped at the {} limit.",
            format::count(capped),
            format::games(row.games),
            format::one(&row.measure)
        ),
    };
    let minutes = minutes.map_or_else(String::new, |minutes| {
        format!(", about {} minutes", whole(minutes.median))
    });
    format!(
        "Median {} {}{interval}{minutes}.{most}{stopped}",
        median.value, row.measure
    )
}

/// The medians of the sides, from the least to the most.
pub fn scores((least, most): (&i64, &i64)) -> String {
    let [low, high] = [least, most].map(|points| format::plain(*points as f64, 0));
    if least == most {
        format!("Median {low} points for every side.")
    } else {
        format!("Medians of the sides: {low} to {high} points.")
    }
}

pub fn margin(median: u32, most: (u32, u32), close: f64) -> String {
    format!(
        "The best is ahead by {median}, in 9 of 10 games by {}; level or 1 point apart in {}.",
        format::span(most),
        format::percent(close, 0)
    )
}

pub fn lead(half: f64, late: f64) -> String {
    format!(
        "A sole leader at half time wins {}, at {LATE}% of the length {}.",
        format::percent(half, 0),
        format::percent(late, 0)
    )
}

/// The later moment at which the summary looks at the lead, in per cent of a game's length.
pub const LATE: u32 = 80;

pub fn choices((options, forced): (f64, f64)) -> String {
    format!(
        "On average {} moves to choose from. {} of moves are forced.",
        format::plain(options, 1),
        format::percent(forced, 0)
    )
}

pub fn small_gaps() -> String {
    let margin = format::plain(100.0 * FAIR, 0);
    format!("High, low: a confirmed gap that may be smaller than {margin} points.")
}

pub const FAIR_SIDES: &str = "Fair: every side wins equally often.";

pub fn mostly_capped(row: &LengthRow, capped: u64) -> String {
    format!(
        "{} of {} were stopped at the {} limit, {} {}.",
        format::count(capped),
        format::games(row.games),
        format::one(&row.measure),
        row.max,
        row.measure
    )
}

pub fn few_lengths(row: &LengthRow) -> String {
    let span = format::span((row.min, row.max));
    format!(
        "{} took {span} {}: too few for a typical length.",
        format::capital(&format::games(row.games)),
        row.measure
    )
}

pub fn interrupted(games: u64) -> String {
    format!("Stopped by you before {} were played.", format::games(games))
}

/// Beside a rate that meets or misses a goal, or may do either.
pub const GOALS: [char; 3] = ['✓', '✗', '?'];

pub const NO_CHANGE: &str = "no meaningful difference";
pub const NOTHING_DIFFERS: &str = "same results";
pub const UNDECIDED: &str = "undecided";

pub fn goal_mark_of(side: &SideSummary) -> Option<String> {
    match side.reference {
        SideReference::Goal(row) => Some(goal_mark(goal_verdict(row)).to_owned()),
        SideReference::Fair(_) | SideReference::None => None,
    }
}

pub fn change(name: &str, effect: &str) -> String {
    format!("“{name}”: {effect}.")
}

pub fn changes(confirmed: usize, of: usize) -> String {
    let moves = if confirmed == 1 { "moves" } else { "move" };
    format!("{confirmed} of {of} {moves} a win rate or the length.")
}

pub const PROVISIONAL: &str = "Provisional: these bots are weak.";

pub fn no_changes(margins: Margins) -> String {
    format!(
        "No meaningful difference: every win rate stays within {}, and the length within {}.",
        format::amount_of_points(margins.share),
        percent_of(margins.length)
    )
}

pub fn changes_alike(games: u64) -> String {
    match games {
        1 => "The one game has the same result.".to_owned(),
        games => format!("No result differs in {}.", format::games(games)),
    }
}

pub fn changes_undecided(games: u64) -> String {
    format!(
        "Undecided: no difference in who wins or how long is confirmed after {}.",
        format::games(games)
    )
}

/// In how many of several versions the worst verdict holds.
pub fn verdict_of_several(scope: Option<&str>, count: usize, of: usize) -> String {
    let scope = scope.map_or_else(String::new, |scope| format!(" {scope}"));
    match count {
        2 if of == 2 => format!("in both versions{scope}."),
        count if count == of => format!("in all {of} versions{scope}."),
        count => format!("in {count} of {of} versions{scope}."),
    }
}

/// `Profiteer −22.4`.
pub fn gap(side: &str, gap: f64) -> String {
    format!("{} {}", format::capital(side), format::points_only(gap, 1))
}

/// `Profiteer +22.1`.
pub fn change_of_winner(row: &ComparisonRow, digits: usize) -> String {
    format!(
        "{} {}",
        format::capital(&short_name(&row.metric)),
        format::points_between(row.other, row.reference, digits)
    )
}

/// `−5.1 turns in typical games`.
pub fn in_typical_games(change: &str) -> String {
    format!("{change} in typical games")
}

/// `Profiteer +22.1 points`.
pub fn in_points(change: &str) -> String {
    format!("{change} points")
}

/// `−5.1 turns`: what changes by more than a typical game counts as one.
pub fn change_of_length(turns: &str, row: &ComparisonRow) -> String {
    let places = decimals_of_change(row.simultaneous.value);
    format!("{} {turns}", difference_of_length(row, places))
}

/// `−5.1`: of the means as they are written, unless a game that changes by more than counts makes it another.
pub fn difference_of_length(row: &ComparisonRow, places: usize) -> String {
    if is_of_means(row, places) {
        format::difference_as_written(row.other, row.reference, places)
    } else {
        format::difference(row.simultaneous.value, places)
    }
}

/// Is the change that of the means, as far as so many decimals show?
pub fn is_of_means(row: &ComparisonRow, places: usize) -> bool {
    (row.other - row.reference - row.simultaneous.value).abs() < 0.5 * 0.1_f64.powi(places as i32)
}

/// Digits after the point of a change of length: one, or as few as show it.
pub fn decimals_of_change(change: f64) -> usize {
    let shows = |digits: &usize| format::difference(change, *digits).starts_with(['+', '−']);
    (1..4).find(shows).unwrap_or(1)
}

/// What stands where a number is the same but for the margin.
pub const SAME: &str = "=";

/// What stands beside the numbers of a version that is compared with another.
pub const CHANGES: &str = "Second number: a confirmed change. =: no meaningful change. No second number: undecided.";

/// Of the table of versions.
pub fn versions(base: Option<&str>) -> String {
    base.map_or_else(
        || "Versions".to_owned(),
        |base| format!("Versions, compared with “{base}”"),
    )
}

/// A variant in a table, below another version of its cell of the matrix.
pub fn variant(name: &str) -> String {
    format!("· {name}")
}

pub fn fair_share(share: f64) -> String {
    format!("A fair share is {}.", format::percent(share, 1))
}

pub fn not_fair() -> String {
    let margin = format::plain(100.0 * FAIR, 0);
    format!("Not fair: a gap above {margin} points is confirmed.")
}

pub fn uneven() -> String {
    let margin = format::plain(100.0 * FAIR, 0);
    format!("Uneven: a confirmed gap that may be below {margin} points.")
}

pub const GAPS: &str = "Win rates in points above or below the fair share of the version.";

pub const GOAL_MARKS: &str = "✓✗? goal met, missed, undecided.";

pub fn lengths(turns: &str, means: bool) -> String {
    let what = if means { "means" } else { "medians" };
    format!("{} are {what}.", format::capital(turns))
}

/// Up to how much a change of one game counts, where that makes the change of the means another.
pub fn counted_changes(turns: &str, most: u32) -> String {
    format!("Changes count up to {most} {turns} a game.")
}

pub const TOGETHER: &str = "Several may win together.";

pub const NOBODY: &str = "Some games have no winner.";

pub fn nobody(share: f64) -> String {
    format!("{} of games have no winner.", format::percent(share, 1))
}

pub const LARGEST_CHANGE: &str = "Change: the largest that is confirmed, in points of a win rate, else in length.";

pub fn versions_left_out(count: usize) -> String {
    format!("In the report: {}.", things(count, "more version"))
}

/// More versions than this are counted and not named.
const NAMED: usize = 3;

pub fn goals_met_by(names: &[String]) -> String {
    let named: Vec<String> = names.iter().take(NAMED).map(|name| format!("“{name}”")).collect();
    match names.len() {
        0 => "No version is confirmed to meet every goal.".to_owned(),
        count if count > NAMED => format!("{count} versions are confirmed to meet every goal."),
        _ => format!("Every goal is met in {}.", format::join_and(&named)),
    }
}

pub fn fairest(fairness: &Fairness, base: Option<&str>) -> String {
    let Fairness { all, less, of, .. } = fairness;
    let named = |each: &&Configuration| format!("“{}”", version_name(each));
    let base = base.map_or_else(|| "the base".to_owned(), |base| format!("“{base}”"));
    let best = match all.first() {
        Some(best) if !fairness.alike => best,
        _ => {
            return match (less.len(), *of) {
                _ if fairness.alike => "No version is meaningfully fairer.".to_owned(),
                (0, 1) => "Which of the two is fairer is undecided.".to_owned(),
                (0, _) => "Which version is fairest is undecided.".to_owned(),
                (1, 1) => format!("Fairer: {base}, confirmed against {}.", named(&less[0])),
                (less, of) if less == of => format!("Fairest: {base}, confirmed against every change."),
                (1..=NAMED, _) => {
                    let names: Vec<String> = less.iter().map(named).collect();
                    format!(
                        "Which version is fairest is undecided. Confirmed less fair than {base}: {}.",
                        format::join_and(&names)
                    )
                }
                (less, of) => format!(
                    "Which version is fairest is undecided. Confirmed less fair than {base}: {less} of {of} changes."
                ),
            };
        }
    };
    let points = |gap: f64| format::plain(100.0 * gap, 1);
    let word = if fairness.fairest { "Fairest" } else { "Fairer" };
    let fairer = format!(
        "{word}: “{}”, confirmed. Its largest gap is {} points, before the change {}.",
        version_name(best.each),
        points(best.gap.value),
        points(best.before.value)
    );
    let levels = best.levels.each_ref();
    let levels = levels.map(|levels| levels.iter().map(|level| players(level)).collect());
    let count = (all.len() > 1).then(|| format!("{} of {of} changes are confirmed to be fairer.", all.len()));
    format::joined([Some(fairer), Some(agreement(LESS_FAIR, levels)), count])
}

/// Before the levels of play at which a change that is fairer is confirmed to be less fair.
const LESS_FAIR: &str = "Less fair";
