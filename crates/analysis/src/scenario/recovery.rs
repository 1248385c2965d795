//! Lines that could not be read, and which parts of a scenario may lack what stands there.

use balance_kit::schema::tree::{Place, Sources};

/// Where a line that could not be read belongs.
struct LostLine {
    /// The words of the heading above it; none at the top of the file.
    heading: Vec<String>,
    /// The words of the key with which it begins.
    key: Vec<String>,
}

/// The lines of a scenario that could not be read.
#[derive(Default)]
pub(crate) struct LostLines {
    lines: Vec<LostLine>,
    /// A whole file could not be read.
    whole: bool,
}

impl LostLines {
    /// What these places, each a line or a whole file, leave out.
    pub fn from_places(places: &[Place], sources: &Sources) -> Self {
        let mut lost = LostLines::default();
        for place in places {
            let text = sources.0.get(place.file).map_or("", |source| source.text.as_str());
            if place.start == 0 && place.end >= text.len() {
                lost.whole = true;
            }
            let above = text.get(..place.start).unwrap_or("");
            let heading = above.lines().rev().map(str::trim).find(|line| line.starts_with('['));
            let heading = heading.map(|line| line.trim_matches(['[', ']'])).unwrap_or_default();
            let key = sources.written(place).split(['=', ':']).next().unwrap_or_default();
            lost.lines.push(LostLine {
                heading: words(heading),
                key: words(key),
            });
        }
        lost
    }

    /// May something of this part, such as `rules` or `bots.mine`, stand in what could not be read?
    pub fn touches(&self, part: &[&str]) -> bool {
        let of = |line: &LostLine| {
            let all = line.heading.iter().chain(&line.key);
            let elsewhere = ["variant", "matrix", "extends"];
            let first = all.clone().next().map_or("", String::as_str);
            elsewhere.contains(&first) || part.iter().zip(all).all(|(part, word)| part == word)
        };
        self.whole || self.lines.iter().any(of)
    }
}

fn words(key: &str) -> Vec<String> {
    let words = key.split('.').map(|word| word.trim().trim_matches(['"', '\'']));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
