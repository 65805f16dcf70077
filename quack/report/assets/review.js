"use strict";
// What the reader finds of claims and utterances, kept and written as `quack extractor review` writes it.

const store = openStore();
const shelf = `quack-reviews ${page.digest}`;
const reviews = readReviews();
const ANSWERS = ["yes", "no", "unsure"];

function readReviews() {
  try {
    const kept = JSON.parse(store.get(shelf) ?? "null");
    return { claims: new Map(kept?.claims ?? []), utterances: new Map(kept?.utterances ?? []) };
  } catch {
    return { claims: new Map(), utterances: new Map() };
  }
}

function keepReviews() {
  store.put(shelf, JSON.stringify({ claims: [...reviews.claims], utterances: [...reviews.utterances] }));
  showReviewCount();
}

/** What was said of a claim's verdict, if it is still the verdict. */
function rightOf(claim) {
  const said = reviews.claims.get(claim.id);
  return said?.verdict === claim.judged.verdict ? (said.right ?? null) : null;
}

function keyOf(message) {
  return `${message.channel} ${message.index}`;
}

function reviewForm(claim, message) {
  const said = reviews.claims.get(claim.id) ?? {};
  const form = el("section", { class: "review", "aria-label": "Your review of this claim" }, el("h3", {}, "Your review"));
  form.append(question("faithful", "Does the utterance say so?", said.faithful, (answer) => answerClaim(claim, { faithful: answer })));
  if (judgedOf(claim) !== HIDDEN && claim.judged.verdict !== null) {
    form.append(question("verdict", `Is the verdict (${spoken(claim.judged.verdict)}) right?`, rightOf(claim), (answer) => answerClaim(claim, { right: answer, verdict: claim.judged.verdict })));
  }
  form.append(missedForm(message));
  return form;
}

function question(name, words, chosen, answer) {
  const buttons = ANSWERS.map((word) => el("button", { type: "button", "data-answer": `${name}-${word}`, "aria-pressed": String(word === chosen), onclick: (event) => press(event.target, () => answer(word)) }, word));
  return el("fieldset", {}, el("legend", {}, words), ...buttons);
}

function press(button, answer) {
  for (const each of button.parentElement.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
  answer();
}

function answerClaim(claim, answer) {
  reviews.claims.set(claim.id, { ...reviews.claims.get(claim.id), ...answer });
  keepReviews();
}

function missedForm(message) {
  const kept = reviews.utterances.get(keyOf(message));
  const text = el("textarea", { id: "missed", rows: 2, placeholder: "one thing on a line; nothing if nothing was missed" });
  text.value = (kept ?? []).join("\n");
  const done = el("button", { type: "button", id: "missed-done", onclick: () => keepMissed(message, text.value, done) }, kept ? "Noted" : "Note that");
  return el("fieldset", {}, el("legend", {}, "What else does the whole utterance say that no claim has?"), text, done);
}

function keepMissed(message, text, button) {
  reviews.utterances.set(keyOf(message), text.split("\n").map((line) => line.trim()).filter((line) => line));
  button.textContent = "Noted";
  keepReviews();
}

function showReviewCount() {
  const half = [...reviews.claims.values()].filter((said) => !said.faithful).length;
  byId("review-count").textContent = `${amount(reviews.claims.size, "claim")} and ${amount(reviews.utterances.size, "utterance")} reviewed in this game.${half ? ` ${amount(half, "claim")} still without an answer to the first question.` : ""}`;
  byId("review-kept").textContent = store.lasting ? "Kept in this browser; nothing is sent." : "This browser keeps nothing for pages from the disk: save before you close the page.";
  byId("export").disabled = !(reviews.claims.size || reviews.utterances.size);
}

// --- the file --------------------------------------------------------------------------------------------------------

function reviewLines(reviewer) {
  return messages.flatMap((message) => {
    const about = { reviews: 1, reviewer, [message.channel]: message.index, meeting: message.meeting, speaker: message.speaker };
    const own = message.claims.filter((id) => reviews.claims.has(id)).map((id) => claimLine(about, claims.get(id), reviews.claims.get(id)));
    const missed = reviews.utterances.get(keyOf(message));
    const whole = missed ? [{ ...about, item: "utterance", claims: message.claims.map((id) => claims.get(id).claim), missed }] : [];
    return [...own, ...whole];
  });
}

function claimLine(about, claim, said) {
  return {
    ...about,
    item: "claim",
    id: claim.id,
    claim: claim.claim,
    extractor: page.extractor,
    faithful: said.faithful ?? "unsure",
    rulebook: page.rulebook,
    verdict: claim.judged.verdict,
    verdict_right: rightOf(claim),
  };
}

function exportReviews() {
  const reviewer = byId("reviewer").value.trim();
  if (!reviewer) {
    byId("review-count").textContent = "Say your name first: the file names who judged.";
    byId("reviewer").focus();
    return;
  }
  store.put("quack-reviewer", reviewer);
  const text = reviewLines(reviewer).map((line) => `${JSON.stringify(line)}\n`).join("");
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  el("a", { href: address, download: "reviews.jsonl" }).click();
  URL.revokeObjectURL(address);
}

function startReviews() {
  byId("reviewer").value = store.get("quack-reviewer") ?? "";
  byId("export").addEventListener("click", exportReviews);
  byId("reviews").addEventListener("submit", (event) => event.preventDefault());
  showReviewCount();
}
