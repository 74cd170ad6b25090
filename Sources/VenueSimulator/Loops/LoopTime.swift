import Bytes
import Timing

/// The times of transport packets, read and changed in place (ISO/IEC 13818-1, 2.4.3.5 and 2.4.3.7).
enum LoopTime {
    /// The PTS or DTS whose five bytes begin at `place`.
    static func read(_ bytes: [UInt8], at place: Int) -> MediaTimestamp {
        let low: UInt32 = bytes.lent.bigEndian(at: place + 1)
        return MediaTimestamp(
            UInt64(bytes[place] >> 1 & 7) << 30 | UInt64(low >> 17) << 15 | UInt64(low >> 1 & 0x7fff))
    }

    /// Moves the PTS or DTS at `place` on by `shift`; prefix and marker bits stay.
    static func move(_ bytes: inout [UInt8], at place: Int, by shift: MediaTimestamp) {
        let time = MediaTimestamp(read(bytes, at: place).rawValue &+ shift.rawValue).rawValue
        bytes[place] = bytes[place] & 0xf1 | UInt8(truncatingIfNeeded: time >> 30) << 1
        bytes[place + 1] = UInt8(truncatingIfNeeded: time >> 22)
        bytes[place + 2] = UInt8(truncatingIfNeeded: time >> 14) & 0xfe | bytes[place + 2] & 1
        bytes[place + 3] = UInt8(truncatingIfNeeded: time >> 7)
        bytes[place + 4] = UInt8(truncatingIfNeeded: time << 1) | bytes[place + 4] & 1
    }

    /// Moves the base of the clock reference at `place` on by `shift`; its extension stays, for whole units of 90 kHz pass.
    static func moveClock(_ bytes: inout [UInt8], at place: Int, by shift: MediaTimestamp) {
        let base = UInt64(bytes.lent.bigEndian(at: place, as: UInt32.self)) << 1 | UInt64(bytes[place + 4] >> 7)
        let moved = MediaTimestamp(base &+ shift.rawValue).rawValue
        bytes[place] = UInt8(truncatingIfNeeded: moved >> 25)
        bytes[place + 1] = UInt8(truncatingIfNeeded: moved >> 17)
        bytes[place + 2] = UInt8(truncatingIfNeeded: moved >> 9)
        bytes[place + 3] = UInt8(truncatingIfNeeded: moved >> 1)
        bytes[place + 4] = UInt8(truncatingIfNeeded: moved << 7) | bytes[place + 4] & 0x7f
    }
}
