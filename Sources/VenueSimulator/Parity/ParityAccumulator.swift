import Bytes

/// The running parity of some RTP packets: headers, lengths and everything behind the fixed header.
struct ParityAccumulator: Sendable {
    /// The number of the first packet, and its time stamp.
    private(set) var firstSequenceNumber: UInt16 = 0
    private(set) var firstTimestamp: UInt32 = 0
    /// XOR of the first two octets of the headers.
    private(set) var flags: UInt16 = 0
    /// XOR of the time stamps.
    private(set) var timestamp: UInt32 = 0
    /// XOR of the lengths behind the fixed header.
    private(set) var length: UInt16 = 0
    /// How many packets went in.
    private(set) var count = 0
    /// XOR of what lies behind the fixed headers, zero-padded to whole words of eight bytes.
    private(set) var words: [UInt64] = []
    /// The longest of them.
    private(set) var longest = 0

    /// Forgets everything.
    mutating func reset() {
        flags = 0
        timestamp = 0
        length = 0
        count = 0
        longest = 0
        words.removeAll(keepingCapacity: true)
    }

    /// Takes in one packet, given as header values and the words of its body.
    mutating func add(_ packet: ParitySource) {
        if count == 0 {
            firstSequenceNumber = packet.sequenceNumber
            firstTimestamp = packet.timestamp
        }
        count += 1
        flags ^= packet.flags
        timestamp ^= packet.timestamp
        length ^= UInt16(truncatingIfNeeded: packet.length)
        longest = max(longest, packet.length)
        let shared = min(words.count, packet.words.count)
        var index = 0
        while index < shared {
            words[index] ^= packet.words[index]
            index += 1
        }
        if packet.words.count > shared { words.append(contentsOf: packet.words[shared...]) }
    }
}

/// A source packet as the parity sees it.
struct ParitySource: Sendable {
    /// The first two octets of the header.
    private(set) var flags: UInt16 = 0
    /// The sequence number.
    private(set) var sequenceNumber: UInt16 = 0
    /// The time stamp.
    private(set) var timestamp: UInt32 = 0
    /// Octets behind the fixed header.
    private(set) var length = 0
    /// Those octets in words of eight, big-endian, the last one zero-padded.
    private(set) var words: [UInt64] = []

    /// Looks at one RTP packet of at least 12 bytes, in the memory of the one before.
    mutating func load(_ packet: [UInt8]) {
        let bytes = packet.lent
        flags = bytes.bigEndian(at: 0)
        sequenceNumber = bytes.bigEndian(at: 2)
        timestamp = bytes.bigEndian(at: 4)
        length = packet.count - 12
        words.removeAll(keepingCapacity: true)
        words.reserveCapacity((length + 7) / 8)
        var offset = 12
        while offset + 8 <= packet.count {
            words.append(bytes.bigEndian(at: offset))
            offset += 8
        }
        guard offset < packet.count else { return }
        var last: UInt64 = 0
        for index in offset..<offset + 8 { last = last << 8 | (index < packet.count ? UInt64(packet[index]) : 0) }
        words.append(last)
    }
}
