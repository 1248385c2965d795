//! A position as an SVG picture: board, villages, islands, stones, planks in their owners' colours with their numbers,
//! pawns. Knows nothing of the rules; what to draw comes in a [`Scene`].

use std::fmt::Write as _;

use super::board::{Board, Capsule, HALF_WIDTH, ISLAND, Point, SIZE, STONE, VILLAGE};

/// Room above the board for the title, and around it.
const HEAD: i32 = 260;
const MARGIN: i32 = 60;

/// Fill, and the colour of lines and of letters on it, for each colour of the game.
const PAINT: [(&str, &str); 6] = [
    ("#f2a3c4", "#7d2450"),
    ("#7fc48a", "#1d5a2b"),
    ("#7fb2e5", "#173f6b"),
    ("#5b6068", "#ffffff"),
    ("#e2756b", "#6b1410"),
    ("#f3d35e", "#66500a"),
];

/// A plank that lies on the board.
#[derive(Clone, Copy, Debug)]
pub struct DrawnPlank {
    /// Its axis.
    pub lie: Capsule,
    /// Its colour, by number of the village.
    pub colour: u8,
    /// Its number, 1 to 6.
    pub number: u8,
}

/// Where a pawn stands.
#[derive(Clone, Copy, Debug)]
pub enum Stand {
    /// In the village of this number.
    Village(u8),
    /// On the plank with this axis.
    Plank(Capsule),
}

/// A pawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawnPawn {
    /// Where it stands.
    pub at: Stand,
    /// Its colour, by number of the village.
    pub colour: u8,
}

/// What is to be seen.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The line above the board, such as "turn 3".
    pub title: String,
    /// Are there islands, or is it the side with open water?
    pub islands: bool,
    /// Centres of the stones.
    pub stones: Vec<Point>,
    /// Planks, the lowest first.
    pub planks: Vec<DrawnPlank>,
    /// Pawns.
    pub pawns: Vec<DrawnPawn>,
}

/// The picture of a scene: an SVG file without anything outside itself, the same text for the same scene.
pub fn svg(board: &Board, scene: &Scene) -> String {
    let mut out = String::new();
    frame(&mut out, scene);
    villages(&mut out, board);
    if scene.islands {
        islands(&mut out, board);
    }
    for stone in &scene.stones {
        circle(&mut out, *stone, STONE, "#b9b6ae", "#6f6c65", 10);
    }
    for plank in &scene.planks {
        draw_plank(&mut out, plank);
    }
    pawns(&mut out, board, &scene.pawns);
    out.push_str("</g>\n</svg>\n");
    out
}

/// Head of the file, title, water.
fn frame(out: &mut String, scene: &Scene) {
    let (width, height) = (SIZE + 2 * MARGIN, SIZE + HEAD + MARGIN);
    // Tenths of a millimetre on the board; on a screen a fifth of that.
    let (wide, high) = (width / 5, height / 5);
    let title = escaped(&scene.title);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Noto Sans, DejaVu Sans, Helvetica, Arial, sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{MARGIN}\" y=\"{}\" font-size=\"130\" font-weight=\"600\" fill=\"#2b2f36\">{title}</text>\n\
         <g transform=\"translate({MARGIN} {HEAD})\">\n\
         <rect width=\"{SIZE}\" height=\"{SIZE}\" rx=\"60\" fill=\"#e3f1f6\" stroke=\"#b5d3de\" stroke-width=\"12\"/>\n",
        HEAD - 90,
    );
}

fn villages(out: &mut String, board: &Board) {
    for (village, (fill, line)) in board.villages.iter().zip(PAINT) {
        let [left, top, right, bottom] = village.neck;
        let (wide, high) = (right - left, bottom - top);
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"#ded2b0\"/>"
        );
        circle(out, village.centre, VILLAGE, "#ded2b0", "#c2b48a", 10);
        circle(out, village.centre, VILLAGE - 70, fill, line, 10);
    }
    // Names after all discs, each turned to the bank so that pawns do not hide it.
    for (village, (_, ink)) in board.villages.iter().zip(PAINT) {
        let goal = board.villages.get(usize::from(village.opposite));
        let goal = goal.map_or(String::new(), |goal| format!("to {}", escaped(&goal.colour)));
        let Point { x, y } = village.centre;
        let name = escaped(&village.colour);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"92\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{name}</text>",
            y - 65
        );
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"66\" text-anchor=\"middle\" fill=\"{ink}\">{goal}</text>",
            y + 140
        );
    }
}

fn islands(out: &mut String, board: &Board) {
    for (at, centre) in board.islands.iter().enumerate() {
        circle(out, *centre, ISLAND, "#f4efdd", "#d3c79f", 8);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"80\" text-anchor=\"middle\" fill=\"#a2966c\">{}</text>",
            centre.x,
            centre.y + 28,
            at + 1
        );
    }
}

