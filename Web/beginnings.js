// The initialization segments of a stream, each fetched and understood once.

import { MovieBuffer } from "./buffer.js";
import { describeInitialization } from "./movie.js";
import { request } from "./request.js";

/// Playing is impossible here; the message says what to do instead.
export class CannotPlay extends Error {
  constructor(reason) { super(`${reason} Copy the playlist's address into another player.`); }
}

export class Beginnings {
  constructor() { this.known = new Map(); }

  /// The bytes at `address` and what they say; throws `CannotPlay` when the browser does not know the codecs.
  async at(address, signal) {
    const found = this.known.get(address);
    if (found !== undefined) return found;
    const bytes = await (await request(address, signal)).arrayBuffer();
    const beginning = { bytes, ...describe(bytes) };
    if (!MovieBuffer.canPlay(beginning.mime)) {
      throw new CannotPlay(`This browser cannot play ${beginning.codecs.join(" with ")}.`);
    }
    if (this.known.size >= 32) this.known.clear();
    this.known.set(address, beginning);
    return beginning;
  }
}

function describe(bytes) {
  try {
    return describeInitialization(bytes);
  } catch {
    throw new CannotPlay("The stream's initialization segment cannot be read.");
  }
}
