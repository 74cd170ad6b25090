import Evidence
import History
import Timing

/// A place in a channel's media where something is missing.
struct MediaBreak: Hashable, Sendable {
    /// No media for longer is an outage (definitions D20).
    private static let longestSilence = StreamDuration(seconds: 1)

    /// The hole, or the first packet behind the silence.
    var packet: MediaID
    /// What is missing.
    var kind: ClipGap.Kind

    /// Every hole and silence behind `first` and up to `last`.
    static func all(_ media: MediaSnapshot, behind first: MediaID, upTo last: MediaID) -> [MediaBreak] {
        var breaks: [MediaBreak] = []
        var previous: StreamTime?
        media.forEachPacket(from: first, upTo: MediaID(serial: last.serial &+ 1)) { packet, kept in
            // Holes are told when they are given up, rebuilt packets when they can be: neither says when something came.
            let isSilent = kept.kind == .received && previous.map { kept.time - $0 > longestSilence } ?? false
            if kept.kind == .received { previous = kept.time }
            guard packet > first else { return }
            if isSilent {
                breaks.append(MediaBreak(packet: packet, kind: .outage))
            } else if kept.kind == .lost {
                breaks.append(MediaBreak(packet: packet, kind: .loss))
            }
        }
        return breaks
    }
}
