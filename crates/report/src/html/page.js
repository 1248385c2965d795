"use strict";
// Tables are sorted by their heads, saved as CSV, and long ones filtered by a word; the button in the contents changes
// between light and dark. Without this script the page can still be read whole.
const root = document.documentElement;
const theme = document.querySelector("button.theme");
const dark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
const named = () => { theme.textContent = dark() ? "Light page" : "Dark page"; };
theme.hidden = false;
theme.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; named(); });
named();

// A link to something in a folded part opens it; printing opens all.
const unfold = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target && (target.querySelector("details.configuration") || target.closest("details"));
  if (fold) { fold.open = true; target.scrollIntoView(); }
};
addEventListener("hashchange", unfold);
unfold();
addEventListener("beforeprint", () => { for (const fold of document.querySelectorAll("details")) fold.open = true; });

const numbers = (cell) => {
  const text = cell.dataset.v ?? cell.textContent.replaceAll(",", "");
  return text.trim() === "" ? [NaN] : text.split(" ").map(Number);
};
const isNumber = (head) => head.classList.contains("n");

function sort(table, rows, heads, column) {
  const head = heads[column];
  const now = head.getAttribute("aria-sort");
  const first = isNumber(head) ? "descending" : "ascending";
  const second = isNumber(head) ? "ascending" : "descending";
  const next = now === first ? second : now === second ? null : first;
  for (const other of heads) other.removeAttribute("aria-sort");
  if (!next) return table.tBodies[0].append(...rows);
  head.setAttribute("aria-sort", next);
  const sign = next === "ascending" ? 1 : -1;
  const compare = (a, b) => {
    const [x, y] = [a.cells[column], b.cells[column]];
    if (!isNumber(head)) return sign * x.textContent.localeCompare(y.textContent, "en", { numeric: true });
    const [p, q] = [numbers(x)[0], numbers(y)[0]];
    // Cells without a number stay last.
    return Number.isNaN(p) || Number.isNaN(q) ? Number.isNaN(p) - Number.isNaN(q) : sign * (p - q);
  };
  table.tBodies[0].append(...[...rows].sort(compare));
}

// One column for each number: an interval adds two.
function csv(rows, heads) {
  // A spreadsheet takes what begins so for a formula.
  const typed = (text) => /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? "'" + text : text;
  const quote = (text) => '"' + typed(text).replaceAll('"', '""') + '"';
  const spread = heads.map((head, column) =>
    isNumber(head) && rows.some((row) => (row.cells[column].dataset.v ?? "").includes(" ")));
  const lines = [heads.flatMap((head, column) => {
    const name = head.textContent;
    return spread[column] ? [name, name + " lo", name + " hi"].map(quote) : [quote(name)];
  })];
  for (const row of rows) {
    lines.push(heads.flatMap((head, column) => {
      const cell = row.cells[column];
      if (!isNumber(head)) return [quote(cell.textContent)];
      const found = numbers(cell).map((value) => Number.isNaN(value) ? "" : String(value));
      if (found.length === 1 && found[0] === "" && !spread[column]) return [cell.textContent === "–" ? "" : quote(cell.textContent)];
      return spread[column] ? [0, 1, 2].map((at) => found[at] ?? "") : [found[0]];
    }));
  }
  return lines.map((line) => line.join(",")).join("\n") + "\n";
}

// What cannot be scrolled is no stop for the keyboard.
const stop = new ResizeObserver((seen) => {
  for (const { target } of seen) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
});

for (const box of document.querySelectorAll("div.table")) {
  stop.observe(box);
  const table = box.querySelector("table");
  const rows = [...table.tBodies[0].rows];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) =>
    head.querySelector("button")?.addEventListener("click", () => sort(table, rows, heads, column)));
  const tools = document.createElement("p");
  tools.className = "tools";
  if (rows.length > 12) {
    const filter = document.createElement("input");
    filter.type = "search";
    filter.placeholder = "Filter rows";
    filter.setAttribute("aria-label", "Filter rows of " + box.getAttribute("aria-label"));
    filter.addEventListener("input", () => {
      const word = filter.value.toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(word);
    });
    filter.className = "filter";
    box.prepend(filter);
  }
  const link = document.createElement("a");
  link.textContent = "CSV";
  link.href = "data:text/csv;charset=utf-8,";
  link.download = box.id + ".csv";
  link.setAttribute("aria-label", "Save “" + box.getAttribute("aria-label") + "” as CSV");
  link.addEventListener("click", () => { link.href = "data:text/csv;charset=utf-8," + encodeURIComponent(csv(rows, heads)); });
  tools.append(link);
  box.append(tools);
}
