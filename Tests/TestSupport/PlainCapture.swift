/// The UDP datagrams of a little-endian microsecond pcap file of unfragmented Ethernet/IPv4 frames: all that some tests need.
public enum PlainCapture {
    /// One datagram with the numbers that its headers hold.
    public struct Datagram: Sendable {
        /// The frame's number, from 1.
        public var frame: Int
        /// Capture time in nanoseconds since the Unix epoch.
        public var nanoseconds: Int64
        /// The IPv4 source address.
        public var source: UInt32
        /// The UDP source port.
        public var sourcePort: UInt16
        /// The IPv4 destination address.
        public var destination: UInt32
        /// The UDP destination port.
        public var port: UInt16
        /// The payload's length on the wire.
        public var wireLength: Int
        /// The payload as far as it was captured.
        public var payload: [UInt8]
    }

    /// Reads the datagrams of `file`, the bytes of a capture; frames of any other kind are passed over.
    public static func datagrams(_ file: [UInt8]) -> [Datagram] {
        func little(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[at + $1]) << ($1 * 8) } }
        var found: [Datagram] = []
        var at = 24
        var frame = 0
        while at + 16 <= file.count {
            frame += 1
            let time = Int64(little(at)) * 1_000_000_000 + Int64(little(at + 4)) * 1000
            let length = little(at + 8)
            at += 16
            guard at + length <= file.count else { break }
            if let datagram = read(file[at..<(at + length)], frame, time) { found.append(datagram) }
            at += length
        }
        return found
    }

    private static func read(_ bytes: ArraySlice<UInt8>, _ frame: Int, _ time: Int64) -> Datagram? {
        var ip = bytes.dropFirst(14)
        func big(_ slice: ArraySlice<UInt8>, _ at: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 << 8 | Int(slice[slice.startIndex + at + $1]) }
        }
        guard bytes.count >= 42 else { return nil }
        var type = big(bytes, 12, 2)
        if type == 0x8100 {
            type = big(bytes, 16, 2)
            ip = ip.dropFirst(4)
        }
        guard type == 0x0800, ip.count >= 28, big(ip, 9, 1) == 17 else { return nil }
        let udp = ip.dropFirst((big(ip, 0, 1) & 15) * 4)
        guard udp.count >= 8 else { return nil }
        let wireLength = big(udp, 4, 2) - 8
        return Datagram(
            frame: frame, nanoseconds: time, source: UInt32(big(ip, 12, 4)), sourcePort: UInt16(big(udp, 0, 2)),
            destination: UInt32(big(ip, 16, 4)), port: UInt16(big(udp, 2, 2)), wireLength: wireLength,
            payload: Array(udp.dropFirst(8).prefix(max(0, wireLength))))
    }
}
