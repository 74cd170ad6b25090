// The segments of a playlist on the time line of the video element.
//
// Its zero is `origin`, an instant of wall-clock time: a second of it is a second of the venue, in every run of time stamps,
// so an outage is a hole in the time line and not a jump of the clock.

export class Timeline {
  constructor() {
    /// The instant of time 0, in milliseconds since 1970; null before the first list.
    this.origin = null;
    /// The segments of the list with `begin` and `end` in seconds.
    this.segments = [];
    /// The list's target duration in seconds.
    this.target = 2;
    this.hasEnded = false;
    /// Addresses of segments that are of no use: gone, or refused by the browser.
    this.useless = new Set();
    /// Addresses of segments at which decoding cannot begin, although it may go on there.
    this.unjoinable = new Set();
    this.grown = 0;
  }

  /// Takes a list as it is now; false when it has no segment.
  take(list) {
    const fresh = list.segments.filter((segment) => segment.duration > 0);
    if (fresh.length === 0) return false;
    const before = this.edge;
    // Far enough before the list that nothing ever comes to lie before 0, which browsers cut away.
    if (this.origin === null) this.origin = Math.floor(fresh[0].start / 1000) * 1000 - 60_000;
    this.segments = fresh.map((segment) => {
      const begin = (segment.start - this.origin) / 1000;
      const isGap = segment.isGap || segment.uri === null || segment.map === null;
      return { ...segment, begin, end: begin + segment.duration, isGap };
    });
    this.target = list.target;
    this.hasEnded = list.hasEnded;
    if (!(this.edge <= before)) this.grown = performance.now();
    const listed = new Set(this.segments.map((segment) => segment.uri));
    for (const set of [this.useless, this.unjoinable]) {
      for (const uri of set) if (!listed.has(uri)) set.delete(uri);
    }
    return true;
  }

  get isEmpty() { return this.segments.length === 0; }

  /// The first and the last instant that is listed.
  get oldest() { return this.isEmpty ? 0 : this.segments[0].begin; }
  get edge() { return this.segments.at(-1)?.end; }

  /// The newest instant as it should be now: the last segment is complete, the next one is on its way.
  get edgeNow() {
    if (this.hasEnded) return this.edge;
    return this.edge + Math.min((performance.now() - this.grown) / 1000, 2 * this.target);
  }

  /// Where playing live goes on: far enough from the edge that the next segment arrives in time.
  get livePoint() {
    const longest = Math.max(...this.segments.slice(-5).map((segment) => segment.duration));
    return Math.max(this.oldest, this.edge - (this.hasEnded ? 0.2 : 1.5 * longest + 1));
  }

  isUsable(segment) { return !segment.isGap && !this.useless.has(segment.uri); }

  /// Learns that decoding failed in a segment: at the first time it may have been the start, at the second it is the segment.
  blame(segment, isDecoding) {
    if (isDecoding && !this.unjoinable.has(segment.uri)) this.unjoinable.add(segment.uri);
    else this.useless.add(segment.uri);
  }

  /// Whether a segment can be played where `holds` tells what the browser has of the one before.
  canPlay(segment, holds) {
    if (!this.isUsable(segment)) return false;
    if (!this.unjoinable.has(segment.uri)) return true;
    const before = this.segments.find((one) => one.sequence === segment.sequence - 1 && one.run === segment.run);
    return before !== undefined && holds(before);
  }

  /// The segment that is presented at `time`.
  segmentAt(time) { return this.segments.find((segment) => segment.begin <= time && time < segment.end); }

  /// The first segment that can be played and ends behind `time`.
  playableBehind(time, holds) {
    return this.segments.find((segment) => segment.end > time && this.canPlay(segment, holds));
  }

  /// `time` as milliseconds since 1970.
  wallClock(time) { return this.origin + time * 1000; }
}
