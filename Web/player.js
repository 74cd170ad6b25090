// Plays a live playlist of fragmented MP4 through Media Source Extensions, back to the oldest segment that it lists.

import { Beginnings, CannotPlay } from "./beginnings.js";
import { MovieBuffer, Refused } from "./buffer.js";
import { LivePace } from "./pace.js";
import { parsePlaylist } from "./playlist.js";
import { request, sleep } from "./request.js";
import { Timeline } from "./timeline.js";

/// Seconds that are fetched beyond the picture on the screen.
const AHEAD = 12;
/// Seconds that stay in the browser before and behind the picture on the screen.
const KEPT_BEFORE = 60;
const KEPT_BEHIND = 48;
/// Seconds by which the list and the time stamps may differ where two segments meet.
const SEAM = 0.005;
/// Milliseconds without progress after which the player looks for a way out, and after which it nudges the browser.
const STALLED = 1500;
const STUCK = 3000;
/// Times that a source is set up again within `FAILURE_SPAN` ms before the player takes `FAILURE_REST` ms for it.
const FAILURE_LIMIT = 6;
const FAILURE_SPAN = 60_000;
const FAILURE_REST = 5_000;
/// Seconds between the picture and the oldest one after the history has overtaken the player: time to fetch what follows.
const HEADWAY = 2;
/// Seconds behind the live point from which the player leaps.
const TOO_LATE = 6;

export class LivePlayer {
  /// `video` is the element to play in; `tell` is called whenever `state` may have changed.
  constructor(video, tell) {
    this.video = video;
    this.tell = tell;
    this.session = 0;
    this.generation = 0;
    this.forget();
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
    this.line = new Timeline();
    this.pace = new LivePace(this.video, this.line);
    this.follows = true;
    this.wantsPlay = true;
    this.hasBegun = false;
    this.hasSource = false;
    this.resumeAt = undefined;
    this.message = "";
    this.isFatal = false;
    this.failures = [];
    this.beginnings = new Beginnings();
    this.discard();
  }

  /// Lets go of the source and everything that was appended.
  discard() {
    this.generation += 1;
    this.abort?.abort();
    this.abort = new AbortController();
    this.buffer?.release();
    this.buffer = null;
    this.appending = null;
    this.isFilling = false;
    this.shown = null;
    this.video.removeAttribute("src");
    this.video.load();
  }

  /// Begins to play the playlist at `address`, at the live edge.
  open(address) {
    this.session += 1;
    this.forget();
    this.address = new URL(address, location.href).href;
    this.message = "Asking for the playlist …";
    if (MovieBuffer.isPossible) this.follow(this.session);
    else this.fail(new CannotPlay("This browser cannot play live video in a page: it has no Media Source Extensions.").message);
  }

