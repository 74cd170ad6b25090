// Plays a live playlist of fragmented MP4 through Media Source Extensions, back to the oldest segment that it lists.
//
// The element's time counts seconds from `origin`, an instant of wall-clock time: a second of it is a second of the venue, in
// every run of time stamps, so an outage is a hole in the time line and not a jump of the clock.

import { parsePlaylist } from "./playlist.js";
import { describeInitialization, firstPresentation } from "./movie.js";

const MediaSourceClass = window.MediaSource ?? window.ManagedMediaSource;

/// Seconds that are fetched beyond the picture on the screen.
const AHEAD = 12;
/// Seconds that stay in the browser behind the picture on the screen.
const KEPT = 60;
/// Seconds without progress after which the player looks for a way out.
const STALLED = 1.5;
/// A seam between the time stamps and the list that is not worth a new offset, in seconds.
const DRIFT = 0.1;
/// Times that a source is set up again within `FAILURE_SPAN` ms before the player takes `FAILURE_REST` ms for it.
const FAILURE_LIMIT = 6;
const FAILURE_SPAN = 60_000;
const FAILURE_REST = 5_000;
/// Seconds behind the live point from which the player goes a little faster, and from which it leaps.
const LATE = 1;
const TOO_LATE = 6;
const REQUEST_TIMEOUT = 10_000;

/// The browser or the media make playing impossible.
class CannotPlay extends Error {}
/// The browser gave up the source because of what was appended.
class Refused extends Error {}

export class LivePlayer {
  /// `video` is the element to play in; `tell` is called whenever `state` may have changed.
  constructor(video, tell) {
    this.video = video;
    this.tell = tell;
    this.session = 0;
    this.forget();
    this.shown = null;
    for (const name of ["seeking", "timeupdate", "waiting"]) video.addEventListener(name, () => this.fill());
    for (const name of ["playing", "pause", "seeked", "seeking", "waiting"]) video.addEventListener(name, () => this.tell());
    video.addEventListener("error", () => {
      if (video.error !== null) this.recover(`The browser could not go on: ${video.error.message || "no reason given"}.`);
    });
    setInterval(() => this.watch(), 250);
    this.watchFrames();
  }

  forget() {
    this.address = null;
    this.origin = null;
    this.segments = [];
    this.target = 2;
    this.hasEnded = false;
    this.grown = 0;
    this.follows = true;
    this.wantsPlay = true;
    this.hasBegun = false;
    this.message = "";
    this.isFatal = false;
    this.failures = [];
    this.useless = new Set();
    this.starts = new Map();
    this.resumeAt = undefined;
    this.hasSource = false;
    this.discard();
  }

  /// Lets go of the source and everything that was appended.
  discard() {
    this.source = null;
    this.buffer = null;
    this.appended = null;
    this.appending = null;
    this.offsets = new Map();
    this.isFilling = false;
    this.generation = (this.generation ?? 0) + 1;
    this.abort?.abort();
    this.abort = new AbortController();
  }

  /// Begins to play the playlist at `address`, at the live edge.
  open(address) {
    this.session += 1;
    this.forget();
    this.address = new URL(address, location.href).href;
    this.message = "Asking for the playlist …";
    this.detach();
    if (MediaSourceClass === undefined) {
      this.fail("This browser cannot play live video in a page (it has no Media Source Extensions). Copy the playlist's address into another player.");
      return;
    }
    this.follow(this.session);
  }

  /// Stops, and says why.
  close(message) {
    this.session += 1;
    this.forget();
    this.message = message;
    this.detach();
    this.tell();
  }

  detach() {
    this.shown = null;
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = null;
    this.video.removeAttribute("src");
    this.video.load();
  }

  fail(message) {
    this.isFatal = true;
    this.message = message;
    this.tell();
  }

  // MARK: the list

  async follow(session) {
    while (session === this.session && !this.isFatal) {
      const isOver = await this.refresh(session);
      if (session !== this.session) return;
      this.fill();
      this.tell();
      if (isOver) return;
      await sleep(Math.min(1000, this.target * 500));
    }
  }

