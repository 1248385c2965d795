//! Values of [tune] that the game refuses.

use super::{Knob, Tried, changed};
use crate::scenario::draft::Draft;
use crate::scenario::faults::locate;
use crate::scenario::setup::Reader;
use balance_kit::schema::place::Problem;
use balance_kit::schema::tree::{Field, Node, Table, Value};
use std::collections::BTreeSet;

/// For each knob its list, where all of it is texts and the game takes it for one value.
pub(super) fn flat<'k>(base: &Draft, knobs: &[&'k Field], reader: &mut Reader<'_>) -> Vec<Option<&'k Node>> {
    let mut one = |knob: &&'k Field| {
        let Value::List(list) = &knob.node.value else {
            return None;
        };
        let found = reader.problems.len();
        let texts = list.iter().all(|node| node.text().is_some());
        let is_value = texts && {
            let (setup, _) = reader.setup(&changed(base, &knob.name, &knob.node), &mut BTreeSet::new());
            reader.problems.len() == found && (reader.game.check)(&setup).is_empty()
        };
        reader.problems.truncate(found);
        is_value.then_some(&knob.node)
    };
    knobs.iter().map(&mut one).collect()
}

/// Values that the game refuses, alone and with every value of every other knob; `flat` has for each knob its list where that is
/// one value.
pub(super) fn impossible(
    base: &Draft,
    knobs: &[Knob],
    setups: &[Vec<Tried>],
    flat: &[Option<&Node>],
    reader: &Reader<'_>,
) -> Vec<Problem> {
    let check = reader.game.check;
    // Of one knob the same is told once.
    let mut problems: Vec<(usize, String, Problem)> = Vec::new();
    for (index, of_knob) in setups.iter().enumerate() {
        for (setup, node, files) in of_knob {
            let faults = check(setup);
            let Some(fault) = faults.first() else { continue };
            let others = knobs.iter().enumerate().filter(|(other, _)| *other != index);
            let mut pairs = others.flat_map(|(_, other)| other.choices.iter().map(move |choice| (other, choice)));
            let saved = pairs.any(|(other, choice)| {
                let mut both = setup.clone();
                choice.put(&other.rule, &mut both);
                check(&both).is_empty()
            });
            if saved {
                continue;
            }
            let of_content = locate(
                fault,
                &changed(base, &knobs[index].rule, node),
                files,
                &Table::default(),
            );
            let in_file = of_content.filter(|_| matches!(fault.at, crate::games::At::Content { .. }));
            if let Some(Node {
                value: Value::List(list),
                at,
                ..
            }) = flat[index]
            {
                let texts: Vec<String> = list
                    .iter()
                    .filter_map(Node::text)
                    .map(|text| format!("{text:?}"))
                    .collect();
                let (all, each) = (texts.join(", "), texts.join("], ["));
                let message = format!(
                    "`{}` in [tune] lists values, and each of these is a list",
                    knobs[index].rule
                );
                let help = if texts.len() > 1 {
                    format!(
                        "write [[{all}]] for one value of all of these, or [[{each}]] for several values of one each"
                    )
                } else {
                    format!("write [[{all}]]")
                };
                problems.push((index, message.clone(), Problem::at(at, message).help(help)));
                break;
            }
            let message = format!("{}, as [tune] would have it", fault.message);
            if problems
                .last()
                .is_some_and(|(at, said, _)| *at == index && *said == message)
            {
                continue;
            }
            let problem = Problem::at(in_file.as_ref().unwrap_or(&node.at), message.clone());
            problems.push((index, message, problem.maybe_help(fault.help.clone())));
        }
    }
    problems.into_iter().map(|(_, _, problem)| problem).collect()
}
