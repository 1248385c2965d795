//! What skill and luck decide at a table: text, CSV, JSON and a picture.

use super::files::csv_line;
use super::format;
use super::ladder::titled;
use super::tables::Shown;
use super::tables::cell::{self, figure, number, optional, word};
use super::terminal::{paragraph, table};
use balance_analysis::games::program;
use balance_analysis::skill::{
    Chain, Climb, ClimbStep, FREE, HOPELESS, Parts, Quality, Skill, Variety, WIDTH as CHOICES,
};
use balance_analysis::table::Rate;
use balance_charts::{ChartError, Estimate, Forest, ForestRow, Unit, png};

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
    let bold = anstyle::Style::new().bold();
    let mut out = format!("\n{bold}{title}{bold:#}\n\n");
    paragraph(&mut out, width, "", &headline(skill));
    let parts = [
        (luck(skill), of_luck(skill)),
        (steps(skill), levels(&skill.skill)),
        (quality(skill), of_quality(&skill.quality)),
    ];
    for (shown, notes) in parts {
        table(&mut out, &shown, width);
        out.push('\n');
        paragraph(&mut out, width, "", &notes);
    }
    out.push('\n');
    paragraph(&mut out, width, "", &of_variety(&skill.variety));
    let method = format!(
        "{} players; all of this is about the bots {}. * not validated: no study with people shows that it is what they feel.",
        skill.players,
        skill.skill.bots.join(", ")
    );
    paragraph(&mut out, width, "", &method);
    out
}

