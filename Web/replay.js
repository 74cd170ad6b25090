// The replay desk: the list of channels, and a player that goes back in their histories.
//
// For tests and consoles, `window.replayDesk` offers
//   channel        the id of the channel on the screen, or null
//   channels       the channels as the server last told them
//   video          the video element
//   state          { phase: "idle" | "loading" | "playing" | "waiting" | "paused" | "failed", message, isLive, hasEnded,
//                    behind (seconds behind the live edge), wallClock, oldest, edge (milliseconds since 1970),
//                    time (seconds of the element), ranges (what the browser holds), failures, useless }
//   service        the service's state as the server last told it, { state, reasons, bitmap }, or null
//   venue          whether the venue is heard: true, false, or null before it is told
//   statistics     the 25 statistics that were shown last
//   messages       what a chosen data channel said, newest first: { time, id, toi, bytes, base64, text }
//   files          the distribution table of a chosen file channel
//   preview        the still under the pointer on the timeline: { time, begin, end (milliseconds since 1970), address, x, y,
//                    width, height (its place on the sheet) }, or null
//   choose(id)     puts a channel on the screen
//   back(seconds)  goes back from the picture on the screen; forward(seconds) the other way
//   live()         goes to the live edge
//   pause(), play()
// Everything that comes from the server is put into the page as text, never as markup.

import { ClipPanel } from "./clips.js";
import { ObjectPanel } from "./objects.js";
import { LivePlayer } from "./player.js";
import { ServicePanel } from "./service.js";
import { Storyboard } from "./storyboard.js";

const element = (id) => document.getElementById(id);
const video = element("video");
const rows = new Map();
let channels = [];
let waits = false;
let chosen = null;
let wanted = decodeURIComponent(location.hash.slice(1)) || null;
const clips = new ClipPanel(element("clips"), () => channels
  .filter((one) => text(one.kind) === "data" && isHeard(one)).map((one) => text(one.id)));
const player = new LivePlayer(video, () => show());
const objects = new ObjectPanel(element("objects"));
const storyboard = new Storyboard(element("timeline"), {
  state: () => player.state,
  seek: (time) => player.step((time - (player.state.wallClock ?? time)) / 1000),
});
const service = new ServicePanel({
  banner: element("banner"), venue: element("venue"), overlay: element("stats"), button: element("stats-button"),
});

// MARK: the channels

async function follow() {
  for (;;) {
    const started = performance.now();
    await ask();
    await new Promise((resolve) => { setTimeout(resolve, Math.max(200, 1000 - (performance.now() - started))); });
  }
}

async function ask() {
  try {
    const answer = await fetch("/api/v1/channels", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const body = await answer.json();
    const list = Array.isArray(body?.channels) ? body.channels : [];
    take(list.filter((channel) => channel !== null && typeof channel === "object" && text(channel.id) !== ""));
  } catch (error) {
    say("service", `No answer from the server: ${error.message}`);
    element("service").classList.add("bad");
  }
}

function take(list) {
  channels = list;
  element("service").classList.remove("bad");
  say("service", list.length === 0 ? "No channel yet: the server waits for announcements and media."
    : list.length === 1 ? "1 channel" : `${list.length} channels`);
  const ids = new Set(list.map((channel) => text(channel.id)));
  for (const [id, row] of rows) {
    if (ids.has(id)) continue;
    row.item.remove();
    rows.delete(id);
  }
  list.forEach((channel, index) => {
    const id = text(channel.id);
    if (!rows.has(id)) rows.set(id, makeRow(id));
    const row = rows.get(id);
    const place = element("channels").children[index];
    if (place !== row.item) element("channels").insertBefore(row.item, place ?? null);
    fillRow(row, channel);
  });
  if (wanted !== null && ids.has(wanted)) choose(wanted);
  else if (waits && list.some((channel) => text(channel.id) === chosen && isHeard(channel))) choose(chosen);
  else if (chosen === null) {
    const first = list.find(isPlayable);
    if (first && wanted === null) choose(text(first.id));
  }
  describe();
}

/// Whether a channel carries pictures or sound that can be had; a kind that is not told is taken for video.
function isPlayable(channel) { return carriesMedia(channel) && isHeard(channel); }
function carriesMedia(channel) { return ["", "video", "audio", "published"].includes(text(channel.kind)); }
/// Whether anything of a channel has come; one that is only announced has nothing to show.
function isHeard(channel) { return text(channel.state) !== "announced"; }

function makeRow(id) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "channel";
  const parts = { item, button };
  for (const name of ["name", "link", "flow", "losses"]) {
    parts[name] = document.createElement("span");
    parts[name].className = name;
    button.append(parts[name]);
  }
  parts.meter = document.createElement("span");
  parts.meter.className = "meter";
  parts.meter.setAttribute("aria-hidden", "true");
  parts.level = document.createElement("span");
  parts.meter.append(parts.level);
  parts.number = document.createElement("span");
  parts.number.className = "number";
  parts.link.append(parts.meter, parts.number);
  button.addEventListener("click", () => choose(id));
  item.append(button);
  return parts;
}

