"use strict";
{
  const game = JSON.parse(document.getElementById("game").textContent);
  const find = (name) => document.querySelector(name);
  const [stage, turn, label, chances, text, slider, curve] =
    [".stage", ".told .turn", ".told .label", ".told .chances", ".told .text", ".controls input", ".curve"].map(find);
  const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7f7f7f", "#5d4a9c", "#8c564b", "#3b7a57"];
  const last = game.moments.length - 1;
  let now = 0;

  // A forced move has no chances of its own: shown are those of the choice before.
  const known = [];
  for (const frame of game.moments) known.push(frame.chances.length ? frame.chances : known.at(-1) ?? []);

  const position = (runs) => {
    const lines = [];
    for (let at = 0; at < runs.length; at += 2) lines.push(...game.lines.slice(runs[at], runs[at] + runs[at + 1]));
    return lines.join("\n");
  };
  const element = (name, words, parent) => {
    const made = document.createElement(name);
    made.textContent = words;
    parent.append(made);
    return made;
  };

  const show = (frame) => {
    now = Math.min(last, Math.max(0, frame));
    const { turn: heading, text: lines, position: runs } = game.moments[now];
    slider.value = now;
    slider.setAttribute("aria-valuetext", `${heading}, moment ${now + 1} of ${last + 1}`);
    turn.textContent = heading;
    const here = position(runs);
    // A game that draws no pictures tells its positions in lines.
    if (here.startsWith("<svg ")) stage.innerHTML = here;
    else stage.textContent = here;
    text.replaceChildren();
    for (const line of lines) element("p", line, text);
    chances.replaceChildren();
    label.textContent = game.moments[now].chances.length ? "Chance to win" : "Chance to win at the last open choice";
    label.hidden = !known[now].length;
    known[now].forEach(([value, low, high], side) => {
      const row = element("li", "", chances);
      element("span", game.sides[side], row);
      const bar = element("i", "", row);
      bar.style.setProperty("--share", value + "%");
      bar.style.setProperty("--colour", COLOURS[side % COLOURS.length]);
      element("b", Math.round(value) + "%", row).title = `${low}–${high}%`;
    });
    const mark = curve?.querySelector(".now");
    if (mark) for (const end of ["x1", "x2"]) mark.setAttribute(end, across(now));
  };

  const WIDTH = 1000, HEIGHT = 260;
  const across = (frame) => last ? frame / last * WIDTH : 0;
  const up = (share) => HEIGHT - share / 100 * HEIGHT;
  const draw = () => {
    const lines = game.sides.map((name, side) => {
      const points = known.flatMap((all, frame) => all.length ? [`${across(frame).toFixed(1)},${up(all[side][0]).toFixed(1)}`] : []);
      return `<polyline points="${points.join(" ")}" fill="none" stroke="${COLOURS[side % COLOURS.length]}" stroke-width="2.5" vector-effect="non-scaling-stroke"/>`;
    });
    const turned = game.moments.flatMap((frame, at) => frame.turned
      ? [`<line class="turned" x1="${across(at)}" x2="${across(at)}" y1="0" y2="${HEIGHT}" vector-effect="non-scaling-stroke"/>`] : []);
    curve.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Chance to win over the game">${
      [0, 25, 50, 75, 100].map((share) => `<line class="grid" x1="0" x2="${WIDTH}" y1="${up(share)}" y2="${up(share)}" vector-effect="non-scaling-stroke"/>`).join("")
    }${turned.join("")}${lines.join("")}<line class="now" y1="0" y2="${HEIGHT}" vector-effect="non-scaling-stroke"/></svg>`;
    const scale = element("div", "", curve);
    scale.className = "scale";
    for (const share of ["100%", "50%", "0%"]) element("span", share, scale);
    const legend = element("ul", "", curve);
    game.sides.forEach((name, side) => {
      element("li", name, legend).style.setProperty("--colour", COLOURS[side % COLOURS.length]);
    });
    curve.addEventListener("click", (event) => {
      const box = curve.firstChild.getBoundingClientRect();
      show(Math.round((event.clientX - box.left) / box.width * last));
    });
  };

  const otherTurn = (step) => {
    const is = (frame) => game.moments[frame]?.turn;
    let at = now;
    // Back to the beginning of this turn first, then of the one before.
    if (step < 0 && is(at - 1) !== is(at)) at -= 1;
    if (step < 0) while (at > 0 && is(at - 1) === is(at)) at -= 1;
    else while (at < last && is(at) === is(now)) at += 1;
    show(at);
  };
  const go = { back: () => show(now - 1), on: () => show(now + 1), "turn-back": () => otherTurn(-1), "turn-on": () => otherTurn(1) };
  for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", go[button.dataset.go]);
  for (const button of document.querySelectorAll("[data-choice]")) {
    button.addEventListener("click", () => {
      show(Number(button.dataset.choice));
      find("#film").scrollIntoView();
    });
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  const keys = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on" };
  addEventListener("keydown", (event) => {
    if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    go[keys[event.key]]();
  });
  let from = null;
  stage.addEventListener("pointerdown", (event) => { from = event.clientX; });
  stage.addEventListener("pointerup", (event) => {
    const moved = from === null ? 0 : event.clientX - from;
    if (Math.abs(moved) > 40) go[moved < 0 ? "on" : "back"]();
    from = null;
  });
  if (curve) draw();
  show(0);
}
