//! The designer's questions, answered in a line each from tables and findings: five, and which bot wins where several sit at a
//! table.

mod seat;
mod who;

pub use who::winners;

pub(super) use who::of_sides;

use seat::{SeatAnswer, seat};
use who::who;

use super::advice::{Advice, advice, told, told_in_short, told_whole};
use super::findings::{APART, Finding, Topic, Weight, first, of_bots};
use super::format;
use super::trust::{Trust, trust};
use balance_analysis::scenario::Of;
use balance_analysis::table::{BotRow, Configuration, Rate, Results};

/// What a designer asks of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DesignerQuestion {
    /// Which side wins how often.
    Winner,
    /// Which bot does, where several sit at a table.
    Bot,
    /// Whether a seat is favoured.
    Seat,
    /// How long games take.
    Length,
    /// What to change.
    Change,
    /// How far all of that can be trusted.
    Trust,
}

impl DesignerQuestion {
    /// Its name in the page.
    pub fn id(self) -> &'static str {
        match self {
            DesignerQuestion::Winner => "who",
            DesignerQuestion::Bot => "bots",
            DesignerQuestion::Seat => "seat",
            DesignerQuestion::Length => "length",
            DesignerQuestion::Change => "change",
            DesignerQuestion::Trust => "trust",
        }
    }

    /// As it is asked.
    pub fn words(self) -> &'static str {
        match self {
            DesignerQuestion::Winner => "Who wins?",
            DesignerQuestion::Bot => "Which bot wins?",
            DesignerQuestion::Seat => "Is a seat favoured?",
            DesignerQuestion::Length => "How long is it?",
            DesignerQuestion::Change => "What should I change?",
            DesignerQuestion::Trust => "Can I trust it?",
        }
    }
}

/// What a run answers to the designer's questions.
pub struct Answers {
    /// Which side wins how often.
    pub winner: String,
    /// Which bot does, where several sit at a table.
    pub bot: Option<String>,
    /// Whether a seat is favoured.
    pub seat: SeatAnswer,
    /// How long games take.
    pub length: String,
    /// What to change.
    pub change: Advice,
    /// How far all of that can be trusted.
    pub trust: Trust,
}

impl Answers {
    /// The answers of a run in which this was found.
    pub fn of_run(results: &Results, found: &[Finding]) -> Self {
        Answers {
            winner: who(results, found),
            bot: bots(results, found),
            seat: seat(results, found),
            length: length(results, found),
            change: advice(results, found),
            trust: trust(results, found),
        }
    }

    /// Every question and its answer, in the order in which they are told.
    pub fn iter(&self) -> impl Iterator<Item = (DesignerQuestion, &str)> {
        let bot = self.bot.as_deref().map(|text| (DesignerQuestion::Bot, text));
        std::iter::once((DesignerQuestion::Winner, &*self.winner))
            .chain(bot)
            .chain([
                (DesignerQuestion::Seat, &*self.seat.text),
                (DesignerQuestion::Length, &*self.length),
                (DesignerQuestion::Change, &*self.change.text),
                (DesignerQuestion::Trust, &*self.trust.text),
            ])
    }

    /// Does one of them name who is far from fair with other bots?
    pub fn name_unfair_bots(&self) -> bool {
        self.seat.names_unfair_bots || self.change.names_unfair_bots
    }
}

/// With more bots than this only the most and the least successful are told.
const BOTS: usize = 8;

/// How often the seats of each bot win, where several sit at a table, and what is shown of it.
fn bots(results: &Results, found: &[Finding]) -> Option<String> {
    let text = bot_rates(results)?;
    let beaten = first(found, Topic::Bots);
    let verdict = beaten.map_or_else(String::new, |finding| format!(" {}", told_in_short(finding)));
    Some(format!("{text}{verdict}"))
}

/// The configurations at whose tables several bots sit, and how often the seats of each win.
fn with_several_bots(results: &Results) -> Vec<(&Configuration, Vec<(&BotRow, Rate)>)> {
    let of = results.configurations.len();
    let played = results.configurations.iter().filter(|each| each.games > 0);
    played
        .map(|each| (each, of_bots(each, of)))
        .filter(|(_, rows)| rows.len() > 1)
        .collect()
}

