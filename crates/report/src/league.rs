//! The league of a table: text, CSV, JSON and the scripts as TOML.

use std::fmt::Write;

use super::files::csv_line;
use super::format;
use super::ladder::titled;
use super::tables::{Shown, cell};
use super::terminal::{paragraph, table, wrap};
use balance_analysis::league::{CAPPED, Exploiter, League, LeaguePart};

/// Version of the shape of the JSON.
const FORMAT: u32 = 1;

/// The files of a league by their names.
pub fn files(league: &League, title: &str) -> [(&'static str, Vec<u8>); 3] {
    [
        ("league.json", json(league, title).into_bytes()),
        ("league.csv", csv(league).into_bytes()),
        ("league.toml", scripts(league).into_bytes()),
    ]
}

/// The league as JSON.
pub fn json(league: &League, title: &str) -> String {
    titled(FORMAT, title, league)
}

/// The league for people, in lines of `width` characters where names allow.
pub fn text(league: &League, title: &str, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = format!("\n{bold}{title}{bold:#}\n");
    paragraph(
        &mut out,
        width,
        "",
        &format!(
            "{} players; each bot alone among others of one kind, {} deals at every table, each played once for every seat.",
            league.players,
            format::count(league.deals)
        ),
    );
    out.push('\n');
    for line in wrap(&verdict(league), width) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    for exploiter in &league.scripts {
        out.push('\n');
        paragraph(&mut out, width, "", &exploiter_sentence(exploiter, league));
        for line in &exploiter.script {
            out.push_str("    ");
            out.push_str(line);
            out.push('\n');
        }
    }
    table(&mut out, &mix(league), width);
    out.push('\n');
    if !league.also.is_empty() {
        paragraph(&mut out, width, "", &also(league));
        out.push('\n');
    }
    paragraph(&mut out, width, "", GROUNDS);
    out
}

/// The other mixes that hold.
fn also(league: &League) -> String {
    let all: Vec<String> = league.also.iter().map(|mix| parts(mix)).collect();
    let which = if all.len() > 1 {
        "each of these mixes"
    } else {
        "this mix"
    };
    format!(
        "Among players of {which} nobody gains by leaving it either: {}. The table shows the one that most players must leave \
         before it pays to follow them.",
        all.join("; ")
    )
}

/// Bots with their parts.
fn parts(mix: &[(String, f64)]) -> String {
    let of = |(bot, part): &(String, f64)| format!("{bot} {}", format::percent(*part, 0));
    mix.iter().map(of).collect::<Vec<_>>().join(", ")
}

const GROUNDS: &str = "A search that finds none is no proof that there is none; more --games look further. The mix is, as \
                       nearly as was found, one that nobody gains from leaving for one of the bots; it is an estimate without \
                       an interval. All intervals of scripts together miss in at most 5 of 100 leagues; the deal is the sample.";

fn exploiter_sentence(one: &Exploiter, league: &League) -> String {
    let capped = if one.capped > CAPPED {
        format!(
            " Among its like {} of its games run into the cap, so that it is no bot for a league.",
            format::percent(one.capped, 0)
        )
    } else {
        String::new()
    };
    let gains = if one.joined {
        "and joins the bots"
    } else if one.gain.hi <= league.allowed {
        "no more than allowed"
    } else if one.gain.lo > 0.0 {
        "perhaps no more than allowed"
    } else {
        "perhaps nothing"
    };
    format!(
        "Against {} the best script that was found, “{}”, wins {} where {} would be even: {} {} points, {gains}.{capped}",
        parts(&one.mix),
        one.name,
        format::share(one.share),
        format::percent(one.even, 1),
        if one.gain.hi <= 0.0 { "that is" } else { "it gains" },
        format::signed(one.gain, 100.0, 1),
    )
}

fn verdict(league: &League) -> String {
    let allowed = format!("{} points", format::plain(100.0 * league.allowed, 1));
    match league.scripts.last() {
        Some(last) if last.joined => format!(
            "In the last round a script still gained more than {allowed}: what is said of this table depends on the bots, and \
             more --rounds may find more."
        ),
        Some(last) if last.gain.hi <= league.allowed => {
            format!(
                "The last search found no script that gains more than {allowed} over its even share against this mix."
            )
        }
        _ => format!("Whether the script of the last search gains more than {allowed} is open; more --deals tell it."),
    }
}

fn mix(league: &League) -> Shown {
    let row = |(at, standing): (usize, &LeaguePart)| {
        let least = (0..league.bots.len())
            .filter(|other| *other != at)
            .min_by(|a, b| standing.gains[*a].total_cmp(&standing.gains[*b]));
        let worst = least.map_or_else(
            || "–".to_owned(),
            |other| {
                let gain = format::plain(100.0 * standing.gains[other], 0);
                format!("{gain} among {}", league.bots[other].bot)
            },
        );
        vec![
            cell::text(standing.bot.clone()),
            cell::text(format::percent(standing.part, 0)),
            cell::text(worst),
        ]
    };
    Shown {
        id: "league",
        title: "Bots, and the safest mix of them".to_owned(),
        note: String::new(),
        heads: vec![
            cell::word("bot"),
            cell::figure(
                "part of the mix",
                "of the mix that nobody gains from leaving for one of the bots",
            ),
            cell::explained("gains least", "points won alone over its even share"),
        ],
        rows: league.bots.iter().enumerate().map(row).collect(),
    }
}

/// A row a bot: its part, and what it gains among every other.
fn csv(league: &League) -> String {
    let name = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let mut out = "bot,part".to_owned();
    for standing in &league.bots {
        out.push_str(&format!(",{}", name(&format!("gain among {}", standing.bot))));
    }
    out.push('\n');
    for standing in &league.bots {
        csv_line(
            &mut out,
            &[&standing.bot],
            &[vec![standing.part], standing.gains.clone()].concat(),
        );
    }
    out
}

/// The scripts as `[bots.X]` of a scenario.
fn scripts(league: &League) -> String {
    let mut out =
        "# Scripts that a search found; copy them into a scenario, and name them in [league] members or at seats.\n"
            .to_owned();
    for one in &league.scripts {
        let lines: Vec<String> = one.script.iter().map(|line| format!("    {line:?},\n")).collect();
        out.push_str(&format!(
            "\n# wins {} where {} would be even\n[bots.{}]\nkind = \"scripted\"\nscript = [\n{}]\n",
            format::share(one.share),
            format::percent(one.even, 1),
            one.name,
            lines.concat()
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_becomes_a_formula_in_a_spreadsheet() {
        let standing = |bot: &str| LeaguePart {
            bot: bot.to_owned(),
            part: 0.5,
            gains: vec![0.0, 0.0],
        };
        let league = League {
            players: 2,
            deals: 10,
            bots: vec![standing("=1+1"), standing("a \"b\"")],
            scripts: Vec::new(),
            allowed: 0.02,
            also: Vec::new(),
        };
        let csv = csv(&league);
        let rows: Vec<&str> = csv.lines().skip(1).collect();
        assert_eq!(rows, ["\"'=1+1\",0.5,0,0", "\"a \"\"b\"\"\",0.5,0,0"]);
    }

    #[test]
    fn other_mixes_that_hold_are_told() {
        let league = League {
            players: 4,
            deals: 10,
            bots: Vec::new(),
            scripts: Vec::new(),
            allowed: 0.02,
            also: vec![vec![("rusher".to_owned(), 0.226), ("lurker".to_owned(), 0.774)]],
        };
        assert_eq!(
            also(&league),
            "Among players of this mix nobody gains by leaving it either: rusher 23%, lurker 77%. The table shows the one that \
             most players must leave before it pays to follow them."
        );
    }
}
