"""Opens reports as a reader would: python3 tests/browser/report.py FOLDER|PAGE... [--pictures FOLDER]

Each folder holds a report.html; other pages are named. At three widths, light and dark: no complaint on the console, nothing to scroll sideways,
no words of a picture cut, no request leaves the file, tables are sorted and filtered, the first screen holds the verdict and its chart, the contents lead where
they say. Needs Chromium and the package `websocket-client`; `cargo test` needs neither.
"""

import argparse
import pathlib

from page import Browser

WIDTHS = [400, 1280, 1600]
HEIGHT = 900
LARGEST = 2_000_000

SORTS = """(() => {
  const box = [...document.querySelectorAll("div.table")].find((each) =>
    each.querySelectorAll("tbody tr").length > 2 && each.querySelector("thead th.n"));
  if (!box) return null;
  const column = [...box.querySelectorAll("thead th")].findIndex((head) => head.classList.contains("n"));
  const head = box.querySelectorAll("thead th")[column];
  const values = () => [...box.querySelectorAll("tbody tr")].map((row) => {
    const cell = row.cells[column];
    return parseFloat((cell.dataset.v ?? cell.textContent.replaceAll(",", "")).split(" ")[0]);
  }).filter((value) => !Number.isNaN(value));
  const seen = [values()];
  for (let click = 0; click < 3; click++) { head.querySelector("button").click(); seen.push(values()); }
  return seen;
})()"""

FILTERS = """(() => {
  const input = document.querySelector("input.filter");
  if (!input) return null;
  const rows = [...input.closest("div.table").querySelectorAll("tbody tr")];
  const word = rows[rows.length - 1].cells[0].textContent;
  const type = (text) => { input.value = text; input.dispatchEvent(new Event("input")); };
  const shown = () => rows.filter((row) => row.checkVisibility ? !row.hidden : row.offsetParent).length;
  const before = shown(); type(word); const during = shown();
  type("no row says this"); const none = shown(); type(""); const after = shown();
  return { before, during, none, after };
})()"""

# Whatever reaches beyond the page although nothing around it scrolls.
OVERFLOWS = """(() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (node) => { for (let up = node.parentElement; up; up = up.parentElement) {
    if (["auto", "scroll", "hidden"].includes(getComputedStyle(up).overflowX)) return true; } return false; };
  return [...document.querySelectorAll("body *")].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.right > width + 1 && !scrolls(node) && !node.closest("svg") && !node.closest(".skip");
  }).slice(0, 5).map((node) => node.outerHTML.slice(0, 120));
})()"""

# Words of pictures that their edges cut.
CUT = """[...document.querySelectorAll("svg.chart text")].filter((node) => {
  const box = node.getBoundingClientRect(), edge = node.closest("svg").getBoundingClientRect();
  return box.width > 0 && (box.right > edge.right + 1 || box.left < edge.left - 1);
}).slice(0, 5).map((node) => node.textContent)"""

BROKEN_LINKS = """[...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute("href").slice(1))
  .filter((id) => !document.getElementById(id))"""

FILES = """[...document.querySelectorAll('a[href]')].map((link) => link.getAttribute("href"))
  .filter((to) => !to.startsWith("#") && !to.includes(":"))"""

DOUBLE_IDS = """(() => { const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  return ids.filter((id, at) => ids.indexOf(id) !== at); })()"""

# Of several versions the chart is long: it begins on the first screen.
VERDICT = """(() => {
  const answers = document.querySelector("#answers"), verdict = answers.querySelector(".verdict").getBoundingClientRect();
  const chart = answers.querySelector("figure")?.getBoundingClientRect();
  const end = !chart ? 0 : answers.classList.contains("several") ? chart.top : chart.bottom;
  return { text: answers.querySelector(".verdict").textContent.trim(), bottom: verdict.bottom, chart: end };
})()"""


# A game is stepped through: to its end, back by a turn, on by a key, and to its first turning point.
FILM = """(() => {
  const slider = document.querySelector("#film input");
  if (!slider) return null;
  const seen = () => ({ at: Number(slider.value), turn: document.querySelector(".told .turn").textContent,
    stage: document.querySelector(".stage").innerHTML.length, chances: document.querySelectorAll(".chances li").length,
    text: document.querySelector(".told .text").textContent });
  const go = (name) => document.querySelector(`[data-go=${name}]`).click();
  const steps = [seen()];
  slider.value = slider.max; slider.dispatchEvent(new Event("input")); steps.push(seen());
  go("turn-back"); steps.push(seen());
  dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })); steps.push(seen());
  const turned = document.querySelector("[data-choice]");
  if (turned) { turned.click(); steps.push(seen()); }
  return { last: Number(slider.max), steps, lines: document.querySelectorAll(".curve polyline").length };
})()"""


