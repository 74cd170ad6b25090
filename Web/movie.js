// Boxes of fragmented MP4 (ISO/IEC 14496-12), as far as a player must know what it is going to append.

/// What an initialization segment says: the MIME type of its tracks, and the track that carries the time.
export function describeInitialization(bytes) {
  const view = new DataView(bytes);
  const codecs = [];
  let lead = null;
  for (const moov of boxes(view, 0, view.byteLength, "moov")) {
    for (const trak of boxes(view, moov.start, moov.end, "trak")) {
      const track = describeTrack(view, trak);
      if (track === null) continue;
      codecs.push(track.codec);
      if (lead === null || (track.isVideo && !lead.isVideo)) lead = track;
    }
  }
  if (lead === null) throw new Error("The initialization segment names no track.");
  return { mime: `${lead.isVideo ? "video" : "audio"}/mp4; codecs="${codecs.join(",")}"`, codecs, lead };
}

/// When the first sample of `track` in a media segment is presented, in seconds on the sender's clock; null when there is none.
export function firstPresentation(bytes, track) {
  const view = new DataView(bytes);
  for (const moof of boxes(view, 0, view.byteLength, "moof")) {
    for (const traf of boxes(view, moof.start, moof.end, "traf")) {
      let isOurs = false;
      let time = null;
      let offset = 0;
      for (const box of boxes(view, traf.start, traf.end)) {
        if (box.name === "tfhd") isOurs = view.getUint32(box.start + 4) === track.id;
        if (box.name === "tfdt") time = decodeTime(view, box);
        if (box.name === "trun") offset = firstOffset(view, box);
      }
      if (isOurs && time !== null) return (time + offset) / track.timeScale;
    }
  }
  return null;
}

/// The decode time of a track fragment (8.8.12).
function decodeTime(view, box) {
  return view.getUint8(box.start) === 1 ? Number(view.getBigUint64(box.start + 4)) : view.getUint32(box.start + 4);
}

/// The composition offset of the first sample of a track run (8.8.8).
function firstOffset(view, box) {
  const flags = view.getUint32(box.start) & 0xffffff;
  if ((flags & 0x800) === 0 || view.getUint32(box.start + 4) === 0) return 0;
  let place = box.start + 8;
  for (const flag of [0x1, 0x4, 0x100, 0x200, 0x400]) if (flags & flag) place += 4;
  return view.getInt32(place);
}

function* boxes(view, start, end, name) {
  let place = start;
  while (place + 8 <= end) {
    let length = view.getUint32(place);
    let head = 8;
    if (length === 1 && place + 16 <= end) {
      length = Number(view.getBigUint64(place + 8));
      head = 16;
    }
    if (length === 0) length = end - place;
    if (length < head || length > end - place) return;
    const found = text(view, place + 4, 4);
    if (name === undefined || found === name) yield { name: found, start: place + head, end: place + length };
    place += length;
  }
}

function child(view, box, ...path) {
  let found = box;
  for (const name of path) {
    found = boxes(view, found.start, found.end, name).next().value;
    if (found === undefined) return null;
  }
  return found;
}

function describeTrack(view, trak) {
  const header = child(view, trak, "tkhd");
  const media = child(view, trak, "mdia", "mdhd");
  const handler = child(view, trak, "mdia", "hdlr");
  const table = child(view, trak, "mdia", "minf", "stbl", "stsd");
  if (!header || !media || !handler || !table) return null;
  const entry = boxes(view, table.start + 8, table.end).next().value;
  const codec = entry ? codecName(view, entry) : null;
  if (codec === null) return null;
  return {
    id: view.getUint32(header.start + (view.getUint8(header.start) === 1 ? 20 : 12)),
    timeScale: view.getUint32(media.start + (view.getUint8(media.start) === 1 ? 20 : 12)),
    isVideo: text(view, handler.start + 8, 4) === "vide",
    codec,
  };
}

/// The codec of a sample entry as MIME types name it (RFC 6381); the bare entry where nothing more is known.
function codecName(view, entry) {
  if (entry.name === "avc1" || entry.name === "avc3") {
    const record = child(view, { start: entry.start + 78, end: entry.end }, "avcC");
    return record ? `${entry.name}.${hex(view, record.start + 1, 3)}` : null;
  }
  if (entry.name === "hvc1" || entry.name === "hev1") {
    const record = child(view, { start: entry.start + 78, end: entry.end }, "hvcC");
    return record ? `${entry.name}.${highEfficiency(view, record.start)}` : null;
  }
  if (entry.name === "mp4a") {
    const record = child(view, { start: entry.start + 28, end: entry.end }, "esds");
    return record ? `mp4a.${objectType(view, record)}` : null;
  }
  return entry.name === "Opus" ? "opus" : entry.name;
}

/// ISO/IEC 14496-15, annex E.3.
function highEfficiency(view, start) {
  const first = view.getUint8(start + 1);
  let compatibility = 0;
  for (let bit = 0; bit < 32; bit += 1) compatibility = compatibility * 2 + ((view.getUint32(start + 2) >>> bit) & 1);
  const parts = [
    ["", "A", "B", "C"][first >> 6] + (first & 31), compatibility.toString(16).toUpperCase(),
    (first & 0x20 ? "H" : "L") + view.getUint8(start + 12),
  ];
  let last = 11;
  while (last > 5 && view.getUint8(start + last) === 0) last -= 1;
  for (let place = 6; place <= last; place += 1) parts.push(view.getUint8(start + place).toString(16).toUpperCase());
  return parts.join(".");
}

/// Object type indication and audio object type of an elementary stream descriptor (ISO/IEC 14496-1, 7.2.6.5).
function objectType(view, box) {
  let place = box.start + 4;
  const enter = () => {
    const tag = view.getUint8(place);
    place += 1;
    while (view.getUint8(place) & 0x80) place += 1;
    place += 1;
    return tag;
  };
  if (enter() !== 3) return "40.2";
  const flags = view.getUint8(place + 2);
  place += 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x20 ? 2 : 0);
  if (enter() !== 4) return "40.2";
  const type = view.getUint8(place);
  place += 13;
  if (type !== 0x40) return type.toString(16).toUpperCase();
  return enter() === 5 ? `40.${view.getUint8(place) >> 3}` : "40.2";
}

function text(view, start, length) {
  let result = "";
  for (let place = start; place < start + length; place += 1) result += String.fromCharCode(view.getUint8(place));
  return result;
}

function hex(view, start, length) {
  let result = "";
  for (let place = start; place < start + length; place += 1) result += view.getUint8(place).toString(16).padStart(2, "0");
  return result;
}
