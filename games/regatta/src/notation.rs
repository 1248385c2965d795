//! The compact notation of a wedge: lanes with their dots, then whatever differs from straight lanes. Every mistake is
//! told with its dot and its place in the text.

use std::ops::Range;

use super::track::{Dot, Exit, Icon, LANE_MAX, LANES, MAX_EXITS, Way, lane_name};

/// What is printed on dots, by its sign in a file; the same signs stand in pictures.
pub const SIGNS: [(char, Icon); 9] = [
    ('.', Icon::Plain),
    ('F', Icon::Fish),
    ('G', Icon::Favor),
    ('W', Icon::Wedge),
    ('+', Icon::Boost),
    ('H', Icon::Hydra),
    ('C', Icon::Charybdis),
    ('S', Icon::Scylla),
    ('0', Icon::Line),
];

/// A mistake in the text of a wedge: bytes of the text, what is wrong, what to write.
pub type Slip = (Range<usize>, String, String);

/// Reads the dots, paths and entries of one wedge, or tells every mistake of the writing; when there are none, of the wedge.
pub fn read(text: &str) -> Result<(Vec<Dot>, [u8; LANES]), Vec<Slip>> {
    let mut draft = ParsedMove::default();
    let mut parts = pieces(text, '|');
    let edits = if parts.len() == LANES + 1 { parts.pop() } else { None };
    if parts.len() != LANES {
        let message = format!("{LANES} lanes are needed, here are {}", parts.len());
        let help =
            "write the lanes a, b, c and d with `|` between them, then, after another `|`, the paths that differ";
        return Err(vec![(0..text.len(), message, help.to_owned())]);
    }
    for (lane, (at, part)) in parts.into_iter().enumerate() {
        draft.lane(lane as u8, at, part);
    }
    if draft.slips.is_empty() {
        draft.straight();
        if let Some((at, edits)) = edits {
            for (from, edit) in pieces(edits, ' ').into_iter().filter(|(_, edit)| !edit.is_empty()) {
                draft.edit(at + from, edit);
            }
        }
    }
    if draft.slips.is_empty() {
        draft.check(text.len());
    }
    if draft.slips.is_empty() {
        Ok((draft.dots, draft.entry))
    } else {
        Err(draft.slips)
    }
}

/// The parts of `text` between separators, trimmed, each with the byte where it begins.
fn pieces(text: &str, separator: char) -> Vec<(usize, &str)> {
    let mut at = 0;
    let mut parts = Vec::new();
    for part in text.split(separator) {
        parts.push((at + part.len() - part.trim_start().len(), part.trim()));
        at += part.len() + separator.len_utf8();
    }
    parts
}

#[derive(Default)]
struct ParsedMove {
    dots: Vec<Dot>,
    /// Index of the first dot of each lane, and of the end.
    first: [u8; LANES + 1],
    entry: [u8; LANES],
    slips: Vec<Slip>,
}

impl ParsedMove {
    fn slip(&mut self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.slips.push((span, message.into(), help.into()));
    }

