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
    let keys = || Text::ALL.map(Text::key).join(", ");
    let known = || {
        let write = format!("write \"2 kelp\", \"1 log\", \"1 coin\" or one of: {}", keys());
        // A number may stand there without the blank behind it.
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
        let glued = (digits > 0).then(|| part.split_at(digits));
        let near = match part.split_once(' ').or(glued) {
            Some((count, named)) => {
                suggest(named.trim(), ["kelp", "log", "coin"]).map(|near| format!("{count} {near}"))
            }
            None => suggest(part, Text::ALL.map(Text::key)).map(str::to_owned),
        };
        let help = near.map_or_else(
            || write.clone(),
            |near| format!("did you mean \"{near}\"? If not, {write}"),
        );
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
