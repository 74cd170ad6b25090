// Media playlists of HTTP Live Streaming (RFC 8216), as far as a player of fragmented MP4 needs them.

/// A segment of a playlist.
/// uri       its address, which names one content for ever
/// map       the address of its initialization segment; null when the list gives none
/// run       counts discontinuities: time stamps of different runs cannot be compared
/// sequence  its media sequence number
/// start     when its first picture was sent, in milliseconds since 1970
/// duration  in seconds
/// isGap     whether there is nothing to fetch

/// Reads the playlist `text` that was found at `address`; throws when it is none.
export function parsePlaylist(text, address) {
  const lines = text.split(/\r?\n/);
  if (!lines[0].startsWith("#EXTM3U")) throw new Error("The answer is no playlist.");
  const list = { target: 2, hasEnded: false, segments: [] };
  let sequence = 0;
  let run = 0;
  let map = null;
  let next = null; // The time at which the segment in progress begins, when that is known.
  let duration = null;
  let isGap = false;
  for (const line of lines) {
    const colon = line.indexOf(":");
    const tag = line.startsWith("#EXT") ? (colon < 0 ? line : line.slice(0, colon)) : "";
    const value = colon < 0 ? "" : line.slice(colon + 1);
    switch (tag) {
      case "#EXT-X-TARGETDURATION": list.target = positive(value, list.target); break;
      case "#EXT-X-MEDIA-SEQUENCE": sequence = whole(value); break;
      case "#EXT-X-DISCONTINUITY-SEQUENCE": run = whole(value); break;
      case "#EXT-X-DISCONTINUITY": run += 1; break;
      case "#EXT-X-MAP": map = resolve(attribute(value, "URI"), address); break;
      case "#EXT-X-PROGRAM-DATE-TIME": {
        const time = Date.parse(value);
        if (Number.isFinite(time)) next = time;
        break;
      }
      case "#EXT-X-GAP": isGap = true; break;
      case "#EXTINF": duration = positive(value, 0); break;
      case "#EXT-X-ENDLIST": list.hasEnded = true; break;
      default:
        if (line === "" || line.startsWith("#") || duration === null) break;
        {
          const start = next ?? sequence * list.target * 1000;
          list.segments.push({ uri: resolve(line, address), map, run, sequence, start, duration, isGap });
          next = start + duration * 1000;
        }
        sequence += 1;
        duration = null;
        isGap = false;
    }
  }
  return list;
}

function positive(text, otherwise) {
  const number = Number.parseFloat(text);
  return number > 0 && number < 1e6 ? number : otherwise;
}

function whole(text) {
  const number = Number.parseInt(text, 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}

function attribute(text, name) {
  const found = new RegExp(`(?:^|,)\\s*${name}="([^"]*)"`).exec(text);
  return found ? found[1] : null;
}

/// The absolute form of an address; null for one that is not of this server, which a playlist has no business to name.
function resolve(reference, address) {
  if (reference === null) return null;
  try {
    const url = new URL(reference, address);
    return url.origin === new URL(address).origin ? url.href : null;
  } catch {
    return null;
  }
}