  /// Reads the list once; true when it will not change any more.
  async refresh(session) {
    try {
      const answer = await request(this.address);
      const list = parsePlaylist(await answer.text(), this.address);
      if (session !== this.session) return false;
      this.take(list);
      return list.hasEnded;
    } catch (error) {
      if (session !== this.session) return false;
      this.message = error.status === 404 || error.status === 410
        ? "The channel is gone." : error.status === 503 || error.status === 425
          ? "Waiting for the channel's first segments …" : `The playlist does not come: ${error.message}`;
      return false;
    }
  }

  take(list) {
    const before = this.edge;
    const fresh = list.segments.filter((segment) => segment.duration > 0);
    if (fresh.length === 0) {
      this.message = "Waiting for the channel's first segments …";
      return;
    }
    // Far enough before the list that nothing ever comes to lie before 0, which browsers cut away.
    if (this.origin === null) this.origin = Math.floor(fresh[0].start / 1000) * 1000 - 60_000;
    this.segments = fresh.map((segment) => ({
      ...segment, begin: (segment.start - this.origin) / 1000,
      end: (segment.start - this.origin) / 1000 + segment.duration,
      isGap: segment.isGap || segment.uri === null || segment.map === null,
    }));
    this.target = list.target;
    this.hasEnded = list.hasEnded;
    if (!(this.edge <= before)) this.grown = performance.now();
    if (this.message !== "" && !this.isFatal && !this.hasBegun) this.message = "Fetching the first pictures …";
    else if (!this.isFatal) this.message = "";
    const listed = new Set(this.segments.map((segment) => segment.uri));
    for (const uri of this.useless) if (!listed.has(uri)) this.useless.delete(uri);
    this.showSeekable();
    if (!this.hasSource) this.attach(this.session);
    if (this.resumeAt < this.oldest) this.resumeAt = this.oldest;
    if (this.hasBegun && this.video.currentTime < this.oldest - 0.5) {
      this.move(this.oldest);
      this.message = "The history ends here; this is the oldest picture that is kept.";
    }
  }

  /// The first and the last instant of the list, in the element's time.
  get oldest() { return this.segments.length > 0 ? this.segments[0].begin : 0; }
  get edge() { return this.segments.length > 0 ? this.segments[this.segments.length - 1].end : undefined; }

  /// The newest instant as it should be now: the last segment is complete, the next one is on its way.
  get edgeNow() {
    if (this.edge === undefined) return undefined;
    return this.hasEnded ? this.edge : this.edge + Math.min((performance.now() - this.grown) / 1000, 2 * this.target);
  }

  /// Where playing live goes on: far enough from the edge that the next segment arrives in time.
  get livePoint() {
    const longest = Math.max(...this.segments.slice(-5).map((segment) => segment.duration));
    return Math.max(this.oldest, this.edge - (this.hasEnded ? 0.2 : 1.5 * longest + 1));
  }

  showSeekable() {
    if (this.source?.readyState !== "open" || this.edge === undefined) return;
    try {
      this.source.setLiveSeekableRange(Math.max(0, this.oldest), this.edge);
    } catch { /* Only a hint: where it is missing, what is buffered can be reached. */ }
  }

  // MARK: the source

  attach(session) {
    this.hasSource = true;
    const source = new MediaSourceClass();
    this.source = source;
    this.url = URL.createObjectURL(source);
    this.video.disableRemotePlayback = true;
    this.video.src = this.url;
    source.addEventListener("sourceopen", () => {
      if (session !== this.session || source !== this.source) return;
      source.duration = Infinity;
      this.showSeekable();
      this.fill();
    }, { once: true });
  }

