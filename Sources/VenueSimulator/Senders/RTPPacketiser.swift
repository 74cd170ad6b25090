/// Puts payloads into RTP packets with rising sequence numbers (RFC 3550, 5.1; RFC 2250, 2).
public struct RTPPacketiser: Sendable {
    private let spec: RTPSpec
    /// The SSRC of the next packet.
    public var synchronizationSource: UInt32
    /// The sequence number of the next packet.
    public var sequenceNumber: UInt16

    /// Starts at the first sequence number of `spec`.
    public init(_ spec: RTPSpec) {
        self.spec = spec
        synchronizationSource = spec.synchronizationSource
        sequenceNumber = spec.firstSequenceNumber
    }

    /// Appends everything before the payload to `bytes`; `elapsed` is the sending time in nanoseconds from the first
    /// packet.
    public mutating func begin(_ bytes: inout [UInt8], elapsed: Int64, marker: Bool = false) {
        let ticks = UInt64(bitPattern: elapsed / 100_000 * 9 + elapsed % 100_000 * 9 / 100_000)
        let timestamp = spec.firstTimestamp &+ UInt32(truncatingIfNeeded: ticks)
        var first: UInt8 = 0x80 | UInt8(spec.contributingSources & 15)
        if spec.padding > 0 { first |= 0x20 }
        if spec.extensionWords != nil { first |= 0x10 }
        bytes.append(first)
        bytes.append((marker ? 0x80 : 0) | spec.payloadType & 0x7f)
        bytes.append(UInt8(sequenceNumber >> 8))
        bytes.append(UInt8(truncatingIfNeeded: sequenceNumber))
        Self.append(timestamp, to: &bytes)
        Self.append(synchronizationSource, to: &bytes)
        for index in 0..<(spec.contributingSources & 15) { Self.append(0x0c5c_0000 | UInt32(index), to: &bytes) }
        if let words = spec.extensionWords {
            bytes += [0xbe, 0xde, UInt8(words >> 8 & 255), UInt8(words & 255)]
            bytes.append(contentsOf: repeatElement(0, count: words * 4))
        }
        sequenceNumber &+= 1
    }

    /// Appends everything behind the payload to `bytes`.
    public func end(_ bytes: inout [UInt8]) {
        guard spec.padding > 0 else { return }
        bytes.append(contentsOf: repeatElement(0, count: Int(spec.padding) - 1))
        bytes.append(spec.padding)
    }

    private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: value >> 24))
        bytes.append(UInt8(truncatingIfNeeded: value >> 16))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
        bytes.append(UInt8(truncatingIfNeeded: value))
    }
}
