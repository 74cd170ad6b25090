import Bytes

/// The last packet with payload of every PID that is followed, to tell a copy when its datagram is no longer at hand.
struct LastPackets: Sendable {
    private static let length = TransportPacketHeader.packetLength
    private var bytes: [UInt8] = []

    /// Keeps the packet at `position` as the last one of the PID whose state has index `slot`.
    mutating func keep(_ payload: RawSpan, at position: Int, for slot: Int) {
        let place = slot * Self.length
        if bytes.count < place + Self.length { makeRoom(for: slot) }
        bytes.overwrite(at: place, with: payload.extracting(position..<(position + Self.length)))
    }

    /// Whether the packet at `position` has the payload of the one kept for `slot`; false when there is none.
    func isCopy(_ payload: RawSpan, at position: Int, of slot: Int) -> Bool {
        let place = slot * Self.length
        guard slot >= 0, place + Self.length <= bytes.count, bytes[place] == TransportPacketHeader.syncByte else {
            return false
        }
        return Self.haveEqualPayloads(bytes.lent, at: place, payload, at: position)
    }

    /// Whether two packets have equal payloads, their adaptation fields left out: a copy may bear another clock value.
    static func haveEqualPayloads(_ one: RawSpan, at place: Int, _ other: RawSpan, at position: Int) -> Bool {
        one.extracting(payload(of: one, at: place)).equals(other.extracting(payload(of: other, at: position)))
    }

    private static func payload(of bytes: RawSpan, at position: Int) -> Range<Int> {
        let end = position + length
        var start = position + 4
        if bytes.byte(at: position + 3) & 0x20 != 0 { start += 1 + Int(bytes.byte(at: start)) }
        return min(start, end)..<end
    }

    private mutating func makeRoom(for slot: Int) {
        let missing = (slot + 1) * Self.length - bytes.count
        bytes.append(contentsOf: repeatElement(0, count: missing))
    }
}
