public import Bytes
import Evidence
public import History
import NetworkFormats
import Timing
import TransportStream

/// A window of a channel's history as a transport stream that players can play, its packets left where they lie.
///
/// It begins with the last tables before its first picture, then comes every transport packet from the random access point
/// at or before the window to the last picture's last packet, then the sound that belongs to these pictures. Where the sender
/// started again inside the window, the next part follows with its own tables; nothing is written anew, so that a player
/// sees a new time base there.
public struct TransportClip: Sendable {
    /// The stream's bytes.
    public let body: SliceList
    /// What it is.
    public let facts: ClipFacts

    /// Cuts what `request` asks for out of `history`.
    public init(
        _ request: ClipRequest, of channel: ClipChannel, from history: HistorySnapshot
    ) throws(ClipFailure) {
        let window = try request.window(in: history)
        let parts = try request.parts(of: window, in: history)
        guard let first = parts.first, let last = parts.last else { throw .noPicture }
        let reader = MediaReader(history, of: channel)
        var writer = StreamWriter(reader, content: request.content)
        var tag = EntityTag()
        for word in [channel.id, "ts", request.content.rawValue] { tag.add(word) }
        for part in parts {
            let cut = PartCut(history, part, reader, request.accuracy)
            cut.write(to: &writer)
            cut.add(to: &tag)
        }
        body = writer.body
        facts = ClipFacts(
            request, channel, window: window, parts: parts, first: first, last: last,
            lost: writer.lost, recovered: writer.recovered, windows: ClipWindows(history, writer.stretches),
            entityTag: tag.text)
    }
}

/// Where the bytes of one part of a clip lie.
struct PartCut {
    let part: ClipPart
    let tables: StreamTables
    let start: MediaPosition
    let end: MediaPosition
    let tail: SoundTail?

    init(_ history: HistorySnapshot, _ part: ClipPart, _ reader: MediaReader, _ accuracy: ClipAccuracy) {
        self.part = part
        if accuracy == .packet {
            start = MediaPosition(packet: part.entry.unit.start.packet, offset: 0)
            end = MediaPosition(packet: part.last.unit.last.packet, offset: .max)
            tables = StreamTables()
            tail = nil
        } else {
            start = part.entry.unit.start
            end = reader.behind(part.last.unit.last)
            tables = TableSearch(reader, from: reader.media.first).tables(at: start, program: part.entry.unit.program)
            tail = SoundTail(history, part, reader)
        }
    }

    func write(to writer: inout StreamWriter) {
        writer.append(tables: tables)
        writer.append(from: start, upTo: end)
        tail?.write(to: &writer, behind: end, clockPID: tables.map?.clockPID)
    }

    /// Adds all that decides which bytes these are; the instant tells media apart that bear the same numbers.
    func add(to tag: inout EntityTag) {
        tag.add(part.entry.unit.completed.time.nanoseconds)
        for position in tables.packets + [start, end] {
            tag.add(position.packet.serial)
            tag.add(position.offset)
        }
        for track in tail?.tracks ?? [] {
            tag.add(track.pid)
            tag.add(track.last.packet.serial)
            tag.add(track.last.offset)
        }
    }
}

extension ClipFacts {
    /// How much earlier than expected the next picture may yet turn out to be presented.
    private static let uncertainty = StreamDuration(milliseconds: 2)
    /// Characters of a channel's name that a file name has at most.
    private static let nameLength = 64

    init(
        _ request: ClipRequest, _ channel: ClipChannel, window: ClipWindow, parts: [ClipPart], first: ClipPart,
        last: ClipPart, lost: Int, recovered: Int, windows: ClipWindows, entityTag: String
    ) {
        requestedStart = window.requestedStart
        start = first.first.pictureTime
        duration = last.end - first.first.pictureTime
        preroll = max(.zero, first.first.pictureTime - first.entry.pictureTime)
        accuracy = request.accuracy == .packet ? .packet : .key
        if request.accuracy == .packet { preroll = .zero }
        content = request.content
        lostPackets = lost
        recoveredPackets = recovered
        self.windows = windows
        isClipped = window.isClipped || first.isStartMoved
        self.parts = parts.count
        self.entityTag = entityTag
        location = window.isSettled ? Self.location(request, from: start, to: last) : nil
        fileName = [
            Self.plain(channel.name), start.compactText, StreamDuration(
                milliseconds: duration.nanoseconds / 1_000_000).decimalSeconds + "s", "lost\(lost)",
        ].joined(separator: "_")
    }

    /// The window from the first picture to behind the last one and before the next, in absolute times.
    private static func location(_ request: ClipRequest, from start: StreamTime, to last: ClipPart) -> String {
        let least = last.lastPresented.pictureTime + StreamDuration(nanoseconds: 1)
        let length = max(least, last.end - uncertainty) - start
        var text = "start=\(start.epochSeconds)&duration=\(length.decimalSeconds)"
        if request.accuracy != .frame { text += "&accuracy=\(request.accuracy.rawValue)" }
        if request.content != .repaired { text += "&as=\(request.content.rawValue)" }
        if request.gaps != .keep { text += "&gap=\(request.gaps.rawValue)" }
        return text
    }

    /// The name with nothing in it that a file name or a header could misread.
    private static func plain(_ name: String) -> String {
        let kept = name.unicodeScalars.prefix(nameLength).map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "-": Character(scalar)
            default: Character("-")
            }
        }
        return kept.isEmpty ? "clip" : String(kept)
    }
}
