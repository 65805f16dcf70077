"use strict";
// The map: rooms, ways, who is where in a tick, and two trails: where somebody was, and where a claim says so.

const ROOM = { width: 3.5, height: 2.7 };
const MARKS = ["mark0", "mark3", "mark2", "mark1", "mark5", "mark6", "mark4", "mark7"];
const spots = new Map(page.plan.rooms.map(([name, x, y]) => [name, { x, y }]));
const tokens = new Map();

function colourOf(player) {
  return `var(--${MARKS[page.players.findIndex((seat) => seat.id === player) % MARKS.length]})`;
}

/** One or two letters for each player, all different as far as their names allow. */
function lettersOf(seats) {
  const taken = new Set();
  return new Map(seats.map((seat) => {
    const [first = "?", ...others] = [...seat.name.trim()];
    const alike = seats.filter((each) => each.name.trim().startsWith(first)).length > 1;
    const number = /\d{1,2}$/.exec(seat.name.trim());
    const wanted = !alike ? [first] : [...(number ? [number[0]] : []), ...others.filter((each) => each.trim())].map((second) => first + second);
    const letters = wanted.find((each) => !taken.has(each)) ?? wanted[0] ?? first;
    taken.add(letters);
    return [seat.id, letters];
  }));
}

const initials = lettersOf(page.players);

function initialsOf(player) {
  return initials.get(player) ?? "?";
}

function drawPlan() {
  const svg = byId("plan");
  const xs = [...spots.values()].map((spot) => spot.x);
  const ys = [...spots.values()].map((spot) => spot.y);
  const [left, top] = [Math.min(...xs) - ROOM.width / 2 - 0.3, Math.min(...ys) - ROOM.height / 2 - 0.3];
  const [width, height] = [Math.max(...xs) + ROOM.width / 2 + 0.3 - left, Math.max(...ys) + ROOM.height / 2 + 0.3 - top];
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.style.setProperty("--units", width);
  svg.append(
    draw("g", { class: "ways" }, ...page.plan.ways.flatMap(drawWay)),
    draw("g", { class: "rooms" }, ...page.plan.rooms.map(([name]) => drawRoom(name))),
    draw("g", { id: "trails" }),
    draw("g", { class: "labels" }, ...page.plan.rooms.map(([name]) => drawLabel(name))),
    draw("g", { id: "bodies" }),
    draw("g", { id: "tokens" }),
  );
  for (const seat of page.players) {
    const token = draw("g", { class: "token" }, draw("title", {}, seat.name), draw("circle", { r: 0.44 }), draw("text", { dy: "0.14" }, initialsOf(seat.id)));
    token.style.setProperty("--player", colourOf(seat.id));
    tokens.set(seat.id, token);
    byId("tokens").append(token);
  }
}

