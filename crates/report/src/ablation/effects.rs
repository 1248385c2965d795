//! What components are shown to do, and what is open.

use super::{Ablation, ComponentEffects};
use crate::findings::round_up;
use crate::format;
use balance_engine::tally::MOST_GAMES;
use balance_experiments::ablate::{Effect, Says};
use balance_kit::schema::messages::things;

/// What is said where no game is won.
const NOBODY: &str = "Nobody wins any of these games. Use bots that try to finish, or raise the turn limit.";

impl Ablation {
    /// Every component with a figure that it is shown to move, by the place of that, the largest effect first.
    pub(super) fn confirmed(&self) -> Vec<(&ComponentEffects, usize)> {
        let shown = |says: Says| !matches!(says, Says::Nothing | Says::Open);
        let of_component = |each| (0..self.figures.len()).map(move |at| (each, at));
        let all = self.components.iter().flat_map(of_component);
        let mut all: Vec<(&ComponentEffects, usize)> = all.filter(|(each, at)| shown(each.says[*at])).collect();
        let size = |(each, at): &(&ComponentEffects, usize)| {
            let effects = each.blanks.iter().map(|blank| self.size(blank.effects[*at], *at));
            effects.fold(0.0, f64::max)
        };
        all.sort_by(|a, b| size(b).total_cmp(&size(a)));
        all
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
            some => things(some, "component"),
        };
        let mut said = format!("Of {of} something is still open; the table of every component says what.");
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
    use balance_config::scenario::Margins;
    use balance_inference::table::Rate;

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
            "Of tile 0, tile 1 and tile 2 something is still open; the table of every component says what. \
             About 900,000 games (--games) would tell."
        );
        assert!(said(&[None; 9]).starts_with("Of 9 components something"));
    }

    /// What is confirmed stands in the table with the side or the length that it moves, the largest effect first; what goes with it
    /// is promised only where it is counted.
    #[test]
    fn the_largest_confirmed_effect_stands_first() {
        let mut one = ablation(&[None, None]);
        one.figures.push(AblationFigure {
            metric: "win-rate.2nd-player".to_owned(),
            share: true,
            value: 0.3,
            side: Some("2nd player".to_owned()),
        });
        let rate = Rate {
            value: 0.05,
            lo: 0.01,
            hi: 0.09,
        };
        for (each, says) in one.components.iter_mut().zip([Says::Raises, Says::Nothing]) {
            each.says = vec![says, Says::RaisesSome];
            each.blanks[0].effects.push(rate);
            each.goes_with.push(None);
        }
        one.components[1].blanks[0].effects[1].value = 0.08;
        let confirmed: Vec<(&str, usize)> = one.confirmed().iter().map(|(each, at)| (&*each.title, *at)).collect();
        assert_eq!(confirmed, [("tile 1", 1), ("tile 0", 1), ("tile 0", 0)]);
        let text = markdown(&one);
        assert!(
            text.contains("| tile 0 | blank | turns | +0.5 (−1.3 to 2.3) | raises |"),
            "{text}"
        );
        assert!(
            text.contains("| tile 1 | blank | 2nd player | +8.0 (1.0 to 9.0) | raises somewhat |"),
            "{text}"
        );
        assert!(!text.to_lowercase().contains("goes with"), "{text}");
        one.components[0].goes_with[1] = Some(rate);
        let text = markdown(&one);
        assert!(
            text.contains("what goes with winning") && text.contains("| goes with it |"),
            "{text}"
        );
    }

    /// The page in Markdown says it as well, and by which margin it is judged.
    #[test]
    fn markdown_tells_what_is_open_and_the_margin() {
        let text = markdown(&ablation(&[None]));
        assert!(text.contains("Of tile 0 something is still open; "), "{text}");
        assert!(
            text.contains("more than the margin, 1 point of any win rate and 1% of the length;"),
            "{text}"
        );
    }
}
