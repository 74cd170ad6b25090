/// Makes one long stream out of a short one: moves its time stamps and clocks, and lets its counters go on.
public struct StampShifter: Sendable {
    private var counters: [Int: UInt8] = [:]

    /// Has shifted nothing yet.
    public init() {}

    /// The packets with time stamps `ticks` later (1/90000 s).
    public mutating func shifted(_ packets: [UInt8], by ticks: Int64) -> [UInt8] {
        var bytes = packets
        for at in stride(from: 0, to: bytes.count, by: 188) {
            let pid = Int(bytes[at + 1] & 0x1F) << 8 | Int(bytes[at + 2])
            if bytes[at + 3] & 0x10 != 0 {
                let counter = counters[pid].map { ($0 + 1) & 15 } ?? bytes[at + 3] & 15
                counters[pid] = counter
                bytes[at + 3] = bytes[at + 3] & 0xF0 | counter
            }
            var start = at + 4
            if bytes[at + 3] & 0x20 != 0 {
                if bytes[at + 4] > 6, bytes[at + 5] & 0x10 != 0 { Self.shiftClock(&bytes, at + 6, ticks) }
                start += 1 + Int(bytes[at + 4])
            }
            // PES headers of audio and video only (ISO/IEC 13818-1, 2.4.3.6).
            guard bytes[at + 1] & 0x40 != 0, start + 19 <= at + 188, bytes[start] == 0, bytes[start + 1] == 0,
                bytes[start + 2] == 1, bytes[start + 3] >= 0xC0
            else { continue }
            let flags = bytes[start + 7]
            if flags & 0x80 != 0 { Self.shiftStamp(&bytes, start + 9, ticks) }
            if flags & 0x40 != 0 { Self.shiftStamp(&bytes, start + 14, ticks) }
        }
        return bytes
    }

    private static func shiftClock(_ bytes: inout [UInt8], _ at: Int, _ ticks: Int64) {
        let base = (0..<4).reduce(Int64(0)) { $0 << 8 | Int64(bytes[at + $1]) } << 1 | Int64(bytes[at + 4] >> 7)
        let moved = base + ticks
        for place in 0..<4 { bytes[at + place] = UInt8(truncatingIfNeeded: moved >> (25 - 8 * place)) }
        bytes[at + 4] = bytes[at + 4] & 0x7F | UInt8(truncatingIfNeeded: moved & 1) << 7
    }

    private static func shiftStamp(_ bytes: inout [UInt8], _ at: Int, _ ticks: Int64) {
        let high = Int64(bytes[at] >> 1 & 7) << 30
        let middle = Int64(bytes[at + 1]) << 22 | Int64(bytes[at + 2] >> 1) << 15
        let moved = (high | middle | Int64(bytes[at + 3]) << 7 | Int64(bytes[at + 4] >> 1)) + ticks
        bytes[at] = bytes[at] & 0xF1 | UInt8(truncatingIfNeeded: moved >> 30 & 7) << 1
        bytes[at + 1] = UInt8(truncatingIfNeeded: moved >> 22)
        bytes[at + 2] = UInt8(truncatingIfNeeded: (moved >> 15) << 1) | 1
        bytes[at + 3] = UInt8(truncatingIfNeeded: moved >> 7)
        bytes[at + 4] = UInt8(truncatingIfNeeded: moved << 1) | 1
    }

    /// The packets with every IDR slice (NAL type 5) turned into an ordinary one, and no random access indicated.
    public static func withoutPoints(_ packets: [UInt8]) -> [UInt8] {
        var bytes = packets
        for at in stride(from: 0, to: bytes.count, by: 188) where bytes[at + 1] & 0x1F == 1 && bytes[at + 2] == 0 {
            if bytes[at + 3] & 0x20 != 0, bytes[at + 4] > 0 { bytes[at + 5] &= 0xBF }
            for place in (at + 4)..<(at + 184) where bytes[place..<(place + 3)].elementsEqual([0, 0, 1]) {
                if bytes[place + 3] & 0x1F == 5 { bytes[place + 3] = bytes[place + 3] & 0xE0 | 1 }
            }
        }
        return bytes
    }
}
