//! "Did you mean": the nearest valid name for a word that is none.

/// The candidate nearest to `word`, if it is near enough to be what was meant.
///
/// Case, `_`, spaces and `-` count as equal; a word that begins like exactly one candidate also finds it.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.trim().to_lowercase().replace(['_', ' '], "-");
    let wanted = plain(word);
    if wanted.is_empty() {
        return None;
    }
    let length = wanted.chars().count();
    let allowed = length.div_ceil(3).clamp(1, 4);
    let mut best: Option<(usize, &str)> = None;
    let mut begins = Vec::new();
    for candidate in candidates {
        let name = plain(candidate);
        let distance = strsim::damerau_levenshtein(&wanted, &name);
        // With words of one or two letters everything is near everything.
        let near = distance == 0 || (distance <= allowed && length > 2);
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
        let longer = wanted.starts_with(&name) && name.len() > 2;
        if length > 1 && (name.starts_with(&wanted) || longer) {
            begins.push(candidate);
        }
    }
    match (best, begins.as_slice()) {
        (Some((_, candidate)), _) | (None, &[candidate]) => Some(candidate),
        _ => None,
    }
}

/// How names are set in a sentence: keys in backticks, values as they are written in the file.
#[derive(Clone, Copy, PartialEq)]
pub enum Quote {
    /// In backticks.
    Key,
    /// In quotation marks.
    Text,
}

impl Quote {
    /// The name as it is set.
    pub fn around(self, name: &str) -> String {
        match self {
            Self::Key => format!("`{name}`"),
            Self::Text => format!("\"{name}\""),
        }
    }
}

/// "did you mean `x`?" or the list of what is possible.
pub fn remedy(word: &str, candidates: &[&str], what: &str, quote: Quote) -> Option<String> {
    if let Some(name) = suggest(word, candidates.iter().copied()) {
        return Some(format!("did you mean {}?", quote.around(name)));
    }
    (!candidates.is_empty()).then(|| format!("{what}: {}", listed(candidates, quote)))
}

/// "`a`, `b`, `c`", cut after some.
pub fn listed(names: &[&str], quote: Quote) -> String {
    const MOST: usize = 20;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| quote.around(name)).collect();
    match names.len().checked_sub(MOST + 1) {
        Some(rest) => format!("{} and {} more", shown.join(", "), rest + 1),
        None => shown.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let keys = ["players", "end-points", "tiles", "rain"];
        assert_eq!(suggest("end-point", keys), Some("end-points"));
        assert_eq!(suggest("end_points", keys), Some("end-points"));
        assert_eq!(suggest("Players", keys), Some("players"));
        assert_eq!(suggest("palyers", keys), Some("players"));
        assert_eq!(suggest("end", keys), Some("end-points"));
        assert_eq!(suggest("tx", keys), None);
        assert_eq!(suggest("en", keys), Some("end-points"));
        assert_eq!(suggest("", keys), None);
        assert_eq!(suggest("zebra", keys), None);
    }

    #[test]
    fn lists_what_there_is() {
        assert_eq!(
            remedy("zebra", &["a", "b"], "bots", Quote::Key).as_deref(),
            Some("bots: `a`, `b`")
        );
        assert_eq!(remedy("zebra", &[], "bots", Quote::Key), None);
        let many: Vec<String> = (0..23).map(|n| n.to_string()).collect();
        let names: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(listed(&names, Quote::Text).ends_with("\"19\" and 3 more"));
    }
}
