// How playing keeps its distance from the live edge, and finds it again after it was elsewhere.

/// Seconds behind the live point from which the player goes a little faster.
const LATE = 1;
/// Seconds before and behind the live point within which playing returns to exactly where it would be had it stayed: nearer
/// to the edge there may be no media yet; farther away there is, and busy machines and networks play there.
const EARLY = 1.5;
const FAR = 6;
/// Seconds that are near enough, half a picture.
const NEAR = 0.02;

export class LivePace {
  /// `line` is the timeline that `video` plays.
  constructor(video, line) {
    this.video = video;
    this.line = line;
    /// How far playing live is ahead of the page's clock, in seconds; undefined before it has begun.
    this.lead = undefined;
    this.isReturning = false;
  }

  /// Where playing live should be now.
  get goal() { return this.former ?? this.line.livePoint; }

  /// Where it would be had it stayed live; undefined when that is no good place any more.
  get former() {
    if (this.lead === undefined || this.line.hasEnded) return undefined;
    const former = performance.now() / 1000 + this.lead;
    const late = this.line.livePoint - former;
    return -EARLY <= late && late <= FAR ? former : undefined;
  }

  /// The picture is no longer a live one.
  leave() {
    this.isReturning = false;
    this.play(1);
  }

  /// It is to be one again.
  comeBack() { this.isReturning = this.lead !== undefined; }

  /// Sets the speed for the next moments; `isSteady` when pictures are shown without a hitch, `late` seconds behind the live
  /// point (0 when they are no live ones).
  keep(isSteady, isLive, late) {
    if (!isSteady) return;
    const former = isLive && this.isReturning ? this.former : undefined;
    if (former !== undefined) {
      const rest = former - this.video.currentTime;
      // Coming back took its time: the faster the more is missing, and slower when it was made up for too well.
      this.isReturning = Math.abs(rest) > NEAR;
      this.play(this.isReturning ? 1 + Math.max(-0.1, Math.min(rest, 0.25)) : 1);
      return;
    }
    this.isReturning = false;
    this.play(late > LATE || (this.video.playbackRate > 1 && late > 0.2) ? 1.05 : 1);
    if (isLive) this.lead = this.video.currentTime - performance.now() / 1000;
  }

  play(rate) {
    if (this.video.playbackRate !== rate) this.video.playbackRate = rate;
  }
}
