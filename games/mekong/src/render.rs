//! Pictures of positions: the board as it lies on the table, everybody's reserve and cards beside it, and a legend.

use super::board::{HALF_WIDTH, ISLAND, Point, SIZE, STONE, VILLAGE};
use super::rules::Side;
use super::state::{Ask, COLOURS, NONE, STONES, Space, colour_of, number_of, spaces};
use super::{Mekong, Public};
use balance_engine::Seat;
use balance_kit::picture::{SvgPicture, TextStyle, lines, titled};

/// Fill of each colour: pink, green, blue, black, red, yellow.
const FILLS: [&str; COLOURS] = ["#c2528a", "#2e8b57", "#2f6fd0", "#3a3a3a", "#c0392b", "#b07d00"];
const LAND: &str = "#efe3c4";
const STONE_FILL: &str = "#c3cacd";
const STONE_EDGE: &str = "#4c5961";
const NUMBER: &str = "#4a3720";

/// Pixels of a tenth of a millimetre: the board is 450 mm wide.
const SCALE: f64 = 0.18;
const MARGIN: f64 = 24.0;
const TOP: f64 = 60.0;
/// Width of what stands beside the board.
const SIDE: f64 = 320.0;
/// Height of a seat's part of it.
const ROW: f64 = 96.0;
const LETTERS: usize = 44;

/// Where things are drawn: planks may lie over the edge of the board, and nothing is cut off.
struct BoardCanvas {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl BoardCanvas {
    fn new(public: &Public) -> Self {
        let (mut low, mut high) = ((0, 0), (SIZE, SIZE));
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let lie = public.planks[slot].lie;
            for end in [lie.from, lie.to] {
                low = (low.0.min(end.x - HALF_WIDTH), low.1.min(end.y - HALF_WIDTH));
                high = (high.0.max(end.x + HALF_WIDTH), high.1.max(end.y + HALF_WIDTH));
            }
        }
        let over = |by: i32| SCALE * f64::from(by);
        let (left, top) = (MARGIN + over(-low.0), TOP + over(-low.1));
        BoardCanvas {
            left,
            top,
            right: left + over(high.0),
            bottom: top + over(high.1),
        }
    }

    fn place(&self, point: Point) -> (f64, f64) {
        (
            self.left + SCALE * f64::from(point.x),
            self.top + SCALE * f64::from(point.y),
        )
    }
}

impl Mekong {
    /// The position as SVG. Everything in it lies open on the table.
    pub(super) fn draw(&self, public: &Public, to: Option<Seat>) -> String {
        let sheet = BoardCanvas::new(public);
        let beside = sheet.right + MARGIN;
        let legend = TOP + 20.0 + ROW * self.players as f64;
        let height = (sheet.bottom + MARGIN).max(legend + 190.0);
        let mut picture = SvgPicture::new(beside + SIDE, height);
        let title = titled(&format!("The Mekong crossing, {}", when(public)), to);
        picture.text(MARGIN, 38.0, TextStyle::bold(20.0), &title);
        self.draw_board(&mut picture, &sheet);
        self.draw_pieces(&mut picture, &sheet, public);
        for seat in self.seats() {
            let row = TOP + 14.0 + ROW * seat.index() as f64;
            self.draw_seat(&mut picture, (beside, row), public, seat);
        }
        self.draw_legend(&mut picture, (beside, legend), public);
        picture.finish(&title)
    }

    fn draw_board(&self, picture: &mut SvgPicture, sheet: &BoardCanvas) {
        let whole = SCALE * f64::from(SIZE);
        picture.rect(sheet.left, sheet.top, whole, whole, 6.0, "#cfe6ee", "#2f5d73");
        for village in &self.board.villages {
            let [left, top, right, bottom] = village.neck;
            let (x, y) = sheet.place(Point { x: left, y: top });
            let size = |from: i32, to: i32| SCALE * f64::from(to - from);
            picture.rect(x, y, size(left, right), size(top, bottom), 0.0, LAND, LAND);
        }
        for (colour, village) in self.board.villages.iter().enumerate() {
            let (x, y) = sheet.place(village.centre);
            picture.circle(x, y, SCALE * f64::from(VILLAGE), LAND, FILLS[colour]);
        }
        if self.rules.side == Side::Islands {
            for (island, centre) in self.board.islands.iter().enumerate() {
                let (x, y) = sheet.place(*centre);
                picture.circle(x, y, SCALE * f64::from(ISLAND), "#dfe8cf", "#a7b98a");
                picture.text(x, y + 4.0, TextStyle::normal(11.0).centred(), &(island + 1).to_string());
            }
        }
    }

