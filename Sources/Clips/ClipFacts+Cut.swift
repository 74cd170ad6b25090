import History
import Timing
import TransportStream

extension ClipFacts {
    /// How much earlier than expected the next picture may yet turn out to be presented.
    private static let uncertainty = StreamDuration(milliseconds: 2)
    /// Characters of a channel's name that a file name has at most.
    private static let nameLength = 64

    init(
        _ request: ClipRequest, _ format: ClipFormat, _ channel: ClipChannel, _ window: ClipWindow, _ cut: ClipParts,
        tally: PacketTally, windows: ClipWindows, entityTag: String, isFinal: Bool, leftOut: [Codec] = []
    ) {
        // There is one part at least.
        let first = cut.parts[0]
        let last = cut.parts[cut.parts.count - 1]
        requestedStart = window.requestedStart
        start = first.start
        duration = StreamDuration(ticks: cut.duration)
        accuracy = format.kept(request.accuracy)
        preroll = accuracy == .key ? max(.zero, first.start - first.entry.indexed.pictureTime) : .zero
        content = request.content
        lostPackets = tally.lost
        recoveredPackets = tally.recovered
        self.windows = windows
        stretches = tally.stretches
        isClipped = window.isClipped || first.isStartMoved || cut.isStopped
        parts = cut.pieces.count
        gaps = cut.gaps
        self.leftOut = leftOut
        self.entityTag = entityTag
        self.isFinal = isFinal && window.isSettled
        location = window.isSettled ? Self.location(request, from: start, to: last) : nil
        fileName = [
            Self.plain(channel.name), start.compactText,
            StreamDuration(
                milliseconds: duration.nanoseconds / 1_000_000
            ).decimalSeconds + "s", "lost\(tally.lost)",
        ].joined(separator: "_")
    }

    /// The window from the first picture to behind the last one and before the next, in absolute times.
    private static func location(_ request: ClipRequest, from start: StreamTime, to last: ClipPart) -> String {
        let least = last.lastPresented.indexed.pictureTime + StreamDuration(nanoseconds: 1)
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