/// A plank, and its number upright in its middle.
fn draw_plank(out: &mut String, plank: &DrawnPlank) {
    let (fill, ink) = paint(plank.colour);
    let Capsule { from, to } = plank.lie;
    let middle = middle(plank.lie);
    for (colour, width) in [("#4a4338", 2 * HALF_WIDTH), (fill, 2 * HALF_WIDTH - 16)] {
        let _ = writeln!(
            out,
            "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>",
            from.x, from.y, to.x, to.y
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"74\" font-weight=\"700\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
        middle.x,
        middle.y + 26,
        plank.number
    );
}

/// Pawns: in a village side by side, on a plank at a quarter of its length, where it does not hide the number.
fn pawns(out: &mut String, board: &Board, pawns: &[DrawnPawn]) {
    let mut standing = [0i32; 6];
    let total = |village: u8| {
        pawns
            .iter()
            .filter(|pawn| matches!(pawn.at, Stand::Village(at) if at == village))
            .count()
    };
    for pawn in pawns {
        let at = match pawn.at {
            Stand::Village(at) => {
                let Some(village) = board.villages.get(usize::from(at)) else {
                    continue;
                };
                let nth = standing.get_mut(usize::from(at)).map_or(0, |count| {
                    *count += 1;
                    *count - 1
                });
                let step = 104;
                Point {
                    x: village.centre.x + nth * step - (total(at) as i32 - 1) * step / 2,
                    y: village.centre.y + 10,
                }
            }
            Stand::Plank(Capsule { from, to }) => Point {
                x: (3 * from.x + to.x) / 4,
                y: (3 * from.y + to.y) / 4,
            },
        };
        draw_pawn(out, at, pawn.colour);
    }
}

/// A head on a cone, in the outline of a playing piece.
fn draw_pawn(out: &mut String, at: Point, colour: u8) {
    let (fill, _) = paint(colour);
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {})\" fill=\"{fill}\" stroke=\"#1e2126\" stroke-width=\"10\" stroke-linejoin=\"round\">\
         <path d=\"M-46 52Q0 70 46 52L16 -30H-16Z\"/><circle cy=\"-50\" r=\"34\"/></g>",
        at.x, at.y
    );
}

fn middle(lie: Capsule) -> Point {
    Point {
        x: i32::midpoint(lie.from.x, lie.to.x),
        y: i32::midpoint(lie.from.y, lie.to.y),
    }
}

fn paint(colour: u8) -> (&'static str, &'static str) {
    PAINT
        .get(usize::from(colour))
        .copied()
        .unwrap_or(("#cccccc", "#222222"))
}

fn circle(out: &mut String, at: Point, radius: i32, fill: &str, line: &str, width: i32) {
    let _ = writeln!(
        out,
        "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width}\"/>",
        at.x, at.y
    );
}

/// Text that may stand between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mekong::board::Slide;

    fn scene(board: &Board) -> Scene {
        let lie = |a, b, number| {
            let same = |p: &&crate::games::mekong::board::Placement| {
                (p.a, p.b, p.number, p.slide) == (a, b, number, Slide::Mid)
            };
            board.placements.iter().find(same).unwrap().lie
        };
        let planks: Vec<DrawnPlank> = [
            (0, 12, 4, 0),
            (12, 17, 6, 0),
            (17, 18, 5, 1),
            (3, 16, 2, 3),
            (16, 18, 3, 4),
        ]
        .map(|(a, b, number, colour)| DrawnPlank {
            lie: lie(a, b, number),
            colour,
            number,
        })
        .to_vec();
        Scene {
            title: "turn <3> & more".to_owned(),
            islands: true,
            stones: [7, 12, 13, 11, 25].map(|island| board.islands[island - 1]).to_vec(),
            pawns: vec![
                DrawnPawn {
                    at: Stand::Plank(planks[1].lie),
                    colour: 0,
                },
                DrawnPawn {
                    at: Stand::Village(3),
                    colour: 3,
                },
                DrawnPawn {
                    at: Stand::Village(3),
                    colour: 1,
                },
                DrawnPawn {
                    at: Stand::Plank(planks[4].lie),
                    colour: 4,
                },
            ],
            planks,
        }
    }

    #[test]
    fn a_picture_shows_every_piece() {
        let board = Board::standard();
        let scene = scene(&board);
        let text = svg(&board, &scene);
        // Two circles a village, one an island, a stone and the head of a pawn.
        assert_eq!(text.matches("<circle").count(), 12 + 27 + 5 + 4);
        assert_eq!(text.matches("<path").count(), 2 * 5 + 4);
        assert!(text.contains(">turn &lt;3&gt; &amp; more<"));
        assert!(text.contains(">to black<"));
        assert_eq!(text, svg(&board, &scene));
    }

    #[test]
    fn open_water_has_no_islands_and_strange_numbers_draw() {
        let board = Board::standard();
        let lie = Capsule {
            from: Point { x: 0, y: 0 },
            to: Point { x: 9, y: 9 },
        };
        let scene = Scene {
            planks: vec![DrawnPlank {
                lie,
                colour: 200,
                number: 1,
            }],
            pawns: vec![DrawnPawn {
                at: Stand::Village(77),
                colour: 0,
            }],
            ..Scene::default()
        };
        let text = svg(&board, &scene);
        assert_eq!(text.matches("<circle").count(), 12);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    }
}