/// What decides who wins, in a sentence or two.
fn headline(skill: &Skill) -> String {
    let (mixed, equals) = (&skill.luck.mixed, &skill.luck.equals);
    let part = |what: &str, part: Option<Rate>| part.map(|part| format!("{what} explains {}", format::share(part)));
    let parts = [
        part("Who plays", mixed.skill),
        part("the set-up", mixed.setup),
        part("chance afterwards", mixed.later),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let all = if parts.is_empty() {
        "All games of any bots ended alike: there was nothing to decide.".to_owned()
    } else {
        format!("{} of who wins.", format::join_and(&parts))
    };
    match equals.deal {
        Some(deal) => format!(
            "{all} Between equal bots ({} at every seat) set-up and chance explain {}.",
            equals.bots.concat(),
            format::share(deal)
        ),
        None => format!("{all} All games of {} alone ended alike.", equals.bots.concat()),
    }
}

/// Each bot among the next by rating.
fn steps(skill: &Skill) -> Shown {
    let row = |step: &ClimbStep| {
        vec![
            cell::text(&*step.bot),
            cell::text(&*step.among),
            cell::share(step.share),
            number(format::percent(step.even, 1), step.even),
            optional(step.index, |index| cell::estimate(format::signed(index, 1.0, 2), index)),
        ]
    };
    Shown {
        id: "steps",
        title: "Skill: each bot alone among the next one by rating".to_owned(),
        note: String::new(),
        heads: vec![
            word("bot"),
            word("among"),
            figure("wins", cell::INTERVAL),
            figure("even", "what it would win were both alike"),
            figure("index", "0 where it wins what would be even, 1 where it always wins"),
        ],
        rows: skill.skill.steps.iter().map(row).collect(),
    }
}

fn levels(climb: &Climb) -> String {
    format!(
        "Index: 0 where a bot wins what would be even, 1 where it always wins. {}. A level wins three games of four between \
         two, or has the same odds at a larger table; the ratings alone, without their intervals, make it {}. The intervals of \
         this table hold at once.{}",
        levels_in_words(&climb.chain, &climb.bots),
        climb.chain.by_ratings,
        against_ratings(&climb.steps)
    )
}

/// The levels of play that are surely there, without a full stop.
fn levels_in_words(chain: &Chain, bots: &[String]) -> String {
    let weakest = bots.last().map_or("", String::as_str);
    let each = chain.bots.join(", ");
    match chain.bots.len() {
        0 | 1 => format!("No bot surely stands a level of play above {weakest}"),
        count if count > chain.by_ratings => format!(
            "Each of these surely stands a level of play above the one before: {each}; but pairs alone do not make a ladder of \
             all bots, so that no more levels are counted than the ratings make"
        ),
        count => format!("These bots show {count} levels of play at least, each surely above the one before: {each}"),
    }
}

/// Which bots surely win less than would be even among one that is rated lower.
fn against_ratings(steps: &[ClimbStep]) -> String {
    let less = steps.iter().filter(|step| step.share.hi < step.even);
    let named: Vec<String> = less.map(|step| format!("{} among {}", step.bot, step.among)).collect();
    let win = match named.len() {
        0 => return String::new(),
        1 => "wins",
        _ => "win",
    };
    format!(
        " Though rated higher, {} surely {win} less than would be even: which bot is the stronger depends on whom it meets.",
        format::join_and(&named)
    )
}

/// The parts of the variance at both tables.
fn luck(skill: &Skill) -> Shown {
    let (mixed, equals) = (&skill.luck.mixed, &skill.luck.equals);
    let share = |part: Option<Rate>| optional(part, cell::share);
    let row = |name: &str, of: fn(&Parts) -> Option<Rate>| vec![cell::text(name), share(of(mixed)), share(of(equals))];
    Shown {
        id: "luck",
        title: "What decides who wins".to_owned(),
        note: String::new(),
        heads: vec![
            word("part of who wins"),
            figure("any bots", "every seat has any of the bots"),
            figure(
                &format!("{} only", equals.bots.concat()),
                "every seat has the bot that is rated highest",
            ),
        ],
        rows: vec![
            row("who plays where", |parts| parts.skill),
            row("how the game is laid out", |parts| parts.setup),
            row("chance afterwards", |parts| parts.later),
            row("the rest", |parts| parts.rest),
        ],
    }
}

fn of_luck(skill: &Skill) -> String {
    let equals = &skill.luck.equals;
    format!(
        "Parts are of the variance of every seat's win. Laid out: all that is dealt before the first choice. Chance afterwards: dice, \
         reshuffles and events. The rest: what bots decide by chance of their own, and what only several of these do together. \
         Parts may come to more than 100% together. {} deals, {} games of either kind; each interval holds by itself in 95 of \
         100 runs.",
        format::count(equals.deals),
        format::count(equals.games)
    )
}

/// Of fewer choices of seats without a chance no figure is shown.
const KINGMAKERS: u64 = 10;

/// What the game of the table's own bots is like to play.
fn quality(skill: &Skill) -> Shown {
    let found = &skill.quality;
    let share = |part: Option<Rate>| optional(part, cell::share);
    let points = |part: Option<Rate>| optional(part, |part| cell::estimate(format::points(part), part));
    let mean = |part: Option<Rate>| optional(part, |part| cell::estimate(format::mean(part), part));
    let row = |name: &str, cell| vec![cell::text(name), cell];
    Shown {
        id: "quality",
        title: "What it is like to play, by the scenario's own bots".to_owned(),
        note: String::new(),
        heads: vec![word("figure"), figure("found", cell::INTERVAL)],
        rows: vec![
            row("choices without an alternative", share(found.forced)),
            row("the best choice over the mean one, points to win *", points(found.gap)),
            row(
                "open choices of a seat without a chance (dead time) *",
                share(found.hopeless),
            ),
            row("seats without a chance at an open choice *", share(found.waiting)),
            row(
                "such a seat's choice for a rival, points to win *",
                points(found.kingmaking.filter(|_| found.kingmakers >= KINGMAKERS)),
            ),
            row("changes of the lead in a game *", mean(found.lead_changes)),
            row("games that the leader at half time wins *", share(found.leader_wins)),
        ],
    }
}

fn of_quality(found: &Quality) -> String {
    let kings = match found.kingmakers {
        0 => "No seat that was to choose was without a chance, so that of kingmaking nothing is known.".to_owned(),
        1 => "One seat that was to choose was without a chance: too few for a figure of its choices.".to_owned(),
        count @ ..KINGMAKERS => format!(
            "{count} times a seat that was to choose was without a chance: too few for a figure of its choices."
        ),
        count => format!(
            "{} times a seat that was to choose was without a chance.",
            format::count(count)
        ),
    };
    let leads = if found.lead_changes.is_none() {
        " This game keeps no count of who leads."
    } else if found.leader_wins.is_none() {
        " At half time no side was ever alone in front."
    } else {
        ""
    };
    format!(
        "{} positions of {} deals, {} games played on from them with fresh chance, from the true state: a chance is that which a \
         spectator sees who knows all, not the players'. Without a chance: fewer than {} of {FREE} games won so. What is best is \
         chosen on one half of the games and measured on the other, so that on average no figure of what choices \
         are worth is larger than the truth. Of more than {CHOICES} choices so many are tried, drawn by lot. {kings}{leads} Each interval holds by itself \
         in 95 of 100 runs; leads are of {} games.",
        format::count(found.positions),
        format::count(found.deals),
        format::count(found.games),
        format::percent(HOPELESS, 0),
        format::count(found.watched)
    )
}

fn of_variety(variety: &Variety) -> String {
    let mix: Vec<String> = variety
        .mix
        .iter()
        .map(|(bot, part)| format!("{bot} {}", format::percent(*part, 0)))
        .collect();
    format!(
        "Variety *: the safest mix of the bots above, as nearly as was found one that nobody gains from leaving for one of \
         them, is {}. That is as varied as {} in equal parts; with the deals drawn anew {} to {} in 95 of 100 draws. `{} bots league` looks for scripts \
         that beat them.",
        mix.join(", "),
        format::plain(variety.effective, 1),
        format::plain(variety.redrawn.0, 1),
        format::plain(variety.redrawn.1, 1),
        program()
    )
}

/// Every figure with its name, whom it is of, and among whom.
fn figures(skill: &Skill) -> Vec<(&'static str, String, String, Rate)> {
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
        let told = named.into_iter().filter_map(|(name, rate)| Some((name, rate?)));
        all.extend(told.map(|(name, rate)| (name, parts.bots.join(" "), String::new(), rate)));
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
    let told = named.into_iter().filter_map(|(name, rate)| Some((name, rate?)));
    all.extend(told.map(|(name, rate)| (name, String::new(), String::new(), rate)));
    let Variety {
        effective,
        redrawn: (lo, hi),
        ..
    } = skill.variety;
    let rate = Rate {
        value: effective,
        lo,
        hi,
    };
    all.push(("variety", skill.skill.bots.join(" "), String::new(), rate));
    all
}

fn csv(skill: &Skill) -> String {
    let mut out = "figure,bot,among,value,lo,hi\n".to_owned();
    for (name, of, among, rate) in figures(skill) {
        csv_line(&mut out, &[name, &of, &among], &[rate.value, rate.lo, rate.hi]);
    }
    out
}

/// Indices and parts, which all lie between 0 and 1.
fn picture(skill: &Skill, title: &str) -> Result<balance_charts::Chart, ChartError> {
    let row = |group: &str, label: String, rate: Rate| ForestRow {
        label,
        group: Some(group.to_owned()),
        estimate: Estimate::new(rate.value, rate.lo, rate.hi),
        reference: None,
        wished: None,
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

    fn climb(chain: &[&str], by_ratings: usize, steps: &[(&str, &str, (f64, f64))]) -> Climb {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let step = |(bot, among, (lo, hi)): &(&str, &str, (f64, f64))| ClimbStep {
            bot: (*bot).to_owned(),
            among: (*among).to_owned(),
            share: Rate {
                value: f64::midpoint(*lo, *hi),
                lo: *lo,
                hi: *hi,
            },
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
        let said = levels(&climb(&["random", "paper", "rock"], 3, &[]));
        assert!(
            said.contains(
                "These bots show 3 levels of play at least, each surely above the one before: random, paper, rock."
            ),
            "{said}"
        );
        let said = levels(&climb(&["random", "paper", "rock"], 2, &[]));
        assert!(
            !said.contains("at least") && said.contains("random, paper, rock; but pairs"),
            "{said}"
        );
        let said = levels(&climb(&["random"], 2, &[]));
        assert!(
            said.contains("No bot surely stands a level of play above random."),
            "{said}"
        );
    }

    /// A rating is of all games; what it hides of two bots is said.
    #[test]
    fn who_loses_to_what_is_rated_lower_is_named() {
        let (less, open) = (("rock", "paper", (0.1, 0.4)), ("paper", "random", (0.4, 0.6)));
        assert_eq!(against_ratings(&[]), "");
        assert_eq!(against_ratings(&climb(&[], 1, &[open]).steps), "");
        let said = levels(&climb(&[], 1, &[less, open]));
        assert!(
            said.ends_with(
                " Though rated higher, rock among paper surely wins less than would be even: which bot is the stronger depends \
                 on whom it meets."
            ),
            "{said}"
        );
        let said = against_ratings(&climb(&[], 1, &[less, ("paper", "random", (0.1, 0.4))]).steps);
        assert!(
            said.contains(" rock among paper and paper among random surely win less "),
            "{said}"
        );
    }
}
