//! The table of what the lines of scripts had to say.

use super::super::scripts::{LineUse, SaidAt, ScriptUse};
use super::Cells;

type Row<'r> = (&'r ScriptUse, &'r LineUse, &'r SaidAt);

/// The columns: a row for each line, role and span of turns.
pub(super) fn scripts(all: &[ScriptUse]) -> Vec<(&'static str, Cells)> {
    let lines = all
        .iter()
        .flat_map(|each| each.lines.iter().map(move |line| (each, line)));
    let rows: Vec<Row<'_>> = lines
        .flat_map(|(each, line)| line.at.iter().map(move |at| (each, line, at)))
        .collect();
    let text = |cell: &dyn Fn(&Row<'_>) -> String| Cells::Text(rows.iter().map(cell).collect());
    let count = |cell: &dyn Fn(&Row<'_>) -> u64| Cells::Count(rows.iter().map(cell).collect());
    vec![
        ("configuration", text(&|(each, ..)| each.configuration.clone())),
        ("bot", text(&|(each, ..)| each.bot.clone())),
        ("deals", count(&|(each, ..)| each.deals)),
        ("line", count(&|(_, line, _)| line.line as u64)),
        ("text", text(&|(_, line, _)| line.text.clone())),
        ("role", text(&|(.., at)| at.role.clone())),
        ("turns", text(&|(.., at)| at.turns.clone())),
        ("choices", count(&|(.., at)| at.choices)),
        ("said", count(&|(.., at)| at.said)),
        ("unmet", count(&|(.., at)| at.unmet)),
        ("unfit", count(&|(.., at)| at.unfit)),
        ("barred", count(&|(.., at)| at.barred)),
        ("late", count(&|(.., at)| at.late)),
    ]
}