    fn draw_pieces(&self, picture: &mut SvgPicture, sheet: &BoardCanvas, public: &Public) {
        for slot in (0..STONES).filter(|slot| public.stones >> slot & 1 == 1) {
            let (x, y) = sheet.place(public.points[slot]);
            picture.circle(x, y, SCALE * f64::from(STONE), STONE_FILL, STONE_EDGE);
        }
        let width = 2.0 * SCALE * f64::from(HALF_WIDTH);
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let lie = public.planks[slot].lie;
            let (from, to) = (sheet.place(lie.from), sheet.place(lie.to));
            picture.line(from, to, width + 2.0, "#3b2a14");
            picture.line(from, to, width - 1.0, FILLS[usize::from(colour_of(slot))]);
        }
        for slot in (0..STONES).filter(|slot| public.stones >> slot & 1 == 1) {
            let (x, y) = beside_planks(sheet, public, slot);
            let number = self.stone_number(public, slot as u8).to_string();
            picture.label(x, y, TextStyle::normal(11.0), &number);
        }
        for slot in spaces(public.laid).filter_map(Space::slot) {
            let (x, y) = middle(sheet, public, slot);
            picture.disc(x, y, 7.5, NUMBER, &number_of(slot).to_string());
        }
        for (colour, village) in self.board.villages.iter().enumerate() {
            // Towards the bank, where planks seldom lie.
            let middle = f64::from(SIZE) / 2.0;
            let (dx, dy) = (
                f64::from(village.centre.x) - middle,
                f64::from(village.centre.y) - middle,
            );
            let out = 28.0 / (dx * dx + dy * dy).sqrt().max(1.0);
            let (x, y) = sheet.place(village.centre);
            let (x, y) = (x + out * dx, y + out * dy);
            let name = self.colour_name(colour as u8);
            picture.label(x, y, TextStyle::bold(12.0), name);
        }
        for seat in self.seats() {
            let here = public.pawns[seat];
            let (x, y) = match here.slot() {
                None => sheet.place(self.board.villages[usize::from(here.0)].centre),
                // Beside the number of the plank.
                Some(slot) => {
                    let (x, y) = middle(sheet, public, slot);
                    (x, y - 18.0)
                }
            };
            let together = |other: &Seat| public.pawns[*other] == here;
            let (before, all) = (
                self.seats().take(seat.index()).filter(together).count(),
                self.seats().filter(together).count(),
            );
            let aside = 22.0 * (before as f64 - (all - 1) as f64 / 2.0);
            self.draw_pawn(picture, (x + aside, y), seat);
        }
    }

    fn draw_pawn(&self, picture: &mut SvgPicture, (x, y): (f64, f64), seat: Seat) {
        let colour = usize::from(self.colours[seat]);
        picture.disc(x, y, 12.0, FILLS[colour], &(seat.0 + 1).to_string());
    }

    /// A player: who goes where, what is in the reserve, which cards lie open.
    fn draw_seat(&self, picture: &mut SvgPicture, (x, y): (f64, f64), public: &Public, seat: Seat) {
        self.draw_pawn(picture, (x + 12.0, y - 6.0), seat);
        let (from, to) = (self.colours[seat], self.goals[seat]);
        let first = if seat == public.first { ", first player" } else { "" };
        let name = format!("{} to {}{first}", self.colour_name(from), self.colour_name(to));
        picture.text(x + 32.0, y, TextStyle::bold(15.0), &name);
        let reserve = &public.reserves[seat];
        let planks = (1..).zip(reserve).filter(|(_, colour)| **colour != NONE);
        let mut at = x + 32.0;
        for (number, colour) in planks {
            let from = (at + 6.0, y + 20.0);
            let to = (from.0 + 8.0 + 2.0 * f64::from(number), from.1);
            picture.line(from, to, 15.0, FILLS[usize::from(*colour)]);
            picture.disc(f64::midpoint(from.0, to.0), from.1, 7.5, NUMBER, &number.to_string());
            at = to.0 + 12.0;
        }
        if reserve.iter().all(|colour| *colour == NONE) {
            picture.text(at, y + 24.0, TextStyle::normal(13.0), "no planks left");
        }
        let (shown, last) = (self.cards(&public.shown[seat]), self.cards(&public.last[seat]));
        let shown = match (shown.is_empty(), last.is_empty()) {
            (false, _) => shown,
            (true, false) => format!("last turn: {last}"),
            (true, true) => String::new(),
        };
        for (line, text) in lines(&shown, LETTERS).iter().enumerate() {
            picture.text(x + 32.0, y + 44.0 + 14.0 * line as f64, TextStyle::normal(11.0), text);
        }
    }

    fn draw_legend(&self, picture: &mut SvgPicture, (x, y): (f64, f64), public: &Public) {
        let words = |picture: &mut SvgPicture, row: f64, text: &str| {
            picture.text(x + 58.0, y + row + 4.0, TextStyle::normal(12.0), text);
        };
        picture.disc(x + 24.0, y, 12.0, "#6b6b6b", "2");
        words(picture, 0.0, "pawn of seat 2");
        picture.line((x + 6.0, y + 30.0), (x + 42.0, y + 30.0), 15.0, "#6b6b6b");
        picture.disc(x + 24.0, y + 30.0, 7.5, NUMBER, "3");
        words(picture, 30.0, "plank 3, in the colour of its first owner");
        picture.circle(x + 24.0, y + 64.0, SCALE * f64::from(STONE), STONE_FILL, STONE_EDGE);
        picture.text(x + 24.0, y + 68.0, TextStyle::normal(11.0).centred(), "5");
        let name = match self.rules.side {
            Side::Water => "stone, the fifth that was placed",
            Side::Islands => "stone on island 5",
        };
        words(picture, 64.0, name);
        let reserve = u32::from(self.rules.stones).saturating_sub(public.stones.count_ones());
        words(picture, 100.0, &format!("{reserve} stones left in the common reserve"));
        let lost = public.lost.count_ones();
        let planks = if lost == 1 { "plank" } else { "planks" };
        words(picture, 120.0, &format!("{lost} {planks} out of the game"));
        words(picture, 140.0, "villages bear the name of their colour");
    }
}

