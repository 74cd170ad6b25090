import Evidence
import History
import Protection
import Timing

/// The packets of a channel's media that evidence is about: one stretch of the order in which media is handed on.
public struct EvidencePackets: Hashable, Sendable {
    /// A packet's place: its run, and its number in it.
    public struct Place: Hashable, Comparable, Sendable {
        /// The run of the RTP numbering; 0 without RTP.
        public var run: Int32
        /// The extended sequence number, or the place in the media without RTP.
        public var number: Int64

        /// Orders as packets are handed on.
        public static func < (left: Self, right: Self) -> Bool {
            left.run != right.run ? left.run < right.run : left.number < right.number
        }
    }

    /// The first packet; nil for none at all.
    public private(set) var first: Place?
    /// The last packet; nil for none at all.
    public private(set) var last: Place?
    /// Whether packets before the first one belong to it too, as far back as they are kept.
    public internal(set) var isOpenBefore = false
    /// Whether packets behind the last one belong to it too, up to the newest.
    public internal(set) var isOpenBehind = false

    init(_ stretches: [PacketStretch]) {
        first = stretches.map { Place(run: $0.run, number: $0.first) }.min()
        last = stretches.map { Place(run: $0.run, number: $0.last) }.max()
    }

    mutating func include(_ windows: ArraySlice<KeptWindow>) {
        for window in windows {
            let lower = Place(run: window.run, number: window.record.firstNumber)
            let upper = Place(run: window.run, number: window.record.lastNumber)
            first = first.map { min($0, lower) } ?? lower
            last = last.map { max($0, upper) } ?? upper
        }
    }

    /// Whether one of the packets of a run from one number through another belongs to it.
    public func contains(from lower: Int64, through upper: Int64, of run: Int32) -> Bool {
        guard let first, let last else { return false }
        return (isOpenBefore || Place(run: run, number: upper) >= first)
            && (isOpenBehind || Place(run: run, number: lower) <= last)
    }

    /// The part of kept media that it is.
    func range(in media: MediaSnapshot) -> Range<UInt64> {
        guard let first, let last else { return media.first.serial..<media.first.serial }
        let lower =
            isOpenBefore ? media.first.serial : media.firstSerial { Place(run: $0, number: $1) >= first }
        let upper = isOpenBehind ? media.end.serial : media.firstSerial { Place(run: $0, number: $1) > last }
        return lower..<max(lower, upper)
    }

    /// Where the packets that arrived themselves lie in the channel's store; nil when there are none.
    func stretch(in media: MediaSnapshot, before: StreamDuration, after: StreamDuration) -> DatagramStretch? {
        var found: (first: PacketID, last: PacketID)?
        for serial in range(in: media) {
            let packet = media[MediaID(serial: serial)]
            guard packet.kind == .received else { continue }
            let known = found ?? (packet.datagram, packet.datagram)
            found = (min(known.first, packet.datagram), max(known.last, packet.datagram))
        }
        return found.map { DatagramStretch(first: $0.first, last: $0.last, before: before, after: after) }
    }
}
