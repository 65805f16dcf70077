"use strict";
// Puts the page together and listens to keys.

function drawHead() {
  byId("home").href = page.home;
  byId("title").textContent = page.title;
  const ship = page.plan.name.split(/[\\/]/).at(-1).replace(/\.ya?ml$/, "");
  const books = page.other ? `${page.rulebook}, compared with ${page.other}` : page.rulebook;
  byId("facts").textContent = `${amount(page.players.length, "player")} on ${ship}, ${amount(claims.size, "claim")}; rulebook ${books}; ${page.extractor ? `claims by ${page.extractor}` : "nobody says who made the claims"}`;
  byId("notices").hidden = !page.notices.length;
  byId("notices").append(...page.notices.map((notice) => el("li", {}, notice)));
}

function drawPlayers() {
  byId("players").replaceChildren(
    ...page.players.map((seat) => el("li", {}, chip(seat.id), named(seat.name), state.blind ? null : el("span", { class: `team ${seat.team}` }, seat.role))),
  );
}

/** Brings the open claim into view: beside the talk its button, within it the claim itself. */
function bringIntoView() {
  if (!state.claim) return;
  const button = document.querySelector(`[data-claim="${CSS.escape(state.claim.id)}"]`);
  button.scrollIntoView({ block: wide.matches ? "nearest" : "start" });
}

const KEYS = {
  ArrowLeft: () => showFrame(state.frame - 1),
  ArrowRight: () => showFrame(state.frame + 1),
  p: togglePlay,
  j: () => stepClaim(1),
  k: () => stepClaim(-1),
  f: () => byId("filters").querySelector("select")?.focus(),
  h: () => byId("blind").click(),
};

function onKey(event) {
  if (event.key === "Escape" && state.claim) closeClaim();
  else if (!isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey && Object.hasOwn(KEYS, event.key)) {
    event.preventDefault();
    KEYS[event.key]();
  }
}

function toggleKeys() {
  const keys = byId("keys");
  keys.hidden = !keys.hidden;
  byId("keys-open").setAttribute("aria-expanded", String(!keys.hidden));
}

document.body.classList.toggle("compared", page.other !== null);
drawHead();
drawPlayers();
startPlan();
startLog();
startTalk();
startClaim();
startReviews();
startFilters();
when(["blind"], drawPlayers);
when(["claim"], bringIntoView);
byId("blind").addEventListener("change", (event) => setBlind(event.target.checked));
byId("keys-open").addEventListener("click", toggleKeys);
document.addEventListener("keydown", onKey);
addEventListener("hashchange", readAddress);
showFrame(0);
readAddress();
