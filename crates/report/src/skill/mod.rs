//! What skill and luck decide at a table: text, CSV, JSON and a picture. The sentences stand in `text`.

mod text;

use super::files::csv_line;
use super::format;
use super::ladder::{numbers, titled};
use super::tables::Shown;
use super::tables::cell::{self, number, optional};
use super::terminal::{heading, paragraph, table};
use balance_charts::{ChartError, Estimate, Forest, ForestRow, Unit, png};
use balance_experiments::ladder::Company;
use balance_experiments::skill::{Parts, Skill};
use balance_inference::table::Rate;

/// Version of the shape of the JSON.
const FORMAT: u32 = 1;

/// The files of a study by their names.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn files(skill: &Skill, title: &str) -> Result<Vec<(&'static str, Vec<u8>)>, ChartError> {
    let chart = picture(skill, title)?;
    Ok(vec![
        ("skill.json", json(skill, title).into_bytes()),
        ("skill.csv", csv(skill).into_bytes()),
        ("skill.png", png(&chart.plain)?),
        ("skill.svg", chart.plain.into_bytes()),
    ])
}

/// The study as JSON.
pub fn json(skill: &Skill, title: &str) -> String {
    titled(FORMAT, title, skill)
}

/// The study for people, in lines of `width` characters where names allow.
pub fn text(skill: &Skill, title: &str, width: usize) -> String {
    let mut out = heading(title);
    paragraph(&mut out, width, "", &text::headline(&skill.luck));
    let parts = [
        (luck(skill), text::luck(&skill.luck)),
        (steps(skill), text::levels(&skill.skill)),
        (quality(skill), text::quality(&skill.quality, skill.company)),
    ];
    for (shown, notes) in parts {
        table(&mut out, &shown, width);
        out.push('\n');
        paragraph(&mut out, width, "", &notes);
    }
    out.push('\n');
    paragraph(&mut out, width, "", &text::method(skill));
    out
}

fn steps(skill: &Skill) -> Shown {
    let rivals = matches!(skill.company, Company::Rivals(_));
    Shown::of_rows("steps", text::steps(skill.company), &skill.skill.steps)
        .words("bot", |step| cell::text(&*step.bot))
        .words(if rivals { "among" } else { "beside" }, |step| cell::text(&*step.among))
        .figure("wins", cell::INTERVAL, |step| cell::share(step.share))
        .figure("even", text::EVEN, |step| {
            number(format::percent(step.even, 1), step.even)
        })
        .figure("index", text::INDEX, |step| {
            optional(step.index, |index| cell::estimate(format::signed(index, 1.0, 2), index))
        })
        .build()
}

/// The parts of the variance at both tables.
fn luck(skill: &Skill) -> Shown {
    let (mixed, equals) = (&skill.luck.mixed, &skill.luck.equals);
    let both = |of: fn(&Parts) -> Option<Rate>| (of(mixed), of(equals));
    let parts = [
        ("who plays where", both(|parts| parts.skill)),
        ("how the game is laid out", both(|parts| parts.setup)),
        ("chance afterwards", both(|parts| parts.later)),
        ("the rest", both(|parts| parts.rest)),
    ];
    let only = format!("{} only", equals.bots.concat());
    Shown::of_rows("luck", "What decides who wins", parts)
        .words("part of who wins", |(name, _)| cell::text(*name))
        .figure("any bots", text::ANY_BOTS, |(_, (mixed, _))| {
            optional(*mixed, cell::share)
        })
        .figure(&only, text::BEST_BOT, |(_, (_, equals))| optional(*equals, cell::share))
        .build()
}

/// Of fewer choices of seats without a chance no figure is shown.
const KINGMAKERS: u64 = 10;

fn quality(skill: &Skill) -> Shown {
    let found = &skill.quality;
    let share = |part: Option<Rate>| optional(part, cell::share);
    let points = |part: Option<Rate>| optional(part, |part| cell::estimate(format::points(part), part));
    let mean = |part: Option<Rate>| optional(part, |part| cell::estimate(format::mean(part), part));
    let kingmaking = found.kingmaking.filter(|_| found.kingmakers >= KINGMAKERS);
    let rivals = matches!(skill.company, Company::Rivals(_));
    let of_rivals = [
        text::figure::KINGMAKING,
        text::figure::LEAD_CHANGES,
        text::figure::LEADER_WINS,
    ];
    let rows = [
        (text::figure::FORCED, share(found.forced)),
        (text::figure::GAP, points(found.gap)),
        (text::figure::HOPELESS, share(found.hopeless)),
        (text::figure::WAITING, share(found.waiting)),
        (text::figure::KINGMAKING, points(kingmaking)),
        (text::figure::LEAD_CHANGES, mean(found.lead_changes)),
        (text::figure::LEADER_WINS, share(found.leader_wins)),
    ];
    let rows = rows.into_iter().filter(|(name, _)| rivals || !of_rivals.contains(name));
    Shown::of_rows("quality", text::QUALITY, rows)
        .words("figure", |(name, _)| cell::text(*name))
        .figure("found", cell::INTERVAL, |(_, found)| found.clone())
        .build()
}

