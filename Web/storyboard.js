// A channel's past as a bar: where the picture on the screen is, and under the pointer the still of then, from the storyboard.

import { request } from "./request.js";

/// Seconds of one piece of the storyboard, which begins at a multiple of them, and the seconds from still to still.
const PIECE = 20;
const STEP = 0.5;
const WIDTH = 160;
/// Pieces that are remembered.
const KEPT = 40;
/// Milliseconds after which a piece that is not whole yet, or did not come, is asked for again.
const FRESH = 2000;

export class Storyboard {
  /// `bar` is the element; `state` gives the player's state, `seek` goes to an instant in milliseconds since 1970.
  constructor(bar, { state, seek }) {
    this.bar = bar;
    this.state = state;
    this.played = bar.querySelector(".played");
    this.preview = bar.querySelector(".preview");
    this.still = bar.querySelector(".still");
    this.caption = bar.querySelector("figcaption");
    this.pointer = null;
    this.close();
    for (const name of ["pointerenter", "pointermove"]) {
      bar.addEventListener(name, (event) => { this.pointer = event.clientX; this.show(); });
    }
    bar.addEventListener("pointerleave", () => { this.pointer = null; this.show(); });
    bar.addEventListener("click", (event) => {
      const time = this.timeAt(event.clientX);
      if (time !== null) seek(time);
    });
  }

  /// Begins with the channel whose addresses begin with `base`.
  open(base) {
    this.close();
    this.base = base;
  }

  close() {
    this.base = null;
    this.pieces = new Map();
    this.shown = null;
    this.show();
  }

  /// Learns where the player is.
  update(state) {
    const span = state.edge - state.oldest;
    const isKnown = state.edge !== null && span > 0;
    this.bar.hidden = !isKnown;
    if (!isKnown) return;
    const part = Math.max(0, Math.min(1, ((state.wallClock ?? state.edge) - state.oldest) / span));
    this.played.style.width = `${(part * 100).toFixed(2)}%`;
    if (this.pointer !== null) this.show();
  }

  /// The instant at a place of the window, in milliseconds since 1970; null while nothing is known.
  timeAt(x) {
    const { oldest, edge } = this.state();
    const box = this.bar.getBoundingClientRect();
    if (edge === null || box.width === 0) return null;
    return oldest + Math.max(0, Math.min(1, (x - box.left) / box.width)) * (edge - oldest);
  }

  /// Shows what is under the pointer, as far as it is known, and asks for what is not.
  show() {
    const time = this.base === null || this.pointer === null ? null : this.timeAt(this.pointer);
    this.preview.hidden = time === null;
    if (time === null) {
      this.shown = null;
      return;
    }
    const box = this.bar.getBoundingClientRect();
    this.preview.style.left = `${Math.max(0, Math.min(box.width, this.pointer - box.left))}px`;
    const text = new Date(time).toTimeString().slice(0, 8);
    if (this.caption.textContent !== text) this.caption.textContent = text;
    const cue = this.piece(time).cues.find((one) => one.begin <= time && time < one.end) ?? null;
    this.still.hidden = cue === null;
    this.shown = cue === null ? null : { ...cue, time };
    if (cue === null) return;
    this.still.style.width = `${cue.width}px`;
    this.still.style.height = `${cue.height}px`;
    this.still.style.backgroundImage = `url("${cue.address}")`;
    this.still.style.backgroundPosition = `${-cue.x}px ${-cue.y}px`;
  }

  /// The piece that holds an instant: what is known of it now.
  piece(time) {
    const number = Math.floor(time / 1000 / PIECE);
    const known = this.pieces.get(number);
    if (known && (known.isWhole || performance.now() - known.asked < FRESH)) return known;
    const piece = { cues: known?.cues ?? [], isWhole: false, asked: performance.now() };
    this.pieces.delete(number);
    this.pieces.set(number, piece);
    if (this.pieces.size > KEPT) this.pieces.delete(this.pieces.keys().next().value);
    this.fetch(number, piece);
    return piece;
  }

  async fetch(number, piece) {
    const base = this.base;
    const { oldest, edge } = this.state();
    const address = new URL(
      `${base}storyboard.vtt?start=${number * PIECE}&duration=${PIECE}s&interval=${STEP}s&width=${WIDTH}`, location.href);
    try {
      const answer = await request(address);
      const start = Date.parse(answer.headers.get("X-Clip-Start"));
      piece.cues = parseTrack(await answer.text(), start, address);
      piece.isWhole = oldest <= number * PIECE * 1000 && (number + 1) * PIECE * 1000 <= edge;
    } catch {
      // Not there, or too many ask: the pointer shows the time alone until the next try.
    }
    if (base === this.base) this.show();
  }
}

/// The stills of a track whose time 0 is `start`: `begin` and `end` in milliseconds since 1970, and the place on their sheet.
function parseTrack(text, start, base) {
  const cues = [];
  const lines = text.split("\n");
  for (let index = 0; index + 1 < lines.length; index += 1) {
    const times = /^(\d+):(\d\d):(\d\d)\.(\d{3}) --> (\d+):(\d\d):(\d\d)\.(\d{3})$/.exec(lines[index]);
    const place = times && /^([^#"\\]+)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(lines[index + 1]);
    if (!place) continue;
    const at = (first) => ((times[first] * 60 + Number(times[first + 1])) * 60 + Number(times[first + 2])) * 1000
      + Number(times[first + 3]);
    const [x, y, width, height] = place.slice(2).map(Number);
    cues.push({ begin: start + at(1), end: start + at(5), address: new URL(place[1], base).href, x, y, width, height });
  }
  return cues;
}
