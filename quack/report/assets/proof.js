"use strict";
// The open claim: what it says, its window and verdict, and the proof, line by line as `quack why` prints it.

const wide = matchMedia("(min-width: 1200px)");
// Held on to: when the talk is drawn anew, it may be within it and leaves the page for a moment.
const claimBox = byId("claim");

function drawClaim() {
  const box = claimBox;
  const claim = state.claim;
  if (!claim) {
    byId("side").prepend(box);
    box.replaceChildren(el("p", { class: "quiet", id: "claim-none" }, "Choose a claim: what it rests on, its verdict and the proof appear here."));
    return;
  }
  const judged = judgedOf(claim);
  box.replaceChildren(
    el("header", {}, el("span", { class: "quiet" }, claim.id), badge(judged), el("button", { type: "button", class: "close", "aria-label": "Close the claim", onclick: closeClaim }, "×")),
    el("h2", { dir: "auto" }, claim.words),
    el("p", { class: "quiet", dir: "auto" }, named(nameOf(claim.speaker)), claim.quote === null ? " – the claim does not say on which words it rests." : `: “${claim.quote}”`),
    facts(claim, judged),
    el("p", {}, el("button", { type: "button", id: "to-map", onclick: () => showOnMap(claim) }, "Show on the map")),
    ...(judged === HIDDEN ? [revealButton(claim)] : opinions(claim)),
    reviewForm(claim, messageOf.get(claim.id)),
  );
  place(box, claim);
}

function place(box, claim) {
  const message = messageOf.get(claim.id);
  if (wide.matches) byId("side").prepend(box);
  else byId(`${message.channel}-${message.index}`).append(box);
}

/** Brings the map into view, at the first tick of the claim's window. */
function showOnMap(claim) {
  showTick(windowOf(claim)[0]);
  byId("plan").scrollIntoView({ block: "nearest" });
  byId("scrubber").focus({ preventScroll: true });
}

function closeClaim() {
  const id = state.claim?.id;
  goToClaim(null);
  document.querySelector(`[data-claim="${CSS.escape(id ?? "")}"]`)?.focus();
}

function facts(claim, judged) {
  const rows = [["type", spoken(claim.kind)]];
  if (judged.window) rows.push(["window", `${ticks(...judged.window)}${claim.time ? `, ${claim.time}` : ""}`]);
  if (judged.support) rows.push(["support", judged.support]);
  if (judged.outcome) rows.push(["outcome", judged.outcome]);
  if (judged !== HIDDEN && judged.grounded !== null) rows.push(["grounds", judged.grounds.length ? `${judged.grounds.map(spoken).join(", ")} (${judged.footing ?? "grounded"})` : "none"]);
  return el("dl", { class: "facts" }, ...rows.map(([term, words]) => el("div", {}, el("dt", {}, term), el("dd", {}, words))));
}

function revealButton(claim) {
  return el("p", {}, el("button", { type: "button", id: "reveal", onclick: () => reveal(claim.id) }, "Show verdict and proof"));
}

function opinions(claim) {
  if (!claim.other) return [el("h3", {}, "Proof"), proofTree(claim.judged.proof)];
  const changed = claim.changed.map(([aspect, before, after, because]) => el("li", {}, `${aspect}: ${spoken(before ?? "nothing")} → ${spoken(after ?? "nothing")}; ${because}`));
  return [
    el("h3", {}, "Two rulebooks"),
    changed.length ? el("ul", { class: "differences" }, ...changed) : el("p", { class: "quiet" }, "Both say the same."),
    el("div", { class: "both" }, opinion(page.rulebook, claim.judged), opinion(page.other, claim.other)),
  ];
}

function opinion(name, judged) {
  return el("section", {}, el("h4", {}, named(name), " ", badge(judged)), proofTree(judged.proof));
}

/** The lines of a proof as nested lists. */
function proofTree(rows) {
  const root = el("ul", { class: "proof" });
  const open = [root];
  for (const [depth, ...places] of rows) {
    const [text, where, kind] = places.map((place) => page.words[place]);
    const item = el("li", { class: kind }, el("span", { class: "step" }, el("span", { class: "text" }, text), where ? el("span", { class: "where" }, ...written(where)) : null));
    open[depth].append(item);
    open.length = depth + 1;
    // A list for what stands below; one that stays empty never enters the page.
    const below = el("ul");
    open.push({ append: (child) => (below.parentElement || item.append(below), below.append(child)) });
  }
  return root;
}

/** Where a step is written: lines of the log lead there. */
function written(where) {
  const pieces = where.split(" <- ");
  return pieces.flatMap((piece, index) => {
    const line = piece.startsWith(`${page.log}:`) ? Number(piece.slice(page.log.length + 1)) : NaN;
    const shown = Number.isInteger(line) ? el("button", { type: "button", class: "place", onclick: () => showLine(line) }, piece) : el("span", {}, piece);
    return index ? [" <- ", shown] : [shown];
  });
}

function startClaim() {
  when(["claim", "blind", "reveal"], drawClaim);
  wide.addEventListener("change", () => state.claim && place(claimBox, state.claim));
}
