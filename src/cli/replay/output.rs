//! Games as they are told: in words for people, as JSON for programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::{Failure, Prepared};
use crate::cli::width;
use balance_config::games::divergence::Divergence;
use balance_config::games::{Setup, Sheet, Transcript};
use balance_config::scenario::in_force;
use balance_report::{SideBySide, format, transcript, wrap};

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

/// One game as JSON, with all that a program needs to follow it: every rule in force, and the content that is not built in.
pub fn json(one: &Prepared, name: &str, game: u64, rotation: usize, told: &Transcript) -> Result<String, Failure> {
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    struct ReplayFile<'a> {
        format: u32,
        program: &'static str,
        scenario: &'a str,
        configuration: &'a str,
        seed: u64,
        game: u64,
        rotation: usize,
        rules: BTreeMap<String, toml::Value>,
        content: BTreeMap<&'static str, String>,
        #[serde(flatten)]
        told: &'a Transcript,
    }
    let mut configurations = one.scenario.configurations.iter();
    let setup = configurations.find(|each| each.name == name).map(|each| &each.setup);
    let setup = setup.cloned().unwrap_or_default();
    let keys = one.info.content.iter().map(|each| each.key);
    let texts = keys.map(|key| (key, one.info.text(&setup, key)));
    let whole = ReplayFile {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION"),
        scenario: &one.scenario.name,
        configuration: name,
        seed: one.scenario.seed,
        game,
        rotation,
        rules: in_force(one.info, &setup),
        content: texts
            .filter(|(key, text)| *text != one.info.text(&Setup::default(), key))
            .collect(),
        told,
    };
    let text = serde_json::to_string_pretty(&whole).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(text + "\n")
}

/// Both games of a deal as JSON.
pub fn json_of_both(against: &SideBySide) -> Result<String, Failure> {
    let place = |parts: &Divergence| {
        serde_json::json!({
            "same-choices": parts.played.choices,
            "same-lines": parts.played.told,
            "bot-chooses-otherwise": parts.played.chosen,
            "causes": parts.played.causes,
            "rules": parts.rules.as_ref().map(|rules| &rules.causes),
        })
    };
    let value = serde_json::json!({
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "names": against.names,
        "seed": against.seed,
        "game": against.game,
        "rotation": against.rotation,
        "parts": against.parts.map(place),
        "games": against.told,
    });
    let text = serde_json::to_string_pretty(&value).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(text + "\n")
}

/// One game in words.
pub fn text(one: &Prepared, name: &str, game: u64, rotation: usize, told: &Transcript, sheet: &Sheet) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let rotated = if rotation > 0 {
        format!(", rotation {rotation}")
    } else {
        String::new()
    };
    let of = if one.games.len() > 1 {
        format!(" of “{name}”")
    } else {
        String::new()
    };
    let (title, seed) = (one.info.title, one.scenario.seed);
    let _ = writeln!(out, "{bold}Game {game}{of}{rotated}{bold:#} · {title} · seed {seed}\n");
    for seat in &told.seats {
        let _ = writeln!(out, "{}", transcript::seat(seat));
    }
    for line in &told.start {
        let _ = writeln!(out, "{line}");
    }
    if let Some(note) = transcript::values(told) {
        let _ = writeln!(out, "\n{}", wrap(note, width()).join("\n"));
    }
    for turn in &told.turns {
        let heading = transcript::heading(turn.turn, &sheet.turn_word);
        let _ = writeln!(out, "\n{bold}{heading}{bold:#}");
        for step in &turn.steps {
            for line in transcript::choice(step) {
                let _ = writeln!(out, "{line}");
            }
            for said in &step.events {
                let _ = writeln!(out, "{}", transcript::event(said));
            }
        }
    }
    if told.untold > 0 {
        let _ = writeln!(
            out,
            "\n{} further choices are not told.",
            format::count(told.untold.into())
        );
    }
    if let Some(broken) = &told.broken {
        let _ = writeln!(out, "\n{bold}Broken: {broken}{bold:#}");
        if !told.end.is_empty() {
            let _ = writeln!(out, "before the last choice:\n{}", told.end.join("\n"));
        }
        return out;
    }
    let _ = writeln!(out, "\n{bold}End: {}{bold:#}", told.ending);
    for line in &told.end {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "{}", transcript::winners(told, &sheet.turn_word));
    out
}