  /// Sets the source up again after an error, behind the segment that caused it.
  recover(reason) {
    if (this.source === null || this.isFatal) return;
    const now = performance.now();
    this.failures = this.failures.filter((time) => now - time < FAILURE_SPAN);
    this.failures.push(now);
    const position = this.video.currentTime;
    const isDecoding = this.video.error?.code === MediaError.MEDIA_ERR_DECODE && !/append/i.test(this.video.error.message);
    const shown = this.segments.find((segment) => segment.begin <= position && position < segment.end);
    const culprit = isDecoding ? shown ?? this.appending : this.appending ?? shown;
    if (culprit) this.useless.add(culprit.uri);
    this.discard();
    this.detach();
    if (this.hasBegun) this.resumeAt = position;
    this.hasBegun = false;
    this.message = `Going on behind damaged media. ${reason}`;
    const { session, generation } = this;
    setTimeout(() => {
      if (session === this.session && generation === this.generation) this.attach(session);
    }, this.failures.length > FAILURE_LIMIT ? FAILURE_REST : 0);
    this.tell();
  }

  // MARK: filling

  /// Fetches what is missing around the picture on the screen, one segment after the other.
  async fill() {
    if (this.isFilling || this.isFatal || this.source?.readyState === "closed" || this.source === null) return;
    const generation = this.generation;
    this.isFilling = true;
    try {
      for (let segment = this.nextSegment(); segment; segment = this.nextSegment()) {
        await this.load(segment, generation);
        if (generation !== this.generation) return;
        this.begin();
      }
      this.begin();
      this.end();
    } catch (error) {
      if (generation !== this.generation || error.name === "AbortError") return;
      if (error instanceof CannotPlay) this.fail(error.message);
      else if (error instanceof Refused) this.recover(error.message);
      else if (this.appending) this.useless.add(this.appending.uri);
    } finally {
      if (generation === this.generation) this.isFilling = false;
    }
  }

  get position() { return this.hasBegun ? this.video.currentTime : this.startPoint; }

  /// Where playing begins: live, or at the beginning of a list that is over.
  get startPoint() { return this.resumeAt ?? (this.hasEnded ? this.oldest : this.livePoint); }

  isUsable(segment) { return !segment.isGap && !this.useless.has(segment.uri); }

  nextSegment() {
    if (this.segments.length === 0) return undefined;
    const position = this.position;
    return this.segments.find((segment) =>
      segment.end > position + 0.05 && segment.begin < position + AHEAD && this.isUsable(segment) && !this.holds(segment));
  }

  /// Whether the middle of a segment is in the browser.
  holds(segment) { return this.rangeAt((segment.begin + segment.end) / 2) !== undefined; }