function fillRow(row, channel) {
  put(row.name, text(channel.name) || text(channel.id));
  const rate = number(channel.bitrateKbps);
  const state = text(channel.state);
  const flow = [text(channel.group) && `${text(channel.group)}:${text(channel.port)}`, text(channel.carriage),
    rate === null ? "" : rate >= 1000 ? `${(rate / 1000).toFixed(1)} Mb/s` : `${Math.round(rate)} kb/s`,
    state === "live" ? "" : state].filter((part) => part !== "");
  put(row.flow, flow.join(" · "));
  const link = number(channel.linkIndicator);
  const level = link === null ? 0 : Math.max(0, Math.min(10, link));
  row.level.style.width = `${level * 10}%`;
  row.meter.className = `meter ${link === null ? "unknown" : level >= 8 ? "good" : level >= 5 ? "fair" : "poor"}`;
  put(row.number, link === null ? "–" : String(link));
  const lost = number(channel.lost);
  const recovered = number(channel.recovered);
  const missing = number(channel.unrecovered);
  put(row.losses, [lost === null ? "" : `lost ${count(lost)}`, recovered === null ? "" : `repaired ${count(recovered)}`,
    missing === null ? "" : `missing ${count(missing)}`].filter((part) => part !== "").join(" · "));
  row.losses.classList.toggle("bad", (missing ?? 0) > 0);
  const spoken = [row.name.textContent, `link indicator ${link === null ? "unknown" : `${link} of 10`}`, row.losses.textContent, state];
  row.button.setAttribute("aria-label", spoken.filter((part) => part !== "").join(", "));
  row.button.setAttribute("aria-current", String(text(channel.id) === chosen));
}

function choose(id) {
  const channel = channels.find((one) => text(one.id) === id);
  if (channel === undefined) return;
  wanted = null;
  chosen = id;
  history.replaceState(null, "", `#${encodeURIComponent(id)}`);
  for (const [key, row] of rows) row.button.setAttribute("aria-current", String(key === id));
  const kind = text(channel.kind);
  waits = !isHeard(channel);
  document.body.classList.toggle("has-objects", !carriesMedia(channel));
  objects.close();
  if (isPlayable(channel)) storyboard.open(path(""));
  else storyboard.close();
  if (isPlayable(channel)) player.open(playlist("cmaf"));
  else player.close(waits ? "This channel is announced, and nothing of it has come yet." : "This channel carries no pictures.");
  if (waits) return describe();
  if (kind === "data") objects.openMessages(id);
  else if (kind === "file") objects.openFiles(id);
  describe();
}

function path(rest) { return `/api/v1/channels/${encodeURIComponent(chosen)}/${rest}`; }
function playlist(name) { return `/hls/${encodeURIComponent(chosen)}/${name}.m3u8`; }

/// The title and the links of the chosen channel.
function describe() {
  if (chosen === null) return;
  const channel = channels.find((one) => text(one.id) === chosen);
  const name = channel ? text(channel.name) || chosen : chosen;
  const codecs = Array.isArray(channel?.codecs) ? channel.codecs.map(text).join(" + ") : text(channel?.codecs);
  const depth = number(channel?.historySeconds);
  put(element("title"), name);
  service.choose(chosen, name);
  document.title = `${name} – Replay desk`;
  const facts = [codecs, depth === null ? "" : `history ${Math.round(depth)} s`];
  element("title").title = facts.filter((part) => part !== "").join(", ");
  clips.choose(chosen);
  const address = new URL(playlist("live"), location.href).href;
  if (element("address").value !== address) element("address").value = address;
  if (channel === undefined && channels.length > 0) put(element("notice"), "The channel has left the list.");
}

