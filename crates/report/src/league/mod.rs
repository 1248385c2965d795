//! The league of a table: text, CSV, JSON and the scripts as TOML. The sentences stand in `text`.

mod text;

use std::fmt::Write;

use super::files::csv_line;
use super::format;
use super::ladder::titled;
use super::tables::{Shown, cell};
use super::terminal::{paragraph, table, wrap};
use balance_experiments::league::{League, LeaguePart};

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
    paragraph(&mut out, width, "", &text::played(league));
    out.push('\n');
    for line in wrap(&text::verdict(league), width) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    for exploiter in &league.scripts {
        out.push('\n');
        paragraph(&mut out, width, "", &text::exploiter(exploiter, league));
        if let Some(said) = text::stalls(exploiter) {
            paragraph(&mut out, width, "", &said);
        }
        for line in &exploiter.script {
            let _ = writeln!(out, "    {line}");
        }
    }
    table(&mut out, &mix(league), width);
    out.push('\n');
    if !league.also.is_empty() {
        paragraph(&mut out, width, "", &text::also(league));
        out.push('\n');
    }
    paragraph(&mut out, width, "", text::GROUNDS);
    out
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
        title: text::TITLE.to_owned(),
        note: String::new(),
        heads: vec![
            cell::word("bot"),
            cell::figure("part of the mix", text::PART),
            cell::explained("gains least", text::LEAST),
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
        let numbers = [&[standing.part][..], &standing.gains].concat();
        csv_line(&mut out, &[&standing.bot], &numbers);
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
}