function drawWay([a, b, weight]) {
  const [from, to] = [spots.get(a), spots.get(b)];
  const line = draw("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  if (weight < 2) return [line];
  return [line, draw("text", { class: "weight", x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + 0.12 }, String(weight))];
}

function drawRoom(name) {
  const { x, y } = spots.get(name);
  const box = draw("rect", { x: x - ROOM.width / 2, y: y - ROOM.height / 2, width: ROOM.width, height: ROOM.height, rx: 0.25 });
  return draw("g", {}, box, draw("title", {}, name));
}

/** A room's name, upon the trails that lead through it. */
function drawLabel(name) {
  const { x, y } = spots.get(name);
  const label = name.length > 14 ? `${[...name].slice(0, 13).join("")}…` : name;
  return draw("text", { x, y: y - ROOM.height / 2 + 0.52 }, label.replaceAll("_", " "));
}

/** Where the n-th of so many stands within a box about a point, and how large, so that all find room beside each other. */
function standing(middle, box, index, count) {
  const fewest = Math.ceil(Math.sqrt((count * box.width) / box.height));
  const sizes = [fewest - 1, fewest, fewest + 1].filter((columns) => columns > 0).map((columns) => [Math.min(1, box.width / columns, box.height / Math.ceil(count / columns)), columns]);
  const [size, columns] = sizes.reduce((best, each) => (each[0] > best[0] ? each : best));
  const rows = Math.ceil(count / columns);
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return { scale: size, x: middle.x + (column - (Math.min(columns, count - row * columns) - 1) / 2) * size, y: middle.y + (row - (rows - 1) / 2) * size };
}

function drawFrame() {
  const frame = page.frames[state.frame];
  const groups = new Map();
  const put = (ends, thing) => groups.set(ends.join("\n"), [...(groups.get(ends.join("\n")) ?? []), thing]);
  for (const [player, room, origin] of frame.places) put(origin === null ? [room] : [origin, room].sort(), (spot) => move(player, spot));
  const graves = [];
  for (const [player, room] of frame.bodies) put([room], (spot) => graves.push(drawBody(player, spot)));
  for (const [key, things] of groups) {
    const ends = key.split("\n");
    things.forEach((place, index) => place(ends.length === 1 ? inside(ends[0], index, things.length) : between(...ends, index, things.length)));
  }
  const present = new Set(frame.places.map(([player]) => player));
  for (const [player, token] of tokens) token.classList.toggle("gone", !present.has(player));
  byId("bodies").replaceChildren(...graves);
  byId("tick").value = `tick ${frame.tick}, round ${frame.round}`;
  byId("scrubber").value = String(state.frame);
  byId("scrubber").setAttribute("aria-valuetext", `tick ${frame.tick}`);
  byId("place-words").textContent = placesInWords(frame);
}

function inside(room, index, count) {
  const { x, y } = spots.get(room);
  return standing({ x, y: y + 0.32 }, { width: ROOM.width - 0.3, height: ROOM.height - 0.84 }, index, count);
}

function between(a, b, index, count) {
  const [from, to] = [spots.get(a), spots.get(b)];
  return standing({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, { width: 1.5, height: 1.5 }, index, count);
}

function shifted({ x, y, scale }) {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

function move(player, spot) {
  tokens.get(player).style.transform = shifted(spot);
}

function drawBody(player, spot) {
  const body = draw("g", { class: "body" }, draw("title", {}, `the body of ${nameOf(player)}`), draw("circle", { r: 0.42 }), draw("path", { d: "M-.28-.28 .28 .28M-.28 .28 .28-.28" }), draw("text", { dy: "0.14" }, initialsOf(player)));
  body.style.transform = shifted(spot);
  return body;
}

function placesInWords(frame) {
  const where = frame.places.map(([player, room, origin]) => `${nameOf(player)} ${origin === null ? `in ${room}` : `between ${origin} and ${room}`}`);
  return `Tick ${frame.tick}: ${where.join(", ")}.`;
}

// --- trails ----------------------------------------------------------------------------------------------------------

/** The stays of a player that overlap a claim's window; without a window, those of the round in which it was said. */
function staysOf(player, claim) {
  const [first, last] = windowOf(claim);
  return page.stays.filter(([who, , from, to]) => who === player && from <= last && to >= first);
}

function windowOf(claim) {
  if (claim.judged.window) return claim.judged.window;
  const tick = messageOf.get(claim.id).tick;
  const round = page.frames.filter((frame) => frame.tick <= tick).at(-1)?.round ?? 0;
  const own = page.frames.filter((frame) => frame.round === round && frame.tick <= tick);
  return [own[0]?.tick ?? 0, tick];
}

function drawTrails() {
  const claim = state.claim;
  const trails = byId("trails");
  trails.replaceChildren();
  for (const token of tokens.values()) token.classList.remove("about");
  byId("trail").replaceChildren();
  if (!claim) return;
  const judged = judgedOf(claim);
  trails.append(...claim.rooms.map((room) => coloured(drawSaid(room, claim), judged)));
  if (claim.rooms.length > 1) trails.append(coloured(drawPath(claim.rooms, "said"), judged));
  const words = [];
  for (const player of claim.about) {
    tokens.get(player)?.classList.add("about");
    if (judged === HIDDEN) continue;
    const stays = staysOf(player, claim);
    const path = drawPath(stays.map(([, room]) => room), "was");
    path.style.setProperty("--player", colourOf(player));
    trails.append(path);
    words.push(el("span", { class: "was" }, named(nameOf(player)), ` was in ${stays.map(([, room, from, to]) => `${room} (${ticks(from, to)})`).join(", then ") || "no room"}.`));
  }
  const said = claim.rooms.length ? `Said${claim.denied ? ", and denied" : ""}: ${claim.rooms.join(", then ")}.` : "It names no room.";
  const [first, last] = windowOf(claim);
  byId("trail").append(el("span", {}, `In ${ticks(first, last)}: `), ...words, el("span", { class: "said" }, said));
}

function drawSaid(room, claim) {
  const { x, y } = spots.get(room);
  const [width, height] = [ROOM.width + 0.24, ROOM.height + 0.24];
  return draw(
    "g",
    { class: "said-room" },
    draw("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 0.35 }),
    draw("text", { x: x - width / 2 + 0.18, y: y + height / 2 - 0.2 }, claim.denied ? "said not" : "said"),
  );
}

function drawPath(rooms, kind) {
  const points = rooms.map((room) => spots.get(room)).filter((spot) => spot !== undefined);
  const path = draw("g", { class: `path ${kind}` });
  const shift = kind === "was" ? 0.95 : 1.1;
  if (points.length === 1) path.append(draw("circle", { cx: points[0].x, cy: points[0].y + shift, r: 0.16 }));
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    path.append(draw("line", { x1: from.x, y1: from.y + shift - 0.6, x2: to.x, y2: to.y + shift - 0.6 }), draw("circle", { cx: to.x, cy: to.y + shift - 0.6, r: 0.16 }));
    if (index === 1) path.append(draw("circle", { cx: from.x, cy: from.y + shift - 0.6, r: 0.16 }));
  }
  return path;
}

// --- time ------------------------------------------------------------------------------------------------------------

let playing = null;

function togglePlay() {
  if (playing !== null) return stopPlay();
  if (state.frame >= page.frames.length - 1) showFrame(0);
  playing = setInterval(() => (state.frame < page.frames.length - 1 ? showFrame(state.frame + 1) : stopPlay()), 600);
  byId("play").textContent = "Stop";
}

function stopPlay() {
  clearInterval(playing);
  playing = null;
  byId("play").textContent = "Play";
}

function startPlan() {
  drawPlan();
  byId("scrubber").max = String(page.frames.length - 1);
  byId("scrubber").addEventListener("input", (event) => showFrame(Number(event.target.value)));
  byId("back").addEventListener("click", () => showFrame(state.frame - 1));
  byId("forward").addEventListener("click", () => showFrame(state.frame + 1));
  byId("play").addEventListener("click", togglePlay);
  when(["frame"], drawFrame);
  when(["claim", "blind", "reveal"], drawTrails);
}
