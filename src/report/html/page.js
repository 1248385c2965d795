"use strict";
// Tables are sorted by their heads, and long ones filtered by a word; nothing else happens here.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, column) => {
    const cell = row.cells[column];
    return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent;
  };
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const now = head.getAttribute("aria-sort");
    const next = now === "descending" ? "ascending" : now === "ascending" ? null : "descending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    let rows = original;
    if (next) {
      head.setAttribute("aria-sort", next);
      const sign = next === "ascending" ? 1 : -1;
      rows = [...original].sort((a, b) => {
        const [x, y] = [key(a, column), key(b, column)];
        const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
        return sign * order;
      });
    }
    body.append(...rows);
  }));
  if (original.length > 12) {
    const filter = document.createElement("input");
    filter.type = "search";
    filter.className = "filter";
    filter.placeholder = "Filter rows";
    filter.setAttribute("aria-label", "Filter rows of “" + table.caption.firstChild.textContent + "”");
    filter.addEventListener("input", () => {
      const word = filter.value.toLowerCase();
      for (const row of original) row.hidden = !row.textContent.toLowerCase().includes(word);
    });
    table.before(filter);
  }
}