def name_of(file):
    """A report is called by its folder, any other page by its file."""
    return file.parent.name if file.name == "report.html" else file.stem


def check(browser, file, width, dark, pictures):
    report = file.name == "report.html"
    name = name_of(file)
    url = browser.open(file, width, HEIGHT, dark)
    where = f"{name} at {width} px, {'dark' if dark else 'light'}"
    if pictures:
        browser.picture(pictures / f"{name}-{width}-{'dark' if dark else 'light'}.png")

    def holds(truth, message):
        if not truth:
            raise AssertionError(f"{where}: {message}")

    wide = browser.run("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    holds(wide[0] <= wide[1], f"the page is {wide[0]} px wide")
    overflows = browser.run(OVERFLOWS)
    holds(not overflows, f"reaches beyond the page: {overflows}")
    cut = browser.run(CUT)
    holds(not cut, f"words of pictures are cut: {cut}")
    ground = browser.run("getComputedStyle(document.body).backgroundColor")
    bright = sum(int(part) for part in ground.strip("rgba()").split(",")[:3]) / 3
    holds((bright < 100) == dark, f"the ground is {ground}")

    if report:
        verdict = browser.run(VERDICT)
        holds(len(verdict["text"]) > 15, f"the verdict: {verdict}")
        holds(max(verdict["bottom"], verdict["chart"]) <= HEIGHT, f"below the first screen: {verdict}")

    seen = browser.run(SORTS)
    holds(seen is not None or not report, "has no table to sort")
    if seen is not None:
        holds(seen[1] == sorted(seen[0], reverse=True), f"first click: {seen[1]}")
        holds(seen[2] == sorted(seen[0]), f"second click: {seen[2]}")
        holds(seen[3] == seen[0], "the third click does not give the first order back")
    counts = browser.run(FILTERS)
    if counts is not None:
        holds(counts["before"] == counts["after"] and counts["none"] == 0, f"filter: {counts}")
        holds(0 < counts["during"] < counts["before"], f"filter: {counts}")
    film = browser.run(FILM)
    holds(film is not None or "-film" not in name, "has no game to step through")
    if film is not None:
        first, end, before, after = film["steps"][:4]
        holds(first["at"] == 0 and end["at"] == film["last"] and end["turn"] == "End", f"the slider: {film}")
        holds(before["at"] < end["at"] and after["at"] == before["at"] + 1, f"the buttons and keys: {film}")
        holds(all(step["stage"] > 50 and step["text"] for step in film["steps"]), f"nothing is shown: {film}")
        # Before the first open choice there are none.
        holds(all(step["chances"] in (0, film["lines"]) for step in film["steps"][:1]), f"chances: {film}")
        holds(all(step["chances"] == film["lines"] for step in film["steps"][1:]), f"chances: {film}")
    holds(not browser.run(BROKEN_LINKS), f"links to nothing: {browser.run(BROKEN_LINKS)}")
    lost = [each for each in browser.run(FILES) if not (file.parent / each).is_file()]
    holds(not lost, f"links to files that are not there: {lost}")
    holds(not browser.run(DOUBLE_IDS), f"the same id twice: {browser.run(DOUBLE_IDS)}")
    unnamed = browser.run("[...document.querySelectorAll('svg.chart')].filter((each) => !each.querySelector('title')).length")
    holds(unnamed == 0, f"{unnamed} pictures have no name for a screen reader")
    outside = [each for each in browser.requests if each != url and not each.startswith("data:")]
    holds(not outside, f"requests leave the file: {outside}")
    holds(not browser.complaints, f"the console says {browser.complaints}")
    return counts is not None


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("pages", nargs="+", type=pathlib.Path)
    arguments.add_argument("--pictures", type=pathlib.Path)
    given = arguments.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    try:
        filtered = 0
        for page in given.pages:
            file = page / "report.html" if page.is_dir() else page
            size = file.stat().st_size
            assert size < LARGEST, f"{file} has {size:,} bytes"
            for width in WIDTHS:
                for dark in (False, True):
                    filtered += check(browser, file, width, dark, given.pictures)
            print(f"{name_of(file)}: in order at {WIDTHS} px, light and dark; {size:,} bytes")
        assert filtered, "no report had a table long enough to filter"
    finally:
        browser.close()


if __name__ == "__main__":
    main()
