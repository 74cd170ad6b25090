/// The PES packets of one PID of a clean transport stream, read packet by packet (ISO/IEC 13818-1, 2.4.3).
struct TransportScan {
    struct Unit {
        /// The time stamps as they are sent, 33 bits.
        var pts: Int64
        var dts: Int64
        /// The places of its first and its last transport packet in the stream.
        var first: Int
        var last: Int
        /// The elementary stream's bytes.
        var bytes: [UInt8]
    }

    private(set) var units: [Unit] = []

    init(_ stream: [UInt8], pid: Int) {
        var packet = 0
        while (packet + 1) * 188 <= stream.count {
            let start = packet * 188
            defer { packet += 1 }
            guard Int(stream[start + 1] & 31) << 8 | Int(stream[start + 2]) == pid else { continue }
            let control = stream[start + 3]
            guard control & 0x10 != 0 else { continue }
            var place = start + 4
            if control & 0x20 != 0 { place += 1 + Int(stream[place]) }
            if stream[start + 1] & 0x40 != 0 {
                guard place + 19 <= start + 188, stream[place + 7] & 0x80 != 0 else { continue }
                let pts = Self.stamp(stream, place + 9)
                let dts = stream[place + 7] & 0x40 != 0 ? Self.stamp(stream, place + 14) : pts
                place += 9 + Int(stream[place + 8])
                units.append(Unit(pts: pts, dts: dts, first: packet, last: packet, bytes: []))
            }
            guard !units.isEmpty, place <= start + 188 else { continue }
            units[units.count - 1].last = packet
            units[units.count - 1].bytes += stream[place..<(start + 188)]
        }
    }

    private static func stamp(_ bytes: [UInt8], _ at: Int) -> Int64 {
        Int64(bytes[at] >> 1 & 7) << 30 | Int64(bytes[at + 1]) << 22 | Int64(bytes[at + 2] >> 1) << 15
            | Int64(bytes[at + 3]) << 7 | Int64(bytes[at + 4] >> 1)
    }

    /// The first bytes of the NAL units of Annex B bytes.
    static func kinds(_ bytes: [UInt8]) -> [UInt8] {
        var kinds: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            while place + 3 < bytes.count {
                if bytes[place + 2] > 1 {
                    place += 3
                } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
                    kinds.append(bytes[place + 3])
                    place += 3
                } else {
                    place += 1
                }
            }
        }
        return kinds
    }
}

/// Time stamps of 33 bits.
enum Stamp {
    static let modulus: Int64 = 1 << 33

    /// The value that is congruent to `stamp` and nearest to `reference`.
    static func near(_ reference: Int64, _ stamp: Int64) -> Int64 {
        let half = modulus / 2
        var difference = (stamp - reference) % modulus
        if difference >= half { difference -= modulus }
        if difference < -half { difference += modulus }
        return reference + difference
    }
}
