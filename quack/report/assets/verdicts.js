"use strict";
// How verdicts look: a colour of the plots' theme, a sign and a word, so that none has to do alone.

const COLOURS = { true: "mark2", near_miss: "mark4", wrong_room: "mark1", false: "mark3", unverifiable: "grey" };
const BUCKETS = {
  supported: { sign: "✓", colour: "mark2", rank: 0 },
  undecided: { sign: "?", colour: "grey", rank: 1 },
  partial: { sign: "≈", colour: "mark4", rank: 2 },
  refuted: { sign: "✗", colour: "mark3", rank: 3 },
};
const NO_VERDICT = { sign: "–", colour: "grey", rank: 1 };
const HIDDEN = { verdict: null, bucket: null };

function bucketOf(judged) {
  return Object.hasOwn(BUCKETS, judged.bucket ?? "") ? BUCKETS[judged.bucket] : NO_VERDICT;
}

/** Gives an element the colour of a verdict, as the variable `--verdict`. */
function coloured(element, judged) {
  const verdict = judged.verdict ?? "";
  const name = Object.hasOwn(COLOURS, verdict) ? COLOURS[verdict] : bucketOf(judged).colour;
  element.style.setProperty("--verdict", `var(--${name})`);
  element.dataset.bucket = judged.bucket ?? "none";
  return element;
}

function spoken(label) {
  return label === null || label === undefined ? "no verdict" : String(label).replaceAll("_", " ");
}

/** A verdict as sign and word. */
function badge(judged) {
  if (judged === HIDDEN) return el("span", { class: "badge hidden-verdict" }, "hidden");
  return coloured(
    el("span", { class: "badge" }, el("span", { class: "sign", "aria-hidden": "true" }, bucketOf(judged).sign), spoken(judged.verdict)),
    judged,
  );
}
