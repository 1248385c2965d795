//! What components do, as a page.

use maud::{Markup, html};

use super::{Ablation, SOMEWHAT, word};
use crate::format;
use crate::html::{FINDINGS, Part, alone, drawn, prose, table};
use crate::tables::Shown;
use crate::tables::cell;
use balance_charts::Chart;

/// The page of an ablation with its picture: one file that asks for no other.
pub fn page(ablation: &Ablation, chart: &Chart) -> String {
    let part = |id, title, body| Part { id, title, body };
    let mut parts = vec![
        part(FINDINGS, "What does each component do?", found(ablation)),
        part("picture", ablation.above_picture(), drawn(chart)),
        part(
            "numbers",
            "Every component and blank",
            table::whole(&rows(ablation), "all"),
        ),
    ];
    if !ablation.pairs.is_empty() {
        parts.push(part(
            "pairs",
            "Pairs of the strongest",
            table::whole(&pairs(ablation), "all"),
        ));
    }
    alone(&ablation.game_title, &ablation.title, &ablation.facts(), &parts)
}

fn found(ablation: &Ablation) -> Markup {
    let (findings, only, dead) = (ablation.findings(), ablation.only(), ablation.dead());
    let (untried, somewhat) = (ablation.untried(), ablation.somewhat());
    html! {
        @if let Some(nobody) = ablation.nobody_wins() { p { (nobody) } }
        @else if findings.is_empty() && somewhat.is_empty() { p { "Nothing is shown to move anything beyond the margin." } }
        @for (figure, all) in &findings {
            h3 { (figure) }
            ol.findings { @for said in all { li { p { (said) } } } }
        }
        @if !somewhat.is_empty() {
            h3 { (SOMEWHAT) }
            ol.findings { @for said in &somewhat { li { p { (said) } } } }
        }
        @if !only.is_empty() {
            h3 { "Only together" }
            ol.findings { @for said in &only { li { p { (said) } } } }
        }
        @if !dead.is_empty() {
            p { "Shown to do nothing beyond " (ablation.within()) ", whatever is in their place: " (dead.join(", ")) "." }
        }
        @if let Some(open) = ablation.still_open() { p { (open) } }
        @if !untried.is_empty() { p { "No blank makes a game without: " (untried.join(", ")) "." } }
        p.facts { (prose(&ablation.grounds())) }
    }
}

fn rows(ablation: &Ablation) -> Shown {
    let counted = ablation.is_counted();
    let mut heads = vec![
        cell::word("component"),
        cell::word("blank"),
        cell::word("figure"),
        cell::figure("effect", "in brackets an interval; all of them hold together"),
        cell::word("says"),
    ];
    let mut note = ablation.note();
    if counted {
        let help = "win rate where it was counted less win rate where it was not";
        heads.push(cell::figure("goes with it", help));
        note += " “Goes with it” is what a report shows without taking anything out.";
    }
    heads.push(cell::figure("deals", ""));
    let mut rows = Vec::new();
    for each in &ablation.components {
        for blank in &each.blanks {
            for (at, figure) in ablation.figures.iter().enumerate() {
                let effect = blank.effects[at];
                let mut row = vec![
                    cell::text(&each.title),
                    cell::text(&blank.name),
                    cell::text(figure.title()),
                    cell::estimate(ablation.effect(effect, at), effect),
                    cell::text(word(each.says[at])),
                ];
                if counted {
                    let goes = |rate| cell::estimate(format::points(rate), rate);
                    row.push(cell::optional(each.goes_with[at], goes));
                }
                row.push(cell::count(blank.deals));
                rows.push(row);
            }
        }
    }
    Shown {
        id: "ablation",
        title: "The game with the component less the game with the blank".to_owned(),
        note,
        heads,
        rows,
    }
}

fn pairs(ablation: &Ablation) -> Shown {
    let mut rows = Vec::new();
    for pair in &ablation.pairs {
        for (at, figure) in ablation.figures.iter().enumerate() {
            let [first, second] = &pair.components;
            let more = pair.more[at];
            rows.push(vec![
                cell::text(first),
                cell::text(second),
                cell::text(figure.title()),
                cell::estimate(ablation.effect(more, at), more),
            ]);
        }
    }
    Shown {
        id: "pairs",
        title: "What the first does with the second, less what it does without it".to_owned(),
        note: "Each in the place of its first blank.".to_owned(),
        heads: vec![
            cell::word("first"),
            cell::word("second"),
            cell::word("figure"),
            cell::figure(
                "more",
                "in brackets an interval; with those of single components all hold at 95 %",
            ),
        ],
        rows,
    }
}
