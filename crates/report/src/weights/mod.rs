//! Weights that were found for a bot: text, CSV, JSON and the bot as TOML. The sentences stand in `text`.

mod text;

use super::files::csv_line;
use super::format;
use super::ladder::{numbers, titled};
use super::tables::{Shown, TableCell, cell};
use super::terminal::{WIDTH, paragraph, table, wrap};
use balance_config::games::BotSpec;
use balance_experiments::weights::{Confirmation, ConfirmedWeights, FoundWeights, Number, TableGain};
use balance_inference::table::Rate;

/// Version of the shape of the JSON.
const FORMAT: u32 = 1;

/// A bot with what was found for it.
pub struct WeightsReport<'a> {
    /// What is asked, as a title.
    pub title: String,
    /// The bot's name.
    pub bot: &'a str,
    /// What it is called with the weights that were found; its own name where a scenario may give it others.
    pub called: String,
    /// What it is made from with these.
    pub spec: BotSpec,
    /// The numbers that could change.
    pub numbers: &'a [Number],
    /// What was found.
    pub found: &'a FoundWeights,
    /// What turns are called, in the plural.
    pub turn_word: &'a str,
    /// Does the game have a cap of turns?
    pub has_cap: bool,
}

impl WeightsReport<'_> {
    /// The files by their names.
    pub fn files(&self) -> [(&'static str, Vec<u8>); 3] {
        [
            ("weights.json", self.json().into_bytes()),
            ("weights.csv", csv(&self.found.confirmed).into_bytes()),
            ("weights.toml", self.toml().into_bytes()),
        ]
    }

    /// As JSON.
    pub fn json(&self) -> String {
        let number = |(number, found): (&Number, &f64)| {
            serde_json::json!({
                "key": number.key, "now": number.present, "found": found, "from": number.from, "to": number.to,
            })
        };
        let numbers: Vec<serde_json::Value> = self.numbers.iter().zip(&self.found.weights).map(number).collect();
        let mut found = serde_json::to_value(self.found).unwrap_or_default();
        if let Some(all) = found.as_object_mut() {
            all.insert("bot".to_owned(), self.bot.into());
            all.insert("called".to_owned(), self.called.as_str().into());
            all.insert("weights".to_owned(), numbers.into());
        }
        titled(FORMAT, &self.title, &found)
    }

    /// The bot as a table of a scenario, below what is said of it.
    pub fn toml(&self) -> String {
        let mut out = String::new();
        for line in wrap(&self.verdict(), WIDTH - 2) {
            out.push_str(&format!("# {line}\n"));
        }
        format!("{out}{}", self.block())
    }

    /// The bot as a table of a scenario.
    fn block(&self) -> String {
        let mut settings = self.spec.settings.clone();
        settings.insert("kind".to_owned(), self.spec.kind.clone().into());
        let named = |key: &str, value: toml::Value| -> toml::Table { [(key.to_owned(), value)].into_iter().collect() };
        let bots = named("bots", named(&self.called, settings.into()).into());
        toml::to_string(&bots).unwrap_or_default()
    }

    /// The same for people, in lines of `width` characters where names allow.
    pub fn text(&self, width: usize) -> String {
        let bold = anstyle::Style::new().bold();
        let mut out = format!("\n{bold}{}{bold:#}\n", self.title);
        let confirmed = &self.found.confirmed;
        paragraph(&mut out, width, "", &text::played(self));
        out.push('\n');
        paragraph(&mut out, width, "", &self.verdict());
        if let Some(said) = self.worst() {
            paragraph(&mut out, width, "", &said);
        }
        if confirmed.verdict == Confirmation::Strange {
            let all = confirmed.alone.iter();
            for said in all.flat_map(|each| text::other_games(each, self.turn_word)) {
                paragraph(&mut out, width, "", &said);
            }
        }
        table(&mut out, &met(confirmed), width);
        table(&mut out, &self.among_its_like(), width);
        table(&mut out, &self.changed(), width);
        out.push('\n');
        paragraph(&mut out, width, "", text::CHANGE);
        if self.is_better() {
            out.push_str(&format!("\nTo paste into the scenario\n\n{}", self.block()));
        }
        out
    }

    /// Games with the bot at every seat.
    fn among_its_like(&self) -> Shown {
        let confirmed = &self.found.confirmed;
        let several = several(confirmed);
        let mut rows = Vec::new();
        for each in &confirmed.alone {
            let mut row = |what: String, now: TableCell, found: TableCell| {
                let what = if several {
                    format!("{}: {what}", each.table)
                } else {
                    what
                };
                rows.push(vec![cell::text(what), now, found]);
            };
            let turns = |turns: Rate| cell::estimate(format::mean(turns), turns);
            let share = |share: Rate| cell::estimate(format::share(share), share);
            row(
                self.turn_word.to_owned(),
                turns(each.turns_now),
                turns(each.turns_found),
            );
            if self.has_cap {
                row("capped".to_owned(), share(each.capped_now), share(each.capped_found));
            }
            for side in &each.sides {
                row(format!("{} wins", side.side), share(side.now), share(side.found));
            }
        }
        Shown {
            id: "alone",
            title: "At every seat".to_owned(),
            note: String::new(),
            heads: vec![cell::word(""), cell::figure("now", ""), cell::figure("found", "")],
            rows,
        }
    }

    /// Is anything found worth a place in the scenario?
    pub fn is_better(&self) -> bool {
        self.found.confirmed.verdict != Confirmation::NotShown
    }

    fn verdict(&self) -> String {
        text::verdict(self.bot, &self.found.confirmed)
    }

    fn worst(&self) -> Option<String> {
        let all = self.found.confirmed.tables.iter();
        all.min_by(|a, b| a.change.value.total_cmp(&b.change.value))
            .map(text::worst)
    }

    fn changed(&self) -> Shown {
        let row = |(number, found): (&Number, &f64)| {
            vec![
                cell::text(number.key.clone()),
                cell::text(number.present.to_string()),
                cell::text(found.to_string()),
                cell::text(format!("{} to {}", number.from, number.to)),
            ]
        };
        Shown {
            id: "weights",
            title: "Weights".to_owned(),
            note: String::new(),
            heads: vec![
                cell::word("number"),
                cell::figure("now", ""),
                cell::figure("found", ""),
                cell::explained("tried", text::TRIED),
            ],
            rows: self.numbers.iter().zip(&self.found.weights).map(row).collect(),
        }
    }
}

