import Bytes
import TransportStream

/// What a transport stream sent since its last random access point, as long as that is not too much.
struct RandomAccessGroup: Sendable {
    private static let length = TransportPacketHeader.packetLength

    /// The bytes; none when there were too many.
    private(set) var bytes = SliceList()
    /// The PID whose random access points count: that of the first packet.
    private var reference: UInt16?
    private var isTooLong = false

    /// Nothing was sent behind the tables.
    init() {}

    /// Takes the next whole packets; more than `limit` bytes are not kept.
    mutating func append(_ transport: SliceList, limit: Int) {
        let packets = transport.joined
        if let start = lastStart(in: packets) {
            isTooLong = false
            bytes = SliceList(copying: Array(packets[start...]))
        } else if !isTooLong {
            bytes.append(contentsOf: transport)
        }
        guard bytes.count > limit else { return }
        bytes = SliceList()
        isTooLong = true
    }

    /// Where the last packet lies that begins a random access point.
    private mutating func lastStart(in packets: [UInt8]) -> Int? {
        var found: Int?
        for start in stride(from: 0, to: packets.count - Self.length + 1, by: Self.length) {
            let pid = UInt16(packets[start + 1] & 0x1f) << 8 | UInt16(packets[start + 2])
            if reference == nil { reference = pid }
            // ISO/IEC 13818-1, 2.4.3.3 to 2.4.3.5: a unit starts, an adaptation field is there, its random_access_indicator.
            let isStart = packets[start + 1] & 0x40 != 0
            let hasField = packets[start + 3] & 0x20 != 0 && packets[start + 4] > 0
            if pid == reference, isStart, hasField, packets[start + 5] & 0x40 != 0 { found = start }
        }
        return found
    }
}
