"use strict";
// Which claims are shown: each filter is a question that every claim answers with some words.

const FILTERS = [
  { name: "speaker", of: (claim) => [nameOf(claim.speaker)] },
  { name: "team", of: (claim) => [seats.get(claim.speaker)?.team], tells: true },
  { name: "verdict", of: (claim) => [spoken(claim.judged.verdict)], tells: true },
  { name: "type", of: (claim) => [spoken(claim.kind)] },
  { name: "support", of: (claim) => [claim.judged.support ?? "none"], tells: true },
  { name: "ground", of: (claim) => groundsOf(claim), tells: true },
];
if (page.other) FILTERS.push({ name: "rulebooks", of: (claim) => [claim.changed.length ? "differ" : "agree"], tells: true });

function groundsOf(claim) {
  if (claim.judged.grounded === null) return [];
  return claim.judged.grounds.length ? claim.judged.grounds.map(spoken) : ["no ground"];
}

function drawFilters() {
  byId("filters").replaceChildren(...FILTERS.filter((each) => choices(each).length).map(drawFilter), el("button", { type: "reset" }, "All"));
}

function choices(filter) {
  return [...new Set([...claims.values()].flatMap(filter.of))].filter((word) => word !== undefined).sort();
}

function drawFilter(filter) {
  const options = choices(filter).map((word) => el("option", { value: word }, word));
  return el("label", {}, filter.name, el("select", { name: filter.name }, el("option", { value: "" }, "all"), ...options));
}

function applyFilters() {
  const wanted = FILTERS.map((filter) => [filter, byId("filters").elements.namedItem(filter.name)?.value ?? ""]).filter(([filter, word]) => word !== "" && !(state.blind && filter.tells));
  state.shown = new Set([...claims.values()].filter((claim) => wanted.every(([filter, word]) => filter.of(claim).includes(word))).map((claim) => claim.id));
  byId("count").textContent = `${state.shown.size.toLocaleString("en")} of ${amount(claims.size, "claim")}`;
  tell("filter");
}

/** Whoever judges first is not to learn from the filters either. */
function lockFilters() {
  for (const filter of FILTERS.filter((each) => each.tells)) {
    const select = byId("filters").elements.namedItem(filter.name);
    if (select) select.disabled = state.blind;
  }
  applyFilters();
}

function startFilters() {
  drawFilters();
  byId("filters").addEventListener("change", applyFilters);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => requestAnimationFrame(applyFilters));
  when(["blind"], lockFilters);
  applyFilters();
}
