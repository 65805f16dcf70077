"use strict";
// The game, what is shown of it at the moment, and who wants to know when that changes.

const page = model("page");
const seats = new Map(page.players.map((seat) => [seat.id, seat]));
const claims = new Map(page.claims.map((claim) => [claim.id, claim]));
const messages = page.conversations.flatMap((each) => each.messages);
const messageOf = new Map(messages.flatMap((message) => message.claims.map((id) => [id, message])));
const lines = page.lines.map(([line, tick, kind, text, blind]) => ({ line, tick, kind, text, blind }));

const state = { frame: 0, claim: null, blind: false, revealed: new Set(), shown: new Set(claims.keys()) };
const changes = new EventTarget();

function tell(what) {
  changes.dispatchEvent(new Event(what));
}

function when(whats, act) {
  for (const what of whats) changes.addEventListener(what, act);
}

function nameOf(player) {
  return seats.has(player) ? seats.get(player).name : player;
}

/** What the rulebook says of a claim, unless the reader wants to judge first. */
function judgedOf(claim) {
  return state.blind && !state.revealed.has(claim.id) ? HIDDEN : claim.judged;
}

function showFrame(frame) {
  state.frame = Math.max(0, Math.min(page.frames.length - 1, frame));
  tell("frame");
}

/** Shows the last tick that has begun when another one is over. */
function showTick(tick) {
  const later = page.frames.findIndex((frame) => frame.tick > tick);
  showFrame(later === -1 ? page.frames.length - 1 : later - 1);
}

function showClaim(id) {
  state.claim = id === null ? null : (claims.get(id) ?? null);
  if (state.claim) {
    const window = state.claim.judged.window;
    showTick(window ? window[0] : messageOf.get(id).tick);
  }
  tell("claim");
}

/** Goes to a claim, and notes it in the page's address, so that the way back leads to the claim before. */
function goToClaim(id) {
  const hash = id === null ? "#" : `#claim=${encodeURIComponent(id)}`;
  if (hash !== (location.hash || "#")) history.pushState(null, "", hash);
  showClaim(id);
}

function readAddress() {
  const found = /^#claim=(.*)$/.exec(location.hash);
  let id = null;
  try {
    id = found && decodeURIComponent(found[1]);
  } catch {
    id = null;
  }
  showClaim(id);
}

function setBlind(blind) {
  state.blind = blind;
  state.revealed.clear();
  tell("blind");
}

function reveal(id) {
  state.revealed.add(id);
  tell("reveal");
}
