// What a browser holds of a stream: a media source with one buffer for all tracks, on a time line of our own.

import { firstPresentation } from "./movie.js";

const MediaSourceClass = window.MediaSource ?? window.ManagedMediaSource;

/// A seam between the time stamps and the list that is not worth a new offset, in seconds.
const DRIFT = 0.1;
/// What is kept, in seconds before and behind the picture on the screen, each time that the browser has no room.
const RETREAT = [[20, 24], [5, 12], [1, 3]];

/// The browser gave up the source because of what was appended.
export class Refused extends Error {}

export class MovieBuffer {
  /// Whether this browser can play what a page appends.
  static get isPossible() { return MediaSourceClass !== undefined; }
  /// Whether it knows the codecs of a MIME type.
  static canPlay(mime) { return MediaSourceClass.isTypeSupported(mime); }

  /// Becomes what `video` plays; calls `opened` when it can take media.
  constructor(video, opened) {
    this.source = new MediaSourceClass();
    this.buffer = null;
    this.appended = null;
    this.offsets = new Map();
    this.url = URL.createObjectURL(this.source);
    video.disableRemotePlayback = true;
    video.src = this.url;
    this.source.addEventListener("sourceopen", () => {
      this.source.duration = Infinity;
      opened();
    }, { once: true });
  }

  release() { URL.revokeObjectURL(this.url); }

  get isReady() { return this.source.readyState !== "closed"; }

  /// The stretches of time that the browser holds, each [start, end] in seconds.
  get ranges() {
    const ranges = this.buffer && this.isReady ? this.buffer.buffered : { length: 0 };
    return Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)]);
  }

  rangeAt(time) { return this.ranges.find(([start, end]) => start <= time && time < end); }

  /// Whether the middle of a segment is there.
  holds(segment) { return this.rangeAt((segment.begin + segment.end) / 2) !== undefined; }

  /// Lets people seek between two instants, also to what must be fetched first.
  allowSeeking(from, to) {
    if (this.source.readyState !== "open") return;
    try {
      this.source.setLiveSeekableRange(Math.max(0, from), to);
    } catch { /* Only a hint: where it is missing, what is buffered can be reached. */ }
  }

  /// Takes a segment whose initialization is `beginning`; `position` is the time of the picture on the screen.
  async append(segment, beginning, media, position) {
    await this.prepare(segment, beginning, media, position);
    await this.put(media, position);
    this.appended = segment;
  }

  /// Makes the buffer ready for a segment: its codecs, its initialization, and where its time stamps lie.
  async prepare(segment, beginning, media, position) {
    if (this.buffer === null) {
      this.buffer = this.source.addSourceBuffer(beginning.mime);
      this.mime = beginning.mime;
    }
    const last = this.appended;
    const isSame = last !== null && last.map === segment.map && last.run === segment.run;
    if (!isSame || last.sequence + 1 !== segment.sequence) this.buffer.abort();
    if (this.mime !== beginning.mime) {
      this.buffer.changeType(beginning.mime);
      this.mime = beginning.mime;
    }
    const offset = this.offset(segment, firstPresentation(media, beginning.lead));
    if (this.buffer.timestampOffset !== offset) this.buffer.timestampOffset = offset;
    if (last === null || last.map !== segment.map) await this.put(beginning.bytes, position);
  }

  /// What is added to the time stamps of a segment's run: the same for the whole run, unless the sender's clock drifts away.
  offset(segment, first) {
    const known = this.offsets.get(segment.run);
    const exact = first === null ? known ?? 0 : segment.begin - first;
    if (known === undefined || Math.abs(exact - known) > DRIFT) this.offsets.set(segment.run, exact);
    return this.offsets.get(segment.run);
  }

  /// Appends bytes; when the browser has no room for them, gives up what lies far from the picture on the screen.
  async put(bytes, position) {
    for (const retreat of [...RETREAT, null]) {
      try {
        this.buffer.appendBuffer(bytes);
        await this.settled();
        return;
      } catch (error) {
        if (error.name !== "QuotaExceededError" || retreat === null) throw error;
        await this.trim(position, ...retreat);
      }
    }
  }

  /// Removes what lies more than `before` seconds before, or `behind` seconds behind `position`.
  async trim(position, before, behind) {
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
      const done = () => {
        buffer.removeEventListener("error", failed);
        resolve();
      };
      const failed = () => {
        buffer.removeEventListener("updateend", done);
        reject(new Refused("The browser refused a segment."));
      };
      buffer.addEventListener("updateend", done, { once: true });
      buffer.addEventListener("error", failed, { once: true });
    });
  }

  /// Lets the browser know that nothing more comes.
  end() {
    if (this.source.readyState === "open" && this.buffer !== null && !this.buffer.updating) this.source.endOfStream();
  }
}
