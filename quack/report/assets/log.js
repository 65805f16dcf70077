"use strict";
// The log in words; proofs lead to its lines, and its lines to the map.

function drawLog() {
  const log = byId("log");
  log.replaceChildren(
    ...lines.map(({ line, tick, kind, text, blind }) =>
      el(
        "li",
        { id: `line-${line}`, class: `line ${kind}` },
        el("button", { type: "button", class: "place", "aria-label": `to line ${line} on the map`, onclick: () => showTick(tick) }, String(line)),
        " ",
        el("span", {}, state.blind && blind !== null ? blind : text),
      ),
    ),
  );
}

/** Shows a line of the log, or the last one before it that has words, and its tick on the map. */
function showLine(number) {
  const found = lines.filter((each) => each.line <= number).at(-1) ?? lines[0];
  const row = byId(`line-${found.line}`);
  byId("log-box").open = true;
  for (const each of document.querySelectorAll(".line.chosen")) each.classList.remove("chosen");
  row.classList.add("chosen");
  scrollWithin(byId("log"), row);
  showTick(found.tick);
  row.querySelector("button").focus({ preventScroll: true });
}

function scrollWithin(box, row) {
  box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
}

function markTick() {
  const tick = page.frames[state.frame].tick;
  for (const { line, tick: own } of lines) byId(`line-${line}`).classList.toggle("now", own === tick);
  const first = document.querySelector("#log .now");
  if (first && !byId("log").contains(document.activeElement)) scrollWithin(byId("log"), first);
}

function startLog() {
  drawLog();
  when(["blind"], () => (drawLog(), markTick()));
  when(["frame"], markTick);
}
