"use strict";
// The charts of the index, drawn as wide as the page: rates with their intervals, and games as dots.

const ROW = 30;
const LINE = 17;

function widthOf(box) {
  return Math.max(300, box.clientWidth);
}

function percent(value) {
  return `${(100 * value).toFixed(1)} %`;
}

function amountOf(figure, value) {
  return figure.kind === "share" ? percent(value) : value.toLocaleString("en", { maximumFractionDigits: 2 });
}

function shortened(text, letters) {
  const all = [...text];
  return all.length > letters ? `${all.slice(0, letters - 1).join("")}…` : text;
}

/**
 * A chart with a row for each of some names: `row` draws between two x positions at a height.
 * On a narrow page so many `lines` of words stand above what is drawn: the name, then what `row` writes.
 */
function chart(box, names, top, axis, row, lines = 1) {
  const width = widthOf(box);
  const narrow = width < 640;
  const left = narrow ? 4 : Math.min(320, width * 0.3);
  const right = width - (narrow ? 8 : 250);
  const step = narrow ? ROW * 1.9 + (lines - 1) * LINE : ROW;
  const x = (value) => left + (right - left) * (top ? value / top : 0);
  const height = names.length * step + 26;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "group" });
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const anchor = part === 0 ? "start" : part === 1 ? "end" : "middle";
    svg.append(draw("line", { class: "axis", x1: x(part * top), x2: x(part * top), y1: 0, y2: height - 20 }), draw("text", { class: "quiet", x: x(part * top), y: height - 4, "text-anchor": anchor }, axis(part * top)));
  }
  names.forEach((name, index) => {
    const y = index * step + (narrow ? step - 16 : step / 2);
    const label = draw("text", narrow ? { x: left, y: y - 14 - (lines - 1) * LINE } : { x: left - 12, y: y + 4, "text-anchor": "end" }, draw("title", {}, name), shortened(name, narrow ? 44 : 40));
    svg.append(label, ...row(index, x, y, { right, narrow, left }));
  });
  box.replaceChildren(svg);
}

function drawRates(box, index, place) {
  const figure = index.figures[place];
  const cells = index.conditions.map((condition) => condition.figures[place]);
  const most = Math.max(...cells.map(([, , value, reach]) => Math.max(value ?? 0, reach ? reach[1] : 0)), 0);
  const top = figure.kind === "share" ? 1 : most || 1;
  chart(box, index.conditions.map((each) => each.name), top, (value) => amountOf(figure, value), (row, x, y, { right, narrow, left }) => {
    const [numerator, denominator, value, reach, games] = cells[row];
    const words = value === null ? "nothing to count" : `${amountOf(figure, value)}${reach ? ` (${amountOf(figure, reach[0])}–${amountOf(figure, reach[1])})` : ""}`;
    const made = `${numerator.toLocaleString("en")} / ${denominator.toLocaleString("en")} in ${amount(games, "game")}`;
    const text = narrow ? draw("text", { class: "quiet", x: left, y: y - 14 }, words) : draw("text", { x: right + 14, y: y + 4 }, words);
    text.append(draw("title", {}, made));
    if (value === null) return [text];
    const parts = [text];
    if (reach) parts.push(draw("line", { class: "reach", x1: x(reach[0]), x2: x(Math.min(reach[1], top)), y1: y, y2: y }));
    return [...parts, draw("circle", { class: "value", cx: x(value), cy: y, r: 6 }, draw("title", {}, `${words}; ${made}`))];
  }, 2);
}

/** Games by condition: how much of what was decided is refuted. */
function drawSpread(box, index) {
  const shares = index.games.map((game) => refutedShare(game, index.verdicts));
  const rows = index.conditions.slice(0, Math.max(1, index.conditions.length - 1));
  chart(box, rows.map((each) => each.name), 1, percent, (row, x, y) => {
    const taken = new Map();
    return index.games.flatMap((game, number) => {
      if (game.condition !== row || shares[number] === null) return [];
      const at = Math.round(x(shares[number]) / 5);
      const level = taken.get(at) ?? 0;
      taken.set(at, level + 1);
      const words = `${game.title}: ${percent(shares[number])} of ${amount(decidedClaims(game, index.verdicts), "decided claim")}`;
      const up = level % 2 ? (level + 1) / 2 : -level / 2;
      return [draw("a", { href: game.file, "aria-label": words }, draw("circle", { cx: at * 5, cy: y + up * 5, r: 4 }, draw("title", {}, words)))];
    });
  });
}

function claimsIn(game, verdicts, wanted) {
  return game.verdicts.reduce((total, number, place) => total + (wanted(verdicts[place][1]) ? number : 0), 0);
}

function decidedClaims(game, verdicts) {
  return claimsIn(game, verdicts, (bucket) => bucket !== null && bucket !== "undecided");
}

function refutedShare(game, verdicts) {
  const decided = decidedClaims(game, verdicts);
  return decided ? claimsIn(game, verdicts, (bucket) => bucket === "refuted") / decided : null;
}
