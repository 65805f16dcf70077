"use strict";
// Puts the index together.

const index = model("index");
const KINDS = ["location", "route", "sighting", "activity", "accusation", "defense", "intent"];

function drawHead() {
  byId("title").textContent = amount(index.games.length, "game");
  const claims = index.games.reduce((sum, game) => sum + game.claims, 0);
  const [read, all] = ["read", "utterances"].map((name) => index.games.reduce((sum, game) => sum + game[name], 0));
  const books = index.other ? `${index.rulebook}, compared with ${index.other}` : index.rulebook;
  byId("facts").textContent = `${amount(claims, "claim")}; ${read.toLocaleString("en")} of ${amount(all, "message")} read${all ? ` (${percent(read / all)})` : ""}; rulebook ${books}`;
  byId("failed-box").hidden = !index.failed.length;
  byId("failed").append(...index.failed.map(([game, why]) => el("li", {}, named(game), `: ${why}`)));
}

function drawVerdicts() {
  byId("legend").append(...index.verdicts.map(([verdict, bucket]) => badge({ verdict, bucket })));
  const rows = index.conditions.map((condition, place) => {
    const all = place === index.conditions.length - 1;
    const games = index.games.filter((game) => all || game.condition === place);
    const [read, said] = condition.figures[0];
    const total = games.reduce((sum, game) => sum + game.claims, 0);
    return el("tr", {}, el("td", {}, named(condition.name)), number(games.length), number(total), el("td", { class: "number" }, said ? `${percent(read / said)}` : "–"), el("td", {}, bar(games, total)));
  });
  byId("verdicts").append(el("thead", {}, el("tr", {}, head("Condition"), head("Games", true), head("Claims", true), head("Messages read", true), head("Verdicts"))), el("tbody", {}, ...rows));
}

function head(words, isNumber = false) {
  return el("th", { scope: "col", class: isNumber ? "number" : null }, words);
}

function number(value) {
  return el("td", { class: "number" }, value.toLocaleString("en"));
}

function bar(games, total) {
  const parts = index.verdicts.map(([verdict, bucket], place) => {
    const count = games.reduce((sum, game) => sum + game.verdicts[place], 0);
    const words = `${spoken(verdict)}: ${count.toLocaleString("en")}${total ? ` (${percent(count / total)})` : ""}`;
    const sign = bucketOf({ bucket }).sign;
    const part = el("span", { title: words }, total && count / total > 0.1 ? `${sign} ${Math.round((100 * count) / total)} %` : total && count / total > 0.03 ? sign : "");
    part.style.flexGrow = String(count);
    part.style.flexBasis = "0";
    return [coloured(part, { verdict, bucket }), words, count];
  });
  const shown = parts.filter(([, , count]) => count);
  return el("div", { class: "bar", role: "img", "aria-label": shown.map(([, words]) => words).join(", ") }, ...shown.map(([part]) => part));
}

function drawShifts() {
  byId("shifts-box").hidden = !index.other;
  if (!index.other) return;
  const changed = index.games.reduce((sum, game) => sum + game.changed, 0);
  byId("shifts-head").textContent = `What ${index.other} says otherwise: ${amount(changed, "claim")}`;
  const rows = index.shifts.map(([before, after, count]) => el("tr", {}, el("td", {}, spoken(before)), el("td", {}, spoken(after)), number(count)));
  byId("shifts").append(el("thead", {}, el("tr", {}, head(index.rulebook), head(index.other), head("Claims", true))), el("tbody", {}, ...rows));
}

const WINNERS = { goose: "Geese", duck: "Ducks" };

function drawGames() {
  const words = byId("game-search").value.toLowerCase().split(/\s+/).filter((word) => word);
  const fits = (game) => words.every((word) => `${game.title}\n${index.conditions[game.condition].name}\n${game.map}`.toLowerCase().includes(word));
  const found = index.games.filter(fits);
  byId("game-count").textContent = `${found.length.toLocaleString("en")} of ${amount(index.games.length, "game")}`;
  const rows = found.map((game) =>
    el(
      "tr",
      {},
      el("td", {}, el("a", { href: game.file }, named(game.title))),
      el("td", {}, game.winner ? WINNERS[game.winner] : "nobody"),
      number(game.players),
      number(game.claims),
      el("td", { class: "number" }, `${game.read} / ${game.utterances}`),
      index.other ? number(game.changed) : null,
      el("td", {}, bar([game], game.claims)),
    ),
  );
  const heads = [head("Game"), head("Won by"), head("Players", true), head("Claims", true), head("Read", true), index.other ? head("Changed", true) : null, head("Verdicts")];
  byId("games").replaceChildren(el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}

function drawCharts() {
  if (!index.conditions.length) return;
  const place = byId("figure").selectedIndex;
  byId("definition").textContent = index.figures[place].definition;
  drawRates(byId("rates"), index, place);
  drawSpread(byId("spread"), index);
}

drawHead();
drawVerdicts();
drawShifts();
byId("figure").append(...index.figures.map((figure) => el("option", {}, figure.unit ? `${figure.label} (${figure.unit})` : figure.label)));
byId("figure").value = index.figures.some((each) => each.name === "goose_truthfulness") ? byId("figure").options[index.figures.findIndex((each) => each.name === "goose_truthfulness")].value : byId("figure").value;
drawCharts();
drawGames();
startSearch(KINDS);
byId("figure").addEventListener("change", drawCharts);
byId("game-search").addEventListener("input", drawGames);
addEventListener("resize", drawCharts);
