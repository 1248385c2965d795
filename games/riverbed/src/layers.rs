//! Layers of a tile as a file of tiles writes them.

use super::entries::BLANK;
use super::tiles::{Element, Step, Text};
use balance_kit::schema::suggest::suggest;

/// Reads one layer: a text, elements joined by ` + `, or nothing.
///
/// # Errors
/// What is wrong, and what was probably meant.
pub fn read(text: &str) -> Result<Vec<Step>, (String, String)> {
    if text == BLANK {
        return Ok(Vec::new());
    }
    if let Some(effect) = Text::ALL.iter().find(|effect| effect.key() == text) {
        return Ok(vec![Step::Text(*effect)]);
    }
    text.split('+').map(|part| element(part.trim(), text)).collect()
}

fn element(part: &str, whole: &str) -> Result<Step, (String, String)> {
    let known = || {
        let write = format!(
            "write \"2 kelp\", \"1 log\", \"1 coin\" or one of: {}",
            Text::ALL.map(Text::key).join(", ")
        );
        let help = match meant(whole) {
            None => write,
            Some(near) if near.contains(" + ") => format!(
                "write \"{near}\" for one layer of all of these, or \"{}\" for a layer of each",
                near.replace(" + ", "\", \"")
            ),
            Some(near) => format!("did you mean \"{near}\"? If not, {write}"),
        };
        (format!("the layer \"{whole}\" is neither elements nor a text"), help)
    };
    let (count, named) = part.split_once(' ').ok_or_else(known)?;
    let element = match named.trim() {
        "kelp" => Element::Kelp,
        "log" | "logs" => Element::Log,
        "coin" | "coins" => Element::Coin,
        _ => return Err(known()),
    };
    match count.parse() {
        Ok(count @ 1..=9) => Ok(Step::Count(element, count)),
        _ => Err((
            format!("\"{count}\" is not a number of elements"),
            "a layer shows 1 to 9 of an element".into(),
        )),
    }
}

/// The layer that was probably meant: a text misspelt, or elements that are joined in another way, such as `1 log, 1 coin`.
fn meant(whole: &str) -> Option<String> {
    if let Some(near) = suggest(whole, Text::ALL.map(Text::key)) {
        return Some(near.to_owned());
    }
    let mut layers: Vec<String> = Vec::new();
    let mut count: Option<&str> = None;
    let parts = whole.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    for part in parts.filter(|part| !part.is_empty() && *part != "and") {
        // A number may stand there without the blank behind it.
        let (digits, named) = part.split_at(part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len()));
        if !digits.is_empty() && count.replace(digits).is_some() {
            return None;
        }
        if !named.is_empty() {
            let near = suggest(named, ["kelp", "log", "coin"])?;
            let count = count.take().unwrap_or("1");
            let plural = if count == "1" || near == "kelp" { "" } else { "s" };
            layers.push(format!("{count} {near}{plural}"));
        }
    }
    (!layers.is_empty() && count.is_none()).then(|| layers.join(" + "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements joined in another way than by ` + ` are told in both of the ways that there are.
    #[test]
    fn what_was_meant_by_a_layer() {
        for text in [
            "1 log, 1 coin",
            "1 log and 1 coin",
            "1 log & coin",
            "1log/1coin",
            "1 log 1 coins",
        ] {
            let (_, help) = read(text).expect_err("no layer");
            let wanted =
                "write \"1 log + 1 coin\" for one layer of all of these, or \"1 log\", \"1 coin\" for a layer of each";
            assert_eq!(help, wanted, "{text}");
        }
        for (text, near) in [
            ("2 kelb", "2 kelp"),
            ("2kelp", "2 kelp"),
            ("log", "1 log"),
            ("3 loggs", "3 logs"),
            ("vew", "view"),
        ] {
            let (_, help) = read(text).expect_err("no layer");
            assert!(
                help.starts_with(&format!("did you mean \"{near}\"? If not, write ")),
                "{help}"
            );
        }
        for text in ["zebra", "1 2 logs", "1 log 3", ""] {
            let (_, help) = read(text).expect_err("no layer");
            assert!(help.starts_with("write \"2 kelp\", "), "{text}: {help}");
        }
    }
}