/// A figure with its name, whom it is of, and among whom.
type Figure = (&'static str, String, String, Rate);

fn figures(skill: &Skill) -> Vec<Figure> {
    let told = |named: &[(&'static str, Option<Rate>)], of: &[String]| -> Vec<Figure> {
        let known = named.iter().filter_map(|(name, rate)| Some((*name, (*rate)?)));
        known
            .map(|(name, rate)| (name, of.join(" "), String::new(), rate))
            .collect()
    };
    let mut all = Vec::new();
    for step in &skill.skill.steps {
        let of = |name, rate| (name, step.bot.clone(), step.among.clone(), rate);
        all.push(of("share", step.share));
        all.extend(step.index.map(|index| of("index", index)));
    }
    for parts in [&skill.luck.mixed, &skill.luck.equals] {
        let named = [
            ("skill", parts.skill),
            ("setup", parts.setup),
            ("later", parts.later),
            ("rest", parts.rest),
            ("deal", parts.deal),
        ];
        all.extend(told(&named, &parts.bots));
    }
    let found = &skill.quality;
    let named = [
        ("forced", found.forced),
        ("gap", found.gap),
        ("hopeless", found.hopeless),
        ("waiting", found.waiting),
        ("kingmaking", found.kingmaking),
        ("lead-changes", found.lead_changes),
        ("leader-wins", found.leader_wins),
    ];
    all.extend(told(&named, &[]));
    all
}

fn csv(skill: &Skill) -> String {
    let mut out = "figure,bot,among,value,lo,hi\n".to_owned();
    for (name, of, among, rate) in figures(skill) {
        csv_line(&mut out, &[name, &of, &among], &numbers(rate));
    }
    out
}

/// Indices and parts, which all lie between 0 and 1.
fn picture(skill: &Skill, title: &str) -> Result<balance_charts::Chart, ChartError> {
    let row = |group: &str, label: String, rate: Rate| {
        ForestRow::new(
            Some(group.to_owned()),
            label,
            Estimate::new(rate.value, rate.lo, rate.hi),
        )
    };
    let steps = skill.skill.steps.iter().filter_map(|step| {
        let label = format!("{} among {}", step.bot, step.among);
        Some(row("skill index", label, step.index?))
    });
    let mut rows: Vec<ForestRow> = steps.collect();
    let only = format!("who wins, {} only", skill.luck.equals.bots.concat());
    for (group, parts) in [("who wins, any bots", &skill.luck.mixed), (&*only, &skill.luck.equals)] {
        for (label, part) in [
            ("who plays where", parts.skill),
            ("how it is laid out", parts.setup),
            ("chance afterwards", parts.later),
            ("the rest", parts.rest),
        ] {
            rows.extend(part.map(|part| row(group, label.to_owned(), part)));
        }
    }
    let forest = Forest {
        title: title.to_owned(),
        subtitle: format!("bots at a table for {}: {}", skill.players, skill.skill.bots.join(", ")),
        axis_label: "0: nothing; 1: all".to_owned(),
        reference: 0.0,
        reference_label: "nothing".to_owned(),
        unit: Unit::Number,
        rows,
    };
    forest.draw("chart-skill")
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_experiments::skill::{Chain, Climb, ClimbStep};

    fn climb(chain: &[&str], by_ratings: usize, steps: &[(&str, &str, (f64, f64))]) -> Climb {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let step = |(bot, among, (lo, hi)): &(&str, &str, (f64, f64))| ClimbStep {
            bot: (*bot).to_owned(),
            among: (*among).to_owned(),
            share: Rate::plus_minus(f64::midpoint(*lo, *hi), (hi - lo) / 2.0),
            even: 0.5,
            index: None,
        };
        Climb {
            bots: owned(&["rock", "paper", "random"]),
            steps: steps.iter().map(step).collect(),
            chain: Chain {
                class_rate: 0.75,
                bots: owned(chain),
                by_ratings,
            },
        }
    }

    /// Where bots beat each other in a circle a chain of pairs is longer than the levels there are.
    #[test]
    fn no_more_levels_are_counted_than_the_ratings_make() {
        let said = text::levels(&climb(&["random", "paper", "rock"], 3, &[]));
        assert!(
            said.starts_with("At least 3 levels, each confirmed above the one before: random, paper, rock."),
            "{said}"
        );
        let said = text::levels(&climb(&["random", "paper", "rock"], 2, &[]));
        assert!(
            !said.contains("At least") && said.contains("random, paper, rock. Only"),
            "{said}"
        );
        let said = text::levels(&climb(&["random"], 2, &[]));
        assert!(
            said.contains("No bot is confirmed to be a level above random."),
            "{said}"
        );
    }

    /// A rating is of all games; what it hides of two bots is said.
    #[test]
    fn who_loses_to_what_is_rated_lower_is_named() {
        let (less, even) = (("rock", "paper", (0.1, 0.4)), ("paper", "random", (0.4, 0.6)));
        assert!(!text::levels(&climb(&[], 1, &[even])).contains("Below even"));
        let said = text::levels(&climb(&[], 1, &[less, even]));
        assert!(
            said.ends_with("Below even although rated higher: rock among paper."),
            "{said}"
        );
        let said = text::levels(&climb(&[], 1, &[less, ("paper", "random", (0.1, 0.4))]));
        assert!(said.ends_with("rock among paper and paper among random."), "{said}");
    }
}