// MARK: the player

function show() {
  const state = player.state;
  const label = state.phase === "failed" || state.phase === "idle" || state.phase === "loading" ? state.message
    : state.message !== "" ? state.message : state.phase === "waiting" ? "Fetching …" : "";
  const notice = element("notice");
  if (chosen !== null || label !== "") put(notice, label);
  notice.hidden = notice.textContent === "";
  const behind = element("behind");
  behind.classList.toggle("is-live", state.isLive);
  put(behind, state.behind === null || state.wallClock === null ? "–"
    : state.isLive ? `Live · ${state.behind.toFixed(1)} s`
      : `${state.behind.toFixed(1)} s ${state.hasEnded ? "before the end" : "behind live"}`);
  const clock = element("clock");
  put(clock, state.wallClock === null ? "––:––:––" : clockText(new Date(state.wallClock)));
  if (state.wallClock !== null) {
    clock.dateTime = new Date(state.wallClock).toISOString();
    clock.title = clock.dateTime;
    element("at-shown").href = `/at/${clock.dateTime}`;
  } else {
    element("at-shown").removeAttribute("href");
  }
  clips.show(state.wallClock);
  storyboard.update(state);
  put(element("pause"), video.paused ? "Play" : "Pause");
  const canMove = state.edge !== null;
  for (const id of ["back20", "back5", "pause", "forward5", "live"]) element(id).disabled = !canMove;
  element("live").classList.toggle("is-live", state.isLive);
  element("sound").setAttribute("aria-pressed", String(!video.muted));
}

function clockText(date) {
  const two = (value) => String(value).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${Math.floor(date.getMilliseconds() / 100)}`;
}

const actions = {
  back20: () => player.step(-20),
  back5: () => player.step(-5),
  forward5: () => player.step(5),
  forward20: () => player.step(20),
  live: () => player.live(),
  pause: () => (video.paused ? player.play() : player.pause()),
  sound: () => { video.muted = !video.muted; show(); },
  stats: () => service.toggle(),
  close: () => service.toggle(false),
};
for (const id of ["back20", "back5", "pause", "forward5", "live", "sound"]) {
  element(id).addEventListener("click", actions[id]);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input")) return;
  // A button that has the focus takes the space bar for itself.
  if (event.key === " " && event.target.closest?.("button, a")) return;
  const name = {
    arrowleft: event.shiftKey ? "back20" : "back5", arrowright: event.shiftKey ? "forward20" : "forward5",
    l: "live", m: "sound", s: "stats", escape: "close", " ": "pause",
  }[event.key.toLowerCase()];
  if (name === undefined) return;
  event.preventDefault();
  actions[name]();
});

element("copy").addEventListener("click", async () => {
  const field = element("address");
  try {
    await navigator.clipboard.writeText(field.value);
    say("copied", "Copied.");
  } catch {
    // Without a secure context there is no clipboard: the old way.
    field.select();
    say("copied", document.execCommand("copy") ? "Copied." : "Press Ctrl+C to copy.");
  }
});
window.addEventListener("hashchange", () => choose(decodeURIComponent(location.hash.slice(1))));

// MARK: text

function text(value) { return typeof value === "string" ? value : typeof value === "number" ? String(value) : ""; }
function number(value) { return typeof value === "number" && Number.isFinite(value) ? value : null; }
function count(value) { return value.toLocaleString("en").replaceAll(",", "\u202f"); }

/// Sets the text of an element when it is another one, so that screen readers hear changes only.
function put(target, value) { if (target.textContent !== value) target.textContent = value; }
function say(id, value) { put(element(id), value); }

window.replayDesk = {
  get channel() { return chosen; },
  get channels() { return channels; },
  video,
  get state() { return player.state; },
  get service() { return service.state; },
  get venue() { return service.connected; },
  get statistics() { return service.statistics; },
  get messages() { return objects.messages; },
  get files() { return objects.files; },
  get preview() { return storyboard.shown; },
  choose,
  back: (seconds) => player.step(-seconds),
  forward: (seconds) => player.step(seconds),
  live: () => player.live(),
  pause: () => player.pause(),
  play: () => player.play(),
};

show();
follow();
