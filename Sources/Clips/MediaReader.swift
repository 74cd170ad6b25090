import Bytes
import Evidence
import History
import TransportStream

/// Finds transport packets in the media that a snapshot keeps.
struct MediaReader: Sendable {
    /// Bytes of a transport packet that are handed on.
    static let length = TransportPacketHeader.packetLength

    let media: MediaSnapshot
    /// Bytes from one transport packet to the next.
    let step: Int

    init(_ history: HistorySnapshot, of channel: ClipChannel) {
        media = history.media
        step = channel.packetLength
    }

    /// The position one behind the newest byte.
    var end: MediaPosition { MediaPosition(packet: media.end, offset: 0) }

    /// The position behind the transport packet at `position`.
    func behind(_ position: MediaPosition) -> MediaPosition {
        MediaPosition(packet: position.packet, offset: position.offset &+ UInt32(step))
    }

    /// The places of whole transport packets of `packet` that begin from `lower` on and before `upper`.
    func places(in packet: MediaID, from lower: Int = 0, upTo upper: Int = .max) -> StrideTo<Int> {
        let count = media.slice(of: packet)?.count ?? 0
        let end = min(upper, count - Self.length + 1)
        return stride(from: lower, to: max(lower, end), by: step)
    }

    /// The bytes of the transport packet at `position`; nil when they are not kept.
    func packet(at position: MediaPosition) -> SlabSlice? {
        guard media.contains(position.packet), let slice = media.slice(of: position.packet) else { return nil }
        let start = slice.range.lowerBound + Int(position.offset)
        guard start + Self.length <= slice.range.upperBound else { return nil }
        return SlabSlice(slice.slab, start..<(start + Self.length))
    }

    /// The first four bytes of the transport packet at `offset` of a slice; nil when it is none.
    static func header(_ slice: SlabSlice, at offset: Int = 0) -> TransportPacketHeader? {
        let slab = slice.slab
        guard offset >= 0, offset + length <= slice.count else { return nil }
        let start = slice.range.lowerBound + offset
        let word: UInt32 = slab.bytes(in: start..<(start + 4)).bigEndian(at: 0)
        return word >> 24 == UInt32(TransportPacketHeader.syncByte) ? TransportPacketHeader(word: word) : nil
    }

    /// The PID of the transport packet at `position`; nil when it is not kept.
    func pid(at position: MediaPosition) -> UInt16? {
        packet(at: position).flatMap { Self.header($0)?.pid }
    }

    /// The payload of a transport packet, copied; nil when it has none or is damaged.
    static func payload(of packet: SlabSlice) -> [UInt8]? {
        guard let header = header(packet), header.hasPayload, !header.hasTransportError else { return nil }
        let slab = packet.slab
        let bytes = slab.bytes(in: packet.range)
        let start = 4 + (header.hasAdaptationField ? 1 + Int(bytes.byte(at: 4)) : 0)
        return start < length ? bytes.extracting(start..<length).copied() : nil
    }
}