/// Are there tables of several configurations?
fn several(confirmed: &ConfirmedWeights) -> bool {
    confirmed.alone.len() > 1
}

fn met(confirmed: &ConfirmedWeights) -> Shown {
    let several = several(confirmed);
    let row = |met: &TableGain| {
        let mut row = vec![
            cell::text(met.cell.rival.clone()),
            cell::text(format!("{} of {}", met.cell.seats, met.cell.players)),
            cell::estimate(format::percent(met.now.value, 0), met.now),
            cell::text(format::percent(met.even_now, 0)),
            cell::estimate(format::percent(met.found.value, 0), met.found),
            cell::text(format::percent(met.even_found, 0)),
            cell::estimate(format::points(met.change), met.change),
        ];
        if several {
            row.insert(0, cell::text(met.cell.table.clone()));
        }
        row
    };
    let mut heads = vec![
        cell::explained("among", "the bot at the other seats"),
        cell::explained("seats", "seats of the tuned bot, side by side"),
        cell::figure("now", "share of its seats that win as it is"),
        cell::figure("even", "what it would win were all alike"),
        cell::figure("found", "share of its seats that win with the weights that were found"),
        cell::figure("even", "what it would win were all alike"),
        cell::figure("change", "what it gains more over what would be even"),
    ];
    if several {
        heads.insert(0, cell::word("table"));
    }
    Shown {
        id: "met",
        title: "Against others".to_owned(),
        note: String::new(),
        heads,
        rows: confirmed.tables.iter().map(row).collect(),
    }
}

/// A row a table: shares now and found, what would be even, and the change, with their intervals.
fn csv(confirmed: &ConfirmedWeights) -> String {
    let mut out = "table,among,players,seats,now,now-lo,now-hi,even-now,found,found-lo,found-hi,even-found,change,change-lo,change-hi\n".to_owned();
    for met in &confirmed.tables {
        let all = [
            &[f64::from(met.cell.players), f64::from(met.cell.seats)][..],
            &numbers(met.now),
            &[met.even_now],
            &numbers(met.found),
            &[met.even_found],
            &numbers(met.change),
        ];
        csv_line(&mut out, &[&met.cell.table, &met.cell.rival], &all.concat());
    }
    out
}
