/// Transport packets written by hand, after the drawings of ISO/IEC 13818-1.
enum SmallStream {
    /// One packet of 188 bytes; the adaptation field fills it up.
    static func packet(
        pid: UInt16, counter: UInt8, clock: (base: UInt64, part: UInt64)? = nil, flags: UInt8 = 0, starts: Bool = false,
        payload: [UInt8]? = [0xff]
    ) -> [UInt8] {
        var field: [UInt8] = [flags | (clock == nil ? 0 : 0x10)]
        if let clock {
            // 33 bits base, six reserved ones, 9 bits extension.
            let bits = clock.base << 15 | 0x7e00 | clock.part
            field += (0..<6).reversed().map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        }
        field += Array(repeating: 0xff, count: 183 - field.count - (payload?.count ?? 0))
        let high = UInt8(truncatingIfNeeded: pid >> 8) | (starts ? 0x40 : 0)
        let control: UInt8 = (payload == nil ? 0x20 : 0x30) | counter
        return [0x47, high, UInt8(truncatingIfNeeded: pid), control, UInt8(field.count)] + field + (payload ?? [])
    }

    /// A PES header of a video stream with both time stamps, and a little payload.
    static func unit(pts: UInt64, dts: UInt64, streamID: UInt8 = 0xe0) -> [UInt8] {
        [0, 0, 1, streamID, 0, 0, 0x80, 0xc0, 10] + stamp(pts, 0x30) + stamp(dts, 0x10) + [0xaa, 0xbb]
    }

    private static func stamp(_ time: UInt64, _ prefix: UInt8) -> [UInt8] {
        [
            prefix | UInt8(time >> 30 & 7) << 1 | 1, UInt8(time >> 22 & 255), UInt8(time >> 15 & 127) << 1 | 1,
            UInt8(time >> 7 & 255), UInt8(time & 127) << 1 | 1,
        ]
    }

    /// Two pictures of 3 600 units each, with sound, stuffing and a packet without payload between them.
    static let packets: [[UInt8]] = [
        packet(
            pid: 256, counter: 5, clock: (1_000, 250), flags: 0x80, starts: true, payload: unit(pts: 8_600, dts: 5_000)),
        packet(pid: 0x1fff, counter: 9, payload: [1, 2, 3]),
        packet(pid: 256, counter: 6, payload: [4, 5]),
        packet(pid: 256, counter: 7, clock: (4_600, 250), starts: true, payload: unit(pts: 12_200, dts: 8_600)),
        packet(pid: 256, counter: 7, payload: nil),
        packet(pid: 257, counter: 15, payload: [6]),
    ]

    /// These packets in a row.
    static let bytes = packets.flatMap { $0 }
}