  get ranges() {
    const ranges = this.buffer ? this.buffer.buffered : { length: 0 };
    return Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)]);
  }

  rangeAt(time) { return this.ranges.find(([start, end]) => start <= time && time < end); }

  async load(segment, generation) {
    let beginning;
    let media;
    try {
      beginning = await this.initialization(segment.map);
      media = await (await request(segment.uri, this.abort.signal)).arrayBuffer();
    } catch (error) {
      if (error.name === "AbortError" || error instanceof CannotPlay) throw error;
      // Gone, or refused: there is nothing to show at this place. Anything else is worth another try.
      if (error.status >= 400 && error.status < 500 && error.status !== 429) this.useless.add(segment.uri);
      else await sleep(500);
      return;
    }
    if (generation !== this.generation) return;
    this.appending = segment;
    await this.prepare(segment, beginning, media);
    await this.append(media);
    if (generation !== this.generation) return;
    this.appending = null;
    this.appended = segment;
    if (!this.holds(segment)) this.useless.add(segment.uri);
    await this.trim(KEPT, 4 * AHEAD);
  }

  async initialization(address) {
    let known = this.starts.get(address);
    if (known === undefined) {
      const bytes = await (await request(address, this.abort.signal)).arrayBuffer();
      try {
        known = { bytes, ...describeInitialization(bytes) };
      } catch {
        throw new CannotPlay("The stream's initialization segment cannot be read.");
      }
      if (!MediaSourceClass.isTypeSupported(known.mime)) {
        throw new CannotPlay(`This browser cannot play ${known.codecs.join(" with ")}. Copy the playlist's address into another player.`);
      }
      if (this.starts.size > 32) this.starts.clear();
      this.starts.set(address, known);
    }
    return known;
  }

  /// Makes the buffer ready for a segment: its codecs, its initialization, and where its time stamps lie.
  async prepare(segment, beginning, media) {
    if (this.buffer === null) {
      this.buffer = this.source.addSourceBuffer(beginning.mime);
      this.mime = beginning.mime;
    }
    const last = this.appended;
    const isNext = last !== null && last.map === segment.map && last.run === segment.run && last.sequence + 1 === segment.sequence;
    if (!isNext) this.buffer.abort();
    if (this.mime !== beginning.mime) {
      this.buffer.changeType(beginning.mime);
      this.mime = beginning.mime;
    }
    const first = firstPresentation(media, beginning.lead);
    const known = this.offsets.get(segment.run);
    const exact = first === null ? known ?? 0 : segment.begin - first;
    if (known === undefined || Math.abs(exact - known) > DRIFT) this.offsets.set(segment.run, exact);
    const offset = this.offsets.get(segment.run);
    if (this.buffer.timestampOffset !== offset) this.buffer.timestampOffset = offset;
    if (last === null || last.map !== segment.map) await this.append(beginning.bytes);
  }

  /// Appends bytes; when the browser has no room for them, gives up what lies far from the picture on the screen.
  async append(bytes) {
    for (const [before, behind] of [[20, 2 * AHEAD], [5, AHEAD], [1, 3], [0, 0]]) {
      try {
        this.buffer.appendBuffer(bytes);
        await this.settled();
        return;
      } catch (error) {
        if (error.name !== "QuotaExceededError" || before === 0) throw error;
        await this.trim(before, behind);
      }
    }
  }

  /// Removes what lies more than `before` seconds before, or `behind` seconds behind the picture on the screen.
  async trim(before, behind) {
    const position = this.position;
    for (const [start, end] of this.ranges) {
      if (start < position - before - 5) await this.remove(start, Math.min(end, position - before));
      if (end > position + behind + 5) await this.remove(Math.max(start, position + behind), end);
    }
  }

  async remove(start, end) {
    if (!(end > start)) return;
    this.buffer.remove(start, end);
    await this.settled();
  }

  /// Waits until the buffer has done what it was told.
  settled() {
    const buffer = this.buffer;
    return new Promise((resolve, reject) => {
      const done = () => { buffer.removeEventListener("error", failed); resolve(); };
      const failed = () => { buffer.removeEventListener("updateend", done); reject(new Refused("The browser refused a segment.")); };
      buffer.addEventListener("updateend", done, { once: true });
      buffer.addEventListener("error", failed, { once: true });
    });
  }

  /// Starts as soon as there is something to see.
  begin() {
    if (this.hasBegun || this.ranges.length === 0) return;
    const wanted = this.startPoint;
    const range = this.ranges.find(([, end]) => end > wanted + 0.05);
    if (range === undefined) return;
    this.hasBegun = true;
    this.resumeAt = undefined;
    this.message = "";
    this.progressed = performance.now();
    this.video.currentTime = Math.max(wanted, range[0] + 0.001);
    if (this.wantsPlay) this.play();
  }

  /// Lets the browser know that nothing more comes, once the end of a finished list is there.
  end() {
    const last = this.segments.findLast((segment) => this.isUsable(segment));
    if (this.hasEnded && last && this.holds(last) && this.source.readyState === "open" && !this.buffer.updating) this.source.endOfStream();
  }

  // MARK: what people ask for

  async play() {
    this.wantsPlay = true;
    try {
      await this.video.play();
    } catch (error) {
      if (error.name === "NotAllowedError") {
        this.wantsPlay = false;
        this.message = "The browser waits for you: press Play.";
        this.tell();
      }
    }
  }

  pause() {
    this.wantsPlay = false;
    this.follows = false;
    this.video.pause();
  }

  /// Moves by `seconds` from the picture on the screen, backwards when negative; stops at both ends of the history.
  step(seconds) {
    if (this.edge === undefined) return;
    const to = this.picture + seconds;
    if (seconds > 0 && to >= this.livePoint) {
      this.live();
      return;
    }
    this.follows = false;
    // A little into the picture, so that rounding cannot lead to the one before.
    this.move(to + 0.004);
  }

  /// Goes to the live edge and stays there.
  live() {
    if (this.edge === undefined) return;
    this.follows = true;
    this.move(this.livePoint);
    this.play();
  }

  move(time) {
    const to = Math.max(this.oldest + 0.01, Math.min(time, this.livePoint));
    this.message = "";
    this.progressed = performance.now();
    if (this.hasBegun) {
      this.showSeekable();
      this.video.currentTime = to;
    } else {
      this.resumeAt = to;
    }
    this.fill();
    this.tell();
  }

  // MARK: watching

  /// Learns which picture is on the screen, where the browser tells.
  watchFrames() {
    if (!("requestVideoFrameCallback" in HTMLVideoElement.prototype)) return;
    const take = (_, frame) => {
      this.shown = frame.mediaTime;
      this.video.requestVideoFrameCallback(take);
    };
    this.video.requestVideoFrameCallback(take);
  }

  /// The time of the picture on the screen, or of the one that is being fetched.
  get picture() {
    const now = this.position;
    return this.shown !== null && !this.video.seeking && Math.abs(this.shown - now) < 0.5 ? this.shown : now;
  }

  watch() {
    if (this.segments.length > 0 && this.hasBegun && !this.isFatal) this.keepGoing();
    this.tell();
  }

  keepGoing() {
    const now = performance.now();
    const time = this.video.currentTime;
    if (time !== this.lastTime || this.video.paused && !this.video.seeking) {
      this.lastTime = time;
      this.progressed = now;
    }
    const late = this.follows && !this.hasEnded && !this.video.paused ? this.livePoint - time : 0;
    if (late > TOO_LATE) this.live();
    else this.hurry(late);
    const range = this.rangeAt(time);
    if (range === undefined || range[1] - time < 0.1) this.leap(time);
    else if (now - this.progressed > 1000 * 2 * STALLED) {
      // There is media, and the browser does not go on: it takes a small step to wake it.
      this.progressed = now;
      this.video.currentTime = Math.min(time + 0.1, range[1]);
    }
    if (now - this.progressed > 1000 * STALLED) this.fill();
  }

  /// Plays a little faster while the picture is late, until it is where playing live goes on.
  hurry(late) {
    const rate = late > LATE || this.video.playbackRate > 1 && late > 0.2 ? 1.05 : 1;
    if (this.video.playbackRate !== rate) this.video.playbackRate = rate;
  }

  /// Goes on behind a hole, when nothing that is listed can fill it.
  leap(time) {
    const playable = this.segments.find((segment) => segment.end > time + 0.1 && this.isUsable(segment));
    const next = this.ranges.find(([start]) => start > time);
    const goal = next === undefined ? playable?.begin : playable && !this.holds(playable) ? Math.min(next[0], playable.begin) : next[0];
    if (goal === undefined || goal <= time) return;
    // A hole of a few pictures closes itself when the next segment comes; a long one is an outage.
    if (goal - time > 0.01 && (this.video.seeking || performance.now() - this.progressed > 300)) this.video.currentTime = goal + 0.001;
  }

  /// What there is to show.
  get state() {
    const known = this.edge !== undefined;
    const time = known ? this.picture : null;
    return {
      phase: this.isFatal ? "failed" : this.address === null ? "idle" : !this.hasBegun ? "loading"
        : this.video.seeking || this.video.readyState < 3 && !this.video.paused ? "waiting" : this.video.paused ? "paused" : "playing",
      message: this.message,
      isLive: known && this.follows && !this.hasEnded && !this.video.paused,
      hasEnded: this.hasEnded,
      behind: known ? Math.max(0, this.edgeNow - time) : null,
      wallClock: known && this.hasBegun ? this.origin + time * 1000 : null,
      oldest: known ? this.origin + this.oldest * 1000 : null,
      edge: known ? this.origin + this.edge * 1000 : null,
      time, ranges: this.ranges, failures: this.failures.length, useless: this.useless.size,
    };
  }
}

function sleep(milliseconds) {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

/// Fetches an address; throws with the status when the answer is not a good one.
async function request(address, signal) {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  const answer = await fetch(address, { cache: "no-cache", signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if (!answer.ok) {
    const error = new Error(`the server answered ${answer.status}`);
    error.status = answer.status;
    throw error;
  }
  return answer;
}
