//! A rule that was given several values, where each was to be played: what to write.

use super::set::of_command_line;
use balance_kit::Code;
use balance_kit::schema::place::{Place, Problem, Sources};
use balance_kit::schema::tree::{Field, Node};

/// Nobody means more values by a span such as `2..5`.
const MOST_OF_SPAN: usize = 20;

/// How to write one less than now, where a problem is about a number below what the rule may be.
pub(super) fn less_than_now(sources: &Sources, rules: &Field, problem: &Problem) -> Option<String> {
    let at = problem.at.as_ref()?;
    let (key, node) = key_of(&rules.node, &rules.name, at)?;
    let written = sources.written(at);
    let number = node.whole().is_some() && written.starts_with('-');
    number.then(|| {
        if of_command_line(sources, at) {
            format!("so much less than now is written --set '{key}=\"{written}\"'")
        } else {
            format!("so much less than now is written \"{written}\", in quotes")
        }
    })
}

/// How to write one list, where a problem is that one was wanted and the commas of `--set` made several values of it.
pub(super) fn one_list(sources: &Sources, problem: &Problem) -> Option<String> {
    let at = problem.at.as_ref().filter(|at| of_command_line(sources, at))?;
    let source = sources.0.get(at.file)?;
    let before = source.text.get(..at.start)?;
    let line = source
        .text
        .get(before.rfind('\n').map_or(0, |end| end + 1)..)?
        .lines()
        .next()?;
    // Only a key of a matrix stands there in quotes.
    let (key, values) = line.strip_prefix('"')?.split_once("\" = [")?;
    let (key, values) = (key.strip_prefix("rules.").unwrap_or(key), values.strip_suffix(']')?);
    let is_list = matches!(&problem.code, Code::WrongKind { wanted } if wanted.iter().any(|kind| kind == "array"));
    (is_list && values.contains(',')).then(|| {
        let values = values.replace(", ", ",");
        format!("a comma tries each value by itself; for one list write --set '{key}=[{values}]'")
    })
}

/// How to play each of several values that one rule was given, where a problem is about these.
pub(super) fn each_of_several(sources: &Sources, rules: &Field, problem: &Problem) -> Option<String> {
    let at = problem.at.as_ref()?;
    let (key, node) = key_of(&rules.node, &rules.name, at)?;
    let written = sources.written(at);
    let simple = |node: &Node| node.table().is_none() && node.list().is_none();
    let values = match (node.list(), node.text()) {
        (Some(list), _) if list.len() > 1 && list.iter().all(simple) => {
            written.trim_matches(['[', ']']).trim().to_owned()
        }
        (_, Some(span)) => values_of_span(span)?,
        _ => return None,
    };
    Some(if of_command_line(sources, at) {
        format!("to play each of them, write --set {key}={}", values.replace(", ", ","))
    } else {
        format!("to play each of them, write \"{key}\" = [{values}] below [matrix]")
    })
}

/// The key whose value stands at a place, and that value.
fn key_of<'n>(node: &'n Node, key: &str, at: &Place) -> Option<(String, &'n Node)> {
    if let Some(table) = node.table() {
        let mut fields = table.fields.iter();
        return fields.find_map(|field| key_of(&field.node, &format!("{key}.{}", field.name), at));
    }
    (node.at == *at).then(|| (key.to_owned(), node))
}

/// The whole numbers that `2..5` or `2-5` names, with commas between them; none where it is something else.
fn values_of_span(text: &str) -> Option<String> {
    let (from, to) = text.split_once("..").or_else(|| text.split_once('-'))?;
    let end = |text: &str| text.trim().trim_start_matches('=').parse::<u32>().ok();
    let (from, to) = (end(from)?, end(to)?);
    let all: Vec<String> = (from..=to)
        .take(MOST_OF_SPAN + 1)
        .map(|each| each.to_string())
        .collect();
    (2..=MOST_OF_SPAN).contains(&all.len()).then(|| all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_of_whole_numbers_is_spelled_out() {
        let of = |text| values_of_span(text);
        assert_eq!(of("2..5").as_deref(), Some("2, 3, 4, 5"));
        assert_eq!(of("2..=3").as_deref(), of("2-3").as_deref());
        for other in ["5..2", "2..2", "two..5", "-3", "2..4000000000", "1.5..2"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