  /// Stops, and says why.
  close(message) {
    this.session += 1;
    this.forget();
    this.message = message;
    this.tell();
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
      await sleep(Math.min(1000, this.line.target * 500));
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
      if (error.status === 404 || error.status === 410) this.message = "The channel has no playlist (any more).";
      else if (error.status === 503 || error.status === 425) this.message = "Waiting for the channel's first segments …";
      else this.message = `The playlist does not come: ${error.message}`;
      return false;
    }
  }

  take(list) {
    if (!this.line.take(list)) {
      this.message = "Waiting for the channel's first segments …";
      return;
    }
    this.message = this.hasBegun ? "" : "Fetching the first pictures …";
    this.buffer?.allowSeeking(this.line.oldest, this.line.edge);
    if (!this.hasSource) this.attach();
    this.staySinceOldest();
  }

  /// Moves on when the history has moved on beyond the picture.
  staySinceOldest() {
    if (this.resumeAt < this.line.oldest) this.resumeAt = this.line.oldest + HEADWAY;
    if (!this.hasBegun || this.video.currentTime >= this.line.oldest - 0.5) return;
    this.move(this.line.oldest + HEADWAY);
    this.message = "The history ends here; this is the oldest picture that is kept.";
  }

  /// Where playing begins: live, or at the beginning of a list that is over.
  get startPoint() { return this.resumeAt ?? (this.line.hasEnded ? this.line.oldest : this.line.livePoint); }

  get position() { return this.hasBegun ? this.video.currentTime : this.startPoint; }

  // MARK: the source

  attach() {
    this.hasSource = true;
    const buffer = new MovieBuffer(this.video, () => {
      if (buffer !== this.buffer) return;
      buffer.allowSeeking(this.line.oldest, this.line.edge);
      this.fill();
    });
    this.buffer = buffer;
  }

  /// Sets the source up again after an error, behind the segment that caused it.
  recover(reason) {
    if (this.buffer === null || this.isFatal) return;
    const now = performance.now();
    this.failures = this.failures.filter((time) => now - time < FAILURE_SPAN);
    this.failures.push(now);
    const position = this.video.currentTime;
    const error = this.video.error;
    const isDecoding = error?.code === MediaError.MEDIA_ERR_DECODE && !/append/i.test(error.message);
    const shown = this.line.segmentAt(position);
    const culprit = isDecoding ? shown ?? this.appending : this.appending ?? shown;
    if (culprit) this.line.blame(culprit, isDecoding);
    if (this.hasBegun) this.resumeAt = position;
    this.hasBegun = false;
    this.discard();
    this.message = `Going on behind damaged media. ${reason}`;
    const { session, generation } = this;
    setTimeout(() => {
      if (session === this.session && generation === this.generation) this.attach();
    }, this.failures.length > FAILURE_LIMIT ? FAILURE_REST : 0);
    this.tell();
  }

  // MARK: filling

  /// Fetches what is missing around the picture on the screen, one segment after the other.
  async fill() {
    if (this.isFilling || this.isFatal || this.buffer === null || !this.buffer.isReady) return;
    const generation = this.generation;
    this.isFilling = true;
    try {
      for (let segment = this.nextSegment(); segment; segment = this.nextSegment()) {
        await this.load(segment, generation);
        if (generation !== this.generation) return;
        this.begin();
      }
      this.begin();
      const last = this.line.segments.findLast((segment) => this.line.isUsable(segment));
      if (this.line.hasEnded && last && this.buffer.holds(last)) this.buffer.end();
    } catch (error) {
      if (generation !== this.generation || error.name === "AbortError") return;
      if (error instanceof CannotPlay) this.fail(error.message);
      else if (error instanceof Refused) this.recover(error.message);
      else if (this.appending) this.line.useless.add(this.appending.uri);
    } finally {
      if (generation === this.generation) this.isFilling = false;
    }
  }

  nextSegment() {
    if (this.line.isEmpty) return undefined;
    const position = this.position;
    return this.line.segments.find((segment) => segment.end > position + SEAM && segment.begin < position + AHEAD
      && !this.buffer.holds(segment) && this.line.canPlay(segment, (one) => this.buffer.holds(one)));
  }

  async load(segment, generation) {
    let beginning;
    let media;
    try {
      beginning = await this.beginnings.at(segment.map, this.abort.signal);
      media = await (await request(segment.uri, this.abort.signal)).arrayBuffer();
    } catch (error) {
      if (error.name === "AbortError" || error instanceof CannotPlay) throw error;
      // Gone, or refused: there is nothing to show at this place. Anything else is worth another try.
      if (error.status >= 400 && error.status < 500 && error.status !== 429) this.line.useless.add(segment.uri);
      else await sleep(500);
      return;
    }
    if (generation !== this.generation) return;
    this.appending = segment;
    await this.buffer.append(segment, beginning, media, this.position);
    if (generation !== this.generation) return;
    this.appending = null;
    if (!this.buffer.holds(segment)) this.line.useless.add(segment.uri);
    await this.buffer.trim(this.position, KEPT_BEFORE, KEPT_BEHIND);
  }

  /// Starts as soon as there is something to see.
  begin() {
    if (this.hasBegun) return;
    const wanted = this.startPoint;
    const range = this.buffer.ranges.find(([, end]) => end > wanted + 0.05);
    if (range === undefined) return;
    this.hasBegun = true;
    this.resumeAt = undefined;
    this.message = "";
    this.progressed = performance.now();
    this.video.currentTime = Math.max(wanted, range[0] + 0.001);
    if (this.wantsPlay) this.play();
  }

  // MARK: what people ask for

  async play() {
    this.wantsPlay = true;
    try {
      await this.video.play();
    } catch (error) {
      if (error.name !== "NotAllowedError") return;
      this.wantsPlay = false;
      this.message = "The browser waits for you: press Play.";
      this.tell();
    }
  }

  pause() {
    this.wantsPlay = false;
    this.leaveLive();
    this.video.pause();
  }

  leaveLive() {
    this.follows = false;
    this.pace.leave();
  }

  /// Moves by `seconds` from the picture on the screen, backwards when negative; stops at both ends of the history.
  step(seconds) {
    if (this.line.edge === undefined) return;
    const to = this.picture + seconds;
    if (seconds > 0 && to >= this.line.livePoint) {
      this.live();
      return;
    }
    this.leaveLive();
    // A little into the picture, so that rounding cannot lead to the one before.
    this.move(to + 0.004);
  }

  /// Goes to the live edge and stays there.
  live() {
    if (this.line.edge === undefined) return;
    this.follows = true;
    this.pace.comeBack();
    this.move(this.pace.goal);
    this.play();
  }

  move(time) {
    const to = Math.max(this.line.oldest + 0.01, Math.min(time, Math.max(this.line.livePoint, this.pace.goal)));
    this.message = "";
    this.progressed = performance.now();
    if (this.hasBegun) {
      this.buffer.allowSeeking(this.line.oldest, this.line.edge);
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
    if (this.hasBegun && !this.isFatal) this.keepGoing();
    this.tell();
  }

  keepGoing() {
    const now = performance.now();
    const time = this.video.currentTime;
    if (time !== this.lastTime || (this.video.paused && !this.video.seeking)) {
      this.lastTime = time;
      this.progressed = now;
    }
    const late = this.follows && !this.line.hasEnded && !this.video.paused ? this.line.livePoint - time : 0;
    if (late > TOO_LATE) this.live();
    else this.pace.keep(this.phase === "playing", this.follows, late);
    const range = this.buffer.rangeAt(time);
    if (range === undefined || range[1] - time < 0.1) {
      this.leap(time, range?.[1] ?? time);
    } else if (now - this.progressed > STUCK) {
      // There is media, and the browser does not go on: a small step wakes it.
      this.progressed = now;
      this.video.currentTime = Math.min(time + 0.1, range[1]);
    }
    if (now - this.progressed > STALLED) this.fill();
  }

  /// Goes on behind a hole that begins at `from`, when nothing that is listed can fill it.
  leap(time, from) {
    const playable = this.line.playableBehind(from + SEAM, (one) => this.buffer.holds(one));
    const next = this.buffer.ranges.find(([start]) => start > time)?.[0];
    const isAwaited = playable !== undefined && !this.buffer.holds(playable);
    const goal = isAwaited ? Math.min(next ?? Infinity, playable.begin) : next;
    if (goal === undefined || goal - from < 2 * SEAM) return;
    if (this.video.seeking || performance.now() - this.progressed > 300) this.video.currentTime = goal + 0.001;
  }

  /// What there is to show.
  get state() {
    const known = this.line.edge !== undefined;
    const time = known ? this.picture : null;
    return {
      phase: this.phase,
      message: this.message,
      isLive: known && this.follows && !this.line.hasEnded && !this.video.paused,
      hasEnded: this.line.hasEnded,
      behind: known ? Math.max(0, this.line.edgeNow - time) : null,
      wallClock: known && this.hasBegun ? this.line.wallClock(time) : null,
      oldest: known ? this.line.wallClock(this.line.oldest) : null,
      edge: known ? this.line.wallClock(this.line.edge) : null,
      time,
      ranges: this.buffer?.ranges ?? [],
      failures: this.failures.length,
      useless: this.line.useless.size,
    };
  }

  get phase() {
    if (this.isFatal) return "failed";
    if (this.address === null) return "idle";
    if (!this.hasBegun) return "loading";
    if (this.video.seeking || (this.video.readyState < 3 && !this.video.paused)) return "waiting";
    return this.video.paused ? "paused" : "playing";
  }
}
