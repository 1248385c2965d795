//! The designer's questions, answered in a line each from tables and findings: five, and which bot wins where several sit at a
//! table.

mod seat;
mod who;

pub use who::winners;

pub(super) use who::of_sides;

use seat::seat;
use who::who;

use super::advice::{advice, told, told_in_short, told_whole};
use super::findings::{APART, Finding, Weight, first, of_bots};
use super::format;
use super::trust::trust;
use balance_analysis::table::{BotRow, Configuration, Rate, Results};

/// A question and its answer.
pub struct Answer {
    /// Name of the question in the page.
    pub key: &'static str,
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub text: String,
}

/// The answers, in the order of the questions.
pub fn answers(results: &Results, found: &[Finding]) -> Vec<Answer> {
    let answer = |key, question, text| Answer { key, question, text };
    let mut all = vec![answer("who", "Who wins?", who(results, found))];
    all.extend(bots(results, found).map(|text| answer("bots", "Which bot wins?", text)));
    all.extend([
        answer("seat", "Is a seat favoured?", seat(results, found)),
        answer("length", "How long is it?", length(results, found)),
        answer("change", "What should I change?", advice(results, found)),
        answer("trust", "Can I trust it?", trust(results, found)),
    ]);
    all
}

/// With more bots than this only the most and the least successful are told.
const BOTS: usize = 8;

/// How often the seats of each bot win, where several sit at a table, and what is shown of it.
fn bots(results: &Results, found: &[Finding]) -> Option<String> {
    let text = bot_rates(results)?;
    let beaten = first(found, "bot ");
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
    let Some(finding) = first(found, "length").or_else(|| first(found, "turn cap")) else {
        return "Too few games to say.".to_owned();
    };
    let words = results.configurations.iter().map(|each| each.turn_word.as_str());
    let about: Vec<String> = words.chain(["turns"]).map(|word| format!("target {word}.")).collect();
    let missed = |finding: &&Finding| {
        finding.weight == Weight::Problem && about.iter().any(|start| finding.key.starts_with(start))
    };
    // Where most games run into the cap, that has been said.
    let void = found.iter().any(|each| each.weight == Weight::Void);
    let news = [first(found, "turn cap").filter(|_| !void), found.iter().find(missed)];
    let mut stuck = String::new();
    for other in news.into_iter().flatten().filter(|other| other.key != finding.key) {
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
            let all = answers(&results, &findings(&results));
            let keys: Vec<&str> = all.iter().map(|each| each.key).collect();
            assert_eq!(keys, ["who", "seat", "length", "change", "trust"]);
            for each in all {
                // Commands are not read, but copied.
                let letters: usize = each.text.split('`').step_by(2).map(|part| part.chars().count()).sum();
                assert!((20..530).contains(&letters), "{}: {letters} letters", each.question);
                assert!(each.text.ends_with(['.', ')']), "{}", each.text);
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
            let all = answers(results, &findings(results));
            assert_eq!(all[1].key, "bots");
            all[1].text.clone()
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
            let all = answers(&results, &findings(&results));
            all[0].text.clone()
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
            for text in [super::super::markdown(&results), super::super::terminal(&results, 100)] {
                let at = |words: &str| text.find(words).expect(words);
                assert!(at("Who wins?") < at("Can I trust it?"));
                assert!(at("Can I trust it?") < at("Findings"));
            }
        }
    }
}
