//! Whatever stands in a file, it is read or explained, never a crash.

use super::good::WHOLE;
use super::load;
use crate::scenario::Frames;

/// Text with some bytes changed, cut out, doubled or swapped for what is common in scenarios.
fn mutated(text: &str, random: &mut Lcg) -> String {
    const PIECES: [&str; 22] = [
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "=",
        ".",
        ",",
        "\n",
        "#",
        "[[variant]]\n",
        "ö",
        "🐸",
        "nan",
        "1e999",
        "-",
        "%",
        "99999999999999999999999999999999999999999",
        "extends = \"pond.toml\"\n",
        "\"\"\"",
        "[expect]\n",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(6) {
        let at = random.below(chars.len());
        match random.below(4) {
            0 => {
                let to = (at + random.below(20)).min(chars.len());
                chars.drain(at..to);
            }
            1 => {
                let to = (at + random.below(60)).min(chars.len());
                let part: Vec<char> = chars[at..to].to_vec();
                let at = random.below(chars.len());
                chars.splice(at..at, part);
            }
            _ => {
                let to = (at + random.below(2)).min(chars.len());
                chars.splice(at..to, PIECES[random.below(PIECES.len())].chars());
            }
        }
    }
    chars.into_iter().collect()
}

struct Lcg(u64);

impl Lcg {
    /// A number below `n`; 0 when `n` is 0.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        if n == 0 { 0 } else { (self.0 >> 33) as usize % n }
    }
}

#[test]
fn any_text_is_read_or_explained() {
    let mut random = Lcg(20_261_121);
    let (mut good, mut broken) = (0, 0);
    for _ in 0..1_000 {
        let text = mutated(WHOLE, &mut random);
        match load(&[("pond.toml", &text), ("own/leaves.toml", "leaf = \"rotten ö\"")]) {
            Ok(_) => good += 1,
            Err(problems) => {
                broken += 1;
                assert!(!problems.list.is_empty(), "no problem in\n{text}");
                assert!(problems.to_string().ends_with(&problems.count()));
            }
        }
        match load(&[("pond.toml", &text), ("own/leaves.toml", "leaf = \"fresh\"")]) {
            Ok(scenario) => {
                good += 1;
                assert!(!scenario.configurations.is_empty());
            }
            Err(problems) => assert!(!problems.render(Frames::Coloured).is_empty()),
        }
    }
    assert!(good > 0 && broken > 500, "{good} good, {broken} broken");
}
