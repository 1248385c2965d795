//! What components are shown to do, in sentences.

use super::{Ablation, Blank, Component};
use balance_analysis::ablate::{Effect, Says};

/// What stands above [`Ablation::somewhat`].
pub(super) const SOMEWHAT: &str = "Shown to move something, though not surely by more than the margin";

/// What is said where no game is won.
const NOBODY: &str = "Nobody wins any of these games, so that they tell nothing of what a component does: let bots play that try to finish, \
                      or raise the cap on the length.";

impl Ablation {
    /// What is shown of each figure, in sentences, the strongest first; without figures of which nothing is shown.
    pub(super) fn findings(&self) -> Vec<(String, Vec<String>)> {
        let of_figure = |at: usize| {
            let size = |each: &Component| {
                let effects = each.blanks.iter().map(|blank| self.size(blank.effects[at], at));
                effects.fold(0.0, f64::max)
            };
            let said = |each| Some((size(each), self.said(each, at, each.says[at])?));
            let mut all: Vec<(f64, String)> = self.components.iter().filter_map(said).collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let title = self.figures[at].of().map_or_else(
                || "How long games are".to_owned(),
                |side| format!("How often {side} wins"),
            );
            (title, all.into_iter().map(|(_, said)| said).collect())
        };
        let all = (0..self.figures.len()).map(of_figure);
        all.filter(|(_, said): &(String, Vec<String>)| !said.is_empty())
            .collect()
    }

    /// What is shown to move a figure, but not by more than the margin, in sentences, the strongest first.
    pub(super) fn somewhat(&self) -> Vec<String> {
        let mut all: Vec<(f64, String)> = Vec::new();
        for (at, figure) in self.figures.iter().enumerate() {
            let what = figure.what();
            for each in &self.components {
                let verb = match each.says[at] {
                    Says::RaisesSome => "raises",
                    Says::LowersSome => "lowers",
                    _ => continue,
                };
                let size = each.blanks.iter().map(|blank| self.size(blank.effects[at], at));
                let said = format!("“{}” {verb} {what}: {}.", each.title, self.against(each, at));
                all.push((size.fold(0.0, f64::max), said));
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.into_iter().map(|(_, said)| said).collect()
    }

    /// The effects of a component on a figure against each of its blanks.
    fn against(&self, each: &Component, at: usize) -> String {
        let against = |blank: &Blank| format!("{} against “{}”", self.told(blank.effects[at], at), blank.name);
        each.blanks.iter().map(against).collect::<Vec<_>>().join(", ")
    }

    /// That these games tell nothing, where no side wins any.
    pub(super) fn nobody_wins(&self) -> Option<&'static str> {
        let mut rates = self.figures.iter().filter(|figure| figure.share).peekable();
        rates.peek()?;
        rates.all(|figure| figure.value <= 0.0).then_some(NOBODY)
    }

    /// How large an effect is beside the margin.
    fn size(&self, effect: Effect, figure: usize) -> f64 {
        let unit = if self.figures[figure].share {
            1.0
        } else {
            self.figures[figure].value.max(1e-9)
        };
        effect.value.abs() / unit
    }

    /// What one component does to one figure, if that is worth a sentence.
    fn said(&self, each: &Component, at: usize, says: Says) -> Option<String> {
        let figure = &self.figures[at];
        let title = &each.title;
        let called = match &each.what {
            Some(what) => format!("“{title}” ({what})"),
            None => format!("“{title}”"),
        };
        let side = figure.of();
        let effects = self.against(each, at);
        let what = match (says, side) {
            (Says::Raises, Some(side)) => format!("{called} is decisive for {side}"),
            (Says::Lowers, Some(side)) => format!("{called} is decisive against {side}"),
            (Says::Raises, None) => format!("{called} makes games longer"),
            (Says::Lowers, None) => format!("{called} makes games shorter"),
            (Says::Turns, Some(side)) => format!("{called} helps or harms {side}: its sign changes with the blank"),
            (Says::Turns, None) => format!("{called} makes games longer or shorter: its sign changes with the blank"),
            (Says::Hangs, Some(side)) => {
                format!("{called} moves the win rate of {side} against one blank, not against another")
            }
            _ => return None,
        };
        Some(format!("{what}: {effects}."))
    }
}
