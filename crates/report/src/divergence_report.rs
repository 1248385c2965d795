//! Where games with another winner first differ, as the report of `balance why`.

use std::fmt::Write;

use crate::divergence::{at_most, foremost, gains, heading, notes, places, samples, see, summary};
use crate::html::{PageSection, comparison_part, question_page};
use crate::terminal::{self, paragraph, title, whole};
use balance_inference::table::{Frame, Parted, TableError, parted_frame};

/// Version of the shape of the JSON.
const FORMAT: u32 = 1;

/// What was found, with what it is told by.
pub struct DivergenceReport<'a> {
    /// What is played.
    pub title: &'a str,
    /// Master seed.
    pub seed: u64,
    /// The command that tells a game of both, up to its number.
    pub command: String,
    /// What was found.
    pub parted: &'a Parted,
}

impl DivergenceReport<'_> {
    /// The question that is answered.
    pub fn question(&self) -> String {
        if self.parted.bots_alone.is_some() {
            return format!(
                "{}: who else wins with the bots of “{}”?",
                self.title, self.parted.configuration
            );
        }
        format!(
            "{}: where do games first differ with “{}”?",
            self.title, self.parted.configuration
        )
    }

    /// What was played, and what came of it.
    pub fn summary(&self) -> String {
        summary(self.parted, &format!(", seed {}", self.seed))
    }

    /// As JSON.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let mut value = serde_json::json!({
            "format": FORMAT,
            "program": env!("CARGO_PKG_VERSION"),
            "title": self.title,
            "seed": self.seed,
            "names": [&self.parted.reference, &self.parted.configuration],
            "see": self.command,
            "other-bots": self.parted.other_bots,
            "bots-alone": self.parted.bots_alone,
        });
        let found = serde_json::to_value(&self.parted.found)?;
        if let (Some(all), serde_json::Value::Object(parts)) = (value.as_object_mut(), found) {
            all.extend(parts);
        }
        Ok(format!("{value:#}\n"))
    }

    /// Every count as a table, as a run writes it.
    ///
    /// # Errors
    /// When columns do not fit together, which nothing causes.
    pub fn table(&self) -> Result<Frame, TableError> {
        parted_frame(std::slice::from_ref(self.parted))
    }

    /// As a page of its own.
    pub fn page(&self) -> String {
        let places = comparison_part(self.parted, "why", &self.command);
        let part = PageSection {
            id: "parted",
            title: heading(std::slice::from_ref(self.parted)),
            body: places,
        };
        question_page(self.title, &self.question(), &format!("seed {}", self.seed), &[part])
    }

    /// For people, in lines of `width` characters where names allow.
    pub fn text(&self, width: usize) -> String {
        let mut out = title(&self.question(), width);
        paragraph(&mut out, width, "", &self.summary());
        let found = &self.parted.found;
        if found.flips == 0 {
            paragraph(&mut out, width, "", &at_most(found));
            return out;
        }
        if let Some(said) = foremost(self.parted) {
            let _ = writeln!(out);
            paragraph(&mut out, width, "", &said);
        }
        if self.parted.bots_alone.is_none() {
            terminal::table(&mut out, &places(self.parted), width);
        }
        terminal::table(&mut out, &gains(self.parted), width);
        let _ = writeln!(out);
        for said in notes(self.parted) {
            paragraph(&mut out, width, "", &said);
        }
        out += "\n";
        out += &title("Games to look at", width);
        paragraph(&mut out, width, "  ", &samples(self.parted));
        if let Some(command) = see(found, &self.command) {
            paragraph(&mut out, width, "  ", &whole(&command));
        }
        out
    }
}