    fn lane(&mut self, lane: u8, at: usize, part: &str) {
        let name = lane_name(lane);
        let span = at..at + part.len();
        let dots = part.strip_prefix(name).filter(|rest| rest.starts_with(' '));
        let Some(dots) = dots.map(str::trim_start).filter(|dots| !dots.is_empty()) else {
            let message = format!("lane {name} is missing");
            let help = format!("write `{name}` and a sign for each of its dots, such as `{name} .F.`");
            return self.slip(span, message, help);
        };
        let begin = at + part.len() - dots.len();
        let count = dots.chars().count();
        if count > LANE_MAX {
            let message = format!("lane {name} has {count} dots");
            return self.slip(span, message, format!("at most {LANE_MAX} are possible"));
        }
        for (number, (offset, sign)) in (1..).zip(dots.char_indices()) {
            let icon = SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, icon)| *icon);
            let icon = icon.unwrap_or_else(|| {
                let place = begin + offset..begin + offset + sign.len_utf8();
                let message = format!("dot {name}{number}: there is no sign `{sign}`");
                self.slip(
                    place,
                    message,
                    "the signs are . F (fish) G (favor) W (wedge) + (boost) H (Hydra) C (Charybdis) S (Scylla)",
                );
                Icon::Plain
            });
            self.dots.push(Dot::new(lane, number, count as u8, icon));
        }
        self.first[usize::from(lane) + 1] = self.dots.len() as u8;
    }

    /// Every lane runs straight.
    fn straight(&mut self) {
        for lane in 0..LANES {
            let (begin, end) = (self.first[lane], self.first[lane + 1]);
            self.entry[lane] = begin;
            for dot in begin..end {
                let way = if dot + 1 < end {
                    Way::Dot(dot + 1)
                } else {
                    Way::Port(lane as u8)
                };
                self.dots[usize::from(dot)].add(Exit { way, label: 0 });
            }
        }
    }

    /// Reads one path that differs.
    fn edit(&mut self, at: usize, text: &str) {
        let span = at..at + text.len();
        let read = |draft: &mut ParsedMove, offset: usize, name: &str| draft.way(at + offset, name);
        if let Some((lane, dot)) = text.strip_prefix('@').and_then(|rest| rest.split_once('=')) {
            let letter = lane.chars().next().filter(|_| lane.len() == 1);
            let lane = letter.and_then(|letter| (0..LANES as u8).find(|lane| lane_name(*lane) == letter));
            match (lane, read(self, text.len() - dot.len(), dot)) {
                (Some(lane), Some(Way::Dot(dot))) => self.entry[usize::from(lane)] = dot,
                (None, Some(_)) => self.slip(span, format!("`{text}` names no lane"), "write `@c=b1`"),
                (Some(_), Some(Way::Port(_))) => {
                    self.slip(span, format!("`{text}`: a lane is entered on a dot"), "write `@c=b1`");
                }
                (_, None) => {}
            }
        } else if let Some((dot, rest)) = text.split_once('{') {
            self.whirlpool(at, text, dot, rest);
        } else if let Some((dot, target)) = text.split_once('=') {
            let ways = (read(self, 0, dot), read(self, dot.len() + 1, target));
            if let (Some(Way::Dot(dot)), Some(way)) = ways {
                self.dots[usize::from(dot)].clear();
                self.path(span, dot, Exit { way, label: 0 });
            }
        } else if let Some((dot, target)) = text.split_once('+') {
            let ways = (read(self, 0, dot), read(self, dot.len() + 1, target));
            if let (Some(Way::Dot(dot)), Some(way)) = ways {
                self.path(span, dot, Exit { way, label: 0 });
            }
        } else {
            let help = "write `b1+a2`, `b3=>c`, `b2{1:a3,2:c3,3:>b}` or `@c=b1`";
            self.slip(span, format!("`{text}` is no path"), help);
        }
    }

    /// Reads the labelled exits of a whirlpool; `rest` follows the brace.
    fn whirlpool(&mut self, at: usize, text: &str, name: &str, rest: &str) {
        let span = at..at + text.len();
        let Some(Way::Dot(dot)) = self.way(at, name) else {
            return;
        };
        let icon = self.dots[usize::from(dot)].icon;
        let (Some(labels), Some(list)) = (icon.labels(), rest.strip_suffix('}')) else {
            let (message, help) = if icon.is_whirlpool() {
                ("the brace is not closed", "write `b2{1:a3,2:c3,3:>b}`")
            } else {
                ("it is no whirlpool", "only the exits of C and S have numbers")
            };
            return self.slip(span, format!("dot {name}: {message}"), help);
        };
        self.dots[usize::from(dot)].clear();
        for (offset, exit) in pieces(list, ',') {
            let place = at + name.len() + 1 + offset;
            let Some((label, target)) = exit.split_once(':') else {
                let message = format!("dot {name}: `{exit}` is no exit");
                self.slip(place..place + exit.len(), message, "write `1:a3`");
                continue;
            };
            let label_at = place..place + label.len();
            let Some(label) = label.parse().ok().filter(|label| labels.contains(label)) else {
                let message = format!("dot {name}: no exit of it has the number `{label}`");
                let help = format!("its exits are {}, {} and {}", labels[0], labels[1], labels[2]);
                self.slip(label_at, message, help);
                continue;
            };
            if self.dots[usize::from(dot)]
                .exits()
                .iter()
                .any(|exit| exit.label == label)
            {
                self.slip(label_at, format!("dot {name}: exit {label} stands twice"), "");
            } else if let Some(way) = self.way(place + exit.len() - target.len(), target) {
                self.path(span.clone(), dot, Exit { way, label });
            }
        }
        let dot = &self.dots[usize::from(dot)];
        let missing = |label: &u8| !dot.exits().iter().any(|exit| exit.label == *label);
        let missing = labels.iter().filter(|label| missing(label)).map(u8::to_string);
        let missing: Vec<String> = missing.collect();
        if !missing.is_empty() && self.slips.is_empty() {
            let message = format!("dot {name}: exit {} is missing", missing.join(" and "));
            self.slip(span, message, "a whirlpool has all three exits");
        }
    }

    /// Adds a path and refuses what cannot be one.
    fn path(&mut self, span: Range<usize>, from: u8, exit: Exit) {
        let dot = self.dots[usize::from(from)];
        let name = dot.name();
        if let Way::Dot(to) = exit.way {
            let target = self.dots[usize::from(to)];
            if target.angle <= dot.angle {
                let message = format!("dot {name}: the path to {} does not lead clockwise", target.name());
                let help = "a path leads to a dot that lies further along; the dots of a lane are spread evenly";
                return self.slip(span, message, help);
            }
        }
        let twice = dot.exits().iter().any(|known| known.way == exit.way);
        if twice && !dot.icon.is_whirlpool() {
            return self.slip(span, format!("dot {name}: this path is there twice"), "take one away");
        }
        if dot.icon.is_whirlpool() && dot.exits().len() >= 3 {
            let help = "name all its exits as in `b2{1:a3,2:c3,3:>b}`";
            return self.slip(span, format!("dot {name}: a whirlpool has three numbered exits"), help);
        }
        if !self.dots[usize::from(from)].add(exit) {
            let message = format!("dot {name}: more than {MAX_EXITS} paths lead out of it");
            self.slip(span, message, "");
        }
    }

    fn way(&mut self, at: usize, name: &str) -> Option<Way> {
        let (port, rest) = name.strip_prefix('>').map_or((false, name), |rest| (true, rest));
        let mut signs = rest.chars();
        let lane = signs
            .next()
            .and_then(|sign| (0..LANES as u8).find(|lane| lane_name(*lane) == sign));
        let number = signs.as_str();
        let way = lane.and_then(|lane| {
            if port {
                return number.is_empty().then_some(Way::Port(lane));
            }
            let (begin, end) = (self.first[usize::from(lane)], self.first[usize::from(lane) + 1]);
            let number: u8 = number.parse().ok()?;
            (number > 0 && number <= end - begin).then(|| Way::Dot(begin + number - 1))
        });
        if way.is_none() {
            let message = format!("there is no dot {name}");
            let help = "a dot is its lane and its place on it, such as b2; the border on lane b is >b";
            self.slip(at..at + name.len(), message, help);
        }
        way
    }

    /// What must hold of the wedge as a whole: every whirlpool labelled, every dot reached, every border left by.
    fn check(&mut self, len: usize) {
        let mut reached = 0u32;
        let mut ports = 0u8;
        let mut rest: Vec<u8> = self.entry.to_vec();
        while let Some(at) = rest.pop() {
            if reached >> at & 1 == 1 {
                continue;
            }
            reached |= 1 << at;
            for exit in self.dots[usize::from(at)].exits() {
                match exit.way {
                    Way::Dot(to) => rest.push(to),
                    Way::Port(lane) => ports |= 1 << lane,
                }
            }
        }
        for at in 0..self.dots.len() {
            let dot = self.dots[at];
            if dot.icon.is_whirlpool() && dot.exits().len() != 3 {
                let message = format!("dot {}: the whirlpool's exits have no numbers", dot.name());
                self.slip(0..len, message, "name them as in `b2{1:a3,2:c3,3:>b}`");
            }
            if reached >> at & 1 == 0 {
                let message = format!("dot {}: no path leads to it", dot.name());
                let help = "every dot can be reached from the border before the wedge";
                self.slip(0..len, message, help);
            }
        }
        for lane in 0..LANES as u8 {
            if ports >> lane & 1 == 0 {
                let message = format!("no path leaves the wedge on lane {}", lane_name(lane));
                let help = format!("some dot leads to >{}", lane_name(lane));
                self.slip(0..len, message, help);
            }
        }
    }
}
