"use strict";
// What was said: the words that claims rest on are marked, and below them stand the claims.

function drawTalk() {
  byId("talk").replaceChildren(...page.conversations.map(drawConversation));
  markShown();
}

function drawConversation(each) {
  const votes = state.blind ? each.blind_votes : each.votes;
  return el(
    "section",
    { class: "conversation" },
    el("h2", {}, el("button", { type: "button", class: "plain", title: "show it on the map", onclick: () => showTick(each.tick) }, each.head)),
    ...each.messages.map(drawMessage),
    votes.length ? el("ul", { class: "votes", "aria-label": "Votes" }, ...votes.map((vote) => el("li", {}, vote))) : null,
  );
}

function drawMessage(message) {
  const speaker = seats.get(message.speaker);
  const who = el("p", { class: "who" }, chip(message.speaker), named(nameOf(message.speaker)));
  if (speaker && !state.blind) who.append(el("span", { class: `team ${speaker.team}` }, speaker.role));
  who.append(el("button", { type: "button", class: "place", "aria-label": `to line ${message.line} of the log`, onclick: () => showLine(message.line) }, `line ${message.line}`));
  if (message.status === "failed" || message.status === "not_attempted") who.append(el("span", { class: "quiet" }, "not read"));
  return el(
    "article",
    { class: "message", id: `${message.channel}-${message.index}` },
    who,
    el("p", { class: "words", dir: "auto" }, ...marked(message)),
    message.claims.length ? el("ul", { class: "claims", "aria-label": "Claims" }, ...message.claims.map((id) => el("li", {}, claimButton(claims.get(id))))) : null,
  );
}

function chip(player) {
  const mark = el("span", { class: "chip", "aria-hidden": "true" }, initialsOf(player));
  mark.style.setProperty("--player", colourOf(player));
  return mark;
}

function claimButton(claim) {
  const judged = judgedOf(claim);
  const button = el(
    "button",
    { type: "button", class: "claim-button", "data-claim": claim.id, "aria-pressed": "false", onclick: () => goToClaim(claim.id) },
    badge(judged),
    el("span", { dir: "auto" }, claim.words),
  );
  if (claim.changed.length && judged !== HIDDEN) button.append(el("span", { class: "changed" }, `${page.other}: ${spoken(claim.changed[0][2] ?? "nothing")}`));
  return coloured(button, judged);
}

/** The text of a message in pieces: plain ones, and those that claims rest on. */
function marked(message) {
  const own = message.claims.map((id) => claims.get(id)).filter((claim) => claim.span !== null);
  const cuts = [...new Set([0, message.text.length, ...own.flatMap((claim) => claim.span)])].sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index];
    const text = message.text.slice(start, end);
    const resting = own.filter(({ span }) => span[0] <= start && span[1] >= end);
    return resting.length ? markedPiece(text, resting, end) : document.createTextNode(text);
  });
}

function markedPiece(text, resting, end) {
  const worst = resting.reduce((one, other) => (bucketOf(judgedOf(other)).rank > bucketOf(judgedOf(one)).rank ? other : one));
  const judged = judgedOf(worst);
  const mark = el("mark", { "data-claims": resting.map((claim) => claim.id).join(" "), onclick: () => goToClaim(nextOf(resting)) }, text);
  const ends = resting.filter((claim) => claim.span[1] === end);
  if (ends.length && judged !== HIDDEN) mark.dataset.signs = ends.map((claim) => bucketOf(judgedOf(claim)).sign).join("");
  mark.title = resting.map((claim) => `${spoken(judgedOf(claim).verdict)}: ${claim.words}`).join("\n");
  if (judged === HIDDEN) mark.title = resting.map((claim) => claim.words).join("\n");
  return coloured(mark, judged);
}

/** Of claims that rest on the same words, the one after that which is open. */
function nextOf(resting) {
  const open = resting.findIndex((claim) => claim === state.claim);
  return resting[(open + 1) % resting.length].id;
}

/** Dims what the filters leave out, and shows which claim is open. */
function markShown() {
  for (const button of document.querySelectorAll(".claim-button")) {
    button.parentElement.hidden = !state.shown.has(button.dataset.claim);
    button.setAttribute("aria-pressed", String(state.claim?.id === button.dataset.claim));
  }
  for (const mark of document.querySelectorAll("mark[data-claims]")) {
    const ids = mark.dataset.claims.split(" ");
    mark.classList.toggle("dim", !ids.some((id) => state.shown.has(id)));
    mark.classList.toggle("open", ids.includes(state.claim?.id));
  }
  const all = state.shown.size === claims.size;
  for (const message of messages) {
    byId(`${message.channel}-${message.index}`).classList.toggle("dim", !all && !message.claims.some((id) => state.shown.has(id)));
  }
}

function stepClaim(by) {
  const order = messages.flatMap((message) => message.claims).filter((id) => state.shown.has(id));
  if (!order.length) return;
  const at = order.indexOf(state.claim?.id);
  const id = order[at === -1 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length];
  goToClaim(id);
}

function startTalk() {
  drawTalk();
  when(["blind", "reveal"], drawTalk);
  when(["claim", "filter"], markShown);
}