fn when(public: &Public) -> String {
    let turn = public.turn;
    let begun = public.done > 0 || public.position > 0;
    match public.ask {
        Ask::Over => format!("the end, in turn {turn}"),
        Ask::Card if begun => format!("turn {turn}, while programmes are laid"),
        Ask::Card => format!("at the beginning of turn {turn}"),
        _ => format!("turn {turn}, card {}", public.position + 1),
    }
}

fn middle(sheet: &BoardCanvas, public: &Public, slot: usize) -> (f64, f64) {
    let lie = public.planks[slot].lie;
    let (from, to) = (sheet.place(lie.from), sheet.place(lie.to));
    (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1))
}

/// Where on a stone its number is not under a plank: away from those that rest on it.
fn beside_planks(sheet: &BoardCanvas, public: &Public, slot: usize) -> (f64, f64) {
    let (x, y) = sheet.place(public.points[slot]);
    let planks = spaces(public.on[COLOURS + slot]).filter_map(Space::slot);
    let ways: Vec<(f64, f64)> = planks
        .map(|plank| {
            let (to_x, to_y) = middle(sheet, public, plank);
            let (dx, dy) = (to_x - x, to_y - y);
            let length = dx.hypot(dy).max(1.0);
            (dx / length, dy / length)
        })
        .collect();
    let Some(first) = ways.first() else { return (x, y) };
    let (dx, dy) = ways.iter().fold((0.0, 0.0), |sum, way| (sum.0 + way.0, sum.1 + way.1));
    let length = dx.hypot(dy);
    // Planks on opposite sides leave room beside both.
    let (dx, dy) = if length < 0.3 {
        (first.1, -first.0)
    } else {
        (dx / length, dy / length)
    };
    (x - 13.0 * dx, y - 13.0 * dy)
}
