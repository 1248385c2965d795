//! What components are shown to do, in sentences.

use super::{Ablation, BlankEffects, ComponentEffects};
use crate::findings::round_up;
use crate::format;
use balance_analysis::ablate::{Effect, Says};
use balance_engine::tally::MOST_GAMES;
use balance_kit::schema::messages::things;

/// What stands above [`Ablation::somewhat`].
pub(super) const SOMEWHAT: &str = "Shown to move something, though not surely by more than the margin";

/// What is said where no game is won.
const NOBODY: &str = "Nobody wins any of these games, so that they tell nothing of what a component does: let bots play that try to finish, \
                      or raise the cap on the length.";

impl Ablation {
    /// What is shown of each figure, in sentences, the strongest first; without figures of which nothing is shown.
    pub(super) fn findings(&self) -> Vec<(String, Vec<String>)> {
        let of_figure = |at: usize| {
            let size = |each: &ComponentEffects| {
                let effects = each.blanks.iter().map(|blank| self.size(blank.effects[at], at));
                effects.fold(0.0, f64::max)
            };
            let said = |each| Some((size(each), self.effect_sentence(each, at, each.says[at])?));
            let mut all: Vec<(f64, String)> = self.components.iter().filter_map(said).collect();
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            let title = self.figures[at].side_in_words().map_or_else(
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
    fn against(&self, each: &ComponentEffects, at: usize) -> String {
        let against =
            |blank: &BlankEffects| format!("{} against “{}”", self.with_unit(blank.effects[at], at), blank.name);
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
    fn effect_sentence(&self, each: &ComponentEffects, at: usize, says: Says) -> Option<String> {
        let figure = &self.figures[at];
        let title = &each.title;
        let called = match &each.what {
            Some(what) => format!("“{title}” ({what})"),
            None => format!("“{title}”"),
        };
        let side = figure.side_in_words();
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

/// Of more components than this of which something is open only the number is told.
const NAMED: usize = 8;

impl Ablation {
    /// Components of which something is neither shown nor ruled out.
    fn open(&self) -> Vec<&ComponentEffects> {
        let is_open = |each: &&ComponentEffects| each.says.contains(&Says::Open) && !each.blanks.is_empty();
        self.components.iter().filter(is_open).collect()
    }

    /// What is open, and how many games would settle it; none where nothing is.
    pub(super) fn still_open(&self) -> Option<String> {
        let open = self.open();
        let of = match open.len() {
            0 => return None,
            1..=NAMED => format::join_and(&open.iter().map(|each| each.title.clone()).collect::<Vec<_>>()),
            all if all == self.components.len() => format!("all {all} components"),
            some => things(some, "component"),
        };
        let mut said =
            format!("Of {of} something is still open; the tables of the page say what, over all blanks together.");
        // No ablation takes more.
        let times = open.iter().filter_map(|each| each.times).max();
        let games = times
            .and_then(|times| self.games.checked_mul(times))
            .filter(|games| *games <= MOST_GAMES);
        if let Some(games) = games {
            said += &format!(
                " About {} games (--games) would tell.",
                format::count(round_up(games as f64))
            );
        }
        Some(said)
    }
}

#[cfg(test)]
mod power_tests {
    use super::super::{AblationFigure, BlankEffects, markdown};
    use super::*;
    use balance_analysis::scenario::Margins;
    use balance_analysis::table::Rate;

    /// An ablation of 300,000 games of Riverbed Hunt with one open figure a component, its length, which so many times the games would
    /// settle.
    fn ablation(times: &[Option<u64>]) -> Ablation {
        let effect = Rate {
            value: 0.5,
            lo: -1.3,
            hi: 2.3,
        };
        let component = |(at, times): (usize, &Option<u64>)| ComponentEffects {
            key: format!("tile.{at}"),
            title: format!("tile {at}"),
            what: None,
            dead: false,
            says: vec![Says::Open],
            times: *times,
            blanks: vec![BlankEffects {
                name: "blank".to_owned(),
                help: String::new(),
                deals: 10_000,
                effects: vec![effect],
            }],
            goes_with: vec![None],
        };
        Ablation {
            format: 1,
            program: "0",
            scenario: "small".to_owned(),
            title: "Small".to_owned(),
            game: "riverbed".to_owned(),
            game_title: "Riverbed Hunt".to_owned(),
            configuration: "base".to_owned(),
            seed: 1,
            games: 300_000,
            asked: 300_000,
            wished: None,
            deals: 10_000,
            margins: Margins::one(0.01),
            figures: vec![AblationFigure {
                metric: "turns.mean".to_owned(),
                share: false,
                value: 30.0,
                side: None,
            }],
            components: times.iter().enumerate().map(component).collect(),
            pair_deals: 0,
            strongest: Vec::new(),
            pairs: Vec::new(),
        }
    }

    #[test]
    fn what_would_settle_what_is_open_is_told() {
        let said = |times: &[Option<u64>]| ablation(times).still_open().unwrap_or_default();
        assert_eq!(said(&[]), "");
        assert_eq!(
            said(&[Some(3), Some(2), None]),
            "Of tile 0, tile 1 and tile 2 something is still open; the tables of the page say what, over all blanks together. \
             About 900,000 games (--games) would tell."
        );
        assert!(said(&[None; 9]).starts_with("Of all 9 components something"));
    }

    /// An effect is told with its unit, and of whom it is; what goes with it is promised only where it is counted.
    #[test]
    fn an_effect_is_told_with_its_unit() {
        let mut one = ablation(&[None]);
        one.components[0].says = vec![Says::Raises];
        assert_eq!(
            one.findings()[0].1,
            ["“tile 0” makes games longer: +0.5 (−1.3 to 2.3) turns against “blank”."]
        );
        one.figures[0] = AblationFigure {
            metric: "win-rate.2nd-player".to_owned(),
            share: true,
            value: 0.3,
            side: Some("2nd player".to_owned()),
        };
        one.components[0].says = vec![Says::RaisesSome];
        one.components[0].blanks[0].effects = vec![Rate {
            value: 0.05,
            lo: 0.01,
            hi: 0.09,
        }];
        assert_eq!(
            one.somewhat(),
            ["“tile 0” raises the win rate of the 2nd player: +5.0 (1.0 to 9.0) points against “blank”."]
        );
        let text = markdown(&one);
        assert!(
            !text.to_lowercase().contains("goes with") && text.contains("| win rate of 2nd player |"),
            "{text}"
        );
        one.components[0].goes_with = one.components[0].blanks[0].effects.iter().copied().map(Some).collect();
        let text = markdown(&one);
        assert!(
            text.contains("what goes with winning") && text.contains("| Says | Goes with |"),
            "{text}"
        );
    }

    /// The page in Markdown says it as well, and by which margin it is judged.
    #[test]
    fn markdown_tells_what_is_open_and_the_margin() {
        let text = markdown(&ablation(&[None]));
        assert!(text.contains("Of tile 0 something is still open; "), "{text}");
        assert!(
            text.contains("more than the margin, 1 point of any win rate and 1% of the length."),
            "{text}"
        );
    }
}