/// How often the seats of each bot win, where several sit at a table.
pub fn bot_rates(results: &Results) -> Option<String> {
    let told = with_several_bots(results);
    // Who has a seat or role alone owes his wins to it as well.
    let fixed = told.iter().all(|(each, _)| each.rotations <= 1);
    Some(match &told[..] {
        [] => return None,
        [_, _, ..] if fixed => {
            let told = if results.comparisons.is_empty() {
                "`rotate` under [seats] lets each sit everywhere"
            } else {
                "what each does in the place of another stands under “What each change does”"
            };
            format!(
                "Bots have seats or roles of their own here, and who wins there does not say who plays better: {told}."
            )
        }
        [(_, rows)] => {
            let mut rows = rows.clone();
            rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
            let count = rows.len();
            if count > BOTS {
                rows.drain(BOTS / 2..count - BOTS / 2);
            }
            let words: Vec<String> = rows
                .iter()
                .map(|(row, rate)| format!("{} {}", row.bot, format::share(*rate)))
                .collect();
            let first = match count {
                more if more > BOTS => {
                    format!("Of {more} bots, these win the largest and the smallest share of their seats: ")
                }
                _ => "Share of its seats that each bot wins: ".to_owned(),
            };
            let but = if fixed {
                " They have seats or roles of their own: who plays better that does not say."
            } else {
                ""
            };
            format!("{first}{}.{but}", words.join(", "))
        }
        _ => {
            let mut bots: Vec<(&str, f64, f64)> = Vec::new();
            for (row, rate) in told.iter().flat_map(|(_, rows)| rows) {
                match bots.iter_mut().find(|bot| bot.0 == row.bot) {
                    Some((_, least, most)) => (*least, *most) = (least.min(rate.value), most.max(rate.value)),
                    None => bots.push((&row.bot, rate.value, rate.value)),
                }
            }
            bots.sort_by(|a, b| b.2.total_cmp(&a.2));
            let more = bots.len().saturating_sub(BOTS);
            bots.truncate(BOTS);
            let rates = told.iter().flat_map(|(_, rows)| rows);
            let digits = rates.map(|(_, rate)| format::decimals(*rate)).min().unwrap_or(0);
            let share = |rate: f64| format::plain(100.0 * rate, digits);
            let words: Vec<String> = bots
                .into_iter()
                .map(|(bot, least, most)| format!("{bot} {}", range(&share(least), &share(most), "%")))
                .collect();
            let more = match more {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            // Ranges overlap where one bot is ahead at every table by itself.
            let ahead = |(_, rows): &(_, Vec<(&BotRow, Rate)>)| {
                let best = rows.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
                let equals = rows.iter().filter(|row| row.1.value >= best.1.value);
                (equals.count() == 1).then(|| best.0.bot.clone())
            };
            let first = told.iter().map(ahead).collect::<Option<Vec<String>>>();
            let first = first.filter(|first| first.windows(2).all(|pair| pair[0] == pair[1]));
            let played = results.configurations.iter().filter(|each| each.games > 0).count();
            let each = match told.len() {
                all if all == played => "In each",
                _ => "In each where several bots sit,",
            };
            let ahead = first.map_or_else(String::new, |first| format!(" {each} “{}” is seen ahead.", first[0]));
            format!(
                "Share of its seats that each bot wins, by configuration: {}{more}.{ahead}",
                words.join(", ")
            )
        }
    })
}

/// `12 % to 15 %`, `12 to 15 points`; where both are the same, that alone.
fn range(least: &str, most: &str, unit: &str) -> String {
    match (least == most, unit) {
        (true, _) => format!("{least} {unit}"),
        (false, "%") => format!("{least} % to {most} %"),
        (false, _) => format!("{least} to {most} {unit}"),
    }
}

fn length(results: &Results, found: &[Finding]) -> String {
    let Some(finding) = first(found, Topic::Length).or_else(|| first(found, Topic::TurnCap)) else {
        return "Too few games to say.".to_owned();
    };
    let of_turns =
        |measure: &str| measure == "turns" || results.configurations.iter().any(|each| each.turn_word == measure);
    let missed = |finding: &&Finding| match finding.kind.target() {
        Some(Of::Mean(measure) | Of::Quantile(measure, _)) => finding.weight == Weight::Problem && of_turns(measure),
        _ => false,
    };
    // Where most games run into the cap, that has been said.
    let void = found.iter().any(|each| each.weight == Weight::Void);
    let news = [
        first(found, Topic::TurnCap).filter(|_| !void),
        found.iter().find(missed),
    ];
    let mut stuck = String::new();
    for other in news.into_iter().flatten().filter(|other| !other.is_same_as(finding)) {
        stuck.push(' ');
        stuck.push_str(&told(other));
    }
    match (results.configurations.len(), stuck.is_empty()) {
        (..=APART, true) => told_whole(finding),
        _ => format!("{}{stuck}", told(finding)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings::findings;
    use super::*;
    use balance_analysis::judge;
    use balance_analysis::sample;

    #[test]
    fn five_questions_are_answered_shortly_for_one_configuration_and_for_many() {
        for results in [sample::single(), sample::variants(), sample::matrix()] {
            let all = Answers::of_run(&results, &findings(&results));
            let ids: Vec<&str> = all.iter().map(|(question, _)| question.id()).collect();
            assert_eq!(ids, ["who", "seat", "length", "change", "trust"]);
            for (question, text) in all.iter() {
                // Commands are not read, but copied.
                let letters: usize = text.split('`').step_by(2).map(|part| part.chars().count()).sum();
                assert!((20..530).contains(&letters), "{}: {letters} letters", question.words());
                assert!(text.ends_with(['.', ')']), "{text}");
            }
        }
    }

    /// Where several bots sit at a table, how often the seats of each win is answered, too.
    #[test]
    fn which_bot_wins_is_answered_where_there_are_several() {
        let mut results = sample::variants();
        for each in &mut results.configurations {
            let mut other = each.bots[0].clone();
            each.bots[0].mirror = false;
            other.mirror = false;
            other.bot = "ferryman".to_owned();
            each.bots.push(other);
        }
        let text = |results: &Results| {
            let all = Answers::of_run(results, &findings(results));
            all.bot.expect("several bots")
        };
        // In the seat or role of another each may win otherwise.
        let said = text(&results);
        assert!(said.starts_with("Bots have seats or roles of their own here"), "{said}");
        assert!(said.ends_with("stands under “What each change does”."), "{said}");
        for each in &mut results.configurations {
            each.rotations = 9;
        }
        let said = text(&results);
        assert!(
            said.starts_with("Share of its seats that each bot wins, by configuration: "),
            "{said}"
        );
        assert!(said.contains("ferryman 3"), "{said}");
        // Where one bot alone sits none is ahead of another.
        let mut ahead = results.clone();
        for each in &mut ahead.configurations {
            each.bots[1].seated = each.bots[0].seated.clone();
            for seated in &mut each.bots[1].seated {
                seated.won = seated.seats;
            }
        }
        assert!(
            text(&ahead).contains(" In each “ferryman” is seen ahead."),
            "{}",
            text(&ahead)
        );
        ahead.configurations[0].bots.truncate(1);
        assert!(
            text(&ahead).contains(" In each where several bots sit, “ferryman” is seen ahead."),
            "{}",
            text(&ahead)
        );
        results.configurations.truncate(1);
        let said = text(&results);
        assert!(
            said.contains("ferryman 3") && said.contains("–"),
            "with its interval: {said}"
        );
        let row = results.configurations[0].bots[1].clone();
        let many = (0..20).map(|number| balance_analysis::table::BotRow {
            bot: format!("bot {number}"),
            ..row.clone()
        });
        results.configurations[0].bots.extend(many);
        let said = text(&results);
        assert!(said.starts_with("Of 22 bots, these win "), "{said}");
        assert!(said.matches(" %").count() <= 2 * BOTS, "{said}");
    }

    /// Of what is wished of who wins, what is missed is told before what is open, and that before what is met.
    #[test]
    fn who_wins_tells_first_what_is_missed_then_what_is_open() {
        use balance_analysis::judge::Verdict::{Outside, Undecided, Within};
        let said = |verdicts: [judge::Verdict; 3]| {
            let mut results = sample::single();
            let each = &mut results.configurations[0];
            each.targets = (each.sides.iter().zip(verdicts))
                .map(|(row, verdict)| {
                    sample::wish(
                        &format!("win-rate.{}", row.side),
                        (0.1, 0.2),
                        (verdict, row.win_rate.value),
                    )
                })
                .collect();
            assert_eq!(each.targets.len(), 3, "a wish for every side");
            Answers::of_run(&results, &findings(&results)).winner
        };
        let side = |at: usize| sample::single().configurations[0].sides[at].side.clone();
        let (more, open, met) = (
            "is more than you want",
            "may or may not be what you want",
            "is what you want",
        );
        for (verdicts, at, words) in [
            ([Within, Undecided, Outside], 2, "is less than you want"),
            ([Outside, Undecided, Undecided], 0, more),
            ([Within, Undecided, Within], 1, open),
            ([Within, Within, Within], 0, met),
        ] {
            let text = said(verdicts);
            assert!(
                text.contains(&format!(" The win rate of “{}” {words}", side(at))),
                "{text}"
            );
            assert_eq!(text.matches("you want").count(), 1, "a short answer: {text}");
        }
    }

    #[test]
    fn answers_stand_before_the_findings() {
        for results in [sample::single(), sample::matrix()] {
            let run = crate::Insights::of_run(&results);
            for text in [super::super::markdown(&run), super::super::terminal(&run, 100)] {
                let at = |words: &str| text.find(words).expect(words);
                assert!(at("Who wins?") < at("Can I trust it?"));
                assert!(at("Can I trust it?") < at("Findings"));
            }
        }
    }
}
