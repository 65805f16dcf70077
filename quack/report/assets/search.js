"use strict";
// The table of all claims: its pieces are scripts beside the page, loaded when somebody searches for the first time.

const STEP = 100;
const table = { rows: [], found: [], shown: 0, loaded: null };

/** Each piece calls this with its claims. */
function takeClaims(number, rows) {
  table.rows[number] = rows.map(([game, id, speaker, team, kind, verdict, bucket, support, words, quote, other]) => ({
    game, id, speaker, team, kind, verdict, bucket, support, words, other,
    text: [speaker, words, quote ?? "", index.games[game].title].join("\n").toLowerCase(),
  }));
}

function loadClaims() {
  table.loaded ??= Promise.all(index.pieces.map(([file]) => loadPiece(file)));
  return table.loaded;
}

function loadPiece(file) {
  return new Promise((resolve) => {
    const script = el("script", { src: file });
    script.addEventListener("load", resolve);
    script.addEventListener("error", resolve);
    document.head.append(script);
  });
}

async function searchClaims() {
  byId("claim-count").textContent = "Loading …";
  await loadClaims();
  const words = byId("words").value.toLowerCase().split(/\s+/).filter((word) => word);
  const [verdict, kind, team, change] = ["by-verdict", "by-kind", "by-team", "by-change"].map((id) => byId(id).value);
  const fits = (row) =>
    words.every((word) => row.text.includes(word)) &&
    (verdict === "" || spoken(row.verdict) === verdict) &&
    (kind === "" || row.kind === kind) &&
    (team === "" || row.team === team) &&
    (change === "" || (row.verdict !== row.other) === (change === "differ"));
  table.found = table.rows.flat().filter(fits);
  table.shown = 0;
  const missing = index.pieces.filter((_, number) => !table.rows[number]).length;
  byId("claim-count").textContent = `${amount(table.found.length, "claim")} found${missing ? `; ${amount(missing, "piece")} of the table could not be loaded` : ""}`;
  byId("claims").replaceChildren(headOf(["Verdict", "Claim", "Speaker", "Team", "Type", "Game"]), el("tbody"));
  showMore();
}

function showMore() {
  const body = byId("claims").querySelector("tbody");
  body.append(...table.found.slice(table.shown, table.shown + STEP).map(claimRow));
  table.shown += STEP;
  byId("more").hidden = table.shown >= table.found.length;
}

function claimRow(row) {
  const game = index.games[row.game];
  const verdict = el("td", {}, badge(row));
  if (index.other && row.other !== row.verdict) verdict.append(" ", el("span", { class: "quiet" }, `${index.other}: ${spoken(row.other)}`));
  const link = el("a", { href: `${game.file}#claim=${encodeURIComponent(row.id)}`, dir: "auto" }, row.words);
  return el("tr", {}, verdict, el("td", {}, link), el("td", {}, named(row.speaker)), el("td", {}, row.team), el("td", {}, row.kind), el("td", {}, named(game.title)));
}

function headOf(names) {
  return el("thead", {}, el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name))));
}

function startSearch(kinds) {
  options("by-verdict", index.verdicts.map(([verdict]) => spoken(verdict)));
  options("by-kind", kinds);
  options("by-team", ["goose", "duck"]);
  options("by-change", ["differ", "agree"]);
  byId("by-change-box").hidden = !index.other;
  byId("search").addEventListener("submit", (event) => (event.preventDefault(), searchClaims()));
  byId("search").addEventListener("change", searchClaims);
  byId("more").addEventListener("click", showMore);
}

function options(id, words) {
  byId(id).replaceChildren(el("option", { value: "" }, "all"), ...[...new Set(words)].map((word) => el("option", { value: word }, word)));
}
